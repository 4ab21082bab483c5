"""Ray test: plays the same contest in local processes and in Ray workers, one of which is killed meanwhile.

python bench/cluster.py [--game terres] [--games 400] [--jobs 2]        on Linux, after `pip install ".[ray]"`

Every game and every rating must be the same, and workers with different rules (a changed box file) must be refused.
"""

import argparse
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import meute
from meute.bots.arena import Contest, GameResult, run_contest, standings
from meute.bots.executor import Executor
from meute.core.errors import BadInput

WORKER = "ray::do_block"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="terres")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    contest = Contest(words.game, ("greedy", "random"), (), 5)

    summaries = {}
    for name, crew in (("processes", Executor(words.jobs)), ("ray", Executor(words.jobs, ""))):
        begin = time.perf_counter()
        summaries[name] = list(killing(run_contest(contest, words.games, crew, None), name == "ray"))
        seconds = time.perf_counter() - begin
        print(f"{name}: {len(summaries[name])} games in {seconds:.1f} s, {ratings(contest, summaries[name])}")
    if untimed(summaries["processes"]) != untimed(summaries["ray"]):
        raise SystemExit("Ray's games are others")
    print("the same games, the same ratings")
    refuse_others(contest, words.jobs)
    print("workers with another box are refused")


def ratings(contest: Contest, games: list[GameResult]) -> dict[str, float]:
    return {row.bot: row.rating for row in standings(contest, games)}


def untimed(games: list[GameResult]) -> list[GameResult]:
    """The games in order, without times."""
    return sorted((replace(played, seconds=()) for played in games), key=lambda played: (played.deal, played.turned))


def killing(games: Iterator[GameResult], wanted: bool) -> Iterator[GameResult]:
    """Yield the games; if `wanted`, kill a busy worker meanwhile."""
    for number, played in enumerate(games):
        if wanted and number == 10:
            victim = next(pid for pid in descendants(os.getpid()) if called(pid).startswith(WORKER))
            os.kill(victim, signal.SIGKILL)
            print(f"killed -9: {WORKER}, process {victim}")
        yield played


def descendants(parent: int) -> Iterator[int]:
    """All descendants of a process."""
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            yield child
            yield from descendants(child)


def called(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def refuse_others(contest: Contest, jobs: int) -> None:
    """Check that Ray workers with a copy of Meute whose box file differs are refused."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "meute")
        shutil.copytree(Path(meute.__file__).parent, copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
        box = copy / "games/terres/box.toml"
        text = box.read_text(encoding="utf-8")
        box.write_text(text.replace("hand = 13\nleft_in_box = 4", "hand = 12\nleft_in_box = 6"), encoding="utf-8")
        os.environ["PYTHONPATH"] = folder
        try:
            list(run_contest(replace(contest, game="terres"), 4, Executor(jobs, ""), None))
        except BadInput as refused:
            if refused.problem == "error.other_rules":
                return
            raise
    raise SystemExit("workers with another box were let in")


if __name__ == "__main__":
    main()
