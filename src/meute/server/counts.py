"""What an operator counts, as plain numbers: the server pays nothing for them that it would notice."""

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meute.server.house import House

STEPS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Times:
    """How long something took, in steps of seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS) + 1)
        self.total = 0.0

    def since(self, began: float) -> None:
        """Counts what began then, by `perf_counter`, and is over now."""
        took = perf_counter() - began
        self.counts[bisect_left(STEPS, took)] += 1
        self.total += took

    def buckets(self) -> list[tuple[str, float]]:
        """How many took at most so long."""
        so_far = accumulate(self.counts)
        return [(step, float(count)) for step, count in zip((*map(str, STEPS), "+Inf"), so_far, strict=True)]


class Counts:
    """Of this process."""

    def __init__(self) -> None:
        self.stored = Times()
        """From a decision until it is on the disk."""
        self.thought = Times()
        """From a bot's question until its answer."""
        self.refused: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        """Tables opened, fenced, lost with the lease; pipes opened and refused; thoughts from elsewhere."""


COUNTS = Counts()


class Collector:
    """Hands the counts to prometheus_client, with what a house holds at that moment."""

    def __init__(self, house: "House") -> None:
        self.house = house

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        tables = list(self.house.tables.values())
        gauges = {
            "tables": ("tables in memory", len(tables)),
            "sockets": ("connections at tables", sum(len(table.room.watchers) for table in tables)),
            "thoughts": ("bots that think or wait for it", sum(len(table.bots.thoughts) for table in tables)),
            "tasks": ("tasks of the loop", len(asyncio.all_tasks())),
            "ready": ("whether visitors may come", int(self.house.is_ready())),
        }
        for name, (about, value) in gauges.items():
            yield GaugeMetricFamily(f"meute_{name}", about, value=value)
        for name, label, counter in (
            ("refused", "reason", COUNTS.refused),
            ("events", "what", COUNTS.events),
        ):
            family = CounterMetricFamily(f"meute_{name}", f"{name}, by {label}", labels=[label])
            for which, count in counter.items():
                family.add_metric([which], count)
            yield family
        for name, about, times in (
            ("stored_seconds", "from a decision until it is durable", COUNTS.stored),
            ("thought_seconds", "from a bot's question until its answer", COUNTS.thought),
        ):
            yield HistogramMetricFamily(f"meute_{name}", about, buckets=times.buckets(), sum_value=times.total)
