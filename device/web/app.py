"""The web application. `create_app` joins a reader, the book, and the pages."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import ClientDisconnect

from device.club.book import open_book
from device.club.errors import BookError
from device.club.forward import Forwarder, label
from device.hands import InputError
from device.web import (
    answers,
    book_routes,
    camera_routes,
    club_routes,
    join_routes,
    live_routes,
    page_routes,
    photo_routes,
    result_routes,
)
from device.web.access import Access
from device.web.folder import Folder
from device.web.guard import Guard
from device.web.settings import WebSettings
from device.web.site import Site, WebError, error_answer, language_asked
from device.web.words import say_web
from scoring.errors import RuleError

if TYPE_CHECKING:
    from device.live.service import TableService
    from vision.reader import ReadsPhotos

BOOK_STATUS = {
    "club_role": 403,
    "club_organiser": 403,
    "club_no_game": 404,
    "club_no_event": 404,
    "club_no_evening": 404,
    "club_no_player": 404,
    "club_invalid": 422,
    "club_contradiction": 422,
    "club_disk_full": 507,
    "club_unwritable": 507,
    "club_damaged": 507,
    "club_database": 507,
    "club_locked": 503,
    "club_away": 503,
}
"""How the book's refusals are answered; all others say that something else is so by now (409)."""


def create_app(
    reader: ReadsPhotos,
    settings: WebSettings | None = None,
    *,
    access: Access | None = None,
    addresses: Callable[[], list[str]] = list,
    table: Callable[[Site], TableService] | None = None,
) -> FastAPI:
    """The application around a reader.

    Confirmed hands and games go into the book in `settings.data`; `access` knows the join codes,
    `addresses` tells the URLs under which other machines reach the page, `table` makes what follows
    the table by a camera, which runs as long as the app does. Opens the data folder; it is let go
    when the app shuts down.

    Raises:
        DataInUse: another page has the data folder.
        OSError: it cannot be made or written.
        BookError: the book in it cannot be opened.
    """
    settings = settings or WebSettings()
    if settings.club:
        label(settings.club)  # what is no address is told before anything runs
    folder = Folder(settings.data)
    try:
        book = open_book(settings.data, name=settings.table_name)
    except BaseException:
        folder.close()
        raise
    site = Site(reader, settings, folder, book, access or Access(settings), addresses)
    try:
        site.table = None if table is None else table(site)
    except BaseException:
        book.close()
        folder.close()
        raise

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        site.loop = asyncio.get_running_loop()
        site.desk.start()
        if site.table is not None:
            site.table.start()
        watching = asyncio.create_task(site.watch_book(settings.book_every))
        forwarder = Forwarder(book, settings.club).start() if settings.club else None
        yield
        watching.cancel()
        site.desk.stop()
        if forwarder is not None:
            await asyncio.to_thread(forwarder.stop)
        if site.common is not None:
            site.common.close()
        if site.table is not None:
            await asyncio.to_thread(site.table.stop)
        book.close()
        folder.close()

    app = FastAPI(
        title="TaiCam",
        version="1",
        description="Reads a photo of a mahjong hand, lets people put it right, and counts its 台.",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.add_middleware(Guard, settings=settings)
    app.state.site = site
    _errors(app)
    for routes in (
        page_routes, join_routes, photo_routes, result_routes, live_routes, club_routes,
        book_routes, camera_routes,
    ):  # fmt: skip
        routes.add_routes(app, site)
    return app


def _errors(app: FastAPI) -> None:
    @app.exception_handler(WebError)
    async def web_error(request: Request, error: WebError) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if error.status == 401 and wants_page and request.method == "GET":
            return RedirectResponse("/join", 303)
        text = error.text or say_web(language_asked(request), error.key, **error.params)
        return error_answer(error.status, error.key, text, error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {}
        where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
        text = say_web(
            language_asked(request), "web_invalid", where=where, why=first.get("msg", "")
        )
        return error_answer(422, "web_invalid", text)

    @app.exception_handler(StarletteHTTPException)
    async def http(request: Request, error: StarletteHTTPException) -> Response:
        key = {404: "web_not_found", 405: "web_method"}.get(error.status_code, "web_bad_request")
        text = say_web(language_asked(request), key)
        return error_answer(error.status_code, key, text, dict(error.headers or {}))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=400)

    @app.exception_handler(BookError)
    async def book_error(request: Request, error: BookError) -> Response:
        language = language_asked(request)
        status = BOOK_STATUS.get(error.key, 409)
        return error_answer(status, error.key, answers.words(error, language))

    @app.exception_handler(RuleError)
    @app.exception_handler(InputError)
    async def rules(request: Request, error: Exception) -> Response:
        key = str(getattr(error, "key", "web_bad_request"))
        return error_answer(422, key, answers.words(error, language_asked(request)))

    @app.exception_handler(OSError)
    async def disk(request: Request, error: OSError) -> Response:
        return error_answer(
            507, "web_disk", say_web(language_asked(request), "web_disk", reason=error)
        )
