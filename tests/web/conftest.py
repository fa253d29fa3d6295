"""A page on a free port with a reader that needs no models, and a real browser to look at it."""

from __future__ import annotations

import asyncio
import io
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image

from device.web.access import Access
from device.web.app import create_app
from device.web.serve import open_socket, server
from device.web.settings import WebSettings
from tests.device.fakes import FakeReader, laid_out, table
from vision.types import Question, Reading

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Without the last ones every start asks for hosts of the browser's maker."""

SIZES = {"phone": {"width": 390, "height": 780}, "desktop": {"width": 1280, "height": 900}}


def hand(**changes: Any) -> Reading:
    """345678m 11p 78s, 中中中, 123m, 春梅, won with 6s: 3 台."""
    given: dict[str, Any] = {
        "concealed": "345678m 11p 78s",
        "win": "6s",
        "melds": [("pung", "CCC"), ("chow", "123m")],
        "flowers": "f1 f5",
    }
    return laid_out(**(given | changes))


def asking() -> Reading:
    """The same hand with a question: is the winning tile 6s or 9s?"""
    reading = hand()
    index = next(i for i, tile in enumerate(reading.tiles) if tile.face == "6s")
    tiles = list(reading.tiles)
    tiles[index] = replace(
        tiles[index], confidence=0.6, alternatives=(("9s", 0.35), ("6p", 0.02)), doubtful=True
    )
    question = Question((index,), "6s or 9s?", ("6s", "9s"))
    return replace(reading, tiles=tuple(tiles), questions=(question,))


def jpeg(size: tuple[int, int] = (1300, 700), **options: Any) -> bytes:
    """A photograph of an empty table."""
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(table(size)[:, :, ::-1])).save(buffer, "JPEG", **options)
    return buffer.getvalue()


@dataclass
class Served:
    """A running page."""

    url: str
    settings: WebSettings
    access: Access
    reader: Any
    app: Any
    stop: Callable[[], None]

    @property
    def site(self) -> Any:
        return self.app.state.site

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=20, verify=False, **options)

    def send(self, client: httpx.Client, data: bytes | None = None, **query: str) -> dict[str, Any]:
        """Send a photo and wait for its result."""
        answer = client.post("/api/photos", params=query, content=data or jpeg(), headers=PHOTO)
        assert answer.status_code == 202, answer.text
        return self.finished(client, answer.json()["job"])

    def finished(self, client: httpx.Client, job: str) -> dict[str, Any]:
        for _ in range(400):
            told = client.get(f"/api/jobs/{job}").json()
            if told["state"] in ("done", "failed"):
                return told
            time.sleep(0.02)
        raise AssertionError("the photo was never read")


PHOTO = {"content-type": "image/jpeg"}


def run(
    reader: Any, settings: WebSettings, addresses: list[str] | None = None, table: Any = None
) -> Served:
    """Start a page in a thread of its own."""
    listening = open_socket(settings)
    settings = replace(settings, port=listening.getsockname()[1])
    access = Access(settings)
    url = f"http://127.0.0.1:{settings.port}"
    app = create_app(reader, settings, access=access, addresses=lambda: addresses or [url],
                     table=table)  # fmt: skip
    running = server(app, settings)
    running.config.timeout_graceful_shutdown = 0.1  # type: ignore[assignment]
    thread = threading.Thread(target=lambda: asyncio.run(running.serve(sockets=[listening])))
    thread.start()
    for _ in range(500):
        if running.started:
            break
        time.sleep(0.01)

    def stop() -> None:
        running.should_exit = True
        thread.join(10)
        listening.close()

    return Served(url, settings, access, reader, app, stop)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start pages; they are stopped after the test."""
    started: list[Served] = []

    def start(reading: Reading | None = None, *, reader: Any = None, **changes: Any) -> Served:
        given = {"port": 0, "data": tmp_path / f"data{len(started)}"} | changes
        addresses, watched = given.pop("addresses", None), given.pop("table", None)
        settings = WebSettings(**given)
        one = run(reader or FakeReader(reading or hand()), settings, addresses, watched)
        started.append(one)
        return one

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def served(serve: Callable[..., Served]) -> Served:
    """A page whose every photo shows `hand()`."""
    return serve()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A real browser, shared by all tests."""
    if CHROMIUM is None:
        pytest.skip("needs Debian's package chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Phone:
    """A browser window, and everything it complained about."""

    page: Any
    context: Any
    complaints: list[str]
    expected: list[str]


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[..., Phone]]:
    """Open browser windows; a test fails if one of them had an error in its console."""
    phones: list[Phone] = []

    def start(url: str, size: str = "phone", **options: Any) -> Phone:
        given = {
            "viewport": SIZES[size],
            "has_touch": size == "phone",
            "locale": "zh-TW",
            "service_workers": "block",
        }
        context = chromium.new_context(**(given | options))
        context.set_default_timeout(8000)
        page = context.new_page()
        phone = Phone(page, context, [], [])
        page.on("pageerror", lambda error: phone.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                phone.complaints.append(message.text) if message.type == "error" else None
            ),
        )
        page.goto(url)
        phones.append(phone)
        return phone

    yield start
    for phone in phones:
        phone.context.close()
    for phone in phones:
        left = [
            text for text in phone.complaints if not any(words in text for words in phone.expected)
        ]
        assert not left, left
