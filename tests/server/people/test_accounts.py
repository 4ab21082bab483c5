"""One person with several devices: carried over, recovered, made one, taken along and forgotten."""

import asyncio
import gzip
import io
import json
import sqlite3
import stat
import zipfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.visitor import QUICK, Running, Visitor, running

from meute.core.errors import BadInput
from meute.server.registry import opened
from meute.server.secret import FILE as SECRET
from meute.server.secret import Secret
from meute.server.settings import Rate, override
from meute.server.store.data_folder import FILE
from meute.server.store.models import StoredDaily, StoredTable, TableStatus, TableUpdate
from meute.server.store.sqlite import SqliteStore
from meute.server.table.table import Table

OLD = Path(__file__).parents[1] / "stored"


@dataclass
class Wall:
    """A clock on the wall that tests set."""

    at: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


async def code_of(who: Visitor) -> str:
    return str((await who.post("/api/carry", {}))["code"])


async def tables(who: Visitor) -> list[str]:
    return sorted(line["code"] for line in (await who.get("/api/home"))["tables"])


def test_a_device_is_carried_over_once_and_brings_its_games(server: Running) -> None:
    async def scene() -> None:
        async with (
            Visitor(server, "Ana") as desktop,
            Visitor(server, "Ana du train") as phone,
            Visitor(server) as thief,
        ):
            at_desktop, on_phone = await desktop.new_table(), await phone.new_table("guest", "open", start=False)
            code = await code_of(desktop)
            looked = await phone.post("/api/carry/look", {"code": code})
            assert (looked["guest"]["name"], looked["games"], looked["same"]) == ("Ana", 1, False)
            before = phone.http.cookies.jar
            tokens = [cookie.value for cookie in before]
            entered = await phone.post("/api/carry/use", {"code": code})
            assert entered["guest"]["name"] == "Ana"
            assert [cookie.value for cookie in phone.http.cookies.jar] != tokens
            assert await tables(phone) == await tables(desktop) == sorted([at_desktop, on_phone])
            assert (await thief.post("/api/carry/use", {"code": code}))["code"] == "no_code"
            devices = (await phone.get("/api/me"))["devices"]
            assert [device["this"] for device in devices].count(True) == 1
            async with phone.at(at_desktop, {}) as seat:
                assert seat.table["mine"] == [0]
                assert seat.table["host"]
            async with desktop.at(on_phone, {}) as seat:
                assert seat.table["mine"] == [0]

    asyncio.run(scene())


