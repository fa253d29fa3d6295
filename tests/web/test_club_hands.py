"""Hands of the page while a game is written down: winner, circumstances, money, corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from device.club.bodies import EveningOpened, GameStarted, HandWon, WallOpened
from device.club.book import Book, new_id
from device.club.record import rules_used
from tests.web.conftest import Phone, Served
from tests.web.test_results import WIN

NAMES = ("阿明", "Bea", "陳小姐", "Dora")


def start_game(book: Book, names: tuple[str, ...] = NAMES, **changes: Any) -> str:
    """Four people sit down; returns the game's id."""
    by: Any = {"by": "test", "role": "organiser"}
    evening, game = new_id(), new_id()
    players = [book.add_player(name, **by) for name in names]
    book.write(EveningOpened(evening=evening, day="2026-11-30"), **by)
    given: dict[str, Any] = {"rules": rules_used("taiwan"), "stakes": {"base": 100, "tai": 20}}
    book.write(
        GameStarted(game=game, evening=evening, players=players, **(given | changes)),
        **by,
    )
    return game


def test_a_hand_of_a_game_takes_its_circumstances_from_it(served: Served) -> None:
    book = served.site.book
    game = start_game(book)
    book.write(WallOpened(game=game, dice=(1, 1, 2)), by="test", role="scorer")
    with served.client() as client:
        told = client.post("/api/results", json={"hand": WIN, "setup": {"streak": 9}}).json()
        assert told["game"]["names"] == list(NAMES)
        assert told["payments"]["need"] == ["winner", "source"]
        path = f"/api/results/{told['id']}"
        early = client.post(f"{path}/confirm", json={"version": 1})
        assert early.json()["error"]["key"] == "web_need_winner"
        setup = {"winner": 0, "source": 1, "seat": "N", "round": "W", "rules": "hongkong"}
        told = client.put(path, json={"version": 1, "hand": WIN, "setup": setup}).json()
        # Dealer, and East of the hand sits where the wall opened: the fourth seat.
        assert told["setup"]["dealer"] == 0
        assert told["setup"]["seat"] == "S"
        assert (told["setup"]["round"], told["setup"]["rules"]) == ("E", "taiwan")
        assert told["payments"]["names"][:4] == list(NAMES)
        assert sum(told["payments"]["balance"]) == 0
        done = client.post(f"{path}/confirm", json={"version": told["version"]}).json()
        view = book.game(game)
        (entry,) = view.entries
        assert entry.event.id == told["id"]
        assert done["logged"] == entry.event.seq
        ids = {name: id for id, name in book.names().items()}
        assert entry.balance()[ids["Bea"]] == told["payments"]["balance"][1] < 0
        assert view.state.streak == 1
        # As it was, not as the table is now.
        old = client.get(path).json()
        assert old["game"]["streak"] == 0
        assert (old["total"], old["payments"]) == (done["total"], done["payments"])
        (listed,) = client.get("/api/log").json()["hands"]
        assert listed["setup"]["winner"] == 0
    evidence = book.evidence(entry.event.body.evidence)
    assert evidence["by"] == "typed"


def test_what_is_confirmed_is_what_was_seen_though_the_table_went_on(served: Served) -> None:
    book = served.site.book
    game = start_game(book)
    with served.client() as client:
        setup = {"winner": 0, "source": 1}
        told = client.post("/api/results", json={"hand": WIN, "setup": setup}).json()
        path = f"/api/results/{told['id']}"
        book.write(WallOpened(game=game, dice=(1, 1, 2)), by="test", role="scorer")
        late = client.post(f"{path}/confirm", json={"version": 1})
        assert (late.status_code, late.json()["error"]["key"]) == (409, "web_table_moved")
        now = client.get(path).json()
        assert now["setup"]["seat"] == "S"
        assert client.post(f"{path}/confirm", json={"version": now["version"]}).status_code == 200
        assert client.get(path).json()["logged"]


def test_a_hand_may_be_none_of_the_game(served: Served) -> None:
    game = start_game(served.site.book)
    with served.client() as client:
        told = client.post("/api/results", json={"hand": WIN, "setup": {"apart": True}}).json()
        client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
        assert not served.site.book.game(game).entries
        (listed,) = client.get("/api/log").json()["hands"]
        assert (listed["id"], listed["total"]) == (told["id"], 3)


