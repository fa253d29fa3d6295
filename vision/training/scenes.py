"""Pictures of tables with full truth, drawn from a seed: tiles as rounded boxes in perspective.

Every tile is a box with rounded edges, met by one ray per pixel (a few steps of a distance
function), so its shading, its outline and what hides what are right from any side. The table under
it is a plane; shadows are the boxes' outlines thrown along several light directions.

Lengths are millimetres on the table: x to the right and y away from the near seat, z up.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.training import tilesets
from vision.training.tilesets import BACK, FACES, FLOWERS, HONOURS, SUITED, TileSet

Quad = tuple[tuple[float, float], ...]
KINDS: tuple[str, ...] = ("hand", "heap", "wall", "grid", "table")
_KIND_WEIGHTS = (0.42, 0.20, 0.10, 0.13, 0.15)
SEATS: tuple[str, ...] = ("near", "right", "far", "left")


@dataclass(frozen=True, slots=True)
class SceneTile:
    """One tile that shows its face or its back.

    face: code as in ``tilesets.CODES``; quad: corners in picture pixels, clockwise from the tile's
    own top left, not clipped; visible: share of the face neither hidden nor outside the picture;
    group: number of the row, set or heap it lies in; role: as in ``taicam read --json``.
    """

    face: str
    quad: Quad
    visible: float
    group: int
    role: str
    seat: str | None


@dataclass(frozen=True, slots=True)
class SceneHand:
    """The winning hand that was laid out. concealed leaves the winning tile out."""

    concealed: tuple[str, ...]
    melds: tuple[tuple[str, tuple[str, ...]], ...]  # ("chow|pung|kong|ckong", codes)
    flowers: tuple[str, ...]
    win: str


@dataclass(frozen=True, slots=True)
class Scene:
    """image is (h, w, 3) uint8 BGR; hand is None where no winning hand was laid."""

    image: np.ndarray
    tiles: tuple[SceneTile, ...]
    kind: str
    hand: SceneHand | None
    tile_set: str


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


# --- things in space -----------------------------------------------------------------------------


@dataclass
class Solid:
    """A box (or upright cylinder) with rounded edges.

    rot's columns are its own axes in the world; half its half lengths along them. A tile's own axes
    are x to the right and y up as its face is read, z out of the face.
    """

    centre: np.ndarray
    rot: np.ndarray
    half: np.ndarray
    radius: float
    colour: np.ndarray  # BGR 0..1
    back: np.ndarray | None = None  # colour below the split
    split: float = 0.0  # own z where the back's colour begins
    front_texture: tuple[TileSet, str] | None = None
    back_texture: tuple[TileSet, str] | None = None
    pips: Sequence[int] = ()
    pip_colour: np.ndarray | None = None
    gloss: float = 0.5
    round_: bool = False
    tile: int = -1


@dataclass
class Placed:
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
        """pose: up (face up), down (face down), stand (face to the near side), side (on its edge)."""
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


def _lay_hand(layout: Layout, hand: SceneHand, *, variant: int | None = None) -> None:
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
    _centre(layout, start)


def _centre(layout: Layout, start: int) -> None:
    c, s = math.cos(math.radians(layout.turn)), math.sin(math.radians(layout.turn))
    along = np.array([c, s, 0.0])
    spread = [float(p.solid.centre @ along) for p in layout.placed[start:]]
    if not spread:
        return
    origin = float(np.array([layout.dx, layout.dy, 0.0]) @ along)
    move = origin - (min(spread) + max(spread)) / 2
    for p in layout.placed[start:]:
        p.solid.centre = p.solid.centre + along * move


def _full_set(rng: np.random.Generator) -> list[str]:
    deck = [c for c in FACES if c[0] != "f" for _ in range(4)] + list(FLOWERS)
    return [deck[int(i)] for i in rng.permutation(len(deck))]


def _lay_heap(
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


def _lay_wall(
    layout: Layout, count: int, x: float, y: float, high: int, share_up: float = 0.0
) -> None:
    rng = layout.rng
    group = layout.new_group()
    codes = _full_set(rng)
    for i in range(count):
        for level in range(high):
            if level == high - 1 and high > 1 and rng.random() < 0.06:
                continue
            pose = "up" if rng.random() < share_up else "down"
            flip = 180.0 if rng.random() < 0.5 else 0.0
            layout.put(codes.pop(), x + (i + 0.5) * (layout.width + 0.2), y, flip, pose=pose,
                       z=level * layout.depth, group=group, role="wall", mess=0.8)  # fmt: skip


def _lay_grid(layout: Layout) -> None:
    rng = layout.rng
    columns, rows = int(rng.integers(3, 11)), int(rng.integers(2, 6))
    gap = float(rng.choice([0.2, 0.6, rng.uniform(1, 8)], p=[0.5, 0.3, 0.2]))
    codes = _full_set(rng)
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


def _lay_table(layout: Layout) -> SceneHand:
    """A whole table: four seats, walls, rivers; the near seat has won and laid its hand."""
    rng, w, h = layout.rng, layout.width, layout.height
    reach = w * float(rng.uniform(10.5, 13.5))
    winner = int(rng.integers(4))
    hand = random_hand(rng, 5 if rng.random() < 0.85 else 4)
    deck = _full_set(rng)
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
            _lay_hand(layout, hand, variant=0 if rng.random() < 0.7 else 2)
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
                _centre(layout, start)
            x = -w * 8
            for _ in range(int(rng.integers(0, 3))):
                kind, codes = random_hand(rng).melds[:1][0] if rng.random() < 0.0 else (
                    "pung", (deck.pop(),) * 3)  # fmt: skip
                x = layout.meld(kind, codes, x, h * 1.3) + w * 0.4
            if rng.random() < 0.4:
                codes = [FLOWERS[int(i)] for i in rng.permutation(8)[: int(rng.integers(1, 4))]]
                layout.row(codes, x + w, h * 1.3, role="flowers")
        if walls and side != winner and rng.random() < 0.7:
            count = int(rng.integers(3, 17))
            start = len(layout.placed)
            _lay_wall(layout, count, -w * 8, h * 3.0, 2)
        if river_ordered:
            count = int(rng.integers(2, 16))
            group = layout.new_group()
            for i in range(count):
                col, line = i % 6, i // 6
                layout.put(deck.pop(), (col - 2.5) * (w + 0.3), reach - w * 3.2 - line * (h + 0.5),
                           group=group, role="river")  # fmt: skip
    layout.turn, layout.dx, layout.dy, layout.seat = 0.0, 0.0, 0.0, None
    if not river_ordered:
        _lay_heap(layout, [deck.pop() for _ in range(int(rng.integers(10, 40)))], w * 5.5, 0.03, 0.03,
                  "river")  # fmt: skip
    return hand


_SKIN = ((120, 150, 200), (110, 140, 190), (90, 120, 170), (140, 170, 220), (70, 95, 140))


def _distract(layout: Layout, reach: float, middle: np.ndarray) -> None:
    """Dice, chips, a cup, a phone, a pen, fingers around (rarely over) the tiles."""
    rng = layout.rng
    corners = np.concatenate([_corners(p.solid) for p in layout.placed])[:, :2]

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
                      round_=True, gloss=0.9)
            )  # fmt: skip
    if rng.random() < 0.12:
        xy = spot(80)
        if xy is not None:
            layout.extra.append(
                Solid(np.array([*xy, 4.0]), spun(float(rng.uniform(0, 360))),
                      np.array([36.0, 75.0, 4.0]), 3.0, colour((0.06, 0.06, 0.07), (0.85, 0.85, 0.85)),
                      gloss=1.0)
            )  # fmt: skip
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
        facing = float(rng.uniform(0, 360))
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
            Solid(np.array([target[0] + arm[0], target[1] + arm[1], 50.0]), turn,
                  np.array([27.0, 120.0, 24.0]), 23.0,
                  tone if rng.random() < 0.5 else colour((0.2, 0.2, 0.2), (0.6, 0.4, 0.3)), gloss=0.05)
        )  # fmt: skip


def _tilt(degrees: float) -> np.ndarray:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


# --- camera and light ----------------------------------------------------------------------------


@dataclass
class Camera:
    position: np.ndarray
    rot: np.ndarray  # rows: right, down, ahead in the world
    focal: float
    centre: np.ndarray

    def project(self, points: np.ndarray) -> np.ndarray:
        seen = (points - self.position) @ self.rot.T
        return seen[:, :2] / np.maximum(seen[:, 2:], 1.0) * self.focal + self.centre


def _corners(solid: Solid) -> np.ndarray:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    return solid.centre + (signs * solid.half) @ solid.rot.T


def _camera(
    rng: np.random.Generator,
    points: np.ndarray,
    size: tuple[int, int],
    elevation: float,
    azimuth: float,
    roll: float,
    fill: float,
    nearness: float,
) -> Camera:
    """Look at the middle of the points; zoom so that they fill that share of the picture."""
    target = (points.min(0) + points.max(0)) / 2
    extent = float(np.max(np.linalg.norm(points - target, axis=1)))
    distance = max(180.0, extent * nearness)
    e, a, r = (math.radians(v) for v in (elevation, azimuth, roll))
    back = np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])
    position = target + back * distance
    ahead = -back
    right = np.array([math.cos(a), math.sin(a), 0.0])
    down = np.cross(ahead, right)
    turned_right = right * math.cos(r) + down * math.sin(r)
    turned_down = -right * math.sin(r) + down * math.cos(r)
    rot = np.stack([turned_right, turned_down, ahead])
    camera = Camera(position, rot, 1.0, np.zeros(2))
    flat = camera.project(points)
    low, high = flat.min(0), flat.max(0)
    w, h = size
    camera.focal = fill * float(min(w / (high[0] - low[0]), h / (high[1] - low[1])))
    span = (high - low) * camera.focal
    slack = np.maximum(np.array([w, h]) - span, 0) * 0.94
    offset = (np.array([w, h]) - span) / 2 + slack * rng.uniform(-0.5, 0.5, 2)
    camera.centre = offset - low * camera.focal
    return camera


@dataclass
class Light:
    direction: np.ndarray  # towards the light
    spread: float  # size of the lamp: softness of the shadow
    ambient: float
    direct: float


# --- table tops ----------------------------------------------------------------------------------


def _noise(rng: np.random.Generator, n: int, cells: int) -> np.ndarray:
    """Smooth noise that repeats, about -1..1, (n, n) float32."""
    grid = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    grid = np.pad(grid, 2, mode="wrap")
    big = cv2.resize(grid, None, fx=n / cells, fy=n / cells, interpolation=cv2.INTER_CUBIC)
    edge = round(2 * n / cells)
    return big[edge : edge + n, edge : edge + n]


_TEXTURES: dict[tuple[str, int], np.ndarray] = {}
_TEXTURE_MM = 256.0  # one texture repeat on the table


def _texture(kind: str, variant: int) -> np.ndarray:
    """Grey texture around 1.0, 1024 x 1024 for 256 mm, from a small fixed pool."""
    key = (kind, variant)
    if key in _TEXTURES:
        return _TEXTURES[key]
    rng = np.random.default_rng([variant, len(kind), ord(kind[0])])
    n = 1024
    yy, xx = np.mgrid[0:n, 0:n].astype(np.float32) / n * _TEXTURE_MM
    fine = rng.normal(0, 1, (n, n)).astype(np.float32)
    if kind == "felt":
        soft = cv2.GaussianBlur(np.tile(fine, (2, 2)), (0, 0), 1.6)[
            n // 2 : -n // 2, n // 2 : -n // 2
        ]
        soft = np.roll(soft, (n // 2, n // 2), (0, 1)) * 3.2
        image = (
            1 + 0.045 * soft + 0.02 * fine + 0.03 * _noise(rng, n, 8) + 0.03 * _noise(rng, n, 64)
        )
    elif kind == "weave":
        pitch = (2.0, 1.6, 2.56)[variant % 3]
        k = 2 * math.pi / pitch
        image = 1 + 0.16 * np.sin(k * xx) * np.sin(k * yy) + 0.05 * np.sin(2 * k * xx + 1)
        image += 0.03 * fine + 0.03 * _noise(rng, n, 8)
    elif kind == "wood":
        bend = _noise(rng, n, 4) * 5 + _noise(rng, n, 16) * 0.5
        rings = np.sin((yy + bend) * 2 * math.pi * 24 / _TEXTURE_MM)
        streak = rng.normal(0, 1, (n, n // 32)).astype(np.float32)
        streak = cv2.resize(streak, (n, n), interpolation=cv2.INTER_LINEAR)
        image = 1 + 0.07 * rings + 0.05 * streak + 0.04 * _noise(rng, n, 8)
    else:  # plain: paper, plastic, stone
        image = 1 + 0.015 * fine + 0.03 * _noise(rng, n, 8) + 0.02 * _noise(rng, n, 128)
    _TEXTURES[key] = image.astype(np.float32)
    return _TEXTURES[key]


_TOPS: tuple[tuple[str, tuple[int, int, int], float], ...] = (  # kind, BGR, weight
    ("felt", (70, 120, 20), 3),
    ("felt", (60, 90, 15), 2),
    ("felt", (120, 70, 20), 2),
    ("felt", (150, 130, 40), 1.5),
    ("felt", (50, 40, 120), 1),
    ("felt", (70, 70, 75), 1.5),
    ("felt", (50, 90, 150), 1),
    ("weave", (60, 150, 40), 3),
    ("weave", (130, 60, 30), 1),
    ("weave", (50, 50, 52), 1),
    ("wood", (95, 140, 185), 2.5),
    ("wood", (60, 95, 140), 2),
    ("wood", (150, 170, 185), 1.5),
    ("wood", (35, 50, 80), 1),
    ("plain", (225, 228, 230), 1.5),
    ("plain", (40, 40, 42), 1.5),
    ("plain", (180, 190, 200), 1),
    ("plain", (150, 110, 80), 0.7),
)


@dataclass
class Top:
    """The table: texture, colour, size, and what lies beyond its edge."""

    texture: np.ndarray  # grey around 1 (h, w), or BGR 0..1 (h, w, 3)
    colour: np.ndarray
    millimetres: float
    turn: float
    edge: tuple[float, float, float, float] | None  # x0, x1, y0, y1
    rail: np.ndarray
    floor: np.ndarray


def _wrap(values: np.ndarray, period: int) -> np.ndarray:
    return values - np.floor(values / period) * np.float32(period)


def _paint_table(top: Top, camera: Camera, dirs: np.ndarray) -> np.ndarray:
    """The empty table as the camera sees it, (h, w, 3) float32 BGR 0..1."""
    h, w = dirs.shape[1:]
    down = np.minimum(dirs[2], -0.02)
    px, py, pz = (float(v) for v in camera.position)
    t = -pz / down
    x, y = px + t * dirs[0], py + t * dirs[1]
    n = top.texture.shape[0]
    scale = n / top.millimetres
    # texture pixels met by one picture pixel, in the middle of the picture
    step = float(t[h // 2, w // 2]) / camera.focal * scale
    texture = top.texture
    while step > 1.6 and texture.shape[0] > 16:
        texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        step, scale = step / 2, scale / 2
    c, s = math.cos(math.radians(top.turn)) * scale, math.sin(math.radians(top.turn)) * scale
    # into the repeat first: remap is only exact for maps near the picture
    size = texture.shape[0]
    mx, my = _wrap(c * x - s * y, size), _wrap(s * x + c * y, size)
    shade = cv2.remap(texture, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    image = shade * top.colour if shade.ndim == 3 else shade[..., None] * top.colour
    if top.edge is not None:
        x0, x1, y0, y1 = (float(v) for v in top.edge)
        out = np.maximum(np.maximum(x0 - x, x - x1), np.maximum(y0 - y, y - y1))
        soft = np.maximum(t / camera.focal, 0.3)
        rail = np.clip(out / soft + 0.5, 0, 1)[..., None]
        beyond = np.clip((out - 55) / soft + 0.5, 0, 1)[..., None]
        grain = cv2.remap(_texture("wood", 1), _wrap(x * 4, 1024), _wrap(y * 4, 1024),
                          cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)  # fmt: skip
        lip = 0.75 + 0.25 * np.clip(np.abs(out - 27) / 27, 0, 1) ** 4 * -1
        image = image * (1 - rail) + (grain * lip)[..., None] * top.rail * rail
        image = image * (1 - beyond) + top.floor * beyond
    return image.astype(np.float32)


# --- rendering -----------------------------------------------------------------------------------


@dataclass
class _Buffers:
    image: np.ndarray
    depth: np.ndarray
    tile: np.ndarray  # tile number showing its face or back here, else -1


def _pips(faces: Sequence[int], p: np.ndarray, n: np.ndarray, half: float) -> np.ndarray:
    """Where a die's pips are (bool per point)."""
    spots = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)],
             4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
             5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
             6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)]}  # fmt: skip
    hit = np.zeros(p.shape[1], bool)
    for i in range(6):
        axis, sign = i // 2, 1 if i % 2 else -1
        on = n[axis] * sign > 0.8
        u, v = p[(axis + 1) % 3] / half, p[(axis + 2) % 3] / half
        for a, b in spots[faces[i]]:
            hit |= on & ((u - a * 0.5) ** 2 + (v - b * 0.5) ** 2 < 0.03)
    return hit


