"""Webhooks: signed, repeated after a failure, never doubled, and never sent into the server's own network."""

import asyncio
import base64
import hashlib
import hmac
import http.client
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import Running, Visitor, running
from server.matchmaking.test_matchmaker import in_loop
from server.notifications.test_notifications import A_DAY_EACH, MINUTE, quick, ring, start
from server.people.test_accounts import Wall

from meute.server.notifications import outbound
from meute.server.notifications.webhooks import PAUSES, formed
from meute.text import catalogue

FORMS = ("discord", "slack", "matrix", "json")


@dataclass
class Room:
    """A chat room's address: what it was posted, and how it answers."""

    port: int = 0
    status: int = 204
    posted: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    """Path, headers and body of each request."""

    def connect(self, host: str) -> http.client.HTTPConnection:
        """Leads here whatever the host."""
        assert host.endswith(".example")
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)


@contextmanager
def chat_room() -> Iterator[Room]:
    room = Room()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()} | {"body": body.decode()}
            room.posted.append((self.path, headers, json.loads(body)))
            self.send_response(room.status)
            self.send_header("location", "https://inside.example/")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        room.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield room
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def with_room(folder: Path, wall: Wall) -> Iterator[tuple[Running, Room]]:
    """A server whose webhooks all lead to one room."""
    settings = quick(wall, http={"public_url": "http://meute.test", "hosts": ("127.0.0.1",)})
    with chat_room() as room, running(folder, settings) as server:
        server.registry.notifications.webhooks.connect = room.connect
        yield server, room


async def deliver(server: Running, room: Room) -> list[tuple[str, dict[str, str], dict[str, Any]]]:
    """What the room gets now."""
    room.posted.clear()
    await ring(server)
    await in_loop(server, server.registry.notifications.webhooks.timer.wake())
    return sorted(room.posted, key=lambda post: post[0])


def is_signed(secret: str, headers: dict[str, str]) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{headers['body']}".encode()
    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return headers["webhook-signature"] == f"v1,{signature}"


def test_a_room_is_told_of_turn_end_and_invitation_and_again_after_its_failure(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, room: Room) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            for form in FORMS:
                me = await ana.post("/api/me/webhooks", {"url": f"https://chat.example/{form}?key=a", "form": form})
            hooks = {f"/{one['form']}?key=a": one for one in me["webhooks"]}
            assert len(hooks) == 4
            code = await start(ana, bob, pace=A_DAY_EACH, options={"leader": "first"})
            assert not await deliver(server, room), "held back for a minute"
            wall.at += MINUTE + 1
            room.status = 500
            failed = await deliver(server, room)
            assert [path for path, _, _ in failed] == sorted(hooks)
            assert not await deliver(server, room), "not again at once"
            wall.at += PAUSES[0] + 1
            room.status = 204
            told = await deliver(server, room)
            assert [headers["webhook-id"] for _, headers, _ in told] == [post[1]["webhook-id"] for post in failed]
            assert all(is_signed(hooks[path]["secret"], headers) for path, headers, _ in told)
            bodies = {path[1:].partition("?")[0]: body for path, _, body in told}
            sentence = catalogue("fr").entries["notice.turn"].replace("{names}", "Bob")
            text, url = f"Ana, Terres de Loups\N{NO-BREAK SPACE}: {sentence}", f"http://meute.test/table/{code}"
            assert bodies["slack"] == {"text": f"{text}\n{url}"}
            assert bodies["discord"] == {
                "username": "Meute",
                "content": f"{text.replace(':', chr(92) + ':')}\n{url}",
                "allowed_mentions": {"parse": []},
            }
            assert bodies["matrix"] == {"username": "Meute", "text": bodies["discord"]["content"]}
            one = bodies["json"]
            assert one.pop("id") in {headers["webhook-id"] for _, headers, _ in told}
            assert one == {
                "type": "turn",
                "person": "Ana",
                "game": "terres",
                "players": ["Ana", "Bob"],
                "text": text,
                "url": url,
            }
            wall.at += 100 * MINUTE
            assert not await deliver(server, room), "nothing is sent twice"
            for form in FORMS[:3]:
                handle = hooks[f"/{form}?key=a"]["handle"]
                assert (await bob.post("/api/me/drop", {"what": "webhook", "handle": handle})) is not None
                left = await ana.post("/api/me/drop", {"what": "webhook", "handle": handle})
            assert [one["form"] for one in left["webhooks"]] == ["json"]
            async with bob.at(code, {}) as seat:
                await seat.say("resign", seat=1)
                while seat.table["phase"] != "over":
                    await seat.hear("news", "table")
            wall.at += MINUTE + 1
            assert [body["type"] for _, _, body in await deliver(server, room)] == ["over"]
            again = await bob.new_table("guest", "open", start=False)
            person = (await bob.get("/api/people"))["companions"][0]["person"]
            assert await bob.post(f"/api/tables/{again}/invite", {"seat": 1, "person": person}) == {}
            wall.at += MINUTE + 1
            assert [body["type"] for _, _, body in await deliver(server, room)] == ["invited"]

    with with_room(tmp_path, wall) as (server, room):
        asyncio.run(scene(server, room))


