"""Where events are written: the terminal, or systemd's journal, which keeps and rotates them."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import IO

_PRIORITIES = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
"""From which level on, and syslog's number for it."""


class _Journal(logging.Formatter):
    """A line that begins with its priority; the journal adds the time."""

    def format(self, record: logging.LogRecord) -> str:
        priority = next((code for level, code in _PRIORITIES if record.levelno >= level), 7)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).split("\n"))


def log_events(stream: IO[str] | None = None, environ: Mapping[str, str] | None = None) -> None:
    """Write one line an event on stderr; may be called again."""
    environ = os.environ if environ is None else environ
    log = logging.getLogger("taicam")
    for handler in [known for known in log.handlers if known.name == "taicam-events"]:
        log.removeHandler(handler)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.name = "taicam-events"
    by_journal = "JOURNAL_STREAM" in environ
    handler.setFormatter(
        _Journal("%(message)s")
        if by_journal
        else logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S")
    )
    log.addHandler(handler)
    log.setLevel(logging.INFO)
