from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, note, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from sqlalchemy import func, select

from device.club import bodies
from device.club import schema as s
from device.club.bodies import AnyBody, Corrected, Event, Undone
from device.club.book import Book, new_id, open_book
from device.club.errors import BookError
from device.club.fold import GameView, effective
from device.club.rebuild import rebuild
from scoring.money import POT
from scoring.playrules import Foul

SEATS = st.integers(0, 3)
RULES = ("taiwan", "taiwan-early", "hongkong", "wu-hongkong", "wu-joker", "wu-pong")
UNITS = {"taiwan": "台", "taiwan-early": "台", "wu-joker": "台"}


@st.composite
def wins(draw: st.DrawFn, unit: str) -> tuple[bodies.WinTold, ...]:
    """One winner, or up to three on one discard."""
    seats = draw(st.permutations(range(4)))
    count = draw(st.sampled_from([1, 1, 1, 2, 3]))
    source = seats[3] if count > 1 else draw(st.sampled_from([None, seats[3]]))
    return tuple(
        bodies.WinTold(
            winner=seat,
            source=source,
            total=draw(st.integers(1, 40)),
            unit=unit,
            by_kong=source is None and draw(st.sampled_from([False, False, False, True])),
            exposed=draw(st.sampled_from([(), (), (), (seats[3],) * 3])),
        )
        for seat in seats[:count]
    )


DAY = st.sampled_from(["2026-11-28", "2026-11-29", "2026-12-05"])
SEASON = st.sampled_from(["", "秋", "冬"])


