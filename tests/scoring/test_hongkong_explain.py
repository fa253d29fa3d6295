"""Why a Hong Kong hand is worth what it is, what it nearly has, and what its waits are worth."""

import pytest

from scoring.errors import BelowMinimumError, ContradictionError, HandSizeError, NotAWinError
from scoring.explain import NotCounted
from scoring.hongkong import HongKong
from scoring.rulesets import RuleSet
from scoring.tiles import Tile, format_tiles
from tests.scoring.helpers import hand_of
from tests.scoring.hongkong_helpers import C, D, house, how

HAND = ("123m 34p 777s EE", "2p", "pung 999s", "f2")


def near(
    concealed: str,
    win: str | None,
    melds: str = "",
    flowers: str = "f2",
    circumstances: str = "N/N",
    rules: HongKong = D,
) -> dict[str, NotCounted]:
    """What does not count, by id; the last of equal ids."""
    hand = hand_of(concealed, win, melds, flowers)
    return {item.id: item for item in rules.explain(hand, how(circumstances)).near}


def whys(found: dict[str, NotCounted], reason: str = "broken") -> dict[str, tuple[str, str]]:
    return {id: (item.by, item.why) for id, item in found.items() if item.reason == reason}


def test_counted_items_have_tiles_and_clauses() -> None:
    hand = hand_of("34p 77s CCC", "2p", "kong 9999s, pung PPP", "f4")
    told = D.explain(hand, how("N/N self_draw kong_draw last_tile"))
    assert told.score == D.score(hand, how("N/N self_draw kong_draw last_tile"))
    assert [
        (one.item.id, format_tiles(one.tiles), one.clause) for one in told.counted
    ] == [
        ("dragon", "CCC", "WU13-03 (D13 02)"),
        ("dragon", "PPP", "WU13-03 (D13 02)"),
        ("self_draw", "2p", "WU13-03 (D13 02)"),
        ("replacement_tile", "2p", "WU13-03 (D13 02)"),
        ("last_tile", "2p", "WU13-15 (D13 07c)"),
        ("own_flower", "f4", "WU13-03 (D13 02)"),
    ]  # fmt: skip
    plain = C.explain(hand_of(*HAND[:3], ""), how("N/N"))
    assert [(one.item.id, one.tiles, one.clause) for one in plain.counted] == [
        ("no_flowers", (), "HK-03 (C 一番)")
    ]


def test_tiles_of_a_counted_item_are_in_the_hand() -> None:
    hand = hand_of("34p NN", "2p", "pung WWW, pung SSS, kong EEEE", "f3")
    told = {one.item.id: format_tiles(one.tiles) for one in D.explain(hand, how("E/S")).counted}
    assert told == {
        "small_four_winds": "EEE SSS WWW NN",
        "one_suit_and_honours": "234p EEEE SSS WWW NN",
        "seat_wind": "EEE",
        "round_wind": "SSS",
    }
    orphans = D.explain(hand_of("119m 19p 19s ESWNCF", "P"), how("N/N"))
    assert format_tiles(orphans.counted[0].tiles) == "119m 19p 19s E S W N C F P"


def test_a_flower_win_is_told_by_its_flowers() -> None:
    hand = hand_of("", None, "", "f1 f2 f3 f4 f5 f6 f7 f8")
    told = D.explain(hand, how("N/N not_hand_complete last_tile"))
    assert [(one.item.id, len(one.tiles), one.clause) for one in told.counted] == [
        ("eight_flowers", 8, "WU13-14 (D13 06a)"),
        ("last_tile", 0, "WU13-15 (D13 07c)"),
        ("flower_win_last_draw", 0, "WU13-14 (D13 06e)"),
    ]
    assert told.near == ()
    off = house(D, flower_win_last_draw=0)
    (item,) = off.explain(hand, how("N/N not_hand_complete last_tile")).near
    assert (item.id, item.reason) == ("flower_win_last_draw", "switched_off")


# Absorbed and switched off


def test_absorbed_items_name_what_has_them() -> None:
    found = near("34p 123s PP", "2p", "pung FFF, pung CCC")["dragon"]
    assert found == NotCounted(
        "dragon", "箭刻", 1, "absorbed", "small_three_dragons",
        "發發發：已計小三元，不另計箭刻", "WU13-03",
    )  # fmt: skip
    flowers = near(*HAND[:3], "f1 f2 f3 f4")["own_flower"]
    assert (flowers.reason, flowers.by) == ("absorbed", "flower_set")
    assert "own_flower" not in near(*HAND[:3], "f1 f2 f3 f4", rules=C)


def test_a_limit_hand_has_everything_in_it() -> None:
    found = near("EE CC", "C", "pung SSS, pung WWW, pung FFF", "", "N/S self_draw")
    absorbed = {id for id, item in found.items() if item.by == "all_honours"}
    assert absorbed == {"all_pungs", "round_wind", "dragon", "self_draw", "no_flowers"}
    assert all(item.reason == "absorbed" for item in found.values() if item.by == "all_honours")
    # Only another limit hand would have added anything to say.
    assert set(whys(found)) == set()


