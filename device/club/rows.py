"""Reading and writing rows: the book's SQL that is not about statistics."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from device.club import bodies, checks, schema
from device.club.bodies import AnyBody, Event
from device.club.errors import BookError
from device.club.fold import effective

CLUB_SCOPE: Final = "~"
"""Begins the `game` of an `undo` or `correct` of an event that belongs to no game."""
HEAD: Final = "0001"
"""The newest revision in `migrations/versions`; a test holds the two together."""


# --- opening -------------------------------------------------------------------------------------


def prepare(engine: Engine) -> None:
    """Make the tables of a new book, or bring an older one up to date."""
    with engine.connect() as connection:
        names = set(inspect(connection).get_table_names())
        if "alembic_version" in names:
            version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if version == HEAD:
                return
    from device.club.migrate import make, upgrade

    if not names:
        make(engine, HEAD)
    else:
        upgrade(engine, names)


def identity(connection: Connection, name: str) -> tuple[str, str]:
    """Id and name of the table whose book this is; made in a new book, renamed if `name` is new."""
    m = schema.meta
    known = {row.key: row.value for row in connection.execute(select(m))}
    if "table" not in known:
        made = bodies.digest(f"{name}{id(connection)}{_entropy()}")[:16]
        insert_once(connection, m, {"key": "table", "value": made})
        insert_once(connection, m, {"key": "name", "value": name})
        # Another may have opened the new book at the same moment: its id holds.
        known = {row.key: row.value for row in connection.execute(select(m))}
    elif name and known.get("name") != name:
        connection.execute(update(m).where(m.c.key == "name").values(value=name))
        name_table(connection, known["table"], name)
        known["name"] = name
    return known["table"], known.get("name", name)


def _entropy() -> str:
    import secrets

    return secrets.token_hex(16)


def error_key(reason: str) -> str:
    """Which message a database's complaint belongs to."""
    low = reason.lower()
    if "disk is full" in low or "no space" in low or "quota" in low:
        return "club_disk_full"
    if "readonly" in low or "read-only" in low or "permission" in low or "unable to open" in low:
        return "club_unwritable"
    if "disk i/o error" in low or "input/output error" in low or "file too large" in low:
        return "club_disk"
    if "locked" in low:
        return "club_locked"
    if "malformed" in low or "not a database" in low:
        return "club_damaged"
    if "connect" in low or "server" in low:
        return "club_away"
    return "club_database"


# --- events --------------------------------------------------------------------------------------


def lock(connection: Connection, table: str) -> None:
    """Let nobody else write events of this table until the transaction ends."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        key = int(bodies.digest(table)[:15], 16)
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})


def end_of(connection: Connection, table: str) -> tuple[int, str]:
    """Number and hash of a table's last event; (0, "") before the first."""
    t = schema.tables.c
    row = connection.execute(select(t.last_seq, t.last_hash).where(t.id == table)).first()
    return (0, "") if row is None else (row.last_seq, row.last_hash)


def chained(event: Event, before: str) -> Event:
    """The event with the hash that it must have after `before`."""
    return replace(event, hash=event.chained(before))


def insert_event(
    connection: Connection, event: Event, scope: str, playing: str | None = None
) -> None:
    """Write an event and move the end of its table's chain.

    `playing` is the game that goes on at the table from now on, "" for none, None for as before.
    """
    connection.execute(insert(schema.events), to_row(event) | {"game": scope})
    t = schema.tables
    end = {"last_seq": event.seq, "last_at": event.at, "last_hash": event.hash}
    if playing is not None:
        end["game"] = playing
    if not connection.execute(update(t).where(t.c.id == event.table).values(end)).rowcount:
        connection.execute(
            insert(t), {"id": event.table, "game": "", **end} | _called(connection, event.table)
        )


def _called(connection: Connection, table: str) -> dict[str, str]:
    """The name of a table whose first event comes: known here only for the book's own."""
    m = schema.meta
    known = {row.key: row.value for row in connection.execute(select(m))}
    return {"name": known.get("name", "") if known.get("table") == table else ""}


