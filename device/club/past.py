"""Past results from a table (CSV), into a book that there is.

A table has one line for each hand, oldest first, under a line of headers in any of the three
languages (`col_...` in `device.messages`) or a few other usual words (`pasttable.OTHER_WORDS`).
Needed are date, the four players by seat, and winner; the rest is optional:

    date,east,south,west,north,winner,source,self_draw,total
    2025-03-01,安,波,查,丁,波,丁,,5
    2025-03-01,安,波,查,丁,安,,1,8
    2025-03-01,安,波,查,丁,,,,

A line without a winner is a drawn hand. Lines that follow each other with the same date, title,
season, rules, amounts and players are one game, in which dealer and streak advance by themselves;
`dealer`, `streak` and `round` say where that would be wrong. `won_east` ... are held against what
the rules give. What `device.club.export` writes can be read back, but for fouls and payments, which
have more to them than a line holds.

Either all lines are written, in one transaction, or none, unless `partial` is asked for.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.club import bodies, checks
from device.club.bodies import AnyBody, Event
from device.club.book import Book, new_id
from device.club.errors import BookError
from device.club.export import AND, SEATS
from device.club.fold import GameView, play
from device.club.pasttable import (
    Cells,
    Table,
    amount_of,
    day_of,
    kind_of,
    needed,
    number_of,
    read_file,
    read_table,
    round_of,
)
from device.club.people import find
from device.club.record import rules_and_money, rules_used, stakes
from device.club.settings import CLUB
from device.messages import Language, explain, say

if TYPE_CHECKING:
    from scoring.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Line:
    """What became of a line of the table."""

    number: int
    """As a text editor counts, the headers being line 1."""
    cells: tuple[str, ...]
    refused: BookError | None = None

    @property
    def taken(self) -> bool:
        """Whether it is a hand that can be (or was) written."""
        return self.refused is None


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did, line by line."""

    header: tuple[str, ...]
    lines: tuple[Line, ...]
    ignored: tuple[str, ...]
    """Headers that mean nothing here."""
    encoding: str
    added: tuple[str, ...]
    """Names of people whom nobody knew."""
    games: int
    written: bool

    @property
    def taken(self) -> int:
        """Hands that were taken, or would be."""
        return sum(line.taken for line in self.lines)

    @property
    def refused(self) -> tuple[Line, ...]:
        """Lines that were not."""
        return tuple(line for line in self.lines if not line.taken)

    def text(self, language: Language) -> list[str]:
        """The report for a person."""
        separator = ", " if language == "en" else "、"
        out = [
            say(language, "import_line", number=line.number, reason=explain(line.refused, language))
            for line in self.lines
            if line.refused is not None
        ]
        if self.ignored:
            out.append(say(language, "import_ignored", names=separator.join(self.ignored)))
        if self.added:
            out.append(say(language, "import_added", names=separator.join(self.added)))
        key = "import_not_done" if self.refused else "import_trial"
        if self.written:
            key = "import_done"
        counts = {"taken": self.taken, "refused": len(self.refused), "games": self.games}
        return [*out, say(language, key, **counts)]

    def rest(self, out: Any) -> None:
        """Write the lines that were refused as CSV, to be mended and imported by themselves."""
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(self.header)
        writer.writerows(line.cells for line in self.refused)


def import_csv(
    book: Book,
    path: Path,
    *,
    by: str,
    rules: str = "taiwan",
    add_players: bool = False,
    partial: bool = False,
    trial: bool = False,
) -> Report:
    """Write past results into a book.

    Args:
        book: where to.
        path: the table.
        by: who imports.
        rules: of lines that name none.
        add_players: take in people whom the club does not know; otherwise their lines are refused.
        partial: write the lines that can be, although others are refused.
        trial: write nothing, only say what would become of each line.

    Raises:
        BookError: the table cannot be read at all, or it was imported before.
    """
    data = read_file(path)
    table = read_table(data, path)
    ids = bodies.digest(data)[:10]
    if book.event(_id(ids, 0)) is not None:
        raise BookError("import_again", path=path)
    plan = _Plan(dict(book.names()), add_players, rules, ids)
    lines = tuple(plan.lines(table))
    write = bool(plan.events) and not trial and (partial or all(line.taken for line in lines))
    added = {id: name for id, name in plan.added.items() if id in plan.seated}
    if write:
        book.write_all(plan.events, by=by, role="organiser", people=added)
    return Report(
        table.header, lines, table.ignored, table.encoding, tuple(added.values()), plan.games, write
    )


