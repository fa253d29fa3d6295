"""From named tiles to the rows and groups a person sees: geometry first, then the faces.

The way through, for a photo taken from any side:

1. `geometry.fit_plane` lays the tiles on the table: true angles, one unit = the width of a tile.
2. Each tile looks for its neighbour on the left and on the right, along its own width (a tile laid
   sideways along its height). Two tiles that choose each other are linked; chains of links are
   rows. Links are local, so rows may bend.
3. Each row is cut into segments at gaps wider than usual in that row.
4. For each segment the parts it could play (concealed tiles, sets, flowers, winning tile, stray)
   get a price from place, direction, scale and faces, and the cheapest casting whose tiles make a
   hand (17 or 14, kongs counted as three) is chosen, exactly, over the number of tiles.

Nothing here knows the rules beyond that count and what a set is; `vision.decode` does the rest.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.geometry import ASPECT, Array
from vision.types import BACK, Group, ReadTile

_Bool = NDArray[np.bool_]
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class LayoutSettings:
    """The distances and prices of the layout. Lengths are in tile widths, angles in degrees.

    Prices have no unit; only their proportions matter. A price of 1 is about "odd, but seen".
    """

    parallel: float = 20.0
    """Neighbours in a row differ by less than this: crooked by 5 each, a bend, and some noise."""
    beside: float = 0.62
    """A neighbour in the row lies at most this far up or down (half a tile's height is 0.69)."""
    lean: float = 0.12
    """... and this much more per width of gap between them: a row's direction is not exact."""
    reach: float = 3.0
    """The widest gap across which two tiles still belong to one row."""
    reach_turned: float = 0.9
    """The same to a tile laid sideways: it belongs to a row only when it is close to it."""
    split: float = 0.33
    """A gap wider than the row's usual one by this much parts two groups (sloppy rows: 0.3)."""
    upon: float = 0.6
    """Centres closer than this: one tile lies on the other, both are not in one row."""
    touching: float = 0.5
    """The widest gap across which a flower may still be in a row with other tiles."""
    jump: float = 0.2
    """Gaps of a row that fall into two lots this far apart are of two kinds, whatever the usual."""
    scale: float = 0.3
    """Neighbours' sizes differ by less than this (natural logarithm)."""
    hand_sizes: tuple[int, ...] = (17, 14)
    """What a complete hand may count, kongs as three, the winning tile included."""
    near: float = 0.8
    """Groups of one hand usually lie this close together; farther costs `far` per width."""
    far: float = 0.45
    first_gap: float = 0.4
    """Share of the widest gap on the way in that price; the rest is the last gap."""
    short: float = 2.2
    """Price of a hand that does not count a hand size ..."""
    short_each: float = 0.8
    """... and of each tile it lacks or has too many."""
    not_a_set: float = 4.5
    """Price of three or four tiles laid apart as a set that no likely faces make a set."""
    row_apart: float = 0.3
    """Price of a second row of concealed tiles ..."""
    row_gap: float = 0.8
    """... and per width of gap between the two."""
    lone_concealed: float = 1.0
    """Price of a single concealed tile in a row of its own."""
    sets_touching: float = 0.5
    """Price of two sets in one row without a gap between them."""
    odd_concealed: float = 1.0
    """Price of concealed tiles in a number no hand has (a multiple of three), or of a bare kong."""
    sorted_step: float = 0.3
    """Weight, beside one tile's own up, of two neighbours that rise by rank from left to right."""
    last_wins: float = 0.25
    """Price of a hand without a winning tile of its own place."""
    leave: float = 1.2
    """Price of leaving out a tile that lies right at the hand; falls to none at `leave_at`."""
    leave_at: float = 3.0
    leave_one_at: float = 1.6
    """The same for a single tile: discards may lie near, and there are many."""
    leave_near_set: float = 4.0
    """Price of leaving out a set laid within one width of the hand; falls to none at 2.5."""
    other_size: float = 0.3
    """Price of counting the second of `hand_sizes` rather than the first."""
    leave_set: float = 0.25
    """Least price of leaving out a set, however far: strays seldom lie like that."""
    floor: float = 0.003
    """Least probability of a face the namer does not name at all."""
    unclear_gap: float = 1.2
    """A plain set this close to the concealed tiles in their row may belong to them."""
    little_row: int = 4
    """Concealed tiles in rows no longer than this are laid in sets: plain sets may be theirs,"""
    little_hand: int = 3
    """... and so they may where fewer than this seem to be left in the hand."""
    flowers_alone: float = 0.45
    """Price of a hand for each group of flowers that lies away from it."""
    flower_near: float = 3.4
    """Flowers within this gap of the hand are the winner's, ..."""
    flower_step: float = 1.3
    """... and so are those within this of such a flower."""
    flower_by: float = 3.0
    """Flowers within this gap of the hand are the winner's without a doubt, ..."""
    flower_far: float = 4.8
    """... those beyond this are not, and between the two nobody can tell."""
    ways: int = 4
    """How many castings are followed for each number of tiles when several are asked for."""
    anchors: int = 8
    """How many segments are tried as the concealed row."""


_SYMMETRIC = frozenset(
    {*(f"{k}p" for k in (1, 2, 3, 4, 5, 8, 9)), *(f"{k}s" for k in (2, 4, 5, 6, 8, 9)), "P"}
)
"""Faces that look the same, or nearly so, upside down: their turn says little."""


def is_flower(face: str) -> bool:
    """Whether the code is one of the eight flowers."""
    return face[0] == "f"


def likely_faces(tile: ReadTile, floor: float = 0.003) -> dict[str, float]:
    """Log-probabilities of the faces the namer thinks possible, its own choice first."""
    out = {tile.face: math.log(max(tile.confidence, floor))}
    for face, p in tile.alternatives:
        if face not in out:
            out[face] = math.log(max(p, floor))
    return out


def best_set(tiles: Sequence[ReadTile], settings: LayoutSettings) -> tuple[str, float]:
    """The kind of set three or four tiles most likely are, and the price of reading them so.

    Returns:
        ("chow" | "pung" | "kong" | "concealed_kong", price >= 0). When no likely faces make a set
        the price is `not_a_set` and the kind the nearest guess.
    """
    backs = sum(t.face == BACK for t in tiles)
    if backs:
        faces = {t.face for t in tiles if t.face != BACK}
        if len(tiles) == 4 and len(faces) <= 1:
            return "concealed_kong", 0.0
        return ("concealed_kong" if len(tiles) == 4 else "pung"), settings.not_a_set + 2
    logs = [likely_faces(t, settings.floor) for t in tiles]
    top = sum(log[t.face] for log, t in zip(logs, tiles, strict=True))
    bottom = math.log(settings.floor)
    kind, best = "", math.inf
    for face in set().union(*logs):
        if is_flower(face) or face == BACK:
            continue
        price = top - sum(log.get(face, bottom) for log in logs)
        if price < best:
            kind, best = ("pung" if len(tiles) == 3 else "kong"), price
    if len(tiles) == 3:
        starts = {
            (int(f[0]) - k, f[1]) for log in logs for f in log if f[0].isdigit() for k in range(3)
        }
        for low, suit in starts:
            if not 1 <= low <= 7:
                continue
            run = [f"{low + k}{suit}" for k in range(3)]
            for order in itertools.permutations(logs):
                pairs = zip(order, run, strict=True)
                price = top - sum(log.get(face, bottom) for log, face in pairs)
                if price < best - 1e-9:
                    kind, best = "chow", price
    if not kind:  # flowers only
        return "pung", settings.not_a_set + 2
    return kind, max(0.0, min(best, settings.not_a_set))


@dataclass(slots=True)
class Table:
    """The tiles on the table plane, y towards the one who looks. Arrays are indexed by tile."""

    centre: Array  # (n, 2) widths
    right: Array  # (n, 2) unit, along the tile's width
    down: Array  # (n, 2) unit, along its height
    scale: Array  # (n,) 1 = usual width
    corners: Array  # (n, 4, 2)
    vote: Array  # (n,) how far the tile's up can be trusted, 0..1

    @classmethod
    def of(cls, corners: Array, vote: Array) -> Table:
        """From outlines of shape (n, 4, 2) in tile widths, each from the tile's own top left."""
        right = corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]
        down = corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]
        wide = np.linalg.norm(right, axis=1) / 2 + 1e-9
        high = np.linalg.norm(down, axis=1) / 2 + 1e-9
        # One angle per tile, from both axes, so that right and down are square to each other.
        angle = np.arctan2(
            right[:, 1] / wide - down[:, 0] / high, right[:, 0] / wide + down[:, 1] / high
        )
        right = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        down = np.stack([-right[:, 1], right[:, 0]], axis=1)
        return cls(corners.mean(axis=1), right, down, np.sqrt(wide * high / ASPECT), corners, vote)

    def only(self, tiles: Sequence[int]) -> Table:
        """The same table with these tiles alone, in this order."""
        part = list(tiles)
        return Table(
            self.centre[part],
            self.right[part],
            self.down[part],
            self.scale[part],
            self.corners[part],
            self.vote[part],
        )