def name_table(connection: Connection, table: str, name: str) -> None:
    """Note what people call a table."""
    t = schema.tables
    connection.execute(update(t).where(t.c.id == table, t.c.name != name).values(name=name))


def to_row(event: Event) -> dict[str, Any]:
    """An event as a row, but for its `game`."""
    return {
        "table": event.table,
        "seq": event.seq,
        "id": event.id,
        "kind": event.kind,
        "at": event.at,
        "by": event.by,
        "role": event.role,
        "body": json.dumps(bodies.dump(event.body), ensure_ascii=False),
        "hash": event.hash,
    }


def from_row(row: Row[Any]) -> Event:
    """The reverse of `to_row`."""
    m = row._mapping
    try:
        body = bodies.parse(json.loads(m["body"]))
    except ValueError as error:
        raise BookError("club_damaged", reason=f"event {m['table']} {m['seq']}") from error
    return Event(
        m["table"], m["seq"], m["id"], m["kind"], m["at"], m["by"], m["role"], body, m["hash"]
    )


def find(connection: Connection, id: str) -> Event | None:
    """The event with this id."""
    row = connection.execute(select(schema.events).where(schema.events.c.id == id)).first()
    return None if row is None else from_row(row)


def events_of(connection: Connection, scope: str) -> list[Event]:
    """All events of a game (or of one club event: see `scope_of`), in order."""
    e = schema.events
    mine = e.c.game == scope
    if scope.startswith(CLUB_SCOPE):
        mine = mine | (e.c.id == scope[1:])
    return [from_row(row) for row in connection.execute(select(e).where(mine).order_by(e.c.seq))]


def last_of(connection: Connection, game: str) -> int | None:
    """The number of the last event of a game; None if there is none."""
    e = schema.events.c
    return connection.execute(select(func.max(e.seq)).where(e.game == game)).scalar()


def events_after(connection: Connection, table: str, after: int, most: int) -> list[Event]:
    """Events of a table in order, after a number."""
    e = schema.events
    wanted = select(e).where(e.c.table == table, e.c.seq > after).order_by(e.c.seq).limit(most)
    return [from_row(row) for row in connection.execute(wanted)]


def hands_before(connection: Connection, table: str, before: int, most: int) -> list[Event]:
    """Hands that were won or noted at a table before a number, newest first."""
    e = schema.events
    mine = (e.c.table == table) & (e.c.seq < before) & e.c.kind.in_(("win", "noted"))
    wanted = select(e).where(mine).order_by(e.c.seq.desc()).limit(most)
    return [from_row(row) for row in connection.execute(wanted)]


def scope_of(connection: Connection, target: Event) -> str:
    """What a change of this event belongs to: a game, or the club event at its root."""
    e = schema.events.c
    scope = str(connection.execute(select(e.game).where(e.id == target.id)).scalar_one())
    return scope or CLUB_SCOPE + target.id


def same_or_refuse(connection: Connection, event: Event) -> None:
    """Nothing, if this very event is here under its number.

    Raises:
        BookError: another one is.
    """
    e = schema.events.c
    known = connection.execute(
        select(e.hash).where(e.table == event.table, e.seq == event.seq)
    ).scalar()
    if known != event.hash:
        raise BookError("club_other_event", table=event.table, number=event.seq)


def hash_of(connection: Connection, table: str, number: int) -> str | None:
    """The hash of one line; "" for line 0, None if there is no such line."""
    e = schema.events.c
    wanted = select(e.hash).where(e.table == table, e.seq == number)
    return connection.execute(wanted).scalar() if number else ""


def put_person(connection: Connection, row: Mapping[str, Any]) -> None:
    """Write a row of `people`, over an older one if there is one."""
    p = schema.people
    if not connection.execute(update(p).where(p.c.id == row["id"]).values(dict(row))).rowcount:
        connection.execute(insert(p), dict(row))


# --- evidence ------------------------------------------------------------------------------------


