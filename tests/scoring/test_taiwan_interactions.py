"""Section 7 of the rule checklist, paragraph by paragraph."""

import pytest

from scoring.result import Score
from scoring.tiles import parse_tiles
from tests.scoring.helpers import B, circumstances_of, hand_of, ids, items, score
from tests.scoring.printed_examples import ALL_FLOWERS

PLAIN = "123m 456m 34p 777s 999s EE"


def test_section_7_1_premium_is_no_item_of_the_hand() -> None:
    """Hand items, then flowers; the dealer's premium is a property of a payment."""
    result = score(PLAIN, "2p", "", "f4", "N/N dealer streak=5")
    assert [item.id for item in result.items] == ["concealed_hand", "own_flower"]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("", {"concealed_hand"}),
        ("self_draw", {"concealed_hand", "concealed_self_draw"}),
        ("tianting", {"heavenly_ready"}),
        ("tianting self_draw", {"heavenly_ready", "concealed_self_draw"}),
        ("diting self_draw", {"earthly_ready", "concealed_self_draw"}),
        ("diting_yifa self_draw", {"earthly_ready_at_once", "concealed_self_draw"}),
        ("dihu self_draw", {"earthly_win", "concealed_self_draw"}),
        ("renhu", {"human_win"}),
        ("tianhu self_draw", {"heavenly_win"}),
    ],
)
def test_section_7_2_concealed_family(how: str, expected: set[str]) -> None:
    assert ids(score(PLAIN, "2p", how="N/N " + how)) == expected


def test_section_7_2_five_concealed_pungs_swallow_only_concealed_hand() -> None:
    tiles = "111222m 111222p 11s CC"
    assert ids(score(tiles, "1s", how="N/N self_draw")) == {
        "five_concealed_pungs",
        "concealed_self_draw",
    }


def test_section_7_2_seven_pairs_swallow_only_concealed_hand() -> None:
    tiles = "112233m 112233p 1122s"
    assert ids(score(tiles, "1m")) == {"eight_pairs_and_half"}
    assert ids(score(tiles, "1m", how="N/N self_draw")) == {
        "eight_pairs_and_half",
        "concealed_self_draw",
    }


@pytest.mark.parametrize(
    ("kept", "dropped", "result"),
    [
        (
            "five_concealed_pungs",
            "all_pungs concealed_hand four_concealed_pungs three_concealed_pungs",
            score("111666p 3338s 777m 999m", "8s"),
        ),
        ("all_honours", "all_pungs", score("EEE WWW CCC PPP FF NN", "N")),
        ("big_three_dragons", "dragon", score("23s 56799m CCC FFF PPP", "1s")),
        ("small_three_dragons", "dragon", score("456777s 789p CCC FF PP", "P")),
        ("big_four_winds", "seat_wind round_wind", score("678m 33p EEE SSS WWW NN", "N")),
        ("four_concealed_pungs", "three_concealed_pungs", score("222p 888s 11123m EEE PP", "4m")),
        ("one_suit", "one_suit_and_honours", score("1112334456667788s", "9s")),
        ("all_flowers", "own_flower flower_set", score(PLAIN, "2p", "", ALL_FLOWERS)),
        ("human_win", "heavenly_ready concealed_hand", score(PLAIN, "2p", how="E/E renhu")),
    ],
)
def test_section_7_3_necessary_companions_are_dropped(
    kept: str, dropped: str, result: Score
) -> None:
    found = ids(result)
    assert kept in found
    assert found.isdisjoint(dropped.split())


def test_section_7_3_all_melded_keeps_single_wait() -> None:
    """The explicit exception: 全求 always brings 獨聽, and both count."""
    melds = "chow 123m, chow 456p, chow 789s, pung 555m, pung 999p"
    assert ids(score("S", "S", melds)) == {"melded_hand", "single_wait"}


@pytest.mark.parametrize(
    ("both", "result"),
    [
        (
            "small_four_winds seat_wind round_wind",
            score("77p 444s EEE SS WWW NNN", "7p", how="E/W"),
        ),
        (
            "five_concealed_pungs concealed_self_draw",
            score("111666p 3338s 777m CCC", "8s", how="N/N self_draw"),
        ),
        (
            "big_four_winds all_pungs four_concealed_pungs",
            score("33p 55s EEE SSS WWW NNN", "5s"),
        ),
        ("eight_pairs_and_half dragon", score("113344667799p SS CC", "C")),
    ],
)
def test_section_7_4_the_others_count_together(both: str, result: Score) -> None:
    assert ids(result) >= set(both.split())


@pytest.mark.parametrize(
    ("tiles", "win", "melds", "net"),
    [
        ("FF NN", "N", "pung EEE, pung WWW, pung CCC, pung PPP", 16),
        ("EE WW", "W", "pung SSS, pung FFF, pung CCC, pung PPP", 20),
        ("CC NN", "C", "pung EEE, pung SSS, pung WWW, pung FFF", 20 + 2),
        ("NN CC", "N", "pung EEE, pung SSS, pung WWW, pung FFF", 28 + 1),
    ],
)
def test_section_7_5_all_honours_less_four(tiles: str, win: str, melds: str, net: int) -> None:
    """The odd 台 are 箭字坎 beside 四喜, which nothing contains. Seat and round add nothing."""
    result = score(tiles, win, melds, how="N/N")
    winds = sum(item.value for item in result.items if item.rule == "TW-01")
    assert result.total - winds == net


