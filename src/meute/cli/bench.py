"""meute bench: how fast rules and search are, beside other engines where they are installed: ratios of one run.

A search is measured at the first decision of a game that has several options, with a tree of its own for every so many
simulations: once with random playouts to the end of the game, as OpenSpiel's ISMCTS does it, and once as the alpha does
it, which is guided and cut short where a game says so.
"""

import argparse
import importlib.util
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from math import floor
from pathlib import Path
from random import random as draw
from statistics import mean
from typing import Any

from rich.table import Table

import meute.core.frame
from meute.bots.playout import copy_many, play_many
from meute.bots.search import Search
from meute.cli import faces
from meute.cli.desk import Desk
from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import Game, View
from meute.core.learned import Learned
from meute.games import GAMES, find
from meute.match import Match

PEERS = ("hearts", "spades", "euchre", "skat", "oh_hell")
SEARCHED = ("hearts", "euchre", "oh_hell")
"""Those that OpenSpiel can search: for the others it cannot imagine tables that fit a view."""
SIMULATIONS = 1000
"""In each tree."""
SEVERAL = 5
"""Options at the decision that is searched."""
UCT = 2.0
SECONDS = 1.0
MIDDLE = 60
"""Copies are made of a table this many moves into the game."""

KINDS = {
    "own loop": "cli.own_loop",
    "from Python": "cli.from_python",
    "copies": "cli.copies",
    "simulations": "cli.simulations",
    "alpha": "cli.alpha_simulations",
}
"""What is measured, and how its column is headed."""

BOUND = {"own loop": "cpp_lean", "copies": "cpp_copy"}
"""What a C++ port of a game prints, as JSON."""

