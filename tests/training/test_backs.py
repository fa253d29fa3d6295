"""Counting backs against faces, without models."""

from collections import Counter
from pathlib import Path

import numpy as np

from vision.reader import FakeReader
from vision.training.backs import MARKS, count, marks, over, text
from vision.types import BACK, Reading, ReadTile, as_quad


def tile(face: str, x: float) -> ReadTile:
    return ReadTile(face, 0.9, as_quad([(x, 0), (x + 10, 0), (x + 10, 14), (x, 14)]))


READING = Reading("p", (100, 20), 0.0, (tile(BACK, 0), tile("1m", 20), tile("E", 40)))


def test_over_takes_the_tile_under_the_mark() -> None:
    assert over((5, 7), READING) == 0
    assert over((15, 7), READING) is None


def test_counts() -> None:
    faces = np.array([(20, 0, 30, 14), (40, 0, 50, 14)], dtype=np.float32)
    picture = np.zeros((20, 100, 3), dtype=np.uint8)
    told = count(picture, [(5, 7), (25, 7), (90, 7)], faces, FakeReader(READING))
    expected = {"backs": 3, "found": 2, "back right": 1, "faces": 2, "face right": 2}
    assert told == Counter(expected)
    assert "back against face 3/4 = 75.00%" in text("x", told)


def test_the_marks_are_kept_with_the_scores(tmp_path: Path) -> None:
    known = marks(MARKS)
    assert sum(map(len, known.values())) >= 150
    assert all(0 <= x <= 640 and 0 <= y <= 640 for points in known.values() for x, y in points)
