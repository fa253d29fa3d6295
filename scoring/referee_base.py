"""What all parts of the referee share: refusals, remarks, and small changes of a `State`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.events import Status, Tiles
from scoring.game import Seat
from scoring.playrules import Foul
from scoring.table import State, seat_name
from scoring.tiles import Tile, format_chinese

LOG: Final = "LOG"
"""`Verdict.rule` of an event that contradicts the log itself: a misreading rather than a foul."""


class Refused(Exception):
    """Raised by a check; becomes a `Verdict`."""

    def __init__(
        self, rule: str, reason: str, foul: Foul | None = None, seat: Seat | None = None
    ) -> None:
        super().__init__(reason)
        self.rule, self.reason, self.foul, self.seat = rule, reason, foul, seat


@dataclass(slots=True)
class Notes:
    """What a check remarks about an event that it lets pass."""

    unknown: list[str] = field(default_factory=list)
    rule: str = ""
    reason: str = ""
    foul: Foul | None = None
    seat: Seat | None = None

    def fine(self, rule: str, reason: str, foul: Foul, seat: Seat) -> None:
        """Allowed, but it costs something."""
        self.rule, self.reason, self.foul, self.seat = rule, reason, foul, seat


def not_too_many(tile: Tile, count: int) -> None:
    """Refuses a fifth tile of a kind."""
    most = 4 if tile <= Tile.P else 1
    if count > most:
        raise Refused(LOG, f"{tile.chinese}不會有{count}張")


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with one player changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=(players[0], players[1], players[2], players[3]))


def locate(state: State, tiles: Iterable[Tile], number: int = 1) -> State:
    """Tiles that were hidden are seen (or, with -1, lost from sight)."""
    located = list(state.located)
    for tile in tiles:
        located[tile] += number
        not_too_many(tile, located[tile])
    return replace(state, located=tuple(located))


def take_from_hand(state: State, seat: Seat, tiles: Tiles) -> State:
    """Tiles leave a hand: known ones, or hidden ones that are now seen.

    Raises:
        Refused: they are not there.
    """
    player = state.players[seat]
    known = list(player.known)
    fresh = []
    for tile in tiles:
        if tile in known:
            known.remove(tile)
        else:
            fresh.append(tile)
    if len(fresh) > player.hidden:
        lacking = format_chinese(fresh)
        raise Refused(LOG, f"{seat_name(state, seat)}手中沒有{lacking}")
    if fresh:
        state = locate(state, fresh)
    return with_player(state, seat, known=tuple(known), hidden=player.hidden - len(fresh))


def may_hold(state: State, seat: Seat, tiles: Tiles) -> bool:
    """Whether the seat has, or may have, these tiles in hand."""
    player = state.players[seat]
    lacking = 0
    for tile in set(tiles):
        wanted = tiles.count(tile)
        have = player.known.count(tile)
        if wanted > have:
            lacking += wanted - have
            most = 4 if tile <= Tile.P else 1
            if state.located[tile] + wanted - have > most:
                return False
    return lacking <= player.hidden


def forget_hand(state: State, seat: Seat) -> State:
    """The concealed tiles of a seat are no longer known."""
    player = state.players[seat]
    state = locate(state, player.known, -1)
    return with_player(state, seat, known=(), hidden=player.hidden + len(player.known))


def line_for(state: State, topic: str) -> str:
    """The line of the checklist that the system names for a topic."""
    return state.rules.rule[topic]


def line_or(state: State, taiwan: str, topic: str) -> str:
    """A Taiwanese line in Taiwanese rules, else the system's own line for the topic."""
    return taiwan if line_for(state, topic).startswith("TW") else line_for(state, topic)


def others_of(seat: Seat) -> tuple[Seat, Seat, Seat]:
    """The other seats, the nearest in order of play first."""
    return (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4


def flowers_held(state: State, seat: Seat) -> Tiles:
    """Flowers in the hand that should be laid."""
    if not state.flowers_in_play:
        return ()
    return tuple(tile for tile in state.players[seat].known if tile > Tile.P)


def has_seven(state: State, seat: Seat) -> bool:
    """Whether the seat has exactly seven flowers and may take the eighth."""
    player = state.players[seat]
    if len(player.flowers) != 7 or player.status is not Status.PLAYING:
        return False
    # D13: a win with seven must have been declined for the eighth.
    return state.rules.flower_win != 7 or player.big_flower
