"""Hands between the page and the book: a result as it is written, and a written hand to look at."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from device.club.bodies import Event, HandNoted, HandWon, WinTold
from device.club.book import Evidence
from device.club.errors import BookError
from device.club.fold import score_of
from device.club.record import evidence_data
from device.messages import say
from device.web.answers import Scored
from device.web.forms import FLAG_FIELDS, NO_FLAGS, HandForm, Setup
from device.web.results import Result
from device.web.seated import game_rules_of, paid_in, told_of

if TYPE_CHECKING:
    from device.club.book import Book
    from device.club.fold import Entry, GameView
    from device.messages import Language
    from scoring.hand import Circumstances, Hand


def body_of(result: Result) -> HandNoted | HandWon:
    """What is written of a counted result: a win of the game at the table, or a hand noted."""
    scored = result.scored
    assert scored.score is not None
    if scored.view is None:
        return HandNoted(total=scored.score.total, unit=scored.score.unit)
    assert scored.hand is not None
    assert scored.circumstances is not None
    told = told_of(scored.setup, scored.score, scored.hand, scored.circumstances)
    return HandWon(game=scored.view.started.game, wins=(told,))


def evidence_of(result: Result) -> Evidence:
    """What proves it: reading, corrections, the tiles' places, program, and the picture.

    A hand outside a game has its rules, its circumstances and its score here too.
    """
    scored = result.scored
    assert scored.score is not None
    assert scored.hand is not None
    assert scored.circumstances is not None
    more: dict[str, Any] = {
        "form": scored.form.model_dump(exclude_none=True),
        "setup": scored.setup.model_dump(exclude_defaults=True),
    }
    if scored.view is None:
        from scoring.presets import preset_hash

        assert scored.rules is not None
        told = told_of(scored.setup, scored.score, scored.hand, scored.circumstances, winner=0)
        more["win"] = told.model_dump(mode="json", exclude_defaults=True)
        more["rules"] = {"name": scored.setup.rules, "hash": preset_hash(scored.rules)}
    data = evidence_data(result.how, result.reading, result.corrections(), **more)
    return Evidence(data, picture=result.photo)


def corrected_body(book: Book, result: Result) -> HandWon:
    """What the win that a result corrects will count as; its evidence stays what it was.

    Raises:
        BookError: there is no such win.
    """
    event = book.event(result.corrects or "")
    new = body_of(result)
    if event is None or not isinstance(event.body, HandWon) or not isinstance(new, HandWon):
        raise BookError("club_no_event", event=result.corrects)
    old = event.body
    return old.model_copy(update={"wins": (new.wins[0], *old.wins[1:])})


def evidence_page(book: Book, key: str, language: Language) -> dict[str, Any] | None:
    """What proves a hand of the book, for whoever wants to see it."""
    event = book.event(key)
    if event is None or not isinstance(event.body, HandNoted | HandWon):
        return None
    data = book.evidence(event.body.evidence) or {}
    rules = data.get("rules", {})
    if isinstance(event.body, HandWon):
        used = book.game(event.body.game).started.rules
        rules = {"name": used.name, "hash": used.hash}
    return {
        "seq": event.seq,
        "at": event.at,
        "by": event.by,
        "how": data.get("by", ""),
        "game": getattr(event.body, "game", None),
        "program": data.get("program", ""),
        "models": data.get("models", {}),
        "rules": rules,
        "picture": event.body.picture,
        "sha": event.body.evidence,
        "corrections": [
            {"read": one.get("read"), "taken": one.get("taken")}
            for one in data.get("corrections", [])
        ],
        "changes": [
            {
                "seq": one.seq,
                "at": one.at,
                "by": one.by,
                "name": say(language, f"club_kind_{one.kind}"),
                "reason": getattr(one.body, "reason", ""),
            }
            for one in book.changes_of(event)
        ],
    }


def find(book: Book, key: str, *, brief: bool = False) -> Result | None:
    """A hand of the book as a result that cannot be changed; None if there is none.

    `brief` leaves out the reading: a list does not show it.
    """
    event = book.event(key)
    return None if event is None else as_result(book, event, brief=brief)


def as_result(
    book: Book,
    event: Event,
    *,
    brief: bool = False,
    views: dict[str, GameView] | None = None,
) -> Result | None:
    """See `find`. None too for an event that is no hand, or that was undone.

    `views` are games that were looked up before, for lists.
    """
    if isinstance(event.body, HandWon):
        known = {} if views is None else views
        view = known.get(event.body.game) or book.game(event.body.game)
        known[event.body.game] = view
        entry = next((one for one in view.entries if one.event.id == event.id), None)
        if entry is None or not isinstance(entry.body, HandWon):
            return None
        told, body = entry.body.wins[0], entry.body
        data = {} if brief else book.evidence(event.body.evidence) or {}
        scored = _won(view, entry, told, data)
    elif isinstance(event.body, HandNoted):
        noted = book.counting_body(event)
        if not isinstance(noted, HandNoted):
            return None
        body = noted  # type: ignore[assignment]
        data = book.evidence(event.body.evidence) or {}
        if "win" not in data:
            return None
        told = WinTold.model_validate(data["win"])
        scored = _noted(told, data)
    else:
        return None
    reading = None
    if data.get("reading") and not brief:
        from vision.types import Reading

        reading = Reading.from_dict(data["reading"])
    result = Result(scored, reading, id=event.id, logged=event.seq, at=event.at)
    if body.picture and book.pictures is not None:
        path = book.pictures.path(body.picture)
        result.kept = path if path.is_file() else None
    return result


def _won(view: GameView, entry: Entry, told: WinTold, data: dict[str, Any]) -> Scored:
    before = dataclasses.replace(view, state=entry.before, opening=entry.opening)
    hand, circumstances = _read(told)
    setup = _setup(told, circumstances, entry.before.rules.name)
    if circumstances is None:
        setup = setup.model_copy(update={"dealer": (entry.before.dealer - told.winner) % 4})
    paid = paid_in(entry, told.winner)
    form, score = _form(hand, data), score_of(told)
    rules = game_rules_of(view)
    return Scored(form, setup, hand, circumstances, score, None, paid, None, before, rules)


def _noted(told: WinTold, data: dict[str, Any]) -> Scored:
    hand, circumstances = _read(told)
    setup = _setup(told, circumstances, str(data.get("rules", {}).get("name", "taiwan")))
    said = data.get("setup", {})
    kept = {name: said[name] for name in ("dealer", "base", "tai") if name in said}
    setup = setup.model_copy(update={**kept, "winner": None})
    score = score_of(told)
    from device.web.money import payments

    paid = None if circumstances is None else payments(score, circumstances, setup)
    return Scored(_form(hand, data), setup, hand, circumstances, score, None, paid)


def _read(told: WinTold) -> tuple[Hand | None, Circumstances | None]:
    """The tiles and circumstances of a win; None for a total that was only called.

    Tiles that today's program cannot read leave the score as it was told.
    """
    from scoring.batch import read_record
    from scoring.errors import RuleError

    if not told.hand:
        return None, None
    try:
        return read_record({**told.hand, "context": told.context})
    except RuleError:
        return None, None


def _setup(told: WinTold, circumstances: Circumstances | None, rules: str) -> Setup:
    giver = told.source if told.source is not None else told.robbed
    source = None if giver is None or giver == told.winner else (giver - told.winner) % 4
    if circumstances is None:
        drawn = [] if told.source is not None else ["self_draw"]
        return Setup(rules=rules, winner=told.winner, source=source, flags=drawn)
    flags = [name for name in sorted(FLAG_FIELDS - NO_FLAGS) if getattr(circumstances, name)]
    flags += [] if circumstances.hand_complete else ["flower_win"]
    known = circumstances
    return Setup(
        rules=rules,
        winner=told.winner,
        source=source,
        flags=flags,
        seat=known.seat.code if known.seat_known else None,  # type: ignore[arg-type]
        round=known.round.code if known.round_known else None,  # type: ignore[arg-type]
        dealer=None if known.dealer is None else (0 if known.dealer else None),
        streak=known.streak,
        indicator=None if known.indicator is None else known.indicator.code,  # type: ignore[arg-type]
    )


def _form(hand: Hand | None, data: dict[str, Any]) -> HandForm:
    """The tiles with their places in the photograph, if it shows these very tiles."""
    if hand is None:
        return HandForm()
    if "form" in data:
        form = HandForm.model_validate(data["form"])
        laid = [tile.f for meld in form.melds for tile in meld.tiles]
        own = sorted([t.f for t in [*form.concealed, *form.flowers]] + laid)
        now = [t.code for t in [*hand.concealed, *hand.flowers]]
        now += [t.code for meld in hand.melds for t in meld.tiles]
        win = None if form.win is None else form.win.f
        if own == sorted(now) and win == (hand.win.code if hand.win else None):
            return form
    of = [{"f": tile.code} for tile in hand.concealed]
    return HandForm.model_validate(
        {
            "concealed": of,
            "melds": [
                {"type": meld.kind.value, "tiles": [{"f": t.code} for t in meld.tiles]}
                for meld in hand.melds
            ],
            "flowers": [{"f": tile.code} for tile in hand.flowers],
            "win": None if hand.win is None else {"f": hand.win.code},
        }
    )


def recent(book: Book, count: int) -> list[Result]:
    """The last hands of this table, newest first; those that were undone are left out."""
    found: list[Result] = []
    views: dict[str, GameView] = {}
    before = book.last_number() + 1
    while len(found) < count and before > 1:
        events = book.hands_before(before, count - len(found))
        if not events:
            break
        for event in events:
            try:
                result = as_result(book, event, brief=True, views=views)
            except BookError:
                continue
            if result is not None:
                found.append(result)
        before = events[-1].seq
    return found
