"""The tile set of the demonstration, shipped as one picture, so that it needs no font.

python -m vision.simulator.sheet     # draws it again from its maker's seed (needs fonts)
"""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import cv2
import numpy as np

from vision.simulator.studio import maker
from vision.training.tilesets import CODES, TileSet

DEMO_MAKER = 105
"""Whose tiles are shipped: one that the shipped models read well."""
PICTURE, FACTS = "demo_tiles.jpg", "demo_tiles.json"
_COLUMNS, _WIDE = 11, 80
_MEASURES = (
    "aspect", "depth", "corner", "bevel", "body_colour", "back_colour", "back_share", "gloss",
)  # fmt: skip


def write_sheet(tiles: TileSet, folder: Path) -> None:
    """All faces and the back in one JPEG, and the set's measures beside it."""
    high = round(_WIDE * tiles.aspect)
    lines = -(-len(CODES) // _COLUMNS)
    sheet = np.full((lines * high, _COLUMNS * _WIDE, 3), 255, np.uint8)
    for number, code in enumerate(CODES):
        line, column = divmod(number, _COLUMNS)
        part = (slice(line * high, (line + 1) * high), slice(column * _WIDE, (column + 1) * _WIDE))
        sheet[part] = tiles.texture(code, _WIDE)[..., ::-1]
    cv2.imwrite(str(folder / PICTURE), sheet, [cv2.IMWRITE_JPEG_QUALITY, 92])
    names = (
        "aspect",
        "depth",
        "corner",
        "bevel",
        "body_colour",
        "back_colour",
        "back_share",
        "gloss",
    )
    facts = {name: getattr(tiles, name) for name in names}
    (folder / FACTS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def demo_tiles() -> TileSet:
    """The shipped tile set."""
    here = resources.files("vision.simulator")
    facts = json.loads(here.joinpath(FACTS).read_text("utf-8"))
    data = np.frombuffer(here.joinpath(PICTURE).read_bytes(), np.uint8)
    sheet = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))[..., ::-1]
    high = round(_WIDE * facts["aspect"])

    def face(code: str, width: int) -> np.ndarray:
        line, column = divmod(CODES.index(code), _COLUMNS)
        part = sheet[line * high : (line + 1) * high, column * _WIDE : (column + 1) * _WIDE]
        return cv2.resize(part, (width, round(width * facts["aspect"])))

    for name in ("body_colour", "back_colour"):
        facts[name] = tuple(facts[name])
    return TileSet(seed=DEMO_MAKER, name="demo", _draw=face, **facts)


if __name__ == "__main__":
    write_sheet(maker(DEMO_MAKER), Path(__file__).parent)
