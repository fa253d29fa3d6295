"""The picture of `make demo`, read by the shipped models from end to end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from scoring.tiles import parse_tiles

Taicam = Callable[..., Any]


def codes(text: str) -> list[str]:
    return [tile.code for tile in parse_tiles(text)]


def test_the_demonstration_picture_is_scored(taicam: Taicam, root: Path, tmp_path: Path) -> None:
    demo = root / "device" / "demo"
    truth = json.loads((demo / "hand.json").read_text("utf-8"))["hand"]
    picture, screen = tmp_path / "demo.png", tmp_path / "screen.png"
    answer = taicam(
        *("snap", str(demo / "hand.jpg"), "--json"),
        *("--picture", str(picture), "--screen", str(screen)),
    )
    assert answer.code in (0, 1), answer.err  # 1: it may ask about a flower
    found = json.loads(answer.out)
    hand = found["hand"]
    assert sorted(codes(hand["hand"])) == sorted(truth["concealed"])
    assert hand["win"] == truth["win"]
    assert codes(hand["flowers"]) == truth["flowers"]
    melds = sorted((meld["type"], codes(meld["tiles"])) for meld in hand["melds"])
    assert melds == sorted((meld["type"], meld["tiles"]) for meld in truth["melds"])
    assert found["score"]["total"] == 3
    with Image.open(picture) as drawn, Image.open(screen) as small:
        assert drawn.size == (1600, 1200)
        assert small.size == (128, 64)
