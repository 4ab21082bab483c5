"""How a game stands or has ended, for the terminal."""

from rich.markup import escape
from rich.table import Table

from meute.bots.advice import final_rows, row_name
from meute.cli.desk import Desk
from meute.match import Match
from meute.text import numeral


def print_score(desk: Desk, match: Match) -> None:
    """The score sheet, and the result once there is one."""
    if match.score()[1]:
        desk.out.print(score_table(desk, match))
    result = match.result()
    if result is None:
        return
    own = f"{match.game.id}.end.{result.reason}"
    desk.out.print(desk.text(own if own in desk.words else f"end.{result.reason}"), style="bold")
    lines = zip(result.places, match.seats, result.points, strict=True)
    for place, name, points in sorted(lines, key=lambda line: line[0]):
        key = "cli.final_line" if place else "cli.points_line"
        desk.out.print(escape(desk.text(key, name=name, points=points, place=place)))


def score_table(desk: Desk, match: Match) -> Table:
    """What each seat has earned on each row."""
    table = Table("", show_footer=True)
    table.columns[0].footer = desk.text("cli.points")
    for name, total in zip(match.seats, match.score()[0], strict=True):
        table.add_column(escape(name), justify="right", footer=numeral(total))
    earned = [final_rows(match.game, match.state, seat) for seat in range(len(match.seats))]
    for number in sorted(set().union(*earned)):
        table.add_row(desk.say(row_name(match.game, number)), *(numeral(rows.get(number, 0)) for rows in earned))
    return table
