"""meute review: a seat's dearest decisions of a finished game, and how much was luck."""

import argparse
import secrets

from rich.markup import escape

from meute.cli.desk import Desk, read_text
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.game import View
from meute.learn.review import LOOK_BACK, Effort, Price, dearest, decisions, draws, luck, price
from meute.match import Match, read_record, replay
from meute.text import choice_phrase


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--seat", type=int, default=1, metavar="SEAT", help=desk.text("cli.help.reviewed"))
    parser.add_argument("--milliseconds", type=int, default=1000, metavar="N", help=desk.text("cli.help.each_decision"))
    parser.add_argument("--seed", type=int, help=desk.text("cli.help.seed"))
    parser.add_argument("--json", action="store_true", help=desk.text("cli.help.json"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    match = replay(read_record(read_text(arguments.file)))
    seat = arguments.seat - 1
    if not 0 <= seat < len(match.seats):
        raise BadInput("error.record_seat", "--seat", seats=len(match.seats))
    if arguments.milliseconds < 1:
        raise BadInput("error.at_least_one", "--milliseconds")
    rng = Generator(secrets.randbits(64) if arguments.seed is None else arguments.seed)
    effort = Effort(arguments.milliseconds * 2 // 5 + 1, LOOK_BACK.worlds, arguments.milliseconds * 3 // 5 + 1)
    found: list[Price] = []
    steps = decisions(match, seat)
    with desk.progress() as bar:
        task = bar.add_task("", total=len(steps) + 1)
        for step in steps:
            view = View(match.game, match.state_at(step), seat)
            told = price(view, step, match.steps[step].action, rng, effort)
            found += [told] if told else []
            bar.advance(task)
        drawn = luck(match.game, list(draws(match)), seat, rng, effort)
    tell(desk, match, seat, dearest(found), drawn, arguments.json)
    return 0


def tell(
    desk: Desk, match: Match, seat: int, found: list[Price], drawn: tuple[float, float] | None, as_json: bool
) -> None:
    """What was found."""
    if as_json:
        text = match.game.codec.text
        told = [
            {"step": one.step, "played": text(one.played), "better": text(one.better)}
            | {"loss": round(one.loss, 2), "error": round(one.error, 2)}
            for one in found
        ]
        chance = None if drawn is None else {"points": round(drawn[0], 1), "error": round(drawn[1], 1)}
        desk.print_json({"seat": seat + 1, "decisions": told, "luck": chance})
        return
    if not found:
        desk.out.print(desk.text("review.none", name=match.seats[seat]))
    for one in found:
        view = View(match.game, match.state_at(one.step), seat)
        played, better = (choice_phrase(view, action, match.seats) for action in (one.played, one.better))
        line = desk.text("review.dear", played=played, better=better, loss=f"{one.loss:.1f}", error=f"{one.error:.1f}")
        desk.out.print(f"{one.step:4}  {escape(line)}")
    if drawn is not None:
        line = desk.text("review.luck", points=f"{drawn[0]:+.0f}", error=f"{drawn[1]:.0f}")
        desk.out.print(escape(line))
