"""Access tokens: made and revoked on one's own page, limited by scopes, useless in any other form."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from helpers.visitor import Running, Visitor
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

TERRES = {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "bot"}], "start": True}


async def make_token(visitor: Visitor, *scopes: str, program: str = "") -> str:
    made = await visitor.post("/api/me/tokens", {"label": "script", "scopes": scopes, "program": program})
    assert made["token"].startswith("meute_"), made
    return str(made["token"])


@asynccontextmanager
async def using(server: Running, token: str, scheme: str = "Bearer") -> AsyncIterator[httpx.AsyncClient]:
    """A program without cookies."""
    headers = {"authorization": f"{scheme} {token}"}
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=60) as client:
        yield client


def code_of(answer: httpx.Response) -> tuple[int, Any]:
    return answer.status_code, answer.json()["code"]


def test_a_token_acts_as_its_person_within_its_scopes_until_it_is_revoked(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table()
            reading = await make_token(ana, "read")
            async with using(server, reading) as client:
                home = await client.get("/api/home")
                assert home.json()["guest"]["name"] == "Ana"
                assert [table["code"] for table in home.json()["tables"]] == [code]
                assert "set-cookie" not in home.headers
                assert code_of(await client.post("/api/tables", json=TERRES)) == (403, "scope")
                for path in ("/api/me", "/api/me/export"):
                    assert code_of(await client.get(path)) == (403, "scope")
                for path in ("me/tokens", "me/delete", "carry", "recovery", "me/drop", "people/shut"):
                    answer = await client.post(f"/api/{path}", json={})
                    assert code_of(answer) == (403, "scope")
                assert (await client.get("/api/rules/terres/en")).status_code == 200
            opening = await make_token(ana, "tables")
            async with using(server, opening) as client:
                assert (await client.post("/api/tables", json=TERRES)).status_code == 200
                assert code_of(await client.get("/api/home")) == (403, "scope")
            told = await ana.get("/api/me")
            assert [(one["label"], one["scopes"], one["program"], one["name"]) for one in told["tokens"]] == [
                ("script", ["read"], False, ""),
                ("script", ["tables"], False, ""),
            ]
            assert all(one["seen"] > one["made"] for one in told["tokens"]), "both were used"
            await make_token(ana, "play", program="Luna")
            unused = (await ana.get("/api/me"))["tokens"][2]
            assert (unused["name"], unused["seen"]) == ("Luna", unused["made"])
            await ana.post("/api/me/drop", {"what": "token", "handle": told["tokens"][0]["handle"]})
            async with using(server, reading) as client:
                assert code_of(await client.get("/api/home")) == (401, "token")
            assert len((await ana.get("/api/me"))["tokens"]) == 2

    asyncio.run(scene())


@pytest.mark.parametrize(
    "token", ["", "x", "meute_", "meute_" + "a" * 32, "é" * 40, "a" * 9000, "null", "a b c", "%00"]
)
def test_a_hostile_token_is_refused_even_beside_a_good_cookie(server: Running, token: str) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            answer = await ana.http.get("/api/home", headers=[(b"authorization", f"Bearer {token}".strip().encode())])
            assert code_of(answer) == (401, "token")
            basic = await ana.http.get("/api/home", headers=[(b"authorization", f"Basic {token}".strip().encode())])
            assert basic.json()["guest"]["name"] == "Ana", "another kind of credentials is not ours"

    asyncio.run(scene())


def test_a_stored_token_is_of_no_use(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            token = await make_token(ana, "read")
            stored = server.registry.accounts.token_hash(token)
            assert token not in stored
            for found in (stored, f"meute_{stored}"):
                async with using(server, found) as client:
                    assert code_of(await client.get("/api/home")) == (401, "token")

    asyncio.run(scene())


def test_tokens_are_few_and_well_formed(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            for body in (
                {"label": "", "scopes": ["read"]},
                {"label": "x", "scopes": []},
                {"label": "x", "scopes": ["page"]},
                {"label": "x", "scopes": ["any"]},
                {"label": "x", "scopes": ["read"], "program": "\u200b"},
            ):
                assert (await ana.post("/api/me/tokens", body))["code"] == "malformed"
            for _ in range(server.registry.settings.limits.tokens):
                await make_token(ana, "read", "read")
            refused = await ana.post("/api/me/tokens", {"label": "x", "scopes": ["read"]})
            assert refused["code"] == "too_many_tokens"

    asyncio.run(scene())


def test_a_socket_without_an_origin_needs_a_token(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code, token = await ana.new_table(), await make_token(ana, "read")
            url = f"{server.url.replace('http', 'ws')}/socket/{code}"
            cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in ana.http.cookies.jar)
            with pytest.raises(InvalidStatus):
                async with connect(url, additional_headers={"cookie": cookies}):
                    pass
            async with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
                await socket.send('{"do": "hello"}')
                assert '"mine":[0]' in str(await socket.recv())
            async with connect(url, additional_headers={"authorization": "Bearer meute_wrong"}) as socket:
                assert '"code":"token"' in str(await socket.recv())

    asyncio.run(scene())
