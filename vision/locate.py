"""Finding tiles: one class, whatever their faces, as oriented boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import cv2
import numpy as np

from vision.crops import Array, Image
from vision.settings import LOCATE, LocateSettings
from vision.types import LocatedTile, as_quad


class Locator(Protocol):
    """Anything that finds tiles in a picture."""

    def locate(self, picture: Image) -> list[LocatedTile]:
        """The tiles in a BGR picture (h, w, 3), in its pixels, surest first."""
        ...


class OnnxLocator:
    """The shipped locator, run by onnxruntime."""

    def __init__(self, session: Any, settings: LocateSettings = LOCATE) -> None:
        self._session = session
        self._settings = settings
        self._input = session.get_inputs()[0].name

    def locate(self, picture: Image) -> list[LocatedTile]:
        """See `Locator.locate`."""
        s = self._settings
        batch, scale = _shrink(picture, s)
        (raw,) = self._session.run(None, {self._input: batch})
        boxes = _boxes(np.asarray(raw[0], dtype=np.float32), s)
        kept = keep_tiles(boxes, s)
        return [
            LocatedTile(as_quad((upright_corners(box) / scale).tolist()), float(box[5]))
            for box in kept
        ]


def _shrink(picture: Image, s: LocateSettings) -> tuple[Array, float]:
    """The picture as a net's input (1, 3, h, w) in 0..1 RGB, padded at right and bottom."""
    height, width = picture.shape[:2]
    scale = s.long_side / max(height, width)
    small_w, small_h = max(round(width * scale), 1), max(round(height * scale), 1)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, (small_w, small_h), interpolation=way)
    padded_w = -(-small_w // s.stride) * s.stride
    padded_h = -(-small_h // s.stride) * s.stride
    canvas = cv2.copyMakeBorder(
        small, 0, padded_h - small_h, 0, padded_w - small_w, cv2.BORDER_REPLICATE
    )
    rgb = canvas[..., ::-1].transpose(2, 0, 1)[None]
    return np.ascontiguousarray(rgb, dtype=np.float32) / np.float32(255), scale


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
