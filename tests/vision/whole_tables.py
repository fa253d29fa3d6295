"""Whole tables as a camera above them sees them, with full truth: quads and faces only.

Lengths are centimetres, x to the right and y away from the near seat, the origin in the middle.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.vision.table_scenes import HIGH, SYMMETRIC, THICK, WIDE, Placed, RandomHand, random_hand
from vision.frame import TableFrame
from vision.types import SEATS, Group, ReadTile, as_quad

ALL = [f"{r}{s}" for s in "mps" for r in range(1, 10)] + list("ESWNCFP")


@dataclass(slots=True)
class Laid:
    """One tile: its middle, its turn (degrees, clockwise from above), height of its top, shape."""

    face: str
    x: float
    y: float
    turn: float
    z: float = THICK
    wide: float = WIDE
    high: float = HIGH
    key: int = 0


@dataclass(slots=True)
class WholeTable:
    """Tiles on a table, and what each is: (role, seat or None) per group, rivers in order."""

    side: float
    laid: list[Laid] = field(default_factory=list)
    groups: list[tuple[str, str | None]] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    winner: str | None = None

    def begin(self, role: str, seat: int | None) -> int:
        self.groups.append((role, None if seat is None else SEATS[seat]))
        return len(self.groups) - 1

    def put(
        self,
        key: int,
        seat: int,
        face: str,
        x: float,
        y: float,
        turn: float = 0.0,
        **more: float,
    ) -> None:
        """A tile at (x, y) as the seat sees it: x to its right, y from its edge inwards."""
        y -= self.side / 2
        for _ in range((4 - seat) % 4):
            x, y = y, -x
        self.laid.append(Laid(face, x, y, turn - 90 * seat, key=key, **more))


def _crooked(rng: random.Random, mess: float) -> tuple[float, float, float]:
    return rng.gauss(0, 0.05) * mess, rng.gauss(0, 0.08) * mess, rng.gauss(0, 1.0) * mess


def _row(
    table: WholeTable,
    rng: random.Random,
    key: int,
    seat: int,
    faces: list[str],
    x: float,
    y: float,
    gap: float = 0.05,
    mess: float = 1.0,
    **more: float,
) -> float:
    wide = more.get("wide", WIDE)
    for face in faces:
        dx, dy, spin = _crooked(rng, mess)
        table.put(key, seat, face, x + wide / 2 + dx, y + dy, spin, **more)
        x += wide + gap
    return x - gap


def _take(rng: random.Random, left: dict[str, int], count: int) -> list[str]:
    pool = [f for f, n in left.items() for _ in range(n)]
    rng.shuffle(pool)
    for face in pool[:count]:
        left[face] -= 1
    return pool[:count]


def _meld(rng: random.Random, left: dict[str, int]) -> tuple[str, list[str]]:
    while True:
        r = rng.random()
        face = rng.choice(ALL)
        if r < 0.15 and left[face] >= 4:
            left[face] -= 4
            if rng.random() < 0.5:
                return "kong", [face] * 4
            show = rng.choice(["bbbb", "bffb", "fbbb"])
            return "concealed_kong", ["back" if c == "b" else face for c in show]
        if r < 0.55 and left[face] >= 3:
            left[face] -= 3
            return "pung", [face] * 3
        if r >= 0.55 and face[0].isdigit() and int(face[0]) <= 7:
            run = [f"{int(face[0]) + k}{face[1]}" for k in range(3)]
            if all(left[f] for f in run):
                for f in run:
                    left[f] -= 1
                return "chow", run


def _opened(rng: random.Random, side: float, left: dict[str, int]) -> RandomHand:
    """A winner's hand that has room before its seat and takes no tile twice."""
    while True:
        hand = random_hand(rng, 5 if rng.random() < 0.85 else 4)
        own = [p for p in hand.scene.placed if hand.scene.roles[p.group] not in ("loose", "wall")]
        xs, ys = [p.x for p in own], [p.y for p in own]
        wide, high = max(xs) - min(xs) + HIGH, max(ys) - min(ys) + HIGH
        faces = [p.face for p in own if p.face in left]
        if wide > side - 6 or high > 0.3 * side:
            continue
        if any(left[f] < faces.count(f) for f in set(faces)):
            continue
        for f in faces:
            left[f] -= 1
        return hand


