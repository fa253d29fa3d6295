"""What counts as motion over a table, and what does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import TableFrame
from vision.watch.gate import Gate, Motion, small_plane
from vision.watch.settings import GateSettings

SIZE = (1280, 960)
FRAME = TableFrame(((160, 900), (1120, 900), (1120, 60), (160, 60)), 90.0, SIZE)


def table(tiles: int = 30, seed: int = 1) -> np.ndarray:
    """A cloth with white blocks on it, beyond it a floor; BGR."""
    rng = np.random.default_rng(seed)
    out = np.full((SIZE[1], SIZE[0], 3), (60, 70, 90), np.uint8)
    out[60:900, 160:1120] = (74, 110, 58)
    for _ in range(tiles):
        x, y = rng.integers(220, 1050), rng.integers(120, 830)
        out[y : y + 38, x : x + 27] = (225, 235, 235)
        out[y + 8 : y + 30, x + 8 : x + 19] = rng.integers(0, 160, 3)
    return out


class Film:
    """Shows pictures to a gate, ten a second, each with noise of its own."""

    def __init__(self, noise: float = 5.0) -> None:
        self.gate = Gate(FRAME, GateSettings())
        self.time = 0.0
        self._noise = noise
        self._rng = np.random.default_rng(2)

    def show(self, picture: np.ndarray, frames: int = 1) -> Motion:
        """The motion of the last of `frames` frames."""
        for _ in range(frames):
            grain = self._rng.normal(0, self._noise, picture.shape)
            seen = np.clip(picture + grain, 0, 255).astype(np.uint8)
            self.time += 0.1
            motion = self.gate.see(small_plane(seen, 320), self.time)
        return motion

    def read(self) -> None:
        """All that lies there was read."""
        self.gate.keep(np.full(self.gate.table.shape, 255, np.uint8))


def settled(picture: np.ndarray) -> Film:
    film = Film()
    film.show(picture)
    film.read()
    return film


def with_hand(picture: np.ndarray, reach: int = 400) -> np.ndarray:
    out = picture.copy()
    cv2.ellipse(out, (640, 960), (70, reach), 0, 0, 360, (120, 150, 205), -1)
    return out


def test_a_still_table_does_not_move() -> None:
    motion = settled(table()).show(table(), 20)
    assert not motion.moving.any()
    assert motion.share == 0
    assert motion.still == pytest.approx(2.0, abs=0.11)


@pytest.mark.parametrize("light", ["darker", "brighter", "from the side", "lamp in the middle"])
def test_a_change_of_light_is_no_motion(light: str) -> None:
    picture = table()
    film = settled(picture)
    y, x = np.mgrid[-1 : 1 : SIZE[1] * 1j, -1 : 1 : SIZE[0] * 1j]
    factor = {
        "darker": 0.5 + 0 * x,
        "brighter": 1.08 + 0 * x,
        "from the side": 0.75 + 0.25 * x,
        "lamp in the middle": 0.95 - 0.2 * (x * x + y * y),
    }[light]
    motion = film.show(np.clip(picture * factor[..., None], 0, 255))
    assert not motion.moving.any()
    assert motion.share < 0.003
    assert film.show(np.clip(picture * factor[..., None], 0, 255)).still > 0.1


def test_a_tile_laid_moves_and_then_is_a_change_until_it_is_read() -> None:
    picture = table()
    film = settled(picture)
    laid = picture.copy()
    laid[500:538, 600:627] = (225, 235, 235)
    motion = film.show(laid)
    assert motion.moving.any()
    assert not motion.hand
    motion = film.show(laid, 5)
    assert not motion.moving.any()
    assert motion.still == pytest.approx(0.5)
    x, y, w, h = cv2.boundingRect(motion.changed)
    assert (abs(x - 150) <= 2, abs(y - 125) <= 2, w <= 11, h <= 14) == (True, True, True, True)
    film.read()
    assert film.show(laid).share == 0


def test_a_hand_moves_and_at_rest_is_a_still_change() -> None:
    picture = table()
    film = settled(picture)
    assert film.show(with_hand(picture, 200)).hand
    assert film.show(with_hand(picture, 400)).hand
    motion = film.show(with_hand(picture, 400), 10)
    assert (motion.hand, bool(motion.moving.any())) == (False, False)
    assert motion.still == pytest.approx(1.0)
    assert motion.share > 0.03
    film.read()
    assert film.show(picture).share > 0.03  # it left: what lay under it is to be read again
    film.read()
    assert film.show(picture).share == 0


def test_people_beyond_the_table_do_not_count() -> None:
    picture = table()
    film = settled(picture)
    walker = picture.copy()
    walker[200:800, 0:110] = (30, 40, 160)
    assert not film.show(walker).moving.any()


def test_a_slow_shadow_is_followed_and_a_tile_is_not() -> None:
    picture = table()
    film = settled(picture)
    shadow = np.ones(SIZE[::-1])
    shadow[300:500, 400:700] = 0.7
    shadow = cv2.GaussianBlur(shadow, (0, 0), 40)
    for k in range(20):
        motion = film.show(np.clip(picture * (1 + (shadow - 1) * k / 120)[..., None], 0, 255), 10)
        assert not motion.moving.any()
    assert motion.share < 0.01


@pytest.mark.parametrize("level", [0, 128])
def test_a_picture_that_shows_nothing(level: int) -> None:
    film = settled(table())
    assert film.show(np.full((SIZE[1], SIZE[0], 3), level, np.uint8)).black
    assert not film.show(table()).black


def test_what_moves_in_one_corner_leaves_the_rest_calm() -> None:
    picture = table()
    film = settled(picture)
    for k in range(8):
        other = picture.copy()
        other[700 : 700 + 12 * k + 12, 800:900] = 30
        motion = film.show(other)
    assert motion.still == 0
    assert motion.calm[20, 60] == pytest.approx(0.9, abs=0.11)
    assert motion.calm[190, 210] < 0.2
