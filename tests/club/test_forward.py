from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from device.club import bodies
from device.club import schema as s
from device.club.book import Book, Evidence, open_book
from device.club.errors import BookError
from device.club.forward import Forwarder, forward, label
from device.club.settings import CLUB
from tests.club.cluster import Cluster
from tests.club.conftest import win
from tests.club.evenings import four, play, sit_down
from tests.club.proxy import Proxy, cut_at_random, wait_until

QUICK = replace(
    CLUB,
    connect_wait=1.0,
    forward_batch=20,
    forward_poll=0.2,
    forward_names=0.5,
    forward_pause=0.02,
    forward_pause_most=0.1,
)


@pytest.fixture
def club(club_url: str) -> Iterator[Book]:
    with open_book(club_url) as made:
        yield made


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "east", name="東") as made:
        yield made


def same(table: Book, club: Book) -> bool:
    return table.events(most=10_000) == club.events(table.table, most=10_000)


def names_of_tables(club: Book) -> dict[str, str]:
    with club.reading() as connection:
        return {row.id: row.name for row in connection.execute(select(s.tables))}


def test_everything_arrives_once(table: Book, club: Book, tmp_path: Path) -> None:
    people = four(table)
    game = sit_down(table, people)
    play(table, game, 30, random.Random(1))
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"a picture")
    proof = Evidence({"reading": ["1m"]}, photo)
    hand = table.write(win(game, 0), by="t", role="scorer", evidence=proof)
    assert forward(table, club, QUICK) == table.last_number()
    assert forward(table, club, QUICK) == 0
    assert same(table, club)
    assert club.game(game).balance() == table.game(game).balance()
    assert names_of_tables(club) == {table.table: "東"}
    assert club.names() == table.names()
    assert isinstance(hand.body, bodies.HandWon)
    assert club.evidence(hand.body.evidence) == {"reading": ["1m"]}
    with club.reading() as connection:
        row = connection.execute(select(s.pictures)).one()
    assert (row.sha, row.bytes) == (hand.body.picture, 9)
    table.undo(hand.id, "x", by="t", role="organiser")
    assert forward(table, club, QUICK) == 1
    assert club.game(game) == table.game(game)


def test_duplicates_and_reordered_batches_do_no_harm(table: Book, club: Book) -> None:
    play(table, sit_down(table, four(table)), 20, random.Random(2))
    events = table.events()
    chance = random.Random(3)
    refused = 0
    while club.last_number(table.table) < len(events):
        start = chance.randrange(len(events))
        batch = events[start : start + chance.randrange(1, 9)]
        if start > club.last_number(table.table):
            refused += 1
            with pytest.raises(BookError, match="club_gap"):
                club.receive(batch)
        else:
            club.receive(batch)
    assert refused
    assert same(table, club)
    assert club.receive(events) == len(events)
    changed = replace(events[3], by="somebody else")
    with pytest.raises(BookError, match="club_other_event"):
        club.receive([replace(changed, hash=changed.chained(events[2].hash))])
    forged = replace(events[-1], seq=len(events) + 1, id="forged")
    with pytest.raises(BookError, match="club_broken_chain"):
        club.receive([forged])
    assert same(table, club)


def test_people_of_other_tables_come_back(table: Book, club: Book, tmp_path: Path) -> None:
    with open_book(tmp_path / "west", name="西") as west:
        a, b, c, _ = four(table)
        forward(table, club, QUICK)
        (elsewhere,) = (west.add_player("安", by="t", role="scorer"),)  # another of that name
        forward(west, club, QUICK)
        assert west.names()[a] == "安"
        assert west.names()[elsewhere] == "安 2"
        game = sit_down(west, (elsewhere, a, b, c))  # people of the other table sit down here
        play(west, game, 3, random.Random(4))
        forward(west, club, QUICK)
        assert club.game(game).hands == 3
        forward(table, club, QUICK)
        assert table.names() == west.names() == club.names()
        assert names_of_tables(club) == {table.table: "東", west.table: "西"}
        table.rename(a, "安安")
        forward(table, club, QUICK)
        forward(west, club, QUICK)
        assert west.names()[a] == "安安"


def test_a_game_with_people_whose_own_table_is_still_away(
    table: Book, club: Book, tmp_path: Path
) -> None:
    people = four(table)
    with open_book(tmp_path / "west", name="西") as west:
        west.receive(table.events())  # they came by another way than the club
        game = sit_down(west, people)
        forward(west, club, QUICK)
        assert club.game(game).people == people
        forward(table, club, QUICK)
        assert same(table, club)


