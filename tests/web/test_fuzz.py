"""Random requests made from the page's own description: whatever comes, no 5xx.

A short, seeded run; the long one is `python -m tests.benchmarks.web_fuzz`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Served
from tests.web.fuzzing import fuzz


def test_no_request_breaks_the_page(serve: Callable[..., Served]) -> None:
    pytest.importorskip("schemathesis")
    served = serve()
    report = fuzz(served.app, served.url, examples=8, seed=20261201)
    assert report.failures == []
    assert report.requests > 100
    assert set(report.statuses) & {200, 201}, "some requests are right"
    assert all(status < 500 for status in report.statuses), report.statuses


def test_a_known_result_is_fuzzed_too(serve: Callable[..., Served]) -> None:
    """Random ids are never found: this run asks about a result that exists."""
    pytest.importorskip("schemathesis")
    served = serve()
    with served.client() as client:
        key: Any = served.send(client)["result"]["id"]
    report = fuzz(served.app, served.url, examples=8, seed=20261202, key=key)
    assert report.failures == []
    assert all(status < 500 for status in report.statuses), report.statuses
