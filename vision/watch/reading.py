"""One reading of parts of the table: tiles found, known again or named, and missed."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.crops import Image, Pyramid
from vision.faces import Namer
from vision.geometry import ASPECT
from vision.types import BACK, LocatedTile, Quad, ReadTile
from vision.watch.gate import Mask, Plane
from vision.watch.ground import Ground
from vision.watch.look import (
    Area,
    LocatesParts,
    Look,
    Thumb,
    as_top,
    likeness,
    name_faces,
    other_colour,
    quad_on_table,
    thumb_of,
    views_over,
)
from vision.watch.settings import WatchSettings
from vision.watch.tracks import Place, Sighting, Track, Tracks


class PartReader:
    """Reads parts of one table into its tracks."""

    def __init__(
        self, locator: LocatesParts, namer: Namer, tracks: Tracks, settings: WatchSettings
    ) -> None:
        self._locator, self._namer, self._tracks, self._s = locator, namer, tracks, settings

    def read(
        self, image: Image, ground: Ground, areas: Sequence[Area], moved: Plane, time: float
    ) -> set[int]:
        """Find the tiles in parts of the table and take them into the tracks.

        Args:
            image: BGR, the whole picture.
            ground: where the table lies in it.
            areas: the parts.
            moved: when each pixel of the small plane last moved, seconds.
            time: of the picture.

        Returns:
            `id` of every track that was sighted.
        """
        s, tracks, frame = self._s, self._tracks, ground.frame
        wide = [_grown(area, s.look.margin) for area in areas]
        views = [view for area in wide for view in views_over(area, frame, s.look)]
        half = frame.side / 2 + s.gate.rim
        found: list[LocatedTile] = []
        places: list[Place] = []
        for tile in self._locator.locate_in(image, views):
            place = Place(*quad_on_table(tile.quad, frame))
            if max(abs(place.x), abs(place.y)) <= half:
                found.append(tile)
                places.append(place)
        reach = 2 * round(s.look.margin * ground.per_cm) + 1
        moved = np.asarray(cv2.dilate(moved, np.ones((reach, reach), np.uint8)), np.float32)
        known = _Pictures(Pyramid(image), ground, places, s)
        mine = tracks.match(places, known.like)
        sighted: set[int] = set()
        unnamed = []
        for i, place in enumerate(places):
            track = mine.get(i)
            if track is None or known.like(i, track) < s.track.same_look or self._wants(track):
                unnamed.append(i)
            else:
                sighted.add(id(track))
                own = Sighting(place.like(track.place), known.thumb(i, track))
                tracks.sight(track, own, time)
        for i, named, look in self._named(image, ground, found, unnamed):
            track = mine.get(i)
            if track is not None and not self._is_another(i, track, named, known, ground, moved):
                own = Sighting(places[i].like(track.place), known.thumb(i, track), look)
                tracks.sight(track, own, time)
            else:
                if track is not None:
                    tracks.miss(track, time)
                place = Place(*quad_on_table(named.quad, frame))
                track = tracks.begin(Sighting(place, known.cut(named.quad), look), time)
            sighted.add(id(track))
        return sighted

    def look_again(self, image: Image, ground: Ground, which: Sequence[Track]) -> None:
        """Name tiles once more where they lie, nothing else."""
        quads = [LocatedTile(track.place.quad(ground.frame), 1.0) for track in which]
        for i, _, look in self._named(image, ground, quads, range(len(quads))):
            self._tracks.look(which[i], look)

    def still_there(self, image: Image, ground: Ground, which: Sequence[Track]) -> list[bool]:
        """Whether each tile looks as it did, where it lay."""
        known = _Pictures(Pyramid(image), ground, [t.place for t in which], self._s)
        return [known.like(i, t) >= self._s.track.same_look for i, t in enumerate(which)]

    def _wants(self, track: Track) -> bool:
        """Whether the face of a tile that lies where it lay is to be looked at once more."""
        s = self._s.track
        if track.asked >= s.asked or track.said:
            return False
        if track.number:
            return track.doubtful or 0 < len(track.against) < s.agree
        sure = track.guess(s)[1]
        return sure < (s.clear if len(track.looks) < s.agree else s.sure)

    def _is_another(
        self,
        i: int,
        track: Track,
        named: ReadTile,
        known: _Pictures,
        ground: Ground,
        moved: Plane,
    ) -> bool:
        """Whether another tile was laid in a tile's place: it looks otherwise, and something moved
        near it."""
        if not track.number or named.face == track.face or named.doubtful:
            return False
        if known.like(i, track) >= self._s.track.same_look:
            return False
        return bool(ground.under(moved, [track.place]).max() > track.confirmed)

    def _named(
        self,
        image: Image,
        ground: Ground,
        found: Sequence[LocatedTile],
        which: Sequence[int],
    ) -> list[tuple[int, ReadTile, Look]]:
        """The named ones of `which`, with their number among the found."""
        known = [
            ReadTile(t.face, 1.0, t.place.quad(ground.frame), (), t.doubtful)
            for t in self._tracks.lying
        ]
        of = {_key(found[i].quad): i for i in which}
        named = name_faces(image, [found[i] for i in which], known, self._namer, self._s.look)
        sizes = [quad_on_table(tile.quad, ground.frame)[3:] for tile, _ in named]
        blank = ("P", BACK)
        wide = [
            size[0]
            for (tile, _), size in zip(named, sizes, strict=True)
            if tile.face not in blank and not tile.doubtful
        ]
        low = self._s.look.standing * ASPECT * self._tracks.unit(wide) ** 2
        out = []
        for (tile, look), size in zip(named, sizes, strict=True):
            # A face that is named for sure is believed: seen aslant, it is smaller, too.
            top = size[0] * size[1] < low and (tile.face in blank or tile.doubtful)
            told = as_top(tile, look, self._s.look) if top else (tile, look)
            out.append((of[_key(tile.quad)], *told))
        return out


class _Pictures:
    """Thumbnails of found tiles, made when first compared."""

    def __init__(
        self, pyramid: Pyramid, ground: Ground, places: Sequence[Place], s: WatchSettings
    ) -> None:
        self._pyramid, self._ground, self._places, self._s = pyramid, ground, places, s
        self._thumbs: dict[tuple[int, int], Thumb] = {}

    def cut(self, quad: Quad) -> Thumb:
        """The thumbnail of a quad of the picture."""
        return thumb_of(self._pyramid, quad, self._s.look)

    def thumb(self, i: int, track: Track) -> Thumb:
        """The thumbnail of the i-th place, read the way up in which the track is."""
        as_read = self._places[i].like(track.place)
        key = (i, round(as_read.turn - self._places[i].turn))
        if key not in self._thumbs:
            self._thumbs[key] = self.cut(as_read.quad(self._ground.frame))
        return self._thumbs[key]

    def like(self, i: int, track: Track) -> float:
        """-1..1, how alike the i-th place and the track look."""
        own = self.thumb(i, track)
        if other_colour(own, track.thumb, self._s.look):
            return 0.0
        return likeness(own, track.thumb, self._s.look)


def missed(
    ground: Ground,
    tracks: Tracks,
    sighted: set[int],
    dirty: Mask,
    time: float,
    settings: WatchSettings,
) -> list[Track]:
    """Tiles that should have been sighted, for what changed touches them, and were not.

    So should those that the reading before missed; those that this one missed by `time` are known.
    """
    left = [t for t in tracks.all if id(t) not in sighted and t.missed < time]
    if not left:
        return []
    touched = (ground.under(dirty, [t.place for t in left]) > 0).mean(axis=1)
    least = settings.track.touched
    return [t for t, share in zip(left, touched, strict=True) if share >= least or t.misses]


def _grown(area: Area, by: float) -> Area:
    left, near, right, far = area
    return left - by, near - by, right + by, far + by


def _key(quad: Quad) -> tuple[int, int]:
    x, y = np.mean(quad, axis=0)
    return round(float(x) * 8), round(float(y) * 8)
