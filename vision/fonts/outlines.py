"""Takes the outlines of the characters on tiles out of Debian's Noto Serif CJK.

`python vision/fonts/outlines.py` writes vision/fonts/outlines.json: for each character a path in
units of 1/1000 of its square, y down, (0, 0) at the top left. Needs the package fonts-noto-cjk and
fontTools. Only run again when a character is added.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FONT = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc")
TRADITIONAL = "Noto Serif CJK TC"
CHARACTERS = "一二三四五六七八九萬東南西北中發春夏秋冬梅蘭菊竹1234"


def outlines() -> dict[str, str]:
    """The path of each character."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.ttLib import TTCollection

    font: Any = next(
        font for font in TTCollection(FONT) if font["name"].getDebugName(1) == TRADITIONAL
    )
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = 1000 / font["head"].unitsPerEm
    found = {}
    for char in CHARACTERS:
        glyph = glyphs[names[ord(char)]]
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        aside = (1000 - glyph.width * scale) / 2  # digits are narrow: to the middle of the square
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, aside, 880)))
        found[char] = pen.getCommands()
    return found


def main() -> None:
    """Write the file."""
    target = Path(__file__).with_name("outlines.json")
    lines = ",\n".join(
        f"{json.dumps(char, ensure_ascii=False)}: {json.dumps(path)}"
        for char, path in outlines().items()
    )
    target.write_text("{\n" + lines + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
