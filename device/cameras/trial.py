"""Tries a camera once, with a limit on time: for `taicam doctor`."""

from __future__ import annotations

import threading
import time
from typing import Any

from device.cameras.checks import PictureChecks
from device.cameras.frame import CameraError, Frame
from device.cameras.settings import SOURCE, WATCH, SourceSettings
from device.cameras.spec import open_camera, shown


def try_camera(
    spec: str, limit: float = 12.0, settings: SourceSettings = SOURCE
) -> tuple[dict[str, Any], CameraError | None]:
    """Open the camera that `spec` names and take pictures until one shows something.

    Waits `limit` seconds at most, also for a driver that hangs. Returns what came (camera, ok,
    size, seconds until the picture, what the camera tells) and what is wrong.
    """
    began = time.monotonic()
    spec_shown = shown(spec)
    told: dict[str, Any] = {"camera": spec_shown, "ok": False}
    found: list[Frame | Exception] = []

    def work() -> None:
        try:
            found.append(_first(spec, began + limit, settings))
        except Exception as error:
            found.append(error)

    thread = threading.Thread(target=work, name="camera-trial", daemon=True)
    thread.start()
    thread.join(limit + 1)
    told["seconds"] = round(time.monotonic() - began, 2)
    came = found[0] if found else CameraError("camera_silent", camera=spec_shown)
    if isinstance(came, Frame):
        height, width = came.image.shape[:2]
        known = {name: value for name, value in came.metadata.items() if name != "size"}
        return told | {"ok": True, "camera": came.source, "size": [width, height]} | known, None
    if isinstance(came, CameraError):
        return told, came
    reason = f"{type(came).__name__}: {came}".split("\n")[0]
    return told, CameraError("camera_refused", camera=spec_shown, reason=reason)


def _first(spec: str, until: float, settings: SourceSettings) -> Frame:
    camera = open_camera(spec, settings)
    checks = PictureChecks(WATCH.pictures, None)
    try:
        camera.open()
        black = False
        while time.monotonic() < until:
            try:
                frame = camera.read(WATCH.read)
            except EOFError:
                break
            if frame is None:
                continue
            if checks.look(frame.image, frame.monotonic) is None:
                return frame
            black = True  # the first ones may be
        raise CameraError("camera_black" if black else "camera_silent", camera=camera.name)
    finally:
        camera.close()
