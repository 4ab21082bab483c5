"""What the commands share: the terminal, the words, and the arguments that several of them take."""

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meute.bots.crew import Crew, has_ray
from meute.core.box import Contents
from meute.core.errors import BadInput
from meute.core.phrase import Filling, Phrase, phrase
from meute.text import Catalogue


class Desk:
    """A terminal with words: answers go to standard output, everything else beside it."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words
        self.out = Console(highlight=False, emoji=False)
        self.aside = Console(stderr=True, highlight=False, emoji=False)

    def text(self, key: str, **gaps: Filling) -> str:
        """One sentence."""
        return self.words.say(phrase(key, **gaps))

    def say(self, what: Phrase) -> str:
        """A phrase in words."""
        return self.words.say(what)

    def print_json(self, value: Mapping[str, Any] | Sequence[Any]) -> None:
        """An answer for a program."""
        sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")

    def complain(self, sentence: str) -> None:
        """Says what is wrong."""
        self.aside.print(f"[bold red]meute[/] {sentence.replace('[', chr(92) + '[')}")

    def progress(self) -> Progress:
        """A progress bar that never mixes with the answer."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        return Progress(*columns, console=self.aside, transient=True)


def check_numbers(arguments: argparse.Namespace) -> None:
    """How many games, and how many at once: one at least."""
    for name in ("games", "jobs"):
        if getattr(arguments, name) < 1:
            raise BadInput("error.at_least_one", f"--{name}")


def add_crew_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    """--jobs and --ray, for commands that play many games."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help=desk.text("cli.help.jobs"))
    parser.add_argument("--ray", nargs="?", const="", metavar="ADDRESS", help=desk.text("cli.help.ray"))


def read_crew(arguments: argparse.Namespace) -> Crew:
    """Who plays the games."""
    if arguments.ray is not None and not has_ray():
        raise BadInput("error.no_ray", "--ray")
    return Crew(arguments.jobs, arguments.ray)


def add_game_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    """--options and --box, for commands that start games."""
    parser.add_argument("--options", nargs="*", default=[], metavar="NAME=VALUE", help=desk.text("cli.help.options"))
    parser.add_argument("--box", action="append", default=[], metavar="GAME=FILE", help=desk.text("cli.help.box"))


def read_options(words: Sequence[str]) -> dict[str, str]:
    """name=value pairs."""
    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput("error.option_form", "--options", text=word)
        options[name] = value
    return options


def read_box_file(words: Sequence[str], game: str) -> Contents:
    """An owner's corrections for this game, out of the files given as game=file."""
    changes: Contents = {}
    for word in words:
        name, equals, path = word.partition("=")
        if not equals:
            raise BadInput("error.box_option", "--box", text=word)
        if name == game:
            try:
                changes = tomllib.loads(read_text(path))
            except tomllib.TOMLDecodeError as error:
                raise BadInput("error.box_file", path, details=str(error)) from None
    return changes


def read_text(path: str) -> str:
    """A text file's content."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("error.file", path, details=str(error)) from None
