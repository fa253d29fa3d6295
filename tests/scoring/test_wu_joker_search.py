"""The joker game's search: exact, within its bounds, and the same however a hand is turned."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import BelowMinimumError, RuleError
from scoring.hand import Circumstances, Hand, Meld
from scoring.jokers import (
    ALL_SETS,
    complete,
    completing,
    jokers_of,
    kept,
    kept_apart,
    kept_by_pairs,
    kept_of_orphans,
    parts,
    splits,
    tiles_of,
)
from scoring.tiles import FACES, Tile
from scoring.wu_joker import WuJoker, _glance, _suit_of, interpretations
from scoring.wu_joker_rules import WuJokerRules
from tests.benchmarks.joker_brute import agree, random_hand, split_plainly
from tests.scoring.wu_joker_helpers import LOW, TABLE


@pytest.mark.parametrize("seed", range(8))
def test_the_search_agrees_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    rules = LOW if seed % 4 else TABLE
    results = [agree(rng, most, rules) for most in (0, 1, 1, 1, 1, 1, 1, 2)]
    assert False not in results


@pytest.mark.parametrize(
    "rules",
    [
        WuJoker("open", WuJokerRules(minimum=0, exposure="open")),
        WuJoker("bound", WuJokerRules(minimum=0, free_winning_set=False, free_kongs=False)),
        WuJoker("plain", WuJokerRules(minimum=0, catalogue=False)),
        WuJoker("dear", WuJokerRules(minimum=0, brothers_2=90, straight=0, old_and_young=50)),
    ],
    ids=lambda rules: rules.name,
)
def test_the_search_agrees_under_other_rules(rules: WuJoker) -> None:
    rng = random.Random(5)
    assert False not in [agree(rng, 1, rules) for _ in range(12)]


def _some_hand(seed: int, most: int) -> tuple[Hand, Circumstances]:
    rng = random.Random(seed)
    while True:
        try:
            return random_hand(rng, most)
        except RuleError:
            continue


def _total(hand: Hand, circumstances: Circumstances, rules: WuJoker = LOW) -> int:
    return rules.score(hand, circumstances).total


@given(st.integers(0, 10_000))
@settings(max_examples=25, deadline=None)
def test_no_interpretation_is_worth_more_than_its_bound(seed: int) -> None:
    hand, circumstances = _some_hand(seed, 1)
    held, facts = LOW.with_indicator(circumstances.indicator)._read(hand, circumstances)
    melded = facts.melded(held)
    fixed = sum(found.value for found in facts.events(closed=True))
    fixed += LOW.rules.all_melded
    for number, way in enumerate(interpretations(held)):
        if number % 7:
            continue
        total = facts.judge(held, way).total - fixed
        for known, pair in ((0, way.pair), (0, -1), (1, way.pair), (2, -1)):
            glance = _glance(facts.table, way.sets[known:], pair, melded)
            assert total <= glance.bound(pair, known)


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_the_best_is_no_less_than_every_reading(seed: int) -> None:
    hand, circumstances = _some_hand(seed, 1)
    totals = [score.total for score in LOW.score_readings(hand, circumstances)]
    assert max(totals) == _total(hand, circumstances)


@given(st.integers(0, 10_000), st.permutations(range(3)))
@settings(max_examples=30, deadline=None)
def test_suits_are_alike(seed: int, order: list[int]) -> None:
    hand, circumstances = _some_hand(seed, 1)

    def turned(tile: Tile) -> Tile:
        return tile if tile >= Tile.E else FACES[9 * order[tile // 9] + tile % 9]

    indicator = circumstances.indicator
    assert indicator is not None
    other = replace(circumstances, indicator=turned(indicator))
    jokers = jokers_of(turned(indicator))
    assert hand.win is not None
    same = Hand(
        tuple(map(turned, hand.concealed)),
        tuple(Meld.with_jokers(m.kind, map(turned, m.tiles), jokers) for m in hand.melds),
        hand.flowers,
        turned(hand.win),
    )
    assert _total(same, other) == _total(hand, circumstances)


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_the_order_of_tiles_does_not_matter(seed: int, rng: random.Random) -> None:
    hand, circumstances = _some_hand(seed, 1)
    tiles = list(hand.concealed)
    rng.shuffle(tiles)
    melds = list(hand.melds)
    rng.shuffle(melds)
    same = Hand(tuple(tiles), tuple(melds), hand.flowers, hand.win)
    assert _total(same, circumstances) == _total(hand, circumstances)


@given(st.integers(0, 10_000), st.integers(0, 20))
@settings(max_examples=30, deadline=None)
def test_a_joker_for_a_tile_never_lowers_the_total(seed: int, at: int) -> None:
    """But for what knows how many tiles were waited for: 獨獨 and the forms of a wait."""
    rules = WuJoker("x", WuJokerRules(minimum=0, single_wait=0, false_single=0, pair_wait=0))
    hand, circumstances = _some_hand(seed, 0)
    indicator = circumstances.indicator
    assert indicator is not None
    if not hand.concealed:
        return
    joker = min(jokers_of(indicator))
    index = at % len(hand.concealed)
    rest = hand.concealed[:index] + hand.concealed[index + 1 :]
    easier = replace(hand, concealed=(*rest, joker))
    assert _total(easier, circumstances, rules) >= _total(hand, circumstances, rules)


@given(st.integers(0, 100_000))
@settings(max_examples=120, deadline=None)
def test_parts_and_what_completes_agree(seed: int) -> None:
    rng = random.Random(seed)
    sets, jokers = rng.randint(0, 3), rng.randint(0, 4)
    deck = [t for t in (*range(5), *range(9, 12), 27, 31) for _ in range(4)]
    size = 3 * sets + 2 - jokers
    if size < 0:
        return
    real = tuple(sorted(rng.sample(deck, size)))
    found = list(parts(real, jokers, sets))
    assert len(found) == len({(tuple(sorted(p.sets)), p.pair) for p in found})
    assert bool(found) == complete(real, sets) == (kept(real, sets) == len(real))
    if size and jokers:
        shorter = real[:-1]
        more = {t for t in range(34) if complete((*shorter, t), sets)}
        assert completing(shorter, sets) == more
    assert not list(parts(real, jokers + 1, sets))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_splits_are_those_of_every_assignment(jokers: int) -> None:
    from itertools import combinations_with_replacement

    rng = random.Random(jokers)
    for _ in range(6):
        code = [rng.choice(ALL_SETS) for _ in range(2)]
        tiles = [t for c in code for t in tiles_of(c)] + [rng.randrange(34)] * 2
        rng.shuffle(tiles)
        real = tuple(sorted(tiles[jokers:]))
        plain = {
            split
            for more in combinations_with_replacement(range(34), jokers)
            for split in split_plainly(tuple(sorted((*real, *more))), 2)
        }
        assert {(s.sets, s.pair) for s in splits(real, jokers, 2)} == plain


def test_many_jokers_are_still_exact_and_end() -> None:
    # Nine jokers: sets of jokers alone are filled in one at a time.
    from tests.scoring.wu_joker_helpers import hand_of, won

    hand = hand_of("CCC FF 3m 3m 3p 3p 3s 3s f1 f2 f3 PP", "P", indicator="f7")
    result = LOW.score(hand, won(indicator="f7"))
    assert result.total > 300


def test_shapes_know_what_they_keep() -> None:
    pairs = [t for t in range(7) for _ in range(2)]
    assert kept_by_pairs([*pairs, 8, 8, 8]) == 17
    assert kept_by_pairs([0, 0, 0, 0, 0, 0, 0]) == 7
    orphans = [*(t for t in range(27) if t % 9 in (0, 8)), *range(27, 34)]
    assert kept_of_orphans([*orphans, 0, 3, 4, 5]) == 17
    apart = [0, 3, 6, 9, 12, 15, 18, 21, 24, *range(27, 34)]
    assert kept_apart([*apart, 0]) == 17
    assert kept_apart(apart) == 16


def test_below_the_minimum_is_said_with_the_total() -> None:
    rules = WuJoker("x", WuJokerRules(minimum=999))
    hand, circumstances = _some_hand(3, 1)
    with pytest.raises(BelowMinimumError) as error:
        rules.score(hand, circumstances)
    assert error.value.params["total"] == _total(hand, circumstances)
    assert {_suit_of(code) for code in ALL_SETS} == {0, 1, 2, 3}
