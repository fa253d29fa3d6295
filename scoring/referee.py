"""The referee: follows a log of events, says what is allowed, and what an event breaks.

    state = start(PLAY["taiwan"], deal)
    judge(state, event)      -> Verdict: ok, or the rule, the reason and the penalty
    state = apply(state, event)
    allowed(state, seat)     -> the events a seat could bring now
    replay(rules, events)    -> the state after a whole log

Tiles that nobody saw are None. What depends on them is allowed, and `Verdict.unknown` says what
could not be judged; what can be known of them (how many there are, that nobody holds a fifth tile
of a kind) is judged all the same.

Time is the order of events. After a discard the next player may draw at once, and a slower call is
still heard: the table is then put back (`State.fallback`) unless the quicker player has gone too
far. How far is too far is TW-P-43 and TW-P-44; other systems have the same order of claims and no
other rule, so they are judged alike. A log made by a machine can be complete instead
(`every_answer`): then whoever can claim or declare answers with `Call` or `Pass` before anything
else happens, nearest first, and nothing is heard late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.errors import RefereeError
from scoring.events import (
    Act,
    AddedKong,
    BigFlower,
    Call,
    Chow,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    End,
    Event,
    Flower,
    JokerSwap,
    Kong,
    Pass,
    Pung,
    Ready,
    RobFlower,
    Ruling,
    Seen,
    Showdown,
    Win,
    Withdraw,
)
from scoring.game import FULL_SET, SEATS, Seat, deal_order
from scoring.jokers import jokers_of
from scoring.playrules import Foul, PlayRules
from scoring.referee_base import LOG, Notes, Refused, flowers_held, not_too_many, others_of
from scoring.referee_claims import (
    can_declare,
    check_chow,
    check_kong,
    check_pung,
    claims,
    flowers_done,
    must_answer,
)
from scoring.referee_ends import (
    check_draw_game,
    check_rob_flower,
    check_ruling,
    check_win,
    do_draw_game,
    do_rob_flower,
    do_ruling,
    do_win,
    lay_open,
    may_also_win,
)
from scoring.referee_turns import (
    check_act,
    check_added_kong,
    check_big_flower,
    check_call,
    check_concealed_kong,
    check_discard,
    check_draw,
    check_flower,
    check_joker_swap,
    check_pass,
    check_ready,
    check_withdraw,
    do_act,
    do_added_kong,
    do_big_flower,
    do_call,
    do_chow,
    do_concealed_kong,
    do_discard,
    do_draw,
    do_flower,
    do_joker_swap,
    do_kong,
    do_pass,
    do_pung,
    do_ready,
    do_withdraw,
    fours_of,
    late_table,
)
from scoring.table import Begun, Phase, Player, State
from scoring.tiles import FACES, WINDS, Tile

__all__ = (
    "LOG",
    "Verdict",
    "allowed",
    "apply",
    "claims",
    "first_fault",
    "judge",
    "must_answer",
    "replay",
    "start",
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says of an event."""

    ok: bool
    rule: str = ""
    """The line of the checklist that forbids it (or fines it), or `LOG`."""
    reason: str = ""
    """One sentence in Chinese."""
    penalty: Foul | None = None
    seat: Seat | None = None
    """Who is at fault: mostly who acted."""
    heavy: bool = False
    """Within the last tiles, where the penalty is heavier."""
    unknown: tuple[str, ...] = ()
    """What could not be judged because tiles were not seen (Chinese)."""


def start(rules: PlayRules, deal: Deal, *, every_answer: bool = False) -> State:
    """The table after the deal.

    Args:
        rules: the system (`scoring.playrules.PLAY`).
        deal: the first event of the log.
        every_answer: the log is complete, see the module.

    Raises:
        RefereeError: the wrong number of tiles, or five of a kind.
    """
    try:
        return _start(rules, deal, every_answer)
    except Refused as refused:
        raise RefereeError(refused.rule, refused.reason) from None


def judge(state: State, event: Event) -> Verdict:
    """Whether the event may happen now. Never raises for an event of a well-formed log."""
    return _step(state, event)[1]


def apply(state: State, event: Event) -> State:
    """The table after the event.

    Raises:
        RefereeError: the event is not allowed.
    """
    after, verdict = _step(state, event)
    if after is None:
        raise RefereeError(verdict.rule, verdict.reason)
    return after


def replay(rules: PlayRules, events: Iterable[Event], *, every_answer: bool = False) -> State:
    """The table after a whole log, which begins with its `Deal`.

    Raises:
        RefereeError: at the first event that is not allowed, or without a deal.
    """
    state: State | None = None
    for event in events:
        if state is not None:
            state = apply(state, event)
        elif isinstance(event, Deal):
            state = start(rules, event, every_answer=every_answer)
        else:
            break
    if state is None:
        raise RefereeError(LOG, "紀錄須以配牌開始")
    return state


