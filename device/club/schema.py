"""The tables of a book, the same in SQLite and in PostgreSQL.

`events`, `evidence`, `pictures` and `people` are what is kept; everything below `DERIVED` follows
from the events and is written in the same transaction, so that pages need not count it again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""`table`: the id of the table whose book this is ("" for a club's common book); `name`: what
people call it."""

events = Table(
    "events",
    metadata,
    Column("table", String(40), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("id", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("game", String(40), nullable=False),
    Column("at", String(40), nullable=False),
    Column("by", String(80), nullable=False),
    Column("role", String(12), nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    PrimaryKeyConstraint("table", "seq"),
    UniqueConstraint("id"),
    Index("events_game", "game", "table", "seq"),
)
"""Lines that are never changed. `game` is the game whose state they change ("" for none): for an
`undo` or a `correct` that of the event that it is about."""

evidence = Table(
    "evidence",
    metadata,
    Column("sha", String(64), primary_key=True),
    Column("data", Text, nullable=False),
)
"""Reading, corrections, program and models of a hand, as JSON, by its SHA-256."""

pictures = Table(
    "pictures",
    metadata,
    Column("sha", String(64), primary_key=True),
    Column("kind", String(4), nullable=False),
    Column("bytes", BigInteger, nullable=False),
    Column("at", String(40), nullable=False),
    Column("dropped", String(40), nullable=False, default=""),
)
"""Files of the folder `pictures/`; `dropped` is when retention or a person's wish deleted one."""

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("forgotten", Boolean, nullable=False, default=False),
    Column("changed", String(40), nullable=False),
)
"""Names of the ids in events: the only place where a name stands."""

forwarded = Table(
    "forwarded",
    metadata,
    Column("url", String(400), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", String(40), nullable=False),
)
"""Up to which line the club's book has acknowledged this table's events."""

# --- DERIVED -------------------------------------------------------------------------------------

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("last_at", String(40), nullable=False),
    Column("last_hash", String(64), nullable=False),
    Column("game", String(40), nullable=False, default=""),
)
"""The tables whose events are in the book, the end of each chain, and the game in progress."""

evenings = Table(
    "evenings",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("table", String(40), nullable=False),
    Column("event", String(40), nullable=False),
    Column("day", String(10), nullable=False),
    Column("title", String(200), nullable=False),
    Column("season", String(200), nullable=False),
    Column("closed", Boolean, nullable=False, default=False),
    Index("evenings_day", "day"),
)

noted = Table(
    "noted",
    metadata,
    Column("event", String(40), primary_key=True),
    Column("table", String(40), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", String(40), nullable=False),
    Column("total", Integer, nullable=False),
    Column("unit", String(8), nullable=False),
    Column("picture", String(64), nullable=False),
    Index("noted_table", "table", "seq"),
)
"""Hands that were counted outside a game."""

players = Table(
    "players",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("event", String(40), nullable=False),
)

chips = Table(
    "chips",
    metadata,
    Column("event", String(40), primary_key=True),
    Column("evening", String(40), nullable=False),
    Column("player", String(40), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Index("chips_evening", "evening"),
)

debts_paid = Table(
    "debts_paid",
    metadata,
    Column("event", String(40), primary_key=True),
    Column("evening", String(40), nullable=False),
    Column("payer", String(40), nullable=False),
    Column("payee", String(40), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("at", String(40), nullable=False),
    Index("debts_paid_evening", "evening"),
)

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("table", String(40), nullable=False),
    Column("evening", String(40), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("rules_hash", String(64), nullable=False),
    Column("people", String(200), nullable=False),
    Column("hands", Integer, nullable=False),
    Column("ended", Boolean, nullable=False),
    Index("games_evening", "evening", "seq"),
    Index("games_table", "table", "seq"),
)

entries = Table(
    "entries",
    metadata,
    Column("event", String(40), primary_key=True),
    Column("table", String(40), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("evening", String(40), nullable=False),
    Column("day", String(10), nullable=False),
    Column("season", String(200), nullable=False),
    Column("at", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("ends", Boolean, nullable=False),
    Column("number", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("unit", String(8), nullable=False),
    Column("picture", String(64), nullable=False),
    Index("entries_game", "game", "seq"),
    Index("entries_evening", "evening", "seq"),
    Index("entries_day", "day", "table", "seq"),
)
"""One line of a game's sheet (`fold.Entry`); `total` is the highest of its wins."""

results = Table(
    "results",
    metadata,
    Column("event", String(40), nullable=False),
    Column("player", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("evening", String(40), nullable=False),
    Column("day", String(10), nullable=False),
    Column("season", String(200), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("wind", String(1), nullable=False),
    Column("hand", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("self_draw", Integer, nullable=False),
    Column("dealt_in", Integer, nullable=False),
    Column("unit", String(8), nullable=False),
    Column("total", Integer, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("event", "player"),
    Index("results_player", "player", "day"),
    Index("results_best", "player", "total"),
    Index("results_wins", "won", "unit", "total", "day", "season"),
    Index("results_game", "game"),
    Index("results_evening", "evening"),
)
"""What an entry was for a person. `seat` is -1 for the pot and for bystanders; `hand` 1 if the
person sat in a hand that ended with it; `total` the own win, counted in the game's `unit`: 台 and
番 measure different things and are never added up."""

transfers = Table(
    "transfers",
    metadata,
    Column("event", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("evening", String(40), nullable=False),
    Column("payer", String(40), nullable=False),
    Column("payee", String(40), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("id", String(40), nullable=False),
    Column("why", String(200), nullable=False),
    Column("rule", String(40), nullable=False),
    PrimaryKeyConstraint("event", "number"),
    Index("transfers_game", "game"),
    Index("transfers_evening", "evening"),
)

totals = Table(
    "totals",
    metadata,
    Column("evening", String(40), nullable=False),
    Column("player", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("wind", String(1), nullable=False),
    Column("unit", String(8), nullable=False),
    Column("day", String(10), nullable=False),
    Column("season", String(200), nullable=False),
    Column("hands", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("self_draw", Integer, nullable=False),
    Column("dealt_in", Integer, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("evening", "player", "seat", "wind", "unit"),
    Index("totals_season", "season", "player"),
    Index(
        "totals_sums",
        "player",
        "unit",
        "evening",
        "seat",
        "wind",
        "day",
        "season",
        "hands",
        "won",
        "self_draw",
        "dealt_in",
        "total",
        "amount",
    ),
)
"""`results` summed by evening, so that a season is a few rows. Sums over `day` or `season` of
these are what statistics show, from `totals_sums` alone: it holds all that they ask."""

pairs = Table(
    "pairs",
    metadata,
    Column("evening", String(40), nullable=False),
    Column("player", String(40), nullable=False),
    Column("other", String(40), nullable=False),
    Column("day", String(10), nullable=False),
    Column("season", String(200), nullable=False),
    Column("taken", BigInteger, nullable=False),
    Column("given", BigInteger, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("won_from", Integer, nullable=False),
    Column("lost_to", Integer, nullable=False),
    PrimaryKeyConstraint("evening", "player", "other"),
    Index("pairs_player", "player", "day"),
)
"""Between two people in an evening: money taken and given, hands at one table, wins on the other's
discard and the other way round."""

DERIVED = (
    tables, evenings, noted, players, chips, debts_paid, games, entries, results, transfers, totals,
    pairs,
)  # fmt: skip
