"""Writes what follows from events into the derived tables, in the transaction of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, case, delete, func, insert, literal, select, update

from device.club import schema
from device.club.bodies import HandWon
from device.club.fold import POT_ACCOUNT, Entry, GameView
from device.club.rows import inserting
from scoring.rulesets import get_rules


def started(connection: Connection, view: GameView) -> None:
    """A new game."""
    connection.execute(insert(schema.games), _game_row(view))


def added(connection: Connection, view: GameView, new: Iterable[Entry]) -> None:
    """A game went on, by these entries and perhaps by nothing else."""
    evening = _evening(connection, view)
    rows = [_entry_rows(view, entry, number, evening) for number, entry in _numbered(view, new)]
    _insert(connection, rows)
    for _, results, transfers in rows:
        _add_totals(connection, results)
        _add_pairs(connection, results, transfers)
    connection.execute(
        update(schema.games)
        .where(schema.games.c.id == view.started.game)
        .values(hands=view.hands, ended=view.ended, people=" ".join(view.people))
    )


def again(connection: Connection, view: GameView) -> None:
    """A game reads otherwise than before: its rows are made anew."""
    game = view.started.game
    evenings = {
        row[0]
        for row in connection.execute(
            select(schema.games.c.evening).where(schema.games.c.id == game)
        )
    }
    mine = select(schema.entries.c.event).where(schema.entries.c.game == game)
    for table in (schema.results, schema.transfers):
        connection.execute(delete(table).where(table.c.event.in_(mine)))
    connection.execute(delete(schema.entries).where(schema.entries.c.game == game))
    connection.execute(delete(schema.games).where(schema.games.c.id == game))
    if not view.gone:
        entered(connection, view)
        evenings.add(view.started.evening)
    for one in evenings:
        sum_evening(connection, one)


def entered(connection: Connection, view: GameView) -> None:
    """All rows of a game that has none; the evening's sums are left as they are."""
    started(connection, view)
    evening = _evening(connection, view)
    entries = _numbered(view, view.entries)
    _insert(connection, [_entry_rows(view, entry, n, evening) for n, entry in entries])


def sum_evening(connection: Connection, evening: str) -> None:
    """Make the sums of an evening anew from its results."""
    for table in (schema.totals, schema.pairs):
        connection.execute(delete(table).where(table.c.evening == evening))
    r = schema.results.c
    keys = (r.evening, r.player, r.seat, r.wind, r.unit, r.day, r.season)
    sums = [
        func.sum(r[name]) for name in ("hand", "won", "self_draw", "dealt_in", "total", "amount")
    ]
    names = [
        *(key.name for key in keys),
        "hands",
        "won",
        "self_draw",
        "dealt_in",
        "total",
        "amount",
    ]
    connection.execute(
        insert(schema.totals).from_select(
            names, select(*keys, *sums).where(r.evening == evening).group_by(*keys)
        )
    )
    mine, other = schema.results.alias(), schema.results.alias()
    t = schema.transfers.c
    taken = _between(t.payee, t.payer, evening)
    given = _between(t.payer, t.payee, evening)
    together = (
        select(
            mine.c.player,
            other.c.player.label("other"),
            mine.c.day,
            mine.c.season,
            func.sum(case((other.c.hand == 1, mine.c.hand), else_=0)).label("hands"),
            func.sum(mine.c.won * other.c.dealt_in).label("won_from"),
            func.sum(mine.c.dealt_in * other.c.won).label("lost_to"),
        )
        .join(other, (mine.c.event == other.c.event) & (mine.c.player != other.c.player))
        .where(mine.c.evening == evening)
        .where(mine.c.player != POT_ACCOUNT, other.c.player != POT_ACCOUNT)
        .group_by(mine.c.player, other.c.player, mine.c.day, mine.c.season)
        .subquery()
    )
    c = together.c
    connection.execute(
        insert(schema.pairs).from_select(
            _PAIR_NAMES,
            select(
                literal(evening),
                c.player,
                c.other,
                c.day,
                c.season,
                func.coalesce(taken.c.amount, 0),
                func.coalesce(given.c.amount, 0),
                c.hands,
                c.won_from,
                c.lost_to,
            )
            .outerjoin(taken, (taken.c.one == c.player) & (taken.c.other == c.other))
            .outerjoin(given, (given.c.one == c.player) & (given.c.other == c.other)),
        )
    )


_SUMS = ("won", "self_draw", "dealt_in", "total", "amount")
_PAIR_NAMES = [
    "evening", "player", "other", "day", "season", "taken", "given", "hands", "won_from", "lost_to",
]  # fmt: skip


def _between(one: Any, other: Any, evening: str) -> Any:
    t = schema.transfers.c
    return (
        select(one.label("one"), other.label("other"), func.sum(t.amount).label("amount"))
        .where(t.evening == evening)
        .group_by(one, other)
        .subquery()
    )


# --- rows ----------------------------------------------------------------------------------------

Rows = tuple[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]]


