"""Whole simulated games told from still tables alone, against what was played.

    python -m tests.benchmarks.story_games [--games 50] [--rules taiwan] [--noise none] [--jobs 1]

Games of random legal players are put on a table (`vision.simulator`) and followed by
`vision.watch.story`. Noise: `none`; `faces`, 0.5% of the tiles misread, half of them marked
doubtful; `lost`, a seventh of the still tables not seen at all; `both`.

A game costs about two seconds a hand. `--csv FILE` writes one row a game.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import math
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from scoring.errors import RuleError
from scoring.events import (
    AddedKong,
    Chow,
    ConcealedKong,
    Discard,
    DrawGame,
    Event,
    Flower,
    Kong,
    Pung,
    Ready,
    RobFlower,
    Win,
)
from scoring.play import PlayedHand, Random, play_game
from scoring.playrules import PLAY
from scoring.rulesets import get_rules
from scoring.table import State, circumstances_of_win, hand_of_win
from vision.simulator.choreography import stage_game
from vision.simulator.script import Phase, Script
from vision.simulator.stills import Noise, still_tables
from vision.watch.story import Story
from vision.watch.story_types import Ask, Ending, StoryQuestion
from vision.watch.types import StillTable

NOISES = {
    "none": (Noise(), 0.0),
    "faces": (Noise(wrong=0.005, doubted=0.5), 0.0),
    "lost": (Noise(), 0.15),
    "both": (Noise(wrong=0.005, doubted=0.5, spread=0.1), 0.15),
}
"""What goes wrong, and the share of still tables that nobody sees: of all but a hand's last one,
which lies for many seconds."""
MOST_HANDS = 9
"""Hands of a game that are played: 50 games are 450 hands."""


@dataclass(slots=True)
class Tally:
    """Counts of one game or many."""

    hands: int = 0
    tables: int = 0
    discards: int = 0
    discards_right: int = 0
    claims: int = 0
    claims_right: int = 0
    flowers: int = 0
    flowers_right: int = 0
    ends_right: int = 0
    asked: int = 0
    """Hands with a question at the end."""
    total_right: int = 0
    """... with the right total and no question."""
    total_after: int = 0
    """... with the right total after the questions."""
    corrections: int = 0
    stray: int = 0
    """Events told while tiles were shuffled, walls built or tiles dealt."""
    seconds: float = 0.0
    """Spent in the story alone."""
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Counts of both."""
        for item in fields(self):
            setattr(self, item.name, getattr(self, item.name) + getattr(other, item.name))


def words(event: Event) -> tuple[object, ...]:
    """An event without its time."""
    tile = getattr(event, "tile", None)
    using = tuple(sorted(event.using, key=str)) if isinstance(event, Chow) else ()
    return type(event).__name__, event.seat, tile, using


def in_order(wanted: Sequence[object], told: Sequence[object]) -> int:
    """How many of the wanted are told in the same order."""
    matcher = difflib.SequenceMatcher(None, wanted, told, False)
    return sum(block.size for block in matcher.get_matching_blocks())


_CLAIMS = (Chow, Pung, Kong, ConcealedKong, AddedKong, RobFlower)


def _claims(log: Iterable[Event], faces: Sequence[Event] = ()) -> list[tuple[object, ...]]:
    """Sets as they were laid. A concealed kong's tile may not have been seen."""
    return [words(e)[:2] if isinstance(e, ConcealedKong) else words(e)
            for e in log if isinstance(e, _CLAIMS)]  # fmt: skip


def _flowers(log: Iterable[Event]) -> Counter[object]:
    return Counter((e.seat, tile) for e in log if isinstance(e, Flower) for tile in e.tiles)


def how_it_ended(state: State) -> tuple[object, ...]:
    """Winners, winning tiles and ways; nothing for a draw."""
    return tuple((won.seat, won.tile, won.how, won.flowers) for won in state.wins)


