"""Builds the shipped fonts with fonttools: `python vision/fonts/build.py`.

The input is Debian's fonts-unifont.
Kept: ASCII and Latin-1, the everyday characters of both scripts (level 1 of Big5 and GB 2312, so
that names of players and clubs can be drawn), every other character that a string of the project
uses, and the mahjong tiles. The same input gives the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SOURCE = Path("/usr/share/fonts/opentype/unifont")
ROOMS = ("scoring", "vision", "device")


def _characters(codec: str, first: int, last: int, lows: Iterable[int]) -> set[str]:
    lows = tuple(lows)
    found = set()
    for high in range(first, last + 1):
        for low in lows:
            try:
                found.add(bytes([high, low]).decode(codec))
            except UnicodeDecodeError:
                continue
    return found


def project_characters() -> set[str]:
    """Every character that the sources of the project contain."""
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return {char for path in files for char in path.read_text("utf-8") if char.isprintable()}


def wanted() -> set[str]:
    """The characters of the text font."""
    latin = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))}
    big5 = _characters("big5", 0xA1, 0xC6, (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    gb2312 = _characters("gb2312", 0xB0, 0xD7, range(0xA1, 0xFF))
    marks = set("…✓✗↑↓←→●○▲△▼▽■□★☆⚠")
    return latin | big5 | gb2312 | marks | project_characters()


def build(source: Path, target: Path, characters: Iterable[str]) -> None:
    """Write the subset of the font file `source` that draws `characters` to `target`."""
    from fontTools import subset

    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.name_IDs = [0, 1, 2, 5, 13, 14]  # who made it and under which licence
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted({ord(char) for char in characters}))
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def main() -> int:
    """Build both files beside this script."""
    if not SOURCE.is_dir():
        print(f"{SOURCE} is missing: apt-get install fonts-unifont", file=sys.stderr)
        return 2
    build(SOURCE / "unifont.otf", HERE / "unifont-taicam.otf", wanted())
    tiles = (chr(code) for code in range(0x1F000, 0x1F02C))
    build(SOURCE / "unifont_upper.otf", HERE / "unifont-tiles.otf", tiles)
    for path in sorted(HERE.glob("*.otf")):
        print(f"{path.name}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
