"""`meute mcp`: lets an assistant play and explain games of its person."""

import argparse

from meute.cli.console import Terminal
from meute.cli.server_option import add_server_arguments, read_server


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    add_server_arguments(parser, terminal)


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    server, token = read_server(arguments, "httpx", "mcp")
    from meute.client.mcp_server import serve

    serve(server, token, terminal.words)
    return 0
