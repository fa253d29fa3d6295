"""Everything that can be wrong with a hand, as exceptions with one clear English line each.

Every error carries a stable `key` and `params`, so that a user interface can say the same thing
in another language. `str(error)` is one line, fit for stderr or a JSON `error` field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from scoring.tiles import Tile


def _codes(tiles: Sequence[Tile]) -> str:
    return " ".join(tile.code for tile in tiles)


class RuleError(ValueError):
    """Base of all errors of this package.

    `key` names the kind of error and never changes; `params` are the values that the sentence
    mentions (numbers, tile codes, names), for translation.
    """

    key: ClassVar[str] = "rule_error"

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.params: Mapping[str, object] = params


class NotationError(RuleError):
    """A text that cannot be read as tiles, a meld or a wind."""

    key = "notation"

    def __init__(self, text: str, position: int, reason: str) -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(
            f"cannot read {shown!r} at character {position + 1}: {reason}",
            text=text,
            position=position,
            reason=reason,
        )


class MeldError(RuleError):
    """Tiles that do not form the chow, pung or kong they are said to be."""

    key = "meld"

    def __init__(self, kind: str, tiles: Sequence[Tile]) -> None:
        codes = _codes(tiles)
        super().__init__(f"{codes or 'no tiles'}: not a {kind}", kind=kind, tiles=codes)


class MisplacedTileError(RuleError):
    """A flower among the hand's tiles, or another tile among the flowers."""

    key = "misplaced_tile"

    def __init__(self, tile: Tile, place: str) -> None:
        super().__init__(f"{tile.code} cannot be {place}", tile=tile.code, place=place)


class HandSizeError(RuleError):
    """Too few or too many tiles. Kongs count as three and flowers do not count."""

    key = "hand_size"

    def __init__(self, expected: int, actual: int, *, with_win: bool = True) -> None:
        what = "with the winning tile" if with_win else "before the winning tile"
        super().__init__(
            f"a hand has {expected} tiles {what} (a kong counts as 3, flowers as 0), "
            f"this one has {actual}",
            expected=expected,
            actual=actual,
            with_win=with_win,
        )


class TooManyOfATileError(RuleError):
    """More than four of one tile."""

    key = "too_many"

    def __init__(self, tile: Tile, count: int) -> None:
        super().__init__(
            f"there are only four {tile.code} in the game, this hand has {count}",
            tile=tile.code,
            count=count,
        )


class TwoOfAFlowerError(RuleError):
    """One flower twice: there is one of each in the game."""

    key = "two_of_a_flower"

    def __init__(self, tile: Tile) -> None:
        super().__init__(
            f"there is only one {tile.code} ({tile.chinese}) in the game", tile=tile.code
        )


class ContradictionError(RuleError):
    """Two circumstances that cannot both be true, or one that the hand does not allow.

    `first` and `second` are names of `Circumstances` fields, or words for a state of the hand.
    """

    key = "contradiction"

    def __init__(self, first: str, second: str, reason: str) -> None:
        super().__init__(
            f"{first} and {second} contradict each other: {reason}",
            first=first,
            second=second,
            reason=reason,
        )


class MissingWinTileError(RuleError):
    """A complete hand, but nobody said which of its tiles won."""

    key = "missing_win_tile"

    def __init__(self, choices: Sequence[Tile]) -> None:
        super().__init__(
            f"the hand is complete, but which tile won? One of {_codes(choices)}",
            choices=_codes(choices),
        )
        self.choices = tuple(choices)


class NotAWinError(RuleError):
    """The hand does not win. `waits` if it was ready, else `distance` (tiles to exchange)."""

    key = "not_a_win"

    def __init__(self, waits: Sequence[Tile], distance: int) -> None:
        if waits:
            message = f"the hand does not win: it waits for {_codes(waits)}"
        else:
            plural = "tile" if distance == 1 else "tiles"
            message = f"the hand does not win: it is {distance} {plural} away from a win"
        super().__init__(message, waits=_codes(waits), distance=distance)
        self.waits = tuple(waits)
        self.distance = distance


