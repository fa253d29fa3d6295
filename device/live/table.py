"""The table as it was set up once: camera, corners, size. Kept in the data folder."""

from __future__ import annotations

import contextlib
import json
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.hands import InputError

if TYPE_CHECKING:
    from vision.frame import TableFrame

FILE = "table.toml"


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What `taicam live --setup` found out.

    `camera` is as `device.cameras.open_camera` takes it; `corners` are pixels of a picture of
    `size` (width, height): near left, near right, far right, far left; `side` is centimetres.
    """

    camera: str
    corners: tuple[tuple[float, float], ...]
    side: float
    size: tuple[int, int]
    tiles: str = ""
    """The registered tile set, if one is used."""

    def frame(self) -> TableFrame:
        """The table in the camera's picture. Raises InputError for corners that cannot be."""
        from vision.frame import FrameError, TableFrame

        try:
            return TableFrame(self.corners, self.side, self.size)
        except FrameError as error:
            raise InputError(f"table_{error.reason}", **error.params) from error


def save(folder: Path, setup: TableSetup) -> Path:
    """Write the set-up, whole or not at all; returns its file. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    part = path.with_suffix(".part")
    corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in setup.corners)
    lines = [
        "# Made by `taicam live --setup`: where the table is in the camera's picture.",
        f"camera = {json.dumps(setup.camera, ensure_ascii=False)}",
        f"corners = [{corners}] # pixels: near left, near right, far right, far left",
        f"side = {float(setup.side)} # cm",
        f"size = [{setup.size[0]}, {setup.size[1]}] # pixels of that picture",
        f"tiles = {json.dumps(setup.tiles, ensure_ascii=False)} # a registered set, or none",
    ]
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write("\n".join([*lines, ""]))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return path


def load(folder: Path) -> TableSetup | None:
    """The set-up, if there is one.

    Raises:
        InputError: the file cannot be read or says what cannot be.
    """
    path = folder / FILE
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise InputError("live_bad_setup", path=path, reason=error) from error
    try:
        return _read(data)
    except (KeyError, TypeError, ValueError) as error:
        raise InputError("live_bad_setup", path=path, reason=error) from error


def _read(data: dict[str, Any]) -> TableSetup:
    unknown = set(data) - {"camera", "corners", "side", "size", "tiles"}
    if unknown:
        raise ValueError(f"unknown key {sorted(unknown)[0]!r}")
    width, height = (int(n) for n in data["size"])
    setup = TableSetup(
        str(data["camera"]),
        tuple((float(x), float(y)) for x, y in data["corners"]),
        float(data["side"]),
        (width, height),
        str(data.get("tiles", "")),
    )
    setup.frame()
    return setup
