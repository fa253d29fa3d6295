"""Turns, claims, priorities and prohibitions of the Taiwanese rules, line by line."""

from dataclasses import replace

import pytest

from scoring.errors import GameError, RefereeError
from scoring.events import Status
from scoring.game import GameState, advance
from scoring.playrules import TAIWAN_EARLY_PLAY, TAIWAN_PLAY, Foul
from scoring.rulesets import get_rules
from scoring.table import Phase, hand_of_win, result_of, seat_waits, win_facts
from scoring.tiles import Tile
from tests.scoring.play_helpers import T

# Seat 0 deals. READY waits for 2p 5p; PAIRS has pairs, a triplet and chows to be.
DEALER = "147m 258p 369s ESWNCFP 1m"
READY = "123m 456m 34p 777s 999s EE"
OTHER = "123m 456m 34p 222s 888s WW"
PAIRS = "55p 46p 888m 66s 23s 45s SS C"

KONGER = "555p 888m 11m 23s 79s SS C E"
CHOWER = "46p 888m 66s 23s 45s SS C 99m"
FLOWERED = {
    0: "f1 f2 147m 258p 369s ESWNCF",
    1: "f3 " + READY[5:] + " 12m",
    2: "f4 " + OTHER[5:] + " 12m",
}


# TW-P-08


def test_twp08_dealt_flowers_dealer_first_then_in_turn_then_again() -> None:
    t = T(hands=FLOWERED)
    assert t.no("1 flower f3").reason == "東家應先補花"
    assert t.no("0 flower f1").reason == "花牌應一次補足"
    assert t.no("0 draws 9m back").rule == "TW-P-23"
    assert t.no("0 discards 1m").penalty is Foul.DEAD_HAND
    t.do("0 flower f1 f2")
    assert t.no("1 flower f3").reason == "東家尚未補足"
    assert t.no("0 discards 1m").reason == "尚未補足花牌"
    t.do("0 draws f5 back", "0 draws 1m back")
    assert t.no("2 flower f4").reason == "南家應先補花"
    t.do("1 flower f3", "1 draws 3m back", "2 flower f4", "2 draws 3m back", "0 flower f5")
    t.do("0 draws 1p back", "0 discards 1p")
    assert t.state.players[0].flowers == (Tile.F1, Tile.F2, Tile.F5)
    assert t.state.players[1].dealt_flowers == 1


def test_twp08_a_flower_kept_is_a_fault_of_its_holder() -> None:
    t = T(hands={0: DEALER, 2: "f4 " + OTHER[5:] + " 12m"})
    verdict = t.no("0 discards 1m")
    assert (verdict.rule, verdict.seat, verdict.penalty) == ("TW-P-08", 2, Foul.DEAD_HAND)
    t.do("2 ruled dead", "0 discards 1m")


def test_twp08_forgotten_last_tile() -> None:
    """The dealer may take it until he discards; a flower is then not replaced any more."""
    t = T(hands={0: DEALER[:-2], 1: "f3 " + READY[5:] + " 12m"})
    assert t.state.late_tile
    assert t.no("1 draws 1m").rule == "TW-P-23"
    assert t.no("0 discards 1m").reason == "南家花牌未補"
    t.do("1 flower f3", "1 draws 3m back")
    assert t.no("0 discards 1m").reason == "莊家未抓門牌"
    assert t.no("0 hides 1m").reason == "莊家未抓門牌"
    late = T(hands={0: DEALER[:-2], 1: "f3 " + READY[5:] + " 12m"})
    late.do("1 flower f3", "1 draws 3m back", "0 draws f1")
    assert late.no("0 flower f1").penalty is Foul.DEAD_HAND
    t.do("0 draws 2m", "0 discards 2m")
    assert t.no("0 draws 2m").rule == "TW-P-23"


def test_twp08_in_play_at_once_and_only_the_drawn_one() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 1m")
    assert t.no("1 flower f3").rule == "LOG"
    t.do("1 draws f3")
    assert t.no("1 discards 1m").reason == "春未補" or t.no("1 discards 1m").rule == "TW-P-08"
    assert t.no("1 discards f3").reason == "花牌打出"
    assert t.no("1 hides 7s").rule == "TW-P-08"
    assert t.no("1 flower 1m").reason == "只有花牌可補"
    mixed = T(hands={0: DEALER, 1: READY}).do("0 discards 1m", "1 draws f3", "1 mixes")
    assert mixed.no("1 flower f3").penalty is Foul.DEAD_HAND
    t.do("1 flower f3")
    assert t.no("1 draws 2m").reason == "應由南家於槓尾補牌"
    assert t.no("2 draws 2m back").rule == "TW-P-23"
    t.do("1 draws 9m back", "1 discards 9m")
    assert t.no("1 flower f4").rule in ("LOG", "TW-P-08")


def test_twp08_flower_from_the_hand_in_play() -> None:
    hidden = T(hands={0: DEALER}).do("0 discards 1m", "1 draws ?", "1 discards 9m")
    assert hidden.no("1 flower f3").reason == "行牌中不得由手牌取出花牌補牌"
    hidden.do("2 draws 5m")
    assert hidden.no("2 flower f3").reason == "只可補剛摸入、未併入手牌的花牌"


# TW-P-10, TW-P-11, TW-P-20


def test_twp10_a_discard_is_a_concealed_tile_after_a_turn_began() -> None:
    t = T(hands={0: DEALER, 1: READY})
    assert t.no("1 discards 1m").rule == "TW-P-23"
    assert t.no("0 discards 9m").rule == "LOG"
    t.do("0 discards 1m")
    assert t.no("0 discards 1m").rule == "TW-P-23"
    assert t.no("1 discards 1m").rule == "TW-P-23"


def test_twp11_a_win_needs_seventeen_tiles_that_are_complete() -> None:
    t = T(hands={0: DEALER, 1: READY, 2: OTHER}).do("0 discards 1m")
    verdict = t.no("1 wins 1m")
    assert (verdict.rule, verdict.penalty) == ("TW-P-11", Foul.FALSE_WIN)
    assert t.no("1 wins 2p").rule == "LOG"
    assert t.no("0 wins 1m").reason == "不得胡自己打出之牌"
    t.do("1 draws 2p")
    assert t.no("1 wins 5p").reason == "所摸之牌不是五筒"
    t.do("1 wins 2p")
    assert t.won().self_draw
    assert t.no("2 draws 1m").reason == "本盤已結束"


def test_twp20_no_declaration_but_heavenly_and_earthly_ready() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 9m")
    t.do("1 discards 9m", "2 draws ?", "2 discards 9p", "3 draws ?", "3 discards 9p")
    t.do("0 draws 9m", "0 discards 9m", "1 draws 8m")
    assert t.no("1 discards 8m ready").reason == "地聽應於打出第一張牌時宣告"


# Circumstances: TW-31 to TW-35b


