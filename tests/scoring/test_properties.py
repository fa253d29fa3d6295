"""What holds for all hands, on hands drawn at random."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.result import Score
from scoring.taiwan import Taiwan
from scoring.tiles import FACES, WINDS, Tile, parse_tiles
from tests.scoring.helpers import A, B

many = settings(max_examples=150, deadline=None)
rules_of = st.sampled_from([A, B])


@st.composite
def winning_hands(draw: st.DrawFn) -> Hand:
    """Seventeen tiles that win, often readable in several ways, with melds, kongs and flowers."""
    rng = draw(st.randoms(use_true_random=False))
    pool = rng.choice([list(range(9)), list(range(27)), list(range(34)), [*range(9), 27, 31]])
    if rng.random() < 0.1:
        tiles = [FACES[t] for t in rng.sample(range(34), 8) for _ in range(2)]
        tiles.append(rng.choice(tiles))
        rng.shuffle(tiles)
        return Hand(tuple(tiles[1:]), (), _flowers(rng), tiles[0])
    while True:
        melds: list[Meld] = []
        concealed: list[Tile] = []
        open_sets = rng.choice([0, 0, 1, 2, 4, 5])
        for index in range(5):
            low = rng.choice(pool)
            if low + 2 in pool and low < 27 and low % 9 < 7 and rng.random() < 0.6:
                kind, group = MeldKind.CHOW, FACES[low : low + 3]
            elif index < open_sets and rng.random() < 0.3:
                kind = rng.choice([MeldKind.KONG, MeldKind.CONCEALED_KONG])
                group = (FACES[low],) * 4
            else:
                kind, group = MeldKind.PUNG, (FACES[low],) * 3
            if index < open_sets:
                melds.append(Meld(kind, group))
            else:
                concealed += group
        concealed += [FACES[rng.choice(pool)]] * 2
        everything = concealed + [tile for meld in melds for tile in meld.tiles]
        if max(everything.count(tile) for tile in everything) <= 4:
            rng.shuffle(concealed)
            return Hand(tuple(concealed[1:]), tuple(melds), _flowers(rng), concealed[0])


def _flowers(rng: random.Random) -> tuple[Tile, ...]:
    return tuple(rng.sample(FACES[34:], rng.choice([0, 0, 1, 3, 7, 8])))


circumstances_drawn = st.builds(
    lambda seat, round_, event, last: Circumstances(
        seat=seat, round=round_, last_tile=last, **dict.fromkeys(event, True)
    ),
    st.sampled_from(WINDS),
    st.sampled_from(WINDS),
    st.sampled_from([(), ("self_draw",), ("self_draw", "kong_draw"), ("rob_kong",)]),
    st.booleans(),
)


def _summary(score: Score) -> tuple[int, list[tuple[str, int]]]:
    return score.total, sorted((item.id, item.value) for item in score.items)


def _moved(tiles: tuple[Tile, ...], order: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(FACES[9 * order[t // 9] + t % 9] if t < Tile.E else t for t in tiles)


@many
@given(winning_hands(), circumstances_drawn, rules_of, st.permutations([0, 1, 2]))
def test_suits_are_alike(
    hand: Hand, circumstances: Circumstances, rules: Taiwan, order: list[int]
) -> None:
    moved = Hand(
        _moved(hand.concealed, tuple(order)),
        tuple(Meld(meld.kind, _moved(meld.tiles, tuple(order))) for meld in hand.melds),
        hand.flowers,
        _moved((hand.win,), tuple(order))[0] if hand.win is not None else None,
    )
    there = rules.score(moved, circumstances)
    here = rules.score(hand, circumstances)
    assert there.total == here.total
    assert set(there.waits) == set(_moved(here.waits, tuple(order)))


@many
@given(winning_hands(), circumstances_drawn, rules_of, st.randoms(use_true_random=False))
def test_order_of_tiles_does_not_matter(
    hand: Hand, circumstances: Circumstances, rules: Taiwan, rng: random.Random
) -> None:
    shuffled = Hand(
        tuple(rng.sample(hand.concealed, len(hand.concealed))),
        tuple(rng.sample(hand.melds, len(hand.melds))),
        tuple(rng.sample(hand.flowers, len(hand.flowers))),
        hand.win,
    )
    assert _summary(rules.score(shuffled, circumstances)) == _summary(
        rules.score(hand, circumstances)
    )


@many
@given(winning_hands(), circumstances_drawn, rules_of)
def test_the_best_reading_is_at_least_each_reading(
    hand: Hand, circumstances: Circumstances, rules: Taiwan
) -> None:
    best = rules.score(hand, circumstances)
    each = rules.score_readings(hand, circumstances)
    assert best.total == max(score.total for score in each)
    assert all(score.waits == best.waits for score in each)


@many
@given(winning_hands(), circumstances_drawn, rules_of)
def test_the_winning_tile_is_among_the_waits_and_the_reading_is_the_hand(
    hand: Hand, circumstances: Circumstances, rules: Taiwan
) -> None:
    score = rules.score(hand, circumstances)
    assert hand.win in score.waits
    assert rules.waits(hand) == score.waits
    assert rules.distance(hand) == 0
    shown = sorted(tile for group in score.reading for tile in group.tiles)
    won = [hand.win] if hand.win is not None else []
    assert shown == sorted(
        [*hand.concealed, *won, *(tile for meld in hand.melds for tile in meld.tiles)]
    )
    assert sum(group.win for group in score.reading) == 1
    assert score.total == sum(item.value for item in score.items)


@many
@given(winning_hands(), circumstances_drawn, rules_of, st.sampled_from(FACES[34:]))
def test_one_more_flower_never_lowers_a_hand_that_is_not_all_chows(
    hand: Hand, circumstances: Circumstances, rules: Taiwan, flower: Tile
) -> None:
    """Only 平胡 forbids flowers. 七 own flowers of 8 are never worth more than 滿花."""
    before = rules.score(hand, circumstances)
    if flower in hand.flowers:
        return
    after = rules.score(replace(hand, flowers=(*hand.flowers, flower)), circumstances)
    if any(item.id == "all_chows" for item in before.items):
        assert after.total >= before.total - rules.rules.all_chows
    else:
        assert after.total >= before.total


@many
@given(winning_hands(), rules_of)
def test_self_draw_is_worth_at_least_a_discard_unless_a_discard_is_a_condition(
    hand: Hand, rules: Taiwan
) -> None:
    """平胡 2 and 全求 2 are for discards; nothing else is lost by drawing the tile."""
    drawn = rules.score(hand, Circumstances(self_draw=True)).total
    claimed = rules.score(hand, Circumstances()).total
    assert drawn >= claimed - 1


def test_hand_texts_round_trip() -> None:
    assert parse_tiles(str(Meld.parse("kong EEEE")).split(" ", 1)[1]) == (Tile.E,) * 4
