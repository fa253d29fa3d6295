"""Scores the reading of real photographs against their labels, photo by photo.

`python -m vision.training.evaluate DATA --only tray-plain riichi magenta --models DIR` prints one
table with a column for each maker; `--csv OUT.csv` keeps one row a photo, so that anyone can
recount. Words: *found*: a labelled tile with a box over it (`match`). *right*: of the found ones,
the face is the label's. *false*: boxes over no label, counted only on photographs whose labels are
complete. *row exact*: every tile of a labelled row found and right, in order, with no other tile
between. *silent*: wrong and not marked doubtful. *way up right*: the tile's top is where the
photograph shows it, counted where that is known and the face tells. *mAP*: mean over the faces of
the area under precision and recall.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.load import FOLDER
from vision.layout import arrange
from vision.reader import ReadsPhotos
from vision.settings import NAME
from vision.training.data import Array, Image, Labelled, is_held_out, load_photos, oriented
from vision.training.mix import complete
from vision.types import Reading, ReadTile, as_quad

MATCH = 0.3
"""Intersection over union of upright boxes from which a box counts as that tile, if the middle of
each lies in the other: many labels hug the drawing and leave out the rest of the face."""
LEAST_ROW = 5
"""Tiles; a shorter row proves little and is not counted as one."""
TURNABLE = frozenset(("1p", "2p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "P"))
"""Faces that look the same, or nearly so with most makers, when turned by half."""
THRESHOLDS = np.linspace(0.5, 0.95, 10)
"""Intersections over union for mAP 50-95."""
TRUE_ASPECT = 1.35
"""Height over width of a tile's face, to which a squeezed photograph is stretched back."""


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """What one photograph scored; counts, except `seconds`."""

    photo: str
    maker: str
    tiles: int
    found: int
    right: int
    false: int | None
    doubtful: int
    silent: int
    rows: int
    rows_exact: int
    ways: int
    ways_right: int
    seconds: float


Bins = list[tuple[float, bool]]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Upright boxes (n, 4) of one photograph, their faces, and scores (1 for labels)."""

    boxes: Array
    faces: tuple[str, ...]
    scores: Array


def restored(photo: Labelled) -> tuple[Image, Array]:
    """The picture and its boxes (n, 4), stretched back to the tiles' true proportions."""
    picture = photo.image()
    quads = oriented(photo.boxes)
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    down = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    aspect = float(np.median(down / np.maximum(across, 1e-3)))
    tops = quads[:, 1] - quads[:, 0]
    level = float(np.median(np.abs(tops[:, 1]) / np.maximum(np.abs(tops[:, 0]), 1e-3))) < 0.3
    if not level or 1.0 < aspect < 1.7:
        return picture, photo.boxes
    height, width = picture.shape[:2]
    # Only ever shrink: stretching would invent sharpness that the squeeze took away.
    factor = TRUE_ASPECT / aspect
    scale = np.array([1.0, factor]) if factor < 1 else np.array([1 / factor, 1.0])
    size = (max(int(width * scale[0]), 32), max(int(height * scale[1]), 32))
    picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return picture, (photo.boxes * np.tile(scale, 2)).astype(np.float32)


def spin(picture: Image, boxes: Array, degrees: float) -> tuple[Image, Array]:
    """Turn a picture about its middle, nothing cut off; the boxes become those around the tiles."""
    if not degrees:
        return picture, boxes
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    new = (int(height * sin + width * cos), int(height * cos + width * sin))
    middle = np.array([width, height]) / 2
    matrix = np.hstack([matrix[:, :2], (matrix[:, 2] + np.array(new) / 2 - middle)[:, None]])
    turned = cv2.warpAffine(picture, matrix, new, borderValue=(90, 90, 90))
    corners = oriented(boxes).reshape(-1, 2)
    moved = (corners @ matrix[:, :2].T + matrix[:, 2]).reshape(-1, 4, 2)
    around = np.concatenate([moved.min(axis=1), moved.max(axis=1)], axis=1)
    return np.asarray(turned, dtype=np.uint8), around.astype(np.float32)


def _overlaps(one: Array, other: Array) -> Array:
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=2)
    area = (one[:, 2:] - one[:, :2]).prod(axis=1)
    its = (other[:, 2:] - other[:, :2]).prod(axis=1)
    return np.asarray(shared / np.maximum(area[:, None] + its[None] - shared, 1e-6))


