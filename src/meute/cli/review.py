"""`meute review`: the most costly decisions of a seat in a finished game, and how much was luck."""

import argparse
import secrets

from rich.markup import escape

from meute.cli.console import Terminal
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.game import View
from meute.learn.review import (
    DEFAULT_EFFORT,
    DecisionCost,
    Effort,
    chance_events,
    decision_cost,
    decisions,
    luck,
    most_costly,
)
from meute.match import Match, read_record, replay
from meute.text import choice_phrase
from meute.text.files import read_text


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--seat", type=int, default=1, metavar="SEAT", help=terminal.text("cli.help.reviewed"))
    parser.add_argument(
        "--milliseconds", type=int, default=1000, metavar="N", help=terminal.text("cli.help.each_decision")
    )
    parser.add_argument("--seed", type=int, help=terminal.text("cli.help.seed"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    match = replay(read_record(read_text(arguments.file)))
    seat = arguments.seat - 1
    if not 0 <= seat < len(match.seats):
        raise BadInput("error.record_seat", "--seat", seats=len(match.seats))
    if arguments.milliseconds < 1:
        raise BadInput("error.at_least_one", "--milliseconds")
    rng = Generator(secrets.randbits(64) if arguments.seed is None else arguments.seed)
    effort = Effort(arguments.milliseconds * 2 // 5 + 1, DEFAULT_EFFORT.worlds, arguments.milliseconds * 3 // 5 + 1)
    found: list[DecisionCost] = []
    steps = decisions(match, seat)
    with terminal.progress() as bar:
        task = bar.add_task("", total=len(steps) + 1)
        for step in steps:
            view = View(match.game, match.state_at(step), seat)
            cost = decision_cost(view, step, match.steps[step].action, rng, effort)
            found += [cost] if cost else []
            bar.advance(task)
        drawn = luck(match.game, list(chance_events(match)), seat, rng, effort)
    print_review(terminal, match, seat, most_costly(found), drawn, arguments.json)
    return 0


def print_review(
    terminal: Terminal,
    match: Match,
    seat: int,
    found: list[DecisionCost],
    drawn: tuple[float, float] | None,
    as_json: bool,
) -> None:
    """Print the review as text or JSON."""
    if as_json:
        text = match.game.codec.text
        decisions_json = [
            {"step": one.step, "played": text(one.played), "better": text(one.better)}
            | {"loss": round(one.loss, 2), "error": round(one.error, 2)}
            for one in found
        ]
        chance = None if drawn is None else {"points": round(drawn[0], 1), "error": round(drawn[1], 1)}
        terminal.print_json({"seat": seat + 1, "decisions": decisions_json, "luck": chance})
        return
    if not found:
        terminal.out.print(terminal.text("review.none", name=match.seats[seat]))
    for one in found:
        view = View(match.game, match.state_at(one.step), seat)
        played, better = (choice_phrase(view, action, match.seats) for action in (one.played, one.better))
        line = terminal.text(
            "review.dear", played=played, better=better, loss=f"{one.loss:.1f}", error=f"{one.error:.1f}"
        )
        terminal.out.print(f"{one.step:4}  {escape(line)}")
    if drawn is not None:
        line = terminal.text("review.luck", points=f"{drawn[0]:+.0f}", error=f"{drawn[1]:.0f}")
        terminal.out.print(escape(line))
