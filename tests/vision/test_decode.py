"""From readings to hands: what the rules repair, ask and refuse."""

import random
from dataclasses import replace

import pytest

from scoring.errors import NotAWinError, TooManyOfATileError, TwoOfAFlowerError
from scoring.hand import Circumstances, Meld, MeldKind
from scoring.rulesets import get_rules
from scoring.tiles import Tile, format_tiles, parse_tiles
from tests.vision.table_scenes import HIGH, Scene, random_hand
from vision import geometry
from vision.decode import (
    COUNT_WORDS,
    FACE_DOWN,
    KONG_WORDS,
    OPEN_WORDS,
    SOME,
    WINNING,
    Decoded,
    NoTilesError,
    TileCountError,
    WinNotSeenError,
    decode,
)
from vision.layout import arrange
from vision.types import BACK, Group, Question, Reading, ReadTile, as_quad

RULES = get_rules("taiwan")


def reading(
    *groups: tuple[str, str],
    doubts: dict[int, dict[str, float]] | None = None,
    confidence: float = 0.98,
) -> Reading:
    """Groups of (role, faces), each in a row of its own.

    `doubts`: tile index to {face: probability}; the first is the namer's choice, and the tile is
    marked doubtful.
    """
    tiles, made, rows = [], [], []
    for line, (role, faces) in enumerate(groups):
        start = len(tiles)
        for k, face in enumerate(faces.split()):
            box = geometry.box(k * 27, line * 50, k * 27 + 26, line * 50 + 36)
            sides = (doubts or {}).get(len(tiles))
            if sides:
                (first, p), *rest = sides.items()
                tiles.append(ReadTile(first, p, as_quad(box.tolist()), tuple(rest), True))
            else:
                tiles.append(ReadTile(face, confidence, as_quad(box.tolist())))
        made.append(Group(role, None, tuple(range(start, len(tiles)))))
        rows.append(tuple(range(start, len(tiles))))
    return Reading("test.jpg", (640, 480), 0.0, tuple(tiles), tuple(rows), tuple(made))


ROW = "1m 2m 3m 4m 5m 6m 7p 8p 9p E E E 2s 3s 4s 9s 9s"
MELDED = [("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E"), ("pung", "C C C"), ("chow", "3s 2s 4s")]


def say(decoded: Decoded) -> str:
    hand = decoded.hand
    melds = " ".join(f"[{m}]" for m in hand.melds)
    win = hand.win.code if hand.win is not None else "-"
    return f"{format_tiles(hand.concealed)} {melds} f:{format_tiles(hand.flowers)} w:{win}"


def test_last_of_the_row_wins_and_that_is_said():
    got = decode(reading(("concealed", ROW)), RULES)
    assert got.wins and got.hand.win is Tile.S9
    assert got.assumed == {"win": "last tile of the row"}
    assert got.changed == () and got.questions == ()
    assert len(got.hand.concealed) == 16


def test_all_parts():
    parts = [*MELDED, ("flowers", "f1 f6"), ("winning", "4m")]
    got = decode(reading(*parts), RULES)
    assert got.wins
    assert say(got) == say(decode(reading(("flowers", "f6 f1"), ("winning", "4m"), *MELDED), RULES))
    assert got.hand.melds == (Meld.parse("pung CCC"), Meld.parse("chow 234s"))
    assert got.hand.flowers == parse_tiles("f1 f6")
    assert got.hand.win is Tile.M4
    assert got.assumed == {}


@pytest.mark.parametrize("shown", ["2s b b 2s", "b 2s 2s b", "2s b b b", "b b b 2s"])
def test_concealed_kong_by_the_faces_it_shows(shown):
    r = reading(
        ("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E C C C"),
        ("concealed_kong", shown.replace("b", BACK)),
        ("winning", "4m"),
    )
    got = decode(r, RULES)
    assert got.wins
    assert got.hand.melds == (Meld(MeldKind.CONCEALED_KONG, (Tile.S2,) * 4),)
    assert not any("kong" in key for key in got.assumed)


