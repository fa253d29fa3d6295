"""What a screen can show, as data without any pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from device.messages import Language, localise, say
from device.output import rules_title

if TYPE_CHECKING:
    from scoring.result import Score
    from scoring.tiles import Tile

SMALLEST: Final = (128, 64)
"""The usual OLED; nothing smaller is drawn."""


@dataclass(frozen=True, slots=True)
class Starting:
    """The program starts; `detail` says with what (a version, a model)."""

    detail: str = ""


@dataclass(frozen=True, slots=True)
class Looking:
    """The camera looks at the table and sees so many tiles."""

    tiles: int


@dataclass(frozen=True, slots=True)
class Ask:
    """A person has to decide between `choices`; `about` says what it is about."""

    choices: tuple[str, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """A counted hand. `items` are (name, value); `mark` is a short word beside the title."""

    title: str
    total: str
    unit: str
    items: tuple[tuple[str, str], ...] = ()
    mark: str = ""


@dataclass(frozen=True, slots=True)
class SettlementView:
    """What each of four players pays or gets: (name, amount), negative amounts are paid.

    With `transfers` (payer, payee, amount) it is said who pays whom.
    """

    rows: tuple[tuple[str, int], ...]
    transfers: tuple[tuple[str, str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """Players and what they have, best first."""

    rows: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CameraTrouble:
    """There is no picture: "stale", "offline" or "failed" (see `device.screens.words`)."""

    kind: str = "offline"


@dataclass(frozen=True, slots=True)
class JoinQR:
    """How phones join: the address that the QR code holds, and the code to type."""

    url: str
    code: str


View = Starting | Looking | Ask | Result | SettlementView | Standings | CameraTrouble | JoinQR


def result_view(score: Score, rules: str, mark: str, language: Language) -> Result:
    """The view of a score, its largest items first: a small screen shows three."""
    largest = sorted(score.items, key=lambda item: -item.value)
    items = tuple((localise(item.name, language), str(item.value)) for item in largest)
    unit = localise(score.unit, language)
    return Result(rules_title(rules, language), str(score.total), unit, items, mark)


def won_mark(win: Tile, self_draw: bool, language: Language) -> str:
    """The mark of a counted hand: the winning tile, drawn or not."""
    return say(language, "mark_drawn" if self_draw else "mark_won") + win.glyph
