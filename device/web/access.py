"""Who may do what: join codes, the roles they give, and the cookie that remembers a phone."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from device.web.settings import WebSettings

ROLES: Final = ("viewer", "scorer", "organiser")
"""In rising order: looks on; sends photos, corrects and confirms; also hands out the codes."""

COOKIE: Final = "taicam"

_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 1 I L O, which look alike. All stand in a QR code's compact alphabet."""


def allows(role: str | None, wanted: str) -> bool:
    """Whether `role` may do what `wanted` may."""
    return role is not None and ROLES.index(role) >= ROLES.index(wanted)


def tidy_code(text: str) -> str:
    """A code as a person may type it: any case, with spaces or dashes."""
    return "".join(char for char in text.upper() if char.isalnum())[:32]


class TooManyTries(Exception):
    """Too many wrong codes; `seconds` until the next may be tried."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class Tries:
    """At most so many events in a sliding window, for each address and for all."""

    def __init__(self, each: int, everyone: int, window: float, clock: Callable[[], float]) -> None:
        self._each, self._everyone, self._window = each, everyone, window
        self._clock = clock
        self._by_address: OrderedDict[str, deque[float]] = OrderedDict()
        self._all: deque[float] = deque()

    def wait(self, address: str) -> int:
        """Whole seconds until this address may try again; 0 if it may now."""
        now = self._clock()
        own = self._by_address.get(address, deque())
        longest = 0.0
        for times, most in ((own, self._each), (self._all, self._everyone)):
            while times and times[0] <= now - self._window:
                times.popleft()
            if len(times) >= most:
                longest = max(longest, times[0] + self._window - now)
        return int(longest) + 1 if longest > 0 else 0

    def note(self, address: str) -> None:
        """Count one event."""
        now = self._clock()
        self._by_address.setdefault(address, deque(maxlen=self._each)).append(now)
        self._by_address.move_to_end(address)
        self._all.append(now)
        while len(self._all) > self._everyone:
            self._all.popleft()
        while len(self._by_address) > 1000:  # a flood of addresses must not fill the memory
            self._by_address.popitem(last=False)


@dataclass(slots=True)
class _Session:
    role: str
    until: float


class Access:
    """Codes and joined phones. Codes are made new at every start and are kept in memory only."""

    def __init__(self, settings: WebSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._tries = Tries(
            settings.code_tries, settings.code_tries_all, settings.code_window, clock
        )
        self._sessions: OrderedDict[bytes, _Session] = OrderedDict()
        self.codes: dict[str, str] = {}
        self.renew()

    def renew(self) -> None:
        """New codes; every phone has to join again."""
        self._sessions.clear()
        length = self._settings.code_length
        self.codes = {
            role: "".join(secrets.choice(_LETTERS) for _ in range(length)) for role in ROLES
        }

    def join(self, code: str, address: str) -> tuple[str, str] | None:
        """The role and a new cookie for a code; None if it is wrong.

        Raises:
            TooManyTries: too many wrong codes, from this address or from all.
        """
        wait = self._tries.wait(address)
        if wait:
            raise TooManyTries(wait)
        given = tidy_code(code).encode()
        found = None
        for role, known in self.codes.items():  # all are compared: the time tells nothing
            if hmac.compare_digest(given, known.encode()):
                found = role
        if found is None:
            self._tries.note(address)
            return None
        return found, self.open(found)

    def open(self, role: str) -> str:
        """A new cookie for `role`."""
        token = secrets.token_urlsafe(24)
        until = self._clock() + self._settings.session_hours * 3600
        self._sessions[_hash(token)] = _Session(role, until)
        while len(self._sessions) > self._settings.most_sessions:
            self._sessions.popitem(last=False)
        return token

    def role(self, token: str | None) -> str | None:
        """The role a cookie stands for; None if it is unknown or too old."""
        if not self._settings.lan:
            return "organiser"  # only this machine can connect
        if not token:
            return None
        key = _hash(token)
        session = self._sessions.get(key)
        if session is None:
            return None
        if session.until < self._clock():
            del self._sessions[key]
            return None
        self._sessions.move_to_end(key)
        return session.role

    def leave(self, token: str | None) -> None:
        """Forget a cookie."""
        if token:
            self._sessions.pop(_hash(token), None)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
