"""The options --server URL and --token T: a server to play on, and the token of a player there."""

import argparse
import importlib.util
import os

from meute.cli.console import Terminal
from meute.core.errors import BadInput

TOKEN_VARIABLE = "MEUTE_TOKEN"


def add_server_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Add --server and --token."""
    parser.add_argument("--server", required=True, metavar="URL", help=terminal.text("cli.help.server"))
    parser.add_argument("--token", default="", metavar="TOKEN", help=terminal.text("cli.help.token"))


def read_server(arguments: argparse.Namespace, *needed: str) -> tuple[str, str]:
    """The server's address and the token; checks that the packages of a command are installed."""
    if not all(importlib.util.find_spec(name) for name in needed):
        raise BadInput("error.no_client", arguments.command, extra="mcp" if "mcp" in needed else "client")
    token = arguments.token or os.environ.get(TOKEN_VARIABLE, "")
    if not arguments.server.startswith(("http://", "https://")):
        raise BadInput("error.server_address", "--server", text=arguments.server)
    if not token:
        raise BadInput("error.no_token", "--token", variable=TOKEN_VARIABLE)
    return arguments.server, token
