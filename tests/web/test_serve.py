"""`taicam serve` as people start it: a process of its own, the shipped models, a real photo."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from device.club.book import open_book
from tests.web.conftest import Phone


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], str]]]:
    """Start the program and wait for its first line."""
    running: list[subprocess.Popen[str]] = []

    def run(*words: str) -> tuple[subprocess.Popen[str], str]:
        command = [sys.executable, "-m", "device", "--lang", "en", "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--data", str(tmp_path / "data"), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline()

    yield run
    for process in running:
        process.kill()
        process.wait()


def test_the_shipped_models_read_the_shipped_photo(
    start: Callable[..., Any], open_page: Callable[..., Phone], root: Path, tmp_path: Path
) -> None:
    screen = tmp_path / "screen.png"
    process, line = start("--display", "png", "--display-out", str(screen))
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found, line
    phone = open_page(found[0])
    phone.page.set_input_files("#gallery", str(root / "device" / "demo" / "hand.jpg"))
    phone.page.wait_for_selector("#total-card[data-state=counted]", timeout=20_000)
    assert phone.page.get_attribute("#total-card", "data-total") == "3"
    phone.page.click("#confirm")
    phone.page.wait_for_selector(".logged")
    with Image.open(screen) as picture:  # the screen by the table follows
        assert picture.size == (128, 64)
    seen = screen.read_bytes()
    with open_book(tmp_path / "data") as book:
        (event,) = book.events()
        assert set(book.evidence(event.body.evidence)["models"]) >= {"locator", "namer"}
    phone.expected.append("ERR_")  # it still watches when the program ends
    assert len(seen) > 200
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert not list((tmp_path / "data" / "pending").iterdir())


def test_what_keeps_it_from_starting_is_one_line(start: Callable[..., Any], tmp_path: Path) -> None:
    def fails(*words: str) -> str:
        process, line = start(*words)
        assert line == ""
        assert process.wait(30) == 2
        text = str(process.stderr.read())
        assert text.count("\n") == 1, text
        return text

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1:{port}" in fails("--port", str(port))
    assert "cannot listen" in fails("--host", "192.0.2.7")
    (tmp_path / "file").write_text("")
    assert "file" in fails("--data", str(tmp_path / "file" / "data"))
    _, line = start()
    assert "TaiCam is at" in line
    assert "another TaiCam" in fails()
    if os.getuid() != 0:
        assert "not allowed" in fails("--data", "/proc/taicam")


def test_lan_shows_codes(start: Callable[..., Any]) -> None:
    process, line = start("--lan")
    assert re.match(r"TaiCam is at http://[\d.]+:\d+/", line)
    lines = [line]
    while "Ctrl+C" not in lines[-1]:
        lines.append(process.stdout.readline())
    codes = re.findall(r"code for a \w+\s+([2-9A-Z]{8})\n", "".join(lines))
    assert len(set(codes)) == 3


def test_answers_do_not_wait_for_acknowledgements() -> None:
    """asyncio sets TCP_NODELAY on TCP sockets only, by their protocol number."""
    from device.web.serve import open_socket
    from device.web.settings import WebSettings

    with open_socket(WebSettings(port=0)) as listening:
        assert listening.proto == socket.IPPROTO_TCP
