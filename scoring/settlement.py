"""Who pays whom for a hand, how much, and for what.

`settle` takes the wins of a hand (most systems allow one; document D13 pays several at once) and
what the table has agreed on, and gives transfers. Every transfer names the rule it comes from, and
all accounts together always sum to zero: the four seats, the pot of fines, and bystanders who bet.

Amounts are whole. Where a rule halves or quarters an amount that does not divide, it is rounded up
to the next whole unit, in favour of the winner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.game import SEATS, Seat
from scoring.money import (
    FIRST_BETTOR,
    POT,
    HongKongMoney,
    Money,
    MoneyError,
    TaiwanMoney,
    WuJokerMoney,
    WuPongMoney,
    is_code,
)
from scoring.result import Score
from scoring.tiles import WINDS, Tile, format_chinese


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` gives `payee` an amount above zero; `id` and `why` (Chinese) say for what, `rule` is
    the line of the rule checklist. Accounts: 0 to 3 the seats, 4 the pot, 5 and on bystanders."""

    payer: int
    payee: int
    amount: int
    id: str
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """Transfers of one hand, or of one event in it. Settlements add up."""

    transfers: tuple[Transfer, ...] = ()

    def balance(self) -> tuple[int, ...]:
        """What each account has won: the four seats, the pot, bystanders; sums to zero."""
        size = max((max(t.payer, t.payee) for t in self.transfers), default=POT) + 1
        out = [0] * max(size, POT + 1)
        for transfer in self.transfers:
            out[transfer.payer] -= transfer.amount
            out[transfer.payee] += transfer.amount
        return tuple(out)

    def __add__(self, other: Settlement) -> Settlement:
        return Settlement((*self.transfers, *other.transfers))


@dataclass(frozen=True, slots=True)
class SideBet:
    """外插: a bystander bets on one player (TW-P-09).

    For each payment that the player makes or takes the bystander makes or takes one too: `base` and
    `tai` as for the player, or a `fixed` amount instead.
    """

    bettor: int
    on: Seat
    base: int = 0
    tai: int = 0
    fixed: int = 0
    declined: tuple[Seat, ...] = ()
    """Who has not accepted the bet: nothing is paid between him and the bystander."""

    def __post_init__(self) -> None:
        if self.bettor < FIRST_BETTOR:
            raise MoneyError("bettor", f"must be an account from {FIRST_BETTOR} on")
        if self.on not in SEATS or min(self.base, self.tai, self.fixed) < 0:
            raise MoneyError("bet", "needs a seat and amounts of zero or more")


@dataclass(frozen=True, slots=True)
class TableState:
    """What payments depend on besides the win."""

    dealer: Seat = 0
    streak: int = 0
    """連莊 so far."""
    shown_streak: int | None = None
    """連莊示記: what the dealer's die shows, if that is not the streak (TW-P-19)."""
    inner: tuple[int, int, int, int] = (0, 0, 0, 0)
    """內插: bases that each player has added between himself and every other (TW-P-09)."""
    declined: tuple[tuple[Seat, Seat], ...] = ()
    """Who has added bases, and who has not accepted them (TW-P-09)."""
    outer: tuple[SideBet, ...] = ()
    """外插."""

    def __post_init__(self) -> None:
        if self.dealer not in SEATS:
            raise MoneyError("dealer", "must be a seat, 0 to 3")
        if self.streak < 0 or (self.shown_streak is not None and self.shown_streak < 0):
            raise MoneyError("streak", "cannot be negative")
        if min(self.inner) < 0:
            raise MoneyError("inner", "bets cannot be negative")


