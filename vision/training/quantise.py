"""Makes the quick variants of the shipped models: 8-bit integers, calibrated on real photographs.

`python -m vision.training.quantise DATA models` writes `locator.int8.onnx` and `namer.int8.onnx`
beside the models and their sha256 into the cards. Static quantisation with a scale for each output
channel; the locator's last module stays in floats, for its outputs share one tensor whose values
reach from 0..1 (scores) to 640 (pixels), and 8 bits cannot hold both.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.load import digest
from vision.crops import Array, Pyramid
from vision.locate import _shown, whole_view
from vision.settings import NAME
from vision.training.data import Labelled, load_photos, oriented, split
from vision.training.evaluate import first_of_each, restored

PHOTOS = 60
"""Photographs to calibrate on, drawn from those that training saw."""
PICTURES = 40
CROPS = 320
"""Pictures for the locator and crops for the namer taken from them."""
IN_FLOATS = "/model.23"
"""The locator's last module (its name in the graph begins so)."""


def widened(model: Any) -> Any:
    """The model with its 16-bit weights as 32-bit ones: casts of constants are carried out."""
    from onnx import numpy_helper

    graph = model.graph
    weights = {entry.name: entry for entry in graph.initializer}
    kept = []
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in weights:
            half = weights[node.input[0]]
            graph.initializer.remove(half)
            values = numpy_helper.to_array(half).astype("float32")
            graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
        else:
            kept.append(node)
    del graph.node[:]
    graph.node.extend(kept)
    return model


def examples(photos: Sequence[Labelled]) -> tuple[list[Array], list[Array]]:
    """Inputs of the locator, one a photograph, and batches of 32 for the namer, in every turn."""
    rng = np.random.default_rng(0)
    photos = [photos[int(i)] for i in rng.permutation(len(photos))[:PHOTOS]]
    pictures: list[Array] = []
    crops: list[Array] = []
    for photo in photos:
        picture, _ = restored(photo)
        pictures.append(_shown(Pyramid(picture), whole_view(picture.shape[1], picture.shape[0])))
        pyramid = Pyramid(photo.image())
        for quad in oriented(photo.boxes)[::3]:
            crop = np.rot90(pyramid.cut(quad, NAME.crop, NAME.enlarge), int(rng.integers(4)))
            crops.append((crop[..., ::-1].transpose(2, 0, 1) / 255).astype(np.float32))
    crops = crops[:CROPS]
    batches = [np.stack(crops[i : i + 32]) for i in range(0, len(crops), 32)]
    return pictures[:PICTURES], batches


def quantise(model: Path, inputs: Sequence[Array], out: Path) -> None:
    """Write the 8-bit variant of a model."""
    import onnx
    from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    plain = out.with_suffix(".float.onnx")
    loaded = widened(onnx.load(str(model)))
    name = loaded.graph.input[0].name
    onnx.save(loaded, str(plain))
    quant_pre_process(str(plain), str(plain), skip_symbolic_shape=True)

    class Feeds(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._left: Iterator[Array] = iter(inputs)

        def get_next(self) -> dict[str, Array] | None:
            given = next(self._left, None)
            return None if given is None else {name: given}

    floats = [n.name for n in onnx.load(str(plain)).graph.node if n.name.startswith(IN_FLOATS)]
    quantize_static(
        str(plain), str(out), Feeds(), quant_format=QuantFormat.QDQ, per_channel=True,
        nodes_to_exclude=floats,
    )  # fmt: skip
    plain.unlink()


def seal(card: Path, out: Path) -> None:
    """Write the quick file's name and sha256 into a model's card."""
    text = re.sub(r'^quick(_sha256)? = ".*"\n', "", card.read_text(encoding="utf-8"), flags=re.M)
    lines = f'quick = "{out.name}"\nquick_sha256 = "{digest(out)}"\n'
    text = re.sub(r'^(sha256 = ".*"\n)', lambda m: m[1] + lines, text, flags=re.M)
    card.write_text(text, encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> None:
    """Command line; see the module's docstring."""
    parser = argparse.ArgumentParser(description="make the quick variants of the models")
    parser.add_argument("data", type=Path, help="folder with photos/")
    parser.add_argument("models", type=Path, help="folder with locator.onnx and namer.onnx")
    parser.add_argument("--without", nargs="*", default=["tray"], help="makers to leave out")
    given = parser.parse_args(argv)
    cv2.setNumThreads(1)
    photos, _ = split(load_photos(given.data / "photos"), without=given.without)
    pictures, batches = examples(first_of_each(photos))
    for name, inputs in (("locator", pictures), ("namer", batches)):
        out = given.models / f"{name}.int8.onnx"
        quantise(given.models / f"{name}.onnx", inputs, out)
        card = given.models / f"{name}.toml"
        if card.exists():
            seal(card, out)
        print(f"{out}: {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
