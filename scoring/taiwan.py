"""Taiwanese rules, 16 tiles, two editions: `TAIWAN` (document B) and `TAIWAN_EARLY` (document A).

All numbers and switches are fields of `TaiwanRules`; nothing below it knows a value. Each rule is
one function that looks at a `_Win` (the hand as one reading shows it) and adds its items; the
function's docstring names the lines of the rule checklist. `scoring/RULES.md` lists them all.

How the best reading is found: the items of every reading that can differ are built and summed, and
the largest total wins. There is no second, shorter computation that could disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from scoring.errors import (
    ContradictionError,
    HandSizeError,
    MissingWinTileError,
    NoFlowerWinError,
    NotAWinError,
    NotInRulesError,
)
from scoring.explain import Explanation, WaitValue, wait_values
from scoring.hand import BITS, UNIT, Circumstances, Hand, MeldKind
from scoring.readings import NOWHERE, PAIR, PUNG, Reading, distance, readings, waits
from scoring.result import Payer, ReadSet, Score, ScoreItem
from scoring.tiles import DRAGONS, FACES, WINDS, Tile, format_chinese

HAND_SIZE: Final = 17


@dataclass(frozen=True, slots=True)
class TaiwanRules:
    """Values (台) and switches. The defaults are document B, with section 8 of the checklist.

    A value of 0 turns the item off. The name of a value is the id of its item.
    """

    # Values, in the order of the checklist.
    seat_wind: int = 1
    """TW-01 門風."""
    round_wind: int = 1
    """TW-01 圈風."""
    dragon: int = 1
    """TW-02 箭字坎."""
    dragon_in_round: int = 0
    """TW-02 合圈序 of dragons: printed, but two worked examples give nothing for it (AMB-06).
    Any value here counts for 中 in the east round, 發 in the south and 白 in the west."""
    concealed_hand: int = 1
    """TW-03 門清."""
    concealed_self_draw: int = 2
    """TW-04 不求.自摸, on top of 門清 (門清一摸三)."""
    melded_hand: int = 2
    """TW-05 全求, 獨聽 not included."""
    half_melded_hand: int = 1
    """TW-06 半求, 獨聽 and 自摸 not included."""
    all_chows: int = 2
    """TW-07 平胡."""
    all_pungs: int = 4
    """TW-08 對對胡."""
    single_wait: int = 1
    """TW-11 獨聽."""
    robbed_kong: int = 1
    """TW-12 搶槓."""
    all_honours: int = 16
    """TW-13 字一色."""
    all_honours_deduction: int = -4
    """TW-13: every 字一色 of five sets holds at least 小三元 (or winds), so 4 are taken back."""
    one_suit: int = 12
    """TW-14 清一色."""
    one_suit_and_honours: int = 4
    """TW-15 湊一色."""
    three_concealed_pungs: int = 2
    """TW-16 三暗坎."""
    four_concealed_pungs: int = 6
    """TW-17 四暗坎: A 5, B 6; B's own worked totals use 5 (AMB-01)."""
    five_concealed_pungs: int = 16
    """TW-18 五暗坎: A 13, B 16 (AMB-02)."""
    big_four_winds: int = 16
    """TW-19 大四喜."""
    small_four_winds: int = 8
    """TW-20 小四喜."""
    big_three_dragons: int = 8
    """TW-21 大三元."""
    small_three_dragons: int = 4
    """TW-22 小三元."""
    self_draw: int = 1
    """TW-23 自摸 of a hand that is not concealed."""
    replacement_tile: int = 1
    """TW-24 槓上開花."""
    last_tile_draw: int = 1
    """TW-25 海底撈月."""
    own_flower: int = 1
    """TW-26, each."""
    flower_set: int = 2
    """TW-26 花槓, instead of the own flower of that colour."""
    all_flowers: int = 8
    """TW-26 滿花, instead of everything else of TW-26. With the hand complete this is also the
    八仙過海 of TW-29."""
    dealt_flower_win: int = 12
    """TW-28 配牌花胡: A 8, B 12 (AMB-04)."""
    eight_immortals: int = 8
    """TW-29 八仙過海, the hand not complete."""
    seven_rob_one: int = 8
    """TW-30 七搶一."""
    heavenly_ready: int = 8
    """TW-31 天聽."""
    earthly_ready: int = 4
    """TW-32 地聽."""
    heavenly_win: int = 16
    """TW-33 天胡."""
    earthly_win: int = 16
    """TW-34 地胡: 天聽, won on the first own draw."""
    human_win: int = 16
    """TW-34/TW-35 天聽, won on somebody's first discard: A calls it 地胡, B 人胡 (AMB-03)."""
    earthly_ready_at_once: int = 8
    """TW-35/TW-35b 地聽, won at once: A calls it 人胡, B 地聽一發 (AMB-03)."""
    eight_pairs_and_half: int = 8
    """TW-36 嚦咕嚦咕."""

    # Switches.
    dealt_win_after_kong: bool = True
    """TW-33/34: 天胡 and 地胡 also after concealed kongs, with 槓上開花. B says so, A does not."""
    earthly_win_on_discard: bool = False
    """TW-34: whether 地胡 may be said of a first discard, as in A (`human_win` is its value)."""
    eight_pairs: bool = True
    """TW-36 is an option of both editions; off, the shape does not win at all."""
    eight_pairs_single_wait: bool = True
    """TW-36 with 獨聽: named by B, not by A."""
    eight_pairs_all_honours: bool = True
    """TW-36 with 字一色: named by B, not by A. Nothing is taken back (it holds no 三元, 四喜)."""
    eight_pairs_concealed_hand: bool = False
    """TW-36 with 門清: no, since it must be concealed (AMB-12)."""
    single_wait_needs_shape: bool = True
    """TW-11: 獨聽 only if the tile is used closed, edge or single. A two-sided wait whose other
    side is in the own hand four times is then none (AMB-10)."""
    heavenly_win_single_wait: bool = False
    """TW-33 with 獨聽: no, a dealt hand has no winning tile (AMB-13)."""
    all_chows_two_sided: bool = False
    """TW-07: ask for a two-sided use of the winning tile, not only more than one wait (AMB-11)."""
    concealed_kong_breaks_melded_hand: bool = True
    """TW-05/06: a concealed kong is not 吃碰外露 (AMB-15)."""
    chrysanthemum_is_third: bool = True
    """TW-26: 梅蘭菊竹, 菊 belongs to West and 竹 to North. Off: 梅蘭竹菊 (AMB-21)."""

    late_flower_robbed: bool = False
    """TW-30c: whether an eighth flower that its drawer kept and later exposed may be robbed by the
    holder of seven, after the next own draw. A says so, B only at that moment (AMB-14)."""

    # Names that the editions give to the same event (AMB-03).
    human_win_name: str = "人胡"
    earthly_ready_at_once_name: str = "地聽一發"

    FAMILY: ClassVar[str] = "taiwan"
    """The shipped rule set that is of these values, for presets."""
    BOUNDS: ClassVar[Mapping[str, tuple[int, int]]] = {"all_honours_deduction": (-999, 0)}
    """Least and most of a value where they are not those of `scoring.presets`."""

    def label(self, key: str) -> str:
        """What people call the item of a value, and its line of the checklist; "" for others."""
        return " ".join(ITEM_NAMES.get(key, ()))


