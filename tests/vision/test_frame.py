import math
import random

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.vision.whole_tables import random_table, see
from vision.frame import (
    FrameError,
    TableFrame,
    find_edge,
    find_markers,
    from_seat,
    in_seat,
    marker_picture,
    parse_corners,
)

SQUARE = ((500.0, 1400.0), (1500.0, 1400.0), (1500.0, 400.0), (500.0, 400.0))
SIZE = (2000, 1600)


def test_straight_down_a_pixel_is_a_millimetre() -> None:
    frame = TableFrame(SQUARE, 100.0, SIZE)
    places = frame.to_table(np.array([[1000.0, 900.0], [500.0, 1400.0], [1510.0, 390.0]]))
    assert np.allclose(places, [[0, 0], [-50, -50], [51, 51]], atol=1e-6)
    assert frame.tile_pixels == pytest.approx(26, rel=0.05)


@given(st.integers(0, 10_000))
@example(61)  # nearly from straight above, with a long lens
@settings(max_examples=60, deadline=None)
def test_what_a_camera_sees_is_measured_to_the_millimetre(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng)
    tiles, _, frame = see(table, rng, noise=0.0)
    assume(tiles)  # now and then nothing lies on the table
    middle = np.array([t.quad for t in tiles]).mean(axis=1)
    # Matched by nearest place: order is shuffled. Lying tiles only, their faces 2 cm up.
    places = frame.to_table(middle, 2.0)
    lying = np.array([(t.x, t.y) for t in table.laid if t.z == 2.0])
    gaps = np.linalg.norm(places[None] - lying[:, None], axis=2).min(axis=1)
    # Straight from above the lens is guessed, which moves a tile at the edge by some millimetres.
    assert float(gaps.max()) < 0.9
    assert np.allclose(frame.to_picture(frame.to_table(middle, 2.0), 2.0), middle, atol=1e-3)


def test_height_moves_tiles_towards_the_camera() -> None:
    """The top of a stack of two lies 2 cm nearer; not counting it would shift it outwards."""
    rng = random.Random(3)
    table = random_table(rng)
    _, _, frame = see(table, rng, off=0.2)
    edge = np.array([[frame.side / 2 - 5, 0.0]])
    seen = frame.to_picture(edge, 4.0)
    flat = frame.to_table(seen, 0.0)
    assert not np.allclose(flat, edge, atol=0.3)
    assert np.allclose(frame.to_table(seen, 4.0), edge, atol=1e-6)


@pytest.mark.parametrize(
    ("corners", "side", "reason"),
    [
        (SQUARE[:3], 100.0, "number"),
        (((math.nan, 0.0), *SQUARE[1:]), 100.0, "number"),
        (SQUARE, 30.0, "side"),
        (SQUARE, 400.0, "side"),
        (((-9000.0, 1400.0), *SQUARE[1:]), 100.0, "outside"),
        ((SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]), 100.0, "crossed"),
        (SQUARE[::-1], 100.0, "mirrored"),
        (((10.0, 60.0), (60.0, 60.0), (60.0, 10.0), (10.0, 10.0)), 100.0, "small"),
        (
            ((100.0, 1500.0), (1900.0, 1500.0), (1100.0, 1290.0), (900.0, 1290.0)),
            100.0,
            "steep",
        ),
    ],
)
def test_nonsense_corners_are_refused(
    corners: tuple[tuple[float, float], ...], side: float, reason: str
) -> None:
    with pytest.raises(FrameError) as caught:
        TableFrame(corners, side, SIZE)
    assert caught.value.reason == reason
    assert "\n" not in str(caught.value)


def test_a_frame_is_kept_in_a_settings_file() -> None:
    frame = TableFrame(SQUARE, 92.5, SIZE)
    assert TableFrame.from_dict(frame.to_dict()) == frame
    for bad in ({}, {"corners": [[1, 2]], "side": 90, "size": [3, 4]}, {"corners": 5}):
        with pytest.raises(FrameError):
            TableFrame.from_dict(bad)


def test_corners_are_typed() -> None:
    assert parse_corners("500,1400 1500,1400 1500,400 500,400") == SQUARE
    for bad in ("", "1,2 3,4", "a,b c,d e,f g,h", "1,2,3 4,5 6,7 8,9"):
        with pytest.raises(FrameError):
            parse_corners(bad)


