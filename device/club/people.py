"""Finds people by what they are called, and says so plainly when nobody is."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT, GameView


def find(names: Mapping[str, str], name: str) -> str:
    """The id of the person called so (upper and lower case alike).

    Raises:
        BookError: nobody is; the message names the nearest.
    """
    wanted = " ".join(name.split()).casefold()
    for id, known in names.items():
        if known.casefold() == wanted:
            return id
    near = get_close_matches(name, list(names.values()), n=1)
    raise BookError("club_no_player", name=name, hint=f" ({near[0]}?)" if near else "")


def seat_of(view: GameView, names: Mapping[str, str], name: str) -> int:
    """The seat of the player called so. Raises BookError if he does not sit there."""
    seated = {id: names.get(id, id) for id in view.seats}
    try:
        return view.seats.index(find(seated, name))
    except BookError:
        find(names, name)  # a name that nobody has is told as that
        players = "、".join(seated.values())
        raise BookError("club_not_seated", name=name, players=players) from None


def account_of(view: GameView, names: Mapping[str, str], name: str) -> int:
    """The account of a payment: a seat, or the pot."""
    from scoring.money import POT

    return POT if name.casefold() == POT_ACCOUNT else seat_of(view, names, name)