def test_tw31_heavenly_ready_and_what_it_becomes() -> None:
    def table() -> T:
        return T(hands={0: DEALER, 1: READY}).do("1 declares", "0 discards 1m")

    won = table().do("1 draws 2p", "1 wins 2p").won()
    assert won.tianting and won.dihu and won.self_draw and not won.renhu
    won = T(hands={0: DEALER + " ", 1: READY}).do("1 declares", "0 discards 5p", "1 wins 5p").won()
    assert won.tianting and won.renhu and not won.self_draw
    later = table().do("1 draws 9m", "1 discards 9m", "2 draws ?", "2 discards 9p")
    human = later.do("3 draws ?", "3 discards 2p", "1 wins 2p").won()
    assert human.renhu  # the first discard of seat 3
    later = table().do("1 draws 9m", "1 discards 9m", "2 draws ?", "2 discards 9p")
    later.do("3 draws ?", "3 discards 9p", "0 draws 2p", "0 discards 2p", "1 wins 2p")
    assert later.won().tianting and not later.won().renhu
    drawn = table().do("1 draws 9m", "1 discards 9m", "2 draws ?", "2 discards 9p")
    drawn.do("3 draws ?", "3 discards 9p", "0 draws 9p", "0 discards 9p", "1 draws 2p", "1 wins 2p")
    assert drawn.won().tianting and not drawn.won().dihu


def test_tw31_who_may_declare_when() -> None:
    t = T(hands={0: DEALER, 1: READY, 2: PAIRS})
    assert t.no("0 declares").rule == "TW-31"
    assert t.no("2 declares").reason == "未聽牌不得宣告聽牌"
    assert t.yes("3 declares").unknown == ("手牌未見, 不能判斷是否聽牌",)
    t.do("1 declares")
    assert t.no("1 declares").reason == "已宣告聽牌"
    t.do("0 discards 1m")
    assert t.no("2 declares").rule == "TW-31"
    assert T("hongkong").no("1 declares").rule == "HK-P-03"


@pytest.mark.parametrize("how", ["changed", "mixed", "claimed", "konged"])
def test_tw31_is_void_after_changing_tiles_or_mixing(how: str) -> None:
    t = T(hands={0: DEALER, 1: READY}).do("1 declares", "0 discards 1m")
    if how == "changed":
        t.do("1 draws 2p", "1 discards 3p")
    elif how == "mixed":
        t.do("1 draws 9m", "1 mixes", "1 discards 9m")
    elif how == "claimed":
        t.do("1 draws 9m", "1 discards 9m", "2 draws ?", "2 discards 7s", "1 pungs 7s")
    else:
        t.do("1 draws 9m", "1 discards 9m", "2 draws ?", "2 discards 9p", "3 draws ?")
        t.do("3 discards 9p", "0 draws 9p", "0 discards 9p", "1 draws 7s", "1 hides 7s")
    assert t.state.players[1].ready is None


def test_tw31_not_counted_after_a_passed_win_without_looking() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("1 declares", "0 discards 5p", "1 draws 9m")
    assert t.state.players[1].passed
    t.do("1 discards 9m", "2 draws ?", "2 discards 9p", "3 draws ?", "3 discards 2p", "1 wins 2p")
    assert not t.won().tianting
    assert not t.won().renhu


def test_tw32_earthly_ready_with_the_first_discard() -> None:
    t = T(hands={0: DEALER, 1: READY, 2: PAIRS}).do("0 discards 1m", "1 draws 9m")
    t.do("1 discards 9m ready", "2 draws 3m")
    assert t.no("2 discards C ready").reason == "未聽牌不得宣告聽牌"
    t.do("2 discards C", "3 draws ?")
    assert t.yes("3 discards 2p ready").unknown
    t.do("1 wins 2p")
    assert t.won().diting and t.won().diting_yifa
    assert get_rules("taiwan").score(hand_of_win(t.state), t.won()).total == 8


def test_tw32_of_the_dealer() -> None:
    t = T(hands={0: READY + " 9m"}).do(
        "0 discards 9m ready", "1 draws ?", "1 discards 5p", "0 wins 5p"
    )
    assert t.won().diting and t.won().diting_yifa and t.won().dealer


def test_tw32_needs_a_concealed_hand_and_is_said_once() -> None:
    t = T(hands={0: "7s " + DEALER[:-2], 1: READY}).do("0 discards 7s", "1 pungs 7s")
    assert t.no("1 discards 9s ready").reason == "地聽須門清"
    t = T(hands={0: DEALER, 1: READY}).do("1 declares", "0 discards 1m", "1 draws 9m")
    assert t.no("1 discards 9m ready").reason == "已宣告聽牌"
    t = T("hongkong", {0: "147m 258p 369s ESWNC"})
    assert t.no("0 discards C ready").reason == "此玩法不宣告聽牌"


def test_tw33_heavenly_win_also_after_a_concealed_kong() -> None:
    t = T(hands={0: READY + " 2p"}).do("0 wins")
    assert t.won().tianhu and t.won().self_draw and not t.won().kong_draw
    assert get_rules("taiwan").score(hand_of_win(t.state), t.won()).total >= 16
    assert T(hands={0: READY + " 9m"}).no("0 wins").rule == "TW-P-11"
    assert T(hands={0: READY + " 2p"}).no("0 wins 2p").rule == "LOG"
    kong = "7777s 123m 456m 34p 999s EE"
    t = T(hands={0: kong}).do("0 hides 7s", "0 draws 2p back", "0 wins 2p")
    assert t.won().tianhu and t.won().kong_draw
    early = T("taiwan-early", {0: kong}).do("0 hides 7s", "0 draws 2p back", "0 wins 2p")
    assert not early.won().tianhu and early.won().kong_draw


def test_tw34_earthly_win_after_a_concealed_kong_is_document_b() -> None:
    for rules, counts in (("taiwan", True), ("taiwan-early", False)):
        t = T(rules, {0: DEALER, 1: READY}).do("1 declares", "0 discards 1m", "1 draws 7s")
        t.do("1 hides 7s", "1 draws 5p back", "1 wins 5p")
        assert t.won().dihu is counts
        assert t.won().tianting and t.won().kong_draw


def test_tw35b_next_own_draw_after_earthly_ready() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 9m", "1 discards 9m ready")
    t.do("2 draws ?", "2 discards 9p", "3 draws ?", "3 discards 9p", "0 draws 9p", "0 discards 9p")
    t.do("1 draws 5p", "1 wins 5p")
    assert t.won().diting_yifa and t.won().self_draw


# TW-P-12, TW-P-13


def passed() -> T:
    """Seat 1 (waits for 2p 5p) lets a 5p go and draws."""
    return T(hands={0: DEALER, 1: READY}).do("0 discards 5p", "1 draws 9m")


