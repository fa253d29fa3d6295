"""Joining with a code, and handing codes out."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import FastAPI, Path, Request, Response
from fastapi.responses import JSONResponse

from device.web.access import COOKIE, TooManyTries, allows
from device.web.assets import PRIVATE
from device.web.forms import Code
from device.web.site import Organiser, Site, Viewer, WebError, address_of


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""

    @app.post("/api/join", summary="Join with a code", responses={401: {}, 429: {}})
    async def join(request: Request, given: Code) -> Response:
        try:
            found = site.access.join(given.code, address_of(request))
        except TooManyTries as error:
            refused = WebError(429, "web_tries", seconds=error.seconds)
            refused.headers = {"retry-after": str(error.seconds)}
            raise refused from None
        if found is None:
            raise WebError(401, "web_wrong_code")
        role, token = found
        response = JSONResponse({"role": role}, headers=PRIVATE)
        response.set_cookie(
            COOKIE,
            token,
            max_age=int(site.settings.session_hours * 3600),
            httponly=True,
            samesite="strict",
            path="/",
        )
        return response

    @app.post("/api/leave", summary="Leave: forget this phone")
    async def leave(request: Request) -> Response:
        site.access.leave(request.cookies.get(COOKIE))
        response = JSONResponse({"left": True}, headers=PRIVATE)
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return response

    @app.get("/api/codes", summary="Addresses and codes for others", responses={401: {}})
    async def codes(request: Request, role: Viewer) -> Response:
        shown = {name: code for name, code in site.access.codes.items() if allows(role, name)}
        if role != "organiser":  # who was let in may let in others who only look on
            shown = {"viewer": site.access.codes["viewer"]}
        addresses = site.addresses() if site.settings.lan else []
        return JSONResponse({"addresses": addresses, "codes": shown}, headers=PRIVATE)

    @app.get("/api/codes/{name}.svg", summary="The QR code to join", responses={401: {}, 404: {}})
    async def code_picture(
        request: Request, name: Annotated[str, Path(max_length=12)], role: Viewer
    ) -> Response:
        import segno

        may = name in site.access.codes and (role == "organiser" or name == "viewer")
        addresses = site.addresses() if site.settings.lan else []
        if not may or not addresses:
            raise WebError(404, "web_not_found")
        buffer = io.BytesIO()
        url = f"{addresses[0]}/J/{site.access.codes[name]}".upper()
        segno.make(url, error="m", micro=False).save(
            buffer, kind="svg", border=3, light="#fff", dark="#000", svgclass=None, lineclass=None
        )
        return Response(buffer.getvalue(), media_type="image/svg+xml", headers=PRIVATE)

    @app.post("/api/codes", summary="New codes; all have to join again", responses={401: {}})
    async def renew(role: Organiser) -> Response:
        site.access.renew()
        response = JSONResponse({"codes": site.access.codes}, headers=PRIVATE)
        if site.settings.lan:
            token = site.access.open("organiser")
            response.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
        return response
