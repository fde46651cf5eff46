"""The API's description, tried against a running service by schemathesis, in either database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import Status, events, from_schema

from lexkit.access.roles import Role
from tests.conftest import Shop
from tests.service.conftest import Start

#: How many examples of each operation are tried.
EXAMPLES = 15


@schemathesis.serializer("application/x-ndjson")
def ndjson(ctx: Any, value: Any) -> bytes:
    """A text as lines; what is generated is any text, and mostly no words in quotes."""
    return (
        value.encode("utf-8", "replace") if isinstance(value, str) else json.dumps(value).encode()
    )


CONFIG = f"""
workers = 1
[generation]
deterministic = true
max-examples = {EXAMPLES}
[checks.positive_data_acceptance]
# 422 is what is well-formed and cannot be done: an unknown tag, a pattern without letters.
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "413", "422", "429"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "413", "414", "415", "422", "429"]
"""


def findings(url: str, token: str, folder: Path) -> Iterator[str]:
    """What schemathesis finds wrong."""
    path = folder / "schemathesis.toml"
    path.write_text(CONFIG)
    config = SchemathesisConfig.from_path(path)
    schema = schemathesis.openapi.from_url(f"{url}/v1/openapi.json", config=config)
    schema.config.headers = {"Authorization": f"Bearer {token}"}
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            yield str(event)
        if isinstance(event, events.ScenarioFinished) and event.status is not Status.SUCCESS:
            for checks in event.recorder.checks.values():
                for check in checks:
                    if check.failure_info is not None:
                        failure = check.failure_info
                        yield f"{event.label}: {failure.failure}: {failure.code_sample}"


def test_schemathesis_finds_nothing(
    workspace: Shop,
    database: str,
    start: Start,
    token: Callable[[str, Role], str],
    tmp_path: Path,
) -> None:
    text = token("root", Role.ADMIN)
    running = start(workspace.root, database, proposals_per_hour=10**6, searches_per_minute=10**6)
    found = list(findings(running.url, text, tmp_path))
    assert not found, "\n".join(found)
    assert not any(event["event"] == "defect" for event in running.events())
