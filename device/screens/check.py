"""A picture to try a screen with."""

from __future__ import annotations

from PIL import Image, ImageDraw

from device.screens.views import SMALLEST
from vision import fonts


def check_picture(size: tuple[int, int] = SMALLEST) -> Image.Image:
    """A frame, its diagonals' ends, and letters: shows a shifted, mirrored or inverted screen."""
    width, height = size
    image = Image.new("1", size, 0)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, width - 1, height - 1), outline=1)
    for x, y in ((2, 2), (width - 6, 2), (2, height - 6), (width - 6, height - 6)):
        draw.rectangle((x, y, x + 3, y + 3), fill=1)
    text = "台Cam 0123456789 一二三四五六七八九萬筒索東南西北中發白春夏秋冬梅蘭菊竹"
    text += "".join(chr(code) for code in range(0x1F000, 0x1F02C))
    text += "".join(map(chr, range(0x21, 0x7F)))
    x, y = 8, 8
    for char in text:
        if x + fonts.width(char) > width - 8:
            x, y = 8, y + fonts.UNIT
        if y + fonts.UNIT > height - 6:
            break
        x += fonts.draw_text(draw, (x, y), char, 1)
    return image
