"""The section "The course of a game" of `scoring/RULES.md`, checked against code and tests."""

import ast
import importlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "scoring" / "RULES.md").read_text("utf-8")
SECTION = PAGE.split("## The course of a game")[1].split("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in SECTION.splitlines()
    if re.match(r"\| (TW|HK|WU|PONG|AMB)", line)
]
RULES = [row for row in ROWS if not row[0].startswith("AMB")]
LISTED = {row[0] for row in RULES}
MONEY_ONLY = {"TW-P-02", "TW-P-09", "TW-P-25", "TW-P-26", "TW-P-37"}
"""Shapes of hands, bets and payments: other sections."""


def _test_names(file: str) -> set[str]:
    tree = ast.parse((HERE / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", RULES, ids=lambda row: f"{row[0]} {row[1]}")
def test_function_and_test_exist_and_name_the_rule(row: list[str]) -> None:
    rule, _, function, test = row
    module, _, name = function.strip("`").partition(".")
    source = importlib.import_module(f"scoring.{module}")
    assert hasattr(source, name)
    target = getattr(source, name)
    if callable(target):
        text = inspect.getsource(target)
    else:  # a constant: what its module says of it
        text = Path(source.__file__ or "").read_text("utf-8")
    assert re.search(rf"{rule}\b", text)
    file, _, test_name = test.strip("`").partition("::")
    assert test_name in _test_names(file)
    digits = rule.replace("-", "_").lower()
    short = digits.replace("tw_p_", "twp").replace("hk_p_", "hkp").replace("tw_", "tw")
    short = short.replace("pong_", "pong")
    shared = {"TW-20", "TW-29", "TW-35", "TW-36", "TW-P-36", "TW-P-38", "TW-P-39", "TW-P-40"}
    assert short in test_name or rule in shared | {"TW-P-41"}


def test_every_line_about_turns_and_set_up_is_listed(shared_rules: Callable[[str], str]) -> None:
    text = shared_rules("checklist.md")
    procedures = set(re.findall(r"^\| (TW-P-\d+) \|", text, re.MULTILINE))
    assert procedures - MONEY_ONLY <= LISTED
    hong_kong = set(re.findall(r"^\| (HK-P-\d+) \|", text, re.MULTILINE))
    assert hong_kong <= LISTED
    for line in text.splitlines():
        match = re.match(r"\| ((?:WU1[36]|PONG)-\d+) \|(?: [^|]* \|)? ([HSNTUR/]+) \|", line)
        if match and set(match[2]) & set("TU"):
            assert match[1] in LISTED, line


@pytest.mark.parametrize("row", [row for row in ROWS if row[0].startswith("AMB")])
def test_unclear_places(row: list[str]) -> None:
    file, _, test_name = row[2].strip("`").partition("::")
    assert test_name in _test_names(file)
    for owner, name in re.findall(r"`(\w+)\.(\w+)`", row[1]):
        module = "game" if owner == "GameRules" else "playrules"
        owners = getattr(importlib.import_module(f"scoring.{module}"), owner)
        assert name in owners.__dataclass_fields__
