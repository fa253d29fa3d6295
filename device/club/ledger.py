"""Who owes whom: an evening's balances, the fewest transfers that settle them, and what is left
over the evenings.

Everything comes from derived rows, so undone and corrected entries are in it as they count now.
Two accounts are no people: the pot (`POT_ACCOUNT`), and the box of the money that chips were bought
for (`CHIPS_ACCOUNT`). With them the sums of an evening are zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, func, select

from device.club import schema
from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT
from device.club.settings import CLUB

if TYPE_CHECKING:
    from device.club.book import Book

CHIPS_ACCOUNT: Final = "chips"
"""The box: it holds the money that chips cost, and pays it back. Ids of people are never that."""


@dataclass(frozen=True, slots=True)
class Owed:
    """An amount that would settle something, from one account to another."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True)
class Line:
    """An account: of a person, of the pot, or of the box."""

    account: str
    results: int
    """Won and lost in games, side bets and fouls included."""
    chips: int = 0
    """Money that the box holds for him: chips bought less chips given back."""
    paid: int = 0
    """Debts that he paid, less those that were paid to him."""

    @property
    def due(self) -> int:
        """What he is still to get; below zero, what he owes."""
        return self.results + self.chips + self.paid


@dataclass(frozen=True, slots=True)
class Account:
    """Where all stand: after an evening, or after several."""

    lines: tuple[Line, ...]
    """Highest result first; the pot and the box last, and only if something is in them."""
    transfers: tuple[Owed, ...]
    """The fewest transfers after which nobody owes anything."""

    def line(self, account: str) -> Line:
        """The line of an account; an empty one for somebody who has none."""
        return next((one for one in self.lines if one.account == account), Line(account, 0))

    @property
    def pot(self) -> int:
        """What is left in the pot."""
        return self.line(POT_ACCOUNT).results

    @property
    def settled(self) -> bool:
        """Whether nobody owes anything."""
        return not self.transfers


@dataclass(frozen=True, slots=True)
class EveningAccount:
    """An evening and where it left everybody."""

    evening: str
    table: str
    day: str
    title: str
    season: str
    closed: bool
    account: Account


@dataclass(frozen=True, slots=True)
class Standing:
    """A person after one of his evenings."""

    evening: str
    day: str
    title: str
    change: int
    """Results of the evening."""
    balance: int
    """The sum of all results up to it."""


# --- fewest transfers ----------------------------------------------------------------------------


def fewest_transfers(
    due: Mapping[str, int], *, exact: int = CLUB.exact_settlement
) -> tuple[Owed, ...]:
    """Transfers after which nobody owes anything.

    Up to `exact` accounts that are not even the number is the least possible; above that large
    debts go to large credits, which never takes more transfers than accounts less one.

    Args:
        due: what each account is to get; below zero, what it owes.
        exact: up to how many accounts all ways are weighed (time doubles with each).

    Raises:
        ValueError: the amounts do not sum to zero.
    """
    if sum(due.values()):
        raise ValueError("the amounts do not sum to zero")
    open_ = sorted((one for one in due if due[one]), key=lambda one: (-due[one], one))
    groups = _even_groups([due[one] for one in open_]) if len(open_) <= exact else None
    if groups is None:
        return tuple(_greedy({one: due[one] for one in open_}))
    return tuple(
        owed for group in groups for owed in _greedy({open_[i]: due[open_[i]] for i in group})
    )


def _even_groups(amounts: list[int]) -> list[list[int]]:
    """The most groups that sum to zero by themselves, as indices.

    k accounts in g such groups need k - g transfers, and no way needs fewer. Accounts are put in
    one after the other; a group ends whenever the sum is zero, so the most groups of a set are
    those of the best set with one account less, plus one if the set itself sums to zero.
    """
    count = len(amounts)
    sums, best, last = [0] * (1 << count), [0] * (1 << count), [0] * (1 << count)
    for chosen in range(1, 1 << count):
        low = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + amounts[low]
        most = -1
        for one in range(count):
            if chosen >> one & 1 and best[chosen ^ (1 << one)] > most:
                most, last[chosen] = best[chosen ^ (1 << one)], one
        best[chosen] = most + (sums[chosen] == 0)
    groups: list[list[int]] = []
    chosen = (1 << count) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        groups[-1].append(last[chosen])
        chosen ^= 1 << last[chosen]
    return [sorted(group) for group in reversed(groups)]


