"""Values (番) and switches of 吳銓高's 16-tile joker game, document D (D16 and DX).

Values are those of 半明暗, the table's own level; `scoring.wu_joker` doubles a pattern all of whose
sets are concealed and multiplies by four one whose sets all lie open (WU16-02). What D leaves to
新章台灣牌 (WU16-21) has the values of that catalogue; where Wu's own differ, his count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final


@dataclass(frozen=True, slots=True)
class WuJokerRules:
    """The defaults are document D. A value of 0 turns the item off."""

    BOUNDS: ClassVar[Mapping[str, tuple[int, int]]] = {"minimum": (0, 100)}
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {"exposure": ("concealed", "half", "open")}
    FAMILY: ClassVar[str] = "wu-joker"

    # 兄弟: triplets of one number; the small one has the pair in it (DX).
    brothers_2: int = 3
    brothers_small_3: int = 10
    brothers_3: int = 15
    brothers_small_4: int = 20
    brothers_4: int = 30
    brothers_small_5: int = 45
    brothers_5: int = 60
    brothers_small_6: int = 90
    # 姊妹: triplets in a row in one suit (DX).
    sisters_2: int = 3
    sisters_small_3: int = 10
    sisters_3: int = 15
    sisters_small_4: int = 20
    sisters_4: int = 30
    sisters_small_5: int = 45
    sisters_5: int = 60
    sisters_small_6: int = 90
    # 元: dragons (DX).
    dragons_small_2: int = 3
    dragons_2: int = 6
    dragons_small_3: int = 20
    dragons_3: int = 40
    dragons_small_4: int = 50
    dragons_4: int = 60
    dragons_small_5: int = 70
    dragons_5: int = 80
    dragons_small_6: int = 100
    # 風 and 喜: winds (DX).
    winds_small_2: int = 3
    winds_2: int = 6
    winds_small_3: int = 15
    winds_3: int = 30
    winds_small_4: int = 60
    winds_4: int = 80
    winds_small_5: int = 90
    winds_5: int = 100
    winds_small_6: int = 120
    # Chows (DX).
    same_chows_2: int = 3
    """一般高, 同順."""
    same_chows_3: int = 15
    same_chows_4: int = 30
    same_chows_5: int = 60
    five_chows_of_a_tile: int = 40
    """五S歸五: one tile in five chows."""
    mixed_chows_2: int = 2
    """相逢: the same chow in two suits."""
    mixed_chows_3: int = 10
    """三相逢 (WU16-21)."""
    old_and_young: int = 2
    """老少: 123 and 789 of a suit."""
    straight: int = 10
    """清龍; no 老少 beside it (WU16-19)."""
    mixed_straight: int = 8
    """明雜龍: 123, 456 and 789 of three suits (WU16-21)."""
    mixed_straight_concealed: int = 15
    """暗雜龍: all concealed; instead of the double."""
    # The whole hand (DX).
    one_suit: int = 80
    all_honours: int = 80
    one_suit_and_honours: int = 30
    all_pungs: int = 30
    all_chows: int = 3
    all_dragons: int = 80
    """全三色."""
    all_black: int = 88
    """全黑色: winds and 白."""
    all_middle: int = 24
    """全中: 4, 5 and 6 only."""
    even_pungs: int = 24
    """全雙刻."""
    # Small things (DX).
    dragon: int = 2
    """箭刻, where no 元 counts."""
    same_tile: int = 5
    """SAME歸二: each further set, or the pair, of a tile that has a set."""
    # What D leaves to 新章台灣牌 (WU16-21).
    seat_or_round_wind: int = 2
    """正風, for each of the two; where no 風 counts."""
    other_wind: int = 1
    """其他風."""
    self_draw: int = 1
    concealed_hand: int = 3
    concealed_self_draw: int = 5
    """門清自摸, instead of both."""
    no_honours: int = 1
    no_flowers: int = 1
    """Where flowers are in play."""
    no_honours_nor_flowers: int = 5
    """無字花, instead of both."""
    no_flower_all_chows: int = 10
    """無字花大平胡, instead of 平胡 and 無字花."""
    one_suit_missing: int = 5
    five_kinds: int = 10
    """五門齊: three suits, winds and dragons."""
    seven_kinds: int = 15
    """七門齊: those and both kinds of flowers, instead of 五門齊."""
    own_flower: int = 2
    other_flower: int = 1
    """爛花."""
    two_flower_sets: int = 30
    """兩台花: all eight, instead of each. 一台花 is a payment of its own (WU16-10)."""
    robbed_flower: int = 8
    """七搶一: the eighth flower, of another player."""
    middle_pair: int = 1
    """將眼: a pair of 2, 5 or 8."""
    concealed_pungs_2: int = 3
    concealed_pungs_3: int = 10
    concealed_pungs_4: int = 30
    concealed_pungs_5: int = 80
    concealed_all_pungs: int = 100
    """間間胡: five concealed triplets, self-drawn; instead of 五暗刻."""
    tile_in_two: int = 5
    """四歸一: four equal tiles in a triplet and a chow."""
    tile_in_three: int = 10
    """四歸二: in the pair and two chows."""
    tile_in_four: int = 20
    """四歸四: in four chows."""
    no_ends: int = 5
    """斷么: neither ends nor honours."""
    ends_or_honours_everywhere: int = 10
    """全帶混么."""
    ends_everywhere: int = 15
    """全帶么."""
    only_ends_and_honours: int = 30
    """混么."""
    only_ends: int = 80
    """清么."""
    all_melded: int = 15
    """全求: all sets open, won by another's tile: here that of a robbed kong."""
    half_melded: int = 8
    """半求: all sets open, self-drawn."""
    single_wait: int = 2
    """獨獨: one tile only, jokers left aside, completes the hand."""
    false_single: int = 1
    """假獨: won inside or at the edge of a chow, or on the pair, though more would complete it."""
    pair_wait: int = 1
    """對碰: won on one of two pairs."""
    last_tile: int = 20
    replacement_tile: int = 1
    robbed_kong: int = 1
    kong_on_kong: int = 30
    heavenly_win: int = 100
    earthly_win: int = 80
    pairs: int = 40
    """嚦咕嚦咕: seven pairs and a triplet."""
    orphans: int = 80
    """十三么: every one, nine and honour, one of them twice, and a set."""
    apart: int = 40
    """十六不搭: three tiles of each suit far apart, all honours, one of them twice."""
    early_win: int = 20
    """七只內: with no more than seven discards on the table."""
    soon_win: int = 10
    """十只內: with no more than ten."""
    riichi: int = 5
    """立直 (WU16-12)."""
    minimum: int = 10
    """WU16-06: fewer 番 are no win."""

    # Switches.
    levels: bool = True
    """WU16-02: patterns all concealed count twice, all open four times."""
    free_winning_set: bool = True
    """WU16-05: the set of the winning tile, laid apart, counts concealed or open as suits."""
    free_kongs: bool = True
    """WU16-05: so do kongs."""
    catalogue: bool = True
    """WU16-21: what D leaves open counts as in 新章台灣牌. Off: only what D prints."""

    exposure: str = "concealed"
    """WU16-02: 全暗制 ``concealed``, the traditional play, or 半明暗制 ``half``: tiles in hand are
    concealed. 全明制 ``open``: hands lie open, so that every set counts as open."""

    def label(self, key: str) -> str:
        """What a field is, in a few words."""
        return _LABELS[key] if key in _LABELS else " ".join(NAMES[key])


