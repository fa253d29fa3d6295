"""From played hands to timed scripts: every draw, discard and claim as hands that move tiles.

    for script in stage_game(play_game(PLAY["taiwan"], Random(1)), random.Random(1)):
        script.at(12.5)      # a Moment: all 144 tiles, and the hands over the table

Games with jokers have no choreography.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from scoring.events import (
    AddedKong,
    Chow,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    End,
    Event,
    Flower,
    Kong,
    Pung,
    RobFlower,
    Showdown,
    Win,
)
from scoring.game import FULL_SET, SEATS, deal_order
from scoring.play import PlayedHand
from scoring.tiles import Tile
from vision.simulator.arms import Arm, Floor, Tempo
from vision.simulator.places import TableHabits, crooked, heap
from vision.simulator.script import TILES, Phase, Place, Pose, Script
from vision.simulator.walls import FACES_OF_SET, numbered, walls
from vision.simulator.washing import build
from vision.simulator.washing import shuffle as shuffle_tiles


@dataclass(slots=True)
class _Set:
    kind: str
    tiles: list[int]
    turned: int | None = None
    """The tile that lies sideways."""
    left: float = 0.0
    wide: float = 0.0


@dataclass(slots=True)
class _Seat:
    row: list[int] = field(default_factory=list)
    drawn: int | None = None
    sets: list[_Set] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    river: list[int] = field(default_factory=list)


def stage_game(
    hands: Iterable[PlayedHand],
    rng: random.Random,
    *,
    habits: TableHabits | None = None,
    tempo: Tempo | None = None,
    shuffled_in: bool = False,
) -> Iterator[Script]:
    """A script a hand, one after the other on one clock that begins at 0.

    Args:
        hands: as `scoring.play` plays them; their seats 0 to 3 sit near, right, far, left.
        rng: where chance comes from.
        habits: the table and its players; drawn when not given.
        tempo: how fast they are.
        shuffled_in: the first hand begins with tiles shuffled and walls built, as the others do.

    Raises:
        ValueError: a hand with jokers.
    """
    table = habits or TableHabits.drawn(rng)
    stage = _Stage(table, tempo or Tempo(), rng)
    for number, hand in enumerate(hands):
        yield stage.play(hand, shuffle=number > 0 or shuffled_in)


class _Stage(Floor):
    """The table as it is now, and the script written so far."""

    def __init__(self, table: TableHabits, tempo: Tempo, rng: random.Random) -> None:
        super().__init__(
            table, tempo, rng, [Place(x, y, rng.uniform(0, 360)) for x, y in heap(TILES)]
        )
        self.seats = [_Seat() for _ in SEATS]
        self.wall: list[int] = []
        self.front = self.back = 0
        self.events: list[Event] = []
        self.phases: list[tuple[float, Phase]] = []
        self.last: int | None = None
        """Whose hand was over the table last."""
        self.offered: int | None = None
        self._waiting: Arm | None = None
        """The hand of who drew or claimed, still over the table."""

    # --- one hand

    def play(self, hand: PlayedHand, *, shuffle: bool) -> Script:
        first = hand.log[0]
        if not isinstance(first, Deal) or first.wall is None or first.indicator is not None:
            raise ValueError("only whole hands without jokers can be put on the table")
        self.moves, self.reaches, self.events, self.phases = [], [], [], []
        self.seats = [_Seat() for _ in SEATS]
        self.front = self.back = 0
        self.wall = numbered(first, hand, self.rng)
        built = walls(hand, self.wall, self.table, self.rng)
        if shuffle:
            begin, start = self.clock, tuple(self.now)
            self._phase(Phase.SHUFFLE)
            shuffle_tiles(self, built)
            self._phase(Phase.BUILD)
            build(self, built)
        else:
            for tile, place in built.items():
                self.now[tile] = place
            begin, start = self.clock, tuple(self.now)
        self._deal(first, hand)
        self._phase(Phase.PLAY)
        for event in hand.log[1:]:
            self._act(event)
        self._phase(Phase.OVER)
        self.wait(*self.tempo.admire)
        return Script(
            self.table.side, self.table.size, FACES_OF_SET, start,
            tuple(sorted(self.moves, key=lambda m: m.begin)),
            tuple(sorted(self.reaches, key=lambda r: r.begin)),
            tuple(self.events), tuple(self.phases), begin, self.clock,
        )  # fmt: skip

    # --- time and hands

    def _phase(self, phase: Phase) -> None:
        if not self.phases or self.phases[-1][1] is not phase:
            self.phases.append((self.clock, phase))

    def _arm(self, seat: int, over: Place) -> Arm:
        """A hand reaches in for a first place; now and then before the last one has gone."""
        if self.last is not None and self.last != seat and self.rng.random() < self.tempo.hurry:
            self.clock = max(self.clock - 0.4 / self.tempo.pace, self.settled())
        self.last = seat
        return Arm(self, seat, over)

    def _say(self, event: Event) -> None:
        """Into the log, at the time at which the last tile of it was put down."""
        time = self.clock if self.landed is None else self.landed
        self.events.append(replace(event, time=round(time, 3)))
        self.landed = None

    # --- the deal

    def _deal(self, first: Deal, hand: PlayedHand) -> None:
        self._phase(Phase.DEAL)
        self.wait(1.5, 3.0)
        dealer = Arm(self, first.seat, Place(0, 0, 0))  # throws the dice
        dealer.go(self.rng.uniform(-4, 4), self.rng.uniform(-4, 4))
        dealer.leave()
        self.wait(1.0, 2.0)
        for seat, number in deal_order(hand.before.rules, first.seat):
            tiles = self.wall[self.front : self.front + number]
            self.front += number
            own = self.seats[seat]
            arm = Arm(self, seat, self.now[tiles[0]])
            row = range(len(own.row), len(own.row) + number)
            arm.carry([(t, self.table.row_place(seat, k))
                       for t, k in zip(tiles, row, strict=True)])  # fmt: skip
            own.row += tiles
            self.clock -= 0.15 / self.tempo.pace
            arm.leave(after=0.0)
        self._say(first)
        self.wait(1.5, 4.0)

    # --- what happens

    def _act(self, event: Event) -> None:
        match event:
            case Draw():
                self._draw(event)
            case Discard(tile=Tile() as face):
                self._discard(event.seat, face)
            case Flower():
                self._flowers(event)
            case Chow() | Pung() | Kong():
                self._claim(event)
            case ConcealedKong(tile=Tile() as face):
                self._concealed_kong(event.seat, face)
            case AddedKong():
                self._added_kong(event)
            case RobFlower():
                self._rob_flower(event)
            case Win():
                self._win(event)
            case DrawGame():
                self._phase(Phase.OVER)
            case Showdown():
                self._show(event)
            case _:
                pass  # said or thought: nothing on the table changes
        self._say(event)

    def _fidget(self) -> None:
        """Somebody straightens a tile, which changes nothing."""
        seat = self.rng.choice(SEATS)
        own = self.seats[seat]
        tiles = [*own.river, *own.flowers]
        if self._waiting is not None or not tiles:
            return
        tile = self.rng.choice(tiles)
        arm = self._arm(seat, self.now[tile])
        arm.shift([(tile, crooked(self.now[tile], self.rng, 2.0))], set())
        arm.leave()

    def _draw(self, event: Draw) -> None:
        if self.tempo.fidget and self.rng.random() < self.tempo.fidget:
            self._fidget()
        self.wait(*((0.1, 0.4) if event.end is End.BACK else self.tempo.think))
        if event.end is End.FRONT:
            tile = self.wall[self.front]
            self.front += 1
        else:
            self.back += 1
            tile = self.wall[-self.back]
        own = self.seats[event.seat]
        arm = self._arm(event.seat, self.now[tile])
        right = max(self.table.as_seen(event.seat, self.now[t])[0] for t in own.row)
        x = right + self.table.size.wide + 0.7
        arm.carry([(tile, self.table.at(event.seat, x, self.table.row, Pose.STAND))])
        own.row.append(tile)
        own.drawn = tile
        lingers = self.table.players[event.seat].lingers
        if self.rng.random() < lingers:
            self._waiting = arm
            self.wait(0.3, 0.9)
        else:
            arm.leave()
            self.wait(*self.tempo.think)

    def _ready_arm(self, seat: int, over: Place) -> Arm:
        """The hand that is over the table already, or one that comes now."""
        arm, self._waiting = self._waiting, None
        if arm is not None and arm.seat == seat:
            return arm
        if arm is not None:
            arm.leave()
        return self._arm(seat, over)

    def _from_row(self, seat: int, face: Tile | None, number: int = 1) -> list[int]:
        """Take tiles of that face out of a hand, the drawn one first."""
        own = self.seats[seat]
        code = face.code if face is not None else None
        fit = [t for t in own.row if FACES_OF_SET[t] == code]
        fit.sort(key=lambda t: t != own.drawn)
        for tile in fit[:number]:
            own.row.remove(tile)
        return fit[:number]

    def _tidy(self, arm: Arm) -> None:
        """Close the gaps of a row; the drawn tile goes among the others."""
        own = self.seats[arm.seat]
        if own.drawn in own.row:
            own.row.remove(own.drawn)
            spot = self.rng.randint(0, len(own.row))
            lifted = {own.drawn} if spot < len(own.row) else set()
            own.row.insert(spot, own.drawn)
        else:
            lifted = set()
        own.drawn = None
        places = [self.table.row_place(arm.seat, k) for k in range(len(own.row))]
        arm.shift(list(zip(own.row, places, strict=True)), lifted)

    def _discard(self, seat: int, face: Tile) -> None:
        own = self.seats[seat]
        tile = self._from_row(seat, face)[0]
        slot = len(own.river)
        own.river.append(tile)
        to = crooked(self.table.river_place(seat, slot), self.rng, self.table.players[seat].mess)
        arm = self._ready_arm(seat, self.now[tile])
        arm.carry([(tile, to)])
        self.offered = tile
        if self.rng.random() < 0.7:
            self._tidy(arm)
        arm.leave()
        own.drawn = None

    def _flowers(self, event: Flower) -> None:
        own = self.seats[event.seat]
        tiles = [t for face in event.tiles for t in self._from_row(event.seat, face)]
        arm = self._ready_arm(event.seat, self.now[tiles[0]])
        arm.carry([(t, self._flower_spot(event.seat, t)) for t in tiles])
        own.drawn = None
        self._tidy(arm)
        arm.leave()

    def _flower_spot(self, seat: int, tile: int) -> Place:
        own, pitch = self.seats[seat], self.table.size.wide + 0.08
        own.flowers.append(tile)
        k = len(own.flowers) - 1
        room = min((s.left for s in own.sets), default=self.table.sets_right) - 1.0
        if self.table.flowers_ahead:
            room = self.table.sets_right
        line = max(1, int((room - self.table.flowers_left) / pitch))
        x = self.table.flowers_left + (k % line + 0.5) * pitch
        y = self.table.sets + self.table.flowers_ahead + (k // line) * (self.table.size.high + 0.2)
        place = self.table.at(seat, x, y)
        return crooked(place, self.rng, self.table.players[seat].mess)

    # --- sets

    def _claim(self, event: Chow | Pung | Kong) -> None:
        seat, claimed = event.seat, self.offered
        assert claimed is not None
        source = next(s for s in SEATS if claimed in self.seats[s].river)
        self.seats[source].river.remove(claimed)
        if isinstance(event, Chow):
            own = [t for face in event.using for t in self._from_row(seat, face)]
        else:
            own = self._from_row(seat, event.tile, 3 if isinstance(event, Kong) else 2)
        kind = type(event).__name__.lower()
        style = self.table.players[seat].claimed
        turned = claimed if style == "turned" else None
        if style == "turned":
            spot = {3: 0, 2: 1, 1: len(own)}[(source - seat) % 4]
            order = sorted(own, key=self._rank)
            order.insert(spot, claimed)
        elif style == "middle":
            order = sorted(own, key=self._rank)
            order.insert(1, claimed)
        else:
            order = sorted([*own, claimed], key=self._rank)
        self.wait(0.4, 1.6)
        places = self._lay_set(seat, kind, order, turned)
        arm = self._arm(seat, self.now[own[0]])
        arm.carry([(t, places[t]) for t in own])
        arm.go(self.now[claimed].x, self.now[claimed].y)
        arm.carry([(claimed, places[claimed])])
        self.seats[seat].drawn = None
        if self.rng.random() < 0.6:
            self._tidy(arm)
        if self.rng.random() < 0.4:
            arm.leave()
            self.wait(*self.tempo.think)
        else:
            self._waiting = arm

    @staticmethod
    def _rank(tile: int) -> int:
        return int(FULL_SET[tile])

    def _lay_set(
        self, seat: int, kind: str, order: Sequence[int], turned: int | None, shown: str = "ffff"
    ) -> dict[int, Place]:
        """The next set, to the left of those that lie there already."""
        table, own, mess = self.table, self.seats[seat], self.table.players[seat].mess
        wide, high = table.size.wide, table.size.high
        widths = [high if t == turned else wide for t in order]
        total = sum(widths) + 0.05 * (len(order) - 1)
        gap = self.rng.uniform(1.2, 1.8)
        right = min((s.left - gap for s in own.sets), default=table.sets_right)
        x = right - total
        own.sets.append(_Set(kind, list(order), turned, x, total))
        places = {}
        for tile, width, how in zip(order, widths, shown, strict=False):
            y = table.sets - (high - wide) / 2 if tile == turned else table.sets
            turn = 90.0 if tile == turned else 0.0
            pose = Pose.UP if how == "f" else Pose.DOWN
            place = table.at(seat, x + width / 2, y, pose, turn)
            places[tile] = crooked(place, self.rng, 0.6 * mess)
            x += width + 0.05
        return places

    def _concealed_kong(self, seat: int, face: Tile) -> None:
        tiles = self._from_row(seat, face, 4)
        style = self.table.players[seat].concealed
        arm = self._ready_arm(seat, self.now[tiles[0]])
        places = self._lay_set(seat, "concealed_kong", tiles, None, style)
        arm.carry([(t, places[t]) for t in tiles])
        self._tidy(arm)
        arm.leave()

    def _added_kong(self, event: AddedKong) -> None:
        seat, table = event.seat, self.table
        own = self.seats[seat]
        tile = self._from_row(seat, event.tile)[0]
        code = FACES_OF_SET[tile]
        pung = next(s for s in own.sets if s.kind == "pung" and FACES_OF_SET[s.tiles[0]] == code)
        arm = self._ready_arm(seat, self.now[tile])
        wide, high = table.size.wide, table.size.high
        if pung.turned is not None and not table.flowers_ahead:
            below = pung.tiles.index(pung.turned)
            x = pung.left + below * (wide + 0.05) + high / 2
            place = table.at(seat, x, table.sets - (high - wide) / 2 + wide + 0.1, turn=90.0)
        elif table.players[seat].added == "top" and pung.turned is None:
            middle = pung.left + pung.wide / 2
            place = table.at(seat, middle, table.sets, z=table.size.thick)
        else:
            after = own.sets[own.sets.index(pung) + 1 :]
            room = wide + 0.05
            arm.shift([(t, self._aside(seat, t, room)) for s in after for t in s.tiles], set())
            for some in after:
                some.left -= room
            pung.left -= room
            pung.wide += room
            place = table.at(seat, pung.left + wide / 2, table.sets)
        arm.carry([(tile, crooked(place, self.rng, 0.5 * table.players[seat].mess))])
        pung.kind = "kong"
        pung.tiles.append(tile)
        self.offered = tile
        self._tidy(arm)
        arm.leave()

    def _aside(self, seat: int, tile: int, room: float) -> Place:
        dx, dy = self.table.point(seat, -room, self.table.side / 2)
        place = self.now[tile]
        return replace(place, x=place.x + dx, y=place.y + dy)

    def _rob_flower(self, event: RobFlower) -> None:
        source = self.seats[event.source]
        code = event.tile.code
        laid = [t for t in source.flowers if FACES_OF_SET[t] == code]
        tile = laid[0] if laid else self._from_row(event.source, event.tile)[0]
        if laid:
            source.flowers.remove(tile)
        arm = self._ready_arm(event.seat, self.now[tile])
        arm.carry([(tile, self._flower_spot(event.seat, tile))])
        arm.leave()

    # --- the end

    def _win(self, event: Win) -> None:
        seat, own = event.seat, self.seats[event.seat]
        self._phase(Phase.OVER)
        self.wait(0.3, 1.2)
        winning = self._winning(event)
        arm = self._ready_arm(seat, self.now[winning if winning is not None else own.row[0]])
        if winning in own.row:
            own.row.remove(winning)
        if self.table.players[seat].sorts:
            own.row.sort(key=self._rank)
        self._open(arm)
        if winning is not None:
            last = self.table.row_place(seat, len(own.row) - 0.5, Pose.UP)
            dx, dy = self.table.point(
                seat, self.table.players[seat].apart + self.table.size.wide / 2, self.table.side / 2
            )
            place = replace(last, x=last.x + dx, y=last.y + dy)
            arm.go(self.now[winning].x, self.now[winning].y)
            arm.carry([(winning, crooked(place, self.rng, self.table.players[seat].mess))])
        for kong in own.sets:
            if all(self.now[t].pose is Pose.DOWN for t in kong.tiles):
                arm.carry([(t, replace(self.now[t], pose=Pose.UP)) for t in kong.tiles])
        arm.leave()

    def _winning(self, event: Win) -> int | None:
        """The winning tile: drawn, discarded, or robbed."""
        if event.tile is None or event.flowers:
            return None
        own = self.seats[event.seat]
        code = event.tile.code
        if own.drawn is not None and FACES_OF_SET[own.drawn] == code:
            return own.drawn
        for other in self.seats:
            if self.offered in other.river:
                other.river.remove(self.offered)
                return self.offered
            for some in other.sets:
                if self.offered in some.tiles and some.kind == "kong":
                    some.tiles.remove(self.offered)
                    return self.offered
        return next((t for t in reversed(own.row) if FACES_OF_SET[t] == code), None)

    def _open(self, arm: Arm, pose: Pose = Pose.UP) -> None:
        """The whole row is laid down."""
        own = self.seats[arm.seat]
        mess = self.table.players[arm.seat].mess
        spots = [
            crooked(self.table.row_place(arm.seat, k, Pose.UP), self.rng, 0.6 * mess)
            for k in range(len(own.row))
        ]
        arm.sweep([(t, replace(s, pose=pose)) for t, s in zip(own.row, spots, strict=True)])
        own.drawn = None

    def _show(self, event: Showdown) -> None:
        """The others lay their hands open, or put them down, or leave them standing."""
        if self._waiting is not None:
            self._waiting.leave()
            self._waiting = None
        for seat in SEATS:
            own = self.seats[seat]
            standing = [t for t in own.row if self.now[t].pose is Pose.STAND]
            if not standing:
                continue
            self.wait(0.5, 2.5)
            if self.rng.random() < self.tempo.shown:
                arm = self._arm(seat, self.now[standing[0]])
                own.row.sort(key=self._rank)
                self._open(arm, Pose.UP if self.rng.random() < 0.7 else Pose.DOWN)
                arm.leave()
