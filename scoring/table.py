"""What is known of a hand in progress: seats, tiles, the offered tile, and what follows from them.

A `State` is frozen and made by `scoring.referee.apply`, event by event. Here are its parts and the
questions that can be asked of it: what somebody waits for, the hand and the circumstances of a win,
what the settlement and the next deal need to know.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.errors import GameError
from scoring.events import Claim, Deal, Seen, Status, Tiles
from scoring.game import SEATS, HandResult, Seat
from scoring.hand import Circumstances, Hand, Meld, MeldKind, stand_in
from scoring.jokers import FLOWERS, jokers_of
from scoring.playrules import PlayRules
from scoring.rulesets import RuleSet, get_rules, in_play
from scoring.tiles import FIRST_FLOWER, WINDS, Tile

SEAT_NAMES: Final = {wind: f"{wind.short}家" for wind in WINDS}


class Phase(enum.StrEnum):
    """What the table is waiting for."""

    FLOWERS = "flowers"
    """Dealt flowers are replaced; or the dealer begins, or somebody declares."""
    TURN = "turn"
    """`State.turn` has a tile too many: he discards, kongs, lays a flower or wins."""
    OFFER = "offer"
    """A discard may be claimed, or the next player draws."""
    REPLACE = "replace"
    """`State.turn` draws from the back, for a flower or a kong (which may be robbed first)."""
    OVER = "over"


class Begun(enum.StrEnum):
    """How the turn in progress began (TW-P-31)."""

    DEALT = "dealt"
    DRAWN = "drawn"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    ROBBED = "robbed"
    """With a robbed flower: only a win can follow."""


class How(enum.StrEnum):
    """Where the winning tile, or the offered tile, came from."""

    DRAW = "draw"
    DISCARD = "discard"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"
    SWAP = "swap"
    """A tile that took a joker's place (WU16-04)."""
    FLOWER = "flower"


class ReadyKind(enum.StrEnum):
    """How a hand was declared ready."""

    TIANTING = "tianting"
    DITING = "diting"
    RIICHI = "riichi"


@dataclass(frozen=True, slots=True)
class OpenSet:
    """A set on the table, with the tiles as they lie there (jokers as themselves)."""

    kind: MeldKind
    tiles: Seen
    """All None for a concealed kong that nobody saw."""
    source: Seat | None = None
    """Whose discard (or whose first discard, for an added kong) is in it."""
    claimed: Tile | None = None
    added: bool = False
    """An added kong."""
    prize: bool = True
    """Whether the kong earns its prize: an added one only with the tile just drawn (PONG-04), none
    after the last tile (PONG-08)."""

    @property
    def open(self) -> bool:
        """Whether it was claimed from somebody."""
        return self.kind is not MeldKind.CONCEALED_KONG

    def meld(self, jokers: frozenset[Tile] = frozenset()) -> Meld | None:
        """The set for scoring; None if not all its tiles are known."""
        tiles = tuple(tile for tile in self.tiles if tile is not None)
        if len(tiles) < len(self.tiles):
            return None
        return Meld.with_jokers(self.kind, tiles, jokers) if jokers else Meld(self.kind, tiles)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat."""

    known: Tiles = ()
    """Concealed tiles that are known, sorted."""
    hidden: int = 0
    """How many more there are."""
    sets: tuple[OpenSet, ...] = ()
    flowers: Tiles = ()
    """Flowers laid apart."""
    river: Seen = ()
    """Own discards, claimed ones too."""
    draws: int = 0
    """Tiles drawn from the front after the deal."""
    seen: Tiles = ()
    """Others' discards since the last own one: the round (巡) of TW-P-15 and PONG-06."""
    passed: bool = False
    """過水: a win was let go and not yet released."""
    ever_passed: bool = False
    """A win was let go since ready was declared (TW-31, TW-32)."""
    ready: ReadyKind | None = None
    ready_at: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Discards of each seat when ready was declared."""
    ready_draws: int = 0
    """Own draws then."""
    looking: bool = False
    """眼牌."""
    status: Status = Status.PLAYING
    exposed: Tiles = ()
    """Tiles shown or named by the own fault (TW-P-35)."""
    dealt_flowers: int = 0
    """Flowers when the dealt ones had been replaced."""
    big_flower: bool = False
    """大花糊 declared."""

    @property
    def size(self) -> int:
        """Tiles as the rules count them: each set as three, no flowers."""
        return len(self.known) + self.hidden + 3 * len(self.sets)


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that others may take."""

    tile: Tile | None
    seat: Seat
    how: How


