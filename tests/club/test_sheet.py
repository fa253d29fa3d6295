from __future__ import annotations

import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from device.club import bodies, sheet
from device.club.book import Book, new_id, open_book
from device.club.errors import BookError
from device.messages import LANGUAGES, Language
from tests.club.conftest import win


@pytest.fixture
def book(tmp_path: Path) -> Book:
    with open_book(tmp_path / "club", name="東桌") as made:
        yield made


def played(book: Book, hands: int = 3) -> str:
    """An evening with a name that is markup; returns its id."""
    people = [book.add_player(n, by="t", role="scorer") for n in ("<b>安</b>", "波", "查", "丁")]
    evening, game = new_id(), new_id()
    a, b, c, d = people
    item = bodies.Item(id="pung", name="箭字坎", value=5)
    told = bodies.WinTold(winner=0, source=3, total=5, unit="台", items=(item,))
    for body in (
        bodies.EveningOpened(evening=evening, day="2026-03-14", title="三月", season="春"),
        bodies.GameStarted(
            game=game,
            evening=evening,
            players=(a, b, c, d),
            rules=bodies.RulesUsed(name="taiwan"),
            stakes={"base": 50, "tai": 10},
        ),
        bodies.HandWon(game=game, wins=(told,)),
        *(win(game, 0, source=1 + number % 3) for number in range(1, hands)),
    ):
        book.write(body, by="t", role="organiser")
    return evening


class Reader(HTMLParser):
    """The words of a page, and all that it would load."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.loads: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += [data.strip()] if data.strip() else []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag != "b", "a name must not be markup"
        self.loads += [str(value) for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_standings_transfers_and_hands_are_there(book: Book, language: Language) -> None:
    page = Reader(sheet.to_html(book, played(book), language))
    text = " ".join(page.words)
    assert page.loads == []
    assert "2026-03-14" in text
    assert "三月" in text
    for word in ("<b>安</b>", "波", "查", "丁", "箭字坎 5", "50 / 10"):
        assert word in text
    for word in {
        "zh-Hant": ("結果", "誰給誰", "自摸"),
        "zh-Hans": ("结果", "谁给谁"),
        "en": ("Standings", "Who pays whom"),
    }[language]:
        assert word in text


def test_what_people_owe_is_what_the_ledger_says(book: Book) -> None:
    evening = played(book)
    made = sheet.sheet_of(book, evening, "zh-Hant")
    assert sum(one.result for one in made.people) == 0
    assert not made.chips
    assert not made.paid
    assert sum(amount for _, _, amount in made.transfers) == sum(
        one.result for one in made.people if one.result > 0
    )
    ids = {name: id for id, name in book.names().items()}
    payer, payee, amount = made.transfers[0]
    for body in (
        bodies.DebtPaid(payer=ids[payer], payee=ids[payee], amount=amount, evening=evening),
        bodies.ChipsBought(evening=evening, player=ids["波"], amount=500),
    ):
        book.write(body, by="t", role="organiser")
    made = sheet.sheet_of(book, evening, "zh-Hant")
    assert made.chips
    assert made.paid
    assert "籌碼箱" in [one.name for one in made.people]
    assert sum(one.due for one in made.people) == 0


def test_a_server_may_keep_the_style_apart(book: Book) -> None:
    page = sheet.to_html(book, played(book), "en", stylesheet="/static/sheet.css")
    assert Reader(page).loads == ["/static/sheet.css"]
    assert "<style" not in page
    assert "style=" not in page


def test_what_is_missing_is_told(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BookError, match="club_no_evening"):
        sheet.to_html(book, "none", "en")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(BookError, match="sheet_no_browser"):
        sheet.to_pdf("<p>x", tmp_path / "x.pdf")
    monkeypatch.setattr(shutil, "which", lambda name: shutil.__file__)  # it is no program
    with pytest.raises(BookError, match="sheet_not_printed"):
        sheet.to_pdf("<p>x", tmp_path / "x.pdf")
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(BookError, match="sheet_no_jinja"):
        sheet.to_html(book, played(book), "en")


@pytest.mark.skipif(
    not any(shutil.which(name) for name in sheet.BROWSERS), reason="Chromium is not installed"
)
def test_a_long_evening_is_one_page(book: Book, tmp_path: Path) -> None:
    html = sheet.to_html(book, played(book, hands=18), "zh-Hant")
    sheet.to_pdf(html, tmp_path / "sheet.pdf")
    data = (tmp_path / "sheet.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page[^s]", data)) == 1
    wide, high = (float(one) for one in re.findall(rb"MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)", data)[0])
    assert (round(wide), round(high)) == (595, 842)  # A4
    with pytest.raises(BookError, match="export_unwritable"):
        sheet.to_pdf(html, tmp_path / "none" / "sheet.pdf")
