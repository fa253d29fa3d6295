"""A live table without a camera: still tables from the simulator stand for what is watched."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from device.cameras.frame import Frame
from device.cameras.health import CameraEvent
from scoring.play import PlayedHand, Random, play_game
from scoring.playrules import PLAY
from vision.simulator.choreography import stage_game
from vision.simulator.places import TableHabits
from vision.simulator.stills import Noise, still_tables
from vision.watch.types import LyingTile, StillTable
from vision.watch.watcher import Advice, Seen, State

ONLINE = CameraEvent("fake", "online", "starting", "", 0.0, 0.0, 0.0)


@dataclass
class FakeCamera:
    """Gives the pictures that it was given."""

    frames: list[Frame] = field(default_factory=list)
    status: CameraEvent = ONLINE

    def wait(self, after: int, timeout: float) -> Frame | None:
        return self.frames.pop(0) if self.frames else None


@dataclass
class FakeWatcher:
    """Sees the tables that it was given, one a picture."""

    tables: list[StillTable] = field(default_factory=list)
    advice: tuple[Advice, ...] = ()
    now: tuple[LyingTile, ...] = ()

    @property
    def tiles(self) -> tuple[LyingTile, ...]:
        return self.now

    def see(self, image: Any, time: float, small: Any = None) -> Seen:
        table = self.tables.pop(0) if self.tables else None
        if table is not None:
            self.now = table.tiles
        return Seen(time, State.STILL, table, advice=self.advice)

    def say(self, number: int, face: str) -> bool:
        return any(tile.id == number for tile in self.now)


def frame(number: int, time: float | None = None) -> Frame:
    image = np.full((90, 120, 3), number % 250, np.uint8)
    return Frame(image, number, float(number) if time is None else time, 0.0, "fake")


@dataclass(frozen=True)
class Played:
    """A simulated game: its hands, what a perfect watcher makes of it, and the table's side."""

    hands: list[PlayedHand]
    tables: list[StillTable]
    side: float


def played(seed: int, hands: int, noise: Noise | None = None, rules: str = "taiwan") -> Played:
    """A game of random players, as still tables on one clock."""
    from scoring.game import GameState

    rng = random.Random(seed)
    game = list(play_game(PLAY[rules], Random(seed), start=GameState(PLAY[rules].game),
                          most_hands=hands))  # fmt: skip
    habits = TableHabits.drawn(rng)
    tables: list[StillTable] = []
    first = 1
    for script in stage_game(game, rng, habits=habits, shuffled_in=True):
        for table in still_tables(script, rng, noise=noise, first_number=len(tables) + 1,
                                  first_id=first):  # fmt: skip
            tables.append(table)
            first = max([first, *(tile.id + 1 for tile in table.tiles)])
    return Played(game, tables, habits.side)


def frames(count: int) -> Iterator[Frame]:
    for number in range(count):
        yield frame(number)
