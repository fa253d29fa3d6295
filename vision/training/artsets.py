"""Tile sets taken from pictures and fonts that are not part of the project, for training only.

Three kinds: fonts with tiles at U+1F000 (``*.otf``), folders of SVG tiles, and folders of flat
crops of real faces, one folder a class. Each is mixed with the colours, shapes and wear of a drawn
set, so that one font gives many makers. What they draw must not be put into the repository.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np

from scoring.tiles import BACK
from vision.training import tilesets
from vision.training.tilesets import FACES, Colour, Pad, Style, TileSet

#: names used by two public families of SVG tiles, in the order of FACES
_SVG_NAMES: tuple[tuple[str, ...], ...] = (
    (
        *(f"{n}{s}" for s in "mps" for n in range(1, 10)),
        *("1z", "2z", "3z", "4z", "7z", "6z", "5z"),
        *("chun", "xia", "qiu", "dong", "mei", "lan", "ju", "zu"),
    ),
    (
        *(f"{s}{n}" for s in ("Man", "Pin", "Sou") for n in range(1, 10)),
        *("Ton", "Nan", "Shaa", "Pei", "Chun", "Hatsu", "Haku"),
    ),
)
_CROP_CLASSES: tuple[str, ...] = (
    *(f"{s}{n}" for s in "CDB" for n in range(1, 10)),
    *("E", "S", "W", "N", "RD", "GD", "WD"),
    *("S1", "S2", "S3", "S4", "F1", "F2", "F3", "F4"),
)
_GLYPHS: tuple[int, ...] = (
    *range(0x1F007, 0x1F010),
    *range(0x1F019, 0x1F022),
    *range(0x1F010, 0x1F019),
    *range(0x1F000, 0x1F007),
    *(0x1F026, 0x1F027, 0x1F028, 0x1F029, 0x1F022, 0x1F023, 0x1F025, 0x1F024),
)


def _trim(mask: np.ndarray, share: float) -> np.ndarray:
    h, w = mask.shape[:2]
    x, y = round(w * share), round(h * share)
    return mask[y : h - y, x : w - x]


def _inks(style: Style, code: str, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A colour for every pixel of a one-colour glyph, as real sets ink it; (h, w, 3) float32."""
    h, w = mask.shape
    out = np.empty((h, w, 3), np.float32)
    out[:] = style.green
    if code.endswith("m"):
        out[:] = style.wan
        rows = (mask > 128).sum(1)
        middle = slice(round(h * 0.36), round(h * 0.54))
        cut = middle.start + int(np.argmin(rows[middle]))
        out[:cut] = style.numeral
        return out
    if code in "ESWNCFP":
        ink = {"C": style.red, "F": style.green, "P": style.blue}.get(code, style.wind)
        out[:] = ink
        return out
    count, labels, stats, centres = cv2.connectedComponentsWithStats(
        (mask > 128).astype(np.uint8), connectivity=8
    )
    palette = {"a": style.green, "b": style.blue, "r": style.red, "g": style.green}
    number = int(code[0]) if code[0].isdigit() else 0
    for i in range(1, count):
        x, y = centres[i][0] / w, centres[i][1] / h
        if code.endswith("p") and number > 1:
            spots = tilesets._dot_layout(number, style.dot_scheme)
            role = min(spots, key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2)[2]
        elif code == "1p":
            role = ("r", "b", "a")[min(2, int(stats[i][2] / w * 3.2))]
        elif code.endswith("s") and number > 1:
            red = {5: abs(x - 0.5) < 0.12 and abs(y - 0.5) < 0.15, 7: y < 0.3,
                   9: abs(x - 0.5) < 0.13}.get(number, False)  # fmt: skip
            role = "r" if red else "g"
        elif code[0] == "f":
            top = y < 0.34
            role = ("r" if rng.random() < 0.5 else "b") if top else ("r", "g", "g")[rng.integers(3)]
        else:  # the bird
            role = ("g", "r", "b")[int(rng.integers(3))]
        out[labels == i] = palette[role]
    if code == "1s":  # one piece as a rule: legs and tail red, the rest green
        low = round(h * float(rng.uniform(0.55, 0.8)))
        out[low:] = np.where(rng.random() < 0.7, style.red, style.green)
    # ink bleeds a little past the component it belongs to
    spread = cv2.dilate((labels > 0).astype(np.uint8), np.ones((3, 3), np.uint8))
    bare = (spread > 0) & (labels == 0)
    if bare.any():
        soft = np.where((labels > 0)[..., None], out, 0)
        weight = cv2.blur((labels > 0).astype(np.float32), (5, 5))[..., None] + 1e-3
        out[bare] = (cv2.blur(soft, (5, 5)) / weight)[bare]
    return out


