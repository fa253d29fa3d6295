"""The Pi's camera, with a stand-in that keeps to the signatures of the real library."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import os
import sys
import time
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.cameras.frame import CameraError
from device.cameras.pi import PiCamera
from device.cameras.spec import open_camera
from tests.device import picamera2_standin
from tests.device.picamera2_standin import Picamera2

# Parameters and defaults in picamera2 0.3.38; None for what only libcamera can make.
SIGNATURES = {
    "Picamera2.global_camera_info": "()",
    "Picamera2.__init__": "(self, camera_num=0, verbose_console=None, tuning=None, allocator=None)",
    "Picamera2.camera_controls": "(self)",
    "Picamera2.create_video_configuration": (
        "(self, main={}, lores=None, raw={}, transform=None, colour_space=None, buffer_count=6, "
        "controls={}, display='main', encode='main', queue=True, sensor={}, use_case='video')"
    ),
    "Picamera2.configure": "(self, camera_config=None)",
    "Picamera2.start": "(self, config=None, show_preview=False)",
    "Picamera2.captured_request": "(self, wait=None, flush=None)",
    "Picamera2.capture_metadata": "(self, wait=None, signal_function=None)",
    "Picamera2.set_controls": "(self, controls)",
    "Picamera2.cancel_all_and_flush": "(self)",
    "Picamera2.stop": "(self)",
    "Picamera2.close": "(self)",
    "CompletedRequest.release": "(self)",
    "CompletedRequest.get_metadata": "(self)",
    "CompletedRequest.make_array": "(self, name)",
}


def _plain(function: Any) -> str:
    signature = inspect.signature(function)
    parameters = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
    return str(inspect.Signature(parameters))


@pytest.mark.parametrize("name", SIGNATURES)
def test_the_stand_in_keeps_to_the_signatures(name: str) -> None:
    owner, _, method = name.partition(".")
    found = inspect.getattr_static(getattr(picamera2_standin, owner), method)
    if isinstance(found, property):
        found = found.fget
    function = found.__func__ if isinstance(found, staticmethod) else found
    assert _plain(function) == SIGNATURES[name]


def _real_source() -> Path | None:
    """Where the real library lies: it cannot be imported without libcamera, but be read."""
    if named := os.environ.get("PICAMERA2_SOURCE"):
        return Path(named)
    spec = importlib.util.find_spec("picamera2")
    return Path(spec.origin).parent if spec and spec.origin else None


def test_the_signatures_are_those_of_the_real_library() -> None:
    """PICAMERA2_SOURCE names the folder `picamera2` of its unpacked source."""
    folder = _real_source()
    if folder is None:
        pytest.skip("picamera2 is not here, PICAMERA2_SOURCE does not name its source")
    found = {}
    for file in ("picamera2.py", "request.py"):
        for owner in ast.parse((folder / file).read_text("utf-8")).body:
            if isinstance(owner, ast.ClassDef):
                for method in owner.body:
                    if isinstance(method, ast.FunctionDef):  # of overloads the last one counts
                        found[f"{owner.name}.{method.name}"] = _of_source(method)
    assert {name: found.get(name) for name in SIGNATURES} == SIGNATURES


def _of_source(method: ast.FunctionDef) -> str:
    arguments = method.args.args
    defaults: list[ast.expr | None] = [None] * (len(arguments) - len(method.args.defaults))
    parts = []
    for argument, default in zip(arguments, [*defaults, *method.args.defaults], strict=True):
        value = None if default is None else ast.unparse(default)
        if value is not None and value.startswith("libcamera."):
            value = "None"
        parts.append(argument.arg if value is None else f"{argument.arg}={value}")
    return f"({', '.join(parts)})"


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[Picamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(Picamera2, "made", [])
    return Picamera2


def test_a_picture_is_exposed_after_the_call_and_blue_first(library: type[Picamera2]) -> None:
    camera = open_camera("pi")
    assert camera.present() is None
    camera.open()
    before = time.monotonic()
    frame = camera.read(1.5)
    assert frame is not None
    assert before <= frame.monotonic <= time.monotonic()
    assert abs(frame.wall - time.time()) < 1
    assert frame.image.shape == (1944, 2592, 3)
    assert tuple(frame.image[0, 0]) == (50, 100, 200), "of red, green, blue (200, 100, 50)"
    assert frame.small is not None and frame.small.shape == (480, 640)
    assert np.all(frame.small == 77), "the grey plane without the padding"
    assert frame.metadata["ExposureTime"] == 20_000 and "FrameDuration" not in frame.metadata
    real = library.made[0]
    assert real.camera_config["main"]["format"] == "RGB888"
    assert real.controls["AfMode"] == 2
    assert real.controls["FrameDurationLimits"] == (66666, 200000)
    for _ in range(6):  # there are 4, each is given back
        following = camera.read(1.5)
        assert following is not None and following.sequence > frame.sequence
    assert real.held == 0
    camera.close()
    camera.close()
    assert real.closed


def test_the_sensor_may_be_smaller(library: type[Picamera2], monkeypatch: Any) -> None:
    first = Picamera2.__init__

    def small(self: Picamera2, camera_num: int = 0) -> None:
        first(self, camera_num)
        self.sensor_resolution = (2000, 1500)

    monkeypatch.setattr(Picamera2, "__init__", small)
    camera = PiCamera()
    camera.open()
    frame = camera.read(1.5)
    assert frame is not None and frame.image.shape[:2] == (1500, 2000)
    sized = open_camera("pi@1640x1232")
    sized.open()
    frame = sized.read(1.5)
    assert frame is not None and frame.image.shape[:2] == (1232, 1640)


def test_a_silent_camera_is_waited_for_once_and_can_be_closed(library: type[Picamera2]) -> None:
    camera = PiCamera()
    camera.open()
    real = library.made[0]
    real.silent = True
    assert camera.read(0.1) is None
    assert real.jobs == 0, "a job left in the queue would take the next picture and keep it"
    real.silent = False
    assert camera.read(0.1) is not None
    real.gone = True
    with pytest.raises(CameraError) as gone:
        camera.read(0.1)
    assert gone.value.key == "camera_lost"
    real.jobs = 1
    camera.close()
    assert real.closed, "closing first cancels what would be waited for"
    with pytest.raises(CameraError):
        camera.read(0.1)


def test_lock_keeps_what_is_and_is_given_back(library: type[Picamera2]) -> None:
    camera = PiCamera()
    with pytest.raises(CameraError):
        camera.lock()
    camera.open()
    kept = camera.lock()
    wanted = {
        "ExposureTime": 20_000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 2.5),
        "LensPosition": 1.25,
    }
    assert kept == wanted
    real = library.made[0]
    off = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}
    assert real.controls | off | wanted == real.controls
    camera.open()
    assert library.made[0].closed
    given = camera.lock({"ExposureTime": 9000, "LensPosition": 3.0, "Unknown": 1})
    assert given == {"ExposureTime": 9000, "LensPosition": 3.0}
    assert library.made[1].controls["LensPosition"] == 3.0
    camera.unlock()
    assert library.made[1].controls["AeEnable"] is True
    assert library.made[1].controls["ExposureTime"] == 0
    library.made[1].silent = True
    with pytest.raises(CameraError, match="camera_silent"):
        camera.lock()


def test_a_camera_without_focus(library: type[Picamera2], monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        k: v for k, v in Picamera2.controls_known.items() if k not in ("AfMode", "LensPosition")
    }
    monkeypatch.setattr(Picamera2, "controls_known", known)
    camera = PiCamera()
    camera.open()
    assert set(camera.lock()) == {"ExposureTime", "AnalogueGain", "ColourGains"}
    camera.unlock()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"cameras": []}, "camera_missing"),
        ({"busy": True}, "camera_busy"),
        ({"configure": lambda *_: (_ for _ in ()).throw(RuntimeError("bad"))}, "camera_refused"),
    ],
)
def test_cameras_that_do_not_open(
    library: type[Picamera2], monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], key: str
) -> None:
    for name, value in change.items():
        monkeypatch.setattr(Picamera2, name, value)
    with pytest.raises(CameraError) as error:
        PiCamera().open()
    assert error.value.key == key and not error.value.lasting
    assert all(made.closed for made in library.made)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError) as error:
        PiCamera().open()
    assert error.value.key == "camera_no_picamera2" and error.value.lasting


def test_with_a_broken_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "picamera2.py").write_text("raise ValueError('dtype size changed')\n")
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CameraError) as error:
        PiCamera().open()
    assert error.value.key == "camera_picamera2_broken"
    assert error.value.params["reason"] == "dtype size changed"
