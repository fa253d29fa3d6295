"""Short ways to write Hong Kong hands in tests."""

from dataclasses import replace

from scoring.hand import Circumstances, parse_wind
from scoring.hongkong import HONG_KONG, WU_HONG_KONG, HongKong
from scoring.result import Score
from tests.scoring.helpers import hand_of

C = HONG_KONG
D = WU_HONG_KONG


def house(rules: HongKong = C, **changes: int | bool | str) -> HongKong:
    """A rule set with some values or switches changed."""
    return HongKong("house", replace(rules.rules, **changes))


def how(text: str) -> Circumstances:
    """Circumstances as words: ``S/E self_draw not_seat_known``; the winds are seat and round."""
    values: dict[str, object] = {}
    for word in text.split():
        if "/" in word:
            seat, _, round_ = word.partition("/")
            values.update(seat=parse_wind(seat), round=parse_wind(round_))
        elif "=" in word:
            name, _, value = word.partition("=")
            values[name] = parse_wind(value)
        else:
            values[word.removeprefix("not_")] = not word.startswith("not_")
    return Circumstances(**values)  # type: ignore[arg-type]


def score(
    concealed: str,
    win: str | None,
    melds: str = "",
    flowers: str = "",
    circumstances: str = "N/N",
    rules: HongKong = C,
) -> Score:
    """Score a hand written in words. The default seat N, round N rarely adds anything."""
    return rules.score(hand_of(concealed, win, melds, flowers), how(circumstances))


def values(result: Score) -> dict[str, int]:
    """Ids and values of the items; equal ids add up."""
    found: dict[str, int] = {}
    for item in result.items:
        found[item.id] = found.get(item.id, 0) + item.value
    return found
