"""Flowers and wins by flowers (花糊): D13 06 paragraph by paragraph, C's flowers."""

import json
from collections.abc import Callable

import pytest

from scoring.errors import (
    BelowMinimumError,
    ContradictionError,
    HandSizeError,
    NoFlowerWinError,
    NotInRulesError,
)
from scoring.hongkong import HongKong
from scoring.hongkong_rules import LIMIT
from scoring.result import Score
from tests.scoring.helpers import ids, why
from tests.scoring.hongkong_helpers import C, D, house, score, values

BOTH = pytest.mark.parametrize("rules", [C, D], ids=["C", "D13"])
HAND = ("123m 34p 777s EE", "2p", "pung 999s")
SEVEN = "f1 f2 f3 f4 f5 f6 f8"
EIGHT = "f1 f2 f3 f4 f5 f6 f7 f8"


def flower_win(flowers: str, circumstances: str = "N/N", rules: HongKong = D) -> Score:
    """A win by flowers alone, the hand closed."""
    return score("", None, "", flowers, f"{circumstances} not_hand_complete", rules)


# HK-03


@BOTH
def test_hk03_no_flowers(rules: HongKong) -> None:
    result = score(*HAND, "", rules=rules)
    assert values(result) == {"no_flowers": 1}
    assert why(result, "no_flowers") == "沒有花牌"
    assert values(score(*HAND, "f1", rules=rules)) == {}
    assert values(score(*HAND, "", "N/N no_flowers_in_play", rules)) == {}


# HK-04


@BOTH
@pytest.mark.parametrize(
    ("seat", "own"), [("E", ("f1", "f5")), ("S", ("f2", "f6")), ("W", ("f3", "f7")),
                      ("N", ("f4", "f8"))],
)  # fmt: skip
def test_hk04_own_flowers(rules: HongKong, seat: str, own: tuple[str, str]) -> None:
    for flower in EIGHT.split():
        result = score(*HAND, flower, f"{seat}/N", rules)
        assert values(result) == ({"own_flower": 1} if flower in own else {})
    both = score(*HAND, " ".join(own), f"{seat}/N", rules)
    assert values(both) == {"own_flower": 2}
    assert len(both.items) == 2


def test_hk04_why() -> None:
    result = score(*HAND, "f5 f3", "E/N")
    assert [item.why for item in result.items] == ["梅為東位之花"]


@BOTH
def test_amb21_chrysanthemum_and_bamboo(rules: HongKong) -> None:
    """AMB-21: 梅蘭竹菊 is a switch."""
    other = house(rules, chrysanthemum_is_third=False)
    assert values(score(*HAND, "f7", "W/N", other)) == {}
    assert values(score(*HAND, "f8", "W/N", other)) == {"own_flower": 1}
    assert values(score(*HAND, "f7", "N/S", other)) == {"own_flower": 1}
    assert values(score(*HAND, "f8", "N/S", other)) == {}
    for seat, flowers in (("E", "f1 f5"), ("S", "f2 f6")):
        assert values(score(*HAND, flowers, f"{seat}/N", other)) == {"own_flower": 2}
    for seat, season in (("W", "f3"), ("N", "f4")):
        assert values(score(*HAND, season, f"{seat}/N", other)) == {"own_flower": 1}


@BOTH
def test_an_unknown_seat_owns_no_flower(rules: HongKong) -> None:
    assert values(score(*HAND, "f1 f5", "E/N not_seat_known", rules)) == {}


# HK-05, WU13-04


@pytest.mark.parametrize(("rules", "one", "two"), [(C, 1, 2), (D, 2, 4)])
def test_hk05_wu13_04_a_colour(rules: HongKong, one: int, two: int) -> None:
    loose = house(rules, flower_wins_count_in_hand=False)
    for flowers in ("f1 f2 f3 f4", "f5 f6 f7 f8"):
        result = values(score(*HAND, flowers, "N/N not_seat_known", rules))
        assert result == {"flower_set": one}
    assert values(score(*HAND, "f1 f2 f3 f5", "N/N", rules)) == {}
    assert values(score(*HAND, EIGHT, "N/N not_seat_known", loose)) == {"flower_set": two}


