"""The course of a game: seats, dealer, walls, rounds (`scoring.game`)."""

from dataclasses import replace

import pytest

from scoring.errors import GameError
from scoring.game import (
    FULL_SET,
    GAMES,
    HONGKONG_GAME,
    TAIWAN_GAME,
    WU_HONGKONG_GAME,
    WU_JOKER_GAME,
    WU_PONG_GAME,
    GameState,
    HandResult,
    Opening,
    Seating,
    advance,
    count_seats,
    counted_streak,
    deal,
    deal_order,
    draw_seats,
    first_dealer,
    next_game,
    open_first_wall,
    open_wall,
    points,
    same_order,
)
from scoring.tiles import WINDS, Tile

E, S, W, N = WINDS


def play(state: GameState, *results: HandResult) -> GameState:
    for result in results:
        state = advance(state, result)
    return state


def test_twp01_a_round_is_four_deals_and_a_game_four_rounds() -> None:
    """盤 圈 將: four deals a round, four rounds a game."""
    state = GameState(TAIWAN_GAME, first=2, dealer=2)
    winds = []
    hands = 0
    while not state.over:
        winds.append(state.round_wind)
        state = advance(state, HandResult.won((state.dealer + 1) % 4))
        hands += 1
    assert hands == 16
    assert winds == [E] * 4 + [S] * 4 + [W] * 4 + [N] * 4
    assert (state.dealer, state.hand, state.streak) == (2, 17, 0)
    with pytest.raises(GameError, match="over"):
        advance(state, HandResult.drawn())


# TW-P-03


def test_twp03_first_seats() -> None:
    """Thrower 1, seven points: 1 2 3 0 1 2 3. East sits at 3; tiles go to 3, 0, 1, 2."""
    seating = draw_seats(TAIWAN_GAME, 1, (1, 2, 4), (W, E, N, S))
    assert seating.east == 3
    # Person 0 took East and sits at 3; person 2 has South (seat 0), 3 West (1), 1 North (2).
    assert seating.players == (2, 3, 1, 0)
    assert not seating.again


def test_twp03_next_game_needs_a_new_order() -> None:
    before = (2, 3, 1, 0)
    same = draw_seats(TAIWAN_GAME, 0, (1, 1, 3), (E, S, W, N), before, new_order=True)
    assert same.again
    assert same_order(same.players, before)
    other = draw_seats(TAIWAN_GAME, 0, (1, 1, 3), (S, E, W, N), before, new_order=True)
    assert not other.again
    assert sorted(other.players) == [0, 1, 2, 3]
    assert not draw_seats(TAIWAN_GAME, 0, (1, 1, 3), (E, S, W, N), before).again


def test_twp03_the_winner_of_the_last_hand_throws() -> None:
    state = play(GameState(TAIWAN_GAME), HandResult.won(3), HandResult.drawn())
    assert state.winner == 3
    over = replace(state, over=True)
    seating = draw_seats(TAIWAN_GAME, 3, (2, 2, 2), (E, N, S, W), over.players, new_order=True)
    again = next_game(over, seating, first_dealer(TAIWAN_GAME, seating.east, (1, 1, 1)))
    assert (again.game, again.hand, again.round, again.over) == (2, 1, 0, False)
    assert again.players == seating.players
    assert again.dealer == again.first == (seating.east + 2) % 4
    assert again.winner == 3


def test_twp03_what_is_refused() -> None:
    over = GameState(TAIWAN_GAME, over=True)
    for wrong, words in (
        (lambda: draw_seats(TAIWAN_GAME, 0, (1, 2, 3), (E, E, W, N)), "four winds"),
        (lambda: draw_seats(TAIWAN_GAME, 0, (1, 2), (E, S, W, N)), "3 dice"),
        (lambda: points(TAIWAN_GAME, (1, 2, 7)), "3 dice"),
        (lambda: next_game(GameState(TAIWAN_GAME)), "not over"),
        (lambda: next_game(over), "seats are drawn"),
        (lambda: next_game(over, Seating((0, 1, 2, 3), 0, again=True), 0), "again"),
        (lambda: next_game(over, Seating((1, 0, 2, 3), 0)), "throws"),
    ):
        with pytest.raises(GameError, match=words):
            wrong()


# TW-P-04


@pytest.mark.parametrize(("total", "seat"), [(3, 2), (4, 3), (5, 0), (9, 0), (12, 3), (18, 1)])
def test_twp04_the_thrower_counts_as_one(total: int, seat: int) -> None:
    assert count_seats(0, total) == seat


