"""What each system says about turns, claims and the end of a hand: one table of values.

`PLAY` holds them by the names of the rule sets. Nothing in the referee knows a system's name: a
club that plays otherwise changes a field.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import Final, Literal

from scoring.game import GAMES, GameRules


class Foul(enum.StrEnum):
    """What kind of penalty a forbidden event asks for (`scoring.penalties` knows the amounts)."""

    DEAD_HAND = "dead_hand"
    """相公 (TW-P-23)."""
    FALSE_WIN = "false_win"
    """詐胡 (TW-P-25, WU16-07, WU13-13, PONG-05)."""
    PUNG_NOT_MADE = "pung_not_made"
    """喊碰未碰 (TW-P-16)."""
    WRONG_CONCEALED_KONG = "wrong_concealed_kong"
    """錯暗槓 (TW-P-38)."""
    WRONG_ADDED_KONG = "wrong_added_kong"
    """錯加槓 (TW-P-39)."""
    WRONG_KONG = "wrong_kong"
    """錯碰槓 (TW-P-40)."""
    WRONG_PUNG = "wrong_pung"
    """錯碰 (TW-P-41)."""
    EXPOSED_DISCARD = "exposed_discard"
    """錯打明牌 (TW-P-42)."""
    LOST_WIN = "lost_win"
    """A win insisted on after its priority was lost (TW-P-45)."""
    LOST_PUNG = "lost_pung"
    """A pung insisted on after its priority was lost (TW-P-45)."""
    LOOKING = "looking"
    """眼牌 broken (TW-P-24)."""
    BARRED = "barred"
    """錯相公 of Wu's games (WU16-07, WU16-12, WU13-13, WU13-16)."""
    LATE_FLOWER = "late_flower"
    """A flower replaced late or out of order (TW-P-08, WU16-13, WU13-17, PONG-07)."""
    LATE_TILE = "late_tile"
    """The dealer's forgotten tile, taken late (跳牌: WU16-13, WU13-17, PONG-07)."""
    PAYS_ALL = "pays_all"
    """包賠 (TW-P-36, TW-P-24)."""
    SLIP = "slip"
    """Any other slip of Wu's games (WU16-13, WU13-17)."""


