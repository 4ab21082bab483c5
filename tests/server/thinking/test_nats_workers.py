"""Thinking on other machines: a real broker, real workers, and nobody there."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from helpers.tables import ANA, bot, come, guest, open_table, read
from helpers.visitor import QUICK

from meute.cli import main
from meute.core.game import View
from meute.match import Match
from meute.server.messages.requests import AskHint
from meute.server.metrics import METRICS
from meute.server.rate_limits import Caller
from meute.server.registry import opened
from meute.server.settings import override
from meute.server.thinking import nats_workers
from meute.server.thinking.nats_workers import CAPACITY, SUBJECT, Broker, NatsWorkers, WorkerNode
from meute.server.thinking.workers import BOT_NICENESS, BotWork, compute_advice

BROKER = Path(sys.executable).with_name("nats-server")


@contextmanager
def broker(port: int = 0) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """A NATS server of our own."""
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = int(free.getsockname()[1])
    process = subprocess.Popen([BROKER, "-a", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.02)
        yield f"nats://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.wait()


@asynccontextmanager
async def thinking(url: str, processes: int = 1) -> AsyncIterator[WorkerNode]:
    """`meute think`, with its work done in this process."""
    worker_node, ready = WorkerNode(url, 0), asyncio.Event()
    worker_node.free = worker_node.processes = processes
    task = asyncio.create_task(worker_node.run(ready.set))
    await ready.wait()
    try:
        yield worker_node
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def asking(url: str) -> AsyncIterator[NatsWorkers]:
    """A server's side of it."""
    line = Broker(url)
    line.open()
    assert line.opening is not None
    await line.opening
    try:
        yield NatsWorkers(0, BOT_NICENESS, line)
    finally:
        await line.close()


def thought() -> BotWork:
    match = Match("terres", ["Ana", "Bob"], seed=5)
    seat = match.seats_to_act()[0]
    facts: dict[str, Any] = {"game": "terres", "options": match.options_settled, "box": {}, "seed": 1}
    text = View(match.game, match.state, seat).text()
    return BotWork(position=text, seat=seat, bot="greedy", unhurried=True, **facts)


def moves_by_nats() -> int:
    return METRICS.events["thought afar"]


def test_bots_think_elsewhere_and_here_where_nobody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(url: str, process: "subprocess.Popen[bytes]") -> None:
        async with asking(url) as workers:
            began = moves_by_nats()
            alone = await workers.choose(thought())
            assert moves_by_nats() == began
            async with thinking(url):
                assert await workers.choose(thought()) == alone
                assert moves_by_nats() == began + 1
            async with thinking(url, 0):
                assert await workers.choose(thought()) == alone
            assert moves_by_nats() == began + 1
            async with thinking(url) as worker_node:
                asked = asyncio.Event()

                async def silent(_: object) -> None:
                    """Thinks for ever."""
                    asked.set()

                monkeypatch.setattr(worker_node, "answer", silent)
                hears = asyncio.create_task(asked.wait())
                while not hears.done():  # the broker may still take the one before for somebody who is there
                    under_way = asyncio.create_task(workers.choose(thought()))
                    await asyncio.wait((under_way, hears), return_when=asyncio.FIRST_COMPLETED)
                process.kill()
                assert await under_way == alone
                assert await workers.choose(thought()) == alone
            assert moves_by_nats() == began + 1

    with broker() as (url, process):
        asyncio.run(scene(url, process))


def test_a_worker_answers_rubbish_with_a_reason() -> None:
    async def scene(url: str) -> None:
        async with thinking(url), asking(url) as workers:
            for rubbish in (b"", b"\xc1", b"\x93\xa4what\xc0\x01", b"\x93\xa6choose\xc0\x01"):
                answer = await workers.broker.client.request(SUBJECT, rubbish, timeout=10)
                assert b"Error" in answer.data
            assert await workers.choose(thought())

    with broker() as (url, _):
        asyncio.run(scene(url))


class OneRemoteProcess(Broker):
    """A broker with one worker, who answers when released."""

    def __init__(self) -> None:
        super().__init__("")
        self.released = asyncio.Semaphore(0)
        self.began: list[Any] = []

    def processes(self) -> int:
        return 1

    async def ask(self, kind: str, given: Any, seconds: float) -> Any:
        self.began.append(given)
        await self.released.acquire()
        return given


@pytest.mark.parametrize(("workers", "at_once"), [(0, 1), (2, 3)])
def test_callers_take_turns_at_workers_on_other_machines_too(workers: int, at_once: int) -> None:
    async def scene() -> None:
        line = OneRemoteProcess()
        pool = NatsWorkers(workers, BOT_NICENESS, line)
        ana, bea = Caller("ana", "10.0.0.1"), Caller("bea", "10.0.0.2")
        asked = [(ana, f"ana {n}") for n in range(5)] + [(bea, f"bea {n}") for n in range(2)]
        tasks = [asyncio.create_task(pool.run_queued(1, who, compute_advice, what)) for who, what in asked]
        await asyncio.sleep(0)
        assert len(line.began) == at_once, "the rest waits in the fair queue"
        for _ in asked:
            line.released.release()
        await asyncio.gather(*tasks)
        began = [what.split()[0] for what in line.began]
        assert began[at_once : at_once + 3] == ["bea", "ana", "bea"]

    asyncio.run(scene())


def test_worker_nodes_announce_their_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_workers, "ANNOUNCE_INTERVAL", 0.05)

    async def scene(url: str) -> None:
        async with asking(url) as workers:
            line = workers.broker
            async with thinking(url, 3), thinking(url, 2):
                async with asyncio.timeout(30):
                    while line.processes() != 5:
                        await asyncio.sleep(0.01)
                await line.client.publish(CAPACITY, b"\xc1")
            line.announced = {node: (processes, 0.0) for node, (processes, _) in line.announced.items()}
            assert line.processes() == 0, "an announcement is not valid for ever"

    with broker() as (url, _):
        asyncio.run(scene(url))


def test_a_server_asks_workers_for_moves_and_advice(tmp_path: Path) -> None:
    async def scene(url: str) -> None:
        settings = override(QUICK, cluster={"nats_url": url})
        async with thinking(url, 4), opened(tmp_path, settings) as registry:
            assert registry.broker is not None
            assert registry.broker.opening is not None
            await registry.broker.opening
            began = moves_by_nats()
            table = await open_table(registry, guest(ANA), bot(kind="greedy"), hints=True)
            watcher = await come(table, ANA)
            while table.room.match is not None and table.room.match.seats_to_act() != [0]:
                await asyncio.sleep(0.01)
            assert table.room.match is not None
            table.receive(watcher, AskHint(seat=0, step=len(table.room.match.steps)))
            messages: list[str] = []
            async with asyncio.timeout(60):
                while "hint" not in messages:
                    await asyncio.sleep(0.01)
                    messages += [message["is"] for message in read(watcher)]
                    assert "refused" not in messages
            assert moves_by_nats() > began

    with broker() as (url, _):
        asyncio.run(scene(url))


def test_a_broker_that_is_not_there_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="1"):
        main(["--lang", "en", "think", "--nats", "nats://127.0.0.1:1"])
    output = capsys.readouterr().err
    assert "does not answer" in output
    assert output.count("\n") <= 2
