"""Draws the icons of the home screen: `python -m device.web.draw_icons` writes static/icons/."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

SIZES = (192, 512)
FINE = 4
"""Drawn so many times larger, then shrunk: smooth edges."""


def icon(size: int) -> Image.Image:
    """A dot tile that looks like a lens, with room around it for round and square masks."""
    unit = size * FINE / 64
    image = Image.new("RGB", (size * FINE, size * FINE), "#0f3d2e")
    draw = ImageDraw.Draw(image)

    def box(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        return (x0 * unit, y0 * unit, x1 * unit, y1 * unit)

    draw.rounded_rectangle(box(18, 13, 46, 51), 5 * unit, fill="#1f7a52")
    draw.rounded_rectangle(box(18, 13, 46, 47.5), 5 * unit, fill="#fffdf4")
    for radius, width, colour in ((10.5, 3, "#14603f"), (5.8, 2.6, "#b3261e")):
        place = box(32 - radius, 30 - radius, 32 + radius, 30 + radius)
        draw.ellipse(place, outline=colour, width=round(width * unit))
    draw.ellipse(box(29.8, 27.8, 34.2, 32.2), fill="#14603f")
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    """Write the icons beside the page's other files."""
    folder = Path(__file__).parent / "static" / "icons"
    for size in SIZES:
        icon(size).save(folder / f"icon-{size}.png", optimize=True)


if __name__ == "__main__":
    main()
