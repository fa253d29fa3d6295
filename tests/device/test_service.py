"""The service: what systemd is told, the unit, and the commands."""

from __future__ import annotations

import io
import json
import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.messages import LANGUAGES, MESSAGES
from device.service import command
from device.service.logs import log_events
from device.service.notify import Heart, Notifier
from device.service.unit import quoted, unit_text

Taicam = Callable[..., Any]


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """A datagram socket as systemd has one, and its name."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        if request.param == "path":
            name = str(tmp_path / "notify")
            listening.bind(name)
        else:
            name = f"@taicam-test-{os.getpid()}"
            listening.bind("\0" + name[1:])
        listening.settimeout(2)
        yield name, listening


def heard(listening: socket.socket) -> list[str]:
    """The datagrams that lie there."""
    listening.setblocking(False)
    texts = []
    while True:
        try:
            texts.append(listening.recv(4096).decode())
        except BlockingIOError:
            return texts


def test_each_word_is_one_datagram(systemd: tuple[str, socket.socket]) -> None:
    name, listening = systemd
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": name})
    assert notifier.ready("台Cam\nREADY=0 ") and notifier.alive() and notifier.stopping()
    assert notifier.status("x")
    assert heard(listening) == [
        "READY=1\nSTATUS=台Cam READY=0",
        "WATCHDOG=1",
        "STOPPING=1",
        "STATUS=x",
    ]


@pytest.mark.parametrize(
    ("environ", "watchdog"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "60000000"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "77"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "78"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "-1"}, None),
    ],
)
def test_what_the_environment_says(environ: dict[str, str], watchdog: float | None) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": "/x"} | environ, process=77)
    assert notifier.watchdog == watchdog


@pytest.mark.parametrize("address", ["", "relative", "/no/such/socket", "@nobody", "@" + "x" * 300])
def test_nobody_listens(address: str) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": address})
    assert not notifier.ready() and not notifier.alive()
    with Heart({"x": 1.0}, notifier).running():
        pass


def test_a_full_socket_holds_up_nobody(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "n"))
        notifier = Notifier(str(tmp_path / "n"))
        began = time.monotonic()
        answers = [notifier.alive() for _ in range(2000)]
        assert not answers[-1] and time.monotonic() - began < 2


def test_only_progress_feeds_the_watchdog(systemd: tuple[str, socket.socket], caplog: Any) -> None:
    name, listening = systemd
    now = [0.0]
    heart = Heart({"camera": 10.0, "reading": 30.0}, Notifier(name, 60.0), lambda: now[0])
    assert heart.feed(), "there is time from the start"
    now[0] = 9.0
    heart.beat("camera")
    now[0] = 18.0
    assert heart.feed() and heart.late() == ()
    now[0] = 20.0
    assert not heart.feed() and heart.late() == ("camera",)
    now[0] = 25.0
    heart.beat("reading")
    assert not heart.feed(), "another part's progress is not enough"
    heart.beat("camera")
    assert heart.feed()
    now[0] = 60.0
    assert not heart.feed() and heart.late() == ("camera", "reading")
    told = heard(listening)
    assert told.count("WATCHDOG=1") == 3
    assert "STATUS=no progress: camera" in told and "STATUS=progress again" in told
    assert len(caplog.records) == 2, "told once, not at each feeding (INFO is not shown)"
    with pytest.raises(KeyError):
        heart.beat("kitchen")


def test_the_heart_runs_in_a_thread_of_its_own(systemd: tuple[str, socket.socket]) -> None:
    name, listening = systemd
    heart = Heart({"work": 0.3}, Notifier(name, 0.15))
    with heart.running("reads the table"):
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            heart.beat("work")
            time.sleep(0.02)
        fed = heard(listening)
        assert fed[0] == "READY=1\nSTATUS=reads the table"
        assert fed.count("WATCHDOG=1") >= 5
        time.sleep(0.5)  # the work hangs
        heard(listening)
        time.sleep(0.2)
        assert "WATCHDOG=1" not in heard(listening)
    assert heard(listening)[-1] == "STOPPING=1"
    time.sleep(0.1)
    assert not [thread for thread in threading.enumerate() if thread.name == "heart"]


@pytest.mark.slow
def test_the_page_as_a_service(tmp_path: Path) -> None:
    """`taicam serve` tells that it is ready, feeds the watchdog, and ends tidily."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "n"))
        listening.settimeout(60)
        environ = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "1500000"}
        words = ["-m", "device", "serve", "--port", "0", "--data", str(tmp_path / "data")]
        running = subprocess.Popen([sys.executable, *words], env=environ, stdout=subprocess.DEVNULL)
        try:
            told = [listening.recv(4096).decode() for _ in range(3)]
            running.terminate()
            while told[-1] != "STOPPING=1":
                told.append(listening.recv(4096).decode())
            assert running.wait(30) == 0
        finally:
            running.kill()
    assert told[0] == "READY=1" and "WATCHDOG=1" in told


