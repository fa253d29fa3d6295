"""The quick variants: weights widened, cards sealed, and 8 bits that answer nearly the same."""

from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="needs the training environment (make train-env)")

from models.load import FOLDER, digest  # noqa: E402
from vision.training.quantise import quantise, seal, widened  # noqa: E402


def session(path: Path):  # type: ignore[no-untyped-def]
    import onnxruntime

    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def test_widening_keeps_the_answers(tmp_path: Path) -> None:
    loaded = widened(onnx.load(str(FOLDER / "namer.onnx")))
    assert not [node for node in loaded.graph.node if node.op_type == "Cast"]
    onnx.save(loaded, str(tmp_path / "wide.onnx"))
    batch = np.random.default_rng(0).random((2, 3, 96, 96), dtype=np.float32)
    told, same = (
        session(path).run(None, {"crops": batch})[0]
        for path in (tmp_path / "wide.onnx", FOLDER / "namer.onnx")
    )
    assert np.abs(told - same).max() < 1e-4


def test_eight_bits_answer_nearly_the_same(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    batches = [rng.random((8, 3, 96, 96), dtype=np.float32) for _ in range(3)]
    quantise(FOLDER / "namer.onnx", batches, tmp_path / "namer.int8.onnx")
    quick, full = session(tmp_path / "namer.int8.onnx"), session(FOLDER / "namer.onnx")
    told, same = (s.run(None, {"crops": batches[0]})[0] for s in (quick, full))
    assert np.corrcoef(told.ravel(), same.ravel())[0, 1] > 0.8  # noise is harder than faces
    assert (tmp_path / "namer.int8.onnx").stat().st_size < (FOLDER / "namer.onnx").stat().st_size


def test_a_card_is_sealed_once(tmp_path: Path) -> None:
    card, quick = tmp_path / "namer.toml", tmp_path / "namer.int8.onnx"
    card.write_text('file = "namer.onnx"\nsha256 = "00"\nlicence = "x"\n')
    for content in (b"one", b"other"):
        quick.write_bytes(content)
        seal(card, quick)
    text = card.read_text()
    assert text.count("quick_sha256") == 1
    assert f'quick_sha256 = "{digest(quick)}"' in text
    assert 'sha256 = "00"' in text
