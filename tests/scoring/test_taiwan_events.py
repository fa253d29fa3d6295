"""Events before and at the win: 天聽 地聽 天胡 地胡 人胡 地聽一發, and wins by flowers."""

from dataclasses import replace

import pytest

from scoring.errors import ContradictionError, HandSizeError, NoFlowerWinError, NotInRulesError
from scoring.playrules import PLAY
from scoring.result import Score
from scoring.taiwan import DOCUMENT_B, Taiwan
from tests.scoring.helpers import A, B, circumstances_of, hand_of, ids, items, score, why
from tests.scoring.printed_examples import ALL_FLOWERS

PLAIN = "123m 456m 34p 777s 999s EE"
KONGED = "123m 456m 34p 777s EE"
SEVEN = "f1 f3 f4 f5 f6 f7 f8"


def names(result: Score) -> list[str]:
    return sorted(item.name for item in result.items)


# TW-31, TW-32, TW-35b


@pytest.mark.parametrize(
    ("how", "item", "value"),
    [
        ("tianting", "heavenly_ready", 8),
        ("diting", "earthly_ready", 4),
        ("diting dealer", "earthly_ready", 4),
        ("diting_yifa", "earthly_ready_at_once", 8),
        ("diting diting_yifa", "earthly_ready_at_once", 8),
        ("renhu", "human_win", 16),
        ("tianting renhu", "human_win", 16),
    ],
)
def test_tw31_tw32_tw35_on_a_discard(how: str, item: str, value: int) -> None:
    """The event replaces 門清 and the smaller event that it contains."""
    assert items(score(PLAIN, "2p", how="N/N " + how)) == [(item, value)]
    assert score(PLAIN, "2p", how="N/N " + how, rules=A).total == value


@pytest.mark.parametrize(
    ("how", "item", "value"),
    [
        ("tianting", "heavenly_ready", 8),
        ("diting", "earthly_ready", 4),
        ("diting_yifa", "earthly_ready_at_once", 8),
        ("dihu", "earthly_win", 16),
        ("tianting dihu", "earthly_win", 16),
    ],
)
def test_tw31_tw32_tw34_tw35_self_drawn_adds_two(how: str, item: str, value: int) -> None:
    result = score(PLAIN, "2p", how=f"N/N self_draw {how}")
    assert items(result) == sorted([(item, value), ("concealed_self_draw", 2)])


def test_tw31_other_items_stay() -> None:
    result = score("111666p 3338s 777m CCC", "8s", how="N/N tianting self_draw")
    assert items(result) == [
        ("concealed_self_draw", 2),
        ("dragon", 1),
        ("five_concealed_pungs", 16),
        ("heavenly_ready", 8),
        ("single_wait", 1),
    ]


@pytest.mark.parametrize(
    "how",
    ["tianting", "diting", "diting_yifa", "tianhu dealer", "dihu self_draw", "renhu"],
)
def test_tw31_to_tw35_need_a_concealed_hand(how: str) -> None:
    with pytest.raises(ContradictionError, match="concealed hand"):
        score(KONGED, "2p", "kong 9999s", how="N/N " + how)


def test_tw31_to_tw32_a_concealed_kong_is_no_obstacle() -> None:
    result = score(KONGED, "2p", "ckong 9999s", how="N/N diting")
    assert items(result) == [("earthly_ready", 4)]


# TW-33


def test_tw33_replaces_concealed_hand_and_self_draw() -> None:
    result = score("123456m 23456p 123s CC", "1p", how="N/N tianhu dealer self_draw")
    assert items(result) == [("heavenly_win", 16)]
    assert items(score("123456m 23456p 123s CC", "1p", how="N/N tianhu")) == [("heavenly_win", 16)]


def test_tw33_needs_no_winning_tile() -> None:
    result = score("111222333m 444p 555p EE", None, how="N/N tianhu dealer")
    assert items(result) == [("five_concealed_pungs", 16), ("heavenly_win", 16)]
    assert result.waits == ()
    assert not any(shown.win for shown in result.reading)


def test_tw33_no_single_wait() -> None:
    """AMB-13: there is no winning tile to wait for. With its switch."""
    assert items(score("123m 456m 24p 777s 999s EE", "3p", how="N/N tianhu")) == [
        ("heavenly_win", 16)
    ]
    rules = Taiwan("house", replace(DOCUMENT_B, heavenly_win_single_wait=True))
    assert ("single_wait", 1) in items(
        score("123m 456m 24p 777s 999s EE", "3p", how="N/N tianhu", rules=rules)
    )