@dataclass(slots=True)
class Segment:
    """Tiles side by side without a wide gap, in one row."""

    tiles: list[int]
    row: int
    turned: list[bool]  # laid sideways to the row
    stacked: bool = False  # the last tile lies on top of the first three
    # What does not depend on which row is the hand's, filled in once by `_look`.
    faces: tuple[str, ...] = ()
    backs: int = 0
    flowers: bool = False
    scale: float = 0.0  # natural logarithm
    direction: Array = field(default_factory=lambda: np.zeros(2))
    up: Array = field(default_factory=lambda: np.zeros(2))  # sum of trusted ups
    sure: float = 0.0  # its length
    partition: tuple[float, list[tuple[str, tuple[int, ...]]]] | None = None


@dataclass(frozen=True, slots=True)
class _Option:
    """One part a segment can play."""

    price: float
    count: int  # tiles of a hand, kongs as three
    parts: tuple[tuple[str, tuple[int, ...]], ...]  # (role, tiles)
    wins: int = 0  # winning tiles


def lay(tiles: Sequence[ReadTile]) -> Table:
    """Where the tiles lie on the plane that fits them best, in the same order."""
    quads = np.array([t.quad for t in tiles], dtype=np.float64)
    trust = np.array([trust_of(t) for t in tiles])
    plane, wrong = geometry.fit_plane(quads, 0.1 + trust)
    corners = plane.to_table(quads)
    corners[wrong] = np.roll(corners[wrong], 1, axis=1)
    return Table.of(corners, np.where(wrong, 0.0, trust))


def trust_of(tile: ReadTile) -> float:
    """How far the turn of a face can be trusted, 0..1."""
    if tile.face == BACK:
        return 0.0
    return tile.confidence * (0.15 if tile.face in _SYMMETRIC else 1.0)


