"""A registered tile set: how one maker's faces look, cut from a few photographs of them.

The user lays the faces in a known order (`SHEET`), so the labels come for free. Each face is cut
out and kept; the namer's features of it, in all four turns, are compared with those of a tile that
is to be named. Nothing is trained. A file holds the cut-outs themselves, so a set outlives a change
of the models.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.crops import Array, Image, Pyramid
from vision.faces import Named, Namer, turned
from vision.settings import NAME, REGISTER, RegisterSettings
from vision.types import BACK, FACE_CODES, LocatedTile, Quad, as_quad

SHEET: tuple[tuple[str, ...], ...] = (
    tuple(f"{n}m" for n in range(1, 10)),
    tuple(f"{n}p" for n in range(1, 10)),
    tuple(f"{n}s" for n in range(1, 10)),
    (*"ESWNCFP", BACK),
    tuple(f"f{n}" for n in range(1, 9)),
)
"""The order in which the faces are laid, row by row from the top, each row from the left."""

VERSION = 1


class TileSetError(Exception):
    """A set cannot be registered or read; `key` and `params` say why (`device.messages`)."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(f"{key}: {params}" if params else key)
        self.key = key
        self.params = params


@dataclass(frozen=True, slots=True)
class Example:
    """One face of the set, cut out upright: `crop` is square BGR, as the namer sees it."""

    face: str
    crop: Image


@dataclass(frozen=True, slots=True)
class TileSet:
    """The examples of one maker's faces; a face may have several."""

    name: str
    examples: tuple[Example, ...]

    def faces(self) -> frozenset[str]:
        """The faces that have an example."""
        return frozenset(example.face for example in self.examples)

    def missing(self) -> tuple[str, ...]:
        """The faces without one, in the order of the sheet."""
        known = self.faces()
        return tuple(face for row in SHEET for face in row if face not in known)

    def save(self, path: Path) -> None:
        """Write the set; a few hundred kilobytes. Raises OSError."""
        pictures = [cv2.imencode(".png", example.crop)[1] for example in self.examples]
        meta = {
            "version": VERSION,
            "name": self.name,
            "faces": [example.face for example in self.examples],
        }
        stream = io.BytesIO()
        np.savez(
            stream,
            meta=np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8),
            ends=np.cumsum([len(picture) for picture in pictures]),
            pictures=np.concatenate(pictures),
        )
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(stream.getvalue())
        part.replace(path)

    @classmethod
    def load(cls, path: Path) -> TileSet:
        """Read what `save` wrote; raises OSError, or TileSetError `tiles_file` for another file."""
        data = path.read_bytes()
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                meta = json.loads(file["meta"].tobytes())
                ends, pictures = file["ends"], file["pictures"]
            if meta["version"] != VERSION or not set(meta["faces"]) <= set(FACE_CODES):
                raise ValueError("another version")
            examples = []
            for face, begin, end in zip(meta["faces"], [0, *ends], ends, strict=False):
                crop = cv2.imdecode(pictures[begin:end], cv2.IMREAD_COLOR)
                if crop is None or crop.shape != (NAME.crop, NAME.crop, 3):
                    raise ValueError("no picture")
                examples.append(Example(face, np.asarray(crop, dtype=np.uint8)))
            return cls(str(meta["name"]), tuple(examples))
        except (ValueError, KeyError, TypeError, EOFError, OSError, cv2.error) as error:
            raise TileSetError("tiles_file", path=path) from error
        except Exception as error:  # zipfile has its own family of errors
            raise TileSetError("tiles_file", path=path) from error


# --- naming with a set ---------------------------------------------------------------------------


def _unit(features: Array) -> Array:
    length = np.linalg.norm(features, axis=-1, keepdims=True)
    return np.asarray(features / np.maximum(length, 1e-6), dtype=np.float32)


