"""One table, running: camera, engine and set-up together, for the command line and the page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from device.hands import InputError
from device.live.engine import Defaults, Engine, LiveStatus
from device.live.settings import LIVE, LiveSettings
from device.live.table import TableSetup, load, save
from device.live.teller import Teller
from vision.watch.whole import WholeWatcher

if TYPE_CHECKING:
    from device.cameras.advice import Advice
    from device.cameras.frame import Frame
    from device.cameras.watch import WatchedCamera
    from device.club.book import Book
    from vision.reader import Reader


@dataclass(frozen=True, slots=True)
class Aim:
    """What a person who aims the camera sees: advice, and whether the table is known."""

    advice: tuple[Advice, ...]
    setup: TableSetup | None
    size: tuple[int, int] | None
    """Of the camera's picture (width, height); None before the first."""


class TableService:
    """Camera and engine of one table; set up or not yet.

    Args:
        camera: not started yet.
        spec: how the camera is called, for the set-up file.
        reader: locator and namer.
        book: where hands are written.
        folder: of the set-up file.
        pending: folder for pictures of hands that are not confirmed.
        defaults: rules where no game is being written down.
        on_change: called when something is to be shown anew, from any thread.
        on_progress: called after each picture, for a watchdog.
    """

    def __init__(
        self,
        camera: WatchedCamera,
        spec: str,
        reader: Reader,
        book: Book | None,
        folder: Path,
        pending: Path | None = None,
        defaults: Defaults | None = None,
        settings: LiveSettings = LIVE,
        *,
        on_change: Callable[[], None] | None = None,
        on_progress: Callable[[], None] | None = None,
    ) -> None:
        self.camera, self._spec, self._reader = camera, spec, reader
        self._book, self._folder, self._pending = book, folder, pending
        self._defaults, self._settings = defaults or Defaults(), settings
        self.on_change = on_change or (lambda: None)
        self._on_progress = on_progress or (lambda: None)
        self.setup: TableSetup | None = load(folder)
        self.engine: Engine | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._mutex = threading.Lock()

    def start(self) -> TableService:
        """Start the camera and, if the table is set up, follow it."""
        self.camera.start()
        if self.setup is not None:
            self._follow(self.setup)
        return self

    def stop(self) -> None:
        """Stop following and let go of the camera."""
        with self._mutex:
            self._halt()
        self.camera.stop()

    def __enter__(self) -> TableService:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _follow(self, setup: TableSetup) -> None:
        frame = setup.frame()
        watcher = WholeWatcher(self._reader.locator, self._reader.namer, frame)  # type: ignore[arg-type]
        engine = Engine(
            self.camera,
            watcher,
            Teller(frame.side),
            self._book,
            self._defaults,
            self._settings,
            folder=self._pending,
            on_change=lambda: self.on_change(),
            on_progress=self._on_progress,
        )
        self._stop = stop = threading.Event()
        self._thread = threading.Thread(
            target=engine.run, args=(stop,), name="live-table", daemon=True
        )
        self.engine, self.setup = engine, setup
        self._thread.start()

    def _halt(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(5)
        if self.engine is not None:
            self.engine.close()
        self.engine, self._thread = None, None

    # --- aiming ---

    def aim_at(self, corners: tuple[tuple[float, float], ...], side: float) -> TableSetup:
        """Set the table up: corners in pixels of the camera's picture, side in cm.

        Raises:
            InputError: no picture yet, or corners that no camera over a table sees.
            OSError: the set-up cannot be written.
        """
        size = self.aim().size
        if size is None:
            raise InputError("live_no_picture", camera=self.camera.name)
        tiles = "" if self.setup is None else self.setup.tiles
        setup = TableSetup(self._spec, corners, side, size, tiles)
        setup.frame()
        with self._mutex:
            save(self._folder, setup)
            self._halt()
            self.camera.accept_size()
            self._follow(setup)
        self.on_change()
        return setup

    def found_corners(self, side: float) -> tuple[tuple[float, float], ...]:
        """Corners found by markers or by the cloth's edge. Raises InputError if they are not."""
        from device.tables import AUTOMATIC, frame_of

        frame = self.newest()
        if frame is None:
            raise InputError("live_no_picture", camera=self.camera.name)
        return frame_of(frame.image, AUTOMATIC, side).corners

    def aim(self) -> Aim:
        """How the picture is, for who aims the camera."""
        from device.cameras.advice import advise

        frame = self.newest()
        if frame is None:
            return Aim((), self.setup, None)
        height, width = frame.image.shape[:2]
        pixels = None
        if self.setup is not None and self.setup.size == (width, height):
            pixels = self.setup.frame().tile_pixels
        return Aim(advise(frame.image, pixels), self.setup, (width, height))

    # --- looking on ---

    def newest(self) -> Frame | None:
        """The newest picture, however old: only to be shown."""
        return self.camera.last()

    def picture(self, longest: int) -> bytes | None:
        """The newest picture as JPEG, with this longer side at most; None before the first."""
        frame = self.newest()
        if frame is None:
            return None
        image = frame.image
        height, width = image.shape[:2]
        scale = longest / max(width, height)
        if scale < 1:
            size = (round(width * scale), round(height * scale))
            image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if done else None

    def status(self) -> LiveStatus | None:
        """What goes on at the table; None while it is not set up."""
        return None if self.engine is None else self.engine.status()
