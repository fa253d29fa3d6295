"""`taicam read --corners`: a whole table in one picture."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.device.conftest import Answer
from tests.device.fakes import FakeReader
from tests.vision.test_frame import _table_picture
from tests.vision.test_table import played
from tests.vision.whole_tables import see
from vision.types import SEATS, Reading

Taicam = Callable[..., Answer]
Show = Callable[[Reading], FakeReader]
SIZE = (1200, 900)


@pytest.fixture
def table_photo(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    Image.fromarray(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)).save(path)
    return path


def corners_of(frame: object) -> str:
    corners = frame.corners  # type: ignore[attr-defined]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def test_tiles_by_seat(taicam: Taicam, shows: Show, table_photo: Path) -> None:
    tiles, _, frame = see(played(), random.Random(1), size=SIZE, noise=0.0)
    shows(Reading("", SIZE, 0.1, tuple(tiles)))
    answer = taicam("read", str(table_photo), "--corners", corners_of(frame), "--json")
    assert answer.code == 0, answer.err
    groups = json.loads(answer.out)["groups"]
    assert {g["seat"] for g in groups} == set(SEATS)
    river = next(g for g in groups if g["role"] == "river" and g["seat"] == "near")
    assert [tiles[i].face for i in river["tiles"]] == ["E", "W", "9p", "1s", "4m", "4m"]
    words = taicam("read", str(table_photo), "--corners", corners_of(frame), "--lang", "en")
    assert "river" in words.out and "near" in words.out


@pytest.mark.parametrize(
    ("corners", "side", "said"),
    [
        ("1,2 3,4", "90", "四組數字"),
        ("a,b c,d e,f g,h", "90", "四組數字"),
        ("100,800 1100,800 1000,100 200,100", "20", "邊長 20"),
        ("200,100 1000,100 1100,800 100,800", "90", "順序反了"),
        ("100,800 1000,100 1100,800 200,100", "90", "圍不成牌桌"),
        ("-9000,800 1100,800 1000,100 200,100", "90", "照片之外"),
        ("10,40 40,40 40,10 10,10", "90", "太小"),
        ("auto", "90", "找不到牌桌"),
    ],
)
def test_nonsense_corners(
    taicam: Taicam, shows: Show, table_photo: Path, corners: str, side: str, said: str
) -> None:
    shows(Reading("", SIZE, 0.1, ()))
    answer = taicam("read", str(table_photo), "--corners", corners, "--side", side)
    assert answer.code == 2
    assert said in answer.error


def test_the_table_is_found(taicam: Taicam, shows: Show, tmp_path: Path) -> None:
    image, corners = _table_picture(0.0, SIZE)
    path = tmp_path / "cloth.png"
    Image.fromarray(image[:, :, ::-1].copy()).save(path)
    tiles, _, _ = see(played(), random.Random(1), size=SIZE, noise=0.0)
    shows(Reading("", SIZE, 0.1, tuple(tiles)))
    answer = taicam("read", str(path), "--corners", "auto", "--json")
    assert answer.code == 0, answer.err
    assert corners.shape == (4, 2)
    assert any(g["seat"] for g in json.loads(answer.out)["groups"])
