"""Reads a table of past results: what its headers mean, and what its cells say."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from device.club.errors import BookError
from device.club.export import HAND_COLUMNS, SEATS, dangerous
from device.club.settings import CLUB
from device.messages import LANGUAGES, say, tile_name
from scoring.tiles import WINDS

NEEDED: Final = ("date", *SEATS, "winner")
COLUMNS: Final = tuple(name for name in HAND_COLUMNS if name not in ("table", "number", "unit"))
OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "date": ("day", "日", "時間", "时间"),
    "title": ("evening", "名稱", "名称"),
    "season": ("賽季", "赛季"),
    "rules": ("preset",),
    "tai": ("台", "台錢", "台钱", "tai_money"),
    "round": ("圈",),
    "dealer": ("莊", "庄"),
    "streak": ("連", "连"),
    "east": ("東", "东", "東家", "东家", "e", "player1"),
    "south": ("南", "南家", "s", "player2"),
    "west": ("西", "西家", "w", "player3"),
    "north": ("北", "北家", "n", "player4"),
    "kind": ("result", "種類", "种类"),
    "winner": ("胡", "和", "贏家", "赢家", "win"),
    "source": ("放槍", "放枪", "銃", "出銃", "from", "discarder"),
    "self_draw": ("selfdraw", "self-draw", "self draw", "tsumo"),
    "total": ("總台", "总台", "台數", "番", "番數", "番数", "points", "fan"),
}
"""Other headers that people use, beside `col_...` in all languages."""
ENCODINGS: Final = ("utf-8-sig", "cp950", "gb18030")
"""In the order in which they are tried; UTF-16 is known by its mark."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows under known headers."""

    header: tuple[str, ...]
    columns: Mapping[str, int]
    ignored: tuple[str, ...]
    encoding: str
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_file(path: Path) -> bytes:
    """The file. Raises BookError if it cannot be read or is too large."""
    try:
        if path.stat().st_size > CLUB.import_bytes:
            raise BookError("import_too_large", path=path, most=CLUB.import_bytes // 1_000_000)
        return path.read_bytes()
    except OSError as error:
        raise BookError("import_unreadable", path=path, reason=error) from error


def read_table(data: bytes, path: Path) -> Table:
    """The rows under the headers; of several ways to read the file the one with known headers.

    Raises:
        BookError: columns are missing whichever way it is read.
    """
    encodings = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ENCODINGS
    best: Table | None = None
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        for delimiter in ",\t;":
            table = _rows(text, delimiter, encoding)
            if table is not None and (best is None or len(table.columns) > len(best.columns)):
                best = table
        if best is not None and set(NEEDED) <= set(best.columns):
            return best
    missing = [name for name in NEEDED if best is None or name not in best.columns]
    raise BookError("import_columns", path=path, names=tuple(missing))


def _rows(text: str, delimiter: str, encoding: str) -> Table | None:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    found: list[tuple[int, tuple[str, ...]]] = []
    try:
        header = next(reader, [])
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((reader.line_num, tuple(cells)))
            if len(found) > CLUB.import_lines:
                raise BookError("import_too_many", most=CLUB.import_lines)
    except csv.Error:
        return None
    columns: dict[str, int] = {}
    ignored = []
    for place, title in enumerate(header):
        key = _WORDS.get(_plain(title))
        if key is None or key in columns:
            if title.strip():
                ignored.append(title.strip())
        else:
            columns[key] = place
    ignored = [title for title in ignored if _plain(title) not in _EXPORTED]
    return Table(tuple(header), columns, tuple(ignored), encoding, tuple(found))


def _plain(title: str) -> str:
    return title.strip().lstrip("'").casefold()


_WORDS: Final = {
    _plain(word): column
    for column in COLUMNS
    for word in (
        column,
        *(say(language, f"col_{column}") for language in LANGUAGES),
        *OTHER_WORDS.get(column, ()),
    )
}
_EXPORTED: Final = {
    _plain(say(language, f"col_{column}"))
    for column in ("table", "number", "unit")
    for language in LANGUAGES
}
"""Headers of our own tables that say nothing new."""


@dataclass(frozen=True, slots=True)
class Cells:
    """A row, asked by column."""

    cells: tuple[str, ...]
    columns: Mapping[str, int]

    def text(self, column: str) -> str:
        """A cell without the space around it; "" if there is none."""
        place = self.columns.get(column, len(self.cells))
        text = self.cells[place].strip() if place < len(self.cells) else ""
        # the apostrophe that keeps a spreadsheet from taking the text for a formula
        return text[1:] if text.startswith("'") and dangerous(text[1:]) else text

    def name(self, column: str) -> str:
        """A cell as a name, its spaces single."""
        return " ".join(self.text(column).split())

    def yes(self, column: str) -> bool:
        """A cell as yes or no. Raises BookError for anything else."""
        text = self.text(column).casefold()
        if text in ("", "0", "n", "no", "false", "否", "x"):
            return False
        if text in ("1", "y", "yes", "true", "v", "是", "✓", "自摸", "o"):
            return True
        raise BookError("import_yes", column=column, text=text)


def day_of(text: str) -> str:
    """A date, YYYY-MM-DD. Raises BookError, as all below, for what is none."""
    found = re.fullmatch(r"(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?", text)
    try:
        if found is None:
            raise ValueError
        return date(*map(int, found.groups())).isoformat()
    except ValueError:
        raise BookError("import_date", text=text) from None


def number_of(column: str, text: str) -> int | None:
    """A number from zero on; None for an empty cell."""
    if not text:
        return None
    if not re.fullmatch(r"\d{1,8}(\.0+)?", text.strip(), re.ASCII):
        raise BookError("import_number", column=column, text=text)
    return int(float(text))


def needed(column: str, text: str) -> int:
    """A number that must be there."""
    number = number_of(column, text)
    if number is None:
        raise BookError("import_number", column=column, text=text)
    return number


def amount_of(column: str, text: str) -> int | None:
    """An amount with its sign; None for an empty cell."""
    if not text:
        return None
    sign = -1 if text[0] in "-−" else 1
    return sign * (number_of(column, text.lstrip("+-−")) or 0)


def round_of(text: str) -> int | None:
    """The round, 0 to 3; None for an empty cell."""
    if not text:
        return None
    for number, wind in enumerate(WINDS):
        names = {wind.code, *(tile_name(wind.code, language) for language in LANGUAGES)}
        if text.casefold().removesuffix("圈").removesuffix("風").removesuffix("风") in {
            name.casefold() for name in names
        }:
            return number
    raise BookError("import_round", text=text)


def kind_of(text: str) -> str:
    """``win``, ``draw``, or "" for an empty cell."""
    if not text:
        return ""
    for kind in ("win", "draw", "foul", "payment", "game_ended"):
        words = {kind, *(say(language, f"club_kind_{kind}") for language in LANGUAGES)}
        if text.casefold() in {word.casefold() for word in words} | _KIND_WORDS.get(kind, set()):
            if kind not in ("win", "draw"):
                raise BookError("import_kind", text=text)
            return kind
    raise BookError("import_kind", text=text)


_KIND_WORDS: Final = {
    "draw": {"流局", "荒牌", "臭莊", "臭庄"},
    "win": {"和", "自摸", "放銃", "放槍"},
}
