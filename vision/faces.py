"""Naming tiles: which of 43 faces, which way up, or no tile at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from vision.crops import Array, Image, Pyramid
from vision.settings import NAME, NameSettings
from vision.types import BACK, FACE_CODES, LocatedTile, Quad, ReadTile, as_quad


@dataclass(frozen=True, slots=True)
class Named:
    """A namer's answer for n crops: face probabilities (n, 43), turn probabilities (n, 4),
    features (n, d), and how likely each shows no tile (n,). Turn k: k quarter turns clockwise bring
    the face upright. The faces' probabilities sum to one: they say which, if it is a tile."""

    faces: Array
    turns: Array
    features: Array
    nothing: Array


class Namer(Protocol):
    """Anything that names square crops."""

    def name(self, crops: Sequence[Image]) -> Named:
        """Answers for BGR crops of equal side."""
        ...


class OnnxNamer:
    """The shipped namer, run by onnxruntime."""

    def __init__(self, session: Any, settings: NameSettings = NAME) -> None:
        self._session = session
        self._settings = settings
        self._input = session.get_inputs()[0].name

    def name(self, crops: Sequence[Image]) -> Named:
        """See `Namer.name`."""
        s = self._settings
        parts: list[tuple[Array, Array, Array]] = []
        for begin in range(0, len(crops), s.batch):
            stack = np.stack(crops[begin : begin + s.batch])[..., ::-1].transpose(0, 3, 1, 2)
            batch = np.ascontiguousarray(stack, dtype=np.float32) / 255
            face, turn, features = self._session.run(None, {self._input: batch})
            parts.append((face / s.temperature, _softmax(turn), features))
        logits, turns, features = (np.concatenate(part) for part in zip(*parts, strict=True))
        nothing = _softmax(logits)[:, len(FACE_CODES) :].sum(axis=1)
        return Named(_softmax(logits[:, : len(FACE_CODES)]), turns, features, nothing)


def _softmax(logits: Array) -> Array:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), dtype=np.float32)


def turned(quad: Quad, quarter_turns: int) -> Quad:
    """The same four corners, beginning at the corner that is the top left after the turns."""
    a, b, c, d = (quad[(i - quarter_turns) % 4] for i in range(4))
    return (a, b, c, d)


def name_tiles(
    picture: Image, located: Sequence[LocatedTile], namer: Namer, settings: NameSettings = NAME
) -> list[ReadTile]:
    """Name the located tiles of a BGR picture; the quads come back with the top left first.

    Each tile is looked at twice: once as it lies, to find its turn, and once upright, for a face is
    surest when seen as it is read; one that stays unsure is cut a little closer and wider, too.
    What shows no tile, or was hardly found and cannot be named either, is left out.
    """
    if not located:
        return []
    pyramid = Pyramid(picture)
    quads = [np.asarray(tile.quad, dtype=np.float32) for tile in located]
    crops = [pyramid.cut(quad, settings.crop, settings.enlarge) for quad in quads]
    first = namer.name(crops)
    turns = agreed_turns(quads, first.turns, settings).argmax(axis=1)
    faces, nothing = first.faces.copy(), first.nothing.copy()
    again = [i for i, turn in enumerate(turns) if turn]
    if again:
        upright = [np.rot90(crops[i], -int(turns[i])) for i in again]
        second = namer.name(upright)
        faces[again] = (faces[again] + 2 * second.faces) / 3
        nothing[again] = (nothing[again] + second.nothing) / 2
    unsure = np.nonzero(faces.max(axis=1) < settings.doubtful)[0].tolist()
    if unsure and settings.more_looks:
        more = namer.name(
            [
                np.rot90(pyramid.cut(quads[i], settings.crop, enlarge), -int(turns[i]))
                for enlarge in settings.more_looks
                for i in unsure
            ]
        ).faces.reshape(len(settings.more_looks), len(unsure), -1)
        faces[unsure] = (faces[unsure] + more.sum(axis=0)) / (1 + len(more))
    # An empty white tile shows as little as an empty table does: there the finding counts.
    blank = faces[:, _WHITE] + faces[:, _BACK]
    nothing = np.where(nothing >= settings.surely_nothing, nothing, nothing * (1 - blank))
    faces = tell_blanks(faces, crops, np.stack([quad.mean(axis=0) for quad in quads]), settings)
    return [
        read_tile(probabilities, turned(as_quad(quad.tolist()), int(turn)), settings)
        for probabilities, quad, turn, tile, junk in zip(
            faces, quads, turns, located, nothing, strict=True
        )
        if not _is_junk(tile.score, float(probabilities.max()), float(junk), settings)
    ]


