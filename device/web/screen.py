"""The picture of the small screen by the table, and what it shows when."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from device.club import ledger
from device.club.told import person
from device.live.told import view_of as live_view
from device.messages import Language
from device.screens.render import render
from device.screens.views import (
    Ask,
    JoinQR,
    Looking,
    SettlementView,
    Standings,
    Starting,
    View,
    result_view,
    won_mark,
)
from device.screens.views import Result as Counted
from device.screens.words import word
from device.web.asking import questions_for_page
from vision.watch.story_types import Stage

if TYPE_CHECKING:
    from device.club.fold import Entry
    from device.web.results import Result
    from device.web.site import Site


_NEWS = (Ask, Counted, SettlementView)
"""Views of something that just happened: they go before the count of tiles."""


class TableScreen:
    """Decides what the screen shows: a hand that is being counted, who pays whom, the standings."""

    def __init__(self, site: Site, clock: Callable[[], float] = time.monotonic) -> None:
        self._site, self._clock = site, clock
        self._entry = ""
        self._since = -1e9
        self._known: tuple[int, Standings | None] = (-1, None)
        self._looked = False

    def view(self, language: Language) -> View:
        """What is shown now. Called from one thread after another, a few times a second."""
        seen = self._seen(language)
        if seen is not None and not isinstance(seen, Looking):
            return seen
        shown = self._counted(language)
        return seen if seen is not None and not isinstance(shown, _NEWS) else shown

    def _seen(self, language: Language) -> View | None:
        """What the camera over the table has to say while a hand is played or has just ended."""
        table = self._site.table
        status = None if table is None else table.status()
        if status is None:
            return None
        game = self._site.game()
        rules = "taiwan" if game is None else game.state.rules.name
        view = live_view(status, rules, language)
        playing = status.stage in (Stage.DEALT, Stage.PLAYING, Stage.OVER)
        return view if playing or not isinstance(view, Looking) else None

    def _counted(self, language: Language) -> View:
        """What people count and enter."""
        site = self._site
        result, game = site.current(), site.game()
        open_hand = result is not None and result.logged is None
        if game is None or open_hand:
            standings = None if open_hand or result is not None else self._standings(language)
            return standings or view_of(result, site.invitation(), language)
        entry = game.entries[-1] if game.entries else None
        quiet = self._quiet(entry)
        settings = site.settings
        if entry is not None and quiet < settings.result_seconds + settings.settlement_seconds:
            counted = result is not None and result.id == entry.event.id
            if counted and quiet < settings.result_seconds:
                return view_of(result, None, language)
            if entry.payments:
                return settlement_view(entry, site.book.names(), language)
        return self._standings(language) or view_of(result, site.invitation(), language)

    def _quiet(self, entry: Entry | None) -> float:
        """Seconds since the last entry was noticed; long for what was there at the start."""
        key = "" if entry is None else entry.event.id
        if key != self._entry or not self._looked:
            self._since = self._clock() if self._looked else -1e9
            self._entry, self._looked = key, True
        return self._clock() - self._since

    def _standings(self, language: Language) -> Standings | None:
        """The evening's leader board; None before anything was won in it."""
        book = self._site.book
        last = book.last_number()
        if self._known[0] != last:
            evening = self._site.evening()
            board = None
            if evening is not None:
                lines = ledger.evening_account(book, evening).account.lines
                names = book.names()
                rows = [(names[one.account], one.results) for one in lines if one.account in names]
                board = Standings(tuple(rows)) if rows else None
            self._known = (last, board)
        return self._known[1]


def settlement_view(entry: Entry, names: Mapping[str, str], language: Language) -> SettlementView:
    """Who pays whom for an entry, one line for two people."""
    sums: dict[tuple[str, str], int] = {}
    for paid in entry.payments:
        pair = (person(paid.payer, names, language), person(paid.payee, names, language))
        sums[pair] = sums.get(pair, 0) + paid.amount
    net = tuple((person(one, names, language), n) for one, n in entry.balance().items())
    return SettlementView(net, tuple((a, b, amount) for (a, b), amount in sums.items()))


def view_of(result: Result | None, join: tuple[str, str] | None, language: Language) -> View:
    """The last result, or how to join (URL, code), or that it waits."""
    score = None if result is None else result.scored.score
    if result is None or score is None:
        return Starting(word("waiting", language)) if join is None else JoinQR(*join)
    asked = questions_for_page(result, language) if result.logged is None else []
    if asked:
        return Ask(tuple(choice["label"] for choice in asked[0]["choices"]))
    scored = result.scored
    win = scored.hand.win if scored.hand else None
    drawn = scored.circumstances is not None and scored.circumstances.self_draw
    mark = "" if win is None else won_mark(win, drawn, language)
    return result_view(score, scored.setup.rules, mark, language)


def screen_png(view: View, size: tuple[int, int], language: Language) -> bytes:
    """A view on a screen of `size` (width, height), as PNG."""
    buffer = io.BytesIO()
    render(view, size, language).save(buffer, "PNG")
    return buffer.getvalue()
