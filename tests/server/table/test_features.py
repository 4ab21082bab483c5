"""Each kind of table has its feature, and only what the kind forbids is refused."""

from pathlib import Path

import pytest

from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.store.models import Kind, StoredTable
from meute.server.table.daily import DailyFeature
from meute.server.table.feature import Feature, Wish
from meute.server.table.features import feature_of
from meute.server.table.lesson import LessonFeature

WISHES: tuple[Wish, ...] = ("resign", "rematch", "undo_vote", "restart")


@pytest.mark.parametrize(
    ("kind", "lesson", "made", "refused"),
    [
        ("game", "", Feature, {"restart": "no_lesson"}),
        ("lesson", "follow", LessonFeature, {"resign": "lesson", "rematch": "not_over"}),
        ("lesson", "no such lesson", Feature, {"restart": "no_lesson"}),
        ("daily", "", DailyFeature, {"restart": "no_lesson", "undo_vote": "daily_undo"}),
    ],
)
def test_a_kind_of_table_refuses_what_it_forbids(
    kind: Kind, lesson: str, made: type[Feature], refused: dict[Wish, str], tmp_path: Path
) -> None:
    table = StoredTable("code", "word", "terres", 1, "ana", [], kind=kind, lesson=lesson, day="2026-01-01")
    feature = feature_of(table, Secret(tmp_path))
    assert type(feature) is made
    for wish in WISHES:
        assert feature.allows(wish) is (wish not in refused)
        if wish in refused:
            with pytest.raises(Refusal) as error:
                feature.check_allowed(wish)
            assert error.value.code == refused[wish]
        else:
            feature.check_allowed(wish)