@dataclass(frozen=True, slots=True)
class Win:
    """One win, as far as payments ask for it.

    `source` is who discarded the winning tile, whose kong (or joker swap) was robbed, or in 七搶一
    (1) whose flower; None for a self-draw.
    """

    winner: Seat
    score: Score
    source: Seat | None = None
    robbed: Seat | None = None
    """七搶一 (2): who lost the flower while three pay (TW-30b)."""
    by_kong: bool = False
    """The source gave the tile by a kong that was robbed, or by a swap (WU16-17)."""
    kong_giver: Seat | None = None
    """Who discarded the tile of the kong whose replacement won."""
    exposed: tuple[Seat | None, ...] = ()
    """For each set that lies open, in order, who gave its tile (WU13-11)."""
    dragons: tuple[Seat | None, ...] = ()
    """The same for dragon sets alone (WU13-12)."""
    looking: tuple[Seat, ...] = ()
    """眼牌: who had gone to look (TW-P-24)."""
    codes: tuple[Tile, ...] = ()
    """Prize tiles the winner drew (WU16-15, PONG-09)."""

    def __post_init__(self) -> None:
        for name in ("winner", "source", "robbed", "kong_giver"):
            seat = getattr(self, name)
            if seat is not None and seat not in SEATS:
                raise MoneyError(name, "must be a seat, 0 to 3")
        for name in ("source", "robbed", "kong_giver"):
            if getattr(self, name) == self.winner:
                raise MoneyError(name, "cannot be the winner himself")
        if self.winner in (*self.exposed, *self.dragons):
            raise MoneyError("exposed", "tiles of open sets come from others, or None")
        if self.source is not None and self.robbed is not None:
            raise MoneyError("robbed", "is for the flower that three pay; no source beside it")

    @property
    def ids(self) -> frozenset[str]:
        """Items of the score."""
        return frozenset(item.id for item in self.score.items)


def settle(money: Money, wins: Win | Sequence[Win], table: TableState | None = None) -> Settlement:
    """Who pays for the wins of one hand.

    Args:
        money: the amounts, which also say which system's payments these are.
        wins: one win, or several on one discard where the system pays them all (WU13-01).
        table: dealer, streak and bets.

    Raises:
        MoneyError: several winners where only one is paid, a plain discard where wins are drawn,
            or 七搶一 (2) without who lost the flower.
    """
    all_wins = [wins] if isinstance(wins, Win) else list(wins)
    where = table or TableState()
    if len(all_wins) > 1 and not isinstance(money, HongKongMoney):
        raise MoneyError("wins", "only the nearest winner is paid in this system")
    if len({win.winner for win in all_wins}) < len(all_wins):
        raise MoneyError("wins", "one player cannot win twice")
    out = Settlement()
    for win in all_wins:
        if isinstance(money, TaiwanMoney):
            out += _settle_taiwan(money, win, where)
        elif isinstance(money, HongKongMoney):
            out += _settle_hong_kong(money, win)
        elif isinstance(money, WuJokerMoney):
            out += _settle_joker(money, win, where)
        else:
            out += _settle_pong(money, win, where)
    return out


# --- Taiwanese ---------------------------------------------------------------------------------


def premium(money: TaiwanMoney | WuJokerMoney, payer: Seat, payee: Seat, table: TableState) -> int:
    """台 or 番 that the dealer's part in a payment adds (TW-09, TW-10, TW-P-19, WU16-21)."""
    if table.dealer not in (payer, payee):
        return 0
    shown = table.streak if table.shown_streak is None else table.shown_streak
    # Whatever he shows wrongly is to his own loss.
    streak = min(shown, table.streak) if table.dealer == payee else max(shown, table.streak)
    return money.dealer + money.streak * streak


def bases(payer: Seat, payee: Seat, table: TableState) -> int:
    """How many 底 lie between two players: one, and what either has added and the other has
    accepted (內插, TW-P-09)."""
    sides = ((payer, payee), (payee, payer))
    return 1 + sum(table.inner[side[0]] for side in sides if side not in table.declined)


