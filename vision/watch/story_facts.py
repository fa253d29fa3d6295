"""What a still table shows that a story does not explain yet.

Tiles that only got new ids (tidied, pushed and lost, hidden for a while) are recognised first, so
that what is left is news: discards, sets, flowers, a fourth tile on a pung.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from vision.watch.places import SEATS, Sight
from vision.watch.story_account import Account, SetSeen
from vision.watch.story_faces import Faces
from vision.watch.story_settings import StorySettings
from vision.watch.types import LyingTile


@dataclass(frozen=True, slots=True)
class Fourth:
    """A tile that may have been added to a pung."""

    seat: int
    place: int
    """Number of the pung among the sets of the seat."""
    tile: int
    sure: bool
    """False: it may also be one of the three under a new id."""


@dataclass(frozen=True, slots=True)
class Facts:
    """News, as ids."""

    river: tuple[int, ...] = ()
    sets: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Seat and tiles."""
    fourths: tuple[Fourth, ...] = ()
    flowers: tuple[tuple[int, int], ...] = ()
    """Seat and tile."""

    @property
    def number(self) -> int:
        """How much there is to explain."""
        sure = sum(fourth.sure for fourth in self.fourths)
        return len(self.river) + len(self.sets) + sure + len(self.flowers)


def news(
    account: Account, sight: Sight, faces: Faces, wide: float, s: StorySettings
) -> tuple[Account, Facts]:
    """What is new, and the story under the ids that its tiles have now."""
    account, river = _river(account, sight, faces, wide, s)
    account, sets, fourths = _sets(account, sight, faces, wide, s)
    account, flowers = _flowers(account, sight, faces, wide, s)
    return account, Facts(river, sets, fourths, flowers)


def _apart(a: LyingTile, b: LyingTile) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def _river(
    account: Account, sight: Sight, faces: Faces, wide: float, s: StorySettings
) -> tuple[Account, tuple[int, ...]]:
    fresh = [i for i in sight.river if i not in account.lying]
    gone = [i for i in account.lying if i not in sight.tiles]
    names: dict[int, int] = {}
    for old in gone:
        before = faces.seen[old]
        for new in fresh:
            if new in names.values():
                continue
            tile = sight.tiles[new]
            same = account.face(old, faces) == faces.face(new)
            near = _apart(before, tile) < s.places.same * wide
            if near and (same or (old != account.last and _reread(account, old, tile))):
                names[old] = new
                break
    # Tidied: lifted and laid elsewhere, by the dozen.
    claimed = any(
        len(view.sets) > len(sets) for view, sets in zip(sight.seats, account.sets, strict=True)
    )
    left = [i for i in gone if i not in names and (i != account.last or not claimed)]
    if len(left) > 1 or (left and not any(i not in names.values() for i in fresh)):
        homes = _homes(account)
        for old in left:
            for new in fresh:
                if new in names.values() or faces.face(new) != account.face(old, faces):
                    continue
                if sight.home[new][0] == homes.get(old):
                    names[old] = new
                    break
    taken = set(names.values())
    return account.renamed(names), tuple(i for i in fresh if i not in taken)


def _reread(account: Account, old: int, tile: LyingTile) -> bool:
    """Whether a tile with another face at an old one's place is that tile, read anew."""
    return any(face == tile.face for i, face in account.chosen if i == old)


def _homes(account: Account) -> dict[int, int]:
    """Who discarded each tile."""
    return {i: m.event.seat for m in account.moves for i in m.ids if len(m.ids) == 1}


def _sets(
    account: Account, sight: Sight, faces: Faces, wide: float, s: StorySettings
) -> tuple[Account, tuple[tuple[int, tuple[int, ...]], ...], tuple[Fourth, ...]]:
    fresh: list[tuple[int, tuple[int, ...]]] = []
    fourths: list[Fourth] = []
    for seat in SEATS:
        left = list(range(len(account.sets[seat])))
        for ids in sight.seats[seat].sets:
            known = account.sets[seat]
            place = _same_set(known, left, ids, account, faces, sight, wide)
            if place is None:
                fresh.append((seat, ids))
                continue
            left.remove(place)
            old = known[place]
            account, more = _matched(account, seat, place, ids, faces, sight, wide, s)
            if more is not None:
                sure = len(ids) == 4 and len(old.ids) == 3
                fourths.append(Fourth(seat, place, more, sure))
    return account, tuple(fresh), tuple(fourths)


