"""Looking at a part of the table: views for the locator, faces named, tiles known by their look."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Image, Pyramid
from vision.faces import Namer, name_tiles
from vision.frame import TableFrame
from vision.locate import View, padded
from vision.registered import sharpness
from vision.settings import NAME
from vision.types import BACK, FACE_CODES, LocatedTile, Quad, ReadTile, as_quad
from vision.watch.settings import LookSettings

Array = NDArray[np.float64]
Area = tuple[float, float, float, float]
"""A part of the table, cm: left, near, right, far."""

_INDEX: Final = {face: i for i, face in enumerate(FACE_CODES)}


class LocatesParts(Protocol):
    """Anything that finds tiles in a picture and in parts of it."""

    def locate(self, picture: Image) -> list[LocatedTile]:
        """See `vision.locate.Locator.locate`."""
        ...

    def locate_in(self, picture: Image, views: Sequence[View]) -> list[LocatedTile]:
        """See `vision.locate.OnnxLocator.locate_in`."""
        ...


def views_over(area: Area, frame: TableFrame, s: LookSettings) -> list[View]:
    """What the locator is shown of a part of the table: level with the table's edges, in one scale.

    A part too large for one view is shown in several that overlap by two tiles.
    """
    left, near, right, far = area
    corners = np.array([[left, near], [right, near], [right, far], [left, far]])
    top = frame.settings.tile_top
    seen = frame.to_picture(corners, top)
    middle = np.array([(left + right) / 2, (near + far) / 2])
    ends = frame.to_picture(middle + np.array([[0, 0], [1.0, 0], [0, 1.0]]), top)
    along, up = ends[1] - ends[0], ends[2] - ends[0]
    angle = math.atan2(along[1], along[0])
    angle -= round(angle / (math.pi / 2)) * math.pi / 2
    long_side = s.tile_long * math.sqrt(abs(float(along[0] * up[1] - along[1] * up[0])))
    scale = min(s.tile / max(long_side, 1e-6), s.enlarge)
    cos, sin = math.cos(-angle), math.sin(-angle)
    turn = np.array([[cos, -sin], [sin, cos]])
    level = seen @ turn.T
    low, high = level.min(axis=0), level.max(axis=0)
    overlap = 2 * long_side
    room = (high - low) * scale
    parts = [max(math.ceil((length - overlap * scale) / (s.view - overlap * scale)), 1)
             for length in room]  # fmt: skip
    step = (high - low - overlap) / np.array(parts)
    views = []
    for j in range(parts[1]):
        for i in range(parts[0]):
            begin = low + step * np.array([i, j])
            extent = (step + overlap) * scale
            matrix = np.column_stack([turn * scale, -begin * scale]).astype(np.float32)
            size = (padded(float(extent[0])), padded(float(extent[1])))
            views.append(View(matrix, -angle, scale, size))
    return views


@dataclass(frozen=True, slots=True)
class Look:
    """One look at one face."""

    chances: Array
    """Probability of each of `FACE_CODES` (43,)."""
    weight: float
    """0..1, how sharp and free of glare the face was."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A face's picture (side, side, 3), small, by which it is known again; and its mean colour."""

    shown: NDArray[np.float32]
    colour: Array


def thumb_of(pyramid: Pyramid, quad: Quad, s: LookSettings) -> Thumb:
    """The thumbnail of the face in the quad, as a square whose top left is its first corner."""
    cut = pyramid.cut(np.asarray(quad, dtype=np.float32), s.thumb, s.inner)
    shown = cv2.GaussianBlur(cut, (0, 0), s.soft).astype(np.float32)
    return Thumb(shown, shown.mean(axis=(0, 1)).astype(float))


def likeness(a: Thumb, b: Thumb, s: LookSettings) -> float:
    """-1..1, how alike two faces look in the quarter in which they differ most, whatever the light.

    All characters of a suit share one half. Quarters that are plain in both are alike.
    """
    off = s.off
    inner = np.ascontiguousarray(b.shown[off:-off, off:-off])
    scores = cv2.matchTemplate(a.shown, inner, cv2.TM_CCOEFF_NORMED)
    _, _, _, (x, y) = cv2.minMaxLoc(scores)  # found again, a tile is cut a little off
    side, half = len(inner), len(inner) // 2
    own = a.shown[y : y + side, x : x + side]
    own = own * (float(inner.mean()) / max(float(own.mean()), 1.0))
    return min(
        _alike(own[rows, columns], inner[rows, columns], s)
        for rows in (slice(half), slice(half, side))
        for columns in (slice(half), slice(half, side))
    )


def _alike(a: NDArray[np.float32], b: NDArray[np.float32], s: LookSettings) -> float:
    mean_a, mean_b = a.mean(axis=(0, 1)), b.mean(axis=(0, 1))
    if float(np.abs(mean_a - mean_b).max()) > s.tone:
        return 0.0
    a, b = a - mean_a, b - mean_b
    long_a, long_b = float(np.linalg.norm(a)), float(np.linalg.norm(b))
    if max(long_a, long_b) < s.plain * math.sqrt(a.size):
        return 1.0
    return float(np.vdot(a, b)) / max(long_a * long_b, 1e-6)


