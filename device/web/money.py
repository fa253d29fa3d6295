"""Who pays whom for a win, in money, as far as people have said what that depends on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from device.messages import Language, localise
from scoring.money import (
    MONEY,
    HongKongMoney,
    Money,
    MoneyError,
    TaiwanMoney,
    WuJokerMoney,
    WuPongMoney,
)
from scoring.settlement import TableState, Win, settle

if TYPE_CHECKING:
    from device.web.forms import Setup
    from scoring.hand import Circumstances
    from scoring.result import Score

_STAKES: dict[type, tuple[str, str]] = {
    TaiwanMoney: ("base", "tai"),
    WuJokerMoney: ("base", "fan"),
    WuPongMoney: ("win", "fan"),
}
"""The two amounts that the page lets people say, by system; Hong Kong has a table instead."""


@dataclass(frozen=True, slots=True)
class Payments:
    """Transfers (payer, payee, amount, why) between seats counted from the winner, and sums.

    `need` names what has to be said first ("source", "dealer"); then there are none.
    """

    transfers: tuple[tuple[int, int, int, str], ...] = ()
    balance: tuple[int, ...] = ()
    need: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    """In a game: the person of each account, the four seats first; `names` of `to_dict`."""

    def to_dict(self, language: Language) -> dict[str, Any]:
        """As the page shows it."""
        return {
            "need": list(self.need),
            "transfers": [
                {"from": payer, "to": payee, "amount": amount, "why": localise(why, language)}
                for payer, payee, amount, why in self.transfers
            ],
            "balance": list(self.balance),
        }


def stake_names(money: Money) -> tuple[str, ...]:
    """What the system calls the two amounts that people agree on; none where it has a table."""
    return _STAKES.get(type(money), ())


def money_of(rules: str, setup: Setup | None = None) -> Money | None:
    """The amounts of a rule set, with the stakes that people said (0: the rule set's own)."""
    money = MONEY.get(rules)
    if money is None or setup is None or type(money) not in _STAKES:
        return money
    base, tai = _STAKES[type(money)]
    said = {name: value for name, value in ((base, setup.base), (tai, setup.tai)) if value}
    return replace(money, **said) if said else money  # type: ignore[arg-type]


def stakes(rules: str) -> dict[str, int] | None:
    """What the page proposes for its two amounts; None where the system has none to say."""
    money = MONEY.get(rules)
    if money is None or type(money) not in _STAKES:
        return None
    base, tai = _STAKES[type(money)]
    return {"base": getattr(money, base), "tai": getattr(money, tai)}


def payments(score: Score, circumstances: Circumstances, setup: Setup) -> Payments | None:
    """What each player pays; None for rules without money."""
    money = money_of(setup.rules, setup)
    if money is None:
        return None
    drawn = circumstances.self_draw or circumstances.tianhu
    need = []
    if setup.source is None and not drawn:
        need.append("source")
    # In Hong Kong the dealer pays and takes as everybody does.
    if setup.dealer is None and not circumstances.tianhu and not isinstance(money, HongKongMoney):
        need.append("dealer")
    if need:
        return Payments(need=tuple(need))
    source = None if drawn else setup.source
    from_three = circumstances.robbed_flower and circumstances.seventh_drawn
    win = Win(
        0,
        score,
        source=None if from_three else source,
        robbed=source if from_three else None,
        by_kong=circumstances.rob_kong,
    )
    try:
        settled = settle(money, win, TableState(dealer=setup.dealer or 0, streak=setup.streak))
    except MoneyError:
        return None
    transfers = tuple((t.payer, t.payee, t.amount, t.why) for t in settled.transfers)
    return Payments(transfers, tuple(settled.balance()))
