"""Fixtures for every test."""

from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of rules, photographs and designs that lies beside the repository."""
    path = ROOT.parent / "shared"
    if not path.is_dir():
        pytest.skip(f"needs {path}, which is not part of the repository")
    return path


@pytest.fixture(scope="session")
def shared_rules(shared: Path) -> Callable[[str], str]:
    """Reads one of the shared rule documents, by its name."""

    def read(name: str) -> str:
        path = shared / "rules" / name
        if not path.is_file():
            pytest.skip(f"needs {path}")
        return path.read_text("utf-8")

    return read
