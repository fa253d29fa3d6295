"""Another reader to be measured by the same yardstick: the public package `mahjong-detector`.

It is a YOLO11n for 34 faces (no flowers, no backs), used as its package uses it. Only `evaluate`
needs it: `pip install mahjong-detector==0.0.6` into the training environment.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

import cv2

from vision.crops import Image
from vision.layout import arrange
from vision.types import Reading, ReadTile, as_quad

NAMES: dict[str, str] = {
    **{f"{n}{suit}": f"{n}{suit}" for n in range(1, 10) for suit in "mps"},
    **{"tou": "E", "nan": "S", "sha": "W", "pe": "N", "chun": "C", "hatsu": "F", "haku": "P"},
}
"""Its names of the faces to this project's codes."""


class OtherDetector:
    """Reads photographs with `mahjong-detector`; its boxes are level and never say which end is up.

    Raises ImportError when the package is not installed.
    """

    def __init__(self) -> None:
        self._prepare: Any = import_module("mahjong_detector.preprocess").preprocess_image
        self._module: Any = import_module("mahjong_detector.predict")

    def read(self, image: Image, photo: str) -> Reading:
        """See `vision.reader.ReadsPhotos.read`."""
        from PIL import Image as Pillow

        begun = time.perf_counter()
        picture = Pillow.fromarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))
        found = self._module.predict(*self._prepare(picture))
        tiles = tuple(
            ReadTile(
                NAMES[self._module.CLASS_NAMES[box.class_id]],
                min(float(box.confidence), 1.0),
                as_quad([(box.x1, box.y1), (box.x2, box.y1), (box.x2, box.y2), (box.x1, box.y2)]),
            )
            for box in found
        )
        height, width = image.shape[:2]
        rows, groups = arrange(tiles, (width, height))
        seconds = time.perf_counter() - begun
        return Reading(photo, (width, height), seconds, tiles, rows, groups)
