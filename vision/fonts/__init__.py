"""The fonts that pictures and small screens are drawn with: GNU Unifont, shipped with the package.

Unifont is a bitmap face on a grid of 16 pixels, so text is crisp at whole multiples of 16 only;
every size here is such a multiple (`scale`). A character of the first file is 8 or 16 units wide;
the mahjong tiles U+1F000..U+1F02B come from the second. `build.py` makes both files.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
TEXT_FILE = HERE / "unifont-taicam.otf"
TILES_FILE = HERE / "unifont-tiles.otf"
UNIT = 16
"""Height of a line at scale 1, in pixels."""

Colour = int | tuple[int, ...]


def _is_tile(char: str) -> bool:
    return 0x1F000 <= ord(char) <= 0x1F02B


@cache
def load(scale: int = 1, tiles: bool = False) -> ImageFont.FreeTypeFont:
    """The font at `scale` x 16 pixels; `tiles` chooses the file with the tile glyphs."""
    # Basic layout: the same pixels from every Pillow, with or without libraqm.
    return ImageFont.truetype(
        str(TILES_FILE if tiles else TEXT_FILE),
        UNIT * scale,
        layout_engine=ImageFont.Layout.BASIC,
    )


def has_glyph(char: str) -> bool:
    """Whether the shipped fonts can draw `char`."""
    if char == " ":
        return True
    font = load(1, _is_tile(char))
    drawn, none = font.getmask(char, mode="1"), font.getmask("\U0010fffd", mode="1")
    return drawn.size != none.size or bytes(drawn) != bytes(none)


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    run, tiles = "", False
    for char in text:
        if _is_tile(char) != tiles and run:
            yield run, tiles
            run = ""
        tiles = _is_tile(char)
        run += char
    if run:
        yield run, tiles


def width(text: str, scale: int = 1) -> int:
    """How many pixels wide `text` is drawn."""
    return sum(round(load(scale, tiles).getlength(run)) for run, tiles in _runs(text))


def draw_text(
    draw: ImageDraw.ImageDraw,
    xy: tuple[int, int],
    text: str,
    fill: Colour,
    scale: int = 1,
    outline: Colour | None = None,
) -> int:
    """Draw one line with its top left at `xy`, without smoothing; returns its width in pixels.

    With `outline`, a rim one font pixel wide is drawn under the text, for busy backgrounds.
    """
    draw.fontmode = "1"
    start, y = xy
    if outline is not None:
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)):
            draw_text(draw, (start + dx * scale, y + dy * scale), text, outline, scale)
    x = start
    for run, tiles in _runs(text):
        font = load(scale, tiles)
        draw.text((x, y), run, fill=fill, font=font, anchor="la")
        x += round(font.getlength(run))
    return x - start


def fit(text: str, pixels: int, scale: int = 1) -> str:
    """Shorten `text` until it is at most `pixels` wide, an ellipsis marking the loss."""
    if width(text, scale) <= pixels:
        return text
    while text and width(text + "…", scale) > pixels:
        text = text[:-1]
    return text + "…"


def sample(text: str, scale: int = 1) -> Image.Image:
    """`text` alone, white on black, as a mode "1" picture just large enough."""
    image = Image.new("1", (max(1, width(text, scale)), UNIT * scale), 0)
    draw_text(ImageDraw.Draw(image), (0, 0), text, 1, scale)
    return image
