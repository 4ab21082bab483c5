"""Computer players, by name."""

from collections.abc import Callable

from meute.bots.bot import Bot
from meute.bots.greedy import GreedyBot
from meute.bots.pup import PupBot
from meute.bots.random import RandomBot
from meute.bots.search import Ponderer, Thinker
from meute.core.errors import BadInput

LEVELS: dict[str, Callable[[], Bot]] = {
    "louveteau": PupBot,
    "rodeur": lambda: Ponderer(1, 0),
    "meneuse": lambda: Ponderer(10, 600),
    "alpha": lambda: Thinker(0, 1000),
}
"""The levels offered to people, weakest first."""

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}

SEARCH = "search:"
"""search:500 is a searcher with that many simulations a decision, the same on every machine."""


def make_bot(name: str) -> Bot:
    """The computer player of this name."""
    if name.startswith(SEARCH) and name.removeprefix(SEARCH).isdigit():
        return Thinker(int(name.removeprefix(SEARCH)), 0)
    if name not in BOTS:
        raise BadInput("error.bot_unknown", name, known=", ".join([*BOTS, f"{SEARCH}N"]))
    return BOTS[name]()
