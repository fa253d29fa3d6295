"""An evening in two minutes: `python -m tests.benchmarks.web_load [SECONDS] [--models]`.

20 phones watch live updates (two of them lose their connection again and again) while 5 upload
photographs without a pause, over loopback, for 120 s. Every photograph has to end in a result, all
results have to reach every phone, nothing may be answered with a 5xx, and memory has to stay flat.
The page runs as a process of its own; with `--models` it reads with the shipped models, otherwise
with a reader that takes 40 ms.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import psutil

from device.web.settings import WebSettings
from tests.device.fakes import FakeReader
from tests.web.conftest import PHOTO, hand, jpeg, run

WATCHERS = 20
UPLOADERS = 5
MOST_GROWTH = 40.0
"""MB between the first quarter of the time and the last."""
DEMO = Path(__file__).resolve().parents[2] / "device" / "demo" / "hand.jpg"


class _Paced(FakeReader):
    def read(self, image: np.ndarray, photo: str) -> Any:
        time.sleep(0.04)
        return super().read(image, photo)


@dataclass
class Load:
    """What happened."""

    seconds: float = 0.0
    results: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    seen: dict[int, set[str]] = field(default_factory=dict)
    breaks: int = 0
    memory: list[float] = field(default_factory=list)
    """MB, once a second."""
    mutex: threading.Lock = field(default_factory=threading.Lock)

    @property
    def missed(self) -> int:
        """Results that some phone never heard of."""
        return sum(len(set(self.results) - seen) for seen in self.seen.values())

    @property
    def growth(self) -> float:
        """MB between the means of the first quarter (after 5 s) and the last."""
        known = self.memory[5:] if len(self.memory) > 20 else self.memory
        part = max(1, len(known) // 4)
        return sum(known[-part:]) / part - sum(known[:part]) / part


def _serve(pipe: Any, data: str, models: bool) -> None:
    os.environ["TAICAM_DATA"] = data
    reader: Any = _Paced(hand())
    if models:
        from vision.reader import Reader

        reader = Reader.load()
    # Few results are kept, so that what is kept is soon the same at all times.
    served = run(reader, WebSettings(port=0, data=Path(data), most_results=40))
    pipe.send(served.url)
    pipe.recv()
    served.stop()
    pipe.send(len(list(Path(data).glob("pending/*"))))


def _watch(url: str, number: int, load: Load, over: threading.Event) -> None:
    seen = load.seen.setdefault(number, set())
    last = ""
    while not over.is_set():
        try:
            headers = {"last-event-id": last} if last else {}
            with (
                httpx.Client(base_url=url, timeout=httpx.Timeout(30, read=30)) as client,
                client.stream("GET", "/api/live?after=0", headers=headers) as stream,
            ):
                since = time.monotonic()
                for line in stream.iter_lines():
                    if line.startswith("id: "):
                        last = line[4:]
                    elif line.startswith("data: ") and '"id"' in line:
                        seen.add(json.loads(line[6:])["id"])
                    if over.is_set():
                        return
                    # Two phones go out of reach every three seconds.
                    if number < 2 and line == "" and time.monotonic() - since > 3:
                        load.breaks += 1
                        break
        except httpx.HTTPError:
            load.breaks += 1


def _upload(url: str, data: bytes, load: Load, end: float) -> None:
    with httpx.Client(base_url=url, timeout=30) as client:

        def counted(answer: httpx.Response) -> httpx.Response:
            with load.mutex:
                load.statuses[answer.status_code] += 1
            return answer

        while time.monotonic() < end:
            answer = counted(client.post("/api/photos", content=data, headers=PHOTO))
            if answer.status_code == 429:
                time.sleep(min(1.0, float(answer.headers["retry-after"])))
                continue
            if answer.status_code != 202:
                load.failed.append(answer.text)
                continue
            told: dict[str, Any] = {}
            with client.stream("GET", answer.json()["events"]) as stream:
                for line in stream.iter_lines():
                    if line.startswith("data: "):
                        told = json.loads(line[6:])
            if told.get("state") != "done":
                load.failed.append(json.dumps(told)[:300])
                continue
            key = told["result"]["id"]
            with load.mutex:
                load.results.append(key)
            form = {"hand": told["result"]["hand"], "setup": told["result"]["setup"], "version": 1}
            form["setup"]["flags"] = ["self_draw"]
            counted(client.put(f"/api/results/{key}", json=form))


def put_load(seconds: float, models: bool = False, data: bytes | None = None) -> Load:
    """Run the load and tell what happened."""
    photo = data or (DEMO.read_bytes() if models else jpeg((1600, 1200)))
    load = Load()
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = context.Process(target=_serve, args=(theirs, folder, models))
        process.start()
        url = mine.recv()
        over = threading.Event()
        watchers = [
            threading.Thread(target=_watch, args=(url, n, load, over)) for n in range(WATCHERS)
        ]
        for thread in watchers:
            thread.start()
        time.sleep(0.5)
        begun = time.monotonic()
        end = begun + seconds
        uploaders = [
            threading.Thread(target=_upload, args=(url, photo, load, end)) for _ in range(UPLOADERS)
        ]
        for thread in uploaders:
            thread.start()
        known = psutil.Process(process.pid)
        while time.monotonic() < end:
            load.memory.append(known.memory_info().rss / 1e6)
            time.sleep(min(1.0, seconds / 8))
        for thread in uploaders:
            thread.join(60)
        load.seconds = time.monotonic() - begun
        wait = time.monotonic() + 10
        while load.missed and time.monotonic() < wait:
            time.sleep(0.1)
        over.set()
        with httpx.Client(base_url=url) as client:  # wakes everybody who watches
            client.post("/api/results", json={"hand": {}})
        for thread in watchers:
            thread.join(40)
        mine.send("stop")
        assert mine.recv() == 0, "pictures were left behind"
        process.join(20)
    return load


def main() -> int:
    """Print what happened; exit code 1 if anything was lost, broken or grew."""
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    load = put_load(float(words[0]) if words else 120.0, "--models" in sys.argv)
    rate = len(load.results) / load.seconds
    print(f"{len(load.results)} photos in {load.seconds:.0f} s ({rate:.1f} a second)")
    print(f"answers: {dict(sorted(load.statuses.items()))}; failed: {len(load.failed)}")
    print(f"{WATCHERS} phones, {load.breaks} broken connections, results missed: {load.missed}")
    print(
        f"memory: {load.memory[0]:.0f} MB at first, {max(load.memory):.0f} MB at most, "
        f"grew by {load.growth:+.1f} MB"
    )
    for failure in load.failed[:5]:
        print(failure)
    bad = load.failed or load.missed or any(status >= 500 for status in load.statuses)
    return 1 if bad or load.growth > MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
