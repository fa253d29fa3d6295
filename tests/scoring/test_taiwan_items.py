"""Each scored item of the Taiwanese rules by name: when it counts and when it does not.

The expectations are whole lists of items, so that an item too many fails as well.
"""

from dataclasses import fields, replace

import pytest

from scoring.errors import NotAWinError
from scoring.hand import Circumstances
from scoring.taiwan import DOCUMENT_A, DOCUMENT_B, Taiwan, TaiwanRules
from tests.scoring.helpers import A, B, hand_of, ids, items, score, why

OPEN = "pung 999s"
OPEN_FIVE = "chow 123m, chow 456p, chow 789s, pung 555m, pung 999p"


def test_nothing_is_a_win_worth_nothing() -> None:
    result = score("123m 456m 34p 777s EE", "2p", OPEN)
    assert items(result) == []
    assert result.total == 0
    assert result.unit == "台"
    assert result.limit is False


# TW-01


@pytest.mark.parametrize(
    ("how", "expected"),
    [("E/E", ["round_wind", "seat_wind"]), ("E/S", ["seat_wind"]), ("S/E", ["round_wind"]),
     ("S/W", [])],
)  # fmt: skip
@pytest.mark.parametrize("melds", ["pung EEE", "kong EEEE", "ckong EEEE"])
def test_tw01_wind_triplet(how: str, expected: list[str], melds: str) -> None:
    result = score("123m 456m 34p 77s", "2p", melds + ", pung 999s", how=how)
    assert items(result) == [(item, 1) for item in expected]


def test_tw01_pair_of_winds_is_none() -> None:
    assert items(score("123m 456m 34p 777s EE", "2p", OPEN, how="E/E")) == []


def test_tw01_why_names_the_tiles() -> None:
    result = score("123m 456m 34p 77s EEE", "2p", OPEN, how="E/E")
    assert why(result, "seat_wind") == "東東東合開門序"
    assert why(result, "round_wind") == "東東東合圈序"


# TW-02


def test_tw02_each_dragon_triplet() -> None:
    assert items(score("123m 34p 77s CCC FFF", "2p", OPEN)) == [("dragon", 1), ("dragon", 1)]
    assert items(score("123m 456m 34p 77s", "2p", "kong PPPP, pung 999s")) == [("dragon", 1)]
    assert items(score("123m 456m 34p 777s CC", "2p", OPEN)) == []


def test_tw02_round_adds_nothing_to_dragons() -> None:
    """AMB-06: 發 in the south round and 白 in the west round give 1 in the worked examples."""
    for how, tile in (("N/E", "CCC"), ("N/S", "FFF"), ("N/W", "PPP")):
        assert items(score(f"123m 456m 34p 77s {tile}", "2p", OPEN, how=how)) == [("dragon", 1)]


def test_tw02_round_for_dragons_is_a_switch() -> None:
    """AMB-06"""
    rules = Taiwan("house", replace(DOCUMENT_B, dragon_in_round=1))
    for how, total in (("N/E", 1), ("N/S", 2), ("N/W", 1), ("N/N", 1)):
        assert score("123m 456m 34p 77s FFF", "2p", OPEN, how=how, rules=rules).total == total
    both = score("23s 56799m CCC FFF PPP", "1s", how="N/W", rules=rules)
    assert both.total == score("23s 56799m CCC FFF PPP", "1s", how="N/W").total + 1
    assert why(both, "dragon_in_round") == "白白白合圈序"


# TW-03, TW-04, TW-23


@pytest.mark.parametrize(
    ("melds", "how", "expected"),
    [
        ("", "N/N", [("concealed_hand", 1)]),
        ("ckong 9999s", "N/N", [("concealed_hand", 1)]),
        ("pung 999s", "N/N", []),
        ("kong 9999s", "N/N", []),
        ("", "N/N self_draw", [("concealed_hand", 1), ("concealed_self_draw", 2)]),
        ("ckong 9999s", "N/N self_draw", [("concealed_hand", 1), ("concealed_self_draw", 2)]),
        ("chow 789s", "N/N self_draw", [("self_draw", 1)]),
    ],
)
def test_tw03_tw04_tw23_concealed_and_self_drawn(
    melds: str, how: str, expected: list[tuple[str, int]]
) -> None:
    tiles = "123m 456m 34p 777s EE" + ("" if melds else " 999s")
    assert items(score(tiles, "2p", melds, how=how)) == expected


# TW-05, TW-06


def test_tw05_all_melded_on_a_discard() -> None:
    result = score("S", "S", OPEN_FIVE)
    assert items(result) == [("melded_hand", 2), ("single_wait", 1)]
    assert "南南" in why(result, "melded_hand")


