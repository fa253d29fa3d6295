"""What the joker game counts: items of one interpretation, before it is known how its sets lie.

The worth of an item depends on which sets make it (all concealed, all open, mixed), and where a
hand has several candidates the best one counts once (WU16-08). So each pattern is a *group* of
*options*, an option is a tuple of `Found`, and the best option of every group counts.

Suits are looked at one by one, moved down to the characters, so that what a suit can be is kept
and used again; what suits make together follows. `Table.bound` says quickly how much an
interpretation can be worth at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final, NamedTuple

from scoring.jokers import PUNG, tiles_of
from scoring.tiles import DRAGONS, FACES, WINDS, Tile, format_chinese
from scoring.wu_joker_rules import WuJokerRules

PAIR: Final = 5
"""Index of the pair among the sets of a hand."""
WHOLE: Final = tuple(range(6))
_REMEMBERED: Final = 1 << 16
"""Suits that are kept; the bound is for a server that runs for months."""


class Found(NamedTuple):
    """An item before its level: which sets make it, None for what has no level."""

    id: str
    value: int
    parts: tuple[int, ...] | None
    why: str = ""
    concealed: int = 0
    """What it is worth all concealed, where that is not the double."""

    def at(self, level: int) -> int:
        """Its value at level 1, 2 or 4 (WU16-02)."""
        return self.concealed if level == 2 and self.concealed else self.value * level


Option = tuple[Found, ...]
Group = tuple[Option, ...]


@lru_cache(maxsize=1 << 12)
def _mask(parts: tuple[int, ...]) -> int:
    return sum(1 << part for part in parts)


class Lie(NamedTuple):
    """How the sets of a hand lie: bits of the concealed ones and of the open ones.

    Those that are neither may count as either (WU16-05).
    """

    concealed: int
    opened: int

    def level(self, parts: tuple[int, ...] | None) -> int:
        """WU16-02: 4 if all are open, 2 if all are concealed, else 1."""
        if parts is None:
            return 1
        mask = _mask(parts)
        if not mask & self.concealed:
            return 4
        return 1 if mask & self.opened else 2


def best_option(group: Group, lie: Lie) -> Option:
    """The option that is worth most as the sets lie; the first of equals."""
    if len(group) == 1:
        return group[0]
    return max(group, key=lambda option: sum(f.at(lie.level(f.parts)) for f in option))


class Suit(NamedTuple):
    """A suit at a glance, for `Table.bound`."""

    most: int
    """What its own items can come to."""
    pungs: int
    """Bits of the ranks that have pungs."""
    chows: int
    """Bits of the ranks that chows begin with."""
    tiles: int
    """Bits of the ranks it has, the pair's with them."""
    pung_count: int
    chow_count: int


_NUMBER_SETS: Final = (*range(7), *range(PUNG, PUNG + 9))
_HONOUR_SETS: Final = tuple(range(PUNG + Tile.E, PUNG + Tile.F1))
_NOTHING: Final = Suit(0, 0, 0, 0, 0, 0)
_MIDDLE: Final = 0b000111000
_EVEN: Final = 0b010101010
_ENDS: Final = 0b100000001
_STRAIGHT: Final = 0b001001001
_OUTER_CHOWS: Final = 0b001000001
_BLACK: Final = 0b1001111
"""Winds and 白."""
_DRAGON_BITS: Final = 0b1110000


