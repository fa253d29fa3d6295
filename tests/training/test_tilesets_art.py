"""Tile sets from folders that are not part of the project."""

import sys

import cv2
import numpy as np
import pytest

from scoring.tiles import FACES
from vision.training import artsets, tilesets
from vision.training.artsets import _CROP_CLASSES, ArtSets


@pytest.fixture(autouse=True)
def _fonts():
    try:
        tilesets.installed_fonts()
    except tilesets.FontError as problem:
        pytest.skip(str(problem))


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no tile fonts"):
        ArtSets(tmp_path, tmp_path)


def test_face_crops_are_put_on_the_right_faces(tmp_path):
    for i, name in enumerate(_CROP_CLASSES):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "a.png"), np.full((120, 90, 3), 40 + i * 4, np.uint8))
    tiles = ArtSets(crops=tmp_path)(5)
    for i, tile in enumerate(FACES):
        assert abs(int(tiles.texture(tile.code, 48).mean()) - (40 + i * 4)) <= 1
    assert tiles.name == "crops-5"


def test_crop_classes_follow_the_order_of_the_faces():
    names = dict(zip((tile.code for tile in FACES), _CROP_CLASSES, strict=True))
    assert (names["5m"], names["3p"], names["9s"]) == ("C5", "D3", "B9")
    assert (names["C"], names["F"], names["P"]) == ("RD", "GD", "WD")
    assert (names["f1"], names["f4"], names["f5"], names["f8"]) == ("S1", "S4", "F1", "F4")


def test_svg_without_its_renderer_says_what_to_install(tmp_path, monkeypatch):
    for name in artsets._SVG_NAMES[0]:
        (tmp_path / f"{name}.svg").write_text("<svg/>", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RuntimeError, match="pip install resvg-py"):
        ArtSets(tmp_path)


def test_art_fonts_draw_every_face(shared):
    folder = shared / "data" / "art"
    if not folder.is_dir():
        pytest.skip(f"needs {folder}")
    pytest.importorskip("resvg_py", reason="SVG tile sets need resvg-py")
    tiles = ArtSets(folder)(0)
    body = np.array(tiles.body_colour, np.float32)
    for tile in FACES:
        inked = (np.abs(tiles.texture(tile.code, 96) - body).max(2) > 40).mean()
        assert tile.code == "P" or 0.01 < inked < 0.8, f"{tile.code}: {inked:.3f}"
    same = ArtSets(folder)(0)
    assert np.array_equal(tiles.texture("5p", 64), same.texture("5p", 64))
