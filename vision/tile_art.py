"""The project's own drawings of all faces, as SVG: crisp at every size, on pages and in pictures.

Everything is drawn here from circles, bars and paths; only the characters are outlines of a font
(Noto Serif CJK, OFL: see vision/fonts/README.md), kept as paths so that no font is needed to show
them. The drawing box is 300 x 400 with the face in its upper 380.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from math import cos, pi, sin
from typing import TYPE_CHECKING

from vision.types import BACK, FACE_CODES

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 300, 400
"""The drawing box."""

GREEN, RED, BLUE, INK = "#0d6b3f", "#bf1f24", "#1d3c8f", "#1b2230"
IVORY, EDGE, BODY = "#fffdf4", "#cdc4a6", "#1f7a52"

_NUMERALS = "一二三四五六七八九"
_HONOURS = {"E": "東", "S": "南", "W": "西", "N": "北", "C": "中", "F": "發"}
_FLOWERS = "春夏秋冬梅蘭菊竹"


def tile_svg(code: str, *, theme: str = "light") -> str:
    """The drawing of a face (one of `FACE_CODES`), as an SVG document.

    `theme` is "light", or "dark" for a slightly dimmer ivory on dark pages.

    Raises:
        KeyError: no such face.
    """
    if code not in FACE_CODES:
        raise KeyError(code)
    ivory = IVORY if theme == "light" else "#efe9d8"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect x="4" y="12" width="292" height="384" rx="36" fill="{BODY}"/>'
        f'<rect x="4" y="4" width="292" height="376" rx="36" fill="{ivory}" stroke="{EDGE}" '
        f'stroke-width="4"/>{_face(code)}</svg>'
    )


def _face(code: str) -> str:
    if code == BACK:
        return _back()
    if code == "P":
        return _white()
    if code in _HONOURS:
        colour = {"C": RED, "F": GREEN}.get(code, INK)
        return _character(_HONOURS[code], 150, 192, 236, colour)
    if code[0] == "f":
        return _flower(int(code[1]))
    number, suit = int(code[0]), code[1]
    if suit == "m":
        numeral = _character(_NUMERALS[number - 1], 150, 106, 168, BLUE)
        return numeral + _character("萬", 150, 276, 176, RED)
    return _dots(number) if suit == "p" else _bamboo(number)


# --- strokes --------------------------------------------------------------------------------------


@cache
def _outlines() -> dict[str, str]:
    text = resources.files("vision").joinpath("fonts/outlines.json").read_text("utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def _character(char: str, x: float, y: float, size: float, colour: str) -> str:
    """A character with its middle at (x, y), `size` high."""
    scale = size / 1000
    left, top = x - size / 2, y - size / 2
    return (
        f'<path fill="{colour}" transform="translate({left:g} {top:g}) scale({scale:g})" '
        f'd="{_outlines()[char]}"/>'
    )


def _circle(x: float, y: float, r: float, fill: str, stroke: str = "", width: float = 0) -> str:
    line = f' stroke="{stroke}" stroke-width="{width:g}"' if stroke else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{line}/>'


def _line(d: str, colour: str, width: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _shape(d: str, colour: str, turn: str = "") -> str:
    turned = f' transform="{turn}"' if turn else ""
    return f'<path d="{d}" fill="{colour}"{turned}/>'


def _around(count: int, x: float, y: float, d: str, colour: str, start: float = 0) -> str:
    """The same shape `count` times around (x, y)."""
    step = 360 / count
    return "".join(
        _shape(d, colour, f"translate({x:g} {y:g}) rotate({start + step * i:g})")
        for i in range(count)
    )


# --- dots -----------------------------------------------------------------------------------------

_DOTS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (62, ((150, 104, GREEN), (150, 280, BLUE))),
    3: (50, ((72, 82, BLUE), (150, 192, RED), (228, 302, GREEN))),
    4: (56, ((86, 104, BLUE), (214, 104, GREEN), (86, 280, GREEN), (214, 280, BLUE))),
    5: (
        48,
        ((76, 88, BLUE), (224, 88, GREEN), (150, 192, RED), (76, 296, GREEN), (224, 296, BLUE)),
    ),
    6: (
        47,
        (
            *((x, 80, GREEN) for x in (92, 208)),
            *((x, y, RED) for y in (200, 304) for x in (92, 208)),
        ),
    ),
    7: (
        42,
        (
            (60, 62, GREEN),
            (150, 98, GREEN),
            (240, 134, GREEN),
            *((x, y, RED) for y in (226, 320) for x in (98, 202)),
        ),
    ),
    8: (40, tuple((x, y, BLUE) for y in (62, 149, 236, 322) for x in (98, 202))),
    9: (
        40,
        tuple(
            (x, y, colour)
            for y, colour in ((80, GREEN), (192, RED), (304, BLUE))
            for x in (60, 150, 240)
        ),
    ),
}
"""Radius, and the places (x, y, colour)."""


def _dot(x: float, y: float, r: float, colour: str) -> str:
    return (
        _circle(x, y, r * 0.86, "none", colour, r * 0.26)
        + _circle(x, y, r * 0.42, "none", colour, r * 0.16)
        + _circle(x, y, r * 0.16, colour)
    )


def _dots(number: int) -> str:
    if number > 1:
        radius, places = _DOTS[number]
        return "".join(_dot(x, y, radius, colour) for x, y, colour in places)
    petals = _around(12, 150, 192, "M0 -92 Q 15 -74 0 -54 Q -15 -74 0 -92Z", GREEN)
    return (
        _circle(150, 192, 110, "none", BLUE, 18)
        + petals
        + _circle(150, 192, 44, "none", RED, 14)
        + _around(6, 150, 192, "M0 -30 Q 8 -18 0 -6 Q -8 -18 0 -30Z", RED)
        + _circle(150, 192, 7, RED)
    )


# --- bamboo ---------------------------------------------------------------------------------------

_STICKS: dict[int, tuple[float, tuple[tuple[float, float, str], ...]]] = {
    2: (158, ((150, 104, GREEN), (150, 280, BLUE))),
    3: (158, ((150, 104, BLUE), (88, 280, GREEN), (212, 280, GREEN))),
    4: (158, ((88, 104, GREEN), (212, 104, BLUE), (88, 280, BLUE), (212, 280, GREEN))),
    5: (
        150,
        ((72, 100, GREEN), (228, 100, BLUE), (150, 192, RED), (72, 284, BLUE), (228, 284, GREEN)),
    ),
    6: (
        154,
        tuple((x, y, c) for y, c in ((104, GREEN), (280, BLUE)) for x in (70, 150, 230)),
    ),
    7: (
        104,
        (
            (150, 74, RED),
            *((x, y, c) for x, c in ((70, GREEN), (150, BLUE), (230, GREEN)) for y in (196, 314)),
        ),
    ),
    9: (
        104,
        tuple((x, y, c) for x, c in ((70, GREEN), (150, RED), (230, BLUE)) for y in (74, 192, 310)),
    ),
}
"""Length, and the places (x, y, colour)."""


def _stick(x: float, y: float, length: float, colour: str, turn: float = 0) -> str:
    half, quarter = length / 2, length / 4
    parts = "".join(
        f'<rect x="-18" y="{top:g}" width="36" height="{half - 3:g}" rx="16"/>'
        for top in (-half, 3)
    )
    joints = '<rect x="-24" y="-8" width="48" height="16" rx="8"/>'
    light = _line(f"M0 {-half + 14:g}V{-quarter + 8:g}M0 {quarter - 8:g}V{half - 14:g}", "#fff", 6)
    turned = f" rotate({turn:g})" if turn else ""
    return (
        f'<g fill="{colour}" transform="translate({x:g} {y:g}){turned}">{parts}{joints}{light}</g>'
    )


def _bamboo(number: int) -> str:
    if number == 1:
        return _bird()
    if number == 8:
        outer = "".join(_stick(x, y, 150, GREEN) for x in (46, 254) for y in (100, 284))
        inner = "".join(
            _stick(150 + side * 38, y, 128, BLUE, turn * side)
            for side in (-1, 1)
            for y, turn in ((98, -30), (286, 30))
        )
        return outer + inner
    length, places = _STICKS[number]
    return "".join(_stick(x, y, length, colour) for x, y, colour in places)


def _bird() -> str:
    """The sparrow of one bamboo, on a branch."""
    tail = "".join(
        _line(f"M112 236Q{84 - 12 * i} {268 + 8 * i} {70 + 22 * i} {338 - 4 * i}", colour, 13)
        for i, colour in enumerate((GREEN, RED, BLUE))
    )
    return (
        _line("M40 346Q150 322 262 340", "#7a5230", 12)
        + tail
        + _shape("M96 232Q92 140 186 120Q246 116 238 182Q230 262 150 278Q104 276 96 232Z", GREEN)
        + _shape("M112 236Q120 166 196 170Q196 240 132 254Q116 250 112 236Z", BLUE)
        + _line("M132 236Q150 200 186 186M148 244Q170 222 192 212", IVORY, 6)
        + _circle(206, 104, 46, GREEN)
        + _shape("M246 92L284 106L246 120Z", "#d88a12")
        + _circle(216, 96, 13, "#fff")
        + _circle(219, 96, 7, INK)
        + _shape("M182 66Q176 30 206 22Q200 42 206 60Z", RED)
        + _shape("M204 60Q210 30 234 34Q222 48 222 66Z", RED)
        + _line("M160 276V334M192 262V330", "#d88a12", 9)
    )


# --- honours, flowers, back -----------------------------------------------------------------------


def _white() -> str:
    return (
        f'<rect x="52" y="62" width="196" height="260" rx="18" fill="none" stroke="{BLUE}" '
        'stroke-width="18"/>'
        f'<rect x="78" y="88" width="144" height="208" rx="10" fill="none" stroke="{BLUE}" '
        'stroke-width="6"/>'
    )


def _flower(number: int) -> str:
    season = number <= 4
    colour = RED if season else BLUE
    plant = (_spring, _summer, _autumn, _winter, _plum, _orchid, _daisy, _canes)[number - 1]()
    return (
        plant
        + _character(_FLOWERS[number - 1], 84, 82, 124, colour)
        + _character(str((number - 1) % 4 + 1), 236, 74, 96, colour)
    )


_LEAF = "M0 0Q34 -26 74 -8Q40 22 0 0Z"


def _blossom(x: float, y: float, r: float, petal: str, heart: str) -> str:
    petals = "".join(
        _circle(
            x + r * 0.62 * sin(2 * pi * i / 5), y - r * 0.62 * cos(2 * pi * i / 5), r * 0.5, petal
        )
        for i in range(5)
    )
    return petals + _circle(x, y, r * 0.34, heart)


def _spring() -> str:
    """A flowering branch with young leaves."""
    return (
        _line("M70 360Q120 300 150 270T244 176", "#7a5230", 11)
        + _shape(_LEAF, "#4c9a2a", "translate(150 268) rotate(24)")
        + _shape(_LEAF, "#4c9a2a", "translate(112 310) rotate(200) scale(.9)")
        + _blossom(236, 184, 40, "#f08bb0", "#f6d44c")
        + _blossom(160, 236, 34, "#f3a5c2", "#f6d44c")
        + _blossom(96, 300, 28, "#f08bb0", "#f6d44c")
    )


def _summer() -> str:
    """A lotus over the water."""
    petals = "".join(
        _shape("M0 0Q-34 -60 0 -120Q34 -60 0 0Z", colour, f"translate(150 312) rotate({turn})")
        for turn, colour in (
            (-62, "#e56a92"),
            (62, "#e56a92"),
            (-32, "#ef86a8"),
            (32, "#ef86a8"),
            (0, "#f7abc2"),
        )
    )
    water = _line("M46 344Q98 330 150 344T254 344", "#2a86b8", 10)
    leaf = _shape("M60 330Q150 296 240 330Q150 366 60 330Z", "#2f8f52")
    return leaf + petals + water


def _autumn() -> str:
    """A maple leaf."""
    leaf = (
        "M0 -104L22 -62L52 -78L46 -34L94 -40L74 -8L98 12L52 34L56 58L8 46L0 52"
        "L-8 46L-56 58L-52 34L-98 12L-74 -8L-94 -40L-46 -34L-52 -78L-22 -62Z"
    )
    turn = "translate(156 254) rotate(14)"
    veins = _line("M0 96V-72M0 20L58 -14M0 20L-58 -14M0 36L40 40M0 36L-40 40", "#8f3a10", 6)
    return _shape(leaf, "#d9661f", turn) + f'<g transform="{turn}">{veins}</g>'


def _winter() -> str:
    """A crystal of snow."""
    arm = "M0 0V-92M0 -40L-26 -62M0 -40L26 -62M0 -66L-18 -82M0 -66L18 -82"
    arms = "".join(
        f'<g transform="translate(150 254) rotate({60 * i})">{_line(arm, "#2a7fc0", 9)}</g>'
        for i in range(6)
    )
    return arms + _circle(150, 254, 11, "#2a7fc0")


def _plum() -> str:
    """Red plum blossoms on a bare, angular branch."""
    return (
        _line("M56 356L104 306L92 262L170 236L196 170M104 306L190 318L246 284", "#4a3626", 12)
        + _blossom(198, 172, 38, "#c9213f", "#f6d44c")
        + _blossom(96, 250, 32, "#c9213f", "#f6d44c")
        + _blossom(242, 280, 34, "#c9213f", "#f6d44c")
        + _circle(168, 240, 11, "#c9213f")
        + _circle(150, 312, 11, "#c9213f")
    )


def _orchid() -> str:
    """Long leaves and a violet flower."""
    leaves = (
        "M146 358Q60 300 44 196",
        "M150 358Q104 270 112 168",
        "M154 358Q206 280 262 262",
        "M156 358Q214 332 268 330",
    )
    drawn = "".join(_line(leaf, "#2f7d3f", 14) for leaf in leaves)
    stem = _line("M152 356Q170 270 196 214", "#5d8f2e", 8)
    petals = _around(5, 200, 200, "M0 0Q-18 -28 0 -58Q18 -28 0 0Z", "#8a4fb0", 0)
    return drawn + stem + petals + _circle(200, 200, 11, "#f6d44c")


def _daisy() -> str:
    """A chrysanthemum."""
    outer = _around(16, 156, 238, "M0 -26Q-15 -62 0 -92Q15 -62 0 -26Z", "#e8a813")
    inner = _around(12, 156, 238, "M0 -10Q-11 -36 0 -58Q11 -36 0 -10Z", "#f4c838", 12)
    stem = _line("M156 320Q152 346 136 364", "#2f7d3f", 12)
    leaf = _shape(_LEAF, "#2f7d3f", "translate(150 346) rotate(-8)")
    return stem + leaf + outer + inner + _circle(156, 238, 15, "#b0690b")


def _canes() -> str:
    """Bamboo with leaves."""

    def cane(x: float, top: float) -> str:
        parts = "".join(
            f'<rect x="{x - 12:g}" y="{y:g}" width="24" height="58" rx="9" fill="#2f8f52"/>'
            for y in range(int(top), 300, 62)
        )
        return parts

    leaf = "M0 0Q30 -20 84 -4Q34 20 0 0Z"
    leaves = "".join(
        _shape(leaf, colour, f"translate({x} {y}) rotate({turn})")
        for x, y, turn, colour in (
            (208, 210, -32, GREEN),
            (208, 214, 22, "#2f8f52"),
            (140, 236, 160, GREEN),
            (140, 240, 208, "#2f8f52"),
            (140, 300, 18, GREEN),
        )
    )
    return cane(140, 168) + cane(208, 144) + leaves


def _back() -> str:
    waves = "".join(
        _line(f"M34 {y}Q63 {y - 26} 92 {y}T150 {y}T208 {y}T266 {y}", "#8fd0ae", 7)
        for y in range(70, 350, 44)
    )
    return (
        f'<rect x="22" y="22" width="256" height="340" rx="22" fill="{BODY}"/>'
        '<rect x="34" y="34" width="232" height="316" rx="14" fill="none" stroke="#8fd0ae" '
        f'stroke-width="6"/>{waves}'
    )


# --- pixels ---------------------------------------------------------------------------------------


@cache
def _sheet() -> Image.Image:
    from PIL import Image

    with resources.files("vision").joinpath("fonts/tiles.png").open("rb") as file:
        sheet = Image.open(file)
        sheet.load()
    return sheet.convert("RGBA")


SHEET_COLUMNS = 11
SHEET_TILE = (120, 160)
"""Of `fonts/tiles.png`, in the order of `FACE_CODES`; `vision/fonts/sheet.py` makes it."""


def tile_png(code: str, size: tuple[int, int] = SHEET_TILE) -> Image.Image:
    """The same drawing as an RGBA picture of `size` (width, height); needs no SVG renderer.

    Raises:
        KeyError: no such face.
    """
    from PIL import Image

    if code not in FACE_CODES:
        raise KeyError(code)
    row, column = divmod(FACE_CODES.index(code), SHEET_COLUMNS)
    width, height = SHEET_TILE
    box = (column * width, row * height, (column + 1) * width, (row + 1) * height)
    picture = _sheet().crop(box)
    return picture if size == SHEET_TILE else picture.resize(size, Image.Resampling.LANCZOS)
