"""The annotated picture: what was read, drawn onto the photograph, with the 台 beside it.

Every tile gets its outline in the colour of its group and its name next to it; a doubtful one is
yellow and carries a question mark, the winning one a golden ring. Names and the panel with the
items are put where no tile is hidden; where a photograph has no such place, it gets a margin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw

from scoring.tiles import Tile
from vision import fonts
from vision.types import BACK, Group, Quad, Reading

if TYPE_CHECKING:
    from scoring.result import Score

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]

LONGEST = 2000
"""A larger photograph is shrunk to this many pixels on its long side."""
SHORTEST = 1280
"""A smaller one is enlarged to this, so that the names can be read on a phone."""

# Red, green, blue; chosen to differ for colour-blind eyes too (after Okabe and Ito).
ROLE_COLOURS: Mapping[str, Colour] = {
    "concealed": (86, 180, 233),
    "chow": (0, 190, 140),
    "pung": (255, 130, 40),
    "kong": (226, 110, 178),
    "concealed_kong": (170, 120, 240),
    "flowers": (255, 170, 200),
    "winning": (255, 215, 0),
    "river": (190, 190, 190),
    "wall": (140, 140, 140),
    "loose": (225, 225, 225),
}
DOUBT: Colour = (255, 236, 60)
GOLD: Colour = (255, 215, 0)
INK: Colour = (16, 18, 20)
PAPER: Colour = (255, 255, 255)
MUTED: Colour = (176, 184, 190)

ROLE_NAMES: Mapping[str, str] = {
    "chow": "吃",
    "pung": "碰",
    "kong": "槓",
    "concealed_kong": "暗槓",
    "flowers": "花",
    "winning": "胡",
    "river": "海",
    "wall": "牆",
}
"""Tags of the groups; a group without one is told by its colour."""

WALL = 3
"""So many face-down tiles together are called a wall."""

CELL = 4
"""Pixels of one cell of the map of taken places."""


def lone_backs(reading: Reading) -> frozenset[int]:
    """Face-down tiles that are no wall: fewer than three together."""
    return frozenset(
        i
        for group in reading.groups
        if group.role in ("wall", "loose") and len(group.tiles) < WALL
        for i in group.tiles
        if reading.tiles[i].face == BACK
    )


def _same(text: str) -> str:
    return text


def face_name(face: str) -> str:
    """What is written beside a tile: 五萬, 中, 春; nothing for a tile that lies face down."""
    return "" if face == BACK else Tile.from_code(face).short


@dataclass
class _Places:
    """Which parts of the picture are taken, in cells of `CELL` pixels."""

    width: int
    height: int
    taken: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.taken = np.zeros((self.height // CELL + 1, self.width // CELL + 1), np.float32)

    def take(self, polygon: np.ndarray, weight: float) -> None:
        points = np.round(polygon / CELL).astype(np.int32)
        layer = np.zeros(self.taken.shape, np.uint8)
        cv2.fillConvexPoly(layer, cv2.convexHull(points), 1)
        np.maximum(self.taken, layer * np.float32(weight), out=self.taken)

    def take_box(self, box: Box, weight: float) -> None:
        x0, y0, x1, y1 = (max(0, round(v / CELL)) for v in box)
        part = self.taken[y0 : y1 + 1, x0 : x1 + 1]
        np.maximum(part, np.float32(weight), out=part)

    def cost(self, box: Box) -> float:
        """What a box would hide: about its hidden share; far more where it leaves the picture."""
        x0, y0, x1, y1 = box
        if x0 < 0 or y0 < 0 or x1 > self.width or y1 > self.height:
            return 100.0
        part = self.taken[y0 // CELL : y1 // CELL + 1, x0 // CELL : x1 // CELL + 1]
        return float(part.mean()) if part.size else 0.0


def output_scale(size: tuple[int, int]) -> float:
    """By what a picture of `size` (width, height) is scaled to be drawn on."""
    longest = max(size)
    if longest > LONGEST:
        return LONGEST / longest
    if longest < SHORTEST:
        return SHORTEST / longest
    return 1.0


def _quads(reading: Reading, scale: float) -> list[np.ndarray]:
    return [np.asarray(tile.quad, np.float32) * scale for tile in reading.tiles]


def _sides(quad: np.ndarray) -> tuple[float, float]:
    """Width and height of a quad, along the face's own axes."""
    across = np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])
    along = np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])
    return float(across) / 2, float(along) / 2


