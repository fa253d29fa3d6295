"""The pung-only game, document DP."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import (
    ContradictionError,
    HandSizeError,
    MissingWinTileError,
    NotAWinError,
    NotInRulesError,
)
from scoring.hand import Circumstances, Hand
from scoring.money import MONEY, WuPongMoney
from scoring.rulesets import get_rules
from scoring.settlement import TableState, Win, settle
from scoring.tiles import FACES, Tile
from scoring.wu_pong import WU_PONG, WuPong, WuPongRules
from tests.scoring.helpers import circumstances_of, hand_of, ids, items

FANS = WuPong("fans", WuPongRules(fans=True))
CHOWS = WuPong("chows", WuPongRules(fans=True, chows_in_hand=True))
DRAWN = circumstances_of("S/E self_draw")
HAND = hand_of("111m 22p 777s CC", "2p", "pung EEE")


def test_pong01_a_self_drawn_hand_of_pungs_wins() -> None:
    assert get_rules("wu-pong") is WU_PONG
    result = WU_PONG.score(HAND, DRAWN)
    assert (result.total, result.unit, result.items) == (0, "番", ())
    assert [str(part) for part in result.reading][-1] == "東東東"
    assert WU_PONG.score_readings(HAND, DRAWN) == (result,)
    assert (WU_PONG.hand_size, WU_PONG.unit) == (14, "番")


def test_pong01_no_win_on_a_discard_nor_with_a_claimed_chow() -> None:
    with pytest.raises(ContradictionError, match="PONG-01"):
        WU_PONG.score(HAND, circumstances_of("S/E"))
    with pytest.raises(ContradictionError, match="PONG-01"):
        WU_PONG.score(hand_of("22p 777s CC", "2p", "pung EEE, chow 123m"), DRAWN)


def test_pong01_concealed_chows_are_a_switch() -> None:
    hand = hand_of("123m 22p 777s CC", "2p", "pung EEE")
    with pytest.raises(NotAWinError) as error:
        WU_PONG.score(hand, DRAWN)
    assert error.value.waits == ()
    assert "self_draw" in ids(CHOWS.score(hand, DRAWN))
    assert CHOWS.waits(hand) == (Tile.P2, Tile.C)
    assert CHOWS.distance(hand) == 0
    assert WU_PONG.distance(hand) == 2
    # Three equal chows are three pungs as well; only these count where chows are none.
    both = hand_of("111m 222m 33m EE CCC", "3m")
    assert len(WU_PONG.score_readings(both, DRAWN)) == 1
    assert len(CHOWS.score_readings(both, DRAWN)) > 1


def test_pong02_fans_by_agreement_are_those_of_d13() -> None:
    assert items(FANS.score(HAND, DRAWN)) == [
        ("all_pungs", 3),
        ("no_flowers", 1),
        ("self_draw", 1),
    ]
    assert {item.rule for item in FANS.score(HAND, DRAWN).items} == {"PONG-02"}
    limit = FANS.score(hand_of("111m 22p 777s CC EEE", "2p"), DRAWN)
    assert (limit.limit, limit.total, ids(limit)) == (True, 10, {"four_concealed_pungs"})
    assert not WU_PONG.score(hand_of("111m 22p 777s CC EEE", "2p"), DRAWN).limit
    # Only what the game can have: no flowers win, no 十三么.
    assert FANS.score(replace(HAND, flowers=(Tile.F2,)), DRAWN).total == 5


@pytest.mark.parametrize(
    ("hand", "melds", "item", "value"),
    [
        ("111m 99m 777m CC", "pung EEE", "one_suit_and_honours", 3),
        ("111m 99m 777m 22m", "pung 333m", "one_suit", 7),
        ("CCC FFF PP 99p", "pung 333m", "small_three_dragons", 5),
        ("CCC FFF 99p 33m", "pung PPP", "big_three_dragons", 8),
        ("EEE SSS NN 33m", "pung WWW", "small_four_winds", 8),
        ("EEE SSS 99p NN", "pung WWW", "small_four_winds", 8),
        ("111m 999m 11p 99p", "pung EEE", "terminals_and_honours", 1),
    ],
)
def test_pong02_items(hand: str, melds: str, item: str, value: int) -> None:
    win = FANS.waits(hand_of(hand, None, melds))[0]
    found = dict(items(FANS.score(replace(hand_of(hand, None, melds), win=win), DRAWN)))
    assert found.get(item) == value


def test_pong02_money() -> None:
    score = FANS.score(HAND, DRAWN)
    money = replace(MONEY["wu-pong"], fan=2)
    assert isinstance(money, WuPongMoney)
    paid = settle(money, Win(1, score, None), TableState(dealer=0, streak=0))
    assert paid.balance() == (-30, 90, -30, -30, 0)


def test_what_does_not_win() -> None:
    with pytest.raises(NotAWinError) as error:
        WU_PONG.score(replace(HAND, win=None), DRAWN)
    assert error.value.waits == (Tile.P2, Tile.C)
    with pytest.raises(MissingWinTileError):
        WU_PONG.score(hand_of("111m 222p 777s CC", None, "pung EEE"), DRAWN)
    with pytest.raises(NotAWinError):
        WU_PONG.score(hand_of("111m 22p 77s 8s CCC", None, "pung EEE"), DRAWN)
    with pytest.raises(HandSizeError):
        WU_PONG.score(hand_of("111m", None), DRAWN)
    with pytest.raises(NotInRulesError):
        WU_PONG.score(Hand((), (), FACES[Tile.F1 :], None), Circumstances(hand_complete=False))
    with pytest.raises(NotInRulesError):
        WU_PONG.score(HAND, Circumstances(robbed_flower=True))


def test_a_dealt_win_needs_no_winning_tile() -> None:
    dealt = circumstances_of("E/E tianhu")
    result = FANS.score(hand_of("111m 222p 777s CC EEE", None), dealt)
    assert "heavenly_win" in ids(result)


def test_waits_and_distance() -> None:
    assert WU_PONG.waits(HAND) == (Tile.P2, Tile.C)
    assert WU_PONG.distance(HAND) == 0
    assert WU_PONG.distance(replace(HAND, win=None)) == 1
    assert WU_PONG.waits(hand_of("1112223334445p", None)) == (Tile.P5,)
    # The fourth tile of a kong cannot come, nor is it a pair.
    kong = hand_of("222m 333m 444m 1m", None, "pung 111m")
    assert WU_PONG.waits(kong) == ()
    assert WU_PONG.distance(kong) == 2
    assert WU_PONG.winning_choices(hand_of("111m 222p 777s CC", None, "pung EEE")) == (
        Tile.M1,
        Tile.P2,
        Tile.S7,
        Tile.C,
    )
    assert WU_PONG.winning_choices(HAND) == ()
    for wrong in ("11m", "111m 222m 333m 444m 555m"):
        with pytest.raises(HandSizeError):
            WU_PONG.waits(hand_of(wrong, None))
        with pytest.raises(HandSizeError):
            WU_PONG.distance(hand_of(wrong, None))


def test_explain_and_wait_values() -> None:
    told = WU_PONG.explain(HAND, DRAWN)
    assert told.counted == ()
    assert {(near.reason, near.by) for near in told.near} == {("switched_off", "fans")}
    told = FANS.explain(HAND, DRAWN)
    assert {counted.clause for counted in told.counted} == {"PONG-02 (DP B, D13 02)"}
    assert told.counted[0].tiles
    assert {near.rule for near in told.near} == {"PONG-02"}
    worth = FANS.wait_values(HAND, DRAWN)
    assert [(v.tile, v.by_discard, v.by_self_draw and v.by_self_draw.total) for v in worth] == [
        (Tile.P2, None, 5),
        (Tile.C, None, 6),
    ]


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_a_waiting_hand_is_one_tile_away(seed: int) -> None:
    import random

    rng = random.Random(seed)
    kinds = rng.sample(range(34), 5)
    tiles = [FACES[k] for k in kinds[:4] for _ in range(3)] + [FACES[kinds[4]]] * 2
    rng.shuffle(tiles)
    hand = Hand(tuple(tiles[:-1]), (), (), None)
    assert tiles[-1] in WU_PONG.waits(hand)
    assert WU_PONG.distance(hand) == 1
    for tile in WU_PONG.waits(hand):
        assert WU_PONG.score(replace(hand, win=tile), DRAWN).total == 0


def test_labels_name_the_clause() -> None:
    assert WU_PONG.rules.label("self_draw") == "自摸 PONG-02"
    assert WU_PONG.rules.label("chows_in_hand") == "手牌可有順子 PONG-01"
