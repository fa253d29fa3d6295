"""What the routes of the page share: results, book, watchers, and who may ask for what."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.responses import JSONResponse, StreamingResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape
from sqlalchemy import select

from device.club import schema
from device.club.errors import BookError
from device.club.told import person
from device.messages import Language
from device.web import answers, logged
from device.web.access import COOKIE, Access, allows
from device.web.asking import assumed_texts, questions_for_page
from device.web.assets import HERE, PRIVATE, read_assets
from device.web.desk import Desk, Job
from device.web.draft import draft
from device.web.folder import Folder
from device.web.guard import language_of
from device.web.live import Live
from device.web.pictures import keep_picture
from device.web.results import Result, Results
from device.web.screen import TableScreen
from device.web.seated import game_rules_of, game_told, seated
from device.web.settings import WebSettings
from device.web.tables import Common

if TYPE_CHECKING:
    import numpy as np

    from device.club.bodies import Event
    from device.club.book import Book
    from device.club.fold import GameView
    from device.live.service import TableService
    from device.snap import Snapped
    from device.web.forms import HandForm, Setup
    from scoring.rulesets import RuleSet
    from vision.reader import ReadsPhotos
    from vision.types import Reading

LIKELY = 0.005
"""A face less likely than this is not offered first: one of the 43 is as quickly found."""

Key = Annotated[str, Path(min_length=4, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


class WebError(Exception):
    """An answer that is an error: a status, and words for the person."""

    def __init__(self, status: int, key: str, **params: object) -> None:
        super().__init__(key)
        self.status, self.key, self.params = status, key, params
        self.headers: dict[str, str] = {}
        self.text: str | None = None


def error_answer(
    status: int, key: str, text: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    """An error as JSON: its key, and words for the person."""
    body = {"error": {"key": key, "text": text}}
    return JSONResponse(body, status, headers={**PRIVATE, **(headers or {})})


class Site:
    """What the routes share."""

    def __init__(
        self,
        reader: ReadsPhotos,
        settings: WebSettings,
        folder: Folder,
        book: Book,
        access: Access,
        addresses: Callable[[], list[str]],
    ) -> None:
        self.settings = settings
        self.folder = folder
        self.book = book
        self.common = Common(settings.club) if settings.club else None
        """The club's common book, if this table forwards to one."""
        self._mark = -1
        book.listeners.append(self.heard)
        self.told_number = book.last_number()
        """The last event of the book that was told to who watches."""
        self.access = access
        self.results = Results(settings.most_results, settings.result_hours)
        self.desk = Desk(reader, self.finish, settings.waiting)
        self.live = Live(
            settings.live_kept, settings.most_live, settings.live_queue, settings.heartbeat
        )
        self.table: TableService | None = None
        """What follows the table by a camera, if there is one."""
        self.screen = TableScreen(self)
        self.addresses = addresses
        self.uploading = 0
        self.now: str | None = None
        """The id of the result that was counted last, for the board."""
        self.loop: asyncio.AbstractEventLoop | None = None
        self.mutex = threading.Lock()
        """Held while a result changes: what is confirmed is what was seen."""
        self.assets = read_assets()
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

    # --- the game at the table ---

    def game(self) -> GameView | None:
        """The game that is being played."""
        return self.book.game_now()

    def game_of_hands(self) -> GameView | None:
        """The same, if hands can be written into it: its rounds are not over."""
        view = self.game()
        return None if view is None or view.state.over else view

    def seat_names(self) -> tuple[str, ...]:
        """The four at the table by seat; none while no game is written down."""
        view = self.game()
        if view is None:
            return ()
        names = self.book.names()
        return tuple(names.get(one, one) for one in view.seats)

    def evening(self) -> str | None:
        """The id of the evening of the game, or of the last one of this table that is open."""
        view = self.game()
        if view is not None:
            return view.started.evening
        v = schema.evenings.c
        wanted = select(v.id).where(v.table == self.book.table, v.closed.is_(False))
        with self.book.reading() as connection:
            return connection.execute(wanted.order_by(v.day.desc()).limit(1)).scalar()

    def count(
        self,
        form: HandForm,
        setup: Setup,
        touched: str | None = None,
        corrects: str | None = None,
    ) -> answers.Scored:
        """Score a hand, as one of the game at the table if there is one.

        A hand that `corrects` an earlier one is counted as of where the game stood then.
        """
        if corrects is None:
            return answers.score(form, setup, touched, self.game_of_hands())
        written = logged.find(self.book, corrects, brief=True)
        view = None if written is None else written.scored.view
        return answers.score(form, setup, touched, view)

    def in_game(self, setup: Setup) -> tuple[Setup, RuleSet | None]:
        """Circumstances and rules to read a photo by: those of the game at the table, if any."""
        view = self.game_of_hands()
        if view is None or setup.apart:
            return setup, None
        return seated(setup, view), game_rules_of(view)

    def table_changed(self) -> None:
        """The camera over the table saw something new. Called in any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.live.tell, "camera", {})

    def heard(self, event: Event) -> None:
        """The book has a new event. Called in any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.tell_book, event.seq)

    def tell_book(self, number: int) -> None:
        """Let all who watch know how far the book is."""
        if number > self.told_number:
            self.told_number = number
            self.live.tell("book", {"last": number})

    async def watch_book(self, every: float) -> None:
        """Notice what other programs write into the book, while somebody watches."""
        while True:
            await asyncio.sleep(every)
            if self.live.watching:
                with contextlib.suppress(BookError):
                    self.tell_book(await asyncio.to_thread(self.book.last_number))
                if self.common is not None:
                    with contextlib.suppress(BookError):
                        mark = await asyncio.to_thread(self.common.mark)
                        if mark != self._mark:
                            self._mark = mark
                            self.live.tell("tables", {"events": mark})

    # --- results ---

    def finish(self, job: Job, image: np.ndarray, snapped: Snapped) -> str:
        """Keep what was read from a photo. Called in the worker."""
        scored = self.count(draft(snapped), job.setup)
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

    def told(
        self, result: Result, language: Language, names: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """A result as JSON, in words of `language`; `names` spares looking people up again."""
        reading, scored = result.reading, result.scored
        view = scored.view if result.logged or result.corrects else self.game()
        if names is None:
            names = self.book.names() if view is not None else {}
        told = {
            "id": result.id,
            "version": result.version,
            "logged": result.logged,
            "corrects": result.corrects,
            "time": result.at,
            "game": None if view is None else game_told(view, names),
            "photo": None,
            "reading": None,
            "questions": [],
            "assumed": assumed_texts(result, language),
            **answers.answer(scored, language),
        }
        if scored.payments is not None and scored.payments.people:
            people = scored.payments.people
            told["payments"]["names"] = [person(one, names, language) for one in people]
        if reading is not None:
            told["photo"] = f"/api/results/{result.id}/photo.jpg"
            told["reading"] = reading_for_page(reading)
            told["questions"] = questions_for_page(result, language)
        return told


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


# --- who asks -----------------------------------------------------------------------------------


def language_asked(request: Request) -> Language:
    """The language that the request asks for."""
    return language_of(request.scope)


Speaks = Annotated[Language, Depends(language_asked)]


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


def address_of(request: Request) -> str:
    """Where the request comes from."""
    return request.client.host if request.client else ""


def full(site: Site) -> WebError:
    """Too much at once: come again."""
    error = WebError(429, "web_full")
    # What is still being sent is not read: the connection cannot be used again.
    error.headers = {"retry-after": str(site.settings.retry_after), "connection": "close"}
    return error


def event_stream(stream: AsyncIterator[bytes]) -> StreamingResponse:
    """An answer of server-sent events."""
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)
