"""Photographs on their way: received, examined, queued, followed."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from device.messages import Language
from device.web import answers
from device.web.assets import PRIVATE
from device.web.desk import Job
from device.web.forms import Setup
from device.web.guard import UPLOADS
from device.web.live import encode
from device.web.site import Key, Scorer, Site, Speaks, WebError, event_stream, full
from device.web.words import say_web

_PHOTO_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}}
            for kind in ("image/jpeg", "image/png", "image/webp")
        },
    }
}


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""

    @app.post(
        UPLOADS,
        status_code=202,
        summary="Send a photo to be read; the body is the file itself",
        openapi_extra=_PHOTO_BODY,
        responses={401: {}, 408: {}, 413: {}, 415: {}, 422: {}, 429: {}},
    )
    async def send_photo(
        request: Request,
        language: Speaks,
        role: Scorer,
        setup: Annotated[str, Query(max_length=2000)] = "",
        name: Annotated[str, Query(max_length=200)] = "",
    ) -> Response:
        chosen = _setup(setup)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind and not kind.startswith("image/") and kind != "application/octet-stream":
            await _drain(request.stream(), site)
            raise WebError(415, "web_not_photo")
        length = request.headers.get("content-length", "")
        if length.isdecimal() and int(length[:12]) > site.settings.photo_bytes:
            await _drain(request.stream(), site)
            raise _too_large(site)
        if site.uploading >= site.settings.uploading or site.desk.full:
            await _drain(request.stream(), site)
            raise full(site)
        shown = " ".join(name.split())[-60:] or say_web(language, "photo")
        site.uploading += 1
        path = site.folder.pending / f"{secrets.token_urlsafe(12)}.upload"
        try:
            with site.desk.place():
                await _receive(request, path, site)
                await asyncio.to_thread(_examine, path, shown, language)
                chosen, rules = await asyncio.to_thread(site.in_game, chosen)
                job = site.desk.put(Job(path, shown, chosen, language, rules))
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        finally:
            site.uploading -= 1
        body = {"job": job.id, "events": f"/api/jobs/{job.id}/events"}
        return JSONResponse(body, 202, headers=PRIVATE)

    @app.get("/api/jobs/{key}", summary="How far a photo is", responses={401: {}, 404: {}})
    async def job_state(key: Key, language: Speaks, role: Scorer) -> Response:
        return JSONResponse(job_told(_job(key), language), headers=PRIVATE)

    @app.get(
        "/api/jobs/{key}/events",
        summary="How far a photo is, as server-sent events; the last one has the result",
        responses={401: {}, 404: {}},
        response_class=StreamingResponse,
    )
    async def job_events(key: Key, language: Speaks, role: Scorer) -> Response:
        job = _job(key)

        async def stream() -> AsyncIterator[bytes]:
            async for change in site.desk.follow(job, site.settings.heartbeat):
                if change is None:
                    yield b": alive\n\n"
                else:
                    yield encode(change.state, job_told(change, language))

        return event_stream(stream())

    def _job(key: str) -> Job:
        job = site.desk.job(key)
        if job is None:
            raise WebError(404, "web_not_found")
        return job

    def job_told(job: Job, language: Language) -> dict[str, Any]:
        told: dict[str, Any] = {"job": job.id, "state": job.state, "ahead": site.desk.ahead(job)}
        if job.error is not None and job.state == "failed":
            text = answers.words(job.error, language)
            told["error"] = {"key": getattr(job.error, "key", ""), "text": text}
        result = site.results.get(job.result) if job.result and job.state == "done" else None
        if result is not None:
            told["result"] = site.told(result, language)
            told["seconds"] = round(job.seconds, 3)
        return told


def _setup(text: str) -> Setup:
    if not text:
        return Setup()
    try:
        return Setup.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, ("setup", *first["loc"])))
        raise WebError(422, "web_invalid", where=where, why=first["msg"]) from None


def _too_large(site: Site) -> WebError:
    error = WebError(413, "web_photo_bytes", limit=site.settings.photo_bytes // 1_000_000)
    error.headers = {"connection": "close"}
    return error


async def _drain(stream: AsyncIterator[bytes], site: Site) -> None:
    """Receive what is refused, for a while and up to twice the largest photo, and forget it."""
    left = 2 * site.settings.photo_bytes
    with contextlib.suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(site.settings.drain_seconds):
            async for chunk in stream:
                left -= len(chunk)
                if left < 0:
                    return


async def _receive(request: Request, path: FilePath, site: Site) -> None:
    """Write the body to a file, as long as it comes fast enough and is not too large."""
    settings = site.settings
    size = 0
    too_large = False
    stream = request.stream()
    try:
        async with asyncio.timeout(settings.photo_seconds):
            with path.open("wb") as file:
                while True:
                    async with asyncio.timeout(settings.stall_seconds):
                        try:
                            chunk = await anext(stream)
                        except StopAsyncIteration:
                            break
                    size += len(chunk)
                    if size > settings.photo_bytes:
                        too_large = True
                        break
                    file.write(chunk)  # into the page cache: microseconds
        if too_large:
            await _drain(stream, site)
            raise _too_large(site)
    except TimeoutError:
        error = WebError(408, "web_slow")
        error.headers = {"connection": "close"}
        raise error from None


_PHOTO_STATUS = {
    "photo_heic": 415,
    "photo_other_kind": 415,
    "photo_not_picture": 415,
    "photo_too_many_pixels": 413,
    "photo_too_many_bytes": 413,
}


def _examine(path: FilePath, name: str, language: Language) -> None:
    """Look at the head of a photo: what can be refused at once is refused at once."""
    from device.photo import PhotoError
    from device.web.heic import check

    try:
        check(path)
    except PhotoError as error:
        told = PhotoError(error.key, **{**error.params, "path": name})
        refused = WebError(_PHOTO_STATUS.get(error.key, 422), error.key)
        refused.text = answers.words(told, language)
        raise refused from None
