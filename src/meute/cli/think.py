"""meute think: this machine thinks for the computer players of others."""

import argparse
import os

from meute.cli.desk import Desk
from meute.core.errors import BadInput

MOST = 1024


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--nats", required=True, metavar="URL", help=desk.text("cli.help.nats"))
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help=desk.text("cli.help.processes")
    )


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    try:
        from meute.server.afar import think
    except ModuleNotFoundError:
        raise BadInput("error.extra", "meute think", extra="club") from None

    if not 1 <= arguments.processes <= MOST:
        raise BadInput("error.option_number", "--processes", value=arguments.processes, low=1, high=MOST)
    think(arguments.nats, arguments.processes, lambda: desk.out.print(desk.text("cli.thinking")))
    return 0
