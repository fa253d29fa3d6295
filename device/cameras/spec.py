"""Which camera is meant: one text names it, wherever pictures come from."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import Camera, CameraError
from device.cameras.settings import SOURCE, SourceSettings

_SECRET = re.compile(r"//[^/]*@")
_SIZE = re.compile(r"(\d{1,6})x(\d{1,6})")
VIDEOS = (".mp4", ".mkv", ".avi", ".mov", ".webm", ".m4v", ".mjpg", ".mjpeg", ".ts")


def open_camera(
    spec: str, settings: SourceSettings = SOURCE, clock: Clock = SYSTEM_CLOCK
) -> Camera:
    """The camera that `spec` names; `Camera.open` starts it.

    pi, pi:1                          the camera of a Raspberry Pi, the second one
    usb:0, /dev/video0, /dev/v4l/...  a webcam; by-id paths stay the same wherever it is plugged in
    http://..., https://..., rtsp://... a stream of another machine
    film.mp4, a folder                shown at their own pace, a picture of a folder each second
    fake, fake:black@10+5,...         drawn, with faults (`device.cameras.fake`)

    After pi and usb the size may be written: usb:0@1920x1080.

    Raises:
        CameraError: nothing of this kind, or the file is not there.
    """
    text = spec.strip()
    kind, _, rest = text.partition(":")
    kind = kind.lower()
    if kind in ("http", "https", "rtsp") and rest.startswith("//"):
        from device.cameras.url import UrlCamera

        return UrlCamera(text, settings, clock)
    if kind == "fake":
        from device.cameras.fake import FakeCamera, parse_faults

        return FakeCamera(faults=parse_faults(rest), clock=clock)
    if kind in ("pi", "usb") or kind.startswith(("pi@", "usb@")) or text.startswith("/dev/"):
        return _local(text, settings, clock)
    return _file(text, settings, clock)


def _local(text: str, settings: SourceSettings, clock: Clock) -> Camera:
    """A camera at this machine."""
    name, at, size = text.partition("@")
    if at:
        settings = replace(settings, size=_size(size))
    if name.startswith("/dev/"):
        from device.cameras.usb import UsbCamera

        return UsbCamera(name, settings, clock)
    kind, _, number = name.partition(":")
    if number and not (number.isdecimal() and int(number) < 64):
        raise CameraError("camera_number", True, text=number)
    if kind == "pi":
        from device.cameras.pi import PiCamera

        return PiCamera(int(number or 0), settings, clock)
    from device.cameras.usb import UsbCamera

    return UsbCamera(f"/dev/video{int(number or 0)}", settings, clock)


def _file(text: str, settings: SourceSettings, clock: Clock) -> Camera:
    path = Path(os.path.expanduser(text))
    try:
        folder, file = path.is_dir(), path.is_file()
    except (OSError, ValueError):
        folder = file = False
    if folder and text:
        from device.cameras.files import FolderCamera

        return FolderCamera(path, settings, clock)
    if file:
        from device.cameras.files import VideoCamera

        return VideoCamera(path, settings, clock)
    if path.suffix.lower() in VIDEOS or "/" in text:
        raise CameraError("camera_missing", True, camera=text)
    raise CameraError("camera_unknown", True, text=text)


def shown(spec: str) -> str:
    """A camera's text as people and logs may see it: without a user's name and password."""
    return _SECRET.sub("//", spec)


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text.lower())
    if found is None or not all(160 <= int(side) <= 10_000 for side in found.groups()):
        raise CameraError("camera_size", True, text=text)
    return int(found[1]), int(found[2])
