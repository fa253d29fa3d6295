from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.club import bodies
from device.club.book import Book, new_id, open_book


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club", name="東") as made:
        yield made


@pytest.fixture
def people(book: Book) -> bodies.Four:
    a, b, c, d = (book.add_player(name, by="t", role="scorer") for name in "安波查丁")
    return a, b, c, d


@pytest.fixture
def game(book: Book, people: bodies.Four) -> str:
    """A game under Taiwanese rules, just begun."""
    evening, made = new_id(), new_id()
    book.write(bodies.EveningOpened(evening=evening, day="2026-12-01"), by="t", role="scorer")
    rules = bodies.RulesUsed(name="taiwan")
    book.write(
        bodies.GameStarted(game=made, evening=evening, players=people, rules=rules),
        by="t",
        role="scorer",
    )
    return made


def win(game: str, winner: int, source: int | None = None, total: int = 5) -> bodies.HandWon:
    told = bodies.WinTold(winner=winner, source=source, total=total, unit="台")
    return bodies.HandWon(game=game, wins=(told,))