def test_face_down_kong_is_asked_for():
    r = reading(
        ("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E C C C"),
        ("concealed_kong", " ".join([BACK] * 4)),
        ("winning", "4m"),
    )
    got = decode(r, RULES)
    assert got.wins
    assert got.hand.melds[0].kind is MeldKind.CONCEALED_KONG
    assert "face-down kong 1" in got.assumed
    assert [q.about for q in got.questions] == [(13, 14, 15, 16)]
    assert 2 <= len(got.questions[0].choices) <= 4
    told = decode(r, RULES, melds=[Meld.parse("ckong FFFF")])
    assert told.hand.melds == (Meld.parse("ckong FFFF"),)
    assert told.questions == () and told.wins


def test_plain_kong_is_open_and_asked_when_it_matters():
    r = reading(
        ("concealed", "1m 2m 3m 5m 6m 7p 8p 9p E E C C C"),
        ("kong", "2s 2s 2s 2s"),
        ("winning", "4m"),
    )
    got = decode(r, RULES)
    assert got.hand.melds[0].kind is MeldKind.KONG
    assert got.assumed["kong 2s"] == "open"
    assert got.questions[0].choices == ("open kong", "concealed kong")


def test_kong_touching_the_row():
    row = "1m 2m 3m 2s 2s 2s 2s 5m 6m 7p 8p 9p E E C C C"
    got = decode(reading(("concealed", row), ("winning", "4m")), RULES)
    assert got.hand.melds == (Meld.parse("ckong 2222s"),)
    assert got.wins and got.assumed["kong 2s"] == "concealed"


# What somebody says


def test_win_named():
    got = decode(reading(("concealed", ROW)), RULES, win=Tile.M3)
    assert got.hand.win is Tile.M3 and got.wins and got.assumed == {}


def test_win_named_that_is_not_in_the_picture():
    short = ROW.removesuffix(" 9s")
    got = decode(reading(("concealed", short)), RULES, win=Tile.S9)
    assert got.wins and got.hand.win is Tile.S9
    with pytest.raises(WinNotSeenError) as caught:
        decode(reading(("concealed", ROW)), RULES, win=Tile.P)
    assert caught.value.key == "win_not_seen" and caught.value.params == {"tile": "P"}


def test_win_named_against_the_tile_apart():
    parts = [*MELDED, ("winning", "4m")]
    got = decode(reading(*parts), RULES, win=Tile.M1)
    assert got.hand.win is Tile.M1 and Tile.M4 in got.hand.concealed and got.wins


def test_melds_named_are_taken_out_of_the_row():
    got = decode(reading(("concealed", ROW)), RULES, melds=[Meld.parse("pung EEE")])
    assert got.wins and got.hand.melds == (Meld.parse("pung EEE"),)
    assert Tile.E not in got.hand.concealed


def test_melds_named_replace_those_seen():
    parts = [*MELDED, ("winning", "4m")]
    got = decode(reading(*parts), RULES, melds=[Meld.parse("pung CCC")])
    assert got.hand.melds == (Meld.parse("pung CCC"),)
    assert Tile.S2 in got.hand.concealed and got.wins
    none = decode(reading(*parts), RULES, melds=[])
    assert none.hand.melds == () and none.wins


def test_flowers_named():
    parts = [*MELDED, ("flowers", "f1"), ("winning", "4m")]
    got = decode(reading(*parts), RULES, flowers=[Tile.F2, Tile.F3])
    assert got.hand.flowers == (Tile.F2, Tile.F3)


def test_answers_pin_tiles():
    r = reading(("concealed", ROW), doubts={4: {"6m": 0.6, "5m": 0.3}})
    assert (
        decode(r, RULES, pinned={4: "5m"}).hand == decode(reading(("concealed", ROW)), RULES).hand
    )
    assert not decode(r, RULES, pinned={4: "6m"}).wins


# What the rules repair


def test_repair_is_shown():
    got = decode(reading(("concealed", ROW), doubts={4: {"6m": 0.45, "5m": 0.4}}), RULES)
    assert got.wins
    (change,) = got.changed
    assert (change.tile, change.was, change.now) == (4, "6m", "5m")
    assert change.price == pytest.approx(0.118, abs=0.01)
    assert got.faces is not None and got.faces[4] == "5m"


