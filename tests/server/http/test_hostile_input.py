"""Whatever somebody sends is refused with a reason code, and nobody else notices."""

import asyncio
import secrets
import socket
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from starlette.datastructures import Headers
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from meute.server.http.middleware import SecurityMiddleware
from meute.server.settings import Rate, Settings, override

FRAMES = (
    "",
    "null",
    "[]",
    "42",
    "{",
    '{"do":',
    '"hello"',
    "\x00\x01",
    "[" * 8000,
    '{"do":"' + "a" * 9000 + '"}',
    '{"do":"fly"}',
    '{"do":"play"}',
    '{"do":"play","seat":"0","action":"r2-N","key":"k","step":1}',
    '{"do":"play","seat":0.5,"action":"r2-N","key":"k","step":1}',
    '{"do":"play","seat":0,"action":["r2-N"],"key":"k","step":1}',
    '{"do":"play","seat":0,"action":"r2-N","key":"k","step":1,"admin":true}',
    '{"do":"play","seat":0,"action":"r2-N","key":null,"step":1}',
    '{"do":"set_seat","seat":0,"to":{"kind":"god"}}',
    '{"do":"why","seat":0,"places":"all"}',
    '{"do":"say","text":{"$ne":1}}',
)


@pytest.mark.parametrize("frame", FRAMES)
def test_a_malformed_frame_is_refused(server: Running, frame: str) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            async with ana.at(code, {}) as seat:
                await seat.socket.send(frame)
                assert (await seat.hear("refused"))["code"] == "malformed"
                await seat.socket.send(frame.encode())
                assert (await seat.hear("refused"))["code"] == "malformed"
                await seat.until_to_act()
                assert (await seat.play())["is"] == "news"

    asyncio.run(scene())


def test_moves_that_are_not_ones_own_to_make(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "here", options={"leader": "first"})
            async with ana.at(code, {"seat": 0}) as a, eve.at(code) as e:
                assert await e.refused("say", text="ha") == "hello_first"
                await e.ask("hello", "table", seat=0)
                assert e.table["scene"]["seat"] == -1
                action = a.table["ask"]["choices"][0]["text"]
                move = {"seat": 0, "action": action, "key": "k", "step": a.step}
                assert await e.refused("play", **move) == "not_your_seat"
                for message in ("undo", "resign"):
                    assert await e.refused(message, seat=0) == "not_your_seat"
                assert await e.refused("agree_undo", seat=0, yes=True) == "not_your_seat"
                assert await e.refused("why", seat=0, places=[]) == "not_your_seat"
                assert await e.refused("sit", seat=0) == "not_your_seat"
                assert await e.refused("start") == "not_host"
                assert await e.refused("claim", seat=0, name="Eve") == "not_lobby"
                assert await e.refused("rematch") == "not_over"
                for seat in (-1, 2, 10**30):
                    assert await a.refused("play", **{**move, "seat": seat}) == "not_your_seat"
                assert await a.refused("play", **{**move, "key": ""}) == "key"
                assert await a.refused("play", **{**move, "key": "k" * 65}) == "key"
                assert await a.refused("play", **{**move, "step": a.step - 1}) == "stale"
                assert await a.refused("play", **{**move, "step": a.step + 1}) == "stale"
                assert await a.refused("play", **{**move, "action": "nonsense"}) == "input"
                wrong = await a.ask("play", "refused", **{**move, "seat": 1})
                assert (wrong["code"], wrong["heading"]) == ("rules", "JOUER UN PLI")
                refused = await a.ask("play", "refused", **{**move, "action": ">1"})
                assert (refused["code"], refused["key"]) == ("rules", "k")
                chance = await a.ask("play", "refused", **{**move, "action": "first:A"})
                assert chance["code"] == "rules"
                assert (await a.ask("play", "news", **move))["key"] == "k"

    asyncio.run(scene())


