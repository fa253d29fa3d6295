"""Who pays whom: every system, every split, and that all accounts sum to zero."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Circumstances, Hand
from scoring.money import (
    MONEY,
    POT,
    HongKongMoney,
    MoneyError,
    TaiwanMoney,
    WuJokerMoney,
    WuPongMoney,
    check_money,
)
from scoring.result import Score, ScoreItem
from scoring.rulesets import get_rules
from scoring.settlement import (
    BANKS,
    Bank,
    BetMoment,
    Settlement,
    SideBet,
    TableState,
    Transfer,
    Win,
    check_inner_bet,
    check_outer_bet,
    close_bank,
    dice_luck,
    dice_prize,
    discard_price,
    flower_prize,
    followed,
    hidden_kong,
    kong_prize,
    meal,
    open_bank,
    pay_by_bank,
    premium,
    settle,
    substitute,
    suit_bet,
    sum_of,
    take_pot,
    to_pot,
)
from scoring.tiles import Tile

TW = TaiwanMoney(base=100, tai=20)
HK = HongKongMoney()
WU = WuJokerMoney()
PONG = WuPongMoney()


def score(total: int, *ids: str, unit: str = "台") -> Score:
    """A score of so much, with items of these ids."""
    items = [ScoreItem(i, i, 0, "", "TW-08") for i in ids]
    items.append(ScoreItem("all", "合計", total, "", "TW-37"))
    return Score(tuple(items), total, unit, (), False, ())


def paid(settlement: Settlement) -> dict[tuple[int, int], int]:
    """What each pays each."""
    out: dict[tuple[int, int], int] = {}
    for t in settlement.transfers:
        out[t.payer, t.payee] = out.get((t.payer, t.payee), 0) + t.amount
    return out


# --- Taiwanese


def test_tw09_dealer_adds_one_on_his_payments_only() -> None:
    table = TableState(dealer=1)
    drawn = settle(TW, Win(2, score(5)), table)
    assert paid(drawn) == {(0, 2): 200, (1, 2): 220, (3, 2): 200}
    assert {t.rule for t in drawn.transfers} == {"TW-37", "TW-09"}
    won = settle(TW, Win(1, score(5)), table)
    assert paid(won) == {(0, 1): 220, (2, 1): 220, (3, 1): 220}
    assert paid(settle(TW, Win(2, score(5), source=3), table)) == {(3, 2): 200}
    assert paid(settle(TW, Win(2, score(5), source=1), table)) == {(1, 2): 220}


def test_tw10_each_repeat_adds_two() -> None:
    table = TableState(dealer=0, streak=3)
    assert premium(TW, 0, 2, table) == 7
    assert premium(TW, 1, 2, table) == 0
    won = settle(TW, Win(0, score(1), source=2), table)
    assert paid(won) == {(2, 0): 100 + 8 * 20}
    assert won.transfers[0].rule == "TW-10"
    assert "莊7台" in won.transfers[0].why


def test_tw_p19_a_wrong_streak_die_costs_the_dealer() -> None:
    low = TableState(dealer=0, streak=2, shown_streak=1)
    assert premium(TW, 2, 0, low) == 3 and premium(TW, 0, 2, low) == 5
    high = TableState(dealer=0, streak=2, shown_streak=4)
    assert premium(TW, 2, 0, high) == 5 and premium(TW, 0, 2, high) == 9


def test_a_real_hand_is_paid() -> None:
    """門清一摸三 and the dealer's own premium."""
    hand = Hand.parse("123m456m789m123p45s99s", win="6s")
    rules = get_rules("taiwan")
    got = rules.score(hand, Circumstances(self_draw=True))
    done = settle(MONEY["taiwan"], Win(0, got), TableState(dealer=0))
    assert done.balance()[0] == 3 * (100 + (got.total + 1) * 20)
    assert "門清" in done.transfers[0].why


