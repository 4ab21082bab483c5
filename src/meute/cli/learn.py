"""`meute learn`: trains weights and the value function by self-play and tests them in the arena."""

import argparse
import importlib.util
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from meute.bots.evaluators import declared
from meute.bots.training import Round, TrainingPlan, learn
from meute.cli.console import Terminal, add_executor_arguments, check_numbers, read_executor
from meute.games import find
from meute.match import Match


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", type=int, metavar="N", help=terminal.text("cli.help.table_seats"))
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help=terminal.text("cli.help.rounds"))
    parser.add_argument("--steps", type=int, default=40, metavar="N", help=terminal.text("cli.help.steps"))
    parser.add_argument("--trial", type=int, default=8, metavar="N", help=terminal.text("cli.help.games_trial"))
    parser.add_argument("--games", type=int, default=1500, metavar="N", help=terminal.text("cli.help.games_round"))
    parser.add_argument("--match", type=int, default=200, metavar="N", help=terminal.text("cli.help.games_match"))
    parser.add_argument("--simulations", type=int, default=12, metavar="N", help=terminal.text("cli.help.simulations"))
    parser.add_argument("--seed", type=int, default=0, help=terminal.text("cli.help.seed"))
    add_executor_arguments(parser, terminal)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=terminal.text("cli.help.learn_out"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=terminal.text("cli.help.plot"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    game = find(arguments.game)
    wanted = {"numpy": "cli.no_numpy"} if declared(game).feature_names else {}
    wanted |= {"matplotlib": "cli.no_plots"} if arguments.plot else {}
    for module, complaint in wanted.items():
        if not importlib.util.find_spec(module):
            terminal.complain(terminal.text(complaint))
            return 1
    seats = arguments.seats or game.min_seats
    Match(game, [str(seat) for seat in range(seats)], seed=0)
    training = arguments.rounds, arguments.steps, arguments.trial
    plan = TrainingPlan(
        game.id, seats, *training, arguments.games, arguments.match, arguments.simulations, arguments.seed
    )
    arguments.out.mkdir(parents=True, exist_ok=True)
    rounds: list[Round] = []
    with terminal.progress() as bar:
        task = bar.add_task(game.id)

        def show_progress(what: str, done: int, total: int) -> None:
            about = terminal.text(f"cli.learn_{what}", number=len(rounds) + 1)
            bar.update(task, description=about, completed=done, total=total)

        for one in learn(plan, read_executor(arguments), arguments.out, show_progress):
            rounds.append(one)
    if arguments.plot:
        draw(terminal, plan, rounds, arguments.plot)
    if arguments.json:
        terminal.print_json({"plan": asdict(plan), "rounds": [asdict(one) for one in rounds]})
    else:
        terminal.out.print(curve_table(terminal, plan, rounds))
    return 0


def curve_table(terminal: Terminal, plan: TrainingPlan, rounds: Sequence[Round]) -> Table:
    """The learning curve as a table."""
    table = Table(title=terminal.text("cli.learned", game=plan.game, seats=plan.seats))
    for key in (
        "learn.round",
        "learn.before",
        "learn.after",
        "learn.surprise",
        "learn.taught",
        "learn.wins",
        "margin",
        "learn.promoted",
    ):
        table.add_column(terminal.text(f"cli.{key}"), justify="right")
    for one in rounds:
        table.add_row(
            str(one.number + 1),
            f"{one.before:+.1%}",
            f"{one.after:+.1%}",
            f"{one.surprise:.3f}",
            f"{one.learned_surprise:.3f}",
            f"{one.wins:.1%}",
            f"{one.wins_low:.1%} – {one.wins_high:.1%}",
            "✓" if one.promoted else "",
        )
    return table


def draw(terminal: Terminal, plan: TrainingPlan, rounds: Sequence[Round], path: Path) -> None:
    """Plot win rates against the best so far, with their intervals."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.5))
    spans = [[one.wins - one.wins_low for one in rounds], [one.wins_high - one.wins for one in rounds]]
    axes.errorbar(
        [one.number + 1 for one in rounds], [one.wins for one in rounds], yerr=spans, fmt="o-", color="#12304f"
    )
    axes.axhline(1 / plan.seats, color="#4483c2", linestyle=":")
    axes.set_ylim(0, 1)
    axes.set_xlabel(terminal.text("cli.learn.round"))
    axes.set_ylabel(terminal.text("cli.learn.wins"))
    axes.set_title(terminal.text(f"{plan.game}.title"))
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)
