"""Registering a tile set: rows of the sheet, checks of what was laid, the file, better names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.sheets import sheet_photo
from vision import registered
from vision.faces import Named
from vision.reader import Reader
from vision.registered import SHEET, Example, RegisteredNamer, TileSet, TileSetError, register
from vision.settings import NAME
from vision.types import BACK, FACE_CODES

Image = NDArray[np.uint8]
SEED = 3


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


@pytest.fixture(scope="module")
def made(reader: Reader) -> TileSet:
    return register("mine", [("p", sheet_photo(SEED))], reader.locator, reader.namer)


def problem(reader: Reader, *photos: Image, flowers: bool = True) -> TileSetError:
    given = [(f"photo{i}", photo) for i, photo in enumerate(photos)]
    with pytest.raises(TileSetError) as caught:
        register("mine", given, reader.locator, reader.namer, flowers=flowers)
    return caught.value


def test_the_sheet_has_every_face_once() -> None:
    assert sorted(face for row in SHEET for face in row) == sorted(FACE_CODES)


def test_one_photo_registers_everything(made: TileSet) -> None:
    assert made.missing() == ()
    assert len(made.examples) == len(FACE_CODES)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_photo_may_be_turned(reader: Reader, made: TileSet, turn: int) -> None:
    photo = sheet_photo(SEED, turn=turn)
    other = register("mine", [("p", photo)], reader.locator, reader.namer)
    assert [e.face for e in other.examples] == [e.face for e in made.examples]
    likely = [
        registered.likeness(a.crop, b.crop)
        for a, b in zip(made.examples, other.examples, strict=True)
        if a.face not in ("P", BACK)
    ]
    assert np.median(likely) > 0.8


def test_photos_may_share_the_rows(reader: Reader) -> None:
    photos = [("a", sheet_photo(SEED, SHEET[:3])), ("b", sheet_photo(SEED, SHEET[3:]))]
    assert register("mine", photos, reader.locator, reader.namer).missing() == ()


def test_a_row_that_was_left_out_is_named(reader: Reader) -> None:
    error = problem(reader, sheet_photo(SEED, SHEET[:4]))
    assert (error.key, error.params["faces"]) == ("tiles_missing", SHEET[4])
    made = register(
        "mine", [("p", sheet_photo(SEED, SHEET[:4]))], reader.locator, reader.namer, flowers=False
    )
    assert made.missing() == SHEET[4]


def test_a_face_laid_twice_is_told(reader: Reader) -> None:
    rows = [*SHEET[:2], ("1s", "2s", "3s", "4s", "4s", "6s", "7s", "8s", "9s"), *SHEET[3:]]
    error = problem(reader, sheet_photo(SEED, rows))
    assert (error.key, error.params) == ("tiles_twice", {"face": "4s", "place": "5s"})


def test_two_tiles_that_changed_places_are_told(reader: Reader) -> None:
    rows = [("1m", "2m", "4m", "3m", *SHEET[0][4:]), *SHEET[1:]]
    error = problem(reader, sheet_photo(SEED, rows))
    assert (error.key, set(error.params.values())) == ("tiles_swapped", {"3m", "4m"})


def test_a_blurred_photo_is_refused(reader: Reader) -> None:
    error = problem(reader, sheet_photo(SEED, blur=5.0))
    assert error.key in ("tiles_blurred", "tiles_rows")


def test_small_tiles_are_refused(reader: Reader) -> None:
    assert problem(reader, sheet_photo(SEED, width=24)).key in ("tiles_small", "tiles_rows")


def test_an_empty_table_has_no_rows(reader: Reader) -> None:
    error = problem(reader, np.full((400, 500, 3), 80, dtype=np.uint8))
    assert error.key == "tiles_rows"


def test_a_blurred_crop_is_less_sharp() -> None:
    rng = np.random.default_rng(0)
    crop = np.full((96, 96, 3), 230, dtype=np.uint8)
    for x in rng.integers(20, 70, 6):
        crop[20:76, x : x + 5] = 20
    import cv2

    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), 5), dtype=np.uint8)
    assert registered.sharpness(soft) < 0.6 * registered.sharpness(crop)
    assert registered.sharpness(np.full((96, 96, 3), 200, dtype=np.uint8)) == 1.0


def test_the_file_keeps_the_set(made: TileSet, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    made.save(path)
    assert path.stat().st_size < 2_000_000
    again = TileSet.load(path)
    assert again.name == "mine"
    assert [e.face for e in again.examples] == [e.face for e in made.examples]
    assert all((a.crop == b.crop).all() for a, b in zip(again.examples, made.examples, strict=True))


@pytest.mark.parametrize("data", [b"", b"no set", b"PK\x03\x04rest"])
def test_another_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(data)
    with pytest.raises(TileSetError) as caught:
        TileSet.load(path)
    assert caught.value.key == "tiles_file"


class ByColour:
    """A namer whose features are the crop's mean colours, and that always answers 1m."""

    def name(self, crops: Sequence[Image]) -> Named:
        features = np.stack([crop.reshape(-1, 3).mean(axis=0) for crop in crops])
        faces = np.full((len(crops), 43), 0.3 / 42, dtype=np.float32)
        faces[:, 0] = 0.7
        turns = np.full((len(crops), 4), 0.25, dtype=np.float32)
        nothing = np.full(len(crops), 0.9, dtype=np.float32)
        return Named(faces, turns, features.astype(np.float32), nothing)


def plain(*colour: int) -> Image:
    return np.full((NAME.crop, NAME.crop, 3), colour, dtype=np.uint8)


def test_the_examples_outweigh_the_net() -> None:
    tiles = TileSet("x", (Example("1m", plain(250, 5, 5)), Example("E", plain(5, 250, 5))))
    named = RegisteredNamer(ByColour(), tiles).name([plain(10, 240, 10), plain(240, 10, 10)])
    assert [FACE_CODES[i] for i in named.faces.argmax(axis=1)] == ["E", "1m"]
    assert named.faces.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert named.turns.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert (named.nothing == 0).all()  # they look like tiles of the set


def test_what_the_set_lacks_the_net_names() -> None:
    tiles = TileSet("x", (Example("E", plain(5, 250, 5)),))
    named = RegisteredNamer(ByColour(), tiles).name([plain(250, 5, 5)])
    assert FACE_CODES[int(named.faces[0].argmax())] == "1m"
    assert named.nothing[0] == pytest.approx(0.9)


def test_learned_examples_stay_few() -> None:
    tiles = TileSet("x", (Example("E", plain(0, 0, 0)), Example("S", plain(1, 1, 1))))
    for shade in range(10, 20):
        tiles = registered.learned(tiles, "E", plain(shade, shade, shade))
    east = [int(e.crop[0, 0, 0]) for e in tiles.examples if e.face == "E"]
    assert east[0] == 0  # the one laid on purpose stays
    assert east[1:] == [16, 17, 18, 19]
    assert "S" in tiles.faces()