def test_twp12_passing_blocks_wins_until_an_own_discard() -> None:
    t = T(hands={0: DEALER, 2: READY}).do("0 discards 5p", "1 draws ?", "1 discards 2p")
    verdict = t.no("2 wins 2p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-12", Foul.FALSE_WIN)
    t.do("2 draws 5p")
    assert t.no("2 wins 5p").rule == "TW-P-12"
    t.do("2 discards 5p")  # a tile that wins lifts nothing
    assert t.state.players[2].passed
    t.do("3 draws ?", "3 discards E", "0 draws 9m", "0 discards 9m", "1 draws ?", "1 discards 9m")
    t.do("2 draws 9m", "2 discards 9m")
    assert not t.state.players[2].passed


def test_twp12_reaching_for_the_wall_is_a_pass() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 5p", "1 reaches")
    verdict = t.no("1 wins 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-44", Foul.LOST_WIN)


def test_twp12_declining_a_self_draw_is_a_pass() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 2p", "1 discards 2p")
    assert t.state.players[1].passed
    t.do("2 draws ?", "2 discards 5p")
    assert t.no("1 wins 5p").rule == "TW-P-12"


def test_twp13_a_discard_that_does_not_win_lifts_it() -> None:
    t = passed().do("1 discards 9m", "2 draws ?", "2 discards 2p", "1 wins 2p")
    assert t.state.phase is Phase.OVER


def test_twp13_an_added_kong_lifts_it_a_concealed_one_does_not() -> None:
    hand = "123m 456m 34p 77s 999s EE C"
    t = T(hands={0: "7s 5p 147m 28p 369s ESWNCFP"[:-1] + "P", 1: hand})
    t.do("0 discards 7s", "1 pungs 7s", "1 discards C", "2 draws ?", "2 discards 9m", "3 draws ?")
    t.do("3 discards 9m", "0 draws 9m", "0 discards 5p", "1 draws 7s")
    assert t.state.players[1].passed
    t.do("1 adds 7s")
    assert not t.state.players[1].passed
    t.do("1 draws 2p back", "1 wins 2p")
    assert t.won().kong_draw
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 5p", "1 draws 7s", "1 hides 7s")
    t.do("1 draws 2p back")
    assert t.no("1 wins 2p").rule == "TW-P-12"


def test_twp13_adding_a_tile_that_wins_lifts_nothing() -> None:
    t = T(hands={0: DEALER, 1: "56m 777s 999s EEE 44m SS C"})
    t.do("0 discards 4m", "1 pungs 4m", "1 discards C", "2 draws ?", "2 discards 9p", "3 draws ?")
    t.do("3 discards 7m", "0 draws 9p", "0 discards 9p", "1 draws 4m")
    assert t.state.players[1].passed
    t.do("1 adds 4m")
    assert t.state.players[1].passed


# TW-P-14, TW-P-15, TW-P-33


def test_twp14_chow_from_the_left_only() -> None:
    t = T(hands={0: DEALER, 1: PAIRS}).do("0 discards 5p")
    assert t.no("2 chows 5p 46p").reason == "只可吃上家之牌"
    assert t.no("1 chows 5p 47p").penalty is Foul.DEAD_HAND
    assert t.no("1 chows 5p 55p").reason == "五五五筒不成順子"
    assert t.no("1 chows 5p 4p").reason == "應亮出手中2張牌"
    assert t.no("0 chows 5p 46p").rule == "TW-P-14"
    t.do("1 chows 5p 46p")
    assert t.state.players[1].sets[0].claimed is Tile.P5
    assert t.state.players[1].sets[0].source == 0


def test_twp14_twp33_no_equal_or_linked_discard_after_a_chow() -> None:
    hand = "34p 5p 2p 888m 11m 23s 79s SS C"
    t = T(hands={0: DEALER, 1: hand}).do("0 discards 2p", "1 chows 2p 34p")
    assert t.no("1 discards 2p").rule == "TW-P-33"
    verdict = t.no("1 discards 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-33", Foul.DEAD_HAND)
    t.do("1 discards 8m")
    t = T(hands={0: DEALER, 1: hand}).do("0 discards 5p", "1 chows 5p 34p")
    assert t.no("1 discards 2p").rule == "TW-P-33"
    between = T(hands={0: DEALER, 1: "46p 28p 888m 11m 23s 79s SS C"}).do("0 discards 5p")
    between.do("1 chows 5p 46p", "1 discards 2p")


def test_twp14_linked_along_the_whole_line_is_a_switch() -> None:
    line = replace(TAIWAN_PLAY, linked="line")
    t = T(line, {0: DEALER, 1: "46p 28p 888m 11m 23s 79s SS C"}).do("0 discards 5p")
    t.do("1 chows 5p 46p")
    assert t.no("1 discards 2p").rule == "TW-P-33"
    assert t.no("1 discards 8p").rule == "TW-P-33"


def test_twp14_twp33_no_chow_of_the_like_of_the_own_last_discard() -> None:
    hand = "34p 5p 2p 888m 11m 23s 79s SS C"
    t = T(hands={0: DEALER, 1: hand}).do("0 discards 1m", "1 draws 9m", "1 discards 5p")
    t.do("2 draws ?", "2 discards 9s", "3 draws ?", "3 discards 9s", "0 draws 2p", "0 discards 2p")
    assert t.no("1 chows 2p 34p").rule == "TW-P-33"


def test_twp15_pung_from_anyone_but_not_the_same_tile_back() -> None:
    t = T(hands={0: DEALER, 3: PAIRS + " "}).do("0 discards 5p")
    assert t.no("0 pungs 5p").reason == "不得吃碰自己打出之牌"
    assert t.no("3 pungs 1m").rule == "LOG"
    t.do("3 pungs 5p")
    assert t.state.turn == 3
    t = T(hands={0: DEALER, 3: "555p 46p 888m 11m 23s 79s SS"}).do("0 discards 5p", "3 pungs 5p")
    assert t.no("3 discards 5p").rule == "TW-P-33"
    t.do("3 discards 4p")


def test_twp15_wrong_pung() -> None:
    t = T(hands={0: DEALER, 3: PAIRS}).do("0 discards C")
    assert t.no("3 pungs C").penalty is Foul.WRONG_PUNG
    t = T(hands={0: DEALER}).do("0 discards C")
    assert t.no("1 pungs C SS").penalty is Foul.WRONG_PUNG


def test_twp15_second_equal_tile_of_a_round() -> None:
    t = T(hands={0: DEALER, 3: PAIRS}).do("0 discards 5p", "1 draws ?", "1 discards 5p")
    verdict = t.no("3 pungs 5p")
    assert (verdict.rule, verdict.reason) == ("TW-P-15", "同巡內第二張五筒不得碰")
    t = T(hands={0: DEALER, 3: PAIRS}).do("0 discards 5p", "1 draws ?", "1 discards 9p")
    t.do("2 draws ?", "2 discards 9p", "3 draws 9m", "3 discards 9m", "0 draws ?")
    t.state = replace(t.state)
    t.do("0 discards 1m", "1 draws ?", "1 discards 5p", "3 pungs 5p")