def _settle_taiwan(money: TaiwanMoney, win: Win, table: TableState) -> Settlement:
    if win.robbed is None and any(item.payer != "all" for item in win.score.items):
        raise MoneyError("robbed", "must name who lost the flower, he pays it alone (TW-30b)")
    total = win.score.total
    payers = [win.source] if win.source is not None else [s for s in SEATS if s != win.winner]
    out: list[Transfer] = []
    for payer in payers:
        assert payer is not None
        tai = total + sum(
            item.value
            for item in win.score.items
            if item.payer == ("robbed" if payer == win.robbed else "others")
        )
        out += _taiwan_payment(money, payer, win.winner, tai, table, "win", _items(win.score))
    for looker in win.looking:
        if looker != win.winner and money.looking:
            amount = money.looking * money.tai
            out.append(Transfer(looker, win.winner, amount, "looking", "眼牌", "TW-P-24"))
    return Settlement(tuple(out))


def _items(score: Score) -> str:
    return "、".join(f"{item.name}{item.value}" for item in score.items if item.payer == "all")


def _taiwan_payment(
    money: TaiwanMoney,
    payer: Seat,
    payee: Seat,
    tai: int,
    table: TableState,
    id: str,
    why: str,
) -> list[Transfer]:
    """One player's payment: bases, tai with the dealer's part; and bystanders' beside it."""
    more = premium(money, payer, payee, table)
    many = bases(payer, payee, table)
    rule = "TW-10" if more and table.streak else "TW-09" if more else "TW-37"
    words = [f"底{many}" if many > 1 else "底", f"{tai}台"]
    if more:
        words.append(f"莊{more}台")
    text = f"{'＋'.join(words)}" + (f"（{why}）" if why else "")
    amount = many * money.base + (tai + more) * money.tai
    out = [Transfer(payer, payee, amount, id, text, rule)] if amount else []
    return out + side_bets(table, payer, payee, tai + more, "外插", "TW-P-09")


def side_bets(
    table: TableState, payer: Seat, payee: Seat, tai: int, why: str, rule: str
) -> list[Transfer]:
    """What bystanders make or pay beside one player's payment of so many 台 (外插)."""
    out = []
    for bet in table.outer:
        stake = bet.fixed or bet.base + tai * bet.tai
        if not stake or bet.on not in (payer, payee):
            continue
        other = payer if bet.on == payee else payee
        if other in bet.declined:
            continue
        ends = (payer, bet.bettor) if bet.on == payee else (bet.bettor, payee)
        out.append(Transfer(*ends, stake, "side_bet", why, rule))
    return out


@dataclass(frozen=True, slots=True)
class BetMoment:
    """When a side bet begins or ends (TW-P-09)."""

    west_dealt: bool = False
    """The first hand of the West round has begun."""
    deals_left: int = 16
    """Deals (局) left in the 將, this one included."""
    streak: int = 0
    """連莊 of the hand that comes."""
    bet_lost: bool = False
    """The bet on the table was won by somebody in the last hand."""
    lost_clearly: bool = True
    """內插: the player has clearly lost by it in this 將."""


def check_inner_bet(start: bool, count: int, moment: BetMoment) -> None:
    """內插: whether a player may begin (or give up) his added bases now (TW-P-09).

    Raises:
        MoneyError: too late, or not to be given up yet.
    """
    if count > 1:  # 飄 and 飛 follow the rules of bystanders
        _check_outer(start, moment)
    elif start and moment.west_dealt:
        raise MoneyError("內插", "must begin before the West round is dealt")
    elif not start and not moment.lost_clearly:
        raise MoneyError("內插", "may not be given up in the next 將 without a clear loss")


def check_outer_bet(start: bool, moment: BetMoment) -> None:
    """外插: whether a bystander may begin (or move) a bet, or give it up (TW-P-09).

    Raises:
        MoneyError: a streak is running, too few deals are left, or the bet still stands.
    """
    _check_outer(start, moment)


def _check_outer(start: bool, moment: BetMoment) -> None:
    if moment.streak:
        raise MoneyError("外插", "may not begin or end while the dealer repeats")
    if start and moment.deals_left < 4:
        raise MoneyError("外插", "needs a whole round left in this 將")
    if not start and not moment.bet_lost:
        raise MoneyError("外插", "may be given up only when it has just been won by somebody")


