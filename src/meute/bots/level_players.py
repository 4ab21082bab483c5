"""Bots that delegate to other bots, used by the difficulty levels."""

from meute.bots.bot import Bot, Wanted
from meute.bots.evaluators import Source, declared, evaluator_for
from meute.core.chance import Generator
from meute.core.game import View


class EvaluatingOrRolloutBot:
    """Delegates to `evaluating` in games with a search horizon, and to `rolling_out` in games without."""

    def __init__(self, evaluating: Bot, rolling_out: Bot) -> None:
        self.evaluating = evaluating
        self.rolling_out = rolling_out

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        has_horizon = declared(view.game).horizon(view.state.seats) > 0
        return (self.evaluating if has_horizon else self.rolling_out).choose(view, rng, wanted)


class TeamBot:
    """Plays the game's team move (which keeps all seats from losing together) if there is one; else delegates."""

    def __init__(self, otherwise: Bot, source: Source) -> None:
        self.otherwise = otherwise
        self.source = source

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        evaluator = evaluator_for(view.game, view.state, self.source(view.game, view.state.seats))
        action = evaluator.team_move(view.state, view.seat)
        if view.state.choices(view.seat).contains(action):
            return action
        return self.otherwise.choose(view, rng, wanted)


class CooperativeOrBot:
    """Delegates to `together` in games that all seats can lose together, else to `otherwise`."""

    def __init__(self, together: Bot, otherwise: Bot) -> None:
        self.together = together
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        return (self.together if view.game.can_all_lose else self.otherwise).choose(view, rng, wanted)
