"""Groups: coming in by the link, the oldest member's rights, limits, the page's parts, webhooks, and deletion."""

import asyncio
import io
import zipfile
from pathlib import Path
from typing import Any

import msgspec
from helpers.visitor import QUICK, Visitor, running
from server.notifications.test_webhooks import with_room
from server.people.test_accounts import Wall
from server.tournaments.test_tournaments import BODY, QUICKLY, in_loop, nodes, people, quick_presence

from meute.server.settings import Rate, override

__all__ = ["nodes", "quick_presence"]  # fixtures


async def new_group(visitor: Visitor, name: str = "Les loups du lundi") -> str:
    return str((await visitor.post("/api/groups", {"name": name}))["code"])


def test_members_come_by_the_link_and_the_oldest_one_organizes(nodes: list[Any]) -> None:
    async def scene() -> None:
        async with people(nodes, "Ana", "Bob", "Cleo") as (ana, bob, cleo):
            code = await new_group(ana)
            outside = await bob.get(f"/api/groups/{code}")
            assert (outside["name"], outside["size"], outside["mine"]) == ("Les loups du lundi", 1, False)
            assert outside["members"] == outside["tables"] == []
            async with ana.connected(f"/api/home/live?follow=group%20{code}") as page:
                assert (await page.ask("hello", "group"))["size"] == 1
                await bob.post(f"/api/groups/{code}/join", {})
                assert (await page.hear("group"))["size"] == 2, "told without asking"
            seen = await cleo.post(f"/api/groups/{code}/join", {})
            assert [one["name"] for one in seen["members"]] == ["Ana", "Bob", "Cleo"]
            assert [one["organizer"] for one in seen["members"]] == [True, False, False]
            assert (await bob.post(f"/api/groups/{code}/rename", {"name": "X"}))["code"] == "not_group_organizer"
            renamed = await ana.post(f"/api/groups/{code}/rename", {"name": "Lundi"})
            assert renamed["name"] == "Lundi"
            person = next(one["person"] for one in renamed["members"] if one["name"] == "Cleo")
            left = await ana.post(f"/api/groups/{code}/remove", {"person": person})
            assert [one["name"] for one in left["members"]] == ["Ana", "Bob"]
            assert (await cleo.post(f"/api/groups/{code}/join", {}))["code"] == "group_removed"
            assert (await ana.post(f"/api/groups/{code}/leave", {}))["groups"] == []
            alone = await bob.get(f"/api/groups/{code}")
            assert [one["organizer"] for one in alone["members"]] == [True], "the next oldest one organizes"
            assert (await bob.get("/api/groups"))["groups"] == [{"code": code, "name": "Lundi", "members": 1}]
            await bob.post(f"/api/groups/{code}/leave", {})
            assert (await bob.get(f"/api/groups/{code}"))["code"] == "not_found", "nothing stays of an empty group"

    asyncio.run(scene())


def test_a_group_shows_its_tables_tournaments_and_standings(tmp_path: Path) -> None:
    async def scene() -> None:
        with running(tmp_path, QUICKLY) as server:
            async with people([server], "Ana", "Bob", "Dan") as (ana, bob, dan):
                code = await new_group(ana)
                await bob.post(f"/api/groups/{code}/join", {})
                refused = {"game": "terres", "seats": [{"kind": "guest"}, {"kind": "open"}], "group": code}
                assert (await dan.post("/api/tables", refused))["code"] == "not_member"
                table = await ana.new_table("guest", "open", start=False, group=code)
                await bob.post(f"/api/tables/{table}/claim", {})
                async with ana.at(table, {}) as host:
                    await host.ask("start", "table")
                    await host.ask("resign", "news", seat=0)
                tournament = (await bob.post("/api/tournaments", {**BODY, "group": code}))["code"]
                assert (await dan.post("/api/tournaments", {**BODY, "group": code}))["code"] == "not_member"
                seen = await ana.get(f"/api/groups/{code}")
                assert [one["code"] for one in seen["tables"]] == [table]
                assert [one["code"] for one in seen["tournaments"]] == [tournament]
                assert [(one["name"], one["games"], one["wins"]) for one in seen["standings"]] == [
                    ("Bob", 1, 1),
                    ("Ana", 1, 0),
                ]
                exported = (await bob.http.get("/api/me/export")).content
                about = msgspec.json.decode(zipfile.ZipFile(io.BytesIO(exported)).read("me.json"))
                assert about["groups"] == [{"group": code, "name": "Les loups du lundi"}]
                assert [one["tournament"] for one in about["tournaments"]] == [tournament]
                assert await bob.post("/api/me/delete", {"name": "Bob"}) == {}
                left = await ana.get(f"/api/groups/{code}")
                assert [one["name"] for one in left["members"]] == ["Ana"]
                assert "Bob" not in str([left["members"], left["standings"], [one["seats"] for one in left["tables"]]])

    asyncio.run(scene())


def test_groups_are_limited_with_a_reason(tmp_path: Path) -> None:
    few = {"per_person": 3, "members": 3, "most": 5}
    settings = override(QUICK, groups=few, limits={"searches": Rate(100, 0), "requests": Rate(1e9, 1)})

    async def scene() -> None:
        with running(tmp_path, settings) as server:
            async with people([server], "Ana", "Bob", "Cleo", "Dan") as (ana, bob, cleo, dan):
                codes = [await new_group(ana, f"Meute {n}") for n in range(4)]
                assert codes[3] == "groups"
                assert await new_group(ana, " ") == "group_name"
                for one in (bob, cleo):
                    assert (await one.post(f"/api/groups/{codes[0]}/join", {}))["mine"]
                assert (await dan.post(f"/api/groups/{codes[0]}/join", {}))["code"] == "group_full"
                assert (await dan.post("/api/groups/no'such/join", {}))["code"] == "not_found"
                told = [(await dan.post(f"/api/groups/{codes[0]}/join", {}))["code"] for _ in range(105)]
                assert set(told[100:]) == {"flood"}

    asyncio.run(scene())


def test_a_groups_address_gets_its_tables_and_tournaments(tmp_path: Path) -> None:
    wall = Wall()

    async def scene() -> None:
        with with_room(tmp_path, wall) as (server, room):
            async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
                code = await new_group(ana, "Lundi")
                hook = {"url": "https://chat.example/x", "form": "json"}
                assert (await bob.post(f"/api/groups/{code}/webhooks", hook))["code"] == "not_group_organizer"
                own = (await ana.post(f"/api/groups/{code}/webhooks", hook))["webhooks"]
                assert (await bob.post(f"/api/groups/{code}/join", {}))["webhooks"] == []
                table = await bob.new_table("guest", "open", start=False, group=code)
                body = {**BODY, "group": code}
                tournament = (await bob.post("/api/tournaments", body))["code"]
                async with asyncio.timeout(120):
                    while len(room.posted) < 2:
                        await in_loop(server, server.registry.notifications.webhooks.timer.wake())
                        await asyncio.sleep(0.05)
                told = {one["type"]: one for _, _, one in room.posted}
                assert told["group_table"]["url"].endswith(f"/table/{table}")
                assert told["group_tournament"]["url"].endswith(f"/tournament/{tournament}")
                assert (
                    told["group_tournament"]["text"] == "Lundi\u00a0: le tournoi «\u00a0Lune froide\u00a0» est ouvert"
                )
                gone = await ana.post(f"/api/groups/{code}/webhooks/drop", {"handle": own[0]["handle"]})
                assert gone["webhooks"] == []

    asyncio.run(scene())
