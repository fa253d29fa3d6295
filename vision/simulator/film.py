"""From scripts to pictures: what the studio's camera sees at any moment, with full truth.

    film = Film(studio(seed, script.side, tiles))
    shot = film.shoot(script.at(12.5))       # Shot: BGR picture, corners of the cloth, the moment

What rests on the table is drawn once, by rays, and kept; each frame then adds only what moves, the
hands, light and noise. Moments need not follow each other, but cost least when little lay anew.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import BACK
from vision.frame import TableFrame
from vision.simulator.hands import paint_hand
from vision.simulator.paint import Paint, Region, blend, toned
from vision.simulator.script import HandSeen, Moment, Phase, Place, PlacedTile, Pose
from vision.simulator.studio import Studio
from vision.training import render
from vision.training.laying import Layout

Image = NDArray[np.uint8]
HELD = 12.0
"""A lifted tile farther from every hand (cm) is pushed by arms, and slow."""
EDGE = 16
"""Pixels drawn around a part that is drawn anew, so that shadows and blur meet the old picture."""
_POSES = {Pose.UP: "up", Pose.DOWN: "down", Pose.STAND: "stand"}


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """How the camera takes the pictures."""

    exposure: float = 1 / 60
    """Seconds: what is fast is smeared along its way."""
    noise: float = 2.2
    """Spread of the sensor's noise, of 255."""
    jpeg: int | None = None
    """Quality of the camera's compression; None: none, as for films that are compressed later."""
    light_drift: float = 0.06
    """How much the light comes and goes over minutes, as a share."""
    blur: float = 0.55
    """Of the lens, pixels (spread)."""
    streak: float = 3.0
    """Shorter smears are left out (pixels)."""


@dataclass(frozen=True, slots=True)
class Bump:
    """Somebody knocks against the camera."""

    time: float
    shift: tuple[float, float] = (0.012, -0.008)
    """Of the picture, as a share of its longer side."""
    turn: float = 1.2
    """Degrees."""


