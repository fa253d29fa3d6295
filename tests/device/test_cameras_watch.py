"""A watched camera: states, back-off, black, frozen, turned, hanging cameras; in virtual time."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.checks import PictureChecks
from device.cameras.clock import SystemClock
from device.cameras.fake import FakeCamera, Fault, drawn_table
from device.cameras.files import FolderCamera, VideoCamera
from device.cameras.frame import CameraError, Frame, Lock
from device.cameras.health import CameraEvent, Health
from device.cameras.settings import SOURCE, WATCH
from device.cameras.url import UrlCamera
from device.cameras.watch import WatchedCamera
from device.messages import LANGUAGES
from tests.benchmarks.camera_soak import soak
from tests.device.mjpeg_server import serving
from tests.device.virtual_clock import VirtualClock
from vision import fonts

TABLE = drawn_table((96, 72))


class Story:
    """A watch over a scripted camera, and what it tells, at seconds from the start."""

    def __init__(self, *faults: Fault, camera: Any = None, **settings: Any) -> None:
        self.clock = VirtualClock()
        self.begin = self.clock.monotonic()
        self.cameras: list[Any] = []
        self.told: list[tuple[float, str, str]] = []
        self.progress = 0
        self._faults, self._kind = faults, camera or FakeCamera
        self.watch = WatchedCamera(
            self._make, replace(WATCH, **settings), self.clock, self._tell, self._count
        ).start()

    def _make(self) -> Any:
        camera = self._kind([TABLE], self._faults, self.clock, start=self.begin)
        self.cameras.append(camera)
        return camera

    def _tell(self, event: CameraEvent) -> None:
        self.told.append((round(event.monotonic - self.begin, 1), event.state, event.cause))

    def _count(self) -> None:
        self.progress += 1

    def until(self, at: float) -> WatchedCamera:
        self.clock.sleep(self.begin + at - self.clock.monotonic())
        return self.watch

    def end(self) -> list[tuple[str, str]]:
        """Stop; the states and their causes in order."""
        self.watch.stop()
        self.clock.sleep(100)
        assert self.clock.threads == 0, "no thread is left"
        return [(state, cause) for _, state, cause in self.told]

    def when(self, state: str) -> list[float]:
        return [at for at, told, _ in self.told if told == state]


def test_a_camera_comes_up_and_goes_on() -> None:
    story = Story()
    assert story.watch.status.state == "starting" and story.watch.newest() is None
    story.until(0.5)
    assert story.watch.newest() is None, "the first pictures are still dark and unsharp"
    frame = story.until(3).newest()
    assert frame is not None and story.clock.monotonic() - frame.monotonic < 0.3
    later = story.until(13).newest()
    assert later is not None and 70 <= later.sequence - frame.sequence <= 82, "8 a second"
    assert story.end() == [("online", "")]
    assert story.told[0][0] == pytest.approx(1.1, abs=0.3)
    assert story.watch.newest() is None or story.clock.monotonic() > later.monotonic + 2


def test_a_stale_picture_is_never_handed_out_for_scoring() -> None:
    story = Story(Fault("stall", 10, 30))
    assert story.until(10).newest() is not None
    assert story.until(11).newest() is not None
    assert story.watch.newest(max_age=0.5) is None
    for tenth in range(121, 400, 7):
        assert story.until(tenth / 10).newest() is None
        assert story.watch.newest(max_age=100) is None, "however old may be asked for"
    shown = story.watch.last()
    assert shown is not None and shown.monotonic - story.begin < 10.1, "to be shown, dimmed"
    assert story.until(48).newest() is not None
    assert story.end() == [
        ("online", ""),
        ("stale", "stalled"),
        ("offline", "stalled"),
        ("recovering", "stalled"),
        ("online", "stalled"),
    ]
    assert story.when("stale")[0] == pytest.approx(12, abs=0.4)
    assert story.when("offline")[0] == pytest.approx(15, abs=0.4)


@pytest.mark.parametrize(
    ("kind", "cause", "seconds"),
    [
        ("close", "lost", 1.0),
        ("close", "lost", 60.0),
        ("missing", "lost", 300.0),
        ("stall", "stalled", 45.0),
        ("black", "black", 20.0),
        ("black", "black", 400.0),
        ("frozen", "frozen", 45.0),
        ("rotated", "rotated", 20.0),
        ("hang", "stalled", 10.0),
        ("hang", "stalled", 25.0),
        ("hang", "stalled", 200.0),
    ],
)
def test_each_fault_is_noticed_and_recovered_from(kind: Any, cause: str, seconds: float) -> None:
    story = Story(Fault(kind, 10, seconds))
    story.until(10 + min(seconds, 9) - 0.1)
    if seconds > 5:
        assert story.watch.status.state == "offline"
        assert story.watch.status.cause == cause
    assert story.watch.newest() is None or seconds < 5
    assert story.until(10 + seconds + 10).newest() is not None, "within 10 s of the fault's end"
    states = [state for state, _ in story.end()]
    assert states[0] == states[-1] == "online"
    assert states.count("offline") <= 2, "a line for each change, none for each try"
    if seconds < 100:
        assert "failed" not in states


@pytest.mark.parametrize("kind", ["bumped", "noise"])
def test_what_others_notice_does_not_stop_the_pictures(kind: Any) -> None:
    story = Story(Fault(kind, 10, 20))
    for second in range(9, 35):
        assert story.until(second).newest() is not None
    assert story.end() == [("online", "")]


def test_one_bad_picture_is_passed_over() -> None:
    story = Story(Fault("black", 10, 0.2), Fault("rotated", 15, 0.3))
    for second in range(9, 20):
        frame = story.until(second + 0.1).newest()
        assert frame is not None and frame.image.shape == TABLE.shape and frame.image.mean() > 30
    assert story.end() == [("online", "")]


def test_a_frozen_picture_is_not_trusted_after_opening_again() -> None:
    class Frozen(FakeCamera):
        def _picture(self, now: float) -> np.ndarray:
            return np.roll(TABLE, self._sequence % 2, 0)  # two buffers in turn

    story = Story(camera=Frozen)
    story.until(120)
    assert story.watch.newest() is None
    assert story.cameras[0].opened > 8
    states = [state for state, _ in story.end()]
    assert states in (["offline"], ["online", "stale", "offline"])


def test_a_clock_drawn_into_a_frozen_picture_does_not_deceive() -> None:
    checks = PictureChecks(WATCH.pictures, 1.0)
    picture = np.random.default_rng(0).integers(0, 255, (720, 1280, 3), np.uint8)
    faults = []
    for second in range(8):
        cv2.rectangle(picture, (1200, 20), (1260, 40), (0, 0, 0), -1)
        cv2.putText(picture, str(second), (1210, 38), 0, 0.7, (255, 255, 255), 2)
        faults += [checks.look(picture, second + part) for part in (0.0, 0.5)]
    assert set(faults[4:]) == {"frozen"}


def test_a_quiet_sensor_is_no_frozen_one() -> None:
    """A thirtieth of the pixels change by one level: less noise has no camera."""
    rng = np.random.default_rng(0)
    checks = PictureChecks(WATCH.pictures, 1.0)
    table = drawn_table((640, 480))
    for tenth in range(25):
        assert checks.look(table + (rng.random(table.shape) < 0.03), tenth / 10) is None


def test_dim_light_is_not_black_and_a_covered_lens_is() -> None:
    checks = PictureChecks(WATCH.pictures, 1.0)
    table = drawn_table((320, 240))
    rng = np.random.default_rng(0)
    assert checks.look((table * 0.25).astype(np.uint8), 0) is None
    covered = rng.normal(32, 6, table.shape).clip(0, 255).astype(np.uint8)
    assert checks.look(covered, 1) == "black", "only noise"
    light = np.linspace(100, 112, 320, dtype=np.float32)[None, :, None]
    cloth = (light + rng.normal(0, 2, table.shape)).clip(0, 255).astype(np.uint8)
    assert checks.look(cloth, 1.5) is None, "an empty table"
    assert checks.look(np.full_like(table, 128), 2) == "black"
    assert checks.look(table // 12, 3) == "black"


def test_another_size_is_told_from_a_turn_and_can_be_accepted() -> None:
    class Sized(FakeCamera):
        def _picture(self, now: float) -> np.ndarray:
            picture = super()._picture(now)
            return picture if now - self._start < 10 else np.ascontiguousarray(picture[::2, ::2])

    story = Story(camera=Sized)
    story.until(20)
    assert story.watch.status.cause == "resized" and story.watch.newest() is None
    story.watch.accept_size()
    frame = story.until(23).newest()
    assert frame is not None and frame.image.shape == (36, 48, 3)
    story.end()


def test_the_pause_between_tries_grows_and_ends_when_the_camera_is_there_again() -> None:
    tries: list[float] = []

    class Away(FakeCamera):
        def open(self) -> None:
            tries.append(self._clock.monotonic() - self._start)
            super().open()

    story = Story(Fault("missing", 0, 300), camera=Away)
    story.until(299)
    pauses = np.diff(tries)
    assert pauses[0] == pytest.approx(2, abs=0.3) and pauses[1] == pytest.approx(4, abs=0.3)
    assert np.all(pauses[4:] > 19.5) and np.all(pauses < 20.6)
    assert story.until(303).newest() is not None, "looking for it is cheap, so it is seen at once"
    assert story.end() == [("offline", "refused"), ("recovering", "refused"), ("online", "refused")]


def test_a_camera_that_cannot_be_looked_for_is_tried_more_often() -> None:
    tries: list[float] = []

    class Blind(FakeCamera):
        def open(self) -> None:
            tries.append(self._clock.monotonic())
            super().open()

        def present(self) -> bool | None:
            return None

    story = Story(Fault("close", 10, 100), camera=Blind)
    assert story.until(10 + 100 + 10).newest() is not None
    assert max(np.diff(tries[1:])) < 4.5
    story.end()


def test_a_dark_night_does_not_open_the_camera_over_and_over() -> None:
    story = Story(Fault("black", 10, 4 * 3600.0), rate=1.0, tick=1.0)
    story.until(10 + 4 * 3600 - 1)
    assert story.cameras[0].opened < 30
    assert story.watch.status.cause == "black"
    assert len(story.watch.events()) == 3, "one line an event, none for each try"
    assert story.until(10 + 4 * 3600 + 10).newest() is not None
    story.end()


def test_a_call_that_never_comes_back_blocks_nobody_and_leaks_few_threads() -> None:
    story = Story(Fault("hang", 10, 3600))
    began = time.monotonic()
    for second in range(11, 900, 10):
        story.until(second)
        assert story.watch.newest() is None or second == 11
        assert story.clock.threads <= 1 + WATCH.most_stuck + 1
    assert time.monotonic() - began < 20
    assert story.watch.status.state == "failed" and story.watch.status.cause == "stuck"
    assert len(story.cameras) == WATCH.most_stuck
    silent = story.progress
    story.until(1200)
    assert story.progress == silent, "the watchdog is not fed"
    with pytest.raises(CameraError, match="camera_silent"):
        story.watch.lock(timeout=1)
    assert story.until(3630).newest() is not None, "the driver came back"
    assert all(not camera._open for camera in story.cameras[:-1]), "let go of, once it came back"
    story.watch.stop()
    story.clock.sleep(4000)
    assert story.clock.threads == 0


def test_progress_is_told_also_while_there_is_no_camera() -> None:
    story = Story(Fault("missing", 0, 1000))
    story.until(500)
    before = story.progress
    story.until(560)
    assert story.progress - before >= 30, "trying again is progress: starting anew would not help"
    story.end()


def test_what_waiting_does_not_help_stops_the_tries() -> None:
    class Without(FakeCamera):
        def open(self) -> None:
            self.opened += 1
            raise CameraError("camera_no_picamera2", True)

    story = Story(camera=Without)
    story.until(300)
    assert story.cameras[0].opened == 1
    assert story.watch.status.state == "failed"
    assert "picamera2" in story.watch.status.text("en")
    assert story.end() == [("failed", "refused")]


def test_a_fault_of_the_program_in_the_cameras_thread_is_told_and_survived(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(FakeCamera):
        def read(self, timeout: float) -> Frame | None:
            if 10 < self._clock.monotonic() - self._start < 11:
                raise ZeroDivisionError
            return super().read(timeout)

    story = Story(camera=Broken)
    assert story.until(25).newest() is not None
    assert "ZeroDivisionError" in caplog.text
    assert story.end()[1] == ("offline", "lost")


def test_a_listener_that_fails_does_not_stop_the_watch(caplog: pytest.LogCaptureFixture) -> None:
    clock = VirtualClock()

    def fail(event: CameraEvent) -> None:
        raise RuntimeError("no display")

    with WatchedCamera(lambda: FakeCamera([TABLE], (), clock), clock=clock, on_event=fail) as watch:
        clock.sleep(5)
        assert watch.newest() is not None
    assert "no display" in caplog.text


def test_waiting_for_the_next_picture() -> None:
    story = Story(Fault("stall", 10, 5))
    story.until(5)
    frame = story.watch.wait(after=0, timeout=1.0)
    assert frame is not None
    following = story.watch.wait(after=frame.sequence, timeout=1.0)
    assert following is not None and following.sequence == frame.sequence + 1
    story.until(12)
    before = story.clock.monotonic()
    assert story.watch.wait(after=following.sequence + 1000, timeout=1.0) is None
    assert story.clock.monotonic() - before == pytest.approx(1.0, abs=0.01)
    story.end()


def test_what_is_locked_is_locked_again_after_a_loss() -> None:
    class Lockable(FakeCamera):
        locked: list[Any]

        def open(self) -> None:
            super().open()
            self.locked = getattr(self, "locked", [])

        def lock(self, values: Lock | None = None) -> Lock:
            self.locked.append(values)
            return {"exposure": 7} if values is None else values

        def unlock(self) -> None:
            self.locked.append("free")

    story = Story(Fault("close", 10, 3), Fault("close", 30, 3), camera=Lockable)
    story.until(5)
    assert story.watch.lock() == {"exposure": 7}
    story.until(25)
    story.watch.unlock()
    story.until(45)
    assert story.cameras[0].locked == [None, {"exposure": 7}, "free"]
    story.end()


def test_one_log_line_an_event_in_words_for_people(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "taicam.camera"):
        story = Story(Fault("black", 10, 30))
        story.until(60)
        now = story.watch.status
        story.end()
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == len(story.told) == 5
    black = "all is black: the lens is covered or there is no light"
    assert lines[1] == f"camera fake: no new picture for 2 s, {black}"
    assert lines[-1].startswith("camera fake: online (after 3")
    assert now.text("en") == "camera fake: online", "nothing has changed just now"
    for event in story.watch.events():
        for language in LANGUAGES:
            text = event.text(language)
            assert "\n" not in text and "_" not in text
            assert all(fonts.has_glyph(char) for char in text)


def test_every_state_and_cause_has_words() -> None:
    from typing import get_args

    from device.cameras import health

    for state in get_args(health.State):
        for cause in get_args(health.Cause):
            error = CameraError("camera_missing", camera="x") if cause == "refused" else None
            event = CameraEvent("x", state, "online", cause, 0, 0, 3, error)
            for language in LANGUAGES:
                assert "_" not in event.text(language) and "(" not in event.text(language)[:12]


def test_a_film_and_a_folder_may_stand_still(tmp_path: Path) -> None:
    clock = VirtualClock()
    writer = cv2.VideoWriter(
        str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (96, 72)
    )
    for _ in range(200):
        writer.write(TABLE)
    writer.release()
    with WatchedCamera(
        lambda: VideoCamera(tmp_path / "film.avi", clock=clock), clock=clock
    ) as film:
        for _ in range(17):
            clock.sleep(1)
            assert film.newest() is not None or clock.monotonic() < 1002
        clock.sleep(10)
        assert film.ended and film.newest() is None
        assert film.status.state == "offline" and "ended" in film.status.text("en")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number in range(20):
        size = (320, 240) if number % 2 else (240, 320)
        cv2.imwrite(str(pictures / f"{number:02}.png"), drawn_table(size))
    with WatchedCamera(lambda: FolderCamera(pictures, clock=clock), clock=clock) as folder:
        clock.sleep(8)
        assert folder.newest() is not None and folder.status.state == "online"
        clock.sleep(20)
        assert folder.ended


def test_a_stream_in_real_time_closes_stalls_and_comes_back() -> None:
    quick = replace(
        WATCH, stale_after=0.6, offline_after=1.2, settle=0.1, retry_first=0.2, probe=0.2, tick=0.05
    )
    source = replace(SOURCE, url_open=0.8, url_read=0.6, closing=0.3)
    with serving() as server:
        watch = WatchedCamera(lambda: UrlCamera(server.url, source), quick)
        with watch:
            assert watch.wait(0, 5.0) is not None
            for does in ("close", "stall", "404"):
                server.does = "close" if does == "404" else does
                _until(lambda: watch.status.state == "offline", 5)
                server.does = does
                time.sleep(0.5)
                assert watch.newest() is None
                server.does = "serve"
                _until(lambda: watch.newest() is not None, 8)
    assert {event.state for event in watch.events()} >= {"offline", "recovering", "online"}
    time.sleep(0.1)
    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if name.startswith("camera")], "all threads have ended"


def _until(condition: Any, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_rules_ask_for_one_thing_at_a_time() -> None:
    health = Health("x", PictureChecks(WATCH.pictures, 1.0), WATCH, 0.0)
    assert health.next(0.0) == ("open", 0.0)
    health.opened(0.1)
    assert health.next(0.1) == ("read", 0.0)
    health.picture(None, 0.2)
    doing, wait = health.next(0.2)
    assert doing == "wait" and 0 < wait <= 1 / WATCH.rate
    assert health.next(6.0)[0] == "close"
    health.closed(6.0)
    assert health.next(6.1)[0] == "wait"
    assert health.next(8.1)[0] == "open"


def test_the_systems_clock() -> None:
    clock, done = SystemClock(), threading.Event()
    clock.start(done.set, "x")
    assert done.wait(2)
    clock.sleep(0)
    assert abs(clock.wall() - time.time()) < 1 and not clock.signal().wait(0)


def test_a_short_soak() -> None:
    """A quarter of an hour of `python -m tests.benchmarks.camera_soak`."""
    result = soak(0.25, seed=7)
    assert result.problems == []
    assert result.pictures > 2500
    assert len(result.recoveries) >= 3
