"""meute people: who comes to this server."""

import argparse
from datetime import datetime
from pathlib import Path

from meute.cli.desk import Desk


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help=desk.text("cli.help.data"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.file import default_folder
    from meute.server.store.operator import people

    for one in people(arguments.data or default_folder()):
        seen = datetime.fromtimestamp(one.seen).date().isoformat()
        known = {"devices": one.devices, "passkeys": one.passkeys, "tables": one.tables}
        desk.out.print(desk.text("cli.person", name=one.name, seen=seen, **known), markup=False)
    return 0
