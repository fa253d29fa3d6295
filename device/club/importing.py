"""A book from the JSON Lines that `device.club.export` wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import insert, select, update

from device.club import bodies, rows, schema
from device.club.bodies import Corrected, Event, Undone
from device.club.book import FILE, open_book
from device.club.errors import BookError
from device.club.export import FORMAT
from device.club.rebuild import rebuild

BATCH: Final = 500
"""Rows written at once; more would only take memory."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a book was made of."""

    events: int
    people: int
    evidence: int
    pictures: int
    """Rows about pictures; their files are not in JSON Lines."""


def read_jsonl(path: Path, where: Path | str) -> Imported:
    """Make a book that is equal to the one that was written: its events, hashes, names and totals.

    All is checked before anything is written, and written in one transaction.

    Args:
        path: what `export.write_jsonl` wrote.
        where: a folder without a book, or the URL of an empty database.

    Raises:
        BookError: the file is not whole, was changed, contradicts itself, or there is a book.
    """
    for _ in _checked(path):
        pass
    file = None if "://" in str(where) else Path(where) / FILE
    if file is not None and file.exists():
        raise BookError("import_book_there", path=where)
    try:
        with open_book(where) as book:
            if file is None and _used(book):
                raise BookError("import_book_there", path=where)
            with book.writing() as connection:
                return _write(connection, path)
    except BaseException:
        if file is not None:
            for one in file.parent.glob(f"{FILE}*"):
                one.unlink(missing_ok=True)
        raise


def _used(book: Any) -> bool:
    with book.reading() as connection:
        return any(
            connection.execute(select(table).limit(1)).first() is not None
            for table in (schema.events, schema.people, schema.evidence, schema.pictures)
        )


def _checked(path: Path) -> Iterator[tuple[str, dict[str, Any], Event | None]]:
    """Each line with its kind, and its event if it is one; chains and ends are checked."""
    events = 0
    kind = ""
    heads: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(_json_lines(path), 1):
        kind = str(line.pop("line", ""))
        if (number == 1) != (kind == "book"):
            raise BookError("import_no_jsonl", path=path)
        if kind == "book" and (not isinstance(line.get("format"), int) or line["format"] > FORMAT):
            raise BookError("club_newer", version=line.get("format"))
        event = None
        try:
            if kind == "event":
                event = _event(line)
                seq, before = heads.get(event.table, (0, ""))
                if event.seq != seq + 1:
                    raise BookError("club_gap", table=event.table, number=seq + 1)
                if event.chained(before) != event.hash:
                    raise BookError("club_broken_chain", table=event.table, number=event.seq)
                heads[event.table] = (event.seq, event.hash)
                events += 1
            elif kind == "evidence" and bodies.digest(line["data"]) != line["sha"]:
                raise BookError("club_other_evidence", sha=line["sha"])
            elif kind == "end" and (line["lines"], line["events"]) != (number - 1, events):
                raise BookError("import_cut_off", path=path)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, BookError):
                raise
            raise BookError("import_bad_line", number=number, reason=error) from error
        yield kind, line, event
    if kind != "end":
        raise BookError("import_cut_off" if kind else "import_no_jsonl", path=path)


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, text in enumerate(lines, 1):
                try:
                    line = json.loads(text)
                except ValueError as error:
                    key = "import_no_jsonl" if number == 1 else "import_cut_off"
                    raise BookError(key, path=path) from error
                if not isinstance(line, dict):
                    raise BookError("import_no_jsonl", path=path)
                yield line
    except UnicodeDecodeError as error:
        raise BookError("import_no_jsonl", path=path) from error
    except OSError as error:
        raise BookError("import_unreadable", path=path, reason=error) from error


def _event(line: Mapping[str, Any]) -> Event:
    body = bodies.parse(line["body"])
    return Event(
        line["table"], line["seq"], line["id"], line["kind"], line["at"], line["by"], line["role"],
        body, line["hash"],
    )  # fmt: skip


_KINDS: Final = {
    "person": schema.people, "evidence": schema.evidence, "picture": schema.pictures,
    "event": schema.events,
}  # fmt: skip


def _write(connection: Any, path: Path) -> Imported:
    waiting: dict[str, list[dict[str, Any]]] = {kind: [] for kind in _KINDS}
    counts = dict.fromkeys(_KINDS, 0)
    scopes: dict[str, str] = {}
    names: list[dict[str, Any]] = []

    def flush(kind: str) -> None:
        if waiting[kind]:
            connection.execute(insert(_KINDS[kind]), waiting[kind])
            waiting[kind].clear()

    for kind, line, event in _checked(path):
        if kind == "book":
            m = schema.meta
            for key, value in line["meta"].items():
                if not connection.execute(
                    update(m).where(m.c.key == key).values(value=value)
                ).rowcount:
                    connection.execute(insert(m), {"key": key, "value": value})
        elif kind == "table":
            names.append(line)
        elif kind == "guest":
            connection.execute(insert(schema.players), {"id": line["id"], "event": ""})
        elif kind in _KINDS:
            if event is not None:
                line = rows.to_row(event) | {"game": _scope(event, scopes)}
            waiting[kind].append(line)
            counts[kind] += 1
            if len(waiting[kind]) == BATCH:
                flush(kind)
    for kind in _KINDS:
        flush(kind)
    rebuild(connection)
    for line in names:
        rows.name_table(connection, line["id"], line["name"])
    return Imported(counts["event"], counts["person"], counts["evidence"], counts["picture"])


def _scope(event: Event, scopes: dict[str, str]) -> str:
    """The `game` of an event's row; `scopes` remembers those before it."""
    if isinstance(event.body, Undone | Corrected):
        about = scopes.get(event.body.event)
        if about is None:
            raise BookError("club_no_event", event=event.body.event)
        scope = about or rows.CLUB_SCOPE + event.body.event
    else:
        scope = str(getattr(event.body, "game", ""))
    scopes[event.id] = scope
    return scope
