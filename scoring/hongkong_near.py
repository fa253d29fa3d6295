"""What a Hong Kong hand nearly has, and what keeps it from counting: for `explain`.

Each function looks for one group of fans that `hongkong` did not find, and tells those that lack
little: one set of the wrong kind, three tiles of a wrong suit, one flower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from scoring.explain import NotCounted, Reason
from scoring.hand import count_of
from scoring.hongkong import (
    END_MASK,
    GREEN_MASK,
    HONOUR_MASK,
    SUIT_NAMES,
    Dropped,
    Facts,
    Judged,
    Win,
    chow_name,
    gates_pure,
    gates_suit,
    own_flowers,
    pair_name,
    set_name,
)
from scoring.hongkong_rules import LIMIT, HongKongRules, item_clause, item_name
from scoring.tiles import DRAGONS, FACES, WINDS, Tile, format_chinese

MOST_WRONG_TILES: Final = 3
"""Tiles of a wrong kind with which a hand still counts as near: one set (a kong is one tile more,
but as a set of three)."""


class Near(NamedTuple):
    """An item that does not count; the fields are those of `explain.NotCounted`."""

    id: str
    reason: Reason
    by: str
    why: str


def near_misses(judged: Judged) -> list[NotCounted]:
    """Everything that is there but does not count, and what nearly is there."""
    win = judged.win
    there = {item.id for item in win.found}
    told = [_dropped(win, dropped) for dropped in judged.dropped]
    for look in _LOOKS if win.reading.pairs else ():
        told += (near for near in look(win) if near.id not in there)
    # What the rules turned off is not near: nobody hopes for it.
    return [
        _not_counted(win.rules, near)
        for near in told
        if near.reason != "broken" or _wanted(judged, near.id)
    ]


def _not_counted(rules: HongKongRules, near: Near) -> NotCounted:
    value = getattr(rules, near.id)
    return NotCounted(
        near.id,
        item_name(rules, near.id),
        rules.limit if value == LIMIT else value,
        near.reason,
        near.by,
        near.why,
        item_clause(rules, near.id)[0],
    )


def _wanted(judged: Judged, item: str) -> bool:
    """Whether the item would have added anything: not if turned off or under a limit hand."""
    value: int = getattr(judged.win.rules, item)
    return value == LIMIT if judged.limit else value != 0


def _dropped(win: Win, dropped: Dropped) -> Near:
    found, by = dropped
    name = found.name or item_name(win.rules, found.id)
    if by is None:
        return Near(found.id, "switched_off", "value", f"{found.why}：本規則不計{name}")
    higher = item_name(win.rules, by)
    return Near(found.id, "absorbed", by, f"{found.why}：已計{higher}，不另計{name}")


def _broken(id: str, by: str, why: str) -> Near:
    return Near(id, "broken", by, why)


def _text(mask: int, facts: Facts) -> tuple[int, str]:
    """How many tiles of the hand are in a mask, and which (kongs as three)."""
    tiles = [tile for tile in facts.tiles if count_of(mask, tile)]
    kongs = sum(tile in facts.kongs for tile in dict.fromkeys(tiles))
    return len(tiles) - kongs, format_chinese(tiles)


def _sets(win: Win) -> Iterator[Near]:
    """平胡 with one pung, 對對胡 with one chow, concealed pungs and kongs with one short."""
    facts = win.facts
    if len(win.chows) == 3:
        yield _broken("all_chows", "pung", f"{set_name(win.pungs[0])}不是順子")
    elif len(win.chows) == 4 and win.pair is not None:
        yield _broken("all_chows", "honour_pair", f"眼{pair_name(win.pair)}是番子")
    elif len(win.chows) == 1:
        yield _broken("all_pungs", "chow", f"{chow_name(win.chows[0])}不是刻子")
    if len(win.pungs) == 4:
        open_pungs = [tile for tile in win.pungs if tile not in win.concealed_pungs]
        if not open_pungs:
            why = f"{facts.win_name}不是自摸"
            yield _broken("four_concealed_pungs", "discard", why)
        elif len(open_pungs) == 1 and any(open_pungs[0] in m.tiles for m in facts.hand.melds):
            yield _broken("four_concealed_pungs", "open_meld", f"{set_name(open_pungs[0])}已亮出")
        elif len(open_pungs) == 1:
            why = f"{set_name(open_pungs[0])}胡他家打出之牌而成，算明刻"
            yield _broken("four_concealed_pungs", "discard", why)
        if len(facts.kongs) == 3:
            short = next(tile for tile in win.pungs if tile not in facts.kongs)
            yield _broken("four_kongs", "pung", f"{set_name(short)}未槓")


def _suits(win: Win) -> Iterator[Near]:
    """One suit, one suit with honours, only honours, ones and nines, green tiles."""
    facts = win.facts
    count, names = _text(HONOUR_MASK, facts)
    if len(facts.suits) == 1 and 0 < count <= MOST_WRONG_TILES:
        yield _broken("one_suit", "honours", f"有番子 {names}")
    if len(facts.suits) == 2:
        least, names = min(_text(_SUITS[suit], facts) for suit in facts.suits)
        if least <= MOST_WRONG_TILES:
            item = "one_suit_and_honours" if facts.honours else "one_suit"
            yield _broken(item, "suit", f"有別門 {names}")
    for item, mask in (
        ("all_honours", HONOUR_MASK),
        ("all_terminals", END_MASK & ~HONOUR_MASK),
        ("terminals_and_honours", END_MASK),
        ("all_green", GREEN_MASK),
    ):
        count, names = _text(_ALL & ~mask, facts)
        if 0 < count <= MOST_WRONG_TILES and not win.orphans:
            yield _broken(item, "tiles", f"有 {names}")


_ALL: Final = (1 << 6 * 34) - 1
_SUITS: Final = tuple(((1 << 54) - 1) << 54 * suit for suit in range(3))


def _honours(win: Win) -> Iterator[Near]:
    """三元 and 四喜 one step short, and winds or dragons that are a pair or a guest wind."""
    facts = win.facts
    dragons = [tile for tile in win.pungs if tile in DRAGONS]
    winds = [tile for tile in win.pungs if tile in WINDS]
    if len(dragons) == 2:
        missing = next(tile for tile in DRAGONS if tile not in dragons)
        if win.pair == missing:
            yield _broken("big_three_dragons", "pair", f"{pair_name(missing)}只是眼")
        else:
            yield _broken("small_three_dragons", "pair", f"眼不是{pair_name(missing)}")
    if len(winds) == 3:
        missing = next(tile for tile in WINDS if tile not in winds)
        if win.pair == missing:
            yield _broken("big_four_winds", "pair", f"{pair_name(missing)}只是眼")
        else:
            yield _broken("small_four_winds", "pair", f"眼不是{pair_name(missing)}")
    if win.pair in DRAGONS:
        yield _broken("dragon", "pair", f"{pair_name(win.pair)}只是眼")
    for item, name, wind in (
        ("seat_wind", "門風", facts.seat),
        ("round_wind", "圈風", facts.round),
    ):
        if wind is not None and win.pair == wind:
            yield _broken(item, "pair", f"{pair_name(wind)}只是眼")
        for tile in winds:
            if wind is None:
                yield _broken(item, "unknown", f"{set_name(tile)}：不知{name}")
            elif tile != wind:
                yield _broken(item, "wind", f"{set_name(tile)}不是{name}")


def _gates(win: Win) -> Iterator[Near]:
    """九子連環 of which the thirteen tiles before the win were not the nine gates."""
    facts = win.facts
    suit = gates_suit(facts)
    if suit is not None and not gates_pure(facts):
        why = f"{SUIT_NAMES[suit]}胡牌前不是一一一二三四五六七八九九九，只聽"
        yield _broken("nine_gates", "wait", why + format_chinese(facts.waits))


def _last(win: Win) -> Iterator[Near]:
    """門前清 with one open set or where flowers are played; 槓上花 on a flower's replacement."""
    facts, rules = win.facts, win.rules
    opened = [meld for meld in facts.hand.melds if not meld.concealed]
    if not opened and rules.concealed_hand:
        yield Near("concealed_hand", "switched_off", "flowers", "打花牌不計門前清")
    elif len(opened) == 1:
        yield _broken("concealed_hand", "open_meld", f"{format_chinese(opened[0].tiles)}已亮出")
    if facts.circumstances.kong_draw:
        yield _broken("replacement_tile", "flower", "補花而來，不是槓後補牌")


def _flowers(win: Win) -> Iterator[Near]:
    """無花 with one flower, a colour of three, flowers of other seats, six flowers."""
    facts = win.facts
    flowers = facts.hand.flowers
    if len(flowers) == 1:
        yield _broken("no_flowers", "flower", f"有{flowers[0].chinese}")
    own = own_flowers(facts)
    if flowers and facts.seat is None:
        yield _broken("own_flower", "unknown", "不知門風")
    elif flowers:
        names = "".join(flower.chinese for flower in flowers if flower not in own)
        yield _broken("own_flower", "seat", f"{names}不是{facts.circumstances.seat.chinese}位之花")
    for first in (Tile.F1, Tile.F5):
        missing = [FACES[f] for f in range(first, first + 4) if f not in flowers]
        if len(missing) == 1:
            yield _broken("flower_set", "flower", f"少{missing[0].chinese}")
    if len(flowers) == 6:
        yield _broken("seven_flowers", "flower", "只有六隻花")


_LOOKS: Final[tuple[Callable[[Win], Iterator[Near]], ...]] = (
    _gates,
    _sets,
    _suits,
    _honours,
    _last,
    _flowers,
)
