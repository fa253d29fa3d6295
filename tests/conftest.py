"""Fixtures for every test."""

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
