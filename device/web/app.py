"""The web application. `create_app` joins a reader, the store, the log and the pages."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gzip
import hashlib
import io
import json
import mimetypes
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    RedirectResponse,
    StreamingResponse,
)
from jinja2 import Environment, FileSystemLoader, select_autoescape
from pydantic import ValidationError
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import ClientDisconnect

from device.messages import LANGUAGES, Language
from device.web import answers
from device.web.access import COOKIE, Access, TooManyTries, allows
from device.web.asking import answer_question, assumed_texts, questions_for_page
from device.web.desk import Desk, Job
from device.web.draft import draft
from device.web.forms import Answered, Code, Confirm, Edited, Setup, Typed
from device.web.guard import UPLOADS, Guard, language_of
from device.web.handlog import Folder, HandLog, JsonLog
from device.web.live import Live, TooManyWatchers, encode
from device.web.options import page_words, rules_for_page, tile_names
from device.web.pictures import keep_picture, shared_picture
from device.web.results import Result, Results
from device.web.screen import screen_png
from device.web.settings import WebSettings
from device.web.tiles import art_version, packed_svg, tile_svg
from device.web.words import say_web
from vision.types import FACE_CODES, Reading

if TYPE_CHECKING:
    import numpy as np

    from device.snap import Snapped
    from vision.reader import ReadsPhotos

HERE = FilePath(__file__).parent
ASSETS = ("app.css", "app.js", "board.js", "join.js", "log.js")
LIKELY = 0.005
"""A face less likely than this is not offered first: one of the 43 is as quickly found."""
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
PRIVATE = {"cache-control": "private, no-store"}
NOT_CACHED = {"cache-control": "no-cache"}

Key = Annotated[str, Path(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class WebError(Exception):
    """An answer that is an error: a status, and words for the person."""

    def __init__(self, status: int, key: str, **params: object) -> None:
        super().__init__(key)
        self.status, self.key, self.params = status, key, params
        self.headers: dict[str, str] = {}
        self.text: str | None = None


def _error(status: int, key: str, text: str, headers: dict[str, str] | None = None) -> JSONResponse:
    body = {"error": {"key": key, "text": text}}
    return JSONResponse(body, status, headers={**PRIVATE, **(headers or {})})


class Site:
    """What the routes share."""

    def __init__(
        self,
        reader: ReadsPhotos,
        settings: WebSettings,
        folder: Folder,
        log: HandLog,
        access: Access,
        addresses: Callable[[], list[str]],
    ) -> None:
        self.settings = settings
        self.folder = folder
        self.log = log
        self.access = access
        self.results = Results(settings.most_results, settings.result_hours)
        self.desk = Desk(reader, self.finish, settings.waiting)
        self.live = Live(
            settings.live_kept, settings.most_live, settings.live_queue, settings.heartbeat
        )
        self.addresses = addresses
        self.uploading = 0
        self.now: str | None = None
        """The id of the result that was counted last, for the board."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.mutex = threading.Lock()
        """Held while a result changes: what is confirmed is what was seen."""
        self.assets = _assets()
        self.pages = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=select_autoescape(default=True, default_for_string=True),
        )

    def current(self) -> Result | None:
        """The result that was counted last, if it is still kept."""
        return self.results.get(self.now) if self.now else None

    def invitation(self) -> tuple[str, str] | None:
        """Address and code for those who look on; None when nobody else can connect."""
        addresses = self.addresses() if self.settings.lan else []
        code = self.access.codes["viewer"]
        return (f"{addresses[0]}/J/{code}", code) if addresses else None

    # --- results ---

    def finish(self, job: Job, image: np.ndarray, snapped: Snapped) -> str:
        """Keep what was read from a photo. Called in the worker."""
        scored = answers.score(draft(snapped), job.setup)
        result = Result(
            scored,
            reading=snapped.reading,
            questions=snapped.questions,
            assumed=dict(snapped.assumed),
            changed=snapped.changed,
            base=scored.form,
        )
        path = self.folder.pending / f"{result.id}.jpg"
        keep_picture(image, path, self.settings.shown_side, self.settings.shown_quality)
        result.picture = path
        self.results.add(result)
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.tell, result)
        return result.id

    def tell(self, result: Result) -> None:
        """Let all who watch know that a result is new or has changed."""
        score = result.scored.score
        if score is not None:
            self.now = result.id
        self.live.tell(
            "result",
            {
                "id": result.id,
                "version": result.version,
                "total": None if score is None else score.total,
                "logged": result.logged,
            },
        )

    def told(self, result: Result, language: Language) -> dict[str, Any]:
        """A result as JSON, in words of `language`."""
        reading = result.reading
        told = {
            "id": result.id,
            "version": result.version,
            "logged": result.logged,
            "photo": None,
            "reading": None,
            "questions": [],
            "assumed": assumed_texts(result, language),
            **answers.answer(result.scored, language),
        }
        if reading is not None:
            told["photo"] = f"/api/results/{result.id}/photo.jpg"
            told["reading"] = reading_for_page(reading)
            told["questions"] = questions_for_page(result, language)
        return told

    def from_log(self, entry: dict[str, Any], language: Language) -> dict[str, Any]:
        """A hand of the log as the page shows it; its words are as they were written."""
        key = str(entry.get("id", ""))
        told: dict[str, Any] = {
            "id": key,
            "version": 1,
            "logged": entry.get("n"),
            "time": entry.get("time"),
            "photo": None,
            "reading": None,
            "questions": [],
            "assumed": [],
            "choices": [],
            "error": None,
            **entry.get("told", {}),
        }
        if entry.get("reading") and self.log.picture(key) is not None:
            told["photo"] = f"/api/results/{key}/photo.jpg"
            told["reading"] = reading_for_page(Reading.from_dict(entry["reading"]))
        return told

    def entry(self, result: Result) -> dict[str, Any]:
        """A result as it is written into the log."""
        from device.web.record import record

        return record(result, self.told(result, LANGUAGES[0]))