@dataclass(frozen=True, slots=True)
class Robbed:
    """A flower that was robbed (七搶一)."""

    source: Seat
    tile: Tile
    laid: bool
    """It lay before its owner when the robber laid the seventh: the second way (TW-30b)."""
    dealt: bool = False
    """配牌花胡: all eight were dealt (TW-28)."""
    late: bool = False
    """It was kept in hand and came to light later (TW-30c)."""


@dataclass(frozen=True, slots=True)
class Won:
    """One win."""

    seat: Seat
    tile: Tile | None
    how: How
    flowers: bool = False
    complete: bool = True
    """Whether the hand is complete; only a win by flowers may not be. A hidden hand that was not
    laid open counts as not complete."""


@dataclass(frozen=True, slots=True)
class State:
    """A hand in progress, or over."""

    rules: PlayRules
    deal: Deal
    players: tuple[Player, Player, Player, Player]
    every_answer: bool
    """The log is complete: whoever can claim or declare says what he does, nearest first."""
    jokers: frozenset[Tile]
    flowers_in_play: bool
    left: int
    """Tiles in the wall, those that stay included."""
    located: tuple[int, ...]
    """How many of each face have been seen somewhere."""
    phase: Phase = Phase.FLOWERS
    turn: Seat = 0
    begun: Begun = Begun.DEALT
    drawn: Tile | None = None
    """The tile drawn last in this turn, if it was seen."""
    has_drawn: bool = False
    """A tile was drawn in this turn and can still be told from the hand."""
    mixed: bool = False
    """靠張: it cannot."""
    mixed_kong: bool = False
    """A concealed kong was made in this turn after mixing (TW-P-32)."""
    owed: int = 0
    """Replacement tiles still to be drawn."""
    backs: int = 0
    """Tiles drawn from the back in this turn."""
    kongs: int = 0
    """Kongs made in this turn, one from a discard included."""
    kong_giver: Seat | None = None
    """Who discarded the tile of the kong that began this turn."""
    eighth: bool = False
    """The flower that allows a win by flowers was laid in this turn."""
    dry: bool = False
    """A flower was the last tile: nothing replaces it and nothing is discarded (TW-25b)."""
    offer: Offer | None = None
    calls: tuple[tuple[Seat, Claim], ...] = ()
    passes: tuple[Seat, ...] = ()
    shown: tuple[Seat, ...] = ()
    """Who has shown the tiles of a call."""
    reached: tuple[Seat, ...] = ()
    """Who has touched the wall since the offer."""
    fallback: State | None = None
    """The table before a draw or claim that a quicker or stronger claim may still undo."""
    gone: Offer | None = None
    """The offer before the present one, which can no longer be claimed."""
    flower_at: int = -1
    """In the first replacement: how far (seats after the dealer) this pass has come."""
    late_tile: bool = False
    """The dealer has not taken his last tile."""
    late_flower: tuple[Seat, Tile] | None = None
    """A flower that was kept in hand and exposed (TW-30c)."""
    robbed: Robbed | None = None
    swap: tuple[Tile, Tile] | None = None
    """The last joker swap: the tile and the joker."""
    front: int = 0
    """Tiles of `Deal.wall` taken from its front."""
    back: int = 0
    """Tiles of `Deal.wall` taken from its back."""
    last_taker: Seat | None = None
    """Who drew last."""
    wins: tuple[Won, ...] = ()
    offender: Seat | None = None
    """Whose foul ended the hand."""
    shown_down: bool = False
    time: float = 0.0

    @property
    def drawable(self) -> int:
        """Tiles that can still be drawn."""
        return self.left - self.rules.stays

    @property
    def discards(self) -> int:
        """Discards of all seats."""
        return sum(len(player.river) for player in self.players)

    @property
    def heavy(self) -> bool:
        """The last tiles, in which fouls cost more (末八張)."""
        return self.drawable <= self.rules.heavy_last


