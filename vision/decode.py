"""From a reading of a photo to a hand that a rule set can score.

The layout says which tiles are the concealed ones, the sets, the flowers and the winning tile; this
module holds them against the rules: at most four alike, one of each flower, sets that are sets, the
right number of tiles, and, since the hand is claimed to win, a win.

When the most likely faces break a rule, the namer's other candidates are tried, cheapest first. The
price of a change is how much less likely the namer thought the new face: the natural logarithm of
the ratio of the two probabilities. Price and number of changes are bounded, every change is
reported, and what a person should confirm becomes a question. A hand that does not win within those
bounds is handed on as it was read: scoring says that it does not win.
"""

from __future__ import annotations

import contextlib
import heapq
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.errors import MeldError, RuleError, TooManyOfATileError, TwoOfAFlowerError
from scoring.hand import Circumstances, Hand, Meld, MeldKind, stand_in
from scoring.jokers import jokers_of
from scoring.rulesets import RuleSet
from scoring.tiles import Tile
from vision import geometry
from vision.layout import (
    LayoutSettings,
    arrange,
    arrangements,
    is_flower,
    lay,
    unclear_flowers,
    unclear_sets,
    unclear_winning,
)
from vision.types import BACK, FACE_CODES, Group, Question, Reading, ReadTile

SET_ROLES: Mapping[str, MeldKind] = {
    "chow": MeldKind.CHOW,
    "pung": MeldKind.PUNG,
    "kong": MeldKind.KONG,
    "concealed_kong": MeldKind.CONCEALED_KONG,
}


KONG_WORDS: Mapping[str, str] = {"open kong": "kong", "concealed kong": "concealed_kong"}
"""Choices of the question about four equal tiles, and the role each means."""
OPEN_WORDS = ("laid open", "in the hand")
COUNT_WORDS = ("in the hand", "not in the hand")
"""Choices of the question about tiles that count only if they lie a little oddly."""
SOME = "some of each"
"""Choices of the question about plain sets beside the concealed tiles."""
FLOWERS = "(flowers)"
WINNING = "winning tile:"
"""How questions about whose flowers end and those about the winning tile begin."""
FACE_DOWN = "which tile is the face-down kong?"
FLOWERS_IN_HAND = 4
"""Where flowers are jokers: how many of them a hand is taken to hold at most."""
JOKER_FACES = 3
"""Faces of a tile that are tried in a set with jokers: the namer's likeliest."""


@dataclass(frozen=True, slots=True)
class DecodeSettings:
    """How far the faces may be changed, and when to ask. Prices in nats: ln(p of one / p of other).

    A wrong reading shown to be wrong is worth less than a question, and a question less than a
    right answer; but a hand made to win by force is the worst. So the bounds are tight.
    """

    max_changes: int = 2
    """Most faces changed in one hand: of hands read 97.7% right per tile, 94% need two or fewer."""
    max_price: float = 4.0
    """Highest price of all changes: the new faces together at least 1/55 as likely."""
    least: float = 0.01
    """A candidate below this probability is noise, never tried."""
    silent_price: float = 0.7
    """A change up to this (at most twice less likely) that alone makes a win is not asked about."""
    rival: float = 2.0
    """Another winning reading within this (1/7.4 as likely) that scores differently is asked."""
    rival_doubtful: float = 3.0
    """The same when the tile is marked doubtful."""
    most_questions: int = 3
    """More than this and a person would rather type the hand."""
    odd_layout: float = 1.5
    """How much odder than the first a layout may be that makes a win of the same faces."""
    tries: int = 4000
    """Bound on work: readings tried per hand (about 10 microseconds each)."""


class DecodeError(ValueError):
    """A photo that gives no hand. `key` names the kind; `params` what the sentence mentions."""

    key = "decode"

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.params: Mapping[str, object] = params


class NoTilesError(DecodeError):
    """No tile was found in the photo."""

    key = "no_tiles"

    def __init__(self) -> None:
        super().__init__("no tiles found in the picture")


class TileCountError(DecodeError):
    """The tiles seen are too few or too many for a hand."""

    key = "tile_count"

    def __init__(self, expected: int, actual: int) -> None:
        plural = "tile" if actual == 1 else "tiles"
        super().__init__(
            f"the hand in the picture has {actual} {plural}, not {expected} "
            "(a kong counts as 3, flowers as 0)",
            expected=expected,
            actual=actual,
        )