def first_fault(
    rules: PlayRules,
    events: Iterable[Event],
    *,
    every_answer: bool = False,
    whole: bool = False,
    state: State | None = None,
) -> tuple[int, Verdict] | None:
    """The first event that is not allowed and why; None for a sound log.

    Args:
        rules: the system.
        events: the log.
        every_answer: the log is complete, see the module.
        whole: the log must also go on to its `Showdown`; the place after the last event is named
            if it does not.
        state: the table before the first of `events`, if the log begins earlier.
    """
    number = -1
    for number, event in enumerate(events):
        if state is None:
            if not isinstance(event, Deal):
                return number, Verdict(False, LOG, "紀錄須以配牌開始")
            try:
                state = start(rules, event, every_answer=every_answer)
            except RefereeError as error:
                return number, Verdict(False, error.rule, error.reason)
            continue
        after, verdict = _step(state, event)
        if after is None:
            return number, verdict
        state = after
    if whole and (state is None or not state.shown_down):
        return number + 1, Verdict(False, LOG, "紀錄未到攤牌")
    return None


_ENDS_FLOWERS: Final = (Discard, ConcealedKong, Win, Ready, Pass, JokerSwap, BigFlower)


def _step(state: State, event: Event) -> tuple[State | None, Verdict]:
    notes = Notes()
    try:
        _check_time(state, event)
        after = _handle(state, event, notes)
    except Refused as refused:
        seat = event.seat if refused.seat is None else refused.seat
        foul = state.rules.penalty(refused.foul)
        return None, Verdict(
            False, refused.rule, refused.reason, foul, seat, state.heavy, tuple(notes.unknown)
        )
    verdict = Verdict(
        True, notes.rule, notes.reason, notes.foul, notes.seat, state.heavy, tuple(notes.unknown)
    )
    return replace(after, time=event.time), verdict


def _check_time(state: State, event: Event) -> None:
    if event.time < state.time or (state.every_answer and event.time == state.time):
        raise Refused(LOG, "時間倒退")
    if not 0 <= event.seat <= 3:
        raise Refused(LOG, "沒有這個座位")


def _handle(state: State, event: Event, notes: Notes) -> State:
    """Check the event and give the table after it."""
    if isinstance(event, Showdown):
        return lay_open(state, event)
    if state.phase is Phase.OVER and not may_also_win(state, event):
        raise Refused(LOG, "本盤已結束")
    if state.phase is Phase.FLOWERS and isinstance(event, _ENDS_FLOWERS):
        state = flowers_done(state)
    late = late_table(state, event)
    if late is not None:
        state = late
    check, do = _HANDLERS[type(event)]
    check(state, event, notes)
    return do(state, event)


def _start(rules: PlayRules, deal: Deal, every_answer: bool) -> State:
    if deal.round not in WINDS or not (0 <= deal.seat <= 3 and 0 <= deal.east <= 3):
        raise Refused(LOG, "座位或圈風不對")
    numbers = [0, 0, 0, 0]
    for seat, number in deal_order(rules.game, deal.seat):
        numbers[seat] += number
    short = numbers[deal.seat] - len(deal.hands[deal.seat])
    for seat in SEATS:
        if len(deal.hands[seat]) != numbers[seat] and not (seat == deal.seat and short == 1):
            raise Refused(LOG, f"配牌張數不對, 應為{numbers[seat]}張")
    jokers = _jokers(rules, deal)
    left = len(FULL_SET) - sum(map(len, deal.hands)) - (deal.indicator is not None)
    if deal.wall is not None and len(deal.wall) != left:
        raise Refused(LOG, f"牌牆應餘{left}張")
    counts = [0] * len(FACES)
    wall = deal.wall or ()
    for tile in (*(tile for hand in deal.hands for tile in hand), *wall, deal.indicator):
        if tile is not None:
            counts[tile] += 1
            not_too_many(tile, counts[tile])
    for tile in wall:  # located when drawn
        counts[tile] -= 1
    players = [_dealt(hand) for hand in deal.hands]
    return State(
        rules,
        deal,
        (players[0], players[1], players[2], players[3]),
        every_answer,
        jokers,
        flowers_in_play=not any(tile > Tile.P for tile in jokers),
        left=left,
        located=tuple(counts),
        turn=deal.seat,
        late_tile=short == 1,
        time=deal.time,
    )


def _dealt(hand: Seen) -> Player:
    known = tuple(sorted(tile for tile in hand if tile is not None))
    return Player(known, len(hand) - len(known))


def _jokers(rules: PlayRules, deal: Deal) -> frozenset[Tile]:
    """WU16-03: the jokers that an indicator names; no flowers are in play if they are jokers."""
    tile = deal.indicator
    if not rules.jokers:
        if tile is not None:
            raise Refused(LOG, "此玩法沒有百搭")
        return frozenset()
    if tile is None:
        raise Refused("WU16-03", "須揭一張牌作百搭標記")
    return jokers_of(tile)


def _no_deal(state: State, event: Deal, notes: Notes) -> None:
    raise Refused(LOG, "已配過牌")


