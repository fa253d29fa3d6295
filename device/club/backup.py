"""A book with its pictures as one file, made while the book is in use, and a book from such a file.

The file is a plain tar: ``pictures/``, ``book.sqlite`` and at the end ``manifest.json`` with the
SHA-256 of everything. A book in PostgreSQL is copied row by row, as it stood at one moment, into
the same form, so that either kind can be restored as either.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Final

from sqlalchemy import Engine, func, select

from device.club import rows, schema
from device.club.audit import copy_rows
from device.club.book import FILE, Book, now, open_book, postgres, safely
from device.club.errors import BookError
from device.club.pictures import sync_folder

FORMAT: Final = 1
_PICTURE: Final = re.compile(r"pictures/([0-9a-f]{2})/(\1[0-9a-f]{62})")
_MANIFEST: Final = "manifest.json"
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds."""

    format: int
    made: str
    table: str
    name: str
    events: int
    book: str
    """SHA-256 of ``book.sqlite``."""
    pictures: int
    missing: tuple[str, ...]
    """Pictures that should have been there but were gone or damaged before the backup."""


def backup(book: Book, target: Path) -> Manifest:
    """Write a book into a new file; the book may be written meanwhile.

    Args:
        book: of either engine.
        target: the file to make; appears whole or not at all.

    Raises:
        BookError: the file is there already, the disk does not take it, the book cannot be read.
    """
    if target.exists():
        raise BookError("club_exists", path=target)
    with safely(), _beside(target) as room:
        copy, part = room / FILE, room / "part.tar"
        _copy(book, copy)
        with tarfile.open(part, "w", format=tarfile.PAX_FORMAT) as tar:
            count, missing = _pictures(book, copy, tar)
            manifest = Manifest(
                FORMAT, now(), book.table, book.name, _events(copy), _sha(copy), count, missing
            )
            _add(tar, FILE, copy)
            told = room / _MANIFEST
            told.write_text(json.dumps(asdict(manifest), ensure_ascii=False, indent=1), "utf-8")
            _add(tar, _MANIFEST, told)
        with part.open("rb+") as done:
            os.fsync(done.fileno())
        os.link(part, target)  # unlike a rename, never over a file that came meanwhile
        sync_folder(target.parent)
    return manifest


def restore(source: Path, where: Path | str) -> Manifest:
    """Make a book from a backup.

    Args:
        source: a file from `backup`.
        where: a folder that is not there yet or is empty, or the URL of an empty PostgreSQL
            database (which takes no pictures).

    Raises:
        BookError: something is there already, the file is no whole backup, the disk is full.
    """
    if isinstance(where, str) and "://" in where:
        engine = postgres(where)
        try:
            with safely(), tempfile.TemporaryDirectory() as room:
                manifest = _unpack(source, Path(room))
                with open_book(Path(room)) as old:  # an older form is brought up to date
                    _copy_all(old, engine)
        finally:
            engine.dispose()
        return manifest
    folder = Path(where)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BookError("club_exists", path=folder)
    with safely(), _beside(folder) as room:
        manifest = _unpack(source, room / "book")
        os.chmod(room / "book", 0o700)
        (room / "book").rename(folder)
        sync_folder(folder.parent)
    return manifest


def read_manifest(source: Path) -> Manifest:
    """What a backup says about itself, without unpacking it. Raises as `restore`."""
    with safely(), _reading(source) as tar:
        for member in tar:
            if member.name == _MANIFEST:
                return _manifest(tar.extractfile(member))
    raise BookError("club_no_backup", path=source)


