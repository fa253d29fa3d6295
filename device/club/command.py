"""`taicam club`: the club's book on the command line."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from device.circumstances import circumstances
from device.hands import InputError, Options
from device.messages import say

if TYPE_CHECKING:
    from device.cli import Interface
    from device.club.bodies import AnyBody, Event
    from device.club.book import Book, Evidence
    from device.club.fold import GameView


@dataclass(frozen=True, slots=True)
class Clerk:
    """Who writes into which book."""

    interface: Interface
    where: str
    by: str

    @contextlib.contextmanager
    def book(self, *, create: bool = False) -> Iterator[Book]:
        """The book, open. Raises BookError, or InputError without the library."""
        try:
            from device.club.book import open_book
        except ImportError as error:
            raise InputError("club_missing", reason=error.name) from error
        with open_book(self.where, create=create) as book:
            yield book

    def write(self, book: Book, body: AnyBody, evidence: Evidence | None = None) -> Event:
        """Write an event in this person's name; on the own machine everybody is an organiser."""
        return book.write(body, by=self.by, role="organiser", evidence=evidence)


pass_clerk = click.pass_obj


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "?"


@click.group(invoke_without_command=True, short_help="牌會的帳本 the club's book")
@click.option("--book", "where", metavar="DIR|URL", help="帳本在哪裡 where the book is")
@click.option("--by", metavar="NAME", help="誰記的 who writes")
@click.pass_context
def club(context: click.Context, where: str | None, by: str | None) -> None:
    """牌會的帳本：牌局、結算、歷史、取消和更正。 Games, money, history, undo.

    Everything that is written stays; undoing and correcting are entries too.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        return
    from device.place import data_folder

    context.obj = Clerk(context.obj, where or str(data_folder()), by or _user())


json_option = click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")


# --- people and evenings -------------------------------------------------------------------------


@club.command(short_help="加入會員，或列出來 add players, or list them")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@json_option
@pass_clerk
def players(clerk: Clerk, names: tuple[str, ...], as_json: bool) -> int:
    """加入會員；不寫名字就列出來。 Adds players; without names, lists them."""
    with clerk.book(create=True) as book:
        for name in names:
            book.add_player(name, by=clerk.by, role="organiser")
        known = sorted(book.names().items(), key=lambda one: one[1])
    if as_json:
        clerk.interface.json([{"id": id, "name": name} for id, name in known])
    else:
        clerk.interface.out([name for _, name in known] or [say(clerk.interface.language, "none")])
    return 0


@club.command(short_help="改名字 rename a player")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@pass_clerk
def rename(clerk: Clerk, old: str, new: str) -> int:
    """改名字；以前的記錄也跟著改。 Renames a player, in everything written before too."""
    from device.club.people import find

    with clerk.book() as book:
        book.rename(find(book.names(), old), new)
    return 0


def _evening(book: Book, clerk: Clerk, day: str, title: str, season: str) -> str:
    """The evening that is going on on that day, opened if there is none."""
    from sqlalchemy import select

    from device.club import schema
    from device.club.bodies import EveningOpened
    from device.club.book import new_id

    v = schema.evenings.c
    with book.reading() as connection:
        found = connection.execute(
            select(v.id).where(v.table == book.table, v.day == day, v.closed.is_(False))
        ).scalar()
    if found is not None:
        return str(found)
    id = new_id()
    clerk.write(book, EveningOpened(evening=id, day=day, title=title, season=season))
    return id


@club.command(short_help="四個人坐下 four people sit down")
@click.argument("names", nargs=4, metavar="EAST SOUTH WEST NORTH")
@click.option("--rules", default="taiwan", show_default=True, metavar="NAME", help="規則 rules")
@click.option("--base", type=click.IntRange(0), metavar="N", help="底")
@click.option("--tai", type=click.IntRange(0), metavar="N", help="一台（一番）多少 money of one 台")
@click.option("--dealer", metavar="NAME", help="起莊的人 who deals first (default: EAST)")
@click.option("--dice", metavar='"3 4 5"', help="定莊的骰子（東家擲） East's throw for the dealer")
@click.option("--bank", type=click.Choice(["A", "B"]), help="太婆制 (吳)")
@click.option("--day", metavar="YYYY-MM-DD", help="哪一天 (default: today)")
@click.option("--title", default="", metavar="TEXT", help="牌聚的名稱 what the evening is called")
@click.option("--season", default="", metavar="TEXT", help="季 season")
@click.option("--add", is_flag=True, help="名字沒見過就加入 add names that are new")
@json_option
@pass_clerk
def start(
    clerk: Clerk,
    names: tuple[str, ...],
    rules: str,
    base: int | None,
    tai: int | None,
    dealer: str | None,
    dice: str | None,
    bank: str | None,
    day: str | None,
    title: str,
    season: str,
    add: bool,
    as_json: bool,
) -> int:
    """四個人坐下，開始一局；名字照座位，東家先寫，逆時針。

    Begins a game: the names by seat, East first, anticlockwise.
    """
    from datetime import date

    from device.club.bodies import GameStarted
    from device.club.book import new_id
    from device.club.errors import BookError
    from device.club.fold import game_rules
    from device.club.people import find
    from device.club.record import stakes
    from scoring.game import first_dealer

    used = _rules(rules)
    course = game_rules(used.name, used.text)
    throw = _dice(dice) if dice else ()
    seat = first_dealer(course, 0, throw) if throw else 0
    with clerk.book(create=True) as book:
        if book.game_now() is not None:
            raise BookError("club_game_on")
        known = book.names()
        ids = []
        for name in names:
            try:
                ids.append(find(known, name))
            except BookError:
                if not add:
                    raise
                ids.append(book.add_player(name, by=clerk.by, role="organiser"))
        if len(set(ids)) < 4:
            raise BookError("club_four_people")
        if dealer is not None:
            seat = ids.index(find({id: book.names()[id] for id in ids}, dealer))
        started = GameStarted(
            game=new_id(),
            evening=_evening(book, clerk, day or date.today().isoformat(), title, season),
            players=(ids[0], ids[1], ids[2], ids[3]),
            rules=used,
            stakes=stakes(used, base, tai),
            dealer=seat,
            dice=throw,
            bank=bank or "",  # type: ignore[arg-type]
        )
        clerk.write(book, started)
        return _tell(clerk, book, book.game(started.game), as_json)


def _rules(name: str) -> Any:
    from device.club.record import rules_used
    from device.houserules import is_file, preset_text

    if not is_file(name):
        return rules_used(name)
    return rules_used(Path(name).stem[:40], preset_text(name))


def _dice(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not words or not all(len(word) == 1 and word in "123456" for word in words):
        raise InputError("club_bad_dice", text=text)
    return tuple(int(word) for word in words)


# --- the course of a game ------------------------------------------------------------------------


def _now(book: Book) -> GameView:
    from device.club.errors import BookError

    view = book.game_now()
    if view is None:
        raise BookError("club_none_on")
    return view


def _tell(
    clerk: Clerk, book: Book, view: GameView, as_json: bool, event: Event | None = None
) -> int:
    """Show what was just entered, and where the game stands."""
    from device.club.told import entry_lines, event_to_dict, game_lines, game_to_dict

    names, language = book.names(), clerk.interface.language
    if as_json:
        told = game_to_dict(view, names)
        clerk.interface.json(told if event is None else told | {"entry": event_to_dict(event)})
        return 0
    lines = []
    if event is not None:
        about = getattr(event.body, "event", event.id)
        shown = [entry for entry in view.entries if entry.event.id in (event.id, about)]
        lines = [line for entry in shown for line in entry_lines(entry, names, language)]
        lines = lines or [
            f"{say(language, 'club_written', number=event.seq)}  "
            f"{say(language, f'club_kind_{event.kind}')}"
        ]
    clerk.interface.out([*lines, *game_lines(view, names, language)])
    return 0


@club.command(short_help="現在打到哪裡 where the game stands")
@json_option
@pass_clerk
def now(clerk: Clerk, as_json: bool) -> int:
    """現在第幾圈、誰莊、連幾、各家輸贏。 Round, dealer, streak, and who has won how much."""
    with clerk.book() as book:
        return _tell(clerk, book, _now(book), as_json)


def entering(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options of every command that enters something: instead of an earlier entry, and as JSON."""
    for option in (
        json_option,
        click.option("--reason", metavar="TEXT", help="更正的原因 why it is corrected"),
        click.option("--instead-of", "instead", type=int, metavar="N", help="更正第 N 筆 corrects"),
    ):
        command = option(command)
    return command


