"""What the page sends, checked: every list has a longest length, every tile is one of the faces."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from device.hands import Options
from scoring.hand import Circumstances

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.tiles import Tile

Face = Literal[
    "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
    "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
    "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s",
    "E", "S", "W", "N", "C", "F", "P",
    "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "back",
]  # fmt: skip
Wind = Literal["E", "S", "W", "N"]
Kind = Literal["chow", "pung", "kong", "ckong"]
FlagName = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z_]+$")]

FLAG_FIELDS: frozenset[str] = frozenset(
    entry.name
    for entry in dataclasses.fields(Circumstances)
    if entry.init and entry.type in ("bool", bool)
)
"""The circumstances that are true or false; `hand_complete` is told as `flower_win`."""

NO_FLAGS = frozenset({"hand_complete", "seat_known", "round_known"})


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TileForm(_Form):
    """A tile, and which tile of the photograph it is."""

    f: Face
    at: int | None = Field(default=None, ge=0, le=999)


class MeldForm(_Form):
    """A set that lies apart."""

    type: Kind
    tiles: list[TileForm] = Field(max_length=4)


class HandForm(_Form):
    """A hand as the page shows it. It may be unfinished: `hand` says what is wrong with it."""

    concealed: list[TileForm] = Field(default_factory=list, max_length=24)
    melds: list[MeldForm] = Field(default_factory=list, max_length=6)
    flowers: list[TileForm] = Field(default_factory=list, max_length=16)
    win: TileForm | None = None
    left: list[TileForm] = Field(default_factory=list, max_length=200)
    """Tiles of the photograph that are not the hand's."""

    def hand(self, jokers: frozenset[Tile] = frozenset()) -> Hand:
        """The hand to score; `jokers` may stand for other tiles in its sets.

        Raises:
            scoring.errors.RuleError: no hand has such tiles.
            InputError: web_face_down.
        """
        from device.hands import InputError
        from scoring.hand import Hand, Meld, MeldKind
        from scoring.tiles import Tile

        def faces(tiles: list[TileForm]) -> tuple[Tile, ...]:
            if any(tile.f == "back" for tile in tiles):
                raise InputError("web_face_down")
            return tuple(Tile.from_code(tile.f) for tile in tiles)

        return Hand(
            faces(self.concealed),
            tuple(
                Meld.with_jokers(MeldKind(one.type), faces(one.tiles), jokers)
                if jokers
                else Meld(MeldKind(one.type), faces(one.tiles))
                for one in self.melds
                if one.tiles
            ),
            faces(self.flowers),
            None if self.win is None else faces([self.win])[0],
        )

    def places(self) -> tuple[frozenset[int], ...]:
        """Which tiles of the photograph are in which part of the hand, whatever their faces."""
        melds = [frozenset(t.at for t in meld.tiles if t.at is not None) for meld in self.melds]
        parts = (self.concealed, self.flowers, [self.win] if self.win else [], self.left)
        others = [frozenset(t.at for t in part if t.at is not None) for part in parts]
        return (*sorted(melds, key=min_or_none), *others)

    def faces(self) -> dict[int, str]:
        """The face of each tile of the photograph, as the page has it."""
        tiles = [*self.concealed, *self.flowers, *self.left]
        tiles += [tile for meld in self.melds for tile in meld.tiles]
        tiles += [self.win] if self.win is not None else []
        return {tile.at: tile.f for tile in tiles if tile.at is not None}


def min_or_none(places: frozenset[int]) -> int:
    """To sort sets by: their first tile; those without one come first."""
    return min(places, default=-1)


class Setup(_Form):
    """Rules and circumstances. Seats are counted from the winner: 0 himself, 1 who plays next."""

    rules: str = Field(default="taiwan", min_length=1, max_length=40)
    seat: Wind | None = None
    round: Wind | None = None
    dealer: int | None = Field(default=None, ge=0, le=3)
    streak: int = Field(default=0, ge=0, le=99)
    source: int | None = Field(default=None, ge=1, le=3)
    """Who gave the winning tile; None when that is not known, or it was drawn."""
    flags: list[FlagName] = Field(default_factory=list, max_length=40)
    indicator: Face | None = None
    """The tile turned over that makes the jokers of the joker game."""
    base: int = Field(default=0, ge=0, le=1_000_000)
    """底, in whole units of money."""
    tai: int = Field(default=0, ge=0, le=1_000_000)
    """What one 台 costs, in the same units."""
    winner: int | None = Field(default=None, ge=0, le=3)
    """Whose hand it is, while a game is played at the table: the seat there."""
    apart: bool = False
    """It is no hand of the game at the table."""

    @field_validator("flags")
    @classmethod
    def _known(cls, flags: list[str]) -> list[str]:
        known = (FLAG_FIELDS - NO_FLAGS) | {"flower_win"}
        unknown = [name for name in flags if name not in known]
        if unknown:
            raise ValueError(f"unknown circumstance {unknown[0]!r}")
        return sorted(set(flags))

    def options(self) -> Options:
        """The same as the options of the command line, for reading a photograph."""
        return Options(
            rules=self.rules,
            seat=self.seat,
            round=self.round,
            dealer=None if self.dealer is None else self.dealer == 0,
            streak=self.streak,
            flags=frozenset(self.flags) - {"flower_win"},
            complete="flower_win" not in self.flags,
        )

    def values(self) -> dict[str, Any]:
        """Arguments of `scoring.hand.Circumstances`."""
        from scoring.tiles import Tile

        values: dict[str, Any] = {
            "seat": Tile.from_code(self.seat or "E"),
            "round": Tile.from_code(self.round or "E"),
            "dealer": None if self.dealer is None else self.dealer == 0,
            "streak": self.streak,
            "hand_complete": "flower_win" not in self.flags,
            **{name: True for name in self.flags if name in FLAG_FIELDS},
        }
        if self.indicator is not None and self.indicator != "back":
            values["indicator"] = Tile.from_code(self.indicator)
        return values


class Typed(_Form):
    """A hand that was typed, not photographed."""

    hand: HandForm
    setup: Setup = Setup()


class Edited(_Form):
    """A corrected hand. `version` is the one that was corrected."""

    version: int = Field(ge=1, le=1_000_000_000)
    hand: HandForm
    setup: Setup
    touched: FlagName | None = None
    """The circumstance that was changed last: of two that contradict each other, it stays."""


class Answered(_Form):
    """An answer to one of the questions about a photograph."""

    version: int = Field(ge=1, le=1_000_000_000)
    number: int = Field(ge=0, le=99)
    choice: str = Field(min_length=1, max_length=60)


class Confirm(_Form):
    """The version of the result that the person saw and confirms."""

    version: int = Field(ge=1, le=1_000_000_000)
    reason: str = Field(default="", max_length=200)
    """Why, where it corrects a hand of the book."""
    preview: bool = False
    """Only say what the correction would change."""


class Code(_Form):
    """A join code as a person typed it."""

    code: str = Field(min_length=1, max_length=64)
