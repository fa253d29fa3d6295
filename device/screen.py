"""Draws a result for a small screen: a pure function from a view to a one-bit picture.

Drivers only show what is drawn here, and the same picture is what `taicam snap --screen` writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from vision import fonts

if TYPE_CHECKING:
    from scoring.result import Score

SMALL = (128, 64)
"""The usual OLED, and the unit of the layout: larger screens get whole multiples of it."""


@dataclass(frozen=True, slots=True)
class ResultView:
    """What a screen tells: the rule set, the total, and the items (name, value)."""

    title: str
    total: str
    unit: str
    items: tuple[tuple[str, str], ...] = ()
    mark: str = ""
    """A short word at the right of the title: the winning tile, or what is in doubt."""


def score_view(score: Score, title: str, mark: str = "") -> ResultView:
    """The view of a score, its largest items first: a small screen shows three."""
    largest = sorted(score.items, key=lambda item: -item.value)
    items = tuple((item.name, str(item.value)) for item in largest)
    return ResultView(title, str(score.total), score.unit, items, mark)


def render_result(view: ResultView, size: tuple[int, int] = SMALL) -> Image.Image:
    """Draw `view` as a mode "1" picture of `size` (width, height), white on black.

    Raises ValueError for a screen smaller than 128 x 64.
    """
    width, height = size
    scale = min(width // SMALL[0], height // SMALL[1])
    if scale < 1:
        raise ValueError(f"a screen of {width}x{height} is smaller than {SMALL[0]}x{SMALL[1]}")
    # In units of one font pixel: the screen is at least 128 x 64 of them.
    across, down = width // scale, height // scale
    small = Image.new("1", (across, down), 0)
    draw = ImageDraw.Draw(small)
    _title(draw, view, across)
    edge = _total(draw, view, down)
    _items(draw, view, (edge + 2, across), down)
    if scale == 1 and small.size == size:
        return small
    big = small.resize((across * scale, down * scale), Image.Resampling.NEAREST)
    screen = Image.new("1", size, 0)
    screen.paste(big, ((width - big.width) // 2, (height - big.height) // 2))
    return screen


def _title(draw: ImageDraw.ImageDraw, view: ResultView, across: int) -> None:
    """The rule set, dark on a light bar, with the mark at its right end."""
    draw.rectangle((0, 0, across - 1, fonts.UNIT - 1), fill=1)
    room = across - 2
    if view.mark:
        mark = fonts.fit(view.mark, across // 2)
        room -= fonts.width(mark) + 4
        fonts.draw_text(draw, (across - 1 - fonts.width(mark), 0), mark, 0)
    fonts.draw_text(draw, (1, 0), fonts.fit(view.title, room), 0)


def _total(draw: ImageDraw.ImageDraw, view: ResultView, down: int) -> int:
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


def _items(
    draw: ImageDraw.ImageDraw, view: ResultView, columns: tuple[int, int], down: int
) -> None:
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


def check_picture(size: tuple[int, int] = SMALL) -> Image.Image:
    """A frame, its diagonals' ends, and letters: shows a shifted, mirrored or inverted screen."""
    width, height = size
    image = Image.new("1", size, 0)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    for x, y in ((2, 2), (width - 6, 2), (2, height - 6), (width - 6, height - 6)):
        draw.rectangle((x, y, x + 3, y + 3), fill=1)
    text = "台Cam 0123456789 一二三四五六七八九萬筒索東南西北中發白春夏秋冬梅蘭菊竹"
    text += "".join(chr(code) for code in range(0x1F000, 0x1F02C))
    text += "".join(map(chr, range(0x21, 0x7F)))
    x, y = 8, 8
    for char in text:
        if x + fonts.width(char) > width - 8:
            x, y = 8, y + fonts.UNIT
        if y + fonts.UNIT > height - 6:
            break
        x += fonts.draw_text(draw, (x, y), char, 1)
    return image
