"""OpenCV's cameras: every picture is taken out of the queue, only those asked for are decoded."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from device.cameras.clock import Clock
from device.cameras.frame import CameraError
from vision.crops import Image

log = logging.getLogger("taicam.camera")

T = TypeVar("T")


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:
        """Whether it could be opened."""

    def set(self, propId: int, value: float) -> bool:
        """Set a property; whether it was taken."""

    def get(self, propId: int) -> float:
        """Tell a property; 0 or -1 for one it does not know."""

    def grab(self) -> bool:
        """Wait for the next picture; False when there will be none."""

    def retrieve(self) -> tuple[bool, Any]:
        """Decode the picture that was grabbed."""

    def release(self) -> None:
        """Close."""


def quiet_opencv() -> None:
    """Keep OpenCV and FFmpeg from writing to the terminal: what they have to say is told once."""
    import cv2

    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class Drain:
    """An open capture and the thread that empties it.

    A driver keeps some three pictures in a queue: who only reads now and then would get old ones.
    """

    def __init__(self, capture: Capture, name: str, clock: Clock) -> None:
        self._capture, self._name, self._clock = capture, name, clock
        self._change = threading.Condition()
        self._wanted = False
        self._asked: list[Callable[[], None]] = []
        self._taken: tuple[Image, float] | None = None
        self._lost = False
        self._stop = False
        self._thread = threading.Thread(target=self._work, name="camera-drain", daemon=True)
        self._thread.start()

    def read(self, timeout: float) -> tuple[Image, float] | None:
        """A picture grabbed from now on and the monotonic time of it; None if none came.

        Raises:
            CameraError: camera_lost.
        """
        with self._change:
            self._taken, self._wanted = None, True
            self._change.wait_for(lambda: self._taken is not None or self._lost, timeout)
            if self._taken is not None:
                return self._taken
            if self._lost:
                raise CameraError("camera_lost", camera=self._name)
            return None

    def call(self, function: Callable[[Capture], T], timeout: float) -> T:
        """Do something with the capture between two pictures: it is used by one thread only.

        Raises:
            CameraError: camera_silent, if that does not come about in `timeout` seconds.
        """
        answers: list[T] = []
        with self._change:
            self._asked.append(lambda: answers.append(function(self._capture)))
            self._change.wait_for(lambda: bool(answers) or self._lost, timeout)
        if not answers:
            raise CameraError("camera_silent", camera=self._name)
        return answers[0]

    def stop(self, timeout: float) -> None:
        """End the thread, which releases the capture; one that hangs does so when it comes back."""
        self._stop = True
        self._thread.join(timeout)

    @property
    def alive(self) -> bool:
        """Whether the thread still holds the camera."""
        return self._thread.is_alive()

    def _work(self) -> None:
        try:
            while not self._stop and self._capture.grab():
                at = self._clock.monotonic()
                self._do_asked()
                if not self._wanted:
                    continue
                there, image = self._capture.retrieve()
                if there and image is not None and image.ndim == 3:  # else damaged: the next one
                    with self._change:
                        self._taken, self._wanted = (image, at), False
                        self._change.notify_all()
        except Exception:  # cv2.error, or what a driver makes of a broken picture
            log.exception("camera %s: its pictures ended", self._name)
        finally:
            self._capture.release()
            with self._change:
                self._lost = True
                self._change.notify_all()

    def _do_asked(self) -> None:
        with self._change:
            asked, self._asked = self._asked, []
            for act in asked:
                act()
            if asked:
                self._change.notify_all()