class Evenings(RuleBasedStateMachine):
    """Anything that people can do to a book, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.room = Path(tempfile.mkdtemp())
        self.book = open_book(self.room / "club", name="東")
        self.people = [
            self.book.add_player(name, by="t", role="organiser") for name in "安波查丁戊己"
        ]
        self.games: list[str] = []
        self.evenings: list[str] = []

    def teardown(self) -> None:
        self.book.close()
        shutil.rmtree(self.room)

    def write(self, body: AnyBody) -> Event | None:
        """Write it if the book takes it; a refusal leaves no trace."""
        number = self.book.last_number()
        try:
            return self.book.write(body, by="t", role="organiser")
        except BookError as error:
            note(f"{body.kind}: {error}")
            assert self.book.last_number() == number
            return None

    # --- what happens ---

    @initialize(day=DAY, rules=st.sampled_from(RULES), bank=st.sampled_from(["", "", "A", "B"]))
    def begin(self, day: str, rules: str, bank: Any) -> None:
        self.evening(day, "")
        self.sit_down(st.none, rules, bank, tuple(self.people[:4]))  # type: ignore[arg-type]

    @precondition(lambda self: len(self.evenings) < 3)
    @rule(day=DAY, season=SEASON)
    def evening(self, day: str, season: str) -> None:
        evening = new_id()
        if self.write(bodies.EveningOpened(evening=evening, day=day, season=season)):
            self.evenings.append(evening)

    @precondition(lambda self: len(self.games) < 4)
    @rule(
        data=st.data(),
        rules=st.sampled_from(RULES),
        bank=st.sampled_from(["", "", "A", "B"]),
        people=st.none(),
    )
    def sit_down(self, data: Any, rules: str, bank: Any, people: Any) -> None:
        if people is None:
            a, b, c, d, *_ = data.draw(st.permutations(self.people))
            people = (a, b, c, d)
        game = new_id()
        body = bodies.GameStarted(
            game=game,
            evening=self.evenings[-1],
            players=people,
            rules=bodies.RulesUsed(name=rules),
            bank=bank,
        )
        if self.write(body):
            self.games.append(game)

    def _game(self, data: Any) -> GameView:
        # the last one mostly; an earlier one now and then
        game = data.draw(st.sampled_from([*self.games, self.games[-1], self.games[-1]]))
        return self.book.game(game)

    def _body(self, data: Any, view: GameView, kind: str) -> AnyBody:
        game, name = view.started.game, view.started.rules.name
        if kind == "win":
            told = data.draw(wins(UNITS.get(name, "番")))
            shown = data.draw(st.sampled_from([None, None, 0, 3]))
            return bodies.HandWon(game=game, wins=told, shown_streak=shown)
        if kind == "draw":
            return bodies.HandDrawn(game=game, last_taker=data.draw(SEATS))
        if kind == "foul":
            return bodies.FoulCalled(
                game=game,
                foul=data.draw(st.sampled_from([one.value for one in Foul])),
                seat=data.draw(SEATS),
                face=data.draw(st.integers(0, 20)),
                to=data.draw(st.sampled_from([(), (1,), (0, 2)])),
                heavy=data.draw(st.booleans()),
                second=data.draw(st.booleans()),
                won_on=data.draw(st.booleans()),
            )
        if kind == "bets":
            outside = [one for one in self.people if one not in view.people]
            outer = st.builds(
                bodies.OuterBet,
                bettor=st.sampled_from(outside),
                on=SEATS,
                base=st.integers(0, 100),
                tai=st.integers(0, 20),
                fixed=st.sampled_from([0, 0, 50]),
            )
            return bodies.BetsSet(
                game=game,
                inner=data.draw(st.tuples(*[st.integers(0, 3)] * 4)),
                outer=data.draw(st.lists(outer, max_size=3).map(tuple)),
            )
        if kind == "payment":
            account = st.integers(0, POT)
            paid = st.builds(
                bodies.Payment, payer=account, payee=account, amount=st.integers(0, 900)
            )
            some = data.draw(st.lists(paid, min_size=1, max_size=3).map(tuple))
            return bodies.PaymentMade(game=game, payments=some, why="x")
        if kind == "position":
            return bodies.Positioned(
                game=game,
                dealer=data.draw(SEATS),
                streak=data.draw(st.integers(0, 9)),
                round=data.draw(SEATS),
                why="x",
            )
        if kind == "next":
            people = data.draw(st.sampled_from([None, view.people, view.people[::-1]]))
            return bodies.NextGame(game=game, players=people, dealer=data.draw(SEATS))
        if kind == "wall":
            dice = data.draw(st.tuples(*[st.integers(1, 6)] * 3))
            return bodies.WallOpened(game=game, dice=dice)
        return bodies.GameEnded(game=game)

    PLAYED = ("win",) * 8 + (
        "draw", "foul", "foul", "bets", "bets", "payment", "position", "next", "wall", "game_ended",
    )  # fmt: skip

    @precondition(lambda self: self.games)
    @rule(data=st.data(), kinds=st.lists(st.sampled_from(PLAYED), min_size=2, max_size=6))
    def goes_on(self, data: Any, kinds: list[str]) -> None:
        for kind in kinds:
            self.write(self._body(data, self._game(data), kind))

    @precondition(lambda self: self.games)
    @rule(data=st.data(), count=st.integers(2, 6))
    def hands(self, data: Any, count: int) -> None:
        for _ in range(count):
            self.write(self._body(data, self.book.game(self.games[-1]), "win"))

    @rule(data=st.data(), kind=st.sampled_from(["chips", "paid", "noted", "evening_closed"]))
    def beside(self, data: Any, kind: str) -> None:
        evening = data.draw(st.sampled_from(self.evenings))
        one, two = data.draw(st.permutations(self.people))[:2]
        amount = data.draw(st.integers(1, 5_000))
        made: dict[str, AnyBody] = {
            "chips": bodies.ChipsBought(evening=evening, player=one, amount=amount),
            "paid": bodies.DebtPaid(payer=one, payee=two, amount=amount, evening=evening),
            "noted": bodies.HandNoted(total=amount % 50, unit="台"),
            "evening_closed": bodies.EveningClosed(evening=evening),
        }
        self.write(made[kind])

    # --- and what is changed later ---

    def _earlier(self, data: Any) -> Event:
        events = self.book.events(most=10_000)[len(self.people) :]
        recent = events[-12:]
        return data.draw(st.sampled_from([*events, *recent]))  # type: ignore[no-any-return]

    @rule(data=st.data())
    def undo(self, data: Any) -> None:
        """An undo of an undo is a redo."""
        self.write(Undone(event=self._earlier(data).id, reason="x"))

    @rule(data=st.data())
    def undo_and_redo(self, data: Any) -> None:
        before = state(self.book)
        undo = self.write(Undone(event=self._earlier(data).id, reason="x"))
        if undo is not None:
            redo = self.write(Undone(event=undo.id, reason="x"))
            assert redo is not None
            assert state(self.book) == before

    @rule(data=st.data())
    def correct(self, data: Any) -> None:
        event = self._earlier(data)
        body = event.body
        if isinstance(body, Undone | Corrected | bodies.EveningClosed):
            return
        game = getattr(body, "game", None)
        if isinstance(body, bodies.EveningOpened):
            new: AnyBody = body.model_copy(
                update={"day": data.draw(DAY), "season": data.draw(SEASON)}
            )
        elif isinstance(body, bodies.GameStarted):
            people = data.draw(st.permutations(self.people))
            new = body.model_copy(update={"players": tuple(people[:4])})
        elif game is not None:
            new = self._body(data, self.book.game(game), body.kind)
        elif isinstance(body, bodies.HandNoted):
            new = body.model_copy(update={"total": data.draw(st.integers(0, 50))})
        else:
            new = body.model_copy(update={"amount": data.draw(st.integers(1, 5_000))})
        self.write(Corrected(event=event.id, body=bodies.dump(new), reason="x"))

    # --- what always holds ---

    @invariant()
    def money_sums_to_zero(self) -> None:
        for game in self.games:
            view = self.book.game(game)
            assert sum(view.balance().values()) == 0
            assert all(sum(entry.balance().values()) == 0 for entry in view.entries)
        with self.book.reading() as connection:
            for table, by in ((s.results, s.results.c.event), (s.totals, s.totals.c.evening)):
                sums = select(func.sum(table.c.amount)).group_by(by)
                assert set(connection.execute(sums).scalars()) <= {0}

    @invariant()
    def derived_rows_are_those_of_the_events(self) -> None:
        was = derived(self.book)
        with contextlib.suppress(_Taken), self.book.writing() as connection:
            rebuild(connection)
            now = rows_of(connection)
            raise _Taken  # nothing of it stays
        assert was == now

    @invariant()
    def it_is_as_if_only_what_remains_had_happened(self) -> None:
        if self.book.last_number() % 5:  # dear, and one in five finds it too
            return
        with tempfile.TemporaryDirectory() as room, open_book(Path(room) / "club") as plain:
            remain(self.book, plain)
            assert state(plain) == state(self.book)


class _Taken(Exception):
    pass


def rows_of(connection: Any) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table.name: sorted(map(tuple, connection.execute(select(table)))) for table in s.DERIVED
    }


def derived(book: Book) -> dict[str, list[tuple[Any, ...]]]:
    with book.reading() as connection:
        return rows_of(connection)


NOT_STATE = {"event", "table", "seq", "at", "last_seq", "last_at", "last_hash"}


def state(book: Book) -> dict[str, list[tuple[Any, ...]]]:
    """Everything derived that does not say which line of which book it came from."""
    out = {}
    with book.reading() as connection:
        for table in set(s.DERIVED) - {s.tables}:
            columns = [column for column in table.c if column.name not in NOT_STATE]
            found = connection.execute(select(*columns))
            out[table.name] = sorted(tuple(row) for row in found)
    return out


def remain(book: Book, plain: Book) -> None:
    """Write into an empty book what counts of another, in its order, and nothing else."""
    by_scope: dict[str, list[Event]] = {}
    events = book.events(most=10_000)
    for event in events:
        scope = book.game_of(event)
        root = scope or _root(event, {one.id: one for one in events})
        by_scope.setdefault(root, []).append(event)
    counting = [pair for scope in by_scope.values() for pair in effective(scope)]
    opened: dict[str, Event] = {}
    closings = []
    for event, body in sorted(counting, key=lambda pair: pair[0].seq):
        if isinstance(body, bodies.EveningClosed):
            closings.append(body)  # what was changed afterwards is part of the evening
            continue
        opened[event.id] = plain.write(body, by="t", role="organiser")
    for body in closings:
        plain.write(body, by="t", role="organiser")


def _root(event: Event, events: dict[str, Event]) -> str:
    while isinstance(event.body, Undone | Corrected):
        event = events[event.body.event]
    return event.id


Evenings.TestCase.settings = settings(
    max_examples=10,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestEvenings = Evenings.TestCase
