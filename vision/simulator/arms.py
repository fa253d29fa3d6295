"""Hands at work over a table: what they take up, carry and put down, and how long that takes."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from vision.simulator.places import TableHabits
from vision.simulator.script import Move, Place, Reach


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast people are. Seconds and cm/s at `pace` 1; twice the pace halves every time."""

    pace: float = 1.0
    hand_speed: float = 110.0
    least: float = 0.22
    """Shortest movement of a hand."""
    think: tuple[float, float] = (0.2, 1.8)
    """Between seeing a discard and reaching for the next tile; and before discarding."""
    hurry: float = 0.12
    """How often the next hand comes before the last has left, 0..1."""
    admire: tuple[float, float] = (5.0, 9.0)
    """After the end, before the tiles are shuffled."""
    wash: float = 9.0
    build: float = 14.0
    fidget: float = 0.0
    """How often, before a draw, somebody straightens a tile that lies before him, 0..1."""
    shown: float = 0.5
    """How often a player who did not win lays the hand open at the end, 0..1."""


class Floor:
    """The table as it is now, and what has happened on it so far."""

    def __init__(
        self, table: TableHabits, tempo: Tempo, rng: random.Random, now: Sequence[Place]
    ) -> None:
        self.table, self.tempo, self.rng = table, tempo, rng
        self.clock = 0.0
        self.now = list(now)
        """Where each tile lies."""
        self.moves: list[Move] = []
        self.reaches: list[Reach] = []
        self.landed: float | None = None
        """When a tile was last put down."""

    def move(self, tile: int, to: Place, begin: float, end: float, *, lifted: bool) -> None:
        """A tile goes somewhere."""
        self.moves.append(Move(tile, begin, end, to, lifted))
        self.now[tile] = to

    def wait(self, least: float, most: float) -> None:
        """Nothing happens for so many seconds (at pace 1)."""
        self.clock += self.rng.uniform(least, most) / self.tempo.pace

    def settled(self) -> float:
        """When the last tile came to rest."""
        return max((m.end for m in self.moves[-8:]), default=self.clock)


class Arm:
    """One hand that reaches in; what it does moves the floor's clock (or its own, with `begin`)."""

    def __init__(self, floor: Floor, seat: int, over: Place, begin: float | None = None) -> None:
        self.floor, self.seat = floor, seat
        self.own = begin is not None
        self._clock = begin if begin is not None else 0.0
        table, rng = floor.table, floor.rng
        x = 0.3 * table.as_seen(seat, over)[0] + rng.uniform(-9, 9)
        self.anchor = table.point(seat, x, -28.0)
        outside = table.point(seat, x, -9.0)
        self.path = [(self.clock, *outside)]
        self.outside = outside
        self.go(over.x, over.y)

    @property
    def clock(self) -> float:
        """The time of this hand."""
        return self._clock if self.own else self.floor.clock

    @clock.setter
    def clock(self, value: float) -> None:
        if self.own:
            self._clock = value
        else:
            self.floor.clock = value

    def _seconds(self, x: float, y: float) -> float:
        tempo = self.floor.tempo
        _, at_x, at_y = self.path[-1]
        far = math.hypot(x - at_x, y - at_y)
        return max(tempo.least, far / tempo.hand_speed + 0.15) / tempo.pace

    def go(self, x: float, y: float, seconds: float | None = None) -> None:
        """The fingertips go there."""
        if self.clock > self.path[-1][0]:
            self.path.append((self.clock, *self.path[-1][1:]))  # it has rested
        self.clock += self._seconds(x, y) if seconds is None else seconds
        self.path.append((self.clock, x, y))

    def carry(self, tiles: Sequence[tuple[int, Place]]) -> None:
        """Take tiles up together and put them down where they belong."""
        floor = self.floor
        here = floor.now[tiles[0][0]]
        if math.hypot(here.x - self.path[-1][1], here.y - self.path[-1][2]) > 3.0:
            self.go(here.x, here.y)
        self.clock += 0.12 / floor.tempo.pace
        begin = self.clock
        to = tiles[len(tiles) // 2][1]
        if self.clock > self.path[-1][0]:
            self.path.append((self.clock, *self.path[-1][1:]))
        self.go(to.x, to.y)
        for tile, place in tiles:
            floor.move(tile, place, begin, self.clock, lifted=True)
        floor.landed = self.clock
        self.clock += 0.1 / floor.tempo.pace

    def shift(self, tiles: Sequence[tuple[int, Place]], lifted: set[int]) -> None:
        """Push tiles to their places, those that are there already left alone."""
        floor = self.floor
        far = [(t, p) for t, p in tiles if _apart(floor.now[t], p) > 0.08]
        if not far:
            return
        middle = far[len(far) // 2][1]
        self.go(middle.x, middle.y)
        begin = self.clock
        self.go(far[0][1].x, far[0][1].y)
        for tile, place in far:
            floor.move(tile, place, begin, self.clock, lifted=tile in lifted)

    def sweep(self, tiles: Sequence[tuple[int, Place]]) -> None:
        """Turn a whole row over, from one end to the other."""
        floor = self.floor
        if not tiles:
            return
        self.go(floor.now[tiles[0][0]].x, floor.now[tiles[0][0]].y)
        begin = self.clock
        self.go(tiles[-1][1].x, tiles[-1][1].y, 0.9 / floor.tempo.pace)
        for k, (tile, place) in enumerate(tiles):
            at = begin + 0.5 * (self.clock - begin) * k / len(tiles)
            floor.move(tile, place, at, at + 0.5 * (self.clock - begin), lifted=True)

    def leave(self, after: float = 0.05) -> None:
        """Out of the picture."""
        self.clock += after / self.floor.tempo.pace
        self.go(*self.outside)
        self.floor.reaches.append(Reach(self.seat, self.anchor, tuple(self.path)))


def _apart(a: Place, b: Place) -> float:
    return math.hypot(a.x - b.x, a.y - b.y) + abs(a.z - b.z) + 9.0 * (a.pose is not b.pose)
