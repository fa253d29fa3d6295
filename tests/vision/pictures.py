"""Draws the named hands and tables of the layout tests, so that a person sees what they are.

    python -m tests.vision.pictures          writes tests/vision/pictures/*.png

The pictures only show: the tests measure on quads. `test_pictures.py` checks that none is missing.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from tests.vision.table_scenes import Scene
from vision.tile_art import tile_png
from vision.types import ReadTile

FOLDER = Path(__file__).parent / "pictures"
FELT = (74, 110, 58)
"""BGR of the cloth."""


def file_of(name: str) -> Path:
    """Where the picture of a named layout is."""
    return FOLDER / f"{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.png"


def draw(tiles: list[ReadTile], size: tuple[int, int], wide: int) -> np.ndarray:
    """Tile faces laid into their quads on a cloth; BGR, `wide` pixels wide."""
    scale = wide / size[0]
    out = np.full((round(size[1] * scale), wide, 3), FELT, np.uint8)
    for tile in tiles:
        face = np.asarray(tile_png(tile.face, (90, 120)).convert("RGBA"))
        corners = np.array([[0, 0], [90, 0], [90, 120], [0, 120]], np.float32)
        quad = (np.array(tile.quad) * scale).astype(np.float32)
        move = cv2.getPerspectiveTransform(corners, quad)
        laid = cv2.warpPerspective(face, move, (out.shape[1], out.shape[0]), flags=cv2.INTER_AREA)
        alpha = laid[..., 3:].astype(np.float32) / 255
        out = (out * (1 - alpha) + laid[..., 2::-1] * alpha).astype(np.uint8)
    return out


def hand_picture(make: Callable[[], Scene]) -> np.ndarray:
    """One named hand, as its owner sees it."""
    tiles, _ = make().see(tilt=15, shuffle=False)
    quads = np.array([t.quad for t in tiles])
    low, high = quads.min(axis=(0, 1)) - 40, quads.max(axis=(0, 1)) + 40
    moved = [
        ReadTile(t.face, 1.0, tuple((x - low[0], y - low[1]) for x, y in t.quad))  # type: ignore[arg-type]
        for t in tiles
    ]
    width, height = (round(float(v)) for v in high - low)
    return draw(moved, (width, height), 560)


def named() -> dict[str, Callable[[], np.ndarray]]:
    """Every picture by its name."""
    from tests.vision import test_layout, test_table

    out: dict[str, Callable[[], np.ndarray]] = {}
    for name, make in test_layout.NAMED.items():
        out[f"hand {name}"] = lambda make=make: hand_picture(make)  # type: ignore[misc]
    for name, lay in test_table.NAMED.items():

        def picture(lay: Callable[[], object] = lay) -> np.ndarray:
            tiles, _, frame = test_table.look(lay(), 1)  # type: ignore[arg-type]
            return draw(tiles, frame.size, 720)

        out[f"table {name}"] = picture
    return out


def main() -> int:
    """Draw all; exit code 0."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in named().items():
        image = make()
        cv2.imwrite(str(file_of(name)), image, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return 0


if __name__ == "__main__":
    sys.exit(main())
