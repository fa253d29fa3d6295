"""How long a 12-megapixel photo of one hand takes to read, and how much memory.

`python -m tests.benchmarks.reading_speed` prints the figures; nothing is asserted.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZE = (4032, 3024)
RUNS = 7


def big_photo(folder: Path) -> Path:
    """The demonstration picture as a phone's 12-megapixel JPEG."""
    import cv2

    picture = cv2.imread(str(ROOT / "device" / "demo" / "hand.jpg"))
    path = folder / "photo.jpg"
    grown = cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(path), grown, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return path


def whole_process(photo: Path) -> float:
    """Seconds of one `taicam read --json` as a process of its own."""
    command = [sys.executable, "-m", "device", "read", str(photo), "--json"]
    begun = time.perf_counter()
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    seconds = time.perf_counter() - begun
    assert json.loads(done.stdout)["tiles"], done.stderr
    return seconds


def peak_memory(photo: Path) -> float:
    """Megabytes of resident memory at most, as the system counted them for the child."""
    code = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    command = [sys.executable, "-c", code, sys.executable, "-m", "device", "read", str(photo)]
    return float(subprocess.run(command, capture_output=True, cwd=ROOT, check=True).stdout)


def warm(photo: Path) -> tuple[float, float, int]:
    """Median seconds of load + read, of read alone, once everything is loaded; tiles seen."""
    from device.photo import load_photo
    from vision.reader import Reader

    reader = Reader.load()
    both, alone, count = [], [], 0
    for _ in range(RUNS + 1):
        begun = time.perf_counter()
        image = load_photo(photo)
        loaded = time.perf_counter()
        count = len(reader.read(image, photo.name).tiles)
        done = time.perf_counter()
        both.append(done - begun)
        alone.append(done - loaded)
    return statistics.median(both[1:]), statistics.median(alone[1:]), count


def figures() -> str:
    """All figures, as lines to read."""
    with tempfile.TemporaryDirectory() as folder:
        photo = big_photo(Path(folder))
        whole_process(photo)  # fills the disk cache
        seconds = statistics.median(whole_process(photo) for _ in range(RUNS))
        memory = peak_memory(photo)
        both, alone, count = warm(photo)
    return "\n".join(
        [
            f"photo {SIZE[0]}x{SIZE[1]}, {count} tiles, {os.cpu_count()} cores, medians of {RUNS}",
            f"whole process   {seconds:.2f} s",
            f"peak memory     {memory:.0f} MB",
            f"warm            {both * 1000:.0f} ms from file, {alone * 1000:.0f} ms from pixels",
        ]
    )


if __name__ == "__main__":
    print(figures())
