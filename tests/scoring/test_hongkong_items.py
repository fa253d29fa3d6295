"""Each fan of the Hong Kong rules by name: when it counts and when it does not.

The expectations are whole lists of items, so that an item too many fails as well. C is document C,
D document D13. The flower 夏 keeps 無花 away; it belongs to nobody at N.
"""

from dataclasses import fields

import pytest

from scoring.errors import (
    BelowMinimumError,
    ContradictionError,
    HandSizeError,
    MissingWinTileError,
    NotAWinError,
    NotInRulesError,
)
from scoring.hongkong import HongKong
from scoring.hongkong_rules import (
    ABSORBS,
    CLAUSES,
    DOCUMENT_C,
    DOCUMENT_D13,
    FOUR_FOUR,
    LIMIT,
    NAMES,
    HongKongRules,
    item_clause,
    item_name,
)
from scoring.tiles import Tile, parse_tiles
from tests.scoring.helpers import hand_of, ids, why
from tests.scoring.hongkong_helpers import C, D, house, how, score, values

BOTH = pytest.mark.parametrize("rules", [C, D], ids=["C", "D13"])
OPEN = "pung 999s"


# HK-14, WU13-02


@BOTH
def test_hk14_wu13_02_nothing_is_a_win_worth_nothing(rules: HongKong) -> None:
    result = score("123m 34p 777s EE", "2p", OPEN, "f2", rules=rules)
    assert values(result) == {}
    assert (result.total, result.unit, result.limit) == (0, "番", False)
    assert [str(group) for group in result.reading] == [
        "一二三萬",
        "二三四筒",
        "七七七索",
        "東東",
        "九九九索",
    ]


# HK-01, WU13-03


@BOTH
def test_hk01_all_chows(rules: HongKong) -> None:
    result = score("123456m 34p 88s", "2p", "chow 789s", "f2", rules=rules)
    assert values(result) == {"all_chows": 1}
    assert why(result, "all_chows") == "一二三萬 四五六萬 二三四筒 七八九索，眼八八索"


@BOTH
def test_hk01_one_pung_or_kong_breaks_it(rules: HongKong) -> None:
    assert values(score("123456m 34p 88s", "2p", OPEN, "f2", rules=rules)) == {}
    assert values(score("123456m 34p 88s", "2p", "kong 9999s", "f2", rules=rules)) == {}


@BOTH
def test_hk01_pair_of_honours_is_a_switch(rules: HongKong) -> None:
    """AMB-25"""
    args = ("123456m 34p EE", "2p", "chow 789s", "f2")
    strict = house(rules, all_chows_honour_pair=False)
    assert values(score(*args, rules=rules)) == {"all_chows": 1}
    assert values(score(*args, rules=strict)) == {}
    numbers = score("123456m 34p 88s", "2p", "chow 789s", "f2", rules=strict)
    assert values(numbers) == {"all_chows": 1}


# HK-02, HK-08, HK-09, HK-10, WU13-03, WU13-15


@BOTH
@pytest.mark.parametrize(
    ("circumstances", "expected"),
    [
        ("", {}),
        ("self_draw", {"self_draw": 1}),
        ("rob_kong", {"robbed_kong": 1}),
        ("rob_kong last_tile", {"robbed_kong": 1, "last_tile": 1}),
        ("last_tile", {"last_tile": 1}),
        ("self_draw last_tile", {"self_draw": 1, "last_tile": 1}),
        ("self_draw kong_draw", {"self_draw": 1, "replacement_tile": 1}),
        ("self_draw kong_draw last_tile", {"self_draw": 1, "replacement_tile": 1, "last_tile": 1}),
        ("self_draw kong_draw flower_draw", {"self_draw": 1}),
    ],
)
def test_hk02_hk08_hk09_hk10_how_it_was_won(
    rules: HongKong, circumstances: str, expected: dict[str, int]
) -> None:
    how_won = f"N/N {circumstances}"
    result = score("123m 34p 777s EE", "2p", "kong 9999s", "f2", how_won, rules)
    assert values(result) == expected


@BOTH
def test_hk09_wu13_15_the_last_draw_and_the_last_discard(rules: HongKong) -> None:
    drawn = score("123m 34p 777s EE", "2p", OPEN, "f2", "N/N self_draw last_tile", rules)
    taken = score("123m 34p 777s EE", "2p", OPEN, "f2", "N/N last_tile", rules)
    assert (drawn.total, taken.total) == (2, 1)
    assert [item.name for item in drawn.items] == ["自摸", "海底撈月"]
    assert [item.name for item in taken.items] == ["河底撈魚"]
    assert why(drawn, "self_draw") == "自摸二筒"
    assert why(drawn, "last_tile") == "摸最後一張二筒"
    assert why(taken, "last_tile") == "胡最後打出之二筒"


def test_hk08_without_a_kong_the_replacement_was_a_flowers() -> None:
    args = ("123m 34p 777s EE", "2p", OPEN, "f2", "N/N self_draw kong_draw")
    assert values(score(*args)) == {"self_draw": 1}
    soft = house(replacement_for_flower=True)
    result = score(*args, soft)
    assert values(result) == {"self_draw": 1, "replacement_tile": 1}
    assert [item.name for item in result.items] == ["自摸", "花上"]
    assert why(result, "replacement_tile") == "補花得二筒"
    kong = score("123m 34p 777s EE", "2p", "ckong 9999s", "f2", args[4], soft)
    assert [item.name for item in kong.items] == ["自摸", "槓上花"]
    assert why(kong, "replacement_tile") == "槓後補得二筒"
    drawn = score("123m 34p 777s EE", "2p", OPEN, "f2", "N/N self_draw", soft)
    assert values(drawn) == {"self_draw": 1}


