"""Database jobs: sequences of SQL statements that work in SQLite and in PostgreSQL."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
Row = tuple[Any, ...]


class Statement(NamedTuple):
    """An SQL statement with `?` placeholders and their values."""

    query: str
    values: Sequence[Any] = ()


class ManyStatement(NamedTuple):
    """An SQL statement executed once for each row of values; it returns no rows."""

    query: str
    rows: Sequence[Sequence[Any]]


Job = Generator[Statement | ManyStatement, list[Row], T]
"""A transaction as a generator: yields statements, receives the rows of each, returns its result."""


class Database(Protocol):
    """A database. A write returns once it is durable, and raises StoreFailed otherwise."""

    own_tables: str
    """SQL condition: only tables that no other live server owns; empty where there is only one server."""
    row_lock: str
    """SQL suffix that locks the selected tables for update."""
    clear_owner: str
    """SQL assignments that end the ownership of a table, so that its owner reloads it."""

    write_error: str
    """Why the database refused the last write, if the cause was the database; else empty."""

    async def read(self, query: str, *values: Any) -> list[Row]:
        """Rows of a query that may be slow."""

    async def find(self, query: str, *values: Any) -> list[Row]:
        """Rows of a quick query by key."""

    async def write(self, query: str, *values: Any) -> list[Row]:
        """Executes one statement that changes something."""

    async def read_together(self, job: Job[T]) -> T:
        """Runs quick queries in one read-only transaction (a consistent snapshot)."""

    async def write_together(self, job: Job[T]) -> T:
        """Runs a job in one transaction."""
