"""Where the table lies in the picture: four corners, set once, turn pixels into centimetres.

The frame of a table has its origin in the middle of the table, x to the right and y away from the
near seat, z up; lengths are centimetres. The seats sit round it in order of play, anticlockwise
seen from above: near, right, far, left.

The corners come from a person's clicks, from four printed markers (`find_markers`) or from the edge
of the cloth (`find_edge`); whatever they come from, `TableFrame` refuses corners that no camera
over a square table sees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Array
from vision.types import SEATS

Image = NDArray[np.uint8]
MARKER_IDS: Final = (10, 11, 12, 13)
"""Ids of the printed markers: near left, near right, far right, far left corner."""


@dataclass(frozen=True, slots=True)
class FrameSettings:
    """What is taken for a table seen from above. Lengths in centimetres, angles in degrees."""

    sides: tuple[float, float] = (60.0, 130.0)
    """Shortest and longest side of a table; mahjong tables have 80 to 110."""
    least_area: float = 0.06
    """Share of the picture that the table must fill: below, a tile has too few pixels."""
    outside: float = 0.6
    """A corner may lie this far outside the picture, as a share of its longer side."""
    most_tilt: float = 60.0
    """Steepest look from the side; beyond, tiles hide each other."""
    lens: float = 0.95
    """Focal length over the picture's longer side where the picture does not tell: phones and Pi
    cameras have 0.7 to 1.2; wrong by 0.25 it moves a tile by at most 3 mm."""
    lens_slant: float = 0.05
    """How much nearer one edge of the table is than its middle, as a share, where what the picture
    tells of the lens and the usual one count alike; at twice that the picture counts 16 to 1."""
    tile_top: float = 2.0
    """Height of a lying tile's face above the cloth."""
    marker_side: float = 5.0
    """Side of a printed marker's black square ..."""
    marker_inset: float = 3.5
    """... and the distance of its middle from both edges of the table."""
    edge_fill: float = 0.93
    """Share of the found outline that must be inside four straight edges, to be a table."""


