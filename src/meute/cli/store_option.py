"""The options --data DIR and --store URL: where games are stored."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal


def add_store_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Add --data and --store."""
    parser.add_argument("--data", type=Path, metavar="DIR", help=terminal.text("cli.help.data"))
    parser.add_argument("--store", default="", metavar="URL", help=terminal.text("cli.help.store"))


def store_of(arguments: argparse.Namespace) -> str:
    """The store given, or the default data folder."""
    from meute.server.store.data_folder import default_folder

    return arguments.store or str(arguments.data or default_folder())
