"""A full server refuses further tables and connections; large messages are compressed."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from helpers.tables import ANA, bot, come, guest, open_table, read, tell
from helpers.visitor import QUICK, Running, Visitor, running
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.typing import Origin

from meute.server.http.compression import COMPRESS_FROM, LargeDeflateFactory
from meute.server.messages.requests import AskHint
from meute.server.rate_limits import Caller, Limits
from meute.server.refusal import Refusal
from meute.server.registry import opened
from meute.server.settings import override
from meute.server.table.advice import RANK_CURVE, RANK_PLAYING, start_limited
from meute.server.thinking.workers import WorkerPool


def test_no_more_tables_and_connections_than_the_server_holds(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            first, second, third = [await ana.new_table() for _ in range(3)]
            async with ana.at(first, {}) as one, ana.at(second, {}):
                async with ana.at(third) as seat:
                    assert (await seat.closing())[1] == {"full"}
                assert (await ana.get(f"/api/tables/{third}/at/0"))["code"] == "full"
                await one.until_to_act()
                assert (await one.play())["is"] == "news"
                async with ana.at(first, {}), ana.at(first) as seat:
                    assert (await seat.closing())[1] == {"full"}
            async with asyncio.timeout(60):
                while (await ana.get(f"/api/tables/{third}/at/0")).get("code") == "full":
                    await asyncio.sleep(0.05)
            async with ana.at(third, {}) as seat:
                await seat.until_to_act()

    with running(tmp_path, override(QUICK, tables={"most_in_memory": 2}, limits={"sockets": 3})) as server:
        asyncio.run(scene(server))


def test_who_asks_for_advice_when_too_many_wait_is_told_so(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, override(QUICK, limits={"waiting_hints": 0})) as registry:
            table = await open_table(registry, guest(ANA), bot(), hints=True, options={"leader": "first"})
            watcher = await come(table, ANA)
            read(watcher)
            await tell(table, watcher, AskHint(seat=0, step=len(table.room.live_match().steps)))
            assert [message.get("code") for message in read(watcher)] == ["full"]

    asyncio.run(scene())


def test_nobody_keeps_others_from_being_advised() -> None:
    """What can wait longer is in nobody's way, and of what waits, one address has no more than its part."""

    async def scene() -> None:
        advisers, limits = (
            WorkerPool(1, 0),
            Limits(override(QUICK, limits={"waiting_hints": 2, "advice_per_guest": 1, "advice_per_address": 2})),
        )
        anas, another_of_anas, bobs = Caller("ana", "home"), Caller("ana's cousin", "home"), Caller("bob", "elsewhere")
        waiting: list[asyncio.Task[None]] = []

        async def think(rank: int, who: Caller) -> None:
            await advisers.queue.enter(rank, who)

        async def ask(who: Caller, rank: int) -> None:
            waiting.append(start_limited(advisers, limits, who, rank, partial(think, rank, who)))
            await asyncio.sleep(0)

        await think(RANK_PLAYING, anas)
        await ask(anas, RANK_CURVE)
        with pytest.raises(Refusal, match="flood"):
            await ask(anas, RANK_PLAYING)
        await ask(another_of_anas, RANK_CURVE)
        with pytest.raises(Refusal, match="full"):
            await ask(bobs, RANK_CURVE)
        await ask(bobs, RANK_PLAYING)
        with pytest.raises(Refusal, match="flood"):
            await ask(Caller("a third", "home"), RANK_PLAYING)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert limits.advice.all == 0
        assert advisers.queue.count_ahead(RANK_CURVE) == 0

    asyncio.run(scene())


def test_only_large_messages_are_compressed() -> None:
    _, extension = LargeDeflateFactory().process_request_params([], [])
    small, large = (Frame(Opcode.TEXT, b"loup " * (size // 5)) for size in (COMPRESS_FROM // 2, 2 * COMPRESS_FROM))
    assert extension.encode(small) is small
    packed = extension.encode(large)
    assert packed.rsv1
    assert len(packed.data) < len(large.data) / 10
    assert extension.decode(packed).data == large.data


def test_a_browser_reads_what_was_compressed(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot", "bot", game="clan")
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in ana.http.cookies.jar)
            url = f"{server.url.replace('http', 'ws', 1)}/socket/{code}"
            async with connect(url, origin=Origin(server.url), additional_headers={"cookie": cookies}) as socket:
                assert [extension.name for extension in socket.protocol.extensions] == ["permessage-deflate"]
                await socket.send('{"do": "hello"}')
                message = await socket.recv()
            assert '"is":"table"' in str(message)
            assert len(message) > COMPRESS_FROM

    asyncio.run(scene())