def _numbered(view: GameView, new: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Entries with their place in the game, from 1."""
    place = {entry.event.id: number for number, entry in enumerate(view.entries, 1)}
    return [(place[entry.event.id], entry) for entry in new]


def _evening(connection: Connection, view: GameView) -> Mapping[str, Any]:
    table = schema.evenings
    row = connection.execute(
        select(table.c.id, table.c.day, table.c.season).where(table.c.id == view.started.evening)
    ).one()
    return {"evening": row.id, "day": row.day, "season": row.season}


def _game_row(view: GameView) -> dict[str, Any]:
    return {
        "id": view.started.game,
        "table": view.event.table,
        "evening": view.started.evening,
        "seq": view.event.seq,
        "at": view.event.at,
        "rules": view.started.rules.name,
        "rules_hash": view.started.rules.hash,
        "people": " ".join(view.people),
        "hands": view.hands,
        "ended": view.ended,
    }


def _entry_rows(view: GameView, entry: Entry, number: int, evening: Mapping[str, Any]) -> Rows:
    event, before = entry.event, entry.before
    best = max(entry.wins, key=lambda win: win.total, default=None)
    common = {"event": event.id, "game": view.started.game, "evening": evening["evening"]}
    row = {
        **common,
        **evening,
        "table": event.table,
        "seq": event.seq,
        "at": event.at,
        "kind": entry.body.kind,
        "ends": entry.ends,
        "number": number,
        "round": before.round,
        "dealer": before.dealer,
        "streak": before.streak,
        "total": 0 if best is None else best.total,
        "unit": "" if best is None else best.unit,
        "picture": entry.body.picture if isinstance(entry.body, HandWon) else "",
    }
    sums = entry.balance()
    won = {entry.seats[win.winner]: win for win in entry.wins}
    sources = {entry.seats[win.source] for win in entry.wins if win.source is not None}
    unit = get_rules(view.state.rules.name).unit
    results = []
    for person in dict.fromkeys([*entry.seats, *sums]):
        seat = entry.seats.index(person) if person in entry.seats else -1
        win = won.get(person)
        results.append(
            {
                **common,
                **evening,
                "player": person,
                "seat": seat,
                "wind": entry.winds[seat] if seat >= 0 else "",
                "hand": int(entry.ends and seat >= 0),
                "won": int(win is not None),
                "self_draw": int(win is not None and win.source is None and win.robbed is None),
                "dealt_in": int(person in sources),
                "unit": unit,
                "total": 0 if win is None else win.total,
                "amount": sums.get(person, 0),
            }
        )
    transfers = [
        {
            **common,
            "number": place,
            "payer": paid.payer,
            "payee": paid.payee,
            "amount": paid.amount,
            "id": paid.id,
            "why": paid.why[:200],
            "rule": paid.rule[:40],
        }
        for place, paid in enumerate(entry.payments)
    ]
    return row, results, transfers


def _insert(connection: Connection, rows: list[Rows]) -> None:
    for table, part in (
        (schema.entries, [row for row, _, _ in rows]),
        (schema.results, [result for _, results, _ in rows for result in results]),
        (schema.transfers, [paid for _, _, transfers in rows for paid in transfers]),
    ):
        if part:
            connection.execute(insert(table), part)


def _add_totals(connection: Connection, results: list[dict[str, Any]]) -> None:
    same = ("evening", "player", "seat", "wind", "unit", "day", "season")
    rows = [{name: row[name] for name in same + _SUMS} | {"hands": row["hand"]} for row in results]
    _add(connection, schema.totals, rows, ("hands", *_SUMS))


def _add_pairs(
    connection: Connection, results: list[dict[str, Any]], transfers: list[dict[str, Any]]
) -> None:
    people = [row for row in results if row["player"] != POT_ACCOUNT]
    rows = [
        {
            **{name: mine[name] for name in ("evening", "day", "season")},
            "player": mine["player"],
            "other": other["player"],
            "taken": _sum(transfers, other["player"], mine["player"]),
            "given": _sum(transfers, mine["player"], other["player"]),
            "hands": mine["hand"] * other["hand"],
            "won_from": mine["won"] * other["dealt_in"],
            "lost_to": mine["dealt_in"] * other["won"],
        }
        for mine in people
        for other in people
        if mine is not other
    ]
    _add(connection, schema.pairs, rows, ("taken", "given", "hands", "won_from", "lost_to"))


def _sum(transfers: list[dict[str, Any]], payer: str, payee: str) -> int:
    return sum(
        paid["amount"] for paid in transfers if (paid["payer"], paid["payee"]) == (payer, payee)
    )


def _add(
    connection: Connection, table: Table, rows: list[dict[str, Any]], adding: tuple[str, ...]
) -> None:
    """Add to the numbers of rows, which are made where there are none."""
    if rows:
        connection.execute(_upsert(connection.dialect.name, table, adding), rows)


@cache
def _upsert(dialect: str, table: Table, adding: tuple[str, ...]) -> Any:
    """Building it takes longer than running it."""
    statement = inserting(dialect, table)
    return statement.on_conflict_do_update(
        index_elements=[column.name for column in table.primary_key],
        set_={name: table.c[name] + statement.excluded[name] for name in adding},
    )
