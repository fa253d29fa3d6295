"""What a watcher would make of a script: the still tables between the hands, perfect or not.

For what comes after watching (`vision.watch`): games of many hands without drawing one picture.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from vision.simulator.script import Place, PlacedTile, Pose, Script, Size, covered
from vision.types import BACK, FACE_CODES
from vision.watch.types import LyingTile, StillTable

LOOK_ALIKES: Mapping[str, tuple[str, ...]] = {
    "1m": ("2m", "7m"), "2m": ("3m", "1m"), "3m": ("2m",), "4m": ("6m", "5m"), "5m": ("6m", "4m"),
    "6m": ("8m", "5m"), "7m": ("9m", "1m"), "8m": ("6m", "F"), "9m": ("7m",),
    "5p": ("6p", "4p"), "6p": ("5p", "7p"), "7p": ("6p", "8p"), "8p": ("9p", "7p"), "9p": ("8p",),
    "3s": ("2s", "4s"), "4s": ("6s", "5s"), "5s": ("6s", "4s"), "6s": ("9s", "5s"),
    "8s": ("9s", "6s"), "9s": ("8s", "6s"), "F": ("8m", "N"), "E": ("N", "W"), "N": ("E",),
    "P": ("back", "1p"), "1s": ("f5", "f8"),
    "f1": ("f2", "f5"), "f2": ("f3",), "f3": ("f4", "f2"), "f4": ("f3",),
    "f5": ("f6", "f1"), "f6": ("f5",), "f7": ("f8",), "f8": ("f7", "f6"),
}  # fmt: skip
"""What a face is taken for when it is taken for another."""


@dataclass(frozen=True, slots=True)
class Noise:
    """What goes wrong in watching. Shares are of tiles and still tables, 0..1."""

    wrong: float = 0.0
    """Faces misread, for as long as the tile lies where it is."""
    doubted: float = 0.7
    """How many misread faces are marked doubtful, with the true one among the alternatives."""
    uneasy: float = 0.0
    """Faces read right but marked doubtful."""
    spread: float = 0.0
    """Of the places, cm; a fifth of it in degrees times ten."""
    lost: float = 0.0
    """Tiles that get a new id though they lie where they lay."""
    unseen: float = 0.0
    """Tiles that are not seen in one still table."""
    skipped: float = 0.0
    """Still tables that are not noticed at all."""
    tops: float = 1.0
    """Tops of standing tiles that are seen; the shipped reader sees next to none of them."""


def still_tables(
    script: Script,
    rng: random.Random | None = None,
    *,
    noise: Noise | None = None,
    settle: float = 0.3,
    first_number: int = 1,
    first_id: int = 1,
) -> Iterator[StillTable]:
    """The tables that lie still for `settle` seconds, one for each gap between hands.

    A tile keeps its id while it lies where it is or is pushed. Backs and the tops of standing
    tiles have the face "back"; a tile under another one is not seen.

    Args:
        script: one hand.
        rng: for the noise.
        noise: none when not given.
        settle: seconds of stillness before a table is handed on.
        first_number: number of the first table.
        first_id: ids count from there; for the next script of a game, above all given before.
    """
    noise, rng = noise or Noise(), rng or random.Random(0)
    memory = _Memory(script, noise, rng, first_id)
    number = first_number
    for begin, end in script.quiet():
        if end - begin < settle or rng.random() < noise.skipped:
            continue
        time = begin + settle
        tiles = memory.seen(time, begin)
        yield StillTable(round(time, 3), number, tiles)
        number += 1


@dataclass(slots=True)
class _Known:
    id: int
    face: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    doubtful: bool
    since: float
    lifts: int
    off: tuple[float, float, float]


class _Memory:
    """The ids and names of tiles, as long as they lie."""

    def __init__(self, script: Script, noise: Noise, rng: random.Random, first_id: int) -> None:
        self.script, self.noise, self.rng = script, noise, rng
        self.next = first_id
        self.known: dict[int, _Known] = {}

    def seen(self, time: float, since: float) -> tuple[LyingTile, ...]:
        placed = self.script.at(time).tiles
        hidden = covered([t.place for t in placed], self.script.size)
        out = []
        for tile, under in zip(placed, hidden, strict=True):
            if under or self.rng.random() < self.noise.unseen:
                continue
            if tile.place.pose is Pose.STAND and self.rng.random() >= self.noise.tops:
                continue
            out.append(self._lying(tile, time, since))
        self.rng.shuffle(out)
        return tuple(out)

    def _lying(self, tile: PlacedTile, time: float, since: float) -> LyingTile:
        lifts = sum(m.lifted and m.end <= time for m in self.script.moves_of(tile.tile))
        known = self.known.get(tile.tile)
        shown = tile.face if tile.place.pose is Pose.UP else BACK
        if known is None or known.lifts != lifts:
            known = self._named(shown, since, lifts)
            self.known[tile.tile] = known
        elif self.rng.random() < self.noise.lost:
            known = replace(known, id=self.next, since=since)
            self.next += 1
            self.known[tile.tile] = known
        x, y, turn, wide, high = as_read(tile.place, self.script.size)
        dx, dy, spin = known.off
        return LyingTile(
            known.id, known.face, x + dx, y + dy, turn + spin, wide, high,
            known.confidence, known.alternatives, known.doubtful, round(known.since, 3),
        )  # fmt: skip

    def _named(self, face: str, since: float, lifts: int) -> _Known:
        rng, noise = self.rng, self.noise
        confidence, doubtful = round(rng.uniform(0.93, 0.999), 3), False
        others = [f for f in LOOK_ALIKES.get(face, ()) if f in FACE_CODES]
        alternatives: tuple[tuple[str, float], ...] = ()
        if face != BACK and others:
            other = rng.choice(others)
            wrong = rng.random() < noise.wrong
            doubtful = rng.random() < (noise.doubted if wrong else noise.uneasy)
            if doubtful:
                confidence = round(rng.uniform(0.45, 0.8), 3)
            elif wrong:
                confidence = round(rng.uniform(0.8, 0.97), 3)
            shown, second = (other, face) if wrong else (face, other)
            alternatives, face = ((second, round(0.9 * (1 - confidence), 4)),), shown
        off = (rng.gauss(0, 1), rng.gauss(0, 1), 2.0 * rng.gauss(0, 1))
        a, b, c = (noise.spread * v for v in off)
        known = _Known(self.next, face, confidence, alternatives, doubtful, since, lifts, (a, b, c))
        self.next += 1
        return known


def as_read(place: Place, size: Size) -> tuple[float, float, float, float, float]:
    """x, y, turn, width and height of a tile's upper side, as `LyingTile` has them.

    A face is turned by -180 to 180 degrees. Of a back the turn is 0 to 90 and width and height
    are along it, so that a back lying crosswise is wider than it is high.
    """
    high = size.thick if place.pose is Pose.STAND else size.high
    if place.pose is Pose.UP:
        return place.x, place.y, (place.turn + 180) % 360 - 180, size.wide, high
    turn = place.turn % 180
    if turn < 90:
        return place.x, place.y, turn, size.wide, high
    return place.x, place.y, turn - 90, high, size.wide
