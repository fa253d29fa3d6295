"""吳銓高's pung-only game, document DP: 13 tiles, no chow, self-drawn wins only.

A win is paid the same whatever the hand is (PONG-02); whether 番 add to it is for the players to
agree on. DP prints no 番, so the values are those of D13, by the same author and for hands of the
same size, and the patterns are looked for by `scoring.hongkong`. By default nothing is counted: a
winning hand has no items and a total of 0.

Prizes, fines and who pays are in `scoring.settlement` and `scoring.penalties`, turns in
`scoring.referee`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, ClassVar, Final

from scoring.errors import (
    ContradictionError,
    HandSizeError,
    MissingWinTileError,
    NotAWinError,
    NotInRulesError,
)
from scoring.explain import Counted, Explanation, NotCounted, WaitValue, cite, wait_values
from scoring.hand import UNIT, Circumstances, Hand, MeldKind, count_of
from scoring.hongkong import HAND_SIZE, UNIT_NAME, HongKong, Judged, score_of
from scoring.hongkong_near import near_misses
from scoring.hongkong_rules import CLAUSES, DOCUMENT_D13, LIMIT, item_name
from scoring.readings import distance, splits, waits
from scoring.result import Score
from scoring.tiles import Tile

_RULE: Final = "PONG-02"
_CLAUSE: Final = cite(_RULE, "DP B, D13 02")


@dataclass(frozen=True, slots=True)
class WuPongRules:
    """Values (番) and switches. The defaults are document DP.

    The values count with `fans` on. 0 turns an item off, `LIMIT` (-1) makes it a limit hand.
    """

    self_draw: int = 1
    """PONG-02, WU13-03 自摸; every win is self-drawn."""
    no_flowers: int = 1
    """PONG-02, WU13-03 無花."""
    own_flower: int = 1
    """PONG-02, WU13-03 正花, each."""
    flower_set: int = 2
    """PONG-02, WU13-04 一台花."""
    dragon: int = 1
    """PONG-02, WU13-03 箭刻, each."""
    seat_wind: int = 1
    """PONG-02, WU13-03 門風刻."""
    round_wind: int = 0
    """PONG-02, WU13-03 圈風刻. DP has no rounds: the winner deals (PONG-08)."""
    replacement_tile: int = 1
    """PONG-02, WU13-03 槓上花."""
    last_tile: int = 1
    """PONG-02, WU13-03 海底撈月."""
    all_chows: int = 1
    """PONG-02, WU13-03 平糊; only where chows may be in hand."""
    all_pungs: int = 3
    """PONG-02, WU13-05 對對糊."""
    one_suit_and_honours: int = 3
    """PONG-02, WU13-05 混一色."""
    small_three_dragons: int = 5
    """PONG-02, WU13-06 小三元."""
    one_suit: int = 7
    """PONG-02, WU13-07 清一色."""
    big_three_dragons: int = 8
    """PONG-02, WU13-08 大三元."""
    small_four_winds: int = 8
    """PONG-02, WU13-08 小四喜."""
    kong_on_kong: int = 8
    """PONG-02, WU13-08 槓上槓."""
    terminals_and_honours: int = 1
    """PONG-02, WU13-03 花么."""
    big_four_winds: int = LIMIT
    """PONG-02, WU13-09 大四喜."""
    all_honours: int = LIMIT
    """PONG-02, WU13-09 字一色."""
    all_terminals: int = LIMIT
    """PONG-02, WU13-09 清么九."""
    four_concealed_pungs: int = LIMIT
    """PONG-02, WU13-09 簡簡糊."""
    four_kongs: int = LIMIT
    """PONG-02, WU13-09 十八羅漢."""
    heavenly_win: int = LIMIT
    """PONG-02, WU13-09 天糊."""
    earthly_win: int = LIMIT
    """PONG-02, WU13-09 地糊."""
    limit: int = 10
    """PONG-02, WU13-01 滿番: what a limit hand is worth."""

    fans: bool = False
    """PONG-02: 番 count. What one costs is `fan` of the money."""
    chows_in_hand: bool = False
    """PONG-01: concealed chows are sets of a winning hand. The text bars the claim of a chow
    (不准上牌); here the game is read as one of pungs alone."""

    WORDS: ClassVar[Mapping[str, int]] = {"limit": LIMIT}
    """Words that a preset may write for a number."""
    BOUNDS: ClassVar[Mapping[str, tuple[int, int]]] = {"limit": (1, 999)}
    """Least and most of a value where they are not those of `scoring.presets`."""
    FAMILY: ClassVar[str] = "wu-pong"
    """The shipped rule set that is of these values, for presets."""

    def label(self, key: str) -> str:
        """What a field is, in a few words."""
        return _LABELS.get(key) or f"{item_name(DOCUMENT_D13, key)} {_RULE}"


_LABELS: Final = {
    "limit": "滿番 PONG-02",
    "fans": "計番 PONG-02",
    "chows_in_hand": "手牌可有順子 PONG-01",
}


@dataclass(frozen=True, slots=True)
class WuPong:
    """The pung-only game: a name and its values. Offers what `rulesets.RuleSet` asks."""

    name: str
    rules: WuPongRules

    @property
    def hand_size(self) -> int:
        """Tiles of a winning hand; kongs count as three, flowers do not count."""
        return HAND_SIZE

    @property
    def unit(self) -> str:
        """番."""
        return UNIT_NAME

    def score(self, hand: Hand, circumstances: Circumstances) -> Score:
        """Score the best reading of a self-drawn hand; its total is 0 where 番 do not count.

        Raises:
            HandSizeError, MissingWinTileError, NotAWinError: the tiles do not win.
            ContradictionError: a chow on the table (PONG-01), a win that is not self-drawn, or
                circumstances that do not fit.
            NotInRulesError: an event of other rules.
        """
        return self._told(self._best(hand, circumstances))

    def score_readings(self, hand: Hand, circumstances: Circumstances) -> tuple[Score, ...]:
        """Score every reading. Raises as `score`."""
        return tuple(map(self._told, self._judged(hand, circumstances)))

    def waits(self, hand: Hand) -> tuple[Tile, ...]:
        """The tiles that complete the hand without its winning tile, in tile order.

        A tile of which the player holds all four is none.

        Raises:
            HandSizeError: not thirteen tiles.
        """
        hand = replace(hand, win=None) if hand.win is not None else hand
        if hand.size != HAND_SIZE - 1:
            raise HandSizeError(HAND_SIZE - 1, hand.size, with_win=False)
        if self.rules.chows_in_hand:
            return waits(hand.counts, hand.all_counts, False)
        return tuple(
            tile
            for tile in sorted(set(hand.concealed))  # one that is not held would stay alone
            if count_of(hand.all_counts, tile) < 4 and _only_pungs(hand.counts + UNIT[tile])
        )

    def distance(self, hand: Hand) -> int:
        """Tiles to exchange until the hand wins (0: it does); of thirteen tiles, tiles to draw.

        Raises:
            HandSizeError: neither thirteen nor fourteen tiles.
        """
        if hand.size not in (HAND_SIZE - 1, HAND_SIZE):
            raise HandSizeError(HAND_SIZE, hand.size)
        counts = _counts(hand)
        sets = 4 - len(hand.melds)
        if self.rules.chows_in_hand:
            return distance(counts, hand.all_counts, sets, False)
        return _pung_distance(counts, hand, sets)

    def winning_choices(self, hand: Hand) -> tuple[Tile, ...]:
        """For a hand without a named winning tile: which of its tiles it may have been.

        Empty if the hand is not complete. `Hand.with_win` names one of them.
        """
        if hand.win is not None or hand.size != HAND_SIZE or not self._complete(hand):
            return ()
        return tuple(sorted(set(hand.concealed)))

    def explain(self, hand: Hand, circumstances: Circumstances) -> Explanation:
        """The score with tiles and clauses, and what it nearly had or would have with 番.

        Raises as `score`.
        """
        best = self._best(hand, circumstances)
        whole = score_of(best)
        if not self.rules.fans:
            off = (
                NotCounted(i.id, i.name, i.value, "switched_off", "fans", i.why, _RULE)
                for i in whole.items
            )
            return Explanation(self._told(best), (), tuple(off))
        score = self._told(best)
        told = (
            Counted(item, found.tiles, _CLAUSE)
            for item, found in zip(score.items, best.items, strict=True)
        )
        near = (replace(item, rule=_RULE) for item in near_misses(best))
        return Explanation(score, tuple(told), tuple(near))

    def wait_values(self, hand: Hand, circumstances: Circumstances) -> tuple[WaitValue, ...]:
        """What each wait would be worth; by discard nothing wins (PONG-01).

        Raises:
            HandSizeError: not thirteen tiles before the winning one.
            ContradictionError: a win by flowers alone waits for no tile.
        """
        return wait_values(self, hand, circumstances)

    def _judged(self, hand: Hand, circumstances: Circumstances) -> list[Judged]:
        """Every reading with what was found in it. Raises as `score`."""
        if circumstances.robbed_flower or not circumstances.hand_complete:
            raise NotInRulesError("花糊", self.name)
        chow = next((meld for meld in hand.melds if meld.kind is MeldKind.CHOW), None)
        if chow is not None:
            raise ContradictionError("chow", str(chow), "no chow may be claimed (PONG-01)")
        if hand.win is None and hand.size == HAND_SIZE - 1:
            raise NotAWinError(self.waits(hand), self.distance(hand))
        if hand.size != HAND_SIZE:
            raise HandSizeError(HAND_SIZE, hand.size)
        if not self._complete(hand):
            waited = () if hand.win is None else self.waits(hand)
            raise NotAWinError(waited, self.distance(hand))
        if hand.win is None and not circumstances.tianhu:
            raise MissingWinTileError(self.winning_choices(hand))
        if not (circumstances.self_draw or circumstances.tianhu):
            raise ContradictionError("win", "discard", "only self-drawn hands win (PONG-01)")
        found = _engine(self.name, self.rules).judged(hand, circumstances)
        if not self.rules.chows_in_hand:
            found = [judged for judged in found if not judged.win.chows]
        waited = () if hand.win is None else self.waits(hand)
        for judged in found:
            judged.win.facts.waits = waited
        return found

    def _best(self, hand: Hand, circumstances: Circumstances) -> Judged:
        return max(self._judged(hand, circumstances), key=lambda j: (j.limit, j.total))

    def _told(self, judged: Judged) -> Score:
        """The answer for one reading, by the rules of this game (PONG-02)."""
        score = score_of(judged)
        if not self.rules.fans:
            return replace(score, items=(), total=0, limit=False)
        return replace(score, items=tuple(replace(item, rule=_RULE) for item in score.items))

    def _complete(self, hand: Hand) -> bool:
        counts = _counts(hand)
        return bool(splits(counts)) if self.rules.chows_in_hand else _only_pungs(counts)


@lru_cache(maxsize=16)
def _engine(name: str, rules: WuPongRules) -> HongKong:
    """Who looks for the patterns: D13 with the values of this game, and nothing else."""
    values: dict[str, Any] = dict.fromkeys(CLAUSES, 0)
    values |= {item.name: getattr(rules, item.name) for item in fields(rules) if item.type == "int"}
    return HongKong(name, replace(DOCUMENT_D13, minimum=0, **values))


def _counts(hand: Hand) -> int:
    """The concealed tiles with the winning tile."""
    return hand.counts if hand.win is None else hand.counts + UNIT[hand.win]


def _only_pungs(counts: int) -> bool:
    """Whether tiles are three of a kind each, and one pair."""
    held = [n for n in (count_of(counts, tile) for tile in range(Tile.F1)) if n]
    return held.count(2) == 1 and held.count(3) == len(held) - 1


def _pung_distance(counts: int, hand: Hand, sets: int) -> int:
    """Tiles to exchange or draw until the concealed tiles are so many pungs and a pair.

    A kind that lies as a pung or kong has at most one tile left, and so is neither.
    """
    melded = {meld.tiles[0] for meld in hand.melds}
    held = [count_of(counts, tile) for tile in range(Tile.F1) if tile not in melded]
    most = 0
    for index, number in enumerate(held):
        rest = sorted((min(n, 3) for i, n in enumerate(held) if i != index), reverse=True)
        most = max(most, min(number, 2) + sum(rest[:sets]))
    return 3 * sets + 2 - most


WU_PONG: Final = WuPong("wu-pong", WuPongRules())