def test_a_redirect_is_not_followed_and_an_address_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, room: Room) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            await ana.post("/api/me/webhooks", {"url": "https://chat.example/a", "form": "json"})
            await start(ana, bob, options={"leader": "first"})
            room.status, wall.at = 307, wall.at + MINUTE + 1
            assert len(await deliver(server, room)) == 1
            for pause in PAUSES:
                wall.at += pause + 1
                assert len(await deliver(server, room)) == 1, "a redirect is a failure"
            wall.at += 2 * PAUSES[-1]
            assert not await deliver(server, room), "given up"
            await start(ana, bob, options={"leader": "first"})
            room.status, wall.at = 410, wall.at + MINUTE + 1
            assert len(await deliver(server, room)) == 1
            assert (await ana.get("/api/me"))["webhooks"] == []

    with with_room(tmp_path, wall) as (server, room):
        asyncio.run(scene(server, room))


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example/a",
        "https://chat.example",
        "https://chat.example:8443/a",
        "https://ana@chat.example/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://0x7f.0.0.1/a",
        "https://127.1/a",
        "https://localhost/a",
        "https://chat.example/../a",
        "https://chat.example/%2e%2e/a",
        "https://chat.example/a\r\nhost: inside",
        "https://chat.example/a#b",
        "ftp://chat.example/a",
        "file:///etc/passwd",
        "https://chat.example/" + "a" * 1100,
        "",
    ],
)
def test_an_address_that_is_none_of_the_internet_is_refused(server: Running, url: str) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            assert (await ana.post("/api/me/webhooks", {"url": url, "form": "json"}))["code"] == "webhook"

    asyncio.run(scene())


def test_a_room_is_told_only_what_it_was_named_for_and_the_page_knows_how_it_answered(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, room: Room) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            for topics in ([], ["undo"], "over"):
                hook = {"url": "https://chat.example/a", "form": "json", "topics": topics}
                assert (await ana.post("/api/me/webhooks", hook))["code"] == "malformed"
            for topic in ("over", "turn"):
                hook = {"url": f"https://chat.example/{topic}", "form": "json", "topics": [topic, topic]}
                me = await ana.post("/api/me/webhooks", hook)
            over, turn = sorted(me["webhooks"], key=itemgetter("url"))
            assert (over["topics"], over["tried"], over["status"]) == (["over"], None, 0)
            await start(ana, bob, pace=A_DAY_EACH, options={"leader": "first"})
            wall.at += MINUTE + 1
            room.status = 503
            assert [path for path, _, _ in await deliver(server, room)] == ["/turn"]
            over, turn = sorted((await ana.get("/api/me"))["webhooks"], key=itemgetter("url"))
            assert (over["tried"], turn["tried"], turn["status"]) == (None, wall.at, 503)

    with with_room(tmp_path, wall) as (server, room):
        asyncio.run(scene(server, room))


