"""`meute evaluate`: the standard evaluation of a bot, or of a class of your own, as a table to cite."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict

from meute import __version__
from meute.bots import benchmark_protocol, make_bot
from meute.bots.arena import GameResult, count_games, run_contests
from meute.bots.loading import load_bot
from meute.cli.console import Terminal, add_contest_arguments, check_numbers, read_executor, read_table
from meute.games import find
from meute.text import numeral


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--policy", required=True, metavar="module:Class", help=terminal.text("cli.help.policy"))
    parser.add_argument(
        "--opponents",
        default=",".join(benchmark_protocol.OPPONENTS),
        metavar="random,greedy",
        help=terminal.text("cli.help.opponents"),
    )
    parser.add_argument("--seats", type=int, metavar="N", help=terminal.text("cli.help.table_seats"))
    parser.add_argument(
        "--games",
        type=int,
        default=benchmark_protocol.GAMES,
        metavar="N",
        help=terminal.text("cli.help.games_opponent"),
    )
    add_contest_arguments(parser, terminal, "DIR", "cli.help.results_folder")


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    executor = read_executor(arguments)
    game = find(arguments.game)
    load_bot(arguments.policy)
    opponents = list(dict.fromkeys(arguments.opponents.split(",")))
    for name in opponents:
        make_bot(name)
    seats, options = read_table(arguments)
    if arguments.results:
        arguments.results.mkdir(parents=True, exist_ok=True)
    tables = benchmark_protocol.contests(game.id, arguments.policy, opponents, seats, options, arguments.seed)
    games: dict[str, list[GameResult]] = {opponent: [] for opponent in opponents}
    with terminal.progress() as bar:
        task = bar.add_task(game.id, total=count_games(tables, arguments.games))
        for contest, played in run_contests(tables, arguments.games, executor, arguments.results):
            games[contest.bots[1]].append(played)
            bar.advance(task)
    rows = [benchmark_protocol.row(contest, games[contest.bots[1]]) for contest in tables]
    about = {
        "meute": __version__,
        "protocol": benchmark_protocol.PROTOCOL,
        "game": game.id,
        "rules": game.version,
        "seats": seats,
        "options": dict(options),
        "seed": arguments.seed,
        "policy": arguments.policy,
    }
    if arguments.json:
        terminal.print_json({**about, "opponents": [asdict(row) for row in rows]})
    else:
        told = " ".join(f"{name}={value}" for name, value in options) or terminal.text("cli.evaluation_default")
        caption = terminal.text("cli.evaluation", **{**about, "options": told, "par": f"{1 / seats:.1%}"})
        terminal.out.print(f"{caption}\n\n{table(terminal, rows)}", markup=False, soft_wrap=True)
    return 0


def table(terminal: Terminal, rows: Sequence[benchmark_protocol.Row]) -> str:
    """The results as a table in Markdown."""
    keys = ("cli.evaluation_opponent", "cli.evaluation_games", "cli.wins", "cli.margin", "cli.evaluation_reward")
    lines = [[terminal.text(key) for key in keys], ["---", *["---:"] * (len(keys) - 1)]]
    for row in rows:
        games = f"{row.games}" if row.won_games == row.games else f"{row.games} ({row.won_games})"
        interval = f"{row.wins_low:.1%} – {row.wins_high:.1%}"
        reward = f"{numeral(f'{row.reward:.3f}')} ± {row.reward_error:.3f}"
        lines.append([row.opponent, games, f"{row.wins:.1%}", interval, reward])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
