"""A photograph in, a `Reading` out: find the tiles, name them, see rows and groups."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Protocol

from vision.crops import Image
from vision.faces import Namer, OnnxNamer, name_tiles
from vision.layout import arrange
from vision.locate import Locator, OnnxLocator
from vision.types import NAMER_CLASSES, Reading

LOCATOR_CLASSES = ("tile",)


class ReadsPhotos(Protocol):
    """Anything that reads a BGR picture (h, w, 3); `photo` is the name it goes by."""

    def read(self, image: Image, photo: str) -> Reading:
        """The tiles, rows and groups seen."""
        ...


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of the shipped models; see `load`."""

    locator: Locator
    namer: Namer

    @classmethod
    def load(cls) -> Reader:
        """With the shipped models; raises models.load.ModelError when they are not whole."""
        from models.load import open_model

        return cls(
            OnnxLocator(open_model("locator", LOCATOR_CLASSES)),
            OnnxNamer(open_model("namer", NAMER_CLASSES)),
        )

    def read(self, image: Image, photo: str) -> Reading:
        """See `ReadsPhotos.read`."""
        begun = time.perf_counter()
        tiles = tuple(name_tiles(image, self.locator.locate(image), self.namer))
        height, width = image.shape[:2]
        rows, groups = arrange(tiles, (width, height))
        return Reading(
            photo=photo,
            size=(width, height),
            seconds=time.perf_counter() - begun,
            tiles=tiles,
            rows=rows,
            groups=groups,
        )


@dataclass(frozen=True, slots=True)
class FakeReader:
    """Answers every picture with one recorded reading, for tests and demonstrations."""

    reading: Reading

    def read(self, image: Image, photo: str) -> Reading:
        """See `ReadsPhotos.read`."""
        return replace(self.reading, photo=photo)
