"""Faces and notations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import NotationError
from scoring.tiles import (
    BACK,
    DRAGONS,
    FACES,
    WINDS,
    Tile,
    format_chinese,
    format_tiles,
    parse_tile,
    parse_tiles,
)

tiles = st.lists(st.sampled_from(FACES), max_size=20).map(tuple)


def test_there_are_42_faces_in_order() -> None:
    assert [int(face) for face in FACES] == list(range(42))
    assert BACK not in {face.code for face in FACES}
    assert [face.code for face in WINDS + DRAGONS] == list("ESWNCFP")


@pytest.mark.parametrize(
    ("code", "chinese", "short", "glyph", "suit", "rank"),
    [
        ("1m", "一萬", "一萬", "\U0001f007", "m", 1),
        ("9m", "九萬", "九萬", "\U0001f00f", "m", 9),
        ("5p", "五筒", "五筒", "\U0001f01d", "p", 5),
        ("1s", "一索", "一索", "\U0001f010", "s", 1),
        ("E", "東", "東", "\U0001f000", "z", 1),
        ("N", "北", "北", "\U0001f003", "z", 4),
        ("C", "紅中", "中", "\U0001f004", "z", 5),
        ("F", "青發", "發", "\U0001f005", "z", 6),
        ("P", "白板", "白", "\U0001f006", "z", 7),
        ("f1", "春", "春", "\U0001f026", "f", 1),
        ("f4", "冬", "冬", "\U0001f029", "f", 4),
        ("f5", "梅", "梅", "\U0001f022", "f", 5),
        ("f7", "菊", "菊", "\U0001f025", "f", 7),
        ("f8", "竹", "竹", "\U0001f024", "f", 8),
    ],
)
def test_names_of_a_tile(
    code: str, chinese: str, short: str, glyph: str, suit: str, rank: int
) -> None:
    tile = Tile.from_code(code)
    assert (tile.code, tile.chinese, tile.short, tile.glyph) == (code, chinese, short, glyph)
    assert (tile.suit, tile.rank) == (suit, rank)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.code)
def test_every_name_is_read_back(face: Tile) -> None:
    assert Tile.from_code(face.code) is face
    for text in (face.code, face.chinese, face.short, face.glyph, face.glyph + "\ufe0e"):
        assert parse_tile(text) is face


@pytest.mark.parametrize("code", ["", "0m", "10m", "5", "m5", "e", "f9", "back", "5m "])
def test_from_code_wants_exactly_a_code(code: str) -> None:
    with pytest.raises(NotationError, match="not a tile code"):
        Tile.from_code(code)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("123m 456p 11s EEE f1", "1m 2m 3m 4p 5p 6p 1s 1s E E E f1"),
        ("123m456p11sEEEf1", "1m 2m 3m 4p 5p 6p 1s 1s E E E f1"),
        ("123m,456p | C\u3000+ P", "1m 2m 3m 4p 5p 6p C P"),
        ("31m", "3m 1m"),
        ("一二三萬 東東東", "1m 2m 3m E E E"),
        ("一二三万 四五六筒 七八九条 東南西北中發白", "1m 2m 3m 4p 5p 6p 7s 8s 9s E S W N C F P"),
        ("7索8條 9饼 9餅", "7s 8s 9p 9p"),
        ("123萬", "1m 2m 3m"),
        ("\uff11\uff12\uff13萬", "1m 2m 3m"),
        ("\uff11\uff12\uff13ｍ，４５６ｐ；ＥＥ｜ｆ１＋Ｃ", "1m 2m 3m 4p 5p 6p E E f1 C"),
        ("东南西北中发白", "E S W N C F P"),
        ("东风 東風 南風 西风 北風", "E E S W N"),
        ("紅中 红中 青發 發財 发财 綠發 白板 白皮", "C C F F F F P P"),
        ("春夏秋冬梅蘭菊竹 兰", "f1 f2 f3 f4 f5 f6 f7 f8 f6"),
        ("🀇🀈🀉 🀀🀀🀀 🀄\ufe0f", "1m 2m 3m E E E C"),
        ("", ""),
    ],
)
def test_parse(text: str, codes: str) -> None:
    assert [tile.code for tile in parse_tiles(text)] == codes.split()


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("123", 0, "numbers without a suit"),
        ("11m 45", 4, "numbers without a suit"),
        ("12 m", 0, "numbers without a suit"),
        ("12E", 0, "numbers without a suit"),
        ("0m", 0, "'0' is not a tile"),
        ("12mx", 3, "'x' is not a tile"),
        ("m", 0, "'m' is not a tile"),
        ("e", 0, "'e' is not a tile"),
        ("f9", 0, "'f' is not a tile"),
        ("🀪", 0, "is not a tile"),
        ("x" * 80, 0, r"\.\.\.' at character 1"),
    ],
)
def test_unreadable_text_says_where(text: str, position: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse_tiles(text)
    assert caught.value.params["position"] == position
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "12m", "E E"])
def test_parse_tile_wants_one(text: str) -> None:
    with pytest.raises(NotationError, match="one tile is wanted"):
        parse_tile(text)


@pytest.mark.parametrize(
    ("codes", "letters", "chinese"),
    [
        ("1m 2m 3m E E S f1 f5", "123m EE S f1 f5", "一二三萬 東東 南 春 梅"),
        ("3m 1m 1p 2m", "31m 1p 2m", "三一萬 一筒 二萬"),
        ("C C f1 f1", "CC f1 f1", "中中 春春"),
        ("", "", ""),
    ],
)
def test_format(codes: str, letters: str, chinese: str) -> None:
    given_tiles = tuple(Tile.from_code(code) for code in codes.split())
    assert format_tiles(given_tiles) == letters
    assert format_chinese(given_tiles) == chinese


@given(tiles)
def test_parse_reads_what_format_writes(given_tiles: tuple[Tile, ...]) -> None:
    assert parse_tiles(format_tiles(given_tiles)) == given_tiles
    assert parse_tiles(format_chinese(given_tiles)) == given_tiles
    assert parse_tiles("".join(tile.glyph for tile in given_tiles)) == given_tiles
    assert parse_tiles("".join(tile.chinese for tile in given_tiles)) == given_tiles


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        found = parse_tiles(text)
    except NotationError:
        with pytest.raises(NotationError, match=r"\A[^\n]+\Z"):
            parse_tiles(text)
    else:
        assert parse_tiles(format_tiles(found)) == found
