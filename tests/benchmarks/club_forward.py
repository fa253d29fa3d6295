"""Twenty tables send 500 hands each to the club's PostgreSQL over a link that breaks.

    python -m tests.benchmarks.club_forward [--tables 20] [--hands 500]

Each table forwards from a thread of its own by way of a proxy on loopback that is cut and restored
at random; the server is killed and started again, batches are delivered twice and in the wrong
order, and the tables go on playing. At the end every line must be there once and in order, the
chains whole, and the club's sums those of the tables.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from sqlalchemy import func, select

from device.club import schema
from device.club.audit import check
from device.club.book import Book, open_book
from device.club.errors import BookError
from device.club.forward import Forwarder
from device.club.settings import CLUB
from tests.benchmarks.club_speed import HANDS, build
from tests.club.cluster import Cluster
from tests.club.evenings import play, sit_down
from tests.club.proxy import Proxy, cut_at_random

QUICK = replace(CLUB, connect_wait=2.0, forward_batch=50, forward_pause=0.1, forward_pause_most=0.5)
LIVE = 10
"""Hands that each table plays while it forwards."""


def deliver_wrongly(
    books: list[Book], url: str, until: threading.Event, seed: int, done: Counter[str]
) -> None:
    """Deliver batches again, early and out of order, as a muddled link would."""
    chance = random.Random(seed)
    while not until.wait(chance.uniform(0.05, 0.5)):
        book = chance.choice(books)
        try:
            with open_book(url, settings=replace(QUICK, connections=1)) as club:
                here = club.last_number(book.table) if chance.random() < 0.7 else 10**6
                start = chance.randrange(max(1, min(here, book.last_number())))
                club.receive(book.events(after=start, most=30))
                done["again" if start + 30 <= here else "overlapping"] += 1
        except BookError as error:
            done[error.key] += 1


def differences(books: list[Book], club: Book) -> list[str]:
    """What is not in the club's book as it is in the tables'."""
    out = []
    for book in books:
        own, there = (one.events(book.table, most=10**6) for one in (book, club))
        if own != there:
            out.append(f"{book.name}: {len(there)} of {len(own)} lines")
        sums = []
        for one in (book, club):
            t, v = schema.totals.c, schema.evenings.c
            with one.reading() as connection:
                wanted = (
                    select(t.player, func.sum(t.amount), func.sum(t.hands))
                    .join(schema.evenings, v.id == t.evening)
                    .where(v.table == book.table)
                    .group_by(t.player)
                )
                sums.append(
                    sorted((row[0], int(row[1]), int(row[2])) for row in connection.execute(wanted))
                )
        if sums[0] != sums[1]:
            out.append(f"{book.name}: sums")
    return out


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--hands", type=int, default=500)
    told = parser.parse_args()
    chance, wrong = random.Random(1), Counter[str]()
    with contextlib.ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cluster = stack.enter_context(Cluster(durable=True))
        name = cluster.database()
        proxy = stack.enter_context(Proxy(cluster.port))
        books = []
        for number in range(told.tables):
            book = stack.enter_context(open_book(room / str(number), name=f"{number + 1}號桌"))
            build(book, max(1, (told.hands - LIVE) // HANDS), number)
            books.append(book)
        print(f"{told.tables} tables, {sum(one.last_number() for one in books)} lines", flush=True)
        begin = time.perf_counter()
        quiet = threading.Event()
        cut_at_random(proxy, quiet, chance, up=3.0, down=1.0)
        url = cluster.url(name, proxy.port)
        senders = [Forwarder(book, url, QUICK).start() for book in books]
        muddle = threading.Thread(target=deliver_wrongly, args=(books, url, quiet, 2, wrong))
        muddle.start()
        players = [
            threading.Thread(target=_live, args=(book, told.hands % HANDS or LIVE))
            for book in books
        ]
        for one in players:
            one.start()
        for _ in range(3):
            time.sleep(5)
            cluster.stop()
            time.sleep(1)
            cluster.start()
        for one in players:
            one.join()
        waits = 0
        while any(sender.state().status != "current" for sender in senders) and waits < 3000:
            time.sleep(1)
            waits += 1
            if waits == 20:  # by now everything has been broken often enough
                quiet.set()
        quiet.set()
        muddle.join()
        taken = time.perf_counter() - begin
        for sender in senders:
            sender.stop()
        with open_book(cluster.url(name)) as club:
            wanted = select(func.count()).select_from(schema.entries).where(schema.entries.c.ends)
            with club.reading() as connection:
                count = connection.execute(wanted).scalar()
            found = differences(books, club)
            findings = check(club)
        print(f"{count} hands at the club after {taken:.0f} s, {proxy.cuts} cuts, 3 kills")
        print(f"batches delivered wrongly: {dict(wrong)}")
        print(f"differences {found}, findings of check {findings}")
        sys.exit(1 if found or findings else 0)


def _live(book: Book, hands: int) -> None:
    a, b, c, d = sorted(book.names())[:4]
    play(book, sit_down(book, (a, b, c, d)), hands, random.Random(book.table))


if __name__ == "__main__":
    main()
