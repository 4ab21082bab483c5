"""The store: what is kept, behind an interface that more than one database can fill."""

from pathlib import Path

from meute.core.errors import BadInput
from meute.server.secret import Secret
from meute.server.settings import Settings
from meute.server.store.interface import AtOneTable, Elsewhere, Fenced, People, Store, StoreFailed, WordTaken
from meute.server.store.kept import (
    BackKept,
    ChatKept,
    ClockKept,
    CodeKind,
    CurveKept,
    DailyKept,
    DeviceKept,
    FieldKept,
    GuestKept,
    Happened,
    LessonKept,
    Line,
    Loaded,
    MoveKept,
    NoticeDue,
    NoticeKept,
    OrderKept,
    PasskeyKept,
    PlayedKept,
    PrefsKept,
    PushKept,
    RatingKept,
    ReportKept,
    ResultKept,
    SeatKept,
    Sitting,
    Standing,
    TableKept,
)
from meute.server.store.sqlite import SqliteStore

__all__ = [
    "AtOneTable",
    "BackKept",
    "ChatKept",
    "ClockKept",
    "CodeKind",
    "CurveKept",
    "DailyKept",
    "DeviceKept",
    "Elsewhere",
    "Fenced",
    "FieldKept",
    "GuestKept",
    "Happened",
    "LessonKept",
    "Line",
    "Loaded",
    "MoveKept",
    "NoticeDue",
    "NoticeKept",
    "OrderKept",
    "PasskeyKept",
    "People",
    "PlayedKept",
    "PrefsKept",
    "PushKept",
    "RatingKept",
    "ReportKept",
    "ResultKept",
    "SeatKept",
    "Sitting",
    "Standing",
    "Store",
    "StoreFailed",
    "TableKept",
    "WordTaken",
    "open_store",
]


def open_store(folder: Path, settings: Settings | None = None) -> Store:
    """The store in a data folder, or the database that the settings name."""
    if settings is None or not settings.store:
        return SqliteStore(folder)
    try:
        from meute.server.store.postgres.store import PostgresStore
    except ModuleNotFoundError:
        raise BadInput("error.extra", "--store", extra="postgres") from None
    return PostgresStore(settings.store, settings.node, settings.private, Secret(folder).hash("store"))
