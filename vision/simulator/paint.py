"""Drawing for `vision.simulator.film`: cloth and tiles by rays, quick boxes for what moves.

Points are centimetres on the table (z up); pictures BGR. Linear pictures are float32 around 0..1,
`toned` turns them into the bytes a camera gives.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import BACK
from vision.simulator.studio import Studio
from vision.training import render

Image = NDArray[np.uint8]
Linear = NDArray[np.float32]
_STEPS = 2048


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of pixels; right and bottom are not in it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points: np.ndarray, more: float = 0.0) -> Region:
        """The smallest that holds all points (n, 2)."""
        low, high = np.floor(points.min(0) - more), np.ceil(points.max(0) + more)
        return cls(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)

    @property
    def slices(self) -> tuple[slice, slice]:
        """Into the whole picture."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top, self.right - self.left

    def slices_in(self, other: Region) -> tuple[slice, slice]:
        """Into the picture of another that holds it."""
        return (
            slice(self.top - other.top, self.bottom - other.top),
            slice(self.left - other.left, self.right - other.left),
        )

    def grown(self, more: int) -> Region:
        """Wider on all sides."""
        return Region(self.left - more, self.top - more, self.right + more, self.bottom + more)

    def even(self) -> Region:
        """Beginning at even pixels, where things at half the resolution fall into place."""
        return Region(self.left // 2 * 2, self.top // 2 * 2, self.right, self.bottom)

    def within(self, size: tuple[int, int]) -> Region:
        """Cut off at the picture's edges; may be empty."""
        w, h = size
        left, top = min(max(self.left, 0), w), min(max(self.top, 0), h)
        return Region(left, top, max(left, min(self.right, w)), max(top, min(self.bottom, h)))

    def meets(self, other: Region) -> bool:
        """Whether they share a pixel."""
        return self.shared(other) is not None

    def shared(self, other: Region) -> Region | None:
        """What both have."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Region(left, top, right, bottom) if right > left and bottom > top else None

    def joined(self, other: Region) -> Region:
        """The smallest that holds both."""
        return Region(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


_CURVE = np.linspace(0, 2, _STEPS)
_CURVE = np.where(_CURVE > 0.8, 0.8 + 0.2 * np.tanh((_CURVE - 0.8) / 0.2 * 0.8), _CURVE)
_BYTES = np.clip(_CURVE * 255 + 0.5, 0, 255).astype(np.uint8)


def toned(linear: Linear) -> Image:
    """The bytes of a picture; a film-like shoulder keeps white tiles from burning out flat."""
    steps = np.clip(linear * np.float32((_STEPS - 1) / 2), 0, _STEPS - 1).astype(np.uint16)
    return np.asarray(_BYTES[steps])


def blend(image: Image, region: Region, colour: Image, alpha: Linear) -> None:
    """Lay a picture (h, w, 3) over a region by alpha (h, w) 0..1."""
    if min(region.shape) <= 0:
        return
    part = image[region.slices]
    part[:] = cv2.blendLinear(colour, part, alpha, 1 - alpha)


def darken(image: Image, region: Region, dark: Linear) -> None:
    """Take away light: dark (h, w) 0..1 in a region."""
    blend(image, region, np.zeros((*region.shape, 3), np.uint8), dark)


class Paint:
    """What a studio's camera sees of things."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.camera, self.light = studio.camera, studio.light
        width, height = studio.size
        self.albedo = self._bare(width, height)
        edge = self.project(np.array([[-0.5, 0, 0], [0.5, 0, 0]], dtype=float))
        self.pixels_per_cm = float(np.linalg.norm(edge[1] - edge[0]))
        towards = self.light.direction
        self.top_shade = self.light.ambient + self.light.direct * float(towards[2])
        self.vignette = self._vignette(width, height)
        self.faces: dict[str, Image] = {}

    def project(self, points: np.ndarray) -> np.ndarray:
        """Pixels (n, 2) of points (n, 3) in cm."""
        return self.camera.project(np.asarray(points, dtype=float) * 10)

    def region_of(self, millimetres: np.ndarray) -> Region:
        """The pixels between points (n, 3) in mm."""
        return Region.around(self.camera.project(millimetres))

    def streak(
        self, x: float, y: float, speed: tuple[float, float], seconds: float
    ) -> tuple[float, float]:
        """How far something at a speed (cm/s) moves in the picture, pixels."""
        ends = self.project(
            np.array([[x, y, 3.0], [x + speed[0] * seconds, y + speed[1] * seconds, 3.0]])
        )
        dx, dy = ends[1] - ends[0]
        return float(dx), float(dy)

    # --- the table

    def _bare(self, width: int, height: int) -> Image:
        """The empty table in even light, half as bright; drawn in strips to save memory."""
        out = np.empty((height, width, 3), np.uint8)
        for top in range(0, height, 256):
            part = Region(0, top, width, min(top + 256, height))
            image = render.paint_table(self.studio.top, self._local(part), self._rays(part))
            out[part.slices] = np.clip(image * 127.5, 0, 255).astype(np.uint8)
        return out

    def empty(self) -> Image:
        """The picture of the table without anything on it."""
        height, width = self.albedo.shape[:2]
        out = np.empty_like(self.albedo)
        for top in range(0, height, 256):
            part = Region(0, top, width, min(top + 256, height))
            out[part.slices] = toned(self.cloth(part, ()))
        return out

    def cloth(self, region: Region, solids: Sequence[render.Solid]) -> Linear:
        """The table within a region, with the shadows of these solids; linear."""
        light = self.light
        part = self.albedo[region.slices].astype(np.float32) * np.float32(1 / 127.5)
        facing = float(light.direction[2])
        shade = np.full(region.shape, light.ambient + light.direct * facing, np.float32)
        if solids:
            unit = 2.6 * self.pixels_per_cm
            direct, ambient = render.shadows(
                solids, self._local(region), light, region.shape, unit, 5
            )
            shade = np.asarray(light.ambient * ambient + light.direct * facing * direct)
        shade = shade * self.vignette_in(region)
        return np.asarray(part * shade[..., None], np.float32)

    def _vignette(self, width: int, height: int) -> NDArray[np.float32]:
        """Uneven light over the table: a lamp that is not everywhere, a lens that darkens."""
        rng = np.random.default_rng([self.studio.seed, 31])
        small = np.exp(np.clip(rng.normal(0, 1, (3, 3)), -2, 2) * float(rng.uniform(0.02, 0.09)))
        size = (max(1, width // 8), max(1, height // 8))
        return np.asarray(
            cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC), np.float32
        )

    def vignette_in(self, region: Region) -> NDArray[np.float32]:
        """The same for a region."""
        rows = np.clip(np.arange(region.top, region.bottom) // 8, 0, self.vignette.shape[0] - 1)
        columns = np.clip(np.arange(region.left, region.right) // 8, 0, self.vignette.shape[1] - 1)
        return self.vignette[np.ix_(rows, columns)]

    # --- tiles by rays

    def _local(self, region: Region) -> render.Camera:
        c = self.camera
        centre = c.centre - np.array([region.left, region.top])
        return render.Camera(c.position, c.rot, c.focal, centre)

    def _rays(self, region: Region) -> NDArray[np.float32]:
        c = self.camera
        across = (np.arange(region.left, region.right) - c.centre[0]) / c.focal
        along = (np.arange(region.top, region.bottom) - c.centre[1]) / c.focal
        right, down, ahead = c.rot
        return (
            right[:, None, None] * across[None, None, :]
            + down[:, None, None] * along[None, :, None]
            + ahead[:, None, None]
        ).astype(np.float32)

    def by_rays(self, solid: render.Solid, region: Region, ground: float) -> Linear:
        """One solid over a plain ground, linear, in the light of its place."""
        shape = region.shape
        out = render.Buffers(
            np.full((*shape, 3), ground, np.float32),
            np.full(shape, np.inf, np.float32),
            np.full(shape, -1, np.int32),
        )
        render.draw_solid(solid, self._local(region), self._rays(region), self.light, out)
        if not ground:
            out.image *= self.vignette_in(region)[..., None]
        return out.image

    # --- quick boxes

    def box(
        self, image: Image, solid: render.Solid, code: str, streak: tuple[float, float]
    ) -> None:
        """A tile that moves, without its shadow; `code`: what is seen on its upper side.

        `streak` smears it along a way in pixels; (0, 0) draws it sharp.
        """
        corners = render.corners(solid)  # in order of x, y, z, each -1 then 1
        flat = self.camera.project(corners)
        length = math.hypot(*streak)
        region = Region.around(flat, length + 4).within(self.studio.size)
        if min(region.shape) <= 2:
            return
        at = (flat - [region.left, region.top]).astype(np.float32)
        if not length:
            self._sides(image[region.slices], solid, at, code)
            return
        alpha = np.zeros(region.shape, np.uint8)
        hull = cv2.convexHull(np.round(at * 8).astype(np.int32))
        cv2.fillConvexPoly(alpha, hull, (255,), cv2.LINE_AA, 3)
        colour = np.zeros((*region.shape, 3), np.uint8)
        self._sides(colour, solid, at, code)
        smear(image, region, colour, alpha, streak)

    def cast(self, image: Image, solids: Sequence[render.Solid]) -> None:
        """The shadows of things that move, drawn coarsely."""
        grounds = [self.camera.project(self.ground(s)) for s in solids]
        soft = 0.35 * self.pixels_per_cm
        size = self.studio.size
        region = Region.around(np.concatenate(grounds), 3 * soft).within(size)
        if min(region.shape) <= 8:
            return
        mask = np.zeros(tuple(n // 4 + 1 for n in region.shape), np.uint8)
        for flat in grounds:
            hull = cv2.convexHull(np.round((flat - [region.left, region.top]) / 4).astype(np.int32))
            cv2.fillConvexPoly(mask, hull, (110,))
        reach = max(3, round(soft / 2) * 2 + 1)
        full = cv2.resize(cv2.blur(mask, (reach, reach)), region.shape[::-1])
        darken(image, region, np.asarray(full * np.float32(1 / 255)))

    def ground(self, solid: render.Solid) -> np.ndarray:
        """Where the lamp throws the corners of a solid on the table (mm)."""
        towards = self.light.direction
        corners = render.corners(solid)
        corners[:, :2] -= towards[:2] / towards[2] * corners[:, 2:]
        corners[:, 2] = 0
        return corners

    def shadow_region(self, solid: render.Solid) -> Region:
        """The pixels that its shadow may darken, its soft edge with it."""
        high = float(render.corners(solid)[:, 2].max()) / 10
        soft = high * self.light.spread + 0.6
        return Region.around(self.camera.project(self.ground(solid)), soft * self.pixels_per_cm)

    def _sides(self, colour: Image, solid: render.Solid, at: Linear, code: str) -> None:
        eye = self.camera.position
        for axis in range(3):
            for sign in (-1.0, 1.0):
                normal = solid.rot[:, axis] * sign
                if (eye - solid.centre) @ normal > solid.half[axis]:
                    self._side(colour, solid, at[_quad(axis, sign)], normal, axis, sign, code)

    def _side(
        self,
        colour: Image,
        solid: render.Solid,
        quad: np.ndarray,
        normal: np.ndarray,
        axis: int,
        sign: float,
        code: str,
    ) -> None:
        light = self.light
        shade = light.ambient * (0.7 + 0.3 * float(normal[2]))
        shade += light.direct * max(0.0, float(light.direction @ normal))
        back = solid.back if solid.back is not None else solid.colour
        if axis == 2 and abs(normal[2]) > 0.5:
            texture = self._face(code)
            th, tw = texture.shape[:2]
            # Corners of a face run as it is read: top left, top right, bottom right, bottom left.
            source = np.array([[0, 0], [tw, 0], [tw, th], [0, th]], np.float32)
            to = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
            size = (colour.shape[1], colour.shape[0])
            cv2.warpPerspective(
                texture,
                to,
                size,
                dst=colour,
                flags=cv2.INTER_AREA,
                borderMode=cv2.BORDER_TRANSPARENT,
            )
            return
        share = float(np.clip((solid.split / solid.half[2] + 1) / 2, 0, 1))
        plain = (solid.colour if sign > 0 else back) if axis == 2 else None
        if plain is None:
            plain = solid.colour * (1 - share) + back * share
        bytes_ = toned(np.asarray(plain * shade, np.float32)[None, None])[0, 0]
        points = np.round(quad * 8).astype(np.int32)
        cv2.fillConvexPoly(colour, points, [int(v) for v in bytes_], cv2.LINE_AA, 3)

    def _face(self, code: str) -> Image:
        if code not in self.faces:
            wide = max(12, round(2.6 * self.pixels_per_cm * 1.2))
            rgb = self.studio.tiles.texture(code if code != BACK else BACK, wide)
            linear = rgb[..., ::-1] * np.float32(self.top_shade / 255)
            self.faces[code] = toned(np.asarray(linear, np.float32))
        return self.faces[code]


def _quad(axis: int, sign: float) -> list[int]:
    """Indices of `render.corners` of one side; of the faces as they are read."""
    if axis == 2:
        z = 1 if sign > 0 else 0
        order = [(0, 1), (1, 1), (1, 0), (0, 0)] if sign > 0 else [(1, 1), (0, 1), (0, 0), (1, 0)]
        return [4 * x + 2 * y + z for x, y in order]
    k = 1 if sign > 0 else 0
    if axis == 0:
        return [4 * k + 2 * y + z for y, z in ((0, 0), (1, 0), (1, 1), (0, 1))]
    return [4 * x + 2 * k + z for x, z in ((0, 0), (1, 0), (1, 1), (0, 1))]


def smear(
    image: Image, region: Region, colour: Image, alpha: Image, streak: tuple[float, float]
) -> None:
    """Lay what moved by `streak` pixels during the exposure over a region of a picture."""
    kernel = streak_kernel(streak)
    share: Linear = np.asarray(cv2.filter2D(alpha, cv2.CV_32F, kernel / 255), np.float32)
    held = cv2.multiply(colour, cv2.merge([alpha] * 3), scale=1 / 255, dtype=cv2.CV_32F)
    spread = np.asarray(cv2.filter2D(held, -1, kernel)) / np.maximum(share, 1e-3)[..., None]
    blend(image, region, np.clip(spread, 0, 255).astype(np.uint8), share)


def streak_kernel(streak: tuple[float, float]) -> NDArray[np.float32]:
    """Smears along a way given in pixels."""
    reach = max(1, math.ceil(max(abs(streak[0]), abs(streak[1])) / 2))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    a = (round(reach - streak[0] / 2), round(reach - streak[1] / 2))
    b = (round(reach + streak[0] / 2), round(reach + streak[1] / 2))
    cv2.line(kernel, a, b, (1.0,), 1)
    return np.asarray(kernel / kernel.sum(), np.float32)
