"""The joker game: jokers, printed examples, levels, items, what does not win."""

from dataclasses import replace

import pytest

from scoring.batch import read_record, score_record
from scoring.errors import (
    BelowMinimumError,
    ContradictionError,
    HandSizeError,
    MeldError,
    MissingWinTileError,
    NoFlowerWinError,
    NotAWinError,
    NotInRulesError,
)
from scoring.hand import Circumstances, Hand, Meld, MeldKind, stand_in
from scoring.jokers import joker_count, jokers_of
from scoring.tiles import FACES, Tile, parse_tile
from scoring.wu_joker import WU_JOKER, WuJoker
from scoring.wu_joker_rules import NAMES, WuJokerRules
from tests.scoring.wu_joker_helpers import LOW, TABLE, hand_of, score, values, won

DX = [
    ("121T", "444p 444s 444m 4p f1 f2 678m P", "P", 35, "brothers_4"),
    ("104S", "444p 444s 444m 4p f1 f2 4s f3 PP", "P", 87, "brothers_small_5"),
    ("147Y", "234m 234m 234m 234m f1 f2 f3 P", "P", 213, "same_chows_5"),
    ("129T", "CCC FFF PPP C f1 f2 F f3 f4 6m", "6m", 150, "dragons_5"),
    ("128T", "CCC FFF PPP C f1 f2 234s 6m", "6m", 65, "dragons_4"),
    ("119S", "CCC FFF PPP C f1 f2 F f3 f4 f5", "P", 305, "dragons_small_6"),
    ("118S", "CCC FFF PPP C f1 f2 F f3 67p", "8p", 110, "dragons_small_5"),
    ("117S", "CCC FFF PPP C f1 678p 77m", "7m", 55, "dragons_small_4"),
    ("114S", "EEE SSS WWW NNN E f1 f2 f3", "S", 328, "winds_small_6"),
    ("133T", "EEE SSS WWW NNN E f1 f2 P", "P", 303, "winds_5"),
    ("113S", "EEE SSS WWW NNN E f1 PP", "P", 295, "winds_small_5"),
    ("122T", "444p 444s 444m 4p f1 f2 4s f3 f4 P", "P", 100, "brothers_5"),
    ("105S", "444p 444s 444m 4p f1 f2 4s f3 f4 f5", "4m", 183, "brothers_small_6"),
    ("125T", "444m 555m 666m 777m 888m P", "P", 120, "sisters_5"),
    ("124T", "444m 555m 666m 777m 678s P", "P", 30, "sisters_4"),
    ("109S", "444m 555m 666m 777m 888m 9m", "9m", 200, "sisters_small_6"),
    ("108S", "444m 555m 666m 777m 88m PP", "P", 107, "sisters_small_5"),
    ("107S", "444m 555m 666m 77m 678s PP", "P", 22, "sisters_small_4"),
]
"""Every worked pattern of DX with its total at the table's level: hands as dealt, 3 菊 turned up.
122T is 100, the sum of its items, and not the printed 105 (AMB-19); 121T, 124T print no total."""


@pytest.mark.parametrize(("name", "hand", "win", "total", "item"), DX, ids=[d[0] for d in DX])
def test_dx_amb_19_the_printed_totals(
    name: str, hand: str, win: str, total: int, item: str
) -> None:
    result = score(hand, win, indicator="f7", rules=TABLE)
    assert (result.total, item in values(result)) == (total, True), name


@pytest.mark.parametrize(
    ("indicator", "count", "faces"),
    [
        ("7p", 11, "7m 7p 7s"),
        ("P", 11, "C F P"),
        ("S", 15, "E S W N"),
        ("f7", 19, "3m 3p 3s f1 f2 f3 f4 f5 f6 f7 f8"),
        ("f1", 19, "1m 1p 1s f1 f2 f3 f4 f5 f6 f7 f8"),
    ],
)
def test_wu16_03_jokers(indicator: str, count: int, faces: str) -> None:
    tile = parse_tile(indicator)
    assert joker_count(tile) == count
    assert jokers_of(tile) == {parse_tile(face) for face in faces.split()}


