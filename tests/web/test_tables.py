"""Several tables and the club's common book: one page shows them all, live."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from device.club.bodies import HandDrawn
from tests.club.conftest import club_url, cluster
from tests.web.conftest import Phone, Served
from tests.web.test_club_hands import start_game

__all__ = ["club_url", "cluster"]


def tables(served: Served) -> list[dict[str, Any]]:
    with served.client() as client:
        return list(client.get("/api/club/tables").json()["tables"])


def test_one_page_shows_the_tables_of_the_club(
    serve: Callable[..., Served], open_page: Callable[..., Phone], club_url: str
) -> None:
    first = serve(club=club_url, table_name="一號桌")
    second = serve(club=club_url, table_name="二號桌")
    start_game(first.site.book)
    game = start_game(second.site.book, ("E1", "E2", "E3", "E4"))
    for _ in range(100):
        shown = tables(first)
        if len(shown) == 2 and all(one["seats"] for one in shown):
            break
        time.sleep(0.1)
    assert [one["name"] for one in shown] == ["一號桌", "二號桌"]
    phone = open_page(first.url + "/tables", "desktop")
    phone.page.wait_for_selector("#tables > li:nth-child(2) .balance")
    phone.page.wait_for_timeout(400)
    second.site.book.write(HandDrawn(game=game), by="test", role="scorer")
    phone.page.wait_for_function(
        "() => document.querySelector('#tables > li:nth-child(2)').textContent.includes('荒局')"
    )


def test_a_table_plays_on_while_the_club_is_away(serve: Callable[..., Served]) -> None:
    served = serve(club="postgresql://nobody@127.0.0.1:9/none", table_name="一號桌")
    start_game(served.site.book)
    with served.client() as client:
        assert client.get("/api/club/now").json()["game"]["hand"] == 1
        answer = client.get("/api/club/tables")
    assert answer.status_code == 503
    assert "連不上" in answer.json()["error"]["text"]
