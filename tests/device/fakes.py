"""A reader that needs no models, and readings of hands laid out on a table that is only numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.tiles import parse_tiles
from vision.types import Group, Quad, Question, Reading, ReadTile

WIDE, TALL = 60.0, 80.0


def quad(x: float, y: float) -> Quad:
    return ((x, y), (x + WIDE, y), (x + WIDE, y + TALL), (x, y + TALL))


def laid_out(
    concealed: str,
    win: str | None = None,
    melds: Sequence[tuple[str, str]] = (),
    flowers: str = "",
    doubtful: Sequence[int] = (),
    questions: Sequence[Question] = (),
    photo: str = "hand.png",
) -> Reading:
    """A hand in front of its winner: melds and flowers in a row above the concealed tiles."""
    tiles: list[ReadTile] = []
    rows: list[list[int]] = []
    groups: list[Group] = []

    def lay(text: str, role: str, x: float, y: float) -> float:
        members = []
        for tile in parse_tiles(text):
            index = len(tiles)
            unsure = index in doubtful
            tiles.append(
                ReadTile(
                    tile.code,
                    0.6 if unsure else 0.99,
                    quad(x, y),
                    (("E", 0.3),) if unsure else (),
                    unsure,
                )
            )
            members.append(index)
            rows[-1].append(index)
            x += WIDE + 2
        groups.append(Group(role, "near", tuple(members)))
        return x + WIDE

    if melds or flowers:
        rows.append([])
        x = 40.0
        for role, text in melds:
            x = lay(text, role, x, 200)
        if flowers:
            lay(flowers, "flowers", x, 200)
    rows.append([])
    x = lay(concealed, "concealed", 40, 400) if concealed else 40.0
    if win:
        lay(win, "winning", x, 400)
    return Reading(
        photo,
        (1300, 700),
        0.1,
        tuple(tiles),
        tuple(tuple(row) for row in rows),
        tuple(groups),
        tuple(questions),
    )


def table(size: tuple[int, int] = (1300, 700)) -> np.ndarray:
    """A green cloth as a BGR picture of `size` (width, height)."""
    return np.full((size[1], size[0], 3), (60, 110, 40), np.uint8)


class FakeReader:
    """Gives the same reading for every photograph, under the photograph's name."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.shapes: list[tuple[int, ...]] = []

    def read(self, image: np.ndarray, photo: str) -> Reading:
        self.shapes.append(image.shape)
        given = self.reading
        return Reading(
            photo,
            given.size,
            given.seconds,
            given.tiles,
            given.rows,
            given.groups,
            given.questions,
        )
