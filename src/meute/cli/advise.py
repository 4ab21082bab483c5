"""`meute advise`: the best choices at a moment of a recorded game, with their win probabilities."""

import argparse
import secrets

from rich.markup import escape

from meute.bots.advice import DEFAULT_BUDGET, AdvisedChoice, advise, row_name
from meute.cli.console import Terminal
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.match import Match, read_record, replay
from meute.text import action_phrase
from meute.text.files import read_text


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--at", type=int, metavar="N", help=terminal.text("cli.help.at"))
    parser.add_argument("--seat", type=int, metavar="SEAT", help=terminal.text("cli.help.advised"))
    parser.add_argument("--seed", type=int, help=terminal.text("cli.help.seed"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    record = read_record(read_text(arguments.file))
    if arguments.at is not None and not 0 <= arguments.at <= len(record.moves):
        raise BadInput("error.at_step", "--at", steps=len(record.moves))
    match = replay(record, arguments.at, seed=0)
    to_act = match.seats_to_act()
    seat = arguments.seat - 1 if arguments.seat is not None else to_act[0] if to_act else 0
    if seat not in to_act:
        raise BadInput("error.not_asked", "--seat", names=", ".join(str(one + 1) for one in to_act) or "-")
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    advice = advise(match.view(seat), Generator(seed), DEFAULT_BUDGET)
    choices = [choice_json(match, choice) for choice in advice.choices]
    if arguments.json:
        terminal.print_json({"simulations": advice.simulations, "games": advice.games, "choices": choices})
        return 0
    terminal.out.print(
        terminal.text("cli.advised", name=match.seats[seat], lines=advice.simulations, games=advice.games)
    )
    for number, choice in enumerate(advice.choices, start=1):
        words = ", ".join(terminal.say(action_phrase(match.game, action, match.seats)) for action in choice.row)
        terminal.out.print(f"{number:4}  [bold]{escape(notation(match, choice))}[/]  {escape(words)}")
        share = {name: round(100 * getattr(choice, name)) for name in ("chance", "low", "high", "thought")}
        aims = [f"{terminal.say(row_name(match.game, aim.row))} {aim.gain:+.1f}" for aim in choice.row_gains]
        terminal.out.print(
            f"      {escape(terminal.text('cli.prospect', aims=', '.join(aims) or '-', **share))}", style="dim"
        )
    return 0


def notation(match: Match, choice: AdvisedChoice) -> str:
    """The decisions of a choice in notation."""
    return " ".join(map(match.game.codec.text, choice.row))


def choice_json(match: Match, choice: AdvisedChoice) -> dict[str, object]:
    """A choice as JSON."""
    return {
        "action": notation(match, choice),
        "thought": round(choice.thought, 3),
        "chance": round(choice.chance, 3),
        "low": round(choice.low, 3),
        "high": round(choice.high, 3),
        "aims": [{"row": row_name(match.game, aim.row).key, "gain": round(aim.gain, 2)} for aim in choice.row_gains],
    }
