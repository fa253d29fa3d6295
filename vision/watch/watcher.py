"""A live picture in, still tables out: reads what changed, once it lies still.

Frames come one by one with the time at which they were taken. Most cost two milliseconds: the gate
compares them on a small plane. When nothing has moved for a moment, the parts that changed are
looked at, twice or more, in frames of their own; what the readings agree on is handed on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Image
from vision.faces import Namer
from vision.frame import TableFrame
from vision.geometry import Array
from vision.watch.align import Aligner, Hang, Shift, by_markers, moved_frame
from vision.watch.cloth import Cloth, boxes_of
from vision.watch.gate import Gate, Mask, Motion, Plane, small_plane
from vision.watch.ground import Ground
from vision.watch.look import Area, LocatesParts
from vision.watch.reading import PartReader, missed
from vision.watch.settings import WATCH, WatchSettings
from vision.watch.tracks import Contradiction, Place, Track, Tracks
from vision.watch.types import LyingTile, StillTable


class State(Enum):
    """What the table does."""

    MOVING = "moving"
    HAND = "hand"
    """A hand is in the picture."""
    SETTLING = "settling"
    """Nothing moves; what changed is being read."""
    STILL = "still"
    BLIND = "blind"
    """The picture does not show the table."""


class Advice(Enum):
    """What a person should know of the camera."""

    BLACK = "black"
    SIZE = "size"
    """The picture has another size than that in which the corners were set."""
    REALIGNED = "realigned"
    """The camera was bumped, and the table was found again."""
    BUMPED = "bumped"
    """The camera seems to have been bumped; nothing is read until that is clear."""
    LOST = "lost"
    """The camera was bumped, and the corners should be set again."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one frame told."""

    time: float
    state: State
    table: StillTable | None = None
    """Given once for each table that is another than the last one handed on."""
    contradictions: tuple[Contradiction, ...] = ()
    advice: tuple[Advice, ...] = ()


