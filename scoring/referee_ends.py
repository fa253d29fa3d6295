"""How a hand ends: wins, wins by flowers, draws, rulings, and laying the tiles open.

Part of `scoring.referee`, which explains the whole. Each event has a check, which refuses it, and a
`do_`, which gives the table after it.
"""

from __future__ import annotations

from dataclasses import replace

from scoring.events import Claim, DrawGame, Event, RobFlower, Ruling, Showdown, Status, Win
from scoring.game import SEATS, Seat
from scoring.playrules import Foul, Passing
from scoring.referee_base import (
    LOG,
    Notes,
    Refused,
    has_seven,
    line_for,
    line_or,
    not_too_many,
    take_from_hand,
    with_player,
)
from scoring.referee_claims import (
    check_answers,
    check_claimed_win,
    check_no_calls,
    check_priority,
    check_status,
    is_complete,
    laid_open,
    missed,
    offered,
)
from scoring.table import Begun, How, Phase, Robbed, State, Won, seat_name, waits_of, without
from scoring.tiles import Tile


def check_win(state: State, event: Win, notes: Notes) -> None:
    """胡: by flowers, by the own draw, or on the offered tile."""
    seat = event.seat
    if event.flowers:
        check_answers(state)
        _check_flower_win(state, event, notes)
        return
    own = seat == state.turn and state.phase in (Phase.TURN, Phase.REPLACE)
    if own and state.begun is not Begun.ROBBED:
        _check_own_win(state, event, notes)
        return
    if state.begun is Begun.ROBBED and state.offer is None:
        line = line_or(state, "TW-P-31", "win")
        raise Refused(line, "搶花後只可花胡", state.rules.false_win)
    offer = offered(state)
    if event.tile is not None and offer.tile is not None and event.tile is not offer.tile:
        raise Refused(*missed(state, seat, event.tile, Claim.WIN))
    if offer.tile is None:
        notes.unknown.append("所胡之牌未見")
    check_claimed_win(state, seat, offer, event.hand, notes)
    check_priority(state, seat, Claim.WIN)


def _check_own_win(state: State, event: Win, notes: Notes) -> None:
    """自摸: TW-23, TW-P-11, TW-P-12, TW-P-29, TW-P-31, TW-P-32."""
    seat, rules = event.seat, state.rules
    player = state.players[seat]
    false = rules.false_win
    check_status(state, seat)
    if state.phase is Phase.REPLACE:
        raise Refused(line_for(state, "win"), "尚未補牌, 手牌不足", false)
    if state.begun in (Begun.CHOW, Begun.PUNG):
        raise Refused(line_or(state, "TW-P-31", "win"), "進牌非始於摸牌, 不得自摸", false)
    if state.begun is Begun.KONG and not rules.given_kong_wins:
        raise Refused("TW-P-29", "碰槓之補牌不得自摸胡牌", false)
    if state.late_tile or state.dry:
        raise Refused(line_for(state, "win"), "手牌張數不足", false)
    if player.passed and (rules.passing is Passing.UNTIL_DISCARD):
        raise Refused(line_for(state, "passing"), "過水未解除, 不得胡牌", false)
    check_answers(state)
    dealt = state.begun is Begun.DEALT and not state.kongs
    if not dealt and event.tile is not None and state.drawn not in (None, event.tile):
        raise Refused(LOG, f"所摸之牌不是{event.tile.chinese}")
    if dealt and event.tile is not None:
        raise Refused(LOG, "配牌成胡沒有所胡之牌")
    tile = event.tile if event.tile is not None else state.drawn
    if not dealt and tile is None:
        notes.unknown.append("所胡之牌未見")
    complete = is_complete(state, seat, tile, How.DRAW, event.hand)
    if complete is None:
        notes.unknown.append("手牌未見, 不能判斷是否成胡")
    elif not complete:
        raise Refused(line_for(state, "win"), "未成胡", false)
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
            raise Refused(
                "TW-P-32", f"靠張後暗槓, 可胡之牌{seen.chinese}同巡已打過, 自摸無效",
                state.rules.false_win,
            )  # fmt: skip


