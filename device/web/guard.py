"""Stands before the app: foreign hosts, cross-site requests, floods, endless or slow bodies."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from device.messages import DEFAULT, Language, parse_language
from device.web.settings import WebSettings
from device.web.words import say_web

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        b"connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"geolocation=(), microphone=(), camera=(self)"),
)

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL = frozenset({"127.0.0.1", "::1"})
UPLOADS = "/api/photos"


def is_local(address: str) -> bool:
    """Whether a connection comes from this machine itself."""
    return address in LOCAL or address.startswith("127.") or address == "::ffff:127.0.0.1"


def host_name(host: str) -> str:
    """The name in a Host header, without its port; IPv6 addresses without their brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().rstrip(".")


def language_of(scope: Scope) -> Language:
    """The language a request asks for: `?lang=`, the cookie `lang`, then Accept-Language."""
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    for part in query.split("&"):
        if part.startswith("lang=") and (asked := parse_language(part[5:][:20])):
            return asked
    headers = {name: value.decode("latin-1") for name, value in scope.get("headers", ())}
    for part in headers.get(b"cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == "lang" and (asked := parse_language(value[:20])):
            return asked
    for part in headers.get(b"accept-language", "").split(",")[:8]:
        if asked := parse_language(part.partition(";")[0].strip()[:20]):
            return asked
    return DEFAULT


class Guard:
    """ASGI middleware; see the module."""

    def __init__(self, app: App, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings
        names = {"127.0.0.1", "localhost", "::1", *(name.lower() for name in settings.hosts)}
        self._hosts = frozenset(name.rstrip(".") for name in names)
        self._counts: OrderedDict[str, tuple[float, int]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message.get("headers", ())}
                message["headers"] = [
                    *message.get("headers", ()),
                    *(pair for pair in HEADERS if pair[0] not in given),
                ]
            await send(message)

        headers: dict[bytes, str] = {}
        for name, value in scope["headers"]:
            if name in headers and name in (b"host", b"origin", b"content-length"):
                await _refuse(scope, dressed, 400, "web_bad_request")
                return
            headers[name] = value.decode("latin-1")
        refused = self._refused(scope, headers)
        if refused is not None:
            await _refuse(scope, dressed, *refused)
            return
        if scope["method"] in SAFE or scope["path"] == UPLOADS:
            await self._app(scope, receive, dressed)
            return
        body = await self._body(headers, receive)
        if isinstance(body, int):
            key = "web_slow" if body == 408 else "web_too_long"
            await _refuse(scope, dressed, body, key)
            return
        await self._app(scope, _replay(body, receive), dressed)

    def _refused(self, scope: Scope, headers: dict[bytes, str]) -> tuple[int, str] | None:
        if host_name(headers.get(b"host", "")) not in self._hosts:
            return 421, "web_foreign_host"
        client = scope.get("client")
        address = client[0] if client else ""
        if not is_local(address) and self._flooding(address):
            return 429, "web_flood"
        if scope["method"] not in SAFE and not self._same_site(headers):
            return 403, "web_cross_site"
        return None

    def _same_site(self, headers: dict[bytes, str]) -> bool:
        """Whether a request that changes something comes from a page of ours, or no page at all."""
        if headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        origin = headers.get(b"origin")
        if origin is None:
            return True  # not a browser's: those always say where a POST comes from
        try:
            parts = urlsplit(origin)
            same = parts.netloc.lower() == headers.get(b"host", "").lower()
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and same

    def _flooding(self, address: str) -> bool:
        now = time.monotonic()
        start, count = self._counts.pop(address, (now, 0))
        if now - start >= 60.0:
            start, count = now, 0
        self._counts[address] = (start, count + 1)
        while len(self._counts) > 1000:
            self._counts.popitem(last=False)
        return count >= self._settings.requests_per_minute

    async def _body(self, headers: dict[bytes, str], receive: Receive) -> bytes | int:
        """The whole body, or the status that refuses it."""
        most = self._settings.body_bytes
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length[:12]) > most:
            return 413
        body = bytearray()
        try:
            async with asyncio.timeout(self._settings.stall_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return 400
                    body += message.get("body", b"")
                    if len(body) > most:
                        return 413
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            return 408


def _replay(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(scope: Scope, send: Send, status: int, key: str) -> None:
    error = {"key": key, "text": say_web(language_of(scope), key)}
    body = json.dumps({"error": error}, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if status == 429:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
