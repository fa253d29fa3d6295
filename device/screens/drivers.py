"""Where pictures go: a file, a terminal, or a screen on a bus. Drivers only show what is drawn."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Protocol

from device.hands import InputError

if TYPE_CHECKING:
    from PIL import Image


class Driver(Protocol):
    """A screen. `show` raises OSError when the screen does not answer."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, picture: Image.Image) -> None:
        """Show a picture of this size."""

    def contrast(self, level: int) -> None:
        """Brightness, 0 to 255; screens without it do nothing."""

    def close(self) -> None:
        """Let go of the screen."""


class PngDriver:
    """Writes each picture into a file, whole or not at all."""

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self.path, self.size = path, size

    def show(self, picture: Image.Image) -> None:
        """See `Driver.show`."""
        part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            picture.save(part, "PNG")
            part.replace(self.path)
        finally:
            part.unlink(missing_ok=True)

    def contrast(self, level: int) -> None:
        """A file has none."""

    def close(self) -> None:
        """Nothing to let go of."""


class TerminalDriver:
    """Draws into a terminal, two pixels a character: for trying a screen without having one."""

    def __init__(self, size: tuple[int, int], out: IO[str] | None = None) -> None:
        self.size = size
        self._out = out or sys.stdout

    def show(self, picture: Image.Image) -> None:
        """See `Driver.show`."""
        if picture.mode == "1":
            self._out.write(one_bit_text(picture) + "\n")
        else:
            self._out.write(colour_text(picture) + "\n")
        self._out.flush()

    def contrast(self, level: int) -> None:
        """A terminal has none."""

    def close(self) -> None:
        """Nothing to let go of."""


def one_bit_text(picture: Image.Image) -> str:
    """A mode "1" picture as half blocks."""
    pixels: Any = picture.load()
    width, height = picture.size
    lines = []
    for y in range(0, height, 2):
        line = ""
        for x in range(width):
            low = y + 1 < height and pixels[x, y + 1]
            line += " ▀▄█"[bool(pixels[x, y]) + 2 * bool(low)]
        lines.append(line.rstrip())
    return "\n".join(lines)


def colour_text(picture: Image.Image) -> str:
    """A picture as half blocks in 24-bit colour, at half its size."""
    small = picture.convert("RGB").resize((picture.width // 2, picture.height // 2))
    pixels: Any = small.load()
    lines = []
    for y in range(0, small.height - 1, 2):
        line = ""
        for x in range(small.width):
            (r, g, b), (r2, g2, b2) = pixels[x, y], pixels[x, y + 1]
            line += f"\x1b[38;2;{r};{g};{b}m\x1b[48;2;{r2};{g2};{b2}m▀"
        lines.append(line + "\x1b[0m")
    return "\n".join(lines)


LUMA: Final[dict[str, tuple[str, tuple[int, int], str]]] = {
    "ssd1306": ("luma.oled.device", (128, 64), "i2c"),
    "sh1106": ("luma.oled.device", (128, 64), "i2c"),
    "st7789": ("luma.lcd.device", (240, 240), "spi"),
    "ili9341": ("luma.lcd.device", (320, 240), "spi"),
}
"""Chip: its module in luma, its usual size, its usual bus."""

NAMES: Final = ("png", "terminal", *LUMA)


class _NoBacklight:
    """For machines without GPIO: the light of the screen is not switched."""

    def __call__(self, on: bool) -> None:
        """Nothing to switch."""


class LumaDriver:
    """A screen that a luma driver knows."""

    def __init__(self, chip: str, bus: Any, size: tuple[int, int] | None = None) -> None:
        from importlib import import_module
        from importlib.util import find_spec

        module, usual, _ = LUMA[chip]
        self.size = size or usual
        width, height = self.size
        make = getattr(import_module(module), chip)
        options: dict[str, Any] = {}
        if module.startswith("luma.lcd") and find_spec("RPi") is None:
            options["backlight"] = _NoBacklight()  # its pin is tied high, or somebody else's
        with bus_errors():
            self._device = make(bus, width=width, height=height, rotate=0, **options)
        self._device.persist = True  # what was shown stays when the program ends

    def show(self, picture: Image.Image) -> None:
        """See `Driver.show`."""
        with bus_errors():
            self._device.display(picture.convert(self._device.mode))

    def contrast(self, level: int) -> None:
        """See `Driver.contrast`."""
        with bus_errors():
            self._device.contrast(level)

    def close(self) -> None:
        """Let go of the bus, whatever state it is in."""
        with suppress(Exception):
            self._device.cleanup()


class bus_errors:
    """Turns what luma raises for a silent screen into OSError."""

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: Any) -> None:
        """Translate."""
        if error is not None and not isinstance(error, OSError) and _of_luma(error):
            raise OSError(str(error).split("\n")[0]) from error


def _of_luma(error: BaseException) -> bool:
    return any(kind.__module__.startswith("luma.") for kind in type(error).__mro__)


def check_installed(name: str) -> None:
    """Look whether the packages of a driver are there, without touching a bus.

    Raises:
        InputError: display_missing.
    """
    if name not in LUMA:
        return
    try:
        import_module("luma.core.interface.serial")
        import_module(LUMA[name][0])
    except ImportError as error:
        raise InputError("display_missing", name=error.name or "luma") from error


def open_bus(kind: str, address: int = 0x3C, port: int | None = None) -> Any:
    """The bus of a screen: "i2c" or "spi". Raises OSError when it is not there.

    Raises:
        InputError: package_missing, if luma or the library of the bus is not installed.
    """
    try:
        from luma.core.interface import serial

        with bus_errors():
            if kind == "i2c":
                return serial.i2c(port=1 if port is None else port, address=address)
            return serial.spi(port=port or 0, device=0)
    except ImportError as error:
        raise InputError("display_missing", name=error.name or "luma") from error
    except (AttributeError, RuntimeError) as error:  # no GPIO on this machine
        raise OSError(str(error).split("\n")[0]) from error


def open_driver(
    name: str,
    size: tuple[int, int] | None = None,
    path: Path | None = None,
    bus: Callable[[], Any] | None = None,
) -> Driver:
    """The driver of this name (one of `NAMES`); `bus` makes the bus of a screen that has one.

    Raises:
        OSError: the screen does not answer.
        InputError: a package is missing.
    """
    if name == "png":
        return PngDriver(path or Path("display.png"), size or (128, 64))
    if name == "terminal":
        return TerminalDriver(size or (128, 64))
    try:
        return LumaDriver(name, bus() if bus else open_bus(LUMA[name][2]), size)
    except ImportError as error:
        raise InputError("display_missing", name=error.name or "luma") from error
