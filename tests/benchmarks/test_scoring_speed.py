"""Hands per second: this package against PyPI `mahjong` 2.1.0, in one run.

    python -m tests.benchmarks.test_scoring_speed [HANDS]

Each package scores winning hands of its own game, drawn at random: 17 tiles with melds, flowers and
winds here (Taiwanese rules), 14 tiles with melds there (Riichi). Every hand is new and is scored
once. CPU time is measured: here with building and checking the `Hand`, all readings, waits and
explanations; there it is one call of `HandCalculator.estimate_hand_value` on prepared lists, and
only hands that it accepts are counted. The two alternate, so that a busy machine slows both.

The figures are printed, never asserted: they depend on the machine. What is asserted is that every
hand was scored.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.rulesets import get_rules
from scoring.tiles import FACES, WINDS, Tile

ROUNDS = 6


def _random_sets(rng: random.Random, sets: int) -> tuple[list[tuple[int, ...]], int]:
    """Sets (7 in 10 are chows) and the tile of the pair; no tile more than four times."""
    while True:
        counts = [0] * 34
        drawn: list[tuple[int, ...]] = []
        for _ in range(sets):
            if rng.random() < 0.7:
                first = 9 * rng.randrange(3) + rng.randrange(7)
                drawn.append((first, first + 1, first + 2))
            else:
                drawn.append((rng.randrange(34),) * 3)
            for tile in drawn[-1]:
                counts[tile] += 1
        pair = rng.randrange(34)
        counts[pair] += 2
        if max(counts) <= 4:
            return drawn, pair


def _melds_of(rng: random.Random) -> int:
    return rng.choice((0, 0, 1, 2, 3))


def taiwan_hand(rng: random.Random) -> tuple[tuple[Any, ...], Circumstances]:
    """The arguments of a random winning `Hand`, and circumstances."""
    sets, pair = _random_sets(rng, 5)
    melded = _melds_of(rng)
    melds = tuple(
        Meld(MeldKind.PUNG if s[0] == s[2] else MeldKind.CHOW, tuple(FACES[t] for t in s))
        for s in sets[:melded]
    )
    concealed = [FACES[tile] for s in sets[melded:] for tile in s] + [FACES[pair]] * 2
    rng.shuffle(concealed)
    win = concealed.pop()
    flowers: tuple[Tile, ...] = tuple(rng.sample(FACES[34:], rng.randrange(4)))
    circumstances = Circumstances(
        seat=rng.choice(WINDS), round=rng.choice(WINDS), self_draw=rng.random() < 0.3
    )
    return (tuple(concealed), melds, flowers, win), circumstances


def riichi_hand(rng: random.Random) -> tuple[list[int], int, list[Any], Any]:
    """The arguments of `estimate_hand_value` for a random hand that it accepts."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld as RiichiMeld

    while True:
        sets, pair = _random_sets(rng, 4)
        melded = _melds_of(rng)
        used = [0] * 34
        groups: list[list[int]] = []
        for group in [*sets, (pair, pair)]:
            ids = []
            for tile in group:
                ids.append(4 * tile + used[tile])
                used[tile] += 1
            groups.append(ids)
        melds = [
            RiichiMeld(RiichiMeld.PON if s[0] == s[2] else RiichiMeld.CHI, ids)
            for s, ids in zip(sets[:melded], groups[:melded], strict=True)
        ]
        tiles = [tile for ids in groups for tile in ids]
        win = rng.choice([tile for ids in groups[melded:] for tile in ids])
        config = HandConfig(
            is_tsumo=rng.random() < 0.3,
            is_riichi=not melded,
            player_wind=27 + rng.randrange(4),
            round_wind=27 + rng.randrange(4),
        )
        if HandCalculator.estimate_hand_value(tiles, win, melds=melds, config=config).error is None:
            return tiles, win, melds, config


def _rate(call: Callable[[Any], object], hands: list[Any]) -> float:
    # The hands waiting for their turn are not the work of a scorer, so its memory does not have
    # to be searched through for them again and again.
    gc.collect()
    gc.freeze()
    start = time.process_time()
    for hand in hands:
        call(hand)
    return len(hands) / (time.process_time() - start)


def compare(hands: int) -> tuple[list[float], list[float]]:
    """Hands per second here and in `mahjong`, round by round, of new hands in each round."""
    from mahjong.hand_calculating.hand import HandCalculator

    rng = random.Random(17)
    rules = get_rules("taiwan")

    def ours(arguments: Any) -> object:
        return rules.score(Hand(*arguments[0]), arguments[1])

    def theirs(arguments: Any) -> object:
        tiles, win, melds, config = arguments
        return HandCalculator.estimate_hand_value(tiles, win, melds=melds, config=config)

    here: list[float] = []
    there: list[float] = []
    for _ in range(ROUNDS):
        mine = [taiwan_hand(rng) for _ in range(hands)]
        other = [riichi_hand(rng) for _ in range(hands)]
        here.append(_rate(ours, mine))
        there.append(_rate(theirs, other))
    return here, there


def report(hands: int) -> str:
    """Run the comparison and say it in two columns.

    The first round is told apart: what the suits can be is remembered as it is met, so a process
    scores its first hands more slowly.
    """
    here, there = compare(hands)
    lines = [
        f"{'winning hands / second':32}{'taicam scoring':>16}{'mahjong 2.1.0':>16}{'ratio':>8}"
    ]
    for name, a, b in (
        (f"first {hands:,} hands", here[0], there[0]),
        (
            f"later, median of {ROUNDS - 1} rounds",
            statistics.median(here[1:]),
            statistics.median(there[1:]),
        ),
    ):
        lines.append(f"{name:32}{a:>16,.0f}{b:>16,.0f}{a / b:>8.2f}")
    return "\n".join(lines)


def test_scoring_speed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mahjong", reason="the benchmark compares with PyPI mahjong==2.1.0")
    text = report(200)
    with capsys.disabled():
        print(f"\n{text}")
    assert "winning hands / second" in text


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
