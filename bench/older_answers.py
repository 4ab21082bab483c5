"""The process of bench/older.py that plays with the older wheel: questions on stdin line by line, actions on stdout.

Imports only names that every wheel has, or tries the names of several versions.
"""

import json
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from meute.bots import BOTS, make_bot
from meute.core.chance import Generator
from meute.core.game import View
from meute.games import find

UNIT = "ms"
SEARCH_BOTS = {
    "meute.bots.search_player": "SearchBot",
    "meute.bots.thinker": "Thinker",
    "meute.bots.search": "Thinker",
}
"""Modules and classes of the search bot, newest first."""


def player(budget: str) -> Any:
    """A level, or a search with a number of simulations or milliseconds (`10ms`) per decision."""
    if budget in BOTS:
        return make_bot(budget)
    module = next(name for name in SEARCH_BOTS if find_spec(name))
    timed = budget.endswith(UNIT)
    number = int(budget.removesuffix(UNIT))
    return getattr(import_module(module), SEARCH_BOTS[module])(0 if timed else number, number if timed else 0)


if __name__ == "__main__":
    for line in sys.stdin:
        question: dict[str, Any] = json.loads(line)
        game = find(question["game"])
        state = game.read_position(question["position"], {}, game.box())
        view = View(game, state, question["seat"])
        print(player(question["budget"]).choose(view, Generator(question["seed"])), flush=True)
