"""Looks a book through for damage: every line, everything that follows from it, every file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Table, create_engine, func, insert, select
from sqlalchemy.pool import StaticPool

from device.club import bodies, rows, schema
from device.club.book import Book
from device.club.errors import BookError
from device.club.rebuild import rebuild

MOST: Final = 5
"""Places named in one finding: enough to look at, few enough to read."""
_CHUNK: Final = 2000


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be; `key` names the words, `params` fill them."""

    key: str
    params: dict[str, object]


@dataclass(slots=True)
class _Named:
    """Hashes that events name."""

    evidence: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)


def check(book: Book, *, files: bool = True) -> list[Finding]:
    """Look through all of a book, as it stands at one moment, while it may be in use.

    Args:
        book: of either engine.
        files: also read every picture and clip.

    Returns:
        what is wrong; nothing for a whole book.

    Raises:
        BookError: it cannot be read at all.
    """
    found: list[Finding] = []
    named = _Named()
    with book.snapshot() as connection:
        found += _engine(connection)
        found += _chains(connection, book.table, named)
        found += _follows(connection)
        found += _sums(connection)
        found += _evidence(connection, named)
        if book.pictures is not None:
            found += _rows_of_files(connection, named)
            kept = _files_to_be(connection, named) if files else []
    if files and book.pictures is not None:
        bad = [sha for sha in kept if not book.pictures.whole(sha) and not _dropped(book, sha)]
        found += _places("club_check_picture", bad)
    return found


def _engine(connection: Connection) -> Iterator[Finding]:
    if connection.dialect.name == "sqlite":
        for (said,) in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST})"):
            if said != "ok":
                yield Finding("club_check_file", {"reason": said})


def _chains(connection: Connection, own: str, named: _Named) -> Iterator[Finding]:
    """Lines without gaps, each with the hash that it must have."""
    e = schema.events
    wanted = select(e).order_by(e.c.table, e.c.seq)
    table, seq, before, broken = "", 0, "", False
    for row in connection.execute(wanted, execution_options={"yield_per": _CHUNK}):
        if row.table != table:
            table, seq, before, broken = row.table, 0, "", False
        seq += 1
        try:
            event = rows.from_row(row)
        except BookError:
            if not broken:
                yield Finding("club_check_line", {"table": table, "number": row.seq})
            broken = True
            continue
        if not broken and (event.seq != seq or event.chained(before) != event.hash):
            yield Finding("club_check_line", {"table": table, "number": seq})
            broken = True
        before = event.hash
        if sha := bodies.evidence_in(event.body):
            named.evidence.add(sha)
        if event.table == own:
            named.files.update(sha for _, sha in bodies.files_in(event.body))


def _follows(connection: Connection) -> Iterator[Finding]:
    """Derived rows are those that the events give."""
    with _aside() as copy:
        for table in (schema.events, schema.meta):
            copy_rows(connection, copy, table)
        t, p = schema.tables, schema.players
        ends = {"last_seq": 0, "last_at": "", "last_hash": "", "game": ""}
        for row in connection.execute(select(t.c.id, t.c.name)).all():
            copy.execute(insert(t), {"id": row.id, "name": row.name, **ends})
        guests = connection.execute(select(p.c.id).where(p.c.event == "")).scalars().all()
        for guest in guests:
            copy.execute(insert(p), {"id": guest, "event": ""})
        try:
            rebuild(copy)
        except BookError as error:
            yield Finding("club_check_contradiction", {"reason": error})
            return
        for table in schema.DERIVED:
            yield from _places(
                "club_check_derived", _different(connection, copy, table), what=table.name
            )


@contextmanager
def _aside() -> Iterator[Connection]:
    """An empty book in a temporary file that nobody sees; little of it is in memory."""
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect("", isolation_level=None), poolclass=StaticPool
    )
    try:
        schema.metadata.create_all(engine)
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection
    finally:
        engine.dispose()


def _different(one: Connection, other: Connection, table: Table) -> list[str]:
    """Keys of rows that stand in one of two books only, or otherwise."""
    wanted, keys = select(table), [column.name for column in table.primary_key]

    def key(row: Any) -> str:
        return " ".join(str(row._mapping[name]) for name in keys)

    stream: dict[str, Any] = {"yield_per": _CHUNK}
    left = {hash(tuple(row)) for row in one.execute(wanted, execution_options=stream)}
    missing = []
    for row in other.execute(wanted, execution_options=stream):
        if hash(tuple(row)) in left:
            left.discard(hash(tuple(row)))
        else:
            missing.append(key(row))
    if left:
        for row in one.execute(wanted, execution_options=stream):
            if hash(tuple(row)) in left and key(row) not in missing:
                missing.append(key(row))
    return missing


def _sums(connection: Connection) -> Iterator[Finding]:
    for table, by in ((schema.results, "event"), (schema.totals, "evening")):
        column = table.c[by]
        wanted = select(column).group_by(column).having(func.sum(table.c.amount) != 0)
        yield from _places("club_check_sum", list(connection.execute(wanted).scalars()))


def _evidence(connection: Connection, named: _Named) -> Iterator[Finding]:
    e = schema.evidence
    whole = {
        row.sha
        for row in connection.execute(select(e), execution_options={"yield_per": _CHUNK})
        if bodies.digest(row.data) == row.sha
    }
    yield from _places("club_check_evidence", sorted(named.evidence - whole))


def _rows_of_files(connection: Connection, named: _Named) -> Iterator[Finding]:
    known = set(connection.execute(select(schema.pictures.c.sha)).scalars())
    yield from _places("club_check_picture", sorted(named.files - known))


def _files_to_be(connection: Connection, named: _Named) -> list[str]:
    p = schema.pictures.c
    kept = connection.execute(select(p.sha).where(p.dropped == "")).scalars()
    return sorted(named.files & set(kept))


def _dropped(book: Book, sha: str) -> bool:
    """Whether retention took a file away while we looked."""
    p = schema.pictures.c
    with book.reading() as connection:
        return bool(connection.execute(select(p.dropped).where(p.sha == sha)).scalar())


def _places(key: str, where: list[str], **more: object) -> Iterator[Finding]:
    if where:
        told = "、".join(where[:MOST]) + (" …" if len(where) > MOST else "")
        yield Finding(key, {"count": len(where), "where": told, **more})


def copy_rows(source: Connection, target: Connection, table: Table) -> None:
    """Copy all rows of one table into another book, a part at a time."""
    found = source.execute(select(table), execution_options={"yield_per": _CHUNK})
    for part in found.mappings().partitions():
        target.execute(insert(table), [dict(row) for row in part])
