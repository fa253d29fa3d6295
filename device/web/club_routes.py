"""The club's book over HTTP: the table's game, what is entered into it, undo and correct."""

from __future__ import annotations

from datetime import date
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import FastAPI, Query, Response
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy import select

from device.club import bodies, schema
from device.club.bodies import AnyBody, GameStarted
from device.club.book import new_id
from device.club.change import foresee
from device.club.errors import BookError
from device.club.fold import GameView, game_rules, play
from device.club.record import rules_and_money, rules_used
from device.houserules import preset_text
from device.messages import Language
from device.output import rules_title
from device.web.assets import PRIVATE
from device.web.club_forms import Changing, Entered, Newcomer, StartGame
from device.web.club_told import change_page, entry_page, game_page, history, state_text
from device.web.money import stake_names
from device.web.seated import as_event
from device.web.site import Key, Scorer, Site, Speaks, Viewer, WebError
from scoring.game import first_dealer
from scoring.rulesets import RULE_NAMES

ENTERED = frozenset(
    {
        "wall", "bets", "win", "draw", "foul", "payment", "position", "next", "game_ended",
        "chips", "paid", "evening_closed",
    }
)  # fmt: skip
"""Kinds that a page may enter; games are started and lines changed by routes of their own."""


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""

    @app.get("/api/club/now", summary="The game at the table", responses={401: {}})
    def now(language: Speaks, role: Viewer) -> Response:
        return JSONResponse(table_page(site, language), headers=PRIVATE)

    @app.get("/api/club/games/{key}", summary="Any game", responses={401: {}, 404: {}})
    def one_game(key: Key, language: Speaks, role: Viewer) -> Response:
        view = site.book.game(key)
        told = game_page(view, site.book.names(), language, most=len(view.entries))
        page = {
            "last": site.book.last_number(),
            "game": told,
            "evening": evening_now(site, view.started.evening),
        }
        return JSONResponse(page, headers=PRIVATE)

    @app.get("/api/club/people", summary="Who plays in the club", responses={401: {}})
    def people(role: Viewer) -> Response:
        return JSONResponse({"people": people_of(site)}, headers=PRIVATE)

    @app.post("/api/club/people", status_code=201, summary="Add a player", responses={401: {}})
    def add_person(given: Newcomer, role: Scorer) -> Response:
        person = site.book.add_player(given.name, by=role, role=role)  # type: ignore[arg-type]
        name = site.book.names()[person]
        return JSONResponse({"id": person, "name": name}, 201, headers=PRIVATE)

    @app.get("/api/club/start", summary="What a new game may be", responses={401: {}})
    def choices(language: Speaks, role: Viewer) -> Response:
        return JSONResponse(start_page(site, language), headers=PRIVATE)

    @app.post(
        "/api/club/start",
        status_code=201,
        summary="Four people sit down",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def start(given: StartGame, language: Speaks, role: Scorer) -> Response:
        if site.game() is not None:
            raise BookError("club_game_on")
        used = rules_used(given.rules, rules_text(site, given.rules))
        course = game_rules(used.name, used.text)
        dealer = given.dealer
        if given.dice:
            dealer = first_dealer(course, 0, given.dice)
        if len(set(given.players)) < 4:
            raise BookError("club_four_people")
        evening = given.evening or _evening(given, role)
        stakes = stake_names(rules_and_money(used.name, used.text)[1])
        said = dict(zip(stakes, (given.base, given.tai), strict=False))
        body = GameStarted(
            game=new_id(),
            evening=evening,
            players=given.players,
            rules=used,
            stakes={name: n for name, n in said.items() if n is not None},  # type: ignore[misc]
            dealer=dealer,
            dice=given.dice,
            bank=given.bank,
        )
        site.book.write(body, by=role, role=role)  # type: ignore[arg-type]
        return JSONResponse(table_page(site, language), 201, headers=PRIVATE)

    def _evening(given: StartGame, role: str) -> str:
        day = given.day or date.today().isoformat()
        body = bodies.EveningOpened(
            evening=new_id(), day=day, title=given.title, season=given.season
        )
        site.book.write(body, by=role, role=role)  # type: ignore[arg-type]
        return body.evening

    @app.post(
        "/api/club/enter",
        summary="Enter what happened; with `preview` only say what would follow",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def enter(given: Entered, language: Speaks, role: Scorer) -> Response:
        body = _body(given.body)
        if body.kind not in ENTERED:
            raise WebError(422, "web_invalid", where="body.kind", why=body.kind)
        if given.preview:
            return JSONResponse(_preview(body, language), headers=PRIVATE)
        if given.id is None or site.book.event(given.id) is None:
            fresh(given.last)
            site.book.write(body, by=role, role=role, id=given.id)  # type: ignore[arg-type]
        return JSONResponse(table_page(site, language), headers=PRIVATE)

    def _preview(body: AnyBody, language: Language) -> dict[str, Any]:
        game = getattr(body, "game", "")
        if not game:
            return {"entry": None, "after": ""}
        view = site.book.game(game)
        after = play(view, as_event(view, body), body)
        names = site.book.names()
        entry = after.entries[-1] if len(after.entries) > len(view.entries) else None
        return {
            "entry": None if entry is None else entry_page(after, entry, names, language),
            "before": state_text(view, names, language),
            "after": state_text(after, names, language),
        }

    @app.post(
        "/api/club/change",
        summary="Undo or correct a line; with `preview` only say what would change",
        responses={401: {}, 403: {}, 404: {}, 409: {}, 422: {}},
    )
    def change(given: Changing, language: Speaks, role: Scorer) -> Response:
        body = None if given.body is None else _body(given.body)
        if given.preview:
            found = foresee(site.book, given.event, body)
            told = None if found is None else change_page(found, site.book.names(), language)
            return JSONResponse({"change": told}, headers=PRIVATE)
        if not given.reason.strip():
            raise WebError(422, "web_reason")
        fresh(given.last)
        by: dict[str, Any] = {"by": role, "role": role}
        if body is None:
            site.book.undo(given.event, given.reason.strip(), **by)
        else:
            site.book.correct(given.event, body, given.reason.strip(), **by)
        return JSONResponse(table_page(site, language), headers=PRIVATE)

    @app.get("/api/club/history", summary="Every line of the book", responses={401: {}})
    def lines(
        language: Speaks,
        role: Viewer,
        before: Annotated[int | None, Query(ge=1, le=2_000_000_000)] = None,
        count: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Response:
        return JSONResponse(history(site.book, before, count, language), headers=PRIVATE)

    def fresh(last: int) -> None:
        if site.book.last_number() != last:
            raise WebError(409, "web_table_moved")


def _body(data: dict[str, Any]) -> AnyBody:
    try:
        return bodies.parse(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, ("body", *first["loc"])))
        raise WebError(422, "web_invalid", where=where, why=first["msg"]) from None
    except ValueError as error:
        raise WebError(422, "web_invalid", where="body.kind", why=str(error)) from None


def people_of(site: Site) -> list[dict[str, str]]:
    """The club's players by name; who was forgotten is left out."""
    p = schema.people.c
    with site.book.reading() as connection:
        found = connection.execute(
            select(p.id, p.name).join(schema.players, schema.players.c.id == p.id)
            .where(p.forgotten.is_(False)).order_by(p.name)
        )  # fmt: skip
        return [{"id": row.id, "name": row.name} for row in found]


def table_page(site: Site, language: Language) -> dict[str, Any]:
    """Everything that the table's page shows."""
    view: GameView | None = site.game()
    names = site.book.names()
    return {
        "last": site.book.last_number(),
        "game": None if view is None else game_page(view, names, language),
        "evening": evening_now(site),
    }


def evening_now(site: Site, evening: str | None = None) -> dict[str, Any] | None:
    """This evening, or that of the game at the table, or the last one that is open."""
    id = evening or site.evening()
    if id is None:
        return None
    with site.book.reading() as connection:
        row = connection.execute(select(schema.evenings).where(schema.evenings.c.id == id)).first()
    if row is None:
        return None
    return {
        "id": row.id,
        "day": row.day,
        "title": row.title,
        "season": row.season,
        "closed": bool(row.closed),
    }


def house_rules(site: Site) -> dict[str, FilePath]:
    """The club's own rule files, in `rules/` of the data folder, by name."""
    return {file.stem[:40]: file for file in sorted((site.folder.path / "rules").glob("*.toml"))}


def rules_text(site: Site, name: str) -> str:
    """The text of the club's own rules; empty for a shipped set. Raises InputError."""
    if name in RULE_NAMES:
        return ""
    own = house_rules(site).get(name)
    if own is None:
        raise WebError(404, "web_no_rules", name=name)
    return preset_text(str(own))


def start_page(site: Site, language: Language) -> dict[str, Any]:
    """What may be chosen for a new game."""
    rules: list[dict[str, Any]] = []
    for name in (*house_rules(site), *RULE_NAMES):
        try:
            text = rules_text(site, name)
            course, money = game_rules(name, text), rules_and_money(name, text)[1]
        except (ValueError, WebError) as error:
            rules.append({"name": name, "title": name, "error": str(error)[:200]})
            continue
        rules.append(
            {
                "name": name,
                "title": name if text else rules_title(name, language),
                "dice": course.dice,
                "clockwise": course.clockwise_seating,
                "stakes": {key: getattr(money, key) for key in stake_names(money)},
            }
        )
    return {
        "rules": rules,
        "people": people_of(site),
        "evening": evening_now(site),
        "today": date.today().isoformat(),
        "game": site.game() is not None,
    }
