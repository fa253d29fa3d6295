"""Makes everything derived anew from the events: for `check`, for bulk loads, after a migration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from sqlalchemy import Connection, delete, insert, select, update

from device.club import bodies, derive, rows, schema
from device.club.bodies import Event
from device.club.fold import effective, fold


def rebuild(connection: Connection) -> None:
    """Make the derived tables anew; names of tables and players of other tables stay.

    The memory that it needs is that of the largest game.

    Raises:
        BookError: an event that cannot be read, or that contradicts those before it.
    """
    t = schema.tables.c
    names = {row.id: row.name for row in connection.execute(select(t.id, t.name))}
    guests = list(
        connection.execute(select(schema.players.c.id).where(schema.players.c.event == ""))
        .scalars()
        .all()
    )
    for table in schema.DERIVED:
        connection.execute(delete(table))
    if guests:
        connection.execute(insert(schema.players), [{"id": guest, "event": ""} for guest in guests])
    club = [list(events) for _, events in _by_root(connection)]
    _club(connection, club, opening=True)
    for _, events in _by_game(connection):
        view = fold(list(events))
        if not view.gone:
            derive.entered(connection, view)
    for evening in connection.execute(select(schema.evenings.c.id)).scalars().all():
        derive.sum_evening(connection, evening)
    _club(connection, club, opening=False)
    _ends(connection, names)


def _by_game(connection: Connection) -> Iterator[tuple[str, Iterable[Event]]]:
    e = schema.events
    wanted = (
        select(e)
        .where(e.c.game != "", ~e.c.game.startswith(rows.CLUB_SCOPE))
        .order_by(e.c.game, e.c.table, e.c.seq)
    )
    found = connection.execute(wanted, execution_options={"yield_per": 500})
    for game, lines in groupby(found, key=lambda row: str(row.game)):
        yield game, map(rows.from_row, lines)


def _by_root(connection: Connection) -> Iterator[tuple[str, list[Event]]]:
    """Each event of no game, and after it all that undo or correct it; in order."""
    e = schema.events
    wanted = (
        select(e)
        .where((e.c.game == "") | e.c.game.startswith(rows.CLUB_SCOPE))
        .order_by(e.c.table, e.c.seq)
    )
    roots: dict[str, list[Event]] = {}
    for row in connection.execute(wanted):
        event = rows.from_row(row)
        roots.setdefault(row.game.removeprefix(rows.CLUB_SCOPE) or event.id, []).append(event)
    yield from roots.items()


def _club(connection: Connection, roots: list[list[Event]], *, opening: bool) -> None:
    """Rows of events of no game: evenings before the games that lie in them, the rest after."""
    for events in roots:
        if isinstance(events[0].body, bodies.EveningOpened) == opening:
            for _, body in effective(events):
                rows.write_club(connection, events[0], body)


def _ends(connection: Connection, names: dict[str, str]) -> None:
    e, g, t = schema.events.c, schema.games.c, schema.tables
    found = select(e.table, e.seq, e.at, e.hash, e.game).order_by(e.table, e.seq)
    last: dict[str, dict[str, object]] = {}
    played: dict[str, str] = {}
    for row in connection.execute(found, execution_options={"yield_per": 1000}):
        last[row.table] = {"last_seq": row.seq, "last_at": row.at, "last_hash": row.hash}
        if row.game and not row.game.startswith(rows.CLUB_SCOPE):
            played[row.table] = row.game
    if last:
        connection.execute(
            insert(t),
            [{"id": id, "name": names.get(id, ""), "game": "", **end} for id, end in last.items()],
        )
    for table, game in played.items():
        going = connection.execute(select(g.id).where(g.id == game, g.ended.is_(False))).scalar()
        connection.execute(update(t).where(t.c.id == table).values(game=going or ""))