def test_twp15_pung_beats_chow_and_draw() -> None:
    t = T(hands={0: DEALER, 1: CHOWER}).do("0 discards 5p", "3 calls pung")
    verdict = t.no("1 chows 5p 46p")
    assert (verdict.rule, verdict.reason) == ("TW-P-15", "北家已叫碰, 應讓先")
    assert t.no("1 draws 9m").reason == "北家已叫碰, 應先行"
    t.do("3 pungs 5p")


# TW-P-16


def test_twp16_a_called_pung_that_is_not_made() -> None:
    t = T(hands={0: DEALER, 3: PAIRS}).do("0 discards 5p", "3 calls pung")
    verdict = t.judge("3 withdraws")
    assert verdict.ok and verdict.rule == "TW-P-16"
    assert (verdict.penalty, verdict.seat) == (Foul.PUNG_NOT_MADE, 3)
    shown = T(hands={0: DEALER, 3: PAIRS}).do("0 discards 5p", "3 calls pung", "3 shows")
    assert shown.no("3 withdraws").reason == "已亮出同牌之對牌, 必須履行"
    t.do("3 withdraws", "1 draws ?")
    left = T(hands={0: DEALER, 1: PAIRS}).do("0 discards 5p", "1 calls pung")
    assert left.yes("1 withdraws").penalty is None
    assert left.no("1 withdraws").rule == "LOG"
    chow = T(hands={0: DEALER, 1: PAIRS}).do("0 discards 5p", "1 calls chow")
    assert chow.yes("1 withdraws").penalty is None
    assert chow.no("1 shows").rule == "LOG"


def test_calls_that_cannot_be() -> None:
    t = T(hands={0: DEALER, 1: CHOWER, 3: "55p 46s 777m 11p 23m 78s WW C"})
    assert t.no("1 calls pung").rule == "LOG"
    t.do("0 discards 5p")
    assert t.no("0 calls pung").rule == "LOG"
    assert t.no("3 calls kong").rule == "TW-P-18"
    assert t.no("1 calls win").rule == "TW-P-11"
    assert t.no("1 calls flower").rule == "TW-27"
    assert t.no("2 calls chow").rule == "TW-P-14"
    assert t.yes("2 calls pung").unknown
    assert t.no("2 calls pung").reason == "已叫過"
    t.do("2 withdraws", "1 calls chow", "1 chows 5p 46p")


# TW-P-17, TW-P-18


def test_twp17_concealed_kong() -> None:
    hand = "8888m 55p 46p 11m 23s 79s S C"
    t = T(hands={0: hand + " E"})
    assert t.no("0 hides 5p").penalty is Foul.WRONG_CONCEALED_KONG
    assert t.no("1 hides 8m").rule == "TW-P-17"
    t.do("0 hides 8m")
    assert t.state.offer is None  # nothing robs it
    assert t.no("0 discards C").rule == "TW-P-23"
    assert t.no("0 wins 1m").reason == "尚未補牌, 手牌不足"
    assert t.no("1 draws 1m").reason == "應由東家於槓尾補牌"
    t.do("0 draws 9p back", "0 discards 9p")
    assert t.state.players[0].sets[0].tiles == (Tile.M8,) * 4


def test_twp18_kong_from_a_discard_and_added_kong() -> None:
    t = T(hands={0: DEALER, 2: "555p 888m 11m 23s 79s SS C E"}).do("0 discards 5p")
    t.do("2 kongs 5p")
    assert t.state.kong_giver == 0
    t.do("2 draws 9p back", "2 discards 9p")
    t = T(hands={0: DEALER, 2: "55p 888m 11m 23s 79s SS C E W"}).do("0 discards 5p")
    assert t.no("2 kongs 5p").penalty is Foul.WRONG_KONG
    t.do("2 pungs 5p", "2 discards W", "3 draws ?", "3 discards 9p", "0 draws 9p", "0 discards 9p")
    t.do("1 draws ?", "1 discards 9m", "2 draws 5p")
    assert t.no("2 adds 8m").penalty is Foul.WRONG_ADDED_KONG
    late = T(hands={0: DEALER, 2: "55p 888m 11m 23s 79s SS C E W"}).do("0 discards 5p")
    late.do("2 pungs 5p", "2 discards W", "3 draws ?", "3 discards 9p", "0 draws 9p")
    late.do("0 discards 9p", "1 draws ?", "1 discards 9p", "2 draws 6p")
    assert late.no("2 adds 5p").reason == "手中沒有五筒"
    t.do("2 adds 5p", "2 draws 9p back", "2 discards 9p")
    assert t.state.players[2].sets[0].added


def test_tw12_robbing_an_added_kong() -> None:
    t = T(hands={0: DEALER, 1: "55p 888m 22m 23s 78s SS C E W", 3: READY})
    t.do("0 discards 5p", "1 pungs 5p", "1 discards W", "2 draws ?", "2 discards 9p")
    t.do("3 draws 9m", "3 discards 9m", "0 draws 9p", "0 discards 9p", "1 draws 5p", "1 adds 5p")
    t.do("3 wins 5p")
    assert t.won().rob_kong and not t.won().self_draw
    assert win_facts(t.state)[0].source == 1


# TW-P-21


def test_twp21_the_nearest_after_the_discarder_wins() -> None:
    def table() -> T:
        return T(hands={0: DEALER, 1: READY, 2: OTHER}).do("0 discards 5p")

    t = table().do("1 calls win")
    assert t.no("2 wins 5p").rule == "TW-P-21"
    t.do("1 wins 5p")
    assert t.no("2 wins 5p").reason == "順序較近者已胡(攔胡)"
    t = table().do("2 wins 5p")
    assert t.no("3 draws 1m").rule == "LOG"
    t.do("1 wins 5p")
    assert result_of(t.state).winners == (1,)
    assert t.no("1 wins 5p").rule == "LOG"
    t = table().do("1 reaches", "2 wins 5p")
    assert t.no("1 wins 5p").penalty is Foul.LOST_WIN


# TW-P-22, TW-25, TW-25b


def test_twp22_all_but_eight_stacks() -> None:
    t = T(hands={0: DEALER})
    assert t.state.drawable == 144 - 65 - 16
    assert t.no("0 ends").rule == "TW-P-22"
    t.do("0 discards 1m")
    assert t.no("1 ends").reason == "尚有63張可摸, 不得荒局"
    t.left(0)
    assert t.no("1 draws ?").reason == "可摸之牌已盡, 應為荒局"
    assert t.no("2 ends").rule == "LOG"
    t.do("1 ends")
    assert result_of(t.state).winners == ()
    assert advance(GameState(TAIWAN_PLAY.game), result_of(t.state)).dealer == 0