def test_an_undone_hand_leaves_the_log(served: Served) -> None:
    book = served.site.book
    start_game(book)
    with served.client() as client:
        ids = []
        for winner in (0, 1):
            setup = {"winner": winner, "flags": ["self_draw"]}
            told = client.post("/api/results", json={"hand": WIN, "setup": setup}).json()
            client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
            ids.append(told["id"])
        assert [one["id"] for one in client.get("/api/log").json()["hands"]] == ids[::-1]
        book.undo(ids[0], "typed twice", by="test", role="organiser")
        assert [one["id"] for one in client.get("/api/log").json()["hands"]] == ids[1:]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_photo_becomes_a_win_of_the_game(
    served: Served, open_page: Callable[..., Phone], tmp_path: Any, size: str
) -> None:
    from tests.web.conftest import jpeg

    game = start_game(served.site.book)
    phone = open_page(served.url, size)
    page = phone.page
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(jpeg())
    page.set_input_files("#gallery", str(photo))
    page.wait_for_selector("#total-card[data-state=counted]")
    assert page.locator("#confirm").is_disabled()
    assert page.locator("#rules").count() == 0, "the game has its rules"
    page.get_by_role("radiogroup", name="誰胡的").get_by_role("radio", name="陳小姐").click()
    page.get_by_role("radiogroup", name="誰打的").get_by_role("radio", name="Bea").click()
    page.wait_for_selector(".balance")
    assert "陳小姐" in page.inner_text(".balance")
    page.click("#confirm:not([disabled])")
    page.wait_for_selector(".logged")
    (entry,) = served.site.book.game(game).entries
    body = entry.body
    assert isinstance(body, HandWon)
    assert (body.wins[0].winner, body.wins[0].source) == (2, 1)
    assert body.picture
    page.goto(served.url + "/log")
    page.wait_for_selector(".log .who")
    assert page.inner_text(".log .who") == "陳小姐"


def confirmed(client: Any, setup: dict[str, Any]) -> str:
    told = client.post("/api/results", json={"hand": WIN, "setup": setup}).json()
    answer = client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
    assert answer.status_code == 200, answer.text
    return str(told["id"])


def test_a_hand_of_the_book_is_counted_again_where_it_stood(served: Served) -> None:
    book = served.site.book
    game = start_game(book)
    with served.client() as client:
        first = confirmed(client, {"winner": 1, "source": 2})
        confirmed(client, {"winner": 3, "flags": ["self_draw"]})
        assert [entry.before.dealer for entry in book.game(game).entries] == [0, 1]
        edit = client.post(f"/api/results/{first}/edit").json()
        assert edit["corrects"] == first
        assert edit["game"]["dealer"] == 0, "where the game stood then"
        path = f"/api/results/{edit['id']}"
        setup = {**edit["setup"], "flags": ["self_draw"], "source": None, "winner": 0}
        told = client.put(path, json={"version": 1, "hand": WIN, "setup": setup}).json()
        assert told["setup"]["dealer"] == 0
        body = {"version": told["version"], "preview": True}
        change = client.post(f"{path}/confirm", json=body).json()["change"]
        assert sum(one["after"] for one in change["people"]) == 0
        assert change["before"] != change["after"], "the dealer won instead and deals again"
        before = book.game(game).balance()
        no_reason = client.post(f"{path}/confirm", json={"version": told["version"]})
        assert no_reason.json()["error"]["key"] == "web_reason"
        assert book.game(game).balance() == before
        body = {"version": told["version"], "reason": "read wrongly"}
        assert client.post(f"{path}/confirm", json=body).status_code == 200
        after = {one["name"]: one["after"] for one in change["people"]}
        names = book.names()
        assert {names[id]: n for id, n in book.game(game).balance().items()} == after
        shown = client.get(f"/api/results/{first}").json()
        assert shown["total"] == told["total"]
        assert shown["evidence"]["changes"][0]["reason"] == "read wrongly"
        assert shown["evidence"]["rules"]["hash"]


def test_a_hand_outside_a_game_is_corrected_too(served: Served) -> None:
    with served.client() as client:
        first = confirmed(client, {"flags": ["self_draw"]})
        edit = client.post(f"/api/results/{first}/edit").json()
        path = f"/api/results/{edit['id']}"
        told = client.put(path, json={"version": 1, "hand": WIN, "setup": {"apart": True}}).json()
        body = {"version": told["version"], "reason": "off a discard"}
        answer = client.post(f"{path}/confirm", json=body)
        assert answer.status_code == 200, answer.text
        assert client.get(f"/api/results/{first}").status_code == 404, "it counts no longer"
        (listed,) = client.get("/api/log").json()["hands"]
        assert (listed["id"], listed["total"]) == (answer.json()["id"], 3)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_tiles_of_a_written_hand_are_put_right(
    served: Served, open_page: Callable[..., Phone], size: str
) -> None:
    book = served.site.book
    game = start_game(book)
    with served.client() as client:
        first = confirmed(client, {"winner": 1, "source": 2})
    phone = open_page(f"{served.url}/r/{first}", size)
    page = phone.page
    page.wait_for_selector("#evidence dl")
    assert "typed" not in page.inner_text("#evidence")
    page.click("#correct")
    page.wait_for_selector("#setup .who-won")
    page.locator('[data-group="flowers"] .tile').first.click()
    page.get_by_role("dialog").get_by_role("button", name="拿掉").click()
    page.wait_for_selector('#total-card[data-state=counted][data-total="2"]')
    page.click("#confirm:not([disabled])")
    page.wait_for_selector(".dialog .difference")
    page.fill("#reason", "春沒有")
    page.click(".dialog .enter:not([disabled])")
    page.wait_for_selector("#evidence dl")
    page.wait_for_function(
        "() => document.getElementById('evidence').textContent.includes('春沒有')"
    )
    (entry,) = book.game(game).entries
    assert entry.wins[0].total == 2


