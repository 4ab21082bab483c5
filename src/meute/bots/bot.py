"""Computer players: each gets its seat's view and nothing else."""

from typing import Protocol

from meute.core.chance import Generator
from meute.core.game import View


class Bot(Protocol):
    """Chooses one of the view's options."""

    def choose(self, view: View, rng: Generator) -> int:
        """The action to play; the same for the same view and generator."""
        ...
