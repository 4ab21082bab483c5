"""meute replay: a record told again, up to any decision, from any seat."""

import argparse

from rich.markup import escape

from meute.cli.desk import Desk, read_text
from meute.cli.score import print_score
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, is_whole
from meute.match import Match, read_record, replay
from meute.text import event_phrase

EVERYTHING = "all"


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--at", type=int, metavar="N", help=desk.text("cli.help.at"))
    parser.add_argument("--view", default=EVERYTHING, metavar="SEAT", help=desk.text("cli.help.view"))
    parser.add_argument("--json", action="store_true", help=desk.text("cli.help.json"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    record = read_record(read_text(arguments.file))
    if arguments.at is not None and not 0 <= arguments.at <= len(record.moves):
        raise BadInput("error.at_step", "--at", steps=len(record.moves))
    match = replay(record, arguments.at)
    seat = viewer(arguments.view, len(match.seats))
    position = match.game.write_position(match.state) if seat is None else match.view(seat).text()
    told = [tell(desk, match, n, NOBODY if seat is None else seat) for n in range(len(match.events))]
    asked = [match.seats[n] for n in match.asked()]
    if arguments.json:
        points, result = match.score()[0], match.result()
        ended = None if result is None else {"reason": result.reason, "places": result.places}
        answer = {"steps": len(match.steps), "position": position, "asked": asked, "points": points}
        desk.print_json({**answer, "result": ended})
        return 0
    for line in told:
        desk.out.print(escape(line))
    desk.out.print(f"\n{escape(position)}", style="dim", soft_wrap=True)
    if asked:
        desk.out.print(escape(desk.text("cli.asked", names=", ".join(asked))))
    print_score(desk, match)
    return 0


def viewer(text: str, seats: int) -> int | None:
    """The seat that looks: a number from 1, 0 for a spectator, `all` for the whole table."""
    if text == EVERYTHING:
        return None
    if not is_whole(text, 0, seats):
        raise BadInput("error.view", "--view", text=text)
    return int(text) - 1


def tell(desk: Desk, match: Match, number: int, reader: int) -> str:
    """One event in words."""
    return desk.say(event_phrase(match.game, match.events[number], match.seats, reader, desk.words))
