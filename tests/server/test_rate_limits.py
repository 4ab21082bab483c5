"""Limits meet the right people: a guest by his cookie, a crowd by its address, and nobody for what a neighbour does."""

import asyncio
import secrets
from pathlib import Path

import httpx
import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from websockets.exceptions import ConnectionClosed

from meute.server.addresses import network_of
from meute.server.rate_limits import Caller, RateLimit
from meute.server.settings import Buckets, Rate, override

FEW = Rate(6, 0.001)


def test_wrong_codes_do_not_lock_anybody_out_of_tables_that_exist(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "open", start=False)
            codes = [(await eve.get(f"/api/tables/{secrets.token_hex(6)}/at/0"))["code"] for _ in range(8)]
            assert codes == ["not_found"] * 6 + ["guesses"] * 2
            async with eve.at(code, {}) as seat:
                word = seat.table["word"]
            assert (await eve.get(f"/api/word/{word}"))["code"] == "guesses"
            assert (await ana.get(f"/api/word/{word}"))["code"] == code

    with running(tmp_path, override(QUICK, limits={"wrong_codes": FEW})) as server:
        asyncio.run(scene(server))


def test_made_up_cookies_are_strangers_until_they_come_back(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server) as ana, Visitor(server) as eve:
            assert (await ana.http.get("/api/home")).status_code == 200
            name = next(iter(ana.http.cookies.jar)).name
            eve.http.cookies.clear()

            async def visit(token: str) -> int:
                return (await eve.http.get("/api/home", headers={"cookie": f"{name}={token}"})).status_code

            made_up = [secrets.token_urlsafe(24) for _ in range(10)]
            assert [await visit(token) for token in made_up] == [200] * 4 + [429] * 6
            assert await visit(made_up[0]) == 200
            assert await visit(made_up[9]) == 429
            assert (await ana.http.get("/api/home")).status_code == 200

    with running(tmp_path, override(QUICK, limits={"requests": FEW})) as server:
        asyncio.run(scene(server))


def test_an_address_has_the_limits_of_a_crowd() -> None:
    ration = RateLimit(Rate(10, 0), crowd=3)
    hasty = Caller("hasty", "here")
    assert sum(ration.take(hasty) for _ in range(100)) == 10
    others = [Caller(f"other {n}", "here") for n in range(5)]
    assert sum(ration.take(who) for who in others for _ in range(10)) == 20
    assert ration.is_empty(others[4])
    assert ration.take(Caller("somebody", "elsewhere"))


def test_forgotten_are_those_who_have_not_come_for_longest() -> None:
    buckets = Buckets(Rate(1, 0))
    assert buckets.of("hasty").take()
    for n in range(buckets.MOST_BUCKETS + 100):
        buckets.of(n)
        assert buckets.of("hasty").is_empty()
    assert len(buckets.buckets) == buckets.MOST_BUCKETS


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_addresses_of_one_network_count_together(address: str, network: str) -> None:
    assert network_of(address) == network


def test_sockets_opened_at_once_are_counted(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table()
            enough = asyncio.Event()
            outcomes = []

            async def come(visitor: Visitor) -> None:
                async with visitor.at(code) as seat:
                    try:
                        await seat.say("hello")
                        message = await seat.hear()
                        outcomes.append("here" if message["is"] == "table" else message["code"])
                        await enough.wait()
                    except ConnectionClosed:
                        outcomes.append("closed")

            async with asyncio.timeout(60), asyncio.TaskGroup() as group:
                for visitor in [eve] * 20 + [ana] * 2:
                    group.create_task(come(visitor))
                while len(outcomes) < 22:
                    await asyncio.sleep(0.01)
                enough.set()
            assert outcomes.count("here") == 6
            async with asyncio.timeout(60):
                while server.app.limits.sockets.guests or server.app.limits.sockets.networks:
                    await asyncio.sleep(0.01)

    with running(tmp_path, override(QUICK, limits={"sockets_per_guest": 4})) as server:
        asyncio.run(scene(server))


@pytest.mark.parametrize(
    ("proxies", "believed"), [((), False), (("198.51.100.0/24",), False), (("10.0.0.1", "127.0.0.0/8"), True)]
)
def test_a_proxy_is_believed_only_if_it_is_named(tmp_path: Path, proxies: tuple[str, ...], believed: bool) -> None:
    async def strangers(server: Running) -> list[int]:
        """Statuses of strangers who come from many addresses and by https, by their own word."""
        statuses = []
        async with Visitor(server) as visitor:
            for n in range(20):
                visitor.http.cookies.clear()
                headers = {"x-forwarded-for": f"203.0.113.{n}", "x-forwarded-proto": "https"}
                answer = await visitor.http.get("/api/home", headers=headers)
                assert ("Secure" in answer.headers["set-cookie"]) is believed
                statuses.append(answer.status_code)
        return statuses

    with running(tmp_path, override(QUICK, limits={"requests": FEW}, http={"proxies": proxies})) as server:
        assert asyncio.run(strangers(server)) == ([200] * 20 if believed else [200] * 5 + [429] * 15)


def test_after_a_restart_guests_of_one_address_have_limits_of_their_own(tmp_path: Path) -> None:
    async def sit_down(server: Running) -> tuple[str, list[httpx.Cookies]]:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob, Visitor(server) as nameless:
            return await ana.new_table("guest", "bot"), [one.http.cookies for one in (ana, bob, nameless)]

    async def come_back(server: Running, code: str, cookies: list[httpx.Cookies]) -> None:
        for jar in cookies:
            visitor = Visitor(server)
            visitor.http.cookies = jar
            async with visitor.at(code, {}) as seat:
                for _ in range(4):
                    assert (await seat.ask("hello", "table", "refused"))["is"] == "table"

    async def come_without_a_cookie(server: Running, code: str) -> None:
        for expected in ("table", "refused"):
            async with Visitor(server).at(code) as seat:
                message = [
                    (await seat.ask("hello", "table", "refused"))["is"] for _ in range(6 if expected == "table" else 1)
                ]
                assert set(message) == {expected}, "they are one stranger"

    with running(tmp_path) as server:
        code, cookies = asyncio.run(sit_down(server))
    with running(tmp_path, override(QUICK, limits={"messages": FEW, "sockets_per_guest": 2})) as server:
        asyncio.run(come_back(server, code, cookies))
        asyncio.run(come_without_a_cookie(server, code))
