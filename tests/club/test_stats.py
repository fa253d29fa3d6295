from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.club import bodies, stats
from device.club.book import Book, open_book
from device.club.fold import Entry
from device.club.stats import Asked, Tally
from tests.club.cluster import Cluster
from tests.club.conftest import win
from tests.club.played import Count, Seen, played, recount, seen

Full = tuple[Book, list[str], list[Seen]]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def full(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Full]:
    """A played book, its players, and its entries; for reading only."""
    if request.param == "sqlite":
        where: Path | str = tmp_path_factory.mktemp("full") / "club"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        where = cluster.url(cluster.database())
    with open_book(where, name="東") as book:
        people = played(book)
        yield book, people, seen(book)


def plain(tally: Tally) -> dict[str, object]:
    return {
        "hands": tally.hands,
        "won": tally.won,
        "self_draw": tally.self_draw,
        "dealt_in": tally.dealt_in,
        "amount": tally.amount,
        "evenings": tally.evenings,
        "units": {one.unit: [one.hands, one.won, one.total] for one in tally.units},
    }


def as_plain(count: Count) -> dict[str, object]:
    return {**vars(count), "evenings": len(count.evenings), "units": dict(count.units)}


def test_sums_are_those_of_a_plain_recount(full: Full) -> None:
    book, people, entries = full
    evening = entries[0].view.started.evening
    questions: list[tuple[Asked, Callable[[Seen, int, str], bool]]] = [
        (Asked(), lambda *_: True),
        (Asked(evening=evening), lambda one, *_: one.view.started.evening == evening),
        (Asked(first="2026-01-10"), lambda one, *_: one.day >= "2026-01-10"),
        (
            Asked(first="2026-01-04", last="2026-03-07"),
            lambda one, *_: "2026-01-04" <= one.day <= "2026-03-07",
        ),
        (Asked(season="春"), lambda one, *_: one.season == "春"),
        (Asked(seat=2), lambda one, seat, wind: seat == 2),
        (Asked(wind="W"), lambda one, seat, wind: wind == "W"),
        (Asked(wind=""), lambda one, seat, wind: seat >= 0 and wind == ""),
        (
            Asked(season="冬", wind="E", seat=0),
            lambda one, seat, wind: one.season == "冬" and (seat, wind) == (0, "E"),
        ),
    ]
    for asked, meant in questions:
        expected = {one: as_plain(count) for one, count in recount(entries, meant).items()}
        league = stats.league(book, asked)
        assert {tally.player: plain(tally) for tally in league} == expected
        assert [tally.amount for tally in league] == sorted(
            (tally.amount for tally in league), reverse=True
        )
        for one in people:
            assert plain(stats.tally(book, one, asked)) == expected.get(one, as_plain(Count()))


def test_hands_with_one_opponent(full: Full) -> None:
    book, people, entries = full
    for other in people[1:]:
        with_him = [one for one in entries if other in one.entry.seats]
        expected = recount(with_him, lambda one, seat, wind: one.season == "冬")
        found = stats.tally(book, people[0], Asked(opponent=other, season="冬"))
        assert plain(found) == as_plain(expected.get(people[0], Count()))


@pytest.mark.parametrize("group", ["seat", "wind", "evening", "day", "season"])
def test_sums_by_group(full: Full, group: stats.Group) -> None:
    book, people, entries = full

    def key(one: Seen, seat: int, wind: str) -> str:
        evening = one.view.started.evening
        return {
            "seat": str(seat), "wind": wind, "evening": evening, "day": one.day,
            "season": one.season,
        }[group]  # fmt: skip

    found = stats.tally_by(book, people[0], group)
    for name, tally in found.items():
        expected = recount(entries, lambda *of, name=name: key(*of) == name)  # type: ignore[misc]
        assert plain(tally) == as_plain(expected[people[0]])
    assert sum(tally.hands for tally in found.values()) == stats.tally(book, people[0]).hands
    if group == "wind":
        assert list(found) == [wind for wind in ("", *"ESWN") if wind in found]
    if group in ("evening", "season"):
        days = {key(one, 0, ""): one.day for one in reversed(entries)}
        assert [days[name] for name in found] == sorted(days[name] for name in found)