def test_switched_off_items_say_so() -> None:
    found = near("11m SS", "1m", "pung 999m, pung 111p, pung 999s", rules=C)
    assert found["terminals_and_honours"] == NotCounted(
        "terminals_and_honours", "花么", 0, "switched_off", "value",
        "全為么九及番子南：本規則不計花么", "WU13-03",
    )  # fmt: skip
    flowers = near("123m 34p 777999s EE", "2p")["concealed_hand"]
    assert (flowers.reason, flowers.by, flowers.value) == ("switched_off", "flowers", 1)
    assert flowers.why == "打花牌不計門前清"
    assert "concealed_hand" not in near("123m 34p 777999s EE", "2p", rules=C)


# Broken


@pytest.mark.parametrize(
    ("hand", "item", "by", "why"),
    [
        (("123456m 34p 88s", "2p", "pung 999s"), "all_chows", "pung", "九九九索不是順子"),
        (("22m 333p 77s", "2m", "pung 999s, chow 345s"), "all_pungs", "chow",
         "三四五索不是刻子"),
        (("123456s 77s EE", "7s", "chow 789s"), "one_suit", "honours", "有番子 東東"),
        (("123456s 7788s", "7s", "chow 123m"), "one_suit", "suit", "有別門 一二三萬"),
        (("123456s 77s EE", "7s", "chow 123m"), "one_suit_and_honours", "suit",
         "有別門 一二三萬"),
        (("EE CC", "C", "pung SSS, pung WWW, pung 888m"), "all_honours", "tiles", "有 八八八萬"),
        (("EE CC", "C", "pung SSS, pung WWW, kong 8888m"), "all_honours", "tiles",
         "有 八八八八萬"),
        (("11m SS", "1m", "pung 999m, pung 111p, pung 999s"), "all_terminals", "tiles",
         "有 南南"),
        (("88m SS", "8m", "pung 999m, pung 111p, pung 999s"), "terminals_and_honours", "tiles",
         "有 八八八萬"),
        (("34p 123s EE", "2p", "pung CCC, pung FFF"), "small_three_dragons", "pair",
         "眼不是白白"),
        (("34p 123s PP", "2p", "pung CCC, pung FFF"), "big_three_dragons", "pair",
         "白白只是眼"),
        (("34p CC", "2p", "pung EEE, pung SSS, pung WWW"), "small_four_winds", "pair",
         "眼不是北北"),
        (("34p NN", "2p", "pung EEE, pung SSS, pung WWW"), "big_four_winds", "pair",
         "北北只是眼"),
        (("123m 34p 777s CC", "2p", "pung 999s"), "dragon", "pair", "中中只是眼"),
        (("123m 34p 777s NN", "2p", "pung 999s"), "seat_wind", "pair", "北北只是眼"),
        (("123m 34p 777s NN", "2p", "pung 999s"), "round_wind", "pair", "北北只是眼"),
        (("123m 34p 77s", "2p", "pung 999s, pung WWW"), "seat_wind", "wind", "西西西不是門風"),
        (("123m 34p 77s", "2p", "pung 999s, pung WWW"), "round_wind", "wind",
         "西西西不是圈風"),
        (("222m 333p 555s 77s 88s", "7s"), "four_concealed_pungs", "discard",
         "七七七索胡他家打出之牌而成，算明刻"),
        (("222m 333p 555s 777s 8s", "8s"), "four_concealed_pungs", "discard", "八索不是自摸"),
        (("222m 333p 555s 8s", "8s", "pung 777s", "f2", "N/N self_draw"), "four_concealed_pungs",
         "open_meld", "七七七索已亮出"),
        (("8s", "8s", "kong 2222m, ckong 3333p, kong 5555s, pung EEE"), "four_kongs", "pung",
         "東東東未槓"),
        (("1112344567899m", "9m"), "nine_gates", "wait",
         "萬子胡牌前不是一一一二三四五六七八九九九，只聽三六九萬"),
        (("123m 34p 777s EE", "2p", "pung 999s"), "concealed_hand", "open_meld",
         "九九九索已亮出"),
        (("123m 34p 777s EE", "2p", "pung 999s", "f2", "N/N self_draw kong_draw"),
         "replacement_tile", "flower", "補花而來，不是槓後補牌"),
        (("123m 34p 777s EE", "2p", "pung 999s"), "no_flowers", "flower", "有夏"),
        (("123m 34p 777s EE", "2p", "pung 999s"), "own_flower", "seat", "夏不是北位之花"),
        (("123m 34p 777s EE", "2p", "pung 999s", "f2 f7"), "own_flower", "seat",
         "夏菊不是北位之花"),
        (("123m 34p 777s EE", "2p", "pung 999s", "f1 f2 f3"), "flower_set", "flower", "少冬"),
        (("123m 34p 777s EE", "2p", "pung 999s", "f8 f7 f5"), "flower_set", "flower", "少蘭"),
        (("123m 34p 777s EE", "2p", "pung 999s", "f1 f2 f3 f4 f5 f6"), "seven_flowers", "flower",
         "只有六隻花"),
    ],
)  # fmt: skip
def test_what_breaks_it(hand: tuple[str, ...], item: str, by: str, why: str) -> None:
    found = near(*hand)
    assert item in found
    assert (found[item].reason, found[item].by, found[item].why) == ("broken", by, why)
    assert found[item].name
    assert found[item].value == max(1, found[item].value)