def test_unlikely_repair_is_asked():
    got = decode(reading(("concealed", ROW), doubts={4: {"6m": 0.8, "5m": 0.15}}), RULES)
    assert got.wins and len(got.changed) == 1
    assert got.questions[0].about == (4,)
    assert set(got.questions[0].choices) == {"5m", "6m"}


def test_no_repair_beyond_the_bound():
    got = decode(reading(("concealed", ROW), doubts={4: {"6m": 0.985, "5m": 0.012}}), RULES)
    assert not got.wins and got.changed == ()
    with pytest.raises(NotAWinError):
        RULES.score(got.hand, Circumstances())


def test_three_repairs_are_too_many():
    doubts = {0: {"9p": 0.5, "1m": 0.45}, 4: {"6m": 0.5, "5m": 0.4}, 9: {"W": 0.5, "E": 0.4}}
    got = decode(reading(("concealed", ROW), doubts=doubts), RULES)
    assert not got.wins
    assert 0 < len(got.questions) <= 3


def test_a_sure_hand_that_does_not_win_is_left_alone():
    got = decode(reading(("concealed", ROW.replace("2s", "7s"))), RULES)
    assert not got.wins and got.changed == () and got.questions == ()


def test_two_readings_that_score_alike_are_not_asked():
    # 6p and 9p both complete the run of 7p 8p, for the same score.
    got = decode(reading(("concealed", ROW), doubts={8: {"9p": 0.55, "6p": 0.4}}), RULES)
    assert got.wins and got.changed == () and got.questions == ()


def test_last_tile_between_two_wins_is_asked():
    # 23p waits for 1p and 4p; with 4p the row 2-3-4 is one of three coloured runs (三色同順).
    row = "2m 3m 4m 2s 3s 4s 7s 8s 9s 6m 6m C C C 2p 3p"
    r = reading(("concealed", row), ("winning", "4p"), doubts={16: {"4p": 0.5, "1p": 0.45}})
    got = decode(r, RULES)
    assert got.wins and got.hand.win is Tile.P4
    scores = {
        RULES.score(decode(r, RULES, pinned={16: face}).hand, Circumstances()).total
        for face in ("1p", "4p")
    }
    assert bool(got.questions) == (len(scores) > 1)


def test_set_that_is_none_is_repaired_from_its_candidates():
    parts = [MELDED[0], ("pung", "C C C"), ("chow", "3s 2s 6s"), ("winning", "4m")]
    r = reading(*parts, doubts={15: {"6s": 0.5, "4s": 0.45}})
    got = decode(r, RULES)
    assert got.wins and got.hand.melds[1] == Meld.parse("chow 234s")
    assert [(c.was, c.now) for c in got.changed] == [("6s", "4s")]


def test_five_of_a_kind():
    sure = reading(("concealed", "E E E 1m 2m 3m 4m 5m 6m 7p 8p 9p E E"), ("pung", "C C C"))
    with pytest.raises(TooManyOfATileError) as caught:
        decode(sure, RULES)
    assert caught.value.params == {"tile": "E", "count": 5}
    doubtful = reading(
        ("concealed", "E E E 1m 2m 3m 4m 5m 6m 7p 8p 9p N E"),
        ("pung", "C C C"),
        doubts={12: {"E": 0.5, "N": 0.4}},
    )
    got = decode(doubtful, RULES)
    assert [(c.was, c.now) for c in got.changed] == [("E", "N")]
    assert got.questions


def test_two_of_a_flower():
    parts = [*MELDED, ("flowers", "f1 f1"), ("winning", "4m")]
    with pytest.raises(TwoOfAFlowerError):
        decode(reading(*parts), RULES)
    got = decode(reading(*parts, doubts={17: {"f1": 0.6, "f3": 0.3}}), RULES)
    assert got.hand.flowers == (Tile.F1, Tile.F3)
    assert [(c.was, c.now) for c in got.changed] == [("f1", "f3")]
    assert set(got.questions[0].choices) == {"f1", "f3"}


