"""Winning hands, and tiles laid on a table as players lay them.

Lengths are millimetres on the table: x to the right, y away from the near seat, z up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.tiles import BACK
from vision.training.render import Solid
from vision.training.render import corners as box_corners
from vision.training.tilesets import FACES, FLOWERS, HONOURS, SUITED, TileSet

SEATS: tuple[str, ...] = ("near", "right", "far", "left")


@dataclass(frozen=True, slots=True)
class SceneHand:
    """The winning hand that was laid out. concealed leaves the winning tile out."""

    concealed: tuple[str, ...]
    melds: tuple[tuple[str, tuple[str, ...]], ...]  # ("chow|pung|kong|ckong", codes)
    flowers: tuple[str, ...]
    win: str


# --- winning hands -------------------------------------------------------------------------------


def random_hand(rng: np.random.Generator, sets: int = 5) -> SceneHand:
    """A winning hand of `sets` sets and a pair, with 0-4 melds and 0-8 flowers."""
    while True:
        suits = list("mps")
        style = rng.random()
        if style < 0.25:  # one suit, with honours
            suits = [suits[int(rng.integers(3))]]
        elif style < 0.40:
            suits.pop(int(rng.integers(3)))
        chow_share = 0.15 if rng.random() < 0.25 else 0.62
        used: dict[str, int] = {}
        built: list[tuple[str, tuple[str, ...]]] = []
        for _ in range(sets):
            if rng.random() < chow_share:
                first, suit = int(rng.integers(1, 8)), suits[int(rng.integers(len(suits)))]
                built.append(("chow", tuple(f"{first + i}{suit}" for i in range(3))))
                continue
            pool = [c for c in SUITED if c[1] in suits] + list(HONOURS)
            code = pool[int(rng.integers(len(pool)))]
            four = rng.random() < 0.14
            built.append(("kong" if four else "pung", (code,) * (4 if four else 3)))
        pool = [c for c in SUITED if c[1] in suits] + list(HONOURS)
        pair = pool[int(rng.integers(len(pool)))]
        for code in [c for _, codes in built for c in codes] + [pair, pair]:
            used[code] = used.get(code, 0) + 1
        if max(used.values()) > 4:
            continue
        exposed = int(rng.choice([0, 1, 2, 3, 4], p=[0.22, 0.2, 0.26, 0.2, 0.12]))
        order = [int(i) for i in rng.permutation(sets)]
        melds: list[tuple[str, tuple[str, ...]]] = []
        concealed: list[str] = [pair, pair]
        for place, i in enumerate(order):
            kind, codes = built[i]
            if kind == "kong":
                melds.append(("ckong" if rng.random() < 0.4 else "kong", codes))
            elif place < min(exposed, sets):
                melds.append((kind, codes))
            else:
                concealed.extend(codes)
        concealed.sort(key=FACES.index)
        win = concealed.pop(int(rng.integers(len(concealed))))
        count = int(rng.choice([0, 1, 2, 3, 4, 8], p=[0.25, 0.27, 0.22, 0.14, 0.1, 0.02]))
        flowers = tuple(sorted(FLOWERS[int(i)] for i in rng.permutation(8)[:count]))
        return SceneHand(tuple(concealed), tuple(melds), flowers, win)


# --- tiles on the table --------------------------------------------------------------------------


@dataclass
class Placed:
    """One tile on the table and what the truth says of it."""

    solid: Solid
    code: str
    group: int
    role: str
    seat: str | None
    main: bool  # must be inside the picture


@dataclass
class Layout:
    """Tiles laid on the table in turn, through a movable frame (dx, dy, turn in degrees)."""

    tiles: TileSet
    width: float
    rng: np.random.Generator
    placed: list[Placed] = field(default_factory=list)
    extra: list[Solid] = field(default_factory=list)
    groups: int = 0
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    seat: str | None = None
    main: bool = True

    @property
    def height(self) -> float:
        return self.width * self.tiles.aspect

    @property
    def depth(self) -> float:
        return self.width * self.tiles.depth

    def new_group(self) -> int:
        self.groups += 1
        return self.groups - 1

    def world(self, x: float, y: float, angle: float) -> tuple[float, float, float]:
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return self.dx + c * x - s * y, self.dy + s * x + c * y, angle + self.turn

    def put(
        self,
        code: str,
        x: float,
        y: float,
        angle: float = 0.0,
        *,
        pose: str = "up",
        z: float = 0.0,
        lean: float = 0.0,
        group: int = 0,
        role: str = "loose",
        mess: float = 1.0,
    ) -> None:
        """pose: up, down (face hidden), stand (face to the near side), behind, side (on edge)."""
        rng = self.rng
        x += float(rng.normal(0, 0.25)) * mess
        y += float(rng.normal(0, 0.35)) * mess
        x, y, angle = self.world(x, y, angle + float(rng.normal(0, 0.7)) * mess)
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        half = np.array([self.width, self.height, self.depth]) / 2
        right, ahead, up = np.array([c, s, 0.0]), np.array([-s, c, 0.0]), np.array([0.0, 0.0, 1.0])
        if pose == "up":
            axes, rise = (right, ahead, up), half[2]
        elif pose == "down":
            axes, rise = (-right, ahead, -up), half[2]
        elif pose == "side":
            axes, rise = (up, ahead, -right), half[0]
        elif pose == "behind":  # upright, its back to the near side
            axes, rise = (-right, up, ahead), half[1]
        else:
            tilt = math.radians(lean)
            top = up * math.cos(tilt) + ahead * math.sin(tilt)
            out = np.cross(right, top)
            axes = (right, top, out)
            rise = half[1] * math.cos(tilt) + half[2] * math.sin(tilt)
        t = self.tiles
        bgr = np.array(t.body_colour[::-1], np.float32) / 255
        back = np.array(t.back_colour[::-1], np.float32) / 255
        split = -half[2] + 2 * half[2] * t.back_share
        solid = Solid(
            centre=np.array([x, y, z + rise]),
            rot=np.stack(axes, 1),
            half=half,
            radius=t.bevel * self.width,
            colour=bgr,
            back=back,
            split=float(split),
            front_texture=(t, code),
            back_texture=(t, BACK),
            gloss=t.gloss,
            tile=len(self.placed),
            lean=(float(rng.normal(0, 0.012)), float(rng.normal(0, 0.012))),
            tint=(1 + rng.normal(0, 0.012) + rng.normal(0, 0.006, 3)).astype(np.float32),
        )
        self.placed.append(Placed(solid, code, group, role, self.seat, self.main))

    def row(
        self,
        codes: Sequence[str],
        x: float,
        y: float,
        *,
        gap: float = 0.3,
        role: str = "concealed",
        pose: str = "up",
        lean: float = 0.0,
        z: float = 0.0,
        flips: Sequence[float] | None = None,
        group: int | None = None,
        mess: float = 1.0,
    ) -> float:
        """Side by side from x (left edge) with centres at y; returns the x of the right edge."""
        number = self.new_group() if group is None else group
        for i, code in enumerate(codes):
            self.put(code, x + self.width / 2, y, flips[i] if flips else 0.0, pose=pose, lean=lean,
                     z=z, group=number, role=role, mess=mess)  # fmt: skip
            x += self.width + gap
        return x - gap

    def meld(
        self, kind: str, codes: Sequence[str], x: float, y: float, *, tidy: bool = False
    ) -> float:
        """A meld from its left edge, lower edges at y - height/2; returns its right edge."""
        rng, w, h = self.rng, self.width, self.height
        number = self.new_group()
        role = {"ckong": "concealed_kong"}.get(kind, kind)
        if kind == "ckong":
            shown = [("down",) * 4, ("down", "up", "up", "down"), ("up", "down", "down", "up"),
                     ("down", "down", "down", "up"), ("up",) * 4][
                int(rng.choice(5, p=[0.1, 0.4, 0.2, 0.25, 0.05]))
            ]  # fmt: skip
            if tidy:
                shown = ("down", "up", "up", "down")
            for code, pose in zip(codes, shown, strict=True):
                self.put(code, x + w / 2, y, pose=pose, group=number, role=role)
                x += w + 0.3
            return x - 0.3
        style = 0.0 if tidy else float(rng.random())
        if kind == "kong" and 0.55 < style < 0.8:  # the fourth on top of the middle
            for i in range(3):
                self.put(codes[i], x + w * (i + 0.5), y, group=number, role=role)
            self.put(codes[3], x + w * 1.5, y + h * float(rng.normal(0, 0.03)), z=self.depth,
                     group=number, role=role)  # fmt: skip
            return x + 3 * w
        turned = int(rng.integers(len(codes))) if style > 0.8 else -1
        side = 90.0 if rng.random() < 0.5 else -90.0
        order = list(codes)
        if kind == "chow" and not tidy and rng.random() < 0.4:  # the taken tile in the middle
            order[0], order[1] = order[1], order[0]
        if kind == "kong" and turned >= 0 and rng.random() < 0.5:  # added: two turned, one above
            for i, code in enumerate(order[:3]):
                wide = h if i == turned else w
                low = y - h / 2 + w / 2 if i == turned else y
                spin = side if i == turned else 0.0
                self.put(code, x + wide / 2, low, spin, group=number, role=role)
                if i == turned:
                    self.put(order[3], x + wide / 2, low + w + 0.3, spin, group=number, role=role)
                x += wide + 0.3
            return x - 0.3
        for i, code in enumerate(order):
            wide = h if i == turned else w
            low = y - h / 2 + w / 2 if i == turned else y
            spin = side if i == turned else 0.0
            self.put(code, x + wide / 2, low, spin, group=number, role=role)
            x += wide + 0.3
        return x - 0.3


# --- what lies on the table ----------------------------------------------------------------------


def lay_hand(layout: Layout, hand: SceneHand, *, variant: int | None = None) -> None:
    """Lay a winning hand out as its winner does; its near edge is at y = 0 and x is centred."""
    rng, w, h = layout.rng, layout.width, layout.height
    variant = int(rng.choice(5, p=[0.40, 0.22, 0.13, 0.13, 0.12])) if variant is None else variant
    start = len(layout.placed)
    apart = w * float(rng.uniform(0.45, 1.6))
    space = w * float(rng.uniform(0.25, 0.8))
    line = h * float(rng.uniform(1.08, 1.5))
    codes = list(hand.concealed)
    if rng.random() < 0.15:
        codes = [codes[int(i)] for i in rng.permutation(len(codes))]
    y = h / 2
    if variant == 1:  # all on one line: flowers or melds, concealed, winning tile
        x = 0.0
        if hand.flowers and rng.random() < 0.5:
            x = layout.row(hand.flowers, x, y, role="flowers") + space
        elif hand.flowers:
            layout.row(hand.flowers, x, y + line, role="flowers")
        for kind, tiles in hand.melds:
            x = layout.meld(kind, tiles, x, y) + space
        x = layout.row(codes, x, y)
        layout.row([hand.win], x + apart, y, role="winning")
    elif variant == 2:  # concealed on two lines
        half = (len(codes) + 1) // 2
        group = layout.new_group()
        x = layout.row(codes[half:], 0.0, y, group=group)
        layout.row(codes[:half], 0.0, y + h * 1.02, group=group)
        layout.row([hand.win], x + apart + w, y, role="winning")
        x = 0.0
        for kind, tiles in hand.melds:
            x = layout.meld(kind, tiles, x, y + h * 1.02 + line) + space
        if hand.flowers:
            layout.row(hand.flowers, x, y + h * 1.02 + line, role="flowers")
    elif variant == 3:  # concealed tiles broken into little rows
        x, group, column = 0.0, layout.new_group(), 0
        width = w * float(rng.uniform(6.5, 12))
        rest = [codes[i : i + 3] for i in range(0, len(codes), 3)]
        for part in rest:
            layout.row(part, x, y + column * line, group=group)
            x += w * len(part) + space
            if x > width:
                x, column = 0.0, column + 1
        layout.row([hand.win], x + apart, y + column * line, role="winning")
        x = 0.0
        for kind, tiles in hand.melds:
            x = layout.meld(kind, tiles, x, y + (column + 1) * line) + space
        if hand.flowers:
            layout.row(hand.flowers, 0.0, y + (column + 2) * line, role="flowers")
    else:  # 0: concealed row near, melds and flowers above it; 4: the same, concealed row upright
        upright = variant == 4
        lean = float(rng.uniform(0, 12)) if upright else 0.0
        x = layout.row(codes, 0.0, layout.depth / 2 if upright else y,
                       pose="stand" if upright else "up", lean=lean)  # fmt: skip
        place = float(rng.random())
        if place < 0.7:
            layout.row([hand.win], x + apart, y, role="winning")
        elif place < 0.85:
            layout.put(hand.win, x + apart + w, y, 90.0, group=layout.new_group(), role="winning")
        else:
            spot = float(rng.uniform(0.2, 0.8)) * x
            layout.put(hand.win, spot, y - h * 1.25, group=layout.new_group(), role="winning")
        ahead = y + line if not upright else y + h * float(rng.uniform(1.3, 2.2))
        if hand.melds and rng.random() < 0.2 and not upright:  # melds beside the row
            x += apart * 2 + w
            for kind, tiles in hand.melds:
                x = layout.meld(kind, tiles, x, y) + space
        else:
            right = 0.0 if rng.random() < 0.6 else max(0.0, x - sum(
                len(t) * w + space for _, t in hand.melds))  # fmt: skip
            for kind, tiles in hand.melds:
                right = layout.meld(kind, tiles, right, ahead) + space
        if hand.flowers:
            level = ahead + line if hand.melds else ahead
            layout.row(hand.flowers, float(rng.uniform(0, 2)) * w, level, role="flowers")
    # bring the middle of what was laid to x = 0 in the layout's own frame
    centre_row(layout, start)
    if rng.random() < 0.22:
        _add_rack(layout, start)


def _add_rack(layout: Layout, start: int) -> None:
    """A rack or pusher along the near side of what was laid."""
    rng = layout.rng
    c, s = math.cos(math.radians(layout.turn)), math.sin(math.radians(layout.turn))
    along, ahead = np.array([c, s, 0.0]), np.array([-s, c, 0.0])
    spots = np.concatenate([box_corners(p.solid) for p in layout.placed[start:]])
    low = float((spots @ ahead).min())
    middle = float((spots @ along).min() + (spots @ along).max()) / 2
    length = float(np.ptp(spots @ along)) / 2 + layout.width * float(rng.uniform(0.5, 5))
    tall, deep = float(rng.uniform(5, 12)), float(rng.uniform(4, 14))
    tones = (
        (95, 140, 185),
        (40, 60, 95),
        (35, 35, 38),
        (60, 110, 40),
        (150, 90, 40),
        (225, 225, 228),
    )
    colour = np.array(tones[int(rng.integers(len(tones)))], np.float32) / 255
    near = low - float(rng.uniform(1, 12)) - deep
    layout.extra.append(
        Solid(
            along * middle + ahead * near + np.array([0.0, 0.0, tall]),
            np.stack([along, ahead, np.array([0.0, 0.0, 1.0])], 1),
            np.array([length, deep, tall]),
            min(3.0, deep * 0.4),
            colour,
            gloss=float(rng.uniform(0.1, 0.9)),
        )
    )


def centre_row(layout: Layout, start: int) -> None:
    c, s = math.cos(math.radians(layout.turn)), math.sin(math.radians(layout.turn))
    along = np.array([c, s, 0.0])
    spread = [float(p.solid.centre @ along) for p in layout.placed[start:]]
    if not spread:
        return
    origin = float(np.array([layout.dx, layout.dy, 0.0]) @ along)
    move = origin - (min(spread) + max(spread)) / 2
    for p in layout.placed[start:]:
        p.solid.centre = p.solid.centre + along * move


def full_set(rng: np.random.Generator) -> list[str]:
    """A shuffled set; in one case of four with many flowers, which are the hardest to tell."""
    flowers = list(FLOWERS) * (5 if rng.random() < 0.25 else 1)
    deck = [c for c in FACES if c[0] != "f" for _ in range(4)] + flowers
    return [deck[int(i)] for i in rng.permutation(len(deck))]


def lay_heap(
    layout: Layout,
    codes: Sequence[str],
    radius: float,
    downs: float,
    sides: float,
    role: str = "loose",
) -> None:
    rng = layout.rng
    group = layout.new_group()
    near = 0.5 * math.hypot(layout.width, layout.height)
    spots = [(float(p.solid.centre[0]), float(p.solid.centre[1])) for p in layout.placed]
    loose = float(rng.uniform(0.82, 1.0))
    base = float(rng.uniform(0, 360))
    swing = float(rng.choice([15.0, 60.0, 180.0], p=[0.2, 0.3, 0.5]))
    for code in codes:
        for _ in range(30):
            a, r = float(rng.uniform(0, 2 * math.pi)), radius * math.sqrt(float(rng.random()))
            x, y, _ = layout.world(r * math.cos(a), r * math.sin(a), 0.0)
            if all(math.hypot(x - u, y - v) > 2 * near * loose for u, v in spots):
                break
        else:
            continue
        spots.append((x, y))
        roll = float(rng.random())
        pose = "down" if roll < downs else "side" if roll < downs + sides else "up"
        if pose == "up" and rng.random() < sides * 0.5:
            pose = "stand"
        c, s = math.cos(math.radians(layout.turn)), math.sin(math.radians(layout.turn))
        lx, ly = (
            c * (x - layout.dx) + s * (y - layout.dy),
            -s * (x - layout.dx) + c * (y - layout.dy),
        )
        layout.put(code, lx, ly, base + float(rng.uniform(-swing, swing)), pose=pose, group=group,
                   role=role, mess=0.0)  # fmt: skip


def lay_wall(
    layout: Layout, count: int, x: float, y: float, high: int, share_up: float = 0.0
) -> None:
    rng = layout.rng
    group = layout.new_group()
    codes = full_set(rng)
    for i in range(count):
        for level in range(high):
            if level == high - 1 and high > 1 and rng.random() < 0.06:
                continue
            pose = "up" if rng.random() < share_up else "down"
            flip = 180.0 if rng.random() < 0.5 else 0.0
            layout.put(codes.pop(), x + (i + 0.5) * (layout.width + 0.2), y, flip, pose=pose,
                       z=level * layout.depth, group=group, role="wall", mess=0.8)  # fmt: skip


def lay_grid(layout: Layout) -> None:
    rng = layout.rng
    columns, rows = int(rng.integers(3, 11)), int(rng.integers(2, 6))
    gap = float(rng.choice([0.2, 0.6, rng.uniform(1, 8)], p=[0.5, 0.3, 0.2]))
    codes = full_set(rng)
    if rng.random() < 0.25:
        codes = [c for c in codes if c[0] == "f" or c[0] in "ESWNCFP1"] + codes
    turned = bool(rng.random() < 0.3)
    downs = 0.0 if rng.random() < 0.6 else float(rng.uniform(0.05, 0.3))
    for j in range(rows):
        group = layout.new_group()
        for i in range(columns):
            flip = 180.0 if turned and rng.random() < 0.5 else 0.0
            pose = "down" if rng.random() < downs else "up"
            layout.put(codes[j * columns + i], i * (layout.width + gap), -j * (layout.height + gap),
                       flip, pose=pose, group=group, role="loose")  # fmt: skip
    if rng.random() < 0.45:  # a tray
        w, h = columns * (layout.width + gap), rows * (layout.height + gap)
        cx, cy = (w - layout.width - gap) / 2, -(h - layout.height - gap) / 2
        tall = layout.depth * float(rng.uniform(0.4, 1.2))
        tone = float(rng.choice([0.10, 0.2, 0.6]))
        colour = np.array([tone, tone, tone * float(rng.uniform(0.8, 1.1))], np.float32)
        edge = float(rng.uniform(1.5, 5))
        for ox, oy, hx, hy in (
            (0, h / 2 + edge + 1, w / 2 + 2 * edge, edge),
            (0, -h / 2 - edge - 1, w / 2 + 2 * edge, edge),
            (w / 2 + edge + 1, 0, edge, h / 2 + edge),
            (-w / 2 - edge - 1, 0, edge, h / 2 + edge),
        ):
            layout.extra.append(
                Solid(np.array([cx + ox, cy + oy, tall / 2]), np.eye(3),
                      np.array([hx, hy, tall / 2]), min(1.0, edge * 0.4), colour, gloss=0.3)
            )  # fmt: skip


def lay_table(layout: Layout) -> SceneHand:
    """A whole table: four seats, walls, rivers; the near seat has won and laid its hand."""
    rng, w, h = layout.rng, layout.width, layout.height
    reach = w * float(rng.uniform(10.5, 13.5))
    winner = int(rng.integers(4))
    hand = random_hand(rng, 5 if rng.random() < 0.85 else 4)
    deck = full_set(rng)
    river_ordered = bool(rng.random() < 0.45)
    walls = rng.random() < 0.6
    for side, seat in enumerate(SEATS):
        layout.turn = 90.0 * side
        layout.seat = seat
        layout.dx = math.sin(math.radians(layout.turn)) * reach
        layout.dy = -math.cos(math.radians(layout.turn)) * reach
        if side == winner:
            layout.dx *= 1.0 + h / reach
            layout.dy *= 1.0 + h / reach
            lay_hand(layout, hand, variant=0 if rng.random() < 0.7 else 2)
            layout.dx /= 1.0 + h / reach
            layout.dy /= 1.0 + h / reach
        else:
            n = int(rng.choice([16, 13, 10, 7]))
            pose = str(rng.choice(["up", "stand", "down", "none"], p=[0.45, 0.3, 0.1, 0.15]))
            if pose != "none":
                start = len(layout.placed)
                layout.row(
                    sorted((deck.pop() for _ in range(n)), key=FACES.index), 0.0, 0.0, pose=pose
                )
                centre_row(layout, start)
            x = -w * 8
            for _ in range(int(rng.integers(0, 3))):
                if rng.random() < 0.5:
                    x = layout.meld("pung", (deck.pop(),) * 3, x, h * 1.3) + w * 0.4
                else:
                    first, suit = int(rng.integers(1, 8)), "mps"[int(rng.integers(3))]
                    run = [f"{first + i}{suit}" for i in range(3)]
                    x = layout.meld("chow", run, x, h * 1.3) + w * 0.4
            if rng.random() < 0.4:
                drawn = [FLOWERS[int(i)] for i in rng.permutation(8)[: int(rng.integers(1, 4))]]
                layout.row(drawn, x + w, h * 1.3, role="flowers")
        if walls and side != winner and rng.random() < 0.7:
            count = int(rng.integers(3, 17))
            start = len(layout.placed)
            lay_wall(layout, count, -w * 8, h * 3.0, 2)
        if river_ordered:
            count = int(rng.integers(2, 16))
            group = layout.new_group()
            for i in range(count):
                col, line = i % 6, i // 6
                layout.put(deck.pop(), (col - 2.5) * (w + 0.3), reach - w * 3.2 - line * (h + 0.5),
                           group=group, role="river")  # fmt: skip
    layout.turn, layout.dx, layout.dy, layout.seat = 0.0, 0.0, 0.0, None
    if not river_ordered:
        lay_heap(
            layout,
            [deck.pop() for _ in range(int(rng.integers(10, 40)))],
            w * 5.5,
            0.03,
            0.03,
            "river",
        )
    return hand


_SKIN = ((120, 150, 200), (110, 140, 190), (90, 120, 170), (140, 170, 220), (70, 95, 140))


def distract(layout: Layout, reach: float, middle: np.ndarray) -> None:
    """Dice, chips, a cup, a phone, a pen, fingers around (rarely over) the tiles."""
    rng = layout.rng
    corners = np.concatenate([box_corners(p.solid) for p in layout.placed])[:, :2]

    def spot(size: float, tries: int = 25) -> np.ndarray | None:
        for _ in range(tries):
            xy = middle + rng.uniform(-1, 1, 2) * reach
            if np.min(np.hypot(*(corners - xy).T)) > size + layout.width * 0.6:
                return xy
        return None

    def spun(degrees: float) -> np.ndarray:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])

    def colour(*options: tuple[float, float, float]) -> np.ndarray:
        pick = np.array(options[int(rng.integers(len(options)))], np.float32)
        return np.clip(pick + rng.normal(0, 0.03, 3), 0.02, 1).astype(np.float32)

    if rng.random() < 0.3:
        first = spot(20)
        if first is not None:
            size = float(rng.uniform(6, 9))
            tone = colour((0.95, 0.95, 0.95), (0.2, 0.15, 0.75), (0.2, 0.6, 0.3))
            for i in range(int(rng.integers(1, 4))):
                xy = first + rng.normal(0, 1, 2) * 4 + np.array([i * size * 2.4, 0])
                faces = [int(v) for v in rng.permutation(6) + 1]
                ink = colour((0.1, 0.1, 0.1)) if tone.mean() > 0.7 else colour((0.97, 0.97, 0.97))
                layout.extra.append(
                    Solid(np.array([*xy, size]), spun(float(rng.uniform(0, 90))), np.full(3, size),
                          size * 0.3, tone, pips=faces, pip_colour=ink, gloss=0.8)
                )  # fmt: skip
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 6))):
            xy = spot(22)
            if xy is not None:
                tone = colour((0.2, 0.2, 0.8), (0.7, 0.3, 0.2), (0.3, 0.6, 0.3), (0.9, 0.9, 0.9),
                              (0.2, 0.7, 0.9))  # fmt: skip
                for level in range(int(rng.integers(1, 4))):
                    layout.extra.append(
                        Solid(np.array([*(xy + rng.normal(0, 1, 2)), 1.7 + 3.4 * level]), np.eye(3),
                              np.array([20.0, 20.0, 1.7]), 0.8, tone, round_=True, gloss=0.4)
                    )  # fmt: skip
    if rng.random() < 0.12:
        xy = spot(45)
        if xy is not None:
            tall = float(rng.uniform(30, 50))
            layout.extra.append(
                Solid(np.array([*xy, tall]), np.eye(3), np.array([36.0, 36.0, tall]), 5.0,
                      colour((0.9, 0.9, 0.9), (0.5, 0.3, 0.2), (0.3, 0.3, 0.3), (0.5, 0.6, 0.8)),
                      round_=True, gloss=0.9,
                    drink=colour((0.05, 0.12, 0.3), (0.03, 0.05, 0.1), (0.4, 0.55, 0.7)))
            )  # fmt: skip
    if rng.random() < 0.12:
        xy = spot(80)
        if xy is not None:
            layout.extra.append(
                Solid(
                    np.array([*xy, 4.0]),
                    spun(float(rng.uniform(0, 360))),
                    np.array([36.0, 75.0, 4.0]),
                    3.0,
                    colour((0.06, 0.06, 0.07), (0.85, 0.85, 0.85)),
                    gloss=1.0,
                )
            )
    if rng.random() < 0.1:
        xy = spot(60)
        if xy is not None:
            layout.extra.append(
                Solid(np.array([*xy, 5.0]), spun(float(rng.uniform(0, 360))),
                      np.array([70.0, 5.0, 5.0]), 4.5, colour((0.6, 0.2, 0.1), (0.1, 0.1, 0.1)),
                      gloss=0.7)
            )  # fmt: skip
    if rng.random() < 0.12:  # fingers, seldom over a tile
        target = middle + rng.uniform(-1, 1, 2) * reach * 0.9
        if rng.random() < 0.75:
            free = spot(40)
            target = free if free is not None else target
        tone = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float32) / 255
        # the arm comes from outside, so that it hides few tiles
        away = target - middle
        facing = math.degrees(math.atan2(away[0], -away[1])) + float(rng.normal(0, 20))
        turn = spun(facing)
        for i in range(4):
            offset = turn @ np.array([(i - 1.5) * 17.0, -20.0 + 6 * math.sin(i), 0])
            layout.extra.append(
                Solid(np.array([target[0] + offset[0], target[1] + offset[1], 34.0]),
                      turn @ _tilt(-14), np.array([8.0, 36.0, 8.0]), 7.9, tone, gloss=0.15)
            )  # fmt: skip
        palm = turn @ np.array([0.0, -85.0, 0])
        layout.extra.append(
            Solid(np.array([target[0] + palm[0], target[1] + palm[1], 42.0]), turn @ _tilt(-5),
                  np.array([36.0, 45.0, 15.0]), 14.0, tone, gloss=0.12)
        )  # fmt: skip
        arm = turn @ np.array([0.0, -230.0, 0])
        layout.extra.append(
            Solid(
                np.array([target[0] + arm[0], target[1] + arm[1], 50.0]),
                turn,
                np.array([27.0, 120.0, 24.0]),
                23.0,
                tone if rng.random() < 0.5 else colour((0.2, 0.2, 0.2), (0.6, 0.4, 0.3)),
                gloss=0.05,
            )
        )


def _tilt(degrees: float) -> np.ndarray:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
