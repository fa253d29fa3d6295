import random
from collections.abc import Callable

import pytest

from scoring.rulesets import get_rules
from tests.vision.table_scenes import HIGH, THICK, WIDE
from tests.vision.whole_tables import WholeTable, faults, random_table, see
from vision.decode import decode
from vision.frame import TableFrame
from vision.table import arrange_table, describe, hand_of
from vision.types import BACK, SEATS, Group, Reading, ReadTile


def row(
    table: WholeTable, role: str, seat: int, faces: str, x: float, y: float, **more: float
) -> None:
    """A row of a seat whose left edge is at x (0: the middle) and whose middle is y cm inwards.

    The same role again goes on with the seat's river.
    """
    again = role == "river" and (role, SEATS[seat]) in table.groups
    key = table.groups.index((role, SEATS[seat])) if again else table.begin(role, seat)
    for face in faces.split():
        table.put(key, seat, face, x + WIDE / 2, y, **more)
        x += WIDE + 0.05


def standing(table: WholeTable, seat: int, count: int) -> None:
    row(table, "concealed", seat, "back " * count, -count * WIDE / 2, 4, z=HIGH, high=THICK)


def look(table: WholeTable, seed: int = 1) -> tuple[list[ReadTile], list[Group], TableFrame]:
    return see(table, random.Random(seed))


def right(table: WholeTable, seed: int = 1) -> list[str]:
    """What is wrong with the table as read, by cameras off-centre and tilted."""
    out = []
    for k in range(5):
        tiles, truth, frame = look(table, seed + k)
        out += faults(arrange_table(tiles, frame).groups(), truth, tiles)
    return out


def played() -> WholeTable:
    """A table in play: four hidden hands, sets, flowers, rivers in lines, walls."""
    table = WholeTable(90.0)
    for seat, count in enumerate((16, 13, 10, 16)):
        standing(table, seat, count)
    row(table, "pung", 1, "C C C", 30, 9)
    row(table, "chow", 2, "1m 3m 2m", 20, 9)
    row(table, "kong", 2, "9s 9s 9s 9s", 29, 9)
    row(table, "flowers", 0, "f3 f6", 28, 9)
    row(table, "river", 0, "E W 9p 1s 4m 4m", -8, 45 - 9)
    row(table, "river", 1, "N P", -8, 45 - 9)
    row(table, "river", 3, "S 2p 7s", -8, 45 - 9)
    return table


def test_a_table_in_play() -> None:
    table = played()
    assert right(table) == []
    tiles, _, frame = look(table)
    view = arrange_table(tiles, frame)
    assert view.winner is None
    assert [seat.counted for seat in view.seats] == [16, 16, 16, 16]
    assert not any(seat.is_open for seat in view.seats)
    assert describe(view, tiles)["near"] == "16? | f3 f6 | river E W 9p 1s 4m 4m"


def two_lines() -> WholeTable:
    table = played()
    row(table, "river", 0, "8s 8s", -8, 45 - 9 - 3.7)
    row(table, "river", 1, "1m 2m 3m", -8, 45 - 9 - 3.7)
    return table


