"""Melds, hands and the circumstances of a win: what a rule set is asked to score."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from scoring.errors import (
    ContradictionError,
    HandSizeError,
    MeldError,
    MisplacedTileError,
    NotationError,
    RecordError,
    TooManyOfATileError,
    TwoOfAFlowerError,
)
from scoring.tiles import (
    FIRST_FLOWER,
    FIRST_HONOUR,
    WINDS,
    Tile,
    format_tiles,
    parse_tile,
    parse_tiles,
)

# A count of tiles is one integer: six bits for each of the 34 tiles. Adding the UNIT of a tile
# adds one tile, comparing and hashing are integer work, and a suit is one shift and mask.
BITS: Final = 6
UNIT: Final[tuple[int, ...]] = tuple(1 << BITS * tile for tile in range(34))
_ONES: Final = sum(UNIT)
_MORE_THAN_FOUR: Final = 27 * _ONES
_OVERFLOW: Final = 32 * _ONES
_MOST_TILES: Final = 36
_unit = dict(enumerate(UNIT)).__getitem__  # a dict answers sooner than a tuple when called
_put = object.__setattr__


def count_of(counts: int, tile: int) -> int:
    """How many of one tile there are in a packed count."""
    return counts >> BITS * tile & 63


class MeldKind(enum.StrEnum):
    """The sets that lie apart from the hand."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "ckong"


_CHOW: Final = MeldKind.CHOW
_THREES: Final = (MeldKind.CHOW, MeldKind.PUNG)

_KIND_WORDS: Final[dict[str, MeldKind]] = {
    **{kind.value: kind for kind in MeldKind},
    "concealed_kong": MeldKind.CONCEALED_KONG,
    **dict.fromkeys("吃順顺", MeldKind.CHOW),
    **dict.fromkeys("碰刻坎", MeldKind.PUNG),
    **dict.fromkeys(("槓", "杠", "明槓", "明杠", "加槓", "碰槓"), MeldKind.KONG),
    **dict.fromkeys(("暗槓", "暗杠"), MeldKind.CONCEALED_KONG),
}


