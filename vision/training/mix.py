"""Training pictures for the locator, mixed from real photographs.

Unlabelled tiles (walls, discards) stand in a third of the photographs, so a photograph is used
whole only where its labels are complete; otherwise its labelled tiles are cut out and laid on
another table. Every picture is turned freely (0 to 360 degrees), tilted, re-lit and re-compressed.
Mirroring never happens: faces have a handedness.

`python -m vision.training.mix PHOTOS OUT` writes a data set in the oriented-box text format.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.training.data import Array, Image, Labelled, load_photos, oriented, split
from vision.training.drawn import clutter

SIZE = 640
"""Pixels, side of a training picture."""
TILE_PIXELS = (17.0, 120.0)
"""Range of a tile's longer side, drawn log-uniformly, in pixels; 18 px is a table seen whole."""
FACE_ASPECT = (1.05, 1.6)
"""Height over width a photograph is stretched back to; its squeeze to 640x640 hid the true one."""
WHOLE_SHARE = 0.4
"""Share of pictures made from one whole photograph, where its labels are complete."""
TILT = 0.35
"""Largest perspective drawn: how much one side of the picture shrinks against the other."""
MARGIN = 1.12
"""A cut-out reaches this far beyond the labelled face, so that edges and sides come along."""
USABLE_ASPECT = (0.45, 3.2)
"""Height over width of a photograph's faces; some files are stretched beyond use."""
MIN_VISIBLE = 0.6
"""A tile with less of its face inside the picture is no example."""


def complete(photo: Labelled) -> bool:
    """Whether every tile in the photograph carries a label: in games, discards and walls do not."""
    return photo.maker in ("tray", "riichi")


def usable(photo: Labelled) -> bool:
    """Whether the photograph's tiles still look like tiles after its squeeze to a square."""
    quads = oriented(photo.boxes)
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    down = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    aspect = float(np.median(down / np.maximum(across, 1e-3)))
    return USABLE_ASPECT[0] < aspect < USABLE_ASPECT[1]


def _transform(points: Array, matrix: Array) -> Array:
    return np.asarray(
        cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float32), matrix),
        dtype=np.float32,
    ).reshape(points.shape)


def _pose(quads: Array, rng: np.random.Generator, *, near_level: bool, size: int = SIZE) -> Array:
    """A random 3x3 homography that brings the quads' middle into a size x size picture."""
    tops = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    sides = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    # Undo the squeeze along the photograph's own axes, judged by the tiles' look.
    slope = np.abs(quads[:, 1, 1] - quads[:, 0, 1]) / np.maximum(tops, 1e-3)
    level = float(np.median(slope)) < 0.7
    aspect = float(np.median(sides / np.maximum(tops, 1e-3)))
    wanted = rng.uniform(*FACE_ASPECT)
    stretch = np.clip(wanted / max(aspect, 1e-3), 0.2, 5.0)
    scale_y, scale_x = (stretch, 1.0) if level else (1.0, stretch)
    middle = (quads.reshape(-1, 2).max(axis=0) + quads.reshape(-1, 2).min(axis=0)) / 2
    moved = (quads - middle) * np.array([scale_x, scale_y], dtype=np.float32)
    long_side = float(
        np.median(
            np.maximum(
                np.linalg.norm(moved[:, 1] - moved[:, 0], axis=1),
                np.linalg.norm(moved[:, 3] - moved[:, 0], axis=1),
            )
        )
    )
    pixels = float(np.exp(rng.uniform(*np.log(TILE_PIXELS))))
    reach = float(np.abs(moved).max())
    # Most pictures show the whole hand; some show a part of it close up.
    fit = size * rng.uniform(0.75, 1.3) / 2 / max(reach, 1.0)
    scale = min(pixels / max(long_side, 1e-3), fit * 1.3)
    angle = rng.normal(0, 0.12) if near_level else rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    shift = rng.uniform(0.3, 0.7, 2) * size if scale * reach < size * 0.4 else np.full(2, size / 2)
    to_middle = np.array(
        [[scale_x, 0, -middle[0] * scale_x], [0, scale_y, -middle[1] * scale_y], [0, 0, 1]]
    )
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    tilt = np.eye(3)
    tilt[2, :2] = rng.uniform(-TILT, TILT, 2) / size * rng.random()
    place = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    return np.asarray(place @ tilt @ turn @ to_middle, dtype=np.float32)


