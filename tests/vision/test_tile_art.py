"""The drawings of the faces: all of them, well-formed, small, apart from each other."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from vision.tile_art import SHEET_TILE, tile_png, tile_svg
from vision.types import FACE_CODES


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("code", FACE_CODES)
def test_every_face_is_a_small_drawing_of_its_own(code: str, theme: str) -> None:
    text = tile_svg(code, theme=theme)
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 300 400"
    assert len(text) < 6000
    assert "href" not in text
    assert "style" not in text
    assert "<text" not in text, "characters are outlines: no font is needed"
    assert " id=" not in text, "several drawings fit into one page"


def test_no_other_face() -> None:
    for code in ("", "0m", "10p", "f9", "x", "../5m"):
        with pytest.raises(KeyError):
            tile_svg(code)
        with pytest.raises(KeyError):
            tile_png(code)


def test_the_rendered_faces_differ() -> None:
    size = (30, 40)
    pictures = {code: np.asarray(tile_png(code, size), np.int16) for code in FACE_CODES}
    assert tile_png("1m").size == SHEET_TILE
    for first, second in combinations(FACE_CODES, 2):
        apart = np.abs(pictures[first] - pictures[second]).mean()
        assert apart > 2, (first, second)
