"""Trains the face namer: 43 faces or no tile, and which way up, from a square crop.

The crop is the tile's quad, a little enlarged, stretched to a square, so a tile found with the
wrong side up is only a quarter turn of the same picture. The net therefore answers two questions at
once: which face (43, and one answer for crops that show no tile) and how many quarter turns
clockwise the crop must be turned to stand upright (4). Photographs' labels do not say which end is
up; their turns are learned from sources that do (renderings, flat art, upright photographs) and
where only "one of two" is known the loss asks for no more than that.

`python -m vision.training.namer DATA --start WEIGHTS --out OUT.pt [--scenes DIR ...]`
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.training import compat  # noqa: F401  first: it prepares torch

import cv2  # isort: skip
import numpy as np  # isort: skip
import torch  # isort: skip
import torch.nn.functional as F  # isort: skip
from torch import Tensor, nn  # isort: skip

from vision.training.data import (  # isort: skip
    LABEL_TO_FACE,
    Array,
    Image,
    Labelled,
    face_index,
    load_photos,
    oriented,
    split,
)
from vision.crops import Pyramid  # isort: skip
from vision.locate import Locator, OnnxLocator  # isort: skip
from vision.settings import LOCATE, NAME  # isort: skip
from vision.training.drawn import drawn, no_tiles  # isort: skip
from vision.types import BACK, NAMER_CLASSES, NOTHING  # isort: skip

CROP = NAME.crop
STORED = 128
"""Pixels, side of a stored training crop; its border leaves room for turning and shifting."""
ENLARGE = NAME.enlarge
STORED_ENLARGE = ENLARGE * STORED / CROP

LEVEL = 0.35
"""Radians: in photographs laid level within this, a tile's turn is 0 or 2 quarter turns."""
TURN_WEIGHT = 0.3
SMOOTHING = 0.05
BEND = 0.07
"""Halves of the crop's width: the strokes' usual displacement where they are bent most."""
BATCH = 192
LEARNING_RATE = 2e-3

UPRIGHT, HALF, ANY = (1, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 1)
NO_TILE = NAMER_CLASSES.index(NOTHING)


class FaceNet(nn.Module):
    """YOLO11n's backbone with two small heads; see the module's docstring.

    Input (n, 3, 96, 96) RGB in 0..1. Output: face logits (n, 44), turn logits (n, 4), and the
    features (n, 256) that faces are told apart by.
    """

    def __init__(self) -> None:
        super().__init__()
        from ultralytics.nn.tasks import ClassificationModel

        whole = ClassificationModel("yolo11n-cls.yaml", nc=len(NAMER_CLASSES), verbose=False)
        self.backbone = whole.model[:10]
        self.spread = nn.Sequential(
            nn.Conv2d(256, 256, 1, bias=False), nn.BatchNorm2d(256), nn.SiLU()
        )
        self.drop = nn.Dropout(0.2)
        self.face = nn.Linear(256, len(NAMER_CLASSES))
        self.turn = nn.Linear(256, 4)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """See the class."""
        features = self.spread(self.backbone(crops)).mean(dim=(2, 3))
        dropped = self.drop(features)
        return self.face(dropped), self.turn(dropped), features

    def begin_from(self, weights: Path) -> int:
        """Take over the backbone of a YOLO11n detector; returns how many tensors fitted."""
        donor = torch.load(weights, map_location="cpu", weights_only=False)["model"].float()
        # The detector has a pooling module before its last attention block; the namer has none.
        twins = {index: index for index in range(9)} | {9: 10}
        taken = 0
        for mine, theirs in twins.items():
            state = donor.model[theirs].state_dict()
            own = self.backbone[mine].state_dict()
            fit = {k: v for k, v in state.items() if k in own and own[k].shape == v.shape}
            self.backbone[mine].load_state_dict(fit, strict=False)
            taken += len(fit)
        return taken


