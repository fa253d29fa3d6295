from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.club.charts import (
    COLOURS,
    HEIGHT,
    WIDTH,
    Bar,
    Series,
    balance_chart,
    bar_chart,
    kinds_chart,
    line_chart,
    season_chart,
    totals_chart,
)
from device.club.fold import POT_ACCOUNT
from device.club.ledger import Standing
from device.club.stats import Counted, Point, Tally
from device.messages import LANGUAGES, Language

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"a": "陳小安", "b": "Alexander the Great", "c": "<&\"'", "d": "丁"}
TALLY = Tally("a", 30, 8, 3, 4, 500, 2, (Counted("台", 30, 8, 40),))


def points(hands: int = 6) -> list[Point]:
    out = []
    for hand in range(1, hands + 1):
        balances = (
            ("a", 100 * hand),
            ("b", -40 * hand),
            ("c", -60 * hand),
            ("d", 0),
            (POT_ACCOUNT, 0),
        )
        out.append(Point(f"e{hand}", "t", hand, "g", "win", hand, balances))
    return out


def read(text: str) -> ElementTree.Element:
    """The chart as a tree, with what holds for every chart checked."""
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert root.get("role") == "img"
    ids = [root.find(f"{SVG}{name}").get("id") for name in ("title", "desc")]  # type: ignore[union-attr]
    assert root.get("aria-labelledby") == " ".join(map(str, ids))
    assert all(root.find(f"{SVG}{name}").text for name in ("title", "desc"))  # type: ignore[union-attr]
    for one in root.iter(f"{SVG}text"):
        assert 0 <= float(one.get("x", "-1")) <= WIDTH
        assert 0 < float(one.get("y", "-1")) <= HEIGHT
        assert one.get("fill") == "currentColor"
    for one in root.iter(f"{SVG}polyline"):
        for pair in one.get("points", "").split():
            x, y = map(float, pair.split(","))
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    return root


def words(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_in_every_language(language: Language) -> None:
    course = [Standing("e", "2026-01-03", "", 5, 5), Standing("f", "2026-01-10", "", -9, -4)]
    charts = [
        balance_chart(points(), NAMES, language),
        season_chart({"a": course}, NAMES, language),
        kinds_chart(TALLY, language),
        totals_chart({1: 2, 40: 1}, "台", language),
        balance_chart((), NAMES, language),
    ]
    titles = [read(chart).find(f"{SVG}title").text for chart in charts]  # type: ignore[union-attr]
    assert len(set(titles)) == 4
    if language == "en":
        assert titles[2] == "How hands ended"
    for chart in charts:
        assert "<style" not in chart  # a strict content policy lets it through
        assert "style=" not in chart


def test_the_course_of_an_evening_has_a_line_for_each_player() -> None:
    root = read(balance_chart(points(), NAMES, "en"))
    lines = list(root.iter(f"{SVG}polyline"))
    assert len(lines) == 4  # nothing went into the pot
    assert all(len(line.get("points", "").split()) == 7 for line in lines)  # they begin at 0
    assert len({(line.get("stroke"), line.get("stroke-dasharray")) for line in lines}) == 4
    assert "陳小安 +600" in words(root)
    assert any(word.startswith("Alexande… -240") for word in words(root))
    assert "<&\"' -360" in words(root)
    assert "陳小安 +600" in (root.find(f"{SVG}desc").text or "")  # type: ignore[union-attr]


def test_people_who_came_later_begin_later() -> None:
    courses = {
        "a": [Standing("e", "2026-01-03", "", 5, 5), Standing("g", "2026-01-17", "", 1, 6)],
        "b": [Standing("f", "2026-01-10", "", -9, -9)],
    }
    lines = list(read(season_chart(courses, NAMES, "en")).iter(f"{SVG}polyline"))
    assert [len(line.get("points", "").split()) for line in lines] == [3, 2]


def test_wins_are_put_together_where_totals_reach_far() -> None:
    root = read(totals_chart({1: 4, 2: 9, 31: 1}, "台", "en"))
    assert "0–2" in words(root)
    assert sum(int(word) for word in words(root) if word == "13") == 13
    few = words(read(totals_chart({3: 1, 5: 2}, "台", "en")))
    assert {"3", "4", "5"} <= set(few)


def test_a_file_shows_itself_light_and_dark() -> None:
    text = balance_chart(points(), NAMES, "en", standalone=True)
    assert "prefers-color-scheme:dark" in text
    assert "var(" not in text
    read(text)
    assert "var(--chart-1, " in balance_chart(points(), NAMES, "en")


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("ground", ["#fffdf8", "#1d2622", "#f4f1e8", "#131a17"])
def test_colours_stand_out_from_light_and_dark(colour: str, ground: str) -> None:
    low, high = sorted((luminance(colour), luminance(ground)))
    assert (high + 0.05) / (low + 0.05) >= 3


@given(
    st.lists(
        st.lists(st.integers(-(10**7), 10**7), min_size=3, max_size=3), min_size=1, max_size=9
    ),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40),
)
def test_lines_and_names_stay_inside_and_apart(values: list[list[int]], name: str) -> None:
    series = [Series(name, tuple(line)) for line in values]
    root = read(line_chart(name, ["1", "2", "3"], series, "zh-Hant"))
    marks = sorted(
        float(one.get("y", "0"))
        for one in root.iter(f"{SVG}text")
        if one.get("text-anchor") == "start"
    )
    assert all(b - a >= 12.9 for a, b in pairwise(marks))


@given(st.lists(st.integers(0, 10**5), min_size=1, max_size=12))
def test_bars_are_as_high_as_their_numbers(values: list[int]) -> None:
    root = read(bar_chart("x", [Bar(str(i), value) for i, value in enumerate(values)], "en"))
    heights = [float(one.get("height", "0")) for one in root.iter(f"{SVG}rect")]
    shown = [value for value in values if value]
    assert len(heights) == len(shown)
    if shown:
        scale = max(heights) / max(shown)
        assert all(abs(h - v * scale) <= 0.2 for h, v in zip(heights, shown, strict=True))


def test_the_same_picture_as_ever() -> None:
    """TAICAM_GOLDEN=1 writes it anew; look at it then."""
    drawn = balance_chart(points(), NAMES, "zh-Hant", standalone=True) + "\n"
    file = GOLDEN / "balance.svg"
    if os.environ.get("TAICAM_GOLDEN"):
        file.write_text(drawn, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == drawn
    assert not re.search(r"\d\.\d{3}", drawn)