def test_tw05_by_robbing_a_kong_is_a_discard() -> None:
    assert "melded_hand" in ids(score("5s", "5s", OPEN_FIVE, how="N/N rob_kong"))


def test_tw06_all_melded_and_self_drawn() -> None:
    result = score("S", "S", OPEN_FIVE, how="N/N self_draw")
    assert items(result) == [("half_melded_hand", 1), ("self_draw", 1), ("single_wait", 1)]


def test_tw05_four_melds_are_not_all() -> None:
    assert items(score("46s SS", "5s", "chow 123m, chow 456p, pung 555m, pung 999p")) == [
        ("single_wait", 1)
    ]


def test_tw05_a_concealed_kong_breaks_it() -> None:
    """AMB-15, with its switch."""
    melds = OPEN_FIVE.replace("pung 999p", "ckong 9999p")
    assert items(score("S", "S", melds)) == [("single_wait", 1)]
    rules = Taiwan("house", replace(DOCUMENT_B, concealed_kong_breaks_melded_hand=False))
    assert "melded_hand" in ids(score("S", "S", melds, rules=rules))
    all_concealed = "ckong 1111m, ckong 2222m, ckong 3333p, ckong EEEE, ckong 9999s"
    assert "melded_hand" not in ids(score("S", "S", all_concealed, rules=rules))


# TW-07


def test_tw07_five_chows() -> None:
    result = score("34p 99m 456m", "2p", "chow 123m, chow 123p, chow 789s")
    assert items(result) == [("all_chows", 2)]
    assert why(result, "all_chows").startswith(
        "四五六萬 二三四筒 一二三萬 一二三筒 七八九索，將九九萬"
    )


def test_tw07_concealed_adds_concealed() -> None:
    assert items(score("123456m 23456788s 23p", "4p")) == [("all_chows", 2), ("concealed_hand", 1)]


@pytest.mark.parametrize(
    ("tiles", "win", "flowers", "how", "reason"),
    [
        ("123m 456m 34p 789s 345s EE", "2p", "", "N/N", "the pair is of honours"),
        ("123m 456m 34p 789s 345s 99m", "2p", "f1", "N/N", "a flower, although of another seat"),
        ("123m 456m 34p 789s 345s 99m", "2p", "", "N/N self_draw", "self-drawn"),
        ("123m 456m 24p 789s 345s 99m", "3p", "", "N/N", "a closed wait"),
        ("123m 456m 12p 789s 345s 99m", "3p", "", "N/N", "an edge wait"),
        ("123m 456m 234p 789s 345s 9m", "9m", "", "N/N", "a single wait"),
        ("111m 456m 34p 789s 345s 99m", "2p", "", "N/N", "a triplet"),
    ],
)
def test_tw07_what_it_must_not_have(
    tiles: str, win: str, flowers: str, how: str, reason: str
) -> None:
    assert "all_chows" not in ids(score(tiles, win, "", flowers, how)), reason


def test_tw07_edge_use_in_a_wide_wait_is_allowed() -> None:
    """AMB-11: 1112 waits for 2 (single) and 3 (edge), so it is not 獨聽. With its switch."""
    tiles, melds = "1112p", "chow 123m, chow 456m, chow 789s, chow 345s"
    assert items(score(tiles, "3p", melds)) == [("all_chows", 2)]
    strict = Taiwan("house", replace(DOCUMENT_B, all_chows_two_sided=True))
    assert items(score(tiles, "3p", melds, rules=strict)) == []
    assert items(score("34p 99m", "2p", melds, rules=strict)) == [("all_chows", 2)]


# TW-08


def test_tw08_all_pungs() -> None:
    result = score("11m SS", "1m", "pung 222p, pung 666p, kong 5555s, pung 888m")
    assert items(result) == [("all_pungs", 4)]
    assert why(result, "all_pungs") == "一一一萬 二二二筒 六六六筒 五五五五索 八八八萬，將南南"


def test_tw08_one_chow_is_too_many() -> None:
    assert items(score("23m SS", "1m", "pung 222p, pung 666p, kong 5555s, pung 888m")) == []


# TW-11


@pytest.mark.parametrize(
    ("tiles", "win", "shape"),
    [
        ("333567789p 23444s 46m", "5m", "中洞"),
        ("111p 1244567s 234678m", "3s", "邊張"),
        ("234456p 667788s 222m C", "C", "單釣"),
    ],
)
def test_tw11_single_wait(tiles: str, win: str, shape: str) -> None:
    result = score(tiles, win)
    assert ("single_wait", 1) in items(result)
    assert why(result, "single_wait").endswith(shape)


