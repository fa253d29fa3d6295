"""From a still table to places: the hand, sets and flowers of each seat, rivers and the wall.

Everything is geometry: nothing here knows whose turn it is. Places are learned as the game goes:
where the hands stand and where the walls are built.

    places = Places(side)
    sight = places.look(table)
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from vision.types import BACK
from vision.watch.story_settings import PlaceSettings
from vision.watch.types import LyingTile, StillTable

SEATS = (0, 1, 2, 3)


def is_flower(face: str) -> bool:
    """Whether a face code is that of a flower."""
    return len(face) == 2 and face[0] == "f"


def as_seen(seat: int, x: float, y: float, half: float) -> tuple[float, float]:
    """A point of the table as a seat sees it: x to its right, y from its edge inwards, cm."""
    if seat == 0:
        return x, half + y
    if seat == 1:
        return y, half - x
    if seat == 2:
        return -x, half - y
    return -y, half + x


@dataclass(frozen=True, slots=True)
class SeatSight:
    """What lies before one seat; tiles as ids."""

    standing: tuple[int, ...] = ()
    """Backs of the hand, standing or put down."""
    shown: tuple[int, ...] = ()
    """Face up where the hand stands, from the seat's left to its right: laid open or fallen."""
    apart: int | None = None
    """The one of `shown` that lies apart from the others, at an end."""
    sets: tuple[tuple[int, ...], ...] = ()
    """Three or four tiles close together, from left to right."""
    flowers: tuple[int, ...] = ()
    loose: tuple[int, ...] = ()
    """Face up before the hand, and neither."""
    hidden: bool = False
    """Part of the hand's place could not be seen."""

    @property
    def count(self) -> int:
        """Concealed tiles, laid open or not."""
        return len(self.standing) + len(self.shown) + len(self.loose)


@dataclass(frozen=True, slots=True)
class Sight:
    """A still table by places."""

    time: float
    number: int
    seats: tuple[SeatSight, SeatSight, SeatSight, SeatSight]
    river: tuple[int, ...]
    """Face up inside the walls: in lines from the middle outwards, from left to right."""
    home: dict[int, tuple[int, float]]
    """Of each tile of the river the seat before which it lies, and how plainly, 0..1."""
    walls: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    """Stacks of the wall before each seat, from its right to its left."""
    heap: int
    """Backs that lie inside the walls."""
    tiles: dict[int, LyingTile]
    hidden: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def stacks(self) -> int:
        """Stacks that are left."""
        return sum(len(wall) for wall in self.walls)

    def is_hidden(self, x: float, y: float, margin: float = 1.5) -> bool:
        """Whether a place could not be seen."""
        return any(
            left - margin <= x <= right + margin and near - margin <= y <= far + margin
            for left, near, right, far in self.hidden
        )


