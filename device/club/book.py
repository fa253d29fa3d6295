"""The book: opened, written, read. SQLite in a folder by default, PostgreSQL by its URL.

    with open_book(Path("club")) as book:
        event = book.write(body, by="An", role="scorer")
        book.game(event.body.game).balance()

When `write` returns, the event and everything that follows from it are on the disk; when it raises,
nothing was written. Several programs may have one book open: every write looks first at what the
others wrote.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy import Connection, Engine, create_engine, insert, make_url, select, update
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from device.club import bodies, checks, derive, rows, schema
from device.club.bodies import AnyBody, Corrected, Event, GameStarted, Role, Undone
from device.club.errors import BookError
from device.club.fold import GameView, effective, fold, play
from device.club.pictures import Pictures
from device.club.settings import CLUB, ClubSettings

_log = logging.getLogger(__name__)
FILE: Final = "book.sqlite"
# A link that is cut shows itself within seconds on this side, and frees its locks on the other.
_POSTGRES: Final = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "taicam",
    "options": "-c idle_in_transaction_session_timeout=15s -c tcp_keepalives_idle=5 "
    "-c tcp_keepalives_interval=2 -c tcp_keepalives_count=3",
}


def now() -> str:
    """The time as it is written into the book."""
    return datetime.now().astimezone().isoformat(timespec="milliseconds")


def new_id() -> str:
    """An id that nothing else has."""
    return uuid.uuid4().hex[:16]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What proves a hand: kept beside the event, which holds its SHA-256."""

    data: Mapping[str, Any]
    """Reading, corrections, program, models: JSON data."""
    picture: Path | None = None
    clip: Path | None = None


