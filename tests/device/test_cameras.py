"""What a camera is called, and each kind of camera but the Pi's (test_cameras_pi.py)."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cameras.fake import FAULTS, FakeCamera, Fault, drawn_table, parse_faults
from device.cameras.files import FolderCamera, VideoCamera
from device.cameras.frame import Camera, CameraError, Frame
from device.cameras.pi import PiCamera
from device.cameras.settings import SOURCE
from device.cameras.spec import open_camera
from device.cameras.url import UrlCamera
from device.cameras.usb import UsbCamera
from device.messages import LANGUAGES, explain
from tests.device.mjpeg_server import number_of, serving
from tests.device.virtual_clock import VirtualClock

QUICK = replace(SOURCE, url_open=1.0, url_read=0.5, closing=0.3)


def needed(frame: Frame | None) -> Frame:
    assert frame is not None
    return frame


def end_of(camera: Camera, frames: list[Frame] | None = None) -> Exception:
    """How the pictures of a camera come to an end, within a few seconds."""
    began = time.monotonic()
    while time.monotonic() - began < 5:
        try:
            frame = camera.read(0.5)
        except (CameraError, EOFError) as error:
            return error
        if frames is not None:
            frames.append(needed(frame))
    raise AssertionError("it goes on")


def refusal(camera: Camera) -> CameraError:
    with pytest.raises(CameraError) as error:
        camera.open()
    for language in LANGUAGES:
        assert "?" not in explain(error.value, language).replace("right?", "")
    return error.value


# --- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        ("pi", PiCamera, "pi"),
        (" pi:1 ", PiCamera, "pi:1"),
        ("pi@1640x1232", PiCamera, "pi"),
        ("usb", UsbCamera, "/dev/video0"),
        ("usb:2", UsbCamera, "/dev/video2"),
        ("usb:0@1920x1080", UsbCamera, "/dev/video0"),
        ("/dev/v4l/by-id/usb-Cam-index0", UsbCamera, "/dev/v4l/by-id/usb-Cam-index0"),
        ("http://me:secret@phone:8080/video?key=1", UrlCamera, "http://phone:8080/video"),
        ("rtsp://me:secret@[::1]/h264", UrlCamera, "rtsp://[::1]/h264"),
        ("fake", FakeCamera, "fake"),
        ("fake:black@1+2,close@4+1", FakeCamera, "fake"),
    ],
)
def test_names(spec: str, kind: type, name: str) -> None:
    camera = open_camera(spec)
    assert isinstance(camera, kind)
    assert camera.name == name
    assert "secret" not in camera.name


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("", "camera_unknown"),
        ("webcam", "camera_unknown"),
        ("usb:x", "camera_number"),
        ("usb:-1", "camera_number"),
        ("pi:99", "camera_number"),
        ("usb:0@big", "camera_size"),
        ("usb:0@10x10", "camera_size"),
        ("pi@", "camera_size"),
        ("http://", "camera_url"),
        ("http://[::1/video", "camera_url"),
        ("http://a:99999/", "camera_url"),
        ("http://a b/", "camera_url"),
        ("ftp://a/b", "camera_missing"),
        ("film.mp4", "camera_missing"),
        ("no/such/folder", "camera_missing"),
        ("x\0y", "camera_unknown"),
        ("x" * 5000, "camera_unknown"),
        ("fake:black", "camera_faults"),
        ("fake:black@a+b", "camera_faults"),
        ("fake:green@1+1", "camera_faults"),
    ],
)
def test_names_of_nothing(spec: str, key: str) -> None:
    with pytest.raises(CameraError) as error:
        open_camera(spec)
    assert error.value.key == key and error.value.lasting
    for language in LANGUAGES:
        text = explain(error.value, language)
        assert "\n" not in text and "secret" not in text


@given(st.text(max_size=40))
def test_any_text_names_a_camera_or_is_refused(text: str) -> None:
    try:
        camera = open_camera(text)
    except CameraError:
        return
    assert camera.name


# --- files --------------------------------------------------------------------------------------


def film(path: Path, pictures: int = 20, rate: float = 10.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (96, 72))
    for number in range(pictures):
        writer.write(np.full((72, 96, 3), 10 * number + 20, np.uint8))
    writer.release()
    return path


def test_a_film_at_its_own_pace(tmp_path: Path) -> None:
    clock = VirtualClock()
    camera = VideoCamera(film(tmp_path / "film.avi"), clock=clock)
    assert camera.present() is True
    camera.open()
    levels = []
    for _ in range(4):
        began = clock.monotonic()
        frame = needed(camera.read(1.0))
        levels.append(round((frame.image.mean() - 20) / 10))
        assert frame.monotonic >= began
        clock.sleep(0.25)  # the reader is slower than the film: pictures are skipped
    assert levels[0] == 0 and levels == sorted(set(levels))
    assert 7 <= levels[-1] <= 9
    assert isinstance(end_of(camera), EOFError)
    camera.close()
    with pytest.raises(CameraError):
        camera.read(1.0)
    camera.open()
    assert needed(camera.read(1.0)).sequence == 1, "it can be shown again"
    camera.close()


def test_a_film_picture_by_picture(tmp_path: Path) -> None:
    camera = VideoCamera(film(tmp_path / "film.avi"), paced=False)
    camera.open()
    frames: list[Frame] = []
    assert isinstance(end_of(camera, frames), EOFError)
    assert [frame.sequence for frame in frames] == list(range(1, 21))
    assert [round(frame.monotonic, 3) for frame in frames] == [number / 10 for number in range(20)]


@pytest.mark.parametrize("content", [b"", b"no film at all", b"RIFF\0\0\0\0AVI LIST" + b"\0" * 300])
def test_a_file_that_is_no_film(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    error = refusal(open_camera(str(path)))
    assert error.key == "camera_not_video" and error.lasting


def test_a_folder(tmp_path: Path) -> None:
    for number in range(3):
        picture = drawn_table((320 + number, 240))
        cv2.imwrite(str(tmp_path / f"{2 - number}.png"), picture)
    (tmp_path / "0a.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    clock = VirtualClock()
    camera = FolderCamera(tmp_path, clock=clock)
    assert camera.present() is True and camera.noise_within is None
    with pytest.raises(CameraError):
        camera.read(1.0)
    camera.open()
    began = clock.monotonic()
    assert needed(camera.read(1.0)).image.shape[1] == 322
    assert camera.read(0.4) is None, "the next one is not yet due"
    second = needed(camera.read(5.0))
    assert second.metadata["file"] == "1.png"
    assert clock.monotonic() - began == pytest.approx(1.0)
    assert needed(camera.read(5.0)).metadata["file"] == "2.png"
    with pytest.raises(EOFError):
        camera.read(5.0)


def test_folders_without_pictures(tmp_path: Path) -> None:
    assert refusal(open_camera(str(tmp_path))).key == "camera_no_pictures"
    (tmp_path / "a.png").write_bytes(b"")
    camera = open_camera(str(tmp_path))
    camera.open()
    with pytest.raises(CameraError, match="camera_no_pictures"):
        camera.read(1.0)
    gone = FolderCamera(tmp_path / "gone")
    assert refusal(gone).key == "camera_refused"
    assert gone.present() is False


# --- streams ------------------------------------------------------------------------------------


def test_a_stream_gives_the_newest_picture() -> None:
    with serving() as server:
        camera = open_camera(server.url, QUICK)
        assert camera.present() is True
        camera.open()
        first = needed(camera.read(1.0))
        assert first.image.shape == (240, 320, 3)
        time.sleep(0.6)  # some 15 pictures pass by unseen
        sent = server.sent
        second = needed(camera.read(1.0))
        assert second.sequence == 2 and second.monotonic > first.monotonic
        assert (number_of(second.image) - sent) % 16 <= 3, "not what lay in a queue"
        camera.close()
        camera.close()
        assert not [t for t in threading.enumerate() if t.name == "camera-drain"]


def test_a_stream_that_closes() -> None:
    with serving() as server:
        camera = UrlCamera(server.url, QUICK)
        camera.open()
        needed(camera.read(1.0))
        server.does = "close"
        began = time.monotonic()
        assert "camera_lost" in str(end_of(camera))
        assert time.monotonic() - began < 2
        server.does = "serve"
        camera.open()
        needed(camera.read(1.0))
        camera.close()


def test_a_stream_that_stalls() -> None:
    with serving() as server:
        camera = UrlCamera(server.url, QUICK)
        camera.open()
        needed(camera.read(1.0))
        server.does = "stall"
        time.sleep(0.1)
        assert camera.read(0.1) is None
        began = time.monotonic()
        assert "camera_lost" in str(end_of(camera))
        assert time.monotonic() - began < 2, "OpenCV's own time-out"
        camera.close()


@pytest.mark.parametrize(
    ("does", "key", "words"),
    [
        ("404", "camera_http", "404"),
        ("garbage", "camera_no_video", "text/html"),
        ("silent", "camera_slow", "1 "),
        ("close", "camera_no_video", "multipart"),
        ("babble", "camera_refused", ""),
        ("password", "camera_http", "401"),
    ],
)
def test_servers_that_show_nothing(does: str, key: str, words: str) -> None:
    with serving() as server:
        server.does = does
        error = refusal(UrlCamera(server.url, QUICK))
        assert error.key == key and not error.lasting
        assert words in explain(error, "en") and server.url in explain(error, "en")


def test_a_stream_behind_a_password() -> None:
    with serving() as server:
        server.does = "password"
        camera = UrlCamera(server.url.replace("//", "//me:p%40w@"), QUICK)
        camera.open()
        needed(camera.read(1.0))
        camera.close()
        server.does = "404"
        assert "p%40w" not in str(refusal(camera))


def test_what_ffmpeg_has_to_say_is_told_once_in_words() -> None:
    script = "import sys; from device.cameras.spec import open_camera as o; o(sys.argv[1]).open()"
    with serving() as server:
        server.does = "garbage"
        words = [sys.executable, "-c", script, server.url]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    assert lines[0].startswith("Traceback") and "camera_no_video" in lines[-1]


def test_no_server_at_all() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # it does not listen
        port = taken.getsockname()[1]
        for scheme in ("http", "rtsp"):
            camera = UrlCamera(f"{scheme}://u:secret@127.0.0.1:{port}/", QUICK)
            assert camera.present() is False
            error = refusal(camera)
            assert error.key == "camera_no_server"
            assert "secret" not in explain(error, "en")
            with pytest.raises(CameraError):
                camera.read(0.1)


# --- webcams ------------------------------------------------------------------------------------


class Webcam:
    """What `cv2.VideoCapture` is for a webcam that can do `able`; a picture every 20 ms."""

    def __init__(self, able: dict[int, float] | None = None) -> None:
        self.asked: list[tuple[int, float]] = []
        self.values: dict[int, float] = {
            cv2.CAP_PROP_FRAME_WIDTH: 640,
            cv2.CAP_PROP_FRAME_HEIGHT: 480,
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"YUYV"),
        } | (able or {})
        self.fixed = able is not None
        self.opened = True
        self.unplugged = self.hangs = self.released = False
        self.grabbed = self.decoded = 0

    def isOpened(self) -> bool:
        return self.opened

    def set(self, propId: int, value: float) -> bool:
        self.asked.append((propId, value))
        if self.fixed and propId not in self.values:
            return False
        if not self.fixed:
            self.values[propId] = value
        return True

    def get(self, propId: int) -> float:
        return self.values.get(propId, -1.0)

    def grab(self) -> bool:
        while self.hangs:
            time.sleep(0.01)
        time.sleep(0.02)
        self.grabbed += 1
        return not self.unplugged

    def retrieve(self) -> tuple[bool, Any]:
        self.decoded += 1
        return True, np.full((48, 64, 3), self.grabbed % 256, np.uint8)

    def release(self) -> None:
        self.released = True


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "video0"
    path.touch()
    return path


def webcam(device: Path, made: Webcam, by_id: Path | None = None) -> UsbCamera:
    return UsbCamera(str(device), QUICK, capture=lambda _: made, by_id=by_id or device / "none")


def test_a_webcam_is_asked_for_mjpg_first_then_size_then_rate(device: Path) -> None:
    made = Webcam()
    camera = webcam(device, made)
    camera.open()
    assert [key for key, _ in made.asked[:4]] == [
        cv2.CAP_PROP_FOURCC,
        cv2.CAP_PROP_FRAME_WIDTH,
        cv2.CAP_PROP_FRAME_HEIGHT,
        cv2.CAP_PROP_FPS,
    ]
    frame = needed(camera.read(1.0))
    assert frame.metadata["size"] == SOURCE.size and frame.metadata["format"] == "MJPG"
    camera.close()
    assert made.released


def test_what_came_is_told(device: Path, caplog: pytest.LogCaptureFixture) -> None:
    made = Webcam(able={cv2.CAP_PROP_FPS: 30})
    camera = webcam(device, made)
    with caplog.at_level("INFO", "taicam.camera"):
        camera.open()
    assert "gives 640x480 YUYV at 30" in caplog.text
    assert needed(camera.read(1.0)).metadata["size"] == (640, 480)
    camera.close()


def test_only_the_newest_picture_is_decoded(device: Path) -> None:
    made = Webcam()
    camera = webcam(device, made)
    camera.open()
    needed(camera.read(1.0))
    time.sleep(0.3)
    grabbed = made.grabbed
    frame = needed(camera.read(1.0))
    assert frame.image[0, 0, 0] > grabbed >= 8, "exposed after the call"
    assert made.decoded == 2
    camera.close()


def test_a_webcam_unplugged_and_plugged_in_at_another_number(tmp_path: Path) -> None:
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    first, second = tmp_path / "video0", tmp_path / "video1"
    link = by_id / "usb-Cam-index0"
    first.touch()
    link.symlink_to(first)
    opened: list[str] = []
    made = Webcam()

    def make(path: str) -> Webcam:
        opened.append(path)
        return made

    camera = UsbCamera(str(first), QUICK, capture=make, by_id=by_id)
    camera.open()
    made.unplugged = True
    assert "camera_lost" in str(end_of(camera))
    first.unlink()
    assert camera.present() is False
    assert refusal(camera).key == "camera_missing"
    made = Webcam()
    second.touch()
    link.unlink()
    link.symlink_to(second)
    assert camera.present() is True
    camera.open()
    needed(camera.read(1.0))
    assert opened == [str(link), str(link)]
    camera.close()


def test_a_driver_that_hangs_leaves_one_thread(device: Path) -> None:
    made = Webcam()
    camera = webcam(device, made)
    camera.open()
    needed(camera.read(1.0))
    made.hangs = True
    time.sleep(0.05)
    began = time.monotonic()
    assert camera.read(0.1) is None
    for _ in range(3):
        assert refusal(camera).key == "camera_silent"
    assert time.monotonic() - began < 3
    assert sum(t.name == "camera-drain" for t in threading.enumerate()) == 1
    made.hangs = False
    time.sleep(0.1)
    assert made.released
    camera.open()
    camera.close()


def test_a_driver_that_raises_counts_as_gone(
    device: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made = Webcam()
    camera = webcam(device, made)
    camera.open()
    made.retrieve = None  # type: ignore[assignment, method-assign]
    assert "camera_lost" in str(end_of(camera))
    assert made.released and "its pictures ended" in caplog.text
    with pytest.raises(CameraError, match="camera_silent"):
        camera.lock()
    camera.close()


def test_webcams_that_do_not_open(device: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(UsbCamera("/dev/video63", QUICK)).key == "camera_missing"
    made = Webcam()
    made.opened = False
    assert refusal(webcam(device, made)).key == "camera_busy"
    assert made.released
    monkeypatch.setattr("os.access", lambda *_: False)
    assert refusal(webcam(device, Webcam())).key == "camera_denied"


def test_a_webcam_locks_what_it_can(device: Path) -> None:
    able = {
        cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
        cv2.CAP_PROP_EXPOSURE: 156.0,
        cv2.CAP_PROP_AUTO_WB: 1.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
    }
    made = Webcam(able)
    camera = webcam(device, made)
    with pytest.raises(CameraError):
        camera.lock()
    camera.open()
    assert camera.lock() == {"exposure": 156.0, "white_balance": 4600.0}
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0) in made.asked
    assert camera.lock({"exposure": 80.0, "white_balance": 5000.0})["exposure"] == 80.0
    assert made.asked[-5:-3] == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
        (cv2.CAP_PROP_EXPOSURE, 80.0),
    ]
    camera.unlock()
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 3.0) in made.asked[-3:]
    camera.close()


# --- the fake -----------------------------------------------------------------------------------


def test_the_fake_does_what_its_script_says() -> None:
    clock = VirtualClock()
    table = drawn_table((96, 72))
    faults = [Fault(kind, 10.0 * number, 2.0) for number, kind in enumerate(FAULTS, 1)]  # type: ignore[arg-type]
    camera = FakeCamera([table], faults, clock)
    camera.open()
    begin = clock.monotonic()
    calm = needed(camera.read(1.0)).image
    assert 0 < np.abs(calm.astype(int) - table).max() <= 2

    def at(kind: str) -> None:
        clock.sleep(begin + 10.0 * (FAULTS.index(kind) + 1) + 0.5 - clock.monotonic())

    at("close")
    with pytest.raises(CameraError):
        camera.read(1.0)
    with pytest.raises(CameraError):
        camera.open()
    assert camera.present() is True
    clock.sleep(5)
    camera.open()
    at("stall")
    assert camera.read(1.0) is None
    at("hang")
    needed(camera.read(0.1))
    assert clock.monotonic() - begin >= 32.0
    at("black")
    assert needed(camera.read(1.0)).image.max() < 5
    at("frozen")
    assert np.array_equal(needed(camera.read(1.0)).image, needed(camera.read(1.0)).image)
    at("rotated")
    assert needed(camera.read(1.0)).image.shape == (96, 72, 3)
    at("bumped")
    moved = needed(camera.read(1.0)).image.astype(int)
    assert np.abs(moved - table).mean() > 5
    at("noise")
    assert np.std(needed(camera.read(1.0)).image - table.astype(float)) > 8
    at("missing")
    assert camera.present() is False
    with pytest.raises(CameraError):
        camera.read(1.0)


def test_faults_as_text() -> None:
    faults = parse_faults("black@10+5,close@30+2.5")
    assert faults == [Fault("black", 10, 5), Fault("close", 30, 2.5)]
    assert faults[1].end == 32.5
    assert parse_faults("") == []
