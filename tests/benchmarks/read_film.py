"""Frames of simulated games by the shipped reader, tile by tile; and what a frame costs to draw.

    python -m tests.benchmarks.read_film [--games 8] [--seed 1] [--size 2592x1944] [--rules taiwan]

Makers, tables and rooms that no training saw (`vision.simulator.studio`). Of each game three still
moments are read: early, late, and the last, with hands laid open. Prints found and right of faces
and backs, faces named wrong and not doubted, and what was read where no upper side lies (standing
tiles seen aslant); then CPU milliseconds a frame, of a game at 5 frames a second.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import cv2
import numpy as np

from vision.reader import Reader
from vision.simulator.__main__ import size_from
from vision.simulator.film import FilmSettings, Shot
from vision.simulator.game import RULES, Game, simulate
from vision.simulator.script import Phase, Pose, covered
from vision.types import ReadTile


def tally(shot: Shot, tiles: list[ReadTile], game: Game) -> Counter[str]:
    """What of the upper sides that can be seen was found and named right."""
    size = game.scripts[0].size
    under = covered([t.place for t in shot.moment.tiles], size)
    middles = np.array([np.mean(t.quad, axis=0) for t in tiles]).reshape(-1, 2)
    out: Counter[str] = Counter()
    used: set[int] = set()
    for tile, hidden in zip(shot.moment.tiles, under, strict=True):
        p = tile.place
        if hidden or p.pose is Pose.STAND:
            continue
        kind = "face" if p.pose is Pose.UP else "back"
        out[kind] += 1
        at = shot.frame.to_picture(np.array([[p.x, p.y]]), z=p.z + size.thick)[0]
        off = np.linalg.norm(middles - at, axis=1)
        k = int(off.argmin()) if len(off) else -1
        if k < 0 or off[k] > 0.4 * shot.frame.tile_pixels or k in used:
            continue
        used.add(k)
        out[f"{kind} found"] += 1
        right = tiles[k].face == (tile.face if kind == "face" else "back")
        out[f"{kind} right"] += right
        out["silently wrong"] += not right and not tiles[k].doubtful
    out["faces elsewhere"] = sum(t.face != "back" for k, t in enumerate(tiles) if k not in used)
    return out


def cost(game: Game) -> dict[str, float]:
    """CPU milliseconds a frame at 5 frames a second, by phase."""
    film = game.film()
    spent: dict[Phase, list[float]] = {}
    begin = game.scripts[-1].begin
    film.shoot(game.at(begin))
    for k in range(5 * 150):  # shuffling, building, the deal, and a good part of the play
        moment = game.at(min(begin + k / 5, game.end))
        start = time.process_time()
        film.shoot(moment)
        spent.setdefault(moment.phase, []).append(1000 * (time.process_time() - start))
    return {phase.value: float(np.mean(some)) for phase, some in spent.items()}


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="2592x1944")
    parser.add_argument("--rules", choices=RULES, default=RULES[0])
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.load()
    total: Counter[str] = Counter()
    whole: list[bool] = []
    for seed in range(options.seed, options.seed + options.games):
        game = simulate(
            seed, rules=options.rules, hands=1, size=size_from(options.size),
            settings=FilmSettings(jpeg=92),
        )  # fmt: skip
        script = game.scripts[0]
        quiet = [a for a, b in script.quiet() if b - a > 0.3 and a > script.events[0].time]
        film = game.film()
        for at in (quiet[len(quiet) // 3], quiet[2 * len(quiet) // 3], quiet[-1]):
            shot = film.shoot(game.at(at + 0.2))
            found = tally(shot, list(reader.read(shot.image, "").tiles), game)
            whole.append(found["face right"] == found["face"])
            total += found
    for kind in ("face", "back"):
        n, found = total[kind], total[f"{kind} found"]
        print(f"{kind}s {n}: found {found / n:.2%}, right {total[f'{kind} right'] / n:.2%}")
    silent, elsewhere = total["silently wrong"], total["faces elsewhere"]
    print(f"{len(whole)} frames, all faces right in {sum(whole) / len(whole):.0%}")
    print(f"silently wrong {silent}, faces elsewhere {elsewhere}")
    game = simulate(options.seed, rules=options.rules, hands=2, size=size_from(options.size))
    print("ms a frame:", ", ".join(f"{k} {v:.0f}" for k, v in cost(game).items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
