"""Log to hand, circumstances, score, settlement and the next deal (`scoring.outcome`)."""

import pytest

from scoring.errors import GameError
from scoring.game import GameState, advance
from scoring.money import MONEY
from scoring.outcome import kong_prizes, outcome
from scoring.play import Random, Style, play_game
from scoring.playrules import PLAY
from scoring.rulesets import get_rules
from scoring.table import result_of
from tests.scoring.play_helpers import T

DEALER = "147m 258p 369s ESWNCFP 1m"
READY = "123m 456m 34p 777s 999s EE"
KEEN = Style(careless=0, pung=20, chow=20)


def test_a_discard_win_from_deal_to_next_deal() -> None:
    """門清 1: seat 1 takes base and 1 台 from the dealer, who pays one more, and deals next."""
    t = T(hands={0: DEALER, 1: READY}, streak=1).do("0 discards 5p", "1 wins 5p")
    result = outcome(t.state, get_rules("taiwan"), MONEY["taiwan"])
    money = MONEY["taiwan"]
    assert result.scores[0].total == 1
    amount = money.base + (1 + 1 + 2) * money.tai  # type: ignore[union-attr]
    assert result.settlement.balance()[:4] == (-amount, amount, 0, 0)
    after = advance(GameState(PLAY["taiwan"].game, streak=1), result_of(t.state))
    assert (after.dealer, after.streak) == (1, 0)


def test_a_self_draw_a_draw_and_a_hidden_hand() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 1m", "1 draws 5p", "1 wins 5p")
    result = outcome(t.state, get_rules("taiwan"), MONEY["taiwan"])
    balance = result.settlement.balance()
    assert sum(balance) == 0
    assert balance[2] == balance[3] < 0
    assert balance[0] < balance[2]
    none = T(hands={0: DEALER}).left(0).do("0 discards 1m", "1 ends")
    assert outcome(none.state, get_rules("taiwan"), MONEY["taiwan"]).settlement.transfers == ()
    unseen = T(hands={0: DEALER}).do("0 discards 5p", "1 wins 5p")
    with pytest.raises(GameError):
        outcome(unseen.state, get_rules("taiwan"), MONEY["taiwan"])


def test_kong_prizes_follow_the_log() -> None:
    money = MONEY["wu-pong"]
    t = T("wu-pong", {0: "7p147m 258p 369s ESWN", 1: "777p 55p 888m 66s 2s SS"})
    t.do("0 discards 7p", "1 kongs 7p")
    assert kong_prizes(t.state, money).balance()[:4] == (-30, 30, 0, 0)
    t.do("1 ruled barred")
    assert kong_prizes(t.state, money).transfers == ()


@pytest.mark.parametrize("name", ["taiwan", "hongkong", "wu-hongkong", "wu-joker"])
def test_random_games_settle_to_zero(name: str) -> None:
    money = MONEY[name]
    wins = 0
    for hand in play_game(PLAY[name], Random(5), most_hands=5, style=KEEN):
        result = outcome(hand.state, get_rules(name), money)
        assert sum(result.settlement.balance()) == 0
        winners = {win.winner for win in result.wins}
        assert winners == set(hand.result.winners)
        for win in result.wins:
            assert win.score.total >= 0
            if win.score.total:
                assert result.settlement.balance()[win.winner] > 0
            wins += 1
    assert wins
