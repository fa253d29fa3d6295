"""Real photographs through the watcher: read as well as by the reader of still photographs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from vision.frame import TableFrame
from vision.reader import Reader
from vision.training.data import Labelled, is_held_out, load_photos
from vision.training.evaluate import restored
from vision.types import Quad
from vision.watch.look import quad_in_picture
from vision.watch.watcher import Watcher

PHOTOS = 10


def right(faces: Sequence[str], boxes: np.ndarray, read: Sequence[tuple[str, Quad]]) -> int:
    """How many labelled tiles are read with their face where they lie."""
    middles = np.array([np.mean(quad, axis=0) for _, quad in read]).reshape(-1, 2)
    count = 0
    for face, (left, top, right_, bottom) in zip(faces, boxes, strict=True):
        at, reach = ((left + right_) / 2, (top + bottom) / 2), max(right_ - left, bottom - top) / 3
        near = np.abs(middles - at).max(axis=1) < reach
        count += any(read[int(i)][0] == face for i in np.nonzero(near)[0])
    return count


@pytest.fixture(scope="module")
def photos(shared: Path) -> list[Labelled]:
    folder = shared / "data" / "photos"
    if not folder.is_dir():
        pytest.skip(f"needs photographs in {folder}")
    kept = [p for p in load_photos(folder, ("games",)) if is_held_out(p) and len(p.faces) >= 14]
    return kept[:: max(len(kept) // PHOTOS, 1)][:PHOTOS]


def test_photographs_are_read_as_well_as_by_the_still_reader(photos: list[Labelled]) -> None:
    """The whole picture is taken for the table, as wide as its tiles say."""
    reader = Reader.load()
    total = still = live = 0
    for photo in photos:
        image, boxes = restored(photo)
        height, width = image.shape[:2]
        total += len(photo.faces)
        reading = reader.read(image, photo.path.name)
        still += right(photo.faces, boxes, [(t.face, t.quad) for t in reading.tiles])
        tile = float(np.median(np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])))
        span = max(width, height)
        side = float(np.clip(2.6 * span / tile, 60, 130))
        corners = ((0.0, span), (span, span), (span, 0.0), (0.0, 0.0))
        frame = TableFrame(corners, side, (width, height))
        watcher = Watcher(reader.locator, reader.namer, frame)
        seen = [watcher.see(image, k / 5) for k in range(8)]
        assert any(s.table is not None for s in seen)
        read = [
            (t.face, quad_in_picture(t.x, t.y, t.turn, t.wide, t.high, frame))
            for t in watcher.tiles
        ]
        live += right(photo.faces, boxes, read)
    print(f"{total} tiles: {still} right by the still reader, {live} by the watcher")
    assert total > 100
    assert live >= still - 0.02 * total
