"""The room of a simulated game: camera, lamp, cloth and tile set, all drawn from one seed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.frame import TableFrame
from vision.simulator.script import Size
from vision.training import render, tilesets
from vision.training.tilesets import TileSet

UNSEEN_MAKERS = 1 << 30
"""First seed of the simulator's tile sets, which no training saw: rendered scenes use seeds below a
million, drawn crops any below this one, the benchmark of rendered tables some from 5,000,000."""

_CLOTHS: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("felt", (78, 112, 38)),
    ("felt", (66, 92, 30)),
    ("felt", (118, 78, 34)),
    ("felt", (150, 130, 40)),
    ("felt", (52, 44, 118)),
    ("felt", (78, 78, 82)),
    ("weave", (66, 124, 50)),
    ("weave", (120, 66, 36)),
)
"""Kind of cloth and its colour (BGR)."""
_RAILS = ((95, 140, 185), (40, 60, 95), (35, 35, 38), (60, 80, 110))


@dataclass(frozen=True, slots=True)
class Studio:
    """What stays the same for a whole game."""

    size: tuple[int, int]
    """Of the picture, pixels."""
    side: float
    """Of the table, cm."""
    tiles: TileSet
    camera: render.Camera
    """In millimetres, as `vision.training.render` has it."""
    light: render.Light
    top: render.Top
    seed: int

    @property
    def frame(self) -> TableFrame:
        """Where the cloth lies in the picture."""
        half = self.side * 5
        square = [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]]
        corners = self.camera.project(np.array(square))
        return TableFrame(tuple((float(x), float(y)) for x, y in corners), self.side, self.size)


def maker(seed: int) -> TileSet:
    """The tile set of a simulated game. Raises FontError without any Chinese font."""
    return tilesets.make_set(UNSEEN_MAKERS + seed)


def size_of(tiles: TileSet, wide: float = 2.6) -> Size:
    """The size of its tiles, cm."""
    return Size(wide, wide * tiles.aspect, wide * tiles.depth)


def studio(seed: int, side: float, tiles: TileSet, size: tuple[int, int] = (2592, 1944)) -> Studio:
    """A camera above a table: off its middle by up to 20% of its side, tilted by up to 20 degrees.

    The near seat is at the bottom of the picture, give or take a few degrees.
    """
    rng = np.random.default_rng([seed, 90210])
    camera = over(rng, side, size)
    light = render.random_light(rng, camera)
    light.patch_power *= 0.6
    kind, colour = _CLOTHS[int(rng.integers(len(_CLOTHS)))]
    shade = np.clip(np.array(colour) + rng.normal(0, 8, 3), 8, 250).astype(np.float32) / 255
    half = side * 5
    top = render.Top(
        1 + 0.6 * (render.table_texture(kind, int(rng.integers(4))) - 1),
        shade,
        render.TEXTURE_MM,
        float(rng.choice([0.0, 90.0])),
        (-half, half, -half, half),
        np.array(_RAILS[int(rng.integers(len(_RAILS)))], np.float32) / 255,
        np.clip(rng.normal(0.22, 0.1) + rng.normal(0, 0.03, 3), 0.03, 0.6).astype(np.float32),
    )
    return Studio(size, side, tiles, camera, light, top, seed)


def over(rng: np.random.Generator, side: float, size: tuple[int, int]) -> render.Camera:
    """A camera that sees the whole cloth and a little of the rail."""
    mm = side * 10
    height = float(rng.uniform(1.1, 1.6)) * mm
    away, around = float(rng.uniform(0, 0.2)) * mm, float(rng.uniform(0, 2 * math.pi))
    eye = np.array([away * math.cos(around), away * math.sin(around), height])
    aim = np.array([*(rng.uniform(-0.03, 0.03, 2) * mm), 0.0])
    # Besides looking at the middle from aside, it may hang farther out, up to 20 degrees in all.
    tilt = math.atan2(float(np.hypot(*(eye - aim)[:2])), height)
    wanted = math.tan(float(rng.uniform(tilt, max(tilt, math.radians(20))))) * height
    eye[:2] = aim[:2] + (eye - aim)[:2] * wanted / max(1.0, math.tan(tilt) * height)
    return looking(eye, aim, math.radians(float(rng.normal(0, 3))), side, size)


def looking(
    eye: np.ndarray, aim: np.ndarray, roll: float, side: float, size: tuple[int, int]
) -> render.Camera:
    """The camera at `eye` (mm) that looks at `aim`, zoomed until the cloth just fits."""
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(ahead, np.array([math.sin(roll), math.cos(roll), 0.0]))
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    camera = render.Camera(eye, np.stack([right, down, ahead]), 1.0, np.zeros(2))
    half = side * 5
    square = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    flat = camera.project(square)
    low, high = flat.min(0), flat.max(0)
    room = np.array(size, dtype=float)
    camera.focal = 0.96 * float((room / (high - low)).min())
    # The optical middle stays the picture's, as in a real camera; only the zoom fits the table.
    reach = np.abs(flat).max(0)
    camera.focal = min(camera.focal, 0.97 * float((room / 2 / reach).min()))
    camera.centre = room / 2
    return camera
