"""What hides a part of the table: neither cloth nor tile, and too large for a tile's place."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Image
from vision.geometry import Array
from vision.watch.gate import Mask
from vision.watch.settings import HiddenSettings


class Cloth:
    """Knows the colour of the bare table, place by place, as far as it was seen.

    All planes are those of the gate: `size` (width, height); `per_cm` of its pixels make a cm.
    """

    def __init__(self, size: tuple[int, int], per_cm: float, settings: HiddenSettings) -> None:
        self._s, self._size, self._per_cm = settings, size, per_cm
        self._lab: NDArray[np.float32] | None = None
        self._known = np.zeros((size[1], size[0]), dtype=bool)
        self._usual = np.zeros(3, np.float32)

    def colours(self, image: Image) -> NDArray[np.float32]:
        """A BGR picture as a small plane (h, w, 3) of Lab."""
        double = (2 * self._size[0], 2 * self._size[1])
        plane = cv2.resize(image, double, interpolation=cv2.INTER_LINEAR)
        plane = cv2.resize(plane, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(plane, cv2.COLOR_BGR2LAB), dtype=np.float32)

    def learn(self, lab: NDArray[np.float32], bare: Mask) -> None:
        """The places of the mask show the bare table, and what always stands on it."""
        where = bare > 0
        if not where.any():
            return
        if self._lab is None:
            self._lab = lab.copy()
        self._lab[where] = lab[where]
        self._known |= where
        self._usual = np.median(self._lab[self._known], axis=0)

    def hidden(self, lab: NDArray[np.float32], tiles: Mask, table: Mask) -> Mask:
        """What is neither cloth nor under `tiles`; nothing before anything was learned."""
        s = self._s
        if self._lab is None:
            return np.zeros(table.shape, np.uint8)
        bare = self._alike(lab, self._lab) & self._known
        bare |= self._alike(lab, np.broadcast_to(self._usual, lab.shape))
        thin = max(round(s.thin * self._per_cm), 1)
        round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * thin + 1, 2 * thin + 1))
        other = np.where(bare | (table == 0), 0, 255).astype(np.uint8)
        other[cv2.dilate(tiles, round_) > 0] = 0
        other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, round_), dtype=np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(other)
        large = stats[:, cv2.CC_STAT_AREA] >= s.area * self._per_cm**2
        large[0] = False
        # Opened, it has lost its rim: what hides reaches a little farther.
        mask = np.where(large[labels], 255, 0).astype(np.uint8)
        return np.asarray(cv2.dilate(mask, round_), dtype=np.uint8)

    def warp(self, matrix: Array) -> None:
        """The picture moved: `matrix` (3, 3) takes old pixels of the plane to new ones."""
        if self._lab is None:
            return
        self._lab = np.asarray(
            cv2.warpPerspective(self._lab, matrix, self._size, borderMode=cv2.BORDER_REPLICATE),
            dtype=np.float32,
        )
        known = cv2.warpPerspective(self._known.astype(np.uint8), matrix, self._size)
        self._known = known > 0

    def _alike(self, a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.bool_]:
        low, high = self._s.light
        colour = np.hypot(a[..., 1] - b[..., 1], a[..., 2] - b[..., 2]) < self._s.colour
        ratio = (a[..., 0] + 10) / (b[..., 0] + 10)
        return np.asarray(colour & (ratio > low) & (ratio < high))


def boxes_of(mask: Mask) -> Sequence[tuple[int, int, int, int]]:
    """Left, top, right, bottom of each patch of a mask."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    return [(int(x), int(y), int(x + w), int(y + h)) for x, y, w, h, _ in stats[1:]]