def test_the_screen_shows_hand_then_payments_then_standings(served: Served) -> None:
    from device.screens.views import Result as ResultView
    from device.screens.views import SettlementView, Standings, Starting
    from device.web.screen import TableScreen

    now = [1000.0]
    site = served.site
    screen = TableScreen(site, lambda: now[0])
    assert isinstance(screen.view("zh-Hant"), Starting)
    start_game(site.book)
    screen.view("zh-Hant")
    with served.client() as client:
        setup = {"winner": 0, "flags": ["self_draw"]}
        told = client.post("/api/results", json={"hand": WIN, "setup": setup}).json()
        assert isinstance(screen.view("zh-Hant"), ResultView)
        client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
        assert isinstance(screen.view("zh-Hant"), ResultView)
        now[0] += site.settings.result_seconds + 1
        view = screen.view("zh-Hant")
        assert isinstance(view, SettlementView)
        assert [one[1] for one in view.transfers] == [NAMES[0]] * 3
        now[0] += site.settings.settlement_seconds
        board = screen.view("zh-Hant")
        assert isinstance(board, Standings)
        assert board.rows[0][0] == NAMES[0]
        assert sum(amount for _, amount in board.rows) == 0
        assert client.get("/screen.png").status_code == 200
    # A screen that is switched on later begins with the standings.
    assert isinstance(TableScreen(site, lambda: now[0]).view("en"), Standings)


def test_what_the_game_knows_is_not_overruled(served: Served) -> None:
    from device.web.answers import score
    from device.web.forms import HandForm, Setup

    view = served.site.book.game(start_game(served.site.book))
    form = HandForm.model_validate(WIN)
    setup = Setup(flags=["tianhu"], winner=1)
    scored = score(form, setup, "tianhu", view)
    assert (scored.setup.dealer, scored.setup.flags) == (3, []), "only the dealer has 天胡"
    assert score(form, Setup(flags=["tianhu"], winner=0), "tianhu", view).setup.dealer == 0


def test_after_the_last_round_a_hand_is_only_noted(served: Served) -> None:
    from device.club.bodies import Positioned
    from device.club.record import called

    book = served.site.book
    game = start_game(book)
    by: Any = {"by": "test", "role": "organiser"}
    book.write(Positioned(game=game, dealer=3, round=3, why="late"), **by)
    book.write(HandWon(game=game, wins=(called(1, "台", 0),)), **by)
    assert book.game(game).state.over
    with served.client() as client:
        noted = confirmed(client, {"flags": ["self_draw"]})
        assert client.get(f"/api/results/{noted}").json()["game"] is None
    assert len(book.game(game).entries) == 1


def test_a_game_under_the_clubs_own_rules(serve: Callable[..., Served], root: Any) -> None:
    served = serve()
    folder = served.settings.data / "rules"
    folder.mkdir()
    text = (root / "scoring" / "presets" / "taiwan.toml").read_text()
    (folder / "ours.toml").write_text(text.replace("tai = 20", "tai = 30", 1))
    (folder / "broken.toml").write_text("based_on = 'nothing'")
    book = served.site.book
    players = [book.add_player(name, by="t", role="organiser") for name in NAMES]
    with served.client() as client:
        told = {one["name"]: one for one in client.get("/api/club/start").json()["rules"]}
        assert told["broken"]["error"]
        assert told["ours"]["title"] == "ours"
        body = {"players": players, "rules": "broken"}
        assert client.post("/api/club/start", json=body).status_code == 422
        body = {"players": players, "rules": "none such"}
        assert client.post("/api/club/start", json=body).status_code == 404
        body = {"players": players, "rules": "ours", "dice": [1, 2, 3], "day": "2026-12-01"}
        now = client.post("/api/club/start", json=body).json()
        assert (now["game"]["title"], now["game"]["dealer"]) == ("ours", 1)
        again = client.post("/api/club/start", json=body)
        assert again.json()["error"]["key"] == "club_game_on"
        hand = confirmed(client, {"winner": 1, "source": 1})
        shown = client.get(f"/api/results/{hand}").json()
        assert shown["rules"]["title"] == "ours"
        assert shown["evidence"]["rules"]["hash"] == now["game"]["hash"]