def test_a_flower_that_is_a_tile_and_the_other_way():
    row = ROW.replace("2s 3s 4s", "1s 2s 3s").split()
    at = row.index("1s")
    short = " ".join(row[:at] + row[at + 1 :])
    r = reading(("concealed", short), ("flowers", "f1 f6"), doubts={16: {"f1": 0.5, "1s": 0.45}})
    got = decode(r, RULES)
    assert got.wins and got.hand.flowers == (Tile.F6,)
    assert [(c.was, c.now) for c in got.changed] == [("f1", "1s")]
    over = reading(("concealed", "1s " + ROW), doubts={0: {"1s": 0.5, "f1": 0.45}})
    got = decode(over, RULES)
    assert got.wins and got.hand.flowers == (Tile.F1,)
    assert [(c.was, c.now) for c in got.changed] == [("1s", "f1")]


def test_doubtful_flower_is_asked_when_it_counts():
    parts = [*MELDED, ("flowers", "f1 f6"), ("winning", "4m")]
    r = reading(*parts, doubts={16: {"f1": 0.6, "f5": 0.3}, 17: {"f6": 0.6, "f7": 0.3}})
    got = decode(r, RULES, circumstances=Circumstances())
    told = {f: decode(r, RULES, pinned={17: f}).hand for f in ("f6", "f7")}
    scores = {RULES.score(h, Circumstances()).total for h in told.values()}
    asked = {q.about for q in got.questions}
    assert ((17,) in asked) == (len(scores) > 1)


# What is refused


def test_no_tiles():
    with pytest.raises(NoTilesError) as caught:
        decode(Reading("x.jpg", (640, 480), 0.0, ()), RULES)
    assert caught.value.key == "no_tiles" and "no tiles" in str(caught.value)


@pytest.mark.parametrize(("row", "count"), [(ROW + " 1p", 18), (ROW[:-6], 15), ("5m", 1)])
def test_wrong_number_of_tiles(row, count):
    with pytest.raises(TileCountError) as caught:
        decode(reading(("concealed", row)), RULES)
    assert caught.value.key == "tile_count"
    assert caught.value.params == {"expected": 17, "actual": count}
    assert str(count) in str(caught.value) and "\n" not in str(caught.value)


def test_flowers_alone():
    r = reading(("flowers", "f1 f2 f3 f4 f5 f6 f7 f8"), ("concealed", "1m 2m"))
    got = decode(r, RULES, circumstances=Circumstances(hand_complete=False))
    assert len(got.hand.flowers) == 8


def test_groups_are_found_when_the_reading_has_none():
    r = reading(("concealed", ROW))
    bare = Reading(r.photo, r.size, 0.0, r.tiles)
    assert decode(bare, RULES).hand == decode(r, RULES).hand


# Many hands


def test_known_tiles_make_winning_hands():
    for k in range(60):
        hand = random_hand(random.Random(500 + k))
        rows, groups = arrange(hand.tiles, hand.size)
        got = decode(Reading("x", hand.size, 0.0, tuple(hand.tiles), rows, groups), RULES)
        assert got.wins and got.changed == ()


def test_a_swapped_tile_is_not_made_to_win():
    accepted = silent = tried = 0
    for k in range(150):
        rng = random.Random(k)
        hand = random_hand(rng)
        tiles = list(hand.tiles)
        concealed = next(g for g in hand.groups if g.role == "concealed").tiles
        at = rng.choice(concealed)
        face = rng.choice([f for f in ("1m", "5p", "9s", "E", "C", "7m") if f != tiles[at].face])
        tiles[at] = ReadTile(face, 0.97, tiles[at].quad, (("2m", 0.01),))
        r = Reading("x", hand.size, 0.0, tuple(tiles), (), tuple(hand.groups))
        try:
            got = decode(r, RULES)
        except TooManyOfATileError:
            continue
        tried += 1
        if got.changed:
            accepted += 1
            silent += not got.questions
    assert tried > 100
    assert accepted == silent == 0