def _check_flower_win(state: State, event: Win, notes: Notes) -> None:
    """花胡: TW-27, TW-28, TW-29, TW-30a, TW-30b, TW-30c, WU13-14."""
    seat, rules = event.seat, state.rules
    player = state.players[seat]
    rule = line_for(state, "flower_win")
    false = rules.false_win
    check_status(state, seat)
    if event.tile is not None:
        raise Refused(LOG, "花胡不指所胡之牌")
    if not rules.flower_win:
        raise Refused(rule, "此玩法沒有花胡", false)
    need = 8 if player.big_flower else rules.flower_win
    robbed = state.robbed is not None and seat == state.turn and state.begun is Begun.ROBBED
    if not robbed and len(player.flowers) < need:
        raise Refused(rule, f"花牌未齊{need}張", false)
    if seat != state.turn or state.phase not in (Phase.TURN, Phase.REPLACE):
        raise Refused(rule, "未輪到, 不得花胡", false)
    if rules.flower_win_replaced and (state.phase is Phase.REPLACE or state.dry):
        raise Refused(rule, "花胡應先補牌(手牌足張), 此胡無效, 牌局復原")
    first = player.draws == (seat != state.deal.seat) and not player.river
    by_draw = state.begun in (Begun.DRAWN, Begun.DEALT)
    dealt = first and by_draw and player.dealt_flowers >= need
    if not robbed and not state.eighth and not dealt:
        raise Refused(rule, "花胡僅得於花牌齊集當時為之", false)


def do_win(state: State, event: Win) -> State:
    """The hand is over, unless another has the right to win too."""
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
        state = laid_open(state, seat, event.hand)
    complete = True
    if event.flowers:
        whole = state.phase is Phase.TURN and not state.dry
        complete = whole and bool(is_complete(state, seat, tile, How.DRAW, ()))
    won = Won(seat, tile, how, event.flowers, complete)
    wins = (*state.wins, won) if state.rules.all_winners else (won,)
    return replace(state, phase=Phase.OVER, wins=wins, fallback=None)


def may_also_win(state: State, event: Event) -> bool:
    """After a win another may have the right to the tile: nearer (TW-P-21), or all (WU13-15)."""
    # Only an offered tile can be won twice; it is gone once anybody has drawn.
    if not isinstance(event, Win) or event.flowers or state.offer is None or not state.wins:
        return False
    first = state.wins[-1]
    if any(won.seat == event.seat for won in state.wins):
        return False
    origin = state.offer.seat
    nearer = (event.seat - origin) % 4 < (first.seat - origin) % 4
    if state.rules.all_winners:
        return not nearer or not state.every_answer
    if not nearer:
        raise Refused(line_for(state, "nearest"), "順序較近者已胡(攔胡)")
    return not state.every_answer


def check_rob_flower(state: State, event: RobFlower, notes: Notes) -> None:
    """七搶一: TW-28, TW-30a to TW-30c, WU13-14."""
    seat, rules = event.seat, state.rules
    rule = "TW-30c" if state.late_flower == (event.source, event.tile) else "TW-30a"
    if not rules.rule["flower_win"].startswith("TW"):
        rule = line_for(state, "flower_win")
    if event.tile < Tile.F1 or not rules.rob_flower or not has_seven(state, seat):
        raise Refused(rule, "未持七花, 不得搶花", Foul.DEAD_HAND)
    if state.every_answer and state.offer is not None:
        check_priority(state, seat, Claim.FLOWER)
    if _robbed(state, event) is None:
        raise Refused(rule, "此花此時不得搶", Foul.DEAD_HAND)


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


