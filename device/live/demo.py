"""`taicam live --demo`: the whole way, before a table that is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from device.cameras.frame import Frame
from device.cameras.health import CameraEvent
from device.live.engine import Engine
from device.live.printer import Printer
from device.live.settings import LiveSettings
from device.live.teller import Teller
from vision.simulator.game import demo
from vision.watch.whole import WholeWatcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.cli import Interface
    from vision.reader import Reader
    from vision.simulator.film import Shot

FPS = 5.0
"""Pictures a second: what a table needs."""
ONLINE = CameraEvent("demo", "online", "starting", "", 0.0, 0.0, 0.0)


class DrawnTable:
    """A camera over the drawn table; see `device.live.engine.GivesFrames`."""

    status = ONLINE

    def __init__(self, shots: Iterator[Shot]) -> None:
        self._shots = shots
        self._number = 0
        self.ended = False

    def wait(self, after: int, timeout: float) -> Frame | None:
        """The next picture; None when the film has ended."""
        shot = next(self._shots, None)
        if shot is None:
            self.ended = True
            return None
        self._number += 1
        time = shot.moment.time
        return Frame(shot.image, self._number, time, time, "demo")


def show_demo(interface: Interface, as_json: bool, *, real_time: bool = False) -> int:
    """Follow one drawn hand to its win, as fast as it can be drawn and read."""
    from device import cli

    reader = cast("Reader", cli.load_reader())
    shots = demo(real_time=real_time, fps=FPS)
    first = next(shots)
    watcher = WholeWatcher(reader.locator, reader.namer, first.frame)  # type: ignore[arg-type]
    camera = DrawnTable(shots)
    engine = Engine(camera, watcher, Teller(first.frame.side), settings=LiveSettings(idle_rate=1e9))
    printer = Printer(interface, None, as_json)
    try:
        while engine.step():
            printer.tell_status(engine.status())
        printer.tell_status(engine.status())
        return 0 if any(result.sure for result in engine.results()) else 1
    finally:
        engine.close()
