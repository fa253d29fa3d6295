"""The walls of a hand: which physical tile lies where, so that the log takes what it took."""

from __future__ import annotations

import random

from scoring.events import Deal, Draw, End
from scoring.game import FULL_SET, STACKS, Opening, deal_order
from scoring.play import PlayedHand
from scoring.tiles import FACES, Tile
from vision.simulator.places import TableHabits, crooked
from vision.simulator.script import TILES, Place

FACES_OF_SET = tuple(tile.code for tile in FULL_SET)
"""The face of each physical tile, 0 to 143."""


def wall_stack(opening: Opening, index: int) -> tuple[int, int]:
    """Seat and stack (from its right) of the tile with this number, counted from the front."""
    seat, stack = opening.first_stack
    walls, stack = divmod(stack + index // 2, STACKS)
    return (seat - walls) % 4, stack


def numbered(first: Deal, hand: PlayedHand, rng: random.Random) -> list[int]:
    """The physical tiles in the order of the wall, the dealt ones first."""
    hands = [list(tiles) for tiles in first.hands]
    order: list[Tile | None] = []
    for seat, number in deal_order(hand.before.rules, first.seat):
        order += hands[seat][:number]
        del hands[seat][:number]
    order += first.wall or ()
    copies: dict[Tile, list[int]] = {face: [] for face in FACES}
    for number, face in enumerate(FULL_SET):
        copies[face].append(number)
    for some in copies.values():
        rng.shuffle(some)
    return [copies[tile].pop() for tile in order if tile is not None]


def walls(
    hand: PlayedHand, order: list[int], table: TableHabits, rng: random.Random
) -> dict[int, Place]:
    """Where each tile lies in the built walls. What is taken first lies on top."""
    taken = list(range(TILES - len(hand.log[0].wall or ())))  # type: ignore[union-attr]
    front, back = len(taken), TILES - 1
    for event in hand.log:
        if isinstance(event, Draw) and event.end is End.FRONT:
            taken.append(front)
            front += 1
        elif isinstance(event, Draw):
            taken.append(back)
            back -= 1
    rank = {index: n for n, index in enumerate(taken)}
    places: dict[int, Place] = {}
    for upper in range(0, TILES, 2):
        pair = (upper, upper + 1)
        on_top = min(pair, key=lambda i: (rank.get(i, TILES), i))
        for index in pair:
            place = table.wall_place(*wall_stack(hand.opening, index), top=index == on_top)
            places[order[index]] = crooked(place, rng, 0.4)
    return places
