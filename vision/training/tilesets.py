"""Mahjong tile sets drawn from a seed: 42 faces and a back, each seed another maker.

Everything is drawn by this module (dots, bamboo, birds, flowers, frames) or set in fonts from
Debian packages (characters). No picture of a real tile is used. Colours are RGB here; the scene
renderer turns them into OpenCV's BGR.

Coordinates inside a face: x runs from 0 to 1 over the tile's width, y from 0 to ``aspect`` over its
height, so that circles stay circles whatever the tile's shape.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scoring.tiles import BACK, Tile

FACES: tuple[str, ...] = tuple(tile.code for tile in Tile)
SUITED, HONOURS, FLOWERS = FACES[:27], FACES[27:34], FACES[34:]
CODES: tuple[str, ...] = (*FACES, BACK)

Colour = tuple[int, int, int]
_FONTS = Path("/usr/share/fonts")
#: (path below /usr/share/fonts, index in the collection, Debian package, weight in the draw)
_FONT_FILES: tuple[tuple[str, int, str, float], ...] = (
    ("truetype/cwtex/cwkai.ttf", 0, "fonts-cwtex-kai", 3.0),
    ("truetype/arphic/ukai.ttc", 2, "fonts-arphic-ukai", 3.0),
    ("truetype/cns11643/TW-Kai-98_1.ttf", 0, "fonts-cns11643-kai", 3.0),
    ("truetype/arphic-bkai00mp/bkai00mp.ttf", 0, "fonts-arphic-bkai00mp", 2.0),
    ("truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", 0, "fonts-lxgw-wenkai", 2.0),
    ("truetype/lxgw-wenkai/LXGWWenKai-Regular.ttf", 0, "fonts-lxgw-wenkai", 1.0),
    ("truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", 0, "fonts-kouzan-mouhitsu", 3.0),
    ("truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf", 0, "fonts-kouzan-mouhitsu", 1.5),
    ("truetype/aoyagi-soseki/aoyagi-soseki.ttf", 0, "fonts-aoyagi-soseki", 1.5),
    ("truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf", 0, "fonts-aoyagi-kouzan-t", 1.5),
    ("opentype/noto/NotoSerifCJK-Bold.ttc", 3, "fonts-noto-cjk", 2.0),
    ("opentype/noto/NotoSerifCJK-Regular.ttc", 3, "fonts-noto-cjk", 0.7),
    ("opentype/noto/NotoSerifCJK-Black.ttc", 3, "fonts-noto-cjk-extra", 1.0),
    ("opentype/noto/NotoSansCJK-Bold.ttc", 3, "fonts-noto-cjk", 1.0),
    ("truetype/arphic/uming.ttc", 2, "fonts-arphic-uming", 1.0),
    ("truetype/cwtex/cwming.ttf", 0, "fonts-cwtex-ming", 1.0),
    ("truetype/reggae/ReggaeOne-Regular.ttf", 0, "fonts-reggae", 0.5),
)
_DIGIT_FILES: tuple[tuple[str, str], ...] = (
    ("truetype/dejavu/DejaVuSans-Bold.ttf", "fonts-dejavu-core"),
    ("truetype/dejavu/DejaVuSerif-Bold.ttf", "fonts-dejavu-core"),
    ("truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core"),
    ("opentype/noto/NotoSansCJK-Bold.ttc", "fonts-noto-cjk"),
    ("opentype/noto/NotoSerifCJK-Bold.ttc", "fonts-noto-cjk"),
)


class FontError(RuntimeError):
    """No usable font is installed; the message names the Debian packages to install."""


@functools.cache
def installed_fonts() -> tuple[tuple[str, int, float], ...]:
    """Chinese fonts present: (path, index, weight). Raises FontError when there is none."""
    found = tuple(
        (str(_FONTS / name), index, weight)
        for name, index, _, weight in _FONT_FILES
        if (_FONTS / name).is_file()
    )
    if not found:
        packages = " ".join(dict.fromkeys(package for _, _, package, _ in _FONT_FILES))
        raise FontError(f"no Chinese font found: apt-get install one or more of {packages}")
    return found


@functools.cache
def _digit_fonts() -> tuple[str, ...]:
    found = tuple(str(_FONTS / name) for name, _ in _DIGIT_FILES if (_FONTS / name).is_file())
    return found or tuple(path for path, _, _ in installed_fonts())


@functools.lru_cache(maxsize=4096)
def _glyph(path: str, index: int, text: str, size: int = 160) -> np.ndarray:
    """Tight uint8 mask of `text`; an empty array when the font draws nothing."""
    font = ImageFont.truetype(path, size, index=index)
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top:
        return np.zeros((0, 0), np.uint8)
    image = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8), 0)
    ImageDraw.Draw(image).text((4 - left, 4 - top), text, fill=255, font=font)
    mask = np.asarray(image)
    rows, columns = np.where(mask.max(1) > 64)[0], np.where(mask.max(0) > 64)[0]
    if not len(rows):
        return np.zeros((0, 0), np.uint8)
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()


class Pad:
    """A drawing surface in tile units; remembers where ink lies, for the engraved look."""

    def __init__(self, width_px: int, aspect: float, body: Colour) -> None:
        self.k = float(width_px)
        self.aspect = aspect
        self.body = body
        self.height_px = round(width_px * aspect)
        self.rgb = np.empty((self.height_px, width_px, 3), np.uint8)
        self.rgb[:] = body
        self.mask = np.zeros((self.height_px, width_px), np.uint8)

    def _fixed(self, points: np.ndarray) -> np.ndarray:
        return np.round(np.asarray(points, np.float64) * self.k * 16).astype(np.int32)

    def polygon(self, points: Sequence[Sequence[float]] | np.ndarray, ink: Colour | None) -> None:
        """Filled polygon; ink None scrapes back to the body."""
        fixed = [self._fixed(np.asarray(points)).reshape(-1, 1, 2)]
        cv2.fillPoly(self.rgb, fixed, self.body if ink is None else ink, cv2.LINE_AA, 4)
        cv2.fillPoly(self.mask, fixed, 0 if ink is None else 255, cv2.LINE_AA, 4)

    def line(
        self, points: Sequence[Sequence[float]] | np.ndarray, width: float, ink: Colour | None
    ) -> None:
        """Polyline with round ends, `width` in tile units."""
        fixed = [self._fixed(np.asarray(points)).reshape(-1, 1, 2)]
        thick = max(1, round(width * self.k))
        colour = self.body if ink is None else ink
        cv2.polylines(self.rgb, fixed, False, colour, thick, cv2.LINE_AA, 4)
        cv2.polylines(self.mask, fixed, False, 0 if ink is None else 255, thick, cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, radius: float, ink: Colour | None) -> None:
        centre = (round(x * self.k * 16), round(y * self.k * 16))
        r = max(1, round(radius * self.k * 16))
        cv2.circle(self.rgb, centre, r, self.body if ink is None else ink, -1, cv2.LINE_AA, 4)
        cv2.circle(self.mask, centre, r, 0 if ink is None else 255, -1, cv2.LINE_AA, 4)

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, degrees: float, ink: Colour | None
    ) -> None:
        angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        ex, ey = rx * np.cos(angle), ry * np.sin(angle)
        self.polygon(np.stack([x + ex * cos - ey * sin, y + ex * sin + ey * cos], 1), ink)

    def stamp(
        self,
        glyph: np.ndarray,
        box: tuple[float, float, float, float],
        ink: Colour,
        weight: float = 0.0,
        shear: float = 0.0,
        keep: float = 0.0,
        turn: float = 0.0,
    ) -> None:
        """Fit a mask into box (x0, y0, x1, y1); keep in 0..1 blends towards its own proportions.

        weight > 0 thickens the strokes and < 0 thins them, by that share of the box height.
        """
        if glyph.size == 0:
            return
        x0, y0, x1, y1 = (v * self.k for v in box)
        gh, gw = glyph.shape
        sx, sy = (x1 - x0) / gw, (y1 - y0) / gh
        same = min(sx, sy)
        sx, sy = sx + (same - sx) * keep, sy + (same - sy) * keep
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        a = np.array([[cos, -sin], [sin, cos]]) @ np.array([[sx, shear * sy], [0.0, sy]])
        shift = np.array([cx, cy]) - a @ np.array([gw / 2, gh / 2])
        if sx < 0.5:  # shrink first, or thin strokes alias
            glyph = cv2.resize(
                glyph,
                (max(1, round(gw * sx)), max(1, round(gh * sy))),
                interpolation=cv2.INTER_AREA,
            )
            a = a @ np.diag([gw / glyph.shape[1], gh / glyph.shape[0]])
        size = (self.rgb.shape[1], self.rgb.shape[0])
        alpha = cv2.warpAffine(glyph, np.column_stack([a, shift]), size, flags=cv2.INTER_LINEAR)
        grow = abs(weight) * (y1 - y0)
        if grow >= 0.7:
            n = 2 * round(grow / 2) + 1
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (n, n))
            alpha = cv2.dilate(alpha, kernel) if weight > 0 else cv2.erode(alpha, kernel)
        self.paint(alpha, ink)

    def paint(self, alpha: np.ndarray, ink: Colour) -> None:
        """Lay ink on where alpha (uint8, the pad's size) says."""
        x, y, w, h = cv2.boundingRect(alpha)
        if not w:
            return
        alpha = alpha[y : y + h, x : x + w]
        part = (alpha.astype(np.float32) / 255.0)[..., None]
        below = self.rgb[y : y + h, x : x + w]
        below[:] = (below * (1 - part) + np.array(ink, np.float32) * part + 0.5).astype(np.uint8)
        seen = self.mask[y : y + h, x : x + w]
        np.maximum(seen, alpha, out=seen)


@dataclass(frozen=True, slots=True)
class Style:
    """All choices that make one maker's set. Lengths are in tile widths."""

    seed: int
    aspect: float
    depth: float  # thickness of the tile, in tile widths
    corner: float  # corner radius seen from above
    bevel: float  # radius of the rounded edges
    body: Colour
    back: Colour
    back_share: float  # part of the thickness made of the back's colour
    red: Colour
    green: Colour
    blue: Colour  # the "dark" ink: blue or black
    numeral: Colour
    wan: Colour
    wind: Colour
    font: tuple[str, int]
    font_weight: float
    font_shear: float
    font_keep: float
    five: str
    numeral_height: float
    fill: float  # how much of the face the drawing covers
    dot: int
    dot_size: float
    dot_scheme: int
    big_dot: int
    stick: int
    stick_width: float
    stick_scheme: int
    bird: int
    white: int
    corner_at: str  # "", "left" or "right"
    corner_ink: Colour
    corner_font: str
    corner_size: float
    corner_opposite: bool
    flower: int
    flower_numeral: int
    flower_font: tuple[str, int]
    bamboo_third: bool
    back_pattern: int
    wear: float
    gloss: float
    relief: float


def _jitter(rng: np.random.Generator, colour: Colour, amount: float) -> Colour:
    moved = np.clip(np.array(colour) + rng.normal(0, amount, 3), 0, 255).astype(int)
    return (int(moved[0]), int(moved[1]), int(moved[2]))


def _pick(rng: np.random.Generator, options: Sequence, weights: Sequence[float] | None = None):  # type: ignore[no-untyped-def]
    p = None if weights is None else np.array(weights, float) / sum(weights)
    return options[int(rng.choice(len(options), p=p))]


_BACKS: tuple[tuple[Colour, float], ...] = (
    ((25, 110, 70), 3.0),
    ((20, 140, 90), 2.0),
    ((40, 110, 200), 3.0),
    ((25, 60, 140), 2.0),
    ((120, 170, 230), 1.0),
    ((110, 60, 150), 1.5),
    ((230, 180, 40), 2.0),
    ((240, 140, 60), 1.0),
    ((230, 130, 160), 1.0),
    ((170, 35, 45), 1.0),
    ((240, 240, 235), 1.5),
    ((60, 60, 65), 0.7),
    ((120, 80, 50), 0.7),
    ((90, 190, 180), 1.0),
)


def make_style(seed: int) -> Style:
    """Draw one maker's choices."""
    rng = np.random.default_rng([seed, 7411])
    fonts = installed_fonts()
    font = _pick(rng, [(p, i) for p, i, _ in fonts], [w for _, _, w in fonts])
    flower_font = font if rng.random() < 0.6 else _pick(rng, [(p, i) for p, i, _ in fonts])
    blue = _pick(rng, [(25, 55, 170), (15, 30, 110), (25, 25, 30), (30, 90, 190), (20, 50, 60)],
                 [3, 2, 3, 1, 1])  # fmt: skip
    blue = _jitter(rng, blue, 10)
    red = _jitter(rng, _pick(rng, [(200, 25, 35), (165, 20, 40), (230, 40, 40), (140, 15, 30)]), 10)
    green = _jitter(
        rng,
        _pick(
            rng,
            [(14, 84, 44), (8, 58, 36), (22, 108, 56), (10, 44, 36), (52, 78, 22), (30, 140, 70)],
            [4, 4, 2, 2, 1, 1],
        ),
        7,
    )
    black = _jitter(rng, (28, 26, 28), 6)
    numeral = _pick(rng, [blue, black, red], [5, 4, 0.4])
    body = _jitter(
        rng,
        _pick(
            rng,
            [(243, 242, 238), (246, 240, 226), (236, 226, 196), (250, 250, 250), (226, 234, 230)],
            [4, 3, 1, 2, 0.5],
        ),
        3,
    )
    back = _jitter(rng, _pick(rng, [c for c, _ in _BACKS], [w for _, w in _BACKS]), 12)
    corner = _pick(rng, ["", "left", "right"], [6, 3, 2])
    return Style(
        seed=seed,
        aspect=float(rng.uniform(1.22, 1.45)),
        depth=float(rng.uniform(0.58, 0.85)),
        corner=float(rng.uniform(0.05, 0.13)),
        bevel=float(rng.uniform(0.035, 0.10)),
        body=body,
        back=back,
        back_share=float(_pick(rng, [0.0, rng.uniform(0.18, 0.5)], [0.12, 0.88])),
        red=red,
        green=green,
        blue=blue,
        numeral=numeral,
        wan=_pick(rng, [red, black, numeral], [8, 0.5, 0.5]),
        wind=_pick(rng, [numeral if numeral != red else blue, black, green], [6, 2, 0.3]),
        font=font,
        font_weight=float(rng.normal(0.012, 0.016)),
        font_shear=float(rng.normal(0, 0.03)),
        font_keep=float(rng.uniform(0.0, 0.9)),
        five=_pick(rng, ["伍", "五"], [7, 3]),
        numeral_height=float(rng.uniform(0.36, 0.50)),
        fill=float(rng.uniform(0.84, 1.06)),
        dot=int(rng.integers(0, 8)),
        dot_size=float(rng.uniform(0.84, 1.06)),
        dot_scheme=int(_pick(rng, range(6), [5, 3, 2, 2, 1.5, 1])),
        big_dot=int(rng.integers(0, 6)),
        stick=int(rng.integers(0, 7)),
        stick_width=float(rng.uniform(0.80, 1.15)),
        stick_scheme=int(_pick(rng, range(4), [3, 3, 1, 1])),
        bird=int(rng.integers(0, 6)),
        white=int(_pick(rng, range(8), [2, 2, 3, 2, 1.5, 1.5, 1.5, 1])),
        corner_at=corner,
        corner_ink=_pick(rng, [red, numeral, black, green], [5, 2, 1, 0.5]),
        corner_font=_pick(rng, _digit_fonts()),
        corner_size=float(rng.uniform(0.13, 0.21)),
        corner_opposite=bool(rng.random() < 0.15),
        flower=int(rng.integers(0, 7)),
        flower_numeral=int(_pick(rng, range(4), [5, 2, 1, 1.5])),
        flower_font=flower_font,
        bamboo_third=bool(rng.random() < 0.12),
        back_pattern=int(_pick(rng, range(4), [12, 1, 1, 1])),
        wear=float(max(0.0, rng.normal(0.15, 0.2))),
        gloss=float(rng.uniform(0.15, 1.0)),
        relief=float(rng.uniform(0.15, 1.0)),
    )


# --- dots ----------------------------------------------------------------------------------------


def _small_dot(pad: Pad, style: Style, x: float, y: float, r: float, ink: Colour) -> None:
    kind = style.dot
    if kind == 0:  # three rings and a point
        pad.disc(x, y, r, ink)
        pad.disc(x, y, r * 0.80, None)
        pad.disc(x, y, r * 0.66, ink)
        pad.disc(x, y, r * 0.40, None)
        pad.disc(x, y, r * 0.26, ink)
    elif kind == 1:  # filled, two scraped rings
        pad.disc(x, y, r, ink)
        pad.disc(x, y, r * 0.72, None)
        pad.disc(x, y, r * 0.60, ink)
        pad.disc(x, y, r * 0.33, None)
        pad.disc(x, y, r * 0.21, ink)
    elif kind in (2, 3):  # wheel: rim, spokes or petals, hub
        pad.disc(x, y, r, ink)
        pad.disc(x, y, r * 0.82, None)
        count = 8 if kind == 2 else 6
        for i in range(count):
            a = 2 * math.pi * i / count
            if kind == 2:
                tip = (x + math.cos(a) * r * 0.85, y + math.sin(a) * r * 0.85)
                pad.line([(x, y), tip], r * 0.17, ink)
            else:
                px, py = x + math.cos(a) * r * 0.5, y + math.sin(a) * r * 0.5
                pad.ellipse(px, py, r * 0.28, r * 0.17, math.degrees(a), ink)
        pad.disc(x, y, r * 0.32, ink)
        pad.disc(x, y, r * 0.15, None)
    elif kind == 4:  # solid with four scraped wedges
        pad.disc(x, y, r, ink)
        for i in range(4):
            a = math.pi / 4 + i * math.pi / 2
            pad.polygon(
                [
                    (x + math.cos(a) * r * 0.12, y + math.sin(a) * r * 0.12),
                    (x + math.cos(a - 0.35) * r * 0.72, y + math.sin(a - 0.35) * r * 0.72),
                    (x + math.cos(a + 0.35) * r * 0.72, y + math.sin(a + 0.35) * r * 0.72),
                ],
                None,
            )
    elif kind == 5:  # ring with a cross of four points
        pad.disc(x, y, r, ink)
        pad.disc(x, y, r * 0.80, None)
        pad.disc(x, y, r * 0.68, ink)
        for i in range(4):
            a = i * math.pi / 2
            pad.disc(x + math.cos(a) * r * 0.38, y + math.sin(a) * r * 0.38, r * 0.17, None)
    elif kind == 6:  # blossom
        pad.disc(x, y, r, ink)
        pad.disc(x, y, r * 0.86, None)
        for i in range(8):
            a = 2 * math.pi * i / 8
            pad.disc(x + math.cos(a) * r * 0.55, y + math.sin(a) * r * 0.55, r * 0.21, ink)
        pad.disc(x, y, r * 0.30, ink)
    else:  # thick ring, point
        pad.disc(x, y, r, ink)
        pad.disc(x, y, r * 0.58, None)
        pad.disc(x, y, r * 0.38, ink)


def _big_dot(pad: Pad, style: Style, x: float, y: float, r: float) -> None:
    g, b, red = style.green, style.blue, style.red
    kind = style.big_dot
    if kind == 0:  # coloured rings
        for share, ink in (
            (1.0, b),
            (0.78, None),
            (0.74, g),
            (0.50, None),
            (0.44, red),
            (0.30, None),
        ):
            pad.disc(x, y, r * share, ink)
        ring = np.linspace(0, 2 * np.pi, 96)
        wave = r * (0.62 + 0.035 * np.sin(ring * 12))
        pad.line(np.stack([x + wave * np.cos(ring), y + wave * np.sin(ring)], 1), r * 0.05, None)
    elif kind in (1, 2):  # dark disc with scraped petals round a red heart
        dark = g if kind == 1 else b
        pad.disc(x, y, r, dark)
        pad.disc(x, y, r * 0.92, None)
        pad.disc(x, y, r * 0.86, dark)
        for i in range(12):
            a = 2 * math.pi * i / 12
            px, py = x + math.cos(a) * r * 0.60, y + math.sin(a) * r * 0.60
            pad.ellipse(px, py, r * 0.18, r * 0.10, math.degrees(a), None)
        pad.disc(x, y, r * 0.38, None)
        pad.disc(x, y, r * 0.33, red)
        for i in range(4):
            a = math.pi / 4 + i * math.pi / 2
            pad.disc(x + math.cos(a) * r * 0.16, y + math.sin(a) * r * 0.16, r * 0.07, None)
    elif kind == 3:  # sunflower
        for i in range(16):
            a = 2 * math.pi * i / 16
            px, py = x + math.cos(a) * r * 0.74, y + math.sin(a) * r * 0.74
            pad.ellipse(px, py, r * 0.26, r * 0.15, math.degrees(a), g)
        for i in range(16):
            a = 2 * math.pi * i / 16
            px, py = x + math.cos(a) * r * 0.74, y + math.sin(a) * r * 0.74
            pad.ellipse(px, py, r * 0.16, r * 0.075, math.degrees(a), None)
        pad.disc(x, y, r * 0.46, red)
        pad.disc(x, y, r * 0.38, None)
        pad.line([(x - r * 0.22, y), (x + r * 0.22, y)], r * 0.09, red)
        pad.line([(x, y - r * 0.22), (x, y + r * 0.22)], r * 0.09, red)
    elif kind == 4:  # many thin rings, dotted
        for i in range(5):
            ink = (b, g, b, g, red)[i]
            pad.disc(x, y, r * (1 - 0.19 * i), ink)
            pad.disc(x, y, r * (1 - 0.19 * i - 0.10), None)
        pad.disc(x, y, r * 0.12, red)
        for i in range(20):
            a = 2 * math.pi * i / 20
            pad.disc(x + math.cos(a) * r * 0.85, y + math.sin(a) * r * 0.85, r * 0.035, red)
    else:  # wheel
        pad.disc(x, y, r, b)
        pad.disc(x, y, r * 0.88, None)
        for i in range(12):
            a = 2 * math.pi * i / 12
            px, py = x + math.cos(a) * r * 0.62, y + math.sin(a) * r * 0.62
            pad.ellipse(px, py, r * 0.22, r * 0.12, math.degrees(a), (b, g)[i % 2])
        pad.disc(x, y, r * 0.36, red)
        pad.disc(x, y, r * 0.26, None)
        pad.disc(x, y, r * 0.17, red)


#: number -> [(x, y, colour role, relative size)], y as a share of the height of the drawing area
def _dot_layout(number: int, scheme: int) -> list[tuple[float, float, str]]:
    left, right = 0.29, 0.71
    if number == 2:
        spots = [(0.5, 0.26, "a"), (0.5, 0.74, "b")]
    elif number == 3:
        spots = [(0.24, 0.20, "a"), (0.5, 0.5, "r"), (0.76, 0.80, "b")]
    elif number == 4:
        spots = [(left, 0.25, "a"), (right, 0.25, "b"), (left, 0.75, "b"), (right, 0.75, "a")]
    elif number == 5:
        spots = [(0.26, 0.20, "a"), (0.74, 0.20, "b"), (0.5, 0.5, "r"), (0.26, 0.80, "b"),
                 (0.74, 0.80, "a")]  # fmt: skip
    elif number == 6:
        spots = [(0.33, 0.16, "a"), (0.67, 0.16, "a")]
        spots += [(x, y, "r") for y in (0.57, 0.84) for x in (0.33, 0.67)]
    elif number == 7:
        spots = [(0.22, 0.13, "a"), (0.5, 0.245, "a"), (0.78, 0.36, "a")]
        spots += [(x, y, "r") for y in (0.61, 0.86) for x in (0.34, 0.66)]
    elif number == 8:
        spots = [(x, y, "b") for y in (0.125, 0.375, 0.625, 0.875) for x in (0.33, 0.67)]
    else:
        rows = ((0.15, "a"), (0.5, "r"), (0.85, "b"))
        spots = [(x, y, c) for y, c in rows for x in (0.19, 0.5, 0.81)]
    if scheme == 1 and number in (6, 7):  # all of one dark ink on top, red below
        return [(x, y, "b" if c == "a" else c) for x, y, c in spots]
    if scheme == 2:  # no second dark ink
        return [(x, y, "a" if c == "b" else c) for x, y, c in spots]
    if scheme == 3:
        return [(x, y, "b" if c == "a" else c) for x, y, c in spots]
    if scheme == 4:  # the two dark inks change places
        swap = {"a": "b", "b": "a", "r": "r"}
        return [(x, y, swap[c]) for x, y, c in spots]
    if scheme == 5:  # reds and darks change places in 6 and 7, a red one in 2
        if number in (6, 7):
            return [(x, y, {"a": "r", "r": "a"}[c]) for x, y, c in spots]
        if number == 2:
            return [(x, y, {"a": "a", "b": "r"}[c]) for x, y, c in spots]
    return spots


_DOT_RADIUS = {2: 0.185, 3: 0.155, 4: 0.165, 5: 0.150, 6: 0.150, 7: 0.132, 8: 0.140, 9: 0.137}


def _draw_dots(
    pad: Pad, style: Style, number: int, area: tuple[float, float, float, float]
) -> None:
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    if number == 1:
        _big_dot(pad, style, (x0 + x1) / 2, (y0 + y1) / 2, min(w, h) * 0.46 * style.dot_size)
        return
    inks = {"a": style.green, "b": style.blue, "r": style.red}
    # touching is as far as dots may grow, whatever the set's size says
    limit = {6: 0.25, 7: 0.22, 8: 0.125, 9: 0.16}.get(number, 0.3) * h
    r = min(_DOT_RADIUS[number] * w * style.dot_size * 1.2, limit, 0.215 * w)
    for x, y, role in _dot_layout(number, style.dot_scheme):
        _small_dot(pad, style, x0 + x * w, y0 + y * h, r, inks[role])


# --- bamboo --------------------------------------------------------------------------------------


def _stick(
    pad: Pad,
    style: Style,
    a: tuple[float, float],
    b: tuple[float, float],
    width: float,
    ink: Colour,
) -> None:
    """One bamboo stick from a to b (ends included), `width` across."""
    ax, ay = a
    bx, by = b
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    hw = width / 2

    def at(s: float, t: float) -> tuple[float, float]:
        """s: 0..1 along, t: -1..1 across."""
        return ax + ux * length * s - uy * hw * t, ay + uy * length * s + ux * hw * t

    def profile(f: Callable[[float], float], ink_: Colour | None, s0: float, s1: float) -> None:
        steps = [s0 + (s1 - s0) * i / 24 for i in range(25)]
        pad.polygon([at(s, f(s)) for s in steps] + [at(s, -f(s)) for s in reversed(steps)], ink_)

    kind = style.stick
    end = min(0.5, hw / length)  # share of the length taken by a round end

    def capsule(s: float) -> float:
        edge = min(s, 1 - s)
        return 1.0 if edge >= end else math.sqrt(max(0.0, 1 - (1 - edge / end) ** 2))

    if kind in (0, 1):  # knobs at both ends and the middle, light core
        profile(lambda s: capsule(s) * (0.78 + 0.22 * math.cos(4 * math.pi * s)), ink, 0, 1)
        core = 0.22 if kind == 0 else 0.30
        pad.line([at(0.16, 0), at(0.84, 0)], width * core, None)
        if kind == 1:
            pad.line([at(0.5, -0.7), at(0.5, 0.7)], width * 0.22, ink)
    elif kind == 2:  # chain of rings
        count = 4 if length / width > 2.6 else 3
        for i in range(count):
            s = (i + 0.5) / count
            x, y = at(s, 0)
            r = min(hw, length / count / 2 * 1.08)
            pad.disc(x, y, r, ink)
        for i in range(count):
            x, y = at((i + 0.5) / count, 0)
            pad.disc(x, y, min(hw, length / count / 2) * 0.45, None)
    elif kind == 3:  # bone with a node in the middle
        profile(lambda s: 0.58, ink, 0.05, 0.95)
        for s in (0.06, 0.5, 0.94):
            pad.line([at(s, -0.78), at(s, 0.78)], width * 0.26, ink)
        pad.line([at(0.16, 0), at(0.42, 0)], width * 0.2, None)
        pad.line([at(0.58, 0), at(0.84, 0)], width * 0.2, None)
    elif kind == 4:  # plain stick with light core
        profile(capsule, ink, 0, 1)
        pad.line([at(0.14, 0), at(0.86, 0)], width * 0.34, None)
    elif kind == 5:  # solid, two light nodes
        profile(lambda s: capsule(s) * (0.85 + 0.15 * math.cos(6 * math.pi * s)), ink, 0, 1)
        for s in (0.36, 0.64):
            pad.line([at(s, -0.75), at(s, 0.75)], width * 0.12, None)
    else:  # two dumb-bell halves
        profile(lambda s: capsule(s) * (0.62 + 0.38 * abs(math.cos(2 * math.pi * s))), ink, 0, 1)
        pad.line([at(0.47, 0), at(0.53, 0)], width * 0.25, None)


def _draw_bamboo(
    pad: Pad, style: Style, number: int, area: tuple[float, float, float, float]
) -> None:
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    if number == 1:
        _draw_bird(pad, style, area)
        return
    inks = {"g": style.green, "r": style.red, "b": style.blue}
    middle7 = "b" if style.stick_scheme == 1 else "g"
    top3 = "r" if style.stick_scheme == 2 else "g"
    base = 0.19 * w * style.stick_width

    def column(x: float, y: float, tall: float, role: str, wide: float = 1.0) -> None:
        cx, cy, half = x0 + x * w, y0 + y * h, tall * h / 2
        _stick(pad, style, (cx, cy - half), (cx, cy + half), base * wide, inks[role])

    if number == 2:
        column(0.5, 0.25, 0.43, "g", 1.15)
        column(0.5, 0.75, 0.43, "g" if style.stick_scheme < 2 else "b", 1.15)
    elif number == 3:
        column(0.5, 0.24, 0.43, top3, 1.1)
        column(0.22, 0.75, 0.43, "g", 1.1)
        column(0.78, 0.75, 0.43, "g", 1.1)
    elif number in (4, 5):
        for x in (0.24, 0.76) if number == 5 else (0.28, 0.72):
            column(x, 0.25, 0.43, "g", 1.1)
            column(x, 0.75, 0.43, "g" if style.stick_scheme < 3 else "b", 1.1)
        if number == 5:
            column(0.5, 0.5, 0.43, "r", 1.1)
    elif number == 6:
        for x in (0.2, 0.5, 0.8):
            column(x, 0.25, 0.43, "g")
            column(x, 0.75, 0.43, "g" if style.stick_scheme < 3 else "b")
    elif number == 7:
        column(0.5, 0.14, 0.265, "r")
        for x, role in ((0.2, "g"), (0.5, middle7), (0.8, "g")):
            column(x, 0.48, 0.285, role)
            column(x, 0.84, 0.285, role)
    elif number == 8:
        # a W over an M: side posts, and two slanting sticks meeting in the middle
        steep = 0.08
        wide = base * 0.95
        for top, bottom, up in ((0.04, 0.46, True), (0.54, 0.96, False)):
            for x in (0.12, 0.88):
                a = (x0 + x * w, y0 + top * h)
                b = (x0 + x * w, y0 + bottom * h)
                _stick(pad, style, a, b, wide, style.green)
            foot, tip = (bottom - 0.03, top + steep) if up else (top + 0.03, bottom - steep)
            for x, m in ((0.19, 0.47), (0.81, 0.53)):
                a = (x0 + x * w, y0 + foot * h)
                b = (x0 + m * w, y0 + tip * h)
                _stick(pad, style, a, b, wide, style.green)
    else:
        for x, role in ((0.2, "g"), (0.5, "r"), (0.8, "g")):
            for y in (0.16, 0.5, 0.84):
                column(x, y, 0.295, role)


def _curve(points: Sequence[tuple[float, float]], steps: int = 12) -> np.ndarray:
    """Catmull-Rom curve through the points."""
    p = np.array([points[0], *points, points[-1]], float)
    out = []
    for i in range(1, len(p) - 2):
        for t in np.linspace(0, 1, steps, endpoint=False):
            a, b, c, d = p[i - 1], p[i], p[i + 1], p[i + 2]
            out.append(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2
                       + (3 * b - a - 3 * c + d) * t**3)
            )  # fmt: skip
    return np.array([*out, p[-2]])


