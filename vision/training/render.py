"""Boxes with rounded edges on a table, drawn in perspective with soft shadows.

One ray per pixel walks to each box by its distance function, so that shading, outline and what
hides what are right from any side. Lengths are millimetres on the table: x to the right, y away
from the near seat, z up. Pictures are (h, w, 3) float32 BGR, 0..1, until they are developed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.tilesets import TileSet

# --- things in space -----------------------------------------------------------------------------


@dataclass
class Solid:
    """A box (or upright cylinder) with rounded edges.

    rot's columns are its own axes in the world; half its half lengths along them. A tile's own axes
    are x to the right and y up as its face is read, z out of the face.
    """

    centre: np.ndarray
    rot: np.ndarray
    half: np.ndarray
    radius: float
    colour: np.ndarray  # BGR 0..1
    back: np.ndarray | None = None  # colour below the split
    split: float = 0.0  # own z where the back's colour begins
    front_texture: tuple[TileSet, str] | None = None
    back_texture: tuple[TileSet, str] | None = None
    pips: Sequence[int] = ()
    pip_colour: np.ndarray | None = None
    gloss: float = 0.5
    round_: bool = False
    tint: np.ndarray | None = None  # BGR factors: no two tiles age alike
    lean: tuple[float, float] = (0.0, 0.0)  # tilt of the shading, radians
    drink: np.ndarray | None = None  # colour inside the rim, for a cup
    tile: int = -1


# --- camera and light ----------------------------------------------------------------------------


@dataclass
class Camera:
    """A pinhole: focal length in pixels, centre the picture's optical middle in pixels."""

    position: np.ndarray
    rot: np.ndarray  # rows: right, down, ahead in the world
    focal: float
    centre: np.ndarray

    def project(self, points: np.ndarray) -> np.ndarray:
        seen = (points - self.position) @ self.rot.T
        return seen[:, :2] / np.maximum(seen[:, 2:], 1.0) * self.focal + self.centre


def corners(solid: Solid) -> np.ndarray:
    """Corners in the world, (8, 3); points on both rims for a cylinder, (24, 3)."""
    if solid.round_:
        around = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        ring = np.stack([np.cos(around), np.sin(around)], 1)
        signs = np.concatenate([np.column_stack([ring, np.full(12, z)]) for z in (-1.0, 1.0)])
    else:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return solid.centre + (signs * solid.half) @ solid.rot.T


def look_at(
    rng: np.random.Generator,
    points: np.ndarray,
    size: tuple[int, int],
    elevation: float,
    azimuth: float,
    roll: float,
    fill: float,
    nearness: float,
) -> Camera:
    """Look at the middle of the points; zoom so that they fill that share of the picture."""
    target = (points.min(0) + points.max(0)) / 2
    extent = float(np.max(np.linalg.norm(points - target, axis=1)))
    distance = max(180.0, extent * nearness)
    e, a, r = (math.radians(v) for v in (elevation, azimuth, roll))
    back = np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])
    position = target + back * distance
    ahead = -back
    right = np.array([math.cos(a), math.sin(a), 0.0])
    down = np.cross(ahead, right)
    turned_right = right * math.cos(r) + down * math.sin(r)
    turned_down = -right * math.sin(r) + down * math.cos(r)
    rot = np.stack([turned_right, turned_down, ahead])
    camera = Camera(position, rot, 1.0, np.zeros(2))
    flat = camera.project(points)
    low, high = flat.min(0), flat.max(0)
    w, h = size
    camera.focal = fill * float(min(w / (high[0] - low[0]), h / (high[1] - low[1])))
    span = (high - low) * camera.focal
    slack = np.maximum(np.array([w, h]) - span, 0) * 0.94
    offset = (np.array([w, h]) - span) / 2 + slack * rng.uniform(-0.5, 0.5, 2)
    camera.centre = offset - low * camera.focal
    return camera