def test_tw29_eight_immortals_are_paid_by_three_with_one_base() -> None:
    won = score(8, "eight_immortals")
    done = settle(TW, Win(3, won), TableState(dealer=0, streak=1))
    assert paid(done) == {(0, 3): 100 + 11 * 20, (1, 3): 260, (2, 3): 260}


def test_tw30a_the_robbed_player_pays_like_a_discarder() -> None:
    assert paid(settle(TW, Win(0, score(8, "seven_rob_one"), source=2))) == {
        (2, 0): 100 + (8 + 1) * 20
    }


def test_tw30b_three_pay_and_the_robbed_player_pays_eight_for_the_flowers() -> None:
    items = (
        ScoreItem("concealed_self_draw", "不求.自摸", 3, "", "TW-04"),
        ScoreItem("seven_rob_one", "七搶一", 8, "", "TW-30b", "robbed"),
        ScoreItem("own_flower", "花牌", 3, "", "TW-26", "others"),
    )
    won = Score(items, 3, "台", (), False, ())
    done = settle(TW, Win(1, won, robbed=3), TableState(dealer=0))
    assert paid(done) == {
        (0, 1): 100 + (3 + 3 + 1) * 20,
        (2, 1): 100 + (3 + 3) * 20,
        (3, 1): 100 + (3 + 8) * 20,
    }


def test_tw_p24_each_who_looked_pays_the_winner() -> None:
    done = settle(TW, Win(1, score(2), source=0, looking=(2, 1)), TableState(dealer=3))
    assert paid(done) == {(0, 1): 140, (2, 1): 20}
    free = settle(replace(TW, looking=0), Win(1, score(2), source=0, looking=(2,)))
    assert len(free.transfers) == 1


def test_tw_p09_inner_bets_raise_the_base_of_both_sides() -> None:
    table = TableState(dealer=0, inner=(0, 1, 2, 0))
    done = settle(TW, Win(1, score(1)), table)
    assert paid(done) == {(0, 1): 200 + 40, (2, 1): 400 + 20, (3, 1): 200 + 20}
    assert "底4" in next(t.why for t in done.transfers if t.payer == 2)


def test_tw_p09_bets_are_between_those_who_accept() -> None:
    table = TableState(dealer=0, inner=(0, 1, 2, 0), declined=((1, 3), (2, 1)))
    done = settle(TW, Win(1, score(1)), table)
    # 3 has not accepted the base of 1; 1 not those of 2, but 2 the one of 1.
    assert paid(done) == {(0, 1): 200 + 40, (2, 1): 200 + 20, (3, 1): 100 + 20}
    bet = SideBet(5, on=1, fixed=30, declined=(3,))
    won = settle(TW, Win(1, score(1)), TableState(dealer=0, outer=(bet,)))
    assert paid(won)[0, 5] == 30 and paid(won)[2, 5] == 30 and (3, 5) not in paid(won)
    lost = settle(TW, Win(3, score(1), source=1), TableState(dealer=0, outer=(bet,)))
    assert (5, 3) not in paid(lost)
    lost = settle(TW, Win(0, score(1), source=1), TableState(dealer=0, outer=(bet,)))
    assert paid(lost)[5, 0] == 30


def test_tw_p09_outer_bets_follow_the_backed_player() -> None:
    bets = (SideBet(5, on=1, base=50, tai=10), SideBet(6, on=1, fixed=30))
    table = TableState(dealer=0, outer=bets)
    won = settle(TW, Win(1, score(2)), table)
    assert paid(won) == {
        (0, 1): 160, (2, 1): 140, (3, 1): 140,
        (0, 5): 80, (2, 5): 70, (3, 5): 70, (0, 6): 30, (2, 6): 30, (3, 6): 30,
    }  # fmt: skip
    lost = settle(TW, Win(2, score(2), source=1), table)
    assert paid(lost) == {(1, 2): 140, (5, 2): 70, (6, 2): 30}
    other = settle(TW, Win(2, score(2), source=3), table)
    assert paid(other) == {(3, 2): 140}
    assert len(won.balance()) == 7 and sum(won.balance()) == 0


