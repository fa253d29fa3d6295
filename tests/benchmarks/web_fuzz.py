"""Long fuzzing of the page: `python -m tests.benchmarks.web_fuzz [EXAMPLES]` (default 300 each)."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from device.web.settings import WebSettings
from tests.device.fakes import FakeReader
from tests.web.conftest import asking, run
from tests.web.fuzzing import fuzz


def main() -> int:
    """Print what came back; exit code 1 if anything was a 5xx."""
    examples = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        served = run(FakeReader(asking()), WebSettings(port=0, data=Path(folder)))
        try:
            with served.client() as client:
                key = served.send(client)["result"]["id"]
            reports = [
                fuzz(served.app, served.url, examples, 1),
                fuzz(served.app, served.url, examples, 2, key),
            ]
        finally:
            served.stop()
    failures = [failure for report in reports for failure in report.failures]
    for report in reports:
        print(f"{report.requests} requests: {dict(sorted(report.statuses.items()))}")
    print(f"{len(failures)} answers of 5xx in {time.monotonic() - begun:.0f} s")
    for failure in failures[:20]:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
