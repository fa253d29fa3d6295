"""The data folder of a running page: the club's book, and pictures that nobody confirmed yet."""

from __future__ import annotations

import contextlib
import fcntl
from pathlib import Path
from typing import IO


class DataInUse(Exception):
    """Another page has the folder open."""

    key = "web_data_in_use"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is in use")
        self.params = {"path": str(path)}


class Folder:
    """The data folder, owned by one page at a time; the book in it takes other programs too.

    Pictures in `pending/` belong to hands that nobody confirmed. They are deleted when the folder
    is opened and when it is closed.

    Raises:
        DataInUse: another page has it open.
        OSError: it cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pending = path / "pending"
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._lock: IO[str] = (path / "lock").open("a")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            raise DataInUse(path) from error
        self.pending.mkdir(exist_ok=True, mode=0o700)
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
