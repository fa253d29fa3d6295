"""The rule set that `--rules` names: a shipped one, or a club's own TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.hands import InputError

if TYPE_CHECKING:
    from scoring.rulesets import RuleSet

MOST_BYTES = 400_000
"""Bytes of a rule file: all of `scoring.presets.LONGEST_TEXT`, should every character take four."""


def is_file(name: str) -> bool:
    """Whether `--rules` names a file: it ends in .toml or holds a slash."""
    return name.lower().endswith(".toml") or "/" in name or "\\" in name


def chosen_rules(name: str) -> RuleSet:
    """The rule set of this name, or of this file; it is then called as the file is.

    Raises:
        InputError: the file cannot be read.
        scoring.errors.RuleError: unknown name, or something in the file that cannot be.
    """
    if not is_file(name):
        from scoring.rulesets import get_rules

        return get_rules(name)
    from scoring.presets import parse_preset

    return parse_preset(preset_text(name), Path(name).name)


def preset_text(name: str) -> str:
    """The text of a club's rule file.

    Raises:
        InputError: the file cannot be read.
    """
    path = Path(name)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).split("\n")[0]
        raise InputError("preset_missing", path=name, reason=reason) from error
    if len(data) > MOST_BYTES:
        raise InputError("preset_too_big", path=name)
    return text