def wind(state: State, seat: Seat) -> Tile:
    """Seat wind."""
    return WINDS[(seat - state.deal.east) % 4]


def seat_name(state: State, seat: Seat) -> str:
    """東家, 南家, 西家, 北家."""
    return SEAT_NAMES[wind(state, seat)]


def without(tiles: Tiles, taken: Iterable[Tile]) -> Tiles:
    """Tiles less some that are among them."""
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return tuple(rest)


# --- hands


def hand_of(state: State, seat: Seat, win: Tile | None = None, *, drawn: bool = False) -> Hand:
    """The hand of a seat for scoring, as far as it is known.

    Args:
        state: the table.
        seat: whose hand.
        win: the winning tile.
        drawn: the winning tile is among the concealed tiles.

    Raises:
        RuleError: tiles that no hand can have.
    """
    player = state.players[seat]
    return _hand_with(state, player, player.flowers, win, drawn=drawn)


def _hand_with(
    state: State, player: Player, flowers: Tiles, win: Tile | None, *, drawn: bool
) -> Hand:
    known = player.known
    if drawn and win is not None:
        known = without(known, (win,))
    return _hand(known, player.sets, flowers, win, state.jokers)


def _hand(
    known: Tiles,
    sets: tuple[OpenSet, ...],
    flowers: Tiles,
    win: Tile | None,
    jokers: frozenset[Tile],
) -> Hand:
    melds = tuple(meld for item in sets if (meld := item.meld(jokers)) is not None)
    if jokers & FLOWERS:
        # Flowers are jokers, and a hand keeps them apart; none of them is its winning tile.
        win = None if win is None else stand_in(win, known, jokers)
        flowers = tuple(tile for tile in known if tile >= FIRST_FLOWER)
        known = tuple(tile for tile in known if tile < FIRST_FLOWER)
    return Hand(known, melds, flowers, win)


def rules_of(state: State) -> RuleSet:
    """The rule set that says what wins and what it is worth, with the jokers of this hand."""
    return in_play(get_rules(state.rules.game.name), state.deal.indicator)


@lru_cache(maxsize=1 << 14)
def _waits(
    name: str, indicator: Tile | None, known: Tiles, sets: tuple[OpenSet, ...]
) -> tuple[Tile, ...]:
    jokers = frozenset() if indicator is None else jokers_of(indicator)
    hand = _hand(known, sets, (), None, jokers)
    return in_play(get_rules(name), indicator).waits(hand)


def waits_of(
    state: State, known: Tiles, sets: tuple[OpenSet, ...], hidden: int = 0
) -> tuple[Tile, ...] | None:
    """What concealed tiles and sets wait for; None if that cannot be known.

    Flowers among the tiles wait for nothing, nor do too many or too few tiles.
    """
    unseen = hidden or any(None in item.tiles for item in sets)
    if unseen:
        return None
    if len(known) + 3 * len(sets) != state.rules.game.hand_tiles:
        return ()
    if state.flowers_in_play and known and known[-1] >= FIRST_FLOWER:
        return ()
    return _waits(state.rules.game.name, state.deal.indicator, known, sets)


def seat_waits(state: State, seat: Seat) -> tuple[Tile, ...] | None:
    """What a seat waits for between turns, or would after taking back the tile just drawn.

    None if its tiles are not all known.
    """
    player = state.players[seat]
    return waits_of(state, player.known, player.sets, player.hidden)


# --- the circumstances of a win


