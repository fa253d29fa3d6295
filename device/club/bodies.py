"""What can be written into the book: one small checked record for each kind of event.

An event is an envelope (`Event`) around a body. People appear by id only: their names stand apart,
so that a name can be deleted without touching what happened. Seats are 0 to 3 in order of play.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from scoring.money import POT

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Amount = Annotated[int, Field(ge=0, le=100_000_000)]
"""Whole units of the club's money."""
Text = Annotated[str, StringConstraints(max_length=200)]
Day = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\d$")]
Four = tuple[Id, Id, Id, Id]


class Body(BaseModel):
    """What every kind of event has in common."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class PlayerAdded(Body):
    """Somebody plays in the club from now on."""

    kind: Literal["player"] = "player"
    player: Id


class EveningOpened(Body):
    """People meet to play."""

    kind: Literal["evening"] = "evening"
    evening: Id
    day: Day
    title: Text = ""
    season: Text = ""


class EveningClosed(Body):
    """The evening is over and its debts are fixed."""

    kind: Literal["evening_closed"] = "evening_closed"
    evening: Id


class RulesUsed(Body):
    """The rules of a game, whole, so that it can be recounted years later."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    """A shipped rule set, or what the club calls its own."""
    text: Annotated[str, StringConstraints(max_length=100_000)] = ""
    """The preset (TOML) of a club's own rules; empty for a shipped set."""
    hash: Annotated[str, StringConstraints(max_length=64)] = ""
    """SHA-256 of all values, switches, names and money (`scoring.presets.preset_hash`)."""


class GameStarted(Body):
    """Four people sit down."""

    kind: Literal["game"] = "game"
    game: Id
    evening: Id
    players: Four
    """By seat."""
    rules: RulesUsed
    stakes: dict[Literal["base", "tai", "fan", "win"], Amount] = Field(default_factory=dict)
    """Amounts agreed for this game, in place of the preset's."""
    east: SeatNumber = 0
    """東座位: whose owner threw for the first dealer."""
    dealer: SeatNumber = 0
    """起莊位."""
    dice: tuple[int, ...] = ()
    """The throw that named the dealer, if it was written down."""
    bank: Literal["", "A", "B"] = ""
    """太婆制 (WU16-01)."""

    @field_validator("players")
    @classmethod
    def _four_people(cls, players: Four) -> Four:
        if len(set(players)) < 4:
            raise ValueError("four different people sit at a table")
        return players


class WallOpened(Body):
    """The dealer's throw for the wall: 開門位, and with it the seat winds of this hand."""

    kind: Literal["wall"] = "wall"
    game: Id
    dice: tuple[int, ...]


class OuterBet(Body):
    """外插: a bystander backs a player (TW-P-09)."""

    bettor: Id
    on: SeatNumber
    base: Amount = 0
    tai: Amount = 0
    fixed: Amount = 0


class BetsSet(Body):
    """The side bets that hold from now on; an empty body ends all."""

    kind: Literal["bets"] = "bets"
    game: Id
    inner: tuple[int, int, int, int] = (0, 0, 0, 0)
    """內插: bases that each player has added."""
    outer: tuple[OuterBet, ...] = Field(default=(), max_length=20)


class Item(Body):
    """One line of a score; see `scoring.result.ScoreItem`."""

    id: Text
    name: Text
    value: int
    why: Text = ""
    rule: Text = ""
    payer: Literal["all", "robbed", "others"] = "all"


class WinTold(Body):
    """One winner, with the score as it stood when it was confirmed.

    `hand` and `context` are a record as in `scoring.batch` and say how the score came about; for a
    total that somebody called without tiles they are empty.
    """

    winner: SeatNumber
    source: SeatNumber | None = None
    robbed: SeatNumber | None = None
    by_kong: bool = False
    kong_giver: SeatNumber | None = None
    exposed: tuple[SeatNumber | None, ...] = Field(default=(), max_length=6)
    dragons: tuple[SeatNumber | None, ...] = Field(default=(), max_length=6)
    looking: tuple[SeatNumber, ...] = Field(default=(), max_length=3)
    codes: tuple[Text, ...] = Field(default=(), max_length=8)
    total: Annotated[int, Field(ge=0, le=10_000)]
    unit: Text
    limit: bool = False
    items: tuple[Item, ...] = Field(default=(), max_length=80)
    hand: dict[str, Any] = Field(default_factory=dict)
    context: dict[str, Any] = Field(default_factory=dict)


