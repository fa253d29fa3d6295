"""Who holds what on a table seen from above: four seats, rivers, walls.

Everything is measured in centimetres on the table (`vision.frame`), so nothing depends on where the
camera hangs. The way through:

1. Tiles become rows and segments exactly as in a photo of one hand (`vision.layout`).
2. Each segment is given to a seat by where it lies and which way it faces.
3. Per seat, from the edge inwards: the hand (standing, face down, or laid open), its sets and
   flowers; the wall; the river. A hand laid open is read by `layout.arrange` itself.
4. Discards are put in order where they lie in rows.

What the table does not show is left open: a river thrown in a heap has no order, a hidden hand has
a number of tiles and no faces.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision import layout
from vision.frame import TableFrame, in_seat
from vision.geometry import ASPECT, Array
from vision.layout import LayoutSettings, is_flower
from vision.types import BACK, SEATS, Group, Reading, ReadTile

SETS = ("chow", "pung", "kong", "concealed_kong")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The places on a table. Shares are of half its side; lengths in cm unless said otherwise."""

    outer: float = 0.52
    """Hands, sets and flowers lie within this share of the way from the edge to the middle."""
    open_reach: float = 0.66
    """A hand laid open may need more room: its melds and flowers lie before it."""
    wall_from: float = 0.16
    """Face-down rows nearer to the edge than this are hands, not walls."""
    standing: float = 1.12
    """A back whose longer side is below this many tile widths is the top of a standing tile."""
    facing: float = 0.8
    """Price of a row square to a seat's edge, against its distance in halves of a side."""
    upright: float = 0.5
    """Price of faces that are upside down to a seat."""
    kong_before: float = 0.17
    """Four face down this close before a hidden hand are a concealed kong, not a wall."""
    kong_within: float = 12.0
    """The same before a hand that is not seen at all: so near to the edge (cm)."""
    least_wall: int = 3
    """Fewer tiles face down in a row are no wall: they may be a tile turned over."""
    heap: float = 9.0
    """Degrees by which discards are turned (median, quarters taken off), from which they are a
    heap: thrown ones give about 22, laid ones 1 to 4."""
    flower_reach: float = 24.0
    """Flowers belong to the hand, set or flower nearest to them, if it is as near as this (cm),"""
    turned_away: float = 16.0
    """... a row of them upside down to its seat counting as this much farther."""
    lone_turned_away: float = 3.0
    """... and a lone one as this much: in a heap every one lies another way."""
    lone_reach: float = 9.0
    """A lone tile this near to a hand laid open may be its winning tile (cm)."""
    line: float = 0.55
    """Discards whose places differ by less than this share of a tile's height are in one line."""
    hand_sizes: tuple[int, ...] = (17, 14)
    """Tiles of a complete hand, kongs as three."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player has before him; tiles as indices into the reading, in reading order."""

    name: str
    concealed: tuple[int, ...] = ()
    is_open: bool = False
    """Whether the concealed tiles are laid open (faces), as after a win."""
    melds: tuple[Group, ...] = ()
    flowers: tuple[int, ...] = ()
    winning: int | None = None
    river: tuple[int, ...] = ()
    """Discards in the order in which they were laid, where that shows."""
    ordered: bool = True
    """False: the discards lie in a heap, their order cannot be seen."""
    wall: tuple[int, ...] = ()
    """Tops of the stacks that are left before this seat."""

    @property
    def counted(self) -> int:
        """Tiles in hand as rules count them: sets as three, the winning tile with them."""
        return len(self.concealed) + 3 * len(self.melds) + (self.winning is not None)


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table."""

    seats: tuple[Seat, ...]
    loose: tuple[int, ...]
    """Tiles that no seat owns: a heap in the middle, strays."""

    @property
    def winner(self) -> str | None:
        """The seat that laid open a whole hand with a winning tile; None unless it is just one."""
        able = [
            seat.name
            for seat in self.seats
            if seat.is_open and seat.counted in TableSettings().hand_sizes
        ]
        return able[0] if len(able) == 1 else None

    def groups(self) -> tuple[Group, ...]:
        """As in `Reading.groups`, every tile once."""
        out: list[Group] = []
        for seat in self.seats:
            if seat.concealed:
                out.append(Group("concealed", seat.name, seat.concealed))
            out += seat.melds
            if seat.flowers:
                out.append(Group("flowers", seat.name, seat.flowers))
            if seat.winning is not None:
                out.append(Group("winning", seat.name, (seat.winning,)))
            if seat.river:
                out.append(Group("river", seat.name, seat.river))
            if seat.wall:
                out.append(Group("wall", seat.name, seat.wall))
        if self.loose:
            out.append(Group("loose", None, self.loose))
        return tuple(out)


def arrange_table(
    tiles: Sequence[ReadTile],
    frame: TableFrame,
    settings: TableSettings | None = None,
    layout_settings: LayoutSettings | None = None,
) -> TableView:
    """Find what each of the four seats holds.

    Args:
        tiles: of the whole table, in any order; quads in pixels of the frame's picture.
        frame: where the table lies in it.
        settings: places on the table.
        layout_settings: distances and prices of rows and of one hand.
    """
    s, ls = settings or TableSettings(), layout_settings or LayoutSettings()
    if not tiles:
        return TableView(tuple(Seat(name) for name in SEATS), ())
    plane = _Plane.of(tiles, frame, s)
    bloom = np.array([is_flower(t.face) for t in tiles])
    chains = layout.find_chains(plane.table, bloom, ls)
    segments = layout.find_segments(chains, plane.table, tiles, ls)
    half = frame.side / 2
    placed = [(segment, _place(segment, plane, tiles, half, s)) for segment in segments]
    stray = [i for segment, piece in placed if piece is None for i in segment.tiles]
    pieces = [piece for _, piece in placed if piece is not None]
    _near_their_own(pieces, plane, s)
    seats, rivers = [], []
    for number in range(len(SEATS)):
        own = [p for p in pieces if p.seat == number]
        seat, rest = _seat(number, own, plane, tiles, half, s, ls)
        seats.append(seat)
        stray += [i for i in rest if tiles[i].face == BACK or is_flower(tiles[i].face)]
        rivers.append([i for i in rest if i not in stray])
    home = {i: p.home for p in pieces for i in p.segment.tiles}
    for i in [i for i in stray if is_flower(tiles[i].face) and i in home]:
        # No hand wanted it: it is the seat's before which it lies, if that hand is not shown.
        seat = seats[home[i]]
        depth = float(half + in_seat(plane.centre[i], home[i])[1]) / half
        if depth < s.outer and not seat.is_open:
            seats[home[i]] = replace(seat, flowers=tuple(_by_x([*seat.flowers, i], home[i], plane)))
            stray.remove(i)
    left_over = [i for river in rivers for i in river]
    rivers = [[i for i in left_over if home[i] == number] for number in range(len(SEATS))]
    if _is_heap([i for river in rivers for i in river], plane, s):
        stray += [i for river in rivers for i in river]
        return TableView(tuple(seats), tuple(sorted(stray)))
    ordered = [_in_order(river, number, plane, s) for number, river in enumerate(rivers)]
    return TableView(
        tuple(
            replace(seat, river=river, ordered=sure)
            for seat, (river, sure) in zip(seats, ordered, strict=True)
        ),
        tuple(sorted(stray)),
    )


def hand_of(reading: Reading, view: TableView, seat: str) -> Reading:
    """The reading of one seat alone, for `vision.decode`: same tiles, only that seat's groups."""
    groups = tuple(g for g in view.groups() if g.seat == seat and g.role not in ("river", "wall"))
    return replace(reading, groups=groups, questions=())


