"""The mutation check itself, and a small seeded sample of it. The whole: ``make mutate``."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import ROOT, listed, looking_at, mutants, mutated

SOURCE = '''
LIMIT = 1
NAMES = {"a": 1, "b": 2}
ORDER = (f, g)

@dataclass(frozen=True)
class FooRules:
    """Words."""

    one: int = 3
    on: bool = True
    most: int = LIMIT

MADE = FooRules(one=4)

def f(x):
    if x > 1 and not x == 2:
        return x + 1
    assert x < 5
    raise ValueError(x - 1)
'''


def changes(values: bool) -> list[str]:
    found = []
    for mutant in mutants("foo.py", SOURCE, values):
        changed, _, before = mutated(SOURCE, mutant)
        assert compile(changed, "foo.py", "exec")
        assert changed != mutated.__doc__
        found.append(f"{mutant.kind}: {before}")
    return sorted(found)


def test_what_is_changed() -> None:
    assert changes(values=False) == [
        "and/or: x > 1 and (not x == 2)",
        "comparison: x == 2",
        "comparison: x > 1",
        "condition: if x > 1 and (not x == 2):",
        "entry: 'a'",
        "entry: 'b'",
        "entry: f",
        "entry: g",
        "limit: LIMIT",
        "not: not x == 2",
        *["number: 1"] * 4,
        *["number: 2"] * 2,
        "number: 3",
        "number: 4",
        "sum: x + 1",
        "switch: True",
    ]


def test_values_are_those_of_rules() -> None:
    assert changes(values=True) == ["limit: LIMIT", "number: 3", "number: 4", "switch: True"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x > 1", "x >= 1"),
        ("x == 2", "x != 2"),
        ("not x == 2", "not not x == 2"),
        ("x + 1", "x - 1"),
        ("'a'", "NAMES = {'b': 2}"),
        ("g", "ORDER = (f,)"),
        ("3", "one: int = 4"),
        ("True", "on: bool = False"),
        ("LIMIT", "most: int = False"),
    ],
)
def test_how_it_is_changed(before: str, after: str) -> None:
    for mutant in mutants("foo.py", SOURCE, False):
        changed, line, found = mutated(SOURCE, mutant)
        if found == before and mutant.kind != "condition":
            assert after in changed
            assert before.split()[0].strip("'") in SOURCE.splitlines()[line - 1]
            return
    raise AssertionError(before)


def test_every_module_of_scoring_has_tests() -> None:
    for path in (ROOT / "scoring").glob("*.py"):
        module = str(path.relative_to(ROOT))
        if path.name != "__init__.py":
            assert listed(module), f"say in tests/mutation.py which tests look at {module}"
    assert [Path(file).name for file in looking_at("scoring/tiles.py", ROOT)] == [
        "test_tiles.py",
        "test_hand.py",
    ]


def test_a_sample_of_changed_values_is_noticed(root: Path) -> None:
    """Any value or switch of a rule set that is changed fails a test."""
    found = subprocess.run(
        [
            *(sys.executable, "-m", "tests.mutation", "--values", "--sample", "4", "--seed", "7"),
            *("--least", "100", "scoring/taiwan.py", "scoring/hongkong_rules.py"),
        ],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert "4 of     4  100.0 % killed" in found.stdout