# --- what the lines mean -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Hand:
    """A line as it was read."""

    number: int
    day: str
    title: str
    season: str
    rules: str
    base: int | None
    tai: int | None
    players: bodies.Four
    winners: tuple[tuple[int, int], ...]
    """Seat and total."""
    source: int | None
    dealer: int | None
    streak: int | None
    round: int | None
    amounts: tuple[int | None, ...]

    @property
    def evening(self) -> tuple[str, str, str]:
        return self.day, self.title, self.season

    @property
    def game(self) -> tuple[Any, ...]:
        return (*self.evening, self.rules, self.base, self.tai, self.players)


def _id(of_file: str, number: int) -> str:
    """An id that an event of the same file had before."""
    return f"{of_file}-{number}"


@dataclass
class _Plan:
    """The events that the lines come to; `events` are those of lines that were taken."""

    names: dict[str, str]
    add_players: bool
    rules: str
    ids: str
    added: dict[str, str] = field(default_factory=dict)
    seated: set[str] = field(default_factory=set)
    events: list[tuple[str, AnyBody]] = field(default_factory=list)
    games: int = 0

    def lines(self, table: Table) -> list[Line]:
        """Read, fold and report all lines."""
        out: list[Line] = []
        hands: list[_Hand] = []
        for number, cells in table.rows:
            line = Line(number, cells)
            try:
                hands.append(self._hand(number, Cells(cells, table.columns)))
            except BookError as error:
                line = replace(line, refused=error)
            out.append(line)
        refused: dict[int, BookError] = {}
        for _, evening in groupby(hands, key=lambda hand: hand.evening):
            self._evening(list(evening), refused)
        return [replace(one, refused=refused.get(one.number, one.refused)) for one in out]

    def _hand(self, number: int, cells: Cells) -> _Hand:
        kind = kind_of(cells.text("kind"))
        names = tuple(cells.name(seat) for seat in SEATS)
        if any(not name for name in names):
            raise BookError(
                "import_no_name", names=tuple(SEATS[i] for i in range(4) if not names[i])
            )
        a, b, c, d = (self._person(name) for name in names)
        if len({a, b, c, d}) < 4:
            raise BookError("club_four_people")

        def seat(name: str) -> int:
            seated = dict(zip((a, b, c, d), names, strict=True))
            try:
                return list(seated).index(find(seated, name))
            except BookError:
                players = "、".join(names)
                raise BookError("club_not_seated", name=name, players=players) from None

        winner, source = cells.name("winner"), cells.name("source")
        if kind == "draw" and winner:
            raise BookError("import_draw_won", name=winner)
        if kind == "win" and not winner:
            raise BookError("import_no_winner")
        winners: tuple[tuple[int, int], ...] = ()
        if winner:
            called = [winner] if winner in names else winner.split(AND)
            totals = cells.text("total").split(AND.strip())
            if len(totals) != len(called):
                raise BookError("import_number", column="total", text=cells.text("total"))
            winners = tuple(
                (seat(name), needed("total", text))
                for name, text in zip(called, totals, strict=True)
            )
        drawn = cells.yes("self_draw")
        if winners and drawn == bool(source):
            raise BookError("import_both" if drawn else "import_no_source")
        dealer = cells.name("dealer")
        return _Hand(
            number,
            day_of(cells.text("date")),
            cells.text("title")[:200],
            cells.text("season")[:200],
            cells.text("rules") or self.rules,
            number_of("base", cells.text("base")),
            number_of("tai", cells.text("tai")),
            (a, b, c, d),
            winners,
            seat(source) if winners and source else None,
            seat(dealer) if dealer else None,
            number_of("streak", cells.text("streak")),
            round_of(cells.text("round")),
            tuple(amount_of(f"won_{one}", cells.text(f"won_{one}")) for one in SEATS),
        )

    def _person(self, name: str) -> str:
        try:
            return find(self.names, name)
        except BookError:
            if not self.add_players:
                raise
        tidy = checks.tidy_name(name, CLUB)
        id = new_id()
        self.names[id] = self.added[id] = tidy
        return id

    def _evening(self, hands: Sequence[_Hand], refused: dict[int, BookError]) -> None:
        evening = new_id()
        events: list[AnyBody] = []
        for _, game in groupby(hands, key=lambda hand: hand.game):
            events += self._game(evening, list(game), refused)
        if events:
            day, title, season = hands[0].evening
            opened = bodies.EveningOpened(evening=evening, day=day, title=title, season=season)
            for body in (opened, *events, bodies.EveningClosed(evening=evening)):
                self.events.append((_id(self.ids, len(self.events)), body))

    def _game(
        self, evening: str, hands: Sequence[_Hand], refused: dict[int, BookError]
    ) -> list[AnyBody]:
        """The events of a game; lines that contradict it are refused and passed over."""
        first = hands[0]
        try:
            used = rules_used(first.rules)
            unit = rules_and_money(first.rules)[0]
            start = bodies.GameStarted(
                game=new_id(),
                evening=evening,
                players=first.players,
                rules=used,
                stakes=stakes(used, first.base, first.tai),
                dealer=first.dealer or 0,
            )
            view = play(None, _raw(start), start)
        except ValueError as error:
            for hand in hands:
                refused[hand.number] = _refusal(error)
            return []
        out: list[AnyBody] = [start]
        for hand in hands:
            try:
                new, view = _played(view, hand, unit)
                out += new
            except ValueError as error:
                refused[hand.number] = _refusal(error)
        if len(out) == 1:
            return []
        self.games += 1
        self.seated |= set(first.players)
        return [*out, bodies.GameEnded(game=start.game)]


