"""`meute serve`: runs the web server."""

import argparse
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from meute.cli.console import Terminal
from meute.cli.store_option import add_store_arguments
from meute.core.errors import BadInput

if TYPE_CHECKING:
    from meute.server.settings import Settings

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--host", default="127.0.0.1", help=terminal.text("cli.help.host"))
    where.add_argument("--lan", dest="host", action="store_const", const="0.0.0.0", help=terminal.text("cli.help.lan"))
    parser.add_argument("--port", help=terminal.text("cli.help.port"))
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
    from meute.server.logs import configure_logging

    try:
        settings = settings_of(arguments)
        arguments.logs = settings.cluster.logs
        start(terminal, arguments, settings)
    except BadInput as error:
        if arguments.logs != "json":
            raise
        configure_logging("json", arguments.node)
        log.error("%s", terminal.words.explain(error))
        return 1
    return 0


def settings_of(arguments: argparse.Namespace) -> "Settings":
    """The settings of the file and of the options."""
    from meute.server.addresses import read_node
    from meute.server.config_file import read_settings
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
    return override(settings, store={"retention": None}) if arguments.keep_all else settings


def start(terminal: Terminal, arguments: argparse.Namespace, settings: "Settings") -> None:
    """Serves until interrupted."""
    from meute.server.run import LAST_PORT, serve

    try:
        port = None if arguments.port is None else int(arguments.port)
    except ValueError:
        raise BadInput("error.option_number", "--port", value=arguments.port, low=0, high=LAST_PORT) from None
    serve(
        host=arguments.host,
        port=port,
        data=arguments.data,
        open_browser=arguments.open,
        settings=settings,
        words=terminal.words,
    )
