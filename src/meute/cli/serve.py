"""meute serve: the table on the network."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk

PORT = 8484


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=desk.text("cli.help.host"))
    parser.add_argument("--port", type=int, default=PORT, help=desk.text("cli.help.port"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=desk.text("cli.help.data"))
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help=desk.text("cli.help.allow_host")
    )
    parser.add_argument("--open", action="store_true", help=desk.text("cli.help.open"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.run import serve
    from meute.server.settings import Settings

    return serve(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data,
        open_browser=arguments.open,
        settings=Settings(hosts=tuple(arguments.allow_host)),
    )
