"""Times and names of the service: value, unit, reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Times in seconds."""

    name: str = "taicam"
    """Of the unit, of its user and of its folder under /var/lib."""
    groups: tuple[str, ...] = ("video", "render", "i2c", "spi", "gpio")
    """What cameras and screens belong to; those that the machine has."""
    watchdog: int = 60
    """Without progress for so long it is started again: the slowest reading on a Pi takes 10."""
    start: int = 180
    """For loading the models from a slow card."""
    stop: int = 20
    """For the last picture and the log to be written."""
    restart: int = 10
    """Between the end and the next start: a fault that stays does not fill the log."""
    page: float = 30.0
    """The page's loop must turn within this."""
    camera: float = 45.0
    """A call into the camera must come back within this: the watch gives up hanging ones after
    15, three times."""
    reading: float = 45.0
    """A reading must end within this; waiting for something to read counts as progress."""


SERVICE = ServiceSettings()
