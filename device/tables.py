"""A whole table in one picture: its corners, and who holds what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.hands import InputError

if TYPE_CHECKING:
    import numpy as np

    from vision.frame import TableFrame
    from vision.types import Reading

AUTOMATIC = "auto"
"""What to type instead of corners, to have them found: printed markers first, then the edge."""
USUAL_SIDE = 90.0
"""Centimetres, where nobody says how large the table is; the commonest size."""


def frame_of(image: np.ndarray, corners: str, side: float) -> TableFrame:
    """The table in a picture, from typed corners or ``auto``.

    Raises:
        InputError: table_corners (nonsense corners; says what is wrong), table_not_found.
    """
    from vision.frame import FrameError, TableFrame, find_edge, find_markers, parse_corners

    height, width = image.shape[:2]
    try:
        if corners.strip().lower() != AUTOMATIC:
            return TableFrame(parse_corners(corners), side, (width, height))
        found = find_markers(image, side) or find_edge(image, side)
    except FrameError as error:
        raise InputError(f"table_{error.reason}", **error.params) from error
    if found is None:
        raise InputError("table_not_found")
    return found


def seen_on_table(reading: Reading, frame: TableFrame) -> Reading:
    """The reading with its tiles grouped by seat, as `taicam read --corners` shows it."""
    from vision.table import arrange_table

    view = arrange_table(reading.tiles, frame)
    return replace(reading, groups=view.groups())
