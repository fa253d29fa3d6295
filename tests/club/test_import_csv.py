from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from device.club import bodies, export, pasttable
from device.club.book import Book, open_book
from device.club.errors import BookError
from device.club.ledger import evening_account
from device.club.past import Report, import_csv
from device.club.settings import CLUB
from device.club.stats import evenings, league
from device.messages import LANGUAGES, Language
from tests.club.conftest import win

HEADER = "date,east,south,west,north,winner,source,self_draw,total"
ROWS = """2025-03-01,安,波,查,丁,波,丁,,5
2025-03-01,安,波,查,丁,安,,1,8
2025-03-01,安,波,查,丁,,,,
2025/3/8,丁,安,波,查,丁,,1,2"""


def table(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    file = tmp_path / "past.csv"
    file.write_bytes(text.encode(encoding))
    return file


def take(book: Book, file: Path, **how: bool) -> Report:
    return import_csv(book, file, by="t", **{"add_players": True, **how})  # type: ignore[arg-type]


def reasons(report: Report) -> dict[int, str]:
    return {line.number: line.refused.key for line in report.refused if line.refused is not None}


def test_past_results_become_games(book: Book, tmp_path: Path) -> None:
    report = take(book, table(tmp_path, f"{HEADER}\n{ROWS}\n"))
    assert report.written
    assert (report.taken, report.games, report.refused) == (4, 2, ())
    assert set(report.added) == set("安波查丁")
    listed = evenings(book)
    assert [(line.day, line.hands, line.closed) for line in listed] == [
        ("2025-03-08", 1, True),
        ("2025-03-01", 3, True),
    ]
    names = book.names()
    account = evening_account(book, listed[1].evening).account
    money = {names[line.account]: line.results for line in account.lines}
    # 丁 pays 波 5 台; then 波 deals, and 安 draws 8 台 himself: the dealer pays one 台 more
    assert money == {"波": 200 - 280, "丁": -200 - 260, "查": -260, "安": 800}
    assert sum(one.amount for one in league(book)) == 0
    with pytest.raises(BookError, match="import_again"):
        take(book, table(tmp_path, f"{HEADER}\n{ROWS}\n"))


BAD = {
    "not a date": ("2025-13-01,安,波,查,丁,波,丁,,5", "import_date"),
    "three players": ("2025-03-01,安,波,查,,波,丁,,5", "import_no_name"),
    "one twice": ("2025-03-01,安,波,查,查,波,安,,5", "club_four_people"),
    "winner elsewhere": ("2025-03-01,安,波,查,丁,戊,丁,,5", "club_not_seated"),
    "nobody gave it": ("2025-03-01,安,波,查,丁,波,,,5", "import_no_source"),
    "drawn and given": ("2025-03-01,安,波,查,丁,波,丁,1,5", "import_both"),
    "no total": ("2025-03-01,安,波,查,丁,波,丁,,", "import_number"),
    "total in words": ("2025-03-01,安,波,查,丁,波,丁,,five", "import_number"),
    "a negative total": ("2025-03-01,安,波,查,丁,波,丁,,-5", "import_number"),
    "own discard": ("2025-03-01,安,波,查,丁,波,波,,5", "import_contradiction"),
    "yes or no": ("2025-03-01,安,波,查,丁,波,,maybe,5", "import_yes"),
    "too long a name": (f"2025-03-01,{'安' * 50},波,查,丁,波,丁,,5", "club_name"),
    "two on one discard": ("2025-03-01,安,波,查,丁,波 + 查,丁,,5 + 3", "import_contradiction"),
    "two, one total": ("2025-03-01,安,波,查,丁,波 + 查,丁,,5", "import_number"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_refused_and_nothing_is_imported(tmp_path: Path, name: str) -> None:
    line, reason = BAD[name]
    first, *others = ROWS.splitlines()
    file = table(tmp_path, "\n".join([HEADER, first, line, *others]))
    with open_book(tmp_path / "book") as book:
        report = take(book, file)
        assert reasons(report) == {3: reason}
        assert (report.written, report.taken) == (False, 4)
        assert book.last_number() == 0
        assert book.names() == {}
        report = take(book, file, partial=True)  # unless that is asked for
        assert report.written
        assert sum(line.hands for line in evenings(book)) == 4
        assert set(book.names().values()) == set("安波查丁")
        out = io.StringIO()
        report.rest(out)
        assert out.getvalue().splitlines()[1:] == [line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_says_line_by_line_what_and_why(tmp_path: Path, language: Language) -> None:
    text = f"{HEADER},weather\n{ROWS}\n" + "\n".join(line for line, _ in BAD.values())
    with open_book(tmp_path / "book") as book:
        report = take(book, table(tmp_path, text), trial=True)
        told = report.text(language)
        assert book.last_number() == 0
    assert len(told) == len(BAD) + 3  # columns not used, new players, and the sum
    assert "weather" in told[-3]
    if language == "en":
        assert told[0] == "line 6: a date is written 2026-03-01: 2025-13-01"
        assert "nothing was imported: 4 hands can be, 14 lines cannot" in told[-1]
    assert not any("{" in line or "?" in line for line in told)


def test_a_trial_writes_nothing(tmp_path: Path) -> None:
    with open_book(tmp_path / "book") as book:
        report = take(book, table(tmp_path, f"{HEADER}\n{ROWS}\n"), trial=True)
        assert report.text("en")[-1] == (
            "nothing is written yet: 4 hands in 2 games can be imported"
        )
        assert book.last_number() == 0


def test_unknown_people_are_refused_unless_asked_for(book: Book, tmp_path: Path) -> None:
    for name in "安波查":
        book.add_player(name, by="t", role="scorer")
    report = take(book, table(tmp_path, f"{HEADER}\n{ROWS}\n"), add_players=False)
    assert set(reasons(report).values()) == {"club_no_player"}
    assert len(report.refused) == 4


@pytest.mark.parametrize(
    ("encoding", "delimiter"),
    [("utf-8", ","), ("utf-8-sig", ";"), ("utf-16", "\t"), ("cp950", ","), ("gb18030", "\t")],
)
def test_tables_as_spreadsheets_save_them(tmp_path: Path, encoding: str, delimiter: str) -> None:
    header = "日期,東家,南家,西家,北家,胡家,放銃,自摸,台數"
    if encoding == "gb18030":
        header = "日期,东家,南家,西家,北家,胡家,点炮,自摸,台数"
    text = f"{header}\n{ROWS}\n".replace(",", delimiter).replace("\n", "\r\n")
    with open_book(tmp_path / "book") as book:
        report = take(book, table(tmp_path, text, encoding))
        assert report.written
        assert report.taken == 4
        assert set(report.added) == set("安波查丁")
        assert report.encoding in (encoding, "utf-8-sig")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "import_columns"),
        ("hello", "import_columns"),
        ("date,east,south,west,winner\n", "import_columns"),
        ("\x00\x01\x02", "import_columns"),
    ],
)
def test_something_else_is_no_table(tmp_path: Path, text: str, reason: str) -> None:
    with open_book(tmp_path / "book") as book:
        with pytest.raises(BookError, match=reason):
            take(book, table(tmp_path, text))
        with pytest.raises(BookError, match="import_unreadable"):
            take(book, tmp_path / "none.csv")
        report = take(book, table(tmp_path, HEADER))
        assert (report.lines, report.written) == ((), False)


@pytest.mark.parametrize(
    ("limit", "reason"), [("import_bytes", "import_too_large"), ("import_lines", "import_too_many")]
)
def test_a_table_beyond_the_limits_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, reason: str
) -> None:
    monkeypatch.setattr(pasttable, "CLUB", replace(CLUB, **{limit: 3}))  # type: ignore[arg-type]
    with open_book(tmp_path / "book") as book, pytest.raises(BookError, match=reason):
        take(book, table(tmp_path, f"{HEADER}\n{ROWS}\n"))


