"""`taicam club`: who owes whom, statistics, charts, exports, imports, the sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from device.club.command import Clerk, json_option, pass_clerk
from device.hands import InputError
from device.messages import Language, localise, say
from device.output import table

if TYPE_CHECKING:
    from device.club.book import Book
    from device.club.ledger import Account
    from device.club.stats import Asked, Tally

day_option = click.option("--day", metavar="YYYY-MM-DD", help="哪一天 (default: the last evening)")


# --- money ---------------------------------------------------------------------------------------


@click.command(short_help="誰給誰多少 who owes whom")
@day_option
@click.option("--all", "running", is_flag=True, help="全部牌聚累計 over all evenings")
@click.option("--close", is_flag=True, help="結束這次牌聚 close the evening")
@json_option
@pass_clerk
def settle(clerk: Clerk, day: str | None, running: bool, close: bool, as_json: bool) -> int:
    """一次牌聚（或全部）的輸贏、籌碼和最少的付款。 Balances and the fewest transfers."""
    from device.club.bodies import EveningClosed
    from device.club.ledger import evening_account, running_account
    from device.club.stats import evening_of

    with clerk.book() as book:
        if running:
            account = running_account(book)
        else:
            evening = evening_of(book, day)
            if close:
                clerk.write(book, EveningClosed(evening=evening))
            account = evening_account(book, evening).account
        names = _names(book, clerk.interface.language)
    if as_json:
        clerk.interface.json(_account_to_dict(account, names))
    else:
        clerk.interface.out(_account_lines(account, names, clerk.interface.language))
    return 0


def _names(book: Book, language: Language) -> dict[str, str]:
    from device.club.fold import POT_ACCOUNT
    from device.club.ledger import CHIPS_ACCOUNT

    extra = {POT_ACCOUNT: say(language, "club_pot"), CHIPS_ACCOUNT: say(language, "sheet_box")}
    return book.names() | extra


def _account_to_dict(account: Account, names: dict[str, str]) -> dict[str, Any]:
    return {
        "lines": [
            {
                "account": names.get(line.account, line.account),
                "results": line.results,
                "chips": line.chips,
                "paid": line.paid,
                "due": line.due,
            }
            for line in account.lines
        ],
        "pot": account.pot,
        "transfers": [
            {
                "payer": names.get(one.payer, one.payer),
                "payee": names.get(one.payee, one.payee),
                "amount": one.amount,
            }
            for one in account.transfers
        ],
    }


def _account_lines(account: Account, names: dict[str, str], language: Language) -> list[str]:
    keys = ("col_player", "sheet_result", "sheet_chips", "sheet_paid", "sheet_due")
    cells = [
        [
            names.get(line.account, line.account),
            *(f"{n:+d}" for n in (line.results, line.chips, line.paid, line.due)),
        ]
        for line in account.lines
    ]
    lines = table([[say(language, key) for key in keys], *cells], right=(1, 2, 3, 4))
    owed = [
        f"{names.get(one.payer, one.payer)} → {names.get(one.payee, one.payee)}  {one.amount}"
        for one in account.transfers
    ]
    return [*lines, "", *(owed or [say(language, "sheet_even")])]


@click.command(short_help="有人還了錢 somebody paid a debt")
@click.argument("payer", metavar="FROM")
@click.argument("payee", metavar="TO")
@click.argument("amount", type=click.IntRange(1, 100_000_000))
@day_option
@click.option("--running", is_flag=True, help="不屬於哪一次牌聚 for no evening in particular")
@pass_clerk
def paid(clerk: Clerk, payer: str, payee: str, amount: int, day: str | None, running: bool) -> int:
    """記下還款。 Notes that a debt was paid."""
    from device.club.bodies import DebtPaid
    from device.club.people import find
    from device.club.stats import evening_of

    with clerk.book() as book:
        names = book.names()
        body = DebtPaid(
            payer=find(names, payer),
            payee=find(names, payee),
            amount=amount,
            evening=None if running else evening_of(book, day),
        )
        event = clerk.write(book, body)
    clerk.interface.out([say(clerk.interface.language, "club_written", number=event.seq)])
    return 0


@click.command(short_help="買籌碼 buy chips", context_settings={"ignore_unknown_options": True})
@click.argument("player", metavar="NAME")
@click.argument("amount", type=click.IntRange(-100_000_000, 100_000_000))
@day_option
@pass_clerk
def chips(clerk: Clerk, player: str, amount: int, day: str | None) -> int:
    """買籌碼（負數是退回）。 Buys chips; a negative amount gives them back."""
    from device.club.bodies import ChipsBought
    from device.club.people import find
    from device.club.stats import evening_of

    with clerk.book() as book:
        body = ChipsBought(
            evening=evening_of(book, day), player=find(book.names(), player), amount=amount
        )
        event = clerk.write(book, body)
    clerk.interface.out([say(clerk.interface.language, "club_written", number=event.seq)])
    return 0


# --- statistics ----------------------------------------------------------------------------------


def asking(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which hands are meant."""
    for option in (
        click.option("--season", metavar="TEXT", help="季 season"),
        click.option("--to", "last", metavar="YYYY-MM-DD", help="到哪一天 up to this day"),
        click.option("--from", "first", metavar="YYYY-MM-DD", help="從哪一天 from this day on"),
        click.option("--day", metavar="YYYY-MM-DD", help="只算那天的牌聚 the evening of this day"),
    ):
        command = option(command)
    return command