def test_the_lobby_is_the_hosts(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table("guest", "open", start=False)
            async with ana.at(code, {}) as a, eve.at(code, {}) as e:
                assert await e.refused("set_seat", seat=0, to=None) == "not_host"
                assert await e.refused("set_option", name="board", value="advanced") == "not_host"
                assert await e.refused("claim", seat=0, name="Eve") == "not_open"
                assert await e.refused("claim", seat=9, name="Eve") == "no_such_seat"
                assert await e.refused("leave", seat=0) == "not_your_seat"
                assert await a.refused("set_seat", seat=5, to={"kind": "bot"}) == "no_such_seat"
                assert await a.refused("set_seat", seat=2, to={"kind": "bot"}) == "too_many_seats"
                assert await a.refused("set_seat", seat=1, to=None) == "too_few_seats"
                assert await a.refused("set_seat", seat=1, to={"kind": "bot", "bot": "cheat"}) == "input"
                endless = {"kind": "bot", "bot": "search:999999999"}
                assert await a.refused("set_seat", seat=1, to=endless) == "input"
                assert await a.refused("set_option", name="board", value="golden") == "input"
                assert await a.refused("set_option", name="cheat", value="yes") == "input"
                assert await a.refused("play", seat=0, action="r2-N", key="k", step=0) == "not_playing"
                assert await e.refused("set_patience", seconds=20) == "not_host"
                assert await a.refused("set_patience", seconds=-1) == "patience"
                await a.ask("set_patience", "table", seconds=20)
                assert a.table["patience"] == 20
                await a.ask("set_patience", "table", seconds=None)
                assert a.table["patience"] is None
                await a.ask("set_option", "table", name="board", value="advanced")
                assert a.table["options"]["board"] == "advanced"
                await e.hear("table")
                await e.ask("claim", "table", seat=1, name="  E\u202ev\ne\x00 " + "x" * 99)
                name = e.table["seats"][1]["name"]
                assert name.isprintable()
                assert len(name) <= 24
                await e.ask("leave", "table", seat=1)
                assert e.table["seats"][1]["kind"] == "open"

    asyncio.run(scene())


def test_options_that_the_game_does_not_allow_are_not_kept(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            table = {"game": "traces", "seats": [{"kind": "guest"}, {"kind": "bot"}, {"kind": "bot"}]}
            for target in ("5", "--5", "²", "050"):
                answer = await ana.post("/api/tables", {**table, "options": {"target": target}})
                assert answer["phrase"]["gaps"]["where"] == "target"
            code = (await ana.post("/api/tables", table))["code"]
            async with ana.at(code, {}) as seat:
                assert await seat.refused("set_option", name="target", value="5") == "input"
                assert seat.table["options"]["target"] == "0"
                await seat.ask("set_option", "table", name="target", value="40")
                await seat.ask("set_seat", "table", seat=3, to={"kind": "bot"})
                await seat.ask("set_option", "table", name="pledges", value="yes")
                answer = await seat.ask("start", "refused")
                assert answer["phrase"]["gaps"]["what"]["key"] == "traces.error.target", "too low for four"

    asyncio.run(scene())


def test_bodies_that_cannot_be_used(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            seats = [{"kind": "guest"}, {"kind": "bot"}]
            table = {"game": "terres", "seats": seats}
            for body, code in (
                ({**table, "game": "echecs"}, "input"),
                ({**table, "seats": []}, "too_few_seats"),
                ({**table, "seats": seats * 9}, "too_many_seats"),
                ({**table, "options": {"board": "golden"}}, "input"),
                ({**table, "position": "nonsense"}, "input"),
                ({**table, "patience": -5}, "patience"),
                ({**table, "seats": [{"kind": "guest"}, {"kind": "bot", "bot": "cheat"}]}, "input"),
                ({**table, "admin": True}, "malformed"),
                ([], "malformed"),
            ):
                assert (await ana.post("/api/tables", body))["code"] == code, body
            big = await ana.http.post("/api/tables", content=b"[" * 100_000)
            assert (big.status_code, big.json()["code"]) == (413, "too_big")
            big = await ana.http.post("/api/records", content=b"x" * 600_000)
            assert (big.status_code, big.json()["code"]) == (413, "too_big")
            for text in (b"", b"meute record 1\n", b"\xff\xfe", b"meute record 1\ngame: terres\nrules: 99\n1 r2-N\n"):
                answer = await ana.http.post("/api/records", content=text)
                assert answer.status_code == 400
                assert answer.json()["code"] in ("input", "malformed")
            assert (await ana.post("/api/me", {"name": "x", "language": "xx"}))["code"] == "input"
            assert (await ana.get("/api/nothing"))["code"] == "not_found"
            assert (await ana.http.delete("/api/home")).status_code == 405

    asyncio.run(scene())


def test_another_sites_page_is_kept_out(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            for origin in ("http://evil.example", "null", server.url.replace("http", "https") + "1"):
                body = b'{"game":"terres","seats":[{"kind":"guest"},{"kind":"bot"}]}'
                answer = await ana.http.post("/api/tables", content=body, headers={"origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "origin")
                with pytest.raises(InvalidStatus, match="403"):
                    async with ana.at(code, {}, origin=origin):
                        pass

    asyncio.run(scene())


def test_a_foreign_name_leads_nowhere(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            evil = f"evil.example:{server.port}"
            for path in ("/api/home", f"/api/tables/{code}/at/0"):
                answer = await ana.http.get(path, headers={"host": evil, "origin": f"http://{evil}"})
                assert (answer.status_code, answer.json()["code"]) == (421, "host")
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["content-security-policy"] == "default-src 'none'"
            page = await ana.http.get("/", headers={"host": evil})
            assert (page.status_code, "set-cookie" in page.headers) == (421, False)
            assert "--allow-host" in page.text
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(f"ws://{evil}/socket/{code}", host="127.0.0.1", port=server.port):
                    pass
            assert (await ana.http.get("/api/home", headers={"host": f"LOCALHOST.:{server.port}"})).status_code == 200

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("host", "server", "known"),
    [
        ("192.168.1.7:8484", "192.168.1.7", True),
        ("192.168.1.7:8484", "::ffff:192.168.1.7", True),
        ("[fd00::7]:8484", "fd00::7", True),
        ("[::1]:8484", "::1", True),
        (f"{socket.gethostname()}:8484", "192.168.1.7", True),
        ("table.example", "192.168.1.7", True),
        ("192.168.1.8:8484", "192.168.1.7", False),
        ("other.example", "192.168.1.7", False),
        ("localhost.evil.example", "127.0.0.1", False),
        ("[::1", "::1", False),
        ("", "", False),
    ],
)
def test_a_friend_on_the_network_gets_in(host: str, server: str, known: bool) -> None:
    async def nobody(*_: object) -> Any:
        raise AssertionError

    guard = SecurityMiddleware(nobody, override(Settings(), http={"hosts": ("Table.example", "")}), "mark", str, nobody)
    assert guard.is_allowed_host({"server": (server, 8484)}, Headers({"host": host})) is known


def test_huge_frames_close_only_their_own_connection(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            async with ana.at(code, {}) as good, ana.at(code, {}) as bad:
                await bad.socket.send("x" * 1_000_000)
                assert (await bad.closing())[0] == 1009
                await good.until_to_act()
                assert (await good.play())["is"] == "news"

    asyncio.run(scene())


def test_floods_and_guesses_run_dry(tmp_path: Path) -> None:
    settings = override(
        QUICK,
        limits={
            "messages": Rate(20, 0.1),
            "wrong_codes": Rate(5, 0.01),
            "new_tables": Rate(3, 0.01),
            "requests": Rate(60, 0.01),
        },
    )

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Eve") as eve:
            code = await ana.new_table()
            async with ana.at(code, {}) as good, eve.at(code, {}) as bad:
                why = '{"do":"why","seat":0,"places":[]}'
                await bad.socket.send(why)
                assert (await bad.hear("refused"))["code"] == "not_your_seat"
                for _ in range(200):
                    await bad.socket.send(why)
                closed, reasons = await bad.closing()
                assert closed == 4429
                assert "flood" in reasons
                await good.until_to_act()
                assert (await good.play())["is"] == "news"
            await ana.new_table()
            await ana.new_table()
            body = {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "bot"}]}
            assert (await ana.post("/api/tables", body))["code"] == "flood"
            for n in range(5):
                async with eve.at(secrets.token_hex(6)) as seat:
                    assert (await seat.hear("refused"))["code"] == "not_found", n
            assert (await eve.get("/api/word/loup42"))["code"] == "guesses"
            for _ in range(80):
                answer = await eve.http.get("/api/home")
            assert (answer.status_code, answer.json()["code"]) == (429, "flood")

    with running(tmp_path, settings) as server:
        asyncio.run(scene(server))