def test_hk10_why_names_the_kong() -> None:
    result = score("123m 34p 777s EE", "2p", OPEN, "f2", "N/N rob_kong")
    assert why(result, "robbed_kong") == "搶他家槓之二筒"


# HK-06, HK-07


@BOTH
@pytest.mark.parametrize(
    ("winds", "expected"),
    [
        ("E/E", {"seat_wind": 1, "round_wind": 1}),
        ("E/S", {"seat_wind": 1}),
        ("S/E", {"round_wind": 1}),
        ("S/W", {}),
        ("E/E not_seat_known", {"round_wind": 1}),
        ("E/E not_round_known", {"seat_wind": 1}),
    ],
)
@pytest.mark.parametrize("melds", ["pung EEE", "kong EEEE", "ckong EEEE"])
def test_hk07_wind(rules: HongKong, winds: str, expected: dict[str, int], melds: str) -> None:
    result = score("123m 34p 77s", "2p", melds + ", pung 999s", "f3", winds, rules)
    assert values(result) == expected
    for item, words in (("seat_wind", "門風"), ("round_wind", "圈風")):
        if item in expected:
            assert why(result, item) == f"東東東為{words}"


@BOTH
def test_hk07_a_pair_of_winds_is_nothing(rules: HongKong) -> None:
    assert values(score("123m 34p 777s EE", "2p", OPEN, "f2", "E/E", rules)) == {}


@BOTH
def test_hk06_dragons(rules: HongKong) -> None:
    result = score("34p 77s CCC", "2p", "kong PPPP, pung 999s", "f2", rules=rules)
    assert values(result) == {"dragon": 2}
    assert [item.name for item in result.items] == ["一元" if rules is C else "箭刻"] * 2
    assert [item.why for item in result.items] == ["中中中", "白白白"]
    assert values(score("123m 34p 777s CC", "2p", OPEN, "f2", rules=rules)) == {}


# HK-11, WU13-05, WU13-06


@BOTH
def test_hk11_wu13_05_all_pungs(rules: HongKong) -> None:
    result = score("22m 333p 77s", "2m", "pung 999s, kong 5555s", "f2", rules=rules)
    assert values(result) == {"all_pungs": 3}
    assert why(result, "all_pungs") == "二二二萬 三三三筒 九九九索 五五五索，眼七七索"


@BOTH
def test_hk11_wu13_05_one_suit_and_honours(rules: HongKong) -> None:
    result = score("123456m 77m SS", "S", "pung 999m", "f2", rules=rules)
    assert values(result) == {"one_suit_and_honours": 3}
    assert why(result, "one_suit_and_honours") == "萬子加番子南"


@pytest.mark.parametrize(("rules", "value"), [(C, 3), (D, 5)])
def test_hk11_wu13_06_small_three_dragons_has_the_dragons(rules: HongKong, value: int) -> None:
    """AMB-16"""
    result = score("34p 123s PP", "2p", "pung FFF, pung CCC", "f2", rules=rules)
    assert values(result) == {"small_three_dragons": value}
    assert why(result, "small_three_dragons") == "中中中 發發發，眼白白"


@pytest.mark.parametrize(("rules", "value"), [(C, 3), (D, 5)])
def test_small_three_dragons_adds_to_pungs_and_suit(rules: HongKong, value: int) -> None:
    result = score("34p 222p PP", "2p", "pung CCC, pung FFF", "f2", rules=rules)
    assert values(result) == {"small_three_dragons": value, "one_suit_and_honours": 3}
    result = score("333p 22p PP", "2p", "pung CCC, pung FFF", "f2", rules=rules)
    assert values(result) == {
        "small_three_dragons": value,
        "one_suit_and_honours": 3,
        "all_pungs": 3,
    }


# HK-12, WU13-07


@BOTH
def test_hk12_wu13_07_one_suit(rules: HongKong) -> None:
    result = score("123456s 77s 99s", "7s", "chow 789s", "f2", rules=rules)
    assert values(result) == {"one_suit": 7}
    assert why(result, "one_suit") == "全為索子"


# HK-13, WU13-08, WU13-09


@pytest.mark.parametrize(("rules", "limit"), [(C, True), (D, False)])
def test_hk13_wu13_08_big_three_dragons(rules: HongKong, limit: bool) -> None:
    """AMB-16: D13 gives 8, and it adds up; 箭刻 is in it."""
    dragons = "pung CCC, pung FFF, pung PPP"
    result = score("34p 11s", "2p", dragons, "f2", rules=rules)
    assert values(result) == {"big_three_dragons": 10 if limit else 8}
    assert result.limit is limit
    assert why(result, "big_three_dragons") == "中中中 發發發 白白白"
    pungs = values(score("33p 11p", "1p", dragons, "f2", rules=rules))
    added = {"big_three_dragons": 8, "all_pungs": 3, "one_suit_and_honours": 3}
    assert pungs == ({"big_three_dragons": 10} if limit else added)


