"""What the story of a game hands on: events as told, corrections, questions, phases, the end."""

from __future__ import annotations

import difflib
import enum
from dataclasses import dataclass

from scoring.events import Event
from scoring.game import HandResult, Seat
from scoring.hand import Circumstances, Hand
from scoring.table import State


class Stage(enum.StrEnum):
    """What goes on at the table."""

    WAITING = "waiting"
    """Nothing is known yet, or a hand is in progress whose beginning nobody saw."""
    SHUFFLING = "shuffling"
    BUILDING = "building"
    """Walls are built, or tiles dealt."""
    DEALT = "dealt"
    """Dealt, and nobody has discarded yet."""
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Told:
    """One event, as far as it was seen."""

    event: Event
    confidence: float
    """0..1: that it happened so."""
    tiles: tuple[int, ...] = ()
    """Ids of its tiles, for a picture of them; empty where none was seen."""
    table: int = 0
    """Number of the still table that showed it."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What was told before is told otherwise now."""

    place: int
    """Place in the log of this hand, from 0."""
    before: Told | None
    """None: it was missing."""
    after: Told | None
    """None: it did not happen."""


class Ask(enum.StrEnum):
    """What a question is about."""

    FACE = "face"
    """Which face a tile has."""
    WINNING = "winning"
    """Which of the tiles laid open won."""
    READY = "ready"
    """Whether a ready hand was declared, which nobody can see."""
    EAST = "east"
    """Whose wind is East in this hand (Taiwan: where the wall was opened)."""
    ENDING = "ending"
    """How a hand ended whose end was not seen."""
    DEALER = "dealer"
    """Who deals, where the table shows another than the game says."""
    FALSE_WIN = "false_win"
    """A hand was laid open that does not win."""


@dataclass(frozen=True, slots=True)
class StoryQuestion:
    """One thing to ask a person."""

    kind: Ask
    about: tuple[int, ...]
    """Ids of tiles, or the seat."""
    choices: tuple[str, ...]
    """Faces; seats as digits; ``no``, ``tianting``, ``diting``; ``draw``. The likeliest first."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended."""

    state: State
    """The table after the last event, for `scoring.outcome`."""
    result: HandResult
    """For `scoring.game.advance`."""
    log: tuple[Told, ...]
    """The whole hand as it is told now."""
    winners: tuple[Seat, ...] = ()
    hand: Hand | None = None
    """Of the first winner; None where it could not be read."""
    circumstances: Circumstances | None = None
    assumed: tuple[str, ...] = ()
    """What was taken for granted, as words: ``not declared``, ``east``, ``winning tile``,
    ``face-down kong``."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one still table added."""

    stage: Stage
    told: tuple[Told, ...] = ()
    """New events, in order."""
    corrections: tuple[Correction, ...] = ()
    questions: tuple[StoryQuestion, ...] = ()
    """All that are open now."""
    ending: Ending | None = None
    """When the hand has just ended, or its end is told otherwise now."""
    hand: int = 0
    """Counts the hands that were followed, from 1; 0 before the first deal."""


def _words(told: Told) -> tuple[object, ...]:
    """What makes two tellings of an event the same: all but the time."""
    event = told.event
    names = ("tile", "using", "tiles", "end", "ready", "source", "hand", "flowers", "east")
    return type(event), event.seat, *(getattr(event, name, None) for name in names)


def differences(
    before: tuple[Told, ...], after: tuple[Told, ...]
) -> tuple[tuple[Told, ...], tuple[Correction, ...]]:
    """Of two tellings: what is new at the end, and what is told otherwise."""
    if before is after:
        return (), ()
    old, new = [_words(t) for t in before], [_words(t) for t in after]
    if new[: len(old)] == old:
        return after[len(before) :], ()
    fresh: list[Told] = []
    corrections: list[Correction] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if tag == "equal":
            continue
        if tag == "insert" and a == len(old):
            fresh += after[c:d]
            continue
        for k in range(max(b - a, d - c)):
            was = before[a + k] if a + k < b else None
            now = after[c + k] if c + k < d else None
            if was is None and b == len(old):
                fresh.append(after[c + k])
            else:
                corrections.append(Correction(min(c + k, len(after)), was, now))
    return tuple(fresh), tuple(corrections)