def test_section_7_5_not_for_seven_pairs() -> None:
    assert "all_honours_deduction" not in ids(score("EEEE SSSS WWWW NN CC", "C"))


def test_section_7_6_all_chows_needs_all_of_it() -> None:
    """See `test_tw07_what_it_must_not_have` for each one missing."""
    assert items(score("123456m 23456788s 23p", "4p")) == [("all_chows", 2), ("concealed_hand", 1)]


def test_section_7_7_single_wait_is_a_property_of_the_sixteen_tiles() -> None:
    """46 alone waits for one kind; with tiles beside that widen the wait, 5 may still be used
    closed, and it is not 獨聽."""
    assert "single_wait" in ids(score("123m 46p 777s 999s EE 888s", "5p"))
    wide = score("4446p 777s 999s EEE 888m", "5p")
    assert len(wide.waits) > 1
    assert "single_wait" not in ids(wide)


def test_section_7_7_seven_pairs_widen_the_wait() -> None:
    """Read as sets this waits for 7m and 8m; only the option adds nothing more here."""
    result = score("1122334455668999m", "7m")
    assert result.waits == parse_tiles("78m")
    assert "single_wait" not in ids(result)


def test_section_7_7_the_greatest_reading_is_chosen() -> None:
    """111222333 is three pungs or three chows: as pungs 三暗坎, as chows 平胡 with 門清."""
    result = score("111222333m 45p 789s 99s", "3p", how="N/N self_draw")
    assert ("three_concealed_pungs", 2) in items(result)
    totals = [
        reading.total
        for reading in B.score_readings(
            hand_of("111222333m 45p 789s 99s", "3p"), circumstances_of("N/N self_draw")
        )
    ]
    assert len(set(totals)) > 1
    assert max(totals) == result.total


def test_section_7_8_a_discard_opens_the_triplet_it_finishes() -> None:
    tiles = "11m 333p 555s 99m 234s"
    assert "three_concealed_pungs" not in ids(score(tiles, "1m", "pung EEE"))
    assert "three_concealed_pungs" in ids(score(tiles, "1m", "pung EEE", how="N/N self_draw"))


def test_section_7_8_unless_the_tile_can_be_used_in_a_chow_or_pair() -> None:
    """333 with 3 and 12 beside: the claimed 3m finishes 123m, and 333m stays concealed."""
    result = score("33312m 444p 666s 99s", "3m", "chow 789p")
    assert ("three_concealed_pungs", 2) in items(result)
    assert [str(shown) for shown in result.reading if shown.win] == ["一二三萬"]


def test_section_7_8_robbed_flower_leaves_the_triplet_concealed() -> None:
    tiles, flowers = "11444555777m FF", ALL_FLOWERS
    robbed = score(tiles, "F", "pung SSS", flowers, "S/S robbed_flower")
    assert ("four_concealed_pungs", 6) in items(robbed)
    claimed = score(tiles, "F", "pung SSS", flowers, "S/S")
    assert ("three_concealed_pungs", 2) in items(claimed)


def test_section_7_9_flowers_replace_one_another() -> None:
    hand = ("123m 456m 34p 777s EE", "2p", "chow 789s")
    assert score(*hand, "f4 f8", "N/W").total == 2
    assert score(*hand, "f1 f2 f3 f4 f8", "N/W").total == 3
    assert score(*hand, ALL_FLOWERS, "N/W").total == 8


def test_section_7_10_incomplete_flower_win_counts_flowers_only() -> None:
    closed = B.score(hand_of("", None, "", ALL_FLOWERS), circumstances_of("not_hand_complete"))
    assert closed.total == 8
    how = "N/W self_draw kong_draw"
    complete = score("123m 456m 34p 777s EE", "2p", "chow 789s", ALL_FLOWERS, how)
    assert complete.total == 8 + 1 + 1


def test_section_7_11_split_of_seven_rob_one() -> None:
    how = "W/W robbed_flower seventh_drawn self_draw kong_draw"
    result = score("3455s 888999m WWW PPP", "2s", "", "f1 f3 f4 f5 f6 f7 f8", how)
    paid = {"all": 0, "robbed": 0, "others": 0}
    for item in result.items:
        paid[item.payer] += item.value
    assert paid == {"all": 13, "robbed": 8, "others": 3}


def test_section_7_12_winds_and_flowers_follow_the_seat() -> None:
    """Seat wind and flower number follow 開門位, the round wind does not; nor does the dealer."""
    result = score("123m 456m 34p 77s SSS", "2p", "pung 999s", "f2 f6", "S/E dealer")
    assert items(result) == [("own_flower", 1), ("own_flower", 1), ("seat_wind", 1)]


def test_section_7_13_last_tile_goes_with_a_replacement() -> None:
    how = "N/N self_draw last_tile kong_draw"
    assert ids(score("123m 456m 34p 777s EE", "2p", "kong 9999s", how=how)) == {
        "self_draw",
        "last_tile_draw",
        "replacement_tile",
    }
