"""What may happen next at a table, given what is new on it: the steps of the search.

Each step is an event that the referee has not judged yet, with the least that it costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from scoring.events import (
    AddedKong,
    Chow,
    ConcealedKong,
    Discard,
    Draw,
    DrawGame,
    End,
    Flower,
    Kong,
    Pung,
)
from scoring.table import How, Phase, State
from scoring.tiles import Tile
from vision.types import BACK
from vision.watch.places import SEATS, Sight
from vision.watch.story_account import Account, Move, SetSeen, overfull, retold, with_move
from vision.watch.story_end import Opener
from vision.watch.story_faces import Faces, SetOption, set_options, tile_of
from vision.watch.story_facts import Facts, Fourth
from vision.watch.story_habits import Habits
from vision.watch.story_settings import StorySettings

_MOST_OPTIONS = 5


@dataclass(frozen=True, slots=True)
class Node:
    """A story as far as it goes, and what it still has to explain."""

    account: Account
    facts: Facts

    @property
    def price(self) -> float:
        """What it has cost so far."""
        return self.account.price


@dataclass(frozen=True, slots=True)
class Step:
    """An event that may come next; the referee is asked only when nothing cheaper is left."""

    node: Node
    move: Move
    facts: Facts
    changes: Mapping[str, object]
    then: Callable[[Node], Iterator[Step]] | None = None
    """What must come right after it."""

    @property
    def price(self) -> float:
        """At least."""
        return self.node.account.price + self.move.price


class Mover:
    """Finds the steps from a story to the next still table.

    Args:
        faces: what is known of the tiles.
        habits: where players put claimed tiles.
        opener: reads hands that are laid open.
        settings: prices and bounds.
    """

    def __init__(
        self, faces: Faces, habits: Habits, opener: Opener, settings: StorySettings
    ) -> None:
        self.faces, self.habits, self.opener, self.s = faces, habits, opener, settings
        self.sight: Sight
        self.before = 0.0
        """Time of the still table before."""
        self._options: dict[tuple[int, ...], list[SetOption]] = {}

    def at(self, sight: Sight) -> None:
        """Another still table."""
        self.sight, self._options = sight, {}

    def lies(self, i: int) -> bool:
        """Whether a tile lies where it lay, or its place cannot be seen."""
        if i in self.sight.tiles:
            return True
        tile = self.faces.seen.get(i)
        return tile is not None and self.sight.is_hidden(tile.x, tile.y)

    def follow(self, node: Node, cleared: bool) -> Iterator[Node | Step]:
        """What may come next; `cleared`: the tiles are gone, so only an end."""
        account = node.account
        if account.over:
            return
        state = account.state
        if cleared or self.opener.any_open(account, self.sight):
            yield from self._ends(node, cleared)
        if cleared:
            return
        owes = state.phase is Phase.FLOWERS and state.owed
        if state.phase is Phase.REPLACE or owes:
            yield from self._draw(node, state.turn, End.BACK)
        if state.phase is Phase.OFFER:
            assert state.offer is not None
            yield from self._claims(node)
            yield from self._draw(node, (state.offer.seat + 1) % 4, End.FRONT)
        if state.phase is Phase.FLOWERS and not owes:
            for seat in SEATS:
                yield from self._flowers(node, seat)
            yield from self._turn(node, state.deal.seat)
        if state.phase is Phase.TURN:
            yield from self._flowers(node, state.turn)
            yield from self._turn(node, state.turn)
            if state.fallback is not None:
                yield from self._claims(node)
        yield from self._taken_back(node)

    def _step(
        self, node: Node, move: Move, facts: Facts | None = None, **changes: object
    ) -> Iterator[Step]:
        move = replace(move, table=self.sight.number, price=move.price + self.s.event)
        yield Step(node, move, node.facts if facts is None else facts, changes)

    def done(self, step: Step) -> Iterator[Node]:
        """The table after a step, if the referee allows it."""
        node, move = step.node, step.move
        after = with_move(node.account, move, self.s.foul, **step.changes)
        if after is not None:
            yield Node(after, step.facts)
            return
        for other in self._relieved(node.account, move):
            after = with_move(other, move, self.s.foul, **step.changes)
            if after is not None:
                yield Node(after, step.facts)

    def _relieved(self, account: Account, move: Move) -> Iterator[Account]:
        """Stories in which another tile, told before, was misread, so that there are not five."""
        full = overfull(account.state, move.event)
        if len(full) != 1:
            return
        code = full[0].code
        doubts = sorted(
            (price, j, other)
            for j in account.told.difference(move.ids)
            if account.face(j, self.faces) == code
            for other, price in self.faces.options(j)
            if other != code and other != BACK
        )
        for price, j, other in [d for d in doubts[:3] if d[0] <= self.s.margin]:
            changed = replace(account, chosen=(*_without(account.chosen, j), (j, other)))
            again = retold(changed, self.faces, self.s.foul)
            if again is not None:
                yield replace(again, price=again.price + price)

    def _time(self, state: State, *ids: int) -> float:
        """When it was: as soon as its tiles were seen, never before what happened before."""
        seen = [self.faces.seen[i].since for i in ids if i in self.faces.seen]
        return max(state.time, min(max(seen, default=self.before), self.sight.time))

    def _draw(self, node: Node, seat: int, end: End) -> Iterator[Step]:
        event = Draw(seat, None, end, self._time(node.account.state))
        keep = node.account.last if end is End.FRONT else None
        # A late claim may still take the tile discarded before.
        yield from self._step(node, Move(event), last=keep)

    def _flowers(self, node: Node, seat: int) -> Iterator[Step]:
        account, facts = node.account, node.facts
        ids = [i for q, i in facts.flowers if q == seat]
        if not ids:
            return
        ids.sort(key=lambda i: (self.faces.seen[i].since, i))
        first = self.faces.seen[ids[0]].since
        groups = [tuple(i for i in ids if self.faces.seen[i].since <= first)]
        if account.state.phase is Phase.FLOWERS:
            groups += [tuple(ids), (ids[0],)]
        else:
            groups = [(i,) for i in ids]
        for part in dict.fromkeys(groups):
            tiles = tuple(
                tile for i in part if (tile := tile_of(account.face(i, self.faces))) is not None
            )
            event = Flower(seat, tiles, self._time(account.state, *part))
            left = replace(facts, flowers=tuple(f for f in facts.flowers if f[1] not in part))
            flowers = [*account.flowers]
            flowers[seat] = (*flowers[seat], *part)
            yield from self._step(node, Move(event, part), left, flowers=tuple(flowers))

    # --- the own turn

    def _turn(self, node: Node, seat: int) -> Iterator[Step]:
        yield from self._discards(node, seat)
        yield from self._own_kongs(node, seat)
        yield from self._claimed_unseen(node, seat)
        if node.facts.number > 0 and node.account.state.phase is Phase.TURN:
            state = node.account.state
            event = Discard(seat, None, time=self._time(state))
            yield from self._step(node, Move(event, price=self.s.unseen), last=None)

    def _discards(self, node: Node, seat: int) -> Iterator[Step]:
        account, facts, s = node.account, node.facts, self.s
        since = {i: self.faces.seen[i].since for i in facts.river}
        own = [i for i in facts.river if self.sight.home[i][0] == seat]
        for i in facts.river:
            home, plain = self.sight.home[i]
            price = 0.0 if home == seat else s.other_seat * plain
            first = min(own, key=lambda j: since[j]) if own else i
            if home == seat and i != first:
                price += s.out_of_order
            if since[i] > min(since.values()):
                price += s.out_of_order
            left = replace(facts, river=tuple(j for j in facts.river if j != i))
            for told, more in self._named(account, i):
                tile = tile_of(told.face(i, self.faces))
                event = Discard(seat, tile, time=self._time(account.state, i))
                before = Node(replace(told, price=told.price + price + more), left)
                yield from self._step(
                    before, Move(event, (i,), price=0.0), last=i, lying=told.lying | {i}
                )

    def _named(self, account: Account, i: int) -> Iterator[tuple[Account, float]]:
        """The faces that a discard may have; others than the read one if that cannot be."""
        tile = tile_of(account.face(i, self.faces))
        if tile is not None and tile <= Tile.P:
            yield account, 0.0
            if account.state.located[tile] < 4:
                return
        for other, price in self.faces.options(i)[1:]:
            if other[0] != "f" and other != BACK:
                yield replace(account, chosen=(*account.chosen, (i, other))), price

    def _own_kongs(self, node: Node, seat: int) -> Iterator[Step]:
        account, facts = node.account, node.facts
        for where, ids in facts.sets:
            if where != seat or len(ids) != 4:
                continue
            for option in self._set(ids):
                exposed = BACK not in [self.faces.face(i) for i in ids]
                if option.kind != "concealed_kong" and not exposed:
                    continue
                event = ConcealedKong(seat, tile_of(option.faces[0]), self._time(
                    account.state, *ids))  # fmt: skip
                price = option.price + (self.s.exposed_kong if exposed else 0.0)
                yield from self._with_set(node, seat, "concealed_kong", ids, option, Move(
                    event, ids, price=price))  # fmt: skip
        for fourth in facts.fourths:
            if fourth.seat == seat:
                yield from self._added(node, fourth)

    def _added(self, node: Node, fourth: Fourth) -> Iterator[Step]:
        account, facts, seat = node.account, node.facts, fourth.seat
        old = account.sets[seat][fourth.place]
        if old.kind != "pung":
            return
        face = account.face(old.ids[0], self.faces)
        tile = tile_of(face)
        assert tile is not None
        i = fourth.tile
        price = 0.0 if self.faces.face(i) == face else self.faces.price(i, face)
        chosen = account.chosen if price == 0.0 else (*account.chosen, (i, face))
        event = AddedKong(seat, tile, self._time(account.state, i))
        sets = list(account.sets[seat])
        sets[fourth.place] = SetSeen("kong", (*old.ids, i))
        left = replace(facts, fourths=tuple(f for f in facts.fourths if f != fourth))
        base = replace(account.with_sets(seat, tuple(sets)), chosen=chosen)
        yield from self._step(Node(base, left), Move(event, (i,), price=price), last=i)

    # --- claims

    def _set(self, ids: tuple[int, ...]) -> list[SetOption]:
        if ids not in self._options:
            options = set_options(ids, self.faces)
            most = options[0].price + self.s.margin + 4.0 if options else 0.0
            self._options[ids] = [o for o in options if o.price <= most]
        return self._options[ids]

    def _with_set(
        self,
        node: Node,
        seat: int,
        kind: str,
        ids: tuple[int, ...],
        option: SetOption,
        move: Move,
        **changes: object,
    ) -> Iterator[Step]:
        """The event that lays a set."""
        account = node.account
        chosen = [
            (i, face)
            for i, face in zip(ids, option.faces, strict=True)
            if self.faces.face(i) not in (face, BACK)
        ]
        base = account.with_sets(seat, (*account.sets[seat], SetSeen(kind, ids)))
        base = replace(base, chosen=(*base.chosen, *chosen))
        left = replace(node.facts, sets=tuple(f for f in node.facts.sets if f != (seat, ids)))
        yield from self._step(Node(base, left), move, left, **{"last": None, **changes})

    def _claims(self, node: Node) -> Iterator[Step]:
        """Sets made of the last discard, which lay in the river."""
        account, s = node.account, self.s
        state = account.state
        offer = state.offer
        late = 0.0
        if offer is None and state.fallback is not None:
            offer, late = state.fallback.offer, s.late
        taken = account.last
        if offer is None or taken is None or offer.how is not How.DISCARD:
            return
        late += s.left_in_river if taken in self.sight.tiles else 0.0
        for seat, ids in node.facts.sets:
            if seat == offer.seat:
                continue
            ways = [
                (self._other_face(account, taken, face) + option.price, face, option)
                for option in self._set(ids)[:_MOST_OPTIONS]
                if option.kind != "concealed_kong"
                for face in dict.fromkeys(option.faces)
            ]
            ways.sort(key=lambda way: way[0])
            most = ways[0][0] + self.s.margin if ways else 0.0
            for price, face, option in ways[:_MOST_OPTIONS]:
                told = self._as_face(account, taken, face) if price <= most else None
                if told is None:
                    continue
                j = option.faces.index(face)
                told = replace(told, lying=told.lying - {taken})
                yield from self._claim(Node(told, node.facts), seat, ids, option, j, late + price)

    def _other_face(self, account: Account, i: int, face: str) -> float:
        """What it costs to take a tile for a face instead of the one it is taken for."""
        now = account.face(i, self.faces)
        return 0.0 if now == face else self.faces.price(i, face) - self.faces.price(i, now)

    def _as_face(self, account: Account, i: int, face: str) -> Account | None:
        """The story in which a discard has a face."""
        if account.face(i, self.faces) == face:
            return account
        changed = replace(account, chosen=(*_without(account.chosen, i), (i, face)))
        return retold(changed, self.faces, self.s.foul)

    def _claim(
        self,
        node: Node,
        seat: int,
        ids: tuple[int, ...],
        option: SetOption,
        j: int,
        price: float,
    ) -> Iterator[Step]:
        tiles = [tile for face in option.faces if (tile := tile_of(face)) is not None]
        time = self._time(node.account.state, *ids)
        rest = tuple(sorted((*tiles[:j], *tiles[j + 1 :])))
        event: Chow | Pung | Kong
        if option.kind == "chow":
            event = Chow(seat, tiles[j], rest, time)
        elif option.kind == "pung":
            event = Pung(seat, tiles[j], time=time)
        else:
            event = Kong(seat, tiles[j], time)
        yield from self._with_set(
            node, seat, option.kind, ids, option, Move(event, ids, ids[j], price=price)
        )

    def _claimed_unseen(self, node: Node, seat: int) -> Iterator[Step]:
        """A discard that was claimed before it was seen to lie in the river."""
        account, s = node.account, self.s
        for claimer, ids in node.facts.sets:
            if claimer == seat:
                continue
            for option in self._set(ids)[:_MOST_OPTIONS]:
                if option.kind == "concealed_kong":
                    continue
                if option.kind == "chow" and claimer != (seat + 1) % 4:
                    continue
                likely = self.habits.prices(claimer, seat, ids, option, self.sight)
                tried: dict[str, tuple[float, int]] = {}
                for j, face in enumerate(option.faces):
                    if face not in tried or likely[j] < tried[face][0]:
                        tried[face] = (likely[j], j)
                for price, j in tried.values():
                    tile = tile_of(option.faces[j])
                    time = max(account.state.time, self.before)
                    thrown = Discard(seat, tile, time=time)
                    move = Move(thrown, (ids[j],), price=price + s.claimed_unseen)
                    for step in self._step(node, move, last=ids[j]):
                        claim = partial(
                            self._claim, seat=claimer, ids=ids, option=option, j=j,
                            price=option.price,
                        )  # fmt: skip
                        yield replace(step, then=claim)

    # --- back, and the end

    def _taken_back(self, node: Node) -> Iterator[Node]:
        """The last discard went back into the hand."""
        account, s = node.account, self.s
        last = account.last
        if last is None or self.lies(last) or len(account.moves) < 2:
            return
        moves = list(account.moves)
        dropped = 0
        while moves and isinstance(moves[-1].event, Draw) and moves[-1].event.end is End.FRONT:
            moves.pop()
            dropped += 1
        if not moves or not isinstance(moves[-1].event, Discard) or dropped > 1:
            return
        seat = moves[-1].event.seat
        moves.pop()
        player = account.state.players[seat]
        back = self.sight.seats[seat].count - len(player.known) - player.hidden
        if back < 1 and not any(self.sight.home[i][0] == seat for i in node.facts.river):
            return
        short = replace(account, moves=tuple(moves), last=None, lying=account.lying - {last})
        again = retold(short, self.faces, s.foul)
        if again is not None:
            price = s.taken_back + dropped
            yield Node(replace(again, price=again.price + price), node.facts)

    def _ends(self, node: Node, cleared: bool) -> Iterator[Step]:
        state = node.account.state
        if not cleared:
            yield from self._wins(node)
        last = state.offer is not None and state.offer.how is How.DISCARD
        seat = None
        if state.phase is Phase.OFFER and last:
            assert state.offer is not None
            seat = (state.offer.seat + 1) % 4
        elif state.phase is Phase.TURN and state.drawable <= 0:
            seat = state.turn
        if seat is not None:
            event = DrawGame(seat, self._time(state, *self.sight.tiles) if cleared else
                             max(state.time, self.sight.time))  # fmt: skip
            yield from self._step(node, Move(event, price=self.s.draw_game))

    def _wins(self, node: Node) -> Iterator[Step]:
        account = node.account
        for seat in SEATS:
            if not self.opener.is_open(account, self.sight, seat):
                continue
            for win in self.opener.wins(account, self.sight, seat, node.facts):
                told = account
                if win.chosen:
                    told = replace(account, chosen=(*account.chosen, *win.chosen))
                before = Node(told, node.facts)
                last = partial(self._won, seat=seat, move=win.move)
                if win.before is None:
                    yield from last(before)
                    continue
                for step in self._step(before, win.before, last=win.before.ids[0]):
                    yield replace(step, then=last)

    def _won(self, node: Node, seat: int, move: Move) -> Iterator[Step]:
        account = node.account
        left = replace(node.facts, fourths=tuple(f for f in node.facts.fourths if f.seat != seat))
        event = replace(move.event, time=max(account.state.time, self.sight.time))
        lying = account.lying - {account.last or -1}
        yield from self._step(node, replace(move, event=event), left, lying=lying, last=None)


def _without(chosen: tuple[tuple[int, str], ...], i: int) -> tuple[tuple[int, str], ...]:
    return tuple((j, face) for j, face in chosen if j != i)
