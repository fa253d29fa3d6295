"""What a hand that ended in front of the camera came to, and how it gets into the book."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.club.book import Evidence
from device.club.record import program, win_told
from scoring.errors import RuleError
from scoring.events import to_dict
from scoring.outcome import Outcome, outcome
from scoring.settlement import Settlement, TableState, Win
from scoring.table import circumstances_of_win, hand_of_win

if TYPE_CHECKING:
    from device.club.bodies import AnyBody
    from scoring.money import Money
    from scoring.rulesets import RuleSet
    from vision.watch.story_types import Ending, StoryQuestion, Told
    from vision.watch.types import LyingTile


@dataclass(frozen=True, slots=True)
class LiveResult:
    """A hand that is over: won with these scores, drawn, or won with tiles that cannot be read.

    `error` says why there is no score although somebody won. `questions` are those that are still
    open; while there are some, nothing is written by itself.
    """

    hand: int
    """Counts the hands that were followed (`Report.hand`)."""
    ending: Ending
    log: tuple[Told, ...]
    tiles: tuple[LyingTile, ...] = ()
    """What lay on the table then."""
    questions: tuple[StoryQuestion, ...] = ()
    wins: tuple[Win, ...] = ()
    settlement: Settlement = field(default_factory=Settlement)
    error: Exception | None = None
    picture: Path | None = None
    clip: Path | None = None
    event: str = ""
    """The event of the book, once it is written."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))

    @property
    def drawn(self) -> bool:
        """Nobody won."""
        return not self.ending.winners

    @property
    def sure(self) -> bool:
        """Whether it can be written without asking anybody."""
        return not self.questions and (self.drawn or bool(self.wins)) and self.error is None


def count(
    hand: int,
    ending: Ending,
    log: Sequence[Told],
    tiles: Sequence[LyingTile],
    questions: Sequence[StoryQuestion],
    rules: RuleSet,
    money: Money,
    table: TableState | None = None,
) -> LiveResult:
    """Score and settle a hand that has ended; nothing that was seen raises."""
    made = LiveResult(hand, ending, tuple(log), tuple(tiles), tuple(questions))
    if not ending.winners:
        return made
    try:
        came: Outcome = outcome(ending.state, rules, money, table=table)
    except (RuleError, ValueError) as error:
        return replace(made, error=error)
    return replace(made, wins=came.wins, settlement=came.settlement)


def body_of(result: LiveResult, game: str) -> AnyBody:
    """The entry for the book, in the game with this id."""
    from device.club.bodies import HandDrawn, HandWon

    if result.drawn:
        return HandDrawn(game=game, last_taker=result.ending.result.last_taker)
    state = result.ending.state
    told = tuple(
        win_told(
            win.score,
            hand_of_win(state, win.winner),
            circumstances_of_win(state, win.winner),
            win.winner,
            win.source,
            robbed=win.robbed,
            by_kong=win.by_kong,
            kong_giver=win.kong_giver,
            exposed=win.exposed,
            dragons=win.dragons,
            looking=win.looking,
            codes=tuple(tile.code for tile in win.codes),
        )
        for win in result.wins
    )
    return HandWon(game=game, wins=told)


def evidence_of(result: LiveResult, corrections: Sequence[dict[str, Any]] = ()) -> Evidence:
    """What proves it: the log with its confidences, the tiles as read, picture and film."""
    log = [{**to_dict(told.event), "confidence": round(told.confidence, 4)} for told in result.log]
    tiles = [
        {
            "face": tile.face,
            "x": round(tile.x, 2),
            "y": round(tile.y, 2),
            "turn": round(tile.turn, 1),
            "confidence": round(tile.confidence, 4),
            "doubtful": tile.doubtful,
        }
        for tile in result.tiles
    ]
    data = {
        **program(),
        "by": "live",
        "log": log,
        "tiles": tiles,
        "assumed": list(result.ending.assumed),
        "corrections": list(corrections),
    }
    return Evidence(data, result.picture, result.clip)
