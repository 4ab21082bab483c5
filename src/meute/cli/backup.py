"""meute backup: all games into one file, while the server goes on."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=desk.text("cli.help.backup_file"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=desk.text("cli.help.data"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.file import back_up, default_folder

    tables = back_up(arguments.data or default_folder(), arguments.file)
    desk.out.print(desk.text("cli.backed_up", number=tables, file=str(arguments.file)))
    return 0
