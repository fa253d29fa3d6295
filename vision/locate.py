"""Finding tiles: one class, whatever their faces, as oriented boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from vision.crops import Array, Image, Pyramid
from vision.settings import LOCATE, LocateSettings
from vision.types import LocatedTile, as_quad


class Locator(Protocol):
    """Anything that finds tiles in a picture."""

    def locate(self, picture: Image) -> list[LocatedTile]:
        """The tiles in a BGR picture (h, w, 3), in its pixels, surest first."""
        ...


@dataclass(frozen=True, slots=True)
class View:
    """What the net is shown: `matrix` (2, 3) takes the picture's pixels to the net's; turned by
    `angle` radians and scaled by `scale`; `size` is the net's (width, height)."""

    matrix: Array
    angle: float
    scale: float
    size: tuple[int, int]


class OnnxLocator:
    """The shipped locator, run by onnxruntime.

    It looks at the whole picture, and once more, closer and with the rows level, where the tiles it
    saw lie aslant or are small: boxes are truest when level. Where they stay small even so, as on a
    whole table, it looks at the parts one by one.
    """

    def __init__(self, session: Any, settings: LocateSettings = LOCATE) -> None:
        self._session = session
        self._settings = settings
        self._input = session.get_inputs()[0].name

    def locate(self, picture: Image) -> list[LocatedTile]:
        """See `Locator.locate`."""
        s = self._settings
        pyramid = Pyramid(picture)
        whole = whole_view(picture.shape[1], picture.shape[0], s)
        boxes = self._look(pyramid, whole)
        parts = part_views(boxes, whole, picture.shape[1], picture.shape[0], s)
        closer = None if parts else closer_view(boxes, whole.scale, s)
        if parts:
            boxes = self._look_in(pyramid, parts)
        elif closer is not None:
            found = self._look(pyramid, closer)
            at = boxes[:, :2] @ closer.matrix[:, :2].T + closer.matrix[:, 2]
            outside = ((at < 0) | (at >= np.array(closer.size))).any(axis=1)
            boxes = np.concatenate([found, boxes[outside]])
        return _as_tiles(boxes)

    def locate_in(self, picture: Image, views: Sequence[View]) -> list[LocatedTile]:
        """The tiles in parts of a BGR picture (h, w, 3); what a part's edge cuts is left out."""
        return _as_tiles(self._look_in(Pyramid(picture), views))

    def _look_in(self, pyramid: Pyramid, views: Sequence[View]) -> Array:
        """Boxes (n, 6) of views that may overlap, each tile once."""
        s = self._settings
        seen = [self._look(pyramid, view) for view in views]
        core = [_in_core(found, view, s) for found, view in zip(seen, views, strict=True)]
        looked = [found[keep] for found, keep in zip(seen, core, strict=True)]
        return _overlap_free(np.concatenate(looked), s)

    def _look(self, pyramid: Pyramid, view: View) -> Array:
        """Boxes (n, 6) of one view, in the picture's pixels."""
        s = self._settings
        (raw,) = self._session.run(None, {self._input: _shown(pyramid, view)})
        boxes = keep_tiles(_boxes(np.asarray(raw[0], dtype=np.float32), s), s)
        back = cv2.invertAffineTransform(view.matrix)
        out = boxes.copy()
        out[:, :2] = boxes[:, :2] @ back[:, :2].T + back[:, 2]
        out[:, 2:4] /= view.scale
        out[:, 4] -= view.angle
        return out


def _as_tiles(boxes: Array) -> list[LocatedTile]:
    return [LocatedTile(as_quad(upright_corners(box).tolist()), float(box[5])) for box in boxes]


def whole_view(width: int, height: int, s: LocateSettings = LOCATE) -> View:
    """The whole picture, its longer side `s.long_side`."""
    scale = s.long_side / max(height, width)
    size = (padded(width * scale, s), padded(height * scale, s))
    return View(np.array([[scale, 0, 0], [0, scale, 0]], dtype=np.float32), 0.0, scale, size)


