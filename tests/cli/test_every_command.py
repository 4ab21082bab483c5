"""Every sub-command runs, and those about games run in every game."""

import argparse
import asyncio
import io
import json
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from helpers.deals import sealed_game
from helpers.record_collection import record_file
from helpers.worlds import COMPILED

from meute.bots.advice import Budget
from meute.cli import main
from meute.cli.console import Terminal
from meute.cli.main import make_parser
from meute.core.game import Game
from meute.games import GAMES
from meute.match import write_record
from meute.server.store.sqlite import SqliteStore
from meute.text import catalogue

TESTS = Path(__file__).parents[1]


def record(game: Game, folder: Path) -> str:
    """A file with a finished game."""
    return record_file(f"{game.id}-{game.min_seats}-plain-0", folder)


def sealed_record(game: Game, folder: Path) -> str:
    """A game with a sealed deal."""
    file = folder / "sealed.meute"
    file.write_text(write_record(sealed_game(game.id, 1).record()), encoding="utf-8")
    return str(file)


def lesson(game: Game) -> str:
    """The game's first lesson."""
    folder = TESTS.parent / f"src/meute/games/{game.id}/lessons"
    return str(min(folder.glob("*.toml")))


def bots(game: Game, *names: str) -> str:
    """These players, and random ones in the other seats."""
    return ",".join([*names, *["random"] * (game.min_seats - len(names))])


PLAY_FEW = ("--games", "1", "--jobs", "1", "--seed", "1")
BRIEF_ADVICE = Budget(2, 0, 2, 1)
LEARN_LITTLE = ("--rounds=1", "--steps=1", "--trial=1", "--games=4", "--match=2", "--simulations=1", "--jobs=1")

IN_EVERY_GAME: dict[str, Callable[[Game, Path], list[str]]] = {
    "play": lambda game, _: [game.id, "--seats", bots(game, "me", "greedy"), "--seed", "1"],
    "simulate": lambda game, _: [game.id, "--seats", bots(game, "louveteau", "rodeur"), *PLAY_FEW],
    "replay": lambda game, folder: [record(game, folder)],
    "review": lambda game, folder: [str(folder / "begun.meute"), "--milliseconds", "1", "--seed", "1"],
    "advise": lambda game, folder: [str(folder / "begun.meute"), "--seed", "1"],
    "check": lambda game, folder: [record(game, folder)],
    "verify": lambda game, folder: [sealed_record(game, folder)],
    "lesson": lambda game, _: [lesson(game)],
    "mine": lambda game, _: [game.id, "--games", "1"],
    "bench": lambda game, _: [game.id],
    "dataset": lambda game, folder: [game.id, "--bots", bots(game), *PLAY_FEW, "--out", str(folder / "data")],
    "arena": lambda game, _: [game.id, "--bots", bots(game, "search:1@0", "old:1@0"), *PLAY_FEW],
    "tournament": lambda game, _: [game.id, "--bots", "random,louveteau", *PLAY_FEW],
    "evaluate": lambda game, _: [game.id, "--policy", "random", "--opponents", "random", *PLAY_FEW],
    "learn": lambda game, folder: [game.id, *LEARN_LITTLE, "--out", str(folder / "learned")],
}
"""What follows the names of commands about one game."""
TRIED = [
    (command, game) for command in IN_EVERY_GAME for game in GAMES if COMPILED or command != "learn" or game == "terres"
]
"""Interpreted, learning takes minutes in all games but one."""

OF_THE_HOUSE: dict[str, Callable[[Path], list[str]]] = {
    "games": lambda _: [],
    "bot": lambda _: ["random", "--server", "http://127.0.0.1:1", "--token", "x"],
    "mcp": lambda _: ["--server", "http://127.0.0.1:1", "--token", "x"],
    "serve": lambda folder: ["--port", "0", "--data", str(folder)],
    "site": lambda folder: ["--out", str(folder / "site")],
    "think": lambda _: ["--nats", "nats://127.0.0.1:1"],
    "backup": lambda folder: [str(folder / "new.sqlite3"), "--data", str(folder)],
    "restore": lambda folder: [str(folder / "copy.sqlite3"), "--data", str(folder)],
    "move-store": lambda folder: [str(folder), str(folder / "moved")],
    "people": lambda folder: ["--data", str(folder)],
    "reports": lambda folder: ["--data", str(folder)],
    "studies": lambda folder: ["--data", str(folder), "--out", str(folder / "records")],
    "doctor": lambda folder: ["--data", str(folder)],
}
"""What follows the names of the other commands."""
LONG_RUNNING = {
    "bot": "cli.bot.play",
    "mcp": "client.mcp_server.serve",
    "serve": "server.run.serve",
    "site": "site.make.make",
    "think": "server.thinking.nats_workers.run_worker_node",
}
"""Commands that are run here up to what they call: a server, a download. These have tests of their own."""


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(words)
    return int(left.value.code or 0)


def test_every_command_is_run_here() -> None:
    parser = make_parser(Terminal(catalogue("en")))
    (commands,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    assert sorted(commands.choices) == sorted([*IN_EVERY_GAME, *OF_THE_HOUSE])


@pytest.mark.parametrize(("command", "name"), TRIED, ids=map("-".join, TRIED))
def test_a_command_runs_in_every_game(command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[name]
    for module, constant, little in [
        ("learn.puzzle_mining", "SHORT_SEARCH", 2),
        ("learn.puzzle_mining", "MANY", 4),
        ("learn.puzzle_mining", "JUDGE", "search:2"),
        ("learn.puzzle_mining", "MAX_STEPS", 4),
        ("bots.spsa", "TRIALS", 1),
        ("cli.bench", "SECONDS", 0.001),
        ("cli.bench", "SIMULATIONS", 2),
        ("cli.advise", "DEFAULT_BUDGET", BRIEF_ADVICE),
    ]:
        monkeypatch.setattr(f"meute.{module}.{constant}", little)
    begun = str(tmp_path / "begun.meute")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nquit\n"))
    assert run("play", game.id, "--seats", bots(game, "me"), "--seed", "1", "--save", begun) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nquit\n"))
    assert run(command, *IN_EVERY_GAME[command](game, tmp_path)) == 0


def test_the_benchmark_measures_every_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("meute.cli.bench.SECONDS", 0.001)
    monkeypatch.setattr("meute.cli.bench.SIMULATIONS", 2)
    assert run("bench", "--json") == 0
    assert list(json.loads(capsys.readouterr().out)["figures"]) == list(GAMES)


async def make_store(folder: Path) -> None:
    """A data folder without a game."""
    store = SqliteStore(folder)
    store.open()
    await store.close()


@pytest.mark.parametrize("command", OF_THE_HOUSE)
def test_every_other_command_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(make_store(tmp_path))
    assert run("backup", str(tmp_path / "copy.sqlite3"), "--data", str(tmp_path)) == 0
    reached = [Mock(return_value=0) for _ in LONG_RUNNING]
    for function, stand_in in zip(LONG_RUNNING.values(), reached, strict=True):
        monkeypatch.setattr(f"meute.{function}", stand_in)
    monkeypatch.setattr("meute.server.config_file.diagnose", lambda *_: [("secret", True, {"file": ""})])
    assert run(command, *OF_THE_HOUSE[command](tmp_path)) == 0
    assert [stand_in.called for stand_in in reached] == [name == command for name in LONG_RUNNING]
