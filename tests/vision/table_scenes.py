"""Hands laid out in centimetres on a table and seen by a camera from anywhere, with full truth.

No pictures: only the quads and faces a perfect recogniser would give. Tests place tiles by hand;
`random_hand` lays whole hands at random, every way of laying that people use among them.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

import numpy as np

from vision.types import Group, ReadTile, as_quad

WIDE, HIGH, THICK = 2.6, 3.56, 2.0
"""A common tile, in centimetres."""

SETS = ("chow", "pung", "kong", "concealed_kong")
SYMMETRIC = frozenset(["1p", "2p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "P"])


@dataclass(slots=True)
class Placed:
    """A tile on the table: its centre in cm (y grows away from the owner), turn in degrees."""

    face: str
    x: float
    y: float
    turn: float = 0.0  # clockwise as the owner sees it
    z: float = THICK
    group: int = -1


@dataclass(slots=True)
class Scene:
    """Tiles on a table, and what each is."""

    placed: list[Placed] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)

    def group(self, role: str) -> int:
        """Begin a group."""
        self.roles.append(role)
        return len(self.roles) - 1

    def row(
        self,
        role: str,
        faces: list[str] | str,
        x: float = 0.0,
        y: float = 0.0,
        gap: float = 0.03,
        turned: tuple[int, ...] = (),
        direction: float = 0.0,
        bend: float = 0.0,
        crooked: float = 0.0,
        rng: random.Random | None = None,
        group: int | None = None,
    ) -> float:
        """Lay a row whose left edge is at x and whose bottom is at y; returns the right edge's x.

        Args:
            role: of the group the tiles form.
            faces: codes, left to right as the owner reads.
            x, y: where the row's lower left corner is, cm.
            gap: cm between tiles; `turned`: places of tiles laid sideways; `direction`: of the row,
                degrees; `bend`: degrees by which the row turns from tile to tile; `crooked`: spread
                of each tile's own turn (up to +- that many degrees) and of its place.
            rng: for crooked.
            group: to go on with an earlier group.
        """
        codes = faces.split() if isinstance(faces, str) else list(faces)
        number = self.group(role) if group is None else group
        heading = math.radians(direction)
        px, py = x, y
        for k, face in enumerate(codes):
            wide, high = (HIGH, WIDE) if k in turned else (WIDE, HIGH)
            extra = rng.uniform(-crooked, crooked) if rng and crooked else 0.0
            shift = rng.uniform(-0.02, 0.02) * crooked if rng and crooked else 0.0
            more = rng.uniform(0, 0.04) * crooked if rng and crooked else 0.0
            c, s = math.cos(heading), math.sin(heading)
            cx = px + c * wide / 2 - s * (high / 2 + shift)
            cy = py + s * wide / 2 + c * (high / 2 + shift)
            own = -math.degrees(heading) + extra + (90 if k in turned else 0)
            self.placed.append(Placed(face, cx, cy, own, THICK, number))
            px += c * (wide + gap + more)
            py += s * (wide + gap + more)
            heading += math.radians(bend)
        return px - gap

    def one(
        self, role: str, face: str, x: float, y: float, turn: float = 0.0, z: float = THICK
    ) -> None:
        """Lay one tile with its centre at (x, y)."""
        self.placed.append(Placed(face, x, y, turn, z, self.group(role)))

    def see(
        self,
        angle: float = 0.0,
        tilt: float = 0.0,
        size: tuple[int, int] = (1600, 1200),
        noise: float = 0.0,
        lens: float = 1.1,
        upside_down: float = 0.0,
        wrong_turn: float = 0.0,
        confidence: float = 0.97,
        rng: random.Random | None = None,
        shuffle: bool = True,
    ) -> tuple[list[ReadTile], list[Group]]:
        """The tiles as a camera sees them, shuffled, and the true groups.

        Args:
            angle: how far the camera is turned about the table's normal, degrees (0: the owner's).
            tilt: from straight down, degrees.
            size: picture in pixels.
            noise: spread of each corner, as a share of a tile's width.
            lens: focal length over picture width.
            upside_down: share of tiles that lie upside down.
            wrong_turn: share of wrong turns (a quarter or half) where the face is symmetric.
            confidence: given to every tile.
            rng: where chance comes from.
            shuffle: mix the order of the tiles.
        """
        rng = rng or random.Random(0)
        corners = []
        for p in self.placed:
            t = math.radians(-p.turn)
            c, s = math.cos(t), math.sin(t)
            box = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
            pts = [(u * WIDE / 2, v * HIGH / 2) for u, v in box]
            corners.append([(p.x + c * u - s * v, p.y + s * u + c * v, p.z) for u, v in pts])
        world = np.array(corners)
        middle = (world.reshape(-1, 3).min(axis=0) + world.reshape(-1, 3).max(axis=0)) / 2
        world = world - middle * (1, 1, 0)
        reach = float(np.linalg.norm(world[..., :2], axis=2).max()) + 2
        a, b = math.radians(angle), math.radians(tilt)
        spin = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        lean = np.array([[1, 0, 0], [0, math.cos(b), math.sin(b)], [0, -math.sin(b), math.cos(b)]])
        eye = world @ spin.T @ lean.T
        width, height = size
        away = lens * width * reach / (0.46 * min(size)) + reach * math.sin(b)
        depth = away - eye[..., 2]
        u = width / 2 + lens * width * eye[..., 0] / depth
        v = height / 2 - lens * width * eye[..., 1] / depth
        quads = np.stack([u, v], axis=-1)
        order = list(range(len(self.placed)))
        if shuffle:
            rng.shuffle(order)
        tiles = []
        for k in order:
            quad, face = quads[k], self.placed[k].face
            if noise:
                side = float(np.linalg.norm(quad[1] - quad[0]))
                quad = quad + [
                    [rng.gauss(0, noise * side), rng.gauss(0, noise * side)] for _ in range(4)
                ]
            quarters = 2 if rng.random() < upside_down else 0
            if face == "back":
                quarters = rng.randrange(4)
            elif face in SYMMETRIC and rng.random() < wrong_turn:
                quarters += rng.choice((1, 2, 3))
            quad = np.roll(quad, -quarters, axis=0)
            tiles.append(ReadTile(face, confidence, as_quad(quad.tolist())))
        place = {k: i for i, k in enumerate(order)}
        groups = [
            Group(role, None, tuple(place[k] for k, p in enumerate(self.placed) if p.group == g))
            for g, role in enumerate(self.roles)
        ]
        return tiles, groups


def faces_of(tiles: list[ReadTile], group: Group) -> str:
    """The faces of a group, in its order, for tests to compare."""
    return " ".join(tiles[i].face for i in group.tiles)


def same(found: tuple[Group, ...] | list[Group], truth: list[Group], tiles: list[ReadTile]) -> bool:
    """Whether roles, groups and the order of the concealed tiles are all as laid.

    All flowers count as one group, and so do strays and walls: nobody owns their grouping. When the
    hand is one tile and the winning tile the same again, either may be either.
    """
    mine, true = _canonical(found), _canonical(truth)
    if mine[1:] != true[1:] and len(mine[0]) == len(true[0]) == 1 and len(true[2]) == 1:
        swapped = (tuple(mine[2]), mine[1], list(mine[0]), mine[3])
        alike = tiles[true[0][0]].face == tiles[true[2][0]].face
        return alike and swapped == true
    return mine == true


def _canonical(
    groups: tuple[Group, ...] | list[Group],
) -> tuple[tuple[int, ...], list[tuple[str, tuple[int, ...]]], list[int], list[int]]:
    concealed = tuple(i for g in groups if g.role == "concealed" for i in g.tiles)
    sets = sorted((g.role, tuple(sorted(g.tiles))) for g in groups if g.role in SETS)
    winning = sorted(i for g in groups if g.role == "winning" for i in g.tiles)
    flowers = sorted(i for g in groups if g.role == "flowers" for i in g.tiles)
    return concealed, sets, winning, flowers


KINDS = "mps"


def _random_set(rng: random.Random, left: dict[str, int], kong: bool = False) -> list[str]:
    while True:
        if kong or rng.random() < 0.4:
            face = rng.choice([f for f, n in left.items() if n >= (4 if kong else 3)])
            tiles = [face] * (4 if kong else 3)
        else:
            low, suit = rng.randint(1, 7), rng.choice(KINDS)
            tiles = [f"{low + k}{suit}" for k in range(3)]
        if all(left[t] >= tiles.count(t) for t in tiles):
            for t in tiles:
                left[t] -= 1
            return tiles


@dataclass(frozen=True, slots=True)
class RandomHand:
    """A laid hand with its truth and the ways it was laid (to break figures up by kind)."""

    tiles: list[ReadTile]
    groups: list[Group]
    size: tuple[int, int]
    kinds: tuple[str, ...]
    scene: Scene


def random_hand(rng: random.Random, sets: int = 5) -> RandomHand:
    """Lay a winner's hand of `sets` sets and a pair in one of the ways people do."""
    left = {f"{r}{s}": 4 for s in KINDS for r in range(1, 10)} | dict.fromkeys("ESWNCFP", 4)
    kinds: list[str] = []
    exposed = rng.choice([0, 0, 1, 1, 2, 2, 3, 3, 4, 5])
    exposed = min(exposed, sets)
    melds: list[tuple[str, list[str], tuple[int, ...], bool]] = []
    turning = rng.random() < 0.35  # this table turns the claimed tile
    for _ in range(exposed):
        r = rng.random()
        if r < 0.14:
            tiles = _random_set(rng, left, kong=True)
            # Four faces in a row and none sideways: concealed where claimed tiles lie sideways.
            ways = ["kong-on-top", "kong-turned"]
            way = rng.choice(ways if turning else [*ways, "kong4"])
            kinds.append(way)
            turned = (rng.choice((0, 1, 3)),) if way == "kong-turned" else ()
            melds.append(("kong", tiles, turned, way == "kong-on-top"))
        elif r < 0.26:
            tiles = _random_set(rng, left, kong=True)
            ways = ["bbbb", "bffb", "fbbf", "fbbb", "bbbf"]
            way = rng.choice([*ways, "ffff"] if turning else ways)
            kinds.append("ckong-" + way)
            shown = ["back" if w == "b" else t for w, t in zip(way, tiles, strict=True)]
            melds.append(("concealed_kong", shown, (), False))
        else:
            tiles = _random_set(rng, left)
            kind = "pung" if tiles[0] == tiles[1] else "chow"
            turned: tuple[int, ...] = ()
            if turning:
                turned = (rng.randrange(3),)
                kinds.append(f"{kind}-turned")
            elif kind == "chow" and rng.random() < 0.5:
                rng.shuffle(tiles)
                kinds.append("chow-mixed")
            melds.append((kind, tiles, turned, False))
    concealed: list[str] = []
    for _ in range(sets - exposed):
        concealed += _random_set(rng, left)
    if not any(turned for kind, _, turned, _ in melds if kind in ("chow", "pung")):
        melds = [
            ("kong", t, u, w) if kind == "concealed_kong" and "back" not in t else (kind, t, u, w)
            for kind, t, u, w in melds
        ]
    pair = rng.choice([f for f, n in left.items() if n >= 2])
    left[pair] -= 2
    concealed += [pair, pair]
    how = rng.choice(["last", "apart-right", "apart-left", "apart-above", "turned-end", "on-top",
                      "turned-apart", "turned-above"])  # fmt: skip
    if len(concealed) == 2 and how == "turned-end":
        how = "apart-right"
    win = None
    rng.shuffle(concealed)
    if how != "last":
        win = concealed.pop()
    if rng.random() < 0.8:
        concealed.sort(key=lambda f: (f[-1], f[0]))

    scene = Scene()
    crooked = rng.choice([0.0, 2.0, 5.0])
    gap = rng.choice([0.02, 0.1, 0.3])
    bend = rng.uniform(-1.0, 1.0) if rng.random() < 0.3 else 0.0
    lay = {"gap": gap, "crooked": crooked, "rng": rng}
    rows = 1
    if len(concealed) >= 13 and rng.random() < 0.3:
        rows = 2
        kinds.append("two-rows")
        bend = 0.0
    elif bend:
        kinds.append("bent")
    if rows == 2:
        cut = (len(concealed) + 1) // 2
        first = scene.row("concealed", concealed[:cut], 0, HIGH + 0.2, **lay)
        second = scene.row("concealed", concealed[cut:], 0, 0, group=0, **lay)
        edge, top = max(first, second), 2 * HIGH + 0.3
    else:
        turned_end = ()
        line = list(concealed)
        if how == "turned-end":
            line.append(win or "")
            turned_end = (len(line) - 1,)
        edge = scene.row("concealed", line, 0, 0, turned=turned_end, bend=bend, **lay)
        top = HIGH + 0.2
        if how == "turned-end":
            scene.placed[-1].group = scene.group("winning")
    begun = len(scene.placed)
    xs = [p.x for p in scene.placed]
    ys = [p.y for p in scene.placed]
    end = max(scene.placed, key=lambda p: p.x)
    if bend:
        top = max(ys) + HIGH / 2 + 0.4
        bottom = min(ys) - HIGH / 2 - 0.4
    else:
        bottom = -0.4
    left_edge = min(xs) - WIDE / 2
    free = {"right", "left", "above", "below"}
    if how == "turned-end" and rows == 2:
        how = "turned-apart"
    tilted = rng.uniform(-4, 4)
    if how in ("apart-right", "turned-apart"):
        turn = tilted + (90 if how == "turned-apart" else 0)
        distance = rng.uniform(1.6, 5.0)
        half = HIGH / 2 if how == "turned-apart" else WIDE / 2
        y = end.y + (rng.uniform(-1.2, 1.2) if rng.random() < 0.5 else 0.0)
        scene.one("winning", win or "", edge + distance + half, y, turn)
        free.discard("right")
    elif how == "apart-left":
        scene.one(
            "winning", win or "", left_edge - rng.uniform(2.0, 5) - WIDE / 2, HIGH / 2, tilted
        )
        free.discard("left")
    elif how in ("apart-above", "turned-above"):
        turn = tilted + (90 if how == "turned-above" else 0)
        x = rng.uniform(left_edge + 1, max(edge - 1, left_edge + 2))
        y = top + HIGH / 2 + rng.uniform(0.3, 2.5)
        scene.one("winning", win or "", x, y, turn)
        free.discard("above")
    elif how == "on-top":
        # On the upper edge of the row, as it is laid there: half over it, a tile higher.
        x = rng.uniform(left_edge + 1, max(edge - 1, left_edge + 2))
        scene.one("winning", win or "", x, top - 0.2 + rng.uniform(0.2, 0.8), tilted, 2 * THICK)
        free.discard("above")
    kinds.append("win-" + how)

    side = rng.choice(sorted(free))
    between = rng.choice([1.5, 2.0, 3.0])
    if melds:
        kinds.append("melds-" + side)
        widths = [
            (3 if tower else len(t)) * (WIDE + gap) + len(turn) * (HIGH - WIDE)
            for _, t, turn, tower in melds
        ]
        total = sum(widths) + between * len(melds)
        if side == "right":
            edge = max(edge, *(p.x + (HIGH if bend else WIDE) / 2 for p in scene.placed[:begun]))
            x, y = edge + between, scene.placed[0].y - HIGH / 2 if not bend else end.y - HIGH / 2
        elif side == "left":
            x, y = left_edge - total, 0.0
        elif side == "above":
            x, y = left_edge, top + rng.uniform(0.8, 2.0)
        else:
            x, y = left_edge, bottom - HIGH - rng.uniform(0.8, 1.5)
        begin = len(scene.placed)
        for kind, tiles, turned, tower in melds:
            if tower:
                right = scene.row(kind, tiles[:3], x, y, **lay)
                mid = scene.placed[-2]
                scene.placed.append(
                    Placed(tiles[3], mid.x, mid.y + rng.uniform(1.0, 2.2), mid.turn,
                           2 * THICK, mid.group)
                )  # fmt: skip
            else:
                right = scene.row(kind, tiles, x, y, turned=turned, **lay)
            x = right + between
        if side == "left":  # crooked rows grow longer than counted
            over = max(p.x + WIDE / 2 for p in scene.placed[begin:]) + between - left_edge
            for p in scene.placed[begin:]:
                p.x -= over
        free.discard(side)
    count = rng.choice([0, 0, 0, 1, 2, 3, 4, 6])
    if count:
        flowers = [f"f{k}" for k in rng.sample(range(1, 9), count)]
        way = rng.choice(["row", "heap"])
        place = rng.choice(sorted(free))
        kinds.append(f"flowers-{way}")
        mine = list(scene.placed)
        x0, x1 = min(p.x for p in mine) - WIDE / 2, max(p.x for p in mine) + WIDE / 2
        y0, y1 = min(p.y for p in mine) - HIGH / 2, max(p.y for p in mine) + HIGH / 2
        x, y = {
            "right": (x1 + 2.0, y0),
            "left": (x0 - 2.0 - count * (4.4 if way == "heap" else 2.9), y0),
            "above": (x0 + 2, y1 + 1.0),
            "below": (x0 + 2, y0 - HIGH - 1.0),
        }[place]
        if way == "row":
            scene.row("flowers", flowers, x, y, **lay)
        else:
            for k, f in enumerate(flowers):
                scene.one(
                    "flowers",
                    f,
                    x + 1.9 + k * 4.3,
                    y + rng.uniform(1.5, 2.5),
                    rng.uniform(-180, 180),
                )
    _strays(scene, rng, left, kinds)
    size = rng.choice([(1600, 1200), (1200, 1600), (4000, 3000), (640, 640)])
    tilt = rng.uniform(0, 50)
    tiles, groups = scene.see(
        angle=rng.uniform(0, 360),
        tilt=tilt,
        size=size,
        noise=rng.choice([0.0, 0.02, 0.04]),
        lens=rng.uniform(0.7, 1.4),
        upside_down=rng.choice([0.0, 0.05, 0.15]),
        wrong_turn=rng.choice([0.0, 0.3, 0.6]),
        rng=rng,
    )
    kinds.append(f"tilt-{int(tilt // 10) * 10}")
    return RandomHand(tiles, groups, size, tuple(kinds), scene)


