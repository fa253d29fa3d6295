"""Turns what a person typed into a hand and its circumstances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.output import FLAGS

if TYPE_CHECKING:
    from scoring.errors import NotAWinError
    from scoring.hand import Circumstances, Hand, Meld
    from scoring.rulesets import RuleSet
    from scoring.tiles import Tile


class InputError(Exception):
    """Input that cannot be used; `key` and `params` choose the words in `device.messages`."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(f"{key} {params}" if params else key)
        self.key = key
        self.params = params


@dataclass(frozen=True, slots=True)
class Options:
    """The circumstances as they stand on the command line; None or () is what nobody said."""

    rules: str = "taiwan"
    seat: str | None = None
    round: str | None = None
    win: str | None = None
    melds: tuple[str, ...] = ()
    flowers: str | None = None
    dealer: bool | None = None
    streak: int = 0
    flags: frozenset[str] = frozenset()
    complete: bool = True
    indicator: str | None = None
    discards: int | None = None

    def circumstances(self) -> Circumstances:
        """The circumstances for scoring. Raises `InputError` or `scoring.errors.RuleError`."""
        from scoring.hand import Circumstances
        from scoring.tiles import Tile

        flags: dict[str, Any] = {name: True for name in FLAGS if name in self.flags}
        if self._must_be_drawn():
            flags["self_draw"] = True
        return Circumstances(
            seat=Tile.E if self.seat is None else _wind("--seat", self.seat),
            round=Tile.E if self.round is None else _wind("--round", self.round),
            dealer=self.dealer,
            streak=self.streak,
            hand_complete=self.complete,
            indicator=self.indicator_tile(),
            discards=self.discards,
            **flags,
        )

    def indicator_tile(self) -> Tile | None:
        """The tile of --indicator."""
        return None if self.indicator is None else _one_tile("--indicator", self.indicator)

    def jokers(self) -> frozenset[Tile]:
        """The jokers that --indicator names."""
        from scoring.jokers import jokers_of

        indicator = self.indicator_tile()
        return frozenset() if indicator is None else jokers_of(indicator)

    def _must_be_drawn(self) -> bool:
        """Whether an event says, without --self-draw, that the winner drew the tile."""
        from device.houserules import chosen_rules

        if self.flags & {"rob_kong", "renhu", "robbed_flower"}:
            return False  # a contradiction, or won otherwise: scoring judges what was typed
        if "tianhu" in self.flags:
            return True
        edition = getattr(chosen_rules(self.rules), "rules", None)
        return "dihu" in self.flags and not getattr(edition, "earthly_win_on_discard", False)

    def given(self) -> list[str]:
        """The names of the circumstances that were said, in the order in which they are told."""
        names = [name for name in ("seat", "round") if getattr(self, name) is not None]
        names += ["dealer"] if self.dealer is not None else []
        names += ["streak"] if self.streak else []
        names += ["indicator"] if self.indicator is not None else []
        names += ["discards"] if self.discards is not None else []
        return names + [name for name in FLAGS if name in self.flags]

    def assumed(self) -> dict[str, Any]:
        """What scoring takes for granted because nobody said it, as in the JSON of `snap`."""
        taken: dict[str, Any] = {}
        if self.seat is None:
            taken["seat"] = "E"
        if self.round is None:
            taken["round"] = "E"
        said = self.flags & {"self_draw", "rob_kong", "tianhu", "renhu", "robbed_flower"}
        if not said and not self._must_be_drawn():
            taken["self_draw"] = False
        if self.dealer is None and not self.streak and "tianhu" not in self.flags:
            taken["dealer"] = False
        return taken

    def win_tile(self) -> Tile | None:
        """The tile of --win."""
        return None if self.win is None else _one_tile("--win", self.win)

    def meld_sets(self) -> tuple[Meld, ...]:
        """The sets of --meld."""
        from scoring.errors import NotationError
        from scoring.hand import Meld

        melds = []
        for text in self.melds:
            try:
                melds.append(Meld.parse(text, self.jokers()))
            except NotationError as error:
                raise InputError("bad_meld", text=text) from error
        return tuple(melds)

    def flower_tiles(self) -> tuple[Tile, ...] | None:
        """The flowers of --flowers; None if the option was not given."""
        from scoring.tiles import Tile, parse_tiles

        if self.flowers is None:
            return None
        tiles = parse_tiles(self.flowers)
        for tile in tiles:
            if tile < Tile.F1:
                raise InputError("not_a_flower", tile=tile)
        return tiles


def _wind(option: str, text: str) -> Tile:
    from scoring.errors import NotationError
    from scoring.hand import parse_wind

    try:
        # e and E are both east here; among tiles the case matters.
        return parse_wind(text.upper() if len(text) == 1 else text)
    except NotationError as error:
        raise InputError("bad_wind", option=option, text=text) from error


def _one_tile(option: str, text: str) -> Tile:
    from scoring.errors import NotationError
    from scoring.tiles import parse_tile

    try:
        return parse_tile(text)
    except NotationError as error:
        raise InputError("one_tile", option=option, text=text) from error


def typed_hand(text: str, options: Options, rules: RuleSet) -> Hand:
    """The hand of `taicam score`: concealed tiles and flowers as text, the rest from options.

    Raises `InputError` or `scoring.errors.RuleError`; a complete hand without --win is asked for
    its winning tile (`missing_win_tile` or, when it does not win, by its number of tiles).
    """
    from scoring.errors import MissingWinTileError
    from scoring.hand import Hand, stand_in
    from scoring.tiles import Tile, parse_tiles

    tiles = parse_tiles(text)
    jokers = options.jokers()
    concealed = tuple(tile for tile in tiles if tile < Tile.F1)
    flowers = tuple(tile for tile in tiles if tile >= Tile.F1) + (options.flower_tiles() or ())
    melds = options.meld_sets()
    win = options.win_tile()
    if win is not None:
        win = stand_in(win, tiles, jokers)
    count = len(concealed) + 3 * len(melds) + (len(flowers) if Tile.F1 in jokers else 0)
    if win is not None and count == rules.hand_size and win in concealed:
        raise InputError("win_twice", actual=count + 1, expected=rules.hand_size)
    hand = Hand(concealed, melds, flowers, win)
    if win is None and count == rules.hand_size and options.complete:
        choices = rules.winning_choices(hand)
        if choices:
            raise MissingWinTileError(choices)
    return hand


def in_play(rules: RuleSet, options: Options) -> RuleSet:
    """The rules with the jokers of --indicator, where they have jokers."""
    from scoring.wu_joker import WuJoker

    indicator = options.indicator_tile()
    return rules.with_indicator(indicator) if isinstance(rules, WuJoker) else rules


def no_win(error: NotAWinError, hand: Hand) -> InputError:
    """The same error, also naming the tile that was said to win."""
    win = {} if hand.win is None else {"win": hand.win.code}
    return InputError("not_a_win", **error.params, **win)
