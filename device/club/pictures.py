"""Pictures and clips of the evidence, as files named by their SHA-256."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path


class Pictures:
    """A folder of files that are whole or not there.

    A file is written beside its place, put on the disk, and then given its name, so that neither a
    kill nor a power cut leaves half of one under a name that the book uses.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, file: Path) -> str:
        """Copy a file into the folder; returns its SHA-256. Raises OSError."""
        data = file.read_bytes()
        sha = hashlib.sha256(data).hexdigest()
        target = self.path(sha)
        if target.exists():
            os.utime(target)  # not a leftover, if it was one
            return sha
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = target.with_name(f"{sha}.{os.getpid()}.part")
        try:
            with part.open("wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            part.replace(target)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()
            raise
        sync_folder(target.parent)
        return sha

    def path(self, sha: str) -> Path:
        """Where the file with this hash is, or would be."""
        return self.folder / sha[:2] / sha

    def size(self, sha: str) -> int:
        """Its bytes; 0 if it is not there."""
        with contextlib.suppress(OSError):
            return self.path(sha).stat().st_size
        return 0

    def whole(self, sha: str) -> bool:
        """Whether the file is there and is what its name says."""
        try:
            return hashlib.sha256(self.path(sha).read_bytes()).hexdigest() == sha
        except OSError:
            return False

    def drop(self, sha: str) -> None:
        """Delete the file, if it is there."""
        self.path(sha).unlink(missing_ok=True)

    def all(self) -> Iterator[str]:
        """The hashes of all files."""
        for file in sorted(self.folder.glob("??/*")):
            if file.suffix != ".part":
                yield file.name

    def parts(self) -> Iterator[Path]:
        """Beginnings of files that were never finished."""
        yield from self.folder.glob("??/*.part")


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
