"""The first form of the book.

Written out, not taken from `device.club.schema`: a revision stays what it was when it went out.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "chips",
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("event"),
    )
    op.create_index("chips_evening", "chips", ["evening"], unique=False)
    op.create_table(
        "debts_paid",
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("payer", sa.String(length=40), nullable=False),
        sa.Column("payee", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("event"),
    )
    op.create_index("debts_paid_evening", "debts_paid", ["evening"], unique=False)
    op.create_table(
        "entries",
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("season", sa.String(length=200), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("ends", sa.Boolean(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("unit", sa.String(length=8), nullable=False),
        sa.Column("picture", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("event"),
    )
    op.create_index("entries_day", "entries", ["day", "table", "seq"], unique=False)
    op.create_index("entries_evening", "entries", ["evening", "seq"], unique=False)
    op.create_index("entries_game", "entries", ["game", "seq"], unique=False)
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("season", sa.String(length=200), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("evenings_day", "evenings", ["day"], unique=False)
    op.create_table(
        "events",
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("by", sa.String(length=80), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("table", "seq"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("events_game", "events", ["game", "table", "seq"], unique=False)
    op.create_table(
        "evidence",
        sa.Column("sha", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha"),
    )
    op.create_table(
        "forwarded",
        sa.Column("url", sa.String(length=400), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("url"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("people", sa.String(length=200), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("games_evening", "games", ["evening", "seq"], unique=False)
    op.create_index("games_table", "games", ["table", "seq"], unique=False)
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "noted",
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("unit", sa.String(length=8), nullable=False),
        sa.Column("picture", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("event"),
    )
    op.create_index("noted_table", "noted", ["table", "seq"], unique=False)
    op.create_table(
        "pairs",
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("other", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("season", sa.String(length=200), nullable=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
        sa.Column("given", sa.BigInteger(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("won_from", sa.Integer(), nullable=False),
        sa.Column("lost_to", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("evening", "player", "other"),
    )
    op.create_index("pairs_player", "pairs", ["player", "day"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.Column("changed", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "pictures",
        sa.Column("sha", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.String(length=40), nullable=False),
        sa.Column("dropped", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("sha"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "results",
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("season", sa.String(length=200), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("wind", sa.String(length=1), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("self_draw", sa.Integer(), nullable=False),
        sa.Column("dealt_in", sa.Integer(), nullable=False),
        sa.Column("unit", sa.String(length=8), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("event", "player"),
    )
    op.create_index("results_best", "results", ["player", "total"], unique=False)
    op.create_index("results_evening", "results", ["evening"], unique=False)
    op.create_index("results_game", "results", ["game"], unique=False)
    op.create_index("results_player", "results", ["player", "day"], unique=False)
    op.create_index(
        "results_wins", "results", ["won", "unit", "total", "day", "season"], unique=False
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.String(length=40), nullable=False),
        sa.Column("last_hash", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "totals",
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("wind", sa.String(length=1), nullable=False),
        sa.Column("unit", sa.String(length=8), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("season", sa.String(length=200), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("self_draw", sa.Integer(), nullable=False),
        sa.Column("dealt_in", sa.Integer(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evening", "player", "seat", "wind", "unit"),
    )
    op.create_index("totals_season", "totals", ["season", "player"], unique=False)
    op.create_index(
        "totals_sums",
        "totals",
        [
            "player", "unit", "evening", "seat", "wind", "day", "season",
            "hands", "won", "self_draw", "dealt_in", "total", "amount",
        ],
        unique=False,
    )  # fmt: skip
    op.create_table(
        "transfers",
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("evening", sa.String(length=40), nullable=False),
        sa.Column("payer", sa.String(length=40), nullable=False),
        sa.Column("payee", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("why", sa.String(length=200), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("event", "number"),
    )
    op.create_index("transfers_evening", "transfers", ["evening"], unique=False)
    op.create_index("transfers_game", "transfers", ["game"], unique=False)
