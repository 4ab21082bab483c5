"""meute bench --faces: decisions a second of every environment, beside PettingZoo's and OpenSpiel's own games."""

import importlib.util
import random
from collections.abc import Callable, Iterator
from importlib import import_module
from statistics import mean
from typing import Any

from rich.table import Table

from meute.cli.desk import Desk
from meute.core.chance import Generator
from meute.core.game import Game

Pace = Callable[[Callable[[int], float]], float]
Figures = dict[str, float]

ZOO = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6", "go_v5")
SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_phantom_tic_tac_toe")
TABLES = 1024
FACES = ("AEC", "raw AEC", "parallel", "Gymnasium", "OpenSpiel", "batch")


def are_installed() -> bool:
    return all(importlib.util.find_spec(name) for name in ("gymnasium", "pettingzoo"))


def measure(game: Game, pace: Pace) -> Figures:
    """Random decisions a second by every face of a game."""
    zoo = import_module(f"meute.env.{game.id}_v0")
    single = import_module("meute.env.gym").SeatEnv(game.id, opponents="random")
    tables = import_module("meute.env.vector").Batch(game.id, TABLES).tables
    rng = Generator(7)

    def batch(steps: int) -> float:
        tables.play_randomly(steps, rng)
        return steps * TABLES

    figures = {
        "AEC": pace(repeated(drive_zoo, zoo.env())),
        "raw AEC": pace(repeated(drive_zoo, zoo.raw_env())),
        "parallel": pace(repeated(drive_parallel, zoo.parallel_env())),
        "Gymnasium": pace(repeated(drive_gym, single)),
        "batch": pace(batch),
    }
    if importlib.util.find_spec("pyspiel"):
        import_module("meute.env.spiel")
        figures["OpenSpiel"] = pace(spiel_driver(f"meute_{game.id}"))
    return figures


def peers(pace: Pace) -> Iterator[tuple[str, Figures]]:
    """The same for the peers' own games, those that are installed."""
    for name in ZOO:
        try:
            env = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError:
            continue
        yield f"pettingzoo {name}", {"AEC": pace(repeated(drive_zoo, env))}
    if importlib.util.find_spec("pyspiel"):
        import_module("open_spiel.python.games")
        known = import_module("pyspiel").registered_names()
        for name in (name for name in SPIEL if name in known):
            yield f"open_spiel {name}", {"OpenSpiel": pace(spiel_driver(name))}


def repeated(drive: Callable[[Any], int], env: Any) -> Callable[[int], float]:
    """So many games in one environment."""
    return lambda games: sum(drive(env) for _ in range(games))


def spiel_driver(name: str) -> Callable[[int], float]:
    game = import_module("pyspiel").load_game(name)
    return lambda games: sum(drive_spiel(game.new_initial_state()) for _ in range(games))


def pick(mask: Any) -> int:
    """One of the actions that may be done."""
    return int(random.choice(mask.nonzero()[0]))


def drive_zoo(env: Any) -> int:
    """One random game, seat by seat."""
    env.reset(seed=random.getrandbits(31))
    steps = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, info = env.last()
        if ended or cut:
            break
        env.step(pick(seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]))
        steps += 1
    return steps


def drive_parallel(env: Any) -> int:
    """One random game, all at once; decisions of those that are asked."""
    seen, _ = env.reset(seed=random.getrandbits(31))
    steps = 0
    while env.agents:
        actions = {agent: pick(seen[agent]["action_mask"]) for agent in env.agents}
        steps += sum(action != env.wait for action in actions.values())
        seen, *_ = env.step(actions)
    return steps


def drive_gym(env: Any) -> int:
    """One random game of all seats, of which one is driven from outside."""
    _, info = env.reset(seed=random.getrandbits(31))
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(pick(info["action_mask"]))
    return int(env.table.steps)


def drive_spiel(state: Any) -> int:
    """One random game, chance included."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def ratios(ours: dict[str, Figures], others: dict[str, Figures]) -> Figures:
    """The slowest of our games over the peers' mean, by face."""
    faces = {face for figures in others.values() for face in figures}
    means = {face: mean(figures[face] for figures in others.values() if face in figures) for face in faces}
    return {face: min(figures[face] for figures in ours.values()) / means[face] for face in sorted(means)}


def faces_table(desk: Desk, rows: dict[str, Figures], least: Figures) -> Table:
    """The figures for people, in thousands per second."""
    table = Table(title=desk.text("cli.faces"))
    for name in ("", *FACES):
        table.add_column(name, justify="right")
    for name, figures in rows.items():
        table.add_row(name, *(f"{figures[face] / 1000:,.1f}" if face in figures else "" for face in FACES))
    if least:
        table.add_row("", *(f"x {least[face]:.2f}" if face in least else "" for face in FACES))
    return table
