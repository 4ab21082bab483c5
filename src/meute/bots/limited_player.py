"""Weak greedy bot: considers only a few random actions."""

from meute.bots.bot import Wanted
from meute.bots.greedy import best_of, gain
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import NEVER, View
from meute.core.numbers import filled


class LimitedBot:
    """Plays the game's forced move if there is one; else samples a few actions and takes the best evaluation."""

    def __init__(self, sampled: int) -> None:
        self.sampled = sampled

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.state.choices(view.seat)
        forced = view.game.forced_move(view.state, view.seat)
        if options.contains(forced):
            return forced
        world = view.determinize(rng)
        listed = options.to_list()
        plausible = [action for action in listed if view.game.prior(world, view.seat, action) > NEVER] or listed
        sampled = [plausible[rng.below(len(plausible))] for _ in range(self.sampled)]
        out = Choices()
        gains = filled(self.sampled, 0)
        for k in range(self.sampled):
            if k > 0 and wanted is not None and not wanted():
                return best_of(sampled[:k], gains, rng)
            gains[k] = gain(view.game, world, view.seat, sampled[k], out, rng)
        return best_of(sampled, gains, rng)
