"""A camera that is only a script: pictures with a sensor's noise, and faults at given times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import CameraError, Frame, Unlockable
from vision.crops import Image

FaultKind = Literal[
    "close", "stall", "hang", "black", "frozen", "rotated", "bumped", "noise", "missing"
]
FAULTS: Final[tuple[str, ...]] = get_args(FaultKind)


@dataclass(frozen=True, slots=True)
class Fault:
    """From `start` seconds on, for `seconds`.

    close: the camera is gone, and may be opened again at once; missing: it is gone and away;
    stall: it is open and gives nothing; hang: calls into it do not come back; black, frozen;
    rotated: by 90 degrees; bumped: shifted by a fiftieth; noise: as in too little light.
    """

    kind: FaultKind
    start: float
    seconds: float

    @property
    def end(self) -> float:
        """When it is over."""
        return self.start + self.seconds


def drawn_table(size: tuple[int, int] = (640, 480)) -> Image:
    """A cloth with a few pale tiles on it, (width, height) pixels, BGR."""
    import cv2

    width, height = size
    picture = np.full((height, width, 3), (70, 110, 50), np.uint8)
    wide, high = width // 32, height // 18
    for row in range(2, 8, 2):
        for column in range(4, 26):
            x, y = column * (wide + 1), row * (high + 4)
            cv2.rectangle(picture, (x, y), (x + wide - 2, y + high), (215, 228, 232), -1)
            cv2.circle(
                picture, (x + wide // 2, y + high // 2), max(1, wide // 4), (40, 40, 170), -1
            )
    return picture


class FakeCamera(Unlockable):
    """See the module. `pictures` are shown in turn, `every` seconds each."""

    def __init__(
        self,
        pictures: Sequence[Image] = (),
        faults: Sequence[Fault] = (),
        clock: Clock = SYSTEM_CLOCK,
        rate: float = 15.0,
        every: float = 1.0,
        start: float | None = None,
        seed: int = 0,
    ) -> None:
        """`start` is the time from which faults count; without it, the moment it is made."""
        self.name = "fake"
        self.noise_within: float | None = 1.0
        self.opened = 0
        """How often it was opened."""
        self._pictures = list(pictures) or [drawn_table()]
        self._faults, self._clock, self._every = tuple(faults), clock, every
        self._step = 1 / rate
        self._start = clock.monotonic() if start is None else start
        self._random = np.random.default_rng(seed)
        self._noise = self._random.integers(-2, 3, (8, *self._pictures[0].shape), np.int16)
        self._sequence = 0
        self._open = False
        self._frozen: Image | None = None

    def open(self) -> None:
        """See `Camera.open`."""
        self._hang()
        if self._now("close", "missing"):
            raise CameraError("camera_missing", camera=self.name)
        self.opened += 1
        self._open = True

    def read(self, timeout: float) -> Frame | None:
        """See `Camera.read`."""
        self._hang()
        if not self._open or self._now("close", "missing"):
            raise CameraError("camera_lost", camera=self.name)
        if self._now("stall"):
            self._clock.sleep(timeout)
            return None
        self._clock.sleep(self._step)
        self._sequence += 1
        now = self._clock.monotonic()
        return Frame(self._picture(now), self._sequence, now, self._clock.wall(), self.name)

    def present(self) -> bool | None:
        """See `Camera.present`."""
        return not self._now("missing")

    def close(self) -> None:
        """See `Camera.close`."""
        self._open = False

    def _now(self, *kinds: FaultKind) -> Fault | None:
        at = self._clock.monotonic() - self._start
        return next((f for f in self._faults if f.kind in kinds and f.start <= at < f.end), None)

    def _hang(self) -> None:
        while fault := self._now("hang"):
            self._clock.sleep(max(0.001, self._start + fault.end - self._clock.monotonic()))

    def _picture(self, now: float) -> Image:
        shown = self._pictures[int((now - self._start) / self._every) % len(self._pictures)]
        if self._now("frozen"):
            if self._frozen is None:
                self._frozen = self._noisy(shown, 1)
            return self._frozen
        self._frozen = None
        if self._now("black"):
            return np.zeros_like(shown) + np.uint8(self._sequence % 3)
        picture = self._noisy(shown, 12 if self._now("noise") else 1)
        if self._now("rotated"):
            picture = np.ascontiguousarray(np.rot90(picture))
        if self._now("bumped"):
            picture = np.roll(picture, (picture.shape[0] // 50, picture.shape[1] // 50), (0, 1))
        return picture

    def _noisy(self, picture: Image, strength: int) -> Image:
        noise = self._noise[self._random.integers(len(self._noise))]
        if noise.shape != picture.shape:
            noise = self._random.integers(-2, 3, picture.shape, np.int16)
        shift = int(self._random.integers(1, picture.shape[1]))
        return (picture + strength * np.roll(noise, shift, 1)).clip(0, 255).astype(np.uint8)


def parse_faults(text: str) -> list[Fault]:
    """Faults as "black@10+5,close@30+2": kind, start and length in seconds.

    Raises:
        CameraError: camera_faults.
    """
    faults = []
    for part in filter(None, text.split(",")):
        kind, _, times = part.partition("@")
        start, _, seconds = times.partition("+")
        try:
            if kind not in FAULTS:
                raise ValueError
            faults.append(Fault(kind, float(start), float(seconds)))  # type: ignore[arg-type]
        except ValueError:
            raise CameraError("camera_faults", True, text=part, known=FAULTS) from None
    return faults
