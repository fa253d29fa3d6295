"""What happens at the table in one hand, as small frozen records: the log that a referee follows.

Every event says who (`seat`) and when (`time`, seconds on any clock that does not go backwards).
A tile that nobody could see is None. `to_dict` and `from_dict` turn events into plain dicts that
JSON can hold, and back, without loss.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any, Final, TypeVar

from scoring.errors import RecordError, RuleError
from scoring.game import Seat
from scoring.tiles import WINDS, Tile

Tiles = tuple[Tile, ...]
Seen = tuple[Tile | None, ...]
"""Tiles of which some may not have been seen."""


class End(enum.StrEnum):
    """The two ends of the wall."""

    FRONT = "front"
    """Where tiles are drawn."""
    BACK = "back"
    """槓尾: where flowers and kongs are replaced."""


class Claim(enum.StrEnum):
    """What may be called, the strongest first."""

    WIN = "win"
    """胡: by a discard, by robbing, or by the own draw."""
    KONG = "kong"
    PUNG = "pung"
    CHOW = "chow"
    FLOWER = "flower"
    """搶花: the eighth flower."""


class ActKind(enum.StrEnum):
    """What hands do that decides disputes."""

    REACH = "reach"
    """伸手: touching the wall to draw."""
    MIX = "mix"
    """靠張: the drawn tile touches or joins the hand."""
    SHOW = "show"
    """亮搭: showing the own tiles of a claim, before the set is laid."""
    EXPOSE = "expose"
    """Own tiles shown or named by the own fault."""
    LOOK = "look"
    """眼牌: getting up to look at the hands of others, when ready."""


class Status(enum.StrEnum):
    """What a seat may still do after a ruling."""

    PLAYING = "playing"
    DEAD = "dead"
    """相公 (TW-P-23): only draws, replaces, kongs concealed tiles and discards."""
    BARRED = "barred"
    """錯相公 and 小相公 of Wu's games: may not win, nor collect for kongs; plays on."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The hand begins: who holds what after the deal, before flowers are replaced."""

    seat: Seat
    """The dealer."""
    hands: tuple[Seen, Seen, Seen, Seen]
    """By seat. The dealer's may be one short: he forgot his last tile (門牌, 跳牌)."""
    east: Seat = 0
    """Whose seat wind is East (`scoring.game.Opening.east`)."""
    round: Tile = Tile.E
    """Round wind."""
    streak: int = 0
    """連莊."""
    wall: Tiles | None = None
    """The wall after the deal, from its front, if known (an automatic table, a simulation)."""
    indicator: Tile | None = None
    """The tile that was turned up to name the jokers (WU16-03)."""
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Flower:
    """補花: flowers are laid apart; as many tiles are then drawn from the back."""

    seat: Seat
    tiles: Tiles
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile is taken from the wall."""

    seat: Seat
    tile: Tile | None = None
    end: End = End.FRONT
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile goes into the pool. `ready`: the hand is declared ready with it (地聽, 立直)."""

    seat: Seat
    tile: Tile | None
    ready: bool = False
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Chow:
    """吃: the last discard and two tiles of the hand."""

    seat: Seat
    tile: Tile
    using: Seen
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Pung:
    """碰: the last discard and two tiles of the hand (`using` names them when jokers are)."""

    seat: Seat
    tile: Tile
    using: Seen = ()
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Kong:
    """碰槓: the last discard and three tiles of the hand."""

    seat: Seat
    tile: Tile
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class ConcealedKong:
    """暗槓: four tiles of the hand, face down, so that the tile may be unknown."""

    seat: Seat
    tile: Tile | None
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class AddedKong:
    """加槓: the fourth tile is added to an open pung."""

    seat: Seat
    tile: Tile
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class RobFlower:
    """七搶一: the eighth flower is taken from `source`."""

    seat: Seat
    tile: Tile
    source: Seat
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class JokerSwap:
    """飛上: a tile of the hand takes the place of a joker in an own open set (WU16-04)."""

    seat: Seat
    tile: Tile
    joker: Tile
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Ready:
    """天聽: declared ready after the dealt flowers were replaced, before anybody discards."""

    seat: Seat
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class BigFlower:
    """大花糊: seven flowers, declined in hope of the eighth (WU13-14)."""

    seat: Seat
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody says what he will do, before doing it (喊碰)."""

    seat: Seat
    claim: Claim
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Pass:
    """Somebody lets the offered tile, or the chance to declare, go by."""

    seat: Seat
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A call is taken back (喊碰未碰)."""

    seat: Seat
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Win:
    """胡. `tile` is the winning tile; None for a hand that was complete as dealt, or not seen.

    `flowers`: a win by flowers (花胡). `hand`: the concealed tiles as they were laid open, with a
    self-drawn winning tile; needed only where the log does not know them.
    """

    seat: Seat
    tile: Tile | None
    flowers: bool = False
    hand: Tiles = ()
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawGame:
    """荒局: nobody won. `seat` declared it; it may be who refuses the last tile (海底棄摸)."""

    seat: Seat
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Act:
    """Something that hands do; `tiles` for those that are exposed or shown."""

    seat: Seat
    kind: ActKind
    tiles: Tiles = ()
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Ruling:
    """The table decides: `seat` has this status from now on; `ends` if the hand is over by it."""

    seat: Seat
    status: Status
    ends: bool = False
    time: float = 0.0


