"""A hand told in words, for tests of the referee.

t = T("taiwan", {0: "123m ...", 1: "..."})   # hands of other seats are not seen
t.do("0 discards 5p", "1 draws 3m", "2 calls pung")
verdict = t.no("1 mixes")
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.events import (
    Act,
    ActKind,
    AddedKong,
    BigFlower,
    Call,
    Chow,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    End,
    Event,
    Flower,
    JokerSwap,
    Kong,
    Pass,
    Pung,
    Ready,
    RobFlower,
    Ruling,
    Seen,
    Status,
    Win,
    Withdraw,
)
from scoring.game import FULL_SET, deal_order
from scoring.hand import Circumstances
from scoring.playrules import PLAY, PlayRules
from scoring.referee import Verdict, apply, judge, start
from scoring.table import State, circumstances_of_win
from scoring.tiles import Tile, parse_tile, parse_tiles

ACTS = {
    "reaches": ActKind.REACH,
    "mixes": ActKind.MIX,
    "shows": ActKind.SHOW,
    "exposes": ActKind.EXPOSE,
    "looks": ActKind.LOOK,
}


def event(text: str, time: float = 0.0) -> Event:
    """``1 chows 5p 46p``: seat, verb, tiles and words. ``?`` is a tile that was not seen."""
    head, verb, *rest = text.split()
    seat = int(head)
    tile: Any = None
    if rest and rest[0] != "?" and verb not in ("calls", "ruled", "exposes", "flower"):
        tile = parse_tile(rest[0])
    more = parse_tiles(" ".join(rest[1:])) if verb in ("chows", "pungs") else ()
    if verb in ACTS:
        return Act(seat, ACTS[verb], parse_tiles(" ".join(rest)), time)
    if verb == "draws":
        return Draw(seat, tile, End.BACK if rest[-1:] == ["back"] else End.FRONT, time)
    if verb == "discards":
        return Discard(seat, tile, rest[-1:] == ["ready"], time)
    if verb == "flower":
        return Flower(seat, parse_tiles(" ".join(rest)), time)
    if verb == "calls":
        return Call(seat, Claim(rest[0]), time)
    if verb == "ruled":
        return Ruling(seat, Status(rest[0]), rest[-1] == "ends", time)
    if verb == "robs":
        return RobFlower(seat, tile, int(rest[-1]), time)
    if verb == "swaps":
        return JokerSwap(seat, tile, parse_tile(rest[1]), time)
    if verb == "wins":
        shown = parse_tiles(" ".join(rest[2:])) if rest[1:2] == ["with"] else ()
        return Win(seat, tile, False, shown, time)
    if verb == "flowerwins":
        return Win(seat, tile, True, (), time)
    if verb == "chows":
        return Chow(seat, tile, more, time)
    if verb == "pungs":
        return Pung(seat, tile, more, time)
    simple: dict[str, Any] = {
        "kongs": lambda: Kong(seat, tile, time),
        "hides": lambda: ConcealedKong(seat, tile, time),
        "adds": lambda: AddedKong(seat, tile, time),
        "passes": lambda: Pass(seat, time),
        "withdraws": lambda: Withdraw(seat, time),
        "declares": lambda: Ready(seat, time),
        "bigflower": lambda: BigFlower(seat, time),
        "ends": lambda: DrawGame(seat, time),
    }
    return simple[verb]()  # type: ignore[no-any-return]


class T:
    """One table; hands that are not given are hidden."""

    def __init__(
        self,
        name: str | PlayRules = "taiwan",
        hands: Mapping[int, str] | None = None,
        *,
        complete: bool = False,
        **deal: Any,
    ) -> None:
        rules = PLAY[name] if isinstance(name, str) else name
        dealer = deal.pop("dealer", 0)
        numbers = [0, 0, 0, 0]
        for seat, number in deal_order(rules.game, dealer):
            numbers[seat] += number
        seen: list[Seen] = []
        for seat, number in enumerate(numbers):
            given = (hands or {}).get(seat)
            seen.append((None,) * number if given is None else parse_tiles(given))
        a, b, c, d = seen
        if rules.jokers:
            deal.setdefault("indicator", Tile.P3)
        self.state: State = start(rules, Deal(dealer, (a, b, c, d), **deal), every_answer=complete)

    def event(self, text: str) -> Event:
        return event(text, self.state.time + 1)

    def do(self, *texts: str) -> T:
        """These events happen and are allowed."""
        for text in texts:
            self.state = apply(self.state, self.event(text))
        return self

    def judge(self, text: str) -> Verdict:
        return judge(self.state, self.event(text))

    def yes(self, text: str) -> Verdict:
        """The event is allowed, and happens."""
        verdict = self.judge(text)
        assert verdict.ok, verdict
        self.do(text)
        return verdict

    def no(self, text: str) -> Verdict:
        """The event is refused."""
        verdict = self.judge(text)
        assert not verdict.ok
        assert verdict.rule
        assert verdict.reason
        return verdict

    def left(self, drawable: int) -> T:
        """So many tiles can still be drawn."""
        self.state = replace(self.state, left=drawable + self.state.rules.stays)
        return self

    def won(self, seat: int | None = None) -> Circumstances:
        return circumstances_of_win(self.state, seat)


def wall_of(
    name: str, hands: Mapping[int, str], front: str = "", back: str = "", *, dealer: int = 0
) -> tuple[Tile, ...]:
    """144 tiles in the order of the wall that deal these hands (filled up with what is left).

    `front` are the first tiles drawn after the deal (after the indicator of the joker game),
    `back` the first replacements.
    """
    rules = PLAY[name].game
    rest = list(FULL_SET)

    def take(text: str) -> list[Tile]:
        tiles = list(parse_tiles(text))
        for tile in tiles:
            rest.remove(tile)
        return tiles

    numbers = [0, 0, 0, 0]
    for seat, number in deal_order(rules, dealer):
        numbers[seat] += number
    given = {seat: take(text) for seat, text in hands.items()}
    first, last = take(front), take(back)
    # Others get tiles from all over the set, and no flowers.
    plain = [tile for tile in rest if tile <= Tile.P][::-1]
    plain = [tile for step in range(5) for tile in plain[step::5]]
    flowers = [tile for tile in rest if tile > Tile.P]
    for seat, number in enumerate(numbers):
        hand = given.setdefault(seat, [])
        while len(hand) < number:
            hand.append(plain.pop())
    wall: list[Tile] = []
    at = [0, 0, 0, 0]
    for seat, number in deal_order(rules, dealer):
        wall += given[seat][at[seat] : at[seat] + number]
        at[seat] += number
    return (*wall, *first, *plain, *flowers, *reversed(last))
