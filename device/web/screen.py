"""The picture of the small screen by the table, for whoever asks over the web."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from device.messages import Language
from device.screens.render import render
from device.screens.views import Ask, JoinQR, Starting, View, result_view, won_mark
from device.screens.words import word
from device.web.asking import questions_for_page

if TYPE_CHECKING:
    from device.web.results import Result


def view_of(result: Result | None, join: tuple[str, str] | None, language: Language) -> View:
    """What a screen shows now: the last result, or how to join (URL, code), or that it waits."""
    score = None if result is None else result.scored.score
    if result is None or score is None:
        return Starting(word("waiting", language)) if join is None else JoinQR(*join)
    asked = questions_for_page(result, language) if result.logged is None else []
    if asked:
        return Ask(tuple(choice["label"] for choice in asked[0]["choices"]))
    scored = result.scored
    win = scored.hand.win if scored.hand else None
    drawn = scored.circumstances is not None and scored.circumstances.self_draw
    mark = "" if win is None else won_mark(win, drawn, language)
    return result_view(score, scored.setup.rules, mark, language)


def screen_png(
    result: Result | None,
    join: tuple[str, str] | None,
    size: tuple[int, int],
    language: Language,
) -> bytes:
    """What a screen of `size` (width, height) shows now, as PNG."""
    buffer = io.BytesIO()
    render(view_of(result, join, language), size, language).save(buffer, "PNG")
    return buffer.getvalue()
