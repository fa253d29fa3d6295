"""Real hands from photographs never trained on, all the way to their 台.

The photographs show winning hands of 14 tiles. A pung that is not in the picture is typed beside
each (`--meld`), which makes a Taiwanese hand of 17; the winning tile is named (`--win`), for the
labels do not tell it. The truth comes from the labels alone.

`python -m tests.benchmarks.real_hands DATA` scores every such hand and prints how many are right,
how many are asked about and how many are wrong without a word.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device import cli
from scoring.errors import RuleError
from scoring.hand import Circumstances, Hand, Meld
from scoring.rulesets import get_rules
from scoring.tiles import Tile
from vision.training.data import Labelled, is_held_out, load_photos
from vision.training.evaluate import restored
from vision.training.mix import usable

MARGIN = 0.5
"""Tile widths of table left around the hand: unlabelled discards of the game stay outside."""


@dataclass(frozen=True, slots=True)
class RealHand:
    """A labelled hand, the set typed beside it, and its true total by the labels."""

    photo: Labelled
    meld: str
    win: str
    total: int


def real_hand(photo: Labelled) -> RealHand | None:
    """The photograph as a hand, or None where its labels make no winning hand of 14."""
    body = sorted(face for face in photo.faces if not face.startswith("f"))
    flowers = [face for face in photo.faces if face.startswith("f")]
    unused = [honour for honour in "NWSEFCP" if honour not in body]
    if len(body) != 14 or not unused:
        return None
    meld, win = f"pung {unused[0] * 3}", body.pop()
    try:
        hand = Hand(
            tuple(map(Tile.from_code, body)),
            (Meld.parse(meld),),
            tuple(map(Tile.from_code, flowers)),
            Tile.from_code(win),
        )
        total = get_rules("taiwan").score(hand, Circumstances()).total
    except RuleError:
        return None
    return RealHand(photo, meld, win, total)


def held_out_hands(data: Path) -> list[RealHand]:
    """Every such hand of `games` and `plain` that was kept away from training."""
    photos = load_photos(data / "photos", ("games", "plain", "tray", "riichi"))
    kept = [p for p in photos if is_held_out(p) and p.maker in ("mixed", "magenta") and usable(p)]
    return [hand for hand in map(real_hand, kept) if hand is not None]


def cut(hand: RealHand, folder: Path) -> Path:
    """The part of the photograph that holds the hand, written as a PNG."""
    picture, boxes = restored(hand.photo)
    margin = MARGIN * float(np.median(boxes[:, 2] - boxes[:, 0]))
    left, top = np.maximum(boxes[:, :2].min(axis=0) - margin, 0).astype(int)
    right, bottom = (boxes[:, 2:].max(axis=0) + margin).astype(int)
    path = folder / f"{hand.photo.path.stem}.png"
    cv2.imwrite(str(path), picture[top:bottom, left:right])
    return path


def snap(path: Path, hand: RealHand) -> tuple[int, dict[str, Any]]:
    """What `taicam snap --json` answers: exit code and the object, empty when there is none."""
    out, err = io.StringIO(), io.StringIO()
    words = ["snap", str(path), "--json", "--meld", hand.meld, "--win", hand.win]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.run(words)
    text = out.getvalue().strip()
    return code, json.loads(text) if text else {}


def verdict(hand: RealHand, code: int, answer: dict[str, Any]) -> str:
    """`right`, `asked` (a doubt was left open, or no score was given) or `wrong` (silently)."""
    score = answer.get("score")
    if score is None or code != 0:
        return "right, asked" if score and score["total"] == hand.total else "asked"
    return "right" if score["total"] == hand.total else "wrong"


def run(hands: Iterable[RealHand]) -> Counter[str]:
    """Verdicts over hands; prints a line for each that is not right."""
    counts: Counter[str] = Counter()
    reader = cli.load_reader()
    cli.load_reader = lambda: reader  # the models are loaded once, not for every photo
    with tempfile.TemporaryDirectory() as folder:
        for hand in hands:
            code, answer = snap(cut(hand, Path(folder)), hand)
            told = verdict(hand, code, answer)
            counts[told] += 1
            if told != "right":
                seen = " ".join(t["face"] for t in answer.get("reading", {}).get("tiles", ()))
                print(f"{told:12} {hand.photo.path.name[:40]} {hand.total} | {seen}")
    return counts


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="score real hands never trained on")
    parser.add_argument("data", type=Path, help="folder with photos/")
    hands = held_out_hands(parser.parse_args(argv).data)
    counts = run(hands)
    for told, count in counts.most_common():
        print(f"{told:12} {count}/{len(hands)} = {count / len(hands):.1%}")


if __name__ == "__main__":
    main()