def test_twp04_first_dealer() -> None:
    assert first_dealer(TAIWAN_GAME, 3, (6, 2, 2)) == 0


# TW-P-05


def test_twp05_dealer_stays_after_a_win_and_a_draw() -> None:
    state = play(GameState(TAIWAN_GAME), HandResult.won(0), HandResult.drawn(2), HandResult.won(0))
    assert (state.dealer, state.streak, state.hand) == (0, 3, 4)
    state = advance(state, HandResult.won(2))
    assert (state.dealer, state.streak, state.round) == (1, 0, 0)


def test_twp05_back_at_the_first_seat_begins_the_next_round() -> None:
    state = play(GameState(TAIWAN_GAME, first=1, dealer=0), HandResult.won(2))
    assert (state.dealer, state.round, state.round_wind) == (1, 1, S)


# TW-P-06, TW-P-07


def test_twp06_wall_and_stack() -> None:
    """Dealer 2 throws 11: 2 3 0 1 2 3 0 1 2 3 0. Eleven stacks stay at the right of wall 0."""
    opening = open_wall(TAIWAN_GAME, 2, (5, 5, 1))
    assert opening == Opening(wall=0, stacks=11, east=0)
    assert opening.first_stack == (0, 11)


def test_twp06_eighteen_opens_the_next_wall_clockwise() -> None:
    opening = open_wall(TAIWAN_GAME, 0, (6, 6, 6))
    assert opening.wall == 1
    assert opening.first_stack == (0, 0)


def test_twp06_sixteen_each_and_one_more_for_the_dealer() -> None:
    order = deal_order(TAIWAN_GAME, 3)
    assert order[:5] == ((3, 4), (0, 4), (1, 4), (2, 4), (3, 4))
    assert order[-1] == (3, 1)
    hands, wall = deal(TAIWAN_GAME, 3, FULL_SET)
    assert [len(hand) for hand in hands] == [16, 16, 16, 17]
    assert hands[0][:4] == FULL_SET[4:8]
    assert hands[3][-1] == FULL_SET[64]
    assert wall == FULL_SET[65:]


def test_twp07_seat_winds_and_flowers_follow_the_opened_wall() -> None:
    opening = open_wall(TAIWAN_GAME, 2, (5, 5, 1))
    assert [opening.wind(seat) for seat in range(4)] == [E, S, W, N]
    opening = open_wall(TAIWAN_GAME, 2, (1, 1, 1))  # 2 3 0: wall 0 again; and from dealer 3
    assert opening.east == 0
    opening = open_wall(TAIWAN_GAME, 3, (1, 1, 1))
    assert [opening.wind(seat) for seat in range(4)] == [N, E, S, W]
    assert [opening.flower_number(seat) for seat in range(4)] == [4, 1, 2, 3]


# TW-P-19, TW-P-22, TW-P-27


@pytest.mark.parametrize(
    ("real", "shown", "collects", "counts"),
    [(3, 2, True, 2), (3, 2, False, 3), (2, 4, True, 2), (2, 4, False, 4), (1, 1, True, 1)],
)
def test_twp19_wrongly_shown_streak(real: int, shown: int, collects: bool, counts: int) -> None:
    assert counted_streak(real, shown, collects=collects) == counts


def test_twp22_a_draw_keeps_the_deal() -> None:
    assert advance(GameState(TAIWAN_GAME), HandResult.drawn()).dealer == 0


def test_twp27_deal_after_a_false_win() -> None:
    state = GameState(TAIWAN_GAME, streak=2)
    passed = advance(state, HandResult.foul(0))
    assert (passed.dealer, passed.streak) == (1, 0)
    stays = advance(state, HandResult.foul(3))
    assert (stays.dealer, stays.streak) == (0, 2)


# Hong Kong


def test_hkp01_the_set() -> None:
    assert len(FULL_SET) == 144
    assert FULL_SET.count(Tile.E) == 4
    assert sum(tile > Tile.P for tile in FULL_SET) == 8