def find_chains(table: Table, bloom: _Bool, s: LayoutSettings) -> list[list[int]]:
    """Rows as chains of tiles, each in one of its two directions.

    `bloom` tells flowers: they make no row with other tiles unless they touch them.
    """
    n = len(table.centre)
    if n == 1:
        return [[0]]
    delta = table.centre[None] - table.centre[:, None]  # [i, j] from i to j
    dot = table.right @ table.right.T
    cross = table.right[:, 0, None] * table.right[None, :, 1]
    cross = cross - cross.T
    log = np.log(table.scale)
    alike = np.abs(log[:, None] - log[None]) < s.scale
    np.fill_diagonal(alike, False)
    unit = np.sqrt(table.scale[:, None] * table.scale[None])
    slack = math.sin(math.radians(s.parallel))
    kin = bloom[:, None] == bloom[None]

    def along(axis: Array, other: Array, sign: Array) -> tuple[Array, Array]:
        """(dx, dy) of delta in the frame half way between i's axis and j's, made parallel."""
        mean = axis[:, None] + sign[..., None] * other[None]
        mean /= np.linalg.norm(mean, axis=2, keepdims=True) + 1e-9
        dx = (delta * mean).sum(axis=2)
        dy = delta[..., 1] * mean[..., 0] - delta[..., 0] * mean[..., 1]
        return dx / unit, np.abs(dy) / unit

    dx, dy = along(table.right, table.right, np.where(dot >= 0, 1.0, -1.0))
    gap = np.abs(dx) - 1
    straight = alike & (np.abs(cross) < slack) & (gap > -0.45) & (gap < s.reach)
    straight &= dy < s.beside + s.lean * np.maximum(gap, 0)
    straight &= kin | (gap < s.touching)
    stranger = np.where(kin, 0.0, 0.5)
    price = np.where(straight, np.maximum(gap, 0) + 1.5 * dy + np.abs(cross) + stranger, np.inf)

    # i stands in its row, j lies sideways in it: i's width runs along j's height.
    tilt = table.right @ table.down.T
    tx, ty = along(table.right, table.down, np.where(tilt >= 0, 1.0, -1.0))
    gap_t = np.abs(tx) - (1 + ASPECT) / 2
    sideways = alike & (np.abs(dot) < slack) & (gap_t > -0.4) & (gap_t < s.reach_turned)
    sideways &= ty < s.beside
    sideways &= kin
    # Which of the two is the one laid sideways: the one that has fewer others beside it.
    fellow = straight & kin & (dy < 0.4) & (np.abs(cross) < 0.8 * slack)
    beside, touching = fellow.sum(axis=1), (fellow & (gap < s.reach_turned)).sum(axis=1)
    sideways &= (beside[:, None] > touching[None]) & (touching[None] <= 2)
    price_t = np.where(sideways, np.maximum(gap_t, 0) + 1.5 * ty + 0.1, np.inf)

    # Four sides of each tile: left, right (along its width), above, below (along its height).
    best: dict[tuple[int, int], tuple[float, int, int]] = {}

    def offer(i: int, side: int, j: int, other: int, cost: float) -> None:
        if cost < best.get((i, side), (math.inf, 0, 0))[0]:
            best[i, side] = (cost, j, other)

    def offer_all() -> None:
        for i, j in zip(*np.nonzero(straight), strict=True):
            side = int(dx[i, j] > 0)
            other = int(dx[i, j] < 0) if dot[i, j] >= 0 else side
            offer(int(i), side, int(j), other, float(price[i, j]))
        for i, j in zip(*np.nonzero(sideways), strict=True):
            side = int(tx[i, j] > 0)
            other = 2 + (int(tx[i, j] < 0) if tilt[i, j] >= 0 else side)
            cost = float(price_t[i, j])
            offer(int(i), side, int(j), other, cost)
            offer(int(j), other, int(i), side, cost)

    offer_all()
    # Of two tiles one upon the other only the one that fits its neighbours better is in the row.
    upon = np.linalg.norm(delta, axis=2) / unit < s.upon
    np.fill_diagonal(upon, False)
    if upon.any():
        fit = [sum(best.get((i, q), (s.reach, 0, 0))[0] for q in (0, 1)) for i in range(n)]
        while upon.any():
            rider = max(range(n), key=lambda i: (int(upon[i].sum()), fit[i]))
            straight[rider] = straight[:, rider] = False
            sideways[rider] = sideways[:, rider] = False
            upon[rider] = upon[:, rider] = False
        best.clear()
        offer_all()

    links: dict[int, dict[int, int]] = {i: {} for i in range(n)}
    for (i, side), (_, j, other) in best.items():
        back = best.get((j, other))
        if back is not None and back[1] == i and back[2] == side:
            links[i][side] = j
    for i, mine in links.items():
        # A tile is in one row only. Laid sideways in a row wins: what it has beside it is chance.
        if any(k >= 2 for k in mine):
            for k in [k for k in mine if k < 2]:
                j = mine.pop(k)
                for kk in [kk for kk, v in links[j].items() if v == i]:
                    del links[j][kk]

    chains, seen = [], set()
    ends = [i for i in range(n) if len(links[i]) < 2] + list(range(n))
    for start in ends:
        if start in seen:
            continue
        chain, current = [], start
        while True:
            seen.add(current)
            chain.append(current)
            following = [j for j in links[current].values() if j not in seen]
            if not following:
                break
            current = following[0]
        chains.append(chain)
    return chains


def _chain_direction(chain: Sequence[int], table: Table) -> Array:
    """Unit vector from the chain's first tile to its last; a lone tile's own right."""
    if len(chain) == 1:
        return np.asarray(table.right[chain[0]])
    d = table.centre[chain[-1]] - table.centre[chain[0]]
    return np.asarray(d / (np.linalg.norm(d) + 1e-9))


def _reading_vote(chain: Sequence[int], table: Table) -> float:
    """Above zero when the tiles' own ups say the chain runs in reading direction."""
    total = 0.0
    for k, i in enumerate(chain):
        a, b = chain[max(k - 1, 0)], chain[min(k + 1, len(chain) - 1)]
        d = table.centre[b] - table.centre[a] if a != b else table.right[i]
        d = d / (np.linalg.norm(d) + 1e-9)
        cosine = float(table.right[i] @ d)
        if abs(cosine) > 0.7:
            total += float(table.vote[i]) * math.copysign(1.0, cosine)
    return total


def find_segments(
    chains: Sequence[Sequence[int]], table: Table, tiles: Sequence[ReadTile], s: LayoutSettings
) -> list[Segment]:
    """Cut the rows at wide gaps and lift flowers out of what is left."""
    out: list[Segment] = []
    scale = table.scale.tolist()
    for row, chain in enumerate(chains):
        direction = _chain_direction(chain, table)
        turned, gaps = [], []
        for k, i in enumerate(chain):
            a, b = chain[max(k - 1, 0)], chain[min(k + 1, len(chain) - 1)]
            d = table.centre[b] - table.centre[a] if a != b else direction
            turned.append(abs(float(table.down[i] @ d)) > abs(float(table.right[i] @ d)))
        for k in range(len(chain) - 1):
            i, j = chain[k], chain[k + 1]
            # The usual size hereabouts: one tile's own outline is too rough to measure gaps with.
            unit = statistics.median([scale[q] for q in chain[max(k - 2, 0) : k + 4]])
            half = sum(ASPECT if turned[q] else 1 for q in (k, k + 1)) / 2
            distance = float(np.linalg.norm(table.centre[j] - table.centre[i]))
            gaps.append(distance / unit - half)
        limit = _wide_gap(gaps, s)
        pieces: list[list[int]] = [[0]]
        for k, gap in enumerate(gaps):
            if gap > limit:
                pieces.append([])
            pieces[-1].append(k + 1)
        for piece in pieces:
            flowers = [k for k in piece if is_flower(tiles[chain[k]].face)]
            rest = [k for k in piece if k not in flowers]
            for part in (rest, flowers):
                if part:
                    out.append(Segment([chain[k] for k in part], row, [turned[k] for k in part]))
    return out


def _wide_gap(gaps: Sequence[float], s: LayoutSettings) -> float:
    """The gap from which on a row is cut."""
    usual = max(0.0, float(np.median(gaps))) if len(gaps) > 2 else 0.0
    for a, b in itertools.pairwise(sorted(gaps)):
        if b - a > s.jump and b > usual + s.split - 0.1 and a < usual + s.split:
            return (a + b) / 2
    return usual + s.split


