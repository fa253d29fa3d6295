"""From the events of a game to where it stands: who deals, who sits where, and every payment.

`play` takes one event at a time and `fold` a whole list, with what was undone left out and what was
corrected replaced. Both give the same `GameView`: nothing is kept that could not be made again from
the events. Amounts come from the scores that people confirmed; `device.club.replay` scores again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from device.club import bodies
from device.club.bodies import AnyBody, BetsSet, Corrected, Event, GameStarted, Undone, WinTold
from device.club.errors import BookError
from scoring.errors import RuleError
from scoring.game import (
    GAMES,
    SEATS,
    GameRules,
    GameState,
    HandResult,
    Opening,
    Seating,
    advance,
    next_game,
    open_wall,
)
from scoring.money import FIRST_BETTOR, MONEY, POT, Money
from scoring.penalties import Penalty, penalty
from scoring.playrules import Foul
from scoring.result import Score, ScoreItem
from scoring.settlement import (
    Bank,
    Settlement,
    SideBet,
    TableState,
    Transfer,
    Win,
    close_bank,
    open_bank,
    pay_by_bank,
    settle,
)
from scoring.tiles import WINDS, Tile

POT_ACCOUNT: Final = "pot"
"""Stands for the pot where people stand otherwise; no person can have this id (see `people`)."""


@dataclass(frozen=True, slots=True)
class Paid:
    """An amount from one person (or the pot) to another."""

    payer: str
    payee: str
    amount: int
    id: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the game's sheet: a hand that ended, or money that moved in between."""

    event: Event
    body: AnyBody
    """As it counts now: corrected, if it was."""
    ends: bool
    """Whether the hand was over with it."""
    before: GameState
    """Where the game stood."""
    seats: bodies.Four
    """The person at each seat."""
    opening: Opening | None
    """The wall of that hand, if the throw was written down."""
    winds: tuple[str, str, str, str]
    """Seat winds, E S W N; "" where the opened wall, which decides them, was not written down."""
    payments: tuple[Paid, ...]

    @property
    def wins(self) -> tuple[WinTold, ...]:
        """The winners, if somebody won."""
        return self.body.wins if isinstance(self.body, bodies.HandWon) else ()

    def balance(self) -> dict[str, int]:
        """What each person, and the pot, has won by it; sums to zero."""
        return balance(self.payments)


@dataclass(frozen=True, slots=True)
class GameView:
    """Where a game stands."""

    started: GameStarted
    event: Event
    """The event that started it."""
    state: GameState
    people: bodies.Four
    """The four of `GameState.players`."""
    money: Money
    opening: Opening | None = None
    """The wall of the hand in progress, if the throw was written down."""
    bets: BetsSet | None = None
    entries: tuple[Entry, ...] = ()
    bank: Bank | None = None
    ended: bool = False
    last: int = 0
    """Number of the last event that is in it."""
    gone: bool = field(default=False)
    """The start itself was undone."""

    @property
    def seats(self) -> bodies.Four:
        """The person at each seat."""
        a, b, c, d = (self.people[i] for i in self.state.players)
        return a, b, c, d

    @property
    def winds(self) -> tuple[str, str, str, str]:
        """The seat winds of the hand in progress; "" where they are not known."""
        rules = self.state.rules
        if self.opening is not None:
            east = self.opening.east
        elif rules.wall_is_east:
            return ("", "", "", "")
        else:
            east = self.state.dealer
        a, b, c, d = (WINDS[(seat - east) % 4].code for seat in SEATS)
        return a, b, c, d

    def balance(self) -> dict[str, int]:
        """What each person, and the pot, has won so far; sums to zero."""
        return balance(paid for entry in self.entries for paid in entry.payments)

    @property
    def hands(self) -> int:
        """Hands that are over."""
        return sum(entry.ends for entry in self.entries)


def balance(payments: Iterable[Paid]) -> dict[str, int]:
    """The sums by person."""
    out: dict[str, int] = {}
    for paid in payments:
        out[paid.payer] = out.get(paid.payer, 0) - paid.amount
        out[paid.payee] = out.get(paid.payee, 0) + paid.amount
    return out


# --- what counts ---------------------------------------------------------------------------------


def counting(events: Sequence[Event]) -> set[str]:
    """The ids of all events, undos and corrections too, that no other event took away.

    An `Undone` takes away the event that it names, be it an `Undone` or a `Corrected` too.
    """
    undone: set[str] = set()
    for event in reversed(events):
        if event.id not in undone and isinstance(event.body, Undone):
            undone.add(event.body.event)
    return {event.id for event in events} - undone


