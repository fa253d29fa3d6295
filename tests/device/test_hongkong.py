"""Hong Kong rules through the command line: typed, photographed and in batches."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.device.conftest import Answer
from tests.device.fakes import FakeReader, laid_out
from vision.types import Reading

Taicam = Callable[..., Answer]
Show = Callable[[Reading], FakeReader]
HAND = ("score", "123m 34p 77s EE 7s", "--win", "2p", "--meld", "pung CCC")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("zh-Hant", ("共 3 番", "香港十三張", "一元", "無花", "自摸")),
        ("zh-Hans", ("共 3 番", "香港十三张", "一元", "无花", "自摸")),
        ("en", ("3 番 in all", "Hong Kong 13 tiles", "一元 dragon", "無花 no flowers")),
    ],
)
def test_score_in_three_languages(taicam: Taicam, language: str, words: tuple[str, ...]) -> None:
    answer = taicam("--lang", language, *HAND, "--self-draw", "--rules", "hongkong")
    assert (answer.code, answer.err) == (0, "")
    for word in words:
        assert word in answer.out


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("zh-Hant", ("共 10 番（滿番）", "香港十三張（吳）", "簡簡糊")),
        ("zh-Hans", ("共 10 番（满番）", "香港十三张（吴）", "简简糊")),
        ("en", ("10 番 in all (limit hand)", "Hong Kong 13 tiles (Wu)")),
    ],
)
def test_a_limit_hand(taicam: Taicam, language: str, words: tuple[str, ...]) -> None:
    hand = ("score", "222m 333p 555s 777s E", "--win", "E", "--self-draw")
    answer = taicam("--lang", language, *hand, "--rules", "wu-hongkong")
    assert answer.code == 0
    for word in words:
        assert word in answer.out


def test_score_json(taicam: Taicam) -> None:
    answer = taicam(*HAND, "--rules", "wu-hongkong", "--json")
    found = json.loads(answer.out)
    assert found["total"] == 2
    assert found["unit"] == "番"
    assert found["limit"] is False
    assert found["waits"] == ["2p", "5p"]
    assert [(item["id"], item["name"]) for item in found["items"]] == [
        ("dragon", "箭刻"),
        ("no_flowers", "無花"),
    ]


def test_thirteen_orphans(taicam: Taicam) -> None:
    answer = taicam("score", "19m 19p 19s ESWNCFP", "--win", "E", "--rules", "hongkong")
    assert answer.code == 0
    assert "十三么" in answer.out


def test_not_a_win_and_wrong_size(taicam: Taicam) -> None:
    answer = taicam("score", "123m 34p 777s EE CC 9m", "--win", "2p", "--rules", "hongkong")
    assert answer.code == 1
    taiwan = taicam("score", "123m 34p 777s EE CCC", "--win", "2p")
    assert taiwan.code == 2
    assert "17" in taiwan.error
    long = taicam("score", "123m 34p 777s EE CCC 999m", "--win", "2p", "--rules", "hongkong")
    assert long.code == 2
    assert "14" in long.error


@pytest.mark.parametrize("language", ["zh-Hant", "zh-Hans", "en"])
def test_what_the_rules_do_not_know(taicam: Taicam, language: str) -> None:
    answer = taicam("--lang", language, *HAND, "--tianting", "--rules", "hongkong")
    assert answer.code == 2
    assert "hongkong" in answer.error
    flowers = taicam("--lang", language, "score", "", "--flowers", "f1 f2 f3 f4 f5 f6 f7 f8",
                     "--incomplete", "--rules", "hongkong")  # fmt: skip
    assert flowers.code == 2
    assert "花糊" in flowers.error


def test_a_win_by_flowers(taicam: Taicam) -> None:
    answer = taicam("score", "", "--flowers", "f1 f2 f3 f4 f5 f6 f7", "--incomplete",
                    "--rules", "wu-hongkong")  # fmt: skip
    assert answer.code == 0
    assert "共 3 番" in answer.out
    assert "七隻花" in answer.out


def test_batch(taicam: Taicam, tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [
        {"id": "plain", "hand": "123456m 34p 88s", "melds": [{"type": "chow", "tiles": "789s"}],
         "flowers": "f1", "win": "2p", "context": {"seat": "S"}},
        {"id": "limit", "hand": "19m 19p 19s ESWNCFP", "win": "1m"},
        {"id": "none", "hand": "123456m 34p 88s", "melds": [{"type": "chow", "tiles": "789s"}],
         "win": "3p"},
    ]  # fmt: skip
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    for rules in ("hongkong", "wu-hongkong"):
        lines = taicam("score", "--batch", str(path), "--rules", rules).out.splitlines()
        first, second, third = map(json.loads, lines)
        assert (first["total"], first["limit"]) == (1, False)
        assert (second["total"], second["limit"]) == (10, True)
        assert "error" in third


@pytest.mark.parametrize("rules", ["hongkong", "wu-hongkong"])
def test_snap(taicam: Taicam, shows: Show, photo: Path, rules: str) -> None:
    melds = [("pung", "CCC"), ("chow", "123m")]
    shows(laid_out("456p 11p 78s", "9s", melds, "f1"))
    answer = taicam("snap", str(photo), "--rules", rules, "--seat", "E", "--round", "S")
    assert answer.code == 0, answer.err
    assert "共 2 番" in answer.out
    snapped = json.loads(taicam("snap", str(photo), "--rules", rules, "--seat", "E", "--json").out)
    assert snapped["score"]["unit"] == "番"
    typed = taicam("score", "456p 11p 78s", "--win", "9s", "--meld", "pung CCC", "--meld",
                   "chow 123m", "--flowers", "f1", "--seat", "E", "--rules", rules,
                   "--json")  # fmt: skip
    assert snapped["score"] == json.loads(typed.out)


def test_snap_of_a_hand_of_another_game(taicam: Taicam, shows: Show, photo: Path) -> None:
    """Fourteen tiles are no Taiwanese hand, seventeen no Hong Kong hand."""
    shows(laid_out("123m 456p 789s EE 78s", "9s"))
    assert taicam("snap", str(photo), "--rules", "hongkong").code == 0
    wrong = taicam("snap", str(photo), "--rules", "taiwan")
    assert wrong.code != 0
    assert "Traceback" not in wrong.err
    shows(laid_out("123m 456p 789s EEE 11m 78s", "9s"))
    assert taicam("snap", str(photo)).code == 0
    wrong = taicam("snap", str(photo), "--rules", "hongkong")
    assert wrong.code != 0
    assert "Traceback" not in wrong.err


def test_snap_of_thirteen_orphans(taicam: Taicam, shows: Show, photo: Path, tmp_path: Path) -> None:
    shows(laid_out("19m 19p 19s ESWNCFP", "E"))
    out = tmp_path / "out.png"
    answer = taicam("snap", str(photo), "--rules", "hongkong", "--picture", str(out))
    assert answer.code == 0, answer.err
    assert "十三么" in answer.out
    assert out.is_file()


def test_a_set_that_fourteen_tiles_have_no_place_for_is_told(
    taicam: Taicam, shows: Show, photo: Path
) -> None:
    seated = laid_out("345m 567p 22s 67s", "8s", [("pung", "CCC"), ("chow", "234p")])
    shows(replace(seated, groups=tuple(replace(group, seat=None) for group in seated.groups)))
    answer = taicam("snap", str(photo), "--rules", "hongkong")
    assert answer.code == 0, answer.err
    assert "另有 3 張沒算進這手牌：二筒、三筒、四筒" in answer.out
    taiwan = taicam("snap", str(photo))
    assert "另有" not in taiwan.out