def test_dealer_streak_and_amounts_are_held_against_the_rules(tmp_path: Path) -> None:
    header = f"{HEADER},dealer,streak,round,won_east,won_south,won_west,won_north"
    lines = [
        "2025-03-01,安,波,查,丁,波,丁,,5,,,,0,200,0,-200",
        "2025-03-01,安,波,查,丁,安,查,,5,查,2,南,300,0,-300,0",  # 100 + 20 x (5 + 1 + 2 x 2)
        "2025-03-01,安,波,查,丁,安,查,,5,,,,1,0,-1,0",
        "2025-03-01,安,波,查,丁,安,查,,5,,,forth,,,,",
    ]
    with open_book(tmp_path / "book") as book:
        report = take(book, table(tmp_path, "\n".join([header, *lines])), partial=True)
        assert reasons(report) == {4: "import_amounts", 5: "import_round"}
        sheet = export.hands(book, "en")
        column = {name: i for i, name in enumerate(sheet.header)}
        row = sheet.rows[1]
        assert [row[column[name]] for name in ("dealer", "streak", "round")] == ["查", 2, "South"]


def test_house_rules_and_amounts_of_each_game(tmp_path: Path) -> None:
    text = f"""{HEADER},rules,base,tai
2025-03-01,安,波,查,丁,波,丁,,5,taiwan,300,50
2025-03-01,安,波,查,丁,波 + 查,丁,,5 + 3,hongkong,,
2025-03-01,安,波,查,丁,波,丁,,5,tiwan,,
2025-03-01,安,波,查,丁,波,丁,,5,hongkong,5,5"""
    with open_book(tmp_path / "book") as book:
        report = take(book, table(tmp_path, text), partial=True)
        assert reasons(report) == {4: "unknown_rules", 5: "club_no_stake"}
        assert report.games == 2
        names = book.names()
        evening = evenings(book)[0]
        assert evening.games == 2
        assert {names[one.player]: one.won for one in league(book)}["查"] == 1
        told = report.text("en")
        assert "did you mean" in told[0] or "taiwan" in told[0]


