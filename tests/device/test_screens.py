"""Small screens: golden pictures, words that fit and have their glyphs, drivers on a mock bus."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from device.messages import LANGUAGES, Language, explain
from device.screens.command import DRIVERS, VIEWS
from device.screens.drivers import LUMA, NAMES, LumaDriver, PngDriver, TerminalDriver, open_driver
from device.screens.examples import examples
from device.screens.keeper import Keeper, KeeperSettings
from device.screens.render import SIZES, render, render_checked
from device.screens.views import Ask, JoinQR, Looking, Result, SettlementView, Standings
from device.screens.words import WORDS
from tests.device.conftest import Answer
from vision import fonts

GOLDEN = Path(__file__).parent / "golden" / "screens"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", VIEWS)
def test_golden(name: str, size: str, language: Language) -> None:
    """To draw them anew after a wanted change: delete the files and run the tests twice."""
    drawn, cut = render_checked(examples(language)[name], SIZES[size], language)
    assert cut == (), "every word of every language fits"
    path = GOLDEN / f"{name}-{size}-{language}.png"
    if not path.exists():
        drawn.save(path, optimize=True)
        pytest.fail(f"{path.name} was missing and has been drawn: look at it, then commit it")
    with Image.open(path) as golden:
        assert golden.size == drawn.size == SIZES[size]
        assert drawn.mode == ("1" if size in ("oled", "paper") else "RGB")
        np.testing.assert_array_equal(
            np.asarray(golden.convert("RGB")), np.asarray(drawn.convert("RGB"))
        )


def test_every_view_has_an_example_and_every_word_its_glyphs() -> None:
    for language in LANGUAGES:
        assert tuple(examples(language)) == VIEWS
    for key, texts in WORDS.items():
        assert len(texts) == 3
        for char in "".join(texts):
            assert fonts.has_glyph(char), (key, char)


def test_long_texts_are_shortened_and_stay_on_the_screen() -> None:
    views = [
        Result(
            "一" * 40, "888", "台", tuple((f"{'很長的名字' * 4}{i}", "88") for i in range(20)), "胡"
        ),
        Ask(tuple("很長的選擇" * 5 for _ in range(9)), "很長" * 20),
        SettlementView(tuple(("名字" * 20, amount) for amount in (999999, -1, 0, -999998))),
        SettlementView((), tuple(("名字" * 20, "別人" * 20, amount) for amount in (999999, 1))),
        Standings(tuple(("名字" * 20, amount) for amount in range(12))),
        Looking(144),
    ]
    for view in views:
        for size in (*SIZES.values(), (800, 480), (128, 128), (160, 80)):
            assert render(view, size).size == size
    # An empty one, too.
    for view in (Ask(()), SettlementView(()), Standings(()), Result("", "", "")):
        for size in SIZES.values():
            assert render(view, size).size == size


@pytest.mark.parametrize("size", [(127, 64), (128, 63), (5000, 64)])
def test_sizes_that_cannot_be(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="screen of"):
        render(Looking(3), size)


@pytest.mark.parametrize("size", SIZES)
def test_the_qr_code_can_be_read(size: str) -> None:
    import cv2

    view = JoinQR("http://192.168.100.20:8450/J/K7WMQ2XR", "K7WMQ2XR")
    picture = render(view, SIZES[size]).convert("L")
    large = picture.resize((picture.width * 3, picture.height * 3), Image.Resampling.NEAREST)
    found, *_ = cv2.QRCodeDetector().detectAndDecode(np.asarray(large))
    assert found == "HTTP://192.168.100.20:8450/J/K7WMQ2XR"


class MockBus:
    """A bus that counts, and that can fall silent."""

    def __init__(self) -> None:
        self.sent = 0
        self.silent = False

    def _take(self, data: Any) -> None:
        if self.silent:
            raise OSError(121, "Remote I/O error")
        self.sent += len(data)

    def command(self, *codes: int) -> None:
        self._take(codes)

    def data(self, data: Any) -> None:
        self._take(data)

    def cleanup(self) -> None:
        self.sent = -1


@pytest.mark.parametrize("chip", list(LUMA))
def test_each_luma_driver_shows_a_picture(chip: str) -> None:
    pytest.importorskip("luma.oled")
    bus = MockBus()
    driver = open_driver(chip, bus=lambda: bus)
    assert isinstance(driver, LumaDriver)
    assert driver.size == LUMA[chip][1]
    before = bus.sent
    driver.show(render(examples("en")["result"], driver.size, "en"))
    driver.contrast(100)
    bits = 1 if driver.size == (128, 64) else 16
    assert bus.sent - before >= driver.size[0] * driver.size[1] * bits // 8 // 2
    bus.silent = True
    with pytest.raises(OSError, match="Remote I/O"):
        driver.show(render(examples("en")["looking"], driver.size, "en"))
    driver.close()


def test_the_names_of_the_command_are_the_drivers() -> None:
    assert DRIVERS == NAMES


def test_png_and_terminal(tmp_path: Path) -> None:
    picture = render(Looking(5), (128, 64))
    driver = open_driver("png", (128, 64), tmp_path / "a.png")
    assert isinstance(driver, PngDriver)
    driver.show(picture)
    driver.contrast(3)
    driver.close()
    with Image.open(tmp_path / "a.png") as written:
        np.testing.assert_array_equal(np.asarray(written), np.asarray(picture))
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    out = io.StringIO()
    terminal = TerminalDriver((128, 64), out)
    terminal.show(picture)
    assert out.getvalue().count("\n") == 32
    terminal.show(render(Looking(5), (240, 240)))
    assert "\x1b[38;2;" in out.getvalue()


class Screen:
    """A driver that remembers."""

    size = (128, 64)

    def __init__(self) -> None:
        self.pictures: list[Image.Image] = []
        self.levels: list[int] = []
        self.silent = False

    def show(self, picture: Image.Image) -> None:
        if self.silent:
            raise OSError(121, "Remote I/O error")
        self.pictures.append(picture)

    def contrast(self, level: int) -> None:
        self.levels.append(level)

    def close(self) -> None:
        raise OSError("closing fails too")


@pytest.fixture
def kept() -> tuple[Keeper, Screen, list[float], list[int]]:
    screen, now, opened = Screen(), [0.0], [0]

    def opener() -> Screen:
        opened[0] += 1
        return screen

    keeper = Keeper(opener, "en", KeeperSettings(), lambda: now[0])
    return keeper, screen, now, opened


def test_unchanged_pictures_are_not_sent_again(kept: Any) -> None:
    keeper, screen, _, opened = kept
    for _ in range(5):
        keeper.show(Looking(3))
    keeper.show(Looking(4))
    assert (len(screen.pictures), opened[0], keeper.frames) == (2, 1, 2)
    assert screen.levels == [200]


def test_it_dims_shifts_and_goes_black(kept: Any) -> None:
    keeper, screen, now, _ = kept
    keeper.show(Looking(3))
    now[0] = 61
    keeper.tick()
    assert len(screen.pictures) == 2, "moved by a pixel"
    first, moved = (np.asarray(picture) for picture in screen.pictures)
    np.testing.assert_array_equal(moved[:, 1:], first[:, :-1])
    now[0] = 121
    keeper.tick()
    assert screen.levels == [200, 20]
    now[0] = 1801
    keeper.tick()
    assert screen.pictures[-1].getbbox() is None
    keeper.show(Looking(4))
    assert screen.pictures[-1].getbbox() is not None
    assert screen.levels[-1] == 200


def test_errors_of_the_bus_are_survived(kept: Any) -> None:
    keeper, screen, now, opened = kept
    keeper.show(Looking(3))
    screen.silent = True
    keeper.show(Looking(4))
    assert keeper.errors == 1
    keeper.tick()
    assert (keeper.errors, opened[0]) == (1, 1), "not at once again"
    for _ in range(10):
        now[0] += 31
        keeper.tick()
    assert keeper.errors == 11
    screen.silent = False
    now[0] += 31
    keeper.tick()
    assert len(screen.pictures) == 2
    assert opened[0] == 12


def test_a_screen_that_is_not_there_stops_nothing() -> None:
    def missing() -> Any:
        raise OSError("no such bus")

    keeper = Keeper(missing)
    keeper.show(Looking(3))
    keeper.close()
    assert keeper.errors == 1


def test_display_test(taicam: Callable[..., Answer], tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    assert taicam("display", "test", "--out", str(out)).code == 0
    with Image.open(out) as picture:
        assert picture.size == (128, 64)
    for view in ("result", "join"):
        done = taicam("display", "test", "--out", str(out), "--view", view, "--size", "320x240")
        assert done.code == 0
    shown = taicam("display", "test", "--driver", "terminal")
    assert "█" in shown.out
    for words in (
        ("--size", "1x1"),
        ("--size", "big"),
        ("--view", "result", "--size", "64x32"),
        ("--address", "xyz"),
        ("--out", "a.txt"),
        ("--out", str(tmp_path / "no" / "a.png")),
        ("--driver", "ssd1306"),
    ):
        answer = taicam("display", "test", *words)
        assert answer.code == 2
        assert answer.error


def test_a_screen_without_its_packages_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from device.hands import InputError
    from device.screens import drivers

    def missing(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(drivers, "import_module", missing)
    drivers.check_installed("png")
    with pytest.raises(InputError) as told:
        drivers.check_installed("ssd1306")
    for language in LANGUAGES:
        assert "pip install 'taicam[display]'" in explain(told.value, language)