@pytest.mark.parametrize(
    ("hand", "win", "melds", "value"),
    [
        ("123m 456m 789m 234p 567p 5s", "5s", "", 20),  # all concealed
        ("5s", "5s", "chow 123m,chow 456m,chow 789m,chow 234p,chow 567p", 40),  # all open
        ("123m 567p 234p 5s", "5s", "chow 456m,chow 789m", 10),  # mixed
    ],
)
def test_wu16_02_amb_23_three_levels(hand: str, win: str, melds: str, value: int) -> None:
    assert values(score(hand, win, melds))["straight"] == value


def test_wu16_02_levels_are_for_each_pattern() -> None:
    found = values(score("123m 123m 55p 88s", "8s", "pung CCC,pung EEE", how="E/S"))
    assert found["same_chows_2"] == 6  # concealed
    assert found["dragon"] == 8  # open
    assert found["seat_or_round_wind"] == 8


def test_wu16_02_exposure_and_levels_are_switches() -> None:
    hand = ("123m 456m 789m 234p 567p 5s", "5s")
    open_hands = WuJoker("x", WuJokerRules(exposure="open"))
    assert values(score(*hand, rules=open_hands))["straight"] == 40
    flat = WuJoker("x", WuJokerRules(levels=False))
    assert values(score(*hand, rules=flat))["straight"] == 10


def test_wu16_05_the_winning_set_is_concealed_or_open_as_suits() -> None:
    # Open 456 and 789: the winning 123 is open with them.
    hand = ("12m 567p 234p 55s", "3m", "chow 456m,chow 789m")
    assert values(score(*hand))["straight"] == 40
    bound = WuJoker("x", WuJokerRules(free_winning_set=False, minimum=0))
    assert values(score(*hand, rules=bound))["straight"] == 10


def test_wu16_05_kongs_are_concealed_or_open_as_suits() -> None:
    hand = ("FFF CCC 234m 567p 5s", "5s", "kong PPPP")
    assert values(score(*hand))["dragons_3"] == 80
    bound = WuJoker("x", WuJokerRules(free_kongs=False))
    assert values(score(*hand, rules=bound))["dragons_3"] == 40
    concealed = ("FFF CCC 234m 567p 5s", "5s", "ckong PPPP")
    assert values(score(*concealed, rules=bound))["dragons_3"] == 80