def _asked(
    book: Book,
    day: str | None,
    first: str | None,
    last: str | None,
    season: str | None,
    **more: Any,
) -> Asked:
    from device.club.stats import Asked, evening_of

    evening = None if day is None else evening_of(book, day)
    return Asked(evening=evening, first=first, last=last, season=season, **more)


@click.command(name="stats", short_help="統計和排名 statistics and standings")
@click.argument("name", required=False)
@asking
@click.option("--with", "opponent", metavar="NAME", help="同桌有這個人 hands with this player")
@click.option("--wind", type=click.Choice(list("ESWN")), help="門風 seat wind")
@json_option
@pass_clerk
def statistics(
    clerk: Clerk,
    name: str | None,
    day: str | None,
    first: str | None,
    last: str | None,
    season: str | None,
    opponent: str | None,
    wind: str | None,
    as_json: bool,
) -> int:
    """一個人的統計；不寫名字就是排名。 One player's figures, or without a name the standings."""
    from device.club import stats
    from device.club.people import find

    language = clerk.interface.language
    with clerk.book() as book:
        names = book.names()
        other = None if opponent is None else find(names, opponent)
        asked = _asked(book, day, first, last, season, opponent=other, wind=wind)
        if name is None:
            found = stats.league(book, asked)
            best = opponents = None
        else:
            player = find(names, name)
            found = (stats.tally(book, player, asked),)
            unit = found[0].units[0].unit if found[0].units else "台"
            best = stats.best(book, player, asked, unit)
            opponents = stats.opponents(book, player, asked)
    if as_json:
        for one in found:
            clerk.interface.json(_tally_to_dict(one, names, best))
        return 0
    lines = _tally_lines(found, names, language)
    if best is not None:
        unit = localise(best.unit, language)
        lines += ["", say(language, "stats_best", total=best.total, unit=unit, day=best.day)]
    if opponents:
        keys = ("col_player", "col_hands", "stats_won_from", "stats_lost_to", "col_amount")
        cells = [
            [
                names.get(one.other, one.other), str(one.hands), str(one.won_from),
                str(one.lost_to), f"{one.amount:+d}",
            ]
            for one in opponents
        ]  # fmt: skip
        header = [say(language, key) for key in keys]
        lines += ["", *table([header, *cells], right=(1, 2, 3, 4))]
    clerk.interface.out(lines)
    return 0


def _tally_to_dict(one: Tally, names: dict[str, str], best: Any) -> dict[str, Any]:
    told = asdict(one) | {
        "player": names.get(one.player, one.player),
        "win_rate": one.win_rate,
        "self_draw_rate": one.self_draw_rate,
        "deal_in_rate": one.deal_in_rate,
        "units": [asdict(unit) | {"mean": unit.mean} for unit in one.units],
    }
    if best is not None:
        told["best"] = asdict(best) | {"player": names.get(best.player, best.player)}
    return told


def _tally_lines(found: tuple[Tally, ...], names: dict[str, str], language: Language) -> list[str]:
    keys = (
        "col_player", "col_evenings", "col_hands", "col_won", "col_drawn", "col_dealt_in",
        "col_win_rate", "col_deal_in_rate", "col_mean", "col_amount",
    )  # fmt: skip
    cells = [
        [
            names.get(one.player, one.player), str(one.evenings), str(one.hands), str(one.won),
            str(one.self_draw), str(one.dealt_in), f"{one.win_rate:.0%}", f"{one.deal_in_rate:.0%}",
            " ".join(
                f"{unit.mean:.1f} {localise(unit.unit, language)}" for unit in one.units if unit.won
            ),
            f"{one.amount:+d}",
        ]
        for one in found
    ]  # fmt: skip
    header = [say(language, key).replace("_", " ") for key in keys]
    return table([header, *cells], right=range(1, 10))


@click.command(short_help="圖（SVG） a chart as SVG")
@click.argument("kind", type=click.Choice(["evening", "season", "kinds", "totals"]))
@click.argument("out", metavar="OUT.svg")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@day_option
@pass_clerk
def chart(clerk: Clerk, kind: str, out: str, names: tuple[str, ...], day: str | None) -> int:
    """畫圖：一次牌聚的輸贏、逐次累計、每手結果、胡牌台數。

    Draws the money of an evening, balances over evenings (of those named, or of all who played
    the last one), how a player's hands ended, or wins by 台.
    """
    from device.club import charts, stats
    from device.club.export import to_file
    from device.club.ledger import course_of
    from device.club.people import find

    language = clerk.interface.language
    with clerk.book() as book:
        called = book.names()
        people = [find(called, name) for name in names]
        if kind == "evening":
            points = stats.course(book, stats.evening_of(book, day))
            drawn = charts.balance_chart(points, called, language, standalone=True)
        elif kind == "season":
            if not people:
                asked = stats.Asked(evening=stats.evening_of(book, day))
                people = [one.player for one in stats.league(book, asked)]
            courses = {one: course_of(book, one) for one in people}
            drawn = charts.season_chart(courses, called, language, standalone=True)
        elif kind == "kinds":
            if len(people) != 1:
                raise InputError("stats_one_name")
            tally = stats.tally(book, people[0])
            drawn = charts.kinds_chart(tally, language, standalone=True)
        else:
            player = people[0] if people else None
            counts = stats.wins_by_total(book, player)
            drawn = charts.totals_chart(counts, "台", language, standalone=True)
    to_file(Path(out), lambda file: file.write(drawn + "\n"))
    return 0


