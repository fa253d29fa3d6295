"""What players do in turn: flowers, draws, discards, sets, kongs, calls, declarations and acts.

Part of `scoring.referee`, which explains the whole. Each event has a check, which refuses it, and a
`do_`, which gives the table after it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from scoring.events import (
    Act,
    ActKind,
    AddedKong,
    BigFlower,
    Call,
    Chow,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    End,
    Event,
    Flower,
    JokerSwap,
    Kong,
    Pass,
    Pung,
    Ready,
    Seen,
    Status,
    Tiles,
    Win,
    Withdraw,
)
from scoring.game import Seat
from scoring.hand import MeldKind, may_be_set
from scoring.playrules import Foul, Passing
from scoring.referee_base import (
    LOG,
    Notes,
    Refused,
    flowers_held,
    forget_hand,
    has_seven,
    line_for,
    line_or,
    locate,
    may_hold,
    others_of,
    take_from_hand,
    with_player,
)
from scoring.referee_claims import (
    CLAIM_NAMES,
    can_declare,
    check_answers,
    check_claim,
    check_claimed_win,
    check_no_calls,
    check_own_fault,
    claims,
    close_offer,
    could_win,
    linked_tiles,
    must_answer,
    offered,
)
from scoring.table import (
    Begun,
    How,
    Offer,
    OpenSet,
    Phase,
    Player,
    ReadyKind,
    State,
    seat_name,
    waits_of,
    without,
)
from scoring.tiles import FACES, Tile, format_chinese

_KINDS: Final = 34


def check_flower(state: State, event: Flower, notes: Notes) -> None:
    """補花 (TW-P-08): dealt flowers in their order, later only the one just drawn."""
    seat, tiles = event.seat, event.tiles
    rule = line_for(state, "flower")
    if not state.flowers_in_play or not tiles or any(tile < Tile.F1 for tile in tiles):
        raise Refused(rule, "只有花牌可補")
    if not may_hold(state, seat, tiles):
        raise Refused(LOG, f"{seat_name(state, seat)}手中沒有{format_chinese(tiles)}")
    if state.phase is Phase.FLOWERS:
        _check_dealt_flower(state, event, notes)
        return
    late = Foul.LATE_FLOWER if state.rules.fines else Foul.DEAD_HAND
    if state.phase is not Phase.TURN or seat != state.turn or not state.has_drawn:
        raise Refused(rule, "行牌中不得由手牌取出花牌補牌", late)
    if len(tiles) != 1 or state.drawn not in (None, tiles[0]) or state.mixed:
        raise Refused(rule, "只可補剛摸入、未併入手牌的花牌", late)


def _check_dealt_flower(state: State, event: Flower, notes: Notes) -> None:
    """TW-P-08: the dealer first, then each in turn, all flowers at once; then further passes."""
    seat, rules = event.seat, state.rules
    rule = line_for(state, "flower")
    if state.owed:
        raise Refused(rule, f"{seat_name(state, state.turn)}尚未補足", seat=state.turn)
    held = flowers_held(state, seat)
    if len(held) > len(event.tiles):
        raise Refused(rule, "花牌應一次補足")
    if seat == state.deal.seat and state.backs and state.has_drawn and not rules.fines:
        raise Refused(rule, "莊家遲抓之門牌為花牌, 不得補牌", Foul.DEAD_HAND)
    for skipped in _skipped(state, seat):
        if state.players[skipped].status is Status.PLAYING and flowers_held(state, skipped):
            reason = f"{seat_name(state, skipped)}應先補花"
            if not rules.fines:
                raise Refused(rule, reason)
            notes.fine(rule, reason, Foul.LATE_FLOWER, skipped)


def _skipped(state: State, seat: Seat) -> list[Seat]:
    """Whose turn to replace would have come before this seat's."""
    dealer = state.deal.seat
    to = (seat - dealer) % 4
    first = state.flower_at + 1
    offsets = range(first, to) if to >= first else (*range(first, 4), *range(to))
    return [(dealer + offset) % 4 for offset in offsets]


def do_flower(state: State, event: Flower) -> State:
    """The flower lies apart; the last drawable tile is not replaced (TW-25b)."""
    seat = event.seat
    state = take_from_hand(state, seat, event.tiles)
    flowers = tuple(sorted((*state.players[seat].flowers, *event.tiles)))
    state = with_player(state, seat, flowers=flowers)
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
    if not any(has_seven(state, seat) for seat in others_of(event.seat)):
        return None
    return Offer(event.tiles[0], event.seat, How.FLOWER)


