"""Webcams, by OpenCV and V4L2."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.cameras.capture import Capture, Drain, quiet_opencv
from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import CameraError, Frame, Lock
from device.cameras.settings import SOURCE, SourceSettings

log = logging.getLogger("taicam.camera")

BY_ID = Path("/dev/v4l/by-id")
_MANUAL, _AUTOMATIC = 1.0, 3.0  # V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_APERTURE_PRIORITY


def _open_v4l2(device: str) -> Capture:
    import cv2

    quiet_opencv()
    return cv2.VideoCapture(device, cv2.CAP_V4L2)


class UsbCamera:
    """A webcam at a device path; one under /dev/v4l/by-id is found again in any socket."""

    def __init__(
        self,
        device: str,
        settings: SourceSettings = SOURCE,
        clock: Clock = SYSTEM_CLOCK,
        capture: Callable[[str], Capture] = _open_v4l2,
        by_id: Path = BY_ID,
    ) -> None:
        self.name = device
        self.noise_within: float | None = settings.raw_noise
        self._device = Path(device)
        self._s, self._clock, self._make, self._by_id = settings, clock, capture, by_id
        self._drain: Drain | None = None
        self._sequence = 0
        self._metadata: dict[str, Any] = {}

    def open(self) -> None:
        """See `Camera.open`."""
        self.close()
        if self._drain is not None:
            raise CameraError("camera_silent", camera=self.name)  # its thread hangs in the driver
        if not self._device.exists():
            raise CameraError("camera_missing", camera=self.name)
        if not os.access(self._device, os.R_OK | os.W_OK):
            raise CameraError("camera_denied", camera=self.name)
        self._remember_id()
        capture = self._make(str(self._device))
        if not capture.isOpened():
            capture.release()
            raise CameraError("camera_busy", camera=self.name)
        self._metadata = self._arrange(capture)
        self._drain = Drain(capture, self.name, self._clock)

    def _remember_id(self) -> None:
        """A number may be another one after plugging in again: go by the camera's id from now."""
        if self._by_id in self._device.parents or not self._by_id.is_dir():
            return
        real = self._device.resolve()
        for link in sorted(self._by_id.iterdir()):
            if link.resolve() == real:
                self._device = link
                return

    def _arrange(self, capture: Capture) -> dict[str, Any]:
        """Ask for MJPG, then the size, then the rate (the order matters); tell what came."""
        import cv2

        wanted = {
            cv2.CAP_PROP_FOURCC: float(cv2.VideoWriter.fourcc(*"MJPG")),
            cv2.CAP_PROP_FRAME_WIDTH: float(self._s.size[0]),
            cv2.CAP_PROP_FRAME_HEIGHT: float(self._s.size[1]),
            cv2.CAP_PROP_FPS: self._s.rate,
            cv2.CAP_PROP_BUFFERSIZE: 2.0,
        }
        for key, value in wanted.items():
            capture.set(key, value)
        size = tuple(
            int(capture.get(key)) for key in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        code = int(capture.get(cv2.CAP_PROP_FOURCC))
        form = bytes(code >> 8 * i & 255 for i in range(4)).decode("ascii", "replace").strip("\0 ")
        rate = capture.get(cv2.CAP_PROP_FPS)
        if size != self._s.size or form != "MJPG":
            log.info(
                "camera %s: gives %sx%s %s at %.0f a second, asked for %sx%s MJPG at %.0f",
                *(self.name, *size, form or "?", rate, *self._s.size, self._s.rate),
            )
        return {"size": size, "format": form, "rate": rate}

    def read(self, timeout: float) -> Frame | None:
        """See `Camera.read`."""
        taken = self._needed().read(timeout)
        if taken is None:
            return None
        image, at = taken
        self._sequence += 1
        wall = self._clock.wall() - (self._clock.monotonic() - at)
        return Frame(image, self._sequence, at, wall, self.name, metadata=self._metadata)

    def present(self) -> bool | None:
        """See `Camera.present`."""
        return self._device.exists()

    def lock(self, values: Lock | None = None) -> Lock:
        """See `Camera.lock`. A value that the camera does not know is left alone."""

        def keep(capture: Capture) -> Lock:
            kept: dict[str, float] = {}
            for name, switch, off, value in _controls():
                wanted = float(values[name]) if values and name in values else capture.get(value)
                if capture.set(switch, off) and capture.set(value, wanted):
                    kept[name] = wanted
            return kept

        return self._needed().call(keep, self._s.closing)

    def unlock(self) -> None:
        """See `Camera.unlock`."""

        def free(capture: Capture) -> None:
            for name, switch, _, _ in _controls():
                capture.set(switch, _AUTOMATIC if name == "exposure" else 1.0)

        self._needed().call(free, self._s.closing)

    def _needed(self) -> Drain:
        if self._drain is None:
            raise CameraError("camera_lost", camera=self.name)
        return self._drain

    def close(self) -> None:
        """See `Camera.close`."""
        if self._drain is not None:
            self._drain.stop(self._s.closing)
            if not self._drain.alive:
                self._drain = None


def _controls() -> tuple[tuple[str, int, float, int], ...]:
    """(name, property of its automatic, its value for off, property of the value)."""
    import cv2

    return (
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL, cv2.CAP_PROP_EXPOSURE),
        ("white_balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    )
