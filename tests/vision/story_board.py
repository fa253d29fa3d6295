"""A table laid by hand: what tests of the story put down, take away and look at.

Seats are 0 to 3; places come from the habits of `vision.simulator.places`. Every lifted tile gets a
new id, as from the watcher.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.game import STACKS, Opening, deal_order
from scoring.playrules import PLAY
from vision.simulator.places import TableHabits
from vision.simulator.script import Place, Pose
from vision.simulator.stills import as_read
from vision.simulator.walls import wall_stack
from vision.types import BACK
from vision.watch.types import LyingTile, StillTable

HABITS = TableHabits()
SIDE = HABITS.side
PITCH = HABITS.size.wide + 0.05
ROW, SETS, FLOWERS = 4.0, 8.8, -30.0
"""Distance of hands and sets from the edge; left end of the flowers (cm)."""


def row_place(seat: int, slot: float, pose: Pose = Pose.STAND) -> Place:
    """A tile of the hand."""
    return HABITS.at(seat, (slot - 8.0) * PITCH, ROW, pose)


class Board:
    """The tiles on the table, and still tables of them."""

    def __init__(self, rules: str = "taiwan", dealer: int = 0, stacks: int = 7) -> None:
        self.rules, self.dealer = PLAY[rules], dealer
        wall = (dealer + stacks - 1) % 4
        self.opening = Opening(wall, stacks, wall if self.rules.game.wall_is_east else dealer)
        self.tiles: dict[int, LyingTile] = {}
        self.under: dict[int, LyingTile] = {}
        """What lies under each stack's upper tile."""
        self.hands: list[list[int]] = [[], [], [], []]
        self.rivers: list[list[int]] = [[], [], [], []]
        self.sets: list[list[list[int]]] = [[], [], [], []]
        self.flowers: list[list[int]] = [[], [], [], []]
        self.left = [42.0, 42.0, 42.0, 42.0]
        self.next = 1
        self.clock, self.number = 0.0, 0
        self.front, self.back = 0, 2 * 4 * STACKS - 1
        self.wall: dict[tuple[int, int], int] = {}

    # --- tiles

    def put(self, face: str, place: Place, **more: object) -> int:
        """A tile is laid down."""
        x, y, turn, wide, high = as_read(place, HABITS.size)
        number, self.next = self.next, self.next + 1
        tile = LyingTile(number, face, x, y, turn, wide, high, 0.98, since=self.clock + 1.0)
        self.tiles[number] = replace(tile, **more)  # type: ignore[arg-type]
        return number

    def push(self, number: int, dx: float, dy: float) -> None:
        """A tile is pushed and keeps its id."""
        tile = self.tiles[number]
        self.tiles[number] = replace(tile, x=tile.x + dx, y=tile.y + dy)

    def see(
        self, seconds: float = 3.0, hidden: tuple[tuple[float, float, float, float], ...] = ()
    ) -> StillTable:
        """The table as it lies now."""
        self.clock += seconds
        self.number += 1
        seen = [
            tile
            for tile in self.tiles.values()
            if not any(a <= tile.x <= c and b <= tile.y <= d for a, b, c, d in hidden)
        ]
        return StillTable(self.clock, self.number, tuple(seen), hidden)

    # --- walls and the deal

    def build(self) -> None:
        """Four walls of eighteen stacks."""
        for seat in range(4):
            for stack in range(STACKS):
                place = HABITS.wall_place(seat, stack, top=False)
                lower = self.put(BACK, place)
                self.wall[seat, stack] = self.put(BACK, place)
                self.under[self.wall[seat, stack]] = self.tiles.pop(lower)

    def take(self, *, back: bool = False) -> None:
        """A tile leaves the wall."""
        index = self.back if back else self.front
        if back:
            # Of the last stack the upper one is taken first.
            self.back -= 1
        else:
            self.front += 1
        at = wall_stack(self.opening, index)
        top = self.wall.pop(at)
        del self.tiles[top]
        if top in self.under:
            lower = self.under.pop(top)
            self.tiles[lower.id] = lower
            self.wall[at] = lower.id

    def deal(self) -> None:
        """Everybody has his tiles."""
        for seat, number in deal_order(self.rules.game, self.dealer):
            for _ in range(number):
                self.take()
                self.stand(seat)

    def stand(self, seat: int) -> int:
        """A tile more stands in a hand, at its right end."""
        slot = len(self.hands[seat])
        tile = self.put(BACK, row_place(seat, slot))
        self.hands[seat].append(tile)
        return tile

    # --- play

    def draw(self, seat: int, *, back: bool = False) -> int:
        """A tile goes from the wall into a hand."""
        self.take(back=back)
        return self.stand(seat)

    def drop(self, seat: int, number: int = 1) -> None:
        """Tiles leave the right end of a hand."""
        for _ in range(number):
            del self.tiles[self.hands[seat].pop()]

    def discard(self, seat: int, face: str, place: Place | None = None, **more: object) -> int:
        """The last tile of the hand goes into the river."""
        self.drop(seat)
        slot = len(self.rivers[seat])
        tile = self.put(face, place or HABITS.river_place(seat, slot), **more)
        self.rivers[seat].append(tile)
        return tile

    def turn(self, seat: int, face: str) -> int:
        """A draw and a discard."""
        self.draw(seat)
        return self.discard(seat, face)

    def lay(self, seat: int, faces: Sequence[str], own: int, **more: object) -> list[int]:
        """A set is laid, with so many tiles of the hand."""
        self.drop(seat, own)
        self.left[seat] -= len(faces) * PITCH + 1.5
        ids = []
        for k, face in enumerate(faces):
            pose = Pose.DOWN if face == BACK else Pose.UP
            x = self.left[seat] + (k + 0.5) * PITCH
            ids.append(self.put(face, HABITS.at(seat, x, SETS, pose), **more))
        self.sets[seat].append(ids)
        return ids

    def claim(self, seat: int, source: int, faces: Sequence[str]) -> list[int]:
        """The last discard of another is claimed."""
        del self.tiles[self.rivers[source].pop()]
        return self.lay(seat, faces, len(faces) - 1)

    def flower(self, seat: int, face: str, **more: object) -> int:
        """A flower is laid; nothing is drawn yet."""
        self.drop(seat)
        x = FLOWERS + (len(self.flowers[seat]) + 0.5) * PITCH
        tile = self.put(face, HABITS.at(seat, x, SETS), **more)
        self.flowers[seat].append(tile)
        return tile

    def open(
        self, seat: int, faces: Sequence[str], win: str | None = None, **more: object
    ) -> list[int]:
        """A hand is laid open; the winning tile apart at its right."""
        self.drop(seat, len(self.hands[seat]))
        count = len(faces)
        ids = [self.put(face, row_place(seat, k, Pose.UP), **more) for k, face in enumerate(faces)]
        if win is not None:
            ids.append(self.put(win, row_place(seat, count + 0.7, Pose.UP)))
        return ids

    def clear(self) -> None:
        """All tiles lie in a heap in the middle."""
        self.__init__(self.rules.game.name, self.dealer)  # type: ignore[misc]


def codes(text: str) -> list[str]:
    """``"123m 11s E"`` as face codes."""
    out = []
    for part in text.split():
        if part[0] == "f" or len(part) == 1:
            out.append(part)
        elif part[-1] in "mps":
            out += [digit + part[-1] for digit in part[:-1]]
        else:
            out += list(part)
    return out
