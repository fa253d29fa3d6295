"""Side bets as people type them (TW-P-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.club.bodies import BetsSet, OuterBet
from device.club.fold import GameView
from device.club.people import find, seat_of
from device.hands import InputError

MOST = 1_000_000
"""Of an amount, in units of the club's money: a slip of the keyboard is caught."""


def read_bets(
    view: GameView, names: Mapping[str, str], inner: Sequence[str], outer: Sequence[str]
) -> BetsSet:
    """The bets of a game.

    Args:
        view: the game.
        names: what people are called, by id.
        inner: texts NAME=BASES.
        outer: texts NAME:PLAYER=BASE/TAI, or =AMOUNT for a fixed one.

    Raises:
        InputError: another form.
        BookError: nobody is called so.
    """
    bases = [0, 0, 0, 0]
    for text in inner:
        name, _, number = text.rpartition("=")
        if not name:
            raise InputError("club_bad_bet", text=text)
        bases[seat_of(view, names, name)] = _number(number, text)
    bets = []
    for text in outer:
        who, _, amounts = text.rpartition("=")
        bettor, _, player = who.partition(":")
        if not bettor or not player:
            raise InputError("club_bad_bet", text=text)
        base, slash, tai = amounts.partition("/")
        one = {"bettor": find(names, bettor), "on": seat_of(view, names, player)}
        if slash:
            bets.append(OuterBet(**one, base=_number(base, text), tai=_number(tai, text)))  # type: ignore[arg-type]
        else:
            bets.append(OuterBet(**one, fixed=_number(base, text)))  # type: ignore[arg-type]
    a, b, c, d = bases
    return BetsSet(game=view.started.game, inner=(a, b, c, d), outer=tuple(bets))


def _number(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9) or int(text) > MOST:
        raise InputError("club_bad_bet", text=whole)
    return int(text)
