"""Flat pictures of tiles laid in the order of the sheet, for tests of registering a set."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.registered import SHEET
from vision.training import tilesets

GAP, MARGIN, BETWEEN = 3, 100, 26


def sheet_photo(
    seed: int,
    rows: Sequence[Sequence[str]] = SHEET,
    width: int = 70,
    turn: int = 0,
    blur: float = 0.8,
) -> NDArray[np.uint8]:
    """Tiles of the drawn set `seed`, `width` pixels wide, on green; BGR, turned by quarters."""
    tiles = tilesets.make_set(seed)
    height = round(width * tiles.aspect)
    across = max(len(row) for row in rows) * (width + GAP) + 2 * MARGIN
    down = len(rows) * (height + BETWEEN) + 2 * MARGIN
    grain = np.random.default_rng(seed).integers(0, 12, (down, across, 1))
    picture = (np.full((down, across, 3), (60, 110, 50)) + grain).astype(np.uint8)
    for j, row in enumerate(rows):
        for i, face in enumerate(row):
            drawn = tiles.face(face, width).astype(np.float32)
            y, x = MARGIN + j * (height + BETWEEN), MARGIN + i * (width + GAP)
            part = picture[y : y + height, x : x + width]
            cover = drawn[..., 3:] / 255
            part[:] = (drawn[..., 2::-1] * cover + part * (1 - cover)).astype(np.uint8)
    soft = cv2.GaussianBlur(picture, (0, 0), blur)
    return np.ascontiguousarray(np.rot90(soft, turn), dtype=np.uint8)