def _enter(
    clerk: Clerk,
    book: Book,
    view: GameView,
    body: AnyBody,
    instead: int | None,
    reason: str | None,
    as_json: bool,
    evidence: Evidence | None = None,
) -> int:
    """Write an entry of a game, or correct an earlier one by it."""
    if instead is None:
        event = clerk.write(book, body, evidence)
        return _tell(clerk, book, book.game(view.started.game), as_json, event)
    if not reason:
        raise InputError("club_reason")
    target = _numbered(book, instead)
    event = book.correct(target.id, body, reason, by=clerk.by, role="organiser", evidence=evidence)
    return _tell_change(clerk, book, view, event, as_json)


def _numbered(book: Book, number: int) -> Event:
    from device.club.errors import BookError

    found = book.events(after=number - 1, most=1)
    if not found or found[0].seq != number:
        raise BookError("club_no_event", event=number)
    return found[0]


def _tell_change(clerk: Clerk, book: Book, before: GameView, event: Event, as_json: bool) -> int:
    """Show a change, and which other entries changed with it."""
    view = book.game(before.started.game)
    _tell(clerk, book, view, as_json, event)
    was = {entry.event.id: entry.balance() for entry in before.entries}
    about = getattr(event.body, "event", "")
    changed = [
        entry.event.seq
        for entry in view.entries
        if entry.event.id != about and was.get(entry.event.id, {}) != entry.balance()
    ]
    if changed and not as_json:
        numbers = ", ".join(map(str, changed))
        clerk.interface.out([say(clerk.interface.language, "club_changed", numbers=numbers)])
    return 0


