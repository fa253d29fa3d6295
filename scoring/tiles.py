"""The 42 faces of a mahjong set, and the texts they are written in.

Three notations are read, and may be mixed: letters (``123m 456p 11s EEE f1``), Chinese
(``一二三萬 東東東 春``, traditional or simplified) and Unicode tiles (``🀇🀈🀉``). Letters are
case-sensitive: ``s`` is a suit and ``S`` is the south wind.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from scoring.errors import NotationError

BACK: Final = "back"
"""Code of a tile that lies face down; only pictures have such tiles, hands never do."""

_NUMERALS: Final = "一二三四五六七八九"
_SUIT_LETTERS: Final = "mps"
_SUIT_CHINESE: Final = "萬筒索"
_HONOUR_LETTERS: Final = "ESWNCFP"
_HONOUR_SHORT: Final = "東南西北中發白"
_HONOUR_CHINESE: Final[tuple[str, ...]] = ("東", "南", "西", "北", "紅中", "青發", "白板")
_FLOWERS: Final = "春夏秋冬梅蘭菊竹"

_CODES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in _SUIT_LETTERS for rank in range(1, 10)),
    *_HONOUR_LETTERS,
    *(f"f{number}" for number in range(1, 9)),
)
_CHINESE: Final[tuple[str, ...]] = (
    *(numeral + suit for suit in _SUIT_CHINESE for numeral in _NUMERALS),
    *_HONOUR_CHINESE,
    *_FLOWERS,
)
_SHORT: Final[tuple[str, ...]] = (*_CHINESE[:27], *_HONOUR_SHORT, *_FLOWERS)
# Unicode puts honours before suits, bamboo before dots, and the bamboo flower before the
# chrysanthemum, so the order is spelled out.
_GLYPHS: Final[tuple[str, ...]] = (
    *(chr(0x1F007 + i) for i in range(9)),
    *(chr(0x1F019 + i) for i in range(9)),
    *(chr(0x1F010 + i) for i in range(9)),
    *(chr(0x1F000 + i) for i in range(7)),
    *(chr(0x1F026 + i) for i in range(4)),
    *(chr(code) for code in (0x1F022, 0x1F023, 0x1F025, 0x1F024)),
)


class Tile(enum.IntEnum):
    """One face. 0..8 characters, 9..17 dots, 18..26 bamboo, 27..33 honours, 34..41 flowers."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    E, S, W, N, C, F, P = range(27, 34)
    F1, F2, F3, F4, F5, F6, F7, F8 = range(34, 42)

    @property
    def code(self) -> str:
        """The code used in files and JSON: ``5m``, ``E``, ``f1``."""
        return _CODES[self]

    @property
    def chinese(self) -> str:
        """The name people say: 五萬, 東, 紅中, 春."""
        return _CHINESE[self]

    @property
    def short(self) -> str:
        """As `chinese`, but one character for every honour: 中 發 白."""
        return _SHORT[self]

    @property
    def glyph(self) -> str:
        """The Unicode tile, one character of the block U+1F000."""
        return _GLYPHS[self]

    @property
    def suit(self) -> str:
        """``m`` ``p`` ``s``, ``z`` for honours, ``f`` for flowers."""
        return "mpszf"[min(self // 9, 3) if self < 34 else 4]

    @property
    def rank(self) -> int:
        """1..9 in a suit, 1..7 for the honours 東南西北中發白, 1..8 for flowers."""
        return self % 9 + 1 if self < 34 else self - 33

    @classmethod
    def from_code(cls, code: str) -> Tile:
        """The tile of a code as `code` gives it.

        Raises:
            NotationError: the code is not exactly one of the 42.
        """
        try:
            return _BY_CODE[code]
        except KeyError:
            raise NotationError(code, 0, "not a tile code") from None


FACES: Final[tuple[Tile, ...]] = tuple(Tile)
"""All 42 faces in order."""

WINDS: Final[tuple[Tile, ...]] = (Tile.E, Tile.S, Tile.W, Tile.N)
DRAGONS: Final[tuple[Tile, ...]] = (Tile.C, Tile.F, Tile.P)

# Looking up a member in its class takes ten times as long as a global name, so what is asked of
# tile after tile has a name.
FIRST_HONOUR: Final = int(Tile.E)
FIRST_FLOWER: Final = int(Tile.F1)

_BY_CODE: Final[dict[str, Tile]] = dict(zip(_CODES, FACES, strict=True))

_RANKS: Final[dict[str, int]] = {
    **{str(rank): rank for rank in range(1, 10)},
    **{numeral: rank for rank, numeral in enumerate(_NUMERALS, 1)},
}
_SUITS: Final[dict[str, int]] = {
    **dict.fromkeys("m萬万", 0),
    **dict.fromkeys("p筒餅饼", 9),
    **dict.fromkeys("s索條条", 18),
}
# Names of one tile in several characters come first: 紅中 must not be read as 紅 and 中.
_NAMES: Final[dict[str, Tile]] = {
    **{a + b: Tile.C for a in "紅红" for b in "中"},
    **{a + b: Tile.F for a in "青綠绿" for b in "發发"},
    **{a + b: Tile.F for a in "發发" for b in "財财"},
    **{"白" + b: Tile.P for b in "板皮"},
    **{a + b: tile for names, tile in zip(("東东", *"南西北"), WINDS, strict=True)
       for a in names for b in "風风"},
    **_BY_CODE,
    **dict(zip(_SHORT, FACES, strict=True)),
    **dict(zip(_GLYPHS, FACES, strict=True)),
    "东": Tile.E,
    "发": Tile.F,
    "兰": Tile.F6,
}  # fmt: skip
_LONGEST: Final = max(map(len, _NAMES))
_NARROW: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Full-width letters, digits and signs, as Chinese keyboards type them, to the usual ones."""
_SKIPPED: Final = frozenset(" \t\r\n,、;|+\u3000\ufe0e\ufe0f")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles in the order in which they are written.

    Spaces, commas, ``|`` and ``+`` separate and mean nothing. Digits (or 一..九) belong to the
    next suit letter: ``123m`` is three tiles. Full-width characters are read as the usual ones.

    Raises:
        NotationError: with the position of the first character that cannot be read.
    """
    tiles: list[Tile] = []
    ranks: list[int] = []
    start = at = 0
    given, text = text, text.translate(_NARROW)  # one character for one: positions stay
    while at < len(text):
        char = text[at]
        if ranks and char in _SUITS:
            tiles += (FACES[_SUITS[char] + rank - 1] for rank in ranks)
            ranks.clear()
            at += 1
        elif char in _RANKS:
            if not ranks:
                start = at
            ranks.append(_RANKS[char])
            at += 1
        elif ranks:
            raise NotationError(given, start, "numbers without a suit (m, p or s) after them")
        elif char in _SKIPPED:
            at += 1
        else:
            for length in range(_LONGEST, 0, -1):
                name = text[at : at + length]
                if name in _NAMES:
                    tiles.append(_NAMES[name])
                    at += len(name)
                    break
            else:
                raise NotationError(given, at, f"{given[at]!r} is not a tile")
    if ranks:
        raise NotationError(given, start, "numbers without a suit (m, p or s) after them")
    return tuple(tiles)


def parse_tile(text: str) -> Tile:
    """Read exactly one tile, in any of the notations.

    Raises:
        NotationError: not readable, or not exactly one tile.
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(text, 0, f"one tile is wanted, these are {len(tiles)}")
    return tiles[0]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles as letters, in the given order; `parse_tiles` gives the same tiles back."""
    words: list[str] = []
    # Suits share one letter, so neighbours of a suit form one word; honours only when equal.
    for key, run in groupby(tiles, key=lambda tile: tile.suit if tile < Tile.E else tile.code):
        members = list(run)
        if members[0] < Tile.E:
            words.append("".join(str(tile.rank) for tile in members) + key)
        elif members[0] < Tile.F1:
            words.append(key * len(members))
        else:
            words += [key] * len(members)
    return " ".join(words)


def format_chinese(tiles: Iterable[Tile]) -> str:
    """Write tiles in Chinese, in the given order: 一二三萬 東東東 春. `parse_tiles` reads it."""
    words: list[str] = []
    for key, run in groupby(tiles, key=lambda tile: tile.suit if tile < Tile.E else tile.short):
        members = list(run)
        if members[0] < Tile.E:
            numerals = "".join(_NUMERALS[tile.rank - 1] for tile in members)
            words.append(numerals + _SUIT_CHINESE["mps".index(key)])
        else:
            words.append(key * len(members))
    return " ".join(words)