def _kept(state: State) -> State | None:
    """A flower was drawn and laid: too late for a pung, not for a win on the discard before."""
    fallback = state.fallback
    return None if fallback is None else replace(fallback, mixed=True)


def check_draw(state: State, event: Draw, notes: Notes) -> None:
    """Who draws, from which end, and whether the tile can be there (TW-P-23)."""
    seat = event.seat
    turn = line_for(state, "turn")
    if state.phase is Phase.FLOWERS:
        if event.end is End.FRONT:
            _check_late_tile(state, seat)
        elif not state.owed or seat != state.turn:
            raise Refused(turn, "尚未亮花, 不得補牌", Foul.DEAD_HAND)
    elif state.late_tile and seat == state.deal.seat and event.end is End.FRONT:
        _check_late_tile(state, seat)
        notes.fine(turn, "莊家遲跳牌", Foul.LATE_TILE, seat)
        return
    elif state.phase is Phase.REPLACE:
        if seat != state.turn or event.end is not End.BACK:
            raise Refused(turn, f"應由{seat_name(state, state.turn)}於槓尾補牌", Foul.DEAD_HAND)
    elif state.phase is Phase.OFFER:
        _check_turn_to_draw(state, event)
    else:
        name = seat_name(state, state.turn)
        raise Refused(turn, f"輪到{name}打牌, 不得摸牌", Foul.DEAD_HAND)
    check_no_calls(state)
    _check_wall(state, event)


def _check_late_tile(state: State, seat: Seat) -> None:
    """The dealer takes the tile he forgot in the deal (TW-P-08, WU16-13, WU13-17, PONG-07)."""
    if not state.late_tile or seat != state.deal.seat or state.owed:
        raise Refused(line_for(state, "turn"), "配牌補花中, 不得摸牌", Foul.DEAD_HAND)
    second = state.players[(seat + 1) % 4]
    until = state.rules.late_tile_until
    too_late = {
        "discard": state.discards > 0,
        "second draw": second.draws > 0 or len(second.sets) > 0,
        "second discard": len(second.river) > 0,
    }
    if too_late[until]:
        raise Refused(line_for(state, "turn"), "莊家跳牌已遲, 不得再跳", Foul.BARRED)


def _check_turn_to_draw(state: State, event: Draw) -> None:
    offer = offered(state)
    following = (offer.seat + 1) % 4
    turn = line_for(state, "turn")
    if event.seat != following:
        name = seat_name(state, following)
        raise Refused(turn, f"錯位摸牌, 應由{name}摸牌", Foul.DEAD_HAND)
    if event.end is not End.FRONT:
        raise Refused(turn, "無花無槓, 不得於槓尾補牌", Foul.DEAD_HAND)
    if not state.drawable:
        raise Refused(line_for(state, "draw_game"), "可摸之牌已盡, 應為荒局")


def _check_wall(state: State, event: Draw) -> None:
    wall = state.deal.wall
    if wall is None or event.tile is None:
        return
    real = wall[state.front] if event.end is End.FRONT else wall[-1 - state.back]
    if event.tile is not real:
        raise Refused(LOG, f"牌牆此處是{real.chinese}, 不是{event.tile.chinese}")


def do_draw(state: State, event: Draw) -> State:
    """The tile is in the hand; a discard that it passes by may still be claimed late."""
    seat, tile = event.seat, event.tile
    before = state
    back = event.end is End.BACK
    if before.phase in (Phase.REPLACE, Phase.OFFER):
        state = close_offer(state, seat)
    state = replace(
        state,
        left=state.left - 1,
        front=state.front + (not back),
        back=state.back + back,
        last_taker=seat,
    )
    player = state.players[seat]
    if tile is None:
        state = with_player(state, seat, hidden=player.hidden + 1)
    else:
        state = locate(state, (tile,))
        state = with_player(state, seat, known=tuple(sorted((*player.known, tile))))
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
    state = with_player(state, seat, **changes)
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
    return with_player(state, seat, sets=changed)


def _undo(before: State) -> State | None:
    """What a late claim goes back to; complete logs hear nothing late."""
    return None if before.every_answer else before


