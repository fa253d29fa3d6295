"""`taicam club backup`, `restore`, `check`, `tidy`, `forget`, `forward` as people type them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from device.cli import run

Club = Callable[..., tuple[int, str, str]]


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    def typed(*words: str, book: str = "book") -> tuple[int, str, str]:
        code = run(["--lang", "en", "club", "--book", str(tmp_path / book), "--by", "t", *words])
        out, err = capsys.readouterr()
        return code, out, err

    typed("start", "An", "Bo", "Cha", "Ding", "--add", "--day", "2026-12-01")
    typed("win", "Bo", "--called", "3", "--from", "An")
    return typed


def test_there_and_back(club: Club, tmp_path: Path) -> None:
    assert club("check") == (0, "the book is whole\n", "")
    copy = str(tmp_path / "club.tar")
    code, out, _ = club("backup", copy)
    assert (code, out) == (0, f"7 entries, 0 pictures: {copy}\n")
    code, out, _ = club("restore", copy, book="again")
    assert code == 0
    assert "the book is whole" in out
    assert json.loads(club("restore", copy, "--json", book="third")[1])["events"] == 7
    assert club("now", "--json", book="again")[1] == club("now", "--json")[1]


def test_refused_in_one_line(club: Club, tmp_path: Path) -> None:
    copy = tmp_path / "club.tar"
    club("backup", str(copy))
    for words, said in (
        (("backup", str(copy)), "not overwritten"),
        (("restore", str(copy)), "not overwritten"),
        (("forget", "Bob"), "no such player: Bob (Bo?)"),
        (("forward", "mysql://x/y"), "postgresql://"),
        (("forward", "nonsense"), "postgresql://"),
        (("forward", "postgresql://127.0.0.1:1/club"), "cannot be reached"),
    ):
        code, _, err = club(*words)
        assert (code, err.count("\n")) == (2, 1), err
        assert said in err
    code, _, err = club("restore", str(tmp_path / "none.tar"), book="again")
    assert (code, err.count("\n")) == (2, 1)
    assert not (tmp_path / "again").exists()


def test_damage_is_said(club: Club, tmp_path: Path) -> None:
    from sqlalchemy import delete

    from device.club import schema
    from device.club.book import open_book

    with open_book(tmp_path / "book") as book, book.writing() as connection:
        connection.execute(delete(schema.totals))
    code, out, _ = club("check")
    assert code == 1
    assert "rows of totals" in out
    (found,) = json.loads(club("check", "--json")[1])
    assert found["key"] == "club_check_derived"


def test_what_is_not_kept(club: Club) -> None:
    assert club("tidy", "--days", "30")[1] == "deleted 0 old pictures and 0 leftovers (0.0 MB)\n"
    code, out, _ = club("forget", "Bo", "--pictures")
    assert code == 0
    assert "the book says #" in out
    assert "Bo" not in club("players")[1]
    assert club("check")[0] == 0


def test_sent_to_the_club(club: Club, club_url: str) -> None:
    assert club("forward", club_url) == (0, "7 entries sent to the club\n", "")
    assert club("forward", club_url) == (0, "0 entries sent to the club\n", "")
