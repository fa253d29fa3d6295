"""The small screen: exact pictures, and every size and length of text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from device.pictures import small_screen
from device.screens.check import check_picture
from device.screens.render import render
from device.screens.smallest import draw_smallest
from device.screens.views import Result, result_view
from device.snap import Snapped
from scoring.hand import Circumstances, Hand
from scoring.rulesets import get_rules
from tests.device.fakes import laid_out

GOLDEN = Path(__file__).parent / "golden"

VIEWS = {
    "one_digit": Result(
        "台灣十六張",
        "9",
        "台",
        (("對對胡", "4"), ("三暗坎", "2"), ("不求.自摸", "2"), ("門風", "1")),
        "摸🀄",
    ),
    "two_digits": Result(
        "台灣十六張", "24", "台", (("大四喜", "16"), ("四暗坎", "6"), ("門清", "1")), "胡🀇"
    ),
    "nothing": Result("台灣十六張（初版）", "0", "台"),
    "not_won": Result("台灣十六張", "—", "", (("未胡", ""),)),
}


@pytest.mark.parametrize("name", VIEWS)
def test_golden(name: str) -> None:
    """To draw them anew after a wanted change: delete the files and run the test twice."""
    drawn = draw_smallest(VIEWS[name])
    path = GOLDEN / f"screen_{name}.png"
    if not path.exists():
        drawn.save(path)
        pytest.fail(f"{path.name} was missing and has been drawn: look at it, then commit it")
    with Image.open(path) as golden:
        assert golden.mode == drawn.mode == "1"
        assert golden.size == drawn.size == (128, 64)
        np.testing.assert_array_equal(np.asarray(golden), np.asarray(drawn))


@pytest.mark.parametrize("size", [(128, 64), (240, 240), (320, 240), (250, 122), (800, 480)])
def test_every_size_is_filled_and_centred(size: tuple[int, int]) -> None:
    drawn = render(VIEWS["one_digit"], size, "zh-Hant")
    assert drawn.size == size
    assert drawn.getbbox() is not None


def test_a_screen_that_is_too_small() -> None:
    with pytest.raises(ValueError, match="smaller than 128x64"):
        render(VIEWS["nothing"], (96, 64), "zh-Hant")


@pytest.mark.parametrize("name", ["one_digit", "two_digits"])
def test_items_stand_clear_of_the_total(name: str) -> None:
    view = VIEWS[name]
    whole = np.asarray(draw_smallest(view))
    bare = np.asarray(draw_smallest(replace(view, items=())))
    right = int(np.flatnonzero(bare[16:].any(0)).max())
    np.testing.assert_array_equal(whole[:, : right + 1], bare[:, : right + 1])
    assert not whole[16:, right + 1].any()
    assert whole[16:, right + 2 :].any()


def test_the_largest_items_come_first() -> None:
    rules = get_rules("taiwan")
    score = rules.score(Hand.parse("EEE SSS WWW NNN 234p 1m", win="1m"), Circumstances())
    values = [int(value) for _, value in result_view(score, "taiwan", "", "zh-Hant").items]
    assert values == sorted(values, reverse=True)


def test_of_a_snapped_hand() -> None:
    rules = get_rules("taiwan")
    hand = Hand.parse("EEE SSS WWW NNN 234p 1m", win="1m")
    circumstances = Circumstances(self_draw=True)
    reading = laid_out("EEESSSWWWNNN234p1m", "1m")
    won = Snapped(reading, circumstances, hand, score=rules.score(hand, circumstances))
    drawn = small_screen(won, "taiwan", "zh-Hant")
    assert drawn.size == (128, 64)
    open_ = small_screen(Snapped(reading, circumstances, hand), "taiwan", "en")
    assert np.asarray(open_).tolist() != np.asarray(drawn).tolist()


def test_check_picture_has_its_frame() -> None:
    drawn = np.asarray(check_picture((250, 122)))
    assert drawn[0].all()
    assert drawn[-1].all()
    assert drawn[:, 0].all()
    assert drawn[:, -1].all()
