"""Sends a table's book on to the club's common one, whenever it can be reached.

A table keeps its own book and never waits for the club. What goes over: events with their evidence,
names, the table's name, and the hashes and sizes of pictures. The files of pictures stay with the
table that took them: its page shows them, its backups carry them. What comes back: the names, and
the ids of players whom other tables added, so that one person is one person everywhere.

Each pass asks the club for the last line that it has and goes on from there, so that nothing but
the club's own book decides what is missing: a break at any moment, an answer that was lost, a batch
that arrives twice do no harm.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal
from weakref import WeakSet

from sqlalchemy import Connection, Engine, insert, make_url, select, update
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import ArgumentError

from device.club import bodies, rows, schema
from device.club.bodies import Event
from device.club.book import Book, now, postgres
from device.club.errors import BookError
from device.club.settings import CLUB, ClubSettings

PEOPLE_LOCK: Final = "~people"
"""Whoever writes names into the club's book holds it: no two people get one name."""


@dataclass(frozen=True, slots=True)
class ForwardState:
    """How a table stands with the club."""

    status: Literal["current", "behind", "away", "refused"]
    """All is there; on its way; the club cannot be reached; it cannot take what is sent."""
    behind: int
    """Events that the club has not acknowledged yet."""
    since: str
    """When `status` began; ISO 8601."""
    error: BookError | None = None
    """Why, for `away` and `refused`."""


def forward(book: Book, club: Book, settings: ClubSettings = CLUB, url: str = "") -> int:
    """Send everything that the club lacks, and fetch names; returns the number of events sent.

    Raises:
        BookError: the club is away, or its book of this table is another one.
    """
    _give_names(book, club)
    seq = _common(book, club)
    sent = 0
    while batch := book.events(after=seq, most=settings.forward_batch):
        seq = club.receive(batch, *_with(book, batch), name=book.name)
        sent += len(batch)
        _acknowledged(book, url, seq)
    _name_table(book, club)
    _fetch_names(book, club)
    return sent


def _common(book: Book, club: Book) -> int:
    """Up to which line both books agree; a table that was set back gets its own lines again."""
    with club.reading() as connection:
        seq, end = rows.end_of(connection, book.table)
    own = book.last_number()
    with book.reading() as connection:
        here = rows.hash_of(connection, book.table, min(seq, own))
    with club.reading() as connection:
        there = end if seq <= own else rows.hash_of(connection, book.table, own)
    if here != there:
        raise BookError("club_other_event", table=book.table, number=min(seq, own))
    while own < seq:
        lost = club.events(book.table, after=own, most=CLUB.forward_batch)
        own = book.receive(lost, *_with(club, lost))
    return seq


