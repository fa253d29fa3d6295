"""The picture of the small screen by the table, for whoever asks over the web."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from device.messages import Language

if TYPE_CHECKING:
    from device.web.results import Result


def screen_png(result: Result | None, size: tuple[int, int], language: Language) -> bytes:
    """What a screen of `size` (width, height) shows now, as PNG."""
    from device.messages import localise, say
    from device.output import rules_title
    from device.screen import ResultView, render_result, score_view

    if result is None or result.scored.score is None:
        view = ResultView("台Cam", "—", "")
    else:
        title = rules_title(result.scored.setup.rules, language)
        win = result.scored.hand.win if result.scored.hand else None
        drawn = result.scored.circumstances is not None and result.scored.circumstances.self_draw
        word = say(language, "mark_drawn" if drawn else "mark_won")
        mark = "" if win is None else word + win.glyph
        view = score_view(result.scored.score, title, mark)
        items = tuple((localise(name, language), value) for name, value in view.items)
        view = ResultView(title, view.total, view.unit, items, mark)
    buffer = io.BytesIO()
    render_result(view, size).save(buffer, "PNG")
    return buffer.getvalue()
