"""`taicam read` and `taicam snap` on readings that are given: output, JSON, pictures, codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from models.load import ModelError
from tests.device.fakes import FakeReader, laid_out, quad, table
from vision.types import Group, Question, Reading, ReadTile

Show = Callable[[Reading], FakeReader]
Taicam = Callable[..., Any]

MELDS = (("pung", "CCC"), ("chow", "123m"))


def hand(concealed: str = "345678m 11p 78s", win: str | None = "6s", **more: Any) -> Reading:
    return laid_out(concealed, win, more.pop("melds", MELDS), **more)


def check_reading(reading: dict[str, Any]) -> None:
    """The JSON of a reading, as the design gives it."""
    assert list(reading) == ["photo", "size", "seconds", "tiles", "rows", "groups", "questions"]
    width, height = reading["size"]
    assert isinstance(width, int)
    assert isinstance(height, int)
    count = len(reading["tiles"])
    for tile in reading["tiles"]:
        assert list(tile) == ["face", "confidence", "quad", "alternatives", "doubtful"]
        assert 0 <= tile["confidence"] <= 1
        assert np.asarray(tile["quad"]).shape == (4, 2)
        assert isinstance(tile["doubtful"], bool)
        for face, probability in tile["alternatives"]:
            assert isinstance(face, str)
            assert 0 <= probability <= 1
    for row in reading["rows"]:
        assert all(0 <= i < count for i in row)
    for group in reading["groups"]:
        assert list(group) == ["role", "seat", "tiles"]
        assert group["seat"] in ("near", "right", "far", "left", None)
        assert all(0 <= i < count for i in group["tiles"])
    check_questions(reading["questions"])


def check_questions(questions: list[dict[str, Any]]) -> None:
    for question in questions:
        assert list(question) == ["about", "ask", "choices"]


# --- read -------------------------------------------------------------------------------------


def test_read(taicam: Taicam, shows: Show, photo: Path) -> None:
    reader = shows(hand(flowers="f1"))
    answer = taicam("read", str(photo))
    assert answer.code == 0
    assert answer.err == ""
    assert "18 張牌" in answer.out
    assert "紅中 紅中 紅中" in answer.out
    assert reader.shapes == [(700, 1300, 3)]


def test_read_json_is_one_line_per_photo(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand())
    answer = taicam("read", str(photo), str(photo), "--json")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert len(lines) == 2
    for line in lines:
        assert line["photo"] == str(photo)
        check_reading(line)


def test_read_tells_doubts(taicam: Taicam, shows: Show, photo: Path) -> None:
    question = Question((6,), "3m or 4m?", ("3m", "4m"))
    shows(hand(doubtful=[6], questions=[question]))
    answer = taicam("read", str(photo))
    assert answer.code == 1
    assert "三萬?(東)" in answer.out
    assert "第2排第1張：三萬 或 四萬？" in answer.out
    answer = taicam("read", str(photo), "--lang", "en")
    assert "row 2, tile 1: 3m or 4m?" in answer.out


def test_read_goes_on_after_a_bad_photo(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand())
    answer = taicam("read", str(photo.parent / "none.jpg"), str(photo))
    assert answer.code == 2
    assert "找不到照片" in answer.error
    assert "17 張牌" in answer.out


def test_read_without_tiles(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(Reading(str(photo), (1300, 700), 0.1, ()))
    for words in (("read",), ("read", "--json"), ("snap",), ("snap", "--json")):
        answer = taicam(*words, str(photo))
        assert answer.code == 2
        assert "看不到麻將牌" in answer.error
        if "--json" in words:
            assert "看不到麻將牌" in json.loads(answer.out)["error"]
        else:
            assert answer.out == ""


@pytest.mark.parametrize("command", ["read", "snap"])
def test_pictures_that_cannot_be_read(taicam: Taicam, tmp_path: Path, command: str) -> None:
    # The photo is looked at before the models are loaded, so this needs no reader.
    (tmp_path / "text.png").write_text("hello, this is not a picture")
    (tmp_path / "empty.png").touch()
    Image.new("1", (20000, 10000)).save(tmp_path / "huge.png")
    Image.fromarray(table()).save(tmp_path / "whole.jpg")
    data = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "cut.jpg").write_bytes(data[: len(data) // 2])
    for name, words in {
        "text.png": "這不是圖片",
        "empty.png": "檔案是空的",
        "huge.png": "約 200 百萬像素",
        "cut.jpg": "圖片不完整",
        "none.png": "找不到照片",
        ".": "這是資料夾",
    }.items():
        answer = taicam(command, str(tmp_path / name))
        assert answer.code == 2
        assert words in answer.error
        assert answer.out == ""


def test_models_that_cannot_be_loaded(
    taicam: Taicam, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*_: object) -> None:
        raise ModelError("model_changed", name="namer")

    def broken(*_: object) -> None:
        raise RuntimeError("cannot open shared object\nsecond line")

    for failure, words in (
        (changed, "辨識模型 namer 的檔案"),
        (broken, "cannot open shared object"),
    ):
        monkeypatch.setattr("models.load.open_model", failure)
        for command in ("read", "snap"):
            answer = taicam(command, str(photo))
            assert answer.code == 2
            assert words in answer.error
            assert answer.out == ""


# --- snap -------------------------------------------------------------------------------------


def test_snap(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand(flowers="f1 f5"))
    answer = taicam("snap", str(photo), "--self-draw")
    assert answer.code == 0
    assert answer.err == ""
    assert "吃碰槓  碰 中中中、吃 一二三萬" in answer.out
    assert "自摸    六索" in answer.out
    assert "共 4 台" in answer.out
    assert "假設  門風東、圈風東" in answer.out


def test_snap_json(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand(flowers="f1 f5"))
    answer = taicam("snap", str(photo), "--json", "--seat", "S")
    assert answer.code == 0
    assert answer.out.count("\n") == 1
    found = json.loads(answer.out)
    assert list(found) == ["reading", "hand", "assumed", "questions", "score"]
    check_reading(found["reading"])
    assert found["hand"] == {
        "hand": "345678m 11p 78s",
        "melds": [{"type": "pung", "tiles": "CCC"}, {"type": "chow", "tiles": "123m"}],
        "flowers": "f1 f5",
        "win": "6s",
    }
    assert found["assumed"] == {"round": "E", "self_draw": False, "dealer": False}
    assert found["questions"] == []
    assert found["score"]["total"] == 1
    assert list(found["score"]) == ["total", "unit", "items", "waits", "limit"]


def test_snap_agrees_with_score(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand(flowers="f1 f5"))
    circumstances = ("--seat", "S", "--round", "W", "--self-draw", "--last-tile", "--json")
    snapped = json.loads(taicam("snap", str(photo), *circumstances).out)
    typed = taicam(
        *("score", "345678m 11p 78s", "--win", "6s", "--flowers", "f1 f5"),
        *("--meld", "pung CCC", "--meld", "chow 123m", *circumstances),
    )
    assert snapped["score"] == json.loads(typed.out)


def with_more(reading: Reading, *more: tuple[str, tuple[str, ...]]) -> Reading:
    """The reading with groups (role, faces) of other tiles above the hand."""
    tiles, groups, rows = list(reading.tiles), list(reading.groups), list(reading.rows)
    for number, (role, faces) in enumerate(more):
        start = len(tiles)
        for place, face in enumerate(faces):
            tiles.append(ReadTile(face, 0.9, quad(60 + 62.0 * place, 30 + 85.0 * number)))
        members = tuple(range(start, len(tiles)))
        groups.append(Group(role, None, members))
        rows.append(members)
    return replace(reading, tiles=tuple(tiles), groups=tuple(groups), rows=tuple(rows))


def test_tiles_left_out_of_the_hand_are_told(
    taicam: Taicam, shows: Show, photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panels: list[Any] = []
    monkeypatch.setattr(
        "vision.overlay.annotate",
        lambda image, reading, panel, **_: panels.append(panel) or image,
    )
    shows(with_more(hand(), ("river", ("9s", "back")), ("loose", ("E",)), ("winning", ("5p",))))
    words = ("snap", str(photo), "--picture", str(tmp_path / "out.png"))
    answer = taicam(*words)
    assert answer.code == 0
    assert "另有 3 張沒算進這手牌：九索、東、五筒" in answer.out
    assert "另有 3 張沒算" in panels[0].notes
    answer = taicam(*words, "--lang", "en")
    assert "3 more tiles in the photo were left out: 9s, East, 5p" in answer.out
    assert json.loads(taicam("snap", str(photo), "--json").out)["assumed"]["left_out"] == 3
    shows(with_more(hand("345678m 11p", win="7s"), ("loose", ("E",))))  # no hand, told as well
    assert "1 more tile in the photo was left out" in taicam(*words, "--lang", "en").out


def test_nothing_is_left_out_of_a_whole_hand(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(with_more(hand(), ("wall", ("back",) * 4)))
    answer = taicam("snap", str(photo))
    assert "另有" not in answer.out
    assert "21 張牌" in answer.out
    assert "left_out" not in json.loads(taicam("snap", str(photo), "--json").out)["assumed"]


def test_a_lone_back_is_not_counted(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(with_more(hand(), ("wall", ("back",))))
    for command in ("read", "snap"):
        answer = taicam(command, str(photo))
        assert "17 張牌" in answer.out
        assert "牌牆" not in answer.out


def test_what_is_said_counts_more_than_what_is_read(
    taicam: Taicam, shows: Show, photo: Path
) -> None:
    shows(hand(flowers="f1 f5"))
    answer = taicam("snap", str(photo), "--win", "8m", "--flowers", "f2", "--json")
    found = json.loads(answer.out)["hand"]
    assert found["win"] == "8m"
    assert found["hand"] == "34567m 11p 678s"
    assert found["flowers"] == "f2"


@pytest.mark.parametrize(
    ("reading", "code", "words"),
    [
        (hand(win="4s"), 1, "沒有胡：四索不對，這手聽 六索、九索"),
        (hand("3456m 2p 125s EW", win="4s"), 1, "沒有胡：還差"),
        (hand("345678m 11p 788s"), 2, "有 18 張，應該是 17 張"),
        (hand("345678m 11p", win="7s"), 2, "有 15 張，應該是 17 張"),
        (hand(melds=(("pung", "CCC"), ("pung", "333m")), win="3m"), 2, "三萬只有四張，這裡有 5 張"),
        (hand(flowers="f1 f1"), 2, "春只有一張"),
    ],
)
def test_hands_that_cannot_be_scored(
    taicam: Taicam, shows: Show, photo: Path, reading: Reading, code: int, words: str
) -> None:
    shows(reading)
    answer = taicam("snap", str(photo))
    assert answer.code == code
    assert words in answer.error
    assert "張牌" in answer.out  # what was read is shown all the same
    answer = taicam("snap", str(photo), "--json")
    assert answer.code == code
    assert words in answer.error
    found = json.loads(answer.out)
    assert list(found) == ["reading", "hand", "assumed", "questions", "score", "error"]
    assert found["score"] is None
    assert answer.error == f"taicam: {found['error']}"


def test_doubts_that_are_open(taicam: Taicam, shows: Show, photo: Path) -> None:
    question = Question((6,), "3m or E?", ("3m", "E"))
    shows(hand(questions=[question]))
    answer = taicam("snap", str(photo))
    assert answer.code == 1
    assert answer.err == ""
    assert "共 1 台" in answer.out
    assert "第2排第1張：三萬 或 東？" in answer.out
    found = json.loads(taicam("snap", str(photo), "--json").out)
    check_questions(found["questions"])
    assert found["questions"][0]["choices"] == ["3m", "E"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "mars"), "沒有「mars」這套規則"),
        (("--self-draw", "--rob-kong"), "互相矛盾"),
        (("--seat", "9"), "--seat"),
        (("--picture", "out.gif"), "請用 .png 或 .jpg"),
        (("--win", "zz"), "--win 只要一張牌"),
        (("--meld", "zz"), "看不懂這組牌"),
        (("--flowers", "1m"), "不是花牌"),
    ],
)
def test_bad_circumstances(
    taicam: Taicam, shows: Show, photo: Path, words: tuple[str, ...], said: str
) -> None:
    shows(hand())
    answer = taicam("snap", str(photo), *words)
    assert answer.code == 2
    assert said in answer.error
    assert answer.out == ""


def test_pictures_are_written(taicam: Taicam, shows: Show, photo: Path, tmp_path: Path) -> None:
    shows(hand(flowers="f1"))
    picture, screen = tmp_path / "out.png", tmp_path / "screen.png"
    answer = taicam("snap", str(photo), "--picture", str(picture), "--screen", str(screen))
    assert answer.code == 0
    assert str(picture) in answer.out
    with Image.open(picture) as drawn:
        assert drawn.size == (1300, 700)
        assert np.asarray(drawn.convert("RGB"))[:, :, 0].max() > 200
    with Image.open(screen) as small:
        assert small.size == (128, 64)
        assert small.mode == "1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hand.png", "out.png", "screen.png"]


def test_pictures_of_a_hand_that_does_not_win(
    taicam: Taicam, shows: Show, photo: Path, tmp_path: Path
) -> None:
    for reading in (hand(win="4s"), hand("345678m 11p 788s")):
        shows(reading)
        picture, screen = tmp_path / "out.jpg", tmp_path / "screen.png"
        answer = taicam(
            "snap", str(photo), "--picture", str(picture), "--screen", str(screen), "--lang", "en"
        )
        assert answer.code in (1, 2)
        assert picture.exists()
        assert screen.exists()


def test_pictures_that_cannot_be_written(
    taicam: Taicam, shows: Show, photo: Path, tmp_path: Path
) -> None:
    shows(hand())
    answer = taicam("snap", str(photo), "--picture", str(tmp_path / "none" / "out.png"))
    assert answer.code == 2
    assert "寫不出檔案（沒有這個檔案）" in answer.error
    answer = taicam("snap", str(photo), "--json", "--picture", str(tmp_path / "none" / "out.png"))
    assert "寫不出檔案" in json.loads(answer.out)["error"]
    assert json.loads(answer.out)["score"]["total"] == 1


def test_the_photo_is_never_written_over(
    taicam: Taicam, shows: Show, photo: Path, tmp_path: Path
) -> None:
    reader = shows(hand())
    (tmp_path / "link.png").symlink_to(photo)
    (tmp_path / "hard.png").hardlink_to(photo)
    before = photo.read_bytes()
    for name in ("hand.png", "link.png", "hard.png", "./hand.png"):
        for option in ("--picture", "--screen"):
            answer = taicam("snap", str(photo), option, f"{tmp_path}/{name}")
            assert answer.code == 2
            assert "就是照片本身" in answer.error
    out = str(tmp_path / "out.png")
    answer = taicam("snap", str(photo), "--picture", out, "--screen", out)
    assert answer.code == 2
    assert "同一個檔案" in answer.error
    assert photo.read_bytes() == before
    assert not reader.shapes


def test_read_goes_on_after_a_bad_photo_in_json(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand())
    answer = taicam("read", "--json", "none.jpg", str(photo))
    assert answer.code == 2
    first, second = map(json.loads, answer.out.splitlines())
    assert first["photo"] == "none.jpg"
    assert answer.error == f"taicam: {first['error']}"
    check_reading(second)


def test_bad_circumstances_in_json(taicam: Taicam, shows: Show, photo: Path) -> None:
    shows(hand())
    answer = taicam("snap", str(photo), "--json", "--seat", "9")
    assert answer.code == 2
    assert answer.error == f"taicam: {json.loads(answer.out)['error']}"


# --- doubts -----------------------------------------------------------------------------------


def doubtful(reading: Reading, index: int, *others: tuple[str, float]) -> Reading:
    tiles = list(reading.tiles)
    tiles[index] = replace(tiles[index], alternatives=others, doubtful=True)
    return replace(reading, tiles=tuple(tiles))


@pytest.mark.parametrize(
    ("others", "choices"),
    [
        ((("4m", 0.3), ("5m", 0.06), ("6m", 0.05)), ["3m", "4m", "5m"]),
        ((("4m", 0.3), ("5m", 0.2), ("6m", 0.1), ("7m", 0.1)), ["3m", "4m", "5m", "6m"]),
        ((("4m", 0.01), ("5m", 0.01)), ["3m", "4m"]),
    ],
)
def test_read_asks_about_a_doubtful_tile(
    taicam: Taicam,
    shows: Show,
    photo: Path,
    others: tuple[tuple[str, float], ...],
    choices: list[str],
) -> None:
    shows(doubtful(hand(), 6, *others))
    answer = taicam("read", str(photo), "--json")
    assert answer.code == 1
    assert json.loads(answer.out)["questions"] == [
        {"about": [6], "ask": " or ".join(choices) + "?", "choices": choices}
    ]
    answer = taicam("read", str(photo))
    assert answer.code == 1
    assert "第2排第1張：三萬 或 四萬" in answer.out


def test_read_asks_once_and_only_about_hands(taicam: Taicam, shows: Show, photo: Path) -> None:
    question = Question((6,), "3m or 4m?", ("3m", "4m"))
    shows(doubtful(hand(questions=[question]), 6, ("4m", 0.3), ("5m", 0.3)))
    found = json.loads(taicam("read", str(photo), "--json").out)
    assert [q["choices"] for q in found["questions"]] == [["3m", "4m"]]
    for role, code in (("loose", 0), ("wall", 0), ("river", 1)):
        reading = with_more(hand(), (role, ("9s",) * 3))
        shows(doubtful(reading, len(reading.tiles) - 1, ("8s", 0.4)))
        answer = taicam("read", str(photo), "--json")
        assert answer.code == code
        assert len(json.loads(answer.out)["questions"]) == code


def test_a_lone_back_gets_no_caption(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision import overlay

    words: list[str] = []
    monkeypatch.setattr(overlay, "_write_label", lambda _draw, _box, lines, *_: words.extend(lines))
    overlay.annotate(table(), with_more(hand(), ("wall", ("back",) * 2)))
    assert "牆" not in words
    overlay.annotate(table(), with_more(hand(), ("wall", ("back",) * 3)))
    assert "牆" in words
