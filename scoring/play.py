"""Random legal players: whole hands and games of every system, and logs that are broken on purpose.

    rng = Random(1)
    hand = play_hand(PLAY["taiwan"], rng)          # Hand: its log, and the table at the end
    for hand in play_game(PLAY["taiwan"], rng): ...  # all hands of a game, with dealer and rounds

The players keep what belongs together and claim what they like; they are no good at the game, but
they win now and then, and they do everything that the rules allow. The same seed gives the same
game on every machine and version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from scoring.events import (
    AddedKong,
    Call,
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
    Pass,
    Ready,
    RobFlower,
    Showdown,
    Tiles,
    Win,
)
from scoring.game import (
    FULL_SET,
    SEATS,
    GameState,
    HandResult,
    Opening,
    Seat,
    advance,
    deal,
    draw_seats,
    first_dealer,
    open_wall,
)
from scoring.playrules import PlayRules
from scoring.referee import allowed, apply, first_fault, must_answer, replay
from scoring.referee import start as begin
from scoring.table import Phase, State, result_of
from scoring.tiles import FACES, WINDS, Tile

_MASK: Final = (1 << 64) - 1


class Random:
    """Pseudo-random numbers from a seed (the SplitMix64 generator)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``."""
        return self.bits() % limit

    def chance(self, percent: int) -> bool:
        """True so many times out of a hundred."""
        return self.below(100) < percent

    def shuffled(self, tiles: Sequence[Tile]) -> Tiles:
        """The tiles in another order."""
        order = list(tiles)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def dice(self, number: int) -> tuple[int, ...]:
        """A throw."""
        return tuple(self.below(6) + 1 for _ in range(number))


@dataclass(frozen=True, slots=True)
class Style:
    """How eager a player is, in percent."""

    win: int = 95
    kong: int = 60
    pung: int = 45
    chow: int = 30
    declare: int = 60
    """天聽, 地聽, 立直, 大花糊 instead of the seven."""
    swap: int = 60
    """飛上 when possible."""
    careless: int = 15
    """How often any legal tile is discarded, not the loneliest."""


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand that was played to its end."""

    log: tuple[Event, ...]
    state: State
    """The table after the showdown."""
    before: GameState
    """Where the game stood before the hand."""
    opening: Opening
    """What the dealer's dice opened."""

    @property
    def result(self) -> HandResult:
        """For `scoring.game.advance`."""
        return result_of(self.state)


def play_game(
    rules: PlayRules,
    rng: Random,
    *,
    start: GameState | None = None,
    most_hands: int = 64,
    style: Style | None = None,
) -> Iterator[PlayedHand]:
    """Hands until the last round is over, `most_hands` at the most.

    The game begins with drawing for seats, or where `start` stands.
    """
    game = rules.game
    state = start
    if state is None:
        seating = draw_seats(game, rng.below(4), rng.dice(game.dice), rng.shuffled(WINDS))
        first = first_dealer(game, seating.east, rng.dice(game.dice))
        state = GameState(game, seating.players, seating.east, first, first)
    for _ in range(most_hands):
        hand = play_hand(rules, rng, state, style=style)
        yield hand
        state = advance(state, hand.result)
        if state.over:
            break


def play_hand(
    rules: PlayRules,
    rng: Random,
    game: GameState | None = None,
    *,
    tiles: Tiles | None = None,
    style: Style | None = None,
) -> PlayedHand:
    """One hand, with a complete log from the deal to the showdown.

    Args:
        rules: the system.
        rng: where chance comes from.
        game: dealer, round and streak; by default the first hand of a game.
        tiles: the 144 tiles in the order of the wall; by default shuffled.
        style: how the players play.
    """
    before = game or GameState(rules.game)
    opening = open_wall(rules.game, before.dealer, rng.dice(rules.game.dice))
    log, state = _Player(rules, rng, style or Style()).play(
        _deal(rules, before, opening, tiles or rng.shuffled(FULL_SET))
    )
    return PlayedHand(log, state, before, opening)


def _deal(rules: PlayRules, game: GameState, opening: Opening, tiles: Tiles) -> Deal:
    hands, wall = deal(rules.game, game.dealer, tiles)
    indicator = wall[0] if rules.jokers else None
    a, b, c, d = hands
    return Deal(
        game.dealer,
        (a, b, c, d),
        opening.east,
        game.round_wind,
        game.streak,
        wall[1:] if rules.jokers else wall,
        indicator,
    )


