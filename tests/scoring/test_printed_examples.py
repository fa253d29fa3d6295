"""The worked examples of the rule documents: own tables, and the tables against the records."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.batch import score_record
from scoring.errors import ContradictionError, HandSizeError
from scoring.hand import Circumstances
from scoring.taiwan import DOCUMENT_B, Taiwan
from scoring.tiles import parse_tiles
from tests.scoring.helpers import A, B, circumstances_of, hand_of, ids, items, score
from tests.scoring.printed_examples import (
    EXAMPLE_TOTALS,
    FLOWER_WINS,
    HANDS,
    ONLY_LATE,
    REFUSED,
    SETTLEMENT,
    Printed,
)
from tests.scoring.taiwan_hands import CASES, Case


@pytest.mark.parametrize("case", [*HANDS, *ONLY_LATE], ids=lambda case: case.id)
def test_printed_hand_document_b(case: Printed) -> None:
    result = score(case.concealed, case.win, case.melds, case.flowers, case.how)
    assert items(result) == sorted(case.stated.items())
    assert result.total == case.late
    assert ids(result).isdisjoint(case.absent.split())
    if case.waits is not None:
        assert result.waits == parse_tiles(case.waits)


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case.id)
def test_printed_hand_document_a(case: Printed) -> None:
    result = score(case.concealed, case.win, case.melds, case.flowers, case.how, A)
    assert result.total == case.early


@pytest.mark.parametrize("case", ONLY_LATE, ids=lambda case: case.id)
def test_document_a_has_no_dealt_win_after_a_kong(case: Printed) -> None:
    with pytest.raises(ContradictionError, match="kong"):
        score(case.concealed, case.win, case.melds, case.flowers, case.how, A)


@pytest.mark.parametrize("case", HANDS, ids=lambda case: case.id)
def test_example_preset_gives_the_printed_totals(case: Printed) -> None:
    rules = Taiwan("examples", replace(DOCUMENT_B, four_concealed_pungs=5))
    if case.id in EXAMPLE_TOTALS:
        result = score(case.concealed, case.win, case.melds, case.flowers, case.how, rules)
        assert result.total == EXAMPLE_TOTALS[case.id]


@pytest.mark.parametrize(("name", "tiles", "win", "size"), REFUSED)
def test_misprinted_hand_is_refused(name: str, tiles: str, win: str, size: int) -> None:
    with pytest.raises(HandSizeError) as caught:
        score(tiles, win)
    assert caught.value.params["actual"] == size


@pytest.mark.parametrize(("name", "flowers", "how", "item", "late", "early"), FLOWER_WINS)
def test_win_by_flowers_alone(
    name: str, flowers: str, how: str, item: str, late: int, early: int
) -> None:
    for rules, value in ((B, late), (A, early)):
        result = rules.score(hand_of("", None, "", flowers), circumstances_of(how))
        assert items(result) == [(item, value)]
        assert result.total == value
        assert result.waits == ()
        assert result.reading == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_known_hand(case: Case) -> None:
    result = score(case.concealed, case.win, case.melds, case.flowers, case.how)
    summed: dict[str, int] = {}
    for item in result.items:
        summed[item.id] = summed.get(item.id, 0) + item.value
    assert summed == case.items
    assert result.total == case.late
    assert result.waits == parse_tiles(case.waits)
    early = score(case.concealed, case.win, case.melds, case.flowers, case.how, A)
    assert early.total == case.early


def _records(shared_rules: Callable[[str], str], name: str) -> list[dict[str, object]]:
    records = [json.loads(line) for line in shared_rules(name).splitlines()]
    return [record for record in records if record["system"] == "taiwan"]


def test_every_taiwanese_record_is_in_a_table(shared_rules: Callable[[str], str]) -> None:
    known = {case.id for case in (*HANDS, *ONLY_LATE, *CASES)}
    known |= {row[0] for row in (*REFUSED, *FLOWER_WINS)} | set(SETTLEMENT)
    records = [*_records(shared_rules, "examples.jsonl"), *_records(shared_rules, "hands.jsonl")]
    assert {record["id"] for record in records} == known
    for record in records:
        belongs_to_settlement = record["kind"] in ("settlement", "penalty")
        assert (record["id"] in SETTLEMENT) == belongs_to_settlement


def test_own_tables_are_true_copies(shared_rules: Callable[[str], str]) -> None:
    own: dict[str, Printed | Case] = {case.id: case for case in (*HANDS, *CASES)}
    for record in [
        *_records(shared_rules, "examples.jsonl"),
        *_records(shared_rules, "hands.jsonl"),
    ]:
        case = own.get(str(record["id"]))
        if case is None or "hand" not in record:
            continue
        assert parse_tiles(case.concealed) == parse_tiles(str(record["hand"]))
        assert case.win == record["win"]
        context = record["context"]
        assert isinstance(context, dict)
        assert circumstances_of(case.how) == Circumstances(
            **{
                **context,
                "seat": parse_tiles(context.get("seat", "E"))[0],
                "round": parse_tiles(context.get("round", "E"))[0],
            }
        )


def test_records_score_as_stated_through_batch(shared_rules: Callable[[str], str]) -> None:
    checked = 0
    for record in _records(shared_rules, "hands.jsonl"):
        expected = record["expected"]
        if not isinstance(expected, dict) or "hand" not in record:
            continue
        assert score_record(record, A)["total"] == expected["seed000"]
        late = score_record(record, B)
        assert late["total"] == expected["seed001"]
        assert late["waits"] == expected["waits"]
        checked += 1
    assert checked == len(CASES)
