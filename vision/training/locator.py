"""Trains the locator: one class, "tile", as an oriented box, whatever its face.

A detector that also names faces loses tiles of makers it does not know; one that only asks "is this
a tile" finds them. It starts from a YOLO11n that was trained on tile faces (`start` weights).

`python -m vision.training.locator DATA --start WEIGHTS --out OUT.pt`
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision.training import compat  # first: it prepares the libraries below

IMAGE_SIZE = 448
"""Pixels; training smaller than the 640 px of use takes half as long and costs nothing measured."""
BATCH = 16
LEARNING_RATE = 1e-3
"""AdamW's first rate; falls along a cosine to a hundredth."""


def describe(folders: Sequence[Path], out: Path) -> Path:
    """Write the data description that ultralytics reads; `folders` hold images/ and labels/."""
    lists = [str((folder / "images").resolve()) for folder in folders]
    # The trainer insists on a validation pass at the end; what counts is measured by `evaluate`.
    few = out.with_name("val.txt")
    few.write_text("\n".join(str(p) for p in sorted(Path(lists[0]).iterdir())[:8]))
    text = "train:\n" + "".join(f"  - {entry}\n" for entry in lists)
    text += f"val: {few.resolve()}\nnames:\n  0: tile\n"
    out.write_text(text)
    return out


def train(
    folders: Sequence[Path],
    start: Path | None,
    out: Path,
    *,
    epochs: int,
    image_size: int = IMAGE_SIZE,
    rate: float = LEARNING_RATE,
    threads: int = 2,
) -> Path:
    """Train on the data sets in `folders`, from `start` (None: from scratch), into `out`.

    Raises OSError when a file is missing. A checkpoint is kept after every epoch beside `out`.
    """
    import torch
    from ultralytics import YOLO

    if start is not None and not start.exists():
        raise OSError(f"start weights not found: {start}")
    compat.quiet_ultralytics()
    compat.train_in_bfloat16()
    run = out.with_suffix("")
    run.mkdir(parents=True, exist_ok=True)
    data = describe(folders, run / "data.yaml")
    model = YOLO("yolo11n-obb.yaml")
    if start is not None:
        model.load(str(start))

    def use_threads(trainer: Any) -> None:
        torch.set_num_threads(threads)
        # Half the time of the usual layout, together with bfloat16.
        trainer.model.to(memory_format=torch.channels_last)

    model.add_callback("on_train_epoch_start", use_threads)
    model.train(
        data=str(data),
        epochs=epochs,
        imgsz=image_size,
        batch=BATCH,
        workers=1,
        device="cpu",
        optimizer="AdamW",
        lr0=rate,
        lrf=0.01,
        cos_lr=True,
        warmup_epochs=0.3,
        weight_decay=5e-4,
        mosaic=0.0,
        close_mosaic=0,
        degrees=0.0,
        translate=0.05,
        scale=0.3,
        fliplr=0.0,
        flipud=0.0,
        hsv_h=0.03,
        hsv_s=0.6,
        hsv_v=0.35,
        erasing=0.0,
        amp=False,
        val=False,
        plots=False,
        project=str(run),
        name="run",
        exist_ok=True,
        seed=0,
        verbose=False,
        save_period=1,
    )
    shutil.copy(run / "run" / "weights" / "last.pt", out)
    return out


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="train the tile locator")
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rate", type=float, default=LEARNING_RATE)
    parser.add_argument("--image-size", type=int, default=IMAGE_SIZE)
    given = parser.parse_args(argv)
    train(
        given.data,
        given.start,
        given.out,
        epochs=given.epochs,
        rate=given.rate,
        image_size=given.image_size,
        threads=given.threads,
    )


if __name__ == "__main__":
    main()
