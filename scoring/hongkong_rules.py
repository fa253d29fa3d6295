"""Values and switches of the Hong Kong rules: documents C and D13, one dataclass for both.

Nothing else in the package knows a value. `scoring/presets/hongkong.toml` and `wu-hongkong.toml`
hold the same numbers for clubs to copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

LIMIT: Final = -1
"""As a value: the item makes a limit hand (滿番), which is worth `HongKongRules.limit`."""


@dataclass(frozen=True, slots=True)
class HongKongRules:
    """Values (番) and switches. The defaults are document C, with section 8 of the checklist.

    The name of a value is the id of its item. 0 turns an item off, `LIMIT` (-1) makes it a limit
    hand. Limit hands are not added up with anything: one or several of them are worth `limit`.
    """

    # Values, in the order of the checklist.
    all_chows: int = 1
    """HK-01, WU13-03 平胡."""
    self_draw: int = 1
    """HK-02, WU13-03 自摸."""
    no_flowers: int = 1
    """HK-03, WU13-03 無花; nothing where the game is played without flowers."""
    own_flower: int = 1
    """HK-04, WU13-03 正花, each."""
    flower_set: int = 1
    """HK-05 一台花 1, besides the own flower of that colour; WU13-04 2, instead of it."""
    dragon: int = 1
    """HK-06 一元, WU13-03 箭刻, each."""
    seat_wind: int = 1
    """HK-07 正風, WU13-03 門風刻."""
    round_wind: int = 1
    """HK-07 正風, WU13-03 圈風刻."""
    replacement_tile: int = 1
    """HK-08, WU13-03 槓上花, besides 自摸."""
    last_tile: int = 1
    """HK-09 海底撈月: a win when the wall is used up, drawn or not; WU13-15 says of both that
    they add one (the draw makes two in all, with 自摸)."""
    robbed_kong: int = 1
    """HK-10, WU13-03 搶槓."""
    all_pungs: int = 3
    """HK-11, WU13-05 對對胡 (4 in 四四制)."""
    one_suit_and_honours: int = 3
    """HK-11, WU13-05 混一色 (4 in 四四制)."""
    small_three_dragons: int = 3
    """HK-11 小三元 3, WU13-06 5 (6 in 四四制) (AMB-16)."""
    one_suit: int = 7
    """HK-12, WU13-07 清一色 (8 in 四四制)."""
    big_three_dragons: int = LIMIT
    """HK-13 大三元 limit, WU13-08 8 (AMB-16)."""
    small_four_winds: int = LIMIT
    """HK-13 小四喜 limit, WU13-08 8 (AMB-16)."""
    big_four_winds: int = LIMIT
    """HK-13, WU13-09 大四喜."""
    all_green: int = LIMIT
    """HK-13 綠一色; D13 does not name it."""
    all_honours: int = LIMIT
    """HK-13, WU13-09 字一色."""
    four_concealed_pungs: int = LIMIT
    """HK-13 四暗刻, WU13-09 簡簡糊."""
    nine_gates: int = LIMIT
    """HK-13 九子連環, WU13-09 九蓮燈."""
    thirteen_orphans: int = LIMIT
    """HK-13, WU13-09 十三么."""
    four_kongs: int = LIMIT
    """HK-13, WU13-09 十八羅漢."""
    all_terminals: int = 0
    """WU13-09 清么九 limit; C does not name it."""
    heavenly_win: int = LIMIT
    """HK-13 天胡, WU13-09 天糊: the dealer's dealt hand."""
    earthly_win: int = LIMIT
    """HK-13 地胡, WU13-09 地糊: another player's first draw."""
    human_win: int = LIMIT
    """HK-13 人胡: a first discard; D13 does not name it."""
    concealed_hand: int = 0
    """WU13-03 門前清 1; C does not name it."""
    terminals_and_honours: int = 0
    """WU13-03 花么 1, besides 對對糊; C does not name it."""
    kong_on_kong: int = 0
    """WU13-08 槓上槓 8, besides 自摸 and instead of 槓上花; C does not name it."""
    seven_flowers: int = 0
    """WU13-05, WU13-14 七隻花 3 (4 in 四四制); 0: seven flowers alone do not win."""
    eight_flowers: int = 0
    """WU13-08, WU13-14 八隻花 (大花糊) 8; 0 with `seven_flowers` 0: no win by flowers alone."""
    flower_win_last_draw: int = 0
    """WU13-14 1: on the last tile, eight flowers are worth 10 when drawn and 9 when robbed, so the
    draw adds one more than 海底撈月 (AMB-18). It adds nothing to seven flowers, nor elsewhere."""

    # The limit and the least.
    limit: int = 10
    """HK-13, WU13-01: what a limit hand is worth, and the most that is paid for any hand. C is cut
    off before it says; D13 names 8 to 14 and takes 10 (AMB-17). Totals of ordinary hands are not
    cut at it: they are told in full, and paid up to it."""
    minimum: int = 0
    """WU13-01, WU13-13 起糊: a win must be worth this much; 雞糊 (0) wins by default, since D13
    has 起糊 only where the players agreed on it (usually 3)."""

    # Switches.
    flowers_in_play: bool = True
    """WU13-01 有花牌. Off: no flower may be there, and 無花 counts nothing."""
    concealed_hand_with_flowers: bool = False
    """WU13-03, WU13-15: 門前清 is usually not counted when flowers are played (07a)."""
    all_chows_honour_pair: bool = True
    """HK-01: 平胡 with a pair of honours. The text asks for chows only; other houses forbid it
    (AMB-25)."""
    four_concealed_pungs_self_drawn: bool = False
    """HK-13, WU13-09. C: 四暗刻 may be finished by a discard, which then makes the pair (AMB-26).
    D13: 簡簡糊 is the four concealed pungs that are self-drawn."""
    four_concealed_pungs_with_kong: bool = True
    """HK-13: a concealed kong is a concealed pung, though C lays every kong down (明手)."""
    nine_gates_pure: bool = True
    """HK-13, WU13-09: 1112345678999 must be in hand before the win. C's picture is missing
    (AMB-24). Off: any concealed hand of these tiles and one more."""
    flower_set_includes_own: bool = False
    """HK-05, WU13-04: whether 一台花 has the own flower of its colour in it."""
    flower_wins_count_in_hand: bool = True
    """WU13-05, WU13-08: a complete hand with seven or eight flowers counts 七隻花 or 八隻花, as
    they stand among the fans, instead of 一台花 and 正花. Off: its flowers count singly."""
    replacement_for_flower: bool = False
    """HK-08: 槓上花 also for a flower's replacement tile. C says 槓牌後."""
    orphans_rob_concealed_kong: bool = False
    """WU13-15: 十三么 may rob a concealed kong (07d). C has only the open kong."""
    chrysanthemum_is_third: bool = True
    """HK-04: 梅蘭菊竹, 菊 belongs to West and 竹 to North. Off: 梅蘭竹菊 (AMB-21)."""

    # Names where the documents differ, and the document that items refer to.
    document: str = "C"
    """``C`` or ``D13``: whose lines of the checklist the items name."""
    all_chows_name: str = "平胡"
    all_pungs_name: str = "對對胡"
    dragon_name: str = "一元"
    seat_wind_name: str = "正風（門風）"
    round_wind_name: str = "正風（圈風）"
    four_concealed_pungs_name: str = "四暗刻"
    nine_gates_name: str = "九子連環"
    heavenly_win_name: str = "天胡"
    earthly_win_name: str = "地胡"

    WORDS: ClassVar[Mapping[str, int]] = {"limit": LIMIT}
    """Words that a preset may write for a number."""
    BOUNDS: ClassVar[Mapping[str, tuple[int, int]]] = {
        "limit": (1, 999),
        "minimum": (0, 999),
        "flower_win_last_draw": (0, 999),
    }
    """Least and most of a value where they are not those of `scoring.presets`."""
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"document": ("C", "D13")}
    """The only texts that a name may be."""
    FAMILY: ClassVar[str] = "hongkong"
    """The shipped rule set that is of these values, for presets."""

    def label(self, key: str) -> str:
        """What a field is, in a few words."""
        if key in CLAUSES:
            return f"{item_name(self, key)} {item_clause(self, key)[0]}"
        return _LABELS.get(key) or item_clause(self, key.removesuffix("_name"))[0]


