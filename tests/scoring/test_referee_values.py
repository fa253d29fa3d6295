"""What each system names for a topic and asks for a foul, and small questions of the referee."""

from dataclasses import replace

import pytest

from scoring.events import Chow, Deal, Discard
from scoring.playrules import PLAY, TAIWAN_PLAY, Foul
from scoring.referee import first_fault, judge
from scoring.referee_base import may_hold
from scoring.referee_claims import linked_tiles
from scoring.table import waits_of
from scoring.tiles import FACES, Tile, parse_tiles
from tests.scoring.play_helpers import T

TOPICS = (
    *("turn", "priority", "nearest", "chow", "pung", "kong", "concealed_kong", "win", "flower"),
    *("flower_win", "draw_game", "last", "passing", "call", "dead", "ready"),
)
LINES = {
    "taiwan": "P-23 P-15 P-21 P-14 P-15 P-18 P-17 P-11 P-08 27 P-22 P-34 P-12 P-16 P-23 P-20",
    "hongkong": "03 04 04 05 04 03 03 03 02 03 03 03 03 03 03 03",
    "wu-hongkong": "17 17 15 17 17 17 17 13 17 14 18 15 16 17 13 17",
    "wu-joker": "13 20 20 04 04 04 04 06 13 07 21 13 13 13 07 12",
    "wu-pong": "07 07 07 01 06 04 03 01 07 07 08 07 07 07 07 07",
}
PREFIX = {
    "taiwan": "TW-",
    "hongkong": "HK-P-",
    "wu-hongkong": "WU13-",
    "wu-joker": "WU16-",
    "wu-pong": "PONG-",
}


@pytest.mark.parametrize("name", sorted(LINES))
def test_the_line_that_each_system_names_for_a_topic(name: str) -> None:
    numbers = LINES[name].split()
    expected = {t: PREFIX[name] + n for t, n in zip(TOPICS, numbers, strict=True)}
    assert PLAY[name].rule == expected


def test_document_a_has_the_procedures_of_b() -> None:
    assert PLAY["taiwan-early"].rule == PLAY["taiwan"].rule


SMALLER = {
    Foul.DEAD_HAND: Foul.SLIP,
    Foul.EXPOSED_DISCARD: Foul.SLIP,
    Foul.LOST_PUNG: Foul.SLIP,
    Foul.PUNG_NOT_MADE: Foul.SLIP,
    Foul.LOST_WIN: Foul.BARRED,
    Foul.WRONG_PUNG: Foul.BARRED,
    Foul.WRONG_KONG: Foul.BARRED,
    Foul.WRONG_ADDED_KONG: Foul.BARRED,
    Foul.WRONG_CONCEALED_KONG: Foul.BARRED,
}


@pytest.mark.parametrize("foul", Foul)
def test_what_a_foul_is_in_each_system(foul: Foul) -> None:
    """WU16-13, WU13-17, PONG-07: Wu's games know 錯相公 and small fines; C names no penalties."""
    assert PLAY["taiwan"].penalty(foul) is foul
    assert PLAY["taiwan-early"].penalty(foul) is foul
    assert PLAY["hongkong"].penalty(foul) is None
    for name in ("wu-hongkong", "wu-joker", "wu-pong"):
        assert PLAY[name].penalty(foul) is SMALLER.get(foul, foul)
    assert PLAY["taiwan"].penalty(None) is None


CHOWS = [tuple(FACES[first : first + 3]) for first in range(27) if first % 9 <= 6]


