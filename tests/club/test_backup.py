from __future__ import annotations

import io
import os
import random
import shutil
import tarfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from device.club import bodies
from device.club import schema as s
from device.club.audit import check
from device.club.backup import backup, read_manifest, restore
from device.club.book import Book, Evidence, open_book
from device.club.errors import BookError
from device.club.retention import forget, tidy
from tests.club.conftest import win
from tests.club.evenings import four, play, sit_down


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book in which everything happened, and the photographs."""
    room = tmp_path_factory.mktemp("filled")
    with open_book(room / "club", name="東") as book:
        fill(book, room)
    return room


@pytest.fixture
def full(filled: Path, tmp_path: Path) -> Iterator[Book]:
    """Such a book."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    with open_book(tmp_path / "club") as book:
        yield book


def fill(book: Book, room: Path) -> None:
    people = four(book)
    game = sit_down(book, people, "2026-11-30")
    play(book, game, 25, random.Random(1))
    book.write(bodies.GameEnded(game=game), by="t", role="scorer")
    evening = book.game(game).started.evening
    book.write(
        bodies.ChipsBought(evening=evening, player=people[0], amount=500), by="t", role="scorer"
    )
    book.write(bodies.EveningClosed(evening=evening), by="t", role="organiser")
    book.write(bodies.DebtPaid(payer=people[0], payee=people[1], amount=9), by="t", role="scorer")
    game = sit_down(book, people)
    for number in range(3):
        photo = room / f"{number}.jpg"
        photo.write_bytes(f"picture {number}".encode() * 1000)
        proof = Evidence({"reading": number}, photo)
        hand = book.write(win(game, number), by="t", role="scorer", evidence=proof)
    book.correct(hand.id, win(game, 1), "x", by="t", role="scorer")
    book.write(bodies.HandNoted(total=3, unit="台"), by="t", role="scorer")


def shas(book: Book) -> list[str]:
    with book.reading() as connection:
        return list(
            connection.execute(select(s.pictures.c.sha).order_by(s.pictures.c.sha)).scalars()
        )


def content(book: Book) -> dict[str, list[tuple[object, ...]]]:
    with book.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))))
            for table in s.metadata.sorted_tables
        }


# --- check ---------------------------------------------------------------------------------------


def test_a_whole_book_has_no_findings(full: Book) -> None:
    assert check(full) == []


def test_a_whole_book_in_postgresql_has_none(club_url: str, tmp_path: Path) -> None:
    with open_book(club_url) as book:
        fill(book, tmp_path)
        assert check(book) == []
        with book.snapshot() as connection:  # a look at a large book takes minutes
            wait = "SHOW idle_in_transaction_session_timeout"
            assert connection.exec_driver_sql(wait).scalar() == "0"
        with book.reading() as connection:
            assert connection.exec_driver_sql(wait).scalar() == "15s"


def one_byte_of_a_picture(book: Book) -> None:
    assert book.pictures is not None
    path = book.pictures.path(shas(book)[0])
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)


def a_picture_gone(book: Book) -> None:
    assert book.pictures is not None
    book.pictures.drop(shas(book)[0])


def changed(statement: object) -> Callable[[Book], None]:
    def change(book: Book) -> None:
        with book.writing() as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    return change


@pytest.mark.parametrize(
    ("damage", "keys"),
    [
        (one_byte_of_a_picture, ["club_check_picture"]),
        (a_picture_gone, ["club_check_picture"]),
        (changed(delete(s.pictures)), ["club_check_picture"]),
        (changed(update(s.evidence).values(data="{}")), ["club_check_evidence"]),
        (changed(delete(s.evidence)), ["club_check_evidence"]),
        (changed(update(s.events).where(s.events.c.seq == 9).values(by="x")), ["club_check_line"]),
        (
            changed(update(s.events).where(s.events.c.seq == 9).values(body="{}")),
            ["club_check_line", "club_check_contradiction"],
        ),
        (
            changed(delete(s.events).where(s.events.c.seq == 6)),
            ["club_check_line", "club_check_contradiction"],
        ),
        (
            changed(update(s.results).where(s.results.c.seat == 1).values(amount=1)),
            ["club_check_derived", "club_check_sum"],
        ),
        (changed(update(s.totals).values(hands=99)), ["club_check_derived"]),
        (changed(update(s.tables).values(last_hash="")), ["club_check_derived"]),
        (changed(delete(s.chips)), ["club_check_derived"]),
    ],
)
def test_damage_is_found(full: Book, damage: Callable[[Book], None], keys: list[str]) -> None:
    from device.messages import LANGUAGES, say

    damage(full)
    found = check(full)
    assert [one.key for one in found] == keys
    for one in found:
        for language in LANGUAGES:
            assert "{" not in say(language, one.key, **one.params)