_COUNT: Final = {2: "二", 3: "三", 4: "四", 5: "五", 6: "六"}
FAMILIES: Final = (("brothers", "兄弟"), ("sisters", "姊妹"), ("dragons", "元"), ("winds", "風"))


def _family_names() -> dict[str, tuple[str, str]]:
    out: dict[str, tuple[str, str]] = {}
    for family, word in FAMILIES:
        for number, text in _COUNT.items():
            shown = "喜" if family == "winds" and number >= 4 else word
            out[f"{family}_{number}"] = (f"大{text}{shown}", "WU16-02")
            out[f"{family}_small_{number}"] = (f"小{text}{shown}", "WU16-02")
    for family, word in FAMILIES[:2]:
        out[f"{family}_2"] = (f"兩{word}", "WU16-02")
    return out


_D: Final = "WU16-02"
_X: Final = "WU16-21"
_ALL_NAMES: Final[dict[str, tuple[str, str]]] = {
    **_family_names(),
    "same_chows_2": ("一般高", _D),
    "same_chows_3": ("三同順", _D),
    "same_chows_4": ("四同順", _D),
    "same_chows_5": ("五同順", _D),
    "five_chows_of_a_tile": ("五S歸五", _D),
    "mixed_chows_2": ("相逢", "WU16-19"),
    "mixed_chows_3": ("三相逢", _X),
    "old_and_young": ("老少", "WU16-19"),
    "straight": ("清龍", "WU16-19"),
    "mixed_straight": ("雜龍", _X),
    "mixed_straight_concealed": ("暗雜龍", _X),
    "one_suit": ("清一色", _D),
    "all_honours": ("清字一色", _D),
    "one_suit_and_honours": ("混一色", _D),
    "all_pungs": ("對對糊", _D),
    "all_chows": ("平糊", _D),
    "all_dragons": ("全三色", _D),
    "all_black": ("全黑色", _D),
    "all_middle": ("全中", _D),
    "even_pungs": ("全雙刻", _D),
    "dragon": ("箭刻", _D),
    "same_tile": ("SAME歸二", _D),
    "seat_or_round_wind": ("正風", _X),
    "other_wind": ("其他風", _X),
    "self_draw": ("自摸", _X),
    "concealed_hand": ("門清", _X),
    "concealed_self_draw": ("門清自摸", _X),
    "no_honours": ("無字", _X),
    "no_flowers": ("無花", _X),
    "no_honours_nor_flowers": ("無字花", _X),
    "no_flower_all_chows": ("無字花大平胡", _X),
    "one_suit_missing": ("缺一門", _X),
    "five_kinds": ("五門齊", _X),
    "seven_kinds": ("七門齊", _X),
    "own_flower": ("正花", _X),
    "other_flower": ("爛花", _X),
    "two_flower_sets": ("兩台花", _X),
    "robbed_flower": ("七搶一", _X),
    "middle_pair": ("將眼", _X),
    "concealed_pungs_2": ("二暗刻", _X),
    "concealed_pungs_3": ("三暗刻", _X),
    "concealed_pungs_4": ("四暗刻", _X),
    "concealed_pungs_5": ("五暗刻", _X),
    "concealed_all_pungs": ("間間胡", _X),
    "tile_in_two": ("四歸一", _X),
    "tile_in_three": ("四歸二", _X),
    "tile_in_four": ("四歸四", _X),
    "no_ends": ("斷么", _X),
    "ends_or_honours_everywhere": ("全帶混么", _X),
    "ends_everywhere": ("全帶么", _X),
    "only_ends_and_honours": ("混么", _X),
    "only_ends": ("清么", _X),
    "all_melded": ("全求", _X),
    "half_melded": ("半求", _X),
    "single_wait": ("獨獨", _X),
    "false_single": ("假獨", _X),
    "pair_wait": ("對碰", _X),
    "last_tile": ("海底撈月", _X),
    "replacement_tile": ("槓上花上", _X),
    "robbed_kong": ("搶槓", "WU16-06"),
    "kong_on_kong": ("槓上槓", _X),
    "heavenly_win": ("天胡", _X),
    "earthly_win": ("地胡", _X),
    "pairs": ("嚦咕嚦咕", _X),
    "orphans": ("十三么", _X),
    "apart": ("十六不搭", _X),
    "early_win": ("七只內", _X),
    "soon_win": ("十只內", _X),
    "riichi": ("立直", "WU16-12"),
}
NAMES: Final = {key: name for key, name in _ALL_NAMES.items() if hasattr(WuJokerRules, key)}
"""Id of an item: its name and its line of the rule checklist."""


