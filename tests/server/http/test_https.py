"""A server whose public address is https: its cookie, the origins it takes, and visitors who come by plain http."""

import asyncio
from collections.abc import Iterator
from functools import partial
from operator import add
from pathlib import Path
from typing import Any

import httpx
import pytest
from helpers.visitor import QUICK, Running, Visitor, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from meute.server.http.middleware import FIRST_COOKIE, OLD_NAMES_UNTIL, SECURE_PREFIX
from meute.server.settings import override

NAME = "meute.example"
PUBLIC = f"https://{NAME}"
TOKEN = "t" * 40
ANA = b'{"name":"Ana","language":"fr"}'
SETTINGS = override(
    QUICK,
    now=partial(add, OLD_NAMES_UNTIL, -1),
    http={"public_url": PUBLIC, "proxies": ("127.0.0.1",), "hosts": ("table.lan",)},
)


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("public"), SETTINGS) as server:
        yield server


def ask(
    server: Running, headers: dict[str, str], method: str = "GET", path: str = "/api/home", body: bytes = b""
) -> httpx.Response:
    """One request of a browser without cookies."""
    with httpx.Client(base_url=server.url, timeout=60) as line:
        return line.request(method, path, headers=headers, content=body)


def by_https(server: Running, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
    """One request that the proxy says to have come by https."""
    return ask(server, {"host": NAME, "x-forwarded-proto": "https", **(headers or {})}, **more)


def mark(server: Running) -> str:
    return server.registry.store.instance_id


def test_over_https_only_this_host_can_set_the_cookie(public: Running) -> None:
    answer = by_https(public)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"__Host-meute_{mark(public)}="), "browsers know this prefix"
    parts = set(cookie.split("; ")[1:])
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= parts
    assert not any(part.lower().startswith("domain") for part in parts), "else browsers drop it"
    assert "max-age=" in answer.headers["strict-transport-security"]
    again = by_https(public, {"cookie": cookie.partition(";")[0]})
    assert "set-cookie" not in again.headers


@pytest.mark.parametrize("name", [FIRST_COOKIE, "meute_{mark}"])
def test_a_cookie_of_an_older_name_is_taken_for_a_while_only(tmp_path: Path, name: str) -> None:
    for seconds, taken in ((-1, True), (0, False)):
        with running(tmp_path, override(SETTINGS, now=partial(add, OLD_NAMES_UNTIL, seconds))) as server:
            cookie = f"{SECURE_PREFIX}meute_{mark(server)}={TOKEN}"
            by_https(server, {"cookie": cookie, "origin": PUBLIC}, method="POST", path="/api/me", body=ANA)
            answer = by_https(server, {"cookie": f"{name.format(mark=mark(server))}={TOKEN}"})
            assert (answer.json()["guest"]["name"] == "Ana") is taken
            assert answer.headers["set-cookie"].startswith(cookie) is taken
            own = by_https(server, {"cookie": f"{name.format(mark=mark(server))}={'e' * 40}; {cookie}"})
            assert own.json()["guest"]["name"] == "Ana", "the host's own cookie comes first"


def test_over_http_the_first_name_is_taken_for_a_while_only(tmp_path: Path) -> None:
    for seconds, taken in ((-1, True), (0, False)):
        with running(tmp_path, override(QUICK, now=partial(add, OLD_NAMES_UNTIL, seconds))) as server:
            plain = f"meute_{mark(server)}={TOKEN}"
            assert not ask(server, {"cookie": f"{FIRST_COOKIE}={TOKEN}"}).headers["set-cookie"].startswith(plain)
            assert "set-cookie" not in ask(server, {"cookie": plain}, "POST", "/api/me", ANA).headers
            answer = ask(server, {"cookie": f"{FIRST_COOKIE}={TOKEN}"})
            assert answer.headers["set-cookie"].startswith(plain) is taken


def test_a_planted_cookie_of_an_older_name_is_not_taken(tmp_path: Path) -> None:
    """A device that took a seat without a name has one of its own."""
    planted = f"{FIRST_COOKIE}={'e' * 40}"
    game = b'{"game":"terres","seats":[{"kind":"guest"},{"kind":"open"}]}'
    with running(tmp_path, SETTINGS) as server:
        told = by_https(server, {"cookie": planted}).headers["set-cookie"]
        assert "e" * 40 not in told
        cookie = {"cookie": f"{SECURE_PREFIX}meute_{mark(server)}={TOKEN}", "origin": PUBLIC}
        assert by_https(server, cookie, method="POST", path="/api/tables", body=game).status_code == 200
        told = by_https(server, {"cookie": f"{planted}; meute_{mark(server)}={TOKEN}"}).headers["set-cookie"]
        assert TOKEN in told


