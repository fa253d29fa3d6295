"""What `RuleSet.explain` and `RuleSet.wait_values` answer with, and what all rule sets share.

An explanation is for people who argue at the table: every item that counts with its tiles and the
clause that says so, and every item that looks near but does not count, with the reason. *Near*
means one change away: one set, a few tiles of a wrong suit, one flower, one circumstance. Items
that the hand is far from are not told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scoring.errors import ContradictionError, RuleError
from scoring.hand import Circumstances, Hand, stand_in
from scoring.result import Score, ScoreItem
from scoring.tiles import Tile, format_tiles

if TYPE_CHECKING:
    from scoring.rulesets import RuleSet

Reason = Literal["absorbed", "broken", "switched_off"]
"""Why an item does not count: a higher item has it in it; something breaks it, which `by` names; or
these rules have turned it off."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An item of the score with the tiles that make it and the clause it rests on.

    `tiles` are in tile order, kongs whole; empty for an item of circumstances alone. `clause` is
    the checklist line and the place in the rule document, as `cite` writes them.
    """

    item: ScoreItem
    tiles: tuple[Tile, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class NotCounted:
    """An item that looks near but does not count.

    `value` is what it would add. `by` is the id of the item that has it in it (``absorbed``), a
    stable word for what breaks it (``broken``: ``open_meld``, ``flower``, ``suit`` ...) or the
    name of the switch (``switched_off``). `why` says so in Chinese and names the tiles; `rule` is
    the line of the rule checklist.
    """

    id: str
    name: str
    value: int
    reason: Reason
    by: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hand is worth what it is worth: of the best reading, in the order of its items."""

    score: Score
    counted: tuple[Counted, ...]
    near: tuple[NotCounted, ...]


@dataclass(frozen=True, slots=True)
class WaitValue:
    """What a hand would be worth with this tile.

    None: it cannot be won that way (a game of self-draws only, less than the least, a circumstance
    that forbids it).
    """

    tile: Tile
    by_discard: Score | None
    by_self_draw: Score | None


def cite(rule: str, place: str) -> str:
    """A clause as it is shown: checklist line and place in the document, ``TW-16 (A 16)``."""
    return f"{rule} ({place})"


def without_win(hand: Hand) -> Hand:
    """The hand before its winning tile."""
    return hand if hand.win is None else replace(hand, win=None)


def by_discard(circumstances: Circumstances) -> Circumstances:
    """The same circumstances, the tile taken from another player.

    What only a draw can be is left out; a first draw (地胡) becomes a first discard (人胡).
    """
    return replace(
        circumstances,
        self_draw=False,
        kong_draw=False,
        kong_on_kong=False,
        flower_draw=False,
        tianhu=False,
        dihu=False,
        renhu=circumstances.renhu or circumstances.dihu,
    )


def by_self_draw(circumstances: Circumstances) -> Circumstances:
    """The same circumstances, the tile drawn; the counterpart of `by_discard`."""
    return replace(
        circumstances,
        self_draw=True,
        rob_kong=False,
        rob_concealed_kong=False,
        tianhu=False,
        renhu=False,
        dihu=circumstances.dihu or circumstances.renhu,
    )


def wait_values(
    rules: RuleSet,
    hand: Hand,
    circumstances: Circumstances,
    alike: frozenset[Tile] = frozenset(),
) -> tuple[WaitValue, ...]:
    """What each wait would be worth, in tile order: `RuleSet.wait_values` for most rule sets.

    The winning tile of the hand and how it was won are set aside, the other circumstances stay.
    Tiles that are `alike` (jokers) are worth the same, and counted once.

    Raises:
        HandSizeError: the hand is not one tile short of complete.
        ContradictionError: a win by flowers alone waits for no tile.
    """
    if not circumstances.hand_complete:
        raise ContradictionError("waits", "not hand_complete", "flowers alone wait for no tile")
    hand = without_win(hand)
    ways = (by_discard(circumstances), by_self_draw(circumstances))
    joker = stand_in(max(alike), hand.concealed, alike) if alike else None
    found = []
    worth: dict[Tile | None, tuple[Score | None, ...]] = {}
    for tile in rules.waits(hand):
        kind = joker if tile in alike else tile
        if kind not in worth:
            won = replace(hand, win=kind)
            worth[kind] = tuple(_value(rules, won, way) for way in ways)
        found.append(WaitValue(tile, *worth[kind]))
    return tuple(found)


def _value(rules: RuleSet, hand: Hand, circumstances: Circumstances) -> Score | None:
    try:
        return rules.score(hand, circumstances)
    except RuleError:
        return None


def explanation_to_dict(explanation: Explanation) -> dict[str, object]:
    """The JSON form, as ``taicam score --explain --json`` prints it beside the score."""
    return {
        "counted": [
            {
                "id": counted.item.id,
                "name": counted.item.name,
                "value": counted.item.value,
                "why": counted.item.why,
                "tiles": format_tiles(counted.tiles),
                "clause": counted.clause,
            }
            for counted in explanation.counted
        ],
        "not_counted": [
            {
                "id": near.id,
                "name": near.name,
                "value": near.value,
                "reason": near.reason,
                "by": near.by,
                "why": near.why,
                "rule": near.rule,
            }
            for near in explanation.near
        ],
    }


def wait_values_to_list(values: Iterable[WaitValue]) -> list[dict[str, object]]:
    """The JSON form of wait values: ``{"tile": "3p", "discard": 4, "self_draw": null}``."""
    return [
        {
            "tile": value.tile.code,
            "discard": None if value.by_discard is None else value.by_discard.total,
            "self_draw": None if value.by_self_draw is None else value.by_self_draw.total,
        }
        for value in values
    ]
