"""Several servers over one database: a table lives at one of them, and everybody reaches it."""

import asyncio
import json
import logging
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from helpers import postgres as wheel
from helpers.authenticator import ORIGIN, Authenticator, Browser
from helpers.postgres import Postgres
from helpers.postgres import running as postgres_server
from helpers.push_service import mail_server
from helpers.visitor import PLENTY, QUICK, Json, Running, Seat, Visitor, running
from server.http.test_tokens import make_token, using
from server.people.test_accounts import Wall
from starlette.requests import HTTPConnection

from meute.server.cluster.node_proxy import HEADER, write_ticket
from meute.server.logs import CURRENT_TABLE, JsonFormatter
from meute.server.people.accounts import to_base64url
from meute.server.people.passkeys import CHALLENGE_TIME
from meute.server.settings import MailSettings, override
from meute.server.store.interface import LeaseLost, StoreFailed
from meute.server.store.job import Job, Statement
from meute.server.store.models import LoadedTable, StoredGuest, StoredMove, StoredPrefs, TableStatus, TableUpdate
from meute.server.table.connection import GOING_AWAY
from meute.server.table.daily import open_daily

UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
    "sec-websocket-version": "13",
}


@pytest.fixture
def nodes(tmp_path: Path, postgres: Postgres) -> Iterator[list[Running]]:
    """Two nodes of one cluster."""
    url = postgres.fresh()
    with ExitStack() as open_ones:
        yield [
            open_ones.enter_context(
                running(
                    tmp_path,
                    override(QUICK, store={"url": url}, cluster={"node": name, "private_address": "127.0.0.1:0"}),
                )
            )
            for name in ("alpha", "beta")
        ]


def at_node(visitor: Visitor, node: Running) -> Visitor:
    """The same browser, led to another node."""
    other = Visitor(node, visitor.name)
    other.http.cookies = visitor.http.cookies
    return other


def private(node: Running, path: str) -> str:
    return f"http://{node.app.settings.cluster.private_address}{path}"


