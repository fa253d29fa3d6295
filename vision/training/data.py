"""Real photographs with labels, turned into oriented boxes, splits and cut-outs.

The label files hold upright boxes only and never say how a tile is turned. `oriented` recovers the
turn from the neighbours: touching tiles lie side by side, so the nearest neighbour shows the
direction of a tile's width. Which end is up stays unknown (two turns are possible).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import FACE_CODES

Array = NDArray[np.float32]
Image = NDArray[np.uint8]

LABEL_TO_FACE: dict[str, str] = {
    **{f"D{n}": f"{n}p" for n in range(1, 10)},
    **{f"B{n}": f"{n}s" for n in range(1, 10)},
    **{f"C{n}": f"{n}m" for n in range(1, 10)},
    **{f"S{n}": f"f{n}" for n in range(1, 5)},
    **{f"F{n}": f"f{n + 4}" for n in range(1, 5)},
    **{"E": "E", "S": "S", "W": "W", "N": "N", "RD": "C", "GD": "F", "WD": "P"},
}
"""The data set's class names to this project's face codes."""

HELD_OUT_SHARE = 0.15
"""Share of the photo groups kept away from every training, to score the shipped model on."""

MIN_BOX_SIDE = 6.0
"""Pixels of the 640 px picture: a smaller labelled box is a slip of the labeller's mouse."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One photograph with its labels.

    `boxes` is (n, 4): left, top, right, bottom in pixels; `faces` the n face codes; `group` names
    the moment it was taken, shared by copies of one photo; `maker` tells the tile set apart as far
    as known: `tray`, `riichi`, `magenta` or `mixed`.
    """

    path: Path
    faces: tuple[str, ...]
    boxes: Array
    group: str
    maker: str
    size: tuple[int, int]

    def image(self) -> Image:
        """The picture, BGR; raises OSError when it cannot be decoded."""
        picture = cv2.imread(str(self.path))
        if picture is None:
            raise OSError(f"cannot decode {self.path}")
        return np.asarray(picture, dtype=np.uint8)


def _stem(path: Path) -> str:
    return re.split(r"_(?:jpg|png|jpeg)\.rf\.", path.name)[0]


MAGENTA: tuple[str, ...] = (
    *(f"lt_hand_{n:03}" for n in (12, 13, 14, 15, 24, 49, 64, 68, 80, 88)),
    *(
        f"lt_{n}"
        for n in (
            "393095156", "393152392", "403603280", "410042710", "418610692", "420391466",
            "420425101", "420444722", "420460106", "420502414", "420532826", "420604730",
            "420632200", "420712331", "420715709", "420791778", "420799478", "420853321",
            "420988806", "421044392", "421098484", "421109430", "421116073", "421195311",
            "421328471",
        )
    ),
)  # fmt: skip
"""Photographs of one kind of table by their look: backs of magenta, or tiles on navy cloth. Cut out
of `games` by colour and by eye, since nothing names its makers; the same maker's tiles with other
backs may be among the rest."""


MISLABELLED: tuple[tuple[str, int, str, str], ...] = (
    ("lt_369624414", 18, "3s", "N"), ("lt_370016222", 4, "f7", "f3"),
    ("lt_396150464", 10, "8s", "8m"), ("lt_399992495", 13, "f7", "f6"),
    ("lt_399992495", 14, "f7", "f3"), ("lt_411129254", 1, "6s", "4s"),
    ("lt_411129254", 2, "6s", "7s"), ("lt_420253129", 2, "3m", "2m"),
    ("lt_420632200", 12, "2p", "9m"), ("lt_420632200", 13, "2p", "9m"),
    ("lt_421228375", 0, "9s", "7s"), ("lt_421228375", 1, "9s", "6s"),
    ("lt_LSWl3osanss", 17, "N", "C"), ("lt_d1AKzgUIuM5z", 40, "f4", "f8"),
    ("lt_discards_003", 24, "9s", "6s"), ("lt_hand_101", 3, "9p", "9m"),
    ("lt_noxHzTFzOujT", 70, "f6", "f2"), ("lt_z9BwrWhdoraZ", 28, "f5", "f7"),
    ("al_367749699", 11, "5p", "4p"), ("al_370280965", 8, "3m", "2m"),
    ("al_379666913", 9, "f4", "f3"), ("al_384431440", 7, "5m", "9m"),
    ("al_387325315", 13, "1m", "9m"), ("al_393862359", 3, "E", "W"),
    ("al_395368434", 9, "2s", "4s"), ("al_395465309", 19, "5p", "5m"),
    ("al_395566136", 15, "6p", "2p"), ("al_395718530", 10, "7m", "3m"),
    ("al_395943457", 14, "W", "E"), ("al_396063485", 17, "f1", "f4"),
    ("al_396615245", 6, "9s", "5s"), ("al_IMG_20231107_231242", 15, "4m", "4p"),
    ("al_IMG_20231107_231752", 35, "4m", "C"), ("al_hand_003", 8, "3s", "3p"),
    ("al_hand_003", 9, "2s", "2p"), ("al_hand_003", 10, "1s", "1p"),
    ("al_hand_016", 3, "6p", "6m"), ("al_hand_016", 4, "5p", "5m"),
    ("al_hand_016", 5, "4p", "4m"),
)  # fmt: skip
"""Slips of the labeller: (begin of the file's name, number of the box, label, what the tile shows).

Found where the namer disagreed surely, and kept only where the picture leaves no doubt to the eye;
five of them are in held-out photographs."""


def corrected(name: str, faces: Sequence[str]) -> tuple[str, ...]:
    """The faces of a photograph with the slips in `MISLABELLED` put right."""
    out = list(faces)
    for prefix, number, label, shown in MISLABELLED:
        if name.startswith(prefix) and number < len(out) and out[number] == label:
            out[number] = shown
    return tuple(out)


def _maker(folder: str, stem: str) -> str:
    if folder == "tray" or stem.startswith("al_IMG_2023"):
        return "tray"
    if stem.startswith(MAGENTA):
        return "magenta"
    return "riichi" if folder == "riichi" else "mixed"


def _thumb(picture: Image) -> Array:
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (16, 16), interpolation=3)
    values = small.astype(np.float32).ravel()
    values -= values.mean()
    return values / (np.linalg.norm(values) + 1e-6)


def _session(stem: str) -> str:
    """The part of a file name that copies and neighbours of one photo share."""
    body = stem.split("_", 1)[1] if "_" in stem else stem
    dated = re.match(r"IMG_(\d{8})_(\d{2})", body)
    if dated:
        return f"IMG_{dated[1]}_{dated[2]}"
    return body


def load_photos(
    root: Path, folders: Sequence[str] = ("games", "plain", "tray", "riichi")
) -> list[Labelled]:
    """Every labelled photograph under `root` (the `photos` folder); raises OSError without it.

    Photos whose names or looks say that they are one moment share a `group`.
    """
    names = (root / "classes.txt").read_text(encoding="utf-8").split()
    found: list[Labelled] = []
    thumbs: list[Array] = []
    for folder in folders:
        for path in sorted((root / folder / "images").iterdir()):
            label = root / folder / "labels" / f"{path.stem}.txt"
            picture = cv2.imread(str(path))
            if picture is None or not label.exists():
                continue
            height, width = picture.shape[:2]
            faces, boxes = [], []
            for line in label.read_text().splitlines():
                if not line.strip():
                    continue
                index, x, y, w, h = line.split()[:5]
                box = np.array(
                    [float(x) * width, float(y) * height, float(w) * width, float(h) * height]
                )
                if min(box[2], box[3]) < MIN_BOX_SIDE:
                    continue
                faces.append(LABEL_TO_FACE[names[int(index)]])
                boxes.append(
                    (
                        box[0] - box[2] / 2,
                        box[1] - box[3] / 2,
                        box[0] + box[2] / 2,
                        box[1] + box[3] / 2,
                    )
                )
            if not faces:
                continue
            stem = _stem(path)
            found.append(
                Labelled(
                    path,
                    corrected(path.name, faces),
                    np.array(boxes, dtype=np.float32),
                    _session(stem),
                    _maker(folder, stem),
                    (width, height),
                )
            )
            thumbs.append(_thumb(np.asarray(picture, dtype=np.uint8)))
    return _join_look_alikes(found, np.stack(thumbs)) if found else found


LOOK_ALIKE = 0.97
"""Correlation of two 16x16 grey thumbnails above which two photos count as one moment."""


def _join_look_alikes(photos: list[Labelled], thumbs: Array) -> list[Labelled]:
    parent = {photo.group: photo.group for photo in photos}

    def root(group: str) -> str:
        while parent[group] != group:
            parent[group] = parent[parent[group]]
            group = parent[group]
        return group

    alike = thumbs @ thumbs.T > LOOK_ALIKE
    for i, j in zip(*np.nonzero(np.triu(alike, 1)), strict=True):
        # A shared camera stand makes different hands look alike: the faces must agree as well.
        if photos[i].maker == photos[j].maker and _same_faces(photos[i], photos[j]):
            parent[root(photos[i].group)] = root(photos[j].group)
    return [Labelled(p.path, p.faces, p.boxes, root(p.group), p.maker, p.size) for p in photos]


def _same_faces(one: Labelled, other: Labelled) -> bool:
    rest = list(other.faces)
    shared = 0
    for face in one.faces:
        if face in rest:
            rest.remove(face)
            shared += 1
    return shared >= 0.7 * max(len(one.faces), len(other.faces))


def is_held_out(photo: Labelled) -> bool:
    """Whether this photo's whole group is kept away from training, decided by its name alone."""
    digest = hashlib.sha256(photo.group.encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**32 < HELD_OUT_SHARE


def split(
    photos: Iterable[Labelled], *, without: Sequence[str] = ()
) -> tuple[list[Labelled], list[Labelled]]:
    """(train, held out) by photo group; makers named in `without` are left out of both."""
    train: list[Labelled] = []
    held: list[Labelled] = []
    for photo in photos:
        if photo.maker not in without:
            (held if is_held_out(photo) else train).append(photo)
    return train, held


# --- from upright boxes to oriented ones ---------------------------------------------------------

NEIGHBOUR_REACH = 1.35
"""A neighbour is at most this many tile sizes (root of the box's area) away."""
COHERENCE = 0.75
"""0..1, how well the directions to neighbours must agree (up to 90 degrees) to be believed."""
SURE_AXIS = 0.4
"""0..1, how clearly neighbours must lie along one axis; else the one nearer to level counts."""
NEAR_DIAGONAL = 0.35
"""Below this |cos 2a| an upright box alone does not tell the two sides; the pitch decides."""
LEVEL = 0.2
"""|sin| of a turn below which the upright box itself is as good as any computed from it."""
ASPECT_RANGE = (0.55, 2.9)
"""Height over width that a squeezed or tilted face still shows."""


def width_angles(boxes: Array) -> Array:
    """The direction of each tile's width in radians, -pi/2..pi/2, from where its neighbours lie.

    `boxes` is (n, 4) left, top, right, bottom. First the grid's turn up to 90 degrees (four-fold
    mean of the directions to near neighbours, so rows and grids agree), then which of the two axes
    is the shorter pitch. A tile without orderly neighbours counts as upright: 0.
    """
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    sides = boxes[:, 2:] - boxes[:, :2]
    reach = np.sqrt(sides.prod(axis=1)) * NEIGHBOUR_REACH
    delta = centres[None] - centres[:, None]
    distance = np.hypot(delta[..., 0], delta[..., 1])
    np.fill_diagonal(distance, np.inf)
    direction = np.arctan2(delta[..., 1], delta[..., 0])
    nearest = distance.min(axis=1, initial=np.inf)
    close = (distance < nearest[:, None] * 1.15) & (nearest < reach)[:, None]
    fourfold = np.where(close, np.exp(4j * direction), 0).sum(axis=1)
    twofold = np.where(close, np.exp(2j * direction), 0).sum(axis=1)
    count = close.sum(axis=1)
    angles = np.zeros(len(boxes), dtype=np.float32)
    for i in range(len(boxes)):
        near = [*np.nonzero(distance[i] < reach[i] * 2.5)[0].tolist(), i]
        total = count[near].sum()
        if total < 2 or abs(fourfold[near].sum()) < COHERENCE * total:
            continue
        turn = float(np.angle(fourfold[near].sum())) / 4
        # Positive: neighbours mostly lie along `turn`; negative: mostly across it.
        along = float((twofold[near].sum() * np.exp(-2j * turn)).real) / total
        if along < -SURE_AXIS or (abs(along) <= SURE_AXIS and abs(turn) > np.pi / 4):
            turn += np.pi / 2
        angles[i] = (turn + np.pi / 2) % np.pi - np.pi / 2
    return angles


def oriented(boxes: Array) -> Array:
    """Quads (n, 4, 2) from upright boxes (n, 4); corner 0 is the top left, or its opposite."""
    if len(boxes) == 0:
        return np.zeros((0, 4, 2), dtype=np.float32)
    angles = width_angles(boxes)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    sides = boxes[:, 2:] - boxes[:, :2]
    distance = np.hypot(*np.moveaxis(centres[None] - centres[:, None], -1, 0))
    np.fill_diagonal(distance, np.inf)
    quads = np.empty((len(boxes), 4, 2), dtype=np.float32)
    for i, angle in enumerate(angles):
        # Nearly upright photos: the label is tighter than anything computed from it.
        cos, sin = abs(np.cos(angle)), abs(np.sin(angle))
        both = float(sides[i].sum()) / (cos + sin)
        if abs(cos**2 - sin**2) > NEAR_DIAGONAL:
            width = (sides[i, 0] * cos - sides[i, 1] * sin) / (cos**2 - sin**2)
        else:
            width = min(float(distance[i].min(initial=np.inf)), both / 2)
        height = both - width
        if sin > LEVEL and not ASPECT_RANGE[0] < height / max(width, 1e-3) < ASPECT_RANGE[1]:
            width = both / 2.35
            height = both - width
        along = np.array([np.cos(angle), np.sin(angle)])
        down = np.array([-along[1], along[0]])
        half_w, half_h = along * width / 2, down * height / 2
        c = centres[i]
        quads[i] = [
            c - half_w - half_h,
            c + half_w - half_h,
            c + half_w + half_h,
            c - half_w + half_h,
        ]
    return quads


def face_index(face: str) -> int:
    """The namer's output number of a face code; raises ValueError for an unknown one."""
    return FACE_CODES.index(face)
