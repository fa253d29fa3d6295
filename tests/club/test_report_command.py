from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.cli import run

Club = Callable[..., tuple[int, str, str]]


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    """Commands on a book with an evening of three hands."""

    def typed(*words: str, book: str = "book") -> tuple[int, str, str]:
        code = run(["--lang", "en", "club", "--book", str(tmp_path / book), "--by", "t", *words])
        out, err = capsys.readouterr()
        return code, out, err

    start = ("start", "An", "Bo", "Cha", "Ding", "--add", "--day", "2026-12-01", "--season", "Q4")
    for words in (
        start,
        ("win", "An", "--self-draw", "--called", "5"),
        ("win", "Cha", "--from", "An", "--called", "8"),
        ("draw",),
        ("end",),
    ):
        assert typed(*words)[0] == 0, words
    return typed


def told(club: Club, *words: str) -> dict[str, Any]:
    code, out, _ = club(*words, "--json")
    assert code == 0
    return json.loads(out.splitlines()[0])


def test_settle_and_pay(club: Club) -> None:
    account = told(club, "settle")
    owed = sum(line["due"] for line in account["lines"] if line["due"] > 0)
    assert sum(one["amount"] for one in account["transfers"]) == owed > 0
    assert "→" in club("settle", "--close")[1]
    for one in account["transfers"]:
        assert club("paid", one["payer"], one["payee"], str(one["amount"]))[0] == 0
    assert "Nobody owes anything" in club("settle")[1]
    assert told(club, "settle", "--all")["transfers"] == []
    assert club("chips", "An", "500")[0] == 0
    assert told(club, "settle")["transfers"] == [
        {"payer": "chip box", "payee": "An", "amount": 500}
    ]
    assert club("chips", "An", "-500")[0] == 0
    code, _, err = club("settle", "--close")
    assert (code, "closed" in err) == (2, True)
    code, _, err = club("settle", "--day", "2020-01-01")
    assert (code, err.count("\n")) == (2, 1)
    code, _, err = club("paid", "An", "Nobody", "5")
    assert (code, err.count("\n")) == (2, 1)


def test_stats(club: Club) -> None:
    an = told(club, "stats", "An")
    assert (an["hands"], an["won"], an["self_draw"], an["dealt_in"]) == (3, 1, 1, 1)
    assert an["best"]["total"] == 5
    code, out, _ = club("stats", "An")
    assert code == 0
    assert "best hand: 5 台 (2026-12-01)" in out
    assert "Cha" in out
    code, out, _ = club("stats")
    assert out.splitlines()[1].split()[0] in ("An", "Cha")
    assert told(club, "stats", "An", "--season", "Q1")["hands"] == 0
    assert told(club, "stats", "An", "--with", "Bo", "--wind", "E")["hands"] in (0, 2, 3)
    assert told(club, "stats", "--day", "2026-12-01")["hands"] == 3
    assert club("stats", "Nobody")[0] == 2


@pytest.mark.parametrize(
    "words",
    [
        ("evening",),
        ("season",),
        ("season", "An", "Bo"),
        ("kinds", "An"),
        ("totals",),
        ("totals", "An"),
    ],
)
def test_charts(club: Club, tmp_path: Path, words: tuple[str, ...]) -> None:
    kind, *names = words
    file = tmp_path / "chart.svg"
    assert club("chart", kind, str(file), *names)[0] == 0
    assert file.read_text().startswith("<svg")
    code, _, err = club("chart", "kinds", str(file))
    assert (code, err) == (2, "taicam: this chart needs one name\n")
    assert club("chart", kind, str(tmp_path / "none" / "chart.svg"), *names)[0] == 2


def test_export_and_import(club: Club, tmp_path: Path) -> None:
    for name in ("book.jsonl", "hands.csv", "book.xlsx"):
        assert club("export", str(tmp_path / name))[0] == 0
    assert club("export", str(tmp_path / "pay.csv"), "--what", "payments", "--season", "Q4")[0] == 0
    assert club("export", str(tmp_path / "book.doc"))[0] == 2
    code, out, _ = club("import", str(tmp_path / "book.jsonl"), book="again")
    assert code == 0
    assert "4 people" in out
    one, two = (club("settle", "--json", book=book)[1] for book in ("book", "again"))
    assert one == two
    code, _, err = club("import", str(tmp_path / "book.jsonl"), book="again")
    assert (code, err.count("\n")) == (2, 1)
    code, out, _ = club("import", str(tmp_path / "hands.csv"), book="past")
    assert code == 1  # nobody there is known
    assert "nothing was imported: 0 hands can be, 3 lines cannot" in out
    code, out, _ = club("import", str(tmp_path / "hands.csv"), "--add", book="past")
    assert (code, "imported 3 hands in 1 games" in out) == (0, True)
    past = told(lambda *words: club(*words, book="past"), "settle")
    assert {one["account"]: one["due"] for one in past["lines"]} == {
        one["account"]: one["due"] for one in told(club, "settle")["lines"]
    }


def test_lines_that_were_refused_go_to_a_file(club: Club, tmp_path: Path) -> None:
    past, rest = tmp_path / "past.csv", tmp_path / "rest.csv"
    past.write_text(
        "date,east,south,west,north,winner,source,total\n"
        "2026-01-01,An,Bo,Cha,Ding,An,Bo,5\n2026-01-01,An,Bo,Cha,Ding,An,,5\n"
    )
    code, out, _ = club("import", str(past), "--partial", "--rest", str(rest))
    assert code == 1
    assert "line 3: it says neither" in out
    with rest.open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.reader(file))) == 2


def test_sheet(club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert club("sheet", str(tmp_path / "sheet.html"))[0] == 0
    assert "Who pays whom" in (tmp_path / "sheet.html").read_text()
    code, _, err = club("sheet", str(tmp_path / "sheet.doc"))
    assert (code, err.count("\n")) == (2, 1)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    code, _, err = club("sheet", str(tmp_path / "sheet.pdf"))
    assert (code, "needs Chromium" in err, err.count("\n")) == (2, True, 1)
