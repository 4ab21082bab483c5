"""`meute doctor`: checks the public address, HTTPS, the clock and the settings."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", help=terminal.text("cli.help.data"))
    parser.add_argument("--public", default="", metavar="URL", help=terminal.text("cli.help.public"))
    parser.add_argument("--settings", type=Path, metavar="FILE", help=terminal.text("cli.help.settings"))


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    from meute.server.config_file import diagnose, read_settings
    from meute.server.store.data_folder import default_folder

    settings = read_settings(arguments.settings, http={"public_url": arguments.public})
    well = True
    for name, good, gaps in diagnose(arguments.data or default_folder(), settings):
        well = well and good
        sentence = terminal.text(f"cli.doctor.{name}.{'good' if good else 'bad'}", **gaps)
        terminal.out.print(f"{'✓' if good else '✗'} {sentence}", markup=False)
    return 0 if well else 1
