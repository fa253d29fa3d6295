"""Jokers (百搭): which tiles they are, and every way a hand with jokers is sets and a pair.

A joker stands for any tile but a flower, so five or more equal tiles are possible. Jokers are typed
and seen as the tiles they are; which tiles are jokers follows from the indicator.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from scoring.tiles import DRAGONS, FACES, WINDS, Tile

FLOWERS: Final = frozenset(FACES[Tile.F1 :])
PUNG: Final = 34
"""A set is one number: the lowest tile of a chow, or `PUNG` and the tile of a pung."""
ALL_SETS: Final[tuple[int, ...]] = (
    *(tile for tile in range(27) if tile % 9 < 7),
    *range(PUNG, PUNG + 34),
)


def jokers_of(indicator: Tile) -> frozenset[Tile]:
    """The faces that are jokers beside the indicator (WU16-03).

    A number: that number of all suits; a dragon: the dragons; a wind: the winds; a flower: its
    number of all suits and all flowers.
    """
    if indicator in DRAGONS:
        return frozenset(DRAGONS)
    if indicator in WINDS:
        return frozenset(WINDS)
    flower = indicator >= Tile.F1
    rank = (indicator - Tile.F1) % 4 if flower else indicator % 9
    suits = frozenset(FACES[rank + 9 * suit] for suit in range(3))
    return suits | FLOWERS if flower else suits


def joker_count(indicator: Tile) -> int:
    """How many jokers are in the game, the indicator itself lying open: 11, 15 or 19 (WU16-03)."""
    return sum(1 if tile >= Tile.F1 else 4 for tile in jokers_of(indicator)) - 1


def tiles_of(code: int) -> tuple[int, int, int]:
    """The three tiles of a set."""
    return (code - PUNG,) * 3 if code >= PUNG else (code, code + 1, code + 2)


class Split(NamedTuple):
    """One way that concealed tiles are sets and a pair."""

    sets: tuple[int, ...]
    """Sorted."""
    pair: int


class _Part(NamedTuple):
    """Sets that hold real tiles, and how many more are made of jokers alone."""

    sets: tuple[int, ...]
    pair: int  # -1: of jokers alone


def splits(real: tuple[int, ...], jokers: int, sets: int) -> frozenset[Split]:
    """Every way that real tiles and jokers are so many sets and a pair, each once.

    Args:
        real: tiles that are no jokers, sorted, below 34.
        jokers: how many jokers.
        sets: how many sets the concealed tiles make.
    """
    if len(real) + jokers != 3 * sets + 2:
        return frozenset()
    found: set[Split] = set()
    for part in parts(real, jokers, sets):
        free = sets - len(part.sets)
        pairs = range(34) if part.pair < 0 else (part.pair,)
        for more in combinations_with_replacement(ALL_SETS, free):
            made = tuple(sorted((*part.sets, *more)))
            found.update(Split(made, pair) for pair in pairs)
    return frozenset(found)


def parts(real: tuple[int, ...], jokers: int, sets: int) -> frozenset[_Part]:
    """As `splits`, with sets and pairs of jokers alone left open."""
    counts: dict[int, int] = {}
    for tile in real:
        counts[tile] = counts.get(tile, 0) + 1
    return _parts(tuple(sorted(counts.items())), jokers, sets, True)


@lru_cache(maxsize=1 << 14)
def _parts(
    real: tuple[tuple[int, int], ...], jokers: int, sets: int, pair: bool
) -> frozenset[_Part]:
    if not real:
        return frozenset({_Part((), -1)} if jokers == 3 * sets + 2 * pair else ())
    out: set[_Part] = set()
    tile, count = real[0]
    if sets:
        for own in range(1, min(count, 3) + 1):
            if jokers >= 3 - own:
                for rest in _parts(_less(real, ((tile, own),)), jokers - 3 + own, sets - 1, pair):
                    out.add(_Part(tuple(sorted((*rest.sets, PUNG + tile))), rest.pair))
        for start in _starts(tile):
            others = [t for t in (start, start + 1, start + 2) if t != tile]
            have = dict(real)
            for mask in range(4):
                used = [t for i, t in enumerate(others) if mask >> i & 1]
                if any(not have.get(t) for t in used) or jokers < 2 - len(used):
                    continue
                taken = ((tile, 1), *((t, 1) for t in used))
                for rest in _parts(_less(real, taken), jokers - 2 + len(used), sets - 1, pair):
                    out.add(_Part(tuple(sorted((*rest.sets, start))), rest.pair))
    if pair:
        for own in range(1, min(count, 2) + 1):
            if jokers >= 2 - own:
                for rest in _parts(_less(real, ((tile, own),)), jokers - 2 + own, sets, False):
                    out.add(_Part(rest.sets, tile))
    return frozenset(out)


def _starts(tile: int) -> range:
    """Lowest tiles of the chows that a tile can be in."""
    if tile >= Tile.E:
        return range(0)
    rank = tile % 9
    low, high = max(0, rank - 2), min(6, rank)
    return range(tile - rank + low, tile - rank + high + 1)


def _less(
    real: tuple[tuple[int, int], ...], taken: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    gone = dict(taken)
    rest = ((tile, count - gone.get(tile, 0)) for tile, count in real)
    return tuple((tile, count) for tile, count in rest if count)


def fits(real: tuple[int, ...], jokers: int, sets: int) -> bool:
    """Whether real tiles, sorted, and jokers are so many sets and a pair."""
    if len(real) + jokers != 3 * sets + 2:
        return False
    counts: dict[int, int] = {}
    for tile in real:
        counts[tile] = counts.get(tile, 0) + 1
    return _fits(tuple(counts.items()), jokers, True)


@lru_cache(maxsize=1 << 16)
def _fits(real: tuple[tuple[int, int], ...], jokers: int, pair: bool) -> bool:
    """Whether the lowest tile finds a place, and then all others; fewest jokers first."""
    if not real:
        return jokers % 3 == (2 if pair else 0)
    tile, count = real[0]
    have = dict(real)
    for start in _starts(tile):
        others = [t for t in (start, start + 1, start + 2) if t != tile]
        for mask in (3, 2, 1, 0):
            used = [t for i, t in enumerate(others) if mask >> i & 1]
            if jokers < 2 - len(used) or any(not have.get(t) for t in used):
                continue
            taken = ((tile, 1), *((t, 1) for t in used))
            if _fits(_less(real, taken), jokers - 2 + len(used), pair):
                return True
    for size in (3, 2) if pair else (3,):
        for own in range(min(count, size), 0, -1):
            left = jokers - size + own
            if left >= 0 and _fits(_less(real, ((tile, own),)), left, pair and size == 3):
                return True
    return False
