"""Crops of drawn tiles for the face namer, every crop another maker.

Rendered scenes (`vision.training.scenes`) show a set as a camera does, but each set costs a second.
Here every crop draws one face of a style of its own: any font, any ink for any drawing (black 發,
red 東), strokes bent as another hand would write them. A flat picture of a tile among its
neighbours is enough to learn what a character may look like.

Also crops of what is no tile: half of one tile and half of the next, print, felt, plain edges.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.training import tilesets
from vision.training.tilesets import Colour, Style
from vision.types import BACK

SIDE = 128
"""Pixels, side of a crop, and ..."""
FACE = 80
"""... of the face in its middle: the namer's stored crops reach 1.6 times as far as the quad."""
DRAWN_WIDTH = 96
"""Pixels across the face as drawn, before it is shrunk."""

_MORE_FONTS: tuple[tuple[str, int], ...] = (
    # the same characters as other countries write them: 八 with a hook, 發 with other strokes
    ("opentype/noto/NotoSerifCJK-Bold.ttc", 0),
    ("opentype/noto/NotoSerifCJK-Black.ttc", 0),
    ("opentype/noto/NotoSerifCJK-Medium.ttc", 2),
    ("opentype/noto/NotoSansCJK-Medium.ttc", 0),
    ("truetype/kouzan-mouhitsu/KouzanBrushFontSousyo.ttf", 0),
    ("truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf", 0),
    ("truetype/cns11643/TW-Sung-98_1.ttf", 0),
    ("truetype/arphic-bkai00mp/bkai00mp.ttf", 0),
    ("truetype/arphic-bsmi00lp/bsmi00lp.ttf", 0),
    ("truetype/arphic/uming.ttc", 0),
    ("truetype/hanazono/HanaMinA.ttf", 0),
    ("truetype/klee/KleeOne-SemiBold.ttf", 0),
    ("truetype/seto/setofont.ttf", 0),
    ("truetype/smiley-sans/SmileySans-Oblique.ttf", 0),
    ("truetype/cwtex/cwfs.ttf", 0),
    ("truetype/babelstone/BabelStoneHan.ttf", 0),
    ("truetype/yozvox-yozfont/YOzBEF90.ttf", 0),
    ("truetype/yozvox-yozfont/YOzRSFi.ttf", 0),
    ("truetype/wqy/wqy-zenhei.ttc", 0),
)
_INKS: tuple[Colour, ...] = (
    (26, 24, 26), (30, 40, 60), (14, 60, 40), (10, 44, 36), (25, 55, 170), (15, 30, 110),
    (30, 90, 190), (14, 84, 44), (30, 140, 70), (52, 78, 22), (200, 25, 35), (140, 15, 30),
    (120, 30, 60), (90, 40, 130), (120, 70, 30), (20, 110, 120), (225, 90, 30),
)  # fmt: skip
_DARK = 6
"""The first inks are as good as black."""


@functools.cache
def _fonts() -> tuple[tuple[str, int], ...]:
    base = [(path, index) for path, index, _ in tilesets.installed_fonts()]
    more = [
        (str(tilesets._FONTS / name), index)
        for name, index in _MORE_FONTS
        if (tilesets._FONTS / name).is_file()
    ]
    return (*base, *more)


def wild_style(rng: np.random.Generator) -> Style:
    """A maker's style with any font and, half of the time, any ink for any drawing."""
    style = tilesets.make_style(int(rng.integers(1 << 30)))
    fonts = _fonts()

    def font() -> tuple[str, int]:
        return fonts[int(rng.integers(len(fonts)))]

    style = replace(
        style,
        font=font(),
        flower_font=font(),
        font_weight=float(rng.normal(0.010, 0.022)),
        font_shear=float(rng.normal(0, 0.09)),
        numeral_height=float(rng.uniform(0.34, 0.56)),
        fill=float(rng.uniform(0.74, 1.08)),
        relief=float(rng.uniform(0.0, 1.0)),
    )
    if rng.random() < 0.5:
        return style

    def ink(usual: Colour) -> Colour:
        chance = rng.random()
        if chance < 0.45:
            return usual
        chosen = _INKS[int(rng.integers(_DARK if chance < 0.75 else len(_INKS)))]
        return tilesets._jitter(rng, chosen, 9)

    return replace(
        style,
        red=ink(style.red),
        green=ink(style.green),
        blue=ink(style.blue),
        numeral=ink(style.numeral),
        wan=ink(style.wan),
        wind=ink(style.wind),
        corner_ink=ink(style.corner_ink),
    )


