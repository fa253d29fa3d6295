"""The simulated table: every tile is always there, and what happens can be seen."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import cv2
import pytest

from scoring.events import (
    AddedKong,
    Call,
    Chow,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    Flower,
    Kong,
    Pass,
    Pung,
    Showdown,
    Win,
)
from scoring.game import FULL_SET
from scoring.play import PlayedHand, Random, play_game
from scoring.playrules import PLAY
from vision.simulator.arms import Tempo
from vision.simulator.choreography import stage_game
from vision.simulator.places import Habits, TableHabits
from vision.simulator.script import Moment, Phase, Pose, Script, covered
from vision.simulator.stills import Noise, still_tables
from vision.simulator.walls import FACES_OF_SET, wall_stack

RULES = ("taiwan", "hongkong")
SEEDS = range(3)


def _played(rules: str, seed: int) -> list[PlayedHand]:
    return list(play_game(PLAY[rules], Random(seed), most_hands=3))


@pytest.fixture(scope="module")
def games() -> list[tuple[list[PlayedHand], list[Script]]]:
    out = []
    for rules in RULES:
        for seed in SEEDS:
            hands = _played(rules, seed)
            out.append((hands, list(stage_game(hands, random.Random(seed)))))
    return out


def _box(place, size):
    high = size.thick if place.pose is Pose.STAND else size.high
    return cv2.boxPoints(((place.x, place.y), (size.wide - 0.3, high - 0.3), place.turn))


def _side_of(place, seat: int, side: float) -> tuple[float, float]:
    """x to the seat's right, y from its edge."""
    x, y = place.x, place.y
    for _ in range((4 - seat) % 4):
        x, y = -y, x
    return x, y + side / 2


def test_all_tiles_are_always_there_with_their_faces(games) -> None:
    rng = random.Random(5)
    for _, scripts in games:
        for script in scripts:
            for _ in range(8):
                moment = script.at(rng.uniform(script.begin, script.end))
                assert len(moment.tiles) == 144
                assert [t.tile for t in moment.tiles] == list(range(144))
                assert Counter(t.face for t in moment.tiles) == Counter(t.code for t in FULL_SET)


def test_hands_follow_each_other_without_a_jump(games) -> None:
    for _, scripts in games:
        for script, following in pairwise(scripts):
            assert following.begin == script.end
            assert following.first == tuple(t.place for t in script.at(script.end).tiles)


def test_no_tile_has_two_moves_at_once(games) -> None:
    for _, scripts in games:
        for script in scripts:
            for tile in range(144):
                for a, b in pairwise(script.moves_of(tile)):
                    assert a.begin < a.end <= b.begin + 1e-9


def test_tiles_that_rest_lie_on_the_table_and_not_in_each_other(games) -> None:
    for _, scripts in games:
        for script in scripts[:2]:
            for begin, end in script.quiet()[::6]:
                tiles = script.at((begin + end) / 2).tiles
                half = script.side / 2 - 1
                assert all(max(abs(t.place.x), abs(t.place.y)) < half for t in tiles)
                for i, a in enumerate(tiles):
                    for b in tiles[:i]:
                        p, q = a.place, b.place
                        if abs(p.z - q.z) > 0.5 or abs(p.x - q.x) + abs(p.y - q.y) > 6:
                            continue
                        shared, _ = cv2.intersectConvexConvex(
                            _box(p, script.size), _box(q, script.size)
                        )
                        assert shared < 0.35, (begin, a, b)


def _wall(moment: Moment, script: Script) -> int:
    """Tiles of the walls: face down, squarely before a seat, further in than hands and sets."""
    return sum(
        t.place.pose is Pose.DOWN and max(abs(t.place.x), abs(t.place.y)) < script.side / 2 - 12
        for t in moment.tiles
    )


def test_the_walls_are_built_and_the_deal_leaves_its_rest(games) -> None:
    for hands, scripts in games:
        for hand, script in zip(hands, scripts, strict=True):
            dealt = next(t for t, p in script.phases if p is Phase.DEAL)
            built = script.at(dealt + 0.01)
            assert _wall(built, script) == 144
            assert sum(covered([t.place for t in built.tiles], script.size)) == 72
            wall = hand.log[0].wall
            assert _wall(script.at(script.events[0].time + 0.05), script) == len(wall)


