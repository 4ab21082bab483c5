"""Registry of computer players: `make_bot` builds one from its name."""

import re
import time
from collections.abc import Callable

from meute.bots.bot import Bot
from meute.bots.evaluators import trained, untrained
from meute.bots.greedy import GreedyBot
from meute.bots.level_players import CooperativeOrBot, EvaluatingOrRolloutBot, TeamBot
from meute.bots.limited_player import LimitedBot
from meute.bots.random import RandomBot
from meute.bots.search import GAME_DEFAULT
from meute.bots.search_player import SearchBot
from meute.core.errors import BadInput

LEVELS: dict[str, Callable[[], Bot]] = {
    "louveteau": lambda: TeamBot(LimitedBot(2, untrained), untrained),
    "rodeur": lambda: EvaluatingOrRolloutBot(CooperativeOrBot(LimitedBot(3), LimitedBot(5)), SearchBot(60, 0)),
    "meneuse": lambda: EvaluatingOrRolloutBot(GreedyBot(), SearchBot(600, 0)),
    "alpha": lambda: SearchBot(0, 1000),
}
"""Difficulty levels offered to players, weakest first."""

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}

OLD_ALPHA = "old:alpha"
"""The strongest level without trained weights and coefficients: a baseline for measurements."""

NAMES = (
    *BOTS,
    *(f"{kind}:{budget}{turns}" for kind in ("search", "old") for budget in ("N", "Nms") for turns in ("", "@TURNS")),
    OLD_ALPHA,
)
"""All forms of a bot name, for error messages; N and TURNS stand for numbers."""

SEARCH = re.compile(r"(search|old):([1-9]\d{0,11})(ms)?(?:@(\d{1,3}))?", re.ASCII)
"""`search:500`: 500 simulations per decision, reproducible on every machine. `search:500ms`: 500 ms of CPU time.
`search:500@2`: horizon of two turns (`@0`: to the end of the game). `old:500`: the same without training."""


def make_bot(name: str) -> Bot:
    """Return the bot of this name; raise BadInput for an unknown one."""
    search = SEARCH.fullmatch(name)
    if search:
        kind, budget, timed, turns = search.groups()
        simulations, milliseconds = (0, int(budget)) if timed else (int(budget), 0)
        source = untrained if kind == "old" else trained
        return SearchBot(simulations, milliseconds, int(turns or GAME_DEFAULT), source, time.process_time)
    if name == OLD_ALPHA:
        return SearchBot(0, 1000, source=untrained)
    if name not in BOTS:
        raise BadInput("error.bot_unknown", name, known=", ".join(NAMES))
    return BOTS[name]()
