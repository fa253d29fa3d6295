"""Renders the drawings of vision/tile_art.py into vision/fonts/tiles.png, for `tile_png`.

`python vision/fonts/sheet.py`, with resvg_py installed. Run it again when a drawing has changed.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))


def main() -> None:
    """Write the sheet."""
    import resvg_py
    from PIL import Image

    from vision.tile_art import SHEET_COLUMNS, SHEET_TILE, tile_svg
    from vision.types import FACE_CODES

    width, height = SHEET_TILE
    rows = -(-len(FACE_CODES) // SHEET_COLUMNS)
    sheet = Image.new("RGBA", (SHEET_COLUMNS * width, rows * height))
    for number, code in enumerate(FACE_CODES):
        row, column = divmod(number, SHEET_COLUMNS)
        data = resvg_py.svg_to_bytes(svg_string=tile_svg(code), width=width, height=height)
        with Image.open(io.BytesIO(bytes(data))) as tile:
            sheet.paste(tile.convert("RGBA"), (column * width, row * height))
    sheet.quantize(256, Image.Quantize.FASTOCTREE).save(HERE / "tiles.png", optimize=True)


if __name__ == "__main__":
    main()
