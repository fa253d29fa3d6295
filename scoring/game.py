"""The course of a game: who sits where, who deals, which wall opens, and what the next hand is.

Everything comes from dice that were thrown at the table; nothing here throws any. A place at the
table is a `Seat`, 0 to 3 in order of play (anticlockwise seen from above); people are numbered 0 to
3 too, and `GameState.players` says who sits at which seat.

Words: 盤 is one hand, 圈 the hands in which every seat deals once, 將 a game of four 圈, 莊 the
dealer, 連莊 a dealer who deals again, 下莊 the deal passing on, 荒局 a hand that nobody wins,
起莊位 the seat that dealt first, 開門位 the seat whose wall is opened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.errors import GameError
from scoring.tiles import FACES, WINDS, Tile

Seat = int
"""A place at the table, 0 to 3 in order of play, anticlockwise seen from above; the next player is
``(seat + 1) % 4``."""

SEATS: Final[tuple[Seat, ...]] = (0, 1, 2, 3)
STACKS: Final = 18
"""Stacks of two tiles in the wall before each seat (144 tiles)."""
FULL_SET: Final[tuple[Tile, ...]] = tuple(
    tile for tile in FACES for _ in range(4 if tile < Tile.F1 else 1)
)
"""The 144 tiles of every system here: four of 34 kinds and eight flowers (HK-P-01)."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """What a system says about seats, dice, the deal and who deals next."""

    name: str
    """The rule set that scores its hands (`scoring.rulesets.get_rules`)."""
    fours: int
    """How often everybody takes four tiles in the deal."""
    dealer_more: int
    """Tiles that the dealer takes after that, the one he begins with included."""
    others_more: int
    """Tiles that each of the others takes after that."""
    dice: int = 3
    """How many dice are thrown, for seats, dealer and wall."""
    draw_keeps_deal: bool = True
    """荒局: the dealer deals again."""
    winner_deals: bool = False
    """Whoever won deals; after a draw whoever took the last tile (PONG-08)."""
    rounds: int = 4
    """Rounds of a game (圈 of a 將). 0: the system knows no rounds and goes on without end."""
    wall_is_east: bool = False
    """開門位: the seat whose wall opens is East of that hand. Otherwise the dealer is East."""
    clockwise_seating: bool = False
    """South, West and North sit clockwise from East, not anticlockwise (WU16-14)."""
    exchange_seats: bool = False
    """After the first game East and South, West and North change places; after the second the
    winner of the last hand throws for new seats (WU16-14)."""
    one_throw: bool = False
    """East's throw for the first dealer also opens the wall of that hand (WU16-14)."""

    @property
    def hand_tiles(self) -> int:
        """Tiles of a hand between turns: 16 or 13."""
        return 4 * self.fours + self.others_more


TAIWAN_GAME: Final = GameRules("taiwan", 4, 1, 0, wall_is_east=True)
"""TW-P-03 to TW-P-07 (documents A and B)."""
TAIWAN_EARLY_GAME: Final = replace(TAIWAN_GAME, name="taiwan-early")
"""The same procedures, scored by document A."""
HONGKONG_GAME: Final = GameRules("hongkong", 3, 2, 1)
"""HK-P-02; a draw keeps the deal (AMB-16)."""
WU_HONGKONG_GAME: Final = GameRules("wu-hongkong", 3, 2, 1, draw_keeps_deal=False)
"""WU13-18: a win of another **or a draw** passes the deal."""
WU_JOKER_GAME: Final = GameRules(
    "wu-joker", 4, 1, 0, clockwise_seating=True, exchange_seats=True, one_throw=True
)
"""WU16-14; what it leaves open (連莊) as in Taiwan (WU16-21)."""
WU_PONG_GAME: Final = GameRules("wu-pong", 3, 2, 1, dice=2, winner_deals=True, rounds=0)
"""PONG-08."""

GAMES: Final[dict[str, GameRules]] = {
    rules.name: rules
    for rules in (
        TAIWAN_GAME,
        TAIWAN_EARLY_GAME,
        HONGKONG_GAME,
        WU_HONGKONG_GAME,
        WU_JOKER_GAME,
        WU_PONG_GAME,
    )
}
"""The systems by the names of their rule sets."""