class FrameError(ValueError):
    """Corners that no camera over a square table sees; `key` and `params` for translation."""

    key = "table_frame"

    def __init__(self, reason: str, message: str, **params: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.params: Mapping[str, object] = {"reason": reason, **params}


@dataclass(frozen=True, slots=True)
class TableFrame:
    """The table in a picture.

    Args:
        corners: pixels of the full picture, in the order near left, near right, far right, far left
            as the near seat sees them.
        side: of the square table, cm.
        size: (width, height) of the picture, pixels.
        settings: bounds.

    Raises:
        FrameError: `reason` is one of ``number``, ``side``, ``outside``, ``crossed``, ``mirrored``,
            ``small``, ``steep``.
    """

    corners: tuple[tuple[float, float], ...]
    side: float
    size: tuple[int, int]
    settings: FrameSettings = FrameSettings()
    _camera: Array = field(init=False, repr=False, compare=False)  # (3, 4) cm to pixels

    def __post_init__(self) -> None:
        s = self.settings
        if len(self.corners) != 4 or not np.isfinite(np.asarray(self.corners, float)).all():
            raise FrameError("number", "a table has four corners, each with x and y in pixels")
        object.__setattr__(self, "corners", tuple((float(x), float(y)) for x, y in self.corners))
        if not s.sides[0] <= self.side <= s.sides[1]:
            raise FrameError(
                "side",
                f"a table's side is {s.sides[0]:.0f} to {s.sides[1]:.0f} cm, not {self.side:g}",
                side=self.side,
            )
        q = np.asarray(self.corners)
        width, height = self.size
        room = s.outside * max(width, height)
        if ((q < -room) | (q > np.array([width, height]) + room)).any():
            raise FrameError("outside", "a corner lies far outside the picture: set it again")
        edge = np.roll(q, -1, axis=0) - q
        following = np.roll(edge, -1, axis=0)
        bend = edge[:, 0] * following[:, 1] - edge[:, 1] * following[:, 0]
        if (bend > 0).all():
            raise FrameError(
                "mirrored", "the corners run the wrong way round: begin near left, then near right"
            )
        if not (bend < 0).all():
            raise FrameError("crossed", "the four corners do not make a table: set them again")
        area = abs(
            float(np.dot(q[:, 0], np.roll(q[:, 1], -1)) - np.dot(q[:, 1], np.roll(q[:, 0], -1)))
        )
        if area / 2 < s.least_area * width * height:
            raise FrameError(
                "small", "the table is too small in the picture: move the camera closer"
            )
        camera, tilt = _camera(q, self.side, self.size, s)
        if tilt > s.most_tilt:
            raise FrameError(
                "steep",
                f"the camera would look from {tilt:.0f} degrees aside: check the corners",
                tilt=round(tilt),
            )
        object.__setattr__(self, "_camera", camera)

    def to_table(self, points: Array, z: float = 0.0) -> Array:
        """Pixels of shape (..., 2) to (x, y) in cm at the height z, same shape."""
        camera = self._camera
        plane = np.column_stack([camera[:, 0], camera[:, 1], camera[:, 3] + z * camera[:, 2]])
        pixels = np.asarray(points, dtype=np.float64)
        ahead = np.concatenate([pixels, np.ones((*pixels.shape[:-1], 1))], axis=-1)
        place = ahead @ np.linalg.inv(plane).T
        return np.asarray(place[..., :2] / place[..., 2:])

    def to_picture(self, points: Array, z: float = 0.0) -> Array:
        """(x, y) in cm at the height z, shape (..., 2), to pixels."""
        place = np.asarray(points, dtype=np.float64)
        rest = np.broadcast_to([z, 1.0], (*place.shape[:-1], 2))
        seen = np.concatenate([place, rest], axis=-1) @ self._camera.T
        return np.asarray(seen[..., :2] / seen[..., 2:])

    @property
    def tile_pixels(self) -> float:
        """Width of a tile of 2.6 cm in the middle of the table, pixels of this picture."""
        ends = self.to_picture(np.array([[-1.3, 0.0], [1.3, 0.0]]), self.settings.tile_top)
        return float(np.linalg.norm(ends[1] - ends[0]))

    def to_dict(self) -> dict[str, Any]:
        """For a settings file."""
        return {
            "corners": [list(c) for c in self.corners],
            "side": self.side,
            "size": list(self.size),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TableFrame:
        """The reverse of `to_dict`. Raises FrameError also for a record of another form."""
        try:
            corners = tuple((float(x), float(y)) for x, y in data["corners"])
            width, height = (int(n) for n in data["size"])
            side = float(data["side"])
        except (KeyError, TypeError, ValueError) as problem:
            raise FrameError("number", f"not a table's corners: {problem}") from problem
        return cls(corners, side, (width, height))


def _camera(
    corners: Array, side: float, size: tuple[int, int], s: FrameSettings
) -> tuple[Array, float]:
    """The camera that sees a square with these corners, and its tilt from straight down (degrees).

    The focal length is what makes the square's two directions square to each other. The nearer to
    straight above the table is seen the less that says, and the more a usual lens is assumed.
    """
    half = side / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    middle = np.array(size, dtype=np.float64) / 2
    long = float(max(size))
    h = cv2.getPerspectiveTransform(
        square.astype(np.float32), ((corners - middle) / long).astype(np.float32)
    ).astype(np.float64)
    a, b = h[:, 0], h[:, 1]
    focal = s.lens
    # a.T w b = 0 and a.T w a = b.T w b, with w = diag(1/f2, 1/f2, 1): two estimates of 1/f2.
    lines = np.array(
        [
            [a[0] * b[0] + a[1] * b[1], a[2] * b[2]],
            [a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2, a[2] ** 2 - b[2] ** 2],
        ]
    )
    usual = (s.lens_slant / half) ** 4
    told = float(lines[:, 1] @ lines[:, 1]) + usual
    squared = (usual * s.lens**2 - float(lines[:, 0] @ lines[:, 1])) / told
    if 0.35**2 < squared < 3.0**2:
        focal = math.sqrt(squared)
    inverse = np.diag([1 / focal, 1 / focal, 1.0])
    ra, rb = inverse @ a, inverse @ b
    scale = math.sqrt(float(np.linalg.norm(ra)) * float(np.linalg.norm(rb)))
    ra, rb = ra / scale, rb / scale
    up = np.cross(ra, rb)
    # Pixels grow downwards: the table's own up points at the camera.
    camera = np.column_stack([ra, rb, up, inverse @ h[:, 2] / scale])
    tilt = math.degrees(math.acos(min(1.0, abs(float(up[2])) / float(np.linalg.norm(up)))))
    lens_matrix = np.array(
        [[focal * long, 0, middle[0]], [0, focal * long, middle[1]], [0, 0, 1.0]]
    )
    return lens_matrix @ camera, tilt


_TURNS: Final = np.array(
    [[[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]], [[0, 1], [-1, 0]]], dtype=np.float64
)
"""Row vectors times the matrix of a seat are as that seat sees them."""


def in_seat(points: Array, seat: int) -> Array:
    """Table points (..., 2) as the seat sees them: x to its right, y away from it."""
    return np.asarray(points @ _TURNS[seat % len(SEATS)])


def from_seat(points: Array, seat: int) -> Array:
    """The reverse of `in_seat`."""
    return in_seat(points, -seat)


# --- finding the corners -------------------------------------------------------------------------


def _dictionary() -> Any:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def marker_picture(corner: int, pixels: int = 400) -> Image:
    """One of the four markers to print (0 near left, 1 near right, 2 far right, 3 far left)."""
    inner = cv2.aruco.generateImageMarker(_dictionary(), MARKER_IDS[corner], pixels)
    quiet = pixels // 6
    bordered = cv2.copyMakeBorder(
        inner, quiet, quiet, quiet, quiet, cv2.BORDER_CONSTANT, value=(255.0,)
    )
    return np.asarray(bordered, dtype=np.uint8)


def find_markers(
    image: Image, side: float, settings: FrameSettings | None = None
) -> TableFrame | None:
    """The table by its four printed markers; None unless all four are seen.

    Raises:
        FrameError: they are seen, but no square table has them in its corners.
    """
    s = settings or FrameSettings()
    found, ids, _ = cv2.aruco.ArucoDetector(_dictionary()).detectMarkers(image)
    if ids is None:
        return None
    middle = {
        int(i): np.mean(c.reshape(4, 2), axis=0) for i, c in zip(ids.ravel(), found, strict=True)
    }
    if any(i not in middle for i in MARKER_IDS):
        return None
    inner = np.array([middle[i] for i in MARKER_IDS], dtype=np.float32)
    half = side / 2
    near = half - s.marker_inset
    places = np.array([[-near, -near], [near, -near], [near, near], [-near, near]], np.float32)
    outer = np.array([[[-half, -half], [half, -half], [half, half], [-half, half]]], np.float32)
    corners = cv2.perspectiveTransform(outer, cv2.getPerspectiveTransform(places, inner))[0]
    height, width = image.shape[:2]
    return TableFrame(tuple((float(x), float(y)) for x, y in corners), side, (width, height), s)


def find_edge(
    image: Image, side: float, settings: FrameSettings | None = None
) -> TableFrame | None:
    """The table by the edge of its cloth; None when no clear square of one colour is seen.

    The near seat is taken to be at the bottom of the picture. Light and shadow on the cloth matter
    little: colours are compared by hue and strength first.
    """
    s = settings or FrameSettings()
    height, width = image.shape[:2]
    scale = 320 / max(height, width)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 0] *= 0.35  # lightness changes across a cloth, colour does not
    flat = lab.reshape(-1, 3)
    cv2.setRNGSeed(7)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 1.0)
    start = np.zeros((len(flat), 1), dtype=np.int32)
    best: tuple[float, Array] | None = None
    for colours in (3, 5):
        _, labels, _ = cv2.kmeans(flat, colours, start, stop, 2, cv2.KMEANS_PP_CENTERS)
        for k in range(colours):
            mask = (labels.reshape(small.shape[:2]) == k).astype(np.uint8)
            quad = _outline(mask, s)
            if quad is None:
                continue
            covered = float(cv2.contourArea(quad.astype(np.float32)))
            if best is None or covered > best[0]:
                best = (covered, quad)
    if best is None:
        return None
    quad = best[1] / scale
    # Begin at the lower left, then anticlockwise as one sees it.
    middle = quad.mean(axis=0)
    turn = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    ring = quad[np.argsort(-turn)]
    first = int(np.argmin(ring[:, 0] - ring[:, 1]))
    ring = np.roll(ring, -first, axis=0)
    try:
        return TableFrame(tuple((float(x), float(y)) for x, y in ring), side, (width, height), s)
    except FrameError:
        return None


