"""Coming back, repeating oneself, and going back."""

import asyncio
from pathlib import Path

from helpers.visitor import QUICK, Json, Running, Visitor, running

from meute.server.settings import override


def test_who_comes_back_gets_just_what_was_missed(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False, options={"leader": "first"})
            async with ana.at(code, {}) as a:
                async with bob.at(code, {}) as b:
                    await b.ask("claim", "table", seat=1, name="Bob")
                    await a.hear("table")
                    await a.ask("start", "table")
                    while b.table["phase"] != "playing":
                        await b.hear("table")
                    known = list(b.events)
                await a.play()
                while a.table["ask"]:
                    await a.play()
                async with bob.at(code, {"last": known[-1]["n"], "era": 0, "seat": 1}) as b:
                    assert b.table["reset"] is False
                    assert [event["n"] for event in b.events] == list(range(len(known), len(a.events)))
                async with bob.at(code, {"last": 10_000}) as b:
                    assert b.table["reset"] is True
                    assert len(b.events) == len(a.events)
                async with bob.at(code, {"last": 3, "era": 5}) as b:
                    assert b.table["reset"] is True

    asyncio.run(scene())


def test_a_repeated_key_is_answered_but_not_done_again(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "here", options={"leader": "first"})
            async with ana.at(code, {"seat": 0}) as seat:
                first, second = (choice["text"] for choice in seat.table["ask"]["choices"][:2])
                move = {"seat": 0, "action": first, "key": "abc", "step": seat.step}
                done = await seat.ask("play", "news", **move)
                again = await seat.ask("play", "news", **move)
                assert (done["key"], again["key"], again["events"]) == ("abc", "abc", [])
                assert again["scene"]["step"] == done["scene"]["step"]
                assert await seat.refused("play", **{**move, "action": second}) == "key_reused"
            async with ana.at(code, {"seat": 0}) as seat:
                again = await seat.ask("play", "news", **move)
                assert again["scene"]["step"] == done["scene"]["step"]

    asyncio.run(scene())


def test_undo_is_free_until_the_other_has_played(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False, options={"leader": "first"})
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                await b.ask("claim", "table", seat=1, name="Bob")
                await a.hear("table")
                await a.ask("start", "table")
                assert (await a.ask("undo", "refused", seat=0))["phrase"]["key"] == "undo.nothing"
                step, events = a.step, list(a.events)
                await a.play()
                assert a.table["undo"]["free"] is True
                await a.ask("undo", "table", seat=0)
                assert (a.step, a.events, a.table["era"], a.table["reset"]) == (step, events, 1, True)

                while a.table["ask"]:
                    await a.play()
                while not b.table["ask"]:
                    await b.hear("news", "table")
                while b.table["ask"]:
                    await b.play()
                while a.step < b.step:
                    await a.hear("news")
                undo = {"free": False, "why": a.table["undo"]["why"], "by_agreement": True, "asked_by": None}
                assert a.table["undo"] == undo
                await a.ask("undo", "news", seat=0)
                while b.table["undo"]["asked_by"] is None:
                    await b.hear("news")
                await b.ask("agree_undo", "news", seat=1, yes=False)
                while a.table["undo"]["asked_by"] is not None:
                    await a.hear("news")
                assert await b.refused("agree_undo", seat=1, yes=True) == "no_question"
                await a.say("undo", seat=0)
                while b.table["undo"]["asked_by"] is None:
                    await b.hear("news")
                await b.ask("agree_undo", "table", seat=1, yes=True)
                assert b.table["era"] == 2
            async with bob.at(code, {"last": 90, "era": 1}) as b:
                assert (b.table["era"], b.table["reset"]) == (2, True)

    asyncio.run(scene())


def test_bots_always_agree_to_going_back(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "bot", options={"leader": "first"})
            async with ana.at(code, {}) as seat:
                step = seat.step
                await seat.play()
                await seat.until_to_act()
                assert seat.table["undo"]["free"] is True
                while seat.step > step:
                    await seat.ask("undo", "table", seat=0)
                    await asyncio.sleep(0.05)
                assert seat.step <= step

    asyncio.run(scene())


def test_tables_survive_a_restart_and_leave_memory_when_idle(tmp_path: Path) -> None:
    settings = override(QUICK, tables={"idle_seconds": 0.2, "snapshot_moves": 4})
    seen: Json = {}

    async def begin(server: Running) -> str:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "here", options={"leader": "first"})
            async with ana.at(code, {"seat": 0}) as a, ana.at(code, {"seat": 1}) as b:
                for _ in range(22):
                    mover, other = (a, b) if a.table["ask"] else (b, a)
                    await mover.play()
                    while other.step < mover.step:
                        await other.hear("news")
                await a.ask("undo", "table", seat=a.table["scene"]["asked"][0] ^ 1)
                seen["cookies"] = dict(ana.http.cookies)
                seen["scenes"] = [a.table["scene"]]
                seen["events"] = a.events
            assert code in server.registry.tables
            async with asyncio.timeout(60):
                while code in server.registry.tables:
                    await asyncio.sleep(0.05)
            return code

    async def go_on(server: Running, code: str) -> None:
        async with Visitor(server) as ana:
            ana.http.cookies.clear()
            ana.http.cookies.update(seen["cookies"])
            async with ana.at(code, {"seat": 0}) as a:
                assert [a.table["scene"]] == seen["scenes"]
                assert a.events == seen["events"]
                asked = a.table["scene"]["asked"][0]
                await a.ask("sit", "table", seat=asked)
                await a.play()

    with running(tmp_path, settings) as server:
        code = asyncio.run(begin(server))
        asyncio.run(go_on(server, code))
    seen.pop("scenes")
    with running(tmp_path, settings) as server:

        async def look() -> None:
            async with Visitor(server) as ana:
                ana.http.cookies.clear()
                ana.http.cookies.update(seen["cookies"])
                async with ana.at(code, {}) as a:
                    assert a.table["mine"] == [0, 1]
                    await a.ask("sit", "table", seat=a.table["scene"]["asked"][0])
                    assert (await a.play())["is"] == "news"

        asyncio.run(look())


def test_why_not_names_the_rule(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "here", options={"leader": "first"})
            async with ana.at(code, {"seat": 0}) as seat:
                mine = f"card.{seat.table['scene']['shown']['hands'][0]['cards'][0]}"
                allowed = await seat.ask("why", "why", seat=0, places=[mine])
                assert allowed["phrase"]["key"] == "server.why_not"
                hand = seat.table["scene"]["shown"]["hands"][0]["cards"]
                other = next(card for card in (f"r{value}" for value in range(2, 8)) if card not in hand)
                refused = await seat.ask("why", "why", seat=0, places=[f"card.{other}"])
                assert (refused["phrase"]["key"], refused["heading"]) == ("why.not_in_hand", "JOUER UN PLI")
                nothing = await seat.ask("why", "why", seat=0, places=["moon"])
                assert nothing["phrase"]["key"] == "why.other_question"
                turn = await seat.ask("why", "why", seat=1, places=[mine])
                assert turn["phrase"]["key"] == "why.not_your_turn"

    asyncio.run(scene())