@pytest.mark.parametrize(
    ("start", "count", "moment", "fault"),
    [
        (True, 1, BetMoment(), ""),
        (True, 1, BetMoment(west_dealt=True), "West"),
        (False, 1, BetMoment(), ""),
        (False, 1, BetMoment(lost_clearly=False), "clear loss"),
        (True, 2, BetMoment(streak=1), "repeats"),
        (True, 2, BetMoment(deals_left=3), "whole round"),
        (True, 3, BetMoment(west_dealt=True), ""),
        (False, 2, BetMoment(), "just been won"),
        (False, 2, BetMoment(bet_lost=True), ""),
    ],
)
def test_tw_p09_when_inner_bets_begin_and_end(
    start: bool, count: int, moment: BetMoment, fault: str
) -> None:
    if fault:
        with pytest.raises(MoneyError, match=fault):
            check_inner_bet(start, count, moment)
    else:
        check_inner_bet(start, count, moment)


def test_tw_p09_when_bystanders_may_join_and_leave() -> None:
    check_outer_bet(True, BetMoment(west_dealt=True, deals_left=4))
    with pytest.raises(MoneyError):
        check_outer_bet(True, BetMoment(deals_left=3))
    with pytest.raises(MoneyError):
        check_outer_bet(False, BetMoment(streak=2, bet_lost=True))
    check_outer_bet(False, BetMoment(bet_lost=True))


def test_tw_p37_who_changed_the_order_pays_for_the_others() -> None:
    win = settle(TW, Win(0, score(5)), TableState(dealer=0))
    done = substitute(win, [2])
    assert paid(done) == {(2, 0): 3 * 220}
    # What the offender pays as everybody does is no substitute payment.
    assert [t.rule for t in done.transfers] == ["TW-P-37", "TW-09", "TW-P-37"]
    assert ["代位賠付" in t.why for t in done.transfers] == [True, False, True]
    shared = substitute(win, [2, 3], "TW-P-38")
    assert paid(shared) == {(2, 0): 330, (3, 0): 330}
    odd = substitute(Settlement((Transfer(1, 0, 5, "win", "", "TW-37"),)), [2, 3])
    assert paid(odd) == {(2, 0): 3, (3, 0): 2}
    assert paid(substitute(Settlement((Transfer(1, 0, 1, "win", "", "TW-37"),)), [2, 3])) == {
        (2, 0): 1
    }
    # What does not divide goes round: equal shares of the whole.
    three = Settlement(tuple(Transfer(s, 0, 5, "win", "", "TW-37") for s in (1, 2, 3)))
    assert paid(substitute(three, [1, 2])) == {(1, 0): 8, (2, 0): 7}
    assert paid(substitute(three, [1, 2, 3])) == {(1, 0): 5, (2, 0): 5, (3, 0): 5}
    # The offender's own win, and a bystander's bet, stay as they are.
    own = Settlement((Transfer(1, 2, 9, "win", "", "TW-37"), Transfer(5, 0, 7, "bet", "", "TW-37")))
    assert paid(substitute(own, [2])) == {(1, 2): 9, (5, 0): 7}
    with pytest.raises(MoneyError):
        substitute(win, [])


def test_one_winner_only_but_in_hong_kong() -> None:
    two = [Win(0, score(1), source=1), Win(2, score(3), source=1)]
    for money in (TW, WU, PONG):
        with pytest.raises(MoneyError, match="nearest"):
            settle(money, two)
    assert paid(settle(HK, two)) == {(1, 0): 4, (1, 2): 16}
    with pytest.raises(MoneyError, match="twice"):
        settle(HK, [two[0], two[0]])


# --- Hong Kong


