"""The pages themselves, and the files that they load."""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from device.messages import LANGUAGES
from device.web.access import COOKIE
from device.web.assets import FOR_EVER, NOT_CACHED, Asset
from device.web.options import page_words, rules_for_page, tile_names
from device.web.seated import game_told
from device.web.site import Key, Site, Viewer, WebError, language_asked
from device.web.tiles import art_version, packed_svg, tile_svg
from device.web.words import say_web
from vision.types import FACE_CODES

ASSETS = (
    "app.css", "common.js", "app.js", "board.js", "join.js", "log.js", "start.js", "table.js",
    "evening.js", "players.js", "tables.js", "camera.js",
)  # fmt: skip


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""

    def asset_url(name: str) -> str:
        return f"/static/{name}?v={site.assets[name].hash}"

    def page(request: Request, name: str, role: str | None, **values: Any) -> HTMLResponse:
        language = language_asked(request)
        theme = request.cookies.get("theme", "")
        data = {
            "lang": language,
            "role": role,
            "lan": site.settings.lan,
            "art": art_version(),
            "words": page_words(language),
            "tiles": tile_names(language),
            "rules": rules_for_page(language),
            "limits": {"bytes": site.settings.photo_bytes},
            **values.pop("data", {}),
        }
        text = site.pages.get_template(name).render(
            lang=language,
            languages=LANGUAGES,
            theme=theme if theme in ("light", "dark") else "",
            role=role,
            t=functools.partial(say_web, language),
            asset=asset_url,
            camera=site.table is not None,
            data=json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
            **values,
        )
        headers = {
            **NOT_CACHED,
            "content-language": language,
            "vary": "cookie, accept-language, accept-encoding",
        }
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(text, headers=headers)
        headers["content-encoding"] = "gzip"
        return HTMLResponse(gzip.compress(text.encode(), 6, mtime=0), headers=headers)

    def at_table() -> dict[str, Any]:
        view = site.game()
        return {"game": None if view is None else game_told(view, site.book.names())}

    @app.get("/", response_class=HTMLResponse, summary="The page")
    def home(request: Request, role: Viewer) -> Response:
        return page(request, "app.html", role, start="home", data=at_table())

    @app.get("/hand", response_class=HTMLResponse, summary="The page, with the tile keyboard")
    def typed(request: Request, role: Viewer) -> Response:
        return page(request, "app.html", role, start="typed", data=at_table())

    @app.get("/r/{key}", response_class=HTMLResponse, summary="The page of one result")
    def result_page(request: Request, key: Key, role: Viewer) -> Response:
        return page(request, "app.html", role, start="result", data=at_table())

    @app.get("/log", response_class=HTMLResponse, summary="The confirmed hands")
    async def log_page(request: Request, role: Viewer) -> Response:
        return page(request, "log.html", role)

    def club(path: str, title: str, script: str, summary: str) -> None:
        """A page of the club's book; what it is about follows its path."""

        @app.get(path, response_class=HTMLResponse, summary=summary, operation_id=f"page_{title}")
        def club_page(request: Request, role: Viewer) -> Response:
            subject = request.path_params.get("key", "")
            data = {"words": page_words(language_asked(request), club=True), "key": subject}
            return page(request, "club.html", role, title=title, script=script, data=data)

    club("/start", "start_title", "start.js", "Start a game")
    club("/table", "table", "table.js", "The game at the table")
    club("/game/{key}", "game", "table.js", "One game, with all its entries")
    club("/evening/{key}", "evening", "evening.js", "An evening: standings, payments, chart")
    club("/evenings", "evenings", "evening.js", "All evenings")
    club("/players", "players", "players.js", "Who plays in the club, and how")
    club("/player/{key}", "player", "players.js", "One player")
    club("/camera", "camera_title", "camera.js", "The camera over the table")
    club("/tables", "tables_all", "tables.js", "All tables of the club, live")

    @app.get("/board", response_class=HTMLResponse, summary="The last result, for a large screen")
    async def board(request: Request, role: Viewer) -> Response:
        return page(request, "board.html", role)

    @app.get("/join", response_class=HTMLResponse, summary="Join, or show others how to")
    async def join_page(request: Request) -> Response:
        role = site.access.role(request.cookies.get(COOKIE))
        return page(request, "join.html", role, data={"code": ""})

    @app.get("/J/{code}", response_class=HTMLResponse, include_in_schema=False)
    @app.get("/j/{code}", response_class=HTMLResponse, summary="The page a QR code leads to")
    async def join_by_code(
        request: Request, code: Annotated[str, Path(min_length=1, max_length=32)]
    ) -> Response:
        role = site.access.role(request.cookies.get(COOKIE))
        return page(request, "join.html", role, data={"code": code})

    @app.get("/static/{name:path}", summary="A file of the page")
    async def asset(request: Request, name: Annotated[str, Path(max_length=80)]) -> Response:
        found = site.assets.get(name)
        if found is None:
            raise WebError(404, "web_not_found")
        return found.answer(request, FOR_EVER)

    @app.get("/tiles/{code}.svg", summary="The picture of a face")
    async def tile(request: Request, code: Annotated[str, Path(max_length=8)]) -> Response:
        if code not in FACE_CODES:
            raise WebError(404, "web_not_found")
        picture = Asset(tile_svg(code), packed_svg(code), "image/svg+xml", "")
        return picture.answer(request, FOR_EVER)

    @app.get("/manifest.webmanifest", summary="For the home screen")
    async def manifest(request: Request) -> Response:
        language = language_asked(request)
        icons: list[dict[str, str]] = [
            {
                "src": asset_url(f"icons/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in (192, 512)
            for purpose in ("any", "maskable")
        ]
        body = {
            "name": "台Cam TaiCam",
            "short_name": "台Cam",
            "description": say_web(language, "about"),
            "lang": language,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#0f3d2e",
            "theme_color": "#0f3d2e",
            "icons": icons,
        }
        return JSONResponse(body, media_type="application/manifest+json", headers=NOT_CACHED)

    @app.get("/sw.js", summary="Keeps the page's files for when there is no connection")
    async def worker() -> Response:
        text = site.assets["sw.js"].data.decode()
        shell = [
            *(asset_url(name) for name in ASSETS),
            *(f"/tiles/{code}.svg?v={art_version()}" for code in FACE_CODES),
        ]
        version = hashlib.sha256(json.dumps(shell).encode()).hexdigest()[:10]
        head = f"const VERSION = {json.dumps(version)};\nconst SHELL = {json.dumps(shell)};\n"
        return Response(head + text, media_type="text/javascript", headers=NOT_CACHED)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return Response(site.assets["icons/icon-192.png"].data, media_type="image/png")

    @app.get("/api/health", summary="Whether the page runs")
    async def health() -> dict[str, Any]:
        return {"ok": True, "waiting": site.desk.waiting}
