"""Quads and the table plane."""

import math

import numpy as np
import pytest

from vision import geometry as g

SQUARE = g.box(0, 0, 2, 2)


def test_box_axes_size_area_centre():
    q = g.box(10, 20, 16, 28)
    right, down = g.axes(q)
    assert right.tolist() == [6, 0] and down.tolist() == [0, 8]
    assert g.size(q) == (6, 8)
    assert g.area(q) == 48
    assert g.centre(q).tolist() == [13, 24]


@pytest.mark.parametrize("degrees", [0, 30, 90, 135, 180, -90, -45])
def test_angle_is_the_turn_clockwise(degrees):
    q = g.rotate(g.box(0, 0, 3, 4), degrees, (5, 5))
    assert math.isclose(g.angle(q), degrees, abs_tol=1e-6)


@pytest.mark.parametrize(("quarters", "degrees"), [(0, 0), (1, 90), (2, 180), (3, -90)])
def test_turn_keeps_the_outline(quarters, degrees):
    q = g.turn(g.box(0, 0, 4, 4), quarters)
    assert math.isclose(g.angle(q), degrees, abs_tol=1e-6)
    assert sorted(map(tuple, q)) == sorted(map(tuple, g.box(0, 0, 4, 4)))


@pytest.mark.parametrize(
    ("other", "iou", "overlap"),
    [
        (g.box(0, 0, 2, 2), 1, 1),
        (g.box(1, 0, 3, 2), 1 / 3, 0.5),
        (g.box(0.5, 0.5, 1.5, 1.5), 0.25, 1),
        (g.box(5, 5, 6, 6), 0, 0),
    ],
)
def test_shared_area(other, iou, overlap):
    assert g.iou(SQUARE, other) == pytest.approx(iou, abs=1e-5)
    assert g.overlap(SQUARE, other) == pytest.approx(overlap, abs=1e-5)
    assert g.iou(other, SQUARE) == pytest.approx(iou, abs=1e-5)


def test_a_quad_has_four_corners():
    with pytest.raises(ValueError, match="four points"):
        g.centre([(0, 0), (1, 1), (2, 2)])


def _row_in_perspective(count: int) -> np.ndarray:
    camera = np.array([[40, 3, 100], [2, 30, 80], [0.0004, 0.004, 1]])
    tiles = np.array([g.box(k * 1.02, 0, k * 1.02 + 1, g.ASPECT) for k in range(count)])
    rows = np.concatenate([tiles, tiles + np.array([0, 2])])
    seen = np.concatenate([rows, np.ones((*rows.shape[:2], 1))], axis=2) @ camera.T
    return seen[..., :2] / seen[..., 2:]


def test_plane_makes_tiles_alike_again():
    plane, wrong = g.fit_plane(_row_in_perspective(9))
    table = plane.to_table(_row_in_perspective(9))
    sides = np.linalg.norm(np.roll(table, -1, axis=1) - table, axis=2)
    assert not wrong.any()
    assert sides[:, [0, 2]] == pytest.approx(np.ones((18, 2)), abs=0.03)
    assert sides[:, [1, 3]] == pytest.approx(np.full((18, 2), g.ASPECT), abs=0.05)


def test_plane_finds_tiles_read_sideways():
    quads = _row_in_perspective(9)
    quads[[2, 11]] = np.roll(quads[[2, 11]], 1, axis=1)
    _, wrong = g.fit_plane(quads)
    assert np.flatnonzero(wrong).tolist() == [2, 11]


def test_plane_of_one_tile():
    plane, wrong = g.fit_plane(np.array([g.box(0, 0, 26, 36)]))
    table = plane.to_table(g.box(0, 0, 26, 36))
    assert not wrong.any()
    assert np.linalg.norm(table[1] - table[0]) == pytest.approx(1, abs=0.05)