@pytest.mark.parametrize(
    ("fan", "price"),
    [(0, 2), (1, 4), (2, 8), (3, 16), (4, 32), (5, 48), (6, 64), (7, 96), (8, 128), (9, 192),
     (10, 256)],
)  # fmt: skip
def test_wu13_10_the_table(fan: int, price: int) -> None:
    assert discard_price(HK, fan) == price
    assert paid(settle(HK, Win(0, score(fan), source=2))) == {(2, 0): price}
    half = price // 2
    assert paid(settle(HK, Win(0, score(fan)))) == {(1, 0): half, (2, 0): half, (3, 0): half}


def test_wu13_01_the_limit() -> None:
    assert discard_price(HK, 14) == 256
    assert discard_price(replace(HK, limit=14), 14) == 1024
    assert discard_price(replace(HK, limit=99), 20) == 1024
    assert discard_price(HK, -1) == 2
    assert [discard_price(replace(HK, limit=14), f) for f in (11, 12, 13)] == [384, 512, 768]


def test_wu13_11_twelve_exposed_tiles_self_drawn_are_paid_by_the_last_giver() -> None:
    win = Win(0, score(3), exposed=(1, 2, 1, 3))
    assert paid(settle(HK, win)) == {(3, 0): 24}
    assert settle(HK, win).transfers[0].rule == "WU13-11"
    assert len(settle(HK, replace(win, exposed=(1, 2, 1))).transfers) == 3
    assert len(settle(HK, replace(win, exposed=(1, 2, 1, None))).transfers) == 3


def test_wu13_12_half_system() -> None:
    half = replace(HK, full=False)
    win = Win(0, score(3), source=2)
    assert paid(settle(half, win)) == {(1, 0): 4, (2, 0): 8, (3, 0): 4}
    suited = replace(win, score=score(7, "one_suit"), exposed=(1, 2, 3))
    assert paid(settle(half, suited)) == {(2, 0): 96}
    assert settle(half, suited).transfers[0].rule == "WU13-12"
    assert len(settle(half, replace(suited, exposed=(1, 2))).transfers) == 3
    drawn = Win(0, score(7, "one_suit"), exposed=(1, 2, 3, 1))
    assert paid(settle(half, drawn)) == {(1, 0): 144}
    assert settle(half, drawn).transfers[0].rule == "WU13-12"
    any_hand = settle(half, replace(drawn, score=score(7, "all_pungs")))
    assert paid(any_hand) == {(1, 0): 144}  # only the 9 tiles ask for certain hands
    assert len(settle(half, replace(drawn, exposed=(1, 2, 3))).transfers) == 3
    dragons = Win(0, score(8, "big_three_dragons"), source=1, dragons=(2, 1))
    assert paid(settle(half, dragons)) == {(1, 0): 128}
    assert len(settle(half, replace(dragons, dragons=(2,))).transfers) == 3
    assert len(settle(half, replace(dragons, source=None)).transfers) == 3  # not for self-draw
    # 0 番: a quarter of 2 is rounded up to a whole unit.
    assert paid(settle(half, Win(0, score(0), source=2))) == {(1, 0): 1, (2, 0): 1, (3, 0): 1}


def test_wu13_14_a_flower_win_on_a_given_kong_is_paid_by_the_giver() -> None:
    win = Win(0, score(3, "seven_flowers"), kong_giver=2)
    assert paid(settle(HK, win)) == {(2, 0): 24}
    assert settle(HK, win).transfers[0].rule == "WU13-14"
    assert len(settle(HK, replace(win, score=score(3))).transfers) == 3
    robbed = Win(0, score(8, "eight_flowers"), source=3)
    assert paid(settle(HK, robbed)) == {(3, 0): 128}


def test_wu13_15_a_robbed_kong_counts_as_a_discard_of_the_robbed() -> None:
    half = replace(HK, full=False)
    win = Win(0, score(3), source=2, by_kong=True)
    assert paid(settle(half, win)) == {(2, 0): 16}
    assert settle(HK, win).transfers[0].rule == "WU13-15"


# --- Wu's games


