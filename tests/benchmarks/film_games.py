"""Whole simulated games followed from their pictures alone, against what was played.

    python -m tests.benchmarks.film_games [--games 2] [--hands 2] [--size 2592x1944]

The film of each game (makers, tables and rooms that no training saw) goes through the watcher with
the shipped models and through the story, as in `taicam live`; the marks are those of
`tests.benchmarks.story_games`. Stretches in which hands move on and on, or nothing does, are
shortened: a hand costs about a minute of processor time.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.benchmarks.story_games import HEAD, Tally, Witness, _marks, _total_right, line
from vision.reader import Reader
from vision.simulator.film import Film
from vision.simulator.game import Game, simulate
from vision.simulator.script import Phase, Script
from vision.watch.story import Story
from vision.watch.types import StillTable
from vision.watch.whole import WholeWatcher

EVERY = 0.2
"""Seconds between pictures, as a camera at five a second gives them ..."""
BEFORE, AFTER = 0.6, 1.2
"""... from so long before the last hand has left, to so long after; the rest is left out."""


@dataclass(slots=True)
class Spent:
    """Seconds of this process."""

    drawing: float = 0.0
    watching: float = 0.0
    looks: int = 0
    slowest: float = 0.0


def seen_tables(
    game: Game, script: Script, film: Film, watcher: WholeWatcher, spent: Spent
) -> Iterator[StillTable]:
    """The still tables that the watcher makes of a hand's film."""
    last = -1.0
    for begin, end in script.quiet():
        at = max(begin - BEFORE, last + EVERY, script.begin)
        while at < min(end, begin + AFTER):
            last = at
            clock = time.process_time()
            shot = film.shoot(game.at(at))
            middle = time.process_time()
            seen = watcher.see(shot.image, at)
            took = time.process_time() - middle
            spent.drawing += middle - clock
            spent.watching += took
            spent.looks += 1
            spent.slowest = max(spent.slowest, took)
            if seen.table is not None:
                yield seen.table
            at += EVERY


def one_film(game: Game, reader: Reader, spent: Spent, name: str) -> Tally:
    """Follow one game."""
    film = game.film()
    first = film.shoot(game.at(0.0))
    watcher = WholeWatcher(reader.locator, reader.namer, first.frame)  # type: ignore[arg-type]
    story = Story(game.rules, game.played[0].before, first.frame.side)
    tally = Tally()
    for place, (hand, script) in enumerate(zip(game.played, game.scripts, strict=True)):
        witness, tables, ending = Witness(hand, script), [], None
        for table in seen_tables(game, script, film, watcher, spent):
            begun = time.perf_counter()
            report = story.see(table)
            tally.seconds += time.perf_counter() - begun
            if script.phase(table.time) in (Phase.SHUFFLE, Phase.BUILD, Phase.DEAL):
                tally.stray += len(report.told[report.told[:1] != () :])
            tally.corrections += len(report.corrections)
            ending = report.ending or ending
            tables.append(table)
        ending = story.finish().ending or ending
        log = [told.event for told in story.log]
        asked = bool(story.questions)
        before = _total_right(game.rules, hand, ending)
        for question in story.questions:
            choice = witness.answer(question, tables[-1])
            if choice is not None:
                ending = story.answer(question, choice).ending or ending
        tally.add(_marks(hand, script, log, ending, f"{name}/{place}"))
        tally.hands += 1
        tally.tables += len(tables)
        tally.asked += asked
        tally.total_right += before and not asked
        tally.total_after += _total_right(game.rules, hand, ending)
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--hands", type=int, default=2, help="of each game, at most")
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument("--rules", choices=("taiwan", "hongkong"), default="taiwan")
    parser.add_argument("--size", default="2592x1944", help="of the pictures")
    args = parser.parse_args(arguments)
    width, height = (int(part) for part in args.size.split("x"))
    reader = Reader.load()
    whole, spent = Tally(), Spent()
    print(HEAD)
    for seed in range(args.first, args.first + args.games):
        game = simulate(seed, rules=args.rules, hands=args.hands, size=(width, height))
        tally = one_film(game, reader, spent, f"{args.rules} {seed}")
        whole.add(tally)
        print("\n".join([*tally.notes, line(f"... seed {seed}", whole)]), flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    each = 1000 / max(1, spent.looks)
    print(
        f"{spent.looks} pictures: watching {each * spent.watching:.0f} ms each, slowest"
        f" {1000 * spent.slowest:.0f} ms; drawing {each * spent.drawing:.0f} ms; {memory:.0f} MB"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