def _hold_middles(one: Array, other: Array) -> NDArray[np.bool_]:
    """(n, m): whether two upright boxes have each the other's middle inside."""

    def inside(middles: Array, boxes: Array) -> NDArray[np.bool_]:
        above = (middles[:, None] > boxes[None, :, :2]).all(axis=2)
        return np.asarray(above & (middles[:, None] < boxes[None, :, 2:]).all(axis=2))

    mine = np.asarray((one[:, :2] + one[:, 2:]) / 2, dtype=np.float32)
    its = np.asarray((other[:, :2] + other[:, 2:]) / 2, dtype=np.float32)
    return np.asarray(inside(mine, other) & inside(its, one).T)


def match(labels: Array, reading: Reading) -> dict[int, int]:
    """Label number -> tile number, best overlaps first, each used once."""
    if not len(labels) or not reading.tiles:
        return {}
    quads = np.array([tile.quad for tile in reading.tiles], dtype=np.float32)
    boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
    table = np.where(_hold_middles(labels, boxes), _overlaps(labels, boxes), 0.0)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-table, axis=None):
        label, tile = divmod(int(flat), table.shape[1])
        if table[label, tile] < MATCH:
            break
        if label not in pairs and tile not in taken:
            pairs[label] = tile
            taken.add(tile)
    return pairs


def boxes_of(reading: Reading) -> Boxes:
    """The upright boxes around what was read."""
    quads = np.array([tile.quad for tile in reading.tiles], dtype=np.float32).reshape(-1, 4, 2)
    return Boxes(
        np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1),
        tuple(tile.face for tile in reading.tiles),
        np.array([tile.confidence for tile in reading.tiles], dtype=np.float32),
    )


def average_precision(labels: Sequence[Boxes], seen: Sequence[Boxes]) -> tuple[float, float]:
    """(mAP50, mAP50-95) over the labelled faces; one entry a photograph in both sequences."""
    faces = sorted({face for photo in labels for face in photo.faces})
    if not faces:
        return 0.0, 0.0
    table = np.array([_precision_of(face, labels, seen) for face in faces])
    return float(table[:, 0].mean()), float(table.mean())


def _precision_of(face: str, labels: Sequence[Boxes], seen: Sequence[Boxes]) -> list[float]:
    """Average precision of one face at each of `THRESHOLDS` (all-point interpolation)."""
    found: list[tuple[float, int, Array]] = []
    mine = []
    for number, (truth, read) in enumerate(zip(labels, seen, strict=True)):
        mine.append(truth.boxes[[f == face for f in truth.faces]])
        for i in [i for i, f in enumerate(read.faces) if f == face]:
            found.append((float(read.scores[i]), number, read.boxes[i]))
    found.sort(key=lambda entry: -entry[0])
    count = sum(len(boxes) for boxes in mine)
    out = []
    for threshold in THRESHOLDS:
        taken = [np.zeros(len(boxes), dtype=bool) for boxes in mine]
        hits = np.zeros(len(found))
        for k, (_, number, box) in enumerate(found):
            if not len(mine[number]):
                continue
            overlap = np.where(taken[number], 0, _overlaps(box[None], mine[number])[0])
            best = int(overlap.argmax())
            if overlap[best] >= threshold:
                taken[number][best] = True
                hits[k] = 1
        got = np.cumsum(hits)
        precision = got / np.arange(1, len(found) + 1)
        envelope = np.maximum.accumulate(precision[::-1])[::-1]
        out.append(float((envelope * hits).sum() / count))
    return out


def up_is_right(quad: Sequence[Sequence[float]], degrees: float) -> bool:
    """Whether a quad's top is the photograph's own, which was turned by `degrees`."""
    a, b, c, d = (np.array(corner, dtype=float) for corner in quad)
    up = a + b - c - d
    # cv2 turns anticlockwise; a picture's y axis points down.
    wanted = np.array([-np.sin(np.radians(degrees)), -np.cos(np.radians(degrees))])
    return float(up @ wanted) > 0.7 * float(np.linalg.norm(up))


def up_is_known(photo: Labelled) -> bool:
    """Whether every tile of the photograph stands upright in it."""
    return photo.maker == "riichi" or photo.path.name.startswith("al_IMG_2023")


def label_rows(boxes: Array, faces: Sequence[str]) -> list[tuple[int, ...]]:
    """The rows that the labels form, by the same eye that arranges a reading."""
    tiles = [
        ReadTile(face, 1.0, as_quad(quad.tolist()))
        for face, quad in zip(faces, oriented(boxes), strict=True)
    ]
    rows, _ = arrange(tiles, (1000, 1000))
    return [row for row in rows if len(row) >= LEAST_ROW]


