from pathlib import Path

import pytest

from models.load import (
    FOLDER,
    NAMES,
    ModelError,
    card,
    describe,
    digest,
    open_model,
    wants_quick,
)
from vision.reader import LOCATOR_CLASSES
from vision.types import NAMER_CLASSES

CARD = """
file = "{name}.onnx"
sha256 = "{sha}"
classes = ["tile"]
input = "1x3xHxW"
licence = "AGPL-3.0-or-later"
"""


def make(folder: Path, sha: str | None = None, text: str = CARD) -> Path:
    (folder / "locator.onnx").write_bytes(b"not a net")
    sha = digest(folder / "locator.onnx") if sha is None else sha
    (folder / "locator.toml").write_text(text.format(name="locator", sha=sha))
    return folder


def problem(folder: Path, classes: tuple[str, ...] | None = None) -> str:
    with pytest.raises(ModelError) as caught:
        open_model("locator", classes, folder)
    return caught.value.key


def test_missing_card(tmp_path: Path) -> None:
    assert problem(tmp_path) == "model_missing"


def test_missing_file(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "locator.onnx").unlink()
    assert problem(tmp_path) == "model_missing"


def test_changed_file_is_refused(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "locator.onnx").write_bytes(b"another net")
    assert problem(tmp_path) == "model_changed"


def test_other_classes_are_refused(tmp_path: Path) -> None:
    assert problem(make(tmp_path), ("tile", "cup")) == "model_classes"


@pytest.mark.parametrize("text", ["file = ", 'file = "locator.onnx"\n'])
def test_broken_card(tmp_path: Path, text: str) -> None:
    assert problem(make(tmp_path, text=text)) == "model_card"


def test_describe_tells_what_is_wrong(tmp_path: Path) -> None:
    make(tmp_path, sha="0" * 64)
    locator, namer = describe(tmp_path)
    assert (locator["ok"], namer["ok"]) == (False, False)
    assert "model_missing" in namer["problem"]


def test_shipped_models_are_whole() -> None:
    told = {entry["name"]: entry for entry in describe()}
    assert set(told) == set(NAMES)
    assert all(entry["ok"] for entry in told.values())
    assert tuple(told["locator"]["classes"]) == LOCATOR_CLASSES
    assert tuple(told["namer"]["classes"]) == NAMER_CLASSES


def test_shipped_models_are_small_and_credited() -> None:
    together = sum(card(name).path.stat().st_size for name in NAMES)
    assert together <= 15 * 2**20
    for name in NAMES:
        said = card(name)
        assert said.licence == "AGPL-3.0-or-later"
        assert len(said.rest["credits"]) >= 3
    assert (FOLDER / "README.md").exists()


def test_the_quick_variant_is_opened_where_the_card_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path)
    (tmp_path / "quick.onnx").write_bytes(b"a quick net")
    text = (tmp_path / "locator.toml").read_text()
    assert wants_quick() is False
    monkeypatch.setenv("TAICAM_QUICK", "1")
    assert wants_quick() is True
    lines = 'quick = "quick.onnx"\nquick_sha256 = "{}"\n'
    (tmp_path / "locator.toml").write_text(text + lines.format("0" * 64))
    assert problem(tmp_path) == "model_changed"  # the quick file's own hash counts
    (tmp_path / "quick.onnx").unlink()
    assert problem(tmp_path) == "model_missing"
    monkeypatch.setenv("TAICAM_QUICK", "0")
    assert wants_quick() is False
