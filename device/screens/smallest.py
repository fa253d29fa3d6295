"""A result on the smallest screen has a drawing of its own, where every pixel counts.

`taicam snap --screen` writes the same picture.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from device.screens.views import SMALLEST, Result
from vision import fonts


def draw_smallest(view: Result) -> Image.Image:
    """Draw `view` as a mode "1" picture of 128 x 64, white on black."""
    image = Image.new("1", SMALLEST, 0)
    draw = ImageDraw.Draw(image)
    across, down = SMALLEST
    _title(draw, view, across)
    edge = _total(draw, view, down)
    _items(draw, view, (edge + 2, across), down)
    return image


def _title(draw: ImageDraw.ImageDraw, view: Result, across: int) -> None:
    """The rule set, dark on a light bar, with the mark at its right end."""
    draw.rectangle((0, 0, across - 1, fonts.UNIT - 1), fill=1)
    room = across - 2
    if view.mark:
        mark = fonts.fit(view.mark, across // 2)
        room -= fonts.width(mark) + 4
        fonts.draw_text(draw, (across - 1 - fonts.width(mark), 0), mark, 0)
    fonts.draw_text(draw, (1, 0), fonts.fit(view.title, room), 0)


def _total(draw: ImageDraw.ImageDraw, view: Result, down: int) -> int:
    """The number as large as it fits, its unit behind it; returns the column after them."""
    letters = {0: 4, 1: 4, 2: 3}.get(len(view.total), 2)
    unit = max(0, fonts.width(view.unit) - 1)
    # Digits have an empty column at each side, which the narrow screen cannot spare.
    bearing = letters if view.total.isdecimal() else 0
    number = fonts.width(view.total, letters) - 2 * bearing + 1
    # The digits of the font stand on row 14 of 16 and are 10 rows tall; only those are shown, in
    # the middle of what the bar leaves.
    tall = 10 * letters
    top = fonts.UNIT + (down - fonts.UNIT - tall) // 2 - 4 * letters
    fonts.draw_text(draw, (-bearing, top), view.total, 1, letters)
    base = top + 14 * letters
    fonts.draw_text(draw, (number, base - 14), view.unit, 1)
    return number + unit


def _items(draw: ImageDraw.ImageDraw, view: Result, columns: tuple[int, int], down: int) -> None:
    left, right = columns
    lines = (down - fonts.UNIT) // fonts.UNIT
    shown = list(view.items)
    if len(shown) > lines:
        hidden = len(shown) - lines + 1
        shown = [*shown[: lines - 1], ("…", f"+{hidden}")]
    top = fonts.UNIT + (down - fonts.UNIT - len(shown) * fonts.UNIT) // 2
    for row, (name, value) in enumerate(shown):
        y = top + row * fonts.UNIT
        space = right - left - fonts.width(value)
        # Numbers of an item are clear from their place, so a long name may stand close to them.
        fonts.draw_text(draw, (left, y), _clip(name, space), 1)
        fonts.draw_text(draw, (right - fonts.width(value), y), value, 1)


def _clip(name: str, pixels: int) -> str:
    """A name cut where the room ends: on a small screen an ellipsis would cost a character."""
    while name and fonts.width(name) > pixels:
        name = name[:-1]
    return name.rstrip(" .．・")