DOCUMENT_B: Final = TaiwanRules()
DOCUMENT_A: Final = TaiwanRules(
    four_concealed_pungs=5,
    five_concealed_pungs=13,
    dealt_flower_win=8,
    dealt_win_after_kong=False,
    earthly_win_on_discard=True,
    eight_pairs_single_wait=False,
    eight_pairs_all_honours=False,
    late_flower_robbed=True,
    human_win_name="地胡",
    earthly_ready_at_once_name="人胡",
)

ITEM_NAMES: Final[dict[str, tuple[str, str]]] = {
    "seat_wind": ("門風", "TW-01"),
    "round_wind": ("圈風", "TW-01"),
    "dragon": ("箭字坎", "TW-02"),
    "dragon_in_round": ("箭字合圈序", "TW-02"),
    "concealed_hand": ("門清", "TW-03"),
    "concealed_self_draw": ("不求.自摸", "TW-04"),
    "melded_hand": ("全求", "TW-05"),
    "half_melded_hand": ("半求", "TW-06"),
    "all_chows": ("平胡", "TW-07"),
    "all_pungs": ("對對胡", "TW-08"),
    "single_wait": ("獨聽", "TW-11"),
    "robbed_kong": ("搶槓", "TW-12"),
    "all_honours": ("字一色", "TW-13"),
    "all_honours_deduction": ("字一色減除", "TW-13"),
    "one_suit": ("清一色", "TW-14"),
    "one_suit_and_honours": ("湊一色", "TW-15"),
    "three_concealed_pungs": ("三暗坎", "TW-16"),
    "four_concealed_pungs": ("四暗坎", "TW-17"),
    "five_concealed_pungs": ("五暗坎", "TW-18"),
    "big_four_winds": ("大四喜", "TW-19"),
    "small_four_winds": ("小四喜", "TW-20"),
    "big_three_dragons": ("大三元", "TW-21"),
    "small_three_dragons": ("小三元", "TW-22"),
    "self_draw": ("自摸", "TW-23"),
    "replacement_tile": ("槓上開花", "TW-24"),
    "last_tile_draw": ("海底撈月", "TW-25"),
    "own_flower": ("花牌", "TW-26"),
    "flower_set": ("花槓", "TW-26"),
    "all_flowers": ("滿花", "TW-26"),
    "dealt_flower_win": ("配牌花胡", "TW-28"),
    "eight_immortals": ("八仙過海", "TW-29"),
    "seven_rob_one": ("七搶一", "TW-30a"),
    "heavenly_ready": ("天聽", "TW-31"),
    "earthly_ready": ("地聽", "TW-32"),
    "heavenly_win": ("天胡", "TW-33"),
    "earthly_win": ("地胡", "TW-34"),
    "human_win": ("人胡", "TW-35"),
    "earthly_ready_at_once": ("地聽一發", "TW-35b"),
    "eight_pairs_and_half": ("嚦咕嚦咕", "TW-36"),
}
"""What people call an item, and its line of the rule checklist."""
_SUIT_NAMES: Final = ("萬子", "筒子", "索子")
_SUIT_BITS: Final = 9 * BITS
_SUIT_MASK: Final = (1 << _SUIT_BITS) - 1
_HONOURS: Final = 3 * _SUIT_BITS
_SUITS: Final = tuple(tuple(suit for suit in range(3) if bits >> suit & 1) for bits in range(8))
_CHOW_MELD: Final = MeldKind.CHOW
_CONCEALED_KONG: Final = MeldKind.CONCEALED_KONG
# How the winning tile was used.
_SINGLE, _CLOSED, _EDGE, _TWO_SIDED, _PUNG_USE, _DEALT = range(6)
_USE_NAMES: Final = ("單釣", "中洞", "邊張")


