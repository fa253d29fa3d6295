"""Films of simulated games with their truth, and the strip of pictures for the README.

python -m vision.simulator --seed 7 --hands 4 --out DIR [--size 2592x1944] [--fps 5]
python -m vision.simulator --strip FILE.png
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np
from PIL import Image

from scoring.events import Chow, Discard, Kong, Pung, Win, to_dict
from vision.simulator.arms import Tempo
from vision.simulator.film import Bump, FilmSettings, Glare, Shot
from vision.simulator.game import RULES, Game, demo_game, simulate
from vision.simulator.script import Phase
from vision.simulator.stills import still_tables
from vision.training.tilesets import FontError

STRIP = 400
"""Side of each of the strip's four pictures, pixels."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns 0, or 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m vision.simulator", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="of the game, its makers and its room")
    parser.add_argument("--hands", type=int, default=1, help="hands at most (default 1)")
    parser.add_argument("--rules", choices=RULES, default=RULES[0])
    parser.add_argument("--out", type=Path, help="folder for game.mp4 and truth.jsonl")
    parser.add_argument("--size", default="2592x1944", help="of the pictures (default 2592x1944)")
    parser.add_argument("--fps", type=float, default=5.0, help="pictures a second (default 5)")
    parser.add_argument("--pace", type=float, default=1.0, help="2: people are twice as fast")
    parser.add_argument("--bump", type=float, action="append", default=[], metavar="SECONDS",
                        help="somebody knocks against the camera then")  # fmt: skip
    parser.add_argument("--glare", type=float, action="append", default=[], metavar="SECONDS",
                        help="light falls on the middle for 20 seconds from then on")  # fmt: skip
    parser.add_argument("--strip", type=Path, metavar="FILE", help="four moments of one hand")
    given = parser.parse_args(arguments)
    try:
        if given.strip is not None:
            write_strip(given.strip)
            return 0
        if given.out is None:
            raise ValueError("give --out DIR, or --strip FILE")
        if given.hands < 1 or not 0.1 <= given.fps <= 60 or not 0.1 <= given.pace <= 100:
            raise ValueError("hands: 1 or more; fps: 0.1 to 60; pace: 0.1 to 100")
        game = simulate(
            given.seed, rules=given.rules, hands=given.hands, size=size_from(given.size),
            tempo=Tempo(pace=given.pace),
            faults=[*map(Bump, given.bump), *(Glare(t, t + 20) for t in given.glare)],
        )  # fmt: skip
        begun = time.perf_counter()
        count = write(game, given.out, given.fps)
    except (ValueError, FontError, OSError) as problem:
        print(f"simulator: {problem}", file=sys.stderr)
        return 2
    spent = time.perf_counter() - begun
    print(f"{count} pictures of {len(game.scripts)} hands in {spent:.0f} s in {given.out}")
    return 0


def size_from(text: str) -> tuple[int, int]:
    """Width and height from ``1600x1200``; raises ValueError."""
    try:
        width, height = (int(n) for n in text.lower().split("x"))
    except ValueError:
        raise ValueError(f"size: {text!r} is not like 1600x1200") from None
    if not (320 <= width <= 8000 and 240 <= height <= 8000):
        raise ValueError(f"size: {text} is not within 320x240 and 8000x8000")
    return width, height


def write(game: Game, folder: Path, fps: float) -> int:
    """The film and its truth; returns the number of pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    film = cv2.VideoWriter(
        str(folder / "game.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), fps, game.room.size
    )
    if not film.isOpened():
        raise OSError(f"no film can be written in {folder}")
    count = 0
    with (folder / "truth.jsonl").open("w", encoding="utf-8") as lines:
        _line(lines, _header(game, fps))
        waiting = sorted(_happenings(game), key=lambda record: float(record["time"]))
        for shot in game.shots(fps):
            while waiting and waiting[0]["time"] <= shot.moment.time:
                _line(lines, waiting.pop(0))
            _line(lines, _frame(shot, count))
            film.write(shot.image)
            count += 1
        for record in waiting:
            _line(lines, record)
    film.release()
    return count


def _line(lines: TextIO, record: dict[str, Any]) -> None:
    lines.write(json.dumps(record, ensure_ascii=False) + "\n")


def _header(game: Game, fps: float) -> dict[str, Any]:
    return {
        "kind": "film",
        "rules": game.rules,
        "fps": fps,
        "maker": game.room.tiles.name,
        "tile": [getattr(game.scripts[0].size, n) for n in ("wide", "high", "thick")],
        "frame": game.room.frame.to_dict(),
    }


def _happenings(game: Game) -> Iterator[dict[str, Any]]:
    """Events, and what lies on the table whenever it lies still."""
    for number, script in enumerate(game.scripts):
        for event in script.events:
            yield {"kind": "event", "time": event.time, "hand": number, "event": to_dict(event)}
        for table in still_tables(script):
            tiles = [
                [t.face, round(t.x, 2), round(t.y, 2), round(t.turn, 1), round(t.wide, 2),
                 round(t.high, 2)]
                for t in table.tiles
            ]  # fmt: skip
            yield {"kind": "table", "time": table.time, "tiles": tiles}


def _frame(shot: Shot, number: int) -> dict[str, Any]:
    moment = shot.moment
    return {
        "kind": "picture",
        "number": number,
        "time": round(moment.time, 3),
        "phase": moment.phase.value,
        "still": moment.still,
        "hands": [[h.seat, round(h.x, 1), round(h.y, 1)] for h in moment.hands],
        "corners": [[round(x, 1), round(y, 1)] for x, y in shot.frame.corners],
    }


def write_strip(path: Path) -> None:
    """A claim, a discard late in the hand, the win, and the shuffling after it: 200 KB at most."""
    game = demo_game(hands=2, settings=FilmSettings(noise=0.0, light_drift=0.0))
    film = game.film()
    first, second = game.scripts
    claim = next(e.time for e in first.events if isinstance(e, Chow | Pung | Kong)) - 0.35
    discard = [e.time for e in first.events if isinstance(e, Discard)][-2] - 0.2
    win = next(e.time for e in first.events if isinstance(e, Win)) + 1.2
    wash = next(t for t, p in second.phases if p is Phase.SHUFFLE) + 4.0
    views = []
    for at in (claim, discard, win, wash):
        shot = film.shoot(game.at(at))
        corners = np.array(shot.frame.corners)
        (x, y), half = corners.mean(0), float(np.ptp(corners, axis=0).max()) * 0.53
        left, top = max(0, round(x - half)), max(0, round(y - half))
        part = shot.image[top : round(y + half), left : round(x + half)]
        views.append(cv2.resize(part, (STRIP, STRIP), interpolation=cv2.INTER_AREA))
    gap = np.full((STRIP, 8, 3), 255, np.uint8)
    strip = np.hstack([views[0], *(p for v in views[1:] for p in (gap, v))])
    picture = Image.fromarray(np.ascontiguousarray(strip[..., ::-1]))
    picture = picture.quantize(128, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
