"""A short piece of the evening that `python -m tests.benchmarks.web_load` plays in full."""

from __future__ import annotations

from tests.benchmarks.web_load import put_load


def test_watchers_and_uploaders_lose_nothing() -> None:
    load = put_load(6.0)
    assert load.failed == []
    assert load.missed == 0
    assert load.results
    assert all(status < 500 for status in load.statuses), load.statuses
    assert load.growth < 60
