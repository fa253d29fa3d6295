"""吳銓高's 16-tile joker game (document D, D16 and DX).

The best interpretation is found exactly: every way that jokers complete the hand
(`scoring.jokers.splits`), with every choice of the set that the winning tile is in, is scored
whole, and the largest total counts. There is no second, shorter computation that could disagree.

A hand is typed as it lies, jokers as the tiles they are; the indicator says which they are. Where
flowers are jokers (a flower was turned up), flowers of the hand are its jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from typing import Final

from scoring.errors import (
    BelowMinimumError,
    ContradictionError,
    HandSizeError,
    MissingWinTileError,
    NotAWinError,
)
from scoring.explain import Counted, Explanation, NotCounted, WaitValue, cite, wait_values
from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.jokers import (
    ALL_SETS,
    FLOWERS,
    PUNG,
    Split,
    fits,
    jokers_of,
    splits,
    tiles_of,
)
from scoring.result import ReadSet, Score, ScoreItem
from scoring.tiles import DRAGONS, FACES, WINDS, Tile, format_chinese
from scoring.wu_joker_rules import NAMES, WuJokerRules

HAND_SIZE: Final = 17
UNIT_NAME: Final = "番"
PAIR: Final = 5
"""Index of the pair among the sets of a hand."""
CONCEALED, OPEN, FREE = "concealed", "open", "free"


@dataclass(frozen=True, slots=True)
class _Held:
    """A winning hand as it lies: what is fixed, and what jokers leave open."""

    real: tuple[int, ...]
    jokers: int
    melds: tuple[tuple[tuple[int, ...], str, Meld], ...]
    """For each set on the table: the sets it may be, its state, and as it lies."""
    win: Tile
    win_is_joker: bool


@dataclass(frozen=True, slots=True)
class _Hand:
    """One interpretation: five sets and a pair, and how each lies."""

    sets: tuple[int, ...]
    pair: int
    states: tuple[str, ...]
    """Of the five sets and the pair."""
    kongs: tuple[bool, ...]
    win_at: int
    """Index of the set (or `PAIR`) that the winning tile is in."""


@dataclass(frozen=True, slots=True)
class _Found:
    """An item before its level: which sets make it; None for what has no level."""

    id: str
    value: int
    parts: tuple[int, ...] | None
    why: str


@dataclass(frozen=True, slots=True)
class WuJoker:
    """A rule set of the joker game; see `scoring.rulesets.RuleSet`.

    `indicator` is the tile turned up, for questions that have no circumstances (`waits` ...);
    where there are circumstances, theirs counts. Without any, nothing is a joker.
    """

    name: str
    rules: WuJokerRules
    indicator: Tile | None = None

    @property
    def hand_size(self) -> int:
        """Tiles of a winning hand; kongs count as three, flowers only where they are jokers."""
        return HAND_SIZE

    @property
    def unit(self) -> str:
        """番."""
        return UNIT_NAME

    def with_indicator(self, indicator: Tile | None) -> WuJoker:
        """The same rules with these jokers, for questions that have no circumstances."""
        return replace(self, indicator=indicator)

    # --- what wins

    def _jokers(self, circumstances: Circumstances | None = None) -> frozenset[Tile]:
        indicator = self.indicator
        if circumstances is not None and circumstances.indicator is not None:
            indicator = circumstances.indicator
        return frozenset() if indicator is None else jokers_of(indicator)

    def size(self, hand: Hand, jokers: frozenset[Tile]) -> int:
        """Tiles as the rules count them; flowers count where they are jokers."""
        return hand.size + (len(hand.flowers) if jokers & FLOWERS else 0)

    def _tiles(self, hand: Hand, jokers: frozenset[Tile]) -> tuple[tuple[int, ...], int]:
        """Real concealed tiles and the number of jokers, without the winning tile."""
        real = tuple(int(t) for t in hand.concealed if t not in jokers)
        number = len(hand.concealed) - len(real)
        return real, number + (len(hand.flowers) if jokers & FLOWERS else 0)

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that complete the hand, in tile order; jokers too."""
        jokers = self._jokers()
        if self.size(hand, jokers) != HAND_SIZE - 1:
            raise HandSizeError(HAND_SIZE - 1, self.size(hand, jokers), with_win=False)
        real, number = self._tiles(hand, jokers)
        return _waits(real, number, 5 - len(hand.melds), jokers)

    def distance(self, hand: Hand) -> int:
        """How many tiles must be exchanged until the hand wins; 0 if it wins."""
        jokers = self._jokers()
        real, number = self._tiles(hand, jokers)
        if hand.win is not None:
            real, number = _with(real, number, hand.win, jokers)
        sets = 5 - len(hand.melds)
        missing = max(0, 3 * sets + 2 - len(real) - number)
        return _distance(tuple(sorted(real)), number + missing, sets) + (missing > 1) * (
            missing - 1
        )

    def winning_choices(self, hand: Hand) -> tuple[Tile, ...]:
        """For a complete hand without a named winning tile: which tiles it may have been."""
        jokers = self._jokers()
        if self.size(hand, jokers) != HAND_SIZE:
            raise HandSizeError(HAND_SIZE, self.size(hand, jokers))
        real, number = self._tiles(hand, jokers)
        if not fits(tuple(sorted(real)), number, 5 - len(hand.melds)):
            return ()
        return tuple(sorted(set(hand.concealed)))

    def _held(self, hand: Hand, circumstances: Circumstances) -> _Held:
        jokers = self._jokers(circumstances)
        size = self.size(hand, jokers)
        bound = self.with_indicator(circumstances.indicator or self.indicator)
        if hand.win is None:
            if size == HAND_SIZE - 1:
                raise NotAWinError(bound.waits(hand), bound.distance(hand))
            if size == HAND_SIZE and (choices := bound.winning_choices(hand)):
                raise MissingWinTileError(choices)
        if size != HAND_SIZE:
            raise HandSizeError(HAND_SIZE, size)
        if hand.win is None:
            raise NotAWinError((), bound.distance(hand))
        if not (circumstances.self_draw or circumstances.rob_kong or circumstances.tianhu):
            raise ContradictionError("win", "discard", "only self-drawn hands win (WU16-06)")
        if jokers & FLOWERS and any(meld_has_flower_kong(m) for m in hand.melds):
            raise ContradictionError("kong", "joker", "jokers may not kong (WU16-04)")
        melds = tuple(
            (
                _meanings(meld, jokers),
                FREE if self.rules.free_kongs and len(meld.tiles) == 4
                else CONCEALED if meld.concealed else OPEN,
                meld,
            )
            for meld in hand.melds
        )  # fmt: skip
        real, number = self._tiles(hand, jokers)
        joker_won = hand.win in jokers
        all_real, all_jokers = _with(real, number, hand.win, jokers)
        complete = fits(tuple(sorted(all_real)), all_jokers, 5 - len(hand.melds))
        if not complete and not _by_pairs(all_real, all_jokers, hand):
            waits = _waits(real, number, 5 - len(hand.melds), jokers)
            raise NotAWinError(waits, bound.distance(hand))
        return _Held(tuple(sorted(all_real)), all_jokers, melds, hand.win, joker_won)

    # --- scores

    def score(self, hand: Hand, circumstances: Circumstances) -> Score:
        """Score the best interpretation.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError: as in the other rule sets.
            ContradictionError: won by a discard (WU16-06).
            BelowMinimumError: complete, but worth less than the rules ask (WU16-06).
        """
        best = self._best(hand, circumstances)
        if best.total < self.rules.minimum:
            raise BelowMinimumError(best.total, self.rules.minimum, self.unit)
        return best

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every interpretation; those under the minimum too."""
        held, facts, waits = self._read(hand, circumstances)
        out = [
            facts.best_of(held, split, meaning, waits) for split, meaning in _interpretations(held)
        ]
        if _by_pairs(held.real, held.jokers, hand):
            out.append(facts.by_pairs(held, waits))
        return tuple(out)

    def _best(self, hand: Hand, circumstances: Circumstances) -> Score:
        """The best interpretation: those that cannot reach it are not scored whole.

        What an interpretation can be worth at most is quick to see (`_Facts.bound`); they are
        scored in that order, until no other can be worth more.
        """
        held, facts, waits = self._read(hand, circumstances)
        best = facts.by_pairs(held, waits) if _by_pairs(held.real, held.jokers, hand) else None
        ways = [
            (facts.bound(held, split, meaning), split, meaning)
            for split, meaning in _interpretations(held)
        ]
        ways.sort(key=lambda way: -way[0])
        for bound, split, meaning in ways:
            if best is not None and bound <= best.total:
                break
            score = facts.best_of(held, split, meaning, waits)
            if best is None or score.total > best.total:
                best = score
        assert best is not None
        return best

    def _read(
        self, hand: Hand, circumstances: Circumstances
    ) -> tuple[_Held, _Facts, tuple[Tile, ...]]:
        held = self._held(hand, circumstances)
        flowers = () if self._jokers(circumstances) & FLOWERS else hand.flowers
        bound = self.with_indicator(circumstances.indicator or self.indicator)
        waits = bound.waits(replace(hand, win=None))
        return held, _Facts(self.rules, circumstances, flowers, len(waits) == 1), waits

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """The score with tiles and clauses, and families that are one tile from the next step."""
        score = self.score(hand, circumstances)
        told = []
        for item in score.items:
            tiles = tuple(t for s in score.reading for t in s.tiles)
            place = "DX" if item.rule == "WU16-02" else "新章" if item.rule == "WU16-21" else "D16"
            told.append(Counted(item, tiles, cite(item.rule, place)))
        return Explanation(score, tuple(told), tuple(self._near(score)))

    def _near(self, score: Score) -> Iterable[NotCounted]:
        """Patterns of the whole hand that one set breaks, and items that these rules turned off."""
        counted = {item.id for item in score.items}
        sets = [s for s in score.reading if s.kind != "pair"]
        tests = (
            ("all_pungs", [s for s in sets if s.kind == "chow"], "chow"),
            ("all_chows", [s for s in sets if s.kind != "chow"], "pung"),
        )
        for key, breaking, by in tests:
            value = getattr(self.rules, key)
            if key not in counted and len(breaking) == 1 and value:
                why = f"有{breaking[0]}"
                name, rule = NAMES[key]
                yield NotCounted(key, name, value, "broken", by, why, rule)

    def wait_values(self, hand: Hand, circumstances: Circumstances) -> tuple[WaitValue, ...]:
        """What each wait would be worth; by discard nothing wins (WU16-06)."""
        bound = self.with_indicator(circumstances.indicator or self.indicator)
        return wait_values(bound, hand, circumstances)


def meld_has_flower_kong(meld: Meld) -> bool:
    """Whether a kong holds a flower, which no rules allow."""
    return len(meld.tiles) == 4 and any(tile > Tile.P for tile in meld.tiles)


def _with(
    real: Sequence[int], number: int, win: Tile, jokers: frozenset[Tile]
) -> tuple[tuple[int, ...], int]:
    if win in jokers:
        return tuple(real), number + 1
    return (*real, int(win)), number


def _waits(
    real: tuple[int, ...], number: int, sets: int, jokers: frozenset[Tile]
) -> tuple[Tile, ...]:
    out = []
    for tile in FACES:
        if tile > Tile.P and tile not in jokers:
            continue
        more, count = _with(real, number, tile, jokers)
        if fits(tuple(sorted(more)), count, sets):
            out.append(tile)
    return tuple(out)


@lru_cache(maxsize=1 << 12)
def _distance(real: tuple[int, ...], jokers: int, sets: int) -> int:
    """Fewest real tiles to take for jokers until the hand is sets and a pair."""
    level = {real}
    for step in range(len(real) + 1):
        if any(fits(some, jokers + step, sets) for some in level):
            return step
        level = {some[:i] + some[i + 1 :] for some in level for i in range(len(some))}
    raise AssertionError("jokers alone always fit")


def _meanings(meld: Meld, jokers: frozenset[Tile]) -> tuple[int, ...]:
    """The sets that a set on the table may be."""
    kind = meld.kind
    real = [int(t) for t in meld.tiles if t not in jokers]
    if len(meld.tiles) == 4:
        return (PUNG + int(meld.tiles[0]),)
    if len(real) == 3 or not jokers.intersection(meld.tiles):
        lowest = min(map(int, meld.tiles))
        return (lowest if kind is MeldKind.CHOW else PUNG + lowest,)
    codes = [c for c in ALL_SETS if (c < PUNG) == (kind is MeldKind.CHOW)]
    if kind is MeldKind.CHOW:
        return tuple(c for c in codes if all(tiles_of(c).count(t) >= real.count(t) for t in real))
    return tuple(c for c in codes if all(c - PUNG == t for t in real))


def _interpretations(held: _Held) -> Iterable[tuple[Split, tuple[int, ...]]]:
    for meaning in product(*(codes for codes, _, _ in held.melds)):
        for split in splits(held.real, held.jokers, 5 - len(held.melds)):
            yield split, meaning


def _by_pairs(real: Sequence[int], jokers: int, hand: Hand) -> bool:
    """嚦咕嚦咕: seven pairs and three equal tiles, all concealed."""
    if hand.melds or len(real) + jokers != HAND_SIZE:
        return False
    counts = [real.count(t) for t in set(real)]
    odd = sum(c % 2 for c in counts)
    # An odd count of three becomes the triplet; else a joker joins a pair, and one a single tile.
    need = odd - 1 if any(c % 2 and c >= 3 for c in counts) else odd + 1
    return jokers >= need


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is the same for all interpretations of one win."""

    rules: WuJokerRules
    circumstances: Circumstances
    flowers: tuple[Tile, ...]
    single: bool

    def lay(self, held: _Held, split: Split, meaning: Sequence[int]) -> _Hand:
        """An interpretation as sets that lie in some way."""
        melds = held.melds
        return _Hand(
            (*split.sets, *meaning),
            split.pair,
            (
                *(CONCEALED for _ in split.sets),
                *(state for _, state, _ in melds),
                CONCEALED,
            ),
            (*(False for _ in split.sets), *(len(m.tiles) == 4 for _, _, m in melds)),
            -1,
        )

    def bound(self, held: _Held, split: Split, meaning: Sequence[int]) -> int:
        """More than this the interpretation cannot be worth, wherever the winning tile is.

        Items of one suit are summed as they are, each at its highest level; for what suits make
        together, and what has no level, the least is asked that such an item needs.
        """
        rules = self.rules
        top = 4 if held.melds else 2
        own: list[list[int]] = [[], [], [], []]
        runs: dict[int, set[int]] = {}
        ranks = [0] * 9
        pungs = 0
        every_end = no_end = middle = True
        for code in sorted((*split.sets, *meaning)):
            if code < PUNG:
                own[code // 9].append(code)
                rank = code % 9
                runs.setdefault(rank, set()).add(code // 9)
                end = rank in (0, 6)
                middle = middle and rank == 3
            else:
                tile = code - PUNG
                own[min(3, tile // 9)].append(code)
                pungs += 1
                rank = tile % 9 if tile < Tile.E else 0
                if tile < Tile.E:
                    ranks[rank] += 1
                end = rank in (0, 8)
                middle = middle and tile < Tile.E and 3 <= rank <= 5
            every_end, no_end = every_end and end, no_end and not end
        pair = split.pair
        home = min(3, pair // 9)
        total = self._most_events
        for suit, codes in enumerate(own):
            if codes:
                total += _local_bound(
                    rules, tuple(codes), pair if suit == home else -1, self._winds, top
                )
        if pair < Tile.E and ranks[pair % 9]:
            ranks[pair % 9] += 1
        for members in ranks:
            if members > 1:
                total += top * _most_brothers(rules, members)
        for suits_of in runs.values():
            if len(suits_of) > 1:
                mixed = rules.mixed_chows_3 if rules.catalogue else 0
                total += top * max(rules.mixed_chows_2, mixed if len(suits_of) == 3 else 0)
        if rules.catalogue and {0, 3, 6} <= set(runs):
            total += top * rules.mixed_straight
        suits = sum(1 for suit in (0, 1, 2) if own[suit] or home == suit)
        honours = bool(own[3]) or home == 3
        if suits <= 1:
            total += top * self._most_suits
        if not runs:
            total += top * (rules.all_pungs + rules.even_pungs)
        if not pungs:
            total += top * max(rules.all_chows, rules.no_flower_all_chows)
        if middle:
            total += top * rules.all_middle
        if rules.catalogue:
            total += self._most_catalogue(honours, suits, pair, closed=not held.melds)
            if no_end and not honours:
                total += rules.no_ends
            if every_end:
                total += max(
                    rules.ends_or_honours_everywhere,
                    rules.ends_everywhere,
                    0 if runs else max(rules.only_ends, rules.only_ends_and_honours),
                )
            if pungs > 1:
                several = (int(getattr(rules, f"concealed_pungs_{n}")) for n in range(2, pungs + 1))
                total += max(*several, rules.concealed_all_pungs if pungs == 5 else 0)
        return total

    @property
    def _most_suits(self) -> int:
        r = self.rules
        most = max(r.one_suit, r.all_honours, r.one_suit_and_honours)
        return most + max(r.all_dragons, r.all_black)

    def _most_catalogue(self, honours: bool, suits: int, pair: int, *, closed: bool) -> int:
        """The most that what has no level can come to, triplets and ends left out."""
        r = self.rules
        out = (r.own_flower + r.other_flower) * len(self.flowers)
        if len(self.flowers) == 8:
            out += r.two_flower_sets
        if not honours:
            out += r.no_honours if self.flowers else max(r.no_honours_nor_flowers, r.no_honours)
        elif not self.flowers:
            out += r.no_flowers
        if suits == 2:
            out += r.one_suit_missing
        elif suits == 3 and honours:
            out += r.five_kinds
        if pair < Tile.E and pair % 9 in (1, 4, 7):
            out += r.middle_pair
        if not closed:
            out += r.half_melded
        if self.single:
            out += r.single_wait
        return out + max(r.concealed_self_draw if closed else 0, r.self_draw)

    @property
    def _most_events(self) -> int:
        found: list[_Found] = []
        self._event(found)
        return sum(f.value for f in found)

    def best_of(
        self, held: _Held, split: Split, meaning: Sequence[int], waits: tuple[Tile, ...]
    ) -> Score:
        """The best place of the winning tile in one interpretation."""
        hand = self.lay(held, split, meaning)
        return self.best_place(held, split, hand, self.items(hand), waits)

    def best_place(
        self,
        held: _Held,
        split: Split,
        hand: _Hand,
        found: Sequence[_Found],
        waits: tuple[Tile, ...],
    ) -> Score:
        """`best_of` with the items known."""
        own = len(split.sets)
        states = hand.states
        best: tuple[int, int, list[tuple[_Found, int]]] | None = None
        for at in _win_places(held, split, own):
            free = states if not self.rules.free_winning_set else _put(states, at, FREE)
            valued = [(f, f.value * self._level(f, free)) for f in found]
            total = sum(value for _, value in valued)
            if best is None or total > best[0]:
                best = (total, at, valued)
        assert best is not None
        total, at, valued = best
        items = tuple(
            ScoreItem(f.id, NAMES[f.id][0], value, f.why, NAMES[f.id][1]) for f, value in valued
        )
        shown = _shown(replace(hand, win_at=at), own)
        return Score(items, total, "番", waits, False, shown)

    def _level(self, found: _Found, states: Sequence[str]) -> int:
        if not self.rules.levels or found.parts is None:
            return 1
        seen = {states[i] for i in found.parts} - {FREE}
        if CONCEALED not in seen:
            return 4
        return 1 if OPEN in seen else 2

    # --- items

    def items(self, hand: _Hand) -> list[_Found]:
        """Every item of an interpretation, before its level."""
        out: list[_Found] = []
        kongs = tuple(code - PUNG for code, kong in zip(hand.sets, hand.kongs, strict=True) if kong)
        places: list[list[int]] = [[], [], [], []]
        for index in sorted(range(5), key=hand.sets.__getitem__):
            code = hand.sets[index]
            places[min(3, (code - PUNG if code >= PUNG else code) // 9)].append(index)
        home = min(3, hand.pair // 9)
        for suit, own in enumerate(places):
            pair = hand.pair if suit == home else -1
            if own:
                codes = tuple(hand.sets[i] for i in own)
                held = tuple(t for t in kongs if min(3, t // 9) == suit)
                for found in _local(self.rules, codes, pair, held, self._winds):
                    parts = found.parts
                    if parts is not None:
                        parts = tuple(PAIR if i == PAIR else own[i] for i in parts)
                    out.append(_Found(found.id, found.value, parts, found.why))
        pungs: dict[int, list[int]] = {}
        chows: dict[int, list[int]] = {}
        for index, code in enumerate(hand.sets):
            if code >= PUNG:
                pungs.setdefault(code - PUNG, []).append(index)
            else:
                chows.setdefault(code, []).append(index)
        self._brothers(out, hand, pungs)
        self._mixed(out, chows)
        self._whole(out, hand, pungs, chows)
        if self.rules.catalogue:
            self._catalogue(out, hand, pungs)
        self._event(out)
        return [found for found in out if found.value]

    @property
    def _winds(self) -> tuple[Tile, Tile]:
        return self.circumstances.seat, self.circumstances.round

    def _add(
        self,
        out: list[_Found],
        id: str,
        parts: Iterable[int] | None,
        why: str,
        times: int = 1,
    ) -> None:
        _add(self.rules, out, id, parts, why, times)

    def _brothers(self, out: list[_Found], hand: _Hand, pungs: dict[int, list[int]]) -> None:
        """兄弟: triplets of one number (DX)."""
        ranks: dict[int, dict[int, list[int]]] = {}
        for tile, parts in pungs.items():
            if tile < Tile.E:
                ranks.setdefault(tile % 9, {})[tile // 9] = parts
        for rank, own in ranks.items():
            paired = hand.pair // 9 if hand.pair < Tile.E and hand.pair % 9 == rank else None
            if len(own) > 1 or paired is not None:
                _family(self.rules, out, "brothers", own, paired, 3)

    def _mixed(self, out: list[_Found], chows: dict[int, list[int]]) -> None:
        """相逢, and straights of three suits (DX, WU16-19, WU16-21)."""
        for rank in {code % 9 for code in chows}:
            suits = [chows[rank + 9 * s] for s in range(3) if rank + 9 * s in chows]
            if len(suits) == 2 or (len(suits) == 3 and not self.rules.catalogue):
                self._add(out, "mixed_chows_2", [i for p in suits for i in p[:1]], "")
            elif len(suits) == 3:
                self._add(out, "mixed_chows_3", [p[0] for p in suits], "")
        if self.rules.catalogue and len(chows) > 2:
            for order in permutations(range(3)):
                three = [chows.get(9 * s + r) for s, r in zip(order, (0, 3, 6), strict=True)]
                if all(three):
                    self._add(out, "mixed_straight", [p[0] for p in three if p], "")
                    break

    def _whole(
        self,
        out: list[_Found],
        hand: _Hand,
        pungs: dict[int, list[int]],
        chows: dict[int, list[int]],
    ) -> None:
        """Patterns of the whole hand (DX)."""
        every = range(6)
        tiles = {t for code in hand.sets for t in tiles_of(code)} | {hand.pair}
        suits = {t // 9 for t in tiles if t < Tile.E}
        honours = any(t >= Tile.E for t in tiles)
        if not suits:
            self._add(out, "all_honours", every, "")
        elif len(suits) == 1:
            self._add(out, "one_suit_and_honours" if honours else "one_suit", every, "")
        if not chows:
            self._add(out, "all_pungs", every, "")
        if tiles <= set(DRAGONS):
            self._add(out, "all_dragons", every, "")
        if tiles <= {*WINDS, Tile.P}:
            self._add(out, "all_black", every, "")
        ranks = {t % 9 for t in tiles if t < Tile.E}
        if not honours and ranks <= {3, 4, 5}:
            self._add(out, "all_middle", every, "")
        if not honours and not chows and ranks <= {1, 3, 5, 7}:
            self._add(out, "even_pungs", every, "")
        if not pungs:
            plain = self.rules.catalogue and not honours and not self.flowers
            self._add(out, "no_flower_all_chows" if plain else "all_chows", every, "")

    def _catalogue(
        self,
        out: list[_Found],
        hand: _Hand,
        pungs: dict[int, list[int]],
    ) -> None:
        """What D leaves to 新章台灣牌 (WU16-21)."""
        tiles = {t for code in hand.sets for t in tiles_of(code)} | {hand.pair}
        suits = {t // 9 for t in tiles if t < Tile.E}
        honours = {t for t in tiles if t >= Tile.E}
        no_flowers = not self.flowers
        big = not pungs and not honours and no_flowers
        if not honours and no_flowers and not big:
            self._add(out, "no_honours_nor_flowers", None, "")
        elif not honours and not big:
            self._add(out, "no_honours", None, "")
        elif no_flowers and not big:
            self._add(out, "no_flowers", None, "")
        if len(suits) == 2:
            self._add(out, "one_suit_missing", None, "")
        if len(suits) == 3 and honours & set(WINDS) and honours & set(DRAGONS):
            self._add(out, "five_kinds", None, "")
        if hand.pair < Tile.E and hand.pair % 9 in (1, 4, 7):
            self._add(out, "middle_pair", None, "")
        own = [i for parts in pungs.values() for i in parts if hand.states[i] != OPEN]
        if len(own) == 5 and self.circumstances.self_draw:
            self._add(out, "concealed_all_pungs", None, "")
        elif len(own) >= 2:
            self._add(out, f"concealed_pungs_{len(own)}", None, "")
        self._ends(out, hand, tiles, honours)
        melded = hand.states[:PAIR]
        if all(state != CONCEALED for state in melded) and OPEN in melded:
            self._add(out, "half_melded", None, "")
        if self.single:
            self._add(out, "single_wait", None, "")
        closed = OPEN not in melded
        drawn = self.circumstances.self_draw
        if closed and drawn and not self.circumstances.tianhu and not self.circumstances.dihu:
            self._add(out, "concealed_self_draw", None, "")
        elif drawn and not self.circumstances.tianhu:
            self._add(out, "self_draw", None, "")
        self._flower_items(out)

    def _ends(self, out: list[_Found], hand: _Hand, tiles: set[int], honours: set[int]) -> None:
        """斷么 全帶么 混么 清么, the highest only."""
        ends = {t for t in tiles if t < Tile.E and t % 9 in (0, 8)}
        if not ends and not honours:
            self._add(out, "no_ends", None, "")
            return
        if tiles <= ends | honours:
            if ends:
                self._add(out, "only_ends_and_honours" if honours else "only_ends", None, "")
            return
        groups = [*(set(tiles_of(code)) for code in hand.sets), {hand.pair}]
        if all(group & (ends | honours) for group in groups):
            everywhere = "ends_or_honours_everywhere" if honours else "ends_everywhere"
            self._add(out, everywhere, None, "")

    def _flower_items(self, out: list[_Found]) -> None:
        number = WINDS.index(self.circumstances.seat)
        for flower in self.flowers:
            own = (flower - Tile.F1) % 4 == number
            self._add(out, "own_flower" if own else "other_flower", None, flower.chinese)
        if len(self.flowers) == 8:
            self._add(out, "two_flower_sets", None, format_chinese(self.flowers))

    def _event(self, out: list[_Found]) -> None:
        """How it was won."""
        circumstances = self.circumstances
        events = (
            ("riichi", circumstances.riichi),
            ("heavenly_win", circumstances.tianhu),
            ("earthly_win", circumstances.dihu),
            ("last_tile", circumstances.last_tile),
            ("kong_on_kong", circumstances.kong_on_kong),
            ("replacement_tile", circumstances.kong_draw and not circumstances.kong_on_kong),
            ("robbed_kong", circumstances.rob_kong),
        )
        for id, true in events:
            if true and (self.rules.catalogue or id in ("riichi", "robbed_kong")):
                self._add(out, id, None, "")

    def by_pairs(self, held: _Held, waits: tuple[Tile, ...]) -> Score:
        """嚦咕嚦咕: the pairs, how it was won, and suits."""
        found: list[_Found] = []
        self._add(found, "pairs", None, "")
        suits = {t // 9 for t in held.real if t < Tile.E}
        honours = any(t >= Tile.E for t in held.real)
        if len(suits) == 1:
            self._add(found, "one_suit_and_honours" if honours else "one_suit", None, "")
        elif not suits:
            self._add(found, "all_honours", None, "")
        if self.circumstances.self_draw:
            self._add(found, "concealed_self_draw", None, "")
        self._event(found)
        items = tuple(
            ScoreItem(f.id, NAMES[f.id][0], f.value, f.why, NAMES[f.id][1])
            for f in found
            if f.value
        )
        tiles = tuple(FACES[t] for t in held.real)
        shown = (ReadSet("pairs", tiles, True, True),)
        return Score(items, sum(i.value for i in items), "番", waits, False, shown)


def _add(
    rules: WuJokerRules,
    out: list[_Found],
    id: str,
    parts: Iterable[int] | None,
    why: str,
    times: int = 1,
) -> None:
    value = int(getattr(rules, id)) * times
    if value:
        out.append(_Found(id, value, None if parts is None else tuple(parts), why))


@lru_cache(maxsize=1 << 16)
def _local(
    rules: WuJokerRules,
    codes: tuple[int, ...],
    pair: int,
    kongs: tuple[int, ...],
    winds: tuple[Tile, Tile],
) -> tuple[_Found, ...]:
    """Items that the sets of one suit, or the honours, make by themselves.

    `parts` are indices into `codes`, or `PAIR`. `pair` is -1 if the pair lies elsewhere.
    """
    out: list[_Found] = []
    pungs: dict[int, list[int]] = {}
    chows: dict[int, list[int]] = {}
    for index, code in enumerate(codes):
        if code >= PUNG:
            pungs.setdefault(code - PUNG, []).append(index)
        else:
            chows.setdefault(code, []).append(index)
    lowest = min((t for code in codes for t in tiles_of(code)), default=0)
    if lowest >= Tile.E:
        _honours(rules, out, pungs, pair, winds)
    else:
        _sisters(rules, out, pungs, pair, lowest // 9)
        _chows(rules, out, chows, lowest // 9)
        if rules.catalogue:
            _copies(rules, out, pungs, chows, pair, kongs)
    for tile, parts in pungs.items():
        mine = [*parts, *([PAIR] if pair == tile else [])]
        if len(mine) > 1:
            _add(rules, out, "same_tile", mine, FACES[tile].chinese, len(mine) - 1)
    return tuple(out)


@lru_cache(maxsize=1 << 16)
def _local_bound(
    rules: WuJokerRules, codes: tuple[int, ...], pair: int, winds: tuple[Tile, Tile], top: int
) -> int:
    """The most that `_local` items can come to; kongs only take some away."""
    total = 0
    for found in _local(rules, codes, pair, (), winds):
        if found.parts is None:
            total += found.value
        else:
            # The winning tile frees one set: of a lone one that makes the highest level.
            total += found.value * (4 if len(found.parts) == 1 else top)
    return total


@lru_cache(maxsize=64)
def _most_brothers(rules: WuJokerRules, members: int) -> int:
    """The most that so many sets of one number, the pair among them, can come to."""
    ids = [f"brothers_{small}{n}" for n in range(2, members + 1) for small in ("", "small_")]
    return max(int(getattr(rules, id, 0)) for id in ids)


def _honours(
    rules: WuJokerRules,
    out: list[_Found],
    pungs: dict[int, list[int]],
    pair: int,
    winds: tuple[Tile, Tile],
) -> None:
    """元, 風 and 喜, and single triplets where none of them counts (DX, WU16-21)."""
    for family, tiles, kinds in (("dragons", DRAGONS, 3), ("winds", WINDS, 4)):
        own = {int(t): pungs[t] for t in tiles if t in pungs}
        paired = pair if pair in tiles else None
        if not own or _family(rules, out, family, own, paired, kinds):
            continue
        for tile, parts in own.items():
            why = format_chinese([FACES[tile]] * 3)
            if family == "dragons":
                _add(rules, out, "dragon", parts, why, len(parts))
            elif rules.catalogue:
                times = sum(tile == w for w in winds)
                id = "seat_or_round_wind" if times else "other_wind"
                _add(rules, out, id, parts, why, max(1, times) * len(parts))


def _family(
    rules: WuJokerRules,
    out: list[_Found],
    family: str,
    own: dict[int, list[int]],
    paired: int | None,
    kinds: int,
) -> bool:
    """Add the best step of a family; returns whether there was one."""
    total = sum(map(len, own.values()))
    best: tuple[int, str, tuple[int, ...]] | None = None
    for small in (False, True):
        if small and paired is None:
            continue
        for count in range(total, 0, -1):
            id = f"{family}_{'small_' if small else ''}{count + small}"
            value = getattr(rules, id, 0)
            chosen = _distinct_first(own, count, paired if small else None)
            covered = {k for k in own if chosen & set(own[k])} | ({paired} if small else set())
            if len(covered) < min(count + small, kinds) or not value:
                continue
            if best is None or value > best[0]:
                parts = tuple(sorted(chosen)) + ((PAIR,) if small else ())
                best = (value, id, parts)
    if best is None:
        return False
    _add(rules, out, best[1], best[2], "")
    return True


def _sisters(
    rules: WuJokerRules, out: list[_Found], pungs: dict[int, list[int]], pair: int, suit: int
) -> None:
    """姊妹: triplets in a row, the pair at either end or between (DX)."""
    own = {tile - 9 * suit: parts for tile, parts in pungs.items()}
    paired = pair - 9 * suit if pair >= 0 else -1
    windows: list[tuple[int, str, tuple[int, ...]]] = []
    for low in range(9):
        parts: list[int] = []
        small = False
        for rank in range(low, 9):
            if rank in own:
                parts.append(own[rank][0])
            elif rank == paired:
                parts.append(PAIR)
                small = True
            else:
                break
            id = f"sisters_{'small_' if small else ''}{len(parts)}"
            value = getattr(rules, id, 0)
            if value:
                windows.append((value, id, tuple(parts)))
    best: tuple[int, tuple[tuple[int, str, tuple[int, ...]], ...]] = (0, ())
    for i, one in enumerate(windows):
        if one[0] > best[0]:
            best = (one[0], (one,))
        for two in windows[i + 1 :]:
            if not set(one[2]) & set(two[2]) and one[0] + two[0] > best[0]:
                best = (one[0] + two[0], (one, two))
    for _, id, parts_of in best[1]:
        _add(rules, out, id, parts_of, "")


def _chows(rules: WuJokerRules, out: list[_Found], chows: dict[int, list[int]], suit: int) -> None:
    """同順 般高 老少 清龍 and tiles in five chows (DX, WU16-19)."""
    for parts in chows.values():
        if len(parts) > 1:
            _add(rules, out, f"same_chows_{len(parts)}", parts, "")
    if sum(map(len, chows.values())) == 5:
        for tile in range(9 * suit, 9 * suit + 9):
            if all(tile in tiles_of(code) for code in chows):
                held = [i for parts in chows.values() for i in parts]
                _add(rules, out, "five_chows_of_a_tile", held, FACES[tile].chinese)
    low, middle, high = (chows.get(9 * suit + r, []) for r in (0, 3, 6))
    dragon = bool(low and middle and high)
    if dragon:
        _add(rules, out, "straight", (low[0], middle[0], high[0]), "")
    ends = max(len(low), len(high)) if low and high else 0
    if ends - dragon > 0:
        _add(rules, out, "old_and_young", [*low, *high], "", ends - dragon)


def _copies(
    rules: WuJokerRules,
    out: list[_Found],
    pungs: dict[int, list[int]],
    chows: dict[int, list[int]],
    pair: int,
    kongs: tuple[int, ...],
) -> None:
    """四歸一 四歸二 四歸四: four equal tiles in different sets, no kong (WU16-21)."""
    for tile in {t for code in chows for t in tiles_of(code)}:
        held = sum(len(parts) for code, parts in chows.items() if tile in tiles_of(code))
        three = len(pungs.get(tile, ()))
        name = FACES[tile].chinese
        if three == 1 and held == 1 and tile not in kongs:
            _add(rules, out, "tile_in_two", None, name)
        elif pair == tile and not three and held == 2:
            _add(rules, out, "tile_in_three", None, name)
        elif not three and pair != tile and held == 4:
            _add(rules, out, "tile_in_four", None, name)


def _distinct_first(own: dict[int, list[int]], count: int, paired: int | None) -> set[int]:
    """So many sets of a family, of as many kinds as can be beside the pair's."""
    order = sorted(own, key=lambda kind: kind == paired)
    first = [own[kind][0] for kind in order]
    more = [i for kind in order for i in own[kind][1:]]
    return set([*first, *more][:count])


def _put(states: tuple[str, ...], at: int, state: str) -> tuple[str, ...]:
    index = len(states) - 1 if at == PAIR else at
    return (*states[:index], state, *states[index + 1 :])


def _win_places(held: _Held, split: Split, own: int) -> list[int]:
    """The concealed sets, and the pair, that the winning tile can be in."""
    groups = [*(tiles_of(code) for code in split.sets), (split.pair, split.pair)]
    places = [*range(own), PAIR]
    if not held.win_is_joker:
        return [at for at, group in zip(places, groups, strict=True) if held.win in group]
    made: dict[int, int] = {}
    for group in groups:
        for tile in group:
            made[tile] = made.get(tile, 0) + 1
    spare = {t for t, n in made.items() if n > held.real.count(t)}
    return [at for at, group in zip(places, groups, strict=True) if spare.intersection(group)]


def _shown(hand: _Hand, own: int) -> tuple[ReadSet, ...]:
    """The sets of an interpretation, what the jokers stand for among them."""
    out = []
    for index, code in enumerate(hand.sets):
        tiles = tuple(FACES[t] for t in tiles_of(code))
        kind = "chow" if code < PUNG else "kong" if hand.kongs[index] else "pung"
        if hand.kongs[index]:
            tiles = (*tiles, tiles[0])
        concealed = hand.states[index] == CONCEALED
        out.append(ReadSet(kind, tiles, concealed, index == hand.win_at))
    pair = FACES[hand.pair]
    out.insert(own, ReadSet("pair", (pair, pair), True, hand.win_at == PAIR))
    return tuple(out)


WU_JOKER: Final = WuJoker("wu-joker", WuJokerRules())