Figures = dict[str, float]


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument("--peers", action="store_true", help=desk.text("cli.help.peers"))
    parser.add_argument("--bound", type=Path, metavar="FILE", help=desk.text("cli.help.bound"))
    parser.add_argument("--faces", action="store_true", help=desk.text("cli.help.faces"))
    parser.add_argument("--json", action="store_true", help=desk.text("cli.help.json"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    chosen = [find(arguments.game)] if arguments.game else list(GAMES.values())
    if arguments.faces:
        return run_faces(desk, chosen, arguments.json)
    rows: dict[str, Figures] = {}
    with desk.progress() as bar:
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
        desk.print_json({"compiled": is_compiled(), "figures": rows, "ratios": ratios})
        return 0
    desk.out.print(figures_table(desk, rows, ratios))
    if arguments.peers and not peers:
        desk.complain(desk.text("cli.no_peers"))
        return 1
    return 0


def run_faces(desk: Desk, chosen: list[Game], as_json: bool) -> int:
    """The environments instead of the engine."""
    if not faces.are_installed():
        desk.complain(desk.text("cli.no_faces"))
        return 1
    ours = {game.id: faces.measure(game, pace) for game in chosen}
    others = dict(faces.peers(pace))
    least = faces.ratios(ours, others)
    if as_json:
        desk.print_json({"compiled": is_compiled(), "figures": {**ours, **others}, "ratios": least})
    else:
        desk.out.print(faces.faces_table(desk, {**ours, **others}, least))
    return 0


def is_compiled() -> bool:
    """Whether the rules run as native code."""
    return not meute.core.frame.__file__.endswith(".py")


def pace(act: Callable[[int], float]) -> float:
    """Things done per second of this process: more and more of them until a second is full."""
    number = 1
    while True:
        begin = time.process_time()
        done = act(number)
        spent = time.process_time() - begin
        if spent > SECONDS:
            return done / spent
        number *= 2 if spent > SECONDS / 8 else 8


def measure(game: Game) -> Figures:
    """Moves in our own loop, moves driven from Python, copies, and simulations of both kinds, each per second."""
    start = Match(game, seed=None).state
    middle = start.copy()
    out, rng = Choices(), Generator(7)
    for _ in range(MIDDLE):
        seat = middle.turn()
        middle.act(seat, middle.random_action(seat, out, rng))
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
    """The first table at which somebody has a few options, as he sees it."""
    match, rng = Match(game, seed=7), Generator(7)
    while True:
        seat = match.asked()[0]
        options = match.options(seat)
        if len(options) >= SEVERAL:
            return match.view(seat)
        match.play(seat, options[int(rng.below(len(options)))])


def search(view: View, rng: Generator, to_the_end: bool) -> int:
    """One tree."""
    tree = Search(view, rng, 0, Learned((), ())) if to_the_end else Search(view, rng)
    return tree.think(SIMULATIONS, 0)


def drive(state: Any) -> int:
    """One random game, move by move from Python: who decides what, pick one, act."""
    moves = 0
    while options := state.decision():
        state.act(options.seat, pick(options))
        moves += 1
    return moves


def pick(options: Sequence[int] | Choices) -> int:
    """One of them, by the cheapest draw that Python has, for us and for peers."""
    return options[floor(draw() * len(options))]


def measure_peer(name: str) -> Figures:
    """The same for a game of OpenSpiel: its C++ loop of random bots, Python, clones, and its ISMCTS in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    middle = walk_peer(game, lambda state: state.move_number() >= MIDDLE // 2)
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
    """The same of a port to C++, which is as fast as a game can be: the file is called like the game."""
    with tempfile.TemporaryDirectory() as place:
        built = Path(place, "bound")
        subprocess.run(["c++", "-O3", "-o", built, source], check=True)
        told = json.loads(subprocess.check_output([built, str(SECONDS)]))
    return {kind: told[name] for kind, name in BOUND.items()}


def search_peer(game: Any) -> int:
    """One tree of OpenSpiel's, with random playouts to the end."""
    import pyspiel

    state = walk_peer(game, lambda state: not state.is_chance_node() and len(state.legal_actions()) >= SEVERAL)
    playouts = pyspiel.RandomRolloutEvaluator(1, 7)
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    pyspiel.ISMCTSBot(7, playouts, UCT, SIMULATIONS, -1, most_visited, False, True).step(state)
    return SIMULATIONS


def walk_peer(game: Any, there: Callable[[Any], bool]) -> Any:
    """The first table of this kind, with random moves that are the same every time; some games end before it."""
    dice = random.Random(7)
    state = game.new_initial_state()
    while not there(state):
        state.apply_action(dice.choice(state.legal_actions()))
        if state.is_terminal():
            state = game.new_initial_state()
    return state


def drive_peer(state: Any) -> int:
    """One random game of OpenSpiel, move by move from Python."""
    moves = 0
    while not state.is_terminal():
        state.apply_action(pick(state.legal_actions()))
        moves += 1
    return moves


def compare(rows: dict[str, Figures], ours: list[str]) -> dict[str, Figures]:
    """Our figures over the peers' mean, where peers were measured."""
    peers = [figures for name, figures in rows.items() if name not in ours]
    kinds = {kind for peer in peers for kind in peer}
    means = {kind: mean(peer[kind] for peer in peers if kind in peer) for kind in kinds}
    return {name: {kind: rows[name][kind] / means[kind] for kind in KINDS if kind in means} for name in ours if peers}


def figures_table(desk: Desk, rows: dict[str, Figures], ratios: dict[str, Figures]) -> Table:
    """The figures for people, in thousands per second."""
    table = Table(title=desk.text("cli.bench_compiled" if is_compiled() else "cli.bench_interpreted"))
    for key in ("cli.engine", *KINDS.values()):
        table.add_column(desk.text(key), justify="right")
    for name, figures in rows.items():
        table.add_row(name, *(f"{figures[kind] / 1000:,.1f}" if kind in figures else "" for kind in KINDS))
    for name, figures in ratios.items():
        cells = (f"x {figures[kind]:.2f}" if kind in figures else "" for kind in KINDS)
        ratio = "cli.bound_ratio" if name in rows and name not in GAMES else "cli.ratio"
        table.add_row(desk.text(ratio, name=name), *cells)
    return table
