"""Where confirmed hands go. The interface is small, so that a fuller book can take its place."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import threading
from pathlib import Path
from typing import IO, Any, Protocol


class HandLog(Protocol):
    """A book that hands are written into and never taken out of."""

    def append(self, entry: dict[str, Any], picture: Path | None) -> int:
        """Write a hand (a JSON object with its "id") and keep its picture; returns its number.

        When this returns, both are on the disk. The same id twice gives the first number again.
        Raises OSError when it cannot be written; then nothing was.
        """

    def find(self, key: str) -> dict[str, Any] | None:
        """The hand with this id."""

    def picture(self, key: str) -> Path | None:
        """Its picture (JPEG), if it has one."""

    def recent(self, count: int) -> list[dict[str, Any]]:
        """The last hands, newest first."""


class DataInUse(Exception):
    """Another program has the folder open."""

    key = "web_data_in_use"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is in use")
        self.params = {"path": str(path)}


class Folder:
    """The data folder, owned by one program at a time: `pending/`, `pictures/`, `hands.jsonl`.

    Pictures in `pending/` belong to hands that nobody confirmed. They are deleted when the folder
    is opened and when it is closed.

    Raises:
        DataInUse: another program has it open.
        OSError: it cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pending = path / "pending"
        self.pictures = path / "pictures"
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock: IO[str] = (path / "lock").open("a")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise DataInUse(path) from error
        self.pending.mkdir(exist_ok=True, mode=0o700)
        self.pictures.mkdir(exist_ok=True, mode=0o700)
        self.clear()

    def clear(self) -> None:
        """Delete the pictures of hands that nobody confirmed."""
        for file in self.pending.iterdir():
            with contextlib.suppress(OSError):
                file.unlink()

    def close(self) -> None:
        """Delete what is pending and let go of the folder."""
        with contextlib.suppress(OSError):
            self.clear()
        self._lock.close()


class JsonLog:
    """The log as a file of JSON lines that only grows. See `HandLog`."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._path = folder.path / "hands.jsonl"
        self._mutex = threading.Lock()
        self._places: dict[str, tuple[int, int]] = {}
        """Id to (number, byte where its line begins)."""
        self._number = 0
        self._end = 0
        self._load()

    def _load(self) -> None:
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            for line in file:
                start, self._end = self._end, self._end + len(line)
                with contextlib.suppress(ValueError, KeyError, TypeError):
                    entry = json.loads(line)
                    number = int(entry["n"])
                    self._places[str(entry["id"])] = (number, start)
                    self._number = max(self._number, number)
            file.seek(max(0, self._end - 1))
            whole = file.read(1) in (b"", b"\n")
        if not whole:  # the power went while a line was written: it stays, as a line of its own
            with self._path.open("ab") as file:
                self._end += file.write(b"\n")

    def append(self, entry: dict[str, Any], picture: Path | None) -> int:
        """See `HandLog.append`."""
        with self._mutex:
            key = str(entry["id"])
            if key in self._places:
                return self._places[key][0]
            number = self._number + 1
            kept = None
            if picture is not None:
                kept = self._keep(key, picture)
                entry = {**entry, "picture": kept}
            line = json.dumps({"n": number, **entry}, ensure_ascii=False).encode() + b"\n"
            try:
                self._write(line)
            except OSError:
                if kept is not None:
                    with contextlib.suppress(OSError):
                        (self._folder.pictures / kept["file"]).unlink()
                raise
            self._places[key] = (number, self._end)
            self._end += len(line)
            self._number = number
            return number

    def _write(self, line: bytes) -> None:
        with self._path.open("ab") as file:
            try:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    os.truncate(self._path, self._end)  # no half a line
                raise

    def _keep(self, key: str, picture: Path) -> dict[str, str]:
        """Copy a picture so that it is whole or not there; returns its name and sha256."""
        data = picture.read_bytes()
        target = self._folder.pictures / f"{key}.jpg"
        part = target.with_suffix(".part")
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        folder = os.open(self._folder.pictures, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return {"file": target.name, "sha256": hashlib.sha256(data).hexdigest()}

    def find(self, key: str) -> dict[str, Any] | None:
        """See `HandLog.find`."""
        place = self._places.get(key)
        return None if place is None else self._at(place[1])

    def _at(self, start: int) -> dict[str, Any] | None:
        try:
            with self._path.open("rb") as file:
                file.seek(start)
                entry = json.loads(file.readline())
        except (OSError, ValueError):
            return None
        return entry if isinstance(entry, dict) else None

    def picture(self, key: str) -> Path | None:
        """See `HandLog.picture`."""
        if key not in self._places:
            return None
        path = self._folder.pictures / f"{key}.jpg"
        return path if path.is_file() else None

    def recent(self, count: int) -> list[dict[str, Any]]:
        """See `HandLog.recent`."""
        places = sorted(self._places.values(), reverse=True)[:count]
        return [entry for _, start in places if (entry := self._at(start)) is not None]