def test_hk05_in_c_the_own_flower_is_counted_besides() -> None:
    assert values(score(*HAND, "f1 f2 f3 f4")) == {"flower_set": 1, "own_flower": 1}
    assert values(score(*HAND, "f1 f2 f3 f4", rules=D)) == {"flower_set": 2}
    assert values(score(*HAND, EIGHT)) == {"flower_set": 2, "own_flower": 2}


# WU13-05, WU13-08: in a complete hand


def test_wu13_05_wu13_08_flowers_of_a_complete_hand() -> None:
    assert values(score(*HAND, SEVEN, rules=D)) == {"seven_flowers": 3}
    result = score(*HAND, EIGHT, rules=D)
    assert values(result) == {"eight_flowers": 8}
    assert why(result, "eight_flowers") == "春夏秋冬梅蘭菊竹"
    assert values(score(*HAND, "f1 f2 f3 f4 f5 f6", rules=D)) == {"flower_set": 2}
    loose = house(D, flower_wins_count_in_hand=False)
    assert values(score(*HAND, SEVEN, rules=loose)) == {"flower_set": 2, "own_flower": 1}
    assert values(score(*HAND, EIGHT, rules=loose)) == {"flower_set": 4}


# WU13-14


def test_wu13_14_a_seven_and_eight() -> None:
    """06a"""
    seven = flower_win(SEVEN)
    assert values(seven) == {"seven_flowers": 3}
    assert (seven.total, seven.unit, seven.limit, seven.waits, seven.reading) == (
        3, "番", False, (), (),
    )  # fmt: skip
    assert [(item.name, item.rule, item.why) for item in seven.items] == [
        ("七隻花", "WU13-14", "春夏秋冬梅蘭竹")
    ]
    eight = flower_win(EIGHT)
    assert values(eight) == {"eight_flowers": 8}
    assert [(item.name, item.rule, item.why) for item in eight.items] == [
        ("大花糊", "WU13-14", "春夏秋冬梅蘭菊竹")
    ]
    for flowers, have in (("f1 f2 f3 f4 f5 f6", 6), ("", 0)):
        with pytest.raises(NoFlowerWinError) as caught:
            flower_win(flowers)
        assert caught.value.params == {"have": have, "need": 7}


def test_wu13_14_b_declined_and_robbed() -> None:
    """06b: 大花糊 declared; then only the eighth wins, drawn or robbed."""
    with pytest.raises(ContradictionError, match="only the eighth wins"):
        flower_win(SEVEN, "N/N big_flowers")
    assert values(flower_win(EIGHT, "N/N big_flowers")) == {"eight_flowers": 8}
    for flowers in (SEVEN, EIGHT):
        robbed = flower_win(flowers, "N/N big_flowers robbed_flower")
        assert values(robbed) == {"eight_flowers": 8}
        assert robbed.items[0].name == "大花糊"
        assert robbed.items[0].why.startswith("搶他家第八隻花 春夏秋冬")
    with pytest.raises(NoFlowerWinError) as caught:
        flower_win("f1 f2 f3 f4 f5 f6", "N/N robbed_flower")
    assert caught.value.params == {"have": 6, "need": 7}
    # The robbed flower ends the hand: nothing is drawn for it, so nothing else counts.
    closed = score("123m 34p 777s EE", None, "pung 999s", SEVEN, "N/N robbed_flower", D)
    assert values(closed) == {"eight_flowers": 8}
    with pytest.raises(ContradictionError, match="the flowers win"):
        score(*HAND, SEVEN, "N/N robbed_flower", D)
    # Who has declared it may still win with the hand.
    assert values(score(*HAND, SEVEN, "N/N big_flowers", D)) == {"seven_flowers": 3}


def test_wu13_14_c_at_once() -> None:
    """06c: no 天糊 or 地糊 is added."""
    assert flower_win(SEVEN, "E/N dealer dealt_flowers").total == 3
    assert flower_win(SEVEN, "S/N dealt_flowers").total == 3
    with pytest.raises(ContradictionError):
        flower_win(SEVEN, "E/N tianhu")


def test_wu13_14_d_on_the_replacement_of_a_kong() -> None:
    """06d: 3 and 8; the giver of the kong pays."""
    assert values(flower_win(SEVEN, "N/N self_draw kong_draw")) == {"seven_flowers": 3}
    assert values(flower_win(EIGHT, "N/N self_draw kong_draw")) == {"eight_flowers": 8}


