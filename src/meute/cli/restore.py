"""`meute restore`: replaces the games in the data folder by those of a backup."""

import argparse

from meute.cli.backup import add_arguments
from meute.cli.console import Terminal

__all__ = ["add_arguments", "run"]


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.store.data_folder import FILE, OLD_SUFFIX, default_folder, restore

    folder = arguments.data or default_folder()
    tables = restore(arguments.file, folder)
    terminal.out.print(terminal.text("cli.restored", number=tables, folder=str(folder), old=f"{FILE}{OLD_SUFFIX}"))
    return 0