def test_one_line_an_event_with_its_priority_in_the_journal() -> None:
    log = logging.getLogger("taicam.camera")
    before = logging.getLogger("taicam").handlers[:]
    try:
        journal, terminal = io.StringIO(), io.StringIO()
        log_events(journal, {"JOURNAL_STREAM": "8:1"})
        log.info("online")
        log.warning("no picture")
        log.debug("not told")
        try:
            raise RuntimeError("odd")
        except RuntimeError:
            log.exception("broken")
        log_events(terminal, {})
        log.info("again")
    finally:
        logging.getLogger("taicam").handlers[:] = before
    lines = journal.getvalue().splitlines()
    assert lines[:3] == ["<6>online", "<4>no picture", "<3>broken"]
    assert all(line.startswith("<3>") for line in lines[3:]) and "odd" in lines[-1]
    assert terminal.getvalue().endswith(" again\n") and terminal.getvalue().count("\n") == 1


# --- the unit ---------------------------------------------------------------------------------


def test_the_unit_says_what_it_must() -> None:
    text = unit_text(
        ["serve", "--lan"], "taicam", "en", {"video", "gpio", "sudo"}, "/opt/taicam/bin/python"
    )
    lines = text.splitlines()
    for line in (
        "Type=notify",
        "WatchdogSec=60",
        "ExecStart=/opt/taicam/bin/python -P -m device serve --lan",
        "User=taicam",
        "SupplementaryGroups=video gpio",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "StateDirectory=taicam",
        "Restart=always",
        "WantedBy=multi-user.target",
    ):
        assert line in lines
    assert "SupplementaryGroups" not in unit_text(["serve"], "x", "en", set())
    home = unit_text(["serve"], "pi", "en", set(), "/home/pi/taicam/.venv/bin/python")
    assert "ProtectHome=read-only" in home, "the program itself must be seen"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("serve", "serve"),
        ("", '""'),
        ("a b", '"a b"'),
        ("100%", "100%%"),
        ("$HOME", "$$HOME"),
        ('say "x"', '"say \\"x\\""'),
        ("a\\b", '"a\\\\b"'),
        ("a;b", '"a;b"'),
        ("http://u:p@h/?a=1&b=2", "http://u:p@h/?a=1&b=2"),
    ],
)
def test_words_of_a_command_line(word: str, text: str) -> None:
    assert quoted(word) == text


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
@pytest.mark.parametrize("words", [["serve", "--lan"], ["serve", "--data", "/a b/100% $x"]])
def test_systemd_finds_nothing_wrong(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "taicam.service"
    path.write_text(unit_text(words, "root", "zh-Hant"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr


# --- the commands -----------------------------------------------------------------------------


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """A machine with systemd, of which we are root; what was run on it."""
    done: list[tuple[str, ...]] = []

    def run(*words: str) -> str:
        done.append(words)
        return ""

    monkeypatch.setattr(command, "_run", run)
    monkeypatch.setattr(command, "UNITS", tmp_path)
    monkeypatch.setattr(command, "_check_readable", lambda user: None)
    monkeypatch.setattr(command, "BOOTED", tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return done


def test_print_shows_the_unit_and_changes_nothing(
    taicam: Taicam, system: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer = taicam("service", "install", "--print", "--", "serve", "--port", "80")
    assert answer.code == 0 and answer.err == ""
    assert "-m device serve --port 80\n" in answer.out
    assert "TAICAM_LANG=zh-Hant" in answer.out
    assert system == [] and not list(command.UNITS.glob("*.service"))
    monkeypatch.setattr(command, "STATE", tmp_path)
    answer = taicam("service", "install", "--print", "--user", "pi", "--lang", "en")
    assert "User=pi\n" in answer.out and "serve --lan\n" in answer.out
    assert "TAICAM_LANG=en" in answer.out
    (tmp_path / "taicam").mkdir()
    (tmp_path / "taicam" / "table.toml").touch()
    assert "live --lan\n" in taicam("service", "install", "--print").out, "a table is set up"


def test_install_and_remove(taicam: Taicam, system: list[Any]) -> None:
    answer = taicam("service", "install", "--user", "taicam-new")
    assert answer.code == 0
    path = command.UNITS / "taicam.service"
    assert "User=taicam-new" in path.read_text() and str(path) in answer.out
    assert [entry.name for entry in command.UNITS.iterdir()] == ["taicam.service"]
    assert [words[:2] for words in system] == [
        ("useradd", "--system"),
        ("systemctl", "daemon-reload"),
        ("systemctl", "enable"),
        ("systemctl", "restart"),
    ]
    assert system[0][-1] == "taicam-new" and "/var/lib/taicam" in system[0]
    system.clear()
    assert taicam("service", "install", "--user", "root").code == 0
    assert "useradd" not in [words[0] for words in system], "there is one already"
    answer = taicam("service", "remove")
    assert answer.code == 0 and "/var/lib/taicam" in answer.out
    assert not path.exists() and ("systemctl", "disable", "--now", "taicam.service") in system
    answer = taicam("service", "remove")
    assert answer.code == 2 and "服務沒有裝" in answer.error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--user", "Bad Name"), "使用者名稱"),
        (("--user", "a\nUser=root"), "使用者名稱"),
        (("--", "score", "1m"), "score"),
        (("--", "rm"), "rm"),
        (("--", "serve", "a\nb"), "換行"),
    ],
)
def test_bad_input(taicam: Taicam, system: list[Any], words: tuple[str, ...], said: str) -> None:
    for show in ((), ("--print",)):
        answer = taicam("service", "install", *show, *words)
        assert answer.code == 2 and said in answer.error
    assert system == []


def test_without_root_or_systemd(
    taicam: Taicam, system: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for name in ("install", "remove"):
        answer = taicam("service", name)
        assert answer.code == 2 and "sudo" in answer.error
    monkeypatch.setattr(command, "BOOTED", Path("/no/such/folder"))
    for name in ("install", "remove", "status"):
        answer = taicam("service", name)
        assert answer.code == 2 and "systemd" in answer.error
    assert system == []


def test_a_disk_that_cannot_be_written(
    taicam: Taicam, system: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "UNITS", Path("/proc/nowhere"))
    answer = taicam("service", "install", "--user", "root")
    assert answer.code == 2 and "/proc/nowhere" in answer.error


def test_a_program_that_its_user_cannot_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from device.hands import InputError

    python = tmp_path / "home" / "bin" / "python"
    python.parent.mkdir(parents=True)
    monkeypatch.setattr("sys.executable", str(python))
    for folder in python.parents:
        if tmp_path in folder.parents:
            folder.chmod(0o755)
    (tmp_path / "home").chmod(0o700)
    with pytest.raises(InputError, match="service_hidden"):
        command._check_readable("nobody")
    command._check_readable("root")


SHOWN = """LoadState=loaded
ActiveState=active
SubState=running
Result=success
NRestarts=3
MemoryCurrent=234567890
StatusText=reads the table
ActiveEnterTimestamp=Tue 2026-12-01 05:00:00 UTC
"""


def test_status(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [SHOWN]
    monkeypatch.setattr(command, "BOOTED", Path("/"))
    monkeypatch.setattr(command, "_run", lambda *words: shown[0])
    answer = taicam("service", "status", "--lang", "en")
    assert answer.code == 0
    for words in ("the service runs", "restarts", "3", "235 MB", "reads the table", "05:00:00"):
        assert words in answer.out
    told = json.loads(taicam("service", "status", "--json").out)
    assert told["installed"] is True and told["state"] == "active" and told["restarts"] == 3
    shown[0] = (
        "LoadState=not-found\nActiveState=inactive\nNRestarts=0\n"
        "MemoryCurrent=18446744073709551615\nStatusText=\n"
    )
    answer = taicam("service", "status")
    assert answer.code == 1 and "服務沒有裝" in answer.out
    assert json.loads(taicam("service", "status", "--json").out)["memory"] is None
    shown[0] = "LoadState=loaded\nActiveState=failed\nMemoryCurrent=[not set]\n"
    assert "失敗" in taicam("service", "status").out
    for state in ("active", "activating", "inactive", "failed"):
        for language in LANGUAGES:
            assert f"service_is_{state}" in MESSAGES[language]


@pytest.mark.parametrize("done", [1, FileNotFoundError(2, "x"), subprocess.TimeoutExpired("x", 1)])
def test_a_systemd_that_does_not_answer(
    taicam: Taicam, monkeypatch: pytest.MonkeyPatch, done: Any
) -> None:
    def run(words: Any, **options: Any) -> Any:
        if isinstance(done, Exception):
            raise done
        return subprocess.CompletedProcess(words, 1, "", "Host is down\n")

    monkeypatch.setattr(command, "BOOTED", Path("/"))
    monkeypatch.setattr("subprocess.run", run)
    answer = taicam("service", "status")
    assert (answer.code == 2 and "systemctl" in answer.error) or "systemd" in answer.error


def test_the_group_alone_shows_its_help(taicam: Taicam) -> None:
    answer = taicam("service")
    assert answer.code == 0 and answer.out.startswith("Usage: taicam service")
