"""Requests: home, pages, catalogues, rules, moments of a game."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from helpers.visitor import Running, Visitor, running
from starlette.datastructures import Headers
from starlette.requests import Request

from meute.games import GAMES
from meute.server import listings
from meute.server.http.middleware import SecurityMiddleware
from meute.server.http.static_page import FOREVER, StaticPage, read_files, static_file
from meute.server.settings import Settings, override
from meute.server.table.connection import BROKEN
from meute.server.typescript import typescript


def test_home_lists_the_five_games(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            home = await ana.get("/api/home")
            assert home["guest"] == {"name": "Ana", "language": "fr"}
            assert [game["id"] for game in home["games"]] == ["terres", "aventure", "clan", "wildlife", "traces"]
            assert home["games"][0]["options"][0]["name"] == "board"
            assert [bot["name"] for bot in home["bots"]][:2] == ["louveteau", "rodeur"]
            code = await ana.new_table("guest", "bot", start=False)
            line = (await ana.get("/api/home"))["tables"][0]
            assert (line["code"], line["phase"], line["my_turn"]) == (code, "lobby", False)
            async with ana.at(code, {}) as seat:
                await seat.ask("start", "table")
                await seat.until_to_act()
            line = (await ana.get("/api/home"))["tables"][0]
            assert (line["my_turn"], line["waiting_for"]) == (True, ["Ana"])

    asyncio.run(scene())


def test_every_answer_is_guarded(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server) as visitor:
            for path in ("/", "/table/abc", "/api/home", "/api/nothing", "/assets/nothing.js"):
                answer = await visitor.http.get(path, headers={"accept-encoding": "identity"})
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self';" in policy
                assert "unsafe" not in policy
                assert answer.headers["x-content-type-options"] == "nosniff"

    asyncio.run(scene())


def test_a_cookie_comes_only_with_what_no_cache_keeps(server: Running) -> None:
    server.app.page.files["assets/wolf-1a2b.js"] = static_file(b"howl()", "text/javascript", FOREVER)

    async def scene() -> None:
        async with Visitor(server) as visitor:
            for path in ("/assets/wolf-1a2b.js", "/", "/table/abc", "/api/text/fr.json"):
                visitor.http.cookies.clear()
                answer = await visitor.http.get(path)
                assert "no-store" not in answer.headers["cache-control"]
                assert "set-cookie" not in answer.headers, path
            for path in ("/api/home", "/api/nothing"):
                visitor.http.cookies.clear()
                answer = await visitor.http.get(path)
                assert answer.headers["cache-control"] == "no-store"
                cookie = answer.headers["set-cookie"]
                assert "HttpOnly" in cookie
                assert "SameSite=Lax" in cookie
                assert "Secure" not in cookie

    asyncio.run(scene())


def test_cookies_of_others_on_the_same_host_do_not_disturb(server: Running, tmp_path: Path) -> None:
    async def scene(other: Running) -> None:
        async with Visitor(server, "Ana") as ana, Visitor(other, "Eve") as eve:
            jars = [*ana.http.cookies.jar, *eve.http.cookies.jar]
            assert len({cookie.name for cookie in jars}) == 2
            both = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jars)
            odd = f'seen={{"a": [1, 2]}}; naïf; =; {both}; meute_guest=short'.encode("latin-1")
            for visitor, name in ((ana, "Ana"), (eve, "Eve")):
                visitor.http.cookies.clear()
                answer = await visitor.http.get("/api/home", headers=[(b"cookie", odd)])
                assert answer.json()["guest"]["name"] == name
                assert "set-cookie" not in answer.headers
            forged = f"{jars[0].name}=short".encode()
            assert "set-cookie" in (await ana.http.get("/api/home", headers=[(b"cookie", forged)])).headers

    with running(tmp_path) as other:
        asyncio.run(scene(other))


def test_catalogues_are_cached_by_their_fingerprint(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server) as visitor:
            first = await visitor.http.get("/api/text/fr.json")
            assert first.json()["refused.stale"]
            assert first.headers["content-encoding"] == "gzip"
            again = await visitor.http.get("/api/text/fr.json", headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            reply = {tag: await visitor.http.get(f"/api/text/{tag}.json") for tag in ("fr", "en-GB", "xx")}
            assert [answer.headers["content-language"] for answer in reply.values()] == ["fr", "en", "fr"]

    asyncio.run(scene())


def test_a_file_is_sent_in_the_best_accepted_compression(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_bytes(b"let wolf = 1\n" * 9)
    (tmp_path / "page.js.br").write_bytes(b"pressed")
    [(name, file)] = read_files(tmp_path, "")
    assert name == "page.js"
    for accepted, coding in (("gzip, deflate, br", "br"), ("gzip", "gzip"), ("", None)):
        request = Request({"type": "http", "headers": [(b"accept-encoding", accepted.encode())]})
        answer = file.response(request)
        assert answer.headers.get("content-encoding") == coding
        assert answer.body == {"br": file.brotli, "gzip": file.gzipped, None: file.body}[coding]


def test_moments_are_seen_from_allowed_seats_only(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana, Visitor(server) as eve:
            code = await ana.new_table("guest", "bot")
            async with ana.at(code, {}) as seat:
                await seat.until_to_act()
                start = seat.step
                await seat.play()
                await seat.until_to_act()
                now = await ana.get(f"/api/tables/{code}/at/{seat.step}?view=0")
                assert now == seat.table["scene"]
                before = await ana.get(f"/api/tables/{code}/at/{start}?view=0")
                assert (before["step"], before["steps"]) == (start, seat.step)
                rail = await eve.get(f"/api/tables/{code}/at/{start}")
                assert all(hand["cards"] == [] for hand in rail["shown"]["hands"])
                for path in ("0?view=1", "0?view=7"):
                    assert (await ana.get(f"/api/tables/{code}/at/{path}"))["code"] == "not_your_seat"
                assert (await eve.get(f"/api/tables/{code}/at/0?view=0"))["code"] == "not_your_seat"
                assert (await eve.get(f"/api/tables/{code}/at/9999"))["code"] == "not_found"
                assert (await eve.get(f"/api/tables/{code}/at/0?view=x"))["code"] == "malformed"
                await seat.ask("resign", "news", seat=0)
                over = await eve.get(f"/api/tables/{code}/at/{seat.step}?view=1")
                assert over["shown"]["hands"][1]["cards"]
                assert over["result"]["reason"] == "resigned"

    asyncio.run(scene())


def test_a_table_may_start_from_a_position(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server, "Ana") as ana:
            code = await ana.new_table("guest", "here")
            async with ana.at(code, {}):
                match = server.registry.tables[code].room.match
                assert match is not None
                position = match.game.write_position(match.state)
            again = await ana.new_table("guest", "here", position=position)
            async with ana.at(again, {}) as seat:
                assert (seat.step, seat.events) == (0, [])
                await seat.ask("sit", "table", seat=seat.table["scene"]["asked"][0])
                await seat.play()

    asyncio.run(scene())


def test_rules_are_cut_into_sections() -> None:
    text = "# Titre\n\nAvant.\n\n## Jouer un pli {JOUER UN PLI}\n\nUn *pli*.\n\n<b>x</b>\n\n"
    text += "## Fin {FIN | ET APRÈS}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    first, last = listings.sections("terres", text)
    assert (first.id, first.heading, first.printed) == ("jouer-un-pli", "Jouer un pli", ["JOUER UN PLI"])
    assert first.html.startswith("<p>Avant.</p>")
    assert "<em>pli</em>" in first.html
    assert "<b>" not in first.html
    assert (last.id, last.heading, last.printed) == ("fin", "Fin", ["FIN", "ET APRÈS"])
    assert "<table>" in last.html


def test_every_game_has_rules_pages_in_both_languages(server: Running) -> None:
    async def scene() -> None:
        async with Visitor(server) as visitor:
            for game in GAMES:
                for language in ("fr", "en"):
                    answer = await visitor.http.get(f"/api/rules/{game}/{language}")
                    assert answer.json()["sections"]
                    assert answer.json()["sources"]
            assert (await visitor.http.get("/api/rules/terres/la")).status_code == 404
            assert (await visitor.http.get("/api/rules/echecs/fr")).status_code == 404

    asyncio.run(scene())


def test_an_unbuilt_page_says_so() -> None:
    page = StaticPage()
    page.files.clear()
    assert b"dev.py" in page.index().body


def test_the_pages_types_are_current() -> None:
    committed = Path(__file__).parents[3] / "web/src/wire.ts"
    assert committed.read_text(encoding="utf-8") == typescript(), "run python -m meute.server.typescript"


def test_an_error_that_nobody_expects_is_answered_with_all_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(*_: object) -> None:
        raise ZeroDivisionError

    async def scene(server: Running) -> None:
        async with Visitor(server, "Ana") as ana:
            good = await ana.http.get("/api/home")
            code = await ana.new_table()
            monkeypatch.setattr(server.registry, "game_list", break_down)
            bad = await ana.http.get("/api/home")
            assert (bad.status_code, bad.json()["code"]) == (500, "broken")
            besides = {"content-length", "date", "set-cookie", "content-encoding", "vary"}
            assert {*good.headers} - besides <= {*bad.headers}
            monkeypatch.setattr(server.app, "table_or_proxy", break_down)
            async with ana.at(code) as seat:
                assert (await seat.closing())[0] == BROKEN

    with running(tmp_path) as server:
        asyncio.run(scene(server))
    assert [record.name for record in caplog.records if record.exc_info] == ["meute.server.http.error_handler"] * 2


def test_an_address_and_headers_are_as_long_as_they_may_be() -> None:
    settings = override(Settings(), http={"url_bytes": 20, "head_bytes": 60})

    async def nothing(*_: object) -> Any:
        raise AssertionError

    door = SecurityMiddleware(nothing, settings, "", str, nothing)

    def refused(url: int, head: int) -> str:
        more = head - len(b"host: localhost\r\nx: \r\n")
        headers = [(b"host", b"localhost"), (b"x", b"y" * more)]
        scope: dict[str, Any] = {"type": "http", "scheme": "http", "method": "GET", "path": "/", "headers": headers}
        scope |= {"raw_path": b"/" * (url - 4), "query_string": b"a=bc", "server": ("127.0.0.1", 80)}
        return door.refusal_code(scope, Headers(scope=scope))

    assert [refused(url, head) for url, head in ((20, 60), (21, 60), (20, 61))] == ["", "url", "headers"]
