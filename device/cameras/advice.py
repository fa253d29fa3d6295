"""What a person who aims the camera should change, from one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np

from device.cameras.settings import AIM, AimSettings
from device.messages import Language, say
from vision.crops import Image

Kind = Literal["small", "dark", "blurred", "glare"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to change."""

    kind: Kind
    value: float
    """What was measured: pixels of a tile's width, grey level, pixels of an edge, share of area."""
    least: float
    """The limit for it."""
    box: Box | None = None
    """Where: left, top, right, bottom as shares of the picture; None for all of it."""

    def text(self, language: Language) -> str:
        """One line for people."""
        where = say(language, f"where_{self._place()}")
        numbers = {"value": round(self.value), "least": round(self.least)}
        return say(language, f"aim_{self.kind}", where=where, **numbers)

    def _place(self) -> str:
        if self.box is None:
            return "middle"
        left, top, right, bottom = self.box
        across = ("left", "", "right")[min(2, int((left + right) * 1.5))]
        along = ("far", "", "near")[min(2, int((top + bottom) * 1.5))]
        return "-".join(filter(None, (across, along))) or "middle"

    def to_dict(self, language: Language) -> dict[str, object]:
        """For a page."""
        return {
            "kind": self.kind,
            "value": round(self.value, 4),
            "least": self.least,
            "box": self.box and [round(side, 4) for side in self.box],
            "text": self.text(language),
        }


def advise(
    picture: Image, tile_pixels: float | None = None, settings: AimSettings = AIM
) -> tuple[Advice, ...]:
    """What to change, most important first; nothing when the picture is good.

    `picture` is (h, w, 3) BGR at full size; `tile_pixels` the width of a tile in it, once the
    table is known (`vision.frame.TableFrame.tile_pixels`).
    """
    found: list[Advice] = []
    if tile_pixels is not None and tile_pixels < settings.tile:
        found.append(Advice("small", tile_pixels, settings.tile))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    level = float(np.median(grey))
    if level < settings.dark:
        found.append(Advice("dark", level, settings.dark))
    width = edge_width(_middle(np.asarray(grey, np.uint8), settings.side), settings)
    most = max(settings.edge, settings.edge_share * (tile_pixels or 0.0))
    if width is not None and width > most:
        found.append(Advice("blurred", width, most))
    found += glare(picture, tile_pixels, settings)
    return tuple(found)


def _middle(picture: Image, side: int) -> Image:
    top, left = (max(0, (length - side) // 2) for length in picture.shape[:2])
    return picture[top : top + side, left : left + side]


def edge_width(grey: Image, settings: AimSettings = AIM) -> float | None:
    """Pixels over which the picture's steepest edges rise; None if it has too few edges.

    Height of an edge (lightest less darkest nearby) over its steepness, which does not depend on
    its height. Upright and level edges apart, the worse counts: what moves is blurred one way.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    across, along = (np.abs(cv2.Sobel(smooth, cv2.CV_32F, *d)) / 8 for d in ((1, 0), (0, 1)))
    steep = np.hypot(across, along)
    reach = cv2.getStructuringElement(cv2.MORPH_RECT, (15, 15))
    height = cv2.dilate(smooth, reach) - cv2.erode(smooth, reach)
    ridge = (steep >= cv2.dilate(steep, np.ones((3, 3), np.uint8))) & (height > settings.contrast)
    ridge &= steep > height / 24  # flatter ones are shades, and edges of something beside them
    widths = []
    for way in (ridge & (across > along), ridge & (across <= along)):
        if np.count_nonzero(way) >= settings.least_edges:
            widths.append(float(np.percentile(height[way] / steep[way], 25)))
    return max(widths, default=None)


def glare(
    picture: Image, tile_pixels: float | None = None, settings: AimSettings = AIM
) -> list[Advice]:
    """Spots in which all colours are at their end, largest first."""
    step = max(1, max(picture.shape[:2]) // settings.side)
    small = picture[::step, ::step]
    white: Any = (small >= settings.glare).all(axis=2).astype(np.uint8)
    burnt = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    high, wide = burnt.shape
    least = settings.glare_area
    if tile_pixels is not None:
        tile = 1.35 * tile_pixels**2  # a face is higher than wide
        least = settings.glare_tile * tile / (picture.shape[0] * picture.shape[1])
    spots = []
    for left, top, width, height, area in stats[1:count]:
        share = float(area) / (wide * high)
        if share >= least:
            box = (left / wide, top / high, (left + width) / wide, (top + height) / high)
            spots.append(Advice("glare", share, least, tuple(map(float, box))))  # type: ignore[arg-type]
    return sorted(spots, key=lambda spot: -spot.value)[: settings.glare_spots]