@dataclass(frozen=True, slots=True)
class Meld:
    """A chow, pung or kong laid apart. `tiles` are sorted; a concealed kong names its tile.

    Raises:
        MeldError: the tiles do not form this kind of set.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    counts: int = field(init=False, repr=False, compare=False)
    """Packed count of the tiles, all four of a kong."""

    def __post_init__(self) -> None:
        tiles = tuple(sorted(self.tiles))
        _put(self, "tiles", tiles)
        if not _is_set(self.kind, tiles):
            raise MeldError(self.kind.value, tiles)
        _put(self, "counts", sum(map(_unit, tiles)))

    @property
    def concealed(self) -> bool:
        """Whether the set leaves the hand concealed (門清), as a concealed kong does."""
        return self.kind is MeldKind.CONCEALED_KONG

    @classmethod
    def parse(cls, text: str, jokers: frozenset[Tile] = frozenset()) -> Meld:
        """Read ``pung CCC``, ``ckong EEEE``, ``碰 中中中``; without a word, as the tiles show.

        Jokers may lie in a chow or pung as themselves (see `with_jokers`).

        Raises:
            NotationError: not readable.
            MeldError: readable tiles that do not form the set.
        """
        word, _, rest = text.strip().partition(" ")
        kind = _KIND_WORDS.get(word.lower())
        if kind is not None:
            return cls.with_jokers(kind, parse_tiles(rest), jokers)
        tiles = tuple(sorted(parse_tiles(text)))
        for kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG):
            if _is_set(kind, tiles):
                return cls(kind, tiles)
        raise MeldError("chow, pung or kong", tiles)

    @classmethod
    def with_jokers(cls, kind: MeldKind, tiles: Iterable[Tile], jokers: frozenset[Tile]) -> Meld:
        """A chow or pung as it lies, its jokers as themselves (WU16-04).

        Raises:
            MeldError: what is no joker does not fit the set, or a kong of jokers.
        """
        laid = tuple(sorted(tiles))
        real = [tile for tile in laid if tile not in jokers]
        if len(real) == len(laid) or _is_set(kind, laid):
            return cls(kind, laid)
        if kind not in _THREES or len(laid) != 3 or not may_be_set(kind, laid, jokers):
            raise MeldError(kind.value, laid)
        meld = object.__new__(cls)
        _put(meld, "kind", kind)
        _put(meld, "tiles", laid)
        _put(meld, "counts", sum(_unit(tile) for tile in laid if tile < FIRST_FLOWER))
        return meld

    def __str__(self) -> str:
        return f"{self.kind.value} {format_tiles(self.tiles)}"


def _is_set(kind: MeldKind, tiles: tuple[Tile, ...]) -> bool:
    """Whether sorted tiles form this kind of set."""
    if len(tiles) != (3 if kind in _THREES else 4) or tiles[-1] >= FIRST_FLOWER:
        return False
    first = tiles[0]
    if kind is _CHOW:
        in_one_suit = first < FIRST_HONOUR and first % 9 <= 6
        return in_one_suit and tiles == (first, first + 1, first + 2)
    return first == tiles[-1]


def may_be_set(kind: MeldKind, tiles: Iterable[Tile], jokers: frozenset[Tile]) -> bool:
    """Whether three tiles are a chow or a pung, jokers for any tile but a flower (WU16-04)."""
    real = sorted(tile for tile in tiles if tile not in jokers)
    if not real:
        return True
    if kind is MeldKind.PUNG:
        return real[0] == real[-1] < FIRST_FLOWER
    return (
        real[-1] < FIRST_HONOUR
        and real[0] // 9 == real[-1] // 9
        and real[-1] - real[0] <= 2
        and len(set(real)) == len(real)
    )


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles of one player.

    `concealed` are the tiles in hand before the winning tile, `win` is the winning tile, or None
    when it is not known (then `concealed` may hold it, see `RuleSet.winning_choices`). Concealed
    tiles and flowers are kept sorted, so two hands of the same tiles are equal. The number of
    tiles is not checked here, because it belongs to the rule set.

    Raises:
        MisplacedTileError: flowers in hand, or other tiles among the flowers.
        TooManyOfATileError: five of a kind.
        TwoOfAFlowerError: one flower twice.
        HandSizeError: more tiles than any game has.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    win: Tile | None = None
    counts: int = field(init=False, repr=False, compare=False)
    """Packed count of the concealed tiles, without the winning tile."""
    all_counts: int = field(init=False, repr=False, compare=False)
    """Packed count of concealed tiles, melds (kongs as four) and the winning tile."""

    def __post_init__(self) -> None:
        concealed = tuple(sorted(self.concealed))
        _put(self, "concealed", concealed)
        win = self.win
        melds = self.melds
        if concealed and concealed[-1] >= FIRST_FLOWER:
            raise MisplacedTileError(concealed[-1], "in hand, it is a flower")
        if win is not None and win >= FIRST_FLOWER:
            raise MisplacedTileError(win, "the winning tile, it is a flower")
        if len(concealed) + 4 * len(melds) >= _MOST_TILES:
            raise HandSizeError(17, len(concealed) + 3 * len(melds))
        counts = sum(map(_unit, concealed))
        _put(self, "counts", counts)
        total = counts if win is None else counts + UNIT[win]
        for meld in melds:
            total += meld.counts
        _put(self, "all_counts", total)
        if total + _MORE_THAN_FOUR & _OVERFLOW:
            tile = next(tile for tile in Tile if count_of(total, tile) > 4)
            raise TooManyOfATileError(tile, count_of(total, tile))
        if self.flowers:
            flowers = tuple(sorted(self.flowers))
            _put(self, "flowers", flowers)
            if flowers[0] < FIRST_FLOWER:
                raise MisplacedTileError(flowers[0], "a flower")
            if len(set(flowers)) < len(flowers):
                raise TwoOfAFlowerError(next(a for a, b in pairwise(flowers) if a == b))

    @classmethod
    def parse(
        cls,
        concealed: str,
        melds: Iterable[str] = (),
        flowers: str = "",
        win: str | None = None,
        jokers: frozenset[Tile] = frozenset(),
    ) -> Hand:
        """Read a hand from texts. Flowers written among the concealed tiles are set apart.

        A flower that won as a joker is kept as another joker, see `stand_in`.

        Raises:
            RuleError: as for the constructor, and `NotationError` for unreadable text.
        """
        tiles = parse_tiles(concealed)
        return cls(
            tuple(tile for tile in tiles if tile < FIRST_FLOWER),
            tuple(Meld.parse(meld, jokers) for meld in melds),
            tuple(tile for tile in tiles if tile >= FIRST_FLOWER) + parse_tiles(flowers),
            None if win is None else stand_in(parse_tile(win), tiles, jokers),
        )

    @property
    def size(self) -> int:
        """Tiles as the rules count them: a kong as three, no flowers, with the winning tile."""
        return len(self.concealed) + 3 * len(self.melds) + (self.win is not None)

    def with_win(self, tile: Tile) -> Hand:
        """The same tiles, with one of the concealed tiles named as the one that won.

        Raises:
            ContradictionError: the hand has a winning tile already, or no such concealed tile.
        """
        if self.win is not None or tile not in self.concealed:
            raise ContradictionError(
                "win", tile.code, "the winning tile must be one of the concealed tiles"
            )
        rest = list(self.concealed)
        rest.remove(tile)
        return replace(self, concealed=tuple(rest), win=tile)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How the hand was won. What is not said is false; seat and round default to East.

    Raises:
        ContradictionError: two of them cannot both be true under any of the rules.
        RecordError: a value of the wrong kind (a seat that is no wind, a negative streak).
    """

    seat: Tile = Tile.E
    """Seat wind: counted from the opened wall (開門位), not from the dealer."""
    round: Tile = Tile.E
    """Round wind (圈風)."""
    self_draw: bool = False
    """自摸: the winning tile was drawn by the winner."""
    kong_draw: bool = False
    """槓上開花: that draw was a replacement for a flower or a kong."""
    rob_kong: bool = False
    """搶槓: the winning tile was being added to another's pung."""
    last_tile: bool = False
    """海底 / 河底: the last drawable tile, or the discard after it."""
    dealer: bool | None = None
    """莊家. None when nobody said: then it follows from the event (天胡 is the dealer's)."""
    streak: int = 0
    """連莊: how often the dealer has repeated. Belongs to payments, not to the hand."""
    tianting: bool = False
    """天聽: declared ready right after the dealt flowers were replaced."""
    diting: bool = False
    """地聽: declared ready with the first discard."""
    diting_yifa: bool = False
    """地聽一發: after 地聽, won on the next discards or the next own draw (人胡 in document A)."""
    tianhu: bool = False
    """天胡: the dealer's dealt hand wins."""
    dihu: bool = False
    """地胡: 天聽, and won on the first own draw."""
    renhu: bool = False
    """人胡 as document B means it: 天聽, and won on somebody's first discard."""
    robbed_flower: bool = False
    """七搶一: the eighth flower was taken from another player."""
    seventh_drawn: bool = False
    """With `robbed_flower`: 七搶一 (2), the winner drew the seventh while another had the eighth
    in front of him. Otherwise 七搶一 (1): the winner had seven, another drew the eighth."""
    late_flower: bool = False
    """With `robbed_flower`: another had kept the eighth flower in his hand, it came to light later
    and was robbed after the winner's next draw (document A only)."""
    dealt_flowers: bool = False
    """配牌花胡: the flowers were all dealt (eight, or seven and one with another player)."""
    hand_complete: bool = True
    """False: a win by flowers alone (花胡); the hand stays closed and does not count."""
    # Asked for by the Hong Kong rules only.
    kong_on_kong: bool = False
    """槓上槓, with `kong_draw`: that draw followed a kong made of another kong's replacement."""
    flower_draw: bool = False
    """With `kong_draw`: the draw replaced a flower, and no kong before it in this turn."""
    rob_concealed_kong: bool = False
    """With `rob_kong`: the robbed tile was of a concealed kong, which only 十三么 may do."""
    big_flowers: bool = False
    """大花糊 declared: the win with seven flowers was declined, only the eighth wins now."""
    indicator: Tile | None = None
    """The tile turned up to name the jokers (WU16-03)."""
    riichi: bool = False
    """立直: declared ready and kept (WU16-12)."""
    discards: int | None = None
    """Discards on the table before the win, of all players (七只內, 十只內: WU16-21); None: nobody
    counted them."""
    no_flowers_in_play: bool = False
    """The game is played without flowers."""
    seat_known: bool = True
    """False: nobody said which seat; Hong Kong rules then count nothing for it."""
    round_known: bool = True
    """False: nobody said which round; as `seat_known`."""
    declared: bool = field(init=False, repr=False, compare=False)
    """Any of 天聽, 地聽, 地聽一發, 天胡, 地胡, 人胡."""
    rare: bool = field(init=False, repr=False, compare=False)
    """`declared`, or anything of a win by flowers, or one of the rarer events of the Hong Kong
    rules: a rule set has more to check then."""

    def __post_init__(self) -> None:
        for name in ("seat", "round"):
            if getattr(self, name) not in WINDS:
                raise RecordError(f"{name} must be one of E S W N")
        if self.streak < 0:
            raise RecordError("streak cannot be negative")
        declared = (
            self.tianting
            or self.diting
            or self.diting_yifa
            or self.tianhu
            or self.dihu
            or self.renhu
        )
        rare = (
            declared
            or self.robbed_flower
            or self.seventh_drawn
            or self.late_flower
            or self.dealt_flowers
            or not self.hand_complete
            or self.kong_on_kong
            or self.flower_draw
            or self.rob_concealed_kong
            or self.big_flowers
        )
        _put(self, "declared", declared)
        _put(self, "rare", rare)
        # Most wins set none of these, and then nothing can contradict.
        if rare or self.kong_draw or self.rob_kong:
            self._check()

    def _check(self) -> None:
        if self.tianhu and self.dealer is False:
            raise ContradictionError("tianhu", "not dealer", "only the dealer can win as dealt")
        if self.kong_draw and not (self.self_draw or self.robbed_flower or self.tianhu):
            raise ContradictionError(
                "kong_draw", "not self_draw", "a replacement tile is drawn by the winner"
            )
        if self.seventh_drawn and not self.robbed_flower:
            raise ContradictionError(
                "seventh_drawn", "not robbed_flower", "it tells the two ways of 七搶一 apart"
            )
        for event, base, reason in _REFINEMENTS:
            if getattr(self, event) and not getattr(self, base):
                raise ContradictionError(event, f"not {base}", reason)
        for first, second, reason in _CONTRADICTIONS:
            if getattr(self, first) and getattr(self, second):
                raise ContradictionError(first, second, reason)
        for event in () if self.hand_complete else _COMPLETE_ONLY:
            if getattr(self, event):
                raise ContradictionError(
                    event, "not hand_complete", "only a complete hand can be won like this"
                )


