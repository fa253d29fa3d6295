"""How many laid hands the layout gets wholly right when every tile is known, and how fast.

    python tests/benchmarks/layout_hands.py [--hands 1000] [--seed 1] [--show N] [--csv FILE]

Prints the share of hands with groups, roles, order of the concealed tiles and winning tile all
right, the share by way of laying, and milliseconds per hand.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import argparse
import collections
import csv
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.vision.table_scenes import faces_of, random_hand, same
from vision.layout import arrange


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print this many failures")
    parser.add_argument("--csv", type=Path, help="write the break-up by kind here")
    parser.add_argument("--only", type=int, nargs="*", help="these hands only")
    options = parser.parse_args()
    right: collections.Counter[str] = collections.Counter()
    seen: collections.Counter[str] = collections.Counter()
    spent, slowest, most = 0.0, 0.0, 0
    for k in options.only or range(options.hands):
        hand = random_hand(random.Random(options.seed * 1_000_003 + k))
        start = time.process_time()
        _, groups = arrange(hand.tiles, hand.size)
        took = time.process_time() - start
        spent, slowest, most = spent + took, max(slowest, took), max(most, len(hand.tiles))
        good = same(groups, hand.groups, hand.tiles)
        for kind in ("all", *sorted(set(hand.kinds))):
            seen[kind] += 1
            right[kind] += good
        if not good and options.show > 0:
            options.show -= 1
            print(f"--- hand {k}: {' '.join(hand.kinds)}")
            for name, source in (("laid", hand.groups), ("found", groups)):
                for group in source:
                    if group.role not in ("wall", "loose") or (
                        name == "found" and len(group.tiles) < 3
                    ):
                        print(f"  {name:6} {group.role:15} {faces_of(hand.tiles, group)}")
    for kind in sorted(seen, key=lambda name: (name != "all", name)):
        print(f"{kind:20} {right[kind]:5}/{seen[kind]:<5} {right[kind] / seen[kind]:7.2%}")
    each, worst = 1000 * spent / seen["all"], 1000 * slowest
    print(f"{each:.1f} ms of processor time per hand, slowest {worst:.1f} ms (up to {most} tiles)")
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["kind", "hands", "right"])
            writer.writerows([kind, seen[kind], right[kind]] for kind in sorted(seen))
    return 0


if __name__ == "__main__":
    sys.exit(main())
