"""Where players lay the tile that they claimed, which tells it where its discard was not seen."""

from __future__ import annotations

import math

from vision.watch.places import SEATS, Sight
from vision.watch.story_faces import SetOption, tile_of
from vision.watch.story_settings import StorySettings


class Habits:
    """Where each player lays the claimed tile in a set, as far as was seen."""

    def __init__(self, settings: StorySettings) -> None:
        self.s = settings
        self.counts = [{"turned": 0.5, "middle": 0.5, "plain": 0.25} for _ in SEATS]

    def learn(self, seat: int, ids: tuple[int, ...], claimed: int, sight: Sight) -> None:
        """A claim whose discard was seen."""
        turned = turned_tile(seat, ids, sight)
        if turned == claimed:
            self.counts[seat]["turned"] += self.s.habit
        elif turned is None and ids[1] == claimed:
            self.counts[seat]["middle"] += self.s.habit
        else:
            self.counts[seat]["plain"] += self.s.habit

    def prices(
        self, seat: int, source: int, ids: tuple[int, ...], option: SetOption, sight: Sight
    ) -> list[float]:
        """How unlikely each tile of a set is the claimed one, in nats."""
        turned = turned_tile(seat, ids, sight)
        if turned is not None:
            return [0.0 if i == turned else 5.0 for i in ids]
        count = self.counts[seat]
        order = [tile_of(face) for face in option.faces]
        if option.kind == "chow" and order != sorted(order, key=lambda t: int(t or 0)):
            return [0.0 if k == 1 else 5.0 for k in range(len(ids))]
        # A set in order: the middle one by habit, or any of the three.
        middle = count["middle"] / (count["middle"] + 3 * count["plain"])
        other = (1 - middle) / 3
        return [-math.log(middle + other if k == 1 else max(other, 0.01)) for k in range(len(ids))]


def turned_tile(seat: int, ids: tuple[int, ...], sight: Sight) -> int | None:
    """The tile of a set that lies sideways."""
    for i in ids:
        if round((sight.tiles[i].turn - 90 * seat) / 90) % 2:
            return i
    return None