def circumstances(
    state: State, seat: Seat, how: How, *, flowers: bool = False, complete: bool = True
) -> Circumstances:
    """The circumstances of a win by `seat` now, from all that was logged.

    天聽 and 地聽 count only as declared and kept, 天胡 地胡 人胡 地聽一發 as the table of the
    system says (TW-31 to TW-35b, among them TW-33; HK-13, WU13-09, WU16-21).

    Raises:
        ContradictionError: a combination that no rules know; does not happen for an accepted win.
    """
    rules, player = state.rules, state.players[seat]
    dealer = seat == state.deal.seat
    robbed = state.robbed
    given = robbed is not None and not robbed.laid
    drawn = how in (How.DRAW, How.SWAP) and not given
    own_draw = drawn and how is How.DRAW
    replaced = how is How.DRAW and state.backs > 0
    events: dict[str, bool] = _declared(state, seat, how) if complete else {}
    concealed = not any(item.open for item in player.sets)
    if complete and concealed and own_draw and state.begun is Begun.DEALT:
        events = {"tianhu": rules.dealt_win_after_kong or not state.kongs}
        replaced = state.kongs > 0
    elif complete and not rules.declare and concealed and not dealer:
        first = not player.river and player.draws == 1 and state.begun is Begun.DRAWN
        events["dihu"] = own_draw and first
        if how is How.DISCARD and rules.human_win and state.offer is not None:
            events["renhu"] = not player.draws and len(state.players[state.offer.seat].river) == 1
    return Circumstances(
        seat=wind(state, seat),
        round=state.deal.round,
        self_draw=drawn,
        kong_draw=replaced,
        flower_draw=replaced and not state.kongs,
        kong_on_kong=replaced and state.kongs > 1,
        rob_kong=how in (How.ADDED_KONG, How.CONCEALED_KONG),
        rob_concealed_kong=how is How.CONCEALED_KONG,
        last_tile=state.drawable <= 0,
        dealer=dealer,
        streak=state.deal.streak,
        indicator=state.deal.indicator,
        riichi=player.ready is ReadyKind.RIICHI,
        robbed_flower=robbed is not None,
        late_flower=robbed is not None and robbed.late,
        seventh_drawn=robbed is not None and robbed.laid,
        dealt_flowers=flowers and _flowers_dealt(state, seat),
        hand_complete=complete,
        big_flowers=player.big_flower,
        no_flowers_in_play=not state.flowers_in_play,
        tianting=events.get("tianting", False),
        diting=events.get("diting", False),
        diting_yifa=events.get("diting_yifa", False),
        tianhu=events.get("tianhu", False),
        dihu=events.get("dihu", False),
        renhu=events.get("renhu", False),
    )


def _flowers_dealt(state: State, seat: Seat) -> bool:
    """TW-28 配牌花胡: eight flowers in the deal, or seven and one elsewhere."""
    if state.robbed is not None:
        return state.robbed.dealt
    return state.players[seat].dealt_flowers == 8


def _declared(state: State, seat: Seat, how: How) -> dict[str, bool]:
    """天聽, 地聽 and what they become (TW-31, TW-32, TW-34, TW-35, TW-35b)."""
    player = state.players[seat]
    if player.ready is None or player.ready is ReadyKind.RIICHI:
        return {}
    if player.ever_passed and not player.looking:
        return {}
    events = {player.ready.value: True}
    if how is How.DISCARD and state.offer is not None:
        thrower = state.offer.seat
        since = len(state.players[thrower].river) - player.ready_at[thrower]
        at_once = since == 1
    else:
        own = how is How.DRAW and state.begun is Begun.DRAWN
        at_once = own and player.draws - player.ready_draws == 1
    if not at_once:
        return events
    if player.ready is ReadyKind.DITING:
        return {**events, "diting_yifa": True}
    if how is How.DISCARD:
        return {**events, "renhu": True}
    if state.kongs and not state.rules.dealt_win_after_kong:
        return events
    return {**events, "dihu": True}


