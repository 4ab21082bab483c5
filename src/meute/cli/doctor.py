"""meute doctor: is the address reachable, is it secure, is the clock right?"""

import argparse
from pathlib import Path

from meute.cli.desk import Desk


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help=desk.text("cli.help.data"))
    parser.add_argument("--public", default="", metavar="URL", help=desk.text("cli.help.public"))
    parser.add_argument("--settings", type=Path, metavar="FILE", help=desk.text("cli.help.settings"))


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    from meute.server.operating import examine, read_settings
    from meute.server.reach import read_public
    from meute.server.settings import Settings
    from meute.server.store.file import default_folder

    settings = Settings(public=read_public(arguments.public) if arguments.public else "")
    if arguments.settings:
        settings = read_settings(arguments.settings, settings)
    well = True
    for name, good, gaps in examine(arguments.data or default_folder(), settings):
        well = well and good
        sentence = desk.text(f"cli.doctor.{name}.{'good' if good else 'bad'}", **gaps)
        desk.out.print(f"{'✓' if good else '✗'} {sentence}", markup=False)
    return 0 if well else 1
