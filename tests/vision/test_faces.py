from collections.abc import Sequence

import numpy as np
import pytest

from vision.crops import Image, Pyramid
from vision.faces import (
    Named,
    OnnxNamer,
    agreed_turns,
    name_tiles,
    read_tile,
    tell_blanks,
    turned,
)
from vision.settings import NAME, NameSettings
from vision.types import FACE_CODES, LocatedTile, as_quad

SQUARE = ((10.0, 10.0), (30.0, 10.0), (30.0, 37.0), (10.0, 37.0))


class UpNamer:
    """Says that the bright edge of a crop is its top, and that upright crops are 5p."""

    def __init__(self) -> None:
        self.calls: list[int] = []

    def name(self, crops: Sequence[np.ndarray]) -> Named:
        self.calls.append(len(crops))
        faces = np.zeros((len(crops), 43), dtype=np.float32)
        turns = np.zeros((len(crops), 4), dtype=np.float32)
        for i, crop in enumerate(crops):
            third = len(crop) // 3
            # top, left, bottom, right: how many clockwise quarter turns bring that edge up
            edges = [crop[:third], crop[:, :third], crop[-third:], crop[:, -third:]]
            turn = int(np.argmax([edge.mean() for edge in edges]))
            turns[i, turn] = 1
            faces[i, FACE_CODES.index("5p" if turn == 0 else "6p")] = 1
        return Named(
            faces,
            turns,
            np.zeros((len(crops), 1), dtype=np.float32),
            np.zeros(len(crops), dtype=np.float32),
        )


@pytest.mark.parametrize("turn", range(4))
def test_each_tile_is_named_upright(turn: int) -> None:
    picture = np.zeros((60, 60, 3), dtype=np.uint8)
    # the bright edge: top, left, bottom, right of the quad
    area = [np.s_[10:18, 10:30], np.s_[10:37, 10:16], np.s_[29:37, 10:30], np.s_[10:37, 24:30]]
    picture[area[turn]] = 255
    (tile,) = name_tiles(picture, [LocatedTile(SQUARE, 0.9)], UpNamer())
    assert tile.face == "5p"
    assert tile.quad == turned(SQUARE, turn)
    assert tile.doubtful == (turn > 0)  # here one look in three disagreed


def test_nothing_located_is_nothing_named() -> None:
    namer = UpNamer()
    assert name_tiles(np.zeros((10, 10, 3), dtype=np.uint8), [], namer) == []
    assert namer.calls == []


def test_turned_begins_at_the_tiles_own_top_left() -> None:
    # content turned once anticlockwise: its top is at the left, its own top left at the bottom left
    assert turned(SQUARE, 1)[0] == SQUARE[3]
    assert turned(turned(SQUARE, 1), 3) == SQUARE


def test_read_tile_keeps_order_and_doubt() -> None:
    probabilities = np.zeros(43, dtype=np.float32)
    probabilities[[0, 1, 2]] = [0.6, 0.3985, 0.0015]
    tile = read_tile(probabilities, SQUARE)
    assert (tile.face, tile.doubtful) == ("1m", True)
    assert [face for face, _ in tile.alternatives] == ["2m"]
    sure = np.eye(43, dtype=np.float32)[42]
    assert read_tile(sure, SQUARE).face == "back"
    assert not read_tile(sure, SQUARE).doubtful


def test_batches_and_temperature() -> None:
    class Session:
        def __init__(self) -> None:
            self.sizes: list[int] = []

        def get_inputs(self) -> list:
            return [type("Input", (), {"name": "crops"})()]

        def run(self, _: None, feed: dict) -> tuple:
            n = len(feed["crops"])
            self.sizes.append(n)
            logits = np.tile(np.array([2.0] + [0.0] * 42, dtype=np.float32), (n, 1))
            return logits, np.zeros((n, 4), np.float32), np.zeros((n, 8), np.float32)

    crops = [np.zeros((96, 96, 3), dtype=np.uint8)] * 70
    session = Session()
    cool = OnnxNamer(session, NameSettings(temperature=1.0)).name(crops)
    assert session.sizes == [NAME.batch, NAME.batch, 70 - 2 * NAME.batch]
    warm = OnnxNamer(session, NameSettings(temperature=2.0)).name(crops)
    assert cool.faces.shape == (70, 43)
    assert cool.faces[0, 0] > warm.faces[0, 0]
    assert cool.faces.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_cut_puts_corner_0_at_the_top_left() -> None:
    picture = np.zeros((100, 100, 3), dtype=np.uint8)
    picture[20:40, 20:40] = 255
    quad = np.array([[20, 20], [60, 20], [60, 60], [20, 60]], dtype=np.float32)
    assert Pyramid(picture).cut(quad, 32, 1.0)[4, 4].tolist() == [255] * 3
    assert Pyramid(picture).cut(np.roll(quad, -1, axis=0), 32, 1.0)[4, 4].tolist() == [0] * 3


def test_cut_does_not_alias() -> None:
    rng = np.random.default_rng(0)
    picture = (rng.random((800, 800, 1)) > 0.5).astype(np.uint8).repeat(3, axis=2) * 255
    quad = np.array([[0, 0], [800, 0], [800, 800], [0, 800]], dtype=np.float32)
    face = Pyramid(picture).cut(quad, 96, 1.0)
    assert face.std() < 60  # skipping pixels would keep the 127 of pure noise


