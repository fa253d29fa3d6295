"""Every number of the live camera, with its unit and reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """Times, sizes and limits of `taicam live`."""

    idle_rate: float = 6.0
    """Pictures a second that are looked at while nothing moves: a hand is noticed within 0.2 s,
    and one core stays mostly free."""
    frame_wait: float = 1.0
    """Seconds to wait for a picture before asking how the camera is."""
    fault_wait: float = 1.0
    """Seconds to wait after something unforeseen, so that the log stays short."""
    clip_seconds: float = 10.0
    """How much of what went before a win is kept as its film."""
    clip_rate: float = 5.0
    """Pictures a second of the film: hands can be followed."""
    clip_side: int = 960
    """Pixels of the film's longer side: tiles can be told, 10 seconds take about 2 MB."""
    clip_quality: int = 70
    """JPEG quality of the film's pictures in memory ..."""
    film_quality: int = 50
    """... and WebP quality of the film that is kept."""
    picture_side: int = 2000
    """Pixels of the picture's longer side that is kept with a win, as of a phone's photo."""
    picture_quality: int = 90
    """JPEG quality of that picture."""
    picture_wait: float = 8.0
    """Seconds that a tap on *confirm* waits for picture and film: they take 3."""
    kept_events: int = 400
    """Events of the hand that the page can still ask for: a hand has about 150."""
    kept_wins: int = 20
    """Wins that wait to be confirmed; the oldest goes."""


LIVE = LiveSettings()
