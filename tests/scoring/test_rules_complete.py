"""`scoring/RULES.md` names every line of the rule checklist."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "scoring" / "RULES.md").read_text("utf-8")


def _numbered(prefix: str, first: int, last: int, *more: str) -> list[str]:
    return [f"{prefix}-{n:02}" for n in range(first, last + 1)] + [f"{prefix}-{m}" for m in more]


CHECKLIST = [
    *_numbered("TW", 1, 29, "25b", "30a", "30b", "30c", "35b"),
    *_numbered("TW", 31, 38),
    *_numbered("TW-P", 1, 45),
    *_numbered("HK", 1, 14),
    *_numbered("HK-P", 1, 5),
    *_numbered("WU16", 1, 21),
    *_numbered("WU13", 1, 18),
    *_numbered("PONG", 1, 9),
    *_numbered("AMB", 1, 26),
]
"""The lines that have an id there."""


@pytest.mark.parametrize("line", CHECKLIST)
def test_every_line_has_a_place(line: str) -> None:
    rows = [row for row in PAGE.splitlines() if re.match(rf"\| {line} \|", row)]
    assert rows, line


def test_the_list_is_the_checklists(shared_rules: Callable[[str], str]) -> None:
    pattern = r"^\| ((?:TW|HK|WU16|WU13|PONG|AMB)(?:-P)?-\d+[a-z]?) \|"
    listed = re.findall(pattern, shared_rules("checklist.md"), re.MULTILINE)
    assert sorted(listed) == sorted(CHECKLIST)