def random_table(rng: random.Random) -> WholeTable:
    """A table in play or after a win, laid in one of the ways people do; no tile inside another."""
    while True:
        table = _any_table(rng)
        if not _collides(table) and not _unclear(table):
            return table


def _unclear(table: WholeTable) -> bool:
    """Whether flowers lie nearer to another seat's things than to their own: nobody could tell."""
    spots: dict[tuple[str | None, bool], list[tuple[float, float]]] = {}
    for t in table.laid:
        role, seat = table.groups[t.key]
        if role not in ("river", "wall", "loose"):
            spots.setdefault((seat, role == "flowers"), []).append((t.x, t.y))
    for seat in SEATS:
        mine = spots.get((seat, True), [])
        own = spots.get((seat, False), [])
        others = [p for (who, _), some in spots.items() if who != seat for p in some]
        if not mine or not others:
            continue
        # The way from flower to flower and on to the hand has no gap as wide as to another.
        if _widest_step(mine, own) + 0.5 > min(math.dist(p, q) for p in mine for q in others):
            return True
    return False


def _widest_step(mine: list[tuple[float, float]], own: list[tuple[float, float]]) -> float:
    reached, left, widest = list(own or mine[:1]), list(mine), 0.0
    while left:
        step, nearest = min((min(math.dist(p, q) for q in reached), p) for p in left)
        widest = max(widest, step)
        left.remove(nearest)
        reached.append(nearest)
    return widest


def _collides(table: WholeTable) -> bool:
    """Whether two tiles of the same height overlap, or one hangs over the edge."""
    half = table.side / 2
    if any(max(abs(t.x), abs(t.y)) > half - 1.2 for t in table.laid):
        return True
    boxes = [
        cv2.boxPoints(((t.x, t.y), (t.wide - 0.35, t.high - 0.35), -t.turn)) for t in table.laid
    ]
    for i, a in enumerate(table.laid):
        for j in range(i):
            b = table.laid[j]
            if abs(a.z - b.z) > 0.5 and a.key == b.key:
                continue
            if {a.z, b.z} == {THICK, 2 * THICK} and "wall" not in (
                table.groups[a.key][0],
                table.groups[b.key][0],
            ):
                continue
            if math.hypot(a.x - b.x, a.y - b.y) < HIGH + 1:
                shared, _ = cv2.intersectConvexConvex(boxes[i], boxes[j])
                if shared > 0.15:
                    return True
    return False


