"""Players who search, with what was learned and without."""

import time

from meute.bots.bot import Wanted
from meute.bots.search import AS_THE_GAME_SAYS, Clock, Search
from meute.core.chance import Generator
from meute.core.game import Game, View
from meute.core.learned import Learned


class Thinker:
    """A player who searches, with a budget of simulations, of time, or both."""

    def __init__(
        self,
        simulations: int,
        milliseconds: int,
        horizon: int = AS_THE_GAME_SAYS,
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


class Unlearned(Thinker):
    """The same without what was learned."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        self.learned = unlearned(view.game)
        return super().choose(view, rng, wanted)


def unlearned(game: Game) -> Learned:
    """Nothing learned: tables are judged by first guesses, and games to the end are played on at random."""
    return Learned(() if game.horizon(game.fewest) == 0 else tuple(game.habits.values()), ())
