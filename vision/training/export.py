"""Exports trained weights to ONNX and writes what the loader checks: size, sha256, classes.

`python -m vision.training.export locator WEIGHTS.pt models/locator.onnx`
`python -m vision.training.export namer WEIGHTS.pt models/namer.onnx`
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from vision.training import compat

import torch  # isort: skip

from vision.training.namer import CROP, FaceNet  # isort: skip


def export_locator(weights: Path, out: Path) -> None:
    """Write an ultralytics oriented-box checkpoint as ONNX with free height and width."""
    from ultralytics import YOLO

    compat.quiet_ultralytics()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "locator.pt"
        shutil.copy(weights, copy)
        made = YOLO(str(copy)).export(
            format="onnx", imgsz=640, dynamic=True, simplify=True, opset=17
        )
        shutil.move(str(made), out)
    _strip(out)


def export_namer(weights: Path, out: Path) -> None:
    """Write a `FaceNet` state as ONNX: crops -> face logits, turn logits, features."""
    net = FaceNet()
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(2, 3, CROP, CROP),),
        str(out),
        input_names=["crops"],
        output_names=["faces", "turns", "features"],
        dynamic_axes={name: {0: "n"} for name in ("crops", "faces", "turns", "features")},
        opset_version=17,
        dynamo=False,
    )
    _strip(out)


def _strip(path: Path) -> None:
    """Simplify the graph; drop the exporter's notes (dates, paths): equal weights, equal files."""
    import onnx
    import onnxslim

    model = onnxslim.slim(onnx.load(str(path)))
    del model.metadata_props[:]
    model.doc_string = ""
    onnx.save(model, str(path))


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="export trained weights to ONNX")
    parser.add_argument("kind", choices=("locator", "namer"))
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args(argv)
    (export_locator if given.kind == "locator" else export_namer)(given.weights, given.out)


if __name__ == "__main__":
    main()