def test_answers_settle_what_the_picture_does_not_show() -> None:
    read = reading(
        ("concealed", "1m 2m 3m 4m 5m 6m 7p 7p 3s 4s"),
        ("winning", "5s"),
        ("kong", "E E E E"),
        ("concealed_kong", "back back back back"),
    )
    first = decode(read, RULES)
    kind = next(q for q in first.questions if set(q.choices) == set(KONG_WORDS))
    hidden = next(q for q in first.questions if q.ask == FACE_DOWN)
    other, code = kind.choices[1], hidden.choices[-1]
    second = decode(read, RULES, answers={kind: other, hidden: code})
    kinds = {meld.tiles[0].code: meld.kind for meld in second.hand.melds}
    assert kinds["E"] is {"open kong": MeldKind.KONG}.get(other, MeldKind.CONCEALED_KONG)
    assert kinds[code] is MeldKind.CONCEALED_KONG
    assert kind not in second.questions and hidden not in second.questions


def test_an_answered_face_is_taken() -> None:
    read = reading(
        ("concealed", "1m 2m 3m 4m 5m 6m 7p 7p 3s 4s 6s 7s 8s E E E"),
        ("winning", "5s"),
        doubts={16: {"5s": 0.5, "5m": 0.45}},
    )
    question = Question((16,), "5s or 5m?", ("5s", "5m"))
    decoded = decode(read, RULES, answers={question: "5m"})
    assert (decoded.faces or {})[16] == "5m"
    assert not decoded.wins


def in_line(*parts: str, gap: float = 12.0) -> Reading:
    """All parts on one line with small gaps between them, as one who counts in sets lays them."""
    tiles, x = [], 0.0
    for part in parts:
        for face in part.split():
            box = geometry.box(x, 0, x + 26, 36)
            tiles.append(ReadTile(face, 0.98, as_quad(box.tolist())))
            x += 27
        x += gap
    rows, groups = arrange(tiles, (900, 200))
    return Reading("", (900, 200), 0.0, tuple(tiles), rows, groups)


SETS_IN_LINE = ("1m 2m 3m", "4p 5p 6p", "7s 8s 9s", "3s 4s 5s", "6s 6s 2m 3m", "4m")


def test_sets_beside_the_hand_without_a_sign_of_a_claim_are_asked_about():
    read = in_line(*SETS_IN_LINE)
    first = decode(read, RULES)
    assert [m.kind for m in first.hand.melds] == [MeldKind.CHOW] * 4
    question = next(q for q in first.questions if OPEN_WORDS[0] in q.choices)
    assert question.choices == (*OPEN_WORDS, SOME)
    assert len(question.about) == 12
    assert (first.assumed or {})["plain sets"] == OPEN_WORDS[0]
    held = decode(read, RULES, answers={question: OPEN_WORDS[1]})
    assert held.hand.melds == () and held.wins
    assert held.questions == ()
    opened = decode(read, RULES, answers={question: OPEN_WORDS[0]})
    assert len(opened.hand.melds) == 4 and opened.questions == ()


def test_some_laid_open_are_asked_one_by_one():
    read = in_line("1m 1m 1m", "4p 4p 4p", "7s 7s 7s", "3s 4s 5s", "6s 6s 2m 3m", "4m")
    answers: dict[Question, str] = {}
    for word in (SOME, *OPEN_WORDS[::-1], *OPEN_WORDS[::-1]):
        got = decode(read, RULES, answers=answers)
        fresh = [q for q in got.questions if OPEN_WORDS[0] in q.choices and q not in answers]
        if not fresh:
            break
        assert len(fresh) == 1
        assert (word == SOME) == (len(fresh[0].about) > 3)
        answers[fresh[0]] = word
    assert 0 < len(got.hand.melds) < 4
    assert got.wins


