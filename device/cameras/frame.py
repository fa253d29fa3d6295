"""One picture of a camera, and what every camera can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from vision.crops import Image


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture and when it was taken."""

    image: Image
    """(height, width, 3) uint8, BGR."""
    sequence: int
    """Grows with every picture of this source; gaps are pictures that nobody fetched."""
    monotonic: float
    """Seconds on the clock that does not go backwards, when the picture was taken or came."""
    wall: float
    """Seconds since 1970; a Pi may boot in the past, so nothing is ordered by it."""
    source: str
    small: Image | None = None
    """The same moment at low resolution, (h, w) or (h, w, 3), if the camera makes one."""
    metadata: Mapping[str, Any] = field(default_factory=dict)


class Camera(Protocol):
    """A source of pictures. One thread uses it at a time."""

    name: str

    def open(self) -> None:
        """Start. Raises CameraError with words for the person."""

    def read(self, timeout: float) -> Frame | None:
        """The next picture, waiting at most so many seconds; None when none came.

        Raises:
            CameraError: the camera is gone and has to be opened again.
            EOFError: a file has ended.
        """

    def close(self) -> None:
        """Stop and let go; never raises, may be called twice."""
