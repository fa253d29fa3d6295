"""One possible story of a hand: its events, the tiles they are about, and the referee's table.

Accounts are frozen; every step makes another. Events keep the ids of their tiles, so that a story
can be told again when a face turns out to be another.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache

from scoring.errors import RefereeError, RuleError
from scoring.events import (
    AddedKong,
    Chow,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    Event,
    Flower,
    Kong,
    Pung,
    RobFlower,
    Win,
)
from scoring.game import Seat
from scoring.playrules import PLAY, Passing, PlayRules
from scoring.referee import apply, start
from scoring.referee_base import LOG
from scoring.table import State
from scoring.tiles import Tile
from vision.types import BACK
from vision.watch.story_faces import Faces, tile_of

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetSeen:
    """A set on the table."""

    kind: str
    ids: Ids


@dataclass(frozen=True, slots=True)
class Move:
    """An event of a story."""

    event: Event
    ids: Ids = ()
    """Its tiles. Of a claim all of the set; of a win the concealed ones laid open."""
    claimed: int | None = None
    """Of a claim or win: the id of the claimed or winning tile as it lies there now."""
    table: int = 0
    price: float = 0.0
    after: State | None = field(default=None, compare=False, repr=False)
    """The table after it."""


Four = tuple[tuple[SetSeen, ...], tuple[SetSeen, ...], tuple[SetSeen, ...], tuple[SetSeen, ...]]


@dataclass(frozen=True, slots=True)
class Account:
    """A story as far as it goes."""

    state: State
    moves: tuple[Move, ...]
    lying: frozenset[int] = frozenset()
    """Discards that should still lie in a river."""
    sets: Four = ((), (), (), ())
    flowers: tuple[Ids, Ids, Ids, Ids] = ((), (), (), ())
    last: int | None = None
    """The tile that was discarded (or added to a pung) last, while it may be claimed."""
    chosen: tuple[tuple[int, str], ...] = ()
    """Faces taken otherwise than they were read."""
    price: float = 0.0

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return bool(self.moves) and isinstance(self.moves[-1].event, Win | DrawGame)

    @property
    def told(self) -> frozenset[int]:
        """The ids that are explained and should still lie there."""
        return self.lying.union(
            *(s.ids for some in self.sets for s in some), *(some for some in self.flowers)
        )

    def face(self, i: int, faces: Faces) -> str:
        """What a tile is taken for."""
        return next((face for j, face in reversed(self.chosen) if j == i), None) or faces.face(i)

    def with_sets(self, seat: Seat, sets: tuple[SetSeen, ...]) -> Account:
        """Another seat's worth of sets."""
        four = [*self.sets]
        four[seat] = sets
        return replace(self, sets=(four[0], four[1], four[2], four[3]))

    def with_flowers(self, seat: Seat, ids: Ids) -> Account:
        """Another seat's worth of flowers."""
        four = [*self.flowers]
        four[seat] = ids
        return replace(self, flowers=(four[0], four[1], four[2], four[3]))

    def renamed(self, names: dict[int, int]) -> Account:
        """The same tiles under new ids."""
        if not names:
            return self

        def new(ids: Ids) -> Ids:
            return tuple(names.get(i, i) for i in ids)

        sets = [tuple(SetSeen(s.kind, new(s.ids)) for s in some) for some in self.sets]
        flowers = [new(some) for some in self.flowers]
        return replace(
            self,
            moves=tuple(
                replace(
                    m, ids=new(m.ids), claimed=None if m.claimed is None else new((m.claimed,))[0]
                )
                if any(i in names for i in (*m.ids, m.claimed))
                else m
                for m in self.moves
            ),
            lying=frozenset(names.get(i, i) for i in self.lying),
            sets=(sets[0], sets[1], sets[2], sets[3]),
            flowers=(flowers[0], flowers[1], flowers[2], flowers[3]),
            last=names.get(self.last, self.last) if self.last is not None else None,
            chosen=tuple((names.get(i, i), face) for i, face in self.chosen),
        )


@cache
def _lenient(name: str) -> PlayRules:
    """The same game where nobody minds what people do against the rules of claims and discards."""
    return replace(
        PLAY[name], linked="no", repeat_pung=True, kong_after_claim=True, given_kong_wins=True,
        mixed_kong_wins=True, own_fault=False, closed_last=0, passing=Passing.NOTHING,
    )  # fmt: skip


