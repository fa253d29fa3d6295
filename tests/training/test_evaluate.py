from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.layout import arrange
from vision.reader import FakeReader
from vision.training.data import Labelled, oriented
from vision.training.evaluate import (
    Boxes,
    average_precision,
    calibration_error,
    figures,
    first_of_each,
    match,
    score_photo,
    spin,
    summary,
    table,
    up_is_right,
)
from vision.types import Reading, ReadTile, as_quad

FACES = ("1m", "2m", "3m", "4p", "5p", "6p", "E")


@pytest.fixture
def photo(tmp_path: Path) -> Labelled:
    path = tmp_path / "leo_9.jpg"
    cv2.imwrite(str(path), np.zeros((640, 640, 3), dtype=np.uint8))
    boxes = np.array([(100 + 40 * i, 300, 140 + 40 * i, 354) for i in range(7)], dtype=np.float32)
    return Labelled(path, FACES, boxes, "9", "riichi", (640, 640))


def reading(photo: Labelled) -> Reading:
    tiles = tuple(
        ReadTile(face, 0.95, as_quad(quad.tolist()))
        for face, quad in zip(photo.faces, oriented(photo.boxes), strict=True)
    )
    return arranged(Reading("a", (640, 640), 0.1, tiles))


def arranged(seen: Reading) -> Reading:
    rows, groups = arrange(seen.tiles, seen.size)
    return replace(seen, rows=rows, groups=groups)


def test_the_truth_scores_full_marks(photo: Labelled) -> None:
    score = score_photo(photo, FakeReader(reading(photo)))
    assert (score.tiles, score.found, score.right, score.false) == (7, 7, 7, 0)
    assert (score.rows, score.rows_exact, score.silent) == (1, 1, 0)


def test_one_wrong_face_spoils_its_row_and_is_silent(photo: Labelled) -> None:
    seen = reading(photo)
    wrong = replace(seen.tiles[2], face="4m")
    seen = replace(seen, tiles=(*seen.tiles[:2], wrong, *seen.tiles[3:]))
    score = score_photo(photo, FakeReader(seen))
    assert (score.right, score.rows_exact, score.silent) == (6, 0, 1)
    doubted = replace(seen, tiles=(*seen.tiles[:2], replace(wrong, doubtful=True), *seen.tiles[3:]))
    assert score_photo(photo, FakeReader(doubted)).silent == 0


def test_a_missing_tile_spoils_its_row(photo: Labelled) -> None:
    seen = reading(photo)
    fewer = arranged(replace(seen, tiles=seen.tiles[:3] + seen.tiles[4:]))
    score = score_photo(photo, FakeReader(fewer))
    assert (score.found, score.rows_exact) == (6, 0)


def test_a_tile_too_many_between_spoils_its_row(photo: Labelled) -> None:
    seen = reading(photo)
    rest = [i for i in range(7) if i != 3]
    fewer = replace(photo, faces=tuple(FACES[i] for i in rest), boxes=photo.boxes[rest])
    assert score_photo(fewer, FakeReader(seen)).rows_exact == 0
    assert score_photo(fewer, FakeReader(seen)).false == 1
    without = arranged(replace(seen, tiles=tuple(seen.tiles[i] for i in rest)))
    assert score_photo(fewer, FakeReader(without)).rows_exact == 1


def test_no_tiles_is_no_match(photo: Labelled) -> None:
    assert match(photo.boxes, Reading("a", (640, 640), 0.1, ())) == {}


def test_spinning_keeps_the_boxes_on_the_tiles() -> None:
    picture = np.zeros((200, 300, 3), dtype=np.uint8)
    picture[50:80, 40:60] = 255
    turned, boxes = spin(picture, np.array([[40, 50, 60, 80]], dtype=np.float32), 90)
    assert turned.shape == (300, 200, 3)
    ys, xs = np.nonzero(turned[..., 0] > 200)
    assert boxes[0] == pytest.approx([xs.min(), ys.min(), xs.max() + 1, ys.max() + 1], abs=2)


def test_calibration_error() -> None:
    assert calibration_error([]) == 0
    assert calibration_error([(0.8, True)] * 8 + [(0.8, False)] * 2) == pytest.approx(0)
    assert calibration_error([(0.9, False)] * 5) == pytest.approx(0.9)


def test_summary_and_copies(photo: Labelled) -> None:
    score = score_photo(photo, FakeReader(reading(photo)))
    text = summary([score], [(0.9, True)])
    assert "tiles found     7/7 = 100.00%" in text
    assert "rows exact      1/1" in text
    assert first_of_each([photo, photo]) == [photo]


def boxes(photo: Labelled, *faces: str, shift: float = 0.0, score: float = 1.0) -> Boxes:
    return Boxes(photo.boxes + shift, faces, np.full(len(faces), score, dtype=np.float32))


def test_average_precision_of_the_truth_and_of_nothing(photo: Labelled) -> None:
    truth = boxes(photo, *FACES)
    assert average_precision([truth], [truth]) == (1.0, 1.0)
    none = Boxes(np.zeros((0, 4), dtype=np.float32), (), np.zeros(0, dtype=np.float32))
    assert average_precision([truth], [none]) == (0.0, 0.0)
    assert average_precision([none], [truth]) == (0.0, 0.0)


def test_average_precision_falls_with_loose_boxes_and_wrong_faces(photo: Labelled) -> None:
    truth = boxes(photo, *FACES)
    loose, strict = average_precision([truth], [boxes(photo, *FACES, shift=6.0)])
    assert loose == 1.0
    assert strict < 0.5
    one_wrong, _ = average_precision([truth], [boxes(photo, "9s", *FACES[1:])])
    assert one_wrong == pytest.approx(6 / 7)


def test_a_surer_mistake_costs_precision(photo: Labelled) -> None:
    truth = Boxes(photo.boxes[:1], ("1m",), np.ones(1, dtype=np.float32))
    seen = Boxes(photo.boxes[:2], ("1m", "1m"), np.array([0.5, 0.9], dtype=np.float32))
    assert average_precision([truth], [seen])[0] == pytest.approx(0.5)


def test_way_up_turns_with_the_picture(photo: Labelled) -> None:
    upright = [(0, 0), (10, 0), (10, 14), (0, 14)]
    assert up_is_right(upright, 0)
    assert not up_is_right(upright[2:] + upright[:2], 0)
    left = [(0, 10), (0, 0), (14, 0), (14, 10)]  # its top lies at the left
    assert up_is_right(left, 90)
    score = score_photo(photo, FakeReader(reading(photo)))
    assert (score.ways, score.ways_right) == (5, 5)  # 4p and 5p look the same upside down


def test_makers_stand_side_by_side(photo: Labelled) -> None:
    told = figures([score_photo(photo, FakeReader(reading(photo)))], [(0.9, True)])
    lines = table({"one": told, "other": told}).splitlines()
    assert lines[0] == "| | one | other |"
    assert "| tiles found | 7/7 = 100.00% | 7/7 = 100.00% |" in lines
