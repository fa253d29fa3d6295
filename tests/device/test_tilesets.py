"""`taicam tiles`: register, list, show, remove, sheet, learn, and reading with a set."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.device.conftest import Answer
from tests.vision.sheets import sheet_photo
from vision.registered import SHEET

Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "taicam" / "tilesets"


def saved(path: Path, *rows: tuple[str, ...]) -> str:
    Image.fromarray(sheet_photo(3, rows or SHEET)[:, :, ::-1].copy()).save(path)
    return str(path)


@pytest.fixture
def registered(taicam: Run, tmp_path: Path) -> str:
    assert taicam("tiles", "register", "club", saved(tmp_path / "sheet.png")).code == 0
    return "club"


def test_from_registering_to_removing(
    taicam: Run, registered: str, tmp_path: Path, home: Path
) -> None:
    assert (home / "club.npz").exists()
    assert json.loads(taicam("tiles", "list", "--json").out) == ["club"]
    assert "43" in taicam("tiles", "show", "club").out
    picture = tmp_path / "faces.png"
    shown = taicam("tiles", "show", "club", "--json", "--picture", str(picture))
    assert json.loads(shown.out)["examples"]["f8"] == 1
    assert Image.open(picture).width > 800
    again = taicam("tiles", "register", "club", saved(tmp_path / "again.png"))
    assert (again.code, "--replace" in again.error) == (2, True)
    row = saved(tmp_path / "row.png", ("1m", "3p", "E", "E", "f2", "f7"))
    read = json.loads(taicam("read", row, "--json", "--tiles", "club").out)
    assert [tile["face"] for tile in read["tiles"]].count("E") == 2
    assert {"f2", "f7"} <= {tile["face"] for tile in read["tiles"]}
    assert taicam("tiles", "remove", "club").code == 0
    assert json.loads(taicam("tiles", "list", "--json").out) == []
    assert taicam("tiles", "list").out.strip()


def test_corrections_are_added(taicam: Run, registered: str, tmp_path: Path) -> None:
    row = saved(tmp_path / "row.png", ("1m", "3p", "E", "W", "8s"))
    assert taicam("tiles", "learn", registered, row, "--tile", "1=1m", "--tile", "4=W").code == 0
    shown = json.loads(taicam("tiles", "show", registered, "--json").out)
    assert sum(shown["examples"].values()) == 45
    assert taicam("tiles", "learn", registered, row, "--tile", "9=1m").code == 2
    assert taicam("tiles", "learn", registered, row, "--tile", "1=10m").code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("tiles", "show", "nobody"),
        ("tiles", "remove", "nobody"),
        ("tiles", "show", "../club"),
        ("tiles", "learn", "nobody", "x.png", "--tile", "1=1m"),
        ("read", "--tiles", "nobody", "x.png"),
        ("tiles", "sheet", "order.txt"),
        ("tiles", "sheet", "/nowhere/order.pdf"),
        ("tiles", "register", "a/b", "x.png"),
        ("tiles", "register", "a", *["x.png"] * 5),
        ("tiles", "register", "a", "missing.png"),
    ],
)
def test_bad_input_gives_one_line(taicam: Run, words: tuple[str, ...]) -> None:
    answer = taicam(*words)
    assert answer.code == 2
    assert answer.error.startswith("taicam: ")


def test_a_missing_row_is_named_in_words(taicam: Run, tmp_path: Path) -> None:
    answer = taicam("tiles", "register", "club", saved(tmp_path / "s.png", *SHEET[:4]))
    assert (answer.code, "梅" in answer.error) == (2, True)
    assert taicam("tiles", "register", "c", saved(tmp_path / "s.png", *SHEET[:4]), "--no-flowers")


def test_a_broken_file_is_told(taicam: Run, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "bad.npz").write_bytes(b"nothing")
    assert taicam("tiles", "show", "bad").code == 2


def test_the_sheet_is_printed(taicam: Run, tmp_path: Path) -> None:
    pdf, png = tmp_path / "order.pdf", tmp_path / "order.png"
    assert taicam("tiles", "sheet", str(pdf)).code == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert taicam("--lang", "en", "tiles", "sheet", str(png)).code == 0
    assert Image.open(png).height > Image.open(png).width


def test_without_a_command_the_help_is_shown(taicam: Run) -> None:
    assert "register" in taicam("tiles").out