class _Player:
    """All four players of one hand."""

    def __init__(self, rules: PlayRules, rng: Random, style: Style) -> None:
        self.rules, self.rng, self.style = rules, rng, style

    def play(self, first: Deal) -> tuple[tuple[Event, ...], State]:
        state = begin(self.rules, first, every_answer=True)
        log: list[Event] = [first]
        while not state.shown_down:
            event = self._next(state)
            pause = 200 + self.rng.below(2800)
            event = replace(event, time=round(state.time + pause / 1000, 3))
            state = apply(state, event)
            log.append(event)
        return tuple(log), state

    def _next(self, state: State) -> Event:
        if state.phase is Phase.OVER:
            return self._after_win(state)
        if waiting := must_answer(state):
            return self._answer(state, waiting[0])
        if state.calls:
            return self._claim(state)
        if state.phase is Phase.FLOWERS:
            return self._flowers(state)
        if state.phase is Phase.TURN:
            return self._turn(state, state.turn)
        if state.phase is Phase.REPLACE:
            return self._replace(state)
        return self._draw_or_end(state)

    def _after_win(self, state: State) -> Event:
        won = {win.seat for win in state.wins}
        if self.rules.all_winners and state.offer is not None:
            for seat, claim in state.calls:
                if claim is Claim.WIN and seat not in won:
                    return Win(seat, state.offer.tile)
        seat = state.wins[0].seat if state.wins else state.deal.seat
        a, b, c, d = (player.known for player in state.players)
        wall = state.deal.wall or ()
        return Showdown((a, b, c, d), wall[state.front : len(wall) - state.back], seat)

    def _answer(self, state: State, seat: Seat) -> Event:
        choices = [event for event in allowed(state, seat) if isinstance(event, Call | Ready)]
        for event in choices:
            eager = self.style.declare if isinstance(event, Ready) else self._eager(event.claim)
            if self.rng.chance(eager):
                return event
        return Pass(seat)

    def _eager(self, claim: Claim) -> int:
        style = self.style
        if claim in (Claim.WIN, Claim.FLOWER):
            return style.win
        return {Claim.KONG: style.kong, Claim.PUNG: style.pung}.get(claim, style.chow)

    def _claim(self, state: State) -> Event:
        """Of those who called, the strongest does what he said."""
        for seat, _ in state.calls:
            choices = [event for event in allowed(state, seat) if not isinstance(event, Draw)]
            if choices:
                return self._one(choices)
        raise AssertionError("somebody who called can claim")

    def _one(self, events: Sequence[Event]) -> Event:
        return events[self.rng.below(len(events))]

    def _flowers(self, state: State) -> Event:
        if state.owed:
            return self._tile(state, state.turn, End.BACK)
        first = state.deal.seat
        for step in SEATS:
            seat = (first + max(state.flower_at, 0) + step) % 4
            for event in allowed(state, seat):
                if isinstance(event, Flower):
                    return event
        return self._turn(state, first)

    def _replace(self, state: State) -> Event:
        for event in allowed(state, state.turn):
            if not isinstance(event, Draw) and self.rng.chance(self.style.win):
                return event  # a flower to rob, or a win before replacing
        return self._tile(state, state.turn, End.BACK)

    def _draw_or_end(self, state: State) -> Event:
        assert state.offer is not None
        seat = (state.offer.seat + 1) % 4
        if not state.drawable or (
            state.drawable == 1 and self.rules.refuse_last and self.rng.chance(30)
        ):
            return DrawGame(seat)
        return self._tile(state, seat, End.FRONT)

    def _tile(self, state: State, seat: Seat, end: End) -> Draw:
        wall = state.deal.wall or ()
        tile = wall[state.front] if end is End.FRONT else wall[-1 - state.back]
        return Draw(seat, tile, end)

    def _turn(self, state: State, seat: Seat) -> Event:
        """A win mostly; what must be done first (flowers); then kongs and swaps; then a discard."""
        style = self.style
        choices = allowed(state, seat)
        discards: list[Discard] = []
        for event in choices:
            if isinstance(event, Discard):
                discards.append(event)
            elif self.rng.chance(_EAGER[type(event)](style) if type(event) in _EAGER else 100):
                return event
        return self._discard(state, seat, discards) if discards else choices[-1]

    def _discard(self, state: State, seat: Seat, choices: Sequence[Discard]) -> Discard:
        """The loneliest tile, now and then any; with a declaration when one is possible."""
        declaring = [event for event in choices if event.ready]
        if declaring and self.rng.chance(self.style.declare):
            return declaring[self.rng.below(len(declaring))]
        plain = [event for event in choices if not event.ready]
        if self.rng.chance(self.style.careless):
            return plain[self.rng.below(len(plain))]
        known = state.players[seat].known
        return min(plain, key=lambda event: _company(event.tile, known, state.jokers))


_EAGER: Final[dict[type[Event], Callable[[Style], int]]] = {
    Win: lambda style: style.win,
    RobFlower: lambda style: style.win,
    ConcealedKong: lambda style: style.kong,
    AddedKong: lambda style: style.kong,
    JokerSwap: lambda style: style.swap,
}


def _company(tile: Tile | None, hand: Tiles, jokers: frozenset[Tile]) -> int:
    """How much a tile has to do with the others of a hand."""
    if tile is None or tile in jokers:
        return 99
    near = 0
    for other in hand:
        if other is tile:
            near += 3
        elif tile < Tile.E and other // 9 == tile // 9 and abs(other - tile) <= 2:
            near += 3 - abs(other - tile)
    return near


# --- broken logs


@dataclass(frozen=True, slots=True)
class Broken:
    """A log in which one event was corrupted."""

    what: str
    """drop, double, exchange, seat, tile or time."""
    place: int
    """The corrupted event."""
    log: tuple[Event, ...]