def _visible(quad: Array, size: int) -> float:
    frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], dtype=np.float32)
    area, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return float(area) / max(float(cv2.contourArea(quad.astype(np.float32))), 1e-3)


def background(felt: Sequence[Path], rng: np.random.Generator, size: int = SIZE) -> Image:
    """A table without tiles: a real patch of felt or wood, or a plain colour with grain."""
    if felt and rng.random() < 0.75:
        patch = cv2.imread(str(felt[int(rng.integers(len(felt)))]))
        if patch is not None:
            zoom = size / min(patch.shape[:2]) * rng.uniform(1.0, 1.6)
            patch = cv2.resize(patch, None, fx=zoom, fy=zoom)
            y = rng.integers(0, patch.shape[0] - size + 1)
            x = rng.integers(0, patch.shape[1] - size + 1)
            patch = patch[y : y + size, x : x + size]
            return np.asarray(np.rot90(patch, int(rng.integers(4))), dtype=np.uint8).copy()
    colour = rng.integers(0, 255, 3) if rng.random() < 0.8 else np.full(3, rng.integers(0, 60))
    grain = cv2.resize(
        rng.normal(0, 1, (size // 4, size // 4, 1)).astype(np.float32), (size, size)
    )[..., None] * rng.uniform(0, 14)
    return np.asarray(np.clip(grain + colour, 0, 255), dtype=np.uint8)


def relight(picture: Image, rng: np.random.Generator) -> Image:
    """Light, colour, blur, noise and compression of another camera in another room."""
    size = picture.shape[0]
    work = picture.astype(np.float32) / 255
    work **= rng.uniform(0.65, 1.6)
    work *= rng.uniform(0.6, 1.25)
    work *= 1 + rng.normal(0, 0.07, 3)
    if rng.random() < 0.5:
        ramp = np.linspace(-1, 1, size, dtype=np.float32)
        way = rng.uniform(0, 2 * np.pi)
        light = 1 + rng.uniform(0.1, 0.45) * (
            np.cos(way) * ramp[None] + np.sin(way) * ramp[:, None]
        )
        work *= light[..., None]
    if rng.random() < 0.06:
        work = np.repeat(work.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.35:
        work = np.asarray(cv2.GaussianBlur(work, (0, 0), rng.uniform(0.4, 1.6)))
    if rng.random() < 0.4:
        work += rng.normal(0, rng.uniform(0.005, 0.05), work.shape).astype(np.float32)
    out = np.asarray(np.clip(work * 255, 0, 255), dtype=np.uint8)
    ok, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8) if ok else out


def mixed_picture(
    photos: Sequence[Labelled], felt: Sequence[Path], rng: np.random.Generator, size: int = SIZE
) -> tuple[Image, Array]:
    """One training picture (size x size, BGR) and the quads (n, 4, 2) of the tiles in it."""
    canvas = background(felt, rng, size)
    kept: list[Array] = []
    first = photos[int(rng.integers(len(photos)))]
    near_level = rng.random() < 0.35
    if complete(first) and rng.random() < WHOLE_SHARE / 0.5:
        quads = oriented(first.boxes)
        pose = _pose(quads, rng, near_level=near_level, size=size)
        picture = first.image()
        inside = np.full(picture.shape[:2], 255, dtype=np.uint8)
        kept = _paste(canvas, picture, inside, quads, pose)
    else:
        used = np.zeros((size, size), dtype=np.uint8)
        for attempt in range(int(rng.integers(1, 5))):
            photo = first if attempt == 0 else photos[int(rng.integers(len(photos)))]
            quads = oriented(photo.boxes)
            pose = _pose(quads, rng, near_level=near_level, size=size)
            if attempt:
                pose = (
                    np.array(
                        [
                            [1, 0, rng.uniform(-0.4, 0.4) * size],
                            [0, 1, rng.uniform(-0.4, 0.4) * size],
                            [0, 0, 1],
                        ]
                    )
                    @ pose
                )
            mask = np.zeros(photo.size[::-1], dtype=np.uint8)
            for quad in quads:
                middle = quad.mean(axis=0)
                cv2.fillConvexPoly(mask, ((quad - middle) * MARGIN + middle).astype(np.int32), 255)
            footprint = cv2.warpPerspective(mask, pose, (size, size))
            if (used[footprint > 0] > 0).any():
                continue
            grown = cv2.dilate(footprint, np.ones((7, 7), np.uint8))
            used = np.maximum(used, np.asarray(grown, dtype=np.uint8))
            kept += _paste(canvas, photo.image(), mask, quads, pose)
    quads = np.stack(kept) if kept else np.zeros((0, 4, 2), dtype=np.float32)
    return relight(canvas, rng), quads


def _paste(canvas: Image, picture: Image, mask: Image, quads: Array, pose: Array) -> list[Array]:
    size = canvas.shape[0]
    pose = np.asarray(pose, dtype=np.float32)
    shrink = cv2.INTER_AREA if np.linalg.det(pose[:2, :2]) < 0.5 else cv2.INTER_LINEAR
    laid = cv2.warpPerspective(picture, pose, (size, size), flags=shrink)
    cover = cv2.warpPerspective(mask, pose, (size, size)).astype(np.float32)[..., None] / 255
    canvas[:] = (laid * cover + canvas * (1 - cover)).astype(np.uint8)
    moved = _transform(quads, pose)
    return [quad for quad in moved if _visible(quad, size) >= MIN_VISIBLE]


def rectangle(quad: Array, size: tuple[int, int]) -> Array:
    """The smallest rectangle (4, 2) around the part of a quad inside a (width, height) picture."""
    right, bottom = size[0] - 1, size[1] - 1
    frame = np.array([[0, 0], [right, 0], [right, bottom], [0, bottom]], dtype=np.float32)
    _, inside = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    points = inside.reshape(-1, 2) if inside is not None and len(inside) >= 3 else quad
    box = cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32)))
    return np.asarray(np.clip(box, 0, [right, bottom]), dtype=np.float32)


