"""Translated argparse: its own messages and placeholders come from the catalogue."""

import argparse
from typing import Any, ClassVar

from meute.core.phrase import phrase
from meute.text import Catalogue

SENTENCES = {
    "usage: ": "cli.argparse.usage",
    "positional arguments": "cli.argparse.positional",
    "options": "cli.argparse.options",
    "show this help message and exit": "cli.argparse.help",
    "%(prog)s: error: %(message)s\n": "cli.argparse.error",
    "argument %(argument_name)s: %(message)s": "cli.argparse.argument",
    "the following arguments are required: %s": "cli.argparse.required",
    "one of the arguments %s is required": "cli.argparse.one_required",
    "not allowed with argument %s": "cli.argparse.not_with",
    "unrecognized arguments: %s": "cli.argparse.unrecognized",
    "ignored explicit argument %r": "cli.argparse.no_value",
    "expected one argument": "cli.argparse.one_value",
    "expected at most one argument": "cli.argparse.one_value_at_most",
    "expected at least one argument": "cli.argparse.one_value_at_least",
    "ambiguous option: %(option)s could match %(matches)s": "cli.argparse.ambiguous",
    "invalid choice: %(value)r (choose from %(choices)s)": "cli.argparse.choice",
    "invalid %(type)s value: %(value)r": "cli.argparse.value",
}
"""Messages of argparse that our commands can trigger; others stay English."""

PLACEHOLDERS = {
    "ADDRESS": "address",
    "DIR": "dir",
    "FILE": "file",
    "FROM": "from",
    "GAME": "game",
    "GAME=FILE": "game_file",
    "KIND": "kind",
    "NAME": "name",
    "NAME=VALUE": "name_value",
    "NUMBER": "number",
    "PERSON": "person",
    "SEAT": "seat",
    "TO": "to",
}
"""Placeholders that are translated; others, like N or an example, are the same in every language."""


class Parser(argparse.ArgumentParser):
    """An argument parser in one language; subcommands use the same class."""

    words: ClassVar[Catalogue]

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument; `metavar` is the English placeholder."""
        word = PLACEHOLDERS.get(settings.get("metavar", ""))
        if word:
            settings["metavar"] = self.words.render(phrase(f"cli.placeholder.{word}"))
        return super().add_argument(*names, **settings)


def make_translated_parser(words: Catalogue, **settings: Any) -> Parser:
    """A parser in this language. argparse looks up its messages by the name `_` in its module."""

    def translated(message: str) -> str:
        return words.render(phrase(SENTENCES[message])) if message in SENTENCES else message

    vars(argparse)["_"] = translated
    Parser.words = words
    return Parser(**settings)