@club.command(short_help="骰子開門 the dealer's throw for the wall")
@click.argument("dice", metavar='"3 4 5"')
@entering
@pass_clerk
def wall(clerk: Clerk, dice: str, instead: int | None, reason: str | None, as_json: bool) -> int:
    """莊家擲骰開門：開門位決定門風和花。 The throw decides 開門位, and with it the seat winds."""
    from device.club.bodies import WallOpened

    with clerk.book() as book:
        view = _now(book)
        body = WallOpened(game=view.started.game, dice=_dice(dice))
        return _enter(clerk, book, view, body, instead, reason, as_json)


@club.command(short_help="有人胡牌 somebody won")
@click.argument("winner", metavar="WINNER")
@click.argument("hand", required=False, metavar="[HAND]")
@click.option("--from", "source", metavar="NAME", help="放銃的人 who gave the winning tile")
@click.option(
    "--called", "called", type=click.IntRange(0, 999), metavar="N", help="只報台數 a total"
)
@click.option("--photo", metavar="PHOTO", help="照片 a photo of the hand")
@circumstances
@entering
@pass_clerk
def win(
    clerk: Clerk,
    winner: str,
    hand: str | None,
    source: str | None,
    called: int | None,
    photo: str | None,
    options: Options,
    instead: int | None,
    reason: str | None,
    as_json: bool,
) -> int:
    """有人胡牌：手牌、照片（--photo）或只報台數（--called）。

    A win, told by its tiles, a photo or a called total. Rules, round, dealer, streak and (if the
    wall was thrown) the seat wind come from the game.
    """
    from device.club.bodies import HandWon
    from device.club.people import seat_of
    from device.club.winning import told_by

    if sum(given is not None for given in (hand, called, photo)) != 1:
        raise InputError("club_hand_or_tai")
    with clerk.book() as book:
        view = _now(book)
        if instead is not None:
            view = _as_it_was(book, view, instead)
        names = book.names()
        seat = seat_of(view, names, winner)
        giver = None if source is None else seat_of(view, names, source)
        told, evidence = told_by(view, seat, giver, options, hand, called, photo)
        body = HandWon(game=view.started.game, wins=(told,))
        return _enter(clerk, book, _now(book), body, instead, reason, as_json, evidence)


def _as_it_was(book: Book, view: GameView, number: int) -> GameView:
    """The game before an entry: round, dealer and winds of the hand that is corrected."""
    from dataclasses import replace

    for entry in view.entries:
        if entry.event.seq == number:
            return replace(view, state=entry.before, opening=entry.opening)
    from device.club.errors import BookError

    raise BookError("club_no_event", event=number)


@club.command(short_help="荒局 nobody won")
@click.option("--last", metavar="NAME", help="誰摸最後一張 who took the last tile")
@entering
@pass_clerk
def draw(
    clerk: Clerk, last: str | None, instead: int | None, reason: str | None, as_json: bool
) -> int:
    """荒局：沒有人胡。 Nobody won."""
    from device.club.bodies import HandDrawn
    from device.club.people import seat_of

    with clerk.book() as book:
        view = _now(book)
        taker = None if last is None else seat_of(view, book.names(), last)
        body = HandDrawn(game=view.started.game, last_taker=taker)
        return _enter(clerk, book, view, body, instead, reason, as_json)