def _set_name(code: int) -> str:
    if code >= PUNG:
        return format_chinese([FACES[code - PUNG]] * 3)
    return format_chinese(FACES[code : code + 3])


_SET_NAMES: Final = {
    code: _set_name(code)
    for code in (*(t for t in range(27) if t % 9 < 7), *range(PUNG, PUNG + 34))
}
_TILE_NAMES: Final = tuple(tile.chinese for tile in FACES)
_PAIR_NAMES: Final = tuple(format_chinese([tile] * 2) for tile in FACES[:34])


@lru_cache(maxsize=1 << 12)
def _honour_sets(key: int) -> tuple[tuple[Tile, ...], tuple[Tile, ...], Tile | None]:
    """Winds of which there are three or more, such dragons, and the honour of which are two."""
    counts = {tile: key >> BITS * (tile - Tile.E) & 63 for tile in FACES[27:34]}
    return (
        tuple(tile for tile in WINDS if counts[tile] >= 3),
        tuple(tile for tile in DRAGONS if counts[tile] >= 3),
        next((tile for tile, count in counts.items() if count == 2), None),
    )


def _shown_sets(concealed: bool, win: bool) -> dict[int, ReadSet]:
    """Every set as it is shown; there are few different ones, so all hands share them."""
    sets = {}
    for code in _SET_NAMES:
        if code >= PUNG:
            sets[code] = ReadSet("pung", (FACES[code - PUNG],) * 3, concealed, win)
        else:
            sets[code] = ReadSet("chow", FACES[code : code + 3], concealed, win)
    return sets


def _shown_pairs(concealed: bool, win: bool) -> tuple[ReadSet, ...]:
    return tuple(ReadSet("pair", (tile, tile), concealed, win) for tile in FACES[:34])


_SETS: Final = _shown_sets(True, False)
_PAIRS: Final = _shown_pairs(True, False)
_SETS_MELDED: Final = _shown_sets(False, False)
# The set or pair that the winning tile completed: by another's tile (0) or drawn (1).
_WON_SETS: Final = (_shown_sets(False, True), _shown_sets(True, True))
_WON_PAIRS: Final = (_shown_pairs(False, True), _shown_pairs(True, True))


# Melds by their packed counts, and concealed kongs, which have the counts of open ones.
_MELDS: Final = {
    **{sum(map(UNIT.__getitem__, shown.tiles)): shown for shown in _SETS_MELDED.values()},
    **{4 * UNIT[tile]: ReadSet("kong", (tile,) * 4, False) for tile in FACES[:34]},
}
_CONCEALED_KONGS: Final = {
    4 * UNIT[tile]: ReadSet("ckong", (tile,) * 4, True) for tile in FACES[:34]
}


@lru_cache(maxsize=1 << 12)
def _item(
    id: str,
    value: int,
    why: str,
    payer: Payer = "all",
    name: str | None = None,
    rule: str | None = None,
) -> ScoreItem:
    """One line of a score. Lines are the same from hand to hand, so they are shared."""
    usual_name, usual_rule = ITEM_NAMES[id]
    return ScoreItem(id, name or usual_name, value, why, rule or usual_rule, payer)


class _Hand:
    """What is the same for all readings of one winning hand."""

    __slots__ = (
        "circumstances",
        "concealed",
        "concealed_kongs",
        "drawn",
        "hand",
        "honour_key",
        "meld_chows",
        "open_melds",
        "replaced",
        "rules",
        "self_drawn",
        "suits",
        "waits",
        "win_name",
    )

    def __init__(
        self, rules: TaiwanRules, hand: Hand, circumstances: Circumstances, waited: tuple[Tile, ...]
    ) -> None:
        self.rules = rules
        self.hand = hand
        self.circumstances = circumstances
        self.waits = waited
        self_drawn = circumstances.self_draw
        drawn = self_drawn
        replaced = circumstances.kong_draw
        chows = 0
        kongs: list[Tile] = []
        for meld in hand.melds:
            if meld.kind is _CHOW_MELD:
                chows += 1
            elif meld.kind is _CONCEALED_KONG:
                kongs.append(meld.tiles[0])
        if circumstances.rare:
            # A robbed flower is replaced, and so is a concealed kong before the first discard.
            dealt = circumstances.tianhu
            on_first_draw = dealt or (circumstances.dihu and self_drawn)
            replaced = replaced or circumstances.robbed_flower or (on_first_draw and len(kongs) > 0)
            # 七搶一 (1) is settled like a discard, though the last tile came from the wall: it
            # does not pay as a self-draw, but leaves a pung concealed (section 7, 8). 七搶一 (2)
            # is a self-draw.
            by_robbing = circumstances.robbed_flower and not circumstances.seventh_drawn
            self_drawn = not by_robbing and (self_drawn or dealt or circumstances.seventh_drawn)
            drawn = self_drawn or by_robbing
        self.self_drawn = self_drawn
        self.drawn = drawn
        self.replaced = replaced
        self.meld_chows = chows
        self.concealed_kongs = kongs
        self.open_melds = len(hand.melds) - len(kongs)
        self.concealed = not self.open_melds
        counts = hand.all_counts
        self.honour_key = counts >> _HONOURS
        self.suits = _SUITS[
            (counts & _SUIT_MASK > 0)
            + 2 * (counts & _SUIT_MASK << _SUIT_BITS > 0)
            + 4 * (counts & _SUIT_MASK << 2 * _SUIT_BITS > 0)
        ]
        self.win_name = "" if hand.win is None else _TILE_NAMES[hand.win]


