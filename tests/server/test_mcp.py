"""`meute mcp`, driven by the official SDK's own client: an assistant plays a whole game and explains it."""

import asyncio
import sys
from typing import Any

from helpers.visitor import Running, Visitor
from mcp import Client, StdioServerParameters
from server.http.test_tokens import make_token

from meute.match import read_record

Json = dict[str, Any]


def test_an_assistant_plays_and_explains_a_whole_game(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            token = await make_token(ana, "read", "play", "tables")
            words = ["-m", "meute", "mcp", "--lang", "en", "--server", server.url]
            command = StdioServerParameters(command=sys.executable, args=words, env={"MEUTE_TOKEN": token})
            async with Client(command) as client:
                await play(client)

    async def play(client: Client) -> None:
        async def call(tool: str, **arguments: Any) -> Json:
            answer = await client.call_tool(tool, arguments)
            assert not answer.is_error, answer.content
            assert answer.structured_content is not None
            found: Json = answer.structured_content
            return found

        async def refused(tool: str, **arguments: Any) -> str:
            answer = await client.call_tool(tool, arguments)
            assert answer.is_error
            return "".join(getattr(part, "text", "") for part in answer.content)

        assert {"games", "look", "play", "why"} <= {tool.name for tool in (await client.list_tools()).tools}
        games = {game["id"]: game for game in (await call("games"))["games"]}
        assert games["terres"]["seats"] == [2, 2]
        sections = (await call("rules", game="terres"))["sections"]
        told = await call("rules", game="terres", section=sections[0]["id"])
        assert told["heading"] == sections[0]["heading"]
        assert "<" not in told["text"]
        shown = await call("new_table", game="terres", bots=["louveteau"])
        code = shown["table"]
        match = server.registry.tables[code].room.match
        assert match is not None
        assert shown["position"] == match.view(shown["my_seat"]).text().partition("\nframes ")[0]
        hidden = match.game.write_position(match.state).partition("\nframes ")[0]
        assert shown["position"] != hidden
        legal = shown["actions"][0]
        assert await call("why", table=code, action=legal["action"]) == {
            "meaning": legal["meaning"],
            "legal": True,
            "reason": "",
        }
        texts = {one["action"] for one in shown["actions"]}
        illegal = next(text for text in map(match.game.codec.text, range(match.game.codec.size)) if text not in texts)
        assert (await call("why", table=code, action=illegal))["reason"]
        assert await refused("look", table="nosuchtable")
        assert await refused("play", table=code, action=illegal)
        assert len((await call("hint", table=code))["choices"]) > 0
        decisions = 0
        while shown["phase"] == "playing":
            decisions += shown["my_turn"]
            shown = await call("play", table=code, action=shown["actions"][-1]["action"])
        assert decisions > 15
        assert sorted(shown["places"]) in ([1, 2], [1, 1])
        assert [table["phase"] for table in (await call("my_tables"))["tables"]] == ["over"]
        record = await client.call_tool("record", {"table": code})
        assert read_record(str(getattr(record.content[0], "text", ""))).game == "terres"
        assert await refused("resign", table=code)

    asyncio.run(scene())
