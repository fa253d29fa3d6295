"""Rows and groups of hands laid in every way people lay them, seen from any side."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.table_scenes import HIGH, THICK, WIDE, Placed, Scene, faces_of, random_hand, same
from vision import geometry
from vision.layout import LayoutSettings, arrange, best_set
from vision.types import BACK, ReadTile, as_quad

SIZE = (1600, 1200)
CONCEALED = "1m 2m 3m 5m 6m 7p 8p 9p E E"  # before 4m or 7m


def one_row() -> Scene:
    s = Scene()
    s.row("concealed", "1m 2m 3m 4m 5m 6m 7p 8p 9p E E E 2s 3s 4s 9s 9s")
    return s


def two_rows() -> Scene:
    s = Scene()
    s.row("concealed", "1m 2m 3m 4m 5m 6m 7p 8p 9p", y=HIGH + 0.1)
    s.row("concealed", "E E E 2s 3s 4s 9s 9s", group=0)
    return s


def _with_melds(where: str) -> Scene:
    s = Scene()
    edge = s.row("concealed", CONCEALED)
    s.one("winning", "4m", edge + 4, HIGH / 2, 3)
    x, y = {"right": (edge + 8, 0), "left": (-22, 0), "above": (2, 5.5), "below": (2, -5)}[where]
    x = s.row("pung", "C C C", x, y) + 2
    s.row("chow", "3s 2s 4s", x, y)
    return s


def kong(way: str) -> Scene:
    s = Scene()
    edge = s.row("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E 2s 2s 2s")
    s.one("winning", "4m", edge + 4, HIGH / 2)
    turned = (2,) if way == "one turned" else ()
    if way == "three and one on top":
        s.row("kong", "S S S", 5, 6)
        mid = s.placed[-2]
        s.placed.append(Placed("S", mid.x, mid.y + 1.6, 2, 2 * THICK, mid.group))
    else:
        s.row("kong", "S S S S", 5, 6, turned=turned)
    return s


def concealed_kong(shown: str) -> Scene:
    s = Scene()
    edge = s.row("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E 2s 2s 2s")
    s.one("winning", "4m", edge + 4, HIGH / 2)
    s.row("concealed_kong", shown.replace("b", BACK), 4, -5)
    return s


def concealed_kong_four_faces() -> Scene:
    """Four faces, none sideways, where all other sets show which tile was claimed."""
    s = Scene()
    edge = s.row("concealed", CONCEALED)
    s.one("winning", "4m", edge + 4, HIGH / 2)
    x = s.row("pung", "C C C", 0, -5, turned=(0,)) + 2
    s.row("concealed_kong", "2s 2s 2s 2s", x, -5)
    return s


def flowers(way: str) -> Scene:
    s = Scene()
    edge = s.row("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E 2s 2s 2s")
    s.one("winning", "4m", edge + 4, HIGH / 2)
    right = s.row("pung", "C C C", 0, 6)
    if way == "row":
        s.row("flowers", "f1 f5 f3", right + 4, 6)
    elif way == "heap":
        for k, (f, turn) in enumerate([("f1", 20), ("f5", -110), ("f3", 170)]):
            s.one("flowers", f, right + 5 + 4.2 * k, 8 + k % 2, turn)
    elif way == "beside the set":
        s.row("flowers", "f1", right + 0.05, 6)
    else:
        s.row("flowers", "f2 f6", -2 * WIDE - 0.1, 0)
    return s


def winning(way: str) -> Scene:
    s = Scene()
    tiles = "1m 2m 3m 5m 6m 7p 8p 9p E E 2s 2s 2s 4s 5s 6s"
    if way == "turned in the row":
        edge = s.row("concealed", tiles + " 4m", turned=(16,))
        s.placed[-1].group = s.group("winning")
        return s
    edge = s.row("concealed", tiles)
    if way == "apart right":
        s.one("winning", "4m", edge + 3.5, HIGH / 2, -4)
    elif way == "apart left":
        s.one("winning", "4m", -4, HIGH / 2, 5)
    elif way == "apart and turned":
        s.one("winning", "4m", edge + 4, HIGH / 2, 92)
    elif way == "above and turned":
        s.one("winning", "4m", edge / 2, HIGH + 2, 88)
    elif way == "on top":
        s.one("winning", "4m", edge / 3, HIGH + 0.4, 4, 2 * THICK)
    return s


def strays(way: str) -> Scene:
    s = _with_melds("right")
    rng = random.Random(4)
    if way == "discards":
        for k in range(18):
            turn = rng.uniform(-180, 180)
            s.one("loose", rng.choice(["1p", "W", "8m"]), 3 + k % 6 * 5, 14 + k // 6 * 4.5, turn)
    elif way == "river":
        s.row("loose", "1p W 8m 9s 9m 4p", 8, 17, gap=0.1)
        s.row("loose", "N W 8s 1s 9m 2p", 8, 13, gap=0.1)
    elif way == "wall":
        s.row("wall", [BACK] * 14, 0, 20)
    elif way == "neighbour":
        s.row("loose", "1p W 8m 9s 9m 4p 4p N 6m 6m", 60, 5, direction=90)
    else:
        s.row("loose", "1p W 8m 9s 9m 4p 4p N 6m 6m 7m 1s 1s", 35, 30, direction=180)
    return s


NAMED = {
    "one row": one_row,
    "two rows": two_rows,
    **{f"sets {w}": (lambda w=w: _with_melds(w)) for w in ("right", "left", "above", "below")},
    **{
        f"kong, {w}": (lambda w=w: kong(w))
        for w in ("four in a row", "three and one on top", "one turned")
    },
    **{
        f"concealed kong {w}": (lambda w=w: concealed_kong(w))
        for w in ("b b b b", "b F F b", "F b b F", "F b b b", "b b b F")
    },
    "concealed kong of four faces": concealed_kong_four_faces,
    **{
        f"flowers, {w}": (lambda w=w: flowers(w))
        for w in ("row", "heap", "beside the set", "beside the hand")
    },
    **{
        f"winning tile {w}": (lambda w=w: winning(w))
        for w in (
            "turned in the row",
            "apart right",
            "apart left",
            "apart and turned",
            "above and turned",
            "on top",
            "not shown",
        )
    },
    **{
        f"strays: {w}": (lambda w=w: strays(w))
        for w in ("discards", "river", "wall", "neighbour", "across")
    },
}


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("tilt", [0, 30, 50])
def test_named_layout(name, tilt):
    tiles, truth = NAMED[name]().see(angle=20, tilt=tilt, size=SIZE)
    _, groups = arrange(tiles, SIZE)
    assert same(groups, truth, tiles), [(g.role, faces_of(tiles, g)) for g in groups]


@pytest.mark.parametrize("angle", range(0, 360, 30))
@pytest.mark.parametrize("name", ["one row", "two rows", "sets above", "winning tile on top"])
def test_from_every_side(name, angle):
    tiles, truth = NAMED[name]().see(
        angle=angle, tilt=35, upside_down=0.12, wrong_turn=0.5, rng=random.Random(angle)
    )
    _, groups = arrange(tiles, SIZE)
    assert same(groups, truth, tiles), [(g.role, faces_of(tiles, g)) for g in groups]


def test_rows_from_top_to_bottom_in_reading_order():
    tiles, _ = two_rows().see(angle=200, tilt=30)
    rows, _ = arrange(tiles, SIZE)
    assert [" ".join(tiles[i].face for i in row) for row in rows] == [
        "1m 2m 3m 4m 5m 6m 7p 8p 9p",
        "E E E 2s 3s 4s 9s 9s",
    ]


@pytest.mark.parametrize("bend", [-3.0, 3.0])
def test_bent_and_crooked_row(bend):
    s = Scene()
    faces = "1m 2m 3m 4m 5m 6m 7p 8p 9p E E E 2s 3s 4s 9s 9s"
    s.row("concealed", faces, bend=bend, crooked=5, rng=random.Random(1))
    tiles, _ = s.see(angle=75, tilt=40, noise=0.03)
    rows, groups = arrange(tiles, SIZE)
    assert len(rows) == len(groups) == 1
    assert faces_of(tiles, groups[0]) == faces


def test_row_spread_out_is_one_group():
    s = Scene()
    s.row("concealed", "1m 2m 3m 4m 5m 6m 7p 8p 9p E E E 2s 2s", gap=2.0)
    tiles, truth = s.see(angle=10, tilt=20)
    assert same(arrange(tiles, SIZE)[1], truth, tiles)


def test_tray_gives_its_rows():
    s = Scene()
    lines = ["1m 9p W 5s 6s F 3m 2p 8s", "4p 4m E E 2s 7m 7m 1p 9s", "P 3p 6m C C 8p 5m N S"]
    for k, line in enumerate(lines):
        s.row("concealed", line, y=-k * (HIGH + 0.05))
    tiles, _ = s.see(angle=-100, tilt=15)
    rows, _ = arrange(tiles, SIZE)
    assert [" ".join(tiles[i].face for i in row) for row in rows] == lines


def test_upside_down_tiles_do_not_turn_the_row():
    tiles, truth = one_row().see(angle=140, tilt=25)
    for k in (0, 3, 7, 12):
        i = truth[0].tiles[k]
        quad = as_quad(geometry.turn(tiles[i].quad, 2).tolist())
        tiles[i] = ReadTile(tiles[i].face, 0.97, quad)
    assert same(arrange(tiles, SIZE)[1], truth, tiles)


def test_nothing_and_one_tile():
    assert arrange([], SIZE) == ((), ())
    tile = ReadTile("5m", 0.9, as_quad(geometry.box(0, 0, 26, 36).tolist()))
    rows, groups = arrange([tile], SIZE)
    assert rows == ((0,),)
    assert [(g.role, g.tiles) for g in groups] == [("concealed", (0,))]
    back = ReadTile(BACK, 0.9, tile.quad)
    assert [g.role for g in arrange([back], SIZE)[1]] == ["wall"]


def test_every_tile_once():
    for k in range(20):
        hand = random_hand(random.Random(k))
        rows, groups = arrange(hand.tiles, hand.size)
        everything = list(range(len(hand.tiles)))
        assert sorted(i for row in rows for i in row) == everything
        assert sorted(i for g in groups for i in g.tiles) == everything
        assert {g.seat for g in groups} == {None}


@settings(max_examples=40, deadline=None)
@given(angle=st.floats(0, 360), name=st.sampled_from(sorted(NAMED)))
def test_turning_the_photo_changes_nothing(angle, name):
    tiles, truth = NAMED[name]().see(tilt=25, size=SIZE)
    turned = [
        ReadTile(t.face, t.confidence, as_quad(geometry.rotate(t.quad, angle, (800, 600)).tolist()))
        for t in tiles
    ]
    _, groups = arrange(turned, SIZE)
    assert same(groups, truth, tiles)


def test_random_hands_of_fourteen():
    right = 0
    for k in range(60):
        hand = random_hand(random.Random(9000 + k), sets=4)
        right += same(arrange(hand.tiles, hand.size)[1], hand.groups, hand.tiles)
    assert right >= 58


def _tiles(*reads: tuple[str, float, dict[str, float]]) -> list[ReadTile]:
    quad = as_quad(geometry.box(0, 0, 26, 36).tolist())
    return [ReadTile(f, c, quad, tuple(a.items())) for f, c, a in reads]


def test_best_set_uses_the_other_candidates():
    s = LayoutSettings()
    assert best_set(_tiles(("3s", 0.9, {}), ("2s", 0.9, {}), ("4s", 0.9, {})), s) == ("chow", 0.0)
    kind, price = best_set(_tiles(("3s", 0.9, {}), ("2s", 0.9, {}), ("6s", 0.6, {"4s": 0.3})), s)
    assert kind == "chow" and 0.6 < price < 0.8
    kind, price = best_set(_tiles(("3s", 0.9, {}), ("E", 0.9, {}), ("7p", 0.9, {})), s)
    assert price == s.not_a_set
    assert best_set(_tiles(*[(BACK, 0.9, {})] * 4), s) == ("concealed_kong", 0.0)


# Real photographs: where a person drew the boxes. Boxes are upright, so the quads are too.

CODES = {"D": "p", "B": "s", "C": "m"}
HONOURS = {"RD": "C", "GD": "F", "WD": "P", **{w: w for w in "ESWN"}}


def labelled(shared: Path, stem: str) -> list[ReadTile]:
    folder = shared / "data" / "photos"
    names = (folder / "classes.txt").read_text().split()
    label = next((folder / "plain" / "labels").glob(f"{stem}*.txt"))
    tiles = []
    for line in label.read_text().splitlines():
        number, cx, cy, w, h = line.split()
        name = names[int(number)]
        if name in HONOURS:
            face = HONOURS[name]
        elif name[0] in "FS":
            face = f"f{int(name[1]) + (4 if name[0] == 'F' else 0)}"
        else:
            face = name[1] + CODES[name[0]]
        x, y, w, h = (float(v) * 640 for v in (cx, cy, w, h))
        box = geometry.box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
        tiles.append(ReadTile(face, 0.97, as_quad(box.tolist())))
    return tiles


def test_boxes_of_one_hand_are_one_row(shared):
    """Photos al_hand_NNN show a hand in one row; a person reads it from left to right."""
    folder = shared / "data" / "photos" / "plain" / "labels"
    stems = sorted(p.name[: -len(".txt")] for p in folder.glob("al_hand_*.txt"))
    if not stems:
        pytest.skip(f"needs the labelled photographs in {folder}")
    single = wrong = 0
    for stem in stems:
        tiles = labelled(shared, stem)
        middle = [geometry.centre(t.quad) for t in tiles]
        high = sorted(geometry.size(t.quad)[1] for t in tiles)[len(tiles) // 2]
        ys = [float(m[1]) for m in middle]
        if len(tiles) < 8 or max(ys) - min(ys) > 0.5 * high:
            continue
        single += 1
        rows, _ = arrange(tiles, (640, 640))
        order = sorted(range(len(tiles)), key=lambda i: float(middle[i][0]))
        wrong += rows != (tuple(order),)
    assert single >= 30
    assert wrong == 0


def test_boxes_of_trays_are_four_rows(shared):
    """Photos al_IMG show a tray: rows of nine, every box in the row it lies in."""
    folder = shared / "data" / "photos" / "plain" / "labels"
    stems = sorted(p.name[: -len(".txt")] for p in folder.glob("al_IMG_*.txt"))
    if not stems:
        pytest.skip(f"needs the labelled photographs in {folder}")
    full = right = 0
    for stem in stems:
        tiles = labelled(shared, stem)
        wide = sum(w > h for w, h in (geometry.size(t.quad) for t in tiles))
        if len(tiles) != 36 or wide > 18:  # one tray lies on its side: upright quads say nothing
            continue
        full += 1
        rows, _ = arrange(tiles, (640, 640))
        down = sorted(range(36), key=lambda i: float(geometry.centre(tiles[i].quad)[1]))
        lines = [down[k : k + 9] for k in range(0, 36, 9)]
        want = tuple(
            tuple(sorted(line, key=lambda i: float(geometry.centre(tiles[i].quad)[0])))
            for line in lines
        )
        right += rows == want
    assert full > 0
    assert right == full, (right, full)
