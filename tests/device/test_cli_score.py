"""`taicam score`: answers, exit codes, one clear line for everything that is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Taicam = Callable[..., "Answer"]  # noqa: F821  the fixture's answer, see conftest

READY = "EEE SSS WWW NNN 234p 1m"
HALF = ("345678m 11p 78s", "--meld", "pung CCC", "--meld", "chow 123m")


def test_plain_answer(taicam: Taicam) -> None:
    answer = taicam("score", READY, "--win", "1m", "--seat", "S")
    assert answer.code == 0
    assert answer.err == ""
    assert "共 24 台" in answer.out
    assert "四暗坎   6" in answer.out
    assert "門風南" in answer.out
    assert "假設  圈風東、別人打出" in answer.out


def test_the_table_is_aligned_in_the_terminal(taicam: Taicam) -> None:
    from device.output import text_width

    lines = taicam("score", READY, "--win", "1m").out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("台型"))
    head = lines[start]
    column = text_width(head[: head.index("為什麼")])
    for line in lines[start + 2 : start + 6]:
        value_end = len(line.split("  ")[0])
        before, why = line[: line.rindex("  ")], line[line.rindex("  ") + 2 :]
        assert value_end
        assert why
        assert text_width(before) + 2 == column, line


@pytest.mark.parametrize(
    ("language", "words"),
    [("zh-Hant", "共 24 台"), ("zh-Hans", "台湾十六张"), ("en", "24 台 in all")],
)
def test_languages(taicam: Taicam, language: str, words: str) -> None:
    assert words in taicam("score", READY, "--win", "1m", "--lang", language).out
    assert words in taicam("--lang", language, "score", READY, "--win", "1m").out
    assert words in taicam(f"--lang={language}", "score", READY, "--win", "1m").out


def test_json(taicam: Taicam) -> None:
    answer = taicam("score", READY, "--win", "1m", "--json")
    assert answer.code == 0
    assert answer.out.count("\n") == 1
    score = json.loads(answer.out)
    assert list(score) == ["total", "unit", "items", "waits", "limit"]
    assert score["total"] == sum(item["value"] for item in score["items"])
    assert all(list(item) == ["id", "name", "value", "why"] for item in score["items"])
    assert score["unit"] == "台"
    assert score["waits"] == ["1m"]
    assert score["limit"] is False


@pytest.mark.parametrize(
    "hand", ["三四五六七八萬 一一筒 七八索 春 梅", "345678m 11p 78s f1 f5", "🀉🀊🀋🀌🀍🀎🀙🀙🀖🀗🀦🀢"]
)
def test_notations_give_the_same(taicam: Taicam, hand: str) -> None:
    options = ("--meld", "碰 中中中", "--meld", "chow 123m", "--win", "六索", "--json")
    wanted = taicam("score", HALF[0], "--flowers", "f1 f5", *options)
    assert taicam("score", hand, *options).out == wanted.out
    assert json.loads(wanted.out)["total"] == 3


def test_both_editions(taicam: Taicam) -> None:
    totals = [
        json.loads(taicam("score", READY, "--win", "1m", "--rules", name, "--json").out)["total"]
        for name in ("taiwan", "taiwan-early")
    ]
    assert totals[0] == totals[1] + 1  # 四暗坎 is 6 in document B, 5 in A


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((READY,), 1, "還沒胡，聽 一萬"),
        ((READY, "--win", "2m"), 1, "沒有胡：二萬不對，這手聽 一萬"),
        (("EEE SSS WWW NNN 235p 1m", "--win", "1m"), 1, "沒有胡：還差 1 張牌"),
        (("EEE SSS WWW NNN 235p 11m",), 1, "沒有胡：還差 1 張牌"),
        ((READY + " 1m",), 2, "胡的是哪一張？"),
        ((READY + " 1m", "--win", "1m"), 2, "共 18 張，應該是 17 張"),
        (("EEE SSS WWW NNN 23p 1m", "--win", "1m"), 2, "應有 17 張"),
        (("EEE SSS WWW NNN 23p", "--win", "1m"), 2, "這裡有 15 張"),
        (("EEE SSS WWW NNN 2344p 5m", "--win", "1m"), 2, "這裡有 18 張"),
        (("EEE SSS WWW NNN 234p 1m 22m",), 2, "這裡有 18 張"),
        (("EEEEE SSS WWW NNN 23p", "--win", "1m"), 2, "東只有四張，這裡有 5 張"),
        ((READY, "--win", "1m", "--flowers", "f1 f1"), 2, "春只有一張"),
        ((READY + " f1", "--win", "1m", "--flowers", "f1"), 2, "春只有一張"),
        ((READY, "--win", "1m", "--self-draw", "--rob-kong"), 2, "「自摸」和「搶槓」互相矛盾"),
        ((READY, "--win", "1m", "--kong-draw"), 2, "「槓上開花」和「不是自摸」"),
        ((READY, "--win", "1m", "--tianhu", "--no-dealer"), 2, "「天胡」和「不是莊家」"),
        ((READY, "--win", "1m", "--rules", "taiwna"), 2, "是不是 taiwan"),
        ((READY, "--win", "1m", "--rules", "zzz"), 2, "有的是 taiwan"),
        (("12x", "--win", "1m"), 2, "看不懂「12x」的第 1 個字"),
        ((READY, "--win", "12m"), 2, "--win 只要一張牌"),
        ((READY, "--win", "f1"), 2, "春"),
        ((READY, "--win", "1m", "--flowers", "1m"), 2, "一萬不是花牌"),
        ((READY, "--win", "1m", "--seat", "5m"), 2, "--seat 要寫 E S W N"),
        ((READY, "--win", "1m", "--round", "x"), 2, "--round 要寫 E S W N"),
        ((READY, "--win", "1m", "--meld", "pung CC"), 2, "不是刻子"),
        ((READY, "--win", "1m", "--meld", "hello"), 2, "看不懂這組牌「hello」"),
        ((READY, "--win", "1m", "--streak", "-1"), 2, "--streak 要寫 0 到 99 的整數"),
        ((READY, "--win", "1m", "--streak", "many"), 2, "--streak 要寫 0 到 99 的整數"),
        ((READY, "--wim", "1m"), 2, "沒有這個選項：--wim"),
        ((READY, "--win"), 2, "命令寫錯了"),
        ((READY, "extra"), 2, "命令寫錯了"),
        ((READY, "--win", "1m", "--streak", "100"), 2, "--streak 要寫 0 到 99 的整數"),
        ((READY, "--win", "1m", "--dealer", "--no-dealer"), 2, "「莊家」和「不是莊家」"),
        ((READY, "--win", "1m", "--dihu", "--rob-kong"), 2, "「地胡」和「搶槓」"),
        ((READY, "--win", "1m", "--dihu", "--renhu"), 2, "「地胡」和「人胡」"),
        ((READY, "--win", "1m", "--tianhu", "--rob-kong"), 2, "「天胡」和「搶槓」"),
        (("",), 2, "這裡有 0 張"),
        ((), 2, "請給一手牌"),
        ((READY, "--batch", "x.jsonl"), 2, "不能同時給"),
        ((READY, "--lang", "tlh"), 2, "沒有這個語言：tlh"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    taicam: Taicam, words: tuple[str, ...], code: int, said: str
) -> None:
    answer = taicam("score", *words)
    assert answer.code == code
    assert said in answer.error
    assert answer.out == ""


def test_errors_with_json_are_one_line_on_stderr_too(taicam: Taicam) -> None:
    answer = taicam("score", READY, "--win", "2m", "--json")
    assert answer.code == 1
    assert "聽 一萬" in answer.error
    assert json.loads(answer.out)["waits"] == ["1m"]
    answer = taicam("score", "12x", "--json")
    assert answer.code == 2
    assert answer.error == f"taicam: {json.loads(answer.out)['error']}"
    for words in (("12x",), (), (READY, "--wim"), (READY, "--seat"), (READY, "--win", "2m")):
        answer = taicam("score", "--json", *words)
        assert "error" in json.loads(answer.out)
        assert answer.error == f"taicam: {json.loads(answer.out)['error']}"
    assert taicam("score", "--", "--json").out == ""  # a hand, though a strange one


def test_an_unexpected_error_is_one_line(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError(f"first line of {name}\nsecond line")

    monkeypatch.setattr("scoring.rulesets.get_rules", broken)
    answer = taicam("score", READY, "--win", "1m")
    assert answer.code == 2
    assert "ZeroDivisionError：first line of taiwan" in answer.error
    monkeypatch.setenv("TAICAM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        taicam("score", READY, "--win", "1m")


def test_interrupting_is_no_traceback(taicam: Taicam, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scoring.rulesets.get_rules", interrupted)
    answer = taicam("score", READY)
    assert answer.code == 130
    assert "已中斷" in answer.err
    assert "Traceback" not in answer.err


def test_batch(taicam: Taicam, tmp_path: Path) -> None:
    records = [
        {"id": "a", "hand": READY, "win": "1m", "context": {"seat": "S"}},
        {"id": "b", "hand": READY, "win": "2m"},
        {"id": 3, "hand": "11111m", "win": "2m"},
        {"id": "d", "hand": READY, "win": "1m", "context": {"selfdraw": True}},
        {"hand": READY},
    ]
    path = tmp_path / "hands.jsonl"
    path.write_text("\n\n".join(map(json.dumps, records)), "utf-8")
    answer = taicam("score", "--batch", str(path))
    assert answer.code == 0
    assert answer.err == ""
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line["id"] for line in lines] == ["a", "b", 3, "d", None]
    assert list(lines[0]) == ["id", "total", "unit", "items", "waits", "limit"]
    assert lines[0]["total"] == 24
    for line in lines[1:]:
        assert list(line) == ["id", "error"]
        assert line["error"]
        assert "\n" not in line["error"]


def test_batch_names_the_tile_that_does_not_win(taicam: Taicam, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps({"hand": READY, "win": "2m"}), "utf-8")
    assert "二萬不對，這手聽 一萬" in json.loads(taicam("score", "--batch", str(path)).out)["error"]
    path.write_text(json.dumps({"hand": READY}), "utf-8")
    assert "還沒胡，聽 一萬" in json.loads(taicam("score", "--batch", str(path)).out)["error"]


def test_batch_refuses_circumstances(taicam: Taicam, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps({"hand": READY, "win": "1m"}), "utf-8")
    for words in (
        ("--seat", "S"),
        ("--self-draw",),
        ("--streak", "0"),
        ("--meld", "pung CCC"),
        ("--no-dealer",),
    ):
        answer = taicam("score", "--batch", str(path), *words)
        assert answer.code == 2
        assert words[0] in answer.error
        assert answer.out == ""
    assert taicam("score", "--batch", str(path), "--rules", "taiwan", "--json").code == 0


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_batch_refuses_numbers_that_are_not_json(
    taicam: Taicam, tmp_path: Path, value: str
) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(f'{{"id": {value}, "hand": "{READY}", "win": "1m"}}', "utf-8")
    answer = taicam("score", "--batch", str(path))
    assert answer.code == 2
    assert "第 1 行不是一筆 JSON 紀錄" in answer.error
    assert json.loads(answer.out)["id"] is None


def test_batch_of_an_edition(taicam: Taicam, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps({"id": "a", "hand": READY, "win": "1m"}), "utf-8")
    early = json.loads(taicam("score", "--batch", str(path), "--rules", "taiwan-early").out)
    assert early["total"] == json.loads(taicam("score", "--batch", str(path)).out)["total"] - 1


def test_batch_with_lines_that_are_not_records(taicam: Taicam, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    good = json.dumps({"id": "a", "hand": READY, "win": "1m"})
    path.write_bytes(
        b"\xef\xbb\xbf" + good.encode() + b"\nnot json\n[1]\n\xff\xfe\n" + good.encode()
    )
    answer = taicam("score", "--batch", str(path))
    assert answer.code == 2
    assert "有 3 行讀不懂（第一個是第 2 行）" in answer.error
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [line.get("total") for line in lines] == [24, None, None, None, 24]


def test_batch_of_a_file_that_cannot_be_read(taicam: Taicam, tmp_path: Path) -> None:
    assert "沒有這個檔案" in taicam("score", "--batch", str(tmp_path / "none")).error
    assert "是資料夾" in taicam("score", "--batch", str(tmp_path)).error
    assert taicam("score", "--batch", str(tmp_path)).code == 2


def test_batch_gives_the_answers_of_the_rules(taicam: Taicam, shared: Path) -> None:
    path = shared / "rules" / "hands.jsonl"
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for rules, key in (("taiwan", "seed001"), ("taiwan-early", "seed000")):
        answer = taicam("score", "--batch", str(path), "--rules", rules)
        assert answer.code == 0
        answers = [json.loads(line) for line in answer.out.splitlines()]
        assert len(answers) == len(records)
        checked = 0
        for record, given in zip(records, answers, strict=True):
            assert given["id"] == record["id"]
            if record["system"] == "taiwan" and record["kind"] == "hand":
                assert given["total"] == record["expected"][key], given
                if "waits" in record["expected"]:
                    assert given["waits"] == record["expected"]["waits"]
                checked += 1
        assert checked == 23


def _command(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "device", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        cwd=Path(__file__).parents[2],
        check=False,
        **more,  # type: ignore[call-overload]
    )


def test_the_real_command_from_outside() -> None:
    good = _command("score", READY, "--win", "1m", "--json")
    assert good.returncode == 0
    assert json.loads(good.stdout)["total"] == 24
    bad = _command("score", "12x")
    assert bad.returncode == 2
    assert bad.stdout == ""
    assert bad.stderr.count("\n") == 1


def test_batch_from_standard_input() -> None:
    record = json.dumps({"id": "a", "hand": READY, "win": "1m"})
    assert json.loads(_command("score", "--batch", "-", input=record).stdout)["total"] == 24


def test_batch_from_standard_input_with_a_byte_order_mark() -> None:
    record = json.dumps({"id": "a", "hand": READY, "win": "1m"})
    done = _command("score", "--batch", "-", input="\ufeff" + record)
    assert done.returncode == 0
    assert json.loads(done.stdout)["total"] == 24


BATCH = "--batch big.jsonl"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (f"score {BATCH} | head -n 1", 0, ""),
        ("--help | true", 0, ""),
        (f"score {BATCH} > /dev/full", 2, "cannot write: no space left"),
        (f"score '{READY}' --win 1m --json > /dev/full", 2, "cannot write: no space left"),
        ("score 12x --json > /dev/full", 2, "cannot write: no space left"),
        ("--help > /dev/full", 2, "cannot write: no space left"),
        (f"score {BATCH} >&-", 2, "cannot write: the standard output is closed"),
        ("--version >&-", 2, "cannot write: the standard output is closed"),
        ("score --batch - <&-", 2, "cannot read: the standard input is closed"),
        ("score 12x 2>&-", 2, ""),
        ("score 12x 2> /dev/full", 2, ""),
    ],
)
def test_what_goes_wrong_with_the_streams(
    tmp_path: Path, root: Path, words: str, code: int, said: str
) -> None:
    record = json.dumps({"hand": READY, "win": "1m"})
    (tmp_path / "big.jsonl").write_text(f"{record}\n" * 1000, "utf-8")
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m device --lang en {words}; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert done.stderr.count("\n") == bool(said), done.stderr


def test_scoring_needs_neither_pictures_nor_models() -> None:
    code = (
        "import sys; from device.cli import run; "
        f"code = run(['score', '{READY}', '--win', '1m', '--json']); "
        "heavy = {'cv2', 'numpy', 'onnxruntime', 'PIL'} & set(sys.modules); "
        "print(heavy, file=sys.stderr) if heavy else None; sys.exit(code or bool(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_reader_that_goes_away_is_no_error(shared: Path) -> None:
    path = shared / "rules" / "hands.jsonl"
    done = subprocess.run(
        f"{sys.executable} -m device score --batch {path} | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",), ("score", "--help"), ("read", "-h")])
def test_help(taicam: Taicam, words: tuple[str, ...]) -> None:
    answer = taicam(*words)
    assert answer.code == 0
    assert "Usage: taicam" in answer.out


def test_version_and_unknown_commands(taicam: Taicam) -> None:
    assert taicam("--version").out.startswith("taicam ")
    answer = taicam("scor")
    assert answer.code == 2
    assert "沒有「scor」這個指令，是不是 score？" in answer.error
    assert "有的是 score、read" in taicam("zzzzzz").error
    assert "has no command 'scor'; did you mean score?" in taicam("scor", "--lang", "en").error


def test_what_an_event_implies(taicam: Taicam) -> None:
    """地胡 is won by self-draw in document B; in A either way, which is then told."""
    for event in ("--dihu", "--tianhu"):
        short = taicam("score", READY, "--win", "1m", event, "--json")
        assert short.code == 0
        assert (
            short.out == taicam("score", READY, "--win", "1m", event, "--self-draw", "--json").out
        )
        assert "別人打出" not in taicam("score", READY, "--win", "1m", event).out
    early = ("score", READY, "--win", "1m", "--dihu", "--rules", "taiwan-early")
    assert "別人打出" in taicam(*early).out
    assert "別人打出" not in taicam(*early, "--self-draw").out
    assert taicam(*early, "--json").out != taicam(*early, "--self-draw", "--json").out


def test_full_width_text(taicam: Taicam) -> None:
    wanted = taicam("score", READY, "--win", "1m", "--json").out
    wide = "ＥＥＥ　ＳＳＳ，ＷＷＷ；ＮＮＮ｜２３４ｐ　１ｍ"
    assert taicam("score", wide, "--win", "１ｍ", "--seat", "Ｅ", "--json").out == wanted


def test_one_tile_is_no_tiles(taicam: Taicam) -> None:
    hand = ("score", "EEE SSS WWW NNN 235p 1m", "--win", "1m", "--lang", "en")
    assert taicam(*hand).error == "taicam: not a win: 1 tile away"
    hand = ("score", "EEE SSS WWW NN1s 258p 1m", "--win", "9m", "--lang", "en")
    assert "tiles away" in taicam(*hand).error