def test_wu13_14_e_on_the_last_tile() -> None:
    """06e, AMB-18: 4, 10 when drawn, 9 when robbed."""
    assert values(flower_win(SEVEN, "N/N last_tile")) == {"seven_flowers": 3, "last_tile": 1}
    eight = flower_win(EIGHT, "N/N last_tile")
    assert values(eight) == {"eight_flowers": 8, "last_tile": 1, "flower_win_last_draw": 1}
    assert eight.total == 10
    assert [item.name for item in eight.items] == ["大花糊", "海底撈月", "自摸"]
    assert [item.why for item in eight.items][1:] == ["最後一張", "最後一張自摸八隻花"]
    robbed = flower_win(SEVEN, "N/N robbed_flower last_tile")
    assert values(robbed) == {"eight_flowers": 8, "last_tile": 1}
    plain = house(D, flower_win_last_draw=0)
    assert flower_win(EIGHT, "N/N last_tile", plain).total == 9


def test_c_has_no_win_by_flowers() -> None:
    for circumstances in ("N/N", "N/N robbed_flower"):
        with pytest.raises(NotInRulesError) as caught:
            flower_win(EIGHT, circumstances, C)
        assert caught.value.params == {"what": "花糊", "rules": "hongkong"}


def test_a_house_with_eight_only() -> None:
    rules = house(D, seven_flowers=0)
    with pytest.raises(NoFlowerWinError) as caught:
        flower_win(SEVEN, rules=rules)
    assert caught.value.params == {"have": 7, "need": 8}
    assert flower_win(EIGHT, rules=rules).total == 8
    assert flower_win(SEVEN, "N/N robbed_flower", rules).total == 8
    # Its seven flowers in a hand are counted singly.
    assert values(score(*HAND, SEVEN, rules=rules)) == {"flower_set": 2, "own_flower": 1}


def test_a_house_with_a_limit_for_eight() -> None:
    result = flower_win(EIGHT, "N/N last_tile", house(D, eight_flowers=LIMIT))
    assert (result.total, result.limit, ids(result)) == (10, True, {"eight_flowers"})


def test_the_minimum_is_asked_of_flowers_too() -> None:
    assert flower_win(SEVEN, rules=house(D, minimum=3)).total == 3
    with pytest.raises(BelowMinimumError):
        flower_win(SEVEN, rules=house(D, minimum=4))


def test_tiles_of_a_closed_hand_are_only_counted() -> None:
    for tiles in ("123m 34p 778s EW", "123m 34p 778s EWC"):
        closed = score(tiles, None, "pung 999s", SEVEN, "N/N not_hand_complete", D)
        assert closed.total == 3
    for tiles in ("123m 34p 778s E", "123m 34p 778s EWCC"):
        with pytest.raises(HandSizeError):
            score(tiles, None, "pung 999s", SEVEN, "N/N not_hand_complete", D)


# The worked examples of D13 06 and 07c


@pytest.mark.parametrize(
    ("example", "flowers", "circumstances", "total"),
    [
        ("S3-HKF-01", SEVEN, "N/N self_draw", 3),
        ("S3-HKF-02", EIGHT, "N/N self_draw", 8),
        ("S3-HKF-03", SEVEN, "N/N robbed_flower big_flowers", 8),
        ("S3-HKF-04", SEVEN, "N/N self_draw last_tile", 4),
        ("S3-HKF-05", EIGHT, "N/N self_draw last_tile", 10),
        ("S3-HKF-06", SEVEN, "N/N robbed_flower big_flowers last_tile", 9),
        ("S3-HKF-07", SEVEN, "N/N self_draw kong_draw", 3),
    ],
)
def test_printed_flower_wins(
    example: str, flowers: str, circumstances: str, total: int, shared_rules: Callable[[str], str]
) -> None:
    assert flower_win(flowers, circumstances).total == total
    for line in shared_rules("examples.jsonl").splitlines():
        record = json.loads(line)
        if record["id"] == example and "fan" in record["answer"]:
            assert record["answer"].startswith(f"{total} fan")


def test_printed_last_tiles() -> None:
    """S3-HKF-08 +1, S3-HKF-09 +2 in all."""
    plain = score(*HAND, "f2", rules=D).total
    assert score(*HAND, "f2", "N/N last_tile", D).total == plain + 1
    assert score(*HAND, "f2", "N/N last_tile self_draw", D).total == plain + 2
