"""Who pays whom for a win, in money, as far as the rule set's settlement knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.messages import Language, localise

if TYPE_CHECKING:
    from device.web.forms import Setup
    from scoring.hand import Circumstances
    from scoring.result import Score


@dataclass(frozen=True, slots=True)
class Payments:
    """Transfers (payer, payee, amount, why) between seats counted from the winner, and sums."""

    transfers: tuple[tuple[int, int, int, str], ...]
    balance: tuple[int, ...]

    def to_dict(self, language: Language) -> dict[str, Any]:
        """As the page shows it."""
        return {
            "transfers": [
                {"from": payer, "to": payee, "amount": amount, "why": localise(why, language)}
                for payer, payee, amount, why in self.transfers
            ],
            "balance": list(self.balance),
        }


def payments(
    rules: Any, score: Score, circumstances: Circumstances, setup: Setup
) -> Payments | None:
    """What each player pays; None while it is not known who pays or what a 台 costs."""
    return None
