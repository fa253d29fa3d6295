"""The camera over the table: aiming it, watching the game, confirming what it saw."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import FastAPI, Query, Response
from fastapi.responses import FileResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from device.live.told import status_to_dict
from device.web.assets import PRIVATE
from device.web.site import Key, Organiser, Scorer, Site, Speaks, Viewer, WebError

if TYPE_CHECKING:
    from device.live.engine import Engine
    from device.live.results import LiveResult
    from device.live.service import TableService
    from device.messages import Language

Share = Annotated[float, Field(ge=-10_000, le=20_000)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Side(_Form):
    """How long a side of the table is, cm."""

    side: float = Field(ge=10, le=500)


class Corners(Side):
    """Where the table is in the camera's picture: near left, near right, far right, far left."""

    corners: list[tuple[Share, Share]] = Field(min_length=4, max_length=4)


class LiveAnswer(_Form):
    """The answer to one of the questions that are open now."""

    number: int = Field(ge=0, le=99)
    choice: str = Field(min_length=1, max_length=20)


class LiveHand(_Form):
    """One of the hands that ended."""

    id: Key


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app; without a camera they say that there is none."""

    def table() -> TableService:
        if site.table is None:
            raise WebError(404, "web_no_camera")
        return site.table

    def engine() -> Engine:
        found = table().engine
        if found is None:
            raise WebError(409, "web_not_set_up")
        return found

    def hand(id: str) -> LiveResult:
        found = next((one for one in engine().results() if one.id == id), None)
        if found is None:
            raise WebError(404, "web_gone")
        return found

    def told(language: Language) -> JSONResponse:
        return JSONResponse(camera_told(site, table(), language), headers=PRIVATE)

    @app.get("/api/camera", summary="What the camera sees", responses={401: {}, 404: {}})
    def camera(language: Speaks, role: Viewer) -> Response:
        return told(language)

    @app.get(
        "/api/camera/picture.jpg", summary="The camera's picture", responses={401: {}, 404: {}}
    )
    def picture(role: Viewer, longest: Annotated[int, Query(ge=160, le=4000)] = 1280) -> Response:
        data = table().picture(longest)
        if data is None:
            raise WebError(404, "web_no_picture")
        return Response(data, media_type="image/jpeg", headers=PRIVATE)

    @app.post(
        "/api/camera/find",
        summary="Find the table's corners in the picture",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def find(given: Side, role: Organiser) -> Response:
        corners = table().found_corners(given.side)
        return JSONResponse({"corners": [list(corner) for corner in corners]}, headers=PRIVATE)

    @app.put(
        "/api/camera/table",
        summary="Set the table up",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def set_up(given: Corners, language: Speaks, role: Organiser) -> Response:
        table().aim_at(tuple((x, y) for x, y in given.corners), given.side)
        return told(language)

    @app.post(
        "/api/camera/answer",
        summary="Answer a question about the game that is watched",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def answer(given: LiveAnswer, language: Speaks, role: Scorer) -> Response:
        following = engine()
        open_now = following.status().questions
        if given.number >= len(open_now) or given.choice not in open_now[given.number].choices:
            raise WebError(409, "web_other_hand")
        following.answer(open_now[given.number], given.choice)
        return told(language)

    @app.post(
        "/api/camera/confirm",
        summary="Write a hand that was seen into the book",
        responses={401: {}, 404: {}, 409: {}},
    )
    def confirm(given: LiveHand, language: Speaks, role: Scorer) -> Response:
        engine().confirm(hand(given.id).id, by=role, role=role)  # type: ignore[arg-type]
        return told(language)

    @app.post(
        "/api/camera/dismiss",
        summary="Throw a hand that was seen away",
        responses={401: {}, 404: {}, 409: {}},
    )
    def dismiss(given: LiveHand, language: Speaks, role: Scorer) -> Response:
        engine().dismiss(hand(given.id).id)
        return told(language)

    def kept(path: FilePath | None, kind: str) -> Response:
        if path is None or not path.is_file():
            raise WebError(404, "web_gone")
        return FileResponse(path, media_type=kind, headers=PRIVATE)

    @app.get(
        "/api/camera/hands/{key}/picture.jpg",
        summary="The table as a hand ended",
        responses={401: {}, 404: {}},
        response_class=FileResponse,
    )
    def hand_picture(key: Key, role: Viewer) -> Response:
        return kept(hand(key).picture, "image/jpeg")

    @app.get(
        "/api/camera/hands/{key}/film.webp",
        summary="The seconds before a hand ended",
        responses={401: {}, 404: {}},
        response_class=FileResponse,
    )
    def hand_film(key: Key, role: Viewer) -> Response:
        return kept(hand(key).clip, "image/webp")


def camera_told(site: Site, table: TableService, language: Language) -> dict[str, Any]:
    """What the page of the camera shows."""
    aim = table.aim()
    status = table.status()
    return {
        "name": table.camera.name,
        "state": table.camera.status.state,
        "text": table.camera.status.text(language),
        "size": aim.size,
        "advice": [one.to_dict(language) for one in aim.advice],
        "setup": None
        if aim.setup is None
        else {
            "corners": [list(corner) for corner in aim.setup.corners],
            "side": aim.setup.side,
            "size": list(aim.setup.size),
        },
        "status": None if status is None else status_to_dict(status, site.seat_names(), language),
    }
