"""Who may write what, and what the book refuses whoever asks."""

from __future__ import annotations

import unicodedata

from sqlalchemy import Connection, func, select

from device.club import bodies, schema
from device.club.bodies import AnyBody, Corrected, Event, GameStarted, Undone
from device.club.errors import BookError
from device.club.fold import POT_ACCOUNT, GameView, counting, effective
from device.club.settings import ClubSettings


def role(event: Event) -> None:
    """Viewers write nothing."""
    if event.role == "viewer":
        raise BookError("club_role")


def new_game(connection: Connection, body: GameStarted) -> None:
    """The game is new."""
    g = schema.games.c
    if connection.execute(select(g.id).where(g.id == body.game)).first() is not None:
        raise BookError("club_game_exists", game=body.game)


def people(connection: Connection, body: AnyBody) -> None:
    """Whoever plays, bets, buys or pays is a player of the club."""
    wanted = bodies.people_in(body)
    if isinstance(body, bodies.PlayerAdded) and body.player == POT_ACCOUNT:
        raise BookError("club_no_player", name=body.player)
    if wanted:
        p = schema.players.c
        known = set(connection.execute(select(p.id).where(p.id.in_(wanted))).scalars())
        for unknown in sorted(wanted - known):
            raise BookError("club_no_player", name=unknown)


def club_event(connection: Connection, body: AnyBody) -> None:
    """What an event of no game needs."""
    if isinstance(body, bodies.DebtPaid) and body.payer == body.payee:
        raise BookError("club_same_person")
    if isinstance(body, bodies.EveningClosed):
        evening_open(connection, body.evening)
        g = schema.games.c
        going = select(g.id).where(g.evening == body.evening, g.ended.is_(False))
        if connection.execute(going.limit(1)).first() is not None:
            raise BookError("club_game_goes_on")
    if isinstance(body, bodies.ChipsBought) or (isinstance(body, bodies.DebtPaid) and body.evening):
        v = schema.evenings.c
        if connection.execute(select(v.id).where(v.id == body.evening)).first() is None:
            raise BookError("club_no_evening", evening=body.evening)


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
    if target.id not in counting(earlier):
        raise BookError("club_already_undone", number=target.seq)


def may_change(connection: Connection, event: Event, view: GameView) -> None:
    """Scorers change games that go on; what is settled, organisers alone."""
    if event.role == "organiser":
        return
    v = schema.evenings.c
    closed = connection.execute(select(v.closed).where(v.id == view.started.evening)).scalar()
    if view.ended or closed:
        raise BookError("club_organiser")


def may_change_club(event: Event) -> None:
    """Organisers alone."""
    if event.role != "organiser":
        raise BookError("club_organiser")


def nothing_stands_on(connection: Connection, event: Event, target: Event) -> None:
    """A player or an evening that other events name is not undone.

    Events that were undone themselves count too: they may come back.
    """
    body = target.body
    if not isinstance(event.body, Undone):
        return
    if isinstance(body, bodies.EveningOpened):
        what, refusal = body.evening, "club_evening_has_games"
    elif isinstance(body, bodies.PlayerAdded):
        what, refusal = body.player, "club_player_played"
    else:
        return
    e = schema.events.c
    others = select(e.id).where(
        e.body.contains(f'"{what}"', autoescape=True), e.id != target.id, e.game != f"~{target.id}"
    )
    if connection.execute(others.limit(1)).first() is not None:
        raise BookError(refusal)


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
