"""Evenings of play for tests and benchmarks: quick to make, and whole."""

from __future__ import annotations

import random
from collections.abc import Iterator

from device.club import bodies
from device.club.book import Book, new_id


def sit_down(book: Book, people: bodies.Four, day: str = "2026-12-01") -> str:
    """A new evening and a game in it; returns the game's id."""
    evening, game = new_id(), new_id()
    book.write(bodies.EveningOpened(evening=evening, day=day), by="t", role="scorer")
    rules = bodies.RulesUsed(name="taiwan")
    body = bodies.GameStarted(game=game, evening=evening, players=people, rules=rules)
    book.write(body, by="t", role="scorer")
    return game


def four(book: Book, names: str = "安波查丁") -> bodies.Four:
    """Four new players, one a letter."""
    a, b, c, d = (book.add_player(name, by="t", role="scorer") for name in names)
    return a, b, c, d


def hands(game: str, chance: random.Random) -> Iterator[bodies.AnyBody]:
    """What may happen at a table, without end."""
    while True:
        winner = chance.randrange(4)
        source = chance.choice([None, *(seat for seat in range(4) if seat != winner)])
        told = bodies.WinTold(
            winner=winner, source=source, total=chance.randrange(1, 12), unit="台"
        )
        kind = chance.random()
        if kind < 0.8:
            yield bodies.HandWon(game=game, wins=(told,))
        elif kind < 0.95:
            yield bodies.HandDrawn(game=game)
        else:
            yield bodies.FoulCalled(game=game, foul="false_win", seat=winner, face=3)


def play(book: Book, game: str, count: int, chance: random.Random) -> str:
    """Write so many hands; 將 follows 將. Returns the game."""
    told = hands(game, chance)
    for _ in range(count):
        if book.game(game).state.over:
            people = book.game(game).people
            book.write(bodies.NextGame(game=game, players=people, dealer=0), by="t", role="scorer")
        book.write(next(told), by="t", role="scorer")
    return game
