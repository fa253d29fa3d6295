"""What undoing or correcting an entry would do, before anybody does it."""

from __future__ import annotations

from dataclasses import dataclass

from device.club import checks, rows
from device.club.bodies import AnyBody, Corrected, Event, Undone, dump
from device.club.book import Book
from device.club.errors import BookError
from device.club.fold import GameView, fold


@dataclass(frozen=True, slots=True)
class Change:
    """A game before and after a change that was not made yet."""

    before: GameView
    after: GameView

    def changed(self) -> list[str]:
        """The ids of the entries whose payments would not be as they were, gone ones too."""
        was = {entry.event.id: entry.balance() for entry in self.before.entries}
        now = {entry.event.id: entry.balance() for entry in self.after.entries}
        return [id for id in dict.fromkeys([*was, *now]) if was.get(id) != now.get(id)]


def foresee(book: Book, event: str, body: AnyBody | None) -> Change | None:
    """A game with an event undone (`body` None) or replaced by another body; nothing is written.

    None for an event that belongs to no game.

    Raises:
        BookError: there is no such event, or the change contradicts the book.
    """
    target = book.event(event)
    if target is None:
        raise BookError("club_no_event", event=event)
    told: Undone | Corrected
    if body is None:
        told = Undone(event=event, reason="-")
    else:
        told = Corrected(event=event, body=dump(body), reason="-")
    with book.reading() as connection:
        scope = rows.scope_of(connection, target)
        earlier = rows.events_of(connection, scope)
    last = earlier[-1].seq + 1
    change = Event(target.table, last, "~", told.kind, "", "", "organiser", told, "")
    checks.change(change, told, target, earlier)
    if scope.startswith(rows.CLUB_SCOPE):
        return None
    return Change(fold(earlier), fold([*earlier, change]))
