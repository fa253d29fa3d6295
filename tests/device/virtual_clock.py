"""A clock that stands still while any thread works, and jumps when all of them wait.

The threads are real; only waiting takes no time. Whoever makes the clock takes part in it: time
passes only while it waits, too.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable


class _Waiter:
    def __init__(self) -> None:
        self.go = threading.Event()
        self.done = False


class VirtualSignal:
    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._flag = False
        self._waiters: list[_Waiter] = []

    def set(self) -> None:
        with self._clock.guard:
            self._flag = True
            for waiter in self._waiters:
                self._clock.release(waiter)
            self._waiters = []

    def clear(self) -> None:
        with self._clock.guard:
            self._flag = False

    def wait(self, timeout: float | None = None) -> bool:
        with self._clock.guard:
            if self._flag:
                return True
            waiter = _Waiter()
            self._waiters.append(waiter)
            self._clock.block(waiter, timeout)
        waiter.go.wait()
        with self._clock.guard:
            if waiter in self._waiters:
                self._waiters.remove(waiter)
            return self._flag


class VirtualClock:
    def __init__(self, start: float = 1000.0) -> None:
        self.guard = threading.Lock()
        self.threads = 0
        """That have been started and have not ended."""
        self._now = start
        self._running = 1
        self._order = itertools.count()
        self._due: list[tuple[float, int, _Waiter]] = []

    def monotonic(self) -> float:
        return self._now

    def wall(self) -> float:
        return self._now + 1_700_000_000

    def sleep(self, seconds: float) -> None:
        waiter = _Waiter()
        with self.guard:
            self.block(waiter, seconds)
        waiter.go.wait()

    def signal(self) -> VirtualSignal:
        return VirtualSignal(self)

    def start(self, work: Callable[[], None], name: str) -> None:
        def run() -> None:
            try:
                work()
            finally:
                with self.guard:
                    self.threads -= 1
                    self._running -= 1
                    self._advance()

        with self.guard:
            self.threads += 1
            self._running += 1
        threading.Thread(target=run, name=name, daemon=True).start()

    def block(self, waiter: _Waiter, timeout: float | None) -> None:
        """The caller holds the guard and is about to wait."""
        if timeout is not None:
            due = self._now + max(0.0, timeout)
            heapq.heappush(self._due, (due, next(self._order), waiter))
        self._running -= 1
        self._advance()

    def release(self, waiter: _Waiter) -> None:
        """The caller holds the guard; let the waiter go on."""
        if not waiter.done:
            waiter.done = True
            self._running += 1
            waiter.go.set()

    def _advance(self) -> None:
        while self._running == 0 and self._due:
            due, _, waiter = heapq.heappop(self._due)
            if not waiter.done:
                self._now = max(self._now, due)
                self.release(waiter)
