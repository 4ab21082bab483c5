"""meute reports: chat lines that somebody has reported."""

import argparse
from datetime import datetime
from pathlib import Path

from meute.cli.desk import Desk
from meute.cli.people import SHOWN


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help=desk.text("cli.help.data"))
    parser.add_argument("--done", type=int, metavar="NUMBER", help=desk.text("cli.help.report_done"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.file import default_folder
    from meute.server.store.operator import reports, settle

    folder = arguments.data or default_folder()
    if arguments.done is not None:
        return 0 if settle(folder, arguments.done) else 1
    for one in reports(folder):
        at = datetime.fromtimestamp(one.at).isoformat(" ", "minutes")
        said = {"person": one.guest[:SHOWN], "name": one.name, "text": one.text, "table": one.code}
        line = desk.text("cli.report", number=one.id, at=at, by=one.by, times=one.times, **said)
        desk.out.print(line, markup=False)
    return 0
