"""Motion: which parts of the table move now, and which look otherwise than when last read.

All on a small grey plane. Two pictures are compared after the change of light between them, smooth
over the picture, is taken out: a lamp or a cloud is no motion. A hand at rest soon counts as still;
it stays a change against the kept picture until what is there has been read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Image
from vision.frame import TableFrame
from vision.watch.settings import GateSettings

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]


def small_plane(image: Image, side: int) -> Image:
    """The grey plane (h, w) of a BGR (h, w, 3) or grey (h, w) picture, longer side `side`."""
    height, width = image.shape[:2]
    scale = side / max(height, width)
    size = (max(round(width * scale), 1), max(round(height * scale), 1))
    plane = image
    if scale < 0.5:
        # Linear to twice the size, then by area: as good as by area alone, ten times as fast.
        double = (2 * size[0], 2 * size[1])
        plane = np.asarray(cv2.resize(image, double, interpolation=cv2.INTER_LINEAR), np.uint8)
    if plane.ndim == 3:
        plane = np.asarray(cv2.cvtColor(plane, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if plane.shape[:2] != (size[1], size[0]):
        plane = np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return plane


@dataclass(frozen=True, slots=True)
class Motion:
    """What one frame shows. Masks are of the small plane (h, w), 255 where true."""

    moving: Mask
    """Differs from the frame before."""
    changed: Mask
    """Differs from what was there when the place was last read."""
    calm: Plane
    """Seconds since each pixel last moved."""
    still: float
    """Seconds since anything on the table moved."""
    hand: bool
    """What moves is large and comes in over the table's edge."""
    black: bool
    """The picture shows nothing."""
    share: float
    """0..1, share of the table that is changed."""


