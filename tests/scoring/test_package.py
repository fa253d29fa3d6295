"""What holds for the package as a whole."""

import ast
import sys
from pathlib import Path

import pytest

import scoring
from scoring import errors

FILES = sorted(Path(scoring.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_the_standard_library_and_no_files_or_clocks(path: Path) -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported <= {*sys.stdlib_module_names, "scoring"}
    assert imported.isdisjoint({"os", "pathlib", "io", "time", "datetime", "random"})


def test_every_error_has_a_key_of_its_own() -> None:
    found = [
        error
        for error in vars(errors).values()
        if isinstance(error, type) and issubclass(error, errors.RuleError)
    ]
    assert len({error.key for error in found}) == len(found)
