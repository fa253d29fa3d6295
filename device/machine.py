"""What `taicam doctor` and `taicam model info` look at: versions, models, cameras, the machine."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from device import vitals
from device.hands import InputError
from device.place import data_folder

PACKAGES: tuple[str, ...] = (
    "taicam",
    "numpy",
    "opencv-python-headless",
    "onnxruntime",
    "pillow",
    "click",
)


def versions() -> dict[str, str | None]:
    """Versions of Python and of the packages the program stands on; None for a missing one."""
    found: dict[str, str | None] = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = None
    return found


def models() -> list[dict[str, Any]]:
    """The shipped models: name, ok (whole, as its card says), sha256, classes, input, ..."""
    from models.load import FOLDER, describe

    try:
        known = list(describe())
    except OSError as error:
        raise InputError("reader_unavailable", reason=error) from error
    for entry in known:
        if not entry["ok"] and "problem" not in entry:
            there = (FOLDER / str(entry["file"])).exists()
            entry["problem"] = "model_changed" if there else "model_missing"
    return known


def problem(report: Mapping[str, Any]) -> InputError | None:
    """Why the machine of a report (see `examine`) cannot read photographs; None if it can."""
    if not report["models"]:
        return InputError("no_models")
    for entry in report["models"]:
        if not entry.get("ok"):
            key, _, reason = str(entry.get("problem", "model_changed")).partition(":")
            return InputError(key, name=entry.get("name"), reason=reason.strip())
    for package, version in report.get("versions", {}).items():
        if version is None:
            return InputError("package_missing", name=package)
    return None


def cameras() -> list[str]:
    """The cameras that the system offers: a Pi camera, video devices."""
    found = [str(path) for path in sorted(Path("/dev").glob("video*"))]
    if importlib.util.find_spec("picamera2") is not None:
        found.insert(0, "picamera2")
    return found


def configured_camera(data: Path) -> str | None:
    """The camera that `taicam live --setup` was done with; None if it was not."""
    from device.live.table import load

    known = load(data)
    return None if known is None else known.camera


def examine(
    camera: str | None = None, data: Path | None = None
) -> tuple[dict[str, Any], InputError | None]:
    """Everything about the machine, and what keeps it from working.

    `camera` is tried, or the one that was set up. `ok` tells whether photographs can be read and
    hands be scored, and the camera, if one is meant, gives pictures; having no camera is fine, a
    photograph needs none. `warnings` are words of `device.messages` for what works, but not well.
    A part that fails is told in its own place; the others are looked at all the same.
    """
    folder = data_folder() if data is None else data
    report: dict[str, Any] = {"versions": versions(), "machine": _machine()}
    found: InputError | None = None
    try:
        report["models"] = models()
    except InputError as error:
        report["models"], found = [], error
    found = found or problem(report)
    report["cameras"] = _part(cameras)
    camera = camera or _part(lambda: configured_camera(folder))
    report["camera"] = None
    if isinstance(camera, str):
        from device.cameras.trial import try_camera

        report["camera"], wrong = try_camera(camera)
        found = found or wrong
    report |= {
        "displays": _part(vitals.screens),
        "data": _part(lambda: vitals.disk(folder)),
        "power": _part(vitals.power),
        "temperature": _part(vitals.temperature),
        "clock": _part(lambda: vitals.clock(folder)),
    }
    report["warnings"] = warnings(report)
    report["ok"] = found is None
    return report, found


def _machine() -> str:
    board = _part(vitals.model_name)
    system = f"{platform.system()} {platform.machine()}"
    return f"{board}, {system}" if isinstance(board, str) else system


def _part(look: Callable[[], Any]) -> Any:
    """What `look` finds; whatever goes wrong in it is told in its place."""
    try:
        return look()
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}".split("\n")[0]}


def warnings(report: Mapping[str, Any]) -> list[str]:
    """Keys of `device.messages` for what works, but not well."""
    disk, power, clock = (report[part] or {} for part in ("data", "power", "clock"))
    heat = report["temperature"]
    free = disk.get("free_mb")
    told = {
        "doctor_disk_full": free is not None and free < vitals.VITAL.disk_mb,
        "doctor_unwritable": disk.get("writable") is False,
        "doctor_clock": clock.get("possible") is False,
        "doctor_hot": isinstance(heat, float) and heat >= vitals.VITAL.hot,
    }
    told |= {f"doctor_{word}": True for word in power.get("now", ())}
    told |= {f"doctor_{word}_before": True for word in power.get("before", ())}
    return [key for key, true in told.items() if true]