def check_discard(state: State, event: Discard, notes: Notes) -> None:
    """捨牌: TW-P-10, TW-P-42; what the hand is bound to follows in the checks it calls."""
    seat, tile = event.seat, event.tile
    player = state.players[seat]
    if state.phase is not Phase.TURN or seat != state.turn:
        raise Refused(line_for(state, "turn"), "未進牌或未輪到, 不得打牌", Foul.DEAD_HAND)
    if state.begun is Begun.ROBBED or state.dry:
        raise Refused(line_for(state, "turn"), "此時不得打牌")
    check_answers(state)
    _check_declarations(state)
    if tile is None:
        notes.unknown.append("所打之牌未見")
        return
    if not may_hold(state, seat, (tile,)):
        if any(item.open and tile in item.tiles for item in player.sets):
            rule = line_or(state, "TW-P-42", "turn")
            raise Refused(rule, f"{tile.chinese}是門前明牌, 不得打出", Foul.EXPOSED_DISCARD)
        raise Refused(LOG, f"{seat_name(state, seat)}手中沒有{tile.chinese}")
    _check_flowers_kept(state, seat, tile)
    _check_swap(state, tile)
    _check_bound(state, player, tile)
    if event.ready:
        _check_ready_discard(state, event, notes)


def _check_flowers_kept(state: State, seat: Seat, tile: Tile) -> None:
    if not state.flowers_in_play or state.players[seat].status is not Status.PLAYING:
        return
    if tile > Tile.P:
        raise Refused(line_for(state, "flower"), "花牌打出", Foul.DEAD_HAND)
    if held := flowers_held(state, seat):
        if any(state.players[other].big_flower for other in others_of(seat)):
            rule = line_for(state, "flower_win")
            raise Refused(rule, "有人叫大花糊, 第八隻花不翻開作詐糊", Foul.FALSE_WIN)
        raise Refused(line_for(state, "flower"), f"{held[0].chinese}未補", Foul.DEAD_HAND)


def _check_swap(state: State, tile: Tile) -> None:
    """TW-P-14, TW-P-15, TW-P-33: no equal or linked tile right after a chow or pung."""
    if state.rules.linked == "no" or state.begun not in (Begun.CHOW, Begun.PUNG):
        return
    last = state.players[state.turn].sets[-1]
    if state.begun is Begun.PUNG:
        if tile is last.claimed:
            raise Refused("TW-P-33", f"碰{tile.chinese}不得打出同牌", Foul.DEAD_HAND)
    elif last.claimed is not None and tile in linked_tiles(state.rules, last.claimed, last.tiles):
        claimed = last.claimed.chinese
        raise Refused("TW-P-33", f"吃{claimed}不得打出同(絡)牌{tile.chinese}", Foul.DEAD_HAND)


def _check_bound(state: State, player: Player, tile: Tile) -> None:
    """Who looks at hands, or has declared 立直, discards what he draws."""
    if not state.has_drawn or state.drawn in (None, tile):
        return
    if player.looking:
        raise Refused("TW-P-24", "眼牌者應打出摸入之牌", Foul.LOOKING)
    if player.ready is ReadyKind.RIICHI:
        raise Refused("WU16-12", "立直後應摸何張打何張", Foul.BARRED)


def _check_ready_discard(state: State, event: Discard, notes: Notes) -> None:
    """TW-32 地聽 with the first discard, WU16-12 立直 with any; nothing else (TW-P-20)."""
    seat, rules = event.seat, state.rules
    player = state.players[seat]
    rule = "WU16-12" if rules.riichi else "TW-32"
    if not rules.riichi and not rules.declare:
        raise Refused(line_for(state, "ready"), "此玩法不宣告聽牌")
    if player.ready is not None:
        raise Refused(rule, "已宣告聽牌")
    if rules.declare:
        if player.river:
            raise Refused(rule, "地聽應於打出第一張牌時宣告")
        if any(item.open for item in player.sets):
            raise Refused(rule, "地聽須門清")
    rest = player.known
    if event.tile in rest:
        rest = without(rest, (event.tile,))
    elif not player.hidden:  # pragma: no cover - `may_hold` was asked
        raise AssertionError
    waits = waits_of(state, rest, player.sets, player.hidden)
    if waits is None:
        notes.unknown.append("手牌未見, 不能判斷是否聽牌")
    elif not waits:
        raise Refused(rule, "未聽牌不得宣告聽牌")


