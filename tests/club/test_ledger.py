from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.club import bodies
from device.club.book import Book, new_id
from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT
from device.club.ledger import (
    CHIPS_ACCOUNT,
    Owed,
    course_of,
    evening_account,
    fewest_transfers,
    running_account,
)
from scoring.money import POT
from tests.club.conftest import win


def write(book: Book, *all_: bodies.AnyBody) -> list[bodies.Event]:
    return [book.write(body, by="t", role="organiser") for body in all_]


# --- fewest transfers ---


def dues(most: int, largest: int = 40) -> st.SearchStrategy[dict[str, int]]:
    amounts = st.lists(st.integers(-largest, largest), max_size=most)
    return amounts.map(lambda all_: {str(i): a for i, a in enumerate([*all_, -sum(all_)])})


def least(amounts: tuple[int, ...]) -> int:
    """Brute force: the first who is not even deals with each of the others in turn."""
    rest = [amount for amount in amounts if amount]
    if not rest:
        return 0
    first, others = rest[0], rest[1:]
    return 1 + min(
        least((*others[:i], other + first, *others[i + 1 :]))
        for i, other in enumerate(others)
        if (other > 0) != (first > 0)
    )


def check(due: dict[str, int], transfers: tuple[Owed, ...]) -> None:
    left = dict(due)
    for owed in transfers:
        assert owed.amount > 0
        left[owed.payer] += owed.amount
        left[owed.payee] -= owed.amount
    assert not any(left.values())
    assert len(transfers) <= max(0, sum(map(bool, due.values())) - 1)


@given(dues(30, 5000))
def test_transfers_settle_and_are_fewer_than_people(due: dict[str, int]) -> None:
    check(due, fewest_transfers(due, exact=8))


@settings(deadline=None)
@given(dues(6, 6))
def test_few_people_need_the_least_number(due: dict[str, int]) -> None:
    transfers = fewest_transfers(due)
    check(due, transfers)
    assert len(transfers) == least(tuple(due.values()))


def test_even_groups_are_found_where_greed_mixes_them() -> None:
    due = {"a": 9, "b": 8, "c": -5, "d": -4, "e": -6, "f": -2}  # 9 = 5 + 4, 8 = 6 + 2
    assert len(fewest_transfers(due)) == 4
    assert len(fewest_transfers(due, exact=0)) == 5


def test_transfers_are_the_same_whatever_the_order() -> None:
    due = {"a": 30, "b": 20, "c": -25, "d": -25}
    assert fewest_transfers(due) == fewest_transfers(dict(reversed(due.items())))


def test_amounts_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        fewest_transfers({"a": 1})


# --- evenings ---


def test_an_evening_settles_with_bystanders_and_the_pot(
    book: Book, people: bodies.Four, game: str
) -> None:
    guest = book.add_player("客", by="t", role="scorer")
    evening = book.game(game).started.evening
    write(
        book,
        bodies.BetsSet(game=game, outer=(bodies.OuterBet(bettor=guest, on=2, base=50),)),
        win(game, 2, source=0),
        bodies.PaymentMade(
            game=game, payments=(bodies.Payment(payer=3, payee=POT, amount=200),), why="罰"
        ),
    )
    view = book.game(game)
    account = evening_account(book, evening).account
    assert {line.account: line.due for line in account.lines} == {
        one: view.balance().get(one, 0) for one in (*people, guest, POT_ACCOUNT)
    }
    assert account.line(guest).due == view.balance()[guest] != 0
    assert account.pot == 200
    assert account.lines[-1].account == POT_ACCOUNT
    check({line.account: line.due for line in account.lines}, account.transfers)


def test_chips_are_money_in_the_box(book: Book, people: bodies.Four, game: str) -> None:
    a, b, c, d = people
    evening = book.game(game).started.evening
    bought = [bodies.ChipsBought(evening=evening, player=one, amount=1000) for one in (a, b, c, d)]
    write(book, *bought, win(game, 2, source=0))  # c takes 220 of a
    account = evening_account(book, evening).account
    assert account.line(a).due == 780
    assert account.line(c).due == 1220
    assert account.line(CHIPS_ACCOUNT).due == -4000
    assert all(owed.payer == CHIPS_ACCOUNT for owed in account.transfers)
    back = [
        bodies.ChipsBought(evening=evening, player=one, amount=-amount)
        for one, amount in ((a, 780), (b, 1000), (c, 1220), (d, 1000))
    ]
    write(book, *back)
    account = evening_account(book, evening).account
    assert account.settled
    assert {line.account for line in account.lines} == set(people)


def test_a_banks_false_win_is_paid_at_the_end(book: Book, people: bodies.Four) -> None:
    a = people[0]
    evening, game = new_id(), new_id()
    write(
        book,
        bodies.EveningOpened(evening=evening, day="2026-12-02"),
        bodies.GameStarted(
            game=game,
            evening=evening,
            players=people,
            rules=bodies.RulesUsed(name="wu-joker"),
            bank="A",
        ),
    )
    told = bodies.WinTold(winner=1, total=150, unit="番")
    write(book, bodies.HandWon(game=game, wins=(told,)))  # 200 chips are soon gone
    write(book, bodies.FoulCalled(game=game, foul="false_win", seat=0, face=100))
    debts = book.game(game).bank
    assert debts is not None
    assert debts.debts
    owed = sum(amount for _, _, amount in debts.debts)
    before = evening_account(book, evening).account
    (end,) = write(book, bodies.GameEnded(game=game))
    after = evening_account(book, evening).account
    assert after.line(a).due == before.line(a).due - owed
    assert sum(line.due for line in after.lines) == 0
    assert book.game(game).hands == 2
    book.undo(end.id, "x", by="t", role="organiser")
    assert evening_account(book, evening).account == before


def test_debts_are_paid_off_over_evenings(book: Book, people: bodies.Four, game: str) -> None:
    a, c = people[0], people[2]
    first = book.game(game).started.evening
    write(book, win(game, 2, source=0), bodies.GameEnded(game=game))
    second, other = new_id(), new_id()
    write(
        book,
        bodies.EveningOpened(evening=second, day="2026-12-08"),
        bodies.GameStarted(
            game=other, evening=second, players=people, rules=bodies.RulesUsed(name="taiwan")
        ),
        win(other, 0, source=2, total=7),  # the dealer takes that back and a little more
    )
    assert evening_account(book, first).account.transfers == (Owed(a, c, 220),)
    gain = book.game(other).balance()[a]
    assert [one.balance for one in course_of(book, a)] == [-220, gain - 220]
    assert [one.change for one in course_of(book, a)] == [-220, gain]
    running = running_account(book)
    assert running.line(a).results == gain - 220
    write(book, bodies.DebtPaid(payer=a, payee=c, amount=220, evening=first))
    assert evening_account(book, first).account.settled
    assert running_account(book).line(a).due == gain
    (paid,) = write(book, bodies.DebtPaid(payer=c, payee=a, amount=gain))
    assert running_account(book).settled
    assert not evening_account(book, second).account.settled  # it was paid for no evening
    book.undo(paid.id, "x", by="t", role="organiser")
    assert running_account(book).transfers == (Owed(c, a, gain),)


def test_no_such_evening(book: Book) -> None:
    with pytest.raises(BookError, match="club_no_evening"):
        evening_account(book, "none")
