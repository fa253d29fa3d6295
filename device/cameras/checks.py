"""Whether a picture shows anything, and anything new."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np

from device.cameras.settings import PictureSettings
from vision.crops import Image

Fault = Literal["black", "frozen", "rotated", "resized"]
_GREY = np.array([29, 150, 77], np.float32) / 256  # of blue, green, red


def sample(image: Image, side: int) -> Image:
    """Every n-th pixel, so that the longer side has `side` or a few more; a copy."""
    step = max(1, max(image.shape[:2]) // side)
    return np.ascontiguousarray(image[step // 2 :: step, step // 2 :: step])


class PictureChecks:
    """Looks at one camera's pictures, over closing and opening again."""

    def __init__(self, settings: PictureSettings, noise_within: float | None) -> None:
        self._s = settings
        self.noise_within = noise_within
        """See `Camera.noise_within`."""
        self.size: tuple[int, int] | None = None
        """(width, height) that pictures should have: that of the first good one."""
        self.since = 0.0
        """When what is seen now was seen first: long ago in a frozen picture."""
        self._seen: list[Image] = []

    def look(self, image: Image, now: float) -> Fault | None:
        """What is wrong with a picture that came at `now`; None if nothing.

        Files may repeat pictures and show them in several sizes.
        """
        height, width = image.shape[:2]
        if self.noise_within is not None and self.size not in (None, (width, height)):
            return "rotated" if self.size == (height, width) else "resized"
        pixels = sample(image, self._s.sample)
        if self._shows_nothing(pixels):
            return "black"
        if self.noise_within is not None and self._repeats(pixels, now):
            return "frozen"
        self.size = (width, height)
        return None

    def _shows_nothing(self, pixels: Image) -> bool:
        grey = cv2.resize(pixels.astype(np.float32), self._s.parts, interpolation=cv2.INTER_AREA)
        level = np.asarray(grey) @ _GREY
        return bool(level.mean() < self._s.dark or level.std() < self._s.flat)

    def _repeats(self, pixels: Image, now: float) -> bool:
        """Whether the same has been seen for longer than a sensor can show it."""
        if not any(self._same(pixels, seen) for seen in self._seen):
            self._seen = [*self._seen[1 - self._s.kept :], pixels]
            self.since = now
            return False
        return now - self.since > (self.noise_within or 0.0)

    def _same(self, pixels: Image, seen: Image) -> bool:
        if pixels.shape != seen.shape:
            return False
        return float(np.mean(pixels != seen)) < self._s.changed