def row_is_exact(
    row: Sequence[int], faces: Sequence[str], pairs: dict[int, int], reading: Reading
) -> bool:
    """Whether the reading has this labelled row's tiles, right, in order, with none between."""
    if any(label not in pairs for label in row):
        return False
    wanted = [pairs[label] for label in row]
    if any(reading.tiles[t].face != faces[label] for t, label in zip(wanted, row, strict=True)):
        return False
    for seen in reading.rows:
        if wanted[0] not in seen:
            continue
        # Labels do not say which side of a row is up: it may be read from either end.
        for order in (tuple(seen), tuple(reversed(seen))):
            begin = order.index(wanted[0])
            if list(order[begin : begin + len(wanted)]) == wanted:
                return True
    return False


def score_photo(
    photo: Labelled,
    reader: ReadsPhotos,
    degrees: float = 0.0,
    bins: Bins | None = None,
    pairs_of_boxes: list[tuple[Boxes, Boxes]] | None = None,
) -> PhotoScore:
    """Read one photograph (turned by `degrees`) and compare; confidences are added to `bins`, and
    the boxes of the labels and of the reading to `pairs_of_boxes`."""
    picture, level = restored(photo)
    picture, boxes = spin(picture, level, degrees)
    reading = reader.read(picture, photo.path.name)
    pairs = match(boxes, reading)
    right = silent = doubtful = ways = ways_right = 0
    for label, tile in pairs.items():
        seen = reading.tiles[tile]
        correct = seen.face == photo.faces[label]
        right += correct
        doubtful += seen.doubtful
        silent += not correct and not seen.doubtful
        if up_is_known(photo) and photo.faces[label] not in TURNABLE:
            ways += 1
            ways_right += up_is_right(seen.quad, degrees)
        if bins is not None:
            bins.append((seen.confidence, correct))
    if pairs_of_boxes is not None:
        ones = np.ones(len(boxes), dtype=np.float32)
        pairs_of_boxes.append((Boxes(boxes, photo.faces, ones), boxes_of(reading)))
    rows = label_rows(level, photo.faces)
    exact = sum(row_is_exact(row, photo.faces, pairs, reading) for row in rows)
    return PhotoScore(
        photo.path.name.split(".rf.")[0],
        photo.maker,
        len(boxes),
        len(pairs),
        right,
        len(reading.tiles) - len(pairs) if complete(photo) else None,
        doubtful,
        silent,
        len(rows),
        exact,
        ways,
        ways_right,
        round(reading.seconds, 4),
    )


def calibration_error(bins: Bins, count: int = 15) -> float:
    """Expected calibration error: mean gap between confidence and share right, over equal bins."""
    if not bins:
        return 0.0
    confidence = np.array([c for c, _ in bins])
    correct = np.array([r for _, r in bins], dtype=float)
    place = np.minimum((confidence * count).astype(int), count - 1)
    gaps = [
        (place == k).mean() * abs(confidence[place == k].mean() - correct[place == k].mean())
        for k in set(place.tolist())
    ]
    return float(sum(gaps))


def figures(
    scores: Iterable[PhotoScore], bins: Bins, pairs: Sequence[tuple[Boxes, Boxes]] = ()
) -> dict[str, str]:
    """The figures of a run: name -> text."""
    scores = list(scores)
    total = Counter[str]()
    for score in scores:
        for key, value in dataclasses.asdict(score).items():
            if isinstance(value, int):
                total[key] += value
    counted = [s for s in scores if s.false is not None]
    boxes = sum(s.found + (s.false or 0) for s in counted)

    def share(part: int, whole: int) -> str:
        return f"{part}/{whole} = {part / whole:.2%}" if whole else "-"

    precision = average_precision([a for a, _ in pairs], [b for _, b in pairs])
    return {
        "photos": str(len(scores)),
        "tiles found": share(total["found"], total["tiles"]),
        "false tiles": share(sum(s.false or 0 for s in counted), boxes),
        "faces right": share(total["right"], total["found"]),
        "mAP50": f"{precision[0]:.3f}" if pairs else "-",
        "mAP50-95": f"{precision[1]:.3f}" if pairs else "-",
        "rows exact": share(total["rows_exact"], total["rows"]),
        "way up right": share(total["ways_right"], total["ways"]),
        "doubtful": share(total["doubtful"], total["found"]),
        "wrong, silent": share(total["silent"], total["found"]),
        "calibration": f"{calibration_error(bins):.2%} expected error",
        "seconds": f"{float(np.median([s.seconds for s in scores])):.3f} median",
    }