def stack_kongs(segments: list[Segment], table: Table, tiles: Sequence[ReadTile]) -> list[Segment]:
    """Join three alike with the fourth that lies on top of them, or right above or below."""
    gone: set[int] = set()
    for three in segments:
        faces = {tiles[i].face for i in three.tiles}
        if len(three.tiles) != 3 or len(faces) != 1:
            continue
        # On the middle one; or, where the claimed tile lies sideways, beside that (加槓).
        below = three.tiles[three.turned.index(True) if any(three.turned) else 1]
        direction = _chain_direction(three.tiles, table)
        across = np.array([-direction[1], direction[0]])
        far = (0.6, 1.35) if any(three.turned) else (1.3, 1.65)
        for k, one in enumerate(segments):
            if len(one.tiles) != 1 or k in gone or tiles[one.tiles[0]].face not in faces:
                continue
            d = table.centre[one.tiles[0]] - table.centre[below]
            if abs(d @ direction) < far[0] and abs(d @ across) < far[1]:
                three.tiles.append(one.tiles[0])
                three.turned.append(any(three.turned))
                three.stacked = True
                gone.add(k)
                break
    return [seg for k, seg in enumerate(segments) if k not in gone]


def find_sets(
    seg: Segment, tiles: Sequence[ReadTile], s: LayoutSettings
) -> tuple[float, list[tuple[str, tuple[int, ...]]]] | None:
    """The cheapest cut of a segment into sets side by side; None when the number forbids it."""
    n = len(seg.tiles)
    if n < 3 or n > 20:
        return None
    best: list[tuple[float, list[tuple[str, tuple[int, ...]]]] | None] = [None] * (n + 1)
    best[0] = (0.0, [])
    for end in range(3, n + 1):
        for length in (3, 4):
            before = best[end - length] if end >= length else None
            if before is None:
                continue
            part = tuple(seg.tiles[end - length : end])
            kind, price = best_set([tiles[i] for i in part], s)
            if length == 4 and price >= s.not_a_set:
                price += 1.0  # four that are no kong are rather something else
            total = before[0] + price + (s.sets_touching if before[1] else 0.0)
            current = best[end]
            if current is None or total < current[0]:
                best[end] = (total, [*before[1], (kind, part)])
    return best[n]


def _count(parts: Iterable[tuple[str, tuple[int, ...]]]) -> int:
    return sum(
        3 if role in ("chow", "pung", "kong", "concealed_kong") else len(part)
        for role, part in parts
        if role != "flowers"
    )


def _gap_matrix(segments: Sequence[Segment], table: Table) -> Array:
    """Shortest distance between outlines of every two segments, in widths."""
    n = len(table.centre)
    half = table.corners - table.centre[:, None]
    radius = np.empty((n, n))
    delta = table.centre[None] - table.centre[:, None]
    distance = np.linalg.norm(delta, axis=2) + 1e-9
    toward = delta / distance[..., None]
    radius = np.abs(np.einsum("ikc,ijc->ijk", half, toward)).max(axis=2)
    # Too short where corners face each other; exact for neighbours side by side.
    gap = np.maximum(distance - radius - radius.T, 0.0)
    index = np.concatenate([np.full(len(g.tiles), k) for k, g in enumerate(segments)])
    order = np.concatenate([g.tiles for g in segments]).astype(int)
    m = len(segments)
    out = np.full((m, m), np.inf)
    np.minimum.at(out, (index[:, None], index[None]), gap[np.ix_(order, order)])
    np.fill_diagonal(out, 0.0)
    return out


def _reach(gaps: Array, anchor: int, bridge: Sequence[bool]) -> tuple[Array, Array]:
    """How far each segment is from the anchor when one may step from group to group.

    Only segments marked in `bridge` may be stepped on.

    Returns:
        The widest gap on the best way, and the last gap of it.
    """
    m = len(gaps)
    widest = np.full(m, np.inf)
    last = np.full(m, np.inf)
    widest[anchor] = last[anchor] = 0.0
    todo = np.ones(m, dtype=bool)
    while todo.any():
        # Of segments behind the same widest gap the nearest is reached first.
        k = int(np.where(todo, widest + 1e-3 * last, np.inf).argmin())
        if not np.isfinite(widest[k]):
            break
        todo[k] = False
        if bridge[k] or k == anchor:
            way = np.maximum(widest[k], gaps[k])
            nearer = todo & ((way < widest) | ((way <= widest) & (gaps[k] < last)))
            widest = np.where(nearer, way, widest)
            last = np.where(nearer, gaps[k], last)
    return widest, last


def _ways(
    gaps: Array,
    anchor: int,
    bridge: Sequence[bool],
    blooms: Sequence[bool],
    segments: Sequence[Segment],
) -> tuple[Array, Array]:
    """`_reach`, where flowers lead to flowers and to sets but not to single tiles beyond them."""
    plain = _reach(gaps, anchor, [b and not f for b, f in zip(bridge, blooms, strict=True)])
    if not any(blooms):
        return plain
    alone = np.array([len(g.tiles) == 1 for g in segments]) & ~np.array(blooms)
    wide = _reach(gaps, anchor, [b or f for b, f in zip(bridge, blooms, strict=True)])
    return np.where(alone, plain[0], wide[0]), np.where(alone, plain[1], wide[1])


def _angle_off(a: Array, b: Array) -> float:
    """Degrees between two directions, turned by quarters, 0..45."""
    degrees = math.degrees(math.atan2(float(a[0] * b[1] - a[1] * b[0]), float(a @ b))) % 90
    return min(degrees, 90 - degrees)


def _look(
    segments: Sequence[Segment], table: Table, tiles: Sequence[ReadTile], s: LayoutSettings
) -> None:
    """Fill in what the casting asks of each segment again and again."""
    log = np.log(table.scale)
    for seg in segments:
        seg.faces = tuple(tiles[i].face for i in seg.tiles)
        seg.backs = seg.faces.count(BACK)
        seg.flowers = all(is_flower(f) for f in seg.faces)
        seg.scale = float(np.median(log[seg.tiles])) if len(seg.tiles) > 1 else log[seg.tiles[0]]
        seg.direction = _chain_direction(seg.tiles[:3] if seg.stacked else seg.tiles, table)
        standing = [i for i, t in zip(seg.tiles, seg.turned, strict=True) if not t]
        seg.up = -table.vote[standing] @ table.down[standing]
        seg.sure = float(np.linalg.norm(seg.up))
        seg.partition = None if seg.flowers else find_sets(seg, tiles, s)


