"""Advice for aiming, on drawn pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.cameras.advice import Advice, advise, edge_width
from device.cameras.fake import drawn_table
from device.messages import LANGUAGES
from vision import fonts


def table(size: tuple[int, int] = (1200, 900), blur: float = 0.0) -> np.ndarray:
    picture = drawn_table(size)
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return picture + np.random.default_rng(0).integers(0, 8, picture.shape, np.uint8)


def kinds(advice: tuple[Advice, ...]) -> list[str]:
    return [one.kind for one in advice]


def test_a_good_picture_needs_no_advice() -> None:
    assert advise(table()) == ()
    assert advise(table(), tile_pixels=45) == ()


def test_too_dark() -> None:
    dim = (table() * 0.35).astype(np.uint8)
    (advice,) = advise(dim)
    assert advice.kind == "dark" and 10 < advice.value < advice.least
    assert advise((table() * 0.7).astype(np.uint8)) == ()


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (0.15, 0.15, "at the top left"),
        (0.5, 0.5, "in the middle"),
        (0.85, 0.5, "on the right"),
        (0.5, 0.9, "at the bottom"),
    ],
)
def test_glare_says_where(x: float, y: float, where: str) -> None:
    picture = table()
    height, width = picture.shape[:2]
    centre = (int(x * width), int(y * height))
    cv2.ellipse(picture, centre, (70, 50), 20, 0, 360, (255, 255, 255), -1)
    (advice,) = advise(picture)
    assert advice.kind == "glare" and advice.box is not None
    left, top, right, bottom = advice.box
    assert left < x < right and top < y < bottom
    assert right - left == pytest.approx(2 * 70 / width, rel=0.15)
    assert where in advice.text("en")


def test_the_size_of_a_tile_says_how_much_glare_matters() -> None:
    picture = table()
    cv2.circle(picture, (400, 400), 24, (255, 255, 255), -1)
    assert advise(picture) == ()
    assert kinds(advise(picture, tile_pixels=36)) == ["glare"]
    assert advise(picture, tile_pixels=50) == (), "half a tile"
    for x in range(6):
        cv2.circle(picture, (190 * x + 100, 700), 60 - x, (255, 255, 255), -1)
    spots = advise(picture)
    assert kinds(spots) == ["glare"] * 3, "the largest"
    assert [s.value for s in spots] == sorted((s.value for s in spots), reverse=True)


@pytest.mark.parametrize("size", [(1200, 900), (2000, 1500)])
def test_blurred(size: tuple[int, int]) -> None:
    widths = [edge_width(cv2.cvtColor(table(size, blur), cv2.COLOR_BGR2GRAY)) for blur in (0, 3, 5)]
    assert widths[0] is not None and widths[1] is not None and widths[2] is not None
    assert widths[0] < 3 < 4.5 < widths[1] < widths[2]
    assert kinds(advise(table(size, 3))) == ["blurred"]
    assert advise(table(size, 3), tile_pixels=120) == (), "for large tiles it is sharp enough"


def test_a_moved_picture_is_blurred_too() -> None:
    kernel = np.zeros((21, 21), np.float32)
    kernel[10] = 1 / 21
    assert kinds(advise(cv2.filter2D(table(), -1, kernel))) == ["blurred"]


def test_an_empty_table_says_nothing_about_sharpness() -> None:
    cloth = np.full((900, 1200, 3), 90, np.uint8)
    cloth += np.random.default_rng(0).integers(0, 12, cloth.shape, np.uint8)
    assert edge_width(cloth[..., 0]) is None
    assert advise(cloth) == ()


def test_tiles_too_small_come_first() -> None:
    dim = (table() * 0.35).astype(np.uint8)
    first, second = advise(dim, tile_pixels=17.4)
    assert (first.kind, second.kind) == ("small", "dark")
    assert "17" in first.text("zh-Hant") and "28" in first.text("zh-Hant")


def test_words_and_data() -> None:
    for kind in ("small", "dark", "blurred", "glare"):
        advice = Advice(kind, 12.345678, 20.0, (0.1, 0.1, 0.2, 0.2))  # type: ignore[arg-type]
        for language in LANGUAGES:
            text = advice.text(language)
            assert "_" not in text and "{" not in text and "?" not in text
            assert all(fonts.has_glyph(char) for char in text)
        assert advice.to_dict("en")["box"] == [0.1, 0.1, 0.2, 0.2]
        assert advice.to_dict("en")["value"] == 12.3457
    assert Advice("dark", 1, 2).to_dict("en")["box"] is None


@pytest.mark.parametrize("size", [(8, 8), (1, 1), (40, 30), (3000, 20)])
def test_pictures_of_any_size(size: tuple[int, int]) -> None:
    picture = np.full((size[1], size[0], 3), 128, np.uint8)
    assert advise(picture) == ()
