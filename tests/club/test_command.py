"""`taicam club` as people type it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from device.cli import run

HAND = ["345678m 11p 78s", "--meld", "pung CCC", "--meld", "chow 123m", "--flowers", "f1 f5"]
Club = Callable[..., tuple[int, str, str]]


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    def typed(*words: str) -> tuple[int, str, str]:
        code = run(["--lang", "en", "club", "--book", str(tmp_path / "book"), "--by", "t", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return typed


@pytest.fixture
def going(club: Club) -> Club:
    assert club("start", "An", "Bo", "Cha", "Ding", "--add", "--day", "2026-12-01")[0] == 0
    return club


def amounts(club: Club) -> dict[str, int]:
    told = json.loads(club("now", "--json")[1])
    return {seat["player"]: seat["amount"] for seat in told["seats"]}


def test_an_evening(going: Club) -> None:
    code, out, _ = going("wall", "1 2 3")
    assert code == 0
    assert "the wall opens before Bo" in out
    code, out, _ = going("win", "Bo", *HAND, "--win", "6s", "--from", "An")
    assert code == 0
    assert "An → Bo" in out
    # Bo is East of this hand: 中 and both flowers of East; the dealer pays one more.
    assert amounts(going) == {"An": -180, "Bo": 180, "Cha": 0, "Ding": 0}
    going("draw")
    told = json.loads(going("now", "--json")[1])
    assert (told["dealer"], told["streak"], told["round"]) == ("Bo", 1, "E")
    assert going("win", "Bo", "--called", "5", "--self-draw")[0] == 0
    assert sum(amounts(going).values()) == 0
    code, out, _ = going("replay")
    assert code == 0
    assert "2 wins again (1 of them called without tiles): 0 differ" in out
    assert going("end")[0] == 0
    assert going("now")[0] == 2


def test_undo_correct_and_what_changes_with_it(going: Club) -> None:
    going("win", "An", "--called", "5", "--self-draw")
    first = json.loads(going("log", "--json", "--count", "1")[1])["number"]
    going("win", "An", "--called", "2", "--self-draw")
    code, out, _ = going(
        "win",
        "Bo",
        "--called",
        "5",
        "--from",
        "An",
        "--instead-of",
        str(first),
        "--reason",
        "heard",
    )
    assert code == 0
    assert f"later entries changed with it: {first + 1}" in out
    assert going("undo", str(first), "never happened")[0] == 0
    told = json.loads(going("now", "--json")[1])
    assert (told["dealer"], told["streak"]) == ("An", 1)
    code, out, _ = going("log")
    assert "✗" in out
    code, _, err = going("undo", str(first), "again")
    assert code == 2
    assert "undone already" in err


def test_fouls_bets_payments_and_places(going: Club) -> None:
    assert going("foul", "false_win", "An", "--face", "3")[0] == 0
    assert amounts(going) == {"An": -540, "Bo": 180, "Cha": 180, "Ding": 180}
    going("players", "Eve")
    assert going("bets", "--inner", "Bo=1", "--outer", "Eve:Bo=10/5")[0] == 0
    code, out, _ = going("win", "Bo", "--called", "3", "--from", "Cha")
    assert code == 0
    assert "Cha → Eve  30" in out
    assert going("bets")[0] == 0
    assert going("pay", "An", "pot", "10", "slip")[0] == 0
    assert json.loads(going("now", "--json")[1])["pot"] == 10
    assert going("place", "Ding", "as at the table", "--streak", "2", "--round", "S")[0] == 0
    told = json.loads(going("now", "--json")[1])
    assert (told["dealer"], told["streak"], told["round"]) == ("Ding", 2, "S")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("win", "Bo", "--called", "3"), "say --from NAME"),
        (("win", "Bo"), "one of them"),
        (("win", "Bo", "--called", "3", "--photo", "x.jpg"), "one of them"),
        (("win", "Bob", "--called", "3", "--from", "An"), "no such player: Bob (Bo?)"),
        (("win", "Bo", "--called", "3", "--from", "Bo"), "cannot"),
        (("win", "Bo", "1m", "--win", "2m", "--from", "An"), "tiles"),
        (("wall", "7 1 1"), "dice are numbers"),
        (("wall", "1 1"), "dice"),
        (("foul", "cheating", "Bo"), "no such foul"),
        (("bets", "--inner", "Bo"), "a bet is"),
        (("bets", "--outer", "Bo:An=1/1"), "four players"),
        (("undo", "99", "x"), "no such entry: 99"),
        (("draw", "--instead-of", "6"), "say why"),
        (("draw", "--instead-of", "5", "--reason", "x"), "same kind"),
        (("pay", "An", "Bo", "0", "x"), "amount"),
        (("start", "An", "Bo", "Cha", "Ding"), "a game is going on"),
        (("next",), "not over"),
        (("rename", "An", "Bo"), "somebody is called Bo already"),
    ],
)
def test_refused_in_one_line(going: Club, words: tuple[str, ...], said: str) -> None:
    before = going("log", "--json")[1]
    code, out, err = going(*words)
    assert code == 2, (out, err)
    assert err.count("\n") == 1
    assert said in err
    assert "Traceback" not in err
    assert going("log", "--json")[1] == before


def test_a_photo_is_read_into_the_book(going: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    import device.demo

    photo = Path(next(iter(device.demo.__path__))) / "hand.jpg"
    code, _, err = going("win", "An", "--photo", str(photo), "--from", "Bo")
    assert code in (0, 2), err
    if code == 2:
        assert "doubt" in err
    else:
        assert going("replay")[0] == 0


def test_no_book_no_names(club: Club, tmp_path: Path) -> None:
    code, _, err = club("now")
    assert code == 2
    assert "there is no club book here" in err
    assert not (tmp_path / "book").exists()
    assert club("start", "An", "Bo", "Cha", "Ding")[0] == 2
    assert club("start", "An", "An", "Cha", "Ding", "--add")[0] == 2
    assert club("players")[0] == 0


def test_own_rules_are_kept_whole(club: Club, tmp_path: Path) -> None:
    preset = tmp_path / "house.toml"
    preset.write_text('based_on = "taiwan"\n[settlement]\nbase = 50\ntai = 10\n', "utf-8")
    code, _, err = club("start", "An", "Bo", "Cha", "Ding", "--add", "--rules", str(preset))
    assert code == 0, err
    preset.unlink()
    assert club("win", "Bo", *HAND, "--win", "6s", "--from", "Cha")[0] == 0
    assert amounts(club)["Bo"] > 0
    assert club("replay")[0] == 0
