"""The book for other programs: JSON Lines with all of it, tables for spreadsheets.

JSON Lines hold every event with its hash, evidence, names and what is known of the pictures (the
files themselves are copied by `taicam club backup`); `device.club.importing` makes an equal book of
them. CSV and XLSX hold what people like to sort and add up: hands, payments, standings.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, select

from device.club import rows, schema
from device.club.bodies import GameStarted
from device.club.errors import BookError
from device.club.fold import effective
from device.club.stats import ALL, Asked, conditions, league
from device.club.told import person
from device.messages import Language, localise, say, tile_name
from scoring.tiles import WINDS

if TYPE_CHECKING:
    from device.club.book import Book

FORMAT: Final = 1
"""Of the JSON Lines; a program that knows only smaller numbers cannot read them."""
AND: Final = " + "
"""Between several winners of one discard, and their totals."""

Cell = str | int | float


# --- JSON Lines ----------------------------------------------------------------------------------


def write_jsonl(book: Book, out: IO[str]) -> int:
    """Write all of a book, as of one moment. Returns the number of events.

    The first line says what it is, the last one how many there are, so that a file that was cut
    off is noticed.
    """
    with book.snapshot() as connection:
        lines = events = 0
        for line in _lines(connection):
            out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            lines += 1
            events += line["line"] == "event"
        out.write(json.dumps({"line": "end", "lines": lines, "events": events}) + "\n")
    return events


def _lines(connection: Connection) -> Iterator[dict[str, Any]]:
    def all_of(table: Any, *order: Any) -> Iterator[dict[str, Any]]:
        found = connection.execute(
            select(table).order_by(*order), execution_options={"yield_per": 1000}
        )
        return (dict(row._mapping) for row in found)

    m, e, t, p = schema.meta.c, schema.events.c, schema.tables.c, schema.players.c
    meta = {row["key"]: row["value"] for row in all_of(schema.meta, m.key)}
    yield {"line": "book", "format": FORMAT, "meta": meta}
    names = connection.execute(select(t.id, t.name).order_by(t.id)).all()
    for id, name in names:
        yield {"line": "table", "id": id, "name": name}
    for row in all_of(schema.people, schema.people.c.id):
        yield {"line": "person", **row}
    guests = select(p.id).where(p.event == "").order_by(p.id)
    for id in connection.execute(guests).scalars().all():
        yield {"line": "guest", "id": id}
    for row in all_of(schema.pictures, schema.pictures.c.sha):
        yield {"line": "picture", **row}
    for row in all_of(schema.evidence, schema.evidence.c.sha):
        yield {"line": "evidence", **row}
    for row in all_of(schema.events, e.table, e.seq):
        yield {"line": "event", **row, "body": json.loads(row["body"])}


# --- tables --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Grid:
    """A table for a spreadsheet."""

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


HAND_COLUMNS: Final = (
    "date", "title", "season", "rules", "base", "tai", "table", "number", "round", "dealer",
    "streak", "east", "south", "west", "north", "kind", "winner", "source", "self_draw", "total",
    "unit", "won_east", "won_south", "won_west", "won_north",
)  # fmt: skip
"""Keys of the columns of `hands`; their words are `col_...` in `device.messages`. What
`device.club.importing` reads is among them."""
SEATS: Final = ("east", "south", "west", "north")
"""The four seats in order of play, as they are called when the game begins."""


def grids(book: Book, language: Language, asked: Asked = ALL) -> tuple[Grid, Grid, Grid]:
    """Hands, payments and standings."""
    return (
        hands(book, language, asked),
        payments(book, language, asked),
        standings(book, language, asked),
    )


def hands(book: Book, language: Language, asked: Asked = ALL) -> Grid:
    """Every hand that ended, and all other entries: one line each, oldest first."""
    n, r, v = schema.entries.c, schema.results.c, schema.evenings.c
    names = book.names()
    with book.snapshot() as connection:
        started = _started(connection)
        results: dict[str, list[Any]] = {}
        for row in connection.execute(
            select(r.event, r.player, r.seat, r.won, r.self_draw, r.dealt_in, r.total, r.amount)
            .where(*conditions(r, asked))
            .order_by(r.event, r.seat)
        ):
            results.setdefault(row.event, []).append(row)
        found = connection.execute(
            select(schema.entries, v.title, schema.tables.c.name.label("place"))
            .join(schema.evenings, v.id == n.evening)
            .join(schema.tables, schema.tables.c.id == n.table)
            .where(*conditions(n, asked))
            .order_by(n.day, n.table, n.seq)
        )
        lines = tuple(
            _hand(row, results.get(row.event, []), started[row.game], names, language)
            for row in found
        )
    return Grid(say(language, "grid_hands"), _header(HAND_COLUMNS, language), lines)


def _hand(
    row: Any,
    results: list[Any],
    started: GameStarted,
    names: Mapping[str, str],
    language: Language,
) -> tuple[Cell, ...]:
    seated = {result.seat: result for result in results if result.seat >= 0}
    winners = [result for result in seated.values() if result.won]
    sources = [result for result in seated.values() if result.dealt_in]

    def called(results: list[Any]) -> str:
        return AND.join(names.get(result.player, result.player) for result in results)

    base, tai = amounts(started)
    return (
        row.day,
        row.title,
        row.season,
        started.rules.name,
        base,
        tai,
        row.place or row.table,
        row.number,
        tile_name(WINDS[row.round].code, language),
        names.get(seated[row.dealer].player, "") if row.dealer in seated else "",
        row.streak,
        *(called([seated[seat]]) if seat in seated else "" for seat in range(4)),
        say(language, f"club_kind_{row.kind}"),
        called(winners),
        called(sources),
        int(any(result.self_draw for result in winners)),
        AND.join(str(result.total) for result in winners)
        if len(winners) > 1
        else (row.total if winners else ""),
        localise(row.unit, language),
        *(int(seated[seat].amount) if seat in seated else 0 for seat in range(4)),
    )


def amounts(started: GameStarted) -> tuple[Cell, Cell]:
    """底 and 台 (or what the system has in their place) that were agreed for a game; "" if none."""
    given: dict[Any, int] = started.stakes
    return given.get("base", given.get("win", "")), given.get("tai", given.get("fan", ""))


def _started(connection: Connection) -> dict[str, GameStarted]:
    """How each game began, corrections counted."""
    e = schema.events
    games: dict[str, list[Any]] = {}
    for row in connection.execute(
        select(e)
        .where(e.c.game.in_(select(schema.games.c.id)), e.c.kind.in_(("game", "undo", "correct")))
        .order_by(e.c.table, e.c.seq)
    ):
        games.setdefault(row.game, []).append(rows.from_row(row))
    out = {}
    for game, events in games.items():
        for _, body in effective(events):
            if isinstance(body, GameStarted):
                out[game] = body
    return out


def payments(book: Book, language: Language, asked: Asked = ALL) -> Grid:
    """Who paid whom how much for what, oldest first."""
    n, t = schema.entries.c, schema.transfers.c
    names = book.names()
    wanted = (
        select(n.day, n.number, n.kind, t.payer, t.payee, t.amount, t.why, t.rule)
        .join(schema.entries, n.event == t.event)
        .where(*conditions(n, asked))
        .order_by(n.day, n.table, n.seq, t.number)
    )
    with book.snapshot() as connection:
        lines = tuple(
            (
                row.day,
                row.number,
                say(language, f"club_kind_{row.kind}"),
                person(row.payer, names, language),
                person(row.payee, names, language),
                int(row.amount),
                localise(row.why, language),
                row.rule,
            )
            for row in connection.execute(wanted)
        )
    columns = ("date", "number", "kind", "payer", "payee", "amount", "why", "rule")
    return Grid(say(language, "grid_payments"), _header(columns, language), lines)


def standings(book: Book, language: Language, asked: Asked = ALL) -> Grid:
    """The league: one line for each person, and unit if he counted in several."""
    names = book.names()
    lines: list[tuple[Cell, ...]] = []
    for rank, one in enumerate(league(book, asked), 1):
        means = AND.join(
            f"{unit.mean:.2f} {localise(unit.unit, language)}" for unit in one.units if unit.won
        )
        lines.append(
            (
                rank, names.get(one.player, one.player), one.evenings, one.hands, one.won,
                one.self_draw, one.dealt_in, round(one.win_rate, 4), round(one.deal_in_rate, 4),
                means, one.amount,
            )
        )  # fmt: skip
    columns = (
        "rank", "player", "evenings", "hands", "won", "drawn", "dealt_in", "win_rate",
        "deal_in_rate", "mean", "amount",
    )  # fmt: skip
    return Grid(say(language, "grid_standings"), _header(columns, language), tuple(lines))


def _header(columns: Iterable[str], language: Language) -> tuple[str, ...]:
    return tuple(say(language, f"col_{column}") for column in columns)


# --- files ---------------------------------------------------------------------------------------

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a spreadsheet take a text for a formula, their wide forms too."""


