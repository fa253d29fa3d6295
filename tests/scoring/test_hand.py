"""Melds, hands, circumstances: what is accepted, and what is refused in which words."""

import pytest

from scoring.errors import (
    ContradictionError,
    HandSizeError,
    MeldError,
    MisplacedTileError,
    NotationError,
    RecordError,
    RuleError,
    TooManyOfATileError,
    TwoOfAFlowerError,
)
from scoring.hand import Circumstances, Hand, Meld, MeldKind, count_of, parse_wind
from scoring.tiles import Tile, parse_tiles
from tests.scoring.helpers import circumstances_of


@pytest.mark.parametrize(
    ("text", "kind", "tiles"),
    [
        ("pung CCC", MeldKind.PUNG, "CCC"),
        ("PUNG CCC", MeldKind.PUNG, "CCC"),
        ("chow 312m", MeldKind.CHOW, "123m"),
        ("kong 5555p", MeldKind.KONG, "5555p"),
        ("ckong EEEE", MeldKind.CONCEALED_KONG, "EEEE"),
        ("concealed_kong EEEE", MeldKind.CONCEALED_KONG, "EEEE"),
        ("碰 中中中", MeldKind.PUNG, "CCC"),
        ("吃 一二三萬", MeldKind.CHOW, "123m"),
        ("暗槓 東東東東", MeldKind.CONCEALED_KONG, "EEEE"),
        ("789s", MeldKind.CHOW, "789s"),
        ("999s", MeldKind.PUNG, "999s"),
        ("9999s", MeldKind.KONG, "9999s"),
    ],
)
def test_meld_is_read(text: str, kind: MeldKind, tiles: str) -> None:
    meld = Meld.parse(text)
    assert meld.kind is kind
    assert meld.tiles == parse_tiles(tiles)
    assert Meld.parse(str(meld)) == meld
    assert meld.concealed == (kind is MeldKind.CONCEALED_KONG)


@pytest.mark.parametrize(
    "text",
    [
        "chow 124m",
        "chow 89m 1p",
        "chow ESW",
        "chow 9m 1p 2p",
        "chow 1234m",
        "pung 112m",
        "pung CCCC",
        "pung CC",
        "kong CCC",
        "kong CCCP",
        "ckong EEE",
        "pung f1 f1 f1",
        "chow 123m f1",
        "pung",
        "112m",
        "",
    ],
)
def test_tiles_that_are_no_such_set(text: str) -> None:
    with pytest.raises(MeldError) as caught:
        Meld.parse(text)
    assert "not a" in str(caught.value)


def test_unreadable_meld() -> None:
    with pytest.raises(NotationError):
        Meld.parse("pung xx")
    with pytest.raises(NotationError):
        Meld.parse("penguin CCC")


def test_order_of_tiles_does_not_matter() -> None:
    assert Hand.parse("321m EE", ["chow 231p"], "f5 f1", "C") == Hand.parse(
        "E 123m E", ["chow 123p"], "f1 f5", "C"
    )


def test_flowers_among_the_tiles_are_set_apart() -> None:
    hand = Hand.parse("123m f1 EE", flowers="f5")
    assert hand.concealed == parse_tiles("123m EE")
    assert hand.flowers == parse_tiles("f1 f5")


def test_counts() -> None:
    hand = Hand.parse("11m E", ["kong 5555p"], win="1m")
    assert hand.size == 7
    assert count_of(hand.counts, Tile.M1) == 2
    assert count_of(hand.all_counts, Tile.M1) == 3
    assert count_of(hand.all_counts, Tile.P5) == 4


def test_with_win_takes_the_tile_from_the_hand() -> None:
    hand = Hand.parse("123m EE", ["pung CCC"], "f1")
    named = hand.with_win(Tile.E)
    assert named == Hand.parse("123m E", ["pung CCC"], "f1", "E")
    with pytest.raises(ContradictionError, match="one of the concealed"):
        hand.with_win(Tile.C)
    with pytest.raises(ContradictionError):
        named.with_win(Tile.E)


@pytest.mark.parametrize(
    ("concealed", "melds", "win", "code", "count"),
    [
        ("5555m", [], "5m", "5m", 5),
        ("11111s", [], None, "1s", 5),
        ("EE", ["pung EEE"], None, "E", 5),
        ("P", ["kong PPPP"], None, "P", 5),
        ("23m", ["kong 1111m"], "1m", "1m", 5),
        ("9" * 30 + "p", [], None, "9p", 30),
    ],
)
def test_five_of_a_kind(
    concealed: str, melds: list[str], win: str | None, code: str, count: int
) -> None:
    with pytest.raises(TooManyOfATileError) as caught:
        Hand.parse(concealed, melds, "", win)
    assert caught.value.params == {"tile": code, "count": count}
    assert str(caught.value) == f"there are only four {code} in the game, this hand has {count}"


