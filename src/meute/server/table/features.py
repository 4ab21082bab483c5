"""The kinds of tables that are not ordinary games. A new kind is a subclass of `Feature` and a line here."""

from collections.abc import Callable

from meute.server.secret import Secret
from meute.server.store.models import Kind, StoredTable
from meute.server.table.daily import DailyFeature
from meute.server.table.feature import Feature
from meute.server.table.lesson import lesson_feature

FEATURES: dict[Kind, Callable[[StoredTable, Secret], Feature]] = {
    "lesson": lesson_feature,
    "puzzle": lesson_feature,
    "daily": lambda table, secret: DailyFeature(),
}


def feature_of(table: StoredTable, secret: Secret) -> Feature:
    """The feature of a table's kind."""
    make = FEATURES.get(table.kind)
    return make(table, secret) if make else Feature()
