"""A watched camera for hours, with faults at random, in accelerated time.

    python -m tests.benchmarks.camera_soak --hours 8

The threads are real, only waiting takes no time (tests/device/virtual_clock.py). After each fault
it is measured how long the camera takes to be online again with a new picture; a picture that is
handed out as fresh must never be of a fault, nor old. Ends with 1 if that is not so, if a recovery
takes more than 10 s, or if memory grows by 5% or more over the last three quarters of the time.
"""

from __future__ import annotations

import argparse
import logging
import random
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median

import psutil

from device.cameras.fake import FAULTS, FakeCamera, Fault, drawn_table
from device.cameras.watch import WatchedCamera
from tests.device.virtual_clock import VirtualClock

MOST = 10.0
"""Seconds from a fault's end until the camera is online again."""
GROWTH = 0.05
"""Of memory, over the last three quarters."""
HARMLESS = ("bumped", "noise")
"""Faults in which the camera goes on: others notice them."""


@dataclass
class Soak:
    """What came out."""

    hours: float
    recoveries: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    bad: list[str] = field(default_factory=list)
    pictures: int = 0
    events: int = 0
    memory: list[float] = field(default_factory=list)
    """MB, at equal distances."""
    threads: int = 0
    """Most at once, of the watch."""

    @property
    def growth(self) -> float:
        """Of memory, over the last three quarters."""
        half = self.memory[len(self.memory) // 4 :]
        return max(half[-3:]) / max(half[:3]) - 1 if len(half) > 3 else 0.0

    @property
    def problems(self) -> list[str]:
        """What is not as it should be."""
        found = list(self.bad)
        for kind, seconds in self.recoveries.items():
            if max(seconds) > MOST:
                found.append(f"{kind}: {max(seconds):.1f} s to recover")
        if self.growth >= GROWTH:
            found.append(f"memory grew by {self.growth:.1%}")
        return found


def script(hours: float, rng: random.Random) -> list[Fault]:
    """A fault of 0.5 to 90 s every one to three minutes."""
    faults, at = [], 20.0
    while at < hours * 3600 - 120:
        seconds = rng.choice((0.5, 3.0, 8.0, 20.0, 90.0)) * rng.uniform(0.7, 1.3)
        faults.append(Fault(rng.choice(FAULTS), at, seconds))  # type: ignore[arg-type]
        at += seconds + rng.uniform(40, 120)
    return faults


def soak(hours: float, seed: int = 1) -> Soak:
    """Run it."""
    clock, result = VirtualClock(), Soak(hours)
    start = clock.monotonic()
    faults = script(hours, random.Random(seed))
    table = [drawn_table((96, 72))]
    process = psutil.Process()

    def make() -> FakeCamera:
        return FakeCamera(table, faults, clock, start=start)

    watch = WatchedCamera(make, clock=clock)
    step, sampled = 0.5, 0.0
    with watch:
        for fault in faults:
            while clock.monotonic() < start + fault.end:
                clock.sleep(min(step, start + fault.end - clock.monotonic()) or step)
                _look(watch, clock, start, fault, result)
            ended = clock.monotonic()
            before = watch.last()
            while clock.monotonic() < ended + 35:
                clock.sleep(0.1)
                now = watch.newest()
                if now is not None and (before is None or now.sequence > before.sequence):
                    break
            if fault.kind not in HARMLESS:
                result.recoveries[fault.kind].append(clock.monotonic() - ended)
            result.threads = max(result.threads, clock.threads)
            if clock.monotonic() - start - sampled > hours * 3600 / 100:
                sampled = clock.monotonic() - start
                result.memory.append(process.memory_info().rss / 1e6)
        last = watch.last()
        result.pictures = last.sequence if last else 0
    result.events = len(watch.events())
    clock.sleep(200)
    if clock.threads:
        result.bad.append(f"{clock.threads} threads are left")
    return result


def _look(
    watch: WatchedCamera, clock: VirtualClock, start: float, fault: Fault, result: Soak
) -> None:
    """A picture that is handed out must be fresh, and not taken during a fault."""
    frame = watch.newest()
    if frame is None:
        return
    if clock.monotonic() - frame.monotonic > 2.0:
        result.bad.append(
            f"{fault.kind}: a picture {clock.monotonic() - frame.monotonic:.1f} s old"
        )
    inside = fault.start < frame.monotonic - start < fault.end
    shows_fault = frame.image.mean() < 20 or frame.image.shape != (72, 96, 3)
    if inside and shows_fault:
        result.bad.append(f"{fault.kind}: a picture of the fault was handed out")


def main() -> int:
    """Run and report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.getLogger("taicam.camera").setLevel(logging.ERROR)
    began = time.monotonic()
    result = soak(options.hours, options.seed)
    print(
        f"{options.hours:g} hours in {time.monotonic() - began:.0f} s, {result.pictures} pictures"
    )
    for kind, seconds in sorted(result.recoveries.items()):
        print(
            f"  {kind:8} {len(seconds):4} times, back after "
            f"{median(seconds):.1f} s (median), {max(seconds):.1f} s (most)"
        )
    if result.memory:
        print(f"memory {result.memory[0]:.1f} to {result.memory[-1]:.1f} MB, {result.growth:+.1%}")
    print(
        f"threads of the watch at most {result.threads}; of the process {threading.active_count()}"
    )
    for problem in result.problems:
        print(f"PROBLEM {problem}")
    return 1 if result.problems else 0


if __name__ == "__main__":
    sys.exit(main())