@club.command(short_help="詐胡、相公、錯槓 … a foul")
@click.argument("kind", metavar="KIND")
@click.argument("name", metavar="NAME")
@click.option(
    "--face", type=click.IntRange(0, 999), default=0, help="牌面台數 台 of the hand shown"
)
@click.option("--to", multiple=True, metavar="NAME", help="賠給誰 who is paid")
@click.option("--heavy", is_flag=True, help="末八張內 within the last eight tiles")
@click.option("--second", is_flag=True, help="第二次 the second time")
@click.option("--unnoticed", is_flag=True, help="沒有當場發現 found after play went on")
@click.option("--late", is_flag=True, help="來不及補救 too late to put right")
@click.option("--won-on", is_flag=True, help="有人胡了那張 somebody won on it")
@click.option("--by-left", is_flag=True, help="上家打的 the left neighbour discarded it")
@entering
@pass_clerk
def foul(
    clerk: Clerk,
    kind: str,
    name: str,
    face: int,
    to: tuple[str, ...],
    heavy: bool,
    second: bool,
    unnoticed: bool,
    late: bool,
    won_on: bool,
    by_left: bool,
    instead: int | None,
    reason: str | None,
    as_json: bool,
) -> int:
    """違規：false_win 詐胡, dead_hand 相公, pung_not_made 喊碰未碰, wrong_kong 錯槓 ..."""
    from device.club.bodies import FoulCalled
    from device.club.people import seat_of
    from scoring.playrules import Foul

    known = [one.value for one in Foul]
    if kind not in known:
        raise InputError("club_foul_unknown", name=kind, known=known)
    with clerk.book() as book:
        view, names = _now(book), book.names()
        body = FoulCalled(
            game=view.started.game,
            foul=kind,
            seat=seat_of(view, names, name),
            face=face,
            to=tuple(seat_of(view, names, one) for one in to),
            heavy=heavy,
            second=second,
            noticed=not unnoticed,
            in_time=not late,
            won_on=won_on,
            by_left=by_left,
        )
        return _enter(clerk, book, view, body, instead, reason, as_json)


@club.command(short_help="插花 side bets")
@click.option("--inner", multiple=True, metavar="NAME=BASES", help="內插")
@click.option("--outer", multiple=True, metavar="NAME:PLAYER=BASE/TAI", help="外插")
@entering
@pass_clerk
def bets(
    clerk: Clerk,
    inner: tuple[str, ...],
    outer: tuple[str, ...],
    instead: int | None,
    reason: str | None,
    as_json: bool,
) -> int:
    """從現在起的內插和外插；什麼都不寫就是取消。 Side bets from now on; none ends them."""
    from device.club.bets import read_bets

    with clerk.book() as book:
        view = _now(book)
        body = read_bets(view, book.names(), inner, outer)
        return _enter(clerk, book, view, body, instead, reason, as_json)


@club.command(short_help="其他付款 any other payment")
@click.argument("payer", metavar="FROM")
@click.argument("payee", metavar="TO")
@click.argument("amount", type=click.IntRange(1, 100_000_000), metavar="AMOUNT")
@click.argument("why", metavar="WHY")
@entering
@pass_clerk
def pay(
    clerk: Clerk,
    payer: str,
    payee: str,
    amount: int,
    why: str,
    instead: int | None,
    reason: str | None,
    as_json: bool,
) -> int:
    """桌上的其他付款：槓錢、罰金（pot）、講好的。 Money for anything else; `pot` is the pot."""
    from device.club.bodies import Payment, PaymentMade
    from device.club.people import account_of

    with clerk.book() as book:
        view, names = _now(book), book.names()
        one = Payment(
            payer=account_of(view, names, payer),
            payee=account_of(view, names, payee),
            amount=amount,
        )
        body = PaymentMade(game=view.started.game, payments=(one,), why=why)
        return _enter(clerk, book, view, body, instead, reason, as_json)


@club.command(short_help="莊位和帳上不同 dealer and round as they really are")
@click.argument("dealer", metavar="DEALER")
@click.argument("why", metavar="WHY")
@click.option("--streak", type=click.IntRange(0, 99), default=0, metavar="N", help="連莊")
@click.option("--round", "wind", default="E", metavar="WIND", help="圈風")
@entering
@pass_clerk
def place(
    clerk: Clerk,
    dealer: str,
    why: str,
    streak: int,
    wind: str,
    instead: int | None,
    reason: str | None,
    as_json: bool,
) -> int:
    """桌上的莊、連、圈和帳上不同時，照桌上的改。 Dealer, streak and round as at the table."""
    from device.club.bodies import Positioned
    from device.club.people import seat_of
    from scoring.hand import parse_wind
    from scoring.tiles import WINDS

    with clerk.book() as book:
        view = _now(book)
        body = Positioned(
            game=view.started.game,
            dealer=seat_of(view, book.names(), dealer),
            streak=streak,
            round=WINDS.index(parse_wind(wind)),
            why=why,
        )
        return _enter(clerk, book, view, body, instead, reason, as_json)