def do_discard(state: State, event: Discard) -> State:
    """The tile is out; 過水 and declarations follow from it (TW-P-13, TW-31, TW-32)."""
    seat, tile = event.seat, event.tile
    drawn, mixed = state.drawn, state.mixed
    state = close_offer(state, seat)
    if tile is None:
        state = forget_hand(state, seat) if state.players[seat].known else state
        state = with_player(state, seat, hidden=state.players[seat].hidden - 1)
    else:
        state = take_from_hand(state, seat, (tile,))
    player = state.players[seat]
    changes: dict[str, Any] = {"river": (*player.river, tile), "seen": ()}
    if state.rules.passing is Passing.UNTIL_DISCARD:
        waits = waits_of(state, player.known, player.sets, player.hidden)
        # Who could have won by his draw and discards has passed: what he throws completes his hand.
        passed = tile in (waits or ())
        changes["passed"] = passed
        bound = player.ready is not None or player.looking
        changes["ever_passed"] = bound and (player.ever_passed or passed)
    else:
        changes["passed"] = False
    if player.ready in _TAIWAN_READY and (mixed or (drawn is not None and tile is not drawn)):
        changes["ready"] = None
    state = with_player(state, seat, **changes)
    if event.ready:
        kind = ReadyKind.RIICHI if state.rules.riichi else ReadyKind.DITING
        state = _declare(state, seat, kind)
    if tile is not None:
        for other in others_of(seat):
            state = with_player(state, other, seen=(*state.players[other].seen, tile))
    return replace(
        state, phase=Phase.OFFER, offer=Offer(tile, seat, How.DISCARD), fallback=None,
        drawn=None, has_drawn=False, mixed=False, kongs=0, backs=0, eighth=False,
    )  # fmt: skip


def _declare(state: State, seat: Seat, kind: ReadyKind) -> State:
    a, b, c, d = (len(player.river) for player in state.players)
    draws = state.players[seat].draws
    return with_player(
        state, seat, ready=kind, ready_at=(a, b, c, d), ready_draws=draws, ever_passed=False
    )


def _check_declarations(state: State) -> None:
    """TW-P-08: nobody discards before the dealer has his last tile.

    A complete log says what the holder of seven flowers does with them (WU13-14) before he acts.
    """
    player = state.players[state.turn]
    seven = state.rules.flower_win == 7 and len(player.flowers) == 7
    if state.every_answer and seven and not player.big_flower:
        raise Refused(LOG, "七隻花未表示食糊或叫大花糊")
    if state.late_tile and not state.rules.fines:
        raise Refused("TW-P-08", "莊家未抓門牌", Foul.DEAD_HAND, state.deal.seat)


def check_call(state: State, event: Call, notes: Notes) -> None:
    """Whether somebody could do what he calls."""
    seat, claim = event.seat, event.claim
    if state.phase is Phase.TURN and seat == state.turn and claim is Claim.WIN:
        if state.every_answer:
            raise Refused(LOG, "完整紀錄中自摸不另叫")
        return
    offer = offered(state)
    if seat == offer.seat:
        raise Refused(LOG, "不得叫自己打出之牌")
    if seat in {caller for caller, _ in state.calls}:
        raise Refused(LOG, "已叫過")
    _check_next_answer(state, seat)
    if offer.how is How.FLOWER or claim is Claim.FLOWER:
        if claim is not Claim.FLOWER or offer.how is not How.FLOWER or not has_seven(state, seat):
            raise Refused(line_for(state, "flower_win"), "不得搶花")
        return
    if claim is Claim.WIN:
        check_claimed_win(state, seat, offer, (), notes)
        return
    kinds = {Kong: Claim.KONG, Pung: Claim.PUNG, Chow: Claim.CHOW}
    if state.players[seat].hidden or offer.tile is None:
        notes.unknown.append("手牌未見, 不能判斷可否")
        tile = offer.tile or Tile.E
        check_claim(state, seat, tile, claim)
        if claim is Claim.CHOW and seat != (offer.seat + 1) % 4:
            raise Refused(line_for(state, "chow"), "只可吃上家之牌", Foul.DEAD_HAND)
    elif claim not in {kinds.get(type(found)) for found in claims(state, seat)}:
        raise Refused(line_for(state, claim.value), f"不能{CLAIM_NAMES[claim]}", Foul.DEAD_HAND)


def _check_next_answer(state: State, seat: Seat) -> None:
    """A complete log has the answers nearest first, and only from who has something to answer."""
    if state.every_answer:
        waiting = must_answer(state)
        if not waiting or waiting[0] != seat:
            raise Refused(LOG, f"未輪到{seat_name(state, seat)}表示")


def do_call(state: State, event: Call) -> State:
    """The call counts from now on."""
    return replace(state, calls=(*state.calls, (event.seat, event.claim)))


