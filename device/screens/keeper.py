"""Keeps one screen right: skips unchanged pictures, survives errors, saves it from burning in."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from device.hands import InputError
from device.messages import DEFAULT, Language
from device.screens.render import render

if TYPE_CHECKING:
    from device.screens.drivers import Driver
    from device.screens.views import View


@dataclass(frozen=True, slots=True)
class KeeperSettings:
    """Times in seconds."""

    dim_after: float = 120.0
    """Without anything new for so long, the screen is dimmed: OLEDs lose brightness by the hour."""
    blank_after: float = 1800.0
    """Then it goes black, until there is something new."""
    shift_every: float = 60.0
    """The picture moves by a pixel so often, so that no edge burns in."""
    bright: int = 200
    """Contrast of 255."""
    dim: int = 20
    retry_first: float = 1.0
    """After an error of the bus the screen is opened again so soon ..."""
    retry_most: float = 30.0
    """... and each time twice as late, up to this."""


_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


class Keeper:
    """One screen. `show` and `tick` never raise for anything that the screen does."""

    def __init__(
        self,
        opener: Callable[[], Driver],
        language: Language = DEFAULT,
        settings: KeeperSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open, self._language, self._clock = opener, language, clock
        self._s = settings or KeeperSettings()
        self._driver: Driver | None = None
        self._view: View | None = None
        self._drawn: tuple[View, tuple[int, int], Image.Image] | None = None
        self._changed = clock()
        self._shown: bytes | None = None
        self._level: int | None = None
        self._again = 0.0
        self._wait = self._s.retry_first
        self.errors = 0
        """How often the screen did not answer."""
        self.frames = 0
        """Pictures that were sent to it."""

    def show(self, view: View) -> None:
        """Show a view; nothing is sent if the screen shows it already."""
        if view != self._view:
            self._view = view
            self._changed = self._clock()
        self.tick()

    def tick(self) -> None:
        """Do what is due: open the screen again, dim, blank, shift. Call it every second or so."""
        now = self._clock()
        if self._view is None or now < self._again:
            return
        try:
            if self._driver is None:
                self._driver = self._open()
                self._shown = self._level = None
            self._refresh(self._driver, now)
            self._wait = self._s.retry_first
        except (OSError, InputError):  # silent, or its package is missing
            self.errors += 1
            self._again = now + self._wait
            self._wait = min(self._s.retry_most, self._wait * 2)
            self.close()

    def _refresh(self, driver: Driver, now: float) -> None:
        quiet = now - self._changed
        level = self._s.bright if quiet < self._s.dim_after else self._s.dim
        picture = self._picture(driver.size, quiet)
        data = picture.tobytes()
        if data != self._shown:
            driver.show(picture)
            self._shown = data
            self.frames += 1
        if level != self._level:
            driver.contrast(level)
            self._level = level

    def _picture(self, size: tuple[int, int], quiet: float) -> Image.Image:
        picture = self._rendered(size)
        if quiet >= self._s.blank_after:
            return Image.new(picture.mode, size)
        shift = _SHIFTS[int(quiet // self._s.shift_every) % len(_SHIFTS)]
        if shift == (0, 0):
            return picture
        moved = Image.new(picture.mode, size, picture.getpixel((0, size[1] - 1)))
        moved.paste(picture, shift)
        return moved

    def _rendered(self, size: tuple[int, int]) -> Image.Image:
        """The view as it is, drawn once."""
        assert self._view is not None
        if self._drawn is None or self._drawn[:2] != (self._view, size):
            self._drawn = self._view, size, render(self._view, size, self._language)
        return self._drawn[2]

    def close(self) -> None:
        """Let go of the screen."""
        driver, self._driver = self._driver, None
        self._shown = self._level = None
        if driver is not None:
            with suppress(OSError):
                driver.close()
