"""Hands with jokers: what random players of the joker game won with is read back whole."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.errors import RuleError
from scoring.hand import Circumstances, Hand, MeldKind
from scoring.jokers import jokers_in
from scoring.play import Random, play_game
from scoring.playrules import PLAY
from scoring.rulesets import get_rules
from scoring.table import circumstances_of_win, hand_of_win, win_facts
from scoring.tiles import Tile, parse_tiles
from vision import geometry
from vision.decode import decode
from vision.types import Group, Reading, ReadTile, as_quad

RULES = get_rules("wu-joker")
ROLES = {
    MeldKind.CHOW: "chow",
    MeldKind.PUNG: "pung",
    MeldKind.KONG: "kong",
    MeldKind.CONCEALED_KONG: "concealed_kong",
}


def shown(hand: Hand) -> Reading:
    """The hand as it lies, each part in a row of its own."""
    tiles: list[ReadTile] = []
    groups, rows = [], []
    parts = [("concealed", hand.concealed), ("flowers", hand.flowers)]
    parts += [(ROLES[meld.kind], meld.tiles) for meld in hand.melds]
    parts += [("winning", () if hand.win is None else (hand.win,))]
    for line, (role, faces) in enumerate(part for part in parts if part[1]):
        places = tuple(range(len(tiles), len(tiles) + len(faces)))
        for k, tile in enumerate(faces):
            box = geometry.box(k * 27, line * 50, k * 27 + 26, line * 50 + 36)
            tiles.append(ReadTile(tile.code, 0.98, as_quad(box.tolist())))
        groups.append(Group(role, None, places))
        rows.append(places)
    return Reading("test.jpg", (640, 480), 0.0, tuple(tiles), tuple(rows), tuple(groups))


def won(seeds: range) -> Iterator[tuple[Hand, Circumstances]]:
    for seed in seeds:
        for played in play_game(PLAY["wu-joker"], Random(seed), most_hands=16):
            for facts in win_facts(played.state):
                hand = hand_of_win(played.state, facts.winner)
                said = circumstances_of_win(played.state, facts.winner)
                try:
                    RULES.score(hand, said)
                except RuleError:
                    continue  # below ten, or a win by flowers
                if hand.win is not None:
                    yield hand, said


def test_hands_with_jokers_are_read_back() -> None:
    count = with_joker_sets = 0
    for hand, said in won(range(3)):
        got = decode(shown(hand), RULES, circumstances=said)
        assert got.wins, hand
        assert got.changed == ()
        assert RULES.score(got.hand, said).total == RULES.score(hand, said).total
        count += 1
        jokers = jokers_in(said)
        with_joker_sets += any(jokers & set(meld.tiles) for meld in hand.melds)
    assert count > 25
    assert with_joker_sets > 5


def test_the_first_tile_names_jokers_too() -> None:
    said = Circumstances(self_draw=True, indicator=Tile.M1)
    values = RULES.wait_values(Hand(parse_tiles("234567m 234567p 11s 1m 5m")), said)
    assert len(values) > 30, "with a joker in hand nearly every tile completes it"


def test_a_misread_tile_of_a_set_with_a_joker_is_put_right() -> None:
    for hand, said in won(range(3, 6)):
        jokers = jokers_in(said)
        sets = [m for m in hand.melds if len(m.tiles) == 3 and len(jokers & set(m.tiles)) == 1]
        chows = [m for m in sets if len({t for t in m.tiles if t not in jokers}) == 2]
        if chows:
            break
    reading = shown(hand)
    at = next(
        g.tiles for g in reading.groups if g.role == "chow" and _faces(reading, g) == chows[0].tiles
    )
    wrong = next(i for i in at if Tile.from_code(reading.tiles[i].face) not in jokers)
    true = reading.tiles[wrong].face
    tiles = list(reading.tiles)
    tiles[wrong] = ReadTile("E", 0.5, tiles[wrong].quad, ((true, 0.4),), True)
    got = decode(replace(reading, tiles=tuple(tiles)), RULES, circumstances=said)
    assert got.wins
    assert [(change.tile, change.now) for change in got.changed] == [(wrong, true)]


def _faces(reading: Reading, group: Group) -> tuple[Tile, ...]:
    return tuple(Tile.from_code(reading.tiles[i].face) for i in group.tiles)
