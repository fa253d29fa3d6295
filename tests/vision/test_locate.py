import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.locate import (
    OnnxLocator,
    closer_view,
    keep_tiles,
    part_views,
    row_angle,
    upright_corners,
    whole_view,
)
from vision.settings import LOCATE


def row(*scores: float, pitch: float = 20.0, angle: float = 0.0) -> np.ndarray:
    """Boxes of 20 x 27 side by side along `angle`, with these scores."""
    step = np.array([np.cos(angle), np.sin(angle)]) * pitch
    return np.array(
        [(100 + i * step[0], 100 + i * step[1], 20, 27, angle, s) for i, s in enumerate(scores)],
        dtype=np.float32,
    )


def test_sure_boxes_stay() -> None:
    assert len(keep_tiles(row(0.9, 0.8, 0.7))) == 3


def test_no_boxes() -> None:
    assert len(keep_tiles(np.zeros((0, 6), dtype=np.float32))) == 0


def test_only_weak_boxes_are_nothing() -> None:
    assert len(keep_tiles(row(0.3, 0.3))) == 0


@pytest.mark.parametrize("angle", [0.0, 0.5, 2.0, -1.2])
def test_weak_box_in_a_row_stays(angle: float) -> None:
    assert len(keep_tiles(row(0.9, 0.3, 0.9, angle=angle))) == 3


def test_weak_box_at_the_end_of_a_row_goes() -> None:
    assert len(keep_tiles(row(0.9, 0.9, 0.3, angle=0.5))) == 2


def test_weak_box_far_away_goes() -> None:
    assert len(keep_tiles(row(0.9, 0.3, 0.9, pitch=60))) == 2


def test_weak_box_above_a_row_goes() -> None:
    boxes = np.concatenate([row(0.9, 0.9), [[100, 130, 20, 27, 0, 0.3]]]).astype(np.float32)
    assert len(keep_tiles(boxes)) == 2


def test_weak_box_of_another_size_goes() -> None:
    boxes = np.concatenate([row(0.9, 0.9), [[140, 100, 34, 44, 0, 0.3]]]).astype(np.float32)
    assert len(keep_tiles(boxes)) == 2


def test_doubles_are_one_tile() -> None:
    boxes = np.concatenate([row(0.9), row(0.8) + np.array([2, 2, 0, 0, 0.1, 0])]).astype(np.float32)
    kept = keep_tiles(boxes)
    assert len(kept) == 1
    assert kept[0][5] == pytest.approx(0.9)


@given(st.floats(-10, 10), st.sampled_from([(20.0, 27.0), (27.0, 20.0)]), st.floats(50, 500))
def test_corners_run_clockwise_from_a_top_left(angle: float, sides: tuple, x: float) -> None:
    a, b, c, d = upright_corners([x, 60, *sides, angle])
    across, down = b - a, d - a
    assert np.linalg.norm(across) == pytest.approx(20, abs=1e-2)
    assert np.linalg.norm(down) == pytest.approx(27, abs=1e-2)
    assert across[0] * down[1] - across[1] * down[0] > 0  # clockwise, y down
    assert across[0] > -1e-3  # turned by less than a quarter
    assert (a + c) / 2 == pytest.approx([x, 60], abs=1e-3)
    assert (b + d) / 2 == pytest.approx([x, 60], abs=1e-3)


class Session:
    """Stands in for onnxruntime: answers with fixed boxes and keeps what it was given."""

    def __init__(self, raw: np.ndarray) -> None:
        self.raw = raw
        self.given: np.ndarray | None = None

    def get_inputs(self) -> list:
        return [type("Input", (), {"name": "images"})()]

    def run(self, _: None, feed: dict) -> tuple:
        self.given = feed["images"]
        return (self.raw,)


