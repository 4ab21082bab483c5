"""Runs work in this process, in a process pool or on a Ray cluster; the results are the same."""

import hashlib
import importlib.util
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any, TypeVar

from meute import __version__
from meute.core.box import Contents
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.match import Match, write_record

W = TypeVar("W")
R = TypeVar("R")

FINGERPRINT_MOVES = 300
BLOCKS_PER_JOB = 16
MAX_BLOCK = 64
"""Most work items in a Ray task: several, as a task has 1 ms of overhead; few, so that a lost task costs little."""


@dataclass(frozen=True)
class Executor:
    """Runs work in `jobs` processes or, if `ray` is an address ("": this machine), on the workers of a Ray cluster."""

    jobs: int = 1
    ray: str | None = None


def has_ray() -> bool:
    return importlib.util.find_spec("ray") is not None


def rules_fingerprint(game: str, seats: Sequence[str], options: Mapping[str, str], box: Contents) -> str:
    """Hash of the record of a seeded random game: equal hashes mean equal rules."""
    match, rng = Match(game, seats, options, seed=0, box=box), Generator(1)
    for _ in range(FINGERPRINT_MOVES):
        if match.is_over():
            break
        seat = match.seats_to_act()[0]
        options_now = match.legal_actions(seat)
        match.play(seat, options_now[int(rng.below(len(options_now)))])
    return hashlib.sha256(f"{__version__}\n{write_record(match.record())}".encode()).hexdigest()


def run_all(
    executor: Executor, act: Callable[[W], R], work: Sequence[W], fingerprint: Callable[[], str]
) -> Iterator[R]:
    """Yield the result of each work item as it completes; Ray workers must have the same `fingerprint` of the rules."""
    if executor.ray is not None:
        yield from run_on_ray(executor, act, work, fingerprint)
    elif executor.jobs == 1:
        yield from map(act, work)
    else:
        pool = ProcessPoolExecutor(executor.jobs)
        try:
            for future in as_completed([pool.submit(act, piece) for piece in work]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def run_on_ray(
    executor: Executor, act: Callable[[W], R], work: Sequence[W], fingerprint: Callable[[], str]
) -> Iterator[R]:
    """Run blocks of work as Ray tasks; a task lost with its worker is retried."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    if executor.ray:
        ray.init(executor.ray, log_to_driver=False, logging_level="ERROR")
    else:
        ray.init("local", num_cpus=executor.jobs, **quiet)
    try:
        task = ray.remote(num_cpus=1, max_retries=-1)(run_block)
        size = max(1, min(MAX_BLOCK, len(work) // (BLOCKS_PER_JOB * executor.jobs)))
        blocks = [work[at : at + size] for at in range(0, len(work), size)]
        expected = fingerprint()
        waiting = [task.remote(act, block, fingerprint, expected) for block in blocks]
        while waiting:
            ready, waiting = ray.wait(waiting)
            done = ray.get(ready[0])
            if done is None:
                raise BadInput("error.other_rules", "--ray")
            yield from done
    finally:
        ray.shutdown()


def run_block(
    act: Callable[[W], R], work: Sequence[W], fingerprint: Callable[[], str], expected: str
) -> list[R] | None:
    """Run one block on a worker; None if the worker's rules differ."""
    if fingerprint() != expected:
        return None
    return [act(piece) for piece in work]