def test_looking_at_a_code_does_not_use_it_and_time_does(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as desktop, Visitor(server) as phone:
            code = await code_of(desktop)
            for _ in range(3):
                assert (await phone.post("/api/carry/look", {"code": code}))["guest"]["name"] == "Ana"
                assert (await phone.http.get(f"/carry?code={code}")).status_code == 200
            wall.at += 601
            assert (await phone.post("/api/carry/look", {"code": code}))["code"] == "no_code"
            assert (await phone.post("/api/carry/use", {"code": code}))["code"] == "no_code"

    with running(tmp_path, override(QUICK, now=wall)) as server:
        asyncio.run(scene(server))


def test_recovery_codes_are_shown_once_work_once_and_cannot_be_guessed(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as lost, Visitor(server) as new, Visitor(server, "Eve") as eve:
            codes = (await lost.post("/api/recovery", {}))["codes"]
            assert len(set(codes)) == 8
            typed = f" {codes[3][:5].upper()}-{codes[3][5:]} "
            entered = await new.post("/api/recovery/use", {"code": typed})
            assert (entered["guest"]["name"], entered["recovery"]) == ("Ana", 7)
            assert (await eve.post("/api/recovery/use", {"code": codes[3]}))["code"] == "no_code"
            answers = [(await eve.post("/api/recovery/use", {"code": f"{n:010d}"}))["code"] for n in range(30)]
            assert answers[0] == "no_code"
            assert answers[-1] == "guesses"
            assert (await eve.post("/api/recovery/use", {"code": codes[0]}))["code"] == "guesses"
            assert (await eve.get("/api/home"))["guest"]["name"] == "Eve"

    with running(tmp_path, override(QUICK, limits={"wrong_codes": Rate(20, 0.001)})) as server:
        asyncio.run(scene(server))
    content = (tmp_path / FILE).read_bytes()
    assert b"recover" in content
    assert stat.S_IMODE((tmp_path / SECRET).stat().st_mode) == 0o600


def test_two_who_sit_at_one_unfinished_table_do_not_become_one(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", start=False)
            async with bob.at(code, {}) as seat:
                await seat.ask("claim", "table", seat=1, name="Bob")
            carry = await code_of(ana)
            assert (await bob.post("/api/carry/use", {"code": carry}))["code"] == "at_one_table"
            assert (await bob.get("/api/home"))["guest"]["name"] == "Bob"
            async with bob.at(code, {}) as seat:
                assert seat.table["mine"] == [1]
            again = await code_of(ana)
            assert (await bob.post("/api/carry/use", {"code": again, "bring": False}))["guest"]["name"] == "Ana"
            async with bob.at(code, {}) as seat:
                assert seat.table["mine"] == [0]

    asyncio.run(scene())


def test_no_table_is_opened_while_others_are_laid_aside(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path, QUICK) as registry:

            async def lay_aside(seconds: float) -> None:
                async with registry.unloaded([]):
                    await asyncio.sleep(seconds)
                    assert not registry.may_open.is_set()

            await asyncio.gather(*(lay_aside(seconds) for seconds in (0.0, 0.01, 0.02)))
            assert registry.may_open.is_set()

    asyncio.run(scene())


def test_whoever_enters_again_and_again_waits(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as desktop, Visitor(server, "Bea") as other:
            await other.get("/api/home")
            codes = [(await other.post("/api/carry/use", {"code": "no"}))["code"] for _ in range(3)]
            assert codes == ["no_code", "no_code", "flood"]
            assert (await desktop.post("/api/carry/use", {"code": await code_of(desktop)}))["guest"]["name"] == "Ana"

    with running(tmp_path, override(QUICK, limits={"sign_ins": Rate(2, 0.0)})) as server:
        asyncio.run(scene(server))


def test_a_lost_device_is_shut_out(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as desktop, Visitor(server) as phone:
            code = await desktop.new_table()
            await phone.post("/api/carry/use", {"code": await code_of(desktop)})
            devices = (await desktop.get("/api/me"))["devices"]
            other = next(device["handle"] for device in devices if not device["this"])
            assert (await phone.post("/api/me/drop", {"what": "device", "handle": "0" * 16}))["code"] == "not_found"
            left = await desktop.post("/api/me/drop", {"what": "device", "handle": other})
            assert [device["this"] for device in left["devices"]] == [True]
            assert (await phone.get("/api/home"))["guest"]["name"] == ""
            async with phone.at(code, {}) as seat:
                assert seat.table["mine"] == []

    asyncio.run(scene())


def test_an_export_tells_finished_games_and_of_others_only_what_i_see(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            running_one = await ana.new_table("guest", "open", start=False)
            async with ana.at(running_one, {}) as a, bob.at(running_one, {}) as b:
                await b.ask("claim", "table", seat=1, name="Bob")
                await a.say("start")
                while a.table["phase"] != "playing":
                    await a.hear("table")
                await a.ask("say", "said", text="hou")
            finished = await ana.new_table()
            async with ana.at(finished, {}) as seat:
                while await seat.until_to_act():
                    await seat.play()
            lesson = (await ana.post("/api/learn", {"game": "terres", "lesson": "force"}))["code"]
            guest = (await table_of(server, lesson)).room.stored.host
            await keep_daily(server, StoredDaily("2026-01-31", "clan", guest, "", margin=3, points=41))
            await ana.post("/api/me/wishes", {"zone": "Europe/Paris", "quiet": [22, 8]})
            await ana.post("/api/me/vacation", {"days": 3})
            whole = zipfile.ZipFile(io.BytesIO((await ana.http.get("/api/me/export")).content))
            assert set(whole.namelist()) == {
                f"running/terres-{lesson}-1.txt",
                "me.json",
                f"games/terres-{finished}.meute",
                f"running/terres-{running_one}-1.txt",
            }
            me = json.loads(whole.read("me.json"))
            assert (me["name"], [line["text"] for line in me["said"]]) == ("Ana", ["hou"])
            assert me["learnt"] == [{"game": "terres", "lesson": "force", "done": False}]
            assert me["dailies"] == [{"day": "2026-01-31", "game": "clan", "points": 41, "margin": 3}]
            assert (me["time_zone"], me["quiet_hours"]) == ("Europe/Paris", [22, 8])
            (away,) = me["vacations"]
            assert away["end"] - away["begin"] == pytest.approx(3 * 86400)
            (played,) = (await ana.get("/api/people"))["history"]
            (result,) = me["results"]
            assert result.pop("table") == finished
            assert result == {key: played[key] for key in result}
            record = (await ana.http.get(f"/api/tables/{finished}/record")).text
            assert whole.read(f"games/terres-{finished}.meute").decode() == record
            table = await table_of(server, running_one)
            assert table.room.match is not None
            own, all_of_it = table.room.match.view(0).text(), table.room.match.snapshot().position
            assert whole.read(f"running/terres-{running_one}-1.txt").decode() == own != all_of_it

    asyncio.run(scene())


async def table_of(server: Running, code: str) -> Table:
    table = await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(server.registry.table(code), server.loop))
    assert table is not None
    return table


async def keep_daily(server: Running, done: StoredDaily) -> None:
    table = StoredTable(code="d", word="d", game=done.game, version=1, host="", seats=[])
    added = server.registry.store.add_table(table, TableUpdate([], TableStatus(), daily=done))
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(added, server.loop))


def test_whoever_is_forgotten_leaves_nothing_but_the_others_games(tmp_path: Path) -> None:
    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana la rouge") as ana, Visitor(server, "Bob") as bob:
            code = await ana.new_table("guest", "open", "bot", start=False, game="clan")
            lone = await ana.new_table()
            async with ana.at(code, {}) as a, bob.at(code, {}) as b:
                await b.ask("claim", "table", seat=1, name="Bob")
                await a.say("start")
                while b.table["phase"] != "playing":
                    await b.hear("table")
                await a.ask("say", "said", text="un secret")
                await ana.post("/api/recovery", {})
                assert (await ana.post("/api/me/delete", {"name": "Bob"}))["code"] == "not_the_name"
                assert await ana.post("/api/me/delete", {"name": "Ana la rouge"}) == {}
            assert (await ana.get("/api/home"))["tables"] == []
            async with bob.at(code, {}) as b:
                assert b.table["phase"] == "playing"
                assert b.table["seats"][0]["name"] == "Loup parti"
                assert b.table["host"]
                assert [line["text"] for line in b.table["chat"]] == [""]
                assert await b.until_to_act()
            assert (await bob.http.get(f"/api/tables/{lone}/record")).status_code == 404

    with running(tmp_path) as server:
        asyncio.run(scene(server))
    store = SqliteStore(tmp_path)
    store.connection.execute("vacuum")
    store.close_files()
    content = (tmp_path / FILE).read_bytes()
    for word in (b"Ana la rouge", b"un secret", b"recover"):
        assert word not in content


def test_a_database_of_before_devices_keeps_every_guest_seat_and_game(tmp_path: Path) -> None:
    """Written by the version before, with all five games, running and finished."""
    seeds = json.loads((OLD / "five_games.json").read_text())
    (tmp_path / FILE).write_bytes(gzip.decompress((OLD / "five_games.sqlite3.gz").read_bytes()))
    names = {"ana": "Ana", "bob": "Bob", "eve": "Eve", "nameless": ""}
    before = rows_in(tmp_path / FILE)
    assert {name: len(rows) for name, rows in before.items()} == {
        "guests": 3,
        "tables": 11,
        "sitting": 16,
        "moves": 102,
    }

    async def scene(server: Running) -> None:
        for who, token in seeds["tokens"].items():
            visitor = Visitor(server)
            visitor.http.cookies.set(f"meute_{seeds['mark']}", token)
            async with visitor:
                assert (await visitor.get("/api/home"))["guest"]["name"] == names[who]
                assert await tables(visitor) == seeds["lists"][who]
                if who == "bob":
                    for game, code in seeds["finished"].items():
                        assert (await visitor.http.get(f"/api/tables/{code}/record")).text.startswith("meute"), game
                    for game, seed in seeds["running"].items():
                        async with visitor.at(seed["code"], {}) as seat:
                            assert (seat.table["game"], seat.table["mine"]) == (game, [1])
                            assert [line["text"] for line in seat.table["chat"]][:1] == [f"hou ({game})"]
                    assert any([await move_on(visitor, seed["code"]) for seed in seeds["running"].values()])
                if names[who]:
                    assert [device["this"] for device in (await visitor.get("/api/me"))["devices"]] == [True]

    async def move_on(visitor: Visitor, code: str) -> bool:
        async with visitor.at(code, {}) as seat:
            return bool(seat.table["ask"]) and (await seat.play())["is"] == "news"

    with running(tmp_path) as server:
        assert server.registry.store.instance_id == seeds["mark"]
        asyncio.run(scene(server))
    after = rows_in(tmp_path / FILE)
    assert all(rows <= after[name] for name, rows in before.items())


def rows_in(file: Path) -> dict[str, set[tuple[object, ...]]]:
    """Who is known, the tables and who sits at each, and every move."""
    columns = {
        "guests": "guest, name, language",
        "tables": "id, code, game, phase",
        "sitting": "guest, table_id",
        "moves": "table_id, n, did, seat, step, action, chance, key",
    }
    with closing(sqlite3.connect(file)) as base:
        return {name: set(base.execute(f"select {column} from {name}")) for name, column in columns.items()}


def test_a_secret_that_is_damaged_is_told(tmp_path: Path) -> None:
    (tmp_path / SECRET).write_text("not hexadecimal")
    with pytest.raises(BadInput, match=r"error\.data_damaged"):
        Secret(tmp_path)
