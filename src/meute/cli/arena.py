"""`meute arena`: measures bots against each other."""

import argparse
import importlib.util
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from meute.bots.arena import (
    Contest,
    GameResult,
    Standing,
    adjusted_results,
    round_up_games,
    run_contest,
    standings,
)
from meute.bots.loading import load_bot
from meute.bots.luck_adjusted import AdjustedResult
from meute.bots.sequential import SequentialResult, SequentialTest
from meute.cli.console import Terminal, add_contest_arguments, check_numbers, read_executor, read_options
from meute.core.errors import BadInput
from meute.games import find
from meute.match import Match
from meute.text import numeral


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--bots", required=True, metavar="alpha,greedy", help=terminal.text("cli.help.bots"))
    parser.add_argument("--games", type=int, default=200, metavar="N", help=terminal.text("cli.help.games_number"))
    add_contest_arguments(parser, terminal, "FILE", "cli.help.results")
    parser.add_argument("--adjusted", action="store_true", help=terminal.text("cli.help.adjusted"))
    parser.add_argument("--sprt", metavar="LOW,HIGH", help=terminal.text("cli.help.sprt"))
    parser.add_argument("--error", type=float, default=0.05, metavar="SHARE", help=terminal.text("cli.help.sprt_error"))
    parser.add_argument("--plot", type=Path, metavar="FILE", help=terminal.text("cli.help.plot"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    options = tuple(sorted(read_options(arguments.options).items()))
    contest = Contest(find(arguments.game).id, tuple(arguments.bots.split(",")), options, arguments.seed)
    for name in contest.bots:
        load_bot(name)
    Match(contest.game, contest.bots, dict(options), seed=0)
    if arguments.plot and not importlib.util.find_spec("matplotlib"):
        terminal.complain(terminal.text("cli.no_plots"))
        return 1
    test = read_test(contest, arguments)
    games: list[GameResult] = []
    with terminal.progress() as bar:
        task = bar.add_task(contest.game, total=round_up_games(contest, arguments.games))
        executor, adjusted = read_executor(arguments), arguments.adjusted
        for played in run_contest(contest, arguments.games, executor, arguments.results, adjusted=adjusted):
            games.append(played)
            bar.update(task, completed=len(games))
            if test is not None and test.add(played):
                games = test.games
                break
    rows = standings(contest, games)
    found = adjusted_results(contest, games) if adjusted else {}
    ends = dict(Counter(played.reason for played in games))
    if arguments.plot:
        draw(terminal, contest, rows, arguments.plot)
    if arguments.json:
        answer = {"contest": asdict(contest), "games": len(games), "won_games": rows[0].won_games, "ends": ends}
        if test is not None:
            answer["sprt"] = asdict(test.result())
        if adjusted:
            answer["adjusted"] = {bot: asdict(result) for bot, result in found.items()}
        terminal.print_json({**answer, "bots": [asdict(row) for row in rows]})
    else:
        terminal.out.print(standings_table(terminal, contest, rows))
        if found:
            terminal.out.print(adjusted_table(terminal, found))
        if test is not None:
            terminal.out.print(test_text(terminal, test.result()), markup=False)
    return 0


def read_test(contest: Contest, arguments: argparse.Namespace) -> SequentialTest | None:
    """The sequential test that --sprt asks for."""
    if arguments.sprt is None:
        return None
    try:
        low, high = map(float, arguments.sprt.split(","))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        raise BadInput("error.sprt", f"--sprt {arguments.sprt}")
    if not 0 < arguments.error < 0.5:
        raise BadInput("error.sprt_error", f"--error {arguments.error}")
    return SequentialTest(contest, low, high, arguments.error)


def test_text(terminal: Terminal, result: SequentialResult) -> str:
    """What a sequential test found, as a sentence."""
    return terminal.text(
        f"cli.sprt.{result.verdict or 'open'}",
        low=f"{result.low:.0%}",
        high=f"{result.high:.0%}",
        error=f"{result.error:.0%}",
        deals=result.deals,
        ratio=numeral(f"{result.ratio:.2f}"),
    )


def standings_table(terminal: Terminal, contest: Contest, rows: Sequence[Standing]) -> Table:
    """The standings as a table."""
    games, won = rows[0].games, rows[0].won_games
    some_lost = terminal.text("cli.arena_won", won=won) if won < games else None
    table = Table(title=terminal.text("cli.arena", game=contest.game, games=games), caption=some_lost)
    for key in ("cli.player", "cli.wins", "cli.margin", "cli.points", "cli.rating", "cli.per_move"):
        table.add_column(terminal.text(key), justify="right")
    for row in rows:
        table.add_row(
            row.bot if row.seats == 1 else f"{row.bot} × {row.seats}",
            f"{row.wins:.1%}",
            f"{row.wins_low:.1%} – {row.wins_high:.1%}",
            f"{numeral(f'{row.points:.1f}')} ± {row.points_error:.1f}",
            f"{row.rating:.1f}",
            f"{row.milliseconds:.1f}",
        )
    return table


def adjusted_table(terminal: Terminal, found: Mapping[str, AdjustedResult]) -> Table:
    """The plain and the adjusted results as a table."""
    table = Table(title=terminal.text("cli.adjusted"))
    for key in ("cli.player", "cli.wins_all", "cli.wins_adjusted", "cli.deviation"):
        table.add_column(terminal.text(key), justify="right")
    for bot, result in found.items():
        share = result.adjusted_deviation / result.plain_deviation if result.plain_deviation else 1.0
        table.add_row(
            bot,
            f"{result.plain:.1%} ± {result.plain_error:.1%}",
            f"{result.adjusted:.1%} ± {result.adjusted_error:.1%}",
            f"{result.adjusted_deviation:.3f} / {result.plain_deviation:.3f} = {share:.0%}",
        )
    return table


def draw(terminal: Terminal, contest: Contest, rows: Sequence[Standing], path: Path) -> None:
    """Plot win rates with their intervals."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 1 + 0.6 * len(rows)))
    places = range(len(rows))
    spans = [[row.wins - row.wins_low for row in rows], [row.wins_high - row.wins for row in rows]]
    axes.barh(places, [row.wins for row in rows], xerr=spans, color="#4483c2", ecolor="#12304f", capsize=4)
    axes.set_yticks(places, [row.bot for row in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel(terminal.text("cli.share"))
    axes.set_title(terminal.text(f"{contest.game}.title"))
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)