@given(
    st.integers(0, 3),
    st.lists(st.tuples(st.floats(-60, 60), st.floats(-60, 60)), min_size=1, max_size=5),
)
def test_seats_turn_and_turn_back(seat: int, points: list[tuple[float, float]]) -> None:
    places = np.array(points)
    assert np.allclose(from_seat(in_seat(places, seat), seat), places)


def test_each_seat_has_its_edge_before_it() -> None:
    edges = np.array([[0.0, -45.0], [45.0, 0.0], [0.0, 45.0], [-45.0, 0.0]])
    for seat in range(4):
        assert np.allclose(in_seat(edges[seat], seat), [0, -45])
        # What the next player has lies at one's right hand.
        assert in_seat(edges[(seat + 1) % 4], seat)[0] == 45


def _table_picture(
    turn: float, size: tuple[int, int] = (1200, 900)
) -> tuple[np.ndarray, np.ndarray]:
    """A green cloth on a wooden floor, seen aslant; the picture and the corners."""
    rng = np.random.default_rng(5)
    image = np.full((size[1], size[0], 3), (70, 110, 160), np.uint8)
    image = cv2.add(image, rng.integers(0, 25, image.shape, dtype=np.uint8))
    t = math.radians(turn)
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) @ [
        [math.cos(t), math.sin(t)],
        [-math.sin(t), math.cos(t)],
    ]
    depth = 1 - 0.12 * square[:, 1:]
    corners = square / depth * 290 + np.array(size) / 2
    cv2.fillConvexPoly(image, corners.astype(np.int32), (60, 120, 40))
    shade = np.linspace(0.75, 1.1, size[0])[None, :, None]
    image = np.clip(image * shade, 0, 255).astype(np.uint8)
    for _ in range(60):
        x, y = rng.uniform(-0.85, 0.85, 2)
        middle = (int(size[0] / 2 + x * 200), int(size[1] / 2 + y * 200))
        cv2.rectangle(image, middle, (middle[0] + 16, middle[1] + 22), (235, 240, 240), -1)
    return image, corners


@pytest.mark.parametrize("turn", [0.0, 7.0, -20.0])
def test_the_edge_of_the_cloth_is_found(turn: float) -> None:
    image, corners = _table_picture(turn)
    frame = find_edge(image, 90.0)
    assert frame is not None
    assert np.abs(np.asarray(frame.corners) - corners).max() < 14


def test_no_edge_where_there_is_no_table() -> None:
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (600, 800, 3), dtype=np.uint8)
    assert find_edge(noise, 90.0) is None
    assert find_edge(np.full((600, 800, 3), 120, np.uint8), 90.0) is None
    filling = np.full((600, 800, 3), (60, 120, 40), np.uint8)
    filling[:40] = (70, 110, 160)  # a cloth that runs out of the picture on three sides
    assert find_edge(filling, 90.0) is None


def test_printed_markers_are_found() -> None:
    side, scale = 90.0, 9.0
    sheet = np.full((900, 900, 3), (60, 120, 40), np.uint8)
    pixels = 63  # 5 cm of black square and a quiet zone around it
    for corner, (cx, cy) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        marker = cv2.resize(marker_picture(corner), (pixels, pixels), interpolation=cv2.INTER_AREA)
        x = int(450 + cx * (side / 2 - 3.5) * scale - pixels / 2)
        y = int(450 + cy * (side / 2 - 3.5) * scale - pixels / 2)
        x, y = min(max(x, 0), 900 - pixels), min(max(y, 0), 900 - pixels)
        sheet[y : y + pixels, x : x + pixels] = marker[..., None]
    target = np.array([[130, 820], [900, 800], [820, 150], [180, 130]], np.float32)
    outline = np.array([[45, 855], [855, 855], [855, 45], [45, 45]], np.float32)
    picture = cv2.warpPerspective(
        sheet, cv2.getPerspectiveTransform(outline, target), (1000, 900), borderValue=(90, 90, 90)
    )
    frame = find_markers(picture, side)
    assert frame is not None
    assert np.abs(np.asarray(frame.corners) - target).max() < 6
    assert find_markers(np.full((300, 300, 3), 90, np.uint8), side) is None
    covered = picture.copy()
    covered[600:, :500] = 0
    assert find_markers(covered, side) is None