DOCUMENT_C: Final = HongKongRules()
DOCUMENT_D13: Final = HongKongRules(
    flower_set=2,
    small_three_dragons=5,
    big_three_dragons=8,
    small_four_winds=8,
    all_green=0,
    all_terminals=LIMIT,
    human_win=0,
    concealed_hand=1,
    terminals_and_honours=1,
    kong_on_kong=8,
    seven_flowers=3,
    eight_flowers=8,
    flower_win_last_draw=1,
    four_concealed_pungs_self_drawn=True,
    flower_set_includes_own=True,
    orphans_rob_concealed_kong=True,
    document="D13",
    all_chows_name="平糊",
    all_pungs_name="對對糊",
    dragon_name="箭刻",
    seat_wind_name="門風刻",
    round_wind_name="圈風刻",
    four_concealed_pungs_name="簡簡糊",
    nine_gates_name="九蓮燈",
    heavenly_win_name="天糊",
    earthly_win_name="地糊",
)
FOUR_FOUR: Final = replace(
    DOCUMENT_D13,
    all_pungs=4,
    one_suit_and_honours=4,
    small_three_dragons=6,
    one_suit=8,
    seven_flowers=4,
)
"""四四制 of D13 (WU13-05, WU13-06, WU13-07), as the preset ``wu-hongkong-44``."""

