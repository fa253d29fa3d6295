"""What a person is asked about a photograph, and what was taken for granted, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from device.messages import Language, say
from device.output import changed_text, phrase, taken_texts
from device.web.words import say_web
from vision.decode import KONG_WORDS, OPEN_WORDS, WINNING
from vision.types import FACE_CODES

if TYPE_CHECKING:
    from device.web.forms import HandForm
    from device.web.results import Result
    from vision.types import Question, Reading

_MARGIN = 0.35
"""How much of the surroundings is shown with a tile that is asked about, in tile sizes."""


def questions_for_page(result: Result, language: Language) -> list[dict[str, Any]]:
    """The questions nobody has answered: which tiles, the crop to show, the choices."""
    reading = result.reading
    if reading is None:
        return []
    return [
        {
            "number": number,
            "about": list(question.about),
            "box": _box(question, reading),
            "text": say_web(language, _asked(question)),
            "choices": [_choice(choice, language) for choice in question.choices],
        }
        for number, question in enumerate(result.questions)
        if question not in result.answers and not _settled(question, result)
    ]


def _asked(question: Question) -> str:
    """The words for what is asked."""
    choices = set(question.choices)
    if question.ask.startswith(WINNING):
        return "which_won"
    if choices & set(KONG_WORDS):
        return "ask_kong"
    if "not in the hand" in choices:
        return "ask_counted"
    if choices & set(OPEN_WORDS):
        return "ask_open"
    return "ask_kong_face" if len(question.about) > 1 else "what_is_it"


def _settled(question: Question, result: Result) -> bool:
    """Whether people have changed, by hand, the tiles that a question is about."""
    if result.base is None:
        return False
    read, now = result.base.faces(), result.scored.form.faces()
    return any(read.get(i) != now.get(i) for i in question.about)


def answer_question(result: Result, question: Question, choice: str) -> HandForm:
    """The hand with a question answered: decoded again, with the faces that people have changed.

    A hand whose tiles people have moved stays as they laid it; then only faces can be answered.
    """
    from device.snap import Snapped
    from device.web.draft import draft
    from scoring.errors import RuleError
    from scoring.rulesets import get_rules
    from vision.decode import DecodeError, decode

    reading, scored, base = result.reading, result.scored, result.base
    result.answers[question] = choice
    form = scored.form
    if reading is None or base is None:
        return form
    if form.places() != base.places():
        named = len(question.about) == 1 and choice in FACE_CODES
        return _with_face(form, question.about[0], choice) if named else form
    read = base.faces()
    pinned = {i: face for i, face in form.faces().items() if read.get(i) != face}
    circumstances = scored.circumstances
    try:
        decoded = decode(
            reading,
            get_rules(scored.setup.rules),
            circumstances=circumstances,
            pinned=pinned,
            answers=result.answers,
        )
    except (RuleError, DecodeError):
        return form
    from scoring.hand import Circumstances

    changed = tuple((change.tile, change.was, change.now) for change in decoded.changed)
    faces = {**pinned, **(decoded.faces or {})}
    tiles = tuple(
        replace(tile, face=faces.get(i, tile.face)) for i, tile in enumerate(reading.tiles)
    )
    seen = Snapped(
        replace(reading, tiles=tiles), circumstances or Circumstances(), decoded.hand, changed
    )
    result.questions = tuple(dict.fromkeys((*result.questions, *decoded.questions)))
    result.assumed = dict(decoded.assumed or {})
    result.changed = changed
    result.base = draft(seen)
    return result.base


def _with_face(form: HandForm, at: int, face: str) -> HandForm:
    told = form.model_dump()

    def name(tile: dict[str, Any] | None) -> None:
        if tile is not None and tile["at"] == at:
            tile["f"] = face

    for part in (told["concealed"], told["flowers"], told["left"], [told["win"]]):
        for tile in part:
            name(tile)
    for meld in told["melds"]:
        for tile in meld["tiles"]:
            name(tile)
    return form.model_validate(told)


def _choice(choice: str, language: Language) -> dict[str, Any]:
    face = choice if choice in FACE_CODES else None
    return {"value": choice, "face": face, "label": phrase(choice, language)}


def _box(question: Question, reading: Reading) -> list[float]:
    """The part of the photograph to show: x, y, width, height."""
    points = [point for i in question.about for point in reading.tiles[i].quad]
    if not points:
        return [0.0, 0.0, float(reading.size[0]), float(reading.size[1])]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    margin = _MARGIN * min(right - left, bottom - top)
    return [
        round(left - margin, 1),
        round(top - margin, 1),
        round(right - left + 2 * margin, 1),
        round(bottom - top + 2 * margin, 1),
    ]


def assumed_texts(result: Result, language: Language) -> list[str]:
    """What the reader took for granted beside circumstances, and what it changed."""
    texts = taken_texts(result.assumed, language)
    if result.changed:
        texts.append(f"{say(language, 'changed')} {changed_text(result.changed, language)}")
    return texts
