"""From a hand that is over to its money: log, hand and circumstances, score, settlement.

result = outcome(state, get_rules("taiwan"), MONEY["taiwan"])
result.scores, result.settlement.balance(), advance(game, result_of(state))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.events import Status
from scoring.game import Seat
from scoring.hand import MeldKind
from scoring.money import Money
from scoring.result import Score
from scoring.rulesets import RuleSet
from scoring.settlement import Settlement, TableState, Win, kong_prize, settle, sum_of
from scoring.table import (
    How,
    State,
    WinFacts,
    circumstances_of_win,
    hand_of_win,
    kongs_of,
    win_facts,
)
from scoring.tiles import DRAGONS, Tile


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand came to."""

    wins: tuple[Win, ...]
    """As the settlement takes them; empty for a draw."""
    settlement: Settlement
    """Payments for the wins."""
    kongs: Settlement
    """Prizes of kongs, which are paid when they are made (WU16-10, PONG-03)."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """The score of each win."""
        return tuple(win.score for win in self.wins)


def outcome(
    state: State,
    rules: RuleSet,
    money: Money,
    *,
    table: TableState | None = None,
    codes: Mapping[Seat, tuple[Tile, ...]] | None = None,
) -> Outcome:
    """Score and settle the wins of a hand from its log.

    Args:
        state: the table after the last event.
        rules: what scores the hands.
        money: what settles them.
        table: dealer, streak and bets; by default dealer and streak of the deal.
        codes: prize tiles that winners drew (WU16-15, PONG-09).

    Raises:
        RuleError: a winning hand whose tiles are not known, or that cannot be scored.
    """
    where = table or TableState(state.deal.seat, state.deal.streak)
    drawn = codes or {}
    wins = tuple(
        _win(facts, _score(state, rules, facts.winner), drawn.get(facts.winner, ()))
        for facts in win_facts(state)
    )
    settlement = settle(money, wins, where) if wins else Settlement()
    return Outcome(wins, settlement, kong_prizes(state, money))


def _score(state: State, rules: RuleSet, seat: Seat) -> Score:
    return rules.score(hand_of_win(state, seat), circumstances_of_win(state, seat))


def _win(facts: WinFacts, score: Score, codes: tuple[Tile, ...]) -> Win:
    given = tuple(item.source for item in facts.open_sets)
    dragons = tuple(item.source for item in facts.open_sets if item.claimed in DRAGONS)
    return Win(
        facts.winner,
        score,
        facts.source,
        facts.robbed_flower if facts.seventh_drawn else None,
        facts.how in (How.ADDED_KONG, How.CONCEALED_KONG, How.SWAP),
        facts.kong_giver,
        given,
        dragons,
        facts.looking,
        codes,
    )


def kong_prizes(state: State, money: Money) -> Settlement:
    """The prizes of all kongs on the table; none for who is barred (WU16-07, PONG-07)."""
    return sum_of(
        kong_prize(
            money,
            kong.seat,
            concealed=kong.kind is MeldKind.CONCEALED_KONG,
            giver=kong.giver,
        )
        for kong in kongs_of(state)
        if kong.prize and state.players[kong.seat].status is Status.PLAYING
    )
