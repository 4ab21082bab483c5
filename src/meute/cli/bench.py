"""`meute bench`: speed of the rules and of the search, compared with other engines in the same run.

The search is measured at the first decision of a game with several options, with a new tree for every 1,000
simulations: with random rollouts to the end of the game (as OpenSpiel's ISMCTS), and as the strongest level searches
(priors, greedy rollouts up to the game's horizon).
"""

import argparse
import importlib.util
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from math import floor
from pathlib import Path
from random import random as draw
from statistics import mean
from typing import Any

from rich.table import Table

import meute.core.frame
from meute.bots.evaluators import untrained
from meute.bots.random_games import copy_many, play_many
from meute.bots.search import Search
from meute.cli import env_bench
from meute.cli.console import Terminal
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import Game, View
from meute.games import GAMES, find
from meute.match import Match

PEERS = ("hearts", "spades", "euchre", "skat", "oh_hell")
SEARCHED = ("hearts", "euchre", "oh_hell")
"""Games that OpenSpiel can search: it can determinize only these."""
SIMULATIONS = 1000
"""Simulations in each tree."""
MIN_OPTIONS = 5
"""Least number of legal actions at the decision that is searched."""
UCT = 2.0
SECONDS = 1.0
COPY_AFTER = 60
"""Number of moves after which the state is copied."""

KINDS = {
    "own loop": "cli.own_loop",
    "from Python": "cli.from_python",
    "copies": "cli.copies",
    "simulations": "cli.simulations",
    "alpha": "cli.alpha_simulations",
}
"""Measurements and the catalogue keys of their columns."""

BOUND = {"own loop": "cpp_lean", "copies": "cpp_copy"}
"""Measurements and their JSON keys in the output of a C++ port."""

