"""The bot that chooses by tree search."""

import time

from meute.bots.bot import Wanted
from meute.bots.evaluators import Source, trained
from meute.bots.search import GAME_DEFAULT, Clock, Search
from meute.core.chance import Generator
from meute.core.game import View


class SearchBot:
    """Searches with a budget of simulations, of milliseconds, or both (0: no limit)."""

    def __init__(
        self,
        simulations: int,
        milliseconds: int,
        horizon: int = GAME_DEFAULT,
        source: Source = trained,
        clock: Clock = time.monotonic,
    ) -> None:
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.horizon = horizon
        self.source = source
        self.clock = clock

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.state.choices(view.seat)
        if len(options) == 1:
            return options[0]
        search = Search(view, rng, self.horizon, self.source(view.game, view.state.seats))
        search.think(self.simulations, self.milliseconds, wanted, True, self.clock)
        return search.ranked()[0][0]
