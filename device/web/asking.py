"""What a person is asked about a photograph, and what was taken for granted, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.messages import MESSAGES, Language, say, tile_name
from vision.types import FACE_CODES

if TYPE_CHECKING:
    from device.web.results import Result
    from vision.types import Question, Reading

_MARGIN = 0.35
"""How much of the surroundings is shown with a tile that is asked about, in tile sizes."""

_AS_FLAGS = ("seat", "round", "self_draw", "dealer")


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
            "text": say(language, "doubtful"),
            "choices": [_choice(choice, language) for choice in question.choices],
        }
        for number, question in enumerate(result.questions)
        if number not in result.answered
    ]


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


def phrase(text: str, language: Language) -> str:
    """Words of the reader (a face, "open kong", "kong 5p") as people say them."""
    if text in FACE_CODES:
        return tile_name(text, language)
    if text in MESSAGES[language]:
        return MESSAGES[language][text]
    head, _, last = text.rpartition(" ")
    if not head:
        return text
    return f"{phrase(head, language)} {phrase(last, language)}"


def assumed_texts(result: Result, language: Language) -> list[str]:
    """What the reader took for granted beside circumstances, and what it changed."""
    texts = [
        f"{phrase(name, language)} {phrase(str(value), language)}"
        for name, value in result.assumed.items()
        if name not in _AS_FLAGS
    ]
    if result.changed:
        arrows = [
            f"{tile_name(was, language)} → {tile_name(now, language)}"
            for _, was, now in result.changed
        ]
        separator = ", " if language == "en" else "、"
        texts.append(f"{say(language, 'changed')} {separator.join(arrows)}")
    return texts
