"""Every flow of the page in a real browser, at the size of a phone and of a laptop."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Phone, Served, asking, jpeg

SIZES = ("phone", "desktop")
COUNTED = "#total-card[data-state=counted]"


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "hand.jpg"
    path.write_bytes(jpeg())
    return str(path)


def choose(phone: Phone, photo: str) -> None:
    phone.page.set_input_files("#gallery", photo)
    phone.page.wait_for_selector("#total-card[data-state]")


def total(phone: Phone, expected: int | None = None) -> str:
    """The total on the page, once it is counted (and is `expected`)."""
    wanted = COUNTED if expected is None else f'{COUNTED}[data-total="{expected}"]'
    phone.page.wait_for_selector(wanted)
    return str(phone.page.inner_text("#total .huge"))


def tile(phone: Phone, group: str, face: str) -> Any:
    return phone.page.locator(f'[data-group="{group}"] .tile[data-face="{face}"]').first


def faces(phone: Phone, group: str) -> list[str]:
    tiles = phone.page.locator(f'[data-group="{group}"] .tile')
    return [str(one.get_attribute("data-face")) for one in tiles.all()]


@pytest.mark.parametrize("size", SIZES)
def test_from_photo_to_log(
    served: Served, open_page: Callable[..., Phone], photo: str, size: str
) -> None:
    phone = open_page(served.url, size)
    page = phone.page
    choose(phone, photo)
    assert re.sub(r"\s", "", total(phone, 3)) == "3台"
    assert re.search(r"/r/[\w-]{8,}$", page.url)
    # The picture with its tiles, the hand as a line of tiles under it.
    assert page.locator("#stage polygon").count() == 19
    assert faces(phone, "hand") == ["3m", "4m", "5m", "6m", "7m", "8m", "1p", "1p", "7s", "8s"]
    assert faces(phone, "meld-0") == ["C", "C", "C"]
    assert faces(phone, "flowers") == ["f1", "f5"]
    assert faces(phone, "win") == ["6s"]
    # Every item says why.
    whys = page.locator("#items .why").all_inner_texts()
    assert len(whys) == 3
    assert all(whys)
    # Circumstances as large buttons, the likely ones set.
    drawn = page.get_by_role("radio", name="自摸", exact=True)
    assert drawn.get_attribute("aria-checked") == "false"
    assert drawn.bounding_box()["height"] >= 44
    drawn.click()
    page.wait_for_selector('tr[data-item="self_draw"]')
    assert total(phone) != "3 台"
    # Into the log.
    page.click("#confirm")
    page.wait_for_selector(".logged")
    assert page.locator("#confirm").count() == 0
    assert page.locator("#setup *").count() == 0, "what is in the log cannot be changed"
    (event,) = served.site.book.events()
    entry = served.site.book.evidence(event.body.evidence)
    assert event.seq == 1
    assert event.body.total == entry["win"]["total"]
    assert "self_draw" in entry["setup"]["flags"]
    assert served.site.book.pictures.whole(event.body.picture)
    assert not list(served.settings.data.glob("pending/*")), "it lies in the book now"
    page.goto(served.url + "/log")
    page.wait_for_selector("ol.log li")
    assert "第 1 筆" in page.inner_text("ol.log")
    page.click("ol.log a")
    page.wait_for_selector(".logged")


def test_it_says_what_each_pays(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url)
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    assert "是誰打的" in page.inner_text("#payments")
    page.get_by_role("radiogroup", name="誰打的").get_by_role("radio", name="下家").click()
    page.get_by_role("radiogroup", name="莊家").get_by_role("radio", name="對家").click()
    page.wait_for_selector(".balance")
    assert page.locator(".balance b").all_inner_texts() == ["+160", "−160", "0", "0"]
    page.fill("#money-base", "50")
    page.press("#money-base", "Tab")
    first = "() => (document.querySelector('.balance b') || {}).textContent"
    page.wait_for_function(f"{first} === '+110'")
    # The stakes, rules and dealer are kept for the next hand; how this one was won is not.
    page.goto(served.url)
    choose(phone, photo)
    total(phone, 3)
    assert page.input_value("#money-base") == "50"
    dealer = page.get_by_role("radiogroup", name="莊家").get_by_role("radio", name="對家")
    assert dealer.get_attribute("aria-checked") == "true"
    assert "是誰打的" in page.inner_text("#payments")
    # Another rule set, on the spot.
    page.select_option("#rules", "taiwan-early")
    page.wait_for_selector(COUNTED)
    page.select_option("#rules", "hongkong")
    page.wait_for_selector("#total-card[data-state=none]")


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_tile_is_put_right_with_one_tap(
    serve: Callable[..., Served], open_page: Callable[..., Phone], photo: str, size: str
) -> None:
    phone = open_page(serve(asking()).url, size)
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    assert "unsure" in str(tile(phone, "win", "6s").get_attribute("class"))
    tile(phone, "win", "6s").click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator(".crop").count() == 1
    likely = dialog.locator(".likely .key")
    assert [one.get_attribute("data-face") for one in likely.all()] == ["6s", "9s", "6p"]
    every = {one.get_attribute("data-face") for one in dialog.locator(".keys .key").all()}
    assert len(every) == 43
    likely.nth(1).click()
    page.wait_for_selector('[data-group="win"] .tile[data-face="9s"]')
    assert dialog.count() == 0
    total(phone, 3)
    # The question about that tile is answered by that.
    assert page.locator(".question").count() == 0
    # All 43: a tile that breaks the hand gives no total, and says why.
    tile(phone, "win", "9s").click()
    page.get_by_role("dialog").locator('.keys [data-face="E"]').click()
    page.wait_for_selector("#total-card[data-state=none]")
    assert "沒有胡" in page.inner_text("#total")
    assert page.locator("#confirm").is_disabled()
    page.click("#undo")
    total(phone, 3)
    assert faces(phone, "win") == ["9s"]


def test_a_question_is_answered_with_a_tap(
    serve: Callable[..., Served], open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(serve(asking()).url)
    choose(phone, photo)
    question = phone.page.locator(".question")
    assert question.locator(".crop image").count() == 1
    question.get_by_role("button", name="九索").click()
    phone.page.wait_for_selector('[data-group="win"] .tile[data-face="9s"]')
    total(phone, 3)
    assert phone.page.locator(".question").count() == 0


def test_no_stale_total_is_ever_shown(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url)
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    held: list[Any] = []
    page.route("**/api/results/*", lambda route: held.append(route))
    page.get_by_role("radio", name="自摸", exact=True).click()
    page.wait_for_selector("#total-card[data-state=counting]")
    assert "3" not in page.inner_text("#total") + page.inner_text("#sum")
    assert page.locator("#items tr").count() == 0
    assert page.locator("#confirm").is_disabled()
    # A second correction while the first is under way: only the newest is shown.
    page.get_by_role("button", name="海底", exact=True).click()
    page.wait_for_timeout(100)
    assert len(held) == 1, "one at a time"
    held.pop().continue_()
    page.wait_for_timeout(300)
    assert page.locator(COUNTED).count() == 0, "the first answer is old news"
    held.pop().continue_()
    page.wait_for_selector('tr[data-item="self_draw"]')
    assert page.locator('[data-flag="last_tile"]').get_attribute("aria-pressed") == "true"


def test_without_connection_there_is_no_total_and_it_comes_back(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url)
    phone.expected += ["ERR_FAILED", "ERR_INTERNET_DISCONNECTED"]
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    page.route("**/api/results/*", lambda route: route.abort())
    page.get_by_role("radio", name="自摸", exact=True).click()
    page.wait_for_selector("#total-card[data-state=failed]")
    assert "連不到" in page.inner_text("#total")
    page.unroute("**/api/results/*")
    page.get_by_role("button", name="再試一次").click()
    page.wait_for_selector('tr[data-item="self_draw"]')


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_can_be_typed(served: Served, open_page: Callable[..., Phone], size: str) -> None:
    phone = open_page(served.url, size)
    page = phone.page
    page.click("#to-typed")
    keys = page.locator("#keyboard")

    def press(target: str, *codes: str) -> None:
        keys.locator(f'[data-target="{target}"]').click()
        for code in codes:
            keys.locator(f'.key[data-face="{code}"]').click()

    press("hand", "3m", "4m", "5m", "6m", "7m", "8m", "1p", "1p", "7s", "8s")
    page.wait_for_selector("#total-card[data-state=none]")
    assert "還差" in page.inner_text("#total")
    press("pung", "C")
    press("chow", "1m")
    press("win", "6s")
    press("hand", "f1", "f5")
    total(phone, 3)
    assert faces(phone, "flowers") == ["f1", "f5"]
    assert keys.locator('.key[data-face="f1"]').is_disabled(), "there is one of each"
    assert re.search(r"/r/[\w-]{8,}$", page.url), "a typed hand has a link too"
    page.click("#confirm")
    page.wait_for_selector(".logged")


def test_an_unfinished_hand_offers_what_it_waits_for(
    served: Served, open_page: Callable[..., Phone]
) -> None:
    phone = open_page(served.url + "/hand", "desktop")
    keys = phone.page.locator("#keyboard")
    for code in [
        "1m",
        "2m",
        "3m",
        "4m",
        "5m",
        "6m",
        "7m",
        "8m",
        "9m",
        "1p",
        "2p",
        "3p",
        "4p",
        "5p",
        "6p",
        "E",
    ]:
        keys.locator(f'.key[data-face="{code}"]').click()
    phone.page.wait_for_selector('.pickwin .key[data-face="E"]')
    phone.page.click('.pickwin .key[data-face="E"]')
    total(phone)
    assert faces(phone, "win") == ["E"]


def test_tiles_are_moved_without_dragging(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    """With the keyboard alone: mark the winning tile, make a set, take it apart, remove, undo."""
    phone = open_page(served.url, "desktop")
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    tile(phone, "hand", "8s").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("heading", level=2).evaluate(
        "node => node === document.activeElement"
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert dialog.evaluate("node => node.contains(document.activeElement)"), "focus stays inside"
    page.keyboard.press("Escape")
    assert tile(phone, "hand", "8s").evaluate("node => node === document.activeElement")
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="胡這張").press("Enter")
    page.wait_for_selector('[data-group="win"] .tile[data-face="8s"]')
    assert "6s" in faces(phone, "hand")
    total(phone, 3)
    tile(phone, "hand", "4m").click()
    dialog.get_by_role("button", name="吃 三萬四萬五萬").click()
    page.wait_for_selector('[data-group="meld-2"]')
    assert faces(phone, "meld-2") == ["3m", "4m", "5m"]
    total(phone, 3)
    tile(phone, "meld-2", "3m").click()
    dialog.get_by_role("button", name="整組收回手牌").click()
    page.wait_for_selector('[data-group="meld-2"]', state="detached")
    assert "3m" in faces(phone, "hand")
    tile(phone, "flowers", "f5").click()
    dialog.get_by_role("button", name="拿掉").click()
    total(phone, 2)
    assert faces(phone, "left") == ["f5"]
    tile(phone, "left", "f5").click()
    dialog.get_by_role("button", name="花牌").click()
    total(phone, 3)
    page.keyboard.press("Control+z")
    total(phone, 2)


def centre(locator: Any) -> tuple[float, float]:
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tile_is_dragged_with_the_mouse(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url, "desktop")
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    x, y = centre(tile(phone, "flowers", "f5"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y)
    to_x, to_y = centre(page.locator('[data-group="left"]'))
    page.mouse.move(to_x, to_y, steps=4)
    assert page.locator('[data-group="left"].over').count() == 1
    page.mouse.up()
    total(phone, 2)
    assert faces(phone, "left") == ["f5"]
    assert page.get_by_role("dialog").count() == 0, "a drag is no tap"


def test_a_tile_is_dragged_with_a_finger(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url, "phone")
    page = phone.page
    choose(phone, photo)
    total(phone, 3)
    page.locator('[data-group="win"]').scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 150)")
    x, y = centre_now(tile(phone, "flowers", "f5"))
    to_x, to_y = centre_now(page.locator('[data-group="left"]'))
    session = phone.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": px, "y": py, "id": i} for i, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    touch("touchStart", (x, y))
    page.wait_for_timeout(400)
    assert page.locator(".ghost").count() == 1, "held for a moment"
    for step in range(1, 6):
        touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    touch("touchEnd")
    total(phone, 2)
    assert faces(phone, "left") == ["f5"]


def centre_now(locator: Any) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scale(phone: Phone) -> float:
    return float(phone.page.get_attribute("#stage", "data-scale") or 1)


def test_the_picture_is_zoomed_with_wheel_buttons_and_two_fingers(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    desktop = open_page(served.url, "desktop")
    choose(desktop, photo)
    x, y = centre(desktop.page.locator("#stage"))
    desktop.page.mouse.move(x, y)
    desktop.page.mouse.wheel(0, -400)
    desktop.page.wait_for_timeout(100)
    assert scale(desktop) > 1.5
    desktop.page.click('[data-zoom="fit"]')
    assert scale(desktop) == 1
    desktop.page.click('[data-zoom="in"]')
    assert scale(desktop) > 1.3
    link = desktop.page.url

    phone = open_page(link, "phone")
    total(phone, 3)
    x, y = centre(phone.page.locator("#stage"))
    session = phone.context.new_cdp_session(phone.page)
    for apart in (40, 60, 90, 120):
        kind = "touchStart" if apart == 40 else "touchMove"
        points = [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.page.wait_for_timeout(100)
    assert scale(phone) > 2
    # A tile in the picture can be tapped too.
    phone.page.click('[data-zoom="fit"]')
    phone.page.locator("#stage polygon").nth(3).click()
    assert phone.page.get_by_role("dialog").count() == 1


def test_sharing_gives_picture_and_text(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url, "desktop")
    page = phone.page
    page.evaluate("navigator.share = undefined")
    choose(phone, photo)
    total(phone, 3)
    page.click("#share")
    dialog = page.get_by_role("dialog")
    assert "3 台：箭字坎 1、花牌 1" in dialog.inner_text()
    with page.expect_download() as waited:
        page.click("#download")
    assert Path(waited.value.path()).read_bytes()[:3] == b"\xff\xd8\xff"
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="複製文字").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("3 台")
    assert page.url in copied
    page.keyboard.press("Escape")
    # Where the phone can share by itself, it does, with the picture.
    page.evaluate(
        "navigator.canShare = () => true;"
        "navigator.share = (given) => { window.given = given; return Promise.resolve(); }"
    )
    page.click("#share")
    page.wait_for_function("() => window.given")
    assert page.evaluate("window.given.files[0].type") == "image/jpeg"


def test_two_phones_see_the_same_hand(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    first = open_page(served.url, "phone")
    choose(first, photo)
    total(first, 3)
    second = open_page(first.page.url, "desktop")
    board = open_page(served.url + "/board", "desktop")
    total(second, 3)
    shown = "() => (document.querySelector('.board-total b') || {}).textContent"
    board.page.wait_for_function(f"{shown} === '3'")
    assert board.page.locator(".board-tiles img").count() == 19
    second.page.wait_for_timeout(700)  # both watch by now
    first.page.get_by_role("radio", name="自摸", exact=True).click()
    first.page.wait_for_selector('tr[data-item="self_draw"]')
    second.page.wait_for_selector('tr[data-item="self_draw"]')
    board.page.wait_for_function(f"{shown} !== '3'")


def test_a_photo_that_cannot_be_read_says_so(
    served: Served, open_page: Callable[..., Phone], tmp_path: Path
) -> None:
    phone = open_page(served.url)
    phone.expected.append("415")
    bad = tmp_path / "notes.jpg"
    bad.write_text("this is no picture")
    phone.page.set_input_files("#gallery", str(bad))
    phone.page.wait_for_selector("#progress-error:not([hidden])")
    assert "這不是圖片" in phone.page.inner_text("#progress-error")
    assert "notes.jpg" in phone.page.inner_text("#progress-error")
    phone.page.click("#progress-cancel")
    assert phone.page.locator("#camera").count() == 1


def test_throwing_away_deletes_the_picture(
    served: Served, open_page: Callable[..., Phone], photo: str
) -> None:
    phone = open_page(served.url)
    choose(phone, photo)
    total(phone, 3)
    assert len(list(served.settings.data.glob("pending/*.jpg"))) == 1
    # On a busy machine the total is there before the photo, which is then asked for in vain.
    phone.page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((e) => e.name.endsWith('/photo.jpg'))"
    )
    phone.page.click("#throw")
    phone.page.wait_for_selector("#view-home:not([hidden])")
    assert not list(served.settings.data.glob("pending/*"))


def test_joining_with_a_code_and_looking_on(
    serve: Callable[..., Served], open_page: Callable[..., Phone], photo: str
) -> None:
    served = serve(lan=True)
    guest = open_page(served.url)
    guest.expected.append("401")
    page = guest.page
    assert page.url.endswith("/join")
    page.fill("#code", "WRONG")
    page.press("#code", "Enter")
    page.wait_for_function("() => document.getElementById('join-error').textContent")
    assert "加入碼不對" in page.inner_text("#join-error")
    page.fill("#code", served.access.codes["viewer"].lower())
    page.click("#join button")
    page.wait_for_selector("#view-home")
    assert page.locator("input[type=file]").count() == 0, "who looks on sends no photos"
    page.wait_for_timeout(700)

    scorer = open_page(f"{served.url}/J/{served.access.codes['scorer']}", "desktop")
    scorer.page.wait_for_selector("#camera", state="attached")
    choose(scorer, photo)
    total(scorer, 3)
    total(guest, 3)  # who looks on sees it at once
    assert page.locator("#setup *").count() == 0
    assert page.locator("#confirm").count() == 0
    page.goto(served.url + "/join")
    page.wait_for_selector(".code img")
    assert page.locator(".code").count() == 1, "may invite others who look on"
    assert served.access.codes["viewer"] in page.inner_text("#codes")

    organiser = open_page(f"{served.url}/J/{served.access.codes['organiser']}", "desktop")
    organiser.page.wait_for_selector("#camera", state="attached")
    organiser.page.goto(served.url + "/join")
    organiser.page.wait_for_selector(".code img")
    assert organiser.page.locator(".code").count() == 3
    old = served.access.codes["scorer"]
    organiser.page.click("#renew")
    organiser.page.wait_for_function(
        "old => !document.getElementById('codes').textContent.includes(old)", arg=old
    )
    for one in (scorer, organiser, guest):
        one.expected.append("401")
    scorer.page.goto(served.url)
    assert scorer.page.url.endswith("/join"), "new codes: everybody joins again"


WORDS = {"zh-Hant": "拍照", "zh-Hans": "拍照", "en": "Take a photo"}


@pytest.mark.parametrize("language", list(WORDS))
def test_languages_and_themes(
    served: Served, open_page: Callable[..., Phone], photo: str, language: str
) -> None:
    phone = open_page(served.url, "phone", color_scheme="light")
    page = phone.page
    page.select_option("#lang", language)
    page.wait_for_function("lang => document.documentElement.lang === lang", arg=language)
    page.wait_for_load_state()
    assert WORDS[language] in page.inner_text("#drop")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.select_option("#theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    choose(phone, photo)
    assert total(phone, 3)
    # Nothing is wider than the phone, and no word is missing.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not re.search(r"\b[a-z]+_[a-z]+\b", page.inner_text("main"))


def test_it_can_be_installed_and_opens_without_connection(
    serve: Callable[..., Served], open_page: Callable[..., Phone]
) -> None:
    served = serve()
    phone = open_page(served.url, service_workers="allow")
    page = phone.page
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.wait_for_timeout(300)
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (
            page.evaluate("src => fetch(src).then((answer) => answer.status)", icon["src"]) == 200
        )
    phone.expected += ["ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "Failed to load"]
    phone.expected += ["net::ERR_FAILED", "TypeError", "update a ServiceWorker"]
    phone.context.set_offline(True)
    page.goto(served.url + "/")
    assert page.locator("#camera").count() == 1
    page.click("#to-typed")
    page.locator('#keyboard .key[data-face="1m"]').click()
    page.wait_for_selector("#total-card[data-state=failed]")
    assert "連不到" in page.inner_text("#total")
    assert page.evaluate("document.querySelector('#keyboard .key img').naturalWidth > 0"), (
        "tile faces are there without a connection"
    )


def test_the_first_page_is_small_and_soon_usable(
    served: Served, open_page: Callable[..., Phone]
) -> None:
    phone = open_page("about:blank")
    page = phone.page
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(int(answer.headers.get("content-length", "0"))))
    begun = time.monotonic()
    page.goto(served.url, wait_until="load")
    page.wait_for_function("() => document.getElementById('camera')")
    seconds = time.monotonic() - begun
    assert sum(sizes) <= 100_000, sizes
    assert seconds < 2.0, "0.5 s on a quiet machine: see tests/benchmarks/web_speed.py"


def serious(page: Any, source: str) -> list[str]:
    page.evaluate(source)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:160]} {fault['nodes'][0]['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_no_serious_accessibility_fault(
    serve: Callable[..., Served],
    open_page: Callable[..., Phone],
    photo: str,
    size: str,
    theme: str,
) -> None:
    package = pytest.importorskip("axe_playwright_python")
    source = (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")
    served = serve(asking(), lan=True, addresses=["http://192.168.1.20:8450"])
    phone = open_page(served.url, size, color_scheme=theme)
    phone.expected.append("401")
    page = phone.page
    faults = {"joining": serious(page, source)}
    page.goto(f"{served.url}/j/{served.access.codes['organiser']}")
    page.wait_for_selector("#camera", state="attached")
    faults["home"] = serious(page, source)
    choose(phone, photo)
    total(phone, 3)
    faults["result"] = serious(page, source)
    tile(phone, "win", "6s").click()
    faults["tile"] = serious(page, source)
    page.keyboard.press("Escape")
    page.click("#keyboard-open")
    faults["keyboard"] = serious(page, source)
    page.evaluate("navigator.share = undefined")
    page.click("#share")
    page.wait_for_selector("#download")
    faults["share"] = serious(page, source)
    page.keyboard.press("Escape")
    page.click("#confirm")
    page.wait_for_selector(".logged")
    faults["logged"] = serious(page, source)
    for path in ("/log", "/board", "/join", "/hand"):
        page.goto(served.url + path)
        page.wait_for_timeout(300)
        faults[path] = serious(page, source)
    assert not {where: found for where, found in faults.items() if found}


def test_pages_say_what_they_are(served: Served, open_page: Callable[..., Phone]) -> None:
    phone = open_page(served.url)
    assert "台Cam" in phone.page.title()
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("document.activeElement.className") == "skip"