class Watcher:
    """Follows one table.

    Args:
        locator: finds tiles, in the whole picture and in parts.
        namer: names them.
        frame: where the table lies in the pictures.
        settings: thresholds.
    """

    def __init__(
        self,
        locator: LocatesParts,
        namer: Namer,
        frame: TableFrame,
        settings: WatchSettings = WATCH,
    ) -> None:
        self._locator, self._namer, self._s = locator, namer, settings
        self.aim(frame)

    def aim(self, frame: TableFrame) -> None:
        """The corners were set anew: all that was known of the table is forgotten."""
        s = self._s
        self._tracks = Tracks(s.track)
        self._reader = PartReader(self._locator, self._namer, self._tracks, s)
        self._gate = Gate(frame, s.gate)
        self._ground = Ground(frame, self._gate.size, self._gate.scale, s.gate.rim)
        self._aligner = Aligner(frame, s.align)
        self._cloth = Cloth(self._gate.size, self._ground.per_cm, s.hidden)
        self._hidden: Mask = np.zeros(self._gate.table.shape, np.uint8)
        self._rows: tuple[Place, ...] = ()
        self._number = 0
        self._told: object = None
        self._at: dict[int, tuple[float, float]] = {}
        self._readings = 0
        self._begun = 0.0  # when the first reading of what changed was
        self._read_at = self._checked = self._asked = self._swept = -1e9
        self._restless: float | None = None  # since when something has moved without a pause
        self._rests = False  # a hand rests where something is to be read
        self._part = 0
        self._lost = False
        self._unsure = 0  # checks in a row that found the camera bumped, and not how
        self._last: float | None = None

    @property
    def frame(self) -> TableFrame:
        """Where the table lies now; another one after a bump."""
        return self._ground.frame

    @property
    def tiles(self) -> tuple[LyingTile, ...]:
        """What is known to lie there."""
        return self._tracks.tiles()

    def stand(self, rows: Sequence[Place]) -> None:
        """Rows of standing tiles, each as one place: they hide nothing, and are no resting hand."""
        self._rows = tuple(rows)

    def say(self, number: int, face: str) -> bool:
        """A person says which face a tile has; False when no such tile lies there any more."""
        return self._tracks.say(number, face)

    def see(self, image: Image, time: float, small: Image | None = None) -> Seen:
        """Look at the next frame.

        Args:
            image: BGR (h, w, 3) of the size of `frame`.
            time: when it was taken, seconds; never earlier than the one before.
            small: the same picture small and grey, where the camera makes one.
        """
        s = self._s
        if (image.shape[1], image.shape[0]) != self.frame.size:
            return self._blind(time, Advice.SIZE)
        gap = self._last is not None and time - self._last > s.gap
        self._last = time
        plane = small_plane(image if small is None else small, s.gate.small_side)
        motion = self._gate.see(plane, time, anew=gap)
        if motion.black:
            return self._blind(time, Advice.BLACK)
        if motion.still >= s.still:
            self._restless = None
        elif self._restless is None:
            self._restless = time
        if motion.still < s.first:
            return self._while_moving(image, motion, time)
        advice = self._check_hang(image, motion, time)
        if advice is not None:
            self._readings = 0
            state = State.SETTLING if advice is Advice.REALIGNED else State.BLIND
            return Seen(time, state, advice=(advice,))
        if not motion.changed.any():
            self._readings = 0
            return Seen(time, State.STILL, self._idle(image, motion, time), self._tracks.told())
        self._read_once(image, motion.changed, motion, time)
        table = None
        if self._settled(motion):
            table = self._commit(image, np.full_like(motion.changed, 255), time)
            self._keep_hang(image)
        state = State.SETTLING if self._readings else State.STILL
        return Seen(time, state, table, self._tracks.told())

    # --- one way through for each state ---------------------------------------------------------

    def _blind(self, time: float, advice: Advice) -> Seen:
        self._readings = 0
        return Seen(time, State.BLIND, advice=(advice,))

    def _while_moving(self, image: Image, motion: Motion, time: float) -> Seen:
        """Nothing is read, unless the motion goes on and on somewhere else."""
        state = State.HAND if motion.hand else State.MOVING
        since = time if self._restless is None else self._restless
        away: Mask | None = None
        if self._number and not self._lost and time - since >= self._s.unsettled:
            away = self._away_from_motion(motion)
        if away is None or not away.any():
            self._readings = 0
            return Seen(time, state)
        self._read_once(image, away, motion, time)
        table = None
        if self._readings >= self._s.track.agree and self._agreed():
            table = self._commit(image, away, time, motion.moving)
        return Seen(time, state, table, self._tracks.told())

    def _away_from_motion(self, motion: Motion) -> Mask:
        """What changed, lies still, and is not near what moves."""
        table = self._gate.table > 0
        restless = ((motion.calm < self._s.still) & table).astype(np.uint8)
        reach = max(round(self._s.look.margin * self._ground.per_cm), 1)
        near = cv2.dilate(restless, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
        _, labels = cv2.connectedComponents(motion.changed)
        busy = np.unique(labels[near > 0])
        return np.where(np.isin(labels, busy) | (labels == 0), 0, 255).astype(np.uint8)

    def _settled(self, motion: Motion) -> bool:
        s = self._s
        if self._readings < s.track.agree or motion.still < s.still:
            return False
        if self._rests and motion.still < s.unsettled:
            return False  # it will yet take away what it holds, or lay it down
        return self._agreed()

    def _agreed(self) -> bool:
        return not self._tracks.open(self._begun) or self._readings >= self._s.track.patience

    def _idle(self, image: Image, motion: Motion, time: float) -> StillTable | None:
        """Nothing moves and nothing changed: look at doubtful faces, and for tiles missed."""
        s = self._s
        if self._number == 0:
            return None
        if time - self._asked >= s.ask_again:
            self._asked = time
            doubtful = [
                t for t in self._tracks.lying
                if t.doubtful and not t.against and t.asked < s.track.asked
            ][: s.asked]  # fmt: skip
            if doubtful:
                self._reader.look_again(image, self._ground, doubtful)
        if self._tracks.news:
            return self._hand_on(time)
        again = self._tracks.open(self._swept)
        if time - self._swept >= (s.again if again else s.sweep):
            self._part += not again
            self._swept = time
            half = self.frame.side / 2 + s.gate.rim
            step = 2 * half / s.parts
            left = -half + step * (self._part % s.parts)
            near = -half + step * (self._part // s.parts % s.parts)
            sighted = self._read(image, [(left, near, left + step, near + step)], motion, time)
            for track in [t for t in self._tracks.all if not t.number and id(t) not in sighted]:
                self._tracks.miss(track, time)
            if not self._tracks.open(self._swept):
                self._tracks.commit()
                return self._hand_on(time)
        return None

    # --- reading and taking ---------------------------------------------------------------------

    def _read_once(self, image: Image, dirty: Mask, motion: Motion, time: float) -> None:
        """One reading of what changed, if the last one was long enough ago."""
        s, tracks, ground = self._s, self._tracks, self._ground
        if self._readings and time - self._read_at < s.again:
            return
        moved = self._moved(motion, time)
        if not self._readings:
            self._begun = time
        if not self._readings and tracks.all:
            latest = ground.under(moved, [t.place for t in tracks.all]).max(axis=1)
            at = {id(t): float(m) for t, m in zip(tracks.all, latest, strict=True)}
            tracks.forget(lambda t: at[id(t)] > t.confirmed)
        self._read_at, self._readings = time, self._readings + 1
        areas = ground.areas(dirty, s.look.join, s.look.whole)
        sighted = self._read(image, areas, motion, time)
        here = [t for t in tracks.all if id(t) in sighted]
        left = missed(ground, tracks, sighted, dirty, time, s)
        there = self._reader.still_there(image, ground, left)
        here += [t for t, stays in zip(left, there, strict=True) if stays]
        left = [t for t, stays in zip(left, there, strict=True) if not stays]
        self._find_hidden(image, dirty, here)
        for track in here:
            if id(track) not in sighted:
                tracks.stay(track, time)
        if left:
            covered = (ground.under(self._hidden, [t.place for t in left]) > 0).mean(axis=1)
            for track, share in zip(left, covered, strict=True):
                if share < s.track.covered:
                    tracks.miss(track, time)

    def _read(self, image: Image, areas: list[Area], motion: Motion, time: float) -> set[int]:
        return self._reader.read(image, self._ground, areas, self._moved(motion, time), time)

    def _moved(self, motion: Motion, time: float) -> Plane:
        return np.asarray(time - motion.calm, dtype=np.float32)

    def _find_hidden(self, image: Image, dirty: Mask, here: Sequence[Track]) -> None:
        """What covers the table, in the parts that changed; elsewhere it is as it was."""
        tiles = self._ground.mask_of([*(t.place for t in here), *self._rows], 0.0)
        hidden = self._cloth.hidden(self._cloth.colours(image), tiles, self._gate.table)
        reach = cv2.dilate(dirty, np.ones((5, 5), np.uint8)) > 0
        fresh = _patches_in(hidden, reach)
        stays = (self._hidden > 0) & ~_patches_in(self._hidden, reach)
        self._hidden = np.where(fresh | stays, 255, 0).astype(np.uint8)
        self._rests = bool((fresh & (self._gate.rim > 0)).any())

    def _commit(
        self, image: Image, where: Mask, time: float, moving: Mask | None = None
    ) -> StillTable | None:
        """Take what the readings agreed on in the places of a mask."""
        self._readings = 0
        self._tracks.commit()
        self._gate.keep(where)
        tiles = self._ground.mask_of([*(t.place for t in self._tracks.lying), *self._rows], 1.0)
        covered = cv2.bitwise_or(tiles, self._hidden)
        bare = (self._gate.table > 0) & (where > 0) & (covered == 0)
        self._cloth.learn(self._cloth.colours(image), bare.astype(np.uint8))
        return self._hand_on(time, moving)

    def _hand_on(self, time: float, moving: Mask | None = None) -> StillTable | None:
        """The table, if it is another than the last one handed on."""
        tiles, self._tracks.news = self._tracks.tiles(), False
        mask = self._hidden if moving is None else cv2.bitwise_or(self._hidden, moving)
        hidden = tuple(self._ground.area_of(box) for box in boxes_of(np.asarray(mask, np.uint8)))
        places = self._s.track.same_place
        told = (
            [(t.id, t.face, t.doubtful) for t in tiles],
            [tuple(round(v / self._s.look.margin) for v in area) for area in hidden],
        )
        at = {t.id: (t.x, t.y) for t in tiles}
        moved = any(
            math.dist(at[number], old) > places for number, old in self._at.items() if number in at
        )
        if told == self._told and not moved:
            return None
        self._told, self._at = told, at
        self._number += 1
        return StillTable(time, self._number, tiles, hidden)

    # --- a bumped camera ------------------------------------------------------------------------

    def _keep_hang(self, image: Image) -> None:
        if self._aligner.aimed:
            self._aligner.follow(image)
        else:
            self._aligner.aim(self.frame, image)

    def _check_hang(self, image: Image, motion: Motion, time: float) -> Advice | None:
        """Whether the camera still hangs as it did; LOST also while that is not clear."""
        s = self._s.align
        if not self._aligner.aimed:
            return None
        since = time - self._checked
        moved = since > motion.still and bool(motion.changed.any())
        if not moved and since < (s.every if self._lost or self._unsure else s.idle):
            return Advice.LOST if self._lost else Advice.BUMPED if self._unsure else None
        self._checked = time
        shift = self._aligner.check(image)
        if shift.hang is Hang.STEADY:
            self._lost, self._unsure = False, 0
            return None
        if shift.hang is Hang.MOVED:
            frame = moved_frame(self.frame, shift.matrix, s)
            if frame is not None and self._fits(shift, motion):
                self._realign(frame, shift.matrix, image)
                return Advice.REALIGNED
        elif motion.share < s.lost and not self._lost:
            self._unsure = 0
            return None
        marked = by_markers(image, self.frame)
        if marked is not None:
            old = np.asarray(self.frame.corners, dtype=np.float32)
            new = np.asarray(marked.corners, dtype=np.float32)
            matrix = cv2.getPerspectiveTransform(old, new)
            self._realign(marked, np.asarray(matrix, dtype=np.float64), image)
            return Advice.REALIGNED
        self._unsure += 1
        self._lost = self._lost or self._unsure >= s.asks
        return Advice.LOST if self._lost else Advice.BUMPED

    def _fits(self, shift: Shift, motion: Motion) -> bool:
        """Whether the move explains most of what looks otherwise, or very many corners agree."""
        s = self._s.align
        kept = self._gate.warp(shift.matrix)
        if shift.agreeing >= s.surely or kept is None:
            return True
        return self._gate.differing(kept) <= max((1 - s.fits) * motion.share, s.little)

    def _realign(self, frame: TableFrame, matrix: Array, image: Image) -> None:
        kept = self._gate.warp(matrix)
        own = self._gate.on_plane(matrix)
        self._gate.aim(frame)
        if kept is not None:
            self._gate.adopt(kept)
        self._cloth.warp(own)
        self._hidden = np.asarray(cv2.warpPerspective(self._hidden, own, self._gate.size), np.uint8)
        self._ground = Ground(frame, self._gate.size, self._gate.scale, self._s.gate.rim)
        self._aligner.aim(frame, image)
        self._lost, self._unsure = False, 0


def _patches_in(mask: Mask, where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The patches of a mask that reach into `where`, whole."""
    _, labels = cv2.connectedComponents(mask)
    return np.asarray(np.isin(labels, np.unique(labels[where & (mask > 0)])) & (mask > 0))
