"""吳銓高's 16-tile joker game (document D, D16 and DX).

The best interpretation is found exactly. An interpretation says what every joker stands for, which
sets the tiles make and where the winning tile is. All of them are looked at in the order of what
they can be worth at most (`scoring.wu_joker_items.Table.bound`), scored whole, and the search ends
when no other can be worth more. What jokers alone make is filled in one set at a time, so that most
of it is never spelt out.

A hand is typed as it lies, jokers as the tiles they are; the indicator says which they are. Where
flowers are jokers (a flower was turned up), flowers of the hand are its jokers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import product
from typing import Final, NamedTuple

from scoring.errors import (
    BelowMinimumError,
    ContradictionError,
    HandSizeError,
    MissingWinTileError,
    NoFlowerWinError,
    NotAWinError,
    NotInRulesError,
)
from scoring.explain import Counted, Explanation, NotCounted, WaitValue, cite, wait_values
from scoring.hand import Circumstances, Hand, Meld, MeldKind, count_of
from scoring.jokers import (
    ALL_SETS,
    FLOWERS,
    PUNG,
    complete,
    completing,
    jokers_of,
    kept,
    kept_apart,
    kept_by_pairs,
    kept_of_orphans,
    parts,
    splits,
    tiles_of,
)
from scoring.result import ReadSet, Score, ScoreItem
from scoring.tiles import FACES, WINDS, Tile, format_chinese
from scoring.wu_joker_items import (
    PAIR,
    Found,
    Group,
    Lie,
    Suit,
    Table,
    best_option,
    shown,
    table,
)
from scoring.wu_joker_rules import NAMES, WHY, WuJokerRules

HAND_SIZE: Final = 17
UNIT_NAME: Final = "番"
_LEVELS: Final = {1: "", 2: "（全暗）", 4: "（全明）"}
_PLACES: Final = {"WU16-02": "DX", "WU16-21": "新章", "WU16-06": "D16 05", "WU16-12": "D16 09"}
_BITS: Final = 0b111111

_SUITS: Final = tuple(
    min(3, (code - PUNG if code >= PUNG else code) // 9) for code in range(2 * PUNG)
)
"""The suit of each set."""

_Shape = tuple[str, Callable[[Sequence[int]], int]]
SHAPES: Final[tuple[_Shape, ...]] = (
    ("orphans", kept_of_orphans),
    ("apart", kept_apart),
    ("pairs", kept_by_pairs),
)
"""Hands that are not five sets and a pair, and how much of a hand is of use for them."""


class _Way(NamedTuple):
    """One interpretation: five sets (the concealed ones first) and the pair."""

    sets: tuple[int, ...]
    pair: int


class _Judged(NamedTuple):
    """An interpretation with the best place of the winning tile, and what it is worth."""

    way: _Way
    win_at: int
    items: tuple[tuple[Found, int], ...]
    """What counts, with its value."""
    total: int


@dataclass(frozen=True, slots=True)
class _Held:
    """A winning hand as it lies."""

    real: tuple[int, ...]
    """Concealed tiles that are no jokers, the winning one with them, sorted."""
    jokers: int
    melds: tuple[tuple[Meld, tuple[int, ...]], ...]
    """Sets on the table, and what each may be."""
    win: Tile | None
    win_is_joker: bool

    @property
    def own(self) -> int:
        """How many sets are concealed."""
        return 5 - len(self.melds)


@dataclass(frozen=True, slots=True)
class WuJoker:
    """A rule set of the joker game; see `scoring.rulesets.RuleSet`.

    `indicator` is the tile turned up, for questions that have no circumstances (`waits` ...);
    where there are circumstances, theirs counts. Without any, nothing is a joker.
    """

    name: str
    rules: WuJokerRules
    indicator: Tile | None = None

    @property
    def hand_size(self) -> int:
        """Tiles of a winning hand; kongs count as three, flowers only where they are jokers."""
        return HAND_SIZE

    @property
    def unit(self) -> str:
        """番."""
        return UNIT_NAME

    def with_indicator(self, indicator: Tile | None) -> WuJoker:
        """The same rules with these jokers, for questions that have no circumstances."""
        return replace(self, indicator=indicator)

    # --- what wins

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that complete the hand without its winning tile, in tile order; jokers too.

        Tiles of which none can be left are none.

        Raises:
            HandSizeError: not sixteen tiles.
        """
        hand = hand if hand.win is None else replace(hand, win=None)
        jokers = self._jokers()
        if _size(hand, jokers) != HAND_SIZE - 1:
            raise HandSizeError(HAND_SIZE - 1, _size(hand, jokers), with_win=False)
        return self._waits(hand, self._kinds(_tiles(hand, jokers)[0], hand))

    def distance(self, hand: Hand) -> int:
        """Tiles to exchange until the hand wins (0: it does); of sixteen tiles, tiles to draw.

        Raises:
            HandSizeError: neither sixteen nor seventeen tiles.
        """
        jokers = self._jokers()
        if _size(hand, jokers) not in (HAND_SIZE - 1, HAND_SIZE):
            raise HandSizeError(HAND_SIZE, _size(hand, jokers))
        real, number = _tiles(hand, jokers)
        sets = 5 - len(hand.melds)
        return 3 * sets + 2 - number - max(kept(real, sets), *self._shapes(real, hand).values())

    def winning_choices(self, hand: Hand) -> tuple[Tile, ...]:
        """For a hand without a named winning tile: which of its tiles it may have been.

        Empty if the hand is not complete.
        """
        jokers = self._jokers()
        if hand.win is not None or _size(hand, jokers) != HAND_SIZE:
            return ()
        whole = self._complete(_tiles(hand, jokers)[0], hand)
        return tuple(sorted(set(hand.concealed))) if whole else ()

    def _jokers(self) -> frozenset[Tile]:
        return frozenset() if self.indicator is None else jokers_of(self.indicator)

    def _shapes(self, real: Sequence[int], hand: Hand) -> dict[str, int]:
        """How much of a hand is of use for the shapes that these rules know (WU16-21)."""
        return {"": 0} | {id: use(real) for id, use in self._known_shapes(hand)}

    def _known_shapes(self, hand: Hand) -> tuple[_Shape, ...]:
        known = () if hand.melds or not self.rules.catalogue else SHAPES
        return tuple(shape for shape in known if getattr(self.rules, shape[0]))

    def _complete(self, real: Sequence[int], hand: Hand) -> bool:
        """Whether a hand of the right size wins, these being its tiles that are no jokers."""
        fits = complete(real, 5 - len(hand.melds))
        return fits or len(real) in self._shapes(real, hand).values()

    def _kinds(self, real: tuple[int, ...], hand: Hand) -> frozenset[int]:
        """The tiles, as what they are or as what a joker means, that complete sixteen."""
        return _completing(real, 5 - len(hand.melds), self._known_shapes(hand))

    def _waits(self, hand: Hand, kinds: frozenset[int]) -> tuple[Tile, ...]:
        """The tiles that can still come; one more joker completes whatever any tile completes."""
        jokers = self._jokers()
        found = {FACES[tile] for tile in kinds} - jokers | (jokers if kinds else frozenset())
        return tuple(tile for tile in sorted(found) if self._left(tile, hand))

    def _left(self, tile: Tile, hand: Hand) -> bool:
        """Whether one can be left that the winner does not hold, the indicator lying open."""
        if tile > Tile.P:
            return tile not in hand.flowers and tile is not self.indicator
        return count_of(hand.all_counts, tile) + (tile is self.indicator) < 4

    # --- scores

    def score(self, hand: Hand, circumstances: Circumstances) -> Score:
        """Score the best interpretation (WU16-08).

        `Score.reading` has the tiles that the jokers stand for.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError: the tiles do not win.
            BelowMinimumError: they win, but are worth less than the rules ask (WU16-06).
            ContradictionError: a win on a discard (WU16-06), a kong of jokers (WU16-04), or
                circumstances that do not fit.
            NoFlowerWinError: a flower win without its flowers.
        """
        return self._bound_to(circumstances)._best(hand, circumstances)[0]

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every interpretation; those under the minimum too. Raises as `score`."""
        return self._bound_to(circumstances)._every(hand, circumstances)

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """The score with tiles and clauses, and what it nearly had. Raises as `score`."""
        score, judged = self._bound_to(circumstances)._best(hand, circumstances)
        told = []
        for index, item in enumerate(score.items):
            found = judged.items[index][0] if judged else None
            tiles = _tiles_of_item(found, judged) if judged and found else ()
            told.append(Counted(item, tiles, cite(item.rule, _PLACES.get(item.rule, "D16"))))
        near = tuple(self._near(score, judged)) if judged else ()
        return Explanation(score, tuple(told), near)

    def wait_values(self, hand: Hand, circumstances: Circumstances) -> tuple[WaitValue, ...]:
        """What each wait would be worth, drawn; by discard nothing wins (WU16-06).

        Raises:
            HandSizeError: not sixteen tiles before the winning one.
            ContradictionError: a win by flowers alone waits for no tile.
        """
        bound = self._bound_to(circumstances)
        jokers = bound._jokers()
        # Where flowers are jokers all jokers are alike, and a hand cannot win on a flower.
        return wait_values(bound, hand, circumstances, jokers if jokers & FLOWERS else frozenset())

    def _bound_to(self, circumstances: Circumstances) -> WuJoker:
        """These rules with the jokers of the circumstances, if those name some."""
        named = circumstances.indicator
        return self if named is None else self.with_indicator(named)

    def _best(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, _Judged | None]:
        if circumstances.robbed_flower or not circumstances.hand_complete:
            score, judged = self._flower_win(hand, circumstances), None
        else:
            held, facts = self._read(hand, circumstances)
            judged = _search(held, facts) if complete(held.real, held.own) else None
            shape = self._shape_scores(held, facts, hand)
            if shape is not None and (judged is None or shape.total > judged.total):
                score, judged = shape, None
            else:
                assert judged is not None  # a complete hand is one or the other
                score = facts.score(held, judged)
        if score.total < self.rules.minimum:
            raise BelowMinimumError(score.total, self.rules.minimum, self.unit)
        return score, judged

    def _every(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        if circumstances.robbed_flower or not circumstances.hand_complete:
            return (self._flower_win(hand, circumstances),)
        held, facts = self._read(hand, circumstances)
        out = [facts.score(held, facts.judge(held, way)) for way in interpretations(held)]
        shape = self._shape_scores(held, facts, hand)
        return tuple(out if shape is None else [*out, shape])

    def _read(self, hand: Hand, circumstances: Circumstances) -> tuple[_Held, _Facts]:
        """The hand and what is the same for all its interpretations. Raises as `score`."""
        self._check(hand, circumstances)
        jokers = self._jokers()
        size = _size(hand, jokers)
        if hand.win is None and size == HAND_SIZE - 1:
            raise NotAWinError(self.waits(hand), self.distance(hand))
        if size != HAND_SIZE:
            raise HandSizeError(HAND_SIZE, size)
        real, number = _tiles(hand, jokers)
        before = replace(hand, win=None)
        held_before = _tiles(before, jokers)[0]
        kinds = frozenset() if hand.win is None else self._kinds(held_before, before)
        waited = self._waits(before, kinds)
        if not self._complete(real, hand):
            raise NotAWinError(waited, self.distance(hand))
        if hand.win is None and not circumstances.tianhu:
            raise MissingWinTileError(self.winning_choices(hand))
        if not (circumstances.self_draw or circumstances.rob_kong or circumstances.tianhu):
            raise ContradictionError("win", "discard", "only self-drawn hands win (WU16-06)")
        melds = tuple((meld, _meanings(meld, jokers)) for meld in hand.melds)
        held = _Held(tuple(sorted(real)), number, melds, hand.win, hand.win in jokers)
        played = not jokers & FLOWERS and not circumstances.no_flowers_in_play
        flowers = hand.flowers if played else ()
        looked_up = table(self.rules, circumstances.seat, circumstances.round)
        facts = _Facts(
            self.rules, looked_up, circumstances, flowers, played, len(kinds) == 1, waited
        )
        return held, facts

    def _check(self, hand: Hand, circumstances: Circumstances) -> None:
        """Refuse what these rules cannot have (WU16-04)."""
        for event in ("tianting", "diting", "diting_yifa", "renhu"):
            if getattr(circumstances, event):
                raise NotInRulesError(event, self.name)
        jokers = self._jokers()
        for meld in hand.melds:
            if len(meld.tiles) == 4 and meld.tiles[0] in jokers:
                raise ContradictionError("kong", str(meld), "jokers may not kong (WU16-04)")
        opened = next((meld for meld in hand.melds if not meld.concealed), None)
        for event in ("tianhu", "dihu"):
            if opened is not None and getattr(circumstances, event):
                raise ContradictionError(event, str(opened), "it needs a concealed hand")

    def _shape_scores(self, held: _Held, facts: _Facts, hand: Hand) -> Score | None:
        """嚦咕嚦咕, 十三么 or 十六不搭, whichever is worth most; None if it is none of them."""
        shapes = self._shapes(held.real, hand).items()
        scores = [facts.by_shape(held, id) for id, use in shapes if id and use == len(held.real)]
        return max(scores, key=lambda score: score.total, default=None)

    def _flower_win(self, hand: Hand, circumstances: Circumstances) -> Score:
        """A win by flowers alone: all eight, or the eighth robbed (WU16-21)."""
        if self._jokers() & FLOWERS or circumstances.no_flowers_in_play:
            raise NotInRulesError("花糊", self.name)
        robbed = circumstances.robbed_flower
        if len(hand.flowers) < 8 - robbed:
            raise NoFlowerWinError(len(hand.flowers), 8 - robbed)
        why = format_chinese(hand.flowers)
        ids = ["two_flower_sets", *(["robbed_flower"] if robbed else [])]
        found = tuple((Found(id, int(getattr(self.rules, id)), None, why), 1) for id in ids)
        items = tuple(_item(f, f.value, 1, why) for f, _ in found if f.value)
        return Score(items, sum(item.value for item in items), UNIT_NAME, (), False, ())

    def _near(self, score: Score, judged: _Judged) -> Iterator[NotCounted]:
        """Patterns of the whole hand that one set breaks, and items that a higher one has in it."""
        counted = {item.id for item in score.items}
        sets = judged.way.sets
        runs = [code for code in sets if code < PUNG]
        threes = [code for code in sets if code >= PUNG]
        for key, breaking, by in (("all_pungs", runs, "chow"), ("all_chows", threes, "pung")):
            if len(breaking) == 1:
                yield from self._not(key, "broken", by, f"有{shown(breaking[0])}")
        tiles = {t for code in sets for t in tiles_of(code)} | {judged.way.pair}
        suits = sorted({t // 9 for t in tiles if t < Tile.E})
        for suit in suits if len(suits) == 2 else ():
            other = [code for code in sets if _suit_of(code) == suit]
            if len(other) == 1 and min(3, judged.way.pair // 9) != suit:
                honours = any(t >= Tile.E for t in tiles)
                key = "one_suit_and_honours" if honours else "one_suit"
                yield from self._not(key, "broken", "suit", f"有{shown(other[0])}")
        for lower, higher in _ABSORBED:
            if higher in counted:
                why = f"已計{NAMES[higher][0]}"
                yield from self._not(lower, "absorbed", higher, why)

    def _not(self, key: str, reason: str, by: str, why: str) -> Iterator[NotCounted]:
        name, rule = NAMES[key]
        value = int(getattr(self.rules, key))
        if value and reason == "absorbed":
            yield NotCounted(key, name, value, "absorbed", by, why, rule)
        elif value:
            yield NotCounted(key, name, value, "broken", by, why, rule)


_ABSORBED: Final = (
    ("self_draw", "concealed_self_draw"),
    ("no_honours", "no_honours_nor_flowers"),
    ("all_chows", "no_flower_all_chows"),
    ("concealed_pungs_5", "concealed_all_pungs"),
    ("replacement_tile", "kong_on_kong"),
    ("five_kinds", "seven_kinds"),
)
"""Items that a higher one has in it (WU16-19)."""


# --- hands --------------------------------------------------------------------------------------


def _size(hand: Hand, jokers: frozenset[Tile]) -> int:
    """Tiles as the rules count them; flowers count where they are jokers."""
    return hand.size + (len(hand.flowers) if jokers & FLOWERS else 0)


def _tiles(hand: Hand, jokers: frozenset[Tile]) -> tuple[tuple[int, ...], int]:
    """Concealed tiles that are no jokers, the winning one with them, and how many jokers."""
    tiles = hand.concealed if hand.win is None else (*hand.concealed, hand.win)
    real = tuple(int(tile) for tile in tiles if tile not in jokers)
    return real, len(tiles) - len(real) + (len(hand.flowers) if jokers & FLOWERS else 0)


@lru_cache(maxsize=1 << 8)
def _completing(real: tuple[int, ...], sets: int, shapes: tuple[_Shape, ...]) -> frozenset[int]:
    """The tiles that complete these; kept, since every wait of a hand asks for the same."""
    found = completing(real, sets)
    for _, use in shapes:
        if use(real) == len(real):
            found.update(t for t in range(34) if use((*real, t)) > len(real))
    return frozenset(found)


def _meanings(meld: Meld, jokers: frozenset[Tile]) -> tuple[int, ...]:
    """The sets that a set on the table may be; it is settled when the hand wins (WU16-03)."""
    real = [int(tile) for tile in meld.tiles if tile not in jokers]
    if len(meld.tiles) == 4 or len(real) == 3:
        lowest = int(meld.tiles[0])
        return (lowest if meld.kind is MeldKind.CHOW else PUNG + lowest,)
    codes = [code for code in ALL_SETS if (code < PUNG) == (meld.kind is MeldKind.CHOW)]
    return tuple(
        code for code in codes if all(tiles_of(code).count(t) >= real.count(t) for t in real)
    )


def interpretations(held: _Held) -> Iterator[_Way]:
    """Every way to read a hand, without the place of its winning tile."""
    found = splits(held.real, held.jokers, held.own)
    for meaning in product(*(codes for _, codes in held.melds)):
        for split in found:
            yield _Way((*split.sets, *meaning), split.pair)


def _suit_of(code: int) -> int:
    return _SUITS[code]


def _moved(code: int) -> int:
    """A set moved down to the characters; honours stay."""
    suit = _suit_of(code)
    return code if suit == 3 else code - 9 * suit


# --- worth --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is the same for all interpretations of one win."""

    rules: WuJokerRules
    table: Table
    circumstances: Circumstances
    flowers: tuple[Tile, ...]
    flowers_in_play: bool
    single: bool
    """Whether one kind of tile alone completes the hand."""
    waits: tuple[Tile, ...]

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the tile."""
        return self.circumstances.self_draw or self.circumstances.tianhu

    def melded(self, held: _Held) -> bool:
        """Whether more than the winning tile's set may count as open."""
        return bool(held.melds) or self.rules.exposure == "open"

    def lie(self, held: _Held) -> Lie:
        """How the sets lie before the winning tile frees one (WU16-02, WU16-05)."""
        concealed, opened = 1 << PAIR, 0
        for index in range(5):
            meld = held.melds[index - held.own][0] if index >= held.own else None
            if meld is None:
                concealed |= 1 << index
            elif not (self.rules.free_kongs and len(meld.tiles) == 4):
                if meld.concealed:
                    concealed |= 1 << index
                else:
                    opened |= 1 << index
        return Lie(concealed, opened)

    def suits(self, held: _Held, way: _Way) -> list[Suit]:
        """The suits of an interpretation at a glance."""
        melded = self.melded(held)
        own: list[list[int]] = [[], [], [], []]
        for code in way.sets:
            own[_suit_of(code)].append(_moved(code))
        home = min(3, way.pair // 9)
        return [
            self.table.suit(
                suit == 3,
                tuple(sorted(codes)),
                _rank(way.pair, suit) if suit == home else -1,
                melded=melded,
            )
            for suit, codes in enumerate(own)
        ]

    def judge(self, held: _Held, way: _Way) -> _Judged:
        """The worth of an interpretation, the winning tile in its best place."""
        groups, items = self._found(held, way)
        lie = self.lie(held)
        items += self._laid(held, lie, way)
        best: _Judged | None = None
        for at in win_places(held, way):
            told = [*items, *self._wait_form(held, way, at)]
            there = self._free(lie, at)
            for group in groups:
                told += best_option(group, there)
            valued = tuple((f, f.at(there.level(f.parts))) for f in told)
            total = sum(value for _, value in valued)
            if best is None or total > best.total:
                best = _Judged(way, at, valued, total)
        assert best is not None
        return best

    def _free(self, lie: Lie, at: int) -> Lie:
        """The sets as they count with the winning tile in one of them."""
        if not self.rules.levels:
            return Lie(_BITS, _BITS)
        if self.rules.exposure == "open":
            return Lie(0, _BITS)
        if at < 0 or not self.rules.free_winning_set:
            return lie
        return Lie(lie.concealed & ~(1 << at), lie.opened & ~(1 << at))

    def _found(self, held: _Held, way: _Way) -> tuple[list[Group], list[Found]]:
        """Groups of options, and items that are there or not; parts are indices of the sets."""
        groups: list[Group] = []
        home = min(3, way.pair // 9)
        order = sorted(range(5), key=way.sets.__getitem__)
        for suit in range(4):
            own = [index for index in order if _suit_of(way.sets[index]) == suit]
            if not own:
                continue
            codes = tuple(_moved(way.sets[index]) for index in own)
            pair = _rank(way.pair, suit) if suit == home else -1
            for group in self.table.groups(suit == 3, codes, pair):
                groups.append(tuple(_renamed(option, own, suit) for option in group))
        groups += self.table.across(way.sets, way.pair)
        items = self.table.whole(
            self.suits(held, way), flowers_in_play=self.flowers_in_play, flowers=self._flower_bits
        )
        items += self.table.everywhere(way.sets, way.pair)
        return groups, items

    @property
    def _flower_bits(self) -> int:
        return sum(1 << flower - Tile.F1 for flower in self.flowers)

    def _laid(self, held: _Held, lie: Lie, way: _Way) -> list[Found]:
        """Items of how the hand lies and was won, the same wherever the winning tile is."""
        rules = self.rules
        told: list[tuple[str, str]] = []
        if rules.catalogue:
            own = [
                index
                for index, code in enumerate(way.sets)
                if code >= PUNG and not lie.opened >> index & 1
            ]
            if len(own) == 5 and self.drawn and rules.concealed_all_pungs:
                told.append(("concealed_all_pungs", _marked(own)))
            elif len(own) > 1:
                told.append((f"concealed_pungs_{len(own)}", _marked(own)))
            if way.pair < Tile.E and way.pair % 9 in (1, 4, 7):
                told.append(("middle_pair", _marked([PAIR])))
            if held.own == 0 and lie.opened and not lie.concealed & ~(1 << PAIR):
                told.append(("half_melded" if self.drawn else "all_melded", ""))
        out = [Found(id, int(getattr(rules, id)), None, why) for id, why in told]
        out += self.events(closed=_closed(held))
        return [found for found in out if found.value]

    def events(self, *, closed: bool) -> list[Found]:
        """How the hand was won, and flowers (WU16-06, WU16-12, WU16-21)."""
        rules, circumstances = self.rules, self.circumstances
        ids: list[str] = []
        if circumstances.riichi:
            ids.append("riichi")
        if circumstances.rob_kong:
            ids.append("robbed_kong")
        if not rules.catalogue:
            return [Found(id, int(getattr(rules, id)), None) for id in ids]
        if circumstances.tianhu:
            ids.append("heavenly_win")
        elif circumstances.dihu:
            ids.append("earthly_win")
        elif closed and self.drawn and rules.concealed_self_draw:
            ids.append("concealed_self_draw")
        else:
            ids += (["concealed_hand"] if closed else []) + (["self_draw"] if self.drawn else [])
        if circumstances.last_tile:
            ids.append("last_tile")
        if circumstances.kong_on_kong:
            ids.append("kong_on_kong")
        elif circumstances.kong_draw:
            ids.append("replacement_tile")
        discards = circumstances.discards
        if discards is not None and discards <= 10:
            ids.append("early_win" if discards <= 7 else "soon_win")
        return [*(Found(id, int(getattr(rules, id)), None) for id in ids), *self._flowers()]

    def _flowers(self) -> list[Found]:
        """正花 爛花, or 兩台花 for all eight (WU16-21)."""
        rules = self.rules
        if len(self.flowers) == 8 and rules.two_flower_sets:
            why = format_chinese(self.flowers)
            return [Found("two_flower_sets", rules.two_flower_sets, None, why)]
        number = WINDS.index(self.circumstances.seat)
        out = []
        for flower in self.flowers:
            id = "own_flower" if (flower - Tile.F1) % 4 == number else "other_flower"
            out.append(Found(id, int(getattr(rules, id)), None, flower.chinese))
        return out

    def _wait_form(self, held: _Held, way: _Way, at: int) -> list[Found]:
        """獨獨, or how one of several waits was met: 假獨, 對碰 (WU16-21)."""
        rules = self.rules
        if at < 0 or not rules.catalogue:
            return []
        id = "single_wait"
        if not self.single:
            code = PUNG if at == PAIR else way.sets[at]
            if at != PAIR and code >= PUNG:
                id = "pair_wait"
            elif at == PAIR or any(_narrow(code, t) for t in _met(held, way, at)):
                id = "false_single"
            else:
                return []
        value = int(getattr(rules, id))
        return [Found(id, value, None)] if value else []

    def by_shape(self, held: _Held, id: str) -> Score:
        """嚦咕嚦咕, 十三么, 十六不搭: the shape, its suits, and how it was won (WU16-21)."""
        found = [Found(id, int(getattr(self.rules, id)), None)]
        suits = {t // 9 for t in held.real if t < Tile.E}
        honours = any(t >= Tile.E for t in held.real)
        if id == "pairs" and len(suits) <= 1:
            key = "one_suit" if not honours else "one_suit_and_honours" if suits else "all_honours"
            found.append(Found(key, int(getattr(self.rules, key)), None))
        found += self.events(closed=True)
        items = tuple(_item(f, f.value, 1, f.why) for f in found if f.value)
        tiles = tuple(FACES[t] for t in held.real)
        reading = (ReadSet(id, tiles, True, True),)
        total = sum(item.value for item in items)
        return Score(items, total, UNIT_NAME, self.waits, False, reading)

    def score(self, held: _Held, judged: _Judged) -> Score:
        """The answer for an interpretation; its sets have the tiles that jokers stand for."""
        lie = self._free(self.lie(held), judged.win_at)
        items = []
        for found, value in judged.items:
            level = lie.level(found.parts) if self.rules.levels else 1
            tiles = "" if found.parts is None else _words(found.parts, judged.way)
            why = _named(found.why, judged.way) or tiles
            items.append(_item(found, value, level, why))
        return Score(
            tuple(items), judged.total, UNIT_NAME, self.waits, False, _reading(held, judged)
        )


def _item(found: Found, value: int, level: int, why: str) -> ScoreItem:
    name, rule = NAMES[found.id]
    why = why or WHY.get(found.id, "")
    return ScoreItem(found.id, name, value, why + _LEVELS[level], rule)


def _rank(tile: int, suit: int) -> int:
    """A tile moved down to the characters; honours stay."""
    return tile if suit == 3 else tile - 9 * suit


def _renamed(option: Iterable[Found], own: Sequence[int], suit: int) -> tuple[Found, ...]:
    """Items of one suit, with the indices of the hand's sets and the tiles of that suit."""
    return tuple(
        found._replace(
            parts=found.parts
            and tuple(part if part == PAIR else own[part] for part in found.parts),
            why=f"#{int(found.why[1:]) + 9 * suit}" if found.why else "",
        )
        for found in option
    )


def _named(why: str, way: _Way) -> str:
    """The tile or the sets that an item names, in words."""
    if why.startswith("@"):
        return _words(map(int, why[1:].split()), way)
    return FACES[int(why[1:])].chinese if why.startswith("#") else why


def _marked(parts: Iterable[int]) -> str:
    """Sets that an item names, put into words only where it is told."""
    return "@" + " ".join(map(str, parts))


def _words(found_parts: Iterable[int], way: _Way) -> str:
    pair = format_chinese([FACES[way.pair]] * 2)
    return " ".join(pair if part == PAIR else shown(way.sets[part]) for part in found_parts)


def _tiles_of_item(found: Found, judged: _Judged) -> tuple[Tile, ...]:
    """The tiles that make an item, in tile order."""
    tiles: list[int] = []
    for part in found.parts or ():
        tiles += (judged.way.pair,) * 2 if part == PAIR else tiles_of(judged.way.sets[part])
    return tuple(FACES[tile] for tile in sorted(tiles))


def _made(way: _Way, own: int) -> dict[int, int]:
    """How many of each tile the concealed sets and the pair have."""
    made: dict[int, int] = {way.pair: 2}
    for code in way.sets[:own]:
        for tile in tiles_of(code):
            made[tile] = made.get(tile, 0) + 1
    return made


def _group(way: _Way, at: int) -> tuple[int, ...]:
    return (way.pair,) if at == PAIR else tiles_of(way.sets[at])


def win_places(held: _Held, way: _Way) -> list[int]:
    """The concealed sets, and the pair, that the winning tile can be in; -1 for a dealt win."""
    if held.win is None:
        return [-1]
    return [at for at in (*range(held.own), PAIR) if _met(held, way, at)]


def _met(held: _Held, way: _Way, at: int) -> list[int]:
    """The tiles that the winning tile can be, or stand for, in one of the sets."""
    group = set(_group(way, at))
    if not held.win_is_joker:
        return [int(held.win)] if held.win in group else []
    made = _made(way, held.own)
    return [tile for tile in sorted(group) if made[tile] > held.real.count(tile)]


def _narrow(chow: int, tile: int) -> bool:
    """Whether a chow waited for this tile alone: in the middle, 3 of 123 or 7 of 789."""
    return (
        tile == chow + 1 or (chow % 9 == 0 and tile == chow + 2) or (chow % 9 == 6 and tile == chow)
    )


def _reading(held: _Held, judged: _Judged) -> tuple[ReadSet, ...]:
    """The sets of an interpretation, the pair after the concealed ones."""
    out = []
    for index, code in enumerate(judged.way.sets):
        tiles = tuple(FACES[t] for t in tiles_of(code))
        kind, concealed = "chow" if code < PUNG else "pung", True
        if index >= held.own:
            meld = held.melds[index - held.own][0]
            kind, concealed = meld.kind.value, meld.concealed
            tiles = (*tiles, tiles[0]) if len(meld.tiles) == 4 else tiles
        out.append(ReadSet(kind, tiles, concealed, index == judged.win_at))
    pair = FACES[judged.way.pair]
    out.insert(held.own, ReadSet("pair", (pair, pair), True, judged.win_at == PAIR))
    return tuple(out)


# --- the search ---------------------------------------------------------------------------------


class _Node(NamedTuple):
    """Interpretations that have some sets in common; `room` more are made of jokers alone.

    Nodes are compared by their bound, highest first, and then by number.
    """

    less: int
    """The bound, negated."""
    number: int
    before: _Glance
    """The sets but `last`."""
    own: tuple[int, ...]
    pair: int
    """-1: not said yet."""
    room: int
    last: int
    """The set added last, -1 if none was: more are added in order, so that each comes once."""
    meaning: tuple[int, ...]


def _search(held: _Held, facts: _Facts) -> _Judged:
    """The interpretation that is worth most: best first, until no other can be worth more."""
    rules = facts.rules
    fixed = sum(found.value for found in facts.events(closed=_closed(held)))
    if rules.catalogue and held.own == 0:
        fixed += max(rules.half_melded, rules.all_melded)
    melded = facts.melded(held)
    heap: list[_Node] = []
    number = 0
    best: _Judged | None = None

    def push(
        bound: int,
        before: _Glance,
        own: tuple[int, ...],
        pair: int,
        room: int,
        last: int,
        meaning: tuple[int, ...],
    ) -> None:
        nonlocal number
        if best is None or fixed + bound > best.total:
            number += 1
            heappush(heap, _Node(-fixed - bound, number, before, own, pair, room, last, meaning))

    for meaning in product(*(codes for _, codes in held.melds)):
        for part in parts(held.real, held.jokers, held.own):
            room = held.own - len(part.sets)
            glance = _glance(facts.table, (*part.sets, *meaning), part.pair, melded)
            push(glance.bound(part.pair, room), glance, part.sets, part.pair, room, -1, meaning)
    while heap:
        node = heappop(heap)
        if best is not None and best.total >= -node.less:
            break
        own, pair, room, last, meaning = node.own, node.pair, node.room, node.last, node.meaning
        if room == 0 and pair >= 0:
            judged = facts.judge(held, _Way((*own, *meaning), pair))
            if best is None or judged.total > best.total:
                best = judged
            continue
        glance = node.before if last < 0 else node.before.with_set(last)
        if room:
            for code in ALL_SETS:
                if code >= last:
                    bound = glance.bound_with_set(code, pair, room - 1)
                    push(bound, glance, (*own, code), pair, room - 1, code, meaning)
        else:
            for pair in range(34):
                push(glance.bound_with_pair(pair), glance, own, pair, 0, last, meaning)
    assert best is not None  # whoever asks knows that the hand is complete
    return best


_Key = tuple[bool, tuple[int, ...], int]
"""A suit as `Table.suit` asks for it."""


class _Glance(NamedTuple):
    """The suits of some sets and perhaps a pair, so that one more changes one suit only."""

    table: Table
    melded: bool
    keys: tuple[_Key, ...]
    suits: tuple[Suit, ...]

    def with_set(self, code: int) -> _Glance:
        """One set more."""
        suit, key = self._key_with_set(code)
        keys = (*self.keys[:suit], key, *self.keys[suit + 1 :])
        return _Glance(self.table, self.melded, keys, self._suits_with(suit, key))

    def _key_with_set(self, code: int) -> tuple[int, _Key]:
        suit = _suit_of(code)
        honours, codes, pair = self.keys[suit]
        moved = code if honours else code - 9 * suit
        return suit, (honours, tuple(sorted((*codes, moved))), pair)

    def _suits_with(self, suit: int, key: _Key) -> tuple[Suit, ...]:
        found = self.table.suit(*key, melded=self.melded)
        return (*self.suits[:suit], found, *self.suits[suit + 1 :])

    def bound(self, pair: int, room: int) -> int:
        """What interpretations with these can come to at most, so many sets to be added."""
        if room or pair < 0:
            return self.table.open_bound(
                self.keys, self.suits, room, melded=self.melded, paired=pair >= 0
            )
        return self.table.bound(self.suits, pair, melded=self.melded)

    def bound_with_set(self, code: int, pair: int, room: int) -> int:
        """`bound` with one set more."""
        if room or pair < 0:
            return self.with_set(code).bound(pair, room)
        suits = self._suits_with(*self._key_with_set(code))
        return self.table.bound(suits, pair, melded=self.melded)

    def bound_with_pair(self, pair: int) -> int:
        """`bound` with the pair as well, all sets being known."""
        suit = min(3, pair // 9)
        honours, codes, _ = self.keys[suit]
        suits = self._suits_with(suit, (honours, codes, pair if honours else pair - 9 * suit))
        return self.table.bound(suits, pair, melded=self.melded)


def _glance(known: Table, sets: Iterable[int], pair: int, melded: bool) -> _Glance:
    """These sets and the pair, -1 if it is not known yet, suit by suit."""
    own: list[list[int]] = [[], [], [], []]
    for code in sorted(sets):
        suit = _suit_of(code)
        own[suit].append(code if suit == 3 else code - 9 * suit)
    home = min(3, pair // 9) if pair >= 0 else -1
    keys = tuple(
        (suit == 3, tuple(codes), _rank(pair, suit) if suit == home else -1)
        for suit, codes in enumerate(own)
    )
    return _Glance(known, melded, keys, tuple(known.suit(*key, melded=melded) for key in keys))


def _closed(held: _Held) -> bool:
    """Whether no set lies open (門清)."""
    return all(meld.concealed for meld, _ in held.melds)


WU_JOKER: Final = WuJoker("wu-joker", WuJokerRules())