@pytest.mark.parametrize(
    ("host", "proto", "origin", "taken"),
    [
        (NAME, "https", PUBLIC, True),
        (NAME, "https", f"http://{NAME}", False),
        (NAME, "", f"http://{NAME}", False),
        (f"{NAME}:8484", "", f"http://{NAME}:8484", False),
        ("table.lan", "https", "https://table.lan", True),
        ("table.lan", "https", "http://table.lan", False),
        ("table.lan", "", "http://table.lan", True),
        ("127.0.0.1", "", "http://127.0.0.1", True),
        ("127.0.0.1", "", PUBLIC, True),
        ("127.0.0.1", "", f"http://{NAME}", False),
        (NAME, "https", "https://evil.example", False),
        (NAME, "https", "", False),
    ],
)
def test_the_scheme_of_an_origin_counts(public: Running, host: str, proto: str, origin: str, taken: bool) -> None:
    headers = {"host": host, "origin": origin} | ({"x-forwarded-proto": proto} if proto else {})
    answer = ask(public, headers, "POST", "/api/me", ANA)
    assert (answer.status_code, answer.json().get("code", "")) == ((200, "") if taken else (403, "origin"))


def test_a_socket_from_a_page_over_http_is_refused(public: Running) -> None:
    async def scene() -> None:
        async with Visitor(public) as ana:
            code = await ana.new_table()
        url = f"{public.url.replace('http', 'ws', 1)}/socket/{code}"
        headers = {"x-forwarded-proto": "https"}

        async def come(origin: str) -> None:
            async with connect(url, origin=Origin(origin), additional_headers=headers, compression=None) as socket:
                await socket.send('{"do":"hello"}')
                assert '"table"' in str(await socket.recv())

        await come(PUBLIC)
        with pytest.raises(InvalidStatus, match="403"):
            await come(public.url)

    asyncio.run(scene())


@pytest.mark.parametrize("path", ["/", "/table/abc?x=1&y=%C3%A9", "/api/home"])
def test_a_visitor_of_the_public_name_by_http_is_led_to_https(public: Running, path: str) -> None:
    for host in (NAME, f"{NAME}:{public.port}"):
        for scheme in ("", "http"):
            answer = ask(public, {"host": host, "x-forwarded-proto": scheme}, path=path)
            assert (answer.status_code, answer.headers["location"]) == (307, f"{PUBLIC}{path}")
            assert answer.headers["cache-control"] == "no-store"
            assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "table.lan"])
def test_by_other_names_http_stays_and_the_cookie_is_kept(public: Running, host: str) -> None:
    answer = ask(public, {"host": host})
    assert answer.status_code == 200
    assert answer.headers["set-cookie"].startswith(f"meute_{mark(public)}=")
    assert "Secure" not in answer.headers["set-cookie"], "a browser would drop it"
    assert "strict-transport-security" not in answer.headers
    assert ask(public, {"host": host}, path="/").status_code == 200


def test_behind_a_proxy_that_is_not_named_nobody_is_sent_in_circles(tmp_path: Path) -> None:
    with running(tmp_path, override(QUICK, http={"public_url": PUBLIC})) as server:
        for headers in ({"x-forwarded-proto": "https"}, {"sec-fetch-site": "none"}):
            answer = ask(server, {"host": NAME, **headers})
            assert answer.status_code == 200
            assert answer.headers["set-cookie"].startswith(SECURE_PREFIX)
        assert ask(server, {"host": NAME}).status_code == 307
        assert ask(server, {"host": "127.0.0.1"}).status_code == 200


def test_without_https_nothing_is_redirected(tmp_path: Path) -> None:
    with running(tmp_path, override(QUICK, http={"public_url": f"http://{NAME}"})) as server:
        answer = ask(server, {"host": NAME})
        assert answer.status_code == 200
        assert "strict-transport-security" not in answer.headers
        assert answer.headers["set-cookie"].startswith("meute_")
