"""Ray: the same contest in processes of this machine and in Ray's workers, one of which is killed -9 in the middle.

python bench/cluster.py [--game terres] [--games 400] [--jobs 2]        in an environment with `meute[ray]`, on Linux

Every game and every rating must be the same; and workers that have another box of the game must be refused.
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
from meute.bots.arena import Contest, Played, fight, standings
from meute.bots.crew import Crew
from meute.core.errors import BadInput

WORKER = "ray::do_block"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="terres")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    words = parser.parse_args()
    contest = Contest(words.game, ("greedy", "random"), (), 5)

    told = {}
    for name, crew in (("processes", Crew(words.jobs)), ("ray", Crew(words.jobs, ""))):
        begin = time.perf_counter()
        told[name] = list(killing(fight(contest, words.games, crew, None), name == "ray"))
        print(f"{name}: {len(told[name])} games in {time.perf_counter() - begin:.1f} s, {ratings(contest, told[name])}")
    if untimed(told["processes"]) != untimed(told["ray"]):
        raise SystemExit("Ray's games are others")
    print("the same games, the same ratings")
    refuse_others(contest, words.jobs)
    print("workers with another box are refused")


def ratings(contest: Contest, games: list[Played]) -> dict[str, float]:
    return {row.bot: row.rating for row in standings(contest, games)}


def untimed(games: list[Played]) -> list[Played]:
    """What was played, in order, without the clock."""
    return sorted((replace(played, seconds=()) for played in games), key=lambda played: (played.deal, played.turned))


def killing(games: Iterator[Played], wanted: bool) -> Iterator[Played]:
    """The same games; once some are there, a worker that is busy is killed."""
    for number, played in enumerate(games):
        if wanted and number == 10:
            victim = next(pid for pid in descendants(os.getpid()) if called(pid).startswith(WORKER))
            os.kill(victim, signal.SIGKILL)
            print(f"killed -9: {WORKER}, process {victim}")
        yield played


def descendants(parent: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            yield child
            yield from descendants(child)


def called(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def refuse_others(contest: Contest, jobs: int) -> None:
    """Lets Ray's workers find a copy of Meute in which hands are smaller."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "meute")
        shutil.copytree(Path(meute.__file__).parent, copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
        box = copy / "games/terres/box.toml"
        text = box.read_text(encoding="utf-8")
        box.write_text(text.replace("hand = 13\nleft_in_box = 4", "hand = 12\nleft_in_box = 6"), encoding="utf-8")
        os.environ["PYTHONPATH"] = folder
        try:
            list(fight(replace(contest, game="terres"), 4, Crew(jobs, ""), None))
        except BadInput as refused:
            if refused.problem == "error.other_rules":
                return
            raise
    raise SystemExit("workers with another box were let in")


if __name__ == "__main__":
    main()