def test_wu16_16_twenty_fan_self_drawn_is_twenty_five_from_each() -> None:
    assert paid(settle(WU, Win(0, score(20, unit="番")))) == {(1, 0): 25, (2, 0): 25, (3, 0): 25}


def test_wu16_21_the_dealers_part_is_a_switch() -> None:
    """新章台灣牌: 莊 1, 連N 2N+1, on what the dealer makes or takes."""
    table = TableState(dealer=1, streak=2)
    assert paid(settle(WU, Win(0, score(20)), table)) == {(1, 0): 25, (2, 0): 25, (3, 0): 25}
    dealt = replace(WU, dealer=1, streak=2)
    done = settle(dealt, Win(0, score(20)), table)
    assert paid(done) == {(1, 0): 30, (2, 0): 25, (3, 0): 25}
    assert [t.rule for t in done.transfers] == ["WU16-21", "WU16-16", "WU16-16"]
    assert "莊5番" in done.transfers[0].why and "莊" not in done.transfers[1].why
    assert paid(settle(dealt, Win(1, score(20)), table)) == {(0, 1): 30, (2, 1): 30, (3, 1): 30}
    assert paid(settle(dealt, Win(0, score(20), kong_giver=3), table)) == {(3, 0): 80}


def test_wu16_15_prize_codes_add_a_fan_each() -> None:
    win = Win(0, score(20), codes=(Tile.M1, Tile.E, Tile.C, Tile.P6))
    done = settle(WU, win)
    assert paid(done)[1, 0] == 28
    assert "一萬" in done.transfers[0].why and "六筒" not in done.transfers[0].why


def test_wu16_17_who_gave_the_kong_pays_for_three() -> None:
    assert paid(settle(WU, Win(0, score(20), kong_giver=3))) == {(3, 0): 75}
    assert paid(settle(WU, Win(0, score(20), source=1, by_kong=True))) == {(1, 0): 75}


def test_wu16_09_dice() -> None:
    for dice in ["456", "226", "666", "111", "336", "446"]:
        assert dice_luck([int(d) for d in dice]) == 1, dice
    for dice in ["123", "551", "331", "441", "221"]:
        assert dice_luck([int(d) for d in dice]) == -1, dice
    for dice in ["124", "356", "552", "162", "661"]:
        assert dice_luck([int(d) for d in dice]) == (-1 if dice == "661" else 0), dice
    assert paid(dice_prize(WU, 2, [2, 6, 2])) == {(0, 2): 1, (1, 2): 1, (3, 2): 1}
    assert paid(dice_prize(WU, 2, [1, 5, 5])) == {(2, 0): 1, (2, 1): 1, (2, 3): 1}
    assert dice_prize(WU, 2, [1, 2, 4]).transfers == ()
    for bad in ([1, 2], [0, 1, 2], [1, 2, 7]):
        with pytest.raises(MoneyError):
            dice_prize(WU, 0, bad)


def test_wu16_10_kongs_and_other_prizes() -> None:
    assert paid(kong_prize(WU, 0, concealed=True)) == {(1, 0): 2, (2, 0): 2, (3, 0): 2}
    assert paid(kong_prize(WU, 0, concealed=False)) == {(1, 0): 1, (2, 0): 1, (3, 0): 1}
    assert paid(kong_prize(WU, 0, concealed=False, giver=2)) == {(2, 0): 3}
    assert paid(hidden_kong(WU, 0)) == {(0, 1): 4, (0, 2): 4, (0, 3): 4}
    assert paid(followed(WU, 1)) == {(1, 0): 1, (1, 2): 1, (1, 3): 1}
    assert paid(flower_prize(WU, 3, grass=True)) == {(0, 3): 1, (1, 3): 1, (2, 3): 1}
    assert paid(flower_prize(WU, 3, grass=False)) == {(0, 3): 2, (1, 3): 2, (2, 3): 2}
    assert kong_prize(TW, 0, concealed=True).transfers == ()
    with pytest.raises(MoneyError):
        kong_prize(WU, 0, concealed=False, giver=0)


