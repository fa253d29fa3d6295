"""The shipped fonts: what they can draw, and that the script gives them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from scoring.tiles import FACES
from vision import fonts
from vision.fonts import build


def test_widths_are_whole_cells() -> None:
    assert fonts.width("台") == 16
    assert fonts.width("台", 3) == 48
    assert fonts.width("a1") == 16
    assert fonts.width("🀇🀄") == 32
    assert fonts.width("") == 0


def test_has_glyph() -> None:
    assert all(fonts.has_glyph(char) for char in "台灣湾aZ0 ，。🀀🀫")
    assert not fonts.has_glyph("\u0e01")
    assert not fonts.has_glyph("\U0001f600")
    assert all(fonts.has_glyph(tile.glyph) for tile in FACES)


def test_text_is_sharp() -> None:
    image = fonts.sample("三暗坎", 2)
    assert image.mode == "1"
    assert image.size == (96, 32)
    small = fonts.sample("三暗坎", 1)
    assert small.resize(image.size, 0).tobytes() == image.tobytes()


def test_fit() -> None:
    assert fonts.fit("台灣十六張", 80) == "台灣十六張"
    assert fonts.fit("台灣十六張", 60) == "台灣十…"
    assert fonts.width(fonts.fit("台灣十六張", 60)) <= 60


def test_the_script_gives_the_shipped_files(tmp_path: Path) -> None:
    if importlib.util.find_spec("fontTools") is None or not build.SOURCE.is_dir():
        pytest.skip("needs fonttools and Debian's fonts-unifont")
    tiles = (chr(code) for code in range(0x1F000, 0x1F02C))
    build.build(build.SOURCE / "unifont_upper.otf", tmp_path / "tiles.otf", tiles)
    assert (tmp_path / "tiles.otf").read_bytes() == fonts.TILES_FILE.read_bytes()


def test_the_script_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "SOURCE", tmp_path / "none")
    assert build.main() == 2
    assert "fonts-unifont" in capsys.readouterr().err
