"""Turns and claims of the Hong Kong, joker and pung-only games, line by line."""

from dataclasses import fields, replace

import pytest

from scoring.errors import MeldError, RefereeError
from scoring.events import Deal
from scoring.game import GameState, advance
from scoring.hand import Meld, MeldKind, may_be_set
from scoring.jokers import jokers_of
from scoring.playrules import (
    PLAY,
    Foul,
    Passing,
    PlayRules,
)
from scoring.referee import start
from scoring.table import (
    How,
    OpenSet,
    Phase,
    circumstances_of_win,
    hand_of,
    hand_of_win,
    kongs_of,
    result_of,
    win_facts,
)
from scoring.tiles import Tile, parse_tiles
from scoring.wu_joker import WU_JOKER
from tests.scoring.play_helpers import T

DEALER = "147m 258p 369s ESWNC"
READY = "123m 456m 34p 777s 99s"  # 2p 5p
OTHER = "123m 456m 34p 222s WW"
PAIRS = "55p 46p 888m 66s 23s SS"


# Hong Kong (C)


def test_hkp03_order_of_choices_in_a_turn() -> None:
    t = T("hongkong", {0: DEALER, 1: READY}).do("0 discards 1m", "1 draws f1")
    assert t.no("1 discards f1").rule == "HK-P-02"
    t.do("1 flower f1", "1 draws 7s back", "1 hides 7s", "1 draws 2p back", "1 wins 2p")
    assert t.won().kong_draw and not t.won().flower_draw
    t = T("hongkong", {0: DEALER, 1: READY}).do("0 discards 1m", "1 draws f1", "1 flower f1")
    t.do("1 draws 2p back", "1 wins 2p")
    assert t.won().kong_draw and t.won().flower_draw


def test_hkp03_a_kong_may_follow_a_claim_and_two_kongs_in_a_row() -> None:
    t = T("hongkong", {0: DEALER, 1: "5555m 888m 55p 46p 1s S"}).do("0 discards 5p", "1 pungs 5p")
    t.do("1 hides 5m", "1 draws 8m back", "1 hides 8m", "1 draws 9m back")
    assert t.state.kongs == 2
    assert t.no("1 wins 9m").rule == "HK-P-03"
    t = T("hongkong", {0: DEALER, 1: "5555m 888m 345p 6s 11s"}).do("0 discards 1m", "1 draws 8m")
    t.do("1 hides 5m", "1 draws 9m back", "1 hides 8m", "1 draws 6s back")
    assert not t.judge("1 wins 6s").ok
    t = T("hongkong", {0: DEALER, 1: "5555m 888m 345p 46s 1s"}).do("0 discards 1m", "1 draws 1s")
    t.do("1 hides 5m", "1 draws 8m back", "1 hides 8m", "1 draws 5s back", "1 wins 5s")
    assert t.won().kong_on_kong and t.won().self_draw


def test_hkp03_an_added_kong_may_be_robbed() -> None:
    t = T("hongkong", {0: DEALER, 1: "55p 888m 22m 23s SS E W", 3: READY})
    t.do("0 discards 5p")
    t.do("1 pungs 5p", "1 discards W", "2 draws ?", "2 discards 9p", "3 draws 9m", "3 discards 9m")
    t.do("0 draws 9p", "0 discards 9p", "1 draws 5p", "1 adds 5p", "3 wins 5p")
    assert t.won().rob_kong


def test_hkp04_win_then_kong_and_pung_then_chow() -> None:
    t = T("hongkong", {0: DEALER, 1: "46p 888m 66s 23s SS 99m", 2: "55p 11s 111p 78s WW NN"})
    t.do("0 discards 5p", "2 calls pung")
    assert t.no("1 chows 5p 46p").rule == "HK-P-04"
    t.do("3 calls win")
    assert t.no("2 pungs 5p").rule == "HK-P-04"
    assert t.no("1 draws 9p").rule == "HK-P-04"


def test_hkp04_the_nearest_of_several_winners() -> None:
    t = T("hongkong", {0: DEALER, 1: READY, 2: OTHER}).do("0 discards 5p", "1 calls win")
    assert t.no("2 wins 5p").rule == "HK-P-04"
    t.do("1 wins 5p")