class Gate:
    """Looks at every frame; `keep` tells it which places have been read.

    Args:
        frame: where the table lies, in pixels of the full picture.
        settings: thresholds.
    """

    def __init__(self, frame: TableFrame, settings: GateSettings) -> None:
        self._s = settings
        self._before: Plane | None = None
        self._kept: Plane | None = None
        self._moved: Plane | None = None
        self._slow = 0.0
        self.aim(frame)

    def aim(self, frame: TableFrame) -> None:
        """The table lies elsewhere in the picture from now on."""
        width, height = frame.size
        self.scale = self._s.small_side / max(width, height)
        self.size = (round(width * self.scale), round(height * self.scale))
        half = frame.side / 2
        square = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
        inner = frame.to_picture(square * half) * self.scale
        outer = frame.to_picture(square * (half + self._s.rim)) * self.scale
        self.table = _filled(outer, self.size)
        self.rim = self.table - _filled(inner, self.size)
        self.area = max(int(np.count_nonzero(self.table)), 1)
        self.per_cm2 = float(cv2.contourArea(inner.astype(np.float32))) / frame.side**2
        self._light = _Light(self.size, self._s)

    def see(self, plane: Image, time: float, *, anew: bool = False) -> Motion:
        """Compare a frame (grey small plane) with the one before and with the kept picture.

        `anew`: so long after the frame before that all may have moved meanwhile.
        """
        s = self._s
        if (plane.shape[1], plane.shape[0]) != self.size:
            plane = np.asarray(cv2.resize(plane, self.size, interpolation=cv2.INTER_AREA), np.uint8)
        now = cv2.GaussianBlur(plane, (3, 3), 0).astype(np.float32)
        mean, spread = cv2.meanStdDev(now)
        black = bool(mean[0, 0] < s.dark or spread[0, 0] < s.flat)
        if self._before is None or self._moved is None:
            self._before = now
            self._moved = np.full(now.shape, time, dtype=np.float32)
            self._start, self._slow = time, time
            nothing = np.zeros(now.shape, np.uint8)
            return Motion(nothing, self.table.copy(), self._moved * 0, 0.0, False, black, 1.0)
        edges = self._edges(now)
        moving = self._differ(now, self._before, edges, self.table)
        if anew:
            moving = self.table.copy()
        kept = self._kept
        changed = self.table if kept is None else self._differ(now, kept, edges, self.table)
        self._before = now
        self._moved[moving > 0] = time
        calm = np.float32(time) - self._moved
        if moving.any():
            self._start = time
        if kept is not None and time - self._slow >= s.slow_every and not moving.any():
            self._slow = time
            same = (changed == 0) & (self.table > 0)
            kept[same] += s.slow * (now[same] - kept[same])
        share = float(np.count_nonzero(changed)) / self.area
        hand = not anew and self._is_hand(moving, changed)
        return Motion(moving, changed, calm, time - self._start, hand, black, share)

    def keep(self, mask: Mask) -> None:
        """The places of the mask (255) were read as they look now."""
        if self._before is None:
            return
        if self._kept is None or mask.all():
            self._kept = self._before.copy()
            return
        # What is kept elsewhere is brought to the light of now, so that the two join.
        gain = self._light.gain(self._before, self._kept)
        self._kept = np.where(mask > 0, self._before, np.clip(self._kept * gain, 0, 255))

    def on_plane(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        """A move of the full picture's pixels (3, 3) as one of the small plane's."""
        grow = np.diag([self.scale, self.scale, 1.0])
        return np.asarray(grow @ matrix @ np.linalg.inv(grow))

    def warp(self, matrix: NDArray[np.float64]) -> Plane | None:
        """The kept picture as it looks after the full picture's pixels moved by `matrix` (3, 3)."""
        if self._kept is None:
            return None
        own = self.on_plane(matrix)
        moved = cv2.warpPerspective(self._kept, own, self.size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, dtype=np.float32)

    def differing(self, kept: Plane) -> float:
        """Share of the table in which the newest frame differs from such a picture."""
        if self._before is None:
            return 1.0
        differ = self._differ(self._before, kept, self._edges(self._before), self.table)
        return float(np.count_nonzero(differ)) / self.area

    def adopt(self, kept: Plane) -> None:
        """Take a picture as the kept one."""
        self._kept = kept.copy()

    def _differ(self, now: Plane, before: Plane, edges: Plane, where: Mask) -> Mask:
        s = self._s
        off = cv2.absdiff(now, np.clip(before * self._light.gain(now, before), 0, 255))
        usual = float(np.median(off[::4, ::4]))
        limit = min(max(s.floor, s.noise * usual), s.loud) + s.shake * edges
        mask = ((off > limit) & (where > 0)).astype(np.uint8) * np.uint8(255)
        return _without_specks(mask, s.least)

    @staticmethod
    def _edges(now: Plane) -> Plane:
        across, down = cv2.spatialGradient(now.astype(np.uint8))
        steep = cv2.addWeighted(
            cv2.convertScaleAbs(across), 0.25, cv2.convertScaleAbs(down), 0.25, 0
        )
        return np.asarray(steep, dtype=np.float32)

    def _is_hand(self, moving: Mask, changed: Mask) -> bool:
        if not moving.any():
            return False
        both = cv2.dilate(cv2.bitwise_or(moving, changed), np.ones((3, 3), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(both)
        least = self._s.hand * self.per_cm2
        for k in range(1, count):
            if stats[k, cv2.CC_STAT_AREA] < least:
                continue
            x, y, w, h = (int(v) for v in stats[k, :4])
            part = labels[y : y + h, x : x + w] == k
            if (part & (self.rim[y : y + h, x : x + w] > 0)).any() and (
                part & (moving[y : y + h, x : x + w] > 0)
            ).any():
                return True
        return False


class _Light:
    """How much brighter one picture is than another: smooth over the picture, whatever moved."""

    def __init__(self, size: tuple[int, int], s: GateSettings) -> None:
        self._s, self._size = s, size
        width, height = size
        self._step = max(width // 40, 1)
        self._grid = (-(-width // self._step), -(-height // self._step))
        x, y = np.meshgrid(np.linspace(-1, 1, self._grid[0]), np.linspace(-1, 1, self._grid[1]))
        columns = [np.ones_like(x), x, y, x * y, x * x, y * y]
        self._terms = np.stack([c.ravel() for c in columns], axis=1)

    def gain(self, now: Plane, before: Plane) -> Plane | np.float32:
        """By what `before` must be multiplied to have the light of `now`."""
        s, step = self._s, self._step
        a, b = now[::step, ::step].ravel(), before[::step, ::step].ravel()
        ratio = np.log((a + s.light_offset) / (b + s.light_offset)).astype(np.float64)
        usable = (a < s.glare) & (b < s.glare)
        if np.count_nonzero(usable) < 50:
            return np.float32(1)
        start = float(np.median(ratio[usable]))
        off = np.abs(ratio - start)
        if abs(start) < 0.004 and float(np.median(off[usable])) < 0.01:
            return np.float32(1)
        fit = np.array([start, 0, 0, 0, 0, 0])
        # First the pixels near the usual ratio speak, then those near the surface they make.
        width = max(3 * float(np.median(off[usable])), s.light_outlier)
        for _ in range(3):
            weight = usable / (1 + ((ratio - self._terms @ fit) / width) ** 4)
            left = (self._terms * weight[:, None]).T @ self._terms + np.diag([0, 1, 1, 2, 2, 2.0])
            fit = np.linalg.solve(left, (self._terms * weight[:, None]).T @ ratio)
            width = s.light_outlier
        surface = np.exp(np.clip(self._terms @ fit, -3, 3)).reshape(self._grid[::-1])
        grown = cv2.resize(surface.astype(np.float32), self._size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(grown, dtype=np.float32)


def _filled(corners: NDArray[np.float64], size: tuple[int, int]) -> Mask:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(np.clip(corners, -2000, 4000)).astype(np.int32), 255)
    return mask


def _without_specks(mask: Mask, least: int) -> Mask:
    if not mask.any():
        return mask
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    keep = stats[:, cv2.CC_STAT_AREA] >= least
    keep[0] = False
    return np.asarray(np.where(keep[labels], 255, 0), dtype=np.uint8)