def test_the_wall_is_opened_where_the_dice_say() -> None:
    hand = _played("taiwan", 1)[0]
    (script,) = stage_game([hand], random.Random(1))
    seat, stack = hand.opening.first_stack
    assert wall_stack(hand.opening, 0) == (seat, stack)
    assert wall_stack(hand.opening, 2 * (18 - stack)) == ((seat - 1) % 4, 0)
    taken = script.moves[0].tile
    x, y = _side_of(script.first[taken], seat, script.side)
    assert 12 < y < 20
    # from the seat's right
    assert round((9 * 2.63 - x) / 2.63 - 0.5) == stack


def test_every_event_shows_its_effect(games) -> None:
    kinds: Counter[type] = Counter()
    for hands, scripts in games:
        for hand, script in zip(hands, scripts, strict=True):
            assert len(script.events) == len(hand.log)
            for event, told in zip(script.events, hand.log, strict=True):
                kinds[type(event)] += 1
                assert (type(event), event.seat) == (type(told), told.seat)
            _see(script)
    assert all(kinds[k] for k in (Deal, Draw, Discard, Flower, Chow, Pung, Kong, AddedKong))
    assert all(kinds[k] for k in (ConcealedKong, Win, DrawGame, Showdown))


def _laid(moment: Moment, seat: int, side: float, depth: tuple[float, float]) -> Counter[str]:
    """Faces up within a band before a seat."""
    out: Counter[str] = Counter()
    for t in moment.tiles:
        x, y = _side_of(t.place, seat, side)
        if t.place.pose is Pose.UP and depth[0] <= y <= depth[1] and abs(x) < side / 2:
            out[t.face] += 1
    return out


def _see(script: Script) -> None:
    before = script.at(script.events[0].time + 0.001)
    assert all(a.time <= b.time for a, b in pairwise(script.events))
    for event in script.events[1:]:
        moment = script.at(event.time + 0.001)
        down, was_down = (
            sum(t.place.pose is not Pose.UP for t in m.tiles) for m in (moment, before)
        )
        up = Counter(t.face for t in moment.tiles if t.place.pose is Pose.UP)
        was_up = Counter(t.face for t in before.tiles if t.place.pose is Pose.UP)
        match event:
            case Draw():
                assert _wall(before, script) - _wall(moment, script) == 1
                assert up == was_up
            case Discard():
                assert up - was_up == Counter([event.tile.code])
                river = (script.side / 4, script.side / 2 - 6)
                mine = _laid(moment, event.seat, script.side, river)
                assert mine[event.tile.code] > 0
            case Flower():
                assert up - was_up == Counter(t.code for t in event.tiles)
            case Chow():
                assert up - was_up == Counter(t.code for t in event.using if t is not None)
            case Pung():
                assert up - was_up == Counter([event.tile.code] * 2)
            case Kong():
                assert up - was_up == Counter([event.tile.code] * 3)
            case AddedKong():
                assert up - was_up == Counter([event.tile.code])
            case ConcealedKong():
                shown = up - was_up
                assert set(shown) <= {event.tile.code} and shown.total() <= 2
                assert was_down - down == shown.total()
            case Win():
                assert was_down - down >= (1 if event.tile is None else 2)
            case Call() | Pass() | DrawGame():
                assert down == was_down
        before = moment


def test_a_claimed_tile_leaves_the_river_for_the_set(games) -> None:
    seen = 0
    for _, scripts in games:
        for script in scripts:
            for event in script.events:
                if not isinstance(event, Chow | Pung | Kong):
                    continue
                seen += 1
                moment = script.at(event.time + 0.001)
                depth = (script.side * 0.02, script.side * 0.17)
                mine = _laid(moment, event.seat, script.side, depth)
                assert mine[event.tile.code] >= (1 if isinstance(event, Chow) else 3)
    assert seen > 10


def test_every_way_to_lay_a_claimed_set() -> None:
    """Turned on the side of whoever discarded it, in the middle, or in order."""
    hand = _with(Pung)
    for claimed in ("turned", "middle", "plain"):
        one = Habits(claimed=claimed)
        (script,) = stage_game(
            [hand], random.Random(2), habits=TableHabits(players=(one, one, one, one))
        )
        event = next(e for e in script.events if isinstance(e, Pung))
        now, was = script.at(event.time + 0.001), script.at(event.time - 0.2)
        new = [
            t for t, u in zip(now.tiles, was.tiles, strict=True)
            if t.face == event.tile.code and t.place != u.place
        ]  # fmt: skip
        turned = [t for t in new if abs((t.place.turn - 90 * event.seat + 90) % 180 - 90) > 45]
        assert bool(turned) == (claimed == "turned")


