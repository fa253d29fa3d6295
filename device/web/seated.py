"""A hand on the page as a hand of the game at the table: what the game knows, and who pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from device.club.bodies import Event, HandWon, WinTold
from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT, Entry, play
from device.club.record import rules_and_money, win_told
from device.web.money import Payments

if TYPE_CHECKING:
    from device.club.bodies import AnyBody
    from device.club.fold import GameView
    from device.web.forms import Setup
    from scoring.hand import Circumstances, Hand
    from scoring.result import Score
    from scoring.rulesets import RuleSet

GIVEN: Final = frozenset({"dealer"})
"""Circumstances that follow from the game and are not dropped for others that contradict them."""


def game_rules_of(view: GameView) -> RuleSet:
    """What scores the hands of a game. Raises scoring.errors.RuleError."""
    return rules_and_money(view.started.rules.name, view.started.rules.text)[0]


def seated(setup: Setup, view: GameView) -> Setup:
    """Circumstances with all that the game knows: rules, round, dealer, streak, seat wind."""
    state = view.state
    update: dict[str, Any] = {
        "rules": state.rules.name,
        "round": state.round_wind.code,
        "streak": state.streak,
        "dealer": None,
        "base": 0,
        "tai": 0,
    }
    if setup.winner is not None:
        update["seat"] = view.winds[setup.winner] or setup.seat
        update["dealer"] = (state.dealer - setup.winner) % 4
    return setup.model_copy(update=update)


def as_event(view: GameView, body: AnyBody) -> Event:
    """An event that is not written: only to see what would follow from it."""
    return Event(
        view.event.table, view.last + 1, "preview", body.kind, "", "", "organiser", body, ""
    )


def preview(view: GameView, body: AnyBody) -> Entry | None:
    """The line that a body would add to the game's sheet; None if it adds none.

    Raises:
        BookError: it cannot happen now.
    """
    after = play(view, as_event(view, body), body)
    return after.entries[-1] if len(after.entries) > len(view.entries) else None


def needs(setup: Setup, circumstances: Circumstances) -> tuple[str, ...]:
    """What has to be said before a hand can be written into the game."""
    drawn = circumstances.self_draw or circumstances.tianhu
    need = [] if setup.winner is not None else ["winner"]
    if setup.source is None and not drawn:
        need.append("source")
    return tuple(need)


def told_of(
    setup: Setup, score: Score, hand: Hand, circumstances: Circumstances, winner: int | None = None
) -> WinTold:
    """The win for the book; outside a game the winner sits at seat 0."""
    seat = setup.winner if winner is None else winner
    assert seat is not None
    drawn = circumstances.self_draw or circumstances.tianhu
    giver = None if drawn or setup.source is None else (seat + setup.source) % 4
    if circumstances.robbed_flower and circumstances.seventh_drawn:  # all pay, one was robbed
        return win_told(score, hand, circumstances, seat, None, robbed=giver)
    by_kong = circumstances.rob_kong
    return win_told(score, hand, circumstances, seat, giver, by_kong=by_kong)


def payments_at_table(
    view: GameView, setup: Setup, score: Score, hand: Hand, circumstances: Circumstances
) -> Payments | None:
    """What each pays, as the game will write it down."""
    need = needs(setup, circumstances)
    if need:
        return Payments(need=need)
    told = told_of(setup, score, hand, circumstances)
    try:
        entry = preview(view, HandWon(game=view.started.game, wins=(told,)))
    except BookError:
        return None
    return None if entry is None else paid_in(entry, told.winner)


def paid_in(entry: Entry, winner: int) -> Payments:
    """The payments of an entry, seats counted from the winner, then the pot and bystanders."""
    four = [entry.seats[(winner + i) % 4] for i in range(4)]
    people = list(dict.fromkeys([*four, POT_ACCOUNT, *entry.balance()]))
    index = {person: number for number, person in enumerate(people)}
    transfers = tuple((index[p.payer], index[p.payee], p.amount, p.why) for p in entry.payments)
    sums = entry.balance()
    return Payments(transfers, tuple(sums.get(one, 0) for one in people), people=tuple(people))


def game_told(view: GameView, names: Mapping[str, str]) -> dict[str, Any]:
    """What the page of a hand needs of the game at the table."""
    return {
        "id": view.started.game,
        "names": [names.get(one, one) for one in view.seats],
        "winds": list(view.winds),
        "dealer": view.state.dealer,
        "streak": view.state.streak,
        "round": view.state.round_wind.code,
        "hand": view.state.hand,
        "over": view.state.over,
    }
