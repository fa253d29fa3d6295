"""The story of a hand from still tables laid by hand: every kind of event, and the ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.events import (
    AddedKong,
    Chow,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    End,
    Event,
    Flower,
    Kong,
    Pung,
    Win,
)
from scoring.game import GAMES, GameState
from scoring.money import MONEY
from scoring.outcome import outcome
from scoring.rulesets import get_rules
from scoring.table import How
from scoring.tiles import Tile
from tests.vision.story_board import HABITS, PITCH, SETS, SIDE, Board, codes
from vision.types import BACK
from vision.watch.story import Story
from vision.watch.story_types import Report, Stage

HAND = codes("123m 456m 789m 123p 99p")
"""Fourteen tiles of a Taiwanese winner with one set before him; the last has won."""


def T(code: str) -> Tile:
    return Tile.from_code(code)


class Told:
    """A board and the story that is told of it."""

    def __init__(self, rules: str = "taiwan", dealer: int = 0, stacks: int = 7) -> None:
        self.board = Board(rules, dealer, stacks)
        self.story = Story(rules, GameState(GAMES[rules], dealer=dealer, first=dealer), SIDE)
        self.reports: list[Report] = []
        self.board.build()
        self.see()
        self.board.deal()
        self.see()

    def see(self, **how: object) -> Report:
        self.reports.append(self.story.see(self.board.see(**how)))  # type: ignore[arg-type]
        return self.reports[-1]

    def turns(self, *turns: tuple[int, str]) -> None:
        """Draws and discards, each seen."""
        for seat, face in turns:
            self.board.turn(seat, face)
            self.see()

    @property
    def events(self) -> list[Event]:
        """All but deal and draws, without times."""
        return [
            replace(t.event, time=0.0)
            for t in self.story.log
            if not isinstance(t.event, Deal | Draw)
        ]


@pytest.fixture
def told() -> Told:
    """The dealer has discarded an East."""
    told = Told()
    told.board.discard(0, "E")
    told.see()
    return told


def test_building_and_dealing_make_no_event_but_the_deal() -> None:
    board = Board(dealer=2, stacks=9)
    story = Story("taiwan", GameState(GAMES["taiwan"], dealer=2, first=2), SIDE)
    board.build()
    assert story.see(board.see()).stage is Stage.BUILDING
    for number in range(3):
        for _ in range(4):
            board.take()
            board.stand((2 + number) % 4)
        assert story.see(board.see()).told == ()
    assert story.log == ()


def test_the_deal_names_dealer_and_east() -> None:
    told = Told(dealer=1, stacks=9)
    deal = told.story.log[0].event
    assert isinstance(deal, Deal)
    # Nine stacks are counted from the dealer: his own wall is opened.
    assert (deal.seat, deal.east) == (1, 1)
    assert told.story.stage is Stage.DEALT
    assert [len(hand) for hand in deal.hands] == [16, 17, 16, 16]
    assert Told(dealer=1, stacks=10).story.log[0].event.east == 2  # type: ignore[union-attr]


def test_another_dealer_than_the_game_says_is_asked_about() -> None:
    board = Board(dealer=3)
    story = Story("taiwan", GameState(GAMES["taiwan"]), SIDE)
    board.build()
    story.see(board.see())
    board.deal()
    report = story.see(board.see())
    assert report.told[0].event.seat == 3
    assert [q.kind.value for q in report.questions] == ["dealer"]
    assert story.answer(report.questions[0], "3").questions == ()
    assert story.game.dealer == 3


def test_discards_by_seat_in_order_with_ids_and_times(told: Told) -> None:
    told.turns((1, "5p"), (2, "9s"), (3, "5p"))
    discards = [t for t in told.story.log if isinstance(t.event, Discard)]
    assert [(t.event.seat, t.event.tile) for t in discards] == [
        (0, T("E")), (1, T("5p")), (2, T("9s")), (3, T("5p"))
    ]  # fmt: skip
    assert [t.tiles[0] for t in discards] == [river[0] for river in told.board.rivers]
    times = [t.event.time for t in told.story.log]
    assert times == sorted(times)
    assert all(t.confidence > 0.9 for t in discards)
    assert told.story.stage is Stage.PLAYING


def test_a_drawn_tile_is_told_before_anything_is_discarded(told: Told) -> None:
    told.board.draw(1)
    report = told.see()
    assert [type(t.event) for t in report.told] == [Draw]
    assert told.story.log[-1].event.tile is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("claimer", "faces", "event"),
    [
        (1, "3p 4p 5p", Chow(1, T("4p"), (T("3p"), T("5p")))),
        (2, "4p 4p 4p", Pung(2, T("4p"))),
        (3, "4p 4p 4p 4p", Kong(3, T("4p"))),
    ],
)
def test_claims(claimer: int, faces: str, event: Event) -> None:
    told = Told()
    told.board.discard(0, "4p")
    told.see()
    told.board.claim(claimer, 0, faces.split())
    told.see()
    assert told.events[-1] == event
    if isinstance(event, Kong):
        told.board.draw(claimer, back=True)
        told.see()
        assert told.story.log[-1].event.end is End.BACK  # type: ignore[union-attr]
    told.board.discard(claimer, "W")
    told.see()
    assert told.events[-1] == Discard(claimer, T("W"))


def test_a_discard_claimed_before_it_was_seen(told: Told) -> None:
    told.board.turn(1, "5p")
    told.board.claim(3, 1, ["5p"] * 3)
    told.board.discard(3, "1s")
    told.see()
    assert told.events[1:] == [Discard(1, T("5p")), Pung(3, T("5p")), Discard(3, T("1s"))]


def test_a_chow_claimed_unseen_shows_the_claimed_tile_by_its_place(told: Told) -> None:
    told.board.turn(1, "5p")
    told.board.claim(2, 1, ["4p", "5p", "3p"])  # out of order: the claimed one in the middle
    told.see()
    assert told.events[1:] == [Discard(1, T("5p")), Chow(2, T("5p"), (T("3p"), T("4p")))]


def test_two_rounds_that_nobody_saw(told: Told) -> None:
    for seat, face in [(1, "1m"), (2, "2m"), (3, "3m"), (0, "4m"), (1, "5m"), (2, "6m"), (3, "E")]:
        told.board.turn(seat, face)
    told.see()
    assert [(e.seat, e.tile.code) for e in told.events if isinstance(e, Discard)] == [
        (0, "E"), (1, "1m"), (2, "2m"), (3, "3m"), (0, "4m"), (1, "5m"), (2, "6m"), (3, "E")
    ]  # fmt: skip


def test_an_added_kong_in_the_row_and_on_top(told: Told) -> None:
    for style in ("row", "top"):
        told = Told()
        told.board.discard(0, "C")
        told.see()
        ids = told.board.claim(2, 0, ["C"] * 3)
        told.see()
        told.board.discard(2, "1m")
        told.see()
        told.turns((3, "2m"), (0, "3m"), (1, "4m"))
        told.board.draw(2)
        told.see()
        told.board.drop(2)
        middle = told.board.tiles[ids[1]]
        if style == "top":
            del told.board.tiles[ids[1]]
            place = HABITS.at(2, *HABITS.as_seen(2, HABITS.at(0, 0, 0)))
            new = told.board.put("C", place)
            lying = replace(told.board.tiles[new], x=middle.x, y=middle.y, turn=middle.turn)
            told.board.tiles[new] = lying
        else:
            x = told.board.left[2] + 3.5 * PITCH
            told.board.put("C", HABITS.at(2, x, SETS))
        told.see()
        assert told.events[-1] == AddedKong(2, T("C")), style


def test_four_backs_are_a_concealed_kong_of_an_unknown_tile(told: Told) -> None:
    told.board.draw(1)
    told.board.lay(1, [BACK] * 4, 4)
    told.see()
    assert told.events[-1] == ConcealedKong(1, None)
    told.board.draw(1, back=True)
    told.board.discard(1, "N")
    told.see()
    assert told.events[-1] == Discard(1, T("N"))
    assert told.story.accounts[0].state.players[1].hidden == 13


def test_a_concealed_kong_with_two_faces_up(told: Told) -> None:
    told.board.draw(1)
    told.board.lay(1, [BACK, "7s", "7s", BACK], 4)
    told.see()
    assert told.events[-1] == ConcealedKong(1, T("7s"))


def test_dealt_flowers_and_later_ones() -> None:
    told = Told()
    told.board.flower(0, "f1")
    told.board.flower(0, "f6")
    told.board.draw(0, back=True)
    told.board.draw(0, back=True)
    told.see()
    told.board.flower(2, "f3")
    told.board.draw(2, back=True)
    told.see()
    told.board.discard(0, "E")
    told.see()
    told.board.draw(1)
    told.board.flower(1, "f8")
    told.see()
    told.board.draw(1, back=True)
    told.board.discard(1, "W")
    told.see()
    assert told.events == [
        Flower(0, (T("f1"), T("f6"))), Flower(2, (T("f3"),)), Discard(0, T("E")),
        Flower(1, (T("f8"),)), Discard(1, T("W")),
    ]  # fmt: skip
    ends = [t.event.end for t in told.story.log if isinstance(t.event, Draw)]
    assert ends == [End.BACK] * 3 + [End.FRONT, End.BACK]


# --- ends


def total(report: Report) -> int:
    ending = report.ending
    assert ending is not None
    return outcome(ending.state, get_rules("taiwan"), MONEY["taiwan"]).scores[0].total


def one_away(told: Told, seat: int) -> None:
    """The seat has ponged C and waits for 9p with `HAND`."""
    told.board.turn(1, "C")
    told.see()
    told.board.claim(seat, 1, ["C"] * 3)
    told.see()
    told.board.discard(seat, "1s")
    told.see()


def test_a_win_by_discard_with_the_tile_taken(told: Told) -> None:
    one_away(told, 3)
    told.board.turn(0, "9p")
    told.see()
    del told.board.tiles[told.board.rivers[0].pop()]
    told.board.open(3, HAND[:-1], "9p")
    report = told.see()
    won = told.events[-1]
    assert isinstance(won, Win)
    assert (won.seat, won.tile, won.hand) == (3, T("9p"), tuple(sorted(map(T, HAND[:-1]))))
    assert report.stage is Stage.OVER
    assert report.ending is not None
    assert report.ending.state.wins[0].how is How.DISCARD
    assert report.ending.result.winners == (3,)
    assert report.ending.circumstances is not None
    assert not report.ending.circumstances.self_draw
    assert total(report) > 0


def test_a_win_by_discard_left_where_it_lies(told: Told) -> None:
    one_away(told, 3)
    told.board.turn(0, "9p")
    told.see()
    told.board.open(3, HAND[:-1])
    report = told.see()
    assert report.ending is not None
    assert report.ending.state.wins[0].how is How.DISCARD
    assert report.ending.state.wins[0].tile is T("9p")


def test_a_self_drawn_win_while_the_last_discard_lies(told: Told) -> None:
    one_away(told, 3)
    told.turns((0, "2s"), (1, "W"), (2, "W"))
    told.board.draw(3)
    told.board.open(3, HAND[:-1], "9p")
    report = told.see()
    assert report.ending is not None
    assert report.ending.state.wins[0].how is How.DRAW
    assert report.ending.circumstances is not None
    assert report.ending.circumstances.self_draw
    assert report.ending.assumed == ()


def test_a_self_drawn_tile_that_does_not_lie_apart_is_asked_about(told: Told) -> None:
    one_away(told, 3)
    told.turns((0, "2s"), (1, "W"), (2, "W"))
    told.board.draw(3)
    told.board.open(3, [*HAND[-1:], *HAND[:-1]])
    report = told.see()
    assert report.ending is not None
    assert report.ending.assumed == ("winning tile",)
    question = next(q for q in report.questions if q.kind.value == "winning")
    after = told.story.answer(question, "3m")
    assert after.ending is not None
    assert after.ending.state.wins[0].tile is T("3m")


def test_a_win_after_a_kong(told: Told) -> None:
    """槓上開花."""
    told.board.draw(1)
    told.board.lay(1, ["C", BACK, BACK, "C"], 4)
    told.board.draw(1, back=True)
    told.board.open(1, HAND[:-1], "9p")
    report = told.see()
    assert report.ending is not None
    assert report.ending.circumstances is not None
    assert report.ending.circumstances.kong_draw


def test_a_robbed_kong(told: Told) -> None:
    """搶槓."""
    one_away(told, 3)
    told.turns((0, "1p"))
    told.board.claim(1, 0, ["1p"] * 3)
    told.see()
    told.board.discard(1, "1m")
    told.see()
    told.turns((2, "N"), (3, "N"), (0, "N"))
    told.board.draw(1)
    told.see()
    told.board.drop(1)
    x = told.board.left[1] + 3.5 * PITCH
    fourth = told.board.put("1p", HABITS.at(1, x, SETS))
    told.see()
    assert told.events[-1] == AddedKong(1, T("1p"))
    del told.board.tiles[fourth]
    told.board.open(3, codes("123m 456m 789m 23p 99s"), "1p")
    report = told.see()
    assert report.ending is not None
    assert report.ending.circumstances is not None
    assert report.ending.circumstances.rob_kong


def test_a_hand_complete_as_dealt() -> None:
    """天胡."""
    told = Told()
    told.board.open(0, codes("123m 456m 789m 123p 456p 99s"))
    report = told.see()
    assert report.ending is not None
    assert report.ending.circumstances is not None
    assert report.ending.circumstances.tianhu
    assert "winning tile" not in report.ending.assumed


def _exhausted(told: Told, last: int) -> int:
    """Harmless draws and discards until so many tiles can be drawn; who discarded last."""
    faces = [face for face in codes("456p 123456789s ESWN F P") for _ in range(4)]
    used = [t.event.tile.code for t in told.story.log if isinstance(t.event, Discard)]
    for face in used:
        if face in faces:
            faces.remove(face)
    seat = told.events[-1].seat
    faces = [face for k in range(4) for face in faces[k::4]]
    for k in range(200):
        if told.story.accounts[0].state.drawable <= last:
            break
        seat = (seat + 1) % 4
        told.turns((seat, faces[k]))
    return seat


def test_the_last_tile(told: Told) -> None:
    """海底: nothing is left to draw. Of 63 tiles the last is the fourth player's."""
    assert _exhausted(told, 1) == 2
    told.board.draw(3)
    told.board.open(3, codes("123m 456m 789m 123p 789p C"), "C")
    report = told.see()
    assert report.ending is not None
    assert report.ending.circumstances is not None
    assert report.ending.circumstances.last_tile
    assert report.ending.circumstances.self_draw