@dataclass(frozen=True, slots=True)
class Glare:
    """The sun, or a lamp, on part of the table for a while."""

    begin: float
    end: float
    x: float = 0.0
    y: float = 0.0
    """Middle, cm on the table."""
    radius: float = 9.0
    strength: float = 0.9


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame and its truth."""

    image: Image
    moment: Moment
    frame: TableFrame
    """Where the cloth really lies in this picture."""


class Film:
    """A camera over one table, for one game."""

    def __init__(
        self,
        studio: Studio,
        settings: FilmSettings | None = None,
        faults: Sequence[Bump | Glare] = (),
    ) -> None:
        self.studio, self.settings = studio, settings or FilmSettings()
        self.bumps = sorted((f for f in faults if isinstance(f, Bump)), key=lambda b: b.time)
        self.glares = [f for f in faults if isinstance(f, Glare)]
        self.paint = Paint(studio)
        rng = np.random.default_rng([studio.seed, 4711])
        self.rng = rng
        self.solids = _Solids(studio, rng)
        width, height = studio.size
        grain = rng.normal(128, self.settings.noise, (height + 64, width + 64, 3))
        self.grain: Image = np.clip(np.round(grain), 0, 255).astype(np.uint8)
        self.sleeves = [_sleeve(rng) for _ in range(4)]
        self.phase = rng.uniform(0, 2 * math.pi, 2)
        self.resting: dict[int, Place] = {}
        self.sprites: dict[int, _Sprite] = {}
        self.still: Image = self.paint.empty()

    def shoot(self, moment: Moment) -> Shot:
        """The picture of a moment."""
        s = self.settings
        loose = moment.phase is Phase.SHUFFLE
        rest = {t.tile: t for t in moment.tiles if not t.moving and not loose}
        self._settle(rest)
        image = self.still.copy()
        for hand in moment.hands:
            self._hand(image, hand, shadow=True)
        moving = sorted((t for t in moment.tiles if t.tile not in rest), key=lambda t: t.place.z)
        solids = [self.solids.of(t) for t in moving]
        if solids:
            self.paint.cast(image, solids)
        for tile, solid in zip(moving, solids, strict=True):
            self._moving(image, tile, solid, moment.hands)
        for hand in moment.hands:
            self._hand(image, hand, shadow=False)
        for glare in self.glares:
            if glare.begin <= moment.time < glare.end:
                self._glare(image, glare)
        image, frame = self._bumped(image, moment.time)
        gain = 1 + s.light_drift * (
            math.sin(moment.time / 37 + self.phase[0])
            + 0.5 * math.sin(moment.time / 7 + self.phase[1])
        )
        dx, dy = (int(v) for v in self.rng.integers(0, 64, 2))
        height, width = image.shape[:2]
        grain = self.grain[dy : dy + height, dx : dx + width]
        cv2.addWeighted(image, gain, grain, 1.0, -128.0, dst=image)
        if s.jpeg is not None:
            data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, s.jpeg])[1]
            image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
        return Shot(image, moment, frame)

    # --- what rests

    def _settle(self, rest: dict[int, PlacedTile]) -> None:
        """Bring the kept picture up to date with the tiles that rest now."""
        gone = [n for n, p in self.resting.items() if n not in rest or rest[n].place != p]
        new = [n for n, t in rest.items() if self.resting.get(n) != t.place]
        if not gone and not new:
            return
        boxes = [self.sprites.pop(n).reach for n in gone]
        for n in gone:
            del self.resting[n]
        for n in new:
            self.sprites[n] = self._sprite(rest[n])
            self.resting[n] = rest[n].place
            boxes.append(self.sprites[n].reach)
        for region in _merged([b.within(self.studio.size) for b in boxes]):
            self._redraw(region)

    def _redraw(self, region: Region) -> None:
        """Cloth, shadows and resting tiles of one part of the picture."""
        inner, region = region, region.grown(EDGE).even().within(self.studio.size)
        inside = [n for n, s in self.sprites.items() if s.reach.meets(region)]
        solids = [self.sprites[n].solid for n in inside]
        patch = self.paint.cloth(region, solids)
        eye = self.studio.camera.position
        order = sorted(
            (n for n in inside if self.sprites[n].region.meets(region)),
            key=lambda n: (round(self.resting[n].z), -_away(self.sprites[n].solid, eye)),
        )
        for n in order:
            self.sprites[n].onto(patch, region)
        part = toned(patch)
        if self.settings.blur:
            part = np.asarray(cv2.GaussianBlur(part, (0, 0), self.settings.blur), dtype=np.uint8)
        self.still[inner.slices] = part[inner.slices_in(region)]

    def _sprite(self, tile: PlacedTile) -> _Sprite:
        solid = self.solids.of(tile)
        region = self.paint.region_of(render.corners(solid)).grown(2)
        black, white = (self.paint.by_rays(solid, region, value) for value in (0.0, 1.0))
        alpha = 1 - np.clip((white - black).mean(axis=2, keepdims=True), 0, 1)
        reach = region.joined(self.paint.shadow_region(solid))
        return _Sprite(solid, region, reach, black, np.asarray(alpha, np.float32))

    # --- what moves

    def _moving(
        self, image: Image, tile: PlacedTile, solid: render.Solid, hands: Sequence[HandSeen]
    ) -> None:
        streak = (0.0, 0.0)
        if tile.lifted and hands:
            hand = min(hands, key=lambda h: math.hypot(h.x - tile.place.x, h.y - tile.place.y))
            if math.hypot(hand.x - tile.place.x, hand.y - tile.place.y) < HELD:
                streak = self._streak(hand)
        code = tile.face if tile.place.pose is Pose.UP else BACK
        self.paint.box(image, solid, code, streak)

    def _streak(self, hand: HandSeen) -> tuple[float, float]:
        s = self.settings
        way = self.paint.streak(hand.x, hand.y, hand.speed, s.exposure)
        return way if math.hypot(*way) > s.streak else (0.0, 0.0)

    def _hand(self, image: Image, hand: HandSeen, *, shadow: bool) -> None:
        look = self.sleeves[hand.seat]
        paint_hand(image, self.paint, hand, look, self._streak(hand), shadow=shadow)

    # --- faults

    def _glare(self, image: Image, glare: Glare) -> None:
        centre = self.paint.project(np.array([[glare.x, glare.y, 2.0]]))[0]
        radius = glare.radius * self.paint.pixels_per_cm
        region = Region.around(centre[None], 2.5 * radius).within(self.studio.size)
        rows = np.arange(region.top, region.bottom, dtype=np.float32)[:, None] - centre[1]
        columns = np.arange(region.left, region.right, dtype=np.float32)[None] - centre[0]
        spot = np.exp(-(rows**2 + columns**2) / (2 * (0.8 * radius) ** 2))
        white = np.full((*region.shape, 3), 252, np.uint8)
        blend(image, region, white, np.asarray(glare.strength * spot, np.float32))

    def _bumped(self, image: Image, time: float) -> tuple[Image, TableFrame]:
        """The picture as the camera sees it after all bumps so far."""
        frame = self.studio.frame
        width, height = self.studio.size
        done = [b for b in self.bumps if b.time <= time]
        if not done:
            return image, frame
        turn = sum(b.turn for b in done)
        move = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        move[:, 2] += np.sum([b.shift for b in done], axis=0) * max(width, height)
        warped = cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REFLECT)
        corners = cv2.transform(np.array([frame.corners]), move)[0]
        moved = replace(frame, corners=tuple((float(x), float(y)) for x, y in corners))
        return np.asarray(warped, dtype=np.uint8), moved


@dataclass(frozen=True, slots=True)
class _Sprite:
    """A resting tile as drawn by rays: colour times alpha; of what is below 1 - alpha stays."""

    solid: render.Solid
    region: Region
    reach: Region
    """With its shadow."""
    colour: NDArray[np.float32]
    alpha: NDArray[np.float32]

    def onto(self, patch: NDArray[np.float32], at: Region) -> None:
        """Lay it over a patch of the picture (float, linear)."""
        shared = self.region.shared(at)
        if shared is None:
            return
        mine, there = shared.slices_in(self.region), shared.slices_in(at)
        below = patch[there]
        below *= 1 - self.alpha[mine]
        below += self.colour[mine]


class _Solids:
    """Tiles as boxes in space, each aged in its own way."""

    def __init__(self, studio: Studio, rng: np.random.Generator) -> None:
        self.layout = Layout(studio.tiles, 26.0, rng)
        self.lean = rng.normal(0, 0.012, (144, 2))
        self.tint = (1 + rng.normal(0, 0.012, (144, 1)) + rng.normal(0, 0.006, (144, 3))).astype(
            np.float32
        )

    def of(self, tile: PlacedTile) -> render.Solid:
        p, layout = tile.place, self.layout
        layout.placed.clear()
        layout.put(tile.face, p.x * 10, p.y * 10, p.turn, pose=_POSES[p.pose], z=p.z * 10, mess=0.0)
        solid = layout.placed[0].solid
        solid.lean = (float(self.lean[tile.tile, 0]), float(self.lean[tile.tile, 1]))
        solid.tint = self.tint[tile.tile]
        return solid


def _away(solid: render.Solid, eye: np.ndarray) -> float:
    return float(np.linalg.norm(solid.centre - eye))


def _merged(regions: list[Region]) -> list[Region]:
    """Parts that do not overlap and together cover all of these."""
    out: list[Region] = []
    for region in regions:
        while True:
            other = next((r for r in out if r.meets(region)), None)
            if other is None:
                break
            out.remove(other)
            region = region.joined(other)
        out.append(region)
    return out


def _sleeve(rng: np.random.Generator) -> tuple[tuple[float, ...], tuple[float, ...], float]:
    """Skin, sleeve (BGR 0..1) and where the sleeve begins (cm behind the fingertips)."""
    skins = ((0.50, 0.62, 0.86), (0.42, 0.55, 0.80), (0.34, 0.46, 0.70), (0.58, 0.70, 0.92))
    cloths = (
        (0.25, 0.2, 0.2),
        (0.55, 0.35, 0.2),
        (0.8, 0.8, 0.82),
        (0.2, 0.2, 0.5),
        (0.3, 0.4, 0.3),
    )
    skin = skins[int(rng.integers(len(skins)))]
    cloth = cloths[int(rng.integers(len(cloths)))]
    return skin, cloth, float(rng.uniform(20, 40))
