"""A link that can be cut: a TCP proxy on loopback."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections.abc import Callable
from types import TracebackType


class Proxy:
    """Passes bytes on to a port of loopback until it is cut."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._cut = self._frozen = self._ended = False
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._ended = True
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        """Break every connection off, wherever it stands, and refuse new ones."""
        with self._lock:
            self._cut = True
            self.cuts += 1
            for one in self._open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)

    def restore(self) -> None:
        """Let connections through again."""
        self._cut = self._frozen = False

    def freeze(self) -> None:
        """Swallow what is sent, without a word."""
        self._frozen = True

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._target), timeout=5)
                far.settimeout(None)
            except OSError:
                near.close()
                continue
            with self._lock:
                self._open |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not self._frozen:
                    other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._open -= {one, other}
        one.close()


def cut_at_random(
    proxy: Proxy, until: threading.Event, chance: random.Random, *, up: float, down: float
) -> threading.Thread:
    """Cut and restore a link until told otherwise.

    Args:
        up: seconds that it lasts at most, until the next cut.
        down: seconds that it stays cut at most.
    """

    def run() -> None:
        while not until.wait(chance.uniform(0.02, up)):
            proxy.cut()
            until.wait(chance.uniform(0.0, down))
            proxy.restore()
        proxy.restore()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def wait_until(true: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Wait for something to become true; whether it did."""
    pause = threading.Event()
    for _ in range(int(seconds / 0.02)):
        if true():
            return True
        pause.wait(0.02)
    return true()
