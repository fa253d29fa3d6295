"""Who may take the offered tile: chow, pung, kong, win; the strongest and nearest first; 過水.

Part of `scoring.referee`, which explains the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from scoring.errors import RuleError
from scoring.events import Chow, Claim, Event, Kong, Pung, RobFlower, Seen, Status, Tiles, Win
from scoring.game import SEATS, Seat
from scoring.hand import MeldKind, may_be_set
from scoring.playrules import Foul, Passing, PlayRules
from scoring.referee_base import (
    LOG,
    Notes,
    Refused,
    flowers_held,
    has_seven,
    line_for,
    line_or,
    may_hold,
    others_of,
    take_from_hand,
    with_player,
)
from scoring.table import (
    Begun,
    How,
    Offer,
    Phase,
    ReadyKind,
    State,
    circumstances,
    hand_of,
    rules_of,
    seat_name,
    waits_of,
    without,
)
from scoring.tiles import FACES, Tile, format_chinese


def flowers_done(state: State) -> State:
    """The dealt flowers are replaced, the dealer's turn begins.

    Raises:
        Refused: they are not.
    """
    if state.owed:
        raise Refused(line_for(state, "flower"), "尚未補足花牌", seat=state.turn)
    for seat in (state.deal.seat, *others_of(state.deal.seat)):
        if state.players[seat].status is Status.PLAYING and flowers_held(state, seat):
            raise Refused(
                line_for(state, "flower"),
                f"{seat_name(state, seat)}花牌未補",
                Foul.LATE_FLOWER if state.rules.fines else Foul.DEAD_HAND,
                seat,
            )
    for seat in SEATS:
        state = with_player(state, seat, dealt_flowers=len(state.players[seat].flowers))
    return replace(
        state, phase=Phase.TURN, turn=state.deal.seat, begun=Begun.DEALT, backs=0, drawn=None,
        has_drawn=False,
    )  # fmt: skip


def check_no_calls(state: State) -> None:
    """Whoever called comes first, and in a complete log everybody who can has answered."""
    for caller, claim in state.calls:
        name = seat_name(state, caller)
        raise Refused(line_for(state, "priority"), f"{name}已叫{CLAIM_NAMES[claim]}, 應先行")
    check_answers(state)


def close_offer(state: State, actor: Seat) -> State:
    """The offer is gone: whoever could have won on it has passed (過水, TW-P-12, WU13-16)."""
    offer = state.offer
    if offer is not None and state.rules.passing is not Passing.NOTHING:
        for seat in others_of(offer.seat):
            if could_win(state, seat):
                changes: dict[str, bool] = {"passed": True}
                if state.players[seat].ready is not None or state.players[seat].looking:
                    changes["ever_passed"] = True
                state = with_player(state, seat, **changes)
    return replace(state, offer=None, calls=(), passes=(), shown=(), reached=())


def could_win(state: State, seat: Seat) -> bool:
    """Whether a seat, as far as known, could win on the offer."""
    notes = Notes()
    try:
        check_claimed_win(state, seat, offered(state), (), notes)
    except Refused:
        return False
    return not notes.unknown


def linked_tiles(rules: PlayRules, claimed: Tile, chow: Seen) -> set[Tile]:
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


def offered(state: State) -> Offer:
    """The offer; refused if there is none."""
    if state.offer is None:
        raise Refused(LOG, "沒有可吃碰胡的牌")
    return state.offer


def check_claim(state: State, seat: Seat, tile: Tile, claim: Claim) -> None:
    """What chow, pung and kong from a discard share, priority left out (TW-P-23, TW-P-34)."""
    rules = state.rules
    offer = offered(state)
    player = state.players[seat]
    topic = line_for(state, claim.value)
    if offer.how is not How.DISCARD or state.phase is not Phase.OFFER:
        raise Refused(topic, "只可吃碰他人打出之牌", Foul.DEAD_HAND)
    if seat == offer.seat:
        raise Refused(topic, "不得吃碰自己打出之牌", Foul.DEAD_HAND)
    if offer.tile not in (None, tile):
        raise Refused(*missed(state, seat, tile, claim))
    if player.status is Status.DEAD:
        raise Refused(line_for(state, "dead"), "相公不得吃碰槓", Foul.DEAD_HAND)
    if state.drawable <= rules.closed_last:
        raise Refused(
            line_for(state, "last"), f"末{rules.closed_last}張內不得吃碰槓", Foul.DEAD_HAND
        )
    if player.looking:
        raise Refused("TW-P-24", "眼牌者不得吃碰槓", Foul.LOOKING)
    if player.ready is ReadyKind.RIICHI:
        raise Refused("WU16-12", "立直後不得吃碰槓", Foul.BARRED)


def missed(state: State, seat: Seat, tile: Tile, claim: Claim) -> tuple[str, str, Foul | None]:
    """Why a tile that is not the offered one cannot be claimed (TW-P-43, TW-P-44, TW-P-45)."""
    gone = state.gone
    if gone is None or gone.tile is not tile or gone.seat == seat:
        return LOG, f"桌上所打之牌不是{tile.chinese}", None
    if claim is Claim.WIN:
        line = line_or(state, "TW-P-44", "priority")
        return line, f"{tile.chinese}之後已進牌並打牌, 胡銃優先權已失", Foul.LOST_WIN
    line = line_or(state, "TW-P-43", "priority")
    return line, f"{tile.chinese}之後已進牌並打牌, 優先權已失", Foul.LOST_PUNG


def check_own_fault(state: State, seat: Seat, tiles: Tiles) -> None:
    """TW-P-35: tiles exposed by own fault may not be used."""
    if state.rules.own_fault:
        for tile in tiles:
            if tile in state.players[seat].exposed:
                raise Refused("TW-P-35", f"{tile.chinese}已自行外露, 不得吃碰槓胡", Foul.DEAD_HAND)


def check_chow(state: State, event: Chow, notes: Notes) -> None:
    """吃, with its priority."""
    _check_chow_claim(state, event, notes)
    check_priority(state, event.seat, Claim.CHOW)


def _check_chow_claim(state: State, event: Chow, notes: Notes) -> None:
    """吃: TW-P-14, TW-P-33, HK-P-05, WU16-04, PONG-01."""
    seat, tile, rules = event.seat, event.tile, state.rules
    rule = line_for(state, "chow")
    if not rules.chow:
        raise Refused(rule, "只可碰牌, 不准上牌", Foul.BARRED)
    check_claim(state, seat, tile, Claim.CHOW)
    if seat != (offered(state).seat + 1) % 4:
        raise Refused(rule, "只可吃上家之牌", Foul.DEAD_HAND)
    using = _using(state, seat, event.using, 2, Foul.DEAD_HAND, rule)
    if not may_be_set(MeldKind.CHOW, (tile, *using), state.jokers):
        raise Refused(rule, f"{format_chinese((tile, *using))}不成順子", Foul.DEAD_HAND)
    check_own_fault(state, seat, using)
    river = state.players[seat].river
    last = river[-1] if river else None
    if rules.linked != "no" and last in linked_tiles(rules, tile, (tile, *using)):
        reason = f"同巡打出同(絡)牌後不得吃入{tile.chinese}"
        raise Refused("TW-P-33", reason, Foul.DEAD_HAND)


def _using(state: State, seat: Seat, using: Seen, number: int, foul: Foul, rule: str) -> Tiles:
    tiles = tuple(tile for tile in using if tile is not None)
    if len(tiles) != number or len(using) != number:
        raise Refused(rule, f"應亮出手中{number}張牌", foul)
    if not may_hold(state, seat, tiles):
        raise Refused(rule, f"{seat_name(state, seat)}手中沒有{format_chinese(tiles)}", foul)
    return tiles


def check_pung(state: State, event: Pung, notes: Notes) -> None:
    """碰, with its priority."""
    _check_pung_claim(state, event, notes)
    check_priority(state, event.seat, Claim.PUNG, event.using)


def _check_pung_claim(state: State, event: Pung, notes: Notes) -> None:
    """碰: TW-P-15, TW-P-41, WU16-04, PONG-06."""
    seat, tile = event.seat, event.tile
    rule = line_for(state, "pung")
    check_claim(state, seat, tile, Claim.PUNG)
    using = _using(state, seat, event.using or (tile, tile), 2, Foul.WRONG_PUNG, rule)
    if not may_be_set(MeldKind.PUNG, (tile, *using), state.jokers):
        raise Refused(rule, f"{format_chinese((tile, *using))}不成刻子", Foul.WRONG_PUNG)
    check_own_fault(state, seat, using)
    if not state.rules.repeat_pung and tile in state.players[seat].seen[:-1]:
        raise Refused(rule, f"同巡內第二張{tile.chinese}不得碰", Foul.DEAD_HAND)


def check_kong(state: State, event: Kong, notes: Notes) -> None:
    """碰槓, with its priority."""
    _check_kong_claim(state, event, notes)
    check_priority(state, event.seat, Claim.KONG)


def _check_kong_claim(state: State, event: Kong, notes: Notes) -> None:
    """碰槓: TW-P-18, TW-P-40, WU16-04."""
    seat, tile = event.seat, event.tile
    rule = line_for(state, "kong")
    check_claim(state, seat, tile, Claim.KONG)
    if tile in state.jokers:
        raise Refused("WU16-04", "不可以用百搭槓牌", Foul.BARRED)
    _using(state, seat, (tile, tile, tile), 3, Foul.WRONG_KONG, rule)
    check_own_fault(state, seat, (tile,))


CLAIM_NAMES: Final = {
    Claim.WIN: "胡",
    Claim.KONG: "槓",
    Claim.PUNG: "碰",
    Claim.CHOW: "吃",
    Claim.FLOWER: "搶花",
}


_WEAKEST_FIRST: Final = (
    Claim.CHOW, "joker pung", Claim.PUNG, Claim.KONG, Claim.WIN, Claim.FLOWER,
)  # fmt: skip


def _rank(state: State, seat: Seat, claim: Claim, using: Seen = ()) -> int:
    """Strength of a claim. A pung with jokers is weaker than a real one (WU16-04, WU16-20)."""
    if claim is Claim.PUNG and state.jokers and state.offer is not None:
        tile = state.offer.tile
        real = tile is not None and tile not in state.jokers
        real = real and all(item is tile for item in using)
        if not using:
            player = state.players[seat]
            real = real and (player.hidden > 0 or player.known.count(tile) >= 2)
        return _WEAKEST_FIRST.index(claim if real else "joker pung")
    return _WEAKEST_FIRST.index(claim)


def check_priority(state: State, seat: Seat, claim: Claim, using: Seen = ()) -> None:
    """TW-P-15, TW-P-21, TW-P-43, HK-P-04, WU16-20: the strongest call, then the nearest wins."""
    own = _rank(state, seat, claim, using)
    origin = offered(state).seat
    for caller, called in state.calls:
        if caller == seat:
            continue
        other = _rank(state, caller, called)
        nearer = (caller - origin) % 4 < (seat - origin) % 4
        name = f"{seat_name(state, caller)}已叫{CLAIM_NAMES[called]}"
        if called is claim is Claim.WIN:
            if nearer and not state.rules.all_winners:
                raise Refused(line_for(state, "nearest"), f"{name}, 順序較近者優先(攔胡)")
        elif other > own or (other == own and nearer):
            foul = Foul.LOST_PUNG if claim in (Claim.PUNG, Claim.KONG) else None
            raise Refused(line_for(state, "priority"), f"{name}, 應讓先", foul)
    if state.every_answer:
        check_answers(state)
        if (seat, claim) not in state.calls:
            raise Refused(LOG, f"{seat_name(state, seat)}未叫{CLAIM_NAMES[claim]}")


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
        return (rob,) if has_seven(state, seat) else ()
    found: list[Event] = []
    if could_win(state, seat):
        found.append(Win(seat, offer.tile, time=state.time))
    if offer.how is not How.DISCARD or player.hidden:
        return tuple(found)
    candidates: list[Kong | Pung | Chow] = [Kong(seat, offer.tile, state.time)]
    tile = offer.tile
    candidates += [Pung(seat, tile, two, state.time) for two in _pung_partners(state, seat, tile)]
    chows = _partners(state, seat, tile, MeldKind.CHOW)
    candidates += [Chow(seat, tile, two, state.time) for two in chows]
    for event in candidates:
        try:
            _CLAIM_CHECKS[type(event)](state, event, Notes())
        except Refused:
            continue
        found.append(event)
    return tuple(found)


def _pung_partners(state: State, seat: Seat, tile: Tile) -> list[Seen]:
    """Pairs of the hand that a pung of the offered tile could use; () for two equal tiles."""
    known = state.players[seat].known
    found: list[Seen] = [()] if known.count(tile) >= 2 else []
    if state.jokers:
        found += [
            pair for pair in _partners(state, seat, tile, MeldKind.PUNG) if set(pair) != {tile}
        ]
    return found


def _partners(state: State, seat: Seat, tile: Tile, kind: MeldKind) -> list[Tiles]:
    """Pairs of the hand that make a set with the offered tile."""
    known = state.players[seat].known
    faces = sorted({face for face in known if state.jokers or abs(face - tile) <= 2})
    return [
        (a, b)
        for i, a in enumerate(faces)
        for b in faces[i:]
        if (a is not b or known.count(a) > 1) and may_be_set(kind, (a, b, tile), state.jokers)
    ]


def must_answer(state: State) -> tuple[Seat, ...]:
    """In a complete log: who must call, pass or declare before anything else, in order."""
    if not state.every_answer:
        return ()
    if state.phase is Phase.FLOWERS:
        try:
            state = flowers_done(state)
        except Refused:
            return ()
    answered = {*state.passes, *(seat for seat, _ in state.calls)}
    if state.offer is not None:
        seats = others_of(state.offer.seat)
        return tuple(s for s in seats if s not in answered and claims(state, s))
    if not can_declare(state):
        return ()
    return tuple(
        seat
        for seat in others_of(state.deal.seat)
        if seat not in answered
        and state.players[seat].ready is None
        and _ready_as_dealt(state, seat)
    )


def check_answers(state: State) -> None:
    """In a complete log: nothing happens before everybody has answered."""
    if waiting := must_answer(state):
        raise Refused(LOG, f"{seat_name(state, waiting[0])}尚未表示")


def can_declare(state: State) -> bool:
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


def check_status(state: State, seat: Seat) -> None:
    """No win for 相公 (TW-P-23, WU16-07, WU13-13), nor for who passed while looking (TW-P-24)."""
    player = state.players[seat]
    if player.status is not Status.PLAYING:
        raise Refused(line_for(state, "dead"), "相公不得胡牌", Foul.FALSE_WIN)
    if player.looking and player.ever_passed:
        raise Refused("TW-P-24", "眼牌者曾經過水, 應判包賠", Foul.PAYS_ALL)


def check_claimed_win(state: State, seat: Seat, offer: Offer, shown: Tiles, notes: Notes) -> None:
    """A win on a discard or a robbed tile, priority left out (TW-P-11, TW-P-12, TW-P-44)."""
    rules = state.rules
    false = rules.false_win
    player = state.players[seat]
    if seat == offer.seat:
        raise Refused(line_for(state, "win"), "不得胡自己打出之牌", false)
    check_status(state, seat)
    if offer.how is How.DISCARD and not rules.discard_win:
        raise Refused(line_for(state, "win"), "只可自摸, 不可胡別人打出之牌", false)
    if offer.how is How.FLOWER:
        raise Refused(line_for(state, "flower_win"), "此花只可搶花", false)
    if seat in state.reached:
        raise Refused(
            line_or(state, "TW-P-44", "priority"), "已伸手摸牌, 視為過水不胡", Foul.LOST_WIN
        )
    if player.passed:
        raise Refused(line_for(state, "passing"), "過水未解除, 不得胡牌", false)
    if offer.tile is None:
        notes.unknown.append("所胡之牌未見")
        return
    complete = is_complete(state, seat, offer.tile, offer.how, shown)
    if complete is None:
        notes.unknown.append("手牌未見, 不能判斷是否成胡")
    elif not complete:
        raise Refused(line_for(state, "win"), f"{offer.tile.chinese}未成胡", false)
    if rules.own_fault and player.exposed and not player.hidden:
        _check_exposed_win(state, seat, offer.tile, offer.how)


def is_complete(state: State, seat: Seat, tile: Tile | None, how: How, shown: Tiles) -> bool | None:
    """Whether a seat's hand wins with the tile; None if that cannot be known.

    The rule set says so: special shapes and the least worth of a win are in it (WU16-06, WU16-21).
    `shown` are concealed tiles as laid open, for a hand that was hidden.
    """
    player = state.players[seat]
    drawn = how is How.DRAW
    if player.hidden:
        if not shown:
            return None
        state = laid_open(state, seat, shown)
        player = state.players[seat]
    if any(None in item.tiles for item in player.sets):
        return None
    known = player.known
    if drawn and tile is not None:
        if tile not in known:
            return False
        known = without(known, (tile,))
    if tile is not None and tile not in (waits_of(state, known, player.sets) or ()):
        return False
    if how is How.CONCEALED_KONG and player.sets:
        return False
    try:
        hand = hand_of(state, seat, tile, drawn=drawn)
        rules_of(state).score(hand, circumstances(state, seat, how))
    except RuleError:  # not complete, or worth less than the least
        return False
    return True


def laid_open(state: State, seat: Seat, shown: Tiles) -> State:
    """A hidden hand is shown.

    Raises:
        Refused: other tiles, or another number, than it can be.
    """
    player = state.players[seat]
    if len(shown) != len(player.known) + player.hidden:
        raise Refused(LOG, f"亮出{len(shown)}張, 手中應有{len(player.known) + player.hidden}張")
    state = take_from_hand(state, seat, shown)
    return with_player(state, seat, known=tuple(sorted(shown)), hidden=0)


def _check_exposed_win(state: State, seat: Seat, tile: Tile, how: How) -> None:
    """TW-P-35: a discard may not complete a set or pair of tiles exposed by own fault."""
    exposed = state.players[seat].exposed
    hand = hand_of(state, seat, tile)
    for score in rules_of(state).score_readings(hand, circumstances(state, seat, how)):
        used = next(part.tiles for part in score.reading if part.win)
        if not any(item in exposed for item in without(used, (tile,))):
            return
    raise Refused("TW-P-35", "所胡之搭子已自行外露", state.rules.false_win)


_CLAIM_CHECKS: Final[dict[type[Event], Callable[[State, Any, Notes], None]]] = {
    Chow: _check_chow_claim,
    Pung: _check_pung_claim,
    Kong: _check_kong_claim,
}
