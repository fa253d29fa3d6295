from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from device.hands import InputError
from device.live.clip import Clip
from device.live.settings import LiveSettings
from device.live.table import FILE, TableSetup, load, save

CORNERS = ((100.0, 900.0), (1100.0, 900.0), (1000.0, 100.0), (200.0, 100.0))
SETUP = TableSetup("usb:0", CORNERS, 90.0, (1200, 1000), "家裡的牌")


def test_the_set_up_comes_back(tmp_path: Path) -> None:
    assert load(tmp_path) is None
    save(tmp_path / "new", SETUP)
    assert load(tmp_path / "new") == SETUP
    assert [file.name for file in (tmp_path / "new").iterdir()] == [FILE]


@pytest.mark.parametrize(
    "text",
    [
        "camera = 3",
        "nonsense",
        'camera = "x"\nside = 90\nsize = [1, 2]\ncorners = [[1, 2]]',
        'camera="x"\nside=90.0\nsize=[1200,1000]\ncorners=[[0,0],[1,1],[2,2],[3,3]]',
        'camera="x"\nside=90.0\nsize=[1200,1000]\nspeed=1\ncorners=[[0,0],[1,1],[2,2],[3,3]]',
    ],
)
def test_a_set_up_that_cannot_be_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(InputError):
        load(tmp_path)


def _picture(level: int, size: tuple[int, int] = (120, 90)) -> np.ndarray:
    return np.full((size[1], size[0], 3), level, np.uint8)


def test_the_film_keeps_the_last_seconds_and_can_be_played(tmp_path: Path) -> None:
    clip = Clip(LiveSettings(clip_seconds=4, clip_rate=5))
    assert clip.write(tmp_path / "none.webp") is None
    for number in range(200):
        clip.add(_picture(number), number * 0.1)
    assert len(clip) == 20
    assert clip.seconds == pytest.approx(3.8)
    file = clip.write(tmp_path / "film.webp")
    assert file is not None
    with Image.open(file) as film:
        lasts = []
        for frame in ImageSequence.Iterator(film):
            frame.load()
            lasts.append(frame.info["duration"])
        last = np.asarray(film.convert("L"))
    assert sum(lasts) == 4000  # pictures that look alike are one, as long as all of them
    assert last.mean() == pytest.approx(198, abs=6)


def test_a_clock_that_goes_back_begins_a_new_film() -> None:
    clip = Clip()
    clip.add(_picture(1), 100.0)
    clip.add(_picture(2), 50.0)
    assert len(clip) == 1
    big = Clip()
    for number in range(120):
        big.add(_picture(number % 255, (2592, 1944)), number * 0.2)
    assert len(big) == 50
    assert big.bytes < 6_000_000
