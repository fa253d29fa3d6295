"""The game from what is seen: still tables in, events of `scoring.events` out.

    story = Story("taiwan", GameState(GAMES["taiwan"]), side=90.0)
    for table in watched:
        report = story.see(table)
        report.told          new events, each with time, confidence and the ids of its tiles
        report.corrections   what was told wrongly before
        report.questions     what a person could say
        report.ending        at a win or a draw: the state for `scoring.outcome`

A few possible stories are kept side by side. Each still table costs each of them what it takes to
explain it (`story_search`); what is told is the cheapest. So a misreading that makes a later event
impossible is found and corrected, and never silently. What cannot be seen is None.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from scoring.errors import GameError, RuleError
from scoring.events import Chow, Deal, Discard, Ready, Win
from scoring.game import GameState, HandResult, Seat, advance
from scoring.playrules import PLAY
from scoring.table import State, circumstances_of_win, hand_of_win, result_of
from vision.types import FACE_CODES
from vision.watch.places import SEATS, Places, Sight
from vision.watch.story_account import Account, Move, begin, retold
from vision.watch.story_deal import Dealing
from vision.watch.story_end import Opener, OpenHand
from vision.watch.story_faces import Faces
from vision.watch.story_habits import Habits
from vision.watch.story_search import Explainer
from vision.watch.story_settings import StorySettings
from vision.watch.story_types import (
    Ask,
    Ending,
    Report,
    Stage,
    StoryQuestion,
    Told,
    differences,
)
from vision.watch.types import StillTable


class Story:
    """Follows game after game on one table.

    Args:
        rules: name of the system (`scoring.playrules.PLAY`).
        game: where the game stands: seats, dealer, round, streak. Seats 0 to 3 sit near, right,
            far, left.
        side: of the table, cm.
        east: who is East in this hand, where that is known (Taiwan: whose wall is opened).
        settings: prices and bounds.
    """

    def __init__(
        self,
        rules: str,
        game: GameState,
        side: float,
        *,
        east: Seat | None = None,
        settings: StorySettings | None = None,
    ) -> None:
        self.s = settings or StorySettings()
        self.rules = PLAY[rules]
        self.game = game
        self.places = Places(side, self.s.places)
        self.habits = Habits(self.s)
        self.number = 0
        self.east = east
        self._reset()

    def _reset(self) -> None:
        """Nothing is known of the next hand."""
        self.faces = Faces(self.s)
        self.opener = Opener(self.rules.game.name, self.faces, self.s)
        self.explainer = Explainer(self.faces, self.habits, self.opener, self.s)
        self.dealing = Dealing(self.game, self.places)
        self.accounts: list[Account] = []
        self.told: tuple[Told, ...] = ()
        self._moves: tuple[Move, ...] = ()
        """What was told last."""
        self.ending: Ending | None = None
        self.questions: tuple[StoryQuestion, ...] = ()
        self._answered: dict[tuple[Ask, tuple[int, ...]], str] = {}
        self._rows = _Rows()
        self._before_end: tuple[list[Account], Sight] | None = None

    @property
    def stage(self) -> Stage:
        """What goes on at the table."""
        if not self.accounts:
            return self.dealing.stage
        best = self.accounts[0]
        if best.over:
            return Stage.OVER
        return Stage.PLAYING if best.state.discards else Stage.DEALT

    @property
    def log(self) -> tuple[Told, ...]:
        """The events of this hand as they are told now."""
        return self.told

    def set_game(self, game: GameState, east: Seat | None = None) -> None:
        """The club's book knows better where the game stands before the next deal.

        Args:
            game: seats, dealer, round and streak.
            east: who is East in the next hand, where that is known.
        """
        self.game, self.east = game, east
        self.dealing.game = game

    # --- still tables

    def see(self, table: StillTable) -> Report:
        """One more still table."""
        sight = self.places.look(table, learn=not self.accounts)
        self.explainer.wide = self.places.wide
        changed = self.faces.look(table.tiles)
        if changed:
            self.opener.forget()
        if self.accounts and self._cleared(sight):
            return self._clear(sight)
        if not self.accounts:
            if self.dealing.look(sight):
                self._deal(sight)
            else:
                return Report(self.stage, hand=self.number)
        if changed:
            self._retell(changed)
        if not self.accounts[0].over:
            self._explain(sight)
        return self._report()

    def _deal(self, sight: Sight) -> None:
        self.number += 1
        deal, sure = self.dealing.deal(sight, self.east)
        self.accounts = [begin(self.rules, deal, sight.number)]
        self._sure_east = sure
        asked = []
        if not sure:
            winds = sorted(SEATS, key=lambda q: q != deal.east)
            asked.append(StoryQuestion(Ask.EAST, (), tuple(map(str, winds))))
        if deal.seat != self.game.dealer:
            choices = (str(deal.seat), str(self.game.dealer))
            asked.append(StoryQuestion(Ask.DEALER, (), choices))
        self.questions = tuple(asked)

    def _explain(self, sight: Sight) -> None:
        before = self.accounts
        self._learn(sight)
        found = [after for account in before for after in self.explainer.explain(account, sight)]
        self.accounts = self._best(found)
        self.explainer.mover.before = sight.time
        best = self.accounts[0]
        if best.over:
            self._before_end = (before, sight)
        else:
            self._rows.look(best.state, sight)

    def _best(self, found: Iterable[Account]) -> list[Account]:
        """The likeliest stories, no two alike."""
        out: list[Account] = []
        seen = set()
        for account in sorted(found, key=lambda a: a.price):
            key = _future(account)
            if key in seen:
                continue
            seen.add(key)
            out.append(account)
            if len(out) == self.s.beam or account.price > out[0].price + self.s.margin:
                break
        least = out[0].price
        return [replace(a, price=a.price - least) for a in out if a.price <= least + self.s.margin]

    def _learn(self, sight: Sight) -> None:
        """Where players put a claimed tile whose discard was seen."""
        moves = self.accounts[0].moves
        if len(moves) < 2:
            return
        claim, thrown = moves[-1], moves[-2]
        if (
            isinstance(claim.event, Chow)
            and isinstance(thrown.event, Discard)
            and claim.claimed is not None
            and claim.claimed not in thrown.ids
            and all(i in sight.tiles for i in claim.ids)
            and claim.table == self.explainer.sight.number
        ):
            self.habits.learn(claim.event.seat, claim.ids, claim.claimed, sight)

    def _retell(self, changed: set[int]) -> None:
        """Faces were corrected by the watcher: tell everything again."""
        involved = {i for a in self.accounts for m in a.moves for i in m.ids}
        if not changed & involved:
            return
        self._again()

    def _again(self) -> None:
        accounts = []
        for account in self.accounts:
            again = retold(account, self.faces, self.s.foul)
            if again is not None:
                accounts.append(again)
        if self._before_end is not None and (not accounts or accounts[0].over):
            before, sight = self._before_end
            starts = [a for b in before if (a := retold(b, self.faces, self.s.foul)) is not None]
            found = [a for b in starts for a in self.explainer.explain(b, sight)]
            accounts = [a for a in found if a.over] or accounts
        if accounts:
            self.accounts = self._best(accounts)

    # --- the end

    def _cleared(self, sight: Sight) -> bool:
        """Whether the tiles have been taken away."""
        told = self.accounts[0].told
        if sight.hidden:
            return False
        gone = [i for i in told if i not in sight.tiles]
        if len(gone) <= self.s.gone * len(told):
            return False
        if len(told) < self.s.few:
            held = sum(seat.count for seat in sight.seats)
            return held < self.rules.game.hand_tiles
        near = self.s.places.same * self.places.wide
        lost = 0
        for i in gone:  # unless the watcher only lost their ids
            was = self.faces.seen[i]
            lost += not any(
                t.face == was.face and math.hypot(t.x - was.x, t.y - was.y) < near
                for t in sight.tiles.values()
            )
        return lost > self.s.gone * len(told)

    def _clear(self, sight: Sight) -> Report:
        """The next hand is prepared: this one must have ended."""
        report = self.finish(sight)
        if self.ending is not None and not self.game.over:
            self.game = advance(self.game, self.ending.result)
        self.east = None
        self._reset()
        self.dealing.look(sight)
        return replace(report, stage=self.stage)

    def finish(self, sight: Sight | None = None) -> Report:
        """No more is seen of this hand (the table was cleared, the camera is put away)."""
        if not self.accounts:
            return Report(self.stage, hand=self.number)
        last = sight or self.explainer.sight
        if not self.accounts[0].over:
            found = [
                after
                for account in self.accounts
                for after in self.explainer.explain(account, last, cleared=True)
            ]
            self.accounts = self._best(found)
        if not self.accounts[0].over and self.ending is None:
            asked = StoryQuestion(Ask.ENDING, (), ("draw", *map(str, SEATS)))
            self.questions = (*(q for q in self.questions if q != asked), asked)
        return self._report()

    def _report(self) -> Report:
        best = self.accounts[0]
        told = self.told
        if best.moves is not self._moves:
            told = tuple(self._told(best, move) for move in best.moves)
        fresh, corrections = differences(self.told, told)
        self._moves = best.moves
        ending = None
        if best.over and (fresh or corrections or self.ending is None):
            ending = self._end(best, told)
            self.ending = ending
        self.told = told
        return Report(self.stage, fresh, corrections, self.questions, ending, self.number)

    def _told(self, account: Account, move: Move) -> Told:
        chosen = [account.face(i, self.faces) for i in move.ids]
        sure = self.faces.confidence(move.ids, chosen)
        sure *= math.exp(-0.5 * max(0.0, move.price - self.s.event))
        return Told(move.event, round(min(1.0, sure), 4), move.ids, move.table)

    def _end(self, account: Account, told: tuple[Told, ...]) -> Ending:
        """What the hand came to, and what should be asked."""
        state = account.state
        result = result_of(state)
        event = account.moves[-1].event
        asked = [q for q in self.questions if q.kind in (Ask.EAST, Ask.DEALER)]
        if not isinstance(event, Win):
            self.questions = tuple(asked)
            return Ending(state, result, told)
        seat = event.seat
        circumstances = circumstances_of_win(state, seat)
        assumed = [] if self._sure_east else ["east"]
        hand = None
        try:
            hand = hand_of_win(state, seat)
        except (GameError, RuleError):
            assumed.append("face-down kong")
        move = account.moves[-1]
        if self._before_end is not None and not event.flowers and move.claimed is not None:
            sight = self._before_end[1]
            own = move.claimed in move.ids
            seen_twice = None if own else self._thrown_face(account, move.claimed)
            read = self.opener.decoded(
                account, sight, seat, move.claimed, seen_twice, circumstances
            )
            if read is not None:
                hand = hand or read.decoded.hand
                for question in read.decoded.questions:
                    about = tuple(read.ids[k] for k in question.about)
                    if self._worth_asking(question.choices, about, read):
                        asked.append(StoryQuestion(Ask.FACE, about, question.choices))
            if own and event.tile is not None and sight.seats[seat].apart is None:
                assumed.append("winning tile")
                asked += self._ask_winning(account, move, hand)
        asked += self._ask_ready(account, seat, assumed)
        self.questions = tuple(q for q in asked if (q.kind, q.about) not in self._answered)
        return Ending(
            state, result, told, tuple(won.seat for won in state.wins), hand, circumstances,
            tuple(assumed),
        )  # fmt: skip

    def _worth_asking(
        self, choices: tuple[str, ...], about: tuple[int, ...], read: OpenHand
    ) -> bool:
        """Whether a face may well be another; what was read steadily and fits is believed."""
        if not all(word in FACE_CODES for word in choices):
            return False
        changed = {read.ids[change.tile] for change in read.decoded.changed}
        return any(
            self.faces.seen[i].doubtful
            or i in changed
            or any(self.faces.price(i, face) <= self.s.ask for face in choices[1:])
            for i in about
        )

    def _thrown_face(self, account: Account, claimed: int) -> str | None:
        """The face of the discard that was won on, if it was seen to lie in the river too."""
        for move in reversed(account.moves):
            if isinstance(move.event, Discard) and move.ids:
                i = move.ids[0]
                return account.face(i, self.faces) if i != claimed else None
        return None

    def _ask_winning(self, account: Account, move: Move, hand: object) -> list[StoryQuestion]:
        codes = dict.fromkeys(account.face(i, self.faces) for i in move.ids)
        first = account.face(move.claimed, self.faces) if move.claimed is not None else ""
        choices = tuple(sorted(codes, key=lambda code: code != first))
        return [StoryQuestion(Ask.WINNING, move.ids, choices)]

    def _ask_ready(self, account: Account, seat: Seat, assumed: list[str]) -> list[StoryQuestion]:
        """A ready hand is declared with the first discard or before, and then not changed."""
        state = account.state
        if not self.rules.declare or any(item.open for item in state.players[seat].sets):
            return []
        assumed.append("not declared")
        choices = self._rows.may_have_declared(state, seat)
        return [StoryQuestion(Ask.READY, (seat,), choices)] if len(choices) > 1 else []

    # --- answers

    def answer(self, question: StoryQuestion, choice: str) -> Report:
        """Somebody has answered a question of the last report.

        Raises:
            ValueError: no such choice.
        """
        if choice not in question.choices and choice not in FACE_CODES:
            raise ValueError(f"{choice!r} is none of {', '.join(question.choices)}")
        self._answered[(question.kind, question.about)] = choice
        if question.kind is Ask.FACE:
            for i in question.about:
                self.faces.pinned[i] = choice
            self.opener.forget()
            self._again()
        elif question.kind is Ask.EAST:
            self._sure_east = True
            self._with_deal(lambda deal: replace(deal, east=int(choice)))
        elif question.kind is Ask.DEALER:
            self.game = replace(self.game, dealer=int(choice))
        elif question.kind is Ask.ENDING:
            return self._ended(choice)
        elif question.kind is Ask.READY and choice != "no":
            self._declare(question.about[0], choice)
        elif question.kind is Ask.WINNING:
            best = self.accounts[0]
            same = [i for i in question.about if best.face(i, self.faces) == choice]
            if same:
                moves = (*best.moves[:-1], replace(best.moves[-1], claimed=same[-1]))
                again = retold(replace(best, moves=moves), self.faces, self.s.foul)
                self.accounts = [again] if again is not None else self.accounts
        self.questions = tuple(q for q in self.questions if q != question)
        self.ending = None
        return self._report()

    def _ended(self, choice: str) -> Report:
        """Somebody says how a hand ended whose end nobody saw."""
        state = self.accounts[0].state
        won = () if choice == "draw" else (int(choice),)
        result = HandResult(won, last_taker=state.last_taker)
        self.ending = Ending(state, result, self.told, won, assumed=("hand",))
        self.questions = tuple(q for q in self.questions if q.kind is not Ask.ENDING)
        return Report(Stage.OVER, (), (), self.questions, self.ending, self.number)

    def _with_deal(self, change) -> None:  # type: ignore[no-untyped-def]
        accounts = []
        for account in self.accounts:
            first = account.moves[0]
            assert isinstance(first.event, Deal)
            moves = (replace(first, event=change(first.event)), *account.moves[1:])
            again = retold(replace(account, moves=moves), self.faces, self.s.foul)
            if again is not None:
                accounts.append(again)
        self.accounts = accounts or self.accounts

    def _declare(self, seat: Seat, choice: str) -> None:
        best = self.accounts[0]
        moves = list(best.moves)
        for k, move in enumerate(moves):
            if not isinstance(move.event, Discard):
                continue
            if choice == "tianting":
                time = moves[k - 1].event.time
                moves.insert(k, Move(Ready(seat, time)))
                break
            if move.event.seat == seat:
                moves[k] = replace(move, event=replace(move.event, ready=True))
                break
        again = retold(replace(best, moves=tuple(moves)), self.faces, self.s.foul)
        if again is not None:
            self.accounts = [again]


class _Rows:
    """Whether standing hands have been changed since they may have been declared ready."""

    def __init__(self) -> None:
        self.dealt: dict[int, set[int]] = {}
        self.first: dict[int, set[int]] = {}
        self.touched: set[tuple[str, int]] = set()

    def look(self, state: State, sight: Sight) -> None:
        """Compare the tiles of each row with those that stood there before."""
        for seat in SEATS:
            view, player = sight.seats[seat], state.players[seat]
            now = set(view.standing)
            if view.hidden:
                continue
            if not state.discards and not state.owed:
                self.dealt[seat] = now
            for name, rows in (("dealt", self.dealt), ("first", self.first)):
                if seat in rows and not rows[seat] <= now:
                    self.touched.add((name, seat))
            if len(player.river) == 1 and seat not in self.first:
                self.first[seat] = now

    def may_have_declared(self, state: State, seat: Seat) -> tuple[str, ...]:
        """What a winner may have declared, nothing first."""
        choices = ["no"]
        if ("first", seat) not in self.touched and state.players[seat].river:
            choices.append("diting")
        if ("dealt", seat) not in self.touched and seat != state.deal.seat:
            choices.append("tianting")
        return tuple(choices)


def _future(account: Account) -> tuple[object, ...]:
    """What decides how a story can go on: of two alike in it the cheaper is enough."""
    state = account.state
    players = tuple((p.known, p.hidden, p.river, p.passed) for p in state.players)
    return (
        state.phase, state.turn, state.left, state.kongs, state.begun, players, state.wins,
        account.lying, account.sets, account.flowers, account.last, account.chosen,
    )  # fmt: skip