def test_tw33_after_a_concealed_kong() -> None:
    for how in ("tianhu dealer", "tianhu dealer kong_draw self_draw"):
        assert items(score(KONGED, "2p", "ckong 9999s", how="N/N " + how)) == [
            ("heavenly_win", 16),
            ("replacement_tile", 1),
        ]
    nameless = score("123m 456m 234p 777s EE", None, "ckong 9999s", how="N/N tianhu dealer")
    assert why(nameless, "replacement_tile") == "槓尾補得成胡之牌"


def test_tw33_replacement_without_a_kong_contradicts() -> None:
    with pytest.raises(ContradictionError, match="needs a concealed kong"):
        score(PLAIN, "2p", how="N/N tianhu dealer kong_draw")


def test_tw33_flowers_are_added() -> None:
    result = score(PLAIN, "2p", "", "f1 f2 f5", "E/N tianhu dealer")
    assert items(result) == [("heavenly_win", 16), ("own_flower", 1), ("own_flower", 1)]


# TW-34, TW-35


def test_tw34_after_a_concealed_kong() -> None:
    how = "N/N dihu self_draw kong_draw"
    expected = [("concealed_self_draw", 2), ("earthly_win", 16), ("replacement_tile", 1)]
    assert items(score(KONGED, "2p", "ckong 9999s", how=how)) == expected
    # The kong itself tells that the tile was a replacement.
    assert items(score(KONGED, "2p", "ckong 9999s", how="N/N dihu self_draw")) == expected
    with pytest.raises(ContradictionError, match="end it with a kong"):
        score(KONGED, "2p", "ckong 9999s", how=how, rules=A)


def test_tw34_after_a_flower() -> None:
    how = "N/N dihu self_draw kong_draw"
    for rules in (A, B):
        assert score(PLAIN, "2p", "", "f1", how, rules).total == 16 + 2 + 1


def test_tw34_on_a_discard_is_document_a() -> None:
    """AMB-03: A's 地胡 covers first discards; B calls the same event 人胡. Both give 16."""
    early = score(PLAIN, "2p", how="N/N dihu", rules=A)
    assert items(early) == [("human_win", 16)]
    assert names(early) == ["地胡"]
    with pytest.raises(ContradictionError, match="人胡"):
        score(PLAIN, "2p", how="N/N dihu")
    assert names(score(PLAIN, "2p", how="N/N dihu self_draw", rules=A)) == ["不求.自摸", "地胡"]


def test_tw35_names_moved_between_the_editions() -> None:
    """AMB-03"""
    assert names(score(PLAIN, "2p", how="N/N renhu")) == ["人胡"]
    assert names(score(PLAIN, "2p", how="N/N renhu", rules=A)) == ["地胡"]
    assert names(score(PLAIN, "2p", how="N/N diting_yifa")) == ["地聽一發"]
    assert names(score(PLAIN, "2p", how="N/N diting_yifa", rules=A)) == ["人胡"]


# TW-26


@pytest.mark.parametrize(
    ("seat", "flowers", "expected"),
    [
        ("E", "f1", [("own_flower", 1)]),
        ("E", "f1 f5", [("own_flower", 1), ("own_flower", 1)]),
        ("E", "f2 f3 f4 f6 f7 f8", []),
        ("S", "f2 f6", [("own_flower", 1), ("own_flower", 1)]),
        ("W", "f3 f7", [("own_flower", 1), ("own_flower", 1)]),
        ("N", "f4 f8", [("own_flower", 1), ("own_flower", 1)]),
        ("W", "f8", []),
        ("N", "f7", []),
        ("W", "f1 f2 f3 f4", [("flower_set", 2)]),
        ("W", "f5 f6 f7 f8", [("flower_set", 2)]),
        ("W", "f1 f3 f4 f5 f6 f7 f8", [("flower_set", 2), ("own_flower", 1)]),
        ("S", "f1 f3 f4 f5 f6 f7 f8", [("flower_set", 2)]),
        ("S", "f1 f2 f3 f4 f6", [("flower_set", 2), ("own_flower", 1)]),
        ("E", ALL_FLOWERS, [("all_flowers", 8)]),
    ],
)
def test_tw26_flowers(seat: str, flowers: str, expected: list[tuple[str, int]]) -> None:
    result = score("123m 456m 34p 777s WW", "2p", "chow 789s", flowers, f"{seat}/N")
    assert items(result) == expected


