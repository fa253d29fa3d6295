"""Where people put their tiles: habits of four players at one table, as places in centimetres.

Places of a seat are given as the seat sees them: x to its right from the middle, y from its edge of
the table inwards.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from scoring.game import STACKS
from vision.simulator.script import Place, Pose, Size


@dataclass(frozen=True, slots=True)
class Habits:
    """How one player lays tiles."""

    mess: float = 1.0
    """1: crooked by half a millimetre and a degree, as careful people."""
    claimed: str = "middle"
    """Where the claimed tile lies in a set: ``middle``, ``turned`` (sideways, on the side of who
    discarded it) or ``plain`` (in order)."""
    added: str = "row"
    """The fourth tile of an added kong: in the ``row``, or on ``top``; above a turned one where
    there is room."""
    concealed: str = "bffb"
    """A concealed kong, b face down and f face up."""
    sorts: bool = True
    """Sorts the hand laid open at a win."""
    apart: float = 1.5
    """Gap between the hand laid open and its winning tile, cm."""
    lingers: float = 0.5
    """How often the hand stays over the table between draw and discard, 0..1."""

    @classmethod
    def drawn(cls, rng: random.Random) -> Habits:
        """Somebody."""
        return cls(
            mess=rng.choice([0.6, 1.0, 1.5]),
            claimed=rng.choice(["middle", "middle", "turned", "plain"]),
            added=rng.choice(["row", "row", "row", "top"]),
            concealed=rng.choice(["bbbb", "bffb", "bffb", "fbbb"]),
            sorts=rng.random() < 0.85,
            apart=rng.uniform(1.1, 3.0),
            lingers=rng.uniform(0.3, 0.8),
        )


@dataclass(frozen=True, slots=True)
class TableHabits:
    """The table and its four players. Lengths in cm."""

    side: float = 94.0
    size: Size = field(default_factory=Size)
    row: float = 4.0
    """Distance of the standing tiles from the edge."""
    sets: float = 8.8
    """... and of the sets and flowers before them."""
    wall: float = 16.6
    row_left: float = -21.0
    """Left end of the hand."""
    sets_right: float = 44.0
    """Right end of the sets: in the corner, or where the hand ends."""
    flowers_ahead: float = 0.0
    """How much farther from the edge than the sets the flowers lie."""
    per_line: int = 6
    """Discards in a line."""
    players: tuple[Habits, Habits, Habits, Habits] = (Habits(), Habits(), Habits(), Habits())

    @classmethod
    def drawn(cls, rng: random.Random, size: Size | None = None) -> TableHabits:
        """A table and four people, for tiles of that size."""
        size = size or Size()
        row = rng.uniform(3.2, 4.6)
        sets = row + size.high + rng.uniform(0.8, 1.4)
        side = rng.uniform(92.0, 108.0)
        a, b, c, d = (Habits.drawn(rng) for _ in range(4))
        corner = rng.random() < 0.3
        return cls(
            side=side,
            size=size,
            sets_right=side / 2 - 3 if corner else rng.uniform(25.0, 30.0),
            flowers_ahead=0.0 if corner else size.high + 0.2,
            row=row,
            sets=sets,
            wall=sets + size.high + rng.uniform(4.2, 4.6),
            row_left=rng.uniform(-22.5, -20.0),
            per_line=rng.choice([6, 6, 6, 8, 10] if side > 98 else [6, 6, 8]),
            players=(a, b, c, d),
        )

    def at(
        self,
        seat: int,
        x: float,
        y: float,
        pose: Pose = Pose.UP,
        turn: float = 0.0,
        z: float = 0.0,
    ) -> Place:
        """A place given as the seat sees it (y from its edge), on the table."""
        x, y = self.point(seat, x, y)
        return Place(x, y, 90.0 * seat + turn, z, pose)

    def point(self, seat: int, x: float, y: float) -> tuple[float, float]:
        """The same for a mere point."""
        y -= self.side / 2
        for _ in range(seat):
            x, y = -y, x
        return x, y

    def as_seen(self, seat: int, place: Place) -> tuple[float, float]:
        """The reverse of `at`: x to the seat's right, y from its edge."""
        x, y = place.x, place.y
        for _ in range((4 - seat) % 4):
            x, y = -y, x
        return x, y + self.side / 2

    def wall_place(self, seat: int, stack: int, *, top: bool, ahead: float = 0.0) -> Place:
        """A tile of the wall; stacks are counted from the seat's right."""
        pitch = self.size.wide + 0.03
        x = (STACKS / 2 - stack - 0.5) * pitch
        z = self.size.thick if top else 0.0
        return self.at(seat, x, self.wall + ahead, Pose.DOWN, z=z)

    def river_place(self, seat: int, slot: int) -> Place:
        """Where the discard of that number lies: lines from the middle outwards."""
        wide, high = self.size.wide + 0.12, self.size.high + 0.18
        inner = max(9.9, self.per_line * wide / 2 + self.size.high / 2 + 0.3)
        line, column = divmod(slot, self.per_line)
        x = (column - (self.per_line - 1) / 2) * wide
        return self.at(seat, x, self.side / 2 - inner - line * high)

    def row_place(self, seat: int, slot: float, pose: Pose = Pose.STAND) -> Place:
        """A tile of the hand; its left end stays where it is when the hand gets shorter."""
        pitch = self.size.wide + (0.02 if pose is Pose.STAND else 0.06)
        return self.at(seat, self.row_left + (slot + 0.5) * pitch, self.row, pose)

    @property
    def flowers_left(self) -> float:
        """Left end of the flowers, behind the hand: the seat on the left has its sets beyond."""
        return self.row_left + 1.5


def crooked(place: Place, rng: random.Random, mess: float) -> Place:
    """The same place as people really hit it."""
    return Place(
        place.x + rng.gauss(0, 0.06) * mess,
        place.y + rng.gauss(0, 0.06) * mess,
        place.turn + rng.gauss(0, 1.2) * mess,
        place.z,
        place.pose,
    )


def heap(count: int, pitch: float = 4.3) -> list[tuple[float, float]]:
    """Places in the middle of the table that do not touch, line by line."""
    n = math.ceil(math.sqrt(count))
    spots = [((k % n - (n - 1) / 2) * pitch, (k // n - (n - 1) / 2) * pitch) for k in range(n * n)]
    return spots[:count]