def _outline(patch: Image, s: FrameSettings) -> Array | None:
    """Four corners of the largest patch of a colour, if it is bounded by four straight edges."""
    opened = cv2.morphologyEx(patch, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    # Tiles lie along the edges too: bridge the gaps they leave in the cloth.
    mask = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    hull = cv2.convexHull(max(outlines, key=cv2.contourArea))
    area = float(cv2.contourArea(hull))
    rows, columns = mask.shape
    if area < s.least_area * rows * columns:
        return None
    # A patch that runs out of the picture is no whole table.
    x, y, w, h = cv2.boundingRect(hull)
    if sum((x <= 1, y <= 1, x + w >= columns - 1, y + h >= rows - 1)) > 1:
        return None
    for share in np.arange(0.01, 0.12, 0.005):
        quad = cv2.approxPolyDP(hull, float(share) * cv2.arcLength(hull, True), True)
        if len(quad) == 4:
            square = quad.reshape(4, 2).astype(np.float64)
            inside = float(cv2.contourArea(quad))
            if min(inside, area) / max(inside, area) < s.edge_fill:
                return None
            return square
        if len(quad) < 4:
            break
    return None


def parse_corners(text: str) -> tuple[tuple[float, float], ...]:
    """Read ``120,900 1800,910 1500,200 400,190``: near left, near right, far right, far left.

    Raises:
        FrameError: not four pairs of numbers.
    """
    try:
        pairs: Sequence[tuple[float, float]] = [
            (float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())
        ]
    except ValueError as problem:
        raise FrameError(
            "number",
            "corners are four pairs like 120,900: near left, near right, far right, far left",
        ) from problem
    if len(pairs) != 4:
        raise FrameError("number", f"a table has four corners, not {len(pairs)}")
    return tuple(pairs)
