"""Who carries work out: this process, others on this machine, or a Ray cluster. The results are the same."""

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

MOVES_OF_PROOF = 300
BLOCKS_EACH = 16
MOST_IN_BLOCK = 64
"""A task of Ray costs a millisecond, so several pieces of work go in one, but so few that its loss does not hurt."""


@dataclass(frozen=True)
class Crew:
    """So many processes at a time; with a Ray address ("" for this machine), the workers of that cluster."""

    jobs: int = 1
    ray: str | None = None


def has_ray() -> bool:
    return importlib.util.find_spec("ray") is not None


def proof_of_rules(game: str, seats: Sequence[str], options: Mapping[str, str], box: Contents) -> str:
    """A fingerprint of a random game: whoever plays it differently has other rules."""
    match, rng = Match(game, seats, options, seed=0, box=box), Generator(1)
    for _ in range(MOVES_OF_PROOF):
        if match.is_over():
            break
        seat = match.asked()[0]
        options_now = match.options(seat)
        match.play(seat, options_now[int(rng.below(len(options_now)))])
    return hashlib.sha256(f"{__version__}\n{write_record(match.record())}".encode()).hexdigest()


def carry_out(crew: Crew, act: Callable[[W], R], work: Sequence[W], proof: Callable[[], str]) -> Iterator[R]:
    """Does each piece of work, in whatever order it ends; `proof` tells workers elsewhere which rules are meant."""
    if crew.ray is not None:
        yield from over_ray(crew, act, work, proof)
    elif crew.jobs == 1:
        yield from map(act, work)
    else:
        pool = ProcessPoolExecutor(crew.jobs)
        try:
            for future in as_completed([pool.submit(act, piece) for piece in work]):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def over_ray(crew: Crew, act: Callable[[W], R], work: Sequence[W], proof: Callable[[], str]) -> Iterator[R]:
    """Blocks of work as tasks of Ray; one that is lost with its worker is done again, by another."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    quiet: dict[str, Any] = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
    if crew.ray:
        ray.init(crew.ray, log_to_driver=False, logging_level="ERROR")
    else:
        ray.init("local", num_cpus=crew.jobs, **quiet)
    try:
        task = ray.remote(num_cpus=1, max_retries=-1)(do_block)
        size = max(1, min(MOST_IN_BLOCK, len(work) // (BLOCKS_EACH * crew.jobs)))
        blocks = [work[at : at + size] for at in range(0, len(work), size)]
        known = proof()
        waiting = [task.remote(act, block, proof, known) for block in blocks]
        while waiting:
            ready, waiting = ray.wait(waiting)
            done = ray.get(ready[0])
            if done is None:
                raise BadInput("error.other_rules", "--ray")
            yield from done
    finally:
        ray.shutdown()


def do_block(act: Callable[[W], R], work: Sequence[W], proof: Callable[[], str], known: str) -> list[R] | None:
    """What a worker does with a block; nothing if its rules are others."""
    if proof() != known:
        return None
    return [act(piece) for piece in work]
