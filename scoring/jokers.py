"""Jokers (百搭): which tiles they are, and every way a hand with jokers is sets and a pair.

A joker stands for any tile but a flower, so five or more equal tiles are possible. Jokers are typed
and seen as the tiles they are; which tiles are jokers follows from the indicator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from scoring.hand import Circumstances
from scoring.tiles import DRAGONS, FACES, WINDS, Tile

FLOWERS: Final = frozenset(FACES[Tile.F1 :])
PUNG: Final = 34
"""A set is one number: the lowest tile of a chow, or `PUNG` and the tile of a pung."""
ALL_SETS: Final[tuple[int, ...]] = (
    *(tile for tile in range(27) if tile % 9 < 7),
    *range(PUNG, PUNG + 34),
)
_REMEMBERED: Final = 1 << 14
"""Shapes of a suit that are kept: some thousand in an evening; the bound is for a server."""


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


def jokers_in(circumstances: Circumstances) -> frozenset[Tile]:
    """The jokers that an indicator names; none without one."""
    return frozenset() if circumstances.indicator is None else jokers_of(circumstances.indicator)


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


class Part(NamedTuple):
    """Sets that hold real tiles; what is missing is made of jokers alone."""

    sets: tuple[int, ...]
    pair: int
    """-1: of jokers alone."""


class _Way(NamedTuple):
    """How the real tiles of one suit lie in sets: jokers used, the sets, the pair or -1."""

    jokers: int
    sets: tuple[int, ...]
    pair: int


def splits(real: Sequence[int], jokers: int, sets: int) -> frozenset[Split]:
    """Every way that real tiles and jokers are so many sets and a pair, each once.

    Args:
        real: tiles that are no jokers, below 34.
        jokers: how many jokers.
        sets: how many sets the concealed tiles make.
    """
    found: set[Split] = set()
    for part in parts(real, jokers, sets):
        pairs = range(34) if part.pair < 0 else (part.pair,)
        for more in combinations_with_replacement(ALL_SETS, sets - len(part.sets)):
            made = tuple(sorted((*part.sets, *more)))
            found.update(Split(made, pair) for pair in pairs)
    return frozenset(found)


def parts(real: Sequence[int], jokers: int, sets: int) -> Iterator[Part]:
    """As `splits`, with sets and pairs of jokers alone left open; each once."""
    if len(real) + jokers != 3 * sets + 2:
        return
    counts: dict[int, int] = {}
    for tile in real:
        counts[tile] = counts.get(tile, 0) + 1
    by_suit: list[list[tuple[int, int]]] = [[], [], [], []]
    for tile, count in sorted(counts.items()):
        by_suit[min(3, tile // 9)].append((tile, count))
    ways = [sorted(_ways(tuple(own), jokers, sets, True)) for own in by_suit]

    def join(suit: int, left: int, room: int, made: tuple[int, ...], pair: int) -> Iterator[Part]:
        if suit == 4:
            # What is left of the jokers is just the sets, and the pair if there is none.
            yield Part(made, pair)
            return
        for way in ways[suit]:
            if way.jokers > left:
                break
            if len(way.sets) > room or (pair >= 0 and way.pair >= 0):
                continue
            yield from join(
                suit + 1,
                left - way.jokers,
                room - len(way.sets),
                (*made, *way.sets),
                max(pair, way.pair),
            )

    yield from join(0, jokers, sets, (), -1)


@lru_cache(maxsize=_REMEMBERED)
def _ways(real: tuple[tuple[int, int], ...], jokers: int, sets: int, pair: bool) -> frozenset[_Way]:
    """Every way that the tiles of a suit lie in sets, with no more jokers and sets than these."""
    if not real:
        return frozenset({_Way(0, (), -1)})
    out: set[_Way] = set()
    tile, count = real[0]
    for taken, code in _sets_with(real) if sets else ():
        used = 3 - sum(number for _, number in taken)
        if used <= jokers:
            for rest in _ways(_less(real, taken), jokers - used, sets - 1, pair):
                made = tuple(sorted((*rest.sets, code)))
                out.add(_Way(rest.jokers + used, made, rest.pair))
    for own in range(1, min(count, 2) + 1) if pair else ():
        if 2 - own <= jokers:
            for rest in _ways(_less(real, ((tile, own),)), jokers - 2 + own, sets, False):
                out.add(_Way(rest.jokers + 2 - own, rest.sets, tile))
    return frozenset(out)


def _sets_with(
    real: tuple[tuple[int, int], ...],
) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """The sets that hold the lowest tile: the real tiles they take, and which they are."""
    tile, count = real[0]
    for own in range(1, min(count, 3) + 1):
        yield ((tile, own),), PUNG + tile
    held = dict(real)
    for start in _starts(tile):
        others = [t for t in (start, start + 1, start + 2) if t != tile and held.get(t)]
        for mask in range(1 << len(others)):
            used = [t for i, t in enumerate(others) if mask >> i & 1]
            yield ((tile, 1), *((t, 1) for t in used)), start


def _starts(tile: int) -> range:
    """Lowest tiles of the chows that a tile can be in."""
    if tile >= Tile.E:
        return range(0)
    rank = tile % 9
    return range(tile - rank + max(0, rank - 2), tile - rank + min(6, rank) + 1)


def _less(
    real: tuple[tuple[int, int], ...], taken: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    gone = dict(taken)
    rest = ((tile, count - gone.get(tile, 0)) for tile, count in real)
    return tuple((tile, count) for tile, count in rest if count)


# --- what completes a hand ----------------------------------------------------------------------


def complete(real: Sequence[int], sets: int) -> bool:
    """Whether all these tiles find a place in so many sets and a pair, jokers for the rest."""
    return _fit([_fewest_of(real, suit) for suit in range(4)], sets)


def completing(real: Sequence[int], sets: int) -> set[int]:
    """The tiles with which these find a place in so many sets and a pair, jokers for the rest."""
    known = [_fewest_of(real, suit) for suit in range(4)]
    found: set[int] = set()
    for tile in range(34):
        suit = min(3, tile // 9)
        one = _fewest_of((*real, tile), suit)
        if _fit([one if other == suit else known[other] for other in range(4)], sets):
            found.add(tile)
    return found


def _fit(fewest: Sequence[tuple[int, int]], sets: int) -> bool:
    """Whether the suits, given the fewest sets without and with a pair, fit into so many sets."""
    without = sum(alone for alone, _ in fewest)
    return without - max(alone - paired for alone, paired in fewest) <= sets


def _fewest_of(real: Sequence[int], suit: int) -> tuple[int, int]:
    first = 9 * suit
    counts = tuple(real.count(first + rank) for rank in range(9 if suit < 3 else 7))
    return _fewest(suit < 3, counts, False), _fewest(suit < 3, counts, True)


@lru_cache(maxsize=_REMEMBERED)
def _fewest(runs: bool, counts: tuple[int, ...], pair: bool) -> int:
    """The fewest sets, beside a pair or without one, that hold all tiles of a suit.

    Fewer tiles never need more sets, so each set takes all that it can hold.
    """
    rank = next((rank for rank, count in enumerate(counts) if count), None)
    if rank is None:
        return 0
    ways = [((rank,) * min(3, counts[rank]), pair, 1)]
    if pair:
        ways.append(((rank,) * min(2, counts[rank]), False, 0))
    for start in range(max(0, rank - 2), min(6, rank) + 1) if runs else ():
        chow = tuple(r for r in range(start, start + 3) if counts[r])
        ways.append((chow, pair, 1))
    best = 99
    for taken, left, cost in ways:
        rest = tuple(count - taken.count(r) for r, count in enumerate(counts))
        best = min(best, cost + _fewest(runs, rest, left))
    return best


# --- how much of a hand is of use ---------------------------------------------------------------


def kept(real: Sequence[int], sets: int) -> int:
    """The most of these tiles that can be part of so many sets and a pair, jokers for the rest.

    A hand of these tiles and jokers is complete when all are of use; else as many tiles as are
    left over must be exchanged. Five and more of a tile are possible.
    """
    best: dict[tuple[int, int], int] = {(0, 0): 0}
    for suit in range(4):
        first = 9 * suit
        counts = tuple(real.count(first + rank) for rank in range(9 if suit < 3 else 7))
        if not any(counts):
            continue
        joined = dict(best)
        for (n, p), tiles in best.items():
            for (m, q), more in _suit_kept(suit < 3, counts, sets).items():
                if n + m <= sets and p + q <= 1:
                    key = (n + m, p + q)
                    joined[key] = max(joined.get(key, 0), tiles + more)
        best = joined
    return max(best.values())


_PUNGS_AND_PAIRS: Final = tuple((pungs, pair) for pungs in range(3) for pair in range(2))
"""Of one rank: four real tiles are spread over no more than two pungs."""


@lru_cache(maxsize=_REMEMBERED)
def _suit_kept(runs: bool, counts: tuple[int, ...], most: int) -> dict[tuple[int, int], int]:
    """For every number of sets and pairs: the most tiles of a suit that can be part of them."""
    # State: sets, pairs, chows that began one rank and two ranks below.
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    for rank, have in enumerate(counts):
        following: dict[tuple[int, int, int, int], int] = {}
        chows = range(most + 1 if runs and rank <= 6 else 1)
        for (n, p, one, two), tiles in states.items():
            for begun in chows:
                for pungs, pair in _PUNGS_AND_PAIRS:
                    if n + begun + pungs > most or p + pair > 1:
                        continue
                    need = one + two + begun + 3 * pungs + 2 * pair
                    state = (n + begun + pungs, p + pair, begun, one)
                    value = tiles + min(have, need)
                    if value > following.get(state, -1):
                        following[state] = value
        states = following
    out: dict[tuple[int, int], int] = {}
    for (n, p, _, _), tiles in states.items():
        out[n, p] = max(out.get((n, p), 0), tiles)
    return out


def kept_by_pairs(real: Sequence[int]) -> int:
    """As `kept`, for seven pairs and three equal tiles (嚦咕嚦咕)."""
    counts = [real.count(tile) for tile in set(real)]
    best = 0
    for index, number in enumerate([*counts, 0]):
        rest = [c for i, c in enumerate(counts) if i != index]
        spare = max(0, number - 3)
        pairs = [min(2, c - 2 * i) for c in [*rest, spare] for i in range((c + 1) // 2)]
        best = max(best, min(number, 3) + sum(sorted(pairs, reverse=True)[:7]))
    return best


ORPHANS: Final = (*(t for t in range(27) if t % 9 in (0, 8)), *range(27, 34))
"""Ones, nines and honours."""


_IS_ORPHAN: Final = tuple(tile in ORPHANS for tile in range(34))
_NEEDS: Final = tuple(
    tuple((tile, tiles_of(code).count(tile)) for tile in sorted(set(tiles_of(code))))
    for code in ALL_SETS
)
"""Of each set, its tiles and how many of each."""


def kept_of_orphans(real: Sequence[int]) -> int:
    """As `kept`, for 十三么: every one, nine and honour, one of them twice, and a set."""
    counts = [real.count(tile) for tile in range(34)]
    single = sum(counts[tile] > 0 for tile in ORPHANS)
    pairs = sum(counts[tile] > 1 for tile in ORPHANS)
    best = 0
    for needs in _NEEDS:
        held, alone, double = 0, single, pairs
        for tile, number in needs:
            have = counts[tile]
            if have:
                taken = min(number, have)
                held += taken
                if _IS_ORPHAN[tile]:
                    alone -= taken == have
                    double -= (have > 1) - (have - taken > 1)
        best = max(best, held + alone + (double > 0))
    return best


_APART: Final = tuple((a, b, c) for a in range(3) for b in range(a + 3, 6) for c in range(b + 3, 9))
"""Three ranks of which no two can be in a chow."""


def kept_apart(real: Sequence[int]) -> int:
    """As `kept`, for 十六不搭: three tiles of each suit far apart, all honours, one twice."""
    chosen = [tile for tile in range(27, 34) if tile in real]
    for suit in range(3):
        rows = [[9 * suit + r for r in ranks if 9 * suit + r in real] for ranks in _APART]
        ranked = [(len(row), any(real.count(t) > 1 for t in row), row) for row in rows]
        chosen += max(ranked)[2]
    return len(chosen) + any(real.count(tile) > 1 for tile in chosen)