def widened(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """A state with one output for each of `NAMER_CLASSES`; new ones begin as unlikely."""
    missing = len(NAMER_CLASSES) - len(state["face.bias"])
    if missing > 0:
        more = torch.zeros(missing, state["face.weight"].shape[1])
        state["face.weight"] = torch.cat([state["face.weight"], more])
        state["face.bias"] = torch.cat([state["face.bias"], torch.full((missing,), -2.0)])
    return state


@dataclass(frozen=True, slots=True)
class Crops:
    """Crops (n, 128, 128, 3) BGR; face numbers (n,), possible turns (n, 4), weights (n,)."""

    images: Image
    faces: Array
    turns: Array
    weights: Array


Example = tuple[Image, int, tuple[int, int, int, int], float]


BESIDE_SHARE = 0.06
"""Share of the tiles beside which a crop is taken that shows half of it and half of what is next.
"""
MINED_SHARE = 0.35
"""Share of the scenes in which the locator's mistakes are looked for."""


def _beside(quad: Array, rng: np.random.Generator) -> Array:
    """The quad moved by about half of its width or height."""
    along = quad[1] - quad[0] if rng.random() < 0.7 else quad[3] - quad[0]
    return np.asarray(quad + along * rng.choice([-1, 1]) * rng.uniform(0.42, 0.5), dtype=np.float32)


def from_photos(photos: Iterable[Labelled], seed: int = 0) -> Iterable[Example]:
    """Crops of labelled photographs, and some from between two tiles."""
    rng = np.random.default_rng([seed, 61])
    for photo in photos:
        picture = Pyramid(photo.image())
        quads = oriented(photo.boxes)
        known_up = photo.maker == "riichi" or photo.path.name.startswith("al_IMG_2023")
        for quad, face in zip(quads, photo.faces, strict=True):
            side = quad[1] - quad[0]
            level = abs(np.arctan2(side[1], side[0])) < LEVEL
            turns = ANY
            if level and known_up:
                turns = UPRIGHT
            elif level and photo.maker != "tray":
                turns = HALF
            # The tray photographs are 47 moments copied nine times each.
            weight = 0.4 if photo.maker == "tray" and not known_up else 1.0
            yield picture.cut(quad, STORED, STORED_ENLARGE), face_index(face), turns, weight
            if rng.random() < BESIDE_SHARE:
                crop = picture.cut(_beside(quad, rng), STORED, STORED_ENLARGE)
                yield crop, NO_TILE, ANY, weight


def from_flat(folder: Path) -> Iterable[Example]:
    """Flat pictures of single faces, one folder a class, padded as a tile's body would be."""
    for sub in sorted(folder.iterdir()):
        if sub.name not in LABEL_TO_FACE:
            continue
        for path in sorted(sub.iterdir()):
            picture = cv2.imread(str(path))
            if picture is None:
                continue
            edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
            colour = np.median(edge, axis=0).tolist()
            inner = int(STORED / STORED_ENLARGE)
            pad = (STORED - inner) // 2
            face = cv2.resize(picture, (inner, inner), interpolation=cv2.INTER_AREA)
            square = cv2.copyMakeBorder(
                face,
                pad,
                STORED - inner - pad,
                pad,
                STORED - inner - pad,
                cv2.BORDER_CONSTANT,
                value=colour,
            )
            yield (
                np.asarray(square, dtype=np.uint8),
                face_index(LABEL_TO_FACE[sub.name]),
                UPRIGHT,
                3.0,
            )


MIN_VISIBLE = 0.75
MIN_QUAD = 14.0
"""Pixels: a rendered tile smaller than this shows nothing to learn from."""


PLAIN_SATURATION = 45
"""0..255; a back with less colour than this looks like a blank 白 and can only teach confusion."""


def _could_be_white(crop: Image) -> bool:
    inner = crop[STORED // 3 : -STORED // 3, STORED // 3 : -STORED // 3]
    return float(cv2.cvtColor(inner, cv2.COLOR_BGR2HSV)[..., 1].mean()) < PLAIN_SATURATION


def from_scenes(
    folder: Path, weight: float, locator: Locator | None = None, seed: int = 0
) -> Iterable[Example]:
    """Crops of rendered scenes (`vision.training.scenes`), whose truth says which end is up.

    With a `locator`, also what it takes for a tile where there is none.
    """
    rng = np.random.default_rng([seed, 62])
    with (folder / "truth.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            decoded = cv2.imread(str(folder / record["file"]))
            if decoded is None:
                continue
            picture = Pyramid(np.asarray(decoded, dtype=np.uint8))
            for tile in record["tiles"]:
                quad = np.array(tile["quad"], dtype=np.float32)
                sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
                if tile.get("visible", 1.0) < MIN_VISIBLE or sides.min() < MIN_QUAD:
                    continue
                back = tile["face"] == "back"
                crop = picture.cut(quad, STORED, STORED_ENLARGE)
                if back and _could_be_white(crop):
                    continue
                if rng.random() < BESIDE_SHARE:
                    between = picture.cut(_beside(quad, rng), STORED, STORED_ENLARGE)
                    yield between, NO_TILE, ANY, weight
                yield (
                    crop,
                    face_index(tile["face"]),
                    ANY if back else UPRIGHT,
                    weight,
                )

            if locator is not None and rng.random() < MINED_SHARE:
                truth = [np.array(tile["quad"], dtype=np.float32) for tile in record["tiles"]]
                for quad in _mistaken(picture.level(0), truth, locator):
                    yield picture.cut(quad, STORED, STORED_ENLARGE), NO_TILE, ANY, weight


def _mistaken(picture: Image, truth: Sequence[Array], locator: Locator) -> Iterable[Array]:
    """The located quads that share next to nothing with any true one."""
    for tile in locator.locate(picture):
        quad = np.array(tile.quad, dtype=np.float32)
        area = max(float(cv2.contourArea(quad)), 1.0)
        if all(cv2.intersectConvexConvex(quad, true)[0] < 0.1 * area for true in truth):
            yield quad


def from_drawn(count: int, felt: Sequence[Path], seed: int) -> Iterable[Example]:
    """Drawn crops (`vision.training.drawn`), and one in eight as many of no tile."""
    for crop, code in drawn(count, seed):
        if code is None:
            yield crop, NO_TILE, ANY, 0.6
        else:
            yield crop, face_index(code), ANY if code == BACK else UPRIGHT, 0.6
    for crop in no_tiles(count // 8, felt, seed):
        yield crop, NO_TILE, ANY, 0.6


def collect(examples: Iterable[Example]) -> Crops:
    """Gather examples into arrays."""
    images, faces, turns, weights = [], [], [], []
    for image, face, turn, weight in examples:
        images.append(image)
        faces.append(face)
        turns.append(turn)
        weights.append(weight)
    return Crops(
        np.stack(images),
        np.array(faces, dtype=np.int64),
        np.array(turns, dtype=np.float32),
        np.array(weights, dtype=np.float32),
    )


def _draws(crops: Crops) -> Array:
    """How likely each crop is drawn: its weight, evened out over the faces by a square root."""
    per_face = np.bincount(crops.faces, weights=crops.weights, minlength=len(NAMER_CLASSES))
    chance = crops.weights / np.sqrt(np.maximum(per_face[crops.faces], 1e-6))
    return np.asarray(chance / chance.sum(), dtype=np.float64)


def augment(images: Tensor, turns: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Random view, light and sharpness of a batch (n, 3, 128, 128) in 0..1, cut to 96 x 96.

    Returns the crops and the possible turns after the quarter turns given to them.
    """

    def rand(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=generator)

    n = len(images)
    quarter = torch.randint(0, 4, (n,), generator=generator)
    # A quarter of the crops stands upright already, more often than chance: so most use will be.
    quarter = torch.where(rand(n) < 0.3, torch.zeros_like(quarter), quarter)
    angle = (rand(n) * 2 - 1) * torch.where(rand(n) < 0.8, 0.12, 0.45) + quarter * (torch.pi / 2)
    half = ENLARGE / STORED_ENLARGE
    scale_x = half * (1 + (rand(n) * 2 - 1) * 0.14)
    scale_y = half * (1 + (rand(n) * 2 - 1) * 0.14)
    shear = (rand(n) * 2 - 1) * 0.15
    shift = (rand(n, 2) * 2 - 1) * 0.08
    cos, sin = torch.cos(angle), torch.sin(angle)
    # Rows of (turn x shear x scale): where in the stored crop each output pixel comes from.
    matrix = torch.stack(
        [
            torch.stack([cos * scale_x, (shear * cos - sin) * scale_y, shift[:, 0]], 1),
            torch.stack([sin * scale_x, (shear * sin + cos) * scale_y, shift[:, 1]], 1),
        ],
        1,
    )
    grid = F.affine_grid(matrix, [n, 3, CROP, CROP], align_corners=False)
    # Seen from a side, one edge is nearer; and another hand bends the strokes another way.
    keystone = (rand(n, 1, 1, 2) * 2 - 1) * torch.where(rand(n, 1, 1, 1) < 0.5, 0.16, 0.0)
    grid = grid * (1 + (grid * keystone).sum(dim=3, keepdim=True))
    bends = torch.randn(n, 2, 5, 5, generator=generator)
    bends = bends * (rand(n, 1, 1, 1) * (rand(n, 1, 1, 1) < 0.6)) * BEND
    grid = grid + F.interpolate(
        bends, size=(CROP, CROP), mode="bicubic", align_corners=True
    ).permute(0, 2, 3, 1)
    out = F.grid_sample(images, grid, mode="bilinear", padding_mode="border", align_corners=False)
    # The output shows the content turned by -quarter; `quarter` turns clockwise undo it.
    index = (torch.arange(4)[None] - quarter[:, None]) % 4
    turned = torch.gather(turns, 1, index)

    small = int(torch.randint(20, 97, (1,), generator=generator))
    if small < 80:
        part = rand(n) < 0.5
        low = F.interpolate(out, size=(small, small), mode="area")
        low = F.interpolate(low, size=(CROP, CROP), mode="bilinear", align_corners=False)
        out = torch.where(part[:, None, None, None], low, out)
    out = out.clamp(1e-3, 1) ** torch.exp((rand(n, 1, 1, 1) * 2 - 1) * 0.5)
    out = out * (0.55 + 0.75 * rand(n, 1, 1, 1)) * (1 + (rand(n, 3, 1, 1) * 2 - 1) * 0.15)
    contrast = 0.7 + 0.6 * rand(n, 1, 1, 1)
    mean = out.mean(dim=(2, 3), keepdim=True)
    out = (out - mean) * contrast + mean
    grey = out.mean(dim=1, keepdim=True).expand_as(out)
    out = torch.where((rand(n) < 0.15)[:, None, None, None], grey, out)
    # Other inks: channels are mixed by rows that sum to one, so greys stay grey. One maker's green
    # 發 is another's black one.
    mixing = rand(n, 3, 3)
    mixing = mixing / mixing.sum(dim=2, keepdim=True)
    much = (rand(n, 1, 1) * (rand(n, 1, 1) < 0.4)).clamp(max=0.95)
    mixing = torch.eye(3)[None] * (1 - much) + mixing * much
    out = torch.einsum("nij,njhw->nihw", mixing, out)
    # A glare or a shadow: a soft blob added to or taken from part of the face.
    where = torch.linspace(-1, 1, CROP)
    # Something lies over an edge of the tile now and then: a finger, a chip, another tile.
    over = rand(n, 4, 1)
    hidden = (where[None] < -0.62 + 0.25 * over[:, 1]) & (over[:, 0] < 0.06)
    hidden = torch.where((over[:, 2] < 0.5), hidden, hidden.flip(1))
    colour = rand(n, 3, 1, 1)
    column = torch.where((over[:, 3] < 0.5)[..., None], hidden[:, None], hidden[:, :, None])
    out = torch.where(column[:, None], colour, out)
    cx, cy = (rand(n, 1, 1) * 2 - 1) * 1.2, (rand(n, 1, 1) * 2 - 1) * 1.2
    size = 0.2 + rand(n, 1, 1)
    blob = torch.exp(-((where[None, None] - cx) ** 2 + (where[None, :, None] - cy) ** 2) / size)
    depth = (rand(n, 1, 1) * 2 - 1) * 0.4 * (rand(n, 1, 1) < 0.5)
    out = out + (blob * depth)[:, None]
    noise = torch.randn(out.shape, generator=generator) * (rand(n, 1, 1, 1) ** 2 * 0.08)
    return (out + noise).clamp(0, 1), turned


def losses(face: Tensor, turn: Tensor, faces: Tensor, turns: Tensor) -> Tensor:
    """Cross entropy of the face, plus that of the turn as far as it is known."""
    by_face = F.cross_entropy(face, faces, label_smoothing=SMOOTHING)
    allowed = torch.log_softmax(turn, 1) + torch.log(turns.clamp(min=1e-6))
    return by_face - TURN_WEIGHT * torch.logsumexp(allowed, 1).mean()


def train(
    crops: Crops,
    net: FaceNet,
    *,
    passes: int,
    rate: float = LEARNING_RATE,
    seed: int = 0,
    threads: int = 2,
    checkpoint: Path | None = None,
    report: bool = True,
) -> FaceNet:
    """Train on `passes` drawn crops; returns the averaged net (its weights' moving mean)."""
    torch.set_num_threads(threads)
    generator = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    chance = _draws(crops)
    net = net.to(memory_format=torch.channels_last).train()
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=rate
    )
    steps = max(passes // BATCH, 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=steps + 1, pct_start=0.1
    )
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    begun, shown, right = time.monotonic(), 0.0, 0.0
    faces, turns = torch.from_numpy(crops.faces), torch.from_numpy(crops.turns)
    for step in range(steps):
        drawn = rng.choice(len(chance), BATCH, p=chance)
        raw = np.ascontiguousarray(crops.images[drawn][..., ::-1])
        images = torch.from_numpy(raw).permute(0, 3, 1, 2).float().div_(255)
        images, possible = augment(images, turns[drawn], generator)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            face, turn, _ = net(images.to(memory_format=torch.channels_last))
        loss = losses(face.float(), turn.float(), faces[drawn], possible)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        if step < 500:
            average.module.load_state_dict(net.state_dict())
        else:
            average.update_parameters(net)
        shown += float(loss.detach())
        right += float((face.detach().argmax(1) == faces[drawn]).float().mean())
        if report and (step + 1) % 50 == 0:
            speed = (step + 1) * BATCH / (time.monotonic() - begun)
            told = f"loss {shown / 50:.3f} faces {right / 50:.3f} {speed:.0f} crops/s"
            print(f"{step + 1}/{steps} {told}", flush=True)
            shown = right = 0.0
        if checkpoint and (step + 1) % 500 == 0:
            torch.save(average.module.state_dict(), checkpoint)
    result = average.module
    if checkpoint:
        torch.save(result.state_dict(), checkpoint)
    return result  # type: ignore[no-any-return]


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="train the face namer")
    parser.add_argument("data", type=Path, help="folder with photos/ and faces/")
    parser.add_argument(
        "--start", type=Path, required=True, help="YOLO11n detector, or a namer's .pt"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--without", nargs="*", default=[], help="makers to leave out")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--scene-weight", type=float, default=0.5)
    parser.add_argument("--drawn", type=int, default=0, help="drawn crops to add")
    parser.add_argument(
        "--locator", type=Path, help="its mistakes in the scenes show what is no tile"
    )
    parser.add_argument("--keep", type=Path, help="file the collected crops are kept in")
    parser.add_argument("--passes", type=int, default=400_000)
    parser.add_argument("--rate", type=float, default=LEARNING_RATE)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args(argv)
    photos, _ = split(load_photos(given.data / "photos"), without=given.without)

    locator = _eager_locator(given.locator) if given.locator else None
    felt = sorted((given.data / "felt").rglob("*.jpg"))

    def everything() -> Iterable[Example]:
        yield from from_photos(photos)
        yield from from_flat(given.data / "faces")
        for folder in given.scenes:
            yield from from_scenes(folder, given.scene_weight, locator)
        yield from from_drawn(given.drawn, felt, given.seed)

    if given.keep and given.keep.exists():
        kept = np.load(given.keep)
        crops = Crops(kept["images"], kept["faces"], kept["turns"], kept["weights"])
    else:
        crops = collect(everything())
        if given.keep:
            np.savez(given.keep, **dataclasses.asdict(crops))
    print(f"{len(crops.faces)} crops", flush=True)
    net = FaceNet()
    try:
        print(f"{net.begin_from(given.start)} tensors taken over", flush=True)
    except (TypeError, KeyError, AttributeError):
        net.load_state_dict(widened(torch.load(given.start, map_location="cpu", weights_only=True)))
    train(
        crops,
        net,
        passes=given.passes,
        rate=given.rate,
        seed=given.seed,
        threads=given.threads,
        checkpoint=given.out,
    )


def _eager_locator(path: Path) -> Locator:
    """The locator with a threshold so low that it makes mistakes to learn from."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return OnnxLocator(session, dataclasses.replace(LOCATE, sure=0.08, weak=0.08))


if __name__ == "__main__":
    main()
