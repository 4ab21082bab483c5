"""meute play: a game in the terminal, by notation or by the number of a listed choice."""

import argparse
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import RenderableType
from rich.markup import escape

from meute.bots import BOTS, make_bot
from meute.bots.bot import Bot
from meute.cli import traces
from meute.cli.desk import Desk, add_game_arguments, read_box_file, read_options
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
"""More choices than this are listed in columns."""
LAYOUTS: dict[str, Callable[[Desk, Any, Sequence[str]], Iterator[RenderableType]]] = {"traces": traces.lay_out}
"""Games whose table is laid out for a terminal."""


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", default="", metavar="me,greedy", help=desk.text("cli.help.seats"))
    parser.add_argument("--seed", type=int, help=desk.text("cli.help.seed"))
    parser.add_argument("--position", default="", help=desk.text("cli.help.position"))
    parser.add_argument("--save", metavar="FILE", help=desk.text("cli.help.save"))
    add_game_arguments(parser, desk)


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    game = find(arguments.game)
    kinds = arguments.seats.split(",") if arguments.seats else [PERSON] + ["greedy"] * (game.fewest - 1)
    bots = {seat: make_bot(kind) for seat, kind in enumerate(kinds) if kind != PERSON}
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    names = [desk.text("cli.you") if kind == PERSON else kind for kind in kinds]
    match = Match(
        game,
        [name if names.count(name) == 1 else f"{name} {seat + 1}" for seat, name in enumerate(names)],
        read_options(arguments.options),
        seed=seed,
        box=read_box_file(arguments.box, game.id),
        position=arguments.position,
    )
    Sitting(desk, match, bots, Generator(seed + 1)).play()
    if arguments.save:
        Path(arguments.save).write_text(write_record(match.record()), encoding="utf-8")
    return 0


class Sitting:
    """One game at the terminal."""

    def __init__(self, desk: Desk, match: Match, bots: dict[int, Bot], rng: Generator) -> None:
        self.desk = desk
        self.match = match
        self.bots = bots
        self.rng = rng
        self.told = 0
        self.reader = next((seat for seat in range(len(match.seats)) if seat not in bots), NOBODY)

    def play(self) -> None:
        """Asks people and bots in turn until the game is over or somebody leaves."""
        self.desk.out.print(self.desk.text("cli.how_to_play"))
        while not self.match.is_over():
            seat = self.match.asked()[0]
            if seat in self.bots:
                self.match.play(seat, self.bots[seat].choose(self.match.view(seat), self.rng))
            elif not self.ask(seat):
                return
        self.tell()
        print_score(self.desk, self.match)

    def ask(self, seat: int) -> bool:
        """One question to a person; False when he leaves."""
        self.reader = seat
        self.tell()
        match = self.match
        view = match.view(seat)
        texts = match.texts(seat)
        self.show(view)
        self.offer(seat, texts)
        self.desk.out.print(f"[yellow]{escape(self.desk.say(match.game.prompt(view.state, seat)))}[/]")
        try:
            return self.answer(seat, self.desk.out.input("> ").strip())
        except EOFError:
            return False

    def show(self, view: View) -> None:
        """The table: as the game lays it out in a terminal, or else in notation."""
        game = view.game
        self.desk.out.print()
        progress = game.progress(view.state)
        if progress is not None:
            self.desk.out.print(escape(self.desk.say(progress)), style="bold")
        if game.id in LAYOUTS:
            for part in LAYOUTS[game.id](self.desk, game.show(view.state, view.seat), self.match.seats):
                self.desk.out.print(part, soft_wrap=True)
            return
        table, _, _ = view.text().partition("\nframes ")
        self.desk.out.print(escape(table), style="dim", soft_wrap=True)

    def offer(self, seat: int, texts: list[str]) -> None:
        """What may be done: several to a line where there is much; what fills one box, in a single line."""
        box = box_of(texts)
        if box:
            self.desk.out.print(f"      [bold]{escape(box)}[/] {escape(' '.join(text[len(box) :] for text in texts))}")
            return
        lines = []
        for number, action in enumerate(self.match.options(seat), start=1):
            told = self.desk.say(action_phrase(self.match.game, action, self.match.seats))
            lines.append(f"{number:4}  [bold]{escape(texts[number - 1])}[/]  {escape(told)}")
        if len(lines) > MANY:
            self.desk.out.print(Columns(lines, equal=True, column_first=True))
        else:
            for line in lines:
                self.desk.out.print(line)

    def answer(self, seat: int, word: str) -> bool:
        """Acts on what a person typed."""
        command, _, rest = word.partition(" ")
        try:
            if command in ("quit", "exit"):
                return False
            if command == "undo":
                self.match.undo(seat)
                self.told = min(self.told, len(self.match.events))
            elif command == "history":
                self.told = 0
            elif command == "why":
                self.why(seat, rest)
            else:
                for part in word.split():
                    self.match.play(seat, meant(self.match.texts(seat), part))
        except BadInput as error:
            self.desk.complain(self.desk.words.explain(error))
        except Refused as refused:
            self.desk.complain(self.desk.say(refusal_phrase(refused.reason)))
        return True

    def why(self, seat: int, text: str) -> None:
        """Says whether something may be done, and if not, why."""
        self.match.check(seat, self.match.game.codec.read(text))
        self.desk.out.print(self.desk.text("cli.allowed"))

    def tell(self) -> None:
        """What happened since the last time."""
        for event in self.match.events[self.told :]:
            told = event_phrase(self.match.game, event, self.match.seats, self.reader, self.desk.words)
            self.desk.out.print(escape(self.desk.say(told)))
        self.told = len(self.match.events)


def box_of(texts: list[str]) -> str:
    """`A2=` where all choices fill this one box; "" elsewhere."""
    box, equals, _ = texts[0].partition("=") if texts else ("", "", "")
    return box + equals if equals and all(text.startswith(box + equals) for text in texts) else ""


def meant(texts: list[str], word: str) -> str:
    """The action that a word stands for: itself, what it puts into the box in question, or the choice of its number."""
    box = box_of(texts)
    if box:
        return word if "=" in word else box + word
    return texts[int(word) - 1] if is_whole(word, 1, len(texts)) else word


assert PERSON not in BOTS
