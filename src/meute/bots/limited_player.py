"""Weak greedy bot: considers only a few random actions."""

from meute.ai.evaluator import NEVER
from meute.bots.bot import Wanted
from meute.bots.evaluators import Source, evaluator_for, trained
from meute.bots.greedy import best_of, gain
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View
from meute.core.numbers import filled


class LimitedBot:
    """Plays the game's forced move if there is one; else samples a few actions and takes the best evaluation."""

    def __init__(self, sampled: int, source: Source = trained) -> None:
        self.sampled = sampled
        self.source = source

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.state.choices(view.seat)
        evaluator = evaluator_for(view.game, view.state, self.source(view.game, view.state.seats))
        forced = evaluator.forced_move(view.state, view.seat)
        if options.contains(forced):
            return forced
        world = evaluator.determinize(view.state, view.seat, rng)
        listed = options.to_list()
        plausible = [action for action in listed if evaluator.prior(world, view.seat, action) > NEVER] or listed
        sampled = [plausible[rng.below(len(plausible))] for _ in range(self.sampled)]
        out = Choices()
        gains = filled(self.sampled, 0)
        for k in range(self.sampled):
            if k > 0 and wanted is not None and not wanted():
                return best_of(sampled[:k], gains, rng)
            gains[k] = gain(evaluator, world, view.seat, sampled[k], out, rng)
        return best_of(sampled, gains, rng)