def test_tw25_the_last_tile_may_be_refused_and_wins_as_last() -> None:
    t = T(hands={0: DEALER, 1: READY}).left(1).do("0 discards 1m")
    assert t.judge("1 ends").ok
    t.do("1 draws 2p", "1 wins 2p")
    assert t.won().last_tile and t.won().self_draw
    t = T(hands={0: DEALER, 1: READY}).left(1).do("0 discards 1m", "1 draws 9m")
    assert t.no("1 ends").rule == "TW-P-22"
    t.do("1 discards 9m", "2 ends")


def test_tw25b_flower_or_kong_at_the_end() -> None:
    t = T(hands={0: DEALER, 1: READY}).left(1).do("0 discards 1m", "1 draws f1")
    assert t.judge("1 ends").ok
    assert t.no("1 hides 7s").rule == "TW-P-17"
    t.do("1 flower f1")
    assert t.no("1 draws 2p back").rule == "TW-P-23"
    assert t.no("1 discards 1m").reason == "此時不得打牌"
    assert t.no("1 wins").rule == "TW-P-11"
    assert t.no("1 hides 7s").reason == "此時不得開槓"
    assert t.no("2 ends").rule == "LOG"
    t.do("1 ends")
    t = T(hands={0: DEALER, 1: READY}).left(2).do("0 discards 1m", "1 draws f1", "1 flower f1")
    again = T(hands={0: DEALER, 1: READY}).left(2)
    again.do("0 discards 1m", "1 draws f1", "1 flower f1", "1 draws f2 back", "1 flower f2")
    assert again.no("1 flower f2").rule in ("TW-P-08", "LOG")
    again.do("1 ends")
    t.do("1 draws 2p back", "1 wins 2p")
    assert t.won().last_tile and t.won().kong_draw
    t = T(hands={0: DEALER, 1: READY}).left(2).do("0 discards 1m", "1 draws 7s", "1 hides 7s")
    t.do("1 draws 2p back", "1 wins 2p")
    assert t.won().last_tile and t.won().kong_draw
    t = T(hands={0: DEALER, 1: READY}).left(1).do("0 discards 1m", "1 draws 7s")
    assert t.no("1 hides 7s").reason == "已無牌可補, 不得開槓"


# TW-P-23, TW-P-24


def test_twp23_a_dead_hand_only_draws_replaces_kongs_and_discards() -> None:
    t = T(hands={0: DEALER, 1: PAIRS}).do("1 ruled dead", "0 discards 5p")
    for text in ("1 chows 5p 46p", "1 pungs 5p", "1 kongs 5p"):
        assert t.no(text).rule == "TW-P-23"
    t.do("1 draws 8m", "1 hides 8m", "1 draws f1 back", "1 flower f1", "1 draws 9m back")
    t.do("1 discards 9m")
    t = T(hands={0: DEALER, 1: READY}).do("1 ruled dead", "0 discards 5p")
    verdict = t.no("1 wins 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-23", Foul.FALSE_WIN)
    assert t.yes("1 ruled dead").rule == "TW-P-36"
    t = T(hands={0: DEALER, 1: "55p 888m 11m 23s 79s SS C E W"}).do("0 discards 5p", "1 pungs 5p")
    t.do("1 discards W", "1 ruled dead", "2 draws ?", "2 discards 9p", "3 draws ?")
    t.do("3 discards 9p", "0 draws 9p", "0 discards 9p", "1 draws 5p")
    assert t.no("1 adds 5p").reason == "相公只得暗槓"


def test_twp23_drawing_out_of_turn() -> None:
    t = T(hands={0: DEALER}).do("0 discards 1m")
    verdict = t.no("2 draws 9m")
    assert (verdict.rule, verdict.penalty) == ("TW-P-23", Foul.DEAD_HAND)
    assert t.no("1 draws 9m back").rule == "TW-P-23"
    t.do("1 draws 9m")
    assert t.no("2 draws 9m").rule == "TW-P-23"


def test_twp24_looking_at_hands() -> None:
    assert T(hands={0: DEALER, 2: PAIRS}).no("2 looks").penalty is Foul.LOOKING
    t = T(hands={0: DEALER, 1: READY})
    assert t.yes("3 looks").unknown
    assert T("hongkong").no("1 looks").rule == "HK-P-03"
    t.do("1 looks", "0 discards 1m", "1 draws 9m")
    assert t.no("1 discards 1m").reason == "眼牌者應打出摸入之牌"
    assert t.no("1 mixes").rule == "TW-P-24"
    t.do("1 discards 9m", "2 draws ?", "2 discards E")
    assert t.no("1 pungs E").rule == "TW-P-24"
    t.do("3 draws ?", "3 discards 9p", "0 draws 9p", "0 discards 9p", "1 draws 7s")
    assert t.no("1 hides 7s").rule == "TW-P-24"
    t.do("1 looks", "1 discards 7s")
    last = T(hands={0: DEALER, 1: READY}).do("1 looks").left(1).do("0 discards 1m")
    assert last.no("1 ends").rule == "TW-P-24"
    paid = T(hands={0: DEALER, 1: READY, 2: OTHER}).do("1 looks", "0 discards 5p", "2 wins 5p")
    assert win_facts(paid.state)[0].looking == (1,)


# TW-P-28 to TW-P-35


def test_twp28_no_kong_right_after_a_chow_or_pung() -> None:
    t = T(hands={0: DEALER, 1: "8888m 55p 46p 11m 23s SS CC"}).do("0 discards 5p", "1 pungs 5p")
    assert t.no("1 hides 8m").rule == "TW-P-28"
    t = T(hands={0: DEALER, 1: "8888m 55p 46p 11m 23s SS CC"}).do("0 discards 5p", "1 chows 5p 46p")
    verdict = t.no("1 hides 8m")
    assert (verdict.rule, verdict.penalty) == ("TW-P-28", Foul.DEAD_HAND)


GIVER = "7s 147m 258p 36s ESWNCFP 1m"


def given_kong() -> T:
    t = T(hands={0: GIVER, 1: READY}).do("0 discards 7s", "1 kongs 7s")
    return t


def test_twp29_replacement_after_a_given_kong_does_not_win() -> None:
    t = given_kong().do("1 draws 2p back")
    verdict = t.no("1 wins 2p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-29", Foul.FALSE_WIN)
    t = given_kong().do("1 draws f1 back", "1 flower f1", "1 draws 2p back")
    assert t.no("1 wins 2p").rule == "TW-P-29"


def test_twp30_nor_is_it_followed_by_a_concealed_kong() -> None:
    t = given_kong().do("1 draws 9s back")
    assert t.no("1 hides 9s").rule == "TW-P-30"


def test_twp31_a_self_draw_begins_with_a_draw() -> None:
    t = T(hands={0: GIVER, 1: "123m 456m 234p 77s 999s EE"})
    t.do("0 discards 7s", "1 pungs 7s")
    assert t.no("1 wins 7s").rule == "TW-P-31"


