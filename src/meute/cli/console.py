"""Shared by all commands: terminal output, catalogue texts, and common arguments."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meute.bots.executor import Executor, has_ray
from meute.core.box import Contents
from meute.core.errors import BadInput
from meute.core.phrase import Filling, Phrase, phrase
from meute.games import find
from meute.match import Match
from meute.text import Catalogue
from meute.text.files import parse_toml, read_text


class Terminal:
    """Output in the user's language: results to standard output, everything else to standard error."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        self.out = Console(highlight=False, emoji=False)
        self.aside = Console(stderr=True, highlight=False, emoji=False)

    def text(self, key: str, **gaps: Filling) -> str:
        """The text of a catalogue key."""
        return self.words.render(phrase(key, **gaps))

    def say(self, what: Phrase) -> str:
        """A phrase as text."""
        return self.words.render(what)

    def print_json(self, value: Mapping[str, Any] | Sequence[Any]) -> None:
        """Print a result as JSON."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")

    def complain(self, sentence: str) -> None:
        """Print an error to standard error."""
        self.aside.print(f"[bold red]meute[/] {sentence.replace('[', chr(92) + '[')}")

    def progress(self) -> Progress:
        """A progress bar on standard error."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        return Progress(*columns, console=self.aside, transient=True)


def check_numbers(arguments: argparse.Namespace) -> None:
    """Check that --games and --jobs are at least 1."""
    for name in ("games", "jobs"):
        if getattr(arguments, name) < 1:
            raise BadInput("error.at_least_one", f"--{name}")


def add_jobs_argument(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Add --jobs, for commands that play many games."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help=terminal.text("cli.help.jobs"))


def add_executor_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Add --jobs and --ray, for commands whose games can be played on a cluster."""
    add_jobs_argument(parser, terminal)
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help=terminal.text("cli.help.ray"))


def add_contest_arguments(parser: argparse.ArgumentParser, terminal: Terminal, results: str, told: str) -> None:
    """Add the arguments of commands in which bots play many games; `results`, `told`: metavar and help of --results."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seed", type=int, default=0, help=terminal.text("cli.help.seed"))
    add_executor_arguments(parser, terminal)
    add_options_argument(parser, terminal)
    parser.add_argument("--results", type=Path, metavar=results, help=terminal.text(told))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def read_table(arguments: argparse.Namespace) -> tuple[int, tuple[tuple[str, str], ...]]:
    """The number of seats and the options of a command, which a game can start with."""
    game = find(arguments.game)
    seats = game.min_seats if arguments.seats is None else arguments.seats
    options = tuple(sorted(read_options(arguments.options).items()))
    Match(game, [str(seat) for seat in range(seats)], dict(options), seed=0)
    return seats, options


def read_executor(arguments: argparse.Namespace) -> Executor:
    """The executor that --jobs and --ray describe."""
    if arguments.ray is not None and not has_ray():
        raise BadInput("error.no_ray", "--ray")
    return Executor(arguments.jobs, arguments.ray)


def add_options_argument(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Add --options."""
    parser.add_argument(
        "--options", nargs="*", default=[], metavar="NAME=VALUE", help=terminal.text("cli.help.options")
    )


def add_game_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    """Add --options and --box, for commands that start games."""
    add_options_argument(parser, terminal)
    parser.add_argument("--box", action="append", default=[], metavar="GAME=FILE", help=terminal.text("cli.help.box"))


def read_options(words: Sequence[str]) -> dict[str, str]:
    """Parse name=value pairs."""
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput("error.option_form", "--options", text=word)
        options[name] = value
    return options


def read_box_file(words: Sequence[str], game: str) -> Contents:
    """The owner's corrections of this game's box (its printed figures), from the file given as game=FILE."""
    file: str | None = None
    for word in words:
        name, equals, path = word.partition("=")
        if not equals:
            raise BadInput("error.box_option", "--box", text=word)
        if find(name).id != game:
            raise BadInput("error.box_other", "--box", text=word, game=game)
        if file is not None:
            raise BadInput("error.box_twice", "--box", game=game)
        file = path
    return {} if file is None else parse_toml(read_text(file), file)