def test_what_was_exported_comes_back_the_same(
    book: Book, people: bodies.Four, game: str, tmp_path: Path
) -> None:
    book.rename(people[1], "=波+1")
    book.rename(people[2], "-查")
    for body in (
        win(game, 0),
        win(game, 2, source=0),
        bodies.HandDrawn(game=game),
        win(game, 1, source=3),
    ):
        book.write(body, by="t", role="scorer")
    book.write(bodies.GameEnded(game=game), by="t", role="scorer")
    for language in LANGUAGES:
        grid = export.hands(book, language)
        file = tmp_path / f"{language}.csv"
        export.to_file(file, lambda out, grid=grid: export.write_csv(grid, out), table=True)
        with open_book(tmp_path / language) as again:
            report = take(again, file)
            assert report.refused == ()
            assert report.ignored == ()
            assert export.hands(again, language).rows == tuple(
                (*row[:6], again.table, *row[7:]) for row in grid.rows
            )
            assert export.payments(again, language).rows == export.payments(book, language).rows


def test_fouls_and_payments_are_not_guessed(
    book: Book, people: bodies.Four, game: str, tmp_path: Path
) -> None:
    for body in (win(game, 0), bodies.FoulCalled(game=game, foul="false_win", seat=1, face=3)):
        book.write(body, by="t", role="scorer")
    file = tmp_path / "hands.csv"
    grid = export.hands(book, "en")
    export.to_file(file, lambda out: export.write_csv(grid, out), table=True)
    with open_book(tmp_path / "again") as again:
        assert reasons(take(again, file)) == {3: "import_kind"}


def test_rounds_go_on(tmp_path: Path) -> None:
    """More hands than four rounds have: the next 將 begins by itself."""
    line = "2025-03-01,安,波,查,丁,{},{},,5"
    lines = [line.format("波" if i % 4 else "查", "安" if i % 4 else "丁") for i in range(40)]
    with open_book(tmp_path / "book") as book:
        report = take(book, table(tmp_path, "\n".join([HEADER, *lines])))
        assert report.refused == ()
        assert report.games == 1
        assert sum(line.hands for line in evenings(book)) == 40


def test_a_failure_while_writing_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_book(tmp_path / "book") as book:
        add, count = book._add, iter(range(100))

        def fails(*args: object, **how: object) -> object:
            if next(count) == 9:
                raise OSError(28, "No space left on device")
            return add(*args, **how)  # type: ignore[arg-type]

        monkeypatch.setattr(book, "_add", fails)
        file = table(tmp_path, f"{HEADER}\n{ROWS}\n")
        with pytest.raises(BookError, match="club_disk_full"):
            take(book, file)
        assert book.last_number() == 0
        assert book.names() == {}
        monkeypatch.undo()
        assert take(book, file).written
