"""A bumped camera: noticed by what stands elsewhere in the picture, and put right when sure.

Corners of the still picture are compared with those of two pictures whose frame is known: the one
since which the camera hangs as it does, and the newest still one, which shares most of the tiles.
Tiles that people move agree on no common move; a camera that moves takes everything along.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Image
from vision.frame import FrameError, TableFrame, find_markers
from vision.watch.gate import small_plane
from vision.watch.settings import AlignSettings

Array = NDArray[np.float64]


class Hang(Enum):
    """How the camera hangs, by the newest check."""

    STEADY = "steady"
    MOVED = "moved"
    UNKNOWN = "unknown"
    """Too little is as it was to tell."""


@dataclass(frozen=True, slots=True)
class Shift:
    """How the picture moved: `matrix` (3, 3) takes old pixels of the full picture to new ones."""

    hang: Hang
    matrix: Array
    agreeing: int = 0
    """Corners that agree on it."""


STILL = Shift(Hang.STEADY, np.eye(3))
NOT_KNOWN = Shift(Hang.UNKNOWN, np.eye(3))


@dataclass(frozen=True, slots=True)
class _Corners:
    """Corners of one picture: places (n, 2) in pixels of the plane (h, w), descriptors (n, 32)."""

    plane: Image
    at: NDArray[np.float32]
    words: NDArray[np.uint8]


class Aligner:
    """Keeps what the table looked like; `check` says whether the camera still hangs so."""

    def __init__(self, frame: TableFrame, settings: AlignSettings) -> None:
        self._s = settings
        self._frame = frame
        self._anchor: _Corners | None = None
        self._latest: _Corners | None = None
        # Few scales: a bump does not change the size of things.
        self._orb = cv2.ORB.create(settings.features, 1.3, 4, fastThreshold=10)
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)

    @property
    def aimed(self) -> bool:
        """Whether there is a picture to compare with."""
        return self._anchor is not None

    def aim(self, frame: TableFrame, image: Image) -> None:
        """From now on the table lies so in the picture, which looks like `image` (BGR)."""
        self._frame = frame
        self._anchor = self._latest = self._corners(image)

    def follow(self, image: Image) -> None:
        """The camera hangs as before, and the still table looks like this now."""
        self._latest = self._corners(image)

    def check(self, image: Image) -> Shift:
        """How the picture moved since `aim`; `UNKNOWN` before it, and when too little agrees."""
        if self._anchor is None or self._latest is None:
            return NOT_KNOWN
        now = self._corners(image)
        newest = self._compare(self._latest, now)
        if newest.hang is Hang.MOVED:
            return newest
        # Small moves from one picture to the next add up to one against the first.
        first = self._compare(self._anchor, now)
        if first.hang is Hang.MOVED or newest.hang is Hang.UNKNOWN:
            return first
        return newest

    def _corners(self, image: Image) -> _Corners:
        plane = small_plane(image, self._s.side)
        mask: Image = np.zeros(plane.shape, np.uint8)
        grow = self._scale(image.shape)
        square = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * (self._frame.side / 2 + 6)
        outline = np.clip(self._frame.to_picture(square) * grow, -4000, 8000)
        cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255)
        self._table = mask
        found, words = self._orb.detectAndCompute(plane, mask)
        if words is None:
            return _Corners(plane, np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8))
        at = np.asarray(cv2.KeyPoint.convert(found), dtype=np.float32)
        return _Corners(plane, at, np.asarray(words, np.uint8))

    def _scale(self, shape: tuple[int, ...]) -> float:
        return self._s.side / max(shape[:2])

    def _compare(self, old: _Corners, now: _Corners) -> Shift:
        s = self._s
        if len(old.at) < s.agree or len(now.at) < s.agree:
            return NOT_KNOWN
        pairs = [
            a
            for a, b in self._matcher.knnMatch(old.words, now.words, k=2)
            if a.distance < 0.8 * b.distance
        ]
        if len(pairs) < s.agree:
            return NOT_KNOWN
        before = old.at[[p.queryIdx for p in pairs]]
        after = now.at[[p.trainIdx for p in pairs]]
        rest = np.linalg.norm(after - before, axis=1) < s.near
        steady = self._agree(before, rest, len(pairs))
        cv2.setRNGSeed(11)
        matrix, inside = cv2.findHomography(before, after, cv2.USAC_MAGSAC, s.near, maxIters=2000)
        if matrix is None:
            return STILL if steady else NOT_KNOWN
        moving = inside.ravel() > 0
        if not self._agree(before, moving, len(pairs)):
            return STILL if steady else NOT_KNOWN
        matrix = self._refined(old, now, np.asarray(matrix), before[moving], after[moving])
        grow = np.diag([1 / self._scale(self._frame.size[::-1])] * 2 + [1.0])
        full = grow @ matrix @ np.linalg.inv(grow)
        corners = np.asarray(self._frame.corners)
        gone = np.linalg.norm(moved_points(full, corners) - corners, axis=1)
        if float(gone.max()) * self._scale(self._frame.size[::-1]) < s.moved or (
            steady and np.count_nonzero(rest) >= np.count_nonzero(moving)
        ):
            return STILL
        return Shift(Hang.MOVED, full, int(np.count_nonzero(moving)))

    def _refined(
        self,
        old: _Corners,
        now: _Corners,
        matrix: Array,
        before: NDArray[np.float32],
        after: NDArray[np.float32],
    ) -> Array:
        """The move that fits the whole picture best: corners are rounded, and few at its edge.

        Tried are the corners' own, one without slant, and the better one made exact by the picture.
        """
        s = self._s
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, s.steps, 1e-4)
        moves = [matrix]
        flat, _ = cv2.estimateAffinePartial2D(before, after, ransacReprojThreshold=s.near)
        if flat is not None:
            moves.append(np.vstack([flat, [0.0, 0.0, 1.0]]))

        def misfit(move: Array) -> float:
            return self._misfit(old.plane, now.plane, move)

        best = min(moves, key=misfit)
        try:
            _, better = cv2.findTransformECC(
                old.plane, now.plane, best.astype(np.float32), cv2.MOTION_HOMOGRAPHY, stop
            )
        except cv2.error:  # too little in common
            return best
        return min(best, np.asarray(better, dtype=np.float64), key=misfit)

    def _misfit(self, old: Image, now: Image, move: Array) -> float:
        """Mean grey levels by which the old picture, moved, differs; large ones count little."""
        size = (now.shape[1], now.shape[0])
        moved = cv2.warpPerspective(old, move, size)
        inside = cv2.warpPerspective(self._table, move, size) > 0
        off = np.minimum(cv2.absdiff(moved, now)[inside], self._s.outlier)
        return float(off.mean()) if off.size else np.inf

    def _agree(self, at: NDArray[np.float32], which: NDArray[np.bool_], found: int) -> bool:
        """Whether enough corners, in enough parts of the picture, say the same."""
        s = self._s
        count = int(np.count_nonzero(which))
        if count < max(s.agree, s.share * found):
            return False
        low, high = at.min(axis=0), at.max(axis=0) + 1
        part = ((at[which] - low) / (high - low) * 3).astype(int)
        return len(np.unique(part[:, 0] * 3 + part[:, 1])) >= s.spread


def moved_points(matrix: Array, points: Array) -> Array:
    """Points (n, 2) after the picture moved."""
    ahead = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(ahead[:, :2] / ahead[:, 2:])


def moved_frame(frame: TableFrame, matrix: Array, s: AlignSettings) -> TableFrame | None:
    """The table where it lies after the picture moved; None if a bump does not do that."""
    old = np.asarray(frame.corners)
    new = moved_points(matrix, old)
    try:
        moved = TableFrame(tuple((float(x), float(y)) for x, y in new), frame.side, frame.size)
    except FrameError:
        return None
    pixels = frame.tile_pixels / 2.6
    if float(np.linalg.norm(new - old, axis=1).max()) > s.most * pixels:
        return None
    before, after = np.roll(old, -1, axis=0) - old, np.roll(new, -1, axis=0) - new
    grown = np.linalg.norm(after, axis=1) / np.linalg.norm(before, axis=1)
    turned = np.angle(
        (after[:, 0] + 1j * after[:, 1]) / (before[:, 0] + 1j * before[:, 1]), deg=True
    )
    if max(float(grown.max()), 1 / float(grown.min())) > s.stretch:
        return None
    return moved if float(np.abs(turned).max()) <= s.most_turn else None


def by_markers(image: Image, frame: TableFrame) -> TableFrame | None:
    """The table by its printed markers, where all four lie there."""
    try:
        return find_markers(image, frame.side)
    except FrameError:
        return None