@dataclass(frozen=True, slots=True)
class Showdown:
    """After the end: what everybody still held (concealed tiles) and what is left of the wall."""

    hands: tuple[Seen, Seen, Seen, Seen]
    wall: Seen = ()
    seat: Seat = 0
    time: float = 0.0


Event = (
    Deal
    | Flower
    | Draw
    | Discard
    | Chow
    | Pung
    | Kong
    | ConcealedKong
    | AddedKong
    | RobFlower
    | JokerSwap
    | Ready
    | BigFlower
    | Call
    | Pass
    | Withdraw
    | Win
    | DrawGame
    | Act
    | Ruling
    | Showdown
)
"""Anything that may stand in a log."""

_KINDS: Final[dict[str, type[Event]]] = {
    "deal": Deal,
    "flower": Flower,
    "draw": Draw,
    "discard": Discard,
    "chow": Chow,
    "pung": Pung,
    "kong": Kong,
    "concealed_kong": ConcealedKong,
    "added_kong": AddedKong,
    "rob_flower": RobFlower,
    "joker_swap": JokerSwap,
    "ready": Ready,
    "big_flower": BigFlower,
    "call": Call,
    "pass": Pass,
    "withdraw": Withdraw,
    "win": Win,
    "draw_game": DrawGame,
    "act": Act,
    "ruling": Ruling,
    "showdown": Showdown,
}
_MAY_BE_UNSEEN: Final = (Draw, Discard, ConcealedKong, Win)
_NAMES: Final[dict[type[Event], str]] = {kind: name for name, kind in _KINDS.items()}

E = TypeVar(
    "E",
    Deal, Flower, Draw, Discard, Chow, Pung, Kong, ConcealedKong, AddedKong, RobFlower, JokerSwap,
    Ready, BigFlower, Call, Pass, Withdraw, Win, DrawGame, Act, Ruling, Showdown,
)  # fmt: skip


def at(event: E, time: float) -> E:
    """The same event at another time."""
    return replace(event, time=time)


def to_dict(event: Event) -> dict[str, Any]:
    """A plain dict: ``{"event": "discard", "seat": 1, "tile": "5p", "ready": false, "time": 3.2}``.

    Tiles are their codes, None where they were not seen.
    """
    values = {item.name: _plain(getattr(event, item.name)) for item in fields(event)}
    return {"event": _NAMES[type(event)], **values}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Tile):
        return value.code
    return value.value if isinstance(value, enum.StrEnum) else value


def from_dict(record: Mapping[str, Any]) -> Event:
    """The event of a dict that `to_dict` made. Fields with a default may be absent.

    Raises:
        RecordError: another kind of record, an unknown or missing field, a value of a wrong kind.
    """
    name = record.get("event")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordError(f"{name!r} is no event of a game")
    known = {item.name for item in fields(kind)}
    values = {key: value for key, value in record.items() if key != "event"}
    for key, value in values.items():
        if key not in known:
            raise RecordError(f"{name} has no field {key!r}")
        if value is None and key in ("tile", "joker") and kind not in _MAY_BE_UNSEEN:
            raise RecordError(f"{name}: the {key} must be known")
    try:
        return kind(**{key: _READERS[key](value) for key, value in values.items()})
    except RecordError:
        raise
    except (RuleError, TypeError, ValueError) as error:
        raise RecordError(f"{name}: {error}") from None


def _seat(value: Any) -> Seat:
    if type(value) is not int or not 0 <= value <= 3:
        raise RecordError(f"{value!r} is no seat: 0 to 3")
    return value


def _tile(value: Any) -> Tile | None:
    return None if value is None else Tile.from_code(value)


def _tiles(value: Any) -> Seen:
    if not isinstance(value, list | tuple):
        raise RecordError(f"{value!r} is no list of tiles")
    return tuple(map(_tile, value))


def _wall(value: Any) -> Seen | None:
    return None if value is None else _tiles(value)


def _hands(value: Any) -> tuple[Seen, ...]:
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise RecordError("four hands are wanted, one a seat")
    return tuple(map(_tiles, value))


def _round(value: Any) -> Tile:
    tile = Tile.from_code(value)
    if tile not in WINDS:
        raise RecordError(f"round: {value} is no wind")
    return tile


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise RecordError(f"{value!r} is neither true nor false")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise RecordError(f"{value!r} is no count")
    return value


def _time(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise RecordError(f"{value!r} is no time in seconds")
    return float(value)


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "seat": _seat,
    "source": _seat,
    "east": _seat,
    "tile": _tile,
    "joker": _tile,
    "indicator": _tile,
    "tiles": _tiles,
    "using": _tiles,
    "hand": _tiles,
    "wall": _wall,
    "hands": _hands,
    "round": _round,
    "streak": _count,
    "end": End,
    "claim": Claim,
    "kind": ActKind,
    "status": Status,
    "ready": _flag,
    "flowers": _flag,
    "ends": _flag,
    "time": _time,
}