class _Win:
    """One reading of a winning hand, and the items that it has gathered."""

    __slots__ = (
        "by_pairs",
        "chows",
        "concealed_pungs",
        "dragon_pungs",
        "hand",
        "honour_pair",
        "items",
        "reading",
        "rules",
        "single",
        "total",
        "use",
        "wind_pungs",
    )

    def __init__(
        self,
        hand: _Hand,
        reading: Reading,
        use: int,
        chows: int,
        concealed_pungs: list[int],
    ) -> None:
        self.hand = hand
        rules = self.rules = hand.rules
        self.reading = reading
        self.use = use
        self.chows = chows
        self.concealed_pungs = concealed_pungs
        self.by_pairs = len(reading.pairs) > 1
        self.items: list[ScoreItem] = []
        self.total = 0
        self.wind_pungs: tuple[Tile, ...] = ()
        self.dragon_pungs: tuple[Tile, ...] = ()
        self.honour_pair: Tile | None = None
        if not hand.honour_key:
            pass
        elif self.by_pairs:
            # Four equal honours are two pairs here, so only the three equal tiles can count.
            self.wind_pungs = tuple(tile for tile in reading.pungs if tile in WINDS)
            self.dragon_pungs = tuple(tile for tile in reading.pungs if tile in DRAGONS)
        else:
            self.wind_pungs, self.dragon_pungs, self.honour_pair = _honour_sets(hand.honour_key)
        self.single = (
            len(hand.waits) == 1
            and (use <= _EDGE or not rules.single_wait_needs_shape)
            and (rules.heavenly_win_single_wait or not hand.circumstances.tianhu)
            and (rules.eight_pairs_single_wait or not self.by_pairs)
        )

    def add(
        self,
        id: str,
        value: int,
        why: str,
        payer: Payer = "all",
        name: str | None = None,
        rule: str | None = None,
    ) -> None:
        """Add an item, unless the rule set has turned it off (value 0).

        `name` and `rule` are given where they differ from the usual ones of the item.
        """
        if value:
            self.items.append(_item(id, value, why, payer, name, rule))
            if payer == "all":
                self.total += value


def _events(win: _Win) -> None:
    """TW-31 天聽, TW-32 地聽, TW-33 天胡, TW-34 地胡, TW-35 人胡, TW-35b 地聽一發 (AMB-03).

    One model of events: the greatest replaces those it contains. 天胡, 地胡 and 人胡 contain 天聽,
    地聽一發 contains 地聽.
    """
    circumstances, rules = win.hand.circumstances, win.rules
    tile = win.hand.win_name
    if circumstances.tianhu:
        win.add("heavenly_win", rules.heavenly_win, "莊家配牌補花後即胡牌")
    elif circumstances.dihu and circumstances.self_draw:
        win.add("earthly_win", rules.earthly_win, f"天聽後摸第一張牌自摸{tile}")
    elif circumstances.dihu or circumstances.renhu:
        why = f"天聽後胡他家打出之第一張牌{tile}"
        win.add("human_win", rules.human_win, why, name=rules.human_win_name)
    elif circumstances.diting_yifa:
        name = rules.earthly_ready_at_once_name
        why = f"地聽後一巡內胡{tile}"
        win.add("earthly_ready_at_once", rules.earthly_ready_at_once, why, name=name)
    elif circumstances.tianting:
        win.add("heavenly_ready", rules.heavenly_ready, "配牌補花後即宣告聽牌")
    elif circumstances.diting:
        win.add("earthly_ready", rules.earthly_ready, "打出第一張牌即宣告聽牌")


def _concealed(win: _Win) -> None:
    """TW-03 門清, TW-04 不求.自摸, TW-23 自摸.

    門清 goes when an event, 五暗坎 or 嚦咕嚦咕 has it in already; 不求.自摸 stays, since none of
    them need be self-drawn. 天胡 replaces all three.
    """
    hand, rules = win.hand, win.rules
    circumstances = hand.circumstances
    if circumstances.tianhu:
        return
    if not hand.concealed:
        if hand.self_drawn:
            win.add("self_draw", rules.self_draw, f"自摸{hand.win_name}")
        return
    contained = (
        circumstances.declared
        or len(win.concealed_pungs) == 5
        or (win.by_pairs and not rules.eight_pairs_concealed_hand)
    )
    if not contained:
        win.add("concealed_hand", rules.concealed_hand, "無吃、碰、明槓")
    if hand.self_drawn:
        why = f"無吃、碰、明槓，自摸{hand.win_name}"
        win.add("concealed_self_draw", rules.concealed_self_draw, why)