NAMES: Final[dict[str, str]] = {
    "self_draw": "自摸",
    "no_flowers": "無花",
    "own_flower": "正花",
    "flower_set": "一台花",
    "replacement_tile": "槓上花",
    "last_tile": "海底撈月",
    "robbed_kong": "搶槓",
    "one_suit_and_honours": "混一色",
    "small_three_dragons": "小三元",
    "one_suit": "清一色",
    "big_three_dragons": "大三元",
    "small_four_winds": "小四喜",
    "big_four_winds": "大四喜",
    "all_green": "綠一色",
    "all_honours": "字一色",
    "thirteen_orphans": "十三么",
    "four_kongs": "十八羅漢",
    "all_terminals": "清么九",
    "human_win": "人胡",
    "concealed_hand": "門前清",
    "terminals_and_honours": "花么",
    "kong_on_kong": "槓上槓",
    "seven_flowers": "七隻花",
    "eight_flowers": "八隻花",
    "flower_win_last_draw": "自摸",
}
"""Names that do not differ. The others are fields of `HongKongRules`."""

CLAUSES: Final[dict[str, tuple[tuple[str, str] | None, tuple[str, str] | None]]] = {
    "all_chows": (("HK-01", "C 一番"), ("WU13-03", "D13 02")),
    "self_draw": (("HK-02", "C 一番"), ("WU13-03", "D13 02")),
    "no_flowers": (("HK-03", "C 一番"), ("WU13-03", "D13 02")),
    "own_flower": (("HK-04", "C 一番"), ("WU13-03", "D13 02")),
    "flower_set": (("HK-05", "C 一番"), ("WU13-04", "D13 02")),
    "dragon": (("HK-06", "C 一番"), ("WU13-03", "D13 02")),
    "seat_wind": (("HK-07", "C 一番"), ("WU13-03", "D13 02")),
    "round_wind": (("HK-07", "C 一番"), ("WU13-03", "D13 02")),
    "replacement_tile": (("HK-08", "C 一番"), ("WU13-03", "D13 02")),
    "last_tile": (("HK-09", "C 一番"), ("WU13-15", "D13 07c")),
    "robbed_kong": (("HK-10", "C 一番"), ("WU13-03", "D13 02")),
    "all_pungs": (("HK-11", "C 三番"), ("WU13-05", "D13 02")),
    "one_suit_and_honours": (("HK-11", "C 三番"), ("WU13-05", "D13 02")),
    "small_three_dragons": (("HK-11", "C 三番"), ("WU13-06", "D13 02")),
    "one_suit": (("HK-12", "C 七番"), ("WU13-07", "D13 02")),
    "big_three_dragons": (("HK-13", "C 滿番"), ("WU13-08", "D13 02")),
    "small_four_winds": (("HK-13", "C 滿番"), ("WU13-08", "D13 02")),
    "big_four_winds": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "all_green": (("HK-13", "C 滿番"), None),
    "all_honours": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "four_concealed_pungs": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "nine_gates": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "thirteen_orphans": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "four_kongs": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "all_terminals": (None, ("WU13-09", "D13 02")),
    "heavenly_win": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "earthly_win": (("HK-13", "C 滿番"), ("WU13-09", "D13 02")),
    "human_win": (("HK-13", "C 滿番"), None),
    "concealed_hand": (None, ("WU13-03", "D13 02")),
    "terminals_and_honours": (None, ("WU13-03", "D13 02")),
    "kong_on_kong": (None, ("WU13-08", "D13 02")),
    "seven_flowers": (None, ("WU13-14", "D13 06a")),
    "eight_flowers": (None, ("WU13-14", "D13 06a")),
    "flower_win_last_draw": (None, ("WU13-14", "D13 06e")),
}
"""Line of the checklist and clause of each item: in document C, in D13; None if it has no such."""

