"""Questions about doubtful tiles, for a person who only wants the tiles of a photograph read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.types import Question

if TYPE_CHECKING:
    from vision.types import Reading, ReadTile

LEAST = 0.05
"""A face less likely than this is not offered, unless there is no other."""
MOST = 4
"""No more choices than this."""

_NOT_ASKED = ("loose", "wall")


def ask_about_doubts(reading: Reading) -> Reading:
    """The reading with one question for each doubtful tile that nothing is asked about yet."""
    asked = {question.about[0] for question in reading.questions if len(question.about) == 1}
    asked |= {i for g in reading.groups if g.role in _NOT_ASKED for i in g.tiles}
    more = []
    for index, tile in enumerate(reading.tiles):
        choices = _choices(tile)
        if tile.doubtful and index not in asked and len(choices) > 1:
            more.append(Question((index,), f"{' or '.join(choices)}?", choices))
    return replace(reading, questions=(*reading.questions, *more)) if more else reading


def _choices(tile: ReadTile) -> tuple[str, ...]:
    likely = [face for face, probability in tile.alternatives if probability > LEAST]
    best = likely or [face for face, _ in tile.alternatives[:1]]
    return tuple(dict.fromkeys((tile.face, *best)))[:MOST]
