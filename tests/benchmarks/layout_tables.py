"""How many whole tables are understood when every tile is known, and how fast.

    python tests/benchmarks/layout_tables.py [--tables 300] [--seed 1] [--show N] [--csv FILE]

Tables of 80 to 110 cm under cameras off-centre by up to 20% and tilted, in play and after a win. A
table is right when every tile has the right role and seat, every set is found and every river that
lies in lines is in order.
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

from tests.vision.whole_tables import faults, random_table, see
from vision.table import arrange_table, describe


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print this many failures")
    parser.add_argument("--csv", type=Path, help="write the break-up by kind here")
    options = parser.parse_args()
    right: collections.Counter[str] = collections.Counter()
    seen: collections.Counter[str] = collections.Counter()
    wrong: collections.Counter[str] = collections.Counter()
    spent, slowest, most = 0.0, 0.0, 0
    for k in range(options.tables):
        rng = random.Random(options.seed * 1_000_003 + k)
        table = random_table(rng)
        tiles, truth, frame = see(table, rng)
        start = time.process_time()
        view = arrange_table(tiles, frame)
        took = time.process_time() - start
        spent, slowest, most = spent + took, max(slowest, took), max(most, len(tiles))
        errors = faults(view.groups(), truth, tiles)
        if view.winner != table.winner:
            errors.append("winner")
        for kind in ("all", *sorted(set(table.kinds))):
            seen[kind] += 1
            right[kind] += not errors
        wrong.update(" ".join(e.split()[1:]) or e for e in errors)
        if errors and options.show > 0:
            options.show -= 1
            print(
                f"--- table {k} ({len(tiles)} tiles): {' '.join(table.kinds)}: {', '.join(errors)}"
            )
            for seat, line in describe(view, tiles).items():
                print(f"  {seat:6}{line}")
            for group in truth:
                if any(e.startswith(str(group.seat)) for e in errors):
                    print("  true", group.seat, group.role,
                          " ".join(tiles[i].face for i in group.tiles))  # fmt: skip
    for kind in sorted(seen, key=lambda name: (name != "all", name)):
        print(f"{kind:20} {right[kind]:5}/{seen[kind]:<5} {right[kind] / seen[kind]:7.2%}")
    print("wrong:", dict(wrong.most_common()))
    each, worst = 1000 * spent / seen["all"], 1000 * slowest
    print(f"{each:.1f} ms of processor time a table, slowest {worst:.1f} ms (up to {most} tiles)")
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["kind", "tables", "right"])
            writer.writerows([kind, seen[kind], right[kind]] for kind in sorted(seen))
    return 0


if __name__ == "__main__":
    sys.exit(main())
