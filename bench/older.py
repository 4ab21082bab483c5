"""Today's bots against those of an older wheel.

`python bench/older.py GAME --beside PYTHON [--seats 2] [--today 10ms] [--older 10ms] [--games 100] [--seed 1]
[--jobs 1] [--results FILE]`, where PYTHON is the interpreter of an environment with the older wheel, and a bot is a
search with simulations or milliseconds per decision, or a level (`--today meneuse --older meneuse`). One bot of today
plays against older bots in all other seats, on the same deals in every seat rotation. Older bots run in a separate
process (older_answers.py) and get views as text, as on a server. Milliseconds are CPU time for today's bot and wall
time for the older ones: a game keeps one core busy, so the machine should have a core for each of the jobs.
"""

import argparse
import json
import subprocess
from functools import cache, partial
from pathlib import Path

from meute.bots import BOTS, make_bot
from meute.bots.arena import Contest, run_contest, standings
from meute.bots.bot import Bot, Wanted
from meute.bots.executor import Executor
from meute.core.chance import Generator
from meute.core.game import View
from meute.games import GAMES

OLDER = "older:"
ANSWERS = Path(__file__).with_name("older_answers.py")
SHOWN_EVERY = 20


class Older:
    """A bot that asks the process of the older wheel."""

    def __init__(self, python: str, budget: str) -> None:
        self.python = python
        self.budget = budget

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        options = view.legal_actions()
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
    """The process of the older wheel, shared by all games of this process."""
    return subprocess.Popen([python, ANSWERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def player(python: str, name: str) -> Bot:
    """The bot of this name: one of the older wheel if the name begins with OLDER."""
    return Older(python, name.removeprefix(OLDER)) if name.startswith(OLDER) else make_bot(name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--beside", required=True, help="the Python of an environment with the older wheel")
    parser.add_argument("--results", type=Path, help="games are noted there as they end, and taken up again")
    for name in ("today", "older"):
        parser.add_argument(f"--{name}", default="10ms", help="simulations, or 10ms, for a decision; or a level")
    for name, default in (("seats", 2), ("games", 100), ("seed", 1), ("jobs", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    today = given.today if given.today in BOTS else f"search:{given.today}"
    bots = (today, *[OLDER + given.older] * (given.seats - 1))
    contest = Contest(given.game, bots, (), given.seed)
    games = []
    for played in run_contest(contest, given.games, Executor(given.jobs), given.results, partial(player, given.beside)):
        games.append(played)
        if len(games) % SHOWN_EVERY == 0 or len(games) == given.games:
            row = standings(contest, games)[0]
            interval = f"({100 * row.wins_low:.1f} – {100 * row.wins_high:.1f})"
            spent = f"{row.milliseconds:.0f} ms a decision"
            print(f"{len(games)} games: {100 * row.wins:.1f} % of {row.won_games} {interval}, {spent}", flush=True)


if __name__ == "__main__":
    main()
