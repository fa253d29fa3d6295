"""Every word exists in all three languages, with the same parameters, and can be drawn."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields as fields_of
from pathlib import Path

import pytest

import models.load
import scoring.errors
import vision.decode
from device.messages import (
    LANGUAGES,
    MESSAGES,
    choose_language,
    explain,
    fields,
    localise,
    parse_language,
    say,
    tile_name,
)
from scoring.errors import (
    ContradictionError,
    HandSizeError,
    MeldError,
    NotationError,
    NotAWinError,
    RuleError,
    UnknownRulesError,
)
from scoring.hand import Circumstances
from scoring.tiles import FACES, Tile
from vision import fonts


def test_every_key_has_all_languages() -> None:
    keys = {language: set(MESSAGES[language]) for language in LANGUAGES}
    assert keys["zh-Hant"] == keys["zh-Hans"] == keys["en"]
    for language in LANGUAGES:
        for key, text in MESSAGES[language].items():
            assert text.strip() == text or key in ("or",), key
            assert text, key
            assert "\n" not in text, key


@pytest.mark.parametrize("key", sorted(MESSAGES["en"]))
def test_languages_agree_about_parameters(key: str) -> None:
    wanted = fields(MESSAGES["zh-Hant"][key])
    assert fields(MESSAGES["zh-Hans"][key]) == wanted
    # English may add the reason, which scoring gives in English only.
    assert fields(MESSAGES["en"][key]) - {"reason"} == wanted - {"reason"}


def _keys(module: object) -> set[str]:
    classes = [value for value in vars(module).values() if inspect.isclass(value)]
    return {cls.__dict__["key"] for cls in classes if isinstance(cls.__dict__.get("key"), str)}


def test_every_error_of_the_other_rooms_has_words() -> None:
    keys = _keys(scoring.errors) | _keys(vision.decode)
    source = inspect.getsource(models.load)
    keys |= set(re.findall(r"ModelError\(\s*\"(\w+)\"", source))
    assert {"hand_size", "not_a_win", "tile_count", "model_missing"} <= keys
    assert keys <= set(MESSAGES["en"])


def test_every_key_used_in_the_sources_exists(root: Path) -> None:
    used: set[str] = set()
    for path in (root / "device").glob("*.py"):
        text = path.read_text("utf-8")
        used |= set(re.findall(r"(?:InputError|PhotoError)\(\s*\"(\w+)\"", text))
        used |= set(re.findall(r"say\(\s*[\w.]+,\s*\"(\w+)\"", text))
    assert len(used) > 40
    assert used <= set(MESSAGES["en"])


def test_every_circumstance_has_a_word() -> None:
    names = {field.name for field in fields_of(Circumstances) if field.init} - {"hand_complete"}
    assert names <= set(MESSAGES["zh-Hant"])


def test_every_character_can_be_drawn() -> None:
    text = "".join(text for language in LANGUAGES for text in MESSAGES[language].values())
    text += "".join(tile.glyph + tile.chinese + localise(tile.chinese, "zh-Hans") for tile in FACES)
    missing = {char for char in set(text) if not fonts.has_glyph(char)}
    assert not missing, "run vision/fonts/build.py"


def test_every_character_of_the_sources_can_be_drawn(root: Path) -> None:
    text = "".join(
        path.read_text("utf-8")
        for room in ("scoring", "device")
        for path in (root / room).glob("*.py")
    )
    chinese = {char for char in text if "\u3000" <= char <= "\u9fff"}
    assert not {char for char in chinese if not fonts.has_glyph(char)}, "run vision/fonts/build.py"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("zh-Hant", "zh-Hant"),
        ("zh_TW.UTF-8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh", "zh-Hant"),
        ("zh_CN.UTF-8", "zh-Hans"),
        ("zh-Hans", "zh-Hans"),
        ("en_GB", "en"),
        ("EN", "en"),
        ("fr_FR", None),
        ("", None),
    ],
)
def test_language_codes(text: str, language: str | None) -> None:
    assert parse_language(text) == language


def test_language_of_the_surroundings() -> None:
    assert choose_language({}) == "zh-Hant"
    assert choose_language({"LANG": "C.UTF-8"}) == "zh-Hant"
    assert choose_language({"LANG": "en_US.UTF-8"}) == "en"
    assert choose_language({"LANG": "en_US.UTF-8", "TAICAM_LANG": "zh-CN"}) == "zh-Hans"
    assert choose_language({"LANG": "en_US.UTF-8", "LC_ALL": "zh_TW.UTF-8"}) == "zh-Hant"


def test_tiles_and_lists_are_named() -> None:
    assert tile_name("5m", "zh-Hant") == "五萬"
    assert tile_name("5m", "zh-Hans") == "五万"
    assert tile_name("back", "en") == "face down"
    error = NotAWinError((Tile.M1, Tile.C), 0)
    assert explain(error, "zh-Hant") == "還沒胡，聽 一萬、紅中"
    assert explain(error, "zh-Hans") == "还没胡，听 一万、红中"
    assert explain(error, "en") == "not a win yet: it waits for 1m, red dragon"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (NotAWinError((), 3), "沒有胡：還差 3 張牌"),
        (UnknownRulesError("tawan", ("taiwan",), ("taiwan",)), "是不是 taiwan？"),
        (UnknownRulesError("x", (), ("taiwan", "hongkong")), "有的是 taiwan、hongkong"),
        (HandSizeError(17, 18), "應有 17 張"),
        (HandSizeError(17, 18, with_win=False), "胡之前"),
        (ContradictionError("kong_draw", "not self_draw", "x"), "「槓上開花」和「不是自摸」"),
        (NotationError("12x", 0, "x"), "「12x」的第 1 個字"),
        (NotationError("1" * 200, 0, "x"), "..."),
        (MeldError("pung", (Tile.E, Tile.C)), "東、紅中 不是刻子"),
        (MeldError("chow, pung or kong", (Tile.E,)), "順子、刻子或槓"),
    ],
)
def test_errors_of_scoring_in_chinese(error: RuleError, words: str) -> None:
    assert words in explain(error, "zh-Hant")


def test_an_unknown_key_still_says_something() -> None:
    assert say("en", "something_new", tile=Tile.M1) == "something new (tile=1m)"
    assert say("en", "photo_empty") == "the file is empty: ?"
    assert say("en", "photo_empty", path="a\nb") == "the file is empty: a b"


def test_simplified_catalogue_has_no_traditional_characters() -> None:
    for key, text in MESSAGES["zh-Hans"].items():
        if key == "bad_language":
            continue  # names each language in its own script
        assert localise(text, "zh-Hans") == text, key