def _strays(scene: Scene, rng: random.Random, left: dict[str, int], kinds: list[str]) -> None:
    """What else lies on the table: discards, a wall, a neighbour's tiles; none within 5 cm."""
    mine = list(scene.placed)
    x0, x1 = min(p.x for p in mine) - 3, max(p.x for p in mine) + 3
    y1 = max(p.y for p in mine) + 3
    pool = [f for f, n in left.items() for _ in range(n)]
    rng.shuffle(pool)
    if rng.random() < 0.4:
        kinds.append("discards")
        taken: list[tuple[float, float]] = []
        for _ in range(rng.randint(1, 25)):
            for _ in range(30):
                x, y = rng.uniform(x0, x1), y1 + 6.5 + rng.uniform(0, 14)
                if all(math.hypot(x - u, y - v) > 3.9 for u, v in taken):
                    taken.append((x, y))
                    scene.one("loose", pool.pop(), x, y, rng.uniform(-180, 180))
                    break
    elif rng.random() < 0.3:
        kinds.append("river")
        for line in range(rng.randint(1, 3)):
            n = min(6, len(pool))
            scene.row(
                "loose", [pool.pop() for _ in range(n)], x0 + 8, y1 + 6.5 + line * 3.7, gap=0.1
            )
    if rng.random() < 0.25:
        kinds.append("wall")
        scene.row("wall", ["back"] * rng.randint(5, 17), x0, y1 + 24, gap=0.02)
    if rng.random() < 0.2:
        kinds.append("neighbour")
        n = min(rng.randint(5, 16), len(pool))
        scene.row("loose", [pool.pop() for _ in range(n)], x1 + 12, y1 + 4, direction=90)
