"""meute advise: what the alpha would play at a moment of a recorded game, and why."""

import argparse
import secrets

from rich.markup import escape

from meute.bots.advice import SECOND, Prospect, advise, row_name
from meute.cli.desk import Desk, read_text
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.match import Match, read_record, replay
from meute.text import action_phrase


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--at", type=int, metavar="N", help=desk.text("cli.help.at"))
    parser.add_argument("--seat", type=int, metavar="SEAT", help=desk.text("cli.help.advised"))
    parser.add_argument("--seed", type=int, help=desk.text("cli.help.seed"))
    parser.add_argument("--json", action="store_true", help=desk.text("cli.help.json"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    record = read_record(read_text(arguments.file))
    if arguments.at is not None and not 0 <= arguments.at <= len(record.moves):
        raise BadInput("error.at_step", "--at", steps=len(record.moves))
    match = replay(record, arguments.at, seed=0)
    asked = match.asked()
    seat = arguments.seat - 1 if arguments.seat is not None else asked[0] if asked else 0
    if seat not in asked:
        raise BadInput("error.not_asked", "--seat", names=", ".join(str(one + 1) for one in asked) or "-")
    seed = secrets.randbits(64) if arguments.seed is None else arguments.seed
    advice = advise(match.view(seat), Generator(seed), SECOND)
    told = [told_of(match, prospect) for prospect in advice.choices]
    if arguments.json:
        desk.print_json({"simulations": advice.simulations, "games": advice.games, "choices": told})
        return 0
    desk.out.print(desk.text("cli.advised", name=match.seats[seat], lines=advice.simulations, games=advice.games))
    for number, prospect in enumerate(advice.choices, start=1):
        words = ", ".join(desk.say(action_phrase(match.game, action, match.seats)) for action in prospect.row)
        desk.out.print(f"{number:4}  [bold]{escape(notation(match, prospect))}[/]  {escape(words)}")
        share = {name: round(100 * getattr(prospect, name)) for name in ("chance", "low", "high", "thought")}
        aims = [f"{desk.say(row_name(match.game, aim.row))} {aim.gain:+.1f}" for aim in prospect.aims]
        desk.out.print(f"      {escape(desk.text('cli.prospect', aims=', '.join(aims) or '-', **share))}", style="dim")
    return 0


def notation(match: Match, prospect: Prospect) -> str:
    """The decisions of a choice, as they are written."""
    return " ".join(map(match.game.codec.text, prospect.row))


def told_of(match: Match, prospect: Prospect) -> dict[str, object]:
    """A choice, for a program."""
    return {
        "action": notation(match, prospect),
        "thought": round(prospect.thought, 3),
        "chance": round(prospect.chance, 3),
        "low": round(prospect.low, 3),
        "high": round(prospect.high, 3),
        "aims": [{"row": row_name(match.game, aim.row).key, "gain": round(aim.gain, 2)} for aim in prospect.aims],
    }
