from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from device.club import bodies
from device.club import schema as s
from device.club.book import Book, open_book
from device.club.errors import BookError
from tests.club.conftest import win


def test_dealer_streak_and_payments_follow(book: Book, people: bodies.Four, game: str) -> None:
    book.write(win(game, 0), by="t", role="scorer")
    view = book.game(game)
    assert (view.state.dealer, view.state.streak) == (0, 1)
    assert view.balance()[people[0]] == 3 * (100 + 6 * 20)
    book.write(win(game, 2, source=0), by="t", role="scorer")
    view = book.game(game)
    assert (view.state.dealer, view.state.streak) == (1, 0)
    assert sum(view.balance().values()) == 0
    # the dealer pays 台 and 連一拉一 more
    assert view.entries[1].balance() == {people[0]: -260, people[2]: 260}


def test_undo_and_correct_are_as_if_it_had_been_so(book: Book, game: str) -> None:
    first = book.write(win(game, 0), by="t", role="scorer")
    book.write(win(game, 2, source=0), by="t", role="scorer")
    undo = book.undo(first.id, "記錯", by="t", role="scorer")
    view = book.game(game)
    assert view.hands == 1
    assert view.state.dealer == 1
    book.undo(undo.id, "沒錯", by="t", role="scorer")
    assert book.game(game).hands == 2
    book.correct(first.id, win(game, 1, source=3, total=8), "是乙胡", by="t", role="scorer")
    view = book.game(game)
    assert view.entries[0].wins[0].total == 8
    assert view.state.dealer == 2  # the deal passed twice
    book.undo(first.id, "x", by="t", role="scorer")
    with pytest.raises(BookError, match="club_already_undone"):
        book.undo(first.id, "x", by="t", role="scorer")


def test_derived_rows_are_the_same_made_again(book: Book, game: str) -> None:
    from device.club import derive

    for number in range(7):
        book.write(
            win(game, number % 4, (number + 1) % 4 if number % 2 else None), by="t", role="scorer"
        )
    book.write(bodies.HandDrawn(game=game), by="t", role="scorer")

    def dump() -> list[list[tuple[object, ...]]]:
        with book.reading() as connection:
            return [
                sorted(map(tuple, connection.execute(select(table))))
                for table in (
                    s.games,
                    s.entries,
                    s.results,
                    s.transfers,
                    s.totals,
                    s.pairs,
                )
            ]

    before = dump()
    view = book.game(game)
    with book._writing() as connection:
        derive.again(connection, view)
    assert dump() == before


def test_opened_again_it_is_the_same_book(book: Book, game: str, where: Path | str) -> None:
    event = book.write(win(game, 0), by="t", role="scorer")
    with open_book(where, create=False) as again:
        assert again.table == book.table
        assert again.game(game) == book.game(game)
        assert again.event(event.id) == event
        # both write, one after the other
        again.write(win(game, 0), by="t", role="scorer")
    book.write(win(game, 0), by="t", role="scorer")
    assert book.game(game).state.streak == 3


def test_refusals(book: Book, game: str, tmp_path: Path) -> None:
    with pytest.raises(BookError, match="club_role"):
        book.write(win(game, 0), by="t", role="viewer")
    with pytest.raises(BookError, match="club_no_game"):
        book.write(win("nothing", 0), by="t", role="scorer")
    with pytest.raises(BookError, match="club_no_event"):
        book.undo("nothing", "x", by="t", role="scorer")
    with pytest.raises(BookError, match="club_name_taken"):
        book.add_player("安", by="t", role="scorer")
    with pytest.raises(BookError, match="club_no_book"):
        open_book(tmp_path / "none", create=False)
    book.write(bodies.GameEnded(game=game), by="t", role="scorer")
    with pytest.raises(BookError, match="club_game_over"):
        book.write(win(game, 0), by="t", role="scorer")
