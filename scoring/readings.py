"""All ways to read a hand as sets and pairs, what it waits for, and how far it is from a win.

Everything works on packed counts (`scoring.hand.UNIT`) and one suit at a time: suits do not mix in
a set, so a hand is the product of its suits. What one suit can be is remembered (the same suit
shape comes back in hand after hand), whole hands are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.hand import BITS, UNIT, count_of
from scoring.tiles import FACES, Tile

PUNG: Final = 64
"""A set is one integer: the lowest tile of a chow, or `PUNG` + tile for three equal tiles."""
PAIR: Final = -1
"""`Reading.win_set` when the winning tile completed the pair (or a pair of seven)."""
NOWHERE: Final = -2
"""`Reading.win_set` of a hand that was complete as dealt, so that no tile completed it."""

_SUIT_BITS: Final = 9 * BITS
_SUIT_SHIFTS: Final = (0, _SUIT_BITS, 2 * _SUIT_BITS, 3 * _SUIT_BITS)
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
# A suit's counts in their place. They are not shifted down, so one integer says which suit, too.
_IN_0, _IN_1, _IN_2, _IN_3 = (_SUIT_MASK << shift for shift in _SUIT_SHIFTS)
_ODD: Final = sum(UNIT)
# A club's evening meets a few thousand suit shapes; the bound only keeps a server's memory finite.
_REMEMBERED: Final = 1 << 16


class Reading(NamedTuple):
    """One way to read the concealed tiles with the winning tile.

    Melds are not repeated here. The usual shape has one pair; seven pairs and three equal tiles
    (嚦咕嚦咕) has seven, and four equal tiles are then two pairs.
    """

    sets: tuple[int, ...]
    pairs: tuple[int, ...]
    win_set: int
    """The set that the winning tile completed, or `PAIR`, or `NOWHERE`."""

    @property
    def pungs(self) -> tuple[Tile, ...]:
        """The tiles of which this reading has three."""
        return tuple(FACES[code - PUNG] for code in self.sets if code >= PUNG)

    @property
    def chows(self) -> tuple[Tile, ...]:
        """The lowest tile of each chow."""
        return tuple(FACES[code] for code in self.sets if code < PUNG)

    @property
    def by_pairs(self) -> bool:
        """Whether this is the shape of seven pairs and three equal tiles."""
        return len(self.pairs) > 1


_CHOW: Final = UNIT[0] + UNIT[1] + UNIT[2]
_NEAR: Final = tuple(
    tuple(
        sum(63 << BITS * other for other in range(9) if abs(other - rank) <= (2 if runs else 0))
        for rank in range(9)
    )
    for runs in (False, True)
)
"""For suits without and with chows: the counts that a rank can form a set or a pair with."""

_RANKS_1: Final = sum(63 << BITS * rank for rank in (1, 4, 7))
_RANKS_2: Final = sum(63 << BITS * rank for rank in (2, 5, 8))

Split = tuple[tuple[int, ...], tuple[int, ...]]
"""Sets and pairs, before the winning tile is placed."""


@lru_cache(maxsize=_REMEMBERED)
def suit_splits(counts: int) -> tuple[Split, ...]:
    """All ways to split the tiles of one suit into sets and at most one pair.

    `counts` are packed as for a whole hand, with nothing outside the suit.
    """
    suit = max(0, counts.bit_length() - 1) // _SUIT_BITS
    first = 9 * suit
    return tuple(
        [
            (tuple([first + code for code in sets]), tuple([first + tile for tile in pairs]))
            for sets, pairs in _shape_splits(suit < 3, counts >> _SUIT_SHIFTS[suit])
        ]
    )


@lru_cache(maxsize=_REMEMBERED)
def suit_waits(counts: int) -> tuple[Tile, ...]:
    """The tiles that make an unfinished suit complete. `counts` as for `suit_splits`."""
    suit = (counts.bit_length() - 1) // _SUIT_BITS
    first = 9 * suit
    return tuple(
        [FACES[first + rank] for rank in _shape_waits(suit < 3, counts >> _SUIT_SHIFTS[suit])]
    )


@lru_cache(maxsize=_REMEMBERED)
def _shape_waits(runs: bool, key: int) -> list[int]:
    """`suit_waits` with the suit shifted down to rank 0; `runs` is false for honours."""
    # A tile can only complete a set or a pair with one that is at most two away.
    near = [rank for rank in range(9) if key & _NEAR[runs][rank]]
    if key % 3 == 2:  # 3n+2 tiles: the new one completes a set
        return [rank for rank in near if _only_sets(runs, key + UNIT[rank])]
    waits = []
    for rank in near:  # 3n+1 tiles: with the new one, there is a pair as well
        whole = key + UNIT[rank]
        for pair in _pair_ranks(runs, whole):
            if _only_sets(runs, whole - 2 * UNIT[pair]):
                waits.append(rank)
                break
    return waits


def _pair_ranks(runs: bool, key: int) -> list[int]:
    """The ranks of which a suit of 3n+2 tiles may have its pair.

    The ranks of a set add up to a multiple of 3, which leaves every third rank for the pair.
    (Honours are not in order, so any.)
    """
    if not runs:
        return [rank for rank in range(7) if key >> BITS * rank & 62]
    # Digits of base 64 add up to the remainder by 63. Twice the rank must leave what is left.
    ranks = (key & _RANKS_1) % 63 + 2 * ((key & _RANKS_2) % 63)
    return [rank for rank in range(2 * ranks % 3, 9, 3) if key >> BITS * rank & 62]


def _only_sets(runs: bool, key: int) -> bool:
    """Whether a suit is sets and nothing else.

    Three equal chows are also three pungs, so the lowest tile begins as many chows as its number
    leaves over after taking threes, and no choice has to be tried.
    """
    while key:
        chows = (key & 63) % 3
        if chows:
            if not runs or key >> BITS & 63 < chows or key >> 2 * BITS & 63 < chows:
                return False
            key -= chows * _CHOW
        key >>= BITS
    return True


@lru_cache(maxsize=_REMEMBERED)
def _shape_splits(runs: bool, key: int) -> list[Split]:
    """`suit_splits` with the suit shifted down to rank 0; `runs` is false for honours."""
    found: list[Split] = []
    remainder = key % 3
    if not remainder:
        _split(runs, key, 0, (), (), found)
    elif remainder == 2:
        for pair in _pair_ranks(runs, key):
            _split(runs, key - 2 * UNIT[pair], 0, (), (pair,), found)
    return found


def _split(
    runs: bool,
    key: int,
    rank: int,
    sets: tuple[int, ...],
    pairs: tuple[int, ...],
    found: list[Split],
) -> None:
    """Take away the lowest tiles, rank after rank: one pung or none, and the rest as chows."""
    while key:
        count = key & 63
        if count:
            if count >= 3:
                _split(runs, key - 3, rank, (*sets, PUNG + rank), pairs, found)
            if not runs or key >> BITS & 63 < count or key >> 2 * BITS & 63 < count:
                return
            key -= count * _CHOW
            sets += (rank,) * count
        key >>= BITS
        rank += 1
    found.append((tuple(sorted(sets)), pairs))


def splits(counts: int) -> list[Split]:
    """All ways to split concealed tiles into sets and exactly one pair."""
    whole: Sequence[Split] = ()
    for suit in (counts & _IN_0, counts & _IN_1, counts & _IN_2, counts & _IN_3):
        if not suit:
            continue
        some = suit_splits(suit)
        if not some:
            return []
        if not whole:
            whole = some
        elif len(whole) == len(some) == 1:  # most hands, and quicker without a loop
            (sets, pairs), (more, others) = whole[0], some[0]
            whole = ((sets + more, pairs + others),)
        else:
            whole = [(s + t, p + q) for s, p in whole for t, q in some]
    # Whether a suit has a pair follows from its size, so all splits of a suit agree on it.
    return list(whole) if whole and len(whole[0][1]) == 1 else []


def pairs_split(counts: int) -> Split | None:
    """Seventeen tiles as seven pairs and three equal tiles, or None. Never more than one way."""
    odd = counts & _ODD
    if odd.bit_count() != 1:
        return None
    three = odd.bit_length() // BITS
    if count_of(counts, three) != 3:
        return None
    rest = counts - 3 * UNIT[three]
    pairs = tuple(tile for tile in range(34) for _ in range(count_of(rest, tile) // 2))
    return ((PUNG + three,), pairs) if len(pairs) == 7 else None


def readings(counts: int, win: Tile | None, by_pairs: bool) -> list[Reading]:
    """All readings of a complete hand, sets and a pair (TW-P-02); empty if it is not complete.

    Args:
        counts: concealed tiles with the winning tile (17 less three for each meld).
        win: the winning tile; None if the hand was complete as dealt.
        by_pairs: also read seven pairs and three equal tiles.
    """
    found = splits(counts)
    if by_pairs and (split := pairs_split(counts)) is not None:
        found.append(split)
    if win is None:
        return [Reading(sets, pairs, NOWHERE) for sets, pairs in found]
    placed: list[Reading] = []
    tile = int(win)  # plain integers compare faster
    pung = PUNG + tile
    lowest = tile - 2
    for sets, pairs in found:
        before = NOWHERE
        for code in sets:  # sorted within a suit, so equal sets are neighbours
            # The last chow of a suit begins three below the next suit, and honours have no chows,
            # so a chow that begins within two below always holds the tile.
            if (lowest <= code <= tile or code == pung) and code != before:
                placed.append(Reading(sets, pairs, code))
                before = code
        if tile in pairs:
            placed.append(Reading(sets, pairs, PAIR))
    return placed


def waits(counts: int, held: int, by_pairs: bool) -> tuple[Tile, ...]:
    """The tiles that complete a hand, in tile order.

    A tile of which the player holds all four is none: nobody can draw or discard a fifth.

    Args:
        counts: concealed tiles without the winning tile.
        held: `counts` and the melds.
        by_pairs: also wait for seven pairs and three equal tiles.
    """
    found: tuple[Tile, ...] = ()
    unfinished = []
    for suit in (counts & _IN_0, counts & _IN_1, counts & _IN_2, counts & _IN_3):
        # Each count is a digit of base 64, so these agree with the number of tiles modulo 3.
        if suit % 3:
            unfinished.append(suit)
        elif suit and not suit_splits(suit):
            break
    else:
        # One tile less than complete is 3n+1 tiles. So the missing tile goes into the only suit
        # of 3n+1 tiles (which gets the pair), or into one of two suits of 3n+2 (the other has
        # the pair).
        if len(unfinished) == 1:
            found = suit_waits(unfinished[0])
        elif len(unfinished) == 2:
            low, high = unfinished
            if suit_splits(high):
                found = suit_waits(low)
            if suit_splits(low):
                found += suit_waits(high)
    if by_pairs and (more := _pairs_waits(counts)):
        found = tuple(sorted({*found, *more}))
    if held + _WITH_FOUR & _FOURS:
        return tuple(tile for tile in found if count_of(held, tile) < 4)
    return found


# Adding 28 to a six-bit count sets its highest bit exactly when the count is at least 4.
_WITH_FOUR: Final = 28 * _ODD
_FOURS: Final = 32 * _ODD


def _pairs_waits(counts: int) -> list[Tile]:
    """Waits of sixteen tiles for seven pairs and three equal tiles."""
    odd = counts & _ODD
    if odd.bit_count() not in (0, 2):
        return []
    held = [tile for tile in FACES[:34] if count_of(counts, tile)]
    found = []
    for tile in held:
        if pairs_split(counts + UNIT[tile]) is not None and count_of(counts, tile) < 4:
            found.append(tile)
    return found


def distance(counts: int, held: int, sets: int, by_pairs: bool) -> int:
    """The least number of tiles to exchange or draw until the concealed tiles are complete.

    Args:
        counts: concealed tiles, with the winning tile if there is one.
        held: `counts` and the melds; no reading may need a fifth tile of a kind.
        sets: how many sets the concealed tiles must form, besides the pair.
        by_pairs: also aim at seven pairs and three equal tiles.
    """
    # best[n][p]: most tiles kept when the suits so far form n sets and p pairs.
    best: dict[tuple[int, int], int] = {(0, 0): 0}
    for suit, shift in enumerate(_SUIT_SHIFTS):
        melded = held - counts >> shift & _SUIT_MASK
        kept = _suit_kept(suit < 3, counts >> shift & _SUIT_MASK, melded, sets)
        joined: dict[tuple[int, int], int] = {}
        for (n, p), tiles in best.items():
            for (m, q), more in kept.items():
                if n + m <= sets and p + q <= 1:
                    key = (n + m, p + q)
                    joined[key] = max(joined.get(key, 0), tiles + more)
        best = joined
    need = 3 * sets + 2
    missing = need - best[sets, 1]
    if by_pairs:
        missing = min(missing, need - _pairs_kept(counts))
    return missing


@lru_cache(maxsize=1 << 12)
def _suit_kept(runs: bool, key: int, melded: int, most: int) -> dict[tuple[int, int], int]:
    """For every number of sets and pairs: the most tiles of the suit that can be part of them."""
    # State: sets, pairs, chows that began one rank and two ranks below.
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    for rank in range(9 if runs else 7):
        have = count_of(key, rank)
        free = 4 - count_of(melded, rank)
        following: dict[tuple[int, int, int, int], int] = {}
        for (n, p, one, two), tiles in states.items():
            for n2, p2, chows, need in _choices(n, p, one + two, runs and rank <= 6, most, free):
                state = (n2, p2, chows, one)
                value = tiles + min(have, need)
                if value > following.get(state, -1):
                    following[state] = value
        states = following
    kept: dict[tuple[int, int], int] = {}
    for (n, p, _, _), tiles in states.items():
        kept[n, p] = max(kept.get((n, p), 0), tiles)
    return kept


def _choices(
    n: int, p: int, running: int, runs: bool, most: int, free: int
) -> Iterator[tuple[int, int, int, int]]:
    """What may begin at a rank: (sets, pairs, chows begun, tiles of this rank needed)."""
    for chows in range(5 if runs else 1):
        for pung in (0, 1):
            for pair in (0, 1):
                need = running + chows + 3 * pung + 2 * pair
                if need <= free and n + chows + pung <= most and p + pair <= 1:
                    yield n + chows + pung, p + pair, chows, need


def _pairs_kept(counts: int) -> int:
    """The most of 17 concealed tiles that can be part of seven pairs and three equal tiles."""
    numbers = [count_of(counts, tile) for tile in range(34)]
    best = 0
    for number in set(numbers):
        # The three are of any tile with this many; what is left of it cannot be a pair as well.
        rest = numbers.copy()
        rest.remove(number)
        pairs = [min(other, 2) for other in rest] + [max(other - 2, 0) for other in rest]
        best = max(best, min(number, 3) + sum(sorted(pairs, reverse=True)[:7]))
    return best