@dataclass
class Light:
    """One lamp, the light from all around, and a bright patch that glossy tiles mirror."""

    direction: np.ndarray  # towards the lamp, length 1
    spread: float  # size of the lamp: softness of the shadow
    ambient: float
    direct: float
    patch: np.ndarray | None = None  # towards a window or a lampshade, length 1
    patch_cosines: tuple[float, float] = (0.9, 0.96)  # where its glow begins and is full
    patch_power: float = 0.0


# --- table tops ----------------------------------------------------------------------------------


def _noise(rng: np.random.Generator, n: int, cells: int) -> np.ndarray:
    """Smooth noise that repeats, about -1..1, (n, n) float32."""
    grid = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    grid = np.pad(grid, 2, mode="wrap")
    big = cv2.resize(grid, None, fx=n / cells, fy=n / cells, interpolation=cv2.INTER_CUBIC)
    edge = round(2 * n / cells)
    return big[edge : edge + n, edge : edge + n]


def _stretched(rng: np.random.Generator, n: int, down: int, across: int) -> np.ndarray:
    """Smooth noise drawn out sideways: `down` cells over the height, `across` over the width."""
    grid = rng.normal(0, 1, (down, across)).astype(np.float32)
    grid = np.pad(grid, 2, mode="wrap")
    size = (round(n * (across + 4) / across), round(n * (down + 4) / down))
    big = cv2.resize(grid, size, interpolation=cv2.INTER_CUBIC)
    y, x = round(2 * n / down), round(2 * n / across)
    return big[y : y + n, x : x + n]


_TEXTURES: dict[tuple[str, int], np.ndarray] = {}
TEXTURE_MM = 256.0  # one texture repeat on the table


