"""Charts of the book as SVG: on a page, or as files.

A chart is 360 units wide, a phone's width, and grows with its place. Lines and letters have the
colour of the text around (`currentColor`); series have colours that stand out from light and dark
alike, or the page's own (`--chart-1` ...), and differ by dashes and names too. Inside a page there
is no style and no script in a chart, so that a strict content policy lets it through; a file
(`standalone`) brings what it needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from device.club.fold import POT_ACCOUNT
from device.messages import Language, localise, say
from device.output import text_width

if TYPE_CHECKING:
    from device.club.ledger import Standing
    from device.club.stats import Point, Tally

WIDTH: Final = 360
HEIGHT: Final = 240
LETTER: Final = 11
"""Height of letters; a Chinese one is as wide, others about half."""
COLOURS: Final = (
    "#1f83c4", "#d55e00", "#00906a", "#b8578f", "#8a7400", "#7a6fd0", "#c0504d", "#6d7f86",
)  # fmt: skip
"""At least 3:1 against the page's light and its dark ground."""
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3")
LONGEST_NAME: Final = 9
"""Columns of a name at the end of its line."""
MOST_LABELS: Final = 6
"""Labels along the bottom: more would touch each other."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a chart."""

    name: str
    values: tuple[int | None, ...]
    """One for each label; None where there is none yet."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart."""

    label: str
    value: int


# --- what the book has to show -------------------------------------------------------------------


def balance_chart(
    points: Sequence[Point],
    names: Mapping[str, str],
    language: Language,
    *,
    standalone: bool = False,
) -> str:
    """The course of an evening (`stats.course`): what everybody had won after each hand."""
    people = [one for one, _ in points[-1].balances] if points else []
    people.sort(key=lambda one: one == POT_ACCOUNT)
    balances = [dict(point.balances) for point in points]
    series = [
        Series(
            say(language, "club_pot") if one == POT_ACCOUNT else names.get(one, one),
            (0, *(balance.get(one, 0) for balance in balances)),
        )
        for one in people
        if one != POT_ACCOUNT or any(balance.get(one) for balance in balances)
    ]
    labels = ["0", *(str(point.hand) for point in points)]
    return line_chart(
        say(language, "chart_balance"), labels, series, language, standalone=standalone
    )


def season_chart(
    courses: Mapping[str, Sequence[Standing]],
    names: Mapping[str, str],
    language: Language,
    *,
    standalone: bool = False,
) -> str:
    """Balances of several people over evenings (`ledger.course_of` of each)."""
    evenings = sorted({(one.day, one.evening) for course in courses.values() for one in course})
    series = []
    for person, course in courses.items():
        after = {one.evening: one.balance for one in course}
        values: list[int | None] = []
        for _, evening in evenings:
            values.append(after.get(evening, values[-1] if values else None))
        series.append(Series(names.get(person, person), tuple(values)))
    labels = [day[5:] for day, _ in evenings]
    return line_chart(
        say(language, "chart_season"), labels, series, language, standalone=standalone
    )


def kinds_chart(tally: Tally, language: Language, *, standalone: bool = False) -> str:
    """A person's hands by how they ended for him."""
    others = tally.hands - tally.won - tally.dealt_in
    bars = [
        Bar(say(language, "chart_self_draw"), tally.self_draw),
        Bar(say(language, "chart_discard"), tally.won - tally.self_draw),
        Bar(say(language, "chart_dealt_in"), tally.dealt_in),
        Bar(say(language, "chart_other"), max(0, others)),
    ]
    return bar_chart(say(language, "chart_kinds"), bars, language, standalone=standalone)


