"""What scoring answers with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.tiles import Tile, format_chinese

Payer = Literal["all", "robbed", "others"]


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of the score.

    `id` is stable and English, `name` is what people call it, `why` names the tiles (Chinese),
    `rule` is the line of the rule checklist (``TW-16``). `payer` is ``all`` except in 七搶一 (2),
    where the robbed player and the ``others`` pay different flower items; only items for ``all``
    are in the total.
    """

    id: str
    name: str
    value: int
    why: str
    rule: str
    payer: Payer = "all"


@dataclass(frozen=True, slots=True)
class ReadSet:
    """One set (or the pair) of the reading that was scored, for display.

    `kind` is ``chow``, ``pung``, ``kong``, ``ckong`` or ``pair``; `concealed` is false for melds
    that lie open and for a pung finished by another's tile; `win` marks the set that the winning
    tile completed.
    """

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool
    win: bool = False

    def __str__(self) -> str:
        return format_chinese(self.tiles)


@dataclass(frozen=True, slots=True)
class Score:
    """A scored hand: the items of its best reading and their total, dealer's premium left out."""

    items: tuple[ScoreItem, ...]
    total: int
    unit: str
    waits: tuple[Tile, ...]
    """What the hand waited for before it won, in tile order; empty for a win by flowers alone."""
    limit: bool
    """Whether the hand is a limit hand (滿番); never in Taiwanese rules."""
    reading: tuple[ReadSet, ...]