@club.command(name="next", short_help="下一將 the next rounds at the same table")
@click.argument("names", nargs=-1, metavar="[EAST SOUTH WEST NORTH]")
@click.option("--dealer", metavar="NAME", help="起莊的人 who deals first")
@json_option
@pass_clerk
def next_rounds(clerk: Clerk, names: tuple[str, ...], dealer: str | None, as_json: bool) -> int:
    """四圈打完，重新搬風；名字照新的座位。 After four rounds: new seats."""
    from device.club.bodies import NextGame
    from device.club.errors import BookError
    from device.club.people import find

    if names and len(names) != 4:
        raise BookError("club_four_people")
    with clerk.book() as book:
        view, known = _now(book), book.names()
        ids = [find(known, name) for name in names]
        seats = (ids[0], ids[1], ids[2], ids[3]) if ids else view.seats
        first = 0 if ids else None
        if dealer is not None:
            first = seats.index(find({id: known[id] for id in seats}, dealer))
        body = NextGame(game=view.started.game, players=seats if ids else None, dealer=first)
        event = clerk.write(book, body)
        return _tell(clerk, book, book.game(view.started.game), as_json, event)


@club.command(short_help="牌局結束 the game ends")
@json_option
@pass_clerk
def end(clerk: Clerk, as_json: bool) -> int:
    """牌局結束，結算。 Ends the game and shows what it came to."""
    from device.club.bodies import GameEnded

    with clerk.book() as book:
        view = _now(book)
        event = clerk.write(book, GameEnded(game=view.started.game))
        return _tell(clerk, book, book.game(view.started.game), as_json, event)


# --- history -------------------------------------------------------------------------------------


@club.command(short_help="取消一筆 undo an entry")
@click.argument("number", type=int, metavar="N")
@click.argument("reason", metavar="WHY")
@json_option
@pass_clerk
def undo(clerk: Clerk, number: int, reason: str, as_json: bool) -> int:
    """取消第 N 筆；取消「取消」就恢復。 Undoes entry N; undoing an undo brings it back."""
    with clerk.book() as book:
        target = _numbered(book, number)
        game = book.game_of(target)
        before = None if game is None else book.game(game)
        event = book.undo(target.id, reason, by=clerk.by, role="organiser")
        if before is not None:
            return _tell_change(clerk, book, before, event, as_json)
    clerk.interface.out([say(clerk.interface.language, "club_written", number=event.seq)])
    return 0


@club.command(name="log", short_help="每一筆 all entries")
@click.option("--count", type=click.IntRange(1, 10_000), default=30, show_default=True)
@json_option
@pass_clerk
def history(clerk: Clerk, count: int, as_json: bool) -> int:
    """最後幾筆，取消掉的有 ✗。 The last entries; those that do not count are marked."""
    from device.club.fold import counting
    from device.club.told import event_lines, event_to_dict

    with clerk.book() as book:
        last = book.last_number()
        events = book.events(after=max(0, last - count), most=count)
        later = counting(events)
        if as_json:
            for event in events:
                clerk.interface.json(event_to_dict(event) | {"counts": event.id in later})
        else:
            clerk.interface.out(event_lines(events, later, book.names(), clerk.interface.language))
    return 0


@club.command(name="replay", short_help="全部重算一次 count everything again")
@json_option
@pass_clerk
def replay_command(clerk: Clerk, as_json: bool) -> int:
    """每一手牌重算一次，說出哪裡不同。 Counts every hand again and says what differs."""
    from dataclasses import asdict

    from device.club.replay import replay

    with clerk.book() as book:
        done = replay(book)
    language = clerk.interface.language
    if as_json:
        clerk.interface.json(asdict(done))
    else:
        count = len(done.differences)
        lines = [say(language, "club_replayed", wins=done.wins, called=done.called, count=count)]
        lines += [
            say(
                language,
                "club_difference",
                number=one.number,
                what=say(language, f"club_what_{one.what}"),
                was=one.was or "-",
                now=one.now,
            )
            for one in done.differences
        ]
        clerk.interface.out(lines)
    return 1 if done.differences else 0
