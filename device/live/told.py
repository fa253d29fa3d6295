"""What goes on at the table in words, and as views of a small screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.messages import Language, explain, say, tile_name
from device.screens.views import Ask, CameraTrouble, Looking, View, result_view, won_mark
from scoring.events import (
    AddedKong,
    BigFlower,
    Chow,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    Flower,
    Kong,
    Pung,
    Ready,
    RobFlower,
    Win,
)
from vision.watch.story_types import Ask as About
from vision.watch.story_types import Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.live.engine import LiveStatus
    from device.live.results import LiveResult
    from scoring.events import Event
    from scoring.tiles import Tile
    from vision.watch.story_types import StoryQuestion, Told

SIDES = ("near", "right", "far", "left")
KINDS: dict[type, str] = {
    Deal: "deal", Draw: "draw", Discard: "discard", Flower: "flower", Chow: "chow", Pung: "pung",
    Kong: "kong", ConcealedKong: "concealed_kong", AddedKong: "added_kong", Win: "win",
    DrawGame: "draw_game", RobFlower: "rob_flower", Ready: "ready", BigFlower: "big_flower",
}  # fmt: skip
"""What happened, by the words `live_KIND`."""


def seat_name(seat: int, names: Sequence[str], language: Language) -> str:
    """Who sits there, or which side of the table it is."""
    return names[seat] if names else say(language, f"seat_{SIDES[seat]}")


def event_line(told: Told, names: Sequence[str], language: Language) -> str:
    """One event, as one line."""
    event = told.event
    kind = KINDS.get(type(event), "")
    who = seat_name(event.seat, names, language)
    words = say(language, f"live_{kind}") if kind else type(event).__name__
    tiles = _tiles(event)
    shown = "" if not tiles else " " + " ".join(_face(tile, language) for tile in tiles)
    return f"{who} {words}{shown}"


def _tiles(event: Event) -> tuple[Tile | None, ...]:
    if isinstance(event, Flower):
        return event.tiles
    if isinstance(event, Draw | Deal | DrawGame | Ready | BigFlower):
        return ()
    return (getattr(event, "tile", None),)


def _face(tile: Tile | None, language: Language) -> str:
    return "?" if tile is None else tile_name(tile.code, language)


def question_text(question: StoryQuestion, names: Sequence[str], language: Language) -> str:
    """What is asked."""
    who = ""
    if question.kind is About.READY and question.about:
        who = seat_name(question.about[0], names, language)
    return say(language, f"live_ask_{question.kind.value}", name=who)


def choice_text(
    question: StoryQuestion, choice: str, names: Sequence[str], language: Language
) -> str:
    """One of its choices."""
    if choice in ("no", "tianting", "diting", "draw"):
        return say(language, f"live_choice_{choice}")
    if choice.isdigit() and len(choice) == 1:
        return seat_name(int(choice), names, language)
    return tile_name(choice, language)


def result_lines(result: LiveResult, names: Sequence[str], language: Language) -> list[str]:
    """A hand that is over: who won how much with what, or that nobody did."""
    from device.output import score_lines

    if result.drawn:
        return [say(language, "club_kind_draw")]
    lines = []
    for win in result.wins:
        lines.append(f"{seat_name(win.winner, names, language)} {say(language, 'club_kind_win')}")
        lines += score_lines(win.score, language)
    if result.error is not None:
        who = ", ".join(seat_name(seat, names, language) for seat in result.ending.winners)
        lines.append(f"{who} {say(language, 'club_kind_win')}: {explain(result.error, language)}")
    return lines


def view_of(status: LiveStatus, rules: str, language: Language) -> View:
    """What a small screen by the table shows."""
    if status.camera.state in ("stale", "offline", "failed"):
        return CameraTrouble(status.camera.state)
    over = status.stage is Stage.OVER and status.result is not None
    if status.questions and (over or status.stage is Stage.DEALT):
        asked = status.questions[0]
        return Ask(tuple(choice_text(asked, choice, (), language) for choice in asked.choices[:4]))
    if over and status.result is not None and status.result.wins:
        win = status.result.wins[0]
        hand = status.result.ending.hand
        drawn = win.source is None
        mark = "" if hand is None or hand.win is None else won_mark(hand.win, drawn, language)
        return result_view(win.score, rules, mark, language)
    return Looking(status.tiles)


def status_to_dict(status: LiveStatus, names: Sequence[str], language: Language) -> dict[str, Any]:
    """What goes on, for the page."""
    return {
        "camera": {"state": status.camera.state, "text": status.camera.text(language)},
        "watching": status.watching.value,
        "stage": status.stage.value,
        "stage_text": say(language, f"live_stage_{status.stage.value}"),
        "hand": status.hand,
        "tiles": status.tiles,
        "advice": [say(language, f"live_advice_{one.value}") for one in status.advice],
        "events": [
            {
                "text": event_line(told, names, language),
                "confidence": round(told.confidence, 3),
                "seat": told.event.seat,
            }
            for told in status.told
        ],
        "questions": questions_to_list(status.questions, names, language),
        "result": None if status.result is None else result_to_dict(status.result, names, language),
    }


def questions_to_list(
    questions: Sequence[StoryQuestion], names: Sequence[str], language: Language
) -> list[dict[str, Any]]:
    """Questions and their choices in words; a choice is answered by its `value`."""
    return [
        {
            "number": number,
            "text": question_text(one, names, language),
            "choices": [
                {"value": choice, "text": choice_text(one, choice, names, language)}
                for choice in one.choices
            ],
        }
        for number, one in enumerate(questions)
    ]


def result_to_dict(result: LiveResult, names: Sequence[str], language: Language) -> dict[str, Any]:
    """A hand that is over, for the page."""
    from scoring.batch import score_to_dict

    return {
        "id": result.id,
        "hand": result.hand,
        "drawn": result.drawn,
        "written": bool(result.event),
        "picture": result.picture is not None,
        "clip": result.clip is not None,
        "assumed": [
            say(language, f"live_assumed_{word.replace(' ', '_').replace('-', '_')}")
            for word in result.ending.assumed
        ],
        "error": None if result.error is None else explain(result.error, language),
        "wins": [
            {
                "winner": seat_name(win.winner, names, language),
                "source": None if win.source is None else seat_name(win.source, names, language),
                "score": score_to_dict(win.score),
            }
            for win in result.wins
        ],
        "payments": [
            {
                "from": seat_name(paid.payer, names, language) if paid.payer < 4 else "",
                "to": seat_name(paid.payee, names, language) if paid.payee < 4 else "",
                "amount": paid.amount,
                "why": paid.why,
            }
            for paid in result.settlement.transfers
        ],
    }
