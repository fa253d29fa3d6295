"""Streams of other machines: MJPEG over HTTP, RTSP."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from base64 import b64encode
from http.client import HTTPException
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from device.cameras.capture import Capture, Drain, quiet_opencv
from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import CameraError, Frame, Unlockable
from device.cameras.settings import SOURCE, SourceSettings

_PORTS = {"http": 80, "https": 443, "rtsp": 554}


class UrlCamera(Unlockable):
    """A stream at an address."""

    def __init__(
        self, url: str, settings: SourceSettings = SOURCE, clock: Clock = SYSTEM_CLOCK
    ) -> None:
        """Raises CameraError for what is no address."""
        try:
            parts = urlsplit(url)
            self._host, self._port = parts.hostname, parts.port or _PORTS[parts.scheme]
        except ValueError:
            raise CameraError("camera_url", True, text=url.rpartition("@")[2]) from None
        if not self._host or any(char.isspace() for char in url):
            raise CameraError("camera_url", True, text=without_password(parts))
        self.name = without_password(parts)
        self.noise_within: float | None = settings.stream_noise
        self._url, self._s, self._clock = url, settings, clock
        self._patience = settings.rtsp_open if parts.scheme == "rtsp" else settings.url_open
        self._drain: Drain | None = None
        self._sequence = 0

    def open(self) -> None:
        """See `Camera.open`."""
        import cv2

        self.close()
        if self._drain is not None:
            raise CameraError("camera_silent", camera=self.name)
        quiet_opencv()
        began = self._clock.monotonic()
        limits = [
            *(cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(1000 * self._patience)),
            *(cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(1000 * self._s.url_read)),
        ]
        capture: Capture = cv2.VideoCapture(self._url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise self._reason(self._clock.monotonic() - began)
        self._drain = Drain(capture, self.name, self._clock)

    def _reason(self, took: float) -> CameraError:
        """Why the stream could not be opened, in words; asks the server once more."""
        if took > self._patience * 0.9:
            return CameraError("camera_slow", camera=self.name, seconds=round(self._patience))
        try:
            self._connect().close()
        except socket.gaierror:
            return CameraError("camera_host", host=self._host)
        except OSError as error:
            return CameraError("camera_no_server", camera=self.name, reason=error)
        if self._url.lower().startswith("rtsp"):
            return CameraError("camera_no_video", camera=self.name, kind="RTSP")
        try:
            with urllib.request.urlopen(self._request(), timeout=self._s.url_open) as answer:
                kind = answer.headers.get_content_type()
        except urllib.error.HTTPError as error:
            return CameraError(
                "camera_http", camera=self.name, code=error.code, reason=error.reason
            )
        except (OSError, ValueError, HTTPException) as error:
            reason = str(error).split("\n")[0][:80] or type(error).__name__
            return CameraError("camera_refused", camera=self.name, reason=reason)
        return CameraError("camera_no_video", camera=self.name, kind=kind)

    def _request(self) -> urllib.request.Request:
        """The address without user and password, which are sent as a header."""
        parts = urlsplit(self._url)
        secret, _, host = parts.netloc.rpartition("@")
        plain = urlunsplit((parts.scheme, host, parts.path, parts.query, ""))
        request = urllib.request.Request(plain)
        if secret:
            code = b64encode(unquote(secret).encode()).decode()
            request.add_header("Authorization", f"Basic {code}")
        return request

    def _connect(self) -> socket.socket:
        assert self._host is not None
        return socket.create_connection((self._host, self._port), self._s.url_probe)

    def read(self, timeout: float) -> Frame | None:
        """See `Camera.read`."""
        if self._drain is None:
            raise CameraError("camera_lost", camera=self.name)
        taken = self._drain.read(timeout)
        if taken is None:
            return None
        image, at = taken
        self._sequence += 1
        wall = self._clock.wall() - (self._clock.monotonic() - at)
        return Frame(image, self._sequence, at, wall, self.name)

    def present(self) -> bool | None:
        """See `Camera.present`."""
        try:
            self._connect().close()
        except OSError:
            return False
        return True

    def close(self) -> None:
        """See `Camera.close`."""
        if self._drain is not None:
            self._drain.stop(self._s.closing + self._s.url_read)
            if not self._drain.alive:
                self._drain = None


def without_password(parts: SplitResult) -> str:
    """The address as people and logs may see it: without user, password and query."""
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, host, parts.path, "", ""))