def test_tw11_the_high_edge() -> None:
    result = score("111p 44s 89m 234m 456p 789p", "7m")
    assert why(result, "single_wait") == "只聽七萬，邊張"


def test_tw11_two_kinds_are_not_single() -> None:
    assert "single_wait" not in ids(score("123m 456m 34p 777s 999s EE", "2p"))
    assert "single_wait" not in ids(score("123m 456m 33p 777s 999s EE", "3p"))


def test_tw11_other_side_gone_is_not_single() -> None:
    """AMB-10: 23p with all four 1p in the own kong waits for one kind, but from two sides."""
    tiles, melds = "23p EEE CCC 11s", "kong 1111p, pung NNN"
    result = score(tiles, "4p", melds, how="W/W")
    assert [tile.code for tile in result.waits] == ["4p"]
    assert "single_wait" not in ids(result)
    rules = Taiwan("house", replace(DOCUMENT_B, single_wait_needs_shape=False))
    widened = score(tiles, "4p", melds, how="W/W", rules=rules)
    assert why(widened, "single_wait") == "只聽四筒，聽牌"


def test_tw11_other_side_gone_leaves_all_chows() -> None:
    """AMB-10: what is not 獨聽 may be 平胡."""
    result = score("1123p", "4p", "chow 123p, chow 123p, chow 456s, chow 789s")
    assert [tile.code for tile in result.waits] == ["4p"]
    assert items(result) == [("all_chows", 2)]


# TW-12, TW-24, TW-25


def test_tw12_robbed_kong() -> None:
    result = score("123m 456m 34p 777s EE", "2p", OPEN, how="N/N rob_kong")
    assert items(result) == [("robbed_kong", 1)]
    assert why(result, "robbed_kong") == "搶他家加槓之二筒"


def test_tw24_replacement_tile() -> None:
    result = score("123m 456m 34p 777s EE", "2p", "kong 9999s", how="N/N self_draw kong_draw")
    assert items(result) == [("replacement_tile", 1), ("self_draw", 1)]
    assert why(result, "replacement_tile") == "槓尾補得二筒"


def test_tw25_last_tile() -> None:
    result = score("123m 456m 34p 777s EE", "2p", OPEN, how="N/N self_draw last_tile")
    assert items(result) == [("last_tile_draw", 1), ("self_draw", 1)]


def test_tw25_a_discard_after_the_last_tile_is_none() -> None:
    assert items(score("123m 456m 34p 777s EE", "2p", OPEN, how="N/N last_tile")) == []


def test_tw25b_replacement_for_the_second_last_tile() -> None:
    how = "N/N self_draw last_tile kong_draw"
    assert items(score("123m 456m 34p 777s EE", "2p", "kong 9999s", how=how)) == [
        ("last_tile_draw", 1),
        ("replacement_tile", 1),
        ("self_draw", 1),
    ]


# TW-13 to TW-15


def test_tw13_all_honours_with_small_three_dragons() -> None:
    result = score("FF NN", "N", "pung EEE, pung WWW, pung CCC, pung PPP", how="S/S")
    assert items(result) == [
        ("all_honours", 16),
        ("all_honours_deduction", -4),
        ("small_three_dragons", 4),
    ]
    assert result.total == 16
    assert "北北北 東東東 西西西 中中中 白白白，將發發" in why(result, "all_honours")


def test_tw13_all_honours_with_big_three_dragons() -> None:
    result = score("EE WW", "W", "pung SSS, pung FFF, pung CCC, pung PPP", how="N/N")
    assert result.total == 20
    assert items(result) == [
        ("all_honours", 16),
        ("all_honours_deduction", -4),
        ("big_three_dragons", 8),
    ]


def test_tw13_all_honours_with_big_four_winds() -> None:
    result = score("NN CC", "N", "pung EEE, pung SSS, pung WWW, pung FFF", how="N/N")
    assert result.total == 16 + 16 - 4 + 1
    assert "all_pungs" not in ids(result)


def test_tw13_all_honours_with_small_four_winds() -> None:
    result = score("CC NN", "C", "pung EEE, pung SSS, pung WWW, pung FFF", how="N/N")
    assert items(result) == [
        ("all_honours", 16),
        ("all_honours_deduction", -4),
        ("dragon", 1),
        ("dragon", 1),
        ("small_four_winds", 8),
    ]


def test_tw14_one_suit() -> None:
    result = score("23m 99m", "1m", "chow 123m, chow 456m, chow 789m, pung 555m")
    assert items(result) == [("one_suit", 12)]
    assert why(result, "one_suit") == "全為萬子"


