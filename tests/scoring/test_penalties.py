"""What mistakes cost, kind by kind and system by system."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.events import Status
from scoring.money import POT, HongKongMoney, MoneyError, TaiwanMoney, WuJokerMoney, WuPongMoney
from scoring.penalties import Penalty, pay_three, penalty, win_found_passed
from scoring.playrules import Foul
from scoring.settlement import Settlement, SideBet, TableState

TW = TaiwanMoney(base=100, tai=20)
HK = HongKongMoney()
WU = WuJokerMoney()
PONG = WuPongMoney()


def paid(settlement: Settlement) -> dict[tuple[int, int], int]:
    out: dict[tuple[int, int], int] = {}
    for t in settlement.transfers:
        out[t.payer, t.payee] = out.get((t.payer, t.payee), 0) + t.amount
    return out


def test_tw_p25_a_false_win_pays_base_and_face_to_three() -> None:
    table = TableState(dealer=0, streak=1)
    done = penalty(TW, Foul.FALSE_WIN, 2, table, face=4)
    # The dealer's premium lies between the offender and the dealer alone.
    assert paid(done.settlement) == {(2, 0): 100 + 7 * 20, (2, 1): 180, (2, 3): 180}
    assert done.ends_hand and done.rule == "TW-P-25"


def test_tw_p25_the_dealers_false_win_carries_his_premium_to_all() -> None:
    done = penalty(TW, Foul.FALSE_WIN, 0, TableState(dealer=0, streak=2), face=3)
    assert paid(done.settlement) == {(0, s): 100 + (3 + 5) * 20 for s in (1, 2, 3)}


def test_tw_p26_a_false_win_pays_the_bettors_too() -> None:
    bets = (SideBet(5, on=1, base=50, tai=10), SideBet(6, on=2, fixed=40))
    done = pay_three(TW, 2, 3, TableState(dealer=3, outer=bets), "詐胡", "TW-P-25")
    assert paid(done) == {
        (2, 0): 160, (2, 1): 160, (2, 3): 180,
        (2, 5): 80,  # the bystander who backed one of the three
        (6, 0): 40, (6, 1): 40, (6, 3): 40,  # the one who backed the offender pays three
    }  # fmt: skip
    idle = pay_three(TW, 2, 3, TableState(outer=(SideBet(5, on=1),)), "詐胡", "TW-P-25")
    assert all(t.payer < 5 and t.payee < 5 for t in idle.transfers)
    free = pay_three(replace(TW, base=0, tai=0), 2, 3, TableState(), "詐胡", "TW-P-25")
    assert free.transfers == ()


def test_tw_p27_who_deals_after_a_false_win() -> None:
    dealer = penalty(TW, Foul.FALSE_WIN, 0, TableState(dealer=0))
    other = penalty(TW, Foul.FALSE_WIN, 1, TableState(dealer=0))
    assert dealer.deal_passes and not other.deal_passes
    assert not dealer.streak_counts and not other.streak_counts


def test_tw_p23_a_dead_hand_and_its_second_time() -> None:
    first = penalty(TW, Foul.DEAD_HAND, 1)
    assert first == Penalty(Settlement(), "TW-P-23", Status.DEAD)
    again = penalty(TW, Foul.DEAD_HAND, 1, face=2, second=True)
    assert again.rule == "TW-P-36" and len(again.settlement.transfers) == 3 and again.ends_hand


def test_tw_p24_looking() -> None:
    first = penalty(TW, Foul.LOOKING, 1)
    assert first.status is Status.DEAD and not first.settlement.transfers
    table = TableState(dealer=1, streak=1)
    again = penalty(TW, Foul.LOOKING, 1, table, face=2, second=True)
    # 庄連拉照算: the streak counts.
    assert paid(again.settlement) == {(1, s): 100 + 5 * 20 for s in (0, 2, 3)}
    found = win_found_passed(TW, 1, 2, TableState())
    assert found.ends_hand and len(found.settlement.transfers) == 3


def test_tw_p16_a_pung_not_made_costs_one_tai_but_not_to_the_left_player() -> None:
    assert paid(penalty(TW, Foul.PUNG_NOT_MADE, 1, to=[3]).settlement) == {(1, 3): 20}
    left = penalty(TW, Foul.PUNG_NOT_MADE, 1, to=[0], by_left=True)
    assert left.settlement.transfers == () and left.status is None
    free = penalty(replace(TW, pung_not_made=0), Foul.PUNG_NOT_MADE, 1, to=[3])
    assert free.settlement.transfers == ()


def test_tw_p36_ruining_the_wall_pays_three() -> None:
    done = penalty(TW, Foul.PAYS_ALL, 3, face=1)
    assert done.rule == "TW-P-36" and done.ends_hand and not done.deal_passes
    assert paid(done.settlement)[3, 1] == 120


def test_tw_p38_wrong_concealed_kong() -> None:
    plain = penalty(TW, Foul.WRONG_CONCEALED_KONG, 1)
    assert plain.status is Status.DEAD and not plain.settlement.transfers
    assert plain.substitute_draws == 0 and "槓上開花" in plain.substitute_for
    heavy = penalty(TW, Foul.WRONG_CONCEALED_KONG, 1, face=2, heavy=True)
    assert heavy.ends_hand and len(heavy.settlement.transfers) == 3 and heavy.rule == "TW-P-38"


def test_tw_p39_wrong_added_kong() -> None:
    free = penalty(TW, Foul.WRONG_ADDED_KONG, 1)
    assert free == Penalty(Settlement(), "TW-P-39")
    assert penalty(TW, Foul.WRONG_ADDED_KONG, 1, replaced=True) == free
    mixed = penalty(TW, Foul.WRONG_ADDED_KONG, 1, replaced=True, mixed=True)
    assert mixed.status is Status.DEAD and mixed.substitute_draws == 0
    assert "該張槓上牌" in mixed.substitute_for and not mixed.settlement.transfers
    stands = penalty(TW, Foul.WRONG_ADDED_KONG, 1, noticed=False)
    assert "該張" not in stands.substitute_for
    assert stands.status is Status.DEAD and stands.substitute_draws == 0
    heavy = penalty(TW, Foul.WRONG_ADDED_KONG, 1, face=3, noticed=False, heavy=True)
    assert heavy.ends_hand and paid(heavy.settlement)[1, 2] == 160


def test_tw_p40_wrong_kong_from_a_discard() -> None:
    undone = penalty(TW, Foul.WRONG_KONG, 1, to=[3])
    assert paid(undone.settlement) == {(1, 3): 20} and undone.rule == "TW-P-40"
    assert not penalty(TW, Foul.WRONG_KONG, 1, to=[0], by_left=True).settlement.transfers
    back = penalty(TW, Foul.WRONG_KONG, 1, to=[3], replaced=True)
    assert back == Penalty(Settlement(), "TW-P-40", Status.DEAD)
    mixed = penalty(TW, Foul.WRONG_KONG, 1, to=[3], replaced=True, mixed=True)
    assert mixed.rule == "TW-P-40" and mixed.status is Status.DEAD
    assert mixed.substitute_draws == 0 and "該張槓上牌" in mixed.substitute_for
    stands = penalty(TW, Foul.WRONG_KONG, 1, noticed=False)
    assert stands.substitute_draws == 8 and "八張內" in stands.substitute_for


def test_tw_p41_wrong_pung() -> None:
    undone = penalty(TW, Foul.WRONG_PUNG, 1)
    assert undone.status is Status.DEAD and undone.substitute_draws is None
    stands = penalty(TW, Foul.WRONG_PUNG, 1, noticed=False)
    assert stands.substitute_draws == 8 and stands.rule == "TW-P-41"


def test_tw_p42_discarding_an_exposed_tile() -> None:
    back = penalty(TW, Foul.EXPOSED_DISCARD, 1, to=[2, 3])
    assert paid(back.settlement) == {(1, 2): 20, (1, 3): 20} and back.status is Status.DEAD
    won = penalty(TW, Foul.EXPOSED_DISCARD, 1, TableState(dealer=1), won_on=True)
    assert won.ends_hand and won.deal_passes and not won.streak_counts
    other = penalty(TW, Foul.EXPOSED_DISCARD, 2, TableState(dealer=1), won_on=True)
    assert not other.deal_passes
    unseen = penalty(TW, Foul.EXPOSED_DISCARD, 1, noticed=False)
    assert unseen.substitute_draws == 8


def test_tw_p45_insisting_against_priority() -> None:
    win = penalty(TW, Foul.LOST_WIN, 1, face=2)
    assert win.rule == "TW-P-45" and len(win.settlement.transfers) == 3
    pung = penalty(TW, Foul.LOST_PUNG, 1)
    assert pung.status is Status.DEAD and pung.substitute_draws == 8


def test_fouls_of_other_games_are_dead_hands_in_taiwan() -> None:
    for foul in (Foul.BARRED, Foul.LATE_FLOWER, Foul.LATE_TILE, Foul.SLIP):
        assert penalty(TW, foul, 0) == Penalty(Settlement(), "TW-P-23", Status.DEAD)


def test_wu13_13_false_win_pays_the_limit_to_each() -> None:
    done = penalty(HK, Foul.FALSE_WIN, 2)
    assert paid(done.settlement) == {(2, s): 256 for s in (0, 1, 3)}
    assert done.ends_hand and done.rule == "WU13-13"


def test_wu13_13_under_the_minimum_is_no_false_win() -> None:
    assert penalty(HK, Foul.BARRED, 2) == Penalty(Settlement(), "WU13-13", Status.BARRED)


@pytest.mark.parametrize("foul", [Foul.LATE_FLOWER, Foul.LATE_TILE, Foul.WRONG_PUNG, Foul.SLIP])
def test_wu13_17_slips_cost_ten_to_the_pot_in_time(foul: Foul) -> None:
    done = penalty(HK, foul, 1)
    assert paid(done.settlement) == {(1, POT): 10} and done.status is None
    late = penalty(HK, foul, 1, in_time=False)
    want = {
        Foul.LATE_FLOWER: Status.DEAD,
        Foul.LATE_TILE: Status.DEAD,
        Foul.WRONG_PUNG: Status.BARRED,
    }
    assert late.status is want.get(foul)
    assert bool(late.settlement.transfers) == (foul is Foul.SLIP)


def test_wu16_07_false_win_and_barred() -> None:
    done = penalty(WU, Foul.FALSE_WIN, 0)
    assert paid(done.settlement) == {(0, s): 100 for s in (1, 2, 3)} and done.ends_hand
    assert penalty(WU, Foul.BARRED, 0).status is Status.BARRED


@pytest.mark.parametrize(
    ("foul", "amount"),
    [
        (Foul.LATE_FLOWER, 10),
        (Foul.LATE_TILE, 10),
        (Foul.WRONG_PUNG, 10),
        (Foul.WRONG_KONG, 10),
        (Foul.WRONG_CONCEALED_KONG, 10),
        (Foul.WRONG_ADDED_KONG, 10),
        (Foul.SLIP, 1),
        (Foul.PUNG_NOT_MADE, 1),
    ],
)
def test_wu16_13_fines(foul: Foul, amount: int) -> None:
    done = penalty(WU, foul, 3)
    assert paid(done.settlement) == {(3, POT): amount} and done.rule == "WU16-13"
    dear = penalty(replace(WU, fan=2), foul, 3)
    assert paid(dear.settlement)[3, POT] == (10 if foul is Foul.LATE_TILE else 2 * amount)


def test_pong_05_false_win_thirty_to_each() -> None:
    done = penalty(PONG, Foul.FALSE_WIN, 1)
    assert paid(done.settlement) == {(1, s): 30 for s in (0, 2, 3)}
    assert done.rule == "PONG-05" and done.ends_hand


def test_pong_07_ten_to_each_in_time_and_a_barred_hand_later() -> None:
    done = penalty(PONG, Foul.LATE_FLOWER, 1)
    assert paid(done.settlement) == {(1, s): 10 for s in (0, 2, 3)}
    assert penalty(PONG, Foul.LATE_FLOWER, 1, in_time=False).status is Status.DEAD
    assert penalty(PONG, Foul.WRONG_PUNG, 1, in_time=False).status is Status.BARRED
    assert penalty(PONG, Foul.BARRED, 1).status is Status.BARRED
    free = penalty(replace(PONG, slip=0), Foul.LATE_FLOWER, 1)
    assert free.settlement.transfers == ()


def test_nobody_fines_himself() -> None:
    for offender, to in ((1, [1]), (7, []), (1, [9])):
        with pytest.raises(MoneyError):
            penalty(TW, Foul.PUNG_NOT_MADE, offender, to=to)


@given(
    st.sampled_from([TW, HK, WU, PONG]),
    st.sampled_from(list(Foul)),
    st.integers(0, 3),
    st.integers(0, 30),
    st.integers(0, 3),
    st.tuples(*[st.booleans()] * 5),
)
def test_penalties_sum_to_zero_and_name_their_rule(
    money: object, foul: Foul, who: int, face: int, dealer: int, flags: tuple[bool, ...]
) -> None:
    heavy, second, noticed, won_on, in_time = flags
    done = penalty(
        money,  # type: ignore[arg-type]
        foul,
        who,
        TableState(dealer=dealer, outer=(SideBet(5, on=2, base=30, tai=5),)),
        face=face,
        to=[(who + 1) % 4],
        heavy=heavy,
        second=second,
        noticed=noticed,
        won_on=won_on,
        in_time=in_time,
    )
    assert sum(done.settlement.balance()) == 0
    assert done.settlement.balance()[who] <= 0
    assert done.rule and all(t.rule and t.why for t in done.settlement.transfers)
    assert done.settlement.transfers or done.status or not done.ends_hand
