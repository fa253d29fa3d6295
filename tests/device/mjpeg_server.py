"""A camera that serves MJPEG on a loopback address, and can do all that such servers do wrong."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np

from device.cameras.fake import drawn_table


class _Handler(BaseHTTPRequestHandler):
    server: MjpegServer

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        does = self.server.does
        if does == "404":
            self.send_error(404)
        elif does == "babble":
            self.wfile.write(bytes(range(128, 256)) * 20)
        elif does == "password" and self.headers["Authorization"] != "Basic bWU6cEB3":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
        elif does == "garbage":
            self._answer("text/html")
            self.wfile.write(b"<html>no camera here</html>" * 50)
        elif does == "silent":
            self.server.over.wait(10)
        else:
            self._answer("multipart/x-mixed-replace; boundary=frame")
            self._stream()

    def _answer(self, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def _stream(self) -> None:
        while not self.server.over.is_set() and self.server.does != "close":
            if self.server.does != "stall":
                picture = self.server.picture()
                head = (
                    f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                )
                try:
                    self.wfile.write(head.encode() + picture + b"\r\n")
                except OSError:
                    return
            time.sleep(0.04)


class MjpegServer(ThreadingHTTPServer):
    """`does`: serve, close, stall, 404, garbage, silent, babble, password.

    It may be changed at any time.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.does = "serve"
        self.over = threading.Event()
        self.sent = 0
        self._table = drawn_table((320, 240))
        self._random = np.random.default_rng(1)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/video"

    def picture(self) -> bytes:
        """The next picture; its number is written into its top left corner, 0 to 15 in 4 bits."""
        self.sent += 1
        picture = self._table.copy()
        picture[24:] += self._random.integers(0, 9, picture[24:].shape, np.uint8)
        for bit in range(4):
            level = 255 if self.sent >> bit & 1 else 0
            picture[0:24, 24 * bit : 24 * bit + 24] = level
        return cv2.imencode(".jpg", picture)[1].tobytes()


def number_of(picture: np.ndarray) -> int:
    """What `MjpegServer.picture` wrote into a picture."""
    return sum((picture[8:16, 24 * b + 8 : 24 * b + 16].mean() > 128) << b for b in range(4))


@contextmanager
def serving(port: int = 0) -> Iterator[MjpegServer]:
    with MjpegServer(port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
