"""The Hong Kong part of `scoring/RULES.md`: functions, tests and fields that it names are there."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

import scoring.hongkong
from scoring.errors import PresetError
from scoring.hongkong import HONG_KONG, WU_HONG_KONG, HongKong
from scoring.hongkong_rules import (
    CLAUSES,
    DOCUMENT_C,
    DOCUMENT_D13,
    FOUR_FOUR,
    LIMIT,
    HongKongRules,
)
from scoring.presets import parse_preset, preset_hash, shipped_text

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "scoring" / "RULES.md").read_text("utf-8")
SECTION = PAGE[PAGE.index("## Hong Kong rules") :].split("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in SECTION.splitlines()
    if re.match(r"\| (HK|WU13|AMB)-", line)
]
RULES = [row for row in ROWS if not row[0].startswith("AMB-")]
UNCLEAR = [row for row in ROWS if row[0].startswith("AMB-")]


def _test_there(cell: str) -> bool:
    file, _, name = cell.strip("`").partition("::")
    tree = ast.parse((HERE / file).read_text("utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body)


def test_every_line_about_a_hand_is_listed() -> None:
    listed = {row[0] for row in RULES}
    assert {f"HK-{number:02}" for number in range(1, 15)} <= listed
    assert {f"WU13-{number:02}" for number in (*range(1, 10), 13, 14, 15)} <= listed
    assert {rule for pair in CLAUSES.values() for rule, _ in filter(None, pair)} <= listed
    assert [row[0] for row in UNCLEAR] == [f"AMB-{n}" for n in (16, 17, 18, 21, 24, 25, 26)]


@pytest.mark.parametrize("row", RULES, ids=lambda row: f"{row[0]} {row[1]}")
def test_function_and_test_of_a_rule(row: list[str]) -> None:
    rule, _, function, test = row
    target: object = scoring.hongkong
    for name in function.strip("`").split("."):
        target = getattr(target, name)
    assert re.search(rf"{rule}\b", target.__doc__ or "")
    assert _test_there(test)


@pytest.mark.parametrize("row", UNCLEAR, ids=lambda row: row[0])
def test_field_and_test_of_an_unclear_place(row: list[str]) -> None:
    known = {item.name for item in fields(HongKongRules)}
    named = re.findall(r"`HongKongRules\.(\w+)`", row[1])
    assert named
    assert set(named) <= known
    assert _test_there(row[2])


def test_every_field_has_a_label() -> None:
    for item in fields(HongKongRules):
        assert DOCUMENT_C.label(item.name)
    assert DOCUMENT_C.label("dragon") == "一元 HK-06"
    assert DOCUMENT_D13.label("dragon") == "箭刻 WU13-03"
    assert DOCUMENT_D13.label("dragon_name") == "WU13-03"
    assert DOCUMENT_D13.label("limit").startswith("滿番")


def test_four_four_as_a_preset() -> None:
    text = """
        based_on = "wu-hongkong"
        [values]
        all_pungs = 4
        one_suit_and_honours = 4
        small_three_dragons = 6
        one_suit = 8
        seven_flowers = 4
    """
    rules = parse_preset(text, "wu-hongkong-44")
    assert rules == HongKong("wu-hongkong-44", FOUR_FOUR)
    assert preset_hash(rules) != preset_hash(WU_HONG_KONG)


def test_a_limit_may_be_written_as_a_word() -> None:
    text = 'based_on = "wu-hongkong"\n[values]\nbig_three_dragons = "limit"\nminimum = 3\n'
    rules = parse_preset(text, "house").rules  # type: ignore[attr-defined]
    assert (rules.big_three_dragons, rules.minimum) == (LIMIT, 3)
    for bad in ("limit = 0", "minimum = -2", 'one_suit = "many"', "one_suit = -2"):
        with pytest.raises(PresetError):
            parse_preset(f'based_on = "hongkong"\n[values]\n{bad}\n', "house")
    with pytest.raises(PresetError):
        parse_preset('based_on = "hongkong"\n[names]\ndocument = "E"\n', "house")


@pytest.mark.parametrize("rules", [HONG_KONG, WU_HONG_KONG])
def test_shipped_presets_are_these_rules(rules: HongKong) -> None:
    assert parse_preset(shipped_text(rules.name), rules.name) == rules
