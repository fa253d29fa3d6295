"""From a counted hand to what the book takes: the win as it was told, and what proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from device.club.bodies import Item, RulesUsed, WinTold
from device.output import hand_to_dict
from scoring.batch import circumstances_to_dict

if TYPE_CHECKING:
    from scoring.game import Seat
    from scoring.hand import Circumstances, Hand
    from scoring.money import Money
    from scoring.result import Score
    from scoring.rulesets import RuleSet
    from vision.types import Reading


def win_told(
    score: Score,
    hand: Hand | None,
    circumstances: Circumstances | None,
    winner: Seat,
    source: Seat | None = None,
    **facts: Any,
) -> WinTold:
    """A win for the book.

    Args:
        score: as it was confirmed.
        hand: the tiles; None for a total that was called without them.
        circumstances: how it was won; goes with `hand`.
        winner: seat at the table.
        source: who gave the winning tile; None for a self-draw.
        facts: more of `WinTold`, as `kong_giver`.
    """
    told = {} if hand is None else {k: v for k, v in hand_to_dict(hand).items() if v is not None}
    items = tuple(
        Item(id=i.id, name=i.name, value=i.value, why=i.why[:200], rule=i.rule, payer=i.payer)
        for i in score.items
    )
    return WinTold(
        winner=winner,
        source=source,
        total=score.total,
        unit=score.unit,
        limit=score.limit,
        items=items,
        hand=told,
        context={} if circumstances is None else circumstances_to_dict(circumstances),
        **facts,
    )


def called(total: int, unit: str, winner: Seat, source: Seat | None = None) -> WinTold:
    """A win whose total somebody called, without tiles."""
    return WinTold(winner=winner, source=source, total=total, unit=unit)


def rules_used(name: str, text: str = "") -> RulesUsed:
    """The rules of a game: a shipped set by name, or a club's preset with its text.

    Raises:
        scoring.errors.RuleError: there is no such set, or the preset cannot be read.
    """
    rules, money = rules_and_money(name, text)
    from scoring.presets import preset_hash

    return RulesUsed(name=name, text=text, hash=preset_hash(rules, money))


def rules_and_money(name: str, text: str = "") -> tuple[RuleSet, Money]:
    """What scores and what settles a game of these rules. Raises as `rules_used`."""
    from scoring.money import MONEY
    from scoring.presets import read_preset
    from scoring.rulesets import get_rules

    if text:
        preset = read_preset(text, name)
        return preset.rules, preset.money
    rules = get_rules(name)
    return rules, MONEY[rules.name]


def evidence_data(
    by: str,
    reading: Reading | None = None,
    corrections: Sequence[Mapping[str, Any]] = (),
    **more: Any,
) -> dict[str, Any]:
    """What proves a hand, as JSON: how it was told ("photo", "typed", "called", "live"), what was
    read, which tiles people changed (as read, as taken), and program and models.
    """
    data: dict[str, Any] = {**program(), "by": by}
    if reading is not None:
        data |= {"reading": reading.to_dict(), "corrections": [dict(one) for one in corrections]}
    return data | more


def stakes(used: RulesUsed, base: int | None, tai: int | None) -> dict[Any, int]:
    """The two amounts of a game, under the names that its system gives them."""
    from scoring.money import WuJokerMoney, WuPongMoney

    money = rules_and_money(used.name, used.text)[1]
    names = {WuJokerMoney: ("base", "fan"), WuPongMoney: ("win", "fan")}
    first, second = names.get(type(money), ("base", "tai"))
    return {name: n for name, n in ((first, base), (second, tai)) if n is not None}


def program() -> Mapping[str, Any]:
    """Version of the program and SHA-256 of the models: part of every evidence."""
    return {"program": _version(), "models": _models()}


@cache
def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("taicam")
    except PackageNotFoundError:
        return ""


@cache
def _models() -> dict[str, str]:
    from device.machine import models

    return {str(model.get("name")): str(model.get("sha256", "")) for model in models()}
