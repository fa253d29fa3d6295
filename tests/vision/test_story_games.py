"""Four simulated games, small: the benchmark's figures must hold, and its parts must work."""

from __future__ import annotations

import pytest

from tests.benchmarks import story_games
from tests.benchmarks.story_games import Tally, one_game


@pytest.mark.parametrize(
    "task",
    [
        ("taiwan", "none", 3, 1),
        ("taiwan", "faces", 31, 1),
        ("hongkong", "lost", 5, 1),
        ("hongkong", "both", 2, 1),
    ],
)
def test_a_game(task: tuple[str, str, int, int]) -> None:
    tally = one_game(task)
    assert tally.hands == 1
    assert tally.stray == 0
    assert tally.discards_right >= 0.95 * tally.discards
    assert tally.claims_right + tally.flowers_right >= tally.claims + tally.flowers - 1
    assert tally.ends_right == 1
    assert tally.total_after == 1
    if task[1] == "none":
        assert (tally.discards_right, tally.claims_right) == (tally.discards, tally.claims)
        assert tally.notes == []


def test_the_line_of_a_table() -> None:
    tally = Tally(hands=2, discards=4, discards_right=3, ends_right=2, asked=1)
    assert " 75.00%" in story_games.line("x", tally)
    tally.add(Tally(hands=1, discards=4, discards_right=4))
    assert (tally.hands, tally.discards_right) == (3, 7)
    assert story_games.share(0, 0).strip() == "-"
