"""Rule sets by name. Each lives in a file of its own and is registered here."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Final, Protocol

from scoring.errors import UnknownRulesError
from scoring.explain import Explanation, WaitValue
from scoring.hand import Circumstances, Hand
from scoring.result import Score
from scoring.tiles import Tile


class RuleSet(Protocol):
    """What every rule set offers. Hands of the wrong size raise `HandSizeError` everywhere."""

    @property
    def name(self) -> str:
        """The name `get_rules` knows it by."""

    @property
    def hand_size(self) -> int:
        """Tiles of a winning hand: 17 or 14. Kongs count as three, flowers do not count."""

    @property
    def unit(self) -> str:
        """What is counted: ``台`` or ``番``."""

    def score(self, hand: Hand, circumstances: Circumstances) -> Score:
        """Score the best reading. Raises `RuleError` for a hand that cannot be scored."""

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every reading, in no particular order. Raises as `score`."""

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that complete the hand without its winning tile, in tile order."""

    def distance(self, hand: Hand) -> int:
        """How many tiles must be exchanged (or drawn) until the hand wins; 0 if it wins."""

    def winning_choices(self, hand: Hand) -> tuple[Tile, ...]:
        """For a complete hand without a named winning tile: which tiles it may have been."""

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """The score with tiles and clauses, and what nearly counts. Raises as `score`."""

    def wait_values(self, hand: Hand, circumstances: Circumstances) -> tuple[WaitValue, ...]:
        """What each wait would be worth, by discard and drawn, in tile order.

        A winning tile is set aside, and so is how it was won; the other circumstances stay.
        Raises `HandSizeError` if the hand is not one tile short.
        """


_WHERE: Final[dict[str, tuple[str, str]]] = {
    "taiwan": ("taiwan", "TAIWAN"),
    "taiwan-early": ("taiwan", "TAIWAN_EARLY"),
    "hongkong": ("hongkong", "HONG_KONG"),
    "wu-hongkong": ("hongkong", "WU_HONG_KONG"),
    "wu-joker": ("wu_joker", "WU_JOKER"),
    "wu-pong": ("wu_pong", "WU_PONG"),
}
"""Module and name of each rule set. One is loaded when it is asked for, so that who scores a
Taiwanese hand does not wait for the joker game."""

RULE_NAMES: Final[tuple[str, ...]] = tuple(_WHERE)
"""The names `get_rules` accepts, the default first."""


def get_rules(name: str) -> RuleSet:
    """The rule set of this name.

    Raises:
        UnknownRulesError: no such rule set; the error suggests the nearest names.
    """
    where = _WHERE.get(name.strip().lower().replace("_", "-"))
    if where is None:
        near = get_close_matches(name.lower(), RULE_NAMES, n=2, cutoff=0.5)
        raise UnknownRulesError(name, near, RULE_NAMES)
    rules: RuleSet = getattr(import_module(f"scoring.{where[0]}"), where[1])
    return rules


def in_play(rules: RuleSet, indicator: Tile | None) -> RuleSet:
    """The rule set with the jokers that the indicator names, where the game has jokers."""
    bind = getattr(rules, "with_indicator", None)
    if bind is None or indicator is None:
        return rules
    bound: RuleSet = bind(indicator)
    return bound