def bend(picture: np.ndarray, rng: np.random.Generator, amount: float) -> np.ndarray:
    """The picture with its strokes bent smoothly by up to `amount` of its width."""
    height, width = picture.shape[:2]
    cells = int(rng.integers(3, 7))
    field = rng.normal(0, amount / 2, (cells, cells, 2)).astype(np.float32)
    # The rim stays: the tile's outline is no stroke.
    field[0] = field[-1] = 0
    field[:, 0] = field[:, -1] = 0
    shift = cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC) * width
    xs, ys = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    moved = cv2.remap(
        picture, xs + shift[..., 0], ys + shift[..., 1], cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(moved, dtype=np.uint8)


def _rounded(side: int, radius: float) -> np.ndarray:
    mask = np.zeros((side * 2, side * 2), np.uint8)
    r = max(1, round(radius * 2))
    cv2.rectangle(mask, (r, 0), (side * 2 - r, side * 2), 255, -1)
    cv2.rectangle(mask, (0, r), (side * 2, side * 2 - r), 255, -1)
    for x in (r, side * 2 - r):
        for y in (r, side * 2 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    small = cv2.resize(mask, (side, side), interpolation=cv2.INTER_AREA)
    return (small.astype(np.float32) / 255)[..., None]


def _place(canvas: np.ndarray, face: np.ndarray, x: int, y: int, mask: np.ndarray) -> None:
    """Lay a square face on the canvas, its top left at (x, y), cut off at the canvas's edge."""
    side = len(face)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + side, SIDE), min(y + side, SIDE)
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - y : y1 - y, x0 - x : x1 - x]
    piece = face[y0 - y : y1 - y, x0 - x : x1 - x]
    canvas[y0:y1, x0:x1] += (piece - canvas[y0:y1, x0:x1]) * part


