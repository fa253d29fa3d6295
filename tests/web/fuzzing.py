"""Drives schemathesis over the page's OpenAPI description, against a running page."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

STREAMS = ("/api/live", "/api/jobs/{key}/events")
"""Answers without an end; they have tests of their own."""


@dataclass
class Report:
    """What came back."""

    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def fuzz(app: Any, url: str, examples: int, seed: int, key: str | None = None) -> Report:
    """Send `examples` random requests of each operation; `key` is used for {key} if given."""
    import requests
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    warnings.filterwarnings("ignore", category=Warning, module="schemathesis")
    schema = schemathesis.openapi.from_dict(app.openapi())
    report = Report()
    session = requests.Session()
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path in STREAMS:
            continue

        @seeded(seed)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def one(case: Any) -> None:
            if key is not None and "key" in (case.path_parameters or {}):
                case.path_parameters["key"] = key
            answer = case.call(base_url=url, session=session, timeout=20, allow_redirects=False)
            report.requests += 1
            report.statuses[answer.status_code] += 1
            if answer.status_code >= 500:
                report.failures.append(f"{case.method} {case.formatted_path}: {answer.status_code}")

        one()
    return report