def check_pass(state: State, event: Pass, notes: Notes) -> None:
    """Whether there is something to let go."""
    seat = event.seat
    if state.offer is None and not can_declare(state):
        raise Refused(LOG, "沒有可表示之事")
    if seat in state.passes or (state.offer is not None and seat == state.offer.seat):
        raise Refused(LOG, f"{seat_name(state, seat)}無須表示")
    _check_next_answer(state, seat)
    if state.players[seat].looking and state.offer is not None and could_win(state, seat):
        raise Refused("TW-P-24", "眼牌者不得過水", Foul.LOOKING)


def do_pass(state: State, event: Pass) -> State:
    """The seat has answered."""
    return replace(state, passes=(*state.passes, event.seat))


def check_withdraw(state: State, event: Withdraw, notes: Notes) -> None:
    """TW-P-16 喊碰未碰: 1 台 to the discarder, unless he sits on the left; not once shown."""
    seat = event.seat
    called = next((claim for caller, claim in state.calls if caller == seat), None)
    if called is None:
        raise Refused(LOG, "未曾叫過")
    if state.every_answer:
        raise Refused(LOG, "完整紀錄中所叫即為定案")
    rule = line_for(state, "call")
    if seat in state.shown:
        raise Refused(rule, "已亮出同牌之對牌, 必須履行")
    if called in (Claim.PUNG, Claim.KONG) and state.offer is not None:
        if state.rules.fines:
            notes.fine(rule, "叫碰不碰", Foul.SLIP, seat)
        elif state.offer.seat != (seat + 3) % 4:
            notes.fine(rule, "喊碰未碰, 罰付打牌者1台", Foul.PUNG_NOT_MADE, seat)


def do_withdraw(state: State, event: Withdraw) -> State:
    """The call counts no more."""
    calls = tuple(call for call in state.calls if call[0] != event.seat)
    return replace(state, calls=calls)


def late_table(state: State, event: Event) -> State | None:
    """The table to judge a late claim by: before the draw or claim that it undoes, if it may.

    TW-P-43: a pung or kong is too late once the drawn tile is mixed, or once who drew has called
    his self-draw. TW-P-44: a discard may be won until the next has discarded.

    Raises:
        Refused: it is too late.
    """
    fallback = state.fallback
    if fallback is None or not isinstance(event, Pung | Kong | Chow | Win | Call):
        return None
    if event.seat == state.turn:
        return None
    wins = isinstance(event, Win) or (isinstance(event, Call) and event.claim is Claim.WIN)
    if (state.turn, Claim.WIN) in state.calls:
        foul = Foul.LOST_WIN if wins else Foul.LOST_PUNG
        line = line_or(state, "TW-P-43", "priority")
        raise Refused(line, "下家已先表示自摸, 優先權已失", foul)
    if not wins and (state.mixed or fallback.mixed):
        line = line_or(state, "TW-P-43", "priority")
        raise Refused(line, "下家摸牌已入手牌列, 摸牌優先", Foul.LOST_PUNG)
    return replace(fallback, mixed=False, reached=(*fallback.reached, *state.reached))


def _claimed(state: State, seat: Seat, kind: MeldKind, using: Tiles, begun: Begun) -> State:
    """A set is made of the offered tile."""
    before = state
    offer = offered(state)
    state = close_offer(state, seat)
    state = take_from_hand(state, seat, using)
    tile = offer.tile if offer.tile is not None else using[0]
    if offer.tile is None:
        state = locate(state, (tile,))
    made = OpenSet(kind, tuple(sorted((tile, *using))), offer.seat, tile)
    player = state.players[seat]
    ready = None if player.ready in _TAIWAN_READY else player.ready
    state = with_player(state, seat, sets=(*player.sets, made), ready=ready)
    return replace(
        state, phase=Phase.TURN, turn=seat, begun=begun, drawn=None, has_drawn=False, mixed=False,
        mixed_kong=False, backs=0, kongs=0, kong_giver=None, eighth=False,
        fallback=_undo(before), gone=before.offer,
    )  # fmt: skip


def do_chow(state: State, event: Chow) -> State:
    """The chow is laid."""
    using = tuple(tile for tile in event.using if tile is not None)
    return _claimed(state, event.seat, MeldKind.CHOW, using, Begun.CHOW)


def do_pung(state: State, event: Pung) -> State:
    """The pung is laid."""
    tile = event.tile
    using = tuple(item for item in event.using if item is not None) or (tile, tile)
    return _claimed(state, event.seat, MeldKind.PUNG, using, Begun.PUNG)