@pytest.mark.parametrize(("rules", "limit"), [(C, True), (D, False)])
def test_hk13_wu13_08_small_four_winds(rules: HongKong, limit: bool) -> None:
    """AMB-16: in D13 正風 and 混一色 stay beside it."""
    result = score("34p NN", "2p", "pung WWW, pung SSS, pung EEE", "f3", "E/S", rules)
    added = {"small_four_winds": 8, "one_suit_and_honours": 3, "seat_wind": 1, "round_wind": 1}
    assert values(result) == ({"small_four_winds": 10} if limit else added)
    assert result.limit is limit
    assert why(result, "small_four_winds") == "東東東 南南南 西西西，眼北北"


@BOTH
def test_hk13_wu13_09_big_four_winds(rules: HongKong) -> None:
    melds = "pung EEE, pung SSS, pung WWW, kong NNNN"
    result = score("2p", "2p", melds, "f2", "E/S", rules)
    assert values(result) == {"big_four_winds": 10}
    assert result.limit
    assert why(result, "big_four_winds") == "東東東 南南南 西西西 北北北"


@BOTH
def test_three_winds_without_their_pair(rules: HongKong) -> None:
    result = score("34p CC", "2p", "pung EEE, pung SSS, pung WWW", "f2", rules=rules)
    assert values(result) == {"one_suit_and_honours": 3}
    result = score("34p 123s EE", "2p", "pung CCC, pung FFF", "f2", rules=rules)
    assert values(result) == {"dragon": 2}


def test_hk13_all_green_is_only_in_c() -> None:
    args = ("66s FF 234s 234s", "F", "pung 888s", "f2")
    result = score(*args)
    assert values(result) == {"all_green": 10}
    assert why(result, "all_green") == "全為二三四六八索或發"
    assert values(score(*args, rules=D)) == {"one_suit_and_honours": 3, "dragon": 1}
    plain = score("66s 22s 234s 234s", "6s", "pung 888s", "f2")
    assert why(plain, "all_green") == "全為二三四六八索"
    assert values(score("66s 22s 345s 234s", "6s", "pung 888s", "f2")) == {"one_suit": 7}
    assert values(score("66p FF 234p 234p", "F", "pung 888p", "f2")) == {
        "one_suit_and_honours": 3,
        "dragon": 1,
    }


@BOTH
def test_hk13_wu13_09_all_honours(rules: HongKong) -> None:
    result = score("EE CC", "C", "pung SSS, pung WWW, pung FFF", "f2", "S/S", rules)
    assert values(result) == {"all_honours": 10}
    assert why(result, "all_honours") == "全為番子 東南西中發"


@BOTH
def test_hk13_wu13_09_four_concealed_pungs_self_drawn(rules: HongKong) -> None:
    args = ("222m 333p 555s 77s 88s", "7s", "", "f2")
    result = score(*args, "N/N self_draw", rules)
    assert values(result) == {"four_concealed_pungs": 10}
    assert why(result, "four_concealed_pungs") == "二二二萬 三三三筒 五五五索 七七七索，自摸"
    assert [item.name for item in result.items] == ["四暗刻" if rules is C else "簡簡糊"]
    # A pung finished by a discard is not concealed (AMB-26).
    assert values(score(*args, rules=rules)) == {"all_pungs": 3}
    kong = score("333p 555s 77s 88s", "7s", "ckong 2222m", "f2", "N/N self_draw", rules)
    assert values(kong) == {"four_concealed_pungs": 10}
    opened = score("333p 555s 77s 88s", "7s", "kong 2222m", "f2", "N/N self_draw", rules)
    assert values(opened) == {"all_pungs": 3, "self_draw": 1}


def test_amb26_a_discard_may_make_the_pair_in_c_not_in_d13() -> None:
    """AMB-26; 簡簡糊 is self-drawn"""
    args = ("222m 333p 555s 777s 8s", "8s", "", "f2")
    result = score(*args)
    assert values(result) == {"four_concealed_pungs": 10}
    assert why(result, "four_concealed_pungs") == "二二二萬 三三三筒 五五五索 七七七索"
    assert values(score(*args, rules=D)) == {"all_pungs": 3}
    assert values(score(*args, rules=house(D, four_concealed_pungs_self_drawn=False))) == {
        "four_concealed_pungs": 10
    }


def test_a_concealed_kong_among_concealed_pungs_is_a_switch() -> None:
    strict = house(four_concealed_pungs_with_kong=False)
    args = ("333p 555s 77s 88s", "7s", "ckong 2222m", "f2", "N/N self_draw", strict)
    assert values(score(*args)) == {"all_pungs": 3, "self_draw": 1}


@BOTH
@pytest.mark.parametrize("win", [f"{rank}m" for rank in range(1, 10)])
def test_hk13_wu13_09_nine_gates(rules: HongKong, win: str) -> None:
    result = score("1112345678999m", win, "", "f2", rules=rules)
    assert values(result) == {"nine_gates": 10}
    assert [tile.code for tile in result.waits] == [f"{rank}m" for rank in range(1, 10)]
    assert why(result, "nine_gates") == (
        f"萬子一一一二三四五六七八九九九，另加{Tile.from_code(win).chinese}"
    )
    assert [item.name for item in result.items] == ["九子連環" if rules is C else "九蓮燈"]