def stand_in(win: Tile, held: Iterable[Tile], jokers: frozenset[Tile]) -> Tile:
    """The winning tile, or for a flower that is a joker a joker of the suits.

    A `Hand` keeps flowers apart, so that none can be its winning tile; all jokers are alike, so
    the one that the hand has fewest of does as well.
    """
    if win < FIRST_FLOWER or win not in jokers:
        return win
    tiles = list(held)
    return min((tile for tile in sorted(jokers) if tile < FIRST_FLOWER), key=tiles.count)


def parse_wind(text: str) -> Tile:
    """Read a seat or round wind: ``E``, ``東``, ``東風``.

    Raises:
        NotationError: not one of the four winds.
    """
    tile = parse_tile(text)
    if tile not in WINDS:
        raise NotationError(text, 0, "a wind is wanted: E, S, W or N")
    return tile


_REFINEMENTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("late_flower", "robbed_flower", "it tells more about a robbed flower"),
    ("kong_on_kong", "kong_draw", "it tells more about a replacement tile"),
    ("flower_draw", "kong_draw", "it tells more about a replacement tile"),
    ("rob_concealed_kong", "rob_kong", "it tells more about a robbed kong"),
)
"""Circumstances that only say more about another one."""

_CONTRADICTIONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("late_flower", "seventh_drawn", "the eighth flower was in a hand, or laid by another"),
    ("late_flower", "dealt_flowers", "flowers of the deal are all laid before play"),
    ("kong_on_kong", "flower_draw", "the tile replaced a kong or a flower"),
    ("self_draw", "rob_kong", "a robbed tile is not drawn"),
    ("kong_draw", "rob_kong", "a robbed tile is not drawn"),
    ("robbed_flower", "rob_kong", "one tile wins, a flower or a tile of a kong"),
    ("tianhu", "rob_kong", "nobody else has played yet"),
    ("tianhu", "last_tile", "the wall is still full"),
    ("tianhu", "tianting", "天聽 is for those who do not deal"),
    ("tianhu", "diting", "a hand that wins as dealt makes no first discard"),
    ("tianhu", "diting_yifa", "a hand that wins as dealt makes no first discard"),
    ("tianhu", "dihu", "天胡 is the dealer's, 地胡 is not"),
    ("tianhu", "renhu", "天胡 is the dealer's, 人胡 is not"),
    ("tianhu", "robbed_flower", "nobody else has played yet"),
    ("tianting", "diting", "a hand is declared ready once"),
    ("tianting", "diting_yifa", "a hand is declared ready once"),
    ("tianting", "dealer", "天聽 is for those who do not deal"),
    ("dihu", "dealer", "地胡 is for those who do not deal"),
    ("dihu", "renhu", "one is won on the own draw, the other on a discard"),
    ("dihu", "diting", "地胡 follows 天聽, not 地聽"),
    ("dihu", "diting_yifa", "地胡 follows 天聽, not 地聽"),
    ("dihu", "rob_kong", "it is won on the first draw or discard"),
    ("dihu", "last_tile", "the wall is still full"),
    ("renhu", "dealer", "人胡 is for those who do not deal"),
    ("renhu", "self_draw", "it is won on a first discard"),
    ("renhu", "rob_kong", "it is won on a first discard"),
    ("renhu", "diting", "人胡 follows 天聽, not 地聽"),
    ("renhu", "diting_yifa", "人胡 follows 天聽, not 地聽"),
    ("renhu", "last_tile", "the wall is still full"),
    ("diting_yifa", "rob_kong", "it is won on the next discard or draw"),
)

_COMPLETE_ONLY: Final = ("tianhu", "dihu", "renhu", "diting_yifa", "rob_kong")