def _last_draw(win: _Win) -> None:
    """TW-12 搶槓, TW-24 槓上開花, TW-25 and TW-25b 海底撈月 (which may go with 槓上開花)."""
    hand, rules = win.hand, win.rules
    circumstances = hand.circumstances
    if circumstances.rob_kong:
        win.add("robbed_kong", rules.robbed_kong, f"搶他家加槓之{hand.win_name}")
    if hand.replaced:
        tile = hand.win_name or "成胡之牌"
        win.add("replacement_tile", rules.replacement_tile, f"槓尾補得{tile}")
    if circumstances.last_tile and hand.self_drawn:
        win.add("last_tile_draw", rules.last_tile_draw, f"摸海底牌{hand.win_name}")


def _single_wait(win: _Win) -> None:
    """TW-11 獨聽: one kind completes the sixteen tiles, used closed, edge or single."""
    if win.single:
        shape = _USE_NAMES[win.use] if win.use <= _EDGE else "聽牌"
        win.add(
            "single_wait", win.rules.single_wait, f"只聽{_TILE_NAMES[win.hand.waits[0]]}，{shape}"
        )


def _melded(win: _Win) -> None:
    """TW-05 全求 on a discard, TW-06 半求 self-drawn: five sets lie open, one tile is left."""
    hand, rules = win.hand, win.rules
    if len(hand.hand.melds) != 5 or not hand.open_melds:
        return
    if hand.concealed_kongs and rules.concealed_kong_breaks_melded_hand:
        return
    sets = _all_sets(win)
    if hand.self_drawn:
        win.add("half_melded_hand", rules.half_melded_hand, f"外露 {sets}，單釣自摸")
    else:
        win.add("melded_hand", rules.melded_hand, f"外露 {sets}，單釣胡銃")


def _all_chows(win: _Win) -> None:
    """TW-07 平胡: five chows and a pair of numbers, no flower, not self-drawn, not 獨聽."""
    hand, rules = win.hand, win.rules
    if win.chows != 5 or hand.honour_key or hand.hand.flowers or hand.self_drawn:
        return
    if win.single or (rules.all_chows_two_sided and win.use != _TWO_SIDED):
        return
    why = f"{_all_sets(win)}，無花、無字、非獨聽、非自摸"
    win.add("all_chows", rules.all_chows, why)


def _all_pungs(win: _Win) -> None:
    """TW-08 對對胡: no chow. Contained in 五暗坎 and in 字一色 (TW-37)."""
    if win.chows or win.by_pairs or len(win.concealed_pungs) == 5 or not win.hand.suits:
        return
    win.add("all_pungs", win.rules.all_pungs, _all_sets(win))


def _concealed_pungs(win: _Win) -> None:
    """TW-16 三暗坎, TW-17 四暗坎, TW-18 五暗坎: only the greatest. Concealed kongs count."""
    tiles = win.concealed_pungs
    if len(tiles) < 3:
        return
    rules = win.rules
    why = " ".join(_SET_NAMES[PUNG + tile] for tile in tiles)
    if len(tiles) == 3:
        win.add("three_concealed_pungs", rules.three_concealed_pungs, why)
    elif len(tiles) == 4:
        win.add("four_concealed_pungs", rules.four_concealed_pungs, why)
    else:
        win.add("five_concealed_pungs", rules.five_concealed_pungs, why)


def _suits(win: _Win) -> None:
    """TW-13 字一色, TW-14 清一色, TW-15 湊一色."""
    hand, rules = win.hand, win.rules
    if len(hand.suits) > 1:
        return
    if not hand.suits:
        if not win.by_pairs:
            win.add("all_honours", rules.all_honours, f"全為字牌 {_all_sets(win)}")
            # Five sets of seven honours always hold 三元 or 四喜, which are added as well.
            why = "字一色必含小三元以上牌型"
            win.add("all_honours_deduction", rules.all_honours_deduction, why)
        elif rules.eight_pairs_all_honours:
            names = _honour_names(hand.honour_key)
            win.add("all_honours", rules.all_honours, f"全為字牌 {names}")
        return
    name = _SUIT_NAMES[hand.suits[0]]
    if hand.honour_key:
        why = f"{name}加字牌{_honour_names(hand.honour_key)}"
        win.add("one_suit_and_honours", rules.one_suit_and_honours, why)
    else:
        win.add("one_suit", rules.one_suit, f"全為{name}")


def _winds(win: _Win) -> None:
    """TW-01 風字坎, TW-19 大四喜 (which contains it), TW-20 小四喜 (which does not)."""
    pungs = win.wind_pungs
    if not pungs:
        return
    rules = win.rules
    if len(pungs) == 4:
        win.add("big_four_winds", rules.big_four_winds, "東東東 南南南 西西西 北北北")
        return
    if len(pungs) == 3 and win.honour_pair in WINDS:
        why = " ".join(_SET_NAMES[PUNG + wind] for wind in pungs)
        why = f"{why}，將{format_chinese([win.honour_pair] * 2)}"
        win.add("small_four_winds", rules.small_four_winds, why)
    circumstances = win.hand.circumstances
    for tile in pungs:
        if tile == circumstances.seat:
            win.add("seat_wind", rules.seat_wind, f"{_SET_NAMES[PUNG + tile]}合開門序")
        if tile == circumstances.round:
            win.add("round_wind", rules.round_wind, f"{_SET_NAMES[PUNG + tile]}合圈序")


