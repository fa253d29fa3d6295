"""The hands that stand on their long edge before the seats, seen from above as narrow strips.

No locator finds them: a top shows no face and is as narrow as a tile is thick. But a hand is a
straight strip of something that is not cloth, near and square to a seat's edge, whose length tells
how many tiles stand there. Each seat's strip of the table is looked at as from straight above, at
the height of standing tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Image
from vision.frame import TableFrame, from_seat, in_seat
from vision.types import SEATS
from vision.watch.settings import STANDING, StandingSettings
from vision.watch.types import LyingTile

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Strip:
    """A straight run of standing tiles, as its seat sees it: cm from the middle, left to right."""

    seat: int
    left: float
    right: float
    depth: float
    """Of the middle of its tops from the seat's edge, cm."""
    count: int
    """Tiles in it."""
    doubt: float
    """How far its length is from a whole number of tiles, 0 to 0.5."""

    def places(self) -> list[tuple[float, float]]:
        """The middle of each top from left to right: x and depth."""
        each = (self.right - self.left) / self.count
        return [(self.left + (k + 0.5) * each, self.depth) for k in range(self.count)]


class Standing:
    """Finds the strips of one table.

    Args:
        frame: where the table lies in the pictures.
        settings: lengths and thresholds.
    """

    def __init__(self, frame: TableFrame, settings: StandingSettings = STANDING) -> None:
        self._s = settings
        self._frame = frame
        half = frame.side / 2
        s = settings
        self._columns = round(frame.side * s.per_cm)
        self._rows = round(s.reach * s.per_cm)
        self._maps = []
        self._inside = []
        ground = frame.to_picture(
            np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        )
        for seat in range(len(SEATS)):
            xs = (np.arange(self._columns) + 0.5) / s.per_cm - half
            depths = (np.arange(self._rows) + 0.5) / s.per_cm
            grid = np.stack(np.meshgrid(xs, depths - half), axis=-1)
            pixels = frame.to_picture(from_seat(grid, seat), s.height).astype(np.float32)
            self._maps.append(pixels)
            self._inside.append(_within(pixels, ground, s.rim * frame.tile_pixels / 2.6))

    def look(
        self, image: Image, lying: Sequence[LyingTile], wide: float
    ) -> tuple[list[Strip], frozenset[int]]:
        """The strips in a picture, seat by seat, each from left to right; and blocked seats.

        A seat is blocked where an arm or a thing reaches over its row.

        Args:
            image: BGR, of the frame's size.
            lying: the tiles that are known to lie on the table; their places are passed over.
            wide: width of this table's tiles, cm.
        """
        flat = [tile for tile in lying if tile.high >= self._s.lies * wide]
        known = self._covered(flat, wide)
        found: list[Strip] = []
        blocked = set()
        for seat in range(len(SEATS)):
            band = cv2.remap(image, self._maps[seat], None, cv2.INTER_AREA)  # type: ignore[call-overload]
            free = self._inside[seat] & ~known[seat]
            strips, clear = self._strips(seat, band, free, wide)
            found += strips
            if not clear:
                blocked.add(seat)
        return found, frozenset(blocked)

    # --- one seat

    def _strips(self, seat: int, band: Image, free: Mask, wide: float) -> tuple[list[Strip], bool]:
        """The strips of a seat, and whether nothing reaches over them."""
        s = self._s
        other = self._other(band, free)
        # Openings: specks and seams go, tiles stay.
        grain = max(1, round(0.25 * s.per_cm))
        kernel = np.ones((2 * grain + 1, 2 * grain + 1), np.uint8)
        opened = cv2.morphologyEx(other, cv2.MORPH_OPEN, kernel)
        gap = max(1, round(s.seam * s.per_cm))
        closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((1, 2 * gap + 1), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
        out = []
        clear = True
        for label in range(1, count):
            left, top, width, high, _ = stats[label]
            if width < 0.6 * wide * s.per_cm:
                continue
            if high > s.thick * s.per_cm and top + high > self._rows - s.per_cm:
                clear = False
            out += self._runs(seat, labels == label, int(left), int(width), wide)
        return sorted(out, key=lambda strip: strip.left), clear

    def _other(self, band: Image, free: Mask) -> NDArray[np.uint8]:
        """What is not cloth: another colour, or lighter; a shadow is cloth."""
        s = self._s
        lab = cv2.cvtColor(band, cv2.COLOR_BGR2LAB).astype(np.float32)
        if not free.any():
            return np.zeros(free.shape, np.uint8)
        cloth = _commonest(lab[free])
        colour = np.hypot(lab[..., 1] - cloth[1], lab[..., 2] - cloth[2])
        light = (lab[..., 0] + 10) / (cloth[0] + 10)
        other = (colour > s.colour) | (light > s.lighter) | (light < s.darker)
        return np.asarray(np.where(other & free, 255, 0), np.uint8)

    def _runs(self, seat: int, mask: Mask, left: int, width: int, wide: float) -> list[Strip]:
        """The runs of one thing that is not cloth, measured where the tops end outwards."""
        s, half = self._s, self._frame.side / 2
        part = mask[:, left : left + width]
        filled = part.sum(axis=0) / s.per_cm
        outer = np.where(part.any(axis=0), part.argmax(axis=0), self._rows).astype(float)
        thick = filled >= s.thin
        if not thick.any():
            return []
        columns = np.nonzero(thick)[0]
        line = _line(columns, outer[columns])
        near = np.abs(outer - (line[0] * np.arange(width) + line[1])) <= s.straight * s.per_cm
        deep = float(np.median(filled[thick]))
        if deep > s.thick or abs(line[0]) > s.slant:
            return []
        out = []
        for begin, end in _stretches(thick & near):
            length = (end - begin) / s.per_cm
            count = round(length / (wide * (1 + s.gap)))
            if count < 1 or length < 0.75 * wide:
                continue
            middle = (begin + end) / 2
            depth = (line[0] * middle + line[1]) / s.per_cm + s.deep / 2
            x0 = (left + begin) / s.per_cm - half
            out.append(
                Strip(
                    seat, x0, x0 + length, depth, count, abs(length / (wide * (1 + s.gap)) - count)
                )
            )
        return out

    def _covered(self, tiles: Sequence[LyingTile], wide: float) -> list[Mask]:
        """Where tiles lie, in each seat's strip."""
        s, half = self._s, self._frame.side / 2
        middles = np.array([[tile.x, tile.y] for tile in tiles]).reshape(-1, 2)
        masks = []
        for seat in range(len(SEATS)):
            mask = np.zeros((self._rows, self._columns), np.uint8)
            depths = in_seat(middles, seat)[:, 1] + half
            for k in np.flatnonzero(depths < s.reach + 2 * wide).tolist():
                cv2.fillConvexPoly(mask, self._footprint(tiles[k], seat), 1)
            masks.append(mask > 0)
        return masks

    def _footprint(self, tile: LyingTile, seat: int) -> NDArray[np.int32]:
        """The hull of a lying tile's body in a seat's strip, at the height of standing tops."""
        s, frame, half = self._s, self._frame, self._frame.side / 2
        a = np.radians(tile.turn)
        wide, high = tile.wide / 2 + s.around, tile.high / 2 + s.around
        box = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]])
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        flat = box @ turn + np.array([tile.x, tile.y])
        body = [frame.to_picture(flat, z) for z in (0.0, frame.settings.tile_top)]
        seen = in_seat(frame.to_table(np.concatenate(body), s.height), seat) + half
        hull = cv2.convexHull((seen * s.per_cm).astype(np.float32))
        return np.asarray(np.round(hull), np.int32)


