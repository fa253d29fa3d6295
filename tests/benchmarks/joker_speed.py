"""How long the joker game takes to find the best interpretation, with 19 jokers in the game.

    python -m tests.benchmarks.joker_speed [--hands 1000] [--seed 1]

Random winning hands in which every tile is a joker as often as in the deal (19 of the 143 tiles
beside the indicator). Prints median and worst milliseconds of one process, by number of jokers.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import statistics
import sys
import time

from scoring.errors import BelowMinimumError, RuleError
from scoring.hand import Circumstances, Hand
from scoring.jokers import ALL_SETS, joker_count, jokers_of, tiles_of
from scoring.rulesets import get_rules
from scoring.tiles import FACES, Tile

INDICATOR = Tile.F7


def random_winning_hand(rng: random.Random) -> tuple[Hand, int]:
    """A complete hand and how many jokers it has; jokers are drawn as from the wall."""
    jokers = jokers_of(INDICATOR)
    while True:
        sets = [rng.choice(ALL_SETS) for _ in range(5)]
        pair = rng.randrange(34)
        meant = [FACES[t] for code in sets for t in tiles_of(code)] + [FACES[pair]] * 2
        wall = [t for t in jokers if t is not INDICATOR for _ in range(1 if t > Tile.P else 4)]
        assert len(wall) == joker_count(INDICATOR)
        rng.shuffle(wall)
        tiles, count = [], 0
        for tile in meant:
            if rng.random() < joker_count(INDICATOR) / 143:
                tiles.append(wall.pop())
                count += 1
            elif tile in jokers:
                break  # that tile would be a joker
            else:
                tiles.append(tile)
        if len(tiles) < 17:
            continue
        rng.shuffle(tiles)
        flowers = tuple(t for t in tiles if t > Tile.P)
        held = [t for t in tiles if t <= Tile.P]
        try:
            return Hand(tuple(held[:-1]), (), flowers, held[-1]), count
        except RuleError:
            continue  # five of a kind


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    rules = get_rules("wu-joker")
    spent: dict[int, list[float]] = {}
    for _ in range(options.hands):
        hand, count = random_winning_hand(rng)
        begun = time.process_time()
        with contextlib.suppress(BelowMinimumError):
            rules.score(hand, Circumstances(self_draw=True, indicator=INDICATOR))
        spent.setdefault(count, []).append(time.process_time() - begun)
    for count, times in sorted(spent.items()):
        middle, worst = 1000 * statistics.median(times), 1000 * max(times)
        print(
            f"{count:2} jokers: {len(times):4} hands, median {middle:7.1f} ms, worst {worst:7.1f}"
        )
    every = [t for times in spent.values() for t in times]
    print(f"all: median {1000 * statistics.median(every):.1f} ms, worst {1000 * max(every):.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