def test_tw14_a_meld_of_another_suit_spoils_it() -> None:
    assert items(score("23m 99m", "1m", "chow 123m, chow 456m, chow 789m, pung 555p")) == []


def test_tw15_one_suit_and_honours() -> None:
    result = score("23p 99p", "1p", "chow 123p, chow 456p, chow 789p, pung EEE")
    assert items(result) == [("one_suit_and_honours", 4)]
    assert why(result, "one_suit_and_honours") == "筒子加字牌東"
    result = score("23s EE", "1s", "chow 123s, chow 456s, chow 789s, pung CCC")
    assert items(result) == [("dragon", 1), ("one_suit_and_honours", 4)]
    assert why(result, "one_suit_and_honours") == "索子加字牌東中"


# TW-16 to TW-18


def test_tw16_three_concealed_pungs() -> None:
    result = score("444678p 555s 78m FF", "6m", "ckong 9999s", how="N/N")
    assert items(result) == [("concealed_hand", 1), ("three_concealed_pungs", 2)]
    assert why(result, "three_concealed_pungs") == "九九九索 四四四筒 五五五索"


def test_tw16_two_are_too_few() -> None:
    assert "three_concealed_pungs" not in ids(score("444678p 555s 78m FF", "6m", "kong 9999s"))


def test_tw17_four_concealed_pungs() -> None:
    tiles = "222p 888s 11123m EEE PP"
    assert ("four_concealed_pungs", 6) in items(score(tiles, "4m"))
    assert ("four_concealed_pungs", 5) in items(score(tiles, "4m", rules=A))


def test_tw18_five_concealed_pungs() -> None:
    tiles = "111666p 3338s 777m 999m"
    assert items(score(tiles, "8s")) == [("five_concealed_pungs", 16), ("single_wait", 1)]
    assert items(score(tiles, "8s", rules=A)) == [("five_concealed_pungs", 13), ("single_wait", 1)]


# TW-19 to TW-22


def test_tw19_big_four_winds() -> None:
    result = score("78m 33p", "9m", "pung EEE, pung SSS, pung WWW, pung NNN", how="E/S")
    assert items(result) == [("big_four_winds", 16)]


@pytest.mark.parametrize(("how", "extra"), [("E/E", 2), ("E/N", 1), ("N/N", 0), ("N/W", 1)])
def test_tw20_small_four_winds(how: str, extra: int) -> None:
    melds = "pung EEE, pung SSS, pung WWW"
    result = score("78m 456p NN", "9m", melds, how=how)
    assert result.total == 8 + extra
    assert why(result, "small_four_winds") == "東東東 南南南 西西西，將北北"


def test_tw20_three_winds_and_another_pair_are_none() -> None:
    melds = "pung EEE, pung SSS, pung WWW"
    assert items(score("78m 456p CC", "9m", melds)) == []
    assert items(score("78m 456p 22s", "9m", melds)) == []


def test_tw21_big_three_dragons() -> None:
    result = score("78m 33p 456s", "9m", "pung CCC, pung FFF, pung PPP")
    assert items(result) == [("big_three_dragons", 8)]


def test_tw22_small_three_dragons() -> None:
    result = score("78m 456p 456s PP", "9m", "pung CCC, kong FFFF")
    assert items(result) == [("small_three_dragons", 4)]
    assert why(result, "small_three_dragons") == "中中中 發發發，將白白"


def test_tw22_two_dragons_and_another_pair_are_none() -> None:
    for pair in ("EE", "22s"):
        result = score(f"78m 456p 456s {pair}", "9m", "pung CCC, kong FFFF")
        assert items(result) == [("dragon", 1), ("dragon", 1)]


# TW-36


def test_tw36_seven_pairs_and_three() -> None:
    result = score("112233m 5566p 7788s EE", "E", how="S/W")
    assert items(result) == [("eight_pairs_and_half", 8)]
    assert why(result, "eight_pairs_and_half").endswith("，東東東")
    assert len(result.reading) == 8


def test_tw36_self_drawn_adds_two() -> None:
    result = score("112233m 5566p 7788s EE", "E", how="S/W self_draw")
    assert items(result) == [("concealed_self_draw", 2), ("eight_pairs_and_half", 8)]


def test_tw36_valued_triplet_adds() -> None:
    assert items(score("112233m 5566p 7788s EE", "E", how="E/E")) == [
        ("eight_pairs_and_half", 8),
        ("round_wind", 1),
        ("seat_wind", 1),
    ]
    assert items(score("112233m 5566p 7788s CC", "C")) == [
        ("dragon", 1),
        ("eight_pairs_and_half", 8),
    ]