def totals_chart(
    counts: Mapping[int, int], unit: str, language: Language, *, standalone: bool = False
) -> str:
    """How many wins had how many 台 (`stats.wins_by_total`)."""
    most = max(counts, default=0)
    step = max(1, math.ceil(most / 12))
    bars = []
    for low in range(min(counts, default=0) // step * step, most + 1, step):
        wins = sum(counts.get(total, 0) for total in range(low, low + step))
        bars.append(Bar(str(low) if step == 1 else f"{low}–{low + step - 1}", wins))
    title = say(language, "chart_totals", unit=localise(unit, language))
    return bar_chart(title, bars, language, standalone=standalone)


# --- kinds of charts -----------------------------------------------------------------------------


def line_chart(
    title: str,
    labels: Sequence[str],
    series: Sequence[Series],
    language: Language,
    *,
    standalone: bool = False,
) -> str:
    """Lines over a common row of labels, each with its name and last value at its end."""
    values = [value for one in series for value in one.values if value is not None]
    if not values:
        return _empty(title, language, standalone)
    ticks = _ticks(min(0, *values), max(0, *values))
    ends = [
        (f"{_cut(one.name)} {last:+d}", last)
        for one in series
        for last in [next((v for v in reversed(one.values) if v is not None), 0)]
    ]
    left = 8 + max(_wide(str(tick)) for tick in ticks)
    right = WIDTH - 10 - max(_wide(text) for text, _ in ends)
    top, bottom = 32, HEIGHT - 22

    def y(value: float) -> float:
        return bottom - (value - ticks[0]) / (ticks[-1] - ticks[0]) * (bottom - top)

    def x(place: int) -> float:
        return left + (right - left) * (place / (len(labels) - 1) if len(labels) > 1 else 1)

    body = _grid(ticks, y, left, right)
    every = math.ceil(len(labels) / MOST_LABELS)
    body += [_text(labels[i], x(i), bottom + 15, "middle") for i in range(0, len(labels), every)]
    marks = _apart([y(last) for _, last in ends], LETTER + 2, top, bottom + 4)
    for number, (one, (text, _), mark) in enumerate(zip(series, ends, marks, strict=True)):
        ink, dash = _ink(number, standalone), DASHES[number // 2 % len(DASHES)]
        points = [(x(i), y(v)) for i, v in enumerate(one.values) if v is not None]
        body.append(
            f'<polyline fill="none" stroke="{ink}" stroke-width="2" stroke-linejoin="round"'
            + (f' stroke-dasharray="{dash}"' if dash else "")
            + f' points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"/>'
        )
        if len(points) < 2:
            body.append(
                f'<circle cx="{points[0][0]:.1f}" cy="{points[0][1]:.1f}" r="3" fill="{ink}"/>'
            )
        body.append(
            f'<path stroke="{ink}" stroke-width="1" d="M{right:.1f} {points[-1][1]:.1f}'
            f'L{right + 4:.1f} {mark:.1f}"/>'
        )
        body.append(_text(text, right + 6, mark + 4, "start"))
    told = say(
        language, "chart_lines", count=len(labels), ends=_list((t for t, _ in ends), language)
    )
    return _svg(title, told, body, standalone)


def bar_chart(
    title: str, bars: Sequence[Bar], language: Language, *, standalone: bool = False
) -> str:
    """Bars over their labels, each with its number on top."""
    if not any(bar.value for bar in bars):
        return _empty(title, language, standalone)
    ticks = _ticks(0, max(bar.value for bar in bars))
    left, right, top, bottom = 8 + max(_wide(str(t)) for t in ticks), WIDTH - 8, 44, HEIGHT - 22

    def y(value: float) -> float:
        return bottom - value / ticks[-1] * (bottom - top)

    body = _grid(ticks, y, left, right)
    step = (right - left) / len(bars)
    for place, bar in enumerate(bars):
        middle = left + step * (place + 0.5)
        wide = min(46.0, step * 0.72)
        if bar.value:
            body.append(
                f'<rect x="{middle - wide / 2:.1f}" y="{y(bar.value):.1f}" width="{wide:.1f}"'
                f' height="{bottom - y(bar.value):.1f}" rx="2" fill="{_ink(0, standalone)}"/>'
            )
        body.append(_text(str(bar.value), middle, y(bar.value) - 4, "middle"))
        body.append(_text(bar.label, middle, bottom + 15, "middle", width=step - 2))
    told = _list((f"{bar.label} {bar.value}" for bar in bars), language)
    return _svg(title, told, body, standalone)


def _empty(title: str, language: Language, standalone: bool) -> str:
    told = say(language, "chart_empty")
    return _svg(title, told, [_text(told, WIDTH / 2, HEIGHT / 2, "middle")], standalone)


# --- pieces --------------------------------------------------------------------------------------


def _svg(title: str, told: str, body: Iterable[str], standalone: bool) -> str:
    from device.club.bodies import digest

    id = "c" + digest(title + told)[:10]
    style = ""
    if standalone:
        style = (
            "<style>svg{color:#1c2420;background:#fffdf8}"
            "@media(prefers-color-scheme:dark){svg{color:#ecefe9;background:#1d2622}}</style>"
        )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
            f' aria-labelledby="{id}t {id}d" font-family="sans-serif" font-size="{LETTER}">',
            f'<title id="{id}t">{escape(title)}</title>',
            f'<desc id="{id}d">{escape(told)}</desc>{style}',
            f'<text x="8" y="18" font-size="13" font-weight="bold" fill="currentColor">'
            f"{escape(title)}</text>",
            *body,
            "</svg>",
        ]
    )


def _ink(number: int, standalone: bool) -> str:
    colour = COLOURS[number % len(COLOURS)]
    return colour if standalone else f"var(--chart-{number % len(COLOURS) + 1}, {colour})"


def _grid(
    ticks: Sequence[int], y: Callable[[float], float], left: float, right: float
) -> list[str]:
    out = []
    for tick in ticks:
        height = y(tick)
        faint = "1" if tick == 0 else "0.25"
        out.append(
            f'<path stroke="currentColor" stroke-opacity="{faint}" stroke-width="1"'
            f' d="M{left:.1f} {height:.1f}H{right:.1f}"/>'
        )
        out.append(_text(str(tick), left - 4, height + 4, "end"))
    return out


def _text(text: str, x: float, y: float, anchor: str, width: float | None = None) -> str:
    """Letters; squeezed where they would be wider than `width`."""
    squeeze = ""
    if width is not None and _wide(text) > width:
        squeeze = f' textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor"{squeeze}>'
        f"{escape(text)}</text>"
    )


def _wide(text: str) -> float:
    """About how wide a text is."""
    return text_width(text) * LETTER * 0.62


def _cut(name: str) -> str:
    if text_width(name) <= LONGEST_NAME:
        return name
    while text_width(name) >= LONGEST_NAME:
        name = name[:-1]
    return name + "…"


def _list(parts: Iterable[str], language: Language) -> str:
    return (", " if language == "en" else "、").join(parts)


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers from at most `low` to at least `high`, zero among them."""
    rough = max(1.0, (high - low) / 5)
    power = 10 ** math.floor(math.log10(rough))
    step = next(int(power * n) for n in (1, 2, 5, 10) if power * n >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def _apart(places: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """The places moved so far that neighbours are `gap` apart, within `top` and `bottom`."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    gap = min(gap, (bottom - top) / max(1, len(places) - 1))
    out = list(places)
    for before, i in zip([None, *order], order, strict=False):
        out[i] = max(out[i], top if before is None else out[before] + gap)
    for after, i in zip([None, *reversed(order)], reversed(order), strict=False):
        out[i] = min(out[i], bottom if after is None else out[after] - gap)
    return out
