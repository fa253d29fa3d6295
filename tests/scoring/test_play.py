"""Random players, and a referee who lets nothing pass (`scoring.play`)."""

from collections import Counter
from itertools import pairwise

import pytest

from scoring.events import Deal, Showdown
from scoring.game import FULL_SET, GameState, advance
from scoring.play import Random, Style, play_game, play_hand, unnoticed
from scoring.playrules import PLAY
from scoring.referee import replay
from scoring.rulesets import RULE_NAMES, get_rules
from scoring.table import circumstances_of_win, hand_of_win, win_facts

NAMES = sorted(PLAY)
EAGER = Style(careless=5, pung=25, chow=25)
NUMBERS = [465, 519, 590, 235]


def test_random_numbers_are_the_same_everywhere() -> None:
    rng = Random(1)
    assert [rng.below(1000) for _ in range(4)] == NUMBERS
    assert sorted(Random(5).shuffled(FULL_SET)) == sorted(FULL_SET)
    assert Random(5).shuffled(FULL_SET) == Random(5).shuffled(FULL_SET)
    assert all(1 <= die <= 6 for die in Random(2).dice(100))


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_accepts_what_his_players_play(name: str) -> None:
    for seed in range(4):
        hand = play_hand(PLAY[name], Random(seed))
        assert replay(PLAY[name], hand.log, every_answer=True) == hand.state
        assert replay(PLAY[name], hand.log).shown_down  # no answers needed, but they may be there
        assert isinstance(hand.log[-1], Showdown)


@pytest.mark.parametrize("name", NAMES)
def test_every_corruption_of_one_event_is_found(name: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(1 if PLAY[name].jokers else 2):
        hand = play_hand(PLAY[name], Random(seed))
        accepted, found = unnoticed(PLAY[name], hand.log, Random(seed))
        assert accepted == []
        for (what, _), number in found.items():
            kinds[what] += number
    assert set(kinds) == {"drop", "double", "exchange", "seat", "tile", "time"}
    assert sum(kinds.values()) > 500


# Whole games


@pytest.mark.parametrize("name", NAMES)
def test_whole_games(name: str) -> None:
    """Dealer, streak and round of every hand follow from the hands before; scores can be made."""
    hands = list(play_game(PLAY[name], Random(11), most_hands=3))
    assert len(hands) == 3
    for first, second in pairwise(hands):
        deal_event = second.log[0]
        assert isinstance(deal_event, Deal)
        assert deal_event.seat == second.before.dealer
        assert deal_event.streak == second.before.streak
        assert second.before == advance(first.before, first.result)
        assert deal_event.east == second.opening.east
    assert all(hand.state.shown_down for hand in hands)


def test_a_game_ends_after_its_last_round() -> None:
    state = GameState(PLAY["wu-hongkong"].game, round=3, dealer=3)
    hands = list(play_game(PLAY["wu-hongkong"], Random(3), start=state, most_hands=40))
    assert 1 <= len(hands) < 40
    assert advance(hands[-1].before, hands[-1].result).over


@pytest.mark.parametrize("name", [name for name in NAMES if name in RULE_NAMES])
def test_every_win_of_a_random_hand_can_be_scored(name: str) -> None:
    """Log, hand, circumstances, score: no contradiction, and the winner's own waits agree."""
    wins = 0
    for seed in range(100, 106):
        style = EAGER if PLAY[name].chow else Style(careless=5, pung=100)
        hand = play_hand(PLAY[name], Random(seed), style=style)
        for won in hand.state.wins:
            how = circumstances_of_win(hand.state, won.seat)
            tiles = hand_of_win(hand.state, won.seat)
            score = get_rules(name).score(tiles, how)
            assert score.total >= 0
            wins += 1
        assert len(win_facts(hand.state)) == len(hand.state.wins)
    assert wins
