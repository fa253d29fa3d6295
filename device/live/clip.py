"""The film of the last seconds, kept as small pictures in memory until somebody wins."""

from __future__ import annotations

import io
from collections import deque
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from device.live.settings import LIVE, LiveSettings


class Clip:
    """The newest `clip_seconds` of what the camera sees, as JPEG.

    Memory is bounded by seconds times rate; a picture that comes sooner than the rate asks for is
    passed over.
    """

    def __init__(self, settings: LiveSettings = LIVE) -> None:
        self._settings = settings
        most = int(settings.clip_seconds * settings.clip_rate)
        self._frames: deque[tuple[float, bytes]] = deque(maxlen=most)

    def add(self, image: np.ndarray, time: float) -> None:
        """A picture and its time in seconds; times that go back begin a new film."""
        s = self._settings
        if self._frames:
            since = time - self._frames[-1][0]
            if since < 0 or since > s.clip_seconds:
                self._frames.clear()
            elif since < 0.9 / s.clip_rate:
                return
        height, width = image.shape[:2]
        scale = min(1.0, s.clip_side / max(width, height))
        size = (max(2, round(width * scale) // 2 * 2), max(2, round(height * scale) // 2 * 2))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, s.clip_quality])
        if done:
            self._frames.append((time, data.tobytes()))

    def copy(self) -> Clip:
        """The film as it is now, which no longer changes."""
        other = Clip(self._settings)
        other._frames.extend(self._frames)
        return other

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def seconds(self) -> float:
        """From the first picture to the last."""
        return self._frames[-1][0] - self._frames[0][0] if self._frames else 0.0

    @property
    def bytes(self) -> int:
        """Memory of the pictures."""
        return sum(len(data) for _, data in self._frames)

    def write(self, path: Path) -> Path | None:
        """Write the film as an animated WebP, which every browser plays as a picture.

        Returns:
            the path; None if there is no film.

        Raises:
            OSError: it cannot be written.
        """
        frames = [Image.open(io.BytesIO(data)) for _, data in self._frames]
        if not frames:
            return None
        times = [time for time, _ in self._frames]
        each = 1000 / self._settings.clip_rate
        lasts = [max(20, round(1000 * (b - a))) for a, b in pairwise(times)] + [round(each)]
        frames[0].save(
            path,
            format="WEBP",
            save_all=True,
            append_images=frames[1:],
            duration=lasts,
            loop=0,
            quality=self._settings.film_quality,
            method=0,
        )
        return path
