from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select

from device.club import bodies
from device.club import schema as s
from device.club.book import Book, Evidence, new_id, open_book
from device.club.errors import BookError
from tests.club.conftest import win


def test_dealer_streak_and_payments_follow(book: Book, people: bodies.Four, game: str) -> None:
    book.write(win(game, 0), by="t", role="scorer")
    view = book.game(game)
    assert (view.state.dealer, view.state.streak) == (0, 1)
    assert view.balance()[people[0]] == 3 * (100 + 6 * 20)
    book.write(win(game, 2, source=0), by="t", role="scorer")
    view = book.game(game)
    assert (view.state.dealer, view.state.streak) == (1, 0)
    assert sum(view.balance().values()) == 0
    # the dealer pays 台 and 連一拉一 more
    assert view.entries[1].balance() == {people[0]: -260, people[2]: 260}


def test_undo_and_correct_are_as_if_it_had_been_so(book: Book, game: str) -> None:
    first = book.write(win(game, 0), by="t", role="scorer")
    book.write(win(game, 2, source=0), by="t", role="scorer")
    undo = book.undo(first.id, "記錯", by="t", role="scorer")
    view = book.game(game)
    assert view.hands == 1
    assert view.state.dealer == 1
    book.undo(undo.id, "沒錯", by="t", role="scorer")
    assert book.game(game).hands == 2
    book.correct(first.id, win(game, 1, source=3, total=8), "是乙胡", by="t", role="scorer")
    view = book.game(game)
    assert view.entries[0].wins[0].total == 8
    assert view.state.dealer == 2  # the deal passed twice
    book.undo(first.id, "x", by="t", role="scorer")
    with pytest.raises(BookError, match="club_already_undone"):
        book.undo(first.id, "x", by="t", role="scorer")


def test_derived_rows_are_the_same_made_again(book: Book, game: str) -> None:
    from device.club import derive

    for number in range(7):
        book.write(
            win(game, number % 4, (number + 1) % 4 if number % 2 else None), by="t", role="scorer"
        )
    book.write(bodies.HandDrawn(game=game), by="t", role="scorer")

    def dump() -> list[list[tuple[object, ...]]]:
        with book.reading() as connection:
            return [
                sorted(map(tuple, connection.execute(select(table))))
                for table in (
                    s.games,
                    s.entries,
                    s.results,
                    s.transfers,
                    s.totals,
                    s.pairs,
                )
            ]

    before = dump()
    view = book.game(game)
    with book.writing() as connection:
        derive.again(connection, view)
    assert dump() == before


def test_opened_again_it_is_the_same_book(book: Book, game: str, where: Path | str) -> None:
    event = book.write(win(game, 0), by="t", role="scorer")
    with open_book(where, create=False) as again:
        assert again.table == book.table
        assert again.game(game) == book.game(game)
        assert again.event(event.id) == event
        # both write, one after the other
        again.write(win(game, 0), by="t", role="scorer")
    book.write(win(game, 0), by="t", role="scorer")
    assert book.game(game).state.streak == 3


def test_refusals(book: Book, game: str, tmp_path: Path) -> None:
    with pytest.raises(BookError, match="club_role"):
        book.write(win(game, 0), by="t", role="viewer")
    with pytest.raises(BookError, match="club_no_game"):
        book.write(win("nothing", 0), by="t", role="scorer")
    with pytest.raises(BookError, match="club_no_event"):
        book.undo("nothing", "x", by="t", role="scorer")
    with pytest.raises(BookError, match="club_name_taken"):
        book.add_player("安", by="t", role="scorer")
    with pytest.raises(BookError, match="club_no_book"):
        open_book(tmp_path / "none", create=False)
    book.write(bodies.GameEnded(game=game), by="t", role="scorer")
    with pytest.raises(BookError, match="club_game_over"):
        book.write(win(game, 0), by="t", role="scorer")


def derived(book: Book) -> dict[str, list[tuple[object, ...]]]:
    with book.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table)))) for table in s.DERIVED
        }


def test_nothing_is_taken_away_that_others_stand_on(
    book: Book, game: str, people: bodies.Four
) -> None:
    events = {event.kind: event for event in book.events()}
    with pytest.raises(BookError, match="club_evening_has_games"):
        book.undo(events["evening"].id, "x", by="t", role="organiser")
    with pytest.raises(BookError, match="club_player_played"):
        book.undo(events["player"].id, "x", by="t", role="organiser")
    start = events["game"]
    book.undo(start.id, "x", by="t", role="scorer")
    with pytest.raises(BookError, match="club_no_game"):  # it is not there any more
        book.write(win(game, 0), by="t", role="scorer")
    with pytest.raises(BookError, match="club_evening_has_games"):  # but it may come back
        book.undo(events["evening"].id, "x", by="t", role="organiser")