def table_texture(kind: str, variant: int) -> np.ndarray:
    """Grey texture around 1.0, 1024 x 1024 for 256 mm, from a small fixed pool."""
    key = (kind, variant)
    if key in _TEXTURES:
        return _TEXTURES[key]
    rng = np.random.default_rng([variant, len(kind), ord(kind[0])])
    n = 1024
    yy, xx = np.mgrid[0:n, 0:n].astype(np.float32) / n * TEXTURE_MM
    fine = rng.normal(0, 1, (n, n)).astype(np.float32)
    if kind == "felt":
        soft = cv2.GaussianBlur(np.tile(fine, (2, 2)), (0, 0), 1.6)[
            n // 2 : -n // 2, n // 2 : -n // 2
        ]
        soft = np.roll(soft, (n // 2, n // 2), (0, 1)) * 3.2
        image = (
            1 + 0.045 * soft + 0.02 * fine + 0.03 * _noise(rng, n, 8) + 0.03 * _noise(rng, n, 64)
        )
    elif kind == "weave":
        pitch = (2.0, 1.6, 2.56)[variant % 3]
        k = 2 * math.pi / pitch
        image = 1 + 0.16 * np.sin(k * xx) * np.sin(k * yy) + 0.05 * np.sin(2 * k * xx + 1)
        image += 0.03 * fine + 0.03 * _noise(rng, n, 8)
    elif kind == "wood":
        # growth rings of uneven width cut lengthwise, fine pores along the grain
        rows = np.cumsum(np.abs(rng.normal(1, 0.6, n)).astype(np.float32))
        at = yy / TEXTURE_MM * n + _stretched(rng, n, 6, 2) * 22
        rings = np.interp(at.ravel() % n, np.arange(n), np.sin(rows * 0.11 * (1 + variant % 2)))
        image = 1 + 0.05 * rings.reshape(n, n) + 0.04 * _stretched(rng, n, 40, 3)
        image += 0.035 * _stretched(rng, n, 256, 10) + 0.04 * _stretched(rng, n, 512, 24)
    else:  # plain: paper, plastic, stone
        image = 1 + 0.015 * fine + 0.03 * _noise(rng, n, 8) + 0.02 * _noise(rng, n, 128)
    _TEXTURES[key] = image.astype(np.float32)
    return _TEXTURES[key]


_TOPS: tuple[tuple[str, tuple[int, int, int], float], ...] = (  # kind, BGR, weight
    ("felt", (70, 120, 20), 3),
    ("felt", (60, 90, 15), 2),
    ("felt", (120, 70, 20), 2),
    ("felt", (150, 130, 40), 1.5),
    ("felt", (50, 40, 120), 1),
    ("felt", (70, 70, 75), 1.5),
    ("felt", (50, 90, 150), 1),
    ("weave", (60, 150, 40), 3),
    ("weave", (130, 60, 30), 1),
    ("weave", (50, 50, 52), 1),
    ("wood", (95, 140, 185), 2.5),
    ("wood", (60, 95, 140), 2),
    ("wood", (150, 170, 185), 1.5),
    ("wood", (35, 50, 80), 1),
    ("plain", (225, 228, 230), 1.5),
    ("plain", (40, 40, 42), 1.5),
    ("plain", (180, 190, 200), 1),
    ("plain", (150, 110, 80), 0.7),
)


@dataclass
class Top:
    """The table: texture, colour, size, and what lies beyond its edge."""

    texture: np.ndarray  # grey around 1 (h, w), or BGR 0..1 (h, w, 3)
    colour: np.ndarray
    millimetres: float
    turn: float
    edge: tuple[float, float, float, float] | None  # x0, x1, y0, y1
    rail: np.ndarray
    floor: np.ndarray


def _wrap(values: np.ndarray, period: int) -> np.ndarray:
    return values - np.floor(values / period) * np.float32(period)


def paint_table(top: Top, camera: Camera, dirs: np.ndarray) -> np.ndarray:
    """The empty table as the camera sees it, (h, w, 3) float32 BGR 0..1."""
    h, w = dirs.shape[1:]
    down = np.minimum(dirs[2], -0.02)
    px, py, pz = (float(v) for v in camera.position)
    t = -pz / down
    x, y = px + t * dirs[0], py + t * dirs[1]
    n = top.texture.shape[0]
    scale = n / top.millimetres
    # texture pixels met by one picture pixel, in the middle of the picture
    step = float(t[h // 2, w // 2]) / camera.focal * scale
    texture = top.texture
    while step > 1.6 and texture.shape[0] > 16:
        texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        step, scale = step / 2, scale / 2
    c, s = math.cos(math.radians(top.turn)) * scale, math.sin(math.radians(top.turn)) * scale
    # into the repeat first: remap is only exact for maps near the picture
    size = texture.shape[0]
    mx, my = _wrap(c * x - s * y, size), _wrap(s * x + c * y, size)
    shade = cv2.remap(texture, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    image = shade * top.colour if shade.ndim == 3 else shade[..., None] * top.colour
    if top.edge is not None:
        x0, x1, y0, y1 = (float(v) for v in top.edge)
        out = np.maximum(np.maximum(x0 - x, x - x1), np.maximum(y0 - y, y - y1))
        soft = np.maximum(t / camera.focal, 0.3)
        rail = np.clip(out / soft + 0.5, 0, 1)[..., None]
        beyond = np.clip((out - 55) / soft + 0.5, 0, 1)[..., None]
        grain = cv2.remap(table_texture("wood", 1), _wrap(x * 4, 1024), _wrap(y * 4, 1024),
                          cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)  # fmt: skip
        lip = 0.75 + 0.25 * np.clip(np.abs(out - 27) / 27, 0, 1) ** 4 * -1
        image = image * (1 - rail) + (grain * lip)[..., None] * top.rail * rail
        image = image * (1 - beyond) + top.floor * beyond
    return image.astype(np.float32)


# --- rendering -----------------------------------------------------------------------------------


@dataclass
class Buffers:
    """What is drawn so far, all (h, w) or (h, w, 3): colour, depth in mm, tile number."""

    image: np.ndarray
    depth: np.ndarray
    tile: np.ndarray  # tile number showing its face or back here, else -1


def _pips(faces: Sequence[int], p: np.ndarray, n: np.ndarray, half: float) -> np.ndarray:
    """Where a die's pips are (bool per point)."""
    spots = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)],
             4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
             5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
             6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]}  # fmt: skip
    hit = np.zeros(p.shape[1], bool)
    for i in range(6):
        axis, sign = i // 2, 1 if i % 2 else -1
        on = n[axis] * sign > 0.8
        u, v = p[(axis + 1) % 3] / half, p[(axis + 2) % 3] / half
        for a, b in spots[faces[i]]:
            hit |= on & ((u - a * 0.5) ** 2 + (v - b * 0.5) ** 2 < 0.03)
    return hit


def _field(solid: Solid, p: np.ndarray, inner: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distance to the surface at own points p (3, n), and its gradient (not of unit length)."""
    if solid.round_:
        ring = np.hypot(p[0], p[1]) + np.float32(1e-6)
        q0, q1 = ring - inner[0], np.abs(p[2]) - inner[2]
        c0, c1 = np.maximum(q0, 0), np.maximum(q1, 0)
        far = np.hypot(c0, c1) + np.minimum(np.maximum(q0, q1), 0) - np.float32(solid.radius)
        return far, np.stack([p[0] / ring * c0, p[1] / ring * c0, np.sign(p[2]) * c1])
    q = np.abs(p) - inner[:, None]
    c = np.maximum(q, 0)
    away = np.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2])
    within = np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0)
    return away + within - np.float32(solid.radius), np.copysign(c, p)


def _unit(v: np.ndarray) -> np.ndarray:
    return v / (np.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + np.float32(1e-6))


def draw_solid(solid: Solid, camera: Camera, dirs: np.ndarray, light: Light, out: Buffers) -> None:
    """Draw one solid over what is there. dirs: world directions of all pixels, (3, h, w)."""
    h, w = dirs.shape[1:]
    flat = camera.project(corners(solid))
    x0, y0 = (max(int(v) - 2, 0) for v in np.floor(flat.min(0)))
    x1, y1 = (min(int(v) + 3, n) for v, n in zip(np.ceil(flat.max(0)), (w, h), strict=True))
    if x1 <= x0 or y1 <= y0:
        return
    depth = float((solid.centre - camera.position) @ camera.rot[2])
    if depth < 30:
        return
    rot = solid.rot.astype(np.float32)
    d = rot.T @ dirs[:, y0:y1, x0:x1].reshape(3, -1)
    o = (solid.rot.T @ (camera.position - solid.centre)).astype(np.float32)
    half = solid.half.astype(np.float32)
    foot = np.float32(depth / camera.focal)
    grown = half + foot
    with np.errstate(divide="ignore", invalid="ignore"):
        inv = 1 / d
    centre, reach = -o[:, None] * inv, grown[:, None] * np.abs(inv)
    near, away = centre - reach, centre + reach
    enter = np.maximum(np.maximum(near[0], near[1]), near[2])
    leave = np.minimum(np.minimum(away[0], away[1]), away[2])
    index = np.flatnonzero((enter < leave) & (leave > 0))
    if not len(index):
        return
    d, leave = d.take(index, 1), leave[index]
    t = np.maximum(enter[index], np.float32(1))
    length = np.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
    inner = half - np.float32(solid.radius)
    far, _ = _field(solid, o[:, None] + d * t, inner)
    best = far.copy()
    t = t + np.maximum(far, 0) / length
    # most rays are there after one step; only those at rounded edges walk on
    walk = np.arange(len(index))
    # a cylinder stands well inside the box where the walk begins
    for _ in range(24 if solid.round_ else 5 if solid.radius < 5 else 9):
        far, _ = _field(solid, o[:, None] + d.take(walk, 1) * t[walk], inner)
        best[walk] = np.minimum(best[walk], far)
        t[walk] += np.maximum(far, 0) / length[walk]
        walk = walk[far > 0.05 * foot]
        if not len(walk):
            break
    alpha = np.clip(1 - best / foot, 0, 1)
    rows, columns = index // (x1 - x0) + y0, index % (x1 - x0) + x0
    keep = np.flatnonzero((alpha > 0.02) & (t < out.depth[rows, columns]) & (t < leave + foot * 4))
    if not len(keep):
        return
    d, t, alpha = d.take(keep, 1), t[keep], alpha[keep]
    rows, columns, view = rows[keep], columns[keep], d / length[keep]
    p = o[:, None] + d * t
    _, grad = _field(solid, p, inner)
    n = _unit(grad)
    lost = np.abs(grad).max(0) < 1e-5
    if lost.any():
        n[:, lost] = -view[:, lost]

    albedo = np.empty((3, p.shape[1]), np.float32)
    albedo[:] = solid.colour[:, None]
    zone = np.zeros(p.shape[1], bool)
    if solid.back is not None:
        mix = np.clip((np.float32(solid.split) - p[2]) / foot + np.float32(0.5), 0, 1)
        albedo += (solid.back[:, None] - albedo) * mix
    for texture, side in ((solid.front_texture, 1.0), (solid.back_texture, -1.0)):
        if texture is None or o[2] * side < half[2]:
            continue
        high = p[2] * np.float32(side)
        zone |= high > half[2] - 0.4 * solid.radius
        on = np.flatnonzero(high > inner[2] + solid.radius * 0.5)
        count = len(on)
        if not count:
            continue
        edges = np.linalg.norm(np.diff(face_quad(solid, camera, side > 0), axis=0), axis=1)
        wide = math.sqrt(max(4.0, float(edges[0] * edges[1])) / texture[0].aspect)
        tile_set, code = texture
        picture = tile_set.texture(code, max(6, min(760, round(wide * 1.15))))
        th, tw = picture.shape[:2]
        flat_maps = np.zeros((2, (count + 255) // 256 * 256), np.float32)
        flat_maps[0, :count] = (p[0, on] * np.float32(side) / half[0] + 1) * (tw / 2) - 0.5
        flat_maps[1, :count] = (1 - p[1, on] / half[1]) * (th / 2) - 0.5
        maps = flat_maps.reshape(2, -1, 256)
        got = cv2.remap(
            picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        albedo[:, on] = got.reshape(-1, 3)[:count, ::-1].T * np.float32(1 / 255)
    if solid.tint is not None:
        albedo *= solid.tint[:, None]
    if solid.drink is not None:
        inside = (p[2] > inner[2]) & (np.hypot(p[0], p[1]) < half[0] * 0.88)
        albedo[:, inside] = solid.drink[:, None]
    if solid.pips and solid.pip_colour is not None:
        hit = _pips(solid.pips, p, n, float(half[0]))
        albedo[:, hit] = solid.pip_colour[:, None]

    if solid.tile >= 0:
        # faces are a little convex and never lie quite level: glare differs from tile to tile
        lean = solid.lean
        n[0] += np.float32(lean[0]) + np.float32(0.03) * p[0] / half[0]
        n[1] += np.float32(lean[1]) + np.float32(0.03) * p[1] / half[1]
        n = _unit(n)
    nw, vw = rot @ n, rot @ view
    height = float(solid.centre[2]) + rot[2] @ p
    towards = light.direction.astype(np.float32)
    lit = np.maximum(towards @ nw, 0)
    up = np.maximum(nw[2], 0)
    sky = 0.70 + 0.30 * nw[2]
    # light that comes up from the table and down the gaps is scarce near the table
    sunk = 1 - 0.38 * (1 - up) * np.clip(1 - height / 14.0, 0, 1)
    shade = (light.ambient * sky + light.direct * lit) * sunk
    middle = _unit(towards[:, None] - vw)
    shine = np.maximum((middle * nw).sum(0), 0) ** np.float32(18 + 60 * solid.gloss)
    fresnel = 0.04 + 0.5 * (1 - np.clip(-(vw * nw).sum(0), 0, 1)) ** 5
    sheen = solid.gloss * (0.45 * light.direct * shine + 0.35 * light.ambient * fresnel)
    if light.patch is not None and light.patch_power > 0:
        facing = (vw * nw).sum(0)
        mirrored = vw - 2 * facing * nw
        low, high = light.patch_cosines
        glow = np.clip((light.patch.astype(np.float32) @ mirrored - low) / (high - low), 0, 1)
        sheen = sheen + np.float32(light.patch_power * solid.gloss) * glow * glow * (3 - 2 * glow)
    colour = albedo * shade + sheen
    place = rows * w + columns
    image, depths, tiles = out.image.reshape(-1, 3), out.depth.reshape(-1), out.tile.reshape(-1)
    pixels = image[place]
    image[place] = pixels + (colour.T - pixels) * alpha[:, None]
    firm = np.flatnonzero(alpha > 0.5)
    depths[place[firm]] = t[firm]
    tiles[place[firm]] = np.where(zone[firm], solid.tile, -1)


def face_quad(solid: Solid, camera: Camera, front: bool) -> np.ndarray:
    """Corners (4, 2) of the face or the back, clockwise from its top left as one looks at it."""
    side = 1.0 if front else -1.0
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float)
    local = np.column_stack([square[:, 0] * side, square[:, 1], np.full(4, side)]) * solid.half
    return camera.project(solid.centre + local @ solid.rot.T)


def shadows(
    solids: Sequence[Solid],
    camera: Camera,
    light: Light,
    shape: tuple[int, int],
    unit: float,
    samples: int = 7,
) -> tuple[np.ndarray, np.ndarray]:
    """(direct light kept, ambient light kept) on the table, each (h, w) float32 0..1."""
    h, w = shape
    small = 2
    sh, sw = (h + small - 1) // small, (w + small - 1) // small
    kept = np.zeros((sh, sw), np.float32)
    # points spread evenly over the lamp (a sunflower's order)
    spread = [
        math.sqrt(i / (samples - 1))
        * light.spread
        * np.array([math.cos(2.39996 * i), math.sin(2.39996 * i)])
        for i in range(samples)
    ]
    boxes = [corners(s) for s in solids]
    for offset in spread:
        lean = light.direction[:2] / light.direction[2] + offset
        mask = np.zeros((sh, sw), np.uint8)
        for box in boxes:
            ground = box.copy()
            ground[:, :2] -= lean * box[:, 2:]
            ground[:, 2] = 0
            flat = camera.project(ground) / small
            if np.abs(flat).max() < 20000:
                hull = cv2.convexHull(np.round(flat * 16).astype(np.int32))
                cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
        kept += mask.astype(np.float32) / 255 / samples
    contact = np.zeros((sh, sw), np.uint8)
    for box in boxes:
        low = box[np.argsort(box[:, 2])[: len(box) // 2]].copy()
        if low[0, 2] > 8:
            continue
        low[:, 2] = 0
        flat = camera.project(low) / small
        if np.abs(flat).max() < 20000:
            hull = cv2.convexHull(np.round(flat * 16).astype(np.int32))
            cv2.fillConvexPoly(contact, hull, 255, cv2.LINE_AA, 4)
    blur = max(0.8, unit * 0.16 / small)
    soft_contact = cv2.GaussianBlur(contact.astype(np.float32) / 255, (0, 0), blur)
    soft_shadow = cv2.GaussianBlur(kept, (0, 0), max(0.6, unit * 0.035 / small))
    dark, near = (
        np.asarray(cv2.resize(m, (w, h), interpolation=cv2.INTER_LINEAR))
        for m in (soft_shadow, soft_contact)
    )
    return 1 - dark, 1 - 0.55 * near


def focus_blur(image: np.ndarray, depth: np.ndarray, sharp: float, strength: float) -> np.ndarray:
    """Blur what lies before or behind the depth `sharp` (mm); strength is the blur in pixels at

    twice that depth.
    """
    amount = strength * np.abs(1 - sharp / np.maximum(depth, 1.0)) * 2
    levels = [0.0, strength * 0.35, strength * 0.8, strength * 1.4]
    stack = [image] + [cv2.GaussianBlur(image, (0, 0), max(level, 0.2)) for level in levels[1:]]
    out = stack[-1].copy()
    for low in range(len(levels) - 2, -1, -1):
        share = (amount - levels[low]) / (levels[low + 1] - levels[low])
        share = np.clip(share, 0, 1)[..., None].astype(np.float32)
        here = stack[low] * (1 - share) + stack[low + 1] * share
        out = np.where((amount < levels[low + 1])[..., None], here, out)
    return out


def tile_edge(solid: Solid, camera: Camera) -> float:
    depth = float((solid.centre - camera.position) @ camera.rot[2])
    return 2 * float(solid.half[0]) * camera.focal / max(depth, 1.0)


# --- lens, sensor, file --------------------------------------------------------------------------


def develop(rng: np.random.Generator, image: np.ndarray, unit: float, quality: float) -> np.ndarray:
    """Uneven light, glare, colour cast, blur, noise, sharpening, JPEG. quality 1: good phone."""
    h, w = image.shape[:2]
    rough = 1 - quality
    small = np.clip(rng.normal(0, 1, (3, 3)), -2, 2) * float(rng.uniform(0.02, 0.10 + 0.18 * rough))
    uneven = cv2.resize(np.exp(small).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    image = image * uneven[..., None]
    if rng.random() < 0.4 * (0.4 + rough):
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        cx, cy = rng.uniform(0, w), rng.uniform(0, h)
        sx, sy = rng.uniform(0.08, 0.4, 2) * max(h, w)
        spot = np.exp(-(((xx - cx) / sx) ** 2 + ((yy - cy) / sy) ** 2))
        image = image + (spot * float(rng.uniform(0.05, 0.35)))[..., None]
    if rng.random() < 0.12 * rough * 2:  # somebody's shadow across
        line = rng.normal(0, 1, 2)
        line = line / np.linalg.norm(line)
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        far = (xx - rng.uniform(0, w)) * line[0] + (yy - rng.uniform(0, h)) * line[1]
        image = image * (1 - 0.4 / (1 + np.exp(-far / rng.uniform(3, 40))))[..., None]
    if rng.random() < 0.5:
        dark = float(rng.uniform(0.05, 0.3))
        xs, ys = np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32)
        far = xs[None, :] ** 2 + ys[:, None] ** 2
        image = image * (1 - dark * far * far / 4)[..., None]
    cast = np.exp(rng.normal(0, 0.03 + 0.05 * rough, 3)).astype(np.float32)
    warm = float(rng.normal(0, 0.05 + 0.05 * rough))
    cast *= np.array([1 - warm, 1, 1 + warm], np.float32)
    gain = float(np.exp(rng.normal(0.0, 0.10 + 0.14 * rough)))
    image = image * cast * gain
    # a film-like shoulder keeps white tiles from burning out flat
    gamma = float(np.exp(rng.normal(0, 0.08 + 0.08 * rough)))
    curve = np.linspace(0, 4, 4096)
    curve = np.where(curve > 0.8, 0.8 + 0.2 * np.tanh((curve - 0.8) / 0.2 * 0.8), curve) ** gamma
    steps = np.clip(image * np.float32(4095 / 4), 0, 4095).astype(np.uint16)
    # sensor steps finer than eight bits, so that the curve leaves no bands
    image = curve.astype(np.float32)[steps]
    blur = abs(float(rng.normal(0, 0.25 + 0.7 * rough))) * max(0.3, min(1.0, unit / 45))
    if blur > 0.25:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    if rng.random() < 0.15 * rough * 2:
        length = int(rng.integers(2, max(3, int(unit * 0.12) + 3)))
        angle = float(rng.uniform(0, math.pi))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        a = (
            round(length + length / 2 * math.cos(angle)),
            round(length + length / 2 * math.sin(angle)),
        )
        b = (
            round(length - length / 2 * math.cos(angle)),
            round(length - length / 2 * math.sin(angle)),
        )
        cv2.line(kernel, a, b, 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.2 * rough * 2:  # a small picture, enlarged
        share = float(rng.uniform(0.45, 0.85))
        tiny = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        image = cv2.resize(tiny, (w, h), interpolation=cv2.INTER_LINEAR)
    sigma = float(rng.uniform(0.002, 0.008 + 0.03 * rough))
    grain = np.asarray(rng.standard_normal((h, w, 3), np.float32) * np.float32(sigma))
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8)
    image = image + grain * (0.4 + 0.9 * cv2.sqrt(np.maximum(image, 0)))
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * float(rng.uniform(0.2, 0.9))
    if rng.random() < 0.02 * rough * 2:
        grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
        image = np.repeat(grey[..., None], 3, 2)
    picture = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    level = int(rng.uniform(88 - 50 * rough, 97))
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, level])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


def random_top(rng: np.random.Generator, points: np.ndarray, felts: Sequence[Path] = ()) -> Top:
    kind, bgr, _ = _TOPS[
        int(rng.choice(len(_TOPS), p=np.array([t[2] for t in _TOPS]) / sum(t[2] for t in _TOPS)))
    ]
    colour = np.clip(np.array(bgr) + rng.normal(0, 14, 3), 8, 250).astype(np.float32) / 255
    texture, mm = table_texture(kind, int(rng.integers(4))), TEXTURE_MM
    if felts and rng.random() < 0.5:
        patch = cv2.imread(str(felts[int(rng.integers(len(felts)))]))
        if patch is not None:
            side = min(patch.shape[:2])
            patch = patch[:side, :side]
            both = np.vstack(
                [np.hstack([patch, patch[:, ::-1]]), np.hstack([patch[::-1], patch[::-1, ::-1]])]
            )
            texture = (
                cv2.resize(both, (512, 512), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
            )
            colour, mm = np.ones(3, np.float32), float(rng.uniform(150, 500))
    edge = None
    if rng.random() < 0.4:
        low, high = points.min(0)[:2], points.max(0)[:2]
        pad = rng.uniform(12, 260, 4)
        edge = (low[0] - pad[0], high[0] + pad[1], low[1] - pad[2], high[1] + pad[3])
    rails = ((95, 140, 185), (40, 60, 95), (35, 35, 38), (200, 205, 210), (60, 80, 110))
    rail = np.array(rails[int(rng.integers(len(rails)))], np.float32) / 255
    floor = np.clip(rng.normal(0.25, 0.15) + rng.normal(0, 0.04, 3), 0.03, 0.8).astype(np.float32)
    return Top(
        texture, colour, mm, float(rng.choice([0.0, 90.0, rng.uniform(0, 360)])), edge, rail, floor
    )


def random_light(rng: np.random.Generator, camera: Camera) -> Light:
    """A lamp anywhere above; in every second scene something bright is mirrored in the tiles."""
    tilt, around = math.radians(float(rng.uniform(5, 58))), float(rng.uniform(0, 2 * math.pi))
    direction = np.array(
        [math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), math.cos(tilt)]
    )
    share = float(rng.uniform(0.2, 0.62))  # lamp against sky
    total = float(rng.uniform(0.88, 1.05))
    spread = float(rng.uniform(0.06, 0.6))
    mirrored = camera.rot[2] * np.array([1.0, 1.0, -1.0]) + rng.normal(0, 0.22, 3)
    mirrored[2] = max(mirrored[2], 0.1)
    outer = float(rng.uniform(0.80, 0.97))
    return Light(
        direction,
        spread,
        total * (1 - share),
        total * share / float(direction[2]),
        mirrored / np.linalg.norm(mirrored),
        (outer, outer + (1 - outer) * float(rng.uniform(0.2, 0.9))),
        float(rng.uniform(0.05, 0.55)) if rng.random() < 0.5 else 0.0,
    )
