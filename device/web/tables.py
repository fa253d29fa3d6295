"""All tables of the club at a glance: those of its common book, or the one of this book."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from device.club import schema
from device.club.book import open_book
from device.club.errors import BookError
from device.messages import Language
from device.web.club_told import entry_text, state_text

if TYPE_CHECKING:
    from device.club.book import Book
    from device.web.site import Site

MOST = 100
"""Tables shown: more than any club's hall has."""
AGAIN = 5.0
"""Seconds before the club's book is tried again after it could not be reached."""


class Common:
    """The club's common book, opened when it is asked for, and again after it was away."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._url, self._clock = url, clock
        self._book: Book | None = None
        self._error: BookError | None = None
        self._tried = -1e9
        self._mutex = threading.Lock()

    def book(self) -> Book:
        """The open book. Raises BookError while it is away."""
        with self._mutex:
            if self._book is not None:
                return self._book
            if self._error is not None and self._clock() < self._tried + AGAIN:
                raise self._error
            try:
                self._book, self._error = open_book(self._url), None
            except BookError as error:
                self._error, self._tried = error, self._clock()
                raise
            return self._book

    def mark(self) -> int:
        """A number that changes with every event of any table. Raises BookError."""
        with self.book().reading() as connection:
            return int(connection.execute(select(func.sum(schema.tables.c.last_seq))).scalar() or 0)

    def close(self) -> None:
        """Let go of the server."""
        with self._mutex:
            if self._book is not None:
                self._book.close()


def tables_now(site: Site, language: Language) -> dict[str, Any]:
    """One line a table: its game, who sits there with what, and what happened last."""
    book = site.book if site.common is None else site.common.book()
    t = schema.tables.c
    names = book.names()
    with book.reading() as connection:
        found = connection.execute(select(schema.tables).order_by(t.name, t.id).limit(MOST)).all()
    own_name = site.book.name
    return {
        "common": site.common is not None,
        "tables": [
            {
                "id": row.id,
                "name": row.name or (own_name if row.id == site.book.table else "") or row.id[:4],
                "own": row.id == site.book.table,
                "at": row.last_at,
                "last": row.last_seq,
                **_game(book, row.game, names, language),
            }
            for row in found
        ],
    }


def table_line(site: Site, language: Language) -> dict[str, Any] | None:
    """The game at this table in a line, for a large screen; None while there is none."""
    view = site.game()
    if view is None:
        return None
    return _game(site.book, view.started.game, site.book.names(), language)


def _game(book: Book, game: str, names: dict[str, str], language: Language) -> dict[str, Any]:
    none: dict[str, Any] = {"state": "", "seats": [], "text": "", "hands": 0}
    if not game:
        return none
    try:
        view = book.game(game)
    except BookError:
        return none
    money = view.balance()
    return {
        "state": state_text(view, names, language),
        "seats": [
            {
                "name": names.get(one, one),
                "amount": money.get(one, 0),
                "deals": n == view.state.dealer,
            }
            for n, one in enumerate(view.seats)
        ],
        "text": entry_text(view.entries[-1], names, language) if view.entries else "",
        "hands": view.hands,
    }