def _dragons(win: _Win) -> None:
    """TW-02 箭字坎, TW-21 大三元, TW-22 小三元 (which contain it)."""
    pungs = win.dragon_pungs
    if not pungs:
        return
    rules = win.rules
    if len(pungs) == 3:
        win.add("big_three_dragons", rules.big_three_dragons, "中中中 發發發 白白白")
    elif len(pungs) == 2 and win.honour_pair in DRAGONS:
        why = " ".join(_SET_NAMES[PUNG + tile] for tile in pungs)
        why = f"{why}，將{format_chinese([win.honour_pair] * 2)}"
        win.add("small_three_dragons", rules.small_three_dragons, why)
    else:
        for tile in pungs:
            win.add("dragon", rules.dragon, _SET_NAMES[PUNG + tile])
    if rules.dragon_in_round:
        for tile in pungs:
            if tile - Tile.C == win.hand.circumstances.round - Tile.E:
                why = f"{_SET_NAMES[PUNG + tile]}合圈序"
                win.add("dragon_in_round", rules.dragon_in_round, why)


def _eight_pairs(win: _Win) -> None:
    """TW-36 嚦咕嚦咕: seven pairs and three equal tiles; four equal tiles are two pairs."""
    if win.by_pairs:
        pairs = " ".join(_PAIR_NAMES[tile] for tile in win.reading.pairs)
        why = f"{pairs}，{_SET_NAMES[win.reading.sets[0]]}"
        win.add("eight_pairs_and_half", win.rules.eight_pairs_and_half, why)


def _flowers(win: _Win) -> None:
    """TW-26 花牌, and with a complete hand TW-28 配牌花胡, TW-29 八仙過海, TW-30a and
    TW-30b 七搶一.

    In 七搶一 (2) the hand is paid by three; the robbed player pays 七搶一 instead of the flowers,
    the other two pay the winner's own seven flowers.
    """
    hand = win.hand
    flowers = hand.hand.flowers
    circumstances, rules = hand.circumstances, win.rules
    if circumstances.robbed_flower:
        _flower_item(win, "robbed" if circumstances.seventh_drawn else "all")
        if circumstances.seventh_drawn:
            _own_flowers(win, "others")
    elif len(flowers) < 8:
        _own_flowers(win, "all")
    elif circumstances.dealt_flowers:
        _flower_item(win, "all")
    else:
        win.add("all_flowers", rules.all_flowers, "春夏秋冬梅蘭菊竹齊全")


def _own_flowers(win: _Win, payer: Payer) -> None:
    """TW-26 for less than eight flowers: by colour, either the set or the own flower."""
    hand, rules = win.hand, win.rules
    third = rules.chrysanthemum_is_third
    for id, why in _flower_lines(hand.hand.flowers, hand.circumstances.seat, third):
        win.add(id, rules.flower_set if id == "flower_set" else rules.own_flower, why, payer)


@lru_cache(maxsize=1 << 11)
def _flower_lines(flowers: tuple[Tile, ...], seat: Tile, third: bool) -> list[tuple[str, str]]:
    """Id and reason of each item of TW-26; `third` as `TaiwanRules.chrysanthemum_is_third`."""
    lines = []
    number = seat - Tile.E
    for colour in (FACES[34:38], FACES[38:42]):
        own = colour[number]
        if own >= Tile.F7 and not third:
            own = Tile.F8 if own == Tile.F7 else Tile.F7
        if set(colour) <= set(flowers):
            lines.append(("flower_set", format_chinese(colour).replace(" ", "")))
        elif own in flowers:
            lines.append(("own_flower", f"{_TILE_NAMES[own]}合開門序{_TILE_NAMES[seat]}"))
    return lines


def _flower_item(win: _Win, payer: Payer) -> None:
    """TW-28, TW-29, TW-30a, TW-30b: the one item of a win by flowers."""
    circumstances, rules = win.hand.circumstances, win.rules
    flowers = format_chinese(win.hand.hand.flowers).replace(" ", "")
    if circumstances.dealt_flowers:
        why = f"配牌即齊花 {flowers}"
        win.add("dealt_flower_win", rules.dealt_flower_win, why, payer)
    elif circumstances.robbed_flower:
        rule = "TW-30b" if circumstances.seventh_drawn else None
        why = f"搶他家花牌 {flowers}"
        win.add("seven_rob_one", rules.seven_rob_one, why, payer, rule=rule)
    else:
        win.add("eight_immortals", rules.eight_immortals, flowers, payer)


def _gather(win: _Win) -> None:
    """All items, in the order in which they are told.

    One call after the other, since Python is slower at calling what a loop brings.
    """
    _events(win)
    _concealed(win)
    _last_draw(win)
    _single_wait(win)
    _melded(win)
    _eight_pairs(win)
    _all_chows(win)
    _all_pungs(win)
    _concealed_pungs(win)
    _suits(win)
    if win.hand.honour_key:
        _winds(win)
        _dragons(win)
    if win.hand.hand.flowers:
        _flowers(win)


def _all_sets(win: _Win) -> str:
    """The five sets, melds last, and the pair, in words."""
    sets = [_SET_NAMES[code] for code in win.reading.sets]
    sets += [format_chinese(meld.tiles) for meld in win.hand.hand.melds]
    return f"{' '.join(sets)}，將{_PAIR_NAMES[win.reading.pairs[0]]}"