WHY: Final = {
    "one_suit_missing": "只有兩門數字牌",
    "five_kinds": "萬筒索風箭齊",
    "seven_kinds": "萬筒索風箭及兩種花齊",
    "no_honours": "沒有字牌",
    "no_flowers": "沒有花牌",
    "no_honours_nor_flowers": "沒有字牌和花牌",
    "no_ends": "沒有么九和字牌",
    "only_ends": "全是么九",
    "only_ends_and_honours": "全是么九和字牌",
    "ends_everywhere": "每副和眼都帶么九",
    "ends_or_honours_everywhere": "每副和眼都帶么九或字牌",
    "concealed_self_draw": "沒有亮出的牌，自摸",
    "concealed_hand": "沒有亮出的牌",
    "self_draw": "自摸",
    "half_melded": "五副皆已亮出，自摸",
    "all_melded": "五副皆已亮出，食他家之牌",
    "single_wait": "只聽一種牌（百搭除外）",
    "false_single": "嵌、邊或單吊食糊，但不止聽一種",
    "pair_wait": "兩對中食其一",
    "last_tile": "最後一張",
    "replacement_tile": "補牌自摸",
    "kong_on_kong": "槓後再槓之補牌自摸",
    "robbed_kong": "搶他家之槓",
    "heavenly_win": "莊家開局即糊",
    "earthly_win": "閒家第一張自摸",
    "early_win": "打出不過七張",
    "soon_win": "打出不過十張",
    "riichi": "宣布叫糊",
    "pairs": "七對及一刻",
    "orphans": "么九字牌各一，另一對及一副",
    "apart": "三門各三張不相連，字牌齊，一對",
}
"""Why items count that no single set makes."""

_LABELS: Final = {
    "minimum": "起糊 WU16-06",
    "levels": "半明暗 全暗 全明 WU16-02",
    "free_winning_set": "食糊牌另擺，可明可暗 WU16-05",
    "free_kongs": "槓可明可暗 WU16-05",
    "catalogue": "未列明者照新章台灣牌 WU16-21",
    "exposure": "全暗制 半明暗制 全明制 WU16-02",
}