# --- places --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Plane:
    """The tiles on the table: in cm, and in tile widths as `vision.layout` wants them."""

    table: layout.Table
    centre: Array  # (n, 2) cm
    up: Array  # (n, 2) unit, the way the face is read
    vote: Array  # (n,) how far that up can be trusted
    unit: float  # cm per tile width
    standing: list[bool]
    apart: Array  # (n, n) distances between middles, cm

    @classmethod
    def of(cls, tiles: Sequence[ReadTile], frame: TableFrame, s: TableSettings) -> _Plane:
        quads = np.array([t.quad for t in tiles], dtype=np.float64)
        corners = frame.to_table(quads, frame.settings.tile_top)
        # On the table y grows away from the near seat; layout wants it to grow towards it.
        corners = corners * (1.0, -1.0)
        side = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
        wide, high = (side[:, 0] + side[:, 2]) / 2, (side[:, 1] + side[:, 3]) / 2
        faces = np.array([t.face != BACK for t in tiles])
        shown = faces if faces.sum() >= 4 else np.ones(len(tiles), dtype=bool)
        unit = float(np.median(np.sqrt((wide * high)[shown] / ASPECT)))
        vote = np.array([layout.trust_of(t) for t in tiles])
        long = np.maximum(wide, high)
        standing = ~faces & (long < s.standing * unit)
        # A back, or a face that looks alike from every side, may be named a quarter turn off.
        off = np.where(standing, high > wide, wide > high) & (vote < 0.5)
        corners[off] = np.roll(corners[off], 1, axis=1)
        table = layout.Table.of(corners / unit, np.where(off, 0.0, vote))
        flip = np.array([1.0, -1.0])
        centre = corners.mean(axis=1) * flip
        return cls(
            table,
            centre,
            -table.down * flip,
            table.vote,
            unit,
            [bool(x) for x in standing],
            np.linalg.norm(centre[:, None] - centre[None], axis=2),
        )