def open_book(
    where: Path | str, *, name: str = "", settings: ClubSettings = CLUB, create: bool = True
) -> Book:
    """Open a book, making it if there is none.

    Args:
        where: a folder (for SQLite and pictures), or the URL of a PostgreSQL database.
        name: what people call the table, for a new book.
        settings: limits and times.
        create: False refuses where there is no book.

    Raises:
        BookError: it cannot be opened, read or made.
    """
    text = str(where)
    if "://" in text:
        return Book(postgres(text, settings), None, settings, name=name)
    folder = Path(where)
    file = folder / FILE
    if not file.exists() and not create:
        raise BookError("club_no_book", path=folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BookError("club_unwritable", reason=error) from error
    return Book(_sqlite(file, settings), Pictures(folder / "pictures"), settings, name=name)


def _sqlite(file: Path, settings: ClubSettings) -> Engine:
    engine = create_engine(
        f"sqlite:///{file}",
        connect_args={"timeout": settings.lock_wait, "isolation_level": None},
        pool_size=settings.connections,
        max_overflow=0,
    )

    @sqlalchemy_event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        # Nothing acknowledged may be lost when the power goes: every commit waits for the disk.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(f"PRAGMA cache_size=-{settings.cache_kib}")

    @sqlalchemy_event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def postgres(url: str, settings: ClubSettings = CLUB, connections: int | None = None) -> Engine:
    """An engine for a club's PostgreSQL. Raises BookError for a URL that is none."""
    # It warns of every link that breaks; whoever called is told by an error anyway.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "postgresql":
            raise BookError("club_bad_url")
        return create_engine(
            parsed.set(drivername="postgresql+psycopg"),
            pool_size=connections or settings.connections,
            max_overflow=0,
            pool_pre_ping=True,
            connect_args=_POSTGRES | {"connect_timeout": int(settings.connect_wait)},
        )
    except (SQLAlchemyError, ImportError) as error:
        raise BookError("club_bad_url") from error


@contextlib.contextmanager
def safely() -> Iterator[None]:
    """What a database or a disk has to say, as a `BookError`."""
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BookError("club_invalid", where=where, reason=first["msg"]) from error
    except (DBAPIError, PoolTimeout, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", error)).split("\n")[0]
        broken = isinstance(error, DBAPIError) and error.connection_invalidated
        key = "club_away" if broken else rows.error_key(reason)
        raise BookError(key, reason=reason) from error


class Book:
    """An open book. Safe to use from several threads."""

    def __init__(
        self,
        engine: Engine,
        pictures: Pictures | None,
        settings: ClubSettings = CLUB,
        *,
        name: str = "",
    ) -> None:
        self.engine = engine
        self.pictures = pictures
        self.settings = settings
        self._views: dict[str, GameView] = {}
        self._mutex = threading.RLock()
        self.listeners: list[Callable[[Event], None]] = []
        """Called after each event that was written here, outside the transaction."""
        with safely():
            rows.prepare(engine)
            with self.writing() as connection:
                self.table, self.name = rows.identity(connection, name)

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file or of the server."""
        self.engine.dispose()

    # --- transactions ---

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it, or none if it raises. For parts of the book."""
        with safely(), self._begun() as connection:
            yield connection

    @contextlib.contextmanager
    def _begun(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(writes=True) as connection:
            if connection.in_transaction():  # setting options has not begun one; stay sure of it
                connection.rollback()
            with connection.begin():
                yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent look at the book, for queries."""
        with safely(), self.engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """As `reading`, and several queries see the same moment on either engine."""
        with safely(), self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
                # It locks nothing, and its user may count for minutes between two queries.
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield connection

    def flush(self) -> None:
        """Put everything into the one file of SQLite, and nothing old stays beside it."""
        if self.engine.dialect.name == "sqlite":
            with safely(), contextlib.closing(self.engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # --- writing ---

    def write(
        self,
        body: AnyBody,
        *,
        by: str,
        role: Role,
        evidence: Evidence | None = None,
        id: str | None = None,
        at: str | None = None,
    ) -> Event:
        """Write an event; it is on the disk when this returns.

        Args:
            body: what happened.
            by: who says so.
            role: what he may do: viewers write nothing, scorers change what belongs to a game that
                is not over, organisers everything.
            evidence: for a hand that was won or noted, or such a correction; the body's hashes are
                filled in.
            id: the event's id. The same id again writes nothing and gives the first event back.
            at: the time, by default now.

        Raises:
            BookError: it contradicts the book, the role may not, or the disk does not take it.
        """
        with self._mutex, safely():
            if id is not None and (known := self.event(id)) is not None:
                return known
            body = self._keep(body, evidence)
            with self.writing() as connection:
                rows.lock(connection, self.table)
                seq, before = rows.end_of(connection, self.table)
                raw = Event(
                    self.table, seq + 1, id or new_id(), body.kind, at or now(), by[:80], role,
                    body, "",
                )  # fmt: skip
                event = rows.chained(raw, before)
                if evidence is not None:
                    rows.keep_evidence(connection, event, evidence.data)
                view = self._add(connection, event)
            if view is not None:
                self._remember(view)
        self._tell(event)
        return event

    def write_all(
        self,
        all_: Sequence[tuple[str, AnyBody]],
        *,
        by: str,
        role: Role,
        people: Mapping[str, str] | None = None,
    ) -> list[Event]:
        """Write several events, with their ids, in one transaction: all of them or none.

        Args:
            all_: id and body of each, in order.
            by: who says so.
            role: what he may do.
            people: names of new players by their ids; they are added before everything else.

        Raises:
            BookError: as `write`, for any of them.
        """
        new = people or {}
        bodies_ = [(new_id(), bodies.PlayerAdded(player=id)) for id in new]
        done: list[Event] = []
        at = now()
        with self._mutex, safely():
            try:
                with self.writing() as connection:
                    rows.lock(connection, self.table)
                    seq, before = rows.end_of(connection, self.table)
                    for id, name in new.items():
                        checks.name_free(connection, name)
                        row = {"id": id, "name": name, "forgotten": False, "changed": at}
                        connection.execute(insert(schema.people), row)
                    for id, body in (*bodies_, *all_):
                        seq += 1
                        raw = Event(self.table, seq, id, body.kind, at, by[:80], role, body, "")
                        event = rows.chained(raw, before)
                        before = event.hash
                        if (view := self._add(connection, event)) is not None:
                            self._remember(view)
                        done.append(event)
            except BaseException:
                self._views.clear()  # they may hold what was not written
                raise
        for event in done:
            self._tell(event)
        return done

    def undo(self, event: str, reason: str, *, by: str, role: Role) -> Event:
        """Let an event count no longer. Raises as `write`."""
        with safely():
            body = Undone(event=event, reason=reason)
        return self.write(body, by=by, role=role)

    def correct(
        self,
        event: str,
        body: AnyBody,
        reason: str,
        *,
        by: str,
        role: Role,
        evidence: Evidence | None = None,
    ) -> Event:
        """Let an event count as if it had been this. Raises as `write`."""
        with safely():
            told = Corrected(event=event, body=bodies.dump(body), reason=reason)
        return self.write(told, by=by, role=role, evidence=evidence)

    def receive(
        self,
        events: Sequence[Event],
        kept: Mapping[str, str] | None = None,
        pictures: Sequence[Mapping[str, Any]] = (),
        *,
        name: str = "",
    ) -> int:
        """Take in events of another table, in order; what is here already is passed over.

        Args:
            events: of one table, ascending.
            kept: evidence of theirs, JSON text by SHA-256.
            pictures: rows of `schema.pictures` that they name; the files stay with the table.
            name: what people call the table.

        Returns:
            the number of the table's last event here.

        Raises:
            BookError: a gap, another event under the same number, or a broken chain.
        """
        if not events:
            return 0
        with self._mutex, safely():
            new = []
            with self.writing() as connection:
                table = events[0].table
                rows.lock(connection, table)
                seq, before = rows.end_of(connection, table)
                for event in events:
                    if event.seq <= seq:
                        rows.same_or_refuse(connection, event)
                        continue
                    if event.seq > seq + 1:
                        raise BookError("club_gap", table=table, number=seq + 1, got=event.seq)
                    if event.table != table or event.chained(before) != event.hash:
                        raise BookError("club_broken_chain", table=table, number=event.seq)
                    view = self._add(connection, event, received=True)
                    if view is not None:  # were the rest refused, its number would not be the last
                        self._remember(view)
                    seq, before = event.seq, event.hash
                    new.append(event)
                for sha, text in (kept or {}).items():
                    rows.keep_text(connection, sha, text)
                for row in pictures:
                    rows.insert_once(connection, schema.pictures, row)
                if name:
                    rows.name_table(connection, table, name)
        for event in new:
            self._tell(event)
        return seq

    def _tell(self, event: Event) -> None:
        """Tell the listeners; what is written stays written, whatever they do."""
        for listener in self.listeners:
            try:
                listener(event)
            except Exception:
                _log.exception("a listener of the book failed")

    def _keep(self, body: AnyBody, evidence: Evidence | None) -> AnyBody:
        """Put the files of the evidence on the disk, before the row that names them."""
        if evidence is None:
            return body
        if isinstance(body, Corrected):
            inner = self._keep(bodies.parse(body.body), evidence)
            return body.model_copy(update={"body": bodies.dump(inner)})
        if not isinstance(body, bodies.HandWon | bodies.HandNoted):
            return body
        shas = {"evidence": bodies.digest(bodies.canonical(evidence.data))}
        for name, file in (("picture", evidence.picture), ("clip", evidence.clip)):
            if file is not None and self.pictures is not None:
                shas[name] = self.pictures.keep(file)
        return body.model_copy(update=shas)

    # --- one event ---

    def _add(
        self, connection: Connection, event: Event, *, received: bool = False
    ) -> GameView | None:
        """Check an event, write it and what follows from it; the game after it, if it has one.

        A table that sent an event knew its people; those whom another table added may come later.
        """
        checks.role(event)
        if isinstance(event.body, Undone | Corrected):
            return self._change(connection, event, event.body, received)
        if not received:
            checks.people(connection, event.body)
        game = getattr(event.body, "game", "")
        if not game:
            checks.club_event(connection, event.body)
            rows.write_club(connection, event, event.body)
            rows.insert_event(connection, event, "")
            self._note_pictures(connection, event)
            return None
        body = event.body
        before = None
        if isinstance(body, GameStarted):
            checks.new_game(connection, body)
            evening = body.evening
        else:
            before = self._view(connection, game)
            if before.gone:
                raise BookError("club_no_game", game=game)
            evening = before.started.evening
        checks.evening_open(connection, evening)
        after = play(before, event, body)
        rows.insert_event(connection, event, game, "" if after.ended else game)
        self._note_pictures(connection, event)
        if before is None:
            derive.started(connection, after)
        else:
            derive.added(connection, after, after.entries[len(before.entries) :])
        return after

    def _change(
        self, connection: Connection, event: Event, body: Undone | Corrected, received: bool
    ) -> GameView | None:
        target = rows.find(connection, body.event)
        if target is None or target.table != event.table:
            raise BookError("club_no_event", event=body.event)
        scope = rows.scope_of(connection, target)
        earlier = rows.events_of(connection, scope)
        checks.change(event, body, target, earlier)
        if isinstance(body, Corrected) and not received:
            checks.people(connection, bodies.parse(body.body))
        if scope.startswith(rows.CLUB_SCOPE):
            checks.may_change_club(event)
            if not received:
                checks.nothing_stands_on(connection, event, earlier[0])
            rows.change_club(connection, [*earlier, event])
            rows.insert_event(connection, event, scope)
            self._note_pictures(connection, event)
            if isinstance(earlier[0].body, bodies.EveningOpened):  # day and season stand in rows
                for game in rows.games_of(connection, earlier[0].body.evening):
                    derive.again(connection, self._view(connection, game))
            return None
        before = self._view(connection, scope)
        checks.may_change(connection, event, before)
        after = fold([*earlier, event])
        if after.gone and checks.still_stands([*earlier, event]):
            raise BookError("club_game_has_hands", game=scope)
        if not (after.ended or after.gone) and (before.ended or before.gone):
            # It goes on again, and no game goes on in an evening that is closed.
            checks.evening_open(connection, after.started.evening)
        rows.insert_event(connection, event, scope, "" if after.ended or after.gone else scope)
        self._note_pictures(connection, event)
        derive.again(connection, after)
        return after

    def _note_pictures(self, connection: Connection, event: Event) -> None:
        if self.pictures is None or event.table != self.table:
            return
        for kind, sha in bodies.files_in(event.body):
            size = self.pictures.size(sha)
            row = {"sha": sha, "kind": kind, "bytes": size, "at": event.at, "dropped": ""}
            rows.insert_once(connection, schema.pictures, row)
            if size:  # it may have been dropped before
                p = schema.pictures
                connection.execute(update(p).where(p.c.sha == sha).values(dropped=""))

    def _view(self, connection: Connection, game: str) -> GameView:
        """A game as it stands in this transaction."""
        last = rows.last_of(connection, game)
        if last is None:
            raise BookError("club_no_game", game=game)
        view = self._views.get(game)
        if view is None or view.last != last:
            view = fold(rows.events_of(connection, game))
        return view

    def _remember(self, view: GameView) -> None:
        self._views[view.started.game] = view
        while len(self._views) > self.settings.games_in_memory:
            self._views.pop(next(iter(self._views)))

    # --- reading ---

    def game(self, game: str) -> GameView:
        """A game as it stands. Raises BookError if there is none of this id."""
        with self.reading() as connection:
            view = self._view(connection, game)
        with self._mutex:
            self._remember(view)
        return view

    def game_now(self, table: str | None = None) -> GameView | None:
        """The game that is being played at a table (by default this book's), if any."""
        t = schema.tables.c
        with self.reading() as connection:
            row = connection.execute(select(t.game).where(t.id == (table or self.table))).first()
        return self.game(row.game) if row is not None and row.game else None

    def game_of(self, event: Event) -> str | None:
        """The game whose state an event changes; None for none."""
        with self.reading() as connection:
            scope = rows.scope_of(connection, event)
        return None if scope.startswith(rows.CLUB_SCOPE) else scope

    def last_number(self, table: str | None = None) -> int:
        """The number of a table's last event; 0 before the first."""
        with self.reading() as connection:
            return rows.end_of(connection, table or self.table)[0]

    def event(self, id: str) -> Event | None:
        """The event with this id."""
        with self.reading() as connection:
            return rows.find(connection, id)

    def events(self, table: str | None = None, after: int = 0, most: int = 1000) -> list[Event]:
        """Events of a table (by default this book's) in order, after a number."""
        with self.reading() as connection:
            return rows.events_after(connection, table or self.table, after, most)

    def hands_before(self, before: int, most: int) -> list[Event]:
        """The last hands of this table before a number, newest first, whether they count or not."""
        with self.reading() as connection:
            return rows.hands_before(connection, self.table, before, most)

    def counting_body(self, event: Event) -> AnyBody | None:
        """What an event of no game counts as: corrected, if it was; None if it was undone."""
        with self.reading() as connection:
            scope = rows.scope_of(connection, event)
            found = effective(rows.events_of(connection, scope))
        return next((body for one, body in found if one.id == event.id), None)

    def changes_of(self, event: Event) -> list[Event]:
        """The undos and corrections that name an event, in order."""
        with self.reading() as connection:
            found = rows.events_of(connection, rows.scope_of(connection, event))
        return [one for one in found if getattr(one.body, "event", None) == event.id]

    def evidence(self, sha: str) -> dict[str, Any] | None:
        """The evidence with this SHA-256."""
        with self.reading() as connection:
            return rows.evidence(connection, sha)

    # --- people ---

    def add_player(self, name: str, *, by: str, role: Role) -> str:
        """A new player; returns his id.

        Raises:
            BookError: the name is empty, too long, or taken.
        """
        with self._mutex, safely():
            tidy = checks.tidy_name(name, self.settings)
            with self.writing() as connection:
                rows.lock(connection, self.table)
                checks.name_free(connection, tidy)
                person = new_id()
                row = {"id": person, "name": tidy, "forgotten": False, "changed": now()}
                connection.execute(insert(schema.people), row)
            self.write(bodies.PlayerAdded(player=person), by=by, role=role)
        return person

    def rename(self, person: str, name: str) -> None:
        """Give a person another name. Raises BookError as `add_player`, and for an unknown id."""
        with self._mutex, safely():
            tidy = checks.tidy_name(name, self.settings)
            with self.writing() as connection:
                checks.name_free(connection, tidy, but=person)
                p = schema.people
                changed = connection.execute(
                    update(p)
                    .where(p.c.id == person, p.c.forgotten.is_(False))
                    .values(name=tidy, changed=now())
                )
                if not changed.rowcount:
                    raise BookError("club_no_player", name=person)

    def names(self) -> dict[str, str]:
        """What each person is called, by id."""
        p = schema.people.c
        with self.reading() as connection:
            return {row.id: row.name for row in connection.execute(select(p.id, p.name))}