def _honour_names(key: int) -> str:
    return "".join(tile.short for tile in FACES[27:34] if key >> BITS * (tile - Tile.E) & 63)


def _use(win_set: int, win: int) -> int:
    """How a set was completed by the winning tile."""
    if win_set == PAIR:
        return _SINGLE
    if win_set == NOWHERE:
        return _DEALT
    if win_set >= PUNG:
        return _PUNG_USE
    if win == win_set + 1:
        return _CLOSED
    if win == win_set:
        return _EDGE if win_set % 9 == 6 else _TWO_SIDED
    return _EDGE if win_set % 9 == 0 else _TWO_SIDED


@dataclass(frozen=True, slots=True)
class Taiwan:
    """A Taiwanese rule set: a name and its values. Offers what `rulesets.RuleSet` asks."""

    name: str
    rules: TaiwanRules

    @property
    def hand_size(self) -> int:
        """Tiles of a winning hand; kongs count as three, flowers do not count."""
        return HAND_SIZE

    @property
    def unit(self) -> str:
        """What is counted."""
        return "台"

    def score(self, hand: Hand, circumstances: Circumstances) -> Score:
        """Score the best reading of a winning hand: TW-37 計算準則, TW-38 牌面.

        The total counts the hand's items and flowers; the dealer's premium (TW-09, TW-10)
        belongs to each payment and is added by settlement. With `hand_complete` false only the
        flowers win, and the tiles of the hand need not be given.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError: the tiles do not win.
            ContradictionError: the circumstances do not fit the hand or the edition.
            NoFlowerWinError: a flower win without its flowers.
        """
        if circumstances.rare:
            self._check(hand, circumstances)
            if not circumstances.hand_complete:
                return self._flower_win(hand, circumstances)
        facts, found = self._read(hand, circumstances)
        best: _Win | None = None
        seen: set[tuple[int, int, int, int]] | None = set() if len(found) > 1 else None
        for reading in found:
            win = _place(facts, reading, seen)
            if win is not None:
                _gather(win)
                if best is None or win.total > best.total:
                    best = win
        assert best is not None  # `_read` found at least one reading
        return _score(best)

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every reading of a complete hand, whatever it is worth. Raises as `score`."""
        self._check(hand, circumstances)
        facts, found = self._read(hand, circumstances)
        scores = []
        for reading in found:
            win = _place(facts, reading, None)
            assert win is not None  # only readings seen before are left out
            _gather(win)
            scores.append(_score(win))
        return tuple(scores)

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """The score with tiles and clauses, and what nearly counts. Raises as `score`."""
        from scoring.taiwan_near import explain

        return explain(self, hand, circumstances)

    def wait_values(self, hand: Hand, circumstances: Circumstances) -> tuple[WaitValue, ...]:
        """What each wait would be worth, by discard and drawn: see `scoring.explain`."""
        return wait_values(self, hand, circumstances)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that complete the hand without its winning tile, in tile order.

        Raises:
            HandSizeError: not sixteen tiles.
        """
        size = len(hand.concealed) + 3 * len(hand.melds)
        if size != HAND_SIZE - 1:
            raise HandSizeError(HAND_SIZE - 1, size, with_win=False)
        return self._waits(hand)

    def distance(self, hand: Hand) -> int:
        """Tiles to exchange until the hand wins (0: it does); of sixteen tiles, tiles to draw.

        Raises:
            HandSizeError: neither sixteen nor seventeen tiles.
        """
        if hand.size not in (HAND_SIZE - 1, HAND_SIZE):
            raise HandSizeError(HAND_SIZE, hand.size)
        counts = hand.counts if hand.win is None else hand.counts + UNIT[hand.win]
        by_pairs = self.rules.eight_pairs and not hand.melds
        return distance(counts, hand.all_counts, 5 - len(hand.melds), by_pairs)

    def winning_choices(self, hand: Hand) -> tuple[Tile, ...]:
        """For a hand without a named winning tile: which of its tiles it may have been.

        Empty if the hand is not complete. `Hand.with_win` names one of them.
        """
        by_pairs = self.rules.eight_pairs and not hand.melds
        if hand.win is not None or hand.size != HAND_SIZE:
            return ()
        if not readings(hand.counts, None, by_pairs):
            return ()
        return tuple(sorted(set(hand.concealed)))

    def _waits(self, hand: Hand) -> tuple[Tile, ...]:
        held = hand.all_counts if hand.win is None else hand.all_counts - UNIT[hand.win]
        return waits(hand.counts, held, self.rules.eight_pairs and not hand.melds)

    def _read(self, hand: Hand, circumstances: Circumstances) -> tuple[_Hand, list[Reading]]:
        """What the hand waited for and all its readings; at least one.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError
        """
        win = hand.win
        melds = hand.melds
        by_pairs = self.rules.eight_pairs and not melds
        size = len(hand.concealed) + 3 * len(melds)  # without the winning tile
        counts = hand.counts
        if win is not None:
            if size != HAND_SIZE - 1:
                raise HandSizeError(HAND_SIZE, size + 1)
            unit = UNIT[win]
            waited = waits(counts, hand.all_counts - unit, by_pairs)
            counts += unit
        elif size == HAND_SIZE:
            # Seventeen tiles and none named: only a dealt win (天胡) has no winning tile.
            if not circumstances.tianhu and (choices := self.winning_choices(hand)):
                raise MissingWinTileError(choices)
            waited = ()
        elif size == HAND_SIZE - 1:
            raise NotAWinError(self._waits(hand), self.distance(hand))
        else:
            raise HandSizeError(HAND_SIZE, size)
        found = readings(counts, win, by_pairs)
        if not found:
            raise NotAWinError(waited, self.distance(hand))
        return _Hand(self.rules, hand, circumstances, waited), found

    def _check(self, hand: Hand, circumstances: Circumstances) -> None:
        """Refuse rare circumstances that this hand or this edition cannot have."""
        open_meld = next((meld for meld in hand.melds if not meld.concealed), None)
        for event in _CONCEALED_EVENTS:
            if open_meld is not None and getattr(circumstances, event):
                raise ContradictionError(event, str(open_meld), "it needs a concealed hand")
        rules = self.rules
        if circumstances.dihu and not (circumstances.self_draw or rules.earthly_win_on_discard):
            raise ContradictionError(
                "dihu", "not self_draw", "these rules call a win on a first discard renhu (人胡)"
            )
        if circumstances.tianhu and circumstances.kong_draw and not hand.melds:
            raise ContradictionError(
                "tianhu",
                "kong_draw",
                "dealt flowers are replaced before; it needs a concealed kong",
            )
        own_draw = circumstances.tianhu or (circumstances.dihu and circumstances.self_draw)
        if own_draw and hand.melds and not rules.dealt_win_after_kong:
            event = "tianhu" if circumstances.tianhu else "dihu"
            raise ContradictionError(event, str(hand.melds[0]), "these rules end it with a kong")
        if circumstances.late_flower and not rules.late_flower_robbed:
            raise NotInRulesError("搶後露之花", self.name)
        self._check_flowers(hand, circumstances)

    def _check_flowers(self, hand: Hand, circumstances: Circumstances) -> None:
        count = len(hand.flowers)
        need = 7 if circumstances.robbed_flower else 8
        wins_by_flowers = (
            circumstances.robbed_flower
            or circumstances.dealt_flowers
            or not circumstances.hand_complete
        )
        if wins_by_flowers and count < need:
            raise NoFlowerWinError(count, need)
        if circumstances.seventh_drawn and circumstances.hand_complete and count != 7:
            raise ContradictionError(
                "seventh_drawn", "eight flowers", "list the seven own flowers, not the robbed one"
            )

    def _flower_win(self, hand: Hand, circumstances: Circumstances) -> Score:
        """TW-27 花胡 with the hand not complete: one item; the hand stays closed.

        Seventeen tiles are needed, but the hand is not shown; if it is given, it is counted.
        """
        if hand.concealed and hand.size != HAND_SIZE:
            raise HandSizeError(HAND_SIZE, hand.size)
        win = _Win(_Hand(self.rules, hand, circumstances, ()), _CLOSED_HAND, _DEALT, 0, [])
        _flower_item(win, "all")
        return Score(tuple(win.items), win.total, "台", (), False, ())


