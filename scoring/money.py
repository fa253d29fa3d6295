"""What a 台 or 番 costs, and everything else that is counted in money.

One frozen dataclass per system; its fields are amounts in whole units of the club's money (a yuan,
a dollar, a chip). Presets fill them from their ``[settlement]`` table. The defaults are the
amounts that the documents print; document A names no prices, so 底 and 台 there are only a start.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Final

from scoring.errors import RuleError
from scoring.tiles import Tile


class MoneyError(RuleError):
    """An amount, an account or a bet that cannot be."""

    key = "money"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} {reason}", name=name, reason=reason)


POT: Final = 4
"""The account of fines that wait at the end of the wall (WU16-18)."""
FIRST_BETTOR: Final = 5
"""Accounts from here on belong to bystanders who bet (外插, TW-P-09)."""


@dataclass(frozen=True, slots=True)
class TaiwanMoney:
    """Documents A and B."""

    base: int = 100
    """底, once for each payment."""
    tai: int = 20
    """One 台."""
    dealer: int = 1
    """TW-09 台 on every payment that the dealer makes or takes."""
    streak: int = 2
    """TW-10 台 more for each repeat (連N拉N)."""
    looking: int = 1
    """TW-P-24 眼牌: 台 paid to the winner by each who went to look."""
    pung_not_made: int = 1
    """TW-P-16 台 to the discarder for a pung that was announced and not made."""
    exposed_discard: int = 1
    """TW-P-42 台 to each who showed tiles to claim a wrongly discarded exposed tile."""
    substitute_draws: int = 8
    """TW-P-40 to TW-P-42: for how many drawn tiles a substitute payment lasts."""


@dataclass(frozen=True, slots=True)
class HongKongMoney:
    """Document D13; document C's own table is cut off, so it takes this one (AMB-17)."""

    table: tuple[int, ...] = (2, 4, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    """WU13-10 what a discarder pays for 0, 1, 2 ... 番; the first is AMB-22."""
    full: bool = True
    """WU13-11 全冲: the discarder pays all. Off: 半冲 (WU13-12), he pays half and the others a
    quarter each."""
    limit: int = 10
    """WU13-01 滿貫: 番 from which no more is paid."""
    last_exposed: int = 4
    """WU13-11, WU13-12 a self-drawn win of this many exposed sets (12 tiles): who gave the last
    pays, under 全冲 and 半冲 alike."""
    suit_exposed: int = 3
    """WU13-12 半冲: with this many exposed sets (9 tiles) of one suit, terminals or honours the
    discarder pays all."""
    dragons_exposed: int = 2
    """WU13-12 半冲: with this many exposed dragon sets (6 tiles) who gives the winning tile of a
    big or small 三元 pays all."""
    slip: int = 10
    """WU13-17 late flower, missed 跳牌, wrong tile, other slips: to the pot."""


@dataclass(frozen=True, slots=True)
class WuJokerMoney:
    """Document D16."""

    base: int = 5
    """WU16-16 底."""
    fan: int = 1
    """WU16-16 one 番."""
    dealer: int = 0
    """WU16-21 莊: 番 more on every payment of a win that the dealer makes or takes; 1 in
    新章台灣牌, none in the example of WU16-16 (25 from each)."""
    streak: int = 0
    """WU16-21 連莊: 番 more for each repeat; 2 in 新章台灣牌 (連N is 2N+1)."""
    false_win: int = 100
    """WU16-07 番 to each of three, base included."""
    sixes: int = 1
    """WU16-09 呼么喝六: 番 from (or to) each for a lucky (or unlucky) throw."""
    concealed_kong: int = 2
    """WU16-10 番 from each."""
    concealed_kong_hidden: int = 4
    """WU16-10 番 back to each when it was not shown after the win."""
    drawn_kong: int = 1
    """WU16-10 番 from each for a self-drawn open kong."""
    given_kong: int = 3
    """WU16-10 番 from who discarded the fourth tile."""
    followed: int = 1
    """WU16-10 番 to each from who was followed (追)."""
    grass_set: int = 1
    """WU16-10 番 from each for 一台草."""
    flower_set: int = 2
    """WU16-10 番 from each for 一台花."""
    suit_bet: int = 1
    """WU16-11 鱼虾蟹: 番 that a guess of a concealed kong's suit costs ..."""
    suit_prize: int = 3
    """... and what a right one brings."""
    code: int = 1
    """WU16-15 番 from each for every prize code."""
    late_flower: int = 10
    """WU16-13 番 to the pot."""
    late_tile: int = 10
    """WU16-13 money to the pot for a missed 跳牌 ($10)."""
    wrong_tile: int = 10
    """WU16-13 番 to the pot."""
    slip: int = 1
    """WU16-13 番 to the pot for any other slip."""
    codes: tuple[str, ...] = ("1", "5", "9", "E", "C")
    """WU16-15 prize codes: ranks of any suit, or tiles."""


@dataclass(frozen=True, slots=True)
class WuPongMoney:
    """Document DP."""

    win: int = 20
    """PONG-02 from each."""
    fan: int = 0
    """PONG-02 from each for one 番, if agreed."""
    concealed_kong: int = 20
    """PONG-03 from each."""
    drawn_kong: int = 10
    """PONG-03 from each for a self-drawn open kong."""
    given_kong: int = 30
    """PONG-03 from who discarded the fourth tile."""
    false_win: int = 30
    """PONG-05 to each."""
    slip: int = 10
    """PONG-07 to each of three."""
    prize: int = 10
    """PONG-09 from each for every prize tile. The text says "each has $10"; all other money of a
    win comes from each, so this does."""
    codes: tuple[tuple[str, ...], ...] = (
        ("E", "C", "1", "5", "9"),
        ("S", "F", "4", "8"),
        ("W", "P", "3", "7"),
        ("N", "2", "6"),
    )
    """PONG-09 prize tiles of East (the dealer), South, West, North."""


Money = TaiwanMoney | HongKongMoney | WuJokerMoney | WuPongMoney

MONEY: Final[dict[str, Money]] = {
    "taiwan": TaiwanMoney(),
    "taiwan-early": TaiwanMoney(),
    "hongkong": HongKongMoney(),
    "wu-hongkong": HongKongMoney(),
    "wu-joker": WuJokerMoney(),
    "wu-pong": WuPongMoney(),
}
"""The amounts that come with each rule set."""


def check_money(money: Money) -> Money:
    """The same amounts, if they are possible.

    Raises:
        MoneyError: negative amounts, or a payment table that is empty or falls.
    """
    for field in fields(money):
        value = getattr(money, field.name)
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            raise MoneyError(field.name, "cannot be negative")
    if isinstance(money, HongKongMoney):
        steps = money.table
        if not steps or any(a > b for a, b in pairwise(steps)) or steps[0] < 0:
            raise MoneyError("table", "must have an amount for each 番, none below the one before")
    return money


def is_code(tile: Tile, codes: tuple[str, ...]) -> bool:
    """Whether a tile is one of the prize codes: a rank of any suit, or the tile itself."""
    return tile.code in codes or (tile < Tile.E and str(tile.rank) in codes)