def _grown(quad: np.ndarray, by: float) -> np.ndarray:
    centre = quad.mean(0)
    reach = np.linalg.norm(quad - centre, axis=1, keepdims=True)
    return centre + (quad - centre) * (1 + by / np.maximum(reach, 1))


def _outline(image: np.ndarray, points: np.ndarray, colour: Colour, width: int) -> None:
    """A closed line with a dark rim, so that it stands out on light and on dark ground."""
    shape = [np.round(points * 8).astype(np.int32).reshape(-1, 1, 2)]
    cv2.polylines(image, shape, True, INK, width + 2 * max(1, width // 2), cv2.LINE_AA, 3)
    cv2.polylines(image, shape, True, colour, width, cv2.LINE_AA, 3)


def _ring(image: np.ndarray, quad: np.ndarray, width: int) -> None:
    centre = quad.mean(0)
    across, along = _sides(quad)
    direction = quad[1] - quad[0]
    angle = float(np.degrees(np.arctan2(direction[1], direction[0])))
    axes = (across * 0.5 * 1.38 + width, along * 0.5 * 1.32 + width)
    box = ((float(centre[0]), float(centre[1])), (axes[0] * 2, axes[1] * 2), angle)
    cv2.ellipse(image, box, INK, width + 2 * max(2, width // 2), cv2.LINE_AA)
    cv2.ellipse(image, box, GOLD, width, cv2.LINE_AA)


def _label_scale(sides: Iterable[tuple[float, float]]) -> int:
    """One size of letters for all tiles: as large as the usual tile allows, from 1 to 3."""
    short = [min(across, along) for across, along in sides]
    usual = float(np.median(short)) if short else 64.0
    # Two letters beside each other fit a wide tile; on a narrower one they stand upright.
    return int(np.clip(usual * 1.12 / (2 * fonts.UNIT), 1 if usual < 32 else 2, 3))


def _upright(row: Sequence[int], quads: Sequence[np.ndarray], letters: int) -> bool:
    """Whether the names of a row are written downwards: side by side they would meet."""
    wide, tall = _label_size(["五萬"], letters)
    if len(row) < 2:
        return wide > float(np.ptp(quads[row[0]][:, 0])) * 1.3
    steps = np.abs(np.diff([quads[i].mean(0) for i in row], axis=0))
    across, along = np.percentile(steps, 20, axis=0)
    return bool(across < wide and along < tall)


def _candidates(quad: np.ndarray, size: tuple[int, int], gap: int) -> list[Box]:
    """Places for a label around a tile: under it first, then over it, beside it, last on it."""
    width, height = size
    left, top = quad.min(0)
    right, bottom = quad.max(0)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    # The tile's own down direction first: for a row that leans, that is where its labels line up.
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    down = down / max(1e-6, float(np.linalg.norm(down)))
    half = (quad[2] + quad[3]) / 2
    reach = gap + abs(down[0]) * width / 2 + abs(down[1]) * height / 2
    own = half + down * reach
    head = (quad[0] + quad[1]) / 2 - down * reach
    centres = [
        (own[0], own[1]),
        (head[0], head[1]),
        (middle_x, bottom + gap + height / 2),
        (middle_x, top - gap - height / 2),
        (right + gap + width / 2, middle_y),
        (left - gap - width / 2, middle_y),
        (middle_x, bottom - height / 2),
    ]
    return [
        (round(x - width / 2), round(y - height / 2), round(x + width / 2), round(y + height / 2))
        for x, y in centres
    ]


def _best(places: _Places, boxes: Sequence[Box]) -> Box:
    costs = [
        places.cost(box) + 0.02 * order + 0.06 * (order > 0) for order, box in enumerate(boxes)
    ]
    x0, y0, x1, y1 = boxes[int(np.argmin(costs))]
    # Even the best place may reach over the edge: then it is pushed back inside.
    dx = max(0, -x0) - max(0, x1 - places.width)
    dy = max(0, -y0) - max(0, y1 - places.height)
    return (x0 + dx, y0 + dy, x1 + dx, y1 + dy)


def _write_label(
    draw: ImageDraw.ImageDraw, box: Box, lines: Sequence[str], scale: int, fill: Colour, ink: Colour
) -> None:
    pad = scale
    draw.rounded_rectangle(box, radius=2 * scale, fill=fill)
    x0, y0, x1, _ = box
    for row, line in enumerate(lines):
        x = (x0 + x1 - fonts.width(line, scale)) // 2
        y = y0 + pad + row * fonts.UNIT * scale
        fonts.draw_text(draw, (x, y), line, ink, scale)


def _label_size(lines: Sequence[str], scale: int) -> tuple[int, int]:
    return (
        max(fonts.width(line, scale) for line in lines) + 2 * scale,
        len(lines) * fonts.UNIT * scale + 2 * scale,
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel's words: a headline (the 台), rows (name, value), and small lines under them."""

    headline: str
    rows: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def score_panel(score: Score, text: Callable[[str], str] = _same, rules: str = "") -> Panel:
    """The panel of a score; `text` changes the script of scoring's words."""
    rows = tuple((text(item.name), str(item.value)) for item in score.items)
    return Panel(f"{score.total} {text(score.unit)}", rows, (rules,) if rules else ())


def _draw_panel(panel: Panel, scale: int, most_height: int) -> Image.Image:
    line = fonts.UNIT * scale * 5 // 4
    pad = line // 2
    head = scale * 2
    notes = [note for note in panel.notes if note]
    fixed = fonts.UNIT * head + line * len(notes) + 3 * pad
    room = max(1, (most_height - fixed) // line)
    rows = list(panel.rows)
    if len(rows) > room:
        left = len(rows) - room + 1
        rows = [*rows[: room - 1], ("…", f"+{left}")]
    names = max((fonts.width(name, scale) for name, _ in rows), default=0)
    values = max((fonts.width(value, scale) for _, value in rows), default=0)
    width = max(
        fonts.width(panel.headline, head),
        names + values + line,
        *(fonts.width(note, scale) for note in notes),
        4 * line,
    )
    height = fixed + line * len(rows)
    image = Image.new("RGB", (width + 2 * pad, height), INK)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, image.width - 1, image.height - 1), outline=GOLD, width=max(1, scale))
    fonts.draw_text(draw, (pad, pad // 2), panel.headline, GOLD, head)
    y = pad // 2 + fonts.UNIT * head + pad // 2
    if rows or notes:
        draw.line((pad, y, image.width - pad, y), fill=MUTED, width=max(1, scale // 2))
    y += pad // 2
    for name, value in rows:
        fonts.draw_text(draw, (pad, y), name, PAPER, scale)
        x = image.width - pad - fonts.width(value, scale)
        fonts.draw_text(draw, (x, y), value, PAPER, scale)
        y += line
    for note in notes:
        fonts.draw_text(draw, (pad, y), note, MUTED, scale)
        y += line
    return image


def _panel_corner(places: _Places, size: tuple[int, int], margin: int) -> tuple[int, int] | None:
    """The corner in which the panel hides nothing that was read; None if there is none."""
    width, height = size
    right, bottom = places.width - width - margin, places.height - height - margin
    if right < margin or bottom < margin:
        return None
    corners = [(margin, margin), (right, margin), (right, bottom), (margin, bottom)]
    costs = [places.cost((x, y, x + width, y + height)) for x, y in corners]
    best = int(np.argmin(costs))
    return corners[best] if costs[best] == 0 else None


def annotate(
    image: np.ndarray,
    reading: Reading,
    score: Score | None = None,
    *,
    panel: Panel | None = None,
    text: Callable[[str], str] = _same,
    tags: Mapping[str, str] = ROLE_NAMES,
) -> np.ndarray:
    """Draw a reading, and the panel of `score` (or `panel`), onto a copy of a photograph.

    `image` is (height, width, 3) BGR of any size; the result is BGR too, its long side between
    `SHORTEST` and `LONGEST` pixels, plus a margin for the panel where the tiles leave it no room.
    `text` changes the script of Chinese words (names of tiles, items); `tags` name the groups.
    """
    height, width = image.shape[:2]
    scale = output_scale((width, height))
    if scale == 1.0:
        canvas = image.copy()
    else:
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        canvas = cv2.resize(image, None, fx=scale, fy=scale, interpolation=way)
    canvas = np.ascontiguousarray(canvas[:, :, ::-1])  # drawn on in RGB, as Pillow wants it
    height, width = canvas.shape[:2]
    unit = max(1, round(max(width, height) / 640))

    quads = _quads(reading, scale)
    roles = ["loose"] * len(quads)
    for group in reading.groups:
        for index in group.tiles:
            roles[index] = group.role
    places = _Places(width, height)
    for quad in quads:
        places.take(quad, 1.0)

    _draw_groups(canvas, reading, quads, unit)
    for index, quad in enumerate(quads):
        if not reading.tiles[index].doubtful and roles[index] != "winning":
            _outline(canvas, _grown(quad, unit), ROLE_COLOURS[roles[index]], unit)
    for index, quad in enumerate(quads):
        if roles[index] == "winning":
            _outline(canvas, _grown(quad, unit), GOLD, unit + 1)
            _ring(canvas, quad, unit + 1)
        if reading.tiles[index].doubtful:
            _outline(canvas, _grown(quad, unit), DOUBT, unit + 1)

    picture = Image.fromarray(canvas)
    draw = ImageDraw.Draw(picture)
    _draw_names(draw, reading, quads, roles, places, text, unit)
    lone = lone_backs(reading)
    groups = [group for group in reading.groups if not lone.issuperset(group.tiles)]
    _draw_tags(draw, groups, quads, places, tags, text, unit)

    if panel is None and score is not None:
        panel = score_panel(score, text)
    if panel is not None:
        picture = _place_panel(picture, panel, places, unit)
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def _draw_groups(
    canvas: np.ndarray, reading: Reading, quads: Sequence[np.ndarray], unit: int
) -> None:
    """A frame around each set that lies apart, so that one sees what belongs together."""
    lone = lone_backs(reading)
    for group in reading.groups:
        if group.role in ("concealed", "loose", "winning") or lone.issuperset(group.tiles):
            continue
        points = np.concatenate([_grown(quads[i], 4.0 * unit) for i in group.tiles])
        hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
        _outline(canvas, hull, ROLE_COLOURS[group.role], unit)


def _draw_names(
    draw: ImageDraw.ImageDraw,
    reading: Reading,
    quads: Sequence[np.ndarray],
    roles: Sequence[str],
    places: _Places,
    text: Callable[[str], str],
    unit: int,
) -> None:
    letters = _label_scale(_sides(quad) for quad in quads)
    rows = _in_rows(reading)
    upright: dict[int, bool] = {}
    for row in filter(None, rows):
        upright |= dict.fromkeys(row, _upright(row, quads, letters))
    labels: dict[int, tuple[list[str], list[Box]]] = {}
    for index in (i for row in rows for i in row):
        tile, quad = reading.tiles[index], quads[index]
        name = text(face_name(tile.face))
        if tile.doubtful:
            name += "?"
        if not name:
            continue
        lines = list(name) if upright[index] and len(name.rstrip("?")) > 1 else [name]
        gap = {"concealed": 3, "loose": 3, "winning": 8}.get(roles[index], 6) * unit
        labels[index] = (lines, _candidates(quad, _label_size(lines, letters), gap))
    for members in _together(reading, rows):
        named = [i for i in members if i in labels]
        # The names of one group stand on one side of it, where they hide least.
        sides = [sum(places.cost(labels[i][1][side]) for i in named) for side in (0, 1)]
        flip = sides[1] + 0.05 * len(named) < sides[0]
        for index in named:
            lines, boxes = labels[index]
            if roles[index] in ("river", "wall"):
                boxes = boxes[-1:]  # in a pile a name beside its tile would stand on another
            elif flip:
                boxes = [boxes[1], boxes[0], *boxes[2:]]
            box = _best(places, boxes)
            places.take_box(box, 0.8)
            fill, ink = INK, PAPER
            if reading.tiles[index].doubtful:
                fill, ink = DOUBT, INK
            elif roles[index] == "winning":
                fill, ink = GOLD, INK
            _write_label(draw, box, lines, letters, fill, ink)


def _together(reading: Reading, rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The tiles of each row, parted where another group begins."""
    group_of = {i: number for number, group in enumerate(reading.groups) for i in group.tiles}
    runs: list[list[int]] = []
    for row in rows:
        for position, index in enumerate(row):
            same = position > 0 and group_of.get(index) == group_of.get(row[position - 1])
            if same:
                runs[-1].append(index)
            else:
                runs.append([index])
    return runs


def _in_rows(reading: Reading) -> list[tuple[int, ...]]:
    """All tiles, row by row; those in no row come last."""
    seen = {i for row in reading.rows for i in row}
    return [*reading.rows, tuple(i for i in range(len(reading.tiles)) if i not in seen)]


def _draw_tags(
    draw: ImageDraw.ImageDraw,
    groups: Sequence[Group],
    quads: Sequence[np.ndarray],
    places: _Places,
    tags: Mapping[str, str],
    text: Callable[[str], str],
    unit: int,
) -> None:
    """The word for each group (碰, 花, ...) at its head, in the group's colour."""
    letters = _label_scale(_sides(quad) for quad in quads)
    for group in groups:
        word = text(tags.get(group.role, ""))
        if not word:
            continue
        points = np.concatenate([quads[i] for i in group.tiles])
        up = np.mean(
            [quads[i][0] + quads[i][1] - quads[i][2] - quads[i][3] for i in group.tiles], 0
        )
        size = _label_size([word], letters)
        box = _best(places, _around(points, up, size, 5 * unit))
        places.take_box(box, 0.8)
        _write_label(draw, box, [word], letters, ROLE_COLOURS[group.role], INK)


def _around(points: np.ndarray, up: np.ndarray, size: tuple[int, int], gap: int) -> list[Box]:
    """Places for a group's tag: at its head, as its tiles are read, or else at another side."""
    width, height = size
    left, top = (int(v) for v in points.min(0))
    right, bottom = (int(v) for v in points.max(0))
    x, y = (left + right - width) // 2, (top + bottom - height) // 2
    over, under = (x, top - gap - height), (x, bottom + gap)
    before, behind = (left - gap - width, y), (right + gap, y)
    if abs(up[1]) >= abs(up[0]):
        places = [over, under] if up[1] <= 0 else [under, over]
        places += [before, behind]
    else:
        places = [before, behind] if up[0] <= 0 else [behind, before]
        places += [over, under]
    places += [(left, top - gap - height), (left, bottom + gap)]
    return [(x, y, x + width, y + height) for x, y in places]


def _place_panel(picture: Image.Image, panel: Panel, places: _Places, unit: int) -> Image.Image:
    margin = 4 * unit
    large = int(np.clip(round(max(picture.size) / 550), 2, 4))
    for letters in range(large, 0, -1):
        drawn = _draw_panel(panel, letters, int(picture.height * 0.7))
        corner = _panel_corner(places, drawn.size, margin)
        if corner is not None:
            picture.paste(drawn, corner)
            return picture
    # No free corner: the panel gets a margin of its own under the photograph (or beside it, if
    # that makes the smaller picture).
    drawn = _draw_panel(panel, large, 10 * picture.height)
    below = picture.width * drawn.height <= picture.height * drawn.width or (
        drawn.height > picture.height
    )
    if below:
        size = (max(picture.width, drawn.width), picture.height + drawn.height)
        spot = (0, picture.height)
    else:
        size = (picture.width + drawn.width, picture.height)
        spot = (picture.width, 0)
    wider = Image.new("RGB", size, INK)
    wider.paste(picture, (0, 0))
    wider.paste(drawn, spot)
    return wider


def quad_of_box(x0: float, y0: float, x1: float, y1: float) -> Quad:
    """The quad of an upright box."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