_CLOSED_HAND: Final = Reading((), (), NOWHERE)
_CONCEALED_EVENTS: Final = ("tianting", "diting", "diting_yifa", "tianhu", "dihu", "renhu")


def _place(
    hand: _Hand, reading: Reading, seen: set[tuple[int, int, int, int]] | None
) -> _Win | None:
    """The reading as a `_Win`, or None if one that must score the same has been seen."""
    sets, pairs, win_set = reading
    chows = hand.meld_chows
    pungs: list[int] = [*hand.concealed_kongs]
    opened = NOWHERE if hand.drawn else win_set
    for code in sets:
        if code < PUNG:
            chows += 1
        elif code != opened:
            pungs.append(code - PUNG)
    use = _use(win_set, hand.hand.win or 0)
    if seen is not None:
        # Nothing else differs between readings of one hand: which honours come in threes, and
        # the three equal tiles among seven pairs, follow from the counts.
        signature = (len(pairs), chows, len(pungs), use)
        if signature in seen:
            return None
        seen.add(signature)
    return _Win(hand, reading, use, chows, pungs)


def _score(win: _Win) -> Score:
    """The answer for one reading, with its sets in tile order and the melds after them."""
    hand, reading = win.hand, win.reading
    sets, pairs, win_set = reading
    shown = [*map(_SETS.__getitem__, sets), *map(_PAIRS.__getitem__, pairs)]
    if win_set >= 0:
        shown[sets.index(win_set)] = _WON_SETS[hand.drawn][win_set]
    elif win_set == PAIR:
        tile = hand.hand.win or 0
        shown[len(sets) + pairs.index(tile)] = _WON_PAIRS[hand.drawn][tile]
    for meld in hand.hand.melds:
        sets_shown = _CONCEALED_KONGS if meld.kind is _CONCEALED_KONG else _MELDS
        shown.append(sets_shown[meld.counts])
    return Score(tuple(win.items), win.total, "台", hand.waits, False, tuple(shown))


TAIWAN: Final = Taiwan("taiwan", DOCUMENT_B)
TAIWAN_EARLY: Final = Taiwan("taiwan-early", DOCUMENT_A)
