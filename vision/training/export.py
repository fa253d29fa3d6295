"""Exports trained weights to ONNX and seals the model's card with the file's sha256.

`python -m vision.training.export locator WEIGHTS.pt models/locator.onnx`
`python -m vision.training.export namer WEIGHTS.pt models/namer.onnx [--with OTHER.pt ...]`
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision.training import compat

import torch  # isort: skip

from models.load import digest  # isort: skip
from vision.training.namer import CROP, FaceNet, widened  # isort: skip


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


def mean_state(states: Sequence[Path]) -> dict[str, torch.Tensor]:
    """The mean of states saved along one training.

    Averaged, they name new makers more evenly than any of them does alone.
    """
    loaded = [torch.load(path, map_location="cpu", weights_only=True) for path in states]
    return {
        key: torch.stack([state[key] for state in loaded]).mean(dim=0)
        if value.is_floating_point()
        else value
        for key, value in loaded[0].items()
    }


def export_namer(states: Sequence[Path], out: Path) -> None:
    """Write a `FaceNet` state, or the mean of several, as ONNX: crops -> faces, turns, features."""
    net = FaceNet()
    net.load_state_dict(widened(mean_state(states)))
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


def seal(model: Path) -> None:
    """Write the sha256 of `model` into the card beside it, if there is one."""
    beside = model.with_suffix(".toml")
    if beside.exists():
        text = beside.read_text(encoding="utf-8")
        line = f'sha256 = "{digest(model)}"'
        beside.write_text(re.sub(r'^sha256 = ".*"$', line, text, flags=re.M), encoding="utf-8")


HALVED_FROM = 512
"""Numbers in a tensor from which it is stored in 16 bits; smaller ones are not worth a node."""


def _halve(model: Any) -> None:
    """Store large weights as 16-bit floats, widened when the model is loaded: half the file.

    The arithmetic stays in 32 bits; what rounding changes is below a thousandth of a logit.
    """
    import onnx
    from onnx import numpy_helper

    graph, casts = model.graph, []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != "float32" or values.size < HALVED_FROM:
            continue
        graph.initializer.remove(weights)
        half = numpy_helper.from_array(values.astype("float16"), f"{weights.name}.half")
        graph.initializer.append(half)
        casts.append(
            onnx.helper.make_node("Cast", [half.name], [weights.name], to=onnx.TensorProto.FLOAT)
        )
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)


def _strip(path: Path) -> None:
    """Simplify the graph; drop the exporter's notes (dates, paths): equal weights, equal files."""
    import onnx
    import onnxslim

    model = onnxslim.slim(onnx.load(str(path)))
    _halve(model)
    del model.metadata_props[:]
    model.doc_string = ""
    onnx.save(model, str(path))


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="export trained weights to ONNX")
    parser.add_argument("kind", choices=("locator", "namer"))
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--with", dest="others", type=Path, nargs="*", default=[], help="a namer's other states"
    )
    given = parser.parse_args(argv)
    if given.kind == "locator":
        export_locator(given.weights, given.out)
    else:
        export_namer([given.weights, *given.others], given.out)
    seal(given.out)


if __name__ == "__main__":
    main()