def effective(events: Sequence[Event]) -> list[tuple[Event, AnyBody]]:
    """The events that count, each with the body that counts, in their order.

    Of several corrections of one event that still count the last one holds.
    """
    standing = counting(events)
    left = [event for event in events if event.id in standing]
    last = {event.body.event: event.body for event in left if isinstance(event.body, Corrected)}
    return [
        (event, bodies.parse(last[event.id].body) if event.id in last else event.body)
        for event in left
        if not isinstance(event.body, Undone | Corrected)
    ]


def fold(events: Sequence[Event]) -> GameView:
    """A game from all its events, in order.

    Raises:
        BookError: an event contradicts what went before it; `params` name it.
    """
    view: GameView | None = None
    for event, body in effective(events):
        view = play(view, event, body)
    last = events[-1].seq
    if view is None:
        first = events[0]
        if not isinstance(first.body, GameStarted):
            raise BookError("club_no_game", game=getattr(first.body, "game", "?"))
        return replace(_start(first, first.body), gone=True, last=last)
    return replace(view, last=last)


def play(view: GameView | None, event: Event, body: AnyBody) -> GameView:
    """The game after one more event.

    Raises:
        BookError: it cannot happen now.
    """
    try:
        return replace(_play(view, event, body), last=event.seq)
    except (RuleError, ValueError) as error:
        if isinstance(error, BookError):
            raise
        raise BookError(
            "club_contradiction", number=event.seq, reason=str(error), cause=error
        ) from error


def _play(view: GameView | None, event: Event, body: AnyBody) -> GameView:
    if isinstance(body, GameStarted):
        if view is not None:
            raise BookError("club_game_exists", game=body.game)
        return _start(event, body)
    if view is None:
        raise BookError("club_no_game", game=getattr(body, "game", "?"))
    if view.ended:
        raise BookError("club_game_over", game=view.started.game, number=event.seq)
    if isinstance(body, bodies.GameEnded):
        return replace(_close_bank(view, event, body), ended=True)
    if isinstance(body, bodies.Positioned):
        state = replace(
            view.state, dealer=body.dealer, streak=body.streak, round=body.round, over=False
        )
        return replace(view, state=state, opening=None)
    if isinstance(body, bodies.NextGame):
        return _next(view, body)
    if isinstance(body, bodies.BetsSet):
        _table(view, body)  # refuses what cannot be
        return replace(view, bets=body)
    if isinstance(body, bodies.PaymentMade):
        paid = tuple(
            Transfer(one.payer, one.payee, one.amount, "payment", body.why, "")
            for one in body.payments
            if one.amount and one.payer != one.payee
        )
        return _enter(view, event, body, Settlement(paid), None)
    if view.state.over:
        raise BookError("club_rounds_over", game=view.started.game, number=event.seq)
    if isinstance(body, bodies.WallOpened):
        return replace(view, opening=open_wall(view.state.rules, view.state.dealer, body.dice))
    if isinstance(body, bodies.HandWon):
        wins = _wins(body)
        table = replace(table_state(view), shown_streak=body.shown_streak)
        result = HandResult.won(*(win.winner for win in wins))
        return _enter(view, event, body, settle(view.money, wins, table), result)
    if isinstance(body, bodies.HandDrawn):
        return _enter(view, event, body, Settlement(), HandResult.drawn(body.last_taker))
    if isinstance(body, bodies.FoulCalled):
        return _foul(view, event, body)
    raise BookError("club_not_of_a_game", what=body.kind)


def _start(event: Event, body: GameStarted) -> GameView:
    rules = game_rules(body.rules.name, body.rules.text)
    state = GameState(rules, east=body.east, first=body.dealer, dealer=body.dealer)
    bank = open_bank(body.bank) if body.bank else None
    return GameView(body, event, state, body.players, money_of(body), bank=bank)


def _next(view: GameView, body: bodies.NextGame) -> GameView:
    people = body.players or view.people
    if set(people) == {POT_ACCOUNT} or len(set(people)) < 4:
        raise BookError("club_four_people")
    seating = None if body.players is None else Seating((0, 1, 2, 3), body.east)
    state = next_game(view.state, seating, body.dealer)
    after = replace(view, state=state, people=people, opening=None)
    return replace(after, bank=_bank_moved(view, after))


def _bank_moved(before: GameView, after: GameView) -> Bank | None:
    """The chips of a bank, and its debts, go with the people to their new seats.

    Raises:
        BookError: somebody new sits down, who has no chips of this bank.
    """
    bank = before.bank
    if bank is None or before.seats == after.seats:
        return bank
    if set(before.seats) != set(after.seats):
        raise BookError("club_bank_people")
    seat = {person: number for number, person in enumerate(after.seats)}
    a, b, c, d = (bank.chips[before.seats.index(person)] for person in after.seats)
    debts = tuple(
        (seat[before.seats[debtor]], seat[before.seats[creditor]], owed)
        for debtor, creditor, owed in bank.debts
    )
    return Bank((a, b, c, d), debts)


