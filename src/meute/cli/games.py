"""meute games: what can be played, by how many, with which options."""

import argparse

from rich.table import Table

from meute.cli.desk import Desk
from meute.core.game import Game
from meute.core.options import Option
from meute.games import GAMES


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--json", action="store_true", help=desk.text("cli.help.json"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    if arguments.json:
        desk.print_json([describe(game) for game in GAMES.values()])
        return 0
    table = Table("", *(desk.text(f"cli.{column}") for column in ("title", "seats", "minutes", "options")))
    for game in GAMES.values():
        options = "\n".join(f"{option.name}={values(option)}" for option in game.options)
        table.add_row(game.id, desk.text(f"{game.id}.title"), seats(game), str(game.minutes), options)
    desk.out.print(table)
    return 0


def seats(game: Game) -> str:
    """2, or 2-5."""
    return str(game.fewest) if game.fewest == game.most else f"{game.fewest}-{game.most}"


def values(option: Option) -> str:
    """What an option may be, the default first."""
    others = [value for value in option.values if value != option.default]
    return "|".join([option.default, *others])


def describe(game: Game) -> dict[str, object]:
    """The game's facts for a program."""
    return {
        "id": game.id,
        "seats": [game.fewest, game.most],
        "minutes": game.minutes,
        "rules": game.version,
        "actions": game.codec.size,
        "options": {option.name: {"values": option.values, "default": option.default} for option in game.options},
    }
