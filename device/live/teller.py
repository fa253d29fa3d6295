"""The story of `vision.watch`, kept in step with the game that is being written down."""

from __future__ import annotations

from scoring.game import GameState, Seat
from vision.watch.story import Story
from vision.watch.story_types import Report, Stage, StoryQuestion
from vision.watch.types import StillTable


class Teller:
    """One `Story` for as long as the system of rules stays the same.

    Args:
        side: of the table, cm.
    """

    def __init__(self, side: float) -> None:
        self._side = side
        self._story: Story | None = None

    def begin(self, game: GameState, east: Seat | None = None) -> None:
        """Where the game stands before the next deal; nothing happens while a hand is played."""
        story = self._story
        if story is None or story.rules.game.name != game.rules.name:
            self._story = Story(game.rules.name, game, self._side, east=east)
        elif story.stage in (Stage.WAITING, Stage.SHUFFLING, Stage.BUILDING):
            story.set_game(game, east)

    def see(self, table: StillTable) -> Report:
        """What one more still table adds."""
        assert self._story is not None, "begin comes first"
        return self._story.see(table)

    def answer(self, question: StoryQuestion, choice: str) -> Report:
        """A person answers; what follows is told anew."""
        assert self._story is not None, "begin comes first"
        return self._story.answer(question, choice)
