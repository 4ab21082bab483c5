"""Computer players: each gets its seat's view and nothing else."""

from collections.abc import Callable
from typing import Protocol

from meute.core.chance import Generator
from meute.core.game import View

Wanted = Callable[[], bool]
"""Whether the answer is still waited for: it may be due, or nobody may want it any more."""


class Bot(Protocol):
    """Chooses one of the view's options."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        """The action to play, soon where it is no longer waited for; else the same for the same view and generator."""
        ...
