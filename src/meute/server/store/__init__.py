"""The store: what is kept, behind an interface that more than one database can fill."""

from pathlib import Path

from meute.server.store.interface import AtOneTable, People, Store, StoreFailed, WordTaken
from meute.server.store.kept import (
    ChatKept,
    ClockKept,
    CodeKind,
    CurveKept,
    DailyKept,
    DeviceKept,
    GuestKept,
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
    "ChatKept",
    "ClockKept",
    "CodeKind",
    "CurveKept",
    "DailyKept",
    "DeviceKept",
    "GuestKept",
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


def open_store(folder: Path) -> Store:
    """The store in a data folder."""
    return SqliteStore(folder)
