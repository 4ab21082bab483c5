"""Entry point: parses the command line, runs a command and reports errors."""

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
    bot,
    check,
    dataset,
    doctor,
    evaluate,
    games,
    learn,
    lesson,
    mcp,
    mine_puzzles,
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
    studies,
    think,
    tournament,
    verify,
)
from meute.cli.console import Terminal
from meute.cli.parser import make_translated_parser
from meute.core.errors import BadInput
from meute.match import Refused
from meute.text import LANGUAGES, best_language, catalogue, refusal_phrase

COMMANDS = {
    "games": games,
    "play": play,
    "simulate": simulate,
    "replay": replay,
    "review": review,
    "advise": advise,
    "check": check,
    "verify": verify,
    "lesson": lesson,
    "mine": mine_puzzles,
    "bench": bench,
    "dataset": dataset,
    "arena": arena,
    "evaluate": evaluate,
    "tournament": tournament,
    "learn": learn,
    "bot": bot,
    "mcp": mcp,
    "serve": serve,
    "site": site,
    "backup": backup,
    "restore": restore,
    "move-store": move_store,
    "think": think,
    "people": people,
    "reports": reports,
    "studies": studies,
    "doctor": doctor,
}
FAILED = 1
INTERRUPTED = 130


def language_of(arguments: Sequence[str]) -> str:
    """The language of --lang, else of MEUTE_LANG, else of the terminal; French by default."""
    for n, word in enumerate(arguments):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and n + 1 < len(arguments):
            return arguments[n + 1]
    locale = os.environ.get("MEUTE_LANG") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return best_language([locale])


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; always exits with a code."""
    words = sys.argv[1:] if arguments is None else arguments
    language = language_of(words)
    terminal = Terminal(catalogue(best_language([language])))
    try:
        catalogue(language)
        parsed = make_parser(terminal).parse_args(words)
        sys.exit(COMMANDS[parsed.command].run(terminal, parsed))
    except BadInput as error:
        terminal.complain(terminal.words.explain(error))
    except Refused as refused:
        terminal.complain(f"{refused.action}: {terminal.say(refusal_phrase(refused.reason))}")
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    sys.exit(FAILED)


def make_parser(terminal: Terminal) -> argparse.ArgumentParser:
    """The argument parser with all commands."""
    parser = make_translated_parser(terminal.words, prog="meute", description=terminal.text("cli.help.meute"))
    version = f"meute {__version__}"
    parser.add_argument("--version", action="version", version=version, help=terminal.text("cli.help.version"))
    parser.add_argument("--lang", choices=LANGUAGES, help=terminal.text("cli.help.lang"))
    commands = parser.add_subparsers(dest="command", required=True, metavar=terminal.text("cli.placeholder.command"))
    for name, module in COMMANDS.items():
        about = terminal.text(f"cli.help.{name}")
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument(
            "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=terminal.text("cli.help.lang")
        )
        module.add_arguments(command, terminal)
    return parser
