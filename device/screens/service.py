"""Keeps a screen up to date in a thread of its own, whatever the screen does."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.screens.keeper import Keeper
    from device.screens.views import View

EVERY = 0.3
"""Seconds between looks at what is to be shown: quick enough to feel at once."""


@contextlib.contextmanager
def showing(keeper: Keeper, view: Callable[[], View], every: float = EVERY) -> Iterator[None]:
    """Show what `view` tells, for as long as the block runs."""
    stop = threading.Event()

    def work() -> None:
        while not stop.wait(every):
            keeper.show(view())
        keeper.close()

    thread = threading.Thread(target=work, name="screen", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(2 + every)
