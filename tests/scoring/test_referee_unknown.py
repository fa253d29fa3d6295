"""The referee when tiles are not seen, and logs that contradict themselves."""

import json

import pytest

from scoring.errors import GameError, RecordError, RefereeError
from scoring.events import (
    Call,
    Claim,
    Deal,
    Discard,
    Draw,
    Event,
    Pass,
    Showdown,
    at,
    from_dict,
    to_dict,
)
from scoring.play import Random, as_seen, play_hand
from scoring.playrules import PLAY
from scoring.referee import allowed, first_fault, judge, replay, start
from scoring.rulesets import get_rules
from scoring.table import circumstances_of_win, hand_of_win, result_of
from scoring.tiles import Tile, parse_tiles
from tests.scoring.play_helpers import T, event

DEALER = "147m 258p 369s ESWNCFP 1m"
READY = "123m 456m 34p 777s 999s EE"
HIDDEN = Deal(0, ((None,) * 17, (None,) * 16, (None,) * 16, (None,) * 16))


def test_backs_are_counted_and_followed() -> None:
    t = T().do("0 discards 1m", "1 draws ?", "1 discards 9m", "2 chows 9m 78m", "2 discards C")
    assert [player.hidden for player in t.state.players] == [16, 16, 13, 16]
    assert [player.size for player in t.state.players] == [16, 16, 16, 16]
    assert t.state.located[Tile.M9] == 1
    t.do("3 pungs C", "3 discards E", "0 draws ?", "0 hides ?")
    assert t.state.players[0].hidden == 13
    assert t.state.players[0].size == 16
    t.do("0 draws ? back", "0 discards 9m")


def test_nobody_has_a_fifth_tile() -> None:
    t = T().do("0 discards C", "2 pungs C", "2 discards 9m", "3 draws ?", "3 discards C")
    t.do("0 draws ?")
    verdict = t.no("0 discards C")
    assert verdict.rule == "LOG"
    t.do("0 discards 1s")
    assert t.no("1 draws C").reason == "紅中不會有5張"
    known = T(hands={0: DEALER}).do("0 discards C")
    known.do("1 pungs C", "1 discards 9m", "2 draws ?", "2 discards C", "3 draws ?")
    assert known.no("3 hides C").rule == "TW-P-17"


def test_a_win_of_a_hidden_hand_is_judged_when_it_is_laid_open() -> None:
    t = T(hands={0: DEALER}).do("0 discards 5p")
    verdict = t.judge("1 wins 5p")
    assert verdict.ok
    assert verdict.unknown == ("手牌未見, 不能判斷是否成胡",)
    assert t.no("1 wins 5p with 123m 456m 35p 777s 999s EE").rule == "TW-P-11"
    assert t.no("1 wins 5p with 123m").rule == "LOG"
    t.do(f"1 wins 5p with {READY}")
    assert hand_of_win(t.state).concealed == parse_tiles(READY)
    score = get_rules("taiwan").score(hand_of_win(t.state), circumstances_of_win(t.state))
    assert score.total == 1
    unseen = T(hands={0: DEALER}).do("0 discards 5p", "1 wins 5p")
    with pytest.raises(GameError, match="not known"):
        hand_of_win(unseen.state)


def test_a_hidden_self_draw() -> None:
    t = T(hands={0: DEALER}).do("0 discards 1m", "1 draws ?")
    assert t.judge("1 wins 5p").ok
    assert t.judge("1 wins ?").unknown == ("所胡之牌未見", "手牌未見, 不能判斷是否成胡")
    assert t.no(f"1 wins 2p with {READY} 5p").rule == "TW-P-11"
    t.do(f"1 wins 5p with {READY} 5p")
    assert hand_of_win(t.state).win is Tile.P5


def test_a_concealed_kong_that_nobody_saw() -> None:
    t = T(hands={0: DEALER}).do("0 discards 1m", "1 draws ?", "1 hides ?", "1 draws ? back")
    verdict = t.judge("1 wins 5p with 123m 456m 345p 999s EE")
    assert verdict.unknown == ("手牌未見, 不能判斷是否成胡",)
    known = T(hands={0: "7777s 123m 456m 34p 999s EE"})
    assert known.yes("0 hides ?").unknown == ("暗槓之牌未見",)
    assert known.state.players[0].known == ()
    assert known.state.located[Tile.S7] == 0
    assert T(hands={0: DEALER}).no("0 hides ?").rule == "TW-P-17"


def test_discards_that_were_not_seen() -> None:
    t = T(hands={0: DEALER, 1: READY})
    assert t.yes("0 discards ?").unknown == ("所打之牌未見",)
    assert t.state.players[0].hidden == 16
    assert t.judge("1 calls win").unknown
    assert t.judge("1 wins 5p").unknown == ("所胡之牌未見", "所胡之牌未見")
    t = T(hands={0: DEALER}).do("0 discards ?")
    assert t.judge("2 calls pung").ok
    t.do("2 pungs 9m", "2 discards C")
    assert t.state.players[2].sets[0].tiles == (Tile.M9,) * 3
    assert t.state.located[Tile.M9] == 3
    won = T(hands={0: DEALER}).do("0 discards ?", "1 wins 5p")
    assert won.state.wins[0].tile is Tile.P5


