"""Bots that choose by tree search, with and without trained weights."""

import time

from meute.bots.bot import Wanted
from meute.bots.search import GAME_DEFAULT, Clock, Search
from meute.core.chance import Generator
from meute.core.game import Game, View
from meute.core.learned import Learned


class SearchBot:
    """Searches with a budget of simulations, of milliseconds, or both (0: no limit)."""

    def __init__(
        self,
        simulations: int,
        milliseconds: int,
        horizon: int = GAME_DEFAULT,
        learned: Learned | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.horizon = horizon
        self.learned = learned
        self.clock = clock

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.state.choices(view.seat)
        if len(options) == 1:
            return options[0]
        search = Search(view, rng, self.horizon, self.learned)
        search.think(self.simulations, self.milliseconds, wanted, True, self.clock)
        return search.ranked()[0][0]


class UntrainedSearchBot(SearchBot):
    """Searches with default weights and without the fitted value function."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        self.learned = untrained(view.game)
        return super().choose(view, rng, wanted)


def untrained(game: Game) -> Learned:
    """The untrained baseline: default weights, no coefficients. Rollouts to the end of a game are random."""
    return Learned(() if game.horizon(game.min_seats) == 0 else tuple(game.default_weights.values()), ())
