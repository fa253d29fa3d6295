"""Opens the shipped ONNX models after checking that they are what their cards say.

A card (`locator.toml`, `namer.toml`) holds the file's sha256, the classes in the order of the net's
outputs, the input, the licence, the credits and the scores measured on photographs not trained on.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
NAMES = ("locator", "namer")


class ModelError(Exception):
    """A model cannot be used; `key` and `params` let the message be told in any language."""

    def __init__(self, key: str, **params: str) -> None:
        self.key = key
        self.params = params
        super().__init__(f"{key}: " + ", ".join(f"{k}={v}" for k, v in params.items()))


@dataclass(frozen=True, slots=True)
class Card:
    """What a model's card says."""

    name: str
    path: Path
    sha256: str
    classes: tuple[str, ...]
    input: str
    licence: str
    rest: Mapping[str, Any]


def card(name: str, folder: Path = FOLDER) -> Card:
    """Read a model's card; raises ModelError `model_missing` or `model_card`."""
    try:
        data = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    except OSError:
        raise ModelError("model_missing", name=name) from None
    except tomllib.TOMLDecodeError as error:
        raise ModelError("model_card", name=name, reason=str(error)) from None
    try:
        return Card(
            name,
            folder / data.pop("file"),
            data.pop("sha256"),
            tuple(data.pop("classes")),
            data.pop("input"),
            data.pop("licence"),
            data,
        )
    except KeyError as error:
        raise ModelError("model_card", name=name, reason=f"no {error}") from None


def digest(path: Path) -> str:
    """The sha256 of a file, in hexadecimal; raises OSError."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def wants_quick() -> bool:
    """Whether TAICAM_QUICK asks for the quick variants: 8-bit integers, for small machines."""
    return os.environ.get("TAICAM_QUICK", "") not in ("", "0")


def open_model(
    name: str,
    classes: tuple[str, ...] | None = None,
    folder: Path = FOLDER,
    *,
    quick: bool | None = None,
) -> Any:
    """An onnxruntime session of a shipped model, whole as its card says.

    `classes` are those the caller was written for; `quick` chooses the 8-bit variant where the card
    has one (None: as `wants_quick` says). Raises ModelError: `model_missing`,
    `model_card`, `model_changed` (another sha256), `model_classes` (other classes than expected).
    """
    said = card(name, folder)
    if classes is not None and said.classes != classes:
        raise ModelError("model_classes", name=name)
    path, sha256 = said.path, said.sha256
    if (wants_quick() if quick is None else quick) and "quick" in said.rest:
        path, sha256 = folder / str(said.rest["quick"]), str(said.rest.get("quick_sha256"))
    try:
        content = path.read_bytes()
    except OSError:
        raise ModelError("model_missing", name=name) from None
    if hashlib.sha256(content).hexdigest() != sha256:
        raise ModelError("model_changed", name=name)
    # Here, not above: a card is read without the run-time, and importing it costs 0.1 s.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(os.cpu_count() or 1, 4)
    options.log_severity_level = 3
    # Spinning threads would keep a core busy between two photographs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def describe(folder: Path = FOLDER) -> Iterator[dict[str, Any]]:
    """For each model what `taicam model info` shows; a model that cannot be used has `ok` false."""
    for name in NAMES:
        try:
            said = card(name, folder)
        except ModelError as error:
            yield {"name": name, "ok": False, "problem": str(error)}
            continue
        whole = said.path.exists() and digest(said.path) == said.sha256
        yield {
            "name": name,
            "ok": whole,
            "file": said.path.name,
            "sha256": said.sha256,
            "classes": list(said.classes),
            "input": said.input,
            "licence": said.licence,
            **said.rest,
        }
