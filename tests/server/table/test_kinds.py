"""Each kind of table refuses only the commands that it forbids."""

from pathlib import Path

import pytest

from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.store.models import Kind, StoredTable
from meute.server.table.daily import DailyKind
from meute.server.table.kinds import kind_of
from meute.server.table.lesson import LessonKind
from meute.server.table.table_kind import TableCommand, TableKind

COMMANDS: tuple[TableCommand, ...] = ("resign", "rematch", "undo_vote", "restart")


@pytest.mark.parametrize(
    ("kind", "lesson", "made", "refused"),
    [
        ("game", "", TableKind, {"restart": "no_lesson"}),
        ("lesson", "follow", LessonKind, {"resign": "lesson", "rematch": "not_over"}),
        ("lesson", "no such lesson", TableKind, {"restart": "no_lesson"}),
        ("daily", "", DailyKind, {"restart": "no_lesson", "undo_vote": "daily_undo"}),
    ],
)
def test_a_kind_of_table_refuses_what_it_forbids(
    kind: Kind, lesson: str, made: type[TableKind], refused: dict[TableCommand, str], tmp_path: Path
) -> None:
    table = StoredTable("code", "word", "terres", 1, "ana", [], kind=kind, lesson=lesson, day="2026-01-01")
    table_kind = kind_of(table, Secret(tmp_path))
    assert type(table_kind) is made
    for command in COMMANDS:
        assert table_kind.allows(command) is (command not in refused)
        if command in refused:
            with pytest.raises(Refusal) as error:
                table_kind.check_allowed(command)
            assert error.value.code == refused[command]
        else:
            table_kind.check_allowed(command)