class HandWon(Body):
    """A hand was won, by one player or by several on one discard."""

    kind: Literal["win"] = "win"
    game: Id
    wins: tuple[WinTold, ...] = Field(min_length=1, max_length=3)
    shown_streak: Annotated[int, Field(ge=0, le=99)] | None = None
    """連莊示記: what the dealer's die showed, if not the streak (TW-P-19)."""
    evidence: Text = ""
    """SHA-256 of the evidence (reading, corrections, program) that is kept apart; see `Evidence`.
    """
    picture: Text = ""
    """SHA-256 of the photograph, if there is one."""
    clip: Text = ""
    """SHA-256 of the film of the last seconds, if there is one."""


class HandNoted(Body):
    """A hand that was counted and confirmed while no game was being written down."""

    kind: Literal["noted"] = "noted"
    total: Annotated[int, Field(ge=0, le=10_000)]
    unit: Text
    evidence: Text = ""
    picture: Text = ""
    clip: Text = ""


class HandDrawn(Body):
    """荒局: nobody won."""

    kind: Literal["draw"] = "draw"
    game: Id
    last_taker: SeatNumber | None = None
    """Who took the last tile; some systems ask for it (PONG-08)."""


class FoulCalled(Body):
    """A mistake that costs something: 詐胡, 相公, 錯槓 ... (`scoring.playrules.Foul`)."""

    kind: Literal["foul"] = "foul"
    game: Id
    foul: Text
    seat: SeatNumber
    face: Annotated[int, Field(ge=0, le=1_000)] = 0
    to: tuple[SeatNumber, ...] = Field(default=(), max_length=3)
    heavy: bool = False
    second: bool = False
    noticed: bool = True
    won_on: bool = False
    in_time: bool = True
    by_left: bool = False


class Payment(Body):
    """One amount of a `PaymentMade`."""

    payer: Annotated[int, Field(ge=0, le=POT)]
    payee: Annotated[int, Field(ge=0, le=POT)]
    amount: Amount


class PaymentMade(Body):
    """Money between seats for something that is no win: a kong's prize, a fine, an agreement."""

    kind: Literal["payment"] = "payment"
    game: Id
    payments: tuple[Payment, ...] = Field(min_length=1, max_length=12)
    why: Text


class Positioned(Body):
    """Dealer, streak and round as they really are, where they differ from what follows."""

    kind: Literal["position"] = "position"
    game: Id
    dealer: SeatNumber
    streak: Annotated[int, Field(ge=0, le=99)] = 0
    round: SeatNumber = 0
    why: Text


class NextGame(Body):
    """The next 將 at the same table, on the same account: new seats, if they were drawn."""

    kind: Literal["next"] = "next"
    game: Id
    players: Four | None = None
    """By seat; None where the system changes seats by itself (WU16-14)."""
    east: SeatNumber = 0
    dealer: SeatNumber | None = None


class GameEnded(Body):
    """The four get up; no more hands are written into this game."""

    kind: Literal["game_ended"] = "game_ended"
    game: Id
    why: Text = ""


class ChipsBought(Body):
    """Money for chips (買入); a negative amount gives chips back."""

    kind: Literal["chips"] = "chips"
    evening: Id
    player: Id
    amount: Annotated[int, Field(ge=-100_000_000, le=100_000_000)]


class DebtPaid(Body):
    """Somebody paid what he owed."""

    kind: Literal["paid"] = "paid"
    payer: Id
    payee: Id
    amount: Annotated[int, Field(ge=1, le=100_000_000)]
    evening: Id | None = None
    why: Text = ""