class Table:
    """The items of one set of rules, with what was found before."""

    def __init__(self, rules: WuJokerRules, seat: Tile, round: Tile) -> None:
        self.rules = rules
        self.winds = (int(seat), int(round))
        self._groups: dict[tuple[bool, tuple[int, ...], int], tuple[Group, ...]] = {}
        self._suits: dict[tuple[bool, tuple[int, ...], int, bool], Suit] = {}
        self._families = {
            family: {
                (small, count): int(getattr(rules, id))
                for count in range(2, 7)
                for small, id in ((False, f"{family}_{count}"), (True, f"{family}_small_{count}"))
                if hasattr(rules, id) and getattr(rules, id)
            }
            for family in ("brothers", "sisters", "dragons", "winds")
        }
        self._gains: dict[tuple[bool, tuple[int, ...], int, bool, int, bool], int] = {}
        # What `bound` asks of the rules some thousand times for one hand with many jokers.
        self._wait_most = max(rules.single_wait, rules.false_single, rules.pair_wait)
        plain = max(rules.no_honours_nor_flowers, rules.no_honours + rules.no_flowers)
        self._plain_most = max(rules.no_flowers, plain)
        self._kinds_most = max(rules.five_kinds, rules.seven_kinds)
        self._ends_most = max(rules.ends_everywhere, rules.ends_or_honours_everywhere)
        self._only_ends_most = max(rules.only_ends_and_honours, rules.only_ends)
        concealed = (int(getattr(rules, f"concealed_pungs_{n}")) for n in range(2, 6))
        self._concealed_most = (0, 0, *concealed)
        self._most_of_catalogue = (
            rules.catalogue
            and self._catalogue_bound((_NOTHING,) * 4, 0, 5)
            + max(rules.one_suit_missing, self._kinds_most)
            + max(
                rules.concealed_pungs_2,
                rules.concealed_pungs_3,
                rules.concealed_pungs_4,
            )
            + rules.middle_pair
        )
        self._brothers_most = tuple(self._most_of_brothers(n) for n in range(6))

    # --- items of a suit

    def groups(self, honours: bool, codes: tuple[int, ...], pair: int) -> tuple[Group, ...]:
        """Items that the sets of one suit make by themselves.

        Args:
            honours: whether this is the suit of winds and dragons.
            codes: sets, sorted, of the characters or of the honours.
            pair: the tile of the pair if it is in this suit, else -1.

        Returns:
            groups whose parts are indices into `codes`, or `PAIR`.
        """
        key = (honours, codes, pair)
        found = self._groups.get(key)
        if found is None:
            if len(self._groups) >= _REMEMBERED:
                self._groups.clear()
            found = self._groups[key] = tuple(group for group in self._look(*key) if group)
        return found

    def _look(self, honours: bool, codes: tuple[int, ...], pair: int) -> Iterable[Group]:
        pungs: dict[int, list[int]] = {}
        chows: dict[int, list[int]] = {}
        for index, code in enumerate(codes):
            if code >= PUNG:
                pungs.setdefault(code - PUNG, []).append(index)
            else:
                chows.setdefault(code, []).append(index)
        if honours:
            yield self._honours("dragons", DRAGONS, pungs, pair)
            yield self._honours("winds", WINDS, pungs, pair)
        else:
            yield self._sisters(pungs, pair)
            yield from (self._same_chows(own) for own in chows.values())
            yield from self._five_chows(chows)
            yield self._straight(chows)
            if self.rules.catalogue:
                yield from self._copies(pungs, chows, pair)
        for tile, parts in pungs.items():
            mine = (*parts, *((PAIR,) if pair == tile else ()))
            if len(mine) > 1 and self.rules.same_tile:
                yield ((Found("same_tile", self.rules.same_tile * (len(mine) - 1), mine),),)

    def _honours(
        self, family: str, tiles: Sequence[Tile], pungs: dict[int, list[int]], pair: int
    ) -> Group:
        """元, 風 and 喜, or single triplets: 箭刻, 正風, 其他風 (DX, WU16-21)."""
        own = {int(t): pungs[t] for t in tiles if t in pungs}
        options = self.family(family, own, pair if pair in tiles else None, len(tiles))
        single: list[Found] = []
        for tile, parts in own.items():
            id, value = "dragon", self.rules.dragon
            if family == "winds":
                own_wind = self.winds.count(tile) if self.rules.catalogue else 0
                id = "seat_or_round_wind" if own_wind else "other_wind"
                value = own_wind * self.rules.seat_or_round_wind or self.rules.other_wind
                if not self.rules.catalogue:
                    continue
            single += (Found(id, value, (part,)) for part in parts if value)
        return (*options, *((tuple(single),) if single else ()))

    def family(
        self, family: str, own: dict[int, list[int]], paired: int | None, kinds: int
    ) -> Group:
        """Every step of a family of triplets; the highest that sets make counts (DX).

        Args:
            family: ``brothers``, ``dragons`` or ``winds``.
            own: for each kind, its triplets.
            paired: the kind of the pair, or None.
            kinds: how many kinds there are; a step has as many of them as it can.
        """
        values = self._families[family]
        held = [(kind, part) for kind, parts in own.items() for part in parts]
        options: list[Option] = []
        for count in range(1, len(held) + 1):
            for chosen in combinations(held, count):
                covered = {kind for kind, _ in chosen}
                parts = tuple(part for _, part in chosen)
                big = values.get((False, count))
                if big and len(covered) == min(count, kinds):
                    options.append((Found(f"{family}_{count}", big, parts),))
                small = values.get((True, count + 1)) if paired is not None else None
                if small and len(covered | {paired}) == min(count + 1, kinds):
                    id = f"{family}_small_{count + 1}"
                    options.append((Found(id, small, (*parts, PAIR)),))
        return tuple(options)

    def _sisters(self, pungs: dict[int, list[int]], pair: int) -> Group:
        """姊妹: triplets in a row, the pair among them; two rows apart both count (DX)."""
        values = self._families["sisters"]
        rows: list[Found] = []
        for low in range(9):
            members: list[list[int]] = []
            small = False
            for rank in range(low, 9):
                if rank in pungs:
                    members.append(pungs[rank])
                elif rank == pair:
                    members.append([PAIR])
                    small = True
                else:
                    break
                value = values.get((small, len(members)))
                if value:
                    id = f"sisters_{'small_' if small else ''}{len(members)}"
                    rows += (Found(id, value, parts) for parts in product(*members))
        options: list[Option] = [(row,) for row in rows]
        options += (
            (one, two)
            for one, two in combinations(rows, 2)
            if not set(one.parts or ()) & set(two.parts or ())
        )
        return tuple(options)

    def _same_chows(self, parts: list[int]) -> Group:
        """一般高, 三同順 ...: so many equal chows (DX)."""
        return tuple(
            (Found(f"same_chows_{count}", value, chosen),)
            for count in range(2, len(parts) + 1)
            if (value := int(getattr(self.rules, f"same_chows_{count}")))
            for chosen in combinations(parts, count)
        )

    def _five_chows(self, chows: dict[int, list[int]]) -> Iterable[Group]:
        """五S歸五: a tile that is in five chows (DX 147Y)."""
        parts = tuple(i for own in chows.values() for i in own)
        if len(parts) == 5 and (value := self.rules.five_chows_of_a_tile):
            for tile in range(9):
                if all(tile in tiles_of(code) for code in chows):
                    yield ((Found("five_chows_of_a_tile", value, parts),),)

    def _straight(self, chows: dict[int, list[int]]) -> Group:
        """清龍 10; 老少 2 for each further 123 or 789, none for those in the 清龍 (WU16-19)."""
        low, middle, high = (chows.get(rank, []) for rank in (0, 3, 6))
        long, short = (low, high) if len(low) >= len(high) else (high, low)
        straight, ends = self.rules.straight, self.rules.old_and_young
        options: list[Option] = []
        if not short:
            return ()
        for used in product(low, middle, high) if straight else ():
            first = Found("straight", straight, used)
            rest = [part for part in long if part not in used]
            options += ((first, *more) for more in self._ends(rest, short, ends))
        if not options:
            options += (more for more in self._ends(long, short, ends) if more)
        return tuple(options)

    @staticmethod
    def _ends(long: list[int], short: list[int], value: int) -> Iterable[Option]:
        """Each of the longer list with one of the shorter."""
        if not value:
            return [()]
        return (
            tuple(Found("old_and_young", value, pair) for pair in zip(long, partners, strict=True))
            for partners in product(short, repeat=len(long))
        )

    def _copies(
        self, pungs: dict[int, list[int]], chows: dict[int, list[int]], pair: int
    ) -> Iterable[Group]:
        """四歸一 四歸二 四歸四: four equal tiles in different sets (WU16-21)."""
        rules = self.rules
        for tile in sorted({t for code in chows for t in tiles_of(code)}):
            held = sum(len(parts) for code, parts in chows.items() if tile in tiles_of(code))
            id, value = "", 0
            if tile in pungs:
                id, value = "tile_in_two", rules.tile_in_two
            elif held == 4:
                id, value = "tile_in_four", rules.tile_in_four
            elif pair == tile and held in (2, 3):
                id, value = "tile_in_three", rules.tile_in_three
            if value:
                yield ((Found(id, value, None, f"#{tile}"),),)

    # --- items of the whole hand

    def across(self, sets: Sequence[int], pair: int) -> list[Group]:
        """Items that sets of different suits make together; parts are indices into `sets`."""
        ranks: dict[int, dict[int, list[int]]] = {}
        chows: dict[int, dict[int, list[int]]] = {}
        for index, code in enumerate(sets):
            tile = code - PUNG if code >= PUNG else code
            if tile < Tile.E:
                where = ranks if code >= PUNG else chows
                where.setdefault(tile % 9, {}).setdefault(tile // 9, []).append(index)
        out: list[Group] = []
        for rank, own in ranks.items():
            paired = pair // 9 if pair < Tile.E and pair % 9 == rank else None
            out.append(self.family("brothers", own, paired, 3))
        out += (self._mixed(own) for own in chows.values() if len(own) > 1)
        if self.rules.catalogue and self.rules.mixed_straight and len(chows) > 2:
            out.append(self._mixed_straight(chows))
        return [group for group in out if group]

    def _mixed(self, own: dict[int, list[int]]) -> Group:
        """相逢 of two suits, each further chow once more; 三相逢 of three (WU16-19, WU16-21)."""
        rules = self.rules
        suits = sorted(own.values(), key=len)
        value = rules.mixed_chows_2
        if len(suits) == 2:
            short, long = suits
            return tuple(
                tuple(
                    Found("mixed_chows_2", value, pair) for pair in zip(long, partners, strict=True)
                )
                for partners in product(short, repeat=len(long))
                if value
            )
        if rules.catalogue and rules.mixed_chows_3:
            three = rules.mixed_chows_3
            return tuple((Found("mixed_chows_3", three, parts),) for parts in product(*suits))
        pairs = [pair for one, two in combinations(suits, 2) for pair in product(one, two)]
        return tuple(
            (Found("mixed_chows_2", value, one), Found("mixed_chows_2", value, two))
            for one, two in combinations(pairs, 2)
            if value
        )

    def _mixed_straight(self, chows: dict[int, dict[int, list[int]]]) -> Group:
        """雜龍: 123, 456 and 789 of three suits; 8, all concealed 15 (WU16-21)."""
        rules = self.rules
        low, middle, high = (chows.get(rank, {}) for rank in (0, 3, 6))
        return tuple(
            (Found("mixed_straight", rules.mixed_straight, parts, "", dark),)
            for a, b, c in product(low, middle, high)
            if len({a, b, c}) == 3
            for dark in (rules.mixed_straight_concealed,)
            for parts in product(low[a], middle[b], high[c])
        )

    def whole(self, suits: Sequence[Suit], *, flowers_in_play: bool, flowers: int) -> list[Found]:
        """Patterns of the whole hand (DX), and what the catalogue has of them (WU16-21).

        Args:
            suits: the four suits, as `suit` gives them.
            flowers_in_play: whether flowers are drawn in this game, and not jokers.
            flowers: how many the winner has.
        """
        rules = self.rules
        honours = suits[3].tiles
        numbers = [suit.tiles for suit in suits[:3] if suit.tiles]
        pungs = sum(suit.pung_count for suit in suits)
        plain = flowers_in_play and not flowers
        big = plain and not honours and not pungs and rules.catalogue
        ids: list[str] = []
        if not numbers:
            ids.append("all_honours")
            if not honours & ~_DRAGON_BITS:
                ids.append("all_dragons")
            if not honours & ~_BLACK:
                ids.append("all_black")
        elif len(numbers) == 1:
            ids.append("one_suit_and_honours" if honours else "one_suit")
        if pungs == 5:
            ids.append("all_pungs")
        if not honours:
            ranks = numbers[0] | numbers[-1] | numbers[len(numbers) // 2]
            if not ranks & ~_MIDDLE:
                ids.append("all_middle")
            if pungs == 5 and not ranks & ~_EVEN:
                ids.append("even_pungs")
        big = bool(big and rules.no_flower_all_chows)
        if not pungs:
            ids.append("no_flower_all_chows" if big else "all_chows")
        out = [Found(id, int(getattr(rules, id)), WHOLE) for id in ids]
        if rules.catalogue:
            other = self._plain(bool(honours), plain=plain, flowers=flowers_in_play)
            other = [] if big else other
            other += self._kinds(len(numbers), honours, flowers)
            other += self._ends_of(suits)
            out += (Found(id, int(getattr(rules, id)), None) for id in other)
        return [found for found in out if found.value]

    def _plain(self, honours: bool, *, plain: bool, flowers: bool) -> list[str]:
        """無字 無花 無字花; where no flowers are in play their lack counts nothing (WU16-21)."""
        if not honours and plain and self.rules.no_honours_nor_flowers:
            return ["no_honours_nor_flowers"]
        return [
            *([] if honours else ["no_honours"]),
            *(["no_flowers"] if plain and flowers else []),
        ]

    @staticmethod
    def _kinds(suits: int, honours: int, flowers: int) -> list[str]:
        """缺一門 五門齊 七門齊 (WU16-21)."""
        if suits == 2:
            return ["one_suit_missing"]
        if suits < 3 or not honours & _DRAGON_BITS or not honours & ~_DRAGON_BITS:
            return []
        seasons, plants = flowers & 0b1111, flowers >> 4
        return ["seven_kinds" if seasons and plants else "five_kinds"]

    def _ends_of(self, suits: Sequence[Suit]) -> list[str]:
        """斷么 混么 清么 (WU16-21). 全帶么 asks for sets, see `everywhere`."""
        honours = suits[3].tiles
        ranks = suits[0].tiles | suits[1].tiles | suits[2].tiles
        if not honours and not ranks & _ENDS:
            return ["no_ends"]
        if ranks and not ranks & ~_ENDS:
            return ["only_ends_and_honours" if honours else "only_ends"]
        return []

    def everywhere(self, sets: Sequence[int], pair: int) -> list[Found]:
        """全帶么 全帶混么: an end or honour in every set, not ends alone (WU16-21)."""
        groups = [*map(tiles_of, sets), (pair,)]
        if not self.rules.catalogue or not all(any(map(_outer, group)) for group in groups):
            return []
        tiles = set(chain(*groups))
        if all(map(_outer, tiles)):
            return []
        honours = any(tile >= Tile.E for tile in tiles)
        id = "ends_or_honours_everywhere" if honours else "ends_everywhere"
        value = int(getattr(self.rules, id))
        return [Found(id, value, None)] if value else []

    # --- bounds

    def suit(self, honours: bool, codes: tuple[int, ...], pair: int, *, melded: bool) -> Suit:
        """A suit at a glance. Args as for `groups`; `melded`: some sets of the hand lie open."""
        if not codes and pair < 0:
            return _NOTHING
        key = (honours, codes, pair, melded)
        found = self._suits.get(key)
        if found is None:
            if len(self._suits) >= _REMEMBERED:
                self._suits.clear()
            found = self._suits[key] = self._at_a_glance(*key)
        return found

    def _at_a_glance(self, honours: bool, codes: tuple[int, ...], pair: int, melded: bool) -> Suit:
        first = Tile.E if honours else 0
        most = sum(
            max(sum(_most(found, melded) for found in option) for option in group)
            for group in self.groups(honours, codes, pair)
        )
        pungs = chows = tiles = 0
        count = 0
        for code in codes:
            if code >= PUNG:
                pungs |= 1 << code - PUNG - first
                count += 1
            else:
                chows |= 1 << code
            for tile in tiles_of(code):
                tiles |= 1 << tile - first
        if pair >= 0:
            tiles |= 1 << pair - first
        return Suit(most, pungs, chows, tiles, count, len(codes) - count)

    def bound(self, suits: Sequence[Suit], pair: int, *, melded: bool) -> int:
        """More than this the items of an interpretation cannot come to, however its sets lie.

        What has nothing to do with the sets (how it was won, flowers) is not in it.
        """
        rules = self.rules
        a, b, c, honours = suits
        top = 4 if melded else 2
        # Asked some thousand times for one hand with many jokers, so nothing is built here.
        total = a.most + b.most + c.most + honours.most
        pungs = a.pung_count + b.pung_count + c.pung_count
        threes = a.pungs & b.pungs | a.pungs & c.pungs | b.pungs & c.pungs
        if pair < 27:
            threes |= (a.pungs | b.pungs | c.pungs) & 1 << pair % 9
        if threes:
            total += top * self._brothers_most[pungs]
        runs = a.chow_count + b.chow_count + c.chow_count
        if not runs:
            total += top * (rules.all_pungs + rules.even_pungs)
        elif runs == 5:
            total += top * max(rules.all_chows, rules.no_flower_all_chows)
        if a.chows & b.chows or a.chows & c.chows or b.chows & c.chows:
            total += top * (rules.mixed_chows_2 * (runs - 1))
            if a.chows & b.chows & c.chows:
                total += top * rules.mixed_chows_3
        if runs > 2 and (a.chows | b.chows | c.chows) & _STRAIGHT == _STRAIGHT:
            total += max(top * rules.mixed_straight, rules.mixed_straight_concealed)
        number = (a.tiles > 0) + (b.tiles > 0) + (c.tiles > 0)
        if not number:
            total += top * (rules.all_honours + max(rules.all_dragons, rules.all_black))
        elif number == 1:
            total += top * (rules.one_suit_and_honours if honours.tiles else rules.one_suit)
        if not honours.tiles and not (a.tiles | b.tiles | c.tiles) & ~_MIDDLE:
            total += top * rules.all_middle
        if rules.catalogue:
            total += self._catalogue_bound(suits, number, pungs + honours.pung_count)
            if pair < 27 and pair % 9 in (1, 4, 7):
                total += rules.middle_pair
        return total

    def _catalogue_bound(self, suits: Sequence[Suit], number: int, pungs: int) -> int:
        rules = self.rules
        honours = suits[3].tiles
        total = self._wait_most + (rules.no_flowers if honours else self._plain_most)
        if number == 2:
            total += rules.one_suit_missing
        elif number == 3 and honours:
            total += self._kinds_most
        ends = 0 if honours else rules.no_ends
        a, b, c, _ = suits
        if not (a.chows | b.chows | c.chows) & ~_OUTER_CHOWS and not (
            (a.pungs | b.pungs | c.pungs) & ~_ENDS
        ):
            ends = max(ends, self._ends_most)
        if pungs == 5:
            ends = max(ends, self._only_ends_most) + rules.concealed_all_pungs
        return total + ends + self._concealed_most[pungs]

    def open_bound(
        self,
        keys: Sequence[tuple[bool, tuple[int, ...], int]],
        suits: Sequence[Suit],
        room: int,
        *,
        melded: bool,
        paired: bool,
    ) -> int:
        """`bound` where so many sets, and the pair unless `paired`, are still to be chosen.

        Args:
            keys: the first three arguments of `suit` for each suit.
            suits: what `suit` says of them.
            room: how many sets are open.
            melded: whether some sets of the hand lie open.
            paired: whether the pair is known.
        """
        rules = self.rules
        top = 4 if melded else 2
        best = 0
        for given in product(range(room + 1), repeat=3):
            left = room - sum(given)
            if left < 0:
                continue
            shares = (*given, left)
            most = [self._gain(*k, melded, n, False) for k, n in zip(keys, shares, strict=True)]
            total = sum(most)
            if not paired:
                total += max(
                    self._gain(*k, melded, n, True) - m
                    for k, n, m in zip(keys, shares, most, strict=True)
                )
            best = max(best, total)
        number = sum(suit.tiles > 0 for suit in suits[:3])
        pungs = sum(suit.pung_count for suit in suits)
        runs = sum(suit.chow_count for suit in suits)
        total = best + top * self._brothers_most[min(5, pungs + room)]
        if not runs:
            total += top * (rules.all_pungs + rules.even_pungs)
        if not pungs:
            total += top * max(rules.all_chows, rules.no_flower_all_chows)
        if runs + room > 1:
            total += top * (rules.mixed_chows_2 * (runs + room - 1) + rules.mixed_chows_3)
            total += max(top * rules.mixed_straight, rules.mixed_straight_concealed)
        if not number:
            total += top * (rules.all_honours + max(rules.all_dragons, rules.all_black))
        if number <= 1:
            total += top * max(rules.one_suit_and_honours, rules.one_suit)
        if not suits[3].tiles and not (suits[0].tiles | suits[1].tiles | suits[2].tiles) & ~_MIDDLE:
            total += top * rules.all_middle
        return total + self._most_of_catalogue

    def _gain(
        self,
        honours: bool,
        codes: tuple[int, ...],
        pair: int,
        melded: bool,
        room: int,
        with_pair: bool,
    ) -> int:
        """The most that a suit's items come to with up to so many sets more, and the pair."""
        key = (honours, codes, pair, melded, room, with_pair)
        found = self._gains.get(key)
        if found is not None:
            return found
        if len(self._gains) >= _REMEMBERED:
            self._gains.clear()
        if room:
            best = self._gain(honours, codes, pair, melded, room - 1, with_pair)
            for code in _HONOUR_SETS if honours else _NUMBER_SETS:
                more = tuple(sorted((*codes, code)))
                best = max(best, self._gain(honours, more, pair, melded, room - 1, with_pair))
        else:
            best = self.suit(honours, codes, pair, melded=melded).most
            for tile in (range(Tile.E, Tile.F1) if honours else range(9)) if with_pair else ():
                best = max(best, self.suit(honours, codes, tile, melded=melded).most)
        self._gains[key] = best
        return best

    def _most_of_brothers(self, pungs: int) -> int:
        """The most that so many triplets, and the pair, come to as 兄弟 of one or two numbers."""
        single = [
            max(
                (v for (s, n), v in self._families["brothers"].items() if n - s <= count), default=0
            )
            for count in range(pungs + 1)
        ]
        return max(single[one] + single[pungs - one] for one in range(pungs + 1))


def _most(found: Found, melded: bool) -> int:
    """The most an item can be worth: a lone set may be that of the winning tile, which is free."""
    if found.parts is None:
        return found.value
    if melded or len(found.parts) == 1:
        return max(4 * found.value, found.at(2))
    return found.at(2)


def _outer(tile: int) -> bool:
    """Whether a tile is an honour, a one or a nine."""
    return tile >= Tile.E or tile % 9 in (0, 8)


@lru_cache(maxsize=32)
def table(rules: WuJokerRules, seat: Tile, round: Tile) -> Table:
    """The table of these rules; whoever scores keeps asking for the same."""
    return Table(rules, seat, round)


def shown(code: int) -> str:
    """A set in words."""
    return format_chinese([FACES[tile] for tile in tiles_of(code)])
