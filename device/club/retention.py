"""What is not kept for ever: old pictures, leftovers, and the name of somebody who wants to go."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, or_, select, update

from device.club import bodies, rows, schema
from device.club.bodies import Role
from device.club.book import Book, now, safely
from device.club.errors import BookError


@dataclass(frozen=True, slots=True)
class Tidied:
    """What was deleted."""

    pictures: int
    """Pictures and clips that were too old."""
    leftovers: int
    """Files that no event names: of hands that were never written down, or of a kill."""
    bytes: int


def tidy(book: Book, days: float | None) -> Tidied:
    """Drop pictures and clips that are older than so many days, and leftovers.

    Events, scores and evidence stay; a dropped picture is marked, so that `check` does not miss it.
    A hand is as old as the latest time written down until then: a clock that was wrong for an
    evening (a Pi without network) does not make its pictures old.

    Args:
        book: in a folder; one in PostgreSQL has no pictures.
        days: None keeps all pictures and deletes leftovers only.

    Raises:
        BookError: the book cannot be read or written.
    """
    if book.pictures is None:
        return Tidied(0, 0, 0)
    with safely():
        old: set[str] = set()
        if days is not None:
            with book.reading() as connection:
                old = _older(connection, book.table, datetime.now().astimezone() - timedelta(days))
        size = _drop(book, old)
        leftovers, more = _leftovers(book)
    return Tidied(len(old), leftovers, size + more)


def forget(book: Book, person: str, *, role: Role, pictures: bool = False) -> str:
    """Delete a person's name, and on wish the pictures and clips of his wins.

    His id stays in the events, so that everybody else's sums stay what they were. The name is gone
    from this book and, once it is forwarded, from the club's and from every table's; it cannot be
    taken back. Files that were exported, and backups made before, still hold it.

    Returns:
        what stands in the name's place.

    Raises:
        BookError: no such player, or the role may not.
    """
    if role != "organiser":
        raise BookError("club_organiser")
    p = schema.people
    with book.writing() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        blank = _blank(connection, person)
        row = {"name": blank, "forgotten": True, "changed": now()}
        if not connection.execute(update(p).where(p.c.id == person).values(row)).rowcount:
            raise BookError("club_no_player", name=person, hint="")
    with book.reading() as connection:
        shas = set(_of_wins(connection, person)) if pictures else set()
    if pictures and book.pictures is not None:
        _drop(book, shas)
    book.flush()
    return blank


def _blank(connection: Connection, person: str) -> str:
    """`#` and as much of the id as tells him from everybody else."""
    p = schema.people.c
    taken = set(connection.execute(select(p.name).where(p.id != person)).scalars())
    for length in range(4, len(person) + 1):
        if f"#{person[:length]}" not in taken:
            return f"#{person[:length]}"
    return f"#{person}"


def _older(connection: Connection, table: str, than: datetime) -> set[str]:
    """Files of hands before a time; what a newer hand names too is not among them."""
    e, p = schema.events, schema.pictures.c
    wanted = select(e).where(e.c.table == table).order_by(e.c.seq)
    latest = datetime.min.replace(tzinfo=than.tzinfo)
    old: set[str] = set()
    young: set[str] = set()
    for row in connection.execute(wanted, execution_options={"yield_per": 1000}):
        latest = max(latest, _time(row.at) or latest)
        if row.kind in ("win", "noted", "correct"):
            files = {sha for _, sha in bodies.files_in(rows.from_row(row).body)}
            (old if latest < than else young).update(files)
    kept = set(connection.execute(select(p.sha).where(p.dropped == "")).scalars())
    return (old - young) & kept


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        return None


def _of_wins(connection: Connection, person: str) -> Iterator[str]:
    """Files of all hands that a person won, those of corrected versions too."""
    r, e = schema.results.c, schema.events
    won = select(r.event).where(r.player == person, r.won == 1)
    for event in connection.execute(won).scalars().all():
        mine = or_(e.c.id == event, (e.c.kind == "correct") & e.c.body.contains(f'"{event}"'))
        game = select(e.c.game).where(e.c.id == event).scalar_subquery()
        for row in connection.execute(select(e).where(e.c.game == game, mine)):
            yield from (sha for _, sha in bodies.files_in(rows.from_row(row).body))


def _drop(book: Book, shas: set[str]) -> int:
    """Mark files as dropped, then delete them: after a kill in between they are leftovers."""
    assert book.pictures is not None
    size = sum(book.pictures.size(sha) for sha in shas)
    try:
        _mark(book, shas)
    except BookError as error:
        if error.key != "club_disk_full":
            raise
        for sha in shas:  # nothing else makes room; a kill now leaves the same to be dropped again
            book.pictures.drop(sha)
        _mark(book, shas)
    for sha in shas:
        book.pictures.drop(sha)
    return size


def _mark(book: Book, shas: set[str]) -> None:
    p = schema.pictures
    with book.writing() as connection:
        for sha in shas:
            connection.execute(update(p).where(p.c.sha == sha).values(dropped=now()))


def _leftovers(book: Book) -> tuple[int, int]:
    assert book.pictures is not None
    p = schema.pictures.c
    with book.reading() as connection:
        kept = set(connection.execute(select(p.sha).where(p.dropped == "")).scalars())
    useless: list[Path] = [
        *(book.pictures.path(sha) for sha in book.pictures.all() if sha not in kept),
        *book.pictures.parts(),
    ]
    # A file younger than that may belong to a hand that is being written down just now.
    before = time.time() - book.settings.leftover_age
    count = size = 0
    for file in useless:
        stat = file.stat()
        if stat.st_mtime < before:
            file.unlink(missing_ok=True)
            count, size = count + 1, size + stat.st_size
    return count, size