@pytest.mark.parametrize("suit", "mps")
def test_amb24_nine_gates_must_be_there_before_the_win(suit: str) -> None:
    """AMB-24"""
    args = (f"1112344567899{suit}", f"9{suit}", "", "f2")
    assert values(score(*args)) == {"one_suit": 7}
    assert values(score(*args, rules=house(nine_gates_pure=False))) == {"nine_gates": 10}
    # As dealt no tile was the last.
    dealt = score(f"11123445678999{suit}", None, "", "f2", "E/E tianhu")
    assert ids(dealt) == {"nine_gates", "heavenly_win"}


def test_nine_gates_wants_no_meld() -> None:
    soft = house(nine_gates_pure=False)
    for melds in ("pung 111m", "pung 999m"):
        rest = "2345678999m" if "1" in melds else "1112345678m"
        assert values(score(rest, "5m", melds, "f2", rules=soft)) == {"one_suit": 7}
    assert values(score("2345678999m", "5m", "ckong 1111m", "f2", rules=soft)) == {"one_suit": 7}


@BOTH
def test_hk13_wu13_09_thirteen_orphans(rules: HongKong) -> None:
    result = score("19m 19p 19s ESWNCFP", "E", "", "f2", rules=rules)
    assert values(result) == {"thirteen_orphans": 10}
    assert why(result, "thirteen_orphans") == "么九、番子各一，眼東東，聽十三面"
    assert len(result.waits) == 13
    (shown,) = result.reading
    assert (shown.kind, shown.concealed, shown.win, len(shown.tiles)) == (
        "orphans",
        False,
        True,
        14,
    )
    single = score("119m 19p 19s ESWNCF", "P", "", "f2", "N/N self_draw", rules)
    assert why(single, "thirteen_orphans") == "么九、番子各一，眼一一萬"
    assert single.waits == (Tile.P,)
    assert single.reading[0].concealed
    dealt = score("119m 19p 19s ESWNCFP", None, "", "", "E/E tianhu", rules)
    assert ids(dealt) == {"thirteen_orphans", "heavenly_win"}


@BOTH
def test_hk13_wu13_09_four_kongs(rules: HongKong) -> None:
    """十八羅漢"""
    kongs = "kong 2222m, ckong 3333p, kong 5555s, kong EEEE"
    result = score("8s", "8s", kongs, "f2", "N/E", rules)
    assert values(result) == {"four_kongs": 10}
    assert why(result, "four_kongs") == "二二二二萬 三三三三筒 五五五五索 東東東東"
    three = score("8s", "8s", kongs.replace("kong EEEE", "pung EEE"), "f2", "N/E", rules)
    assert values(three) == {"all_pungs": 3, "round_wind": 1}


def test_wu13_09_all_terminals_is_only_in_d13() -> None:
    args = ("11m 99p", "1m", "pung 999m, pung 111p, pung 999s", "f2")
    result = score(*args, rules=D)
    assert values(result) == {"all_terminals": 10}
    assert why(result, "all_terminals") == "全為么九，無番子"
    assert values(score(*args)) == {"all_pungs": 3}


def test_wu13_03_terminals_and_honours_is_only_in_d13() -> None:
    """花么, besides 對對糊."""
    args = ("11m SS", "1m", "pung 999m, pung 111p, pung 999s", "f2")
    result = score(*args, rules=D)
    assert values(result) == {"all_pungs": 3, "terminals_and_honours": 1}
    assert why(result, "terminals_and_honours") == "全為么九及番子南"
    assert values(score(*args)) == {"all_pungs": 3}
    eight = score("88m SS", "8m", "pung 999m, pung 111p, pung 999s", "f2", rules=D)
    assert values(eight) == {"all_pungs": 3}
    # 字一色 has no ones and nines, 十三么 no pungs.
    honours = score("EE CC", "C", "pung SSS, pung WWW, pung FFF", "f2", rules=D)
    assert ids(honours) == {"all_honours"}


@BOTH
@pytest.mark.parametrize(
    ("event", "item"),
    [
        ("tianhu", "heavenly_win"),
        ("tianhu self_draw", "heavenly_win"),
        ("dihu self_draw", "earthly_win"),
    ],
)
def test_hk13_wu13_09_heavenly_and_earthly_win(rules: HongKong, event: str, item: str) -> None:
    seat = "E/N" if "tianhu" in event else "S/N"
    result = score("123m 34p 777999s EE", "2p", "", "f3", f"{seat} {event}", rules)
    assert values(result) == {item: 10}
    assert result.limit
    assert why(result, item) == ("莊家開局即胡" if "tianhu" in event else "閒家開局第一張自摸二筒")


def test_hk13_human_win_is_only_in_c() -> None:
    args = ("123m 34p 777999s EE", "2p", "", "f3", "S/N renhu")
    assert values(score(*args)) == {"human_win": 10}
    assert why(score(*args), "human_win") == "閒家開局胡他家打出之二筒"
    assert values(score(*args, rules=D)) == {}


# WU13-03 門前清, WU13-08 槓上槓


