"""How long a person waits: `python -m tests.benchmarks.web_speed [PHOTOS]` (default 15 a size).

Starts `taicam serve` with the shipped models as a process of its own, and Chromium. Measured in the
browser: from choosing a 12-megapixel photograph to its total on the page (upload, reading, scoring
and drawing included), and from opening the first page to being able to choose a photograph.
"""

from __future__ import annotations

import io
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import CHROMIUM, FLAGS, SIZES

DEMO = Path(__file__).resolve().parents[2] / "device" / "demo" / "hand.jpg"
MOST_PHOTO = 1.5
MOST_BYTES = 100_000
MOST_USABLE = 0.5

WATCH = """() => {
  window.times = {};
  document.getElementById('gallery').addEventListener('change',
    () => { window.times.chosen = performance.now(); }, true);
  new MutationObserver(() => {
    const card = document.getElementById('total-card');
    if (card.getAttribute('data-state') === 'counted' && !window.times.seen) {
      window.times.seen = true;
      requestAnimationFrame(() => setTimeout(() => { window.times.shown = performance.now(); }));
    }
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-state'] });
}"""


def twelve_megapixels(folder: Path) -> Path:
    """The demonstration photograph as a phone of today would send it: 4000 x 3000, 4 to 6 MB."""
    with Image.open(DEMO) as picture:
        large = picture.convert("RGB").resize((4000, 3000), Image.Resampling.LANCZOS)
    noise = Image.effect_noise(large.size, 14).convert("RGB")  # a sensor's noise: realistic size
    large = Image.blend(large, noise, 0.32)
    path = folder / "twelve.jpg"
    buffer = io.BytesIO()
    large.save(buffer, "JPEG", quality=94)
    path.write_bytes(buffer.getvalue())
    return path


def photo_times(browser: Browser, url: str, photo: Path, size: str, count: int) -> list[float]:
    """Seconds from chosen to shown, each in a window of its own (the first one is not counted)."""
    seconds = []
    for number in range(count + 1):
        context = browser.new_context(viewport=SIZES[size], has_touch=size == "phone")
        page = context.new_page()
        page.goto(url)
        page.evaluate(WATCH)
        page.set_input_files("#gallery", str(photo))
        page.wait_for_function("() => window.times.shown", timeout=30_000)
        times = page.evaluate("window.times")
        if number:
            seconds.append((times["shown"] - times["chosen"]) / 1000)
        context.close()
    return seconds


def first_load(browser: Browser, url: str, count: int) -> tuple[int, list[float]]:
    """Bytes until the page has loaded, and seconds until its script runs, without any cache."""
    usable, size = [], 0
    for _ in range(count):
        context = browser.new_context(viewport=SIZES["phone"], service_workers="block")
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        received: list[float] = []
        session.on(
            "Network.loadingFinished",
            lambda event, sizes=received: sizes.append(event["encodedDataLength"]),
        )
        page.goto(url, wait_until="load")
        size = max(size, int(sum(received)))
        usable.append(
            page.evaluate(
                "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd / 1000"
            )
        )
        context.close()
    return size, usable


def main() -> int:
    """Print the figures; exit code 1 if one of them is not reached."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    taicam = [sys.executable, "-m", "device"]
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        photo = twelve_megapixels(folder)
        command = [*taicam, "--lang", "en", "serve", "--port", "0", "--data", str(folder / "data")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                url = re.search(r"http://\S+", process.stdout.readline())
                assert url is not None
                with sync_playwright() as driver:
                    browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                    size, usable = first_load(browser, url[0], count)
                    middle = statistics.median(usable)
                    good &= size <= MOST_BYTES and middle <= MOST_USABLE
                    print(f"first page: {size / 1000:.0f} KB, usable {middle:.2f} s (median)")
                    for kind in SIZES:
                        begun = time.monotonic()
                        seconds = photo_times(browser, url[0], photo, kind, count)
                        middle = statistics.median(seconds)
                        good &= middle <= MOST_PHOTO
                        print(
                            f"{kind}: 12 MP photo ({photo.stat().st_size / 1e6:.1f} MB) chosen -> "
                            f"total shown: median {middle:.2f} s, worst {max(seconds):.2f} s "
                            f"of {count} ({time.monotonic() - begun:.0f} s)"
                        )
                    browser.close()
            finally:
                process.terminate()
    print(json.dumps({"reached": good}))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
