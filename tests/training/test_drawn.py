"""Drawn crops: the same seed gives the same crops, every face is drawn, and nothing is no tile."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training import drawn, tilesets
from vision.training.mix import SIZE, write_clutter
from vision.types import FACE_CODES


def test_the_same_seed_gives_the_same_crops() -> None:
    one, other = list(drawn.drawn(12, 5)), list(drawn.drawn(12, 5))
    assert [code for _, code in one] == [code for _, code in other]
    assert all((a == b).all() for (a, _), (b, _) in zip(one, other, strict=True))
    assert all(crop.shape == (drawn.SIDE, drawn.SIDE, 3) for crop, _ in one)
    assert any((a != b).any() for (a, _), (b, _) in zip(one, drawn.drawn(12, 6), strict=True))


def test_faces_that_differ_most_are_drawn_most() -> None:
    seen = Counter(code for _, code in drawn.drawn(200, 1))
    assert set(seen) <= {*FACE_CODES, None}
    assert seen[None] > 5
    flowers = sum(seen[f"f{n}"] for n in range(1, 9)) / 8
    dots = sum(seen[f"{n}p"] for n in range(1, 10)) / 9
    assert flowers > 1.5 * dots


@pytest.mark.parametrize("code", ["F", "8m", "f5", "1s"])
def test_makers_draw_a_face_differently(code: str) -> None:
    rng = np.random.default_rng(2)
    faces = [drawn.drawn_face(drawn.wild_style(rng), code, rng) for _ in range(4)]
    for face in faces[1:]:
        away = np.abs(face.astype(int) - faces[0]).mean()
        assert away > 4


def test_bending_leaves_the_rim_and_moves_the_strokes() -> None:
    picture = np.full((120, 100, 3), 240, np.uint8)
    cv2.line(picture, (50, 10), (50, 110), (20, 20, 20), 5)
    bent = drawn.bend(picture, np.random.default_rng(0), 0.08)
    assert (bent[0] == picture[0]).all()
    assert np.abs(bent.astype(int) - picture).max() > 100


def test_clutter_has_pictures_and_no_labels(tmp_path: Path) -> None:
    write_clutter(tmp_path, 3, 1)
    pictures = sorted((tmp_path / "images").iterdir())
    assert len(pictures) == 3
    assert cv2.imread(str(pictures[0])).shape == (SIZE, SIZE, 3)
    assert all(not path.read_text() for path in (tmp_path / "labels").iterdir())


def test_crops_of_no_tile_need_no_felt() -> None:
    crops = list(drawn.no_tiles(12, (), 3))
    assert all(crop.shape == (drawn.SIDE, drawn.SIDE, 3) for crop in crops)
    assert len({crop.tobytes() for crop in crops}) == 12
    assert tilesets.installed_fonts()
