"""The section of `scoring/RULES.md` about money and penalties names what is there."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "scoring" / "RULES.md").read_text("utf-8")
SECTION = PAGE.split("## Money and penalties")[1].split("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in SECTION.splitlines()
    if re.match(r"\| (TW|WU|PONG|AMB)", line)
]


def _tests(file: str) -> set[str]:
    tree = ast.parse((HERE / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
def test_function_and_test_exist(row: list[str]) -> None:
    _, _, function, test = row
    module, _, name = function.strip("`").partition(".")
    assert hasattr(importlib.import_module(f"scoring.{module}"), name)
    file, _, name = test.strip("`").partition("::")
    assert name in _tests(file)


@pytest.mark.parametrize("file", ["test_settlement.py", "test_penalties.py"])
def test_every_named_test_is_listed(file: str) -> None:
    """A test that is named after a rule stands in the table."""
    listed = SECTION
    for name in _tests(file):
        match = re.match(r"test_(tw|wu13|wu16|pong)_?(p?\d\d)", name)
        if match:
            group, number = match.groups()
            assert re.search(rf"\| {group.upper()}-?(P-)?{number.strip('p')}", listed), name
