"""A timed script: where each of the 144 tiles lies at any moment, and whose hands are over them.

Places are centimetres as in `vision.frame`: origin in the middle of the table, x to the right and
y away from the near seat, z up. Times are seconds. Seats are 0 to 3: near, right, far, left.
"""

from __future__ import annotations

import bisect
import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.events import Event

TILES = 144


class Pose(enum.StrEnum):
    """How a tile lies or stands."""

    UP = "up"
    """Face up."""
    DOWN = "down"
    STAND = "stand"
    """Upright, its face to its owner: seen from above, a narrow top without a face."""


class Phase(enum.StrEnum):
    """What goes on at the table."""

    SHUFFLE = "shuffle"
    BUILD = "build"
    """Walls are built."""
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"
    """Won or drawn: hands are laid open, people pay."""


@dataclass(frozen=True, slots=True)
class Size:
    """A tile's width, height and thickness, cm."""

    wide: float = 2.6
    high: float = 3.56
    thick: float = 2.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile is."""

    x: float
    y: float
    """Middle, seen from above."""
    turn: float
    """Degrees anticlockwise seen from above, from upright to the near seat."""
    z: float = 0.0
    """Height of its lower side above the cloth."""
    pose: Pose = Pose.DOWN


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One physical tile at one moment."""

    tile: int
    """0 to 143: the same tile of the set for a whole game."""
    face: str
    """What is on its face, seen or not."""
    place: Place
    moving: bool = False
    lifted: bool = False
    """Held in a hand, above the table."""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand over the table: its fingertips, and where its arm comes from, outside the table."""

    seat: int
    x: float
    y: float
    from_x: float
    from_y: float
    speed: tuple[float, float] = (0.0, 0.0)
    """Of the fingertips, cm a second."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that is over the cloth at one time."""

    time: float
    phase: Phase
    tiles: tuple[PlacedTile, ...]
    """All 144, in order of their numbers."""
    hands: tuple[HandSeen, ...]

    @property
    def still(self) -> bool:
        """Nothing moves and no hand is in the picture."""
        return not self.hands and not any(t.moving for t in self.tiles)


@dataclass(frozen=True, slots=True)
class Move:
    """A tile goes to another place."""

    tile: int
    begin: float
    end: float
    to: Place
    lifted: bool
    """Taken up (or turned over) and put down; otherwise pushed over the cloth."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand comes over the table and goes again: (time, x, y) of its fingertips, in order."""

    seat: int
    anchor: tuple[float, float]
    """Where the arm comes from."""
    path: tuple[tuple[float, float, float], ...]

    @property
    def begin(self) -> float:
        """When it comes into the picture."""
        return self.path[0][0]

    @property
    def end(self) -> float:
        """When it has left."""
        return self.path[-1][0]

    def at(self, time: float) -> HandSeen | None:
        """The hand at a time; None when it is not over the table."""
        if not self.begin <= time <= self.end:
            return None
        k = max(1, bisect.bisect_left(self.path, (time,)))
        (t0, x0, y0), (t1, x1, y1) = self.path[k - 1], self.path[min(k, len(self.path) - 1)]
        share = _eased((time - t0) / (t1 - t0)) if t1 > t0 else 1.0
        pace = _slope((time - t0) / (t1 - t0)) / (t1 - t0) if t1 > t0 else 0.0
        return HandSeen(
            self.seat,
            x0 + share * (x1 - x0),
            y0 + share * (y1 - y0),
            *self.anchor,
            (pace * (x1 - x0), pace * (y1 - y0)),
        )


def _eased(share: float) -> float:
    """Slow at both ends."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _slope(share: float) -> float:
    return 6 * share * (1 - share)


@dataclass(frozen=True, slots=True)
class Script:
    """One hand of a game on the table, from the shuffling (or the built walls) to its end."""

    side: float
    """Of the table, cm."""
    size: Size
    faces: tuple[str, ...]
    """Face of each physical tile."""
    first: tuple[Place, ...]
    """Where each tile is at `begin`."""
    moves: tuple[Move, ...]
    reaches: tuple[Reach, ...]
    """In order of their beginnings."""
    events: tuple[Event, ...]
    """The log, each event at the time at which its effect lies on the table."""
    phases: tuple[tuple[float, Phase], ...]
    begin: float
    end: float
    _ways: tuple[tuple[Move, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ways: list[list[Move]] = [[] for _ in range(TILES)]
        for move in self.moves:
            ways[move.tile].append(move)
        object.__setattr__(
            self, "_ways", tuple(tuple(sorted(w, key=lambda m: m.begin)) for w in ways)
        )

    def at(self, time: float) -> Moment:
        """What is on the table at a time."""
        tiles = tuple(self._tile(n, time) for n in range(TILES))
        hands = tuple(h for r in self.reaches if (h := r.at(time)) is not None)
        return Moment(time, self.phase(time), tiles, hands)

    def phase(self, time: float) -> Phase:
        """What goes on at a time."""
        return [p for t, p in self.phases if t <= time or t == self.phases[0][0]][-1]

    def moves_of(self, tile: int) -> tuple[Move, ...]:
        """All moves of one tile, in order."""
        return self._ways[tile]

    def quiet(self) -> tuple[tuple[float, float], ...]:
        """The times in which nothing moves and no hand is in the picture: (from, to)."""
        busy = sorted(
            [(r.begin, r.end) for r in self.reaches] + [(m.begin, m.end) for m in self.moves]
        )
        out, at = [], self.begin
        for begin, end in busy:
            if begin > at:
                out.append((at, begin))
            at = max(at, end)
        if self.end > at:
            out.append((at, self.end))
        return tuple(out)

    def _tile(self, number: int, time: float) -> PlacedTile:
        way = self._ways[number]
        k = bisect.bisect_right(way, time, key=lambda m: m.begin)
        face = self.faces[number]
        before = way[k - 2].to if k > 1 else self.first[number]
        if k == 0:
            return PlacedTile(number, face, self.first[number])
        move = way[k - 1]
        if time >= move.end:
            return PlacedTile(number, face, move.to)
        share = _eased((time - move.begin) / (move.end - move.begin))
        return PlacedTile(number, face, _between(before, move, share), True, move.lifted)


def _between(a: Place, move: Move, share: float) -> Place:
    b = move.to
    turn = (b.turn - a.turn + 180) % 360 - 180
    rise = 5.0 * math.sin(math.pi * share) if move.lifted else 0.0
    return Place(
        a.x + share * (b.x - a.x),
        a.y + share * (b.y - a.y),
        a.turn + share * turn,
        a.z + share * (b.z - a.z) + rise,
        a.pose if share < 0.5 else b.pose,
    )


def covered(places: Sequence[Place], size: Size) -> list[bool]:
    """Which tiles cannot be seen from above because another lies on them."""
    top = [(p.x, p.y) for p in places if p.z > 0.5 * size.thick]
    near = 0.6 * size.wide
    return [
        p.z < 0.5 * size.thick and any(abs(p.x - x) + abs(p.y - y) < near for x, y in top)
        for p in places
    ]