def summary(scores: Iterable[PhotoScore], bins: Bins) -> str:
    """The figures of a run as a few lines to read."""
    return "\n".join(f"{key:16}{value}" for key, value in figures(scores, bins).items())


def table(columns: Mapping[str, Mapping[str, str]]) -> str:
    """Figures of several makers side by side, as a Markdown table."""
    keys = next(iter(columns.values()))
    lines = ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {key} | " + " | ".join(column[key] for column in columns.values()) + " |"
        for key in keys
    ]
    return "\n".join(lines)


CHOICES: dict[str, Callable[[Labelled], bool]] = {
    "tray-plain": lambda p: p.path.name.startswith("al_IMG_2023"),
    "riichi": lambda p: p.maker == "riichi",
    "magenta": lambda p: p.maker == "magenta",
    "mixed": lambda p: p.maker in ("mixed", "magenta"),
    # The copies in `tray` were turned and sheared after they were labelled: their boxes are loose.
    "all": lambda p: p.path.parents[1].name != "tray",
}


def first_of_each(photos: Iterable[Labelled]) -> list[Labelled]:
    """One file of each photo: the others are augmented copies and would count it twice."""
    seen: set[str] = set()
    kept = []
    for photo in photos:
        stem = photo.path.name.split(".rf.")[0]
        if stem not in seen:
            seen.add(stem)
            kept.append(photo)
    return kept


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="score readings of labelled photographs")
    parser.add_argument("data", type=Path, help="folder with photos/")
    parser.add_argument("--only", nargs="+", choices=sorted(CHOICES), default=["all"])
    parser.add_argument("--held-out", action="store_true", help="only photos kept from training")
    parser.add_argument("--models", type=Path, help="folder with locator.onnx and namer.onnx")
    parser.add_argument("--turn", type=float, default=0.0, help="degrees to turn every picture by")
    parser.add_argument("--temperature", type=float, default=NAME.temperature)
    parser.add_argument(
        "--other", action="store_true", help="score the package mahjong-detector instead"
    )
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--wrong", action="store_true", help="list the mistaken faces")
    given = parser.parse_args(argv)
    everything = load_photos(given.data / "photos")
    if given.held_out:
        everything = [p for p in everything if is_held_out(p)]
    if given.other:
        from vision.training.other import OtherDetector

        reader: ReadsPhotos = OtherDetector()
    else:
        reader = _reader(given.models, given.temperature)
    columns: dict[str, dict[str, str]] = {}
    written: list[PhotoScore] = []
    for choice in given.only:
        photos = first_of_each([p for p in everything if CHOICES[choice](p)])
        bins: Bins = []
        pairs: list[tuple[Boxes, Boxes]] = []
        scores = []
        for photo in photos:
            scores.append(score_photo(photo, reader, given.turn, bins, pairs))
            if given.wrong:
                _tell_wrong(photo, reader, given.turn)
        columns[choice] = figures(scores, bins, pairs)
        written += scores
    print(table(columns))
    if given.csv:
        given.csv.parent.mkdir(parents=True, exist_ok=True)
        with given.csv.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, [f.name for f in dataclasses.fields(PhotoScore)])
            writer.writeheader()
            writer.writerows(dataclasses.asdict(score) for score in written)


def _tell_wrong(photo: Labelled, reader: ReadsPhotos, degrees: float) -> None:
    picture, boxes = spin(*restored(photo), degrees)
    reading = reader.read(picture, photo.path.name)
    for label, tile in match(boxes, reading).items():
        seen = reading.tiles[tile]
        if seen.face != photo.faces[label]:
            told = f"{photo.faces[label]} read as {seen.face} {seen.confidence:.2f}"
            print(photo.path.name[:40], told)


def _reader(folder: Path | None, temperature: float) -> ReadsPhotos:
    import onnxruntime

    from vision.faces import OnnxNamer
    from vision.locate import OnnxLocator
    from vision.reader import Reader

    folder = folder or FOLDER
    settings = dataclasses.replace(NAME, temperature=temperature)

    def session(name: str) -> onnxruntime.InferenceSession:
        return onnxruntime.InferenceSession(
            str(folder / f"{name}.onnx"), providers=["CPUExecutionProvider"]
        )

    return Reader(OnnxLocator(session("locator")), OnnxNamer(session("namer"), settings))


if __name__ == "__main__":
    main()