def _table(rng: np.random.Generator) -> np.ndarray:
    colour = rng.integers(0, 255, 3) if rng.random() < 0.7 else np.full(3, rng.integers(0, 250))
    grain = rng.normal(0, rng.uniform(0, 14), (SIDE // 2, SIDE // 2, 1)).astype(np.float32)
    spread = cv2.resize(grain, (SIDE, SIDE))[..., None]
    return np.asarray(np.clip(spread + colour, 0, 255), dtype=np.float32)


def drawn_face(style: Style, code: str, rng: np.random.Generator) -> np.ndarray:
    """One face (or back) as a FACE x FACE square, BGR, its strokes bent."""
    face = tilesets.draw_face(style, code, DRAWN_WIDTH)[..., ::-1]
    if code != BACK and rng.random() < 0.8:
        strong = code in "ESWNCF" or code.endswith("m") or code[0] == "f" or code == "1s"
        face = bend(np.ascontiguousarray(face), rng, rng.uniform(0.01, 0.075 if strong else 0.035))
    return np.asarray(cv2.resize(face, (FACE, FACE), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def crop_of(
    style: Style, face: np.ndarray, neighbours: Sequence[np.ndarray], rng: np.random.Generator,
    shift: tuple[float, float] = (0.0, 0.0),
) -> np.ndarray:  # fmt: skip
    """A crop as `Pyramid.cut` makes it: the face in the middle, table or other tiles around it.

    `neighbours` are faces for its sides; `shift` moves everything by so many faces.
    """
    canvas = _table(rng)
    mask = _rounded(FACE, style.corner * FACE)
    gap = int(rng.integers(0, 5))
    x0, y0 = (round((SIDE - FACE) / 2 - s * (FACE + gap)) for s in shift)
    if rng.random() < 0.6:
        depth = int(rng.integers(2, 34))
        tone = np.array(style.body[::-1], np.float32) * rng.uniform(0.45, 0.9)
        if rng.random() < 0.4:
            tone = np.array(style.back[::-1], np.float32) * rng.uniform(0.5, 1.0)
        side = np.broadcast_to(tone, (FACE, FACE, 3))
        for x in (-1, 0, 1) if neighbours else (0,):
            _place(canvas, np.asarray(side), x0 + x * (FACE + gap), y0 + depth, mask)
    beside = [(-1, 0), (1, 0)]
    if rng.random() < 0.35 or abs(shift[1]) > 0.1:
        beside += [(x, y) for x in (-1, 0, 1) for y in (-1, 1)]
    for number, (x, y) in enumerate(beside):
        if not neighbours:
            break
        other = neighbours[number % len(neighbours)].astype(np.float32)
        _place(canvas, other, x0 + x * (FACE + gap), y0 + y * (FACE + gap), mask)
    lit = face.astype(np.float32)
    if rng.random() < 0.7:  # the rounded edge turns away from the light
        width = max(1, round(style.bevel * FACE))
        rim = np.ones((FACE, FACE, 1), np.float32)
        rim[:width] *= rng.uniform(0.8, 1.15)
        rim[-width:] *= rng.uniform(0.6, 1.0)
        rim[:, :width] *= rng.uniform(0.7, 1.1)
        rim[:, -width:] *= rng.uniform(0.7, 1.1)
        lit = np.clip(lit * cv2.GaussianBlur(rim, (0, 0), width / 2)[..., None], 0, 255)
    _place(canvas, lit, x0, y0, mask)
    ramp = np.linspace(-1, 1, SIDE, dtype=np.float32)
    way = rng.uniform(0, 2 * np.pi)
    canvas *= (1 + rng.uniform(0, 0.25) * (np.cos(way) * ramp[None] + np.sin(way) * ramp[:, None]))[
        ..., None
    ]
    if rng.random() < 0.6:
        canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.4, 1.8))
    picture = np.clip(canvas, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))]
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR)
    return np.asarray(picture, dtype=np.uint8)


HARD: tuple[str, ...] = (
    *(f"{n}m" for n in range(1, 10)), *"ESWNCF", *(f"f{n}" for n in range(1, 9)), "1s", "P",
)  # fmt: skip
"""Faces that makers draw most differently: drawn twice as often as the others, flowers thrice."""


def drawn(count: int, seed: int = 0) -> Iterator[tuple[np.ndarray, str | None]]:
    """`count` crops with their face; None for what is no tile (one in eight)."""
    rng = np.random.default_rng([seed, 4242])
    codes = [*tilesets.FACES, *HARD, *tilesets.FLOWERS, BACK]
    known: list[np.ndarray] = []
    cv2.setNumThreads(1)
    for _ in range(count):
        style = wild_style(rng)
        code = codes[int(rng.integers(len(codes)))]
        face = drawn_face(style, code, rng)
        known = [*known[-30:], face]
        sides = [known[int(rng.integers(len(known)))] for _ in range(8)]
        if rng.random() < 0.2:
            sides = []
        if rng.random() < 0.125 and sides:
            along = float(rng.choice([-1, 1]) * rng.uniform(0.40, 0.5))
            shift = (along, 0.0) if rng.random() < 0.7 else (float(rng.normal(0, 0.1)), along)
            yield crop_of(style, face, sides, rng, shift), None
        else:
            yield crop_of(style, face, sides, rng), code


