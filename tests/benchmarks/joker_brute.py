"""The joker game's search against a plain brute force.

    python -m tests.benchmarks.joker_brute [--hands 3000] [--seed 1]

Random winning hands with up to two jokers in hand. The brute force lets every joker stand for
every tile, splits the tiles into sets and a pair in every way, puts the winning tile into every
set that has it, and takes the highest total. It shares nothing with the search but what a fixed
interpretation is worth. Prints how many hands agree; exit code 1 if one does not.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from scoring.errors import BelowMinimumError, RuleError
from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.jokers import ALL_SETS, PUNG, jokers_of, tiles_of
from scoring.tiles import FACES, Tile
from scoring.wu_joker import WuJoker, _Facts, _Held, _Way
from scoring.wu_joker_items import PAIR
from scoring.wu_joker_rules import WuJokerRules

INDICATORS = (Tile.P7, Tile.P, Tile.S, Tile.F7)


def split_plainly(tiles: tuple[int, ...], sets: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way that sorted tiles are so many sets and a pair."""
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for made in _sets_plainly(rest):
                yield tuple(sorted(made)), pair


def _sets_plainly(tiles: list[int]) -> Iterator[tuple[int, ...]]:
    """The lowest tile is one of three equal ones, or it begins a chow."""
    if not tiles:
        yield ()
        return
    first = tiles[0]
    for code in (PUNG + first, first):
        if code not in ALL_SETS:
            continue
        rest = list(tiles)
        for tile in tiles_of(code):
            if tile not in rest:
                break
            rest.remove(tile)
        else:
            for more in _sets_plainly(rest):
                yield (code, *more)


def brute_force(rules: WuJoker, hand: Hand, circumstances: Circumstances) -> int:
    """The highest total of all interpretations, found the long way."""
    held, facts = rules.with_indicator(circumstances.indicator)._read(hand, circumstances)
    best = -1
    meanings = list(product(*(codes for _, codes in held.melds)))
    seen: set[tuple[tuple[int, ...], int]] = set()
    for stand in combinations_with_replacement(range(34), held.jokers):
        tiles = tuple(sorted((*held.real, *stand)))
        seen.update(split_plainly(tiles, held.own))
    for sets, pair in seen:
        for meaning in meanings:
            best = max(best, _worth(held, facts, _Way((*sets, *meaning), pair)))
    shape = rules.with_indicator(circumstances.indicator)._shape_scores(held, facts, hand)
    return best if shape is None else max(best, shape.total)


def _worth(held: _Held, facts: _Facts, way: _Way) -> int:
    """The best place of the winning tile, every option of every group tried."""
    groups, items = facts._found(held, way)
    lie = facts.lie(held)
    items += facts._laid(held, lie, way)
    totals = []
    for at in (*range(held.own), PAIR):
        group = (way.pair,) if at == PAIR else tiles_of(way.sets[at])
        made = Counter(t for c in way.sets[: held.own] for t in tiles_of(c)) + Counter(
            {way.pair: 2}
        )
        spare = made - Counter(held.real)
        if not (set(group) & set(spare) if held.win_is_joker else held.win in group):
            continue
        there = facts._free(lie, at)
        total = 0
        for found in (*items, *facts._wait_form(held, way, at)):
            total += found.at(there.level(found.parts))
        for options in groups:
            total += max(sum(f.at(there.level(f.parts)) for f in option) for option in options)
        totals.append(total)
    return max(totals)


def random_hand(rng: random.Random, most: int) -> tuple[Hand, Circumstances]:
    """A complete hand with up to so many jokers and some sets on the table.

    Raises:
        RuleError: the tiles cannot be; try again.
    """
    indicator = rng.choice(INDICATORS)
    jokers = jokers_of(indicator)
    # Few suits, so that sets touch and repeat.
    suit = rng.randrange(3)
    plainly = [c for c in ALL_SETS if not jokers & {FACES[t] for t in tiles_of(c)}]
    near = [c for c in plainly if all(t // 9 in (suit, 3) for t in tiles_of(c))]
    codes = near if rng.random() < 0.6 else plainly
    sets = [rng.choice(codes) for _ in range(5)]
    pair = rng.choice([c - PUNG for c in codes if c >= PUNG])
    on_table = rng.choice((0, 0, 1, 2, 3, 5))
    plain = sorted(tile for tile in jokers if tile <= Tile.P)
    number = rng.randint(0, most)
    melds = []
    for code in sets[5 - on_table :]:
        tiles = [FACES[t] for t in tiles_of(code)]
        kind = MeldKind.CHOW if code < PUNG else MeldKind.PUNG
        if code >= PUNG and rng.random() < 0.3:
            kind = rng.choice((MeldKind.KONG, MeldKind.CONCEALED_KONG))
            tiles.append(tiles[0])
        elif number and rng.random() < 0.3:
            tiles[rng.randrange(3)] = rng.choice(plain)
            number -= 1
        melds.append(Meld.with_jokers(kind, tiles, jokers))
    meant = [FACES[t] for c in sets[: 5 - on_table] for t in tiles_of(c)] + [FACES[pair]] * 2
    rng.shuffle(meant)
    for index in range(min(number, len(meant))):
        meant[index] = rng.choice(plain)
    rng.shuffle(meant)
    hand = Hand(tuple(meant[:-1]), tuple(melds), (), meant[-1])
    facts = Circumstances(
        seat=rng.choice((Tile.E, Tile.S)),
        self_draw=True,
        riichi=rng.random() < 0.2,
        indicator=indicator,
    )
    return hand, facts


def agree(rng: random.Random, most: int, rules: WuJoker) -> bool | None:
    """Whether search and brute force agree on a random hand; None if none came about."""
    try:
        hand, circumstances = random_hand(rng, most)
        found = rules.score(hand, circumstances).total
    except BelowMinimumError as error:
        found = int(str(error.params["total"]))
    except RuleError:
        return None
    expected = brute_force(rules, hand, circumstances)
    if found != expected:
        print(f"{hand} {circumstances}: search {found}, brute force {expected}")
    return found == expected


def main() -> int:
    """Run and print; exit code 1 if a hand disagrees."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    rules = WuJoker("wu-joker", WuJokerRules())
    results: Counter[bool] = Counter()
    while results.total() < options.hands:
        result = agree(rng, rng.choice((0, 1, 1, 1, 2)), rules)
        if result is not None:
            results[result] += 1
    print(f"{results[True]} of {results.total()} hands agree")
    return 1 if results[False] else 0


if __name__ == "__main__":
    sys.exit(main())
