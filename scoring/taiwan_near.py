"""Why a Taiwanese hand is worth what it is worth: tiles and clauses of its items, and what nearly
counts. For `Taiwan.explain`.

Everything is read off the best reading, as it was scored: the sets as they are shown, the items
that count, what the hand waited for. Each function looks for one group of items and tells those
that one change would bring: a set, a suit, a flower, a circumstance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.explain import Counted, Explanation, NotCounted, Reason, cite
from scoring.hand import Circumstances, Hand
from scoring.result import ReadSet, Score, ScoreItem
from scoring.taiwan import ITEM_NAMES, Taiwan, TaiwanRules
from scoring.tiles import DRAGONS, FACES, WINDS, Tile, format_chinese

MOST_WRONG_TILES: Final = 3
"""Tiles of a wrong kind with which a hand still counts as near: one set."""
_WHOLE: Final = frozenset(
    {"all_chows", "all_pungs", "all_honours", "one_suit", "one_suit_and_honours", "concealed_hand",
     "melded_hand", "half_melded_hand", "eight_pairs_and_half"}
)  # fmt: skip
"""Items that all tiles of the hand make together."""
_READY: Final = (
    "heavenly_ready", "earthly_ready", "earthly_ready_at_once", "earthly_win", "human_win",
    "heavenly_win", "five_concealed_pungs", "eight_pairs_and_half",
)  # fmt: skip
"""Items that have 門清 in them (TW-18, TW-31 to TW-36)."""
_CONCEALED: Final = {3: "three_concealed_pungs", 4: "four_concealed_pungs",
                     5: "five_concealed_pungs"}  # fmt: skip


def explain(rules: Taiwan, hand: Hand, circumstances: Circumstances) -> Explanation:
    """See `RuleSet.explain`."""
    score = rules.score(hand, circumstances)
    told = tuple(
        Counted(item, _tiles(item, score, hand), cite(item.rule, _place(item.rule)))
        for item in score.items
    )
    if not score.reading:  # a win by flowers alone: the hand stays closed
        return Explanation(score, told, ())
    seen = _Seen(rules.rules, score, hand, circumstances)
    near = [found for look in _LOOKS for found in look(seen)]
    return Explanation(score, told, tuple(near))


def _place(rule: str) -> str:
    """Where the documents have it: both number their items alike (TW-16 is item 16)."""
    number = rule.removeprefix("TW-")
    return f"A/B {number}" if number.isdigit() else f"B {number.rstrip('abc')}"


def _tiles(item: ScoreItem, score: Score, hand: Hand) -> tuple[Tile, ...]:
    """The tiles that make an item; none for what circumstances alone make."""
    if item.id in _WHOLE:
        return tuple(sorted(tile for shown in score.reading for tile in shown.tiles))
    named = [shown for shown in score.reading if str(shown) in item.why]
    flowers = [tile for tile in hand.flowers if tile.chinese in item.why]
    return tuple(sorted([*(tile for shown in named for tile in shown.tiles), *flowers]))


@dataclass(frozen=True, slots=True)
class _Seen:
    """The best reading of a hand, and what counts."""

    rules: TaiwanRules
    score: Score
    hand: Hand
    circumstances: Circumstances

    @property
    def ids(self) -> frozenset[str]:
        """Items that count."""
        return frozenset(item.id for item in self.score.items)

    def of(self, *kinds: str) -> list[ReadSet]:
        """The sets of these kinds."""
        return [shown for shown in self.score.reading if shown.kind in kinds]

    @property
    def pungs(self) -> list[ReadSet]:
        """Three or four equal tiles."""
        return self.of("pung", "kong", "ckong")

    @property
    def chows(self) -> list[ReadSet]:
        """Runs."""
        return self.of("chow")

    @property
    def pairs(self) -> list[ReadSet]:
        """One pair, or the seven of 嚦咕嚦咕."""
        return self.of("pair")

    @property
    def self_drawn(self) -> bool:
        """Whether the hand pays as a self-draw."""
        c = self.circumstances
        return c.self_draw or c.tianhu or c.seventh_drawn

    def tell(self, id: str, reason: Reason, by: str, why: str) -> Iterator[NotCounted]:
        """One item that does not count; nothing if it does, or if it would be worth nothing."""
        value = int(getattr(self.rules, id))
        if id in self.ids:
            return
        name, rule = ITEM_NAMES[id]
        if reason == "broken" and not value:
            return
        if reason == "absorbed" and not value:
            reason, by = "switched_off", "value"
        yield NotCounted(id, name, value, reason, by, why, rule)


def _concealed(seen: _Seen) -> Iterator[NotCounted]:
    """門清 and 自摸 (TW-03, TW-04, TW-23)."""
    melds = [meld for meld in seen.hand.melds if not meld.concealed]
    if len(melds) == 1:
        yield from seen.tell(
            "concealed_hand", "broken", "open_meld", f"{format_chinese(melds[0].tiles)}已亮出"
        )
    elif not melds:
        higher = next((id for id in _READY if id in seen.ids), "")
        if higher:
            name = ITEM_NAMES[higher][0]
            yield from seen.tell("concealed_hand", "absorbed", higher, f"已含於{name}")
        if seen.self_drawn and "concealed_self_draw" in seen.ids:
            why = "門清一摸三，不另計自摸"
            yield from seen.tell("self_draw", "absorbed", "concealed_self_draw", why)
        elif not seen.self_drawn:
            yield from seen.tell("concealed_self_draw", "broken", "discard", "不是自摸")


def _sets(seen: _Seen) -> Iterator[NotCounted]:
    """平胡, 對對胡 and concealed triplets (TW-07, TW-08, TW-16 to TW-18)."""
    if len(seen.pairs) != 1:
        return
    pair = seen.pairs[0]
    breaks = [("pung", f"有{pung}") for pung in seen.pungs]
    breaks += [("flower", f"有花牌 {format_chinese(seen.hand.flowers)}")] * bool(seen.hand.flowers)
    if pair.tiles[0] >= Tile.E:
        breaks.append(("honour_pair", f"眼 {pair} 是字牌"))
    if "single_wait" in seen.ids:
        breaks.append(("single_wait", "獨聽"))
    if seen.self_drawn:
        breaks.append(("self_draw", "自摸"))
    if len(breaks) == 1:
        yield from seen.tell("all_chows", "broken", *breaks[0])
    if len(seen.chows) == 1:
        yield from seen.tell("all_pungs", "broken", "chow", f"{seen.chows[0]}不是坎")
    elif not seen.chows:
        for higher in ("five_concealed_pungs", "all_honours"):
            if higher in seen.ids:
                why = f"已含於{ITEM_NAMES[higher][0]}"
                yield from seen.tell("all_pungs", "absorbed", higher, why)
                break
    closed = [pung for pung in seen.pungs if pung.concealed]
    opened = [pung for pung in seen.pungs if not pung.concealed]
    if opened and len(closed) + 1 in _CONCEALED:
        won = next((pung for pung in opened if pung.win), None)
        shown = won or opened[0]
        why = f"{shown}胡他人之牌，算明坎" if won else f"{shown}已亮出"
        by = "discard" if won else "open_meld"
        yield from seen.tell(_CONCEALED[len(closed) + 1], "broken", by, why)


def _suits(seen: _Seen) -> Iterator[NotCounted]:
    """清一色 and 湊一色 with one set too many (TW-13 to TW-15)."""
    tiles = [tile for shown in seen.score.reading for tile in shown.tiles[:3]]
    honours = [tile for tile in tiles if tile >= Tile.E]
    suits = {suit: [tile for tile in tiles if tile < Tile.E and tile // 9 == suit]
             for suit in range(3)}  # fmt: skip
    there = sorted((len(some), suit) for suit, some in suits.items() if some)
    if len(there) == 1 and 0 < len(honours) <= MOST_WRONG_TILES:
        why = f"有字牌 {format_chinese(sorted(honours))}"
        yield from seen.tell("one_suit", "broken", "honours", why)
    if len(there) == 2 and there[0][0] <= MOST_WRONG_TILES:
        why = f"有別門 {format_chinese(sorted(suits[there[0][1]]))}"
        wanted = "one_suit_and_honours" if honours else "one_suit"
        yield from seen.tell(wanted, "broken", "suit", why)
    numbers = len(tiles) - len(honours)
    if honours and 0 < numbers <= MOST_WRONG_TILES:
        rest = sorted(tile for tile in tiles if tile < Tile.E)
        yield from seen.tell("all_honours", "broken", "suit", f"有 {format_chinese(rest)}")


def _honours(seen: _Seen) -> Iterator[NotCounted]:
    """風字坎, 四喜, 箭字坎 and 三元 (TW-01, TW-02, TW-19 to TW-22)."""
    winds = [pung for pung in seen.pungs if pung.tiles[0] in WINDS]
    dragons = [pung for pung in seen.pungs if pung.tiles[0] in DRAGONS]
    pair = seen.pairs[0].tiles[0] if len(seen.pairs) == 1 else None
    c = seen.circumstances
    for pung in winds:
        tile = pung.tiles[0]
        for id, wind, word in (("seat_wind", c.seat, "門風"), ("round_wind", c.round, "圈風")):
            if tile == wind and "big_four_winds" in seen.ids:
                yield from seen.tell(id, "absorbed", "big_four_winds", f"{pung}：已含於大四喜")
            elif tile not in (c.seat, c.round):
                yield from seen.tell(id, "broken", "wind", f"{pung}不是{word} {wind.short}")
    if len(winds) == 3 and pair in WINDS:
        yield from seen.tell("big_four_winds", "broken", "pair", f"{pair.short}只是眼")
    elif len(winds) == 3:
        yield from seen.tell("small_four_winds", "broken", "pair", f"眼不是{_rest(winds, WINDS)}")
    if "big_three_dragons" in seen.ids or "small_three_dragons" in seen.ids:
        higher = "big_three_dragons" if len(dragons) == 3 else "small_three_dragons"
        why = f"已含於{ITEM_NAMES[higher][0]}"
        yield from seen.tell("dragon", "absorbed", higher, why)
    if len(dragons) == 2 and pair in DRAGONS:
        yield from seen.tell("big_three_dragons", "broken", "pair", f"{pair.short}只是眼")
    elif len(dragons) == 2:
        why = f"眼不是{_rest(dragons, DRAGONS)}"
        yield from seen.tell("small_three_dragons", "broken", "pair", why)


def _rest(pungs: list[ReadSet], kinds: tuple[Tile, ...]) -> str:
    have = {pung.tiles[0] for pung in pungs}
    return "".join(tile.short for tile in kinds if tile not in have)


def _waiting(seen: _Seen) -> Iterator[NotCounted]:
    """獨聽 with two kinds waited for, 全求 with a concealed set left (TW-05, TW-06, TW-11)."""
    if len(seen.score.waits) == 2:
        why = f"聽二種：{format_chinese(seen.score.waits)}"
        yield from seen.tell("single_wait", "broken", "waits", why)
    melds = seen.hand.melds
    id = "half_melded_hand" if seen.self_drawn else "melded_hand"
    if len(melds) == 5 and any(meld.concealed for meld in melds):
        kong = next(meld for meld in melds if meld.concealed)
        yield from seen.tell(id, "broken", "concealed_kong", f"{format_chinese(kong.tiles)}是暗槓")
    elif len(melds) == 4 and not any(meld.concealed for meld in melds):
        inside = next(s for s in seen.score.reading if s.kind != "pair")
        yield from seen.tell(id, "broken", "concealed_set", f"{inside}未亮出")


def _flowers(seen: _Seen) -> Iterator[NotCounted]:
    """花牌 and 花槓 (TW-26)."""
    if "all_flowers" in seen.ids:
        return
    for colour in (FACES[34:38], FACES[38:42]):
        have = [tile for tile in seen.hand.flowers if tile in colour]
        if len(have) == 3:
            lacking = next(tile for tile in colour if tile not in have)
            yield from seen.tell("flower_set", "broken", "flower", f"缺{lacking.chinese}")
    counted = " ".join(item.why for item in seen.score.items)
    for flower in seen.hand.flowers:
        if flower.chinese not in counted and "own_flower" not in seen.ids:
            why = f"{flower.chinese}不是{seen.circumstances.seat.short}家的花"
            yield from seen.tell("own_flower", "broken", "seat", why)


_LOOKS: Final = (_concealed, _sets, _suits, _honours, _waiting, _flowers)
