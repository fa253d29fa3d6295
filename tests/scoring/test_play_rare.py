"""Rare moves of random players, on walls that were stacked for them."""

import pytest

from scoring.errors import RefereeError
from scoring.events import (
    BigFlower,
    Call,
    Claim,
    Deal,
    Discard,
    Event,
    Flower,
    Ready,
    RobFlower,
    Showdown,
    Win,
)
from scoring.play import PlayedHand, Random, Style, as_seen, play_hand, unnoticed
from scoring.playrules import PLAY
from scoring.referee import apply
from scoring.rulesets import get_rules
from scoring.table import circumstances_of_win, hand_of_win
from scoring.tiles import Tile
from tests.scoring.play_helpers import T, wall_of

KEEN = Style(win=100, kong=0, pung=0, chow=0, declare=100, swap=100, careless=0)
SHY = Style(win=0, kong=0, pung=0, chow=0, declare=100, swap=0, careless=0)
SEVEN = "f1 f2 f3 f4 f5 f6 f7 "
READY = "123m 456m 34p 777s 999s EE"
READY_13 = "123m 456m 34p 777s 99s"
OTHER_13 = "123m 456m 34p 222s WW"
LONELY_5P = "5p 111p 999m FFF SSS 8s"


def play(
    name: str, style: Style, hands: dict[int, str], front: str = "", back: str = ""
) -> PlayedHand:
    return play_hand(PLAY[name], Random(1), tiles=wall_of(name, hands, front, back), style=style)


def of(hand: PlayedHand, kind: type[Event]) -> list[Event]:
    return [event for event in hand.log if isinstance(event, kind)]


def sound(name: str, hand: PlayedHand) -> None:
    """No corruption of this hand is accepted either."""
    assert unnoticed(PLAY[name], hand.log, Random(3))[0] == []


def test_tw30a_the_eighth_is_called_and_robbed() -> None:
    hand = play("taiwan", KEEN, {0: LONELY_5P + "N C 9p", 2: SEVEN + "19m 19p 19s ESW"}, "f8")
    assert of(hand, RobFlower) == [RobFlower(2, Tile.F8, 1, of(hand, RobFlower)[0].time)]
    assert Call(2, Claim.FLOWER, of(hand, Call)[-1].time) in hand.log
    assert hand.state.wins[0].flowers
    won = circumstances_of_win(hand.state)
    assert won.robbed_flower and not won.self_draw
    assert len(hand_of_win(hand.state).flowers) == 8
    assert get_rules("taiwan").score(hand_of_win(hand.state), won).total == 8
    sound("taiwan", hand)
    shy = play("taiwan", SHY, {0: LONELY_5P + "N C 9p", 2: SEVEN + "19m 19p 19s ESW"}, "f8")
    assert of(shy, RobFlower) == []
    sound("taiwan", shy)


def test_tw30b_the_seventh_is_laid_while_another_has_one() -> None:
    six = "f1 f2 f3 f4 f5 f6 19m 19p 19s ESWN"
    hand = play("taiwan", KEEN, {0: LONELY_5P + "N C 9p", 1: six, 3: "f8 " + READY[:-1]}, "f7")
    assert len(of(hand, RobFlower)) == 1
    assert circumstances_of_win(hand.state).seventh_drawn
    sound("taiwan", hand)


def test_tw28_dealt_seven_and_one() -> None:
    hands = {0: LONELY_5P + "N C 9p", 1: SEVEN + "19m 19p 19s ESW", 3: "f8 " + READY[:-1]}
    hand = play("taiwan", KEEN, hands)
    assert circumstances_of_win(hand.state).dealt_flowers
    sound("taiwan", hand)


def test_tw31_declared_and_won_or_passed() -> None:
    hand = play("taiwan", KEEN, {0: LONELY_5P + "N C 9p", 1: READY}, "2p")
    assert len(of(hand, Ready)) == 1
    assert circumstances_of_win(hand.state).renhu  # 5p is the loneliest tile of the dealer
    sound("taiwan", hand)
    shy = play("taiwan", Style(declare=0), {0: LONELY_5P + "N C 9p", 1: READY})
    assert of(shy, Ready) == []
    sound("taiwan", shy)


def test_tw33_and_the_last_tile_as_flower() -> None:
    hand = play("taiwan", KEEN, {0: READY + " 5p"})
    assert circumstances_of_win(hand.state).tianhu
    assert of(hand, Win)[0] == Win(0, None, time=of(hand, Win)[0].time)
    sound("taiwan", hand)


