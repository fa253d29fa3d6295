"""From pictures to a game that writes itself down: camera, watcher, story, counting, book.

    engine = Engine(camera, watcher, make_story, book, Defaults(rules="taiwan"))
    engine.run(stop)                      # in a thread of its own
    engine.status(), engine.results(), engine.confirm(id, by="An", role="scorer")

A hand that was won or drawn waits to be confirmed with one tap. When the next one is dealt it is
written by itself if nothing about it is in doubt; what is in doubt waits for a person.
"""

from __future__ import annotations

import contextlib
import logging
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import cv2

from device.club.errors import BookError
from device.live.clip import Clip
from device.live.results import LiveResult, body_of, count, evidence_of
from device.live.settings import LIVE, LiveSettings
from scoring.game import GAMES, GameState
from scoring.settlement import TableState
from vision.watch.story_types import Report, Stage
from vision.watch.watcher import Advice
from vision.watch.watcher import State as Watching

if TYPE_CHECKING:
    from device.cameras.frame import Frame
    from device.cameras.health import CameraEvent
    from device.club.bodies import Event, Role
    from device.club.book import Book
    from device.club.fold import GameView
    from scoring.game import Seat
    from scoring.money import Money
    from scoring.rulesets import RuleSet
    from vision.crops import Image
    from vision.watch.story_types import Correction, StoryQuestion, Told
    from vision.watch.types import LyingTile, StillTable
    from vision.watch.watcher import Seen

log = logging.getLogger("taicam.live")

_ON = (Stage.DEALT, Stage.PLAYING, Stage.OVER)
BY = "live"
"""Who writes into the book when nobody tapped."""


class GivesFrames(Protocol):
    """A camera that is watched: see `device.cameras.watch.WatchedCamera`."""

    def wait(self, after: int, timeout: float) -> Frame | None:
        """The newest good picture after a sequence number; None when none came in time."""

    @property
    def status(self) -> CameraEvent:
        """How the camera is."""


class SeesTables(Protocol):
    """See `vision.watch.watcher.Watcher`."""

    @property
    def tiles(self) -> tuple[LyingTile, ...]:
        """What is known to lie on the table."""

    def see(self, image: Image, time: float, small: Image | None = None) -> Seen:
        """Look at the next picture."""

    def say(self, number: int, face: str) -> bool:
        """A person says which face a tile has."""


