"""House rules: rule sets as TOML text.

A preset names the rule set that it is based on, and what it changes::

    based_on = "taiwan"

    [values]               # 0 turns an item off
    one_suit = 8

    [switches]
    eight_pairs = false

    [names]
    human_win_name = "天聽一發"

    [settlement]           # amounts of money, see `scoring.money`
    base = 50

The keys are the fields of the family's dataclass (`TaiwanRules`, `HongKongRules` ...): whole
numbers are values, true and false are switches, words are names. Nothing is taken silently: an
unknown key, a value of the wrong kind or outside its bounds is refused with its line and the
nearest known key.

The shipped files ``scoring/presets/NAME.toml`` spell every key out, for clubs to copy. They say
what the dataclasses say, which is what runs; a test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from scoring.errors import PresetError
from scoring.money import MONEY, Money, MoneyError, check_money
from scoring.rulesets import RULE_NAMES, RuleSet, get_rules

LEAST: Final = 0
MOST: Final = 999
"""Bounds of a value, in 台 or 番, unless its dataclass has others in `BOUNDS`. No game of the
documents goes beyond 120; the bound catches a slip of the keyboard."""
MOST_MONEY: Final = 1_000_000
"""Most of an amount, in units of the club's money."""
LONGEST_NAME: Final = 20
"""Characters of a name: what a line of a phone or a small screen holds."""
LONGEST_TEXT: Final = 100_000
"""Characters of a preset. The shipped ones have about 6,000; more is some other file."""

SECTIONS: Final = ("values", "switches", "names", "settlement")
_KINDS: Final[dict[str, type]] = {"values": int, "switches": bool, "names": str}


def family_of(rules: RuleSet) -> str:
    """The shipped rule set whose kind of game a rule set is: ``hongkong`` for ``wu-hongkong``."""
    name: str = rules_of(rules).FAMILY
    return name


def rules_of(rules: RuleSet) -> Any:
    """The dataclass of values and switches of a rule set.

    It says in class variables of which `FAMILY` it is, and may say more of its fields: `BOUNDS`
    (least and most of a value, where not `LEAST` and `MOST`), `WORDS` (words that stand for a
    number, as ``limit``) and `CHOICES` (the only texts that a name may be). Its ``label`` says what
    a field is, in a few words.
    """
    return rules.rules  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Preset:
    """What a TOML text describes: how hands are scored, and what is paid for them."""

    rules: RuleSet
    money: Money


def parse_preset(text: str, name: str) -> RuleSet:
    """The rule set that a TOML text describes, under this name. Raises as `read_preset`."""
    return read_preset(text, name).rules


def read_preset(text: str, name: str) -> Preset:
    """The rule set and the amounts of money that a TOML text describes, under this name.

    Raises:
        PresetError: not TOML, an unknown key, a value of the wrong kind or out of bounds. `line`
            is the line of the text, counted from 1.
    """
    table = _table(text, name)
    base = _base(text, name, table)
    values, money = rules_of(base), MONEY[base.name]
    changes: dict[str, object] = {}
    amounts: dict[str, Any] = {}
    for section, key, value in _entries(text, name, table):
        where = _Where(text, name, section, key)
        known = _amounts(money) if section == "settlement" else _known(values, section)
        if key not in known:
            raise _unknown_key(where, values, tuple(known))
        if section == "settlement":
            amounts[key] = _amount(where, known[key], value)
        else:
            changes[key] = _read(where, values, known[key], value)
    made = replace(values, **changes)
    if hasattr(made, "limit") and "limit" in _amounts(money):
        amounts.setdefault("limit", made.limit)  # a hand is paid as far as it is counted
    try:
        paid = check_money(replace(money, **amounts))
    except MoneyError as error:
        where = _Where(text, name, "settlement", str(error.params["name"]))
        raise where.error("bad_amounts", reason=error.params["reason"]) from None
    return Preset(replace(base, name=name, rules=made), paid)  # type: ignore[type-var]


def format_preset(rules: RuleSet, money: Money | None = None) -> str:
    """A rule set as TOML text with every key, and with its money if that is given.

    `read_preset` gives the same back. `based_on` is the shipped rule set of the family, so that
    the text does not depend on files.
    """
    values = rules_of(rules)
    lines = [f'based_on = "{family_of(rules)}"']
    for section in _KINDS:
        known = _known(values, section)
        lines += ["", f"[{section}]"] if known else []
        for key, value in known.items():
            label = values.label(key)
            lines.append(f"{key} = {_written(values, value)}" + (f"  # {label}" if label else ""))
    if money is not None:
        lines += ["", "[settlement]"]
        lines += [f"{key} = {_written(money, value)}" for key, value in _amounts(money).items()]
    return "\n".join([*lines, ""])


def preset_hash(rules: RuleSet, money: Money | None = None) -> str:
    """A SHA-256 of all values, switches and names, and of the money if that is given.

    Equal rules have equal hashes, whatever their name.

    For the club log: what was scored under which rules can be told years later.
    """
    import hashlib  # asked for once an evening, and not quick to load

    lines = [family_of(rules)]
    for values in [rules_of(rules)] + ([] if money is None else [money]):
        lines += sorted(f"{item.name}={getattr(values, item.name)!r}" for item in fields(values))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def shipped_text(name: str) -> str:
    """The TOML text of a shipped rule set, with its comments: the file to copy.

    Raises:
        UnknownRulesError: there is none of this name.
    """
    from importlib.resources import files

    rules = get_rules(name)
    return files("scoring").joinpath("presets", f"{rules.name}.toml").read_text("utf-8")


