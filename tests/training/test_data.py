from pathlib import Path

import numpy as np
import pytest

from vision.training.data import (
    LABEL_TO_FACE,
    Labelled,
    corrected,
    is_held_out,
    load_photos,
    oriented,
    split,
    width_angles,
)
from vision.training.mix import (
    SIZE,
    from_scenes,
    label_text,
    mixed_picture,
    rectangle,
    usable,
    write_set,
)
from vision.types import BACK, FACE_CODES


def upright_boxes(
    angle: float, count: int = 8, width: float = 26, height: float = 36
) -> np.ndarray:
    """The upright boxes around a row of touching tiles turned by `angle`."""
    along = np.array([np.cos(angle), np.sin(angle)])
    down = np.array([-along[1], along[0]])
    boxes = []
    for i in range(count):
        middle = 300 + along * width * (i - count / 2)
        corners = [
            middle + a * along * width / 2 + b * down * height / 2 for a in (-1, 1) for b in (-1, 1)
        ]
        boxes.append(np.concatenate([np.min(corners, axis=0), np.max(corners, axis=0)]))
    return np.array(boxes, dtype=np.float32)


@pytest.mark.parametrize("degrees", [-80, -45, -30, -10, 0, 5, 20, 44, 60, 89])
def test_turn_is_recovered_from_the_neighbours(degrees: int) -> None:
    boxes = upright_boxes(np.radians(degrees))
    off = np.degrees(width_angles(boxes)) - degrees
    assert np.abs((off + 90) % 180 - 90).max() < 1
    quads = oriented(boxes)
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    down = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    assert across == pytest.approx(26, abs=2.5)
    assert down == pytest.approx(36, abs=2.5)


def test_a_lone_tile_counts_as_upright() -> None:
    assert width_angles(np.array([[10, 10, 36, 46]], dtype=np.float32)).tolist() == [0.0]
    assert oriented(np.zeros((0, 4), dtype=np.float32)).shape == (0, 4, 2)


def test_every_label_is_a_face_and_none_is_a_back() -> None:
    assert sorted(LABEL_TO_FACE.values()) == sorted(set(FACE_CODES) - {BACK})


def photo(name: str, group: str, maker: str = "mixed") -> Labelled:
    boxes = upright_boxes(0.0, 3)
    return Labelled(Path(name), ("1m",) * 3, boxes, group, maker, (640, 640))


def test_copies_of_a_photo_stay_on_one_side() -> None:
    photos = [photo(f"{g}_{i}.jpg", f"group {g}") for g in range(200) for i in range(3)]
    train, held = split(photos)
    assert {p.group for p in train}.isdisjoint(p.group for p in held)
    assert 0.08 < len(held) / len(photos) < 0.22
    assert all(is_held_out(p) for p in held)


def test_a_maker_can_be_left_out() -> None:
    photos = [photo(f"{g}.jpg", f"{g}", "tray" if g % 2 else "mixed") for g in range(40)]
    train, held = split(photos, without=["tray"])
    assert {p.maker for p in train + held} == {"mixed"}


def test_rectangle_keeps_to_the_picture() -> None:
    quad = np.array([[-10, 5], [10, 5], [10, 35], [-10, 35]], dtype=np.float32)
    box = rectangle(quad, (64, 64))
    assert box.min() >= 0
    assert box[:, 0].max() == pytest.approx(10, abs=0.1)
    fields = label_text(quad[None], (64, 64)).split()
    assert len(fields) == 9
    assert all(0 <= float(value) <= 1 for value in fields)
    assert label_text(np.zeros((0, 4, 2), dtype=np.float32), (64, 64)) == ""


@pytest.fixture(scope="module")
def photos(shared: Path) -> list[Labelled]:
    return load_photos(shared / "data" / "photos", ("riichi", "plain"))


def test_photographs_load_with_known_makers(photos: list[Labelled]) -> None:
    assert len(photos) > 400
    assert {p.maker for p in photos} == {"mixed", "riichi", "tray"}
    sessions = {p.group for p in photos if p.path.name.startswith("al_IMG_20231217")}
    assert len(sessions) < 10


def test_mixed_pictures_are_the_same_again(photos: list[Labelled], tmp_path: Path) -> None:
    good = [p for p in photos if usable(p)]
    one, quads = mixed_picture(good, [], np.random.default_rng(3))
    other, _ = mixed_picture(good, [], np.random.default_rng(3))
    assert one.shape == (SIZE, SIZE, 3)
    assert (one == other).all()
    assert len(quads) > 0
    write_set(good, [], tmp_path, 2, seed=5)
    assert len(list((tmp_path / "labels").glob("*.txt"))) == 2


def test_scenes_become_labels(tmp_path: Path) -> None:
    scenes = tmp_path / "scenes"
    scenes.mkdir()
    (scenes / "a.jpg").write_bytes(b"")
    quad = [[10, 10], [30, 10], [30, 40], [10, 40]]
    (scenes / "truth.jsonl").write_text(
        '{"file": "a.jpg", "size": [100, 50], "tiles": ['
        f'{{"face": "1m", "quad": {quad}, "visible": 1.0}},'
        f'{{"face": "2m", "quad": {quad}, "visible": 0.1}}]}}\n'
    )
    assert from_scenes(scenes, tmp_path / "set") == 1
    text = (tmp_path / "set" / "labels" / "a.txt").read_text()
    assert len(text.splitlines()) == 1
    values = [float(v) for v in text.split()[1:]]
    assert max(values[0::2]) == pytest.approx(0.3, abs=0.01)
    assert max(values[1::2]) == pytest.approx(0.8, abs=0.02)


def test_slips_of_the_labels_are_put_right() -> None:
    faces = ["1m"] * 8
    assert corrected("al_384431440_2098.jpg", [*faces[:7], "5m"])[7] == "9m"
    assert corrected("al_384431440_2098.jpg", faces) == tuple(faces)
    assert corrected("other.jpg", [*faces[:7], "5m"])[7] == "5m"
