"""The club's book as the pages show it: JSON, words in the language of whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import select

from device.club import bodies, schema
from device.club.bodies import Event
from device.club.fold import POT_ACCOUNT, Entry, GameView, counting
from device.club.record import rules_and_money
from device.club.rows import CLUB_SCOPE, from_row
from device.club.told import person
from device.messages import Language, localise, say
from device.output import rules_title
from device.web.words import say_web
from scoring.errors import RuleError
from scoring.money import MoneyError
from scoring.penalties import penalty
from scoring.playrules import Foul

if TYPE_CHECKING:
    from device.club.book import Book
    from device.club.change import Change

SHOWN: Final = 12
"""Entries of a game that the table's page shows at first."""


def game_page(
    view: GameView, names: Mapping[str, str], language: Language, *, most: int = SHOWN
) -> dict[str, Any]:
    """Where a game stands, with its last entries, for the table's page."""
    state, money, used = view.state, view.balance(), view.started.rules
    rules, _ = rules_and_money(used.name, used.text)
    return {
        "id": view.started.game,
        "evening": view.started.evening,
        "title": used.name if used.text else rules_title(used.name, language),
        "rules": state.rules.name,
        "hash": used.hash,
        "unit": localise(rules.unit, language),
        "stakes": view.started.stakes,
        "dice": state.rules.dice,
        "last_taker": state.rules.winner_deals,
        "round": state.round_wind.code,
        "dealer": state.dealer,
        "streak": state.streak,
        "number": state.game,
        "hand": state.hand,
        "over": state.over,
        "ended": view.ended,
        "wall": None if view.opening is None else view.opening.wall,
        "needs_wall": view.opening is None and state.rules.wall_is_east,
        "seats": [
            {"id": one, "name": names.get(one, one), "wind": wind, "amount": money.get(one, 0)}
            for one, wind in zip(view.seats, view.winds, strict=True)
        ],
        "others": [
            {"id": one, "name": person(one, names, language), "amount": amount}
            for one, amount in money.items()
            if one not in view.seats and (amount or one != POT_ACCOUNT)
        ],
        "bank": None if view.bank is None else list(view.bank.chips),
        "bets": None if view.bets is None else bodies.dump(view.bets),
        "entries": [
            entry_page(view, one, names, language) for one in view.entries[: -most - 1 : -1]
        ],
        "hands": view.hands,
        "fouls": fouls(view, language),
    }  # fmt: skip


def fouls(view: GameView, language: Language) -> list[dict[str, str]]:
    """The mistakes that this system knows."""
    found = []
    for foul in Foul:
        try:
            penalty(view.money, foul, 0, to=(1,))
        except (MoneyError, RuleError, ValueError):
            continue
        found.append({"value": foul.value, "name": say_web(language, f"foul_{foul.value}")})
    return found


def entry_page(
    view: GameView, entry: Entry, names: Mapping[str, str], language: Language
) -> dict[str, Any]:
    """A line of a game's sheet."""
    body, sums = entry.body, entry.balance()
    told = {
        "id": entry.event.id,
        "seq": entry.event.seq,
        "kind": body.kind,
        "at": entry.event.at,
        "by": entry.event.by,
        "text": entry_text(entry, names, language),
        "ends": entry.ends,
        "round": entry.before.round_wind.code,
        "dealer": entry.before.dealer,
        "streak": entry.before.streak,
        "seats": [names.get(one, one) for one in entry.seats],
        "sums": [sums.get(one, 0) for one in entry.seats],
        "others": {
            person(one, names, language): amount
            for one, amount in sums.items()
            if one not in entry.seats
        },
        "payments": [
            {
                "from": person(paid.payer, names, language),
                "to": person(paid.payee, names, language),
                "amount": paid.amount,
                "why": localise(paid.why, language),
            }
            for paid in entry.payments
        ],
        "corrected": body is not entry.event.body,
        "body": bodies.dump(body),
        "picture": bool(getattr(body, "picture", "")),
    }
    if entry.wins:
        told["total"] = entry.wins[0].total
        told["unit"] = localise(entry.wins[0].unit, language)
    return told


def entry_text(entry: Entry, names: Mapping[str, str], language: Language) -> str:
    """What an entry was, in a few words."""
    body = entry.body

    def at(seat: int) -> str:
        one = entry.seats[seat] if seat < 4 else POT_ACCOUNT
        return person(one, names, language)

    if isinstance(body, bodies.HandWon):
        parts = []
        for win in body.wins:
            total = f"{win.total} {localise(win.unit, language)}"
            if win.source is None:
                parts.append(say_web(language, "line_drew", who=at(win.winner), total=total))
            else:
                source = at(win.source)
                parts.append(
                    say_web(language, "line_won", who=at(win.winner), total=total, source=source)
                )
        return (", " if language == "en" else "，").join(parts)
    if isinstance(body, bodies.FoulCalled):
        return f"{at(body.seat)} {say_web(language, f'foul_{body.foul}')}"
    if isinstance(body, bodies.PaymentMade):
        return localise(body.why, language)
    return say(language, f"club_kind_{body.kind}")


