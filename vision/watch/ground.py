"""Between the table, in centimetres, and the small plane on which motion is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import TableFrame
from vision.watch.gate import Mask, Plane
from vision.watch.look import Area
from vision.watch.tracks import Place, footprints

_GRID = np.array([(u, v) for u in (0.15, 0.38, 0.62, 0.85) for v in (0.15, 0.38, 0.62, 0.85)])


class Ground:
    """`size` (width, height) and `scale` are the plane's: pixels of it per pixel of the picture."""

    def __init__(self, frame: TableFrame, size: tuple[int, int], scale: float, rim: float) -> None:
        self.frame, self._size, self._scale = frame, size, scale
        self.per_cm = frame.tile_pixels / 2.6 * scale
        self._half = frame.side / 2 + rim

    def area_of(self, box: tuple[int, int, int, int]) -> Area:
        """The part of the table that a box (left, top, right, bottom) of the plane shows."""
        left, top, right, bottom = box
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        at = self.frame.to_table(corners / self._scale, self.frame.settings.tile_top)
        low, high = np.clip(at.min(axis=0), -self._half, self._half), at.max(axis=0)
        high = np.clip(high, -self._half, self._half)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def areas(self, mask: Mask, join: float, whole: float) -> list[Area]:
        """Parts of the table that hold all of a mask; patches nearer than `join` cm are one part.

        All of the table where they would be more than the share `whole` of it.
        """
        reach = max(round(join * self.per_cm / 2), 1)
        wide = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
        _, labels = cv2.connectedComponents(np.asarray(wide, np.uint8))
        labels[mask == 0] = 0
        out = []
        for label in np.unique(labels):
            if label:
                rows, columns = np.nonzero(labels == label)
                points = np.column_stack([columns, rows]) + 0.5
                hull = np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64)
                top = self.frame.settings.tile_top
                at = np.clip(
                    self.frame.to_table(hull.reshape(-1, 2) / self._scale, top),
                    -self._half,
                    self._half,
                )
                low, high = at.min(axis=0), at.max(axis=0)
                out.append((float(low[0]), float(low[1]), float(high[0]), float(high[1])))
        spread = sum((right - left + join) * (far - near + join) for left, near, right, far in out)
        if spread > whole * (2 * self._half) ** 2:
            return [(-self._half, -self._half, self._half, self._half)]
        return out

    def mask_of(self, places: Sequence[Place], margin: float) -> Mask:
        """Where tiles, grown by `margin` cm, lie in the plane."""
        mask = np.zeros((self._size[1], self._size[0]), np.uint8)
        for corners in footprints(places, self.frame, margin) * self._scale:
            cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 255)
        return mask

    def under(self, plane: Mask | Plane, places: Sequence[Place]) -> NDArray[Any]:
        """The plane's values (n, 16) at points spread over each tile."""
        corners = footprints(places, self.frame) * self._scale
        u, v = _GRID[:, 0, None], _GRID[:, 1, None]
        weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=1)[..., 0]
        at = np.einsum("gk,nkc->ngc", weights, corners)
        x = np.clip(at[..., 0].astype(int), 0, self._size[0] - 1)
        y = np.clip(at[..., 1].astype(int), 0, self._size[1] - 1)
        return np.asarray(plane[y, x])