@pytest.mark.parametrize(
    ("hand", "win", "melds", "how", "item", "value"),
    [
        ("123m 456m 789m 789m 234p 5s", "5s", "", "", "old_and_young", 4),
        ("123m 789m 789m 345p 678p 5s", "5s", "", "", "old_and_young", 8),
        ("456m 456p 123s 678s 678s 5s", "5s", "", "", "mixed_chows_2", 4),
        ("123m 123p 123s 456p 789s 5p", "5p", "", "", "mixed_chows_3", 20),
        ("123m 456p 789s 234p 567p 5s", "5s", "", "", "mixed_straight", 15),
        ("456p 234p 567p 5s", "5s", "chow 123m,chow 789s", "", "mixed_straight", 8),
        ("123m 456m 234m 555m 888m 9m", "9m", "", "", "one_suit", 160),
        ("123m 456m 234m 555m EEE C", "C", "", "", "one_suit_and_honours", 60),
        ("EEE SSS WWW CCC FF P", "P", "", "", None, 0),
        ("345m 456m 444p 555p 456s 5s", "5s", "", "", "no_ends", 5),
        ("456m 456m 444p 555p 456s 5s", "5s", "", "", "all_middle", 48),
        ("222m 444p 666s 888m 222p 4s", "4s", "", "", "even_pungs", 48),
        ("123m 456m 789m 234p 567p 5s", "5s", "", "", "no_flower_all_chows", 20),
        ("123m 456m 789m 234p 567p E", "E", "", "", "all_chows", 6),
        ("123m 456m 789m 234p 567p 5s f1", "5s", "", "", "all_chows", 6),
        ("123m 456m 789m 234p 567p 5s f1", "5s", "", "", "no_honours", 1),
        ("123m 456m 789m 234p 567p 5s f1", "5s", "", "N/N", "other_flower", 1),
        ("123m 456m 789m 234p 567p 5s f1", "5s", "", "E/N", "own_flower", 2),
        ("123m 456m 789m 234p 567p 5s f1f2f3f4f5f6f7f8", "5s", "", "", "two_flower_sets", 30),
        ("123m 456p 789p EEE CCC 5s", "5s", "", "", "five_kinds", 10),
        ("123m 456p 789p EEE CCC 5s f1 f5", "5s", "", "", "seven_kinds", 15),
        ("123m 456p 789p EEE CCC 5s f1 f2", "5s", "", "", "five_kinds", 10),
        ("123m 456m 789m 234p 567p 5p", "5p", "", "", "one_suit_missing", 5),
        ("123m 456m 789m EEE 567p 5p", "5p", "", "", "no_flowers", 1),
        ("123m 456m 789m 567p EEE 8s", "8s", "", "", "middle_pair", 1),
        ("222m 2m 34m 567p 567p 888s 9s", "9s", "", "", None, 0),
        ("222m 234m 567p 678p 888s 9s", "9s", "", "", "tile_in_two", 5),
        ("234m 234m 678p 789s 567s 2m", "2m", "", "", "tile_in_three", 10),
        ("234m 234m 234m 234m 567s 9p", "9p", "", "", "tile_in_four", 60),
        ("123m 456m 111s 222p 789s 5p", "5p", "", "", "concealed_pungs_2", 3),
        ("123m 444m 111s 222p 789s 5p", "5p", "", "", "concealed_pungs_3", 10),
        ("123m 444m 111s 222p 777s 5p", "5p", "", "", "concealed_pungs_4", 30),
        ("444m 111s 222p 777s 5p", "5p", "kong 9999m", "rob_kong", "concealed_pungs_5", 80),
        ("444m 111s 222p 777s 999m 5p", "5p", "", "", "concealed_all_pungs", 100),
        ("123m 789m 111p 999s 789s 1s", "1s", "", "", "ends_everywhere", 15),
        ("123m 789m 111p EEE 789s 1s", "1s", "", "", "ends_or_honours_everywhere", 10),
        ("111m 999p 111p 999s EEE 1s", "1s", "", "", "only_ends_and_honours", 30),
        ("111m 999p 111p 999s 999m 1s", "1s", "", "", "only_ends", 80),
        ("9s", "9s", "chow 123m,chow 456m,chow 789m,pung 111p,pung EEE", "", "half_melded", 8),
        ("9s", "9s", "chow 123m,chow 456m,chow 789m,pung 111p,pung EEE", "rob_kong",
         "all_melded", 15),
        ("123m 456m 789m 234p 567p 5s", "5s", "", "", "single_wait", 2),
        ("123m 456m 789m 234p 44p 55s", "4p", "", "", "pair_wait", 1),
        ("123m 456m 789m 234p 2345s", "5s", "", "", "false_single", 1),
        ("1123m 456m 789m 234p 555s", "1m", "", "", "false_single", 1),
        ("123m 456m 789m 234p 67p 5p 5p", "8p", "", "", None, 0),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "riichi", "riichi", 5),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "last_tile", "last_tile", 20),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "kong_draw", "replacement_tile", 1),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "kong_draw kong_on_kong", "kong_on_kong", 30),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "rob_kong", "robbed_kong", 1),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "rob_kong", "concealed_hand", 3),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "", "concealed_self_draw", 5),
        ("345m 456m 789m 222p 8s", "8s", "pung 555p", "", "self_draw", 1),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "tianhu", "heavenly_win", 100),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "dihu", "earthly_win", 80),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "discards=7", "early_win", 20),
        ("345m 456m 789m 222p 555p 8s", "8s", "", "discards=10", "soon_win", 10),
        ("19m 19p 19s ESWNCFP 234p", "1m", "", "", "orphans", 80),
        ("147m 258p 369s ESWNCFP", "1m", "", "", "apart", 40),
        ("11223344556677m 99p", "9p", "", "", "pairs", 40),
    ],
)  # fmt: skip
def test_wu16_21_items(
    hand: str, win: str, melds: str, how: str, item: str | None, value: int
) -> None:
    try:
        found = values(score(hand, win, melds, how))
    except (NotAWinError, HandSizeError):
        assert item is None
        return
    assert item is None or found.get(item) == value, found