def total_of(rules: str, state: State, ending: Ending | None = None) -> int | None:
    """What the (first) winner's hand is worth; None for a draw, -1 where that is not known."""
    if not state.wins:
        return None
    try:
        hand = hand_of_win(state)
    except RuleError:
        if ending is None or ending.hand is None:
            return -1
        hand = ending.hand
    try:
        return get_rules(rules).score(hand, circumstances_of_win(state)).total
    except RuleError:
        return -1


class Witness:
    """Knows what was played, and answers questions."""

    def __init__(self, hand: PlayedHand, script: Script) -> None:
        self.hand, self.script = hand, script

    def answer(self, question: StoryQuestion, table: StillTable) -> str | None:
        """The truth; None where it is none of the choices."""
        if question.kind is Ask.FACE:
            return self._face(question.about, table)
        if question.kind is Ask.ENDING:
            wins = self.hand.state.wins
            return str(wins[0].seat) if wins else "draw"
        if question.kind is Ask.EAST:
            return str(self.hand.state.deal.east)
        if question.kind is Ask.DEALER:
            return str(self.hand.state.deal.seat)
        if question.kind is Ask.WINNING:
            tile = self.hand.state.wins[0].tile if self.hand.state.wins else None
            return tile.code if tile is not None else None
        if question.kind is Ask.READY:
            seat = question.about[0]
            for event in self.hand.log:
                if isinstance(event, Ready) and event.seat == seat:
                    return "tianting"
                if isinstance(event, Discard) and event.seat == seat and event.ready:
                    return "diting"
            return "no"
        return None

    def _face(self, about: Sequence[int], table: StillTable) -> str | None:
        placed = self.script.at(table.time).tiles
        for tile in table.tiles:
            if tile.id in about:
                near = min(
                    placed,
                    key=lambda t: (
                        math.hypot(t.place.x - tile.x, t.place.y - tile.y) - 0.01 * t.place.z
                    ),
                )
                return near.face
        return None


def one_game(task: tuple[str, str, int, int]) -> Tally:
    """Follow one game: rules, noise, seed, most hands."""
    rules, noise, seed, most = task
    played = list(play_game(PLAY[rules], Random(seed), most_hands=most))
    scripts = stage_game(played, random.Random(seed), shuffled_in=True)
    tally = Tally()
    story: Story | None = None
    number = ids = 1
    for place, (hand, script) in enumerate(zip(played, scripts, strict=True)):
        if story is None:
            story = Story(rules, hand.before, script.side)
        witness = Witness(hand, script)
        rng = random.Random(1000 * seed + place)
        how, lost = NOISES[noise]
        whole = list(still_tables(script, rng, noise=how, first_number=number, first_id=ids))
        tables = [t for t in whole if t is whole[-1] or rng.random() >= lost]
        number = tables[-1].number + 1
        ids = max([ids, *(tile.id + 1 for table in tables for tile in table.tiles)])
        ending, asked = None, False
        for table in tables:
            begun = time.perf_counter()
            report = story.see(table)
            tally.seconds += time.perf_counter() - begun
            if script.phase(table.time) in (Phase.SHUFFLE, Phase.BUILD, Phase.DEAL):
                tally.stray += len(report.told[report.told[:1] != () :])
            tally.corrections += len(report.corrections)
            ending = report.ending or ending
        ending = story.finish().ending or ending
        log = [told.event for told in story.log]
        asked = bool(story.questions)
        before = _total_right(rules, hand, ending)
        for question in story.questions:
            choice = witness.answer(question, tables[-1])
            if choice is not None:
                ending = story.answer(question, choice).ending or ending
        tally.add(_marks(hand, script, log, ending, f"{rules} {noise} {seed}/{place}"))
        tally.hands += 1
        tally.tables += len(tables)
        tally.asked += asked
        tally.total_right += before and not asked
        tally.total_after += _total_right(rules, hand, ending)
    return tally