# --- out -----------------------------------------------------------------------------------------


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A folder on the same disk as the target, gone afterwards."""
    target.parent.mkdir(parents=True, exist_ok=True)
    room = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield room
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _copy(book: Book, target: Path) -> None:
    """The book as it stands at one moment, as a SQLite file of its own."""
    if book.engine.dialect.name == "sqlite":
        raw = book.engine.raw_connection()
        try:
            with closing(sqlite3.connect(target)) as copy:
                raw.driver_connection.backup(copy)  # type: ignore[union-attr]
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three
        finally:
            raw.close()
        return
    with open_book(target.parent / "copy") as copy_of:
        _copy_all(book, copy_of.engine, fresh=True)
        copy_of.flush()
    (target.parent / "copy" / FILE).rename(target)


def _copy_all(source: Book, target: Engine, *, fresh: bool = False) -> None:
    """All rows into a book without events. Raises BookError if it has some."""
    rows.prepare(target)
    e = schema.events
    with (
        source.snapshot() as old,
        target.connect().execution_options(writes=True) as new,
        new.begin(),
    ):
        if not fresh and new.execute(select(func.count()).select_from(e)).scalar():
            raise BookError("club_exists", path=target.url.render_as_string())
        for table in schema.metadata.sorted_tables:
            new.execute(table.delete())
            copy_rows(old, new, table)
        new.exec_driver_sql("ANALYZE")  # what the server would find out by itself, minutes later


def _pictures(book: Book, copy: Path, tar: tarfile.TarFile) -> tuple[int, tuple[str, ...]]:
    """Add all pictures of the copied book; what retention drops meanwhile is marked in it."""
    if book.pictures is None:
        return 0, ()
    count, missing = 0, []
    with closing(sqlite3.connect(copy)) as connection:
        kept = connection.execute("SELECT sha FROM pictures WHERE dropped = ''").fetchall()
        for (sha,) in sorted(kept):
            if book.pictures.whole(sha):
                _add(tar, f"pictures/{sha[:2]}/{sha}", book.pictures.path(sha))
                count += 1
                continue
            p = schema.pictures.c
            with book.reading() as live:
                dropped = live.execute(select(p.dropped).where(p.sha == sha)).scalar()
            if dropped:
                connection.execute("UPDATE pictures SET dropped = ? WHERE sha = ?", (dropped, sha))
            else:
                missing.append(sha)
        connection.commit()
    return count, tuple(missing)


def _add(tar: tarfile.TarFile, name: str, file: Path) -> None:
    with file.open("rb") as data:
        info = tar.gettarinfo(arcname=name, fileobj=data)
        info.uid = info.gid = 0
        info.uname = info.gname = ""
        info.mode = 0o600
        tar.addfile(info, data)


def _sha(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def _events(copy: Path) -> int:
    with closing(sqlite3.connect(copy)) as connection:
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


# --- in ------------------------------------------------------------------------------------------


@contextmanager
def _reading(source: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(source, "r:") as tar:
            yield tar
    except (tarfile.TarError, EOFError) as error:
        raise BookError("club_no_backup", path=source) from error


def _unpack(source: Path, folder: Path) -> Manifest:
    """Unpack into a folder, every hash compared; nothing but what a backup holds is written."""
    folder.mkdir(mode=0o700, exist_ok=True)
    manifest, count, book = None, 0, ""
    with _reading(source) as tar:
        for member in tar:
            data = tar.extractfile(member) if member.isfile() else None
            if match := _PICTURE.fullmatch(member.name):
                target = folder / member.name
                target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                if _write(data, target) != match[2]:
                    raise BookError("club_backup_damaged", what=member.name)
                count += 1
            elif member.name == FILE:
                book = _write(data, folder / FILE)
            elif member.name == _MANIFEST:
                manifest = _manifest(data)
            else:
                raise BookError("club_no_backup", path=source)
    if manifest is None:
        raise BookError("club_no_backup", path=source)
    if manifest.format > FORMAT:
        raise BookError("club_newer", version=manifest.format)
    if (book, count) != (manifest.book, manifest.pictures):
        raise BookError("club_backup_damaged", what=FILE)
    return manifest


def _write(data: IO[bytes] | None, target: Path) -> str:
    """Write a file to the disk; returns its SHA-256."""
    sha = hashlib.sha256()
    with target.open("xb") as out:
        while data is not None and (part := data.read(_CHUNK)):
            sha.update(part)
            out.write(part)
        out.flush()
        os.fsync(out.fileno())
    return sha.hexdigest()


def _manifest(data: IO[bytes] | None) -> Manifest:
    try:
        told = json.loads(data.read() if data is not None else b"")
        return Manifest(**{**told, "missing": tuple(told["missing"])})
    except (ValueError, TypeError, KeyError) as error:
        raise BookError("club_backup_damaged", what=_MANIFEST) from error
