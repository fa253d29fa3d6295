"""What watching hands on: a table whose tiles lie still, and what is known of each.

Places are centimetres on the table as in `vision.frame`: the origin in its middle, x to the right
and y away from the near seat. Times are seconds of one clock that does not go backwards.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LyingTile:
    """A tile that was seen to lie still, as it is known now."""

    id: int
    """The same as long as the tile lies where it is or is seen to be pushed; never used again."""
    face: str
    """One of `vision.types.FACE_CODES`."""
    x: float
    y: float
    """Middle of its upper side, cm."""
    turn: float
    """Degrees anticlockwise, seen from above, from upright to the near seat; of a back, 0 to 90."""
    wide: float
    high: float
    """The upper side's width and height as its face is read, cm. The top of a standing tile is
    narrow: its height is the tile's thickness."""
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()
    doubtful: bool = False
    since: float = 0.0
    """When it was first seen here."""


@dataclass(frozen=True, slots=True)
class StillTable:
    """Everything that lies on the table at a moment in which nothing moves."""

    time: float
    number: int
    """Counts the still moments that were handed on, from 1."""
    tiles: tuple[LyingTile, ...]
    hidden: tuple[tuple[float, float, float, float], ...] = ()
    """Parts of the table that could not be seen (a resting hand, a cup): left, near, right, far."""