def _draw_bird(pad: Pad, style: Style, area: tuple[float, float, float, float]) -> None:
    """Six own birds: sparrow, peacock, crane, parrot, perched owl and a standing phoenix."""
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    rng = np.random.default_rng([style.seed, 91])
    lean = float(rng.normal(0, 0.03))
    flip = 1.0 if rng.random() < 0.75 else -1.0

    def q(x: float, y: float) -> tuple[float, float]:
        x = 0.5 + flip * (x - 0.5) + lean * (0.5 - y)
        return x0 + x * w, y0 + y * h

    def qs(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [q(*p) for p in points]

    g, b, r = style.green, style.blue, style.red
    if rng.random() < 0.3:
        b = g
    thin, mid = 0.022 + 0.012 * float(rng.random()), 0.035 + 0.012 * float(rng.random())
    outline = bool(rng.random() < 0.5)  # drawn in lines rather than filled

    def blob(points: list[tuple[float, float]], ink: Colour) -> None:
        shape = _curve([*points, points[0]])
        if outline:
            pad.line(shape, mid, ink)
        else:
            pad.polygon(shape, ink)

    def eye(x: float, y: float, size: float, ink: Colour) -> None:
        cx, cy = q(x, y)
        pad.disc(cx, cy, size * w, ink)
        pad.disc(cx, cy, size * w * 0.62, None)
        pad.disc(cx, cy, size * w * 0.34, r if ink != r else b)

    kind = style.bird
    if kind == 0:  # sparrow on a twig, tail down
        blob(
            qs((0.42, 0.28), (0.62, 0.24), (0.68, 0.42), (0.58, 0.58), (0.42, 0.55), (0.34, 0.42)),
            g,
        )
        blob(qs((0.50, 0.56), (0.60, 0.60), (0.72, 0.95), (0.62, 0.92), (0.52, 0.74)), r)
        eye(0.46, 0.22, 0.11, b)
        pad.line(_curve(qs((0.36, 0.08), (0.46, 0.11), (0.58, 0.06))), thin * 1.3, r)
        pad.polygon(qs((0.36, 0.20), (0.24, 0.25), (0.36, 0.27)), r)
        for t in (0.34, 0.42, 0.50):
            pad.line(_curve(qs((0.40, t), (0.50, t + 0.04), (0.62, t - 0.01))), thin, None)
        pad.line(_curve(qs((0.12, 0.56), (0.36, 0.62), (0.60, 0.60), (0.88, 0.52))), mid, g)
        pad.line(_curve(qs((0.12, 0.56), (0.06, 0.52), (0.10, 0.49))), mid, g)
        pad.line(_curve(qs((0.88, 0.52), (0.95, 0.49), (0.90, 0.46))), mid, g)
    elif kind == 1:  # peacock with an upright fan
        for i in range(9):
            a = math.radians(-160 + i * 17.5)
            tip = (0.52 + math.cos(a) * 0.42, 0.52 + math.sin(a) * 0.44)
            pad.line(qs((0.52, 0.56), tip), thin * 1.2, (g, b)[i % 2])
            cx, cy = q(*tip)
            pad.disc(cx, cy, 0.075 * w, (g, b)[i % 2])
            pad.disc(cx, cy, 0.045 * w, None)
            pad.disc(cx, cy, 0.026 * w, r)
        for i in range(6):
            a = math.radians(-150 + i * 24)
            cx, cy = q(0.52 + math.cos(a) * 0.26, 0.52 + math.sin(a) * 0.27)
            pad.disc(cx, cy, 0.055 * w, g)
            pad.disc(cx, cy, 0.024 * w, None)
        blob(qs((0.40, 0.52), (0.58, 0.48), (0.66, 0.64), (0.54, 0.76), (0.40, 0.68)), b)
        pad.line(_curve(qs((0.42, 0.60), (0.32, 0.54), (0.30, 0.44))), mid * 2.0, b)
        eye(0.29, 0.42, 0.07, b)
        pad.polygon(qs((0.24, 0.41), (0.14, 0.45), (0.24, 0.46)), r)
        for x in (0.48, 0.57):
            pad.line(qs((x, 0.74), (x - 0.01, 0.93)), thin * 1.2, r)
            pad.line(qs((x - 0.09, 0.95), (x - 0.01, 0.92), (x + 0.08, 0.95)), thin, r)
    elif kind == 2:  # crane, wings up
        for i in range(6):
            pad.line(
                _curve(
                    qs((0.55, 0.62), (0.62, 0.42 - 0.02 * i), (0.66 + 0.055 * i, 0.05 + 0.05 * i))
                ),
                mid * 1.1,
                b,
            )
        for i in range(5):
            pad.line(
                _curve(
                    qs((0.48, 0.66), (0.30, 0.52 + 0.02 * i), (0.06 + 0.03 * i, 0.58 + 0.05 * i))
                ),
                mid * 1.1,
                b,
            )
        blob(qs((0.44, 0.60), (0.60, 0.60), (0.64, 0.76), (0.52, 0.88), (0.44, 0.76)), b)
        pad.line(_curve(qs((0.46, 0.72), (0.36, 0.82), (0.28, 0.78))), mid * 1.6, r)
        eye(0.26, 0.76, 0.065, r)
        pad.line(qs((0.22, 0.78), (0.10, 0.90)), mid, r)
        for dx in (0.0, 0.09):
            pad.line(_curve(qs((0.62, 0.84), (0.72 + dx, 0.80), (0.74 + dx, 0.96))), mid, r)
        for i in range(3):
            y = 0.08 + 0.10 * i
            pad.line(
                _curve(qs((0.18, y + 0.05), (0.25, y), (0.31, y + 0.04), (0.38, y - 0.01))), thin, g
            )
    elif kind == 3:  # parrot, wings out on a perch, long tail
        blob(qs((0.38, 0.24), (0.60, 0.22), (0.66, 0.46), (0.50, 0.60), (0.36, 0.46)), g)
        blob(qs((0.64, 0.26), (0.82, 0.18), (0.78, 0.40), (0.64, 0.50)), b)
        blob(qs((0.34, 0.28), (0.20, 0.30), (0.22, 0.48), (0.36, 0.50)), g)
        blob(qs((0.44, 0.56), (0.56, 0.58), (0.66, 0.92), (0.58, 0.97)), r)
        pad.line(_curve(qs((0.42, 0.60), (0.40, 0.80), (0.32, 0.92))), mid, g)
        eye(0.50, 0.17, 0.12, b)
        pad.line(_curve(qs((0.34, 0.10), (0.46, 0.03), (0.62, 0.06), (0.68, 0.02))), mid * 1.2, r)
        pad.polygon(qs((0.60, 0.16), (0.74, 0.20), (0.62, 0.23)), r)
        pad.line(qs((0.08, 0.58), (0.92, 0.50)), mid, b)
        for x, y in ((0.07, 0.56), (0.93, 0.48)):
            cx, cy = q(x, y)
            pad.disc(cx, cy, 0.055 * w, b)
            pad.disc(cx, cy, 0.028 * w, None)
    elif kind == 4:  # owl-like, front view
        blob(
            qs((0.34, 0.30), (0.50, 0.20), (0.66, 0.30), (0.68, 0.52), (0.50, 0.66), (0.32, 0.52)),
            r,
        )
        pad.line(qs((0.26, 0.10), (0.46, 0.24)), mid, r)
        pad.line(_curve(qs((0.50, 0.24), (0.62, 0.16), (0.66, 0.04))), mid, r)
        eye(0.52, 0.32, 0.12, r)
        for i in range(4):
            pad.line(
                _curve(
                    qs((0.38 + 0.08 * i, 0.44), (0.40 + 0.08 * i, 0.52), (0.37 + 0.08 * i, 0.60))
                ),
                thin,
                None if not outline else r,
            )
        pad.line(
            _curve(qs((0.24, 0.66), (0.50, 0.62), (0.76, 0.52), (0.90, 0.38), (0.82, 0.34))), mid, g
        )
        for i in range(7):
            pad.line(
                _curve(
                    qs(
                        (0.26 + 0.07 * i, 0.66 - 0.01 * i),
                        (0.24 + 0.09 * i, 0.76),
                        (0.16 + 0.10 * i, 0.82 + 0.015 * i),
                    )
                ),
                mid,
                g,
            )
        pad.line(_curve(qs((0.56, 0.78), (0.64, 0.88), (0.76, 0.96))), mid, g)
    else:  # Japanese style: upright peacock, heavy tail of scales
        for i in range(4):
            for j in range(3 + i % 2):
                x = 0.5 + (j - (2 + i % 2) / 2) * 0.19
                y = 0.17 + 0.115 * i
                cx, cy = q(x, y)
                pad.disc(cx, cy, 0.088 * w, (g, b)[i % 2])
                pad.disc(cx, cy, 0.055 * w, None)
                pad.disc(cx, cy, 0.03 * w, r)
        blob(qs((0.30, 0.62), (0.54, 0.56), (0.72, 0.66), (0.62, 0.82), (0.42, 0.82)), b)
        pad.line(_curve(qs((0.36, 0.68), (0.24, 0.60), (0.22, 0.46))), mid * 2.2, b)
        eye(0.21, 0.42, 0.075, b)
        pad.line(qs((0.16, 0.43), (0.06, 0.47)), mid, r)
        pad.line(qs((0.20, 0.35), (0.16, 0.28)), thin, r)
        pad.line(qs((0.23, 0.35), (0.23, 0.27)), thin, r)
        for i in range(4):
            pad.line(
                _curve(
                    qs((0.44 + 0.06 * i, 0.62), (0.48 + 0.06 * i, 0.70), (0.44 + 0.06 * i, 0.78))
                ),
                thin,
                None if not outline else g,
            )
        for x in (0.46, 0.58):
            pad.line(qs((x, 0.82), (x, 0.95)), mid, r)
            pad.line(qs((x - 0.10, 0.97), (x, 0.94), (x + 0.10, 0.97)), thin, r)


# --- characters ----------------------------------------------------------------------------------


def _write(
    pad: Pad,
    style: Style,
    text: str,
    box: tuple[float, float, float, float],
    ink: Colour,
    font: tuple[str, int] | None = None,
    keep: float | None = None,
) -> None:
    choices = [font or style.font] + [(p, i) for p, i, _ in installed_fonts()]
    for path, index in choices:
        glyph = _glyph(path, index, text)
        if glyph.size:
            break
    keep = style.font_keep if keep is None else keep
    if glyph.shape[0] < glyph.shape[1] * 0.4:  # 一 and the like must not be stretched into a bar
        keep = 1.0
    pad.stamp(glyph, box, ink, style.font_weight, style.font_shear, keep)


def _draw_character(
    pad: Pad, style: Style, number: int, area: tuple[float, float, float, float]
) -> None:
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    text = ("一", "二", "三", "四", style.five, "六", "七", "八", "九")[number - 1]
    split = style.numeral_height
    pinch = 0.08 * w
    tall = split - 0.03
    top = y0 + (0.10 if number <= 3 else 0.0) * h * 0.6
    upper = (x0 + pinch, top, x1 - pinch, y0 + tall * h)
    _write(pad, style, text, upper, style.numeral)
    _write(pad, style, "萬", (x0 + pinch, y0 + (split + 0.02) * h, x1 - pinch, y1), style.wan)


def _draw_white(pad: Pad, style: Style, area: tuple[float, float, float, float]) -> None:
    kind = style.white
    a = pad.aspect
    ink = style.blue
    if kind == 0:
        return

    def frame(inset: float, width: float, colour: Colour, cut: float = 0.0) -> None:
        x0, y0, x1, y1 = inset, inset * 1.05, 1 - inset, a - inset * 1.05
        c = cut
        points = [(x0 + c, y0), (x1 - c, y0), (x1, y0 + c), (x1, y1 - c), (x1 - c, y1),
                  (x0 + c, y1), (x0, y1 - c), (x0, y0 + c), (x0 + c, y0)]  # fmt: skip
        pad.line(points, width, colour)

    if kind == 1:
        frame(0.2, 0.06, ink)
    elif kind == 2:
        frame(0.16, 0.05, ink)
        frame(0.255, 0.03, ink, 0.09)
    elif kind == 3:
        frame(0.17, 0.035, ink)
        frame(0.23, 0.035, ink)
    elif kind == 4:  # ornate: a thick band with scraped marks
        frame(0.2, 0.13, ink)
        n = 6
        for i in range(n):
            x = 0.2 + 0.6 * i / (n - 1)
            for y in (0.2, a - 0.2):
                pad.line([(x - 0.03, y - 0.02), (x + 0.03, y + 0.02)], 0.025, None)
        for i in range(1, 8):
            y = 0.2 + (a - 0.4) * i / 8
            for x in (0.2, 0.8):
                pad.line([(x - 0.02, y - 0.03), (x + 0.02, y + 0.03)], 0.025, None)
    elif kind == 5:  # bars along the frame
        frame(0.14, 0.03, ink)
        frame(0.28, 0.03, ink)
        for i in range(9):
            y = 0.2 + (a - 0.4) * i / 8
            for x in (0.21, 0.79):
                pad.line([(x - 0.03, y), (x + 0.03, y)], 0.03, ink)
        for i in range(5):
            x = 0.3 + 0.4 * i / 4
            for y in (0.215, a - 0.215):
                pad.line([(x, y - 0.03), (x, y + 0.03)], 0.03, ink)
    elif kind == 6:  # rounded double frame in two colours with a cut inner frame
        frame(0.17, 0.06, style.green)
        frame(0.25, 0.025, style.red, 0.08)
    else:  # 白 written out
        _write(pad, style, "白", area, ink)


# --- flowers -------------------------------------------------------------------------------------


def _blossom(
    pad: Pad, x: float, y: float, r: float, ink: Colour, petals: int, filled: bool, turn: float
) -> None:
    for i in range(petals):
        a = turn + 2 * math.pi * i / petals
        px, py = x + math.cos(a) * r * 0.6, y + math.sin(a) * r * 0.6
        pad.ellipse(px, py, r * 0.46, r * 0.36, math.degrees(a), ink)
        if not filled:
            pad.ellipse(px, py, r * 0.32, r * 0.22, math.degrees(a), None)
    pad.disc(x, y, r * 0.28, ink)
    pad.disc(x, y, r * 0.14, None)


def _leaf(
    pad: Pad,
    a: tuple[float, float],
    b: tuple[float, float],
    bend: float,
    width: float,
    ink: Colour | None,
) -> None:
    """A pointed leaf from a to b."""
    ax, ay, bx, by = *a, *b
    mx, my = (ax + bx) / 2 - (by - ay) * bend, (ay + by) / 2 + (bx - ax) * bend
    spine = _curve([a, (mx, my), b])
    d = np.gradient(spine, axis=0)
    normal = np.stack([-d[:, 1], d[:, 0]], 1) / (np.linalg.norm(d, axis=1, keepdims=True) + 1e-9)
    wide = (np.sin(np.linspace(0, np.pi, len(spine))) * width + 0.004)[:, None]
    pad.polygon(np.concatenate([spine + normal * wide, (spine - normal * wide)[::-1]]), ink)


def _draw_plant(
    pad: Pad, style: Style, index: int, area: tuple[float, float, float, float]
) -> None:
    """Plant or object for flower `index` 1..8 (seasons 1-4, then plum, orchid, mum, bamboo)."""
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    rng = np.random.default_rng([style.seed, 300 + index])
    flip = 1.0 if rng.random() < 0.7 else -1.0

    def q(x: float, y: float) -> tuple[float, float]:
        return x0 + (0.5 + flip * (x - 0.5)) * w, y0 + y * h

    def u(v: float) -> float:
        return float(v + rng.normal(0, 0.035))

    g, r, b = style.green, style.red, style.blue
    stem = b if style.flower in (2, 5) else g
    filled = style.flower % 2 == 0
    line = 0.03
    if index == 8:  # bamboo
        for x, top in ((0.40, 0.05), (0.58, 0.16)):
            for i in range(4):
                ya, yb = 1 - i * 0.25 * (1 - top), 1 - (i + 0.93) * 0.25 * (1 - top)
                pad.line([q(x + 0.01 * i, ya), q(x + 0.01 * i + 0.01, yb)], 0.06, stem)
                if not filled:
                    pad.line([q(x + 0.01 * i, ya - 0.04), q(x + 0.01 * i, yb + 0.04)], 0.022, None)
        for x, y, dx in ((0.42, 0.20, -0.3), (0.44, 0.38, -0.32), (0.60, 0.30, 0.3),
                         (0.62, 0.50, 0.32), (0.42, 0.62, -0.3)):  # fmt: skip
            for k in range(3):
                tip = q(u(x + dx * (0.7 + 0.2 * k)), u(y + 0.02 + 0.09 * k))
                _leaf(pad, q(x, y), tip, 0.1, 0.03, g)
        return
    if index == 6:  # orchid: long arching blades
        for i in range(7):
            t = -1 + i / 3
            tip = q(u(0.5 + 0.46 * t), u(0.25 + 0.35 * abs(t) * (1 if i % 2 else 0.4)))
            _leaf(pad, q(0.5, 0.98), tip, 0.22 * (1 if t < 0 else -1), 0.026, g)
        for x, y in ((0.32, 0.52), (0.66, 0.44), (0.54, 0.66)):
            pad.line(_curve([q(0.5, 0.96), q((x + 0.5) / 2, (y + 0.9) / 2), q(x, y)]), line, stem)
            _blossom(pad, *q(x, y), 0.10 * w, r, 3 if filled else 5, filled, -1.5)
        return
    if index == 7:  # chrysanthemum: one large many-petalled head
        pad.line(_curve([q(0.52, 0.45), q(0.5, 0.7), q(0.56, 0.98)]), line * 1.3, stem)
        for y, dx in ((0.62, -0.34), (0.70, 0.34), (0.86, -0.32), (0.90, 0.30)):
            _leaf(pad, q(0.52, y + 0.04), q(u(0.52 + dx), u(y - 0.06)), 0.15, 0.055, g)
        for ring, count in ((1.0, 14), (0.68, 10), (0.38, 6)):
            _blossom(pad, *q(0.5, 0.34), 0.27 * w * ring, r, count, filled and ring == 1.0, ring)
        return
    if index == 5:  # plum: a crooked branch
        branch = [
            q(u(0.15), 0.97),
            q(u(0.42), 0.72),
            q(u(0.36), 0.48),
            q(u(0.66), 0.22),
            q(0.62, 0.02),
        ]
        pad.line(_curve(branch), line * 1.7, stem if filled else b)
        pad.line(
            _curve([q(0.42, 0.72), q(0.70, 0.66), q(0.92, 0.52)]), line * 1.2, stem if filled else b
        )
        for x, y, s in (
            (0.36, 0.44, 0.17),
            (0.74, 0.64, 0.15),
            (0.62, 0.22, 0.12),
            (0.20, 0.80, 0.1),
        ):
            _blossom(pad, *q(u(x), u(y)), s * w, r, 5, filled, float(rng.random()))
        for x, y in ((0.90, 0.50), (0.62, 0.04), (0.5, 0.33)):
            pad.disc(*q(x, y), 0.045 * w, r)
        return
    if index == 1:  # spring: peony with broad leaves
        pad.line(_curve([q(0.5, 0.4), q(0.46, 0.7), q(0.52, 0.98)]), line * 1.3, stem)
        for y, dx in ((0.70, -0.38), (0.74, 0.40), (0.92, -0.34), (0.94, 0.32)):
            _leaf(pad, q(0.48, y), q(u(0.5 + dx), u(y - 0.13)), 0.2, 0.07, g)
            if not filled:
                _leaf(pad, q(0.48, y), q(u(0.5 + dx * 0.8), u(y - 0.10)), 0.2, 0.03, None)
        for s in (1.0, 0.6):
            _blossom(pad, *q(0.5, 0.33), 0.28 * w * s, r, 6, filled and s == 1.0, 0.3 + s)
    elif index == 2:  # summer: lotus over water
        for dx in (-0.34, -0.18, 0.0, 0.18, 0.34):
            tip = q(0.5 + dx, 0.16 + 0.5 * abs(dx))
            _leaf(pad, q(0.5, 0.58), tip, 0.0, 0.085, r)
            if not filled:
                _leaf(pad, q(0.5, 0.54), tip, 0.0, 0.05, None)
        pad.line(_curve([q(0.5, 0.56), q(0.54, 0.75), q(0.5, 0.9)]), line * 1.3, stem)
        pad.ellipse(*q(0.30, 0.76), 0.22 * w, 0.08 * w, -8, g)
        pad.ellipse(*q(0.76, 0.70), 0.18 * w, 0.07 * w, 10, g)
        for y in (0.90, 0.97):
            pad.line(
                _curve([q(0.1, y), q(0.3, y - 0.03), q(0.5, y), q(0.7, y - 0.03), q(0.9, y)]),
                line,
                b,
            )
    elif index == 3:  # autumn: fruit and leaves
        pad.line(_curve([q(0.2, 0.98), q(0.5, 0.7), q(0.44, 0.4), q(0.62, 0.06)]), line * 1.3, stem)
        for x, y, s in ((0.36, 0.66, 0.17), (0.66, 0.52, 0.15), (0.62, 0.80, 0.13)):
            pad.disc(*q(u(x), u(y)), s * w, r)
            if not filled:
                pad.disc(*q(x, y), s * w * 0.68, None)
                for k in range(5):
                    a = k * 1.256
                    pad.disc(
                        q(x, y)[0] + math.cos(a) * s * w * 0.35,
                        q(x, y)[1] + math.sin(a) * s * w * 0.35,
                        0.016,
                        r,
                    )
        for x, y, dx in (
            (0.46, 0.36, -0.36),
            (0.52, 0.26, 0.36),
            (0.58, 0.12, 0.30),
            (0.50, 0.2, -0.3),
        ):
            _leaf(pad, q(x, y), q(u(x + dx), u(y - 0.05)), 0.2, 0.055, g)
    else:  # winter: narcissus / needles and small blossoms
        for i in range(8):
            t = -1 + i / 3.5
            _leaf(
                pad, q(0.5, 0.98), q(u(0.5 + 0.44 * t), u(0.42 + 0.16 * abs(t))), 0.08 * t, 0.035, g
            )
        for x, y in ((0.30, 0.28), (0.64, 0.18), (0.52, 0.42)):
            pad.line(_curve([q(0.5, 0.95), q((x + 0.5) / 2, 0.6), q(x, y)]), line, stem)
            _blossom(pad, *q(u(x), u(y)), 0.15 * w, r, 6, filled, float(rng.random()))


def _draw_pot(
    pad: Pad, style: Style, area: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """A flower pot at the foot of the area; returns what is left above it for the plant."""
    x0, y0, x1, y1 = area
    w, h = x1 - x0, y1 - y0
    rng = np.random.default_rng([style.seed, 640])
    top, mouth, foot = y1 - h * 0.30, float(rng.uniform(0.24, 0.34)), float(rng.uniform(0.15, 0.26))
    ink = style.red if rng.random() < 0.5 else style.blue
    cx = (x0 + x1) / 2
    shape = [(cx - mouth * w, top), (cx + mouth * w, top), (cx + foot * w, y1), (cx - foot * w, y1)]
    if rng.random() < 0.5:
        pad.polygon(shape, ink)
        pad.line([(cx - mouth * w * 0.7, top + h * 0.12), (cx + mouth * w * 0.7, top + h * 0.12)],
                 0.025, None)  # fmt: skip
    else:
        pad.line([*shape, shape[0]], 0.03, ink)
        pad.disc(cx, top + h * 0.15, 0.06 * w, style.green)
    pad.line([(cx - mouth * w * 1.15, top), (cx + mouth * w * 1.15, top)], 0.045, ink)
    return x0, y0, x1, top


def _draw_picture(
    pad: Pad, style: Style, index: int, area: tuple[float, float, float, float]
) -> None:
    """The picture of flower `index`: many makers draw any blossom for a season."""
    rng = np.random.default_rng([style.seed, 808])
    loose = rng.random() < 0.45
    any_plant = rng.permutation(5)[:4] + 1
    plant = int(any_plant[index - 1]) if loose and index <= 4 else index
    if rng.random() < 0.2:
        area = _draw_pot(pad, style, area)
    _draw_plant(pad, style, plant, area)
    if rng.random() < 0.2:  # a butterfly or a bud
        x, y = area[0] + (area[2] - area[0]) * 0.14, area[1] + (area[3] - area[1]) * 0.2
        for degrees in (35, 145):
            pad.ellipse(
                x + 0.05 * math.cos(math.radians(degrees)), y, 0.06, 0.032, degrees, style.red
            )
        pad.line([(x, y - 0.05), (x, y + 0.05)], 0.018, style.blue)


_FIGURE_TEXT = {1: "漁", 2: "樵", 3: "耕", 4: "讀", 5: "琴", 6: "棋", 7: "書", 8: "畫"}


def _draw_flower(pad: Pad, style: Style, index: int) -> None:
    a = pad.aspect
    text = "春夏秋冬梅蘭菊竹"[index - 1]
    number = (index - 1) % 4 + 1
    if style.bamboo_third and index in (7, 8):
        number = 11 - index  # some makers count bamboo 3 and chrysanthemum 4
    season = index <= 4
    ink = style.red if season else style.blue
    if style.flower in (3, 4):
        ink = style.blue if season else style.red
    number_ink = style.blue if (style.seed % 3 == 0) == season else style.red
    kind = style.flower
    if kind == 6:  # large character and a numeral, no plant
        _write(pad, style, text, (0.16, 0.34, 0.84, a - 0.14), ink, style.flower_font)
        digit = _glyph(style.corner_font, 0, str(number))
        pad.stamp(digit, (0.10, 0.09, 0.28, 0.30), number_ink, 0.0, 0.0, 1.0)
        return
    left_text = not season if style.seed % 2 else season
    corner = (0.09, 0.10, 0.37, 0.38)
    other = (0.63, 0.10, 0.91, 0.38)
    text_box, number_box = (corner, other) if left_text else (other, corner)
    plant = (0.14, 0.40, 0.86, a - 0.10)
    mode = style.flower_numeral
    if mode == 3 and index <= 4:
        # seasons told only by a Chinese numeral, as some makers do; the plants keep Arabic ones
        _write(pad, style, "一二三四"[number - 1], other, style.red, style.flower_font, 1.0)
        _draw_picture(pad, style, index, (0.12, 0.24, 0.80, a - 0.08))
        return
    if mode == 3:
        digit = _glyph(style.corner_font, 0, str(number))
        pad.stamp(digit, (0.10, 0.09, 0.30, 0.36), style.blue, 0.0, 0.0, 1.0)
        _draw_picture(pad, style, index, (0.16, 0.20, 0.88, a - 0.08))
        return
    _write(pad, style, text, text_box, ink, style.flower_font, 0.8)
    if mode == 0:
        digit = _glyph(style.corner_font, 0, str(number))
        x, y, x2, y2 = number_box
        pad.stamp(digit, (x + 0.04, y + 0.02, x2 - 0.04, y2 - 0.02), number_ink, 0.0, 0.0, 1.0)
    elif mode == 1:
        _write(pad, style, "一二三四"[number - 1], number_box, number_ink, style.flower_font, 1.0)
    elif mode == 2:
        _write(pad, style, _FIGURE_TEXT[index], number_box, number_ink, style.flower_font, 0.8)
    _draw_picture(pad, style, index, plant)


# --- a whole set ---------------------------------------------------------------------------------


def _corner_mark(pad: Pad, style: Style, text: str) -> None:
    glyph = _glyph(style.corner_font, 0, text)
    s = style.corner_size
    w = s * (1.15 if text == "W" else 0.85)
    x = 0.075 if style.corner_at == "left" else 1 - 0.075 - w
    pad.stamp(glyph, (x, 0.075, x + w, 0.075 + s), style.corner_ink, 0.0, 0.0, 1.0)
    if style.corner_opposite:
        box = (1 - x - w, pad.aspect - 0.075 - s, 1 - x, pad.aspect - 0.075)
        pad.stamp(glyph, box, style.corner_ink, 0.0, 0.0, 1.0, 180.0)


def _area(style: Style, code: str) -> tuple[float, float, float, float]:
    """Where the drawing goes: the face less a margin, moved away from a corner numeral."""
    a = style.aspect
    x0 = 0.5 - style.fill * 0.42
    y0 = a / 2 - style.fill * 0.425 * a
    x1, y1 = 1 - x0, a - y0
    if style.corner_at:
        s = style.corner_size
        if code[-1] in "ps" and code[0] not in "12":
            # the numeral needs its corner: lower and narrow the drawing
            y0 += s * 0.30
            shift = s * 0.25
            x0, x1 = (x0 + shift, x1) if style.corner_at == "left" else (x0, x1 - shift)
        else:
            y0 += s * 0.35
    return x0, y0, x1, y1


@dataclass(frozen=True)
class TileSet:
    """One maker's 42 faces and back. Thickness, corner and bevel are in tile widths."""

    seed: int
    aspect: float
    depth: float
    corner: float
    bevel: float
    body_colour: Colour
    back_colour: Colour
    back_share: float
    gloss: float
    name: str
    _draw: Callable[[str, int], np.ndarray] = field(repr=False, compare=False)
    _cache: dict[tuple[str, int], np.ndarray] = field(
        default_factory=dict, repr=False, compare=False
    )

    def texture(self, code: str, width_px: int) -> np.ndarray:
        """Face without rounded corners, (height, width, 3) uint8 RGB, flat light."""
        if code not in CODES:
            raise KeyError(f"unknown tile face {code!r}: use one of {', '.join(CODES)}")
        master = 96
        while master < width_px and master < 768:
            master *= 2
        key = (code, master)
        if key not in self._cache:
            self._cache[key] = self._draw(code, master)
        image = self._cache[key]
        if image.shape[1] == width_px:
            return image
        size = (width_px, max(1, round(width_px * self.aspect)))
        return cv2.resize(image, size, interpolation=cv2.INTER_AREA)

    def face(self, code: str, width_px: int) -> np.ndarray:
        """Face or back, (height, width, 4) uint8 RGBA; alpha leaves out the rounded corners."""
        rgb = self.texture(code, width_px)
        h, w = rgb.shape[:2]
        alpha = np.zeros((h * 4, w * 4), np.uint8)
        r = round(self.corner * w * 4)
        cv2.rectangle(alpha, (r, 0), (w * 4 - r, h * 4), 255, -1)
        cv2.rectangle(alpha, (0, r), (w * 4, h * 4 - r), 255, -1)
        for x in (r, w * 4 - r):
            for y in (r, h * 4 - r):
                cv2.circle(alpha, (x, y), r, 255, -1)
        alpha = cv2.resize(alpha, (w, h), interpolation=cv2.INTER_AREA)
        return np.dstack([rgb, alpha])


def _finish(pad: Pad, style: Style, code: str) -> np.ndarray:
    """Engraved look and wear, then down to half size (drawing is done at twice the size)."""
    rgb = pad.rgb.astype(np.float32)
    n = max(1.0, pad.k / 90)
    if style.relief > 0 and pad.mask.any():
        soft = cv2.GaussianBlur(pad.mask, (0, 0), n).astype(np.float32)
        step = max(1, round(n))
        slope = np.zeros_like(soft)
        slope[step:, step:] = soft[step:, step:] - soft[:-step, :-step]
        rgb -= (slope * (70 / 255 * style.relief))[..., None]
    if style.wear > 0.05 and pad.mask.any():
        rng = np.random.default_rng([style.seed, CODES.index(code), 5])
        coarse = rng.normal(0, 1, (14, 10)).astype(np.float32)
        size = (pad.rgb.shape[1], pad.rgb.shape[0])
        fine = rng.normal(0, 1, (60, 44)).astype(np.float32)
        noise = np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC))
        noise = noise + 0.6 * np.asarray(cv2.resize(fine, size))
        fade = np.clip((noise - 1.4) * 0.5, 0, 1) * min(1.0, style.wear * 1.4)
        fade = fade * (pad.mask > 0)
        rgb += (np.array(pad.body, np.float32) - rgb) * fade[..., None]
    rgb = np.clip(rgb, 0, 255).astype(np.uint8)
    size = (rgb.shape[1] // 2, rgb.shape[0] // 2)
    return cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)