def test_two_of_one_flower() -> None:
    with pytest.raises(TwoOfAFlowerError, match=r"only one f1 \(春\)") as caught:
        Hand.parse("123m", flowers="f1 f5 f1")
    assert caught.value.key == "two_of_a_flower"


def test_flowers_and_tiles_in_the_wrong_place() -> None:
    with pytest.raises(MisplacedTileError, match="in hand"):
        Hand(parse_tiles("123m f1"))
    with pytest.raises(MisplacedTileError, match="winning tile"):
        Hand(parse_tiles("123m"), win=Tile.F1)
    with pytest.raises(MisplacedTileError, match="E cannot be a flower"):
        Hand.parse("123m", flowers="f1 E")


def test_more_tiles_than_any_game() -> None:
    with pytest.raises(HandSizeError):
        Hand(parse_tiles("123456789m" * 4))
    with pytest.raises(HandSizeError):
        Hand((), (Meld.parse("kong EEEE"),) * 9)


@pytest.mark.parametrize(("text", "tile"), [("E", Tile.E), ("南", Tile.S), ("西風", Tile.W)])
def test_wind(text: str, tile: Tile) -> None:
    assert parse_wind(text) is tile


@pytest.mark.parametrize("text", ["C", "5m", "EE", "", "north"])
def test_no_wind(text: str) -> None:
    with pytest.raises(NotationError):
        parse_wind(text)


def test_defaults() -> None:
    circumstances = Circumstances()
    assert (circumstances.seat, circumstances.round) == (Tile.E, Tile.E)
    assert not circumstances.rare
    assert not circumstances.declared
    assert circumstances.hand_complete
    assert Circumstances(tianting=True).declared
    assert Circumstances(hand_complete=False).rare


@pytest.mark.parametrize(
    "text",
    [
        "self_draw rob_kong",
        "kong_draw",
        "kong_draw rob_kong",
        "self_draw kong_draw rob_kong",
        "robbed_flower rob_kong",
        "tianhu not_dealer",
        "tianhu rob_kong",
        "tianhu last_tile",
        "tianhu tianting",
        "tianhu diting",
        "tianhu diting_yifa",
        "tianhu self_draw dihu",
        "tianhu renhu",
        "tianhu robbed_flower",
        "tianting diting",
        "tianting diting_yifa",
        "tianting dealer",
        "dihu self_draw dealer",
        "dihu renhu",
        "dihu self_draw diting",
        "dihu self_draw diting_yifa",
        "dihu rob_kong",
        "dihu self_draw last_tile",
        "renhu dealer",
        "renhu self_draw",
        "renhu rob_kong",
        "renhu diting",
        "renhu diting_yifa",
        "renhu last_tile",
        "diting_yifa rob_kong",
        "seventh_drawn",
        "not_hand_complete tianhu",
        "not_hand_complete dihu self_draw",
        "not_hand_complete renhu",
        "not_hand_complete diting_yifa",
        "not_hand_complete rob_kong",
    ],
)
def test_contradictions(text: str) -> None:
    with pytest.raises(ContradictionError) as caught:
        circumstances_of(text)
    error = caught.value
    assert error.key == "contradiction"
    assert f"{error.params['first']} and {error.params['second']} contradict" in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "self_draw kong_draw last_tile",
        "rob_kong last_tile",
        "last_tile",
        "tianhu",
        "tianhu dealer self_draw",
        "tianhu dealer self_draw kong_draw",
        "tianting dihu self_draw",
        "tianting dihu self_draw kong_draw",
        "tianting renhu",
        "diting diting_yifa",
        "diting dealer",
        "diting diting_yifa self_draw",
        "tianting last_tile self_draw",
        "robbed_flower kong_draw",
        "robbed_flower seventh_drawn self_draw",
        "dealer streak=3",
        "streak=3",
        "not_hand_complete tianting",
    ],
)
def test_what_goes_together(text: str) -> None:
    circumstances_of(text)


def test_values_of_the_wrong_kind() -> None:
    with pytest.raises(RecordError, match="seat must be one of"):
        Circumstances(seat=Tile.C)
    with pytest.raises(RecordError, match="round must be one of"):
        Circumstances(round=Tile.M1)
    with pytest.raises(RecordError, match="negative"):
        Circumstances(streak=-1)


def test_every_error_is_one_family() -> None:
    assert RuleError("x").key == "rule_error"
    assert isinstance(HandSizeError(17, 15), ValueError)
