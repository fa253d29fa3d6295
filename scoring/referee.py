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
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.errors import RefereeError, RuleError
from scoring.events import (
    Act,
    ActKind,
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
    Status,
    Tiles,
    Win,
    Withdraw,
)
from scoring.game import FULL_SET, SEATS, Seat, deal_order
from scoring.hand import UNIT, MeldKind
from scoring.playrules import Foul, Passing, PlayRules, ShapeJudge, jokers_complete
from scoring.readings import PAIR, PUNG, readings
from scoring.table import (
    Begun,
    How,
    Offer,
    OpenSet,
    Phase,
    Player,
    ReadyKind,
    Robbed,
    State,
    Won,
    circumstances,
    hand_of,
    seat_name,
    waits_of,
    without,
)
from scoring.tiles import FACES, WINDS, Tile, format_chinese

LOG: Final = "LOG"
"""`Verdict.rule` of an event that contradicts the log itself: a misreading rather than a foul."""
_KINDS: Final = 34
_JOKER_HONOURS: Final = ((Tile.E, Tile.S, Tile.W, Tile.N), (Tile.C, Tile.F, Tile.P))


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


class _Refused(Exception):
    """Raised by a check; becomes a `Verdict`."""

    def __init__(
        self, rule: str, reason: str, foul: Foul | None = None, seat: Seat | None = None
    ) -> None:
        super().__init__(reason)
        self.rule, self.reason, self.foul, self.seat = rule, reason, foul, seat


@dataclass(slots=True)
class _Notes:
    """What a check remarks about an event that it lets pass."""

    unknown: list[str] = field(default_factory=list)
    rule: str = ""
    reason: str = ""
    foul: Foul | None = None
    seat: Seat | None = None

    def fine(self, rule: str, reason: str, foul: Foul, seat: Seat) -> None:
        """Allowed, but it costs something."""
        self.rule, self.reason, self.foul, self.seat = rule, reason, foul, seat


# --- the interface


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
    except _Refused as refused:
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


def _step(state: State, event: Event) -> tuple[State | None, Verdict]:
    notes = _Notes()
    try:
        _check_time(state, event)
        after = _handle(state, event, notes)
    except _Refused as refused:
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
        raise _Refused(LOG, "時間倒退")
    if not 0 <= event.seat <= 3:
        raise _Refused(LOG, "沒有這個座位")


def _handle(state: State, event: Event, notes: _Notes) -> State:
    """Check the event and give the table after it."""
    if isinstance(event, Showdown):
        return _showdown(state, event)
    if state.phase is Phase.OVER and not _more_winners(state, event):
        raise _Refused(LOG, "本盤已結束")
    if state.phase is Phase.FLOWERS and isinstance(event, _ENDS_FLOWERS):
        state = _settled(state)
    late = _late(state, event)
    if late is not None:
        state = late
    check, do = _HANDLERS[type(event)]
    check(state, event, notes)
    return do(state, event)


# --- the deal


def _start(rules: PlayRules, deal: Deal, every_answer: bool) -> State:
    if deal.round not in WINDS or not (0 <= deal.seat <= 3 and 0 <= deal.east <= 3):
        raise _Refused(LOG, "座位或圈風不對")
    numbers = [0, 0, 0, 0]
    for seat, number in deal_order(rules.game, deal.seat):
        numbers[seat] += number
    short = numbers[deal.seat] - len(deal.hands[deal.seat])
    for seat in SEATS:
        if len(deal.hands[seat]) != numbers[seat] and not (seat == deal.seat and short == 1):
            raise _Refused(LOG, f"配牌張數不對, 應為{numbers[seat]}張")
    jokers = _jokers(rules, deal)
    left = len(FULL_SET) - sum(map(len, deal.hands)) - (deal.indicator is not None)
    if deal.wall is not None and len(deal.wall) != left:
        raise _Refused(LOG, f"牌牆應餘{left}張")
    counts = [0] * len(FACES)
    wall = deal.wall or ()
    for tile in (*(tile for hand in deal.hands for tile in hand), *wall, deal.indicator):
        if tile is not None:
            counts[tile] += 1
            _not_too_many(tile, counts[tile])
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
            raise _Refused(LOG, "此玩法沒有百搭")
        return frozenset()
    if tile is None:
        raise _Refused("WU16-03", "須揭一張牌作百搭標記")
    return jokers_of(tile)


def jokers_of(indicator: Tile) -> frozenset[Tile]:
    """The faces that are jokers beside the indicator (WU16-03).

    A number: that number in every suit. A wind or dragon: all winds or dragons. A flower: its
    number in every suit and all flowers, which are then no flowers in this hand.
    """
    if indicator < Tile.E:
        rank = indicator % 9
    elif indicator <= Tile.P:
        return frozenset(next(group for group in _JOKER_HONOURS if indicator in group))
    else:
        rank = (indicator - Tile.F1) % 4
    suits = {Tile(rank), Tile(rank + 9), Tile(rank + 18)}
    return frozenset(suits | set(FACES[Tile.F1 :]) if indicator > Tile.P else suits)


def _not_too_many(tile: Tile, count: int) -> None:
    most = 4 if tile <= Tile.P else 1
    if count > most:
        raise _Refused(LOG, f"{tile.chinese}不會有{count}張")


# --- small changes of a state


def _with(state: State, seat: Seat, **changes: Any) -> State:
    """The state with one player changed."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=(players[0], players[1], players[2], players[3]))


def _locate(state: State, tiles: Iterable[Tile], number: int = 1) -> State:
    """Tiles that were hidden are seen (or, with -1, lost from sight)."""
    located = list(state.located)
    for tile in tiles:
        located[tile] += number
        _not_too_many(tile, located[tile])
    return replace(state, located=tuple(located))


def _lose(state: State, seat: Seat, tiles: Tiles) -> State:
    """Tiles leave a hand: known ones, or hidden ones that are now seen.

    Raises:
        _Refused: they are not there.
    """
    player = state.players[seat]
    known = list(player.known)
    fresh = []
    for tile in tiles:
        if tile in known:
            known.remove(tile)
        else:
            fresh.append(tile)
    if len(fresh) > player.hidden:
        lacking = format_chinese(fresh)
        raise _Refused(LOG, f"{seat_name(state, seat)}手中沒有{lacking}")
    if fresh:
        state = _locate(state, fresh)
    return _with(state, seat, known=tuple(known), hidden=player.hidden - len(fresh))


def _holds(state: State, seat: Seat, tiles: Tiles) -> bool:
    """Whether the seat has, or may have, these tiles in hand."""
    player = state.players[seat]
    lacking = 0
    for tile in set(tiles):
        wanted = tiles.count(tile)
        have = player.known.count(tile)
        if wanted > have:
            lacking += wanted - have
            most = 4 if tile <= Tile.P else 1
            if state.located[tile] + wanted - have > most:
                return False
    return lacking <= player.hidden


def _forget(state: State, seat: Seat) -> State:
    """The concealed tiles of a seat are no longer known."""
    player = state.players[seat]
    state = _locate(state, player.known, -1)
    return _with(state, seat, known=(), hidden=player.hidden + len(player.known))


def _rule(state: State, topic: str) -> str:
    return state.rules.rule[topic]


def _line(state: State, taiwan: str, topic: str) -> str:
    """A Taiwanese line in Taiwanese rules, else the system's own line for the topic."""
    return taiwan if _rule(state, topic).startswith("TW") else _rule(state, topic)


