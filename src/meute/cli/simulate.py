"""`meute simulate`: plays many games between bots and writes their records."""

import argparse
from collections import Counter
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypedDict

from rich.table import Table as RichTable

from meute.bots import make_bot
from meute.bots.executor import Executor, rules_fingerprint, run_all
from meute.bots.play_match import play_match
from meute.cli.console import (
    Terminal,
    add_executor_arguments,
    add_game_arguments,
    check_numbers,
    read_box_file,
    read_executor,
    read_options,
)
from meute.core.box import Contents
from meute.core.chance import Generator
from meute.games import find
from meute.match import Match, Result, write_record
from meute.text import numeral

BATCH = 20


@dataclass(frozen=True)
class SimulationPlan:
    game: str
    seats: tuple[str, ...]
    options: dict[str, str]
    box: Contents
    seed: int
    records: str


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", required=True, metavar="greedy,random", help=terminal.text("cli.help.seats"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=terminal.text("cli.help.games_number"))
    parser.add_argument("--seed", type=int, default=0, help=terminal.text("cli.help.seed"))
    add_executor_arguments(parser, terminal)
    parser.add_argument("--records", default="", metavar="DIR", help=terminal.text("cli.help.records"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))
    add_game_arguments(parser, terminal)


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    game = find(arguments.game)
    plan = SimulationPlan(
        game=game.id,
        seats=tuple(arguments.seats.split(",")),
        options=read_options(arguments.options),
        box=read_box_file(arguments.box, game.id),
        seed=arguments.seed,
        records=arguments.records,
    )
    for name in plan.seats:
        make_bot(name)
    Match(game, plan.seats, plan.options, seed=plan.seed, box=plan.box)
    if plan.records:
        Path(plan.records).mkdir(parents=True, exist_ok=True)
    results = simulate(terminal, plan, arguments.games, read_executor(arguments))
    summary = summarise(plan, results)
    if arguments.json:
        terminal.print_json(summary)
    else:
        terminal.out.print(summary_table(terminal, summary))
    return 0


def simulate(terminal: Terminal, plan: SimulationPlan, games: int, executor: Executor) -> list[Result]:
    """Play the games in parallel and write their records."""
    results: dict[int, Result] = {}
    fingerprint = partial(rules_fingerprint, plan.game, plan.seats, plan.options, plan.box)
    with terminal.progress() as bar:
        task = bar.add_task(plan.game, total=games)
        batches = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
        for batch in run_all(executor, partial(play_batch, plan), batches, fingerprint):
            for number, result, record in batch:
                results[number] = result
                if plan.records:
                    path = Path(plan.records) / f"{plan.game}-{plan.seed}-{number:06}.meute"
                    path.write_text(record, encoding="utf-8")
            bar.update(task, completed=len(results))
    return [results[number] for number in range(games)]


def play_batch(plan: SimulationPlan, numbers: range) -> list[tuple[int, Result, str]]:
    """Play the games with these numbers; returns (number, result, record) of each."""
    return [(number, *play_one(plan, number)) for number in numbers]


def play_one(plan: SimulationPlan, number: int) -> tuple[Result, str]:
    """Play one game, deterministic for the same seed and number; returns the result and, if wanted, the record."""
    seed = plan.seed * 1_000_003 + number
    match = Match(plan.game, plan.seats, plan.options, seed=seed, box=plan.box)
    result = play_match(match, [make_bot(name) for name in plan.seats], Generator(seed + 1))
    return result, write_record(match.record()) if plan.records else ""


class SeatSummary(TypedDict):
    """The results of one seat."""

    seat: int
    bot: str
    wins: float
    points: float


class Summary(TypedDict):
    """The results of all games."""

    game: str
    games: int
    seed: int
    seats: list[SeatSummary]
    ends: dict[str, int]


def summarise(plan: SimulationPlan, results: list[Result]) -> Summary:
    """Win rates and mean points of each seat, and how often games ended for each reason."""
    seats: list[SeatSummary] = []
    for seat, name in enumerate(plan.seats):
        wins = sum(1 / result.places.count(1) for result in results if result.places[seat] == 1)
        points = sum(result.points[seat] for result in results)
        seats.append({"seat": seat + 1, "bot": name, "wins": wins / len(results), "points": points / len(results)})
    ends = Counter(result.reason for result in results)
    return {"game": plan.game, "games": len(results), "seed": plan.seed, "seats": seats, "ends": dict(ends)}


def summary_table(terminal: Terminal, summary: Summary) -> RichTable:
    """The summary as a table."""
    reasons = ", ".join(f"{reason} {count}" for reason, count in summary["ends"].items())
    table = RichTable(title=terminal.text("cli.simulated", game=summary["game"], ends=reasons))
    for key in ("cli.seat", "cli.player", "cli.wins", "cli.points"):
        table.add_column(terminal.text(key))
    for row in summary["seats"]:
        table.add_row(str(row["seat"]), row["bot"], f"{row['wins']:.1%}", numeral(f"{row['points']:.1f}"))
    return table