def do_rob_flower(state: State, event: RobFlower) -> State:
    """The flower lies before the robber, who draws a replacement where the rules want one."""
    seat = event.seat
    robbed = _robbed(state, event)
    state = replace(state, offer=None, calls=(), passes=(), fallback=None, robbed=robbed)
    source = state.players[event.source]
    if event.tile in source.flowers:
        state = with_player(state, event.source, flowers=without(source.flowers, (event.tile,)))
    else:
        state = take_from_hand(state, event.source, (event.tile,))
    needs = robbed is not None and not robbed.dealt and state.rules.flower_win_replaced
    needs = needs and state.late_flower is None
    if needs:
        state = replace(state, phase=Phase.REPLACE, owed=1)
    else:
        state = replace(state, phase=Phase.TURN)
    if seat != state.turn:
        state = replace(state, drawn=None, has_drawn=False, backs=0, kongs=0, kong_giver=None)
    return replace(state, turn=seat, begun=Begun.ROBBED, late_flower=None, dry=False)


def check_draw_game(state: State, event: DrawGame, notes: Notes) -> None:
    """荒局: TW-P-22, TW-25, TW-25b, HK-09, WU13-18, PONG-08."""
    rule = line_for(state, "draw_game")
    drawn = state.drawn
    flower = state.has_drawn and drawn is not None and drawn > Tile.P and state.flowers_in_play
    if state.phase is Phase.TURN and (state.dry or (flower and not state.drawable)):
        if event.seat != state.turn:
            raise Refused(LOG, f"應由{seat_name(state, state.turn)}宣告荒局")
        check_answers(state)
        return
    if state.phase is not Phase.OFFER:
        raise Refused(rule, "牌牆未盡, 不得荒局")
    following = (offered(state).seat + 1) % 4
    if event.seat != following:
        raise Refused(LOG, f"應由{seat_name(state, following)}宣告荒局")
    check_no_calls(state)
    if state.drawable == 1 and state.rules.refuse_last:
        if state.players[following].looking:
            raise Refused("TW-P-24", "眼牌者海底牌不得棄摸", Foul.LOOKING)
    elif state.drawable > 0:
        raise Refused(rule, f"尚有{state.drawable}張可摸, 不得荒局")


def do_draw_game(state: State, event: DrawGame) -> State:
    """Nobody has won."""
    return replace(state, phase=Phase.OVER, offer=None)


def check_ruling(state: State, event: Ruling, notes: Notes) -> None:
    """A second 相公 pays for all (TW-P-36)."""
    player = state.players[event.seat]
    if player.status is Status.DEAD and event.status is Status.DEAD:
        notes.fine("TW-P-36", "相公二度違規, 應包賠", Foul.PAYS_ALL, event.seat)


def do_ruling(state: State, event: Ruling) -> State:
    """The seat has a new status, or the hand is over."""
    state = with_player(state, event.seat, status=event.status)
    if event.ends:
        return replace(state, phase=Phase.OVER, offender=event.seat, offer=None)
    return state


def lay_open(state: State, event: Showdown) -> State:
    """What is laid open after the end must be what the log says."""
    if state.phase is not Phase.OVER or state.shown_down:
        raise Refused(LOG, "未終局不得攤牌")
    if state.every_answer and event.seat != _declarer(state):
        raise Refused(LOG, "攤牌之座位不對")
    won = {win.seat for win in state.wins}
    if state.rules.all_winners and state.every_answer:
        for seat, claim in state.calls:
            if claim is Claim.WIN and seat not in won:
                raise Refused(LOG, f"{seat_name(state, seat)}已叫胡, 未胡")
    wall = state.deal.wall
    if wall is not None and event.wall:
        rest = wall[state.front : len(wall) - state.back]
        if rest != event.wall:
            raise Refused(LOG, "牌牆餘牌不符")
    elif event.wall and len(event.wall) != state.left:
        raise Refused(LOG, f"牌牆應餘{state.left}張")
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
            not_too_many(tile, located[tile])
        if len(event.hands[seat]) != len(player.known) + player.hidden or fresh > player.hidden:
            raise Refused(LOG, f"{seat_name(state, seat)}手牌不符", seat=seat)
    for tile in event.wall:
        if tile is not None:
            located[tile] += 1
            not_too_many(tile, located[tile])
    return replace(state, shown_down=True)


def _declarer(state: State) -> Seat:
    """Who lays open first: the (first) winner, else who was to draw, else who dealt."""
    return state.wins[0].seat if state.wins else state.deal.seat
