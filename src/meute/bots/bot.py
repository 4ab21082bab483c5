"""The bot interface: a bot sees the view of its seat and nothing else."""

from collections.abc import Callable
from typing import Protocol

from meute.core.chance import Generator
from meute.core.game import View

Wanted = Callable[[], bool]
"""Cancellation callback: False when the caller no longer waits for the answer."""


class Bot(Protocol):
    """A computer player."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        """Return an action. Deterministic for the same view and generator unless `wanted` cancels the search."""
        ...
