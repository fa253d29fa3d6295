"""`taicam display`: try a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from device.hands import InputError

DRIVERS = ("png", "terminal", "ssd1306", "sh1106", "st7789", "ili9341")
VIEWS = (
    "starting",
    "looking",
    "ask",
    "result",
    "nothing",
    "settlement",
    "payments",
    "standings",
    "stale",
    "offline",
    "failed",
    "join",
)


@click.command(name="test", short_help="試畫面：框和字 a frame and all glyphs")
@click.option(
    "--driver",
    type=click.Choice(DRIVERS),
    default="png",
    show_default=True,
    help="螢幕種類 what to draw on",
)
@click.option("--size", metavar="WxH", help="大小 in pixels; 預設 default: the driver's, or 128x64")
@click.option("--out", default="display-test.png", show_default=True, metavar="OUT.png")
@click.option("--view", type=click.Choice(VIEWS), help="改畫這種畫面 a view instead of the frame")
@click.option(
    "--address", default="0x3C", show_default=True, metavar="HEX", help="I2C 位址 address"
)
@click.pass_obj
def display_test(
    interface: Any, driver: str, size: str | None, out: str, view: str | None, address: str
) -> int:
    """畫一個框和所有的字。 Draws a frame and glyphs, to see whether a screen is set up right.

    SH1106 當成 SSD1306 用，畫面會歪兩點。 An SH1106 driven as an SSD1306 is shifted by two pixels.
    """
    from device.messages import say
    from device.screens.check import check_picture
    from device.screens.drivers import LUMA, open_bus, open_driver
    from device.screens.examples import examples
    from device.screens.render import render

    usual = LUMA[driver][1] if driver in LUMA else (128, 64)
    wanted = usual if size is None else _size(size)
    path = Path(out)
    if driver == "png" and path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise InputError("out_kind", path=out)
    try:
        number = int(address, 16)
    except ValueError:
        raise InputError("usage_bad_value", what="--address", reason=address) from None
    if view is None:
        picture = check_picture(wanted)
    else:
        language = interface.language
        if min(wanted[0] / 128, wanted[1] / 64) < 1:
            raise InputError("bad_size", text=f"{wanted[0]}x{wanted[1]}")
        picture = render(examples(language)[view], wanted, language)
    try:
        screen = open_driver(
            driver, wanted, path, lambda: open_bus(LUMA[driver][2], address=number)
        )
        screen.show(picture)
        screen.close()
    except OSError as error:
        if driver == "png":
            raise InputError("out_unwritable", path=out, reason=error) from error
        raise InputError("display_silent", driver=driver, reason=error) from error
    if driver == "png":
        interface.out([say(interface.language, "screen_at", path=out)])
    return 0


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InputError("bad_size", text=text)
    if not (32 <= int(width[:6]) <= 4096 and 32 <= int(height[:6]) <= 4096):
        raise InputError("bad_size", text=text)
    return int(width), int(height)
