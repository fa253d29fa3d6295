"""Short ways to write hands of the joker game in tests."""

from scoring.hand import Circumstances, Hand, parse_wind
from scoring.jokers import jokers_of
from scoring.result import Score
from scoring.tiles import Tile, parse_tile
from scoring.wu_joker import WU_JOKER, WuJoker
from scoring.wu_joker_rules import WuJokerRules

TABLE = WuJoker("table", WuJokerRules(levels=False, catalogue=False, minimum=0))
"""What DX prints: 半明暗 values, and nothing of 新章台灣牌."""
LOW = WuJoker("low", WuJokerRules(minimum=0))
"""The game itself, without 起糊."""


def hand_of(text: str, win: str | None, melds: str = "", indicator: str = "") -> Hand:
    """A hand; melds are separated by commas, jokers are written as they lie."""
    jokers = jokers_of(parse_tile(indicator)) if indicator else frozenset[Tile]()
    sets = [meld for meld in melds.split(",") if meld.strip()]
    return Hand.parse(text, sets, "", win, jokers)


def won(how: str = "", indicator: str = "") -> Circumstances:
    """Circumstances as words, self-drawn unless they say ``rob_kong`` or ``tianhu``."""
    values: dict[str, object] = {"seat": Tile.N, "round": Tile.N}
    for word in how.split():
        if "/" in word:
            seat, _, round_ = word.partition("/")
            values.update(seat=parse_wind(seat), round=parse_wind(round_))
        else:
            name, _, value = word.partition("=")
            values[name] = int(value) if value else True
    if not {"rob_kong", "tianhu", "discard"} & set(values):
        values["self_draw"] = True
    values.pop("discard", None)
    if indicator:
        values["indicator"] = parse_tile(indicator)
    return Circumstances(**values)  # type: ignore[arg-type]


def score(
    text: str,
    win: str | None,
    melds: str = "",
    how: str = "",
    indicator: str = "",
    rules: WuJoker = LOW,
) -> Score:
    """Score a hand; jokers only where an indicator is named."""
    return rules.score(hand_of(text, win, melds, indicator), won(how, indicator))


def values(result: Score) -> dict[str, int]:
    """The sum of each item."""
    out: dict[str, int] = {}
    for item in result.items:
        out[item.id] = out.get(item.id, 0) + item.value
    return out


__all__ = ["LOW", "TABLE", "WU_JOKER", "hand_of", "score", "values", "won"]
