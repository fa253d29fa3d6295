"""Where the program keeps what people gave it."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The club's book and its pictures: `TAICAM_DATA`, or taicam/ in the user's data folder."""
    given = os.environ.get("TAICAM_DATA")
    if given:
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "taicam"