def test_two_people(full: Full) -> None:
    book, people, everything = full
    entries = [one for one in everything if one.season == "冬"]
    for a in people:
        for b in people:
            if a == b:
                continue
            both = [one.entry for one in entries if {a, b} <= set(one.entry.seats)]

            def wins(winner: str, giver: str, both: list[Entry] = both) -> int:
                return sum(
                    entry.seats[win.winner] == winner
                    and win.source is not None
                    and entry.seats[win.source] == giver
                    for entry in both
                    for win in entry.wins
                )

            def paid(payer: str, payee: str) -> int:
                return sum(
                    one.amount
                    for each in entries
                    for one in each.entry.payments
                    if (one.payer, one.payee) == (payer, payee)
                )

            found = stats.head_to_head(book, a, b, Asked(season="冬"))
            assert found == stats.Between(
                a,
                b,
                sum(entry.ends for entry in both),
                wins(a, b),
                wins(b, a),
                paid(b, a),
                paid(a, b),
            )
            listed = {one.other: one for one in stats.opponents(book, a, Asked(season="冬"))}
            assert listed.get(b, found) == found
            assert found.amount == found.taken - found.given


def test_the_best_hand_is_the_first_of_the_highest(full: Full) -> None:
    book, people, entries = full
    for asked, meant in (
        (Asked(), lambda one: True),
        (Asked(season="春"), lambda one: one.season == "春"),
        (Asked(opponent=people[1]), lambda one: people[1] in one.entry.seats),
    ):
        for unit in ("台", "番"):
            for player in (None, people[0], people[2]):
                wins = [
                    (win.total, one, one.entry.seats[win.winner])
                    for one in entries
                    if meant(one) and one.unit == unit
                    for win in sorted(one.entry.wins, key=lambda win: win.winner)
                    if player in (None, one.entry.seats[win.winner])
                ]
                found = stats.best(book, player, asked, unit)
                if not wins:
                    assert found is None
                    continue
                most = max(total for total, _, _ in wins)
                _, one, winner = next(win for win in wins if win[0] == most)
                assert found is not None
                body = one.entry.body
                assert isinstance(body, bodies.HandWon)
                assert found == stats.Best(
                    one.entry.event.id, winner, most, unit, one.day, body.picture
                )
                counted = stats.wins_by_total(book, player, asked, unit)
                assert counted == Counter(total for total, _, _ in wins)
                assert list(counted) == sorted(counted)


def test_the_course_of_an_evening(full: Full) -> None:
    book, _, entries = full
    for line in stats.evenings(book):
        mine = [one.entry for one in entries if one.view.started.evening == line.evening]
        course = stats.course(book, line.evening)
        assert [point.event for point in course] == [entry.event.id for entry in mine]
        sums: Counter[str] = Counter()
        for entry, point in zip(mine, course, strict=True):
            sums.update(entry.balance())
            balances = dict(point.balances)
            assert {one: sums[one] for one in balances} == balances
            assert set(entry.seats) <= set(balances)
            assert sum(balances.values()) == 0
        assert course[-1].hand == line.hands == sum(entry.ends for entry in mine)


def test_evenings_and_seasons_newest_first(full: Full) -> None:
    book = full[0]
    assert [line.day for line in stats.evenings(book)] == [
        "2026-03-14", "2026-03-07", "2026-01-10", "2026-01-03",
    ]  # fmt: skip
    assert [line.games for line in stats.evenings(book)] == [1, 1, 2, 2]
    assert all(line.closed for line in stats.evenings(book))
    assert [line.day for line in stats.evenings(book, most=1, skip=1)] == ["2026-03-07"]
    assert len(stats.evenings(book, season="冬")) == 2
    assert stats.seasons(book) == ("春", "冬")


def test_undone_hands_leave_no_trace(book: Book, people: bodies.Four, game: str) -> None:
    before = stats.league(book)
    event = book.write(win(game, 1, source=0, total=9), by="t", role="scorer")
    assert stats.best(book) is not None
    book.undo(event.id, "x", by="t", role="scorer")
    assert stats.best(book) is None
    assert stats.wins_by_total(book) == {}
    assert all((one.hands, one.won, one.amount) == (0, 0, 0) for one in stats.league(book))
    assert before == ()


def test_rates(book: Book, people: bodies.Four, game: str) -> None:
    book.write(win(game, 1, source=0), by="t", role="scorer")
    book.write(win(game, 1), by="t", role="scorer")
    book.write(win(game, 2, source=0, total=8), by="t", role="scorer")
    mine = stats.tally(book, people[1])
    assert (mine.win_rate, mine.self_draw_rate, mine.deal_in_rate) == (2 / 3, 1 / 2, 0)
    assert mine.units[0].mean == 5
    assert stats.tally(book, people[0]).deal_in_rate == 2 / 3
    nobody = stats.tally(book, "nobody")
    assert (nobody.win_rate, nobody.self_draw_rate, nobody.deal_in_rate) == (0, 0, 0)