def _spines(rng: np.random.Generator, size: tuple[int, int], widths: tuple[int, int]) -> np.ndarray:
    """Upright strips of many colours with lettering along them; size (width, height)."""
    canvas: np.ndarray = np.zeros((size[1], size[0], 3), np.float32)
    fonts, digits = _fonts(), tilesets._digit_fonts()
    x = int(rng.integers(-40, 0))
    white = rng.random() < 0.5
    while x < size[0]:
        width = int(rng.integers(*widths))
        pale = white and rng.random() < 0.7
        top = 0 if rng.random() < 0.5 else int(rng.integers(0, size[1] // 4))
        canvas[top:, max(x, 0) : x + width] = rng.integers(190 if pale else 0, 255, 3)
        ink = np.array(rng.integers(0, 255, 3) if rng.random() < 0.5 else (20, 20, 20), np.float32)
        y = int(rng.integers(-60, 40)) + top
        tall = max(4, round(width * rng.uniform(0.3, 0.9)))
        while y < size[1] and rng.random() < 0.93:
            if rng.random() < 0.6:
                path, index = fonts[int(rng.integers(len(fonts)))]
                text = _PRINT[int(rng.integers(len(_PRINT)))]
            else:
                path, index = digits[int(rng.integers(len(digits)))], 0
                text = chr(int(rng.choice([*range(48, 58), *range(65, 91)])))
            glyph = tilesets._glyph(path, index, text, 48)
            if glyph.size:
                small = cv2.resize(glyph, (tall, tall), interpolation=cv2.INTER_AREA)
                _stamp(canvas, small, x + (width - tall) // 2, y, ink)
            y += round(tall * rng.uniform(1.02, 1.3))
        x += width + int(rng.integers(0, 3))
    return canvas


def _shelf(rng: np.random.Generator) -> np.ndarray:
    """A piece of a bookshelf as a crop shows it."""
    canvas = _spines(rng, (SIDE, SIDE), (8, 70))
    turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.normal(0, 6), rng.uniform(1.1, 1.6))
    canvas = cv2.warpAffine(canvas, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.3, 1.6)), dtype=np.float32)