def _draw_solid(
    solid: Solid, camera: Camera, dirs: np.ndarray, light: Light, out: _Buffers
) -> None:
    h, w = dirs.shape[1:]
    flat = camera.project(_corners(solid))
    x0, y0 = np.maximum(np.floor(flat.min(0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(flat.max(0)).astype(int) + 3, [w, h])
    if x1 <= x0 or y1 <= y0:
        return
    depth = float((solid.centre - camera.position) @ camera.rot[2])
    if depth < 30:
        return
    rot = solid.rot.astype(np.float32)
    window = dirs[:, y0:y1, x0:x1].reshape(3, -1)
    d = rot.T @ window
    o = (solid.rot.T @ (camera.position - solid.centre)).astype(np.float32)
    half = solid.half.astype(np.float32)
    foot = np.float32(depth / camera.focal)
    grown = half + foot
    with np.errstate(divide="ignore", invalid="ignore"):
        inv = 1 / d
        ta, tb = (-grown[:, None] - o[:, None]) * inv, (grown[:, None] - o[:, None]) * inv
    enter, leave = np.minimum(ta, tb).max(0), np.maximum(ta, tb).min(0)
    index = np.where((enter < leave) & (leave > 0))[0]
    if not len(index):
        return
    d, t = d[:, index], np.maximum(enter[index], 1.0)
    length = np.sqrt((d * d).sum(0))
    inner = half - np.float32(solid.radius)

    def distance(p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if solid.round_:
            ring = np.hypot(p[0], p[1]) + 1e-6
            q0, q1 = ring - inner[0], np.abs(p[2]) - inner[2]
            c0, c1 = np.maximum(q0, 0), np.maximum(q1, 0)
            away = np.hypot(c0, c1)
            far = away + np.minimum(np.maximum(q0, q1), 0) - solid.radius
            return far, np.stack([p[0] / ring * c0, p[1] / ring * c0, np.sign(p[2]) * c1])
        q = np.abs(p) - inner[:, None]
        c = np.maximum(q, 0)
        away = np.sqrt((c * c).sum(0))
        far = away + np.minimum(q.max(0), 0) - np.float32(solid.radius)
        return far, np.sign(p) * c

    best = np.full(len(index), np.inf, np.float32)
    for _ in range(5 if solid.radius < 5 else 9):
        p = o[:, None] + d * t
        far, _g = distance(p)
        best = np.minimum(best, far)
        t = t + np.maximum(far, 0) / length
    p = o[:, None] + d * t
    far, grad = distance(p)
    best = np.minimum(best, far)
    alpha = np.clip(1 - best / foot, 0, 1)
    rows, columns = index // (x1 - x0) + y0, index % (x1 - x0) + x0
    keep = (alpha > 0.02) & (t < out.depth[rows, columns]) & (t < leave[index] + foot * 4)
    if not keep.any():
        return
    p, grad, t, alpha = p[:, keep], grad[:, keep], t[keep], alpha[keep]
    rows, columns, view = rows[keep], columns[keep], d[:, keep] / length[keep]
    n = grad / (np.sqrt((grad * grad).sum(0)) + 1e-6)
    n = np.where((grad * grad).sum(0) < 1e-9, -view, n)

    albedo = np.repeat(solid.colour[:, None], p.shape[1], 1).astype(np.float32)
    zone = np.zeros(p.shape[1], bool)
    if solid.back is not None:
        mix = np.clip((solid.split - p[2]) / foot + 0.5, 0, 1)
        albedo = albedo * (1 - mix) + solid.back[:, None] * mix
    for texture, side in ((solid.front_texture, 1.0), (solid.back_texture, -1.0)):
        if texture is None or o[2] * side < half[2]:
            continue
        on = p[2] * side > inner[2] + solid.radius * 0.5
        zone |= p[2] * side > inner[2]
        count = int(on.sum())
        if not count:
            continue
        edges = np.linalg.norm(np.diff(_face_quad(solid, camera, side > 0), axis=0), axis=1)
        wide = math.sqrt(max(4.0, float(edges[0] * edges[1])) / texture[0].aspect)
        tile_set, code = texture
        picture = tile_set.texture(code, max(6, min(760, round(wide * 1.15))))
        th, tw = picture.shape[:2]
        u = (p[0, on] * side / half[0] + 1) * 0.5 * tw - 0.5
        v = (1 - p[1, on] / half[1]) * 0.5 * th - 0.5
        pad = -count % 256
        maps = [np.pad(m, (0, pad)).reshape(-1, 256).astype(np.float32) for m in (u, v)]
        got = cv2.remap(
            picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        got = got.reshape(-1, 3)[:count, ::-1].astype(np.float32) / 255
        albedo[:, on] = got.T
    if solid.pips:
        hit = _pips(solid.pips, p, n, float(half[0]))
        albedo[:, hit] = solid.pip_colour[:, None]  # type: ignore[index]

    nw, vw = rot @ n, rot @ view
    height = float(solid.centre[2]) + rot[2] @ p
    towards = light.direction.astype(np.float32)
    lit = np.clip(towards @ nw, 0, 1)
    sky = 0.62 + 0.38 * nw[2]
    # light that comes up from the table and down the gaps is scarce near the table
    sunk = 1 - 0.5 * (1 - np.clip(nw[2], 0, 1)) * np.clip(1 - height / 14.0, 0, 1)
    shade = (light.ambient * sky + light.direct * lit) * sunk
    middle = towards[:, None] - vw
    middle = middle / (np.sqrt((middle * middle).sum(0)) + 1e-6)
    shine = np.clip((middle * nw).sum(0), 0, 1) ** (18 + 60 * solid.gloss)
    fresnel = 0.04 + 0.5 * (1 - np.clip(-(vw * nw).sum(0), 0, 1)) ** 5
    colour = albedo * shade + solid.gloss * (
        0.45 * light.direct * shine + 0.35 * light.ambient * fresnel
    )
    pixels = out.image[rows, columns]
    out.image[rows, columns] = pixels + (colour.T - pixels) * alpha[:, None]
    firm = alpha > 0.5
    out.depth[rows[firm], columns[firm]] = t[firm]
    out.tile[rows[firm], columns[firm]] = np.where(zone[firm], solid.tile, -1)


def _face_quad(solid: Solid, camera: Camera, front: bool) -> np.ndarray:
    """Corners (4, 2) of the face or the back, clockwise from its top left as one looks at it."""
    side = 1.0 if front else -1.0
    corners = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float)
    local = np.column_stack([corners[:, 0] * side, corners[:, 1], np.full(4, side)]) * solid.half
    return camera.project(solid.centre + local @ solid.rot.T)


def _shadows(
    solids: Sequence[Solid], camera: Camera, light: Light, shape: tuple[int, int], unit: float
) -> tuple[np.ndarray, np.ndarray]:
    """(direct light kept, ambient light kept) on the table, each (h, w) float32 0..1."""
    h, w = shape
    small = 2
    sh, sw = (h + small - 1) // small, (w + small - 1) // small
    kept = np.zeros((sh, sw), np.float32)
    samples = 7
    spread = [np.zeros(2)] + [
        np.array([math.cos(a), math.sin(a)]) * light.spread
        for a in np.linspace(0, 2 * math.pi, samples - 1, endpoint=False)
    ]
    boxes = [_corners(s) for s in solids]
    for offset in spread:
        lean = light.direction[:2] / light.direction[2] + offset
        mask = np.zeros((sh, sw), np.uint8)
        for corners in boxes:
            ground = corners.copy()
            ground[:, :2] -= lean * corners[:, 2:]
            ground[:, 2] = 0
            flat = camera.project(ground) / small
            if np.abs(flat).max() < 20000:
                hull = cv2.convexHull(np.round(flat * 16).astype(np.int32))
                cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
        kept += mask.astype(np.float32) / 255 / samples
    contact = np.zeros((sh, sw), np.uint8)
    for corners in boxes:
        low = corners[np.argsort(corners[:, 2])[:4]].copy()
        if low[0, 2] > 8:
            continue
        low[:, 2] = 0
        flat = camera.project(low) / small
        if np.abs(flat).max() < 20000:
            hull = cv2.convexHull(np.round(flat * 16).astype(np.int32))
            cv2.fillConvexPoly(contact, hull, 255, cv2.LINE_AA, 4)
    blur = max(0.8, unit * 0.16 / small)
    near = cv2.GaussianBlur(contact.astype(np.float32) / 255, (0, 0), blur)
    kept = cv2.GaussianBlur(kept, (0, 0), max(0.6, unit * 0.035 / small))
    kept, near = (cv2.resize(m, (w, h), interpolation=cv2.INTER_LINEAR) for m in (kept, near))
    return 1 - kept, 1 - 0.55 * near


def _render(
    layout: Layout, camera: Camera, light: Light, top: Top, size: tuple[int, int]
) -> tuple[np.ndarray, list[SceneTile]]:
    """The clean picture (float32 BGR 0..1) and the truth."""
    w, h = size
    v, u = np.mgrid[0:h, 0:w].astype(np.float32)
    local = np.stack([(u - float(camera.centre[0])) / camera.focal, (v - float(camera.centre[1])) / camera.focal,
                      np.ones_like(u)]).reshape(3, -1)  # fmt: skip
    dirs = (camera.rot.T.astype(np.float32) @ local.astype(np.float32)).reshape(3, h, w)
    solids = [p.solid for p in layout.placed] + layout.extra
    unit = float(np.median([_edge(p.solid, camera) for p in layout.placed]))
    image = _paint_table(top, camera, dirs)
    direct, ambient = _shadows(solids, camera, light, (h, w), unit)
    facing = float(light.direction[2])
    image *= (light.ambient * ambient + light.direct * facing * direct)[..., None]
    out = _Buffers(image, np.full((h, w), np.inf, np.float32), np.full((h, w), -1, np.int32))
    order = sorted(solids, key=lambda s: -float(np.linalg.norm(s.centre - camera.position)))
    for solid in order:
        _draw_solid(solid, camera, dirs, light, out)
    counts = np.bincount(out.tile[out.tile >= 0].ravel(), minlength=len(layout.placed))
    truth: list[SceneTile] = []
    for i, placed in enumerate(layout.placed):
        solid = placed.solid
        seen = solid.rot.T @ (camera.position - solid.centre)
        front = seen[2] > 0
        if (abs(seen[2]) - solid.half[2]) / float(np.linalg.norm(seen)) < 0.1:
            continue  # seen from the side: neither face nor back can be read
        quad = _face_quad(solid, camera, bool(front))
        area = abs(cv2.contourArea(quad.astype(np.float32)))
        visible = min(1.0, float(counts[i]) / max(area * 0.985, 1.0))
        if visible < 0.05:
            continue
        corners = tuple((round(float(x) + 0.5, 2), round(float(y) + 0.5, 2)) for x, y in quad)
        truth.append(
            SceneTile(placed.code if front else BACK, corners, round(visible, 3), placed.group,
                      placed.role, placed.seat)
        )  # fmt: skip
    return out.image, truth


def _edge(solid: Solid, camera: Camera) -> float:
    depth = float((solid.centre - camera.position) @ camera.rot[2])
    return 2 * float(solid.half[0]) * camera.focal / max(depth, 1.0)


# --- lens, sensor, file --------------------------------------------------------------------------


def _develop(
    rng: np.random.Generator, image: np.ndarray, unit: float, quality: float
) -> np.ndarray:
    """Uneven light, glare, colour cast, blur, noise, sharpening, JPEG. quality 1 is a good phone."""
    h, w = image.shape[:2]
    rough = 1 - quality
    field_ = cv2.resize(
        rng.normal(0, 1, (3, 3)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
    )
    image = (
        image
        * np.exp(np.clip(field_, -2, 2) * float(rng.uniform(0.02, 0.10 + 0.18 * rough)))[..., None]
    )
    if rng.random() < 0.4 * (0.4 + rough):
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        cx, cy = rng.uniform(0, w), rng.uniform(0, h)
        sx, sy = rng.uniform(0.08, 0.4, 2) * max(h, w)
        spot = np.exp(-(((xx - cx) / sx) ** 2 + ((yy - cy) / sy) ** 2))
        image = image + (spot * float(rng.uniform(0.05, 0.35)))[..., None]
    if rng.random() < 0.12 * rough * 2:  # somebody's shadow across
        line = rng.normal(0, 1, 2)
        line = line / np.linalg.norm(line)
        yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
        far = (xx - rng.uniform(0, w)) * line[0] + (yy - rng.uniform(0, h)) * line[1]
        image = image * (1 - 0.4 / (1 + np.exp(-far / rng.uniform(3, 40))))[..., None]
    cast = np.exp(rng.normal(0, 0.03 + 0.05 * rough, 3)).astype(np.float32)
    warm = float(rng.normal(0, 0.05 + 0.05 * rough))
    cast *= np.array([1 - warm, 1, 1 + warm], np.float32)
    gain = float(np.exp(rng.normal(0.0, 0.10 + 0.14 * rough)))
    image = image * cast * gain
    # a film-like shoulder keeps white tiles from burning out flat
    image = np.where(image > 0.8, 0.8 + 0.2 * np.tanh((image - 0.8) / 0.2 * 0.8), image)
    image = np.clip(image, 0, 1) ** float(np.exp(rng.normal(0, 0.08 + 0.08 * rough)))
    blur = abs(float(rng.normal(0, 0.25 + 0.7 * rough))) * max(0.5, min(1.0, unit / 30))
    if blur > 0.25:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    if rng.random() < 0.15 * rough * 2:
        length = int(rng.integers(2, max(3, int(unit * 0.12) + 3)))
        angle = float(rng.uniform(0, math.pi))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        a = (
            round(length + length / 2 * math.cos(angle)),
            round(length + length / 2 * math.sin(angle)),
        )
        b = (
            round(length - length / 2 * math.cos(angle)),
            round(length - length / 2 * math.sin(angle)),
        )
        cv2.line(kernel, a, b, 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.2 * rough * 2:  # a small picture, enlarged
        share = float(rng.uniform(0.45, 0.85))
        tiny = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        image = cv2.resize(tiny, (w, h), interpolation=cv2.INTER_LINEAR)
    sigma = float(rng.uniform(0.002, 0.008 + 0.03 * rough))
    grain = np.empty((h, w, 3), np.float32)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(grain, 0, sigma)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    image = image + grain * (0.4 + 0.9 * np.sqrt(np.clip(image, 0, 1)))
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * float(rng.uniform(0.2, 0.9))
    if rng.random() < 0.02 * rough * 2:
        grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
        image = np.repeat(grey[..., None], 3, 2)
    picture = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    level = int(rng.uniform(88 - 50 * rough, 97))
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, level])[1], 1)


def _make_top(rng: np.random.Generator, points: np.ndarray, felts: Sequence[Path] = ()) -> Top:
    kind, bgr, _ = _TOPS[
        int(rng.choice(len(_TOPS), p=np.array([t[2] for t in _TOPS]) / sum(t[2] for t in _TOPS)))
    ]
    colour = np.clip(np.array(bgr) + rng.normal(0, 14, 3), 8, 250).astype(np.float32) / 255
    texture, mm = _texture(kind, int(rng.integers(4))), _TEXTURE_MM
    if felts and rng.random() < 0.5:
        patch = cv2.imread(str(felts[int(rng.integers(len(felts)))]))
        if patch is not None:
            side = min(patch.shape[:2])
            patch = patch[:side, :side]
            both = np.vstack(
                [np.hstack([patch, patch[:, ::-1]]), np.hstack([patch[::-1], patch[::-1, ::-1]])]
            )
            texture = (
                cv2.resize(both, (512, 512), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
            )
            colour, mm = np.ones(3, np.float32), float(rng.uniform(150, 500))
    edge = None
    if rng.random() < 0.4:
        low, high = points.min(0)[:2], points.max(0)[:2]
        pad = rng.uniform(12, 260, 4)
        edge = (low[0] - pad[0], high[0] + pad[1], low[1] - pad[2], high[1] + pad[3])
    rails = ((95, 140, 185), (40, 60, 95), (35, 35, 38), (200, 205, 210), (60, 80, 110))
    rail = np.array(rails[int(rng.integers(len(rails)))], np.float32) / 255
    floor = np.clip(rng.normal(0.25, 0.15) + rng.normal(0, 0.04, 3), 0.03, 0.8).astype(np.float32)
    return Top(
        texture, colour, mm, float(rng.choice([0.0, 90.0, rng.uniform(0, 360)])), edge, rail, floor
    )


def _light(rng: np.random.Generator) -> Light:
    tilt, around = math.radians(float(rng.uniform(5, 58))), float(rng.uniform(0, 2 * math.pi))
    direction = np.array(
        [math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), math.cos(tilt)]
    )
    share = float(rng.uniform(0.2, 0.62))  # lamp against sky
    total = float(rng.uniform(0.88, 1.05))
    spread = float(rng.uniform(0.06, 0.6))
    return Light(direction, spread, total * (1 - share), total * share / float(direction[2]))


TileSets = Sequence[TileSet] | Sequence[int] | None


def _choose_set(rng: np.random.Generator, seed: int, tile_sets: TileSets) -> TileSet:
    if not tile_sets:
        # neighbours share a set, since drawing one costs as much as a scene
        return tilesets.make_set(seed // 4)
    chosen = tile_sets[int(rng.integers(len(tile_sets)))]
    return chosen if isinstance(chosen, TileSet) else tilesets.make_set(int(chosen))


def make_scene(
    seed: int,
    kind: str | None = None,
    size: tuple[int, int] = (640, 640),
    tile_sets: TileSets = None,
    felts: Sequence[Path] = (),
) -> Scene:
    """Draw the scene of a seed; the same arguments give the same picture.

    kind: one of KINDS, or None for a mixture. size: (width, height) in pixels. tile_sets: sets or
    seeds of sets to choose from; without it every four seeds share a set. felts: picture files
    to use as table tops now and then. Raises ValueError for an unknown kind or a size under 64.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f"unknown kind of scene {kind!r}: use one of {', '.join(KINDS)}")
    if min(size) < 64:
        raise ValueError(f"scene size {size} is too small: at least 64 x 64 pixels")
    rng = np.random.default_rng([seed, 20011])
    if kind is None:
        kind = KINDS[int(rng.choice(len(KINDS), p=_KIND_WEIGHTS))]
    tiles = _choose_set(rng, seed, tile_sets)
    layout = Layout(tiles, float(rng.uniform(24, 33)), rng)
    w, h = layout.width, layout.height
    hand: SceneHand | None = None
    fill = float(rng.uniform(0.62, 0.96))
    oblique = bool(rng.random() < 0.6)
    if kind == "hand":
        hand = random_hand(rng, 5 if rng.random() < 0.8 else 4)
        layout.seat = "near"
        upright = bool(oblique and rng.random() < 0.14)
        variant = 4 if upright else int(rng.choice(4, p=[0.45, 0.25, 0.15, 0.15]))
        _lay_hand(layout, hand, variant=variant)
        layout.seat, layout.main = None, False
        if rng.random() < 0.35:  # other tiles further off
            layout.dx, layout.dy = float(rng.normal(0, 4 * w)), float(rng.uniform(7, 12)) * h
            _lay_heap(layout, _full_set(rng)[: int(rng.integers(4, 30))], w * 6, 0.1, 0.06)
        if rng.random() < 0.2:
            layout.dx, layout.dy = -8 * w, float(rng.uniform(6, 10)) * h
            _lay_wall(layout, int(rng.integers(5, 18)), 0, 0, 2)
        layout.dx = layout.dy = 0.0
    elif kind == "heap":
        count = int(rng.choice([rng.integers(4, 20), rng.integers(20, 80)]))
        radius = w * math.sqrt(count) * float(rng.uniform(1.0, 1.7))
        _lay_heap(layout, _full_set(rng)[:count], radius, float(rng.choice([0, 0.1, 0.35])), 0.06)
        fill = float(rng.uniform(0.75, 1.5))
    elif kind == "wall":
        oblique = bool(rng.random() < 0.75)
        count = int(rng.integers(5, 19))
        for i in range(int(rng.integers(1, 4))):
            layout.turn = float(rng.choice([0, 0, 90]))
            layout.dx, layout.dy = (
                (0.0, i * 3.2 * h) if layout.turn == 0 else (-w * (2 + 2 * i), 0.0)
            )
            if rng.random() < 0.25:
                layout.row(_full_set(rng)[:count], 0, 0, role="concealed",
                           pose="behind" if rng.random() < 0.7 else "stand")  # fmt: skip
            else:
                _lay_wall(layout, count, 0, 0, int(rng.choice([1, 2], p=[0.35, 0.65])),
                          float(rng.choice([0.0, 0.0, 0.3])))  # fmt: skip
        layout.turn = layout.dx = layout.dy = 0.0
        if rng.random() < 0.4:
            layout.main, layout.dy = False, -5 * h
            _lay_heap(layout, _full_set(rng)[: int(rng.integers(3, 25))], w * 7, 0.2, 0.05)
        fill = float(rng.uniform(0.7, 1.3))
    elif kind == "grid":
        oblique = bool(rng.random() < 0.35)
        _lay_grid(layout)
        fill = float(rng.uniform(0.6, 1.15))
    else:
        oblique = bool(rng.random() < 0.4)
        hand = _lay_table(layout)
        fill = float(rng.uniform(0.8, 1.05))
    main = [p.solid for p in layout.placed if p.main]
    points = np.concatenate([_corners(s) for s in main])
    middle = (points.min(0) + points.max(0))[:2] / 2
    _distract(layout, float((points.max(0) - points.min(0))[:2].max()) * 0.62, middle)
    elevation = float(rng.uniform(24, 66)) if oblique else float(rng.uniform(68, 90))
    azimuth = float(rng.normal(0, 16)) if kind == "hand" else float(rng.uniform(0, 360))
    turn = float(rng.random())
    if turn < 0.6:
        roll = float(rng.normal(0, 4))
    elif turn < 0.75:
        roll = float(rng.choice([90, 180, 270])) + float(rng.normal(0, 4))
    else:
        roll = float(rng.uniform(0, 360))
    camera = _camera(
        rng, points, size, elevation, azimuth, roll, fill, float(rng.uniform(1.7, 4.5))
    )
    light = _light(rng)
    top = _make_top(rng, points, felts)
    image, truth = _render(layout, camera, light, top, size)
    unit = float(np.median([_edge(s, camera) for s in main]))
    picture = _develop(
        rng, image, unit, float(rng.choice([rng.uniform(0.5, 1.0), rng.uniform(0.0, 0.6)]))
    )
    return Scene(picture, tuple(truth), kind, hand, tiles.name)


def truth_record(name: str, scene: Scene) -> dict[str, object]:
    """One line of truth.jsonl."""
    hand = scene.hand
    return {
        "file": name,
        "size": [scene.image.shape[1], scene.image.shape[0]],
        "kind": scene.kind,
        "set": scene.tile_set,
        "tiles": [
            {"face": t.face, "quad": [list(p) for p in t.quad], "visible": t.visible,
             "group": t.group, "role": t.role, "seat": t.seat}
            for t in scene.tiles
        ],
        "hand": None if hand is None else {
            "concealed": list(hand.concealed),
            "melds": [{"type": k, "tiles": list(c)} for k, c in hand.melds],
            "flowers": list(hand.flowers),
            "win": hand.win,
        },
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line: write scenes and their truth. Returns 0, or 2 on bad input."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.scenes", description=__doc__)
    parser.add_argument("out", nargs="?", type=Path, help="folder for the pictures and truth.jsonl")
    parser.add_argument("--count", type=int, default=100, help="scenes to draw (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="first seed; scene i has seed + i")
    parser.add_argument("--size", type=int, default=640, help="side of the pictures in pixels")
    parser.add_argument("--kind", choices=KINDS, help="only this kind of scene")
    parser.add_argument("--felt", type=Path, help="folder of table-top pictures to use as well")
    given = parser.parse_args(arguments)
    if given.out is None or given.count < 1:
        print("scenes: give a folder and a --count of at least 1", file=sys.stderr)
        return 2
    felts = (
        sorted(p for p in given.felt.rglob("*") if p.suffix.lower() in (".jpg", ".png"))
        if given.felt
        else []
    )
    given.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    began = time.perf_counter()
    try:
        with (given.out / "truth.jsonl").open("w", encoding="utf-8") as lines:
            for i in range(given.count):
                scene = make_scene(
                    given.seed + i, given.kind, (given.size, given.size), felts=felts
                )
                name = f"scene{given.seed + i:07d}.jpg"
                cv2.imwrite(str(given.out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
                lines.write(json.dumps(truth_record(name, scene), ensure_ascii=False) + "\n")
    except tilesets.FontError as problem:
        print(f"scenes: {problem}", file=sys.stderr)
        return 2
    spent = time.perf_counter() - began
    print(
        f"{given.count} scenes in {spent:.1f} s ({spent / given.count:.3f} s each) in {given.out}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