def test_only_players_of_the_club_play_bet_and_pay(
    book: Book, game: str, people: bodies.Four
) -> None:
    a, b, c, _ = people
    start = next(event for event in book.events() if event.kind == "game")
    assert isinstance(start.body, bodies.GameStarted)
    evening = start.body.evening
    bet = bodies.OuterBet(bettor="nobody", on=1, tai=5)
    for body in (
        bodies.BetsSet(game=game, outer=(bet,)),
        bodies.ChipsBought(evening=evening, player="nobody", amount=5),
        bodies.DebtPaid(payer=a, payee="nobody", amount=5),
        bodies.PlayerAdded(player="pot"),
    ):
        with pytest.raises(BookError, match="club_no_player"):
            book.write(body, by="t", role="organiser")
    with pytest.raises(BookError, match="club_no_player"):
        book.correct(
            start.id,
            start.body.model_copy(update={"players": (a, b, c, "nobody")}),
            "x",
            by="t",
            role="organiser",
        )


def test_an_evening_closes_once(book: Book, game: str) -> None:
    evening = book.game(game).started.evening
    close = bodies.EveningClosed(evening=evening)
    with pytest.raises(BookError, match="club_game_goes_on"):
        book.write(close, by="t", role="organiser")
    book.write(bodies.GameEnded(game=game), by="t", role="organiser")
    first = book.write(close, by="t", role="organiser")
    undo = book.undo(first.id, "x", by="t", role="organiser")
    book.write(close, by="t", role="organiser")
    with pytest.raises(BookError, match="club_evening_closed"):
        book.undo(undo.id, "x", by="t", role="organiser")


def test_all_derived_tables_made_anew_are_the_same(
    book: Book, game: str, people: bodies.Four
) -> None:
    from device.club.rebuild import rebuild

    evening = book.game(game).started.evening
    first = book.write(win(game, 0), by="t", role="scorer")
    book.write(win(game, 2, source=0), by="t", role="scorer")
    book.undo(first.id, "x", by="t", role="scorer")
    noted = book.write(bodies.HandNoted(total=3, unit="台"), by="t", role="scorer")
    book.correct(noted.id, bodies.HandNoted(total=4, unit="台"), "x", by="t", role="organiser")
    chips = bodies.ChipsBought(evening=evening, player=people[0], amount=500)
    book.write(chips, by="t", role="scorer")
    book.write(bodies.DebtPaid(payer=people[0], payee=people[1], amount=5), by="t", role="scorer")
    book.write(bodies.GameEnded(game=game), by="t", role="scorer")
    book.write(bodies.EveningClosed(evening=evening), by="t", role="organiser")
    before = derived(book)
    assert all(before[name] for name in before)
    with book.writing() as connection:
        rebuild(connection)
    assert derived(book) == before


def test_a_corrected_hand_keeps_its_own_evidence(tmp_path: Path) -> None:
    with open_book(tmp_path / "club", name="東") as book:
        first = book.write(bodies.HandNoted(total=3, unit="台"), by="t", role="scorer")
        photo = tmp_path / "photo.jpg"
        photo.write_bytes(b"picture")
        event = book.correct(
            first.id,
            bodies.HandNoted(total=4, unit="台"),
            "x",
            by="t",
            role="organiser",
            evidence=Evidence({"reading": 1}, photo),
        )
        ((_, sha),) = bodies.files_in(event.body)
        assert book.evidence(bodies.evidence_in(event.body)) == {"reading": 1}
        with book.reading() as connection:
            assert connection.execute(select(s.pictures.c.sha)).scalars().all() == [sha]


def test_chips_of_a_bank_go_with_the_people(book: Book, people: bodies.Four) -> None:
    evening, game = new_id(), new_id()
    book.write(bodies.EveningOpened(evening=evening, day="2026-12-01"), by="t", role="scorer")
    started = bodies.GameStarted(
        game=game,
        evening=evening,
        players=people,
        rules=bodies.RulesUsed(name="wu-joker"),
        bank="B",
    )
    book.write(started, by="t", role="scorer")
    told = bodies.WinTold(winner=1, total=60, unit="番")
    book.write(bodies.HandWon(game=game, wins=(told,)), by="t", role="scorer")
    for dealer in range(15):  # to the end of the fourth round: nobody else wins
        winner = (book.game(game).state.dealer + 1) % 4
        won = bodies.WinTold(winner=winner, total=10, unit="番")
        if not book.game(game).state.over:
            book.write(bodies.HandWon(game=game, wins=(won,)), by="t", role="scorer")
        assert dealer < 15
    view = book.game(game)
    assert view.state.over
    assert view.bank is not None
    before = dict(zip(view.seats, view.bank.chips, strict=True))
    book.write(bodies.NextGame(game=game), by="t", role="scorer")
    after = book.game(game)
    assert after.bank is not None
    assert after.seats != view.seats
    assert dict(zip(after.seats, after.bank.chips, strict=True)) == before


def test_no_game_goes_on_in_a_closed_evening(book: Book, game: str) -> None:
    evening = book.game(game).started.evening
    end = book.write(bodies.GameEnded(game=game), by="t", role="organiser")
    closed = book.write(bodies.EveningClosed(evening=evening), by="t", role="organiser")
    with pytest.raises(BookError, match="club_evening_closed"):
        book.undo(end.id, "x", by="t", role="organiser")
    opened = book.undo(closed.id, "x", by="t", role="organiser")
    book.undo(end.id, "x", by="t", role="organiser")
    with pytest.raises(BookError, match="club_game_goes_on"):
        book.undo(opened.id, "x", by="t", role="organiser")