def _looks(crop: Image) -> list[Image]:
    """A crop and the same from slightly nearer and further, as locating it again may cut it."""
    side = len(crop)
    looks = [crop]
    for zoom in REGISTER.zooms:
        matrix = cv2.getRotationMatrix2D((side / 2, side / 2), 0, zoom)
        other = cv2.warpAffine(crop, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
        looks.append(np.asarray(other, dtype=np.uint8))
    return looks


def prototypes(tiles: TileSet, namer: Namer) -> Array:
    """Features (n, 4, d) of unit length of n examples: [i, k] is the example lying so that k
    quarter turns clockwise bring it upright."""
    crops = [
        np.rot90(look, turn)
        for example in tiles.examples
        for turn in range(4)
        for look in _looks(example.crop)
    ]
    features = _unit(namer.name(crops).features)
    count = len(tiles.examples)
    return _unit(features.reshape(count, 4, -1, features.shape[1]).mean(axis=2))


class RegisteredNamer:
    """A namer that also compares each crop with a set's examples."""

    def __init__(self, namer: Namer, tiles: TileSet, settings: RegisterSettings = REGISTER) -> None:
        self._namer = namer
        self._settings = settings
        self._known = np.array([FACE_CODES.index(e.face) for e in tiles.examples])
        self._prototypes = prototypes(tiles, namer)
        self.name_of_set = tiles.name

    def name(self, crops: Sequence[Image]) -> Named:
        """See `Namer.name`; faces and turns are those of the set where it knows better."""
        s = self._settings
        named = self._namer.name(crops)
        alike = np.einsum("nd,ekd->nek", _unit(named.features), self._prototypes)
        count = len(FACE_CODES)
        by_face = np.full((len(crops), count, 4), -1.0, dtype=np.float32)
        for example, face in enumerate(self._known):
            by_face[:, face] = np.maximum(by_face[:, face], alike[:, example])
        best = by_face.max(axis=2)
        known = np.zeros(count, dtype=bool)
        known[self._known] = True
        # Where the set has no example of a face, only the net can speak for it.
        said = np.where(known[None], best * s.sharpness, -np.inf)
        said = said - said.max(axis=1, keepdims=True)
        share = np.exp(said)
        share /= share.sum(axis=1, keepdims=True)
        unknown = named.faces[:, ~known].sum(axis=1, keepdims=True)
        from_set = np.where(known[None], share * (1 - unknown), named.faces)
        logs = s.trust * np.log(from_set + 1e-6) + (1 - s.trust) * np.log(named.faces + 1e-6)
        faces = np.exp(logs - logs.max(axis=1, keepdims=True))
        faces /= faces.sum(axis=1, keepdims=True)
        chosen = faces.argmax(axis=1)
        lying = by_face[np.arange(len(crops)), chosen]
        turns = np.log(named.turns + 1e-6) + np.where(
            known[chosen][:, None], s.turn_sharpness * (lying - lying.max(axis=1, keepdims=True)), 0
        )
        turns = np.exp(turns - turns.max(axis=1, keepdims=True))
        turns /= turns.sum(axis=1, keepdims=True)
        return Named(
            np.asarray(faces, dtype=np.float32),
            np.asarray(turns, dtype=np.float32),
            named.features,
            # A face of the set is a tile, whatever the net makes of it.
            np.where(best.max(axis=1) >= s.surely_alike, 0.0, named.nothing).astype(np.float32),
        )


# --- cutting the faces out of photographs --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of a photograph of the sheet: where it lies (top left first), what the namer thinks
    of it, its upright crop and how sharp that is."""

    quad: Quad
    faces: Array
    features: Array
    crop: Image
    sharpness: float


def sharpness(crop: Image) -> float:
    """How sharp a crop is: the strongest edges' steepness, as a share of the crop's contrast.

    0..1; a face out of focus or moved has no steep edges whatever its ink.
    """
    side = len(crop)
    inner = cv2.cvtColor(crop[side // 6 : -side // 6, side // 6 : -side // 6], cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(inner.astype(np.float32), (0, 0), 0.7)
    contrast = float(np.percentile(grey, 98) - np.percentile(grey, 2))
    if contrast < REGISTER.plain:
        return 1.0  # a blank 白 or a back has no edges to be sharp
    steep = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 8
    return float(np.percentile(steep, 98)) / contrast


def rows_of(picture: Image, located: Sequence[LocatedTile], namer: Namer) -> list[list[Laid]]:
    """The rows of tiles laid on a table, from the top, each from the left, as the faces read.

    Most tiles decide which way the rows are read; a few may be turned.
    """
    if not located:
        return []
    pyramid = Pyramid(picture)
    quads = [np.asarray(tile.quad, dtype=np.float32) for tile in located]
    crops = [pyramid.cut(quad, NAME.crop, NAME.enlarge) for quad in quads]
    first = namer.name(crops)
    ups = np.zeros(2)
    for quad, turns in zip(quads, first.turns, strict=True):
        for turn in range(4):
            a, b, c, d = (np.array(p) for p in turned(as_quad(quad.tolist()), turn))
            way = (a + b) - (c + d)
            ups += float(turns[turn]) ** 2 * way / max(float(np.linalg.norm(way)), 1e-6)
    up = ups / max(float(np.linalg.norm(ups)), 1e-6)
    right = np.array([-up[1], up[0]])
    standing = []
    for quad in quads:
        corners = [turned(as_quad(quad.tolist()), turn) for turn in range(4)]
        standing.append(max(corners, key=lambda q: float((np.array(q[0]) - np.array(q[3])) @ up)))
    upright = [
        pyramid.cut(np.asarray(quad, dtype=np.float32), NAME.crop, NAME.enlarge)
        for quad in standing
    ]
    named = namer.name(upright)
    laid = [
        Laid(quad, faces, features, crop, sharpness(crop))
        for quad, faces, features, crop in zip(
            standing, named.faces, named.features, upright, strict=True
        )
    ]
    middles = np.array([np.mean(quad, axis=0) for quad in standing])
    down, along = middles @ -up, middles @ right
    height = float(np.median([np.linalg.norm(np.subtract(q[0], q[3])) for q in standing]))
    rows: list[list[int]] = []
    # A row may rise a little towards one end: each tile joins the row of its nearest neighbour.
    for i in np.argsort(along):
        best, gap = None, REGISTER.row_step * height
        for row in rows:
            last = row[-1]
            if abs(down[last] - down[i]) < gap:
                best, gap = row, abs(down[last] - down[i])
        if best is None:
            rows.append([int(i)])
        else:
            best.append(int(i))
    rows.sort(key=lambda row: float(np.mean([down[i] for i in row])))
    return [[laid[i] for i in row] for row in rows]


def _fit(row: Sequence[Laid], wanted: Sequence[str]) -> float:
    """How well a row of tiles agrees with a row of the sheet: mean log probability."""
    numbers = [FACE_CODES.index(face) for face in wanted]
    return float(np.mean([np.log(t.faces[n] + 1e-3) for t, n in zip(row, numbers, strict=True)]))


def match_rows(rows: Sequence[Sequence[Laid]]) -> Mapping[int, Sequence[Laid]]:
    """Which row of the sheet each row of tiles is; rows of other lengths are left out.

    The whole assignment is chosen at once: a row that is misread still has its neighbours.
    """
    fitting = [row for row in rows if len(row) in {len(r) for r in SHEET}]
    best: dict[int, Sequence[Laid]] = {}
    best_fit = -np.inf
    for places in itertools.permutations(range(len(SHEET)), min(len(fitting), len(SHEET))):
        if any(len(SHEET[p]) != len(row) for p, row in zip(places, fitting, strict=False)):
            continue
        fit = sum(_fit(row, SHEET[p]) for p, row in zip(places, fitting, strict=False))
        if fit > best_fit:
            best, best_fit = dict(zip(places, fitting, strict=False)), fit
    return best


def likeness(one: Image, other: Image) -> float:
    """How far two crops show the same picture, -1..1, if one may be shifted a little."""
    first, second = (cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in (one, other))
    edge, slack = len(one) // 6, len(one) // 16
    inner = second[edge:-edge, edge:-edge]
    around = first[edge - slack : slack - edge, edge - slack : slack - edge]
    return float(cv2.matchTemplate(around, inner, cv2.TM_CCOEFF_NORMED).max())


def examples_of(rows: Mapping[int, Sequence[Laid]]) -> list[tuple[str, Laid]]:
    """(face, tile) of the matched rows; raises TileSetError for tiles laid in the wrong order.

    The place says what a tile is, and the namer is only asked whether two tiles changed places or
    one was laid twice: an odd drawing alone is what registering is for.
    """
    found = [
        (face, tile)
        for place, row in sorted(rows.items())
        for face, tile in zip(SHEET[place], row, strict=True)
    ]
    features = _unit(np.stack([tile.features for _, tile in found]))
    place_of = {face: i for i, (face, _) in enumerate(found)}
    for i, (face, tile) in enumerate(found):
        said = FACE_CODES[int(tile.faces.argmax())]
        sure = float(tile.faces.max()) >= REGISTER.sure
        if said == face or not sure or said not in place_of or BACK in (said, face):
            continue
        other = place_of[said]
        its = found[other][1]
        its_said = FACE_CODES[int(its.faces.argmax())]
        if its_said == face and float(its.faces.max()) >= REGISTER.sure:
            raise TileSetError("tiles_swapped", first=face, second=said)
        same = float(features[i] @ features[other]) >= REGISTER.same
        same = same and likeness(tile.crop, its.crop) >= REGISTER.same_picture
        flower = face[0] == said[0] == "f"  # flowers of one set may differ by a numeral alone
        if its_said == said and float(its.faces.max()) >= REGISTER.sure and same and not flower:
            raise TileSetError("tiles_twice", face=said, place=face)
    return found


def register(
    name: str, photos: Sequence[tuple[str, Image]], locator: Any, namer: Namer,
    *, flowers: bool = True,
) -> TileSet:  # fmt: skip
    """The set laid out in one to four photographs (name, BGR picture).

    Every photograph shows some rows of the sheet, whole; rows seen twice give two examples. Raises
    TileSetError: `tiles_rows` (no row of the sheet in a photograph), `tiles_missing`,
    `tiles_swapped`, `tiles_twice`, `tiles_blurred`, `tiles_small`.
    """
    examples: list[Example] = []
    for path, picture in photos:
        rows = rows_of(picture, locator.locate(picture), namer)
        matched = match_rows(rows)
        if not matched:
            counts = " + ".join(str(len(row)) for row in rows) or "0"
            raise TileSetError("tiles_rows", path=path, counts=counts)
        found = examples_of(matched)
        small = [
            face
            for face, tile in found
            if np.linalg.norm(np.subtract(tile.quad[0], tile.quad[1])) < REGISTER.least_width
        ]
        if small:
            raise TileSetError("tiles_small", path=path, least=REGISTER.least_width)
        blurred = tuple(face for face, tile in found if tile.sharpness < REGISTER.sharp)
        if blurred:
            raise TileSetError("tiles_blurred", path=path, faces=blurred)
        examples += [Example(face, tile.crop) for face, tile in found]
    made = TileSet(name, tuple(examples))
    needed = [f for f in made.missing() if flowers or not f.startswith("f")]
    if needed:
        raise TileSetError("tiles_missing", faces=tuple(needed))
    return made


def learned(tiles: TileSet, face: str, crop: Image) -> TileSet:
    """The set with one more example; the oldest learned ones of a face give way."""
    same = [e for e in tiles.examples if e.face == face]
    others = [e for e in tiles.examples if e.face != face]
    kept = same[:1] + same[1:][-(REGISTER.most - 2) :] if len(same) >= REGISTER.most else same
    return TileSet(tiles.name, (*others, *kept, Example(face, crop)))