def _draw_font(style: Style, path: str, code: str, width_px: int) -> np.ndarray:
    if code == BACK:
        return tilesets.draw_face(style, code, width_px)
    rng = np.random.default_rng([style.seed, FACES.index(code), 77])
    pad = Pad(width_px * 2, style.aspect, style.body)
    glyph = tilesets._glyph(path, 0, chr(_GLYPHS[FACES.index(code)]), 420)
    if glyph.size:
        glyph = _trim(glyph, 0.065)  # the drawn edge of the tile
        h, w = pad.rgb.shape[:2]
        share = 0.86 + 0.1 * style.fill
        gw = round(w * share)
        gh = min(round(h * share), round(gw * glyph.shape[0] / glyph.shape[1] * 1.08))
        small = cv2.resize(glyph, (gw, gh), interpolation=cv2.INTER_AREA)
        alpha = np.zeros((h, w), np.uint8)
        x, y = (w - gw) // 2, (h - gh) // 2
        alpha[y : y + gh, x : x + gw] = small
        inks = np.zeros((h, w, 3), np.float32)
        inks[y : y + gh, x : x + gw] = _inks(style, code, small, rng)
        part = (alpha.astype(np.float32) / 255)[..., None]
        pad.rgb = (pad.rgb * (1 - part) + inks * part + 0.5).astype(np.uint8)
        pad.mask = alpha
    return tilesets._finish(pad, style, code)


def _resvg() -> ModuleType:
    try:
        return importlib.import_module("resvg_py")
    except ImportError:
        raise RuntimeError(
            "SVG tile sets need the package resvg-py: pip install resvg-py"
        ) from None


@functools.lru_cache(maxsize=128)
def _svg(path: str) -> np.ndarray:
    data = bytes(_resvg().svg_to_bytes(svg_path=path, width=400))
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    return cv2.cvtColor(np.asarray(image), cv2.COLOR_BGRA2RGBA)


def _draw_svg(style: Style, names: dict[str, str], code: str, width_px: int) -> np.ndarray:
    if code not in names:
        return tilesets.draw_face(style, code, width_px)
    pad = Pad(width_px * 2, style.aspect, style.body)
    h, w = pad.rgb.shape[:2]
    picture = _svg(names[code])
    if (picture[..., 3] < 40).mean() > 0.25:  # the drawing alone, up to the tile's edge
        y, x = round(picture.shape[0] * 0.09), round(picture.shape[1] * 0.09)
        picture = np.pad(picture, ((y, y), (x, x), (0, 0)))
    else:
        picture = _trim(picture, 0.03)
    art = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)
    part = art[..., 3:].astype(np.float32) / 255
    white = art[..., :3].astype(np.float32) * part + 248 * (1 - part)
    body = np.array(style.body, np.float32)
    pad.rgb = np.clip(white / 248 * body, 0, 255).astype(np.uint8)
    pad.mask = (np.clip((248 - white.min(2)) / 90, 0, 1) * 255).astype(np.uint8)
    return tilesets._finish(pad, style, code)


@functools.lru_cache(maxsize=1024)
def _crop(path: str) -> np.ndarray | None:
    image = cv2.imread(path)
    if image is None or min(image.shape[:2]) < 20:
        return None
    return cv2.cvtColor(_trim(image, 0.03), cv2.COLOR_BGR2RGB)