def test_wu16_21_late_wins_and_eleven_discards_add_nothing() -> None:
    found = values(score("345m 456m 789m 222p 555p 8s", "8s", how="discards=11"))
    assert not {"early_win", "soon_win"} & set(found)


def test_wu16_21_pairs_count_suits() -> None:
    assert values(score("1133557722228889m", "9m")) == {
        "pairs": 40,
        "one_suit": 80,
        "concealed_self_draw": 5,
    }
    with pytest.raises(NotAWinError):
        score("1133557722228889m", "9m", rules=TABLE)


def test_wu16_21_a_win_by_flowers() -> None:
    hand = Hand((), (), tuple(FACES[Tile.F1 :]), None)
    alone = Circumstances(self_draw=True, hand_complete=False)
    assert values(WU_JOKER.score(hand, alone)) == {"two_flower_sets": 30}
    seven = replace(hand, flowers=hand.flowers[1:])
    robbed = Circumstances(robbed_flower=True, hand_complete=False)
    assert WU_JOKER.score(seven, robbed).total == 38
    assert WU_JOKER.score_readings(seven, robbed)[0].total == 38
    assert WU_JOKER.explain(seven, robbed).near == ()
    with pytest.raises(NoFlowerWinError):
        WU_JOKER.score(seven, alone)
    with pytest.raises(NotInRulesError):
        WU_JOKER.score(hand, replace(alone, indicator=Tile.F1))


def test_wu16_19_nothing_counts_twice() -> None:
    # The worked example of D16 16: 清龍 20 and no 老少; 456 of another suit 相逢, a second 789
    # 般高 3 and 老少 2. All concealed, so twice the table's values here.
    found = values(score("123s 456s 789s 456m 789s E", "E"))
    assert (found["straight"], found["mixed_chows_2"]) == (20, 4)
    assert (found["same_chows_2"], found["old_and_young"]) == (6, 4)
    assert "old_and_young" not in values(score("123s 456s 789s 456m 234p E", "E"))


def test_wu16_08_one_shape_counts() -> None:
    # Seven pairs and a triplet, and five sets as well: one of them counts.
    hand, circumstances = hand_of("11223344556677m 99m", "9m"), won()
    every = [values(result) for result in LOW.score_readings(hand, circumstances)]
    assert any("pairs" in found for found in every)
    assert any("same_chows_2" in found for found in every)
    assert "pairs" not in values(LOW.score(hand, circumstances))


def test_wu16_06_ten_at_least_and_self_drawn() -> None:
    poor = ("123m 567p 88s 88m", "8m", "chow 345s,chow 678p")
    with pytest.raises(BelowMinimumError):
        score(*poor, rules=WU_JOKER)
    with pytest.raises(ContradictionError):
        score("123m 456m 789m 234p 567p 5s", "5s", how="discard")


def test_what_does_not_win() -> None:
    with pytest.raises(NotAWinError) as error:
        score("123m 456m 789m 234p 567p 5s", "6s")
    assert error.value.waits == (Tile.S5,)
    with pytest.raises(NotAWinError):
        score("123m 456m 789m 234p 567p 5s", None)
    with pytest.raises(MissingWinTileError):
        score("123m 456m 789m 234p 567p 55s", None)
    with pytest.raises(HandSizeError):
        score("123m", "4m")
    for event in ("tianting", "diting", "renhu"):
        hand = hand_of("123m 456m 789m 234p 567p 5s", "5s")
        with pytest.raises((NotInRulesError, ContradictionError)):
            WU_JOKER.score(hand, Circumstances(**{event: True}))  # type: ignore[arg-type]
    with pytest.raises(ContradictionError):
        score("123m 456m 789m 234p 5s", "5s", "chow 567p", how="dihu")


def test_a_dealt_win_needs_no_winning_tile() -> None:
    result = score("123m 456m 789m 234p 567p 55s", None, how="tianhu")
    assert values(result)["heavenly_win"] == 100
    assert not any(part.win for part in result.reading)


