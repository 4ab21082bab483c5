"""Computer players, by name."""

import re
import time
from collections.abc import Callable

from meute.bots.bot import Bot
from meute.bots.glance import GlanceBot
from meute.bots.greedy import GreedyBot
from meute.bots.level import Caring, Either, Novice, Together
from meute.bots.random import RandomBot
from meute.bots.search import AS_THE_GAME_SAYS
from meute.bots.thinker import Thinker, Unlearned
from meute.core.errors import BadInput

LEVELS: dict[str, Callable[[], Bot]] = {
    "louveteau": lambda: Novice(Caring(GlanceBot(2))),
    "rodeur": lambda: Either(Together(GlanceBot(3), GlanceBot(5)), Thinker(60, 0)),
    "meneuse": lambda: Either(GreedyBot(), Thinker(600, 0)),
    "alpha": lambda: Thinker(0, 1000),
}
"""The levels offered to people, weakest first."""

BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot, **LEVELS}

OLD_ALPHA = "old:alpha"
"""The alpha without what was learned: only for measuring."""

SEARCH = re.compile(r"(search|old):([1-9]\d{0,11})(ms)?(?:@(\d{1,3}))?", re.ASCII)
"""search:500 is a searcher with that many simulations a decision, the same on every machine; search:500ms one with so
much time of the processor, whatever else is running; search:500@2 looks two turns ahead, @0 to the end. old:500 is the
same without what was learned."""


def make_bot(name: str) -> Bot:
    """The computer player of this name."""
    search = SEARCH.fullmatch(name)
    if search:
        kind, budget, timed, turns = search.groups()
        simulations, milliseconds = (0, int(budget)) if timed else (int(budget), 0)
        make = Unlearned if kind == "old" else Thinker
        return make(simulations, milliseconds, int(turns or AS_THE_GAME_SAYS), clock=time.process_time)
    if name == OLD_ALPHA:
        return Unlearned(0, 1000)
    if name not in BOTS:
        known = [*BOTS, "search:N", "search:Nms", "search:N@TURNS", "old:N", OLD_ALPHA]
        raise BadInput("error.bot_unknown", name, known=", ".join(known))
    return BOTS[name]()
