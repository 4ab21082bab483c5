"""A searcher of today against those of an older wheel.

`python bench/older.py GAME --beside PYTHON [--seats 2] [--today 10ms] [--older 10ms] [--games 100] [--seed 1]
[--jobs 1] [--results FILE]`, where PYTHON is that of an environment with the older wheel, and what each has for a
decision is a number of simulations or of milliseconds. One searcher of today sits with older ones in all other seats,
on the same deals from every turning. The older ones think in a process of their own, out of this same file, and are
handed views as text, as on a server. Milliseconds are the processor's for today's and the wall clock's for the older
ones: a game keeps one core busy, so the machine should have one for each of the jobs.
"""

import argparse
import json
import subprocess
import sys
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from meute.bots import make_bot
from meute.bots.arena import Contest, fight, standings
from meute.bots.bot import Bot, Wanted
from meute.bots.crew import Crew
from meute.core.chance import Generator
from meute.core.game import View
from meute.games import GAMES, find

OLDER = "older:"
UNIT = "ms"
SHOWN_EVERY = 20


def thinker(budget: str) -> Bot:
    """A searcher of whichever wheel this is: it moved house once."""
    home = "meute.bots.thinker" if find_spec("meute.bots.thinker") else "meute.bots.search"
    timed = budget.endswith(UNIT)
    number = int(budget.removesuffix(UNIT))
    bot: Bot = import_module(home).Thinker(0 if timed else number, number if timed else 0)
    return bot


class Older:
    """Asks the process of the older wheel."""

    def __init__(self, python: str, budget: str) -> None:
        self.python = python
        self.budget = budget

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.options()
        if len(options) == 1:
            return options[0]
        process = begun(self.python)
        assert process.stdin is not None
        assert process.stdout is not None
        question = {
            "game": view.game.id,
            "position": view.text(),
            "seat": view.seat,
            "seed": rng.word(),
            "budget": self.budget,
        }
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        return int(process.stdout.readline())


@cache
def begun(python: str) -> "subprocess.Popen[str]":
    """One process of the older wheel for all games that are played here."""
    return subprocess.Popen([python, __file__, "--answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer() -> None:
    """Questions come in line by line, and actions go out."""
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        game = find(asked["game"])
        table = game.read_position(asked["position"], {}, game.box())
        view = View(game, table, asked["seat"])
        print(thinker(asked["budget"]).choose(view, Generator(asked["seed"])), flush=True)


def player(python: str, name: str) -> Bot:
    """Who plays under a name."""
    return Older(python, name.removeprefix(OLDER)) if name.startswith(OLDER) else make_bot(name)


def main() -> None:
    if sys.argv[1:] == ["--answer"]:
        answer()
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--beside", required=True, help="the Python of an environment with the older wheel")
    parser.add_argument("--results", type=Path, help="games are noted there as they end, and taken up again")
    for name in ("today", "older"):
        parser.add_argument(f"--{name}", default="10ms", help="simulations, or 10ms, for a decision")
    for name, default in (("seats", 2), ("games", 100), ("seed", 1), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    bots = (f"search:{given.today}", *[OLDER + given.older] * (given.seats - 1))
    contest = Contest(given.game, bots, (), given.seed)
    games = []
    for played in fight(contest, given.games, Crew(given.jobs), given.results, partial(player, given.beside)):
        games.append(played)
        if len(games) % SHOWN_EVERY == 0 or len(games) == given.games:
            row = standings(contest, games)[0]
            interval = f"({100 * row.wins_low:.1f} – {100 * row.wins_high:.1f})"
            spent = f"{row.milliseconds:.0f} ms a decision"
            print(f"{len(games)} games: {100 * row.wins:.1f} % of {row.won_games} {interval}, {spent}", flush=True)


if __name__ == "__main__":
    main()
