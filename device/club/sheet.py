"""The sheet of an evening to print and to sign: standings, who pays whom, every hand.

HTML by itself (nothing is loaded from elsewhere), on one A4 page for an evening of up to some 70
hands; as PDF by a Chromium that is on the machine anyway.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from device.club import rows
from device.club.charts import balance_chart
from device.club.errors import BookError
from device.club.export import amounts
from device.club.fold import Entry, GameView
from device.club.ledger import CHIPS_ACCOUNT, EveningAccount, evening_account
from device.club.settings import CLUB
from device.club.stats import Asked, course, league
from device.club.told import person
from device.messages import Language, localise, say, tile_name

if TYPE_CHECKING:
    from device.club.book import Book

BROWSERS: Final = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
)  # fmt: skip
SIZES: Final = ((18, "large"), (40, "medium"))
"""Up to how many lines of hands the letters are so large; all else is small."""


@dataclass(frozen=True, slots=True)
class Person:
    """A line of the standings."""

    name: str
    hands: int | str
    won: int | str
    self_draw: int | str
    dealt_in: int | str
    result: int
    chips: int
    paid: int
    due: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """A line of a game."""

    number: int
    place: str
    """Round, dealer, streak."""
    what: str
    """Who won from whom, or what else it was."""
    items: str


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game of the evening."""

    title: str
    about: str
    lines: tuple[HandLine, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is on the sheet, in words."""

    title: str
    about: str
    size: str
    people: tuple[Person, ...]
    chips: bool
    """Whether chips were bought."""
    paid: bool
    """Whether debts of the evening were paid."""
    transfers: tuple[tuple[str, str, int], ...]
    chart: str
    games: tuple[GameSheet, ...]
    foot: str


def sheet_of(book: Book, evening: str, language: Language) -> Sheet:
    """The sheet of an evening. Raises BookError if there is none."""
    found = evening_account(book, evening)
    names = book.names()
    with book.reading() as connection:
        ids = rows.games_of(connection, evening)
    views = [book.game(id) for id in ids]
    games = tuple(_game(number, view, names, language) for number, view in enumerate(views, 1))
    count = sum(len(game.lines) + 3 for game in games)
    account = found.account
    name = found.title or say(language, "sheet_title")
    about = [part for part in (found.season, book.name) if part]
    if not found.closed:
        about.append(say(language, "sheet_open"))
    transfers = tuple(
        (_called(one.payer, names, language), _called(one.payee, names, language), one.amount)
        for one in account.transfers
    )
    return Sheet(
        f"{found.day}　{name}" if language != "en" else f"{found.day} {name}",
        "　".join(about),
        next((size for most, size in SIZES if count <= most), "small"),
        _people(book, found, names, language),
        any(line.chips for line in account.lines),
        any(line.paid for line in account.lines),
        transfers,
        balance_chart(course(book, evening), names, language),
        games,
        say(language, "sheet_foot", hands=sum(view.hands for view in views)),
    )


def to_html(book: Book, evening: str, language: Language, *, stylesheet: str | None = None) -> str:
    """The sheet as a page.

    Args:
        book: the book.
        evening: which evening.
        language: of its words.
        stylesheet: address of `templates/sheet.css` for a server whose content policy forbids
            styles inside pages; by default they are inside.

    Raises:
        BookError: no such evening, or Jinja2 is missing.
    """
    try:
        from jinja2 import Environment, FileSystemLoader
        from markupsafe import Markup
    except ImportError as error:
        raise BookError("sheet_no_jinja") from error
    folder = resources.files("device.club") / "templates"
    pages = Environment(
        loader=FileSystemLoader(str(folder)), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )

    def money(amount: int) -> Any:
        minus = ' class="n minus"' if amount < 0 else ' class="n"'
        return Markup(f"<td{minus}>{amount:+d}</td>")

    sheet = sheet_of(book, evening, language)
    return pages.get_template("sheet.html").render(
        sheet={
            **{name: getattr(sheet, name) for name in Sheet.__dataclass_fields__},
            "chart": Markup(sheet.chart),
        },
        language=language,
        say=lambda key: say(language, key).replace("_", " "),
        money=money,
        stylesheet=stylesheet,
        css=Markup((folder / "sheet.css").read_text(encoding="utf-8")),
    )


def to_pdf(html: str, path: Path) -> None:
    """Print a page into a file.

    Raises:
        BookError: no browser is on this machine, or it could not print.
    """
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise BookError("sheet_no_browser", names=BROWSERS[:3])
    with tempfile.TemporaryDirectory() as folder:
        page, printed = Path(folder) / "sheet.html", Path(folder) / "sheet.pdf"
        page.write_text(html, encoding="utf-8")
        command = [
            browser,
            "--headless",
            "--disable-gpu",
            "--disable-extensions",
            "--no-first-run",
            "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={printed}",
        ]
        if os.geteuid() == 0:  # its sandbox refuses to run as root; the page is our own
            command.append("--no-sandbox")
        try:
            subprocess.run(
                [*command, page.as_uri()], capture_output=True, timeout=CLUB.pdf_wait, check=False
            )
            data = printed.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise BookError("sheet_not_printed", browser=browser) from error
        try:
            path.write_bytes(data)
        except OSError as error:
            raise BookError("export_unwritable", path=path, reason=error) from error


# --- in words ------------------------------------------------------------------------------------


def _called(account: str, names: Mapping[str, str], language: Language) -> str:
    if account == CHIPS_ACCOUNT:
        return say(language, "sheet_box")
    return person(account, names, language)


def _people(
    book: Book, found: EveningAccount, names: Mapping[str, str], language: Language
) -> tuple[Person, ...]:
    tallies = {one.player: one for one in league(book, Asked(evening=found.evening))}
    out = []
    for line in found.account.lines:
        tally = tallies.get(line.account)
        out.append(
            Person(
                _called(line.account, names, language),
                tally.hands if tally else "",
                tally.won if tally else "",
                tally.self_draw if tally else "",
                tally.dealt_in if tally else "",
                line.results,
                line.chips,
                line.paid,
                line.due,
            )
        )
    return tuple(out)


def _game(number: int, view: GameView, names: Mapping[str, str], language: Language) -> GameSheet:
    started = view.started
    stakes = " / ".join(str(amount) for amount in amounts(started) if amount != "")
    seats = (", " if language == "en" else "、").join(names.get(one, one) for one in view.people)
    about = [started.rules.name, stakes and say(language, "sheet_stakes", stakes=stakes), seats]
    return GameSheet(
        say(language, "sheet_game", number=number),
        "　".join(part for part in about if part),
        tuple(_line(n, entry, names, language) for n, entry in enumerate(view.entries, 1)),
    )


def _line(number: int, entry: Entry, names: Mapping[str, str], language: Language) -> HandLine:
    before = entry.before
    place = (
        f"{tile_name(before.round_wind.code, language)} {names.get(entry.seats[before.dealer], '')}"
    )
    if before.streak:
        place += f" {say(language, 'club_streak', count=before.streak)}"
    whats, items = [], []
    for win in entry.wins:
        winner = names.get(entry.seats[win.winner], "")
        giver = win.source if win.source is not None else win.robbed
        source = "" if giver is None else names.get(entry.seats[giver], "")
        how = (
            say(language, "sheet_from", name=source) if source else say(language, "chart_self_draw")
        )
        whats.append(f"{winner} {win.total} {localise(win.unit, language)} {how}")
        items.append(
            " ".join(f"{localise(item.name, language)} {item.value}" for item in win.items)
        )
    if not whats:
        whats.append(say(language, f"club_kind_{entry.body.kind}"))
        items += [
            f"{person(one.payer, names, language)} → {person(one.payee, names, language)}"
            f" {one.amount} {localise(one.why, language)}"
            for one in entry.payments
        ]
    separator = "; " if language == "en" else "；"
    return HandLine(number, place, separator.join(whats), separator.join(filter(None, items)))
