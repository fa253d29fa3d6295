"""What holds for all Hong Kong hands, on hands drawn at random."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.hongkong import HongKong
from scoring.result import Score
from scoring.tiles import FACES, WINDS, Tile
from tests.scoring.hongkong_helpers import C, D, house

many = settings(max_examples=100, deadline=None)
some = settings(max_examples=40, deadline=None)
rules_of = st.sampled_from([C, D, house(D, nine_gates_pure=False, all_green=-1)])


@st.composite
def winning_hands(draw: st.DrawFn) -> Hand:
    """Fourteen tiles that win, often readable in several ways, with melds, kongs and flowers."""
    rng = draw(st.randoms(use_true_random=False))
    pool = rng.choice([list(range(9)), list(range(27)), list(range(34)), [*range(9), 27, 31]])
    if rng.random() < 0.1:
        ends = [t for t in range(34) if t >= 27 or t % 9 in (0, 8)]
        tiles = [FACES[t] for t in (*ends, rng.choice(ends))]
        rng.shuffle(tiles)
        return Hand(tuple(tiles[1:]), (), _flowers(rng), tiles[0])
    while True:
        melds: list[Meld] = []
        concealed: list[Tile] = []
        open_sets = rng.choice([0, 0, 1, 2, 3, 4])
        for index in range(4):
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
    return tuple(rng.sample(FACES[34:], rng.choice([0, 0, 1, 3, 5, 7, 8])))


circumstances_drawn = st.builds(
    lambda seat, round_, event, last, seat_known: Circumstances(
        seat=seat,
        round=round_,
        last_tile=last,
        seat_known=seat_known,
        **dict.fromkeys(event, True),
    ),
    st.sampled_from(WINDS),
    st.sampled_from(WINDS),
    st.sampled_from([(), ("self_draw",), ("self_draw", "kong_draw"), ("rob_kong",)]),
    st.booleans(),
    st.booleans(),
)


def _items(score: Score) -> list[tuple[str, int]]:
    return sorted((item.id, item.value) for item in score.items)


def _moved(tiles: tuple[Tile, ...], order: list[int]) -> tuple[Tile, ...]:
    return tuple(FACES[9 * order[t // 9] + t % 9] if t < Tile.E else t for t in tiles)


@many
@given(winning_hands(), circumstances_drawn, rules_of, st.permutations([0, 1, 2]))
def test_suits_are_alike_but_for_green(
    hand: Hand, circumstances: Circumstances, rules: HongKong, order: list[int]
) -> None:
    rules = house(rules, all_green=0)
    moved = Hand(
        _moved(hand.concealed, order),
        tuple(Meld(meld.kind, _moved(meld.tiles, order)) for meld in hand.melds),
        hand.flowers,
        _moved((hand.win,), order)[0] if hand.win is not None else None,
    )
    there, here = rules.score(moved, circumstances), rules.score(hand, circumstances)
    assert (there.total, there.limit) == (here.total, here.limit)
    assert _items(there) == _items(here)
    assert set(there.waits) == set(_moved(here.waits, order))


@many
@given(winning_hands(), circumstances_drawn, rules_of, st.randoms(use_true_random=False))
def test_order_of_tiles_does_not_matter(
    hand: Hand, circumstances: Circumstances, rules: HongKong, rng: random.Random
) -> None:
    shuffled = Hand(
        tuple(rng.sample(hand.concealed, len(hand.concealed))),
        tuple(rng.sample(hand.melds, len(hand.melds))),
        tuple(rng.sample(hand.flowers, len(hand.flowers))),
        hand.win,
    )
    there, here = rules.score(shuffled, circumstances), rules.score(hand, circumstances)
    assert (there.total, there.limit, _items(there)) == (here.total, here.limit, _items(here))


@many
@given(winning_hands(), circumstances_drawn, rules_of)
def test_the_best_reading_is_at_least_each_reading(
    hand: Hand, circumstances: Circumstances, rules: HongKong
) -> None:
    best = rules.score(hand, circumstances)
    each = rules.score_readings(hand, circumstances)
    assert (best.limit, best.total) == max((score.limit, score.total) for score in each)
    assert rules.payable(best) == max(map(rules.payable, each))
    assert all(score.waits == best.waits for score in each)


@some
@given(winning_hands(), circumstances_drawn, rules_of)
def test_the_winning_tile_is_among_the_waits_and_the_reading_is_the_hand(
    hand: Hand, circumstances: Circumstances, rules: HongKong
) -> None:
    score = rules.score(hand, circumstances)
    assert hand.win in score.waits
    assert rules.waits(hand) == score.waits
    assert rules.distance(hand) == 0
    assert rules.distance(replace(hand, win=None)) == 1
    shown = sorted(tile for group in score.reading for tile in group.tiles)
    won = [hand.win] if hand.win is not None else []
    assert shown == sorted(
        [*hand.concealed, *won, *(tile for meld in hand.melds for tile in meld.tiles)]
    )
    assert sum(group.win for group in score.reading) == 1
    values = [item.value for item in score.items]
    assert score.total == (rules.rules.limit if score.limit else sum(values))


@some
@given(winning_hands(), rules_of)
def test_waits_are_the_tiles_that_win(hand: Hand, rules: HongKong) -> None:
    """Against every tile tried in turn."""
    ready = replace(hand, win=None)
    held = [*ready.concealed, *(tile for meld in ready.melds for tile in meld.tiles)]
    wins = []
    for tile in FACES[:34]:
        if held.count(tile) < 4 and rules.distance(replace(ready, win=tile)) == 0:
            wins.append(tile)
    assert list(rules.waits(ready)) == wins


@many
@given(winning_hands(), circumstances_drawn, rules_of, st.sampled_from(FACES[34:]))
def test_one_more_flower_costs_at_most_no_flowers(
    hand: Hand, circumstances: Circumstances, rules: HongKong, flower: Tile
) -> None:
    """無花 is the only fan that a flower breaks; the higher flower items are never less."""
    if flower in hand.flowers:
        return
    before = rules.score(hand, circumstances)
    after = rules.score(replace(hand, flowers=(*hand.flowers, flower)), circumstances)
    lost = any(item.id == "no_flowers" for item in before.items)
    assert after.total >= before.total - lost


@many
@given(winning_hands(), rules_of)
def test_drawing_the_tile_never_costs_anything(hand: Hand, rules: HongKong) -> None:
    drawn = rules.score(hand, Circumstances(self_draw=True))
    claimed = rules.score(hand, Circumstances())
    assert rules.payable(drawn) >= rules.payable(claimed)
