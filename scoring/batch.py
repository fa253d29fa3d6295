"""Records of hands as JSON objects, scored one by one: the work of ``taicam score --batch``.

A record is ``{"id": ..., "hand": "123m ...", "melds": [{"type": "pung", "tiles": "CCC"}],
"flowers": "f1 f5", "win": "3p", "context": {"seat": "S", "self_draw": true}}``. Keys that a record
may carry besides (``system``, ``kind``, ``expected`` ...) are not looked at; an unknown key of
``context`` is refused, because a misspelt circumstance would silently change the score.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from typing import Final

from scoring.errors import RecordError, RuleError
from scoring.hand import Circumstances, Hand, Meld, parse_wind, stand_in
from scoring.jokers import jokers_in
from scoring.result import Score
from scoring.rulesets import RuleSet
from scoring.tiles import Tile, parse_tile, parse_tiles

_FLAGS: Final = tuple(
    item.name
    for item in fields(Circumstances)
    if item.init and item.name not in ("seat", "round", "streak", "indicator", "discards")
)
_DEFAULTS: Final = {item.name: item.default for item in fields(Circumstances) if item.init}
_CONTEXT_KEYS: Final = (
    "seat",
    "round",
    "streak",
    "flowers",
    "indicator",
    "discards",
    "robbed_kong_kind",
    *_FLAGS,
)


def score_record(record: Mapping[str, object], rules: RuleSet) -> dict[str, object]:
    """Score one record. A record that cannot be scored gives ``{"id": ..., "error": ...}``."""
    name = record.get("id")
    try:
        return {"id": name, **score_to_dict(rules.score(*read_record(record)))}
    except RuleError as error:
        return {"id": name, "error": str(error)}


def score_lines(lines: Iterable[str], rules: RuleSet) -> Iterator[dict[str, object]]:
    """Score a JSONL text, one result per line that is not empty; never raises for bad records."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as error:
            yield {"id": None, "error": f"line {number} is not JSON: {error}"}
            continue
        if isinstance(record, dict):
            yield score_record(record, rules)
        else:
            yield {"id": None, "error": f"line {number} is not a JSON object"}


def score_to_dict(score: Score) -> dict[str, object]:
    """The JSON form of a score, as ``--batch`` and ``--json`` print it.

    An item has a key ``payer`` only if it is not paid by all.
    """
    items: list[dict[str, object]] = []
    for item in score.items:
        entry: dict[str, object] = {
            "id": item.id,
            "name": item.name,
            "value": item.value,
            "why": item.why,
        }
        if item.payer != "all":
            entry["payer"] = item.payer
        items.append(entry)
    return {
        "total": score.total,
        "unit": score.unit,
        "items": items,
        "waits": [tile.code for tile in score.waits],
        "limit": score.limit,
    }


def read_record(record: Mapping[str, object]) -> tuple[Hand, Circumstances]:
    """The hand and the circumstances of a record.

    Raises:
        RecordError: keys that are missing or of the wrong kind.
        RuleError: tiles or circumstances that cannot be.
    """
    context = record.get("context", {})
    if not isinstance(context, Mapping):
        raise RecordError("context must be an object")
    circumstances = read_circumstances(context)
    flowers = _text(record, "flowers") or _text(context, "flowers")
    if "hand" not in record and circumstances.hand_complete:
        raise RecordError("no hand")
    melds = record.get("melds", [])
    if not isinstance(melds, list):
        raise RecordError("melds must be a list")
    win = _text(record, "win")
    tiles = parse_tiles(_text(record, "hand"))
    jokers = jokers_in(circumstances)
    won = parse_tile(win) if win else None
    hand = Hand(
        tuple(tile for tile in tiles if tile < 34),
        tuple(_meld(meld, jokers) for meld in melds),
        tuple(tile for tile in tiles if tile >= 34) + parse_tiles(flowers),
        None if won is None else stand_in(won, tiles, jokers),
    )
    return hand, circumstances


def read_circumstances(context: Mapping[str, object]) -> Circumstances:
    """Circumstances from the keys of a record's ``context``; what is absent is false.

    Raises:
        RecordError: an unknown key (with the nearest known one) or a value of the wrong kind.
        ContradictionError: as `Circumstances`.
    """
    for key in context:
        if key not in _CONTEXT_KEYS:
            near = get_close_matches(key, _CONTEXT_KEYS, n=1)
            hint = f", did you mean {near[0]}?" if near else ""
            raise RecordError(f"unknown circumstance {key!r}{hint}")
    # What is not said of the winds is East, but only Hong Kong rules ask whether it was said.
    flags = {"seat_known": "seat" in context, "round_known": "round" in context}
    flags |= {key: _flag(context, key) for key in _FLAGS if key in context}
    kong = _text(context, "robbed_kong_kind") or "open"
    if kong not in ("open", "concealed"):
        raise RecordError("robbed_kong_kind must be open or concealed")
    if kong == "concealed":
        flags["rob_concealed_kong"] = True
    return Circumstances(
        seat=parse_wind(_text(context, "seat") or "E"),
        round=parse_wind(_text(context, "round") or "E"),
        streak=_number(context, "streak"),
        discards=_number(context, "discards") if "discards" in context else None,
        indicator=parse_tile(name) if (name := _text(context, "indicator")) else None,
        **flags,
    )


def circumstances_to_dict(circumstances: Circumstances) -> dict[str, object]:
    """The ``context`` of a record; `read_circumstances` gives the same circumstances back."""
    out: dict[str, object] = {
        "seat": circumstances.seat.code,
        "round": circumstances.round.code,
    }
    for name in _FLAGS:
        value = getattr(circumstances, name)
        if value != _DEFAULTS[name]:
            out[name] = value
    if circumstances.streak:
        out["streak"] = circumstances.streak
    if circumstances.discards is not None:
        out["discards"] = circumstances.discards
    if circumstances.indicator is not None:
        out["indicator"] = circumstances.indicator.code
    return out


def _meld(meld: object, jokers: frozenset[Tile]) -> Meld:
    if isinstance(meld, str):
        return Meld.parse(meld, jokers)
    if not isinstance(meld, Mapping):
        raise RecordError("a meld must be an object with type and tiles")
    kind = _text(meld, "type")
    if not kind:
        raise RecordError("a meld must have a type: chow, pung, kong or ckong")
    return Meld.parse(f"{kind} {_text(meld, 'tiles')}", jokers)


def _text(mapping: Mapping[str, object], key: str) -> str:
    value = mapping.get(key, "")
    if not isinstance(value, str):
        raise RecordError(f"{key} must be a text")
    return value


def _number(mapping: Mapping[str, object], key: str) -> int:
    value = mapping.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{key} must be a whole number")
    return value


def _flag(mapping: Mapping[str, object], key: str) -> bool:
    value = mapping[key]
    if not isinstance(value, bool):
        raise RecordError(f"{key} must be true or false")
    return value