def _with(kind: type) -> PlayedHand:
    return next(
        hand
        for seed in range(40)
        for hand in _played("taiwan", seed)
        if any(isinstance(e, kind) for e in hand.log)
    )


def test_while_tiles_are_shuffled_and_built_hardly_anything_lies_still_and_no_face_shows(games):
    for _, scripts in games:
        for script in scripts[1:]:
            names = {p: t for t, p in script.phases}
            still = [
                table
                for table in still_tables(script)
                if names[Phase.SHUFFLE] + 1 <= table.time <= names[Phase.DEAL]
            ]
            assert len(still) <= 2
            assert all(t.face == "back" for table in still for t in table.tiles)


def test_ids_last_as_long_as_a_tile_lies(games) -> None:
    script = games[0][1][0]
    tables = list(still_tables(script))
    assert [t.number for t in tables] == list(range(1, len(tables) + 1))
    where: dict[int, tuple[str, float, float]] = {}
    for table in tables:
        assert len({t.id for t in table.tiles}) == len(table.tiles)
        for tile in table.tiles:
            face, x, y = where.setdefault(tile.id, (tile.face, tile.x, tile.y))
            assert face == tile.face
            assert abs(x - tile.x) + abs(y - tile.y) < 50  # pushed at the most along a row
    last = tables[-1]
    assert len({i for t in tables for i in (x.id for x in t.tiles)}) > len(last.tiles)


def test_a_perfect_watcher_sees_faces_only_of_tiles_that_lie_open(games) -> None:
    script = games[0][1][0]
    for table in still_tables(script):
        moment = script.at(table.time)
        hidden = covered([t.place for t in moment.tiles], script.size)
        up = Counter(
            t.face
            for t, under in zip(moment.tiles, hidden, strict=True)
            if t.place.pose is Pose.UP and not under
        )
        assert Counter(t.face for t in table.tiles if t.face != "back") == up
        assert all(0 <= t.turn < 90 for t in table.tiles if t.face == "back")


def test_noise_misreads_loses_and_moves() -> None:
    (script,) = stage_game(_played("taiwan", 0)[:1], random.Random(0))
    noisy = Noise(wrong=0.2, spread=0.1, lost=0.05, unseen=0.05)
    clean = list(still_tables(script))[-1]
    table = list(still_tables(script, random.Random(1), noise=noisy))[-1]
    assert len(table.tiles) < len(clean.tiles)
    assert any(t.doubtful for t in table.tiles)
    assert Counter(t.face for t in table.tiles) != Counter(t.face for t in clean.tiles)
    assert max(t.id for t in table.tiles) > max(t.id for t in clean.tiles)


def test_the_same_seed_gives_the_same_game_and_pace_only_hurries() -> None:
    hand = _played("taiwan", 4)[:1]
    one, two = (next(stage_game(hand, random.Random(7))) for _ in range(2))
    assert one == two
    fast = next(stage_game(hand, random.Random(7), tempo=Tempo(pace=4.0)))
    assert (fast.end - fast.begin) * 3 < one.end - one.begin
    assert [type(e) for e in fast.events] == [type(e) for e in one.events]


def test_a_discard_comes_every_few_seconds(games) -> None:
    times = [
        b.time - a.time
        for _, scripts in games
        for script in scripts
        for a, b in pairwise([e for e in script.events if isinstance(e, Discard)])
    ]
    assert 2.0 < sorted(times)[len(times) // 2] < 6.5


def test_straightening_a_tile_pushes_it_and_keeps_its_id() -> None:
    hand = _played("taiwan", 0)[0]
    (calm,) = stage_game([hand], random.Random(3))
    (restless,) = stage_game([hand], random.Random(3), tempo=Tempo(fidget=0.5))
    assert len(restless.reaches) > len(calm.reaches) + 5
    assert [type(e) for e in restless.events] == [type(e) for e in calm.events]
    first = {}
    pushed = 0
    for table in still_tables(restless):
        for tile in table.tiles:
            if tile.face != "back":
                x, y = first.setdefault(tile.id, (tile.x, tile.y))
                pushed += 0.02 < abs(tile.x - x) + abs(tile.y - y) < 2
    assert pushed


def test_games_with_jokers_are_refused() -> None:
    hands = play_game(PLAY["wu-joker"], Random(1), most_hands=1)
    with pytest.raises(ValueError, match="jokers"):
        next(stage_game(hands, random.Random(1)))


def test_faces_of_the_set() -> None:
    assert len(FACES_OF_SET) == 144 and len(set(FACES_OF_SET)) == 42
