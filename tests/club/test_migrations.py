from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Engine, create_engine, inspect, text

from device.club import migrate, rows, schema
from device.club.book import open_book
from device.club.errors import BookError


@pytest.fixture
def engine(where: Path | str, tmp_path: Path) -> Engine:
    """An empty database."""
    if isinstance(where, Path):
        return create_engine(f"sqlite:///{tmp_path / 'empty.sqlite'}")
    return create_engine(where.replace("postgresql:", "postgresql+psycopg:"))


def upgrade(engine: Engine, to: str = "head") -> None:
    config = migrate.config()
    with engine.connect() as connection, connection.begin():
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def form(engine: Engine) -> dict[str, object]:
    """All tables with columns, keys and indexes."""
    seen = inspect(engine)
    out: dict[str, object] = {}
    for table in sorted(set(seen.get_table_names()) - {"alembic_version"}):
        out[table] = (
            [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(table)],
            seen.get_pk_constraint(table)["constrained_columns"],
            sorted(tuple(u["column_names"]) for u in seen.get_unique_constraints(table)),
            sorted(
                (str(i["name"]), tuple(i["column_names"]), bool(i["unique"]))
                for i in seen.get_indexes(table)
            ),
        )
    return out


def test_revisions_give_exactly_the_tables_of_today(engine: Engine) -> None:
    upgrade(engine)
    migrated = form(engine)
    with engine.connect() as connection, connection.begin():
        connection.execute(text("DROP TABLE alembic_version"))
        schema.metadata.drop_all(connection)
    schema.metadata.create_all(engine)
    assert migrated == form(engine)
    assert set(migrated) == set(schema.metadata.tables)


def test_head_is_the_newest_revision() -> None:
    assert migrate.scripts().get_heads() == [rows.HEAD]


def test_a_book_of_a_later_program_is_left_alone(where: Path | str) -> None:
    with open_book(where) as book, book.engine.connect() as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BookError, match="club_newer"):
        open_book(where)


def test_something_else_is_no_book(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "book.sqlite") as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(BookError, match="club_not_a_book"):
        open_book(tmp_path)
    (tmp_path / "text").mkdir()
    (tmp_path / "text/book.sqlite").write_text("a shopping list, long enough to be a header" * 30)
    with pytest.raises(BookError, match="club_damaged"):
        open_book(tmp_path / "text")


def test_eight_open_a_new_book_at_once(where: Path | str) -> None:
    tables: list[str] = []

    def opens() -> None:
        with open_book(where, name="東") as book:
            tables.append(book.table)

    threads = [threading.Thread(target=opens) for _ in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(tables) == 8
    assert len(set(tables)) == 1
