"""Runs the page: the server with its limits, the addresses it goes by, the QR code to join."""

from __future__ import annotations

import asyncio
import fcntl
import io
import socket
import struct
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from device.messages import Language
from device.web.access import Access
from device.web.guard import is_local
from device.web.settings import WebSettings
from device.web.words import say_web

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI

_SIOCGIFADDR = 0x8915


def lan_addresses() -> list[str]:
    """IPv4 addresses under which this machine can be reached, the likeliest first."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks for the route
            found.append(probe.getsockname()[0])
        except OSError:
            pass  # no route anywhere: a network without a way out
        for _, name in socket.if_nameindex():
            try:
                packed = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, packed)
                found.append(socket.inet_ntoa(answer[20:24]))
            except OSError:
                continue  # this one has no IPv4 address
    return [address for address in dict.fromkeys(found) if not is_local(address)]


def own_names() -> list[str]:
    """Names that machines of the same network may know this one by."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"] if name else []


def qr_lines(text: str) -> str:
    """A QR code for a terminal."""
    import segno

    buffer = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=buffer, compact=True, border=2)
    return buffer.getvalue()


def guarded(settings: WebSettings) -> type[H11Protocol]:
    """The HTTP protocol with limits on connections: their number, and the wait for a request."""
    by_address: Counter[str] = Counter()

    class Guarded(H11Protocol):
        counted: str | None = None
        timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            own = by_address[address] >= settings.most_from_one and not is_local(address)
            if own or by_address.total() >= settings.most_connections:
                transport.abort()
                return
            by_address[address] += 1
            self.counted = address
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.timer is None and self._idle():
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None
            if self.counted is not None:
                by_address[self.counted] -= 1
                if by_address[self.counted] <= 0:
                    del by_address[self.counted]
                self.counted = None
            super().connection_lost(exc)

        def _idle(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def _wait(self) -> None:
            self.timer = self.loop.call_later(settings.header_seconds, self._late)

        def _late(self) -> None:
            self.timer = None
            if self._idle() and not self.transport.is_closing():
                self.transport.close()

    return Guarded


class Server(uvicorn.Server):
    """Ends the streams of events when it stops; it would wait for them otherwise."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server.shutdown`."""
        site = getattr(self.config.app, "state").site  # noqa: B009
        site.live.close()
        site.desk.close()
        await super().shutdown(sockets)


def server(
    app: FastAPI, settings: WebSettings, on_turn: Callable[[], Awaitable[None]] | None = None
) -> Server:
    """The server, not yet running. `on_turn` is called once a second while its loop turns."""
    return Server(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.port,
            http=guarded(settings),
            ws="none",
            log_level="warning",
            access_log=False,  # addresses and ids of people's hands need not be kept
            proxy_headers=False,
            server_header=False,
            date_header=True,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=2,
            lifespan="on",
            callback_notify=on_turn,
            timeout_notify=1,
        )
    )


def open_socket(settings: WebSettings) -> socket.socket:
    """Listen, so that a taken port is told before anything else is loaded. Raises OSError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named as TCP, or asyncio does not send small parts at once: each answer would wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((settings.host, settings.port))
        listening.listen(512)
    except BaseException:
        listening.close()
        raise
    return listening


def with_lan(settings: WebSettings) -> WebSettings:
    """The settings of a page for other machines: all addresses, and this machine's names."""
    names = (*settings.hosts, *lan_addresses(), *own_names())
    host = "0.0.0.0" if settings.host == "127.0.0.1" else settings.host
    return replace(settings, lan=True, host=host, hosts=tuple(dict.fromkeys(names)))


def urls(settings: WebSettings) -> Callable[[], list[str]]:
    """Tells the addresses of the page as they are now: a laptop may change its network."""

    def tell() -> list[str]:
        if settings.host not in ("0.0.0.0", "::"):
            return [f"http://{settings.host}:{settings.port}"]
        return [f"http://{address}:{settings.port}" for address in lan_addresses()]

    return tell


def banner(settings: WebSettings, access: Access, language: Language) -> list[str]:
    """What the terminal shows: the address, and with `--lan` the codes and a QR code."""
    here = f"http://127.0.0.1:{settings.port}/"
    if not settings.lan:
        return [say_web(language, "serve_at", url=here), say_web(language, "serve_stop")]
    lines = []
    addresses = urls(settings)() or [here.rstrip("/")]
    for address in addresses:
        lines.append(say_web(language, "serve_at", url=address + "/"))
    for role, code in access.codes.items():
        name = say_web(language, "serve_code", role=say_web(language, f"role_{role}"))
        lines.append(f"  {name}  {code}")
    scorer = say_web(language, "role_scorer")
    lines.append(say_web(language, "serve_scan", role=scorer))
    lines.append(qr_lines(f"{addresses[0]}/J/{access.codes['scorer']}".upper()).rstrip("\n"))
    lines.append(say_web(language, "serve_stop"))
    return lines