def dangerous(value: str) -> bool:
    """Whether a spreadsheet could take the text for a formula."""
    return value.startswith(_FORMULA) or value.lstrip().startswith(_FORMULA)


def safe(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula: an apostrophe stands before the text."""
    return f"'{cell}" if isinstance(cell, str) and dangerous(cell) else cell


def write_csv(grid: Grid, out: IO[str]) -> None:
    """Write a table as CSV; `to_file` opens one with the mark that Excel wants."""
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(map(safe, grid.header))
    writer.writerows(map(safe, row) for row in grid.rows)


def write_xlsx(all_: Iterable[Grid], path: Path) -> None:
    """Write tables as the sheets of one file.

    Raises:
        BookError: the library is missing, or the file cannot be written.
    """
    try:
        from xlsxwriter import Workbook
        from xlsxwriter.exceptions import FileCreateError
    except ImportError as error:
        raise BookError("export_no_xlsx") from error
    options = {
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "in_memory": True,
    }
    workbook = Workbook(str(path), options)
    bold = workbook.add_format({"bold": True, "bottom": 1})
    # A text stays one when somebody edits its cell and when the sheet is saved as CSV.
    quoted = workbook.add_format({"quote_prefix": True})
    for grid in all_:
        sheet = workbook.add_worksheet(grid.name[:31])
        sheet.freeze_panes(1, 0)
        for column, title in enumerate(grid.header):
            sheet.write_string(0, column, title, bold)
        for number, row in enumerate(grid.rows, 1):
            for column, cell in enumerate(row):
                if not isinstance(cell, str):
                    sheet.write_number(number, column, cell)
                elif cell:
                    sheet.write_string(number, column, cell, quoted if dangerous(cell) else None)
        if grid.rows:
            sheet.autofilter(0, 0, len(grid.rows), len(grid.header) - 1)
        sheet.autofit()
    try:
        workbook.close()
    except (FileCreateError, OSError) as error:
        raise BookError("export_unwritable", path=path, reason=error) from error


def to_file(path: Path, write: Callable[[IO[str]], object], *, table: bool = False) -> None:
    """Write a text file whole or not at all.

    Args:
        path: where to; what is there is replaced once the new one is on the disk.
        write: writes into the open file.
        table: for a spreadsheet: with the mark at the start by which Excel knows UTF-8.

    Raises:
        BookError: it cannot be written.
    """
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        try:
            encoding = "utf-8-sig" if table else "utf-8"
            with part.open("w", encoding=encoding, newline="") as out:
                write(out)
                out.flush()
                os.fsync(out.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BookError("export_unwritable", path=path, reason=error) from error
