"""Scenes drawn from a seed, and their truth."""

import json
import time
from collections import Counter
from functools import cache

import cv2
import numpy as np
import pytest

from scoring.tiles import BACK, FACES
from vision.training import scenes, tilesets
from vision.training.laying import random_hand
from vision.training.scenes import KINDS, make_scene

SMALL = (320, 320)
CODES = {tile.code for tile in FACES} | {BACK}
ROLES = {
    "concealed", "chow", "pung", "kong", "concealed_kong", "flowers", "winning", "river", "wall",
    "loose",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fonts():
    try:
        tilesets.installed_fonts()
    except tilesets.FontError as problem:
        pytest.skip(str(problem))


def wins(tiles: list[str]) -> bool:
    """Whether the tiles fall into sets and one pair; slow and plain on purpose."""

    @cache
    def sets(rest: tuple[str, ...]) -> bool:
        if not rest:
            return True
        first = rest[0]
        if rest.count(first) >= 3:
            left = list(rest)
            for _ in range(3):
                left.remove(first)
            if sets(tuple(left)):
                return True
        if first[0].isdigit():
            run = [f"{int(first[0]) + i}{first[1]}" for i in range(3)]
            if all(code in rest for code in run):
                left = list(rest)
                for code in run:
                    left.remove(code)
                return sets(tuple(left))
        return False

    order = sorted(tiles, key=lambda code: (code[1:], code))
    for code in set(order):
        if order.count(code) >= 2:
            left = list(order)
            left.remove(code)
            left.remove(code)
            if sets(tuple(left)):
                return True
    return False


@pytest.mark.parametrize("seed", range(60))
def test_every_drawn_hand_wins(seed):
    size = 5 if seed % 4 else 4
    hand = random_hand(np.random.default_rng(seed), size)
    assert len(hand.concealed) + 3 * len(hand.melds) + 1 == 3 * size + 2
    assert wins([*hand.concealed, hand.win])
    everything = Counter(
        [*hand.concealed, hand.win, *(c for _, codes in hand.melds for c in codes)]
    )
    assert max(everything.values()) <= 4
    assert len(set(hand.flowers)) == len(hand.flowers)
    for kind, codes in hand.melds:
        if kind == "chow":
            first = int(codes[0][0])
            assert codes == tuple(f"{first + i}{codes[0][1]}" for i in range(3))
        else:
            assert len(set(codes)) == 1
            assert len(codes) == (3 if kind == "pung" else 4)


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_scene_shows_its_hand(seed):
    scene = make_scene(seed, "hand", SMALL)
    assert scene.hand is not None
    shown = {role: Counter(t.face for t in scene.tiles if t.role == role) for role in ROLES}
    assert shown["concealed"] == Counter(scene.hand.concealed)
    assert shown["winning"] == Counter([scene.hand.win])
    assert shown["flowers"] == Counter(scene.hand.flowers)
    for kind in ("chow", "pung"):
        codes = Counter(c for k, tiles in scene.hand.melds if k == kind for c in tiles)
        assert shown[kind] == codes


@pytest.mark.parametrize("kind", KINDS)
def test_truth_is_well_formed(kind):
    for seed in range(3):
        scene = make_scene(1000 + seed, kind, SMALL)
        assert scene.image.shape == (320, 320, 3)
        assert scene.image.dtype == np.uint8
        assert scene.tiles
        for tile in scene.tiles:
            quad = np.array(tile.quad, np.float32)
            assert tile.face in CODES
            assert tile.role in ROLES
            assert 0.1 <= tile.visible <= 1
            assert quad.shape == (4, 2)
            # y runs down, so a positive area is clockwise to the eye
            assert cv2.contourArea(quad, oriented=True) > 0
            if tile.visible > 0.999:
                assert quad.min() > -2
                assert quad.max() < 322


def test_a_whole_hand_lies_inside_the_picture():
    for seed in range(6):
        scene = make_scene(50 + seed, "hand", SMALL)
        mine = [t.quad for t in scene.tiles if t.seat == "near"]
        assert np.min(mine) >= 0
        assert np.max(mine) <= 320


def test_same_seed_same_scene():
    one, two = make_scene(11, size=SMALL), make_scene(11, size=SMALL)
    assert np.array_equal(one.image, two.image)
    assert one.tiles == two.tiles
    assert not np.array_equal(one.image, make_scene(12, size=SMALL).image)


def test_the_quad_lies_on_the_face():
    """A face cut out by its quad must look like the face that was drawn there."""
    scene = make_scene(3, "grid", (900, 900), tile_sets=[5])
    tiles = tilesets.make_set(5)
    good = 0
    chosen = [t for t in scene.tiles if t.visible > 0.97 and t.face not in (BACK, "P")]
    for tile in chosen:
        w, h = 48, round(48 * tiles.aspect)
        target = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
        move = cv2.getPerspectiveTransform(np.array(tile.quad, np.float32), target)
        cut = cv2.cvtColor(cv2.warpPerspective(scene.image, move, (w, h)), cv2.COLOR_BGR2GRAY)
        face = cv2.cvtColor(tiles.texture(tile.face, w), cv2.COLOR_RGB2GRAY)
        inner = (slice(5, -5), slice(5, -5))
        likeness = np.corrcoef(cut[inner].ravel(), face[inner].ravel())[0, 1]
        good += likeness > 0.6
    assert len(chosen) >= 6
    assert good >= 0.9 * len(chosen)


def test_a_stacked_wall_does_not_count_what_it_hides():
    scene = make_scene(2, "wall", SMALL)
    for tile in scene.tiles:
        assert tile.face in CODES
    assert sum(t.face == BACK for t in scene.tiles) > 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "beach"}, "unknown kind of scene 'beach'"),
        ({"size": (40, 40)}, "too small"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        make_scene(1, **arguments)


def test_command_writes_pictures_and_truth(tmp_path, capsys):
    assert scenes.main([str(tmp_path), "--count", "3", "--seed", "40", "--size", "200"]) == 0
    lines = (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    for line in lines:
        record = json.loads(line)
        assert record["size"] == [200, 200]
        assert cv2.imread(str(tmp_path / record["file"])).shape == (200, 200, 3)
        assert set(record["tiles"][0]) == {"face", "quad", "visible", "group", "role", "seat"}
    assert "3 scenes" in capsys.readouterr().out


def test_command_without_a_folder_says_so(capsys):
    assert scenes.main([]) == 2
    assert "give a folder" in capsys.readouterr().err


def test_shipped_demo_matches_its_truth(root):
    folder = root / "device" / "demo"
    record = json.loads((folder / "hand.json").read_text(encoding="utf-8"))
    picture = cv2.imread(str(folder / record["file"]))
    assert [picture.shape[1], picture.shape[0]] == record["size"] == [1600, 1200]
    assert (folder / record["file"]).stat().st_size <= 300_000
    assert len(record["tiles"]) == 17 + len(record["hand"]["flowers"])
    assert all(tile["visible"] > 0.97 for tile in record["tiles"])
    assert wins([*record["hand"]["concealed"], record["hand"]["win"]])


def test_speed_is_reported(record_property):
    make_scene(0)
    began = time.process_time()
    for seed in range(4):
        make_scene(seed)
    spent = (time.process_time() - began) / 4
    record_property("seconds_per_640_px_scene", round(spent, 3))
    print(f"{spent:.3f} CPU seconds per 640 px scene")
