"""`meute dataset`: writes the decisions of many games as arrays for studies."""

import argparse
import importlib.util
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meute.bots import make_bot
from meute.bots.executor import Executor, run_all
from meute.cli.console import (
    Terminal,
    add_game_arguments,
    add_jobs_argument,
    check_numbers,
    read_box_file,
    read_options,
)
from meute.games import find
from meute.match import Match

if TYPE_CHECKING:
    from meute.env.dataset import DatasetPlan, Source

README = "README.md"
REWARDS = ("rank", "win", "margin")


def add_arguments(parser: argparse.ArgumentParser, terminal: Terminal) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help=terminal.text("cli.help.dataset_out"))
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--bots", metavar="greedy,random", help=terminal.text("cli.help.dataset_bots"))
    source.add_argument("--records", type=Path, metavar="DIR", help=terminal.text("cli.help.dataset_records"))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=terminal.text("cli.help.games_number"))
    parser.add_argument("--seed", type=int, default=0, help=terminal.text("cli.help.seed"))
    parser.add_argument("--rewards", choices=REWARDS, default=REWARDS[0], help=terminal.text("cli.help.rewards"))
    add_jobs_argument(parser, terminal)
    parser.add_argument("--minari", metavar="NAME", help=terminal.text("cli.help.minari"))
    parser.add_argument("--json", action="store_true", help=terminal.text("cli.help.json"))
    add_game_arguments(parser, terminal)


def run(terminal: Terminal, arguments: argparse.Namespace) -> int:
    check_numbers(arguments)
    if not all(importlib.util.find_spec(name) for name in ("gymnasium", "numpy", "pettingzoo")):
        terminal.complain(terminal.text("cli.no_faces"))
        return 1
    if arguments.minari and not importlib.util.find_spec("minari"):
        terminal.complain(terminal.text("cli.no_minari"))
        return 1
    from meute.env.dataset import finish

    if arguments.minari:
        from meute.env.minari_export import check_name, export

        check_name(arguments.minari)
    plan, sources = read_plan(arguments)
    write(terminal, arguments.out, plan, sources, arguments.jobs)
    card = finish(arguments.out)
    text = card_text(terminal, plan, card)
    (arguments.out / README).write_text(text, encoding="utf-8")
    if arguments.minari:
        export(arguments.out, arguments.minari, text)
    if arguments.json:
        terminal.print_json(card)
    else:
        terminal.out.print(text, markup=False, soft_wrap=True)
    return 0


def read_plan(arguments: argparse.Namespace) -> "tuple[DatasetPlan, list[Source]]":
    """What the arguments ask for, and the records to replay."""
    from meute.env.dataset import DatasetPlan, find_records

    game = find(arguments.game)
    given: dict[str, Any] = {"game": game.id, "rewards": arguments.rewards}
    options, box = read_options(arguments.options), read_box_file(arguments.box, game.id)
    if arguments.records:
        sources, players, digest = find_records(game.id, arguments.records)
        return DatasetPlan(
            **given, players=players, games=len(sources), seed=0, options={}, box={}, digest=digest
        ), sources
    players = tuple(arguments.bots.split(","))
    for name in players:
        make_bot(name)
    Match(game, players, options, seed=0, box=box)
    return DatasetPlan(
        **given, players=players, games=arguments.games, seed=arguments.seed, options=options, box=box
    ), []


def write(terminal: Terminal, folder: Path, plan: "DatasetPlan", sources: "Sequence[Source]", jobs: int) -> None:
    """Write the parts that an earlier run has not written."""
    from meute.env.dataset import pieces, write_part

    left = pieces(folder, plan, sources)
    done = plan.games - sum(len(piece.games) for piece in left)
    with terminal.progress() as bar:
        task = bar.add_task(plan.game, total=plan.games, completed=done)
        for games in run_all(Executor(jobs), partial(write_part, folder, plan), left, str):
            bar.advance(task, games)


def card_text(terminal: Terminal, plan: "DatasetPlan", card: dict[str, Any]) -> str:
    """The card for people: how the data was made, and what it contains."""
    made, contents = card["made"], card["contents"]
    options = [f"{name}={value}" for name, value in plan.options.items()]
    words = ["meute", "dataset", plan.game, "--bots", ",".join(plan.players), "--games", str(plan.games)]
    words += ["--seed", str(plan.seed), "--rewards", plan.rewards, *(["--options", *options] if options else [])]
    source = terminal.text("cli.card_records", digest=plan.digest) if plan.digest else f"`{shlex.join(words)}`"
    names = {name or terminal.text("cli.card_people"): row for name, row in contents["players"].items()}
    rewards = ", ".join(f"{name} {row['reward']:.3f}" for name, row in names.items())
    return terminal.text(
        "cli.card",
        title=terminal.text(f"{plan.game}.title"),
        source=source,
        meute=made["meute"],
        rules=made["rules"],
        environment=made["environment"],
        box=terminal.text("cli.card_box" if plan.box else "cli.card_own_box"),
        games=contents["games"],
        decisions=contents["decisions"],
        truncated=contents["truncated"],
        kind=plan.rewards,
        rewards=rewards,
    )