def test_tw36_four_equal_honours_are_two_pairs() -> None:
    result = score("CCCC 5566p 778899s 11m", "1m")
    assert items(result) == [("eight_pairs_and_half", 8)]


def test_tw36_with_one_suit_and_all_honours() -> None:
    assert ("one_suit", 12) in items(score("1122334455667788m", "1m", how="N/N self_draw"))
    honours = "EEEE SSSS WWWW NN CC"
    assert items(score(honours, "C")) == [
        ("all_honours", 16),
        ("dragon", 1),
        ("eight_pairs_and_half", 8),
    ]
    assert why(score(honours, "C"), "all_honours") == "全為字牌 東南西北中"
    assert items(score(honours, "C", rules=A)) == [("dragon", 1), ("eight_pairs_and_half", 8)]


def test_tw36_must_be_an_option() -> None:
    rules = Taiwan("house", replace(DOCUMENT_B, eight_pairs=False))
    with pytest.raises(NotAWinError) as caught:
        score("112233m 5566p 7788s EE", "E", rules=rules)
    assert caught.value.waits == ()
    assert caught.value.distance > 1


def test_tw36_concealed_hand_is_a_switch() -> None:
    """AMB-12"""
    rules = Taiwan("house", replace(DOCUMENT_B, eight_pairs_concealed_hand=True))
    assert items(score("112233m 5566p 7788s EE", "E", how="S/W", rules=rules)) == [
        ("concealed_hand", 1),
        ("eight_pairs_and_half", 8),
    ]


# TW-09, TW-10, TW-38 and the editions


@pytest.mark.parametrize("how", ["N/N dealer", "N/N dealer streak=3", "N/N streak=2"])
def test_tw09_tw10_dealer_and_streak_belong_to_payments(how: str) -> None:
    assert items(score("123m 456m 34p 777s EE", "2p", OPEN, how=how)) == []


def test_tw38_total_is_the_sum_of_all_items() -> None:
    result = score(
        "23p 456p EEE CC", "1p", "chow 123p, kong FFFF", "f1 f2 f3 f4 f5", "E/E rob_kong"
    )
    assert result.total == sum(item.value for item in result.items)
    assert items(result) == [
        ("dragon", 1),
        ("flower_set", 2),
        ("one_suit_and_honours", 4),
        ("own_flower", 1),
        ("robbed_kong", 1),
        ("round_wind", 1),
        ("seat_wind", 1),
    ]


def test_values_of_the_editions() -> None:
    different = {
        item.name: (getattr(DOCUMENT_A, item.name), getattr(DOCUMENT_B, item.name))
        for item in fields(TaiwanRules)
        if getattr(DOCUMENT_A, item.name) != getattr(DOCUMENT_B, item.name)
    }
    assert different == {
        "four_concealed_pungs": (5, 6),
        "five_concealed_pungs": (13, 16),
        "dealt_flower_win": (8, 12),
        "dealt_win_after_kong": (False, True),
        "earthly_win_on_discard": (True, False),
        "eight_pairs_single_wait": (False, True),
        "eight_pairs_all_honours": (False, True),
        "late_flower_robbed": (True, False),
        "human_win_name": ("地胡", "人胡"),
        "earthly_ready_at_once_name": ("人胡", "地聽一發"),
    }


def test_an_item_of_value_zero_is_off() -> None:
    rules = Taiwan("house", replace(DOCUMENT_B, concealed_hand=0))
    assert items(score("123m 456m 34p 777s 999s EE", "2p", rules=rules)) == []


def test_reading_is_shown_with_melds_and_the_winning_set() -> None:
    result = score("123m 456m 34p EE", "2p", "ckong 9999s, pung 777s")
    assert [(s.kind, str(s), s.concealed, s.win) for s in result.reading] == [
        ("chow", "一二三萬", True, False),
        ("chow", "四五六萬", True, False),
        ("chow", "二三四筒", False, True),
        ("pair", "東東", True, False),
        ("ckong", "九九九九索", True, False),
        ("pung", "七七七索", False, False),
    ]
    drawn = score("123m 456m 234p E", "E", "kong 9999s, chow 456s", how="N/N self_draw")
    assert [(s.kind, s.concealed, s.win) for s in drawn.reading if s.win] == [("pair", True, True)]
    assert [s.concealed for s in drawn.reading[-2:]] == [False, False]


def test_every_item_explains_itself() -> None:
    hand = hand_of("23p 456p EEE CC", "1p", "chow 123p, kong FFFF", "f1 f2 f3 f4 f5")
    for item in B.score(hand, Circumstances(self_draw=True)).items:
        assert item.why
        assert item.rule.startswith("TW-")
        assert item.name