@dataclass(frozen=True, slots=True)
class _Where:
    """A place in a preset, for errors."""

    text: str
    name: str
    section: str
    key: str

    def error(self, problem: str, **params: object) -> PresetError:
        """An error at this place."""
        line = _line_of(self.text, self.section, self.key)
        return PresetError(self.name, line, problem, key_name=self.key, **params)


def _table(text: str, name: str) -> dict[str, Any]:
    import tomllib  # only who plays by a preset waits for it

    if len(text) > LONGEST_TEXT:
        raise PresetError(name, 1, "too_long", most=LONGEST_TEXT)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error).split("\n")[0]
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", reason)
        line = text.count("\n") + 1
        if found:
            line = int(found[1] or line)
            reason = reason[: found.start()]
        raise PresetError(name, line, "not_toml", reason=reason) from None


def _base(text: str, name: str, table: dict[str, Any]) -> RuleSet:
    """The rule set that `based_on` names."""
    base = table.get("based_on")
    where = _Where(text, name, "", "based_on")
    if base is None:
        raise where.error("no_base", known=RULE_NAMES)
    if base not in RULE_NAMES:
        raise where.error("bad_base", value=_shown(base), near=_near(str(base), RULE_NAMES))
    return get_rules(base)


def _entries(text: str, name: str, table: dict[str, Any]) -> Iterator[tuple[str, str, object]]:
    """All (section, key, value) of a preset, in its order."""
    for section, content in table.items():
        if section == "based_on":
            continue
        where = _Where(text, name, "", section)
        if section not in SECTIONS:
            raise where.error(
                "unknown_key", near=_near(section, (*SECTIONS, "based_on")), section=""
            )
        if not isinstance(content, dict):
            raise where.error("not_a_section", value=_shown(content))
        for key, value in content.items():
            yield section, key, value


def _known(values: Any, section: str) -> dict[str, Any]:
    """The fields that belong into a section, with their values."""
    kind = _KINDS.get(section)
    pairs = ((item.name, getattr(values, item.name)) for item in fields(values))
    return {key: value for key, value in pairs if type(value) is kind}


def _amounts(money: Money) -> dict[str, Any]:
    """The fields of the money, with their values."""
    return {item.name: getattr(money, item.name) for item in fields(money)}


def _unknown_key(where: _Where, values: Any, known: tuple[str, ...]) -> PresetError:
    """Says in which section a key is known, or which key is meant."""
    for section in _KINDS:
        if where.key in _known(values, section):
            return where.error("other_section", section=section)
    near = _near(where.key, known)
    return where.error("unknown_key", near=near, section=where.section)


def _read(where: _Where, values: Any, usual: object, value: object) -> object:
    """A value of a preset, checked against the usual one of its field."""
    words: Mapping[str, int] = getattr(values, "WORDS", {})
    bounds: Mapping[str, tuple[int, int]] = getattr(values, "BOUNDS", {})
    if where.key in bounds:  # what has bounds of its own stays within them
        words = {}
    if type(usual) is int and isinstance(value, str) and value in words:
        return words[value]
    if type(value) is not type(usual):
        raise where.error("wrong_kind", kind=type(usual).__name__, value=_shown(value))
    if type(value) is int:
        least, most = bounds.get(where.key, (LEAST, MOST))
        if not least <= value <= most and value not in words.values():
            raise where.error("out_of_bounds", value=value, least=least, most=most)
    elif isinstance(value, str):
        choices: Mapping[str, tuple[str, ...]] = getattr(values, "CHOICES", {})
        if where.key in choices and value not in choices[where.key]:
            raise where.error("no_choice", value=value, choices=choices[where.key])
        if not 0 < len(value) <= LONGEST_NAME or not value.isprintable():
            raise where.error("bad_name", value=_shown(value), most=LONGEST_NAME)
    return value


def _amount(where: _Where, usual: object, value: object) -> object:
    """An amount of money, or a list of them or of tiles, checked against the usual one."""
    if isinstance(usual, tuple) and isinstance(value, list):
        return tuple(_amount(where, usual[0], entry) for entry in value)
    if type(value) is not type(usual):
        raise where.error("wrong_kind", kind=type(usual).__name__, value=_shown(value))
    if type(value) is int and not LEAST <= value <= MOST_MONEY:
        raise where.error("out_of_bounds", value=value, least=LEAST, most=MOST_MONEY)
    return value


def _written(values: Any, value: object) -> str:
    """A value as TOML."""
    if isinstance(value, tuple):
        return f"[{', '.join(_written(values, entry) for entry in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    words: Mapping[str, int] = getattr(values, "WORDS", {})
    word = next((word for word, number in words.items() if number == value), value)
    return str(value) if word is value and isinstance(value, int) else f'"{word}"'


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _near(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(get_close_matches(word.lower().replace("-", "_"), known, n=2, cutoff=0.6))


def _line_of(text: str, section: str, key: str) -> int:
    """The line where a key of a section stands; else that of the section, or 1."""
    current, fallback = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*[\"']?([\w-]+)", line)
        if header:
            current = header[1]
            if current in (section, key):
                fallback = number
        elif current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]", line):
            return number
        elif not current and section and re.match(rf"\s*[\"']?{re.escape(section)}\b", line):
            fallback = number
    return fallback
