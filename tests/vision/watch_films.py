"""Films of a table for the tests of steady reading: drawn tiles, hands, light, a bumped camera.

Faces are a code of grey levels that `CodeNamer` reads back from the picture, and `BlobLocator`
finds tiles by their white rim: what a hand covers is not seen, and nothing is known but the
picture.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.faces import Named
from vision.frame import TableFrame
from vision.locate import View
from vision.types import FACE_CODES, LocatedTile, as_quad
from vision.watch.look import quad_in_picture
from vision.watch.settings import WATCH, WatchSettings
from vision.watch.types import StillTable
from vision.watch.watcher import Seen, Watcher

SIZE = (1280, 960)
FRAME = TableFrame(((130, 930), (1140, 900), (1080, 40), (190, 60)), 90.0, SIZE)
LEVELS = (20, 85, 150, 215)
WIDE, HIGH = 2.6, 3.6


@dataclass(frozen=True)
class Tile:
    """A tile on the table: cm, degrees anticlockwise."""

    face: str
    x: float
    y: float
    turn: float = 0.0


def tile_art(face: str) -> np.ndarray:
    """(90, 65, 3): a white tile whose middle tells its face by three levels, dark at its top."""
    out = np.full((90, 65, 3), 240, np.uint8)
    code = FACE_CODES.index(face)
    out[20:70, 12:53] = [LEVELS[code // 16], LEVELS[code // 4 % 4], LEVELS[code % 4]]
    out[8:16, 20:45] = 10
    # Strokes, so that two faces look different in grey, too.
    rng = np.random.default_rng(code)
    for x in range(12, 52, 10):
        for y in (18, 62):
            out[y : y + 11, x : x + 10] = 0 if rng.random() < 0.5 else 240
    return out


@dataclass
class Table:
    """What can be seen: tiles, hands as ellipses in pixels, light and how the camera hangs."""

    tiles: list[Tile] = field(default_factory=list)
    hands: list[tuple[int, int, int, int]] = field(default_factory=list)
    light: float = 1.0
    hang: np.ndarray = field(default_factory=lambda: np.eye(3))

    def draw(self) -> np.ndarray:
        """BGR (960, 1280, 3)."""
        rng = np.random.default_rng(5)
        out = np.full((SIZE[1], SIZE[0], 3), (60, 70, 90), np.uint8)
        for _ in range(60):  # the floor and what stands there
            x, y = rng.integers(0, SIZE[0]), rng.integers(0, SIZE[1])
            colour = [int(v) for v in rng.integers(20, 200, 3)]
            cv2.circle(out, (int(x), int(y)), int(rng.integers(4, 14)), colour, -1)
        half = FRAME.side / 2
        rim = FRAME.to_picture(np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * half)
        cv2.fillConvexPoly(out, np.rint(rim).astype(np.int32), (74, 110, 58))
        cv2.polylines(out, [np.rint(rim).astype(np.int32)], True, (30, 50, 90), 9)
        for tile in self.tiles:
            quad = quad_in_picture(tile.x, tile.y, tile.turn, WIDE, HIGH, FRAME)
            art = tile_art(tile.face)
            corners = np.array([[0, 0], [65, 0], [65, 90], [0, 90]], np.float32)
            low = np.floor(np.min(quad, axis=0)).astype(int) - 2
            size = np.ceil(np.max(quad, axis=0)).astype(int) + 3 - low
            move = cv2.getPerspectiveTransform(corners, np.asarray(quad - low, np.float32))
            laid = cv2.warpPerspective(art, move, tuple(int(v) for v in size), flags=cv2.INTER_AREA)
            cover = cv2.warpPerspective(np.full(art.shape[:2], 255, np.uint8), move, tuple(size))
            part = out[low[1] : low[1] + size[1], low[0] : low[0] + size[0]]
            part[cover > 127] = laid[cover > 127]
        for x, y, a, b in self.hands:
            cv2.ellipse(out, (x, y), (a, b), 0, 0, 360, (120, 150, 205), -1)
        if not np.array_equal(self.hang, np.eye(3)):
            out = cv2.warpPerspective(out, self.hang, SIZE, borderMode=cv2.BORDER_REPLICATE)
        return np.clip(out * self.light, 0, 255).astype(np.uint8)


class BlobLocator:
    """Finds upright white-rimmed tiles; counts the square pixels it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.calls = 0
        self.blind: list[tuple[float, float]] = []
        """Middles (pixels) of tiles it overlooks."""

    def locate(self, picture: np.ndarray) -> list[LocatedTile]:
        """All tiles of a picture."""
        grey = picture.min(axis=2).astype(np.float32)
        bright = float(np.percentile(grey, 99.5))
        mask = (grey > 0.8 * bright).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        out = []
        for outline in outlines:
            middle, (w, h), angle = cv2.minAreaRect(outline)
            if not (15 < min(w, h) < 45 and 1.15 < max(w, h) / min(w, h) < 1.7):
                continue
            if any(np.hypot(middle[0] - x, middle[1] - y) < 12 for x, y in self.blind):
                continue
            box = cv2.boxPoints((middle, (w + 1, h + 1), angle))
            side = np.linalg.norm(np.roll(box, -1, axis=0) - box, axis=1)
            if side[0] > side[1]:
                box = np.roll(box, 1, axis=0)
            out.append(LocatedTile(as_quad(box.tolist()), 0.9))
        return out

    def locate_in(self, picture: np.ndarray, views: Sequence[View]) -> list[LocatedTile]:
        """Those whose middle is in one of the views."""
        self.calls += 1
        self.views += views
        out = []
        for tile in self.locate(picture):
            middle = np.mean(tile.quad, axis=0)
            at = [view.matrix[:, :2] @ middle + view.matrix[:, 2] for view in views]
            if any((a >= 0).all() and (a < v.size).all() for a, v in zip(at, views, strict=True)):
                out.append(tile)
        return out