def test_wu16_04_jokers_in_sets_but_not_in_kongs() -> None:
    jokers = jokers_of(Tile.P7)
    pung = Meld.parse("pung 6s6s7m", jokers)
    assert pung == Meld.with_jokers(MeldKind.PUNG, [Tile.S6, Tile.S6, Tile.M7], jokers)
    with pytest.raises(MeldError):
        Meld.parse("kong 6s6s6s7m", jokers)
    with pytest.raises(ContradictionError):
        score("123m 456m 123p 234p 5s", "5s", "kong 7777s", indicator="7p")


def test_wu16_03_a_claimed_joker_floats_until_the_win() -> None:
    # 67 of dots with an 8 of characters that is a joker: 567 or 678, whichever is worth more.
    result = score("567p 234s 222m 999m 5s", "5s", "chow 6p7p8m", indicator="8p")
    assert values(result)["same_chows_2"] == 3
    result = score("345p 234s 222m 999m 5s", "5s", "chow 8m6p7p", indicator="8p")
    assert str(result.reading[-1]) in ("五六七筒", "六七八筒")


def test_the_reading_says_what_jokers_stand_for() -> None:
    result = score("444p 444s 444m 4p f1 f2 4s f3 f4 f5", "4m", indicator="f7", rules=TABLE)
    tiles = sorted(tile.code for part in result.reading for tile in part.tiles)
    assert tiles == sorted(["4p"] * 6 + ["4s"] * 6 + ["4m"] * 5)


def test_a_flower_that_won_is_kept_as_another_joker() -> None:
    jokers = jokers_of(Tile.F7)
    assert stand_in(Tile.F2, [Tile.M3], jokers) is Tile.P3
    assert stand_in(Tile.M5, [], jokers) is Tile.M5
    hand = Hand.parse("123m", [], "", "f2", jokers)
    assert hand.win in (Tile.M3, Tile.P3, Tile.S3)


def test_waits_with_jokers() -> None:
    rules = LOW.with_indicator(Tile.P7)
    hand = hand_of("123m 456m 123p 44p 55s 7m 8m 9m", None, indicator="7p")
    waits = rules.waits(hand)
    assert {Tile.P4, Tile.S5, Tile.P7, Tile.S7} <= set(waits)
    assert rules.distance(hand) == 1
    whole = hand_of("123m 456m 123p 44p 55s 7m 8m 9m 4p", None, indicator="7p")
    assert Tile.P4 in rules.winning_choices(whole)
    assert rules.distance(whole) == 0
    assert rules.winning_choices(hand) == ()
    with pytest.raises(HandSizeError):
        rules.waits(whole)
    with pytest.raises(HandSizeError):
        rules.distance(hand_of("123m", None))
    assert LOW.winning_choices(hand_of("123m 456m 147p 258p 369s ES", None)) == ()


def test_waits_leave_out_what_cannot_come() -> None:
    hand = hand_of("123m 456m 789m 5555p 678s", None)
    assert Tile.P5 not in LOW.waits(hand)
    flowers = hand_of("123m 456m 789m 55p 678s f1 f2", None, indicator="f7")
    waits = LOW.with_indicator(Tile.F7).waits(flowers)
    assert Tile.F3 in waits
    assert not {Tile.F1, Tile.F2, Tile.F7} & set(waits)


def test_wait_values() -> None:
    told = LOW.wait_values(hand_of("123m 456m 789m 234p 567p 5s", "5s"), won())
    assert [(value.tile, value.by_discard) for value in told] == [(Tile.S5, None)]
    assert told[0].by_self_draw is not None
    hand = hand_of("123m 456m 789m 555p 678s f1", "8s", indicator="f6")
    told = LOW.wait_values(hand, won(indicator="f6"))
    jokers = [value.by_self_draw for value in told if value.tile > Tile.P]
    assert jokers
    assert all(score == jokers[0] for score in jokers)
    poor = WuJoker("x", WuJokerRules(minimum=999))
    assert all(v.by_self_draw is None for v in poor.wait_values(hand, won(indicator="f6")))


@pytest.mark.parametrize("event", ["renhu", "rob_concealed_kong rob_kong", "tianhu"])
def test_wait_values_set_aside_how_the_hand_was_won(event: str) -> None:
    hand = hand_of("123m 456m 789m 555p 678s f1", "8s", indicator="f6")
    told = LOW.wait_values(hand, won(f"discard {event}", indicator="f6"))
    assert Tile.S8 in [value.tile for value in told if value.by_self_draw is not None]


