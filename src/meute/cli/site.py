"""`meute site`: builds a static site on which the games run in the browser."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path("site"), metavar="DIR", help=terminal.text("cli.help.site_out")
    )
    parser.add_argument("--server", default="", metavar="URL", help=terminal.text("cli.help.site_server"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.addresses import read_public
    from meute.site.make import make

    size = make(arguments.out, read_public(arguments.server) if arguments.server else "")
    terminal.out.print(terminal.text("cli.site_made", folder=str(arguments.out), size=f"{size / 1e6:.1f}"))
    return 0
