"""Keeps one camera going: its newest good picture, and what is wrong when there is none.

Three parts: `Health` has the rules; a worker thread does all that touches the camera, one call at a
time; a supervisor thread lets time pass, tells of changes, and gives up a worker that hangs in the
camera's library (it cannot be stopped, but another may take its place; there are never many).
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from device.cameras.checks import PictureChecks
from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import Camera, CameraError, Frame, Lock
from device.cameras.health import CameraEvent, Health
from device.cameras.settings import WATCH, WatchSettings

log = logging.getLogger("taicam.camera")


@dataclass(eq=False, slots=True)
class _Worker:
    """A thread and its camera; what it does now, and since when."""

    busy_since: float | None = None
    given_up: bool = False
    ended: bool = False


class WatchedCamera:
    """A camera that is opened, read, watched and opened again until `stop`.

    Everything may be called from any thread, and nothing waits for the camera.
    """

    def __init__(
        self,
        make: Callable[[], Camera],
        settings: WatchSettings = WATCH,
        clock: Clock = SYSTEM_CLOCK,
        on_event: Callable[[CameraEvent], None] | None = None,
        on_progress: Callable[[], None] | None = None,
    ) -> None:
        """`make` makes the camera without opening it, and may be called again.

        `on_event` is told of each change of state, in a thread of the watch; `on_progress` is
        called after each call into the camera that came back, whatever it brought: for a watchdog.
        """
        self._make, self._s, self._clock = make, settings, clock
        self._on_event, self._on_progress = on_event, on_progress
        camera = make()
        self.name = camera.name
        self._checks = PictureChecks(settings.pictures, camera.noise_within)
        self._health = Health(camera.name, self._checks, settings, clock.monotonic())
        self._spare: Camera | None = camera
        self._guard = threading.Lock()
        self._frame: Frame | None = None
        self._came = 0.0
        self._sequence = 0
        self._events: deque[CameraEvent] = deque(maxlen=settings.events)
        self._worker: _Worker | None = None
        self._hanging: list[_Worker] = []
        self._asked: deque[tuple[Callable[[Camera], Any], _Answer]] = deque()
        self._lock: Lock | None = None
        self._wake, self._call = clock.signal(), clock.signal()
        self._waiters: list[Any] = []
        self._started = self._stopped = False
        self._ended = clock.signal()

    # --- for the owner -----------------------------------------------------------------------

    def start(self) -> WatchedCamera:
        """Begin, once; returns itself."""
        if not self._started:
            self._started = True
            self._clock.start(self._supervise, "camera-watch")
        return self

    def stop(self) -> None:
        """End, and let go of the camera. A call that hangs in its library is left behind."""
        self._stopped = True
        self._call.set()
        self._wake.set()
        if self._started:
            self._ended.wait(2.0)

    def __enter__(self) -> WatchedCamera:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()

    def newest(self, max_age: float | None = None) -> Frame | None:
        """The newest good picture, if the camera is online and it is at most `max_age` s old.

        Without `max_age`, and at most, as old as the settings allow: for scoring.
        """
        with self._guard:
            limit = self._s.stale_after if max_age is None else min(max_age, self._s.stale_after)
            frame = self._frame
            if frame is None or self._health.state != "online":
                return None
            taken = min(frame.monotonic, self._came)
            return frame if self._clock.monotonic() - taken <= limit else None

    def wait(self, after: int, timeout: float) -> Frame | None:
        """As `newest`, but a picture with a larger `sequence` than `after`: waits for it."""
        until = self._clock.monotonic() + timeout
        signal = self._clock.signal()
        with self._guard:
            self._waiters.append(signal)
        try:
            while True:
                frame = self.newest()
                if frame is not None and frame.sequence > after:
                    return frame
                left = until - self._clock.monotonic()
                if left <= 0 or self._stopped:
                    return None
                signal.wait(left)
                signal.clear()
        finally:
            with self._guard:
                self._waiters.remove(signal)

    def last(self) -> Frame | None:
        """The last good picture however old it is: only to be shown, dimmed."""
        return self._frame

    @property
    def status(self) -> CameraEvent:
        """The state now, and what is wrong."""
        with self._guard:
            return self._health.status(self._clock.monotonic(), self._clock.wall())

    @property
    def ended(self) -> bool:
        """Whether it was a file that has ended."""
        return self._health.cause == "ended"

    def events(self) -> tuple[CameraEvent, ...]:
        """The last changes of state, oldest first."""
        with self._guard:
            return tuple(self._events)

    def accept_size(self) -> None:
        """Take pictures of another size or turned by 90 degrees from now on: set up anew."""
        with self._guard:
            self._checks.size = None

    def lock(self, values: Lock | None = None, timeout: float = 5.0) -> Lock:
        """See `Camera.lock`; kept when the camera is opened again. Raises CameraError."""
        kept: Lock = self._ask(lambda camera: camera.lock(values), timeout)
        self._lock = kept
        return kept

    def unlock(self, timeout: float = 5.0) -> None:
        """See `Camera.unlock`. Raises CameraError."""
        self._lock = None
        self._ask(lambda camera: camera.unlock(), timeout)

    def _ask(self, function: Callable[[Camera], Any], timeout: float) -> Any:
        """Have the worker call `function` with the open camera."""
        answer = _Answer(self._clock.signal())
        with self._guard:
            self._asked.append((function, answer))
        self._call.set()
        if not answer.there.wait(timeout):
            answer.given_up = True
            raise CameraError("camera_silent", camera=self.name)
        if answer.error is not None:
            raise answer.error
        return answer.value

    # --- supervisor --------------------------------------------------------------------------

    def _supervise(self) -> None:
        self._start_worker()
        while not self._stopped:
            self._wake.wait(self._s.tick)
            self._wake.clear()
            with self._guard:
                self._health.tick(self._clock.monotonic())
            self._give_up_hanging()
            self._tell()
        self._tell()
        worker = self._worker
        if worker is None or worker.ended:
            self._ended.set()

    def _give_up_hanging(self) -> None:
        now = self._clock.monotonic()
        restart = False
        with self._guard:
            self._hanging = [worker for worker in self._hanging if not worker.ended]
            worker = self._worker
            if worker is not None:
                since = worker.busy_since
                if since is not None and now - since > self._s.stuck_after:
                    worker.given_up = True
                    self._hanging.append(worker)
                    self._worker = None
                    self._health.lost(None, now, "stuck")
            if self._worker is None and not self._stopped:
                restart = len(self._hanging) < self._s.most_stuck
                if not restart:
                    self._health.failed(now, "stuck")
                elif self._health.state == "failed":
                    self._health.revived(now)
        if restart:
            self._start_worker()

    def _start_worker(self) -> None:
        worker = _Worker()
        with self._guard:
            self._worker = worker
        self._clock.start(lambda: self._work(worker), "camera")

    def _tell(self) -> None:
        with self._guard:
            events = self._health.changes(self._clock.wall())
            self._events += events
        for event in events:
            level = logging.INFO if event.state in ("online", "recovering") else logging.WARNING
            log.log(level, "%s", event.text("en"))
            if self._on_event is not None:
                try:
                    self._on_event(event)
                except Exception:
                    log.exception("an event of the camera could not be told")

    # --- worker ------------------------------------------------------------------------------

    def _work(self, me: _Worker) -> None:
        """Do what the rules say, until stopped or given up."""
        camera: Camera | None = None
        try:
            with self._guard:
                camera, self._spare = self._spare, None
            if camera is None:
                camera = self._make()
            while not (self._stopped or me.given_up):
                self._step(me, camera)
        except Exception:  # a fault of this program: told once, and tried again as if it hung
            log.exception("the camera's thread ended")
            self._report(me, lambda now: self._health.lost(None, now, "lost"))
        finally:
            if camera is not None:
                camera.close()
            me.ended = True
            with self._guard:
                if self._worker is me and not self._stopped:
                    self._worker = None
            if self._stopped and not me.given_up:
                self._ended.set()

    def _step(self, me: _Worker, camera: Camera) -> None:
        now = self._clock.monotonic()
        with self._guard:
            doing, seconds = self._health.next(now)
            probe = doing == "wait" and self._health.probe_due(now)
        if doing in ("read", "wait"):
            self._answer(me, camera)
        if doing == "open":
            self._open(me, camera)
        elif doing == "read":
            self._read(me, camera)
        elif doing == "close":
            self._busy(me, camera.close)
            self._report(me, self._health.closed)
        elif probe:
            present = self._busy(me, camera.present)
            self._report(me, lambda now: self._health.there(present, now))
        else:
            self._call.wait(self._s.tick if doing == "rest" else seconds)
            self._call.clear()
            self._progress(me)

    def _open(self, me: _Worker, camera: Camera) -> None:
        try:
            self._busy(me, camera.open)
            if self._lock:
                self._busy(me, lambda: camera.lock(self._lock))
        except CameraError as error:
            refusal = error
            self._busy(me, camera.close)
            self._report(me, lambda now: self._health.refused(refusal, now))
        else:
            self._report(me, self._health.opened)

    def _read(self, me: _Worker, camera: Camera) -> None:
        try:
            frame = self._busy(me, lambda: camera.read(self._s.read))
        except CameraError as error:
            loss = error
            self._busy(me, camera.close)
            self._report(me, lambda now: self._health.lost(loss, now))
        except EOFError:
            self._report(me, self._health.ended)
        else:
            self._report(me, lambda now: self._take(frame, now))

    def _take(self, frame: Frame | None, now: float) -> None:
        if not self._health.picture(frame, now) or frame is None:
            return
        self._sequence += 1
        self._frame, self._came = replace(frame, sequence=self._sequence), now
        for signal in self._waiters:
            signal.set()

    def _answer(self, me: _Worker, camera: Camera) -> None:
        """Do what the owner asked the camera for, once it is open."""
        while self._asked and self._health.is_open:
            function, answer = self._asked.popleft()
            if answer.given_up:
                continue
            try:
                answer.value = self._busy(me, lambda call=function: call(camera))  # type: ignore[misc]
            except CameraError as error:
                answer.error = error
            answer.there.set()

    def _busy(self, me: _Worker, call: Callable[[], Any]) -> Any:
        """A call into the camera, which may hang."""
        me.busy_since = self._clock.monotonic()
        try:
            return call()
        finally:
            me.busy_since = None
            self._progress(me)

    def _progress(self, me: _Worker) -> None:
        if self._on_progress is not None and not me.given_up:
            self._on_progress()

    def _report(self, me: _Worker, tell: Callable[[float], Any]) -> None:
        """Tell the rules what came of it, unless another worker has taken over."""
        with self._guard:
            if me.given_up:
                return
            state = self._health.state
            tell(self._clock.monotonic())
            changed = self._health.state != state
        if changed:
            self._wake.set()


@dataclass(eq=False, slots=True)
class _Answer:
    """What came of something the owner asked for."""

    there: Any
    value: Any = None
    error: CameraError | None = None
    given_up: bool = False