def test_twp32_concealed_kong_after_mixing() -> None:
    """2p was discarded in this round and is among the waits: the replacement does not win."""

    def table(seen: str, *, mixed: bool) -> T:
        t = T(hands={0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 9m", "1 discards 9m")
        t.do("2 draws ?", f"2 discards {seen}", "3 draws ?", "3 discards 9p", "0 draws 9p")
        t.state = replace(t.state)
        t.do("0 discards 9p", "1 draws 7s")
        players = list(t.state.players)
        players[1] = replace(players[1], passed=False)
        a, b, c, d = players
        t.state = replace(t.state, players=(a, b, c, d))
        if mixed:
            t.do("1 mixes")
        return t.do("1 hides 7s", "1 draws 5p back")

    verdict = table("2p", mixed=True).no("1 wins 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-32", Foul.FALSE_WIN)
    assert table("2p", mixed=False).judge("1 wins 5p").ok
    assert table("9p", mixed=True).judge("1 wins 5p").ok


def test_twp34_the_last_three_tiles() -> None:
    for left, allowed in ((4, True), (3, False)):
        for text in ("1 chows 5p 46p", "1 pungs 5p", "2 kongs 5p"):
            hands = {0: DEALER, int(text[0]): KONGER if text[0] == "2" else PAIRS}
            t = T(hands=hands).left(left).do("0 discards 5p")
            verdict = t.judge(text)
            assert verdict.ok is allowed
            assert verdict.rule == ("" if allowed else "TW-P-34")
    ready = T(hands={0: DEALER, 1: READY}).left(3).do("0 discards 5p")
    assert ready.judge("1 wins 5p").ok


def test_twp35_tiles_exposed_by_own_fault() -> None:
    t = T(hands={0: DEALER, 1: PAIRS})
    assert t.no("1 exposes 9m").rule == "LOG"
    t.do("1 exposes 5p 4p", "0 discards 5p")
    for text in ("1 chows 5p 46p", "1 pungs 5p"):
        assert t.no(text).rule == "TW-P-35"
    t = T(hands={0: DEALER, 2: KONGER}).do("2 exposes 5p", "0 discards 5p")
    assert t.no("2 kongs 5p").rule == "TW-P-35"
    t = T(hands={0: DEALER, 1: READY}).do("1 exposes 3p", "0 discards 5p")
    assert t.no("1 wins 5p").rule == "TW-P-35"
    t = T(hands={0: DEALER, 1: READY}).do("1 exposes 9s", "0 discards 5p", "1 wins 5p")
    pair = "123m 456m 777s 999s EEE S"
    t = T(hands={0: DEALER, 1: pair}).do("1 exposes S", "0 discards S")
    assert t.no("1 wins S").rule == "TW-P-35"
    pungs = "123m 456m 77s 999s EEE SS"
    t = T(hands={0: DEALER, 1: pungs}).do("1 exposes S", "0 discards S")
    assert t.no("1 wins S").rule == "TW-P-35"
    # 嚦咕嚦咕 waits for a pair: only the single tile matters.
    seven = "11m 44m 77m 22p 55p 99s 777s S"
    t = T(hands={0: DEALER, 1: seven}).do("1 exposes 1m", "0 discards S", "1 wins S")
    t = T(hands={0: DEALER, 1: seven}).do("1 exposes S", "0 discards S")
    assert t.no("1 wins S").rule == "TW-P-35"
    added = T(hands={0: DEALER, 1: "55p 888m 11m 23s 79s SS C E W"}).do("0 discards 5p")
    added.do("1 pungs 5p", "1 discards W", "2 draws ?", "2 discards 9p", "3 draws ?")
    added.do("3 discards 9p", "0 draws 9p", "0 discards 9p", "1 draws 5p", "1 exposes 5p")
    assert added.no("1 adds 5p").rule == "TW-P-35"


# TW-P-43, TW-P-44, TW-P-45


def slow() -> T:
    """5p is out; 1 waits for it, 2 waits for it too, 3 has a pair of it, 1 may chow it."""
    return T(hands={0: DEALER, 2: OTHER, 3: PAIRS}).do("0 discards 5p")


def test_twp43_1_pung_against_self_draw() -> None:
    t = T(hands={0: DEALER, 1: READY, 3: PAIRS.replace("5", "8")}).do("0 discards 8p", "1 draws 2p")
    early = T(hands={0: DEALER, 1: READY, 3: PAIRS.replace("5", "8")})
    early.do("0 discards 8p", "3 calls pung")
    assert early.no("1 draws 2p").rule == "TW-P-15"
    t.do("1 calls win")
    verdict = t.no("3 pungs 8p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-43", Foul.LOST_PUNG)
    t.do("1 wins 2p")


def test_twp43_1_a_pung_called_before_the_self_draw_undoes_the_draw() -> None:
    t = T(hands={0: DEALER, 1: READY, 3: PAIRS.replace("5", "8")}).do("0 discards 8p")
    left = t.state.left
    t.do("1 draws 2p", "3 calls pung")
    assert t.state.left == left
    assert t.no("1 wins 2p").rule
    t.do("3 pungs 8p", "3 discards C", "0 draws 2p")


def test_twp43_2_discard_win_against_self_draw() -> None:
    t = T(hands={0: DEALER, 1: READY, 2: "123m 456m 35m 666s 888s WW"})
    t.do("0 discards 4m", "1 draws 2p", "2 wins 4m")
    assert result_of(t.state).winners == (2,)
    t = T(hands={0: DEALER, 1: READY, 2: "123m 456m 35m 666s 888s WW"})
    t.do("0 discards 4m", "1 draws 2p", "1 calls win")
    verdict = t.no("2 wins 4m")
    assert (verdict.rule, verdict.penalty) == ("TW-P-43", Foul.LOST_WIN)


def test_twp43_3_chow_shown_and_discarded_beats_a_slow_pung() -> None:
    t = T(hands={0: DEALER, 1: "46p 888m 11m 23s 79s SS E W F"})
    t.do("0 discards 5p", "1 chows 5p 46p")
    assert t.judge("3 pungs 5p").ok
    t.do("1 discards F")
    verdict = t.no("3 pungs 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-43", Foul.LOST_PUNG)
    t = T(hands={0: DEALER, 1: "46p 888m 11m 23s 79s SS E W F"})
    t.do("0 discards 5p", "1 chows 5p 46p", "3 pungs 5p")
    assert t.state.players[1].sets == ()
    assert t.state.turn == 3


def test_twp43_4_draw_mixed_beats_a_slow_pung() -> None:
    t = slow().do("1 draws ?")
    assert t.judge("3 pungs 5p").ok
    t.do("1 mixes")
    verdict = t.no("3 pungs 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-43", Foul.LOST_PUNG)
    assert t.no("3 calls pung").rule == "TW-P-43"
    flower = slow().do("1 draws f1", "1 flower f1", "1 draws 9m back")
    assert flower.no("3 pungs 5p").rule == "TW-P-43"
    flower.do("2 wins 5p")


def test_twp44_5_pung_against_a_win_whose_owner_touched_the_wall() -> None:
    t = T(hands={0: DEALER, 1: READY, 3: PAIRS}).do("0 discards 5p", "1 reaches", "3 pungs 5p")
    t = T(hands={0: DEALER, 1: READY, 3: PAIRS}).do("0 discards 5p", "3 calls pung")
    t.do("1 wins 5p")


def test_twp44_6_chow_shown_and_discarded_beats_a_silent_win() -> None:
    t = T(hands={0: DEALER, 1: "46p 888m 22m 23s 79s SS E W F", 2: OTHER})
    t.do("0 discards 5p", "1 chows 5p 46p")
    assert t.judge("2 wins 5p").ok
    t.do("1 discards F")
    verdict = t.no("2 wins 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-44", Foul.LOST_WIN)


def test_twp44_7_draw_and_discard_beat_a_silent_win() -> None:
    t = slow().do("1 draws ?", "1 mixes")
    assert t.judge("2 wins 5p").ok
    assert t.judge("2 calls win").ok
    t.do("1 discards 9m")
    assert t.no("2 wins 5p").rule == "TW-P-44"
    assert t.no("2 wins 9m").rule in ("TW-P-11", "TW-P-12")


def test_twp44_8_a_win_that_reached_for_the_wall_gives_way() -> None:
    t = T(hands={0: DEALER, 1: READY, 2: OTHER}).do("0 discards 5p", "1 reaches", "2 wins 5p")
    assert result_of(t.state).winners == (2,)


def test_twp45_insisting_names_the_penalty() -> None:
    t = slow().do("1 draws ?", "1 discards 9m")
    assert t.no("2 wins 5p").penalty is Foul.LOST_WIN
    assert t.no("3 pungs 5p").penalty is Foul.LOST_PUNG
    assert t.no("0 pungs 5p").rule == "LOG"


# Wins by flowers


SEVEN = "f1 f2 f3 f4 f5 f6 f7"


def flower_table(rules: str = "taiwan", seven: int = 2) -> T:
    """Seat 2 has laid seven flowers; 1 draws the eighth."""
    numbers = {1: READY}
    t = T(rules, {0: DEALER, **numbers})
    players = list(t.state.players)
    players[seven] = replace(players[seven], flowers=tuple(Tile[f"F{n}"] for n in range(1, 8)))
    a, b, c, d = players
    t.state = replace(t.state, players=(a, b, c, d))
    return t.do("0 discards 1m")


def test_tw27_tw29_eight_flowers_after_replacing() -> None:
    t = flower_table(seven=1).do("1 draws f8")
    assert t.no("1 flowerwins").rule == "TW-27"
    t.do("1 flower f8")
    verdict = t.no("1 flowerwins")
    assert (verdict.rule, verdict.penalty) == ("TW-27", None)
    kept = flower_table(seven=1).do("1 draws f8", "1 flower f8", "1 draws 9m back")
    t.do("1 draws 9m back", "1 flowerwins")
    assert not t.won().hand_complete and t.won().self_draw
    assert get_rules("taiwan").score(hand_of_win(t.state), t.won()).total == 8
    kept.do("1 discards 9m", "2 draws ?", "2 discards 9p", "3 draws ?", "3 discards 9p")
    kept.do("0 draws 9p", "0 discards 9p", "1 draws 8p")
    assert kept.no("1 flowerwins").rule == "TW-27"
    assert kept.no("2 flowerwins").rule == "TW-27"


def test_tw29_the_replacement_also_completes_the_hand() -> None:
    t = flower_table(seven=1).do("1 draws f8", "1 flower f8", "1 draws 2p back", "1 flowerwins")
    won = t.won()
    assert won.hand_complete and won.kong_draw and won.self_draw
    score = get_rules("taiwan").score(hand_of_win(t.state), won)
    assert {"all_flowers", "replacement_tile", "concealed_self_draw"} <= {
        item.id for item in score.items
    }
    assert t.no("1 wins").rule == "LOG"


def test_tw28_dealt_flowers_win_at_the_first_own_draw() -> None:
    eight = "f1 f2 f3 f4 f5 f6 f7 f8 "
    t = T(hands={0: DEALER, 1: eight + "123m 456m 77s"}).do("1 flower " + eight)
    for tile in ("34p", "77s"):
        for one in (tile[0] + tile[-1], tile[1] + tile[-1]):
            t.do(f"1 draws {one} back")
    t.do(*(f"1 draws {tile} back" for tile in ("9s", "9s", "9s", "E")))
    t.do("0 discards 1m", "1 draws 9m")
    assert t.no("0 flowerwins").rule == "TW-27"
    t.do("1 flowerwins")
    assert t.won().dealt_flowers
    assert get_rules("taiwan").score(hand_of_win(t.state), t.won()).total == 12


def test_tw28_seven_and_one_elsewhere() -> None:
    t = T(hands={0: "f8 147m 258p 369s ESWNCFP", 1: SEVEN + " 123m 456m 77s 9s"})
    t.do("0 flower f8", "0 draws 1m back", "1 flower " + SEVEN)
    t.do(*(f"1 draws {tile} back" for tile in ("3p", "4p", "7s", "9s", "9s", "E", "E")))
    t.do("0 discards 1m")
    assert t.no("1 robs f8 from 0").rule == "TW-30a"
    t.do("1 draws 9m", "1 robs f8 from 0")
    assert t.no("1 discards 9m").rule == "TW-P-23"
    t.do("1 flowerwins")
    assert t.won().dealt_flowers and t.won().robbed_flower
    assert win_facts(t.state)[0].robbed_flower == 0


def test_tw30a_robbing_the_eighth() -> None:
    t = flower_table().do("1 draws f8")
    assert t.no("2 robs f8 from 1").rule == "TW-30a"
    t.do("1 flower f8")
    assert t.no("3 robs f8 from 1").reason == "未持七花, 不得搶花"
    assert t.no("2 robs f8 from 3").rule == "TW-30a"
    assert t.no("2 robs f8 from 2").rule == "TW-30a"
    assert t.no("2 wins f8").rule in ("TW-27", "LOG")
    t.do("2 robs f8 from 1")
    assert t.state.players[1].flowers == ()
    assert t.no("2 flowerwins").rule == "TW-27"
    t.do("2 draws ? back")
    assert t.no("2 wins").rule == "TW-P-31"
    assert t.no("2 discards 9m").reason == "此時不得打牌"
    t.do("2 flowerwins")
    won = t.won()
    assert won.robbed_flower and not won.self_draw and not won.seventh_drawn
    facts = win_facts(t.state)[0]
    assert (facts.winner, facts.source, facts.robbed_flower) == (2, 1, 1)


def test_tw30b_laying_the_seventh_while_another_has_one() -> None:
    t = flower_table(seven=1)
    players = list(t.state.players)
    six, eighth = players[1].flowers[:6], (Tile.F8,)
    players[1] = replace(players[1], flowers=six)
    players[3] = replace(players[3], flowers=eighth)
    a, b, c, d = players
    t.state = replace(t.state, players=(a, b, c, d))
    t.do("1 draws f7", "1 flower f7")
    assert t.no("1 robs f8 from 2").rule == "TW-30a"
    t.do("1 robs f8 from 3", "1 draws 2p back", "1 flowerwins")
    won = t.won()
    assert won.robbed_flower and won.seventh_drawn and won.self_draw and won.hand_complete
    score = get_rules("taiwan").score(hand_of_win(t.state), won)
    assert {item.payer for item in score.items} == {"all", "robbed", "others"}
    assert win_facts(t.state)[0].source is None


def test_tw30c_a_late_flower_is_robbed_in_document_a_only() -> None:
    for rules, ok in (("taiwan-early", True), ("taiwan", False)):
        t = flower_table(rules).do("1 draws 9m", "1 discards 9m")
        t.do("3 exposes f8", "2 draws ?")
        if ok:
            t.do("2 robs f8 from 3", "2 flowerwins")
            assert t.won().robbed_flower
        else:
            assert t.no("2 robs f8 from 3").rule == "TW-30c"
    assert TAIWAN_EARLY_PLAY.rob_late_flower and not TAIWAN_PLAY.rob_late_flower


def test_flower_wins_are_not_for_everybody() -> None:
    t = flower_table(seven=1).do("1 ruled dead", "1 draws f8", "1 flower f8", "1 draws 9m back")
    assert t.no("1 flowerwins").rule == "TW-P-23"
    t = flower_table().do("2 ruled dead", "1 draws f8", "1 flower f8")
    assert t.state.offer is None
    assert t.no("2 robs f8 from 1").rule == "TW-30a"
    assert T("hongkong").do("0 discards 1m", "1 draws ?").no("1 flowerwins").rule == "HK-P-03"
    t = flower_table(seven=1).do("1 draws f8", "1 flower f8", "1 draws 9m back")
    assert t.no("1 flowerwins 9m").rule == "LOG"


# Rulings and the end


def test_twp27_a_ruling_can_end_the_hand() -> None:
    t = T(hands={0: DEALER}).do("0 discards 1m", "2 ruled dead ends")
    assert result_of(t.state).offender == 2
    assert t.state.players[2].status is Status.DEAD
    after = advance(GameState(TAIWAN_PLAY.game), result_of(t.state))
    assert (after.dealer, after.streak) == (0, 0)


def test_a_refused_event_raises_with_rule_and_reason() -> None:
    t = T(hands={0: DEALER})
    with pytest.raises(RefereeError, match="TW-P-23: ") as error:
        t.do("1 discards 1m")
    assert error.value.rule == "TW-P-23"


def test_twp24_a_win_let_go_while_looking() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("1 looks", "0 discards 5p")
    assert t.no("1 passes").rule == "TW-P-24"
    t.do("1 draws 9m", "1 discards 9m", "2 draws ?", "2 discards 2p")
    verdict = t.no("1 wins 2p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-24", Foul.PAYS_ALL)


def test_twp32_is_not_judged_of_hidden_hands() -> None:
    t = T(hands={0: DEALER}).do("0 discards 1m", "1 draws ?", "1 mixes", "1 hides ?")
    assert t.yes("1 draws ? back").ok
    assert t.judge("1 wins 5p").ok
    assert T(hands={0: DEALER}).do("0 discards 1m").no("1 mixes").rule == "LOG"


def test_twp42_a_tile_of_an_open_set_is_no_discard() -> None:
    t = T(hands={0: DEALER, 1: PAIRS}).do("0 discards 5p", "1 pungs 5p")
    verdict = t.no("1 discards 5p")
    assert (verdict.rule, verdict.penalty) == ("TW-P-42", Foul.EXPOSED_DISCARD)


def test_only_discards_are_chowed_and_ponged() -> None:
    t = T(hands={0: DEALER, 1: "55p 888m 22m 23s 78s SS C E W"}).do("0 discards 5p", "1 pungs 5p")
    t.do("1 discards W", "2 draws ?", "2 discards 9p", "3 draws ?", "3 discards 9m")
    t.do("0 draws 9p", "0 discards 9p", "1 draws 5p", "1 adds 5p")
    assert t.no("2 kongs 5p").reason == "只可吃碰他人打出之牌"


def test_tw30a_an_offered_flower_is_robbed_and_not_won_on() -> None:
    t = flower_table().do("1 draws 7s", "1 hides 7s", "1 draws f8 back", "1 flower f8")
    assert t.no("2 wins f8").rule == "TW-27"
    assert t.no("2 calls pung").rule == "TW-27"
    t.do("2 calls flower")
    assert t.no("1 draws 9m back").rule == "TW-P-15"
    t.do("2 robs f8 from 1")
    assert t.state.kongs == 0


def test_tw30a_robbed_with_a_complete_hand() -> None:
    t = T(hands={0: DEALER, 1: OTHER, 2: READY})
    players = list(t.state.players)
    players[2] = replace(players[2], flowers=tuple(Tile[f"F{n}"] for n in range(1, 8)))
    a, b, c, d = players
    t.state = replace(t.state, players=(a, b, c, d))
    t.do("0 discards 1m", "1 draws f8", "1 flower f8", "2 robs f8 from 1", "2 draws 2p back")
    t.do("2 flowerwins")
    hand, won = hand_of_win(t.state), t.won()
    assert won.hand_complete and won.kong_draw and won.flower_draw and not won.self_draw
    assert len(hand.flowers) == 8
    assert {item.id for item in get_rules("taiwan").score(hand, won).items} >= {"seven_rob_one"}


def test_questions_that_have_no_answer_yet() -> None:
    t = T(hands={0: DEALER, 1: "f3 " + OTHER[5:] + " 12m", 2: READY})
    assert seat_waits(t.state, 1) == ()
    assert seat_waits(t.state, 2) == (Tile.P2, Tile.P5)
    assert seat_waits(t.state, 3) is None
    with pytest.raises(GameError, match="not over"):
        result_of(t.state)
    with pytest.raises(GameError, match="nobody"):
        hand_of_win(t.state)
    t.do("1 flower f3", "1 draws 9p back", "0 discards 5p", "2 wins 5p")
    with pytest.raises(GameError, match="seat 1"):
        t.won(1)


def test_twp38_the_last_eight_tiles_are_named() -> None:
    for left, heavy in ((9, False), (8, True)):
        verdict = T(hands={0: DEALER}).left(left).no("0 hides 1m")
        assert (verdict.penalty, verdict.heavy) == (Foul.WRONG_CONCEALED_KONG, heavy)