def broken(log: Sequence[Event], rng: Random) -> Iterator[Broken]:
    """Every way to corrupt one event of a complete log, one after the other.

    A corruption is one of these:

    - ``drop``: the event is missing;
    - ``double``: it happens twice, the second time a moment later;
    - ``exchange``: it and the next event, unless they are equal, change places (the times stay
      where they are);
    - ``seat``: another seat did it;
    - ``tile``: one of its tiles is another tile;
    - ``time``: it is stamped before the event that precedes it (the deal: after its follower).

    In a complete log (`every_answer`, with the wall, to the showdown) none of them gives another
    sound log, and `scoring.referee.first_fault` finds each: at once where a rule or a known tile is
    broken, and where the altered event is a move that the player could have made just as well
    (another tile discarded) at the latest when the tiles no longer agree: at a later move with a
    tile that is gone, or at the showdown. Fields that no other event depends on are not touched:
    streak, winds and East of the deal, and whether a discard declares ready. To exchange two
    events that are not neighbours is not one event's corruption: a player may well have made two
    discards the other way round, and no referee could tell.
    """
    for place, event in enumerate(log):
        before, after = tuple(log[:place]), tuple(log[place + 1 :])
        yield Broken("drop", place, before + after)
        again = replace(event, time=event.time + 0.001)
        yield Broken("double", place, (*before, event, again, *after))
        if after and replace(after[0], time=event.time) != event:
            first, second = replace(after[0], time=event.time), replace(event, time=after[0].time)
            yield Broken("exchange", place, (*before, first, second, *after[1:]))
        other = replace(event, seat=(event.seat + 1 + rng.below(3)) % 4)
        yield Broken("seat", place, (*before, other, *after))
        if (changed := _other_tile(event, rng)) is not None:
            yield Broken("tile", place, (*before, changed, *after))
        wrong = log[place - 1].time - 0.001 if place else after[0].time + 0.001
        yield Broken("time", place, (*before, replace(event, time=wrong), *after))


def unnoticed(
    rules: PlayRules, log: Sequence[Event], rng: Random
) -> tuple[list[Broken], dict[tuple[str, str], int]]:
    """Corrupt each event of a complete log in every way and ask the referee.

    Returns:
        The corruptions that he accepts (there should be none), and how often each kind was found
        by each rule.
    """
    state = replay(rules, log[:1], every_answer=True)
    states: list[State | None] = [None, state]
    for event in log[1:]:
        state = apply(state, event)
        states.append(state)
    accepted: list[Broken] = []
    found: dict[tuple[str, str], int] = {}
    for item in broken(log, rng):
        # What comes before the corrupted event is the sound log.
        rest = item.log[item.place :]
        fault = first_fault(rules, rest, every_answer=True, whole=True, state=states[item.place])
        if fault is None:
            accepted.append(item)
        else:
            key = item.what, fault[1].rule
            found[key] = found.get(key, 0) + 1
    return accepted, found


def _other_tile(event: Event, rng: Random) -> Event | None:
    """The event with one of its tiles changed; None if it has none."""
    places: list[tuple[str, int, int]] = []
    for item in fields(event):
        value = getattr(event, item.name)
        if item.name in ("tile", "joker", "indicator") and value is not None:
            places.append((item.name, -1, -1))
        elif item.name in ("tiles", "using", "wall"):
            places += [(item.name, number, -1) for number in range(len(value or ()))]
        elif item.name == "hands":
            places += [
                (item.name, seat, number) for seat in SEATS for number in range(len(value[seat]))
            ]
    if not places:
        return None
    name, outer, inner = places[rng.below(len(places))]
    return replace(event, **{name: _changed(getattr(event, name), outer, inner, rng)})


def _changed(value: Any, outer: int, inner: int, rng: Random) -> Any:
    if outer < 0:
        return FACES[(value + 1 + rng.below(len(FACES) - 1)) % len(FACES)]
    item = _changed(value[outer], inner, -1, rng)
    return (*value[:outer], item, *value[outer + 1 :])


# --- what a camera sees of a log


def as_seen(log: Sequence[Event]) -> tuple[Event, ...]:
    """The log as a camera over the table could make it.

    Hands and drawn tiles lie face down, so they are None; nobody's thoughts (`Call`, `Pass`) are
    seen, and the table is not laid open at the end, but the winner's tiles are.
    """
    hands: dict[Seat, Tiles] = {}
    end = log[-1]
    if isinstance(end, Showdown):
        hands = {
            seat: tuple(tile for tile in end.hands[seat] if tile is not None) for seat in SEATS
        }
    seen: list[Event] = []
    for event in log:
        if isinstance(event, Deal):
            a, b, c, d = (tuple(None for _ in hand) for hand in event.hands)
            seen.append(replace(event, hands=(a, b, c, d), wall=None))
        elif isinstance(event, Draw | ConcealedKong):
            seen.append(replace(event, tile=None))
        elif isinstance(event, Win):
            seen.append(replace(event, hand=hands.get(event.seat, ())))
        elif not isinstance(event, Call | Pass | Showdown):
            seen.append(event)
    return tuple(seen)
