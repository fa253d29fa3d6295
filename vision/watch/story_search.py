"""The shortest legal chain of events that explains a still table, and what else may have happened.

The referee is the judge: an event that he refuses did not happen, one that breaks a rule of conduct
is unlikely, a face that would make a fifth of its kind is a misreading. A search by price (nats)
tries events in turn until nothing new is left unexplained.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import replace

from vision.watch.places import SEATS, Sight
from vision.watch.story_account import Account
from vision.watch.story_end import Opener
from vision.watch.story_faces import Faces
from vision.watch.story_facts import Facts, news
from vision.watch.story_habits import Habits
from vision.watch.story_moves import Mover, Node, Step
from vision.watch.story_settings import StorySettings

_MOST_OPTIONS = 5


class Explainer:
    """Explains one still table after another.

    Args:
        faces: what is known of the tiles.
        habits: where players put claimed tiles.
        opener: reads hands that are laid open.
        settings: prices and bounds.
    """

    def __init__(
        self, faces: Faces, habits: Habits, opener: Opener, settings: StorySettings
    ) -> None:
        self.faces, self.opener, self.s = faces, opener, settings
        self.mover = Mover(faces, habits, opener, settings)
        self.wide = 2.6
        """Of a tile, cm."""

    @property
    def sight(self) -> Sight:
        """The still table that was explained last."""
        return self.mover.sight

    def explain(self, account: Account, sight: Sight, *, cleared: bool = False) -> list[Account]:
        """The cheapest stories up to this table, at least one.

        Args:
            account: the story up to the table before.
            sight: the table.
            cleared: the tiles are taken away: the hand is over, whatever happened.
        """
        self.mover.at(sight)
        account, facts = news(account, sight, self.faces, self.wide, self.s)
        if cleared:
            facts = Facts()
        if not cleared and facts == Facts() and not account.over and self._fits(account):
            return [account]
        before = account.price
        heap: list[tuple[float, int, Node | Step]] = []
        count = itertools.count()
        heapq.heappush(heap, (before, next(count), Node(account, facts)))
        found: list[Account] = []
        best = before + self.s.most_cost
        tried = 0
        done: set[tuple[object, ...]] = set()
        while heap and tried < self.s.nodes:
            price, _, item = heapq.heappop(heap)
            if price > best + self.s.margin:
                break
            tried += 1
            if isinstance(item, Step):
                for node in self.mover.done(item):
                    for more in [node] if item.then is None else item.then(node):
                        heapq.heappush(heap, (more.price, next(count), more))
                continue
            key = _key(item)
            if key in done:
                continue
            done.add(key)
            end = self._ended(item, cleared)
            found.append(end)
            best = min(best, end.price)
            for step in self.mover.follow(item, cleared):
                if step.price <= best + self.s.margin:
                    heapq.heappush(heap, (step.price, next(count), step))
        found.sort(key=lambda a: a.price)
        return found[: self.s.beam]

    def _fits(self, account: Account) -> bool:
        """Whether the table is just as the story left it."""
        if self.opener.any_open(account, self.sight):
            return False
        return self._mismatch(account, Facts()) == 0.0

    # --- what a table costs that is explained so far

    def _ended(self, node: Node, cleared: bool) -> Account:
        account, facts, s = node.account, node.facts, self.s
        price = s.unexplained * facts.number
        for _, ids in facts.sets:
            if all(self.faces.seen[i].since > self.mover.before for i in ids):
                price += s.unfinished - s.unexplained
        if cleared:
            if not account.over:
                price += s.open_unexplained
            return replace(account, price=account.price + price)
        price += sum(s.not_added for fourth in facts.fourths if not fourth.sure)
        price += self._mismatch(account, facts)
        return replace(account, price=account.price + price)

    def _mismatch(self, account: Account, facts: Facts) -> float:
        s, state, sight = self.s, account.state, self.sight
        price = 0.0
        for seat in SEATS:
            player, seen = state.players[seat], sight.seats[seat]
            if account.over or seen.hidden:
                continue
            if self.opener.is_open(account, sight, seat):
                price += s.open_unexplained
            count = seen.count + sum(len(ids) for q, ids in facts.sets if q == seat)
            off = abs(count - len(player.known) - player.hidden)
            price += min(s.count_most, s.count * off)
        if not sight.hidden:
            price += s.wall * max(0, state.left - 2 * sight.stacks, sight.stacks - state.left)
        last = account.last
        if last is not None and not account.over and not self.mover.lies(last):
            price += s.vanished
        return price


def _key(node: Node) -> tuple[object, ...]:
    state = node.account.state
    return (
        node.facts,
        state.phase,
        state.turn,
        state.owed,
        state.left,
        tuple(player.hidden for player in state.players),
        tuple((type(m.event), m.event.seat, m.ids) for m in node.account.moves[-4:]),
        node.account.chosen,
        node.account.over,
    )
