"""What `taicam doctor` and `taicam model info` look at: versions, models, cameras."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from pathlib import Path
from typing import Any

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
    from models.load import describe

    return list(describe())


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
    complete = all(report["versions"].values())
    whole = bool(report["models"]) and all(entry.get("ok") for entry in report["models"])
    report["ok"] = complete and whole
    return report