def _options(
    k: int,
    anchor: int,
    segments: Sequence[Segment],
    table: Table,
    tiles: Sequence[ReadTile],
    reach: tuple[Array, Array, Array],
    hand_up: Array,
    s: LayoutSettings,
) -> list[_Option]:
    """What segment k can be when the concealed tiles are segment `anchor`."""
    seg, home = segments[k], segments[anchor]
    part = tuple(seg.tiles)
    n = len(part)
    faces, backs, partition = seg.faces, seg.backs, seg.partition
    if seg.flowers:
        return [_Option(0.0, 0, (("loose", part),))]  # see `_flowers_by_place`
    distance = float(reach[0][k])
    # Groups behind one wide gap pay for it in part only: they lie close to each other.
    away = s.far * max(
        0.0, s.first_gap * distance + (1 - s.first_gap) * float(reach[1][k]) - s.near
    )
    size = abs(seg.scale - home.scale)
    away += 5.0 * max(0.0, size - 0.15)
    off = _angle_off(seg.direction, home.direction)
    crooked = 0.0 if off < 12 else 0.08 * (off - 12)
    along = float(seg.up @ hand_up)
    against = along < -0.5 * seg.sure and seg.sure > 1.5
    sideways = abs(along) < 0.5 * seg.sure and seg.sure > 1.5 and n > 1

    left = max(0.0, s.leave * (1 - distance / s.leave_at)) * min(n, 4)
    left /= 1 + 2 * max(0.0, size - 0.15) * 10
    if n > 1 and (against or off > 15):
        left *= 0.4
    if n == 1:
        left = 0.6 * s.leave * max(0.0, 1 - distance / s.leave_one_at)
    if partition is not None and partition[0] < 1 and k != anchor:
        left = max(left, s.leave_set)
        left = max(left, s.leave_near_set * (1 - max(0.0, distance - 1.0) / 1.5))
    out: list[_Option] = []
    if backs > n / 2:
        left *= 0.3
        out.append(_Option(left, 0, (("wall", part),)))
    else:
        out.append(_Option(left, 0, (("loose", part),)))
    if distance > 8 and k != anchor:
        return out
    turned = [q for q, t in enumerate(seg.turned) if t]
    if backs == 0:
        if k == anchor:
            odd = 0.6 * len(turned)
            if n % 3 == 0 or (n == 4 and len(set(faces)) == 1):
                odd += s.odd_concealed
            out.append(_Option(odd, n, (("concealed", part),)))
        elif (
            not against
            and not sideways
            and (len(home.tiles) > 1 or n == 1)  # a row is the hand's own, not a lone tile
            and (n > 1 or not turned)
        ):
            lone = s.lone_concealed if n == 1 and seg.row != home.row else 0.0
            price = (
                lone + s.row_apart + s.row_gap * distance + 2 * crooked + away + 0.6 * len(turned)
            )
            out.append(_Option(price, n, (("concealed", part),)))
        is_set = partition is not None and n < 5 and partition[0] < s.not_a_set
        if n >= 2 and len(turned) == 1 and (k == anchor or not (against or is_set)):
            q = turned[0]
            rest = part[:q] + part[q + 1 :]
            price = 0.0 if q in (0, n - 1) else 0.3
            if k != anchor:
                price += s.row_apart + s.row_gap * distance + 2 * crooked + away
            out.append(_Option(price, n, (("concealed", rest), ("winning", (part[q],))), wins=1))
        if k == anchor and turned and n >= 5:
            out.extend(_sets_at_the_end(seg, tiles, s))
        if n == 1 and k != anchor:
            # In line with the concealed tiles, or right above them, rather than by some set.
            if seg.row == home.row:
                away *= 0.4
            else:
                away += 0.15 * min(float(reach[2][k]), 4.0)
            out.append(_Option(away, 1, (("winning", part),), wins=1))
    if k != anchor and partition is not None:
        price, sets = partition
        if any(seg.turned):
            price -= s.sets_touching * (len(sets) - 1) * 0.8
        price += away + crooked + (1.5 if against else 0.0)
        if backs and n != 4:
            price += 2.0
        out.append(_Option(price, 3 * len(sets), tuple(sets)))
    return out


def _sets_at_the_end(seg: Segment, tiles: Sequence[ReadTile], s: LayoutSettings) -> list[_Option]:
    """Concealed tiles with sets that touch them, told by a tile laid sideways in each set."""
    out = []
    n = len(seg.tiles)
    for cut in range(1, n - 2):
        for tail in (True, False):
            part = slice(cut, n) if tail else slice(0, n - cut)
            rest = slice(0, cut) if tail else slice(n - cut, n)
            if any(seg.turned[rest]):
                continue
            sub = Segment(seg.tiles[part], seg.row, seg.turned[part])
            found = find_sets(sub, tiles, s)
            if found is None:
                continue
            price, sets = found
            place = dict(zip(seg.tiles, seg.turned, strict=True))
            if any(not any(place[i] for i in group) for _, group in sets) or price > s.not_a_set:
                continue
            concealed = ("concealed", tuple(seg.tiles[rest]))
            count = cut + 3 * len(sets)
            out.append(_Option(price + 0.2, count, (concealed, *sets)))
    return out


