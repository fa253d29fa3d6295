"""The annotated picture: sizes, what is marked, and that no tile is hidden."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from scoring.hand import Circumstances, Hand
from scoring.rulesets import get_rules
from tests.device.fakes import laid_out, table
from vision import overlay
from vision.overlay import DOUBT, GOLD, LONGEST, ROLE_COLOURS, SHORTEST, Panel, annotate
from vision.types import Group, Quad, Reading, ReadTile

MELDS = (("pung", "CCC"), ("chow", "123m"))
READING = laid_out("345678m 11p 78s", "6s", MELDS, "f1 f5")


def score() -> object:
    hand = Hand.parse("345678m 11p 78s", ["pung CCC", "chow 123m"], "f1 f5", "6s")
    return get_rules("taiwan").score(hand, Circumstances())


def scaled(reading: Reading, by: float) -> Reading:
    def move(quad: Quad) -> Quad:
        a, b, c, d = ((x * by, y * by) for x, y in quad)
        return (a, b, c, d)

    width, height = reading.size
    return replace(
        reading,
        size=(round(width * by), round(height * by)),
        tiles=tuple(replace(tile, quad=move(tile.quad)) for tile in reading.tiles),
    )


def turned(reading: Reading, degrees: float, size: tuple[int, int]) -> Reading:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    width, height = reading.size

    def move(quad: Quad) -> Quad:
        def point(x: float, y: float) -> tuple[float, float]:
            x, y = x - width / 2, y - height / 2
            return (c * x - s * y + size[0] / 2, s * x + c * y + size[1] / 2)

        a, b, cc, d = (point(x, y) for x, y in quad)
        return (a, b, cc, d)

    tiles = tuple(replace(tile, quad=move(tile.quad)) for tile in reading.tiles)
    return replace(reading, size=size, tiles=tiles)


def has_colour(image: np.ndarray, colour: tuple[int, int, int]) -> bool:
    wanted = np.array(colour[::-1], np.int16)
    return bool((np.abs(image.astype(np.int16) - wanted).max(2) <= 2).any())


@pytest.mark.parametrize(
    ("size", "long_side"),
    [((640, 345), SHORTEST), ((1300, 700), 1300), ((2600, 1400), LONGEST), ((8000, 4308), LONGEST)],
)
def test_sizes(size: tuple[int, int], long_side: int) -> None:
    reading = scaled(READING, size[0] / 1300)
    drawn = annotate(table(size), reading, score())
    assert drawn.dtype == np.uint8
    assert max(drawn.shape[:2]) == long_side
    assert abs(drawn.shape[1] / drawn.shape[0] - size[0] / size[1]) < 0.02


def test_the_photograph_itself_is_left_alone() -> None:
    image = table()
    before = image.copy()
    annotate(image, READING, score())
    np.testing.assert_array_equal(image, before)


def test_every_role_has_its_colour() -> None:
    for role, colour in ROLE_COLOURS.items():
        reading = replace(READING, groups=(Group(role, None, tuple(range(19))),))
        assert has_colour(annotate(table(), reading), colour), role


def test_doubt_and_win_are_marked() -> None:
    plain = annotate(table(), replace(READING, groups=()))
    assert not has_colour(plain, DOUBT)
    assert not has_colour(plain, GOLD)
    doubtful = laid_out("345678m 11p 78s", None, MELDS, doubtful=[8])
    assert has_colour(annotate(table(), doubtful), DOUBT)
    assert has_colour(annotate(table(), READING), GOLD)


def inside(reading: Reading, index: int, scale: float = 1.0) -> tuple[slice, slice]:
    """The middle of a tile, well inside of its outline."""
    points = np.asarray(reading.tiles[index].quad) * scale
    x, y = points.mean(0)
    half = 8
    return (slice(int(y) - half, int(y) + half), slice(int(x) - half, int(x) + half))


@pytest.mark.parametrize("degrees", [0, 20, 45, 90, 180, 270])
def test_no_tile_is_hidden(degrees: float) -> None:
    size = (1600, 1600)
    reading = turned(READING, degrees, size)
    image = table(size)
    drawn = annotate(image, reading, score())
    assert drawn.shape == image.shape
    for index in range(len(reading.tiles)):
        place = inside(reading, index)
        np.testing.assert_array_equal(drawn[place], image[place], err_msg=str(index))


def test_the_panel_gets_a_margin_where_the_tiles_fill_the_picture() -> None:
    tiles = tuple(
        ReadTile("5m", 0.9, overlay.quad_of_box(x * 80, y * 100, x * 80 + 78, y * 100 + 98))
        for y in range(12)
        for x in range(16)
    )
    reading = Reading("full.png", (1280, 1200), 0.1, tiles)
    drawn = annotate(table((1280, 1200)), reading, score())
    assert drawn.shape[0] > 1200 or drawn.shape[1] > 1280
    plain = annotate(table((1280, 1200)), reading)
    assert plain.shape == (1200, 1280, 3)
    np.testing.assert_array_equal(drawn[:1200, :1280], plain)


def test_a_long_panel_is_cut() -> None:
    rows = tuple((f"台型{n}", "1") for n in range(60))
    drawn = annotate(table(), laid_out("1m"), panel=Panel("60 台", rows, ("台灣十六張",)))
    assert drawn.shape == (700, 1300, 3)


def test_nothing_read() -> None:
    empty = Reading("none.png", (1300, 700), 0.1, ())
    image = table()
    np.testing.assert_array_equal(annotate(image, empty), image)
    assert annotate(image, empty, score()).shape == image.shape


def test_tiles_at_the_edge_and_outside() -> None:
    tiles = tuple(
        ReadTile("E", 0.5, overlay.quad_of_box(x, y, x + 60, y + 80), (("N", 0.4),), True)
        for x, y in ((-30, -40), (1270, -10), (1260, 660), (-20, 690), (3000, 3000))
    )
    groups = (Group("pung", None, (0, 1, 2)), Group("winning", None, (3,)))
    reading = Reading("edge.png", (1300, 700), 0.1, tiles, ((0, 1), (2, 3, 4)), groups)
    assert annotate(table(), reading).shape == (700, 1300, 3)
    assert annotate(table(), reading, score()).shape[0] >= 700  # all corners taken: a margin


def test_a_crowded_table_is_drawn_in_time() -> None:
    rng = np.random.default_rng(0)
    tiles = tuple(
        ReadTile("9s", 0.9, overlay.quad_of_box(x, y, x + 40, y + 55))
        for x, y in rng.uniform(0, 1900, (144, 2))
    )
    reading = Reading("full.png", (2000, 2000), 0.1, tiles, (tuple(range(144)),))
    assert annotate(table((2000, 2000)), reading).shape == (2000, 2000, 3)


def test_words_can_be_changed() -> None:
    upper = annotate(table(), READING, score(), text=lambda word: "X" * len(word))
    assert (upper != annotate(table(), READING, score())).any()
    bare = annotate(table(), READING, tags={})
    assert (bare != annotate(table(), READING)).any()


def test_face_names() -> None:
    assert [overlay.face_name(face) for face in ("5m", "C", "f1", "back")] == [
        "五萬",
        "中",
        "春",
        "",
    ]