def test_a_table_set_back_gets_its_lines_again(table: Book, club: Book, tmp_path: Path) -> None:
    game = sit_down(table, four(table))
    with table.writing():  # nobody writes meanwhile
        import shutil

        shutil.copytree(tmp_path / "east", tmp_path / "copy")
    play(table, game, 5, random.Random(5))
    forward(table, club, QUICK)
    with open_book(tmp_path / "copy") as old:
        assert forward(old, club, QUICK) == 0
        assert same(old, club)
    with open_book(tmp_path / "copy") as old, open_book(tmp_path / "east") as east:
        play(east, game, 1, random.Random(6))
        play(old, game, 1, random.Random(7))
        forward(east, club, QUICK)
        with pytest.raises(BookError, match="club_other_event"):
            forward(old, club, QUICK)


def test_cuts_a_restart_and_three_tables(cluster: Cluster, tmp_path: Path) -> None:
    """The small form of `python -m tests.benchmarks.club_forward`."""
    name = cluster.database()
    with Proxy(cluster.port) as proxy:
        url = cluster.url(name, proxy.port)
        books = [open_book(tmp_path / str(n), name=f"{n}號桌") for n in range(3)]
        forwarders = [Forwarder(book, url, QUICK).start() for book in books]
        quiet = threading.Event()
        cutter = cut_at_random(proxy, quiet, random.Random(8), up=0.3, down=0.1)

        def evening(book: Book, number: int) -> None:
            chance = random.Random(number)
            play(book, sit_down(book, four(book)), 25, chance)

        players = [threading.Thread(target=evening, args=(b, n)) for n, b in enumerate(books)]
        for one in players:
            one.start()
        cluster.stop()
        cluster.start()
        for one in players:
            one.join()
        quiet.set()
        cutter.join()
        with open_book(cluster.url(name)) as club:
            assert wait_until(lambda: all(same(book, club) for book in books))
            assert wait_until(lambda: all(f.state().status == "current" for f in forwarders))
            assert sorted(names_of_tables(club).values()) == ["0號桌", "1號桌", "2號桌"]
        assert proxy.cuts > 3
        for one in forwarders:
            one.stop()
        for book in books:
            book.close()


def test_states_for_people_to_see(cluster: Cluster, table: Book) -> None:
    name = cluster.database()
    seen: list[str] = []
    with Proxy(cluster.port) as proxy:
        proxy.cut()
        one = Forwarder(
            table, cluster.url(name, proxy.port), QUICK, lambda state: seen.append(state.status)
        ).start()
        game = sit_down(table, four(table))
        assert wait_until(lambda: one.state().status == "away")
        assert wait_until(lambda: one.state().behind == 6)
        error = one.state().error
        assert error is not None and error.key == "club_away"
        proxy.restore()
        assert wait_until(lambda: one.state().status == "current")
        assert one.state().behind == 0
        table.write(win(game, 0), by="t", role="scorer")  # sent at once, not at the next look
        with open_book(cluster.url(name)) as club:
            assert wait_until(lambda: same(table, club), 5)
            with club.writing() as connection:
                connection.execute(s.tables.update().values(last_hash="0" * 64))
        table.write(win(game, 0), by="t", role="scorer")
        assert wait_until(lambda: one.state().status == "refused")
        one.stop()
    assert seen[0] in ("away", "behind") and "current" in seen and seen[-1] == "refused"


def test_a_link_that_hangs_is_broken_off(cluster: Cluster, table: Book) -> None:
    name = cluster.database()
    impatient = replace(QUICK, forward_limit=0.5)
    with Proxy(cluster.port) as proxy:
        one = Forwarder(table, cluster.url(name, proxy.port), impatient).start()
        sit_down(table, four(table))
        assert wait_until(lambda: one.state().status == "current")
        proxy.freeze()
        sit_down(table, four(table, "戊己庚辛"))
        assert wait_until(lambda: one.state().status == "away")
        proxy.restore()
        assert wait_until(lambda: one.state().status == "current")
        with open_book(cluster.url(name)) as club:
            assert same(table, club)
        one.stop()


def test_labels_show_no_password() -> None:
    assert label("postgresql://club:secret@host/club") == "postgresql://club:***@host/club"
    with pytest.raises(BookError, match="club_bad_url"):
        label("not an address")
    with pytest.raises(BookError, match="club_bad_url"):
        open_book("mysql://host/club")