def draw_face(style: Style, code: str, width_px: int) -> np.ndarray:
    """One face (or back) of a style, (h, w, 3) uint8 RGB."""
    pad = Pad(width_px * 2, style.aspect, style.back if code == BACK else style.body)
    if code == BACK:
        _draw_back(pad, style)
        return _finish(pad, style, code)
    area = _area(style, code)
    x0, y0, x1, y1 = area
    h = y1 - y0
    if code[0] == "f":
        _draw_flower(pad, style, int(code[1]))
        return _finish(pad, style, code)
    if code.endswith("m"):
        _draw_character(pad, style, int(code[0]), area)
    elif code.endswith("p"):
        _draw_dots(pad, style, int(code[0]), area)
    elif code.endswith("s") and len(code) == 2:
        _draw_bamboo(pad, style, int(code[0]), area)
    elif code == "P":
        _draw_white(pad, style, (x0 + 0.08, y0 + h * 0.12, x1 - 0.08, y1 - h * 0.12))
    else:
        text = {"E": "東", "S": "南", "W": "西", "N": "北", "C": "中", "F": "發"}[code]
        ink = {"C": style.red, "F": style.green}.get(code, style.wind)
        margin = 0.10 * h
        box = (x0 + 0.06, y0 + margin, x1 - 0.06, y1 - margin)
        _write(pad, style, text, box, ink)
    if style.corner_at:
        text = code[0] if code[0].isdigit() else code
        if code != "P" or style.white != 0 or style.corner_size > 0.17:
            _corner_mark(pad, style, text)
    return _finish(pad, style, code)