@dataclass(slots=True)
class _Piece:
    """A segment given to a seat."""

    segment: layout.Segment
    seat: int
    depth: float  # from the seat's edge, as a share of half a side
    x: float  # to the seat's right, cm
    backs: int
    standing: bool
    level: bool  # parallel to the seat's edge
    home: int  # the seat its place and direction alone speak for
    bloom: bool


def _place(
    segment: layout.Segment,
    plane: _Plane,
    tiles: Sequence[ReadTile],
    half: float,
    s: TableSettings,
) -> _Piece | None:
    """The seat a segment belongs to; None for what lies off the table."""
    part = segment.tiles
    middle = plane.centre[part].mean(axis=0)
    if float(np.abs(middle).max()) > 1.25 * half:
        return None
    ends = plane.centre[part[-1]] - plane.centre[part[0]]
    length = float(np.linalg.norm(ends))
    up = (plane.up[part] * plane.vote[part][:, None]).sum(axis=0)
    sure = float(plane.vote[part].sum())
    best: tuple[float, _Piece] | None = None
    for seat in range(len(SEATS)):
        x, y = in_seat(middle, seat)
        depth = float(half + y) / half
        price = max(0.0, depth)
        if length > 0:
            sine = abs(float(in_seat(ends, seat)[1])) / length
            price += s.facing * sine * min(1.0, (len(part) - 1) / 2)
        elif plane.vote[part[0]] < 0.5:
            # A lone back or round dot: its long side still says which way it lies.
            price += 0.3 * s.facing * abs(float(in_seat(plane.up[part[0]], seat)[0]))
        if sure > 0:
            price -= s.upright * float(in_seat(up, seat)[1]) / max(1.0, sure) * min(1.0, sure)
        level = length == 0 or abs(float(in_seat(ends, seat)[1])) < 0.5 * length
        piece = _Piece(
            segment,
            seat,
            depth,
            float(x),
            sum(tiles[i].face == BACK for i in part),
            2 * sum(plane.standing[i] for i in part) > len(part),
            level,
            seat,
            all(is_flower(tiles[i].face) for i in part),
        )
        if best is None or price < best[0]:
            best = (price, piece)
    return best[1] if best else None


# --- one seat ------------------------------------------------------------------------------------


def _seat(
    number: int,
    pieces: Sequence[_Piece],
    plane: _Plane,
    tiles: Sequence[ReadTile],
    half: float,
    s: TableSettings,
    ls: LayoutSettings,
) -> tuple[Seat, list[int]]:
    """What a seat has but for its river, and the tiles left over."""
    name = SEATS[number]
    hidden = _hidden(pieces, s)
    row = min((p.depth for p in hidden), default=None)
    wall = [p for p in pieces if p not in hidden and _is_wall(p, row, s)]
    wall += [
        p
        for p in pieces
        if p.backs == len(p.segment.tiles) < s.least_wall
        and any(abs(p.depth - q.depth) < 0.06 for q in wall)
    ]
    near = min((p.depth for p in wall), default=math.inf)
    rest = [p for p in pieces if p not in hidden and p not in wall]
    if hidden:
        limit = min(s.outer, near + 0.02) if wall else s.outer
        outer = [p for p in rest if p.depth < limit]
        concealed = tuple(i for p in hidden for i in _by_x(p.segment.tiles, number, plane))
        melds, flowers, left = _beside(outer, number, plane, tiles, ls)
        seat = Seat(name, concealed, False, melds, flowers)
    else:
        outer = [p for p in rest if p.depth < s.open_reach]
        seat, left = _open(name, number, outer, plane, tiles, ls)
        if seat.counted not in s.hand_sizes and seat.counted + 1 not in s.hand_sizes:
            # No whole hand: it stands, and from above none of it is seen.
            walled = [p for p in outer if p.backs == 4 and p.depth * half > s.kong_within]
            wall += walled
            outer = [p for p in outer if p.depth < s.outer and p not in walled]
            melds, flowers, left = _beside(outer, number, plane, tiles, ls)
            seat = Seat(name, (), False, melds, flowers)
    inner = [i for p in rest if p not in outer and p not in wall for i in p.segment.tiles]
    tops = [i for p in wall for i in p.segment.tiles]
    tops += [i for i in left if tiles[i].face == BACK]
    left = [i for i in left if tiles[i].face != BACK]
    return replace(seat, wall=tuple(_by_x(tops, number, plane))), [*inner, *left]


