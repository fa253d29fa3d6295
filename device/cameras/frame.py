"""One picture of a camera, and what every camera can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from device.hands import InputError
from vision.crops import Image

Lock = Mapping[str, Any]
"""Focus, exposure and white balance by the names of the camera's own library."""


class CameraError(InputError):
    """A camera that cannot be used; `key` and `params` choose the words."""

    def __init__(self, key: str, lasting: bool = False, **params: object) -> None:
        super().__init__(key, **params)
        self.lasting = lasting
        """Waiting does not help: a package is missing, or there is no such kind of camera."""


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
    """For people and the log; without passwords."""
    noise_within: float | None
    """Seconds within which two pictures of a table at rest must differ, because every sensor has
    noise; None for files and drawn pictures."""

    def open(self) -> None:
        """Start; a camera that was closed may be opened again. Raises CameraError."""

    def read(self, timeout: float) -> Frame | None:
        """A picture taken after this call, or the next of a file; None if none came in `timeout` s.

        Raises:
            CameraError: the camera is gone and has to be opened again.
            EOFError: a file has ended.
        """

    def present(self) -> bool | None:
        """Whether the device or the server is there, asked quickly; None if that cannot be told."""

    def lock(self, values: Lock | None = None) -> Lock:
        """Keep focus, exposure and white balance as they are now, or as `values` say.

        Returns what is kept, to be given again after each `open`; empty if the camera has no such
        thing.

        Raises:
            CameraError: the camera does not answer.
        """

    def unlock(self) -> None:
        """Let the camera choose by itself again."""

    def close(self) -> None:
        """Stop and let go; never raises, may be called twice."""


class Unlockable:
    """What cameras without focus, exposure and white balance do about locking: nothing."""

    def lock(self, values: Lock | None = None) -> Lock:
        """See `Camera.lock`."""
        return {}

    def unlock(self) -> None:
        """See `Camera.unlock`."""