def _total_right(rules: str, hand: PlayedHand, ending: Ending | None) -> bool:
    if ending is None:
        return False
    return total_of(rules, hand.state) == total_of(rules, ending.state, ending)


def _marks(
    hand: PlayedHand, script: Script, log: Sequence[Event], ending: Ending | None, name: str
) -> Tally:
    """How much of a hand was told rightly."""
    truth = script.events
    wanted = [words(e) for e in truth if isinstance(e, Discard)]
    told = [words(e) for e in log if isinstance(e, Discard)]
    sets, told_sets = _claims(truth), _claims(log)
    bloom, told_bloom = _flowers(truth), _flowers(log)
    right = in_order(wanted, told)
    right_sets = in_order(sets, told_sets)
    ended = ending is not None and how_it_ended(ending.state) == how_it_ended(hand.state)
    tally = Tally(
        discards=max(len(wanted), len(told)),
        discards_right=right,
        claims=max(len(sets), len(told_sets)),
        claims_right=right_sets,
        flowers=max(bloom.total(), told_bloom.total()),
        flowers_right=(bloom & told_bloom).total(),
        ends_right=ended,
    )
    if not ended:
        got = how_it_ended(ending.state) if ending is not None else "no end"
        tally.notes.append(f"{name}: {how_it_ended(hand.state)} told as {got}")
    if right < len(wanted) or right_sets < len(sets):
        parts = [words(e) for e in truth if isinstance(e, (Discard, *_CLAIMS, Win, DrawGame))]
        others = [words(e) for e in log if isinstance(e, (Discard, *_CLAIMS, Win, DrawGame))]
        lines = list(difflib.unified_diff(list(map(str, parts)), list(map(str, others)), n=0))
        tally.notes.append(f"{name}: " + " ".join(line for line in lines[2:8] if line[0] in "+-"))
    return tally


def share(part: int, whole: int) -> str:
    """Percent, or a dash."""
    return f"{100 * part / whole:6.2f}%" if whole else "      -"


def line(name: str, tally: Tally) -> str:
    """One line of the table."""
    claims = tally.claims + tally.flowers
    claims_right = tally.claims_right + tally.flowers_right
    return (
        f"{name:16} {tally.hands:5} {share(tally.discards_right, tally.discards)}"
        f" {share(claims_right, claims)} {share(tally.ends_right, tally.hands)}"
        f" {share(tally.total_right, tally.hands)} {share(tally.total_after, tally.hands)}"
        f" {share(tally.asked, tally.hands)} {tally.corrections:6} {tally.stray:5}"
        f" {1000 * tally.seconds / max(1, tally.tables):7.1f}"
    )


HEAD = (
    "rules noise      hands discards  claims+fl ended   total   after q. asked  correct stray"
    "  ms/table"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--hands", type=int, default=MOST_HANDS, help="of each game, at most")
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument("--rules", choices=("taiwan", "hongkong"), default="taiwan")
    parser.add_argument("--noise", choices=tuple(NOISES), default="none")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--notes", action="store_true", help="what was told wrongly")
    args = parser.parse_args(arguments)
    seeds = range(args.first, args.first + args.games)
    tasks = [(args.rules, args.noise, seed, args.hands) for seed in seeds]
    whole = Tally()
    rows: list[dict[str, Any]] = []
    with multiprocessing.Pool(args.jobs) as pool:
        for task, tally in zip(tasks, pool.imap(one_game, tasks), strict=True):
            whole.add(tally)
            names = [item.name for item in fields(tally) if item.name not in ("notes", "seconds")]
            rows.append({"rules": task[0], "noise": task[1], "seed": task[2]}
                        | {name: getattr(tally, name) for name in names})  # fmt: skip
            if args.notes:
                print("\n".join([*tally.notes, line(f"... seed {task[2]}", whole)]), flush=True)
    print(HEAD)
    print(line(f"{args.rules} {args.noise}", whole))
    if args.csv is not None:
        with args.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