def count_seats(start: Seat, points: int) -> Seat:
    """The seat that dice point at: counted anticlockwise, the thrower is one."""
    return (start + points - 1) % 4


def points(rules: GameRules, dice: Sequence[int]) -> int:
    """The sum of a throw.

    Raises:
        GameError: another number of dice than the system throws, or a die that shows no 1 to 6.
    """
    if len(dice) != rules.dice or not all(1 <= die <= 6 for die in dice):
        raise GameError(f"{rules.dice} dice of 1 to 6 are thrown, not {list(dice)}")
    return sum(dice)


# --- seats and the first dealer


@dataclass(frozen=True, slots=True)
class Seating:
    """Where everybody sits after drawing for seats."""

    players: tuple[int, int, int, int]
    """The person at each seat."""
    east: Seat
    """The East seat (東座位), whose owner throws for the first dealer."""
    again: bool = False
    """The mutual order is the old one, which may not be: draw again (TW-P-03)."""


def draw_seats(
    rules: GameRules,
    thrower: Seat,
    dice: Sequence[int],
    tiles: Sequence[Tile],
    before: Sequence[int] = SEATS,
    *,
    new_order: bool = False,
) -> Seating:
    """搬風 by four wind tiles and dice (TW-P-03, WU16-14).

    The throw points at the East seat. From there on everybody, anticlockwise, takes a tile; who
    has East sits there and the others follow in the order of the winds: anticlockwise, in the
    joker game clockwise.

    Args:
        rules: the system.
        thrower: the seat of whoever throws: anybody at first, later the winner of the last hand.
        dice: the throw.
        tiles: the four winds in the order in which they were taken.
        before: the person at each seat before (while drawing).
        new_order: the mutual order must differ from `before` (every 將 but the first).

    Raises:
        GameError: a wrong throw, or not the four winds.
    """
    if sorted(tiles) != list(WINDS):
        raise GameError("seats are drawn with the four winds, one each")
    east = count_seats(thrower, points(rules, dice))
    step = -1 if rules.clockwise_seating else 1
    players = [0, 0, 0, 0]
    for taken, tile in enumerate(tiles):
        players[(east + step * WINDS.index(tile)) % 4] = before[(east + taken) % 4]
    a, b, c, d = players
    again = new_order and same_order(players, before)
    return Seating((a, b, c, d), east, again)


def same_order(first: Sequence[int], second: Sequence[int]) -> bool:
    """Whether everybody has the same neighbours as before, wherever they sit."""
    start = second.index(first[0])
    return all(first[i] == second[(start + i) % 4] for i in SEATS)


def first_dealer(rules: GameRules, east: Seat, dice: Sequence[int]) -> Seat:
    """定莊: East throws, the counted seat deals first and is the 起莊位 (TW-P-04, WU16-14).

    Raises:
        GameError: a wrong throw.
    """
    return count_seats(east, points(rules, dice))


# --- opening the wall


@dataclass(frozen=True, slots=True)
class Opening:
    """Which wall opens, where, and what follows for seats and flowers."""

    wall: Seat
    """開門位: the seat before which the wall is opened."""
    stacks: int
    """How many stacks, from the right of that wall, stay before the first tile is taken."""
    east: Seat
    """The seat that is East in this hand and has the flowers number 1."""

    @property
    def first_stack(self) -> tuple[Seat, int]:
        """The seat and the number (0 to 17, from its right) of the stack that is taken first.

        Tiles are taken clockwise along the wall, so after the last stack of one wall comes the
        rightmost of the wall before the previous seat.
        """
        walls, stack = divmod(self.stacks, STACKS)
        return (self.wall - walls) % 4, stack

    def wind(self, seat: Seat) -> Tile:
        """The seat wind (門風)."""
        return WINDS[(seat - self.east) % 4]

    def flower_number(self, seat: Seat) -> int:
        """1 to 4: which of 春夏秋冬 and of 梅蘭菊竹 are the seat's own."""
        return (seat - self.east) % 4 + 1