def substitute(
    settlement: Settlement, offenders: Sequence[Seat], rule: str = "TW-P-37"
) -> Settlement:
    """代位賠付: whoever changed the order of turns pays for all who would pay (TW-P-37).

    Several share equally (TW-P-38): what does not divide goes round, so that no two of them differ
    by more than one unit. Payments that an offender would get stay as they are, and so do what a
    lone offender pays anyhow and bystanders' bets.
    """
    if not offenders:
        raise MoneyError("offenders", "must be named")
    out: list[Transfer] = []
    gone = 0  # units that did not divide, so far
    for transfer in settlement.transfers:
        payer, payee = transfer.payer, transfer.payee
        if payer not in SEATS or payee in offenders or tuple(offenders) == (payer,):
            out.append(transfer)
            continue
        share, rest = divmod(transfer.amount, len(offenders))
        for place, offender in enumerate(offenders):
            amount = share + ((place - gone) % len(offenders) < rest)
            if amount:
                why = f"代位賠付：{transfer.why}"
                out.append(replace(transfer, payer=offender, amount=amount, why=why, rule=rule))
        gone += rest
    return Settlement(tuple(out))


# --- Hong Kong ---------------------------------------------------------------------------------

_ONE_SUIT_LIKE: Final = frozenset({"one_suit", "all_terminals", "all_honours"})
_DRAGONS: Final = frozenset({"big_three_dragons", "small_three_dragons"})
_FLOWER_WINS: Final = frozenset({"seven_flowers", "eight_flowers"})


def discard_price(money: HongKongMoney, fan: int) -> int:
    """What a discarder pays under 全冲 for so many 番, the limit counted in (WU13-10)."""
    row = min(max(fan, 0), money.limit, len(money.table) - 1)
    return money.table[row]


