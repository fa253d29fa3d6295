"""From still tables to the book: counting, confirming, writing by itself, asking."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.club import bodies
from device.club.book import Book, new_id, open_book
from device.club.errors import BookError
from device.club.replay import replay
from device.live.engine import Engine
from device.live.settings import LiveSettings
from device.live.teller import Teller
from scoring.money import MONEY
from scoring.outcome import outcome
from scoring.rulesets import get_rules
from tests.live.conftest import FakeCamera, FakeWatcher, Played, frame, played
from vision.watch.story_types import Stage

QUICK = LiveSettings(idle_rate=1e9, frame_wait=0.0)


@pytest.fixture(scope="module")
def three_hands() -> Played:
    return played(seed=10, hands=3)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club") as made:
        people = [made.add_player(name, by="t", role="scorer") for name in "安波查丁"]
        evening = new_id()
        made.write(bodies.EveningOpened(evening=evening, day="2026-12-01"), by="t", role="scorer")
        a, b, c, d = people
        rules = bodies.RulesUsed(name="taiwan")
        made.write(
            bodies.GameStarted(game=new_id(), evening=evening, players=(a, b, c, d), rules=rules),
            by="t",
            role="scorer",
        )
        yield made


def engine_of(game: Played, book: Book | None, tmp_path: Path) -> Engine:
    camera = FakeCamera([frame(number, table.time) for number, table in enumerate(game.tables)])
    watcher = FakeWatcher(list(game.tables))
    pending = tmp_path / "pending"
    pending.mkdir()
    return Engine(camera, watcher, Teller(game.side), book, settings=QUICK, folder=pending)


def follow(engine: Engine) -> None:
    while engine.step():
        pass


def test_a_game_writes_itself_down(three_hands: Played, book: Book, tmp_path: Path) -> None:
    engine = engine_of(three_hands, book, tmp_path)
    follow(engine)
    results = engine.results()
    assert len(results) == 3
    for result, hand in zip(results, three_hands.hands, strict=True):
        true = outcome(hand.state, get_rules("taiwan"), MONEY["taiwan"])
        assert tuple(result.ending.winners) == tuple(hand.result.winners)
        if not result.questions:
            assert [win.score.total for win in result.wins] == [s.total for s in true.scores]
    view = book.game_now()
    assert view is not None
    written = [result for result in results[:-1] if result.event]
    assert len(view.entries) == len(written)
    # The last hand waits for a tap, or for the tiles to be taken away.
    last = results[-1]
    assert not last.event
    if last.error is None:
        event = engine.confirm(last.id, by="安", role="scorer")
        assert engine.confirm(last.id, by="安", role="scorer").id == event.id
        view = book.game_now()
        assert view is not None
        assert view.entries[-1].event == event
    assert replay(book).differences == ()
    if results[-1].wins:
        body = view.entries[-1].body
        assert isinstance(body, bodies.HandWon)
        assert body.picture
        assert body.clip
        assert book.pictures is not None
        assert book.pictures.whole(body.picture)
        kept = book.evidence(body.evidence)
        assert kept is not None
        assert kept["by"] == "live"
        assert len(kept["log"]) > 20
    engine.close()


def test_without_a_book_it_shows_and_writes_nothing(three_hands: Played, tmp_path: Path) -> None:
    engine = engine_of(three_hands, None, tmp_path)
    follow(engine)
    assert len(engine.results()) == 3
    with pytest.raises(BookError, match="club_none_on"):
        engine.confirm(engine.results()[0].id, by="t", role="scorer")
    with pytest.raises(BookError, match="live_no_result"):
        engine.confirm("nothing", by="t", role="scorer")


def test_status_tells_what_goes_on(three_hands: Played, tmp_path: Path) -> None:
    engine = engine_of(three_hands, None, tmp_path)
    assert engine.status().stage is Stage.WAITING
    stages = set()
    while engine.step():
        stages.add(engine.status().stage)
    assert {Stage.PLAYING, Stage.OVER} <= stages
    status = engine.status()
    assert status.result is not None
    assert status.tiles > 100
    assert status.told


def test_a_dismissed_hand_leaves_nothing(three_hands: Played, book: Book, tmp_path: Path) -> None:
    engine = engine_of(three_hands, book, tmp_path)
    follow(engine)
    last = engine.results()[-1]
    engine._kept(last.id)
    engine.dismiss(last.id)
    assert last.id not in {result.id for result in engine.results()}
    assert not list((tmp_path / "pending").glob(f"{last.id}*"))


def test_shuffling_and_building_are_no_events(three_hands: Played, tmp_path: Path) -> None:
    engine = engine_of(three_hands, None, tmp_path)
    while engine.step():
        status = engine.status()
        if status.stage in (Stage.SHUFFLING, Stage.BUILDING):
            assert status.hand < 1 or status.told == () or status.result is not None