class TellsStories(Protocol):
    """See `vision.watch.story.Story`."""

    def see(self, table: StillTable) -> Report:
        """What one more still table adds to the story."""

    def answer(self, question: StoryQuestion, choice: str) -> Report:
        """A person answers; what follows is told anew."""

    def begin(self, game: GameState, east: Seat | None = None) -> None:
        """Where the game stands before the next deal, and whose wall is opened, if known."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What holds where no game is being written down."""

    rules: str = "taiwan"


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What goes on now, for a display and the page."""

    camera: CameraEvent
    watching: Watching
    stage: Stage
    hand: int
    tiles: int
    """Tiles that are known to lie on the table."""
    advice: tuple[Advice, ...] = ()
    questions: tuple[StoryQuestion, ...] = ()
    told: tuple[Told, ...] = ()
    """The log of the hand so far."""
    result: LiveResult | None = None
    """The last hand that ended."""


class Engine:
    """Follows one table. `run` belongs to one thread, everything else to any."""

    def __init__(
        self,
        camera: GivesFrames,
        watcher: SeesTables,
        story: TellsStories,
        book: Book | None = None,
        defaults: Defaults | None = None,
        settings: LiveSettings = LIVE,
        *,
        folder: Path | None = None,
        on_change: Callable[[], None] | None = None,
        on_progress: Callable[[], None] | None = None,
    ) -> None:
        """`folder` takes the pictures of hands that are not confirmed yet (by default a temporary
        one); `on_change` is called when something is to be shown anew, `on_progress` after each
        picture that was looked at and each time that none came, for a watchdog."""
        self._camera, self._watcher, self._story = camera, watcher, story
        self._book, self._defaults, self._s = book, defaults or Defaults(), settings
        self._temporary = None
        if folder is None:
            self._temporary = tempfile.TemporaryDirectory(prefix="taicam-")
            folder = Path(self._temporary.name)
        self._folder = folder
        self._on_change = on_change or (lambda: None)
        self._on_progress = on_progress or (lambda: None)
        self._clip = Clip(settings)
        self._mutex = threading.RLock()
        self._results: OrderedDict[str, LiveResult] = OrderedDict()
        self.faults = 0
        """How often looking at a picture failed; each is in the log."""
        self._keeping: dict[str, threading.Thread] = {}
        self._corrections: list[dict[str, Any]] = []
        self._told: list[Told] = []
        self._report = Report(Stage.WAITING)
        self._watching = Watching.SETTLING
        self._advice: tuple[Advice, ...] = ()
        self._frame: Frame | None = None
        self._sequence = -1
        self._looked = 0.0
        self._begin()

    # --- one thread ---

    def run(self, stop: threading.Event) -> None:
        """Look at pictures until `stop` is set."""
        while not stop.is_set():
            try:
                self.step()
            except Exception:  # one bad picture must not end the evening
                self.faults += 1
                log.exception("a picture could not be looked at")
                stop.wait(self._s.fault_wait)

    def step(self) -> bool:
        """Wait for a picture and look at it; False when none came."""
        frame = self._camera.wait(self._sequence, self._s.frame_wait)
        if frame is None:  # the camera's own watch says why; what is shown has to say it too
            self._on_change()
            self._on_progress()
            return False
        self._sequence = frame.sequence
        self.look(frame)
        self._on_progress()
        self._rest()
        return True

    def _rest(self) -> None:
        """While nothing moves a picture now and then is enough."""
        if self._watching is Watching.STILL:
            time.sleep(max(0.0, 1 / self._s.idle_rate - (time.monotonic() - self._looked)))
        self._looked = time.monotonic()

    def look(self, frame: Frame) -> None:
        """One picture, all the way."""
        seen = self._watcher.see(frame.image, frame.monotonic, frame.small)
        self._clip.add(frame.image, frame.monotonic)
        with self._mutex:
            changed = (seen.state, seen.advice) != (self._watching, self._advice)
            self._frame = frame
            self._watching, self._advice = seen.state, seen.advice
            for one in seen.contradictions:
                log.info("tile %s", one)
            if seen.table is not None:
                self._take(self._story.see(seen.table))
                changed = True
        if changed:
            self._on_change()

    # --- the story ---

    def _take(self, report: Report) -> None:
        before, self._report = self._report, report
        if report.hand != before.hand:
            self._told, self._corrections = [], []
        for correction in report.corrections:
            self._correct(correction)
        self._told += report.told
        for told in report.told:
            log.info("event %s %.2f", told.event, told.confidence)
        if report.ending is not None:
            self._end(report)
        elif report.questions != before.questions:
            self._ask_again(report)
        if before.stage in _ON and report.stage not in _ON:
            self._close_hand(before.hand)

    def _close_hand(self, hand: int) -> None:
        """The tiles are taken away: what is sure of the hand is written by itself.

        Its pictures were begun when it ended, a shuffle ago; one that is late is left out.
        """
        for result in list(self._results.values()):
            if result.hand <= hand and not result.event and result.sure:
                try:
                    self._write(result, BY, "scorer")
                except BookError as error:
                    log.warning("hand %d not written: %s", result.hand, error)
        self._begin()

    def _correct(self, correction: Correction) -> None:
        place, after = correction.place, correction.after
        self._corrections.append(
            {
                "place": place,
                "was": None if correction.before is None else repr(correction.before.event),
                "is": None if after is None else repr(after.event),
            }
        )
        log.info("corrected %d: %s", place, after)
        if correction.before is None and after is not None:
            self._told.insert(place, after)
        elif after is None:
            del self._told[place : place + 1]
        elif place < len(self._told):
            self._told[place] = after

    def _end(self, report: Report) -> None:
        ending = report.ending
        assert ending is not None
        rules, money, table = self._counting()
        made = count(
            report.hand,
            ending,
            self._told,
            self._watcher.tiles,
            report.questions,
            rules,
            money,
            table,
        )
        known = next((one for one in self._results.values() if one.hand == report.hand), None)
        if known is not None and known.event:
            log.warning("hand %d reads otherwise than it was written", report.hand)
            return
        if known is not None:
            made = replace(made, id=known.id, picture=known.picture, clip=known.clip)
        self._results[made.id] = made
        if known is None:
            self._keep_pictures(made.id)
        log.info("hand %d over: %s", made.hand, "drawn" if made.drawn else _totals(made))
        while len(self._results) > self._s.kept_wins:
            self._drop(next(iter(self._results.values())))

    def _ask_again(self, report: Report) -> None:
        for result in self._results.values():
            if result.hand == report.hand and not result.event:
                self._results[result.id] = replace(result, questions=report.questions)

    def _keep_pictures(self, id: str) -> None:
        """Keep the picture of the table as the hand ended, and the film of what went before.

        In a thread of its own: the total is shown meanwhile.
        """
        if self._frame is None:
            return
        image, film = self._frame.image, self._clip.copy()

        def keep() -> None:
            picture, clip = self._folder / f"{id}.jpg", self._folder / f"{id}.webp"
            try:
                _save(image, picture, self._s)
                film.write(clip)
            except OSError as error:
                log.warning("no picture of a hand: %s", error)
            with self._mutex:
                result = self._results.get(id)
                if result is not None:
                    self._results[id] = replace(
                        result,
                        picture=picture if picture.exists() else None,
                        clip=clip if clip.exists() else None,
                    )
            self._on_change()

        thread = threading.Thread(target=keep, name="live-pictures", daemon=True)
        self._keeping[id] = thread
        thread.start()

    def _kept(self, id: str) -> None:
        """Wait for the pictures of a hand, with the lock let go."""
        thread = self._keeping.pop(id, None)
        if thread is not None:
            thread.join(self._s.picture_wait)

    def _drop(self, result: LiveResult) -> None:
        self._results.pop(result.id, None)
        for file in (result.picture, result.clip):
            if file is not None:
                with contextlib.suppress(OSError):
                    file.unlink(missing_ok=True)

    # --- the game ---

    def _view(self) -> GameView | None:
        return None if self._book is None else self._book.game_now()

    def _begin(self) -> None:
        """Tell the story where the game stands before the next hand, as the book has it.

        While a hand waits to be confirmed the book is behind: then the story counts on by itself.
        """
        view = None
        with contextlib.suppress(BookError):
            view = self._view()
        if view is None:
            if not self._results:
                self._story.begin(GameState(GAMES[self._base()]))
        elif not any(not one.event for one in self._results.values()):
            east = None if view.opening is None else view.opening.east
            self._story.begin(view.state, east)

    def _base(self) -> str:
        from device.houserules import chosen_rules

        name = chosen_rules(self._defaults.rules).name
        return name if name in GAMES else "taiwan"

    def _counting(self) -> tuple[RuleSet, Money, TableState | None]:
        """What counts and settles a hand: the game's own rules, stakes and bets, or the usual."""
        from device.club.fold import table_state
        from device.club.record import rules_and_money

        view = self._view()
        if view is None:
            rules, money = rules_and_money(self._base())
            return rules, money, None
        used = view.started.rules
        return rules_and_money(used.name, used.text)[0], view.money, table_state(view)

    # --- for the page and the display ---

    def status(self) -> LiveStatus:
        """What goes on now."""
        with self._mutex:
            report = self._report
            last = next(reversed(self._results.values()), None) if self._results else None
            return LiveStatus(
                self._camera.status,
                self._watching,
                report.stage,
                report.hand,
                len(self._watcher.tiles),
                self._advice,
                report.questions,
                tuple(self._told[-self._s.kept_events :]),
                last,
            )

    def picture(self) -> Frame | None:
        """The last picture that was looked at."""
        return self._frame

    def tiles(self) -> tuple[LyingTile, ...]:
        """What is known to lie on the table."""
        return self._watcher.tiles

    def results(self) -> tuple[LiveResult, ...]:
        """The last hands, oldest first."""
        with self._mutex:
            return tuple(self._results.values())

    def answer(self, question: StoryQuestion, choice: str) -> None:
        """A person answers a question; what follows from it is counted at once."""
        with self._mutex:
            self._take(self._story.answer(question, choice))
        self._on_change()

    def say(self, tile: int, face: str) -> bool:
        """A person names a tile; False when no such tile lies there any more."""
        with self._mutex:
            done = self._watcher.say(tile, face)
        self._on_change()
        return done

    def confirm(self, id: str, *, by: str, role: Role) -> Event:
        """Write a hand into the book.

        Raises:
            BookError: there is no such hand, no score, no game, or the book does not take it.
        """
        self._kept(id)
        with self._mutex:
            result = self._results.get(id)
            if result is None:
                raise BookError("live_no_result")
            if result.error is not None or not (result.drawn or result.wins):
                raise BookError("live_no_score")
            event = self._write(result, by, role)
        self._on_change()
        return event

    def dismiss(self, id: str) -> None:
        """Throw a hand away: it was none."""
        with self._mutex:
            result = self._results.get(id)
            if result is not None and not result.event:
                self._drop(result)
        self._on_change()

    def _write(self, result: LiveResult, by: str, role: Role) -> Event:
        view = self._view()
        if self._book is None or view is None:
            raise BookError("club_none_on")
        event = self._book.write(
            body_of(result, view.started.game),
            by=by,
            role=role,
            evidence=None if result.drawn else evidence_of(result, self._corrections),
            id=f"live-{result.id}",
        )
        self._results[result.id] = replace(result, event=event.id)
        self._begin()
        return event

    def close(self) -> None:
        """Let go of the temporary folder."""
        if self._temporary is not None:
            self._temporary.cleanup()


def _totals(result: LiveResult) -> str:
    return ", ".join(f"{win.score.total} {win.score.unit}" for win in result.wins) or "no score"


def _save(image: Image, path: Path, s: LiveSettings) -> None:
    """The picture as it is kept: upright, without metadata, not larger than needed."""
    height, width = image.shape[:2]
    scale = min(1.0, s.picture_side / max(width, height))
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, s.picture_quality])
    if not done:
        raise OSError("the picture cannot be encoded")
    path.write_bytes(data.tobytes())
