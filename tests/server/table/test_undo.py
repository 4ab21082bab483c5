"""Nobody's own decisions are taken back without them."""

import asyncio
import secrets
from pathlib import Path

from helpers.tables import ANA, BOB, bot, come, guest, open_table, read, tell
from helpers.visitor import QUICK

from meute.core.seats import CHANCE
from meute.server.messages.requests import AgreeUndo, Play, Undo
from meute.server.registry import TableRegistry, opened
from meute.server.table.connection import Connection
from meute.server.table.table import Table


async def play(table: Table, watcher: Connection, seat: int) -> None:
    match = table.room.match
    assert match is not None
    step = len(match.steps)
    await tell(table, watcher, Play(seat=seat, action=match.legal_texts(seat)[0], key=secrets.token_hex(6), step=step))


async def both_play_and_one_leaves(registry: TableRegistry) -> tuple[Table, Connection, int]:
    """Ana decides, Bob decides himself, goes away, and a bot stands in; how many steps Bob's decision ended at."""
    table = await open_table(registry, guest(ANA), guest(BOB), options={"leader": "first"}, patience=0)
    ana, bob = await come(table, ANA), await come(table, BOB)
    match = table.room.match
    assert match is not None
    while match.seats_to_act() == [0]:
        await play(table, ana, 0)
    while match.seats_to_act() == [1]:
        await play(table, bob, 1)
    decided = len(match.steps)
    table.leave(bob)
    async with asyncio.timeout(60):
        while 1 not in table.bots.stood_in:
            if match.seats_to_act() == [0]:
                await play(table, ana, 0)
            await asyncio.sleep(0.01)
    return table, ana, decided


def test_undo_does_not_pass_what_an_absent_guest_decided_himself(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana, decided = await both_play_and_one_leaves(registry)
            match = table.room.match
            assert match is not None
            for _ in range(40):  # each asks for one decision more; those of the bot go, Bob's own stays
                read(ana)
                await tell(table, ana, Undo(seat=0))
                if table.undo_vote.requester is not None:
                    break
            assert table.undo_vote.requester == 0, "Bob has to agree"
            assert len(match.steps) >= decided
            assert all(n < len(match.steps) for n in table.game_play.human_steps)
            registry.release_table(table)
            table.close()
            again = await registry.table(table.room.stored.code)
            assert again is not None
            assert again.game_play.human_steps == table.game_play.human_steps
            assert (again.undo_vote.requester, again.bots.stood_in) == (0, {1}), "the question and the bot stay"
            bob = await come(again, BOB)
            assert again.bots.stood_in == set()
            assert again.room.stored.stood_in == []
            await tell(again, bob, AgreeUndo(seat=1, yes=True))
            assert again.room.match is not None
            assert len(again.room.match.steps) < decided

    asyncio.run(scene())


async def two_have_played(registry: TableRegistry) -> tuple[Table, Connection, Connection]:
    """Ana and Bob have decided something each, and Ana asks to go back."""
    table = await open_table(registry, guest(ANA), guest(BOB), options={"leader": "first"})
    ana, bob = await come(table, ANA), await come(table, BOB)
    match = table.room.live_match()
    for seat, watcher in enumerate((ana, bob)):
        while match.seats_to_act() == [seat]:
            await play(table, watcher, seat)
    await tell(table, ana, Undo(seat=0))
    assert table.undo_vote.requester == 0
    read(ana), read(bob)
    return table, ana, bob


def test_a_refused_way_back_is_told_to_the_asker_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana, bob = await two_have_played(registry)
            await tell(table, bob, AgreeUndo(seat=1, yes=False))
            messages = read(ana)
            assert [one["is"] for one in messages] == ["news", "refused"]
            assert messages[0]["undo"]["asked_by"] is None
            assert messages[1]["code"] == "undo_refused"
            assert [one["is"] for one in read(bob)] == ["news"]

    asyncio.run(scene())


def test_a_wish_to_go_back_is_withdrawn(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, ana, bob = await two_have_played(registry)
            await tell(table, ana, AgreeUndo(seat=0, yes=False))
            assert table.undo_vote.requester is None
            for watcher in (ana, bob):
                assert [one["is"] for one in read(watcher)] == ["news"]

    asyncio.run(scene())


def test_what_a_bot_decided_for_somebody_absent_is_told_as_such(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table, _, decided = await both_play_and_one_leaves(registry)
            match = table.room.live_match()
            async with asyncio.timeout(60):
                while all(step.seat != 1 for step in match.steps[decided:]):
                    await asyncio.sleep(0.01)
            bob = await come(table, BOB)
            events = next(one for one in read(bob) if one["is"] == "table")["events"]
            stood_in = [event for event in events if event.get("stood_in")]
            assert stood_in
            assert all(event["step"] > decided for event in stood_in)
            assert not any(event.get("stood_in") for event in events if event["step"] <= decided)
            assert 1 in {event.get("seat") for event in stood_in}

    asyncio.run(scene())


def test_a_turn_that_goes_on_is_not_waited_for(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), guest(BOB), game="clan")
            ana, bob = await come(table, ANA), await come(table, BOB)
            match = table.room.live_match()
            seen = set()
            for _ in range(30):
                (seat,) = match.seats_to_act()
                before = next((step.seat for step in reversed(match.steps) if step.seat >= 0), -1)
                begins = table.bots.starts_turn(seat)
                seen.add(begins)
                if before == seat or len(match.legal_actions(seat)) == 1:
                    assert not begins
                await play(table, (ana, bob)[seat], seat)
            assert seen == {True, False}

    asyncio.run(scene())


def test_what_a_bot_chooses_as_one_is_told_as_one(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), bot(), game="clan")
            ana = await come(table, ANA)
            match = table.room.live_match()
            messages = []
            async with asyncio.timeout(60):
                while sum(step.seat == 1 for step in match.steps) < 30:
                    if match.seats_to_act() == [0]:
                        await play(table, ana, 0)
                    await asyncio.sleep(0.001)
                    messages += [one for one in read(ana) if one["is"] == "news"]
            events = [event["n"] for one in messages for event in one["events"]]
            assert events == list(range(events[0], events[0] + len(events))), "nothing is left out"
            for one in messages:
                top = match.state_at(one["scene"]["step"]).top
                assert top is not None
                assert one["scene"]["asked"] == [0] or not top.is_mid_move()

    asyncio.run(scene())


def test_against_a_bot_what_was_hidden_is_not_seen_and_then_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:
            table = await open_table(registry, guest(ANA), bot(), options={"leader": "first"})
            ana, match = await come(table, ANA), table.room.live_match()
            shown: set[bool] = set()
            while len(shown) < 2:
                assert not match.is_over()
                async with asyncio.timeout(60):
                    while match.seats_to_act() != [0]:
                        await asyncio.sleep(0.001)
                own = match.last_step_of(0)
                if own < 0 or len({step.seat for step in match.steps[own:]}) == 1:
                    await play(table, ana, 0)
                    continue
                steps = len(match.steps)
                hidden = any(step.seat == CHANCE for step in match.steps[own:])
                shown.add(hidden)
                read(ana)
                await tell(table, ana, Undo(seat=0))
                refusals = [one for one in read(ana) if one["is"] == "refused"]
                assert [one["phrase"]["key"] for one in refusals] == (["undo.shown"] if hidden else [])
                assert (len(match.steps) == steps) == hidden
                undo = table.undo_vote.to_message(0)
                assert undo is not None
                assert undo.free is not hidden or len(match.steps) < steps
                while match.seats_to_act() == [0]:
                    await play(table, ana, 0)

    asyncio.run(scene())
