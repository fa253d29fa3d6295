"""A few steps of real training on a few rendered scenes, then export, load and compare."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the training environment (make train-env)")

from vision.crops import Pyramid  # noqa: E402
from vision.faces import OnnxNamer, name_tiles  # noqa: E402
from vision.locate import OnnxLocator  # noqa: E402
from vision.training import namer  # noqa: E402
from vision.training.export import export_locator, export_namer, mean_state  # noqa: E402
from vision.training.mix import from_scenes  # noqa: E402
from vision.types import NAMER_CLASSES  # noqa: E402


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from vision.training.scenes import main

    out = tmp_path_factory.mktemp("scenes")
    main([str(out), "--count", "6", "--seed", "1"])
    return out


def session(path: Path):  # type: ignore[no-untyped-def]
    import onnxruntime

    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def test_locator_trains_exports_and_loads(scenes: Path, tmp_path: Path) -> None:
    from ultralytics import YOLO

    from vision.training.locator import train

    folder = tmp_path / "set"
    assert from_scenes(scenes, folder) == 6
    weights = train([folder], None, tmp_path / "locator.pt", epochs=1, image_size=128)
    export_locator(weights, tmp_path / "locator.onnx")
    loaded = session(tmp_path / "locator.onnx")
    batch = np.random.default_rng(0).random((1, 3, 128, 160), dtype=np.float32)
    (told,) = loaded.run(None, {loaded.get_inputs()[0].name: batch})
    assert told.shape[1] == 6
    net = YOLO(str(weights)).model.float().eval()
    with torch.no_grad():
        raw = net(torch.from_numpy(batch))
    same = (raw[0] if isinstance(raw, tuple | list) else raw).numpy()
    # The last row is an angle: equal rectangles may be told with another turn, so compare the rest.
    assert np.abs(told[:, 4] - same[:, 4]).max() < 1e-3
    assert np.abs(told[:, :4] - same[:, :4]).max() < 0.5
    OnnxLocator(loaded).locate(np.zeros((480, 640, 3), dtype=np.uint8))


def test_start_weights_must_exist(tmp_path: Path) -> None:
    from vision.training.locator import train

    with pytest.raises(OSError, match="start weights"):
        train([tmp_path], tmp_path / "none.pt", tmp_path / "out.pt", epochs=1)


@pytest.fixture(scope="module")
def crops(scenes: Path) -> namer.Crops:
    return namer.collect(namer.from_scenes(scenes, 1.0))


def test_namer_learns_exports_and_loads(crops: namer.Crops, tmp_path: Path) -> None:
    torch.manual_seed(0)
    weights = tmp_path / "namer.pt"
    net = namer.train(
        crops, namer.FaceNet(), passes=namer.BATCH * 2, checkpoint=weights, report=False
    )
    assert all(torch.isfinite(p).all() for p in net.parameters())
    export_namer([weights], tmp_path / "namer.onnx")
    loaded = session(tmp_path / "namer.onnx")
    batch = np.random.default_rng(0).random((3, 3, namer.CROP, namer.CROP), dtype=np.float32)
    told = loaded.run(None, {"crops": batch})
    with torch.no_grad():
        same = net.eval()(torch.from_numpy(batch))
    assert [part.shape for part in told] == [(3, len(NAMER_CLASSES)), (3, 4), (3, 256)]
    for part, its in zip(told, same, strict=True):
        assert np.abs(part - its.numpy()).max() < 1e-3
    answer = OnnxNamer(loaded).name([crops.images[0][:96, :96]])
    assert answer.faces.sum() == pytest.approx(1, abs=1e-4)
    assert name_tiles(np.zeros((50, 50, 3), dtype=np.uint8), [], OnnxNamer(loaded)) == []


def test_mean_of_two_states(tmp_path: Path) -> None:
    one, other = tmp_path / "one.pt", tmp_path / "other.pt"
    torch.save({"w": torch.zeros(3), "n": torch.tensor(7)}, one)
    torch.save({"w": torch.ones(3), "n": torch.tensor(9)}, other)
    mean = mean_state([one, other])
    assert mean["w"].tolist() == [0.5] * 3
    assert mean["n"] == 7


def test_loss_falls_on_a_handful(crops: namer.Crops) -> None:
    torch.manual_seed(0)
    net = namer.FaceNet().train()
    few = slice(0, 24)
    images = torch.from_numpy(crops.images[few, 16:112, 16:112, ::-1].copy())
    images = images.permute(0, 3, 1, 2).float() / 255
    faces, turns = torch.from_numpy(crops.faces[few]), torch.from_numpy(crops.turns[few])
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3)
    seen = []
    for _ in range(25):
        face, turn, _ = net(images)
        loss = namer.losses(face, turn, faces, turns)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.append(float(loss.detach()))
    assert seen[-1] < seen[0] * 0.7


@pytest.mark.parametrize("seed", range(4))
def test_augmented_turns_stay_true(seed: int) -> None:
    """A bright top edge must lie where the turn says, however the crop was turned."""
    images = torch.zeros(64, 3, namer.STORED, namer.STORED)
    images[:, :, 16:52] = 1.0
    turns = torch.tensor([namer.UPRIGHT] * 64, dtype=torch.float32)
    out, possible = namer.augment(images, turns, torch.Generator().manual_seed(seed))
    assert out.shape == (64, 3, namer.CROP, namer.CROP)
    third = namer.CROP // 3
    edges = torch.stack(
        [
            out[:, :, :third].mean((1, 2, 3)),
            out[:, :, :, :third].mean((1, 2, 3)),
            out[:, :, -third:].mean((1, 2, 3)),
            out[:, :, :, -third:].mean((1, 2, 3)),
        ],
        dim=1,
    )
    agree = (edges.argmax(1) == possible.argmax(1)).float().mean()
    assert agree > 0.9  # glare and shadow may hide an edge


def test_half_known_turns_ask_for_no_more() -> None:
    face = torch.zeros(2, len(NAMER_CLASSES))
    turn = torch.tensor([[9.0, 0.0, 9.0, 0.0], [0.0, 9.0, 0.0, 0.0]])
    faces = torch.zeros(2, dtype=torch.long)
    half = torch.tensor([namer.HALF, namer.HALF], dtype=torch.float32)
    unknown = torch.tensor([namer.ANY, namer.ANY], dtype=torch.float32)
    fine = namer.losses(face[:1], turn[:1], faces[:1], half[:1])
    wrong = namer.losses(face[1:], turn[1:], faces[1:], half[1:])
    free = namer.losses(face[1:], turn[1:], faces[1:], unknown[1:])
    assert float(wrong) > float(fine) + 1
    assert float(free) == pytest.approx(float(fine), abs=1e-3)


def test_stored_crops_hold_the_enlarged_tile() -> None:
    picture = np.full((100, 100, 3), 50, dtype=np.uint8)
    picture[40:60, 40:60] = 250
    quad = np.array([[40, 40], [60, 40], [60, 60], [40, 60]], dtype=np.float32)
    crop = Pyramid(picture).cut(quad, namer.STORED, namer.STORED_ENLARGE)
    bright = (crop[64, :, 0] > 150).sum() / namer.STORED
    assert bright == pytest.approx(1 / namer.STORED_ENLARGE, abs=0.03)
