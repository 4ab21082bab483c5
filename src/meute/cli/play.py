"""`meute play`: a game in the terminal; moves by notation or by the number of a listed choice."""

import argparse
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.markup import escape

from meute.bots import BOTS
from meute.bots.bot import Bot
from meute.bots.loading import load_bot
from meute.cli import traces_table
from meute.cli.console import Terminal, add_game_arguments, read_box_file, read_options
from meute.cli.score import print_score
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.game import View
from meute.core.numbers import NOBODY, is_whole
from meute.games import find
from meute.match import Match, Refused, write_record
from meute.text import action_phrase, event_phrase, refusal_phrase

PERSON = "me"
MANY = 12
"""Choices beyond which the list has several columns."""
LAYOUTS: dict[str, Callable[[Terminal, Any, Sequence[str]], Iterator[RenderableType]]] = {
    "traces": traces_table.render_table
}
"""Games with a layout of their own in the terminal."""


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", default="", metavar="me,greedy", help=terminal.text("cli.help.seats"))
    parser.add_argument("--seed", type=int, help=terminal.text("cli.help.seed"))
    parser.add_argument("--position", default="", help=terminal.text("cli.help.position"))
    parser.add_argument("--save", metavar="FILE", help=terminal.text("cli.help.save"))
    add_game_arguments(parser, terminal)


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    kinds = arguments.seats.split(",") if arguments.seats else [PERSON] + ["greedy"] * (game.min_seats - 1)
    bots = {seat: load_bot(kind) for seat, kind in enumerate(kinds) if kind != PERSON}
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    names = [terminal.text("cli.you") if kind == PERSON else kind for kind in kinds]
    match = Match(
        game,
        [name if names.count(name) == 1 else f"{name} {seat + 1}" for seat, name in enumerate(names)],
        read_options(arguments.options),
        seed=seed,
        box=read_box_file(arguments.box, game.id),
        position=arguments.position,
    )
    terminal.words = terminal.words.with_box(game.id, match.box)
    TerminalGame(terminal, match, bots, Generator(seed + 1)).play()
    if arguments.save:
        Path(arguments.save).write_text(write_record(match.record()), encoding="utf-8")
    return 0


class TerminalGame:
    """One game in the terminal."""

    def __init__(self, terminal: Terminal, match: Match, bots: dict[int, Bot], rng: Generator) -> None:
        self.terminal = terminal
        self.match = match
        self.bots = bots
        self.rng = rng
        self.events_shown = 0
        self.reader = next((seat for seat in range(len(match.seats)) if seat not in bots), NOBODY)

    def play(self) -> None:
        """Ask players and bots in turn until the game is over or a player quits."""
        self.terminal.out.print(self.terminal.text("cli.how_to_play"))
        while not self.match.is_over():
            seat = self.match.seats_to_act()[0]
            if seat in self.bots:
                self.match.play(seat, self.bots[seat].choose(self.match.view(seat), self.rng))
            elif not self.ask(seat):
                return
        self.print_events()
        print_score(self.terminal, self.match)

    def ask(self, seat: int) -> bool:
        """Ask a player for a move; returns False to quit."""
        self.reader = seat
        self.print_events()
        match = self.match
        view = match.view(seat)
        texts = match.legal_texts(seat)
        self.show(view)
        self.offer(seat, texts)
        self.terminal.out.print(f"[yellow]{escape(self.terminal.say(match.game.prompt(view.state, seat)))}[/]")
        try:
            return self.answer(seat, self.terminal.out.input("> ").strip())
        except EOFError:
            return False

    def show(self, view: View) -> None:
        """Print the position: in the game's layout, or in notation."""
        game = view.game
        self.terminal.out.print()
        progress = game.progress(view.state)
        if progress is not None:
            self.terminal.out.print(escape(self.terminal.say(progress)), style="bold")
        if game.id in LAYOUTS:
            for part in LAYOUTS[game.id](self.terminal, game.show(view.state, view.seat), self.match.seats):
                self.terminal.out.print(part, soft_wrap=True)
            return
        table, _, _ = view.text().partition("\nframes ")
        self.terminal.out.print(escape(table), style="dim", soft_wrap=True)

    def offer(self, seat: int, texts: list[str]) -> None:
        """Print the choices: in columns if there are many, in one line if all fill the same box of a plan."""
        box = box_of(texts)
        if box:
            self.terminal.out.print(
                f"      [bold]{escape(box)}[/] {escape(' '.join(text[len(box) :] for text in texts))}"
            )
            return
        lines = []
        for number, action in enumerate(self.match.legal_actions(seat), start=1):
            words = self.terminal.say(action_phrase(self.match.game, action, self.match.seats))
            lines.append(f"{number:4}  [bold]{escape(texts[number - 1])}[/]  {escape(words)}")
        if len(lines) > MANY:
            self.terminal.out.print(Columns(lines, equal=True, column_first=True))
        else:
            for line in lines:
                self.terminal.out.print(line)

    def answer(self, seat: int, word: str) -> bool:
        """Act on a line of input; returns False to quit."""
        command, _, rest = word.partition(" ")
        try:
            if command in ("quit", "exit"):
                return False
            if command == "undo":
                self.match.undo(seat)
                self.events_shown = min(self.events_shown, len(self.match.events))
            elif command == "history":
                self.events_shown = 0
            elif command == "why":
                self.why(seat, rest)
            else:
                for part in word.split():
                    self.match.play(seat, parse_choice(self.match.legal_texts(seat), part))
        except BadInput as error:
            self.terminal.complain(self.terminal.words.explain(error))
        except Refused as refused:
            self.terminal.complain(self.terminal.say(refusal_phrase(refused.reason)))
        return True

    def why(self, seat: int, text: str) -> None:
        """Print whether an action is legal, or why not."""
        self.match.check_legal(seat, self.match.game.codec.read(text))
        self.terminal.out.print(self.terminal.text("cli.allowed"))

    def print_events(self) -> None:
        """Print the events since the last call."""
        for event in self.match.events[self.events_shown :]:
            sentence = event_phrase(self.match.game, event, self.match.seats, self.reader, self.terminal.words)
            self.terminal.out.print(escape(self.terminal.say(sentence)))
        self.events_shown = len(self.match.events)


def box_of(texts: list[str]) -> str:
    """The common prefix, such as `A2=`, if all choices fill the same box of a plan (Traces); else ""."""
    box, equals, _ = texts[0].partition("=") if texts else ("", "", "")
    return box + equals if equals and all(text.startswith(box + equals) for text in texts) else ""


def parse_choice(texts: list[str], word: str) -> str:
    """The action that a typed word stands for: its notation, the token for the box in question, or a list number."""
    box = box_of(texts)
    if box:
        return word if "=" in word else box + word
    return texts[int(word) - 1] if is_whole(word, 1, len(texts)) else word


assert PERSON not in BOTS
