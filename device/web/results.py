"""Results that somebody still looks at: kept in memory, their pictures on disk, for a while."""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.web.answers import Scored
    from device.web.forms import HandForm
    from vision.types import Question, Reading


@dataclass(slots=True)
class Result:
    """One hand: what was read, what people made of it, and its score."""

    scored: Scored
    reading: Reading | None = None
    picture: Path | None = None
    """The photograph, upright, without metadata, `shown_side` long at most, until it is confirmed.
    """
    kept: Path | None = None
    """The same in the book, once confirmed."""
    questions: tuple[Question, ...] = ()
    base: HandForm | None = None
    """The hand as it was read, before people changed it."""
    answers: dict[Question, str] = field(default_factory=dict)
    """What people answered, for decoding the reading again."""
    assumed: Mapping[str, Any] = field(default_factory=dict)
    changed: tuple[tuple[int, str, str], ...] = ()
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    version: int = 1
    made: float = field(default_factory=time.monotonic)
    logged: int | None = None
    """Its number in the book, once confirmed."""
    at: str = ""
    """When that was."""
    corrects: str | None = None
    """The event of the book that it will correct."""

    @property
    def how(self) -> str:
        """How the hand was told, for the evidence."""
        return "typed" if self.reading is None else "photo"

    @property
    def photo(self) -> Path | None:
        """The photograph, wherever it lies now."""
        return self.picture or self.kept

    def drop_picture(self) -> None:
        """Delete the photograph that is not in the book."""
        if self.picture is not None:
            with contextlib.suppress(OSError):
                self.picture.unlink(missing_ok=True)
            self.picture = None

    def corrections(self) -> list[dict[str, Any]]:
        """Tiles that people changed: where, as read, as taken."""
        if self.reading is None:
            return []
        faces = self.scored.form.faces()
        return [
            {"at": i, "read": tile.face, "taken": faces[i]}
            for i, tile in enumerate(self.reading.tiles)
            if i in faces and faces[i] != tile.face
        ]


class Results:
    """The store. Safe to use from the worker's thread and the event loop's."""

    def __init__(
        self, most: int, hours: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._seconds, self._clock = most, hours * 3600, clock
        self._results: OrderedDict[str, Result] = OrderedDict()
        self._mutex = threading.Lock()

    def __len__(self) -> int:
        return len(self._results)

    def add(self, result: Result) -> Result:
        """Keep a result; the oldest goes when there are too many."""
        with self._mutex:
            self._results[result.id] = result
            now = self._clock()
            while self._results:
                oldest = next(iter(self._results.values()))
                if len(self._results) <= self._most and oldest.made > now - self._seconds:
                    break
                self._forget(oldest.id)
        return result

    def get(self, key: str) -> Result | None:
        """A result that is still kept."""
        result = self._results.get(key)
        if result is not None and result.made <= self._clock() - self._seconds:
            self.forget(key)
            return None
        return result

    def forget(self, key: str) -> None:
        """Drop a result and delete its picture."""
        with self._mutex:
            self._forget(key)

    def _forget(self, key: str) -> None:
        result = self._results.pop(key, None)
        if result is not None:
            result.drop_picture()
