"""Bots that combine others, used by the difficulty levels."""

from meute.bots.bot import Bot, Wanted
from meute.bots.search_player import untrained
from meute.core.chance import Generator
from meute.core.game import View
from meute.core.learned import weights_vector


class EvaluatingOrRolloutBot:
    """One bot for games with an evaluation before the end (a horizon), another for games searched by rollouts to the
    end."""

    def __init__(self, evaluating: Bot, rolling_out: Bot) -> None:
        self.evaluating = evaluating
        self.rolling_out = rolling_out

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        has_horizon = view.game.horizon(view.state.seats) > 0
        return (self.evaluating if has_horizon else self.rolling_out).choose(view, rng, wanted)


class TeamBot:
    """Plays the game's team move where all can lose together; else like the other bot."""

    def __init__(self, otherwise: Bot) -> None:
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        action = view.game.team_move(view.state, view.seat)
        if view.state.choices(view.seat).contains(action):
            return action
        return self.otherwise.choose(view, rng, wanted)


class UntrainedBot:
    """Plays like the other bot with default weights instead of trained ones."""

    def __init__(self, otherwise: Bot) -> None:
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        view.state.weights = weights_vector(untrained(view.game).weights)
        return self.otherwise.choose(view, rng, wanted)


class CooperativeOrBot:
    """One bot for games that all can lose together, another for the rest."""

    def __init__(self, together: Bot, otherwise: Bot) -> None:
        self.together = together
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        return (self.together if view.game.can_all_lose else self.otherwise).choose(view, rng, wanted)
