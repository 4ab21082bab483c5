"""meute restore: the games of a backup in the place of those in the data folder."""

import argparse

from meute.cli.backup import add_arguments
from meute.cli.desk import Desk

__all__ = ["add_arguments", "run"]


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.file import FILE, OLD, default_folder, restore

    folder = arguments.data or default_folder()
    tables = restore(arguments.file, folder)
    desk.out.print(desk.text("cli.restored", number=tables, folder=str(folder), old=f"{FILE}{OLD}"))
    return 0