def _draw_crop(style: Style, chosen: dict[str, str], code: str, width_px: int) -> np.ndarray:
    image = _crop(chosen[code]) if code in chosen else None
    if image is None:
        return tilesets.draw_face(style, code, width_px)
    size = (width_px, round(width_px * style.aspect))
    larger = size[0] > image.shape[1]
    return cv2.resize(image, size, interpolation=cv2.INTER_CUBIC if larger else cv2.INTER_AREA)


def _body_of(image: np.ndarray) -> Colour:
    """The tile's own colour: the brighter half of a strip near its edge."""
    h, w = image.shape[:2]
    y, x = max(2, h // 12), max(2, w // 12)
    strip = np.concatenate([image[y : y + 3].reshape(-1, 3), image[:, x : x + 3].reshape(-1, 3)])
    bright = strip[strip.sum(1) >= np.median(strip.sum(1))]
    middle = np.median(bright, 0)
    return (int(middle[0]), int(middle[1]), int(middle[2]))


class ArtSets:
    """Finds what a folder offers once, then makes a set for any seed."""

    def __init__(self, art: Path | None = None, crops: Path | None = None) -> None:
        """Look through folders. Raises ValueError when nothing usable is in them, and
        RuntimeError when SVG tiles are found but nothing to draw them with.
        """
        self._kinds: list[Callable[[int], TileSet]] = []
        if art is not None:
            for path in sorted(art.rglob("*.otf")):
                self._kinds.append(functools.partial(self._font, str(path)))
            for folder in sorted({p.parent for p in art.rglob("*.svg")}):
                for family in _SVG_NAMES:
                    names = {
                        code: str(folder / f"{name}.svg")
                        for code, name in zip(FACES, family, strict=False)
                        if (folder / f"{name}.svg").is_file()
                    }
                    if len(names) >= 34:
                        _resvg()  # say so now, not after a thousand scenes
                        self._kinds.append(functools.partial(self._svgs, folder.name, names))
        if crops is not None:
            files = {
                code: sorted(
                    str(p)
                    for p in (crops / name).glob("*")
                    if p.suffix.lower() in (".jpg", ".jpeg", ".png")
                )
                for code, name in zip(FACES, _CROP_CLASSES, strict=True)
                if (crops / name).is_dir()
            }
            if files:
                # as many makers as all fonts and drawings together
                self._kinds += [functools.partial(self._crops, files)] * max(1, len(self._kinds))
        if not self._kinds:
            raise ValueError("no tile fonts, SVG tiles or face crops found in the folders given")

    def __call__(self, seed: int) -> TileSet:
        """The set of a seed; the same folders give the same set."""
        return self._kinds[seed % len(self._kinds)](seed)

    @staticmethod
    def _font(path: str, seed: int) -> TileSet:
        style = tilesets.make_style(seed)
        drawn = tilesets.set_of(style, f"font-{Path(path).stem}-{seed}")
        return replace(drawn, _draw=functools.partial(_draw_font, style, path))

    @staticmethod
    def _svgs(folder: str, names: dict[str, str], seed: int) -> TileSet:
        style = tilesets.make_style(seed)
        drawn = tilesets.set_of(style, f"svg-{folder}-{seed}")
        return replace(drawn, _draw=functools.partial(_draw_svg, style, names))

    @staticmethod
    def _crops(files: Mapping[str, Sequence[str]], seed: int) -> TileSet:
        rng = np.random.default_rng([seed, 515])
        chosen = {
            code: paths[int(rng.integers(len(paths)))] for code, paths in files.items() if paths
        }
        image = next((c for c in map(_crop, chosen.values()) if c is not None), None)
        style = tilesets.make_style(seed)
        if image is not None:
            style = replace(style, body=_body_of(image), aspect=float(rng.uniform(1.28, 1.42)))
        drawn = tilesets.set_of(style, f"crops-{seed}")
        return replace(drawn, _draw=functools.partial(_draw_crop, style, chosen))