def test_wu13_03_concealed_hand_where_no_flowers_are_played() -> None:
    """07a"""
    args = ("123m 34p 777999s EE", "2p", "", "")
    assert values(score(*args, rules=D)) == {"no_flowers": 1}
    without = values(score(*args, "N/N no_flowers_in_play", D))
    assert without == {"concealed_hand": 1}
    drawn = values(score(*args, "N/N no_flowers_in_play self_draw", D))
    assert drawn == {"concealed_hand": 1, "self_draw": 1}
    kong = score("123m 34p 777s EE", "2p", "ckong 9999s", "", "N/N no_flowers_in_play", D)
    assert values(kong) == {"concealed_hand": 1}
    opened = score("123m 34p 777s EE", "2p", OPEN, "", "N/N no_flowers_in_play", D)
    assert values(opened) == {}
    assert values(score(*args, "N/N no_flowers_in_play")) == {}
    assert values(score(*args, rules=house(D, flowers_in_play=False))) == {"concealed_hand": 1}
    always = score(*args, rules=house(D, concealed_hand_with_flowers=True))
    assert values(always) == {"concealed_hand": 1, "no_flowers": 1}
    assert why(always, "concealed_hand") == "無吃、碰、明槓"


def test_wu13_08_kong_on_kong() -> None:
    args = ("34p 777s EE", "2p", "kong 9999s, ckong 2222m", "f2")
    how_won = "N/N self_draw kong_draw kong_on_kong"
    result = score(*args, how_won, D)
    assert values(result) == {"self_draw": 1, "kong_on_kong": 8}
    assert why(result, "kong_on_kong") == "槓後再槓，補得二筒"
    assert values(score(*args, how_won)) == {"self_draw": 1, "replacement_tile": 1}
    with pytest.raises(ContradictionError, match="it needs two kongs"):
        score("123m 34p 777s EE", "2p", "kong 9999s", "f2", how_won, D)


# WU13-15


def test_wu13_15_thirteen_orphans_may_rob_a_concealed_kong() -> None:
    args = ("119m 19p 19s ESWNCF", "P", "", "f2", "N/N rob_kong rob_concealed_kong")
    assert values(score(*args, D)) == {"thirteen_orphans": 10}
    with pytest.raises(NotInRulesError, match="hongkong know no 搶暗槓"):
        score(*args)
    with pytest.raises(ContradictionError, match="only 十三么 may rob"):
        score("123m 34p 777s EE", "2p", OPEN, "f2", args[4], D)
    with pytest.raises(ContradictionError, match="only 十三么 may rob"):
        score("E", "E", "pung 111m, pung 222m, pung 333m, chow 789s", "f2", args[4], D)
    plain = house(D, thirteen_orphans=5)
    result = score(*args, plain)
    assert values(result) == {"thirteen_orphans": 5, "robbed_kong": 1}
    assert why(result, "robbed_kong") == "搶他家暗槓之白板"


# 三三制 and 四四制


def test_wu13_05_06_07_four_four() -> None:
    four = HongKong("four", FOUR_FOUR)
    assert values(score("333p 22p PP", "2p", "pung CCC, pung FFF", "f2", rules=four)) == {
        "small_three_dragons": 6,
        "one_suit_and_honours": 4,
        "all_pungs": 4,
    }
    assert values(score("123456s 77s 99s", "7s", "chow 789s", "f2", rules=four)) == {"one_suit": 8}
    flowers = "f1 f2 f3 f4 f5 f6 f7"
    assert score("", None, "", flowers, "N/N not_hand_complete", four).total == 4


# What absorbs what


