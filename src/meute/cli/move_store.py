"""`meute move-store`: copies all games from one database to another."""

import argparse

from meute.cli.console import Terminal


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("source", metavar="FROM", help=terminal.text("cli.help.move_from"))
    parser.add_argument("target", metavar="TO", help=terminal.text("cli.help.move_to"))
    parser.add_argument("--data", default="", metavar="DIR", help=terminal.text("cli.help.move_data"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.store.transfer import transfer

    done = transfer(arguments.source, arguments.target, arguments.data)
    counts = done.counts
    terminal.out.print(
        terminal.text("cli.moved", tables=counts["tables"], moves=counts["moves"], rows=sum(counts.values()))
    )
    if not done.secret:
        terminal.aside.print(terminal.text("cli.moved_without_secret", folder=arguments.target), markup=False)
    return 0
