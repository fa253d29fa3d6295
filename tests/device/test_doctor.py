"""`taicam doctor`: the camera, power and heat of a Pi, disk, clock; nothing missing stops it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from device import machine, vitals
from device.cameras import trial
from device.cameras.fake import FakeCamera, drawn_table
from device.cameras.trial import try_camera
from device.messages import LANGUAGES, MESSAGES
from tests.device.mjpeg_server import serving

Taicam = Callable[..., Any]
GOOD = [{"name": "locator", "ok": True, "sha256": "ab", "classes": ["tile"]}]


@pytest.fixture(autouse=True)
def _a_quiet_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "models", lambda: GOOD)
    monkeypatch.setenv("TAICAM_DATA", str(tmp_path / "data"))


# --- power, heat, disk, clock -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "now", "before"),
    [
        ("throttled=0x0\n", [], []),
        ("throttled=0x50005\n", ["under_voltage", "throttled"], []),
        ("throttled=0x50000\n", [], ["under_voltage", "throttled"]),
        ("throttled=0xe0008\n", ["hot"], ["capped", "throttled"]),
        ("throttled=0xf000f\n", ["under_voltage", "capped", "throttled", "hot"], []),
    ],
)
def test_what_the_firmware_of_a_pi_says(answer: str, now: list[str], before: list[str]) -> None:
    assert vitals.power(lambda *words: answer) == {"now": now, "before": before}


@pytest.mark.parametrize("answer", [None, "", "VCHI initialization failed", "throttled=?"])
def test_a_machine_without_that_firmware(answer: str | None, tmp_path: Path) -> None:
    assert vitals.power(lambda *words: answer, tmp_path) is None
    monitor = tmp_path / "class" / "hwmon" / "hwmon1"
    monitor.mkdir(parents=True)
    (monitor / "name").write_text("cpu_thermal\n")
    assert vitals.power(lambda *words: answer, tmp_path) is None
    (monitor / "name").write_text("rpi_volt\n")
    assert vitals.power(lambda *words: answer, tmp_path) == {"now": [], "before": []}
    (monitor / "in0_lcrit_alarm").write_text("1\n")
    assert vitals.power(lambda *words: answer, tmp_path) == {"now": ["under_voltage"], "before": []}


def test_temperature(tmp_path: Path) -> None:
    assert vitals.temperature(tmp_path) is None
    for number, text in enumerate(["52345\n", "61500\n", "-40000\n", "nonsense", "999999\n"]):
        zone = tmp_path / "class" / "thermal" / f"thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(text)
    assert vitals.temperature(tmp_path) == 61.5


def test_disk(tmp_path: Path) -> None:
    told = vitals.disk(tmp_path)
    assert told["exists"] and told["writable"] and 0 < told["free_mb"] <= told["total_mb"]
    told = vitals.disk(tmp_path / "not" / "yet")
    assert not told["exists"] and told["writable"] and told["free_mb"] > 0
    file = tmp_path / "file"
    file.touch()
    assert vitals.disk(file / "x")["writable"] is False
    assert vitals.disk(Path("/proc/1/x"))["writable"] is False


def test_a_clock_in_the_past(tmp_path: Path) -> None:
    (tmp_path / "hands.jsonl").touch()
    asked: list[tuple[str, ...]] = []

    def ask(*words: str) -> str:
        asked.append(words)
        return "NTPSynchronized=yes\n"

    right = vitals.clock(tmp_path, ask=ask)
    assert right["possible"] is True and right["synchronised"] is True
    assert asked == [("timedatectl", "show", "--property=NTPSynchronized")]
    wrong = vitals.clock(tmp_path / "gone", lambda: 1e9, lambda *words: "NTPSynchronized=no\n")
    assert wrong["possible"] is False and wrong["synchronised"] is False
    assert wrong["time"].startswith("2001-09-0")
    os.utime(tmp_path / "hands.jsonl", (time.time() + 86400,) * 2)
    told = vitals.clock(tmp_path, ask=lambda *words: None)
    assert told["possible"] is False and told["synchronised"] is None


def test_screens_and_board(tmp_path: Path) -> None:
    for name in ("i2c-1", "spidev0.0", "null"):
        (tmp_path / name).touch()
    told = vitals.screens(tmp_path)
    assert told["buses"] == ["i2c-1", "spidev0.0"]
    assert set(told["drivers"]) == {"ssd1306", "sh1106", "st7789", "ili9341"}
    assert vitals.model_name(tmp_path) is None
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert vitals.model_name(tmp_path) == "Raspberry Pi 5 Model B Rev 1.0"


def test_programs_of_the_system() -> None:
    assert vitals.ask_system("no-such-program") is None
    assert vitals.ask_system("false") is None
    assert (vitals.ask_system("echo", "x") or "").strip() == "x"


# --- the camera ---------------------------------------------------------------------------------


def test_a_camera_is_tried(tmp_path: Path) -> None:
    told, error = try_camera("fake")
    assert error is None and told["ok"] and told["size"] == [640, 480]
    with serving() as server:
        told, error = try_camera(server.url)
        assert error is None and told["size"] == [320, 240] and told["seconds"] < 5
    cv2.imwrite(str(tmp_path / "a.png"), drawn_table((320, 240)))
    told, error = try_camera(str(tmp_path))
    assert error is None and told["file"] == "a.png"


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("nothing", "camera_unknown"),
        ("/dev/video63", "camera_missing"),
        ("http://me:secret@127.0.0.1:9/", "camera_no_server"),
        ("http://me:secret@127.0.0.1:999999/", "camera_url"),
        ("fake:close@0+9", "camera_missing"),
        ("fake:black@0+9", "camera_black"),
        ("fake:stall@0+9", "camera_silent"),
        ("fake:hang@0+9", "camera_silent"),
    ],
)
def test_cameras_that_show_nothing(spec: str, key: str, taicam: Taicam) -> None:
    began = time.monotonic()
    told, error = try_camera(spec, limit=0.5)
    assert error is not None and error.key == key and told["ok"] is False
    assert time.monotonic() - began < 3.5
    assert "secret" not in json.dumps(told) + str(error)


def test_a_library_that_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(FakeCamera):
        def open(self) -> None:
            raise ZeroDivisionError("odd\nand more")

    monkeypatch.setattr(trial, "open_camera", lambda spec, settings: Broken())
    told, error = try_camera("fake")
    assert error is not None and error.key == "camera_refused"
    assert error.params["reason"] == "ZeroDivisionError: odd" and not told["ok"]


# --- the command --------------------------------------------------------------------------------


def test_everything_is_told(taicam: Taicam, tmp_path: Path) -> None:
    answer = taicam("doctor", "--camera", "fake", "--data", str(tmp_path), "--lang", "en")
    assert answer.code == 0
    for words in ("fake  ok  640×480", "ssd1306", str(tmp_path), "GB free", "clock", "locator"):
        assert words in answer.out
    report = json.loads(taicam("doctor", "--json", "--camera", "fake").out)
    assert report["ok"] is True and report["camera"]["ok"] is True
    assert set(report) >= {
        *("versions", "machine", "models", "cameras", "camera", "displays", "data"),
        *("power", "temperature", "clock", "warnings"),
    }


def test_a_camera_that_was_named_must_work(taicam: Taicam) -> None:
    answer = taicam("doctor", "--camera", "usb:63")
    assert answer.code == 2
    assert "不能用" in answer.out and answer.error.endswith("/dev/video63")
    report = json.loads(taicam("doctor", "--json", "--camera", "usb:63").out)
    assert report["ok"] is False and "/dev/video63" in report["error"]


def test_the_camera_that_was_set_up_is_tried(taicam: Taicam, tmp_path: Path) -> None:
    from device.live.table import TableSetup, save

    corners = ((100.0, 400.0), (540.0, 400.0), (500.0, 60.0), (140.0, 60.0))
    save(tmp_path, TableSetup("fake", corners, 90.0, (640, 480)))
    report = json.loads(taicam("doctor", "--json", "--data", str(tmp_path)).out)
    assert report["camera"]["camera"] == "fake" and report["camera"]["ok"]
    (tmp_path / "table.toml").write_text("nonsense")
    assert taicam("doctor", "--data", str(tmp_path)).code == 0


def test_what_works_but_not_well_is_told(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        vitals, "power", lambda: {"now": ["under_voltage", "hot"], "before": ["throttled"]}
    )
    monkeypatch.setattr(vitals, "temperature", lambda: 84.5)
    monkeypatch.setattr(
        vitals,
        "disk",
        lambda folder: {"path": "/x", "writable": False, "free_mb": 12, "total_mb": 100},
    )
    monkeypatch.setattr(
        vitals,
        "clock",
        lambda folder: {"time": "1970-01-01", "possible": False, "synchronised": False},
    )
    answer = taicam("doctor", "--lang", "en")
    assert answer.code == 0
    for words in ("84.5 °C", "voltage is too low", "too hot", "almost full", "cannot be written"):
        assert words in answer.out
    for words in ("has been throttled", "clock is wrong", "not set over the network"):
        assert words in answer.out
    report = json.loads(taicam("doctor", "--json").out)
    assert set(report["warnings"]) == {
        *("doctor_disk_full", "doctor_unwritable", "doctor_clock", "doctor_hot"),
        *("doctor_under_voltage", "doctor_throttled_before"),
    }


def test_every_warning_has_words() -> None:
    words = [word for bit in vitals._BITS.values() for word in (bit, f"{bit}_before")]
    for key in [*words, "disk_full", "unwritable", "clock", "hot"]:
        for language in LANGUAGES:
            assert MESSAGES[language][f"doctor_{key}"]


@pytest.mark.parametrize("part", ["power", "temperature", "disk", "clock", "screens", "model_name"])
def test_a_part_that_breaks_is_told_in_its_place(
    taicam: Taicam, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("odd\nand more")

    monkeypatch.setattr(vitals, part, broken)
    for language in ("zh-Hant", "en"):
        answer = taicam("doctor", "--lang", language)
        assert answer.code == 0 and answer.err == ""
        assert ("RuntimeError: odd" in answer.out) == (part != "model_name")
    assert json.loads(taicam("doctor", "--json").out)["ok"] is True


def test_a_pi_that_is_well(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vitals, "power", lambda: {"now": [], "before": []})
    monkeypatch.setattr(vitals, "model_name", lambda: "Raspberry Pi 5")
    out = taicam("doctor").out
    assert "Raspberry Pi 5, Linux" in out and "電源" in out and "注意" not in out
