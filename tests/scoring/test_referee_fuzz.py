"""Any event at any moment gets a verdict, never an exception."""

from dataclasses import replace

import pytest

from scoring.events import (
    Act,
    ActKind,
    AddedKong,
    BigFlower,
    Call,
    Chow,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    DrawGame,
    End,
    Event,
    Flower,
    JokerSwap,
    Kong,
    Pass,
    Pung,
    Ready,
    RobFlower,
    Ruling,
    Showdown,
    Status,
    Win,
    Withdraw,
)
from scoring.play import Random, as_seen, play_hand
from scoring.playrules import PLAY
from scoring.referee import allowed, apply, judge, start
from scoring.tiles import FACES, Tile


def random_event(rng: Random, time: float) -> Event:
    """An event of any kind, with any seat and tiles."""

    def tile() -> Tile:
        return FACES[rng.below(len(FACES))]

    def tiles(number: int) -> tuple[Tile, ...]:
        return tuple(tile() for _ in range(number))

    def maybe() -> Tile | None:
        return tile() if rng.chance(80) else None

    seat = rng.below(4)
    events: list[Event] = [
        Flower(seat, tiles(rng.below(3))),
        Draw(seat, maybe(), list(End)[rng.below(2)]),
        Discard(seat, maybe(), rng.chance(20)),
        Chow(seat, tile(), tiles(rng.below(4))),
        Pung(seat, tile(), tiles(2 * rng.below(2))),
        Kong(seat, tile()),
        ConcealedKong(seat, maybe()),
        AddedKong(seat, tile()),
        RobFlower(seat, tile(), rng.below(4)),
        JokerSwap(seat, tile(), tile()),
        Ready(seat),
        BigFlower(seat),
        Call(seat, list(Claim)[rng.below(5)]),
        Pass(seat),
        Withdraw(seat),
        Win(seat, maybe(), rng.chance(30), tiles(rng.below(2) * rng.below(18))),
        DrawGame(seat),
        Act(seat, list(ActKind)[rng.below(5)], tiles(rng.below(3))),
        Ruling(seat, list(Status)[rng.below(3)], rng.chance(10)),
        Showdown((tiles(13), tiles(13), tiles(13), tiles(14)), tiles(rng.below(3)), seat),
        Deal(seat, (tiles(16), tiles(16), tiles(16), tiles(17))),
    ]
    return replace(events[rng.below(len(events))], time=time)


@pytest.mark.parametrize("name", sorted(PLAY))
def test_every_event_gets_a_verdict(name: str) -> None:
    verdicts = set()
    for seed in range(2):
        rng = Random(seed + 1)
        hand = play_hand(PLAY[name], Random(seed))
        log = as_seen(hand.log) if seed else hand.log
        first = log[0]
        assert isinstance(first, Deal)
        state = start(PLAY[name], first, every_answer=not seed)
        for event in log[1:]:
            for _ in range(3):
                other = random_event(rng, state.time + rng.below(3) / 10000)
                verdict = judge(state, other)
                assert verdict.ok or (verdict.rule and verdict.reason)
                verdicts.add(verdict.ok)
                if verdict.ok and rng.chance(30):
                    after = apply(state, other)
                    assert sum(player.size for player in after.players) >= 4 * 13
                    for seat in range(4):
                        for item in allowed(after, seat):
                            later = replace(item, time=after.time + 1)
                            assert judge(after, later).ok
            state = apply(state, event)
    assert verdicts == {True, False}
