"""The answer to a hand: the total and every item with its why, or what is wrong, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.hands import InputError, no_win
from device.messages import Language, explain, localise, tile_name
from device.output import item_name, rules_title
from device.web.forms import FLAG_FIELDS, HandForm, Setup
from device.web.money import Payments, payments
from device.web.options import WITH_JOKERS
from device.web.seated import GIVEN, game_rules_of, payments_at_table, seated

if TYPE_CHECKING:
    from device.club.fold import GameView
    from scoring.explain import Explanation
    from scoring.hand import Circumstances, Hand
    from scoring.result import Score
    from scoring.rulesets import RuleSet
    from scoring.tiles import Tile

_ON_A_PAGE = {
    "misplaced_tile": "web_misplaced_tile",
    "missing_win_tile": "web_missing_win",
}
"""Errors whose usual words speak of options of the command line."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand on the page with its score, or with the reason why it has none."""

    form: HandForm
    setup: Setup
    """With contradicting circumstances put right."""
    hand: Hand | None = None
    circumstances: Circumstances | None = None
    score: Score | None = None
    error: Exception | None = None
    payments: Payments | None = None
    explained: Explanation | None = None
    view: GameView | None = None
    """The game that it is a hand of, as it stood."""
    rules: RuleSet | None = None

    @property
    def title_of(self) -> str:
        """The rules as the club calls them, if they are its own; else empty."""
        used = None if self.view is None else self.view.started.rules
        return used.name if used is not None and used.text else ""


def score(
    form: HandForm, setup: Setup, touched: str | None = None, view: GameView | None = None
) -> Scored:
    """Score a hand as the page has it. Nothing that a person can do raises.

    Args:
        form: the tiles.
        setup: how it was won.
        touched: the circumstance that was changed last.
        view: the game at the table, whose circumstances and money hold; None for none.
    """
    from scoring.errors import MissingWinTileError, NotAWinError, RuleError
    from scoring.rulesets import get_rules

    hand = circumstances = rules = None
    if setup.apart:
        view = None
    try:
        if view is not None:
            setup = seated(setup, view)
        rules = get_rules(setup.rules) if view is None else game_rules_of(view)
        setup, circumstances = consistent(setup, touched, GIVEN if view else frozenset())
        hand = form.hand(_jokers(setup, circumstances))
        size = len(hand.concealed) + 3 * len(hand.melds)
        if hand.win is None and circumstances.hand_complete and size == rules.hand_size:
            choices = rules.winning_choices(hand)
            if choices:
                raise MissingWinTileError(choices)
        why = rules.explain(hand, circumstances)
    except NotAWinError as error:
        told = no_win(error, hand) if hand is not None else error
        return Scored(form, setup, hand, circumstances, error=told, view=view, rules=rules)
    except (RuleError, InputError) as error:
        return Scored(form, setup, hand, circumstances, error=error, view=view, rules=rules)
    if view is None:
        paid = payments(why.score, circumstances, setup)
    else:
        paid = payments_at_table(view, setup, why.score, hand, circumstances)
    return Scored(form, setup, hand, circumstances, why.score, None, paid, why, view, rules)


def _jokers(setup: Setup, circumstances: Circumstances) -> frozenset[Tile]:
    """The tiles that may stand for others: in the joker game, those of the tile turned up."""
    if setup.rules not in WITH_JOKERS or circumstances.indicator is None:
        return frozenset()
    from scoring.jokers import jokers_of

    return frozenset(jokers_of(circumstances.indicator))


def consistent(
    setup: Setup, touched: str | None, given: frozenset[str] = frozenset()
) -> tuple[Setup, Circumstances]:
    """The circumstances; where two contradict each other, the one touched last is kept.

    Those that are `given` (by the game at the table) are kept whatever was touched.

    Raises:
        scoring.errors.RuleError: they cannot be put right.
    """
    from scoring.errors import ContradictionError
    from scoring.hand import Circumstances

    if "self_draw" in setup.flags or "tianhu" in setup.flags:
        setup = setup.model_copy(update={"source": None})
    for _ in range(12):
        try:
            return setup, Circumstances(**setup.values())
        except ContradictionError as error:
            first, second = str(error.params["first"]), str(error.params["second"])
            kept = next((n for n in (first, second.removeprefix("not ")) if n in given), touched)
            changed = _without_contradiction(setup, first, second, kept)
            if changed == setup:
                raise
            setup = changed
    return setup, Circumstances(**setup.values())