def label_text(quads: Array, size: tuple[int, int]) -> str:
    """The oriented-box label file: one line a tile, class 0 and four corners in 0..1."""
    lines = []
    for quad in quads:
        corners = (rectangle(quad, size) / size).reshape(-1)
        lines.append("0 " + " ".join(f"{value:.5f}" for value in corners))
    return "\n".join(lines) + "\n" if lines else ""


def write_set(
    photos: Sequence[Labelled], felt: Sequence[Path], out: Path, count: int, seed: int
) -> None:
    """Write `count` pictures and labels below `out` (images/, labels/); same seed, same set."""
    for kind in ("images", "labels"):
        (out / kind).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        picture, quads = mixed_picture(photos, felt, rng)
        name = f"mix_{seed}_{number:05d}"
        cv2.imwrite(str(out / "images" / f"{name}.jpg"), picture)
        (out / "labels" / f"{name}.txt").write_text(label_text(quads, (SIZE, SIZE)))


def from_scenes(scenes: Path, out: Path) -> int:
    """Label rendered scenes (`vision.training.scenes`) for the locator; returns how many.

    Pictures are linked, not copied. Raises OSError where `scenes` holds no truth.jsonl.
    """
    for kind in ("images", "labels"):
        (out / kind).mkdir(parents=True, exist_ok=True)
    count = 0
    with (scenes / "truth.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            width, height = record["size"]
            seen = [t["quad"] for t in record["tiles"] if t["visible"] >= MIN_VISIBLE]
            quads = np.array(seen, dtype=np.float32).reshape(-1, 4, 2)
            link = out / "images" / record["file"]
            link.unlink(missing_ok=True)
            link.symlink_to((scenes / record["file"]).resolve())
            text = label_text(quads, (width, height))
            (out / "labels" / link.with_suffix(".txt").name).write_text(text)
            count += 1
    return count


def write_clutter(out: Path, count: int, seed: int) -> None:
    """Write `count` pictures without any tile and their empty labels below `out`."""
    for kind in ("images", "labels"):
        (out / kind).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        rng = np.random.default_rng((seed, number, 99))
        name = f"clutter_{seed}_{number:05d}"
        cv2.imwrite(str(out / "images" / f"{name}.jpg"), relight(clutter(rng, SIZE), rng))
        (out / "labels" / f"{name}.txt").write_text("")


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("data", type=Path, help="folder with photos/ and felt/")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=[], help="makers to leave out")
    parser.add_argument("--clutter", type=int, default=0, help="pictures without tiles to add")
    given = parser.parse_args(argv)
    train, _ = split(load_photos(given.data / "photos"), without=given.without)
    felt = sorted((given.data / "felt").glob("*.jpg"))
    write_set([photo for photo in train if usable(photo)], felt, given.out, given.count, given.seed)
    write_clutter(given.out, given.clutter, given.seed)


if __name__ == "__main__":
    main()
