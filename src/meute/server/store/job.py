"""Jobs: what is asked of a database, said once in the SQL that all of ours understand."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Row = tuple[Any, ...]


class Ask(NamedTuple):
    """A statement, in which `?` stands for each of the values."""

    query: str
    values: Sequence[Any] = ()


class Each(NamedTuple):
    """A statement that is done for each row of values, and answers nothing."""

    query: str
    rows: Sequence[Sequence[Any]]


Job = Generator[Ask | Each, list[Row], T]
"""Says one statement after the other, and is handed the rows that each has found; then, what came of it all."""


class Base(Protocol):
    """A database. A call that changes something returns when that is durable, and raises StoreFailed if it is not."""

    ours: str
    """In a question about tables: those only that no other server has; empty where there is none."""
    locked: str
    """In a question about tables that are about to be changed: nobody else changes them meanwhile."""
    laid_aside: str
    """In a change of whose the seats are: whoever has the table has it no more."""

    async def read(self, query: str, *values: Any) -> list[Row]:
        """The rows of one question, which may take its time."""

    async def find(self, query: str, *values: Any) -> list[Row]:
        """The few rows of a key."""

    async def write(self, query: str, *values: Any) -> list[Row]:
        """One change."""

    async def look(self, job: Job[T]) -> T:
        """Questions about a key that are answered by one moment of the database."""

    async def do(self, job: Job[T]) -> T:
        """Changes that happen together, or not at all."""
