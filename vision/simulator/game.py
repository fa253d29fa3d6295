"""A whole simulated game from one seed: players, table, room and camera; its film and its truth.

game = simulate(7, hands=4)
for shot in game.shots(fps=5):
...                                  # shot.image, shot.moment, shot.frame
game.scripts[0].events                   # what really happened
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scoring.play import PlayedHand, Random, Style, play_game
from scoring.playrules import PLAY
from vision.simulator.arms import Tempo
from vision.simulator.choreography import stage_game
from vision.simulator.film import Bump, Film, FilmSettings, Glare, Shot
from vision.simulator.places import TableHabits
from vision.simulator.script import Moment, Script
from vision.simulator.sheet import demo_tiles
from vision.simulator.studio import Studio, maker, size_of, studio
from vision.training.tilesets import TileSet

RULES = ("taiwan", "hongkong")
"""Rules whose games can be put on the table."""
DEMO_SEED, DEMO_PLACE = 206, 2
"""A game whose first hand is won with sets and flowers, and a room with a green cloth."""


@dataclass(frozen=True, slots=True)
class Game:
    """What was played, what lies where when, and the room it happens in."""

    rules: str
    played: tuple[PlayedHand, ...]
    scripts: tuple[Script, ...]
    room: Studio
    settings: FilmSettings
    faults: tuple[Bump | Glare, ...] = ()

    @property
    def end(self) -> float:
        """Seconds from the first picture to the last."""
        return self.scripts[-1].end

    def at(self, time: float) -> Moment:
        """What is on the table at a time."""
        script = next((s for s in self.scripts if time < s.end), self.scripts[-1])
        return script.at(min(max(time, self.scripts[0].begin), script.end))

    def film(self) -> Film:
        """A camera of its own over this game."""
        return Film(self.room, self.settings, self.faults)

    def shots(
        self, fps: float = 5.0, begin: float = 0.0, end: float | None = None
    ) -> Iterator[Shot]:
        """The pictures from `begin` to `end`, `fps` a second of the game, as fast as they can."""
        film = self.film()
        last = self.end if end is None else end
        number = 0
        while (at := begin + number / fps) < last:
            yield film.shoot(self.at(at))
            number += 1


def simulate(
    seed: int,
    *,
    rules: str = "taiwan",
    hands: int = 4,
    size: tuple[int, int] = (2592, 1944),
    tiles: TileSet | None = None,
    place: int | None = None,
    tempo: Tempo | None = None,
    style: Style | None = None,
    settings: FilmSettings | None = None,
    faults: Sequence[Bump | Glare] = (),
) -> Game:
    """A game of `hands` hands at most; the same seed gives the same game and pictures.

    Args:
        seed: of everything; other seeds are other makers, tables, players and rooms.
        rules: one of `RULES`.
        hands: fewer if the game ends before.
        size: of the pictures.
        tiles: the tile set; by default a maker that no training saw.
        place: seed of room and camera; by default `seed`.
        tempo: how fast people are.
        style: how they play.
        settings: of the camera.
        faults: bumps and glare.

    Raises:
        ValueError: rules that cannot be put on the table.
        FontError: no Chinese font for the maker's tiles (with `tiles` none is needed).
    """
    if rules not in RULES:
        raise ValueError(f"games of {rules} cannot be simulated: use one of {', '.join(RULES)}")
    chosen = tiles or maker(seed)
    rng = random.Random(seed)
    habits = TableHabits.drawn(rng, size_of(chosen))
    played = tuple(play_game(PLAY[rules], Random(seed), most_hands=hands, style=style))
    scripts = tuple(stage_game(played, rng, habits=habits, tempo=tempo))
    room = studio(seed if place is None else place, habits.side, chosen, size)
    return Game(rules, played, scripts, room, settings or FilmSettings(), tuple(faults))


def demo_game(
    seed: int = DEMO_SEED,
    *,
    hands: int = 1,
    size: tuple[int, int] = (1600, 1200),
    pace: float = 1.0,
    settings: FilmSettings | None = None,
) -> Game:
    """The game of the demonstration, with the shipped tiles."""
    return simulate(
        seed, hands=hands, size=size, tiles=demo_tiles(), place=DEMO_PLACE,
        tempo=Tempo(pace=pace), settings=settings,
    )  # fmt: skip


def demo(
    *,
    size: tuple[int, int] = (1600, 1200),
    real_time: bool = True,
    fps: float = 5.0,
    pace: float = 1.0,
    seed: int = DEMO_SEED,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Shot]:
    """A hand played before the camera, from the built walls to its win; needs no font.

    Args:
        size: of the pictures.
        real_time: each picture comes when it is due, and those whose time has passed are left out;
            otherwise as fast as they are drawn.
        fps: pictures a second.
        pace: 2: everybody is twice as fast.
        seed: which game.
        clock: for `real_time`, seconds.
        sleep: the same.
    """
    game = demo_game(seed, size=size, pace=pace)
    film = game.film()
    began, number = clock(), 0
    while (at := number / fps) < game.end:
        if real_time:
            late = clock() - began - at
            if late < 0:
                sleep(-late)
            elif late > 1 / fps:
                number += int(late * fps)
                at = number / fps
        yield film.shoot(game.at(at))
        number += 1
