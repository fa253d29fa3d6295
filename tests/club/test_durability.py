from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.club import bodies
from device.club.audit import check
from device.club.backup import backup
from device.club.book import Book, Evidence, open_book
from device.club.errors import BookError
from device.club.retention import tidy
from tests.benchmarks.club_kill import run as kill
from tests.club.conftest import win
from tests.club.evenings import four, play, sit_down
from tests.device.fakes import FakeReader


def test_killed_while_it_writes(tmp_path: Path) -> None:
    """The small form of `python -m tests.benchmarks.club_kill`."""
    counted = kill(3, 7)
    assert (counted.kills, counted.lost, counted.findings) == (3, 0, 0)
    assert counted.acknowledged > 0


# --- a disk that is full -------------------------------------------------------------------------


class Disk:
    """A small disk of its own, in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self) -> None:
        """Leave no room, not for a byte."""
        with (
            (self.folder / "ballast").open("ab", buffering=0) as ballast,
            contextlib.suppress(OSError),
        ):
            for size in (1 << 16, 1 << 12, 1):
                while True:
                    try:
                        ballast.write(b"x" * size)
                    except OSError:
                        break

    def free(self) -> None:
        """Make room again."""
        (self.folder / "ballast").unlink()

    def read_only(self, on: bool) -> None:
        """As an SD card that has had enough."""
        subprocess.run(
            ["mount", "-o", f"remount,{'ro' if on else 'rw'}", str(self.folder)], check=True
        )


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk can be mounted by root alone")
    yield Disk(folder)
    subprocess.run(["umount", "-l", str(folder)], check=False)


def photo(folder: Path, number: int, size: int = 300_000) -> Path:
    file = folder / f"photo{number}.jpg"
    file.write_bytes(random.Random(number).randbytes(size))
    return file


def until_refused(book: Book, game: str, room: Path) -> tuple[list[bodies.AnyBody], BookError]:
    """Write wins with pictures until one is refused; those before it, and why."""
    written = []
    for number in range(100):
        if book.game(game).state.over:
            people = book.game(game).people
            book.write(bodies.NextGame(game=game, players=people, dealer=0), by="t", role="scorer")
        proof = Evidence({"number": number}, photo(room, number))
        try:
            event = book.write(win(game, number % 4), by="t", role="scorer", evidence=proof)
        except BookError as error:
            return written, error
        written.append(event.body)
    raise AssertionError("the disk never was full")


def test_a_disk_that_runs_full(disk: Disk, tmp_path: Path) -> None:
    with open_book(disk.folder / "club") as book:
        game = sit_down(book, four(book))
        written, error = until_refused(book, game, tmp_path)
        assert error.key == "club_disk_full"
        assert len(written) > 5
        hands = book.game(game).hands  # reading goes on
        disk.fill()
        for _ in range(3):
            with pytest.raises(BookError, match="club_disk_full"):
                play(book, game, 200, random.Random(1))
        assert book.game(game).hands >= hands
        assert check(book) == []
        assert book.pictures is not None
        assert not list(book.pictures.parts())
        disk.free()
        before = book.last_number()
        play(book, game, 1, random.Random(2))
        assert book.last_number() > before
    with open_book(disk.folder / "club") as book:
        assert check(book) == []
        assert book.game(game).hands >= len(written)
        assert tidy(book, -1).pictures == len(written)  # and that makes room


def test_a_full_disk_from_the_beginning(disk: Disk) -> None:
    disk.fill()
    with pytest.raises(BookError, match="club_disk_full"):
        open_book(disk.folder / "club")
    disk.free()
    with open_book(disk.folder / "club") as book:
        game = sit_down(book, four(book))
        disk.fill()
        with pytest.raises(BookError, match="club_disk_full"):
            backup(book, disk.folder / "club.tar")
        assert not list(disk.folder.glob("*.tar")) and not list(disk.folder.glob(".club*"))
    with contextlib.suppress(BookError), open_book(disk.folder / "club") as book:
        assert book.game(game).hands == 0
    disk.free()
    with open_book(disk.folder / "club") as book:
        assert check(book) == []


def test_a_disk_that_becomes_read_only(disk: Disk) -> None:
    with open_book(disk.folder / "club") as book:
        game = sit_down(book, four(book))
        play(book, game, 3, random.Random(1))
        book.close()
        disk.read_only(True)
        with pytest.raises(BookError, match="club_unwritable"):
            book.write(win(game, 0), by="t", role="scorer")
    with pytest.raises(BookError, match="club_unwritable"):
        open_book(disk.folder / "club")
    with pytest.raises(BookError, match="club_unwritable"):
        open_book(disk.folder / "other")
    disk.read_only(False)
    with open_book(disk.folder / "club") as book:
        assert book.game(game).hands == 3
        play(book, game, 1, random.Random(1))
        assert check(book) == []


def test_the_page_goes_on_scoring(
    disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from device.web.settings import WebSettings
    from tests.web.conftest import hand, run
    from tests.web.test_results import WIN

    served = run(FakeReader(hand()), WebSettings(port=0, data=disk.folder / "data"))
    book = served.site.book
    try:
        with served.client() as client:
            sent = client.post("/api/results", json={"hand": WIN, "setup": {}}).json()
            path = f"/api/results/{sent['id']}/confirm"

            def goes_on(*keys: str) -> None:
                assert client.get("/").status_code == 200
                again = client.post("/api/results", json={"hand": WIN, "setup": {}})
                assert again.json()["total"] == sent["total"] == 3
                refused = client.post(path, json={"version": 1})
                assert (refused.status_code, refused.json()["error"]["key"]) in [
                    (507, key) for key in keys
                ]

            disk.fill()
            while True:  # what lies in the book's own files still has room
                try:
                    book.write(bodies.HandNoted(total=3, unit="台"), by="t", role="scorer")
                except BookError:
                    break
            goes_on("club_disk_full")
            disk.free()
            with monkeypatch.context() as patched:
                # A disk cannot be made read-only under a file that is open; SQLite says the same.
                patched.setattr(book, "writing", read_only(book))
                goes_on("club_unwritable")
            assert client.post(path, json={"version": 1}).status_code == 200
        assert check(book) == []
    finally:
        served.stop()


def read_only(book: Book) -> Callable[[], contextlib.AbstractContextManager[object]]:
    """`Book.writing` on a disk that cannot be written."""
    writing = book.writing

    @contextlib.contextmanager
    def refused() -> Iterator[object]:
        with writing() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("PRAGMA query_only=OFF")

    return refused


# --- without a disk of one's own -----------------------------------------------------------------


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    with open_book(tmp_path / "club") as book:
        game = sit_down(book, four(book))
        book.flush()

        def small(connection: sqlite3.Connection, *_: object) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count={pages + 4}")

        from sqlalchemy import event

        event.listen(book.engine, "connect", small)
        book.close()
        _, error = until_refused(book, game, tmp_path)
        assert error.key == "club_disk_full"
        event.remove(book.engine, "connect", small)
        book.close()
        play(book, game, 2, random.Random(1))
        assert check(book) == []


LIMITED = """
import resource, signal, sys
from pathlib import Path
from device.club.book import open_book
from device.club.errors import BookError
from tests.club.evenings import four, play, sit_down
import random
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with open_book(Path(sys.argv[1])) as book:
    game = sit_down(book, four(book))
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
    try:
        play(book, game, 1000, random.Random(1))
    except BookError as error:
        print(error.key)
