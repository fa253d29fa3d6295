"""The page of the camera over the table: aiming, watching, answering, confirming."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from device.club import bodies
from device.club.book import Book, new_id
from device.hands import InputError
from device.live.engine import Engine
from device.live.service import Aim
from device.live.settings import LiveSettings
from device.live.table import TableSetup
from device.live.teller import Teller
from device.web.site import Site
from tests.live.conftest import ONLINE, FakeCamera, FakeWatcher, frame, played
from tests.web.conftest import Served

CORNERS = ((120.0, 840.0), (1080.0, 840.0), (1000.0, 60.0), (200.0, 60.0))


class Watched:
    """A table that was watched to the end of a simulated game, without a camera."""

    def __init__(self, site: Site, seed: int = 10, hands: int = 3) -> None:
        self.setup: TableSetup | None = TableSetup("fake", CORNERS, 90.0, (1200, 900))
        self.camera = FakeCamera()
        self.camera.name = "fake"  # type: ignore[attr-defined]
        self._site = site
        self._game = played(seed, hands)
        self.engine: Engine | None = None
        self.stopped = False

    def start(self) -> None:
        _start_game(self._site.book)
        game = self._game
        self.camera.frames = [frame(n, table.time) for n, table in enumerate(game.tables)]
        self.engine = Engine(
            self.camera,
            FakeWatcher(list(game.tables)),
            Teller(game.side),
            self._site.book,
            settings=LiveSettings(idle_rate=1e9, frame_wait=0.0),
            on_change=self._site.table_changed,
        )
        while self.engine.step():
            pass

    def stop(self) -> None:
        self.stopped = True

    def aim(self) -> Aim:
        return Aim((), self.setup, (1200, 900))

    def picture(self, longest: int) -> bytes:
        done, data = cv2.imencode(".jpg", np.full((90, 120, 3), 90, np.uint8))
        assert done
        return data.tobytes()

    def found_corners(self, side: float) -> tuple[tuple[float, float], ...]:
        raise InputError("table_not_found")

    def aim_at(self, corners: tuple[tuple[float, float], ...], side: float) -> TableSetup:
        setup = TableSetup("fake", corners, side, (1200, 900))
        setup.frame()
        self.setup = setup
        return setup

    def status(self) -> Any:
        return None if self.engine is None else self.engine.status()


def _start_game(book: Book) -> None:
    people = [book.add_player(name, by="t", role="scorer") for name in "安波查丁"]
    evening = new_id()
    book.write(bodies.EveningOpened(evening=evening, day="2026-12-01"), by="t", role="scorer")
    a, b, c, d = people
    book.write(
        bodies.GameStarted(
            game=new_id(),
            evening=evening,
            players=(a, b, c, d),
            rules=bodies.RulesUsed(name="taiwan"),
        ),
        by="t",
        role="scorer",
    )


@pytest.fixture
def watched(serve: Callable[..., Served]) -> Served:
    return serve(table=Watched)


def test_without_a_camera_it_says_so(served: Served) -> None:
    with served.client() as client:
        answer = client.get("/api/camera")
        assert answer.status_code == 404
        assert "taicam live" in answer.json()["error"]["text"]


def test_what_was_seen_is_told_and_confirmed(watched: Served) -> None:
    with watched.client() as client:
        told = client.get("/api/camera").json()
        assert told["state"] == ONLINE.state
        status = told["status"]
        assert status["stage"] == "over"
        assert len(status["events"]) > 20
        assert any("打" in one["text"] for one in status["events"])
        seen = status["result"]
        for number in range(len(status["questions"])):
            question = client.get("/api/camera").json()["status"]["questions"][0]
            choice = {"number": 0, "choice": question["choices"][0]["value"]}
            assert client.post("/api/camera/answer", json=choice).status_code == 200, number
        answer = client.post("/api/camera/confirm", json={"id": seen["id"]})
        assert answer.status_code == 200, answer.text
        assert answer.json()["status"]["result"]["written"]
        entry = watched.site.book.game_now().entries[-1]
        assert entry.event.id == f"live-{seen['id']}"
        film = client.get(f"/api/camera/hands/{seen['id']}/film.webp")
        assert film.headers["content-type"] == "image/webp"
        assert client.get(f"/api/camera/hands/{seen['id']}/picture.jpg").status_code == 200
        assert client.post("/api/camera/dismiss", json={"id": "nothing"}).status_code == 404
        stale = {"number": 9, "choice": "x"}
        assert client.post("/api/camera/answer", json=stale).status_code == 409


def test_aiming_refuses_nonsense(watched: Served) -> None:
    crossed = [CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]]
    with watched.client() as client:

        def put(corners: Any, side: float = 90) -> httpx.Response:
            return client.put("/api/camera/table", json={"corners": corners, "side": side})

        assert put(CORNERS).status_code == 200
        for corners in (crossed, list(reversed(CORNERS)), [[1, 1], [2, 1], [2, 2], [1, 2]]):
            answer = put(corners)
            assert answer.status_code in (409, 422), answer.text
            assert "Traceback" not in answer.text
        assert put(CORNERS, side=20).status_code in (409, 422)
        assert put(CORNERS[:3]).status_code == 422
        assert client.post("/api/camera/find", json={"side": 90}).status_code in (409, 422)
        assert watched.site.table.setup.corners == CORNERS


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_page(
    watched: Served, open_page: Callable[..., Any], size: str, tmp_path: Path
) -> None:
    phone = open_page(watched.url + "/camera", size)
    page = phone.page
    page.wait_for_selector("#camera-events li")
    assert page.locator(".camera-corners polygon").count() == 1
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, "nothing sticks out sideways"
    # Aiming: a corner is moved with the keyboard, and saved.
    page.click("#aim")
    grip = page.locator('[data-corner="0"]')
    before = float(grip.get_attribute("cx"))
    grip.focus()
    page.keyboard.press("ArrowRight")
    assert float(grip.get_attribute("cx")) > before
    page.click("#save")
    page.wait_for_selector("#aim")
    assert watched.site.table.setup.corners[0][0] > CORNERS[0][0]
    while page.locator(".ask button").count():
        page.locator(".ask button").first.click()
        page.wait_for_timeout(300)
    page.click("#confirm-seen")
    page.wait_for_selector("#seen .done")
    page.screenshot(path=tmp_path / f"camera-{size}.png", full_page=True)


def test_it_stops_with_the_page(serve: Callable[..., Served]) -> None:
    one = serve(table=lambda site: Watched(site, hands=1))
    table = one.site.table
    one.stop()
    assert table.stopped
    assert threading.active_count() < 40
