"""How long the club's pages take in a large book: `python -m tests.benchmarks.club_pages FOLDER`.

FOLDER holds a book, such as the one of 100,000 hands that `python -m tests.benchmarks.club_speed
--folder FOLDER` makes. Each answer that the pages ask for is timed from the request to its last
byte, over loopback; the page itself runs in this process. Pages of the log are read, none is
changed.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import httpx
from sqlalchemy import func, select

from device.club import schema
from device.web.settings import WebSettings
from tests.device.fakes import FakeReader
from tests.web.conftest import hand, run

MOST = 0.2
"""Seconds that a page may take."""


def main() -> None:
    """Time every page, print the slowest and the median of each."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=7)
    given = parser.parse_args()
    begun = time.perf_counter()
    served = run(FakeReader(hand()), WebSettings(port=0, data=given.folder))
    print(f"opened and served in {time.perf_counter() - begun:.2f} s")
    try:
        with served.client() as client:
            for path in paths(served.site.book):
                measure(client, path, given.times)
    finally:
        served.stop()


def paths(book) -> list[str]:  # type: ignore[no-untyped-def]
    """What the pages ask for, about the busiest of everything."""
    r, g, e = schema.results.c, schema.games.c, schema.entries.c
    with book.reading() as connection:
        hands = connection.execute(select(func.count()).select_from(schema.entries)).scalar()
        player = connection.execute(
            select(r.player).group_by(r.player).order_by(func.count().desc()).limit(1)
        ).scalar()
        pairs = select(schema.pairs.c.other).where(schema.pairs.c.player == player)
        opponent = connection.execute(pairs.limit(1)).scalar()
        evening = connection.execute(
            select(g.evening).group_by(g.evening).order_by(func.sum(g.hands).desc()).limit(1)
        ).scalar()
        game = connection.execute(select(g.id).order_by(g.hands.desc()).limit(1)).scalar()
        won = connection.execute(
            select(e.event).where(e.kind == "win").order_by(e.seq.desc()).limit(1)
        ).scalar()
    print(f"{hands} entries")
    return [
        "/api/health", "/api/club/now", "/api/club/start", "/api/club/people",
        f"/api/club/games/{game}", "/api/club/history", "/api/club/history?before=2000",
        "/api/club/evenings",
        "/api/club/evenings?skip=1000", f"/api/club/evenings/{evening}",
        f"/evening/{evening}/sheet", "/api/club/players",
        "/api/club/players?first=2024-01-01&last=2024-12-31", f"/api/club/players/{player}",
        f"/api/club/players/{player}?wind=E", f"/api/club/players/{player}?opponent={opponent}",
        "/api/club/tables", "/api/log", f"/api/results/{won}", f"/r/{won}", "/table",
        "/screen.png",
    ]  # fmt: skip


def measure(client: httpx.Client, path: str, times: int) -> None:
    """Ask some times; the first answer finds nothing at hand."""
    seconds = []
    for _ in range(times):
        begun = time.perf_counter()
        answer = client.get(path)
        seconds.append(time.perf_counter() - begun)
        assert answer.status_code == 200, (path, answer.text)
    shown = path if len(path) < 60 else path[:57] + "..."
    worst, median = max(seconds), statistics.median(seconds)
    mark = "" if worst <= MOST else "  above 200 ms"
    print(f"{shown:<60} first {1000 * seconds[0]:4.0f}  median {1000 * median:4.0f} ms{mark}")


if __name__ == "__main__":
    main()