def test_wu16_11_guessing_the_suit_of_a_kong() -> None:
    assert paid(suit_bet(WU, 1, 0, right=True)) == {(0, 1): 3}
    assert paid(suit_bet(WU, 1, 0, right=False)) == {(1, 0): 1}
    with pytest.raises(MoneyError):
        suit_bet(WU, 0, 0, right=True)


def test_wu16_18_fines_wait_in_the_pot() -> None:
    fine = to_pot(2, 10, "fine", "遲補花", "WU16-13")
    assert fine.balance() == (0, 0, -10, 0, 10)
    assert take_pot(0, 10).balance() == (10, 0, 0, 0, -10)
    assert take_pot(0, 10, forgotten=True).balance() == (-10, 0, 0, 0, 10)
    assert take_pot(0, 0).transfers == ()


def test_wu16_01_out_of_chips_pays_no_more_but_a_false_win_is_owed() -> None:
    assert open_bank("A").chips == (BANKS["A"][0],) * 4
    assert open_bank().chips == (3000,) * 4
    with pytest.raises(MoneyError):
        open_bank("C")
    bank = Bank((100, 100, 10, 100))
    win = Settlement((Transfer(2, 0, 25, "win", "", "WU16-16"),))
    after, real = pay_by_bank(bank, win)
    assert after.chips == (110, 100, 0, 100) and after.debts == () and after.out == (2,)
    assert paid(real) == {(2, 0): 10}
    false = Settlement(tuple(Transfer(2, s, 50, "fine", "", "WU16-07") for s in (0, 1, 3)))
    owing, nothing = pay_by_bank(after, false, false_win=True)
    assert nothing.transfers == () and owing.debts == ((2, 0, 50), (2, 1, 50), (2, 3, 50))
    won = Settlement(tuple(Transfer(s, 2, 25, "win", "", "WU16-16") for s in (0, 1, 3)))
    later, real = pay_by_bank(owing, won)
    assert later.chips[2] == 0
    assert later.debts == ((2, 1, 25), (2, 3, 50))
    assert paid(real)[2, 0] == 50 and paid(real)[2, 1] == 25
    assert paid(close_bank(later)) == {(2, 1): 25, (2, 3): 50}
    pot = Settlement((Transfer(POT, 1, 8, "pot", "", "WU16-18"), Transfer(1, POT, 3, "f", "", "x")))
    assert pay_by_bank(bank, pot)[0].chips == (100, 105, 10, 100)
    outside = Settlement((Transfer(POT, 5, 8, "pot", "", "WU16-18"),))
    assert pay_by_bank(bank, outside)[0].chips == bank.chips


def test_wu16_01_bank_a_has_a_holder() -> None:
    """Three pay 200 each for the meal; the holder pays the others for their chips."""
    assert paid(meal(1)) == {(0, 1): 200, (2, 1): 200, (3, 1): 200}
    assert meal(1).transfers[0].rule == "WU16-01"
    assert meal(1, "B").transfers == ()
    bank = Bank((350, 250, 0, 200), ((2, 3, 40),))
    assert paid(close_bank(bank, 1)) == {(2, 3): 40, (1, 0): 350, (1, 3): 200}
    assert close_bank(bank, 0).balance()[0] == -450


def test_pong_02_to_04_money() -> None:
    assert paid(settle(PONG, Win(1, score(0)))) == {(0, 1): 20, (2, 1): 20, (3, 1): 20}
    agreed = replace(PONG, fan=5)
    assert paid(settle(agreed, Win(1, score(2))))[0, 1] == 30
    assert paid(settle(PONG, Win(1, score(0), kong_giver=0))) == {(0, 1): 60}
    assert settle(replace(PONG, win=0), Win(1, score(0))).transfers == ()
    assert paid(kong_prize(PONG, 0, concealed=True))[1, 0] == 20
    assert paid(kong_prize(PONG, 0, concealed=False))[1, 0] == 10
    assert paid(kong_prize(PONG, 0, concealed=False, giver=1)) == {(1, 0): 30}