# --- files ---------------------------------------------------------------------------------------


@click.command(short_help="匯出 export the book")
@click.argument("out", metavar="OUT.jsonl|.csv|.xlsx")
@click.option(
    "--what",
    type=click.Choice(["hands", "payments", "standings"]),
    default="hands",
    show_default=True,
    help="CSV 要哪一張表 which table goes into CSV",
)
@asking
@pass_clerk
def export(
    clerk: Clerk,
    out: str,
    what: str,
    day: str | None,
    first: str | None,
    last: str | None,
    season: str | None,
) -> int:
    """匯出：.jsonl 是全部，可以讀回來；.csv、.xlsx 給試算表。

    Exports everything (.jsonl, which `import` reads back), or tables for a spreadsheet.
    """
    from device.club import export as files

    path, language = Path(out), clerk.interface.language
    kind = path.suffix.lower()
    if kind not in (".jsonl", ".csv", ".xlsx"):
        raise InputError("export_kind", path=out)
    with clerk.book() as book:
        if kind == ".jsonl":
            files.to_file(path, lambda file: files.write_jsonl(book, file))
            return 0
        asked = _asked(book, day, first, last, season)
        if kind == ".xlsx":
            files.write_xlsx(files.grids(book, language, asked), path)
        else:
            makers = {
                "hands": files.hands, "payments": files.payments, "standings": files.standings,
            }  # fmt: skip
            grid = makers[what](book, language, asked)
            files.to_file(path, lambda file: files.write_csv(grid, file), table=True)
    return 0


@click.command(name="import", short_help="匯入 import")
@click.argument("path", metavar="FILE.jsonl|.csv")
@click.option(
    "--rules", default="taiwan", show_default=True, help="表上沒寫的規則 where none is told"
)
@click.option("--add", is_flag=True, help="名字沒見過就加入 add names that are new")
@click.option("--partial", is_flag=True, help="可以的就匯入 import what can be")
@click.option("--trial", is_flag=True, help="只看會怎樣，不寫入 write nothing")
@click.option("--rest", metavar="OUT.csv", help="沒匯入的行寫到這裡 lines that were refused")
@pass_clerk
def import_command(
    clerk: Clerk,
    path: str,
    rules: str,
    add: bool,
    partial: bool,
    trial: bool,
    rest: str | None,
) -> int:
    """匯入：.jsonl 成為一本新帳本（--book 指定），.csv 是以前的結果。

    Makes a new book of an exported one (.jsonl, at --book), or takes past results (.csv): date,
    east, south, west, north, winner, source, self_draw, total ...; see the README.
    """
    language = clerk.interface.language
    if Path(path).suffix.lower() == ".jsonl":
        from device.club.importing import read_jsonl

        made = read_jsonl(Path(path), clerk.where)
        clerk.interface.out([say(language, "import_book_made", **asdict(made))])
        return 0
    from device.club.export import to_file
    from device.club.past import import_csv

    with clerk.book(create=True) as book:
        report = import_csv(
            book, Path(path), by=clerk.by, rules=rules, add_players=add, partial=partial,
            trial=trial,
        )  # fmt: skip
    if rest is not None and report.refused:
        to_file(Path(rest), report.rest, table=True)
    clerk.interface.out(report.text(language))
    return 1 if report.refused else 0


@click.command(short_help="一次牌聚的單子 the sheet of an evening")
@click.argument("out", metavar="OUT.html|.pdf")
@day_option
@pass_clerk
def sheet(clerk: Clerk, out: str, day: str | None) -> int:
    """一張 A4：結果、誰給誰、每一手。 One A4 page: standings, who pays whom, every hand."""
    from device.club.export import to_file
    from device.club.sheet import to_html, to_pdf
    from device.club.stats import evening_of

    path = Path(out)
    if path.suffix.lower() not in (".html", ".pdf"):
        raise InputError("sheet_kind", path=out)
    with clerk.book() as book:
        page = to_html(book, evening_of(book, day), clerk.interface.language)
    if path.suffix.lower() == ".pdf":
        to_pdf(page, path)
    else:
        to_file(path, lambda file: file.write(page))
    return 0


COMMANDS: Final = (settle, paid, chips, statistics, chart, export, import_command, sheet)
"""Added to `taicam club`."""
