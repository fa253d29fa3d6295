"""Tile sets drawn from a seed."""

import numpy as np
import pytest

from scoring.tiles import BACK, Tile
from vision.training import tilesets
from vision.training.tilesets import CODES, FontError, make_set

SEEDS = (1, 2, 3, 4, 101, 202)


@pytest.fixture(autouse=True)
def _fonts():
    try:
        tilesets.installed_fonts()
    except FontError as problem:
        pytest.skip(str(problem))


def test_codes_are_the_42_faces_and_the_back():
    assert (*(tile.code for tile in Tile), BACK) == CODES
    assert len(CODES) == 43


@pytest.mark.parametrize("seed", SEEDS)
def test_every_face_differs_from_every_other(seed):
    pictures = {code: make_set(seed).texture(code, 96).astype(np.float32) for code in CODES}
    codes = list(CODES)
    for i, one in enumerate(codes):
        for other in codes[i + 1 :]:
            apart = np.abs(pictures[one] - pictures[other]).mean()
            assert apart > 0.8, f"{one} and {other} of set {seed} look alike ({apart:.2f})"


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_back_and_a_plain_white_dragon_are_empty(seed):
    tiles = make_set(seed)
    body = np.array(tiles.body_colour, np.float32)
    for code in CODES:
        inked = (np.abs(tiles.texture(code, 96) - body).max(2) > 40).mean()
        if code not in ("P", BACK):
            assert 0.01 < inked < 0.7, f"{code} of set {seed} has {inked:.3f} of its face inked"


def test_same_seed_same_pictures_other_seed_other_pictures():
    first = make_set(7).face("5m", 80)
    make_set.cache_clear()
    assert np.array_equal(first, make_set(7).face("5m", 80))
    assert first.shape == (round(80 * make_set(7).aspect), 80, 4)
    assert tilesets.make_style(7) != tilesets.make_style(8)


def test_rounded_corners_are_transparent_and_the_middle_is_not():
    face = make_set(3).face("C", 100)
    assert face[0, 0, 3] == 0
    assert face[50, 50, 3] == 255


@pytest.mark.parametrize("number", range(2, 10))
def test_dots_are_counted_right(number):
    assert len(tilesets._dot_layout(number, 0)) == number


@pytest.mark.parametrize("scheme", range(6))
@pytest.mark.parametrize("number", range(2, 10))
def test_colour_schemes_move_no_dot(number, scheme):
    places = [spot[:2] for spot in tilesets._dot_layout(number, scheme)]
    assert places == [spot[:2] for spot in tilesets._dot_layout(number, 0)]


def test_seven_dots_slant_down_to_the_right():
    slant = [spot[:2] for spot in tilesets._dot_layout(7, 0)][:3]
    assert slant == sorted(slant)
    assert [y for _, y in slant] == sorted(y for _, y in slant)


def test_unknown_face_is_named():
    with pytest.raises(KeyError, match="'10m'"):
        make_set(1).texture("10m", 50)


def test_missing_fonts_name_their_packages(monkeypatch, tmp_path):
    tilesets.installed_fonts.cache_clear()
    monkeypatch.setattr(tilesets, "_FONTS", tmp_path)
    try:
        with pytest.raises(FontError, match=r"apt-get install .*fonts-cwtex-kai"):
            tilesets.installed_fonts()
    finally:
        monkeypatch.undo()
        tilesets.installed_fonts.cache_clear()
