"""The pictures of a snapped hand: the annotated photograph and the small screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PIL import Image

from device.messages import MESSAGES, Language, localise, say
from device.output import item_name, rules_title
from device.screens.smallest import draw_smallest
from device.screens.views import Result, result_view, won_mark

if TYPE_CHECKING:
    import numpy as np

    from device.snap import Snapped


def _headline(snapped: Snapped, language: Language) -> str:
    if snapped.score is not None:
        return f"{snapped.score.total} {localise(snapped.score.unit, language)}"
    return say(language, "no_win_short")


def annotated(image: np.ndarray, snapped: Snapped, rules: str, language: Language) -> Image.Image:
    """The photograph (BGR) with tiles, groups, items and total drawn on it."""
    import cv2

    from vision.overlay import ROLE_NAMES, Panel, annotate

    rows: tuple[tuple[str, str], ...] = ()
    if snapped.score is not None:
        rows = tuple((item_name(item, language), str(item.value)) for item in snapped.score.items)
    notes = [rules_title(rules, language)]
    if left := len(snapped.left_out()):
        notes.append(say(language, "left_out_short", count=left))
    if snapped.questions:
        notes.append(say(language, "questions_count", count=len(snapped.questions)))
    words = MESSAGES[language]
    drawn = annotate(
        image,
        snapped.corrected(),
        panel=Panel(_headline(snapped, language), rows, tuple(notes)),
        text=partial(localise, language=language),
        tags={role: words[f"role_{role}"] for role in ROLE_NAMES},
    )
    return Image.fromarray(cv2.cvtColor(drawn, cv2.COLOR_BGR2RGB))


def small_screen(snapped: Snapped, rules: str, language: Language) -> Image.Image:
    """The picture for a small screen: the total, or that the hand does not win or is in doubt."""
    if snapped.score is None:
        none = ((say(language, "no_win_short"), ""),)
        return draw_smallest(Result(rules_title(rules, language), "—", "", none))
    mark = ""
    if snapped.questions:
        mark = "?"
    elif snapped.hand is not None and snapped.hand.win is not None:
        mark = won_mark(snapped.hand.win, snapped.circumstances.self_draw, language)
    return draw_smallest(result_view(snapped.score, rules, mark, language))
