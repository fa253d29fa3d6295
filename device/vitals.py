"""What the machine says of itself: power and heat of a Pi, disk, clock, screens.

Nothing here raises for a part that is missing: it tells None, or that it is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

SYS = Path("/sys")
DEV = Path("/dev")


@dataclass(frozen=True, slots=True)
class VitalSettings:
    """From when on something is worth a word."""

    disk_mb: float = 500.0
    """Free space below which hands may soon not be kept: an evening with film clips."""
    hot: float = 80.0
    """Degrees Celsius at which a Pi makes itself slower."""
    asking: float = 3.0
    """Seconds for a program of the system to answer."""
    ahead: float = 600.0
    """Seconds by which a file may be newer than the clock: files of a network drive may be."""


VITAL = VitalSettings()

_BITS: Final = {0: "under_voltage", 1: "capped", 2: "throttled", 3: "hot"}
"""Of the number that the Pi's firmware tells; 16 bits higher: it happened since the start."""


def ask_system(*words: str) -> str | None:
    """What a program of the system answers; None if it is not there or does not."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=VITAL.asking
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout if done.returncode == 0 else None


def power(
    ask: Callable[..., str | None] = ask_system, sys: Path = SYS
) -> dict[str, list[str]] | None:
    """What the Pi's firmware says: {"now": [...], "before": [...]}; None on other machines.

    Words are under_voltage, capped (its clock is held down), throttled and hot; "before" is since
    the machine started.
    """
    number = _throttled(ask("vcgencmd", "get_throttled"))
    if number is not None:
        now, before = ([w for bit, w in _BITS.items() if number >> up + bit & 1] for up in (0, 16))
        return {"now": now, "before": [word for word in before if word not in now]}
    for name in sorted(sys.glob("class/hwmon/hwmon*/name")):
        if _text(name) == "rpi_volt":  # the kernel tells of the voltage only
            low = _text(name.with_name("in0_lcrit_alarm")) == "1"
            return {"now": ["under_voltage"] if low else [], "before": []}
    return None


def _throttled(answer: str | None) -> int | None:
    """The number in "throttled=0x50000"."""
    try:
        return int((answer or "").strip().partition("=")[2], 16)
    except ValueError:
        return None


def temperature(sys: Path = SYS) -> float | None:
    """Degrees Celsius of the processor; of several places the hottest."""
    found = []
    for zone in sys.glob("class/thermal/thermal_zone*/temp"):
        text = _text(zone)
        if text.lstrip("-").isdecimal() and 0 < int(text) < 150_000:
            found.append(int(text) / 1000)
    return max(found, default=None)


def model_name(tree: Path = Path("/proc/device-tree")) -> str | None:
    """What board this is: "Raspberry Pi 5 Model B Rev 1.0"."""
    return _text(tree / "model").rstrip("\0") or None


def disk(folder: Path) -> dict[str, Any]:
    """Where hands are kept: path, whether it is there and can be written, free and total MB."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    told: dict[str, Any] = {"path": str(folder), "exists": place == folder}
    told["writable"] = place.is_dir() and os.access(place, os.W_OK | os.X_OK)
    try:
        usage = shutil.disk_usage(place)
        told |= {"free_mb": round(usage.free / 1e6), "total_mb": round(usage.total / 1e6)}
    except OSError:
        told |= {"free_mb": None, "total_mb": None}
    return told


def clock(
    folder: Path,
    now: Callable[[], float] = time.time,
    ask: Callable[..., str | None] = ask_system,
    program: Path = Path(__file__),
) -> dict[str, Any]:
    """The time, whether it can be right, and whether it is set over the network (None: unknown).

    A Pi without a battery starts in the past: before what was installed or written on it.
    """
    moment = now()
    synchronised = (ask("timedatectl", "show", "--property=NTPSynchronized") or "").strip()
    files = [program]
    with suppress(OSError):  # there is no folder yet
        files += [path for path in folder.iterdir() if path.is_file()]
    newest = max((_changed(path) for path in files), default=0.0)
    answers = {"NTPSynchronized=yes": True, "NTPSynchronized=no": False}
    return {
        "time": time.strftime("%Y-%m-%d %H:%M:%S %Z", time.localtime(moment)).strip(),
        "possible": moment > newest - VITAL.ahead,
        "synchronised": answers.get(synchronised),
    }


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def screens(dev: Path = DEV) -> dict[str, Any]:
    """Drivers of small screens and whether their libraries are there; the machine's buses."""
    from device.screens.drivers import LUMA

    drivers = {chip: _installed(module) for chip, (module, _, _) in LUMA.items()}
    buses = [path.name for kind in ("i2c-*", "spidev*") for path in sorted(dev.glob(kind))]
    return {"drivers": drivers, "buses": buses}


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