def test_a_file_with_holes_is_found(full: Book, tmp_path: Path) -> None:
    full.flush()
    full.close()
    file = tmp_path / "club/book.sqlite"
    with file.open("rb+") as raw:
        raw.seek(file.stat().st_size // 2)
        raw.write(os.urandom(20_000))
    try:
        with open_book(tmp_path / "club") as book:
            found = [one.key for one in check(book)]
    except BookError as error:
        found = [error.key]
    assert set(found) & {"club_check_file", "club_damaged"}


# --- backup and restore --------------------------------------------------------------------------


def test_there_and_back(full: Book, tmp_path: Path) -> None:
    target = tmp_path / "copies/club.tar"
    made = backup(full, target)
    assert made.pictures == 3 and made.events == full.last_number() and not made.missing
    assert read_manifest(target) == made
    assert restore(target, tmp_path / "again") == made
    with open_book(tmp_path / "again", create=False) as again:
        assert content(again) == content(full)
        assert check(again) == []
        assert again.table == full.table
    assert [file.name for file in target.parent.iterdir()] == ["club.tar"]


def test_nothing_is_overwritten(full: Book, tmp_path: Path) -> None:
    target = tmp_path / "club.tar"
    backup(full, target)
    before = target.read_bytes()
    with pytest.raises(BookError, match="club_exists"):
        backup(full, target)
    with pytest.raises(BookError, match="club_exists"):
        restore(target, tmp_path / "club")
    assert target.read_bytes() == before
    (tmp_path / "empty").mkdir()
    restore(target, tmp_path / "empty")


def test_while_it_is_written(full: Book, tmp_path: Path) -> None:
    game = full.game_now()
    assert game is not None
    done = threading.Event()

    def writes() -> None:
        with open_book(tmp_path / "club") as other:
            while not done.is_set():
                play(other, game.started.game, 1, random.Random(2))

    writer = threading.Thread(target=writes)
    writer.start()
    try:
        for number in range(3):
            backup(full, tmp_path / f"{number}.tar")
    finally:
        done.set()
        writer.join()
    last = 0
    for number in range(3):
        restore(tmp_path / f"{number}.tar", tmp_path / f"again{number}")
        with open_book(tmp_path / f"again{number}") as again:
            assert check(again) == []
            assert again.last_number() >= last
            last = again.last_number()
            assert again.events(most=9999) == full.events(most=9999)[:last]


def test_from_postgresql_and_into_it(full: Book, club_url: str, tmp_path: Path) -> None:
    backup(full, tmp_path / "club.tar")
    restore(tmp_path / "club.tar", club_url)
    with open_book(club_url) as club:
        want = content(full)
        assert content(club) == want
        assert check(club) == []
        backup(club, tmp_path / "from.tar")
    with pytest.raises(BookError, match="club_exists"):
        restore(tmp_path / "club.tar", club_url)
    restore(tmp_path / "from.tar", tmp_path / "again")
    with open_book(tmp_path / "again") as again:
        assert content(again) == want


@pytest.mark.parametrize("cut", [0, 1, 700, 10_000, -20_000])
def test_half_a_backup_is_refused(full: Book, tmp_path: Path, cut: int) -> None:
    backup(full, tmp_path / "club.tar")
    data = (tmp_path / "club.tar").read_bytes()
    (tmp_path / "half.tar").write_bytes(data[: cut if cut >= 0 else len(data) + cut])
    with pytest.raises(BookError) as caught:
        restore(tmp_path / "half.tar", tmp_path / "again")
    assert caught.value.key in ("club_no_backup", "club_backup_damaged")
    assert not (tmp_path / "again").exists()


def test_a_changed_backup_is_refused(full: Book, tmp_path: Path) -> None:
    backup(full, tmp_path / "club.tar")
    data = (tmp_path / "club.tar").read_bytes()
    for place in (data.index(b"picture 1") + 5, data.index(b"SQLite format 3") + 9_000):
        bad = bytearray(data)
        bad[place] ^= 1
        (tmp_path / "bad.tar").write_bytes(bad)
        with pytest.raises(BookError, match="club_backup_damaged"):
            restore(tmp_path / "bad.tar", tmp_path / "again")


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil", "pictures/../../evil", "book.sqlite-wal"])
def test_a_backup_writes_nowhere_else(tmp_path: Path, name: str) -> None:
    with tarfile.open(tmp_path / "bad.tar", "w") as tar:
        tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    with pytest.raises(BookError, match="club_no_backup"):
        restore(tmp_path / "bad.tar", tmp_path / "again")
    assert not (tmp_path / "evil").exists()


# --- what is not kept ----------------------------------------------------------------------------


def test_old_pictures_go_and_the_check_stays_clean(full: Book, tmp_path: Path) -> None:
    assert full.pictures is not None
    assert tidy(full, 30).pictures == 0
    size = sum(full.pictures.size(sha) for sha in shas(full))
    gone = tidy(full, -1)  # everything is older than tomorrow
    assert (gone.pictures, gone.bytes) == (3, size)
    assert list(full.pictures.all()) == []
    assert check(full) == []
    made = backup(full, tmp_path / "club.tar")
    assert made.pictures == 0 and not made.missing
    # the same picture comes again
    game = full.game_now()
    assert game is not None
    proof = Evidence({"reading": 7}, tmp_path / "0.jpg")
    full.write(win(game.started.game, 0), by="t", role="scorer", evidence=proof)
    assert tidy(full, 30).pictures == 0
    assert len(list(full.pictures.all())) == 1
    assert check(full) == []


def test_a_wrong_clock_makes_no_picture_old(full: Book, tmp_path: Path) -> None:
    game = full.game_now()
    assert game is not None
    photo = tmp_path / "late.jpg"
    photo.write_bytes(b"taken by a clock that was wrong")
    full.write(
        win(game.started.game, 0),
        by="t",
        role="scorer",
        evidence=Evidence({}, photo),
        at="1970-01-01T00:00:10.000+00:00",
    )
    assert tidy(full, 30).pictures == 0


def test_leftovers_go_when_they_are_old(full: Book) -> None:
    assert full.pictures is not None
    kept = set(full.pictures.all())
    folder = full.pictures.folder / "ab"
    folder.mkdir()
    names = ("ab" + "0" * 62, "ab" + "1" * 62 + ".77.part")
    for name in names:
        (folder / name).write_bytes(b"x" * 10)
    assert tidy(full, None).leftovers == 0  # perhaps of a hand that is being written
    for name in names:
        os.utime(folder / name, (1e9, 1e9))
    assert check(full) == []
    gone = tidy(full, None)
    assert (gone.leftovers, gone.bytes) == (2, 20)
    assert set(full.pictures.all()) == kept


def test_somebody_wants_to_go(full: Book, tmp_path: Path) -> None:
    person = full.add_player("王大明先生", by="t", role="scorer")
    game = full.game_now()
    assert game is not None
    winner = game.seats[0]
    full.rename(winner, "李小華女士")
    before = full.game(game.started.game).balance()
    with pytest.raises(BookError, match="club_organiser"):
        forget(full, person, role="scorer")
    with pytest.raises(BookError, match="club_no_player"):
        forget(full, "nobody", role="organiser")
    blank = forget(full, person, role="organiser")
    assert full.names()[person] == blank == f"#{person[:4]}"
    assert full.pictures is not None
    pictures = len(list(full.pictures.all()))
    forget(full, winner, role="organiser", pictures=True)
    assert len(list(full.pictures.all())) < pictures
    assert full.game(game.started.game).balance() == before
    assert check(full) == []
    with pytest.raises(BookError, match="club_no_player"):
        full.rename(person, "王大明先生")
    made = backup(full, tmp_path / "club.tar")
    assert not made.missing
    for name in ("王大明先生", "李小華女士"):
        for file in [*(tmp_path / "club").glob("book*"), tmp_path / "club.tar"]:
            assert name.encode() not in file.read_bytes(), file


def test_a_folder_copied_whole_is_a_book_too(full: Book, tmp_path: Path) -> None:
    full.flush()
    shutil.copytree(tmp_path / "club", tmp_path / "copy")
    with open_book(tmp_path / "copy") as copy:
        assert check(copy) == []
