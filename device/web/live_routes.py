"""Watching: what happens as a stream, the last result, the small screen."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from device.web.assets import NOT_CACHED, PRIVATE
from device.web.live import TooManyWatchers
from device.web.screen import screen_png
from device.web.site import Site, Speaks, Viewer, WebError, event_stream, full
from device.web.tables import table_line


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""

    @app.get(
        "/api/live",
        summary="What happens, as server-sent events",
        responses={401: {}, 429: {}},
        response_class=StreamingResponse,
    )
    async def live(
        request: Request, role: Viewer, after: Annotated[int | None, Query(ge=0)] = None
    ) -> Response:
        last = request.headers.get("last-event-id", "")
        since = int(last[:12]) if last.isascii() and last.isdecimal() else after
        try:
            return event_stream(site.live.watch(since))
        except TooManyWatchers:
            raise full(site) from None

    @app.get(
        "/api/now",
        summary="The last result, and the game",
        responses={401: {}},
    )
    def now(language: Speaks, role: Viewer) -> Response:
        result = site.current()
        told = None if result is None else site.told(result, language)
        answer = {"number": site.live.number, "result": told, "table": table_line(site, language)}
        return JSONResponse(answer, headers=PRIVATE)

    @app.get(
        "/screen.png",
        summary="What a small screen shows now",
        responses={401: {}, 422: {}},
    )
    def screen(
        language: Speaks,
        role: Viewer,
        size: Annotated[str, Query(pattern=r"^[0-9]{2,4}x[0-9]{2,4}$")] = "320x240",
    ) -> Response:
        width, height = (int(part) for part in size.split("x"))
        if not (128 <= width <= 1280 and 64 <= height <= 1280):
            raise WebError(422, "web_screen_size")
        data = screen_png(site.screen.view(language), (width, height), language)
        return Response(data, media_type="image/png", headers=NOT_CACHED)
