"""`render(view, size, language)`: a pure function from a view to the pixels of a screen.

One-bit screens (the OLED 128x64 and e-paper) get mode "1", colour ones RGB. All text stands on the
font's grid of 16 pixels, in whole multiples, so that the same view always gives the same pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from PIL import Image, ImageDraw

from device.messages import DEFAULT, Language
from device.screens.smallest import draw_smallest
from device.screens.views import (
    SMALLEST,
    Ask,
    CameraTrouble,
    JoinQR,
    Looking,
    Result,
    SettlementView,
    Standings,
    Starting,
    View,
)
from device.screens.words import word
from vision import fonts

SIZES: Final[dict[str, tuple[int, int]]] = {
    "oled": (128, 64),
    "square": (240, 240),
    "wide": (320, 240),
    "paper": (250, 122),
}
"""The screens that pictures are checked for; others of at least `SMALLEST` work too."""

LARGEST: Final = (4096, 4096)
PAPER: Final = (250, 122)

Colour = int | tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Palette:
    ground: Colour
    ink: Colour
    soft: Colour
    bar: Colour
    bar_ink: Colour
    strong: Colour
    gain: Colour
    loss: Colour


_MONO = _Palette(0, 1, 1, 1, 0, 1, 1, 1)
_INK = _Palette(1, 0, 0, 0, 1, 0, 0, 0)
_COLOUR = _Palette(
    (7, 19, 14),
    (244, 242, 230),
    (170, 184, 175),
    (15, 61, 46),
    (246, 243, 232),
    (255, 215, 94),
    (123, 227, 178),
    (255, 154, 144),
)

_TOP_OF_DIGIT, _DIGIT = 4, 10
"""A digit of the font begins on row 4 of 16 and is 10 rows tall."""


@dataclass
class _Canvas:
    """A screen being drawn. `unit` is the scale of its ordinary text."""

    size: tuple[int, int]
    palette: _Palette
    image: Image.Image
    draw: ImageDraw.ImageDraw
    unit: int
    cut: list[str] = field(default_factory=list)
    """Texts that had to be shortened."""

    @property
    def width(self) -> int:
        return self.size[0]

    @property
    def height(self) -> int:
        return self.size[1]

    @property
    def row(self) -> int:
        """Height of an ordinary line."""
        return fonts.UNIT * self.unit

    def scale_for(self, text: str, room: int, most: int) -> int:
        """The largest scale up to `most` at which `text` fits into `room` pixels; 1 at least."""
        return next((s for s in range(most, 1, -1) if fonts.width(text, s) <= room), 1)

    def text(
        self,
        text: str,
        box: tuple[int, int, int, int],
        colour: Colour,
        most: int,
        align: str = "left",
    ) -> int:
        """Draw a line into a box (x0, y0, x1, y1), as large as it fits; returns its width."""
        x0, y0, x1, y1 = box
        most = max(1, min(most, (y1 - y0) // fonts.UNIT))
        scale = self.scale_for(text, x1 - x0, most)
        shown = fonts.fit(text, x1 - x0, scale)
        if shown != text:
            self.cut.append(text)
        wide = fonts.width(shown, scale)
        x = {"left": x0, "right": x1 - wide, "middle": x0 + (x1 - x0 - wide) // 2}[align]
        y = y0 + (y1 - y0 - fonts.UNIT * scale) // 2
        fonts.draw_text(self.draw, (x, y), shown, colour, scale)
        return wide

    def title(self, text: str, mark: str = "") -> int:
        """The bar at the top; returns the row under it."""
        p, high = self.palette, self.row
        self.draw.rectangle((0, 0, self.width - 1, high - 1), fill=p.bar)
        right = self.width - 2
        if mark:
            box = (self.width // 2, 0, self.width - 2, high)
            right -= self.text(mark, box, p.bar_ink, self.unit, "right") + 4 * self.unit
        self.text(text, (2, 0, right, high), p.bar_ink, self.unit)
        return high

    def number(self, text: str, unit: str, box: tuple[int, int, int, int]) -> int:
        """A number as large as the box allows, its unit behind it; returns its right edge."""
        x0, y0, x1, y1 = box
        scale, beside = 1, self.unit
        for candidate in range(24, 0, -1):
            wide = fonts.width(text, candidate) + fonts.width(unit, beside) + 2
            if wide <= x1 - x0 and _DIGIT * candidate <= y1 - y0:
                scale = candidate
                break
        wide = fonts.width(text, scale)
        # Only the rows of the digits are drawn into the box; the empty ones reach out of it.
        top = y0 + (y1 - y0 - _DIGIT * scale) // 2 - _TOP_OF_DIGIT * scale
        fonts.draw_text(self.draw, (x0, top), text, self.palette.strong, scale)
        base = top + (_TOP_OF_DIGIT + _DIGIT) * scale
        at = (x0 + wide + 1, base - 14 * beside)
        fonts.draw_text(self.draw, at, unit, self.palette.strong, beside)
        return x0 + wide + 1 + fonts.width(unit, beside)


def render(view: View, size: tuple[int, int], language: Language = DEFAULT) -> Image.Image:
    """Draw a view for a screen of `size` (width, height).

    Raises:
        ValueError: the screen is smaller than 128x64, or absurdly large.
    """
    return render_checked(view, size, language)[0]


def render_checked(
    view: View, size: tuple[int, int], language: Language = DEFAULT
) -> tuple[Image.Image, tuple[str, ...]]:
    """The same, with the texts that had to be shortened."""
    width, height = size
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise ValueError(f"a screen of {width}x{height} is smaller than 128x64")
    if width > LARGEST[0] or height > LARGEST[1]:
        raise ValueError(f"a screen of {width}x{height} is too large")
    one_bit = size in (SMALLEST, PAPER)
    if isinstance(view, Result) and size == SMALLEST:
        return draw_smallest(replace(view, items=_items_or_none(view, language))), ()
    palette = _INK if size == PAPER else _MONO if one_bit else _COLOUR
    image = Image.new("1" if one_bit else "RGB", size, palette.ground)
    unit = max(1, min(width // 120, height // 100))
    canvas = _Canvas(size, palette, image, ImageDraw.Draw(image), unit)
    _draw(canvas, view, language)
    return image, tuple(canvas.cut)


def _items_or_none(view: Result, language: Language) -> tuple[tuple[str, str], ...]:
    """The items, or a word that there are none."""
    if not view.items and view.total == "0":
        return ((word("no_items", language), ""),)
    return view.items


def _draw(canvas: _Canvas, view: View, language: Language) -> None:
    match view:
        case Starting():
            _message(canvas, "台Cam", word("starting", language), view.detail)
        case Looking():
            top = canvas.title(word("looking", language))
            box = (4, top + 2, canvas.width - 4, canvas.height - 2)
            canvas.number(str(view.tiles), word("tiles", language), box)
        case Ask():
            _ask(canvas, view, language)
        case Result():
            _result(canvas, view, language)
        case SettlementView() if view.transfers:
            rows = [(_pair(canvas, one), str(one[2]), 0) for one in view.transfers]
            _table(canvas, word("settlement", language), rows)
        case SettlementView():
            rows = [(name, f"{amount:+d}" if amount else "0", amount) for name, amount in view.rows]
            _table(canvas, word("settlement", language), rows)
        case Standings():
            rows = [
                (f"{place} {name}", str(amount), amount)
                for place, (name, amount) in enumerate(view.rows, 1)
            ]
            _table(canvas, word("standings", language), rows)
        case CameraTrouble():
            _message(canvas, word("camera", language), word(view.kind, language), "")
        case JoinQR():
            _join(canvas, view, language)


def _pair(canvas: _Canvas, transfer: tuple[str, str, int]) -> str:
    """Who pays whom; a name that is too long has half of the room, or what the other leaves."""
    payer, payee, amount = transfer
    room = canvas.width - 10 - 2 * canvas.unit - fonts.width(f"→{amount}")
    if fonts.width(payer + payee) > room:
        payee = fonts.fit(payee, max(room // 2, room - fonts.width(payer)), 1)
        payer = fonts.fit(payer, room - fonts.width(payee), 1)
    return f"{payer}→{payee}"


def _message(canvas: _Canvas, title: str, text: str, detail: str) -> None:
    top = canvas.title(title)
    low = canvas.height - (canvas.row if detail else 0)
    canvas.text(text, (2, top, canvas.width - 2, low), canvas.palette.strong, 6, "middle")
    if detail:
        box = (2, low, canvas.width - 2, canvas.height)
        canvas.text(detail, box, canvas.palette.soft, canvas.unit, "middle")


def _ask(canvas: _Canvas, view: Ask, language: Language) -> None:
    top = canvas.title(word("ask", language), view.about)
    room = max(1, (canvas.height - top) // fonts.UNIT)
    shown = view.choices[:room]
    high = (canvas.height - top) // max(1, len(shown))
    for number, choice in enumerate(shown):
        y = top + number * high
        box = (4, y, canvas.width - 4, y + high)
        canvas.text(f"{number + 1} {choice}", box, canvas.palette.strong, 4)


def _result(canvas: _Canvas, view: Result, language: Language) -> None:
    top = canvas.title(view.title, view.mark)
    width, height = canvas.size
    beside = width * 4 >= height * 7  # a low screen: the items stand beside the total
    if beside:
        right = canvas.number(view.total, view.unit, (2, top + 2, width * 11 // 20, height - 2))
        box = (right + 3, top, width - 2, height)
    else:
        low = top + (height - top) * 9 // 20
        canvas.number(view.total, view.unit, (6, top + 6, width - 6, low))
        box = (6, low, width - 6, height - 2)
    _items(canvas, view, box, language)


def _items(
    canvas: _Canvas, view: Result, box: tuple[int, int, int, int], language: Language
) -> None:
    x0, y0, x1, y1 = box
    high = fonts.UNIT * max(1, min(canvas.unit, (y1 - y0) // (fonts.UNIT * 3)))
    rows = list(_items_or_none(view, language))
    while high > fonts.UNIT and len(rows) * high > y1 - y0:
        high -= fonts.UNIT  # all items, smaller, rather than a few
    lines = max(1, (y1 - y0) // high)
    if len(rows) > lines:
        rows = [*rows[: lines - 1], ("…", f"+{len(rows) - lines + 1}")]
    y0 += (y1 - y0 - len(rows) * high) // 2
    for number, (name, value) in enumerate(rows):
        y = y0 + number * high
        scale = high // fonts.UNIT
        taken = fonts.width(value, scale)
        canvas.text(value, (x0, y, x1, y + high), canvas.palette.strong, scale, "right")
        room = (x0, y, x1 - taken - (2 if taken else 0), y + high)
        canvas.text(name, room, canvas.palette.ink, scale)


def _table(canvas: _Canvas, title: str, rows: list[tuple[str, str, int]]) -> None:
    top = 0 if canvas.height < 5 * fonts.UNIT and len(rows) >= 4 else canvas.title(title)
    shown = rows[: max(1, (canvas.height - top) // fonts.UNIT)]
    high = (canvas.height - top) // max(1, len(shown))
    p = canvas.palette
    room = canvas.width - 6 - 2 * canvas.unit
    # One size for all rows: the largest at which each has its name and its number.
    scale = min(
        (canvas.scale_for(name + value, room, 2 * canvas.unit) for name, value, _ in shown),
        default=1,
    )
    for number, (name, value, amount) in enumerate(shown):
        y = top + number * high
        colour = p.gain if amount > 0 else p.loss if amount < 0 else p.ink
        box = (canvas.width // 2, y, canvas.width - 3, y + high)
        taken = canvas.text(value, box, colour, scale, "right")
        left = (3, y, canvas.width - 3 - taken - 4, y + high)
        canvas.text(name, left, p.ink, scale)


def _join(canvas: _Canvas, view: JoinQR, language: Language) -> None:
    import segno

    # Capitals need fewer modules, and addresses do not care: the page knows /J/ too.
    code = segno.make(view.url.upper(), error="l", micro=False, boost_error=False)
    modules = [list(line) for line in code.matrix]
    count = len(modules) + 4  # two light modules on each side
    wide = canvas.width * 3 >= canvas.height * 4
    room = canvas.height if wide else canvas.height - 2 * canvas.row
    each = max(1, room // count)
    left, top = (
        (0, (canvas.height - count * each) // 2)
        if wide
        else (
            (canvas.width - count * each) // 2,
            0,
        )
    )
    p = canvas.palette
    light: Colour = (255, 255, 255) if p is _COLOUR else 1
    dark: Colour = (0, 0, 0) if p is _COLOUR else 0
    side = count * each
    canvas.draw.rectangle((left, top, left + side - 1, top + side - 1), fill=light)
    for y, line in enumerate(modules):
        for x, module in enumerate(line):
            if module:
                at = (left + (x + 2) * each, top + (y + 2) * each)
                canvas.draw.rectangle((*at, at[0] + each - 1, at[1] + each - 1), fill=dark)
    words = word("join", language)
    if wide:
        _stack(canvas, (side + 3, 0, canvas.width - 1, canvas.height), words, view.code)
        return
    for number, (text, colour) in enumerate(((words, p.ink), (view.code, p.strong))):
        low = canvas.height - (2 - number) * canvas.row
        box = (2, low, canvas.width - 2, low + canvas.row)
        canvas.text(text, box, colour, canvas.unit, "middle")


def _stack(canvas: _Canvas, box: tuple[int, int, int, int], words: str, code: str) -> None:
    """Words and the code under one another, in lines as narrow as the box."""
    x0, y0, x1, y1 = box
    lines = [(part, canvas.palette.ink) for part in _lines(words, x1 - x0)]
    half = -(-len(code) // 2)
    lines += [(part, canvas.palette.strong) for part in (code[:half], code[half:]) if part]
    high = min(canvas.row, (y1 - y0) // len(lines))
    y = y0 + (y1 - y0 - high * len(lines)) // 2
    for text, colour in lines:
        canvas.text(text, (x0, y, x1, y + high), colour, canvas.unit, "middle")
        y += high


def _lines(text: str, room: int) -> list[str]:
    """A text broken at spaces, or in its middle, so that each part fits."""
    if fonts.width(text) <= room:
        return [text]
    if " " in text:
        parts = text.split(" ")
        lines = [parts[0]]
        for part in parts[1:]:
            longer = f"{lines[-1]} {part}"
            if fonts.width(longer) <= room:
                lines[-1] = longer
            else:
                lines.append(part)
        return lines
    half = -(-len(text) // 2)
    return [text[:half], text[half:]]