def test_a_claimed_tile_laid_sideways_leaves_nothing_to_ask():
    tiles = list(in_line("6m 7m 8m 6s 6s 2m 3m", gap=40).tiles)
    x = 320.0
    for faces in ("1m 2m 3m", "4p 5p 6p", "7s 8s 9s"):
        for k, face in enumerate(faces.split()):
            wide, high = (36, 26) if k == 0 else (26, 36)
            quad = geometry.box(x, 36 - high, x + wide, 36)
            if k == 0:
                quad = geometry.turn(quad, 1)
            tiles.append(ReadTile(face, 0.98, as_quad(quad.tolist())))
            x += wide + 1
        x += 14
    tiles.append(ReadTile("4m", 0.98, as_quad(geometry.box(x + 20, 0, x + 46, 36).tolist())))
    rows, groups = arrange(tiles, (900, 200))
    got = decode(Reading("", (900, 200), 0.0, tuple(tiles), rows, groups), RULES)
    assert [m.kind for m in got.hand.melds] == [MeldKind.CHOW] * 3
    assert not any(OPEN_WORDS[0] in q.choices for q in got.questions)


def on_table(*parts: tuple[str, str, float, float]) -> Reading:
    """Rows of (role, faces, x, y) in pixels, one tile 26 wide; roles as a layout found them."""
    tiles, groups, rows = [], [], []
    for role, faces, x, y in parts:
        begin = len(tiles)
        for k, face in enumerate(faces.split()):
            box = geometry.box(x + 27 * k, y, x + 27 * k + 26, y + 36)
            tiles.append(ReadTile(face, 0.98, as_quad(box.tolist())))
        part = tuple(range(begin, len(tiles)))
        groups.append(Group(role, None, part))
        rows.append(part)
    return Reading("", (900, 500), 0.0, tuple(tiles), tuple(rows), tuple(groups))


HAND = "2m 3m 4m 6m 7m 8m 1p 1p 1p 6p 6p 3s 4s 5s 6s 7s"


def test_a_flower_neither_near_nor_far_is_asked_about():
    parts = (("concealed", HAND, 0, 300), ("winning", "8s", 470, 300))
    near = on_table(*parts, ("flowers", "f1", 40, 255))
    assert not decode(near, RULES).questions
    away = on_table(*parts, ("flowers", "f1", 40, 170))
    first = decode(away, RULES)
    assert first.hand.flowers == (Tile.F1,)
    question = first.questions[0]
    assert question.choices == COUNT_WORDS and question.about == (17,)
    told = decode(away, RULES, answers={question: COUNT_WORDS[1]})
    assert told.hand.flowers == () and not told.questions
    kept = decode(away, RULES, answers={question: COUNT_WORDS[0]})
    assert kept.hand.flowers == (Tile.F1,) and not kept.questions
    loose = on_table(*parts, ("loose", "f1", 40, 200))
    other = decode(loose, RULES)
    assert other.hand.flowers == ()
    question = other.questions[0]
    assert question.choices == COUNT_WORDS[::-1]
    told = decode(loose, RULES, answers={question: COUNT_WORDS[0]})
    assert told.hand.flowers == (Tile.F1,) and not told.questions
    far = on_table(*parts, ("loose", "f1", 40, 60))
    assert not decode(far, RULES).questions
    # f2 is nobody's own flower: it is worth nothing either way, so nothing is asked.
    assert not decode(on_table(*parts, ("loose", "f2", 40, 200)), RULES).questions


def test_two_tiles_that_lie_alone_and_either_may_have_won():
    row = ("concealed", "2m 3m 4m 6m 7m 8m 1p 1p 1p 4p 4p 4p E E 7s", 0, 300)
    read = on_table(row, ("concealed", "9s", 0, 240), ("winning", "8s", 120, 240))
    merged = Group("concealed", None, tuple(range(16)))
    read = replace(read, groups=(merged, read.groups[-1]))
    first = decode(read, RULES)
    assert first.hand.win is Tile.S8
    question = next(q for q in first.questions if q.ask.startswith(WINNING))
    assert question.choices == ("8s", "9s")
    told = decode(read, RULES, answers={question: "9s"})
    assert told.hand.win is Tile.S9 and Tile.S8 in told.hand.concealed
    assert not any(q.ask.startswith(WINNING) for q in told.questions)
    kept = decode(read, RULES, answers={question: "8s"})
    assert kept.hand.win is Tile.S8
    assert not any(q.ask.startswith(WINNING) for q in kept.questions)
    # Two lone tiles of one face: nothing to ask.
    row = ("concealed", "2m 3m 4m 6m 7m 8m 1p 1p 1p 4p 4p 4p 7s 8s 9s", 0, 300)
    read = on_table(row, ("concealed", "E", 0, 240), ("winning", "E", 120, 240))
    read = replace(read, groups=(merged, read.groups[-1]))
    assert not decode(read, RULES).questions