def step(state: State, event: Event, foul: float) -> tuple[State, float] | None:
    """The table after an event and what it costs; None if it cannot have happened.

    Args:
        state: before it.
        event: what is said to have happened.
        foul: price of an event that only breaks a rule of conduct.
    """
    try:
        return apply(state, event), 0.0
    except RefereeError as error:
        if error.rule == LOG:
            return None
    except RuleError:
        return None
    rules = state.rules
    try:
        after = apply(replace(state, rules=_lenient(rules.game.name)), event)
    except RuleError:
        return None
    return replace(after, rules=rules), foul


def begin(rules: PlayRules, deal: Deal, table: int) -> Account:
    """The story that begins with a deal."""
    state = start(rules, deal)
    return Account(state, (Move(deal, table=table, after=state),))


def with_move(account: Account, move: Move, foul: float, **changes: object) -> Account | None:
    """The story with one more event; None if it cannot have happened."""
    done = step(account.state, move.event, foul)
    if done is None:
        return None
    state, price = done
    price += move.price
    return replace(
        account,
        state=state,
        moves=(*account.moves, replace(move, price=price, after=state)),
        price=account.price + price,
        **changes,  # type: ignore[arg-type]
    )


def retold(account: Account, faces: Faces, foul: float) -> Account | None:
    """The same story with the faces as they are taken now; None if it cannot have happened so."""
    state: State | None = None
    moves: list[Move] = []
    same = True  # as far as here nothing has changed, and the table is known
    for move in account.moves:
        event = _said(move, account, faces)
        if same and event == move.event and move.after is not None:
            state = move.after
            moves.append(move)
            continue
        same = False
        if isinstance(event, Deal):
            state = start(account.state.rules, event)
        else:
            assert state is not None
            done = step(state, event, foul)
            if done is None:
                return None
            state = done[0]
        moves.append(replace(move, event=event, after=state))
    assert state is not None
    return replace(account, state=state, moves=tuple(moves))


def _said(move: Move, account: Account, faces: Faces) -> Event:
    """The event of a move with its tiles as they are taken now."""
    event = move.event
    if not move.ids or isinstance(event, Deal | Draw):
        return event
    codes = [account.face(i, faces) for i in move.ids]
    tiles = [tile_of(code) for code in codes]
    known = [tile for tile in tiles if tile is not None]
    if isinstance(event, Discard):
        return replace(event, tile=tiles[0])
    if isinstance(event, Flower):
        return replace(event, tiles=tuple(known))
    if isinstance(event, ConcealedKong):
        return replace(event, tile=known[0] if known else None)
    if isinstance(event, AddedKong | RobFlower):
        return replace(event, tile=known[0])
    if isinstance(event, Chow | Pung | Kong):
        claimed = move.ids.index(move.claimed) if move.claimed in move.ids else 0
        tile = known[claimed]
        if isinstance(event, Chow):
            rest = (*known[:claimed], *known[claimed + 1 :])
            return replace(event, tile=tile, using=tuple(sorted(rest)))
        return replace(event, tile=tile)
    if isinstance(event, Win):
        return _win_said(event, move, known, codes)
    return event


def _win_said(event: Win, move: Move, known: list[Tile], codes: list[str]) -> Win:
    hand = tuple(sorted(known))
    if BACK in codes or move.claimed is None:
        return replace(event, hand=hand)
    if move.claimed in move.ids:
        tile = known[move.ids.index(move.claimed)]
        return replace(event, tile=tile if event.tile is not None else None, hand=hand)
    return replace(event, hand=hand)


def overfull(state: State, event: Event) -> list[Tile]:
    """Faces of which there would be too many after an event."""
    need: Counter[Tile] = Counter()
    match event:
        case Discard(tile=Tile() as tile) | AddedKong(tile=tile):
            need[tile] = 1
        case Chow():
            need.update(tile for tile in event.using if tile is not None)
        case Pung():
            need[event.tile] = 2
        case Kong():
            need[event.tile] = 3
        case ConcealedKong(tile=Tile() as tile):
            need[tile] = 4
        case Flower():
            need.update(event.tiles)
        case Win():
            need.update(event.hand)
    return [t for t, n in need.items() if state.located[t] + n > (4 if t <= Tile.P else 1)]
