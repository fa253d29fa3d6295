"""What players want to know: hands, wins, deals-in, 台, money, by whatever they ask.

Sums come from `totals` and `pairs`, a few rows for each person and evening; only what those cannot
tell (an opponent, single hands) is counted from `results`. All of it is SQL that SQLite and
PostgreSQL answer alike; `names` of people are left to who shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from sqlalchemy import ColumnElement, Select, and_, func, select

from device.club import schema
from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT

if TYPE_CHECKING:
    from device.club.book import Book

Group = Literal["seat", "wind", "evening", "day", "season"]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which hands are meant; what is None is not asked for. The default is all."""

    evening: str | None = None
    first: str | None = None
    """Day from which on, YYYY-MM-DD."""
    last: str | None = None
    """Day up to which, it included."""
    season: str | None = None
    opponent: str | None = None
    """Only hands at a table with this person. Not for `league`."""
    seat: int | None = None
    """Seat of the player, 0 to 3."""
    wind: str | None = None
    """Seat wind of the player, E S W N; "" are hands whose wind nobody wrote down."""


ALL: Final = Asked()


@dataclass(frozen=True, slots=True)
class Counted:
    """The wins of one unit: 台 and 番 are not added up."""

    unit: str
    hands: int
    won: int
    total: int

    @property
    def mean(self) -> float:
        """台 or 番 of a win, on average; 0 without one."""
        return self.total / self.won if self.won else 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """A person's sums."""

    player: str
    hands: int
    """Hands that ended while he sat at the table."""
    won: int
    self_draw: int
    dealt_in: int
    """Hands that others won on his discard."""
    amount: int
    """Money, with side bets, fouls and other payments."""
    evenings: int
    units: tuple[Counted, ...]
    """By unit; the one with most hands first."""

    @property
    def win_rate(self) -> float:
        """Part of the hands that he won, 0 to 1."""
        return self.won / self.hands if self.hands else 0.0

    @property
    def self_draw_rate(self) -> float:
        """Part of his wins that he drew himself, 0 to 1."""
        return self.self_draw / self.won if self.won else 0.0

    @property
    def deal_in_rate(self) -> float:
        """Part of the hands that others won on his discard, 0 to 1."""
        return self.dealt_in / self.hands if self.hands else 0.0


@dataclass(frozen=True, slots=True)
class Best:
    """A win to show around."""

    event: str
    player: str
    total: int
    unit: str
    day: str
    picture: str
    """SHA-256 of the photograph; "" without."""


@dataclass(frozen=True, slots=True)
class Between:
    """What a person has with another one."""

    player: str
    other: str
    hands: int
    """Hands at one table."""
    won_from: int
    """Wins on the other's discard."""
    lost_to: int
    """The other's wins on his discard."""
    taken: int
    """Money that the other paid him."""
    given: int

    @property
    def amount(self) -> int:
        """Money that he has from the other, all in all."""
        return self.taken - self.given


@dataclass(frozen=True, slots=True)
class Point:
    """An evening after one more entry."""

    event: str
    table: str
    number: int
    """Number of the entry at its table, as in `Event.seq`."""
    game: str
    kind: str
    hand: int
    """Hands that are over by then."""
    balances: tuple[tuple[str, int], ...]
    """All who played so far, and the pot: what each has won."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A line in the list of evenings."""

    evening: str
    table: str
    day: str
    title: str
    season: str
    closed: bool
    games: int
    hands: int


# --- sums ----------------------------------------------------------------------------------------


def tally(book: Book, player: str, asked: Asked = ALL) -> Tally:
    """A person's sums; all zero for somebody who has not played."""
    return _tallies(book, asked, player).get(player, Tally(player, 0, 0, 0, 0, 0, 0, ()))


def tally_by(book: Book, player: str, group: Group, asked: Asked = ALL) -> dict[str, Tally]:
    """A person's sums for each seat, wind, evening, day or season, in the order of play.

    Seats are "0" to "3"; "-1" are hands of others that he bet on.
    """
    return _tallies(book, asked, player, group)


def league(book: Book, asked: Asked = ALL) -> tuple[Tally, ...]:
    """All who played, bystanders who bet included; who has won most money first.

    The opponent of `asked` does not count here.
    """
    found = _tallies(book, asked, None).values()
    return tuple(sorted(found, key=lambda one: (-one.amount, -one.won, one.player)))


def _tallies(
    book: Book, asked: Asked, player: str | None, group: Group | None = None
) -> dict[str, Tally]:
    """Tallies by person, or those of one person by group."""
    rows: dict[str, list[Any]] = {}
    with book.snapshot() as connection:
        for row in connection.execute(_sums(asked, player, group)):
            rows.setdefault(str(row.key), []).append(row)
        # an evening may have games of two units: then it must not count twice
        evenings = {key: sum(int(row.evenings) for row in found) for key, found in rows.items()}
        if any(len(found) > 1 for found in rows.values()):
            for row in connection.execute(_sums(asked, player, group, units=False)):
                evenings[str(row.key)] = int(row.evenings)
    keys = sorted(rows, key=lambda key: _order(group, key, min(row.first for row in rows[key])))
    return {key: _tally(player or key, rows[key], evenings[key]) for key in keys}