def _share(amount: int, parts: int) -> int:
    return -(-amount // parts)


def _settle_hong_kong(money: HongKongMoney, win: Win) -> Settlement:
    price = discard_price(money, win.score.total)
    why = f"{win.score.total}番（{_items(win.score)}）"
    others = [seat for seat in SEATS if seat != win.winner]
    if win.source is None:
        half = _share(price, 2)
        giver = _pays_self_draw(money, win)
        if giver is not None:
            rule = "WU13-14" if win.ids & _FLOWER_WINS else "WU13-11" if money.full else "WU13-12"
            return _one(giver, win.winner, 3 * half, "self_draw", f"包自摸：{why}", rule)
        return Settlement(
            tuple(
                Transfer(s, win.winner, half, "self_draw", why, "WU13-10") for s in others if half
            )
        )
    if money.full or _pays_discard(money, win) or win.by_kong:
        rule = "WU13-15" if win.by_kong else "WU13-11" if money.full else "WU13-12"
        return _one(win.source, win.winner, price, "discard", why, rule)
    out = []
    for seat in others:
        amount = _share(price, 2 if seat == win.source else 4)
        if amount:
            out.append(Transfer(seat, win.winner, amount, "discard", why, "WU13-12"))
    return Settlement(tuple(out))


def _one(payer: int, payee: int, amount: int, id: str, why: str, rule: str) -> Settlement:
    return Settlement((Transfer(payer, payee, amount, id, why, rule),) if amount else ())


def _pays_self_draw(money: HongKongMoney, win: Win) -> Seat | None:
    """包: who pays a self-drawn win alone, if anybody does."""
    if win.ids & _FLOWER_WINS and win.kong_giver is not None:
        return win.kong_giver  # WU13-14: won on the replacement of a kong that was given
    if len(win.exposed) >= money.last_exposed:
        giver = win.exposed[money.last_exposed - 1]
        return giver
    return None


def _pays_discard(money: HongKongMoney, win: Win) -> bool:
    """半冲: whether the discarder pays for all (WU13-12)."""
    if win.ids & _ONE_SUIT_LIKE and len(win.exposed) >= money.suit_exposed:
        return True
    return bool(win.ids & _DRAGONS) and len(win.dragons) >= money.dragons_exposed


# --- Wu's games --------------------------------------------------------------------------------


def _check_drawn(win: Win, rule: str) -> None:
    """Tiles are won from others by a robbed kong, swap or flower alone (WU16-06, PONG-01)."""
    if win.source is not None and not win.by_kong and "robbed_flower" not in win.ids:
        raise MoneyError("source", f"nobody wins on a plain discard in this game ({rule})")


def _settle_joker(money: WuJokerMoney, win: Win, table: TableState) -> Settlement:
    _check_drawn(win, "WU16-06")
    codes = [tile for tile in win.codes if is_code(tile, money.codes)]
    fan = win.score.total + money.code * len(codes)
    others = [seat for seat in SEATS if seat != win.winner]
    more = {seat: premium(money, seat, win.winner, table) for seat in others}
    amounts = {seat: money.base + (fan + more[seat]) * money.fan for seat in others}
    why = f"{win.score.total}番＋底（{_items(win.score)}）"
    if codes:
        why += f"，獎碼 {format_chinese(codes)}"
    payer = win.source if win.source is not None else win.kong_giver
    if payer is not None:
        # The discard of a kong, a robbed kong, a robbed swap: that player pays for three.
        whole = sum(amounts.values())
        return _one(payer, win.winner, whole, "win", f"包自摸：{why}", "WU16-17")
    out = Settlement()
    for seat in others:
        told = f"{why}＋莊{more[seat]}番" if more[seat] else why
        rule = "WU16-21" if more[seat] else "WU16-16"
        out += _one(seat, win.winner, amounts[seat], "win", told, rule)
    return out


def _settle_pong(money: WuPongMoney, win: Win, table: TableState) -> Settlement:
    _check_drawn(win, "PONG-01")
    wind = WINDS[(win.winner - table.dealer) % 4]
    codes = [tile for tile in win.codes if is_code(tile, money.codes[wind - Tile.E])]
    others = [seat for seat in SEATS if seat != win.winner]
    payer = win.source if win.source is not None else win.kong_giver
    each = [(money.win + money.fan * win.score.total, "win", "自摸", "PONG-02")]
    if codes:
        why = f"獎碼 {format_chinese(codes)}"
        each.append((money.prize * len(codes), "codes", why, "PONG-09"))
    out: list[Transfer] = []
    for amount, id, why, rule in each:
        if not amount:
            continue
        if payer is not None:
            out.append(Transfer(payer, win.winner, 3 * amount, id, f"包：{why}", "PONG-01"))
        else:
            out += [Transfer(seat, win.winner, amount, id, why, rule) for seat in others]
    return Settlement(tuple(out))


# --- prizes during a hand ----------------------------------------------------------------------


def _from_each(winner: Seat, amount: int, id: str, why: str, rule: str) -> Settlement:
    others = [seat for seat in SEATS if seat != winner]
    return Settlement(
        tuple(Transfer(seat, winner, amount, id, why, rule) for seat in others if amount)
    )


def to_each(payer: Seat, amount: int, id: str, why: str, rule: str) -> Settlement:
    """One player gives each of the other three an amount, or nothing at all."""
    others = [seat for seat in SEATS if seat != payer]
    return Settlement(
        tuple(Transfer(payer, seat, amount, id, why, rule) for seat in others if amount)
    )


def kong_prize(
    money: Money, seat: Seat, *, concealed: bool, giver: Seat | None = None
) -> Settlement:
    """The prize of a kong, at once (WU16-10, PONG-03); nothing in the other systems.

    Args:
        money: amounts.
        seat: who has the kong.
        concealed: 暗槓; else it lies open.
        giver: who discarded the fourth tile; None when it was drawn.
    """
    if not isinstance(money, (WuJokerMoney, WuPongMoney)):
        return Settlement()
    unit = money.fan if isinstance(money, WuJokerMoney) else 1
    rule = "WU16-10" if isinstance(money, WuJokerMoney) else "PONG-03"
    if concealed:
        return _from_each(seat, money.concealed_kong * unit, "concealed_kong", "暗槓", rule)
    if giver is not None:
        if giver == seat:
            raise MoneyError("giver", "cannot be who has the kong")
        return _one(giver, seat, money.given_kong * unit, "given_kong", "出冲明槓", rule)
    return _from_each(seat, money.drawn_kong * unit, "drawn_kong", "自摸明槓", rule)


def hidden_kong(money: WuJokerMoney, seat: Seat) -> Settlement:
    """A concealed kong that was not shown after the win is paid back twice (WU16-10)."""
    amount = money.concealed_kong_hidden * money.fan
    return to_each(seat, amount, "hidden_kong", "暗槓未出示", "WU16-10")


def dice_prize(money: WuJokerMoney, dealer: Seat, dice: Sequence[int]) -> Settlement:
    """呼么喝六: the dealer's three dice (WU16-09).

    Two sixes, or two even numbers that make a six with the third (456, 226 ...), and any triple
    win; the mirror throws with ones (123, 551 ...) lose.

    Raises:
        MoneyError: not three dice.
    """
    if len(dice) != 3 or not all(1 <= die <= 6 for die in dice):
        raise MoneyError("dice", "are three numbers from 1 to 6")
    amount = money.sixes * money.fan
    lucky = dice_luck(dice)
    text = "".join(map(str, sorted(dice)))
    if lucky > 0:
        return _from_each(dealer, amount, "sixes", f"呼么喝六 {text}", "WU16-09")
    if lucky < 0:
        return to_each(dealer, amount, "ones", f"呼么喝六 {text}", "WU16-09")
    return Settlement()


def dice_luck(dice: Sequence[int]) -> int:
    """1 for sixes (456, or a pair with a six) and triples, -1 for ones (123, or a pair with a one),
    else 0: 456, 226 and any triple win, 123 and 551 lose (WU16-09)."""
    low, middle, high = sorted(dice)
    if low == high:
        return 1
    pair = low == middle or middle == high
    single = high if low == middle else low
    if (low, middle, high) == (4, 5, 6) or (pair and single == 6):
        return 1
    if (low, middle, high) == (1, 2, 3) or (pair and single == 1):
        return -1
    return 0


def followed(money: WuJokerMoney, seat: Seat) -> Settlement:
    """追: the first discard was followed by all others; who was followed pays each (WU16-10)."""
    return to_each(seat, money.followed * money.fan, "followed", "被追", "WU16-10")


def flower_prize(money: WuJokerMoney, seat: Seat, *, grass: bool) -> Settlement:
    """一台草 or 一台花 (WU16-10)."""
    amount = (money.grass_set if grass else money.flower_set) * money.fan
    why = "一台草" if grass else "一台花"
    return _from_each(seat, amount, "grass_set" if grass else "flower_set", why, "WU16-10")


def suit_bet(money: WuJokerMoney, bettor: Seat, owner: Seat, *, right: bool) -> Settlement:
    """鱼虾蟹: a guess of the suit of a concealed kong (WU16-11).

    Raises:
        MoneyError: the owner bets on his own kong.
    """
    if bettor == owner:
        raise MoneyError("bettor", "cannot guess his own kong")
    if right:
        amount = money.suit_prize * money.fan
        return _one(owner, bettor, amount, "suit_bet", "鱼虾蟹猜中", "WU16-11")
    return _one(bettor, owner, money.suit_bet * money.fan, "suit_bet", "鱼虾蟹猜錯", "WU16-11")


# --- the pot and the bank ----------------------------------------------------------------------


def to_pot(seat: Seat, amount: int, id: str, why: str, rule: str) -> Settlement:
    """A fine that waits at the end of the wall for the next winner (WU16-18)."""
    return _one(seat, POT, amount, id, why, rule)


def take_pot(winner: Seat, pot: int, *, forgotten: bool = False) -> Settlement:
    """The winner takes the fines before he opens his hand (WU16-18).

    Who forgets doubles them, for the next who does not.
    """
    if forgotten:
        return _one(winner, POT, pot, "pot_forgotten", "忘記取罰金，加罰一倍", "WU16-18")
    return _one(POT, winner, pot, "pot", "取罰金", "WU16-18")


@dataclass(frozen=True, slots=True)
class Bank:
    """Chips of the four seats under 太婆制 (WU16-01).

    `debts` are false wins that a player without chips still owes: (debtor, creditor, amount).
    """

    chips: tuple[int, int, int, int]
    debts: tuple[tuple[Seat, Seat, int], ...] = field(default=())

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who has no chips left (太婆): he pays no more."""
        return tuple(seat for seat in SEATS if self.chips[seat] == 0)


BANKS: Final[Mapping[str, tuple[int, int]]] = {"A": (200, 200), "B": (3000, 0)}
"""WU16-01: chips of each player and his part in the meal, by system: A hands out 200 of Wu's 2,000
chips to each and takes 200 for the meal, B 3,000."""


def open_bank(system: str = "B") -> Bank:
    """Chips as the game begins.

    Raises:
        MoneyError: neither A nor B.
    """
    if system not in BANKS:
        raise MoneyError("bank", "is A or B")
    chips = BANKS[system][0]
    return Bank((chips,) * 4)


def pay_by_bank(
    bank: Bank, settlement: Settlement, *, false_win: bool = False
) -> tuple[Bank, Settlement]:
    """Pay what the chips allow (WU16-01).

    Out of chips means no further payment, but a false win is booked and paid from the next win.

    Returns:
        the bank after it, and what was really paid, debts included.
    """
    chips = list(bank.chips)
    debts = list(bank.debts)
    paid: list[Transfer] = []
    for transfer in settlement.transfers:
        if transfer.payer not in SEATS:
            paid.append(transfer)
            if transfer.payee in SEATS:
                chips[transfer.payee] += transfer.amount
            continue
        amount = min(transfer.amount, chips[transfer.payer])
        if amount:
            paid.append(replace(transfer, amount=amount))
            chips[transfer.payer] -= amount
            if transfer.payee in SEATS:
                chips[transfer.payee] += amount
        if false_win and amount < transfer.amount and transfer.payee in SEATS:
            debts.append((transfer.payer, transfer.payee, transfer.amount - amount))
    left: list[tuple[Seat, Seat, int]] = []
    for debtor, creditor, owed in debts:
        amount = min(owed, chips[debtor])
        if amount:
            paid.append(Transfer(debtor, creditor, amount, "debt", "還詐胡欠帳", "WU16-01"))
            chips[debtor] -= amount
            chips[creditor] += amount
        if amount < owed:
            left.append((debtor, creditor, owed - amount))
    after = Bank((chips[0], chips[1], chips[2], chips[3]), tuple(left))
    return after, Settlement(tuple(paid))


def meal(holder: Seat, system: str = "A") -> Settlement:
    """The three others pay their parts of the meal to who holds the bank (WU16-01 A)."""
    return _from_each(holder, BANKS[system][1], "meal", "飲食費", "WU16-01")


def close_bank(bank: Bank, holder: Seat | None = None) -> Settlement:
    """散場: what is still owed must be paid; the holder of bank A pays the others for their chips
    (WU16-01)."""
    out = sum_of(_one(*debt, "debt", "散場還欠帳", "WU16-01") for debt in bank.debts)
    if holder is None:
        return out
    return out + sum_of(
        _one(holder, seat, bank.chips[seat], "chips", "按籌碼領獎金", "WU16-01")
        for seat in SEATS
        if seat != holder
    )


def sum_of(settlements: Iterable[Settlement]) -> Settlement:
    """All together."""
    out = Settlement()
    for settlement in settlements:
        out += settlement
    return out


__all__ = [
    "BANKS",
    "Bank",
    "BetMoment",
    "Settlement",
    "SideBet",
    "TableState",
    "Transfer",
    "Win",
    "bases",
    "check_inner_bet",
    "check_outer_bet",
    "close_bank",
    "dice_luck",
    "dice_prize",
    "discard_price",
    "flower_prize",
    "followed",
    "hidden_kong",
    "kong_prize",
    "meal",
    "open_bank",
    "pay_by_bank",
    "premium",
    "settle",
    "substitute",
    "suit_bet",
    "sum_of",
    "take_pot",
    "to_pot",
]