class CodeNamer:
    """Reads the code of a face; `wrong` maps a face to what it is taken for instead."""

    def __init__(self) -> None:
        self.named = 0
        self.wrong: dict[str, str] = {}
        self.sure = 0.98

    def name(self, crops: Sequence[np.ndarray]) -> Named:
        """See `vision.faces.Namer`."""
        self.named += len(crops)
        count = len(FACE_CODES)
        faces = np.full((len(crops), count), (1 - self.sure) / (count - 1), np.float32)
        turns = np.full((len(crops), 4), 0.01, np.float32)
        for i, crop in enumerate(crops):
            white = max(float(np.percentile(crop, 97)), 1.0)
            middle = np.median(crop[44:52, 40:56].reshape(-1, 3), axis=0) / white * 240
            digits = [int(np.abs(np.array(LEVELS) - v).argmin()) for v in middle]
            code = min(digits[0] * 16 + digits[1] * 4 + digits[2], count - 1)
            face = self.wrong.get(FACE_CODES[code], FACE_CODES[code])
            faces[i, FACE_CODES.index(face)] = self.sure
            ends = [np.rot90(crop, -k)[16:22, 38:58].mean() for k in range(4)]
            turns[i, int(np.argmin(ends))] = 0.97
        return Named(faces, turns, np.zeros((len(crops), 4)), np.zeros(len(crops), np.float32))


class Film:
    """Shows a table to a watcher, frame by frame, each with noise of its own."""

    def __init__(
        self, tiles: Sequence[Tile] = (), *, rate: float = 10.0, settings: WatchSettings = WATCH
    ) -> None:
        self.table = Table(list(tiles))
        self.locator, self.namer = BlobLocator(), CodeNamer()
        self.watcher = Watcher(self.locator, self.namer, FRAME, settings)
        self.time, self.rate = 100.0, rate
        self.seen: list[Seen] = []
        rng = np.random.default_rng(3)
        grain = rng.normal(128, 4, (SIZE[1] + 8, SIZE[0] + 8, 3)).round().astype(np.uint8)
        parts = [grain[k : k + SIZE[1], k : k + SIZE[0]] for k in range(8)]
        self._grain = itertools.cycle(parts)

    def show(self, seconds: float = 0.0, *, picture: np.ndarray | None = None) -> list[Seen]:
        """Show the table as it is now, at least one frame; what was seen meanwhile."""
        drawn = self.table.draw() if picture is None else picture
        out = []
        for _ in range(max(round(seconds * self.rate), 1)):
            frame = np.asarray(cv2.addWeighted(drawn, 1, next(self._grain), 1, -128), np.uint8)
            self.time += 1 / self.rate
            out.append(self.watcher.see(frame, self.time))
        self.seen += out
        return out

    def hand(self, x: int, y: int, seconds: float = 0.3) -> list[Seen]:
        """A hand that reaches in to (x, y) in pixels from the near edge, moving all the while."""
        out = []
        for k in range(max(round(seconds * self.rate), 1)):
            self.table.hands = [(x + 6 * (k % 2), y + 240, 60, 250)]
            out += self.show()
        self.table.hands = []
        return out

    def lay(self, *tiles: Tile) -> None:
        """Lay tiles, with a hand that comes and goes."""
        for tile in tiles:
            x, y = FRAME.to_picture(np.array([tile.x, tile.y]), 2.0)
            self.hand(int(x), int(y))
            self.table.tiles.append(tile)
            self.hand(int(x), int(y), 0.2)

    def take(self, face: str) -> Tile:
        """Take a tile away, with a hand."""
        tile = next(t for t in self.table.tiles if t.face == face)
        x, y = FRAME.to_picture(np.array([tile.x, tile.y]), 2.0)
        self.hand(int(x), int(y))
        self.table.tiles.remove(tile)
        self.hand(int(x), int(y), 0.2)
        return tile

    def push(self, face: str, dx: float, dy: float, turn: float = 0.0) -> None:
        """Push a tile, with a hand."""
        tile = self.take(face)
        moved = replace(tile, x=tile.x + dx, y=tile.y + dy, turn=tile.turn + turn)
        self.table.tiles.append(moved)
        self.hand(640, 900, 0.2)


def tables(seen: Sequence[Seen]) -> list[StillTable]:
    """The still tables handed on."""
    return [s.table for s in seen if s.table is not None]


def faces(table: StillTable) -> dict[str, tuple[float, float]]:
    """Where each face lies; for tables without pairs."""
    return {t.face: (t.x, t.y) for t in table.tiles}