def reading_for_page(reading: Reading) -> dict[str, Any]:
    """What the page needs of a reading: where each tile lies, and its likely faces."""
    return {
        "size": list(reading.size),
        "seconds": round(reading.seconds, 3),
        "tiles": [
            {
                "face": tile.face,
                "quad": [[round(x, 1), round(y, 1)] for x, y in tile.quad],
                "likely": [face for face, p in tile.alternatives[:5] if p >= LIKELY],
                "doubtful": tile.doubtful,
            }
            for tile in reading.tiles
        ],
    }


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page, read once, plain and compressed, and a hash that changes with it."""

    data: bytes
    packed: bytes
    kind: str
    hash: str

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """The file, compressed where that helps and the browser can take it."""
        takes = "gzip" in request.headers.get("accept-encoding", "")
        if not takes or len(self.packed) > 0.9 * len(self.data):
            return Response(self.data, media_type=self.kind, headers=headers)
        packed = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(self.packed, media_type=self.kind, headers=headers | packed)


def _assets() -> dict[str, Asset]:
    """The files in static/, by their path there."""
    found = {}
    for file in sorted((HERE / "static").glob("**/*")):
        if file.is_file():
            data = file.read_bytes()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            digest = hashlib.sha256(data).hexdigest()[:10]
            packed = gzip.compress(data, 9, mtime=0)
            found[file.relative_to(HERE / "static").as_posix()] = Asset(data, packed, kind, digest)
    return found


def create_app(
    reader: ReadsPhotos,
    settings: WebSettings | None = None,
    *,
    log: HandLog | None = None,
    access: Access | None = None,
    addresses: Callable[[], list[str]] = list,
) -> FastAPI:
    """The application around a reader.

    `log` takes confirmed hands (by default a file in `settings.data`), `access` knows the join
    codes, `addresses` tells the URLs under which other machines reach the page. Opens the data
    folder; it is let go when the app shuts down.

    Raises:
        DataInUse: another program has the data folder.
        OSError: it cannot be made or written.
    """
    settings = settings or WebSettings()
    folder = Folder(settings.data)
    site = Site(
        reader, settings, folder, log or JsonLog(folder), access or Access(settings), addresses
    )

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        site.loop = asyncio.get_running_loop()
        site.desk.start()
        yield
        site.desk.stop()
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
    _pages(app, site)
    _joining(app, site)
    _photos(app, site)
    _results(app, site)
    _watching(app, site)
    return app


# --- who asks -----------------------------------------------------------------------------------


def _language(request: Request) -> Language:
    return language_of(request.scope)


Speaks = Annotated[Language, Depends(_language)]


def _need(role: str) -> Callable[[Request], str]:
    def check(request: Request) -> str:
        site: Site = request.app.state.site
        mine = site.access.role(request.cookies.get(COOKIE))
        if not allows(mine, role):
            raise WebError(401 if mine is None else 403, "web_join" if mine is None else "web_role")
        return mine or role

    return check


Viewer = Annotated[str, Depends(_need("viewer"))]
Scorer = Annotated[str, Depends(_need("scorer"))]
Organiser = Annotated[str, Depends(_need("organiser"))]


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _errors(app: FastAPI) -> None:
    @app.exception_handler(WebError)
    async def web_error(request: Request, error: WebError) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if error.status == 401 and wants_page and request.method == "GET":
            return RedirectResponse("/join", 303)
        text = error.text or say_web(_language(request), error.key, **error.params)
        return _error(error.status, error.key, text, error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0] if error.errors() else {}
        where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
        text = say_web(_language(request), "web_invalid", where=where, why=first.get("msg", ""))
        return _error(422, "web_invalid", text)

    @app.exception_handler(StarletteHTTPException)
    async def http(request: Request, error: StarletteHTTPException) -> Response:
        key = {404: "web_not_found", 405: "web_method"}.get(error.status_code, "web_bad_request")
        text = say_web(_language(request), key)
        return _error(error.status_code, key, text, dict(error.headers or {}))

    @app.exception_handler(ClientDisconnect)
    async def gone(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=400)

    @app.exception_handler(OSError)
    async def disk(request: Request, error: OSError) -> Response:
        return _error(507, "web_disk", say_web(_language(request), "web_disk", reason=error))


# --- pages --------------------------------------------------------------------------------------


def _pages(app: FastAPI, site: Site) -> None:
    def asset_url(name: str) -> str:
        return f"/static/{name}?v={site.assets[name].hash}"

    def page(request: Request, name: str, role: str | None, **values: Any) -> HTMLResponse:
        language = _language(request)
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

    @app.get("/", response_class=HTMLResponse, summary="The page")
    async def home(request: Request, role: Viewer) -> Response:
        return page(request, "app.html", role, start="home")

    @app.get("/hand", response_class=HTMLResponse, summary="The page, with the tile keyboard")
    async def typed(request: Request, role: Viewer) -> Response:
        return page(request, "app.html", role, start="typed")

    @app.get("/r/{key}", response_class=HTMLResponse, summary="The page of one result")
    async def result_page(request: Request, key: Key, role: Viewer) -> Response:
        return page(request, "app.html", role, start="result")

    @app.get("/log", response_class=HTMLResponse, summary="The confirmed hands")
    async def log_page(request: Request, role: Viewer) -> Response:
        return page(request, "log.html", role)

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
        language = _language(request)
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


# --- joining ------------------------------------------------------------------------------------


def _joining(app: FastAPI, site: Site) -> None:
    @app.post("/api/join", summary="Join with a code", responses={401: {}, 429: {}})
    async def join(request: Request, given: Code) -> Response:
        try:
            found = site.access.join(given.code, _address(request))
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


# --- photographs --------------------------------------------------------------------------------

_PHOTO_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}}
            for kind in ("image/jpeg", "image/png", "image/webp")
        },
    }
}


def _photos(app: FastAPI, site: Site) -> None:
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
            raise _full(site)
        shown = " ".join(name.split())[-60:] or say_web(language, "photo")
        site.uploading += 1
        path = site.folder.pending / f"{secrets.token_urlsafe(12)}.upload"
        try:
            with site.desk.place():
                await _receive(request, path, site)
                await asyncio.to_thread(_examine, path, shown, language)
                job = site.desk.put(Job(path, shown, chosen, language))
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

        return _event_stream(stream())

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


def _full(site: Site) -> WebError:
    error = WebError(429, "web_full")
    # What is still being sent is not read: the connection cannot be used again.
    error.headers = {"retry-after": str(site.settings.retry_after), "connection": "close"}
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


def _event_stream(stream: AsyncIterator[bytes]) -> StreamingResponse:
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


# --- results ------------------------------------------------------------------------------------


def _results(app: FastAPI, site: Site) -> None:
    def find(key: str) -> Result:
        result = site.results.get(key)
        if result is None:
            raise WebError(404, "web_gone")
        return result

    def refuse_logged(result: Result) -> None:
        if result.logged is not None:
            raise WebError(409, "web_logged")

    def refuse_stale(result: Result, version: int) -> None:
        if version != result.version:
            raise WebError(409, "web_other_hand")

    @app.post(
        "/api/results", status_code=201, summary="Count a typed hand", responses={401: {}, 422: {}}
    )
    def count_typed(given: Typed, language: Speaks, role: Scorer) -> Response:
        result = site.results.add(Result(answers.score(given.hand, given.setup)))
        _tell(result)
        return JSONResponse(site.told(result, language), 201, headers=PRIVATE)

    @app.get("/api/results/{key}", summary="A result", responses={401: {}, 404: {}})
    def get_result(key: Key, language: Speaks, role: Viewer) -> Response:
        result = site.results.get(key)
        if result is not None:
            return JSONResponse(site.told(result, language), headers=PRIVATE)
        entry = site.log.find(key)
        if entry is None:
            raise WebError(404, "web_gone")
        return JSONResponse(site.from_log(entry, language), headers=PRIVATE)

    @app.put(
        "/api/results/{key}",
        summary="Correct a hand or its circumstances and count it again",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def correct(key: Key, given: Edited, language: Speaks, role: Scorer) -> Response:
        result = find(key)
        refuse_logged(result)
        scored = answers.score(given.hand, given.setup, given.touched)
        with site.mutex:
            refuse_logged(result)  # it may have been confirmed meanwhile
            refuse_stale(result, given.version)
            result.scored = scored
            result.version += 1
        _tell(result)
        return JSONResponse(site.told(result, language), headers=PRIVATE)

    @app.post(
        "/api/results/{key}/answer",
        summary="Answer a question about the photo",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def answer(key: Key, given: Answered, language: Speaks, role: Scorer) -> Response:
        result = find(key)
        with site.mutex:
            refuse_logged(result)
            refuse_stale(result, given.version)
            known = given.number < len(result.questions)
            question = result.questions[given.number] if known else None
            if question is None or given.choice not in question.choices:
                raise WebError(422, "web_invalid", where="choice", why="")
            form = answer_question(result, question, given.choice)
            result.scored = answers.score(form, result.scored.setup)
            result.version += 1
        _tell(result)
        return JSONResponse(site.told(result, language), headers=PRIVATE)

    @app.delete(
        "/api/results/{key}",
        summary="Throw a result and its picture away",
        responses={401: {}, 404: {}, 409: {}},
    )
    def throw_away(key: Key, role: Scorer) -> Response:
        result = find(key)
        with site.mutex:
            refuse_logged(result)
            site.results.forget(key)
        return JSONResponse({"gone": key}, headers=PRIVATE)

    @app.post(
        "/api/results/{key}/confirm",
        summary="Write a counted hand into the log, with its picture",
        responses={401: {}, 404: {}, 409: {}},
    )
    def confirm(key: Key, given: Confirm, language: Speaks, role: Scorer) -> Response:
        result = find(key)
        with site.mutex:
            if result.logged is None:
                refuse_stale(result, given.version)
                if result.scored.score is None:
                    raise WebError(409, "web_no_total")
                result.logged = site.log.append(site.entry(result), result.picture)
        _tell(result)
        return JSONResponse(site.told(result, language), headers=PRIVATE)

    @app.get(
        "/api/results/{key}/photo.jpg",
        summary="The photo, without metadata",
        responses={401: {}, 404: {}},
        response_class=FileResponse,
    )
    def photo(key: Key, role: Viewer) -> Response:
        result = site.results.get(key)
        path = result.picture if result is not None else site.log.picture(key)
        if path is None or not path.is_file():
            raise WebError(404, "web_gone")
        headers = {"cache-control": "private, max-age=3600"}
        return FileResponse(path, media_type="image/jpeg", headers=headers)

    @app.get(
        "/api/results/{key}/picture.jpg",
        summary="The photo with names, sets, items and the total on it, to be shared",
        responses={401: {}, 404: {}},
    )
    def picture(key: Key, language: Speaks, role: Viewer) -> Response:
        result = find(key)
        if result.picture is None or not result.picture.is_file():
            raise WebError(404, "web_gone")
        return Response(shared_picture(result, language), media_type="image/jpeg", headers=PRIVATE)

    @app.get("/api/log", summary="The last confirmed hands", responses={401: {}})
    def recent(
        language: Speaks, role: Viewer, count: Annotated[int, Query(ge=1, le=200)] = 50
    ) -> Response:
        entries = [site.from_log(entry, language) for entry in site.log.recent(count)]
        return JSONResponse({"hands": entries}, headers=PRIVATE)

    def _tell(result: Result) -> None:
        # These routes run in threads; what watches belongs to the loop.
        if site.loop is not None:
            site.loop.call_soon_threadsafe(site.tell, result)


# --- watching -----------------------------------------------------------------------------------


def _watching(app: FastAPI, site: Site) -> None:
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
            return _event_stream(site.live.watch(since))
        except TooManyWatchers:
            raise _full(site) from None

    @app.get("/api/now", summary="The result counted last", responses={401: {}})
    def now(language: Speaks, role: Viewer) -> Response:
        result = site.current()
        told = None if result is None else site.told(result, language)
        return JSONResponse({"number": site.live.number, "result": told}, headers=PRIVATE)

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
        result = site.current()
        data = screen_png(result, site.invitation(), (width, height), language)
        return Response(data, media_type="image/png", headers=NOT_CACHED)
