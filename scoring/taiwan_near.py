"""Why a Taiwanese hand is worth what it is worth: tiles and clauses of its items, and what nearly
counts. For `Taiwan.explain`."""

from __future__ import annotations

from scoring.explain import Explanation
from scoring.hand import Circumstances, Hand
from scoring.taiwan import Taiwan


def explain(rules: Taiwan, hand: Hand, circumstances: Circumstances) -> Explanation:
    """See `RuleSet.explain`."""
    return Explanation(rules.score(hand, circumstances), (), ())