def open_wall(rules: GameRules, dealer: Seat, dice: Sequence[int]) -> Opening:
    """The dealer throws for the wall (TW-P-06, TW-P-07, HK-P-02, WU13-18, WU16-14, PONG-08).

    The sum counts seats anticlockwise from the dealer and stacks clockwise from the right of that
    wall. With two dice the larger counts seats and the smaller counts stacks.

    Raises:
        GameError: a wrong throw.
    """
    total = points(rules, dice)
    seats, stacks = (max(dice), min(dice)) if rules.dice == 2 else (total, total)
    wall = count_seats(dealer, seats)
    return Opening(wall, stacks, wall if rules.wall_is_east else dealer)


def open_first_wall(rules: GameRules, east: Seat, dice: Sequence[int]) -> Opening:
    """The joker game's first hand: East's throw names the dealer and opens his wall (WU16-14).

    Raises:
        GameError: a wrong throw, or a system in which the dealer throws again.
    """
    if not rules.one_throw:
        raise GameError("in this system the first dealer throws for the wall")
    dealer = first_dealer(rules, east, dice)
    return Opening(dealer, sum(dice), dealer)


def deal_order(rules: GameRules, dealer: Seat) -> tuple[tuple[Seat, int], ...]:
    """配牌: who takes how many tiles from the wall, in order (TW-P-06, HK-P-02, PONG-08).

    Everybody takes fours, anticlockwise from the dealer. Then each of the others may have one
    more to take, and the dealer has the last ("tail") tile of the deal, which lies at the front
    of the wall, not at the kong end.
    """
    order = [(dealer + i) % 4 for i in SEATS]
    fours = [(seat, 4) for _ in range(rules.fours) for seat in order]
    single = [(seat, 1) for _ in range(rules.others_more) for seat in order]
    return (*fours, *single, (dealer, rules.dealer_more - rules.others_more))


def deal(
    rules: GameRules, dealer: Seat, wall: Sequence[Tile]
) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """The four hands, by seat, and the wall that is left, from a wall in the order of taking."""
    hands: list[list[Tile]] = [[], [], [], []]
    at = 0
    for seat, number in deal_order(rules, dealer):
        hands[seat] += wall[at : at + number]
        at += number
    return tuple(map(tuple, hands)), tuple(wall[at:])