def _same_set(
    known: tuple[SetSeen, ...],
    left: Iterable[int],
    ids: tuple[int, ...],
    account: Account,
    faces: Faces,
    sight: Sight,
    wide: float,
) -> int | None:
    """Which of the sets told before this one is."""
    best: tuple[float, int] | None = None
    for place in left:
        old = known[place]
        shared = len(set(old.ids) & set(ids))
        if shared >= 2 or (shared and len(old.ids) == len(ids)):
            return place
        x, y = _middle([faces.seen[i] for i in old.ids])
        u, v = _middle([sight.tiles[i] for i in ids])
        far = math.hypot(x - u, y - v)
        before = sorted(account.face(i, faces) for i in old.ids)
        alike = before == sorted(faces.face(i) for i in ids)
        if far < (2.5 if alike else 0.6) * wide and (best is None or far < best[0]):
            best = (far, place)
    return None if best is None else best[1]


def _middle(tiles: list[LyingTile]) -> tuple[float, float]:
    return sum(t.x for t in tiles) / len(tiles), sum(t.y for t in tiles) / len(tiles)


def _matched(
    account: Account,
    seat: int,
    place: int,
    ids: tuple[int, ...],
    faces: Faces,
    sight: Sight,
    wide: float,
    s: StorySettings,
) -> tuple[Account, int | None]:
    """Bring a known set's ids up to date; and the tile that may be its fourth."""
    old = account.sets[seat][place]
    fresh = [i for i in ids if i not in old.ids]
    gone = [i for i in old.ids if i not in ids]
    if len(ids) == 4 and len(old.ids) == 3:
        if old.kind == "pung" and len(fresh) == 1:
            return account, fresh[0]
        return account, None
    if old.kind == "kong" and len(old.ids) == 4 and len(ids) == 3:
        return account, None  # one lies on top, or was robbed
    one = old.kind == "pung" and len(fresh) == len(gone) == 1
    if one and faces.face(fresh[0]) == account.face(gone[0], faces):
        return account, fresh[0]
    if not fresh or len(fresh) > len(gone):
        return account, None
    names: dict[int, int] = {}
    for new in fresh:
        old_id = min(
            (i for i in gone if i not in names),
            key=lambda i: _apart(faces.seen[i], sight.tiles[new]),
        )
        names[old_id] = new
    return account.renamed(names), None


def _flowers(
    account: Account, sight: Sight, faces: Faces, wide: float, s: StorySettings
) -> tuple[Account, tuple[tuple[int, int], ...]]:
    fresh = [
        (seat, i)
        for seat in SEATS
        for i in sight.seats[seat].flowers
        if i not in account.flowers[seat]
    ]
    names: dict[int, int] = {}
    for seat in SEATS:
        for old in account.flowers[seat]:
            if old in sight.tiles:
                continue
            for where, new in fresh:
                if new in names.values() or where != seat:
                    continue
                near = _apart(faces.seen[old], sight.tiles[new]) < s.places.same * wide
                if near or faces.face(new) == account.face(old, faces):
                    names[old] = new
                    break
    taken = set(names.values())
    return account.renamed(names), tuple((q, i) for q, i in fresh if i not in taken)


def relabelled(account: Account, fourth: Fourth, sight: Sight) -> Account:
    """The story in which a tile that may be a fourth is one of the three under a new id."""
    old = account.sets[fourth.seat][fourth.place]
    gone = [i for i in old.ids if i not in sight.tiles]
    return account.renamed({gone[0]: fourth.tile}) if gone else account
