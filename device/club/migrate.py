"""Makes the tables of a new book and brings an older one up to date, with Alembic."""

from __future__ import annotations

from importlib import resources

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from device.club import schema
from device.club.errors import BookError


def config() -> Config:
    """Where the revisions are; they are part of the package."""
    made = Config()
    made.set_main_option("script_location", str(resources.files("device.club") / "migrations"))
    return made


def make(engine: Engine, head: str) -> None:
    """All tables of today, marked as of the newest revision."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _alone(connection)
        schema.metadata.create_all(connection)
        context = MigrationContext.configure(connection)
        context._ensure_version_table()
        if context.get_current_revision() is None:
            context.stamp(scripts(), head)


def scripts() -> ScriptDirectory:
    """The revisions that this program knows."""
    return ScriptDirectory.from_config(config())


def upgrade(engine: Engine, names: set[str]) -> None:
    """Run the revisions that an older book lacks, all or none.

    Raises:
        BookError: these are no tables of a book, or they are of a later program.
    """
    if "alembic_version" not in names or "events" not in names:
        raise BookError("club_not_a_book")
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        _alone(connection)
        context = MigrationContext.configure(connection)
        current = context.get_current_revision()
        known = {script.revision for script in scripts().walk_revisions()}
        if current not in known:
            raise BookError("club_newer", version=current)
        made = config()
        made.attributes["connection"] = connection
        command.upgrade(made, "head")


def _alone(connection: Connection) -> None:
    """Let no other program do the same at the same time."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(text("SELECT pg_advisory_xact_lock(7451)"))