def _cast(
    anchor: int, options: Sequence[list[_Option]], s: LayoutSettings, keep: int
) -> list[tuple[float, list[_Option]]]:
    """The cheapest choices of one option per segment, the hand's count included, best first.

    `keep`: how many choices are followed for each number of tiles counted so far.
    """
    limit = max(s.hand_sizes) + 2
    # Most strays can be nothing else: they are settled before the search.
    settled = [choices[0] for choices in options if len(choices) == 1]
    start = sum(option.price for option in settled)
    # State: (tiles counted, winning tiles). Value: prices, and the choices so far as linked lists.
    states: dict[tuple[int, int], list[tuple[float, Any]]] = {(0, 0): [(start, None)]}
    for k, choices in enumerate(options):
        if len(choices) == 1:
            continue
        if k == anchor:
            choices = [option for option in choices if option.parts[0][0] == "concealed"]
        following: dict[tuple[int, int], list[tuple[float, Any]]] = {}
        for (count, wins), ways in states.items():
            for option in choices:
                key = (count + option.count, wins + option.wins)
                if key[0] > limit or key[1] > 1:
                    continue
                found = following.setdefault(key, [])
                for price, chosen in ways:
                    total = price + option.price
                    if len(found) < keep:
                        found.append((total, (option, chosen)))
                        found.sort(key=_price_of)
                    elif total < found[-1][0]:
                        found[-1] = (total, (option, chosen))
                        found.sort(key=_price_of)
        states = following
    ends = []
    for (count, wins), ways in states.items():
        more = min(
            s.other_size * (k > 0)
            + ((s.short + s.short_each * abs(count - n)) if count != n else 0)
            for k, n in enumerate(s.hand_sizes)
        )
        more += 0.0 if wins else s.last_wins
        ends += [(price + more, chosen) for price, chosen in ways]
    ends.sort(key=_price_of)
    out = []
    for price, chosen in ends[:keep]:
        line = list(settled)
        while chosen is not None:
            option, chosen = chosen
            line.append(option)
        out.append((price, line))
    return out


def _price_of(way: tuple[float, Any]) -> float:
    return way[0]


def arrange(
    tiles: Sequence[ReadTile],
    size: tuple[int, int],
    settings: LayoutSettings | None = None,
) -> tuple[Rows, tuple[Group, ...]]:
    """Find the rows of a photo of one winner's hand, and the part each group of tiles plays.

    Args:
        tiles: in any order. Quads in pixels, clockwise from the tile's own top left; the turn may
            be wrong by quarters where a face does not show it.
        size: (width, height) of the photo in pixels; only breaks ties of direction.
        settings: distances and prices.

    Returns:
        rows: every tile once; each row in reading order, rows from top to bottom as the owner of
            the hand sees them.
        groups: every tile once. Concealed tiles first, then sets, flowers, the winning tile, and
            what does not belong to the hand. `seat` is None: one hand has no seats.
    """
    s = settings or LayoutSettings()
    if not tiles:
        return (), ()
    return _arrange(tiles, lay(tiles), None, size, s, 1)[0][1:]


def arrangements(
    tiles: Sequence[ReadTile],
    table: Table,
    size: tuple[int, int],
    settings: LayoutSettings | None = None,
    most: int = 24,
) -> list[tuple[float, Rows, tuple[Group, ...]]]:
    """As `arrange`, all ways to see the hand that are not much odder than the first, best first.

    Args:
        tiles: of one hand.
        table: where they lie (`lay`), in the same order.
        size: of the picture (width, height).
        settings: distances and prices.
        most: how many to give.

    Returns:
        up to `most` of (price, rows, groups). Differences of price say how much odder; about 1 is
        "odd, but seen".
    """
    s = settings or LayoutSettings()
    return _arrange(tiles, table, None, size, s, most) if tiles else []


def arrange_on(
    tiles: Sequence[ReadTile],
    table: Table,
    up: Array,
    settings: LayoutSettings | None = None,
) -> tuple[Rows, tuple[Group, ...]]:
    """As `arrange`, for tiles whose place on the table is known.

    Args:
        tiles: of one player.
        table: where they lie, in the same order.
        up: unit vector on the table, away from their owner.
        settings: distances and prices.
    """
    if not tiles:
        return (), ()
    return _arrange(tiles, table, up, (1, 1), settings or LayoutSettings(), 1)[0][1:]


def _arrange(
    tiles: Sequence[ReadTile],
    table: Table,
    known_up: Array | None,
    size: tuple[int, int],
    s: LayoutSettings,
    most: int,
) -> list[tuple[float, Rows, tuple[Group, ...]]]:
    bloom = np.array([is_flower(t.face) for t in tiles])
    chains = find_chains(table, bloom, s)
    segments = stack_kongs(find_segments(chains, table, tiles, s), table, tiles)
    _look(segments, table, tiles, s)
    gaps = _gap_matrix(segments, table)
    able = [k for k, g in enumerate(segments) if not g.flowers and not g.backs]
    able.sort(key=lambda k: (-len(segments[k].tiles), -float(table.scale[segments[k].tiles[0]])))
    in_row = [g.row for g in segments]
    bridge = [len(g.tiles) > 1 or in_row.count(g.row) > 1 for g in segments]
    blooms = [g.flowers for g in segments]
    anchors = [k for k in able if len(segments[k].tiles) > 1][: s.anchors]
    sets = [k for k, g in enumerate(segments) if g.partition and g.partition[0] < s.not_a_set]
    if len(sets) >= 3 or not anchors:
        # All sets laid open: what is left in the hand may be a single tile.
        alone = [k for k in able if len(segments[k].tiles) == 1]
        close = gaps[:, sets].min(axis=1) if sets else np.zeros(len(segments))
        alone.sort(key=lambda k: float(close[k]))
        anchors += alone[:4]
    found: list[tuple[float, list[_Option], Array]] = []
    for rank, anchor in enumerate(anchors):
        home = segments[anchor]
        reach, step = _ways(gaps, anchor, bridge, blooms, segments)
        hand_up = _direction_up(home, segments, reach, table, tiles, s, known_up)
        options = [
            _options(
                k,
                anchor,
                segments,
                table,
                tiles,
                (reach, step, gaps[anchor]),
                hand_up,
                s,
            )
            for k in range(len(segments))
        ]
        # Nobody discards flowers: they speak for the hand they lie by.
        apart = sum(1 for k, f in enumerate(blooms) if f and reach[k] > s.flower_near)
        odd = 0.02 * rank + s.flowers_alone * apart
        for price, chosen in _cast(anchor, options, s, 1 if most == 1 else s.ways):
            found.append((price + odd, chosen, hand_up))
    if not found:
        parts = [_nobody(tuple(g.tiles), tiles) for g in segments]
        nowhere = np.zeros(2) if known_up is None else known_up
        return [(0.0, *_finish(parts, chains, table, nowhere, size, tiles))]
    found.sort(key=lambda way: way[0])
    out: dict[tuple[Group, ...], tuple[float, Rows]] = {}
    for price, chosen, up in found:
        parts = _kongs_unclaimed([p for option in chosen for p in option.parts], segments)
        parts = _flowers_by_place(parts, table, tiles, s)
        rows, groups = _finish(parts, chains, table, up, size, tiles)
        out.setdefault(groups, (price, rows))
        if len(out) == most:
            break
    return [(price, rows, groups) for groups, (price, rows) in out.items()]


