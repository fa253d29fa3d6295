"""One photograph, all the way: read, decode, score. The only place where the steps are joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from device.hands import InputError, Options, no_win

if TYPE_CHECKING:
    import numpy as np

    from scoring.hand import Circumstances, Hand
    from scoring.result import Score
    from scoring.rulesets import RuleSet
    from vision.reader import ReadsPhotos
    from vision.types import Question, Reading

_IN_THE_HAND = ("concealed", "chow", "pung", "kong", "concealed_kong", "flowers")
"""Roles of tiles that make the hand, with the first winning tile."""


@dataclass(frozen=True, slots=True)
class Snapped:
    """Everything known about one photograph of a winner's hand.

    `score` is None where the hand cannot be scored; then `error` says why. `changed` are tiles
    (index, face read, face taken) that were read otherwise because the hand must make a win.
    """

    reading: Reading
    circumstances: Circumstances
    hand: Hand | None = None
    changed: tuple[tuple[int, str, str], ...] = ()
    assumed: Mapping[str, Any] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    score: Score | None = None
    used: frozenset[int] | None = None
    """The tiles of the photo that make the hand, where all of it was read from the photo."""
    error: Exception | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `taicam snap --json`."""
        from device.output import hand_to_dict
        from scoring.batch import score_to_dict

        left = self.left_out()
        return {
            "reading": self.reading.to_dict(),
            "hand": None if self.hand is None else hand_to_dict(self.hand),
            "assumed": dict(self.assumed) | ({"left_out": len(left)} if left else {}),
            "questions": [
                {"about": list(q.about), "ask": q.ask, "choices": list(q.choices)}
                for q in self.questions
            ],
            "score": None if self.score is None else score_to_dict(self.score),
        }

    def left_out(self) -> tuple[int, ...]:
        """Tiles of the photo, face up, that were not counted in the hand."""
        reading = self.reading
        kept = {i for g in reading.groups if g.role in _IN_THE_HAND for i in g.tiles}
        winning = [i for g in reading.groups if g.role == "winning" for i in g.tiles]
        kept.update(winning[:1])  # a hand is won with one tile: more are another hand's
        if self.used is not None:  # the rules may count less than the layout laid together
            kept &= self.used
        if not reading.groups:
            return ()
        shown = (i for row in reading.rows for i in row)
        order = dict.fromkeys((*shown, *range(len(reading.tiles))))
        return tuple(i for i in order if i not in kept and reading.tiles[i].face != "back")

    def corrected(self) -> Reading:
        """The reading with the changed tiles as they were taken, to be drawn."""
        faces = {index: face for index, _, face in self.changed}
        tiles = tuple(
            replace(tile, face=faces[i], doubtful=True) if i in faces else tile
            for i, tile in enumerate(self.reading.tiles)
        )
        return replace(self.reading, tiles=tiles)


def snap(
    image: np.ndarray, photo: str, reader: ReadsPhotos, rules: RuleSet, options: Options
) -> Snapped:
    """Read a photograph and score the hand that lies in it.

    Raises `InputError` no_tiles, and errors of what was typed (`scoring.errors.RuleError`); a hand
    that was read but cannot be scored is returned with its error.
    """
    from scoring.errors import NotAWinError, RuleError
    from vision.decode import DecodeError, decode

    circumstances = options.circumstances()
    win, melds, flowers = options.win_tile(), options.meld_sets(), options.flower_tiles()
    reading = reader.read(image, photo)
    if not reading.tiles:
        raise InputError("no_tiles", path=photo)
    known = Snapped(reading, circumstances, assumed=options.assumed(), questions=reading.questions)
    try:
        decoded = decode(
            reading,
            rules,
            circumstances=circumstances,
            win=win,
            melds=melds or None,
            flowers=flowers,
        )
    except (RuleError, DecodeError) as error:  # tiles that no hand can have, or no hand at all
        return replace(known, error=error)
    typed = win is not None or melds or flowers is not None
    known = replace(
        known,
        hand=decoded.hand,
        used=None if typed or decoded.faces is None else frozenset(decoded.faces),
        changed=tuple((change.tile, change.was, change.now) for change in decoded.changed),
        assumed={**options.assumed(), **(decoded.assumed or {})},
        questions=_once((*reading.questions, *decoded.questions)),
    )
    try:
        return replace(known, score=rules.score(decoded.hand, circumstances))
    except NotAWinError as error:
        return replace(known, error=no_win(error, decoded.hand))
    except RuleError as error:
        return replace(known, error=error)


def _once(questions: tuple[Question, ...]) -> tuple[Question, ...]:
    return tuple(dict.fromkeys(questions))
