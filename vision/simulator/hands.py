"""Hands and forearms over the table, as a camera above sees them."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.simulator.paint import Image, Paint, Region, blend, darken, streak_kernel, toned
from vision.simulator.script import HandSeen

Look = tuple[tuple[float, ...], tuple[float, ...], float]
"""Skin, sleeve (BGR 0..1), and cm behind the fingertips from which the sleeve covers the arm."""

_ABOVE = 4.5
"""Height of a hand over the cloth, cm."""
_FINGERS = ((-3.1, -1.6, 0.8), (-1.15, 0.0, 0.85), (0.95, -0.25, 0.85), (2.9, -1.3, 0.75))
"""Of each finger: aside and ahead of the fingertips' middle, and half its width, cm."""


def paint_hand(
    image: Image,
    paint: Paint,
    hand: HandSeen,
    look: Look,
    streak: tuple[float, float],
    *,
    shadow: bool,
) -> None:
    """Draw a hand, or only its shadow on what lies under it."""
    skin, cloth, covered = look
    ahead = np.array([hand.x - hand.from_x, hand.y - hand.from_y])
    length = float(np.linalg.norm(ahead))
    ahead /= max(length, 1e-6)
    aside = np.array([ahead[1], -ahead[0]])
    tip = np.array([hand.x, hand.y])
    drop = np.zeros(2)
    height = _ABOVE
    if shadow:
        towards = paint.light.direction
        drop = -towards[:2] / towards[2] * _ABOVE
        height = 0.5

    def spot(back: float, side: float) -> np.ndarray:
        x, y = tip - ahead * back + aside * side + drop
        return np.asarray(paint.project(np.array([[x, y, height]]))[0])

    far = length + 60.0
    ends = np.array([spot(0, -7), spot(0, 7), spot(far, -7), spot(far, 7), spot(-2.5, 0)])
    region = Region.around(ends, 12 + math.hypot(*streak)).within(paint.studio.size)
    if min(region.shape) < 4:
        return
    # What is soft needs no full resolution.
    coarse = 4 if shadow or any(streak) else 2
    rows, columns = (n // coarse + 1 for n in region.shape)
    scale = paint.pixels_per_cm / coarse * (1.0 if shadow else 1.04)

    def at(back: float, side: float) -> tuple[int, int]:
        x, y = (spot(back, side) - [region.left, region.top]) / coarse
        return round(x * 8), round(y * 8)

    bare = np.zeros((rows, columns), np.uint8)
    for side, forward, half in _FINGERS:
        _limb(bare, at(-forward - 1.0, side * 0.62), at(6.5, side * 0.95), half * scale)
    _limb(bare, at(3.2, -4.6), at(9.0, -2.6), 1.0 * scale)  # thumb
    palm = np.array([at(5.5, -3.9), at(5.0, 3.9), at(12.5, 3.0), at(12.5, -3.0)])
    cv2.fillConvexPoly(bare, palm, 255, cv2.LINE_AA, 3)
    _limb(bare, at(7.5, 0), at(11.5, 0), 3.7 * scale)
    _arm(bare, at, 11.0, min(covered + 2, far), 2.7, 3.6)
    sleeve = np.zeros((rows, columns), np.uint8)
    _arm(sleeve, at, covered, far, 4.4, 5.6)
    alpha = np.maximum(bare, sleeve)
    size = region.shape[::-1]
    if shadow:
        soft = round(1.6 * scale) * 2 + 1
        full = cv2.resize(cv2.blur(alpha, (soft, soft)), size)
        darken(image, region, np.asarray(full * np.float32(0.4 / 255)))
        return
    colour = _shaded(bare, skin, 2.6 * scale, paint)
    over = _shaded(sleeve, cloth, 5.0 * scale, paint)
    share = sleeve * np.float32(1 / 255)
    colour = np.asarray(cv2.blendLinear(over, colour, share, 1 - share), dtype=np.uint8)
    if any(streak):
        # Smeared over nothing first: the edges must fade as well.
        kernel = streak_kernel((streak[0] / coarse, streak[1] / coarse))
        held = cv2.multiply(colour, cv2.merge([alpha] * 3), scale=1 / 255)
        alpha = np.asarray(cv2.filter2D(alpha, -1, kernel), dtype=np.uint8)
        spread = np.asarray(cv2.filter2D(held, -1, kernel), np.float32)
        spread *= 255 / np.maximum(alpha, 1)[..., None]
        colour = np.clip(spread, 0, 255).astype(np.uint8)
    part = cv2.resize(alpha, size) * np.float32(1 / 255)
    blend(image, region, np.asarray(cv2.resize(colour, size), np.uint8), np.asarray(part))


def _limb(mask: Image, a: tuple[int, int], b: tuple[int, int], half: float) -> None:
    """A rounded stroke; points in eighths of a pixel."""
    cv2.line(mask, a, b, 255, max(1, round(2 * half)), cv2.LINE_AA, 3)


def _arm(mask: Image, at, begin: float, end: float, narrow: float, wide: float) -> None:  # type: ignore[no-untyped-def]
    if end <= begin:
        return
    points = np.array([at(begin, -narrow), at(begin, narrow), at(end, wide), at(end, -wide)])
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 3)


def _shaded(mask: Image, colour: tuple[float, ...], round_: float, paint: Paint) -> Image:
    """Darker towards the edges, as round things are (h, w, 3)."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    lit = 0.62 + 0.38 * cv2.sqrt(np.clip(depth / max(round_, 1.0), 0, 1))
    steps = np.asarray(np.array(colour) * paint.top_shade, np.float32)
    base = toned(steps[None, None])[0, 0]
    return np.asarray(cv2.merge([cv2.convertScaleAbs(lit, alpha=float(c)) for c in base]), np.uint8)
