"""Whole tables by the real recogniser: rendered from above, read, and seated, against truth.

    python -m tests.benchmarks.read_tables [--tables 60] [--seed 1] [--size 2592] [--csv FILE]
                                           [--keep DIR] [--show N]

In the training environment, since it renders (`make train-env`). Tables as in
`tests/vision/whole_tables.py`, drawn in 3D with makers that no training saw (their seeds), under
cameras off-centre by up to 20% and tilted. Prints tiles found and named, and the share of tables,
of rivers and of winners' hands that are wholly right.
"""

from __future__ import annotations

import argparse
import collections
import csv
import math
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.vision.whole_tables import WholeTable, random_table
from vision.frame import TableFrame
from vision.reader import Reader
from vision.table import TableView, arrange_table
from vision.training import laying, render, scenes, tilesets
from vision.types import Group, Quad, ReadTile, as_quad

UNSEEN_MAKERS = 5_000_000
"""First seed of tile sets kept for this figure."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A picture of a table with its truth."""

    image: np.ndarray
    frame: TableFrame
    tiles: list[ReadTile]  # those whose face or back is seen, as a perfect recogniser reads them
    groups: list[Group]
    standing: list[Quad]  # faces or backs of standing tiles, seen at a slant


def render_table(table: WholeTable, seed: int, long_side: int) -> Rendered:
    """Draw a table of `tests.vision.whole_tables` as a camera above it sees it."""
    rng = np.random.default_rng([seed, 77])
    tiles = tilesets.make_set(UNSEEN_MAKERS + seed // 4)
    layout = laying.Layout(tiles, 26.0, rng)
    half = table.side * 5  # mm
    for laid in table.laid:
        standing = laid.high < laid.wide
        down = laid.face == "back"
        code = "E" if down else laid.face
        lift = max(0.0, (laid.z - 2.0) * 10) if not standing else 0.0
        pose = "behind" if standing else "down" if down else "up"
        layout.put(code, laid.x * 10, laid.y * 10, -laid.turn, pose=pose,
                   z=layout.depth if lift > 5 else 0.0, group=laid.key, mess=0.0)  # fmt: skip
    size = (long_side, round(long_side * 0.75))
    square = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    tilt, turn = float(rng.uniform(0, 18)), float(rng.uniform(0, 360))
    camera = render.look_at(
        rng, square, size, 90 - tilt, turn, float(rng.uniform(0, 360)), 0.97,
        float(rng.uniform(1.3, 2.2)),
    )  # fmt: skip
    light = render.random_light(rng, camera)
    top = render.random_top(rng, square)
    image, _, truth = scenes.draw(layout, camera, light, top, size)
    unit = float(np.median([render.tile_edge(p.solid, camera) for p in layout.placed]))
    picture = render.develop(rng, image, unit, float(rng.uniform(0.4, 1.0)))
    corners = camera.project(square)
    frame = TableFrame(tuple((float(x), float(y)) for x, y in corners), table.side, size)
    # Of standing tiles a camera above sees edges: whatever is read there is not counted.
    standing = {laid.key for laid in table.laid if laid.high < laid.wide}
    edges = [t.quad for t in truth if t.group in standing]
    shown = [t for t in truth if t.visible >= 0.4 and t.group not in standing]
    read = [ReadTile(t.face, 0.99, as_quad(t.quad)) for t in shown]
    groups = []
    for number, (role, seat) in enumerate(table.groups):
        part = [i for i, t in enumerate(shown) if t.group == number]
        if part:
            groups.append(Group(role, seat, tuple(part)))
    return Rendered(picture, frame, read, groups, [as_quad(quad) for quad in edges])


def _as_tile(quad: Quad) -> ReadTile:
    return ReadTile("back", 0.5, quad)


def matched(read: list[ReadTile], truth: list[ReadTile]) -> dict[int, int]:
    """Index of each true tile to that of the read tile upon it."""
    out: dict[int, int] = {}
    if not read:
        return out
    middles = np.array([np.mean(t.quad, axis=0) for t in read])
    taken: set[int] = set()
    for i, tile in enumerate(truth):
        quad = np.array(tile.quad)
        unit = math.sqrt(abs(cv2.contourArea(quad.astype(np.float32))))
        gaps = np.linalg.norm(middles - quad.mean(axis=0), axis=1)
        k = int(gaps.argmin())
        if gaps[k] < 0.4 * unit and k not in taken:
            out[i] = k
            taken.add(k)
    return out


def right_groups(view: TableView, tiles: list[ReadTile], done: Rendered) -> dict[str, list[bool]]:
    """For rivers, sets, flowers and hands: whether each true group is found whole and in order."""
    there = matched(tiles, done.tiles)
    found = view.groups()
    out: dict[str, list[bool]] = collections.defaultdict(list)
    for group in done.groups:
        if group.role in ("loose", "wall"):
            continue
        want = [there.get(i, -1) for i in group.tiles]
        faces = [done.tiles[i].face for i in group.tiles]
        if group.role == "flowers":
            mine = [
                i for g in found if g.role == "flowers" and g.seat == group.seat for i in g.tiles
            ]
            good = set(want) <= set(mine)
        elif group.role == "river":
            mine = next((g.tiles for g in found if g.role == "river" and g.seat == group.seat), ())
            good = list(mine) == want
        else:
            good = any(
                g.role == group.role and g.seat == group.seat and set(g.tiles) == set(want)
                for g in found
            )
        named = all(k >= 0 and tiles[k].face == f for k, f in zip(want, faces, strict=True))
        kind = "hands" if group.role in ("concealed", "winning") else group.role
        kind = "sets" if kind in ("chow", "pung", "kong", "concealed_kong") else kind
        out[kind].append(good and named)
    return out


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=2592, help="longer side of the picture, pixels")
    parser.add_argument("--csv", type=Path, help="one row a table here")
    parser.add_argument("--keep", type=Path, help="write the pictures here")
    options = parser.parse_args()
    reader = Reader.load()
    tally: dict[str, list[bool]] = collections.defaultdict(list)
    rows = []
    total = found = named = false = 0
    spent = 0.0
    for k in range(options.tables):
        seed = options.seed * 100_003 + k
        table = random_table(random.Random(seed))
        done = render_table(table, seed, options.size)
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(options.keep / f"table{seed}.jpg"), done.image)
        begun = time.perf_counter()
        tiles = list(reader.read(done.image, "").tiles)
        view = arrange_table(tiles, done.frame)
        spent += time.perf_counter() - begun
        there = matched(tiles, done.tiles)
        right = sum(tiles[j].face == done.tiles[i].face for i, j in there.items())
        total, found, named = total + len(done.tiles), found + len(there), named + right
        more = len(tiles) - len(there) - len(matched(tiles, [_as_tile(q) for q in done.standing]))
        false += max(0, more)
        groups = right_groups(view, tiles, done)
        for kind, some in groups.items():
            tally[kind] += some
        good = all(all(some) for some in groups.values())
        tally["tables"].append(good)
        tally["winners"].append(view.winner == table.winner)
        rows.append([seed, len(done.tiles), len(there), right, len(tiles) - len(there), int(good)])
    print(f"{options.tables} tables, {total} tiles: found {found / total:.2%}, "
          f"named right {named / max(1, found):.2%}, false {false / total:.2%}")  # fmt: skip
    for kind, some in sorted(tally.items()):
        print(f"{kind:10} {sum(some):5}/{len(some):<5} {sum(some) / max(1, len(some)):7.2%}")
    print(f"{spent / options.tables:.2f} s a table")
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["seed", "tiles", "found", "named", "false", "right"])
            writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
