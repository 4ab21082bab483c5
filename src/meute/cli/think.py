"""`meute think`: runs bot workers on this machine for other nodes."""

import argparse
import os

from meute.cli.console import Terminal
from meute.core.errors import BadInput

MAX_PROCESSES = 1024


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--nats", required=True, metavar="URL", help=terminal.text("cli.help.nats"))
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help=terminal.text("cli.help.processes")
    )


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    try:
        from meute.server.thinking.nats_workers import run_worker_node
    except ModuleNotFoundError:
        raise BadInput("error.extra", "meute think", extra="club") from None

    if not 1 <= arguments.processes <= MAX_PROCESSES:
        raise BadInput("error.option_number", "--processes", value=arguments.processes, low=1, high=MAX_PROCESSES)
    run_worker_node(arguments.nats, arguments.processes, lambda: terminal.out.print(terminal.text("cli.thinking")))
    return 0
