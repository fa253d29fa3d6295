"""Before the first event: shuffling, walls, the deal, and which wall was opened."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.events import Deal
from scoring.game import STACKS, GameState, Seat, count_seats
from vision.watch.places import SEATS, Places, Sight, as_seen
from vision.watch.story_types import Stage

RING = 4 * STACKS
_MOST_PLAYED = 16
"""Discards and sets with which a hand may be joined whose deal was not seen."""


@dataclass(slots=True)
class Dealing:
    """Follows the table until the tiles are dealt.

    Args:
        game: who deals, and the system.
        places: of the table.
    """

    game: GameState
    places: Places
    stage: Stage = Stage.WAITING
    opened: int | None = None
    """The stack that was taken first: its number on the way on which tiles are taken."""
    _right: dict[int, float] = field(default_factory=dict)
    """Of each wall, as it was built, where its rightmost stack lies."""

    def look(self, sight: Sight) -> bool:
        """Whether the tiles are dealt."""
        rules = self.game.rules
        if sight.stacks >= RING - 2:
            for seat in SEATS:
                if sight.walls[seat]:
                    self._right[seat] = self._across(sight, seat, sight.walls[seat][0])
        counts = [seat.count for seat in sight.seats]
        n = rules.hand_tiles
        played = len(sight.river) + sum(len(s.sets) + len(s.flowers) for s in sight.seats)
        whole = sorted(counts) == [n, n, n, n + 1] and not sight.river
        laid = [3 * len(s.sets) + len(s.flowers) for s in sight.seats]
        joined = (
            0 < played <= _MOST_PLAYED
            and all(n - 1 <= c + more <= n + 8 for c, more in zip(counts, laid, strict=True))
            and RING / 4 < sight.stacks < RING - 2 * n + 1
        )
        if whole or joined:
            self._find_opening(sight, sum(len(s.flowers) for s in sight.seats))
            self.stage = Stage.DEALT
            return True
        if sight.stacks >= 8 and not sight.river and sight.heap <= 2:
            self.stage = Stage.BUILDING
        elif sight.heap + len(sight.river) >= 20:
            self.stage = Stage.SHUFFLING
        return False

    def deal(self, sight: Sight, east: Seat | None) -> tuple[Deal, bool]:
        """The deal as an event, and whether its East is sure."""
        rules, game = self.game.rules, self.game
        dealer = self.dealer(sight)
        n = rules.hand_tiles
        sizes = [n + (seat == dealer) for seat in SEATS]
        a, b, c, d = ((None,) * size for size in sizes)
        sure = True
        if east is None and rules.wall_is_east:
            east = self.east(dealer)
            sure = east is not None
        at = dealer if east is None else east
        time = sight.time if not sight.river else sight.time - 1.0
        return Deal(
            dealer, (a, b, c, d), at, game.round_wind, game.streak, time=max(0.0, time)
        ), sure  # fmt: skip

    def dealer(self, sight: Sight) -> Seat:
        """Who holds a tile more; as the game says where the table does not show it."""
        counts = [seat.count for seat in sight.seats]
        n = self.game.rules.hand_tiles
        if sorted(counts) == [n, n, n, n + 1] and not any(s.flowers for s in sight.seats):
            return counts.index(n + 1)
        return self.game.dealer

    def east(self, dealer: Seat) -> Seat | None:
        """The seat whose wall was opened, from where it was opened."""
        if self.opened is None:
            return None
        for near in (0, 1, -1, 2):
            number = (self.opened + near) % RING
            seat, stack = (-(number // STACKS)) % 4, number % STACKS
            for total in (stack, stack + STACKS):
                wall = (seat + total // STACKS) % 4
                thrown = self.game.rules.dice <= total <= 6 * self.game.rules.dice
                if thrown and count_seats(dealer, total) == wall:
                    return wall
        return None

    def _find_opening(self, sight: Sight, replaced: int) -> None:
        """The longest stretch without stacks begins where the wall was opened.

        Each two tiles that were replaced have taken a stack more from its end.
        """
        present = {
            number
            for seat in SEATS
            for i in sight.walls[seat]
            if (number := self._number(sight, seat, i)) is not None
        }
        best: tuple[int, int] | None = None
        for begin in range(RING):
            if begin in present or (begin - 1) % RING not in present:
                continue
            length = next(k for k in range(RING) if (begin + k) % RING in present)
            if best is None or length > best[0]:
                best = (length, begin)
        if best is not None and best[0] >= 8:
            self.opened = (best[1] + replaced // 2) % RING

    def _number(self, sight: Sight, seat: int, i: int) -> int | None:
        """Where a stack comes on the way on which tiles are taken: clockwise, from the right."""
        pitch = self.places.wide * 1.012
        right = self._right.get(seat, (STACKS / 2 - 0.5) * pitch)
        stack = round((right - self._across(sight, seat, i)) / pitch)
        if not 0 <= stack < STACKS:
            return None
        return (-seat % 4) * STACKS + stack

    def _across(self, sight: Sight, seat: int, i: int) -> float:
        tile = sight.tiles[i]
        return as_seen(seat, tile.x, tile.y, self.places.side / 2)[0]
