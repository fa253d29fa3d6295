"""Back against face: on rendered walls, and on real backs marked by hand.

`python -m vision.training.backs DATA [--models DIR] [--scenes DIR]`

No label of the photographs marks a face-down tile, so `models/scores/backs.csv` holds the middles
of backs in photographs of `plain`, marked by hand: photo, x, y in its pixels. *found*: a read tile
lies over the mark. *back right*: of the found ones, it is read as `back`. *face right*: of the
labelled faces found in the same photographs, none is read as `back`. Rendered scenes tell the same.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from models.load import FOLDER
from vision.reader import ReadsPhotos
from vision.settings import NAME
from vision.training.data import Array, Image, load_photos
from vision.training.evaluate import _reader, match
from vision.types import BACK, Reading

MARKS = FOLDER / "scores" / "backs.csv"
LEAST_VISIBLE = 0.75
"""Share of a rendered tile that must be seen to be counted."""


def marks(path: Path = MARKS) -> dict[str, list[tuple[float, float]]]:
    """Photo (begin of its file's name) -> middles of its backs."""
    found: dict[str, list[tuple[float, float]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["photo"], []).append((float(row["x"]), float(row["y"])))
    return found


def over(point: tuple[float, float], reading: Reading) -> int | None:
    """The number of the read tile that lies over a point, nearest middle first."""
    best, nearest = None, np.inf
    for number, tile in enumerate(reading.tiles):
        quad = np.array(tile.quad, dtype=np.float32)
        if cv2.pointPolygonTest(quad, point, False) < 0:
            continue
        away = float(np.linalg.norm(quad.mean(axis=0) - point))
        if away < nearest:
            best, nearest = number, away
    return best


def count(
    picture: Image,
    backs: Iterable[tuple[float, float]],
    faces: Array,
    reader: ReadsPhotos,
) -> Counter[str]:
    """What a picture adds: backs, backs found, backs right; faces found, faces right."""
    reading = reader.read(picture, "")
    told = Counter[str]()
    for point in backs:
        told["backs"] += 1
        tile = over(point, reading)
        if tile is not None:
            told["found"] += 1
            told["back right"] += reading.tiles[tile].face == BACK
    for tile in match(faces, reading).values():
        told["faces"] += 1
        told["face right"] += reading.tiles[tile].face != BACK
    return told


def text(title: str, told: Counter[str]) -> str:
    """One line about a count."""

    def share(part: str, whole: str) -> str:
        return f"{told[part]}/{told[whole]} = {told[part] / max(told[whole], 1):.2%}"

    both = told["back right"] + told["face right"]
    named = told["found"] + told["faces"]
    return (
        f"{title}: backs found {share('found', 'backs')}, back right "
        f"{share('back right', 'found')}, face right {share('face right', 'faces')}, "
        f"back against face {both}/{named} = {both / max(named, 1):.2%}"
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="back against face")
    parser.add_argument("data", type=Path, help="folder with photos/")
    parser.add_argument("--models", type=Path, help="folder with locator.onnx and namer.onnx")
    parser.add_argument("--scenes", type=Path, help="rendered scenes (vision.training.scenes)")
    given = parser.parse_args(argv)
    reader = _reader(given.models, NAME.temperature)
    told = Counter[str]()
    known = marks()
    for photo in load_photos(given.data / "photos", ("plain",)):
        for begin, points in known.items():
            if photo.path.name.startswith(begin):
                told += count(photo.image(), points, photo.boxes, reader)
    print(text("photographs", told))
    if given.scenes:
        told = Counter[str]()
        for line in (given.scenes / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            picture = cv2.imread(str(given.scenes / record["file"]))
            if picture is None:
                continue
            seen = [t for t in record["tiles"] if t["visible"] >= LEAST_VISIBLE]
            quads = {
                back: np.array(
                    [t["quad"] for t in seen if (t["face"] == BACK) == back], dtype=np.float32
                ).reshape(-1, 4, 2)
                for back in (True, False)
            }
            middles = [(float(x), float(y)) for x, y in quads[True].mean(axis=1)]
            faces = np.concatenate([quads[False].min(axis=1), quads[False].max(axis=1)], axis=1)
            told += count(np.asarray(picture, dtype=np.uint8), middles, faces, reader)
        print(text("rendered", told))


if __name__ == "__main__":
    main()
