"""`meute serve`: runs the web server."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal
from meute.cli.store_option import add_store_arguments


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help=terminal.text("cli.help.host"))
    where.add_argument("--lan", dest="host", action="store_const", const="0.0.0.0", help=terminal.text("cli.help.lan"))
    parser.add_argument("--port", type=int, help=terminal.text("cli.help.port"))
    add_store_arguments(parser, terminal)
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help=terminal.text("cli.help.allow_host")
    )
    parser.add_argument("--public", default="", metavar="URL", help=terminal.text("cli.help.public"))
    parser.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=terminal.text("cli.help.proxy"))
    parser.add_argument("--node", default="", metavar="NAME", help=terminal.text("cli.help.node"))
    parser.add_argument("--private", default="", metavar="HOST:PORT", help=terminal.text("cli.help.private"))
    parser.add_argument("--nats", default="", metavar="URL", help=terminal.text("cli.help.nats"))
    parser.add_argument("--logs", default="", metavar="KIND", help=terminal.text("cli.help.logs"))
    parser.add_argument("--settings", type=Path, metavar="FILE", help=terminal.text("cli.help.settings"))
    parser.add_argument("--keep-all", action="store_true", help=terminal.text("cli.help.keep_all"))
    parser.add_argument("--open", action="store_true", help=terminal.text("cli.help.open"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.addresses import read_node
    from meute.server.config_file import read_settings
    from meute.server.run import serve
    from meute.server.settings import override

    settings = read_settings(
        arguments.settings,
        http={"hosts": arguments.allow_host, "public_url": arguments.public, "proxies": arguments.proxy},
        store={"url": arguments.store},
        cluster={
            "node": arguments.node,
            "private_address": arguments.private,
            "nats_url": arguments.nats,
            "logs": arguments.logs,
        },
    )
    settings = override(settings, cluster={"node": read_node(settings.cluster.node)})
    if arguments.keep_all:
        settings = override(settings, store={"retention": None})
    return serve(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data,
        open_browser=arguments.open,
        settings=settings,
        words=terminal.words,
    )
