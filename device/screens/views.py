"""What a screen can show, as data without any pixels."""

from __future__ import annotations

from dataclasses import dataclass


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
    """What each of four players pays or gets: (name, amount), negative amounts are paid."""

    rows: tuple[tuple[str, int], ...]


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
