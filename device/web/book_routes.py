"""What the club's book tells over HTTP: evenings, players and their statistics, all tables."""

from __future__ import annotations

from importlib import resources
from typing import Annotated, Any

from fastapi import FastAPI, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy import select

from device.club import charts, ledger, schema, sheet, stats
from device.club.errors import BookError
from device.club.told import person
from device.messages import Language, localise
from device.output import rules_title
from device.web.assets import NOT_CACHED, PRIVATE
from device.web.club_forms import Newcomer
from device.web.club_routes import people_of
from device.web.site import Key, Organiser, Site, Speaks, Viewer, WebError
from device.web.tables import tables_now
from device.web.words import say_web

DayText = Annotated[str | None, Query(pattern=r"^\d{4}-\d\d-\d\d$")]


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""
    book = site.book

    @app.get("/api/club/evenings", summary="The evenings, the newest first", responses={401: {}})
    def evenings(
        language: Speaks,
        role: Viewer,
        season: Annotated[str | None, Query(max_length=200)] = None,
        skip: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    ) -> Response:
        found = stats.evenings(book, season=season, most=30, skip=skip)
        account = ledger.running_account(book) if skip == 0 else None
        told = {
            "evenings": [
                {
                    "id": one.evening,
                    "day": one.day,
                    "title": one.title,
                    "season": one.season,
                    "closed": one.closed,
                    "games": one.games,
                    "hands": one.hands,
                }
                for one in found
            ],
            "more": len(found) == 30,
            "account": None if account is None else _account(account, book.names(), language),
        }
        return JSONResponse(told, headers=PRIVATE)

    @app.get(
        "/api/club/evenings/{key}",
        summary="An evening: standings and the fewest payments",
        responses={401: {}, 404: {}},
    )
    def evening(key: Key, language: Speaks, role: Viewer) -> Response:
        found = ledger.evening_account(book, key)
        names = book.names()
        g = schema.games.c
        with book.reading() as connection:
            games = [
                {
                    "id": row.id,
                    "people": [names.get(one, one) for one in row.people.split()],
                    "hands": row.hands,
                    "ended": bool(row.ended),
                    "rules": rules_title(row.rules, language),
                }
                for row in connection.execute(
                    select(schema.games).where(g.evening == key).order_by(g.seq)
                )
            ]
        told = {
            "last": book.last_number(),
            "id": found.evening,
            "day": found.day,
            "title": found.title,
            "season": found.season,
            "closed": found.closed,
            "own": found.table == book.table,
            "games": games,
            "people": people_of(site),
            "account": _account(found.account, names, language),
            "chart": charts.balance_chart(stats.course(book, key), names, language),
        }
        return JSONResponse(told, headers=PRIVATE)

    @app.get(
        "/api/club/evenings/{key}/chart.svg",
        summary="The course of an evening as a picture",
        responses={401: {}, 404: {}},
    )
    def chart(key: Key, language: Speaks, role: Viewer) -> Response:
        ledger.evening_account(book, key)  # refuses an evening that there is not
        points = stats.course(book, key)
        text = charts.balance_chart(points, book.names(), language, standalone=True)
        return Response(text, media_type="image/svg+xml", headers=PRIVATE)

    @app.get(
        "/evening/{key}/sheet",
        response_class=HTMLResponse,
        summary="An evening to print and to sign",
        responses={401: {}, 404: {}},
    )
    def sheet_page(key: Key, language: Speaks, role: Viewer) -> Response:
        text = sheet.to_html(book, key, language, stylesheet="/sheet.css")
        return HTMLResponse(text, headers=PRIVATE)

    @app.get("/sheet.css", include_in_schema=False)
    def sheet_style(role: Viewer) -> Response:
        style = resources.files("device.club") / "templates" / "sheet.css"
        return Response(style.read_bytes(), media_type="text/css", headers=NOT_CACHED)

    @app.get("/api/club/players", summary="All who played", responses={401: {}, 422: {}})
    def players(
        language: Speaks,
        role: Viewer,
        season: Annotated[str | None, Query(max_length=200)] = None,
        first: DayText = None,
        last: DayText = None,
    ) -> Response:
        names = book.names()
        asked = stats.Asked(season=season, first=first, last=last)
        told = {
            "players": [_tally(one, names, language) for one in stats.league(book, asked)],
            "people": people_of(site),
            "seasons": list(stats.seasons(book)),
        }
        return JSONResponse(told, headers=PRIVATE)

    @app.get(
        "/api/club/players/{key}",
        summary="What a player won and how",
        responses={401: {}, 404: {}, 422: {}},
    )
    def player(
        key: Key,
        language: Speaks,
        role: Viewer,
        season: Annotated[str | None, Query(max_length=200)] = None,
        first: DayText = None,
        last: DayText = None,
        opponent: Annotated[str | None, Query(max_length=40)] = None,
        wind: Annotated[str | None, Query(pattern=r"^[ESWN]?$")] = None,
    ) -> Response:
        names = book.names()
        if key not in names:
            raise BookError("club_no_player", name=key)
        asked = stats.Asked(
            season=season, first=first, last=last, opponent=opponent or None, wind=wind
        )
        sums = stats.tally(book, key, asked)
        bests = [stats.best(book, key, asked, one.unit) for one in sums.units]
        told = {
            "name": names[key],
            "tally": _tally(sums, names, language),
            "best": [
                {
                    "event": one.event,
                    "total": one.total,
                    "unit": localise(one.unit, language),
                    "day": one.day,
                    "picture": bool(one.picture),
                }
                for one in bests
                if one is not None
            ],
            "winds": {
                wind: _tally(one, names, language)
                for wind, one in stats.tally_by(book, key, "wind", asked).items()
            },
            "against": [
                {
                    "id": one.other,
                    "name": person(one.other, names, language),
                    "hands": one.hands,
                    "won_from": one.won_from,
                    "lost_to": one.lost_to,
                    "amount": one.amount,
                }
                for one in stats.opponents(book, key, asked)[:30]
            ],
            "evenings": [
                {
                    "id": one.evening,
                    "day": one.day,
                    "title": one.title,
                    "change": one.change,
                    "balance": one.balance,
                }
                for one in reversed(ledger.course_of(book, key)[-30:])
            ],
            "seasons": list(stats.seasons(book)),
            "charts": _charts(key, asked, sums, names, language),
        }
        return JSONResponse(told, headers=PRIVATE)

    def _charts(
        key: str, asked: stats.Asked, sums: stats.Tally, names: dict[str, str], language: Language
    ) -> list[str]:
        if not sums.hands:
            return []
        course = {key: ledger.course_of(book, key)}
        totals = [
            charts.totals_chart(stats.wins_by_total(book, key, asked, one.unit), one.unit, language)
            for one in sums.units
            if one.won
        ]
        over_time = [charts.season_chart(course, names, language)] if len(course[key]) > 1 else []
        return [*over_time, charts.kinds_chart(sums, language), *totals]

    @app.put(
        "/api/club/players/{key}",
        summary="Rename a player",
        responses={401: {}, 403: {}, 409: {}, 422: {}},
    )
    def rename(key: Key, given: Newcomer, role: Organiser) -> Response:
        book.rename(key, given.name)
        return JSONResponse({"name": book.names()[key]}, headers=PRIVATE)

    @app.get("/api/club/tables", summary="All tables of the club now", responses={401: {}})
    def tables(language: Speaks, role: Viewer) -> Response:
        try:
            return JSONResponse(tables_now(site, language), headers=PRIVATE)
        except BookError as error:
            if site.common is None:
                raise
            refused = WebError(503, error.key)
            refused.text = say_web(language, "away")
            raise refused from error