@pytest.mark.parametrize("chow", CHOWS)
@pytest.mark.parametrize("place", range(3))
def test_twp14_linked_is_what_would_complete_the_same_two_tiles(
    chow: tuple[Tile, ...], place: int
) -> None:
    claimed = chow[place]
    two = [tile for tile in chow if tile is not claimed]
    fits = {
        tile for tile in FACES[:27] if any(sorted((tile, *two)) == list(other) for other in CHOWS)
    }
    assert claimed in fits
    assert linked_tiles(TAIWAN_PLAY, claimed, chow) == fits
    line = {tile for tile in FACES[:27] if tile // 9 == claimed // 9 and (tile - claimed) % 3 == 0}
    assert linked_tiles(replace(TAIWAN_PLAY, linked="line"), claimed, chow) == line


def test_what_a_hand_may_hold() -> None:
    """Hidden tiles may be any that are left: four of a kind at most, one of a flower."""
    t = T(hands={0: "147m 258p 369s ESWNCFP 5p"})  # two 5p are seen; the others hide 16 each
    five, flower = Tile.P5, Tile.F1
    assert may_hold(t.state, 0, (five, five))
    assert not may_hold(t.state, 0, (five, five, five))
    assert may_hold(t.state, 1, (five, five))
    assert not may_hold(t.state, 1, (five, five, five))
    assert may_hold(t.state, 1, (flower,))
    assert not may_hold(t.state, 1, (flower, flower))
    assert not may_hold(t.state, 1, tuple(FACES[:17]))
    # After a chow nine tiles are hidden beside the set, of which the claimed one was seen.
    shown = T(hands={0: "147m 258p 369s ESWNCFP 5p"}).do("0 discards 5p", "1 chows 5p 46p")
    known = replace(shown.state.players[1], known=(Tile.P9,), hidden=2)
    players = (shown.state.players[0], known, *shown.state.players[2:])
    state = replace(shown.state, players=players)  # type: ignore[arg-type]
    assert may_hold(state, 1, (Tile.P9,) * 3)
    assert not may_hold(state, 1, (Tile.P9,) * 4)
    assert not may_hold(state, 1, (Tile.P9, *(Tile.M1,) * 3))


def test_what_tiles_wait_for() -> None:
    """A flower in hand waits for nothing, unless it is a joker; nor do too few tiles."""
    t = T()
    ready = parse_tiles("123m 456m 345p EEE 99p 78s")
    assert waits_of(t.state, ready, ()) == (Tile.S6, Tile.S9)
    assert waits_of(t.state, ready[:-1], ()) == ()
    assert waits_of(t.state, (*ready[:-1], Tile.F1), ()) == ()
    assert waits_of(t.state, ready[:-1], (), 1) is None
    flower = T("wu-joker", indicator=Tile.F3)
    with_joker = waits_of(flower.state, (*ready[:-1], Tile.F1), ())
    assert with_joker is not None
    assert {Tile.S6, Tile.S7, Tile.S8, Tile.F2} <= set(with_joker)
    assert not {Tile.F1, Tile.F3} & set(with_joker)  # held, and turned up


def test_a_hand_is_dealt_once() -> None:
    t = T(hands={0: "147m 258p 369s ESWNCFP 5p"})
    verdict = judge(t.state, replace(t.state.deal, time=1.0))
    assert (verdict.ok, verdict.reason) == (False, "已配過牌")


def test_a_log_that_does_not_begin_with_a_deal_is_named() -> None:
    at, verdict = first_fault(TAIWAN_PLAY, [Discard(0, Tile.M1)]) or (-1, None)
    assert (at, verdict.ok if verdict else None) == (0, False)
    short = first_fault(TAIWAN_PLAY, [Deal(0, ((), (), (), ()))])
    assert short is not None
    assert (short[0], short[1].ok) == (0, False)


def test_first_fault_asks_for_neither_answers_nor_an_end_unless_told() -> None:
    deal = T(hands={0: "147m 258p 369s ESWNCFP 5p", 3: "55p 888m 11m 23s 79s SS C E W"}).state.deal
    log = [deal, Discard(0, Tile.P5, time=1)]
    pung_passed = [*log, Chow(1, Tile.P5, parse_tiles("46p"), time=2)]
    assert first_fault(TAIWAN_PLAY, pung_passed) is None
    whole = first_fault(TAIWAN_PLAY, pung_passed, whole=True)
    assert whole is not None
    assert whole[0] == 3
    every = first_fault(TAIWAN_PLAY, pung_passed, every_answer=True)
    assert every is not None
    assert every[0] == 2