def change_page(change: Change, names: Mapping[str, str], language: Language) -> dict[str, Any]:
    """What a change would do: to each person, to the entries, to where the game stands."""
    before, after = change.before, change.after
    was, now = before.balance(), after.balance()
    old = {entry.event.id: entry for entry in before.entries}
    new = {entry.event.id: entry for entry in after.entries}
    lines = []
    for id in change.changed():
        entry = new.get(id) or old[id]
        one, other = old.get(id), new.get(id)
        lines.append(
            {
                "seq": entry.event.seq,
                "text": entry_text(entry, names, language),
                "before": None if one is None else _named(one.balance(), names, language),
                "after": None if other is None else _named(other.balance(), names, language),
            }
        )
    return {
        "people": [
            {
                "name": person(one, names, language),
                "before": was.get(one, 0),
                "after": now.get(one, 0),
            }
            for one in dict.fromkeys([*before.seats, *was, *now])
        ],
        "entries": lines,
        "before": state_text(before, names, language),
        "after": state_text(after, names, language),
    }


def _named(sums: Mapping[str, int], names: Mapping[str, str], language: Language) -> dict[str, int]:
    return {person(one, names, language): amount for one, amount in sums.items()}


def state_text(view: GameView, names: Mapping[str, str], language: Language) -> str:
    """Round, dealer and streak in a line."""
    if view.gone:
        return say_web(language, "game_gone")
    if view.ended:
        return say(language, "club_ended")
    state = view.state
    if state.over:
        return say(language, "club_rounds_done")
    parts = [
        say_web(language, f"wind_{state.round_wind.code}") + say_web(language, "round_short"),
        say_web(language, "deals", name=names.get(view.seats[state.dealer], "?")),
    ]
    if state.streak:
        parts.append(say(language, "club_streak", count=state.streak))
    return (", " if language == "en" else "・").join(parts)


def history(book: Book, before: int | None, count: int, language: Language) -> dict[str, Any]:
    """Lines of the book, newest first, those that do not count any more marked."""
    last = book.last_number() if before is None else before - 1
    events = book.events(after=max(0, last - count), most=min(count, last))
    names = book.names()
    gone = undone_of(book, events)
    return {
        "lines": [line(event, event.id in gone, names, language) for event in reversed(events)],
        "more": bool(events) and events[0].seq > 1,
    }


def undone_of(book: Book, events: list[Event]) -> set[str]:
    """Those of the events, a table's in order, that later ones took away."""
    if not events:
        return set()
    e = schema.events.c
    mine = (e.table == book.table) & e.seq.between(events[0].seq, events[-1].seq)
    with book.reading() as connection:
        scopes = {
            row.game or CLUB_SCOPE + row.id
            for row in connection.execute(select(e.id, e.game).where(mine))
        }
        wanted = select(schema.events).where(
            e.game.in_(scopes), e.kind == "undo", e.seq > events[0].seq
        )
        undos = [from_row(row) for row in connection.execute(wanted)]
    every = {event.id: event for event in [*events, *undos]}
    whole = sorted(every.values(), key=lambda one: one.seq)
    return {event.id for event in events} - counting(whole)


def line(
    event: Event, undone: bool, names: Mapping[str, str], language: Language
) -> dict[str, Any]:
    """A line of the book as it was written."""
    body = event.body
    parts = [names[one] for one in _people(body) if one in names]
    wins = getattr(body, "wins", ())
    parts += [f"{win.total} {localise(win.unit, language)}" for win in wins]
    parts += [getattr(body, "reason", "") or getattr(body, "why", "")]
    return {
        "id": event.id,
        "seq": event.seq,
        "at": event.at,
        "by": event.by,
        "kind": event.kind,
        "name": say(language, f"club_kind_{event.kind}"),
        "text": " ".join(part for part in parts if part),
        "about": getattr(body, "event", None),
        "undone": undone,
    }


def _people(body: Any) -> list[str]:
    alone = [getattr(body, name, None) for name in ("player", "payer", "payee")]
    return [
        *(one for one in alone if isinstance(one, str)),
        *(getattr(body, "players", None) or ()),
    ]
