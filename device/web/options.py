"""Which circumstances the page offers under which rules, in the order of its buttons."""

from __future__ import annotations

from typing import Any

from device.messages import LANGUAGES, MESSAGES, Language, localise, tile_name
from device.output import rules_title
from device.web.club_words import CLUB_PAGE_WORDS
from device.web.forms import FLAG_FIELDS, NO_FLAGS
from device.web.money import stakes
from device.web.words import WORDS

_DRAWN = ("kong_draw", "rob_kong", "last_tile")
"""Beside 自摸, which has a button of its own. All rules know these."""

_TAIWAN = (
    *_DRAWN,
    "tianting",
    "diting",
    "diting_yifa",
    "tianhu",
    "dihu",
    "renhu",
    "robbed_flower",
    "seventh_drawn",
    "dealt_flowers",
    "flower_win",
)

OFFERED: dict[str, tuple[str, ...]] = {
    "taiwan": _TAIWAN,
    "taiwan-early": (*_TAIWAN, "late_flower"),
    "wu-joker": (*_DRAWN, "kong_on_kong", "riichi", "tianhu", "dihu"),
    "wu-pong": _DRAWN,
    "hongkong": (
        *_DRAWN,
        "flower_draw",
        "tianhu",
        "dihu",
        "renhu",
        "no_flowers_in_play",
    ),
    "wu-hongkong": (
        *_DRAWN,
        "kong_on_kong",
        "flower_draw",
        "rob_concealed_kong",
        "tianhu",
        "dihu",
        "robbed_flower",
        "dealt_flowers",
        "big_flowers",
        "flower_win",
        "no_flowers_in_play",
    ),
}
"""Rule sets whose circumstances are known here; others get those of `_DRAWN` and their own."""


WITH_JOKERS = frozenset({"wu-joker"})
"""Games in which a tile may be turned up that names the jokers."""


def offered(rules: str) -> tuple[str, ...]:
    """The circumstances that may be said under these rules, 自摸 left out."""
    names = OFFERED.get(rules, _DRAWN)
    return tuple(name for name in names if name in FLAG_FIELDS - NO_FLAGS or name == "flower_win")


def rules_for_page(language: Language) -> list[dict[str, Any]]:
    """Every rule set with its name, the size of its hands, and its circumstances."""
    from scoring.rulesets import RULE_NAMES, get_rules

    return [
        {
            "name": name,
            "title": rules_title(name, language),
            "size": get_rules(name).hand_size,
            "flags": offered(name),
            "stakes": stakes(name),
            "indicator": name in WITH_JOKERS,
        }
        for name in RULE_NAMES
    ]


def page_words(language: Language, *, club: bool = False) -> dict[str, str]:
    """Every word the page's script needs; those of the club's pages on demand."""
    column = LANGUAGES.index(language)
    known = WORDS | CLUB_PAGE_WORDS if club else WORDS
    own = {
        key: texts[column] for key, texts in known.items() if not key.startswith(("web_", "serve_"))
    }
    shared = {name: MESSAGES[language][name] for name in FLAG_FIELDS if name in MESSAGES[language]}
    return shared | own


def tile_names(language: Language) -> dict[str, str]:
    """What people call each face, to be read out and shown under it."""
    from vision.types import FACE_CODES

    return {code: localise(tile_name(code, language), language) for code in FACE_CODES}
