"""The camera of a Raspberry Pi, by picamera2 (Debian's python3-picamera2; pip cannot bring it)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import CameraError, Frame, Lock
from device.cameras.settings import SOURCE, SourceSettings

_MANUAL_FOCUS, _CONTINUOUS_FOCUS = 0, 2  # libcamera's AfModeEnum
_TOLD: Final = (
    *("ExposureTime", "AnalogueGain", "ColourGains", "ColourTemperature", "LensPosition"),
    *("Lux", "SensorTemperature"),
)
"""What is kept of a picture's metadata."""
_LOCKED: Final[dict[str, dict[str, Any]]] = {
    "ExposureTime": {"AeEnable": False},
    "AnalogueGain": {"AeEnable": False},
    "ColourGains": {"AwbEnable": False},
    "LensPosition": {"AfMode": _MANUAL_FOCUS},
}
"""What is locked, and what has to be switched off for it."""
_FREE: Final = {
    "AeEnable": True,
    "ExposureTime": 0,  # picamera2 takes 0 for "choose by yourself"
    "AnalogueGain": 0.0,
    "AwbEnable": True,
    "AfMode": _CONTINUOUS_FOCUS,
}


def _library() -> Any:
    """The class `Picamera2`. Raises CameraError."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError("camera_no_picamera2", True) from error
    except Exception as error:  # numpy of another version than the one it was built with, ...
        raise CameraError("camera_picamera2_broken", True, reason=_first_line(error)) from error
    return Picamera2


class PiCamera:
    """One configuration for as long as it is open: a large picture and a small one of each moment.

    Rotation by 90 degrees is not offered, because the hardware cannot: the corners of the table
    say which way it is seen.
    """

    def __init__(
        self, number: int = 0, settings: SourceSettings = SOURCE, clock: Clock = SYSTEM_CLOCK
    ) -> None:
        self.name = f"pi:{number}" if number else "pi"
        self.noise_within: float | None = settings.raw_noise
        self._number, self._s, self._clock = number, settings, clock
        self._camera: Any = None
        self._sequence = 0

    def open(self) -> None:
        """See `Camera.open`."""
        self.close()
        library = _library()
        try:
            known = library.global_camera_info()
            if len(known) <= self._number:
                raise CameraError("camera_missing", camera=self.name)
            camera = library(self._number)
        except CameraError:
            raise
        except Exception as error:  # RuntimeError, IndexError, of libcamera anything
            raise CameraError("camera_busy", camera=self.name) from error
        try:
            camera.configure(self._configuration(camera))
            camera.start()
        except Exception as error:
            with suppress(Exception):
                camera.close()
            reason = _first_line(error)
            raise CameraError("camera_refused", camera=self.name, reason=reason) from error
        self._camera = camera

    def _configuration(self, camera: Any) -> dict[str, Any]:
        most = camera.sensor_resolution
        fits = self._s.size[0] <= most[0] and self._s.size[1] <= most[1]
        shortest, longest = int(1e6 / self._s.rate), int(1e6 / self._s.slowest)
        wanted = {"FrameDurationLimits": (shortest, longest), "AfMode": _CONTINUOUS_FOCUS}
        configuration: dict[str, Any] = camera.create_video_configuration(
            main={"size": self._s.size if fits else most, "format": "RGB888"},  # BGR in memory
            lores={"size": self._s.small, "format": "YUV420"},
            controls={name: wanted[name] for name in wanted if name in camera.camera_controls},
            buffer_count=self._s.pi_buffers,
            display=None,
            encode=None,
        )
        return configuration

    def read(self, timeout: float) -> Frame | None:
        """See `Camera.read`."""
        camera = self._needed()
        try:
            with camera.captured_request(wait=timeout, flush=True) as request:
                image = request.make_array("main")
                planes = request.make_array("lores")
                told = request.get_metadata()
        except TimeoutError:
            camera.cancel_all_and_flush()  # else it would take the next picture and keep it
            return None
        except Exception as error:
            raise CameraError("camera_lost", camera=self.name) from error
        width, height = self._s.small
        self._sequence += 1
        now = self._clock.monotonic()
        at = told.get("SensorTimestamp", 0) / 1e9
        at = at if now - 10 < at <= now else now
        metadata = {name: told[name] for name in _TOLD if name in told}
        wall = self._clock.wall() - (now - at)
        small = planes[:height, :width]  # the grey plane comes first
        return Frame(image, self._sequence, at, wall, self.name, small, metadata)

    def present(self) -> bool | None:
        """See `Camera.present`. libcamera looks for cameras only once."""
        return None

    def lock(self, values: Lock | None = None) -> Lock:
        """See `Camera.lock`."""
        camera = self._needed()
        try:
            told = camera.capture_metadata(wait=2.0) if values is None else values
            able = camera.camera_controls
            kept = {name: told[name] for name in _LOCKED if name in told and name in able}
            controls: dict[str, Any] = {}
            for name, value in kept.items():
                off = {key: state for key, state in _LOCKED[name].items() if key in able}
                controls |= off | {name: value}
            camera.set_controls(controls)
        except Exception as error:
            if isinstance(error, TimeoutError):
                camera.cancel_all_and_flush()
            raise CameraError("camera_silent", camera=self.name) from error
        return kept

    def unlock(self) -> None:
        """See `Camera.unlock`."""
        camera = self._needed()
        able = camera.camera_controls
        camera.set_controls({name: value for name, value in _FREE.items() if name in able})

    def _needed(self) -> Any:
        if self._camera is None:
            raise CameraError("camera_lost", camera=self.name)
        return self._camera

    def close(self) -> None:
        """See `Camera.close`."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        with suppress(Exception):
            camera.cancel_all_and_flush()  # stopping would wait for what can no longer come
        with suppress(Exception):
            camera.close()


def _first_line(error: Exception) -> str:
    return str(error).split("\n")[0]
