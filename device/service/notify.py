"""What a service tells systemd: that it is ready, and, as long as work goes on, that it lives.

Everything is one datagram to the socket that systemd names. Started by hand there is none, and
nothing is sent.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

log = logging.getLogger("taicam.service")


@dataclass(frozen=True, slots=True)
class Notifier:
    """The way to systemd. Nothing here raises: work goes on without a supervisor."""

    address: str | None = None
    """A path, or a name that begins with @ (an abstract socket); None: nobody listens."""
    watchdog: float | None = None
    """Seconds within which systemd wants to hear something; None: it does not watch."""

    @classmethod
    def from_environment(
        cls, environ: Mapping[str, str] | None = None, process: int | None = None
    ) -> Notifier:
        """As systemd says in NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID."""
        environ = os.environ if environ is None else environ
        address = environ.get("NOTIFY_SOCKET", "")
        if not address.startswith(("/", "@")):
            return cls()
        meant = environ.get("WATCHDOG_PID", "")
        if meant and meant != str(os.getpid() if process is None else process):
            return cls(address)  # it watches another process, which started this one
        microseconds = environ.get("WATCHDOG_USEC", "")
        watched = microseconds.isdecimal() and int(microseconds) > 0
        return cls(address, int(microseconds) / 1e6 if watched else None)

    def send(self, **fields: str) -> bool:
        """Send fields as READY=1 in one datagram; whether somebody took it."""
        if self.address is None:
            return False
        text = "\n".join(f"{name}={' '.join(value.split())}" for name, value in fields.items())
        address = "\0" + self.address[1:] if self.address[0] == "@" else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as way:
                way.setblocking(False)
                way.sendto(text.encode(), address)
        except OSError:
            return False
        return True

    def ready(self, status: str = "") -> bool:
        """The service works."""
        return self.send(READY="1", **({"STATUS": status} if status else {}))

    def status(self, text: str) -> bool:
        """One line for `systemctl status`."""
        return self.send(STATUS=text)

    def alive(self) -> bool:
        """Feed the watchdog."""
        return self.send(WATCHDOG="1")

    def stopping(self) -> bool:
        """The service ends."""
        return self.send(STOPPING="1")


def end_as_if_interrupted() -> None:
    """Let SIGTERM, with which systemd ends a service, do what Ctrl-C does: leave tidily."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)


class Heart:
    """Feeds the watchdog only while every part that is needed makes progress.

    A part calls `beat` after each step of its work: a capture that came back, a reading, a turn of
    the page's loop. One that hangs stops the feeding, and systemd starts the service again.
    """

    def __init__(
        self,
        needed: Mapping[str, float],
        notifier: Notifier | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`needed`: each part and the seconds within which it must beat, from now on."""
        self.notifier = Notifier.from_environment() if notifier is None else notifier
        self._needed, self._clock = dict(needed), clock
        self._beats = dict.fromkeys(needed, clock())
        self._late: tuple[str, ...] = ()

    def beat(self, part: str) -> None:
        """`part` has made a step. Raises KeyError for one that was not named."""
        if part not in self._beats:
            raise KeyError(part)
        self._beats[part] = self._clock()

    def late(self) -> tuple[str, ...]:
        """The parts that have not beaten in time."""
        now = self._clock()
        return tuple(part for part, most in self._needed.items() if now - self._beats[part] > most)

    def feed(self) -> bool:
        """Feed the watchdog if no part is late; whether it was fed. Tells when that changes."""
        late = self.late()
        if late != self._late:
            words = f"no progress: {', '.join(late)}" if late else "progress again"
            log.log(logging.ERROR if late else logging.INFO, "%s", words)
            self.notifier.status(words)
            self._late = late
        return not late and self.notifier.alive()

    @contextlib.contextmanager
    def running(self, status: str = "") -> Iterator[None]:
        """Tell that the service is ready, feed while the block runs, tell that it ends."""
        stop = threading.Event()
        every = (self.notifier.watchdog or 0.0) / 3  # two may be lost

        def work() -> None:
            while not stop.wait(every):
                self.feed()

        self.notifier.ready(status)
        if every:
            self.feed()
            threading.Thread(target=work, name="heart", daemon=True).start()
        try:
            yield
        finally:
            stop.set()
            self.notifier.stopping()