def other_colour(a: Thumb, b: Thumb, s: LookSettings) -> bool:
    """Whether two thumbnails differ in colour or brightness by more than light does."""
    light = a.colour.sum() / max(float(b.colour.sum()), 1.0)
    tint = a.colour / max(float(a.colour.sum()), 1.0) - b.colour / max(float(b.colour.sum()), 1.0)
    return not 1 / s.light < light < s.light or float(np.abs(tint).max()) > s.tint


def name_faces(
    image: Image,
    located: Sequence[LocatedTile],
    known: Sequence[ReadTile],
    namer: Namer,
    s: LookSettings,
) -> list[tuple[ReadTile, Look]]:
    """Name located tiles; what the namer calls no tile is left out.

    `known` are tiles named before: the nearest are named along with a blank tile, which cannot be
    told from a back otherwise. The tiles come back with the top left first.
    """
    if not located:
        return []
    named = name_tiles(image, located, namer)
    blank = [t for t in named if t.face == BACK or t.face == "P"]
    sure = [t for t in known if t.face not in (BACK, "P") and not t.doubtful]
    alone = len(named) - len(blank) < s.context
    if blank and sure and alone:
        middle = np.mean([_middle(t.quad) for t in blank], axis=0)
        sure.sort(key=lambda t: float(np.linalg.norm(_middle(t.quad) - middle)))
        along = [LocatedTile(t.quad, 1.0) for t in sure[: s.context]]
        theirs = {_key(t.quad) for t in along}
        both = name_tiles(image, [*located, *along], namer)
        named = [t for t in both if _key(t.quad) not in theirs]
    pyramid = Pyramid(image)
    return [(tile, Look(_chances(tile), _weight(pyramid, tile, s))) for tile in named]


def _chances(tile: ReadTile) -> Array:
    """All probabilities again, of which a `ReadTile` keeps the first few."""
    out = np.zeros(len(FACE_CODES))
    out[_INDEX[tile.face]] = tile.confidence
    for face, chance in tile.alternatives:
        out[_INDEX[face]] = chance
    rest = out == 0
    out[rest] = max(1.0 - float(out.sum()), 0.0) / max(int(rest.sum()), 1)
    return out


def _weight(pyramid: Pyramid, tile: ReadTile, s: LookSettings) -> float:
    crop = pyramid.cut(np.asarray(tile.quad, dtype=np.float32), NAME.crop, NAME.enlarge)
    bright = float((crop.min(axis=2) >= s.glare).mean())
    sharp = min(sharpness(crop) / s.sharp, 1.0)
    return max(sharp * (1 - bright), s.least_weight)


def as_top(tile: ReadTile, look: Look, s: LookSettings) -> tuple[ReadTile, Look]:
    """The same tile as one that stands: its face does not show, whatever it was named."""
    chances = look.chances * (1 - s.top)
    chances[_INDEX[BACK]] += s.top
    confidence = min(float(chances[_INDEX[BACK]]), 1.0)
    return ReadTile(BACK, confidence, tile.quad), Look(chances, look.weight)


def fused(looks: Sequence[Look], least: float) -> Array:
    """Probabilities (43,) from several looks: the mean of their logarithms, by weight.

    The mean, not the sum: looks at a tile that lies still share their light and their angle.
    """
    logs = np.log(np.maximum(np.stack([look.chances for look in looks]), least))
    weights = np.array([look.weight for look in looks])
    mean = weights @ logs / weights.sum()
    chances = np.exp(mean - mean.max())
    return np.asarray(chances / chances.sum())


def quad_on_table(quad: Quad, frame: TableFrame) -> tuple[float, float, float, float, float]:
    """x, y, turn (degrees anticlockwise), width and height (cm) of a quad of the picture."""
    corners = frame.to_table(np.asarray(quad), frame.settings.tile_top)
    x, y = corners.mean(axis=0)
    right = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    up = (corners[0] + corners[1] - corners[2] - corners[3]) / 2
    turn = math.atan2(right[1] - up[0], right[0] + up[1])  # both of its directions speak
    return (
        float(x),
        float(y),
        math.degrees(turn),
        float(np.linalg.norm(right)),
        float(np.linalg.norm(up)),
    )


def quad_in_picture(
    x: float, y: float, turn: float, wide: float, high: float, frame: TableFrame
) -> Quad:
    """The reverse of `quad_on_table`."""
    a = math.radians(turn)
    right = np.array([math.cos(a), math.sin(a)]) * wide / 2
    up = np.array([-math.sin(a), math.cos(a)]) * high / 2
    middle = np.array([x, y])
    corners = np.array(
        [middle - right + up, middle + right + up, middle + right - up, middle - right - up]
    )
    return as_quad(frame.to_picture(corners, frame.settings.tile_top).tolist())


def _middle(quad: Quad) -> Array:
    return np.asarray(np.mean(quad, axis=0))


def _key(quad: Quad) -> tuple[int, int]:
    x, y = _middle(quad)
    return round(x * 8), round(y * 8)