def _flowers_by_place(
    parts: list[tuple[str, tuple[int, ...]]],
    table: Table,
    tiles: Sequence[ReadTile],
    s: LayoutSettings,
) -> list[tuple[str, tuple[int, ...]]]:
    """Give the winner the flowers that lie by the hand, or by such flowers.

    A face seen again a little farther off is another's; right beside it is misread, which is for
    the decoder to say.
    """
    bloom = [i for i, tile in enumerate(tiles) if is_flower(tile.face)]
    held = [i for role, part in parts if role not in ("loose", "wall", "flowers") for i in part]
    held = [i for i in held if i not in bloom]
    if not bloom or not held:
        return parts
    apart = np.linalg.norm(table.centre[:, None] - table.centre[None, bloom], axis=2)
    gaps = apart / table.scale[bloom] - ASPECT
    nearest = {i: float(gaps[held, k].min()) for k, i in enumerate(bloom)}
    mine: list[int] = []
    faces: set[str] = set()
    for i in sorted(bloom, key=nearest.__getitem__):
        k = bloom.index(i)
        step = float(gaps[mine, k].min()) if mine else math.inf
        again = tiles[i].face in faces and min(nearest[i], step) > s.flower_step
        if not again and (nearest[i] < s.flower_near or step < s.flower_step):
            mine.append(i)
            faces.add(tiles[i].face)
    out = []
    for role, part in parts:
        rest = tuple(i for i in part if i not in bloom)
        if rest:
            out.append((role, rest))
        out += [("loose", (i,)) for i in part if i in bloom and i not in mine]
    return [*out, ("flowers", tuple(mine))] if mine else out


def _kongs_unclaimed(
    parts: list[tuple[str, tuple[int, ...]]], segments: Sequence[Segment]
) -> list[tuple[str, tuple[int, ...]]]:
    """Where every other set has its claimed tile sideways, four that have none are concealed."""
    sideways = {i for g in segments for i, t in zip(g.tiles, g.turned, strict=True) if t}
    stacked = {i for g in segments if g.stacked for i in g.tiles}
    others = [part for role, part in parts if role in ("chow", "pung")]
    if not others or not all(sideways.intersection(part) for part in others):
        return parts
    unclaimed = [
        role == "kong" and not (sideways | stacked).intersection(part) for role, part in parts
    ]
    return [
        ("concealed_kong" if free else role, part)
        for free, (role, part) in zip(unclaimed, parts, strict=True)
    ]


def unclear_sets(
    tiles: Sequence[ReadTile],
    table: Table,
    rows: Sequence[Sequence[int]],
    groups: Sequence[Group],
    settings: LayoutSettings | None = None,
) -> tuple[int, ...]:
    """Chows and pungs that may as well be concealed tiles, laid in threes to be counted.

    A claimed tile laid sideways or in the middle of a chow shows that a set was laid open. Without
    such a sign a set is unclear where it follows the concealed tiles in their own row with no more
    than a small gap, or where the concealed tiles themselves lie in several short rows.

    Returns:
        indices into groups.
    """
    s = settings or LayoutSettings()
    own = [i for g in groups if g.role == "concealed" for i in g.tiles]
    plain = [k for k, g in enumerate(groups) if g.role in ("chow", "pung") and not g.seat]
    if not plain or not own:
        return ()
    claimed = {k for k in plain if _shows_claim(groups[k], table, tiles)}
    if claimed and 2 * len(claimed) >= len(plain):
        return ()  # this player shows what was claimed: the others are as they lie
    group_of = {i: k for k in plain for i in groups[k].tiles} | dict.fromkeys(own, -1)
    touching: dict[int, set[int]] = {}
    for row in rows:
        for a, b in itertools.pairwise(row):
            one, other = group_of.get(a), group_of.get(b)
            if one is None or other is None or one == other:
                continue
            gap = float(np.linalg.norm(table.centre[b] - table.centre[a]))
            if gap / float(table.scale[[a, b]].mean()) < 1 + s.unclear_gap:
                touching.setdefault(one, set()).add(other)
                touching.setdefault(other, set()).add(one)
    reached, todo = {-1}, [-1]
    while todo:
        for k in touching.get(todo.pop(), ()):
            if k not in reached:
                reached.add(k)
                todo.append(k)
    pieces = _pieces(own, rows, table, s) or [[]]
    if (len(pieces) > 1 or len(own) < s.little_hand) and max(map(len, pieces)) <= s.little_row:
        reached.update(plain)
    return tuple(k for k in plain if k in reached and k not in claimed)