def test_cut_beyond_the_edge_repeats_it() -> None:
    picture = np.full((20, 20, 3), 200, dtype=np.uint8)
    quad = np.array([[-10, -10], [5, -10], [5, 5], [-10, 5]], dtype=np.float32)
    assert Pyramid(picture).cut(quad, 16, 1.2).min() >= 199


def plain(colour: tuple[int, int, int], ink: bool = False) -> np.ndarray:
    crop = np.full((96, 96, 3), colour, dtype=np.uint8)
    if ink:
        crop[40:56, 30:60] = (30, 30, 160)
    return crop


@pytest.mark.parametrize(
    ("colour", "face"),
    [
        ((200, 225, 230), "P"),  # ivory like the others
        ((180, 203, 207), "P"),  # the same in a shade
        ((170, 60, 20), "back"),  # blue
        ((120, 180, 60), "back"),  # green
        ((60, 200, 230), "back"),  # yellow
    ],
)
@pytest.mark.parametrize("said", ["P", "back"])
def test_a_blank_tile_is_white_when_it_is_coloured_as_the_faces(
    colour: tuple[int, int, int], face: str, said: str
) -> None:
    crops = [plain((200, 225, 230), ink=True)] * 3 + [plain(colour)]
    faces = np.zeros((4, 43), dtype=np.float32)
    faces[:3, 0] = 1.0
    faces[3, FACE_CODES.index(said)] = 0.9
    centres = np.array([[i * 20, 0] for i in range(4)], dtype=np.float32)
    told = tell_blanks(faces, crops, centres)
    assert FACE_CODES[int(told[3].argmax())] == face
    assert told.sum() == pytest.approx(faces.sum())
    assert (told[:3] == faces[:3]).all()


def test_a_blank_tile_alone_stays_as_named() -> None:
    faces = np.zeros((2, 43), dtype=np.float32)
    faces[:, FACE_CODES.index("back")] = 0.9
    centres = np.zeros((2, 2), dtype=np.float32)
    assert (tell_blanks(faces, [plain((200, 225, 230))] * 2, centres) == faces).all()


@pytest.mark.parametrize(
    ("score", "sure", "kept"), [(0.9, False, 1), (0.55, True, 1), (0.55, False, 0)]
)
def test_what_is_neither_found_nor_named_for_sure_is_no_tile(
    score: float, sure: bool, kept: int
) -> None:
    class Namer:
        def name(self, crops: Sequence[np.ndarray]) -> Named:
            faces = np.zeros((len(crops), 43), dtype=np.float32)
            faces[:, 3], faces[:, 4] = (0.99, 0.01) if sure else (0.6, 0.4)
            turns = np.tile(np.eye(4, dtype=np.float32)[0], (len(crops), 1))
            return Named(
                faces,
                turns,
                np.zeros((len(crops), 1), dtype=np.float32),
                np.zeros(len(crops), dtype=np.float32),
            )

    picture = np.zeros((60, 60, 3), dtype=np.uint8)
    assert len(name_tiles(picture, [LocatedTile(SQUARE, score)], Namer())) == kept


def listed(x: float, turn: int) -> np.ndarray:
    """A standing tile at x whose corners are listed so that `turn` quarter turns bring it up."""
    true = [(x, 0.0), (x + 10, 0.0), (x + 10, 14.0), (x, 14.0)]
    return np.array([true[(i + turn) % 4] for i in range(4)], dtype=np.float32)


@pytest.mark.parametrize("turn", range(4))
def test_neighbours_tell_an_unsure_tile_which_way_is_up(turn: int) -> None:
    quads = [listed(0, 0), listed(11, turn), listed(22, 0)]
    turns = np.array([[0.97, 0.01, 0.01, 0.01], [0.25] * 4, [0.97, 0.01, 0.01, 0.01]])
    agreed = agreed_turns(quads, turns.astype(np.float32))
    assert agreed[1].argmax() == turn
    assert agreed.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_a_sure_tile_keeps_its_own_way_up() -> None:
    quads = [listed(0, 0), listed(11, 0), listed(22, 0)]
    turns = np.array([[0.97, 0.01, 0.01, 0.01], [0.01, 0.01, 0.97, 0.01], [0.97, 0.01, 0.01, 0.01]])
    assert agreed_turns(quads, turns.astype(np.float32)).argmax(axis=1).tolist() == [0, 2, 0]


def test_far_tiles_and_tiles_of_another_size_have_no_say() -> None:
    turns = np.array([[0.97, 0.01, 0.01, 0.01], [0.3, 0.2, 0.3, 0.2]], dtype=np.float32)
    for other in (listed(200, 0), listed(11, 0) * 3):
        assert agreed_turns([listed(0, 0), other], turns)[1] == pytest.approx(turns[1])
    assert agreed_turns([listed(0, 0)], turns[:1]) == pytest.approx(turns[:1])


def test_what_shows_no_tile_is_left_out() -> None:
    class Junk:
        def name(self, crops: Sequence[Image]) -> Named:
            faces = np.zeros((len(crops), 43), dtype=np.float32)
            faces[:, 0] = 1
            turns = np.zeros((len(crops), 4), dtype=np.float32)
            turns[:, 0] = 1
            nothing = np.array([0.9, 0.1], dtype=np.float32)
            return Named(faces, turns, np.zeros((2, 1), dtype=np.float32), nothing)

    located = [LocatedTile(as_quad(listed(x, 0).tolist()), 0.9) for x in (0, 60)]
    tiles = name_tiles(np.zeros((80, 120, 3), dtype=np.uint8), located, Junk())
    assert [tile.quad[0] for tile in tiles] == [(60.0, 0.0)]
