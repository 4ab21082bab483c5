"""meute site: a folder of static files on which everybody plays in his own browser."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--out", type=Path, default=Path("site"), metavar="DIR", help=desk.text("cli.help.site_out"))
    parser.add_argument("--server", default="", metavar="URL", help=desk.text("cli.help.site_server"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.reach import read_public
    from meute.site.make import make

    size = make(arguments.out, read_public(arguments.server) if arguments.server else "")
    desk.out.print(desk.text("cli.site_made", folder=str(arguments.out), size=f"{size / 1e6:.1f}"))
    return 0
