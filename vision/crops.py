"""Cutting a tile's face out of a photograph, sharp and without aliasing."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Array = NDArray[np.float32]


class Pyramid:
    """A picture (h, w, 3) with halved copies made when first needed."""

    def __init__(self, picture: Image) -> None:
        self._levels = [picture]

    def level(self, number: int) -> Image:
        """The picture halved `number` times."""
        while len(self._levels) <= number:
            half = cv2.resize(self._levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            self._levels.append(np.asarray(half, dtype=np.uint8))
        return self._levels[number]

    def cut(self, quad: Array, side: int, enlarge: float) -> Image:
        """The inside of `quad` (4, 2), enlarged about its middle, as a side x side picture.

        Corner 0 of the quad becomes the result's top left. What lies outside the picture repeats
        its edge.
        """
        middle = quad.mean(axis=0)
        wide = ((quad - middle) * enlarge + middle).astype(np.float32)
        longest = float(np.linalg.norm(wide - np.roll(wide, 1, axis=0), axis=1).max())
        number = 0
        # A warp alone would skip pixels of a large tile and alias.
        while longest > side * 2:
            number, longest = number + 1, longest / 2
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32)
        warp = cv2.getPerspectiveTransform(wide / 2**number, square)
        face = cv2.warpPerspective(
            self.level(number), warp, (side, side), borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(face, dtype=np.uint8)