class NoFlowerWinError(RuleError):
    """A win by flowers alone was claimed without the flowers for it."""

    key = "no_flower_win"

    def __init__(self, have: int, need: int) -> None:
        super().__init__(
            f"a win by flowers alone needs {need} flowers, this hand has {have}",
            have=have,
            need=need,
        )


class BelowMinimumError(RuleError):
    """The hand is complete, but worth less than the rules ask of a win (起糊)."""

    key = "below_minimum"

    def __init__(self, total: int, minimum: int, unit: str) -> None:
        super().__init__(
            f"the hand is complete but worth {total} {unit} only, these rules ask for {minimum}",
            total=total,
            minimum=minimum,
            unit=unit,
        )
        self.total = total
        self.minimum = minimum


class NotInRulesError(RuleError):
    """A way to win that the chosen rules do not know. `what` is its name, as 花糊."""

    key = "not_in_rules"

    def __init__(self, what: str, rules: str) -> None:
        super().__init__(f"the rules {rules} know no {what}", what=what, rules=rules)


class UnknownRulesError(RuleError):
    """No rule set of this name. `suggestions` are the nearest names, best first."""

    key = "unknown_rules"

    def __init__(self, name: str, suggestions: Sequence[str], known: Sequence[str]) -> None:
        hint = f"did you mean {' or '.join(suggestions)}?" if suggestions else ""
        hint = hint or f"known: {', '.join(known)}"
        super().__init__(
            f"unknown rule set {name!r}; {hint}",
            name=name,
            suggestions=tuple(suggestions),
            known=tuple(known),
        )
        self.suggestions = tuple(suggestions)


class PresetError(RuleError):
    """A preset (house rules as TOML) that cannot be used: `name`, `line` (from 1) and `problem`.

    `problem` is one of the keys of `PROBLEMS`; the other params are what its sentence mentions.
    """

    key = "preset"
    PROBLEMS: ClassVar[Mapping[str, str]] = {
        "too_long": "longer than {most} characters: not a preset",
        "not_toml": "not TOML: {reason}",
        "no_base": "no based_on: one of {known}",
        "bad_base": "based_on {value} is no rule set{hint}",
        "not_a_section": "{key_name} is a section, not {value}",
        "unknown_key": "unknown key {key_name}{hint}",
        "other_section": "{key_name} belongs into [{section}]",
        "wrong_kind": "{key_name} wants {kind}, not {value}",
        "out_of_bounds": "{key_name} is {value}, it must be {least} to {most}",
        "no_choice": "{key_name} is {value!r}, it must be one of {choices}",
        "bad_amounts": "{key_name} {reason}",
        "bad_name": "{key_name} must be 1 to {most} characters, not {value}",
    }
    KINDS: ClassVar[Mapping[str, str]] = {
        "int": "a whole number",
        "bool": "true or false",
        "str": "a text",
        "tuple": "a list",
    }

    def __init__(self, name: str, line: int, problem: str, **params: object) -> None:
        words = {
            key: ", ".join(map(str, value)) if isinstance(value, tuple) else value
            for key, value in params.items()
        }
        near = params.get("near")
        words["hint"] = f", did you mean {words['near']}?" if near else ""
        words["kind"] = self.KINDS.get(str(params.get("kind")), "")
        message = self.PROBLEMS[problem].format(**words)
        super().__init__(
            f"{name}, line {line}: {message}", name=name, line=line, problem=problem, **params
        )
        self.line = line
        self.problem = problem


class RecordError(RuleError):
    """A record of a batch file that is not of the expected form."""

    key = "record"

    def __init__(self, reason: str) -> None:
        super().__init__(f"bad record: {reason}", reason=reason)


class GameError(RuleError):
    """Something that cannot happen at this point of a game."""

    key = "game"

    def __init__(self, reason: str) -> None:
        super().__init__(reason, reason=reason)


class RefereeError(RuleError):
    """An event that the rules do not allow: `rule` is the line of the checklist."""

    key = "referee"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}", rule=rule, reason=reason)
        self.rule = rule
        self.reason = reason
