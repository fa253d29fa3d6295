"""The club's pages in a real browser: start, table, undo and correct, evening, players, tables."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.club.bodies import FoulCalled, HandDrawn, HandWon, PaymentMade
from tests.web.conftest import Phone, Served
from tests.web.test_club_hands import NAMES, start_game

SIZES = ("phone", "desktop")
SHOTS = os.environ.get("TAICAM_SHOTS")
"""A folder for pictures of the pages, to look at them."""


def shot(phone: Phone, name: str) -> None:
    if SHOTS:
        Path(SHOTS).mkdir(exist_ok=True)
        phone.page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def fits(phone: Phone) -> None:
    page = phone.page
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.viewport_size["width"], "nothing is wider than the screen"


def choose(page: Any, group: str, name: str) -> None:
    page.get_by_role("radiogroup", name=group, exact=True).get_by_role("radio", name=name).click()


def enter(page: Any) -> None:
    """Press the button of the dialog once what follows is shown."""
    page.click(".dialog .enter:not([disabled])")
    page.wait_for_selector("#dialog", state="hidden")


def entries(served: Served) -> Any:
    return served.site.book.game_now().entries


@pytest.mark.parametrize("size", SIZES)
def test_four_people_sit_down_and_play(
    served: Served, open_page: Callable[..., Phone], size: str
) -> None:
    phone = open_page(served.url + "/table", size)
    page = phone.page
    page.click("#to-start")
    page.wait_for_selector("#seat-0")
    for seat, name in enumerate(NAMES):
        page.click(f"#seat-{seat}")
        page.fill("#new-name", name)
        page.press("#new-name", "Enter")
        page.wait_for_selector(f"#seat-{seat}.filled")
    shot(phone, f"start-{size}")
    fits(phone)
    page.fill("#stake-base", "50")
    page.press("#stake-base", "Tab")
    for number, die in enumerate((1, 1, 4)):  # six: the second seat deals
        choose(page, f"第 {number + 1} 顆", str(die))
    page.click("#start:not([disabled])")
    page.wait_for_selector(".state")
    view = served.site.book.game_now()
    assert view is not None
    assert (view.state.dealer, view.money.base) == (1, 50)
    assert "Bea 莊" in page.inner_text(".state")
    # The wall: 開門位, and the seat winds with it.
    for number, die in enumerate((2, 2, 3)):  # seven, from the dealer: the fourth seat
        choose(page, f"第 {number + 1} 顆", str(die))
    page.click("#open-wall:not([disabled])")
    page.wait_for_selector(".wall", state="detached")
    assert "開門 Dora" in page.inner_text(".state")
    assert [one.inner_text() for one in page.locator(".seats .wind").all()] == list("南西北東")
    # A called total.
    page.click("#act-win")
    page.click("#called")
    choose(page, "誰胡的", NAMES[0])
    choose(page, "誰放銃", NAMES[1])
    page.fill("#total-0", "3")
    page.press("#total-0", "Tab")
    page.wait_for_selector(".dialog .balance")
    shot(phone, f"win-{size}")
    fits(phone)
    enter(page)
    assert isinstance(entries(served)[0].body, HandWon)
    page.wait_for_selector(".entry")
    assert f"{NAMES[0]} 胡 {NAMES[1]} 3 台" in page.inner_text(".entry")
    # A drawn hand, a false win (the amount is shown first), a payment.
    page.click("#act-draw")
    enter(page)
    assert isinstance(entries(served)[1].body, HandDrawn)
    page.click("#act-foul")
    choose(page, "誰", NAMES[2])
    page.fill("#face", "2")
    page.press("#face", "Tab")
    page.wait_for_selector(".dialog .transfers li")
    shot(phone, f"foul-{size}")
    amounts = page.locator(".dialog .balance b").all_inner_texts()
    enter(page)
    foul = entries(served)[2]
    assert isinstance(foul.body, FoulCalled)
    assert amounts[2] == f"−{-foul.balance()[foul.seats[2]]}"
    page.click("#act-pay")
    choose(page, "誰付", NAMES[0])
    choose(page, "付給", "罰金")
    page.fill("#amount", "30")
    page.fill("#why", "遲到")
    page.press("#why", "Tab")
    enter(page)
    assert isinstance(entries(served)[3].body, PaymentMade)
    # Side bets.
    page.click("#act-bets")
    page.fill("#inner-1", "2")
    page.press("#inner-1", "Tab")
    enter(page)
    page.wait_for_function("() => document.querySelector('.state').textContent.includes('2 底')")
    shot(phone, f"table-{size}")
    fits(phone)
    assert sum(served.site.book.game_now().balance().values()) == 0
    page.click("#act-end")
    enter(page)
    page.wait_for_selector("#to-start")
    assert served.site.book.game_now() is None


def told_game(served: Served) -> str:
    """A game in which somebody won by a called total, and then somebody else."""
    from device.club.record import called

    game = start_game(served.site.book)
    for winner, source in ((0, 1), (2, 3)):
        body = HandWon(game=game, wins=(called(4, "台", winner, source),))
        served.site.book.write(body, by="test", role="scorer")
    return game


@pytest.mark.parametrize("size", SIZES)
def test_what_a_change_does_is_shown_before_it_is_done(
    served: Served, open_page: Callable[..., Phone], size: str
) -> None:
    game = told_game(served)
    book = served.site.book
    before = book.game(game).balance()
    phone = open_page(served.url + "/table", size)
    page = phone.page
    page.wait_for_selector(".entry")
    # Correct the first hand: another player discarded.
    page.locator(".entry").last.click()
    page.get_by_role("button", name="改人或台數").click()
    choose(page, "誰放銃", NAMES[3])
    page.wait_for_function(
        "() => document.querySelectorAll('.dialog .difference tbody tr').length === 2"
    )
    assert page.locator(".dialog .enter").is_disabled(), "not without a reason"
    shot(phone, f"correct-{size}")
    page.fill("#reason", "記錯人")
    enter(page)
    assert book.game(game).balance() != before
    page.wait_for_function("() => document.querySelector('.entries').textContent.includes('✎')")
    # Undo the second, and bring it back again.
    page.locator(".entry").first.click()
    page.get_by_role("button", name="取消這筆").click()
    page.wait_for_selector(".dialog .difference")
    page.fill("#reason", "不算")
    enter(page)
    assert len(book.game(game).entries) == 1
    page.click("#history")
    page.wait_for_selector(".history .undone")
    shot(phone, f"history-{size}")
    page.get_by_role("button", name="恢復").click()
    page.wait_for_selector(".dialog .difference")
    page.fill("#reason", "還是算")
    enter(page)
    assert len(book.game(game).entries) == 2
    fits(phone)


def test_two_phones_at_one_table(served: Served, open_page: Callable[..., Phone]) -> None:
    game = told_game(served)
    first, second = open_page(served.url + "/table"), open_page(served.url + "/table", "desktop")
    for one in (first, second):
        one.page.wait_for_selector(".entry")
        one.page.wait_for_timeout(500)
    second.page.click("#act-draw")  # a form is open while the other enters something
    first.page.click("#act-draw")
    enter(first.page)
    assert len(served.site.book.game(game).entries) == 3
    second.expected.append("409")
    second.page.click(".dialog .enter:not([disabled])")
    second.page.wait_for_selector("#toast.shown")
    assert "牌局剛有變動" in second.page.inner_text("#toast")
    assert len(served.site.book.game(game).entries) == 3, "nothing is entered twice by mistake"
    second.page.keyboard.press("Escape")
    second.page.wait_for_function("() => document.querySelectorAll('.entry').length === 3")
    # What another program writes is seen too.
    from device.club.book import open_book

    with open_book(served.settings.data) as other:
        other.write(HandDrawn(game=game), by="cli", role="scorer")
    second.page.wait_for_function("() => document.querySelectorAll('.entry').length === 4")


def test_who_looks_on_changes_nothing(
    serve: Callable[..., Served], open_page: Callable[..., Phone]
) -> None:
    served = serve(lan=True)
    told_game(served)
    phone = open_page(f"{served.url}/J/{served.access.codes['viewer']}")
    phone.page.wait_for_selector("#view-home")
    phone.page.goto(served.url + "/table")
    phone.page.wait_for_selector(".entry")
    assert phone.page.locator(".table-actions").count() == 0
    phone.page.locator(".entry").first.click()
    assert phone.page.get_by_role("button", name="取消這筆").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_an_evening_is_settled(served: Served, open_page: Callable[..., Phone], size: str) -> None:
    from device.club.bodies import GameEnded
    from device.club.ledger import evening_account

    game = told_game(served)
    book = served.site.book
    evening = book.game(game).started.evening
    book.write(GameEnded(game=game), by="test", role="scorer")
    phone = open_page(f"{served.url}/evening/{evening}", size)
    page = phone.page
    page.wait_for_selector("#standings tbody tr")
    assert page.locator("#standings tbody tr").count() == 4
    page.click("#chips")
    choose(page, "誰", NAMES[1])
    page.fill("#chips-amount", "500")
    enter(page)
    page.wait_for_function("() => document.getElementById('standings').textContent.includes('500')")
    shot(phone, f"evening-{size}")
    fits(phone)
    account = evening_account(book, evening).account
    # All that is between people is paid; what the box owes is not a person's to pay.
    between = [one for one in account.transfers if "chips" not in (one.payer, one.payee)]
    for left in range(len(between), 0, -1):
        buttons = page.locator(".owed button")
        assert buttons.count() == left
        buttons.first.click()
        page.wait_for_function(
            "left => document.querySelectorAll('.owed button').length < left", arg=left
        )
    page.click("#close-evening")
    page.click(".dialog .enter")
    page.wait_for_selector("#close-evening", state="detached")
    assert evening_account(book, evening).closed
    page.goto(f"{served.url}/evening/{evening}/sheet")
    assert all(name in page.inner_text("body") for name in NAMES)
    shot(phone, f"sheet-{size}")
    page.goto(served.url + "/evenings")
    page.wait_for_selector("#evenings a")
    assert "2026-11-30" in page.inner_text("#evenings")
    shot(phone, f"evenings-{size}")
    fits(phone)


@pytest.mark.parametrize("size", SIZES)
def test_what_players_won(served: Served, open_page: Callable[..., Phone], size: str) -> None:
    told_game(served)
    phone = open_page(served.url + "/players", size)
    page = phone.page
    page.wait_for_selector("#players tbody tr")
    assert page.locator("#players tbody tr").count() == 4
    shot(phone, f"players-{size}")
    fits(phone)
    page.fill("#new-name", "Emil")
    page.press("#new-name", "Enter")
    page.wait_for_function("() => document.getElementById('view').textContent.includes('Emil')")
    page.get_by_role("link", name=NAMES[0]).first.click()
    page.wait_for_selector(".figures")
    assert "4 台" in page.inner_text("#view")
    page.wait_for_selector("#against")
    shot(phone, f"player-{size}")
    fits(phone)
    page.click("summary:has-text('只看')")
    page.select_option("#opponent", label=NAMES[3])
    page.wait_for_selector("#against")
    page.click("#rename")
    page.fill("#name", "明哥")
    page.press("#name", "Enter")
    page.wait_for_function("() => document.querySelector('h1').textContent === '明哥'")


def test_the_board_follows_the_game(served: Served, open_page: Callable[..., Phone]) -> None:
    game = told_game(served)
    phone = open_page(served.url + "/board", "desktop")
    page = phone.page
    page.wait_for_selector(".board-pays span")
    assert page.locator(".board-pays span").count() == 4
    page.wait_for_timeout(300)
    from device.club.record import called

    body = HandWon(game=game, wins=(called(9, "台", 3),))
    served.site.book.write(body, by="test", role="scorer")
    dora = served.site.book.game(game).balance()[served.site.book.game(game).seats[3]]
    page.wait_for_function(
        "text => document.querySelector('.board-pays').textContent.includes(text)", arg=f"+{dora}"
    )


def test_all_tables_are_followed(served: Served, open_page: Callable[..., Phone]) -> None:
    game = told_game(served)
    phone = open_page(served.url + "/tables", "desktop")
    page = phone.page
    page.wait_for_selector("#tables .balance")
    page.wait_for_timeout(400)
    shot(phone, "tables-desktop")
    served.site.book.write(HandDrawn(game=game), by="test", role="scorer")
    page.wait_for_function("() => document.getElementById('tables').textContent.includes('荒局')")


def test_an_organiser_changes_a_game_that_is_over(
    serve: Callable[..., Served], open_page: Callable[..., Phone]
) -> None:
    from device.club.bodies import GameEnded

    served = serve(lan=True)
    game = told_game(served)
    book = served.site.book
    book.write(GameEnded(game=game), by="test", role="scorer")
    scorer = open_page(f"{served.url}/J/{served.access.codes['scorer']}")
    scorer.page.wait_for_selector("#view-home")
    scorer.page.goto(f"{served.url}/game/{game}")
    scorer.page.locator(".entry").first.click()
    scorer.page.get_by_role("button", name="取消這筆").click()
    scorer.expected.append("403")
    scorer.page.fill("#reason", "錯了")
    scorer.page.click(".dialog .enter:not([disabled])")
    scorer.page.wait_for_function(
        "() => document.querySelector('.dialog .error').textContent.includes('主辦人')"
    )
    assert len(book.game(game).entries) == 2
    organiser = open_page(f"{served.url}/J/{served.access.codes['organiser']}", "desktop")
    organiser.page.wait_for_selector("#view-home")
    organiser.page.goto(f"{served.url}/game/{game}")
    organiser.page.locator(".entry").first.click()
    organiser.page.get_by_role("button", name="取消這筆").click()
    organiser.page.fill("#reason", "錯了")
    enter(organiser.page)
    assert len(book.game(game).entries) == 1


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (1280, "light")])
def test_the_club_pages_have_no_serious_accessibility_fault(
    served: Served, open_page: Callable[..., Phone], width: int, theme: str
) -> None:
    from tests.web.test_pages import serious

    package = pytest.importorskip("axe_playwright_python")
    source = (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")
    phone = open_page(
        served.url + "/start", color_scheme=theme, viewport={"width": width, "height": 780}
    )
    page = phone.page
    page.wait_for_selector("#seat-0")
    faults = {"/start": serious(page, source)}
    game = told_game(served)
    evening = served.site.book.game(game).started.evening
    player = served.site.book.game(game).people[0]
    (first, _) = served.site.book.game(game).entries
    paths = ["/table", f"/game/{game}", f"/evening/{evening}", "/evenings", "/players"]
    paths += [f"/player/{player}", "/tables", "/start", f"/r/{first.event.id}", "/log", "/"]
    for path in paths:
        page.goto(served.url + path)
        if path not in ("/", "/log") and not path.startswith("/r/"):
            page.wait_for_selector("#view[data-state=ready]")
        page.wait_for_timeout(200)
        faults[path] = serious(page, source)
        shot(phone, f"{path.split('/')[1] or 'home'}-{width}-{theme}")
        fits(phone)
    page.goto(served.url + "/table")
    for number, button in enumerate(
        ("act-draw", "act-foul", "act-bets", "act-pay", "act-position", "history")
    ):
        page.wait_for_selector(f"#{button}")
        page.click(f"#{button}")
        page.wait_for_selector("#dialog:not([hidden])")
        page.wait_for_timeout(100)
        faults[button] = serious(page, source)
        fits(phone)
        shot(phone, f"dialog{number}-{width}-{theme}")
        page.keyboard.press("Escape")
    page.click("#act-win")
    page.click("#called")
    faults["called"] = serious(page, source)
    assert not {where: found for where, found in faults.items() if found}


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_club_pages_speak_the_language(
    served: Served, open_page: Callable[..., Phone], language: str
) -> None:
    import re

    game = told_game(served)
    evening = served.site.book.game(game).started.evening
    phone = open_page(served.url + "/table", viewport={"width": 360, "height": 780})
    page = phone.page
    page.select_option("#lang", language)
    page.wait_for_function("lang => document.documentElement.lang === lang", arg=language)
    for path in ("/table", f"/evening/{evening}", "/players", "/tables", "/evenings"):
        page.goto(served.url + path)
        page.wait_for_selector("#view[data-state=ready]")
        text = page.inner_text("body")
        assert not re.search(r"\b[a-z]+_[a-z]+\b", text), "a word is missing"
        if language == "zh-Hans":
            assert not {"莊", "記", "開", "誰"} & set(page.inner_text("#view"))
        fits(phone)
        shot(phone, f"{path.split('/')[1]}-{language}")
