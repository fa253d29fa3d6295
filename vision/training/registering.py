"""Measures registering a tile set on real photographs of a maker.

`python -m vision.training.registering DATA --only tray-plain --models DIR [--seed N]`

One example of each face is cut from a few photographs of the maker, drawn by the seed, as
`taicam tiles register` would cut it: found by the locator, upright. The other photographs are read
without and with the set; the table shows both. A face that no example was found for (a back, say)
is named by the net alone, as it is for a user who left a row out.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.crops import Pyramid
from vision.reader import Reader
from vision.registered import Example, RegisteredNamer, TileSet
from vision.settings import NAME
from vision.training.data import Labelled, load_photos
from vision.training.evaluate import (
    CHOICES,
    Bins,
    Boxes,
    _reader,
    figures,
    first_of_each,
    match,
    restored,
    score_photo,
    table,
    up_is_known,
)
from vision.types import as_quad


def examples(
    photos: Sequence[Labelled], reader: Reader, seed: int
) -> tuple[list[Example], set[Path]]:
    """One example of each face and the photographs they were cut from."""
    wanted = {face for photo in photos for face in photo.faces}
    found: list[Example] = []
    used: set[Path] = set()
    for number in np.random.default_rng(seed).permutation(len(photos)):
        if not wanted:
            break
        photo = photos[int(number)]
        if not wanted & set(photo.faces):
            continue
        picture, boxes = restored(photo)
        pyramid = Pyramid(picture)
        reading = reader.read(picture, photo.path.name)
        for label, tile in match(boxes, reading).items():
            face = photo.faces[label]
            if face not in wanted:
                continue
            quad = np.array(reading.tiles[tile].quad, dtype=np.float32)
            if up_is_known(photo):
                # The labels say which end is up; a user's sheet does, too.
                tops = [float((quad[k] + quad[(k + 1) % 4])[1]) for k in range(4)]
                quad = np.roll(quad, -int(np.argmin(tops)), axis=0)
            crop = pyramid.cut(
                np.array(as_quad(quad.tolist()), np.float32), NAME.crop, NAME.enlarge
            )
            found.append(Example(face, crop))
            wanted.discard(face)
            used.add(photo.path)
    return found, used


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="measure registering a tile set")
    parser.add_argument("data", type=Path, help="folder with photos/")
    parser.add_argument("--only", choices=sorted(CHOICES), default="tray-plain")
    parser.add_argument("--models", type=Path, help="folder with locator.onnx and namer.onnx")
    parser.add_argument("--turn", type=float, default=0.0, help="degrees to turn every picture by")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--csv", type=Path)
    given = parser.parse_args(argv)
    everything = load_photos(given.data / "photos")
    photos = first_of_each([photo for photo in everything if CHOICES[given.only](photo)])
    plain = _reader(given.models, NAME.temperature)
    assert isinstance(plain, Reader)
    found, used = examples(photos, plain, given.seed)
    rest = [photo for photo in photos if photo.path not in used]
    print(f"{len(found)} faces from {len(used)} photographs, {len(rest)} photographs to read")
    with_set = replace(plain, namer=RegisteredNamer(plain.namer, TileSet("set", tuple(found))))
    columns = {}
    for title, reader in (("without", plain), ("with the set", with_set)):
        bins: Bins = []
        pairs: list[tuple[Boxes, Boxes]] = []
        scores = [score_photo(photo, reader, given.turn, bins, pairs) for photo in rest]
        columns[title] = figures(scores, bins, pairs)
    print(table(columns))
    if given.csv:
        with given.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(dataclasses.asdict(scores[0])))
            writer.writeheader()
            writer.writerows(dataclasses.asdict(score) for score in scores)


if __name__ == "__main__":
    main()
