"""Between two hands: the tiles are shuffled and the walls are built."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from scoring.game import SEATS
from vision.simulator.arms import Arm, Floor
from vision.simulator.places import heap
from vision.simulator.script import TILES, Place


def shuffle(floor: Floor, walls: dict[int, Place]) -> None:
    """All tiles face down and round and round, ending near the wall they go to."""
    begin, pace, rng = floor.clock, floor.tempo.pace, floor.rng
    rounds = max(3, round(floor.tempo.wash / 1.5))
    step = floor.tempo.wash / rounds / pace
    for turn in range(rounds):
        at = begin + turn * step
        wanted = []
        for tile in range(TILES):
            place, goal = floor.now[tile], walls[tile]
            swirl = rng.gauss(0.5, 0.3)
            c, s = math.cos(swirl), math.sin(swirl)
            x, y = c * place.x - s * place.y, s * place.x + c * place.y
            if turn == rounds - 1:  # towards the wall it goes to
                x, y = goal.x, goal.y
            wanted.append((0.6 * x + rng.gauss(0, 5), 0.6 * y + rng.gauss(0, 5)))
        for tile, (x, y) in enumerate(_spread(wanted)):
            spin = floor.now[tile].turn + rng.gauss(0, 50)
            to = Place(x + rng.gauss(0, 0.2), y + rng.gauss(0, 0.2), spin)
            late = rng.uniform(0, 0.2) * step
            floor.move(tile, to, at + late, at + step, lifted=turn == 0)
    floor.clock = begin + rounds * step
    for seat in SEATS:
        _wander(floor, seat, begin + 0.2 * seat / pace, floor.clock, 22.0)


def _wander(floor: Floor, seat: int, begin: float, end: float, reach: float) -> None:
    """A hand that is busy over the table for a while."""
    arm = Arm(floor, seat, floor.table.at(seat, 0, 10), begin=begin)
    while arm.clock < end - 0.9 / floor.tempo.pace:
        x, y = floor.table.point(
            seat, floor.rng.gauss(0, 9), floor.rng.uniform(floor.table.side / 2 - reach,
                                                         floor.table.side / 2 - 4)
        )  # fmt: skip
        arm.go(x, y)
    arm.leave()


def build(floor: Floor, walls: dict[int, Place]) -> None:
    """Everybody lays two rows and puts one on the other."""
    begin, pace = floor.clock, floor.tempo.pace
    last = begin
    for seat in SEATS:
        mine = [t for t, p in walls.items() if round(p.turn / 90) % 4 == seat]
        lower = [t for t in mine if walls[t].z < 0.5]
        upper = [t for t in mine if walls[t].z >= 0.5]
        dx, dy = floor.table.point(seat, 0, floor.table.side / 2 + floor.table.size.high + 0.6)
        step = floor.tempo.build * floor.rng.uniform(0.75, 1.0) / 38 / pace
        at = begin + floor.rng.uniform(0, 1) / pace
        arm = Arm(floor, seat, walls[lower[0]], begin=at)
        floor.rng.shuffle(lower)
        for tile in [*lower, *upper]:
            place = walls[tile]
            if tile in upper:
                place = replace(place, x=place.x + dx, y=place.y + dy, z=0.0)
            floor.move(tile, place, at, at + 2.5 * step, lifted=False)
            at += step
            if arm.clock < at:
                arm.go(place.x, place.y)
        at = max(at + 2 * step, arm.clock)
        arm.clock = at
        arm.go(walls[upper[0]].x, walls[upper[0]].y)
        at = arm.clock
        for tile in upper:
            floor.move(tile, walls[tile], at, at + 0.9 / pace, lifted=True)
        arm.clock = at + 1.0 / pace
        arm.leave()
        last = max(last, arm.clock)
    floor.clock = max(last, max(r.end for r in floor.reaches))


def _spread(wanted: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The places of a heap, each given to a tile that wants to be thereabouts."""
    spots = heap(len(wanted))
    n = math.isqrt(len(wanted))
    out = [(0.0, 0.0)] * len(wanted)
    by_line = sorted(range(len(wanted)), key=lambda t: wanted[t][1])
    for line in range(n):
        some = sorted(by_line[line * n : (line + 1) * n], key=lambda t: wanted[t][0])
        for column, tile in enumerate(some):
            out[tile] = spots[line * n + column]
    return out
