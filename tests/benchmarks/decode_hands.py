"""What layout and decode make of hands when the namer errs, and of claims that do not win.

    python tests/benchmarks/decode_hands.py [--hands 1000] [--seed 1] [--wrong 0.01 0.023]

Hands are laid at random (tests/vision/table_scenes.py). A namer is simulated that is wrong on a
share of the tiles, mixes up the faces real namers mix up, and is calibrated: of the tiles it gives
a probability p, about a share p are right. For each share the table says how many hands

- are exact (tiles, sets, flowers, winning tile) without a question, and once its questions are
  answered truthfully,
- are wrong and nobody was asked, and how many questions a hand costs.

Then one tile of each hand is swapped so that it does not win: how many are taken for wins all the
same, and how many of those without a question. Hands that win with the other tile too are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scoring.errors import RuleError
from scoring.hand import Hand
from scoring.rulesets import get_rules
from tests.vision.table_scenes import RandomHand, random_hand
from vision.decode import Decoded, DecodeError, decode
from vision.layout import arrange
from vision.types import BACK, Reading, ReadTile

RULES = get_rules("taiwan")
MIXED_UP = """4s 6s|2s 4s|3s 5s|8s 9s|7m 9m|4m 7m|1m 2m 3m|5m C|N F|E F|P 1p|6p 9p|7p 8p|2p 4p|1s f1
f1 f5|f2 f6|f3 f7|f4 f8""".replace("\n", "|").split("|")


def like(face: str) -> list[str]:
    """Faces that are taken for this one."""
    out = [f for line in MIXED_UP if face in line.split() for f in line.split() if f != face]
    return out or [f"{(int(face[0]) % 9) + 1}{face[1]}" if face[0].isdigit() else "W"]


def misread(tiles: list[ReadTile], rng: random.Random, wrong: float) -> list[ReadTile]:
    """The tiles as the simulated namer reads them.

    Five in six errors happen where the namer is unsure, on 5 * `wrong` of the tiles; one in six
    where it is sure (p = 0.97 and 0.02 for the true face).
    """
    out = []
    for tile in tiles:
        other = rng.choice(like(tile.face)) if tile.face != BACK else BACK
        p, seen, alternatives = 0.985, tile.face, ((other, 0.01),)
        if tile.face != BACK:
            r = rng.random()
            if r < wrong * 5:
                p = rng.uniform(0.55, 0.95)
                seen, other = (tile.face, other) if rng.random() < p + 0.02 else (other, tile.face)
                alternatives = ((other, 0.98 - p),)
            elif r < wrong * 5 + wrong / 6:
                seen, p, alternatives = other, 0.97, ((tile.face, 0.02),)
        else:
            alternatives = ()
        out.append(ReadTile(seen, p, tile.quad, alternatives, p < 0.7))
    return out


def truth(hand: RandomHand) -> Decoded:
    """The hand as it was laid."""
    reading = Reading("", hand.size, 0.0, tuple(hand.tiles), (), tuple(hand.groups))
    return decode(reading, RULES)


def plain(decoded: Decoded) -> Hand:
    """The hand with its sets in a fixed order."""
    return replace(decoded.hand, melds=tuple(sorted(decoded.hand.melds, key=str)))


def read(hand: RandomHand, tiles: list[ReadTile], answered: dict[int, str]) -> Decoded:
    """Layout and decode."""
    pinned = [
        replace(t, face=answered[i], confidence=1.0, alternatives=()) if i in answered else t
        for i, t in enumerate(tiles)
    ]
    rows, groups = arrange(pinned, hand.size)
    return decode(Reading("", hand.size, 0.0, tuple(pinned), rows, groups), RULES)


def run(wrong: float, hands: int, seed: int) -> None:
    """Print one line of the table."""
    exact = asked_exact = silent = questions = errors = tiles_wrong = tiles_all = 0
    spent = 0.0
    for k in range(hands):
        rng = random.Random(seed * 1_000_003 + k)
        hand = random_hand(rng)
        true = plain(truth(hand))
        tiles = misread(hand.tiles, rng, wrong)
        tiles_wrong += sum(a.face != b.face for a, b in zip(tiles, hand.tiles, strict=True))
        tiles_all += len(tiles)
        start = time.process_time()
        answers: dict[int, str] = {}
        try:
            got = read(hand, tiles, answers)
        except (DecodeError, RuleError):
            errors += 1
            spent += time.process_time() - start
            continue
        spent += time.process_time() - start
        about_tiles = [q for q in got.questions if len(q.about) == 1]
        questions += len(about_tiles)
        right = plain(got) == true
        exact += right and not about_tiles
        silent += not right and not about_tiles and got.wins
        for question in about_tiles:
            face = hand.tiles[question.about[0]].face
            if face in question.choices:
                answers[question.about[0]] = face
        with contextlib.suppress(DecodeError, RuleError):
            asked_exact += plain(read(hand, tiles, answers) if answers else got) == true
    print(
        f"{1 - tiles_wrong / tiles_all:8.2%} {exact / hands:14.1%} {asked_exact / hands:14.1%}"
        f" {silent / hands:13.1%} {questions / hands:15.2f} {errors / hands:8.1%}"
        f" {1000 * spent / hands:10.1f}"
    )


def false_claims(wrong: float, hands: int, seed: int) -> None:
    """Print how many hands that do not win are taken for wins."""
    tried = accepted = silent = 0
    for k in range(hands):
        rng = random.Random(seed * 1_000_003 + k)
        hand = random_hand(rng)
        at = rng.choice(next(g for g in hand.groups if g.role == "concealed").tiles)
        faces = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + list("ESWNCFP")
        tiles = list(hand.tiles)
        tiles[at] = replace(tiles[at], face=rng.choice(faces))
        swapped = replace(hand, tiles=tiles)
        try:
            if truth(swapped).wins:
                continue
            got = read(swapped, misread(tiles, rng, wrong), {})
        except (DecodeError, RuleError):
            continue
        tried += 1
        accepted += got.wins
        silent += got.wins and not got.questions
    print(
        f"{tried} claims that do not win, {wrong:.1%} of tiles misread: "
        f"{accepted / tried:.2%} taken for wins, {silent / tried:.2%} without a question"
    )


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", type=float, nargs="*", default=[0.0, 0.005, 0.01, 0.023])
    options = parser.parse_args()
    print("            ------- exact -------     wrong,")
    print("tiles ok        unasked      answered     silent  questions/hand  refused    ms/hand")
    for wrong in options.wrong:
        run(wrong, options.hands, options.seed)
    for wrong in options.wrong:
        false_claims(wrong, options.hands, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