@pytest.mark.parametrize(
    ("winner", "codes", "each"),
    [
        (0, (Tile.E, Tile.C, Tile.M5), 30),
        (0, (Tile.S, Tile.M4), 0),
        (1, (Tile.S, Tile.F, Tile.P8), 30),
        (2, (Tile.W, Tile.P, Tile.S7), 30),
        (3, (Tile.N, Tile.S2, Tile.M3), 20),
    ],
)
def test_pong_09_prize_tiles_by_seat(winner: int, codes: tuple[Tile, ...], each: int) -> None:
    done = settle(PONG, Win(winner, score(0), codes=codes), TableState(dealer=0))
    assert paid(done)[(winner + 1) % 4, winner] == 20 + each
    given = settle(PONG, Win(winner, score(0), codes=codes, kong_giver=(winner + 1) % 4))
    assert paid(given)[(winner + 1) % 4, winner] == 60 + 3 * each


# --- bad input


def test_impossible_money_is_refused() -> None:
    assert all(check_money(money) is money for money in MONEY.values())
    with pytest.raises(MoneyError, match="negative"):
        check_money(replace(TW, tai=-1))
    for table in ((), (4, 2), (-1, 2)):
        with pytest.raises(MoneyError, match="table"):
            check_money(replace(HK, table=table))
    for bad in (
        lambda: SideBet(2, on=0),
        lambda: SideBet(5, on=9),
        lambda: SideBet(5, on=1, base=-1),
        lambda: TableState(dealer=4),
        lambda: TableState(streak=-1),
        lambda: TableState(shown_streak=-1),
        lambda: TableState(inner=(0, 0, 0, -1)),
        lambda: Win(7, score(1)),
        lambda: Win(1, score(1), source=1),
        lambda: Win(1, score(1), robbed=1),
        lambda: Win(1, score(1), kong_giver=5),
        lambda: Win(1, score(1), kong_giver=1),
        lambda: Win(1, score(1), exposed=(0, 2, 1)),
        lambda: Win(1, score(1), dragons=(1,)),
        lambda: Win(1, score(1), source=0, robbed=2),
    ):
        with pytest.raises(MoneyError):
            bad()


def test_tw30b_the_robbed_player_must_be_named() -> None:
    items = (ScoreItem("seven_rob_one", "七搶一", 8, "", "TW-30b", "robbed"),)
    won = Score(items, 0, "台", (), False, ())
    for win in (Win(1, won), Win(1, won, source=2)):
        with pytest.raises(MoneyError, match="TW-30b"):
            settle(TW, win)


@pytest.mark.parametrize(("money", "rule"), [(WU, "WU16-06"), (PONG, "PONG-01")])
def test_nobody_wins_on_a_plain_discard_in_wus_games(
    money: WuJokerMoney | WuPongMoney, rule: str
) -> None:
    with pytest.raises(MoneyError, match=rule):
        settle(money, Win(0, score(20), source=1))
    assert settle(money, Win(0, score(20), source=1, by_kong=True)).transfers
    assert settle(money, Win(0, score(20, "robbed_flower"), source=1)).transfers


# --- properties

_MONEY = st.sampled_from([TW, HK, replace(HK, full=False), WU, PONG])
_SEAT = st.integers(0, 3)
_IDS = st.lists(
    st.sampled_from(["one_suit", "big_three_dragons", "seven_flowers", "all_pungs"]), max_size=2
)