def _draw_back(pad: Pad, style: Style) -> None:
    darker: Colour = tuple(int(v * 0.8) for v in style.back)  # type: ignore[assignment]
    if style.back_pattern == 1:
        pad.line([(0.15, 0.15), (0.85, 0.15), (0.85, pad.aspect - 0.15), (0.15, pad.aspect - 0.15),
                  (0.15, 0.15)], 0.03, darker)  # fmt: skip
    elif style.back_pattern == 2:
        for i in range(-8, 16):
            pad.line([(i / 8, 0), (i / 8 + pad.aspect, pad.aspect)], 0.012, darker)
            pad.line([(i / 8, 0), (i / 8 - pad.aspect, pad.aspect)], 0.012, darker)
    elif style.back_pattern == 3:
        _write(
            pad, replace(style, font_weight=0.0), "福", (0.25, 0.3, 0.75, pad.aspect - 0.3), darker
        )


def set_of(style: Style, name: str) -> TileSet:
    """The tile set a style describes."""
    return TileSet(
        seed=style.seed,
        aspect=style.aspect,
        depth=style.depth,
        corner=style.corner,
        bevel=style.bevel,
        body_colour=style.body,
        back_colour=style.back,
        back_share=style.back_share,
        gloss=style.gloss,
        name=name,
        _draw=functools.partial(draw_face, style),
    )