def keep_evidence(connection: Connection, event: Event, data: Mapping[str, Any]) -> None:
    """Keep what proves a hand."""
    if sha := bodies.evidence_in(event.body):
        keep_text(connection, sha, bodies.canonical(data))


def keep_text(connection: Connection, sha: str, data: str) -> None:
    """Keep evidence that came as text. Raises BookError if it is not what its hash says."""
    if bodies.digest(data) != sha:
        raise BookError("club_other_evidence", sha=sha)
    insert_once(connection, schema.evidence, {"sha": sha, "data": data})


def evidence(connection: Connection, sha: str) -> dict[str, Any] | None:
    """The evidence with this SHA-256."""
    e = schema.evidence.c
    data = connection.execute(select(e.data).where(e.sha == sha)).scalar()
    return None if data is None else json.loads(data)


def inserting(dialect: str, table: Table) -> Any:
    """An insert of this database's own, which can say what happens when the key is there."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table)


def insert_once(connection: Connection, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row unless its key is there already."""
    statement = inserting(connection.dialect.name, table).values(dict(row))
    connection.execute(statement.on_conflict_do_nothing())


# --- what belongs to no game ---------------------------------------------------------------------


def change_club(connection: Connection, events: list[Event]) -> None:
    """An event of no game was undone or corrected: its row is taken away and made anew.

    Args:
        connection: in a transaction.
        events: the event itself, and after it all that undo or correct it, the last one being new.
    """
    root = events[0]
    for table in (schema.players, schema.noted, schema.chips, schema.debts_paid):
        connection.execute(delete(table).where(table.c.event == root.id))
    v = schema.evenings
    closed = False
    if isinstance(root.body, bodies.EveningOpened):
        closed = bool(connection.execute(select(v.c.closed).where(v.c.event == root.id)).scalar())
        connection.execute(delete(v).where(v.c.event == root.id))
    if isinstance(root.body, bodies.EveningClosed) and effective(events[:-1]):
        connection.execute(update(v).where(v.c.id == root.body.evening).values(closed=False))
    for _, body in effective(events):
        checks.club_event(connection, body)
        write_club(connection, root, body)
    if closed:
        connection.execute(update(v).where(v.c.event == root.id).values(closed=True))


def write_club(connection: Connection, event: Event, body: AnyBody) -> None:
    """Write the row of an event that belongs to no game; `body` is the one that counts."""
    if isinstance(body, bodies.PlayerAdded):
        connection.execute(insert(schema.players), {"id": body.player, "event": event.id})
    elif isinstance(body, bodies.HandNoted):
        connection.execute(
            insert(schema.noted),
            {
                "event": event.id,
                "table": event.table,
                "seq": event.seq,
                "at": event.at,
                "total": body.total,
                "unit": body.unit,
                "picture": body.picture,
            },
        )
    elif isinstance(body, bodies.EveningOpened):
        connection.execute(
            insert(schema.evenings),
            {
                "id": body.evening,
                "table": event.table,
                "event": event.id,
                "day": body.day,
                "title": body.title,
                "season": body.season,
                "closed": False,
            },
        )
    elif isinstance(body, bodies.EveningClosed):
        v = schema.evenings
        connection.execute(update(v).where(v.c.id == body.evening).values(closed=True))
    elif isinstance(body, bodies.ChipsBought):
        connection.execute(
            insert(schema.chips),
            {
                "event": event.id,
                "evening": body.evening,
                "player": body.player,
                "amount": body.amount,
            },
        )
    elif isinstance(body, bodies.DebtPaid):
        connection.execute(
            insert(schema.debts_paid),
            {
                "event": event.id,
                "evening": body.evening or "",
                "payer": body.payer,
                "payee": body.payee,
                "amount": body.amount,
                "at": event.at,
            },
        )
    else:
        raise BookError("club_not_of_a_game", what=body.kind)


def games_of(connection: Connection, evening: str) -> list[str]:
    """The games of an evening, in order."""
    g = schema.games.c
    wanted = select(g.id).where(g.evening == evening).order_by(g.seq)
    return list(connection.execute(wanted).scalars())
