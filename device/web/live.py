"""Tells every page that watches what happened, in order; who was away for a moment catches up."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

HEARTBEAT = b": alive\n\n"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; `number` counts from 1 without a gap."""

    number: int
    kind: str
    data: dict[str, Any]

    def encode(self) -> bytes:
        """As server-sent events are written."""
        return encode(self.kind, self.data, self.number)


def encode(kind: str, data: object, number: int | None = None) -> bytes:
    """One server-sent event. JSON has no line breaks, so one data line is enough."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = "" if number is None else f"id: {number}\n"
    return f"{head}event: {kind}\ndata: {text}\n\n".encode()


class TooManyWatchers(Exception):
    """No more pages can watch at one time."""


class Live:
    """The stream of events. All methods belong to the event loop's thread."""

    def __init__(self, kept: int, most: int, queue: int, heartbeat: float) -> None:
        self._recent: deque[Event] = deque(maxlen=kept)
        self._watchers: set[asyncio.Queue[Event | None]] = set()
        self._most, self._queue, self._heartbeat = most, queue, heartbeat
        self._number = 0

    @property
    def watching(self) -> int:
        """How many pages watch now."""
        return len(self._watchers)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self._number

    def tell(self, kind: str, data: dict[str, Any]) -> Event:
        """Send an event to all. A page that does not keep up is cut off and connects again."""
        self._number += 1
        event = Event(self._number, kind, data)
        self._recent.append(event)
        for queue in list(self._watchers):
            try:
                queue.put_nowait(event)
            except asyncio.QueueFull:
                self._watchers.discard(queue)
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(None)
        return event

    def close(self) -> None:
        """End every stream: the program stops."""
        for queue in list(self._watchers):
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(None)

    def watch(self, after: int | None) -> AsyncIterator[bytes]:
        """The stream for one page, beginning after event `after` (None: with the next one).

        Raises:
            TooManyWatchers: at once, before anything is sent.
        """
        if len(self._watchers) >= self._most:
            raise TooManyWatchers
        return self._stream(after)

    async def _stream(self, after: int | None) -> AsyncIterator[bytes]:
        queue: asyncio.Queue[Event | None] = asyncio.Queue(self._queue)
        missed: list[Event] = []
        if after is not None:
            # A number from before a restart is larger than any of now: then all is news.
            since = after if after <= self._number else 0
            missed = [event for event in self._recent if event.number > since]
        hello = encode("hello", {"number": self._number})
        self._watchers.add(queue)
        try:
            yield hello
            for event in missed:
                yield event.encode()
            while True:
                try:
                    news = await asyncio.wait_for(queue.get(), self._heartbeat)
                except TimeoutError:
                    yield HEARTBEAT
                    continue
                if news is None:
                    return
                yield news.encode()
        finally:
            self._watchers.discard(queue)
