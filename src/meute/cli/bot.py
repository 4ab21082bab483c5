"""`meute bot`: a program of your own plays on a server."""

import argparse
import secrets
import shlex
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from meute.bots.loading import load_bot
from meute.cli.console import Terminal
from meute.cli.server_option import add_server_arguments, read_server
from meute.core.errors import BadInput
from meute.games import find

if TYPE_CHECKING:
    from meute.client import Client
    from meute.client.programs import Program
    from meute.server.messages.responses import TurnSent


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    add_server_arguments(parser, terminal)
    program = parser.add_mutually_exclusive_group(required=True)
    program.add_argument("program", nargs="?", metavar="module:Class", help=terminal.text("cli.help.program"))
    program.add_argument("--run", default="", metavar="COMMAND", help=terminal.text("cli.help.run"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--table", default="", metavar="TABLE", help=terminal.text("cli.help.table"))
    where.add_argument("--ladder", default="", metavar="terres,clan", help=terminal.text("cli.help.ladder"))
    parser.add_argument("--games", type=int, metavar="N", help=terminal.text("cli.help.most_games"))
    parser.add_argument("--seconds", type=float, default=50.0, metavar="N", help=terminal.text("cli.help.seconds"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    if arguments.games is not None and arguments.games < 1:
        raise BadInput("error.at_least_one", "--games")
    ladder = [find(name).id for name in arguments.ladder.split(",") if name]
    return play(terminal, arguments, *read_server(arguments, "httpx"), ladder)


def play(terminal: Terminal, arguments: argparse.Namespace, server: str, token: str, ladder: Sequence[str]) -> int:
    """Plays on the server; returns the exit code."""
    from httpx import TransportError

    from meute.client import Client, ServerRefused
    from meute.client.programs import play_everywhere, sit_and_play

    make, listener = program_of(arguments), PrintingListener(terminal)
    with Client(server, token) as client:
        try:
            client.waiting((), wait=0)
            if arguments.table:
                sit_and_play(client, code_of(client, arguments.table), make, listener)
            else:
                play_everywhere(client, make, listener, ladder, arguments.games)
        except (ServerRefused, TransportError) as error:
            terminal.complain(explain(terminal, error))
            return 1
    return 1 if listener.failures else 0


def program_of(arguments: argparse.Namespace) -> "Callable[[], Program]":
    """Makes the program for each game."""
    from meute.client.programs import BotProgram, LineProgram

    command, seconds = shlex.split(arguments.run), arguments.seconds
    if command:
        return lambda: LineProgram(command, seconds)
    load_bot(arguments.program)
    return lambda: BotProgram(load_bot(arguments.program), secrets.randbits(64), seconds)


def code_of(client: "Client", table: str) -> str:
    """The code of a table, from its link, its code, or the link or word of its lobby."""
    *_, before, last = "", "", *urlsplit(table).path.strip("/").split("/")
    return client.code_of(last) if before == "join" or (not before and last[-6:].isdigit()) else last


def explain(terminal: Terminal, error: Exception) -> str:
    """What has failed, in the terminal's language."""
    from meute.client import ServerRefused, phrase_of
    from meute.client.programs import ProgramFailed

    if isinstance(error, ServerRefused) and error.phrase is not None:
        return terminal.say(phrase_of(error.phrase))
    if isinstance(error, ProgramFailed):
        return terminal.text(f"cli.program_{error.code}", details=error.details)
    return terminal.text("cli.no_server", details=str(error))


class PrintingListener:
    """Tells the terminal about the games."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.failures = 0

    def failed(self, code: str, error: Exception) -> None:
        self.failures += 1
        if error.__cause__ is not None:
            self.terminal.aside.print("".join(traceback.format_exception(error.__cause__)), markup=False)
        self.terminal.complain(f"{code}: {explain(self.terminal, error)}")

    def finished(self, turn: "TurnSent") -> None:
        result = turn.scene.result if turn.scene else None
        if result is None or turn.seat < 0:
            self.terminal.complain(f"{turn.code}: {self.terminal.text('cli.seat_lost')}")
            return
        place, points = result.places[turn.seat], result.points[turn.seat]
        told = self.terminal.text("cli.bot_result", game=turn.game, place=place, points=points)
        self.terminal.out.print(f"{turn.code}: {told}", markup=False)