def test_hkp05_chow_only_by_the_next_player() -> None:
    t = T("hongkong", {0: DEALER, 2: PAIRS}).do("0 discards 5p")
    assert t.no("2 chows 5p 46p").rule == "HK-P-05"
    t = T("hongkong", {0: DEALER, 1: PAIRS}).do("0 discards 5p", "1 chows 5p 46p", "1 discards 5p")
    assert t.state.phase is Phase.OFFER  # nothing forbids the same tile here


def test_hk13_dealt_wins() -> None:
    t = T("hongkong", {0: READY + " 2p"}).do("0 wins")
    assert t.won().tianhu
    t = T("hongkong", {0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 2p", "1 wins 2p")
    assert t.won().dihu
    t = T("hongkong", {0: DEALER, 1: READY}).do("0 discards 5p", "1 wins 5p")
    assert t.won().renhu
    t = T("wu-hongkong", {0: DEALER, 1: READY}).do("0 discards 5p", "1 wins 5p")
    assert not t.won().renhu
    t = T("hongkong", {0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 9m", "1 discards 9m")
    t.do("2 draws ?", "2 discards 5p", "1 wins 5p")
    assert not t.won().renhu


def test_hk09_the_wall_is_used_up() -> None:
    t = T("hongkong", {0: DEALER, 1: READY, 2: OTHER}).left(1).do("0 discards 1m")
    assert t.no("1 ends").rule == "HK-P-03"
    t.do("1 draws 9m", "1 discards 9m")
    assert t.no("2 pungs 9m").rule == "HK-P-03"
    t.do("2 ends")
    won = T("hongkong", {0: DEALER, 2: READY}).do("0 discards 1m", "1 draws ?", "1 discards 9m")
    won.do("2 draws 9p", "2 discards 9p", "3 draws ?", "3 discards 9m").left(1)
    won.do("0 draws 5p", "0 discards 5p", "2 wins 5p")
    assert won.won().last_tile and not won.won().self_draw


# Wu's Hong Kong game (D13)


def test_wu13_14_seven_flowers_win_at_once_or_are_declined() -> None:
    seven = "f1 f2 f3 f4 f5 f6 f7"
    dealt = T("wu-hongkong", {0: seven + " 123m 456m E"}).do("0 flower " + seven)
    dealt.do(*(f"0 draws {tile} back" for tile in ("3p", "4p", "7s", "7s", "7s", "9s", "E")))
    assert dealt.state.drawable == 144 - 53 - 7
    early = T("wu-hongkong", {0: seven + " 123m 456m E"}).do("0 flower " + seven)
    assert early.no("0 flowerwins").reason == "尚未補足花牌"
    dealt.do("0 flowerwins")
    assert not dealt.won().hand_complete and not dealt.won().tianhu


def flowers(seat: int, number: int) -> T:
    """A hidden hand of this seat has laid so many flowers before the dealer's discard."""
    names = [f"f{n + 1}" for n in range(number)]
    t = T("wu-hongkong").do(f"{seat} flower {' '.join(names)}")
    return t.do(*[f"{seat} draws ? back"] * number)


def test_wu13_14_others_wait_for_their_first_draw() -> None:
    t = flowers(1, 7).do("0 discards 1m")
    assert t.no("1 flowerwins").reason == "未輪到, 不得花胡"
    won = flowers(1, 7).do("0 discards 1m", "1 draws ?", "1 flowerwins")
    assert not won.won().dihu
    claimed = flowers(1, 7).do("0 discards 1m", "1 pungs 1m")
    assert claimed.no("1 flowerwins").rule == "WU13-14"
    t.do("1 draws ?", "1 bigflower")
    assert t.no("1 bigflower").rule == "WU13-14"
    assert t.no("1 flowerwins").reason == "花牌未齊8張"
    t.do("1 discards 9m", "2 draws f8")
    assert t.no("1 robs f8 from 2").rule == "WU13-14"
    t.do("2 flower f8", "1 robs f8 from 2", "1 flowerwins")
    assert t.won().robbed_flower and t.won().big_flowers
    assert win_facts(t.state)[0].source == 2


def test_wu13_14_who_did_not_declare_may_not_rob() -> None:
    t = flowers(1, 7).do("0 discards 1m", "1 draws ?", "1 discards 9m", "2 draws f8", "2 flower f8")
    assert t.no("1 robs f8 from 2").rule == "WU13-14"


def test_wu13_14_seventh_in_play_and_after_a_given_kong() -> None:
    t = flowers(1, 6).do("0 discards 1m", "1 draws f7", "1 flower f7", "1 flowerwins")
    assert not t.won().hand_complete
    t = flowers(1, 6).do("0 discards 1m", "1 kongs 1m", "1 draws f7 back", "1 flower f7")
    t.do("1 flowerwins")
    assert win_facts(t.state)[0].kong_giver == 0
    t = flowers(1, 6).left(1).do("0 discards 1m", "1 draws f7", "1 flower f7", "1 flowerwins")
    assert t.won().last_tile
    t = flowers(1, 7).left(2).do("0 discards 1m", "1 draws ?", "1 bigflower", "1 discards 9m")
    t.do("2 draws f8", "2 flower f8", "1 robs f8 from 2", "1 flowerwins")
    assert t.won().last_tile and not t.won().self_draw


def test_wu13_15_robbing_and_all_winners_are_paid() -> None:
    t = T("wu-hongkong", {0: DEALER, 1: READY, 2: OTHER}).do("0 discards 5p", "1 calls win")
    t.do("2 wins 5p", "1 wins 5p")
    assert [win.seat for win in t.state.wins] == [2, 1]
    assert [facts.source for facts in win_facts(t.state)] == [0, 0]
    assert t.no("1 wins 5p").rule == "LOG"
    assert t.no("3 draws 9m").rule == "LOG"


def test_wu13_15_thirteen_orphans_rob_a_concealed_kong() -> None:
    orphans = "19m 19p 19s ESWN CC F"
    t = T("wu-hongkong", {0: DEALER, 1: "PPP 22m 345p 678s 99m", 2: orphans})
    t.do("0 discards 4m", "1 draws P", "1 hides P")
    assert t.state.offer is not None
    assert t.state.offer.how is How.CONCEALED_KONG
    t.do("2 wins P")
    assert t.won().rob_kong and t.won().rob_concealed_kong
    other = T("wu-hongkong", {0: DEALER, 1: "5558m 22m 345p 678s 9m", 2: "46m 123p 789p 222s CC"})
    other.do("0 discards 1m", "1 draws 5m", "1 hides 5m")
    assert other.no("2 wins 5m").rule == "WU13-13"


def test_wu13_16_passing_a_first_tile_of_the_round() -> None:
    t = T("wu-hongkong", {0: DEALER, 2: READY}).do("0 discards 5p", "1 draws ?", "1 discards 2p")
    verdict = t.no("2 wins 2p")
    assert (verdict.rule, verdict.penalty) == ("WU13-16", Foul.BARRED)
    t.do("2 draws 2p", "2 wins 2p")  # the own draw begins another round


def test_wu13_13_false_wins_bar() -> None:
    t = T("wu-hongkong", {0: DEALER, 1: READY}).do("0 discards 1m")
    assert t.no("1 wins 1m").penalty is Foul.BARRED
    t.do("1 ruled barred", "1 draws 2p")
    assert t.no("1 wins 2p").rule == "WU13-13"
    t.do("1 discards 9s")


def test_wu13_17_late_flowers_and_tiles_are_fined() -> None:
    t = T("wu-hongkong", {0: "f1 147m 258p 369s ESWN", 1: "f3 123m 456m 34p 777s 9s"})
    verdict = t.yes("1 flower f3")
    assert (verdict.rule, verdict.penalty, verdict.seat) == ("WU13-17", Foul.LATE_FLOWER, 0)
    t.do("1 draws 9s back", "0 flower f1", "0 draws C back", "0 discards 1m")
    late = T("wu-hongkong", {0: DEALER[:-1]}).do("0 discards 1m", "1 draws ?")
    verdict = late.yes("0 draws 9m")
    assert (verdict.rule, verdict.penalty) == ("WU13-17", Foul.LATE_TILE)
    late = T("wu-hongkong", {0: DEALER[:-1]}).do("0 discards 1m", "1 draws ?", "1 discards 9p")
    assert late.no("0 draws 9m").penalty is Foul.BARRED
    early = T("wu-hongkong", {0: DEALER[:-1]}).do("0 draws 9m", "0 discards 9m")
    assert not early.state.late_tile
    assert T("wu-hongkong", {0: READY}).no("0 wins").rule == "WU13-13"


def test_wu13_18_a_draw_passes_the_deal() -> None:
    t = T("wu-hongkong").left(0).do("0 discards ?", "1 ends")
    state = GameState(PLAY["wu-hongkong"].game)
    assert advance(state, result_of(t.state)).dealer == 1


# The joker game (D16). The indicator of the tests is 3p: 3m 3p 3s are jokers.


J_DEALER = "147m 258p 69s ESWNCFP 11m"
SIXES = "66s 3m 123p 789p 555m 222m 8s"


@pytest.mark.parametrize(
    ("indicator", "number", "flowers_in_play"),
    [("7p", 11, True), ("P", 11, True), ("S", 15, True), ("f7", 19, False), ("f3", 19, False)],
)
def test_wu16_03_jokers_of_the_indicator(
    indicator: str, number: int, flowers_in_play: bool
) -> None:
    tile = Tile.from_code(indicator)
    jokers = jokers_of(tile)
    copies = sum(4 if joker <= Tile.P else 1 for joker in jokers)
    assert copies - 1 == number
    assert tile in jokers
    t = T("wu-joker", indicator=tile)
    assert t.state.flowers_in_play is flowers_in_play


def test_wu16_03_an_indicator_is_needed_and_only_here() -> None:
    hidden = ((None,) * 17, *[(None,) * 16] * 3)
    for name, tile in (("wu-joker", None), ("taiwan", Tile.P3)):
        with pytest.raises(RefereeError, match="百搭"):
            start(PLAY[name], Deal(0, hidden, indicator=tile))  # type: ignore[arg-type]


def test_wu16_03_flowers_are_tiles_of_the_hand_with_nineteen_jokers() -> None:
    t = T("wu-joker", {0: "f1 f2 47m 258p 69s ESWNCFP 1m"}, indicator=Tile.F7)
    assert t.no("0 flower f1").rule == "WU16-13"
    t.do("0 discards f1")
    assert t.state.offer is not None


def test_wu16_04_jokers_chow_and_pung_and_float() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: SIXES}).do("0 discards 6s", "1 pungs 6s 6s 3m")
    assert t.state.players[1].sets[0].tiles == (Tile.M3, Tile.S6, Tile.S6)
    t = T("wu-joker", {0: J_DEALER, 1: SIXES}).do("0 discards 9s", "1 chows 9s 8s3m")
    assert t.state.players[1].sets[0].tiles == (Tile.M3, Tile.S8, Tile.S9)
    assert T("wu-joker", {0: J_DEALER, 1: SIXES}).do("0 discards 9s").no("1 chows 9s 5m3m").rule
    t = T("wu-joker", {0: J_DEALER, 1: "3m3s 3m 123p 789p 555m 222m 8s"})
    t.do("0 discards E")
    assert t.no("1 chows E 3m8s").rule == "WU16-04"
    t.do("1 pungs E 3m3s")


def test_wu16_04_a_discarded_joker_is_ponged_and_flown_up() -> None:
    """東家誤打百搭: three 6s in hand; two pung the joker, the third takes its place later."""
    t = T("wu-joker", {0: J_DEALER[:-2] + "3m", 1: "666s 123p 789p 555m 22m 8s 4p"})
    t.do("0 discards 3m", "1 pungs 3m 66s")
    assert t.no("1 swaps 8s 3m").rule == "WU16-04"
    assert t.no("1 swaps 6s 3s").rule == "WU16-04"
    assert t.no("1 swaps 6s 6s").rule == "WU16-04"
    assert t.no("1 swaps 9m 3m").rule == "LOG"
    assert t.no("2 swaps 6s 3m").rule == "WU16-04"
    t.do("1 swaps 6s 3m")
    assert t.state.players[1].sets[0].tiles == (Tile.S6,) * 3
    assert Tile.M3 in t.state.players[1].known


def ask_for(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The joker game with another least worth of a win."""
    rules = replace(WU_JOKER, rules=replace(WU_JOKER.rules, minimum=least))
    monkeypatch.setattr("scoring.wu_joker.WU_JOKER", rules)


def test_wu16_04_the_swapping_tile_may_be_won_on(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_for(0, monkeypatch)
    waiting = "45s 123p 789p 555m 222m 88s"
    t = T(
        "wu-joker", {0: J_DEALER[:-2] + "3m", 1: "666s 12p 78p 9p 66m 7m 8m 8s 4p EN", 2: waiting}
    )
    t.do("0 discards 3m", "1 pungs 3m 66s", "1 swaps 6s 3m")
    t.do("2 wins 6s")
    assert t.won().self_draw
    assert win_facts(t.state)[0].source == 1
    assert win_facts(t.state)[0].how is How.SWAP


def test_wu16_04_a_real_pung_beats_a_joker_pung_and_a_kong_beats_both() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: "6s 3m 12p 789p 555m 222m 88s 4p"}).do("0 discards 6s")
    t.do("1 calls pung", "3 calls pung")
    assert t.no("1 pungs 6s 6s3m").rule == "WU16-20"
    t.do("3 pungs 6s")
    t = T("wu-joker", {0: J_DEALER, 1: "6s 3m 12p 789p 555m 222m 88s 4p"}).do("0 discards 6s")
    t.do("1 calls pung", "1 pungs 6s 6s3m")
    t = T("wu-joker", {0: J_DEALER, 1: "3s 3m 12p 789p 555m 222m 88s 4p"}).do("0 discards 6s")
    t.do("1 calls pung", "2 calls kong")
    assert t.no("1 pungs 6s 3m3s").rule == "WU16-20"
    t.do("2 kongs 6s")
    joker = T("wu-joker", {0: J_DEALER[:-2] + "3m", 1: "66s 1p2p 789p 555m 222m 88s 4p"})
    joker.do("0 discards 3m", "1 calls pung", "2 calls pung", "1 pungs 3m 66s")


def test_wu16_04_jokers_are_no_kong() -> None:
    t = T("wu-joker", {0: J_DEALER[:-2] + "3m", 1: "333s 12p 789p 555m 22m 8s 4p 4s"})
    t.do("0 discards 3m")
    assert t.no("1 kongs 3m").rule == "WU16-04"
    own = T("wu-joker", {0: "3333m 258p 69s ESWNCFP 1m"})
    assert own.no("0 hides 3m").rule == "WU16-04"
    t.do("1 pungs 3m 3s3s", "1 discards 4p", "2 draws ?", "2 discards 9m", "3 draws ?")
    t.do("3 discards 9m", "0 draws 9p", "0 discards 9p", "1 draws 3s")
    assert t.no("1 adds 3s").rule == "WU16-04"


def test_wu16_05_the_same_tile_may_be_discarded_after_a_claim() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: "666s 12p 789p 555m 22m 8s 4p E"}).do("0 discards 6s")
    t.do("1 pungs 6s", "1 discards 6s")


def test_wu16_06_self_draw_only() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: "45s 123p 789p 555m 222m 88s"}).do("0 discards 6s")
    verdict = t.no("1 wins 6s")
    assert (verdict.rule, verdict.penalty) == ("WU16-06", Foul.BARRED)


def test_wu16_06_the_giver_of_a_kong_is_known() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: "666s 12p 789p 555m 22m 8s 4p E"}).do("0 discards 6s")
    t.do("1 kongs 6s", "1 draws 9s back")
    assert t.state.kong_giver == 0


def test_wu16_12_riichi() -> None:
    ready = "45s 123p 789p 555m 222m 88s"
    t = T("wu-joker", {0: J_DEALER, 1: ready})
    assert t.no("0 discards C ready").rule == "WU16-12"
    t.do("0 discards 1m", "1 draws 9m", "1 discards 9m ready", "2 draws ?", "2 discards 5m")
    assert t.no("1 pungs 5m").rule == "WU16-12"
    t.do("3 draws ?", "3 discards 9m", "0 draws 9m", "0 discards 9m", "1 draws 2m")
    assert t.no("1 discards 5m").penalty is Foul.BARRED
    assert t.no("1 hides 2m").rule == "WU16-12"
    assert t.no("1 discards 2m ready").reason == "已宣告聽牌"
    t.do("1 discards 2m")


def test_wu16_13_fines_and_slips() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: SIXES}).do("0 discards 6s", "1 calls pung")
    verdict = t.yes("1 withdraws")
    assert (verdict.rule, verdict.penalty) == ("WU16-13", Foul.SLIP)
    late = T("wu-joker", {0: J_DEALER[:-2] + "m"}).do("0 discards 1m", "1 draws ?")
    assert late.yes("0 draws 9m").rule == "WU16-13"


def test_wu16_20_win_kong_pung_chow() -> None:
    t = T("wu-joker", {0: J_DEALER, 1: SIXES}).do("0 discards 6s", "2 calls kong")
    assert t.no("1 pungs 6s").rule == "WU16-20"
    t = T("wu-joker", {0: J_DEALER, 1: SIXES}).do("0 discards 6s", "2 calls pung")
    assert t.no("1 chows 6s 8s3m").rule == "WU16-20"
    # A pung with a joker yields to a real one, but not to a chow.
    weak = {0: J_DEALER, 1: SIXES, 2: "6s 3s 147m 258p 1s ESWNC P F"}
    t = T("wu-joker", weak).do("0 discards 6s", "2 calls pung")
    assert t.no("1 chows 6s 8s3m").rule == "WU16-20"
    assert t.judge("1 pungs 6s 66s").ok


def test_wu16_20_a_drawn_winning_tile_makes_later_calls_void() -> None:
    t = T("wu-joker", {0: J_DEALER}).do("0 discards 6s", "1 draws ?", "1 calls win")
    assert not t.judge("3 pungs 6s").ok
    assert not t.judge("3 kongs 6s").ok


# Jokers in hands


@pytest.mark.parametrize(
    ("held", "drawn"),
    [
        ("11m 44m 55m 77m 88p 22s 888s E", "E"),  # 嚦咕嚦咕
        ("11m 44m 55m 77m 8p 3m 22s 888s E", "E"),  # with a joker
        ("19m 19p 19s ESWNCFP 45s N", "6s"),  # 十三么
        ("147m 258p 69s ESWNCFP 9s", "3s"),  # 十六不搭 with 3s, a joker
    ],
)
def test_wu16_21_shapes_without_sets_are_ready_and_win(held: str, drawn: str) -> None:
    """What the rule set scores, the referee knows as ready and lets win."""
    t = T("wu-joker", {1: held}).do("0 discards ?")
    ready = t.do(f"1 draws {drawn}").judge(f"1 discards {drawn} ready")
    assert ready.ok
    assert not ready.unknown
    assert t.yes(f"1 wins {drawn}").unknown == ()
    assert (
        T("wu-joker", {1: held}).do("0 discards ?", "1 draws 2m").no("1 wins 2m").rule == "WU16-06"
    )


@pytest.mark.parametrize(
    ("kind", "tiles", "fits"),
    [
        (MeldKind.CHOW, "1m 2m 3m", True),
        (MeldKind.CHOW, "1m 3m 3p", True),
        (MeldKind.CHOW, "1m 3p 3s", True),
        (MeldKind.CHOW, "3p 3p 3s", True),
        (MeldKind.CHOW, "1m 4m 3p", False),
        (MeldKind.CHOW, "2m 2m 3p", False),
        (MeldKind.CHOW, "8m 9m 1p", False),
        (MeldKind.CHOW, "9m 1p 3p", False),
        (MeldKind.CHOW, "E S 3p", False),
        (MeldKind.CHOW, "f1 3p 3s", False),
        (MeldKind.PUNG, "E E E", True),
        (MeldKind.PUNG, "E E 3p", True),
        (MeldKind.PUNG, "3p 3s 3s", True),
        (MeldKind.PUNG, "E S 3p", False),
        (MeldKind.PUNG, "f1 3p 3s", False),
    ],
)
def test_wu16_04_what_may_be_a_set_with_jokers(kind: MeldKind, tiles: str, fits: bool) -> None:
    """The referee's claims and the scored melds ask one function; a flower is no tile of a set."""
    jokers = jokers_of(Tile.P3)
    assert may_be_set(kind, parse_tiles(tiles), jokers) is fits
    if fits:
        assert Meld.with_jokers(kind, parse_tiles(tiles), jokers).tiles
    else:
        with pytest.raises(MeldError):
            Meld.with_jokers(kind, parse_tiles(tiles), jokers)


# The pung-only game (DP)


P_DEALER = "147m 258p 369s ESWNC"
P_PAIRS = "777p 55p 888m 66s 2s SS"


def test_pong01_no_chow_and_no_win_on_a_discard() -> None:
    t = T("wu-pong", {0: P_DEALER, 1: "46p 123m 456m 77s 999s"}).do("0 discards 5p")
    assert t.no("1 chows 5p 46p").rule == "PONG-01"
    assert t.no("1 wins 5p").rule == "PONG-01"
    t.do("1 draws 5p")


def test_pong01_the_giver_of_a_kong_that_wins_is_known() -> None:
    t = T("wu-pong", {0: "7s" + P_DEALER[:-1], 1: "777s 999s 111m 22m EE"})
    t.do("0 discards 7s", "1 kongs 7s", "1 draws 2m back")
    t.do("1 wins 2m")
    facts = win_facts(t.state)[0]
    assert (facts.kong_giver, facts.source, facts.self_draw) == (0, None, True)


def test_pong01_nobody_robs_a_kong() -> None:
    t = T("wu-pong", {0: P_DEALER, 1: P_PAIRS}).do("0 discards 5p", "1 pungs 5p", "1 discards 2s")
    t.do("2 draws ?", "2 discards 9m", "3 draws ?", "3 discards 9m", "0 draws 9p", "0 discards 9p")
    t.do("1 draws 5p", "1 adds 5p")
    assert t.state.offer is None
    assert t.no("2 wins 5p").rule == "LOG"


def test_pong04_which_kongs_earn_a_prize() -> None:
    given = T("wu-pong", {0: "7p" + P_DEALER[:-1], 1: P_PAIRS}).do("0 discards 7p", "1 kongs 7p")
    (kong,) = kongs_of(given.state)
    assert (kong.seat, kong.giver, kong.added, kong.prize) == (1, 0, False, True)
    # Ponged with three in hand, the fourth added later: no prize.
    later = T("wu-pong", {0: "7p" + P_DEALER[:-1], 1: P_PAIRS}).do("0 discards 7p", "1 pungs 7p")
    later.do("1 discards 2s", "2 draws ?", "2 discards 9m", "3 draws ?", "3 discards 9m")
    later.do("0 draws 9p", "0 discards 9p", "1 draws 1s", "1 adds 7p")
    (kong,) = kongs_of(later.state)
    assert (kong.giver, kong.added, kong.prize) == (None, True, False)
    # Ponged, then the fourth drawn: a prize.
    drawn = T("wu-pong", {0: P_DEALER, 1: P_PAIRS}).do("0 discards 5p", "1 pungs 5p")
    drawn.do("1 discards 2s", "2 draws ?", "2 discards 9m", "3 draws ?", "3 discards 9m")
    drawn.do("0 draws 9p", "0 discards 9p", "1 draws 5p", "1 adds 5p")
    assert kongs_of(drawn.state)[0].prize
    hidden = T("wu-pong", {0: "7777p" + P_DEALER[:-4]}).do("0 hides 7p")
    assert kongs_of(hidden.state)[0].kind is MeldKind.CONCEALED_KONG


def test_pong06_a_tile_passed_in_a_round_is_not_ponged() -> None:
    t = T("wu-pong", {0: P_DEALER, 3: P_PAIRS}).do("0 discards 5p", "1 draws ?", "1 discards 5p")
    assert t.no("3 pungs 5p").rule == "PONG-06"


def test_pong07_late_tile_until_the_second_player_draws() -> None:
    t = T("wu-pong", {0: P_DEALER[:-1]}).do("0 discards 1m")
    verdict = t.yes("0 draws 9m")
    assert (verdict.rule, verdict.penalty) == ("PONG-07", Foul.LATE_TILE)
    t = T("wu-pong", {0: P_DEALER[:-1]}).do("0 discards 1m", "1 draws ?")
    assert t.no("0 draws 9m").penalty is Foul.BARRED


def test_pong08_the_taker_of_the_last_tile_deals_and_his_kong_earns_nothing() -> None:
    t = T("wu-pong", {0: P_DEALER, 1: P_PAIRS}).left(2).do("0 discards 1m", "1 draws 7p")
    t.do("1 hides 7p", "1 draws 9m back", "1 discards 9m", "2 ends")
    (kong,) = kongs_of(t.state)
    assert not kong.prize
    result = result_of(t.state)
    assert result.last_taker == 1
    assert advance(GameState(PLAY["wu-pong"].game), result).dealer == 1


def test_wu13_14_hiding_the_eighth_is_a_false_win() -> None:
    t = flowers(1, 7).do("0 discards 1m", "1 draws ?", "1 bigflower", "1 discards 9m", "2 draws f8")
    verdict = t.no("2 discards 9p")
    assert (verdict.rule, verdict.penalty) == ("WU13-14", Foul.FALSE_WIN)


def test_wu13_15_a_concealed_kong_is_robbed_by_nothing_else() -> None:
    hand = "EE 46m 123p 789p 22s C"
    t = T("wu-hongkong", {0: "E258p 369s ESN 147m 1m", 1: "5558m 22m 345p 678s 9m", 2: hand})
    t.do("0 discards E", "2 pungs E", "2 discards C", "3 draws ?", "3 discards 9p")
    t.do("0 draws 9p", "0 discards 9p", "1 draws 5m", "1 hides 5m")
    assert t.no("2 wins 5m").rule == "WU13-13"


def test_penalties_of_each_system() -> None:
    assert T("hongkong", {0: DEALER}).do("0 discards 1m").no("2 draws 9m").penalty is None
    assert T("wu-hongkong", {0: DEALER}).do("0 discards 1m").no("2 draws 9m").penalty is Foul.SLIP
    wrong = T("wu-pong", {0: P_DEALER, 1: P_PAIRS}).do("0 discards C").no("1 pungs C")
    assert wrong.penalty is Foul.BARRED


def test_wu16_06_a_win_is_worth_the_least(monkeypatch: pytest.MonkeyPatch) -> None:
    t = T("wu-joker", {0: J_DEALER, 1: "6s3m 789p 555m 222m 88s 456s"}).do("0 discards 6s")
    t.do("1 pungs 6s 6s3m", "1 discards 4s", "2 draws ?", "2 discards 9m", "3 draws ?")
    t.do("3 discards 9m", "0 draws 9p", "0 discards 9p", "1 draws 4s")
    assert t.yes("1 wins 4s").unknown == ()
    worth = WU_JOKER.score(hand_of_win(t.state), circumstances_of_win(t.state)).total
    dealt = T("wu-joker", {0: "789p 555m 222m 88s 456s 12m 3s"})
    assert dealt.judge("0 wins").ok
    ask_for(worth + 200, monkeypatch)
    again = T("wu-joker", {1: "789p 555m 222m 88s 456s 12m"}).do("0 discards ?", "1 draws 3m")
    assert again.no("1 wins 3m").rule == "WU16-06"
    assert dealt.no("0 wins").rule == "WU16-06"


def test_wu16_03_a_joker_flower_wins_as_any_joker() -> None:
    """A hand keeps flowers apart; the winning one is named as another joker."""
    tiles = "f1 3m3p 789p 555m 222m 88s 45s"
    t = T("wu-joker", {0: J_DEALER, 1: tiles}, indicator=Tile.F3).do("0 discards 1m", "1 draws f2")
    hand = hand_of(t.state, 1, Tile.F2, drawn=True)
    assert hand.flowers == (Tile.F1,)
    assert hand.win is Tile.S3
    assert hand_of(t.state, 1).flowers == (Tile.F1, Tile.F2)
    assert hand.size == 16
    assert OpenSet(MeldKind.PUNG, (None,) * 3).meld() is None


# The table of values


WU = {"fines": True}
TAIWAN = {
    "stays": 16,
    "closed_last": 3,
    "refuse_last": True,
    "heavy_last": 8,
    "passing": Passing.UNTIL_DISCARD,
    "linked": "end",
    "repeat_pung": False,
    "kong_after_claim": False,
    "given_kong_wins": False,
    "mixed_kong_wins": False,
    "own_fault": True,
    "flower_win": 8,
    "rob_flower": True,
    "rob_laid_flower": True,
    "declare": True,
    "looking": True,
}
VALUES: dict[str, dict[str, object]] = {
    "taiwan": TAIWAN,
    "taiwan-early": TAIWAN | {"rob_late_flower": True, "dealt_win_after_kong": False},
    "hongkong": {"human_win": True, "penalties": False},
    "wu-hongkong": WU
    | {
        "orphans_rob_concealed": True,
        "all_winners": True,
        "passing": Passing.ROUND,
        "flower_win": 7,
        "flower_win_replaced": False,
        "rob_flower": True,
        "late_tile_until": "second discard",
        "false_win": Foul.BARRED,
    },
    "wu-joker": WU
    | {
        "discard_win": False,
        "flower_win": 8,
        "rob_flower": True,
        "human_win": True,
        "riichi": True,
        "jokers": True,
        "late_tile_until": "second discard",
        "false_win": Foul.BARRED,
    },
    "wu-pong": WU
    | {
        "chow": False,
        "discard_win": False,
        "rob_kong": False,
        "repeat_pung": False,
        "late_tile_until": "second draw",
    },
}


@pytest.mark.parametrize("name", sorted(PLAY))
def test_what_each_system_has_of_its_own(name: str) -> None:
    """Everything else is as `PlayRules` says by default: plain turns and claims."""
    own = {
        item.name: getattr(PLAY[name], item.name)
        for item in fields(PlayRules)
        if item.name not in ("game", "rule") and getattr(PLAY[name], item.name) != item.default
    }
    assert own == VALUES[name]
    assert set(PLAY[name].rule) == set(PLAY["taiwan"].rule)
