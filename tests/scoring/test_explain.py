"""What all rule sets share of explaining: waits with values, and both as plain data."""

from __future__ import annotations

import pytest

from scoring.errors import ContradictionError, HandSizeError
from scoring.explain import explanation_to_dict, wait_values_to_list
from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.rulesets import RULE_NAMES, get_rules
from scoring.tiles import Tile

TAIWAN = get_rules("taiwan")
READY = Hand.parse("123m456m789m11m345p78s")


def test_each_wait_is_worth_something_each_way() -> None:
    values = TAIWAN.wait_values(READY, Circumstances())
    assert [v.tile for v in values] == [Tile.S6, Tile.S9]
    for value in values:
        assert value.by_discard is not None and value.by_self_draw is not None
        assert value.by_self_draw.total == value.by_discard.total + 2 - 2 * (
            "all_chows" in {i.id for i in value.by_discard.items}
        )
    assert TAIWAN.unit == "台"
    # A winning tile that is there already is set aside.
    won = Hand.parse("123m456m789m11m345p78s", win="9s")
    assert TAIWAN.wait_values(won, Circumstances(self_draw=True)) == values


def test_what_cannot_be_won_that_way_is_none() -> None:
    """The pung-only game is won by self-draw alone (PONG-01)."""
    rules = get_rules("wu-pong")
    hand = Hand.parse("111m222p333s5p", ("pung EEE",))
    values = rules.wait_values(hand, Circumstances())
    assert [v.tile for v in values] == [Tile.P5]
    assert values[0].by_discard is None and values[0].by_self_draw is not None
    assert wait_values_to_list(values) == [
        {"tile": "5p", "discard": None, "self_draw": values[0].by_self_draw.total}
    ]


def test_a_hand_that_is_not_one_tile_short_has_no_waits_to_value() -> None:
    with pytest.raises(HandSizeError):
        TAIWAN.wait_values(Hand.parse("123m"), Circumstances())
    with pytest.raises(ContradictionError):
        TAIWAN.wait_values(READY, Circumstances(self_draw=True, hand_complete=False))


def test_explanations_are_plain_data() -> None:
    hand = Hand.parse("345678m11p78s", ("pung CCC", "chow 123m"), "f1 f2", "6s")
    told = TAIWAN.explain(hand, Circumstances())
    data = explanation_to_dict(told)
    counted, near = data["counted"], data["not_counted"]
    assert isinstance(counted, list) and isinstance(near, list)
    assert counted[0] == {
        "id": "dragon",
        "name": "箭字坎",
        "value": 1,
        "why": "中中中",
        "tiles": "CCC",
        "clause": "TW-02 (A/B 02)",
    }
    assert {"id", "name", "value", "reason", "by", "why", "rule"} == set(near[0])


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_rule_set_has_a_unit(name: str) -> None:
    assert get_rules(name).unit in ("台", "番")


JOKERS = frozenset({Tile.M3, Tile.P3, Tile.S3, Tile.F1})


@pytest.mark.parametrize(
    ("kind", "tiles", "fits"),
    [
        (MeldKind.PUNG, (Tile.S6, Tile.S6, Tile.M3), True),
        (MeldKind.PUNG, (Tile.S6, Tile.P3, Tile.F1), True),
        (MeldKind.PUNG, (Tile.M3, Tile.P3, Tile.F1), True),
        (MeldKind.PUNG, (Tile.S6, Tile.S7, Tile.M3), False),
        (MeldKind.CHOW, (Tile.S6, Tile.S7, Tile.M3), True),
        (MeldKind.CHOW, (Tile.S6, Tile.S8, Tile.M3), True),
        (MeldKind.CHOW, (Tile.M3, Tile.P3, Tile.F1), True),
        (MeldKind.CHOW, (Tile.S6, Tile.S9, Tile.M3), False),
        (MeldKind.CHOW, (Tile.S6, Tile.P7, Tile.M3), False),
        (MeldKind.CHOW, (Tile.E, Tile.S, Tile.M3), False),
        (MeldKind.CHOW, (Tile.S6, Tile.S6, Tile.M3), False),
        (MeldKind.KONG, (Tile.S6, Tile.S6, Tile.S6, Tile.M3), False),
        (MeldKind.PUNG, (Tile.S6, Tile.S6, Tile.S6), True),
        (MeldKind.CHOW, (Tile.M2, Tile.M3, Tile.M4), True),
    ],
)
def test_sets_with_jokers_lie_as_they_are(
    kind: MeldKind, tiles: tuple[Tile, ...], fits: bool
) -> None:
    from scoring.errors import MeldError

    if not fits:
        with pytest.raises(MeldError):
            Meld.with_jokers(kind, tiles, JOKERS)
        return
    meld = Meld.with_jokers(kind, tiles, JOKERS)
    assert meld.kind is kind and meld.tiles == tuple(sorted(tiles))
    assert Hand((), (meld,)).size == 3
