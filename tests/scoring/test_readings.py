"""Readings, waits and distance against slower ways to find the same."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import UNIT, Hand, count_of
from scoring.readings import NOWHERE, PAIR, PUNG, Reading, distance, readings, waits
from scoring.tiles import FACES, Tile, parse_tiles

SETS = [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7] + [(t, t, t) for t in range(34)]


def _packed(text: str) -> int:
    return sum(UNIT[tile] for tile in parse_tiles(text))


def _brute_splits(tiles: list[int], pairs: int = 1) -> set[tuple[tuple[int, ...], ...]]:
    """All ways to part sorted tiles into sets and one pair, by trying everything."""
    if not tiles:
        return {()} if not pairs else set()
    found = set()
    first = tiles[0]
    groups = [g for g in SETS if g[0] == first] + ([(first, first)] if pairs else [])
    for group in groups:
        rest = tiles.copy()
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        for more in _brute_splits(rest, pairs - (len(group) == 2)):
            found.add(tuple(sorted((group, *more))))
    return found


def _as_groups(reading: Reading) -> tuple[tuple[int, ...], ...]:
    groups: list[tuple[int, ...]] = []
    for code in reading.sets:
        groups.append((code - PUNG,) * 3 if code >= PUNG else (code, code + 1, code + 2))
    groups += [(pair, pair) for pair in reading.pairs]
    return tuple(sorted(groups))


def _random_win(rng: random.Random, sets: int, tiles: list[int]) -> list[int]:
    """Tiles of a complete hand, drawn from a few so that they can be read in many ways."""
    groups = [g for g in SETS if all(tile in tiles for tile in g)]
    while True:
        hand = [t for _ in range(sets) for t in rng.choice(groups)] + [rng.choice(tiles)] * 2
        if max(hand.count(t) for t in hand) <= 4:
            return sorted(hand)


@pytest.mark.parametrize("seed", range(60))
def test_twp02_all_readings_are_found(seed: int) -> None:
    rng = random.Random(seed)
    pool = rng.choice([list(range(9)), list(range(18, 26)), [*range(9, 15), 27, 31], [*range(34)]])
    tiles = _random_win(rng, rng.choice([2, 3, 4, 5]), pool)
    counts = sum(UNIT[tile] for tile in tiles)
    found = readings(counts, None, by_pairs=False)
    assert {_as_groups(reading) for reading in found} == _brute_splits(tiles)
    assert len(found) == len({_as_groups(reading) for reading in found})
    assert all(reading.win_set == NOWHERE for reading in found)
    win = FACES[rng.choice(tiles)]
    placed = {
        (groups, group) for groups in _brute_splits(tiles) for group in groups if win in group
    }
    assert len(readings(counts, win, by_pairs=False)) == len(placed)


def test_reading_names_its_sets() -> None:
    (reading,) = readings(_packed("123m 555p EE"), Tile.P5, by_pairs=False)
    assert reading.chows == (Tile.M1,)
    assert reading.pungs == (Tile.P5,)
    assert reading.win_set == PUNG + Tile.P5
    assert not reading.by_pairs


def test_the_winning_tile_is_placed_in_each_set_that_holds_it() -> None:
    places = {r.win_set for r in readings(_packed("123345m 33m"), Tile.M3, by_pairs=False)}
    assert places == {Tile.M1, Tile.M3, PAIR}


def test_tiles_at_the_ends_of_suits_do_not_mix() -> None:
    assert not readings(_packed("89m 1p EE"), Tile.P1, by_pairs=False)
    assert not readings(_packed("ESW CC"), Tile.E, by_pairs=False)
    assert not readings(_packed("11m 22p 33s EE"), Tile.E, by_pairs=False)
    assert [r.win_set for r in readings(_packed("789m 11p"), Tile.P1, by_pairs=False)] == [PAIR]


@pytest.mark.parametrize(
    ("tiles", "three"),
    [
        ("112233m 112233p 11222s", "2s"),
        ("1111m 2233m 112233p CCC", "C"),
        ("112233m 112233p 11223s", None),
        ("1112233m 112233p 1112s", None),
        ("1112223334455m 1122p", None),
    ],
)
def test_seven_pairs_and_three(tiles: str, three: str | None) -> None:
    found = [r for r in readings(_packed(tiles), None, by_pairs=True) if r.by_pairs]
    assert [reading.pungs for reading in found] == ([] if three is None else [(parse_tiles(three))])
    for reading in found:
        assert len(reading.pairs) == 7


def _all_waits(counts: int, held: int, by_pairs: bool) -> tuple[Tile, ...]:
    return tuple(
        tile
        for tile in FACES[:34]
        if count_of(held, tile) < 4 and readings(counts + UNIT[tile], None, by_pairs)
    )


@pytest.mark.parametrize("seed", range(150))
def test_waits_are_the_tiles_that_complete(seed: int) -> None:
    rng = random.Random(seed)
    pool = rng.choice([list(range(9)), [*range(9, 18), 27], [*range(34)], [*range(27, 34)]])
    tiles = _random_win(rng, rng.choice([0, 1, 2, 4, 5]), pool)
    for _ in range(rng.choice([1, 1, 2])):
        tiles.remove(rng.choice(tiles))
    if len(tiles) % 3 != 1:
        tiles.append(rng.choice([t for t in range(34) if tiles.count(t) < 4]))
    counts = sum(UNIT[tile] for tile in tiles)
    by_pairs = len(tiles) == 16
    assert waits(counts, counts, by_pairs) == _all_waits(counts, counts, by_pairs)


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("1112334456667788s", "2356789s"),
        ("112233m 112233p 1122s", "123m 123p 12s"),
        ("1122334455667788m", "12345678m"),
        ("224499p 33777s 1m EEEE", "1m"),
        ("33377p 116677s 555m FF", "5m 3p"),
        ("1111m 2222m 3333m 4444m", "5m"),
        ("13579m 13579p 13579s E", ""),
        ("112233m 112233p 1357s", ""),
    ],
)
def test_known_waits(tiles: str, expected: str) -> None:
    counts = _packed(tiles)
    assert waits(counts, counts, by_pairs=True) == parse_tiles(expected)


def test_a_tile_held_four_times_is_no_wait() -> None:
    hand = Hand.parse("23p EEE CCC 11s", ["kong 1111p", "pung NNN"])
    assert waits(hand.counts, hand.all_counts, by_pairs=False) == (Tile.P4,)


def _brute_distance(tiles: list[int], sets: int, held: dict[int, int]) -> int:
    """Try every goal that could keep one of the lowest six tiles, or nothing at all."""
    best = 99
    pool = [g for g in SETS if g[0] < 6] + [(27, 27, 27), (28, 28, 28)]
    for groups in product(pool, repeat=sets):
        for pair in (0, 1, 2, 3, 4, 5, 29):
            goal = [t for g in groups for t in g] + [pair] * 2
            if all(goal.count(t) + held.get(t, 0) <= 4 for t in set(goal)):
                kept = sum(min(goal.count(t), tiles.count(t)) for t in set(goal))
                best = min(best, len(goal) - kept)
    return best


@pytest.mark.parametrize("seed", range(40))
def test_distance_is_the_least_number_of_exchanges(seed: int) -> None:
    rng = random.Random(seed)
    wall = [t for t in range(6) for _ in range(4)]
    rng.shuffle(wall)
    sets = rng.choice([1, 2])
    tiles = wall[: 3 * sets + rng.choice([1, 2])]
    melded = {t: 3 for t in range(6) if tiles.count(t) <= 1 and rng.random() < 0.2}
    counts = sum(UNIT[tile] for tile in tiles)
    held = counts + sum(number * UNIT[tile] for tile, number in melded.items())
    assert distance(counts, held, sets, False) == _brute_distance(tiles, sets, melded)


@pytest.mark.parametrize(
    ("tiles", "sets", "by_pairs", "expected"),
    [
        ("123m 456m 789m 111p 222s EE", 5, True, 0),
        ("123m 456m 789m 111p 222s E", 5, True, 1),
        ("123m 456m 789m 111p 222s EN", 5, True, 1),
        ("123m 456m 789m 111p 22s 4s EN", 5, True, 2),
        ("EEE SSS WWW NNN CC 1m 9m 1p", 5, True, 2),
        ("112233m 557799p CC FF N", 5, True, 1),
        ("112233m 557799p CC FF N", 5, False, 3),
        ("1111m 3333m 5555p 77p 99p S", 5, True, 1),
        ("E", 0, False, 1),
        ("EN", 0, False, 1),
        ("EE", 0, False, 0),
        ("1m 4m 7m 1p 4p 7p 1s 4s 7s E S W N C F P", 5, True, 9),
        ("1m 4m 7m 1p 4p 7p 1s 4s 7s E S W N C F P", 5, False, 11),
    ],
)
def test_known_distances(tiles: str, sets: int, by_pairs: bool, expected: int) -> None:
    counts = _packed(tiles)
    assert distance(counts, counts, sets, by_pairs) == expected


def test_distance_needs_tiles_that_exist() -> None:
    # 23p with 1p and 4p all gone into kongs: not one tile away, though its shape looks ready.
    hand = Hand.parse("23p EEE CC", ["kong 1111p", "kong 4444p", "pung NNN"])
    assert waits(hand.counts, hand.all_counts, by_pairs=False) == ()
    assert distance(hand.counts, hand.all_counts, 2, False) == 2


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_distance_one_of_sixteen_means_ready(rng: random.Random) -> None:
    wall = [t for t in rng.sample(range(34), 8) for _ in range(4)]
    rng.shuffle(wall)
    counts = sum(UNIT[tile] for tile in wall[:16])
    ready = bool(waits(counts, counts, by_pairs=True))
    assert ready == (distance(counts, counts, 5, by_pairs=True) == 1)