class WinNotSeenError(DecodeError):
    """The winning tile that was named is not among the concealed tiles in the photo."""

    key = "win_not_seen"

    def __init__(self, tile: Tile) -> None:
        super().__init__(
            f"the winning tile {tile.code} is not among the tiles in the picture", tile=tile.code
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A face that was read otherwise than the namer's first choice, because of the rules."""

    tile: int  # index into Reading.tiles
    was: str
    now: str
    price: float  # nats; 0.7 = half as likely, 2.3 = a tenth


@dataclass(frozen=True, slots=True)
class Decoded:
    """A hand, and what was changed, assumed and left open to make it."""

    hand: Hand
    wins: bool
    changed: tuple[Change, ...] = ()
    assumed: Mapping[str, str] | None = None
    questions: tuple[Question, ...] = ()
    faces: Mapping[int, str] | None = None
    """The face each tile of the hand is taken for, by its index."""

    @property
    def price(self) -> float:
        """Of all changes together, nats."""
        return sum(change.price for change in self.changed)


@dataclass(slots=True)
class _Parts:
    """Tiles of the hand by the part they play, as indices."""

    concealed: list[int]
    sets: list[Group]
    flowers: list[int]
    win: int | None


def decode(
    reading: Reading,
    rules: RuleSet,
    *,
    circumstances: Circumstances | None = None,
    win: Tile | None = None,
    melds: Sequence[Meld] | None = None,
    flowers: Sequence[Tile] | None = None,
    pinned: Mapping[int, str] | None = None,
    answers: Mapping[Question, str] | None = None,
    settings: DecodeSettings | None = None,
) -> Decoded:
    """Make the hand that a photo shows.

    Args:
        reading: tiles and groups of one winner's hand (groups are found if it has none).
        rules: number of tiles and what wins.
        circumstances: to see whether a doubt changes the score; their indicator names the jokers of
            the joker game.
        win: the winning tile, if somebody said it; taken out of the concealed tiles, or added when
            the photo shows one tile less.
        melds: the exposed sets, if somebody said them; their tiles are taken out of the concealed
            ones where the photo shows them there, and sets only the layout saw become concealed.
        flowers: the flowers, if somebody said them.
        pinned: tile index to face, where somebody named a tile.
        answers: what was answered to questions of an earlier decoding of the same reading.
        settings: bounds of change and of questions.

    Raises:
        NoTilesError, TileCountError, WinNotSeenError: the photo gives no hand.
        TooManyOfATileError, TwoOfAFlowerError: the tiles, read surely, cannot be of one game.
    """
    s = settings or DecodeSettings()
    if not reading.tiles:
        raise NoTilesError
    said = answers or {}
    tiles = list(reading.tiles)
    for i, face in {**(pinned or {}), **_named(said)}.items():
        tiles[i] = replace(tiles[i], face=face, confidence=1.0, alternatives=(), doubtful=False)
    table = lay(tiles)
    rows, groups = reading.rows, reading.groups
    where = circumstances or Circumstances()
    rules, jokers = _with_jokers(rules, where)
    # Flowers that are jokers are tiles of the hand, though they may lie apart.
    spare = FLOWERS_IN_HAND if Tile.F1 in jokers else 0
    sized = LayoutSettings(hand_sizes=tuple(rules.hand_size - k for k in range(spare + 1)))
    if not groups:
        rows, groups = arrange(tiles, reading.size, sized)

    def make(rows: Sequence[Sequence[int]], groups: Sequence[Group]) -> Decoded:
        seated = any(g.seat for g in groups)
        groups = _counted(groups, said)
        unclear = unclear_sets(tiles, table, rows, groups)
        groups, left = _laid_open(groups, unclear, said)
        kinds = {q.about: KONG_WORDS[word] for q, word in said.items() if word in KONG_WORDS}
        groups = tuple(replace(g, role=kinds.get(g.tiles, g.role)) for g in groups)
        maker = _Maker(tiles, rows, groups, rules, where, s)
        maker.jokers = jokers
        maker.unclear = left
        maker.one_by_one = SOME in said.values()
        if not seated:
            done = {i for q, word in said.items() if word in COUNT_WORDS for i in q.about}
            away, near = unclear_flowers(tiles, table, groups)
            maker.flowers_away = tuple(i for i in away if i not in done)
            maker.flowers_near = tuple(i for i in near if i not in done)
            maker.lone = unclear_winning(table, rows, groups)
            maker.asked_winning = frozenset(q.about for q in said if q.ask.startswith(WINNING))
        maker.settled = frozenset(kinds)
        maker.face_down = {
            q.about: Tile.from_code(word)
            for q, word in said.items()
            if q.ask == FACE_DOWN and word in FACE_CODES
        }
        return maker.make(win, melds, flowers)

    try:
        first: Decoded | DecodeError | RuleError = make(rows, groups)
    except (DecodeError, RuleError) as error:
        first = error
    known = any(g.seat for g in groups) or not reading.rows
    if known or win is not None or melds or _is_settled(first):
        return _or_raise(first)
    # The layout does not know the rules: see whether the tiles win laid out a little otherwise.
    best = (first.price, first) if isinstance(first, Decoded) and first.wins else None
    ways = arrangements(tiles, table, reading.size, sized)
    for price, rows, groups in ways:
        more = price - ways[0][0]
        if more > s.odd_layout or (best is not None and more > best[0]):
            break
        asked = _otherwise_laid(tiles, ways[0][2], groups)
        if said.get(asked, asked.choices[0]) != asked.choices[0]:
            continue
        with contextlib.suppress(DecodeError, RuleError):
            other = make(rows, groups)
            if other.wins and (best is None or more + other.price < best[0] - 0.5):
                if asked.about and asked not in said:
                    questions = (asked, *other.questions)[: s.most_questions]
                    other = replace(other, questions=questions)
                best = (more + other.price, other)
    return best[1] if best is not None else _or_raise(first)


def _with_jokers(rules: RuleSet, circumstances: Circumstances) -> tuple[RuleSet, frozenset[Tile]]:
    """The rules with the jokers that are named, and those jokers; none in other games."""
    bind = getattr(rules, "with_indicator", None)
    indicator = circumstances.indicator
    if indicator is None:  # the first tile is 0: "or" would pass it over
        indicator = getattr(rules, "indicator", None)
    if bind is None or indicator is None:
        return rules, frozenset()
    return bind(indicator), jokers_of(indicator)


def _otherwise_laid(
    tiles: Sequence[ReadTile], first: Sequence[Group], other: Sequence[Group]
) -> Question:
    """What to ask before a less likely layout is believed; about nothing if both count alike.

    The first choice is the one that believes it.
    """

    def part(groups: Sequence[Group], *roles: str) -> list[int]:
        return [i for g in groups if g.role in roles for i in g.tiles]

    counted = ("concealed", "winning", "flowers", *SET_ROLES)
    more = [i for i in part(other, *counted) if i not in part(first, *counted)]
    if more:
        names = " ".join(tiles[i].face for i in more)
        return Question(tuple(more), f"{names}: in the hand or not?", COUNT_WORDS)
    old, new = part(first, "winning"), part(other, "winning")
    if new and old and tiles[new[0]].face != tiles[old[0]].face:
        faces = (tiles[new[0]].face, tiles[old[0]].face)
        return Question((new[0], old[0]), f"{WINNING} {' or '.join(faces)}?", faces)
    return Question((), "", ("",))


def _is_settled(decoded: Decoded | Exception) -> bool:
    return isinstance(decoded, Decoded) and decoded.wins and not decoded.changed


def _or_raise(decoded: Decoded | DecodeError | RuleError) -> Decoded:
    if isinstance(decoded, Decoded):
        return decoded
    raise decoded


def _counted(groups: Sequence[Group], answers: Mapping[Question, str]) -> tuple[Group, ...]:
    """The groups with the flowers and the winning tile where somebody said they belong."""
    flowers = [i for g in groups if g.role == "flowers" for i in g.tiles]
    loose = [i for g in groups if g.role == "loose" for i in g.tiles]
    moved = False
    for question, word in answers.items():
        if not question.ask.endswith(FLOWERS):
            continue
        moved = True
        source, target = (loose, flowers) if word == COUNT_WORDS[0] else (flowers, loose)
        for i in question.about:
            if i in source:
                source.remove(i)
                target.append(i)
    out = list(groups)
    if moved:
        out = [g for g in groups if g.role not in ("flowers", "loose")]
        out += [Group("flowers", None, tuple(flowers))] if flowers else []
        out += [Group("loose", None, (i,)) for i in loose]
    for question, word in answers.items():
        if question.ask.startswith(WINNING) and word != question.choices[0]:
            old, new = question.about
            if not any(g.role == "winning" and old in g.tiles for g in out):
                continue  # asked of another layout
            swap = {new: old, old: new}
            out = [replace(g, tiles=tuple(swap.get(i, i) for i in g.tiles)) for g in out]
    return tuple(out)


def _laid_open(
    groups: Sequence[Group], unclear: Sequence[int], answers: Mapping[Question, str]
) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The groups with the answered sets put in the hand, and the sets still to be asked about."""
    said: dict[int, str] = {}
    for question, word in answers.items():
        if word in OPEN_WORDS and OPEN_WORDS[0] in question.choices:
            said |= dict.fromkeys(question.about, word)
    mine = [groups[k] for k in unclear if said.get(groups[k].tiles[0]) == OPEN_WORDS[1]]
    left = [groups[k] for k in unclear if groups[k].tiles[0] not in said]
    moved = tuple(i for g in mine for i in g.tiles)
    out = tuple(
        replace(g, tiles=(*moved, *g.tiles)) if g.role == "concealed" else g
        for g in groups
        if g not in mine
    )
    return out, tuple(left)


def _named(answers: Mapping[Question, str]) -> dict[int, str]:
    """Faces of single tiles that were answered."""
    return {
        question.about[0]: word
        for question, word in answers.items()
        if len(question.about) == 1 and word in FACE_CODES
    }


class _Maker:
    """One hand in the making."""

    def __init__(
        self,
        tiles: Sequence[ReadTile],
        rows: Sequence[Sequence[int]],
        groups: Sequence[Group],
        rules: RuleSet,
        circumstances: Circumstances,
        settings: DecodeSettings,
    ) -> None:
        self.tiles = tiles
        self.rows = rows
        self.rules = rules
        self.circumstances = circumstances
        self.s = settings
        self.assumed: dict[str, str] = {}
        self.questions: list[tuple[float, Question]] = []
        winning = [i for g in groups if g.role == "winning" for i in g.tiles]
        self.parts = _Parts(
            [i for g in groups if g.role == "concealed" for i in g.tiles],
            [g for g in groups if g.role in SET_ROLES],
            [i for g in groups if g.role == "flowers" for i in g.tiles],
            winning[0] if winning else None,
        )
        self.given: list[Meld] = []
        self.jokers: frozenset[Tile] = frozenset()
        self.extra_win: Tile | None = None  # named by somebody, not in the photo
        self.flowers_away: tuple[int, ...] = ()  # counted, perhaps another's
        self.flowers_near: tuple[int, ...] = ()  # not counted, perhaps the winner's
        self.lone: tuple[int, ...] = ()  # concealed tiles that may have won
        self.asked_winning: frozenset[tuple[int, ...]] = frozenset()
        self.unclear: tuple[Group, ...] = ()  # sets that may be concealed tiles
        self.one_by_one = False  # they are not all alike: ask about each
        self.settled: frozenset[tuple[int, ...]] = frozenset()  # kongs whose kind was answered
        self.face_down: Mapping[tuple[int, ...], Tile] = {}  # kongs whose face was answered

    def make(
        self,
        win: Tile | None,
        melds: Sequence[Meld] | None,
        flowers: Sequence[Tile] | None,
    ) -> Decoded:
        parts = self.parts
        if melds is not None:
            self._use_melds(melds)
        self._kongs_in_the_row()
        self._use_win(win)
        if flowers is None:
            self._trade_flowers()
        size = self._size()
        if size != self.rules.hand_size and self.circumstances.hand_complete:
            raise TileCountError(self.rules.hand_size, size)
        if parts.win is None and self.extra_win is None and parts.concealed:
            parts.win = parts.concealed.pop()
            self.assumed["win"] = "last tile of the row"

        blossoms, flower_changes = self._flowers(flowers)
        slots = self._slots()
        best, rivals, wins = self._search(slots, blossoms)
        hand, faces, changes = best
        self._ask_rivals(best, rivals, wins)
        self._ask_kongs(hand, faces)
        self._ask_open(hand)
        if win is None:
            self._ask_winning(hand, faces)
        if flowers is None:
            self._ask_flowers(hand)
            self._ask_whose_flowers(hand)
        changes = [*changes, *flower_changes]
        self.questions.sort(key=lambda item: -item[0])
        faces = {**faces, **{i: self.tiles[i].face for i in parts.flowers}}
        faces.update({c.tile: c.now for c in changes})
        return Decoded(
            hand,
            wins,
            tuple(sorted(changes, key=lambda c: c.tile)),
            self.assumed,
            tuple(q for _, q in self.questions[: self.s.most_questions]),
            faces,
        )

    # What somebody said

    def _use_melds(self, melds: Sequence[Meld]) -> None:
        """Put the sets somebody named in place of those the layout saw."""
        parts = self.parts
        left = list(parts.sets)
        for meld in melds:
            codes = sorted(tile.code for tile in meld.tiles)
            seen = next((g for g in left if self._could_be(g, codes)), None)
            if seen is not None:
                left.remove(seen)
            else:
                taken: list[int] = []
                for code in codes:
                    at = next(
                        (
                            i
                            for i in [*reversed(parts.concealed)]
                            if i not in taken and self.tiles[i].face == code
                        ),
                        None,
                    )
                    if at is None:
                        break
                    taken.append(at)
                if len(taken) == len(codes):
                    parts.concealed = [i for i in parts.concealed if i not in taken]
            self.given.append(meld)
        for group in left:
            parts.concealed.extend(group.tiles)
        parts.sets = []

    def _could_be(self, group: Group, codes: Sequence[str]) -> bool:
        """Whether a group the layout saw is the named set (face-down tiles may be any)."""
        rest = list(codes)
        for i in group.tiles:
            face = self.tiles[i].face
            if face in rest:
                rest.remove(face)
            elif face != BACK:
                return False
        return len(group.tiles) == len(codes)

    def _use_win(self, win: Tile | None) -> None:
        parts = self.parts
        if win is None:
            return
        if parts.win is not None:
            if self.tiles[parts.win].face == win.code:
                return
            parts.concealed.append(parts.win)
            parts.win = None
        short = self._size() < self.rules.hand_size
        if short:
            self.extra_win = win
            return
        at = [i for i in parts.concealed if self.tiles[i].face == win.code]
        if not at:
            at = [
                i
                for i in parts.concealed
                if win.code in (face for face, _ in self.tiles[i].alternatives)
            ]
        if not at:
            raise WinNotSeenError(win)
        parts.win = at[-1]
        parts.concealed.remove(parts.win)

    # What the tiles say

    def _size(self) -> int:
        parts = self.parts
        sets = len(parts.sets) + len(self.given)
        wins = parts.win is not None or self.extra_win is not None
        flowers = len(parts.flowers) if self._flowers_are_jokers else 0
        return len(parts.concealed) + 3 * sets + wins + flowers

    @property
    def _flowers_are_jokers(self) -> bool:
        return Tile.F1 in self.jokers

    def _kongs_in_the_row(self) -> None:
        """Four alike side by side among too many concealed tiles are a kong."""
        parts = self.parts
        while self._size() > self.rules.hand_size:
            run = parts.concealed
            for k in range(len(run) - 3):
                four = tuple(run[k : k + 4])
                if len({self.tiles[i].face for i in four}) == 1:
                    parts.concealed = [i for i in run if i not in four]
                    parts.sets.append(Group("concealed_kong", None, four))
                    self.assumed[f"kong {self.tiles[four[0]].face}"] = "concealed"
                    break
            else:
                return

    def _trade_flowers(self) -> None:
        """Where the hand is a tile short or over, a flower that may be none, or the other way."""
        parts = self.parts
        off = self._size() - self.rules.hand_size
        if abs(off) != 1 or not self.circumstances.hand_complete or self._flowers_are_jokers:
            return
        source = parts.flowers if off < 0 else parts.concealed
        doubts = [
            (price, i)
            for i in source
            for face, price in self._candidates(i)
            if is_flower(face) == (off > 0)
        ]
        if doubts:
            _, i = min(doubts)
            source.remove(i)
            # Not at the end: the last concealed tile may be taken for the winning one.
            target = parts.concealed if off < 0 else parts.flowers
            target.insert(0, i)

    def _flowers(self, said: Sequence[Tile] | None) -> tuple[tuple[Tile, ...], list[Change]]:
        """The flowers, each once."""
        if said is not None:
            return tuple(said), []
        parts = self.parts
        options = [
            [(f, p) for f, p in self._candidates(i) if is_flower(f)] or [(self.tiles[i].face, 0.0)]
            for i in parts.flowers
        ]
        for price, pick in _cheapest(options, self.s):
            codes = [options[k][j][0] for k, j in enumerate(pick)]
            if len(set(codes)) == len(codes):
                changes = []
                for k, j in enumerate(pick):
                    i = parts.flowers[k]
                    if codes[k] != self.tiles[i].face:
                        change = Change(i, self.tiles[i].face, codes[k], options[k][j][1])
                        changes.append(change)
                        self._ask(1.0 - 0.1 * price, (i,), (change.now, change.was))
                return tuple(Tile.from_code(c) for c in codes), changes
        codes = [self.tiles[i].face for i in parts.flowers]
        twice = next(c for c in codes if codes.count(c) > 1)
        raise TwoOfAFlowerError(Tile.from_code(twice))

    def _candidates(self, i: int) -> list[tuple[str, float]]:
        """Faces of a tile with their prices, the namer's choice first at no price."""
        tile = self.tiles[i]
        top = math.log(max(tile.confidence, 1e-6))
        out = [(tile.face, 0.0)]
        for face, p in tile.alternatives:
            if p >= self.s.least and face != tile.face and face != BACK:
                price = max(0.0, top - math.log(p))
                if price <= self.s.max_price:
                    out.append((face, price))
        return out

    def _slots(self) -> list[_Slot]:
        """What each concealed tile and each set can be, with prices."""
        parts = self.parts
        slots = []
        for i in [*parts.concealed, *([] if parts.win is None else [parts.win])]:
            choices = [
                _Choice(price, (face,), ((i, face, price),) if price else ())
                for face, price in self._candidates(i)
                if face != BACK and (self._flowers_are_jokers or not is_flower(face))
            ]
            if not choices:  # a flower or a back among the hand: only the layout can be wrong
                choices = [_Choice(0.0, (), ())]
            slots.append(_Slot("win" if i == parts.win else "concealed", (i,), choices))
        for group in parts.sets:
            slots.append(_Slot(group.role, group.tiles, self._set_choices(group)))
        return slots

    def _set_choices(self, group: Group) -> list[_Choice]:
        """The sets that a group can be, cheapest first."""
        shown = [i for i in group.tiles if self.tiles[i].face != BACK]
        options = [[(f, p) for f, p in self._candidates(i) if not is_flower(f)] for i in shown]
        if not shown:
            return [_Choice(0.0, (UNSEEN,) * 4, ())]
        found = []
        names = {face for row in options for face, _ in row}
        targets: list[tuple[str, ...]] = [(face,) * len(shown) for face in names]
        if len(group.tiles) == 3:
            for face in names:
                if face[0].isdigit():
                    for low in range(int(face[0]) - 2, int(face[0]) + 1):
                        if 1 <= low <= 7:
                            targets.append(tuple(f"{low + k}{face[1]}" for k in range(3)))
        for target in set(targets):
            match = _assign(options, target)
            if match is not None:
                price, faces = match
                changed = tuple(
                    (i, face, dict(row)[face])
                    for i, face, row in zip(shown, faces, options, strict=True)
                    if face != row[0][0]
                )
                full = target * 4 if len(group.tiles) == 4 else target
                found.append(_Choice(price, full[: len(group.tiles)], changed))
        found += self._joker_choices(group, shown)
        found.sort(key=lambda c: c.price)
        if not found:
            faces = tuple(self.tiles[i].face for i in group.tiles)
            return [_Choice(0.0, faces, (), broken=True)]
        return found

    def _joker_choices(self, group: Group, shown: Sequence[int]) -> Iterator[_Choice]:
        """The sets of three in which jokers stand for other tiles (WU16-04), as they lie."""
        if not self.jokers or len(shown) != 3:
            return
        names = {tile.code for tile in self.jokers}
        rows = [self._candidates(i)[:JOKER_FACES] for i in shown]
        for pick in itertools.product(*rows):
            faces = tuple(face for face, _ in pick)
            if BACK in faces or not names & set(faces):
                continue
            try:
                self._meld(group.role, faces)
            except MeldError:
                continue
            changed = tuple(
                (i, face, price) for i, (face, price) in zip(shown, pick, strict=True) if price
            )
            yield _Choice(sum(price for _, price in pick), faces, changed)

    def _meld(self, role: str, faces: Sequence[str]) -> Meld:
        """The set of these faces; where jokers leave it open which kind, as the layout saw it."""
        tiles = tuple(Tile.from_code(face) for face in faces)
        kind = SET_ROLES[role]
        if len(faces) != 3:
            return Meld(kind, tiles)
        real = [tile for tile in tiles if tile not in self.jokers]
        if len(set(tiles)) == 1 or (len(real) > 1 and len(set(real)) == 1):
            kind = MeldKind.PUNG
        elif len(real) > 1 or kind is not MeldKind.PUNG:
            kind = MeldKind.CHOW
        return Meld.with_jokers(kind, tiles, self.jokers) if self.jokers else Meld(kind, tiles)

    # Choosing

    def _search(
        self, slots: list[_Slot], blossoms: tuple[Tile, ...]
    ) -> tuple[_Read, list[tuple[float, _Read]], bool]:
        """The most likely reading that wins, and its rivals; else the most likely possible one."""
        options = [[("", c.price) for c in slot.choices] for slot in slots]
        possible: _Read | None = None
        best: tuple[float, _Read] | None = None
        rivals: list[tuple[float, _Read]] = []
        error: RuleError | None = None
        for price, pick in _cheapest(options, self.s):
            if best is not None and price > best[0] + self.s.rival_doubtful:
                break
            try:
                read = self._read(slots, pick, blossoms)
            except RuleError as wrong:
                error = error or wrong
                continue
            if possible is None:
                possible = read
            if not self._wins(read[0]):
                continue
            if best is None:
                best = (price, read)
            else:
                rivals.append((price - best[0], read))
                if len(rivals) >= 12:
                    break
        if best is not None:
            return best[1], rivals, True
        if possible is None:
            raise error or self._no_set(slots)
        return possible, [], self._wins(possible[0])

    def _no_set(self, slots: list[_Slot]) -> MeldError:
        """What to say where a group can be a set only if more is changed than may be."""
        worst = max(slots, key=lambda slot: slot.choices[0].price)
        faces = [self.tiles[i].face for i in worst.tiles]
        return MeldError(
            SET_ROLES.get(worst.role, MeldKind.PUNG).value,
            [Tile.from_code(face) for face in faces if face != BACK],
        )

    def _read(self, slots: list[_Slot], pick: Sequence[int], blossoms: tuple[Tile, ...]) -> _Read:
        concealed: list[Tile] = []
        held: list[Tile] = []  # flowers that are jokers
        melds = list(self.given)
        win = self.extra_win
        faces: dict[int, str] = {}
        changes = []
        unseen: list[int] = []
        for slot, j in zip(slots, pick, strict=True):
            choice = slot.choices[j]
            for i, face, price in choice.changed:
                changes.append(Change(i, self.tiles[i].face, face, price))
            if slot.role in SET_ROLES:
                if UNSEEN in choice.faces:
                    unseen.append(len(melds))
                    melds.append(Meld(MeldKind.CONCEALED_KONG, (Tile.M5,) * 4))
                    continue
                melds.append(self._meld(slot.role, choice.faces))
                for i in slot.tiles:
                    if self.tiles[i].face != BACK:
                        faces[i] = self.tiles[i].face
                continue
            for face in choice.faces:
                faces[slot.tiles[0]] = face
                tile = Tile.from_code(face)
                if slot.role == "win":
                    win = tile
                elif is_flower(face):
                    held.append(tile)
                else:
                    concealed.append(tile)
        hidden = [slot.tiles for slot, j in zip(slots, pick, strict=True)
                  if slot.role in SET_ROLES and UNSEEN in slot.choices[j].faces]  # fmt: skip
        guesses = self._unseen(concealed, melds, win)
        for place, group in zip(unseen, hidden, strict=True):
            said = self.face_down.get(group)
            melds[place] = Meld(MeldKind.CONCEALED_KONG, ((said or next(guesses)),) * 4)
        if win is not None:
            win = stand_in(win, (*concealed, *held), self.jokers)
        return Hand(tuple(concealed), tuple(melds), (*blossoms, *held), win), faces, changes

    @staticmethod
    def _unseen(concealed: list[Tile], melds: list[Meld], win: Tile | None) -> Iterator[Tile]:
        """Tiles that a face-down kong may be, those worth nothing of themselves first."""
        sets = [m for m in melds if m.tiles != (Tile.M5,) * 4]  # the place holders
        seen = {*concealed, *(t for m in sets for t in m.tiles), *([] if win is None else [win])}
        mine = {t.suit for t in seen}
        suits = sorted(
            (t for t in Tile if t <= Tile.S9), key=lambda t: (t.suit not in mine, abs(t.rank - 5))
        )
        return (t for t in suits if t not in seen)

    def _wins(self, hand: Hand) -> bool:
        if hand.win is None:
            return False
        try:
            return hand.win in self.rules.waits(replace(hand, win=None))
        except RuleError:
            return False

    def _total(self, hand: Hand) -> int | None:
        try:
            return self.rules.score(hand, self.circumstances).total
        except RuleError:
            return None

    # Asking

    def _ask(self, value: float, about: tuple[int, ...], choices: Sequence[str]) -> None:
        for k, (worth, question) in enumerate(self.questions):
            if question.about == about:
                merged = tuple(dict.fromkeys([*question.choices, *choices]))[:4]
                text = " or ".join(merged) + "?"
                self.questions[k] = (max(worth, value), Question(about, text, merged))
                return
        some = tuple(dict.fromkeys(choices))[:4]
        self.questions.append((value, Question(about, " or ".join(some) + "?", some)))

    def _ask_rivals(self, best: _Read, rivals: list[tuple[float, _Read]], wins: bool) -> None:
        hand, faces, changes = best
        if wins:
            price = sum(c.price for c in changes)
            if changes and (price > self.s.silent_price or len(changes) > 1):
                for c in changes:
                    self._ask(3.0 + c.price, (c.tile,), (c.now, c.was))
            total = self._total(hand)
            for more, (other, seen, moved) in rivals:
                differ = [i for i in faces if seen.get(i) != faces[i]]
                differ += [c.tile for c in moved if c not in changes and c.tile not in differ]
                if not differ:
                    continue
                doubtful = any(self.tiles[i].doubtful for i in differ)
                limit = self.s.rival_doubtful if doubtful else self.s.rival
                if more > limit or (other_total := self._total(other)) == total:
                    continue
                gain = abs((other_total or 0) - (total or 0)) * math.exp(-more)
                now = {c.tile: c.now for c in changes}
                then = {c.tile: c.now for c in moved}
                i = differ[0]
                mine = now.get(i, self.tiles[i].face)
                self._ask(gain, (i,), (mine, then.get(i, self.tiles[i].face)))
        else:
            for c in changes:
                self._ask(3.0 + c.price, (c.tile,), (c.now, c.was))
            for i in faces:
                tile = self.tiles[i]
                if tile.doubtful and tile.alternatives:
                    others = [f for f, p in tile.alternatives[:3] if p >= self.s.least]
                    self._ask(1.0 - tile.confidence, (i,), (tile.face, *others))

    def _ask_flowers(self, hand: Hand) -> None:
        """Doubtful flowers whose other reading scores differently (one's own flowers count)."""
        total = self._total(hand)
        if total is None:
            return
        for i in self.parts.flowers:
            tile = self.tiles[i]
            for face, price in self._candidates(i)[1:]:
                if not is_flower(face) or price > self.s.rival_doubtful:
                    continue
                other, mine = Tile.from_code(face), Tile.from_code(tile.face)
                if other in hand.flowers or mine not in hand.flowers:
                    continue
                flowers = tuple(other if f is mine else f for f in hand.flowers)
                that = self._total(replace(hand, flowers=flowers))
                if that is not None and that != total:
                    gain = abs(that - total) * math.exp(-price)
                    self._ask(gain, (i,), (tile.face, face))

    def _ask_winning(self, hand: Hand, faces: Mapping[int, str]) -> None:
        """Tiles that lie alone as the winning one does, if the hand is worth something else."""
        at = self.parts.win
        if at is None or hand.win is None:
            return
        total = self._total(hand)
        for i in self.lone:
            other = Tile.from_code(faces.get(i, self.tiles[i].face))
            if other is hand.win or other not in hand.concealed or (at, i) in self.asked_winning:
                continue
            if (i, at) in self.asked_winning:
                continue
            rest = list(hand.concealed)
            rest.remove(other)
            that = self._total(replace(hand, concealed=(*rest, hand.win), win=other))
            if that is not None and that != total:
                codes = (hand.win.code, other.code)
                gain = abs(that - (total or 0))
                text = f"{WINNING} {' or '.join(codes)}?"
                self.questions.append((gain, Question((at, i), text, codes)))

    def _ask_whose_flowers(self, hand: Hand) -> None:
        """Flowers that lie neither by the hand nor far from it."""
        total = self._total(hand)
        both = ((self.flowers_away, False), (self.flowers_near, True))
        for some, add in both:
            codes = [self.tiles[i].face for i in some]
            named = {Tile.from_code(code) for code in codes if is_flower(code)}
            if not named:
                continue
            flowers = (*hand.flowers, *named) if add else tuple(set(hand.flowers) - named)
            that = self._total(replace(hand, flowers=flowers))
            if that is None or that == total:
                continue
            words = COUNT_WORDS[::-1] if add else COUNT_WORDS
            text = f"{' '.join(codes)}: {' or '.join(words)}? {FLOWERS}"
            self.questions.append((0.5 * abs(that - (total or 0)), Question(some, text, words)))

    def _ask_kongs(self, hand: Hand, faces: Mapping[int, str]) -> None:
        """Kongs whose kind or face the picture does not show."""
        total = self._total(hand)
        for group in self.parts.sets:
            shown = [self.tiles[i].face for i in group.tiles if self.tiles[i].face != BACK]
            if group.role == "concealed_kong" and not shown:
                if group.tiles not in self.face_down:
                    self._ask_face_down(hand, group)
            elif group.tiles in self.settled:
                continue
            elif len(group.tiles) == 4 and len(shown) == 4 and self._plain(group):
                at = next(
                    (
                        k
                        for k, m in enumerate(hand.melds)
                        if len(m.tiles) == 4 and m.tiles[0].code == faces_of(faces, group)
                    ),
                    None,
                )
                if at is None:
                    continue
                other = (
                    MeldKind.CONCEALED_KONG
                    if hand.melds[at].kind is MeldKind.KONG
                    else MeldKind.KONG
                )
                changed = list(hand.melds)
                changed[at] = Meld(other, hand.melds[at].tiles)
                code = hand.melds[at].tiles[0].code
                now = "concealed" if other is MeldKind.KONG else "open"
                self.assumed[f"kong {code}"] = now
                that = self._total(replace(hand, melds=tuple(changed)))
                if that != total:
                    words = tuple(KONG_WORDS)
                    if now == "concealed":
                        words = (words[1], words[0])
                    gain = abs((that or 0) - (total or 0)) * 0.5
                    self.questions.append(
                        (gain, Question(group.tiles, f"{code}: {words[0]} or {words[1]}?", words))
                    )

    def _ask_open(self, hand: Hand) -> None:
        """Sets that lie by the concealed tiles without a sign of having been claimed."""
        places = {len(self.given) + self.parts.sets.index(g): g for g in self.unclear}
        totals: dict[frozenset[int], int | None] = {}
        for many in range(len(places) + 1):
            for some in itertools.combinations(places, many):
                melds = tuple(m for k, m in enumerate(hand.melds) if k not in some)
                held = tuple(t for k in some for t in hand.melds[k].tiles)
                totals[frozenset(some)] = self._total(
                    replace(hand, concealed=(*hand.concealed, *held), melds=melds)
                )
        gains = {
            place: max(
                abs((totals[some | {place}] or 0) - (total or 0))
                for some, total in totals.items()
                if place not in some
            )
            for place in places
        }
        asked = [place for place, gain in gains.items() if gain]
        if self.one_by_one:
            asked = asked[:1]
        if not asked:
            return
        names = ", ".join("".join(t.code for t in hand.melds[place].tiles) for place in asked)
        words = OPEN_WORDS if len(asked) == 1 else (*OPEN_WORDS, SOME)
        about = tuple(i for place in asked for i in places[place].tiles)
        self.assumed["plain sets"] = OPEN_WORDS[0]
        text = f"{names}: {' or '.join(OPEN_WORDS)}?"
        self.questions.append((0.5 * max(gains.values()), Question(about, text, words)))

    def _ask_face_down(self, hand: Hand, group: Group) -> None:
        at = [k for k, m in enumerate(hand.melds) if m.kind is MeldKind.CONCEALED_KONG]
        hidden = [g for g in self.parts.sets if all(self.tiles[i].face == BACK for i in g.tiles)]
        # Sets keep their order: given ones first, then the layout's.
        place = len(self.given) + self.parts.sets.index(group)
        if place not in at or group not in hidden:
            return
        taken = hand.melds[place].tiles[0]
        self.assumed[f"face-down kong {hidden.index(group) + 1}"] = taken.code
        worth: dict[int | None, str] = {self._total(hand): taken.code}
        for tile in [*(t for t in Tile if Tile.E <= t <= Tile.P), *(t for t in Tile if t < Tile.E)]:
            changed = list(hand.melds)
            changed[place] = Meld(MeldKind.CONCEALED_KONG, (tile,) * 4)
            try:
                other = replace(hand, melds=tuple(changed))
            except RuleError:
                continue
            total = self._total(other)
            if total is not None:
                worth.setdefault(total, tile.code)
        if len(worth) > 1:
            choices = tuple(worth.values())[:4]
            self.questions.append((2.0, Question(group.tiles, FACE_DOWN, choices)))

    def _plain(self, group: Group) -> bool:
        """Whether four lie in one row, none of them sideways: open and concealed look the same."""
        row = next((set(r) for r in self.rows if group.tiles[0] in r), set())
        if not row.issuperset(group.tiles):
            return False
        angles = [geometry.angle(self.tiles[i].quad) for i in group.tiles]
        off = [abs((a - angles[0] + 90) % 180 - 90) for a in angles]
        return max(off) < 45


def faces_of(faces: Mapping[int, str], group: Group) -> str:
    """The face of a group's first tile, as decoded."""
    return faces.get(group.tiles[0], "")


UNSEEN = "?"


@dataclass(frozen=True, slots=True)
class _Choice:
    """One way to read a slot."""

    price: float
    faces: tuple[str, ...]
    changed: tuple[tuple[int, str, float], ...]
    broken: bool = False


@dataclass(frozen=True, slots=True)
class _Slot:
    """A concealed tile, the winning tile, or a set."""

    role: str
    tiles: tuple[int, ...]
    choices: list[_Choice]


_Read = tuple[Hand, dict[int, str], list[Change]]


def _assign(
    options: Sequence[Sequence[tuple[str, float]]], target: Sequence[str]
) -> tuple[float, tuple[str, ...]] | None:
    """The cheapest way for tiles with these options to be the target's faces, in any order."""

    tables = [dict(row) for row in options]
    best: tuple[float, tuple[str, ...]] | None = None
    for order in set(itertools.permutations(target)):
        price = 0.0
        for table, face in zip(tables, order, strict=True):
            if face not in table:
                break
            price += table[face]
        else:
            if best is None or price < best[0]:
                best = (price, order)
    return best


def _cheapest(
    options: Sequence[Sequence[tuple[str, float]]], s: DecodeSettings
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Picks of one option per slot, by rising price, within the bounds of price and changes.

    Options of a slot are sorted by price. Each pick is given once.
    """
    base = sum(row[0][1] for row in options)
    if base > s.max_price:
        return
    start = tuple(0 for _ in options)
    moves = sorted(
        (row[j][1] - row[0][1], k, j) for k, row in enumerate(options) for j in range(1, len(row))
    )
    # Sets of moves in order of price: extend by the next move, or replace the last by the next.
    heap: list[tuple[float, tuple[int, ...]]] = []
    yield base, start
    count = 1
    if moves:
        heap.append((base + moves[0][0], (0,)))
    while heap and count < s.tries:
        price, chosen = heapq.heappop(heap)
        last = chosen[-1]
        if last + 1 < len(moves):
            swapped = price - moves[last][0] + moves[last + 1][0]
            if swapped <= s.max_price:
                heapq.heappush(heap, (swapped, (*chosen[:-1], last + 1)))
            longer = price + moves[last + 1][0]
            if len(chosen) < s.max_changes and longer <= s.max_price:
                heapq.heappush(heap, (longer, (*chosen, last + 1)))
        slots = [moves[m][1] for m in chosen]
        if price > s.max_price or len(set(slots)) < len(slots):
            continue
        pick = list(start)
        for m in chosen:
            pick[moves[m][1]] = moves[m][2]
        count += 1
        yield price, tuple(pick)


__all__ = [
    "Change",
    "DecodeError",
    "DecodeSettings",
    "Decoded",
    "NoTilesError",
    "TileCountError",
    "TooManyOfATileError",
    "TwoOfAFlowerError",
    "WinNotSeenError",
    "decode",
]
