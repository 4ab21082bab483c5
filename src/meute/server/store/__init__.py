"""The store: all persistent data, behind an interface with a SQLite and a PostgreSQL implementation."""

from pathlib import Path

from meute.core.errors import BadInput
from meute.server.secret import STORE, Secret
from meute.server.settings import Settings
from meute.server.store.interface import CodeTaken, Fenced, OwnerNode, People, SharedTable, Store, StoreFailed
from meute.server.store.models import (
    CodeKind,
    DailyStanding,
    FinishedGame,
    LoadedTable,
    NoticeDue,
    SeatedTable,
    StoredChat,
    StoredClock,
    StoredCurve,
    StoredDaily,
    StoredDevice,
    StoredGuest,
    StoredLesson,
    StoredMove,
    StoredNotice,
    StoredOrder,
    StoredPasskey,
    StoredPrefs,
    StoredPush,
    StoredRating,
    StoredReport,
    StoredResult,
    StoredSeat,
    StoredTable,
    StoredUndoRequest,
    TableStatus,
    TableSummary,
    TableUpdate,
)
from meute.server.store.sqlite import SqliteStore

__all__ = [
    "CodeKind",
    "CodeTaken",
    "DailyStanding",
    "Fenced",
    "FinishedGame",
    "LoadedTable",
    "NoticeDue",
    "OwnerNode",
    "People",
    "SeatedTable",
    "SharedTable",
    "Store",
    "StoreFailed",
    "StoredChat",
    "StoredClock",
    "StoredCurve",
    "StoredDaily",
    "StoredDevice",
    "StoredGuest",
    "StoredLesson",
    "StoredMove",
    "StoredNotice",
    "StoredOrder",
    "StoredPasskey",
    "StoredPrefs",
    "StoredPush",
    "StoredRating",
    "StoredReport",
    "StoredResult",
    "StoredSeat",
    "StoredTable",
    "StoredUndoRequest",
    "TableStatus",
    "TableSummary",
    "TableUpdate",
    "open_store",
]


def open_store(folder: Path, settings: Settings | None = None) -> Store:
    """Opens the database that the settings name, else SQLite in the data folder."""
    if settings is None or not settings.store:
        return SqliteStore(folder)
    try:
        from meute.server.store.postgres.store import PostgresStore
    except ModuleNotFoundError:
        raise BadInput("error.extra", "--store", extra="postgres") from None
    return PostgresStore(settings.store, settings.node, settings.private, Secret(folder).hash(STORE))
