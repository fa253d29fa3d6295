"""What the tests of the command line share: a way to run it, and pictures on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from device import cli
from tests.device.fakes import FakeReader, table
from vision.types import Reading


@dataclass(frozen=True)
class Answer:
    """What a command gave back."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line on stderr."""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


@pytest.fixture(autouse=True)
def _quiet_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TAICAM_LANG", "TAICAM_DEBUG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture
def taicam(capfd: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Run the command line in this process, as the console script would."""

    def run(*words: str) -> Answer:
        capfd.readouterr()
        code = cli.run(list(words))
        out, err = capfd.readouterr()
        return Answer(code, out, err)

    return run


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photograph of an empty table."""
    path = tmp_path / "hand.png"
    Image.fromarray(table()[:, :, ::-1].copy()).save(path)
    return path


@pytest.fixture
def shows(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Reading], FakeReader]]:
    """Make every photograph show the given reading."""

    def show(reading: Reading) -> FakeReader:
        reader = FakeReader(reading)
        monkeypatch.setattr(cli, "load_reader", lambda: reader)
        return reader

    return show
