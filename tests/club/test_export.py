from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from sqlalchemy import select

from device.club import bodies, export, schema
from device.club.book import Book, Evidence, open_book
from device.club.errors import BookError
from device.club.importing import read_jsonl
from device.club.stats import Asked
from device.messages import LANGUAGES, Language
from tests.club.played import played, seen


def everything(book: Book) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a book, but for what it has forwarded."""
    with book.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))))
            for table in schema.metadata.sorted_tables
            if table is not schema.forwarded
        }


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """A played book with evidence, a picture and an event that was undone; for reading only."""
    folder = tmp_path_factory.mktemp("full")
    with open_book(folder / "club", name="東") as book:
        played(book, hands=6)
        photo = folder / "photo.jpg"
        photo.write_bytes(b"picture")
        event = book.write(
            bodies.HandNoted(total=3, unit="台"),
            by="@t",
            role="organiser",
            evidence=Evidence({"reading": [1.5, "台"]}, photo),
        )
        book.undo(event.id, "=x", by="t", role="organiser")
        yield book


def lines(book: Book) -> list[str]:
    out = io.StringIO()
    export.write_jsonl(book, out)
    return out.getvalue().splitlines()


def test_json_lines_make_an_equal_book(full: Book, where: Path | str, tmp_path: Path) -> None:
    file = tmp_path / "book.jsonl"
    export.to_file(file, lambda out: export.write_jsonl(full, out))
    made = read_jsonl(file, where)
    assert (made.people, made.evidence) == (6, 1)
    assert made.pictures == len(everything(full)["pictures"]) > 1
    with open_book(where, create=False) as again:
        assert everything(again) == everything(full)
        assert (again.table, again.name) == (full.table, full.name)
        assert lines(again) == lines(full)
        # and the chain goes on
        event = again.write(bodies.HandNoted(total=1, unit="台"), by="t", role="scorer")
        assert event.seq == made.events + 1
    with pytest.raises(BookError, match="import_book_there"):
        read_jsonl(file, where)


@settings(max_examples=3, deadline=None, phases=[Phase.generate])
@given(st.integers(2, 10**6))
def test_whatever_was_played_comes_back(seed: int) -> None:
    with TemporaryDirectory() as folder:
        file, here = Path(folder) / "book.jsonl", Path(folder) / "again"
        with open_book(Path(folder) / "first", name="x") as first:
            played(first, seed, hands=4)
            export.to_file(file, lambda out: export.write_jsonl(first, out))
            read_jsonl(file, here)
            with open_book(here, create=False) as again:
                assert everything(again) == everything(first)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (lambda all_: all_[:-1], "import_cut_off"),
        (lambda all_: [*all_[:-1], all_[-1][:9]], "import_cut_off"),
        (lambda all_: [*all_[:-2], all_[-1]], "import_cut_off"),
        (lambda all_: [*all_[:-3], all_[-2], all_[-1]], "club_gap"),
        (
            lambda all_: [one.replace('"total":4', '"total":44') for one in all_],
            "club_broken_chain",
        ),
        (lambda all_: [one.replace("reading", "writing") for one in all_], "club_other_evidence"),
        (lambda all_: [all_[0].replace('"format":1', '"format":2'), *all_[1:]], "club_newer"),
        (lambda all_: ["hello"], "import_no_jsonl"),
        (lambda all_: ["[]"], "import_no_jsonl"),
        (lambda all_: [], "import_no_jsonl"),
        (lambda all_: all_[1:], "import_no_jsonl"),
        (lambda all_: [all_[0], '{"line":"event","seq":1}', all_[-1]], "import_bad_line"),
    ],
)
def test_a_changed_file_leaves_nothing_behind(
    full: Book, tmp_path: Path, change: object, refusal: str
) -> None:
    file = tmp_path / "book.jsonl"
    file.write_text("\n".join(change(lines(full))), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(BookError, match=refusal):
        read_jsonl(file, tmp_path / "new")
    assert not list((tmp_path / "new").glob("*.sqlite*"))


def test_events_that_contradict_each_other_leave_nothing_behind(full: Book, tmp_path: Path) -> None:
    """The chain is in order, but a hand is won in a game that is over."""
    out, before, number = [], "", 0
    for line in lines(full):
        told = json.loads(line)
        if told["line"] == "event":
            if told["kind"] == "evening_closed":
                continue
            number += 1
            body = bodies.parse(told["body"])
            if told["kind"] == "undo":
                break
            event = bodies.Event(
                told["table"], number, told["id"], told["kind"], told["at"], told["by"],
                told["role"], body, "",
            )  # fmt: skip
            before = event.chained(before)
            told |= {"seq": number, "hash": before}
            if told["kind"] == "game":
                end = bodies.GameEnded(game=body.game)  # type: ignore[union-attr]
                out.append(json.dumps(told))
                number += 1
                event = bodies.Event(
                    told["table"], number, f"end{number}", "game_ended", told["at"], "t",
                    "organiser", end, "",
                )  # fmt: skip
                before = event.chained(before)
                told |= {
                    "seq": number, "id": event.id, "kind": "game_ended", "by": "t",
                    "body": bodies.dump(end), "hash": before,
                }  # fmt: skip
        out.append(json.dumps(told))
    events = sum(json.loads(line)["line"] == "event" for line in out)
    out.append(json.dumps({"line": "end", "lines": len(out), "events": events}))
    file = tmp_path / "book.jsonl"
    file.write_text("\n".join(out))
    with pytest.raises(BookError, match="club_game_over"):
        read_jsonl(file, tmp_path / "new")
    assert not list((tmp_path / "new").glob("*.sqlite*"))


# --- tables --------------------------------------------------------------------------------------


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def as_csv(grid: export.Grid, tmp_path: Path) -> str:
    file = tmp_path / "table.csv"
    export.to_file(file, lambda out: export.write_csv(grid, out), table=True)
    data = file.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")  # by this Excel knows UTF-8
    assert b"\r\n" in data
    return data.decode("utf-8-sig")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_cell_is_a_formula(full: Book, language: Language, tmp_path: Path) -> None:
    texts = 0
    for grid in export.grids(full, language):
        table = read_csv(as_csv(grid, tmp_path))
        assert [len(row) for row in table] == [len(grid.header)] * (len(grid.rows) + 1)
        for row, written in zip(table[1:], grid.rows, strict=True):
            for cell, value in zip(row, written, strict=True):
                if isinstance(value, str):
                    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
                    assert cell in (value, f"'{value}")
                    texts += cell != value
                else:
                    assert float(cell) == value
    assert texts > 20  # =2+3, @2026-01-03 and -罰 were there


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "＝1", "＋1", "－1", "＠x"]
)
def test_formulas_are_told(text: str) -> None:
    assert export.safe(text) == f"'{text}"


def test_numbers_and_names_stay_as_they_are() -> None:
    assert [export.safe(cell) for cell in (-5, 1.5, "安", "a=b", "")] == [-5, 1.5, "安", "a=b", ""]


def test_xlsx_has_the_same_cells_and_no_formula(full: Book, tmp_path: Path) -> None:
    grids = export.grids(full, "zh-Hant")
    export.write_xlsx(grids, tmp_path / "book.xlsx")
    workbook = load_workbook(tmp_path / "book.xlsx")
    assert workbook.sheetnames == ["每手", "付款", "排名"]
    for grid, sheet in zip(grids, workbook, strict=True):
        for written, row in zip((grid.header, *grid.rows), sheet.iter_rows(), strict=True):
            for value, cell in zip(written, row, strict=True):
                assert cell.value == (None if value == "" else value)
                assert cell.data_type == ("s" if isinstance(value, str) and value else "n")
                if isinstance(value, str) and export.dangerous(value):
                    assert cell.quotePrefix


def test_xlsx_says_what_is_missing(
    full: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(BookError, match="export_no_xlsx"):
        export.write_xlsx(export.grids(full, "en"), tmp_path / "book.xlsx")


def test_a_folder_that_is_not_there_is_told(full: Book, tmp_path: Path) -> None:
    with pytest.raises(BookError, match="export_unwritable"):
        export.write_xlsx(export.grids(full, "en"), tmp_path / "none" / "book.xlsx")
    with pytest.raises(BookError, match="export_unwritable"):
        export.to_file(tmp_path / "none" / "x.csv", lambda out: out.write("x"))


def test_tables_hold_what_is_in_the_book(full: Book) -> None:
    names = full.names()
    entries = seen(full)
    hands, payments, standings = export.grids(full, "en")
    column = {name: i for i, name in enumerate(hands.header)}
    assert len(hands.rows) == len(entries)
    for row, one in zip(hands.rows, entries, strict=True):
        entry, balance = one.entry, one.entry.balance()
        assert row[column["date"]] == one.day
        assert row[column["rules"]] == one.view.started.rules.name
        assert row[column["dealer"]] == names[entry.seats[entry.before.dealer]]
        assert row[column["streak"]] == entry.before.streak
        assert row[column["west"]] == names[entry.seats[2]]
        assert row[column["won_west"]] == balance.get(entry.seats[2], 0)
        winners = [names[entry.seats[w.winner]] for w in sorted(entry.wins, key=lambda w: w.winner)]
        assert row[column["winner"]] == " + ".join(winners)
    assert len(payments.rows) == sum(len(one.entry.payments) for one in entries)
    assert sum(int(row[-1]) for row in standings.rows) == sum(
        one.entry.balance().get(person, 0) for one in entries for person in names
    )
    winter = export.hands(full, "en", Asked(season="冬"))
    assert len(winter.rows) == sum(one.season == "冬" for one in entries)


def test_agreed_amounts_are_told(book: Book, people: bodies.Four, game: str) -> None:
    evening = book.game(game).started.evening
    used = bodies.RulesUsed(name="wu-pong")
    body = bodies.GameStarted(
        game="other", evening=evening, players=people, rules=used, stakes={"win": 30, "fan": 2}
    )
    book.write(bodies.GameEnded(game=game), by="t", role="scorer")
    book.write(body, by="t", role="scorer")
    told = bodies.WinTold(winner=0, total=5, unit="番")
    book.write(bodies.HandWon(game="other", wins=(told,)), by="t", role="scorer")
    assert export.hands(book, "en").rows[0][4:6] == (30, 2)