def test_wu13_two_winners() -> None:
    hand = play("wu-hongkong", KEEN, {0: LONELY_5P, 1: READY_13, 2: OTHER_13})
    assert [won.seat for won in hand.state.wins] == [1, 2]
    sound("wu-hongkong", hand)
    # Who called must also win before the hands are laid open.
    assert isinstance(hand.log[-1], Showdown)
    t = T("wu-hongkong", {0: LONELY_5P, 1: READY_13, 2: OTHER_13}, complete=True)
    t.do("0 discards 5p", "1 calls win", "2 calls win", "1 wins 5p")
    end = Showdown(hand.log[-1].hands, (), 1, 99.0)
    with pytest.raises(RefereeError, match="未胡"):
        apply(t.state, end)


def test_wu13_14_seven_declined_and_the_eighth_robbed() -> None:
    seven = {0: LONELY_5P, 1: SEVEN + "19m 19p 1s E"}
    won = play("wu-hongkong", KEEN, seven)
    assert won.state.wins[0].flowers
    sound("wu-hongkong", won)
    shy = Style(win=0, kong=0, pung=0, chow=0, careless=0)
    declined = play("wu-hongkong", shy, seven, "9p f8")
    assert len(of(declined, BigFlower)) == 1
    assert len(of(declined, Flower)) == 2
    sound("wu-hongkong", declined)
    for seed in range(20):  # now and then one is shy first and keen later
        half = Style(win=50, kong=0, pung=0, chow=0, careless=0)
        tiles = wall_of("wu-hongkong", seven, "9p f8")
        hand = play_hand(PLAY["wu-hongkong"], Random(seed), tiles=tiles, style=half)
        if of(hand, RobFlower):
            assert circumstances_of_win(hand.state).robbed_flower
            sound("wu-hongkong", hand)
            return
    raise AssertionError("never robbed")


def test_what_the_known_wall_is_for() -> None:
    """Without it two replacements may have been drawn the other way round."""
    hands = {0: "f1 f2 " + LONELY_5P[:-2] + "N C"}
    hand = play("taiwan", KEEN, hands, "", "8s 7s")
    first = hand.log[0]
    last = hand.log[-1]
    assert isinstance(first, Deal) and isinstance(last, Showdown)
    blind = Deal(first.seat, first.hands, first.east, first.round)
    log = (blind, *hand.log[1:-1], Showdown(last.hands, (), last.seat, last.time))
    accepted, _ = unnoticed(PLAY["taiwan"], log, Random(1))
    assert {item.what for item in accepted} >= {"exchange"}


def test_a_log_without_its_showdown_as_seen() -> None:
    hand = play("taiwan", KEEN, {0: LONELY_5P + "N C 9p", 1: READY})
    seen = as_seen(hand.log[:-1])
    assert isinstance(seen[-1], Win)
    assert seen[-1].hand == ()
    assert any(isinstance(event, Discard) for event in seen)


# What only complete logs ask for


def test_complete_logs_have_their_answers_in_order() -> None:
    t = T(hands={0: "5p 147m 28p 369s ESWNCFP 1m", 1: READY}, complete=True)
    assert t.no("0 discards 5p").reason == "南家尚未表示"
    assert t.no("2 passes").rule == "LOG"
    assert t.no("0 calls win").rule == "LOG"
    t.do("1 passes")
    assert t.no("1 passes").rule == "LOG"
    t.do("0 discards 5p")
    assert t.no("1 wins 5p").rule == "LOG"
    assert t.no("1 draws 9m").reason == "南家尚未表示"
    t.do("1 calls win")
    assert t.no("1 withdraws").rule == "LOG"
    own = T(complete=True).do("0 discards 1m", "1 draws ?")
    assert own.no("1 calls win").reason == "完整紀錄中自摸不另叫"
    dead = T(hands={0: "5p 147m 28p 369s ESWNCFP 1m", 1: READY}, complete=True)
    dead.do("1 ruled dead", "0 discards 5p")
    none = T("hongkong", complete=True)
    assert none.no("1 passes").rule == "LOG"
    seven = T("wu-hongkong", complete=True).do("1 flower " + SEVEN)
    seven.do(*["1 draws ? back"] * 7)
    assert seven.no("1 bigflower").reason == "完整紀錄中大花糊於本身打牌前聲明"
    assert seven.no("0 bigflower").rule == "WU13-14"


def test_wu16_04_swaps_in_a_row_are_logged_in_the_order_of_tiles() -> None:
    """Otherwise nobody could tell two of them that changed places."""
    hands = {0: "147m 258p 69s ESWNCFP 11m", 1: "46p 9m9p 123s 789p 555m 22m E"}
    for complete in (True, False):
        t = T("wu-joker", hands, complete=complete, indicator=Tile.S9)
        t.do("0 discards 5p")
        if complete:
            t.do("1 calls chow")
        t.do("1 chows 5p 9m9p", "1 swaps 6p 9m")
        assert t.judge("1 swaps 4p 9p").ok is not complete
        t.do("1 discards E")
