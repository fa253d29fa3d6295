"""The pictures that the page keeps and gives away; none carries metadata of the photograph."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.messages import Language

if TYPE_CHECKING:
    import numpy as np

    from device.web.results import Result
    from vision.types import Reading


def keep_picture(image: np.ndarray, path: Path, longest: int, quality: int) -> None:
    """Write an upright BGR picture as JPEG, its long side shrunk to `longest` pixels."""
    import cv2

    height, width = image.shape[:2]
    scale = longest / max(width, height)
    if scale < 1:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError("the picture cannot be written")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data.tobytes())


def scaled(reading: Reading, width: int) -> Reading:
    """A reading as of the same photograph `width` pixels wide."""
    factor = width / reading.size[0]
    tiles = tuple(
        replace(tile, quad=tuple((x * factor, y * factor) for x, y in tile.quad))  # type: ignore[arg-type]
        for tile in reading.tiles
    )
    return replace(reading, size=(width, round(reading.size[1] * factor)), tiles=tiles)


def shared_picture(result: Result, language: Language) -> bytes:
    """The photograph as JPEG with the hand as people put it right, the items and the total."""
    import cv2

    from device.pictures import annotated
    from device.snap import Snapped
    from scoring.hand import Circumstances

    assert result.reading is not None
    assert result.photo is not None
    image = cv2.imread(str(result.photo), cv2.IMREAD_COLOR)
    if image is None:
        raise OSError("the picture is gone")
    scored = result.scored
    faces = scored.form.faces()
    reading = scaled(result.reading, image.shape[1])
    tiles = tuple(
        replace(tile, face=faces.get(i, tile.face), doubtful=False)
        for i, tile in enumerate(reading.tiles)
    )
    snapped = Snapped(
        replace(reading, tiles=tiles),
        scored.circumstances or Circumstances(),
        hand=scored.hand,
        score=scored.score,
        error=scored.error,
    )
    picture = annotated(image, snapped, scored.setup.rules, language)
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=88)
    return buffer.getvalue()