def unclear_flowers(
    tiles: Sequence[ReadTile],
    table: Table,
    groups: Sequence[Group],
    settings: LayoutSettings | None = None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Flowers that lie neither right by the hand nor far from it.

    Returns:
        those counted that may be another's, those not counted that may be the winner's.
    """
    s = settings or LayoutSettings()
    own = [i for g in groups if g.role not in ("loose", "wall", "flowers") for i in g.tiles]
    mine = [i for g in groups if g.role == "flowers" for i in g.tiles]
    other = [i for g in groups if g.role == "loose" for i in g.tiles if is_flower(tiles[i].face)]
    if not own or not (mine or other):
        return (), ()
    have = {tiles[i].face for i in mine}

    def gap(i: int, others: Sequence[int]) -> float:
        near = np.linalg.norm(table.centre[list(others)] - table.centre[i], axis=1)
        return float(near.min()) / float(table.scale[i]) - ASPECT

    # A row of flowers lies by the hand if its nearest does.
    lone = [i for i in mine if gap(i, own) > s.flower_by]
    away = lone if mine and min(gap(i, own) for i in mine) > s.flower_by else []
    parted = [
        i
        for i in lone
        if gap(i, [k for k in mine if k not in lone] or own) > s.flower_by and i not in away
    ]
    near = [i for i in other if gap(i, [*own, *mine]) < s.flower_far and tiles[i].face not in have]
    return tuple(away or parted), tuple(near)


def unclear_winning(
    table: Table,
    rows: Sequence[Sequence[int]],
    groups: Sequence[Group],
    settings: LayoutSettings | None = None,
) -> tuple[int, ...]:
    """Concealed tiles that lie alone, as the winning tile does, so that either may have won."""
    s = settings or LayoutSettings()
    own = [i for g in groups if g.role == "concealed" for i in g.tiles]
    if len(own) < 2 or not any(g.role == "winning" for g in groups):
        return ()
    return tuple(p[0] for p in _pieces(own, rows, table, s) if len(p) == 1)


def _shows_claim(group: Group, table: Table, tiles: Sequence[ReadTile]) -> bool:
    """A tile laid sideways, or a chow out of order."""
    part = list(group.tiles)
    d = _chain_direction(part, table)
    if any(abs(float(table.down[i] @ d)) > abs(float(table.right[i] @ d)) for i in part):
        return True
    ranks = [int(tiles[i].face[0]) for i in part if tiles[i].face[0].isdigit()]
    return group.role == "chow" and ranks not in (sorted(ranks), sorted(ranks, reverse=True))


def _pieces(
    own: Sequence[int], rows: Sequence[Sequence[int]], table: Table, s: LayoutSettings
) -> list[list[int]]:
    """The concealed tiles, parted at gaps."""
    mine = set(own)
    out: list[list[int]] = []
    for row in rows:
        part = [i for i in row if i in mine]
        for k, i in enumerate(part):
            gap = 0.0
            if k:
                apart = float(np.linalg.norm(table.centre[i] - table.centre[part[k - 1]]))
                gap = apart / float(table.scale[[i, part[k - 1]]].mean()) - 1
            if k and gap < s.split:
                out[-1].append(i)
            else:
                out.append([i])
    return out


def _nobody(part: tuple[int, ...], tiles: Sequence[ReadTile]) -> tuple[str, tuple[int, ...]]:
    faces = [tiles[i].face for i in part]
    if all(is_flower(f) for f in faces):
        return "flowers", part
    return ("wall" if all(f == BACK for f in faces) else "loose"), part


def _direction_up(
    home: Segment,
    segments: Sequence[Segment],
    reach: Array,
    table: Table,
    tiles: Sequence[ReadTile],
    s: LayoutSettings,
    known: Array | None,
) -> Array:
    """The hand's own up: square to its concealed row, on the side most tiles' ups point to.

    Where the owner's seat is known, on the side away from it.

    Some tiles lie upside down in real rows, and some faces do not show their up; that players sort
    their tiles (and lay chows) rising from left to right has a say too.
    """
    d = _chain_direction(home.tiles, table)
    normal = np.array([d[1], -d[0]])
    if known is not None:
        side = float(normal @ known)
        return known if abs(side) < 0.5 else normal * math.copysign(1.0, side)
    vote = 0.0
    for k, seg in enumerate(segments):
        weight = 1.0 if seg is home else 0.5 if reach[k] < 1.5 and len(seg.tiles) > 1 else 0.0
        if not weight:
            continue
        for i, turned in zip(seg.tiles, seg.turned, strict=True):
            cosine = float(-table.down[i] @ normal)
            if not turned and abs(cosine) > 0.8:
                vote += weight * float(table.vote[i]) * math.copysign(1.0, cosine)
        for i, j in itertools.pairwise(seg.tiles[:3] if seg.stacked else seg.tiles):
            a, b = tiles[i].face, tiles[j].face
            if a[-1] == b[-1] and a[0].isdigit() and b[0].isdigit() and a != b:
                step = int(b[0]) - int(a[0])
                rising = float((table.centre[j] - table.centre[i]) @ d) * step
                vote += weight * s.sorted_step * math.copysign(1.0, rising)
    return normal if vote >= 0 else -normal


def _finish(
    parts: Sequence[tuple[str, tuple[int, ...]]],
    chains: Sequence[Sequence[int]],
    table: Table,
    up: Array,
    size: tuple[int, int],
    tiles: Sequence[ReadTile],
) -> tuple[Rows, tuple[Group, ...]]:
    """Put rows and groups into reading order."""
    if not up.any():
        total = sum((-table.down[i] * table.vote[i] for i in range(len(tiles))), np.zeros(2))
        norm = float(np.linalg.norm(total))
        if norm < 1e-6:
            # Nothing shows a direction: the photo's own up, by the first tile's two axes.
            q = np.array([t.quad for t in tiles]).mean(axis=1)
            total = table.centre[int(q[:, 1].argmin())] - table.centre[int(q[:, 1].argmax())]
            norm = float(np.linalg.norm(total)) or 1.0
        up = total / norm
    right = np.array([-up[1], up[0]])
    ours = {i for role, part in parts if role not in ("loose", "wall") for i in part}

    rows = []
    for chain in chains:
        d = _chain_direction(chain, table)
        level = abs(float(d @ right)) > 0.75
        mine = sum(i in ours for i in chain) * 2 > len(chain)
        if len(chain) > 1:
            vote = _reading_vote(chain, table)
            by_hand = (mine and level) or abs(vote) < 0.2
            forward = float(d @ right) >= 0 if by_hand else vote > 0
            if not forward:
                chain = list(reversed(chain))
        rows.append(tuple(chain))
    rows.sort(key=lambda row: -float(np.mean(table.centre[list(row)], axis=0) @ up))
    place = {i: (r, k) for r, row in enumerate(rows) for k, i in enumerate(row)}

    order = ("concealed", "chow", "pung", "kong", "concealed_kong")
    merged: dict[str, list[int]] = {"concealed": [], "flowers": []}
    sets: list[tuple[str, list[int]]] = []
    rest: list[tuple[str, list[int]]] = []
    for role, part in parts:
        if role in merged:
            merged[role] += part
        elif role in order:
            sets.append((role, sorted(part, key=place.__getitem__)))
        else:
            rest.append((role, sorted(part, key=place.__getitem__)))
    sets.sort(key=lambda item: place[item[1][0]])
    rank = {"winning": 0, "loose": 1, "wall": 2}
    rest.sort(key=lambda item: (rank[item[0]], place[item[1][0]]))
    found = [("concealed", sorted(merged["concealed"], key=place.__getitem__)), *sets]
    found.append(("flowers", sorted(merged["flowers"], key=place.__getitem__)))
    groups = tuple(Group(role, None, tuple(part)) for role, part in [*found, *rest] if part)
    return tuple(rows), groups


__all__ = [
    "LayoutSettings",
    "Segment",
    "Table",
    "arrange",
    "arrange_on",
    "arrangements",
    "best_set",
    "find_chains",
    "find_segments",
    "find_sets",
    "is_flower",
    "lay",
    "likely_faces",
    "stack_kongs",
    "trust_of",
    "unclear_flowers",
    "unclear_sets",
    "unclear_winning",
]