class Undone(Body):
    """An earlier event does not count. An undone `Undone` counts again what it took away."""

    kind: Literal["undo"] = "undo"
    event: Id
    reason: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Corrected(Body):
    """An earlier event counts as if it had read otherwise. The last correction holds."""

    kind: Literal["correct"] = "correct"
    event: Id
    body: dict[str, Any]
    reason: Annotated[str, StringConstraints(min_length=1, max_length=200)]


AnyBody = (
    PlayerAdded | EveningOpened | EveningClosed | GameStarted | WallOpened | BetsSet | HandWon
    | HandNoted | HandDrawn | FoulCalled | PaymentMade | Positioned | NextGame | GameEnded
    | ChipsBought | DebtPaid | Undone | Corrected
)  # fmt: skip

BODIES: Final[dict[str, type[Body]]] = {
    one.model_fields["kind"].default: one
    for one in (
        PlayerAdded, EveningOpened, EveningClosed, GameStarted, WallOpened, BetsSet, HandWon,
        HandNoted, HandDrawn, FoulCalled, PaymentMade, Positioned, NextGame, GameEnded, ChipsBought,
        DebtPaid, Undone, Corrected,
    )
}  # fmt: skip

GAME_KINDS: Final = frozenset(kind for kind, body in BODIES.items() if "game" in body.model_fields)
"""Kinds that belong to one game; `undo` and `correct` belong to what they are about."""

Role = Literal["viewer", "scorer", "organiser"]


def people_in(body: AnyBody) -> set[str]:
    """The ids of all people who must be players for this to happen."""
    if isinstance(body, GameStarted | NextGame):
        return set(body.players or ())
    if isinstance(body, BetsSet):
        return {bet.bettor for bet in body.outer}
    if isinstance(body, ChipsBought):
        return {body.player}
    if isinstance(body, DebtPaid):
        return {body.payer, body.payee}
    return set()


def files_in(body: AnyBody) -> list[tuple[str, str]]:
    """Kind (``jpg``, ``clip``) and SHA-256 of the files that an event names."""
    if isinstance(body, Corrected):
        body = parse(body.body)
    if not isinstance(body, HandWon | HandNoted):
        return []
    return [(kind, sha) for kind, sha in (("jpg", body.picture), ("clip", body.clip)) if sha]


def evidence_in(body: AnyBody) -> str:
    """SHA-256 of the evidence that an event names; "" for none."""
    if isinstance(body, Corrected):
        body = parse(body.body)
    return body.evidence if isinstance(body, HandWon | HandNoted) else ""


def canonical(value: object) -> str:
    """JSON with one spelling only, for hashes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(text: str | bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the book. Lines of one table are numbered from 1 without gaps and chained."""

    table: str
    seq: int
    id: str
    kind: str
    at: str
    """Time by the table's clock, ISO 8601 with offset. Order comes from `seq`, never from this."""
    by: str
    """Who wrote it: a person or a program part, as told."""
    role: Role
    body: AnyBody
    hash: str
    """SHA-256 of the hash before it and of everything above: no line can be changed unseen."""

    def chained(self, before: str) -> str:
        """The hash that this line must have after a line with the hash `before` ("" at first)."""
        content = [self.table, self.seq, self.id, self.kind, self.at, self.by, self.role]
        return digest(before + canonical([*content, dump(self.body)]))


def dump(body: AnyBody) -> dict[str, Any]:
    """A body as plain JSON data; what is as by default is left out."""
    told = body.model_dump(mode="json", exclude_defaults=True)
    told["kind"] = body.kind
    return told


def parse(data: dict[str, Any]) -> AnyBody:
    """The reverse of `dump`.

    Raises:
        ValueError: an unknown kind, or a body that cannot be (pydantic's ValidationError).
    """
    kind = BODIES.get(str(data.get("kind")))
    if kind is None:
        raise ValueError(f"unknown kind of event: {data.get('kind')!r}")
    return kind.model_validate(data)  # type: ignore[return-value]
