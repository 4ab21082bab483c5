"""The player who sees only some of what it could do."""

from meute.bots.bot import Wanted
from meute.bots.greedy import best_of, gain
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import NEVER, View
from meute.core.numbers import filled


class GlanceBot:
    """Does what its game knows at once; else notices a few options that are worth a thought, and takes the one that
    looks best."""

    def __init__(self, noticed: int) -> None:
        self.noticed = noticed

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.state.choices(view.seat)
        at_once = view.game.reflex(view.state, view.seat)
        if options.holds(at_once):
            return at_once
        world = view.imagine(rng)
        listed = options.listed()
        likely = [action for action in listed if view.game.urge(world, view.seat, action) > NEVER] or listed
        noticed = [likely[rng.below(len(likely))] for _ in range(self.noticed)]
        out = Choices()
        gains = filled(self.noticed, 0)
        for k in range(self.noticed):
            if k > 0 and wanted is not None and not wanted():
                return best_of(noticed[:k], gains, rng)
            gains[k] = gain(view.game, world, view.seat, noticed[k], out, rng)
        return best_of(noticed, gains, rng)
