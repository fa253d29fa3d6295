"""All tables of the club at a glance: those of its common book, or the one of this book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from device.club import schema
from device.club.errors import BookError
from device.messages import Language
from device.web.club_told import entry_text, state_text

if TYPE_CHECKING:
    from device.club.book import Book
    from device.web.site import Site

MOST = 100
"""Tables shown: more than any club's hall has."""


def tables_now(site: Site, language: Language) -> dict[str, Any]:
    """One line a table: its game, who sits there with what, and what happened last."""
    book = site.common or site.book
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
