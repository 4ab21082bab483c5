"""Clocks and randomness: the one place where the server reads them, so that a simulation can replace both."""

import base64
import random
import secrets
import time
from collections.abc import Sequence
from typing import TypeVar

try:
    from time import thread_time
except ImportError:  # missing in a browser, where the wall time of a worker serves as well
    from time import perf_counter as thread_time

T = TypeVar("T")


class System:
    """The machine's clocks, and the operating system's source of randomness."""

    generator: random.Random = secrets.SystemRandom()

    def wall_time(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds on a clock that is never set."""
        return time.monotonic()

    def processor_time(self) -> float:
        """Seconds for which this thread has had a processor."""
        return thread_time()


_current = System()


def install(system: System) -> System:
    """Replaces clocks and randomness; returns those that were replaced."""
    global _current
    before, _current = _current, system
    return before


def wall_time() -> float:
    return _current.wall_time()


def monotonic() -> float:
    return _current.monotonic()


def processor_time() -> float:
    return _current.processor_time()


def random_bytes(size: int) -> bytes:
    return _current.generator.randbytes(size)


def random_hex(size: int) -> str:
    """`size` random bytes as hexadecimal digits."""
    return random_bytes(size).hex()


def random_urlsafe(size: int) -> str:
    """`size` random bytes as base64url."""
    return base64.urlsafe_b64encode(random_bytes(size)).rstrip(b"=").decode()


def random_bits(bits: int) -> int:
    return _current.generator.getrandbits(bits)


def random_below(limit: int) -> int:
    return _current.generator.randrange(limit)


def random_choice(options: Sequence[T]) -> T:
    return _current.generator.choice(options)


def random_between(least: float, most: float) -> float:
    return _current.generator.uniform(least, most)
