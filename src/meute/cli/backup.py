"""`meute backup`: copies all games into one file while the server runs."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal
from meute.core.errors import BadInput


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=terminal.text("cli.help.backup_file"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=terminal.text("cli.help.data"))
    parser.add_argument("--keep", type=int, default=0, metavar="N", help=terminal.text("cli.help.backup_keep"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.store.data_folder import back_up, back_up_dated, default_folder

    data, target, keep = arguments.data or default_folder(), arguments.file, arguments.keep
    if keep < 0:
        raise BadInput("error.at_least_one", "--keep")
    if not keep and not target.is_dir():
        replaces = target.exists()
        terminal.out.print(terminal.text("cli.backed_up", number=back_up(data, target), file=str(target)))
        if replaces:
            terminal.aside.print(terminal.text("cli.backup_replaced"))
        return 0
    copy = back_up_dated(data, target, keep)
    terminal.out.print(terminal.text("cli.backed_up", number=copy.tables, file=str(copy.file)))
    if copy.deleted:
        terminal.out.print(terminal.text("cli.backups_deleted", number=copy.deleted))
    if copy.shrunk:
        terminal.aside.print(terminal.text("cli.backup_shrunk"))
    return 0
