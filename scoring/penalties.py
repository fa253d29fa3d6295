"""What a mistake costs: payments, what the offender may still do, and how the hand goes on.

Every kind of foul that `scoring.referee` reports (`scoring.playrules.Foul`) has its amounts here,
for each system; `penalty` gives them. The referee sets the status and the course of the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.events import Status
from scoring.game import SEATS, Seat
from scoring.money import (
    HongKongMoney,
    Money,
    MoneyError,
    TaiwanMoney,
    WuJokerMoney,
    WuPongMoney,
)
from scoring.playrules import Foul
from scoring.settlement import (
    Settlement,
    TableState,
    Transfer,
    bases,
    discard_price,
    premium,
    side_bets,
    to_each,
    to_pot,
)


@dataclass(frozen=True, slots=True)
class Penalty:
    """The consequences of one foul.

    `status`: what the offender is from now on, None if he plays on freely. `ends_hand`: the hand is
    over. `deal_passes`: who deals next changes although nobody won. `streak_counts`: whether the
    hand counts for 連莊. `substitute_draws`: for how many drawn tiles the offender pays for others
    (代位賠付), None if not at all, 0 for as long as the named wins last (see `substitute_for`).
    """

    settlement: Settlement
    rule: str
    status: Status | None = None
    ends_hand: bool = False
    deal_passes: bool = False
    streak_counts: bool = True
    substitute_draws: int | None = None
    substitute_for: str = ""
    """Chinese: which wins the offender pays for."""


def penalty(
    money: Money,
    foul: Foul,
    offender: Seat,
    table: TableState | None = None,
    *,
    face: int = 0,
    to: Sequence[Seat] = (),
    heavy: bool = False,
    second: bool = False,
    noticed: bool = True,
    won_on: bool = False,
    in_time: bool = True,
    by_left: bool = False,
    replaced: bool = False,
    mixed: bool = False,
) -> Penalty:
    """The consequences of a foul.

    Args:
        money: the system's amounts.
        foul: what was done.
        offender: by whom.
        table: dealer, streak, bets.
        face: 牌面: 台 of the hand that was laid open (TW-38), the base of Taiwanese payments.
        to: whom a payment to somebody in particular goes to: the discarder of a pung that was not
            made, those who showed tiles for a wrongly discarded one.
        heavy: it happened within the last eight drawable tiles; a wrong concealed kong costs more
            only if nobody won the hand, too (TW-P-38).
        second: it is the offender's second of this kind.
        noticed: it was found before play went on; else it stands, and others' wins are paid for.
        won_on: somebody won on the wrong tile (TW-P-42).
        in_time: noticed while it can still be put right (WU16-13, WU13-17, PONG-07).
        by_left: the discarder is the offender's left neighbour, who is not paid (TW-P-16).
        replaced: the tile that replaced a wrong kong had been drawn when it was noticed ...
        mixed: ... and had joined the hand (TW-P-39, TW-P-40).

    Raises:
        MoneyError: a payee that is no other seat.
    """
    where = table or TableState()
    if offender not in SEATS or any(seat not in SEATS or seat == offender for seat in to):
        raise MoneyError("to", "must be other seats")
    if isinstance(money, TaiwanMoney):
        case = _Case(
            offender,
            where,
            face,
            tuple(to),
            heavy,
            second,
            noticed,
            won_on,
            by_left,
            replaced,
            mixed,
        )
        return _taiwan(money, foul, case)
    if isinstance(money, HongKongMoney):
        return _hong_kong(money, foul, offender, in_time)
    if isinstance(money, WuJokerMoney):
        return _joker(money, foul, offender, in_time)
    return _pong(money, foul, offender, in_time)


@dataclass(frozen=True, slots=True)
class _Case:
    offender: Seat
    table: TableState
    face: int
    to: tuple[Seat, ...]
    heavy: bool
    second: bool
    noticed: bool
    won_on: bool
    by_left: bool
    replaced: bool
    mixed: bool


def pay_three(
    money: TaiwanMoney, offender: Seat, face: int, table: TableState, why: str, rule: str
) -> Settlement:
    """底 and face to each of three, and to bystanders (TW-P-25, TW-P-26, TW-P-36).

    The dealer's premium lies between the offender and the dealer alone; where the dealer is the
    offender it goes into all three payments. A bystander who backed the offender pays the three.
    """
    transfers: list[Transfer] = []
    for seat in SEATS:
        if seat == offender:
            continue
        tai = face + premium(money, offender, seat, table)
        amount = bases(offender, seat, table) * money.base + tai * money.tai
        if amount:
            transfers.append(Transfer(offender, seat, amount, "false_win", why, rule))
        transfers += side_bets(table, offender, seat, tai, f"外插：{why}", "TW-P-26")
    return Settlement(tuple(transfers))


def _taiwan(money: TaiwanMoney, foul: Foul, case: _Case) -> Penalty:
    who = case.offender
    if foul is Foul.FALSE_WIN:
        # The dealer loses the deal; if another did it he keeps it, without a streak (TW-P-27).
        done = _three(money, case, "詐胡", "TW-P-25")
        return replace(done, deal_passes=who == case.table.dealer)
    if foul is Foul.PAYS_ALL:
        return _three(money, case, "包賠", "TW-P-36")
    if foul is Foul.LOST_WIN:
        return _three(money, case, "違反優先權而胡", "TW-P-45")
    if foul is Foul.DEAD_HAND:
        if case.second:
            return _three(money, case, "相公二度違規", "TW-P-36")
        return Penalty(Settlement(), "TW-P-23", Status.DEAD)
    if foul is Foul.LOOKING:
        if case.second:
            return _three(money, case, "眼牌違規二次", "TW-P-24")
        return Penalty(Settlement(), "TW-P-24", Status.DEAD)
    if foul is Foul.PUNG_NOT_MADE:
        to = () if case.by_left else case.to
        paid = _fine(money, who, to, money.pung_not_made, "喊碰未碰", "TW-P-16")
        return Penalty(paid, "TW-P-16")
    if foul is Foul.LOST_PUNG:
        return _standing(money, "違反優先權而碰", "TW-P-45")
    if foul is Foul.WRONG_PUNG:
        if case.noticed:
            return Penalty(Settlement(), "TW-P-41", Status.DEAD)
        return _standing(money, "他人自摸", "TW-P-41")
    if foul is Foul.EXPOSED_DISCARD:
        return _exposed(money, case)
    if foul is Foul.WRONG_CONCEALED_KONG:
        if case.heavy:
            return _three(money, case, "末八張內錯暗槓", "TW-P-38")
        wins = "槓上開花、槓底原牌放銃"
        return Penalty(
            Settlement(), "TW-P-38", Status.DEAD, substitute_draws=0, substitute_for=wins
        )
    return _wrong_open_kong(money, foul, case)


def _three(money: TaiwanMoney, case: _Case, why: str, rule: str) -> Penalty:
    """Pays all, and the hand ends without counting for the streak."""
    return Penalty(
        pay_three(money, case.offender, case.face, case.table, why, rule),
        rule,
        Status.DEAD,
        ends_hand=True,
        streak_counts=False,
    )


def _fine(
    money: TaiwanMoney, payer: Seat, to: Sequence[Seat], tai: int, why: str, rule: str
) -> Settlement:
    amount = tai * money.tai
    return Settlement(
        tuple(Transfer(payer, seat, amount, "fine", why, rule) for seat in to if amount)
    )


def _standing(money: TaiwanMoney, wins: str, rule: str) -> Penalty:
    """相公, and wins of others within so many draws are paid by the offender."""
    return Penalty(
        Settlement(),
        rule,
        Status.DEAD,
        substitute_draws=money.substitute_draws,
        substitute_for=wins,
    )


def _exposed(money: TaiwanMoney, case: _Case) -> Penalty:
    """錯打明牌 (TW-P-42)."""
    rule = "TW-P-42"
    if not case.noticed:
        return _standing(money, "他人自摸", rule)
    if case.won_on:
        # The win itself, and a second one on the replayed tile, are paid as any discard.
        return Penalty(
            Settlement(),
            rule,
            Status.DEAD,
            ends_hand=True,
            deal_passes=case.offender == case.table.dealer,
            streak_counts=False,
        )
    paid = _fine(money, case.offender, case.to, money.exposed_discard, "錯打明牌", rule)
    return Penalty(paid, rule, Status.DEAD)


def _wrong_open_kong(money: TaiwanMoney, foul: Foul, case: _Case) -> Penalty:
    """錯加槓 (TW-P-39) and 錯碰槓 (TW-P-40); other fouls of Wu's games cost nothing here."""
    if foul not in (Foul.WRONG_ADDED_KONG, Foul.WRONG_KONG):
        return Penalty(Settlement(), "TW-P-23", Status.DEAD)
    added = foul is Foul.WRONG_ADDED_KONG
    rule = "TW-P-39" if added else "TW-P-40"
    if case.noticed and case.mixed:
        # The tile goes back, or another in its place, and the offender answers for that one.
        wins = "該張槓上牌的自摸、原牌放銃"
        return Penalty(Settlement(), rule, Status.DEAD, substitute_draws=0, substitute_for=wins)
    if case.noticed:
        if added:
            return Penalty(Settlement(), rule)  # put right before it joined the hand: free
        if case.replaced:
            return Penalty(Settlement(), rule, Status.DEAD)
        to = () if case.by_left else case.to
        paid = _fine(money, case.offender, to, money.pung_not_made, "喊槓未槓", rule)
        return Penalty(paid, rule)
    if case.heavy:
        return _three(money, case, "末八張內錯明槓", rule)
    wins = "涉及槓上的自摸、原牌放銃" if added else "暗牌八張內自摸、涉及槓上的自摸、原牌放銃"
    draws = 0 if added else money.substitute_draws
    return Penalty(Settlement(), rule, Status.DEAD, substitute_draws=draws, substitute_for=wins)


