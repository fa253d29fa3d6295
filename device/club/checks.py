"""Who may write what, and what the book refuses whoever asks."""

from __future__ import annotations

import unicodedata

from sqlalchemy import Connection, func, select

from device.club import bodies, schema
from device.club.bodies import Corrected, Event, GameStarted, Undone
from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT, GameView, effective
from device.club.settings import ClubSettings


def role(event: Event) -> None:
    """Viewers write nothing."""
    if event.role == "viewer":
        raise BookError("club_role")


def new_game(connection: Connection, body: GameStarted) -> None:
    """The evening is there, and everybody is a player of the club."""
    g, p = schema.games.c, schema.players.c
    if connection.execute(select(g.id).where(g.id == body.game)).first() is not None:
        raise BookError("club_game_exists", game=body.game)
    known = set(connection.execute(select(p.id).where(p.id.in_(body.players))).scalars())
    for player in body.players:
        if player not in known or player == POT_ACCOUNT:
            raise BookError("club_no_player", name=player)


def evening_open(connection: Connection, evening: str) -> None:
    """Nothing is written into an evening that is closed."""
    v = schema.evenings.c
    row = connection.execute(select(v.closed).where(v.id == evening)).first()
    if row is None:
        raise BookError("club_no_evening", evening=evening)
    if row.closed:
        raise BookError("club_evening_closed")


def change(event: Event, body: Undone | Corrected, target: Event, earlier: list[Event]) -> None:
    """What an undo or a correction must be: of something that counts, and of the same kind."""
    if isinstance(body, Corrected):
        new = bodies.parse(body.body)
        if isinstance(target.body, Undone | Corrected) or new.kind != target.kind:
            raise BookError("club_other_kind")
        for name in ("game", "evening", "player"):
            if getattr(new, name, None) != getattr(target.body, name, None):
                raise BookError("club_other_subject")
    undone = {one.id for one in earlier} - counting(earlier)
    if target.id in undone:
        raise BookError("club_already_undone", number=target.seq)


def counting(events: list[Event]) -> set[str]:
    """The ids of all events, undos and corrections too, that no other event took away."""
    undone: set[str] = set()
    for event in reversed(events):
        if event.id not in undone and isinstance(event.body, Undone):
            undone.add(event.body.event)
    return {event.id for event in events} - undone


def may_change(connection: Connection, event: Event, view: GameView) -> None:
    """Scorers change games that go on; what is settled, organisers alone."""
    if event.role == "organiser":
        return
    v = schema.evenings.c
    closed = connection.execute(select(v.closed).where(v.id == view.started.evening)).scalar()
    if view.ended or closed:
        raise BookError("club_organiser")


def may_change_club(connection: Connection, event: Event, target: Event) -> None:
    """Organisers alone; and nothing that later events stand on is taken away."""
    if event.role != "organiser":
        raise BookError("club_organiser")
    body = target.body
    g, t = schema.games.c, schema.results.c
    if isinstance(event.body, Undone) and isinstance(body, bodies.EveningOpened):
        used = connection.execute(select(g.id).where(g.evening == body.evening)).first()
        if used is not None:
            raise BookError("club_evening_has_games")
    if isinstance(event.body, Undone) and isinstance(body, bodies.PlayerAdded):
        used = connection.execute(select(t.event).where(t.player == body.player).limit(1)).first()
        sits = connection.execute(
            select(g.id).where(g.people.like(f"%{body.player}%")).limit(1)
        ).first()
        if used is not None or sits is not None:
            raise BookError("club_player_played")


def tidy_name(name: str, settings: ClubSettings) -> str:
    """A name as it is kept: one spelling of each character, no space around it.

    Raises:
        BookError: empty, too long, or with characters that cannot be seen.
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidy or len(tidy) > settings.longest_name:
        raise BookError("club_name", most=settings.longest_name)
    if any(unicodedata.category(one) in ("Cc", "Cf", "Cs", "Co", "Cn") for one in tidy):
        raise BookError("club_name", most=settings.longest_name)
    return tidy


def name_free(connection: Connection, name: str, but: str = "") -> None:
    """Two people of one name could not be told apart on a screen."""
    p = schema.people.c
    same = select(p.id).where(func.lower(p.name) == name.lower(), p.id != but)
    if connection.execute(same).first() is not None:
        raise BookError("club_name_taken", name=name)


def still_stands(events: list[Event]) -> bool:
    """Whether anything was entered into the game of these events and counts."""
    return any(not isinstance(body, GameStarted) for _, body in effective(events))