def test_a_draw_game_and_the_next_deal(told: Told) -> None:
    told.turns((1, "1m"))
    _exhausted(told, 0)
    for seat in range(4):  # nobody shows anything
        assert told.story.accounts[0].state.players[seat].hidden == 16
    assert told.story.stage is Stage.PLAYING
    told.board.clear()
    told.board.number, told.board.clock, told.board.next = 500, 5000.0, 5000
    told.board.build()
    report = told.see()
    assert isinstance(report.told[-1].event, DrawGame)
    assert report.ending is not None
    assert report.ending.result.winners == ()
    assert (told.story.game.dealer, told.story.game.streak) == (0, 1)
    told.board.deal()
    report = told.see()
    assert isinstance(report.told[0].event, Deal)
    assert report.told[0].event.streak == 1
    assert report.hand == 2


def test_a_hand_whose_end_nobody_saw_is_asked_about(told: Told) -> None:
    told.turns((1, "1m"), (2, "2m"), (3, "3m"), (0, "4m"), (1, "5m"))
    report = told.story.finish()
    assert report.ending is None
    question = report.questions[-1]
    assert question.choices == ("draw", "0", "1", "2", "3")
    after = told.story.answer(question, "2")
    assert after.ending is not None
    assert after.ending.winners == (2,)


def test_after_the_last_hand_of_a_game_the_club_says_how_it_goes_on() -> None:
    game = GameState(GAMES["taiwan"], over=True)
    told = Told()
    told.story.set_game(game)
    told.board.discard(0, "E")
    told.see()
    told.story.answer(told.story.finish().questions[-1], "1")
    told.board.clear()
    told.board.number, told.board.clock, told.board.next = 500, 5000.0, 5000
    told.board.build()
    told.see()
    assert told.story.game is game
    told.story.set_game(GameState(GAMES["taiwan"], dealer=2, first=2, game=2), east=1)
    told.board.dealer = 2
    told.board.deal()
    deal = told.see().told[0].event
    assert isinstance(deal, Deal)
    assert (deal.seat, deal.east) == (2, 1)


def test_an_answer_that_was_not_offered_is_refused() -> None:
    told = Told()
    question = told.story.finish().questions[-1]
    with pytest.raises(ValueError, match="none of"):
        told.story.answer(question, "perhaps")
