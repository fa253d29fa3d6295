from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Engine, create_engine, inspect, select, text

from device.club import audit, migrate, rows, schema
from device.club.backup import backup, restore
from device.club.book import FILE, Book, open_book
from device.club.errors import BookError

SAMPLES = Path(__file__).with_name("samples")
KEPT = (schema.meta, schema.events, schema.evidence, schema.pictures, schema.people)


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


def sample(revision: str, folder: Path) -> None:
    """Make a book in the form of a revision."""
    folder.mkdir(exist_ok=True)
    with sqlite3.connect(folder / FILE) as raw:
        raw.executescript((SAMPLES / f"{revision}.sql").read_text("utf-8"))


def kept(book: Book) -> list[list[tuple[object, ...]]]:
    with book.reading() as connection:
        return [sorted(map(tuple, connection.execute(select(table)))) for table in KEPT]


def test_every_revision_has_a_sample() -> None:
    known = {script.revision for script in migrate.scripts().walk_revisions()}
    assert {file.stem for file in SAMPLES.glob("*.sql")} == known


@pytest.mark.parametrize("revision", sorted(file.stem for file in SAMPLES.glob("*.sql")))
def test_an_earlier_book_stays_whole(revision: str, club_url: str, tmp_path: Path) -> None:
    sample(revision, tmp_path / "old")
    with sqlite3.connect(tmp_path / "old" / FILE) as raw:
        count = raw.execute("SELECT count(*) FROM events").fetchone()[0]
    with open_book(tmp_path / "old") as book:
        assert audit.check(book, files=False) == []
        assert book.last_number() == count > 20
        want = kept(book)
        assert len(want[2]) == len(want[3]) == 1
        backup(book, tmp_path / "old.tar")
    restore(tmp_path / "old.tar", club_url)
    with open_book(club_url) as club:
        assert kept(club) == want
        assert audit.check(club) == []


LATER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9998", "{head}"


def upgrade():
    with op.batch_alter_table("people") as table:
        table.add_column(sa.Column("nick", sa.String(40), nullable=False, server_default=""))
    op.create_index("people_nick", "people", ["nick"])
    {last}
"""


@pytest.mark.parametrize("fails", [False, True])
def test_a_later_revision_runs_whole_or_not_at_all(
    where: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    if isinstance(where, Path):
        sample(rows.HEAD, where)
    else:
        sample(rows.HEAD, tmp_path / "old")
        with open_book(tmp_path / "old") as book:
            backup(book, tmp_path / "old.tar")
        restore(tmp_path / "old.tar", where)
    with open_book(where) as book:
        before = kept(book)
    last = "raise OSError('a power cut')" if fails else "pass"
    script = LATER.format(head=rows.HEAD, last=last)
    (tmp_path / "later").mkdir()
    (tmp_path / "later/9998_later.py").write_text(script, "utf-8")
    here = migrate.config()
    shipped = Path(str(here.get_main_option("script_location"))) / "versions"
    here.set_main_option("path_separator", "os")
    here.set_main_option("version_locations", f"{shipped}:{tmp_path / 'later'}")
    with monkeypatch.context() as patched:
        patched.setattr(migrate, "config", lambda: here)
        patched.setattr(rows, "HEAD", "9998")
        if fails:
            with pytest.raises(BookError):
                open_book(where)
        else:
            with open_book(where) as book:
                assert "nick" in {c["name"] for c in inspect(book.engine).get_columns("people")}
                assert kept(book) == before
                assert audit.check(book, files=False) == []
    if fails:
        with open_book(where) as book:  # the program before it still can
            assert "nick" not in {c["name"] for c in inspect(book.engine).get_columns("people")}
            assert kept(book) == before
            assert audit.check(book, files=False) == []


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
