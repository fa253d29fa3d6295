"""`scoring/RULES.md` says where each rule is; this checks that it is there."""

import ast
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

import scoring.taiwan
from scoring.taiwan import DOCUMENT_B, TaiwanRules

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "scoring" / "RULES.md").read_text("utf-8").split("\n## Hong Kong")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| (TW|AMB)-", line)
]
RULES = [row for row in ROWS if row[0].startswith("TW-")]
UNCLEAR = [row for row in ROWS if row[0].startswith("AMB-")]
LETTERED = {"TW-25b", "TW-30a", "TW-30b", "TW-30c", "TW-35b"}


def _test_names(file: str) -> set[str]:
    tree = ast.parse((HERE / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_rule_is_listed_once() -> None:
    numbers = {f"TW-{number:02}" for number in range(1, 39)} - {"TW-30"}
    assert sorted(row[0] for row in RULES) == sorted(numbers | LETTERED)


def test_the_checklist_has_no_other_rules(shared_rules: Callable[[str], str]) -> None:
    listed = re.findall(r"^\| (TW-\d\w*) \|", shared_rules("checklist.md"), re.MULTILINE)
    assert sorted(listed) == sorted(row[0] for row in RULES)


@pytest.mark.parametrize("row", RULES, ids=lambda row: row[0])
def test_function_and_test_of_a_rule_exist(row: list[str]) -> None:
    rule, _, function, test = row
    if function.startswith("`"):
        target: object = scoring.taiwan
        for name in function.strip("`").split("."):
            target = getattr(target, name)
        assert re.search(rf"{rule}\b", target.__doc__ or "")
    else:
        assert rule in ("TW-09", "TW-10", "TW-30c")
    if test != "—":
        file, _, name = test.strip("`").partition("::")
        assert name in _test_names(file)
    else:
        assert rule == "TW-30c"


@pytest.mark.parametrize("row", UNCLEAR, ids=lambda row: row[0])
def test_switch_and_test_of_an_unclear_place_exist(row: list[str]) -> None:
    known = {item.name for item in fields(TaiwanRules)}
    for name in re.findall(r"`(\w+)`", row[1]):
        assert name in known
    if row[2] != "—":
        file, _, name = row[2].strip("`").partition("::")
        assert name in _test_names(file)


def test_every_item_names_a_listed_rule_and_has_a_value() -> None:
    listed = {row[0] for row in RULES}
    for item_id, (name, rule) in scoring.taiwan.ITEM_NAMES.items():
        assert rule in listed
        assert name
        assert isinstance(getattr(DOCUMENT_B, item_id), int)


def test_every_paragraph_of_the_interactions_has_a_test() -> None:
    names = " ".join(_test_names("test_taiwan_interactions.py"))
    for paragraph in range(1, 14):
        assert f"test_section_7_{paragraph}_" in names