def do_kong(state: State, event: Kong) -> State:
    """The kong is laid; a tile from the back follows."""
    tile = event.tile
    giver = offered(state).seat
    state = _claimed(state, event.seat, MeldKind.KONG, (tile, tile, tile), Begun.KONG)
    return replace(state, phase=Phase.REPLACE, owed=1, kongs=1, kong_giver=giver)


def _check_own_kong(state: State, seat: Seat, topic: str) -> None:
    """What kongs of the own turn have in common (TW-P-28, TW-P-24, WU16-12)."""
    player = state.players[seat]
    rule = line_for(state, topic)
    if state.phase is not Phase.TURN or seat != state.turn:
        raise Refused(rule, "未輪到, 不得開槓", Foul.DEAD_HAND)
    if state.begun is Begun.ROBBED or state.dry:
        raise Refused(rule, "此時不得開槓")
    check_answers(state)
    _check_declarations(state)
    if not state.rules.kong_after_claim and state.begun in (Begun.CHOW, Begun.PUNG):
        raise Refused("TW-P-28", "吃牌或碰牌之後不得接著開槓", Foul.DEAD_HAND)
    if not state.drawable:
        raise Refused(rule, "已無牌可補, 不得開槓", Foul.DEAD_HAND)
    if player.looking:
        raise Refused("TW-P-24", "眼牌者不得開槓", Foul.LOOKING)
    if player.ready is ReadyKind.RIICHI:
        raise Refused("WU16-12", "立直後不得開槓", Foul.BARRED)
    if player.status is Status.PLAYING and (held := flowers_held(state, seat)):
        raise Refused(line_for(state, "flower"), f"{held[0].chinese}未補", Foul.DEAD_HAND)


def check_concealed_kong(state: State, event: ConcealedKong, notes: Notes) -> None:
    """暗槓: TW-P-17, TW-P-30, TW-P-38, WU16-04."""
    seat, tile = event.seat, event.tile
    _check_own_kong(state, seat, "concealed_kong")
    if not state.rules.given_kong_wins and state.begun is Begun.KONG:
        raise Refused("TW-P-30", "碰槓補牌之後不得接著暗槓", Foul.DEAD_HAND)
    if tile is None:
        if state.players[seat].hidden < 4 and not fours_of(state, seat):
            raise Refused(
                line_for(state, "concealed_kong"), "手中沒有四張相同之牌", Foul.WRONG_CONCEALED_KONG
            )
        notes.unknown.append("暗槓之牌未見")
        return
    if tile in state.jokers:
        raise Refused("WU16-04", "不可以用百搭槓牌", Foul.BARRED)
    if tile > Tile.P or not may_hold(state, seat, (tile,) * 4):
        rule = line_for(state, "concealed_kong")
        raise Refused(rule, f"手中沒有四張{tile.chinese}", Foul.WRONG_CONCEALED_KONG)


def fours_of(state: State, seat: Seat) -> list[Tile]:
    """Tiles of which the seat may hold four."""
    player = state.players[seat]
    faces = set(player.known) if not player.hidden else set(FACES[:_KINDS])
    return [
        tile for tile in sorted(faces)
        if tile not in state.jokers and tile <= Tile.P and may_hold(state, seat, (tile,) * 4)
    ]  # fmt: skip


def do_concealed_kong(state: State, event: ConcealedKong) -> State:
    """Four tiles lie face down; 十三么 may rob them where the rules say so (WU13-15)."""
    seat, tile = event.seat, event.tile
    state = close_offer(state, seat)
    if tile is None:
        tiles: Seen = (None,) * 4
        state = forget_hand(state, seat) if state.players[seat].known else state
        state = with_player(state, seat, hidden=state.players[seat].hidden - 4)
    else:
        tiles = (tile,) * 4
        state = take_from_hand(state, seat, (tile,) * 4)
    player = state.players[seat]
    made = OpenSet(MeldKind.CONCEALED_KONG, tiles)
    # 天聽 stays for the first draw (TW-34); later a kong changes the hand that was declared.
    first = player.draws <= 1 and not player.river
    ready = None if player.ready in _TAIWAN_READY and not first else player.ready
    state = with_player(state, seat, sets=(*player.sets, made), ready=ready)
    offer = None
    if state.rules.orphans_rob_concealed and tile is not None:
        offer = Offer(tile, seat, How.CONCEALED_KONG)
    return replace(
        state, phase=Phase.REPLACE, owed=1, kongs=state.kongs + 1, offer=offer, fallback=None,
        mixed_kong=state.mixed_kong or state.mixed, drawn=None, has_drawn=False,
    )  # fmt: skip


