"""`meute games`: lists games, numbers of players and options."""

import argparse

from rich.table import Table

from meute.cli.console import Terminal
from meute.core.game import Game
from meute.core.options import Option
from meute.games import GAMES


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    if arguments.json:
        terminal.print_json([describe(game) for game in GAMES.values()])
        return 0
    table = Table("", *(terminal.text(f"cli.{column}") for column in ("title", "seats", "minutes", "options")))
    for game in GAMES.values():
        options = "\n".join(describe_option(terminal, game, option) for option in game.options)
        table.add_row(game.id, terminal.text(f"{game.id}.title"), seats(game), str(game.minutes), options)
    terminal.out.print(table)
    return 0


def seats(game: Game) -> str:
    """Number of seats: "2" or "2-5"."""
    return str(game.min_seats) if game.min_seats == game.max_seats else f"{game.min_seats}-{game.max_seats}"


def describe_option(terminal: Terminal, game: Game, option: Option) -> str:
    """An option with its values, and the number of seats from which it has an effect, unless it always has."""
    text = f"{option.name}={values(option)}"
    if option.seats <= game.min_seats:
        return text
    return f"{text} ({terminal.text('cli.from_seats', seats=option.seats)})"


def values(option: Option) -> str:
    """Values of an option, the default first."""
    others = [value for value in option.values if value != option.default]
    return "|".join([option.default, *others])


def describe(game: Game) -> dict[str, object]:
    """A game as JSON."""
    return {
        "id": game.id,
        "seats": [game.min_seats, game.max_seats],
        "minutes": game.minutes,
        "rules": game.version,
        "actions": game.codec.size,
        "options": {
            option.name: {"values": option.values, "default": option.default, "seats": option.seats}
            for option in game.options
        },
    }
