"""The book in words: where a game stands, and its entries, for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from device.club.fold import POT_ACCOUNT, Entry, GameView
from device.messages import Language, localise, say, tile_name
from device.output import table

if TYPE_CHECKING:
    from device.club.bodies import Event


def person(id: str, names: Mapping[str, str], language: Language) -> str:
    """What a person, or the pot, is called."""
    return say(language, "club_pot") if id == POT_ACCOUNT else names.get(id, id)


def game_to_dict(view: GameView, names: Mapping[str, str]) -> dict[str, Any]:
    """Where a game stands, as JSON."""
    state, money = view.state, view.balance()
    return {
        "game": view.started.game,
        "rules": view.started.rules.name,
        "round": state.round_wind.code,
        "dealer": names.get(view.seats[state.dealer], ""),
        "streak": state.streak,
        "hand": state.hand,
        "rounds_over": state.over,
        "ended": view.ended,
        "wall": None if view.opening is None else names.get(view.seats[view.opening.wall], ""),
        "seats": [
            {"player": names.get(one, one), "wind": wind or None, "amount": money.get(one, 0)}
            for one, wind in zip(view.seats, view.winds, strict=True)
        ],
        "pot": money.get(POT_ACCOUNT, 0),
        "others": {
            names.get(one, one): amount
            for one, amount in money.items()
            if one not in view.seats and one != POT_ACCOUNT
        },
    }


def game_lines(view: GameView, names: Mapping[str, str], language: Language) -> list[str]:
    """Where a game stands: dealer, round, seats, and who has won how much."""
    state = view.state
    parts = [
        say(
            language,
            "club_now",
            round=tile_name(state.round_wind.code, language),
            dealer=names.get(view.seats[state.dealer], "?"),
            hand=state.hand,
        )
    ]
    if state.streak:
        parts.append(say(language, "club_streak", count=state.streak))
    if view.ended:
        parts.append(say(language, "club_ended"))
    elif state.over:
        parts.append(say(language, "club_rounds_done"))
    elif view.opening is not None:
        parts.append(say(language, "club_wall_at", name=names.get(view.seats[view.opening.wall])))
    money = view.balance()
    rows = []
    for seat, one in enumerate(view.seats):
        wind = view.winds[seat]
        mark = tile_name(wind, language) if wind else "-"
        rows.append([mark, names.get(one, one), f"{money.get(one, 0):+d}"])
    for one, amount in money.items():
        if one not in view.seats:
            rows.append(["", person(one, names, language), f"{amount:+d}"])
    return ["　".join(parts) if language != "en" else ", ".join(parts), *table(rows, right=(2,))]


def entry_lines(entry: Entry, names: Mapping[str, str], language: Language) -> list[str]:
    """One entry: what it was, and who pays whom for what."""
    lines = [
        f"{say(language, 'club_written', number=entry.event.seq)}  {_what(entry, names, language)}"
    ]
    lines += [
        f"  {person(paid.payer, names, language)} → {person(paid.payee, names, language)}"
        f"  {paid.amount}  {localise(paid.why, language)}"
        for paid in entry.payments
    ]
    return lines


def _what(entry: Entry, names: Mapping[str, str], language: Language) -> str:
    wins = [
        f"{names.get(entry.seats[win.winner])} {win.total} {localise(win.unit, language)}"
        for win in entry.wins
    ]
    return "  ".join([say(language, f"club_kind_{entry.body.kind}"), *wins])


def event_to_dict(event: Event) -> dict[str, Any]:
    """A line of the book, as JSON."""
    from device.club.bodies import dump

    return {
        "number": event.seq,
        "id": event.id,
        "at": event.at,
        "by": event.by,
        "role": event.role,
        "body": dump(event.body),
    }


def event_lines(
    events: list[Event], counting: set[str], names: Mapping[str, str], language: Language
) -> list[str]:
    """Lines of the book, oldest first; what does not count any more is struck out."""
    rows = []
    for event in events:
        kind = say(language, f"club_kind_{event.kind}")
        gone = "" if event.id in counting else "✗"
        rows.append(
            [str(event.seq), event.at[:16].replace("T", " "), gone, kind, _about(event, names)]
        )
    return table(rows, right=(0,))


def _about(event: Event, names: Mapping[str, str]) -> str:
    body = event.body
    reason = getattr(body, "reason", "") or getattr(body, "why", "")
    who = [names[one] for one in _people(body) if one in names]
    wins = getattr(body, "wins", ())
    totals = " ".join(f"{win.total} {win.unit}" for win in wins)
    return "  ".join(part for part in (" ".join(who), totals, reason) if part)


def _people(body: Any) -> list[str]:
    fields = ("player", "payer", "payee")
    alone = [getattr(body, name) for name in fields if isinstance(getattr(body, name, None), str)]
    return [*alone, *getattr(body, "players", ())]
