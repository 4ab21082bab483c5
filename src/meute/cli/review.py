"""`meute review`: the most costly decisions of a seat in a finished game, and how much was luck."""

import argparse
import secrets

from rich.markup import escape

from meute.cli.console import Terminal
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.event import Event
from meute.core.game import View
from meute.learn.review import (
    DEFAULT_EFFORT,
    Effort,
    MoveCost,
    chance_events,
    count_small,
    luck,
    most_costly,
    move_cost,
    moves,
    row_phrase,
)
from meute.match import Match, read_record, replay
from meute.text import event_phrase, row_phrases
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
    found: list[MoveCost] = []
    own = moves(match, seat)
    with terminal.progress() as bar:
        task = bar.add_task("", total=len(own) + 1)
        for move in own:
            cost = move_cost(View(match.game, match.state_at(move.step), seat), move, rng, effort)
            found += [cost] if cost else []
            bar.advance(task)
        drawn = luck(match.game, list(chance_events(match)), seat, rng, effort)
    print_review(terminal, match, seat, found, drawn, arguments.json)
    return 0


def print_review(
    terminal: Terminal,
    match: Match,
    seat: int,
    found: list[MoveCost],
    drawn: tuple[float, float] | None,
    as_json: bool,
) -> None:
    """Print the review as text or JSON."""
    told, small = most_costly(found), count_small(found)
    if as_json:
        chance = None if drawn is None else {"points": round(drawn[0], 1), "error": round(drawn[1], 1)}
        decisions = [as_fields(match, one) for one in told]
        terminal.print_json({"seat": seat + 1, "decisions": decisions, "small": small, "luck": chance})
        return
    if not told:
        terminal.out.print(terminal.text("review.none", name=match.seats[seat]))
    for one in told:
        view = View(match.game, match.state_at(one.step), seat)
        played, better = (
            " · ".join(map(terminal.say, row_phrases(view, row, match.seats))) for row in (one.played, one.better)
        )
        line = terminal.text(
            "review.dear", played=played, better=better, loss=f"{one.loss:.1f}", error=f"{one.error:.1f}"
        )
        terminal.out.print(f"{one.step:4}  {escape(line)}")
        for reason in one.events:
            event = event_phrase(match.game, Event(*reason.event), match.seats, seat, terminal.words)
            better_share, played_share = round(100 * reason.better), round(100 * reason.played)
            line = terminal.text("review.why_event", event=event, better=better_share, played=played_share)
            terminal.out.print("      " + escape(line))
        for row in one.rows:
            key = "review.why_row_you" if row.seat == seat else "review.why_row"
            name, gain = match.seats[row.seat], f"{row.gain:+.1f}"
            terminal.out.print(
                "      " + escape(terminal.text(key, row=row_phrase(match.game, row), gain=gain, name=name))
            )
    if small:
        terminal.out.print(escape(terminal.text("review.small", number=small)))
    if drawn is not None:
        line = terminal.text("review.luck", points=f"{drawn[0]:+.0f}", error=f"{drawn[1]:.0f}")
        terminal.out.print(escape(line))


def as_fields(match: Match, cost: MoveCost) -> dict[str, str | float]:
    """The cost of a move as fields of the JSON output."""
    text = match.game.codec.text
    return {
        "step": cost.step,
        "played": " ".join(map(text, cost.played)),
        "better": " ".join(map(text, cost.better)),
        "loss": round(cost.loss, 2),
        "error": round(cost.error, 2),
        "chance": round(cost.chance, 3),
        "chance_played": round(cost.chance_played, 3),
    }