class Passing(enum.StrEnum):
    """過水: what a win that was let go costs."""

    NOTHING = "nothing"
    UNTIL_DISCARD = "until_discard"
    """No win until an own discard (or added kong) of a tile that does not win (TW-P-12/13)."""
    ROUND = "round"
    """No win on a discard until the own next draw (WU13-16)."""


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Turns, claims, passing and the last tiles of one system."""

    game: GameRules
    """Seats, deal and dealer."""
    rule: dict[str, str]
    """Line of the checklist to name for each topic (see `_TAIWAN_LINES`)."""
    stays: int = 0
    """Tiles of the wall that nobody draws (TW-25: 16, eight stacks)."""
    closed_last: int = 0
    """With so many drawable tiles left a discard can only be won (TW-P-34: 3)."""
    refuse_last: bool = False
    """海底棄摸: the last drawable tile may be refused (TW-25)."""
    heavy_last: int = 0
    """With so many drawable tiles left penalties are heavier (TW-P-38/39/40: 8)."""
    chow: bool = True
    """吃. Not in the pung-only game (PONG-01)."""
    discard_win: bool = True
    """Wins on a discard. Not in the joker game (WU16-06) nor the pung-only game (PONG-01)."""
    rob_kong: bool = True
    """搶槓 of an added kong."""
    orphans_rob_concealed: bool = False
    """十三么 may rob a concealed kong (WU13-15)."""
    all_winners: bool = False
    """無截糊: all who win on one tile are paid. Otherwise the nearest after the discarder wins,
    攔胡 (TW-P-21, HK-P-04)."""
    passing: Passing = Passing.NOTHING
    linked: Literal["no", "end", "line"] = "no"
    """同絡, TW-P-14: which tiles besides the equal one may not be discarded after a chow, nor
    chowed after their like was discarded: none (and equal ones may: WU16-05), the tile that would
    complete the same two tiles at their other end, or all of 1-4-7, 2-5-8, 3-6-9. The documents do
    not say what 同絡 is; the first serves the purpose, that nobody swaps a tile for its like."""
    repeat_pung: bool = True
    """Whether a second equal tile of one round may be ponged. No: TW-P-15, PONG-06."""
    kong_after_claim: bool = True
    """Whether a kong may follow a chow or pung in the same turn. No: TW-P-28."""
    given_kong_wins: bool = True
    """Whether the replacement after a kong from a discard may win. No: TW-P-29 to 31."""
    mixed_kong_wins: bool = True
    """Whether a concealed kong made after mixing the drawn tile always lets its replacement win.
    No: TW-P-32."""
    own_fault: bool = False
    """Tiles exposed by own fault are barred from claims and wins (TW-P-35)."""
    flower_win: int = 0
    """Flowers that win by themselves: 8 (TW-27), 7 (WU13-14), 0 none."""
    flower_win_replaced: bool = True
    """The last flower must be replaced before winning (TW-27)."""
    rob_flower: bool = False
    """七搶一 (1): the holder of seven takes the eighth from who draws it."""
    rob_laid_flower: bool = False
    """七搶一 (2): who lays the seventh takes the eighth that another has laid (TW-30b)."""
    rob_late_flower: bool = False
    """An eighth flower kept in hand and exposed later may be robbed (TW-30c, AMB-14)."""
    declare: bool = False
    """天聽 and 地聽 are declared (TW-31/32); only then there are 地胡 and 人胡."""
    riichi: bool = False
    """立直 with a discard at any time (WU16-12)."""
    human_win: bool = False
    """人胡 without a declaration: another than the dealer, on the first discards (HK-13)."""
    dealt_win_after_kong: bool = True
    """天胡 and 地胡 also after concealed kongs (TW-33/34: B yes, A no)."""
    looking: bool = False
    """眼牌 (TW-P-24)."""
    jokers: bool = False
    """Jokers named by an indicator (WU16-03/04)."""
    penalties: bool = True
    """Whether the document names any penalties."""
    fines: bool = False
    """Late flowers and tiles are paid for and then allowed (WU16-13, WU13-17, PONG-07)."""
    late_tile_until: Literal["discard", "second draw", "second discard"] = "discard"
    """How long the dealer's forgotten tile may be taken: until his discard (TW-P-08), until the
    second player draws (PONG-07) or discards (WU16-13, WU13-17)."""
    false_win: Foul = Foul.FALSE_WIN
    """What a claimed win that is none costs if only said: Wu's games bar (WU16-07, WU13-13)."""

    def penalty(self, foul: Foul | None) -> Foul | None:
        """What a foul, named as in Taiwan, is in this system.

        Wu's games know 錯相公 for wrong sets and small fines for the rest (WU16-13, WU13-17,
        PONG-07); document C says nothing of penalties.
        """
        if foul is None or not self.penalties:
            return None
        return _WU_FOULS.get(foul, foul) if self.fines else foul


_WU_FOULS: Final[dict[Foul, Foul]] = {
    Foul.DEAD_HAND: Foul.SLIP,
    Foul.WRONG_PUNG: Foul.BARRED,
    Foul.WRONG_KONG: Foul.BARRED,
    Foul.WRONG_ADDED_KONG: Foul.BARRED,
    Foul.WRONG_CONCEALED_KONG: Foul.BARRED,
    Foul.EXPOSED_DISCARD: Foul.SLIP,
    Foul.LOST_WIN: Foul.BARRED,
    Foul.LOST_PUNG: Foul.SLIP,
    Foul.PUNG_NOT_MADE: Foul.SLIP,
}
_TAIWAN_LINES: Final[dict[str, str]] = {
    "turn": "TW-P-23",  # drawing, discarding out of turn
    "priority": "TW-P-15",
    "nearest": "TW-P-21",
    "chow": "TW-P-14",
    "pung": "TW-P-15",
    "kong": "TW-P-18",
    "concealed_kong": "TW-P-17",
    "win": "TW-P-11",
    "flower": "TW-P-08",
    "flower_win": "TW-27",
    "draw_game": "TW-P-22",
    "last": "TW-P-34",
    "passing": "TW-P-12",
    "call": "TW-P-16",
    "dead": "TW-P-23",
    "ready": "TW-P-20",
}