_HANDLERS: Final[
    dict[type[Any], tuple[Callable[[State, Any, Notes], None], Callable[[State, Any], State]]]
] = {
    Deal: (_no_deal, lambda state, event: state),
    Flower: (check_flower, do_flower),
    Draw: (check_draw, do_draw),
    Discard: (check_discard, do_discard),
    Chow: (check_chow, do_chow),
    Pung: (check_pung, do_pung),
    Kong: (check_kong, do_kong),
    ConcealedKong: (check_concealed_kong, do_concealed_kong),
    AddedKong: (check_added_kong, do_added_kong),
    RobFlower: (check_rob_flower, do_rob_flower),
    JokerSwap: (check_joker_swap, do_joker_swap),
    Ready: (check_ready, do_ready),
    BigFlower: (check_big_flower, do_big_flower),
    Call: (check_call, do_call),
    Pass: (check_pass, do_pass),
    Withdraw: (check_withdraw, do_withdraw),
    Win: (check_win, do_win),
    DrawGame: (check_draw_game, do_draw_game),
    Act: (check_act, do_act),
    Ruling: (check_ruling, do_ruling),
}


def allowed(state: State, seat: Seat) -> tuple[Event, ...]:
    """The events that `judge` would accept from a seat now, with the time of the state.

    Only what a seat does with tiles: no acts, rulings or showdowns, and no calls or passes unless
    the log is complete. A draw has no tile yet. Discards of a hand that is not known are one
    `Discard` of None.
    """
    return tuple(event for event in _candidates(state, seat) if _accepts(state, event))


def _accepts(state: State, event: Event) -> bool:
    """As `judge`, without the change and without the time."""
    try:
        if state.phase is Phase.OVER:
            return False
        if state.phase is Phase.FLOWERS and isinstance(event, _ENDS_FLOWERS):
            state = flowers_done(state)
        late = late_table(state, event)
        _HANDLERS[type(event)][0](late or state, event, Notes())
    except Refused:
        return False
    return True


def _candidates(state: State, seat: Seat) -> list[Event]:
    time = state.time
    player = state.players[seat]
    flowers = flowers_held(state, seat)
    found: list[Event] = []
    if state.phase is Phase.FLOWERS and flowers:
        found.append(Flower(seat, flowers, time))
    if state.phase is Phase.TURN and seat == state.turn and flowers:
        found += [Flower(seat, (tile,), time) for tile in flowers]
    found += [Draw(seat, None, end, time) for end in End]
    if state.every_answer:
        if seat in must_answer(state):
            kinds = dict.fromkeys(_CLAIM_OF[type(event)] for event in claims(state, seat))
            found += [Call(seat, claim, time) for claim in kinds]
            found += [Pass(seat, time)] if kinds else [Ready(seat, time), Pass(seat, time)]
    elif can_declare(state) or state.phase is Phase.FLOWERS:
        found.append(Ready(seat, time))
    found += claims(state, seat)
    acting = state.deal.seat if state.phase is Phase.FLOWERS else state.turn
    if state.phase in (Phase.FLOWERS, Phase.TURN, Phase.REPLACE) and seat == acting:
        found += _turn_candidates(state, seat)
    if state.fallback is not None and seat != state.turn:
        found += claims(state.fallback, seat)
    if state.rules.flower_win == 7 and len(player.flowers) == 7:
        found.append(BigFlower(seat, time))
    if state.rules.rob_flower and len(player.flowers) == 7 and state.offer is None:
        found += _flowers_to_rob(state, seat)
    found.append(DrawGame(seat, time))
    return found


_CLAIM_OF: Final[dict[type[Any], Claim]] = {
    Win: Claim.WIN,
    Kong: Claim.KONG,
    Pung: Claim.PUNG,
    Chow: Claim.CHOW,
    RobFlower: Claim.FLOWER,
}


def _flowers_to_rob(state: State, seat: Seat) -> list[Event]:
    player = state.players[seat]
    (missing,) = set(FACES[Tile.F1 :]) - set(player.flowers)
    return [RobFlower(seat, missing, source, state.time) for source in others_of(seat)]


def _turn_candidates(state: State, seat: Seat) -> list[Event]:
    time = state.time
    player = state.players[seat]
    found: list[Event] = []
    if player.hidden:
        found.append(Discard(seat, None, time=time))
    tiles = dict.fromkeys(player.known)
    may_declare = player.ready is None and (
        state.rules.riichi or (state.rules.declare and not player.river)
    )
    for tile in tiles:
        found.append(Discard(seat, tile, time=time))
        if may_declare and not player.hidden:
            found.append(Discard(seat, tile, True, time))
    found += [ConcealedKong(seat, tile, time) for tile in fours_of(state, seat)]
    found += [AddedKong(seat, tile, time) for tile in tiles]
    for joker in sorted(state.jokers):
        if any(joker in item.tiles for item in player.sets):
            found += [JokerSwap(seat, tile, joker, time) for tile in tiles]
    dealt = state.phase is Phase.FLOWERS or (state.begun is Begun.DEALT and not state.kongs)
    found.append(Win(seat, None if dealt else state.drawn, time=time))
    if player.flowers:
        found.append(Win(seat, None, True, time=time))
    return found
