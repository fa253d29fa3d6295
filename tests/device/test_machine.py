"""`taicam doctor`, `model info` and `display test`."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from device import machine

Taicam = Callable[..., Any]
GOOD = [{"name": "locator", "ok": True, "sha256": "ab", "classes": ["tile"]}]


def test_doctor(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "models", lambda: GOOD)
    monkeypatch.setattr(machine, "cameras", list)
    answer = taicam("doctor")
    assert answer.code == 0
    assert "python 3." in answer.out
    assert "locator ab 正常" in answer.out
    report = json.loads(taicam("doctor", "--json").out)
    assert report["ok"] is True
    assert report["cameras"] == []
    assert all(report["versions"].values())


@pytest.mark.parametrize("models", [[], [{"name": "locator", "ok": False, "sha256": "cd"}]])
def test_doctor_finds_missing_and_broken_models(
    taicam: Taicam, monkeypatch: pytest.MonkeyPatch, models: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(machine, "models", lambda: models)
    answer = taicam("doctor")
    assert answer.code == 2
    assert "沒有" in answer.out or "不對" in answer.out
    assert "模型" in answer.error
    report = json.loads(taicam("doctor", "--json").out)
    assert report["ok"] is False
    assert answer.error == f"taicam: {report['error']}"


def test_model_info(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "models", lambda: GOOD)
    answer = taicam("model", "info")
    assert answer.code == 0
    assert "sha256: ab" in answer.out
    assert json.loads(taicam("model", "info", "--json").out) == GOOD
    monkeypatch.setattr(machine, "models", lambda: [GOOD[0] | {"ok": False}])
    assert taicam("model", "info").code == 2
    monkeypatch.setattr(machine, "models", list)
    answer = taicam("model", "info")
    assert answer.code == 2
    assert "沒有辨識模型" in answer.error


@pytest.mark.parametrize(
    ("change", "said", "state"),
    [
        ("lose", "少了辨識模型 namer", "沒有"),
        ("lose_card", "少了辨識模型 namer", "沒有"),
        ("damage", "辨識模型 namer 的檔案和說明卡不符", "不對"),
        ("damage_card", "辨識模型 namer 的說明卡讀不懂", "不對"),
    ],
)
def test_models_missing_or_damaged(
    taicam: Taicam,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    change: str,
    said: str,
    state: str,
) -> None:
    from models import load

    for path in load.FOLDER.iterdir():
        if path.suffix in (".toml", ".onnx"):
            shutil.copy(path, tmp_path)
    card = load.card("namer", tmp_path)
    target = tmp_path / "namer.toml" if change.endswith("card") else card.path
    if change.startswith("lose"):
        target.unlink()
    else:
        target.write_bytes(b"= damaged")
    monkeypatch.setattr(load, "FOLDER", tmp_path)
    monkeypatch.setattr(load.describe, "__defaults__", (tmp_path,))
    for command in (("doctor",), ("model", "info")):
        answer = taicam(*command)
        assert answer.code == 2
        assert said in answer.error
        assert next(line for line in answer.out.splitlines() if "namer" in line).endswith(state)
        assert json.loads(taicam(*command, "--json").out)


def test_a_missing_package(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "models", lambda: GOOD)
    monkeypatch.setattr(machine, "PACKAGES", ("no-such-package",))
    answer = taicam("doctor")
    assert answer.code == 2
    assert "少了套件 no-such-package" in answer.error


def test_models_that_cannot_be_looked_at(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied() -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("models.load.describe", denied)
    answer = taicam("doctor")
    assert answer.code == 2
    assert "辨識模型不能用：沒有權限" in answer.error


@pytest.mark.parametrize("group", ["model", "display"])
def test_a_group_alone_shows_its_help(taicam: Taicam, group: str) -> None:
    answer = taicam(group)
    assert answer.code == 0
    assert answer.err == ""
    assert answer.out.startswith(f"Usage: taicam {group}")
    assert answer.out.count("\n") > 5


@pytest.mark.parametrize("size", ["128x64", "240x240", "250x122"])
def test_display_test(taicam: Taicam, tmp_path: Path, size: str) -> None:
    path = tmp_path / "test.png"
    assert taicam("display", "test", "--size", size, "--out", str(path)).code == 0
    with Image.open(path) as image:
        assert "x".join(map(str, image.size)) == size
        width, height = image.size
        for corner in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)):
            assert image.getpixel(corner) == 255


@pytest.mark.parametrize("size", ["", "128", "axb", "9x9", "99999x10", "-5x64"])
def test_display_test_of_a_bad_size(taicam: Taicam, tmp_path: Path, size: str) -> None:
    answer = taicam("display", "test", "--size", size, "--out", str(tmp_path / "test.png"))
    assert answer.code == 2
    assert "128x64" in answer.error


def test_display_test_of_an_unknown_driver(taicam: Taicam) -> None:
    answer = taicam("display", "test", "--driver", "crt")
    assert answer.code == 2
    assert "--driver" in answer.error
