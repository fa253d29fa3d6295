"""Time and threads as the cameras use them, so that tests can let hours pass in seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Signal(Protocol):
    """As `threading.Event`."""

    def set(self) -> None:
        """Wake all that wait."""

    def clear(self) -> None:
        """Make the next `wait` wait."""

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until set, at most so many seconds; whether it was set."""


class Clock(Protocol):
    """A clock, and whatever waits for it."""

    def monotonic(self) -> float:
        """Seconds that never go backwards."""

    def wall(self) -> float:
        """Seconds since 1970."""

    def sleep(self, seconds: float) -> None:
        """Wait."""

    def signal(self) -> Signal:
        """A new signal, not set."""

    def start(self, work: Callable[[], None], name: str) -> None:
        """Run `work` in a thread that does not hold up the end of the program."""


class SystemClock:
    """The machine's own."""

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return time.monotonic()

    def wall(self) -> float:
        """See `Clock.wall`."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """See `Clock.sleep`."""
        time.sleep(seconds)

    def signal(self) -> Signal:
        """See `Clock.signal`."""
        return threading.Event()

    def start(self, work: Callable[[], None], name: str) -> None:
        """See `Clock.start`."""
        threading.Thread(target=work, name=name, daemon=True).start()


SYSTEM_CLOCK = SystemClock()