def _order(group: Group | None, key: str, day: str) -> tuple[Any, ...]:
    if group == "seat":
        return (int(key),)
    return ("ESWN".find(key),) if group == "wind" else (day, key)


def _tally(player: str, rows: Sequence[Any], evenings: int) -> Tally:
    def total(name: str) -> int:
        return sum(int(row._mapping[name]) for row in rows)

    units = [Counted(row.unit, int(row.hands), int(row.won), int(row.total)) for row in rows]
    units.sort(key=lambda one: (-one.hands, one.unit))
    return Tally(
        player,
        total("hands"),
        total("won"),
        total("self_draw"),
        total("dealt_in"),
        total("amount"),
        evenings,
        tuple(units),
    )


def _sums(
    asked: Asked, player: str | None, group: Group | None, *, units: bool = True
) -> Select[Any]:
    """Sums by person, or for one person by group; unless told otherwise by unit too."""
    single = asked.opponent is not None and player is not None
    table: Any = schema.results.alias("mine") if single else schema.totals
    c = table.c
    by = c.player if group is None else c[group]
    columns = [by.label("key"), func.count(c.evening.distinct()).label("evenings")]
    if units:
        columns += [
            c.unit,
            func.min(c.day).label("first"),
            func.sum(c.hand if single else c.hands).label("hands"),
            *(func.sum(c[name]).label(name) for name in _SUMS),
        ]
    wanted = select(*columns).where(*conditions(c, asked))
    wanted = wanted.group_by(by, c.unit) if units else wanted.group_by(by)
    if single:
        wanted = wanted.select_from(_with(table, str(asked.opponent)))
    return wanted.where(c.player != POT_ACCOUNT if player is None else c.player == player)


_SUMS: Final = ("won", "self_draw", "dealt_in", "total", "amount")


def conditions(c: Any, asked: Asked) -> list[ColumnElement[bool]]:
    """The conditions on a row of a derived table, but for the opponent."""
    out: list[ColumnElement[bool]] = []
    for name in ("evening", "season", "seat", "wind"):
        if (value := getattr(asked, name)) is not None and name in c:
            out.append(c[name] == value)
    if asked.wind == "" and "seat" in c:
        out.append(c.seat >= 0)  # bystanders have no wind either, and are not meant
    if asked.first is not None:
        out.append(c.day >= asked.first)
    if asked.last is not None:
        out.append(c.day <= asked.last)
    return out


def _with(mine: Any, opponent: str) -> Any:
    """Results of hands at a table at which the opponent sat too."""
    other = schema.results.alias("other")
    return mine.join(
        other,
        and_(other.c.event == mine.c.event, other.c.player == opponent, other.c.seat >= 0),
    )


# --- single hands --------------------------------------------------------------------------------


def best(
    book: Book, player: str | None = None, asked: Asked = ALL, unit: str = "台"
) -> Best | None:
    """The highest win of a person or of all, of several equal ones the first; None without one."""
    mine = schema.results.alias("mine")
    c, n = mine.c, schema.entries.c
    source: Any = mine if asked.opponent is None else _with(mine, asked.opponent)
    meant = [c.unit == unit, c.won == 1, *conditions(c, asked)]
    if player is not None:
        meant.append(c.player == player)
    highest = select(c.total).select_from(source).where(*meant).order_by(c.total.desc()).limit(1)
    with book.snapshot() as connection:
        total = connection.execute(highest).scalar()
        if total is None:
            return None
        found = connection.execute(
            select(c.event, c.player, c.total, c.unit, c.day, n.picture)
            .select_from(source.join(schema.entries, n.event == c.event))
            .where(*meant, c.total == total)
            .order_by(c.day, n.table, n.seq, c.seat)
            .limit(1)
        ).one()
    return Best(*found)


def wins_by_total(
    book: Book, player: str | None = None, asked: Asked = ALL, unit: str = "台"
) -> dict[int, int]:
    """How many wins had how many 台, ascending."""
    mine = schema.results.alias("mine")
    c = mine.c
    source: Any = mine if asked.opponent is None else _with(mine, asked.opponent)
    wanted = (
        select(c.total, func.count().label("wins"))
        .select_from(source)
        .where(c.won == 1, c.unit == unit, *conditions(c, asked))
        .group_by(c.total)
        .order_by(c.total)
    )
    if player is not None:
        wanted = wanted.where(c.player == player)
    with book.snapshot() as connection:
        return {int(row.total): int(row.wins) for row in connection.execute(wanted)}