def test_tw26_why_names_the_flowers() -> None:
    result = score("123m 456m 34p 777s WW", "2p", "chow 789s", "f1 f3 f4 f5 f6 f7 f8", "W/W")
    assert why(result, "flower_set") == "梅蘭菊竹"
    assert why(result, "own_flower") == "秋合開門序西"


def test_tw26_order_of_chrysanthemum_and_bamboo() -> None:
    """AMB-21"""
    rules = Taiwan("house", replace(DOCUMENT_B, chrysanthemum_is_third=False))
    hand = ("123m 456m 34p 777s EE", "2p", "chow 789s")
    for seat, flower in (("E", "f5"), ("S", "f6"), ("W", "f8"), ("N", "f7"), ("W", "f3")):
        assert score(*hand, flower, f"{seat}/N", rules).total == 1
    assert score(*hand, "f7", "W/N", rules).total == 0


# TW-27 to TW-30


def test_tw27_eight_flowers_kept_count_in_a_later_win() -> None:
    result = score("123m 456m 34p 777s EE", "2p", "chow 789s", ALL_FLOWERS, "N/N self_draw")
    assert items(result) == [("all_flowers", 8), ("self_draw", 1)]


def test_tw27_an_incomplete_hand_does_not_count() -> None:
    """The tiles may be given; nothing of them is scored, although they would win."""
    hand = hand_of("EEE SSS WWW NNN C", "C", "pung PPP", ALL_FLOWERS)
    result = B.score(hand, circumstances_of("E/E not_hand_complete self_draw"))
    assert items(result) == [("eight_immortals", 8)]


@pytest.mark.parametrize("tiles", ["EEE SSS WWW NNN C", "EEE SSS WWW NNN CCC FFF"])
def test_tw27_seventeen_tiles_are_needed(tiles: str) -> None:
    with pytest.raises(HandSizeError):
        B.score(hand_of(tiles, None, "", ALL_FLOWERS), circumstances_of("not_hand_complete"))


def test_tw27_seventeen_tiles_without_a_winning_tile_are_enough() -> None:
    hand = hand_of("EEE SSS WWW NNN CC 147m", None, "", ALL_FLOWERS)
    assert B.score(hand, circumstances_of("not_hand_complete")).total == 8


@pytest.mark.parametrize(
    ("flowers", "how", "need"),
    [
        (SEVEN, "not_hand_complete", 8),
        ("", "not_hand_complete", 8),
        ("f1 f2 f3 f4 f5 f6", "not_hand_complete robbed_flower", 7),
        (SEVEN, "not_hand_complete dealt_flowers", 8),
    ],
)
def test_tw27_flowers_are_needed(flowers: str, how: str, need: int) -> None:
    with pytest.raises(NoFlowerWinError) as caught:
        B.score(hand_of("", None, "", flowers), circumstances_of(how))
    assert caught.value.params["need"] == need


@pytest.mark.parametrize("how", ["robbed_flower", "dealt_flowers", "robbed_flower seventh_drawn"])
def test_tw27_flowers_are_needed_with_a_complete_hand(how: str) -> None:
    with pytest.raises(NoFlowerWinError):
        score(PLAIN, "2p", "", "f1 f2", "N/N " + how)


@pytest.mark.parametrize("how", ["", "robbed_flower", "robbed_flower seventh_drawn"])
def test_tw28_dealt_flowers_raise_the_item(how: str) -> None:
    flowers = SEVEN if how else ALL_FLOWERS
    hand = hand_of("", None, "", flowers)
    circumstances = circumstances_of(f"not_hand_complete dealt_flowers {how}")
    for rules, value in ((B, 12), (A, 8)):
        assert items(rules.score(hand, circumstances)) == [("dealt_flower_win", value)]