def clutter(rng: np.random.Generator, size: int = 640) -> np.ndarray:
    """A picture (size, size, 3) BGR uint8 of things that are no tiles: books, pages, boxes, cups.

    A locator that never saw a bookshelf takes it for a wall of tiles.
    """
    wide = cv2.resize(_table(rng), (size, size), interpolation=cv2.INTER_CUBIC)
    canvas: np.ndarray = np.asarray(wide, dtype=np.float32)
    for _ in range(int(rng.integers(1, 4))):
        w, h = int(rng.integers(size // 4, size + 1)), int(rng.integers(60, size // 2))
        x, y = int(rng.integers(0, size - w + 1)), int(rng.integers(0, size - h + 1))
        if rng.random() < 0.65:
            broad = int(rng.integers(14, 60))
            piece = _spines(rng, (w, h), (max(5, broad // 3), broad))
        else:
            small = next(no_tiles(1, (), int(rng.integers(1 << 30)))).astype(np.float32)
            piece = cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR)
        canvas[y : y + h, x : x + w] = piece
    for _ in range(int(rng.integers(0, 6))):
        colour = rng.integers(0, 255, 3).tolist()
        centre = rng.integers(0, size, 2).tolist()
        if rng.random() < 0.5:
            cv2.circle(canvas, centre, int(rng.integers(8, 70)), colour, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints((centre, rng.integers(14, 150, 2).tolist(), rng.uniform(0, 180)))
            cv2.fillPoly(canvas, [box.astype(np.int32)], colour, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), rng.normal(0, 15), rng.uniform(1.0, 1.5))
    canvas = cv2.warpAffine(canvas, turn, (size, size), borderMode=cv2.BORDER_REFLECT)
    return np.clip(canvas, 0, 255).astype(np.uint8)


def _stamp(canvas: np.ndarray, glyph: np.ndarray, x: int, y: int, ink: np.ndarray) -> None:
    """Lay ink where the glyph (h, w) is set, its top left at (x, y)."""
    height, width = glyph.shape
    tall, wide = canvas.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, wide), min(y + height, tall)
    if x1 > x0 and y1 > y0:
        part = glyph[y0 - y : y1 - y, x0 - x : x1 - x, None] / np.float32(255)
        canvas[y0:y1, x0:x1] += (ink - canvas[y0:y1, x0:x1]) * part


_PRINT = "東南西北中發白一二三四五六七八九萬春夏秋冬梅蘭菊竹天地人和大小花牌風雨"


def no_tiles(count: int, felt: Sequence[Path], seed: int = 0) -> Iterator[np.ndarray]:
    """Crops of print, felt, plain edges and shapes: what a locator takes for a tile at times."""
    rng = np.random.default_rng([seed, 777])
    fonts = _fonts()
    digits = tilesets._digit_fonts()
    tables = [picture for path in felt if (picture := cv2.imread(str(path))) is not None]
    for _ in range(count):
        kind = rng.random()
        canvas = _table(rng)
        if kind < 0.35 and tables:
            table = tables[int(rng.integers(len(tables)))]
            side = int(rng.integers(24, max(25, min(table.shape[:2]))))
            y = int(rng.integers(0, table.shape[0] - side + 1))
            x = int(rng.integers(0, table.shape[1] - side + 1))
            canvas = cv2.resize(
                table[y : y + side, x : x + side], (SIDE, SIDE), interpolation=cv2.INTER_AREA
            ).astype(np.float32)
        elif kind < 0.5:  # a shelf of books or boxes
            canvas = _shelf(rng)
        elif kind < 0.75:  # a page, a cover, a box: lines of letters, never one alone
            if rng.random() < 0.6:
                canvas[:] = rng.integers(150, 255)
            ink = np.array(rng.integers(0, 120, 3), np.float32)
            size = int(rng.integers(9, 40))
            y = int(rng.integers(-size, size))
            while y < SIDE:
                x = int(rng.integers(-size, size))
                while x < SIDE:
                    if rng.random() < 0.5:
                        path, index = fonts[int(rng.integers(len(fonts)))]
                        text = _PRINT[int(rng.integers(len(_PRINT)))]
                    else:
                        path, index = digits[int(rng.integers(len(digits)))], 0
                        text = chr(int(rng.choice([*range(48, 58), *range(65, 91)])))
                    glyph = tilesets._glyph(path, index, text, 48)
                    if glyph.size:
                        shown = max(2, round(size * glyph.shape[1] / 48))
                        tall = max(2, round(size * glyph.shape[0] / 48))
                        small = cv2.resize(glyph, (shown, tall), interpolation=cv2.INTER_AREA)
                        _stamp(canvas, small, x, y, ink)
                        x += shown
                    x += max(2, size // 6)
                y += size + int(rng.integers(1, 10))
            turn = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), rng.uniform(0, 360), 1.3)
            canvas = cv2.warpAffine(canvas, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
        else:  # two or three plain things meeting: table's edge, a sleeve, a cup, a phone
            for _ in range(int(rng.integers(1, 4))):
                colour = rng.integers(0, 255, 3).tolist()
                centre = rng.integers(-20, SIDE + 20, 2).tolist()
                if rng.random() < 0.4:
                    cv2.circle(canvas, centre, int(rng.integers(8, 90)), colour, -1, cv2.LINE_AA)
                else:
                    size_ = rng.integers(20, 160, 2).tolist()
                    box = cv2.boxPoints((centre, size_, float(rng.uniform(0, 180))))
                    cv2.fillPoly(canvas, [box.astype(np.int32)], colour, cv2.LINE_AA)
            canvas = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.5, 2.5))
            canvas = canvas + rng.normal(0, 4, canvas.shape)
        yield np.clip(canvas, 0, 255).astype(np.uint8)
