"""meute mine: puzzles out of games between computer players, written as they stand in a game's puzzles.toml."""

import argparse
from pathlib import Path

from meute.cli.desk import Desk, check_numbers
from meute.games import find
from meute.learn.mine import mine
from meute.learn.puzzle import puzzle_text


def add_arguments(parser: argparse.ArgumentParser, desk: Desk) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=10, metavar="N", help=desk.text("cli.help.games_number"))
    parser.add_argument("--seats", type=int, default=0, metavar="N", help=desk.text("cli.help.mine_seats"))
    parser.add_argument("--seed", type=int, default=0, help=desk.text("cli.help.seed"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=desk.text("cli.help.mine_out"))
    parser.set_defaults(jobs=1)


def run(desk: Desk, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    game = find(arguments.game)
    found = 0
    with desk.progress() as bar:
        task = bar.add_task(game.id, total=arguments.games)
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            for puzzle in mine(game.id, arguments.seats or game.fewest, seed):
                found += 1
                keep(desk, puzzle_text(puzzle), arguments.out)
            bar.advance(task)
    desk.aside.print(desk.text("cli.mined", number=found, games=arguments.games))
    return 0


def keep(desk: Desk, text: str, out: Path | None) -> None:
    """Each at once: mining takes long, and may be interrupted."""
    if out is None:
        desk.out.print(f"{text}", markup=False, soft_wrap=True)
        return
    with out.open("a", encoding="utf-8") as file:
        file.write(f"{text}\n")