def _any_table(rng: random.Random) -> WholeTable:
    table = WholeTable(rng.uniform(80, 110))
    side = table.side
    left = dict.fromkeys(ALL, 4)
    blooms = [f"f{k}" for k in rng.sample(range(1, 9), 8)]
    won = rng.random() < 0.6
    winner = rng.randrange(4) if won else -1
    river = rng.choice(["lines", "lines", "heap", "none"])
    walls = rng.random() < 0.7
    # From straight above nothing of a standing tile can be read: many are not seen at all.
    shown = rng.choice(["standing", "down", "unseen"])
    mess = rng.choice([0.5, 1.0, 2.0])
    at_right = rng.random() < 0.6  # where this table's players put their sets
    table.kinds += [f"river-{river}", f"hands-{shown}", "won" if won else "play"]
    if walls:
        table.kinds.append("walls")
    hand = _opened(rng, side, left) if won else None
    if hand is not None:
        blooms = [f for f in blooms if f not in {p.face for p in hand.scene.placed}]
    middle = side / 2
    for seat in range(4):
        depth = rng.uniform(3.0, 5.0)
        if seat == winner and hand is not None:
            table.winner = SEATS[seat]
            table.kinds += [k for k in hand.kinds if not k.startswith(("tilt", "upside"))]
            _lay_hand(table, hand, seat, rng)
        else:
            count = rng.randrange(0, 4)
            tiles = 16 - 3 * count
            x = -tiles * WIDE / 2 - rng.uniform(0, 4)
            key = -1 if shown == "unseen" else table.begin("concealed", seat)
            if shown == "unseen":
                pass
            elif shown == "standing":
                _row(table, rng, key, seat, ["back"] * tiles, x, depth, 0.05, mess,
                     z=HIGH, high=THICK)  # fmt: skip
            else:
                _row(table, rng, key, seat, ["back"] * tiles, x, depth, 0.05, mess)
            x, y = -side / 2 + rng.uniform(3, 8), depth + HIGH + rng.uniform(0.8, 1.8)
            melds = [_meld(rng, left) for _ in range(count)]
            width = sum(len(t) for _, t in melds) * WIDE + 2.0 * count
            if at_right:
                x = side / 2 - width - rng.uniform(3, 8)
            for role, faces in melds:
                key = table.begin(role, seat)
                x = _row(table, rng, key, seat, faces, x, y, 0.05, mess) + rng.uniform(1.2, 2.0)
            flowers = [blooms.pop() for _ in range(rng.choice([0, 0, 1, 2])) if blooms]
            room = x + len(flowers) * (WIDE + 0.1) < side / 2 - 2
            if flowers and room:
                key = table.begin("flowers", seat)
                _row(table, rng, key, seat, flowers, x + 0.8, y, 0.05, mess)
        wall_at = depth + 2 * HIGH + rng.uniform(3.5, 5.0)
        if walls and seat != winner and rng.random() < 0.75:
            stacks = rng.randint(3, 17)
            start = rng.uniform(-side / 2 + wall_at + 4, side / 2 - wall_at - 4 - stacks * WIDE)
            if start > -side / 2 + wall_at + 3:
                key = table.begin("wall", seat)
                _row(table, rng, key, seat, ["back"] * stacks, start, wall_at, 0.02, mess,
                     z=2 * THICK)  # fmt: skip
        if river == "lines":
            count = rng.randint(0, 15)
            if count:
                key = table.begin("river", seat)
                faces = _take(rng, left, count)
                inner = rng.uniform(9.0, 10.5)
                per = 6
                for k, face in enumerate(faces):
                    dx, dy, spin = _crooked(rng, mess)
                    table.put(
                        key, seat, face,
                        (k % per - (per - 1) / 2) * (WIDE + 0.1) + dx,
                        middle - inner - (k // per) * (HIGH + 0.15) + dy,
                        spin,
                    )  # fmt: skip
    if river == "heap":
        key = table.begin("loose", None)
        spots: list[tuple[float, float]] = []
        for face in _take(rng, left, rng.randint(6, 40)):
            for _ in range(40):
                a, r = rng.uniform(0, 2 * math.pi), 0.34 * side / 2 * 1.4 * math.sqrt(rng.random())
                x, y = r * math.cos(a), r * math.sin(a)
                if all(math.hypot(x - u, y - v) > 4.0 for u, v in spots):
                    spots.append((x, y))
                    table.laid.append(Laid(face, x, y, rng.uniform(-180, 180), key=key))
                    break
    return table


def _lay_hand(table: WholeTable, hand: RandomHand, seat: int, rng: random.Random) -> None:
    own: list[Placed] = [
        p for p in hand.scene.placed if hand.scene.roles[p.group] not in ("loose", "wall")
    ]
    xs, ys = [p.x for p in own], [p.y for p in own]
    x0, y0 = (max(xs) + min(xs)) / 2, min(ys)
    keys: dict[int, int] = {}
    for p in own:
        role = hand.scene.roles[p.group]
        if p.group not in keys:
            keys[p.group] = table.begin(role, seat)
        table.put(keys[p.group], seat, p.face, p.x - x0, p.y - y0 + 3.2, p.turn, z=p.z)


def see(
    table: WholeTable,
    rng: random.Random,
    *,
    size: tuple[int, int] = (2592, 1944),
    off: float = 0.2,
    tilt: float = 20.0,
    noise: float = 0.03,
    wrong_turn: float = 0.3,
) -> tuple[list[ReadTile], list[Group], TableFrame]:
    """The tiles as a camera above sees them, shuffled; the true groups; the table's frame.

    Args:
        table: what lies there.
        rng: where chance comes from.
        size: picture in pixels.
        off: how far the camera hangs off the middle, at most, as a share of the side.
        tilt: from straight down at most, degrees, besides looking at the middle.
        noise: spread of each corner, share of a tile's width.
        wrong_turn: share of wrong turns where the face is symmetric.
    """
    side = table.side
    eye = np.array(
        [rng.uniform(-off, off) * side, rng.uniform(-off, off) * side, rng.uniform(1.0, 1.7) * side]
    )
    aim = np.array([rng.uniform(-0.05, 0.05) * side, rng.uniform(-0.05, 0.05) * side, 0.0])
    # A tilt of its own: the camera stands aside by so much more.
    more = math.tan(math.radians(rng.uniform(0, tilt) * 0.5)) * eye[2]
    turn = rng.uniform(0, 2 * math.pi)
    eye[:2] += more * np.array([math.cos(turn), math.sin(turn)])
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    roll = rng.uniform(0, 2 * math.pi)
    right = np.cross(ahead, [math.sin(roll), math.cos(roll), 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    rotation = np.stack([right, down, ahead])

    def project(points: np.ndarray, focal: float) -> np.ndarray:
        seen = (points - eye) @ rotation.T
        return seen[..., :2] / seen[..., 2:] * focal + np.array(size) / 2

    half = side / 2
    square = np.array(
        [[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]], dtype=float
    )
    reach = np.abs(project(square, 1.0) - np.array(size) / 2)
    focal = 0.97 * float(min((np.array(size) / 2 / reach).min(axis=0)))
    corners = project(square, focal)
    frame = TableFrame(tuple((float(x), float(y)) for x, y in corners), side, size)
    quads = []
    for t in table.laid:
        a = math.radians(t.turn)
        c, s = math.cos(a), math.sin(a)
        box = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * [t.wide / 2, t.high / 2]
        flat = np.stack(
            [t.x + box[:, 0] * c + box[:, 1] * s, t.y - box[:, 0] * s + box[:, 1] * c], 1
        )
        quads.append(project(np.column_stack([flat, np.full(4, t.z)]), focal))
    order = list(range(len(table.laid)))
    rng.shuffle(order)
    tiles = []
    for k in order:
        face, quad = table.laid[k].face, quads[k]
        width = float(np.linalg.norm(quad[1] - quad[0]))
        quad = quad + np.array([[rng.gauss(0, noise * width) for _ in "xy"] for _ in range(4)])
        quarters = 0
        if face == "back":
            quarters = rng.randrange(4)
        elif face in SYMMETRIC and rng.random() < wrong_turn:
            quarters = rng.choice((1, 2, 3))
        tiles.append(ReadTile(face, 0.97, as_quad(np.roll(quad, -quarters, axis=0).tolist())))
    place = {k: i for i, k in enumerate(order)}
    groups = [
        Group(role, seat, tuple(place[k] for k, t in enumerate(table.laid) if t.key == number))
        for number, (role, seat) in enumerate(table.groups)
    ]
    return tiles, groups, frame


def faults(found: tuple[Group, ...], truth: list[Group], tiles: list[ReadTile]) -> list[str]:
    """What is wrong with groups found on a table, as words; empty when all is right."""
    out = []
    for seat in (*SEATS, None):
        mine = [g for g in found if g.seat == seat]
        true = [g for g in truth if g.seat == seat]
        for role in ("concealed", "winning", "flowers", "river", "wall", "loose"):
            a = sorted(i for g in mine if g.role == role for i in g.tiles)
            b = sorted(i for g in true if g.role == role for i in g.tiles)
            if a != b:
                if role in ("concealed", "winning") and _alike(mine, true, tiles):
                    continue
                out.append(f"{seat} {role}")
        sets_a = sorted((g.role, tuple(sorted(g.tiles))) for g in mine if g.role not in _PLAIN)
        sets_b = sorted((g.role, tuple(sorted(g.tiles))) for g in true if g.role not in _PLAIN)
        if sets_a != sets_b:
            out.append(f"{seat} sets")
    for group in truth:
        if group.role == "river":
            mine = next((g for g in found if g.role == "river" and g.seat == group.seat), None)
            if mine is None or mine.tiles == group.tiles:
                continue
            if sorted(mine.tiles) == sorted(group.tiles):
                out.append(f"{group.seat} river order")
    return out


_PLAIN = ("concealed", "winning", "flowers", "river", "wall", "loose")


def _alike(mine: list[Group], true: list[Group], tiles: list[ReadTile]) -> bool:
    """One concealed tile and the winning tile the same: either may be either."""
    faces = [
        [tiles[i].face for g in some if g.role in ("concealed", "winning") for i in g.tiles]
        for some in (mine, true)
    ]
    return (
        len(faces[0]) == 2 and faces[0] == faces[0][::-1] and sorted(faces[0]) == sorted(faces[1])
    )
