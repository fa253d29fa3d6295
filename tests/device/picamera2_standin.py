"""Stands in for the library picamera2: the part of it that `device.cameras.pi` uses.

Names, parameters and their defaults are those of picamera2 0.3.38 (test_cameras_pi.py checks them),
and so is how it behaves: RGB888 is blue first in memory, a YUV420 array is half as high again with
the grey plane first, requests are held until released and there are only so many, a timed out job
stays in the queue until it is cancelled, controls that a camera does not have are refused.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any, ClassVar

import numpy as np


class CompletedRequest:
    def __init__(self, request: Any, picam2: Picamera2) -> None:
        self.request, self.picam2 = request, picam2
        self.ref_count = 1
        picam2.held += 1

    def release(self) -> None:
        self.ref_count -= 1
        if self.ref_count < 0:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self.picam2.held -= 1

    def get_metadata(self) -> dict[str, Any]:
        return dict(self.request)

    def make_array(self, name: str) -> np.ndarray:
        config = self.picam2.camera_config.get(name)
        if config is None:
            raise RuntimeError(f"Stream {name!r} is not defined")
        width, height = config["size"]
        if config["format"] == "RGB888":
            picture = np.zeros((height, width, 3), np.uint8)
            picture[:] = self.picam2.shows[::-1]  # red, green, blue of the scene
            return picture
        if config["format"] == "YUV420":
            stride = -(-width // 64) * 64  # rows are padded, the padding comes along
            planes = np.full((height * 3 // 2, stride), 128, np.uint8)
            planes[:height, :width] = 77
            return planes
        raise RuntimeError(f"unsupported format {config['format']}")


class Picamera2:
    cameras: ClassVar[list[dict[str, Any]]] = [{"Model": "imx708", "Num": 0}]
    busy: ClassVar[bool] = False
    made: ClassVar[list[Picamera2]] = []
    controls_known: ClassVar[dict[str, tuple[Any, Any, Any]]] = {
        "AeEnable": (False, True, True),
        "ExposureTime": (1, 66666, 20000),
        "AnalogueGain": (1.0, 16.0, 1.0),
        "AwbEnable": (False, True, None),
        "ColourGains": (0.0, 32.0, None),
        "FrameDurationLimits": (100, 1000000, None),
        "AfMode": (0, 2, 0),
        "LensPosition": (0.0, 32.0, 1.0),
    }

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return list(Picamera2.cameras)

    def __init__(
        self,
        camera_num: int = 0,
        verbose_console: Any = None,
        tuning: Any = None,
        allocator: Any = None,
    ) -> None:
        if camera_num >= len(self.cameras):
            raise RuntimeError(f"No camera number {camera_num} found")
        if self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.sensor_resolution = (4608, 2592)
        self.camera_config: dict[str, Any] = {}
        self.shows = (200, 100, 50)
        self.silent = False
        self.gone = False
        self.held = 0
        self.jobs = 0
        self.started = self.closed = False
        self.controls: dict[str, Any] = {}
        Picamera2.made.append(self)

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        return dict(self.controls_known)

    def create_video_configuration(
        self,
        main: Any = {},  # noqa: B006
        lores: Any = None,
        raw: Any = {},  # noqa: B006
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: Any = {},  # noqa: B006
        display: Any = "main",
        encode: Any = "main",
        queue: bool = True,
        sensor: Any = {},  # noqa: B006
        use_case: str = "video",
    ) -> dict[str, Any]:
        usual = {"format": "XBGR8888", "size": (1280, 720), "preserve_ar": True}
        small = {"format": "YUV420", "size": usual["size"], "preserve_ar": False}
        for given in (main, lores or {}):
            for key in given:
                if key not in ("format", "size", "stride", "preserve_ar"):
                    raise ValueError(f"Bad key {key!r}")
        self._check(controls)
        return {
            "main": usual | main,
            "lores": None if lores is None else small | lores,
            "buffer_count": buffer_count,
            "controls": {"FrameDurationLimits": (33333, 33333)} | controls,
            "display": display,
            "encode": encode,
            "queue": queue,
        }

    def configure(self, camera_config: Any = None) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        self.camera_config = camera_config
        self.controls = dict(camera_config["controls"])

    def start(self, config: Any = None, show_preview: Any = False) -> None:
        if not self.camera_config:
            raise RuntimeError("Camera has not been configured")
        self.started = True

    @contextlib.contextmanager
    def captured_request(self, wait: Any = None, flush: Any = None) -> Iterator[CompletedRequest]:
        request = self._capture(wait, flush)
        try:
            yield request
        finally:
            request.release()

    def capture_metadata(self, wait: Any = None, signal_function: Any = None) -> dict[str, Any]:
        request = self._capture(wait, None)
        request.release()
        return request.get_metadata()

    def set_controls(self, controls: Any) -> None:
        self._check(controls)
        self.controls |= controls

    def cancel_all_and_flush(self) -> None:
        self.jobs = 0

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        if self.jobs:
            raise CancelledError  # the real one would wait for ever
        self.stop()
        self.closed = True

    def _check(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.controls_known:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    def _capture(self, wait: Any, flush: Any) -> CompletedRequest:
        if self.gone or not self.started:
            raise RuntimeError("the camera has gone")
        if self.silent or self.jobs or self.held >= self.camera_config["buffer_count"]:
            self.jobs += 1
            assert wait is not None, "this would wait for ever"
            raise TimeoutError
        exposure = 20_000
        began = time.monotonic_ns() if flush else time.monotonic_ns() - 200_000_000
        metadata = {
            "SensorTimestamp": began + 1000 * exposure,
            "ExposureTime": exposure,
            "AnalogueGain": 2.0,
            "ColourGains": (1.5, 2.5),
            "LensPosition": 1.25,
            "Lux": 310.0,
            "FrameDuration": 66666,
        }
        if "LensPosition" not in self.controls_known:
            del metadata["LensPosition"]
        time.sleep(0.02)
        return CompletedRequest(metadata, self)