def test_a_webhook_is_tested_by_its_owner_alone_and_not_often(tmp_path: Path) -> None:
    wall = Wall()

    async def scene(server: Running, room: Room) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server, "Bob") as bob:
            hook = {"url": "https://chat.example/a", "form": "json", "topics": ["over"]}
            handle = {"handle": (await ana.post("/api/me/webhooks", hook))["webhooks"][0]["handle"]}
            assert (await bob.post("/api/me/webhooks/test", handle))["code"] == "not_found"
            one = (await ana.post("/api/me/webhooks/test", handle))["webhooks"][0]
            assert (one["tried"], one["status"]) == (wall.at, 204)
            [(_, headers, body)] = room.posted
            assert is_signed(one["secret"], headers)
            assert body.pop("id") == headers["webhook-id"]
            text = f"Ana, Meute\N{NO-BREAK SPACE}: {catalogue('fr').entries['webhook.test']}"
            url = "http://meute.test/"
            assert body == {"type": "test", "person": "Ana", "game": "", "players": [], "text": text, "url": url}
            server.registry.notifications.webhooks.connect = refusing
            one = (await ana.post("/api/me/webhooks/test", handle))["webhooks"][0]
            assert one["status"] == 0, "no answer"
            for _ in range(int(server.registry.settings.limits.webhook_tests.burst) - 2):
                assert "code" not in await ana.post("/api/me/webhooks/test", handle)
            assert (await ana.post("/api/me/webhooks/test", handle))["code"] == "flood"

    def refusing(host: str) -> http.client.HTTPConnection:
        raise ConnectionRefusedError(host)

    with with_room(tmp_path, wall) as (server, room):
        asyncio.run(scene(server, room))


def test_webhooks_are_few(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            hook = {"url": "https://chat.example/a", "form": "slack"}
            for _ in range(server.registry.settings.limits.webhooks):
                assert "account" not in await ana.post("/api/me/webhooks", hook)
            assert (await ana.post("/api/me/webhooks", hook))["code"] == "too_many_webhooks"

    asyncio.run(scene())


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("::1", "fe80::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "ff02::1", "::"),
    ],
)
def test_no_name_leads_inside(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*found: str) -> Callable[..., list[tuple[Any, ...]]]:
        return lambda host, port, **_: [(0, 0, 0, "", (one, port)) for one in found]

    assert outbound.is_public("93.184.216.34")
    assert outbound.is_public("2606:4700::1111")
    monkeypatch.setattr(socket, "getaddrinfo", resolve("93.184.216.34", address))
    with pytest.raises(OSError, match="not out in the world"):
        outbound.connect_public("chat.example")


def test_the_address_that_was_checked_is_called_whatever_the_name_says_later(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["93.184.216.34", "127.0.0.1"])
    called = []

    def refuse(address: tuple[str, int], timeout: float) -> None:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lambda host, port, **_: [(0, 0, 0, "", (next(answers), port))])
    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(ConnectionRefusedError):
        outbound.post(outbound.connect_public("chat.example"), "/a", b"{}", {})
    assert called == [("93.184.216.34", 443)]


def test_an_answer_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "DEADLINE", 0.3)

    def drip() -> None:
        taken, _ = listener.accept()
        with taken:
            try:
                while True:
                    taken.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            except OSError:
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip)
        thread.start()
        connection = http.client.HTTPConnection("127.0.0.1", listener.getsockname()[1], timeout=60)
        with pytest.raises((OSError, http.client.HTTPException)):
            outbound.post(connection, "/a", b"{}", {})
        thread.join()


def test_a_name_calls_nobody_and_is_no_link() -> None:
    message = {"text": "<!here> @everyone [x](https://evil.example) *b* & co", "url": ""}
    assert formed("slack", message)["text"].startswith("&lt;!here&gt; ")
    for form, key in (("discord", "content"), ("matrix", "text")):
        text = formed(form, message)[key]  # type: ignore[arg-type]
        assert text.startswith("\\<!here\\> \\@everyone \\[x\\]\\(https\\://evil.example\\) \\*b\\*")