Figures = dict[str, float]


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument("--peers", action="store_true", help=terminal.text("cli.help.peers"))
    parser.add_argument("--bound", type=Path, metavar="FILE", help=terminal.text("cli.help.bound"))
    parser.add_argument("--faces", action="store_true", help=terminal.text("cli.help.faces"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    chosen = [find(arguments.game)] if arguments.game else list(GAMES.values())
    if arguments.faces:
        return run_env_bench(terminal, chosen, arguments.json)
    rows: dict[str, Figures] = {}
    with terminal.progress() as bar:
        peers = PEERS if arguments.peers and importlib.util.find_spec("pyspiel") else ()
        task = bar.add_task("", total=len(chosen) + len(peers))
        for game in chosen:
            bar.update(task, description=game.id)
            rows[game.id] = measure(game)
            bar.advance(task)
        for name in peers:
            bar.update(task, description=name)
            rows[f"open_spiel {name}"] = measure_peer(name)
            bar.advance(task)
    ratios = compare(rows, [game.id for game in chosen])
    if arguments.bound:
        limit = measure_bound(arguments.bound)
        ours = rows.get(arguments.bound.stem, {})
        rows[arguments.bound.name] = limit
        ratios[arguments.bound.name] = {kind: ours[kind] / limit[kind] for kind in limit if kind in ours}
    if arguments.json:
        terminal.print_json({"compiled": is_compiled(), "figures": rows, "ratios": ratios})
        return 0
    terminal.out.print(figures_table(terminal, rows, ratios))
    if arguments.peers and not peers:
        terminal.complain(terminal.text("cli.no_peers"))
        return 1
    return 0


def run_env_bench(terminal: Terminal, chosen: list[Game], as_json: bool) -> int:
    """Benchmark the environments instead of the engine."""
    if not env_bench.are_installed():
        terminal.complain(terminal.text("cli.no_faces"))
        return 1
    rounds = env_bench.measure({**env_bench.our_acts(chosen), **env_bench.peer_acts()})
    rows, least = env_bench.figures(rounds), env_bench.ratios(rounds, {game.id for game in chosen})
    if as_json:
        measured = {
            name: {environment: asdict(figure) for environment, figure in row.items()} for name, row in rows.items()
        }
        ratios = {environment: asdict(ratio) for environment, ratio in least.items()}
        terminal.print_json({"compiled": is_compiled(), "rounds": len(rounds), "figures": measured, "ratios": ratios})
    else:
        terminal.out.print(env_bench.environments_table(terminal, rows, least))
    return 0


def is_compiled() -> bool:
    """Whether the rules are compiled."""
    return not meute.core.frame.__file__.endswith(".py")


def pace(act: Callable[[int], float]) -> float:
    """Operations per second of CPU time: calls `act(number)` with growing numbers until one call takes a second."""
    number = 1
    while True:
        begin = time.process_time()
        done = act(number)
        spent = time.process_time() - begin
        if spent > SECONDS:
            return done / spent
        number *= 2 if spent > SECONDS / 8 else 8


def measure(game: Game) -> Figures:
    """Per second: moves in the compiled loop, moves driven from Python, copies, and simulations of both kinds."""
    start = Match(game, seed=None).state
    middle = start.copy()
    out, rng = Choices(), Generator(7)
    for _ in range(COPY_AFTER):
        seat = middle.turn()
        middle.apply(seat, middle.random_action(seat, out, rng))
    view = first_decision(game)

    def copies(number: int) -> float:
        copy_many(middle, number)
        return number

    return {
        "own loop": pace(lambda number: int(play_many(start, number, rng))),
        "from Python": pace(lambda number: sum(drive(start.copy()) for _ in range(number))),
        "copies": pace(copies),
        "simulations": pace(lambda number: sum(search(view, rng, True) for _ in range(number))),
        "alpha": pace(lambda number: sum(search(view, rng, False) for _ in range(number))),
    }


def first_decision(game: Game) -> View:
    """The view of the first decision with several options."""
    match, rng = Match(game, seed=7), Generator(7)
    while True:
        seat = match.seats_to_act()[0]
        options = match.legal_actions(seat)
        if len(options) >= MIN_OPTIONS:
            return match.view(seat)
        match.play(seat, options[int(rng.below(len(options)))])


def search(view: View, rng: Generator, to_the_end: bool) -> int:
    """Search one tree; returns the number of simulations."""
    tree = Search(view, rng, 0, untrained(view.game, view.state.seats)) if to_the_end else Search(view, rng)
    return tree.think(SIMULATIONS, 0)


def drive(state: Any) -> int:
    """Play one random game from Python, move by move; returns the number of moves."""
    moves = 0
    while options := state.decision():
        state.apply(options.seat, pick(options))
        moves += 1
    return moves


def pick(options: Sequence[int] | Choices) -> int:
    """A random element, by the cheapest draw in Python."""
    return options[floor(draw() * len(options))]


def measure_peer(name: str) -> Figures:
    """Like `measure`, for a game of OpenSpiel: its C++ loop of random bots, Python, clones, and its ISMCTS in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    middle = walk_peer(game, lambda state: state.move_number() >= COPY_AFTER // 2)
    length = mean(drive_peer(game.new_initial_state()) for _ in range(50))

    def loop(number: int) -> float:
        for seed in range(number):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return number * length

    def clones(number: int) -> float:
        for _ in range(number):
            middle.clone()
        return number

    return {
        "own loop": pace(loop),
        "from Python": pace(lambda number: sum(drive_peer(game.new_initial_state()) for _ in range(number))),
        "copies": pace(clones),
        **(
            {"simulations": pace(lambda number: sum(search_peer(game) for _ in range(number)))}
            if name in SEARCHED
            else {}
        ),
    }


def measure_bound(source: Path) -> Figures:
    """Like `measure`, for a C++ port of a game, as an upper bound; the file is named like the game."""
    with tempfile.TemporaryDirectory() as place:
        built = Path(place, "bound")
        subprocess.run(["c++", "-O3", "-o", built, source], check=True)
        measured = json.loads(subprocess.check_output([built, str(SECONDS)]))
    return {kind: measured[name] for kind, name in BOUND.items()}


def search_peer(game: Any) -> int:
    """Search one tree with OpenSpiel's ISMCTS; returns the number of simulations."""
    import pyspiel

    state = walk_peer(game, lambda state: not state.is_chance_node() and len(state.legal_actions()) >= MIN_OPTIONS)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 7)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    pyspiel.ISMCTSBot(7, rollouts, UCT, SIMULATIONS, -1, most_visited, False, True).step(state)
    return SIMULATIONS


def walk_peer(game: Any, there: Callable[[Any], bool]) -> Any:
    """The first state that satisfies a condition, by reproducible random moves; restarts finished games."""
    dice = random.Random(7)
    state = game.new_initial_state()
    while not there(state):
        state.apply_action(dice.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()
    return state


def drive_peer(state: Any) -> int:
    """Play one random game of OpenSpiel from Python; returns the number of moves."""
    moves = 0
    while not state.is_terminal():
        state.apply_action(pick(state.legal_actions()))
        moves += 1
    return moves


def compare(rows: dict[str, Figures], ours: list[str]) -> dict[str, Figures]:
    """Ratios of our figures to the peers' mean."""
    peers = [figures for name, figures in rows.items() if name not in ours]
    kinds = {kind for peer in peers for kind in peer}
    means = {kind: mean(peer[kind] for peer in peers if kind in peer) for kind in kinds}
    return {name: {kind: rows[name][kind] / means[kind] for kind in KINDS if kind in means} for name in ours if peers}


def figures_table(terminal: Terminal, rows: dict[str, Figures], ratios: dict[str, Figures]) -> Table:
    """The figures as a table, in thousands per second."""
    table = Table(title=terminal.text("cli.bench_compiled" if is_compiled() else "cli.bench_interpreted"))
    for key in ("cli.engine", *KINDS.values()):
        table.add_column(terminal.text(key), justify="right")
    for name, figures in rows.items():
        table.add_row(name, *(f"{figures[kind] / 1000:,.1f}" if kind in figures else "" for kind in KINDS))
    for name, figures in ratios.items():
        cells = (f"x {figures[kind]:.2f}" if kind in figures else "" for kind in KINDS)
        ratio = "cli.bound_ratio" if name in rows and name not in GAMES else "cli.ratio"
        table.add_row(terminal.text(ratio, name=name), *cells)
    return table
