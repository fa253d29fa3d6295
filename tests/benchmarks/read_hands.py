"""Whole hands by the real recogniser: rendered scenes, read, laid out and decoded, against truth.

    python -m tests.benchmarks.read_hands FOLDER [--show N] [--csv FILE]

FOLDER is what `python -m vision.training.scenes FOLDER --kind hand` writes; use seeds that no
training saw. Scenes where a tile of the hand shows less than half its face are left out: nobody
could read them. Per hand:

- exact: tiles, sets (open and concealed kong told apart), flowers and winning tile all right;
- unasked: exact and nothing was asked;
- answered: exact once all questions are answered truthfully (asked again until none is left);
- silent: wrong, taken for a win, and nothing was asked.

Who knows the hand says how it was won; that is the point of asking: where two readings of one
picture differ only in what was laid open, the truth is what the winner says.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scoring.errors import RuleError
from scoring.hand import Circumstances, Hand, Meld, MeldKind
from scoring.rulesets import RULE_NAMES, RuleSet, get_rules
from scoring.tiles import Tile
from vision.decode import COUNT_WORDS, OPEN_WORDS, SOME, WINNING, Decoded, DecodeError, decode
from vision.layout import arrange
from vision.reader import Reader
from vision.types import Question, Reading, ReadTile, as_quad

HAND_ROLES = ("concealed", "winning", "flowers", "chow", "pung", "kong", "concealed_kong")
KINDS = {"ckong": MeldKind.CONCEALED_KONG, "kong": MeldKind.KONG}


@dataclass(frozen=True, slots=True)
class Outcome:
    """One hand."""

    exact: bool
    answered: bool
    questions: int
    wins: bool
    fault: str


def true_hand(scene: dict[str, Any]) -> Hand:
    """The hand that was laid."""
    hand = scene["hand"]
    melds = []
    for meld in hand["melds"]:
        tiles = tuple(Tile.from_code(t) for t in meld["tiles"])
        kind = KINDS.get(meld["type"], MeldKind(meld["type"]))
        melds.append(Meld(kind, tiles))
    return Hand(
        tuple(Tile.from_code(t) for t in hand["concealed"]),
        tuple(sorted(melds, key=str)),
        tuple(Tile.from_code(t) for t in hand["flowers"]),
        Tile.from_code(hand["win"]),
    )


def same(a: Hand, b: Hand, rules: RuleSet) -> bool:
    """Whether two hands hold the same, sets in any order.

    What a picture does not show counts as right where it is worth the same: which tile a face-down
    kong is, whether four faces up were konged openly, whether plain sets were claimed or drawn.
    """
    if a.win != b.win or a.flowers != b.flowers:
        return False
    if a.concealed == b.concealed and sorted(map(str, a.melds)) == sorted(map(str, b.melds)):
        return True
    if _shown(a) != _shown(b):
        return False
    return all(
        _items(a, rules, circumstances) == _items(b, rules, circumstances)
        for circumstances in (Circumstances(), Circumstances(self_draw=True))
    )


def _shown(hand: Hand) -> tuple[list[Tile], int]:
    """Tiles but for those of concealed kongs, and how many such kongs."""
    kongs = [m for m in hand.melds if len(m.tiles) == 4]
    rest = [t for m in hand.melds if m not in kongs for t in m.tiles]
    return sorted([*hand.concealed, *rest]), len(kongs)


def _items(hand: Hand, rules: RuleSet, circumstances: Circumstances) -> list[tuple[str, int]]:
    try:
        return [(i.id, i.value) for i in rules.score(hand, circumstances).items]
    except RuleError:
        return []


def readable(scene: dict[str, Any]) -> bool:
    """Whether every tile of the hand shows at least half its face."""
    hand = scene["hand"]
    if hand is None:
        return False
    shown = [t for t in scene["tiles"] if t["visible"] >= 0.5 and t["role"] in HAND_ROLES]
    count = len(hand["concealed"]) + 1 + len(hand["flowers"])
    return len(shown) == count + sum(len(m["tiles"]) for m in hand["melds"])


def answer(question: Question, reading: Reading, scene: dict[str, Any], hand: Hand) -> str | None:
    """What one who knows the table answers; None when no choice is true."""
    truth = scene["tiles"]
    middles = np.array([np.mean(t["quad"], axis=0) for t in truth])
    faces, roles = [], []
    for i in question.about:
        at = np.mean(reading.tiles[i].quad, axis=0)
        nearest = truth[int(np.linalg.norm(middles - at, axis=1).argmin())]
        faces.append(nearest["face"])
        roles.append(nearest["role"])
    if COUNT_WORDS[1] in question.choices:
        return COUNT_WORDS[0] if set(roles) <= set(HAND_ROLES) else COUNT_WORDS[1]
    if question.ask.startswith(WINNING):
        won = [c for c, r in zip(question.choices, roles, strict=True) if r == "winning"]
        return won[0] if won else None
    if OPEN_WORDS[0] in question.choices:
        held = [role in ("concealed", "winning") for role in roles]
        word = OPEN_WORDS[1] if all(held) else OPEN_WORDS[0] if not any(held) else SOME
        return word if word in question.choices else None
    kong = {"open kong": "kong", "concealed kong": "concealed_kong"}
    for word, role in kong.items():
        if word in question.choices and roles[0] == role:
            return word
    if roles[0] == "concealed_kong" and "back" in faces:
        codes = {m.tiles[0].code for m in hand.melds if m.kind is MeldKind.CONCEALED_KONG}
        # A tile that is not offered is worth as much as the first choice, an ordinary one.
        return next((c for c in question.choices if c in codes), question.choices[0])
    return faces[0] if faces[0] in question.choices else None


def read_one(reading: Reading, scene: dict[str, Any], rules: RuleSet) -> Outcome:
    """Decode a reading and ask until nothing is left to ask."""
    hand = true_hand(scene)
    answers: dict[Question, str] = {}
    first: Decoded | None = None
    asked = 0
    decoded: Decoded | None = None
    fault = ""
    for _ in range(4):
        try:
            decoded = decode(reading, rules, answers=answers)
        except (DecodeError, RuleError) as error:
            fault = type(error).__name__
            decoded = None
            break
        first = first or decoded
        fresh = [q for q in decoded.questions if q not in answers]
        asked += len(fresh)
        given = {q: a for q in fresh if (a := answer(q, reading, scene, hand)) is not None}
        if not given:
            break
        answers |= given
    exact = first is not None and same(first.hand, hand, rules)
    last = decoded is not None and same(decoded.hand, hand, rules)
    if not exact and first is not None:
        fault = _difference(first.hand, hand)
    return Outcome(exact, last, asked, first is not None and first.wins, fault)


def _difference(found: Hand, true: Hand) -> str:
    words = []
    if sorted(map(str, found.melds)) != sorted(map(str, true.melds)):
        words.append("sets")
    if found.concealed != true.concealed:
        words.append("concealed")
    if found.flowers != true.flowers:
        words.append("flowers")
    if found.win != true.win:
        words.append("win")
    return "+".join(words)


def known(scene: dict[str, Any]) -> Reading:
    """The reading of a recogniser that never errs."""
    tiles = tuple(
        ReadTile(t["face"], 0.99, as_quad(t["quad"])) for t in scene["tiles"] if t["visible"] >= 0.5
    )
    width, height = scene["size"]
    rows, groups = arrange(tiles, (width, height))
    return Reading(scene["file"], (width, height), 0.0, tiles, rows, groups)


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--truth", action="store_true", help="take the true tiles instead of reading the picture"
    )
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--most", type=int, default=10**6, help="hands at most")
    parser.add_argument("--csv", type=Path, help="one row a hand here")
    options = parser.parse_args()
    reader = None if options.truth else Reader.load()
    sizes = {get_rules(name).hand_size: name for name in reversed(RULE_NAMES)}
    rows: list[tuple[str, Outcome]] = []
    hidden = 0
    spent = 0.0
    for line in (options.folder / "truth.jsonl").open(encoding="utf-8"):
        scene = json.loads(line)
        if not readable(scene):
            hidden += scene["hand"] is not None
            continue
        rules = sizes.get(true_hand(scene).size)
        if rules is None:
            continue
        if reader is None:
            begun = time.perf_counter()
            reading = known(scene)
        else:
            image = cv2.imread(str(options.folder / scene["file"]))
            begun = time.perf_counter()
            reading = reader.read(image, scene["file"])
        outcome = read_one(reading, scene, get_rules(rules))
        spent += time.perf_counter() - begun
        rows.append((scene["file"], outcome))
        if not outcome.exact and options.show > 0:
            options.show -= 1
            print(f"--- {scene['file']}: {outcome.fault} questions {outcome.questions}")
            print("  true ", true_hand(scene))
            for g in reading.groups:
                print("  ", g.role, " ".join(reading.tiles[i].face for i in g.tiles))
        if len(rows) >= options.most:
            break
    n = max(1, len(rows))
    outcomes = [o for _, o in rows]
    exact = sum(o.exact for o in outcomes)
    unasked = sum(o.exact and not o.questions for o in outcomes)
    answered = sum(o.answered for o in outcomes)
    silent = sum(not o.exact and o.wins and not o.questions for o in outcomes)
    asked = sum(o.questions for o in outcomes)
    print(f"{len(rows)} hands ({hidden} more have hidden tiles)")
    print(f"exact at once {exact / n:.2%}, and unasked {unasked / n:.2%}")
    print(f"exact once asked {answered / n:.2%}, questions a hand {asked / n:.2f}")
    print(f"wrong and silent {silent / n:.2%}")
    print("faults:", dict(collections.Counter(o.fault for o in outcomes if o.fault).most_common()))
    print(f"{spent / n:.2f} s a hand")
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["scene", "exact", "answered", "questions", "wins", "fault"])
            for name, o in rows:
                flags = (int(o.exact), int(o.answered), o.questions, int(o.wins), o.fault)
                writer.writerow([name, *flags])
    return 0


if __name__ == "__main__":
    sys.exit(main())
