"""Prometheus metrics, counted as plain Python numbers, which is cheap."""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meute.server.registry import TableRegistry

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """Histogram of durations in seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BUCKETS) + 1)
        self.total = 0.0

    def observe_since(self, began: float) -> None:
        """Records a duration that began at `began` (by `perf_counter`) and ends now."""
        took = perf_counter() - began
        self.counts[bisect_left(BUCKETS, took)] += 1
        self.total += took

    def buckets(self) -> list[tuple[str, float]]:
        """(upper bound, cumulative count) of each bucket."""
        cumulative = accumulate(self.counts)
        return [(step, float(count)) for step, count in zip((*map(str, BUCKETS), "+Inf"), cumulative, strict=True)]


class Metrics:
    """Metrics of this process."""

    def __init__(self) -> None:
        self.stored = Histogram()
        """Time from a decision until it is durably stored."""
        self.thought = Histogram()
        """Time from a bot's turn until its choice."""
        self.refused: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        """Counts by event: tables loaded, fenced, lost with the lease; node proxies opened, refused; remote answers."""


METRICS = Metrics()


class Collector:
    """Provides the metrics and current gauges to prometheus_client."""

    def __init__(self, registry: "TableRegistry") -> None:
        self.registry = registry

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        tables = list(self.registry.tables.values())
        gauges = {
            "tables": ("tables in memory", len(tables)),
            "sockets": ("connections at tables", sum(len(table.room.connections) for table in tables)),
            "thoughts": ("bots that think or wait for it", sum(len(table.bots.searches) for table in tables)),
            "tasks": ("tasks of the loop", len(asyncio.all_tasks())),
            "ready": ("whether visitors may come", int(not self.registry.unready_reason())),
        }
        for name, (about, value) in gauges.items():
            yield GaugeMetricFamily(f"meute_{name}", about, value=value)
        for name, label, counter in (
            ("refused", "reason", METRICS.refused),
            ("events", "what", METRICS.events),
        ):
            family = CounterMetricFamily(f"meute_{name}", f"{name}, by {label}", labels=[label])
            for which, count in counter.items():
                family.add_metric([which], count)
            yield family
        for name, about, times in (
            ("stored_seconds", "from a decision until it is durable", METRICS.stored),
            ("thought_seconds", "from a bot's question until its answer", METRICS.thought),
        ):
            yield HistogramMetricFamily(f"meute_{name}", about, buckets=times.buckets(), sum_value=times.total)
