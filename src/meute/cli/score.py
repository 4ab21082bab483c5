"""Prints scores and results."""

from rich.markup import escape
from rich.table import Table

from meute.bots.advice import final_rows, row_name
from meute.cli.console import Terminal
from meute.match import Match
from meute.text import numeral


def print_score(terminal: Terminal, match: Match) -> None:
    """Print the score sheet and, after the end, the result."""
    if match.score()[1]:
        terminal.out.print(score_table(terminal, match))
    result = match.result()
    if result is None:
        return
    own = f"{match.game.id}.end.{result.reason}"
    terminal.out.print(terminal.text(own if own in terminal.words else f"end.{result.reason}"), style="bold")
    lines = zip(result.places, match.seats, result.points, strict=True)
    for place, name, points in sorted(lines, key=lambda line: line[0]):
        key = "cli.final_line" if place else "cli.points_line"
        terminal.out.print(escape(terminal.text(key, name=name, points=points, place=place)))


def score_table(terminal: Terminal, match: Match) -> Table:
    """The score sheet as a table."""
    table = Table("", show_footer=True)
    table.columns[0].footer = terminal.text("cli.points")
    for name, total in zip(match.seats, match.score()[0], strict=True):
        table.add_column(escape(name), justify="right", footer=numeral(total))
    earned = [final_rows(match.game, match.state, seat) for seat in range(len(match.seats))]
    for number in sorted(set().union(*earned)):
        table.add_row(terminal.say(row_name(match.game, number)), *(numeral(rows.get(number, 0)) for rows in earned))
    return table