def test_wait_values_where_all_of_one_joker_are_held() -> None:
    hand = hand_of("1111m 456m 789m 555p 67s f2", None, indicator="f1")
    told = {value.tile: value.by_self_draw for value in LOW.wait_values(hand, won(indicator="f1"))}
    assert Tile.M1 not in told
    assert told[Tile.P1] is not None
    assert told[Tile.P1] == told[Tile.F3]


def test_flowers_alone_have_no_wait_values() -> None:
    hand = hand_of("123m 456m 789m 555p 67s f1 f2", None, indicator="f6")
    with pytest.raises(ContradictionError, match="hand_complete"):
        LOW.wait_values(hand, replace(won(indicator="f6"), hand_complete=False))


def test_explain_names_tiles_and_clauses() -> None:
    hand = hand_of("123m 456m 789m 789m 99p 99s", "9p")
    told = LOW.explain(hand, won())
    straight = next(c for c in told.counted if c.item.id == "straight")
    assert straight.clause == "WU16-19 (D16)"
    assert [t.code for t in straight.tiles] == [f"{n}m" for n in range(1, 10)]
    near = {n.id: (n.reason, n.by) for n in told.near}
    assert near["all_chows"] == ("broken", "pung")
    assert near["self_draw"] == ("absorbed", "concealed_self_draw")
    hand = hand_of("111m 222m 333m 789m 555p E", "E")
    near = {n.id: n.why for n in LOW.explain(hand, won()).near}
    assert near["all_pungs"] == "有七八九萬"
    assert near["one_suit_and_honours"] == "有五五五筒"
    off = WuJoker("x", WuJokerRules(all_pungs=0, one_suit_and_honours=0))
    assert not {"all_pungs"} & {n.id for n in off.explain(hand, won()).near}
    flat = hand_of("111m 222m 333m 789m 555p 8m", "8m")
    assert "one_suit" in {n.id for n in LOW.explain(flat, won()).near}
    shape = LOW.explain(hand_of("19m 19p 19s ESWNCFP 234p", "1m"), won())
    assert shape.counted[0].tiles == ()


def test_records_with_jokers() -> None:
    record = {
        "id": "x",
        "hand": "444p 444s 4p f1 f2 4s f3 f4 f5",
        "melds": [{"type": "pung", "tiles": "4m4m3s"}],
        "win": "f6",
        "context": {"indicator": "f7", "self_draw": True, "discards": 12},
    }
    hand, circumstances = read_record(record)
    assert hand.win in jokers_of(Tile.F7)
    assert circumstances.discards == 12
    total = score_record(record, WU_JOKER)["total"]
    assert isinstance(total, int)
    assert total > 200
    bad = {**record, "context": {"discards": "many"}}
    assert "error" in score_record(bad, WU_JOKER)


def test_every_item_has_a_name_and_a_value() -> None:
    rules = WuJokerRules()
    for key, (name, rule) in NAMES.items():
        assert name
        assert rule.startswith("WU16-")
        assert getattr(rules, key) > 0


def test_no_old_and_young_where_it_is_turned_off() -> None:
    off = WuJoker("x", WuJokerRules(old_and_young=0, minimum=0))
    found = values(score("123m 456m 789m 789m 234p 5s", "5s", rules=off))
    assert found["straight"] == 20
    assert "old_and_young" not in found
    assert "old_and_young" not in values(score("123m 789m 345p 678p 5s 5s 5s E", "E", rules=off))


def test_three_suits_are_two_pairs_without_the_catalogue() -> None:
    found = values(score("123m 123p 123s 456p 789s 5p", "5p", rules=TABLE))
    assert found["mixed_chows_2"] == 4


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    import scoring.wu_joker_items as items

    monkeypatch.setattr(items, "_REMEMBERED", 3)
    hand = ("CC FF 567m 567p P f1 f2 f4 f5 f6", "P")
    rules = WuJoker("x", WuJokerRules(minimum=0, riichi=6))
    assert score(*hand, indicator="f7", rules=rules) == score(*hand, indicator="f7")
