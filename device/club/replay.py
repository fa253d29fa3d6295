"""Counts every hand of the book again, from its tiles, and says where something differs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select

from device.club import schema
from device.club.bodies import WinTold
from device.club.book import Book
from device.club.fold import Entry, GameView
from device.club.record import rules_and_money
from scoring.batch import read_record
from scoring.errors import RuleError
from scoring.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as it was written down."""

    game: str
    number: int
    """The event's."""
    what: str
    """``total``, ``items``, ``rules`` or ``unscored``."""
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay came to."""

    games: int
    wins: int
    called: int
    """Wins without tiles, whose total was only called."""
    differences: tuple[Difference, ...]


def replay(book: Book, game: str | None = None) -> Replayed:
    """Count again all wins of the book, or of one game.

    Raises:
        BookError: the book cannot be read, or has no such game.
    """
    games = wins = called = 0
    found: list[Difference] = []
    for view in _games(book, game):
        games += 1
        rules = None
        try:
            rules, _ = rules_and_money(view.started.rules.name, view.started.rules.text)
            found += _same_rules(view)
        except RuleError as error:
            found.append(_different(view, view.event.seq, "rules", "", str(error)))
        for entry in view.entries:
            for told in entry.wins:
                wins += 1
                called += not told.hand
                if told.hand and rules is not None:
                    found += _count(view, entry, told, rules)
    return Replayed(games, wins, called, tuple(found))


def _games(book: Book, game: str | None) -> Iterator[GameView]:
    if game is not None:
        yield book.game(game)
        return
    g = schema.games.c
    with book.reading() as connection:
        ids = list(connection.execute(select(g.id).order_by(g.table, g.seq)).scalars())
    for one in ids:
        yield book.game(one)


def _same_rules(view: GameView) -> Iterator[Difference]:
    """A shipped rule set may have changed with the program since the game was played."""
    from device.club.record import rules_used

    used = view.started.rules
    today = rules_used(used.name, used.text).hash
    if used.hash and used.hash != today:
        yield _different(view, view.event.seq, "rules", used.hash[:12], today[:12])


def _count(view: GameView, entry: Entry, told: WinTold, rules: RuleSet) -> Iterator[Difference]:
    try:
        hand, circumstances = read_record({**told.hand, "context": told.context})
        score = rules.score(hand, circumstances)
    except RuleError as error:
        yield _different(view, entry.event.seq, "unscored", f"{told.total} {told.unit}", str(error))
        return
    if score.total != told.total:
        yield _different(view, entry.event.seq, "total", str(told.total), str(score.total))
    was = sorted((item.id, item.value) for item in told.items)
    now = sorted((item.id, item.value) for item in score.items)
    if was != now:
        yield _different(view, entry.event.seq, "items", _text(was), _text(now))


def _text(items: list[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {value}" for name, value in items)


def _different(view: GameView, number: int, what: str, was: str, now: str) -> Difference:
    return Difference(view.started.game, number, what, was, now)
