"""The store: all persistent data, behind an interface with a SQLite and a PostgreSQL implementation."""

from pathlib import Path

from meute.core.errors import BadInput
from meute.server.secret import STORE, Secret
from meute.server.settings import Settings
from meute.server.store.interface import Store
from meute.server.store.sqlite import SqliteStore


def open_store(folder: Path, settings: Settings | None = None) -> Store:
    """Opens the database that the settings name, else SQLite in the data folder."""
    if settings is None or not settings.store.url:
        return SqliteStore(folder)
    try:
        from meute.server.store.postgres.store import PostgresStore
    except ModuleNotFoundError:
        raise BadInput("error.extra", "--store", extra="postgres") from None
    return PostgresStore(
        settings.store.url, settings.cluster.node, settings.cluster.private_address, Secret(folder).hash(STORE)
    )
