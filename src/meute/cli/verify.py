"""`meute verify`: deals a finished game again from its record, and compares every outcome of chance."""

import argparse

from rich.markup import escape

from meute.cli.console import Terminal
from meute.core.errors import BadInput
from meute.match import read_record, replay
from meute.match.deal import SealedDeal, is_secret
from meute.match.verify import DealCheck, check_deal
from meute.text.files import read_text


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("file", metavar="RECORD")
    parser.add_argument("--seal", default="", metavar="HASH", help=terminal.text("cli.help.seal"))
    parser.add_argument(
        "--contribution", action="append", default=[], metavar="SEAT=HASH", help=terminal.text("cli.help.contribution")
    )
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    match = replay(read_record(read_text(arguments.file)))
    witnessed = witnessed_deal(arguments.seal, arguments.contribution, len(match.seats))
    check = check_deal(match, witnessed if any((witnessed.seal, *witnessed.contributions)) else None)
    if arguments.json:
        faults = [fault._asdict() for fault in check.faults]
        terminal.print_json(check._asdict() | {"faults": faults, "proven": check.is_proven()})
    else:
        print_check(terminal, check, match.seats)
    return 0 if check.is_proven() else 1


def witnessed_deal(seal: str, contributions: list[str], seats: int) -> SealedDeal:
    """The seal and contributions that a witness saved before the game, from the options."""
    stated = [""] * seats
    for text in contributions:
        seat, _, value = text.partition("=")
        if not (seat.isdecimal() and 1 <= int(seat) <= seats and is_secret(value)):
            raise BadInput("error.record_deal", "--contribution", text=text)
        stated[int(seat) - 1] = value
    if seal and not is_secret(seal):
        raise BadInput("error.record_deal", "--seal", text=seal)
    return SealedDeal(seal, tuple(stated))


def print_check(terminal: Terminal, check: DealCheck, seats: tuple[str, ...]) -> None:
    """Prints the verdict, then each fault."""
    verdict = check.state if check.state != "sealed" else "proven" if check.is_proven() else "disproven"
    terminal.out.print(terminal.text(f"deal.{verdict}", same=check.same, draws=check.draws))
    if check.is_proven():
        terminal.out.print(terminal.text("deal.contributors", number=check.contributors, seats=len(seats)))
    for fault in check.faults:
        line = terminal.text(
            f"deal.fault.{fault.kind}",
            number=fault.number,
            step=fault.step,
            found=fault.found,
            expected=fault.expected,
            name=seats[fault.number - 1] if fault.kind in ("left_out", "contribution") else "",
        )
        terminal.out.print(escape(line))
