"""The tile sets that a user registered: where they are kept, and the sheet that shows the order."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from device.hands import InputError

if TYPE_CHECKING:
    import numpy as np
    from PIL import Image

    from vision.reader import Reader
    from vision.registered import TileSet

MOST_PHOTOS = 4
"""Photographs of one set: the whole sheet in one, or one for every few rows."""
_NAME = re.compile(r"[\w][\w-]{0,39}")


def folder() -> Path:
    """Where sets are kept: $XDG_DATA_HOME/taicam/tilesets, usually ~/.local/share/..."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "taicam" / "tilesets"


def names() -> list[str]:
    """The names of the sets kept, in order."""
    try:
        return sorted(path.stem for path in folder().glob("*.npz"))
    except OSError:
        return []


def path_of(name: str) -> Path:
    """The file of a set, there or not; raises InputError `tiles_name` for a name no file can have.

    Letters, digits, - and _, so that a name never leads out of the folder.
    """
    if not _NAME.fullmatch(name):
        raise InputError("tiles_name", name=name)
    return folder() / f"{name}.npz"


def open_set(name: str) -> TileSet:
    """The set of a name; raises InputError `tiles_unknown` or `tiles_file`."""
    from vision.registered import TileSet, TileSetError

    path = path_of(name)
    try:
        return TileSet.load(path)
    except FileNotFoundError as error:
        raise InputError("tiles_unknown", name=name, known=names() or ["—"]) from error
    except (OSError, TileSetError) as error:
        raise InputError("tiles_file", path=path) from error


def keep(tiles: TileSet) -> Path:
    """Write a set under its name; raises InputError `out_unwritable`."""
    path = path_of(tiles.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tiles.save(path)
    except OSError as error:
        raise InputError("out_unwritable", path=path, reason=error) from error
    return path


def remove(name: str) -> None:
    """Forget a set; raises InputError `tiles_unknown`, `out_unwritable`."""
    path = path_of(name)
    try:
        path.unlink()
    except FileNotFoundError as error:
        raise InputError("tiles_unknown", name=name, known=names() or ["—"]) from error
    except OSError as error:
        raise InputError("out_unwritable", path=path, reason=error) from error


def reading_with(reader: Reader, tiles: TileSet) -> Reader:
    """The reader, its face step using a registered set."""
    from dataclasses import replace

    from vision.registered import RegisteredNamer

    return replace(reader, namer=RegisteredNamer(reader.namer, tiles))


def register(
    name: str, photos: Sequence[tuple[str, np.ndarray]], reader: Reader, *, flowers: bool
) -> TileSet:
    """Cut a set out of photographs of the sheet, at most `MOST_PHOTOS`; raises TileSetError."""
    from vision.registered import register as cut_out

    return cut_out(name, photos, reader.locator, reader.namer, flowers=flowers)


def learn(
    tiles: TileSet, reader: Reader, image: np.ndarray, corrections: Sequence[tuple[int, str]]
) -> TileSet:
    """The set with tiles of a photograph, each (number from 1 as `taicam read` tells it, face), as
    further examples; raises InputError `tiles_number`."""
    import numpy

    from vision.crops import Pyramid
    from vision.registered import learned
    from vision.settings import NAME

    reading = reader.read(image, "")
    pyramid = Pyramid(numpy.asarray(image, dtype=numpy.uint8))
    for number, face in corrections:
        if not 1 <= number <= len(reading.tiles):
            raise InputError("tiles_number", number=number, count=len(reading.tiles))
        quad = numpy.asarray(reading.tiles[number - 1].quad, dtype=numpy.float32)
        tiles = learned(tiles, face, pyramid.cut(quad, NAME.crop, NAME.enlarge))
    return tiles


def contact_sheet(tiles: TileSet, scale: int = 1) -> Image.Image:
    """The examples of a set in the order of the sheet, as they were cut out."""
    from PIL import Image

    from vision.registered import SHEET
    from vision.settings import NAME

    side, gap = NAME.crop * scale, 4 * scale
    width = max(len(row) for row in SHEET) * (side + gap) + gap
    picture = Image.new("RGB", (width, len(SHEET) * (side + gap) + gap), (40, 40, 40))
    first = {example.face: example for example in reversed(tiles.examples)}
    for y, row in enumerate(SHEET):
        for x, face in enumerate(row):
            if face in first:
                crop = Image.fromarray(first[face].crop[..., ::-1].copy()).resize((side, side))
                picture.paste(crop, (gap + x * (side + gap), gap + y * (side + gap)))
    return picture


# --- the sheet -----------------------------------------------------------------------------------

_DPI = 150
_MM = _DPI / 25.4
_A4 = (297.0, 210.0)
"""Millimetres, lying."""
_CELL = (30.0, 40.0)
"""Millimetres of a place. Nine of them fill the page; larger tiles lie in the same order."""
_PAGES = ((0, 1, 2), (3, 4))
"""The rows of `vision.registered.SHEET` on each page: each fits one photograph."""


def sheet_pages(title: str, note: str, back: str) -> list[Image.Image]:
    """The pages to print: places for the faces in their order, with the words given."""
    from PIL import Image, ImageDraw

    from scoring.tiles import Tile
    from vision import fonts
    from vision.registered import SHEET
    from vision.types import BACK

    pages = []
    width, height = (round(length * _MM) for length in _A4)
    cell_w, cell_h = (round(length * _MM) for length in _CELL)
    for page_number, rows in enumerate(_PAGES, 1):
        page = Image.new("L", (width, height), 255)
        draw = ImageDraw.Draw(page)
        fonts.draw_text(draw, (cell_w // 3, 20), f"{title}  {page_number}/{len(_PAGES)}", 0, 3)
        fonts.draw_text(draw, (cell_w // 3, 80), fonts.fit(note, width - cell_w, 2), 90, 2)
        top = (height - len(rows) * (cell_h + 30)) // 2 + 40
        for place, row in enumerate(rows):
            y = top + place * (cell_h + 30)
            left = (width - len(SHEET[row]) * cell_w) // 2
            for number, face in enumerate(SHEET[row]):
                x = left + number * cell_w
                draw.rectangle((x, y, x + cell_w, y + cell_h), outline=170, width=2)
                # U+1F02B is a tile's back
                glyph = "\U0001f02b" if face == BACK else Tile.from_code(face).glyph
                drawn = fonts.width(glyph, 5)
                fonts.draw_text(draw, (x + (cell_w - drawn) // 2, y + 50), glyph, 150, 5)
                name = back if face == BACK else Tile.from_code(face).chinese
                shown = fonts.width(name, 2)
                fonts.draw_text(draw, (x + (cell_w - shown) // 2, y + cell_h - 50), name, 120, 2)
        pages.append(page)
    return pages


def write_sheet(path: Path, title: str, note: str, back: str) -> None:
    """Write the sheet as PDF, or as PNG with the pages one below the other. Raises OSError, and
    InputError `tiles_sheet_kind` for another kind of file."""
    from PIL import Image

    pages = sheet_pages(title, note, back)
    kind = path.suffix.lower()
    if kind == ".pdf":
        pages[0].save(path, "PDF", save_all=True, append_images=pages[1:], resolution=_DPI)
    elif kind == ".png":
        whole = Image.new("L", (pages[0].width, sum(page.height for page in pages)), 255)
        for number, page in enumerate(pages):
            whole.paste(page, (0, number * page.height))
        whole.save(path, "PNG", dpi=(_DPI, _DPI))
    else:
        raise InputError("tiles_sheet_kind", path=path)
