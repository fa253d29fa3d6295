from __future__ import annotations

import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from device.club import bodies, rows
from device.club.book import FILE, Evidence, open_book
from tests.club.conftest import win
from tests.club.evenings import four, play, sit_down

with tempfile.TemporaryDirectory() as room:
    with open_book(Path(room), name="東") as book:
        people = four(book)
        game = sit_down(book, people, "2026-11-30")
        play(book, game, 4, random.Random(1))
        book.write(bodies.GameEnded(game=game), by="t", role="scorer")
        evening = book.game(game).started.evening
        chips = bodies.ChipsBought(evening=evening, player=people[0], amount=500)
        book.write(chips, by="t", role="scorer")
        book.write(bodies.EveningClosed(evening=evening), by="t", role="organiser")
        paid = bodies.DebtPaid(payer=people[0], payee=people[1], amount=9)
        book.write(paid, by="t", role="scorer")
        game = sit_down(book, people)
        photo = Path(room) / "photo.jpg"
        photo.write_bytes(b"a picture")
        proof = Evidence({"reading": 1}, photo)
        first = book.write(win(game, 0), by="t", role="scorer", evidence=proof)
        second = book.write(win(game, 1, source=2), by="t", role="scorer")
        book.undo(first.id, "x", by="t", role="scorer")
        book.correct(second.id, win(game, 3, source=2), "x", by="t", role="scorer")
        book.write(bodies.HandNoted(total=3, unit="台"), by="t", role="scorer")
        book.flush()
    with closing(sqlite3.connect(Path(room) / FILE)) as raw:
        dump = "\n".join(raw.iterdump()) + "\n"
target = Path(__file__).with_name(f"{rows.HEAD}.sql")
target.write_text(dump, "utf-8")
print(target)
