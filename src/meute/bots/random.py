"""The player who picks any legal action."""

from meute.bots.bot import Wanted
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View


class RandomBot:
    """Every option is as good as any other."""

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        return view.state.random_action(view.seat, Choices(), rng)
