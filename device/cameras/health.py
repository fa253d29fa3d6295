"""What state a camera is in, and what is to be done about it: no threads, no camera, only rules.

starting ─► online ─► stale ─► offline ─► recovering ─► online
A camera that tells of its loss is offline at once. Pictures that show nothing or nothing new count
as none. `failed` is what only a person can help.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from device.cameras.checks import PictureChecks
from device.cameras.frame import CameraError, Frame
from device.cameras.settings import WatchSettings
from device.messages import Language, explain, say

State = Literal["starting", "online", "stale", "offline", "recovering", "failed"]
Cause = Literal[
    "", "stalled", "lost", "refused", "black", "frozen", "rotated", "resized", "stuck", "ended"
]
Doing = Literal["open", "read", "close", "wait", "rest"]


@dataclass(frozen=True, slots=True)
class CameraEvent:
    """A change of state, for a log, a display or a page; how it is now, if `before` is `state`."""

    camera: str
    state: State
    before: State
    cause: Cause
    """Why there is no picture, or was none before it came back."""
    monotonic: float
    wall: float
    seconds: float
    """How old the newest good picture is; of one that came back, how long there was none."""
    error: CameraError | None = None

    def text(self, language: Language) -> str:
        """One line for people."""
        came = self.state == "online" != self.before
        key = "camera_came_online" if came else f"camera_is_{self.state}"
        words = say(language, key, seconds=round(self.seconds))
        why = ""
        if self.state in ("stale", "offline", "failed") and self.cause:
            why = self._why(language)
        line = say(language, "camera_line", words=words, camera=self.camera)
        return say(language, "camera_because", line=line, why=why) if why else line

    def _why(self, language: Language) -> str:
        if self.cause == "refused" and self.error is not None:
            return explain(self.error, language)
        return say(language, f"camera_cause_{self.cause}")


class Health:
    """The rules. Every method is told what time it is (monotonic seconds)."""

    def __init__(self, name: str, checks: PictureChecks, settings: WatchSettings, now: float):
        self._name, self._checks, self._s = name, checks, settings
        self.state: State = "starting"
        self.cause: Cause = ""
        self.error: CameraError | None = None
        self.last_good = now
        """When the newest good picture came; of a frozen one, when it was seen first."""
        self._open = False
        self._opened = now
        self._good = 0
        self._good_since = now
        self._failures = 0
        self._closed = now
        self._retry_at = now
        self._probe_at = now
        self._away = False
        self._read_at = now
        self._black_wait = settings.black_first
        self._picture_at = now
        self._lost_since = now
        self._changes: list[CameraEvent] = []

    @property
    def is_open(self) -> bool:
        """Whether the camera is open."""
        return self._open

    def next(self, now: float) -> tuple[Doing, float]:
        """What to do now, and for how long if it is to wait."""
        if self.state == "failed" or self.cause == "ended":
            return ("close", 0.0) if self._open else ("rest", 0.0)
        if not self._open:
            if now >= self._retry_at:
                return "open", 0.0
            return "wait", min(self._retry_at - now, max(0.0, self._probe_at - now))
        if self._useless(now):
            return "close", 0.0
        return ("read", 0.0) if now >= self._read_at else ("wait", self._read_at - now)

    def _useless(self, now: float) -> bool:
        """Whether to open the camera again: it has given no good picture for too long."""
        quiet = now - max(self.last_good, self._opened)
        if self.cause in ("rotated", "resized"):
            return False  # a person turned it: it stays so
        if self.cause == "black":
            return quiet > self._black_wait
        return quiet > self._s.offline_after

    def probe_due(self, now: float) -> bool:
        """Whether to look if the device is there (`there`)."""
        return not self._open and now >= self._probe_at

    def there(self, present: bool | None, now: float) -> None:
        """The device is there, is away (False), or that cannot be told (None)."""
        self._probe_at = now + self._s.probe
        came_back = self._away and present is not False
        self._away = present is False
        if came_back:
            self._failures, self._retry_at = 0, now
        elif not self._away:
            self._retry_at = min(self._retry_at, self._closed + self._s.retry_present)

    def opened(self, now: float) -> None:
        """The camera was opened."""
        self._open, self._opened = True, now
        self._good = 0
        self._read_at = now

    def refused(self, error: CameraError, now: float) -> None:
        """It could not be opened."""
        self._close(now)
        if error.lasting or not self._told():
            self.cause, self.error = "refused", error
        self._become("failed" if error.lasting else "offline", now)

    def lost(self, error: CameraError | None, now: float, cause: Cause = "lost") -> None:
        """It went away while it was open, or was given up."""
        self._close(now)
        lasting = error is not None and error.lasting
        if lasting or not self._told():
            self.cause, self.error = "refused" if lasting else cause, error
        self._become("failed" if lasting else "offline", now)

    def _told(self) -> bool:
        """Whether people know already what is wrong; what was wrong first says most."""
        return self.state in ("offline", "failed") and self.cause != ""

    def closed(self, now: float) -> None:
        """It was closed, to be opened again."""
        if self.cause == "black":
            self._black_wait = min(self._s.black_most, 2 * self._black_wait)
        if self._open:
            self._close(now)

    def ended(self, now: float) -> None:
        """A file has ended."""
        self.cause = "ended"
        self._become("offline", now)

    def failed(self, now: float, cause: Cause) -> None:
        """Nothing more can be done."""
        self.cause = cause
        self._become("failed", now)

    def revived(self, now: float) -> None:
        """What had failed may be tried again."""
        self._close(now)
        self._become("offline", now)

    def picture(self, frame: Frame | None, now: float) -> bool:
        """A picture came (or none); whether it may be handed out."""
        self._read_at = max(self._read_at + 1 / self._s.rate, now)
        if frame is None:
            self.tick(now)
            return False
        self._picture_at = now
        fault = self._checks.look(frame.image, now)
        if fault is None:
            self._good_picture(now)
            return self.state == "online"
        self.cause, self._good = fault, 0
        if fault == "frozen":
            self.last_good = min(self.last_good, self._checks.since)
        self.tick(now)
        return False

    def _good_picture(self, now: float) -> None:
        if now - self.last_good > self._s.stale_after or self._good == 0:
            self._good, self._good_since = 0, now
        self._good += 1
        self.last_good = now
        if self.state == "offline":
            self._become("recovering", now)
        elif self.state == "stale" or self._settled(now):
            self._become("online", now)
        if self.state == "online":
            self.cause, self.error, self._failures = "", None, 0
            self._black_wait = self._s.black_first

    def _settled(self, now: float) -> bool:
        enough = self._good >= self._s.settle_pictures
        return enough and now - self._good_since >= self._s.settle

    def tick(self, now: float) -> None:
        """Time has passed."""
        quiet = now - max(self._picture_at, self._opened)
        if self._open and quiet > self._s.stale_after and self.cause != "ended":
            self.cause = "stalled"
        age = now - self.last_good
        patience = self._s.stale_after if self.state == "recovering" else self._s.offline_after
        if age > patience and self.state != "failed":
            self._become("offline", now)
        elif age > self._s.stale_after and self.state == "online":
            self._become("stale", now)

    def status(self, now: float, wall: float) -> CameraEvent:
        """How it is now."""
        age = now - self.last_good
        return CameraEvent(
            self._name, self.state, self.state, self.cause, now, wall, age, self.error
        )

    def changes(self, wall: float) -> list[CameraEvent]:
        """The changes of state since this was asked last; `wall` is what time it is now."""
        taken, self._changes = self._changes, []
        return [replace(event, wall=wall) for event in taken]

    def _close(self, now: float) -> None:
        self._open, self._good = False, 0
        self._failures += 1
        self._closed = self._probe_at = now
        wait = self._s.retry_first * 2.0 ** min(self._failures - 1, 16)
        self._retry_at = now + min(wait, self._s.retry_most)

    def _become(self, state: State, now: float) -> None:
        if state == self.state:
            return
        if state in ("stale", "offline") and self.state == "online":
            self._lost_since = self.last_good
        seconds = now - (self._lost_since if state == "online" else self.last_good)
        self._changes.append(
            CameraEvent(self._name, state, self.state, self.cause, now, 0.0, seconds, self.error)
        )
        self.state = state
