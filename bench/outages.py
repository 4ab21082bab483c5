"""Simulated outages: the real server on virtual time, with faults drawn from a seed, and laws that must hold.

python bench/outages.py [--seeds 1000] [--first 0] [--jobs 2] [--kinds kill,hang] [--seed N] [--brief] [--pairs]
    [--log]

Each seed stands for a world: one node, or several over one database; people who play, undo, chat and go away; and two
to eight faults (tests/simulation/faults.py lists them). The laws are in tests/simulation/laws.py and world.py. A seed
that breaks a law is made smaller (fewer faults, people and seconds) as long as the law stays broken, and printed;
`--seed N` runs one seed again, with the server's log if `--log` is given. The same seed gives the same trace.
"""

import argparse
import contextlib
import itertools
import logging
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from simulation.faults import FAULTS, combination  # noqa: E402
from simulation.laws import LawBroken  # noqa: E402
from simulation.world import Plan, Report, draw_plan, simulate  # noqa: E402

MOST_TRIES = 60
"""Smaller plans that are tried for one failure."""


def attempt(plan: Plan) -> Report | str:
    """The report of a plan, or the law that it breaks."""
    try:
        return simulate(plan)
    except LawBroken as broken:
        return str(broken)
    except Exception as error:
        return f"the simulation fails: {error!r}"


def law_of(outcome: Report | str) -> str:
    """The broken law without its details; empty if none is."""
    return "" if isinstance(outcome, Report) else outcome.partition(":")[0]


def smaller(plan: Plan) -> Iterator[Plan]:
    """Plans that are a little smaller."""
    for number in range(len(plan.faults)):
        yield replace(plan, faults=plan.faults[:number] + plan.faults[number + 1 :])
    if plan.people > 1:
        yield replace(plan, people=plan.people - 1)
    if plan.nodes > 1 + plan.is_cluster:
        yield replace(plan, nodes=plan.nodes - 1)
    last = max((time for time, _ in plan.faults), default=0.0)
    if plan.seconds > last + 60:
        yield replace(plan, seconds=last + 60)
    if len(plan.games) > 1:
        yield from (replace(plan, games=[game]) for game in sorted(set(plan.games)))


def shrink(plan: Plan, law: str) -> Plan:
    """The smallest plan found that breaks the same law."""
    tries = itertools.count()
    while True:
        for candidate in smaller(plan):
            if next(tries) >= MOST_TRIES:
                return plan
            if law_of(attempt(candidate)) == law:
                plan = candidate
                break
        else:
            return plan


def run_seed(plan: Plan) -> Report | str:
    logging.disable(logging.CRITICAL)
    return attempt(plan)


def plan_of(seed: int, arguments: argparse.Namespace) -> Plan:
    return draw_plan(seed, combination(seed) if arguments.pairs else arguments.kinds, arguments.brief)


def run_all(arguments: argparse.Namespace) -> int:
    """Runs all seeds, prints a summary, and returns the number of broken laws."""
    begin = time.perf_counter()
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    moves = tables = broken = 0
    virtual = 0.0
    single: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    pairs: Counter[tuple[str, ...]] = Counter()
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(arguments.jobs) if arguments.jobs > 1 else contextlib.nullcontext() as pool:
        run = pool.map if pool else map
        for done, (seed, outcome) in enumerate(
            zip(seeds, run(run_seed, (plan_of(seed, arguments) for seed in seeds)), strict=True), 1
        ):
            if isinstance(outcome, Report):
                moves, tables, virtual = (
                    moves + outcome.moves,
                    tables + outcome.tables,
                    virtual + outcome.virtual_seconds,
                )
                single.update(outcome.faults)
                alone.update(outcome.faults if len(outcome.faults) == 1 else ())
                pairs.update(itertools.combinations(sorted(outcome.faults), 2))
                seen.update(outcome.seen)
            else:
                broken += 1
                print(f"seed {seed}: {outcome}\n  {shrink(plan_of(seed, arguments), law_of(outcome))}", flush=True)
            if done % 100 == 0 or done == len(seeds):
                print(f"{done} seeds, {moves} moves, {broken} broken laws", flush=True)
    seconds = time.perf_counter() - begin
    print(f"{len(seeds)} seeds, {tables} tables, {moves} acknowledged moves, {broken} broken laws")
    print(f"{virtual:.0f} virtual seconds in {seconds:.0f} s: {virtual / seconds:.0f} times real time")
    print(", ".join(f"{what} {count}" for what, count in sorted(seen.items())))
    print(f"  {'kind of fault':20} {'times':>6} {'seeds with it alone':>20}")
    for kind, count in sorted(single.items()):
        print(f"  {kind:20} {count:6} {alone[kind]:20}")
    print("seeds by pairs of kinds: " + ", ".join(f"{'+'.join(pair)} {count}" for pair, count in sorted(pairs.items())))
    possible = len(list(itertools.combinations(arguments.kinds or FAULTS, 2)))
    print(f"{len(pairs)} of {possible} pairs, {len(alone)} of {len(arguments.kinds or FAULTS)} kinds alone")
    return broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kinds", type=lambda text: text.split(","), default=None, help=", ".join(FAULTS))
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--brief", action="store_true", help="a few minutes of virtual time for each seed")
    parser.add_argument("--pairs", action="store_true", help="each kind of fault alone and with each other in turn")
    parser.add_argument("--log", action="store_true")
    arguments = parser.parse_args()
    if arguments.seed is None:
        return 1 if run_all(arguments) else 0
    logging.basicConfig(level=logging.INFO if arguments.log else logging.CRITICAL)
    plan = plan_of(arguments.seed, arguments)
    print(plan)
    outcome = attempt(plan)
    print(outcome)
    return 0 if isinstance(outcome, Report) else 1


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets of texts is a part of the trace
        sys.exit(subprocess.call([sys.executable, *sys.argv], env={**os.environ, "PYTHONHASHSEED": "0"}))
    sys.exit(main())
