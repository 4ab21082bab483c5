"""`meute studies`: writes records of people's games for studies, without names."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal
from meute.cli.store_option import add_store_arguments, store_of


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    add_store_arguments(parser, terminal)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=terminal.text("cli.help.studies_out"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.table.studies import write_records

    number = write_records(store_of(arguments), arguments.out)
    terminal.out.print(terminal.text("cli.studies", number=number, folder=arguments.out), markup=False)
    return 0
