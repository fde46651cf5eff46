"""What the service counts, as Prometheus reads it; several processes count together."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from lexkit.lexicon import Lexicon

#: Where the processes write their counts (`lexkit.service.run`).
SHARED = "PROMETHEUS_MULTIPROC_DIR"

REQUESTS = Counter(
    "lexkit_requests", "Requests by route, method and status.", ["route", "method", "status"]
)
SECONDS = Histogram(
    "lexkit_request_seconds",
    "How long requests took.",
    ["route"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
WORDS_CHECKED = Counter("lexkit_words_checked", "Words looked up.", ["ruleset"])
PROPOSALS = Counter("lexkit_proposals", "Proposals by what they came to.", ["outcome"])


class Tally:
    """Counts that Prometheus is told of now and then.

    It writes each to a file that all processes share, which takes as long as a look-up.
    """

    def __init__(self) -> None:
        self._counts: dict[tuple[Counter, tuple[str, ...]], int] = {}

    def add(self, counter: Counter, *labels: str) -> None:
        """Count one more."""
        key = (counter, labels)
        self._counts[key] = self._counts.get(key, 0) + 1

    def tell(self) -> None:
        """Tell Prometheus."""
        counts, self._counts = self._counts, {}
        for (counter, labels), count in counts.items():
            counter.labels(*labels).inc(count)


class _Open:
    """The lexicons that are open now, as Prometheus collects them."""

    def __init__(self, lexicons: Mapping[str, Lexicon]) -> None:
        self._lexicons = lexicons

    def collect(self) -> Iterator[Metric]:
        labels = ["ruleset", "version"]
        found = GaugeMetricFamily("lexkit_lexicon_words", "The words of each.", labels=labels)
        for name, lexicon in self._lexicons.items():
            found.add_metric([name, lexicon.version], len(lexicon))
        yield found


def clear() -> None:
    """Remove what the processes have written."""
    if SHARED in os.environ:
        shutil.rmtree(os.environ[SHARED], ignore_errors=True)


def exposed(lexicons: Mapping[str, Lexicon]) -> bytes:
    """All counts in Prometheus's text format, and what ``lexicons`` are open."""
    registry = CollectorRegistry()
    if SHARED in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(_Open(lexicons))
    return generate_latest(registry)