_BARRING = (Foul.BARRED, Foul.DEAD_HAND, Foul.LOST_WIN, Foul.LOST_PUNG)


def _each(offender: Seat, amount: int, why: str, rule: str) -> Settlement:
    return to_each(offender, amount, "fine", why, rule)


def _hong_kong(money: HongKongMoney, foul: Foul, who: Seat, in_time: bool) -> Penalty:
    if foul is Foul.FALSE_WIN:
        amount = discard_price(money, money.limit)
        return Penalty(_each(who, amount, "詐糊", "WU13-13"), "WU13-13", ends_hand=True)
    if foul in _BARRING:
        return Penalty(Settlement(), "WU13-13", Status.BARRED)
    return _late(foul, who, in_time, (money.slip,) * 4, "WU13-17")


def _joker(money: WuJokerMoney, foul: Foul, who: Seat, in_time: bool) -> Penalty:
    if foul is Foul.FALSE_WIN:
        amount = money.false_win * money.fan
        return Penalty(_each(who, amount, "詐糊", "WU16-07"), "WU16-07", ends_hand=True)
    if foul in _BARRING:
        return Penalty(Settlement(), "WU16-07", Status.BARRED)
    fines = (
        money.late_flower * money.fan,
        money.late_tile,
        money.wrong_tile * money.fan,
        money.slip * money.fan,
    )
    return _late(foul, who, in_time, fines, "WU16-13")


