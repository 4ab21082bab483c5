"""`meute review`: the most costly decisions of a seat in a finished game, and the luck ledger of every seat."""

import argparse
import secrets

from rich.markup import escape

from meute.bots.luck import Ledger, LuckyDraw, Part, cuts, ledger, value_cuts
from meute.cli.console import Terminal
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.event import Event
from meute.core.game import View
from meute.learn.review import (
    DEFAULT_EFFORT,
    Effort,
    MoveCost,
    count_small,
    most_costly,
    move_cost,
    moves,
    row_phrase,
)
from meute.match import Match, read_record, replay
from meute.text import event_phrase, row_phrases
from meute.text.files import read_text

LUCK_EFFORT = 12
"""Time for the luck ledger of all seats, as a multiple of that for one decision."""


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
        tables = [(step, match.state_at(step)) for step in cuts(match)]
        values = value_cuts(match.game, tables, rng, effort.worlds, LUCK_EFFORT * arguments.milliseconds)
    ledgers = [ledger(match, values, one) for one in range(len(match.seats))] if match.is_over() else []
    print_review(terminal, match, seat, found, ledgers, arguments.json)
    return 0


def print_review(
    terminal: Terminal,
    match: Match,
    seat: int,
    found: list[MoveCost],
    ledgers: list[Ledger],
    as_json: bool,
) -> None:
    """Print the review as text or JSON."""
    told, small = most_costly(found), count_small(found)
    if as_json:
        decisions = [as_fields(match, one) for one in told]
        luck = [ledger_fields(one) for one in ledgers]
        terminal.print_json({"seat": seat + 1, "decisions": decisions, "small": small, "luck": luck})
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
    if ledgers:
        print_ledger(terminal, match, ledgers[seat])


def print_ledger(terminal: Terminal, match: Match, found: Ledger) -> None:
    """Print a luck ledger: its parts, then the draws that count."""
    start, end = round(100 * found.start), round(100 * found.end)
    terminal.out.print(escape(terminal.text("review.ledger", start=start, end=end)))
    parts = {"luck": found.luck, "own": found.own, "others": found.others, "rest": found.rest}
    for key, part in parts.items():
        line = terminal.text(f"review.{key}", points=f"{100 * part.change:+.0f}", error=f"{100 * part.error:.0f}")
        terminal.out.print("      " + escape(line))
    for draw in found.draws:
        terminal.out.print(f"{draw.first:4}  {escape(draw_in_words(terminal, match, draw))}")
    if found.draws and found.other_draws:
        points = 100 * (found.luck.change - sum(draw.part.change for draw in found.draws))
        line = terminal.text("review.other_draws", number=found.other_draws, points=f"{points:+.0f}")
        terminal.out.print("      " + escape(line))


def draw_in_words(terminal: Terminal, match: Match, draw: LuckyDraw) -> str:
    """What a draw cost or gave."""
    progress = match.game.progress(match.state_at(draw.first))
    place = terminal.say(progress) if progress else terminal.text("review.step", step=draw.first)
    key = "review.draw_gave" if draw.part.change > 0 else "review.draw_cost"
    points, error = round(abs(100 * draw.part.change)), round(100 * draw.part.error)
    return terminal.text(key, place=place, points=points, error=error)


def ledger_fields(found: Ledger) -> dict[str, object]:
    """A luck ledger as fields of the JSON output: probabilities from 0 to 1."""

    def fields(part: Part) -> dict[str, float]:
        return {"change": round(part.change, 4), "error": round(part.error, 4)}

    return {
        "seat": found.seat + 1,
        "start": round(found.start, 4),
        "end": round(found.end, 4),
        "luck": fields(found.luck),
        "own": fields(found.own),
        "others": fields(found.others),
        "rest": fields(found.rest),
        "draws": [{"first": draw.first, "last": draw.last, **fields(draw.part)} for draw in found.draws],
        "other_draws": found.other_draws,
    }


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
