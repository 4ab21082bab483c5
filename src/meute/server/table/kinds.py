"""The kinds of tables that are not ordinary games. A new kind is a subclass of `TableKind` and a line here."""

from collections.abc import Callable

from meute.server.secret import Secret
from meute.server.store.models import Kind, StoredTable
from meute.server.table.by_hand import ByHandKind
from meute.server.table.daily import DailyKind
from meute.server.table.league import LeagueKind
from meute.server.table.lesson import lesson_kind
from meute.server.table.table_kind import TableKind
from meute.server.table.tournament import TournamentKind

KINDS: dict[Kind, Callable[[StoredTable, Secret], TableKind]] = {
    "lesson": lesson_kind,
    "puzzle": lesson_kind,
    "daily": lambda table, secret: DailyKind(),
    "league": lambda table, secret: LeagueKind(),
    "tournament": lambda table, secret: TournamentKind(table.shared_deal),
    "by_hand": lambda table, secret: ByHandKind(),
}


def kind_of(table: StoredTable, secret: Secret) -> TableKind:
    """What the kind of a table adds or forbids."""
    make = KINDS.get(table.kind)
    return make(table, secret) if make else TableKind()