def _account(account: ledger.Account, names: dict[str, str], language: Language) -> dict[str, Any]:
    """Standings and payments, people by name."""

    def name(one: str) -> str:
        known = one == ledger.CHIPS_ACCOUNT
        return say_web(language, "box") if known else person(one, names, language)

    return {
        "lines": [
            {
                "id": line.account,
                "name": name(line.account),
                "person": line.account in names,
                "results": line.results,
                "chips": line.chips,
                "paid": line.paid,
                "due": line.due,
            }
            for line in account.lines
        ],
        "transfers": [
            {
                "payer": one.payer,
                "payee": one.payee,
                "names": [name(one.payer), name(one.payee)],
                "people": one.payer in names and one.payee in names,
                "amount": one.amount,
            }
            for one in account.transfers
        ],
    }


def _tally(one: stats.Tally, names: dict[str, str], language: Language) -> dict[str, Any]:
    return {
        "id": one.player,
        "name": person(one.player, names, language),
        "hands": one.hands,
        "won": one.won,
        "self_draw": one.self_draw,
        "dealt_in": one.dealt_in,
        "amount": one.amount,
        "evenings": one.evenings,
        "win_rate": round(one.win_rate, 4),
        "deal_in_rate": round(one.deal_in_rate, 4),
        "units": [
            {
                "unit": localise(unit.unit, language),
                "hands": unit.hands,
                "won": unit.won,
                "mean": round(unit.mean, 2),
            }
            for unit in one.units
        ],
    }
