"""Hands that cannot be scored: each with its error, and the error with one clear line."""

import pytest

from scoring.errors import (
    HandSizeError,
    MissingWinTileError,
    NotAWinError,
    RuleError,
    UnknownRulesError,
)
from scoring.hand import Circumstances, Hand
from scoring.rulesets import RULE_NAMES, RuleSet, get_rules
from scoring.tiles import Tile, parse_tiles
from tests.scoring.helpers import A, B, hand_of, items, score


@pytest.mark.parametrize(
    ("tiles", "win", "melds", "size"),
    [
        ("123m 456m 34p 777s EE 9s", "2p", "", 15),
        ("123m 456m 34p 777s 999s EE W", "2p", "", 18),
        ("123m 456m 34p 777s EE", "2p", "", 14),
        ("123m 456m 34p 777s EE", "2p", "kong 9999s, pung CCC", 20),
        ("", None, "", 0),
        ("123m", None, "", 3),
        ("123m 456m 34p 777s 999s EE W C", None, "", 18),
    ],
)
def test_wrong_number_of_tiles(tiles: str, win: str | None, melds: str, size: int) -> None:
    with pytest.raises(HandSizeError) as caught:
        score(tiles, win, melds)
    assert caught.value.params == {"expected": 17, "actual": size, "with_win": True}
    assert str(caught.value).endswith(f"this one has {size}")


def test_a_hand_that_waits_for_another_tile() -> None:
    with pytest.raises(NotAWinError) as caught:
        score("123m 456m 34p 777s 999s EE", "3p")
    assert caught.value.waits == (Tile.P2, Tile.P5)
    assert str(caught.value) == "the hand does not win: it waits for 2p 5p"
    assert caught.value.params == {"waits": "2p 5p", "distance": 1}


def test_a_hand_that_is_not_ready() -> None:
    with pytest.raises(NotAWinError) as caught:
        score("123m 456m 37p 77s 999s EE W", "3p")
    assert caught.value.waits == ()
    assert caught.value.distance == 2
    assert str(caught.value) == "the hand does not win: it is 2 tiles away from a win"
    assert str(NotAWinError((), 1)) == "the hand does not win: it is 1 tile away from a win"


def test_sixteen_tiles_without_a_winning_tile() -> None:
    with pytest.raises(NotAWinError, match="waits for 2p 5p"):
        score("123m 456m 34p 777s 999s EE", None)
    with pytest.raises(NotAWinError, match="3 tiles away"):
        score("123m 456m 37p 77s 999s EE W", None)


def test_seventeen_tiles_without_a_winning_tile() -> None:
    with pytest.raises(MissingWinTileError, match="which tile won") as caught:
        score("123m 456m 234p 777s EE", None, "pung 999s")
    assert caught.value.choices == parse_tiles("123456m 234p 7s E")
    with pytest.raises(NotAWinError, match="1 tile away"):
        score("123m 456m 235p 777s EE", None, "pung 999s")


def test_winning_choices_and_with_win() -> None:
    hand = Hand.parse("123m 456m 234p 777s EE", ["pung 999s"])
    choices = B.winning_choices(hand)
    assert choices == parse_tiles("123456m 234p 7s E")
    totals = {tile: B.score(hand.with_win(tile), Circumstances()).total for tile in choices}
    assert totals[Tile.P3] == 1  # 獨聽
    assert totals[Tile.P2] == 0
    assert B.winning_choices(hand.with_win(Tile.E)) == ()
    assert B.winning_choices(Hand.parse("123m 456m 235p 777s EE", ["pung 999s"])) == ()
    assert B.winning_choices(Hand.parse("123m")) == ()
    assert B.winning_choices(Hand.parse("112233m 112233p 11222s")) == parse_tiles("123m 123p 12s")


def test_waits_of_a_hand() -> None:
    assert B.waits(hand_of("123m 456m 34p 777s EE", None, "kong 9999s")) == parse_tiles("25p")
    assert B.waits(hand_of("123m 456m 34p 777s EE", "C", "kong 9999s")) == parse_tiles("25p")
    with pytest.raises(HandSizeError, match="16 tiles before the winning tile"):
        B.waits(hand_of("123m 456m 34p 777s EE", None))


def test_distance_of_a_hand() -> None:
    assert B.distance(hand_of("123m 456m 34p 777s EE", None, "kong 9999s")) == 1
    assert B.distance(hand_of("123m 456m 34p 777s EE", "5p", "kong 9999s")) == 0
    assert B.distance(hand_of("123m 456m 34p 777s EE", "3p", "kong 9999s")) == 1
    assert B.distance(hand_of("112233m 557799p CC FF N", None)) == 1
    for tiles in ("123m", "123m 456m 34p 777s 999s EE W C"):
        with pytest.raises(HandSizeError):
            B.distance(hand_of(tiles, None))


def test_score_readings_refuses_the_same() -> None:
    with pytest.raises(NotAWinError):
        B.score_readings(hand_of("123m 456m 34p 777s 999s EE", "3p"), Circumstances())
    with pytest.raises(RuleError, match="concealed hand"):
        B.score_readings(
            hand_of("123m 456m 34p 777s EE", "2p", "pung 999s"), Circumstances(tianting=True)
        )


def test_rule_sets_by_name() -> None:
    assert RULE_NAMES[0] == "taiwan"
    assert get_rules("taiwan") is B
    assert get_rules(" Taiwan_Early ") is A
    for name in RULE_NAMES:
        rules: RuleSet = get_rules(name)
        assert rules.name == name
        assert rules.hand_size in (14, 17)


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [("tiawan", "taiwan"), ("taiwan-erly", "taiwan-early"), ("TAIWN", "taiwan")],
)
def test_unknown_rule_set_suggests(name: str, suggestion: str) -> None:
    with pytest.raises(UnknownRulesError, match="did you mean") as caught:
        get_rules(name)
    assert caught.value.suggestions[0] == suggestion
    assert caught.value.key == "unknown_rules"


def test_unknown_rule_set_without_a_near_name_lists_all() -> None:
    with pytest.raises(UnknownRulesError, match="known: taiwan, taiwan-early") as caught:
        get_rules("zzz")
    assert caught.value.suggestions == ()


def test_a_won_hand_is_not_bad_input() -> None:
    assert items(score("123m 456m 34p 777s EE", "5p", "kong 9999s")) == []