# --- hand after hand


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended, as far as the next one depends on it."""

    winners: tuple[Seat, ...] = ()
    """Who won; several where all winners are paid. Empty: nobody."""
    offender: Seat | None = None
    """Who ended the hand by a foul (詐胡, 包賠, 錯打明牌)."""
    last_taker: Seat | None = None
    """Who took the last tile of the wall."""

    @classmethod
    def won(cls, *seats: Seat) -> HandResult:
        """Won by one seat, or by several at once."""
        return cls(winners=seats)

    @classmethod
    def drawn(cls, last_taker: Seat | None = None) -> HandResult:
        """荒局: nobody won."""
        return cls(last_taker=last_taker)

    @classmethod
    def foul(cls, seat: Seat) -> HandResult:
        """Ended by a foul of `seat`."""
        return cls(offender=seat)


@dataclass(frozen=True, slots=True)
class GameState:
    """Where a game stands: before a hand is dealt, or over."""

    rules: GameRules
    players: tuple[int, int, int, int] = (0, 1, 2, 3)
    """The person at each seat."""
    east: Seat = 0
    """The East seat of the seating (not of a hand)."""
    first: Seat = 0
    """起莊位: the seat that dealt first in this game; the round marker stays there."""
    dealer: Seat = 0
    """莊."""
    streak: int = 0
    """連莊: how often the dealer has dealt again."""
    round: int = 0
    """圈, from 0."""
    game: int = 1
    """將, from 1."""
    hand: int = 1
    """盤 of this game, from 1."""
    winner: Seat | None = None
    """Who won the last hand that somebody won (the nearest to the discarder if several)."""
    over: bool = False
    """The last round of this game has been played: `next_game` begins another."""

    @property
    def round_wind(self) -> Tile:
        """圈風."""
        return WINDS[self.round]


def advance(state: GameState, result: HandResult) -> GameState:
    """連莊, 下莊, 圈 and 將 after a hand (TW-P-01, TW-P-05, TW-P-27, WU13-18, PONG-08).

    The dealer stays when he wins and, where the rules say so, after a draw: the streak grows. He
    also stays when another ended the hand by a foul, but the streak does not grow. Otherwise the
    deal passes anticlockwise; when it comes back to 起莊位 the next round begins, and after the
    last round the game is over.

    Raises:
        GameError: the game is over; or a draw without its last taker where he deals next.
    """
    if state.over:
        raise GameError("this game (將) is over")
    rules, dealer = state.rules, state.dealer
    state = replace(state, hand=state.hand + 1)
    if result.winners:
        state = replace(state, winner=result.winners[0])
    if rules.winner_deals:
        return _deal_by_winner(state, result)
    if result.offender is not None:
        stays, grows = result.offender != dealer, 0
    elif result.winners:
        stays, grows = dealer in result.winners, 1
    else:
        stays, grows = rules.draw_keeps_deal, 1
    if stays:
        return replace(state, streak=state.streak + grows)
    dealer = (dealer + 1) % 4
    if dealer != state.first:
        return replace(state, dealer=dealer, streak=0)
    if state.round + 1 == rules.rounds:
        return replace(state, dealer=dealer, streak=0, over=True)
    return replace(state, dealer=dealer, streak=0, round=state.round + 1)


def _deal_by_winner(state: GameState, result: HandResult) -> GameState:
    """PONG-08: the winner deals, after a draw the taker of the last tile, after a foul the same."""
    if result.winners:
        dealer = result.winners[0]
    elif result.offender is not None:
        dealer = state.dealer
    elif result.last_taker is not None:
        dealer = result.last_taker
    else:
        raise GameError("after a draw whoever took the last tile deals: say who it was")
    kept = dealer == state.dealer and result.offender is None
    streak = state.streak + 1 if kept else 0
    return replace(state, dealer=dealer, streak=streak)


def next_game(
    state: GameState, seating: Seating | None = None, dealer: Seat | None = None
) -> GameState:
    """The next 將 (TW-P-03, WU16-14).

    With a `seating` everybody sits there and `dealer` (from `first_dealer`) deals first. The joker
    game changes two pairs of seats after its first game instead (WU16-14); the first to deal is
    then whoever sits at the old 起莊位, unless `dealer` says otherwise.

    Raises:
        GameError: the game is not over, seats must be drawn, or must be drawn again.
    """
    if not state.over:
        raise GameError("this game (將) is not over")
    exchange = state.rules.exchange_seats and state.game % 2 == 1
    if seating is None:
        if not exchange:
            raise GameError("seats are drawn for the next game (將)")
        players = _exchanged(state.players, state.east)
        first = state.first if dealer is None else dealer
        east = state.east
    else:
        if seating.again:
            raise GameError("the mutual order of seats is the old one: draw again")
        if dealer is None:
            raise GameError("East throws for the first dealer of a game (將)")
        players, first, east = seating.players, dealer, seating.east
    return GameState(
        state.rules, players, east, first, first, game=state.game + 1, winner=state.winner
    )


def _exchanged(players: tuple[int, int, int, int], east: Seat) -> tuple[int, int, int, int]:
    """East and South, West and North change places; they sit clockwise from East."""
    seats = list(players)
    for a, b in ((east, east - 1), (east - 2, east - 3)):
        seats[a % 4], seats[b % 4] = seats[b % 4], seats[a % 4]
    return seats[0], seats[1], seats[2], seats[3]


def counted_streak(real: int, shown: int, *, collects: bool) -> int:
    """連莊示記 (TW-P-19): which streak counts when the dealer's dice show another than the real.

    What the dealer collects counts by the lower, what he pays by the higher of the two.
    """
    return min(real, shown) if collects else max(real, shown)