async def in_loop(node: Running, what: "asyncio.Future[object] | object") -> object:
    """Does something in a node's own loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(what, node.loop))  # type: ignore[arg-type]


@asynccontextmanager
async def two_players(nodes: list[Running]) -> AsyncIterator[tuple[str, Visitor, Visitor, Seat, Seat]]:
    """Ana at the node that has the table, and Bea who comes to it through the other one."""
    async with Visitor(nodes[0], "Ana") as ana, Visitor(nodes[1], "Bea") as bea:
        code = await ana.new_table("guest", "open", start=False)
        async with ana.at(code, {}) as first, bea.at(code, {}) as second:
            await second.ask("claim", "table", seat=1, name="Bea")
            await first.say("start")
            for seat in (first, second):
                while seat.table["phase"] != "playing":
                    await seat.hear("table")
            yield code, ana, bea, first, second


async def play_on(*seats: Seat, moves: int = 6) -> None:
    """A few moves of whoever is asked, each seen by both."""
    for _ in range(moves):
        asked = next(seat for seat in seats if seat.table["ask"])
        assert (await asked.play())["is"] == "news"
        step = asked.step
        for seat in seats:
            while seat.step < step:
                await seat.hear("news")


def test_whoever_comes_to_another_node_is_led_to_the_table(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, bea, first, second):
            await play_on(first, second)
            assert code in nodes[0].registry.tables
            assert nodes[1].registry.tables == {}
            mine = await ana.get(f"/api/tables/{code}/at/3?view=0")
            async with at_node(ana, nodes[1]) as other:
                assert await other.get(f"/api/tables/{code}/at/3?view=0") == mine
            assert (await bea.get(f"/api/tables/{code}/at/3?view=0"))["code"] == "not_your_seat"
            assert (await bea.get(f"/api/tables/{code}/record"))["code"] == "live_record"
            hidden = {choice["text"] for choice in (first.table["ask"] or {"choices": []})["choices"]}
            assert second.table["ask"] is None or not hidden
            await second.say("sit", seat=0)
            assert (await second.hear("refused"))["code"] == "not_your_seat"
            assert all('"seat":0,' not in text.partition('"scene":')[2][:40] for text in second.raw)

    asyncio.run(scene())


def test_a_forged_pipe_is_refused(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with Visitor(nodes[0], "Ana") as ana:
            code = await ana.new_table()
            async with httpx.AsyncClient(timeout=60) as stranger:
                for ticket in ("", "rubbish", "e30=.00", "é.é"):
                    upgrade = [(name.encode(), value.encode()) for name, value in UPGRADE.items()]
                    headers = [(HEADER.encode(), ticket.encode()), *upgrade]
                    for path in (f"/socket/{code}", f"/api/tables/{code}/at/0", "/"):
                        for asked in (headers, headers[:1]):
                            answer = await stranger.get(private(nodes[0], path), headers=asked)
                            assert answer.status_code == 403, (path, asked)

    asyncio.run(scene())


def test_what_no_database_takes_is_refused_like_anything_else(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with Visitor(nodes[0], "Ana") as ana, at_node(ana, nodes[1]) as other:
            code = await ana.new_table()
            async with ana.at(code, {}) as seat:
                await seat.until_to_act()
                assert (await seat.play(key="nothing\0"))["code"] == "key"
                assert (await seat.play())["is"] == "news"
                for path, reason in (
                    (f"/api/tables/{code}/at/²", "malformed"),
                    (f"/api/tables/{code}/at/1%0D%0AX:%20y", "malformed"),
                    (f"/api/tables/{code}/at/0?view=²", "malformed"),
                    ("/api/tables/%00/at/0", "not_found"),
                    ("/api/word/loup%00", "not_found"),
                ):
                    assert (await other.get(path))["code"] == reason, path

    asyncio.run(scene())


def test_a_table_that_is_taken_is_written_by_nobody_else(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, bea, first, second):
            await play_on(first, second)
            held = nodes[0].registry.tables[code]
            before = held.game_play.moves
            store, table_id = nodes[0].registry.store, held.room.id
            late = store.append(table_id, before, TableUpdate([StoredMove("play", 0, 99, "r2-N")], TableStatus()))
            await in_loop(nodes[1], nodes[1].registry.table(code, force=True))
            assert (await first.closing())[0] == GOING_AWAY
            assert (await second.closing())[0] == GOING_AWAY
            with pytest.raises(LeaseLost):
                await in_loop(nodes[0], late)
            for failing in (store.save_table(table_id, held.room.stored), store.save_clocks(table_id, [])):
                with pytest.raises(LeaseLost):
                    await in_loop(nodes[0], failing)
            assert code not in nodes[0].registry.tables
            async with ana.at(code, {"seat": 0}) as first, bea.at(code, {"seat": 1}) as second:
                await play_on(first, second)
            loaded = await in_loop(nodes[1], nodes[1].registry.store.load(code))
            assert isinstance(loaded, LoadedTable)
            assert len(loaded.moves) == before + 6

    asyncio.run(scene())


def test_a_node_that_leaves_hands_its_tables_over(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, bea, first, second), httpx.AsyncClient(timeout=60) as operator:
            await play_on(first, second)
            assert (await operator.get(private(nodes[0], "/readyz"))).status_code == 200
            await in_loop(nodes[0], nodes[0].registry.drain())
            assert (await first.closing())[0] == (await second.closing())[0] == GOING_AWAY
            assert (await operator.get(private(nodes[0], "/readyz"))).status_code == 503
            assert (await operator.get(private(nodes[0], "/healthz"))).text == "ok\n"
            async with (
                at_node(ana, nodes[1]) as other,
                other.at(code, {"seat": 0}) as first,
                bea.at(code, {"seat": 1}) as second,
            ):
                await play_on(first, second)
                answer = (await operator.get(private(nodes[1], "/metrics"))).text
            assert code in nodes[1].registry.tables
            assert "meute_tables 1.0" in answer
            assert "meute_sockets 2.0" in answer
            assert 'meute_stored_seconds_bucket{le="+Inf"}' in answer
            assert "meute_ready 1.0" in answer

    asyncio.run(scene())


def test_what_changes_at_one_node_is_known_at_the_other(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, _, bea, first, second):
            assert nodes[0].registry.accounts.owners or nodes[1].registry.accounts.owners
            guest = nodes[0].registry.tables[code].room.stored.seats[1].guest
            await in_loop(nodes[1], nodes[1].registry.disconnect_everywhere(guest))
            assert (await second.closing())[0] == GOING_AWAY
            async with bea.at(code, {}) as second:
                assert second.table["scene"]["seat"] == 1
                forget = nodes[1].registry.store.people.delete_person(StoredGuest(guest, "Bea", "fr"), "partie")
                await in_loop(nodes[1], forget)
                await first.say("say", text="encore là ?")
                assert (await first.closing())[0] == GOING_AWAY

    asyncio.run(scene())


def test_logs_tell_node_table_and_epoch() -> None:
    formatter = JsonFormatter("alpha")
    record = logging.LogRecord("meute", logging.WARNING, "", 0, "lost %s", ("it",), None)
    assert json.loads(formatter.format(record)) == {
        "at": round(record.created, 3),
        "level": "warning",
        "from": "meute",
        "said": "lost it",
        "node": "alpha",
    }
    before = CURRENT_TABLE.set(("code", 3))
    entry = json.loads(formatter.format(record))
    CURRENT_TABLE.reset(before)
    assert (entry["table"], entry["epoch"]) == ("code", 3)


@pytest.fixture
def behind_proxy(tmp_path: Path, postgres: Postgres) -> Iterator[list[Running]]:
    """Two nodes of one cluster, behind a proxy that ends TLS."""
    settings = override(
        QUICK,
        store={"url": postgres.fresh()},
        cluster={"private_address": "127.0.0.1:0"},
        http={"public_url": ORIGIN, "proxies": ("127.0.0.1",)},
    )
    with ExitStack() as open_ones:
        yield [
            open_ones.enter_context(running(tmp_path, override(settings, cluster={"node": name})))
            for name in ("alpha", "beta")
        ]


def test_a_passkey_works_whichever_node_each_request_reaches(behind_proxy: list[Running]) -> None:
    async def scene() -> None:
        alpha, beta = behind_proxy
        desktop, phone, thief, key = Browser(), Browser(), Browser(), Authenticator()
        await desktop.post(alpha, "/api/me", {"name": "Ana", "language": "fr"})
        made = {"credential": key.make(await desktop.post(alpha, "/api/passkey/new", {}))}
        assert (await thief.post(beta, "/api/passkey/add", made))["code"] == "passkey", "not the device that was asked"
        assert len((await desktop.post(beta, "/api/passkey/add", made))["passkeys"]) == 1
        await phone.post(beta, "/api/me", {"name": "Nouvelle", "language": "fr"})
        for asked_at, answered_at in ((alpha, beta), (beta, alpha)):
            signed = {"credential": key.sign(await phone.post(asked_at, "/api/passkey/ask", {}))}
            device = SimpleCookie(phone.cookies.output(header=""))
            assert (await thief.post(alpha, "/api/passkey/enter", signed))["code"] == "passkey"
            assert (await phone.post(answered_at, "/api/passkey/enter", signed))["guest"]["name"] == "Ana"
            for node in (alpha, beta):
                again = Browser()
                again.cookies = device
                assert (await again.post(node, "/api/passkey/enter", signed))["code"] == "passkey", "once"

    asyncio.run(scene())


def test_an_old_or_forged_challenge_is_refused(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(node: Running) -> None:
        ana, key = Browser(), Authenticator()
        await ana.post(node, "/api/me", {"name": "Ana", "language": "fr"})
        options = await ana.post(node, "/api/passkey/new", {})
        late = {"credential": key.make(options)}
        forged = {"credential": key.make({**options, "challenge": to_base64url(b"\xff" * 40)})}
        wall.at += CHALLENGE_TIME + 2
        others: list[Json] = [{"credential": {}}, {"credential": {"response": {"clientDataJSON": "W10"}}}]
        for wrong in (late, forged, *others):
            assert (await ana.post(node, "/api/passkey/add", wrong))["code"] == "passkey"

    with running(tmp_path, override(QUICK, now=wall, http={"public_url": ORIGIN, "proxies": ("127.0.0.1",)})) as node:
        asyncio.run(scene(node))


def test_a_signature_of_a_key_that_does_not_count_is_used_once(tmp_path: Path) -> None:
    async def scene(node: Running) -> None:
        ana, phone, key = Browser(), Browser(), Authenticator()
        await ana.post(node, "/api/me", {"name": "Ana", "language": "fr"})
        key.count = -1
        await ana.post(node, "/api/passkey/add", {"credential": key.make(await ana.post(node, "/api/passkey/new", {}))})
        options = await phone.post(node, "/api/passkey/ask", {})
        device = SimpleCookie(phone.cookies.output(header=""))
        key.count = -1
        signed = {"credential": key.sign(options)}
        assert (await phone.post(node, "/api/passkey/enter", signed))["guest"]["name"] == "Ana"
        phone.cookies = device
        assert (await phone.post(node, "/api/passkey/enter", signed))["code"] == "passkey"

    with running(tmp_path, override(QUICK, http={"public_url": ORIGIN, "proxies": ("127.0.0.1",)})) as node:
        asyncio.run(scene(node))


def test_challenges_asked_for_in_advance_make_no_more_passkeys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meute.server.people.passkeys.MOST_PASSKEYS", 1)

    async def scene(node: Running) -> None:
        ana = Browser()
        await ana.post(node, "/api/me", {"name": "Ana", "language": "fr"})
        made = [{"credential": Authenticator().make(await ana.post(node, "/api/passkey/new", {}))} for _ in range(2)]
        answer = [await ana.post(node, "/api/passkey/add", one) for one in made]
        assert len(answer[0]["passkeys"]) == 1
        assert answer[1]["code"] == "too_many_passkeys"

    with running(tmp_path, override(QUICK, http={"public_url": ORIGIN, "proxies": ("127.0.0.1",)})) as node:
        asyncio.run(scene(node))


def test_a_claim_is_had_once_whichever_node_asks(nodes: list[Running]) -> None:
    async def scene() -> None:
        alpha, beta = (node.registry.store.people for node in nodes)
        both = (in_loop(nodes[0], alpha.claim("h", 100.0, 1.0)), in_loop(nodes[1], beta.claim("h", 100.0, 1.0)))
        assert sorted(await asyncio.gather(*both)) == [False, True]  # type: ignore[type-var]
        assert await in_loop(nodes[1], beta.claim("h", 200.0, 100.0)), "again when its time is over"
        await in_loop(nodes[0], alpha.unclaim("h"))
        assert await in_loop(nodes[0], alpha.claim("h", 300.0, 101.0))

    asyncio.run(scene())


def test_a_ticket_lets_in_once_and_at_one_node(nodes: list[Running]) -> None:
    async def scene() -> None:
        registry = nodes[0].registry
        scope = {"type": "http", "path": "/api/home", "headers": [], "client": ("198.51.100.7", 1)}
        visitor = HTTPConnection({**scope, "state": {"device": "d", "known": False, "by_token": False}})
        async with httpx.AsyncClient(timeout=60) as line:
            ticket = {HEADER: write_ticket(registry.secret, visitor, registry.store.node)}
            reply = [await line.get(private(node, "/api/home"), headers=ticket) for node in (*nodes[::-1], nodes[0])]
        assert [answer.status_code for answer in reply] == [403, 200, 403]

    asyncio.run(scene())


def test_a_wish_is_heeded_where_the_table_is(nodes: list[Running]) -> None:
    """A person who wished nothing before asks one node for notices, while the table is at the other."""

    async def scene() -> None:
        async with two_players(nodes) as (code, ana, _, _, _):
            guest = nodes[0].registry.tables[code].room.stored.seats[0].guest
            assert not nodes[0].registry.accounts.prefs(guest).zone
            async with at_node(ana, nodes[1]) as other:
                await other.post("/api/me/wishes", {"zone": "Europe/Paris", "quiet": [22, 8]})
                async with asyncio.timeout(30):
                    while nodes[0].registry.accounts.prefs(guest).zone != "Europe/Paris":
                        await asyncio.sleep(0.01)

    asyncio.run(scene())


def test_what_was_told_while_a_node_did_not_listen_is_looked_up(nodes: list[Running]) -> None:
    async def scene() -> None:
        async with two_players(nodes) as (code, ana, _, _, _):
            registry = nodes[0].registry
            guest = registry.tables[code].room.stored.seats[0].guest
            registry.accounts.owners["a device"] = "a person who has it no more"
            await in_loop(nodes[1], nodes[1].registry.store.people.save_prefs(guest, StoredPrefs(zone="Asia/Tokyo")))
            async with at_node(ana, nodes[1]):
                nodes[0].loop.call_soon_threadsafe(registry.on_node_message, "listening", "")
                async with asyncio.timeout(30):
                    while registry.accounts.prefs(guest).zone != "Asia/Tokyo":
                        await asyncio.sleep(0.01)
            assert "a device" not in registry.accounts.owners

    asyncio.run(scene())


def test_an_address_is_not_flooded_with_mails_through_two_nodes(tmp_path: Path, postgres: Postgres) -> None:
    async def scene(nodes: list[Running]) -> None:
        codes = []
        for n in range(QUICK.limits.daily_confirmation_mails + 2):
            async with Visitor(nodes[n % 2], f"Ana {n}") as ana:
                me = await ana.post("/api/mail", {"address": f"Victim+{n}@example.org"})
                codes.append(me.get("code", ""))
        assert codes == [""] * QUICK.limits.daily_confirmation_mails + ["mail_limit"] * 2
        assert len(post.mails) == QUICK.limits.daily_confirmation_mails

    with mail_server() as post, ExitStack() as open_ones:
        mail = MailSettings(host="127.0.0.1", port=post.port, sender="meute@meute.test", security="none")
        settings = override(
            QUICK,
            mail=mail,
            store={"url": postgres.fresh()},
            cluster={"private_address": "127.0.0.1:0"},
            limits={"confirmation_mails": PLENTY},
        )
        settings = override(settings, http={"public_url": "http://meute.test", "hosts": ("127.0.0.1",)})
        nodes = [
            open_ones.enter_context(running(tmp_path, override(settings, cluster={"node": name})))
            for name in ("alpha", "beta")
        ]
        asyncio.run(scene(nodes))


def test_a_daily_list_is_sent_by_one_node(tmp_path: Path, postgres: Postgres) -> None:
    async def scene(nodes: list[Running]) -> None:
        async with two_players(nodes) as (code, *_):
            seats = nodes[0].registry.tables[code].room.stored.seats
            asked = nodes[0].registry.tables[code].room.live_match().seats_to_act()[0]
            both = [
                in_loop(node, node.registry.notifications.send_digest(seats[asked].guest, "a@b.de")) for node in nodes
            ]
            assert sorted(await asyncio.gather(*both)) == [False, True]  # type: ignore[type-var]
        assert len(post.mails) == 1

    with mail_server() as post, ExitStack() as open_ones:
        mail = MailSettings(host="127.0.0.1", port=post.port, sender="meute@meute.test", security="none")
        settings = override(
            QUICK, mail=mail, store={"url": postgres.fresh()}, cluster={"private_address": "127.0.0.1:0"}
        )
        settings = override(settings, http={"public_url": "http://meute.test", "hosts": ("127.0.0.1",)})
        nodes = [
            open_ones.enter_context(running(tmp_path, override(settings, cluster={"node": name})))
            for name in ("alpha", "beta")
        ]
        asyncio.run(scene(nodes))


def test_a_deal_asked_for_at_two_nodes_is_one_try(nodes: list[Running]) -> None:
    async def scene() -> None:
        ana = StoredGuest("ana", "Ana", "fr")
        both = [in_loop(node, open_daily(node.registry, "terres", ana)) for node in nodes]
        first, second = await asyncio.gather(*both)
        assert first == second

    asyncio.run(scene())


def test_programs_at_two_nodes_meet_on_one_ladder(nodes: list[Running]) -> None:
    async def ready(node: Running, token: str) -> None:
        """Stands ready until there is a game in which to move."""
        async with using(node, token) as program:
            answer = await program.get("/api/programs/wait?games=terres&wait=60", timeout=90)
            assert [table["game"] for table in answer.json()["tables"]] == ["terres"]

    async def scene() -> None:
        async with Visitor(nodes[0], "Ana") as ana:
            tokens = [await make_token(ana, "read", "play", program=name) for name in ("Luna", "Rolf")]
            waiting = [asyncio.create_task(ready(*who)) for who in zip(nodes, tokens, strict=True)]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            (leader,) = [node for node in nodes if node.registry.ladder.leads_until]
            (other,) = [node for node in nodes if node is not leader]
            assert len(other.registry.ladder.ready) == 2
            [(code, players)] = [*leader.registry.ladder.running.items()][:1]
            await in_loop(leader, leader.registry.ladder.pair())
            assert leader.registry.ladder.running[code] == players, "no node has the table in memory yet"
            assert not other.registry.ladder.started, "the budget is spent at one node"
            (done,) = [task for task in waiting if task.done()]
            await done
            for task in waiting:
                task.cancel()

    asyncio.run(scene())


def test_a_database_that_takes_no_writes_is_told_until_it_does(nodes: list[Running]) -> None:
    def read_only() -> Job[None]:
        yield Statement("set transaction read only")
        yield Statement("delete from banned")

    async def scene() -> None:
        registry = nodes[0].registry
        async with asyncio.timeout(60):
            while not all(node.registry.store.holds_lease() for node in nodes):
                await asyncio.sleep(0.02)
        with pytest.raises(StoreFailed):
            await in_loop(nodes[0], registry.store.write_together(read_only()))  # type: ignore[attr-defined]
        assert "read-only" in registry.unready_reason()
        assert not nodes[1].registry.unready_reason()
        async with httpx.AsyncClient(timeout=60) as operator:
            assert (await operator.get(private(nodes[0], "/readyz"))).text == "ready\n"
        assert not registry.unready_reason()

    asyncio.run(scene())


def test_whoever_comes_while_the_database_is_gone_is_turned_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(node: Running, base: Postgres) -> None:
        async with Visitor(node, "Ana") as ana:
            code = await ana.new_table()
            await asyncio.to_thread(base.stop, signal.SIGQUIT)
            for _ in range(3):
                async with ana.at(code) as seat:
                    closed, reasons = await seat.closing()
                assert closed == GOING_AWAY
                assert reasons < {"store", "moving"}
            async with ana.connected("/api/home/live") as home:
                assert (await home.closing())[0] == GOING_AWAY
            assert (await ana.http.get("/api/home")).status_code == 503

    with postgres_server(*wheel.QUICK) as base:
        settings = override(
            QUICK, store={"url": base.url()}, cluster={"node": "alpha", "private_address": "127.0.0.1:0"}
        )
        with running(tmp_path, settings) as node:
            asyncio.run(scene(node, base))
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
