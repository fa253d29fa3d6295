"""How many of the renderer's hands the layout gets right when every visible tile is known.

    python tests/benchmarks/layout_scenes.py TRUTH.jsonl [--show N]

TRUTH.jsonl is what `python -m vision.training.scenes FOLDER` writes. Only scenes with one hand
(kind "hand") of which every tile shows at least half its face are counted. A hand is right when its
concealed tiles (as a multiset), sets, flowers and winning tile (apart, or the last concealed one)
are. Concealed tiles laid in little rows of three are counted apart: where such a row is a set,
nothing but the owner's word tells it from an exposed one.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.vision.table_scenes import SETS
from vision.geometry import Array, as_array
from vision.layout import arrange
from vision.types import BACK, ReadTile, as_quad

SAME = {"concealed_kong": "ckong"}


def pieces(quads: list[Array]) -> int:
    """In how many parts a row is broken: tiles farther apart than 1.25 widths, corner to corner."""
    left, parts = list(quads), 0
    while left:
        parts += 1
        todo = [left.pop()]
        while todo:
            q = todo.pop()
            near = 0.25 * float(np.linalg.norm(q[1] - q[0]))
            close = [r for r in left if np.linalg.norm(q[:, None] - r[None], axis=2).min() < near]
            left = [r for r in left if all(r is not c for c in close)]
            todo += close
    return parts


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("truth", type=Path)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    right = seen = hidden = 0
    tally: dict[str, list[int]] = {"one or two rows": [0, 0], "little rows": [0, 0]}
    wrong: collections.Counter[str] = collections.Counter()
    for line in options.truth.open():
        scene = json.loads(line)
        hand = scene["hand"]
        if scene["kind"] != "hand" or hand is None:
            continue
        shown = [t for t in scene["tiles"] if t["visible"] >= 0.5]
        tiles = [ReadTile(t["face"], 0.97, as_quad(t["quad"])) for t in shown]
        roles = ("concealed", "winning", "flowers", *SETS)
        lost = sum(t["visible"] < 0.5 and t["role"] in roles for t in scene["tiles"])
        count = len(hand["concealed"]) + 1 + len(hand["flowers"])
        count += sum(len(m["tiles"]) for m in hand["melds"])
        if lost or sum(t["role"] in roles for t in shown) != count:
            hidden += 1
            continue
        seen += 1
        _, groups = arrange(tiles, tuple(scene["size"]))

        faces = {
            role: [tiles[i].face for g in groups if g.role == role for i in g.tiles]
            for role in ("concealed", "flowers", "winning")
        }
        if not faces["winning"] and faces["concealed"]:
            faces["winning"] = [faces["concealed"].pop()]
        found_sets = sorted(
            (SAME.get(g.role, g.role), tuple(sorted(tiles[i].face for i in g.tiles)))
            for g in groups
            if g.role in SETS
        )
        sets = []
        for role in SETS:
            for number in sorted({t["group"] for t in shown if t["role"] == role}):
                codes = [t["face"] for t in shown if t["role"] == role and t["group"] == number]
                sets.append((SAME.get(role, role), tuple(sorted(codes))))
        plain = {
            ("kong" if kind == "ckong" and BACK not in t else kind, t) for kind, t in found_sets
        }
        plain_true = {("kong" if k == "ckong" and BACK not in t else k, t) for k, t in sets}
        checks = {
            "concealed": sorted(faces["concealed"]) == sorted(hand["concealed"]),
            "sets": plain == plain_true and len(found_sets) == len(sets),
            "flowers": sorted(faces["flowers"]) == sorted(hand["flowers"]),
            "winning": faces["winning"] == [hand["win"]],
        }
        good = all(checks.values())
        own = [as_array(t["quad"]) for t in shown if t["role"] == "concealed"]
        kind = "little rows" if pieces(own) > 2 else "one or two rows"
        tally[kind][0] += good
        tally[kind][1] += 1
        right += good
        wrong.update(name for name, ok in checks.items() if not ok)
        if not good and options.show > 0:
            options.show -= 1
            print(f"--- {scene['file']} ({kind}): {[n for n, ok in checks.items() if not ok]}")
            print("  laid ", " ".join(hand["concealed"]), "| win", hand["win"], "|", sets,
                  "|", *hand["flowers"])  # fmt: skip
            for g in groups:
                print("  found", g.role, " ".join(tiles[i].face for i in g.tiles))
    print(f"{right}/{seen} hands right ({right / max(seen, 1):.1%})")
    print(f"  left out because tiles are hidden: {hidden}")
    for kind, (good, all_of) in tally.items():
        print(f"  concealed tiles in {kind}: {good}/{all_of} ({good / max(all_of, 1):.1%})")
    print("wrong:", dict(wrong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
