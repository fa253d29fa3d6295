"""A book with everything in it that statistics and exports must get right, and a plain recount."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sqlalchemy import select

from device.club import bodies, schema
from device.club.bodies import HandWon
from device.club.book import Book, new_id
from device.club.fold import POT_ACCOUNT, Entry, GameView, fold
from device.club.rows import events_of
from scoring.money import POT
from scoring.rulesets import get_rules

EVENINGS = (
    ("2026-01-03", "冬", ("taiwan", "taiwan")),
    ("2026-01-10", "冬", ("taiwan", "hongkong")),
    ("2026-03-07", "春", ("hongkong",)),
    ("2026-03-14", "春", ("taiwan",)),
)


def played(book: Book, seed: int = 1, hands: int = 12) -> list[str]:
    """Four evenings with six players and all that can happen; returns the ids of the players."""
    chance = random.Random(seed)
    people = [
        book.add_player(name, by="t", role="scorer")
        for name in ("安", "波", "查", "丁", "=2+3", "戊")
    ]
    for day, season, systems in EVENINGS:
        evening = new_id()
        title = f"@{day}"
        _write(book, bodies.EveningOpened(evening=evening, day=day, title=title, season=season))
        for rules in systems:
            _game(book, chance, evening, rules, people, hands)
        buyer = chance.choice(people)
        _write(book, bodies.ChipsBought(evening=evening, player=buyer, amount=300))
        _write(book, bodies.EveningClosed(evening=evening))
    payer, payee = chance.sample(people, 2)
    _write(book, bodies.DebtPaid(payer=payer, payee=payee, amount=70))
    return people


def _write(book: Book, body: bodies.AnyBody) -> bodies.Event:
    return book.write(body, by="t", role="organiser")


def _game(
    book: Book, chance: random.Random, evening: str, rules: str, people: list[str], hands: int
) -> None:
    seated = chance.sample(people, 4)
    outside = [one for one in people if one not in seated]
    unit, game = get_rules(rules).unit, new_id()
    four = (seated[0], seated[1], seated[2], seated[3])
    used = bodies.RulesUsed(name=rules)
    _write(book, bodies.GameStarted(game=game, evening=evening, players=four, rules=used))
    if rules == "taiwan":
        bet = bodies.OuterBet(bettor=chance.choice(outside), on=chance.randrange(4), base=10, tai=5)
        _write(book, bodies.BetsSet(game=game, outer=(bet,)))
    fine = bodies.Payment(payer=chance.randrange(4), payee=POT, amount=40)
    _write(book, bodies.PaymentMade(game=game, payments=(fine,), why="-罰"))
    written = []
    for _ in range(hands):
        if book.game(game).state.over:
            break
        if rules == "taiwan" and chance.random() < 0.8:
            _write(book, bodies.WallOpened(game=game, dice=(chance.randint(1, 6), 2, 3)))
        written.append(_write(book, _hand(chance, game, rules, unit)))
    book.undo(written[1].id, "x", by="t", role="organiser")
    fixed = bodies.HandWon(game=game, wins=(_told(chance, 2, 3, unit),))
    won = [event for event in written[2:] if isinstance(event.body, HandWon)]
    if won:
        book.correct(won[0].id, fixed, "x", by="t", role="organiser")
    _write(book, bodies.GameEnded(game=game))


def _told(chance: random.Random, winner: int, source: int | None, unit: str) -> bodies.WinTold:
    return bodies.WinTold(winner=winner, source=source, total=chance.randrange(3, 9), unit=unit)


def _hand(chance: random.Random, game: str, rules: str, unit: str) -> bodies.AnyBody:
    kind, seats = chance.random(), chance.sample(range(4), 3)
    if kind < 0.2:
        return bodies.HandDrawn(game=game)
    if kind < 0.3 and rules == "taiwan":
        return bodies.FoulCalled(game=game, foul="false_win", seat=seats[0], face=3)
    if kind < 0.4 and rules == "hongkong":
        wins = tuple(_told(chance, winner, seats[2], unit) for winner in seats[:2])
        return bodies.HandWon(game=game, wins=wins)
    source = None if kind < 0.6 else seats[1]
    told = _told(chance, seats[0], source, unit)
    return bodies.HandWon(game=game, wins=(told,), picture=f"{told.total:064x}")


# --- the recount ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """An entry with all that can be asked about it."""

    entry: Entry
    view: GameView
    day: str
    season: str

    @property
    def unit(self) -> str:
        return get_rules(self.view.started.rules.name).unit


@dataclass
class Count:
    hands: int = 0
    won: int = 0
    self_draw: int = 0
    dealt_in: int = 0
    amount: int = 0
    evenings: set[str] = field(default_factory=set)
    units: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))


def seen(book: Book) -> list[Seen]:
    """All entries in the order of the book, folded from the events themselves."""
    with book.reading() as connection:
        e = schema.events.c
        games = (
            connection.execute(select(e.game).where(e.kind == "game").order_by(e.seq))
            .scalars()
            .all()
        )
        views = [fold(events_of(connection, game)) for game in games]
        evenings = {row.id: row for row in connection.execute(select(schema.evenings))}
    return [
        Seen(entry, view, evenings[view.started.evening].day, evenings[view.started.evening].season)
        for view in views
        for entry in view.entries
    ]


def recount(
    entries: Iterable[Seen], meant: Callable[[Seen, int, str], bool] = lambda *_: True
) -> dict[str, Count]:
    """Counts of everybody; `meant` is asked with the entry, the person's seat and his wind."""
    out: dict[str, Count] = defaultdict(Count)
    for one in entries:
        entry, amounts = one.entry, one.entry.balance()
        for person in dict.fromkeys([*entry.seats, *amounts]):
            seat = entry.seats.index(person) if person in entry.seats else -1
            wind = entry.winds[seat] if seat >= 0 else ""
            if person == POT_ACCOUNT or not meant(one, seat, wind):
                continue
            count = out[person]
            count.hands += entry.ends and seat >= 0
            count.amount += amounts.get(person, 0)
            count.evenings.add(one.view.started.evening)
            unit = count.units[one.unit]
            unit[0] += entry.ends and seat >= 0
            for win in entry.wins:
                if win.winner == seat:
                    count.won += 1
                    count.self_draw += win.source is None
                    unit[1] += 1
                    unit[2] += win.total
            count.dealt_in += any(win.source == seat for win in entry.wins)
    return out