TAIWAN_PLAY: Final = PlayRules(
    GAMES["taiwan"],
    _TAIWAN_LINES,
    stays=16,
    closed_last=3,
    refuse_last=True,
    heavy_last=8,
    passing=Passing.UNTIL_DISCARD,
    linked="end",
    repeat_pung=False,
    kong_after_claim=False,
    given_kong_wins=False,
    mixed_kong_wins=False,
    own_fault=True,
    flower_win=8,
    rob_flower=True,
    rob_laid_flower=True,
    declare=True,
    looking=True,
)
"""Document B (procedures of A)."""

TAIWAN_EARLY_PLAY: Final = replace(
    TAIWAN_PLAY,
    game=GAMES["taiwan-early"],
    rob_late_flower=True,
    dealt_win_after_kong=False,
)
"""Document A."""

_HONGKONG_LINES: Final = {
    **dict.fromkeys(_TAIWAN_LINES, "HK-P-03"),
    "priority": "HK-P-04",
    "nearest": "HK-P-04",
    "pung": "HK-P-04",
    "chow": "HK-P-05",
    "flower": "HK-P-02",
}
HONGKONG_PLAY: Final = PlayRules(
    GAMES["hongkong"], _HONGKONG_LINES, human_win=True, penalties=False
)
"""Document C."""

_WU_HONGKONG_LINES: Final = {
    **dict.fromkeys(_TAIWAN_LINES, "WU13-17"),
    "win": "WU13-13",
    "flower_win": "WU13-14",
    "passing": "WU13-16",
    "nearest": "WU13-15",
    "dead": "WU13-13",
    "draw_game": "WU13-18",
    "last": "WU13-15",
}
WU_HONGKONG_PLAY: Final = PlayRules(
    GAMES["wu-hongkong"],
    _WU_HONGKONG_LINES,
    orphans_rob_concealed=True,
    all_winners=True,
    passing=Passing.ROUND,
    flower_win=7,
    flower_win_replaced=False,
    rob_flower=True,
    fines=True,
    late_tile_until="second discard",
    false_win=Foul.BARRED,
)
"""D13."""

_WU_JOKER_LINES: Final = {
    **dict.fromkeys(_TAIWAN_LINES, "WU16-13"),
    "priority": "WU16-20",
    "nearest": "WU16-20",
    "chow": "WU16-04",
    "pung": "WU16-04",
    "kong": "WU16-04",
    "concealed_kong": "WU16-04",
    "win": "WU16-06",
    "flower_win": "WU16-07",
    "dead": "WU16-07",
    "ready": "WU16-12",
    "draw_game": "WU16-21",
}
WU_JOKER_PLAY: Final = PlayRules(
    GAMES["wu-joker"],
    _WU_JOKER_LINES,
    discard_win=False,
    flower_win=8,
    rob_flower=True,
    human_win=True,
    riichi=True,
    jokers=True,
    fines=True,
    late_tile_until="second discard",
    false_win=Foul.BARRED,
)
"""D16."""

_WU_PONG_LINES: Final = {
    **dict.fromkeys(_TAIWAN_LINES, "PONG-07"),
    "chow": "PONG-01",
    "win": "PONG-01",
    "pung": "PONG-06",
    "kong": "PONG-04",
    "concealed_kong": "PONG-03",
    "draw_game": "PONG-08",
}
WU_PONG_PLAY: Final = PlayRules(
    GAMES["wu-pong"],
    _WU_PONG_LINES,
    chow=False,
    discard_win=False,
    rob_kong=False,
    repeat_pung=False,
    fines=True,
    late_tile_until="second draw",
)
"""DP."""

PLAY: Final[dict[str, PlayRules]] = {
    rules.game.name: rules
    for rules in (
        TAIWAN_PLAY,
        TAIWAN_EARLY_PLAY,
        HONGKONG_PLAY,
        WU_HONGKONG_PLAY,
        WU_JOKER_PLAY,
        WU_PONG_PLAY,
    )
}
"""The systems by the names of their rule sets."""