# --- what is wanted after the end


def circumstances_of_win(state: State, seat: Seat | None = None) -> Circumstances:
    """The circumstances of a win that was accepted: of `seat`, or of the first winner.

    Raises:
        GameError: that seat has not won.
    """
    won = _won(state, seat)
    return circumstances(state, won.seat, won.how, flowers=won.flowers, complete=won.complete)


def hand_of_win(state: State, seat: Seat | None = None) -> Hand:
    """The winner's hand for `RuleSet.score`, with `circumstances_of_win`.

    Raises:
        GameError: that seat has not won, or its tiles are not known.
    """
    won = _won(state, seat)
    player = state.players[won.seat]
    drawn = won.how is How.DRAW
    known = player.known
    if player.hidden or any(None in item.tiles for item in player.sets):
        raise GameError(f"the tiles of {seat_name(state, won.seat)} are not known")
    flowers = player.flowers
    if state.robbed is not None and not state.robbed.laid:
        flowers = (*flowers, state.robbed.tile)
    tile = won.tile
    if won.flowers:
        tile = state.drawn if won.complete and state.drawn in known else None
    return _hand_with(state, player, flowers, tile, drawn=drawn)


def _won(state: State, seat: Seat | None) -> Won:
    for won in state.wins:
        if seat is None or won.seat == seat:
            return won
    raise GameError("nobody has won" if seat is None else f"seat {seat} has not won")


@dataclass(frozen=True, slots=True)
class WinFacts:
    """What a settlement wants to know of a win besides its score."""

    winner: Seat
    source: Seat | None
    """Who discarded the tile, or whose kong, joker or flower was robbed; None for a self-draw."""
    how: How
    self_draw: bool
    kong_giver: Seat | None
    """Who discarded the tile of a kong whose replacement won."""
    robbed_flower: Seat | None
    seventh_drawn: bool
    looking: tuple[Seat, ...]
    """眼牌: who pays the winner 1 台 more (TW-P-24)."""
    open_sets: tuple[OpenSet, ...]
    """The winner's open sets in the order in which they were made, each with its giver (包)."""


def win_facts(state: State) -> tuple[WinFacts, ...]:
    """The facts of each win, the nearest winner first; empty for a hand that nobody won."""
    looking = tuple(seat for seat in SEATS if state.players[seat].looking)
    facts = []
    for won in state.wins:
        robbed = state.robbed
        source = None if won.how is How.DRAW or state.offer is None else state.offer.seat
        facts.append(
            WinFacts(
                won.seat,
                robbed.source if robbed is not None and not robbed.laid else source,
                won.how,
                circumstances_of_win(state, won.seat).self_draw,
                state.kong_giver if won.how is How.DRAW else None,
                robbed.source if robbed is not None else None,
                robbed is not None and robbed.laid,
                tuple(seat for seat in looking if seat != won.seat),
                tuple(item for item in state.players[won.seat].sets if item.open),
            )
        )
    return tuple(facts)


def result_of(state: State) -> HandResult:
    """How the hand ended, for `scoring.game.advance`.

    Raises:
        GameError: it is not over.
    """
    if state.phase is not Phase.OVER:
        raise GameError("the hand is not over")
    return HandResult(tuple(won.seat for won in state.wins), state.offender, state.last_taker)


@dataclass(frozen=True, slots=True)
class KongFacts:
    """A kong as its prizes ask for it (WU16-10, PONG-03, PONG-04)."""

    seat: Seat
    kind: MeldKind
    giver: Seat | None
    """Who discarded the fourth tile of a kong from a discard."""
    added: bool
    prize: bool


def kongs_of(state: State) -> tuple[KongFacts, ...]:
    """All kongs on the table, by seat."""
    return tuple(
        KongFacts(seat, item.kind, None if item.added else item.source, item.added, item.prize)
        for seat in SEATS
        for item in state.players[seat].sets
        if len(item.tiles) == 4
    )