def _with(book: Book, events: Iterable[Event]) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Evidence, and rows of pictures, that belong to events."""
    proofs = {sha for event in events if (sha := bodies.evidence_in(event.body))}
    files = {sha for event in events for _, sha in bodies.files_in(event.body)}
    e, p = schema.evidence, schema.pictures
    with book.reading() as connection:
        kept = {
            row.sha: row.data for row in connection.execute(select(e).where(e.c.sha.in_(proofs)))
        }
        found = connection.execute(select(p).where(p.c.sha.in_(files))).mappings()
        return kept, [dict(row) for row in found]


def _acknowledged(book: Book, url: str, seq: int) -> None:
    f = schema.forwarded
    row = {"url": url, "seq": seq, "at": now()}
    with book.writing() as connection:
        if not connection.execute(update(f).where(f.c.url == url).values(row)).rowcount:
            connection.execute(insert(f), row)


# --- names ---------------------------------------------------------------------------------------

People = dict[str, dict[str, Any]]


def _people(connection: Connection) -> People:
    found = connection.execute(select(schema.people)).mappings()
    return {row["id"]: dict(row) for row in found}


def _newer(there: People, here: People) -> list[dict[str, Any]]:
    """Rows of `there` that `here` lacks or has older; a deletion is never taken back."""
    return [row for id, row in there.items() if id not in here or _age(row) > _age(here[id])]


def _age(row: Mapping[str, Any]) -> tuple[bool, str]:
    return row["forgotten"], row["changed"]


def _give_names(book: Book, club: Book) -> None:
    with book.reading() as connection:
        mine = _people(connection)
    with club.reading() as connection:
        new = _newer(mine, _people(connection))
    if not new:
        return
    with club.writing() as connection:
        rows.lock(connection, PEOPLE_LOCK)
        theirs = _people(connection)
        for row in _newer(mine, theirs):
            taken = {one["name"].casefold() for id, one in theirs.items() if id != row["id"]}
            if row["name"].casefold() in taken:  # two tables, two people, one name
                row = row | {"name": _another(row["name"], taken), "changed": now()}
            rows.put_person(connection, row)
            theirs[row["id"]] = row


def _another(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name} {number}".casefold() in taken:
        number += 1
    return f"{name} {number}"


def _fetch_names(book: Book, club: Book) -> None:
    p = schema.players.c
    with club.reading() as connection:
        theirs = _people(connection)
        players = set(connection.execute(select(p.id)).scalars())
    with book.reading() as connection:
        new = _newer(theirs, _people(connection))
        guests = players - set(connection.execute(select(p.id)).scalars())
    if not new and not guests:
        return
    with book.writing() as connection:
        for row in new:
            rows.put_person(connection, row)
        for guest in guests:
            rows.insert_once(connection, schema.players, {"id": guest, "event": ""})


def _name_table(book: Book, club: Book) -> None:
    t = schema.tables.c
    with club.reading() as connection:
        known = connection.execute(select(t.name).where(t.id == book.table)).scalar()
    if known is not None and known != book.name:
        with club.writing() as connection:
            rows.name_table(connection, book.table, book.name)


# --- in the background ---------------------------------------------------------------------------


class Forwarder:
    """Forwards a book from a thread of its own until `stop`.

    Args:
        book: the table's.
        url: the club's PostgreSQL.
        settings: times and sizes.
        changed: called, from the thread, when the state has another status.
    """

    def __init__(
        self,
        book: Book,
        url: str,
        settings: ClubSettings = CLUB,
        changed: Callable[[ForwardState], None] | None = None,
    ) -> None:
        self._book, self._url, self._settings, self._changed = book, url, settings, changed
        self._label = label(url)
        self._club: Book | None = None
        self._sockets: WeakSet[Any] = WeakSet()
        self._wake, self._stop = threading.Event(), threading.Event()
        self._state = ForwardState("behind", 0, now())
        self._thread = threading.Thread(target=self._run, name="forwarder", daemon=True)

    def start(self) -> Forwarder:
        """Begin; does not wait for the club."""
        self._book.listeners.append(self._written)
        self._thread.start()
        return self

    def stop(self) -> None:
        """End after the batch that is on its way, or within seconds if that hangs."""
        self._stop.set()
        self._wake.set()
        with contextlib.suppress(ValueError):
            self._book.listeners.remove(self._written)
        self._thread.join(self._settings.forward_stop)
        if self._thread.is_alive():
            self._break_off()
            self._thread.join(self._settings.forward_stop)

    def state(self) -> ForwardState:
        """How things stand now."""
        return self._state

    def _written(self, _: Event) -> None:
        self._wake.set()

    def _run(self) -> None:
        pause, names = self._settings.forward_pause, 0.0
        while not self._stop.is_set():
            self._wake.clear()
            try:
                behind = self._behind()
                if behind or time.monotonic() >= names or self._state.status != "current":
                    if self._state.status == "current" and behind:
                        self._tell("behind", behind)
                    self._pass()
                    names = time.monotonic() + self._settings.forward_names
                self._tell("current", 0)
                pause = self._settings.forward_pause
                self._wake.wait(self._settings.forward_poll)
            except BookError as error:
                away = error.key in ("club_away", "club_locked")
                with contextlib.suppress(BookError):
                    self._tell("away" if away else "refused", self._behind(), error)
                self._close()
                # A new hand is a reason to try again, but not more often than the shortest pause.
                self._stop.wait(self._settings.forward_pause)
                self._wake.wait(pause - self._settings.forward_pause)
                pause = min(2 * pause, self._settings.forward_pause_most)
        self._close()

    def _pass(self) -> None:
        """One `forward`, broken off if the club neither answers nor goes away."""
        watchdog = threading.Timer(self._settings.forward_limit, self._break_off)
        watchdog.daemon = True
        watchdog.start()
        try:
            if self._club is None:
                self._club = Book(self._engine(), None, self._settings)
            forward(self._book, self._club, self._settings, self._label)
        finally:
            watchdog.cancel()

    def _engine(self) -> Engine:
        engine = postgres(self._url, self._settings, connections=1)

        @sqlalchemy_event.listens_for(engine, "connect")
        def _made(connection: Any, _: Any) -> None:
            self._sockets.add(connection)

        return engine

    def _break_off(self) -> None:
        """Close the connections under whoever waits for them."""
        for connection in list(self._sockets):
            with contextlib.suppress(Exception):
                socket.socket(fileno=socket.dup(connection.fileno())).shutdown(socket.SHUT_RDWR)

    def _close(self) -> None:
        if self._club is not None:
            self._club.close()
            self._club = None

    def _behind(self) -> int:
        f = schema.forwarded.c
        with self._book.reading() as connection:
            known = connection.execute(select(f.seq).where(f.url == self._label)).scalar() or 0
            own, _ = rows.end_of(connection, self._book.table)
        return max(0, own - known)

    def _tell(
        self,
        status: Literal["current", "behind", "away", "refused"],
        behind: int,
        error: BookError | None = None,
    ) -> None:
        old = self._state
        same = status == old.status
        self._state = ForwardState(status, behind, old.since if same else now(), error)
        if not same and self._changed is not None:
            self._changed(self._state)


def label(url: str) -> str:
    """An address without its password. Raises BookError for what is none."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError as error:
        raise BookError("club_bad_url") from error