def _played(view: GameView, hand: _Hand, rules: RuleSet) -> tuple[list[AnyBody], GameView]:
    """The events of a line, and the game after them.

    Raises:
        ValueError: the line contradicts the game.
    """
    new: list[AnyBody] = []

    def add(body: AnyBody) -> GameView:
        new.append(body)
        return play(view, _raw(body), body)

    game = view.started.game
    if view.state.over:
        view = add(bodies.NextGame(game=game, players=view.seats, dealer=hand.dealer or 0))
    state = view.state
    dealer = state.dealer if hand.dealer is None else hand.dealer
    streak = hand.streak
    if streak is None:
        streak = state.streak if dealer == state.dealer else 0
    round = state.round if hand.round is None else hand.round
    if (dealer, streak, round) != (state.dealer, state.streak, state.round):
        view = add(
            bodies.Positioned(game=game, dealer=dealer, streak=streak, round=round, why="import")
        )
    if hand.winners:
        wins = tuple(
            bodies.WinTold(winner=seat, source=hand.source, total=total, unit=rules.unit)
            for seat, total in hand.winners
        )
        view = add(bodies.HandWon(game=game, wins=wins))
    else:
        view = add(bodies.HandDrawn(game=game))
    balance = view.entries[-1].balance()
    given = [balance.get(player, 0) for player in hand.players]
    if any(told not in (None, was) for told, was in zip(hand.amounts, given, strict=True)):
        told = " ".join("?" if one is None else f"{one:+d}" for one in hand.amounts)
        raise BookError("import_amounts", told=told, given=" ".join(f"{one:+d}" for one in given))
    return new, view


def _raw(body: AnyBody) -> Event:
    return Event("", 0, new_id(), body.kind, "", "", "organiser", body, "")


def _refusal(error: ValueError) -> BookError:
    """Why a line is refused; a contradiction within the game tells its own reason."""
    if not isinstance(error, BookError):
        if hasattr(error, "key"):
            return BookError(str(error.key), **getattr(error, "params", {}))
        return BookError("club_invalid", where="", reason=str(error).split("\n")[0])
    cause = error.params.get("cause")
    if error.key == "club_contradiction":
        return BookError("import_contradiction", reason=error.params["reason"], cause=cause)
    return error
