"""Records in, result objects out."""

import json

import pytest

from scoring.batch import (
    circumstances_to_dict,
    read_circumstances,
    read_record,
    score_lines,
    score_record,
)
from scoring.errors import RecordError
from scoring.hand import Circumstances
from scoring.tiles import Tile, parse_tiles
from tests.scoring.helpers import B

RECORD = {
    "id": "one",
    "system": "taiwan",
    "hand": "23456p 123456s CC",
    "melds": [{"type": "pung", "tiles": "111m"}],
    "flowers": "f1 f5",
    "win": "1p",
    "context": {"seat": "E", "round": "N"},
}


def test_result_of_a_record() -> None:
    assert score_record(RECORD, B) == {
        "id": "one",
        "total": 2,
        "unit": "台",
        "items": [
            {"id": "own_flower", "name": "花牌", "value": 1, "why": "春合開門序東"},
            {"id": "own_flower", "name": "花牌", "value": 1, "why": "梅合開門序東"},
        ],
        "waits": ["1p", "4p", "7p"],
        "limit": False,
    }


def test_a_record_needs_little() -> None:
    hand, circumstances = read_record({"hand": "123m 456m 34p 777s 999s EE", "win": "2p"})
    assert hand.win is Tile.P2
    assert circumstances == Circumstances(seat_known=False, round_known=False)


def test_all_of_a_context_is_read() -> None:
    context = {
        "seat": "南",
        "round": "W",
        "self_draw": True,
        "kong_draw": True,
        "last_tile": True,
        "dealer": False,
        "streak": 2,
    }
    assert read_circumstances(context) == Circumstances(
        seat=Tile.S,
        round=Tile.W,
        self_draw=True,
        kong_draw=True,
        last_tile=True,
        dealer=False,
        streak=2,
    )


def test_melds_as_objects_or_texts_and_flowers_anywhere() -> None:
    record = {
        "hand": "456m 34p EE f2",
        "melds": [
            "pung CCC",
            {"type": "chow", "tiles": "123s"},
            {"type": "ckong", "tiles": "9999s"},
        ],
        "context": {"flowers": "f1"},
    }
    hand, _ = read_record(record)
    assert [meld.kind.value for meld in hand.melds] == ["pung", "chow", "ckong"]
    assert hand.flowers == parse_tiles("f1 f2")
    assert hand.win is None


def test_a_win_by_flowers_needs_no_hand() -> None:
    record = {
        "id": "f",
        "context": {"flowers": "f1 f2 f3 f4 f6 f7 f8 + f5", "hand_complete": False},
    }
    result = score_record(record, B)
    assert result["total"] == 8
    assert result["waits"] == []


def test_payer_is_told_when_not_all_pay() -> None:
    record = {
        "id": "split",
        "hand": "3455s 888999m WWW PPP",
        "flowers": "f1 f3 f4 f5 f6 f7 f8",
        "win": "2s",
        "context": {"seat": "W", "round": "W", "robbed_flower": True, "seventh_drawn": True},
    }
    found = score_record(record, B)["items"]
    assert isinstance(found, list)
    assert [item.get("payer") for item in found[-3:]] == ["robbed", "others", "others"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hand": "12"}, "numbers without a suit"),
        ({"win": "1p 2p"}, "one tile is wanted"),
        ({"win": "9p"}, "it waits for 1p 4p 7p"),
        ({"win": 5}, "win must be a text"),
        ({"hand": None}, "hand must be a text"),
        ({"melds": "pung CCC"}, "melds must be a list"),
        ({"melds": [5]}, "a meld must be an object"),
        ({"melds": [{"tiles": "CCC"}]}, "must have a type"),
        ({"melds": [{"type": "pung", "tiles": "CC"}]}, "not a pung"),
        ({"melds": [{"type": "peng", "tiles": "CCC"}]}, "cannot read"),
        ({"context": []}, "context must be an object"),
        (
            {"context": {"self_drawn": True}},
            "unknown circumstance 'self_drawn', did you mean self_",
        ),
        ({"context": {"zzzz": True}}, "unknown circumstance 'zzzz'"),
        ({"context": {"self_draw": 1}}, "self_draw must be true or false"),
        ({"context": {"streak": "2"}}, "streak must be a whole number"),
        ({"context": {"streak": True}}, "streak must be a whole number"),
        ({"context": {"seat": "C"}}, "a wind is wanted"),
        ({"context": {"robbed_kong_kind": "added"}}, "must be open or concealed"),
        ({"context": {"robbed_kong_kind": "concealed"}}, "rob_concealed_kong and not rob_kong"),
        ({"context": {"self_draw": True, "rob_kong": True}}, "contradict"),
        ({"flowers": "f1 f1"}, "only one f1"),
    ],
)
def test_a_bad_record_gives_its_id_and_one_line(change: dict[str, object], message: str) -> None:
    result = score_record({**RECORD, **change}, B)
    assert set(result) == {"id", "error"}
    assert result["id"] == "one"
    assert message in str(result["error"])
    assert "\n" not in str(result["error"])


def test_a_record_without_a_hand() -> None:
    assert score_record({"id": "s", "kind": "settlement", "context": {}}, B) == {
        "id": "s",
        "error": "bad record: no hand",
    }
    with pytest.raises(RecordError):
        read_record({})


def test_lines() -> None:
    lines = [json.dumps(RECORD), "", "  \n", "not json", "[1]", json.dumps({"id": 2})]
    results = list(score_lines(lines, B))
    assert [result["id"] for result in results] == ["one", None, None, 2]
    assert results[0]["total"] == 2
    assert "line 4 is not JSON" in str(results[1]["error"])
    assert results[2]["error"] == "line 5 is not a JSON object"


@pytest.mark.parametrize(
    "said",
    [
        Circumstances(),
        Circumstances(seat=Tile.S, round=Tile.N, self_draw=True, streak=3, dealer=False),
        Circumstances(hand_complete=False, seat_known=False, round_known=False),
        Circumstances(indicator=Tile.from_code("3p"), discards=7, riichi=True),
    ],
)
def test_circumstances_come_back_from_their_record(said: Circumstances) -> None:
    assert read_circumstances(circumstances_to_dict(said)) == said
