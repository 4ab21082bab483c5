"""`meute mine`: mines puzzles from bot games and writes them as puzzles.toml."""

import argparse
from pathlib import Path

from meute.cli.console import Terminal, check_numbers
from meute.core.errors import BadInput
from meute.games import find
from meute.learn.puzzle import PuzzleEntry, choose, entry_of, file_text, puzzle_text, read_puzzles, with_line
from meute.learn.puzzle_mining import mine_game


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=int, default=10, metavar="N", help=terminal.text("cli.help.games_number"))
    parser.add_argument("--seats", type=int, default=0, metavar="N", help=terminal.text("cli.help.mine_seats"))
    parser.add_argument("--seed", type=int, default=0, help=terminal.text("cli.help.seed"))
    parser.add_argument(
        "--from", type=int, default=0, dest="first", metavar="N", help=terminal.text("cli.help.mine_from")
    )
    parser.add_argument("--last", type=int, default=0, metavar="N", help=terminal.text("cli.help.mine_last"))
    parser.add_argument("--skip", nargs="+", default=[], metavar="KIND", help=terminal.text("cli.help.mine_skip"))
    parser.add_argument("--lines", action="store_true", help=terminal.text("cli.help.mine_lines"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=terminal.text("cli.help.mine_out"))
    parser.set_defaults(jobs=1)


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    game = find(arguments.game)
    kinds = [block.name for block in game.codec.kinds]
    for unknown in set(arguments.skip) - set(kinds):
        raise BadInput("error.unknown_kind", "--skip", kind=unknown, known=" ".join(kinds))
    out: Path | None = arguments.out
    puzzles = read_puzzles(out, str(out)) if out is not None and out.exists() else []
    if arguments.lines and puzzles:
        puzzles = [puzzle if puzzle.line else with_line(game.id, puzzle) for puzzle in puzzles]
        write_puzzles(terminal, game.id, puzzles, out)
    before = len(puzzles)
    with terminal.progress() as bar:
        task = bar.add_task(game.id, total=arguments.games)
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            seats = arguments.seats or game.min_seats
            found = mine_game(game.id, seats, seed, arguments.first, arguments.skip, arguments.last)
            puzzle = choose(game.id, map(entry_of, found), puzzles)
            if puzzle is not None:
                puzzles.append(puzzle)
                write_puzzles(terminal, game.id, puzzles, out)
            bar.advance(task)
    terminal.aside.print(terminal.text("cli.mined", number=len(puzzles) - before, games=arguments.games))
    return 0


def write_puzzles(terminal: Terminal, game: str, puzzles: list[PuzzleEntry], out: Path | None) -> None:
    """Write the file after every game, because mining takes long and may be interrupted."""
    if out is None:
        terminal.out.print(puzzle_text(puzzles[-1]), markup=False, soft_wrap=True)
    else:
        out.write_text(file_text(game, puzzles), encoding="utf-8")