def closer_view(boxes: Array, scale: float, s: LocateSettings = LOCATE) -> View | None:
    """The part of the picture where boxes (n, 6) lie, turned so that their rows are level.

    None where the whole picture, seen at `scale`, shows them as well: rows level enough, and tiles
    large enough or no larger when seen closer.
    """
    if not len(boxes):
        return None
    angle = row_angle(boxes[:, :2], np.sqrt(boxes[:, 2] * boxes[:, 3]), s)
    cos, sin = np.cos(-angle), np.sin(-angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    at = boxes[:, :2] @ turn.T
    long_side = float(np.median(np.maximum(boxes[:, 2], boxes[:, 3])))
    margin = long_side * s.margin
    low, high = at.min(axis=0) - margin, at.max(axis=0) + margin
    width, height = (float(value) for value in high - low)
    near = min(s.long_side / max(width, height), s.large_tile / long_side)
    small = long_side * scale < s.small_tile and near > scale * s.worth
    if not small and abs(angle) < np.radians(s.slanted):
        return None
    matrix = np.concatenate([turn * near, (-low * near)[:, None]], axis=1)
    size = (padded(width * near, s), padded(height * near, s))
    return View(matrix.astype(np.float32), -angle, near, size)


def part_views(
    boxes: Array, whole: View, width: int, height: int, s: LocateSettings = LOCATE
) -> list[View]:
    """Parts of a picture whose tiles are too small even in the closer look; else none.

    The parts overlap by two tiles, are as large as the net is shown, and no more than `s.parts` are
    made: a part more costs as much as the whole picture did.
    """
    if len(boxes) < s.parts_from:
        return []
    long_side = float(np.median(np.maximum(boxes[:, 2], boxes[:, 3])))
    margin = long_side * s.margin
    if long_side * whole.scale < s.tiny_tile:
        low, high = np.zeros(2), np.array([width, height], dtype=np.float64)
    else:
        low = np.maximum(boxes[:, :2].min(axis=0) - margin, 0)
        high = np.minimum(boxes[:, :2].max(axis=0) + margin, [width, height])
    room = high - low
    near = s.long_side / float(room.max())
    if long_side * near >= s.small_tile * s.part_worth or near >= 1:
        return []
    overlap = 2 * long_side
    best: tuple[float, int, int] | None = None
    for across in range(1, s.parts + 1):
        for down in range(1, s.parts // across + 1):
            scale = min(
                s.long_side * across / (room[0] + (across - 1) * overlap),
                s.long_side * down / (room[1] + (down - 1) * overlap),
                s.part_tile / long_side,
                1.0,
            )
            # Of grids that show the tiles as large the one with fewer parts.
            if best is None or scale > best[0] * 1.02:
                best = (scale, across, down)
    assert best is not None
    scale, across, down = best
    if across * down == 1 or scale < near * s.worth:
        return []
    step = room / np.array([across, down])
    views = []
    for j in range(down):
        for i in range(across):
            begin = low + step * np.array([i, j]) - np.array([i > 0, j > 0]) * overlap / 2
            end = low + step * np.array([i + 1, j + 1])
            end = end + np.array([i < across - 1, j < down - 1]) * overlap / 2
            extent = (end - begin) * scale
            size = (padded(float(extent[0]), s), padded(float(extent[1]), s))
            offset = -begin * scale
            matrix = np.array([[scale, 0, offset[0]], [0, scale, offset[1]]], dtype=np.float32)
            views.append(View(matrix, 0.0, float(scale), size))
    return views


def _in_core(boxes: Array, view: View, s: LocateSettings) -> Array:
    """Which boxes (n, 6) are not cut by the part's own edge: a neighbour part sees them whole."""
    if not len(boxes):
        return np.zeros(0, dtype=bool)
    at = boxes[:, :2] @ view.matrix[:, :2].T + view.matrix[:, 2]
    reach = np.maximum(boxes[:, 2], boxes[:, 3]) * view.scale * s.part_edge
    inside = (at >= reach[:, None]) & (at < np.array(view.size) - reach[:, None])
    return np.asarray(inside.all(axis=1) | (boxes[:, 5] >= s.sure))


def row_angle(centres: Array, sides: Array, s: LocateSettings = LOCATE) -> float:
    """The direction (radians, -pi/4..pi/4) of the rows, or of the columns across them.

    `centres` (n, 2) and `sides` (n,) of tiles. Neighbours tell it better than the boxes' own
    angles. 0 where the neighbours do not agree: a heap has no rows.
    """
    delta = centres[None] - centres[:, None]
    distance = np.hypot(delta[..., 0], delta[..., 1])
    np.fill_diagonal(distance, np.inf)
    nearest = distance.min(axis=1, initial=np.inf)
    beside = (distance < nearest[:, None] * 1.15) & (nearest < sides * s.neighbour)[:, None]
    turns = np.exp(4j * np.arctan2(delta[..., 1], delta[..., 0]))[beside]
    if len(turns) < 2 or abs(turns.mean()) < s.agreement:
        return 0.0
    return float(np.angle(turns.mean())) / 4


def padded(length: float, s: LocateSettings = LOCATE) -> int:
    """A length in pixels as the net can take it."""
    return max(-(-round(length) // s.stride) * s.stride, s.stride)


def _shown(pyramid: Pyramid, view: View) -> Array:
    """The picture as the net's input (1, 3, h, w) in 0..1 RGB; beyond its edge the edge repeats.

    Felt that ends at a plain border looks like a tile, so there is no plain border.
    """
    level = 0
    while view.scale * 2**level < 0.5:
        level += 1
    matrix = view.matrix.copy()
    matrix[:, :2] *= 2**level
    small = cv2.warpAffine(pyramid.level(level), matrix, view.size, borderMode=cv2.BORDER_REPLICATE)
    rgb = small[..., ::-1].transpose(2, 0, 1)[None]
    return np.ascontiguousarray(rgb, dtype=np.float32) / np.float32(255)


def _boxes(raw: Array, s: LocateSettings) -> Array:
    """Rows of (x, y, w, h, angle in radians, score) from the net's (6, n) output, surest first."""
    rows = raw.T
    rows = rows[rows[:, 4] >= s.weak]
    rows = rows[np.argsort(-rows[:, 4])][: s.most * 4]
    return np.stack(
        [rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3], rows[:, 5], rows[:, 4]], axis=1
    )


def _overlap_free(boxes: Array, s: LocateSettings) -> Array:
    if not len(boxes):
        return boxes
    rotated = [
        ((float(x), float(y)), (float(w), float(h)), float(np.degrees(a)))
        for x, y, w, h, a, _ in boxes
    ]
    kept = cv2.dnn.NMSBoxesRotated(rotated, boxes[:, 5].tolist(), s.weak, s.overlap)
    return boxes[np.asarray(kept, dtype=np.int64).reshape(-1)][: s.most]


def keep_tiles(boxes: Array, s: LocateSettings = LOCATE) -> Array:
    """Drop doubles and stray weak boxes from rows of (x, y, w, h, angle, score).

    A weak box stays only where it fills the gap between two sure ones of a row, for that is what a
    worn or glaring tile looks like. Alone it is a shadow, and at the end of a row it is the felt
    between the last tile and the edge of the photo.
    """
    boxes = _overlap_free(boxes, s)
    if not len(boxes):
        return boxes
    sure = [box for box in boxes if box[5] >= s.sure]
    weak = [box for box in boxes if box[5] < s.sure]
    filling = [box for box in weak if {_side(box, other, s) for other in sure} >= {-1, 1}]
    return np.stack(sure + filling) if sure else boxes[:0]


def _side(box: Array, other: Array, s: LocateSettings) -> int:
    """-1 or 1 where `box` lies left or right of `other` as its neighbour in a row would; else 0."""
    area, its = box[2] * box[3], other[2] * other[3]
    if max(area, its) > s.size_ratio * min(area, its):
        return 0
    corners = upright_corners(other)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    step = np.array([box[0] - other[0], box[1] - other[1]])
    along = float(step @ across) / width
    aside = abs(float(step @ down)) / height
    low, high = s.pitch
    beside = low * width <= abs(along) <= high * width and aside <= s.aside * height
    return int(np.sign(along)) if beside else 0


def upright_corners(box: Sequence[float] | Array) -> Array:
    """Corners (4, 2) of an (x, y, w, h, angle) box, clockwise, short side first.

    Corner 0 is the top left as the box lies in the picture, turned by less than a quarter; which
    end of the tile is really up is for the namer to say.
    """
    x, y, w, h, angle = (float(value) for value in box[:5])
    if w > h:
        w, h, angle = h, w, angle + np.pi / 2
    # The two ways up of a portrait box: take the one whose down axis points down the picture.
    angle = (angle + np.pi / 2) % np.pi - np.pi / 2
    across = np.array([np.cos(angle), np.sin(angle)]) * w / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * h / 2
    middle = np.array([x, y])
    return np.asarray(
        [
            middle - across - down,
            middle + across - down,
            middle + across + down,
            middle - across + down,
        ],
        dtype=np.float32,
    )