def _without_contradiction(setup: Setup, first: str, second: str, touched: str | None) -> Setup:
    wanted = second.removeprefix("not ")
    if wanted != second and touched != _FLAGS_OF.get(wanted, wanted):
        return _set(setup, wanted, True)  # the one asks for the other
    if wanted != second:
        return _set(setup, first, False)
    return _set(setup, first if touched == second else second, False)


_FLAGS_OF = {"hand_complete": "flower_win"}


def _set(setup: Setup, name: str, on: bool) -> Setup:
    if name == "dealer":
        return setup.model_copy(update={"dealer": 0 if on else None})
    if name == "hand_complete":
        name, on = "flower_win", not on
    if name not in FLAG_FIELDS and name != "flower_win":
        return setup
    flags = set(setup.flags) - {name} | ({name} if on else set())
    update: dict[str, Any] = {"flags": sorted(flags)}
    if name == "self_draw" and on:
        update["source"] = None
    return setup.model_copy(update=update)


def answer(scored: Scored, language: Language) -> dict[str, Any]:
    """A scored hand as the page shows it, all words in `language`."""
    title = scored.title_of or rules_title(scored.setup.rules, language)
    told: dict[str, Any] = {
        "rules": {"name": scored.setup.rules, "title": title},
        "hand": scored.form.model_dump(exclude_none=True),
        "setup": scored.setup.model_dump(),
        "total": None,
        "items": [],
        "waits": [],
        "choices": [],
        "error": None,
        "payments": None,
        "near": [],
    }
    if scored.error is not None:
        error = scored.error
        told["error"] = {
            "key": getattr(error, "key", ""),
            "text": words(error, language),
            "missing": _missing(error),
        }
        told["waits"] = _codes(error, "waits")
        told["choices"] = _codes(error, "choices")
        if scored.hand is not None and scored.rules is not None and not told["waits"]:
            told["waits"] = _waits(scored.rules, scored.hand)
    if scored.score is not None:
        result = scored.score
        told |= {
            "total": result.total,
            "unit": localise(result.unit, language),
            "limit": result.limit,
            "waits": [tile.code for tile in result.waits],
            "items": [
                {
                    "id": item.id,
                    "name": item_name(item, language),
                    "value": item.value,
                    "why": localise(item.why, language),
                    "rule": item.rule,
                    "payer": item.payer,
                }
                for item in result.items
            ],
            "sets": [
                {
                    "kind": part.kind,
                    "tiles": [tile.code for tile in part.tiles],
                    "win": part.win,
                }
                for part in result.reading
            ],
        }
    if scored.explained is not None and scored.score is not None:
        clauses = {(c.item.id, c.item.why): c.clause for c in scored.explained.counted}
        for item, line in zip(scored.score.items, told["items"], strict=True):
            line["clause"] = localise(clauses.get((item.id, item.why), item.rule), language)
        told["near"] = [
            {
                "name": localise(near.name, language),
                "value": near.value,
                "why": localise(near.why, language),
            }
            for near in scored.explained.near
        ]
    if scored.payments is not None:
        told["payments"] = scored.payments.to_dict(language)
    return told


def _waits(rules: Any, hand: Hand) -> list[str]:
    """What an unfinished hand, one tile short, waits for."""
    from scoring.errors import RuleError

    if hand.win is not None or len(hand.concealed) + 3 * len(hand.melds) != rules.hand_size - 1:
        return []
    try:
        return [tile.code for tile in rules.waits(hand)]
    except RuleError:
        return []


def _missing(error: Exception) -> int:
    """How many tiles an unfinished hand still needs; 0 where something else is wrong."""
    if getattr(error, "key", "") != "hand_size":
        return 0
    params = getattr(error, "params", {})
    return max(0, int(params.get("expected", 0)) - int(params.get("actual", 0)))


def _codes(error: Exception, name: str) -> list[str]:
    params = getattr(error, "params", {})
    return str(params.get(name, "")).split()


def words(error: Exception, language: Language) -> str:
    """One line about an error, as it is put on a page."""
    from device.web.words import say_web

    key = str(getattr(error, "key", ""))
    params = dict(getattr(error, "params", {}))
    if key in _ON_A_PAGE or key.startswith("web_"):
        if "tile" in params:
            params["tile"] = tile_name(str(params["tile"]), language)
        return say_web(language, _ON_A_PAGE.get(key, key), **params)
    return explain(error, language)
