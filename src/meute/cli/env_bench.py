"""`meute bench --faces`: decisions per second of every environment, beside PettingZoo's and OpenSpiel's own games."""

import importlib.util
import random
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import mean, median
from typing import Any

from rich.table import Table

from meute.cli.console import Terminal
from meute.core.chance import Generator
from meute.core.game import Game

Act = Callable[[int], float]
"""Benchmark: plays the given number of games (or steps of a batch) and returns the number of decisions."""
Acts = dict[tuple[str, str], Act]
"""Benchmarks by game and kind of environment ("face")."""
Figures = dict[str, "Interval"]

ZOO = ("connect_four_v3", "tictactoe_v3", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6", "go_v5")
SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_phantom_tic_tac_toe")
TABLES = 1024
ROUNDS = 9
OUTSIDE = 1
"""Rounds dropped at either end: the other seven of nine span a 96 % interval of the median."""
SECONDS = 0.1
"""CPU time of one environment in each round."""
MIN_SECONDS = 1e-9
THOUSAND = 1000
ENVIRONMENTS = ("AEC", "raw AEC", "parallel", "Gymnasium", "OpenSpiel", "batch")


def are_installed() -> bool:
    return all(importlib.util.find_spec(name) for name in ("gymnasium", "pettingzoo"))


@dataclass(frozen=True)
class Interval:
    """Median of all rounds and its 96 % interval: from the second lowest to the second highest of nine."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, rounds: Sequence[float]) -> "Interval":
        ordered = sorted(rounds)
        return cls(median(ordered), ordered[OUTSIDE], ordered[-1 - OUTSIDE])

    def text(self, unit: float = 1) -> str:
        low, middle, high = (
            f"{number / unit:,.{2 if unit == 1 else 1}f}" for number in (self.low, self.median, self.high)
        )
        return f"{middle} ({low}–{high})"


def our_acts(games: Iterable[Game]) -> Acts:
    """Benchmarks of all environments of these games."""
    acts: Acts = {}
    for game in games:
        zoo = import_module(f"meute.env.{game.id}_v0")
        single = import_module("meute.env.gym").SeatEnv(game.id, opponents="random")
        acts[game.id, "AEC"] = repeated(drive_zoo, zoo.env())
        acts[game.id, "raw AEC"] = repeated(drive_zoo, zoo.raw_env())
        acts[game.id, "parallel"] = repeated(drive_parallel, zoo.parallel_env())
        acts[game.id, "Gymnasium"] = repeated(drive_gym, single)
        acts[game.id, "batch"] = batch_driver(import_module("meute.env.vector").Batch(game.id, TABLES).tables)
        if importlib.util.find_spec("pyspiel"):
            import_module("meute.env.spiel")
            acts[game.id, "OpenSpiel"] = spiel_driver(f"meute_{game.id}")
    return acts


def peer_acts() -> Acts:
    """Benchmarks of the peers' own games, as far as installed."""
    acts: Acts = {}
    for name in ZOO:
        try:
            env = import_module(f"pettingzoo.classic.{name}").env()
        except ImportError:
            continue
        acts[f"pettingzoo {name}", "AEC"] = repeated(drive_zoo, env)
    if importlib.util.find_spec("pyspiel"):
        import_module("open_spiel.python.games")
        known = import_module("pyspiel").registered_names()
        acts |= {(f"open_spiel {name}", "OpenSpiel"): spiel_driver(name) for name in SPIEL if name in known}
    return acts


def measure(acts: Acts) -> list[dict[tuple[str, str], float]]:
    """Decisions per second of CPU time in each round. A round measures every environment briefly, so other load slows
    all alike and ratios within a round are fair."""
    numbers = {key: games_per_turn(act) for key, act in acts.items()}
    return [{key: timed(act, numbers[key])[0] for key, act in acts.items()} for _ in range(ROUNDS)]


def timed(act: Act, number: int) -> tuple[float, float]:
    """Decisions per second of CPU time, and the seconds measured."""
    begin = time.process_time()
    done = act(number)
    spent = time.process_time() - begin
    return done / max(spent, MIN_SECONDS), spent


def games_per_turn(act: Act) -> int:
    """Number of games that take SECONDS of CPU time."""
    number = 1
    while timed(act, number)[1] < SECONDS:
        number *= 2
    return number


def repeated(drive: Callable[[Any], int], env: Any) -> Act:
    """Benchmark that plays games in one environment by `drive`."""
    return lambda games: sum(drive(env) for _ in range(games))


def batch_driver(tables: Any) -> Act:
    """Benchmark of random decisions in compiled code at all tables of a batch."""
    rng = Generator(7)

    def act(steps: int) -> float:
        tables.play_randomly(steps, rng)
        return steps * TABLES

    return act


def spiel_driver(name: str) -> Act:
    game = import_module("pyspiel").load_game(name)
    return lambda games: sum(drive_spiel(game.new_initial_state()) for _ in range(games))


def pick(mask: Any) -> int:
    """A random legal action."""
    return int(random.choice(mask.nonzero()[0]))


def drive_zoo(env: Any) -> int:
    """Play one random game in the AEC environment."""
    env.reset(seed=random.getrandbits(31))
    steps = 0
    for _ in env.agent_iter():
        seen, _, ended, cut, info = env.last()
        if ended or cut:
            break
        env.step(pick(info["action_mask"] if "action_mask" in info else seen["action_mask"]))
        steps += 1
    return steps


def drive_parallel(env: Any) -> int:
    """Play one random game in the parallel environment; counts the decisions of seats to move."""
    seen, _ = env.reset(seed=random.getrandbits(31))
    steps = 0
    while env.agents:
        actions = {agent: pick(seen[agent]["action_mask"]) for agent in env.agents}
        steps += sum(action != env.wait for action in actions.values())
        seen, *_ = env.step(actions)
    return steps


def drive_gym(env: Any) -> int:
    """Play one random game in the Gymnasium environment; counts the decisions of all seats."""
    _, info = env.reset(seed=random.getrandbits(31))
    ended = cut = False
    while not (ended or cut):
        _, _, ended, cut, info = env.step(pick(info["action_mask"]))
    return int(env.table.steps)


def drive_spiel(state: Any) -> int:
    """Play one random game in OpenSpiel; counts chance events, too."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def figures(rounds: list[dict[tuple[str, str], float]]) -> dict[str, Figures]:
    """Decisions per second, by game and environment."""
    rows: dict[str, Figures] = {}
    for name, environment in rounds[0]:
        rows.setdefault(name, {})[environment] = Interval.of([each[name, environment] for each in rounds])
    return rows


def ratios(rounds: list[dict[tuple[str, str], float]], ours: Collection[str]) -> Figures:
    """Speed of our slowest game divided by the peers' mean speed, by environment."""
    found: dict[str, list[float]] = {}
    for figures in rounds:
        for environment in sorted({environment for name, environment in figures if name not in ours}):
            slowest = min(pace for (name, kind), pace in figures.items() if name in ours and kind == environment)
            others = mean(pace for (name, kind), pace in figures.items() if name not in ours and kind == environment)
            found.setdefault(environment, []).append(slowest / others)
    return {environment: Interval.of(each) for environment, each in found.items()}


def environments_table(terminal: Terminal, rows: dict[str, Figures], least: Figures) -> Table:
    """The figures as a table, in thousands per second."""
    table = Table(title=terminal.text("cli.faces", rounds=ROUNDS))
    for name in ("", *ENVIRONMENTS):
        table.add_column(name, justify="right")
    for name, row in rows.items():
        table.add_row(
            name, *(row[environment].text(THOUSAND) if environment in row else "" for environment in ENVIRONMENTS)
        )
    if least:
        table.add_row(
            "", *(f"x {least[environment].text()}" if environment in least else "" for environment in ENVIRONMENTS)
        )
    return table
