"""Reads the command line, calls the right command, and turns errors into sentences."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from meute import __version__
from meute.cli import (
    advise,
    arena,
    backup,
    bench,
    check,
    doctor,
    games,
    learn,
    lesson,
    mine,
    move_store,
    people,
    play,
    replay,
    reports,
    restore,
    review,
    serve,
    simulate,
    site,
    think,
    tournament,
)
from meute.cli.desk import Desk
from meute.core.errors import BadInput
from meute.match import Refused
from meute.text import LANGUAGES, catalogue, nearest, refusal_phrase

COMMANDS = {
    "games": games,
    "play": play,
    "simulate": simulate,
    "replay": replay,
    "review": review,
    "advise": advise,
    "check": check,
    "lesson": lesson,
    "mine": mine,
    "bench": bench,
    "arena": arena,
    "tournament": tournament,
    "learn": learn,
    "serve": serve,
    "site": site,
    "backup": backup,
    "restore": restore,
    "move-store": move_store,
    "think": think,
    "people": people,
    "reports": reports,
    "doctor": doctor,
}
FAILED = 1
INTERRUPTED = 130


def language_of(arguments: Sequence[str]) -> str:
    """--lang, MEUTE_LANG or the terminal's language; French first."""
    for n, word in enumerate(arguments):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and n + 1 < len(arguments):
            return arguments[n + 1]
    told = os.environ.get("MEUTE_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return nearest([told])


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The entry point: always leaves with an exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    language = language_of(words)
    desk = Desk(catalogue(nearest([language])))
    try:
        catalogue(language)
        parsed = make_parser(desk).parse_args(words)
        sys.exit(COMMANDS[parsed.command].run(desk, parsed))
    except BadInput as error:
        desk.complain(desk.words.explain(error))
    except Refused as refused:
        desk.complain(f"{refused.action}: {desk.say(refusal_phrase(refused.reason))}")
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(FAILED)


def make_parser(desk: Desk) -> argparse.ArgumentParser:
    """The grammar of the command line."""
    parser = argparse.ArgumentParser(prog="meute", description=desk.text("cli.help.meute"))
    parser.add_argument("--version", action="version", version=f"meute {__version__}")
    parser.add_argument("--lang", choices=LANGUAGES, help=desk.text("cli.help.lang"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        about = desk.text(f"cli.help.{name}")
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=desk.text("cli.help.lang"))
        module.add_arguments(command, desk)
    return parser