def _late(
    foul: Foul, who: Seat, in_time: bool, fines: tuple[int, int, int, int], rule: str
) -> Penalty:
    """Late flower, late tile, wrong tile, any other slip: a fine in time, 相公 later."""
    kinds = {
        Foul.LATE_FLOWER: (fines[0], "遲補花", Status.DEAD),
        Foul.LATE_TILE: (fines[1], "遲跳牌", Status.DEAD),
        Foul.WRONG_PUNG: (fines[2], "取錯牌", Status.BARRED),
        Foul.WRONG_KONG: (fines[2], "取錯牌", Status.BARRED),
        Foul.WRONG_CONCEALED_KONG: (fines[2], "錯槓", Status.BARRED),
        Foul.WRONG_ADDED_KONG: (fines[2], "錯槓", Status.BARRED),
    }
    amount, why, later = kinds.get(foul, (fines[3], "其他錯誤", None))
    if in_time or later is None:
        return Penalty(to_pot(who, amount, "fine", why, rule), rule)
    return Penalty(Settlement(), rule, later)


def _pong(money: WuPongMoney, foul: Foul, who: Seat, in_time: bool) -> Penalty:
    if foul is Foul.FALSE_WIN:
        paid = _each(who, money.false_win, "詐糊", "PONG-05")
        return Penalty(paid, "PONG-05", ends_hand=True)
    if foul in _BARRING or not in_time:
        status = Status.DEAD if foul in (Foul.LATE_FLOWER, Foul.LATE_TILE) else Status.BARRED
        return Penalty(Settlement(), "PONG-07", status)
    return Penalty(_each(who, money.slip, "遲補花、遲跳牌、取錯牌", "PONG-07"), "PONG-07")


def win_found_passed(money: TaiwanMoney, winner: Seat, face: int, table: TableState) -> Penalty:
    """眼牌 and won, and then a passed win is found (TW-P-24): pays all."""
    paid = pay_three(money, winner, face, table, "眼牌者曾過水", "TW-P-24")
    return Penalty(paid, "TW-P-24", Status.DEAD, ends_hand=True, streak_counts=False)