ABSORBS: Final[dict[str, tuple[str, ...]]] = {
    "small_three_dragons": ("dragon",),
    "big_three_dragons": ("dragon",),
    "flower_set": ("own_flower",),
    "seven_flowers": ("own_flower", "flower_set"),
    "eight_flowers": ("own_flower", "flower_set"),
    "kong_on_kong": ("replacement_tile",),
    "big_four_winds": ("seat_wind", "round_wind", "all_pungs"),
    "all_green": ("one_suit", "one_suit_and_honours"),
    "all_honours": ("all_pungs",),
    "all_terminals": ("all_pungs",),
    "four_concealed_pungs": ("all_pungs", "concealed_hand"),
    "four_kongs": ("all_pungs",),
    "nine_gates": ("one_suit", "concealed_hand"),
    "thirteen_orphans": ("concealed_hand",),
    "heavenly_win": ("self_draw", "concealed_hand"),
    "earthly_win": ("self_draw", "concealed_hand"),
    "human_win": ("concealed_hand",),
}
"""Which item has which others in it, of the same tiles. Both documents say it of 三元 (HK-06), D13
of 一台花 (its 2 are C's 1 + 1). The other pairs cannot but come together, so that the lower would
never be without the higher; they matter where a house gives a limit hand a number. Everything
not named here adds up: 大三元 or 小三元 with 對對胡 and 混一色, 小四喜 with 正風, 花么 with
對對糊, 槓上花 and 海底撈月 with 自摸. A limit hand has everything in it."""


def item_name(rules: HongKongRules, item: str) -> str:
    """What people call an item under these rules."""
    return NAMES.get(item) or str(getattr(rules, f"{item}_name"))


def item_clause(rules: HongKongRules, item: str) -> tuple[str, str]:
    """Line of the checklist and clause of an item, in the rules' own document if it is there."""
    first, second = CLAUSES[item]
    found = second or first if rules.document == "D13" else first or second
    assert found is not None  # every item is in one of the documents
    return found


_LABELS: Final[dict[str, str]] = {
    "limit": "滿番 HK-13, WU13-01 (AMB-17)",
    "minimum": "起糊 WU13-13",
    "flowers_in_play": "打花牌 WU13-01",
    "concealed_hand_with_flowers": "打花牌也計門前清 WU13-15",
    "all_chows_honour_pair": "平胡可用番子作眼 HK-01 (AMB-25)",
    "four_concealed_pungs_self_drawn": "四暗刻只限自摸 WU13-09 (AMB-26)",
    "four_concealed_pungs_with_kong": "暗槓算暗刻 HK-13",
    "nine_gates_pure": "九子連環胡前須齊 HK-13 (AMB-24)",
    "flower_set_includes_own": "一台花已含正花 HK-05, WU13-04",
    "flower_wins_count_in_hand": "成牌也計七隻花、八隻花 WU13-05",
    "replacement_for_flower": "補花自摸也計槓上花 HK-08",
    "orphans_rob_concealed_kong": "十三么可搶暗槓 WU13-15",
    "chrysanthemum_is_third": "梅蘭菊竹，菊為西 HK-04 (AMB-21)",
    "document": "C, D13",
}
