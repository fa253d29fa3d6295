"""`taicam live` as people type it: set-up, refusals, and a short film followed on the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest

from device.cli import run
from device.live.demo import DrawnTable
from device.live.printer import Printer
from device.live.table import load
from tests.live.conftest import Played, frame, played
from tests.live.test_engine import engine_of, follow
from vision.simulator.game import Game, demo, demo_game

Live = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def game() -> Game:
    return demo_game()


@pytest.fixture
def live(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Live:
    def typed(*words: str) -> tuple[int, str, str]:
        code = run(["--lang", "en", "live", "--data", str(tmp_path / "data"), *words])
        out, err = capsys.readouterr()
        return code, out, err

    return typed


def test_set_up_once(live: Live, game: Game, tmp_path: Path) -> None:
    shot = game.film().shoot(game.at(60.0))
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "a.png"), shot.image)
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in shot.frame.corners)
    drawn = tmp_path / "drawn.png"
    words = ("--setup", "--camera", str(pictures), "--corners", corners, "--side", "103.8")
    code, out, err = live(*words, "--picture", str(drawn), "--json")
    assert code == 0, err
    told = json.loads(out)
    assert told["tiles"] > 40
    assert drawn.exists()
    setup = load(tmp_path / "data")
    assert setup is not None
    assert setup.size == (1600, 1200)
    # The first player sits on the right of the picture: the corners begin there.
    assert live(*words, "--first", "right")[0] == 0
    turned = load(tmp_path / "data")
    assert turned is not None
    assert turned.corners == (*setup.corners[1:], setup.corners[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "set up"),
        (("--setup",), "--camera"),
        (("--setup", "--camera", "nothing.mp4"), "camera"),
        (("--setup", "--camera", "usb:63"), "camera"),
        (("--setup", "--camera", "carrier pigeon"), "camera"),
        (("--port", "99999999"), "--port"),
    ],
)
def test_refused_in_one_line(live: Live, words: tuple[str, ...], said: str) -> None:
    code, _, err = live(*words)
    assert code == 2
    assert said in err.splitlines()[-1].lower().replace("set-up", "set up") or said in err
    assert "Traceback" not in err


def test_corners_that_cannot_be_are_refused(live: Live, game: Game, tmp_path: Path) -> None:
    shot = game.film().shoot(game.at(60.0))
    cv2.imwrite(str(tmp_path / "a.png"), shot.image)
    for corners in ("1,1 2,1 2,2 1,2", "0,0 10,10 20,20 30,30", "x", "1,2 3,4"):
        code, _, err = live("--setup", "--camera", str(tmp_path), "--corners", corners)
        assert code == 2, corners
        assert err.count("\n") >= 1
        assert "Traceback" not in err
    assert load(tmp_path / "data") is None


def test_the_drawn_table_is_a_camera() -> None:
    shots = demo(real_time=False, size=(800, 600))
    table = DrawnTable(iter([next(shots), next(shots)]))
    first, second = table.wait(-1, 1.0), table.wait(0, 1.0)
    assert first is not None
    assert second is not None
    assert second.monotonic > first.monotonic
    assert table.wait(1, 1.0) is None
    assert table.ended


@pytest.fixture(scope="module")
def one_hand() -> Played:
    return played(seed=33, hands=1)


def test_what_happens_is_printed_once(one_hand: Played, tmp_path: Path) -> None:
    lines: list[str] = []
    interface = SimpleNamespace(language="en", out=lines.extend, json=lines.append)
    engine = engine_of(one_hand, None, tmp_path)
    printer = Printer(interface, None, False)  # type: ignore[arg-type]
    while engine.step():
        printer.tell_status(engine.status())
    printer.tell_status(engine.status())
    printer.tell_status(engine.status())
    assert sum("discards" in line for line in lines) == sum(
        type(told.event).__name__ == "Discard" for told in engine.status().told
    )
    assert sum(line.endswith("win") for line in lines) == 1
    assert frame(1).source == "fake"
    follow(engine)
