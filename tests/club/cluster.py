"""A PostgreSQL server of one's own on loopback, for tests and benchmarks."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

import psycopg

ROOM = Path("/usr/lib/postgresql")


def binaries() -> Path | None:
    """Where the newest installed server is; None if there is none."""
    found = [folder / "bin" for folder in ROOM.glob("*") if (folder / "bin/initdb").exists()]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


def free_port() -> int:
    """A port on loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Cluster:
    """A server with its data in a folder that goes away with it.

    Args:
        durable: whether commits wait for the disk; tests that cut no power need not.
    """

    def __init__(self, *, durable: bool = False) -> None:
        bin_folder = binaries()
        if bin_folder is None:
            raise RuntimeError("PostgreSQL is not installed (apt-get install postgresql)")
        self._bin = bin_folder
        self.port = free_port()
        self._numbers = itertools.count(1)
        self._room = Path(tempfile.mkdtemp(prefix="taicam-pg-"))
        self._user: str | None = None
        if os.geteuid() == 0:  # the server refuses to run as root
            self._user = "postgres"
            entry = pwd.getpwnam(self._user)
            os.chown(self._room, entry.pw_uid, entry.pw_gid)
        self._run(
            "initdb", "-A", "trust", "-U", "taicam", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"
        )
        on = "on" if durable else "off"
        self._options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= "
            f"-c fsync={on} -c synchronous_commit={on} -c max_connections=200"
        )
        self.start()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._run("pg_ctl", "start", "-w", "-s", "-l", str(self._room / "log"), "-o", self._options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: `immediate` is as a power cut, `fast` breaks connections off in order."""
        self._run("pg_ctl", "stop", "-w", "-s", "-m", mode)

    def url(self, database: str, port: int | None = None) -> str:
        """The address of a database, perhaps by way of a proxy's port."""
        return f"postgresql://taicam@127.0.0.1:{port or self.port}/{database}"

    def database(self) -> str:
        """A new, empty database; returns its name."""
        name = f"club{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
        return name

    def close(self) -> None:
        """Stop it and delete its data."""
        try:
            self.stop()
        finally:
            shutil.rmtree(self._room, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(
            [str(self._bin / program), "-D", str(self._room / "data"), *words],
            user=self._user,
            group=self._user,
            extra_groups=[] if self._user else None,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=60,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode(errors='replace').strip()}")
