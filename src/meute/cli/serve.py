"""meute serve: the table on the network."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk
from meute.cli.place import add_place

PORT = 8484


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help=desk.text("cli.help.host"))
    where.add_argument("--lan", dest="host", action="store_const", const="0.0.0.0", help=desk.text("cli.help.lan"))
    parser.add_argument("--port", type=int, default=PORT, help=desk.text("cli.help.port"))
    add_place(parser, desk)
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help=desk.text("cli.help.allow_host")
    )
    parser.add_argument("--public", default="", metavar="URL", help=desk.text("cli.help.public"))
    parser.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=desk.text("cli.help.proxy"))
    parser.add_argument("--node", default="", metavar="NAME", help=desk.text("cli.help.node"))
    parser.add_argument("--private", default="", metavar="HOST:PORT", help=desk.text("cli.help.private"))
    parser.add_argument("--nats", default="", metavar="URL", help=desk.text("cli.help.nats"))
    parser.add_argument("--logs", default="text", metavar="KIND", help=desk.text("cli.help.logs"))
    parser.add_argument("--settings", type=Path, metavar="FILE", help=desk.text("cli.help.settings"))
    parser.add_argument("--keep-all", action="store_true", help=desk.text("cli.help.keep_all"))
    parser.add_argument("--open", action="store_true", help=desk.text("cli.help.open"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.operating import read_settings
    from meute.server.reach import read_broker, read_host, read_node, read_proxy, read_public
    from meute.server.run import serve
    from meute.server.settings import Settings

    settings = Settings(
        hosts=tuple(map(read_host, arguments.allow_host)),
        public=read_public(arguments.public) if arguments.public else "",
        proxies=tuple(map(read_proxy, arguments.proxy)),
        store=arguments.store,
        node=read_node(arguments.node),
        private=arguments.private,
        nats=read_broker(arguments.nats) if arguments.nats else "",
        logs=arguments.logs,
        retention=None if arguments.keep_all else Settings.retention,
    )
    if arguments.settings:
        settings = read_settings(arguments.settings, settings)
    return serve(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data,
        open_browser=arguments.open,
        settings=settings,
        words=desk.words,
    )
