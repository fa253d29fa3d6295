from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.club import bodies
from device.club.book import Book, new_id, open_book
from tests.club.cluster import Cluster, binaries


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server of PostgreSQL, for all tests that want one."""
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    with Cluster() as made:
        yield made


@pytest.fixture
def club_url(cluster: Cluster) -> str:
    """An empty database."""
    return cluster.url(cluster.database())


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A place for a book, on both engines."""
    if request.param == "sqlite":
        return tmp_path / "club"
    url: str = request.getfixturevalue("club_url")
    return url


@pytest.fixture
def book(where: Path | str) -> Iterator[Book]:
    with open_book(where, name="東") as made:
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