def test_ready_and_looking_of_hidden_hands_are_believed() -> None:
    t = T(hands={0: DEALER})
    for text in ("1 declares", "1 looks"):
        assert t.judge(text).unknown == ("手牌未見, 不能判斷是否聽牌",)
    t.do("1 declares", "0 discards 1m", "1 draws ?", "1 discards 9m")
    assert t.state.players[1].ready is not None  # an unseen draw cannot show a change
    t.do("2 draws ?")
    assert t.judge("2 discards 9m ready").unknown


def test_exposed_tiles_of_a_hidden_hand_become_known() -> None:
    t = T(hands={0: DEALER}).do("1 exposes 5p 5p", "0 discards 5p")
    assert t.state.players[1].known == (Tile.P5, Tile.P5)
    assert t.no("1 pungs 5p").rule == "TW-P-35"
    assert t.no(f"1 wins 5p with {READY}").rule == "LOG"  # it shows no 5p 5p
    mixed = T(hands={0: DEALER, 1: READY}).do("1 exposes 3p", "0 discards 1m")
    assert mixed.state.players[1].known == parse_tiles(READY)


@pytest.mark.parametrize("name", sorted(PLAY))
def test_what_a_camera_sees_of_random_hands_is_followed(name: str) -> None:
    """The same hands, seen from above: accepted, and the same winner."""
    for seed in range(2):
        hand = play_hand(PLAY[name], Random(seed))
        seen = as_seen(hand.log)
        assert not any(isinstance(item, Call | Pass | Showdown) for item in seen)
        state = replay(PLAY[name], seen)
        assert result_of(state).winners == hand.result.winners
        if (
            state.wins
            and not state.wins[0].flowers
            and None
            not in [tile for item in state.players[state.wins[0].seat].sets for tile in item.tiles]
        ):
            assert hand_of_win(state) == hand_of_win(hand.state)


# Logs


def test_a_log_begins_with_a_deal_and_has_one() -> None:
    with pytest.raises(RefereeError, match="配牌"):
        replay(PLAY["taiwan"], [Draw(0)])
    with pytest.raises(RefereeError, match="配牌"):
        replay(PLAY["taiwan"], [])
    assert first_fault(PLAY["taiwan"], [Draw(0)]) is not None
    fault = first_fault(PLAY["taiwan"], [HIDDEN, at(HIDDEN, 1.0)])
    assert fault is not None
    assert (fault[0], fault[1].reason) == (1, "已配過牌")
    fault = first_fault(PLAY["hongkong"], [HIDDEN])
    assert fault is not None
    assert fault[0] == 0
    fault = first_fault(PLAY["taiwan"], [], whole=True)
    assert fault is not None
    assert fault[0] == 0
    assert first_fault(PLAY["taiwan"], [HIDDEN]) is None
    fault = first_fault(PLAY["taiwan"], [HIDDEN], whole=True)
    assert fault is not None
    assert fault[1].reason == "紀錄未到攤牌"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"round": Tile.C}, "座位或圈風不對"),
        ({"east": 4}, "座位或圈風不對"),
        ({"wall": (Tile.M1,)}, "牌牆應餘79張"),
        ({"hands": ((None,) * 16, (None,) * 15, (None,) * 16, (None,) * 16)}, "配牌張數不對"),
        ({"hands": ((Tile.M1,) * 5 + (None,) * 12, *[(None,) * 16] * 3)}, "一萬不會有5張"),
        ({"hands": ((Tile.F1,) * 2 + (None,) * 15, *[(None,) * 16] * 3)}, "春不會有2張"),
    ],
)
def test_a_deal_that_cannot_be(change: dict[str, object], reason: str) -> None:
    values = {name: getattr(HIDDEN, name) for name in ("seat", "hands", "east", "round", "wall")}
    with pytest.raises(RefereeError, match=reason):
        start(PLAY["taiwan"], Deal(**{**values, **change}))  # type: ignore[arg-type]


def test_time_does_not_go_backwards() -> None:
    t = T(hands={0: DEALER}).do("0 discards 1m")
    assert judge(t.state, event("1 draws 9m", t.state.time - 1)).reason == "時間倒退"
    assert judge(t.state, event("1 draws 9m", t.state.time)).ok
    assert judge(t.state, event("7 draws 9m", 9)).reason == "沒有這個座位"
    complete = T(hands={0: DEALER, 1: READY}, complete=True)
    assert judge(complete.state, event("1 declares", 0)).reason == "時間倒退"


