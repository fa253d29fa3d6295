"""The watcher of lying tiles and the finder of standing hands, together: whole still tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.crops import Image
from vision.faces import Namer
from vision.frame import TableFrame, from_seat, in_seat
from vision.geometry import Array
from vision.types import BACK, SEATS
from vision.watch.look import Area, LocatesParts
from vision.watch.settings import STANDING, WATCH, StandingSettings, WatchSettings
from vision.watch.standing import Standing, Strip
from vision.watch.tracks import Place
from vision.watch.types import LyingTile, StillTable
from vision.watch.watcher import Advice, Seen, State, Watcher

FIRST_ID = 1 << 20
"""Ids of standing tiles count from here: the tracks of lying ones never get so far."""


@dataclass(frozen=True, slots=True)
class _Top:
    id: int
    x: float
    depth: float
    since: float


class WholeWatcher:
    """As `Watcher`, with the tops of standing tiles in every still table.

    Args:
        locator: finds tiles, in the whole picture and in parts.
        namer: names them.
        frame: where the table lies in the pictures.
        settings: of the watcher.
        standing: of the standing hands.
    """

    def __init__(
        self,
        locator: LocatesParts,
        namer: Namer,
        frame: TableFrame,
        settings: WatchSettings = WATCH,
        standing: StandingSettings = STANDING,
    ) -> None:
        self._watcher = Watcher(locator, namer, frame, settings)
        self._s = standing
        self._wide = settings.track.width
        self._aim(frame)
        self._number = 0
        self._next = FIRST_ID
        self._lying: StillTable | None = None
        self._rows: list[list[_Top]] = [[] for _ in SEATS]
        self._blocked: frozenset[int] = frozenset()
        self._state = State.SETTLING
        self._moved = True
        self._whole: tuple[LyingTile, ...] = ()

    def _aim(self, frame: TableFrame) -> None:
        self._frame = frame
        self._standing = Standing(frame, self._s)

    @property
    def frame(self) -> TableFrame:
        """Where the table lies now."""
        return self._watcher.frame

    @property
    def tiles(self) -> tuple[LyingTile, ...]:
        """What is known to lie or stand there."""
        return self._whole or self._watcher.tiles

    def say(self, number: int, face: str) -> bool:
        """A person says which face a tile has; False when no such tile lies there any more."""
        return self._watcher.say(number, face)

    def see(self, image: Image, time: float, small: Image | None = None) -> Seen:
        """Look at the next frame; see `Watcher.see`."""
        if self._state is State.SETTLING:
            # What is about to be read may be a row of standing tiles, which looks like an arm.
            self._watcher.stand(self._places(image))
        seen = self._watcher.see(image, time, small)
        self._state = seen.state
        if Advice.REALIGNED in seen.advice:
            self._aim(self._watcher.frame)
        if seen.state in (State.MOVING, State.HAND):
            self._moved = True
        if seen.table is not None:
            self._lying = seen.table
        if self._lying is None or (seen.table is None and not self._due(seen)):
            return seen
        self._moved = self._moved and seen.state is not State.STILL
        changed = self._look(image, self._lying, time)
        if seen.table is None and not changed:
            return seen
        self._number += 1
        tiles = (*self._flat(self._lying.tiles), *self._tops())
        self._whole = tiles
        hidden = tuple(area for area in self._lying.hidden if not self._is_row(area))
        return replace(seen, table=StillTable(time, self._number, tiles, hidden))

    def _due(self, seen: Seen) -> bool:
        """Something moved, and nothing does any more: a hand may have drawn or put back a tile."""
        return self._moved and seen.state is State.STILL

    # --- standing hands

    def _places(self, image: Image) -> list[Place]:
        """The rows that stand now, each as one place with its shadow."""
        flat = self._flat(self._watcher.tiles)
        strips, _ = self._standing.look(image, flat, self._wide)
        half, more = self._frame.side / 2, self._s.around
        out = []
        for strip in strips:
            middle = np.array([(strip.left + strip.right) / 2, strip.depth - half])
            x, y = from_seat(middle, strip.seat)
            turn = 90.0 if strip.seat % 2 else 0.0
            wide = strip.right - strip.left + 2 * more
            out.append(Place(float(x), float(y), turn, wide, self._s.body))
        return out

    def _flat(self, tiles: Sequence[LyingTile]) -> tuple[LyingTile, ...]:
        """The tiles that lie: what the locator took for a top is told by the strips."""
        middles = np.array([[tile.x, tile.y] for tile in tiles]).reshape(-1, 2)
        half = self._frame.side / 2
        depth = np.min([in_seat(middles, q)[:, 1] + half for q in range(len(SEATS))], axis=0)
        return tuple(
            tile for tile, deep in zip(tiles, depth, strict=True) if self._lies(tile, float(deep))
        )

    def _lies(self, tile: LyingTile, depth: float) -> bool:
        """Whether it is a lying tile, not a top and not a piece cut by the edge of a view."""
        s = self._s
        if tile.face == BACK:
            return tile.high >= s.lies * self._wide or depth > s.reach
        return tile.wide * tile.high >= s.piece * s.tall * self._wide**2

    def _look(self, image: Image, table: StillTable, time: float) -> bool:
        """Find the strips again; whether a row has another number of tiles than before."""
        wide = [tile.wide for tile in table.tiles if tile.face != BACK and not tile.doubtful]
        if len(wide) >= self._s.enough:
            self._wide = float(np.median(wide))
        flat = self._flat(table.tiles)
        strips, self._blocked = self._standing.look(image, flat, self._wide)
        changed = False
        for seat in range(len(SEATS)):
            if seat in self._blocked:
                continue  # as it was, until it can be seen
            row = self._matched(seat, [s for s in strips if s.seat == seat], time)
            changed |= [top.id for top in row] != [top.id for top in self._rows[seat]]
            self._rows[seat] = row
        return changed

    def _as_seen(self, area: Area, seat: int) -> Array:
        """Two corners (2, 2) of a part of the table as a seat sees it."""
        left, near, right, far = area
        return in_seat(np.array([[left, near], [right, far]]), seat) + self._frame.side / 2

    def _is_row(self, area: Area) -> bool:
        """Whether what covers a part of the table may be a row of standing tiles.

        The watcher of lying tiles knows nothing of those: they are neither cloth nor tile to it.
        """
        for seat in range(len(SEATS)):
            far = float(self._as_seen(area, seat)[:, 1].max())
            if seat not in self._blocked and far < self._s.reach + self._s.beside:
                return True
        return False

    def _matched(self, seat: int, strips: Sequence[Strip], time: float) -> list[_Top]:
        """The tops of a seat, with the ids of those that stood there before."""
        places = [place for strip in strips for place in strip.places()]
        old = list(self._rows[seat])
        pairs = sorted(
            (abs(top.x - x), i, k)
            for i, (x, _) in enumerate(places)
            for k, top in enumerate(old)
            if abs(top.x - x) < self._s.same * self._wide
        )
        mine: dict[int, int] = {}
        taken: set[int] = set()
        for _, i, k in pairs:
            if i not in mine and k not in taken:
                mine[i] = k
                taken.add(k)
        row = []
        for i, (x, depth) in enumerate(places):
            if i in mine:
                top = old[mine[i]]
                row.append(_Top(top.id, x, depth, top.since))
            else:
                row.append(_Top(self._next, x, depth, time))
                self._next += 1
        return row

    def _tops(self) -> list[LyingTile]:
        half = self._frame.side / 2
        out = []
        for seat, row in enumerate(self._rows):
            for top in row:
                x, y = from_seat(np.array([top.x, top.depth - half]), seat)
                turn = 90.0 if seat % 2 else 0.0
                wide, high = self._wide, self._s.deep
                out.append(
                    LyingTile(
                        top.id, BACK, float(x), float(y), turn, wide, high, 1.0, since=top.since
                    )
                )
        return out
