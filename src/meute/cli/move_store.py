"""meute move-store: all games from one database into another."""

import argparse

from meute.cli.desk import Desk


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("source", metavar="FROM", help=desk.text("cli.help.move_from"))
    parser.add_argument("target", metavar="TO", help=desk.text("cli.help.move_to"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.moving import move

    moved = move(arguments.source, arguments.target)
    desk.out.print(desk.text("cli.moved", tables=moved["tables"], moves=moved["moves"], rows=sum(moved.values())))
    return 0
