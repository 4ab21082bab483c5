"""meute reports: chat lines that somebody has reported."""

import argparse
from datetime import datetime

from meute.cli.desk import Desk
from meute.cli.people import SHOWN
from meute.cli.place import add_place, place_of


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    add_place(parser, desk)
    parser.add_argument("--done", type=int, metavar="NUMBER", help=desk.text("cli.help.report_done"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.operator import reports, settle

    place = place_of(arguments)
    if arguments.done is not None:
        return 0 if settle(place, arguments.done) else 1
    for one in reports(place):
        at = datetime.fromtimestamp(one.at).isoformat(" ", "minutes")
        said = {"person": one.guest[:SHOWN], "name": one.name, "text": one.text, "table": one.code}
        line = desk.text("cli.report", number=one.id, at=at, by=one.by, times=one.times, **said)
        desk.out.print(line, markup=False)
    return 0