def test_hkp02_deal_and_draw() -> None:
    hands, wall = deal(HONGKONG_GAME, 1, FULL_SET)
    assert [len(hand) for hand in hands] == [13, 14, 13, 13]
    assert len(wall) == 144 - 53
    # After the fours one each, from the dealer, and the dealer's second.
    assert hands[1][-2:] == (FULL_SET[51], FULL_SET[52])
    opening = open_wall(HONGKONG_GAME, 1, (2, 3, 4))
    assert (opening.wall, opening.stacks, opening.wind(1)) == (1, 9, E)
    assert advance(GameState(HONGKONG_GAME), HandResult.drawn()).dealer == 0


def test_wu13_18_a_draw_passes_the_deal() -> None:
    state = GameState(WU_HONGKONG_GAME)
    assert advance(state, HandResult.drawn()).dealer == 1
    assert advance(state, HandResult.won(3, 1)).dealer == 1
    stays = advance(state, HandResult.won(3, 0))
    assert (stays.dealer, stays.streak, stays.winner) == (0, 1, 3)
    hands, _ = deal(WU_HONGKONG_GAME, 0, FULL_SET)
    assert [len(hand) for hand in hands] == [14, 13, 13, 13]
    opening = open_wall(WU_HONGKONG_GAME, 0, (1, 2, 2))
    assert (opening.wall, opening.stacks, opening.east) == (0, 5, 0)


# The joker game


def test_wu16_14_seats_are_clockwise_from_east() -> None:
    """The convener (0) throws seven: 0 1 2 3 0 1 2. East sits at 2, South at 1, West 0, North 3."""
    seating = draw_seats(WU_JOKER_GAME, 0, (1, 2, 4), (E, S, W, N))
    assert seating.east == 2
    assert seating.players == (0, 3, 2, 1)


def test_wu16_14_one_throw_names_the_dealer_and_opens_the_wall() -> None:
    opening = open_first_wall(WU_JOKER_GAME, 2, (3, 3, 2))
    assert opening == Opening(wall=1, stacks=8, east=1)
    assert first_dealer(WU_JOKER_GAME, 2, (3, 3, 2)) == 1
    with pytest.raises(GameError, match="throws for the wall"):
        open_first_wall(TAIWAN_GAME, 2, (3, 3, 2))


def test_wu16_14_tiles() -> None:
    hands, _ = deal(WU_JOKER_GAME, 0, FULL_SET)
    assert [len(hand) for hand in hands] == [17, 16, 16, 16]


def test_wu16_14_exchange_after_four_rounds_then_new_seats() -> None:
    """East (2) and South (1) change places, West (0) and North (3)."""
    over = GameState(WU_JOKER_GAME, (0, 3, 2, 1), east=2, first=1, over=True, winner=3)
    second = next_game(over)
    assert second.players == (1, 2, 3, 0)
    assert (second.dealer, second.first, second.game, second.round) == (1, 1, 2, 0)
    assert next_game(over, dealer=0).dealer == 0
    with pytest.raises(GameError, match="seats are drawn"):
        next_game(replace(second, over=True))
    seating = draw_seats(WU_JOKER_GAME, 3, (1, 1, 1), (S, E, W, N), second.players)
    assert next_game(replace(second, over=True), seating, 3).game == 3


# The pung-only game


def test_pong08_two_dice() -> None:
    """The larger die counts seats anticlockwise, the smaller stacks clockwise."""
    opening = open_wall(WU_PONG_GAME, 1, (2, 5))
    assert (opening.wall, opening.stacks, opening.east) == (1, 2, 1)
    assert open_wall(WU_PONG_GAME, 1, (5, 2)) == opening
    hands, _ = deal(WU_PONG_GAME, 1, FULL_SET)
    assert [len(hand) for hand in hands] == [13, 14, 13, 13]


def test_pong08_who_deals_next() -> None:
    state = GameState(WU_PONG_GAME)
    won = advance(state, HandResult.won(2))
    assert (won.dealer, won.streak, won.round, won.over) == (2, 0, 0, False)
    assert advance(won, HandResult.won(2)).streak == 1
    assert advance(won, HandResult.drawn(3)).dealer == 3
    foul = advance(won, HandResult.foul(1))
    assert (foul.dealer, foul.streak) == (2, 0)
    with pytest.raises(GameError, match="last tile"):
        advance(won, HandResult.drawn())


def test_every_system_deals_from_one_set() -> None:
    for rules in GAMES.values():
        hands, wall = deal(rules, 2, FULL_SET)
        assert sorted((*(tile for hand in hands for tile in hand), *wall)) == sorted(FULL_SET)
        assert len(hands[0]) == rules.hand_tiles
