"""Costly questions are rationed by what they cost, and players come before those who look on."""

import asyncio
from collections import Counter
from itertools import count
from pathlib import Path

import pytest
from helpers.tables import ANA, BOB, EVE, bot, come, connection, guest, open_table, read
from helpers.visitor import QUICK, Running, Visitor, running

from meute.server.messages.requests import AskWhy, Claim, Hello, Leave, Play, SeatRequest, Sit, TableRequest
from meute.server.rate_limits import Caller
from meute.server.registry import opened
from meute.server.settings import Rate, override
from meute.server.store.models import StoredGuest
from meute.server.thinking.workers import ADVISER_NICENESS, PriorityGate, WorkerPool


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question costs one millisecond, on every machine."""
    ticks = count()
    monkeypatch.setattr("meute.server.rate_limits.processor_time", lambda: next(ticks) / 1000)


def test_looking_again_and_again_is_refused_but_playing_is_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, limits={"work_milliseconds": Rate(50, 0)})) as registry:
            table = await open_table(registry, guest(ANA), bot(), options={"leader": "first"})
            ana, bob = await come(table, ANA), await come(table, BOB)
            for n in range(1000):
                table.receive(ana, (Hello(), AskWhy(seat=0, places=["x"]))[n % 2])
            await table.ask(lambda _: None)
            refused = [message["code"] for message in read(ana) if message["is"] == "refused"]
            assert set(refused) == {"flood"}
            assert not ana.closed
            match = table.room.match
            assert match is not None
            step = len(match.steps)
            table.receive(ana, Play(seat=0, action=match.legal_texts(0)[0], key="k", step=step))
            await table.ask(lambda _: None)
            assert "k" in [message.get("key") for message in read(ana)], "a move is no question"
            read(bob)
            table.receive(bob, Hello())
            await table.ask(lambda _: None)
            assert "table" in [message["is"] for message in read(bob)], "nobody pays for another"

    asyncio.run(scene())


def test_a_table_is_charged_by_its_size_to_those_who_ask_for_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, limits={"work_milliseconds": Rate(10_000, 0)})) as registry:
            table = await open_table(registry, guest(ANA), bot(), options={"leader": "first"})
            ana = await come(table, ANA)
            bucket = registry.limits.work.guests.of(ana.caller.name)
            for message in (Hello(), Hello(last=table.broadcast.event_count() - 1), Sit(seat=0)):
                read(ana)
                before = bucket.left
                table.receive(ana, message)
                await table.ask(lambda _: None)
                size = ana.outbox.size
                assert size > 0
                assert before - bucket.left == pytest.approx(1 + size / QUICK.limits.work_bytes_per_millisecond), (
                    "one tick, and the bytes"
                )

    asyncio.run(scene())


def test_changing_a_lobby_again_and_again_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, limits={"work_milliseconds": Rate(30, 0)})) as registry:
            asked = TableRequest(game="terres", seats=[SeatRequest(kind="guest"), SeatRequest(kind="open")])
            table = await registry.table(await registry.open_table(asked, ANA, Caller("ana", "here")))
            assert table is not None
            await come(table, ANA)
            eve = await come(table, EVE)
            read(eve)
            for n in range(100):
                table.receive(eve, (Claim(seat=1, name="Eve"), Leave(seat=1))[n % 2])
            await table.ask(lambda _: None)
            messages = Counter(message["is"] for message in read(eve))
            assert 0 < messages["table"] < 40
            assert messages["refused"] > 60

    asyncio.run(scene())


def test_made_up_guests_of_one_address_share_what_a_crowd_may_cost(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(
            tmp_path,
            override(QUICK, limits={"work_milliseconds": Rate(20, 0), "hints": Rate(2, 0), "address_factor": 2}),
        ) as registry:
            table = await open_table(registry, guest(ANA), bot(), options={"leader": "first"}, hints=True)

            async def looks(name: str, network: str) -> int:
                """How often somebody is shown the table before he is refused."""
                watcher = connection(StoredGuest(name, name, "fr"), network=network)
                table.join(watcher)
                for _ in range(200):
                    table.receive(watcher, Hello())
                await table.ask(lambda _: None)
                return [message["is"] for message in read(watcher)].count("table")

            alone = await looks("one", "there")
            assert 0 < alone < 200
            crowd = [await looks(f"made up {n}", "here") for n in range(8)]
            assert sum(crowd) < 4 * alone
            assert crowd[-1] == 0
            assert await looks("somebody", "elsewhere") > 0

            limits = registry.limits.hints
            taken = [limits.take(Caller(f"made up {n}", "here")) for n in range(8)]
            assert taken.count(True) == 4

    asyncio.run(scene())


def test_nobody_lets_others_wait_behind_many_trials_of_his_own(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            answers = await asyncio.gather(*(eve.http.post("/api/records", content=b"nothing") for _ in range(6)))
            codes = Counter(answer.json()["code"] for answer in answers)
            assert codes["flood"] >= 1
            assert codes["input"] >= 2
            assert (await ana.http.post("/api/records", content=b"nothing")).json()["code"] == "input"
            assert (await eve.http.post("/api/records", content=b"nothing")).json()["code"] == "input"

    with running(tmp_path, override(QUICK, limits={"uploads_per_guest": 2})) as server:
        asyncio.run(scene(server))


def test_who_is_refused_at_the_door_may_come_back_later(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}), ana.at(code) as again:
                await again.say("hello")
                assert await again.closing() == (4429, {"flood"})
            look = await ana.http.get(f"/api/tables/{code}/at/0")
            assert (look.status_code, look.json()["code"]) == (429, "flood")

    with running(tmp_path, override(QUICK, limits={"work_milliseconds": Rate(1, 0)})) as server:
        asyncio.run(scene(server))


def test_a_players_question_comes_before_those_of_onlookers() -> None:
    async def scene() -> list[str]:
        queue, order = PriorityGate(1), list[str]()

        async def ask(rank: int, name: str) -> None:
            await queue.enter(rank, Caller("ana", "here"))
            order.append(name)
            await asyncio.sleep(0)
            queue.leave()

        asked = [(2, "curve"), (2, "curve again"), (1, "reader"), (1, "gone"), (0, "player")]
        tasks = [asyncio.create_task(ask(rank, name)) for rank, name in asked]
        await asyncio.sleep(0)
        tasks[3].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert queue.free == 1
        return order

    assert asyncio.run(scene()) == ["curve", "player", "reader", "curve again"]


def test_addresses_take_turns_in_the_queue_then_their_guests() -> None:
    async def scene() -> list[str]:
        queue, order = PriorityGate(1), list[str]()

        async def ask(name: str, network: str) -> None:
            await queue.enter(0, Caller(name, network))
            order.append(name)
            await asyncio.sleep(0)
            queue.leave()

        hasty = [("eve", "there")] * 4 + [("eve's other cookie", "there")]
        await asyncio.gather(*(ask(*who) for who in (*hasty, ("ana", "here"), ("bob", "here"), ("cid", "elsewhere"))))
        assert (queue.free, queue.waiting, queue.latest) == (1, [], {})
        return order

    assert asyncio.run(scene()) == ["eve", "ana", "cid", "eve's other cookie", "bob", "eve", "eve", "eve"]


def test_a_queue_that_never_empties_forgets_old_callers() -> None:
    async def scene() -> None:
        queue = PriorityGate(1)
        await queue.enter(0, Caller("first", "first"))
        for n in range(2 * PriorityGate.MAX_REMEMBERED):
            waiting = asyncio.create_task(queue.enter(0, Caller(f"guest {n}", f"address {n}")))
            await asyncio.sleep(0)
            queue.leave()
            await waiting
        assert len(queue.latest) == PriorityGate.MAX_REMEMBERED

    asyncio.run(scene())


def test_who_goes_away_when_his_turn_has_come_lets_the_next_one_in() -> None:
    async def scene() -> None:
        queue = PriorityGate(1)
        ana = Caller("ana", "here")
        await queue.enter(0, ana)
        called = asyncio.create_task(queue.enter(0, ana))
        after = asyncio.create_task(queue.enter(1, ana))
        await asyncio.sleep(0)
        queue.leave()
        called.cancel()
        await asyncio.wait_for(after, 60)

    asyncio.run(scene())


def test_advisers_take_what_waits_in_turn() -> None:
    async def scene() -> list[int]:
        order: list[int] = []

        async def ask(rank: int) -> None:
            order.append(await workers.run_queued(rank, Caller("ana", "here"), int, rank))

        await asyncio.gather(*(ask(rank) for rank in (2, 2, 1, 0)))
        return order

    workers = WorkerPool(1, ADVISER_NICENESS)
    try:
        assert asyncio.run(asyncio.wait_for(scene(), 60)) == [2, 0, 1, 2]
    finally:
        workers.close()