_ABSORBED = {
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
"""Written out once more, so that a pair that goes missing in the code is missed here."""

_ALL_OF_ONE = {
    "small_three_dragons": ("34p 123s PP", "2p", "pung FFF, pung CCC", "f2", "N/N"),
    "big_three_dragons": ("34p 11s", "2p", "pung CCC, pung FFF, pung PPP", "f2", "N/N"),
    "flower_set": ("123m 34p 777s EE", "2p", OPEN, "f1 f2 f3 f4", "N/N"),
    "seven_flowers": ("123m 34p 777s EE", "2p", OPEN, "f1 f2 f3 f4 f5 f6 f8", "N/N"),
    "eight_flowers": ("123m 34p 777s EE", "2p", OPEN, "f1 f2 f3 f4 f5 f6 f7 f8", "N/N"),
    "kong_on_kong": (
        "34p 777s EE",
        "2p",
        "kong 9999s, ckong 2222m",
        "f2",
        "N/N self_draw kong_draw kong_on_kong",
    ),
    "big_four_winds": ("2p", "2p", "pung EEE, pung SSS, pung WWW, kong NNNN", "f3", "E/S"),
    "all_green": ("66s FF 234s 234s", "F", "pung 888s", "f2", "N/N"),
    "all_honours": ("EE CC", "C", "pung SSS, pung WWW, pung FFF", "f2", "N/N"),
    "all_terminals": ("11m 99p", "1m", "pung 999m, pung 111p, pung 999s", "f2", "N/N"),
    "four_concealed_pungs": ("222m 333p 555s 77s 88s", "7s", "", "f2", "N/N self_draw"),
    "four_kongs": ("8s", "8s", "kong 2222m, ckong 3333p, kong 5555s, kong 7777m", "f2", "N/N"),
    "nine_gates": ("1112345678999m", "5m", "", "f2", "N/N"),
    "thirteen_orphans": ("119m 19p 19s ESWNCF", "P", "", "f2", "N/N"),
    "heavenly_win": ("123m 34p 777999s EE", "2p", "", "f3", "E/N tianhu"),
    "earthly_win": ("123m 34p 777999s EE", "2p", "", "f3", "S/N dihu self_draw"),
    "human_win": ("123m 34p 777999s EE", "2p", "", "f3", "S/N renhu"),
}
_SECOND_HAND = {("all_green", "one_suit"): ("66s 22s 234s 234s", "6s", "pung 888s", "f2", "N/N")}


@pytest.mark.parametrize(
    ("higher", "lower"), [(higher, lower) for higher, all in _ABSORBED.items() for lower in all]
)
def test_every_absorbed_pair(higher: str, lower: str) -> None:
    """With numbers for limit hands: the lower item goes only where the higher one counts."""
    everything = {
        item.name: 1
        for item in fields(HongKongRules)
        if item.name in CLAUSES and item.name != "flower_win_last_draw"
    }
    rules = house(D, **everything, concealed_hand_with_flowers=True)
    off = house(rules, **{higher: 0})
    args = _SECOND_HAND.get((higher, lower), _ALL_OF_ONE[higher])
    with_higher, without = score(*args, rules), score(*args, off)
    assert higher in ids(with_higher)
    assert lower not in ids(with_higher)
    assert higher not in ids(without)
    own_in_set = ("seven_flowers", "own_flower"), ("eight_flowers", "own_flower")
    if (higher, lower) not in own_in_set:  # there, 一台花 has the own flower in it as well
        assert lower in ids(without)


def test_nothing_else_is_absorbed() -> None:
    assert ABSORBS == _ABSORBED


def test_hk05_wu13_04_a_set_of_flowers_and_the_own_flower() -> None:
    args = ("123m 34p 777s EE", "2p", OPEN, "f1 f2 f3 f4 f8", "N/N")
    assert values(score(*args)) == {"flower_set": 1, "own_flower": 2}
    # 冬 is in 春夏秋冬, 竹 is not.
    result = score(*args, D)
    assert values(result) == {"flower_set": 2, "own_flower": 1}
    assert why(result, "flower_set") == "春夏秋冬"
    assert why(result, "own_flower") == "竹為北位之花"


def test_limit_hands_are_not_added_up() -> None:
    result = score("NN 11p EEE SSS WWW", "N", "", "f2", "N/N self_draw")
    assert [item.id for item in result.items] == ["four_concealed_pungs", "big_four_winds"]
    assert result.total == 10
    assert C.payable(result) == 10


@BOTH
def test_wu13_01_the_limit_is_a_setting(rules: HongKong) -> None:
    """AMB-17"""
    args = ("EE CC", "C", "pung SSS, pung WWW, pung FFF", "f2")
    rich = house(rules, limit=13)
    result = score(*args, rules=rich)
    assert (result.total, result.limit) == (13, True)
    assert values(result) == {"all_honours": 13}
    assert rich.payable(result) == 13


def test_wu13_01_ordinary_totals_are_told_in_full_and_paid_to_the_limit() -> None:
    result = score("SS 99p", "9p", "pung CCC, pung FFF, pung PPP", "", rules=D)
    assert (result.total, result.limit) == (16, False)
    assert D.payable(result) == 10
    assert house(D, limit=14).payable(result) == 14
    small = score("123m 34p 777s EE", "2p", OPEN, "", rules=D)
    assert D.payable(small) == 1


def test_a_limit_hand_is_better_than_more_than_the_limit() -> None:
    """Concealed 111222333p can be three chows: 平糊 and 清一色 with others pass the limit of 5."""
    rules = house(D, limit=5)
    hand, circumstances = hand_of("111222333p 999p 8p", "8p"), how("N/N self_draw")
    best = rules.score(hand, circumstances)
    assert (best.total, best.limit) == (5, True)
    assert ids(best) == {"four_concealed_pungs"}
    each = {(one.limit, one.total) for one in rules.score_readings(hand, circumstances)}
    assert each == {(True, 5), (False, 9)}


# 起糊


@pytest.mark.parametrize("minimum", [1, 2, 3])
def test_wu13_13_minimum(minimum: int) -> None:
    rules = house(D, minimum=minimum)
    args = ("123m 34p 777s EE", "2p", OPEN, "")
    totals = {"N/N": 1, "N/N self_draw": 2, "N/N self_draw last_tile": 3}
    for circumstances, total in totals.items():
        if total >= minimum:
            assert score(*args, circumstances, rules).total == total
        else:
            with pytest.raises(BelowMinimumError) as caught:
                score(*args, circumstances, rules)
            assert caught.value.params == {"total": total, "minimum": minimum, "unit": "番"}
            assert (caught.value.total, caught.value.minimum) == (total, minimum)
            assert "\n" not in str(caught.value)
            (reading,) = rules.score_readings(hand_of(*args), how(circumstances))
            assert reading.total == total
    assert score("EE CC", "C", "pung SSS, pung WWW, pung FFF", "f2", rules=rules).limit


# What cannot be


@BOTH
def test_bad_sizes(rules: HongKong) -> None:
    with pytest.raises(HandSizeError) as caught:
        score("123m 34p 777s E", "2p", OPEN, rules=rules)
    assert caught.value.params["expected"] == 14
    with pytest.raises(HandSizeError):
        score("123m 34p 777s EEE", "2p", OPEN, rules=rules)
    with pytest.raises(HandSizeError):
        rules.waits(hand_of("123m 34p 777s E", None, OPEN))
    with pytest.raises(HandSizeError):
        rules.distance(hand_of("123m 34p 777s E", None, OPEN))
    with pytest.raises(HandSizeError):
        score("123m", None, OPEN, rules=rules)


@BOTH
def test_hands_that_do_not_win(rules: HongKong) -> None:
    with pytest.raises(NotAWinError) as caught:
        score("123m 34p 777s EE", "3p", OPEN, rules=rules)
    assert caught.value.waits == (Tile.P2, Tile.P5)
    with pytest.raises(NotAWinError) as caught:
        score("123m 34p 777s EE", None, OPEN, rules=rules)
    assert caught.value.waits == (Tile.P2, Tile.P5)
    with pytest.raises(NotAWinError) as caught:
        score("147m 147p 147s ESWN", "C", rules=rules)
    assert caught.value.waits == ()
    assert caught.value.distance > 4


@BOTH
def test_a_complete_hand_must_name_its_tile_unless_dealt(rules: HongKong) -> None:
    with pytest.raises(MissingWinTileError) as caught:
        score("123m 234p 777s EE", None, OPEN, rules=rules)
    assert caught.value.choices == parse_tiles("1m 2m 3m 2p 3p 4p 7s E")
    with pytest.raises(NotAWinError):
        score("123m 235p 777s EE", None, OPEN, rules=rules)
    dealt = score("123m 234p 777999s EE", None, "", "f3", "E/N tianhu", rules)
    assert values(dealt) == {"heavenly_win": 10}
    assert not any(group.win for group in dealt.reading)
    assert dealt.waits == ()


@BOTH
@pytest.mark.parametrize(
    ("circumstances", "melds", "words"),
    [
        ("S/N dihu", "", "renhu"),
        ("E/N tianhu", OPEN, "it needs a concealed hand"),
        ("S/N dihu self_draw", OPEN, "it needs a concealed hand"),
        ("S/N renhu", OPEN, "it needs a concealed hand"),
    ],
)
def test_contradictions(rules: HongKong, circumstances: str, melds: str, words: str) -> None:
    hand = "123m 34p 777s EE" + ("" if melds else " 999s")
    with pytest.raises(ContradictionError, match=words):
        score(hand, "2p", melds, "f3", circumstances, rules)


@BOTH
def test_dealt_wins_after_a_concealed_kong(rules: HongKong) -> None:
    result = score("123m 34p 777s EE", "2p", "ckong 9999s", "f3", "E/N tianhu", rules)
    assert values(result) == {"heavenly_win": 10}


@BOTH
@pytest.mark.parametrize(
    ("event", "name"),
    [
        ("tianting", "天聽"),
        ("diting", "地聽"),
        ("diting_yifa", "地聽一發"),
        ("robbed_flower seventh_drawn", "搶六隻花後之第八隻"),
    ],
)
def test_events_of_other_rules(rules: HongKong, event: str, name: str) -> None:
    with pytest.raises(NotInRulesError) as caught:
        score("123m 34p 777999s EE", "2p", "", "f3", f"S/N {event}", rules)
    assert caught.value.params == {"what": name, "rules": rules.name}


@BOTH
def test_flowers_where_none_are_played(rules: HongKong) -> None:
    with pytest.raises(ContradictionError, match="f3 contradict each other: the game is played"):
        score("123m 34p 777s EE", "2p", OPEN, "f3", "N/N no_flowers_in_play", rules)
    with pytest.raises(ContradictionError, match="without flowers"):
        score("123m 34p 777s EE", "2p", OPEN, "f3", rules=house(rules, flowers_in_play=False))


# Waits, distance, which tile won


@BOTH
def test_waits(rules: HongKong) -> None:
    assert rules.waits(hand_of("123m 34p 777s EE", None, OPEN)) == (Tile.P2, Tile.P5)
    assert rules.waits(hand_of("123m 34p 777s EE", "2p", OPEN)) == (Tile.P2, Tile.P5)
    assert rules.waits(hand_of("1112345678999s", None)) == tuple(Tile(t) for t in range(18, 27))
    orphans = parse_tiles("19m 19p 19s ESWNCFP")
    assert rules.waits(hand_of("19m 19p 19s ESWNCFP", None)) == orphans
    assert rules.waits(hand_of("119m 19p 19s ESWNCF", None)) == (Tile.P,)
    assert rules.waits(hand_of("1199m 19p 19s ESWNC", None)) == ()
    assert rules.waits(hand_of("111999m 111p EE SS", None)) == (Tile.E, Tile.S)
    # Four in the own hand: nobody can draw a fifth.
    assert rules.waits(hand_of("1m", None, "kong 1111s, kong 2222s, kong 3333s, kong 4444s")) == (
        Tile.M1,
    )
    assert rules.waits(hand_of("1111m 23p 44p EE", None, "chow 234s")) == ()


@BOTH
def test_distance(rules: HongKong) -> None:
    assert rules.distance(hand_of("123m 34p 777s EE", "2p", OPEN)) == 0
    assert rules.distance(hand_of("123m 34p 777s EE", None, OPEN)) == 1
    assert rules.distance(hand_of("19m 19p 19s ESWNCFP", None)) == 1
    assert rules.distance(hand_of("119m 19p 19s ESWNCFP", None)) == 0
    assert rules.distance(hand_of("119m 19p 19s ESWNC 5m", None)) == 2
    assert rules.distance(hand_of("19m 19p 19s ESWNC 55m", None)) == 3
    assert rules.distance(hand_of("147m 147p 147s ESWNC", None)) == 6
    # 十三么 needs all tiles in hand.
    assert rules.distance(hand_of("19m 19p 1s ESWNC", None, "pung 555m")) > 3


@BOTH
def test_winning_choices(rules: HongKong) -> None:
    hand = hand_of("119m 19p 19s ESWNCFP", None)
    assert rules.winning_choices(hand) == parse_tiles("19m 19p 19s ESWNCFP")
    assert rules.winning_choices(hand_of("119m 19p 19s ESWNCF", "P")) == ()
    assert rules.winning_choices(hand_of("119m 19p 19s ESWNCF 5m", None)) == ()
    assert rules.winning_choices(hand_of("123m 34p 777s EE", None, OPEN)) == ()


# The tables


def test_every_value_has_a_clause_and_a_name() -> None:
    switches = {"limit", "minimum"}
    numbers = {item.name for item in fields(HongKongRules) if item.type == "int"} - switches
    assert set(CLAUSES) == numbers
    for item in numbers:
        for rules in (DOCUMENT_C, DOCUMENT_D13):
            assert item_name(rules, item)
            rule, clause = item_clause(rules, item)
            first, second = CLAUSES[item]
            wanted = (first, second) if rules is DOCUMENT_C else (second, first)
            assert (rule, clause) == (wanted[0] or wanted[1])
    assert set(NAMES) <= numbers
    assert {lower for all in ABSORBS.values() for lower in all} | set(ABSORBS) <= numbers


def test_names_of_the_items() -> None:
    both = {
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
    c = {
        "all_chows": "平胡",
        "all_pungs": "對對胡",
        "dragon": "一元",
        "seat_wind": "正風（門風）",
        "round_wind": "正風（圈風）",
        "four_concealed_pungs": "四暗刻",
        "nine_gates": "九子連環",
        "heavenly_win": "天胡",
        "earthly_win": "地胡",
    }
    d13 = {
        "all_chows": "平糊",
        "all_pungs": "對對糊",
        "dragon": "箭刻",
        "seat_wind": "門風刻",
        "round_wind": "圈風刻",
        "four_concealed_pungs": "簡簡糊",
        "nine_gates": "九蓮燈",
        "heavenly_win": "天糊",
        "earthly_win": "地糊",
    }
    assert {item: item_name(DOCUMENT_C, item) for item in CLAUSES} == both | c
    assert {item: item_name(DOCUMENT_D13, item) for item in CLAUSES} == both | d13


def test_values_of_the_documents() -> None:
    """Every number as the documents print it."""

    def groups(rules: HongKongRules) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for item in CLAUSES:
            found.setdefault(getattr(rules, item), set()).add(item)
        found.pop(0)
        return found

    ones = {
        "all_chows",
        "self_draw",
        "no_flowers",
        "own_flower",
        "dragon",
        "seat_wind",
        "round_wind",
        "replacement_tile",
        "last_tile",
        "robbed_kong",
    }
    limits = {
        "big_four_winds",
        "all_honours",
        "four_concealed_pungs",
        "nine_gates",
        "thirteen_orphans",
        "four_kongs",
        "heavenly_win",
        "earthly_win",
    }
    assert groups(DOCUMENT_C) == {
        1: ones | {"flower_set"},
        3: {"all_pungs", "one_suit_and_honours", "small_three_dragons"},
        7: {"one_suit"},
        LIMIT: limits | {"big_three_dragons", "small_four_winds", "all_green", "human_win"},
    }
    assert groups(DOCUMENT_D13) == {
        1: ones | {"concealed_hand", "terminals_and_honours", "flower_win_last_draw"},
        2: {"flower_set"},
        3: {"all_pungs", "one_suit_and_honours", "seven_flowers"},
        5: {"small_three_dragons"},
        7: {"one_suit"},
        8: {"big_three_dragons", "small_four_winds", "kong_on_kong", "eight_flowers"},
        LIMIT: limits | {"all_terminals"},
    }
    assert (DOCUMENT_C.limit, DOCUMENT_D13.limit) == (10, 10)
    assert (DOCUMENT_C.minimum, DOCUMENT_D13.minimum) == (0, 0)


def test_items_name_the_rule_of_their_document() -> None:
    args = ("123456s 77s 99s", "7s", "chow 789s", "f2")
    assert [item.rule for item in score(*args).items] == ["HK-12"]
    assert [item.rule for item in score(*args, rules=D).items] == ["WU13-07"]
    terminals = score("11m SS", "1m", "pung 999m, pung 111p, pung 999s", "f2",
                      rules=house(terminals_and_honours=1))  # fmt: skip
    assert [item.rule for item in terminals.items] == ["HK-11", "WU13-03"]
    green = score("66s 22s 234s 234s", "6s", "pung 888s", "f2", rules=house(D, all_green=LIMIT))
    assert [item.rule for item in green.items] == ["HK-13"]
