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
from itertools import product
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


class WuJoker:
    """A rule set of the joker game; see `scoring.rulesets.RuleSet`."""

    hand_size: Final = HAND_SIZE
    unit: Final = "番"

    def __init__(self, name: str, rules: WuJokerRules, indicator: Tile | None = None) -> None:
        self.name = name
        self.rules = rules
        self.indicator = indicator

    def with_indicator(self, indicator: Tile | None) -> WuJoker:
        """The same rules with these jokers, for questions that have no circumstances."""
        return WuJoker(self.name, self.rules, indicator)

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
        best = max(self.score_readings(hand, circumstances), key=lambda s: s.total)
        if best.total < self.rules.minimum:
            raise BelowMinimumError(best.total, self.rules.minimum, self.unit)
        return best

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every interpretation; those under the minimum too."""
        held = self._held(hand, circumstances)
        flowers = () if self._jokers(circumstances) & FLOWERS else hand.flowers
        waits = self.with_indicator(circumstances.indicator or self.indicator).waits(
            replace(hand, win=None)
        )
        out = []
        base = _Facts(self.rules, circumstances, flowers, len(waits) == 1)
        for meaning in product(*(codes for codes, _, _ in held.melds)):
            for split in splits(held.real, held.jokers, 5 - len(held.melds)):
                out.append(base.best_of(held, split, meaning, waits))
        if not hand.melds and _by_pairs(held.real, held.jokers, hand):
            out.append(base.by_pairs(held, waits))
        return tuple(out)

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """The score with tiles and clauses, and families that are one tile from the next step."""
        score = self.score(hand, circumstances)
        told = []
        for item in score.items:
            tiles = tuple(t for s in score.reading for t in s.tiles)
            place = "DX" if item.rule == "WU16-08" else "新章" if item.rule == "WU16-21" else "D16"
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

    def best_of(
        self, held: _Held, split: Split, meaning: Sequence[int], waits: tuple[Tile, ...]
    ) -> Score:
        """The best place of the winning tile in one interpretation."""
        sets = (*split.sets, *meaning)
        own = len(split.sets)
        states = (
            *(CONCEALED for _ in split.sets),
            *(state for _, state, _ in held.melds),
            CONCEALED,
        )
        kongs = (*(False for _ in split.sets), *(len(m.tiles) == 4 for _, _, m in held.melds))
        hand = _Hand(sets, split.pair, states, kongs, -1)
        found = self.items(hand)
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
        pungs: dict[int, list[int]] = {}
        chows: dict[int, list[int]] = {}
        for index, code in enumerate(hand.sets):
            if code >= PUNG:
                pungs.setdefault(code - PUNG, []).append(index)
            else:
                chows.setdefault(code, []).append(index)
        self._families(out, hand, pungs)
        self._chows(out, chows)
        self._same(out, hand, pungs)
        self._whole(out, hand, pungs, chows)
        if self.rules.catalogue:
            self._catalogue(out, hand, pungs, chows)
        self._event(out)
        return [found for found in out if found.value]

    def _add(
        self,
        out: list[_Found],
        id: str,
        parts: Iterable[int] | None,
        why: str,
        times: int = 1,
    ) -> None:
        value = int(getattr(self.rules, id)) * times
        out.append(_Found(id, value, None if parts is None else tuple(parts), why))

    def _families(self, out: list[_Found], hand: _Hand, pungs: dict[int, list[int]]) -> None:
        """兄弟 姊妹 元 喜, the best step of each (WU16-08)."""
        for rank in range(9):
            own = {suit: pungs[rank + 9 * suit] for suit in range(3) if rank + 9 * suit in pungs}
            paired = hand.pair // 9 if hand.pair < 27 and hand.pair % 9 == rank else None
            self._family(out, "brothers", own, paired, 3)
        for suit in range(3):
            self._sisters(out, hand, pungs, suit)
        for family, tiles, kinds in (("dragons", DRAGONS, 3), ("winds", WINDS, 4)):
            own = {int(t): pungs[t] for t in tiles if t in pungs}
            paired = hand.pair if hand.pair in tiles else None
            done = self._family(out, family, own, paired, kinds)
            if done:
                continue
            for tile, parts in own.items():
                if family == "dragons":
                    self._add(out, "dragon", parts, _names(hand, parts), len(parts))
                elif self.rules.catalogue:
                    where = (self.circumstances.seat, self.circumstances.round)
                    times = sum(tile == w for w in where)
                    id = "seat_or_round_wind" if times else "other_wind"
                    self._add(out, id, parts, _names(hand, parts), max(1, times) * len(parts))

    def _family(
        self,
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
                value = getattr(self.rules, id, 0)
                chosen = _distinct_first(own, count, paired if small else None)
                covered = {k for k in own if chosen & set(own[k])} | ({paired} if small else set())
                if len(covered) < min(count + small, kinds) or not value:
                    continue
                if best is None or value > best[0]:
                    parts = tuple(sorted(chosen)) + ((PAIR,) if small else ())
                    best = (value, id, parts)
        if best is None:
            return False
        self._add(out, best[1], best[2], "")
        return True

    def _sisters(
        self, out: list[_Found], hand: _Hand, pungs: dict[int, list[int]], suit: int
    ) -> None:
        """Triplets in a row, the pair at either end or between (DX)."""
        own = {rank: pungs[9 * suit + rank] for rank in range(9) if 9 * suit + rank in pungs}
        pair = hand.pair - 9 * suit if 9 * suit <= hand.pair < 9 * suit + 9 else -1
        windows: list[tuple[int, str, tuple[int, ...]]] = []
        for low in range(9):
            parts: list[int] = []
            small = False
            for rank in range(low, 9):
                if rank in own:
                    parts.append(own[rank][0])
                elif rank == pair:
                    parts.append(PAIR)
                    small = True
                else:
                    break
                id = f"sisters_{'small_' if small else ''}{len(parts)}"
                value = getattr(self.rules, id, 0)
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
            self._add(out, id, parts_of, "")

    def _chows(self, out: list[_Found], chows: dict[int, list[int]]) -> None:
        """同順 般高 相逢 老少 清龍 and tiles in five chows (DX, WU16-19)."""
        for parts in chows.values():
            if len(parts) > 1:
                self._add(out, f"same_chows_{len(parts)}", parts, "")
        for tile in range(27):
            holding = [i for code, parts in chows.items() if code <= tile <= code + 2
                       and code // 9 == tile // 9 for i in parts]  # fmt: skip
            if len(holding) == 5:
                self._add(out, "five_chows_of_a_tile", holding, FACES[tile].chinese)
        for rank in range(7):
            suits = [chows[rank + 9 * s] for s in range(3) if rank + 9 * s in chows]
            if len(suits) == 2 or (len(suits) == 3 and not self.rules.catalogue):
                self._add(out, "mixed_chows_2", [i for p in suits for i in p[:1]], "")
            elif len(suits) == 3:
                self._add(out, "mixed_chows_3", [p[0] for p in suits], "")
        for suit in range(3):
            low, middle, high = (chows.get(9 * suit + r, []) for r in (0, 3, 6))
            dragon = bool(low and middle and high)
            if dragon:
                self._add(out, "straight", (low[0], middle[0], high[0]), "")
            ends = max(len(low), len(high)) if low and high else 0
            if ends - dragon > 0:
                used = [*low, *high]
                self._add(out, "old_and_young", used, "", ends - dragon)
        if self.rules.catalogue:
            for suits_of in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
                three = [chows.get(9 * s + r) for s, r in zip(suits_of, (0, 3, 6), strict=True)]
                if all(three):
                    self._add(out, "mixed_straight", [p[0] for p in three if p], "")
                    break

    def _same(self, out: list[_Found], hand: _Hand, pungs: dict[int, list[int]]) -> None:
        """SAME歸二: more than one set of a tile, the pair counted (DX)."""
        for tile, parts in pungs.items():
            mine = [*parts, *([PAIR] if hand.pair == tile else [])]
            if len(mine) > 1:
                why = FACES[tile].chinese
                self._add(out, "same_tile", mine, why, len(mine) - 1)

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
        chows: dict[int, list[int]],
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
            self._add(out, "middle_pair", None, FACES[hand.pair].chinese)
        own = [i for parts in pungs.values() for i in parts if hand.states[i] != OPEN]
        if len(own) == 5 and self.circumstances.self_draw:
            self._add(out, "concealed_all_pungs", None, "")
        elif len(own) >= 2:
            self._add(out, f"concealed_pungs_{len(own)}", None, "")
        for tile in range(27):
            held = [i for code, parts in chows.items() if tile in tiles_of(code) for i in parts]
            three = len(pungs.get(tile, ()))
            kong = any(hand.kongs[i] for i in pungs.get(tile, ()))
            if three == 1 and len(held) == 1 and not kong:
                self._add(out, "tile_in_two", None, FACES[tile].chinese)
            elif hand.pair == tile and not three and len(held) == 2:
                self._add(out, "tile_in_three", None, FACES[tile].chinese)
            elif not three and hand.pair != tile and len(held) == 4:
                self._add(out, "tile_in_four", None, FACES[tile].chinese)
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


def _names(hand: _Hand, parts: Sequence[int]) -> str:
    tiles = [FACES[t] for i in parts if i != PAIR for t in tiles_of(hand.sets[i])]
    return format_chinese(tiles)


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