def check_added_kong(state: State, event: AddedKong, notes: Notes) -> None:
    """加槓: TW-P-18, TW-P-39, TW-P-35, WU16-04."""
    seat, tile = event.seat, event.tile
    player = state.players[seat]
    if player.status is Status.DEAD:
        raise Refused(line_for(state, "dead"), "相公只得暗槓", Foul.DEAD_HAND)
    _check_own_kong(state, seat, "kong")
    rule = line_for(state, "kong")
    if tile in state.jokers:
        raise Refused("WU16-04", "不可以用百搭槓牌", Foul.BARRED)
    if not any(_is_pung_of(item, tile) for item in player.sets):
        raise Refused(rule, f"門前沒有{tile.chinese}明坎", Foul.WRONG_ADDED_KONG)
    if not may_hold(state, seat, (tile,)):
        raise Refused(rule, f"手中沒有{tile.chinese}", Foul.WRONG_ADDED_KONG)
    check_own_fault(state, seat, (tile,))


def _is_pung_of(item: OpenSet, tile: Tile) -> bool:
    return item.kind is MeldKind.PUNG and item.tiles == (tile,) * 3


def do_added_kong(state: State, event: AddedKong) -> State:
    """A pung becomes a kong, which may be robbed; it lifts 過水 (TW-P-13)."""
    seat, tile = event.seat, event.tile
    state = close_offer(state, seat)
    prize = state.has_drawn and state.drawn in (None, tile)
    state = take_from_hand(state, seat, (tile,))
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
    state = with_player(state, seat, **changes)
    offer = Offer(tile, seat, How.ADDED_KONG) if state.rules.rob_kong else None
    return replace(
        state, phase=Phase.REPLACE, owed=1, kongs=state.kongs + 1, offer=offer, fallback=None,
        drawn=None, has_drawn=False,
    )  # fmt: skip


def check_joker_swap(state: State, event: JokerSwap, notes: Notes) -> None:
    """WU16-04 飛上: a real tile takes a joker's place in an own open set."""
    seat, tile, joker = event.seat, event.tile, event.joker
    if state.phase is not Phase.TURN or seat != state.turn:
        raise Refused("WU16-04", "未輪到, 不得換百搭")
    check_answers(state)
    if joker not in state.jokers or tile in state.jokers:
        raise Refused("WU16-04", "飛上須以實牌換百搭")
    again = state.offer is not None and state.offer.how is How.SWAP
    if state.every_answer and again and state.swap is not None and (tile, joker) < state.swap:
        raise Refused(LOG, "完整紀錄中接連飛上依牌序")
    if not may_hold(state, seat, (tile,)):
        raise Refused(LOG, f"{seat_name(state, seat)}手中沒有{tile.chinese}")
    if _swapped(state, event) is None:
        raise Refused("WU16-04", f"門前沒有可用{tile.chinese}換的{joker.chinese}百搭")


def _swapped(state: State, event: JokerSwap) -> tuple[int, OpenSet] | None:
    """Which own set changes and how."""
    for number, item in enumerate(state.players[event.seat].sets):
        tiles = tuple(tile for tile in item.tiles if tile is not None)
        if item.kind in (MeldKind.CHOW, MeldKind.PUNG) and event.joker in tiles:
            after = tuple(sorted((*without(tiles, (event.joker,)), event.tile)))
            if may_be_set(item.kind, after, state.jokers):
                return number, replace(item, tiles=after)
    return None


def do_joker_swap(state: State, event: JokerSwap) -> State:
    """The joker is in the hand, and the tile in its place may be won on."""
    seat = event.seat
    found = _swapped(state, event)
    state = close_offer(state, seat)
    state = take_from_hand(state, seat, (event.tile,))
    player = state.players[seat]
    sets = list(player.sets)
    if found is None:
        raise AssertionError("the check has found one")
    sets[found[0]] = found[1]
    known = tuple(sorted((*player.known, event.joker)))
    state = with_player(state, seat, sets=tuple(sets), known=known)
    drawn = event.joker if state.drawn is event.tile else state.drawn
    swap = event.tile, event.joker
    return replace(
        state, offer=Offer(event.tile, seat, How.SWAP), swap=swap, fallback=None, drawn=drawn
    )