@pytest.mark.parametrize(
    ("shape", "net"),
    [
        ((3000, 4000), (480, 640)),
        ((4000, 3000), (640, 480)),
        ((640, 640), (640, 640)),
        ((333, 500), (448, 640)),
        ((100, 2000), (32, 640)),
    ],
)
def test_pictures_of_any_shape_fit_the_net(shape: tuple, net: tuple) -> None:
    # one box in the middle of the shrunken picture
    scale = LOCATE.long_side / max(shape)
    x, y = shape[1] * scale / 2, shape[0] * scale / 2
    session = Session(np.array([[[x], [y], [30], [40], [0.9], [0.0]]], dtype=np.float32))
    (tile,) = OnnxLocator(session).locate(np.zeros((*shape, 3), dtype=np.uint8))
    assert session.given is not None
    assert session.given.shape == (1, 3, *net)
    middle = np.array(tile.quad).mean(axis=0)
    assert middle == pytest.approx([shape[1] / 2, shape[0] / 2], abs=0.5)
    assert tile.score == pytest.approx(0.9)


def test_colours_reach_the_net_as_rgb() -> None:
    session = Session(np.zeros((1, 6, 1), dtype=np.float32))
    blue = np.zeros((64, 64, 3), dtype=np.uint8)
    blue[..., 0] = 255
    assert OnnxLocator(session).locate(blue) == []
    assert session.given is not None
    assert session.given[0, :, 300, 300].tolist() == [0.0, 0.0, 1.0]


@pytest.mark.parametrize("degrees", [-44, -30, -12, 0, 12, 33, 44])
def test_row_angle_is_what_the_neighbours_say(degrees: int) -> None:
    boxes = row(*[0.9] * 6, angle=np.radians(degrees))
    told = np.degrees(row_angle(boxes[:, :2], np.full(6, 23.0)))
    assert told == pytest.approx(degrees, abs=0.5)


def test_a_heap_has_no_row_angle() -> None:
    centres = np.random.default_rng(1).uniform(0, 120, (20, 2)).astype(np.float32)
    assert row_angle(centres, np.full(20, 23.0)) == 0.0
    assert row_angle(centres[:1], np.full(1, 23.0)) == 0.0


def test_no_closer_look_at_level_tiles_of_good_size() -> None:
    boxes = row(*[0.9] * 6) * [2, 2, 2, 2, 1, 1]
    assert closer_view(boxes, 1.0) is None
    assert closer_view(boxes[:0], 1.0) is None


def test_a_closer_look_is_level_and_holds_every_tile() -> None:
    boxes = row(*[0.9] * 9, angle=0.6) * [2, 2, 2, 2, 1, 1]
    view = closer_view(boxes, 1.0)
    assert view is not None
    at = boxes[:, :2] @ view.matrix[:, :2].T + view.matrix[:, 2]
    assert np.ptp(at[:, 1]) < 1  # one level line
    assert at.min() > 0
    assert (at < np.array(view.size)).all()


def test_a_closer_look_at_small_tiles() -> None:
    boxes = row(*[0.9] * 6) * [4, 4, 4, 4, 1, 1]  # 108 px long in the photo, 17 in the net's view
    view = closer_view(boxes, 0.16)
    assert view is not None
    assert view.angle == pytest.approx(0)
    assert 108 * view.scale > 1.3 * 17


def test_what_a_closer_look_finds_comes_back_in_the_photos_pixels() -> None:
    """The fake net answers each look with the same row, as it would lie in that look."""
    truth = row(*[0.9] * 6, angle=0.6) * [2, 2, 2, 2, 1, 1]

    class Looks(Session):
        def run(self, _: None, feed: dict) -> tuple:
            first = self.given is None
            self.given = feed["images"]
            view = None if first else closer_view(truth, 1.0)
            seen = truth.copy()
            if view is not None:
                seen[:, :2] = truth[:, :2] @ view.matrix[:, :2].T + view.matrix[:, 2]
                seen[:, 2:4] *= view.scale
                seen[:, 4] += view.angle
            return (seen[:, [0, 1, 2, 3, 5, 4]].T[None],)

    tiles = OnnxLocator(Looks(np.zeros(0))).locate(np.zeros((640, 640, 3), dtype=np.uint8))
    assert len(tiles) == 6
    middles = sorted(np.mean(tile.quad, axis=0).tolist() for tile in tiles)
    assert np.array(middles) == pytest.approx(truth[:, :2], abs=0.1)
    across = np.array(tiles[0].quad[1]) - np.array(tiles[0].quad[0])
    assert np.arctan2(across[1], across[0]) == pytest.approx(0.6, abs=0.01)


