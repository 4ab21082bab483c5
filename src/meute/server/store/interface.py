"""What the server asks of a database, and the only ways in which one may fail."""

from collections.abc import Collection
from typing import Protocol

from meute.match import Snapshot
from meute.server.settings import Retention
from meute.server.store.kept import (
    ChatKept,
    CurveKept,
    GuestKept,
    Line,
    Loaded,
    MoveKept,
    Standing,
    TableKept,
)


class StoreFailed(Exception):
    """Something could not be stored or read: it has not happened."""


class WordTaken(StoreFailed):
    """Another table has this code or short code."""


class Store(Protocol):
    """All that is kept. A call that changes something returns when that is durable, and raises if it is not."""

    mark: str
    """Tells this house from others."""

    # `table_id` is what `load` and `add_table` call a table: whoever holds it is the only one that writes to it. A
    # database that several machines share will put its lease into it.

    def open(self) -> None:
        """Begins to work for the running loop."""

    async def close(self) -> None:
        """Ends what is under way, and closes."""

    async def guest(self, guest: str) -> GuestKept | None:
        """A guest that has been here."""

    async def keep_guest(self, guest: GuestKept) -> None:
        """A guest's name and language."""

    async def lines(self, guest: str, most: int = 50) -> list[Line]:
        """The guest's tables, the latest first; those that cannot be read are left out."""

    async def add_table(
        self, table: TableKept, moves: list[MoveKept], standing: Standing, snapshot: Snapshot | None = None
    ) -> int:
        """A new table, with the moves it already has; or WordTaken."""

    async def keep_table(self, table_id: int, table: TableKept) -> None:
        """A table whose seats, options or phase have changed."""

    async def load(self, code: str) -> Loaded | None:
        """A table with all that happened at it."""

    async def code_of(self, word: str) -> str | None:
        """The code of the table in the lobby that has this short code."""

    async def append(
        self,
        table_id: int,
        n: int,
        moves: list[MoveKept],
        standing: Standing,
        table: TableKept | None = None,
        snapshot: Snapshot | None = None,
        forget_snapshot: bool = False,
    ) -> None:
        """What happened at a table, with all that changes by it, or nothing of it."""

    async def say(self, table_id: int, n: int, line: ChatKept) -> None:
        """A chat line."""

    async def keep_curve(self, table_id: int, curve: CurveKept) -> None:
        """The chances over a finished game."""

    async def curve(self, table_id: int) -> CurveKept | None:
        """The chances over a finished game, if they have been counted."""

    async def sweep(self, rule: Retention, besides: Collection[str]) -> int:
        """Forgets some of what the rule lets go, besides tables of these codes; how much: 0 when nothing is left."""