def _greedy(due: dict[str, int]) -> list[Owed]:
    out: list[Owed] = []
    while due:
        payer = min(due, key=lambda one: (due[one], one))
        payee = max(due, key=lambda one: (due[one] == -due[payer], due[one], one))
        amount = min(-due[payer], due[payee])
        out.append(Owed(payer, payee, amount))
        for one, change in ((payer, amount), (payee, -amount)):
            due[one] += change
            if not due[one]:
                del due[one]
    return out


# --- evenings ------------------------------------------------------------------------------------


def evening_account(book: Book, evening: str) -> EveningAccount:
    """The balances of an evening, less what was paid for it since.

    Raises:
        BookError: there is no such evening.
    """
    v, c, p = schema.evenings.c, schema.chips.c, schema.debts_paid.c
    with book.snapshot() as connection:
        row = connection.execute(select(schema.evenings).where(v.id == evening)).first()
        if row is None:
            raise BookError("club_no_evening", evening=evening)
        account = _account(
            _results(connection, evening),
            connection.execute(select(c.player, c.amount).where(c.evening == evening)),
            connection.execute(select(p.payer, p.payee, p.amount).where(p.evening == evening)),
        )
    return EveningAccount(evening, row.table, row.day, row.title, row.season, row.closed, account)


def running_account(book: Book) -> Account:
    """Where all stand after all evenings and all debts that were paid."""
    c, p = schema.chips.c, schema.debts_paid.c
    with book.snapshot() as connection:
        return _account(
            _results(connection),
            connection.execute(select(c.player, c.amount)),
            connection.execute(select(p.payer, p.payee, p.amount)),
        )


def course_of(book: Book, player: str) -> tuple[Standing, ...]:
    """A person's results evening by evening, the oldest first."""
    t, v = schema.totals.c, schema.evenings.c
    sums = (
        select(t.evening, func.sum(t.amount).label("amount"))
        .where(t.player == player)
        .group_by(t.evening)
        .subquery()
    )
    wanted = (
        select(v.id, v.day, v.title, sums.c.amount)
        .join(sums, sums.c.evening == v.id)
        .join(schema.events, schema.events.c.id == v.event)
        .order_by(v.day, v.table, schema.events.c.seq)
    )
    out: list[Standing] = []
    balance = 0
    with book.snapshot() as connection:
        for row in connection.execute(wanted):
            balance += int(row.amount)
            out.append(Standing(row.id, row.day, row.title, int(row.amount), balance))
    return tuple(out)


def _results(connection: Connection, evening: str | None = None) -> dict[str, int]:
    t = schema.totals.c
    wanted = select(t.player, func.sum(t.amount).label("amount")).group_by(t.player)
    if evening is not None:
        wanted = wanted.where(t.evening == evening)
    return {row.player: int(row.amount) for row in connection.execute(wanted)}


def _account(
    results: Mapping[str, int],
    bought: Iterable[tuple[str, int]],
    paid: Iterable[tuple[str, str, int]],
) -> Account:
    chips: dict[str, int] = {}
    for player, amount in bought:
        chips[player] = chips.get(player, 0) + amount
        chips[CHIPS_ACCOUNT] = chips.get(CHIPS_ACCOUNT, 0) - amount
    payments: dict[str, int] = {}
    for payer, payee, amount in paid:
        payments[payer] = payments.get(payer, 0) + amount
        payments[payee] = payments.get(payee, 0) - amount
    lines = [
        Line(one, results.get(one, 0), chips.get(one, 0), payments.get(one, 0))
        for one in {**results, **chips, **payments}
    ]
    lines = [
        line
        for line in lines
        if line.account not in (POT_ACCOUNT, CHIPS_ACCOUNT) or line.results or line.chips
    ]
    lines.sort(key=lambda line: (_no_person(line.account), -line.results, line.account))
    return Account(tuple(lines), fewest_transfers({line.account: line.due for line in lines}))


def _no_person(account: str) -> int:
    return (POT_ACCOUNT, CHIPS_ACCOUNT).index(account) + 1 if account in _NO_PEOPLE else 0


_NO_PEOPLE: Final = frozenset((POT_ACCOUNT, CHIPS_ACCOUNT))
