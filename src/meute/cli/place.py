"""Where games are kept: a folder or a database, as every command says it."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk


def add_place(parser: argparse.ArgumentParser, desk: Desk) -> None:
    """--data DIR or --store URL."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=desk.text("cli.help.data"))
    parser.add_argument("--store", default="", metavar="URL", help=desk.text("cli.help.store"))


def place_of(arguments: argparse.Namespace) -> str:
    """The place that somebody has named."""
    from meute.server.store.file import default_folder

    return arguments.store or str(arguments.data or default_folder())