def _near_their_own(pieces: Sequence[_Piece], plane: _Plane, s: TableSettings) -> None:
    """Give flowers, and lone tiles by a hand laid open, to the seat whose things they lie by.

    Both lie any way round and in corners, so their own direction and place say little.
    """

    opened = [
        seat for seat in range(len(SEATS)) if not _hidden([p for p in pieces if p.seat == seat], s)
    ]
    left = [p for p in pieces if p.bloom]
    left += [p for p in pieces if len(p.segment.tiles) == 1 and not p.backs and not p.bloom]
    known = [
        p
        for p in pieces
        if all(p is not q for q in left)
        and p.depth < s.outer
        and (not p.backs or p.standing or p.depth < s.wall_from or len(p.segment.tiles) == 4)
    ]
    nearest: list[tuple[float, int]] = [(math.inf, -1)] * len(left)
    fresh = range(len(known))
    todo = set(range(len(left)))
    while todo:
        for n in todo:
            prices = ((_price_beside(left[n], known[k], opened, plane, s), k) for k in fresh)
            nearest[n] = min((nearest[n], *prices))
        n = min(todo, key=lambda n: nearest[n])
        if nearest[n][0] == math.inf:
            return
        todo.remove(n)
        piece, owner = left[n], known[nearest[n][1]]
        piece.seat, piece.depth = owner.seat, min(piece.depth, s.outer - 0.01)
        known.append(piece)
        fresh = range(len(known) - 1, len(known))


def _price_beside(
    piece: _Piece,
    other: _Piece,
    opened: Sequence[int],
    plane: _Plane,
    s: TableSettings,
) -> float:
    """How far a piece is from one of a seat's (cm), facing counted in; infinite if too far."""
    gap = _gap(piece, other, plane)
    if gap > s.flower_reach or (
        not piece.bloom and (other.seat not in opened or gap > s.lone_reach)
    ):
        return math.inf
    part = piece.segment.tiles
    up = float(in_seat(plane.up[part].mean(axis=0), other.seat)[1])
    away = s.turned_away if len(part) > 1 else s.lone_turned_away
    return gap + away * (1 - up) / 2


def _gap(a: _Piece, b: _Piece, plane: _Plane) -> float:
    """Shortest distance between middles of tiles, cm."""
    return float(plane.apart[np.ix_(a.segment.tiles, b.segment.tiles)].min())


def _hidden(pieces: Sequence[_Piece], s: TableSettings) -> list[_Piece]:
    """The rows of a hand that is not shown: standing tiles, or the outermost face-down row."""
    backs = [p for p in pieces if p.backs == len(p.segment.tiles) and p.level]
    standing = [p for p in backs if p.standing and p.depth < s.outer]
    if standing:
        row = min(standing, key=lambda p: p.depth).depth
        return [p for p in standing if p.depth < row + 0.08]
    lying = [p for p in backs if p.depth < s.wall_from]
    rows = [p.depth for p in lying if len(p.segment.tiles) != 4]  # four may be a kong
    return [p for p in lying if p.depth < min(rows) + 0.06] if rows else []


def _is_wall(piece: _Piece, hand: float | None, s: TableSettings) -> bool:
    """Whether a face-down row is what is left of the wall; `hand`: the depth of a hidden hand."""
    n = len(piece.segment.tiles)
    if n == 4 and piece.backs < 4:
        return False  # faces among backs: a concealed kong
    if n == 4 and piece.depth < (s.outer if hand is None else hand + s.kong_before):
        return False  # before a hand laid open `layout` decides
    return 2 * piece.backs > n and n >= s.least_wall and not piece.standing


def _by_x(part: Sequence[int], seat: int, plane: _Plane) -> list[int]:
    x = in_seat(plane.centre, seat)[:, 0]
    return sorted(part, key=lambda i: float(x[i]))


