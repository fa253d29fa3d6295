"""What is written of a confirmed hand: enough to recount it and to settle a dispute later."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from device.web.results import Result


_KEPT = ("rules", "hand", "setup", "total", "unit", "limit", "items", "waits", "payments")


def record(result: Result, told: dict[str, Any]) -> dict[str, Any]:
    """The entry of a result; `told` is how it stood on the page when it was confirmed."""
    from device.output import hand_to_dict
    from scoring.batch import score_to_dict
    from scoring.rulesets import get_rules

    scored = result.scored
    assert scored.hand is not None
    assert scored.score is not None
    rules = get_rules(scored.setup.rules)
    kept = {key: told[key] for key in _KEPT if key in told}
    return {
        "id": result.id,
        "time": datetime.now().astimezone().isoformat(timespec="seconds"),
        "kind": "win",
        "program": _program(),
        "models": _models(),
        "rules": {"name": scored.setup.rules, "hash": _rules_hash(rules)},
        "hand": hand_to_dict(scored.hand),
        "setup": scored.setup.model_dump(),
        "score": score_to_dict(scored.score),
        "reading": None if result.reading is None else result.reading.to_dict(),
        "corrections": result.corrections(),
        "told": kept,
    }


@cache
def _program() -> str:
    try:
        return version("taicam")
    except PackageNotFoundError:
        return ""


@cache
def _models() -> dict[str, str]:
    """Name and sha256 of the models, as their cards say."""
    from device.machine import models

    return {str(model.get("name")): str(model.get("sha256", "")) for model in models()}


def _rules_hash(rules: Any) -> str:
    """A hash of the rule set's values, so that a changed house rule shows."""
    from scoring.presets import preset_hash

    return preset_hash(rules)