def agreed_turns(quads: Sequence[Array], turns: Array, settings: NameSettings = NAME) -> Array:
    """Turn probabilities (n, 4), each weighed with what the tile's neighbours say of their own.

    Tiles beside each other mostly stand the same way up. A sure tile keeps its turn: one that lies
    across its row or upside down is nothing unusual.
    """
    count = len(quads)
    if count < 2:
        return turns
    corners = np.stack(quads)
    centres = corners.mean(axis=1)
    across = corners[:, 1] - corners[:, 0]
    width = np.linalg.norm(across, axis=1)
    sides = np.sqrt(width * np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1))
    angles = np.arctan2(across[:, 1], across[:, 0])
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    alike = np.maximum(sides[:, None], sides[None]) < 1.5 * np.minimum(sides[:, None], sides[None])
    near = alike & (away < settings.beside * sides[:, None]) & ~np.eye(count, dtype=bool)
    # Quarter turns from tile i's axes to tile j's: turn k of j is turn k + step of i.
    step = np.rint((angles[None] - angles[:, None]) / (np.pi / 2)).astype(int) % 4
    out = turns.copy()
    for i in range(count):
        others = np.nonzero(near[i])[0]
        if not len(others):
            continue
        said = np.mean([np.roll(turns[j], -step[i, j]) for j in others], axis=0)
        out[i] = turns[i] * (said * (1 - settings.own_way) + settings.own_way / 4)
    return np.asarray(out / out.sum(axis=1, keepdims=True), dtype=np.float32)


def _is_junk(score: float, confidence: float, nothing: float, settings: NameSettings) -> bool:
    """Whether it is no tile: the namer says so, or neither finding nor naming is sure."""
    return nothing >= settings.nothing or (
        score < settings.junk_score and confidence < settings.junk_confidence
    )


_WHITE, _BACK = FACE_CODES.index("P"), FACE_CODES.index(BACK)


def tell_blanks(
    faces: Array, crops: Sequence[Image], centres: Array, settings: NameSettings = NAME
) -> Array:
    """Decide between a blank 白 and a back by colour.

    Alone, an empty white tile and a white back are the same picture. Among other tiles they are
    not: a 白 has the colour that the neighbouring faces have between their drawings, a back has
    another. The colour is weighed against what the namer says, so a 白 with a clear frame stays one
    in any light. `faces` are probabilities (n, 43), `centres` (n, 2) where the tiles lie. Where no
    named face is near, the probabilities stay as they are.
    """
    nothing = faces[:, _WHITE] + faces[:, _BACK] >= settings.blank
    sure = ~nothing & (faces.max(axis=1) >= settings.blank)
    if not nothing.any() or not sure.any():
        return faces
    out = faces.copy()
    known: list[int] = np.nonzero(sure)[0].tolist()
    ground = np.stack([_ground(crops[i]) for i in known])
    for i in np.nonzero(nothing)[0].tolist():
        away = np.linalg.norm(centres[known] - centres[i], axis=1)
        near = np.argsort(away)[: settings.neighbours]
        off = (_ground(crops[i]) - np.median(ground[near], axis=0)) * (1 / 4, 1, 1)
        by_colour = (1 - float(np.linalg.norm(off)) / settings.same_colour) * settings.colour_says
        said = np.log(max(float(out[i, _WHITE]), 1e-6) / max(float(out[i, _BACK]), 1e-6))
        both = float(out[i, _WHITE] + out[i, _BACK])
        odds = np.clip(by_colour, -settings.colour_says, settings.colour_says)
        odds += np.clip(said, -settings.namer_says, settings.namer_says)
        white = 1 / (1 + np.exp(-odds))
        out[i, _WHITE], out[i, _BACK] = both * white, both * (1 - white)
    return out


def _ground(crop: Image) -> Array:
    """The colour (L, a, b) of a face between its drawings: the median of its brighter half."""
    side = len(crop)
    inner = crop[side // 4 : -side // 4, side // 4 : -side // 4].astype(np.float32) / 255
    lab = cv2.cvtColor(inner, cv2.COLOR_BGR2Lab).reshape(-1, 3)
    bright = lab[lab[:, 0] >= np.median(lab[:, 0])]
    return np.asarray(np.median(bright, axis=0), dtype=np.float32)


def read_tile(probabilities: Array, quad: Quad, settings: NameSettings = NAME) -> ReadTile:
    """The likeliest face of 43 probabilities, with its alternatives and whether to doubt it."""
    order = np.argsort(-probabilities)
    best = int(order[0])
    confidence = min(float(probabilities[best]), 1.0)
    others = tuple(
        (FACE_CODES[int(i)], float(probabilities[i]))
        for i in order[1 : 1 + settings.alternatives]
        if probabilities[i] >= settings.least_alternative
    )
    return ReadTile(FACE_CODES[best], confidence, quad, others, confidence < settings.doubtful)
