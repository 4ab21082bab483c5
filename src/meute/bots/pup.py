"""The pup: plays pleasantly badly."""

from typing import Final

from meute.bots.greedy import best_of, gain
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View
from meute.core.numbers import filled

NOTICED: Final = 3
"""Options that catch a pup's eye."""


class PupBot:
    """Notices a few options, and takes the one that looks best at once."""

    def choose(self, view: View, rng: Generator) -> int:
        options = view.table.choices(view.seat)
        noticed = [options.draw(rng) for _ in range(NOTICED)]
        world = view.imagine(rng)
        out = Choices()
        gains = filled(NOTICED, 0)
        for k in range(NOTICED):
            gains[k] = gain(view.game, world, view.seat, noticed[k], out, rng)
        return best_of(noticed, gains, rng)