def test_a_known_wall_is_followed() -> None:
    hand = play_hand(PLAY["taiwan"], Random(1))
    deal = hand.log[0]
    assert isinstance(deal, Deal)
    assert deal.wall is not None
    fault = first_fault(PLAY["taiwan"], [hand.log[0], *hand.log[1:]], every_answer=True)
    assert fault is None


def test_showdowns() -> None:
    t = T(hands={0: DEALER, 1: READY}).do("0 discards 5p", "1 wins 5p")
    unseen = (None,) * 16
    known = tuple(parse_tiles(DEALER.replace("258p", "28p")))
    ready = tuple(parse_tiles(READY))

    def show(*hands: object, wall: object = ()) -> Showdown:
        return Showdown(hands, wall, 1, t.state.time + 1)  # type: ignore[arg-type]

    assert judge(t.state, show(known, ready, unseen, unseen)).ok
    assert judge(t.state, show(unseen, unseen, unseen, unseen)).ok
    wrongs = (
        show(known[:-1], ready, unseen, unseen),
        show((Tile.S8, *known[1:]), ready, unseen, unseen),
        show(known, ready, unseen, unseen, wall=(None,) * 3),
        show(known, ready, unseen, unseen, wall=(Tile.C,) * 4 + (None,) * (t.state.left - 4)),
    )
    for wrong in wrongs:
        assert judge(t.state, wrong).rule == "LOG"
    full = show(known, ready, unseen, unseen, wall=(None,) * t.state.left)
    after = judge(t.state, full)
    assert after.ok
    assert judge(T(hands={0: DEALER}).state, full).rule == "LOG"


# What is allowed


def test_allowed_moves_of_known_and_hidden_hands() -> None:
    t = T(hands={0: DEALER, 1: READY})
    names = {type(item).__name__ for item in allowed(t.state, 0)}
    assert names == {"Discard"}
    assert len([item for item in allowed(t.state, 0) if not item.time]) == 16
    assert [type(item).__name__ for item in allowed(t.state, 1)] == ["Ready"]
    t.do("0 discards 5p")
    assert {type(item).__name__ for item in allowed(t.state, 1)} == {"Draw", "Win", "Chow"}
    t.do("1 draws ?")
    assert Discard(1, None, time=t.state.time) in allowed(t.state, 1)
    t.do("1 discards 9m", "2 draws ?")
    hidden = allowed(t.state, 2)
    assert Discard(2, None, time=t.state.time) in hidden
    late = T(hands={0: DEALER, 2: READY}).do("0 discards 5p", "1 draws ?")
    assert {type(item).__name__ for item in allowed(late.state, 2)} == {"Win"}
    late.do("2 wins 5p")
    assert allowed(late.state, 3) == ()


# Events as dicts


def test_events_survive_json() -> None:
    for name in PLAY:
        for log in (
            play_hand(PLAY[name], Random(3)).log,
            as_seen(play_hand(PLAY[name], Random(4)).log),
        ):
            lines = [json.dumps(to_dict(item)) for item in log]
            assert tuple(from_dict(json.loads(line)) for line in lines) == log


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({}, "no event"),
        ({"event": 3}, "no event"),
        ({"event": "fly"}, "no event"),
        ({"event": "draw", "seat": 0, "wind": 1}, "no field 'wind'"),
        ({"event": "draw", "seat": 4}, "no seat"),
        ({"event": "draw", "seat": True}, "no seat"),
        ({"event": "draw"}, "missing"),
        ({"event": "draw", "seat": 0, "tile": "5x"}, "not a tile code"),
        ({"event": "draw", "seat": 0, "end": "middle"}, "middle"),
        ({"event": "draw", "seat": 0, "time": "now"}, "no time"),
        ({"event": "draw", "seat": 0, "time": float("nan")}, "no time"),
        ({"event": "pung", "seat": 0, "tile": None}, "must be known"),
        ({"event": "flower", "seat": 0, "tiles": "f1"}, "no list"),
        ({"event": "discard", "seat": 0, "tile": "5p", "ready": 1}, "neither"),
        ({"event": "deal", "seat": 0, "hands": [[], []]}, "four hands"),
        ({"event": "deal", "seat": 0, "hands": [[]] * 4, "round": "C"}, "no wind"),
        ({"event": "deal", "seat": 0, "hands": [[]] * 4, "streak": -1}, "no count"),
        ({"event": "draw", "seat": 0, "tile": ["1m"]}, "draw"),
    ],
)
def test_records_that_are_no_events(record: dict[str, object], reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        from_dict(record)


def test_fields_with_a_default_may_be_absent() -> None:
    made: Event = from_dict({"event": "call", "seat": 2, "claim": "pung"})
    assert made == Call(2, Claim.PUNG)
    deal = from_dict({"event": "deal", "seat": 0, "hands": [[None]] * 4, "wall": None})
    assert isinstance(deal, Deal)
    assert deal.wall is None
