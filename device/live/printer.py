"""Prints what happens at the table, one line an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.live.told import event_line, result_lines, result_to_dict
from device.messages import say

if TYPE_CHECKING:
    from device.cli import Interface
    from device.club.book import Book
    from device.live.engine import LiveStatus
    from device.live.service import TableService


class Printer:
    """Remembers what was printed, so that everything is said once."""

    def __init__(self, interface: Interface, book: Book | None, as_json: bool) -> None:
        self._interface, self._book, self._json = interface, book, as_json
        self._camera: object = None
        self._hand = 0
        self._events = 0
        self._stage = ""
        self._result: tuple[str, bool] = ("", False)

    def tell(self, service: TableService) -> None:
        """Print what is new."""
        status = service.status()
        if status is not None:
            self.tell_status(status)

    def tell_status(self, status: LiveStatus) -> None:
        """Print what is new in a status."""
        language, names = self._interface.language, self._names()
        camera = (status.camera.state, status.camera.cause)
        lines = []
        if camera != self._camera:
            self._camera = camera
            lines.append(status.camera.text(language))
        if status.stage.value != self._stage:
            self._stage = status.stage.value
            lines.append(say(language, f"live_stage_{self._stage}"))
        if status.hand != self._hand:
            self._hand, self._events = status.hand, 0
        told = status.told[self._events :]
        self._events = max(self._events, len(status.told))
        lines += [event_line(one, names, language) for one in told]
        result = status.result
        key = ("", False) if result is None else (result.id, bool(result.event))
        if result is not None and key[0] != self._result[0]:
            if self._json:
                self._interface.json(result_to_dict(result, names, language))
            lines += result_lines(result, names, language)
        if key != self._result and key[1] and result is not None and self._book is not None:
            event = self._book.event(result.event)
            if event is not None:
                lines.append(say(language, "live_written", number=event.seq))
        self._result = key
        if lines and not self._json:
            self._interface.out(lines)

    def _names(self) -> tuple[str, ...]:
        """The four at the table, if a game is being written down."""
        if self._book is None:
            return ()
        view = self._book.game_now()
        if view is None:
            return ()
        names = self._book.names()
        return tuple(names.get(one, one) for one in view.seats)