"""


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path / "club")], capture_output=True, text=True
    )
    assert done.stdout.strip() in ("club_disk_full", "club_disk"), done.stderr
    with open_book(tmp_path / "club") as book:
        assert check(book) == []
        game = book.game_now()
        assert game is not None
        play(book, game.started.game, 1, random.Random(1))


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    """As another user, because nothing is forbidden to root."""
    with open_book(tmp_path / "club") as book:
        sit_down(book, four(book))
    os.chmod(tmp_path / "club", 0o555)
    os.chmod(tmp_path / "club/book.sqlite", 0o444)
    tries = (
        "import sys\nfrom pathlib import Path\nfrom device.club.book import open_book\n"
        "from device.club.errors import BookError\n"
        "try: open_book(Path(sys.argv[1]))\nexcept BookError as error: print(error.key)\n"
    )
    for folder in ("club", "club/new"):
        done = _as_nobody([sys.executable, "-c", tries, str(tmp_path / folder)], tmp_path)
        assert done.stdout.strip() == "club_unwritable", done.stderr
    os.chmod(tmp_path / "club", 0o700)


def _as_nobody(words: list[str], room: Path) -> subprocess.CompletedProcess[str]:
    if os.geteuid() != 0:
        return subprocess.run(words, capture_output=True, text=True)
    for folder in [room, *room.parents][:4]:
        if str(folder).startswith("/tmp/"):
            os.chmod(folder, 0o755)
    if not os.access("/root", os.X_OK) or "/root" in os.path.realpath(sys.executable):
        words = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *words]
        return subprocess.run(words, capture_output=True, text=True)
    return subprocess.run(words, capture_output=True, text=True, user="nobody", extra_groups=[])


# --- listeners -----------------------------------------------------------------------------------


def test_a_listener_that_fails_changes_nothing(tmp_path: Path) -> None:
    def fails(_: object) -> None:
        raise RuntimeError("a page that went away")

    heard: list[Callable[..., object] | object] = []
    with open_book(tmp_path / "club") as book:
        game = sit_down(book, four(book))
        book.listeners += [fails, heard.append]
        event = book.write(win(game, 0), by="t", role="scorer")
        assert heard == [event]
        assert replace(event) == book.event(event.id)
