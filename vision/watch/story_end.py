"""How a hand ends: hands laid open, what won, and what the table cannot tell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.errors import RuleError
from scoring.events import AddedKong, Discard, Win
from scoring.game import Seat
from scoring.hand import Circumstances
from scoring.rulesets import RULE_NAMES, RuleSet, get_rules
from scoring.table import Begun, How, Phase, State
from vision.decode import Decoded, DecodeError, decode
from vision.types import BACK, SEATS, Group, Reading, ReadTile, as_quad
from vision.watch.places import Sight
from vision.watch.story_account import Account, Move
from vision.watch.story_faces import Faces, tile_of
from vision.watch.story_facts import Facts
from vision.watch.story_settings import StorySettings
from vision.watch.types import LyingTile

_MOST_FACES = 3
PIXELS = 20.0
"""Of the picture that `vision.decode` is shown: pixels a centimetre."""


@dataclass(frozen=True, slots=True)
class WinOption:
    """One way in which a hand laid open has won."""

    move: Move
    chosen: tuple[tuple[int, str], ...] = ()
    before: Move | None = None
    """What came before and was not seen: a discard, or a kong that was robbed."""


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open, read under the rules."""

    ids: tuple[int, ...]
    """Of the tiles of `reading`."""
    reading: Reading
    decoded: Decoded


