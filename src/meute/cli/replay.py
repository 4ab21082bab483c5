"""`meute replay`: prints a record up to any decision, as seen from any seat."""

import argparse

from rich.markup import escape

from meute.cli.console import Terminal
from meute.cli.score import print_score
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, is_whole
from meute.match import Match, read_record, replay
from meute.text import event_phrase
from meute.text.files import read_text

EVERYTHING = "all"


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--at", type=int, metavar="N", help=terminal.text("cli.help.at"))
    parser.add_argument("--view", default=EVERYTHING, metavar="SEAT", help=terminal.text("cli.help.view"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    record = read_record(read_text(arguments.file))
    if arguments.at is not None and not 0 <= arguments.at <= len(record.moves):
        raise BadInput("error.at_step", "--at", steps=len(record.moves))
    match = replay(record, arguments.at)
    terminal.words = terminal.words.with_box(match.game.id, match.box)
    seat = viewer(arguments.view, len(match.seats))
    position = match.game.write_position(match.state) if seat is None else match.view(seat).text()
    lines = [event_text(terminal, match, n, NOBODY if seat is None else seat) for n in range(len(match.events))]
    to_act = [match.seats[n] for n in match.seats_to_act()]
    if arguments.json:
        points, result = match.score()[0], match.result()
        ended = None if result is None else {"reason": result.reason, "places": result.places}
        answer = {"steps": len(match.steps), "position": position, "asked": to_act, "points": points}
        terminal.print_json({**answer, "result": ended})
        return 0
    for line in lines:
        terminal.out.print(escape(line))
    terminal.out.print(f"\n{escape(position)}", style="dim", soft_wrap=True)
    if to_act:
        terminal.out.print(escape(terminal.text("cli.asked", names=", ".join(to_act))))
    print_score(terminal, match)
    return 0


def viewer(text: str, seats: int) -> int | None:
    """The seat of --view: a number from 1, 0 for a spectator; None for the whole state."""
    if text == EVERYTHING:
        return None
    if not is_whole(text, 0, seats):
        raise BadInput("error.view", "--view", text=text)
    return int(text) - 1


def event_text(terminal: Terminal, match: Match, number: int, reader: int) -> str:
    return terminal.say(event_phrase(match.game, match.events[number], match.seats, reader, terminal.words))