def _beside(
    pieces: Sequence[_Piece],
    number: int,
    plane: _Plane,
    tiles: Sequence[ReadTile],
    ls: LayoutSettings,
) -> tuple[tuple[Group, ...], tuple[int, ...], list[int]]:
    """Sets and flowers before a hand that is not shown; and what is neither."""
    name = SEATS[number]
    melds: list[Group] = []
    flowers: list[int] = []
    left: list[int] = []
    joined = layout.stack_kongs([p.segment for p in pieces], plane.table, tiles)
    for segment in joined:
        if all(is_flower(tiles[i].face) for i in segment.tiles):
            flowers += segment.tiles
            continue
        found = layout.find_sets(segment, tiles, ls)
        if found is None or found[0] >= ls.not_a_set:
            left += segment.tiles
            continue
        melds += [Group(role, name, tuple(_by_x(part, number, plane))) for role, part in found[1]]
    melds.sort(key=lambda g: float(in_seat(plane.centre, number)[list(g.tiles), 0].mean()))
    return tuple(melds), tuple(_by_x(flowers, number, plane)), left


def _open(
    name: str,
    number: int,
    pieces: Sequence[_Piece],
    plane: _Plane,
    tiles: Sequence[ReadTile],
    ls: LayoutSettings,
) -> tuple[Seat, list[int]]:
    """A hand laid open, by the rules of a photo of one hand."""
    part = [i for p in pieces for i in p.segment.tiles]
    if not part:
        return Seat(name), []
    sub = [tiles[i] for i in part]
    _, groups = layout.arrange_on(sub, plane.table.only(part), _toward(number), ls)
    found = [(g.role, tuple(part[i] for i in g.tiles)) for g in groups]
    concealed = tuple(i for role, group in found if role == "concealed" for i in group)
    winning = [i for role, group in found if role == "winning" for i in group]
    left = [i for role, group in found if role in ("loose", "wall") for i in group]
    seat = Seat(
        name,
        concealed,
        bool(concealed),
        tuple(Group(role, name, group) for role, group in found if role in SETS),
        tuple(i for role, group in found if role == "flowers" for i in group),
        winning[0] if winning else None,
    )
    return seat, left


def _toward(number: int) -> Array:
    """The seat's own up in layout's axes (y towards the near seat)."""
    ups = np.array([[0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
    return np.asarray(ups[number] * (1.0, -1.0))


def _is_heap(discards: Sequence[int], plane: _Plane, s: TableSettings) -> bool:
    """Whether the discards of the whole table lie every way, as if thrown."""
    if len(discards) < 3:
        return False
    up = np.abs(plane.up[list(discards)])
    off = np.degrees(np.arctan2(up.min(axis=1), up.max(axis=1)))
    return float(np.median(off)) > s.heap


def _in_order(
    part: Sequence[int], number: int, plane: _Plane, s: TableSettings
) -> tuple[tuple[int, ...], bool]:
    """Discards in order: lines from the middle of the table outwards, each from left to right.

    Returns:
        the tiles in order, and whether the order shows.
    """
    if not part:
        return (), True
    place = in_seat(plane.centre[list(part)], number)
    lines: list[list[int]] = []
    height = ASPECT * plane.unit
    for k in np.argsort(-place[:, 1]):
        if lines and abs(float(place[lines[-1], 1].mean()) - float(place[k, 1])) < s.line * height:
            lines[-1].append(int(k))
        else:
            lines.append([int(k)])
    river = [part[k] for line in lines for k in sorted(line, key=lambda q: float(place[q, 0]))]
    return tuple(river), _in_lines(lines, place, plane.unit)


def _in_lines(lines: Sequence[Sequence[int]], place: Array, unit: float) -> bool:
    """Whether discards lie side by side: no two of a line one upon the other, all but few close."""
    wide = total = 0
    for line in lines:
        x = np.sort(place[list(line), 0])
        gaps = np.diff(x) / unit
        if (gaps < 0.6).any():
            return False
        wide += int((gaps > 2.2).sum())
        total += len(gaps)
    return wide <= max(1, total // 4)


def describe(view: TableView, tiles: Sequence[ReadTile]) -> Mapping[str, str]:
    """One line per seat, for logs and tests: ``concealed 16? | pung CCC | f1 | river 1m E``."""
    out = {}
    for seat in view.seats:
        faces = [tiles[i].face for i in seat.concealed]
        shown = " ".join(faces) if seat.is_open else f"{len(faces)}?"
        words = [shown]
        words += [f"{g.role} {' '.join(tiles[i].face for i in g.tiles)}" for g in seat.melds]
        if seat.flowers:
            words.append(" ".join(tiles[i].face for i in seat.flowers))
        if seat.winning is not None:
            words.append(f"win {tiles[seat.winning].face}")
        if seat.river:
            words.append("river " + " ".join(tiles[i].face for i in seat.river))
        if seat.wall:
            words.append(f"wall {len(seat.wall)}")
        out[seat.name] = " | ".join(words)
    return out
