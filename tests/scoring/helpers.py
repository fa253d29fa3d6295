"""Short ways to write hands in tests."""

from scoring.hand import Circumstances, Hand, parse_wind
from scoring.result import Score
from scoring.rulesets import RuleSet, get_rules

B = get_rules("taiwan")
A = get_rules("taiwan-early")


def hand_of(concealed: str, win: str | None, melds: str = "", flowers: str = "") -> Hand:
    """A hand; melds are separated by commas: ``pung CCC, chow 123m``."""
    return Hand.parse(concealed, [m for m in melds.split(",") if m.strip()], flowers, win)


def circumstances_of(text: str = "") -> Circumstances:
    """Circumstances as words: ``S/E self_draw streak=2``; the winds are seat and round."""
    values: dict[str, object] = {}
    for word in text.split():
        if "/" in word:
            seat, _, round_ = word.partition("/")
            values.update(seat=parse_wind(seat), round=parse_wind(round_))
        elif word.startswith("not_"):
            values[word.removeprefix("not_")] = False
        else:
            name, _, value = word.partition("=")
            values[name] = int(value) if value else True
    return Circumstances(**values)  # type: ignore[arg-type]


def score(
    concealed: str,
    win: str | None,
    melds: str = "",
    flowers: str = "",
    how: str = "N/N",
    rules: RuleSet = B,
) -> Score:
    """Score a hand written in words. The default seat N, round N rarely adds anything."""
    return rules.score(hand_of(concealed, win, melds, flowers), circumstances_of(how))


def items(result: Score) -> list[tuple[str, int]]:
    """Ids and values of what is paid by all, in alphabetical order."""
    return sorted((item.id, item.value) for item in result.items if item.payer == "all")


def ids(result: Score) -> set[str]:
    return {item.id for item in result.items}


def why(result: Score, item_id: str) -> str:
    return next(item.why for item in result.items if item.id == item_id)
