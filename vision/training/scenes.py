"""Pictures of tables with full truth, drawn from a seed.

``make_scene`` picks a tile set, lays tiles (``laying``), places a camera and a lamp, draws
(``render``) and develops the picture as a phone would. Lengths are millimetres on the table.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import BACK
from vision.training import laying, render, tilesets
from vision.training.artsets import ArtSets
from vision.training.laying import Layout, SceneHand, random_hand
from vision.training.tilesets import TileSet

Quad = tuple[tuple[float, float], ...]
KINDS: tuple[str, ...] = ("hand", "heap", "wall", "grid", "table")
_KIND_WEIGHTS = (0.42, 0.20, 0.10, 0.13, 0.15)


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
class Scene:
    """image is (h, w, 3) uint8 BGR; hand is None where no winning hand was laid."""

    image: np.ndarray
    tiles: tuple[SceneTile, ...]
    kind: str
    hand: SceneHand | None
    tile_set: str


def draw(
    layout: Layout,
    camera: render.Camera,
    light: render.Light,
    top: render.Top,
    size: tuple[int, int],
    samples: int = 7,
) -> tuple[np.ndarray, np.ndarray, list[SceneTile]]:
    """The clean picture (float32 BGR 0..1), the depth of every pixel in mm, and the truth."""
    w, h = size
    across = (np.arange(w) - camera.centre[0]) / camera.focal
    along = (np.arange(h) - camera.centre[1]) / camera.focal
    right, down, ahead = camera.rot
    dirs = (
        right[:, None, None] * across[None, None, :]
        + down[:, None, None] * along[None, :, None]
        + ahead[:, None, None]
    ).astype(np.float32)
    solids = [p.solid for p in layout.placed] + layout.extra
    unit = float(np.median([render.tile_edge(p.solid, camera) for p in layout.placed]))
    image = render.paint_table(top, camera, dirs)
    direct, ambient = render.shadows(solids, camera, light, (h, w), unit, samples)
    facing = float(light.direction[2])
    image *= (light.ambient * ambient + light.direct * facing * direct)[..., None]
    out = render.Buffers(image, np.full((h, w), np.inf, np.float32), np.full((h, w), -1, np.int32))
    order = sorted(solids, key=lambda s: -float(np.linalg.norm(s.centre - camera.position)))
    for solid in order:
        render.draw_solid(solid, camera, dirs, light, out)
    counts = np.bincount(out.tile[out.tile >= 0].ravel(), minlength=len(layout.placed))
    truth: list[SceneTile] = []
    picture = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    for i, placed in enumerate(layout.placed):
        solid = placed.solid
        seen = solid.rot.T @ (camera.position - solid.centre)
        front = seen[2] > 0
        if (abs(seen[2]) - solid.half[2]) / float(np.linalg.norm(seen)) < 0.1:
            continue  # seen from the side: neither face nor back can be read
        quad = render.face_quad(solid, camera, bool(front))
        outline = quad.astype(np.float32)
        area = max(1.0, abs(cv2.contourArea(outline)))
        inside = cv2.intersectConvexConvex(outline, picture)[0]
        # the pixels counted leave out the outer part of the rounded edge, about 6%
        open_share = min(1.0, float(counts[i]) / max(inside * 0.94, 1.0))
        visible = open_share * min(1.0, inside / area)
        if visible < 0.1:
            continue
        corners = tuple((round(float(x) + 0.5, 2), round(float(y) + 0.5, 2)) for x, y in quad)
        truth.append(
            SceneTile(placed.code if front else BACK, corners, round(visible, 3), placed.group,
                      placed.role, placed.seat)
        )  # fmt: skip
    ground = -float(camera.position[2]) / np.minimum(dirs[2], -0.02)
    return out.image, np.minimum(out.depth, ground), truth


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
        laying.lay_hand(layout, hand, variant=variant)
        layout.seat, layout.main = None, False
        if rng.random() < 0.35:  # other tiles further off
            layout.dx, layout.dy = float(rng.normal(0, 4 * w)), float(rng.uniform(7, 12)) * h
            laying.lay_heap(
                layout, laying.full_set(rng)[: int(rng.integers(4, 30))], w * 6, 0.1, 0.06
            )
        if rng.random() < 0.2:
            layout.dx, layout.dy = -8 * w, float(rng.uniform(6, 10)) * h
            laying.lay_wall(layout, int(rng.integers(5, 18)), 0, 0, 2)
        layout.dx = layout.dy = 0.0
    elif kind == "heap":
        count = int(rng.choice([rng.integers(4, 20), rng.integers(20, 80)]))
        radius = w * math.sqrt(count) * float(rng.uniform(1.0, 1.7))
        laying.lay_heap(
            layout, laying.full_set(rng)[:count], radius, float(rng.choice([0, 0.1, 0.35])), 0.06
        )
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
                layout.row(laying.full_set(rng)[:count], 0, 0, role="concealed",
                           pose="behind" if rng.random() < 0.7 else "stand")  # fmt: skip
            else:
                laying.lay_wall(layout, count, 0, 0, int(rng.choice([1, 2], p=[0.35, 0.65])),
                          float(rng.choice([0.0, 0.0, 0.3])))  # fmt: skip
        layout.turn = layout.dx = layout.dy = 0.0
        if rng.random() < 0.4:
            layout.main, layout.dy = False, -5 * h
            laying.lay_heap(
                layout, laying.full_set(rng)[: int(rng.integers(3, 25))], w * 7, 0.2, 0.05
            )
        fill = float(rng.uniform(0.7, 1.3))
    elif kind == "grid":
        oblique = bool(rng.random() < 0.35)
        laying.lay_grid(layout)
        fill = float(rng.uniform(0.6, 1.15))
    else:
        oblique = bool(rng.random() < 0.4)
        hand = laying.lay_table(layout)
        fill = float(rng.uniform(0.8, 1.05))
    main = [p.solid for p in layout.placed if p.main]
    points = np.concatenate([render.corners(s) for s in main])
    middle = (points.min(0) + points.max(0))[:2] / 2
    laying.distract(layout, float((points.max(0) - points.min(0))[:2].max()) * 0.62, middle)
    elevation = float(rng.uniform(24, 66)) if oblique else float(rng.uniform(68, 90))
    azimuth = float(rng.normal(0, 16)) if kind == "hand" else float(rng.uniform(0, 360))
    turn = float(rng.random())
    if turn < 0.6:
        roll = float(rng.normal(0, 4))
    elif turn < 0.75:
        roll = float(rng.choice([90, 180, 270])) + float(rng.normal(0, 4))
    else:
        roll = float(rng.uniform(0, 360))
    camera = render.look_at(
        rng, points, size, elevation, azimuth, roll, fill, float(rng.uniform(1.7, 4.5))
    )
    light = render.random_light(rng, camera)
    everything = np.concatenate([render.corners(p.solid) for p in layout.placed])
    top = render.random_top(rng, everything, felts)
    image, depth, truth = draw(layout, camera, light, top, size)
    unit = float(np.median([render.tile_edge(s, camera) for s in main]))
    if oblique and rng.random() < 0.2:
        sharp = float(np.median([(s.centre - camera.position) @ camera.rot[2] for s in main]))
        image = render.focus_blur(image, depth, sharp, unit * float(rng.uniform(0.02, 0.09)))
    picture = render.develop(
        rng, image, unit, float(rng.choice([rng.uniform(0.5, 1.0), rng.uniform(0.0, 0.6)]))
    )
    return Scene(picture, tuple(truth), kind, hand, tiles.name)


#: the hand of the demonstration picture: 中 pung, five sets and a pair, waiting for 5s and 8s
DEMO_HAND = SceneHand(
    concealed=("3m", "4m", "5m", "5p", "6p", "7p", "2s", "2s", "6s", "7s"),
    melds=(("pung", ("C", "C", "C")), ("chow", ("2p", "3p", "4p"))),
    flowers=("f1", "f5"),
    win="8s",
)


def make_demo(size: tuple[int, int] = (1600, 1200)) -> Scene:
    """The demonstration picture: DEMO_HAND on green cloth, as from the winner's seat.

    Needs a Kai font (packages fonts-cwtex-kai, fonts-arphic-ukai or fonts-cns11643-kai), else it is
    set in another one.
    """
    detail = 2
    rng = np.random.default_rng([2020, 17])
    fonts = tilesets.installed_fonts()
    kai = [f for f in fonts if "cwkai" in f[0] or "ukai" in f[0] or "TW-Kai" in f[0]]
    path, index, _ = (kai or list(fonts))[0]
    style = replace(
        tilesets.make_style(3),
        aspect=1.33, depth=0.66, corner=0.09, bevel=0.075, body=(246, 244, 238),
        back=(24, 120, 74), back_share=0.36, red=(176, 24, 34), green=(18, 98, 52),
        blue=(26, 52, 150), numeral=(26, 52, 150), wan=(176, 24, 34), wind=(26, 52, 150),
        font=(path, index), font_weight=0.014, font_shear=0.0, font_keep=0.35, five="伍",
        numeral_height=0.44, fill=0.93, dot=0, dot_size=1.0, dot_scheme=0, big_dot=1, stick=0,
        stick_width=1.0, stick_scheme=0, bird=3, white=2, corner_at="", flower=0,
        flower_numeral=0, flower_font=(path, index), bamboo_third=False, back_pattern=0, wear=0.12,
        gloss=0.55, relief=0.8,
    )  # fmt: skip
    tiles = tilesets.set_of(style, "demo")
    layout = Layout(tiles, 28.0, rng, seat="near")
    w, h = layout.width, layout.height
    x = layout.row(DEMO_HAND.concealed, 0.0, h / 2)
    layout.row([DEMO_HAND.win], x + w * 0.9, h / 2, role="winning")
    x = 0.4 * w
    for kind, codes in DEMO_HAND.melds:
        x = layout.meld(kind, codes, x, h * 2.05, tidy=True) + w * 0.6
    layout.row(DEMO_HAND.flowers, 0.7 * w, h * 3.55, role="flowers")
    points = np.concatenate([render.corners(p.solid) for p in layout.placed])
    big = (size[0] * detail, size[1] * detail)
    camera = render.look_at(rng, points, big, 58.0, 4.0, -1.2, 0.88, 2.4)
    camera.centre += np.array([0.0, 0.02 * big[1]])
    layout.extra.append(
        render.Solid(
            np.array([9.6 * w, 5.2 * h, 26.0]), np.eye(3), np.array([34.0, 34.0, 26.0]), 4.0,
            np.array([0.86, 0.9, 0.92], np.float32), gloss=0.9, round_=True,
            drink=np.array([0.05, 0.16, 0.36], np.float32),
        )
    )  # fmt: skip
    direction = np.array([-0.42, 0.5, 1.0])
    direction /= np.linalg.norm(direction)
    # a bright ceiling lamp, mirrored by the tiles towards the far left
    patch = camera.rot[2] * np.array([1.0, 1.0, -1.0]) + np.array([-0.16, 0.12, 0.0])
    patch /= np.linalg.norm(patch)
    light = render.Light(
        direction, 0.30, 0.56, 0.46 / float(direction[2]), patch, (0.955, 0.995), 0.34
    )
    low, high = points.min(0), points.max(0)
    edge = (low[0] - 900, high[0] + 900, low[1] - 34, high[1] + 700)
    top = render.Top(
        render.table_texture("weave", 1), np.array([72, 138, 48], np.float32) / 255,
        render.TEXTURE_MM, 0.0, edge, np.array([88, 128, 172], np.float32) / 255,
        np.array([0.16, 0.19, 0.24], np.float32),
    )  # fmt: skip
    image, depth, truth = draw(layout, camera, light, top, big, 32)
    sharp = float(np.median([(p.solid.centre - camera.position) @ camera.rot[2]
                             for p in layout.placed]))  # fmt: skip
    image = render.focus_blur(image, depth, sharp, 4.0)
    image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    unit = float(np.median([render.tile_edge(p.solid, camera) for p in layout.placed])) / detail
    picture = render.develop(rng, image, unit, 1.0)
    seen = tuple(
        replace(t, quad=tuple((round(a / detail, 2), round(b / detail, 2)) for a, b in t.quad))
        for t in truth
    )
    return Scene(picture, seen, "hand", DEMO_HAND, tiles.name)


def write_demo(folder: Path, largest: int = 300_000) -> Path:
    """Draw the demonstration picture into folder/hand.jpg, its truth into folder/hand.json."""
    scene = make_demo()
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / "hand.jpg"
    for quality in range(92, 40, -2):
        data = cv2.imencode(".jpg", scene.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        if len(data) <= largest:
            break
    picture.write_bytes(data.tobytes())
    record = truth_record("hand.jpg", scene)
    text = json.dumps(record, ensure_ascii=False, separators=(", ", ": "))
    (folder / "hand.json").write_text(
        text.replace('{"face"', '\n  {"face"') + "\n", encoding="utf-8"
    )
    return picture


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
    parser.add_argument(
        "--art", type=Path, help="folder of tile fonts and SVG tiles to use as well"
    )
    parser.add_argument(
        "--crops", type=Path, help="folder of real faces, a folder a class, as well"
    )
    parser.add_argument(
        "--share",
        type=float,
        default=0.4,
        help="share of scenes with --art or --crops (default 0.4)",
    )
    parser.add_argument("--felt", type=Path, help="folder of table-top pictures to use as well")
    parser.add_argument(
        "--demo",
        type=Path,
        metavar="DIR",
        help="draw the demonstration picture into DIR and do nothing else",
    )
    given = parser.parse_args(arguments)
    if given.demo is not None:
        try:
            print(f"demonstration picture in {write_demo(given.demo)}")
        except tilesets.FontError as problem:
            print(f"scenes: {problem}", file=sys.stderr)
            return 2
        return 0
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
        found = ArtSets(given.art, given.crops) if given.art or given.crops else None
        with (given.out / "truth.jsonl").open("w", encoding="utf-8") as lines:
            for i in range(given.count):
                seed = given.seed + i
                sets = None
                # neighbours share a set here too
                if found is not None and (seed // 4 * 0.6180339887) % 1 < given.share:
                    sets = [found(seed // 4)]
                scene = make_scene(seed, given.kind, (given.size, given.size), sets, felts)
                name = f"scene{given.seed + i:07d}.jpg"
                cv2.imwrite(str(given.out / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
                lines.write(json.dumps(truth_record(name, scene), ensure_ascii=False) + "\n")
                lines.flush()
    except (tilesets.FontError, ValueError, RuntimeError) as problem:
        print(f"scenes: {problem}", file=sys.stderr)
        return 2
    spent = time.perf_counter() - began
    print(
        f"{given.count} scenes in {spent:.1f} s ({spent / given.count:.3f} s each) in {given.out}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
