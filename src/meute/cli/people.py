"""meute people: who comes to this server, and who may not any more."""

import argparse
from datetime import datetime

from meute.cli.desk import Desk
from meute.cli.place import add_place, place_of

SHOWN = 8
"""Letters by which the operator calls a person."""


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("list", "ban", "unban"), default="list", help=desk.text("cli.help.people_what")
    )
    parser.add_argument("person", nargs="?", default="", metavar="PERSON", help=desk.text("cli.help.people_person"))
    add_place(parser, desk)


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.store.operator import ban, people

    place = place_of(arguments)
    if arguments.what != "list":
        ban(place, arguments.person.lower(), arguments.what == "ban")
    for one in people(place):
        if arguments.what == "list" or one.banned:
            seen = datetime.fromtimestamp(one.seen).date().isoformat()
            known = {"devices": one.devices, "passkeys": one.passkeys, "tables": one.tables}
            line = desk.text("cli.person", person=one.guest[:SHOWN], name=one.name, seen=seen, **known)
            desk.out.print(f"{line} ({desk.text('cli.banned')})" if one.banned else line, markup=False)
    return 0
