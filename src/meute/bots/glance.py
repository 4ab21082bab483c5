"""The player who sees only some of what it could do."""

from meute.bots.greedy import best_of, gain
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View
from meute.core.numbers import filled


class GlanceBot:
    """Notices a few options, and takes the one that looks best at once."""

    def __init__(self, noticed: int) -> None:
        self.noticed = noticed

    def choose(self, view: View, rng: Generator) -> int:
        options = view.table.choices(view.seat)
        noticed = [options.draw(rng) for _ in range(self.noticed)]
        world = view.imagine(rng)
        out = Choices()
        gains = filled(self.noticed, 0)
        for k in range(self.noticed):
            gains[k] = gain(view.game, world, view.seat, noticed[k], out, rng)
        return best_of(noticed, gains, rng)