def test_a_layout_a_little_odder_is_taken_when_only_it_wins_and_is_asked_about():
    scene = Scene()
    edge = scene.row("concealed", "2m 3m 4m 6m 7m 8m 1p 1p 1p 4p 4p 4p E E 7s 8s")
    scene.one("loose", "C", edge + 3.4, HIGH / 2)
    scene.one("winning", "9s", edge - 4.0, 1.5 * HIGH + 2.6)
    tiles, _ = scene.see()
    rows, groups = arrange(tiles, (1600, 1200))
    read = Reading("", (1600, 1200), 0.0, tuple(tiles), rows, groups)
    first = decode(read, RULES)
    assert first.wins and first.hand.win is Tile.S9
    question = first.questions[0]
    assert question.choices[0] == "9s" or question.choices == COUNT_WORDS
    kept = decode(read, RULES, answers={question: question.choices[0]})
    assert kept.wins and question not in kept.questions
    refused = decode(read, RULES, answers={question: question.choices[1]})
    assert not refused.wins and refused.hand.win is Tile.C


# Hands of fourteen tiles (Hong Kong rules)

HONG_KONG = get_rules("hongkong")


def test_fourteen_tiles():
    parts = [("concealed", "1m 2m 3m 7p 8p 9p E E"), ("pung", "C C C"), ("winning", "2s"),
             ("flowers", "f1 f6")]  # fmt: skip
    got = decode(reading(parts[0], ("concealed", "3s 4s"), *parts[1:]), HONG_KONG)
    assert got.wins
    assert say(got) == "123m 789p 34s EE [pung CCC] f:f1 f6 w:2s"
    assert HONG_KONG.score(got.hand, Circumstances()).total == 2
    with pytest.raises(TileCountError) as caught:
        decode(reading(*parts), HONG_KONG)
    assert caught.value.params["expected"] == 14


def test_thirteen_orphans_of_fourteen_tiles():
    faces = "1m 9m 1p 9p 1s 9s E S W N C F P 9s"
    got = decode(reading(("concealed", faces)), HONG_KONG)
    assert got.wins and got.hand.win is Tile.S9
    score = HONG_KONG.score(got.hand, Circumstances())
    assert score.limit and score.items[0].id == "thirteen_orphans"


def test_a_doubt_is_settled_by_the_rules_of_fourteen_tiles():
    """6p makes no win, 9p does."""
    faces = "1m 9m 1p 6p 1s 9s E S W N C F P 9s"
    got = decode(reading(("concealed", faces), doubts={3: {"6p": 0.6, "9p": 0.38}}), HONG_KONG)
    assert got.wins
    assert [(c.was, c.now) for c in got.changed] == [("6p", "9p")]


def test_hands_of_fourteen_tiles_as_people_lay_them():
    for seed in range(40):
        laid = random_hand(random.Random(seed), 4)
        truth = Reading("", laid.size, 0.0, tuple(laid.tiles), (), tuple(laid.groups))
        rows, groups = arrange(list(laid.tiles), laid.size)
        seen = Reading("", laid.size, 0.0, tuple(laid.tiles), tuple(rows), tuple(groups))
        got, laid_hand = decode(seen, HONG_KONG).hand, decode(truth, HONG_KONG).hand
        assert sorted(map(str, got.melds)) == sorted(map(str, laid_hand.melds)), seed
        assert replace(got, melds=()) == replace(laid_hand, melds=()), seed