@functools.lru_cache(maxsize=48)
def make_set(seed: int) -> TileSet:
    """The tile set of a seed. The same seed gives the same pictures on the same fonts.

    Raises FontError when no Chinese font is installed.
    """
    return set_of(make_style(seed), f"drawn-{seed}")


def contact_sheet(tiles: TileSet, width_px: int = 64) -> np.ndarray:
    """All 43 pictures of a set on grey, (h, w, 3) uint8 RGB; for looking at it."""
    gap = 6
    h = round(width_px * tiles.aspect)
    rows = [FACES[0:9], FACES[9:18], FACES[18:27], (*HONOURS, BACK), FLOWERS]
    sheet = np.full((len(rows) * (h + gap) + gap, 9 * (width_px + gap) + gap, 3), 90, np.uint8)
    for j, row in enumerate(rows):
        for i, code in enumerate(row):
            rgba = tiles.face(code, width_px).astype(np.float32)
            y, x = gap + j * (h + gap), gap + i * (width_px + gap)
            part = rgba[..., 3:] / 255
            sheet[y : y + rgba.shape[0], x : x + width_px] = (
                rgba[..., :3] * part + sheet[y : y + rgba.shape[0], x : x + width_px] * (1 - part)
            ).astype(np.uint8)
    return sheet