def test_what_breaks_it_in_c() -> None:
    found = near("66s 22s 345s 234s", "6s", "pung 888s", rules=C)
    assert whys(found)["all_green"] == ("tiles", "有 五索")
    strict = house(all_chows_honour_pair=False)
    found = near("123456m 34p EE", "2p", "chow 789s", rules=strict)
    assert whys(found)["all_chows"] == ("honour_pair", "眼東東是番子")


def test_an_unknown_seat_or_round_is_named() -> None:
    hand = ("123m 34p 77s", "2p", "pung 999s, pung WWW", "f2")
    found = whys(near(*hand, "W/W not_seat_known not_round_known"))
    assert found["seat_wind"] == ("unknown", "西西西：不知門風")
    assert found["round_wind"] == ("unknown", "西西西：不知圈風")
    assert found["own_flower"] == ("unknown", "不知門風")
    pair = near(*HAND[:3], "", "E/E not_seat_known not_round_known")
    assert not {"seat_wind", "round_wind"} & set(pair)


def test_what_is_far_is_not_told() -> None:
    """A plain hand with two of everything wrong."""
    found = near("123m 34p 777s 33s", "2p", "pung 999s", "f2 f5 f6 f7", "S/W")
    assert set(found) == {"concealed_hand", "flower_set"}
    found = near("123m 34p 33s", "2p", "pung 999s, chow 345s", "", "S/W")
    assert found["all_chows"].by == "pung"
    assert set(found) == {"all_chows"}
    halves = near("123456m 34p 88p", "2p", "chow 567p", "", "S/W")
    assert set(halves) == {"concealed_hand"}


def test_no_near_limit_hand_is_told_of_what_is_turned_off() -> None:
    found = near("11m 99p", "1m", "pung 999m, pung 111p, pung 999s")
    assert found["all_pungs"].by == "all_terminals"
    assert not whys(found)
    found = near("8s", "8s", "ckong 2222m, ckong 3333p, ckong 5555s, pung EEE")
    assert {"four_concealed_pungs", "four_kongs", "concealed_hand"} <= set(whys(found))
    limit = ("EEE 8s", "8s", "ckong 2222m, ckong 3333p, ckong 5555s", "f2", "N/N self_draw")
    assert set(whys(near(*limit))) == {"four_kongs"}


def test_explaining_raises_like_scoring() -> None:
    with pytest.raises(NotAWinError):
        near("123m 34p 777s EE", "3p", "pung 999s")
    with pytest.raises(BelowMinimumError):
        near(*HAND, rules=house(D, minimum=3))


# Waits


def test_wait_values() -> None:
    rules: RuleSet = D
    hand = hand_of("123456m 34p 88s", None, "chow 789s", "")
    found = rules.wait_values(hand, how("N/N"))
    assert [value.tile for value in found] == [Tile.P2, Tile.P5]
    for value in found:
        assert value.by_discard is not None
        assert value.by_self_draw is not None
        assert (value.by_discard.total, value.by_self_draw.total) == (2, 3)
    named = hand_of("123456m 34p 88s", "2p", "chow 789s", "")
    assert rules.wait_values(named, how("N/N self_draw")) == found


def test_wait_values_under_the_minimum_are_none() -> None:
    hand = hand_of("22m 33p 777s", None, "pung 999s, kong 5555s", "f2")
    found = house(D, minimum=4).wait_values(hand, how("N/N"))
    assert [(value.by_discard is None, value.by_self_draw is None) for value in found] == [
        (True, False),
        (True, False),
    ]


def test_wait_values_of_four_concealed_pungs() -> None:
    """簡簡糊 is only for the drawn tile."""
    hand = hand_of("222m 333p 555s 777s 8s", None, "", "f2")
    found = {value.tile: value for value in D.wait_values(hand, how("N/N"))}
    assert set(found) == {Tile.S6, Tile.S8, Tile.S9}
    eight = found[Tile.S8]
    assert eight.by_discard is not None
    assert eight.by_self_draw is not None
    assert (eight.by_discard.limit, eight.by_self_draw.limit) == (False, True)


def test_wait_values_need_a_hand_that_is_one_short() -> None:
    with pytest.raises(HandSizeError):
        D.wait_values(hand_of("123m 34p 777s E", None, "pung 999s"), how("N/N"))
    with pytest.raises(ContradictionError):
        D.wait_values(hand_of("123m", None), how("N/N not_hand_complete"))
    assert D.wait_values(hand_of("147m 147p 147s ESWN", None), how("N/N")) == ()


def test_properties_of_the_rule_sets() -> None:
    for rules in (C, D):
        assert (rules.hand_size, rules.unit) == (14, "番")