def test_tw28_with_a_complete_hand() -> None:
    how = "N/N dealt_flowers self_draw kong_draw"
    result = score(PLAIN, "2p", "", ALL_FLOWERS, how)
    assert ("dealt_flower_win", 12) in items(result)
    assert "all_flowers" not in ids(result)
    how = "N/N dealt_flowers robbed_flower"
    result = score(PLAIN, "2p", "", ALL_FLOWERS, how)
    assert ("dealt_flower_win", 12) in items(result)
    assert "seven_rob_one" not in ids(result)


def test_tw29_with_a_complete_hand_self_drawn_concealed_counts_three() -> None:
    """AMB-05: the printed example counts 自摸 1 here; the definition gives 門清一摸三."""
    how = "W/W self_draw kong_draw"
    result = score("23444555777p NN CCC", "1p", "", ALL_FLOWERS, how)
    assert result.total == 23
    assert ("all_flowers", 8) in items(result)


@pytest.mark.parametrize("extra", ["", "kong_draw", "kong_draw self_draw"])
def test_tw30a_is_settled_as_a_discard(extra: str) -> None:
    """No 自摸, but 槓上開花, and the replaced tile leaves a triplet concealed (section 7, 8)."""
    tiles = "11444555777m FF"
    how = f"S/S robbed_flower {extra}"
    for flowers in (ALL_FLOWERS, "f1 f2 f3 f4 f5 f6 f8"):
        result = score(tiles, "F", "pung SSS", flowers, how)
        assert result.total == 26
        assert ("four_concealed_pungs", 6) in items(result)
        assert ids(result).isdisjoint({"self_draw", "all_flowers", "flower_set", "own_flower"})


def test_tw30a_concealed_keeps_concealed_hand_without_self_draw() -> None:
    result = score(PLAIN, "2p", "", ALL_FLOWERS, "N/N robbed_flower")
    assert items(result) == [
        ("concealed_hand", 1),
        ("replacement_tile", 1),
        ("seven_rob_one", 8),
    ]


@pytest.mark.parametrize("extra", ["", "self_draw", "self_draw kong_draw"])
def test_tw30b_is_a_self_draw_with_split_flowers(extra: str) -> None:
    """Three pay the hand; the robbed player 七搶一, the others the winner's seven flowers."""
    how = f"W/W robbed_flower seventh_drawn {extra}"
    result = score("3455s 888999m WWW PPP", "2s", "", SEVEN, how)
    assert result.total == 13
    assert [(item.id, item.value) for item in result.items if item.payer == "robbed"] == [
        ("seven_rob_one", 8)
    ]
    assert sorted((item.id, item.value) for item in result.items if item.payer == "others") == [
        ("flower_set", 2),
        ("own_flower", 1),
    ]
    assert ("concealed_self_draw", 2) in items(result)
    assert [item.rule for item in result.items if item.payer == "robbed"] == ["TW-30b"]


def test_tw30b_wants_the_seven_own_flowers() -> None:
    how = "W/W robbed_flower seventh_drawn"
    with pytest.raises(ContradictionError, match="seven own flowers"):
        score("3455s 888999m WWW PPP", "2s", "", ALL_FLOWERS, how)


def test_tw30c_a_late_flower_may_be_robbed_in_document_a_only() -> None:
    how = "N/N robbed_flower late_flower not_hand_complete"
    flowers = "f1 f2 f3 f4 f5 f6 f7"
    robbed = score("", None, flowers=flowers, how=how, rules=A)
    assert [(item.id, item.rule) for item in robbed.items] == [("seven_rob_one", "TW-30a")]
    with pytest.raises(NotInRulesError, match="taiwan know no 搶後露之花"):
        score("", None, flowers=flowers, how=how, rules=B)
    allowed = Taiwan("house", replace(DOCUMENT_B, late_flower_robbed=True))
    assert score("", None, flowers=flowers, how=how, rules=allowed) == robbed


@pytest.mark.parametrize("other", ["seventh_drawn", "dealt_flowers"])
def test_tw30c_contradictions(other: str) -> None:
    with pytest.raises(ContradictionError, match=rf"late_flower and {other} contradict"):
        circumstances_of(f"robbed_flower late_flower {other}")
    with pytest.raises(ContradictionError, match="late_flower and not robbed_flower"):
        circumstances_of("late_flower")


def test_amb14_scoring_and_play_agree() -> None:
    for rules in (A, B):
        assert isinstance(rules, Taiwan)
        assert PLAY[rules.name].rob_late_flower == rules.rules.late_flower_robbed