def _within(pixels: NDArray, quad: NDArray, margin: float) -> Mask:
    """Which pixels lie inside a convex quad, by at least a margin."""
    inside = np.ones(pixels.shape[:2], dtype=bool)
    middle = quad.mean(axis=0)
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = (b - a) / np.linalg.norm(b - a)
        normal = np.array([-along[1], along[0]])
        side = np.sign((middle - a) @ normal)
        inside &= ((pixels - a) @ normal) * side > margin
    return inside


def _commonest(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colour that most have: the peak in a and b, and the median light of what has it."""
    bins = 32
    hist, ea, eb = np.histogram2d(lab[:, 1], lab[:, 2], bins=bins, range=[[0, 256], [0, 256]])
    i, j = np.unravel_index(int(hist.argmax()), hist.shape)
    a, b = (ea[i] + ea[i + 1]) / 2, (eb[j] + eb[j + 1]) / 2
    like = np.hypot(lab[:, 1] - a, lab[:, 2] - b) < 10
    return np.asarray(np.median(lab[like], axis=0), np.float32)


def _line(x: NDArray, y: NDArray) -> tuple[float, float]:
    """A straight line through most of the points: medians of slopes between far columns."""
    if len(x) < 8:
        return 0.0, float(np.median(y))
    n = len(x) // 2
    slopes = (y[n : 2 * n] - y[:n]) / (x[n : 2 * n] - x[:n])
    slope = float(np.median(slopes))
    return slope, float(np.median(y - slope * x))


def _stretches(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Begin and end of each stretch of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
