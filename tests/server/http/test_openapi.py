"""The descriptions of the API: complete, up to date, and true of the traffic of played games."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import jsonschema
import pytest
from helpers.visitor import Running, Visitor
from server.http.test_tokens import make_token, using
from starlette.routing import Route, WebSocketRoute
from websockets.asyncio.client import connect

from meute.games import GAMES
from meute.server.http.openapi import PARAMETERS, asyncapi, components, openapi, path_parameters, reference
from meute.server.messages.matchmaking import FromHome
from meute.server.messages.modules import MODULES, structs
from meute.server.messages.requests import FromClient
from meute.server.messages.responses import FromServer

Json = dict[str, Any]
ROOT = Path(__file__).parents[3]


def strict(schema: Json) -> Json:
    """The schema of an object, closed to unknown fields: what this very server sends."""
    named = schema.get("properties") and "additionalProperties" not in schema
    return {**schema, "additionalProperties": False} if named else schema


@pytest.fixture(scope="module")
def schemas() -> Json:
    return {name: strict(schema) for name, schema in components().items()}


def check(instance: object, schema: Json, schemas: Json) -> None:
    jsonschema.Draft202012Validator({**schema, "components": {"schemas": schemas}}).validate(instance)


def references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def test_every_route_and_message_is_described(server: Running) -> None:
    described, sockets = openapi(server.app), asyncapi()
    routes = [route for route in server.app.routes() if isinstance(route, Route) and "/api/" in route.path]
    for built in routes:
        methods = {method.lower() for method in built.methods or ()} - {"head"}
        assert methods <= described["paths"][built.path].keys()
    for route in server.app.api_routes():
        operation = described["paths"][route.path][route.method.lower()]
        assert operation["summary"], route.path
        assert {*path_parameters(route), *route.query} <= PARAMETERS.keys()
    ids = [one["operationId"] for path in described["paths"].values() for one in path.values()]
    assert len(set(ids)) == len(ids)
    assert {struct.__name__ for module in MODULES for struct in structs(module)} <= described["components"][
        "schemas"
    ].keys()
    channels = sockets["channels"]
    told = {kind.__name__ for union in (FromClient, FromServer) for kind in get_args(union)}
    assert told == channels["table"]["messages"].keys()
    assert {kind.__name__ for kind in get_args(FromHome)} == channels["home"]["messages"].keys()
    addresses = {channel["address"] for channel in channels.values()}
    assert addresses == {route.path for route in server.app.routes() if isinstance(route, WebSocketRoute)}
    for whole in (described, sockets):
        for target in references(whole):
            found: Any = whole
            for step in target.removeprefix("#/").split("/"):
                found = found[step]


def test_the_server_serves_its_descriptions_and_the_docs_have_them(server: Running) -> None:
    assert httpx.get(f"{server.url}/api/openapi.json", timeout=60).json() == openapi(server.app)
    assert httpx.get(f"{server.url}/api/asyncapi.json", timeout=60).json() == asyncapi()
    page = (ROOT / "docs/api-reference.md").read_text(encoding="utf-8")
    told = "run: python -m meute.server.http.openapi > docs/api-reference.md"
    assert page == reference(server.app.api_routes()), told


def test_the_page_of_the_docs_links_to_what_it_has() -> None:
    page = (ROOT / "docs/api-reference.md").read_text(encoding="utf-8")
    headings = {heading.lower() for heading in re.findall(r"^### (\w+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\(#(\w+)\)", page)) <= headings


def test_answers_of_http_are_as_described(server: Running, schemas: Json) -> None:
    described = openapi(server.app)["paths"]

    async def ask(client: httpx.AsyncClient, method: str, path: str, template: str, body: object = None) -> Any:
        answer = await client.request(method, path, json=body)
        operation = described[template][method.lower()]
        described_as = operation["responses"]["200" if answer.status_code == 200 else "default"]["content"]
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind in described_as, (path, kind)
        if kind == "application/json":
            check(answer.json(), described_as[kind]["schema"], schemas)
            return answer.json()
        return answer.text

    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            for path in ("home", "me", "people", "learn", "daily", "deal", "programs", "openapi.json", "asyncapi.json"):
                await ask(ana.http, "GET", f"/api/{path}", f"/api/{path}")
            await ask(ana.http, "GET", "/api/text/en.json", "/api/text/{language}.json")
            await ask(ana.http, "GET", "/api/me/export", "/api/me/export")
            await ask(ana.http, "POST", "/api/me/drop", "/api/me/drop", {"what": "token", "handle": "none"})
            token = await make_token(ana, "read", "play", "tables", program="Luna")
            async with using(server, token) as luna:
                for game, rules in GAMES.items():
                    await ask(luna, "GET", f"/api/rules/{game}/en", "/api/rules/{game}/{language}")
                    seats = [{"kind": "guest"}, *[{"kind": "bot", "bot": "random"}] * (rules.min_seats - 1)]
                    wanted = {"game": game, "seats": seats, "start": True}
                    code = (await ask(luna, "POST", "/api/tables", "/api/tables", wanted))["code"]
                    for n in range(12):
                        path = f"/api/tables/{code}"
                        turn = await ask(luna, "GET", f"{path}/turn?wait=20", "/api/tables/{code}/turn")
                        if turn["phase"] == "over":
                            break
                        choice = turn["ask"]["choices"][n % len(turn["ask"]["choices"])]["text"]
                        body = {"seat": turn["seat"], "action": choice, "step": turn["step"], "key": f"k{n}"}
                        await ask(luna, "POST", f"{path}/play", "/api/tables/{code}/play", body)
                        await ask(luna, "POST", f"{path}/play", "/api/tables/{code}/play", {**body, "key": "wrong"})
                    await ask(luna, "POST", f"{path}/hint", "/api/tables/{code}/hint", {"seat": turn["seat"]})
                    await ask(luna, "GET", f"{path}/record", "/api/tables/{code}/record")
                    await ask(luna, "POST", f"{path}/resign", "/api/tables/{code}/resign", {"seat": turn["seat"]})
                    await ask(luna, "GET", f"{path}/record", "/api/tables/{code}/record")
                    await ask(luna, "GET", f"{path}/deal", "/api/tables/{code}/deal")
                    await ask(luna, "GET", f"{path}/at/3", "/api/tables/{code}/at/{step}")

    asyncio.run(scene())


def test_messages_of_sockets_are_as_described(server: Running, schemas: Json) -> None:
    messages = {
        tag: {"$ref": f"#/components/schemas/{kind.__name__}"}
        for union in (FromClient, FromServer)
        for kind in get_args(union)
        for tag in [kind.__struct_config__.tag if union is FromServer else f"do {kind.__struct_config__.tag}"]
    }

    async def play(game: str, seats: int, visitor: Visitor) -> set[str]:
        kinds = [{"kind": "guest"}, *[{"kind": "bot", "bot": "random"}] * (seats - 1)]
        made = await visitor.post("/api/tables", {"game": game, "seats": kinds, "start": True})
        async with visitor.at(made["code"]) as seat:

            async def say(do: str, **fields: object) -> None:
                check({"do": do, **fields}, messages[f"do {do}"], schemas)
                await seat.say(do, **fields)

            await say("hello", last=-1)
            await seat.hear("table")
            for n in range(15):
                if not await seat.until_to_act():
                    break
                choices = seat.table["ask"]["choices"]
                action = choices[n % len(choices)]["text"]
                if n == 3:
                    await say("hint", seat=0, step=seat.step)
                    await seat.hear("hint")
                    await say("say", text="ouh")
                    await seat.hear("said")
                await say("play", seat=0, action=action, key=f"k{n}", step=seat.step)
                await seat.hear("news", "refused")
            await say("undo", seat=0)
            await say("resign", seat=0)
            while seat.table["phase"] != "over":
                await seat.hear("news", "table")
            await say("curve", on=True)
            await seat.hear("curve")
        told = [httpx.Response(200, text=text).json() for text in seat.raw]
        for message in told:
            check(message, messages[message["is"]], schemas)
        return {message["is"] for message in told}

    async def scene() -> None:
        heard = set()
        async with Visitor(server, "Ana") as ana:
            for game, rules in GAMES.items():
                heard |= await play(game, rules.min_seats, ana)
            token = await make_token(ana, "read")
            url = server.url.replace("http", "ws")
            async with connect(f"{url}/api/home/live", additional_headers={"authorization": f"Bearer {token}"}) as live:
                await live.send("")
                message = httpx.Response(200, text=str(await live.recv())).json()
                check(message, {"$ref": "#/components/schemas/TableListSent"}, schemas)
        assert {"table", "news", "hint", "said", "curve"} <= heard

    asyncio.run(scene())
