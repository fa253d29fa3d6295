"""A book of 100,000 hands: how long it takes to open, to write, and to ask.

    python -m tests.benchmarks.club_speed [--evenings 2500] [--folder DIR] [--engines NAMES]

Makes the book (2,500 evenings of 40 hands, 40 players), unless DIR has one from before; everything
derived comes from the fold of its events, as by `device.club.rebuild`. The book in PostgreSQL is
restored from a backup of it. Commits are timed with full durability, each with its evidence, with
and without a picture.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import func, insert, select

from device.club import bodies, ledger, rows, schema, stats
from device.club.audit import check
from device.club.backup import backup, restore
from device.club.bodies import AnyBody, Event
from device.club.book import Book, Evidence, new_id, open_book
from device.club.fold import play
from device.club.rebuild import rebuild
from tests.club.cluster import Cluster
from tests.club.evenings import hands, sit_down

PLAYERS = 40
HANDS = 40
_PART = 5000


def build(book: Book, evenings: int, seed: int = 1) -> None:
    """Fill an empty book: events in bulk, everything else from them."""
    chance = random.Random(seed)
    people = [new_id() for _ in range(PLAYERS)]
    with book.writing() as connection:
        rows_of_people = [
            {"id": id, "name": f"牌友{number}", "forgotten": False, "changed": "2020-01-01"}
            for number, id in enumerate(people)
        ]
        connection.execute(insert(schema.people), rows_of_people)
        part: list[dict[str, object]] = []
        for event, game in _events(book.table, people, evenings, chance):
            part.append(rows.to_row(event) | {"game": game})
            if len(part) == _PART:
                connection.execute(insert(schema.events), part)
                part = []
        connection.execute(insert(schema.events), part)
        ids = connection.execute(select(schema.events.c.table).distinct()).scalars().all()
        assert ids == [book.table]
        rebuild(connection)
        connection.exec_driver_sql("ANALYZE")


def _events(
    table: str, people: list[str], evenings: int, chance: random.Random
) -> Iterator[tuple[Event, str]]:
    end = Event(table, 0, "", "", "", "", "scorer", bodies.PlayerAdded(player="x"), "")

    def line(body: AnyBody, game: str = "") -> tuple[Event, str]:
        nonlocal end
        raw = replace(
            end,
            seq=end.seq + 1,
            id=new_id(),
            kind=body.kind,
            at=f"{day}T20:00:00.000+08:00",
            by="t",
            body=body,
        )
        end = rows.chained(raw, end.hash)
        return end, game

    first = date(2020, 1, 1)
    day = first
    for person in people:
        yield line(bodies.PlayerAdded(player=person))
    for number in range(evenings):
        day = first + timedelta(days=number * 2400 // evenings)
        evening, game = new_id(), new_id()
        a, b, c, d = chance.sample(people, 4)
        season = f"{day.year}-{(day.month - 1) // 3 + 1}"
        opened = bodies.EveningOpened(evening=evening, day=day.isoformat(), season=season)
        yield line(opened)
        rules = bodies.RulesUsed(name="taiwan")
        start = line(
            bodies.GameStarted(game=game, evening=evening, players=(a, b, c, d), rules=rules), game
        )
        yield start
        view = play(None, start[0], start[0].body)
        told = hands(game, chance)
        while view.hands < HANDS:
            body = next(told)
            if view.state.over:
                body = bodies.NextGame(game=game, players=view.people, dealer=0)
            elif isinstance(body, bodies.HandWon):
                body = _with_items(body, chance)
            one = line(body, game)
            view = play(view, one[0], body)
            yield one
        yield line(bodies.GameEnded(game=game), game)
        yield line(bodies.EveningClosed(evening=evening))


def _with_items(body: bodies.HandWon, chance: random.Random) -> bodies.HandWon:
    """With the items of a real hand, so that lines are as long as they are."""
    items = tuple(
        bodies.Item(id=f"item-{n}", name="箭字坎", value=1, why="中中中", rule="TW-H-12")
        for n in range(chance.randrange(1, 6))
    )
    tiles = {"concealed": "345678m 11p 78s", "melds": [["pung", "CCC"]], "win": "6s"}
    told = body.wins[0].model_copy(
        update={"items": items, "hand": tiles, "context": {"seat": "E", "round": "E"}}
    )
    return body.model_copy(update={"wins": (told,)})


# --- times ---------------------------------------------------------------------------------------


def queries(book: Book) -> dict[str, Callable[[], object]]:
    """What pages ask."""
    with book.reading() as connection:
        p, v, g = schema.players.c, schema.evenings.c, schema.games.c
        one, other = connection.execute(select(p.id).order_by(p.id).limit(2)).scalars().all()
        wanted = select(v.id).where(v.closed).order_by(v.day.desc()).limit(1)
        evening = connection.execute(wanted).scalar_one()
        season = connection.execute(select(func.max(v.season))).scalar_one()
        game = connection.execute(select(g.id).where(g.evening == evening)).scalar_one()
        event = connection.execute(
            select(schema.entries.c.event).where(schema.entries.c.game == game).limit(1)
        ).scalar_one()
    quarter = stats.Asked(season=season)

    def fresh_game() -> object:
        book._views.clear()
        return book.game(game)

    return {
        "game (folded anew)": fresh_game,
        "game of an evening (at hand)": lambda: book.game(game),
        "last 100 lines": lambda: book.events(after=book.last_number() - 100),
        "one event": lambda: book.event(event),
        "names": book.names,
        "league, all time": lambda: stats.league(book),
        "league, a season": lambda: stats.league(book, quarter),
        "a player": lambda: stats.tally(book, one),
        "a player by evening": lambda: stats.tally_by(book, one, "evening"),
        "a player by season": lambda: stats.tally_by(book, one, "season"),
        "a player by wind": lambda: stats.tally_by(book, one, "wind"),
        "a player by seat": lambda: stats.tally_by(book, one, "seat"),
        "a player with another": lambda: stats.tally(book, one, stats.Asked(opponent=other)),
        "best hand of all": lambda: stats.best(book),
        "best hand of a player": lambda: stats.best(book, one),
        "best hand of a season": lambda: stats.best(book, None, quarter),
        "wins by total, all": lambda: stats.wins_by_total(book),
        "wins by total, a player": lambda: stats.wins_by_total(book, one),
        "opponents": lambda: stats.opponents(book, one),
        "two people": lambda: stats.head_to_head(book, one, other),
        "course of an evening": lambda: stats.course(book, evening),
        "evenings": lambda: stats.evenings(book),
        "seasons": lambda: stats.seasons(book),
        "account of an evening": lambda: ledger.evening_account(book, evening),
        "running account": lambda: ledger.running_account(book),
        "course of a player's account": lambda: ledger.course_of(book, one),
    }


def milliseconds(call: Callable[[], object], times: int = 7) -> float:
    """Median time of a call."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        call()
        taken.append(1000 * (time.perf_counter() - begin))
    return statistics.median(taken)