def _close_bank(view: GameView, event: Event, body: bodies.GameEnded) -> GameView:
    """散場: what was lost without chips to pay it is paid now (WU16-01)."""
    if view.bank is None or not view.bank.debts:
        return view
    settled = _enter(replace(view, bank=None), event, body, close_bank(view.bank), None)
    return replace(settled, bank=Bank(view.bank.chips))


def _foul(view: GameView, event: Event, body: bodies.FoulCalled) -> GameView:
    found = _penalty(view, body)
    # A foul of the dealer passes the deal on, one of another leaves it; see `advance`.
    result = HandResult.foul(body.seat) if found.ends_hand else None
    return _enter(view, event, body, found.settlement, result, false_win=body.foul == "false_win")


def _penalty(view: GameView, body: bodies.FoulCalled) -> Penalty:
    return penalty(
        view.money,
        Foul(body.foul),
        body.seat,
        table_state(view),
        face=body.face,
        to=body.to,
        heavy=body.heavy,
        second=body.second,
        noticed=body.noticed,
        won_on=body.won_on,
        in_time=body.in_time,
        by_left=body.by_left,
    )


def _enter(
    view: GameView,
    event: Event,
    body: AnyBody,
    settlement: Settlement,
    result: HandResult | None,
    *,
    false_win: bool = False,
) -> GameView:
    bank = view.bank
    if bank is not None:
        bank, settlement = pay_by_bank(bank, settlement, false_win=false_win)
    entry = Entry(
        event,
        body,
        result is not None,
        view.state,
        view.seats,
        view.opening,
        view.winds,
        tuple(_paid(view, transfer) for transfer in settlement.transfers),
    )
    after = replace(view, entries=(*view.entries, entry), bank=bank)
    if result is None:
        return after
    return replace(after, state=advance(view.state, result), opening=None)


def _paid(view: GameView, transfer: Transfer) -> Paid:
    def person(account: int) -> str:
        if account < POT:
            return view.seats[account]
        if account == POT:
            return POT_ACCOUNT
        assert view.bets is not None
        return view.bets.outer[account - FIRST_BETTOR].bettor

    payer, payee = person(transfer.payer), person(transfer.payee)
    return Paid(payer, payee, transfer.amount, transfer.id, transfer.why, transfer.rule)


def table_state(view: GameView) -> TableState:
    """Dealer, streak and side bets, on which the payments of the next win depend."""
    return _table(view, view.bets)


def _table(view: GameView, bets: BetsSet | None) -> TableState:
    state = view.state
    if bets is None:
        return TableState(state.dealer, state.streak)
    outer = tuple(
        SideBet(FIRST_BETTOR + number, bet.on, bet.base, bet.tai, bet.fixed)
        for number, bet in enumerate(bets.outer)
    )
    if any(bet.bettor in view.people for bet in bets.outer):
        raise BookError("club_bettor_plays")
    return TableState(state.dealer, state.streak, inner=bets.inner, outer=outer)


def _wins(body: bodies.HandWon) -> list[Win]:
    return [
        Win(
            told.winner,
            score_of(told),
            told.source,
            told.robbed,
            told.by_kong,
            told.kong_giver,
            told.exposed,
            told.dragons,
            told.looking,
            tuple(Tile.from_code(code) for code in told.codes),
        )
        for told in body.wins
    ]


def score_of(told: WinTold) -> Score:
    """The score as it was told; its waits and its reading are not needed for money."""
    items = tuple(
        ScoreItem(one.id, one.name, one.value, one.why, one.rule, one.payer) for one in told.items
    )
    return Score(items, told.total, told.unit, (), told.limit, ())


# --- rules ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def game_rules(name: str, text: str) -> GameRules:
    """The course of a game under rules of this name; under a club's own, that of their family.

    Raises:
        scoring.errors.RuleError: there is no such rule set, or the preset cannot be read.
    """
    if not text:
        from scoring.rulesets import get_rules

        return GAMES[get_rules(name).name]
    import tomllib

    from scoring.presets import family_of, read_preset

    base = str(tomllib.loads(text).get("based_on", ""))
    if base in GAMES:
        read_preset(text, name)
        return GAMES[base]
    return GAMES[family_of(read_preset(text, name).rules)]


@lru_cache(maxsize=64)
def _preset_money(name: str, text: str) -> Money:
    if not text:
        return MONEY[name]
    from scoring.presets import read_preset

    return read_preset(text, name).money


def money_of(started: GameStarted) -> Money:
    """The amounts of a game.

    Raises:
        BookError: an agreed amount that this system does not have.
    """
    money = _preset_money(started.rules.name, started.rules.text)
    for name in started.stakes:
        if not hasattr(money, name):
            raise BookError("club_no_stake", name=name, rules=started.rules.name)
    return replace(money, **started.stakes) if started.stakes else money  # type: ignore[arg-type]
