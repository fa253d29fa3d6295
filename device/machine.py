"""What `taicam doctor` and `taicam model info` look at: versions, models, cameras."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from device.hands import InputError

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


def examine() -> dict[str, Any]:
    """Everything, with `ok`: whether photographs can be read and hands be scored.

    Having no camera is fine: a photograph needs none.
    """
    report: dict[str, Any] = {
        "versions": versions(),
        "machine": f"{platform.system()} {platform.machine()}",
        "models": models(),
        "cameras": cameras(),
    }
    report["ok"] = problem(report) is None
    return report
