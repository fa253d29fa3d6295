"""What steady reading costs: frames a second, share of a core when idle, memory, time to a table.

    python -m tests.benchmarks.watch_speed [--seed 7] [--changes 6] [--film FOLDER]

A simulated hand (`vision.simulator`) is filmed first, 2592 x 1944, ten frames a second, into a
folder (`--film` keeps it). A process of its own then watches the frames with the shipped
models. A frame takes as long as the processor time it needs, as if there were one core, so that
other work on the machine changes little. Prints; nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

RATE = 10.0
IDLE = 12.0
"""Seconds of one still picture, each frame with noise of its own."""


def film(seed: int, folder: Path, changes: int) -> None:
    """Frames around the first still moments of a hand, and its end, as JPEGs; `film.json` beside.

    For each moment: one second with hands, then the stillness after them.
    """
    from scoring.play import Random, play_game
    from scoring.playrules import PLAY
    from vision.simulator.choreography import stage_game
    from vision.simulator.film import Film
    from vision.simulator.places import TableHabits
    from vision.simulator.script import Phase
    from vision.simulator.studio import maker, size_of, studio

    rng = random.Random(seed)
    tiles = maker(seed)
    habits = TableHabits.drawn(rng, size_of(tiles))
    script = next(stage_game(play_game(PLAY["taiwan"], Random(seed)), rng, habits=habits))
    room = studio(seed, script.side, tiles)
    camera = Film(room)
    long_ = [(a, b) for a, b in script.quiet() if b - a >= 0.9]
    played = [q for q in long_ if script.phase(q[0]) is Phase.PLAY][:changes]
    over = [q for q in long_ if script.phase(q[0]) is Phase.OVER][:1]
    record = {"corners": room.frame.to_dict(), "parts": []}
    folder.mkdir(parents=True, exist_ok=True)
    for begin, end in [*played, *over]:
        names = []
        times = np.arange(begin - 1.0, min(end, begin + 1.2), 1 / RATE)
        for at in times:
            names.append(f"{len(record['parts']):02}-{len(names):03}.jpg")
            shot = camera.shoot(script.at(float(at)))
            cv2.imwrite(str(folder / names[-1]), shot.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        visible = len(script.at(begin).tiles)
        record["parts"].append(
            {"frames": names, "times": times.tolist(), "still": begin, "tiles": visible}
        )
    (folder / "film.json").write_text(json.dumps(record), encoding="utf-8")


def peak() -> float:
    """Megabytes of memory at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def watch(folder: Path) -> None:
    """Watch the film and print the figures."""
    from vision.frame import TableFrame
    from vision.reader import Reader
    from vision.watch.watcher import Watcher

    record = json.loads((folder / "film.json").read_text(encoding="utf-8"))
    reader = Reader.load()
    watcher = Watcher(reader.locator, reader.namer, TableFrame.from_dict(record["corners"]))
    clock = 0.0
    moving, waits = [], []
    first = 0.0
    for number, part in enumerate(record["parts"]):
        offset = clock + 1.0 - part["times"][0]
        done, still = 0.0, part["still"] + offset
        at = part["times"] + [part["times"][-1] + k / RATE for k in range(1, 60)]
        names = part["frames"] + [part["frames"][-1]] * 59
        for name, now in zip(names, [t + offset for t in at], strict=True):
            if now < done:
                continue  # the newest frame only: this one came while another was read
            image = np.asarray(cv2.imread(str(folder / name)))
            cpu = time.process_time()
            seen = watcher.see(image, now)
            spent = time.process_time() - cpu
            done = now + spent
            if now < still:
                moving.append(spent)
            if seen.table is not None and now >= still:
                break
        if number:
            waits.append(done - still)
            print(f"  moment {number}: table after {waits[-1]:.2f} s, {len(watcher.tiles)} tiles")
        else:
            first = done - still
        clock = done
    last = image
    quiet, tiles = [], len(watcher.tiles)
    grain = np.zeros((last.shape[0] + 8, last.shape[1] + 8, 3), np.uint8)
    cv2.randn(grain, (128, 128, 128), (2, 2, 2))
    for k in range(round(IDLE * RATE) + 20):
        clock += 1 / RATE
        part_of = grain[k % 8 : k % 8 + last.shape[0], k % 8 : k % 8 + last.shape[1]]
        image = np.asarray(cv2.addWeighted(last, 1, part_of, 1, -128), np.uint8)
        cpu = time.process_time()
        watcher.see(image, clock)
        if k >= 20:
            quiet.append(time.process_time() - cpu)
    print(f"tiles in view: {tiles}; first table {first:.2f} s after the camera sees it still")
    print(f"from the last hand leaving to a table: median {statistics.median(waits):.2f} s, "
          f"worst {max(waits):.2f} s of {len(waits)}")  # fmt: skip
    print(f"a frame with motion: {statistics.median(moving) * 1e3:.1f} ms of processor time")
    rate = 1 / statistics.mean(quiet)
    print(f"a still frame: median {statistics.median(quiet) * 1e3:.1f} ms, "
          f"worst {max(quiet) * 1e3:.0f} ms; {rate:.0f} readings a second")  # fmt: skip
    print(f"idle at {RATE:.0f} frames a second: {sum(quiet) / IDLE:.1%} of one core")
    print(f"memory at most: {peak():.0f} MB")


def main() -> int:
    """Run and print; exit code 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--changes", type=int, default=6, help="moments of play")
    parser.add_argument("--film", type=Path, help="the frames' folder; made where it is missing")
    parser.add_argument("--watch", action="store_true", help="only watch a film that is there")
    options = parser.parse_args()
    if options.watch:
        watch(options.film)
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.film or Path(scratch)
        if not (folder / "film.json").exists():
            film(options.seed, folder, options.changes)
        command = [sys.executable, "-m", "tests.benchmarks.watch_speed", "--watch"]
        return subprocess.run([*command, "--film", str(folder)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
