"""Steady reading: what is handed on of a table that is played at, and what is not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.watch_films import FRAME, SIZE, Film, Tile, faces, tables
from vision.watch.settings import WATCH
from vision.watch.watcher import Advice, State

ROWS = [
    Tile(f"{rank}{suit}", -15 + 3.0 * rank, y)
    for suit, y in (("m", 0.0), ("p", 6.0), ("s", -6.0))
    for rank in range(1, 10)
]


def begun(tiles: list[Tile] | None = None) -> Film:
    """A film whose first still table was handed on."""
    film = Film(ROWS if tiles is None else tiles)
    (first,) = tables(film.show(1.0))
    assert len(first.tiles) == len(film.table.tiles)
    film.seen.clear()
    return film


@pytest.fixture
def film() -> Film:
    return begun()


def test_a_table_at_rest_is_handed_on_once_and_right() -> None:
    film = Film(ROWS)
    seen = film.show(2.0)
    (table,) = tables(seen)
    assert (table.number, table.hidden) == (1, ())
    assert [s.state for s in seen[:2]] == [State.MOVING, State.SETTLING]
    assert seen[-1].state is State.STILL
    assert len({t.id for t in table.tiles}) == len(ROWS)
    for tile in ROWS:
        (lying,) = [t for t in table.tiles if t.face == tile.face]
        assert (lying.x, lying.y) == pytest.approx((tile.x, tile.y), abs=0.25)
        assert abs(lying.turn) < 4
        assert (lying.wide, lying.high) == pytest.approx((2.6, 3.6), abs=0.25)
        assert (lying.confidence > 0.9, lying.doubtful) == (True, False)
        assert 100 < lying.since <= table.time


def test_an_empty_table_is_handed_on_too() -> None:
    (table,) = tables(Film().show(1.0))
    assert table.tiles == ()


def test_a_tile_laid_is_handed_on_once_the_hand_has_left(film: Film) -> None:
    film.lay(Tile("E", 10, -20))
    assert tables(film.seen) == []
    left = film.time
    (table,) = tables(film.show(1.0))
    assert table.time - left < 0.55
    assert len(table.tiles) == len(ROWS) + 1
    assert faces(table)["E"] == pytest.approx((10, -20), abs=0.3)


def test_only_what_changed_is_found_and_named_again(film: Film) -> None:
    film.show(0.5)
    film.namer.named = film.locator.calls = 0
    film.locator.views.clear()
    film.lay(Tile("E", 10, -20))
    film.show(1.0)
    assert film.locator.calls <= 3
    assert film.namer.named <= 8
    for view in film.locator.views:
        assert view.size[0] * view.size[1] < 250 * 250


def test_nothing_is_handed_on_while_anything_moves(film: Film) -> None:
    for k in range(25):
        film.table.hands = [(500 + 8 * k, 700, 60, 250)]
        film.show()
    assert tables(film.seen) == []
    assert {s.state for s in film.seen} == {State.HAND}


def test_a_tile_taken_is_gone_after_two_readings(film: Film) -> None:
    film.take("5m")
    calls = film.locator.calls
    (table,) = tables(film.show(1.0))
    assert film.locator.calls - calls >= 2
    assert len(table.tiles) == len(ROWS) - 1
    assert "5m" not in faces(table)


def test_a_tile_overlooked_is_not_gone(film: Film) -> None:
    """The locator misses it though a hand went over it: what lies there looks as it did."""
    x, y = FRAME.to_picture(np.array([ROWS[4].x, ROWS[4].y]), 2.0)
    film.locator.blind.append((float(x), float(y)))
    film.lay(Tile("E", ROWS[4].x, -10.5))
    (table,) = tables(film.show(1.5))
    assert len(table.tiles) == len(ROWS) + 1


def test_pushed_tiles_keep_their_ids(film: Film) -> None:
    before = {t.face: t.id for t in film.watcher.tiles}
    film.push("5p", 2.0, 6.0, 40.0)
    (table,) = tables(film.show(1.0))
    assert {t.face: t.id for t in table.tiles} == before
    (pushed,) = [t for t in table.tiles if t.face == "5p"]
    assert pushed.turn == pytest.approx(40, abs=4)
    assert pushed.since > 101


def test_a_row_pushed_along_by_one_keeps_its_ids(film: Film) -> None:
    before = {t.face: t.id for t in film.watcher.tiles}
    film.hand(640, 470)
    film.table.tiles = [replace(t, x=t.x + 3.0) if t.face[1] == "m" else t for t in ROWS]
    film.hand(640, 470, 0.2)
    (table,) = tables(film.show(1.2))
    assert {t.face: t.id for t in table.tiles} == before
    assert faces(table)["4m"] == pytest.approx((ROWS[3].x + 3, 0), abs=0.3)


def test_a_tile_carried_far_is_another(film: Film) -> None:
    before = {t.face: t.id for t in film.watcher.tiles}
    film.push("5p", 15.0, 15.0)
    (table,) = tables(film.show(1.0))
    (laid,) = [t for t in table.tiles if t.face == "5p"]
    assert laid.id not in before.values()


def test_another_tile_laid_in_a_tiles_place_is_another(film: Film) -> None:
    before = {t.face: t.id for t in film.watcher.tiles}
    old = film.take("5m")
    film.table.tiles.append(replace(old, face="N"))
    film.hand(640, 470, 0.2)
    seen = film.show(1.2)
    (table,) = tables(seen)
    assert "5m" not in faces(table)
    (new,) = [t for t in table.tiles if t.face == "N"]
    assert new.id not in before.values()
    assert [s.contradictions for s in seen if s.contradictions] == []


def test_a_hand_at_rest_hides_and_removes_nothing(film: Film) -> None:
    film.hand(560, 440)
    film.table.hands = [(560, 680, 60, 250)]
    seen = film.show(4.5)
    table = tables(seen)[-1]
    assert len(table.tiles) == len(ROWS)
    (hidden,) = table.hidden
    x, y = FRAME.to_table(np.array([560.0, 600.0]), 2.0)
    assert hidden[0] < x < hidden[2]
    assert hidden[1] < y < hidden[3]
    film.table.hands = []
    table = tables(film.show(1.5))[-1]
    assert (len(table.tiles), table.hidden) == (len(ROWS), ())


def test_a_hand_that_rests_a_moment_holds_up_what_it_does(film: Film) -> None:
    film.hand(560, 440)
    film.table.hands = [(560, 680, 60, 250)]
    assert tables(film.show(1.5)) == []


def test_a_cup_hides_until_it_is_taken_away(film: Film) -> None:
    film.hand(900, 700)
    film.table.hands = [(900, 700, 45, 45)]
    (table,) = tables(film.show(1.0))
    (hidden,) = table.hidden
    assert hidden[2] - hidden[0] == pytest.approx(9, abs=3)
    film.lay(Tile("E", -20, -20))
    film.table.hands = [(900, 700, 45, 45)]
    table = tables(film.show(1.0))[-1]
    assert (len(table.tiles), len(table.hidden)) == (len(ROWS) + 1, 1)


def test_what_lies_still_is_read_though_someone_fidgets_elsewhere(film: Film) -> None:
    film.lay(Tile("E", -25, 25))
    for k in range(60):
        film.table.hands = [(1000 + 5 * (k % 3), 900, 60, 120)]
        film.show()
    table = tables(film.seen)[-1]
    assert "E" in faces(table)
    assert table.hidden != ()
    assert len(table.tiles) == len(ROWS) + 1


@pytest.mark.parametrize("light", [0.6, 1.05])
def test_a_lamp_changes_nothing(film: Film, light: float) -> None:
    film.table.light = light
    seen = film.show(1.5)
    assert tables(seen) == []
    assert all(not s.contradictions for s in seen)
    film.lay(Tile("E", 10, -20))
    (table,) = tables(film.show(1.2))
    assert len(table.tiles) == len(ROWS) + 1
    assert not any(t.doubtful for t in table.tiles)


def test_a_committed_tile_never_flips_and_is_told_once(film: Film) -> None:
    """The same tile reads otherwise after something was laid beside it and light fell on it."""
    ids = {t.face: t.id for t in film.watcher.tiles}
    film.namer.wrong["5m"] = "6m"
    track = next(t for t in film.watcher._tracks.lying if t.face == "5m")
    for _ in range(3):
        film.watcher._reader.look_again(film.table.draw(), film.watcher._ground, [track])
    film.show()
    film.lay(Tile("E", 10, -20))
    film.show(3.0)
    told = [c for s in film.seen for c in s.contradictions]
    assert [(c.id, c.face, c.other) for c in told] == [(ids["5m"], "5m", "6m")]
    table = tables(film.seen)[-1]
    (lying,) = [t for t in table.tiles if t.id == ids["5m"]]
    assert (lying.face, lying.doubtful) == ("5m", True)
    assert lying.alternatives[0][0] == "6m"
    assert film.watcher.say(ids["5m"], "6m")
    table = tables(film.show(1.0))[-1]
    (lying,) = [t for t in table.tiles if t.id == ids["5m"]]
    assert (lying.face, lying.doubtful, lying.confidence) == ("6m", False, 1.0)


def test_an_unsure_face_is_handed_on_as_doubtful_and_looked_at_again(film: Film) -> None:
    film.namer.sure = 0.6
    film.lay(Tile("E", 10, -20))
    (table,) = tables(film.show(1.2))
    (lying,) = [t for t in table.tiles if t.face == "E"]
    assert lying.doubtful
    film.namer.sure = 0.999
    later = tables(film.show(7.0))
    (lying,) = [t for t in later[-1].tiles if t.face == "E"]
    assert not lying.doubtful


def test_a_tile_overlooked_at_first_is_found_in_a_quiet_time() -> None:
    film = Film(ROWS, settings=replace(WATCH, sweep=0.3))
    x, y = FRAME.to_picture(np.array([ROWS[4].x, ROWS[4].y]), 2.0)
    film.locator.blind.append((float(x), float(y)))
    assert len(tables(film.show(1.0))[0].tiles) == len(ROWS) - 1
    film.locator.blind.clear()
    tables_later = tables(film.show(0.4 * WATCH.parts**2 + 0.6))
    assert [len(t.tiles) for t in tables_later] == [len(ROWS)]


# --- the camera -----------------------------------------------------------------------------------


def bumped(shift: tuple[float, float], degrees: float) -> np.ndarray:
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, 1.0)
    matrix[:2, 2] += shift
    return matrix


@pytest.mark.parametrize(
    ("shift", "degrees"),
    [((3, 2), 0.0), ((0, 0), 0.6), ((25, -14), 0.0), ((-12, 20), 2.0), ((30, 30), -4.0)],
)
def test_a_bump_is_put_right_within_a_second(
    film: Film, shift: tuple[float, float], degrees: float
) -> None:
    before = {t.face: (t.id, t.x, t.y) for t in film.watcher.tiles}
    film.table.hang = bumped(shift, degrees)
    seen = film.show(1.0)
    assert Advice.REALIGNED in [a for s in seen for a in s.advice]
    corners = np.array(FRAME.corners)
    true = corners @ film.table.hang[:2, :2].T + film.table.hang[:2, 2]
    assert np.abs(np.array(film.watcher.frame.corners) - true).max() < 5.0  # pixels: 5 mm
    film.lay(Tile("E", 10, -20))
    table = tables(film.show(1.5))[-1]
    for lying in table.tiles:
        if lying.face in before:
            number, x, y = before[lying.face]
            assert lying.id == number
            assert (lying.x, lying.y) == pytest.approx((x, y), abs=0.4)
    assert len(table.tiles) == len(ROWS) + 1


def test_a_picture_turned_round_is_asked_about_and_comes_back(film: Film) -> None:
    upright = film.table.hang
    film.table.hang = bumped((0, 0), 180.0)
    seen = film.show(2.0)
    assert seen[-1].advice == (Advice.LOST,)
    assert (seen[-1].state, tables(seen)) == (State.BLIND, [])
    film.table.hang = upright
    seen = film.show(2.0)
    assert (seen[-1].advice, seen[-1].state) == ((), State.STILL)
    assert len(film.watcher.tiles) == len(ROWS)


def test_a_camera_turned_away_is_asked_about(film: Film) -> None:
    other = np.random.default_rng(8).integers(0, 255, (30, 40, 3)).astype(np.uint8)
    seen = film.show(2.0, picture=cv2.resize(other, SIZE, interpolation=cv2.INTER_CUBIC))
    assert (seen[-1].advice, tables(seen)) == ((Advice.LOST,), [])


def test_shuffled_tiles_are_no_bump(film: Film) -> None:
    rng = np.random.default_rng(4)
    for _ in range(12):
        film.table.tiles = [
            replace(t, x=t.x + rng.normal(0, 1), y=t.y + rng.normal(0, 1), turn=float(k * 37))
            for k, t in enumerate(ROWS)
        ]
        film.hand(640, 470, 0.2)
    at = [(x, y) for x in range(-22, 23, 7) for y in range(-18, 19, 9)]
    film.table.tiles = [
        replace(t, x=x, y=y, turn=float(k * 37))
        for k, (t, (x, y)) in enumerate(zip(ROWS, at, strict=False))
    ]
    film.show(1.5)
    assert [a for s in film.seen for a in s.advice] == []
    assert len(tables(film.seen)[-1].tiles) == len(ROWS)
    assert film.watcher.frame == FRAME


def test_a_row_pushed_as_a_whole_is_no_bump(film: Film) -> None:
    film.hand(640, 470)
    film.table.tiles = [replace(t, y=t.y + 4) if t.face[1] == "p" else t for t in ROWS]
    film.show(1.5)
    assert film.watcher.frame == FRAME


def test_black_and_wrong_sized_pictures_are_told_and_read_nothing(film: Film) -> None:
    black = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    seen = film.show(0.5, picture=black)
    assert {s.advice for s in seen} == {(Advice.BLACK,)}
    assert film.watcher.see(black[:, :900], film.time).advice == (Advice.SIZE,)
    seen = film.show(1.5)
    assert (seen[-1].state, tables(seen), seen[-1].advice) == (State.STILL, [], ())


def test_after_a_gap_everything_may_have_changed(film: Film) -> None:
    film.time += 60
    film.table.tiles = [replace(t, y=t.y + 2 * (k % 3)) for k, t in enumerate(ROWS[:20])]
    seen = film.show(1.5)
    assert seen[0].state is State.MOVING
    assert len(tables(seen)[-1].tiles) == 20


def test_new_corners_begin_anew(film: Film) -> None:
    film.watcher.aim(FRAME)
    assert film.watcher.tiles == ()
    (table,) = tables(film.show(1.0))
    assert (table.number, len(table.tiles)) == (1, len(ROWS))
