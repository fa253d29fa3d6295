"""The shipped models on the shipped picture, from every side and in every size."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.rulesets import get_rules
from scoring.tiles import format_tiles
from vision.decode import Decoded, decode
from vision.reader import FakeReader, Reader
from vision.types import Reading

FELT = (70, 130, 60)
"""BGR: what is seen beyond the picture's corners when it is turned."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


@pytest.fixture(scope="module")
def demo(root: Path) -> np.ndarray:
    picture = cv2.imread(str(root / "device" / "demo" / "hand.jpg"))
    assert picture is not None
    return picture


def turned(picture: np.ndarray, degrees: float) -> np.ndarray:
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = (int(height * sin + width * cos), int(height * cos + width * sin))
    matrix[:, 2] += np.array(size) / 2 - np.array([width, height]) / 2
    return cv2.warpAffine(picture, matrix, size, borderValue=FELT)


def hand_of(reader: Reader, picture: np.ndarray) -> Decoded:
    return decode(reader.read(picture, "demo"), get_rules("taiwan"))


def told(decoded: Decoded) -> tuple[str, list[str], str, str]:
    hand = decoded.hand
    assert hand.win is not None
    melds = sorted(f"{meld.kind} {format_tiles(meld.tiles)}" for meld in hand.melds)
    return (format_tiles(sorted(hand.concealed)), melds, format_tiles(hand.flowers), hand.win.code)


TRUTH = ("345m 567p 2267s", ["chow 234p", "pung CCC"], "f1 f5", "8s")


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_any_turn(degrees: int, reader: Reader, demo: np.ndarray) -> None:
    assert told(hand_of(reader, turned(demo, degrees))) == TRUTH


@pytest.mark.parametrize("width", [640, 1000, 4000, 8000])
def test_any_size(width: int, reader: Reader, demo: np.ndarray) -> None:
    height = width * demo.shape[0] // demo.shape[1]
    way = cv2.INTER_AREA if width < demo.shape[1] else cv2.INTER_CUBIC
    assert told(hand_of(reader, cv2.resize(demo, (width, height), interpolation=way))) == TRUTH


@pytest.mark.parametrize("change", ["dark", "grey", "noise", "jpeg"])
def test_bad_light_and_bad_cameras(change: str, reader: Reader, demo: np.ndarray) -> None:
    if change == "dark":
        picture = (demo * 0.3).astype(np.uint8)
    elif change == "grey":
        picture = cv2.cvtColor(cv2.cvtColor(demo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    elif change == "noise":
        noise = np.random.default_rng(0).normal(0, 12, demo.shape)
        picture = np.clip(demo + noise, 0, 255).astype(np.uint8)
    else:
        picture = cv2.imdecode(cv2.imencode(".jpg", demo, [cv2.IMWRITE_JPEG_QUALITY, 20])[1], 1)
    assert told(hand_of(reader, picture)) == TRUTH


def test_the_quads_lie_on_the_tiles_and_know_their_top(
    reader: Reader, demo: np.ndarray, root: Path
) -> None:
    truth = json.loads((root / "device" / "demo" / "hand.json").read_text(encoding="utf-8"))
    reading = reader.read(demo, "demo")
    for tile in truth["tiles"]:
        quad = np.array(tile["quad"])
        near = min(
            reading.tiles, key=lambda t: float(np.abs(np.mean(t.quad, 0) - quad.mean(0)).sum())
        )
        assert near.face == tile["face"]
        assert np.abs(np.mean(near.quad, axis=0) - quad.mean(axis=0)).max() < 12
        if tile["face"] not in ("2p", "4p", "2s", "6s", "8s", "3p", "5p"):  # look alike upside down
            assert np.abs(np.array(near.quad) - quad).max() < 40


def test_an_empty_table_has_no_tiles(reader: Reader) -> None:
    felt = np.random.default_rng(0).normal(FELT, 4, (600, 800, 3)).clip(0, 255).astype(np.uint8)
    reading = reader.read(felt, "felt")
    assert (reading.tiles, reading.rows, reading.groups) == ((), (), ())


def test_a_recorded_reading_stands_in_for_the_models() -> None:
    reading = Reading("a.jpg", (10, 10), 0.1, ())
    assert FakeReader(reading).read(np.zeros((5, 5, 3), np.uint8), "b.jpg").photo == "b.jpg"
