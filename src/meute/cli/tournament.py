"""`meute tournament`: round-robin between bots."""

import argparse
import importlib.util
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from meute.bots.arena import Contest, GameResult, count_games, run_contests
from meute.bots.loading import load_bot
from meute.bots.tournament import Rank, contests, ranking
from meute.cli.console import Terminal, add_contest_arguments, check_numbers, read_executor, read_table
from meute.core.errors import BadInput
from meute.games import find


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--bots", required=True, metavar="alpha,greedy,random", help=terminal.text("cli.help.players"))
    parser.add_argument("--seats", type=int, metavar="N", help=terminal.text("cli.help.table_seats"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=terminal.text("cli.help.games_pair"))
    add_contest_arguments(parser, terminal, "DIR", "cli.help.results_folder")
    parser.add_argument("--plot", type=Path, metavar="FILE", help=terminal.text("cli.help.plot"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    executor = read_executor(arguments)
    game = find(arguments.game)
    bots = list(dict.fromkeys(arguments.bots.split(",")))
    for name in bots:
        load_bot(name)
    if len(bots) < 2:
        raise BadInput("error.two_players", "--bots")
    seats, options = read_table(arguments)
    if arguments.plot and not importlib.util.find_spec("matplotlib"):
        terminal.complain(terminal.text("cli.no_plots"))
        return 1
    if arguments.results:
        arguments.results.mkdir(parents=True, exist_ok=True)
    tables = contests(game.id, bots, seats, options, arguments.seed)
    games: list[tuple[Contest, GameResult]] = []
    with terminal.progress() as bar:
        task = bar.add_task(game.id, total=count_games(tables, arguments.games))
        for met in run_contests(tables, arguments.games, executor, arguments.results):
            games.append(met)
            bar.update(task, completed=len(games))
    rows = ranking(bots, games)
    if arguments.plot:
        draw(terminal, game.id, rows, arguments.plot)
    if arguments.json:
        answer = {"game": game.id, "seats": seats, "options": dict(options), "seed": arguments.seed}
        terminal.print_json({**answer, "games": len(games), "bots": [asdict(row) for row in rows]})
    else:
        terminal.out.print(ranking_table(terminal, game.id, len(games), rows))
    return 0


def ranking_table(terminal: Terminal, game: str, games: int, rows: Sequence[Rank]) -> Table:
    """The ranking as a table."""
    table = Table(title=terminal.text("cli.tournament", game=game, games=games))
    for key in ("cli.player", "cli.rating", "cli.wins", "cli.margin"):
        table.add_column(terminal.text(key), justify="right")
    for row in rows:
        table.add_column(terminal.text("cli.against", name=row.bot), justify="right")
    for row in rows:
        against = (f"{row.against[other.bot]:.0%}" if other.bot in row.against else "" for other in rows)
        interval = f"{row.wins_low:.1%} – {row.wins_high:.1%}"
        table.add_row(row.bot, f"{row.mean:.1f} ± {2 * row.sigma:.1f}", f"{row.wins:.1%}", interval, *against)
    return table


def draw(terminal: Terminal, game: str, rows: Sequence[Rank], path: Path) -> None:
    """Plot ratings with their uncertainty, and the win rates of all pairs."""
    import matplotlib.pyplot as plt

    names, places = [row.bot for row in rows], range(len(rows))
    figure, (left, right) = plt.subplots(1, 2, figsize=(5 + 1.1 * len(rows), 1.6 + 0.7 * len(rows)))
    left.errorbar([row.mean for row in rows], places, xerr=[2 * row.sigma for row in rows], fmt="o", color="#12304f")
    left.set_yticks(places, names)
    left.invert_yaxis()
    left.set_xlabel(terminal.text("cli.rating"))
    win_rates = [[row.against.get(name, 0.5) for name in names] for row in rows]
    right.imshow(win_rates, vmin=0, vmax=1, cmap="RdBu")
    for row in places:
        for column in places:
            if row != column:
                right.text(column, row, f"{win_rates[row][column]:.0%}", ha="center", va="center")
    right.set_xticks(places, names, rotation=30, ha="right")
    right.set_yticks(places, names)
    figure.suptitle(terminal.text(f"{game}.title"))
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)