@dataclass(slots=True)
class Opener:
    """Reads hands that are laid open.

    Args:
        rules: name of the rule set.
        faces: what is known of the tiles.
        settings: prices.
    """

    rules: str
    faces: Faces
    settings: StorySettings
    _read: dict[tuple[object, ...], OpenHand | None] = field(default_factory=dict)

    @property
    def rule_set(self) -> RuleSet | None:
        """What scores the hands; None for a game that nothing scores."""
        return get_rules(self.rules) if self.rules in RULE_NAMES else None

    def forget(self) -> None:
        """Faces have changed."""
        self._read.clear()

    def is_open(self, account: Account, sight: Sight, seat: Seat) -> bool:
        """Whether a seat has laid its whole hand open."""
        view, player = sight.seats[seat], account.state.players[seat]
        held = len(player.known) + player.hidden
        return not view.standing and len(view.shown) >= max(2, held)

    def any_open(self, account: Account, sight: Sight) -> bool:
        """Whether anybody has."""
        return any(self.is_open(account, sight, seat) for seat in range(4))

    def wins(self, account: Account, sight: Sight, seat: Seat, facts: Facts) -> list[WinOption]:
        """In which ways the hand of a seat that lies open may have won now."""
        state, s = account.state, self.settings
        view = sight.seats[seat]
        shown = view.shown
        size = state.rules.game.hand_tiles + 1 - 3 * len(state.players[seat].sets)
        found: list[WinOption] = []
        if state.turn == seat and state.phase in (Phase.TURN, Phase.FLOWERS):
            found += self._flower_win(account, seat, shown)
            if len(shown) == size:
                found += self._self_drawn(account, sight, seat)
        offer, late = state.offer, 0.0
        if offer is None and state.phase is Phase.TURN and state.fallback is not None:
            offer, late = state.fallback.offer, s.late
        last = account.last
        if offer is not None and offer.seat != seat and last is not None:
            found += self._on_offer(account, sight, seat, size, last, late)
        if state.phase is Phase.TURN and state.turn != seat and len(shown) == size:
            found += self._unseen(account, sight, seat, state)
        return found

    def _flower_win(self, account: Account, seat: Seat, shown: Sequence[int]) -> list[WinOption]:
        need = account.state.rules.flower_win
        if not need or len(account.state.players[seat].flowers) < need:
            return []
        codes = [account.face(i, self.faces) for i in shown]
        hand = tuple(sorted(t for code in codes if (t := tile_of(code)) is not None))
        event = Win(seat, None, True, hand)
        return [WinOption(Move(event, tuple(shown), price=1.0))]

    def _self_drawn(self, account: Account, sight: Sight, seat: Seat) -> list[WinOption]:
        state, s = account.state, self.settings
        shown = sight.seats[seat].shown
        dealt = state.phase is Phase.FLOWERS or (
            state.begun is Begun.DEALT and not state.kongs and not state.has_drawn
        )
        apart = sight.seats[seat].apart
        win = apart if apart is not None else shown[-1]
        price = 0.0 if apart is not None or dealt else s.not_apart
        read = self.read(account, sight, seat, win)
        if read is None:
            return []
        chosen = self._chosen(account, read)
        hand, tile = read.decoded.hand, read.decoded.hand.win
        if tile is None:
            return []
        event = Win(seat, None if dealt else tile, hand=tuple(sorted((*hand.concealed, tile))))
        move = Move(event, tuple(shown), win, price=price + read.decoded.price)
        return [WinOption(move, chosen)]

    def _on_offer(
        self, account: Account, sight: Sight, seat: Seat, size: int, last: int, late: float
    ) -> list[WinOption]:
        """With the last discard, or a tile added to a pung."""
        s, faces = self.settings, self.faces
        view = sight.seats[seat]
        face = account.face(last, faces)
        there = last in sight.tiles
        added = account.state.offer is not None and account.state.offer.how is How.ADDED_KONG
        if len(view.shown) == size - 1 and there:
            return self._with_tile(account, sight, seat, last, late + s.left_lying)
        if len(view.shown) != size:
            return []
        likely = sorted(
            view.shown, key=lambda i: faces.price(i, face) + (0.0 if i == view.apart else 1.0)
        )
        win = likely[0]
        price = late + faces.price(win, face) + (s.left_in_river if there and not added else 0.0)
        if price > s.margin + 6.0:
            return []
        return self._with_tile(account, sight, seat, win, price, face)

    def _with_tile(
        self,
        account: Account,
        sight: Sight,
        seat: Seat,
        win: int,
        price: float,
        face: str | None = None,
        before: Move | None = None,
    ) -> list[WinOption]:
        """With somebody else's tile."""
        read = self.read(account, sight, seat, win, face)
        if read is None or read.decoded.hand.win is None:
            return []
        hand = read.decoded.hand
        ids = tuple(i for i in sight.seats[seat].shown if i != win)
        event = Win(seat, hand.win, hand=tuple(sorted(hand.concealed)))
        move = Move(event, ids, win, price=price + read.decoded.price)
        chosen = self._chosen(account, read)
        if face is not None and account.face(win, self.faces) != face:
            chosen = (*(c for c in chosen if c[0] != win), (win, face))
        return [WinOption(move, chosen, before)]

    def _unseen(self, account: Account, sight: Sight, seat: Seat, state: State) -> list[WinOption]:
        """A discard, or a fourth tile, that was won on before it was seen."""
        s, apart = self.settings, sight.seats[seat].apart
        if apart is None:
            return []
        found: list[WinOption] = []
        for face, price in self.faces.options(apart)[:_MOST_FACES]:
            tile = tile_of(face)
            if tile is None:
                continue
            thrown = Discard(state.turn, tile, time=state.time)
            before = Move(thrown, (apart,), price=s.claimed_unseen)
            found += self._with_tile(account, sight, seat, apart, price, face, before)
            if any(
                some.kind == "pung" and account.face(some.ids[0], self.faces) == face
                for some in account.sets[state.turn]
            ):
                added = Move(
                    AddedKong(state.turn, tile, state.time), (apart,), price=s.robbed_unseen
                )
                found += self._with_tile(account, sight, seat, apart, price, face, added)
        return found

    # --- reading

    def read(
        self, account: Account, sight: Sight, seat: Seat, win: int, face: str | None = None
    ) -> OpenHand | None:
        """The hand, if it wins with that tile (as that face) within the bounds of `decode`."""
        key = (
            sight.number, seat, win, face, account.chosen, account.sets[seat],
            account.flowers[seat], sight.seats[seat].shown,
        )  # fmt: skip
        if key not in self._read:
            open_hand = self.decoded(account, sight, seat, win, face)
            won = open_hand is not None and open_hand.decoded.wins
            self._read[key] = open_hand if won else None
        return self._read[key]

    def decoded(
        self,
        account: Account,
        sight: Sight,
        seat: Seat,
        win: int,
        face: str | None = None,
        circumstances: Circumstances | None = None,
    ) -> OpenHand | None:
        """The hand as `vision.decode` reads it; None where it cannot."""
        rules = self.rule_set
        if rules is None:
            return None
        shown = [i for i in sight.seats[seat].shown if i != win]
        sets = account.sets[seat]
        flowers = account.flowers[seat]
        ids = [*shown, win, *(i for some in sets for i in some.ids), *flowers]
        at = {i: k for k, i in enumerate(ids)}
        laid = sight.seats[seat].shown
        pinned = {at[i]: f for i, f in account.chosen if i in at and i not in laid}
        pinned |= {at[i]: f for i, f in self.faces.pinned.items() if i in at}
        if face is not None:
            pinned[at[win]] = face
        name = SEATS[seat]
        groups = [Group("concealed", name, tuple(at[i] for i in shown))] if shown else []
        for some in sets:
            backs = BACK in [self.faces.face(i) for i in some.ids]
            role = "concealed_kong" if some.kind == "concealed_kong" or backs else some.kind
            groups.append(Group(role, name, tuple(at[i] for i in some.ids)))
        if flowers:
            groups.append(Group("flowers", name, tuple(at[i] for i in flowers)))
        groups.append(Group("winning", name, (at[win],)))
        tiles = tuple(as_read_tile(self.faces.seen[i]) for i in ids)
        reading = Reading("", (2400, 2400), 0.0, tiles, (), tuple(groups))
        try:
            decoded = decode(reading, rules, circumstances=circumstances, pinned=pinned)
        except (DecodeError, RuleError):
            return None
        return OpenHand(tuple(ids), reading, decoded)

    def _chosen(self, account: Account, read: OpenHand) -> tuple[tuple[int, str], ...]:
        """Faces that the hand needs and that were read otherwise."""
        faces: Mapping[int, str] = read.decoded.faces or {}
        return tuple(
            (read.ids[k], face)
            for k, face in faces.items()
            if face != BACK and account.face(read.ids[k], self.faces) not in (face, BACK)
        )


def as_read_tile(tile: LyingTile) -> ReadTile:
    """A lying tile as `vision.decode` takes it, in a picture from straight above."""
    turn = math.radians(tile.turn)
    right = (math.cos(turn), math.sin(turn))
    up = (-right[1], right[0])
    corners = []
    for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1)):
        x = tile.x + a * right[0] * tile.wide / 2 + b * up[0] * tile.high / 2
        y = tile.y + a * right[1] * tile.wide / 2 + b * up[1] * tile.high / 2
        corners.append((1200 + PIXELS * x, 1200 - PIXELS * y))
    return ReadTile(tile.face, tile.confidence, as_quad(corners), tile.alternatives, tile.doubtful)
