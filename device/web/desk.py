"""Reads photographs one at a time, off the event loop, from a queue that cannot grow."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from device.hands import InputError
from device.messages import Language

if TYPE_CHECKING:
    import numpy as np

    from device.snap import Snapped
    from device.web.forms import Setup
    from scoring.rulesets import RuleSet
    from vision.reader import ReadsPhotos

KEPT = 200
"""Finished jobs that can still be asked about."""


@dataclass(slots=True)
class Job:
    """One photograph on its way. States: waiting, reading, done, failed."""

    photo: Path
    name: str
    setup: Setup
    language: Language
    rules: RuleSet | None = None
    """A club's own rules; None for those of `setup`."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    state: str = "waiting"
    result: str | None = None
    error: Exception | None = None
    received: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    """From received to done."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "failed")


Finish = Callable[["Job", "np.ndarray", "Snapped"], str]
"""Called in the worker with what was read: keeps it and returns the result's id."""


class Desk:
    """The queue and its one worker thread."""

    def __init__(self, reader: ReadsPhotos, finish: Finish, waiting: int) -> None:
        self._reader = reader
        self._finish = finish
        self._most = waiting
        self._queue: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._promised = 0
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    # --- on the event loop ---

    def start(self) -> None:
        """Start the worker. Called on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="reader", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End every `follow`: the program stops."""
        self._closing = True
        for job in self._jobs.values():
            signal, job.changed = job.changed, asyncio.Event()
            signal.set()

    def stop(self) -> None:
        """Let the worker end after the photo it reads now."""
        self._queue.put(None)

    @property
    def waiting(self) -> int:
        """Photos that wait or are being read."""
        return sum(not job.over for job in self._jobs.values())

    @property
    def full(self) -> bool:
        """Whether as many photos wait, or are being received, as may."""
        return self.waiting + self._promised >= self._most

    @contextlib.contextmanager
    def place(self) -> Iterator[None]:
        """Keep a place in the queue while a photo is being received; ask `full` before."""
        self._promised += 1
        try:
            yield
        finally:
            self._promised -= 1

    def put(self, job: Job) -> Job:
        """Queue a photo that has a place; its file belongs to the desk from now on."""
        self._jobs[job.id] = job
        for key in [key for key, old in self._jobs.items() if old.over][:-KEPT]:
            del self._jobs[key]
        self._queue.put(job)
        return job

    def job(self, key: str) -> Job | None:
        """A job by its id."""
        return self._jobs.get(key)

    def ahead(self, job: Job) -> int:
        """How many photos are read before this one."""
        waiting = (other for other in self._jobs.values() if not other.over)
        return sum(other.received < job.received for other in waiting)

    async def follow(self, job: Job, every: float) -> AsyncIterator[Job | None]:
        """The job each time it has changed, until it is over; None after each quiet `every` s."""
        while True:
            signal = job.changed
            yield job
            if job.over or self._closing:
                return
            while not signal.is_set():
                try:
                    await asyncio.wait_for(signal.wait(), every)
                except TimeoutError:
                    yield None

    # --- in the worker ---

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            self._set(job, "reading")
            try:
                job.result = self._read(job)
            except Exception as error:  # one bad photo must not end the worker
                known = hasattr(error, "key")
                reason = str(error).split("\n")[0]
                job.error = (
                    error
                    if known
                    else InputError("unexpected", kind=type(error).__name__, reason=reason)
                )
            finally:
                with contextlib.suppress(OSError):
                    job.photo.unlink(missing_ok=True)
            job.seconds = time.monotonic() - job.received
            self._set(job, "failed" if job.error is not None else "done")

    def _read(self, job: Job) -> str:
        from device.photo import PhotoError
        from device.snap import snap
        from device.web.heic import load
        from scoring.rulesets import get_rules

        try:
            image = load(job.photo)
            snapped = snap(
                image, job.name, self._reader, job.rules or get_rules(job.setup.rules),
                job.setup.options(),
            )  # fmt: skip
        except PhotoError as error:
            raise PhotoError(error.key, **{**error.params, "path": job.name}) from None
        return self._finish(job, image, snapped)

    def _set(self, job: Job, state: str) -> None:
        loop = self._loop
        if loop is None or loop.is_closed():
            return

        def tell() -> None:
            job.state = state
            signal, job.changed = job.changed, asyncio.Event()
            signal.set()
            for other in self._jobs.values():  # their place in the queue has changed
                if other is not job and not other.over:
                    woken, other.changed = other.changed, asyncio.Event()
                    woken.set()

        with contextlib.suppress(RuntimeError):  # the loop closed meanwhile
            loop.call_soon_threadsafe(tell)