def check_ready(state: State, event: Ready, notes: Notes) -> None:
    """TW-31 天聽: another than the dealer, after the flowers, before anybody discards."""
    seat = event.seat
    if not can_declare(state) or seat == state.deal.seat:
        raise Refused(line_or(state, "TW-31", "ready"), "天聽應由閒家於配牌補花後即宣告")
    if state.players[seat].ready is not None:
        raise Refused("TW-31", "已宣告聽牌")
    _check_next_answer(state, seat)
    player = state.players[seat]
    waits = waits_of(state, player.known, player.sets, player.hidden)
    if waits is None:
        notes.unknown.append("手牌未見, 不能判斷是否聽牌")
    elif not waits:
        raise Refused("TW-31", "未聽牌不得宣告聽牌")


def do_ready(state: State, event: Ready) -> State:
    """天聽 is declared."""
    return _declare(state, event.seat, ReadyKind.TIANTING)


def check_big_flower(state: State, event: BigFlower, notes: Notes) -> None:
    """WU13-14 大花糊: seven flowers, declined for the eighth."""
    player = state.players[event.seat]
    if state.rules.flower_win != 7 or len(player.flowers) != 7 or player.big_flower:
        raise Refused(line_for(state, "flower_win"), "有七隻花方可叫大花糊")
    if state.every_answer and (state.phase is not Phase.TURN or event.seat != state.turn):
        raise Refused(LOG, "完整紀錄中大花糊於本身打牌前聲明")


def do_big_flower(state: State, event: BigFlower) -> State:
    """大花糊 is declared."""
    return with_player(state, event.seat, big_flower=True)


def check_act(state: State, event: Act, notes: Notes) -> None:
    """Whether hands can have done that."""
    seat, kind = event.seat, event.kind
    if kind is ActKind.MIX and (
        state.phase is not Phase.TURN or seat != state.turn or not state.has_drawn
    ):
        raise Refused(LOG, "沒有摸入之牌可靠")
    if kind is ActKind.MIX and state.players[seat].looking:
        raise Refused("TW-P-24", "眼牌者摸得之牌不得靠入手牌", Foul.LOOKING)
    if kind is ActKind.SHOW and seat not in {caller for caller, _ in state.calls}:
        raise Refused(LOG, "未叫不必亮搭")
    if kind is ActKind.EXPOSE and not may_hold(state, seat, event.tiles):
        raise Refused(LOG, f"{seat_name(state, seat)}手中沒有{format_chinese(event.tiles)}")
    if kind is ActKind.LOOK:
        _check_look(state, seat, notes)


def _check_look(state: State, seat: Seat, notes: Notes) -> None:
    """TW-P-24 眼牌: only when ready."""
    if not state.rules.looking:
        raise Refused(line_for(state, "turn"), "此玩法不得眼牌", Foul.DEAD_HAND)
    player = state.players[seat]
    known = player.known
    if seat == state.turn and state.has_drawn and state.drawn in known:
        known = without(known, (state.drawn,))
    waits = waits_of(state, known, player.sets, player.hidden)
    if waits is None:
        notes.unknown.append("手牌未見, 不能判斷是否聽牌")
    elif not waits:
        raise Refused("TW-P-24", "未聽牌而眼牌", Foul.LOOKING)


def do_act(state: State, event: Act) -> State:
    """What was done is remembered."""
    seat, kind = event.seat, event.kind
    if kind is ActKind.REACH:
        return replace(state, reached=(*state.reached, seat))
    if kind is ActKind.MIX:
        state = replace(state, mixed=True)
        if state.players[seat].ready in _TAIWAN_READY:
            state = with_player(state, seat, ready=None)
        return state
    if kind is ActKind.SHOW:
        return replace(state, shown=(*state.shown, seat))
    if kind is ActKind.LOOK:
        return with_player(state, seat, looking=True, ever_passed=False)
    flower = next((tile for tile in event.tiles if tile > Tile.P), None)
    if flower is not None and state.flowers_in_play:
        state = replace(state, late_flower=(seat, flower))
    player = state.players[seat]
    fresh = [tile for tile in event.tiles if tile not in player.known]
    if fresh:
        state = take_from_hand(state, seat, event.tiles)
        rest = state.players[seat]
        state = with_player(state, seat, known=tuple(sorted((*rest.known, *event.tiles))))
    exposed = (*player.exposed, *event.tiles)
    return with_player(state, seat, exposed=exposed)


_TAIWAN_READY: Final = (ReadyKind.TIANTING, ReadyKind.DITING)
