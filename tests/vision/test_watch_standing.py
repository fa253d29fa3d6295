"""Hands that stand before the seats, counted in drawn pictures of a table."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from vision.frame import in_seat
from vision.simulator.game import Game, demo_game
from vision.simulator.script import Moment, Pose
from vision.simulator.stills import still_tables
from vision.watch.standing import Standing, Strip
from vision.watch.types import LyingTile


@pytest.fixture(scope="module")
def game() -> Game:
    return demo_game()


def standing(moment: Moment, side: float) -> Counter[int]:
    """How many tiles really stand before each seat."""
    count: Counter[int] = Counter()
    for tile in moment.tiles:
        if tile.place.pose is Pose.STAND:
            at = np.array([tile.place.x, tile.place.y])
            count[min(range(4), key=lambda q: float(in_seat(at, q)[1]))] += 1
    return count


def lying(tiles: tuple[LyingTile, ...]) -> list[LyingTile]:
    return [tile for tile in tiles if tile.face != "back" or tile.high > 3]


def counted(strips: list[Strip]) -> Counter[int]:
    count: Counter[int] = Counter()
    for strip in strips:
        count[strip.seat] += strip.count
    return count


def test_rows_are_counted_tile_by_tile(game: Game) -> None:
    film = game.film()
    tables = [table for table in still_tables(game.scripts[0]) if table.time > 30][::5]
    right = total = 0
    for table in tables:
        shot = film.shoot(game.at(table.time))
        strips, blocked = Standing(shot.frame).look(shot.image, lying(table.tiles), 2.6)
        assert not blocked
        true, got = standing(shot.moment, shot.frame.side), counted(strips)
        total += 4
        right += sum(true[seat] == got[seat] for seat in range(4))
    assert total >= 20
    assert right >= 0.95 * total


def test_an_empty_table_has_no_rows(game: Game) -> None:
    shot = game.film().shoot(game.at(0.0))
    table = next(still_tables(game.scripts[0]))
    strips, blocked = Standing(shot.frame).look(shot.image, lying(table.tiles), 2.6)
    assert strips == []
    assert blocked == frozenset()


def test_an_arm_over_the_row_blocks_its_seat(game: Game) -> None:
    film, script = game.film(), game.scripts[0]
    table = [table for table in still_tables(script) if table.time > 40][10]
    shot = film.shoot(game.at(table.time))
    image = shot.image.copy()
    frame = shot.frame
    half = frame.side / 2
    arm = np.array([[-6.0, -half - 3], [6.0, -half - 3], [6.0, -half + 25], [-6.0, -half + 25]])
    import cv2

    cv2.fillConvexPoly(image, np.round(frame.to_picture(arm)).astype(np.int32), (120, 150, 200))
    _, blocked = Standing(frame).look(image, lying(table.tiles), 2.6)
    assert 0 in blocked
    assert not blocked - {0}
