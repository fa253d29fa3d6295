"""What is known of the faces of tiles: what was read, what else they may be, what was answered."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.tiles import Tile
from vision.types import BACK
from vision.watch.story_settings import StorySettings
from vision.watch.types import LyingTile

SUITS = "mps"

Option = tuple[str, float]
"""A face and its price in nats; the likeliest costs nothing."""


@dataclass(slots=True)
class Faces:
    """The tiles of one hand, by their ids, as they were seen last."""

    settings: StorySettings = field(default_factory=StorySettings)
    seen: dict[int, LyingTile] = field(default_factory=dict)
    pinned: dict[int, str] = field(default_factory=dict)
    """Answered by somebody."""

    def look(self, tiles: Iterable[LyingTile]) -> set[int]:
        """Remember tiles; the ids of those whose face is another now."""
        changed = set()
        for tile in tiles:
            before = self.seen.get(tile.id)
            if before is not None and before.face != tile.face:
                changed.add(tile.id)
            self.seen[tile.id] = tile
        return changed

    def face(self, i: int) -> str:
        """The likeliest face of a tile."""
        return self.pinned.get(i) or self.seen[i].face

    def options(self, i: int) -> list[Option]:
        """What a tile may be, the likeliest first."""
        if i in self.pinned:
            return [(self.pinned[i], 0.0)]
        tile = self.seen[i]
        out = [(tile.face, 0.0)]
        for face, p in tile.alternatives:
            if p >= self.settings.least and face not in (BACK, tile.face):
                out.append((face, max(0.1, math.log(max(tile.confidence, 0.05) / p))))
        return sorted(out, key=lambda option: option[1])

    def price(self, i: int, face: str) -> float:
        """What it costs to take a tile for a face."""
        return next((p for f, p in self.options(i) if f == face), self.misread(i))

    def misread(self, i: int) -> float:
        """What a face costs that was never thought of; infinite for one that was answered."""
        return math.inf if i in self.pinned else self.settings.misread

    def confidence(self, ids: Iterable[int], chosen: Iterable[str | None]) -> float:
        """How sure it is that tiles have these faces."""
        sure = 1.0
        for i, face in zip(ids, chosen, strict=False):
            if i in self.pinned or face is None:
                continue
            tile = self.seen[i]
            other = next((p for f, p in tile.alternatives if f == face), 0.02)
            sure *= tile.confidence if tile.face == face else other
        return sure


@dataclass(frozen=True, slots=True)
class SetOption:
    """One way to read the tiles of a set."""

    kind: str
    """chow, pung, kong or concealed_kong."""
    faces: tuple[str, ...]
    """In the order in which the tiles lie; all the same for a kong with backs."""
    price: float


def set_options(ids: Sequence[int], faces: Faces, most: float = 14.0) -> list[SetOption]:
    """What three or four tiles that lie together may be, the likeliest first.

    Four of which one or more lie face down are a concealed kong; with none face up its faces are
    ``back``.
    """
    options = [faces.options(i) for i in ids]
    backs = [i for i, o in zip(ids, options, strict=True) if o[0][0] == BACK]
    if len(ids) == 4 and backs:
        return _face_down(options)
    found: dict[tuple[str, ...], SetOption] = {}
    for combination in _targets(options, len(ids)):
        price = 0.0
        for i, face in zip(ids, combination, strict=True):
            price += faces.price(i, face)
        if price <= most and BACK not in combination:
            kind = kind_of(combination)
            found[combination] = SetOption(kind, combination, price)
    return sorted(found.values(), key=lambda option: option.price)


def _face_down(options: Sequence[Sequence[Option]]) -> list[SetOption]:
    shown = [dict(o) for o in options if o[0][0] != BACK]
    if not shown:
        return [SetOption("concealed_kong", (BACK,) * 4, 0.0)]
    names = {face for o in shown for face in o}
    found = []
    for face in names:
        price = sum(o.get(face, 9.0) for o in shown)
        found.append(SetOption("concealed_kong", (face,) * 4, price))
    return sorted(found, key=lambda option: option.price)


def _targets(options: Sequence[Sequence[Option]], n: int) -> Iterator[tuple[str, ...]]:
    """Sets of which at least two tiles may be what they should."""
    names = sorted({face for o in options for face, _ in o if face != BACK and face[0] != "f"})
    for face in names:
        yield (face,) * n
    if n != 3:
        return
    lows = set()
    for face in names:
        if face[0].isdigit():
            rank, suit = int(face[0]), face[1]
            lows |= {(low, suit) for low in range(max(1, rank - 2), min(7, rank) + 1)}
    for low, suit in sorted(lows):
        run = tuple(f"{low + k}{suit}" for k in range(3))
        yield from itertools.permutations(run)


def kind_of(faces: Sequence[str]) -> str:
    """chow, pung or kong, of faces that are one of these."""
    if len(faces) == 4:
        return "kong"
    return "pung" if len(set(faces)) == 1 else "chow"


def tile_of(face: str) -> Tile | None:
    """The tile of a face code; None for a back."""
    return None if face == BACK else Tile.from_code(face)