# --- two people ----------------------------------------------------------------------------------


def opponents(book: Book, player: str, asked: Asked = ALL) -> tuple[Between, ...]:
    """What a person has with everybody whom he met; most hands together first.

    Seat, wind and opponent of `asked` do not count here.
    """
    return _between(book, player, None, asked)


def head_to_head(book: Book, player: str, other: str, asked: Asked = ALL) -> Between:
    """What a person has with another one. `asked` as in `opponents`."""
    found = _between(book, player, other, asked)
    return found[0] if found else Between(player, other, 0, 0, 0, 0, 0)


def _between(book: Book, player: str, other: str | None, asked: Asked) -> tuple[Between, ...]:
    c = schema.pairs.c
    names = ("hands", "won_from", "lost_to", "taken", "given")
    wanted = (
        select(c.other, *(func.sum(c[name]).label(name) for name in names))
        .where(c.player == player)
        .group_by(c.other)
    )
    if other is not None:
        wanted = wanted.where(c.other == other)
    if asked.evening is not None:
        wanted = wanted.where(c.evening == asked.evening)
    if asked.season is not None:
        wanted = wanted.where(c.season == asked.season)
    if asked.first is not None:
        wanted = wanted.where(c.day >= asked.first)
    if asked.last is not None:
        wanted = wanted.where(c.day <= asked.last)
    with book.snapshot() as connection:
        found = [
            Between(player, row.other, *(int(row._mapping[name]) for name in names))
            for row in connection.execute(wanted)
        ]
    return tuple(sorted(found, key=lambda one: (-one.hands, one.other)))


# --- evenings ------------------------------------------------------------------------------------


def course(book: Book, evening: str) -> tuple[Point, ...]:
    """An evening entry by entry: what everybody had won by then."""
    r, n = schema.results.c, schema.entries.c
    entries = (
        select(n.event, n.table, n.seq, n.game, n.kind, n.ends)
        .where(n.evening == evening)
        .order_by(n.table, n.seq)
    )
    results = select(r.event, r.player, r.amount).where(r.evening == evening)
    amounts: dict[str, list[tuple[str, int]]] = {}
    out: list[Point] = []
    sums: dict[str, int] = {}
    hand = 0
    with book.snapshot() as connection:
        for event, player, amount in connection.execute(results):
            amounts.setdefault(event, []).append((player, int(amount)))
        for row in connection.execute(entries):
            hand += bool(row.ends)
            for player, amount in sorted(amounts.get(row.event, ())):
                sums[player] = sums.get(player, 0) + amount
            out.append(
                Point(row.event, row.table, row.seq, row.game, row.kind, hand, tuple(sums.items()))
            )
    return tuple(out)


def evenings(
    book: Book, *, season: str | None = None, most: int = 50, skip: int = 0
) -> tuple[Evening, ...]:
    """The evenings, the newest first, a page of them."""
    v, g, e = schema.evenings.c, schema.games.c, schema.events.c
    page = (
        select(schema.evenings, e.seq)
        .join(schema.events, e.id == v.event)
        .order_by(v.day.desc(), v.table, e.seq.desc())
        .limit(most)
        .offset(skip)
    )
    if season is not None:
        page = page.where(v.season == season)
    shown = page.subquery()
    hands = func.coalesce(func.sum(g.hands), 0).label("hands")
    wanted = (
        select(shown, func.count(g.id).label("games"), hands)
        .outerjoin(schema.games, g.evening == shown.c.id)
        .group_by(*shown.c)
        .order_by(shown.c.day.desc(), shown.c.table, shown.c.seq.desc())
    )
    with book.snapshot() as connection:
        return tuple(
            Evening(
                row.id, row.table, row.day, row.title, row.season, bool(row.closed),
                int(row.games), int(row.hands),
            )
            for row in connection.execute(wanted)
        )  # fmt: skip


def seasons(book: Book) -> tuple[str, ...]:
    """The seasons that evenings were given, the newest first; "" is none."""
    v = schema.evenings.c
    wanted = select(v.season).group_by(v.season).order_by(func.max(v.day).desc(), v.season)
    with book.snapshot() as connection:
        return tuple(connection.execute(wanted).scalars())


def evening_of(book: Book, day: str | None = None) -> str:
    """The last evening, or the last one of a day.

    Raises:
        BookError: there is none.
    """
    v, e = schema.evenings.c, schema.events.c
    wanted = (
        select(v.id)
        .join(schema.events, e.id == v.event)
        .order_by(v.day.desc(), v.table, e.seq.desc())
        .limit(1)
    )
    if day is not None:
        wanted = wanted.where(v.day == day)
    with book.reading() as connection:
        found = connection.execute(wanted).scalar()
    if found is None:
        raise BookError("club_no_evening")
    return str(found)
