"""Hands with known answers: own copies of the shared records, and the whole shared file."""

import json
from collections.abc import Callable

import pytest

from scoring.batch import read_record, score_record
from scoring.errors import ContradictionError, NotInRulesError
from scoring.hongkong import HongKong
from tests.scoring.helpers import hand_of
from tests.scoring.hongkong_hands import CASES, FACTS, Case, Fact
from tests.scoring.hongkong_helpers import C, D, how, score, values


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
@pytest.mark.parametrize("rules", [C, D], ids=["C", "D13"])
def test_items_and_total(case: Case, rules: HongKong) -> None:
    expected = case.items_c if rules is C else case.items_d
    result = score(case.concealed, case.win, case.melds, case.flowers, case.how, rules)
    if isinstance(expected, str):
        assert result.limit
        assert result.total == rules.rules.limit
        assert sorted(values(result)) == sorted(expected.split())
        assert all(item.value == rules.rules.limit for item in result.items)
    else:
        assert not result.limit
        assert values(result) == expected
        assert result.total == sum(expected.values())
    assert result.unit == rules.unit == "番"


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.id)
@pytest.mark.parametrize("rules", [C, D], ids=["C", "D13"])
def test_fact(fact: Fact, rules: HongKong) -> None:
    result = score(fact.concealed, fact.win, fact.melds, fact.flowers, fact.how, rules)
    assert (fact.item in values(result)) is fact.there


def test_a_concealed_kong_is_not_robbed() -> None:
    """HKX-A-robbing_kong-nearMiss"""
    hand = hand_of("123456m 123p 9p", "9p", "pung 555s", "f5")
    robbing = how("S/W rob_kong rob_concealed_kong")
    with pytest.raises(NotInRulesError, match="know no 搶暗槓"):
        C.score(hand, robbing)
    with pytest.raises(ContradictionError, match="only 十三么"):
        D.score(hand, robbing)


def test_the_whole_shared_file(shared_rules: Callable[[str], str]) -> None:
    """Every record of C and D13. HKX-C records leave 無花 out of C's answer; the text has it."""
    seen = 0
    for line in shared_rules("hands.jsonl").splitlines():
        record = json.loads(line)
        expected = record["expected"]
        if record["system"] != "hk" or not isinstance(expected, dict) or "wu13" not in expected:
            continue
        seen += 1
        for rules, key in ((C, "seed002"), (D, "wu13")):
            answer = score_record(record, rules)
            if expected[key] == "LIMIT":
                assert answer["limit"] is True, record["id"]
                continue
            unsaid = key == "seed002" and record["id"].startswith("HKX-C")
            assert answer["total"] == expected[key] + unsaid, record["id"]
            assert len(answer["items"]) == len(expected[f"items_{key}"]) + unsaid  # type: ignore[arg-type]
            assert answer["limit"] is False
    assert seen == len(CASES)


def test_the_facts_of_the_shared_file(shared_rules: Callable[[str], str]) -> None:
    known = {fact.id for fact in FACTS} | {"HKX-A-robbing_kong-nearMiss"}
    for line in shared_rules("hands.jsonl").splitlines():
        record = json.loads(line)
        if record["system"] == "hk" and record["kind"] == "rule" and "hand" in record:
            assert record["id"] in known
            if "robbing" not in record["id"]:
                read_record(record)
