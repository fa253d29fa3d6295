"""Tiles known again from reading to reading, in centimetres on the table.

A reading sights tiles in some part of the table. A tile is taken to lie there once `agree` readings
sighted it with one face, and to be gone once as many saw its place without it. What it is does not
change any more: a face that later looks say to be another is doubtful, and told once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.frame import TableFrame
from vision.types import BACK, FACE_CODES, Quad
from vision.watch.look import Array, Look, Thumb, fused, quad_in_picture
from vision.watch.settings import TrackSettings
from vision.watch.types import LyingTile


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile lies: middle (cm), turn (degrees anticlockwise), width and height (cm)."""

    x: float
    y: float
    turn: float
    wide: float
    high: float

    def quad(self, frame: TableFrame) -> Quad:
        """In the picture."""
        return quad_in_picture(self.x, self.y, self.turn, self.wide, self.high, frame)

    def away(self, other: Place) -> float:
        """Distance of the middles, cm."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def askew(self, other: Place, period: float = 90.0) -> float:
        """Degrees between the turns, multiples of `period` left out."""
        off = abs(self.turn - other.turn) % period
        return min(off, period - off)

    def like(self, other: Place) -> Place:
        """The same outline, read the way up in which `other` is read."""
        quarters = round((other.turn - self.turn) / 90)
        wide, high = (self.high, self.wide) if quarters % 2 else (self.wide, self.high)
        return Place(self.x, self.y, self.turn + 90 * quarters, wide, high)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A tile found in one reading. `look` is None where it was known by its picture alone."""

    place: Place
    thumb: Thumb
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A tile that lies where it lay, and whose face now reads otherwise."""

    id: int
    face: str
    other: str
    confidence: float
    """Of the other face."""


@dataclass(slots=True, eq=False)
class Track:
    """A tile from its first sighting on; it has a number once it is taken to lie there."""

    place: Place
    thumb: Thumb
    since: float
    looks: list[Look] = field(default_factory=list)
    hits: int = 1
    misses: int = 0
    number: int = 0
    face: str = ""
    """Once it has a number; until then `guess`."""
    doubtful: bool = False
    against: list[Look] = field(default_factory=list)
    confirmed: float = 0.0
    """When it was last seen to lie there ..."""
    missed: float = -1e9
    """... and when it was not."""
    asked: int = 1
    """Looks so far, the forgotten ones too."""
    said: bool = False
    """A person named it."""

    def chances(self, s: TrackSettings) -> Array:
        """Probabilities of its face (43,), all looks together."""
        return fused(self.looks, s.least)

    def guess(self, s: TrackSettings) -> tuple[str, float]:
        """The likeliest face and its probability."""
        chances = self.chances(s)
        best = int(chances.argmax())
        return FACE_CODES[best], float(chances[best])


class Tracks:
    """All tiles of a table."""

    def __init__(self, settings: TrackSettings) -> None:
        self._s = settings
        self._next = 1
        self.all: list[Track] = []
        self.news = False
        """Whether what is known of a tile changed, but for its place, since this was last set."""
        self._told: list[Contradiction] = []

    @property
    def lying(self) -> list[Track]:
        """Those taken to lie there."""
        return [t for t in self.all if t.number]

    def unit(self, more: Sequence[float] = ()) -> float:
        """Width of this table's tiles, cm; `more` are widths of faces not taken yet."""
        wide = [t.place.wide for t in self.lying if t.face != BACK and not t.doubtful]
        wide += more
        return float(np.median(wide)) if len(wide) >= self._s.enough else self._s.width

    def match(
        self, found: Sequence[Place], like: Callable[[int, Track], float]
    ) -> dict[int, Track]:
        """Which track each found place belongs to, by place and then by look: nearest first.

        `like(i, track)` says how alike the picture in place i is to the track's, -1..1.
        """
        s = self._s
        if not found or not self.all:
            return {}
        at = np.array([(p.x, p.y) for p in found])
        lie = np.array([(t.place.x, t.place.y) for t in self.all])
        away = np.hypot(at[:, None, 0] - lie[None, :, 0], at[:, None, 1] - lie[None, :, 1])
        pairs = []
        for i, j in np.argwhere(away < s.same_place):
            track = self.all[int(j)]
            if found[int(i)].askew(track.place) <= s.same_turn:
                price = float(away[i, j]) / s.same_place + 2 * (1 - like(int(i), track))
                pairs.append((price, int(i), int(j)))
        out: dict[int, Track] = {}
        taken: set[int] = set()
        for _, i, j in sorted(pairs):
            if i not in out and j not in taken:
                out[i] = self.all[j]
                taken.add(j)
        return out

    def sight(self, track: Track, sighting: Sighting, time: float) -> None:
        """The tile is where it was."""
        track.hits, track.misses, track.confirmed = track.hits + 1, 0, time
        own = sighting.place
        # Finding is a little different every time; what lies still is told by the mean.
        share = 1 / min(track.hits, 4)
        old = track.place
        track.place = Place(
            old.x + share * (own.x - old.x),
            old.y + share * (own.y - old.y),
            old.turn + share * (own.turn - old.turn),
            old.wide + share * (own.wide - old.wide),
            old.high + share * (own.high - old.high),
        )
        if sighting.look is not None:
            self.look(track, sighting.look)
        if not track.against:
            track.thumb = sighting.thumb

    def look(self, track: Track, look: Look) -> None:
        """One more look at the face of a tile."""
        s = self._s
        track.asked += 1
        best = int(look.chances.argmax())
        other, chance = FACE_CODES[best], float(look.chances[best])
        if track.number and other != track.face and chance >= s.sure:
            track.against.append(look)
            if len(track.against) == s.agree and not track.said:
                track.doubtful = self.news = True
                self._told.append(Contradiction(track.number, track.face, other, chance))
            return
        track.looks = [*track.looks[-(s.looks - 1) :], look]
        if track.number and track.doubtful and not track.against:
            face, sure = track.guess(s)
            if face == track.face and sure >= s.sure:
                track.doubtful, self.news = False, True

    def stay(self, track: Track, time: float) -> None:
        """It was not found, yet what lies there looks as it did."""
        track.misses, track.confirmed = 0, time

    def begin(self, sighting: Sighting, time: float) -> Track:
        """A tile that was not there before; raises ValueError for one that was not looked at."""
        if sighting.look is None:
            raise ValueError("a new tile has to be looked at")
        track = Track(sighting.place, sighting.thumb, time, [sighting.look], confirmed=time)
        self.all.append(track)
        return track

    def miss(self, track: Track, time: float) -> None:
        """Its place was seen without it."""
        track.misses, track.missed = track.misses + 1, time
        if not track.number and track.misses >= self._s.agree:
            self.all.remove(track)

    def open(self, since: float) -> bool:
        """Whether readings since then left something on which another one has to agree."""
        s = self._s
        return any(
            (0 < t.misses < s.agree and t.missed >= since)
            if t.number
            else t.confirmed >= since
            and (t.hits < s.agree or (t.hits < s.named and t.guess(s)[1] < s.sure))
            for t in self.all
        )

    def forget(self, which: Callable[[Track], bool]) -> None:
        """Drop those that are not yet taken to lie there and for which `which` holds."""
        self.all = [t for t in self.all if t.number or not which(t)]

    def commit(self) -> None:
        """Take what readings agreed on.

        A tile that is gone and one with the same face that is new and near are one tile pushed.
        """
        s = self._s
        gone = [t for t in self.lying if t.misses >= s.agree]
        new = [t for t in self.all if not t.number and t.hits >= s.agree]
        for track in new:
            track.face, sure = track.guess(s)
            track.doubtful = sure < s.sure
        pairs = sorted(
            (a.place.away(b.place) + a.place.askew(b.place, 360.0) / 45, i, j)
            for i, a in enumerate(gone)
            for j, b in enumerate(new)
            if a.face == b.face and a.place.away(b.place) <= s.pushed
        )
        was: set[int] = set()
        for _, i, j in pairs:
            if i not in was and not new[j].number:
                was.add(i)
                new[j].number = gone[i].number
        for track in new:
            if not track.number:
                track.number, self._next = self._next, self._next + 1
        self.all = [t for t in self.all if t not in gone]
        for track in self.all:
            track.misses = 0
        self._without_doubles({id(t) for t in new})

    def _without_doubles(self, new: Collection[int]) -> None:
        """Of two tiles that cannot both lie there, the later found goes."""
        for track in [t for t in self.lying if id(t) in new]:
            near = [
                t for t in self.lying
                if t is not track and t.place.away(track.place) < self._s.double * min(
                    track.place.wide, track.place.high, t.place.wide, t.place.high
                )
            ]  # fmt: skip
            if near:
                self.all.remove(track)

    def say(self, number: int, face: str) -> bool:
        """A person says which face a tile has; False when no such tile lies there."""
        if face not in FACE_CODES:
            raise ValueError(f"unknown face {face!r}")
        for track in self.lying:
            if track.number == number:
                track.face, track.doubtful, track.said = face, False, True
                self.news = True
                track.against.clear()
                return True
        return False

    def told(self) -> tuple[Contradiction, ...]:
        """Contradictions since the last call; each is told once."""
        out, self._told = tuple(self._told), []
        return out

    def tiles(self) -> tuple[LyingTile, ...]:
        """As handed on."""
        return tuple(self._as_lying(t) for t in sorted(self.lying, key=lambda t: t.number))

    def _as_lying(self, track: Track) -> LyingTile:
        s = self._s
        confidence, others = 1.0, tuple[tuple[str, float], ...]()
        if not track.said:
            looks = [*track.looks, *track.against]
            chances = fused(looks, s.least)
            confidence = float(chances[FACE_CODES.index(track.face)])
            order = [int(i) for i in np.argsort(-chances)[:5] if chances[i] >= 0.002]
            others = tuple(
                (FACE_CODES[i], float(chances[i])) for i in order if FACE_CODES[i] != track.face
            )
        place = track.place
        turn = (place.turn + 180) % 360 - 180
        tile = LyingTile(
            track.number,
            track.face,
            place.x,
            place.y,
            turn,
            place.wide,
            place.high,
            min(confidence, 1.0),
            others[:4],
            track.doubtful,
            track.since,
        )
        return _folded(tile) if track.face == BACK else tile


def _folded(tile: LyingTile) -> LyingTile:
    """A back, which has no up: turned by 0 to 90, and wide where that lays it crosswise."""
    turn = tile.turn % 180
    if turn < 90:
        return replace(tile, turn=turn)
    return replace(tile, turn=turn - 90, wide=tile.high, high=tile.wide)


def footprints(places: Sequence[Place], frame: TableFrame, margin: float = 0.0) -> Array:
    """Corners (n, 4, 2) in the picture of tiles grown by `margin` cm on each side."""
    return np.array(
        [replace(p, wide=p.wide + 2 * margin, high=p.high + 2 * margin).quad(frame) for p in places]
    ).reshape(-1, 4, 2)
