"""Hong Kong rules, 13 tiles: `HONG_KONG` (document C) and `WU_HONG_KONG` (D13).

The values and switches are in `hongkong_rules`. Here, each group of fans is one function that looks
at a `Win` (the hand as one reading shows it) and notes every pattern it finds, whether it counts or
not. `counted` then takes away what is turned off and what is contained in something higher, and
turns limit hands into the limit. So what does not count is known as well, and `explain` says why.

How the best reading is found: every reading is scored whole, and the best is kept. A limit hand is
better than an ordinary one (it is paid the limit, more than which nobody pays).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
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
from scoring.explain import Counted, Explanation, WaitValue, cite, wait_values
from scoring.hand import BITS, UNIT, Circumstances, Hand, MeldKind, count_of
from scoring.hongkong_rules import (
    ABSORBS,
    DOCUMENT_C,
    DOCUMENT_D13,
    LIMIT,
    HongKongRules,
    item_clause,
    item_name,
)
from scoring.readings import NOWHERE, PAIR, PUNG, Reading, distance, readings, waits
from scoring.result import ReadSet, Score, ScoreItem
from scoring.tiles import DRAGONS, FACES, WINDS, Tile, format_chinese

HAND_SIZE: Final = 14
UNIT_NAME: Final = "番"
SUIT_NAMES: Final = ("萬子", "筒子", "索子")

_FULL: Final = 63
_SUIT_MASKS: Final = tuple(
    sum(_FULL << BITS * tile for tile in range(9 * suit, 9 * suit + 9)) for suit in range(3)
)
HONOUR_MASK: Final = sum(_FULL << BITS * tile for tile in range(27, 34))
_ENDS: Final = (*(tile for tile in range(27) if tile % 9 in (0, 8)), *range(27, 34))
_ORPHANS: Final = sum(UNIT[tile] for tile in _ENDS)
END_MASK: Final = sum(_FULL << BITS * tile for tile in _ENDS)
"""The nines and ones and the honours."""
GREEN_MASK: Final = sum(
    _FULL << BITS * tile for tile in (Tile.S2, Tile.S3, Tile.S4, Tile.S6, Tile.S8, Tile.F)
)
_GATES: Final = tuple(
    sum(UNIT[9 * suit + rank] * (3 if rank in (0, 8) else 1) for rank in range(9))
    for suit in range(3)
)
_EXTRA: Final = tuple(frozenset(UNIT[9 * suit : 9 * suit + 9]) for suit in range(3))
_OWN_FLOWERS: Final = {wind: (FACES[wind + 7], FACES[wind + 11]) for wind in WINDS}
_KONGS: Final = (MeldKind.KONG, MeldKind.CONCEALED_KONG)
_CLOSED: Final = Reading((), (), NOWHERE)


@lru_cache(maxsize=64)
def chow_name(low: int) -> str:
    """A chow in words, by its lowest tile: 一二三萬."""
    return format_chinese(FACES[low : low + 3])


@lru_cache(maxsize=64)
def set_name(tile: int) -> str:
    """Three equal tiles in words: 東東東."""
    return format_chinese([FACES[tile]] * 3)


@lru_cache(maxsize=64)
def pair_name(tile: int) -> str:
    """Two equal tiles in words."""
    return format_chinese([FACES[tile]] * 2)


class Found(NamedTuple):
    """A pattern that is there: the id of its item, the tiles that show it, and in words."""

    id: str
    tiles: tuple[Tile, ...]
    why: str
    name: str | None = None
    """A name other than the item's usual one."""


class Dropped(NamedTuple):
    """A pattern that is there but does not count: because of item `by`, or turned off (None)."""

    found: Found
    by: str | None


@lru_cache(maxsize=1 << 12)
def _honours(counts: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in FACES[27:34] if count_of(counts, tile))