def _others(seat: Seat) -> tuple[Seat, Seat, Seat]:
    """The other seats, the nearest in order of play first."""
    return (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4


# --- flowers of the deal


def _flowers_held(state: State, seat: Seat) -> Tiles:
    if not state.flowers_in_play:
        return ()
    return tuple(tile for tile in state.players[seat].known if tile > Tile.P)


def _settled(state: State) -> State:
    """The dealt flowers are replaced, the dealer's turn begins.

    Raises:
        _Refused: they are not.
    """
    if state.owed:
        raise _Refused(_rule(state, "flower"), "尚未補足花牌", seat=state.turn)
    for seat in (state.deal.seat, *_others(state.deal.seat)):
        if state.players[seat].status is Status.PLAYING and _flowers_held(state, seat):
            raise _Refused(
                _rule(state, "flower"),
                f"{seat_name(state, seat)}花牌未補",
                Foul.LATE_FLOWER if state.rules.fines else Foul.DEAD_HAND,
                seat,
            )
    for seat in SEATS:
        state = _with(state, seat, dealt_flowers=len(state.players[seat].flowers))
    return replace(
        state, phase=Phase.TURN, turn=state.deal.seat, begun=Begun.DEALT, backs=0, drawn=None,
        has_drawn=False,
    )  # fmt: skip


def _check_flower(state: State, event: Flower, notes: _Notes) -> None:
    seat, tiles = event.seat, event.tiles
    rule = _rule(state, "flower")
    if not state.flowers_in_play or not tiles or any(tile < Tile.F1 for tile in tiles):
        raise _Refused(rule, "只有花牌可補")
    if not _holds(state, seat, tiles):
        raise _Refused(LOG, f"{seat_name(state, seat)}手中沒有{format_chinese(tiles)}")
    if state.phase is Phase.FLOWERS:
        _check_dealt_flower(state, event, notes)
        return
    late = Foul.LATE_FLOWER if state.rules.fines else Foul.DEAD_HAND
    if state.phase is not Phase.TURN or seat != state.turn or not state.has_drawn:
        raise _Refused(rule, "行牌中不得由手牌取出花牌補牌", late)
    if len(tiles) != 1 or state.drawn not in (None, tiles[0]) or state.mixed:
        raise _Refused(rule, "只可補剛摸入、未併入手牌的花牌", late)


def _check_dealt_flower(state: State, event: Flower, notes: _Notes) -> None:
    """TW-P-08: the dealer first, then each in turn, all flowers at once; then further passes."""
    seat, rules = event.seat, state.rules
    rule = _rule(state, "flower")
    if state.owed:
        raise _Refused(rule, f"{seat_name(state, state.turn)}尚未補足", seat=state.turn)
    held = _flowers_held(state, seat)
    if len(held) > len(event.tiles):
        raise _Refused(rule, "花牌應一次補足")
    if seat == state.deal.seat and state.backs and state.has_drawn and not rules.fines:
        raise _Refused(rule, "莊家遲抓之門牌為花牌, 不得補牌", Foul.DEAD_HAND)
    for skipped in _skipped(state, seat):
        if state.players[skipped].status is Status.PLAYING and _flowers_held(state, skipped):
            reason = f"{seat_name(state, skipped)}應先補花"
            if not rules.fines:
                raise _Refused(rule, reason)
            notes.fine(rule, reason, Foul.LATE_FLOWER, skipped)


def _skipped(state: State, seat: Seat) -> list[Seat]:
    """Whose turn to replace would have come before this seat's."""
    dealer = state.deal.seat
    to = (seat - dealer) % 4
    first = state.flower_at + 1
    offsets = range(first, to) if to >= first else (*range(first, 4), *range(to))
    return [(dealer + offset) % 4 for offset in offsets]


def _do_flower(state: State, event: Flower) -> State:
    """The flower lies apart; the last drawable tile is not replaced (TW-25b)."""
    seat = event.seat
    state = _lose(state, seat, event.tiles)
    flowers = tuple(sorted((*state.players[seat].flowers, *event.tiles)))
    state = _with(state, seat, flowers=flowers)
    if state.phase is Phase.FLOWERS:
        at_seat = (seat - state.deal.seat) % 4
        return replace(
            state, turn=seat, owed=len(event.tiles), flower_at=at_seat, has_drawn=False, drawn=None
        )
    last = len(flowers) >= (state.rules.flower_win or 9)
    state = replace(
        state,
        drawn=None,
        has_drawn=False,
        eighth=state.eighth or last,
        fallback=_kept(state) if state.fallback is not None else None,
    )
    if not state.drawable:
        return replace(state, dry=True, offer=_flower_offer(state, event))
    return replace(state, phase=Phase.REPLACE, owed=1, offer=_flower_offer(state, event))


def _flower_offer(state: State, event: Flower) -> Offer | None:
    """七搶一 (1): the eighth flower is offered to the holder of the other seven."""
    if not state.rules.rob_flower or not (state.drawable or not state.rules.flower_win_replaced):
        return None
    if not any(_seven(state, seat) for seat in _others(event.seat)):
        return None
    return Offer(event.tiles[0], event.seat, How.FLOWER)


def _kept(state: State) -> State | None:
    """A flower was drawn and laid: too late for a pung, not for a win on the discard before."""
    fallback = state.fallback
    return None if fallback is None else replace(fallback, mixed=True)


def _seven(state: State, seat: Seat) -> bool:
    """Whether the seat has exactly seven flowers and may take the eighth."""
    player = state.players[seat]
    if len(player.flowers) != 7 or player.status is not Status.PLAYING:
        return False
    # D13: a win with seven must have been declined for the eighth.
    return state.rules.flower_win != 7 or player.big_flower


# --- drawing


def _check_draw(state: State, event: Draw, notes: _Notes) -> None:
    seat = event.seat
    turn = _rule(state, "turn")
    if state.phase is Phase.FLOWERS:
        if event.end is End.FRONT:
            _check_late_tile(state, seat)
        elif not state.owed or seat != state.turn:
            raise _Refused(turn, "尚未亮花, 不得補牌", Foul.DEAD_HAND)
    elif state.late_tile and seat == state.deal.seat and event.end is End.FRONT:
        _check_late_tile(state, seat)
        notes.fine(turn, "莊家遲跳牌", Foul.LATE_TILE, seat)
        return
    elif state.phase is Phase.REPLACE:
        if seat != state.turn or event.end is not End.BACK:
            raise _Refused(turn, f"應由{seat_name(state, state.turn)}於槓尾補牌", Foul.DEAD_HAND)
    elif state.phase is Phase.OFFER:
        _check_turn_to_draw(state, event)
    else:
        name = seat_name(state, state.turn)
        raise _Refused(turn, f"輪到{name}打牌, 不得摸牌", Foul.DEAD_HAND)
    _check_no_calls(state)
    _check_wall(state, event)


def _check_late_tile(state: State, seat: Seat) -> None:
    """The dealer takes the tile he forgot in the deal (TW-P-08, WU16-13, WU13-17, PONG-07)."""
    if not state.late_tile or seat != state.deal.seat or state.owed:
        raise _Refused(_rule(state, "turn"), "配牌補花中, 不得摸牌", Foul.DEAD_HAND)
    second = state.players[(seat + 1) % 4]
    until = state.rules.late_tile_until
    too_late = {
        "discard": state.discards > 0,
        "second draw": second.draws > 0 or len(second.sets) > 0,
        "second discard": len(second.river) > 0,
    }
    if too_late[until]:
        raise _Refused(_rule(state, "turn"), "莊家跳牌已遲, 不得再跳", Foul.BARRED)


def _check_turn_to_draw(state: State, event: Draw) -> None:
    offer = _offer(state)
    following = (offer.seat + 1) % 4
    turn = _rule(state, "turn")
    if event.seat != following:
        name = seat_name(state, following)
        raise _Refused(turn, f"錯位摸牌, 應由{name}摸牌", Foul.DEAD_HAND)
    if event.end is not End.FRONT:
        raise _Refused(turn, "無花無槓, 不得於槓尾補牌", Foul.DEAD_HAND)
    if not state.drawable:
        raise _Refused(_rule(state, "draw_game"), "可摸之牌已盡, 應為荒局")


def _check_no_calls(state: State) -> None:
    """Whoever called comes first, and in a complete log everybody who can has answered."""
    for caller, claim in state.calls:
        name = seat_name(state, caller)
        raise _Refused(_rule(state, "priority"), f"{name}已叫{_CLAIM_NAMES[claim]}, 應先行")
    _check_answers(state)


def _check_wall(state: State, event: Draw) -> None:
    wall = state.deal.wall
    if wall is None or event.tile is None:
        return
    real = wall[state.front] if event.end is End.FRONT else wall[-1 - state.back]
    if event.tile is not real:
        raise _Refused(LOG, f"牌牆此處是{real.chinese}, 不是{event.tile.chinese}")


def _do_draw(state: State, event: Draw) -> State:
    seat, tile = event.seat, event.tile
    before = state
    back = event.end is End.BACK
    if before.phase in (Phase.REPLACE, Phase.OFFER):
        state = _closed(state, seat)
    state = replace(
        state,
        left=state.left - 1,
        front=state.front + (not back),
        back=state.back + back,
        last_taker=seat,
    )
    player = state.players[seat]
    if tile is None:
        state = _with(state, seat, hidden=player.hidden + 1)
    else:
        state = _locate(state, (tile,))
        state = _with(state, seat, known=tuple(sorted((*player.known, tile))))
    if before.phase is Phase.FLOWERS and back:
        return replace(state, owed=state.owed - 1, backs=state.backs + 1)
    if before.late_tile and seat == state.deal.seat and not back:
        if before.phase is Phase.FLOWERS:
            return replace(state, late_tile=False, drawn=tile, has_drawn=True)
        return replace(state, late_tile=False)
    if before.phase is Phase.REPLACE:
        if not state.drawable and state.rules.game.winner_deals and state.kongs:
            state = _no_prize(state, seat)
        return replace(
            state, phase=Phase.TURN, owed=0, backs=state.backs + 1, drawn=tile, has_drawn=True,
            mixed=False, dry=False,
        )  # fmt: skip
    changes: dict[str, Any] = {"draws": player.draws + 1}
    if state.rules.passing is Passing.ROUND:
        changes["passed"] = False
    state = _with(state, seat, **changes)
    return replace(
        state, phase=Phase.TURN, turn=seat, begun=Begun.DRAWN, drawn=tile, has_drawn=True,
        mixed=False, mixed_kong=False, backs=0, kongs=0, kong_giver=None, eighth=False,
        fallback=_undo(before), offer=None, gone=before.offer,
    )  # fmt: skip


def _no_prize(state: State, seat: Seat) -> State:
    """PONG-08: the kong that took the last tile earns nothing."""
    sets = state.players[seat].sets
    kong = max(number for number, item in enumerate(sets) if len(item.tiles) == 4)
    changed = (*sets[:kong], replace(sets[kong], prize=False), *sets[kong + 1 :])
    return _with(state, seat, sets=changed)


def _undo(before: State) -> State | None:
    """What a late claim goes back to; complete logs hear nothing late."""
    return None if before.every_answer else before


def _closed(state: State, actor: Seat) -> State:
    """The offer is gone: whoever could have won on it has passed (過水, TW-P-12, WU13-16)."""
    offer = state.offer
    if offer is not None and state.rules.passing is not Passing.NOTHING:
        for seat in _others(offer.seat):
            if _could_win(state, seat):
                changes: dict[str, bool] = {"passed": True}
                if state.players[seat].ready is not None or state.players[seat].looking:
                    changes["ever_passed"] = True
                state = _with(state, seat, **changes)
    return replace(state, offer=None, calls=(), passes=(), shown=(), reached=())


def _could_win(state: State, seat: Seat) -> bool:
    """Whether a seat, as far as known, could win on the offer."""
    notes = _Notes()
    try:
        _check_claimed_win(state, seat, _offer(state), (), notes)
    except _Refused:
        return False
    return not notes.unknown


# --- discards


def _check_discard(state: State, event: Discard, notes: _Notes) -> None:
    """捨牌: TW-P-10, TW-P-42; what the hand is bound to follows in the checks it calls."""
    seat, tile = event.seat, event.tile
    player = state.players[seat]
    if state.phase is not Phase.TURN or seat != state.turn:
        raise _Refused(_rule(state, "turn"), "未進牌或未輪到, 不得打牌", Foul.DEAD_HAND)
    if state.begun is Begun.ROBBED or state.dry:
        raise _Refused(_rule(state, "turn"), "此時不得打牌")
    _check_answers(state)
    _check_declarations(state)
    if tile is None:
        notes.unknown.append("所打之牌未見")
        return
    if not _holds(state, seat, (tile,)):
        if any(item.open and tile in item.tiles for item in player.sets):
            rule = _line(state, "TW-P-42", "turn")
            raise _Refused(rule, f"{tile.chinese}是門前明牌, 不得打出", Foul.EXPOSED_DISCARD)
        raise _Refused(LOG, f"{seat_name(state, seat)}手中沒有{tile.chinese}")
    _check_flowers_kept(state, seat, tile)
    _check_swap(state, tile)
    _check_bound(state, player, tile)
    if event.ready:
        _check_ready_discard(state, event, notes)


def _check_flowers_kept(state: State, seat: Seat, tile: Tile) -> None:
    if not state.flowers_in_play or state.players[seat].status is not Status.PLAYING:
        return
    if tile > Tile.P:
        raise _Refused(_rule(state, "flower"), "花牌打出", Foul.DEAD_HAND)
    if held := _flowers_held(state, seat):
        if any(state.players[other].big_flower for other in _others(seat)):
            rule = _rule(state, "flower_win")
            raise _Refused(rule, "有人叫大花糊, 第八隻花不翻開作詐糊", Foul.FALSE_WIN)
        raise _Refused(_rule(state, "flower"), f"{held[0].chinese}未補", Foul.DEAD_HAND)


def _check_swap(state: State, tile: Tile) -> None:
    """TW-P-14, TW-P-15, TW-P-33: no equal or linked tile right after a chow or pung."""
    if state.rules.linked == "no" or state.begun not in (Begun.CHOW, Begun.PUNG):
        return
    last = state.players[state.turn].sets[-1]
    if state.begun is Begun.PUNG:
        if tile is last.claimed:
            raise _Refused("TW-P-33", f"碰{tile.chinese}不得打出同牌", Foul.DEAD_HAND)
    elif last.claimed is not None and tile in _linked(state.rules, last.claimed, last.tiles):
        claimed = last.claimed.chinese
        raise _Refused("TW-P-33", f"吃{claimed}不得打出同(絡)牌{tile.chinese}", Foul.DEAD_HAND)


def _linked(rules: PlayRules, claimed: Tile, chow: Seen) -> set[Tile]:
    """The claimed tile and those linked with it (同絡)."""
    first = claimed - claimed % 9
    if rules.linked == "line":
        return {FACES[first + rank] for rank in range(claimed % 3, 9, 3)}
    known = sorted(tile for tile in chow if tile is not None)
    found = {claimed}
    if claimed == known[0] and claimed % 9 <= 5:
        found.add(FACES[claimed + 3])
    if claimed == known[-1] and claimed % 9 >= 3:
        found.add(FACES[claimed - 3])
    return found


def _check_bound(state: State, player: Player, tile: Tile) -> None:
    """Who looks at hands, or has declared 立直, discards what he draws."""
    if not state.has_drawn or state.drawn in (None, tile):
        return
    if player.looking:
        raise _Refused("TW-P-24", "眼牌者應打出摸入之牌", Foul.LOOKING)
    if player.ready is ReadyKind.RIICHI:
        raise _Refused("WU16-12", "立直後應摸何張打何張", Foul.BARRED)


def _check_ready_discard(state: State, event: Discard, notes: _Notes) -> None:
    """TW-32 地聽 with the first discard, WU16-12 立直 with any; nothing else (TW-P-20)."""
    seat, rules = event.seat, state.rules
    player = state.players[seat]
    rule = "WU16-12" if rules.riichi else "TW-32"
    if not rules.riichi and not rules.declare:
        raise _Refused(_rule(state, "ready"), "此玩法不宣告聽牌")
    if player.ready is not None:
        raise _Refused(rule, "已宣告聽牌")
    if rules.declare:
        if player.river:
            raise _Refused(rule, "地聽應於打出第一張牌時宣告")
        if any(item.open for item in player.sets):
            raise _Refused(rule, "地聽須門清")
    rest = player.known
    if event.tile in rest:
        rest = without(rest, (event.tile,))
    elif not player.hidden:  # pragma: no cover - `_holds` was asked
        raise AssertionError
    waits = waits_of(state, rest, player.sets, player.hidden)
    if waits is None:
        notes.unknown.append("手牌未見, 不能判斷是否聽牌")
    elif not waits:
        raise _Refused(rule, "未聽牌不得宣告聽牌")


def _do_discard(state: State, event: Discard) -> State:
    seat, tile = event.seat, event.tile
    drawn, mixed = state.drawn, state.mixed
    state = _closed(state, seat)
    if tile is None:
        state = _forget(state, seat) if state.players[seat].known else state
        state = _with(state, seat, hidden=state.players[seat].hidden - 1)
    else:
        state = _lose(state, seat, (tile,))
    player = state.players[seat]
    waits = waits_of(state, player.known, player.sets, player.hidden)
    changes: dict[str, Any] = {"river": (*player.river, tile), "seen": ()}
    if state.rules.passing is Passing.UNTIL_DISCARD:
        # Who could have won by his draw and discards has passed: what he throws completes his hand.
        passed = bool(waits) and tile in (waits or ())
        changes["passed"] = passed
        bound = player.ready is not None or player.looking
        changes["ever_passed"] = bound and (player.ever_passed or passed)
    else:
        changes["passed"] = False
    if player.ready in _TAIWAN_READY and (mixed or (drawn is not None and tile is not drawn)):
        changes["ready"] = None
    state = _with(state, seat, **changes)
    if event.ready:
        kind = ReadyKind.RIICHI if state.rules.riichi else ReadyKind.DITING
        state = _declare(state, seat, kind)
    if tile is not None:
        for other in _others(seat):
            state = _with(state, other, seen=(*state.players[other].seen, tile))
    return replace(
        state, phase=Phase.OFFER, offer=Offer(tile, seat, How.DISCARD), fallback=None,
        drawn=None, has_drawn=False, mixed=False, kongs=0, backs=0, eighth=False,
    )  # fmt: skip


def _declare(state: State, seat: Seat, kind: ReadyKind) -> State:
    a, b, c, d = (len(player.river) for player in state.players)
    draws = state.players[seat].draws
    return _with(
        state, seat, ready=kind, ready_at=(a, b, c, d), ready_draws=draws, ever_passed=False
    )


# --- who may claim


def _offer(state: State) -> Offer:
    if state.offer is None:
        raise _Refused(LOG, "沒有可吃碰胡的牌")
    return state.offer


def _check_claim(state: State, seat: Seat, tile: Tile, claim: Claim) -> None:
    """What chow, pung and kong from a discard share, priority left out (TW-P-23, TW-P-34)."""
    rules = state.rules
    offer = _offer(state)
    player = state.players[seat]
    topic = _rule(state, claim.value)
    if offer.how is not How.DISCARD or state.phase is not Phase.OFFER:
        raise _Refused(topic, "只可吃碰他人打出之牌", Foul.DEAD_HAND)
    if seat == offer.seat:
        raise _Refused(topic, "不得吃碰自己打出之牌", Foul.DEAD_HAND)
    if offer.tile not in (None, tile):
        raise _Refused(*_missed(state, seat, tile, claim))
    if player.status is Status.DEAD:
        raise _Refused(_rule(state, "dead"), "相公不得吃碰槓", Foul.DEAD_HAND)
    if state.drawable <= rules.closed_last:
        raise _Refused(_rule(state, "last"), f"末{rules.closed_last}張內不得吃碰槓", Foul.DEAD_HAND)
    if player.looking:
        raise _Refused("TW-P-24", "眼牌者不得吃碰槓", Foul.LOOKING)
    if player.ready is ReadyKind.RIICHI:
        raise _Refused("WU16-12", "立直後不得吃碰槓", Foul.BARRED)


def _missed(state: State, seat: Seat, tile: Tile, claim: Claim) -> tuple[str, str, Foul | None]:
    """Why a tile that is not the offered one cannot be claimed (TW-P-43, TW-P-44, TW-P-45)."""
    gone = state.gone
    if gone is None or gone.tile is not tile or gone.seat == seat:
        return LOG, f"桌上所打之牌不是{tile.chinese}", None
    if claim is Claim.WIN:
        line = _line(state, "TW-P-44", "priority")
        return line, f"{tile.chinese}之後已進牌並打牌, 胡銃優先權已失", Foul.LOST_WIN
    line = _line(state, "TW-P-43", "priority")
    return line, f"{tile.chinese}之後已進牌並打牌, 優先權已失", Foul.LOST_PUNG


def _check_own_fault(state: State, seat: Seat, tiles: Tiles) -> None:
    """TW-P-35: tiles exposed by own fault may not be used."""
    if state.rules.own_fault:
        for tile in tiles:
            if tile in state.players[seat].exposed:
                raise _Refused("TW-P-35", f"{tile.chinese}已自行外露, 不得吃碰槓胡", Foul.DEAD_HAND)


def _check_chow(state: State, event: Chow, notes: _Notes) -> None:
    _check_chow_claim(state, event, notes)
    _check_priority(state, event.seat, Claim.CHOW)


def _check_chow_claim(state: State, event: Chow, notes: _Notes) -> None:
    """吃: TW-P-14, TW-P-33, HK-P-05, WU16-04, PONG-01."""
    seat, tile, rules = event.seat, event.tile, state.rules
    rule = _rule(state, "chow")
    if not rules.chow:
        raise _Refused(rule, "只可碰牌, 不准上牌", Foul.BARRED)
    _check_claim(state, seat, tile, Claim.CHOW)
    if seat != (_offer(state).seat + 1) % 4:
        raise _Refused(rule, "只可吃上家之牌", Foul.DEAD_HAND)
    using = _using(state, seat, event.using, 2, Foul.DEAD_HAND, rule)
    if not _may_be_chow((tile, *using), state.jokers):
        raise _Refused(rule, f"{format_chinese((tile, *using))}不成順子", Foul.DEAD_HAND)
    _check_own_fault(state, seat, using)
    river = state.players[seat].river
    last = river[-1] if river else None
    if rules.linked != "no" and last in _linked(rules, tile, (tile, *using)):
        reason = f"同巡打出同(絡)牌後不得吃入{tile.chinese}"
        raise _Refused("TW-P-33", reason, Foul.DEAD_HAND)


def _using(state: State, seat: Seat, using: Seen, number: int, foul: Foul, rule: str) -> Tiles:
    tiles = tuple(tile for tile in using if tile is not None)
    if len(tiles) != number or len(using) != number:
        raise _Refused(rule, f"應亮出手中{number}張牌", foul)
    if not _holds(state, seat, tiles):
        raise _Refused(rule, f"{seat_name(state, seat)}手中沒有{format_chinese(tiles)}", foul)
    return tiles


def _may_be_chow(tiles: Tiles, jokers: frozenset[Tile]) -> bool:
    """Whether the tiles are a chow, with jokers for any of them."""
    real = sorted(tile for tile in tiles if tile not in jokers)
    if not real:
        return True
    return (
        real[-1] < Tile.E
        and real[0] // 9 == real[-1] // 9
        and real[-1] - real[0] <= 2
        and len(set(real)) == len(real)
    )


def _may_be_pung(tiles: Iterable[Tile], jokers: frozenset[Tile]) -> bool:
    """Whether the tiles are equal, with jokers for any of them."""
    real = {tile for tile in tiles if tile not in jokers}
    return len(real) <= 1 and all(tile <= Tile.P for tile in real)


def _check_pung(state: State, event: Pung, notes: _Notes) -> None:
    _check_pung_claim(state, event, notes)
    _check_priority(state, event.seat, Claim.PUNG, event.using)


def _check_pung_claim(state: State, event: Pung, notes: _Notes) -> None:
    """碰: TW-P-15, TW-P-41, WU16-04, PONG-06."""
    seat, tile = event.seat, event.tile
    rule = _rule(state, "pung")
    _check_claim(state, seat, tile, Claim.PUNG)
    using = _using(state, seat, event.using or (tile, tile), 2, Foul.WRONG_PUNG, rule)
    if not _may_be_pung((tile, *using), state.jokers):
        raise _Refused(rule, f"{format_chinese((tile, *using))}不成刻子", Foul.WRONG_PUNG)
    _check_own_fault(state, seat, using)
    if not state.rules.repeat_pung and tile in state.players[seat].seen[:-1]:
        raise _Refused(rule, f"同巡內第二張{tile.chinese}不得碰", Foul.DEAD_HAND)


def _check_kong(state: State, event: Kong, notes: _Notes) -> None:
    _check_kong_claim(state, event, notes)
    _check_priority(state, event.seat, Claim.KONG)


def _check_kong_claim(state: State, event: Kong, notes: _Notes) -> None:
    """碰槓: TW-P-18, TW-P-40, WU16-04."""
    seat, tile = event.seat, event.tile
    rule = _rule(state, "kong")
    _check_claim(state, seat, tile, Claim.KONG)
    if tile in state.jokers:
        raise _Refused("WU16-04", "不可以用百搭槓牌", Foul.BARRED)
    _using(state, seat, (tile, tile, tile), 3, Foul.WRONG_KONG, rule)
    _check_own_fault(state, seat, (tile,))


# --- priority


_CLAIM_NAMES: Final = {
    Claim.WIN: "胡",
    Claim.KONG: "槓",
    Claim.PUNG: "碰",
    Claim.CHOW: "吃",
    Claim.FLOWER: "搶花",
}
_RANK: Final = {Claim.FLOWER: 6, Claim.WIN: 5, Claim.KONG: 4, Claim.PUNG: 3, Claim.CHOW: 1}


def _rank(state: State, seat: Seat, claim: Claim, using: Seen = ()) -> int:
    """Strength of a claim. A pung with jokers is weaker than a real one (WU16-04, WU16-20)."""
    if claim is Claim.PUNG and state.jokers and state.offer is not None:
        tile = state.offer.tile
        real = tile is not None and tile not in state.jokers
        real = real and all(item is tile for item in using)
        if not using:
            player = state.players[seat]
            real = real and (player.hidden > 0 or player.known.count(tile) >= 2)
        return 3 if real else 2
    return _RANK[claim]


def _check_priority(state: State, seat: Seat, claim: Claim, using: Seen = ()) -> None:
    """TW-P-15, TW-P-21, TW-P-43, HK-P-04, WU16-20: the strongest call, then the nearest wins."""
    own = _rank(state, seat, claim, using)
    origin = _offer(state).seat
    for caller, called in state.calls:
        if caller == seat:
            continue
        other = _rank(state, caller, called)
        nearer = (caller - origin) % 4 < (seat - origin) % 4
        name = f"{seat_name(state, caller)}已叫{_CLAIM_NAMES[called]}"
        if called is claim is Claim.WIN:
            if nearer and not state.rules.all_winners:
                raise _Refused(_rule(state, "nearest"), f"{name}, 順序較近者優先(攔胡)")
        elif other > own or (other == own and nearer):
            foul = Foul.LOST_PUNG if claim in (Claim.PUNG, Claim.KONG) else None
            raise _Refused(_rule(state, "priority"), f"{name}, 應讓先", foul)
    if state.every_answer:
        _check_answers(state)
        if (seat, claim) not in state.calls:
            raise _Refused(LOG, f"{seat_name(state, seat)}未叫{_CLAIM_NAMES[claim]}")


def claims(state: State, seat: Seat) -> tuple[Event, ...]:
    """What a seat could claim of the offer if nobody else did, as far as its tiles are known.

    The events carry the time of the state.
    """
    offer = state.offer
    player = state.players[seat]
    if offer is None or offer.tile is None or seat == offer.seat:
        return ()
    if offer.how is How.FLOWER:
        rob = RobFlower(seat, offer.tile, offer.seat, state.time)
        return (rob,) if _seven(state, seat) else ()
    found: list[Event] = []
    if _could_win(state, seat):
        found.append(Win(seat, offer.tile, time=state.time))
    if offer.how is not How.DISCARD or player.hidden:
        return tuple(found)
    candidates: list[Kong | Pung | Chow] = [Kong(seat, offer.tile, state.time)]
    candidates += [Pung(seat, offer.tile, pair, state.time) for pair in _pairs(state, seat)]
    candidates += [Chow(seat, offer.tile, pair, state.time) for pair in _ends(state, seat)]
    for event in candidates:
        try:
            _CLAIM_CHECKS[type(event)](state, event, _Notes())
        except _Refused:
            continue
        found.append(event)
    return tuple(found)


def _pairs(state: State, seat: Seat) -> list[Seen]:
    """Pairs of the hand that a pung of the offered tile could use; () for two equal tiles."""
    tile = _offer(state).tile
    known = state.players[seat].known
    pairs: list[Seen] = [()] if tile is not None and known.count(tile) >= 2 else []
    if state.jokers:
        faces = sorted(set(known))
        pairs += [
            (a, b)
            for i, a in enumerate(faces)
            for b in faces[i:]
            if (a is not b or known.count(a) > 1)
            and not a is b is tile
            and _may_be_pung((a, b, tile), state.jokers)  # type: ignore[arg-type]
        ]
    return pairs


def _ends(state: State, seat: Seat) -> list[Seen]:
    """Pairs of the hand that a chow of the offered tile could use."""
    tile = _offer(state).tile
    if tile is None or (tile >= Tile.E and not state.jokers):
        return []
    known = state.players[seat].known
    if state.jokers:
        faces = sorted(set(known))
    else:
        faces = sorted({item for item in known if -2 <= item - tile <= 2 and item is not tile})
    return [
        (a, b)
        for i, a in enumerate(faces)
        for b in faces[i:]
        if (a is not b or known.count(a) > 1) and _may_be_chow((a, b, tile), state.jokers)
    ]


# --- answers of a complete log


def must_answer(state: State) -> tuple[Seat, ...]:
    """In a complete log: who must call, pass or declare before anything else, in order."""
    if not state.every_answer:
        return ()
    if state.phase is Phase.FLOWERS:
        try:
            state = _settled(state)
        except _Refused:
            return ()
    answered = {*state.passes, *(seat for seat, _ in state.calls)}
    if state.offer is not None:
        seats = _others(state.offer.seat)
        return tuple(s for s in seats if s not in answered and claims(state, s))
    if not _may_declare(state):
        return ()
    return tuple(
        seat
        for seat in _others(state.deal.seat)
        if seat not in answered
        and state.players[seat].ready is None
        and _ready_as_dealt(state, seat)
    )


def _check_answers(state: State) -> None:
    if waiting := must_answer(state):
        raise _Refused(LOG, f"{seat_name(state, waiting[0])}尚未表示")


def _may_declare(state: State) -> bool:
    """Whether 天聽 can be declared: the flowers replaced, nobody has discarded or konged."""
    return (
        state.rules.declare
        and state.phase is Phase.TURN
        and state.begun is Begun.DEALT
        and not state.discards
        and not state.kongs
    )


def _ready_as_dealt(state: State, seat: Seat) -> bool:
    player = state.players[seat]
    if player.status is not Status.PLAYING:
        return False
    return bool(waits_of(state, player.known, player.sets, player.hidden))


def _check_declarations(state: State) -> None:
    """TW-P-08: nobody discards before the dealer has his last tile.

    A complete log says what the holder of seven flowers does with them (WU13-14) before he acts.
    """
    player = state.players[state.turn]
    seven = state.rules.flower_win == 7 and len(player.flowers) == 7
    if state.every_answer and seven and not player.big_flower:
        raise _Refused(LOG, "七隻花未表示食糊或叫大花糊")
    if state.late_tile and not state.rules.fines:
        raise _Refused("TW-P-08", "莊家未抓門牌", Foul.DEAD_HAND, state.deal.seat)


def _check_call(state: State, event: Call, notes: _Notes) -> None:
    seat, claim = event.seat, event.claim
    if state.phase is Phase.TURN and seat == state.turn and claim is Claim.WIN:
        if state.every_answer:
            raise _Refused(LOG, "完整紀錄中自摸不另叫")
        return
    offer = _offer(state)
    if seat == offer.seat:
        raise _Refused(LOG, "不得叫自己打出之牌")
    if seat in {caller for caller, _ in state.calls}:
        raise _Refused(LOG, "已叫過")
    _check_next_answer(state, seat)
    if offer.how is How.FLOWER or claim is Claim.FLOWER:
        if claim is not Claim.FLOWER or offer.how is not How.FLOWER or not _seven(state, seat):
            raise _Refused(_rule(state, "flower_win"), "不得搶花")
        return
    if claim is Claim.WIN:
        _check_claimed_win(state, seat, offer, (), notes)
        return
    kinds = {Kong: Claim.KONG, Pung: Claim.PUNG, Chow: Claim.CHOW}
    if state.players[seat].hidden or offer.tile is None:
        notes.unknown.append("手牌未見, 不能判斷可否")
        tile = offer.tile or Tile.E
        _check_claim(state, seat, tile, claim)
        if claim is Claim.CHOW and seat != (offer.seat + 1) % 4:
            raise _Refused(_rule(state, "chow"), "只可吃上家之牌", Foul.DEAD_HAND)
    elif claim not in {kinds.get(type(found)) for found in claims(state, seat)}:
        raise _Refused(_rule(state, claim.value), f"不能{_CLAIM_NAMES[claim]}", Foul.DEAD_HAND)


def _check_next_answer(state: State, seat: Seat) -> None:
    """A complete log has the answers nearest first, and only from who has something to answer."""
    if state.every_answer:
        waiting = must_answer(state)
        if not waiting or waiting[0] != seat:
            raise _Refused(LOG, f"未輪到{seat_name(state, seat)}表示")


def _do_call(state: State, event: Call) -> State:
    return replace(state, calls=(*state.calls, (event.seat, event.claim)))


def _check_pass(state: State, event: Pass, notes: _Notes) -> None:
    seat = event.seat
    if state.offer is None and not _may_declare(state):
        raise _Refused(LOG, "沒有可表示之事")
    if seat in state.passes or (state.offer is not None and seat == state.offer.seat):
        raise _Refused(LOG, f"{seat_name(state, seat)}無須表示")
    _check_next_answer(state, seat)
    if state.players[seat].looking and state.offer is not None and _could_win(state, seat):
        raise _Refused("TW-P-24", "眼牌者不得過水", Foul.LOOKING)


def _do_pass(state: State, event: Pass) -> State:
    return replace(state, passes=(*state.passes, event.seat))


def _check_withdraw(state: State, event: Withdraw, notes: _Notes) -> None:
    """TW-P-16 喊碰未碰: 1 台 to the discarder, unless he sits on the left; not once shown."""
    seat = event.seat
    called = next((claim for caller, claim in state.calls if caller == seat), None)
    if called is None:
        raise _Refused(LOG, "未曾叫過")
    if state.every_answer:
        raise _Refused(LOG, "完整紀錄中所叫即為定案")
    rule = _rule(state, "call")
    if seat in state.shown:
        raise _Refused(rule, "已亮出同牌之對牌, 必須履行")
    if called in (Claim.PUNG, Claim.KONG) and state.offer is not None:
        if state.rules.fines:
            notes.fine(rule, "叫碰不碰", Foul.SLIP, seat)
        elif state.offer.seat != (seat + 3) % 4:
            notes.fine(rule, "喊碰未碰, 罰付打牌者1台", Foul.PUNG_NOT_MADE, seat)


def _do_withdraw(state: State, event: Withdraw) -> State:
    calls = tuple(call for call in state.calls if call[0] != event.seat)
    return replace(state, calls=calls)


# --- claims made


def _late(state: State, event: Event) -> State | None:
    """The table to judge a late claim by: before the draw or claim that it undoes, if it may.

    TW-P-43: a pung or kong is too late once the drawn tile is mixed, or once who drew has called
    his self-draw. TW-P-44: a discard may be won until the next has discarded.

    Raises:
        _Refused: it is too late.
    """
    fallback = state.fallback
    if fallback is None or not isinstance(event, Pung | Kong | Chow | Win | Call):
        return None
    if event.seat == state.turn:
        return None
    wins = isinstance(event, Win) or (isinstance(event, Call) and event.claim is Claim.WIN)
    if (state.turn, Claim.WIN) in state.calls:
        foul = Foul.LOST_WIN if wins else Foul.LOST_PUNG
        line = _line(state, "TW-P-43", "priority")
        raise _Refused(line, "下家已先表示自摸, 優先權已失", foul)
    if not wins and (state.mixed or fallback.mixed):
        line = _line(state, "TW-P-43", "priority")
        raise _Refused(line, "下家摸牌已入手牌列, 摸牌優先", Foul.LOST_PUNG)
    return replace(fallback, mixed=False, reached=(*fallback.reached, *state.reached))


def _claimed(state: State, seat: Seat, kind: MeldKind, using: Tiles, begun: Begun) -> State:
    """A set is made of the offered tile."""
    before = state
    offer = _offer(state)
    state = _closed(state, seat)
    state = _lose(state, seat, using)
    tile = offer.tile if offer.tile is not None else using[0]
    if offer.tile is None:
        state = _locate(state, (tile,))
    made = OpenSet(kind, tuple(sorted((tile, *using))), offer.seat, tile)
    player = state.players[seat]
    ready = None if player.ready in _TAIWAN_READY else player.ready
    state = _with(state, seat, sets=(*player.sets, made), ready=ready)
    return replace(
        state, phase=Phase.TURN, turn=seat, begun=begun, drawn=None, has_drawn=False, mixed=False,
        mixed_kong=False, backs=0, kongs=0, kong_giver=None, eighth=False,
        fallback=_undo(before), gone=before.offer,
    )  # fmt: skip


def _do_chow(state: State, event: Chow) -> State:
    using = tuple(tile for tile in event.using if tile is not None)
    return _claimed(state, event.seat, MeldKind.CHOW, using, Begun.CHOW)


def _do_pung(state: State, event: Pung) -> State:
    tile = event.tile
    using = tuple(item for item in event.using if item is not None) or (tile, tile)
    return _claimed(state, event.seat, MeldKind.PUNG, using, Begun.PUNG)


def _do_kong(state: State, event: Kong) -> State:
    tile = event.tile
    giver = _offer(state).seat
    state = _claimed(state, event.seat, MeldKind.KONG, (tile, tile, tile), Begun.KONG)
    return replace(state, phase=Phase.REPLACE, owed=1, kongs=1, kong_giver=giver)


# --- kongs in the own turn


def _check_own_kong(state: State, seat: Seat, topic: str) -> None:
    """What kongs of the own turn have in common (TW-P-28, TW-P-24, WU16-12)."""
    player = state.players[seat]
    rule = _rule(state, topic)
    if state.phase is not Phase.TURN or seat != state.turn:
        raise _Refused(rule, "未輪到, 不得開槓", Foul.DEAD_HAND)
    if state.begun is Begun.ROBBED or state.dry:
        raise _Refused(rule, "此時不得開槓")
    _check_answers(state)
    _check_declarations(state)
    if not state.rules.kong_after_claim and state.begun in (Begun.CHOW, Begun.PUNG):
        raise _Refused("TW-P-28", "吃牌或碰牌之後不得接著開槓", Foul.DEAD_HAND)
    if not state.drawable:
        raise _Refused(rule, "已無牌可補, 不得開槓", Foul.DEAD_HAND)
    if player.looking:
        raise _Refused("TW-P-24", "眼牌者不得開槓", Foul.LOOKING)
    if player.ready is ReadyKind.RIICHI:
        raise _Refused("WU16-12", "立直後不得開槓", Foul.BARRED)
    if player.status is Status.PLAYING and (held := _flowers_held(state, seat)):
        raise _Refused(_rule(state, "flower"), f"{held[0].chinese}未補", Foul.DEAD_HAND)


def _check_concealed_kong(state: State, event: ConcealedKong, notes: _Notes) -> None:
    """暗槓: TW-P-17, TW-P-30, TW-P-38, WU16-04."""
    seat, tile = event.seat, event.tile
    _check_own_kong(state, seat, "concealed_kong")
    if not state.rules.given_kong_wins and state.begun is Begun.KONG:
        raise _Refused("TW-P-30", "碰槓補牌之後不得接著暗槓", Foul.DEAD_HAND)
    if tile is None:
        if state.players[seat].hidden < 4 and not _fours(state, seat):
            raise _Refused(
                _rule(state, "concealed_kong"), "手中沒有四張相同之牌", Foul.WRONG_CONCEALED_KONG
            )
        notes.unknown.append("暗槓之牌未見")
        return
    if tile in state.jokers:
        raise _Refused("WU16-04", "不可以用百搭槓牌", Foul.BARRED)
    if tile > Tile.P or not _holds(state, seat, (tile,) * 4):
        rule = _rule(state, "concealed_kong")
        raise _Refused(rule, f"手中沒有四張{tile.chinese}", Foul.WRONG_CONCEALED_KONG)


def _fours(state: State, seat: Seat) -> list[Tile]:
    """Tiles of which the seat may hold four."""
    player = state.players[seat]
    faces = set(player.known) if not player.hidden else set(FACES[:_KINDS])
    return [
        tile for tile in sorted(faces)
        if tile not in state.jokers and tile <= Tile.P and _holds(state, seat, (tile,) * 4)
    ]  # fmt: skip


def _do_concealed_kong(state: State, event: ConcealedKong) -> State:
    """Four tiles lie face down; 十三么 may rob them where the rules say so (WU13-15)."""
    seat, tile = event.seat, event.tile
    state = _closed(state, seat)
    if tile is None:
        tiles: Seen = (None,) * 4
        state = _forget(state, seat) if state.players[seat].known else state
        state = _with(state, seat, hidden=state.players[seat].hidden - 4)
    else:
        tiles = (tile,) * 4
        state = _lose(state, seat, (tile,) * 4)
    player = state.players[seat]
    made = OpenSet(MeldKind.CONCEALED_KONG, tiles)
    # 天聽 stays for the first draw (TW-34); later a kong changes the hand that was declared.
    first = player.draws <= 1 and not player.river
    ready = None if player.ready in _TAIWAN_READY and not first else player.ready
    state = _with(state, seat, sets=(*player.sets, made), ready=ready)
    offer = None
    if state.rules.orphans_rob_concealed and tile is not None:
        offer = Offer(tile, seat, How.CONCEALED_KONG)
    return replace(
        state, phase=Phase.REPLACE, owed=1, kongs=state.kongs + 1, offer=offer, fallback=None,
        mixed_kong=state.mixed_kong or state.mixed, drawn=None, has_drawn=False,
    )  # fmt: skip


def _check_added_kong(state: State, event: AddedKong, notes: _Notes) -> None:
    """加槓: TW-P-18, TW-P-39, TW-P-35, WU16-04."""
    seat, tile = event.seat, event.tile
    player = state.players[seat]
    if player.status is Status.DEAD:
        raise _Refused(_rule(state, "dead"), "相公只得暗槓", Foul.DEAD_HAND)
    _check_own_kong(state, seat, "kong")
    rule = _rule(state, "kong")
    if tile in state.jokers:
        raise _Refused("WU16-04", "不可以用百搭槓牌", Foul.BARRED)
    if not any(_is_pung_of(item, tile) for item in player.sets):
        raise _Refused(rule, f"門前沒有{tile.chinese}明坎", Foul.WRONG_ADDED_KONG)
    if not _holds(state, seat, (tile,)):
        raise _Refused(rule, f"手中沒有{tile.chinese}", Foul.WRONG_ADDED_KONG)
    _check_own_fault(state, seat, (tile,))


def _is_pung_of(item: OpenSet, tile: Tile) -> bool:
    return item.kind is MeldKind.PUNG and item.tiles == (tile,) * 3


def _do_added_kong(state: State, event: AddedKong) -> State:
    """A pung becomes a kong, which may be robbed; it lifts 過水 (TW-P-13)."""
    seat, tile = event.seat, event.tile
    state = _closed(state, seat)
    prize = state.has_drawn and state.drawn in (None, tile)
    state = _lose(state, seat, (tile,))
    player = state.players[seat]
    changes: dict[str, Any] = {}
    if state.rules.passing is Passing.UNTIL_DISCARD:
        # TW-P-13: adding a tile that does not win lifts 過水, its replacement may win.
        waits = waits_of(state, player.known, player.sets, player.hidden)
        changes["passed"] = tile in (waits or ())
    changes["sets"] = tuple(
        OpenSet(MeldKind.KONG, (tile,) * 4, item.source, item.claimed, True, prize)
        if _is_pung_of(item, tile)
        else item
        for item in player.sets
    )
    state = _with(state, seat, **changes)
    offer = Offer(tile, seat, How.ADDED_KONG) if state.rules.rob_kong else None
    return replace(
        state, phase=Phase.REPLACE, owed=1, kongs=state.kongs + 1, offer=offer, fallback=None,
        drawn=None, has_drawn=False,
    )  # fmt: skip


def _check_joker_swap(state: State, event: JokerSwap, notes: _Notes) -> None:
    """WU16-04 飛上: a real tile takes a joker's place in an own open set."""
    seat, tile, joker = event.seat, event.tile, event.joker
    if state.phase is not Phase.TURN or seat != state.turn:
        raise _Refused("WU16-04", "未輪到, 不得換百搭")
    _check_answers(state)
    if joker not in state.jokers or tile in state.jokers:
        raise _Refused("WU16-04", "飛上須以實牌換百搭")
    if not _holds(state, seat, (tile,)):
        raise _Refused(LOG, f"{seat_name(state, seat)}手中沒有{tile.chinese}")
    if _swapped(state, event) is None:
        raise _Refused("WU16-04", f"門前沒有可用{tile.chinese}換的{joker.chinese}百搭")


def _swapped(state: State, event: JokerSwap) -> tuple[int, OpenSet] | None:
    """Which own set changes and how."""
    for number, item in enumerate(state.players[event.seat].sets):
        tiles = tuple(tile for tile in item.tiles if tile is not None)
        if item.kind in (MeldKind.CHOW, MeldKind.PUNG) and event.joker in tiles:
            after = tuple(sorted((*without(tiles, (event.joker,)), event.tile)))
            fits = _may_be_chow if item.kind is MeldKind.CHOW else _may_be_pung
            if fits(after, state.jokers):
                return number, replace(item, tiles=after)
    return None


def _do_joker_swap(state: State, event: JokerSwap) -> State:
    seat = event.seat
    found = _swapped(state, event)
    state = _closed(state, seat)
    state = _lose(state, seat, (event.tile,))
    player = state.players[seat]
    sets = list(player.sets)
    if found is None:
        raise AssertionError("the check has found one")
    sets[found[0]] = found[1]
    known = tuple(sorted((*player.known, event.joker)))
    state = _with(state, seat, sets=tuple(sets), known=known)
    drawn = event.joker if state.drawn is event.tile else state.drawn
    return replace(state, offer=Offer(event.tile, seat, How.SWAP), fallback=None, drawn=drawn)


# --- declarations


def _check_ready(state: State, event: Ready, notes: _Notes) -> None:
    """TW-31 天聽: another than the dealer, after the flowers, before anybody discards."""
    seat = event.seat
    if not _may_declare(state) or seat == state.deal.seat:
        raise _Refused(_line(state, "TW-31", "ready"), "天聽應由閒家於配牌補花後即宣告")
    if state.players[seat].ready is not None:
        raise _Refused("TW-31", "已宣告聽牌")
    _check_next_answer(state, seat)
    player = state.players[seat]
    waits = waits_of(state, player.known, player.sets, player.hidden)
    if waits is None:
        notes.unknown.append("手牌未見, 不能判斷是否聽牌")
    elif not waits:
        raise _Refused("TW-31", "未聽牌不得宣告聽牌")


def _do_ready(state: State, event: Ready) -> State:
    return _declare(state, event.seat, ReadyKind.TIANTING)


def _check_big_flower(state: State, event: BigFlower, notes: _Notes) -> None:
    """WU13-14 大花糊: seven flowers, declined for the eighth."""
    player = state.players[event.seat]
    if state.rules.flower_win != 7 or len(player.flowers) != 7 or player.big_flower:
        raise _Refused(_rule(state, "flower_win"), "有七隻花方可叫大花糊")
    if state.every_answer and (state.phase is not Phase.TURN or event.seat != state.turn):
        raise _Refused(LOG, "完整紀錄中大花糊於本身打牌前聲明")


def _do_big_flower(state: State, event: BigFlower) -> State:
    return _with(state, event.seat, big_flower=True)


# --- wins


def _check_win(state: State, event: Win, notes: _Notes) -> None:
    seat = event.seat
    if event.flowers:
        _check_answers(state)
        _check_flower_win(state, event, notes)
        return
    own = seat == state.turn and state.phase in (Phase.TURN, Phase.REPLACE)
    if own and state.begun is not Begun.ROBBED:
        _check_own_win(state, event, notes)
        return
    if state.begun is Begun.ROBBED and state.offer is None:
        line = _line(state, "TW-P-31", "win")
        raise _Refused(line, "搶花後只可花胡", state.rules.false_win)
    offer = _offer(state)
    if event.tile is not None and offer.tile is not None and event.tile is not offer.tile:
        raise _Refused(*_missed(state, seat, event.tile, Claim.WIN))
    if offer.tile is None:
        notes.unknown.append("所胡之牌未見")
    _check_claimed_win(state, seat, offer, event.hand, notes)
    _check_priority(state, seat, Claim.WIN)


def _check_status(state: State, seat: Seat) -> None:
    """No win for 相公 (TW-P-23, WU16-07, WU13-13), nor for who passed while looking (TW-P-24)."""
    player = state.players[seat]
    if player.status is not Status.PLAYING:
        raise _Refused(_rule(state, "dead"), "相公不得胡牌", Foul.FALSE_WIN)
    if player.looking and player.ever_passed:
        raise _Refused("TW-P-24", "眼牌者曾經過水, 應判包賠", Foul.PAYS_ALL)


def _check_own_win(state: State, event: Win, notes: _Notes) -> None:
    """自摸: TW-23, TW-P-11, TW-P-12, TW-P-29, TW-P-31, TW-P-32."""
    seat, rules = event.seat, state.rules
    player = state.players[seat]
    false = rules.false_win
    _check_status(state, seat)
    if state.phase is Phase.REPLACE:
        raise _Refused(_rule(state, "win"), "尚未補牌, 手牌不足", false)
    if state.begun in (Begun.CHOW, Begun.PUNG):
        raise _Refused(_line(state, "TW-P-31", "win"), "進牌非始於摸牌, 不得自摸", false)
    if state.begun is Begun.KONG and not rules.given_kong_wins:
        raise _Refused("TW-P-29", "碰槓之補牌不得自摸胡牌", false)
    if state.late_tile or state.dry:
        raise _Refused(_rule(state, "win"), "手牌張數不足", false)
    if player.passed and (rules.passing is Passing.UNTIL_DISCARD):
        raise _Refused(_rule(state, "passing"), "過水未解除, 不得胡牌", false)
    _check_answers(state)
    dealt = state.begun is Begun.DEALT and not state.kongs
    if not dealt and event.tile is not None and state.drawn not in (None, event.tile):
        raise _Refused(LOG, f"所摸之牌不是{event.tile.chinese}")
    if dealt and event.tile is not None:
        raise _Refused(LOG, "配牌成胡沒有所胡之牌")
    tile = event.tile if event.tile is not None else state.drawn
    if not dealt and tile is None:
        notes.unknown.append("所胡之牌未見")
    complete = _complete(state, seat, tile, How.DRAW, event.hand)
    if complete is None:
        notes.unknown.append("手牌未見, 不能判斷是否成胡")
    elif not complete:
        raise _Refused(_rule(state, "win"), "未成胡", false)
    if state.mixed_kong and not rules.mixed_kong_wins:
        _check_mixed_kong(state, seat, tile)


def _check_mixed_kong(state: State, seat: Seat, tile: Tile | None) -> None:
    """TW-P-32: after mixing and a concealed kong no tile of this round may be among the waits."""
    player = state.players[seat]
    if tile is None or tile not in player.known:
        return
    waits = waits_of(state, without(player.known, (tile,)), player.sets, player.hidden) or ()
    for seen in player.seen:
        if seen in waits:
            raise _Refused(
                "TW-P-32", f"靠張後暗槓, 可胡之牌{seen.chinese}同巡已打過, 自摸無效",
                state.rules.false_win,
            )  # fmt: skip


def _check_claimed_win(state: State, seat: Seat, offer: Offer, shown: Tiles, notes: _Notes) -> None:
    """A win on a discard or a robbed tile, priority left out (TW-P-11, TW-P-12, TW-P-44)."""
    rules = state.rules
    false = rules.false_win
    player = state.players[seat]
    if seat == offer.seat:
        raise _Refused(_rule(state, "win"), "不得胡自己打出之牌", false)
    _check_status(state, seat)
    if offer.how is How.DISCARD and not rules.discard_win:
        raise _Refused(_rule(state, "win"), "只可自摸, 不可胡別人打出之牌", false)
    if offer.how is How.FLOWER:
        raise _Refused(_rule(state, "flower_win"), "此花只可搶花", false)
    if seat in state.reached:
        raise _Refused(
            _line(state, "TW-P-44", "priority"), "已伸手摸牌, 視為過水不胡", Foul.LOST_WIN
        )
    if player.passed:
        raise _Refused(_rule(state, "passing"), "過水未解除, 不得胡牌", false)
    if offer.tile is None:
        notes.unknown.append("所胡之牌未見")
        return
    complete = _complete(state, seat, offer.tile, offer.how, shown)
    if complete is None:
        notes.unknown.append("手牌未見, 不能判斷是否成胡")
    elif not complete:
        raise _Refused(_rule(state, "win"), f"{offer.tile.chinese}未成胡", false)
    if rules.own_fault and player.exposed:
        _check_exposed_win(state, seat, offer.tile)


def _complete(state: State, seat: Seat, tile: Tile | None, how: How, shown: Tiles) -> bool | None:
    """Whether a seat's hand wins with the tile; None if that cannot be known.

    `shown` are concealed tiles as laid open, for a hand that was hidden.
    """
    player = state.players[seat]
    drawn = how is How.DRAW
    if player.hidden:
        if not shown:
            return None
        state = _laid_open(state, seat, shown)
        player = state.players[seat]
    if any(None in item.tiles for item in player.sets):
        return None
    if player.known and player.known[-1] > Tile.P and not state.jokers:
        return False
    known = player.known
    if drawn and tile is not None:
        if tile not in known:
            return False
        known = without(known, (tile,))
    if state.jokers:
        tiles = known if tile is None else (*known, tile)
        if not jokers_complete(tiles, state.jokers):
            return False
        if isinstance(state.rules.judge, ShapeJudge):
            return True
    elif tile is not None and tile not in (waits_of(state, known, player.sets) or ()):
        return False
    if how is How.CONCEALED_KONG and player.sets:
        return False
    try:
        hand = hand_of(state, seat, tile, drawn=drawn)
        return state.rules.judge.wins(hand, circumstances(state, seat, how))
    except RuleError:
        return False


def _laid_open(state: State, seat: Seat, shown: Tiles) -> State:
    """A hidden hand is shown.

    Raises:
        _Refused: other tiles, or another number, than it can be.
    """
    player = state.players[seat]
    if len(shown) != len(player.known) + player.hidden:
        raise _Refused(LOG, f"亮出{len(shown)}張, 手中應有{len(player.known) + player.hidden}張")
    state = _lose(state, seat, shown)
    return _with(state, seat, known=tuple(sorted(shown)), hidden=0)


def _check_exposed_win(state: State, seat: Seat, tile: Tile) -> None:
    """TW-P-35: a discard may not complete a set or pair of tiles exposed by own fault."""
    player = state.players[seat]
    if player.hidden:
        return
    counts = sum(UNIT[item] for item in player.known) + UNIT[tile]
    for reading in readings(counts, tile, False):
        code = reading.win_set
        if code == PAIR:
            used = [tile]
        else:
            used = [FACES[code - PUNG]] * 2 if code >= PUNG else list(FACES[code : code + 3])
            used.remove(tile)
        if not any(item in player.exposed for item in used):
            return
    raise _Refused("TW-P-35", "所胡之搭子已自行外露", state.rules.false_win)


def _check_flower_win(state: State, event: Win, notes: _Notes) -> None:
    """花胡: TW-27, TW-28, TW-29, TW-30a, TW-30b, TW-30c, WU13-14."""
    seat, rules = event.seat, state.rules
    player = state.players[seat]
    rule = _rule(state, "flower_win")
    false = rules.false_win
    _check_status(state, seat)
    if event.tile is not None:
        raise _Refused(LOG, "花胡不指所胡之牌")
    if not rules.flower_win:
        raise _Refused(rule, "此玩法沒有花胡", false)
    need = 8 if player.big_flower else rules.flower_win
    robbed = state.robbed is not None and seat == state.turn and state.begun is Begun.ROBBED
    if not robbed and len(player.flowers) < need:
        raise _Refused(rule, f"花牌未齊{need}張", false)
    if seat != state.turn or state.phase not in (Phase.TURN, Phase.REPLACE):
        raise _Refused(rule, "未輪到, 不得花胡", false)
    if rules.flower_win_replaced and (state.phase is Phase.REPLACE or state.dry):
        raise _Refused(rule, "花胡應先補牌(手牌足張), 此胡無效, 牌局復原")
    first = player.draws == (seat != state.deal.seat) and not player.river
    by_draw = state.begun in (Begun.DRAWN, Begun.DEALT)
    dealt = first and by_draw and player.dealt_flowers >= need
    if not robbed and not state.eighth and not dealt:
        raise _Refused(rule, "花胡僅得於花牌齊集當時為之", false)


def _do_win(state: State, event: Win) -> State:
    seat = event.seat
    offer = state.offer
    if event.flowers:
        how, tile = How.DRAW, state.drawn
    elif offer is not None and seat != offer.seat:
        how = offer.how
        tile = offer.tile if offer.tile is not None else event.tile
    else:
        how, tile = How.DRAW, event.tile if event.tile is not None else state.drawn
    if event.hand and state.players[seat].hidden:
        state = _laid_open(state, seat, event.hand)
    complete = True
    if event.flowers:
        whole = state.phase is Phase.TURN and not state.dry
        complete = whole and bool(_complete(state, seat, tile, How.DRAW, ()))
    won = Won(seat, tile, how, event.flowers, complete)
    wins = (*state.wins, won) if state.rules.all_winners else (won,)
    return replace(state, phase=Phase.OVER, wins=wins, fallback=None)


def _more_winners(state: State, event: Event) -> bool:
    """After a win another may have the right to the tile: nearer (TW-P-21), or all (WU13-15)."""
    if not isinstance(event, Win) or not state.wins or event.flowers:
        return False
    first = state.wins[-1]
    if first.how is How.DRAW or first.flowers or state.offer is None:
        return False
    if any(won.seat == event.seat for won in state.wins):
        return False
    origin = state.offer.seat
    nearer = (event.seat - origin) % 4 < (first.seat - origin) % 4
    if state.rules.all_winners:
        return not nearer or not state.every_answer
    if not nearer:
        raise _Refused(_rule(state, "nearest"), "順序較近者已胡(攔胡)")
    return not state.every_answer


# --- robbing a flower


def _check_rob_flower(state: State, event: RobFlower, notes: _Notes) -> None:
    """七搶一: TW-28, TW-30a to TW-30c, WU13-14."""
    seat, rules = event.seat, state.rules
    rule = "TW-30c" if state.late_flower == (event.source, event.tile) else "TW-30a"
    if not rules.rule["flower_win"].startswith("TW"):
        rule = _rule(state, "flower_win")
    if event.tile < Tile.F1 or not rules.rob_flower or not _seven(state, seat):
        raise _Refused(rule, "未持七花, 不得搶花", Foul.DEAD_HAND)
    if state.every_answer and state.offer is not None:
        _check_priority(state, seat, Claim.FLOWER)
    if _robbed(state, event) is None:
        raise _Refused(rule, "此花此時不得搶", Foul.DEAD_HAND)


def _robbed(state: State, event: RobFlower) -> Robbed | None:
    """Which of the ways of 七搶一 it is (TW-28, TW-30b, TW-30c)."""
    seat, tile, source = event.seat, event.tile, event.source
    offer = state.offer
    lies = tile in state.players[source].flowers
    if source == seat:
        return None
    if offer is not None and offer.how is How.FLOWER and lies:
        # (1): the other has just laid it and not yet replaced it.
        return Robbed(source, tile, laid=False) if offer.seat == source else None
    own = seat == state.turn
    if own and state.phase is Phase.REPLACE and state.rules.rob_laid_flower:
        # (2): the own seventh has just been laid, the eighth lies elsewhere.
        return Robbed(source, tile, laid=True) if lies and not state.kongs else None
    player = state.players[seat]
    if own and state.phase is Phase.TURN and state.begun in (Begun.DRAWN, Begun.DEALT):
        first = player.draws == (seat != state.deal.seat) and not player.river
        if lies and first and player.dealt_flowers == 7 and state.rules.rob_laid_flower:
            return Robbed(source, tile, laid=False, dealt=True)
        if state.late_flower == (source, tile) and state.rules.rob_late_flower:
            return Robbed(source, tile, laid=False, late=True)
    return None


def _do_rob_flower(state: State, event: RobFlower) -> State:
    seat = event.seat
    robbed = _robbed(state, event)
    state = replace(state, offer=None, calls=(), passes=(), fallback=None, robbed=robbed)
    source = state.players[event.source]
    if event.tile in source.flowers:
        state = _with(state, event.source, flowers=without(source.flowers, (event.tile,)))
    else:
        state = _lose(state, event.source, (event.tile,))
    needs = robbed is not None and not robbed.dealt and state.rules.flower_win_replaced
    needs = needs and state.late_flower is None
    if needs:
        state = replace(state, phase=Phase.REPLACE, owed=1)
    else:
        state = replace(state, phase=Phase.TURN)
    if seat != state.turn:
        state = replace(state, drawn=None, has_drawn=False, backs=0, kongs=0, kong_giver=None)
    return replace(state, turn=seat, begun=Begun.ROBBED, late_flower=None, dry=False)


# --- the end


def _check_draw_game(state: State, event: DrawGame, notes: _Notes) -> None:
    """荒局: TW-P-22, TW-25, TW-25b, HK-09, WU13-18, PONG-08."""
    rule = _rule(state, "draw_game")
    drawn = state.drawn
    flower = state.has_drawn and drawn is not None and drawn > Tile.P and state.flowers_in_play
    if state.phase is Phase.TURN and (state.dry or (flower and not state.drawable)):
        if event.seat != state.turn:
            raise _Refused(LOG, f"應由{seat_name(state, state.turn)}宣告荒局")
        _check_answers(state)
        return
    if state.phase is not Phase.OFFER:
        raise _Refused(rule, "牌牆未盡, 不得荒局")
    following = (_offer(state).seat + 1) % 4
    if event.seat != following:
        raise _Refused(LOG, f"應由{seat_name(state, following)}宣告荒局")
    _check_no_calls(state)
    if state.drawable == 1 and state.rules.refuse_last:
        if state.players[following].looking:
            raise _Refused("TW-P-24", "眼牌者海底牌不得棄摸", Foul.LOOKING)
    elif state.drawable > 0:
        raise _Refused(rule, f"尚有{state.drawable}張可摸, 不得荒局")


def _do_draw_game(state: State, event: DrawGame) -> State:
    return replace(state, phase=Phase.OVER, offer=None)


def _check_ruling(state: State, event: Ruling, notes: _Notes) -> None:
    """A second 相公 pays for all (TW-P-36)."""
    player = state.players[event.seat]
    if player.status is Status.DEAD and event.status is Status.DEAD:
        notes.fine("TW-P-36", "相公二度違規, 應包賠", Foul.PAYS_ALL, event.seat)


def _do_ruling(state: State, event: Ruling) -> State:
    state = _with(state, event.seat, status=event.status)
    if event.ends:
        return replace(state, phase=Phase.OVER, offender=event.seat, offer=None)
    return state


def _showdown(state: State, event: Showdown) -> State:
    """What is laid open after the end must be what the log says."""
    if state.phase is not Phase.OVER or state.shown_down:
        raise _Refused(LOG, "未終局不得攤牌")
    if state.every_answer and event.seat != _declarer(state):
        raise _Refused(LOG, "攤牌之座位不對")
    won = {win.seat for win in state.wins}
    if state.rules.all_winners and state.every_answer:
        for seat, claim in state.calls:
            if claim is Claim.WIN and seat not in won:
                raise _Refused(LOG, f"{seat_name(state, seat)}已叫胡, 未胡")
    wall = state.deal.wall
    if wall is not None and event.wall:
        rest = wall[state.front : len(wall) - state.back]
        if rest != event.wall:
            raise _Refused(LOG, "牌牆餘牌不符")
    elif event.wall and len(event.wall) != state.left:
        raise _Refused(LOG, f"牌牆應餘{state.left}張")
    located = list(state.located)
    for seat in SEATS:
        player = state.players[seat]
        rest_known = list(player.known)
        fresh = 0
        for tile in event.hands[seat]:
            if tile is None:
                continue
            if tile in rest_known:
                rest_known.remove(tile)
                continue
            fresh += 1
            located[tile] += 1
            _not_too_many(tile, located[tile])
        if len(event.hands[seat]) != len(player.known) + player.hidden or fresh > player.hidden:
            raise _Refused(LOG, f"{seat_name(state, seat)}手牌不符", seat=seat)
    for tile in event.wall:
        if tile is not None:
            located[tile] += 1
            _not_too_many(tile, located[tile])
    return replace(state, shown_down=True)


def _declarer(state: State) -> Seat:
    """Who lays open first: the (first) winner, else who was to draw, else who dealt."""
    return state.wins[0].seat if state.wins else state.deal.seat


# --- acts


def _check_act(state: State, event: Act, notes: _Notes) -> None:
    seat, kind = event.seat, event.kind
    if kind is ActKind.MIX and (
        state.phase is not Phase.TURN or seat != state.turn or not state.has_drawn
    ):
        raise _Refused(LOG, "沒有摸入之牌可靠")
    if kind is ActKind.MIX and state.players[seat].looking:
        raise _Refused("TW-P-24", "眼牌者摸得之牌不得靠入手牌", Foul.LOOKING)
    if kind is ActKind.SHOW and seat not in {caller for caller, _ in state.calls}:
        raise _Refused(LOG, "未叫不必亮搭")
    if kind is ActKind.EXPOSE and not _holds(state, seat, event.tiles):
        raise _Refused(LOG, f"{seat_name(state, seat)}手中沒有{format_chinese(event.tiles)}")
    if kind is ActKind.LOOK:
        _check_look(state, seat, notes)


def _check_look(state: State, seat: Seat, notes: _Notes) -> None:
    """TW-P-24 眼牌: only when ready."""
    if not state.rules.looking:
        raise _Refused(_rule(state, "turn"), "此玩法不得眼牌", Foul.DEAD_HAND)
    player = state.players[seat]
    known = player.known
    if seat == state.turn and state.has_drawn and state.drawn in known:
        known = without(known, (state.drawn,))
    waits = waits_of(state, known, player.sets, player.hidden)
    if waits is None:
        notes.unknown.append("手牌未見, 不能判斷是否聽牌")
    elif not waits:
        raise _Refused("TW-P-24", "未聽牌而眼牌", Foul.LOOKING)


def _do_act(state: State, event: Act) -> State:
    seat, kind = event.seat, event.kind
    if kind is ActKind.REACH:
        return replace(state, reached=(*state.reached, seat))
    if kind is ActKind.MIX:
        state = replace(state, mixed=True)
        if state.players[seat].ready in _TAIWAN_READY:
            state = _with(state, seat, ready=None)
        return state
    if kind is ActKind.SHOW:
        return replace(state, shown=(*state.shown, seat))
    if kind is ActKind.LOOK:
        return _with(state, seat, looking=True, ever_passed=False)
    flower = next((tile for tile in event.tiles if tile > Tile.P), None)
    if flower is not None and state.flowers_in_play:
        state = replace(state, late_flower=(seat, flower))
    player = state.players[seat]
    fresh = [tile for tile in event.tiles if tile not in player.known]
    if fresh:
        state = _lose(state, seat, event.tiles)
        rest = state.players[seat]
        state = _with(state, seat, known=tuple(sorted((*rest.known, *event.tiles))))
    exposed = (*player.exposed, *event.tiles)
    return _with(state, seat, exposed=exposed)


_TAIWAN_READY: Final = (ReadyKind.TIANTING, ReadyKind.DITING)
_ENDS_FLOWERS: Final = (Discard, ConcealedKong, Win, Ready, Pass, JokerSwap, BigFlower)

_CLAIM_CHECKS: Final[dict[type[Event], Callable[[State, Any, _Notes], None]]] = {
    Chow: _check_chow_claim,
    Pung: _check_pung_claim,
    Kong: _check_kong_claim,
}


def _no_deal(state: State, event: Deal, notes: _Notes) -> None:
    raise _Refused(LOG, "已配過牌")


_HANDLERS: Final[
    dict[type[Any], tuple[Callable[[State, Any, _Notes], None], Callable[[State, Any], State]]]
] = {
    Deal: (_no_deal, lambda state, event: state),
    Flower: (_check_flower, _do_flower),
    Draw: (_check_draw, _do_draw),
    Discard: (_check_discard, _do_discard),
    Chow: (_check_chow, _do_chow),
    Pung: (_check_pung, _do_pung),
    Kong: (_check_kong, _do_kong),
    ConcealedKong: (_check_concealed_kong, _do_concealed_kong),
    AddedKong: (_check_added_kong, _do_added_kong),
    RobFlower: (_check_rob_flower, _do_rob_flower),
    JokerSwap: (_check_joker_swap, _do_joker_swap),
    Ready: (_check_ready, _do_ready),
    BigFlower: (_check_big_flower, _do_big_flower),
    Call: (_check_call, _do_call),
    Pass: (_check_pass, _do_pass),
    Withdraw: (_check_withdraw, _do_withdraw),
    Win: (_check_win, _do_win),
    DrawGame: (_check_draw_game, _do_draw_game),
    Act: (_check_act, _do_act),
    Ruling: (_check_ruling, _do_ruling),
}


# --- what is allowed


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
            state = _settled(state)
        late = _late(state, event)
        _HANDLERS[type(event)][0](late or state, event, _Notes())
    except _Refused:
        return False
    return True


def _candidates(state: State, seat: Seat) -> list[Event]:
    time = state.time
    player = state.players[seat]
    flowers = _flowers_held(state, seat)
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
    elif _may_declare(state) or state.phase is Phase.FLOWERS:
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
    return [RobFlower(seat, missing, source, state.time) for source in _others(seat)]


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
    found += [ConcealedKong(seat, tile, time) for tile in _fours(state, seat)]
    found += [AddedKong(seat, tile, time) for tile in tiles]
    for joker in sorted(state.jokers):
        if any(joker in item.tiles for item in player.sets):
            found += [JokerSwap(seat, tile, joker, time) for tile in tiles]
    dealt = state.phase is Phase.FLOWERS or (state.begun is Begun.DEALT and not state.kongs)
    found.append(Win(seat, None if dealt else state.drawn, time=time))
    if player.flowers:
        found.append(Win(seat, None, True, time=time))
    return found
