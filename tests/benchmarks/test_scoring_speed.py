"""Hands per second: this package against `mahjong`, `PyMahjongGB` and `riichienv`, in one run.

    python -m tests.benchmarks.test_scoring_speed [HANDS]

Each package scores winning hands of its own game, drawn at random: 17 tiles with melds, flowers and
winds here (Taiwanese rules), 14 tiles with melds there (Riichi). Every hand is new and is scored
once. CPU time is measured: here with building and checking the `Hand`, all readings, waits and
explanations; there it is one call on prepared lists (`HandCalculator.estimate_hand_value`;
`MahjongFanCalculator` of PyMahjongGB 1.4.0, Chinese official rules; `HandEvaluator.calc` of
riichienv 0.4.11, Riichi), and only hands that it accepts are counted. All take turns, so that a
busy machine slows all. `mahjong` is written in Python as this is; the other two are compiled (C++,
Rust) and give totals without reasons.

The figures are printed, never asserted: they depend on the machine. What is asserted is that every
hand was scored.
"""

from __future__ import annotations

import contextlib
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


def official_hand(rng: random.Random) -> tuple[Any, ...]:
    """The arguments of `MahjongFanCalculator` for a random hand of 14 tiles."""
    sets, pair = _random_sets(rng, 4)
    melded = _melds_of(rng)
    packs = tuple(("PENG" if s[0] == s[2] else "CHI", _official(s[1]), 1) for s in sets[:melded])
    standing = [_official(tile) for s in [*sets[melded:], (pair, pair)] for tile in s]
    rng.shuffle(standing)
    win = standing.pop()
    drawn = rng.random() < 0.3
    return (
        packs,
        tuple(standing),
        win,
        rng.randrange(4),
        drawn,
        False,
        False,
        False,
        rng.randrange(4),
        rng.randrange(4),
    )


def _official(tile: int) -> str:
    return (
        f"{'WTB'[tile // 9]}{tile % 9 + 1}"
        if tile < 27
        else (f"F{tile - 26}" if tile < 31 else f"J{tile - 30}")
    )


def compiled_riichi_hand(rng: random.Random) -> tuple[Any, int, Any]:
    """The same hands for riichienv: its evaluator's arguments, the winning tile, the conditions."""
    import riichienv

    tiles, win, melds, config = riichi_hand(rng)
    laid = [
        riichienv.Meld(
            riichienv.MeldType.Pon if meld.type == "pon" else riichienv.MeldType.Chi,
            list(meld.tiles),
            True,
        )
        for meld in melds
    ]
    open_tiles = {tile for meld in melds for tile in meld.tiles}
    closed = [tile for tile in tiles if tile not in open_tiles and tile != win]
    conditions = riichienv.Conditions(
        tsumo=config.is_tsumo,
        riichi=config.is_riichi,
        player_wind=config.player_wind - 27,
        round_wind=config.round_wind - 27,
    )
    return (closed, laid), win, conditions


def _rate(call: Callable[[Any], object], hands: list[Any]) -> float:
    # The hands waiting for their turn are not the work of a scorer, so its memory does not have
    # to be searched through for them again and again.
    gc.collect()
    gc.freeze()
    start = time.process_time()
    for hand in hands:
        call(hand)
    return len(hands) / (time.process_time() - start)


def compare(hands: int) -> dict[str, list[float]]:
    """Hands per second by package, round by round, of new hands in each round."""
    from mahjong.hand_calculating.hand import HandCalculator

    rng = random.Random(17)
    rules = get_rules("taiwan")

    def ours(arguments: Any) -> object:
        return rules.score(Hand(*arguments[0]), arguments[1])

    def python(arguments: Any) -> object:
        tiles, win, melds, config = arguments
        return HandCalculator.estimate_hand_value(tiles, win, melds=melds, config=config)

    engines: dict[str, tuple[Callable[[random.Random], Any], Callable[[Any], object]]] = {
        "taicam scoring": (taiwan_hand, ours),
        "mahjong 2.1.0": (riichi_hand, python),
    }
    with contextlib.suppress(ImportError):
        import MahjongGB

        engines["PyMahjongGB 1.4.0"] = (
            official_hand,
            lambda arguments: MahjongGB.MahjongFanCalculator(*arguments),
        )
    with contextlib.suppress(ImportError):
        import riichienv

        def compiled(arguments: Any) -> object:
            (closed, laid), win, conditions = arguments
            return riichienv.HandEvaluator(closed, laid).calc(win, conditions=conditions)

        engines["riichienv 0.4.11"] = (compiled_riichi_hand, compiled)
    rates: dict[str, list[float]] = {name: [] for name in engines}
    for _ in range(ROUNDS):
        for name, (make, call) in engines.items():
            rates[name].append(_rate(call, [make(rng) for _ in range(hands)]))
    return rates


def report(hands: int) -> str:
    """Run the comparison and say it, a line for each package.

    The first round is told apart: what the suits can be is remembered as it is met, so a process
    scores its first hands more slowly.
    """
    rates = compare(hands)
    first = f"first {hands:,}"
    later = f"later, median of {ROUNDS - 1} rounds"
    lines = [f"{'winning hands / second':24}{first:>16}{later:>28}{'taicam is':>12}"]
    own = statistics.median(rates["taicam scoring"][1:])
    for name, found in rates.items():
        usual = statistics.median(found[1:])
        lines.append(f"{name:24}{found[0]:>16,.0f}{usual:>28,.0f}{own / usual:>11.2f}x")
    return "\n".join(lines)


def test_scoring_speed(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("mahjong", reason="the benchmark compares with PyPI mahjong==2.1.0")
    text = report(200)
    with capsys.disabled():
        print(f"\n{text}")
    assert "winning hands / second" in text


if __name__ == "__main__":
    print(report(int(sys.argv[1]) if len(sys.argv) > 1 else 5000))
