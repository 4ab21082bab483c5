"""Lessons at ordinary tables: they teach, remember, and stand in nobody's way."""

import asyncio
import secrets
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.tables import ANA, BOB, come, read, tell
from helpers.visitor import QUICK, Running, Visitor, running

from meute.learn import find_lesson
from meute.server.messages.requests import Again, AskHint, LessonRequest, Play, Resign, Undo
from meute.server.registry import TableRegistry, opened
from meute.server.settings import Rate, Retention, override
from meute.server.store.models import StoredLesson
from meute.server.table.connection import Connection
from meute.server.table.lesson import LessonKind, open_lesson
from meute.server.table.table import Table

FOLLOW = LessonRequest(game="terres", lesson="follow")
RIGHT = ["r4-N", "+3", ">1", "o7-O"]
DAY = 86400


async def sit_down(registry: TableRegistry) -> tuple[Table, Connection]:
    """Ana at the table of a lesson, when Grimaud has led."""
    table = await registry.table(await open_lesson(registry, FOLLOW, ANA))
    assert table is not None
    ana = await come(table, ANA)
    await settled(table)
    return table, ana


async def settled(table: Table) -> None:
    """The others have decided all that the lesson lets them."""
    kind = table.room.kind
    assert isinstance(kind, LessonKind)
    assert table.room.match is not None
    async with asyncio.timeout(60):
        while kind.progress(table.room.match).next_scripted() is not None:
            await asyncio.sleep(0.01)
    await table.ask(lambda _: None)


async def play(table: Table, ana: Connection, action: str) -> list[dict[str, Any]]:
    """Plays the action and returns the messages after it."""
    assert table.room.match is not None
    read(ana)
    step = len(table.room.match.steps)
    await tell(table, ana, Play(seat=1, action=action, key=secrets.token_hex(6), step=step))
    await settled(table)
    return read(ana)


async def reopened(registry: TableRegistry, table: Table) -> tuple[Table, Connection]:
    """The table as it comes out of the store."""
    registry.release_table(table)
    table.close()
    again = await registry.table(table.room.stored.code)
    assert again is not None
    assert again is not table
    return again, await come(again, ANA)


def position(table: Table) -> str:
    match = table.room.match
    assert match is not None
    return match.game.write_position(match.state)


def test_a_lesson_is_played_left_taken_up_done_and_begun_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana = await sit_down(registry)
            messages = read(ana)[-1]["lesson"]
            assert (messages["step"], messages["points"], messages["waits"]) == (
                0,
                ["card.r4", "ground.cavernes"],
                False,
            )
            for n, action in enumerate(RIGHT, start=1):
                messages = (await play(table, ana, action))[-1]["lesson"]
                assert messages["step"] == n
                if n < len(RIGHT):
                    assert await open_lesson(registry, FOLLOW, ANA) == table.room.stored.code
                before = position(table)
                table, ana = await reopened(registry, table)
                assert position(table) == before
            assert messages["done"]
            assert not messages["points"]
            assert await registry.store.lessons("ana") == [
                StoredLesson("ana", "terres", "follow", table.room.stored.code, True)
            ]
            assert (await play(table, ana, "+1"))[-1]["phrase"]["key"] == "lesson.over"
            await tell(table, ana, Again(seat=1))
            await settled(table)
            assert read(ana)[-1]["lesson"]["step"] == 0
            table, ana = await reopened(registry, table)
            for action in RIGHT:
                assert (await play(table, ana, action))[-1]["is"] == "news"
            assert await open_lesson(registry, FOLLOW, ANA) != table.room.stored.code, (
                "a new table for whoever comes again"
            )
            assert (await registry.store.lessons("ana"))[0].done, "what was done once stays done"

    asyncio.run(scene())


def test_what_is_not_the_task_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana = await sit_down(registry)
            bob = await come(table, BOB)
            assert read(bob)[-1]["lesson"]["points"] == [], "the hand is Ana's secret"
            assert (await play(table, ana, "o7-O"))[-1]["phrase"]["key"] == "terres.why.must_follow"
            await play(table, ana, "r4-N")
            read(bob)
            before, state = position(table), table.room.live_match().state
            tried, refused = await play(table, ana, "+1")
            assert (refused["code"], refused["phrase"]["key"]) == ("lesson", "terres.lesson.follow.hidden")
            assert [event["kind"] for event in tried["events"]] == ["takes_hidden"]
            assert tried["scene"]["shown"]["now"]["claw"] == "retourne_pv"
            assert position(table) == before
            assert table.room.live_match().state is state, "the attempt is played on a copy"
            assert not table.game_play.has_unstored_changes()
            assert read(bob) == []
            await tell(table, ana, Undo(seat=1))
            assert read(ana)[-1]["lesson"]["step"] == 0
            for message in (Undo(seat=1), Resign(seat=1), AskHint(seat=1, step=1)):
                await tell(table, ana, message)
                assert read(ana)[-1]["is"] == "refused"

    asyncio.run(scene())


def test_a_faulty_script_leaves_memory_and_store_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson = find_lesson("terres", "follow")
    assert lesson is not None
    monkeypatch.setattr(lesson.steps[1], "expect", ["+*"])

    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana = await sit_down(registry)
            await play(table, ana, "r4-N")
            before = position(table)
            assert (await play(table, ana, "+1"))[-1]["code"] == "broken", "the script has no claw to turn up"
            assert position(table) == before
            assert not table.game_play.has_unstored_changes()
            table, ana = await reopened(registry, table)
            assert position(table) == before
            assert (await play(table, ana, "+3"))[-1]["is"] == "news"

    asyncio.run(scene())


def test_lessons_stand_in_no_list_and_are_swept_after_a_week(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            code = await open_lesson(registry, FOLLOW, ANA)
            registry.unload(registry.tables[code])
            assert await registry.game_list("ana") == []
            assert await registry.store.purge_expired(Retention(), ()) == 0
            base = registry.store.connection  # type: ignore[attr-defined]
            base.execute("update tables set changed = ?", (time.time() - 8 * DAY,))
            assert await registry.store.purge_expired(Retention(), ()) == 1
            assert await registry.store.load(code) is None
            assert [lesson_row.lesson for lesson_row in await registry.store.lessons("ana")] == ["follow"]
            assert await open_lesson(registry, FOLLOW, ANA) != code

    asyncio.run(scene())


def test_a_class_behind_one_address_begins_at_once(tmp_path: Path) -> None:
    async def pupil(server: Running) -> int:
        async with Visitor(server) as visitor:
            answer = await visitor.http.post("/api/learn", json={"game": "terres", "lesson": "force"})
            return answer.status_code

    async def scene(server: Running) -> None:
        assert await asyncio.gather(*(pupil(server) for _ in range(30))) == [200] * 30
        async with Visitor(server) as visitor:
            lessons = (await visitor.get("/api/learn"))["lessons"]
            assert [line["name"] for line in lessons if line["game"] == "terres"][:2] == ["force", "follow"]
            for asked in ({"game": "terres", "lesson": "no"}, {"game": "no", "lesson": "force"}):
                assert (await visitor.http.post("/api/learn", json=asked)).status_code == 404

    with running(tmp_path, override(QUICK, limits={"new_tables": Rate(1, 0)})) as server:
        asyncio.run(scene(server))
