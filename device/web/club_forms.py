"""What the club's pages send, checked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from device.club.bodies import Day, Id
from device.web.forms import _Form

Reason = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Number = Annotated[int, Field(ge=0, le=2_000_000_000)]


class Newcomer(_Form):
    """Somebody who plays in the club from now on."""

    name: Name


class StartGame(_Form):
    """Four people sit down."""

    players: tuple[Id, Id, Id, Id]
    """By seat, East first."""
    evening: Id | None = None
    """An evening that is open; None opens one with what follows."""
    day: Day | None = None
    title: str = Field(default="", max_length=200)
    season: str = Field(default="", max_length=200)
    rules: str = Field(default="taiwan", min_length=1, max_length=60)
    """A shipped rule set, or the name of one of the club's own files."""
    base: int | None = Field(default=None, ge=0, le=1_000_000)
    tai: int | None = Field(default=None, ge=0, le=1_000_000)
    dealer: int = Field(default=0, ge=0, le=3)
    dice: tuple[Annotated[int, Field(ge=1, le=6)], ...] = Field(default=(), max_length=3)
    """East's throw for the first dealer; it goes before `dealer`."""
    bank: Literal["", "A", "B"] = ""


class Entered(_Form):
    """Something that happened, as a body of the book.

    `last` is the number of the last line that the person saw: who enters on top of another's line
    is told so first. `id` makes that the same press twice writes one line.
    """

    body: dict[str, Any]
    last: Number
    id: Id | None = None
    preview: bool = False


class Changing(_Form):
    """An earlier line undone (without `body`) or corrected."""

    event: Id
    last: Number
    reason: str = Field(default="", max_length=200)
    body: dict[str, Any] | None = None
    preview: bool = False
