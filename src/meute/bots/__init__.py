"""Computer players, by name."""

from meute.bots.bot import Bot
from meute.bots.greedy import GreedyBot
from meute.bots.random import RandomBot
from meute.core.errors import BadInput

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str) -> Bot:
    """The computer player of this name."""
    if name not in BOTS:
        raise BadInput("error.bot_unknown", name, known=", ".join(BOTS))
    return BOTS[name]()