@dataclass(slots=True)
class Places:
    """Where hands stand and walls lie on one table, as far as was seen.

    Args:
        side: of the table, cm.
        settings: distances.
    """

    side: float
    settings: PlaceSettings = field(default_factory=PlaceSettings)
    wide: float = 2.6
    """Width of a tile, cm, as seen so far."""
    row: list[float] = field(init=False)
    wall: list[float] = field(init=False)
    _looks: int = 0

    def __post_init__(self) -> None:
        self.row = [self.settings.row] * 4
        self.wall = [self.settings.wall] * 4

    def look(self, table: StillTable, *, learn: bool = True) -> Sight:
        """Give every tile its place.

        Args:
            table: what lies there.
            learn: look anew where rows and walls are (else only now and then).
        """
        s, half = self.settings, self.side / 2
        self._looks += 1
        if learn or self._looks % s.learn == 0:
            self._measure(table.tiles)
        standing: list[list[LyingTile]] = [[] for _ in SEATS]
        ring: list[list[LyingTile]] = [[] for _ in SEATS]
        walls: list[list[LyingTile]] = [[] for _ in SEATS]
        river: list[LyingTile] = []
        heap = 0
        for tile in table.tiles:
            depths = (half + tile.y, half - tile.x, half - tile.y, half + tile.x)
            seat = depths.index(min(depths))
            if tile.face == BACK and self._stands(tile):
                if depths[seat] < self.wall[seat] - 0.3 * self.wide:
                    standing[seat].append(tile)
                else:
                    heap += 1
                continue
            outside = [q for q in SEATS if depths[q] < self.wall[q] - s.before_wall * self.wide]
            if tile.face == BACK and not (outside and self._fits(tile, outside[0], depths)):
                wall = self._of_wall(tile, depths)
                if wall is not None:
                    walls[wall].append(tile)
                elif not outside:
                    heap += 1
                else:
                    ring[outside[0]].append(tile)
            elif outside:
                ring[self._owner(tile, outside)].append(tile)
            else:
                river.append(tile)
        while self._corners(ring):
            pass
        seats = []
        for seat in SEATS:
            seats.append(self._seat(seat, standing[seat], ring[seat], table))
        home = {tile.id: self._home(tile) for tile in river}
        order = sorted(river, key=lambda tile: self._slot(tile, home[tile.id][0]))
        a, b, c, d = seats
        by_right = [
            tuple(t.id for t in sorted(some, key=lambda t: -as_seen(q, t.x, t.y, half)[0]))
            for q, some in enumerate(walls)
        ]
        return Sight(
            table.time, table.number, (a, b, c, d), tuple(t.id for t in order), home,
            (by_right[0], by_right[1], by_right[2], by_right[3]), heap,
            {tile.id: tile for tile in table.tiles}, table.hidden,
        )  # fmt: skip

    # --- measures

    def _measure(self, tiles: Sequence[LyingTile]) -> None:
        """The width of a tile, and where rows and walls lie."""
        s, half = self.settings, self.side / 2
        if len(tiles) < 20:
            return
        longest = sorted(max(t.wide, t.high) for t in tiles)
        self.wide = longest[int(0.85 * len(longest))] / s.aspect
        for seat in SEATS:
            tops, lying = [], []
            for tile in tiles:
                if tile.face != BACK:
                    continue
                x, depth = as_seen(seat, tile.x, tile.y, half)
                if abs(x) > half - depth:
                    continue
                if self._stands(tile):
                    tops.append(depth)
                elif depth > self.row[seat] + 2 * self.wide and self._upright(tile, seat):
                    lying.append(depth)
            if len(tops) >= 4:
                self.row[seat] = statistics.median(tops)
            if len(lying) >= 12:
                self.wall[seat] = statistics.median(lying)

    def _stands(self, tile: LyingTile) -> bool:
        return max(tile.wide, tile.high) < self.settings.standing * self.wide

    def _extent(self, tile: LyingTile) -> tuple[float, float]:
        """Half its size along x and y of the table."""
        turned = round(tile.turn / 90) % 2 == 1
        wide, high = (tile.high, tile.wide) if turned else (tile.wide, tile.high)
        return wide / 2, high / 2

    def _upright(self, tile: LyingTile, seat: int) -> bool:
        """Whether its long side points away from the seat."""
        wide, high = self._extent(tile)
        return (high > wide) == (seat % 2 == 0)

    # --- whose

    def _fits(self, tile: LyingTile, seat: int, depths: Sequence[float]) -> bool:
        """Whether a back before the walls is not a wall's tile pushed outwards."""
        return depths[seat] < self.wall[seat] - 1.3 * self.wide

    def _of_wall(self, tile: LyingTile, depths: Sequence[float]) -> int | None:
        near = [
            q for q in SEATS if abs(depths[q] - self.wall[q]) < self.settings.in_wall * self.wide
        ]
        near.sort(key=lambda q: (not self._upright(tile, q), abs(depths[q] - self.wall[q])))
        return near[0] if near else None

    def _owner(self, tile: LyingTile, outside: Sequence[int]) -> int:
        """The seat in whose strip a tile lies; in a corner the one that it faces."""
        if len(outside) == 1:
            return outside[0]
        if tile.face == BACK:
            return next((q for q in outside if self._upright(tile, q)), outside[0])
        return min(outside, key=lambda q: abs((tile.turn - 90 * q + 180) % 360 - 180))

    def _corners(self, ring: list[list[LyingTile]]) -> bool:
        """Give tiles turned sideways in a corner to the set that they touch; whether any was.

        Each goes from a line of fewer than three to one of three or more, so this comes to an end.
        """
        half, s, moved = self.side / 2, self.settings, False
        for seat in SEATS:
            for tile in list(ring[seat]):
                if len(self._line_of(tile, ring[seat], seat)) >= 3:
                    continue
                for other in ((seat + 1) % 4, (seat + 3) % 4):
                    depth = as_seen(other, tile.x, tile.y, half)[1]
                    if depth >= self.wall[other] - s.before_wall * self.wide:
                        continue
                    line = self._line_of(tile, ring[other], other)
                    above = any(self._against(tile, t) for t in ring[other])
                    if len(line) >= 3 or (above and not is_flower(tile.face)):
                        ring[seat].remove(tile)
                        ring[other].append(tile)
                        moved = True
                        break
        return moved

    def _line_of(self, tile: LyingTile, some: Iterable[LyingTile], seat: int) -> list[LyingTile]:
        """The tile and those in line with it, side by side."""
        line, left = [tile], [t for t in some if t.id != tile.id]
        for one in line:
            near = [t for t in left if self._close(one, t, seat)]
            line += near
            left = [t for t in left if t not in near]
        return line

    def _against(self, a: LyingTile, b: LyingTile) -> bool:
        """Whether two faces turned alike touch along their long sides: a kong's turned tiles."""
        if BACK in (a.face, b.face) or round((a.turn - b.turn) / 90) % 4:
            return False
        return a.id != b.id and math.hypot(a.x - b.x, a.y - b.y) < 1.2 * self.wide

    def _close(self, a: LyingTile, b: LyingTile, seat: int) -> bool:
        """Whether two tiles lie side by side in a seat's line."""
        (ax, ay), (bx, by) = self._extent(a), self._extent(b)
        dx, dy = abs(a.x - b.x), abs(a.y - b.y)
        if seat % 2:
            dx, dy, ax, bx = dy, dx, ay, by
        return dy < self.settings.line * self.wide and dx - ax - bx < self.settings.gap * self.wide

    # --- one seat

    def _seat(
        self, seat: int, tops: list[LyingTile], ring: list[LyingTile], table: StillTable
    ) -> SeatSight:
        s, half = self.settings, self.side / 2

        def x_of(tile: LyingTile) -> float:
            return as_seen(seat, tile.x, tile.y, half)[0]

        limit = self.row[seat] + s.hand_reach * self.wide
        hand = [t for t in ring if as_seen(seat, t.x, t.y, half)[1] < limit]
        rest = [t for t in ring if as_seen(seat, t.x, t.y, half)[1] >= limit]
        standing = [*tops, *(t for t in hand if t.face == BACK)]
        shown = sorted((t for t in hand if t.face != BACK), key=x_of)
        flowers: list[LyingTile] = []
        sets: list[tuple[int, ...]] = []
        loose: list[int] = []
        clusters = []
        for cluster in self._clusters(rest, seat):
            bloom = [t for t in cluster if is_flower(t.face)]
            if bloom and len(cluster) in (3, 4) and len(cluster) - len(bloom) >= 2:
                clusters.append(cluster)  # a tile of the set is taken for a flower
                continue
            flowers += bloom
            clusters += self._clusters([t for t in cluster if t not in bloom], seat)
        for cluster in clusters:
            cluster.sort(key=x_of)
            found, left = _split(cluster)
            sets += [tuple(t.id for t in part) for part in found]
            loose += [t.id for t in left if t.face != BACK]
            standing += [t for t in left if t.face == BACK]
        sets, loose = self._above(sets, loose, seat, {t.id: t for t in rest})
        return SeatSight(
            tuple(t.id for t in sorted(standing, key=x_of)),
            tuple(t.id for t in shown),
            self._apart(shown, seat),
            tuple(sets),
            tuple(t.id for t in sorted(flowers, key=x_of)),
            tuple(loose),
            self._is_hidden(seat, table),
        )

    def _clusters(self, tiles: list[LyingTile], seat: int) -> list[list[LyingTile]]:
        left, out = list(tiles), []
        while left:
            out.append(self._line_of(left[0], left, seat))
            left = [t for t in left if t not in out[-1]]
        return out

    def _above(
        self,
        sets: list[tuple[int, ...]],
        loose: list[int],
        seat: int,
        tiles: dict[int, LyingTile],
    ) -> tuple[list[tuple[int, ...]], list[int]]:
        """A lone tile against the turned tile of a set is the fourth of a kong."""
        out = list(sets)
        left = []
        for i in loose:
            tile = tiles[i]
            for k, group in enumerate(out):
                if len(group) == 3 and any(self._against(tile, tiles[j]) for j in group):
                    out[k] = (*group, i)
                    break
            else:
                left.append(i)
        return out, left

    def _apart(self, shown: Sequence[LyingTile], seat: int) -> int | None:
        """The tile at an end of a row laid open that keeps away from the others."""
        if len(shown) < 2:
            return None
        x = [as_seen(seat, t.x, t.y, 0.0)[0] for t in shown]
        half = [self._extent(t)[seat % 2] for t in shown]
        gaps = [x[k + 1] - x[k] - half[k] - half[k + 1] for k in range(len(x) - 1)]
        widest = max(range(len(gaps)), key=lambda k: gaps[k])
        others = [gap for k, gap in enumerate(gaps) if k != widest]
        if gaps[widest] - max([0.0, *others]) < self.settings.apart * self.wide:
            return None
        if widest == len(gaps) - 1:
            return shown[-1].id
        return shown[0].id if widest == 0 else None

    def _is_hidden(self, seat: int, table: StillTable) -> bool:
        half = self.side / 2
        for left, near, right, far in table.hidden:
            for x, y in ((left, near), (right, near), (right, far), (left, far)):
                across, depth = as_seen(seat, x, y, half)
                if depth < self.wall[seat] and abs(across) < 0.7 * half:
                    return True
        return False

    # --- the river

    def _home(self, tile: LyingTile) -> tuple[int, float]:
        """The seat that a discard lies before and faces, and how plainly, 0..1."""
        scores = []
        reach = max(abs(tile.x), abs(tile.y), 1.0)
        for seat in SEATS:
            y = as_seen(seat, tile.x, tile.y, 0.0)[1]
            off = abs((tile.turn - 90 * seat + 180) % 360 - 180)
            scores.append(-y / reach + 1.0 * (1 - off / 90))
        best = sorted(SEATS, key=lambda q: -scores[q])
        return best[0], min(1.0, (scores[best[0]] - scores[best[1]]) / 1.5)

    def _slot(self, tile: LyingTile, seat: int) -> tuple[int, int, float]:
        x, y = as_seen(seat, tile.x, tile.y, self.side / 2)
        return seat, -round(y / (self.wide * self.settings.aspect * 1.04)), x


def _split(cluster: list[LyingTile]) -> tuple[list[list[LyingTile]], list[LyingTile]]:
    """Sets among tiles that lie close together: most often just one."""
    n = len(cluster)
    if n in (3, 4):
        backs = sum(t.face == BACK for t in cluster)
        if n == 3 and backs > 1:
            return [], cluster
        return [cluster], []
    if n < 3:
        return [], cluster
    sets: list[list[LyingTile]] = []
    rest = cluster
    while len(rest) >= 3:
        size = 4 if len(rest) >= 4 and (_alike(rest[:4]) or len(rest) == 4) else 3
        if len(rest) - size in (1, 2):
            return sets, rest
        sets.append(rest[:size])
        rest = rest[size:]
    return sets, rest


def _alike(tiles: Sequence[LyingTile]) -> bool:
    faces = {t.face for t in tiles if t.face != BACK}
    return len(faces) <= 1
