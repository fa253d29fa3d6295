"""Results: counted, corrected, answered, confirmed, thrown away."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Query, Response
from fastapi.responses import FileResponse, JSONResponse

from device.club.change import foresee
from device.club.errors import BookError
from device.messages import LANGUAGES, Language
from device.web import answers, logged
from device.web.asking import answer_question
from device.web.assets import PRIVATE
from device.web.club_told import change_page
from device.web.forms import Answered, Confirm, Edited, Typed
from device.web.pictures import shared_picture
from device.web.results import Result
from device.web.site import Key, Scorer, Site, Speaks, Viewer, WebError


def add_routes(app: FastAPI, site: Site) -> None:
    """Add them to the app."""

    def find(key: str) -> Result:
        result = site.results.get(key)
        if result is None:
            raise WebError(404, "web_gone")
        return result

    def known(key: str) -> Result:
        """A result that somebody works on, or a hand of the book as it counts now."""
        result = site.results.get(key)
        if result is None or (result.logged is not None and result.corrects is None):
            result = logged.find(site.book, key)
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
        result = site.results.add(Result(site.count(given.hand, given.setup)))
        _tell(result)
        return JSONResponse(site.told(result, language), 201, headers=PRIVATE)

    @app.get("/api/results/{key}", summary="A result", responses={401: {}, 404: {}})
    def get_result(key: Key, language: Speaks, role: Viewer) -> Response:
        result = known(key)
        told = site.told(result, language)
        if result.logged is not None:
            told["evidence"] = logged.evidence_page(site.book, key, language)
        return JSONResponse(told, headers=PRIVATE)

    @app.post(
        "/api/results/{key}/edit",
        status_code=201,
        summary="Begin to correct a hand of the book; nothing changes until that is confirmed",
        responses={401: {}, 404: {}},
    )
    def edit(key: Key, language: Speaks, role: Scorer) -> Response:
        written = logged.find(site.book, key)
        if written is None or written.scored.hand is None:
            raise WebError(404, "web_gone")
        setup = written.scored.setup
        if written.scored.view is None:
            setup = setup.model_copy(update={"apart": True})
        copy = Result(site.count(written.scored.form, setup, corrects=key), written.reading)
        copy.corrects, copy.kept = key, written.kept
        site.results.add(copy)
        return JSONResponse(site.told(copy, language), 201, headers=PRIVATE)

    @app.put(
        "/api/results/{key}",
        summary="Correct a hand or its circumstances and count it again",
        responses={401: {}, 404: {}, 409: {}, 422: {}},
    )
    def correct(key: Key, given: Edited, language: Speaks, role: Scorer) -> Response:
        result = find(key)
        refuse_logged(result)
        scored = site.count(given.hand, given.setup, given.touched, result.corrects)
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
            result.scored = site.count(form, result.scored.setup, corrects=result.corrects)
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
        if given.preview:
            return JSONResponse({"change": _foreseen(result, language)}, headers=PRIVATE)
        with site.mutex:
            if result.logged is None:
                refuse_stale(result, given.version)
                _write(result, given.reason.strip(), role)
        _tell(result)
        return JSONResponse(site.told(result, language), headers=PRIVATE)

    def _foreseen(result: Result, language: Language) -> dict[str, Any] | None:
        """What confirming a correction would change."""
        scored = result.scored
        if result.corrects is None or scored.score is None or scored.view is None:
            return None
        found = foresee(site.book, result.corrects, logged.corrected_body(site.book, result))
        return None if found is None else change_page(found, site.book.names(), language)

    @app.get(
        "/api/results/{key}/photo.jpg",
        summary="The photo, without metadata",
        responses={401: {}, 404: {}},
        response_class=FileResponse,
    )
    def photo(key: Key, role: Viewer) -> Response:
        path = known(key).photo
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
        result = known(key)
        if result.reading is None or result.photo is None or not result.photo.is_file():
            raise WebError(404, "web_gone")
        return Response(shared_picture(result, language), media_type="image/jpeg", headers=PRIVATE)

    @app.get("/api/log", summary="The last confirmed hands", responses={401: {}})
    def recent(
        language: Speaks, role: Viewer, count: Annotated[int, Query(ge=1, le=200)] = 50
    ) -> Response:
        found, names = logged.recent(site.book, count), site.book.names()
        entries = [site.told(result, language, names) for result in found]
        return JSONResponse({"hands": entries}, headers=PRIVATE)

    def _write(result: Result, reason: str, role: str) -> None:
        """Write a result into the book as it was seen."""
        if result.scored.score is None:
            raise WebError(409, "web_no_total")
        language = LANGUAGES[0]
        seen = answers.answer(result.scored, language)
        result.scored = site.count(
            result.scored.form, result.scored.setup, corrects=result.corrects
        )
        if answers.answer(result.scored, language) != seen:  # the game has gone on meanwhile
            result.version += 1
            raise WebError(409, "web_table_moved")
        paid = result.scored.payments
        if result.scored.view is not None and (paid is None or paid.need):
            first = paid.need[0] if paid is not None and paid.need else "source"
            raise WebError(409, f"web_need_{first}")
        by: dict[str, Any] = {"by": role, "role": role}
        old = result.corrects
        if old is not None and not reason:
            raise WebError(422, "web_reason")
        if old is not None and result.scored.view is not None:
            body = logged.corrected_body(site.book, result)
            event = site.book.correct(old, body, reason, **by)
            result.logged, result.at = event.seq, event.at
            return
        if old is not None and role != "organiser":
            raise BookError("club_organiser")
        evidence = logged.evidence_of(result)
        event = site.book.write(logged.body_of(result), evidence=evidence, id=result.id, **by)
        if (
            old is not None
        ):  # what a noted hand is stands in its evidence: a new one takes its place
            site.book.undo(old, reason, **by)
            result.corrects = None
        result.logged, result.at = event.seq, event.at
        sha = getattr(event.body, "picture", "")
        if sha and site.book.pictures is not None:
            result.kept = site.book.pictures.path(sha)
            result.drop_picture()

    def _tell(result: Result) -> None:
        # These routes run in threads; what watches belongs to the loop.
        if site.loop is not None:
            site.loop.call_soon_threadsafe(site.tell, result)
