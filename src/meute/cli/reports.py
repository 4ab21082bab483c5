"""`meute reports`: lists reported chat messages."""

import argparse
from datetime import datetime

from meute.cli.console import Terminal
from meute.cli.people import SHOWN
from meute.cli.store_option import add_store_arguments, store_of


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    add_store_arguments(parser, terminal)
    parser.add_argument("--done", type=int, metavar="NUMBER", help=terminal.text("cli.help.report_done"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.store.operator import reports, resolve_report

    store = store_of(arguments)
    if arguments.done is not None:
        return 0 if resolve_report(store, arguments.done) else 1
    for one in reports(store):
        at = datetime.fromtimestamp(one.at).isoformat(" ", "minutes")
        said = {"person": one.guest[:SHOWN], "name": one.name, "text": one.text, "table": one.code}
        line = terminal.text("cli.report", number=one.id, at=at, by=one.by, times=one.times, **said)
        terminal.out.print(line, markup=False)
    return 0
