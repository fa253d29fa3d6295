"""Random players, and a referee who lets nothing pass (`scoring.play`)."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring.errors import RefereeError
from scoring.events import Deal, Showdown, Win
from scoring.game import FULL_SET, GameState, deal, open_wall
from scoring.play import Random, Style, play_game, play_hand, unnoticed
from scoring.playrules import PLAY
from scoring.referee import replay
from scoring.rulesets import RULE_NAMES, get_rules
from scoring.table import circumstances_of_win, hand_of_win, result_of, win_facts
from scoring.tiles import FACES

NAMES = sorted(PLAY)
NUMBERS = [465, 519, 590, 235]


def test_random_numbers_are_the_same_everywhere() -> None:
    rng = Random(1)
    assert [rng.below(1000) for _ in range(4)] == NUMBERS
    assert sorted(Random(5).shuffled(FULL_SET)) == sorted(FULL_SET)
    assert Random(5).shuffled(FULL_SET) == Random(5).shuffled(FULL_SET)
    assert all(1 <= die <= 6 for die in Random(2).dice(100))


@pytest.mark.parametrize("name", NAMES)
def test_the_referee_accepts_what_his_players_play(name: str) -> None:
    for seed in range(8):
        hand = play_hand(PLAY[name], Random(seed))
        assert replay(PLAY[name], hand.log, every_answer=True) == hand.state
        assert replay(PLAY[name], hand.log).shown_down  # no answers needed, but they may be there
        assert isinstance(hand.log[-1], Showdown)


@pytest.mark.parametrize("name", NAMES)
def test_every_corruption_of_one_event_is_found(name: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(3):
        hand = play_hand(PLAY[name], Random(seed))
        accepted, found = unnoticed(PLAY[name], hand.log, Random(seed))
        assert accepted == []
        for (what, _), number in found.items():
            kinds[what] += number
    assert set(kinds) == {"drop", "double", "exchange", "seat", "tile", "time"}
    assert sum(kinds.values()) > 1000