def heap() -> WholeTable:
    rng = random.Random(4)
    table = WholeTable(96.0)
    for seat in range(4):
        standing(table, seat, 16)
    key = table.begin("loose", None)
    for n, face in enumerate(["1m", "5p", "E", "W", "9s", "3s", "2p", "7m", "F"]):
        table.put(key, 0, face, (n % 3 - 1) * 5.0, 43 + (n // 3) * 5.0, rng.uniform(0, 360))
    return table


def face_down() -> WholeTable:
    table = WholeTable(90.0)
    for seat in range(4):
        row(table, "concealed", seat, "back " * 13, -17, 4)
        row(table, "pung", seat, "E E E" if seat == 0 else f"{seat}m {seat}m {seat}m", 22, 9)
        row(table, "wall", seat, "back " * 9, -12, 17, z=2 * THICK)
    return table


def kongs() -> WholeTable:
    table = WholeTable(90.0)
    for seat in range(4):
        standing(table, seat, 13)
    row(table, "concealed_kong", 0, "back back back back", 20, 9)
    row(table, "concealed_kong", 1, "back 7p 7p back", 20, 9)
    row(table, "concealed_kong", 2, "back back back 3s", 20, 9)
    row(table, "wall", 3, "back back back back", 0, 17, z=2 * THICK)
    return table


WINNERS: dict[str, Callable[[WholeTable], None]] = {
    "apart": lambda t: row(t, "winning", 2, "6s", 25, 4),
    "turned": lambda t: row(t, "winning", 2, "6s", 25, 4, turn=90.0),
    "above": lambda t: row(t, "winning", 2, "6s", -3, 8.6),
}


def won(how: str) -> WholeTable:
    table = WholeTable(90.0)
    for seat in (0, 1, 3):
        standing(table, seat, 16)
    row(table, "concealed", 2, "3m 4m 5m 1p 1p 7s 8s", -9, 4)
    WINNERS[how](table)
    row(table, "pung", 2, "C C C", -22, 13.5)
    row(table, "chow", 2, "1m 2m 3m", -11, 13.5)
    row(table, "chow", 2, "5p 6p 7p", 0, 13.5)
    row(table, "flowers", 2, "f2 f8", 12, 13.5)
    row(table, "river", 0, "E W 9p", -8, 45 - 9)
    return table


NAMED: dict[str, Callable[[], WholeTable]] = {
    "in play": played,
    "rivers of two lines": two_lines,
    "discards in a heap": heap,
    "hands face down, and walls": face_down,
    "concealed kongs before hidden hands": kongs,
    **{f"won, the winning tile {how}": (lambda how=how: won(how)) for how in WINNERS},  # type: ignore[misc]
}
"""Each has a picture in tests/vision/pictures."""


@pytest.mark.parametrize("name", NAMED)
def test_named_table(name: str) -> None:
    assert right(NAMED[name]()) == []


def test_river_of_two_lines_is_read_from_the_middle_outwards() -> None:
    tiles, _, frame = look(two_lines())
    seats = arrange_table(tiles, frame).seats
    assert [tiles[i].face for i in seats[1].river] == ["N", "P", "1m", "2m", "3m"]
    assert all(seat.ordered for seat in seats)


def test_discards_one_upon_the_other_are_in_no_order() -> None:
    table = played()
    row(table, "river", 3, "6m 6m", -7.5, 45 - 9)
    tiles, _, frame = look(table)
    left = arrange_table(tiles, frame).seats[3]
    assert not left.ordered
    assert sorted(tiles[i].face for i in left.river) == sorted(["S", "2p", "7s", "6m", "6m"])


@pytest.mark.parametrize("how", sorted(WINNERS))
def test_the_winner_is_the_seat_that_laid_its_hand_open(how: str) -> None:
    tiles, _, frame = look(won(how))
    view = arrange_table(tiles, frame)
    assert view.winner == "far"
    reading = Reading("", frame.size, 0.0, tuple(tiles), (), view.groups())
    decoded = decode(hand_of(reading, view, "far"), get_rules("taiwan"))
    assert decoded.wins
    assert decoded.hand.win is not None and decoded.hand.win.code == "6s"
    assert len(decoded.hand.melds) == 3


def test_nothing_and_little_on_the_table() -> None:
    frame = TableFrame(((0, 900), (900, 900), (900, 0), (0, 0)), 90.0, (900, 900))
    assert arrange_table([], frame).groups() == ()
    one = ReadTile("5m", 0.9, ((440, 440), (466, 440), (466, 476), (440, 476)))
    view = arrange_table([one], frame)
    assert sum(len(g.tiles) for g in view.groups()) == 1
    off = ReadTile(BACK, 0.9, ((-900, 440), (-874, 440), (-874, 476), (-900, 476)))
    assert arrange_table([off], frame).loose == (0,)


def test_every_tile_is_in_one_group() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        tiles, _, frame = see(random_table(rng), rng)
        groups = arrange_table(tiles, frame).groups()
        assert sorted(i for g in groups for i in g.tiles) == list(range(len(tiles)))


def test_random_tables() -> None:
    """A sample of `tests/benchmarks/layout_tables.py`, which reaches 99% of 600."""
    wrong = 0
    for k in range(60):
        rng = random.Random(7_000_003 + k)
        table = random_table(rng)
        tiles, truth, frame = see(table, rng)
        view = arrange_table(tiles, frame)
        wrong += bool(faults(view.groups(), truth, tiles)) or view.winner != table.winner
    assert wrong <= 2
