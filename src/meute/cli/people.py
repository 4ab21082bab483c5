"""`meute people`: lists the people of a server; bans and unbans them."""

import argparse
from datetime import datetime

from meute.cli.console import Terminal
from meute.cli.store_option import add_store_arguments, store_of

SHOWN = 8
"""Number of characters of an id that are listed, and that the operator types."""


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument(
        "what", nargs="?", choices=("list", "ban", "unban"), default="list", help=terminal.text("cli.help.people_what")
    )
    parser.add_argument("person", nargs="?", default="", metavar="PERSON", help=terminal.text("cli.help.people_person"))
    add_store_arguments(parser, terminal)


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.store.operator import ban, people

    store = store_of(arguments)
    if arguments.what != "list":
        ban(store, arguments.person.lower(), arguments.what == "ban")
    for one in people(store):
        if arguments.what == "list" or one.banned:
            seen = datetime.fromtimestamp(one.seen).date().isoformat()
            known = {"devices": one.devices, "passkeys": one.passkeys, "tables": one.tables}
            line = terminal.text("cli.person", person=one.guest[:SHOWN], name=one.name, seen=seen, **known)
            terminal.out.print(f"{line} ({terminal.text('cli.banned')})" if one.banned else line, markup=False)
    return 0