class Facts:
    """What is the same for all readings of one winning hand."""

    def __init__(
        self,
        rules: HongKongRules,
        hand: Hand,
        circumstances: Circumstances,
        waited: tuple[Tile, ...],
    ) -> None:
        self.rules = rules
        self.hand = hand
        self.circumstances = circumstances
        self.waits = waited
        self.self_drawn = circumstances.self_draw or circumstances.tianhu
        self.flowers_in_play = rules.flowers_in_play and not circumstances.no_flowers_in_play
        self.concealed = all(meld.concealed for meld in hand.melds)
        counts = self.counts = hand.all_counts
        self.kongs = tuple(meld.tiles[0] for meld in hand.melds if meld.kind in _KONGS)
        self.suits = tuple(suit for suit in range(3) if counts & _SUIT_MASKS[suit])
        self.honours = _honours(counts & HONOUR_MASK)
        self.won = () if hand.win is None else (hand.win,)
        self.win_name = "" if hand.win is None else hand.win.chinese

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand in order, melds and winning tile with them."""
        return tuple(tile for tile in FACES[:34] for _ in range(count_of(self.counts, tile)))

    @property
    def seat(self) -> Tile | None:
        """The seat wind; None if nobody said it."""
        return self.circumstances.seat if self.circumstances.seat_known else None

    @property
    def round(self) -> Tile | None:
        """The round wind; None if nobody said it."""
        return self.circumstances.round if self.circumstances.round_known else None

    @property
    def replaced_kong(self) -> bool:
        """Whether the winning tile replaced a kong (and not only a flower).

        Without any kong in the hand, a replacement tile can only have been a flower's.
        """
        circumstances = self.circumstances
        return circumstances.kong_draw and bool(self.kongs) and not circumstances.flower_draw


class Win:
    """One reading of a winning hand, and the patterns found in it.

    `chows` are the lowest tiles of all chows, `pungs` the tiles of all pungs and kongs, `pair` is
    None for 十三么.
    """

    def __init__(self, facts: Facts, reading: Reading) -> None:
        self.facts = facts
        self.rules = facts.rules
        self.reading = reading
        sets, pairs, win_set = reading
        melds = facts.hand.melds
        self.orphans = not sets and not melds and bool(pairs)
        self.pair = None if self.orphans or not pairs else FACES[pairs[0]]
        self.chows = [FACES[code] for code in sets if code < PUNG]
        self.pungs = [FACES[code - PUNG] for code in sets if code >= PUNG]
        opened = NOWHERE if facts.self_drawn else win_set
        self.concealed_pungs = [
            FACES[code - PUNG] for code in sets if code >= PUNG and code != opened
        ]
        for meld in melds:
            if meld.kind is MeldKind.CHOW:
                self.chows.append(meld.tiles[0])
            else:
                self.pungs.append(meld.tiles[0])
            if meld.concealed and facts.rules.four_concealed_pungs_with_kong:
                self.concealed_pungs.append(meld.tiles[0])
        self.found: list[Found] = []

    def note(self, id: str, tiles: tuple[Tile, ...], why: str, name: str | None = None) -> None:
        """Note a pattern that is there, whether it will count or not."""
        self.found.append(Found(id, tiles, why, name))

    @property
    def sets_text(self) -> str:
        """The four sets and the pair, in words."""
        sets = [*map(chow_name, self.chows), *map(set_name, self.pungs)]
        return " ".join(sets) + ("" if self.pair is None else f"，眼{pair_name(self.pair)}")


# What is looked for. The order is that of a score's lines.


def _opening(win: Win) -> None:
    """HK-13 天胡, 地胡, 人胡; WU13-09 天糊, 地糊. No 天聽 is needed for them here."""
    facts = win.facts
    circumstances = facts.circumstances
    if circumstances.tianhu:
        win.note("heavenly_win", facts.tiles, "莊家開局即胡")
    elif circumstances.dihu:
        win.note("earthly_win", facts.tiles, f"閒家開局第一張自摸{facts.win_name}")
    elif circumstances.renhu:
        win.note("human_win", facts.tiles, f"閒家開局胡他家打出之{facts.win_name}")


def _shape(win: Win) -> None:
    """HK-01 平胡, HK-11 對對胡; HK-13 四暗刻, 十八羅漢; WU13-03, WU13-05, WU13-09 likewise.

    平胡 asks for chows only, so any pair will do (AMB-25, a switch). 四暗刻 of C may be won on a
    discard that makes the pair; a pung finished by it is not concealed (AMB-26).

    簡簡糊 of D13 is read as four concealed pungs, self-drawn to the last tile: elsewhere the same
    hand is written 坎坎糊 or 間間胡 (門前清自摸對對糊). With a discard for the pair it is 對對糊.
    """
    facts, rules = win.facts, win.rules
    if len(win.chows) == 4:
        honours = win.pair is not None and win.pair >= Tile.E
        if rules.all_chows_honour_pair or not honours:
            win.note("all_chows", facts.tiles, win.sets_text)
    if len(win.pungs) < 4:
        return
    win.note("all_pungs", _thirds(win.pungs), win.sets_text)
    if len(win.concealed_pungs) == 4:
        drawn = facts.self_drawn or not rules.four_concealed_pungs_self_drawn
        if drawn:
            why = " ".join(set_name(tile) for tile in win.concealed_pungs)
            win.note(
                "four_concealed_pungs", facts.tiles, why + ("，自摸" if facts.self_drawn else "")
            )
    if len(facts.kongs) == 4:
        why = " ".join(format_chinese([tile] * 4) for tile in facts.kongs)
        win.note("four_kongs", facts.tiles, why)


def _special(win: Win) -> None:
    """HK-13, WU13-09: 十三么, and 九子連環 or 九蓮燈 (AMB-24)."""
    facts = win.facts
    if win.orphans:
        wide = "，聽十三面" if len(facts.waits) == 13 else ""
        pair = pair_name(win.reading.pairs[0])
        win.note("thirteen_orphans", facts.tiles, f"么九、番子各一，眼{pair}{wide}")
    suit = gates_suit(facts)
    if suit is not None and (gates_pure(facts) or not win.rules.nine_gates_pure):
        extra = next(tile for tile in FACES[:27] if UNIT[tile] == facts.counts - _GATES[suit])
        why = f"{SUIT_NAMES[suit]}一一一二三四五六七八九九九，另加{extra.chinese}"
        win.note("nine_gates", facts.tiles, why)


def gates_suit(facts: Facts) -> int | None:
    """The suit of which a wholly concealed hand has 1112345678999 and one more tile, or None."""
    if facts.hand.melds:
        return None
    return next((s for s in range(3) if facts.counts - _GATES[s] in _EXTRA[s]), None)


def gates_pure(facts: Facts) -> bool:
    """Whether 1112345678999 was there before the winning tile.

    A hand that won as dealt has no winning tile, so any of its tiles may have been the last.
    """
    return facts.hand.win is None or facts.hand.counts in _GATES


def _suits(win: Win) -> None:
    """HK-11 混一色, HK-12 清一色, HK-13 字一色, 綠一色; WU13-03 花么, WU13-05, WU13-07, WU13-09
    清么九.

    花么 is read as 花么九: nothing but ones, nines and honours, with some of each, so four pungs.
    """
    facts = win.facts
    counts, suits, honours = facts.counts, facts.suits, facts.honours
    names = "".join(tile.short for tile in honours)
    if not suits:
        win.note("all_honours", facts.tiles, f"全為番子 {names}")
    elif len(suits) == 1 and honours:
        why = f"{SUIT_NAMES[suits[0]]}加番子{names}"
        win.note("one_suit_and_honours", facts.tiles, why)
    elif len(suits) == 1:
        win.note("one_suit", facts.tiles, f"全為{SUIT_NAMES[suits[0]]}")
    if not counts & ~GREEN_MASK:
        win.note("all_green", facts.tiles, "全為二三四六八索" + ("或發" if honours else ""))
    if not counts & ~END_MASK and suits and not win.orphans:
        if honours:
            win.note("terminals_and_honours", facts.tiles, f"全為么九及番子{names}")
        else:
            win.note("all_terminals", facts.tiles, "全為么九，無番子")


def _winds(win: Win) -> None:
    """HK-07 正風, HK-13 大四喜, 小四喜; WU13-03, WU13-08, WU13-09. 正風 stays beside 小四喜."""
    facts = win.facts
    pungs = [tile for tile in win.pungs if tile in WINDS]
    if len(pungs) == 4:
        win.note("big_four_winds", _thirds(pungs), "東東東 南南南 西西西 北北北")
    elif len(pungs) == 3 and win.pair in WINDS:
        why = f"{' '.join(map(set_name, sorted(pungs)))}，眼{pair_name(win.pair)}"
        win.note("small_four_winds", (*_thirds(pungs), win.pair, win.pair), why)
    for tile in sorted(pungs):
        if tile == facts.seat:
            win.note("seat_wind", (tile,) * 3, f"{set_name(tile)}為門風")
        if tile == facts.round:
            win.note("round_wind", (tile,) * 3, f"{set_name(tile)}為圈風")


def _dragons(win: Win) -> None:
    """HK-06 一元, HK-11 小三元, HK-13 大三元; WU13-03, WU13-06, WU13-08."""
    pungs = [tile for tile in win.pungs if tile in DRAGONS]
    if len(pungs) == 3:
        win.note("big_three_dragons", _thirds(pungs), "中中中 發發發 白白白")
    elif len(pungs) == 2 and win.pair in DRAGONS:
        why = f"{' '.join(map(set_name, sorted(pungs)))}，眼{pair_name(win.pair)}"
        win.note("small_three_dragons", (*_thirds(pungs), win.pair, win.pair), why)
    for tile in sorted(pungs):
        win.note("dragon", (tile,) * 3, set_name(tile))


def _last(win: Win) -> None:
    """HK-02 自摸, HK-08 槓上花, HK-09 海底撈月, HK-10 搶槓; WU13-03 門前清, WU13-08 槓上槓,
    WU13-15 河底撈魚.

    自摸 goes with 槓上花, with 海底撈月 (two in all, 07c) and so with 槓上槓. 門前清 does not ask
    how the tile was won; it is usually left out where flowers are played (07a).
    """
    facts, rules = win.facts, win.rules
    circumstances = facts.circumstances
    tile = facts.win_name
    if facts.concealed and (rules.concealed_hand_with_flowers or not facts.flowers_in_play):
        win.note("concealed_hand", (), "無吃、碰、明槓")
    if facts.self_drawn:
        win.note("self_draw", facts.won, f"自摸{tile}")
    if facts.replaced_kong:
        if circumstances.kong_on_kong:
            win.note("kong_on_kong", facts.won, f"槓後再槓，補得{tile}")
        win.note("replacement_tile", facts.won, f"槓後補得{tile}")
    elif circumstances.kong_draw and rules.replacement_for_flower:
        win.note("replacement_tile", facts.won, f"補花得{tile}", "花上")
    if circumstances.rob_kong:
        kong = "暗槓" if circumstances.rob_concealed_kong else "槓"
        win.note("robbed_kong", facts.won, f"搶他家{kong}之{tile}")
    if circumstances.last_tile and facts.self_drawn:
        win.note("last_tile", facts.won, f"摸最後一張{tile}")
    elif circumstances.last_tile:
        win.note("last_tile", facts.won, f"胡最後打出之{tile}", "河底撈魚")


def _flowers(win: Win) -> None:
    """HK-03 無花, HK-04 正花, HK-05 一台花; WU13-03, WU13-04, and 七隻花, 八隻花 (WU13-05,
    WU13-08) of a complete hand, which have the singly counted flowers in them."""
    facts, rules = win.facts, win.rules
    flowers = facts.hand.flowers
    if not flowers:
        if facts.flowers_in_play:
            win.note("no_flowers", (), "沒有花牌")
        return
    text = format_chinese(flowers).replace(" ", "")
    if len(flowers) >= 7 and rules.flower_wins_count_in_hand:
        win.note("eight_flowers" if len(flowers) == 8 else "seven_flowers", flowers, text)
    for first in (Tile.F1, Tile.F5):
        colour = tuple(flower for flower in flowers if first <= flower < first + 4)
        if len(colour) == 4:
            win.note("flower_set", colour, format_chinese(colour).replace(" ", ""))
    for own in own_flowers(facts):
        if own in flowers:
            win.note(
                "own_flower", (own,), f"{own.chinese}為{facts.circumstances.seat.chinese}位之花"
            )


def own_flowers(facts: Facts) -> tuple[Tile, ...]:
    """The two flowers of the seat (AMB-21); none if nobody said the seat."""
    seat = facts.seat
    if seat is None:
        return ()
    season, plant = _OWN_FLOWERS[seat]
    if plant >= Tile.F7 and not facts.rules.chrysanthemum_is_third:
        plant = Tile.F8 if plant == Tile.F7 else Tile.F7
    return season, plant


PATTERNS: Final[tuple[Callable[[Win], None], ...]] = (
    _opening,
    _special,
    _shape,
    _suits,
    _winds,
    _dragons,
    _last,
    _flowers,
)


def _thirds(pungs: list[Tile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in sorted(pungs) for _ in range(3))


class Count(NamedTuple):
    """Which patterns count, which do not and why, whether they make a limit hand, and the total."""

    items: list[Found]
    dropped: list[Dropped]
    limit: bool
    total: int


def counted(rules: HongKongRules, found: list[Found]) -> Count:
    """What becomes of the patterns that were found.

    First goes what is turned off (value 0). If a limit hand is left, only limit hands count. Then
    goes what another pattern, of at least the same tiles, has in it (`ABSORBS`).
    """
    dropped = [Dropped(item, None) for item in found if not getattr(rules, item.id)]
    left = [item for item in found if getattr(rules, item.id)]
    limits = [item for item in left if getattr(rules, item.id) == LIMIT]
    if limits:
        highest = limits[0].id
        dropped += [Dropped(item, highest) for item in left if item not in limits]
        return Count(limits, dropped, True, rules.limit)
    kept = []
    for item in left:
        by = next((other.id for other in left if _absorbs(rules, other, item)), None)
        if by is None:
            kept.append(item)
        else:
            dropped.append(Dropped(item, by))
    return Count(kept, dropped, False, sum(getattr(rules, item.id) for item in kept))


def _absorbs(rules: HongKongRules, higher: Found, lower: Found) -> bool:
    if lower.id not in ABSORBS.get(higher.id, ()):
        return False
    if higher.id == "flower_set" and not rules.flower_set_includes_own:
        return False
    return set(lower.tiles) <= set(higher.tiles)


class Judged(NamedTuple):
    """One reading with everything that was found and what became of it."""

    win: Win
    items: list[Found]
    dropped: list[Dropped]
    limit: bool
    total: int


def _judge(win: Win) -> Judged:
    for pattern in PATTERNS:
        pattern(win)
    return Judged(win, *counted(win.rules, win.found))


def score_item(rules: HongKongRules, found: Found) -> ScoreItem:
    """The line of a score for a pattern that counts."""
    value = getattr(rules, found.id)
    return ScoreItem(
        found.id,
        found.name or item_name(rules, found.id),
        rules.limit if value == LIMIT else value,
        found.why,
        item_clause(rules, found.id)[0],
    )


@lru_cache(maxsize=1 << 10)
def _shown(kind: str, first: int, concealed: bool, win: bool) -> ReadSet:
    """A set as it is shown; hands share them."""
    tiles = {
        "chow": FACES[first : first + 3],
        "pair": (FACES[first],) * 2,
        "pung": (FACES[first],) * 3,
    }.get(kind, (FACES[first],) * 4)
    return ReadSet(kind, tiles, concealed, win)


def score_of(judged: Judged) -> Score:
    """The answer for one reading, with its sets in tile order and the melds after them.

    十三么 is one set of kind ``orphans``; a hand that won by its flowers stays closed.
    """
    win = judged.win
    facts, (sets, pairs, win_set) = win.facts, win.reading
    shown = []
    if win.orphans:
        shown.append(ReadSet("orphans", facts.tiles, facts.self_drawn, True))
    else:
        marked = False
        for code in sets:
            won = code == win_set and not marked
            marked |= won
            kind, first = ("pung", code - PUNG) if code >= PUNG else ("chow", code)
            shown.append(_shown(kind, first, facts.self_drawn or not won, won))
        for tile in pairs:
            won = win_set == PAIR
            shown.append(_shown("pair", tile, facts.self_drawn or not won, won))
        for meld in facts.hand.melds if win.pair is not None else ():
            shown.append(_shown(meld.kind.value, meld.tiles[0], meld.concealed, False))
    items = tuple(score_item(win.rules, item) for item in judged.items)
    return Score(items, judged.total, UNIT_NAME, facts.waits, judged.limit, tuple(shown))


@dataclass(frozen=True, slots=True)
class HongKong:
    """A Hong Kong rule set: a name and its values. Offers what `rulesets.RuleSet` asks."""

    name: str
    rules: HongKongRules

    @property
    def hand_size(self) -> int:
        """Tiles of a winning hand; kongs count as three, flowers do not count."""
        return HAND_SIZE

    @property
    def unit(self) -> str:
        """番."""
        return UNIT_NAME

    def payable(self, score: Score) -> int:
        """The 番 that are paid for a score: no more than the limit (HK-13, WU13-01)."""
        return min(score.total, self.rules.limit)

    def score(self, hand: Hand, circumstances: Circumstances) -> Score:
        """Score the best reading of a winning hand; HK-14 雞胡 (WU13-02) has no items.

        The total of a limit hand is the limit, whatever else it has; other totals are told in
        full, and `payable` cuts them. With `hand_complete` false, or a robbed flower, only the
        flowers win (WU13-14), and the tiles of the hand need not be given.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError: the tiles do not win.
            BelowMinimumError: they win, but are worth less than the rules ask (起糊).
            ContradictionError, NotInRulesError: the circumstances do not fit the hand or the rules.
            NoFlowerWinError: a flower win without its flowers.
        """
        return score_of(self.best(hand, circumstances))

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every reading of a complete hand, whatever it is worth; the minimum is not asked.

        Raises as `score`.
        """
        return tuple(map(score_of, self.judged(hand, circumstances)))

    def judged(self, hand: Hand, circumstances: Circumstances) -> list[Judged]:
        """Every reading of a complete hand with what was found in it.

        Only 十三么 may rob a concealed kong, and only where WU13-15 is played. Raises as `score`.
        """
        self._check(hand, circumstances)
        facts, found = self._read(hand, circumstances)
        if circumstances.rob_concealed_kong and (hand.melds or found[0].sets):
            raise ContradictionError(
                "rob_concealed_kong", "not 十三么", "only 十三么 may rob a concealed kong"
            )
        return [_judge(Win(facts, reading)) for reading in found]

    def best(self, hand: Hand, circumstances: Circumstances) -> Judged:
        """The best reading: a limit hand, or the highest total; not under the 起糊 of WU13-13.

        Raises as `score`.
        """
        if circumstances.robbed_flower or not circumstances.hand_complete:
            self._check(hand, circumstances)
            best = self._flower_win(hand, circumstances)
        else:
            best = max(self.judged(hand, circumstances), key=_rank)
        if best.total < self.rules.minimum:
            raise BelowMinimumError(best.total, self.rules.minimum, UNIT_NAME)
        return best

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that complete the hand without its winning tile, in tile order.

        Raises:
            HandSizeError: not thirteen tiles.
        """
        size = len(hand.concealed) + 3 * len(hand.melds)
        if size != HAND_SIZE - 1:
            raise HandSizeError(HAND_SIZE - 1, size, with_win=False)
        return _waits(hand)

    def distance(self, hand: Hand) -> int:
        """Tiles to exchange until the hand wins (0: it does); of thirteen tiles, tiles to draw.

        Raises:
            HandSizeError: neither thirteen nor fourteen tiles.
        """
        if hand.size not in (HAND_SIZE - 1, HAND_SIZE):
            raise HandSizeError(HAND_SIZE, hand.size)
        counts = hand.counts if hand.win is None else hand.counts + UNIT[hand.win]
        least = distance(counts, hand.all_counts, 4 - len(hand.melds), False)
        return least if hand.melds else min(least, _orphans_distance(counts))

    def winning_choices(self, hand: Hand) -> tuple[Tile, ...]:
        """For a hand without a named winning tile: which of its tiles it may have been.

        Empty if the hand is not complete. `Hand.with_win` names one of them.
        """
        if hand.win is not None or hand.size != HAND_SIZE or not _readings(hand):
            return ()
        return tuple(sorted(set(hand.concealed)))

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """Why the best reading is worth what it is, and what it nearly had. Raises as `score`."""
        from scoring.hongkong_near import near_misses

        best = self.best(hand, circumstances)
        score = score_of(best)
        told = []
        for item, found in zip(score.items, best.items, strict=True):
            rule, place = item_clause(self.rules, item.id)
            told.append(Counted(item, found.tiles, cite(rule, place)))
        return Explanation(score, tuple(told), tuple(near_misses(best)))

    def wait_values(self, hand: Hand, circumstances: Circumstances) -> tuple[WaitValue, ...]:
        """What each wait would be worth, by discard and by self-draw, in tile order.

        None where it would be worth less than the rules ask (起糊).

        Raises:
            HandSizeError: not thirteen tiles before the winning one.
            ContradictionError: a win by flowers alone waits for no tile.
        """
        return wait_values(self, hand, circumstances)

    def _read(self, hand: Hand, circumstances: Circumstances) -> tuple[Facts, list[Reading]]:
        """What the hand waited for and all its readings; at least one.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError
        """
        size = hand.size
        if hand.win is None and size == HAND_SIZE - 1:
            raise NotAWinError(_waits(hand), self.distance(hand))
        if size != HAND_SIZE:
            raise HandSizeError(HAND_SIZE, size)
        # Fourteen tiles and none named: only a dealt win (天胡) has no winning tile.
        if (
            hand.win is None
            and not circumstances.tianhu
            and (choices := self.winning_choices(hand))
        ):
            raise MissingWinTileError(choices)
        waited = () if hand.win is None else _waits(hand)
        found = _readings(hand)
        if not found:
            raise NotAWinError(waited, self.distance(hand))
        return Facts(self.rules, hand, circumstances, waited), found

    def _check(self, hand: Hand, circumstances: Circumstances) -> None:
        """Refuse circumstances that this hand or these rules cannot have."""
        rules = self.rules
        played = rules.flowers_in_play and not circumstances.no_flowers_in_play
        if hand.flowers and not played:
            raise ContradictionError(
                "no_flowers_in_play", hand.flowers[0].code, "the game is played without flowers"
            )
        if not circumstances.rare:
            return
        for event, name in _UNKNOWN_EVENTS:
            if getattr(circumstances, event):
                raise NotInRulesError(name, self.name)
        open_meld = next((meld for meld in hand.melds if not meld.concealed), None)
        for event in ("tianhu", "dihu", "renhu"):
            if open_meld is not None and getattr(circumstances, event):
                raise ContradictionError(event, str(open_meld), "it needs a concealed hand")
        if circumstances.dihu and not circumstances.self_draw:
            raise ContradictionError(
                "dihu", "not self_draw", "a win on a first discard is renhu (人胡)"
            )
        kongs = sum(meld.kind in _KONGS for meld in hand.melds)
        if circumstances.kong_on_kong and kongs < 2:
            raise ContradictionError("kong_on_kong", f"{kongs} kong", "it needs two kongs")
        if circumstances.rob_concealed_kong and not rules.orphans_rob_concealed_kong:
            raise NotInRulesError("搶暗槓", self.name)

    def _flower_win(self, hand: Hand, circumstances: Circumstances) -> Judged:
        """WU13-14 花糊: seven flowers 3 (as self-drawn), eight 8, robbing the eighth 8.

        The hand stays closed, so nothing else counts: no 天糊 for the dealer who has them at once,
        no 地糊 for the others at their first draw, and 槓上花 adds nothing (the giver of the kong
        pays, a matter of settlement). On the last tile 海底撈月 is added, and to eight drawn
        flowers 自摸 as well: 4, 10, and 9 for robbing the eighth (AMB-18).

        Who has seven and declares 大花糊 has declined them: then only the eighth wins.
        """
        rules = self.rules
        flowers = hand.flowers
        robbed = circumstances.robbed_flower
        if not rules.eight_flowers:
            raise NotInRulesError("花糊", self.name)
        if hand.win is not None:
            raise ContradictionError(
                "win", "not hand_complete", "the flowers win, not a tile of the hand"
            )
        if hand.concealed and hand.size not in (HAND_SIZE - 1, HAND_SIZE):
            raise HandSizeError(HAND_SIZE, hand.size)
        need = 7 if robbed or rules.seven_flowers else 8
        if len(flowers) < need:
            raise NoFlowerWinError(len(flowers), need)
        eight = robbed or len(flowers) == 8
        if circumstances.big_flowers and not eight:
            raise ContradictionError(
                "big_flowers", "7 flowers", "seven were declined, only the eighth wins now"
            )
        text = format_chinese(flowers).replace(" ", "")
        found = [
            Found(
                "eight_flowers" if eight else "seven_flowers",
                flowers,
                f"搶他家第八隻花 {text}" if robbed else text,
                "大花糊" if eight else None,
            )
        ]
        if circumstances.last_tile:
            found.append(Found("last_tile", (), "最後一張"))
            if eight and not robbed:
                found.append(Found("flower_win_last_draw", (), "最後一張自摸八隻花"))
        facts = Facts(rules, hand, circumstances, ())
        return Judged(Win(facts, _CLOSED), *counted(rules, found))


_UNKNOWN_EVENTS: Final = (
    ("tianting", "天聽"),
    ("diting", "地聽"),
    ("diting_yifa", "地聽一發"),
    ("seventh_drawn", "搶六隻花後之第八隻"),
)
"""Events of the Taiwanese rules that both documents lack."""


def _rank(judged: Judged) -> tuple[bool, int, int]:
    return judged.limit, judged.total, len(judged.items)


def _readings(hand: Hand) -> list[Reading]:
    """All readings of a hand of fourteen tiles; empty if it is not complete."""
    counts = hand.counts if hand.win is None else hand.counts + UNIT[hand.win]
    found = readings(counts, hand.win, False)
    if not hand.melds and not counts & ~END_MASK and counts - _ORPHANS in _ORPHAN_UNITS:
        pair = next(tile for tile in _ENDS if count_of(counts, tile) == 2)
        found.append(Reading((), (pair,), PAIR if pair == hand.win else NOWHERE))
    return found


_ORPHAN_UNITS: Final = frozenset(UNIT[tile] for tile in _ENDS)


def _waits(hand: Hand) -> tuple[Tile, ...]:
    """What thirteen tiles wait for. Those of 十三么 hold no set, so they wait for nothing else."""
    if not hand.melds and not hand.counts & ~END_MASK:
        single = [FACES[tile] for tile in _ENDS if not count_of(hand.counts, tile)]
        kinds = 13 - len(single)
        if kinds == 13:
            return tuple(FACES[tile] for tile in _ENDS)
        if kinds == 12:
            return tuple(single)
    held = hand.all_counts if hand.win is None else hand.all_counts - UNIT[hand.win]
    return waits(hand.counts, held, False)


def _orphans_distance(counts: int) -> int:
    """Tiles to exchange or draw until fourteen concealed tiles are 十三么."""
    held = [count_of(counts, tile) for tile in _ENDS]
    return HAND_SIZE - sum(number > 0 for number in held) - any(number > 1 for number in held)


HONG_KONG: Final = HongKong("hongkong", DOCUMENT_C)
WU_HONG_KONG: Final = HongKong("wu-hongkong", DOCUMENT_D13)
