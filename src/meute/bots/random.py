"""Random bot."""

from meute.bots.bot import Wanted
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View


class RandomBot:
    """Picks a uniformly random legal action."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        return view.state.random_action(view.seat, Choices(), rng)
