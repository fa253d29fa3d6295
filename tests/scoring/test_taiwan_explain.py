"""Why each item counts, and why what looks near does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from scoring.explain import Explanation, NotCounted
from scoring.hand import Circumstances, Hand
from scoring.rulesets import get_rules
from scoring.taiwan import DOCUMENT_B, Taiwan
from scoring.tiles import Tile
from tests.scoring.test_properties import winning_hands

TAIWAN = get_rules("taiwan")
E = Circumstances()
DRAWN = Circumstances(self_draw=True)


def explained(
    concealed: str,
    win: str,
    *melds: str,
    flowers: str = "",
    circumstances: Circumstances = E,
    rules: object = TAIWAN,
) -> Explanation:
    hand = Hand.parse(concealed, melds, flowers, win)
    return rules.explain(hand, circumstances)  # type: ignore[attr-defined, no-any-return]


def near(explanation: Explanation, id: str) -> NotCounted | None:
    return next((item for item in explanation.near if item.id == id), None)


@pytest.mark.parametrize(
    ("concealed", "win", "melds", "flowers", "circumstances", "id", "by", "text"),
    [
        (
            "123m456m789m11m45p",
            "6p",
            ("chow 345s",),
            "",
            E,
            "concealed_hand",
            "open_meld",
            "三四五索",
        ),
        ("123m456m789m11m345p78s", "9s", (), "", DRAWN, "self_draw", "concealed_self_draw", "門清"),
        ("123m456m789m11m345p78s", "9s", (), "", E, "concealed_self_draw", "discard", "自摸"),
        ("123m456m789m99s345p78p", "9p", (), "f2", E, "all_chows", "flower", "花牌"),
        ("123m456m789mEE345p78p", "9p", (), "", E, "all_chows", "honour_pair", "字牌"),
        ("123m456m111m99s345p78p", "9p", (), "", E, "all_chows", "pung", "一一一萬"),
        ("123m456m789m99s345p89p", "7p", (), "", E, "all_chows", "single_wait", "獨聽"),
        ("123m456m789m99s345p78p", "9p", (), "", DRAWN, "all_chows", "self_draw", "自摸"),
        ("111m222p333s55s345p77p", "7p", (), "", E, "all_pungs", "chow", "三四五筒"),
        ("111m222p55s345p789s99m", "9m", (), "", E, "three_concealed_pungs", "discard", "明坎"),
        (
            "111m222p55s345p67p",
            "8p",
            ("pung EEE",),
            "",
            E,
            "three_concealed_pungs",
            "open_meld",
            "亮出",
        ),
        ("123m456m789m11m234mEE", "E", (), "", E, "one_suit", "honours", "字牌"),
        ("123m456m789m11m234m34p", "5p", (), "", E, "one_suit", "suit", "別門"),
        ("123m456m789mEE234m34p", "5p", (), "", E, "one_suit_and_honours", "suit", "三四五筒"),
        ("EEESSSWWWCCCFF12m", "3m", (), "", E, "all_honours", "suit", "一二三萬"),
        (
            "EEE123m456m789m1s1s56s",
            "7s",
            (),
            "",
            Circumstances(seat=Tile.S, round=Tile.W),
            "seat_wind",
            "wind",
            "門風",
        ),
        ("EEESSSWWWNN123m45m", "6m", (), "", E, "big_four_winds", "pair", "北"),
        ("EEESSSWWW11p123m45m", "6m", (), "", E, "small_four_winds", "pair", "北"),
        ("EEESSSWWWNNN11m45m", "6m", (), "", E, "seat_wind", "big_four_winds", "大四喜"),
        ("CCCFFF11p123m456m78m", "9m", (), "", E, "small_three_dragons", "pair", "白"),
        ("CCCFFFPP123m456m78m", "9m", (), "", E, "big_three_dragons", "pair", "白"),
        ("CCCFFFPP123m456m78m", "9m", (), "", E, "dragon", "small_three_dragons", "小三元"),
        ("CCCFFFPPP11m456m78m", "9m", (), "", E, "dragon", "big_three_dragons", "大三元"),
        ("123m456m789m11m345p78s", "9s", (), "", E, "single_wait", "waits", "二種"),
        (
            "1m",
            "1m",
            ("chow 123p", "chow 456p", "chow 789p", "chow 123s", "ckong EEEE"),
            "",
            E,
            "melded_hand",
            "concealed_kong",
            "暗槓",
        ),
        (
            "1m",
            "1m",
            ("chow 123p", "chow 456p", "chow 789p", "chow 123s", "ckong EEEE"),
            "",
            DRAWN,
            "half_melded_hand",
            "concealed_kong",
            "暗槓",
        ),
        (
            "11m45s",
            "6s",
            ("chow 123p", "chow 456p", "chow 789p", "chow 123s"),
            "",
            E,
            "melded_hand",
            "concealed_set",
            "未亮出",
        ),
        ("123m456m789m11m345p78s", "9s", (), "f1f2f3", E, "flower_set", "flower", "冬"),
        ("123m456m789m11m345p78s", "9s", (), "f2", E, "own_flower", "seat", "夏"),
        (
            "111m222p333s444s55s66p",
            "6p",
            (),
            "",
            DRAWN,
            "all_pungs",
            "five_concealed_pungs",
            "五暗坎",
        ),
        (
            "111m222p333s444s55s66p",
            "6p",
            (),
            "",
            DRAWN,
            "concealed_hand",
            "five_concealed_pungs",
            "五暗坎",
        ),
        ("EEESSSWWWCCCFFPP", "F", (), "", E, "all_pungs", "all_honours", "字一色"),
    ],
)
def test_what_nearly_counts(
    concealed: str,
    win: str,
    melds: tuple[str, ...],
    flowers: str,
    circumstances: Circumstances,
    id: str,
    by: str,
    text: str,
) -> None:
    told = explained(concealed, win, *melds, flowers=flowers, circumstances=circumstances)
    found = near(told, id)
    assert found is not None, told.near
    assert found.by == by and text in found.why
    absorbed = "含於" in found.why or "不另計" in found.why
    assert found.reason == ("absorbed" if absorbed else "broken")
    assert found.rule.startswith("TW-") and found.value > 0
    assert id not in {item.id for item in told.score.items}


def test_counted_items_show_their_tiles_and_clause() -> None:
    told = explained("345678m11p78s", "6s", "pung CCC", "chow 123m", flowers="f1 f5")
    assert [c.item for c in told.counted] == list(told.score.items)
    dragon = next(c for c in told.counted if c.item.id == "dragon")
    assert dragon.tiles == (Tile.C,) * 3 and dragon.clause == "TW-02 (A/B 02)"
    flower = next(c for c in told.counted if c.item.id == "own_flower")
    assert flower.tiles == (Tile.F1,)
    closed = explained("111m222p333s444s55s66p", "6p", circumstances=DRAWN)
    five = next(c for c in closed.counted if c.item.id == "five_concealed_pungs")
    assert len(five.tiles) == 15
    event = explained("123m456m789m11m345p78s", "9s", circumstances=Circumstances(diting_yifa=True))
    assert next(c for c in event.counted if c.item.id == "earthly_ready_at_once").clause == (
        "TW-35b (B 35)"
    )
    whole = explained("11m22m33m44m55m66m77m99m", "9m")
    assert len(next(c for c in whole.counted if c.item.id == "one_suit").tiles) >= 17


def test_a_win_by_flowers_alone_has_nothing_near() -> None:
    hand = Hand.parse("147m147p147sESWNCFPP", (), "f1f2f3f4f5f6f7f8")
    told = TAIWAN.explain(hand, Circumstances(self_draw=True, hand_complete=False))
    assert told.near == () and told.counted


def test_all_flowers_leave_no_flower_near() -> None:
    told = explained(
        "123m456m789m11m345p78s", "9s", flowers="f1f2f3f4f5f6f7f8", circumstances=DRAWN
    )
    assert near(told, "own_flower") is None and near(told, "flower_set") is None


def test_what_the_rules_turned_off_is_said_or_left_out() -> None:
    off = Taiwan("house", replace(DOCUMENT_B, dragon=0, single_wait=0))
    told = explained("CCCFFFPP123m456m78m", "9m", rules=off)
    found = near(told, "dragon")
    assert found is not None and found.reason == "switched_off" and found.by == "value"
    assert near(explained("123m456m789m11m345p78s", "9s", rules=off), "single_wait") is None


def test_nothing_far_is_told() -> None:
    dealt = Circumstances(tianhu=True, dealer=True)
    as_dealt = explained("123m456m789m11m345p78s", "9s", circumstances=dealt)
    assert near(as_dealt, "concealed_self_draw") is None and near(as_dealt, "self_draw") is None
    pungs = explained("111m222p333s55s66p", "6p", "pung EEE")
    assert near(pungs, "all_pungs") is None
    told = explained("123m456m789m11m345p78s", "9s")
    assert {item.id for item in told.near} == {"concealed_self_draw", "single_wait"}
    pairs = explained("11m22p33s44s55p66m77p99s", "9s")
    assert near(pairs, "all_chows") is None and near(pairs, "all_pungs") is None


@given(winning_hands())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=50)
def test_nothing_is_both_counted_and_near(hand: Hand) -> None:
    for circumstances in (E, DRAWN):
        told = TAIWAN.explain(hand, circumstances)
        assert told == TAIWAN.explain(hand, circumstances)
        assert not {i.id for i in told.score.items} & {i.id for i in told.near}
        assert told.score == TAIWAN.score(hand, circumstances)
        assert all(item.why for item in told.near)