def busy(call: Callable[[], object]) -> float:
    """Milliseconds of this process's own work in a call: other programs do not count."""
    begin = time.process_time()
    call()
    return 1000 * (time.process_time() - begin)


def commits(
    book: Book, room: Path, *, picture: bool, times: int = 200
) -> list[tuple[float, float]]:
    """Milliseconds of writes in a new game: on the clock, and of work of this process."""
    people = sorted(book.names())
    a, b, c, d = people[:4]
    game = sit_down(book, (a, b, c, d))
    told = hands(game, random.Random(3))
    photo = room / "photo.jpg"
    taken = []
    for number in range(times):
        if book.game(game).state.over:
            seats = book.game(game).people
            over = bodies.NextGame(game=game, players=seats, dealer=0)
            book.write(over, by="t", role="scorer")
        photo.write_bytes(random.Random(number).randbytes(150_000))
        body = next(told)
        while not isinstance(body, bodies.HandWon):
            body = next(told)
        proof = Evidence({"number": number}, photo if picture else None)
        begin, work = time.perf_counter(), time.process_time()
        book.write(body, by="t", role="scorer", evidence=proof)
        taken.append((1000 * (time.perf_counter() - begin), 1000 * (time.process_time() - work)))
    return taken


def report(where: Path | str, room: Path) -> None:
    """Print all figures of one engine."""
    begin = time.perf_counter()
    book = open_book(where, create=False)
    opening = time.perf_counter() - begin
    book.close()
    script = (
        "import sys, time; begin = time.perf_counter()\n"
        "from device.club.book import open_book\n"
        "loaded = time.perf_counter()\n"
        "w = sys.argv[1]; book = open_book(w); book.game_now()\n"
        "print(f'{loaded - begin:.2f} {time.perf_counter() - loaded:.3f}')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(where)], capture_output=True, text=True, check=True
    )
    loading, fresh = done.stdout.split()
    print(f"opening: {opening:.3f} s; in a new process {fresh} s, its imports {loading} s")
    with open_book(where, create=False) as book:
        for picture in (False, True):
            pairs = commits(book, room, picture=picture)
            taken = sorted(wall for wall, _ in pairs)
            own = statistics.median(own for _, own in pairs)
            print(
                f"commit {'with' if picture else 'without'} picture: median"
                f" {statistics.median(taken):.1f} ms, p99 {taken[int(len(taken) * 0.99)]:.1f} ms;"
                f" own work {own:.1f} ms"
            )
        asked = queries(book)
        times = {name: milliseconds(call) for name, call in asked.items()}
        for name, taken_ms in times.items():
            print(f"  {taken_ms:7.1f} ms, own work {busy(asked[name]):5.1f} ms  {name}")
        print(f"slowest query: {max(times.values()):.0f} ms")


def main() -> None:
    """Make the book and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=2500)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--engines", default="sqlite,postgres")
    parser.add_argument("--check", action="store_true", help="time `check` too")
    told = parser.parse_args()
    with contextlib.ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder = told.folder or room / "club"
        if not (folder / "book.sqlite").exists():
            with open_book(folder, name="東") as book:
                begin = time.perf_counter()
                build(book, told.evenings)
                book.flush()
                print(f"built in {time.perf_counter() - begin:.0f} s")
        size = (folder / "book.sqlite").stat().st_size / 1e6
        print(f"{told.evenings * HANDS:,} hands, {size:.0f} MB")
        if "postgres" in told.engines:
            begin = time.perf_counter()
            with open_book(folder) as book:
                backup(book, room / "club.tar")
            print(f"backup: {time.perf_counter() - begin:.1f} s")
        if told.check:
            begin = time.perf_counter()
            with open_book(folder) as book:
                found = check(book)
            print(f"check: {time.perf_counter() - begin:.0f} s, findings {found}")
        if "sqlite" in told.engines:
            print("SQLite")
            report(folder, room)
        if "postgres" in told.engines:
            cluster = stack.enter_context(Cluster(durable=True))
            url = cluster.url(cluster.database())
            begin = time.perf_counter()
            restore(room / "club.tar", url)
            print(f"PostgreSQL (restored in {time.perf_counter() - begin:.0f} s)")
            report(url, room)


if __name__ == "__main__":
    main()