def _table(count: int = 9, pitch: float = 260.0) -> np.ndarray:
    """Tiles of 32 x 44 pixels all over a picture of 2592 x 1944: 11 pixels long in the net's."""
    places = [(150 + pitch * i, 130 + pitch * j) for j in range(7) for i in range(count)]
    return np.array([(x, y, 32, 44, 0, 0.9) for x, y in places], dtype=np.float32)


def test_a_whole_table_is_looked_at_in_parts() -> None:
    boxes = _table()
    whole = whole_view(2592, 1944)
    views = part_views(boxes, whole, 2592, 1944)
    assert 2 <= len(views) <= LOCATE.parts
    for view in views:
        assert view.scale > whole.scale * LOCATE.worth
        assert max(view.size) <= LOCATE.long_side + LOCATE.stride
    # Every tile lies whole in at least one part.
    half = 22 * views[0].scale
    at = [boxes[:, :2] @ v.matrix[:, :2].T + v.matrix[:, 2] for v in views]
    inside = [
        ((a > half) & (a < np.array(v.size) - half)).all(axis=1)
        for a, v in zip(at, views, strict=True)
    ]
    assert np.any(inside, axis=0).all()


def test_parts_only_where_tiles_stay_small() -> None:
    whole = whole_view(2592, 1944)
    assert part_views(_table()[:3], whole, 2592, 1944) == []  # not a table
    near = _table() * np.array([1, 1, 4, 4, 1, 1], dtype=np.float32)
    assert part_views(near, whole, 2592, 1944) == []  # large enough as they are
    small = whole_view(640, 480)
    tiny = _table() * np.array([0.24, 0.24, 0.3, 0.3, 1, 1], dtype=np.float32)
    assert part_views(tiny, small, 640, 480) == []  # the picture has no more to show
    row_only = _table()[:9]  # a closer look at one row shows it well
    corner = row_only * np.array([0.1, 0.1, 1, 1, 1, 1], dtype=np.float32)
    assert part_views(corner, whole, 2592, 1944) == [] or closer_view(corner, whole.scale)


def test_a_tile_in_two_parts_is_one_tile_in_the_photos_pixels() -> None:
    truth = _table()

    class Looks(Session):
        """Answers each look with the tiles that lie in it."""

        looks = 0

        def run(self, _: None, feed: dict) -> tuple:
            views = [whole_view(2592, 1944)]
            views += part_views(truth, views[0], 2592, 1944)
            view = views[self.looks]
            self.looks += 1
            seen = truth.copy()
            seen[:, :2] = truth[:, :2] @ view.matrix[:, :2].T + view.matrix[:, 2]
            seen[:, 2:4] *= view.scale
            inside = ((seen[:, :2] > 0) & (seen[:, :2] < np.array(view.size))).all(axis=1)
            return (seen[inside][:, [0, 1, 2, 3, 5, 4]].T[None],)

    session = Looks(np.zeros(0))
    tiles = OnnxLocator(session).locate(np.zeros((1944, 2592, 3), dtype=np.uint8))
    assert session.looks > 2
    assert len(tiles) == len(truth)
    found = np.sort(np.array([np.mean(t.quad, axis=0) for t in tiles]), axis=0)
    assert found == pytest.approx(np.sort(truth[:, :2], axis=0), abs=0.5)