@st.composite
def _wins(draw: st.DrawFn) -> Win:
    winner = draw(_SEAT)
    other = st.integers(1, 3).map(lambda step: (winner + step) % 4)
    source = draw(st.none() | other)
    return Win(
        winner,
        score(draw(st.integers(0, 60)), *draw(_IDS)),
        source,
        robbed=draw(st.none() | other) if source is None else None,
        by_kong=draw(st.booleans()),
        kong_giver=draw(st.none() | other),
        exposed=tuple(draw(st.lists(st.none() | other, max_size=5))),
        dragons=tuple(draw(st.lists(st.none() | other, max_size=3))),
        looking=tuple(draw(st.sets(other, max_size=3))),
        codes=tuple(draw(st.lists(st.sampled_from(list(Tile)[:34]), max_size=4))),
    )


def _fitting(money: object, win: Win) -> Win:
    """The win, by a robbed kong where no plain discard wins."""
    drawn_only = isinstance(money, (WuJokerMoney, WuPongMoney))
    return replace(win, by_kong=True) if drawn_only and win.source is not None else win


@st.composite
def _tables(draw: st.DrawFn) -> TableState:
    bets = draw(st.lists(st.tuples(st.integers(5, 7), _SEAT, st.integers(0, 90)), max_size=3))
    inner = draw(st.tuples(*[st.integers(0, 3)] * 4))
    return TableState(
        draw(_SEAT),
        draw(st.integers(0, 5)),
        draw(st.none() | st.integers(0, 5)),
        inner,
        tuple(SideBet(who, on, base=amount, tai=amount // 3) for who, on, amount in bets),
    )


@given(_MONEY, _wins(), _tables())
def test_settlement_sums_to_zero(money: object, win: Win, table: TableState) -> None:
    done = settle(money, _fitting(money, win), table)  # type: ignore[arg-type]
    assert sum(done.balance()) == 0
    assert all(t.amount > 0 and t.payer != t.payee and t.why and t.rule for t in done.transfers)
    assert done.balance()[win.winner] >= 0
    assert (done + done).balance() == tuple(2 * b for b in done.balance())
    assert sum_of([done, done]) == done + done


@given(_MONEY, _wins(), _tables(), st.integers(1, 3))
def test_turning_the_table_turns_the_payments(
    money: object, win: Win, table: TableState, turn: int
) -> None:
    def to(seat: int | None) -> int | None:
        return None if seat is None else (seat + turn) % 4

    win = _fitting(money, win)
    moved = replace(
        win,
        winner=(win.winner + turn) % 4,
        source=to(win.source),
        robbed=to(win.robbed),
        kong_giver=to(win.kong_giver),
        exposed=tuple(map(to, win.exposed)),
        dragons=tuple(map(to, win.dragons)),
        looking=tuple((s + turn) % 4 for s in win.looking),
    )
    inner = tuple(table.inner[(s - turn) % 4] for s in range(4))
    other = replace(
        table,
        dealer=(table.dealer + turn) % 4,
        inner=inner,  # type: ignore[arg-type]
        outer=tuple(replace(b, on=(b.on + turn) % 4) for b in table.outer),
    )
    one = settle(money, win, table).balance()  # type: ignore[arg-type]
    two = settle(money, moved, other).balance()  # type: ignore[arg-type]
    assert [two[(s + turn) % 4] for s in range(4)] == list(one[:4])
    assert one[4:] == two[4:]


@given(_wins(), _tables(), st.sets(_SEAT, min_size=1, max_size=2))
def test_substitutes_pay_as_much_as_was_due(win: Win, table: TableState, who: set[int]) -> None:
    done = settle(TW, win, table)
    if win.winner in who:
        return
    instead = substitute(done, sorted(who))
    assert sum(instead.balance()) == 0
    assert instead.balance()[win.winner] == done.balance()[win.winner]


def test_nothing_at_stake_is_no_transfer() -> None:
    free = replace(TW, base=0, tai=0)
    table = TableState(outer=(SideBet(5, on=1),))
    assert settle(free, Win(1, score(3)), table).transfers == ()
    nothing = replace(HK, full=False, table=(0, 4))
    assert settle(nothing, Win(1, score(0), source=2)).transfers == ()
